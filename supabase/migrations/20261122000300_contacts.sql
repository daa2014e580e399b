-- Contacts: people and businesses with their types, relations, bank accounts and notes, and the search over them.

create function private.contact_search_text(
  p_name text, p_last_name text, p_company text, p_email text, p_vat_number text, p_phone text, p_mobile text)
returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select private.folded(btrim(
    coalesce(p_name, '') || ' ' || coalesce(p_last_name, '') || ' | ' || coalesce(p_company, '') || ' | '
      || coalesce(p_email, '') || ' | '
      || regexp_replace(coalesce(p_vat_number, ''), '[^[:alnum:]]', '', 'g') || ' | '
      || regexp_replace(coalesce(p_phone, ''), '[^0-9]', '', 'g') || ' | '
      || regexp_replace(coalesce(p_mobile, ''), '[^0-9]', '', 'g')))
$$;
comment on function private.contact_search_text is 'What a search looks through. Numbers are kept without blanks and signs.';

create function private.contact_sort_name(p_type text, p_name text, p_last_name text, p_company text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select private.folded(btrim(case when p_type = 'Business'
    then coalesce(nullif(btrim(p_company), ''), p_name, '')
    else coalesce(p_name, '') || ' ' || coalesce(p_last_name, '') end))
$$;
comment on function private.contact_sort_name is 'By what the list is ordered, and what a new name is compared with.';

create function private.is_iban(p_iban text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and coalesce((
    select mod(string_agg(case when sign ~ '[0-9]' then sign else (ascii(sign) - 55)::text end, '' order by place)::numeric, 97) = 1
      from regexp_split_to_table(substr(p_iban, 5) || left(p_iban, 4), '') with ordinality as signs (sign, place)), false)
$$;
comment on function private.is_iban is 'Upper case without blanks, and its check digits are right (ISO 13616, mod 97).';

create table public.contact_types (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  is_client   boolean not null default true,
  is_supplier boolean not null default false,
  created_at  timestamptz not null default now(),
  constraint contact_types_name_length check (char_length(btrim(name)) between 1 and 80),
  constraint contact_types_name_size check (char_length(name) <= 100)
);
create unique index contact_types_name_idx on public.contact_types (private.folded(name));
comment on table public.contact_types is 'Kinds of contacts that the company tells apart.';

insert into public.contact_types (name, is_client, is_supplier) values
  ('Client', true, false), ('Supplier', false, true), ('Subcontractor', false, true), ('Prospect', true, false);

call private.borrow_rules('public.contact_types', p_audited => true, p_pages => '{contacts}');

create policy "staff read contact types" on public.contact_types
  for select to authenticated using ((select private.can('contacts', 'view')));
create policy "their managers add contact types" on public.contact_types
  for insert to authenticated with check ((select private.named('manage_contact_types')));
create policy "their managers change contact types" on public.contact_types
  for update to authenticated using ((select private.named('manage_contact_types')))
  with check ((select private.named('manage_contact_types')));
create policy "their managers remove contact types" on public.contact_types
  for delete to authenticated using ((select private.named('manage_contact_types')));

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
  mobile text constraint contacts_mobile_length check (char_length(mobile) <= 50),
  vat_number text constraint contacts_vat_number_shape check (vat_number ~ '^[A-Z0-9]{4,20}$'),
  address_line text constraint contacts_address_line_length check (char_length(address_line) <= 500),
  city text constraint contacts_city_length check (char_length(city) <= 200),
  postcode text constraint contacts_postcode_length check (char_length(postcode) <= 20),
  country text constraint contacts_country_length check (char_length(country) <= 200),
  contact_type_id uuid references public.contact_types (id) on delete restrict,
  payment_terms_days integer constraint contacts_payment_terms_range check (payment_terms_days between 0 and 365),
  on_stop boolean not null default false,
  account_manager_id uuid references auth.users (id) on delete set null,
  archived_at timestamptz,
  row_version integer not null default 1,
  search_text text not null generated always as (private.contact_search_text(name, last_name, company, email, vat_number, phone, mobile)) stored,
  sort_name text not null generated always as (private.contact_sort_name(type, name, last_name, company)) stored,
  credit_limit numeric constraint contacts_credit_limit_is_money check (credit_limit >= 0 and credit_limit < 1000000000 and credit_limit = trunc(credit_limit, 2)),
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
create index contacts_search_text_idx on public.contacts using gin (search_text extensions.gin_trgm_ops);
create index contacts_sort_name_similar_idx on public.contacts using gist (sort_name extensions.gist_trgm_ops (siglen = 64));
create index contacts_sort_name_idx on public.contacts (sort_name, id);
create index contacts_email_idx on public.contacts (lower(email));
create index contacts_vat_number_idx on public.contacts (vat_number);
create index contacts_contact_type_id_idx on public.contacts (contact_type_id);
create index contacts_account_manager_id_idx on public.contacts (account_manager_id);
create index contacts_on_stop_idx on public.contacts (sort_name, id) where on_stop;
create index contacts_created_at_idx on public.contacts (created_at desc);
create index contacts_live_names_idx on public.contacts (type, sort_name, id) where archived_at is null;
comment on table public.contacts is 'A person or a business.';
comment on column public.contacts.roles is 'A copy of user_roles.role, kept by trigger: mentions search it.';
comment on column public.contacts.phone is 'Ours.';
comment on column public.contacts.has_temporary_password is
  'Ours: an admin chose the password. It falls by itself when the person changes the password.';
comment on column public.contacts.vat_number is 'Capitals and digits, without blanks.';
comment on column public.contacts.on_stop is 'No more work on account. Why, and since when, is in contact_notes.';
comment on column public.contacts.row_version is 'Counts changes: whoever saves says which version they looked at.';
comment on column public.contacts.credit_limit is
  'How much may be open on account, in euro; null where nothing was granted. Written by an approved credit application.';

-- user_id decides whose papers a client reads: people cannot change it. private.link_account does.
call private.borrow_rules('public.contacts', p_pinned => '{user_id,roles}', p_audited => true, p_pages => '{contacts}',
  p_person => 'user_id');

create policy "people read their contact, staff read all" on public.contacts
  for select to authenticated
  using (user_id = (select auth.uid())
    or (select private.can('contacts', 'view'))
    or (select private.can('tasks', 'view'))
    or (select private.can('quotations', 'view')));
-- A new account brings its own contact with a name and an address, and nothing else.
create policy "people register their contact, staff add contacts without an account" on public.contacts
  for insert to authenticated
  with check (roles = '{}' and not has_temporary_password and (
    (user_id = (select auth.uid()) and lower(email) = lower((select auth.email()))
      and type = 'Person' and profile = 'pending_verification' and company is null and logo_url is null
      and vat_number is null and contact_type_id is null and payment_terms_days is null and not on_stop
      and account_manager_id is null and archived_at is null)
    or (user_id is null and (select private.can('contacts', 'create')))));
create policy "staff change contacts" on public.contacts
  for update to authenticated
  using ((select private.can('contacts', 'edit'))) with check ((select private.can('contacts', 'edit')));
create policy "staff remove contacts" on public.contacts
  for delete to authenticated using ((select private.can('contacts', 'delete')));

create table public.contact_relations (
  id                 uuid primary key default gen_random_uuid(),
  contact_id         uuid not null references public.contacts (id) on delete cascade,
  related_contact_id uuid not null references public.contacts (id) on delete cascade,
  relation           text not null,
  is_primary         boolean not null default false,
  created_at         timestamptz not null default now(),
  constraint contact_relations_relation_is_known
    check (relation in ('works_for', 'owner', 'accounts', 'site_manager', 'branch_of', 'other')),
  constraint contact_relations_not_to_itself check (contact_id <> related_contact_id),
  constraint contact_relations_once unique (contact_id, related_contact_id, relation)
);
create index contact_relations_related_contact_id_idx on public.contact_relations (related_contact_id);
comment on table public.contact_relations is 'Read from left to right: contact_id works for, owns, … related_contact_id.';

call private.borrow_rules('public.contact_relations', p_pinned => '{contact_id,related_contact_id}', p_audited => true,
  p_key => 'contact_id', p_pages => '{contacts}');

create policy "staff read relations" on public.contact_relations
  for select to authenticated using ((select private.can('contacts', 'view')));
create policy "staff add relations" on public.contact_relations
  for insert to authenticated with check ((select private.can('contacts', 'edit')));
create policy "staff change relations" on public.contact_relations
  for update to authenticated using ((select private.can('contacts', 'edit')))
  with check ((select private.can('contacts', 'edit')));
create policy "staff remove relations" on public.contact_relations
  for delete to authenticated using ((select private.can('contacts', 'edit')));

create table public.contact_bank_accounts (
  id         uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  holder     text not null,
  bank_name  text,
  iban       text not null,
  bic        text,
  currency   text not null default 'EUR',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  row_version integer not null default 1,
  constraint contact_bank_accounts_holder_length check (char_length(btrim(holder)) between 1 and 200),
  constraint contact_bank_accounts_bank_name_length check (char_length(bank_name) <= 200),
  constraint contact_bank_accounts_iban_is_right check (private.is_iban(iban)),
  constraint contact_bank_accounts_bic_shape check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  constraint contact_bank_accounts_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint contact_bank_accounts_once unique (contact_id, iban),
  constraint contact_bank_accounts_holder_size check (char_length(holder) <= 250)
);
create unique index contact_bank_accounts_default_idx on public.contact_bank_accounts (contact_id) where is_default;
comment on table public.contact_bank_accounts is 'Where a contact is paid. For those who may edit contacts only.';
comment on column public.contact_bank_accounts.row_version is 'Counts changes: whoever saves says which version they looked at.';

call private.borrow_rules('public.contact_bank_accounts', p_pinned => '{contact_id}', p_audited => true, p_key => 'contact_id',
  p_pages => '{contacts}');

create policy "staff read bank accounts" on public.contact_bank_accounts
  for select to authenticated using ((select private.can('contacts', 'edit')));
create policy "staff add bank accounts" on public.contact_bank_accounts
  for insert to authenticated with check ((select private.can('contacts', 'edit')));
create policy "staff change bank accounts" on public.contact_bank_accounts
  for update to authenticated using ((select private.can('contacts', 'edit')))
  with check ((select private.can('contacts', 'edit')));
create policy "staff remove bank accounts" on public.contact_bank_accounts
  for delete to authenticated using ((select private.can('contacts', 'delete')));

create table public.contact_notes (
  id         uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind       text not null default 'note',
  body       text not null,
  author_id  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint contact_notes_kind_is_known check (kind in ('note', 'stop', 'release', 'merge')),
  constraint contact_notes_body_length check (char_length(btrim(body)) between 1 and 5000),
  constraint contact_notes_body_size check (char_length(body) <= 6000)
);
create index contact_notes_contact_id_idx on public.contact_notes (contact_id, created_at desc, id desc);
create index contact_notes_author_id_idx on public.contact_notes (author_id);
comment on table public.contact_notes is 'What staff write about a contact. A table of its own: contacts read their own row, and not this.';
comment on column public.contact_notes.edited_at is 'Null: as it was first written.';

call private.borrow_rules('public.contact_notes', p_rights => 'select, insert, update (body), delete',
  p_pinned => '{contact_id,kind,author_id,edited_at}', p_key => 'contact_id', p_pages => '{contacts}');
create trigger audit after update or delete on public.contact_notes
  for each row execute function private.audit('contact_id');

create policy "staff read notes" on public.contact_notes
  for select to authenticated using ((select private.can('contacts', 'view')));
create policy "staff write notes in their own name" on public.contact_notes
  for insert to authenticated
  with check (author_id = (select auth.uid()) and kind = 'note' and (select private.can('contacts', 'edit')));
create policy "staff remove notes of their own" on public.contact_notes
  for delete to authenticated
  using (kind = 'note' and author_id = (select auth.uid()) and (select private.can('contacts', 'edit')));
create policy "staff mend notes of their own" on public.contact_notes
  for update to authenticated
  using (kind = 'note' and author_id = (select auth.uid()) and (select private.can('contacts', 'edit')))
  with check (kind = 'note' and author_id = (select auth.uid()) and (select private.can('contacts', 'edit')));

create function private.my_contact_ids() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select c.id from public.contacts c
   where c.user_id = (select auth.uid()) and (select private.my_role()) = 'client'
$$;
comment on function private.my_contact_ids is 'The contacts whose papers a client may read: nobody else has any.';

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

-- contacts.roles is a copy of user_roles.role, whichever of the two rows is made first.

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

-- The contact follows the account: a confirmed new address, and a password that the person chose.

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

create function private.refuse_credit_limit() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'The credit limit follows from an approved credit application';
end $$;
create trigger refuse_credit_limit_of_new before insert on public.contacts
  for each row when (current_user in ('anon', 'authenticated') and new.credit_limit is not null)
  execute function private.refuse_credit_limit();
create trigger refuse_credit_limit before update on public.contacts
  for each row when (current_user in ('anon', 'authenticated') and old.credit_limit is distinct from new.credit_limit)
  execute function private.refuse_credit_limit();

-- A contact is put on stop together with a reason, by set_contact_on_stop only.
create function private.refuse_silent_stop() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'Please say why: the sign and its reason are one step';
end $$;
create trigger refuse_silent_stop before update on public.contacts
  for each row when (current_user in ('anon', 'authenticated') and old.on_stop is distinct from new.on_stop)
  execute function private.refuse_silent_stop();
create trigger refuse_silent_stop_of_new before insert on public.contacts
  for each row when (current_user in ('anon', 'authenticated') and new.on_stop)
  execute function private.refuse_silent_stop();

create function private.stamp_edited_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.edited_at := now();
  return new;
end $$;
create trigger stamp_edited_at before update on public.contact_notes
  for each row when (old.body is distinct from new.body) execute function private.stamp_edited_at();

-- The search. Under row level security PostgreSQL cannot use an index on text, so a definer function finds the rows and
-- asks for the same right once.

create function private.search_contacts(
  p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean,
  p_after_name text, p_after_id uuid, p_limit integer)
returns setof public.contacts
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_where text := case when p_archived then 'c.archived_at is not null' else 'c.archived_at is null' end;
  v_word text;
  v_digits constant text := regexp_replace(coalesce(p_text, ''), '[^0-9]', '', 'g');
begin
  if not private.can('contacts', 'view') then
    return;
  end if;
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
  if p_after_id is not null then
    v_where := v_where || format(' and (c.sort_name, c.id) > (%L, %L::uuid)', p_after_name, p_after_id);
  end if;
  return query execute format(
    'select c.* from public.contacts c where %s order by c.sort_name, c.id limit %s',
    v_where, least(greatest(coalesce(p_limit, 50), 1), 1000));
end $$;

create function public.search_contacts(
  p_text text default null, p_kind text default null, p_type_id uuid default null, p_on_stop boolean default false,
  p_archived boolean default false, p_after_name text default null, p_after_id uuid default null, p_limit integer default 50)
returns setof public.contacts
  language sql stable security invoker set search_path = ''
as $$
  select * from private.search_contacts(p_text, p_kind, p_type_id, p_on_stop, p_archived, p_after_name, p_after_id, p_limit)
$$;
comment on function public.search_contacts is
  'A page of contacts by name, 50 unless told. Every word of the text is in a name, company, e-mail, VAT number or phone.';

create function private.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_on_stop is null or btrim(coalesce(p_reason, '')) = '' then
    raise invalid_parameter_value using message = 'Please say why';
  end if;
  if not private.can('contacts', 'edit') then
    raise insufficient_privilege using message = 'You may not change this contact';
  end if;
  update public.contacts set on_stop = p_on_stop where id = p_contact_id;
  if not found then
    raise no_data_found using message = 'This contact is not there any more';
  end if;
  insert into public.contact_notes (contact_id, kind, body)
  values (p_contact_id, case when p_on_stop then 'stop' else 'release' end, btrim(p_reason));
end $$;

create function public.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) returns void
  language sql security invoker set search_path = ''
as $$
  select private.set_contact_on_stop(p_contact_id, p_on_stop, p_reason)
$$;
comment on function public.set_contact_on_stop is 'Puts a contact on stop or releases it, and writes the reason into its notes.';

create function public.set_default_bank_account(p_id uuid) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  update public.contact_bank_accounts set is_default = false
   where is_default and id <> p_id
     and contact_id = (select b.contact_id from public.contact_bank_accounts b where b.id = p_id);
  update public.contact_bank_accounts set is_default = true where id = p_id and not is_default;
  if not exists (select from public.contact_bank_accounts where id = p_id) then
    raise insufficient_privilege using message = 'You may not change this bank account';
  end if;
end $$;
comment on function public.set_default_bank_account is 'From now on this account of its contact is the one that is paid.';

create function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) returns uuid
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_business uuid;
  v_person uuid;
