-- Whatever takes a payment off an invoice takes its cash discount back, whichever payment took it.

drop function private.end_cash_discounts(uuid, uuid);

create or replace function private.end_cash_discounts(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reverse_cash_discount(d) from public.cash_discounts d
   where d.invoice_id = p_invoice_id and d.reverses_id is null
     and not exists (select from public.cash_discounts r where r.reverses_id = d.id);
end $$;
comment on function private.end_cash_discounts is
  'A payment that no longer settles an invoice takes the cash discount along, whichever payment took it: what is left is not all of the invoice. The caller
locks and refreshes the invoice.';

create or replace function private.remove_allocation(p_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
  v_invoice public.invoices;
  v_part numeric;
begin
  perform private.must('payments', 'edit', 'take allocations back');
  select * into v_row from public.payment_allocations where id = p_id;
  if v_row.id is null then
    return;
  end if;
  -- The order, the payment and the invoice before what is between them, as every other act locks them.
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = v_row.invoice_id and v.taxed_when_paid) for no key update;
  perform from public.payments where id = v_row.payment_id for no key update;
  select * into v_invoice from public.invoices where id = v_row.invoice_id for no key update;
  if v_invoice.kind = 'deposit' and (not v_invoice.taxed_when_paid or exists (select from private.deductions_of(v_invoice.id))
    or exists (select from public.credit_notes n where n.invoice_id = v_invoice.id and n.status <> 'void'))
  then
    perform private.refuse('PT409', 'A deposit invoice stays paid: credit it instead');
  end if;
  v_part := private.release_allocation(p_id);
  perform private.end_cash_discounts(v_row.invoice_id);
  perform private.refresh_payment(v_row.payment_id);
  perform private.refresh_invoice(v_row.invoice_id);
  if v_invoice.taxed_when_paid then
    perform private.deposit_went(v_invoice, v_part);
  end if;
end $$;
comment on function private.remove_allocation is 'A payment no longer settles that invoice: both are open again, and so is the cash discount of the invoice. A deposit
invoice that was issued with its payment, is deducted or is credited stays paid.';

create or replace function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_part record;
  v_is_changed boolean;
begin
  perform private.must('payments', 'edit', 'move payments');
  p_allocations := nullif(p_allocations, 'null');
  perform private.lock_orders_of_payment(p_id), private.lock_asked_orders(p_contact_id);
  select * into v_row from public.payments where id = p_id for no key update;
  perform private.check_move(v_row, p_contact_id, p_allocations, p_reason);
  v_is_changed := v_row.contact_id <> p_contact_id;
  if v_is_changed then
    perform private.take_off_orders(p_id);
  end if;
  -- All invoices that it settled or will settle, in the order of their ids.
  perform from public.invoices v
   where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_id)
      or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_allocations) as one)
      or p_allocations is null and v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
   order by v.id for no key update;
  -- A deposit invoice stays paid; what is to be settled as it was stays as it is.
  for v_part in
    select a.id, a.invoice_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where a.payment_id = p_id and v.kind <> 'deposit' and a.reverses_id is null
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
  loop
    continue when private.release_allocation(v_part.id) = 0;
    v_is_changed := true;
    perform private.end_cash_discounts(v_part.invoice_id);
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  if v_row.contact_id <> p_contact_id then
    update public.payments set contact_id = p_contact_id, order_id = null where id = p_id;
    perform private.turn_receipt(p_id);
  end if;
  if p_allocations is null then
    perform private.allocate_oldest(p_id);
    v_is_changed := true;
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as invoice_id, sum((one ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as one group by 1 order by 1
  loop
    continue when exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and v.kind <> 'deposit' having sum(a.amount) > 0);
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.must_mean_day(p_id, 'Move');
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
  end if;
end $$;
comment on function private.move_payment is 'Moves a payment to another client, or to other invoices, by one act with a reason. Its number, day and amount keep. p_allocations: as
allocate_payment takes them, null for the oldest due first, [] for credit. What paid a deposit invoice stays there, and so does what is kept for an
order, unless the payment is of another client.';

create or replace function private.take_off_invoices(p_payment_id uuid) returns jsonb
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
    v_amount := private.release_allocation(v_part.id);
    continue when v_amount = 0;
    v_discount := private.cash_discounted(v_part.invoice_id);
    perform private.end_cash_discounts(v_part.invoice_id);
    v_discount := v_discount - private.cash_discounted(v_part.invoice_id);
    perform private.refresh_invoice(v_part.invoice_id);
    v_off := v_off || jsonb_strip_nulls(jsonb_build_object('invoice_id', v_part.invoice_id, 'amount', private.amount_text(v_amount),
      'discount', private.amount_text(nullif(v_discount, 0))));
  end loop;
  perform private.refresh_payment(p_payment_id);
  perform private.take_off_orders(p_payment_id);
  return v_off;
end $$;
comment on function private.take_off_invoices is
  'A payment settles nothing any more: its invoices are open again, with their cash discounts, and its orders wait for their
deposit. The caller locks the orders and the payment. Returns [{invoice_id, amount, discount}].';

revoke execute on all routines in schema private from public;
