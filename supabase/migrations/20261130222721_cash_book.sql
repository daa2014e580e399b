set check_function_bodies = off;

drop routine private.account_choice(p_id uuid, p_vat_rate numeric);

drop routine private.bank_sales(p_from date, p_to date);

alter table public.bank_bookings add column method text not null default 'bank'::text;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, t.on_date, to_char(t.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales',
           -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate)
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, 'Cash discount'), v.contact_id, d.given_on, to_char(d.given_on, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales',
           -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate)
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
     where d.given_on between p_from and p_to
    union all
    select w.kind, w.id, concat_ws(' · ', w.number, w.words), w.contact_id, w.on_date, to_char(w.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(w.vat_rate), replace(w.vat_treatment, '_', ' ')), 'sales', w.base, w.vat
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w where w.code = p_currency and (w.base, w.vat) <> (0, 0)
    union all
    select w.kind, w.id, concat_ws(' · ', w.number, w.words), w.contact_id, w.on_date, to_char(w.on_date, 'YYYY-MM'),
           coalesce(trim_scale(w.vat_rate) || ' %', 'on no line'), 'purchases', w.base, w.vat
      from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w
     where w.code = p_currency and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.booked_on, to_char(s.booked_on, 'YYYY-MM'),
           coalesce(trim_scale(l.rate) || ' %' || coalesce(' ' || replace(nullif(l.treatment, 'standard'), '_', ' '), ''), 'on no line'), side.mark, l.net, side.vat
      from public.supplier_invoices s
     cross join lateral (
       select x.rate, x.treatment, sum(x.net) as net, sum(x.vat) as vat, sum(x.own) as own
         from (select i.vat_rate as rate, i.vat_treatment as treatment, i.net, i.deducted as vat, i.own_vat as own
                 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id
               union all select null, null, s.net, s.vat, 0
               union all select null, null, -i.net, -i.vat, 0 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id) as x
        group by 1, 2) as l
     cross join lateral (values ('purchases', l.vat), ('due', l.own)) as side (mark, vat)
     where (l.net <> 0 or side.vat <> 0) and (side.mark = 'purchases' or private.is_own_tax(l.treatment))
       and s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency and s.opening_on is null
       and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'supplier_invoice', d.bill_id, concat_ws(' · ', d.number, 'Cash discount'), d.supplier_id, d.on_date, to_char(d.on_date, 'YYYY-MM'),
           coalesce(trim_scale(d.vat_rate) || ' %' || coalesce(' ' || replace(nullif(d.vat_treatment, 'standard'), '_', ' '), ''), 'on no line'), side.mark, -d.base, -side.vat
      from private.supplier_discounts(p_from, p_to) as d cross join lateral (values ('purchases', d.deducted), ('due', d.own_vat)) as side (mark, vat)
     where (side.mark = 'purchases' or private.is_own_tax(d.vat_treatment)) and d.code = p_currency and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select b.method || '_entry', coalesce(b.reverses_id, b.id), concat_ws(' · ', b.number, b.party_name, b.words), null::uuid, b.booked_on,
           to_char(b.booked_on, 'YYYY-MM'), format('%s %%', trim_scale(b.vat_rate)), 'purchases', b.amount - b.vat, b.vat
      from public.bank_bookings b
     where b.booked_on between p_from and p_to and b.vat_rate is not null and b.cost_account_id is not null and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select b.kind, b.id, concat_ws(' · ', b.number, b.words), null::uuid, b.on_date, to_char(b.on_date, 'YYYY-MM'),
           format('%s %% standard', trim_scale(b.rate)), 'sales', b.base, b.tax
      from private.bank_sales(p_from, p_to) as b where b.code = p_currency;
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
  elsif p_method = 'cash' and exists (select from public.account_rules r where r.account_id = p_id and r.part = 'money' and r.method = 'cash') then
    perform private.refuse('PT409', format('%s is the till itself. Please choose the account of the other side.', v_account.label));
  elsif p_method = 'cash' and exists (select from public.account_rules r where r.account_id = p_id and r.part = 'money' and coalesce(r.method, 'bank') = 'bank') then
    perform private.refuse('PT409', format('%s is the account of the bank. Please say that the money was brought to the bank, or taken from it.', v_account.label));
  elsif exists (select from public.account_rules r where r.account_id = p_id and r.part = 'money' and coalesce(r.method, 'bank') = 'bank') then
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

