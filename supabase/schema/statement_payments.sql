-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.request_invoices (
  request_id uuid not null,
  invoice_id uuid not null,
  constraint request_invoices_pkey PRIMARY KEY (request_id, invoice_id),
  constraint request_invoices_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE RESTRICT,
  constraint request_invoices_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.payment_requests(id) ON DELETE RESTRICT
);
alter table private.request_invoices enable row level security;
CREATE INDEX request_invoices_invoice_id_idx ON private.request_invoices USING btree (invoice_id);
comment on table private.request_invoices is 'The invoices that a request for a statement is about.';

create table public.statement_run_clients (
  run_id uuid not null,
  contact_id uuid not null,
  place integer not null,
  status text not null default 'waits'::text,
  statement_id uuid,
  problem text,
  constraint statement_run_clients_pkey PRIMARY KEY (run_id, contact_id),
  constraint statement_run_clients_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint statement_run_clients_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.statement_runs(id) ON DELETE CASCADE,
  constraint statement_run_clients_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES public.statements(id) ON DELETE SET NULL,
  constraint statement_run_clients_problem_length CHECK (char_length(problem) <= 500),
  constraint statement_run_clients_status_is_known CHECK (status = ANY (ARRAY['waits'::text, 'mailed'::text, 'failed'::text, 'cancelled'::text]))
);
alter table public.statement_run_clients enable row level security;
CREATE INDEX statement_run_clients_contact_id_idx ON public.statement_run_clients USING btree (contact_id);
CREATE INDEX statement_run_clients_place_idx ON public.statement_run_clients USING btree (run_id, status, place);
CREATE INDEX statement_run_clients_statement_id_idx ON public.statement_run_clients USING btree (statement_id);
grant select on public.statement_run_clients to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.statement_run_clients to service_role;
create policy "staff see the clients of runs of statements" on public.statement_run_clients for select to authenticated
  using (( SELECT private.can('statements'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.statement_run_clients REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('run_id', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.statement_run_clients REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('run_id', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.statement_run_clients REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('run_id', 'statements');
comment on table public.statement_run_clients is 'The clients of a run in their order; mailed: the statement is made and its mail stands in the queue.';

create table public.statement_runs (
  id uuid not null default gen_random_uuid(),
  date_from date not null,
  date_to date not null,
  status text not null default 'running'::text,
  clients integer not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint statement_runs_pkey PRIMARY KEY (id),
  constraint statement_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint statement_runs_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint statement_runs_date_from_is_in_reach CHECK (date_from >= '1900-01-01'::date AND date_from < '10000-01-01'::date),
  constraint statement_runs_date_to_is_in_reach CHECK (date_to >= '1900-01-01'::date AND date_to < '10000-01-01'::date),
  constraint statement_runs_ended_at_is_in_reach CHECK (ended_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND ended_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint statement_runs_range_is_in_order CHECK (date_to >= date_from),
  constraint statement_runs_status_is_known CHECK (status = ANY (ARRAY['running'::text, 'done'::text, 'cancelled'::text]))
);
alter table public.statement_runs enable row level security;
CREATE INDEX statement_runs_created_at_idx ON public.statement_runs USING btree (created_at DESC, id DESC);
CREATE INDEX statement_runs_created_by_idx ON public.statement_runs USING btree (created_by);
CREATE UNIQUE INDEX statement_runs_one_at_a_time_idx ON public.statement_runs USING btree (status) WHERE status = 'running'::text;
grant select on public.statement_runs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.statement_runs to service_role;
create policy "staff see runs of statements" on public.statement_runs for select to authenticated
  using (( SELECT private.can('statements'::text, 'view'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.statement_runs FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.statement_runs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.statement_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.statement_runs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'statements');
CREATE TRIGGER pin BEFORE UPDATE ON public.statement_runs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.statement_runs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.statement_runs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.statement_runs is 'Statements sent to many clients at once. One run goes at a time.';

CREATE OR REPLACE FUNCTION private.cancel_statement_run(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
begin
  perform private.must('statements', 'edit', 'send statements');
  select status into v_status from public.statement_runs where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This run is not there any more');
  elsif v_status <> 'cancelled' then
    update public.scheduled_emails m set status = 'cancelled'
      from public.statement_run_clients c
     where c.run_id = p_id and m.record_kind = 'statement' and m.record_id = c.statement_id and m.status = 'queued';
    update public.statement_run_clients c set status = 'cancelled'
     where c.run_id = p_id and (c.status = 'waits' or c.status = 'mailed' and exists (
       select from public.scheduled_emails m where m.record_kind = 'statement' and m.record_id = c.statement_id and m.status = 'cancelled'));
    update public.statement_runs set status = 'cancelled', ended_at = now() where id = p_id;
  end if;
  return private.statement_run_state(p_id);
end $function$;
grant execute on function private.cancel_statement_run(p_id uuid) to authenticated;
grant execute on function private.cancel_statement_run(p_id uuid) to service_role;
comment on function private.cancel_statement_run(p_id uuid) is 'Ends a run: what waits is not sent, and mails of it that are still in the queue are cancelled. What went out stays sent.';

CREATE OR REPLACE FUNCTION private.continue_statement_run(p_id uuid, p_most integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_run public.statement_runs;
  v_client public.statement_run_clients;
  v_to text;
  v_statement uuid;
begin
  perform private.must('statements', 'edit', 'send statements');
  select * into v_run from public.statement_runs where id = p_id for no key update;
  if v_run.id is null then
    perform private.refuse('PT404', 'This run is not there any more');
  elsif v_run.status <> 'running' then
    return private.statement_run_state(p_id);
  end if;
  for v_client in
    select * from public.statement_run_clients where run_id = p_id and status = 'waits' order by place limit least(greatest(p_most, 1), 50)
  loop
    v_statement := null;
    v_to := null;
    begin
      v_statement := private.create_statement(v_client.contact_id, v_run.date_from, v_run.date_to);
      select m.email into v_to from private.mail_contacts_of('statement', v_statement) as m where m.is_first;
      if v_to is null then
        raise exception using errcode = 'PT409', message = 'This client has no e-mail address';
      end if;
      perform private.send_document('statement', v_statement, array[v_to], gen_random_uuid());
      update public.statement_run_clients set status = 'mailed', statement_id = v_statement
       where run_id = p_id and contact_id = v_client.contact_id;
    exception when others then
      if sqlstate !~ '^(PT4|22)' then
        raise;
      end if;
      update public.statement_run_clients set status = 'failed', problem = left(sqlerrm, 500)
       where run_id = p_id and contact_id = v_client.contact_id;
    end;
  end loop;
  if not exists (select from public.statement_run_clients where run_id = p_id and status = 'waits') then
    update public.statement_runs set status = 'done', ended_at = now() where id = p_id;
  end if;
  return private.statement_run_state(p_id);
end $function$;
grant execute on function private.continue_statement_run(p_id uuid, p_most integer) to authenticated;
grant execute on function private.continue_statement_run(p_id uuid, p_most integer) to service_role;
comment on function private.continue_statement_run(p_id uuid, p_most integer) is 'Makes the next statements of a run and puts their mails into the queue; a client who cannot have one is kept with the reason and
no statement is left of it. Returns {id, status, clients, waits, mailed, failed, cancelled}.';

CREATE OR REPLACE FUNCTION private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.statements;
  v_amount numeric;
  v_count integer;
  v_id uuid;
begin
  select * into v_row from public.statements where public_uuid = p_uuid and link_revoked_at is null for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 or array_position(p_invoice_ids, null) is not null then
    perform private.refuse('22023', 'Please choose what to pay');
  end if;
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  select sum(v.balance), count(*) into v_amount, v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_row.contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  v_amount := v_amount - private.client_credit(v_row.contact_id);
  if v_amount <= 0 then
    perform private.refuse('PT409', 'Your credit covers this: nothing is to be paid');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and purpose = 'statement' and statement_id = v_row.id and amount = v_amount;
  if v_id is null then
    perform private.limit_requests(null, v_row.id);
    insert into public.payment_requests (purpose, contact_id, statement_id, amount, currency)
    values ('statement', v_row.contact_id, v_row.id, v_amount, v_row.currency) returning id into v_id;
  end if;
  -- Another choice over the same amount takes the place of the one before: the payer chose it last.
  delete from private.request_invoices where request_id = v_id and invoice_id <> all (p_invoice_ids);
  insert into private.request_invoices (request_id, invoice_id) select distinct v_id, asked from unnest(p_invoice_ids) as asked
  on conflict do nothing;
  return private.get_payment_request(v_id);
end $function$;
grant execute on function private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) to anon;
grant execute on function private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) to authenticated;
grant execute on function private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) to service_role;
comment on function private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) is 'By the link of a statement: the request to pay these open invoices of its client with one payment, used again while it is open.
Returns what get_payment_request returns.';

CREATE OR REPLACE FUNCTION private.payable_of(p_contact_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'number', v.invoice_number, 'due_date', v.due_date,
           'project_title', v.project_title, 'is_overdue', v.due_date < private.company_today(), 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance)) order by v.due_date, v.issue_date, v.invoice_number), '[]')
    from public.invoices v where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
$function$;
comment on function private.payable_of(p_contact_id uuid) is 'The open invoices of a client, the oldest due first. Amounts are text.';

CREATE OR REPLACE FUNCTION private.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  perform private.must('statements', 'create', 'make statements');
  perform private.must('statements', 'edit', 'send statements');
  perform pg_advisory_xact_lock(hashtextextended('statement_runs', 0));
  select id into v_id from public.statement_runs where id = p_id;
  if found then
    return v_id;
  elsif p_from is null or p_to is null or p_to < p_from then
    perform private.refuse('22023', 'Please choose a first day that is not after the last');
  elsif exists (select from public.statement_runs where status = 'running') then
    perform private.refuse('PT409', 'Statements are being sent already. Let that run end, or cancel it.');
  end if;
  insert into public.statement_runs (id, date_from, date_to, clients, created_by) values (p_id, p_from, p_to, 0, auth.uid());
  insert into public.statement_run_clients (run_id, contact_id, place)
  select p_id, a.id, row_number() over (order by a.client_name, a.id)
    from private.client_ageing() as a where a.balance > 0 and (not coalesce(p_overdue_only, false) or a.overdue > 0);
  update public.statement_runs r set clients = (select count(*) from public.statement_run_clients c where c.run_id = p_id) where r.id = p_id;
  if not exists (select from public.statement_run_clients where run_id = p_id) then
    perform private.refuse('PT409', 'No client owes anything: there is nothing to send');
  end if;
  return p_id;
end $function$;
grant execute on function private.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean) to authenticated;
grant execute on function private.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean) to service_role;
comment on function private.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean) is 'Begins to send statements to every client who owes something, or who is overdue. continue_statement_run sends them in parts.
p_id: chosen by the caller, so that a repeated call begins once. Returns the id.';

