set check_function_bodies = off;

create or replace function private.bank_accounts_as_at(p_on date)
returns table (account_iban text, currency text, first_day date, opening numeric, said_on date, said numeric, listed numeric, matched numeric, waiting numeric,
  waiting_count bigint, ignored numeric, ignored_count bigint, last_day date)
  language sql stable security definer set search_path = ''
as $$
  with accounts as (
    select i.account_iban, i.currency, min(i.first_day) as first_day, max(i.last_day) as last_day
      from public.bank_imports i where i.first_day <= p_on group by 1, 2
  ), entries as (
    select e.account_iban, e.currency, e.booked_on, e.status, case e.direction when 'in' then e.amount else -e.amount end as amount
      from public.bank_entries e where e.booked_on <= p_on
  )
  select a.account_iban, a.currency, a.first_day, begun.opening, told.last_day, told.closing, s.listed, s.matched, s.waiting, s.waiting_count, s.ignored,
         s.ignored_count, a.last_day
    from accounts a
    left join lateral (select i.first_day, i.opening from public.bank_imports i
                        where i.account_iban is not distinct from a.account_iban and i.currency = a.currency and i.opening is not null
                        order by i.first_day, i.created_at limit 1) as begun on true
    left join lateral (select i.last_day, i.closing from public.bank_imports i
                        where i.account_iban is not distinct from a.account_iban and i.currency = a.currency and i.closing is not null and i.last_day <= p_on
                        order by i.last_day desc, i.first_day desc, i.created_at desc limit 1) as told on true
   cross join lateral (
     select coalesce(sum(e.amount) filter (where e.booked_on between begun.first_day and told.last_day), 0) as listed,
            coalesce(sum(e.amount) filter (where e.status = 'confirmed'), 0) as matched,
            coalesce(sum(e.amount) filter (where e.status = 'open'), 0) as waiting, count(*) filter (where e.status = 'open') as waiting_count,
            coalesce(sum(e.amount) filter (where e.status = 'ignored'), 0) as ignored, count(*) filter (where e.status = 'ignored') as ignored_count
       from entries e where e.account_iban is not distinct from a.account_iban and e.currency = a.currency) as s
$$;

create or replace function private.bank_balance(p_on date)
returns table (account_iban text, currency text, first_day date, said_on date, said text, reckoned text, off text, matched text, waiting text, waiting_count bigint,
  ignored text, ignored_count bigint, booked text, by_hand text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_booked numeric;
begin
  perform private.must('payments', 'view', 'see bank statements');
  if p_on is null then
    perform private.refuse('22023', 'Please choose a day');
  end if;
  -- What the books moved by bank is known for all accounts together: it is compared where there is one.
  if (select count(*) from private.bank_accounts_as_at(p_on)) = 1 and private.can_see_books() then
    select coalesce(sum(m.amount), 0) into v_booked
      from private.bank_accounts_as_at(p_on) as a
     cross join lateral (select x.part, x.method, x.amount from private.journal_of_payments(a.first_day, p_on) as x
                         union all select y.part, y.method, y.amount from private.journal_of_bills(a.first_day, p_on) as y) as m
     where m.part = 'money' and m.method = 'bank';
  end if;
  return query
    select a.account_iban, a.currency, a.first_day, a.said_on, private.amount_text(a.said), private.amount_text(a.opening + a.listed),
           private.amount_text(a.said - a.opening - a.listed), private.amount_text(a.matched), private.amount_text(a.waiting), a.waiting_count,
           private.amount_text(a.ignored), a.ignored_count, private.amount_text(v_booked), private.amount_text(v_booked - a.matched)
      from private.bank_accounts_as_at(p_on) as a order by a.account_iban, a.currency;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.bank_balance(date)');

comment on function private.bank_accounts_as_at(pg_catalog.date) is 'Each account of the statements up to a day: the opening of its first statement, the closing balance that the bank said last (said_on), the sum of the entries until
then (listed), and of those until the day what is matched, waits and is ignored. Money out is below zero. For functions that asked for the right.';

comment on function private.bank_balance(pg_catalog.date) is 'The statements as at a day, by account: the balance that the bank said last (said, on said_on), what the first opening and the entries come to until then (reckoned), the
difference (off; null where the statements say no balances), the sums of matched, waiting and ignored entries until the day, and what the books moved by bank since
the first statement (booked) with what of it is no matched entry (by_hand); both null with several accounts. Amounts are text, money out is below zero.';

comment on function public.bank_balance(pg_catalog.date) is 'The statements as at a day, by account: the balance that the bank said last (said, on said_on), what the first opening and the entries come to until then (reckoned), the
difference (off; null where the statements say no balances), the sums of matched, waiting and ignored entries until the day, and what the books moved by bank since
the first statement (booked) with what of it is no matched entry (by_hand); both null with several accounts. Amounts are text, money out is below zero.';

reset check_function_bodies;
