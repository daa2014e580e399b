-- A statement paid at once: ticked invoices by one payment. And statements of many clients sent in one run that can be watched
-- and cancelled.

create table private.request_invoices (
  request_id uuid not null references public.payment_requests (id) on delete restrict,
  invoice_id uuid not null references public.invoices (id) on delete restrict,
  primary key (request_id, invoice_id)
);
alter table private.request_invoices enable row level security;
revoke all on private.request_invoices from anon, authenticated;
create index request_invoices_invoice_id_idx on private.request_invoices (invoice_id);
comment on table private.request_invoices is 'The invoices that a request for a statement is about.';

create function private.payable_of(p_contact_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'number', v.invoice_number, 'due_date', v.due_date,
           'project_title', v.project_title, 'is_overdue', v.due_date < private.company_today(), 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance)) order by v.due_date, v.issue_date, v.invoice_number), '[]')
    from public.invoices v where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
$$;
comment on function private.payable_of is 'The open invoices of a client, the oldest due first. Amounts are text.';

create or replace function private.get_public_statement(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.statements;
begin
  select * into v_row from public.statements where public_uuid = p_uuid and link_revoked_at is null;
  if v_row.id is null then
    return null;
  elsif private.log_view('statement', v_row.id, p_visit) then
    update public.statements set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return v_row.snapshot || jsonb_build_object('public_uuid', p_uuid, 'payable', private.payable_of(v_row.contact_id),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)));
end $$;
comment on function private.get_public_statement is
  'A statement by its link, as it was made, with what of the client is open now (payable) and its credit; null for a wrong or
revoked one alike.';

create or replace function private.get_payment_request(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'purpose', r.purpose, 'status', r.status, 'amount', private.amount_text(r.amount),
      'currency', r.currency, 'created_at', r.created_at, 'paid_at', r.paid_at,
      'document_number', coalesce(v.invoice_number, o.order_number, s.statement_number),
      'document_uuid', coalesce(v.public_uuid, q.public_uuid, o.public_uuid, s.public_uuid),
      'project_title', coalesce(v.project_title, o.project_title), 'company', private.company_facts())
    from public.payment_requests r
    left join public.invoices v on v.id = r.invoice_id
    left join public.orders o on o.id = r.order_id
    left join public.quotations q on q.id = r.quotation_id
    left join public.statements s on s.id = r.statement_id
   where r.id = p_id
$$;

create function private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.statements;
  v_amount numeric;
  v_count integer;
  v_id uuid;
begin
  select * into v_row from public.statements where public_uuid = p_uuid and link_revoked_at is null for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 then
    perform private.refuse('22023', 'Please choose what to pay');
  end if;
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  select sum(v.balance), count(*) into v_amount, v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_row.contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and purpose = 'statement' and statement_id = v_row.id and amount = v_amount;
  if v_id is null then
    insert into public.payment_requests (purpose, contact_id, statement_id, amount, currency)
    values ('statement', v_row.contact_id, v_row.id, v_amount, v_row.currency) returning id into v_id;
  end if;
  -- Another choice over the same amount takes the place of the one before: the payer chose it last.
  delete from private.request_invoices where request_id = v_id and invoice_id <> all (p_invoice_ids);
  insert into private.request_invoices (request_id, invoice_id) select distinct v_id, asked from unnest(p_invoice_ids) as asked
  on conflict do nothing;
  return private.get_payment_request(v_id);
end $$;
comment on function private.open_statement_request is
  'By the link of a statement: the request to pay these open invoices of its client with one payment, used again while it is open.
Returns what get_payment_request returns.';
call private.offer('private.open_statement_request(uuid, uuid[])', '{anon,authenticated,service_role}');

