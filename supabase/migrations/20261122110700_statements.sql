-- Statements: what a client owes, line by line, as at any day. And the papers of accounts and delivery by their links.

create table public.statements (
  id               uuid primary key default gen_random_uuid(),
  statement_number text not null unique,
  public_uuid      uuid not null unique default gen_random_uuid(),
  link_revoked_at  timestamptz,
  contact_id       uuid not null references public.contacts (id) on delete restrict,
  date_from        date not null,
  date_to          date not null,
  opening          numeric(14, 2) not null,
  closing          numeric(14, 2) not null,
  currency         text not null default 'EUR',
  snapshot         jsonb not null,
  sent_at          timestamptz,
  first_viewed_at  timestamptz,
  last_viewed_at   timestamptz,
  created_by       uuid default auth.uid() references auth.users (id) on delete set null,
  created_at       timestamptz not null default now(),
  constraint statements_range_is_in_order check (date_to >= date_from)
);
create index statements_contact_id_idx on public.statements (contact_id, date_to desc);
create index statements_created_by_idx on public.statements (created_by);
create index statements_created_at_idx on public.statements (created_at desc, id desc);
comment on table public.statements is 'Statements that were made: what stood in them stays in snapshot.';

call private.borrow_rules('public.statements', 'select, update', '{statement_number,public_uuid,contact_id,date_from,date_to,opening,
  closing,currency,snapshot,sent_at,first_viewed_at,last_viewed_at}', p_audited => true, p_pages => '{statements}', p_document => 'public_uuid');
create policy "staff read statements, clients read theirs" on public.statements
  for select to authenticated
  using ((select private.can('statements', 'view')) or contact_id in (select private.my_contact_ids()));
create policy "staff revoke links of statements" on public.statements
  for update to authenticated
  using ((select private.can('statements', 'edit'))) with check ((select private.can('statements', 'edit')));

alter table public.payment_requests
  add constraint payment_requests_statement_id_fkey foreign key (statement_id) references public.statements (id) on delete restrict;
create index payment_requests_statement_id_idx on public.payment_requests (statement_id);

create function private.account_entries(p_contact_id uuid)
returns table (on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
  language sql stable security definer set search_path = ''
as $$
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void')
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, p.reference, null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded')
  union all
  select r.refunded_on, 4, 'refund', r.id, p.payment_number, r.reason, null, r.amount, 0
    from public.payment_refunds r join public.payments p on p.id = r.payment_id where p.contact_id = p_contact_id
$$;
comment on function private.account_entries is 'What moves the account of a client: invoices and refunds up, credit notes and payments down.';

create function private.open_invoices(p_contact_id uuid, p_on date)
returns table (id uuid, number text, issue_date date, due_date date, gross numeric, open numeric)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.invoice_number, v.issue_date, v.due_date, v.gross, v.gross
      - coalesce((select sum(a.amount) from public.payment_allocations a join public.payments p on p.id = a.payment_id
                   where a.invoice_id = v.id and greatest(a.allocated_on, p.received_on) <= p_on), 0)
      - coalesce((select sum(a.amount) from public.credit_allocations a where a.invoice_id = v.id and a.allocated_on <= p_on), 0)
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_on
$$;
comment on function private.open_invoices is 'What was open of each invoice of a client on a day, whatever was paid later.';

create function private.statement_of(p_contact_id uuid, p_from date, p_to date) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with entries as (
    select e.*, sum(e.debit - e.credit) over (order by e.on_date, e.sort, e.number, e.id) as running
      from private.account_entries(p_contact_id) as e where e.on_date <= p_to
  ), opening as (
    select coalesce(sum(debit - credit), 0) as amount from entries where on_date < p_from
  ), closing as (
    select coalesce(sum(debit - credit), 0) as amount from entries
  ), ageing as (
    select coalesce(sum(o.open) filter (where late <= 0), 0) as not_due,
           coalesce(sum(o.open) filter (where late between 1 and 30), 0) as days_30,
           coalesce(sum(o.open) filter (where late between 31 and 60), 0) as days_60,
           coalesce(sum(o.open) filter (where late between 61 and 90), 0) as days_90,
           coalesce(sum(o.open) filter (where late > 90), 0) as older,
           coalesce(sum(o.open), 0) as open
      from private.open_invoices(p_contact_id, p_to) as o, lateral (select p_to - coalesce(o.due_date, o.issue_date) as late) as days
  )
  select jsonb_build_object('kind', 'statement', 'date_from', p_from, 'date_to', p_to,
    'currency', (select currency from public.company_settings),
    'company', private.company_facts(), 'client', private.contact_facts(p_contact_id),
    'opening', private.amount_text(opening.amount), 'closing', private.amount_text(closing.amount),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('date', e.on_date, 'kind', e.kind, 'id', e.id, 'number', e.number, 'description', e.description,
               'due_date', e.due_date, 'debit', private.amount_text(e.debit), 'credit', private.amount_text(e.credit),
               'balance', private.amount_text(e.running)) order by e.on_date, e.sort, e.number, e.id)
        from entries e where e.on_date >= p_from), '[]'),
    'open', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'issue_date', o.issue_date, 'due_date', o.due_date,
               'gross', private.amount_text(o.gross), 'open', private.amount_text(o.open)) order by o.due_date, o.number)
        from private.open_invoices(p_contact_id, p_to) as o where o.open > 0), '[]'),
    'ageing', jsonb_build_object('not_due', private.amount_text(ageing.not_due), 'days_30', private.amount_text(ageing.days_30),
      'days_60', private.amount_text(ageing.days_60), 'days_90', private.amount_text(ageing.days_90),
      'older', private.amount_text(ageing.older), 'unallocated', private.amount_text(ageing.open - closing.amount)))
    from opening, closing, ageing
