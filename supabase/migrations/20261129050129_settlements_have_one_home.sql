set check_function_bodies = off;

-- A paper settles nothing before the later of its days, and one that does not count settles nothing.
create view private.settlements as
  select a.invoice_id, a.payment_id, null::uuid as credit_note_id, a.amount, greatest(a.allocated_on, p.received_on, v.issue_date) as on_date
    from public.payment_allocations a
    join public.payments p on p.id = a.payment_id and p.status in ('succeeded', 'part_refunded', 'refunded')
    join public.invoices v on v.id = a.invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select a.invoice_id, null, a.credit_note_id, a.amount, greatest(a.allocated_on, n.issue_date, v.issue_date)
    from public.credit_allocations a
    join public.credit_notes n on n.id = a.credit_note_id and n.status not in ('draft', 'void')
    join public.invoices v on v.id = a.invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select w.invoice_id, null, null, w.amount, w.written_off_on from public.write_offs w;

create or replace function private.open_invoices(p_contact_id uuid, p_on date)
returns table (id uuid, number text, issue_date date, due_date date, gross numeric, open numeric)
  language sql stable security definer set search_path = ''
as $$
  with invoices as materialized (
    select v.id, v.invoice_number, v.issue_date, v.due_date, v.gross
      from public.invoices v
     where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_on
  ), settled as (
    select s.invoice_id, sum(s.amount) as amount from private.settlements s
     where s.invoice_id = any (array(select v.id from invoices v)) and s.on_date <= p_on group by 1
  )
  select v.id, v.invoice_number, v.issue_date, v.due_date, v.gross, v.gross - coalesce(s.amount, 0)
    from invoices v left join settled s on s.invoice_id = v.id
$$;

create or replace function private.open_items_of_clients(p_on date)
returns table (contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric)
  language sql stable security definer set search_path = ''
as $$
  with invoices as materialized (
    select v.* from public.invoices v where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_on
  ), notes as materialized (
    select n.* from public.credit_notes n where n.status not in ('draft', 'void') and n.issue_date <= p_on
  ), payments as materialized (
    select p.* from public.payments p where p.status in ('succeeded', 'part_refunded', 'refunded') and p.received_on <= p_on
  ), settlements as materialized (
    select s.invoice_id, s.payment_id, s.credit_note_id, s.amount from private.settlements s where s.on_date <= p_on
  ), settled as (
    select s.invoice_id as id, sum(s.amount) as amount from settlements s group by 1
  ), credited as (
    select s.credit_note_id as id, sum(s.amount) as amount from settlements s where s.credit_note_id is not null group by 1
  ), used as (
    select x.payment_id as id, sum(x.amount) as amount
      from (select s.payment_id, s.amount from settlements s where s.payment_id is not null
            union all select r.payment_id, r.amount from public.payment_refunds r where r.refunded_on <= p_on) as x group by 1
  )
  select v.contact_id, 'invoice', v.id, v.invoice_number, v.issue_date, v.due_date, v.gross, v.gross - coalesce(s.amount, 0)
    from invoices v left join settled s on s.id = v.id
  union all
  select n.contact_id, 'credit_note', n.id, n.credit_number, n.issue_date, null, -n.gross,
         coalesce(c.amount, 0) - n.gross
    from notes n left join credited c on c.id = n.id
  union all
  select p.contact_id, 'payment', p.id, p.payment_number, p.received_on, null, s.sign * p.amount, s.sign * (p.amount - coalesce(u.amount, 0))
    from payments p left join used u on u.id = p.id cross join lateral (select case p.direction when 'in' then -1 else 1 end as sign) as s
$$;

comment on view private.settlements is 'What settles invoices, and from which day on: payments, credit notes and what was written off. The statement and the list of open items read it.';

reset check_function_bodies;
