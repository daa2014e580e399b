set check_function_bodies = off;

create or replace function private.allocate(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_invoice public.invoices;
begin
  -- A draft is locked before its order, which the caller may hold: it is refused before anybody waits for it.
  if exists (select from public.invoices where id = p_invoice_id and status in ('draft', 'void')) then
    perform private.refuse('PT409', 'Only issued invoices are paid');
  end if;
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_payment.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_payment.direction <> 'in' or v_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', 'This payment is not money that invoices are paid with');
  elsif v_payment.contact_id <> v_invoice.contact_id then
    perform private.refuse('22023', 'The payment and the invoice are of different clients');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.money_words(v_invoice.balance)));
  elsif p_amount > private.payment_free(p_payment_id) then
    perform private.refuse('PT409', format('Of this payment only %s are left', private.money_words(private.payment_free(p_payment_id))));
  end if;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_payment(p_payment_id);
  perform private.refresh_invoice(p_invoice_id);
end $$;

create or replace function private.hold_papers(p_ids uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform from public.orders where id = any (p_ids) order by id for no key update;
  perform private.hold_number('RCPT');
  perform from public.credit_notes where id = any (p_ids) order by id for no key update;
  perform from public.payments where id = any (p_ids) order by id for no key update;
  perform from public.invoices where id = any (p_ids) and status <> 'draft' order by id for no key update;
  perform from public.recurring_payments where id = any (p_ids) order by id for no key update;
  perform from public.payment_runs where id = any (p_ids) order by id for no key update;
  perform from public.supplier_invoices v
   where v.id = any (p_ids) or v.id in (select i.supplier_invoice_id from public.payment_run_items i where i.payment_run_id = any (p_ids))
   order by v.id for no key update;
end $function$;

comment on function private.hold_papers(pg_catalog.uuid[]) is 'Locks records that several payments settle in one transaction, in the order in which one payment locks: order, number,
credit note, payment, invoices; recurring payment, run, invoices of suppliers. Drafts are left out: they come before their orders, and nothing settles them.';

reset check_function_bodies;
