-- Contacts and locations: people, businesses and their sites. A contact with a user_id is somebody who can sign in.

create table public.contacts (
  id                     uuid primary key default gen_random_uuid(),
  user_id                uuid unique references auth.users (id) on delete set null,
  name                   text,
  last_name              text,
  email                  text,
  company                text,
  type                   text not null default 'Person',
  profile                text not null default 'pending_verification',
  logo_url               text,
  roles                  text[] not null default '{}',
  created_at             timestamptz not null default now(),
  phone                  text,
  has_temporary_password boolean not null default false,
  constraint contacts_type_is_known check (type in ('Person', 'Business')),
  constraint contacts_profile_is_known check (profile in ('pending_verification', 'verified', 'rejected', 'archived')),
  constraint contacts_name_length check (char_length(name) <= 200 and char_length(last_name) <= 200),
  constraint contacts_company_length check (char_length(company) <= 200),
  constraint contacts_email_length check (char_length(email) <= 320),
  constraint contacts_logo_url_length check (char_length(logo_url) <= 2000),
  constraint contacts_phone_length check (char_length(phone) <= 50)
);
create index contacts_name_search_idx on public.contacts using gin (name extensions.gin_trgm_ops);
create index contacts_roles_idx on public.contacts using gin (roles);
comment on table public.contacts is 'A person or a business.';
comment on column public.contacts.roles is 'A copy of user_roles.role, kept by trigger: mentions search it.';
comment on column public.contacts.phone is 'Ours.';
comment on column public.contacts.has_temporary_password is
  'Ours: an admin chose the password. It falls by itself when the person changes the password.';

create function private.my_contact_ids() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select c.id from public.contacts c
   where c.user_id = (select auth.uid()) and (select private.my_role()) = 'client'
$$;
comment on function private.my_contact_ids is 'The contacts whose papers a client may read: nobody else has any.';

alter table public.contacts enable row level security;
revoke all on public.contacts from anon, authenticated;
grant select, insert, update, delete on public.contacts to authenticated;
grant all on public.contacts to service_role;

create policy "people read their contact, staff read all" on public.contacts
  for select to authenticated
  using (user_id = (select auth.uid())
    or (select private.can('contacts', 'view'))
    or (select private.can('tasks', 'view'))
    or (select private.can('quotations', 'view')));

-- A new account brings its own contact and nothing else: no foreign address, no company, no roles that mentions find.
create policy "people register their contact, staff add contacts without an account" on public.contacts
  for insert to authenticated
  with check (roles = '{}' and not has_temporary_password and (
    (user_id = (select auth.uid()) and lower(email) = lower((select auth.email()))
      and type = 'Person' and profile = 'pending_verification' and company is null and logo_url is null)
    or (user_id is null and (select private.can('contacts', 'create')))));

create policy "staff change contacts" on public.contacts
  for update to authenticated
  using ((select private.can('contacts', 'edit'))) with check ((select private.can('contacts', 'edit')));

create policy "staff remove contacts" on public.contacts
  for delete to authenticated using ((select private.can('contacts', 'delete')));

-- user_id decides whose papers a client reads: only the service key links or unlinks an account.
create trigger pin before update on public.contacts
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'user_id', 'roles', 'created_at');
create trigger stamp_created_at before insert on public.contacts
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_created_at();

create function private.guard_temporary_password() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if private.my_role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'contacts.has_temporary_password cannot be changed';
  end if;
  return new;
end $$;

create trigger guard_temporary_password before update on public.contacts
  for each row when (current_user in ('anon', 'authenticated')
    and old.has_temporary_password is distinct from new.has_temporary_password)
  execute function private.guard_temporary_password();

-- contacts.roles follows user_roles, whichever of the two comes first.

create function private.copy_role_to_contact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts
     set roles = case when tg_op = 'DELETE' then '{}' else array[new.role::text] end
   where user_id = coalesce(new.user_id, old.user_id);
  return null;
end $$;

create trigger copy_role_to_contact after insert or update of role or delete on public.user_roles
  for each row execute function private.copy_role_to_contact();

create function private.copy_role_of_contact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts
     set roles = array(select ur.role::text from public.user_roles ur where ur.user_id = new.user_id)
   where id = new.id;
  return null;
end $$;

create trigger copy_role_of_new_contact after insert on public.contacts
  for each row when (new.user_id is not null) execute function private.copy_role_of_contact();
create trigger copy_role_of_linked_contact after update of user_id on public.contacts
  for each row when (old.user_id is distinct from new.user_id) execute function private.copy_role_of_contact();

-- What the account says, the contact follows: a confirmed new address, a password of one's own.

create function private.follow_account_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts set email = new.email where user_id = new.id;
  return null;
end $$;

create trigger follow_account_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_account_email();

create function private.forget_temporary_password() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts set has_temporary_password = false where user_id = new.id and has_temporary_password;
  return null;
end $$;

create trigger forget_temporary_password after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.forget_temporary_password();

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
  constraint locations_label_length check (char_length(btrim(label)) between 1 and 200),
  constraint locations_address_length check (char_length(address) <= 500),
  constraint locations_place_length
    check (char_length(city) <= 200 and char_length(state) <= 200 and char_length(country) <= 200),
  constraint locations_lat_range check (lat between -90 and 90),
  constraint locations_lng_range check (lng between -180 and 180),
  constraint locations_point_is_whole check ((lat is null) = (lng is null))
);
create index locations_business_id_label_idx on public.locations (business_id, label);
comment on table public.locations is 'A site of a contact: where things are delivered or put up.';
comment on column public.locations.created_at is 'Ours.';

alter table public.locations enable row level security;
revoke all on public.locations from anon, authenticated;
grant select, insert, update, delete on public.locations to authenticated;
grant all on public.locations to service_role;

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

create trigger pin before update on public.locations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'created_at');
create trigger stamp_created_at before insert on public.locations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_created_at();

revoke execute on function private.my_contact_ids, private.guard_temporary_password, private.copy_role_to_contact,
  private.copy_role_of_contact, private.follow_account_email, private.forget_temporary_password from public;
grant execute on function private.my_contact_ids to authenticated;

call private.after_each_statement('public.contacts', 'nudge_user', $$private.nudge_owners('user:', 'user_id', 'id')$$);
call private.after_each_statement('public.contacts', 'nudge_page', $$private.nudge_pages('id', 'contacts')$$);
call private.after_each_statement('public.locations', 'nudge_page', $$private.nudge_pages('id', 'locations')$$);
