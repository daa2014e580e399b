-- The cash book: what the till holds, entries that are nobody's payment, and counts of the till.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
create index cash_counts_counted_on_idx on public.cash_counts (counted_on);
create index cash_counts_created_by_idx on public.cash_counts (created_by);
create unique index cash_counts_booking_id_idx on public.cash_counts (booking_id);
comment on table public.cash_counts is
  'Counts of the till: what was counted at the end of a day, what the books said then, and who counted. Written by count_cash, and it only grows.';
comment on column public.cash_counts.said is 'What the books said that the till holds at the end of that day, when it was counted.';
comment on column public.cash_counts.booking_id is 'The entry over the difference, on the account that the person chose.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.cash_counts', '', p_audited => true, p_pages => '{payments}');
grant select on public.cash_counts to authenticated;
create policy "staff who see payments see counts of the till" on public.cash_counts
  for select to authenticated using ((select private.can('payments', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.tills() returns table (account_id uuid, first_day date, last_day date)
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
comment on function private.tills is
  'The accounts to which rules lead money by cash, with the days on which they count: a chart that begins with a year may bring another. An account that bank or cards share is none.';

create function private.cash_moves(p_from date, p_to date)
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
comment on function private.cash_moves is
  'What moved the till in these days: payments of clients and to suppliers, refunds, entries of the cash book, and what was booked to its account from the bank or by hand. Above
zero came in. It is what the journal has on the account, read without the papers. For functions that asked for the right.';

create function private.till_at(p_on date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(m.amount), 0) from private.cash_moves('1900-01-01', p_on) as m);
end $$;
comment on function private.till_at is 'What the till holds at the end of a day, as the books say.';

create function private.till_difference(p_to date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tills constant uuid[] := array(select distinct t.account_id from private.tills() as t);
begin
  return case when v_tills = '{}' then 0
    else private.till_at(p_to) - (select coalesce(sum(o.amount), 0) from private.journal_openings(p_to + 1) as o where o.account_id = any (v_tills)) end;
end $$;
comment on function private.till_difference is
  'What the cash book says beyond the journal at the end of a day: always zero, unless the accounts of the till are found in two ways. For functions that asked for the right.';

create function private.must_have_till() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from private.tills()) then
    perform private.refuse('PT409', 'Your books have no account for cash of its own. Please add a rule for money in cash to the chart of accounts.');
  end if;
end $$;
comment on function private.must_have_till is 'Refuses, in words, where cash and bank share an account: what is in the till cannot be told from it.';

create function private.ask_below_zero(p_on date, p_change numeric) returns void
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
comment on function private.ask_below_zero is
  'Asks before money leaves the till (p_change below zero) that it does not hold at the end of that day, or not on a later one.';

create function private.ask_counted_since(p_on date) returns void
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
comment on function private.ask_counted_since is 'Asks before an entry of a day before the last count: the difference that the count found may be this entry.';

create function private.check_cash_entry(p_id uuid, p_on date, p_direction text, p_amount numeric, p_words text) returns void
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
comment on function private.check_cash_entry is 'Refuses, in words, an entry of the cash book that is not whole.';

create function private.book_cash(p_id uuid, p_on date, p_direction text, p_amount numeric, p_account_id uuid default null, p_vat_rate numeric default null, p_words text default null,
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
comment on function private.book_cash is
  'An entry of the cash book that is nobody''s payment: p_direction out (paid out) or in (put in), to an account of the books or of costs, with the VAT in it at p_vat_rate.
p_is_bank: it was brought to the bank, or taken from there, over the account of money on its way, to which the entry of the bank is booked, too. p_id: chosen by the caller, so
that a repeated call books once. Returns the number.';
call private.offer('private.book_cash(uuid, date, text, numeric, uuid, numeric, text, boolean)');

create function private.keep_cash_booking(p_id uuid, p_on date, p_amount numeric, p_choice jsonb, p_words text) returns text
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
comment on function private.keep_cash_booking is 'Writes an entry of the cash book that was found right: p_amount above zero left the till.';

create function private.take_back_cash(p_id uuid, p_reason text) returns text
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
comment on function private.take_back_cash is
  'Takes an entry of the cash book back, by a record of its day, or of today where that day is closed. Called again it changes nothing. Returns the number.';
call private.offer('private.take_back_cash(uuid, text)');

create function private.till_matches(p_entry public.bank_entries) returns jsonb
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
comment on function private.till_matches is
  'The suggestion for an entry of the bank that is money from the till or for it, within ten days: the account of money on its way, on which the cash book has it. What entries of the
bank over that amount already met is not proposed again. Empty for another entry.';

create function private.count_cash(p_id uuid, p_on date, p_counted numeric, p_words text default null, p_account_id uuid default null) returns text
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
comment on function private.count_cash is
  'Keeps what somebody counted in the till at the end of p_on. A difference from the books is asked about, and booked to p_account_id. p_id: chosen by the caller, so that a
repeated call counts once. Returns the difference as text: below zero, the till holds less than the books say.';
call private.offer('private.count_cash(uuid, date, numeric, text, uuid)');

create function private.till(p_on date default null)
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
comment on function private.till is
  'The till at the end of p_on (today without one): its account, null where the books have none of its own, what it holds, the first day since the last count on which it would have
held less than nothing, and that count with its difference and who counted. Amounts are text.';
call private.offer('private.till(date)');

create function private.cash_book(p_from date, p_to date, p_before text default null, p_limit integer default 100)
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
comment on function private.cash_book is
  'What moved the till on the days p_from to p_to, the newest first, each with what it holds after it. state: of an entry of the cash book, booked, taken_back or takes_back (another
one). p_before: the place of the last line of the page before. p_limit: at most 1,000 lines. Amounts are text.';
call private.offer('private.cash_book(date, date, text, integer)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger zz_guard_closed before insert on public.cash_counts
  for each row execute function private.guard_closed('counted_on');
create trigger append_only before update or delete on public.cash_counts
  for each row execute function private.refuse_change();