$$;

create function private.client_statement(p_contact_id uuid, p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('statements', 'view') or p_contact_id in (select private.my_contact_ids())) then
    raise insufficient_privilege using message = 'You may not see statements';
  elsif p_from is null or p_to is null or p_to < p_from then
    perform private.refuse('22023', 'Please choose a first day that is not after the last');
  end if;
  return private.statement_of(p_contact_id, p_from, p_to);
end $$;
comment on function private.client_statement is
  'The account of a client between two days, both included: opening, lines with running balance, closing; open invoices, their
age as at the last day (not due, 1–30, 31–60, 61–90 and more days past due) and unallocated credit. Later payments do not
count. closing = Σ age − unallocated. Amounts are text. Clients may read their own.';
call private.offer('private.client_statement(uuid, date, date)');

create function private.client_balances(p_contact_id uuid default null)
returns table (contact_id uuid, balance numeric, overdue numeric, credit numeric, oldest_due date, open_invoices bigint)
  language sql stable security definer set search_path = ''
as $$
  with owed as (
    select v.contact_id, sum(v.balance) as open, coalesce(sum(v.balance) filter (where v.due_date < private.company_today()), 0.00) as overdue,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices
      from public.invoices v
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
$$;
comment on function private.client_balances is
  'What each client owes now: open invoices less unallocated credit; what of it is overdue; the credit; the oldest due day.';
call private.offer('private.client_balances(uuid)');

create function private.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.create_statement is
  'Keeps a statement under a number, to be sent. p_id: chosen by the caller, so that a repeated call makes one. Returns the id.';
call private.offer('private.create_statement(uuid, date, date, uuid)');

-- ------------------------------------------------------------------------------------------------- papers by link

create function private.get_public_invoice(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
    'is_overdue', v_row.balance > 0 and v_row.due_date < private.company_today());
end $$;
comment on function private.get_public_invoice is 'An issued invoice by its link, numbers as text; null for a wrong, revoked or unissued one alike.';

create function private.get_public_credit_note(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.credit_notes;
begin
  select * into v_row from public.credit_notes
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_row.id is null then
    return null;
  elsif private.log_view('credit_note', v_row.id, p_visit) then
    update public.credit_notes set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return coalesce(v_row.snapshot, '{}') || jsonb_build_object('kind', 'credit_note', 'number', v_row.credit_number, 'public_uuid', p_uuid,
    'status', v_row.status, 'issue_date', v_row.issue_date, 'reason', v_row.reason, 'note', v_row.note, 'currency', v_row.currency,
    'invoice_number', (select v.invoice_number from public.invoices v where v.id = v_row.invoice_id),
    'net', private.amount_text(v_row.net), 'vat', private.amount_text(v_row.vat), 'gross', private.amount_text(v_row.gross),
    'allocated', private.amount_text(v_row.allocated),
    'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) order by i.position)
               from public.credit_note_items i where i.credit_note_id = v_row.id), '[]'),
    'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                   'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                   from public.credit_note_vat t where t.credit_note_id = v_row.id), '[]'));
