set check_function_bodies = off;

drop routine private.end_cash_discounts(p_invoice_id uuid);

drop routine private.release_allocation(p_id uuid, p_amount numeric);

drop routine private.reverse_cash_discount(p_discount public.cash_discounts);

drop routine private.take_off_invoice(p_allocation_id uuid);

drop routine private.take_off_invoices(p_payment_id uuid);

create or replace function private.book_client_return(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_fee constant numeric := case when coalesce(p_choice ->> 'fee', '0') ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' then coalesce((p_choice ->> 'fee')::numeric, 0) end;
  v_reason constant text := left(concat_ws(': ', format('Returned by the bank on %s', private.day_in_words(
    (select e.booked_on from public.bank_entries e where e.id = p_entry.id))), p_entry.remittance), 500);
  v_off jsonb;
begin
  perform private.must('payments', 'edit', 'take payments back');
  perform private.lock_refund(private.uuid_or_null(p_choice ->> 'payment_id'));
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id');
  perform private.check_client_return(p_entry, v_payment, v_fee);
  perform private.credit_returned_deposits(v_payment.id, v_reason);
  v_off := private.take_off_invoices(v_payment.id, p_entry.booked_on);
  select * into v_payment from public.payments where id = v_payment.id;
  return jsonb_build_object('fee', v_fee, 'taken_off', v_off,
    'refund_id', private.keep_refund(v_payment, null, v_payment.amount, v_reason, auth.uid(), p_entry.booked_on));
end $$;

create or replace function private.reverse_cash_discount(p_discount public.cash_discounts, p_on date default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.cash_discounts (invoice_id, payment_id, amount, given_on, reverses_id, created_by)
  values (p_discount.invoice_id, p_discount.payment_id, -p_discount.amount, greatest(private.open_day(p_on), p_discount.given_on), p_discount.id, auth.uid())
  returning id into v_id;
  insert into public.cash_discount_vat (cash_discount_id, vat_rate, vat_treatment, base, vat)
  select v_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat from public.cash_discount_vat t where t.cash_discount_id = p_discount.id;
  perform private.log_event('invoice', p_discount.invoice_id, 'cash_discount_taken_back', jsonb_build_object('amount', private.amount_text(p_discount.amount)));
  return v_id;
end $$;

create or replace function private.end_cash_discounts(p_invoice_id uuid, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reverse_cash_discount(d, p_on) from public.cash_discounts d
   where d.invoice_id = p_invoice_id and d.reverses_id is null
     and not exists (select from public.cash_discounts r where r.reverses_id = d.id);
end $$;

create or replace function private.open_day(p_on date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_on > coalesce(private.books_closed_to(), '-infinity') and p_on <= private.company_today() then p_on else private.company_today() end;
end $$;

create or replace function private.release_allocation(p_id uuid, p_amount numeric default null, p_on date default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
  v_left numeric;
  v_part numeric;
begin
  select * into v_row from public.payment_allocations where id = p_id and reverses_id is null for update;
  select v_row.amount + coalesce(sum(a.amount), 0) into v_left from public.payment_allocations a where a.reverses_id = p_id;
  v_part := least(v_left, p_amount);
  if v_row.id is null or v_part <= 0 then
    return 0;
  elsif least(v_row.allocated_on, private.day_of_money(v_row)) <= private.books_closed_to() then
    insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, reverses_id, created_by)
    values (v_row.payment_id, v_row.invoice_id, -v_part, private.open_day(p_on), p_id, auth.uid());
  elsif v_part = v_row.amount then
    delete from public.payment_allocations where id = p_id;
  else
    update public.payment_allocations set amount = amount - v_part where id = p_id;
  end if;
  return v_part;
end $$;

create or replace function private.take_off_invoice(p_allocation_id uuid, p_on date default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice constant uuid := (select a.invoice_id from public.payment_allocations a where a.id = p_allocation_id);
  v_part constant numeric := private.release_allocation(p_allocation_id, null, p_on);
begin
  if v_part > 0 then
    perform private.end_cash_discounts(v_invoice, p_on);
    perform private.refresh_invoice(v_invoice);
    perform private.deposit_went(v, v_part) from public.invoices v where v.id = v_invoice and v.taxed_when_paid;
  end if;
  return v_part;
end $$;

create or replace function private.take_off_invoices(p_payment_id uuid, p_on date) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.payment_allocations;
  v_amount numeric;
  v_discount numeric;
  v_off jsonb := '[]';
begin
  perform from public.invoices where id in (select x.invoice_id from public.payment_allocations x where x.payment_id = p_payment_id) order by id for no key update;
  for v_part in select * from public.payment_allocations where payment_id = p_payment_id and reverses_id is null
  loop
    v_discount := private.cash_discounted(v_part.invoice_id);
    v_amount := private.take_off_invoice(v_part.id, p_on);
    continue when v_amount = 0;
    v_discount := v_discount - private.cash_discounted(v_part.invoice_id);
    v_off := v_off || jsonb_strip_nulls(jsonb_build_object('invoice_id', v_part.invoice_id, 'amount', private.amount_text(v_amount),
      'discount', private.amount_text(nullif(v_discount, 0))));
  end loop;
  perform private.refresh_payment(p_payment_id);
  perform private.take_off_orders(p_payment_id);
  return v_off;
end $$;

create or replace function private.reverse_payment(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_off jsonb;
begin
  perform private.lock_orders_of_payment(p_id);
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.refunded > 0 or exists (select from public.refund_requests r where r.payment_id = p_id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('A part of %s went back to the client already', v_row.payment_number));
  end if;
  perform private.refuse_paid_deposit(v_row, ' and refund the payment');
  v_off := private.take_off_invoices(p_id, p_on);
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, kind, created_by)
  values (p_id, v_row.amount, greatest(coalesce(p_on, private.company_today()), v_row.received_on), btrim(p_reason), 'reversal', auth.uid());
  update public.payments set refunded = amount, status = 'refunded' where id = p_id;
  perform private.cancel_mails('payment', p_id);
  perform private.log_event('payment', p_id, 'taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.log_event('invoice', (part ->> 'invoice_id')::uuid, 'payment_taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', part ->> 'amount', 'reason', left(btrim(p_reason), 2000))) from jsonb_array_elements(v_off) as part;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.end_cash_discounts(pg_catalog.uuid,pg_catalog.date) is 'A payment that no longer settles an invoice takes the cash discount along, whichever payment took it: what is left is not all of the invoice. The caller
locks and refreshes the invoice.';

comment on function private.open_day(pg_catalog.date) is 'The day that an act is booked on: the one on which it happened, where the books are open there; else today.';

comment on function private.release_allocation(pg_catalog.uuid,numeric,pg_catalog.date) is 'A payment no longer settles an invoice with this part, or with p_amount of it. On a closed day the part stays, and a record of p_on, as open_day says, takes it
back. The caller locks the payment and the invoice and refreshes both. Returns how much.';

comment on function private.reverse_cash_discount(public.cash_discounts,pg_catalog.date) is 'A record below zero takes a cash discount back, on p_on as open_day says. The caller locks and refreshes the invoice.';

comment on function private.take_off_invoice(pg_catalog.uuid,pg_catalog.date) is 'A payment no longer settles an invoice with this part: the invoice is open again with its cash discount, and the order of a deposit invoice waits for it.
The caller locks the order, the payment and the invoice, and refreshes the payment. Returns how much.';

comment on function private.take_off_invoices(pg_catalog.uuid,pg_catalog.date) is 'A payment settles nothing any more: its invoices are open again, with their cash discounts, and its orders wait for their
deposit, on the day on which the money went back, as open_day says. The caller locks the orders and the payment. Returns [{invoice_id, amount, discount}].';

reset check_function_bodies;
