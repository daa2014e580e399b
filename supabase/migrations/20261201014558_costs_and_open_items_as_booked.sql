set check_function_bodies = off;

create or replace function private.reverse_entry(p_id uuid, p_reason text, p_on date default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.book_entries;
  v_back public.book_entries;
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'make entries in the books');
  select * into v_entry from public.book_entries where id = p_id for no key update;
  if not found then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_entry.reverses_id is not null then
    perform private.refuse('PT409', 'This entry takes another back. Please make the entry anew instead.');
  end if;
  select * into v_back from public.book_entries where reverses_id = p_id;
  if found then
    return v_back.entry_number;
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 400 then
    perform private.refuse('22023', 'Please say why, in 400 characters at most');
  elsif p_on < v_entry.on_date then
    perform private.refuse('22023', format('The entry is of %s: it is taken back then or later', private.day_text(v_entry.on_date)));
  elsif p_on > private.company_today() + 366 then
    perform private.refuse('22023', 'Please choose a day at most a year ahead');
  end if;
  insert into public.book_entries (entry_number, on_date, purpose, words, vat_return_id, reverses_id, created_by)
  values (private.draw_number('JE'), coalesce(p_on, private.first_open_day(v_entry.on_date)), v_entry.purpose,
    format('%s is taken back: %s', v_entry.entry_number, btrim(p_reason)), v_entry.vat_return_id, p_id, auth.uid())
  returning * into v_back;
  insert into public.book_entry_lines (book_entry_id, place, account_id, cost_account_id, amount, words)
  select v_back.id, l.place, l.account_id, l.cost_account_id, -l.amount, l.words from public.book_entry_lines l where l.book_entry_id = p_id;
  return v_back.entry_number;
end $$;

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
    select 'costs_without_account', c.amount, null, null from private.costs_without_account(coalesce(private.books_closed_to() + 1, '1900-01-01'), p_to) as c
    union all
    select 'unpaid_runs', r.total, null, null from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null, null, null from private.ledger_differences(p_to)
    union all
    select case when r.is_changed then 'changed_returns' else 'returns_to_file' end, null, null, jsonb_build_object('from', r.from_day, 'to', r.to_day)
      from private.returns_to_file(p_to) as r
    union all
    select 'cash_differs', abs(d.amount), null, null from (select private.till_difference(p_to) as amount) as d where d.amount <> 0
    union all
    select 'bank_differs', case when a.currency = private.books_currency() then abs(a.said - a.opening - a.listed) end, null, null
      from private.bank_accounts_as_at(p_to) as a where a.said <> a.opening + a.listed
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end,
         coalesce(jsonb_agg(f.of_order order by f.of_order ->> 'number') filter (where f.of_order is not null), '[]'),
         coalesce(jsonb_agg(f.days order by f.days ->> 'from') filter (where f.days is not null), '[]')
    from found f group by f.part;
end $$;

create or replace function private.bills_without_account() returns setof public.supplier_invoices
  language sql stable security definer set search_path = ''
as $$
  select s.* from public.supplier_invoices s
   where s.id in (select c.id from private.costs_without_account(coalesce(private.books_closed_to() + 1, '1900-01-01'), '2101-01-01') as c)
     and (private.is_server() or private.can('supplier-invoices', 'view'))
$$;

create or replace function private.costs_without_account(p_from date, p_to date) returns table (id uuid, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select b.id, sum(b.amount) from private.journal_of_bills(p_from, p_to) as b where b.part = 'costs' and b.cost_account_id is null group by 1
$$;

create or replace function private.open_items_of_clients(p_on date)
returns table (contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric, paper_amount numeric,
  paper_open numeric)
  language sql stable security definer set search_path = ''
as $$
  with invoices as materialized (
    select v.* from public.invoices v where v.status not in ('draft', 'void') and v.kind <> 'proforma' and coalesce(v.opening_on, v.issue_date) <= p_on
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
            union all select r.payment_id, r.amount from public.payment_refunds r where r.refunded_on <= p_on
            union all select k.payment_id, k.amount from public.kept_deposits k where k.kept_on <= p_on) as x group by 1
  )
  select v.contact_id, 'invoice', v.id, v.invoice_number, v.issue_date, v.due_date, coalesce(v.worth, v.gross),
         coalesce(v.worth, v.gross) - private.share_of_worth(coalesce(s.amount, 0), v.gross, v.worth), v.gross, v.gross - coalesce(s.amount, 0)
    from invoices v left join settled s on s.id = v.id
  union all
  select n.contact_id, 'credit_note', n.id, n.credit_number, n.issue_date, null, -coalesce(n.worth, n.gross),
         private.share_of_worth(coalesce(c.amount, 0), n.gross, n.worth) - coalesce(n.worth, n.gross), -n.gross, coalesce(c.amount, 0) - n.gross
    from notes n left join credited c on c.id = n.id
  union all
  select p.contact_id, 'payment', p.id, p.payment_number, p.received_on, null, s.sign * coalesce(p.worth, p.amount),
         s.sign * (coalesce(p.worth, p.amount) - private.share_of_worth(coalesce(u.amount, 0), p.amount, p.worth)), s.sign * p.amount, s.sign * (p.amount - coalesce(u.amount, 0))
    from payments p left join used u on u.id = p.id cross join lateral (select case p.direction when 'in' then -1 else 1 end as sign) as s
$$;

create or replace function private.open_items(p_on date)
returns table (side text, contact_id uuid, kind text, id uuid, number text, on_date date, due_date date, amount numeric, open numeric, paper_amount numeric,
  paper_open numeric)
  language sql stable security definer set search_path = ''