end $$;
comment on function private.get_public_credit_note is 'An issued credit note by its link, numbers as text; null for a wrong, revoked or unissued one alike.';

create function private.get_public_delivery(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
    'received_by', v_row.received_by, 'order_number', (select o.order_number from public.orders o where o.id = v_row.order_id),
    'company', private.company_facts(), 'client', private.contact_facts(v_row.contact_id), 'site', private.site_facts(v_row.location_id),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'description', o.description, 'details', o.details, 'unit', o.unit,
               'width_mm', o.width_mm::text, 'height_mm', o.height_mm::text, 'ordered', o.qty::text, 'qty', i.qty::text,
               'qty_delivered', i.qty_delivered::text,
               'unit_price', case when v_row.show_prices then o.unit_price::text end, 'net', case when v_row.show_prices then o.net::text end)
               order by i.position)
        from public.delivery_items i join public.order_items o on o.id = i.order_item_id where i.delivery_id = v_row.id), '[]'),
    'drops', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'status', p.status, 'delivered_at', p.delivered_at,
               'received_by', p.received_by, 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]')) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $$;
comment on function private.get_public_delivery is
  'A delivery note with its drops by its link, quantities as text, prices only where they are shown; null for a wrong, revoked
or cancelled one alike.';

create function private.get_public_statement(p_uuid uuid, p_visit text default null) returns jsonb
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
  return v_row.snapshot || jsonb_build_object('public_uuid', p_uuid);
end $$;
comment on function private.get_public_statement is 'A statement by its link, as it was made; null for a wrong or revoked one alike.';

call private.offer('private.get_public_invoice(uuid, text)', '{anon,authenticated,service_role}');
call private.offer('private.get_public_credit_note(uuid, text)', '{anon,authenticated,service_role}');
call private.offer('private.get_public_delivery(uuid, text)', '{anon,authenticated,service_role}');
call private.offer('private.get_public_statement(uuid, text)', '{anon,authenticated,service_role}');

create or replace function private.is_public_document(p_uuid uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.quotations q
     where q.public_uuid = p_uuid and q.link_revoked_at is null and q.status <> 'cancelled'
       and (q.status <> 'draft' or exists (select from public.quotation_versions v where v.quotation_id = q.id)))
  or exists (select from public.orders o where o.public_uuid = p_uuid and o.link_revoked_at is null)
  or exists (select from public.deliveries d where d.public_uuid = p_uuid and d.link_revoked_at is null and d.status <> 'cancelled')
  or exists (select from public.invoices v where v.public_uuid = p_uuid and v.link_revoked_at is null and v.status not in ('draft', 'void'))
  or exists (select from public.credit_notes n where n.public_uuid = p_uuid and n.link_revoked_at is null and n.status not in ('draft', 'void'))
  or exists (select from public.statements s where s.public_uuid = p_uuid and s.link_revoked_at is null)
  or exists (select from public.payment_requests r where r.id = p_uuid)
$$;

revoke execute on all routines in schema private from public;
