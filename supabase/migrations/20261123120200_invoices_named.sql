-- Accounts of a large company: the list of invoices finds words in number, title and client by their index, as quotations do,
-- and reads its first page in order; the day is asked for once and not for every invoice.

-- The kit's lists put what is empty last, also where nothing can be.
create index invoices_newest_idx on public.invoices (created_at desc nulls last, id desc nulls last);

create function public.invoices_named(p_text text) returns setof public.invoices
  language sql stable security invoker set search_path = ''
as $$
  select v.* from private.records_named('invoice', p_text, 2000) as found (id) join public.invoices v on v.id = found.id
$$;
comment on function public.invoices_named is
  'Invoices whose number, title or client holds every word of the text; the 2,000 newest. The policies of invoices apply.';
revoke execute on function public.invoices_named from public, anon, authenticated;
grant execute on function public.invoices_named to authenticated, service_role;

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
       and (coalesce(btrim(p_text), '') = '' or v.id in (select private.records_named('invoice', p_text, 2000))));
end $$;

-- What each client owes, by age: the day of the company is one value of the whole answer.
create or replace function private.client_ageing(p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, client_name text, contact_type text, balance numeric, overdue numeric, credit numeric, not_due numeric, days_30 numeric, days_60 numeric, days_90 numeric, older numeric, oldest_due date, open_invoices bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
  with today as materialized (
    select private.company_today() as day
  ), owed as (
    select v.contact_id, sum(v.balance) as open,
           coalesce(sum(v.balance) filter (where late <= 0), 0.00) as not_due,
           coalesce(sum(v.balance) filter (where late between 1 and 30), 0.00) as days_30,
           coalesce(sum(v.balance) filter (where late between 31 and 60), 0.00) as days_60,
           coalesce(sum(v.balance) filter (where late between 61 and 90), 0.00) as days_90,
           coalesce(sum(v.balance) filter (where late > 90), 0.00) as older,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices
      from today, public.invoices v,
           lateral (select today.day - coalesce(v.due_date, v.issue_date) as late) as days
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
  select c.id, private.client_label(c), c.type::text, coalesce(o.open, 0.00) - coalesce(f.open, 0.00),
         coalesce(o.open - o.not_due, 0.00), coalesce(f.open, 0.00), coalesce(o.not_due, 0.00), coalesce(o.days_30, 0.00),
         coalesce(o.days_60, 0.00), coalesce(o.days_90, 0.00), coalesce(o.older, 0.00), o.oldest_due, coalesce(o.invoices, 0)
    from owed o full join free f on f.contact_id = o.contact_id
    join public.contacts c on c.id = coalesce(o.contact_id, f.contact_id)
   where (private.is_server() or private.can('statements', 'view')) and (coalesce(o.open, 0) <> 0 or coalesce(f.open, 0) <> 0)
$$;

create or replace function private.client_balances(p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(contact_id uuid, balance numeric, overdue numeric, credit numeric, oldest_due date, open_invoices bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $$
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
$$;

revoke execute on all routines in schema private from public;