create function private.tell_of_transfer(p_request jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (p_request ->> 'id')::uuid for no key update;
  if not exists (select from public.document_events e where e.kind = 'payment_request' and e.record_id = v_row.id
    and e.type = 'transfer_told' and e.at > now() - interval '1 day')
  then
    perform private.log_event('payment_request', v_row.id, 'transfer_told', jsonb_build_object('amount', private.amount_text(v_row.amount)));
    perform private.tell_staff('{}', 'accounts', format('Transfer announced for %s', p_request ->> 'document_number'),
      format('The client says that %s %s were sent by bank transfer. Please record the payment when it arrives.', v_row.currency,
        private.amount_text(v_row.amount)), v_row.quotation_id,
      jsonb_build_object('document_number', p_request ->> 'document_number', 'kind', 'payment'));
  end if;
  return p_request;
end $$;

create or replace function private.tell_bank_transfer(p_uuid uuid, p_whole boolean default false) returns jsonb
  language sql security definer set search_path = ''
as $$
  select private.tell_of_transfer(private.open_payment_request(p_uuid, p_whole))
$$;

create function private.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) returns jsonb
  language sql security definer set search_path = ''
as $$
  select private.tell_of_transfer(private.open_statement_request(p_uuid, p_invoice_ids))
$$;
comment on function private.tell_statement_transfer is
  'The client says by the link of a statement that it paid these invoices by bank transfer: accounts are told, once a day and
request. Nothing counts as paid. Returns what get_payment_request returns.';
call private.offer('private.tell_statement_transfer(uuid, uuid[])', '{anon,authenticated,service_role}');

create or replace function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_request public.payment_requests;
  v_invoice public.invoices;
  v_id uuid;
  v_number text;
  v_open numeric;
  v_late boolean;
