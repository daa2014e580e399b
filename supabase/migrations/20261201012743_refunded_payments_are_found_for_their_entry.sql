set check_function_bodies = off;

create or replace function private.bank_clients(p_entry public.bank_entries) returns table(contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
  language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.45' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  v_name constant text := private.plain_name(p_entry.party_name);
begin
  -- To plan this anew takes longer than to run it: one plan serves every entry.
  return query
  with words as (
    select w.number from private.numbers_named(p_entry) as w (number)
  ), evidence as (
    select v.contact_id, w.number as named, false as account, false as before
      from words w join public.invoices v on v.invoice_number = w.number
    union all
    select o.contact_id, w.number, false, false from words w join public.orders o on o.order_number = w.number where o.status <> 'cancelled'
    union all
    select o.contact_id, w.number, false, false
      from words w join public.quotations q on q.quotation_number = w.number join public.orders o on o.quotation_id = q.id where o.status <> 'cancelled'
    union all
    select s.contact_id, w.number, false, false from words w join public.statements s on s.statement_number = w.number
    union all
    select a.contact_id, null, true, false from public.contact_bank_accounts a where a.iban = p_entry.party_iban
    union all
    select p.contact_id, null, false, true
      from public.bank_entries e join public.payments p on p.id = e.payment_id
     where e.party_iban = p_entry.party_iban and e.id <> p_entry.id
  ), exact as (
    select v.contact_id from public.invoices v where v.status in ('issued', 'partly_paid') and v.balance > 0
       and (v.currency = p_entry.currency and v.balance = p_entry.amount or v.currency = p_entry.other_currency and v.balance = p_entry.other_amount)
    union
    select o.contact_id from public.orders o
     where o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid and o.currency = p_entry.currency and o.deposit_amount - o.deposit_paid = p_entry.amount
  ), guesses as (
    select x.contact_id from exact x where not exists (select from evidence)
    union
    -- The name with the exact amount is heard beside a known account, which may have paid for somebody else, and beside a number, which may be a wrong one.
    select x.contact_id from exact x join public.contacts c on c.id = x.contact_id
     where extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45
    union
    -- Whoever paid what somebody recorded by hand may have nothing open any more.
    select r.contact_id from private.unlinked_receipts(p_entry) as r join public.contacts c on c.id = r.contact_id
     where extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45
    union
    select c.id from public.contacts c
     where private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email) operator(extensions.%) v_name and not exists (select from evidence)
       and exists (select from public.invoices v where v.contact_id = c.id and v.status in ('issued', 'partly_paid') and v.balance > 0)
  ), weighed as (
    select * from evidence union all select g.contact_id, null, false, false from guesses g
  ), clients as (
    select w.contact_id, coalesce(array_agg(distinct w.named) filter (where w.named is not null), '{}') as named,
           bool_or(w.account) as account, bool_or(w.before) as before
      from weighed w group by w.contact_id
  )
  select l.contact_id, private.client_label(c), l.named, l.account, l.before,
         coalesce(extensions.similarity(private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email), v_name) >= 0.45, false)
    from clients l join public.contacts c on c.id = l.contact_id;
end $$;

create or replace function private.unlinked_receipts(p_entry public.bank_entries) returns setof public.payments
  language sql stable security definer rows 2 set search_path = ''
as $$
  -- What became of the money afterwards says nothing against its entry, unless the payment was taken back as a mistake.
  select p.* from public.payments p
   where p.direction = 'in' and p.method in ('bank', 'other') and p.status in ('succeeded', 'part_refunded', 'refunded')
     and p.received_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
     and (p.amount = p_entry.amount and p.currency = p_entry.currency or p.worth = p_entry.amount and p_entry.currency = private.books_currency()
       or p.amount = p_entry.other_amount and p.currency = p_entry.other_currency)
     and not exists (select from public.bank_entries e where e.payment_id = p.id)
     and not exists (select from public.payment_refunds r where r.payment_id = p.id and r.kind = 'reversal'
       and not exists (select from public.payment_refunds b where b.reverses_id = r.id))
$$;

create or replace function private.recorded_receipt(p_entry public.bank_entries, p_contact_id uuid) returns public.payments
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  select p.* into v_payment from private.unlinked_receipts(p_entry) as p
   where p.contact_id = p_contact_id order by abs(p.received_on - p_entry.booked_on), p.payment_number limit 1;
  return v_payment;
