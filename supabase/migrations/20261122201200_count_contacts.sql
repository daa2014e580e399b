-- How many contacts match: the list shows its total. The search and the count share one condition.

create function private.contacts_condition(
  p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean) returns text
  language plpgsql stable set search_path = ''
as $$
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
end $$;
comment on function private.contacts_condition is 'The condition of a search for contacts, as SQL over public.contacts c.';

create or replace function private.search_contacts(
  p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean,
  p_after_name text, p_after_id uuid, p_limit integer)
returns setof public.contacts
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_where text := private.contacts_condition(p_text, p_kind, p_type_id, p_on_stop, p_archived);
begin
  if not private.can('contacts', 'view') then
    return;
  end if;
  if p_after_id is not null then
    v_where := v_where || format(' and (c.sort_name, c.id) > (%L, %L::uuid)', p_after_name, p_after_id);
  end if;
  return query execute format(
    'select c.* from public.contacts c where %s order by c.sort_name, c.id limit %s',
    v_where, least(greatest(coalesce(p_limit, 50), 1), 1000));
end $$;

create function private.count_contacts(
  p_text text default null, p_kind text default null, p_type_id uuid default null, p_on_stop boolean default false,
  p_archived boolean default false) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  if not private.can('contacts', 'view') then
    return 0;
  end if;
  execute 'select count(*)::integer from public.contacts c where '
    || private.contacts_condition(p_text, p_kind, p_type_id, p_on_stop, p_archived) into v_count;
  return v_count;
end $$;
comment on function private.count_contacts is 'How many contacts search_contacts finds on all its pages; 0 without the right to view contacts.';

revoke execute on all routines in schema private from public;
call private.offer('private.count_contacts(text,text,uuid,boolean,boolean)');
