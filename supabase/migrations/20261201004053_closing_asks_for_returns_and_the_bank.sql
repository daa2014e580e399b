set check_function_bodies = off;

drop routine private.closing_checks(p_to date);

drop routine public.closing_checks(p_to date);

create or replace function private.closing_checks(p_to date) returns table (part text, number bigint, amount text, orders jsonb, periods jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'close the books');
  return query
  with found (part, value, of_order, days) as (
    select 'bank_entries', null::numeric, null::jsonb, null::jsonb from public.bank_entries e where e.status = 'open' and e.booked_on <= p_to
    union all
    select 'draft_invoices', private.worth(v.net + v.vat, v.rate), null, null from public.invoices v where v.status = 'draft' and private.day_of(v.created_at) <= p_to
    union all
    select 'draft_credit_notes', private.worth(n.net + n.vat, n.rate), null, null from public.credit_notes n where n.status = 'draft' and private.day_of(n.created_at) <= p_to
    union all
    select 'to_invoice', private.worth(t.net, o.rate), null, null from private.to_invoice() as t join public.orders o on o.id = t.order_id where private.day_of(t.since) <= p_to
    union all
    select 'deposits_without_invoice', private.worth_of_open(p.open, p.amount, p.worth), null, null from public.payments p
     where p.order_id is not null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    -- Free again on an order with nothing left to invoice. Few deposits are looked at: those whose invoice was credited, or that no invoice deducts whole.
    select 'deposits_without_invoice', private.worth(u.gross, o.rate), jsonb_build_object('id', o.id, 'number', o.order_number, 'gross', private.amount_text(u.gross)), null
      from (select distinct d.order_id from public.invoices d
             where d.kind = 'deposit' and d.status not in ('draft', 'void') and d.issue_date <= p_to
               and (exists (select from public.invoice_items i join public.credit_notes n on n.invoice_id = i.invoice_id where i.deducts_invoice_id = d.id)
                 or d.net > (select coalesce(-sum(i.net), 0) from public.invoice_items i where i.deducts_invoice_id = d.id))) as of_order
      join public.orders o on o.id = of_order.order_id
     cross join lateral private.unused_deposits(o.id) as u where u.issue_date <= p_to
    union all
    select 'open_payments', private.worth_of_open(p.open, p.amount, p.worth), null, null from public.payments p
     where p.order_id is null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    select 'unapproved_bills', case when s.currency = private.books_currency() then s.gross end, null, null from public.supplier_invoices s where s.status in ('received', 'disputed') and s.booked_on <= p_to
    union all
    select 'foreign_bills', null, null, null from public.supplier_invoices s where s.currency <> private.books_currency() and s.booked_on <= p_to
    union all
    select 'costs_without_account', case when s.currency = private.books_currency() then case when s.is_credit then -i.net else i.net end end, null, null
      from public.supplier_invoice_items i join public.supplier_invoices s on s.id = i.supplier_invoice_id
     where i.cost_account_id is null and s.status <> 'disputed' and s.opening_on is null
       and s.booked_on between coalesce(private.books_closed_to() + 1, '-infinity') and p_to
    union all
    select 'unpaid_runs', r.total, null, null from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null, null, null from private.ledger_differences(p_to)
    union all
    select case when r.is_changed then 'changed_returns' else 'returns_to_file' end, null, null, jsonb_build_object('from', r.from_day, 'to', r.to_day)
      from private.returns_to_file(p_to) as r
    union all
    select 'bank_differs', case when a.currency = private.books_currency() then abs(a.said - a.opening - a.listed) end, null, null
      from private.bank_accounts_as_at(p_to) as a where a.said <> a.opening + a.listed
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end,
         coalesce(jsonb_agg(f.of_order order by f.of_order ->> 'number') filter (where f.of_order is not null), '[]'),
         coalesce(jsonb_agg(f.days order by f.days ->> 'from') filter (where f.days is not null), '[]')
    from found f group by f.part;
end $$;

create or replace function private.returns_to_file(p_to date) returns table (from_day date, to_day date, is_changed boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_last public.vat_returns;
  v_months integer;
begin
  -- Figures of closed days cannot change; four returns are a year of quarters.
  return query
    select r.from_day, r.to_day, true
      from (select distinct on (f.from_day, f.to_day) f from public.vat_returns f
             where f.to_day <= p_to and f.to_day > coalesce(private.closed_to('everybody'), '-infinity')
             order by f.from_day, f.to_day, f.place desc) as newest (f)
     cross join lateral (select (newest.f).*) as r
     where exists (select from private.vat_changes(newest.f)) order by r.to_day desc limit 4;
  select * into v_last from public.vat_returns r where r.to_day <= p_to order by r.to_day desc, r.place desc limit 1;
  -- The next returns are as long as the last one, where that was of whole months.
  if extract(day from v_last.from_day) <> 1 or extract(day from v_last.to_day + 1) <> 1 then
    return;
  end if;
  v_months := 12 * (extract(year from v_last.to_day + 1) - extract(year from v_last.from_day)) + extract(month from v_last.to_day + 1) - extract(month from v_last.from_day);
  return query
    select n.begins, n.ends, false
      from generate_series(0, 23) as i
     cross join lateral (select (v_last.to_day + 1 + make_interval(months => i * v_months))::date as begins,
                                (v_last.to_day + 1 + make_interval(months => (i + 1) * v_months))::date - 1 as ends) as n
     where n.ends <= p_to;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.closing_checks(date)');

comment on function private.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them. periods: [{from, to}] of returns.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (lines of bills, net), unpaid_runs,
changed_returns, returns_to_file, bank_differs (accounts whose entries do not lead to the balance of the bank), differences.';

comment on function private.returns_to_file(pg_catalog.date) is 'The returns that are left to file when days up to p_to are closed: filed ones whose figures changed since (is_changed), and periods after the last filed return, as
long as that one, that are over (24 at most). None where nothing was ever filed, or where the last return was not of whole months. For functions that asked for the right.';

comment on function public.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them. periods: [{from, to}] of returns.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (lines of bills, net), unpaid_runs,
changed_returns, returns_to_file, bank_differs (accounts whose entries do not lead to the balance of the bank), differences.';

reset check_function_bodies;
