-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION public.orders_named(p_text text)
 RETURNS SETOF public.orders
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select o.* from public.orders o where o.id = any (array(select private.records_named('order', p_text, 1000)))
$function$;
grant execute on function public.orders_named(p_text text) to authenticated;
grant execute on function public.orders_named(p_text text) to service_role;
comment on function public.orders_named(p_text text) is 'Orders whose number, title, own number of the client or client holds every word of the text; the 1,000 newest. The policies of orders apply.';
