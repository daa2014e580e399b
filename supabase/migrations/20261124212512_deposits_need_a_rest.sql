set check_function_bodies = off;

create or replace function private.refuse_lost_deposits(p_invoice public.invoices) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lost record;
begin
  select o.order_number, l.invoice_number, private.completes_order(p_invoice.id, o.id) as is_last into v_lost
    from public.orders o
   cross join lateral private.deposits_left(o.id) as l
   where o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = p_invoice.id)
     and l.invoice_id = any (p_invoice.skipped_deposits) and l.base > 0
     and (private.completes_order(p_invoice.id, o.id) or exists (
       select from private.order_rest(o.id, true) as r
        where r.vat_rate = l.vat_rate and r.vat_treatment = l.vat_treatment and r.base < 0))
   limit 1;
  if found then
    perform private.refuse('PT409', format(case when v_lost.is_last
        then 'This is the last invoice of %s: please deduct its deposit %s, or credit that first'
        else 'Too little of %s would be left for its deposit %s: please deduct it here, or credit it first' end,
      v_lost.order_number, v_lost.invoice_number));
  end if;
end $$;

comment on function private.refuse_lost_deposits(public.invoices) is 'A deposit that the last invoice of its order leaves out, or for which too little is left after this one, would never be deducted in
full: its VAT would be charged twice.';

reset check_function_bodies;
