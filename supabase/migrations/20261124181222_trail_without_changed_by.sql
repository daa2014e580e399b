set check_function_bodies = off;

-- The trail names what people changed. It leaves out columns that the database derives.
create or replace function private.changes(p_before jsonb, p_after jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(p_before -> key, p_after -> key)), '{}')
    from jsonb_object_keys(coalesce(p_before, '{}') || coalesce(p_after, '{}')) as key
   where key not in ('updated_at', 'row_version', 'search_text', 'sort_name', 'changed_by')
     and nullif(p_before -> key, 'null') is distinct from nullif(p_after -> key, 'null')
$$;

reset check_function_bodies;
