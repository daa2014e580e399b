-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.keep_currency()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.quotations) or exists (select from public.orders) or exists (select from public.invoices)
    or exists (select from public.payments) or exists (select from public.supplier_invoices) or exists (select from public.purchase_orders) then
    perform private.refuse('PT409', format('The currency stays %s: there are papers with amounts in it.', old.currency));
  end if;
  return new;
end $function$;
comment on function private.keep_currency() is 'Refuses another currency for a company that has quotations, orders, invoices, payments or papers of suppliers.';