begin
  insert into public.contacts (type, profile, company, name, email, phone, vat_number, address_line, city, postcode,
                               country, contact_type_id, payment_terms_days, account_manager_id)
  select 'Business', 'verified', b.company, b.company, b.email, b.phone, b.vat_number, b.address_line, b.city, b.postcode,
         b.country, b.contact_type_id, b.payment_terms_days, b.account_manager_id
    from jsonb_populate_record(null::public.contacts, p_business) as b
  returning id into v_business;
  if p_person is not null then
    insert into public.contacts (type, profile, name, last_name, email, phone, company)
    select 'Person', 'verified', p.name, p.last_name, p.email, p.phone, p_business ->> 'company'
      from jsonb_populate_record(null::public.contacts, p_person) as p
    returning id into v_person;
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  if p_site is not null then
    insert into public.locations (label, address, city, country, business_id)
    select s.label, s.address, s.city, s.country, v_business
      from jsonb_populate_record(null::public.locations, p_site) as s;
  end if;
  return v_business;
end $$;
comment on function public.register_client is 'A new client business with its person and its first site (both optional); its id.';

create function private.contact_label(p_contact jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select coalesce(
    nullif(btrim(concat_ws(' ', p_contact ->> 'name', p_contact ->> 'last_name')), ''),
    nullif(btrim(p_contact ->> 'company'), ''), p_contact ->> 'email')
$$;

create function private.person_label(p_user_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), u.email::text)
    from auth.users u left join public.contacts c on c.user_id = u.id where u.id = p_user_id
