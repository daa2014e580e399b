-- Lists of contacts and locations in the order of any column that can be sorted. A page begins after a value and an id,
-- so no row is shown twice or lost while others are added. Rows without a value come last, in both directions.

-- ----------------------------------------------------------------------------------------------- when a contact changed

alter table public.contacts add column updated_at timestamptz not null default now();
comment on column public.contacts.updated_at is 'Ours: when the contact itself changed last; its notes and accounts do not count.';

-- What the trail knows of contacts that were there before.
alter table public.contacts disable trigger user;
update public.contacts c
   set updated_at = greatest(c.created_at, (
     select max(a.at) from public.audit_logs a where a.record_id = c.id::text and a.table_name = 'contacts'));
alter table public.contacts enable trigger user;

create trigger stamp_updated_at before update on public.contacts
  for each row execute function private.stamp_updated_at();

create function private.begin_updated_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := new.created_at;
  return new;
end $$;
comment on function private.begin_updated_at is 'A new row changed last when it was made. It runs after stamp_created_at.';
create trigger stamp_updated_at_of_new before insert on public.contacts
  for each row execute function private.begin_updated_at();
call private.refuse_hostile_values('public.contacts');

-- -------------------------------------------------------------------------------------------------------------- contacts

create function private.order_text(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select nullif(private.folded(btrim(p_text)), '')
$$;
comment on function private.order_text is 'By what a list is sorted for this text; null where there is none. The same text has the same order.';

create index contacts_company_order_idx on public.contacts
  (private.order_text(case type when 'Person' then company end), id);
create index contacts_email_order_idx on public.contacts (private.order_text(email), id);
create index contacts_city_order_idx on public.contacts (private.order_text(city), id);
create index contacts_created_order_idx on public.contacts (created_at, id);
drop index public.contacts_created_at_idx;
create index contacts_updated_order_idx on public.contacts (updated_at, id);

create function private.contacts_pages(
  p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_sort text, p_down boolean,
  p_after_value text, p_after_id uuid) returns text[]
  language plpgsql stable set search_path = ''
as $$
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
end $$;
comment on function private.contacts_pages is
  'The statements whose rows, one after the other, are the contacts after a value and an id. An index has the order of each.';

drop function public.search_contacts;
drop function private.search_contacts;
create function private.search_contacts(
  p_text text default null, p_kind text default null, p_type_id uuid default null, p_on_stop boolean default false,
  p_archived boolean default false, p_after_value text default null, p_after_id uuid default null,
  p_limit integer default 50, p_sort text default 'name', p_down boolean default false)
returns setof public.contacts
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_statement text;
  v_left integer := least(greatest(coalesce(p_limit, 50), 1), 1000);
  v_read integer;
begin
  if not private.can('contacts', 'view') then
    return;
  end if;
  foreach v_statement in array private.contacts_pages(
    p_text, p_kind, p_type_id, p_on_stop, p_archived, p_sort, p_down, p_after_value, p_after_id) loop
    return query execute v_statement || format(' limit %s', v_left);
    get diagnostics v_read = row_count;
    v_left := v_left - v_read;
    exit when v_left = 0;
  end loop;
end $$;
comment on function private.search_contacts is
  'A page of contacts, 50 unless told, by name, company, email, city, created or updated. Every word of the text is in a '
  'name, company, e-mail, VAT number or phone. The page begins after the row with p_after_value and p_after_id.';

-- ------------------------------------------------------------------------------------------------------------- locations

drop function public.search_locations;
drop function public.location_pins;
drop function private.find_locations;

create function private.locations_condition(p_text text, p_business_id uuid, p_has_point boolean) returns text
  language plpgsql immutable set search_path = ''
as $$
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
end $$;
comment on function private.locations_condition is
  'The condition of a search for locations, as SQL over public.locations l and their clients b.';

create function private.find_locations(
  p_text text, p_business_id uuid, p_has_point boolean, p_sort text, p_down boolean, p_after_value text, p_after_id uuid,
  p_limit integer)
returns table (id uuid, sort_value text)
  language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

create function public.search_locations(
  p_text text default null, p_business_id uuid default null, p_has_point boolean default null,
  p_after_value text default null, p_after_id uuid default null, p_limit integer default 50,
  p_sort text default 'client', p_down boolean default false)
returns table (
  id uuid, label text, address text, city text, postcode text, country text, lat double precision, lng double precision,
  business_id uuid, business_type text, business_name text, business_on_stop boolean, open_tasks integer,
  open_deliveries integer, sort_value text)
  language sql stable security invoker set search_path = ''
as $$
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
$$;
comment on function public.search_locations is
  'A page of locations by client, label or city, 50 unless told. Every word of the text is in the location or in the name '
  'of its client. The page begins after the row with p_after_value (its sort_value) and p_after_id. Open tasks and '
  'deliveries are counted as far as the caller may see them.';

create function public.location_pins(p_text text default null, p_business_id uuid default null)
returns table (id uuid, label text, lat double precision, lng double precision)
  language sql stable security invoker set search_path = ''
as $$
  select l.id, l.label, l.lat, l.lng
    from private.find_locations(p_text, p_business_id, true, 'client', false, null, null, 2000) as found
    join public.locations l on l.id = found.id
   order by l.id
$$;
comment on function public.location_pins is 'What search_locations finds and a map can show: up to 2000 points.';

create function private.count_locations(
  p_text text default null, p_business_id uuid default null, p_has_point boolean default null) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  if not (private.can('locations', 'view') or private.can('contacts', 'view')) then
    return 0;
  end if;
  execute 'select count(*)::integer from public.locations l join public.contacts b on b.id = l.business_id where '
    || private.locations_condition(p_text, p_business_id, p_has_point) into v_count;
  return v_count;
end $$;
comment on function private.count_locations is 'How many locations search_locations finds on all its pages.';

revoke execute on all routines in schema private from public;
grant execute on function private.find_locations to authenticated;
grant execute on function private.order_text to authenticated, service_role;
revoke execute on function public.search_locations, public.location_pins from public, anon, authenticated;
grant execute on function public.search_locations, public.location_pins to authenticated, service_role;
call private.offer('private.search_contacts(text,text,uuid,boolean,boolean,text,uuid,integer,text,boolean)');
call private.offer('private.count_locations(text,uuid,boolean)');