create or replace function private.reverse_bank_booking(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.bank_bookings (number, booked_on, amount, account_id, cost_account_id, vat_rate, vat, party_name, words, reverses_id, created_by, method)
  select b.number, coalesce(p_on, case when b.booked_on <= private.books_closed_to() then private.company_today() else b.booked_on end), -b.amount, b.account_id,
         b.cost_account_id, b.vat_rate, -b.vat, b.party_name, left('Taken back: ' || btrim(p_reason), 1000), b.id, auth.uid(), b.method
    from public.bank_bookings b
   where b.id = p_id and b.reverses_id is null and not exists (select from public.bank_bookings r where r.reverses_id = b.id);
end $$;

create or replace function private.bank_sales(p_from date, p_to date)
returns table (on_date date, id uuid, number text, rate numeric, base numeric, tax numeric, code text, words text, account text, kind text)
  language sql stable security definer set search_path = ''
as $$
  select b.booked_on, coalesce(b.reverses_id, b.id), b.number, b.vat_rate, b.vat - b.amount, -b.vat, s.currency, nullif(concat_ws(' · ', b.party_name, b.words), ''),
         a.label, b.method || '_entry'
    from public.bank_bookings b join public.ledger_accounts a on a.id = b.account_id cross join public.company_settings s
   where b.booked_on between p_from and p_to and b.vat_rate is not null
$$;

create or replace function private.journal_of_bank(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select b.booked_on, 8, b.method || '_entry', coalesce(b.reverses_id, b.id), b.id, b.number, null::uuid, concat_ws(' · ', b.party_name, b.words), side.part,
         side.account_id, null::uuid, side.rate, case when side.part = 'vat_sales' then 'standard' end, side.method, side.amount
    from public.bank_bookings b
   cross join lateral (values
     (case when b.cost_account_id is null then 'booked' else 'costs' end, coalesce(b.account_id, b.cost_account_id), b.vat_rate, null, b.amount - b.vat),
     (case when b.cost_account_id is null then 'vat_sales' else 'vat_purchases' end, null, b.vat_rate, null, b.vat), ('money', null, null, b.method, -b.amount)) as side (part, account_id, rate, method, amount)
   where b.booked_on between p_from and p_to and side.amount <> 0
$$;

create or replace function private.raw_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case p_entry.direction when 'out' then private.bank_money_out(p_entry) else private.bank_matches(p_entry) end
    || coalesce(nullif(private.till_matches(p_entry), '[]'), nullif(private.rule_matches(p_entry), '[]'), private.own_transfer_matches(p_entry))
  );
end $$;

create table public.cash_counts (
  id         uuid primary key default gen_random_uuid(),
  counted_on date not null,
  counted    numeric(14, 2) not null,
  said       numeric(14, 2) not null,
  booking_id uuid references public.bank_bookings (id) on delete restrict,
  words      text,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint cash_counts_counted_is_not_below_zero check (counted >= 0),
  constraint cash_counts_difference_is_booked check ((counted <> said) = (booking_id is not null)),
  constraint cash_counts_day_is_believable check (counted_on between '2000-01-01' and '2100-01-01'),
  constraint cash_counts_words_length check (char_length(words) <= 500)
);

create or replace function private.tills() returns table (account_id uuid, first_day date, last_day date)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select t.account_id, t.first_day, t.last_day
      from (select r.account_id, coalesce(r.from_day, '1900-01-01') as first_day,
                   coalesce(lead(r.from_day) over (order by r.from_day nulls first) - 1, '2200-01-01') as last_day
              from public.account_rules r where r.part = 'money' and r.method = 'cash') as t
     where not exists (select from public.account_rules o where o.part = 'money' and o.method is distinct from 'cash' and o.account_id = t.account_id);
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
  select b.booked_on, 8, case b.method when 'cash' then 'cash_entry' else 'bank_entry' end, coalesce(b.reverses_id, b.id), b.id, b.number, null::uuid,
         concat_ws(' · ', b.party_name, b.words), b.amount
    from public.bank_bookings b where b.booked_on between p_from and p_to and b.account_id in (select t.account_id from tills t)
  union all
  select e.on_date, 10, 'book_entry', e.id, e.id, e.entry_number, null, e.words, sum(l.amount)
    from public.book_entries e join public.book_entry_lines l on l.book_entry_id = e.id
   where e.on_date between p_from and p_to and l.account_id in (select t.account_id from tills t) group by e.id having sum(l.amount) <> 0
$$;

create or replace function private.till_at(p_on date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(m.amount), 0) from private.cash_moves('1900-01-01', p_on) as m);
end $$;

create or replace function private.must_have_till() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from private.tills()) then
    perform private.refuse('PT409', 'Your books have no account for cash of its own. Please add a rule for money in cash to the chart of accounts.');
  end if;
