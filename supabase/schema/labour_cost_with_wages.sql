-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.sees_labour_cost()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_server() or (private.named('view_financial_data') and private.named('manage_wage_rates'))
$function$;
comment on function private.sees_labour_cost() is 'Whether the caller sees what work cost: with its hours that is a wage.';
