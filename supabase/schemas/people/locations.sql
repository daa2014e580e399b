-- Locations of contacts: search, pins on the map, distances.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.locations (
  id              uuid primary key default gen_random_uuid(),
  label           text not null,
  address         text,
  city            text,
  state           text,
  country         text,
  lat             double precision,
  lng             double precision,
  business_id     uuid not null references public.contacts (id) on delete cascade,
  created_at      timestamptz not null default now(),
  postcode        text constraint locations_postcode_length check (char_length(postcode) <= 20),
  access_notes    text constraint locations_access_notes_length check (char_length(access_notes) <= 2000),
  contact_on_site text constraint locations_contact_on_site_length check (char_length(contact_on_site) <= 200),
  phone_on_site   text constraint locations_phone_on_site_length check (char_length(phone_on_site) <= 50),
  row_version     integer not null default 1,
  search_text     text not null generated always as (private.location_search_text(label, address, city, postcode, contact_on_site)) stored,
  constraint locations_label_length check (char_length(btrim(label)) between 1 and 200),
  constraint locations_address_length check (char_length(address) <= 500),
  constraint locations_place_length
    check (char_length(city) <= 200 and char_length(state) <= 200 and char_length(country) <= 200),
  constraint locations_lat_range check (lat between -90 and 90),
  constraint locations_lng_range check (lng between -180 and 180),
  constraint locations_point_is_whole check ((lat is null) = (lng is null)),
  constraint locations_label_size check (char_length(label) <= 250)
);
create index locations_business_id_label_idx on public.locations (business_id, label);
create index locations_point_idx on public.locations (lat, lng) where lat is not null;
comment on table public.locations is 'A site of a contact: where things are delivered or put up.';
comment on column public.locations.created_at is 'Ours.';
comment on column public.locations.access_notes is 'Ours: gates, keys, hours, where to park.';
comment on column public.locations.contact_on_site is 'Ours: who opens the door. Often nobody of the contacts, so it is a name.';
comment on column public.locations.row_version is 'Counts changes: whoever saves says which version they looked at.';

-- ------------------------------------------------------------------------------------------------------------- who may

-- business_id is pinned: papers and tasks of one client must not end up at another client's door.
call private.borrow_rules('public.locations', p_pinned => '{business_id}', p_audited => true, p_pages => '{locations}');
create policy "staff read locations" on public.locations
  for select to authenticated
  using ((select private.can('contacts', 'view'))
    or (select private.can('locations', 'view'))
    or (select private.can('tasks', 'view')));
create policy "staff add locations" on public.locations
  for insert to authenticated with check ((select private.can('locations', 'create')));
create policy "staff change locations" on public.locations
  for update to authenticated
  using ((select private.can('locations', 'edit'))) with check ((select private.can('locations', 'edit')));