end $$;

create or replace function private.ask_below_zero(p_on date, p_change numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_low record;
begin
  select d.on_date, d.total into v_low
    from (select x.on_date, sum(sum(x.amount)) over (order by x.on_date) as total
            from (select m.on_date, m.amount from private.cash_moves('1900-01-01', '2200-01-01') as m union all select p_on, p_change) as x group by x.on_date) as d
   where d.on_date >= p_on and d.total < 0 order by d.on_date limit 1;
  if p_change < 0 and v_low.total < 0 then
    perform private.must_say_yes('till_below_zero', format('The till would hold %s at the end of %s, and it cannot hold less than nothing. Book it anyway?',
      private.money_words(v_low.total), private.day_text(v_low.on_date)));
  end if;
end $$;

create or replace function private.ask_counted_since(p_on date) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_counted_on date;
begin
  select c.counted_on into v_counted_on from public.cash_counts c where c.counted_on > p_on order by c.counted_on desc limit 1;
  if found then
    perform private.must_say_yes('counted_since', format('The till was counted on %s, and what was found then would differ from the books. Book it before that day anyway?',
      private.day_text(v_counted_on)));
  end if;
end $$;

create or replace function private.check_cash_entry(p_id uuid, p_on date, p_direction text, p_amount numeric, p_words text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_id is null or not coalesce(p_direction in ('in', 'out'), false) then
    perform private.refuse('22023', 'Please say whether it was paid out or put in');
  elsif p_on is null or p_on < '2000-01-01' or p_on > private.company_today() then
    perform private.refuse('22023', 'Please choose a day of this century, not after today');
  elsif not coalesce(p_amount > 0 and p_amount <= 999999999999 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero, with two decimals at most');
  elsif coalesce(btrim(p_words), '') = '' or char_length(p_words) > 500 then
    perform private.refuse('22023', 'Please say what it was for, in 500 characters at most');
  end if;
end $$;

create or replace function private.book_cash(p_id uuid, p_on date, p_direction text, p_amount numeric, p_account_id uuid default null, p_vat_rate numeric default null, p_words text default null,
  p_is_bank boolean default false)
returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_words constant text := coalesce(nullif(btrim(p_words), ''), case when p_is_bank then case p_direction when 'out' then 'Brought to the bank' else 'Taken from the bank' end end);
  v_amount constant numeric := case p_direction when 'out' then p_amount else -p_amount end;
  v_kept public.bank_bookings;
  v_choice jsonb;
begin
  perform private.must('payments', 'create', 'make entries in the cash book');
  perform private.check_cash_entry(p_id, p_on, p_direction, p_amount, v_words);
  perform pg_advisory_xact_lock(hashtextextended('till', 0));
  perform private.must_have_till();
  select * into v_kept from public.bank_bookings where id = p_id;
  if found then
    perform private.must_be_same((v_kept.method, v_kept.booked_on, v_kept.amount, v_kept.words, v_kept.vat_rate, coalesce(v_kept.account_id, v_kept.cost_account_id))
      is not distinct from ('cash', p_on, v_amount, v_words, case when not p_is_bank then p_vat_rate end, case when p_is_bank then private.transit_account() else p_account_id end), 'entry');
    return v_kept.number;
  end if;
  v_choice := case when p_is_bank then jsonb_build_object('account_id', private.transit_account()) else private.account_choice(p_account_id, p_vat_rate, 'cash') end;
  perform private.refuse_closed_day(p_on);
  perform private.ask_counted_since(p_on);
  perform private.ask_below_zero(p_on, -v_amount);
  return private.keep_cash_booking(p_id, p_on, v_amount, v_choice, v_words);
end $$;

create or replace function private.keep_cash_booking(p_id uuid, p_on date, p_amount numeric, p_choice jsonb, p_words text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_number text;
begin
  insert into public.bank_bookings (id, number, booked_on, amount, account_id, cost_account_id, vat_rate, vat, words, created_by, method)
  values (p_id, private.draw_number('CASH'), p_on, p_amount, (p_choice ->> 'account_id')::uuid, (p_choice ->> 'cost_account_id')::uuid,
    (p_choice ->> 'vat_rate')::numeric, private.vat_within(p_amount, (p_choice ->> 'vat_rate')::numeric), p_words, auth.uid(), 'cash')
  returning number into v_number;
  return v_number;
end $$;

create or replace function private.take_back_cash(p_id uuid, p_reason text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_bookings;
begin
  perform private.must('payments', 'edit', 'take entries of the cash book back');
  perform pg_advisory_xact_lock(hashtextextended('till', 0));
  select * into v_row from public.bank_bookings where id = p_id;
  if not found then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_row.method <> 'cash' then
    perform private.refuse('PT409', 'This is an entry of the bank. Please take it back among the entries of the bank.');
  elsif v_row.reverses_id is not null then
    perform private.refuse('PT409', 'This entry takes another back. Please make the entry anew instead.');
  elsif exists (select from public.bank_bookings r where r.reverses_id = p_id) then
    return v_row.number;
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 400 then
    perform private.refuse('22023', 'Please say why, in 400 characters at most');
  end if;
  perform private.ask_below_zero(case when v_row.booked_on <= private.books_closed_to() then private.company_today() else v_row.booked_on end, v_row.amount);
  perform private.reverse_bank_booking(p_id, p_reason);
  return v_row.number;
end $$;

create or replace function private.till_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_amount constant numeric := case p_entry.direction when 'in' then p_entry.amount else -p_entry.amount end;
  v_met bigint;
  v_cash public.bank_bookings;
begin
  if p_entry.status <> 'open' or p_entry.currency <> (select s.currency from public.company_settings s) then
    return '[]';
  end if;
  select count(*) into v_met from public.bank_bookings b join public.ledger_accounts a on a.id = b.account_id
   where b.method = 'bank' and b.amount = -v_amount and a.kind = 'asset' and abs(b.booked_on - p_entry.booked_on) <= 10 and b.reverses_id is null
     and not exists (select from public.bank_bookings r where r.reverses_id = b.id);
  select b.* into v_cash from public.bank_bookings b join public.ledger_accounts a on a.id = b.account_id
   where b.method = 'cash' and b.amount = v_amount and a.kind = 'asset' and not a.archived and abs(b.booked_on - p_entry.booked_on) <= 10 and b.reverses_id is null
     and not exists (select from public.bank_bookings r where r.reverses_id = b.id)
   order by b.booked_on, b.number offset v_met limit 1;
  if v_cash.id is null then
    return '[]';
  end if;
  return jsonb_build_array(jsonb_build_object('kind', 'account', 'account_id', v_cash.account_id, 'name', private.account_in_words(v_cash.account_id, null), 'is_sure', false,
    'reasons', to_jsonb(array[format('%s of %s in the cash book: %s, and on its way until then.', v_cash.number, private.day_in_words(v_cash.booked_on), v_cash.words)])));
end $$;

create or replace function private.count_cash(p_id uuid, p_on date, p_counted numeric, p_words text default null, p_account_id uuid default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept public.cash_counts;
  v_said numeric;
  v_off text;
  v_choice jsonb;
  v_booking constant uuid := gen_random_uuid();
begin
  perform private.must('payments', 'create', 'count the till');
  if p_id is null or p_on is null or p_on < '2000-01-01' or p_on > private.company_today() then
    perform private.refuse('22023', 'Please choose a day of this century, not after today');
  elsif not coalesce(p_counted between 0 and 999999999999 and p_counted = trunc(p_counted, 2), false) then
    perform private.refuse('22023', 'Please enter what the till holds, with two decimals at most');
  elsif char_length(p_words) > 500 then
    perform private.refuse('22023', 'The note has at most 500 characters');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('till', 0));
  perform private.must_have_till();
  select * into v_kept from public.cash_counts where id = p_id;
  if found then
    perform private.must_be_same((v_kept.counted_on, v_kept.counted, v_kept.words) is not distinct from (p_on, p_counted, nullif(btrim(p_words), ''))
      and (v_kept.booking_id is null or p_account_id in (select coalesce(b.account_id, b.cost_account_id) from public.bank_bookings b where b.id = v_kept.booking_id)), 'count');
    return private.amount_text(v_kept.counted - v_kept.said);
  end if;
  perform private.refuse_closed_day(p_on);
  v_said := private.till_at(p_on);
  v_off := format('The till holds %s %s than the books say', private.money_words(abs(p_counted - v_said)), case when p_counted < v_said then 'less' else 'more' end);
  if p_counted <> v_said and p_account_id is null then
    perform private.refuse('22023', v_off || '. Please choose the account for the difference.');
  elsif p_counted <> v_said then
    v_choice := private.account_choice(p_account_id, null, 'cash');
    perform private.must_say_yes('till_differs', format('%s, and %s gets the difference. Book it?', v_off,
      private.account_in_words((v_choice ->> 'account_id')::uuid, (v_choice ->> 'cost_account_id')::uuid)));
    perform private.ask_below_zero(p_on, p_counted - v_said);
    perform private.keep_cash_booking(v_booking, p_on, v_said - p_counted, v_choice, concat_ws(' · ', 'Difference of the counted till', nullif(btrim(p_words), '')));
  end if;
  insert into public.cash_counts (id, counted_on, counted, said, booking_id, words, created_by)
  values (p_id, p_on, p_counted, v_said, case when p_counted <> v_said then v_booking end, nullif(btrim(p_words), ''), auth.uid());
  return private.amount_text(p_counted - v_said);
end $$;

create or replace function private.till(p_on date default null)
returns table (account text, holds text, below_on date, below text, counted_on date, counted text, counted_off text, counted_by text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_on constant date := coalesce(p_on, private.company_today());
  v_count public.cash_counts;
begin
  perform private.must('payments', 'view', 'see the cash book');
  select * into v_count from public.cash_counts c where c.counted_on <= v_on order by c.counted_on desc, c.created_at desc limit 1;
  return query
    select (select a.label from private.tills() as t join public.ledger_accounts a on a.id = t.account_id where v_on between t.first_day and t.last_day),
           private.amount_text(private.till_at(v_on)), low.on_date, private.amount_text(low.total), v_count.counted_on, private.amount_text(v_count.counted),
           private.amount_text(v_count.counted - v_count.said), private.person_label(v_count.created_by)
      from (values (true)) as one (is_one)
      left join lateral (
        select d.on_date, d.total
          from (select m.on_date, sum(sum(m.amount)) over (order by m.on_date) as total from private.cash_moves('1900-01-01', v_on) as m group by m.on_date) as d
         where d.total < 0 and (v_count.counted_on is null or d.on_date > v_count.counted_on) order by d.on_date limit 1) as low on true;
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
           case when l.kind = 'cash_entry' then private.account_in_words(b.account_id, b.cost_account_id) end, trim_scale(b.vat_rate)::text,
           case when b.vat <> 0 then private.amount_text(abs(b.vat)) end, case when l.amount > 0 then private.amount_text(l.amount) end,
           case when l.amount < 0 then private.amount_text(-l.amount) end, private.amount_text(l.total),
           case when l.kind <> 'cash_entry' then null when b.reverses_id is not null then 'takes_back'
             when exists (select from public.bank_bookings r where r.reverses_id = b.id) then 'taken_back' else 'booked' end
      from (select x.*, private.till_at(p_from - 1) + sum(x.amount) over (order by x.spot) as total from lines x) as l
      left join public.bank_bookings b on l.kind = 'cash_entry' and b.id = l.entry_id
      left join public.contacts c on c.id = l.contact_id
     where p_before is null or l.spot < p_before
     order by l.spot desc limit least(greatest(coalesce(p_limit, 100), 1), 1000);
end $$;

create or replace function private.ledger(p_side text, p_from date, p_to date)
returns table (on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text,
  net text, vat text, gross text, currency text, description text, cost_account text, tax_place text, own_vat text, deducted text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_side = 'purchases' then
    perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  else
    perform private.must('invoices', 'view', 'see invoices');
  end if;
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;
  return query
    select e.on_date, e.number, e.kind, private.client_label(c), c.vat_number, c.country, trim_scale(e.rate)::text, e.treatment,
           private.amount_text(e.base), private.amount_text(e.tax), private.amount_text(e.base + e.tax), e.code, e.words, e.account, e.taxed_at,
           private.amount_text(e.own), private.amount_text(e.deducted)
      from (
        select t.on_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, (select private.books_currency()) as code, null as words, null as account, null as place,
               v.snapshot -> 'tax_place' ->> 'name' as taxed_at, null::numeric as own, null::numeric as deducted
          from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where p_side = 'sales'
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate), (select private.books_currency()), null, null, null,
               n.snapshot -> 'tax_place' ->> 'name', null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select d.given_on, v.invoice_number, 'cash discount', v.contact_id, t.vat_rate, t.vat_treatment, -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate), (select private.books_currency()), null, null, null,
               v.snapshot -> 'tax_place' ->> 'name', null, null
          from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
         where p_side = 'sales' and d.given_on between p_from and p_to
        union all
        select w.on_date, w.number, lower(w.words), w.contact_id, w.vat_rate, w.vat_treatment, w.base, w.vat, w.code, null, null, null, null, null, null
          from private.papers_of_waiting_taxes('sales', p_from, p_to) as w where p_side = 'sales' and (w.base, w.vat) <> (0, 0)
        union all
        select w.on_date, w.number, lower(w.words), w.contact_id, w.vat_rate, w.vat_treatment, w.base, w.vat, w.code, null, null, null, null, 0, w.vat
          from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w where p_side = 'purchases'
        union all
        select b.on_date, b.number, replace(b.kind, '_', ' '), null, b.rate, 'standard', b.base, b.tax, b.code, b.words, b.account, b.id::text, null, null, null
          from private.bank_sales(p_from, p_to) as b where p_side = 'sales'
        union all
        select b.on_date, b.number, b.kind, b.who, b.rate, b.treatment, b.base, b.tax, b.code, b.words, b.account, b.place, null, b.own, b.deducted
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;

create or replace function private.purchase_lines(p_from date, p_to date)
returns table (on_date date, number text, kind text, who uuid, rate numeric, base numeric, tax numeric, code text, words text, account text, place text,
  treatment text, own numeric, deducted numeric, record_kind text, record_id uuid)
language sql stable security definer set search_path = '' as $$
  with bills as (
    select s.*, case when s.is_credit then 'supplier credit note' else 'supplier invoice' end as called
      from public.supplier_invoices s where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.opening_on is null
  )
  select b.booked_on, b.supplier_number, b.called, b.supplier_id, l.vat_rate, l.net, l.vat, b.currency, l.description,
         a.code || ' ' || a.name, l.position, l.vat_treatment, l.own_vat, l.deducted, 'supplier_invoice', b.id
    from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id left join public.cost_accounts a on a.id = l.cost_account_id
  union all
  select b.booked_on, b.supplier_number, b.called, b.supplier_id, null, b.net - on_lines.net, b.vat - on_lines.vat, b.currency,
         case when on_lines.number > 0 then 'On no line' end, null, 'zzzz', 'standard', 0, b.vat - on_lines.vat, 'supplier_invoice', b.id
    from bills b
    cross join lateral (select count(*) as number, coalesce(sum(l.net), 0) as net, coalesce(sum(l.vat), 0) as vat
                          from public.supplier_invoice_items l where l.supplier_invoice_id = b.id) as on_lines
   where (b.net, b.vat) is distinct from (on_lines.net, on_lines.vat)
  union all
  select d.on_date, d.number, 'cash discount', d.supplier_id, d.vat_rate, -d.base, -d.vat, d.code, d.words, null, d.payment_id::text, d.vat_treatment, -d.own_vat, -d.deducted,
         'supplier_invoice', d.bill_id
    from private.supplier_discounts(p_from, p_to) as d
  union all
  -- Costs that the bank took by itself or that the till paid, where somebody said which VAT is in them.
  select x.booked_on, x.number, x.method || ' entry', null, x.vat_rate, x.amount - x.vat, x.vat, s.currency, concat_ws(' · ', x.party_name, x.words),
         k.code || ' ' || k.name, x.id::text, 'standard', 0, x.vat, x.method || '_entry', coalesce(x.reverses_id, x.id)
    from public.bank_bookings x join public.cost_accounts k on k.id = x.cost_account_id cross join public.company_settings s
   where x.booked_on between p_from and p_to and x.vat_rate is not null
$$;

create or replace function private.papers_of_return(p_from date, p_to date)
returns table (side text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, base numeric, due numeric, input numeric, number text, is_union boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select private.union_state(s.vat_number) as state, s.currency from public.company_settings s
  ), papers as (
    select 'sales' as side, 'invoice' as kind, v.id, v.invoice_number as label, v.contact_id, t.on_date as day, t.vat_rate as rate, t.vat_treatment as treatment,
           t.base, t.vat as due, 0::numeric as input, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as number,
           (select private.books_currency()) as currency
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id join public.contacts c on c.id = v.contact_id
    union all
    select 'sales', 'credit_note', n.id, n.credit_number, n.contact_id, n.issue_date, t.vat_rate, t.vat_treatment, -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate), 0,
           coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number), (select private.books_currency())
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', 'invoice', v.id, v.invoice_number || ' · Cash discount', v.contact_id, d.given_on, t.vat_rate, t.vat_treatment, -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate), 0,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number), (select private.books_currency())
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'sales', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, w.vat, 0, w.party_number, w.code
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w
    union all
    select 'sales', b.kind, b.id, b.number, null, b.on_date, b.rate, 'standard', b.base, b.tax, 0, null, b.code from private.bank_sales(p_from, p_to) as b
    union all
    select 'purchases', l.record_kind, l.record_id, l.number || case l.kind when 'cash discount' then ' · Cash discount' else '' end, l.who, l.on_date, l.rate, l.treatment, l.base, l.own, l.deducted, c.vat_number, l.code
      from private.purchase_lines(p_from, p_to) as l left join public.contacts c on c.id = l.who
     where private.is_server() or private.can('supplier-invoices', 'view')
    union all
    select 'purchases', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, 0, w.vat, w.party_number, w.code
      from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w where private.is_server() or private.can('supplier-invoices', 'view')
  )
  select p.side, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, p.base, p.due, p.input, p.number, coalesce(private.union_state(p.number) <> o.state, false)
    from papers p cross join own o where p.currency = o.currency
$$;

alter table public.bank_bookings add constraint bank_bookings_method_is_known CHECK (method = ANY (ARRAY['bank'::text, 'cash'::text]));

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.cash_counts', '', p_audited => true, p_pages => '{payments}');

call private.offer('private.book_cash(uuid, date, text, numeric, uuid, numeric, text, boolean)');

call private.offer('private.take_back_cash(uuid, text)');

call private.offer('private.count_cash(uuid, date, numeric, text, uuid)');

call private.offer('private.till(date)');

call private.offer('private.cash_book(date, date, text, integer)');

create unique index cash_counts_booking_id_idx on public.cash_counts (booking_id);

create index cash_counts_counted_on_idx on public.cash_counts (counted_on);

create index cash_counts_created_by_idx on public.cash_counts (created_by);

create or replace trigger append_only before update or delete on public.cash_counts
  for each row execute function private.refuse_change();

create or replace trigger zz_guard_closed before insert on public.cash_counts
  for each row execute function private.guard_closed('counted_on');

create policy "staff who see payments see counts of the till" on public.cash_counts
  for select to authenticated using ((select private.can('payments', 'view')));

comment on function private.journal_of_bank(pg_catalog.date,pg_catalog.date) is 'What entries of the bank and of the cash book move that are nobody''s payment: the account that a person chose, and VAT, against money. cost_account_id: that account, of costs
or of the books. Amounts above zero are debits.';

comment on function private.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices, credit notes, cash discounts and income on bank statements and in the cash book by VAT rate) or of purchases (the lines of bills, cash discounts and costs of the bank and the till, with their cost
account and treatment, the VAT that the company owes itself and the input tax) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';

comment on function private.purchase_lines(pg_catalog.date,pg_catalog.date) is 'The lines of the bills of these days, of each bill what is on no line, below zero the discounts that were taken on these days, and costs with VAT on bank statements and in the cash book. tax: as the supplier bills it; own: what the company
owes itself; deducted: the input tax of both. Disputed bills are left out. For functions that asked for the right.';

comment on function public.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices, credit notes, cash discounts and income on bank statements and in the cash book by VAT rate) or of purchases (the lines of bills, cash discounts and costs of the bank and the till, with their cost
account and treatment, the VAT that the company owes itself and the input tax) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';

comment on column public.bank_bookings.number is 'BANK-2026-0001, or CASH-2026-0001 in the cash book. A record that takes another back has its number.';

comment on table public.bank_bookings is 'What an entry of the bank or of the cash book that is nobody''s payment is in the books: fees, interest, salaries, a parking ticket. Written by functions, and it only grows.';

grant select on table public.cash_counts to authenticated;

comment on function private.account_choice(pg_catalog.uuid,numeric,pg_catalog.text) is 'The account and the rate of VAT that a person chose: {account_id or cost_account_id, vat_rate}. Refuses, in words, an account that is archived, that
papers move, or that is the bank itself, for the cash book (p_method cash) also the till, and VAT elsewhere than in costs and income.';

comment on function private.ask_below_zero(pg_catalog.date,numeric) is 'Asks before money leaves the till (p_change below zero) that it does not hold at the end of that day, or not on a later one.';

comment on function private.ask_counted_since(pg_catalog.date) is 'Asks before an entry of a day before the last count: the difference that the count found may be this entry.';

comment on function private.bank_sales(pg_catalog.date,pg_catalog.date) is 'Income on bank statements and in the cash book for which nobody wrote an invoice, where somebody said which VAT is in it. kind: bank_entry or cash_entry. For functions that asked for the right.';

comment on function private.book_cash(pg_catalog.uuid,pg_catalog.date,pg_catalog.text,numeric,pg_catalog.uuid,numeric,pg_catalog.text,boolean) is 'An entry of the cash book that is nobody''s payment: p_direction out (paid out) or in (put in), to an account of the books or of costs, with the VAT in it at p_vat_rate.
p_is_bank: it was brought to the bank, or taken from there, over the account of money on its way, to which the entry of the bank is booked, too. p_id: chosen by the caller, so
that a repeated call books once. Returns the number.';

comment on function private.cash_book(pg_catalog.date,pg_catalog.date,pg_catalog.text,integer) is 'What moved the till on the days p_from to p_to, the newest first, each with what it holds after it. state: of an entry of the cash book, booked, taken_back or takes_back (another
one). p_before: the place of the last line of the page before. p_limit: at most 1,000 lines. Amounts are text.';

comment on function private.cash_moves(pg_catalog.date,pg_catalog.date) is 'What moved the till in these days: payments of clients and to suppliers, refunds, entries of the cash book, and what was booked to its account from the bank or by hand. Above
zero came in. It is what the journal has on the account, read without the papers. For functions that asked for the right.';

comment on function private.check_cash_entry(pg_catalog.uuid,pg_catalog.date,pg_catalog.text,numeric,pg_catalog.text) is 'Refuses, in words, an entry of the cash book that is not whole.';

comment on function private.count_cash(pg_catalog.uuid,pg_catalog.date,numeric,pg_catalog.text,pg_catalog.uuid) is 'Keeps what somebody counted in the till at the end of p_on. A difference from the books is asked about, and booked to p_account_id. p_id: chosen by the caller, so that a
repeated call counts once. Returns the difference as text: below zero, the till holds less than the books say.';

comment on function private.keep_cash_booking(pg_catalog.uuid,pg_catalog.date,numeric,pg_catalog.jsonb,pg_catalog.text) is 'Writes an entry of the cash book that was found right: p_amount above zero left the till.';

comment on function private.must_have_till() is 'Refuses, in words, where cash and bank share an account: what is in the till cannot be told from it.';

comment on function private.take_back_cash(pg_catalog.uuid,pg_catalog.text) is 'Takes an entry of the cash book back, by a record of its day, or of today where that day is closed. Called again it changes nothing. Returns the number.';

comment on function private.till(pg_catalog.date) is 'The till at the end of p_on (today without one): its account, null where the books have none of its own, what it holds, the first day since the last count on which it would have
held less than nothing, and that count with its difference and who counted. Amounts are text.';

comment on function private.till_at(pg_catalog.date) is 'What the till holds at the end of a day, as the books say.';

comment on function private.till_matches(public.bank_entries) is 'The suggestion for an entry of the bank that is money from the till or for it, within ten days: the account of money on its way, on which the cash book has it. What entries of the
bank over that amount already met is not proposed again. Empty for another entry.';

comment on function private.tills() is 'The accounts to which rules lead money by cash, with the days on which they count: a chart that begins with a year may bring another. An account that bank or cards share is none.';

comment on function public.book_cash(pg_catalog.uuid,pg_catalog.date,pg_catalog.text,numeric,pg_catalog.uuid,numeric,pg_catalog.text,boolean) is 'An entry of the cash book that is nobody''s payment: p_direction out (paid out) or in (put in), to an account of the books or of costs, with the VAT in it at p_vat_rate.
p_is_bank: it was brought to the bank, or taken from there, over the account of money on its way, to which the entry of the bank is booked, too. p_id: chosen by the caller, so
that a repeated call books once. Returns the number.';

comment on function public.cash_book(pg_catalog.date,pg_catalog.date,pg_catalog.text,integer) is 'What moved the till on the days p_from to p_to, the newest first, each with what it holds after it. state: of an entry of the cash book, booked, taken_back or takes_back (another
one). p_before: the place of the last line of the page before. p_limit: at most 1,000 lines. Amounts are text.';