as $$
  select 'clients', c.* from private.open_items_of_clients(p_on) as c where c.paper_open <> 0
  union all
  -- A bill that is disputed, or booked later, is not owed; what was paid for it stands alone.
  select 'suppliers', b.supplier_id, 'supplier_invoice', b.id, b.supplier_number,
         case when b.opening_on is null then b.booked_on else b.invoice_date end, b.due_date, -s.owed, coalesce(paid.amount, 0) - s.owed,
         -s.owed, coalesce(paid.amount, 0) - s.owed
    from public.supplier_invoices b
    left join (select p.supplier_invoice_id as id, sum(p.amount + p.discount) as amount from public.supplier_payments p
                where p.paid_on <= p_on group by 1) as paid on paid.id = b.id
   cross join lateral (select case when b.booked_on <= p_on and b.status <> 'disputed' then b.gross else 0 end as owed) as s
   where b.currency = (select x.currency from public.company_settings x) and coalesce(paid.amount, 0) <> s.owed
$$;

create or replace function private.purchase_proposal(p_supplier_id uuid)
returns table (treatment text, rate text, deductible_pct text, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v record;
  v_last record;
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  select private.union_state(c.vat_number) as number, private.union_state(s.vat_number) as own_number, private.country_code(c.country) as country,
         private.home_country() as own, s.tax_kind,
         exists (select from public.inventory_items i where i.supplier_id = c.id)
           or exists (select from public.purchase_orders o where o.supplier_id = c.id and o.status <> 'cancelled') as is_goods
    into v from public.contacts c cross join public.company_settings s where c.id = p_supplier_id;
  select l.vat_treatment as treatment, l.vat_rate as rate, l.deductible_pct as pct, l.vat, private.is_own_tax(l.vat_treatment) as is_own into v_last
    from public.supplier_invoices b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id
   where b.supplier_id = p_supplier_id and b.opening_on is null order by b.invoice_date desc, b.created_at desc, l.net desc limit 1;
  if v.tax_kind is distinct from 'vat' then
    return;
  elsif v_last.treatment <> 'standard' or v_last.vat <> 0 then
    return query select v_last.treatment, case when v_last.is_own then trim_scale(v_last.rate)::text end, trim_scale(v_last.pct)::text, 'usual'::text;
  elsif v.number <> v.own_number then
    return query select case when v.is_goods then 'intra_community' else 'reverse_charge' end, trim_scale(private.home_rate())::text, '100'::text,
      case when v.is_goods then 'union_goods' else 'union_services' end;
  elsif v.country <> v.own and private.is_of_the_union(v.country) and private.is_of_the_union(v.own) then
    return query select 'standard'::text, null::text, '0'::text, 'foreign_tax'::text;
  elsif v.country <> v.own and v.number is null then
    return query select case when v.is_goods then 'outside' else 'reverse_charge' end,
      case when not v.is_goods then trim_scale(private.home_rate())::text end, '100'::text,
      case when v.is_goods then 'beyond_goods' else 'beyond_services' end;
  end if;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.bills_without_account()');

comment on function private.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them. periods: [{from, to}] of returns.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (bills of open days, and what the journal books of them without a cost account), unpaid_runs,
changed_returns, returns_to_file, bank_differs (accounts whose entries do not lead to the balance of the bank), cash_differs (the cash book is not its account), differences.';

comment on function private.open_items_of_clients(pg_catalog.date) is 'Papers and payments of clients up to a day, with what was open of each on that day, whatever was settled later: amount and open in the currency of the books,
paper_amount and paper_open in that of the client. Papers of the former books count from the day at which those end, as in the journal, with their own date. Above zero the client owes it.';

comment on function private.purchase_proposal(pg_catalog.uuid) is 'The VAT treatment that a bill of this supplier probably has, the rate where the company owes it itself, the share that is deducted, and why: usual (as on its last
bill), union_goods or union_services (a VAT number of another state of the Union; goods where material or purchase orders name it), foreign_tax (of
another state, without such a number: what it bills is not deducted here), beyond_goods or beyond_services (outside the Union: the supplier bills goods without
VAT, which is owed to customs or its forwarder). No row at home and where a country
is unknown.';

comment on function public.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them. periods: [{from, to}] of returns.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (bills of open days, and what the journal books of them without a cost account), unpaid_runs,
changed_returns, returns_to_file, bank_differs (accounts whose entries do not lead to the balance of the bank), cash_differs (the cash book is not its account), differences.';

comment on function public.purchase_proposal(pg_catalog.uuid) is 'The VAT treatment that a bill of this supplier probably has, the rate where the company owes it itself, the share that is deducted, and why: usual (as on its last
bill), union_goods or union_services (a VAT number of another state of the Union; goods where material or purchase orders name it), foreign_tax (of
another state, without such a number: what it bills is not deducted here), beyond_goods or beyond_services (outside the Union: the supplier bills goods without
VAT, which is owed to customs or its forwarder). No row at home and where a country
is unknown.';

comment on function private.bills_without_account() is 'Bills of open days of which the journal books something on no cost account, as closing_checks counts them. For whoever may view invoices of suppliers.';

comment on function private.costs_without_account(pg_catalog.date,pg_catalog.date) is 'Bills of these days of which the journal books something on no cost account, with that amount: lines without one, and what a bill has beyond its lines. Their sum is what
bills move on the account of costs without an account. For functions that asked for the right.';

comment on function public.bills_without_account() is 'Bills of open days of which the journal books something on no cost account, as closing_checks counts them. For whoever may view invoices of suppliers.';

reset check_function_bodies;