end $$;

create or replace function private.foreign_receipt(p_entry public.bank_entries, p_client jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  v_payment := private.recorded_receipt(p_entry, (p_client ->> 'contact_id')::uuid);
  return case when v_payment.id is null then private.foreign_papers(p_entry, p_client)
    else jsonb_build_array(jsonb_build_object('contact_id', v_payment.contact_id, 'client_name', p_client ->> 'client_name',
    'payment_id', v_payment.id, 'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', 60, 'is_sure', false,
    'reasons', jsonb_build_array(format('%s of %s was recorded by hand on %s, and is worth this amount.', v_payment.payment_number,
      private.money_words(v_payment.amount, v_payment.currency), private.day_in_words(v_payment.received_on))))) end;
end $$;

create or replace function private.confirm_bank_entry(
  p_id uuid, p_contact_id uuid default null, p_allocations jsonb default null, p_order_id uuid default null, p_payment_id uuid default null,
  p_worth numeric default null, p_amount numeric default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_payment public.payments;
  v_id uuid;
  v_choice constant text := md5(jsonb_build_array(p_contact_id, p_allocations, p_order_id, p_payment_id, p_worth, p_amount)::text);
  v_books public.bank_entries;
  v_own public.bank_entries;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.decided_as = v_choice and v_row.direction = 'in' then
    return v_row.payment_id;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'in' then
    perform private.refuse('PT409', 'This is money that went out');
  end if;
  v_books := private.entry_in_books(v_row, p_worth);
  if p_payment_id is not null then
    select * into v_payment from public.payments where id = p_payment_id for no key update;
    if v_payment.id is null then
      perform private.refuse('PT404', 'This payment is not there any more');
    elsif coalesce(v_payment.worth, v_payment.amount) <> v_books.amount or v_payment.direction <> 'in' or exists (
      select from public.payment_refunds r where r.payment_id = p_payment_id and r.kind = 'reversal'
         and not exists (select from public.payment_refunds b where b.reverses_id = r.id))
    then
      perform private.refuse('PT409', format('%s has another amount, or was taken back', v_payment.payment_number));
    elsif exists (select from public.bank_entries e where e.payment_id = p_payment_id) then
      perform private.refuse('PT409', format('%s belongs to another entry already', v_payment.payment_number));
    end if;
    v_id := p_payment_id;
  elsif p_contact_id is null then
    perform private.refuse('22023', 'Please choose the client');
  else
    v_own := case when private.currency_of(p_contact_id) = v_books.currency then v_books else private.entry_for(v_row, p_contact_id) end;
    if v_own.amount is null and p_amount is null then
      perform private.refuse('22023', format('This client pays in %s, and the bank says %s only. Please say how much it was in %s.', v_own.currency, v_row.currency, v_own.currency));
    elsif p_amount <> v_own.amount then
      perform private.refuse('PT409', format('The bank says that this is %s', private.money_words(v_own.amount, v_own.currency)));
    end if;
    v_own.amount := coalesce(v_own.amount, p_amount);
    v_id := private.record_payment(p_contact_id, v_own.amount, 'bank', v_books.booked_on,
      left(coalesce(v_books.remittance, v_books.party_name, v_books.bank_reference), 200), null, p_allocations, p_order_id,
      p_worth => case when v_own.currency <> v_books.currency then v_books.amount end);
  end if;
  update public.bank_entries
     set status = 'confirmed', payment_id = v_id, has_recorded = p_payment_id is null, decided_by = auth.uid(), decided_at = now(),
         decided_as = v_choice, worth = case when v_row.currency <> v_books.currency then v_books.amount end
   where id = p_id;
  return v_id;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.recorded_receipt(public.bank_entries,pg_catalog.uuid) is 'The payment of a client that somebody recorded by hand and that an entry is likely to be: it is linked and not recorded again.';

comment on function private.unlinked_receipts(public.bank_entries) is 'Payments of clients that somebody recorded by hand and that an entry may be: over its amount, in their own currency or by what they are worth, within ten days, and of no entry
yet. One that was refunded, in part or whole, is one of them; one that was taken back is not.';

reset check_function_bodies;
