-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.order_made_of(p_quotation_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.order_number from public.orders o
   where o.status <> 'cancelled' and (o.quotation_id = p_quotation_id or exists (
     select from public.order_items i join public.quotation_items q on q.id = i.quotation_item_id
      where i.order_id = o.id and q.quotation_id = p_quotation_id)
     or o.id = (select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted')))
   order by o.order_number limit 1
$function$;
comment on function private.order_made_of(p_quotation_id uuid) is 'The number of the order that lives and has lines of this quotation: made of it, or amended by it.';
