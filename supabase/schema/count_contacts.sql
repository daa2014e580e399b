-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.contacts_condition(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_where text := case when p_archived then 'c.archived_at is not null' else 'c.archived_at is null' end;
  v_word text;
  v_digits constant text := regexp_replace(coalesce(p_text, ''), '[^0-9]', '', 'g');
begin
  if p_text ~ '^[-+()0-9 ./]+$' and v_digits <> '' then
    v_where := v_where || format(' and c.search_text like %L', '%' || v_digits || '%');
  else
    foreach v_word in array regexp_split_to_array(btrim(left(coalesce(p_text, ''), 200)), '\s+') loop
      if v_word <> '' then
        v_where := v_where || format(' and c.search_text like %L',
          '%' || replace(replace(replace(private.folded(v_word), '\', '\\'), '%', '\%'), '_', '\_') || '%');
      end if;
    end loop;
  end if;
  if p_kind is not null then v_where := v_where || format(' and c.type = %L', p_kind); end if;
  if p_type_id is not null then v_where := v_where || format(' and c.contact_type_id = %L', p_type_id); end if;
  if p_on_stop then v_where := v_where || ' and c.on_stop'; end if;
  return v_where;
end $function$;
comment on function private.contacts_condition(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean) is 'The condition of a search for contacts, as SQL over public.contacts c.';

CREATE OR REPLACE FUNCTION private.count_contacts(p_text text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_type_id uuid DEFAULT NULL::uuid, p_on_stop boolean DEFAULT false, p_archived boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count integer;
begin
  if not private.can('contacts', 'view') then
    return 0;
  end if;
  execute 'select count(*)::integer from public.contacts c where '
    || private.contacts_condition(p_text, p_kind, p_type_id, p_on_stop, p_archived) into v_count;
  return v_count;
end $function$;
grant execute on function private.count_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean) to authenticated;
grant execute on function private.count_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean) to service_role;
comment on function private.count_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean) is 'How many contacts search_contacts finds on all its pages; 0 without the right to view contacts.';
