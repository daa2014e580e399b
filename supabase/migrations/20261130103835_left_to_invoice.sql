set check_function_bodies = off;

create or replace function private.order_to_invoice(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_order_id);
  v_left numeric;
  v_undrafted numeric;
begin
  perform private.must('orders', 'view', 'see orders');
  if v_order.id is null or v_order.status = 'cancelled' then
    return null;
  end if;
  select greatest(coalesce(sum(r.base + r.vat), 0), 0) into v_left from private.order_rest(p_order_id, false) as r;
  select greatest(coalesce(sum(r.base + r.vat), 0), 0) into v_undrafted from private.order_rest(p_order_id, true) as r;
  return jsonb_build_object('amount', private.amount_text(v_left), 'drafted', private.amount_text(greatest(v_left - v_undrafted, 0)));
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
