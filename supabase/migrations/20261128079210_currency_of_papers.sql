-- The currency of a company with papers stays: their amounts would be read in another one.

create function private.keep_currency() returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $$
begin
  if exists (select from public.quotations) or exists (select from public.orders) or exists (select from public.invoices)
    or exists (select from public.payments) or exists (select from public.supplier_invoices) or exists (select from public.purchase_orders) then
    perform private.refuse('PT409', format('The currency stays %s: there are papers with amounts in it.', old.currency));
  end if;
  return new;
end $$;
comment on function private.keep_currency() is 'Refuses another currency for a company that has quotations, orders, invoices, payments or papers of suppliers.';
create trigger keep_currency before update of currency on public.company_settings
  for each row when (old.currency is distinct from new.currency) execute function private.keep_currency();
revoke all on function private.keep_currency() from public, anon, authenticated;