comment on function public.count_cash(pg_catalog.uuid,pg_catalog.date,numeric,pg_catalog.text,pg_catalog.uuid) is 'Keeps what somebody counted in the till at the end of p_on. A difference from the books is asked about, and booked to p_account_id. p_id: chosen by the caller, so that a
repeated call counts once. Returns the difference as text: below zero, the till holds less than the books say.';

comment on function public.take_back_cash(pg_catalog.uuid,pg_catalog.text) is 'Takes an entry of the cash book back, by a record of its day, or of today where that day is closed. Called again it changes nothing. Returns the number.';

comment on function public.till(pg_catalog.date) is 'The till at the end of p_on (today without one): its account, null where the books have none of its own, what it holds, the first day since the last count on which it would have
held less than nothing, and that count with its difference and who counted. Amounts are text.';

comment on column public.bank_bookings.method is 'bank: an entry of a statement; cash: an entry of the cash book. By it the rules find the account of the money.';

comment on column public.cash_counts.booking_id is 'The entry over the difference, on the account that the person chose.';

comment on column public.cash_counts.said is 'What the books said that the till holds at the end of that day, when it was counted.';

comment on table public.cash_counts is 'Counts of the till: what was counted at the end of a day, what the books said then, and who counted. Written by count_cash, and it only grows.';

reset check_function_bodies;
