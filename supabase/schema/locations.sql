-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.locations (
  id uuid not null default gen_random_uuid(),
  label text not null,
  address text,
  city text,
  state text,
  country text,
  lat double precision,
  lng double precision,
  business_id uuid not null,
  created_at timestamp with time zone not null default now(),
  postcode text,
  access_notes text,
  contact_on_site text,
  phone_on_site text,
  row_version integer not null default 1,
  search_text text not null generated always as (private.location_search_text(label, address, city, postcode, contact_on_site)) stored,
  constraint locations_pkey PRIMARY KEY (id),
  constraint locations_business_id_fkey FOREIGN KEY (business_id) REFERENCES public.contacts(id) ON DELETE CASCADE,
  constraint locations_access_notes_length CHECK (char_length(access_notes) <= 2000),
  constraint locations_address_length CHECK (char_length(address) <= 500),
  constraint locations_contact_on_site_length CHECK (char_length(contact_on_site) <= 200),
  constraint locations_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint locations_label_length CHECK (char_length(btrim(label)) >= 1 AND char_length(btrim(label)) <= 200),
  constraint locations_label_size CHECK (char_length(label) <= 250),
  constraint locations_lat_is_a_number CHECK (lat <> ALL (ARRAY['NaN'::double precision, 'Infinity'::double precision, '-Infinity'::double precision])),
  constraint locations_lat_range CHECK (lat >= '-90'::integer::double precision AND lat <= 90::double precision),
  constraint locations_lng_is_a_number CHECK (lng <> ALL (ARRAY['NaN'::double precision, 'Infinity'::double precision, '-Infinity'::double precision])),
  constraint locations_lng_range CHECK (lng >= '-180'::integer::double precision AND lng <= 180::double precision),
  constraint locations_phone_on_site_length CHECK (char_length(phone_on_site) <= 50),
  constraint locations_place_length CHECK (char_length(city) <= 200 AND char_length(state) <= 200 AND char_length(country) <= 200),
  constraint locations_point_is_whole CHECK ((lat IS NULL) = (lng IS NULL)),
  constraint locations_postcode_length CHECK (char_length(postcode) <= 20)
);
alter table public.locations enable row level security;
CREATE INDEX locations_business_id_label_idx ON public.locations USING btree (business_id, label);
CREATE INDEX locations_point_idx ON public.locations USING btree (lat, lng) WHERE lat IS NOT NULL;
grant delete, insert, select, update on public.locations to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.locations to service_role;
create policy "staff add locations" on public.locations for insert to authenticated
  with check (( SELECT private.can('locations'::text, 'create'::text) AS can));
create policy "staff remove locations" on public.locations for delete to authenticated
  using (( SELECT private.can('locations'::text, 'delete'::text) AS can));
create policy "staff read locations" on public.locations for select to authenticated
  using (( SELECT private.can('contacts'::text, 'view'::text) AS can) OR ( SELECT private.can('locations'::text, 'view'::text) AS can) OR ( SELECT private.can('tasks'::text, 'view'::text) AS can));
create policy "staff change locations" on public.locations for update to authenticated
  using (( SELECT private.can('locations'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('locations'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.locations FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('locations:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.locations FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.locations FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.locations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.locations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'locations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.locations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'locations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.locations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'locations');
CREATE TRIGGER pin BEFORE UPDATE ON public.locations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'business_id');
CREATE TRIGGER refuse_in_use BEFORE DELETE ON public.locations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.refuse_location_in_use();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.locations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.locations is 'A site of a contact: where things are delivered or put up.';
comment on column public.locations.access_notes is 'Ours: gates, keys, hours, where to park.';
comment on column public.locations.contact_on_site is 'Ours: who opens the door. Often nobody of the contacts, so it is a name.';
comment on column public.locations.created_at is 'Ours.';
comment on column public.locations.row_version is 'Counts changes: whoever saves says which version they looked at.';

CREATE OR REPLACE FUNCTION private.location_search_text(p_label text, p_address text, p_city text, p_postcode text, p_contact_on_site text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.folded(btrim(p_label) || ' | ' || btrim(coalesce(p_address, '')) || ' | ' || btrim(coalesce(p_city, ''))
    || ' | ' || btrim(coalesce(p_postcode, '')) || ' | ' || btrim(coalesce(p_contact_on_site, '')))
$function$;
grant execute on function private.location_search_text(p_label text, p_address text, p_city text, p_postcode text, p_contact_on_site text) to authenticated;
grant execute on function private.location_search_text(p_label text, p_address text, p_city text, p_postcode text, p_contact_on_site text) to service_role;
comment on function private.location_search_text(p_label text, p_address text, p_city text, p_postcode text, p_contact_on_site text) is 'What a search looks through, the label first: lists are ordered by it within a contact.';

CREATE OR REPLACE FUNCTION private.refuse_location_in_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.refuse_location_in_use() is 'A location that something points at stays, whatever that is: the foreign keys say it.';