$$;

insert into private.record_kinds
  (kind, table_name, position, label, title, shown_kind, detail, is_mentioned, best_first, finder, actor, recent_if)
values
  ('contact', 'public.contacts', 10, 'private.contact_label(to_jsonb(r))',
   $$case r.type when 'Business' then coalesce(nullif(btrim(r.company), ''), r.name, '')
     else coalesce(nullif(btrim(concat_ws(' ', r.name, r.last_name)), ''), r.company, '') end$$,
   $$case r.type when 'Business' then 'business' else 'person' end$$,
   $$coalesce(case when r.type <> 'Business' then r.company end, r.email, r.phone)$$, true, 'r.sort_name, r.id',
   $$(select c.id from private.search_contacts($1, null, null, false, false, null, null, $2) as c
       where cardinality(private.patterns($1)) > 0)$$,
   'null::uuid', $$(select private.can('contacts', 'view'))$$);
insert into private.record_kinds (kind, table_name, label, is_mentioned, has_story) values
  ('contact_type', 'public.contact_types', 'r.name', true, false),
  ('relation', 'public.contact_relations', 'private.label_of(r.contact_id)', false, false);
insert into private.record_kinds (kind, table_name, label, title, shown_kind, contact, status, actor) values
  ('bank', 'public.contact_bank_accounts', 'private.label_of(r.contact_id)', 'r.holder', null, 'contact_id',
   $$'… ' || right(r.iban, 4)$$, 'null::uuid'),
  ('contact_note', 'public.contact_notes', 'private.label_of(r.contact_id)', 'r.body', 'r.kind', 'contact_id',
   $$case when r.edited_at is not null then 'edited' end$$, 'r.author_id');
