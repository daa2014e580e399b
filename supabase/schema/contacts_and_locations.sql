-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.contacts (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  name text,
  last_name text,
  email text,
  company text,
  type text not null default 'Person'::text,
  profile text not null default 'pending_verification'::text,
  logo_url text,
  roles text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  phone text,
  has_temporary_password boolean not null default false,
  mobile text,
  vat_number text,
  address_line text,
  city text,
  postcode text,
  country text,
  contact_type_id uuid,
  payment_terms_days integer,
  on_stop boolean not null default false,
  account_manager_id uuid,
  archived_at timestamp with time zone,
  row_version integer not null default 1,
  search_text text not null generated always as (private.contact_search_text(name, last_name, company, email, vat_number, phone, mobile)) stored,
  sort_name text not null generated always as (private.contact_sort_name(type, name, last_name, company)) stored,
  credit_limit numeric,
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_user_id_key UNIQUE (user_id),
  constraint contacts_account_manager_id_fkey FOREIGN KEY (account_manager_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contacts_contact_type_id_fkey FOREIGN KEY (contact_type_id) REFERENCES public.contact_types(id) ON DELETE RESTRICT,
  constraint contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contacts_address_line_length CHECK (char_length(address_line) <= 500),
  constraint contacts_archived_at_is_in_reach CHECK (archived_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND archived_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contacts_city_length CHECK (char_length(city) <= 200),
  constraint contacts_company_length CHECK (char_length(company) <= 200),
  constraint contacts_country_length CHECK (char_length(country) <= 200),
  constraint contacts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contacts_credit_limit_is_money CHECK (credit_limit >= 0::numeric AND credit_limit < 1000000000::numeric AND credit_limit = trunc(credit_limit, 2)),
  constraint contacts_email_length CHECK (char_length(email) <= 320),
  constraint contacts_logo_url_length CHECK (char_length(logo_url) <= 2000),
  constraint contacts_mobile_length CHECK (char_length(mobile) <= 50),
  constraint contacts_name_length CHECK (char_length(name) <= 200 AND char_length(last_name) <= 200),
  constraint contacts_payment_terms_range CHECK (payment_terms_days >= 0 AND payment_terms_days <= 365),
  constraint contacts_phone_length CHECK (char_length(phone) <= 50),
  constraint contacts_postcode_length CHECK (char_length(postcode) <= 20),
  constraint contacts_profile_is_known CHECK (profile = ANY (ARRAY['pending_verification'::text, 'verified'::text, 'rejected'::text, 'archived'::text])),
  constraint contacts_type_is_known CHECK (type = ANY (ARRAY['Person'::text, 'Business'::text])),
  constraint contacts_vat_number_shape CHECK (vat_number ~ '^[A-Z0-9]{4,20}$'::text)
);
alter table public.contacts enable row level security;
CREATE INDEX contacts_account_manager_id_idx ON public.contacts USING btree (account_manager_id);
CREATE INDEX contacts_contact_type_id_idx ON public.contacts USING btree (contact_type_id);
CREATE INDEX contacts_created_at_idx ON public.contacts USING btree (created_at DESC);
CREATE INDEX contacts_email_idx ON public.contacts USING btree (lower(email));
CREATE INDEX contacts_live_names_idx ON public.contacts USING btree (type, sort_name, id) WHERE archived_at IS NULL;
CREATE INDEX contacts_name_key_idx ON public.contacts USING btree (private.contact_name_key(sort_name));
CREATE INDEX contacts_name_search_idx ON public.contacts USING gin (name extensions.gin_trgm_ops);
CREATE INDEX contacts_on_stop_idx ON public.contacts USING btree (sort_name, id) WHERE on_stop;
CREATE INDEX contacts_roles_idx ON public.contacts USING gin (roles);
CREATE INDEX contacts_search_text_idx ON public.contacts USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX contacts_sort_name_idx ON public.contacts USING btree (sort_name, id);
CREATE INDEX contacts_sort_name_similar_idx ON public.contacts USING gist (sort_name extensions.gist_trgm_ops (siglen='64'));
CREATE INDEX contacts_vat_number_idx ON public.contacts USING btree (vat_number);
grant delete, insert, select, update on public.contacts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.contacts to service_role;
create policy "people register their contact, staff add contacts without an ac" on public.contacts for insert to authenticated
  with check (roles = '{}'::text[] AND NOT has_temporary_password AND (user_id = (( SELECT auth.uid() AS uid)) AND lower(email) = lower(( SELECT auth.email() AS email)) AND type = 'Person'::text AND profile = 'pending_verification'::text AND company IS NULL AND logo_url IS NULL AND vat_number IS NULL AND contact_type_id IS NULL AND payment_terms_days IS NULL AND NOT on_stop AND account_manager_id IS NULL AND archived_at IS NULL OR user_id IS NULL AND ( SELECT private.can('contacts'::text, 'create'::text) AS can)));
create policy "staff remove contacts" on public.contacts for delete to authenticated
  using (( SELECT private.can('contacts'::text, 'delete'::text) AS can));
create policy "people read their contact, staff read all" on public.contacts for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.can('contacts'::text, 'view'::text) AS can) OR ( SELECT private.can('tasks'::text, 'view'::text) AS can) OR ( SELECT private.can('quotations'::text, 'view'::text) AS can));
create policy "staff change contacts" on public.contacts for update to authenticated
  using (( SELECT private.can('contacts'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('contacts'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER copy_role_of_linked_contact AFTER UPDATE OF user_id ON public.contacts FOR EACH ROW WHEN (old.user_id IS DISTINCT FROM new.user_id) EXECUTE FUNCTION private.copy_role_of_contact();
CREATE TRIGGER copy_role_of_new_contact AFTER INSERT ON public.contacts FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION private.copy_role_of_contact();
CREATE TRIGGER count_version BEFORE UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.contacts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER forget_alike_names AFTER DELETE ON public.contacts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_alike_names();
CREATE TRIGGER guard_temporary_password BEFORE UPDATE ON public.contacts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.has_temporary_password IS DISTINCT FROM new.has_temporary_password) EXECUTE FUNCTION private.guard_temporary_password();
CREATE TRIGGER note_alike_names AFTER UPDATE ON public.contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_alike_names();
CREATE TRIGGER note_alike_names_of_new AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_alike_names();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contacts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contacts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.contacts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.contacts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.contacts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'user_id', 'roles', 'created_at');
CREATE TRIGGER refuse_credit_limit BEFORE UPDATE ON public.contacts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.credit_limit IS DISTINCT FROM new.credit_limit) EXECUTE FUNCTION private.refuse_credit_limit();
CREATE TRIGGER refuse_credit_limit_of_new BEFORE INSERT ON public.contacts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND new.credit_limit IS NOT NULL) EXECUTE FUNCTION private.refuse_credit_limit();
CREATE TRIGGER refuse_silent_stop BEFORE UPDATE ON public.contacts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.on_stop IS DISTINCT FROM new.on_stop) EXECUTE FUNCTION private.refuse_silent_stop();
CREATE TRIGGER refuse_silent_stop_of_new BEFORE INSERT ON public.contacts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND new.on_stop) EXECUTE FUNCTION private.refuse_silent_stop();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.contacts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.contacts is 'A person or a business.';
comment on column public.contacts.credit_limit is 'How much may be open on account, in euro; null where nothing was granted. Written by an approved credit application.';
comment on column public.contacts.has_temporary_password is 'Ours: an admin chose the password. It falls by itself when the person changes the password.';
comment on column public.contacts.on_stop is 'No more work on account. Why, and since when, is in contact_notes.';
comment on column public.contacts.phone is 'Ours.';
comment on column public.contacts.roles is 'A copy of user_roles.role, kept by trigger: mentions search it.';
comment on column public.contacts.row_version is 'Counts changes: whoever saves says which version they looked at.';
comment on column public.contacts.vat_number is 'Capitals and digits, without blanks.';

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
  constraint locations_lat_range CHECK (lat >= '-90'::integer::double precision AND lat <= 90::double precision),
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
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.locations FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.locations FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.locations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.locations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'locations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.locations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'locations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.locations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'locations');
CREATE TRIGGER pin BEFORE UPDATE ON public.locations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER pin_business BEFORE UPDATE ON public.locations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('business_id');
CREATE TRIGGER refuse_in_use BEFORE DELETE ON public.locations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.refuse_location_in_use();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.locations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.locations is 'A site of a contact: where things are delivered or put up.';
comment on column public.locations.access_notes is 'Ours: gates, keys, hours, where to park.';
comment on column public.locations.contact_on_site is 'Ours: who opens the door. Often nobody of the contacts, so it is a name.';
comment on column public.locations.created_at is 'Ours.';
comment on column public.locations.row_version is 'Counts changes: whoever saves says which version they looked at.';

CREATE OR REPLACE FUNCTION private.copy_role_of_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.contacts
     set roles = array(select ur.role::text from public.user_roles ur where ur.user_id = new.user_id)
   where id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.copy_role_to_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.contacts
     set roles = case when tg_op = 'DELETE' then '{}' else array[new.role::text] end
   where user_id = coalesce(new.user_id, old.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_account_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.contacts set email = new.email where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_temporary_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.contacts set has_temporary_password = false where user_id = new.id and has_temporary_password;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_temporary_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.my_role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'contacts.has_temporary_password cannot be changed';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.my_contact_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id from public.contacts c
   where c.user_id = (select auth.uid()) and (select private.my_role()) = 'client'
$function$;
grant execute on function private.my_contact_ids() to authenticated;
comment on function private.my_contact_ids() is 'The contacts whose papers a client may read: nobody else has any.';
