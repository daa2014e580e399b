-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.lines_without_cost(p_quotation_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
     and not exists (select from public.quotation_item_costs c where c.item_id = i.id)
$function$;
comment on function private.lines_without_cost(p_quotation_id uuid) is 'How many lines that count have a cost that nobody entered.';
