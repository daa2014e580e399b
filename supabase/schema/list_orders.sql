-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.begin_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := new.created_at;
  return new;
end $function$;
comment on function private.begin_updated_at() is 'A new row changed last when it was made. It runs after stamp_created_at.';

CREATE OR REPLACE FUNCTION private.contacts_pages(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_sort text, p_down boolean, p_after_value text, p_after_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_key constant text := case p_sort
    when 'name' then 'c.sort_name'
    when 'company' then $key$private.order_text(case c.type when 'Person' then c.company end)$key$
    when 'email' then 'private.order_text(c.email)'
    when 'city' then 'private.order_text(c.city)'
    when 'created' then 'c.created_at'
    when 'updated' then 'c.updated_at' end;
  v_is_always_there constant boolean := p_sort in ('name', 'created', 'updated');
  v_value constant text := case when v_is_always_there then p_after_value else private.order_text(p_after_value) end;
  v_type constant text := case when p_sort in ('created', 'updated') then 'timestamptz' else 'text' end;
  v_beyond constant text := case when p_down then '<' else '>' end;
  v_from constant text := 'select c.* from public.contacts c where '
    || private.contacts_condition(p_text, p_kind, p_type_id, p_on_stop, p_archived);
  v_order constant text := format(' order by %s %2$s, c.id %2$s', v_key, case when p_down then 'desc' else 'asc' end);
  v_pages text[] := '{}';
begin
  if v_key is null then
    perform private.refuse('22023', 'Contacts cannot be sorted by this.');
  end if;
  if p_after_id is null or v_value is not null then
    v_pages := v_pages || (v_from || case when v_is_always_there then '' else format(' and %s is not null', v_key) end
      || case when p_after_id is null then ''
           else format(' and (%s, c.id) %s (%L::%s, %L::uuid)', v_key, v_beyond, v_value, v_type, p_after_id) end
      || v_order);
  end if;
  if not v_is_always_there then
    v_pages := v_pages || (v_from || format(' and %s is null', v_key)
      || case when p_after_id is null or v_value is not null then ''
           else format(' and c.id %s %L::uuid', v_beyond, p_after_id) end
      || v_order);
  end if;
  return v_pages;
end $function$;
comment on function private.contacts_pages(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_sort text, p_down boolean, p_after_value text, p_after_id uuid) is 'The statements whose rows, one after the other, are the contacts after a value and an id. An index has the order of each.';

CREATE OR REPLACE FUNCTION private.count_locations(p_text text DEFAULT NULL::text, p_business_id uuid DEFAULT NULL::uuid, p_has_point boolean DEFAULT NULL::boolean)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count integer;
begin
  if not (private.can('locations', 'view') or private.can('contacts', 'view')) then
    return 0;
  end if;
  execute 'select count(*)::integer from public.locations l join public.contacts b on b.id = l.business_id where '
    || private.locations_condition(p_text, p_business_id, p_has_point) into v_count;
  return v_count;
end $function$;
grant execute on function private.count_locations(p_text text, p_business_id uuid, p_has_point boolean) to authenticated;
grant execute on function private.count_locations(p_text text, p_business_id uuid, p_has_point boolean) to service_role;
comment on function private.count_locations(p_text text, p_business_id uuid, p_has_point boolean) is 'How many locations search_locations finds on all its pages.';

CREATE OR REPLACE FUNCTION private.locations_condition(p_text text, p_business_id uuid, p_has_point boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_where text := 'true';
  v_word text;
begin
  foreach v_word in array regexp_split_to_array(private.folded(left(coalesce(p_text, ''), 200)), '\s+') loop
    if v_word <> '' then
      v_where := v_where || format(' and (strpos(l.search_text, %1$L) > 0 or strpos(b.sort_name, %1$L) > 0)', v_word);
    end if;
  end loop;
  if p_business_id is not null then v_where := v_where || format(' and l.business_id = %L', p_business_id); end if;
  if p_has_point is not null then v_where := v_where || format(' and (l.lat is not null) = %L', p_has_point); end if;
  return v_where;
end $function$;
comment on function private.locations_condition(p_text text, p_business_id uuid, p_has_point boolean) is 'The condition of a search for locations, as SQL over public.locations l and their clients b.';

CREATE OR REPLACE FUNCTION private.order_text(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select nullif(private.folded(btrim(p_text)), '')
$function$;
grant execute on function private.order_text(p_text text) to authenticated;
grant execute on function private.order_text(p_text text) to service_role;
comment on function private.order_text(p_text text) is 'By what a list is sorted for this text; null where there is none. The same text has the same order.';
