-- The link of a quotation for extra work pays for the order that it amended: there is one order, and one deposit.

create or replace function private.open_payment_request(p_uuid uuid, p_whole boolean default false) returns jsonb
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
    v_amount := v_invoice.balance;
  elsif v_order.id is not null then
    v_amount := least(private.deposit_possible(v_order.id),
      case when p_whole then v_order.gross else v_order.deposit_amount - v_order.deposit_paid end);
  elsif v_quotation.id is not null then
    perform private.refuse('PT409', 'Please approve the quotation first');
  else
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  if v_amount <= 0 then
    perform private.refuse('PT409', 'There is nothing left to pay');
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
an invoice (its balance): the request to pay, used again while it is open. Returns what get_payment_request returns.';

revoke execute on all routines in schema private from public;
