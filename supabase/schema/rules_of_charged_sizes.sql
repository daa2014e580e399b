-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.by_charge_rule(p_measure numeric, p_rule text)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  v_parts constant text[] := string_to_array(p_rule, ' ');
  v_step constant numeric := v_parts[3]::numeric;
  v_whole numeric := p_measure * (100 + v_parts[5]::numeric) * 0.01;
begin
  if v_whole <= 0 then
    return 0;
  elsif v_step > 0 then
    v_whole := (div(v_whole, v_step) + case when mod(v_whole, v_step) > 0 then 1 else 0 end) * v_step;
  end if;
  return greatest(v_whole, v_parts[4]::numeric);
end $function$;
comment on function private.by_charge_rule(p_measure numeric, p_rule text) is 'A measure with its waste, up to the next step, and not below the minimum.';

CREATE OR REPLACE FUNCTION private.charge_rule(p_unit text, p_per text, p_step numeric, p_min numeric, p_waste_pct numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when private.unit_of_size(p_unit) is not null and coalesce(p_step, p_min, nullif(p_waste_pct, 0)) is not null
    then concat_ws(' ', private.unit_of_size(p_unit), coalesce(p_per, 'piece'), trim_scale(coalesce(p_step, 0)), trim_scale(coalesce(p_min, 0)),
      trim_scale(coalesce(p_waste_pct, 0))) end
$function$;
comment on function private.charge_rule(p_unit text, p_per text, p_step numeric, p_min numeric, p_waste_pct numeric) is 'How a size is charged, as a line carries it: unit, piece or line, step, minimum, waste in percent: "m2 piece 0.1 0.5 0". Null
without a rule.';

CREATE OR REPLACE FUNCTION private.measure_of(p_unit text, p_width_mm numeric, p_height_mm numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case private.unit_of_size(p_unit)
    when 'm2' then case when p_width_mm > 0 and p_height_mm > 0 then p_width_mm * 0.001 * p_height_mm * 0.001 end
    when 'm' then nullif(coalesce(nullif(p_width_mm, 0), p_height_mm) * 0.001, 0)
    when 'm_height' then nullif(coalesce(nullif(p_height_mm, 0), p_width_mm) * 0.001, 0)
    when 'm_edge' then case when p_width_mm > 0 and p_height_mm > 0 then (p_width_mm + p_height_mm) * 0.002 end
    end
$function$;
comment on function private.measure_of(p_unit text, p_width_mm numeric, p_height_mm numeric) is 'What one piece measures in the unit of its price; null where the price is not for a size.';

CREATE OR REPLACE FUNCTION private.unit_of_size(p_unit text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when p_unit is null then null
    when lower(btrim(p_unit)) in ('m2', 'm²', 'sqm') then 'm2'
    when lower(btrim(p_unit)) in ('m', 'metre') then 'm'
    when lower(btrim(p_unit)) in ('m_height', 'm_edge') then lower(btrim(p_unit)) end
$function$;
comment on function private.unit_of_size(p_unit text) is 'm2, m (along the width), m_height (along the height) or m_edge (around) for a unit that is charged by size, else null.';
