-- Locations: the sites of contacts, where things are delivered or put up, and how to get in.

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

create table public.locations (
  id          uuid primary key default gen_random_uuid(),
  label       text not null,
  address     text,
  city        text,
  state       text,
  country     text,
  lat         double precision,
  lng         double precision,
  business_id uuid not null references public.contacts (id) on delete cascade,
  created_at  timestamptz not null default now(),
  postcode text constraint locations_postcode_length check (char_length(postcode) <= 20),
  access_notes text constraint locations_access_notes_length check (char_length(access_notes) <= 2000),
  contact_on_site text constraint locations_contact_on_site_length check (char_length(contact_on_site) <= 200),
  phone_on_site text constraint locations_phone_on_site_length check (char_length(phone_on_site) <= 50),
  row_version integer not null default 1,
  search_text text not null generated always as (private.location_search_text(label, address, city, postcode, contact_on_site)) stored,
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
-- For people only: removing a contact removes its locations, and the contact's own rules decide about that.
create trigger refuse_in_use before delete on public.locations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.refuse_location_in_use();

insert into private.record_kinds
  (kind, table_name, position, label, audit_label, is_mentioned, contact, status, actor)
values
  ('site', 'public.locations', 60, 'r.label', $$concat_ws(' · ', r.label, private.label_of(r.business_id))$$, true, 'business_id',
   $$nullif(concat_ws(', ', r.address, r.city), '')$$, 'null::uuid');

revoke execute on all routines in schema private from public;
grant execute on function private.location_search_text to authenticated, service_role;
