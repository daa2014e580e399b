set check_function_bodies = off;

create or replace function private.order_to_invoice(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_order_id);
  v_billed numeric;
  v_drafted numeric;
  v_deducted numeric;
  v_left numeric;
begin
  perform private.must('orders', 'view', 'see orders');
  if v_order.id is null or v_order.status = 'cancelled' then
    return null;
  end if;
  select coalesce(sum(b.base + b.vat) filter (where v.status <> 'draft'), 0), coalesce(sum(b.base + b.vat) filter (where v.status = 'draft'), 0)
    into v_billed, v_drafted
    from private.invoice_order_vat b join public.invoices v on v.id = b.invoice_id
   where b.order_id = p_order_id and v.status <> 'void' and v.kind <> 'proforma';
  select coalesce(-sum(i.net + i.vat), 0) into v_deducted from public.invoice_items i join public.invoices v on v.id = i.invoice_id
   where i.order_id = p_order_id and i.kind = 'deposit' and v.status = 'draft';
  v_left := greatest(v_order.gross - v_billed - v_deducted - coalesce((select sum(d.base + d.vat) from private.deposits_left(p_order_id) as d), 0), 0);
  return jsonb_build_object('amount', private.amount_text(v_left), 'drafted', private.amount_text(greatest(least(v_drafted - v_deducted, v_left), 0)));
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.order_to_invoice(uuid)');

comment on function private.order_to_invoice(pg_catalog.uuid) is 'What is still to invoice of an order with its extra work, gross: less what issued invoices bill of it and less what its deposit invoices hold that no issued invoice
deducts. What is credited on a deposit is to be invoiced again; what is credited of its lines is not. Money that is kept without a deposit invoice is no invoice. drafted: the
part of amount that drafts ask for. Returns {amount, drafted} as text; null for a cancelled order.';

comment on function public.order_to_invoice(pg_catalog.uuid) is 'What is still to invoice of an order with its extra work, gross: less what issued invoices bill of it and less what its deposit invoices hold that no issued invoice
deducts. What is credited on a deposit is to be invoiced again; what is credited of its lines is not. Money that is kept without a deposit invoice is no invoice. drafted: the
part of amount that drafts ask for. Returns {amount, drafted} as text; null for a cancelled order.';

reset check_function_bodies;
