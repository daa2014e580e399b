set check_function_bodies = off;

drop routine private.open_day(p_on date);

create or replace function private.reverse_cash_discount(p_discount public.cash_discounts, p_on date default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.cash_discounts (invoice_id, payment_id, amount, given_on, reverses_id, created_by)
  values (p_discount.invoice_id, p_discount.payment_id, -p_discount.amount, greatest(least(p_on, private.company_today()), p_discount.given_on), p_discount.id, auth.uid())
  returning id into v_id;
  insert into public.cash_discount_vat (cash_discount_id, vat_rate, vat_treatment, base, vat)
  select v_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat from public.cash_discount_vat t where t.cash_discount_id = p_discount.id;
  perform private.log_event('invoice', p_discount.invoice_id, 'cash_discount_taken_back', jsonb_build_object('amount', private.amount_text(p_discount.amount)));
  return v_id;
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
    values (v_row.payment_id, v_row.invoice_id, -v_part, least(p_on, private.company_today()), p_id, auth.uid());
  elsif v_part = v_row.amount then
    delete from public.payment_allocations where id = p_id;
  else
    update public.payment_allocations set amount = amount - v_part where id = p_id;
  end if;
  return v_part;
end $$;

comment on function private.release_allocation(pg_catalog.uuid,numeric,pg_catalog.date) is 'A payment no longer settles an invoice with this part, or with p_amount of it. On a closed day the part stays, and a record of p_on, null is today, takes it
back. The caller locks the payment and the invoice and refreshes both. Returns how much.';

comment on function private.reverse_cash_discount(public.cash_discounts,pg_catalog.date) is 'A record below zero takes a cash discount back on p_on, null is today. The caller locks and refreshes the invoice.';

comment on function private.take_off_invoices(pg_catalog.uuid,pg_catalog.date) is 'A payment settles nothing any more: its invoices are open again, with their cash discounts, and its orders wait for their
deposit, on the day on which the money went back, null is today. The caller locks the orders and the payment. Returns [{invoice_id, amount, discount}].';

reset check_function_bodies;