begin
  if coalesce(btrim(p_provider_ref), '') = '' or not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'A payment has a transaction and an amount with two decimals');
  end if;
  select * into v_request from public.payment_requests where id = p_request_id for no key update;
  if v_request.id is null then
    perform private.refuse('PT404', 'There is no such request');
  end if;
  select id into v_id from public.payments where provider = p_provider and provider_ref = p_provider_ref;
  if found then
    return jsonb_build_object('payment_id', v_id, 'new', false);
  end if;
  v_late := v_request.status in ('cancelled', 'expired', 'paid');
  v_number := private.draw_number('RCPT');
  insert into public.payments (payment_number, contact_id, method, provider, provider_ref, request_id, order_id, amount, currency, received_on)
  values (v_number, v_request.contact_id, 'card', p_provider, p_provider_ref, p_request_id, v_request.order_id, p_amount, v_request.currency,
    private.company_today())
  returning id into v_id;
  if not v_late then
    update public.payment_requests set status = 'paid', paid_at = now() where id = p_request_id;
    if v_request.purpose = 'deposit' then
      perform private.take_deposit(v_request.order_id, v_id, p_amount);
      perform private.refresh_payment(v_id);
    elsif v_request.purpose = 'invoice' then
      perform private.allocate(v_id, v_request.invoice_id, least(p_amount, v.balance))
         from public.invoices v where v.id = v_request.invoice_id and v.balance > 0;
    elsif exists (select from private.request_invoices where request_id = p_request_id) then
      for v_invoice in
        select v.* from private.request_invoices r join public.invoices v on v.id = r.invoice_id
         where r.request_id = p_request_id order by v.due_date, v.issue_date, v.invoice_number
      loop
        select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
        select open into v_open from public.payments where id = v_id;
        if least(v_open, v_invoice.balance) > 0 then
          perform private.allocate(v_id, v_invoice.id, least(v_open, v_invoice.balance));
        end if;
      end loop;
    else
      perform private.allocate_oldest(v_id);
    end if;
  end if;
  select open into v_open from public.payments where id = v_id;
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount), 'provider', p_provider));
  perform private.log_event('payment_request', p_request_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  perform private.tell_staff('{}', 'accounts', format('%s received', v_number),
    format('%s %s by %s%s', v_request.currency, private.amount_text(p_amount), p_provider,
      case when v_late then format(' for a request that was %s: it is credit of the client', v_request.status)
           when v_open > 0 then format(': %s of it are credit of the client', private.amount_text(v_open)) else '' end),
    v_request.quotation_id, jsonb_build_object('payment_number', v_number, 'kind', 'payment', 'credit', private.amount_text(v_open)));
  if v_request.statement_id is not null then
    perform private.nudge('doc:' || s.public_uuid, 'statements', 'UPDATE', s.id::text) from public.statements s where s.id = v_request.statement_id;
  end if;
  return jsonb_build_object('payment_id', v_id, 'new', true, 'credit', private.amount_text(v_open));
end $$;

-- -------------------------------------------------------------------------------------------------------- send all

create table public.statement_runs (
  id          uuid primary key default gen_random_uuid(),
  date_from   date not null,
  date_to     date not null,
  status      text not null default 'running',
  clients     integer not null,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  ended_at    timestamptz,
  constraint statement_runs_status_is_known check (status in ('running', 'done', 'cancelled')),
  constraint statement_runs_range_is_in_order check (date_to >= date_from)
);
create unique index statement_runs_one_at_a_time_idx on public.statement_runs (status) where status = 'running';
create index statement_runs_created_at_idx on public.statement_runs (created_at desc, id desc);
create index statement_runs_created_by_idx on public.statement_runs (created_by);
comment on table public.statement_runs is 'Statements sent to many clients at once. One run goes at a time.';

create table public.statement_run_clients (
  run_id       uuid not null references public.statement_runs (id) on delete cascade,
  contact_id   uuid not null references public.contacts (id) on delete restrict,
  place        integer not null,
  status       text not null default 'waits',
  statement_id uuid references public.statements (id) on delete set null,
  problem      text,
  primary key (run_id, contact_id),
  constraint statement_run_clients_status_is_known check (status in ('waits', 'mailed', 'failed', 'cancelled')),
  constraint statement_run_clients_problem_length check (char_length(problem) <= 500)
);
create index statement_run_clients_place_idx on public.statement_run_clients (run_id, status, place);
create index statement_run_clients_contact_id_idx on public.statement_run_clients (contact_id);
create index statement_run_clients_statement_id_idx on public.statement_run_clients (statement_id);
comment on table public.statement_run_clients is 'The clients of a run in their order; mailed: the statement is made and its mail stands in the queue.';

call private.borrow_rules('public.statement_runs', '', p_audited => true, p_pages => '{statements}');
call private.borrow_rules('public.statement_run_clients', '', p_key => 'run_id');
grant select on public.statement_runs, public.statement_run_clients to authenticated;
create policy "staff see runs of statements" on public.statement_runs
  for select to authenticated using ((select private.can('statements', 'view')));
create policy "staff see the clients of runs of statements" on public.statement_run_clients
  for select to authenticated using ((select private.can('statements', 'view')));
call private.after_each_statement('public.statement_run_clients', 'nudge_page', $$private.nudge_pages('run_id', 'statements')$$);

create function private.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.start_statement_run is
  'Begins to send statements to every client who owes something, or who is overdue. continue_statement_run sends them in parts.
p_id: chosen by the caller, so that a repeated call begins once. Returns the id.';
call private.offer('private.start_statement_run(uuid, date, date, boolean)');

create function private.statement_run_state(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'status', r.status, 'clients', r.clients,
           'waits', count(*) filter (where c.status = 'waits'), 'mailed', count(*) filter (where c.status = 'mailed'),
           'failed', count(*) filter (where c.status = 'failed'), 'cancelled', count(*) filter (where c.status = 'cancelled'))
    from public.statement_runs r left join public.statement_run_clients c on c.run_id = r.id where r.id = p_id group by r.id
$$;

create function private.continue_statement_run(p_id uuid, p_most integer default 10) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.continue_statement_run is
  'Makes the next statements of a run and puts their mails into the queue; a client who cannot have one is kept with the reason and
no statement is left of it. Returns {id, status, clients, waits, mailed, failed, cancelled}.';
call private.offer('private.continue_statement_run(uuid, integer)');

create function private.cancel_statement_run(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.cancel_statement_run is
  'Ends a run: what waits is not sent, and mails of it that are still in the queue are cancelled. What went out stays sent.';
call private.offer('private.cancel_statement_run(uuid)');

revoke execute on all routines in schema private from public;
