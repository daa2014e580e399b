-- Accounts of a large company: what is open of a client's invoices is summed once for a statement and not invoice by invoice,
-- its lines are put together as text, and invoices are found by words that were folded when they were written.

create or replace function private.open_invoices(p_contact_id uuid, p_on date)
returns table (id uuid, number text, issue_date date, due_date date, gross numeric, open numeric)
  language sql stable security definer set search_path = ''
as $$
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
$$;

create or replace function private.statement_of(p_contact_id uuid, p_from date, p_to date) returns jsonb
  language sql stable security definer set search_path = ''
as $$
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
$$;

alter table public.invoices add column search_text text not null
  generated always as (private.folded(coalesce(invoice_number, '') || ' ' || coalesce(project_title, ''))) stored;
comment on column public.invoices.search_text is 'What a search looks through: number and title, folded.';
drop index public.invoices_searched_idx;
-- Written at once: rows that wait in a list of their own would be read by every search.
create index invoices_search_text_idx on public.invoices using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
update private.record_kinds set searched = 'r.search_text', is_folded = true where kind = 'invoice';

create or replace function public.invoices_named(p_text text) returns setof public.invoices
  language sql stable security invoker set search_path = ''
as $$
  select v.* from public.invoices v where v.id = any (array(select private.records_named('invoice', p_text, 2000)))
$$;

create or replace function private.invoice_totals(
  p_on date, p_status text default null, p_contact_id uuid default null, p_overdue boolean default false, p_text text default null)
returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select jsonb_build_object('gross', private.amount_text(coalesce(sum(v.gross), 0)),
        'balance', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void')), 0)),
        'overdue', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void') and v.due_date < p_on), 0)))
      from public.invoices v
     where v.status <> 'void' and v.kind <> 'proforma'
       and (p_status is null or v.status = p_status) and (p_contact_id is null or v.contact_id = p_contact_id)
       and (not coalesce(p_overdue, false) or (v.status in ('issued', 'partly_paid') and v.balance > 0 and v.due_date < p_on))
       and (coalesce(btrim(p_text), '') = '' or v.id = any (array(select private.records_named('invoice', p_text, 2000)))));
end $$;

-- What is generated is not there yet before an update.
create or replace function private.guard_issued() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := to_jsonb(old);
  v_column text;
begin
  if tg_op = 'DELETE' then
    raise exception using errcode = 'PT409', message = format('An issued %s is never removed', replace(tg_argv[0], '_', ' '));
  end if;
  select changed.key into v_column
    from jsonb_each(to_jsonb(new)) as changed
   where changed.value is distinct from v_before -> changed.key
     and changed.key not in ('status', 'gross', 'paid', 'credited', 'balance', 'allocated', 'open', 'sent_at', 'first_viewed_at', 'last_viewed_at',
       'reminder_stage', 'archived_at', 'link_revoked_at', 'row_version', 'search_text', 'contact_id', 'person_id', 'created_by', 'issued_by')
   limit 1;
  if found then
    raise exception using errcode = 'PT409',
      message = format('An issued %s never changes: correct it by a credit note', replace(tg_argv[0], '_', ' ')), detail = v_column;
  end if;
  return new;
end $$;

revoke execute on all routines in schema private from public;