CREATE OR REPLACE FUNCTION private.statement_run_state(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', r.id, 'status', r.status, 'clients', r.clients,
           'waits', count(*) filter (where c.status = 'waits'), 'mailed', count(*) filter (where c.status = 'mailed'),
           'sent', count(*) filter (where c.status = 'mailed' and m.status = 'sent'),
           'queued', count(*) filter (where c.status = 'mailed' and m.status in ('queued', 'sending')),
           'failed', count(*) filter (where c.status = 'failed'), 'cancelled', count(*) filter (where c.status = 'cancelled'))
    from public.statement_runs r left join public.statement_run_clients c on c.run_id = r.id
    -- Somebody may have sent that statement once more: what its latest mail became.
    left join lateral (select e.status from public.scheduled_emails e
                        where c.status = 'mailed' and e.record_kind = 'statement' and e.record_id = c.statement_id
                        order by e.send_at desc, e.id desc limit 1) as m on true
   where r.id = p_id group by r.id
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_transfer(p_request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (p_request ->> 'id')::uuid for no key update skip locked;
  if v_row.id is not null and not exists (select from public.document_events e where e.kind = 'payment_request' and e.record_id = v_row.id
    and e.type = 'transfer_told' and e.at > now() - interval '1 day')
  then
    perform private.log_event('payment_request', v_row.id, 'transfer_told', jsonb_build_object('amount', private.amount_text(v_row.amount)));
    if v_row.order_id is not null then
      perform private.log_event('order', v_row.order_id, 'transfer_told',
        jsonb_build_object('amount', private.amount_text(v_row.amount), 'request_id', v_row.id));
    end if;
    -- A click on it opens the payment, filled in. A company without accounts has its admins for that.
    insert into public.notifications (user_id, type, title, message, quotation_id, data, metadata)
    select ur.user_id, 'logistics_update', left(format('Transfer announced for %s', p_request ->> 'document_number'), 1000),
           format('The client says that %s %s were sent by bank transfer. Please record the payment when it arrives.', v_row.currency,
             private.amount_text(v_row.amount)),
           v_row.quotation_id, jsonb_build_object('document_number', p_request ->> 'document_number', 'kind', 'payment'),
           jsonb_build_object('record_kind', 'payment', 'record_id', v_row.id)
      from public.user_roles ur
     where ur.role = case when exists (select from public.user_roles r where r.role = 'accounts') then 'accounts'::public.app_role else 'admin' end
       and ur.user_id is distinct from auth.uid();
  end if;
  return p_request;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.tell_of_transfer(private.open_statement_request(p_uuid, p_invoice_ids))
$function$;
grant execute on function private.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) to anon;
grant execute on function private.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) to authenticated;
grant execute on function private.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) to service_role;
comment on function private.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) is 'The client says by the link of a statement that it paid these invoices by bank transfer: accounts are told, once a day and
request. Nothing counts as paid. Returns what get_payment_request returns.';
