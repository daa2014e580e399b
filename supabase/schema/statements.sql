-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.statements (
  id uuid not null default gen_random_uuid(),
  statement_number text not null,
  public_uuid uuid not null default gen_random_uuid(),
  link_revoked_at timestamp with time zone,
  contact_id uuid not null,
  date_from date not null,
  date_to date not null,
  opening numeric(14,2) not null,
  closing numeric(14,2) not null,
  currency text not null default 'EUR'::text,
  snapshot jsonb not null,
  sent_at timestamp with time zone,
  first_viewed_at timestamp with time zone,
  last_viewed_at timestamp with time zone,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint statements_pkey PRIMARY KEY (id),
  constraint statements_public_uuid_key UNIQUE (public_uuid),
  constraint statements_statement_number_key UNIQUE (statement_number),
  constraint statements_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint statements_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint statements_closing_is_a_number CHECK (closing <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint statements_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint statements_date_from_is_in_reach CHECK (date_from >= '1900-01-01'::date AND date_from < '10000-01-01'::date),
  constraint statements_date_to_is_in_reach CHECK (date_to >= '1900-01-01'::date AND date_to < '10000-01-01'::date),
  constraint statements_first_viewed_at_is_in_reach CHECK (first_viewed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND first_viewed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint statements_last_viewed_at_is_in_reach CHECK (last_viewed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND last_viewed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint statements_link_revoked_at_is_in_reach CHECK (link_revoked_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND link_revoked_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint statements_opening_is_a_number CHECK (opening <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint statements_range_is_in_order CHECK (date_to >= date_from),
  constraint statements_sent_at_is_in_reach CHECK (sent_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.statements enable row level security;
CREATE INDEX statements_contact_id_idx ON public.statements USING btree (contact_id, date_to DESC);
CREATE INDEX statements_created_at_idx ON public.statements USING btree (created_at DESC, id DESC);
CREATE INDEX statements_created_by_idx ON public.statements USING btree (created_by);
grant select, update on public.statements to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.statements to service_role;
create policy "staff read statements" on public.statements for select to authenticated
  using (( SELECT private.can('statements'::text, 'view'::text) AS can));
create policy "staff revoke links of statements" on public.statements for update to authenticated
  using (( SELECT private.can('statements'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('statements'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.statements FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_client_delete AFTER DELETE ON public.statements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('statement_number');
CREATE TRIGGER nudge_client_insert AFTER INSERT ON public.statements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('statement_number');
CREATE TRIGGER nudge_client_update AFTER UPDATE ON public.statements REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('statement_number');
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.statements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.statements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.statements REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.statements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.statements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.statements REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'statements');
CREATE TRIGGER pin BEFORE UPDATE ON public.statements FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'statement_number', 'public_uuid', 'contact_id', 'date_from', 'date_to', 'opening', 'closing', 'currency', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.statements FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.statements FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.statements is 'Statements that were made: what stood in them stays in snapshot.';

CREATE OR REPLACE FUNCTION private.account_entries(p_contact_id uuid)
 RETURNS TABLE(on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.gross <> 0
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.gross <> 0
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, p.reference, null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded')
  union all
  select r.refunded_on, 4, 'refund', r.id, p.payment_number,
         case when r.reverses_id is not null then 'Refund recorded by mistake' when r.kind = 'reversal' then 'Recorded by mistake' else r.reason end,
         null, greatest(r.amount, 0), greatest(-r.amount, 0)
    from public.payment_refunds r join public.payments p on p.id = r.payment_id where p.contact_id = p_contact_id
  union all
  select w.written_off_on, 5, 'write_off', w.id, v.invoice_number, null, null, greatest(-w.amount, 0), greatest(w.amount, 0)
    from public.write_offs w join public.invoices v on v.id = w.invoice_id where v.contact_id = p_contact_id
$function$;
comment on function private.account_entries(p_contact_id uuid) is 'What moves the account of a client: invoices and refunds up, credit notes, payments and what was written off down. Papers over 0.00 move nothing.';

CREATE OR REPLACE FUNCTION private.client_balances(p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(contact_id uuid, balance numeric, overdue numeric, credit numeric, oldest_due date, open_invoices bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with today as materialized (
    select private.company_today() as day
  ), owed as (
    select v.contact_id, sum(v.balance) as open, coalesce(sum(v.balance) filter (where v.due_date < today.day), 0.00) as overdue,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices
      from today, public.invoices v
     where v.status not in ('draft', 'void') and v.kind <> 'proforma' and (p_contact_id is null or v.contact_id = p_contact_id)
     group by v.contact_id
  ), free as (
    select money.contact_id, sum(money.open) as open
      from (select p.contact_id, case p.direction when 'in' then p.open else p.refunded - p.amount end as open from public.payments p
             where p.status in ('succeeded', 'part_refunded', 'refunded')
            union all
            select n.contact_id, n.open from public.credit_notes n where n.status not in ('draft', 'void')) as money
     where p_contact_id is null or money.contact_id = p_contact_id
     group by money.contact_id
  )
  select coalesce(o.contact_id, f.contact_id), coalesce(o.open, 0.00) - coalesce(f.open, 0.00), coalesce(o.overdue, 0.00), coalesce(f.open, 0.00),
         o.oldest_due, coalesce(o.invoices, 0)
    from owed o full join free f on f.contact_id = o.contact_id
   where private.is_server() or private.can('statements', 'view') or coalesce(o.contact_id, f.contact_id) in (select private.my_contact_ids())
$function$;
grant execute on function private.client_balances(p_contact_id uuid) to authenticated;
grant execute on function private.client_balances(p_contact_id uuid) to service_role;
comment on function private.client_balances(p_contact_id uuid) is 'What each client owes now: open invoices less unallocated credit; what of it is overdue; the credit; the oldest due day.';

CREATE OR REPLACE FUNCTION private.client_statement(p_contact_id uuid, p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.is_server() or private.can('statements', 'view') or p_contact_id in (select private.my_contact_ids())) then
    raise insufficient_privilege using message = 'You may not see statements';
  elsif p_from is null or p_to is null or p_to < p_from then
    perform private.refuse('22023', 'Please choose a first day that is not after the last');
  end if;
  return private.statement_of(p_contact_id, p_from, p_to);
end $function$;
grant execute on function private.client_statement(p_contact_id uuid, p_from date, p_to date) to authenticated;
grant execute on function private.client_statement(p_contact_id uuid, p_from date, p_to date) to service_role;
comment on function private.client_statement(p_contact_id uuid, p_from date, p_to date) is 'The account of a client between two days, both included: opening, lines with running balance, closing; open invoices, their
age as at the last day (not due, 1–30, 31–60, 61–90 and more days past due) and unallocated credit. Later payments do not
count. closing = Σ age − unallocated. Amounts are text. Clients may read their own.';

CREATE OR REPLACE FUNCTION private.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_snapshot jsonb;
begin
  perform private.must('statements', 'create', 'make statements');
  select id into v_id from public.statements where id = p_id;
  if found then
    return v_id;
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  end if;
  v_snapshot := private.client_statement(p_contact_id, p_from, p_to);
  insert into public.statements (id, statement_number, contact_id, date_from, date_to, opening, closing, currency, snapshot, created_by)
  select coalesce(p_id, gen_random_uuid()), n.number, p_contact_id, p_from, p_to, (v_snapshot ->> 'opening')::numeric,
         (v_snapshot ->> 'closing')::numeric, v_snapshot ->> 'currency', v_snapshot || jsonb_build_object('number', n.number), auth.uid()
    from (select private.draw_number('ST') as number) as n
  returning id into v_id;
  perform private.log_event('statement', v_id, 'created');
  return v_id;
end $function$;
grant execute on function private.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid) to authenticated;
grant execute on function private.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid) to service_role;
comment on function private.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid) is 'Keeps a statement under a number, to be sent. p_id: chosen by the caller, so that a repeated call makes one. Returns the id.';

CREATE OR REPLACE FUNCTION private.get_public_credit_note(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  select id into v_id from public.credit_notes
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_id is null then
    return null;
  elsif private.log_view('credit_note', v_id, p_visit) then
    update public.credit_notes set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_id;
  end if;
  return private.credit_note_document(v_id) || jsonb_build_object('public_uuid', p_uuid);
end $function$;
grant execute on function private.get_public_credit_note(p_uuid uuid, p_visit text) to anon;
grant execute on function private.get_public_credit_note(p_uuid uuid, p_visit text) to authenticated;
grant execute on function private.get_public_credit_note(p_uuid uuid, p_visit text) to service_role;
comment on function private.get_public_credit_note(p_uuid uuid, p_visit text) is 'An issued credit note by its link, numbers as text; null for a wrong, revoked or unissued one alike.';

CREATE OR REPLACE FUNCTION private.get_public_delivery(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.deliveries;
begin
  select * into v_row from public.deliveries where public_uuid = p_uuid and link_revoked_at is null and status <> 'cancelled';
  if v_row.id is null then
    return null;
  end if;
  perform private.log_view('delivery', v_row.id, p_visit);
  return jsonb_build_object('kind', 'delivery', 'number', v_row.delivery_number, 'public_uuid', p_uuid, 'status', v_row.status,
    'method', v_row.method, 'project_title', v_row.project_title, 'scheduled_at', v_row.scheduled_at, 'delivered_at', v_row.delivered_at,
    'planned_on', private.day_of(v_row.scheduled_at), 'delivered_on', private.day_of(v_row.delivered_at),
    'signature', private.signature_of('delivery', v_row.id),
    'received_by', v_row.received_by, 'instructions', v_row.instructions, 'show_prices', v_row.show_prices,
    'currency', coalesce((select o.currency from public.orders o where o.id = v_row.order_id), (select s.currency from public.company_settings s)),
    'order_number', (select o.order_number from public.orders o where o.id = v_row.order_id),
    'client_po', (select o.client_po from public.orders o where o.id = v_row.order_id),
    'company', private.company_facts(), 'client', private.contact_facts(v_row.contact_id), 'site', private.site_facts(v_row.location_id),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'description', o.description, 'details', o.details, 'unit', o.unit,
               'width_mm', o.width_mm::text, 'height_mm', o.height_mm::text, 'ordered', o.qty::text, 'qty', i.qty::text,
               'qty_delivered', i.qty_delivered::text, 'elsewhere', greatest(o.qty_delivered - i.qty_delivered, 0)::text,
               'discount_pct', case when v_row.show_prices then o.discount_pct::text end,
               'unit_price', case when v_row.show_prices then o.unit_price::text end, 'charged_qty', o.charged_qty::text, 'net', case when v_row.show_prices then o.net::text end)
               order by i.position)
        from public.delivery_items i join public.order_items o on o.id = i.order_item_id where i.delivery_id = v_row.id), '[]'),
    'drops', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'status', p.status, 'delivered_at', p.delivered_at,
               'delivered_on', private.day_of(p.delivered_at), 'received_by', p.received_by, 'signature', private.signature_of('partial_delivery', p.id), 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]')) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $function$;
grant execute on function private.get_public_delivery(p_uuid uuid, p_visit text) to anon;
grant execute on function private.get_public_delivery(p_uuid uuid, p_visit text) to authenticated;
grant execute on function private.get_public_delivery(p_uuid uuid, p_visit text) to service_role;
comment on function private.get_public_delivery(p_uuid uuid, p_visit text) is 'A delivery note with its drops by its link, quantities as text, prices only where they are shown; null for a wrong, revoked
or cancelled one alike. elsewhere: what other deliveries of the order brought of a line. planned_on, delivered_on: days of the
company. signature: what was drawn for it, as data:image/png;base64.';

CREATE OR REPLACE FUNCTION private.get_public_invoice(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.invoices;
begin
  select * into v_row from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_row.id is null then
    return null;
  elsif private.log_view('invoice', v_row.id, p_visit) then
    update public.invoices set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return private.invoice_document(v_row.id) || jsonb_build_object('public_uuid', p_uuid,
    'is_overdue', v_row.balance > 0 and v_row.due_date < private.company_today(),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)));
end $function$;
grant execute on function private.get_public_invoice(p_uuid uuid, p_visit text) to anon;
grant execute on function private.get_public_invoice(p_uuid uuid, p_visit text) to authenticated;
grant execute on function private.get_public_invoice(p_uuid uuid, p_visit text) to service_role;
comment on function private.get_public_invoice(p_uuid uuid, p_visit text) is 'An issued invoice by its link, numbers as text, with the credit that its client may use; null for a wrong, revoked or unissued
one alike.';

CREATE OR REPLACE FUNCTION private.get_public_statement(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.get_public_statement(p_uuid uuid, p_visit text) to anon;
grant execute on function private.get_public_statement(p_uuid uuid, p_visit text) to authenticated;
grant execute on function private.get_public_statement(p_uuid uuid, p_visit text) to service_role;
comment on function private.get_public_statement(p_uuid uuid, p_visit text) is 'A statement by its link, as it was made, with what of the client is open now (payable) and its credit; null for a wrong or
revoked one alike.';

CREATE OR REPLACE FUNCTION private.open_invoices(p_contact_id uuid, p_on date)
 RETURNS TABLE(id uuid, number text, issue_date date, due_date date, gross numeric, open numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with invoices as materialized (
    select v.id, v.invoice_number, v.issue_date, v.due_date, v.gross
      from public.invoices v
     where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_on
  ), settled as (
    select part.invoice_id, sum(part.amount) as amount
      from (select a.invoice_id, a.amount from public.payment_allocations a join public.payments p on p.id = a.payment_id
             where a.invoice_id = any (array(select v.id from invoices v)) and greatest(a.allocated_on, p.received_on) <= p_on
            union all
            select a.invoice_id, a.amount from public.credit_allocations a
             where a.invoice_id = any (array(select v.id from invoices v)) and a.allocated_on <= p_on
            union all
            select w.invoice_id, w.amount from public.write_offs w
             where w.invoice_id = any (array(select v.id from invoices v)) and w.written_off_on <= p_on) as part
     group by part.invoice_id
  )
  select v.id, v.invoice_number, v.issue_date, v.due_date, v.gross, v.gross - coalesce(s.amount, 0)
    from invoices v left join settled s on s.invoice_id = v.id
$function$;
comment on function private.open_invoices(p_contact_id uuid, p_on date) is 'What was open of each invoice of a client on a day, whatever was paid later.';

CREATE OR REPLACE FUNCTION private.statement_of(p_contact_id uuid, p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with entries as materialized (
    select e.*, sum(e.debit - e.credit) over (order by e.on_date, e.sort, e.number, e.id) as running
      from private.account_entries(p_contact_id) as e where e.on_date <= p_to
  ), sums as (
    select coalesce(sum(debit - credit) filter (where on_date < p_from), 0) as opening, coalesce(sum(debit - credit), 0) as closing from entries
  ), invoices as materialized (
    select o.* from private.open_invoices(p_contact_id, p_to) as o
  ), ageing as (
    select coalesce(sum(o.open) filter (where late <= 0), 0) as not_due,
           coalesce(sum(o.open) filter (where late between 1 and 30), 0) as days_30,
           coalesce(sum(o.open) filter (where late between 31 and 60), 0) as days_60,
           coalesce(sum(o.open) filter (where late between 61 and 90), 0) as days_90,
           coalesce(sum(o.open) filter (where late > 90), 0) as older,
           coalesce(sum(o.open), 0) as open
      from invoices as o, lateral (select p_to - coalesce(o.due_date, o.issue_date) as late) as days
  )
  -- json and not jsonb within: thousands of lines are put in order of their keys once, at the end. Amounts as private.amount_text has them.
  select jsonb_build_object('kind', 'statement', 'date_from', p_from, 'date_to', p_to,
    'currency', (select currency from public.company_settings),
    'company', private.company_facts(), 'client', private.contact_facts(p_contact_id),
    'opening', private.amount_text(sums.opening), 'closing', private.amount_text(sums.closing),
    'lines', coalesce((
      select json_agg(json_build_object('date', e.on_date, 'kind', e.kind, 'id', e.id, 'number', e.number, 'description', e.description,
               'due_date', e.due_date, 'debit', e.debit::numeric(14, 2)::text, 'credit', e.credit::numeric(14, 2)::text,
               'balance', e.running::numeric(14, 2)::text) order by e.on_date, e.sort, e.number, e.id)
        from entries e where e.on_date >= p_from)::jsonb, '[]'),
    'open', coalesce((
      select json_agg(json_build_object('id', o.id, 'number', o.number, 'issue_date', o.issue_date, 'due_date', o.due_date,
               'gross', o.gross::numeric(14, 2)::text, 'open', o.open::numeric(14, 2)::text) order by o.due_date, o.number)
        from invoices as o where o.open > 0)::jsonb, '[]'),
    'ageing', jsonb_build_object('not_due', private.amount_text(ageing.not_due), 'days_30', private.amount_text(ageing.days_30),
      'days_60', private.amount_text(ageing.days_60), 'days_90', private.amount_text(ageing.days_90),
      'older', private.amount_text(ageing.older), 'unallocated', private.amount_text(ageing.open - sums.closing)))
    from sums, ageing
$function$;
