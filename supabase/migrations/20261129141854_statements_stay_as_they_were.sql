set check_function_bodies = off;

create or replace function private.account_entries(p_contact_id uuid) returns table(on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
  language sql stable security definer set search_path = ''
as $$
  with slips as materialized (
    select s.id from private.slips(p_contact_id) as s
  )
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.gross <> 0
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.gross <> 0
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, p.reference, null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p
   where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded') and p.id not in (select s.id from slips s)
  union all
  select r.refunded_on, case when r.reverses_id is null then 4 else 5 end, 'refund', r.id, p.payment_number,
         case when r.reverses_id is not null then 'Refund recorded by mistake' when r.kind = 'reversal' then 'Recorded by mistake' else r.reason end,
         null, greatest(r.amount, 0), greatest(-r.amount, 0)
    from public.payment_refunds r join public.payments p on p.id = r.payment_id
   where p.contact_id = p_contact_id and r.id not in (select s.id from slips s)
  union all
  select k.kept_on, 8, 'deposit', k.id, p.payment_number, o.order_number, null, greatest(k.amount, 0), greatest(-k.amount, 0)
    from public.kept_deposits k join public.payments p on p.id = k.payment_id join public.orders o on o.id = k.order_id
   where p.contact_id = p_contact_id and p.id not in (select s.id from slips s)
  union all
  select w.written_off_on, case when w.reverses_id is null then 6 else 7 end, 'write_off', w.id, v.invoice_number, null, null, greatest(-w.amount, 0), greatest(w.amount, 0)
    from public.write_offs w join public.invoices v on v.id = w.invoice_id
   where v.contact_id = p_contact_id and w.id not in (select s.id from slips s)
  union all
  select d.given_on, case when d.reverses_id is null then 6 else 7 end, 'cash_discount', d.id, v.invoice_number, null, null, greatest(-d.amount, 0), greatest(d.amount, 0)
    from public.cash_discounts d join public.invoices v on v.id = d.invoice_id
   where v.contact_id = p_contact_id and d.id not in (select s.id from slips s)
$$;

comment on function private.account_entries(pg_catalog.uuid) is 'What moves the account of a client: invoices and refunds up, credit notes, payments, what was written off and cash discounts down. A deposit that is kept for
an order waits beside the account: up when it is kept, down when it is set against an invoice or is credit again. Papers over 0.00 move nothing,
nor does what was recorded and taken back on one day (slips). sort: on a day, what takes back stands after what it takes back.';

reset check_function_bodies;