insert into private.record_events (event, table_name, kind, title, detail, other_id, other_type, contact_if) values
  ('contact added', 'public.contacts', $$'created'::text$$, $$'Added to the contacts'::text$$, 'null::text', 'null::uuid',
   'null::text', 'r.id = $1'),
  ('relation', 'public.contact_relations', $$case r.contact_id when $1 then 'relation' else 'relation_back' end$$,
   $$(select case o.type when 'Business' then coalesce(o.company, o.name) else concat_ws(' ', o.name, o.last_name) end
        from public.contacts o where o.id = case r.contact_id when $1 then r.related_contact_id else r.contact_id end)$$,
   'r.relation', 'case r.contact_id when $1 then r.related_contact_id else r.contact_id end',
   $$(select o.type from public.contacts o
       where o.id = case r.contact_id when $1 then r.related_contact_id else r.contact_id end)$$,
   '$1 in (r.contact_id, r.related_contact_id)');

revoke execute on all routines in schema private from public;
grant execute on function private.contact_search_text, private.contact_sort_name, private.is_iban to authenticated,
  service_role;
grant execute on function private.my_contact_ids, private.search_contacts, private.set_contact_on_stop to
  authenticated;
revoke execute on function public.search_contacts, public.set_contact_on_stop, public.set_default_bank_account,
  public.register_client from public, anon, authenticated;
grant execute on function public.search_contacts, public.set_contact_on_stop, public.set_default_bank_account,
  public.register_client to authenticated, service_role;
