-- An invoice is paid in parts by its own link: the payer chooses the amount, from 1.00 to what is open. One open request an
-- amount is used again, as for all of it.

drop function public.tell_bank_transfer(uuid, boolean);
drop function private.tell_bank_transfer(uuid, boolean);
drop function public.open_payment_request(uuid, boolean);
drop function private.open_payment_request(uuid, boolean);

create function private.open_payment_request(p_uuid uuid, p_whole boolean default false, p_amount numeric default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_invoice public.invoices;
  v_amount numeric;
  v_id uuid;
begin
  if private.is_public_document(p_uuid) then
    select * into v_quotation from public.quotations where public_uuid = p_uuid;
    select * into v_order from public.orders
     where status <> 'cancelled' and (public_uuid = p_uuid or quotation_id = v_quotation.id
       or (id = v_quotation.amends_order_id and v_quotation.status in ('approved', 'converted'))) for no key update;
    select * into v_invoice from public.invoices where public_uuid = p_uuid for no key update;
  end if;
  if v_invoice.id is not null then
    v_amount := coalesce(p_amount, v_invoice.balance);
  elsif v_order.id is not null then
    v_amount := least(private.deposit_possible(v_order.id),
      case when p_whole then v_order.gross else v_order.deposit_amount - v_order.deposit_paid end);
  elsif v_quotation.id is not null then
    perform private.refuse('PT409', 'Please approve the quotation first');
  else
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  if coalesce(v_invoice.balance, v_amount) <= 0 then
    perform private.refuse('PT409', 'There is nothing left to pay');
  elsif p_amount is not null and v_invoice.id is null then
    perform private.refuse('22023', 'Only an invoice is paid in parts');
  elsif p_amount is not null and not coalesce(p_amount = trunc(p_amount, 2) and p_amount >= least(1, v_invoice.balance), false) then
    perform private.refuse('22023', format('The least that can be paid is %s', private.amount_text(least(1, v_invoice.balance))));
  elsif v_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of this invoice only %s are open', private.amount_text(v_invoice.balance)));
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and amount = v_amount
     and case when v_invoice.id is not null then invoice_id = v_invoice.id else order_id = v_order.id and purpose = 'deposit' end;
  if v_id is null then
    insert into public.payment_requests (purpose, contact_id, quotation_id, order_id, invoice_id, amount, currency)
    values (case when v_invoice.id is null then 'deposit' else 'invoice' end, coalesce(v_invoice.contact_id, v_order.contact_id),
      v_order.quotation_id, v_order.id, v_invoice.id, v_amount, coalesce(v_invoice.currency, v_order.currency))
    returning id into v_id;
  end if;
  return private.get_payment_request(v_id);
end $$;
comment on function private.open_payment_request is
  'By the link of a quotation or order (its deposit, or all of it with p_whole), of extra work (the order that it amended), or of
an invoice (its balance, or p_amount of it: from 1.00 to what is open): the request to pay, used again while it is open. Returns
what get_payment_request returns.';
call private.offer('private.open_payment_request(uuid, boolean, numeric)', '{anon,authenticated,service_role}');

create function private.tell_bank_transfer(p_uuid uuid, p_whole boolean default false, p_amount numeric default null) returns jsonb
  language sql security definer set search_path = ''
as $$
  select private.tell_of_transfer(private.open_payment_request(p_uuid, p_whole, p_amount))
$$;
comment on function private.tell_bank_transfer is
  'The client says by the link of a paper that it was paid by bank transfer, all of it or p_amount of an invoice: accounts are told,
once a day and request. Nothing counts as paid. Returns what get_payment_request returns.';
call private.offer('private.tell_bank_transfer(uuid, boolean, numeric)', '{anon,authenticated,service_role}');

revoke execute on all routines in schema private from public;
grant execute on function private.open_payment_request, private.tell_bank_transfer to anon, authenticated, service_role;
