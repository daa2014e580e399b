set check_function_bodies = off;

create or replace function private.day_of_booking(p_entry public.bank_entries) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select p.received_on from public.payments p where p.id = p_entry.payment_id),
    (select b.booked_on from public.bank_bookings b where b.id = p_entry.booking_id),
    (select max(coalesce(s.paid_on, r.refunded_on)) from public.bank_entry_payouts o left join public.supplier_payments s on s.id = o.supplier_payment_id
       left join public.payment_refunds r on r.id = o.refund_id where o.entry_id = p_entry.id), p_entry.booked_on);
end $$;

create or replace function private.bank_in_books(p_on date)
returns table (account text, books text, bank text, off text, waiting text, ignored text, later text, later_count bigint, rest text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_banks constant uuid[] := array(select distinct r.account_id from public.account_rules r where r.part = 'money' and coalesce(r.method, 'bank') = 'bank');
begin
  perform private.must('payments', 'view', 'see bank statements');
  if p_on is null then
    perform private.refuse('22023', 'Please choose a day');
  elsif not private.can_see_books() then
    return;
  end if;
  return query
    with accounts as materialized (
      select * from private.bank_accounts_as_at(p_on) as a where a.currency = private.books_currency()
    ), bank as (
      -- Since the last balance that an account said, its entries go on from there.
      select case when bool_and(a.said is not null) then sum(a.said + s.since) end as amount, coalesce(sum(a.waiting), 0) as waiting, coalesce(sum(a.ignored), 0) as ignored
        from accounts a cross join lateral (
          select coalesce(sum(case e.direction when 'in' then e.amount else -e.amount end), 0) as since from public.bank_entries e
           where e.account_iban is not distinct from a.account_iban and e.currency = a.currency and e.split_of is null and e.booked_on > a.said_on and e.booked_on <= p_on) as s
    ), late as (
      select coalesce(sum(case e.direction when 'in' then e.amount else -e.amount end), 0) as amount, count(*) as number
        from public.bank_entries e where e.status = 'confirmed' and e.booked_on <= p_on and e.currency = private.books_currency() and private.day_of_booking(e) > p_on
    ), books as (
      select coalesce(sum(o.amount), 0) as amount from private.journal_openings(p_on + 1) as o where o.account_id = any (v_banks)
    )
    select private.account_in_words(private.account_by_rules('money', null, null, null, 'bank', p_on), null), private.amount_text(k.amount), private.amount_text(b.amount),
           private.amount_text(k.amount - b.amount), private.amount_text(b.waiting), private.amount_text(b.ignored), private.amount_text(l.amount), l.number,
           private.amount_text(k.amount - b.amount + b.waiting + b.ignored + l.amount)
      from bank b cross join late l cross join books k where exists (select from accounts);
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.bank_in_books(date)');

comment on function private.bank_in_books(pg_catalog.date) is 'The account of the bank in the books as at a day beside the balances of all statements together: books less bank is off, and what explains it: entries that wait, are ignored, or
that the books have on a later day (later), and the rest: an opening that is in one of them alone, what was recorded by hand and is on no statement yet. bank, off and rest are null
where a statement says no balance. No row without statements in the currency of the books, and for people who do not see these. Amounts are text, money out is below zero.';

comment on function private.day_of_booking(public.bank_entries) is 'The day on which the books have a confirmed entry: its own, a later one where that was closed, or that of a payment that was recorded by hand.';

comment on function public.bank_in_books(pg_catalog.date) is 'The account of the bank in the books as at a day beside the balances of all statements together: books less bank is off, and what explains it: entries that wait, are ignored, or
that the books have on a later day (later), and the rest: an opening that is in one of them alone, what was recorded by hand and is on no statement yet. bank, off and rest are null
where a statement says no balance. No row without statements in the currency of the books, and for people who do not see these. Amounts are text, money out is below zero.';

reset check_function_bodies;