create policy "staff remove locations" on public.locations
  for delete to authenticated using ((select private.can('locations', 'delete')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.location_search_text(
  p_label text, p_address text, p_city text, p_postcode text, p_contact_on_site text)
returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select private.folded(btrim(p_label) || ' | ' || btrim(coalesce(p_address, '')) || ' | ' || btrim(coalesce(p_city, ''))
    || ' | ' || btrim(coalesce(p_postcode, '')) || ' | ' || btrim(coalesce(p_contact_on_site, '')))
$$;
comment on function private.location_search_text is
  'What a search looks through, the label first: lists are ordered by it within a contact.';
grant execute on function private.location_search_text to authenticated, service_role;

create function private.refuse_location_in_use() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_link record;
  v_count bigint;
  v_hidden bigint;
  v_uses text[] := '{}';
begin
  for v_link in
    select k.conrelid::regclass as child, c.relname, a.attname as key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.locations'::regclass
     order by c.relname
  loop
    execute format('select count(*) filter (where not hidden), count(*) filter (where hidden)
        from (select %s as hidden from %s as t where %I = $1) as used',
        case v_link.relname when 'tasks' then 'cardinality(t.assignees) = 0 and t.created_by is distinct from $2' else 'false' end,
        v_link.child, v_link.key)
      into v_count, v_hidden using old.id, auth.uid();
    if v_count > 0 then
      v_uses := v_uses || format('%s %s', v_count, replace(case when v_count = 1
        then regexp_replace(regexp_replace(v_link.relname, 'ies$', 'ys'), 's$', '') else v_link.relname end, '_', ' '));
    end if;
    if v_hidden > 0 and v_count = 0 then
      v_uses := v_uses || 'something that others keep to themselves'::text;
    end if;
  end loop;
  if cardinality(v_uses) > 0 then
    raise foreign_key_violation using
      message = format('This location is in use: %s. Give them another location first.', array_to_string(v_uses, ', '));
  end if;
  return old;
end $$;
comment on function private.refuse_location_in_use is
  'A location that something points at stays, whatever that is: the foreign keys say it.';

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
grant execute on function private.find_locations to authenticated;

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
revoke execute on function public.search_locations from public, anon;

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
revoke execute on function public.location_pins from public, anon;

create function private.near_locations(
  p_lat double precision, p_lng double precision, p_address text, p_city text, p_except uuid, p_within double precision)
returns table (id uuid, metres double precision, reason text)
  language sql stable security definer set search_path = ''
as $$
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
     and char_length(btrim(p_address)) between 4 and 500
     and strpos(l.search_text, ' | ' || private.folded(btrim(p_address)) || ' | ' || private.folded(btrim(coalesce(p_city, '')))) > 0
$$;
grant execute on function private.near_locations to authenticated;

create function public.near_locations(
  p_lat double precision default null, p_lng double precision default null, p_address text default null,
  p_city text default null, p_except uuid default null, p_within double precision default 60)
returns table (id uuid, label text, address text, city text, lat double precision, lng double precision, business_id uuid,
  business_name text, metres double precision, reason text)
  language sql stable security invoker set search_path = ''
as $$
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
$$;
comment on function public.near_locations is
  'Up to 5 locations that may be this one: within p_within metres of the point, or with the same address. Nearest first.';
revoke execute on function public.near_locations from public, anon;

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
call private.offer('private.count_locations(text,uuid,boolean)');

create function private.site_of_plan(p_contact_id uuid, p_plan jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_site constant jsonb := p_plan -> 'new_site';
  v_address constant text := nullif(btrim(v_site ->> 'address'), '');
  v_city constant text := nullif(btrim(v_site ->> 'city'), '');
  v_id uuid := (p_plan ->> 'location_id')::uuid;
begin
  if v_site is null or jsonb_typeof(v_site) = 'null' then
    return v_id;
  elsif v_address is null then
    perform private.refuse('22023', 'Please enter the address');
  end if;
  select l.id into v_id from public.locations l
   where l.business_id = p_contact_id and private.folded(coalesce(l.address, '')) = private.folded(v_address)
     and private.folded(coalesce(l.city, '')) = private.folded(coalesce(v_city, ''))
   order by l.created_at limit 1;
  if v_id is null then
    insert into public.locations (business_id, label, address, city, postcode, state, contact_on_site, phone_on_site)
    values (p_contact_id, left(coalesce(nullif(btrim(v_site ->> 'label'), ''), v_address), 200), v_address, v_city, nullif(btrim(v_site ->> 'postcode'), ''),
      nullif(btrim(v_site ->> 'state'), ''), nullif(btrim(p_plan ->> 'contact_on_site'), ''), nullif(btrim(p_plan ->> 'phone_on_site'), ''))
    returning id into v_id;
  end if;
  return v_id;
end $$;
comment on function private.site_of_plan is
  'Where a plan goes: its location_id, or its new_site (label, address, city, postcode, state), kept with the addresses of the client;
one that the client has already is taken. Whoever plans deliveries may add it.';

-- -------------------------------------------------------------------------------------------------------- what follows

-- For people only: removing a contact removes its locations, and the contact's own rules decide about that.
create trigger refuse_in_use before delete on public.locations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.refuse_location_in_use();
create trigger ask_first before insert on public.locations for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('locations:create');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds
  (kind, table_name, position, label, audit_label, is_mentioned, contact, status, actor)
values
  ('site',
   'public.locations',
   60,
   'r.label',
   $$concat_ws(' · ', r.label, private.label_of(r.business_id))$$,
   true,
   'business_id',
   $$nullif(concat_ws(', ', r.address, r.city), '')$$,
   'null::uuid');
