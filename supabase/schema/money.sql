-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.money_floor(p_value numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select trunc(p_value, 2)
$function$;
grant execute on function private.money_floor(p_value numeric) to authenticated;
grant execute on function private.money_floor(p_value numeric) to service_role;
comment on function private.money_floor(p_value numeric) is 'Money is rounded down, toward zero, to two decimals (spec 2 §1). Agrees with moneyFloor in TypeScript.';
