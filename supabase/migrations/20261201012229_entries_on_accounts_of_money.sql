set check_function_bodies = off;

create or replace function private.is_money(p_id uuid, p_method text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.account_rules r
     where r.part = 'money' and coalesce(r.method, 'bank') = p_method
       and (r.account_id = p_id or r.account_id in (select m.to_account_id from public.moved_accounts m where m.account_id = p_id)));
end $$;

create or replace function private.account_choice(p_id uuid, p_vat_rate numeric, p_method text default 'bank') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account public.ledger_accounts;
  v_cost public.cost_accounts;
begin
  select * into v_account from public.ledger_accounts where id = p_id;
  select * into v_cost from public.cost_accounts where id = p_id;
  if num_nonnulls(v_account.id, v_cost.id) = 0 then
    perform private.refuse('22023', 'Please choose the account');
  elsif coalesce(v_account.archived, v_cost.archived) then
    perform private.refuse('PT409', format('%s is archived. Please choose another account.', private.account_in_words(v_account.id, v_cost.id)));
  elsif private.is_of_papers(p_id) then
    perform private.refuse('PT409', format('%s is moved by papers and their payments only. Please choose the client or the supplier, or another account.', v_account.label));
  elsif p_method = 'cash' and private.is_money(p_id, 'cash') then
    perform private.refuse('PT409', format('%s is the till itself. Please choose the account of the other side.', v_account.label));
  elsif p_method = 'cash' and private.is_money(p_id, 'bank') then
    perform private.refuse('PT409', format('%s is the account of the bank. Please say that the money was brought to the bank, or taken from it.', v_account.label));
  elsif private.is_money(p_id, 'bank') then
    perform private.refuse('PT409', format('%s is the account of this statement. Please choose the account of the other side.', v_account.label));
  elsif p_vat_rate is not null and v_cost.id is null and v_account.kind <> 'income' then
    perform private.refuse('22023', private.with_tax('{Tax} is only in costs and income: please choose an account of these, or no {tax}'));
  elsif p_vat_rate is not null and v_cost.id is null and (select s.tax_kind = 'sales_tax' from public.company_settings s) then
    perform private.refuse('22023', private.with_tax('{Tax} is owed for invoices alone: please make one, or choose no {tax}'));
  elsif not coalesce(p_vat_rate between 0 and 100 and p_vat_rate = trunc(p_vat_rate, 4), true) then
    perform private.refuse('22023', private.with_tax('Please choose a rate of {tax} from 0 to 100'));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('account_id', v_account.id, 'cost_account_id', v_cost.id, 'vat_rate', trim_scale(p_vat_rate)::text));
end $$;

create or replace function private.tax_settlement(p_return_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_return public.vat_returns;
begin
  perform private.must_see_books();
  select * into v_return from public.vat_returns where id = p_return_id;
  if not found then
    perform private.refuse('PT404', 'This return is not there any more');
  end if;
  return jsonb_build_object(
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('account', s.label, 'amount', private.amount_text(s.amount)) order by s.label), '[]')
                from private.tax_to_settle(v_return.from_day, v_return.to_day) as s),
    'owed', (select private.amount_text(-coalesce(sum(s.amount), 0)) from private.tax_to_settle(v_return.from_day, v_return.to_day) as s),
    'on_day', private.first_open_day(v_return.to_day),
    'account_id', coalesce(
      (select a.id from public.book_entries e join public.book_entry_lines k on k.book_entry_id = e.id
         join public.ledger_accounts a on a.id = private.stands_on(k.account_id, private.company_today())
        where e.purpose = 'tax' and k.place = 0 and not a.archived order by e.created_at desc limit 1),
      (select a.id from public.ledger_accounts a where (a.code, a.kind) in (('2250', 'liability'), ('1780', 'liability'), ('2436', 'liability')) and not a.archived order by a.code desc limit 1)),
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'number', e.entry_number, 'on_date', e.on_date) order by e.created_at), '[]')
                  from public.book_entries e join public.vat_returns r on r.id = e.vat_return_id where (r.from_day, r.to_day) = (v_return.from_day, v_return.to_day)));
