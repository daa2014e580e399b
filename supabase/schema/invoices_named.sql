-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION public.invoices_named(p_text text)
 RETURNS SETOF public.invoices
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select v.* from public.invoices v where v.id = any (array(select private.records_named('invoice', p_text, 2000)))
$function$;
grant execute on function public.invoices_named(p_text text) to authenticated;
grant execute on function public.invoices_named(p_text text) to service_role;
comment on function public.invoices_named(p_text text) is 'Invoices whose number, title or client holds every word of the text; the 1,000 newest. The policies of invoices apply.';
