-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.find_locations(p_text text, p_business_id uuid, p_has_point boolean, p_sort text, p_down boolean, p_after_value text, p_after_id uuid, p_limit integer)
 RETURNS TABLE(id uuid, sort_value text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key constant text := case p_sort
    when 'client' then $key$(b.sort_name || chr(1) || l.search_text) collate "C"$key$
    when 'label' then 'private.order_text(l.label) collate "C"'
    when 'city' then 'private.order_text(l.city) collate "C"' end;
  v_way constant text := case when p_down then 'desc' else 'asc' end;
  v_beyond constant text := case when p_down then '<' else '>' end;
begin
  if not (private.can('locations', 'view') or private.can('contacts', 'view')) then
    return;
  end if;
  if v_key is null then
    perform private.refuse('22023', 'Locations cannot be sorted by this.');
  end if;
  return query execute format(
    'select l.id, %1$s from public.locations l join public.contacts b on b.id = l.business_id where %2$s and %3$s
      order by %1$s %4$s nulls last, l.id %4$s limit %5$s',
    v_key, private.locations_condition(p_text, p_business_id, p_has_point),
    case when p_after_id is null then 'true'
         when p_after_value is null then format('%s is null and l.id %s %L::uuid', v_key, v_beyond, p_after_id)
         else format('(%1$s is null or (%1$s, l.id) %2$s (%3$L, %4$L::uuid))', v_key, v_beyond, p_after_value, p_after_id) end,
    v_way, least(greatest(coalesce(p_limit, 50), 1), 2000));
end $function$;
grant execute on function private.find_locations(p_text text, p_business_id uuid, p_has_point boolean, p_sort text, p_down boolean, p_after_value text, p_after_id uuid, p_limit integer) to authenticated;

CREATE OR REPLACE FUNCTION private.metres_between(p_lat double precision, p_lng double precision, p_other_lat double precision, p_other_lng double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select 2 * 6371008.8 * asin(least(1, sqrt(
    power(sin(radians(p_other_lat - p_lat) / 2), 2)
      + cos(radians(p_lat)) * cos(radians(p_other_lat)) * power(sin(radians(p_other_lng - p_lng) / 2), 2))))
$function$;
grant execute on function private.metres_between(p_lat double precision, p_lng double precision, p_other_lat double precision, p_other_lng double precision) to authenticated;
grant execute on function private.metres_between(p_lat double precision, p_lng double precision, p_other_lat double precision, p_other_lng double precision) to service_role;
comment on function private.metres_between(p_lat double precision, p_lng double precision, p_other_lat double precision, p_other_lng double precision) is 'Great-circle distance in metres; null where a point is missing. Agrees with metresBetween in TypeScript.';

CREATE OR REPLACE FUNCTION private.near_locations(p_lat double precision, p_lng double precision, p_address text, p_city text, p_except uuid, p_within double precision)
 RETURNS TABLE(id uuid, metres double precision, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.id, private.metres_between(p_lat, p_lng, l.lat, l.lng) as away, 'near'
    from public.locations l
   where ((select private.can('locations', 'view')) or (select private.can('contacts', 'view')))
     and l.id is distinct from p_except
     and l.lat between p_lat - p_within / 111000 and p_lat + p_within / 111000
     and private.metres_between(p_lat, p_lng, l.lat, l.lng) <= p_within
  union all
  select l.id, private.metres_between(p_lat, p_lng, l.lat, l.lng), 'address'
    from public.locations l
   where ((select private.can('locations', 'view')) or (select private.can('contacts', 'view')))
     and l.id is distinct from p_except
     and char_length(btrim(p_address)) >= 4
     and strpos(l.search_text, ' | ' || private.folded(btrim(p_address)) || ' | ' || private.folded(btrim(coalesce(p_city, '')))) > 0
$function$;
grant execute on function private.near_locations(p_lat double precision, p_lng double precision, p_address text, p_city text, p_except uuid, p_within double precision) to authenticated;

CREATE OR REPLACE FUNCTION public.location_pins(p_text text DEFAULT NULL::text, p_business_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, label text, lat double precision, lng double precision)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.id, l.label, l.lat, l.lng
    from private.find_locations(p_text, p_business_id, true, 'client', false, null, null, 2000) as found
    join public.locations l on l.id = found.id
   order by l.id
$function$;
grant execute on function public.location_pins(p_text text, p_business_id uuid) to authenticated;
grant execute on function public.location_pins(p_text text, p_business_id uuid) to service_role;
comment on function public.location_pins(p_text text, p_business_id uuid) is 'What search_locations finds and a map can show: up to 2000 points.';

CREATE OR REPLACE FUNCTION public.near_locations(p_lat double precision DEFAULT NULL::double precision, p_lng double precision DEFAULT NULL::double precision, p_address text DEFAULT NULL::text, p_city text DEFAULT NULL::text, p_except uuid DEFAULT NULL::uuid, p_within double precision DEFAULT 60)
 RETURNS TABLE(id uuid, label text, address text, city text, lat double precision, lng double precision, business_id uuid, business_name text, metres double precision, reason text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.id, l.label, l.address, l.city, l.lat, l.lng, l.business_id,
         case b.type when 'Business' then coalesce(nullif(btrim(b.company), ''), b.name)
           else nullif(btrim(concat_ws(' ', b.name, b.last_name)), '') end,
         near.metres, near.reason
    from (select distinct on (n.id) n.id, n.metres, n.reason
            from private.near_locations(p_lat, p_lng, p_address, p_city, p_except, least(greatest(p_within, 0), 20000)) as n
           order by n.id, n.reason desc) as near
    join public.locations l on l.id = near.id
    left join public.contacts b on b.id = l.business_id
   order by near.metres nulls last, l.label, l.id
   limit 5
$function$;
grant execute on function public.near_locations(p_lat double precision, p_lng double precision, p_address text, p_city text, p_except uuid, p_within double precision) to authenticated;
grant execute on function public.near_locations(p_lat double precision, p_lng double precision, p_address text, p_city text, p_except uuid, p_within double precision) to service_role;
comment on function public.near_locations(p_lat double precision, p_lng double precision, p_address text, p_city text, p_except uuid, p_within double precision) is 'Up to 5 locations that may be this one: within p_within metres of the point, or with the same address. Nearest first.';

CREATE OR REPLACE FUNCTION public.search_locations(p_text text DEFAULT NULL::text, p_business_id uuid DEFAULT NULL::uuid, p_has_point boolean DEFAULT NULL::boolean, p_after_value text DEFAULT NULL::text, p_after_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 50, p_sort text DEFAULT 'client'::text, p_down boolean DEFAULT false)
 RETURNS TABLE(id uuid, label text, address text, city text, postcode text, country text, lat double precision, lng double precision, business_id uuid, business_type text, business_name text, business_on_stop boolean, open_tasks integer, open_deliveries integer, sort_value text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.id, l.label, l.address, l.city, l.postcode, l.country, l.lat, l.lng, l.business_id, b.type,
         case b.type when 'Business' then coalesce(nullif(btrim(b.company), ''), b.name)
           else nullif(btrim(concat_ws(' ', b.name, b.last_name)), '') end,
         b.on_stop,
         (select count(*)::integer from public.tasks t where t.location_id = l.id and t.status <> 'completed'),
         (select count(*)::integer from public.deliveries d
           where d.location_id = l.id and d.status not in ('delivered', 'cancelled', 'failed')),
         found.sort_value
    from private.find_locations(p_text, p_business_id, p_has_point, p_sort, p_down, p_after_value, p_after_id,
                                p_limit) with ordinality as found (id, sort_value, place)
    join public.locations l on l.id = found.id
    left join public.contacts b on b.id = l.business_id
   order by found.place
$function$;
grant execute on function public.search_locations(p_text text, p_business_id uuid, p_has_point boolean, p_after_value text, p_after_id uuid, p_limit integer, p_sort text, p_down boolean) to authenticated;
grant execute on function public.search_locations(p_text text, p_business_id uuid, p_has_point boolean, p_after_value text, p_after_id uuid, p_limit integer, p_sort text, p_down boolean) to service_role;
comment on function public.search_locations(p_text text, p_business_id uuid, p_has_point boolean, p_after_value text, p_after_id uuid, p_limit integer, p_sort text, p_down boolean) is 'A page of locations by client, label or city, 50 unless told. Every word of the text is in the location or in the name of its client. The page begins after the row with p_after_value (its sort_value) and p_after_id. Open tasks and deliveries are counted as far as the caller may see them.';