end $$;

create or replace function private.cash_moves(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with tills as materialized (
    select * from private.tills()
  ), moved as (
    select p.received_on as on_date, 3 as sort, 'payment' as kind, p.id, p.id as entry_id, p.payment_number as number, p.contact_id, p.reference as words,
           case p.direction when 'in' then 1 else -1 end * coalesce(p.worth, p.amount) as amount
      from public.payments p
     where p.method = 'cash' and p.received_on between p_from and p_to and p.status in ('succeeded', 'part_refunded', 'refunded') and p.opening_on is null
    union all
    select r.refunded_on, 4, 'payment', p.id, r.id, p.payment_number, p.contact_id, r.reason, -coalesce(r.worth, r.amount)
      from public.payment_refunds r join public.payments p on p.id = r.payment_id
     where coalesce(r.way, p.method) = 'cash' and r.refunded_on between p_from and p_to
    union all
    select s.paid_on, 7, 'supplier_invoice', b.id, s.id, b.supplier_number, b.supplier_id, s.reference, -s.amount - s.exchange
      from public.supplier_payments s join public.supplier_invoices b on b.id = s.supplier_invoice_id
     where s.method = 'cash' and s.paid_on between p_from and p_to and not s.is_opening and b.currency = (select c.currency from public.company_settings c)
    union all
    select b.booked_on, 8, 'cash_entry', coalesce(b.reverses_id, b.id), b.id, b.number, null, b.words, -b.amount
      from public.bank_bookings b where b.method = 'cash' and b.booked_on between p_from and p_to
  )
  select m.* from moved m where m.amount <> 0 and exists (select from tills t where m.on_date between t.first_day and t.last_day)
  union all
  -- What somebody booked to the account of the till itself.
  select h.on_date, h.sort, h.kind, h.id, h.entry_id, h.number, null::uuid, h.words, h.amount
    from private.booked_to(array(select distinct t.account_id from tills t), p_from, p_to) as h
$$;

create or replace function private.till_difference(p_to date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tills constant uuid[] := array(select distinct t.account_id from private.tills() as t);
begin
  return case when v_tills = '{}' then 0
    else private.till_at(p_to) - (select coalesce(sum(o.amount), 0) from private.journal_openings(p_to + 1) as o where o.account_id = any (v_tills)) end;
end $$;

create or replace function private.cash_book(p_from date, p_to date, p_before text default null, p_limit integer default 100)
returns table (place text, on_date date, kind text, id uuid, entry_id uuid, number text, contact_id uuid, party text, words text, account text, vat_rate text, vat text,
  came_in text, went_out text, balance text, state text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see the cash book');
  perform private.refuse_long_period(p_from, p_to);
  return query
    with lines as materialized (
      select m.*, concat_ws('~', to_char(m.on_date, 'YYYYMMDD'), lpad(m.sort::text, 2, '0'), m.number, m.entry_id) collate "C" as spot from private.cash_moves(p_from, p_to) as m
    )
    select l.spot, l.on_date, l.kind, l.id, l.entry_id, l.number, l.contact_id, private.client_label(c), l.words,
           case when l.kind = 'cash_entry' then private.account_in_words(s.account_id, s.account_id) end, trim_scale(b.vat_rate)::text,
           case when b.vat <> 0 then private.amount_text(abs(b.vat)) end, case when l.amount > 0 then private.amount_text(l.amount) end,
           case when l.amount < 0 then private.amount_text(-l.amount) end, private.amount_text(l.total),
           case when l.kind <> 'cash_entry' then null when b.reverses_id is not null then 'takes_back'
             when exists (select from public.bank_bookings r where r.reverses_id = b.id) then 'taken_back' else 'booked' end
      from (select x.*, private.till_at(p_from - 1) + sum(x.amount) over (order by x.spot) as total from lines x) as l
      left join public.bank_bookings b on l.kind = 'cash_entry' and b.id = l.entry_id
      left join lateral (select private.stands_on(coalesce(b.account_id, b.cost_account_id), b.booked_on) as account_id) as s on b.id is not null
      left join public.contacts c on c.id = l.contact_id
     where p_before is null or l.spot < p_before
     order by l.spot desc limit least(greatest(coalesce(p_limit, 100), 1), 1000);
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

create or replace function private.stands_on(p_id uuid, p_day date) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select coalesce(m.to_account_id, m.to_cost_account_id) from public.moved_accounts m
     where p_id in (m.account_id, m.cost_account_id) and (m.from_day is null or m.from_day <= p_day) order by m.from_day desc nulls last limit 1), p_id);
end $$;

create or replace function private.days_of_names(p_accounts uuid[]) returns table (named_id uuid, first_day date, last_day date)
  language sql stable security definer set search_path = ''
as $$
  with steps as (
    select coalesce(m.account_id, m.cost_account_id) as named_id, coalesce(m.to_account_id, m.to_cost_account_id) as booked_as,
           coalesce(m.from_day, '1900-01-01') as first_day, m.from_day is null as is_always, true as is_moved
      from public.moved_accounts m
    union all
    select n.id, n.id, '1900-01-01', true, false
      from (select unnest(p_accounts) as id union select coalesce(m.account_id, m.cost_account_id) from public.moved_accounts m) as n
  )
  select x.named_id, x.first_day, x.last_day
    from (select s.named_id, s.booked_as, s.first_day,
                 coalesce(lead(s.first_day) over (partition by s.named_id order by s.first_day, s.is_moved) - 1, '2200-01-01') as last_day
            from steps s) as x
   where x.booked_as = any (p_accounts) and x.first_day <= x.last_day
$$;

create or replace function private.booked_to(p_accounts uuid[], p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, words text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with names as materialized (
    select * from private.days_of_names(p_accounts)
  )
  select b.booked_on, 8, b.method || '_entry', coalesce(b.reverses_id, b.id), b.id, b.number, concat_ws(' · ', b.party_name, b.words), b.amount - b.vat
    from public.bank_bookings b join names n on n.named_id = coalesce(b.account_id, b.cost_account_id) and b.booked_on between n.first_day and n.last_day
   where b.booked_on between p_from and p_to
  union all
  select e.on_date, 10, 'book_entry', e.id, e.id, e.entry_number, e.words, sum(l.amount)
    from public.book_entries e join public.book_entry_lines l on l.book_entry_id = e.id
    join names n on n.named_id = coalesce(l.account_id, l.cost_account_id) and e.on_date between n.first_day and n.last_day
   where e.on_date between p_from and p_to group by e.id having sum(l.amount) <> 0
$$;

revoke execute on all routines in schema private from public;

comment on function private.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them. periods: [{from, to}] of returns.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (lines of bills, net), unpaid_runs,
changed_returns, returns_to_file, bank_differs (accounts whose entries do not lead to the balance of the bank), cash_differs (the cash book is not its account), differences.';

comment on function public.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them. periods: [{from, to}] of returns.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (lines of bills, net), unpaid_runs,
changed_returns, returns_to_file, bank_differs (accounts whose entries do not lead to the balance of the bank), cash_differs (the cash book is not its account), differences.';

comment on function private.booked_to(pg_catalog.uuid[],pg_catalog.date,pg_catalog.date) is 'What somebody booked to these accounts by naming one: entries of the bank, of the cash book and by hand, as the journal has them in whatever chart. Above zero is a debit. For
functions that asked for the right.';

comment on function private.days_of_names(pg_catalog.uuid[]) is 'Which accounts an entry may name, and on which days, so that the journal has it on one of p_accounts: these themselves, and those whose counterpart they are (private.stands_on).';

comment on function private.is_money(pg_catalog.uuid,pg_catalog.text) is 'Rules lead money by bank (those without a way, too) or in cash to this account, or to the one on which the journal has what is booked to it.';

comment on function private.stands_on(pg_catalog.uuid,pg_catalog.date) is 'The account on which the journal has what somebody booked to p_id on a day: that account itself, or its counterpart in the chart of that day.';

comment on function private.till_difference(pg_catalog.date) is 'What the cash book says beyond the journal at the end of a day: always zero, unless the accounts of the till are found in two ways. For functions that asked for the right.';

reset check_function_bodies;
