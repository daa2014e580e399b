-- The card of a contact: address, terms, types, relations both ways, bank accounts, notes, and the search over all of it.

-- Letters without their case and marks, as people type them: Ġorġina is found by gorgina.
create function private.folded(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    translate(lower(normalize(coalesce(p_text, ''), nfd)), 'ħøłđıþ' || chr(8217), 'holdit'''),
    '[' || chr(768) || '-' || chr(879) || ']', '', 'g')
$$;
comment on function private.folded is 'Lower case, without accents: two texts that people would call the same.';

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
  constraint contact_types_name_length check (char_length(btrim(name)) between 1 and 80)
);
create unique index contact_types_name_idx on public.contact_types (private.folded(name));
comment on table public.contact_types is 'Kinds of contacts that the company tells apart.';

alter table public.contacts
  add column mobile             text constraint contacts_mobile_length check (char_length(mobile) <= 50),
  add column vat_number         text constraint contacts_vat_number_shape check (vat_number ~ '^[A-Z0-9]{4,20}$'),
  add column address_line       text constraint contacts_address_line_length check (char_length(address_line) <= 500),
  add column city               text constraint contacts_city_length check (char_length(city) <= 200),
  add column postcode           text constraint contacts_postcode_length check (char_length(postcode) <= 20),
  add column country            text constraint contacts_country_length check (char_length(country) <= 200),
  add column contact_type_id    uuid references public.contact_types (id) on delete restrict,
  add column payment_terms_days integer constraint contacts_payment_terms_range check (payment_terms_days between 0 and 365),
  add column on_stop            boolean not null default false,
  add column account_manager_id uuid references auth.users (id) on delete set null,
  add column archived_at        timestamptz,
  add column row_version        integer not null default 1,
  add column search_text        text not null generated always as
    (private.contact_search_text(name, last_name, company, email, vat_number, phone, mobile)) stored,
  add column sort_name          text not null generated always as
    (private.contact_sort_name(type, name, last_name, company)) stored;
create index contacts_search_text_idx on public.contacts using gin (search_text extensions.gin_trgm_ops);
create index contacts_sort_name_similar_idx on public.contacts using gin (sort_name extensions.gin_trgm_ops);
create index contacts_sort_name_idx on public.contacts (sort_name, id);
create index contacts_email_idx on public.contacts (lower(email));
create index contacts_vat_number_idx on public.contacts (vat_number);
create index contacts_contact_type_id_idx on public.contacts (contact_type_id);
create index contacts_account_manager_id_idx on public.contacts (account_manager_id);
create index contacts_on_stop_idx on public.contacts (sort_name, id) where on_stop;
comment on column public.contacts.vat_number is 'Capitals and digits, without blanks.';
comment on column public.contacts.on_stop is 'No more work on account. Why, and since when, is in contact_notes.';
comment on column public.contacts.row_version is 'Counts changes: whoever saves says which version they looked at.';

-- An account that registers itself still brings nothing but its name and address.
drop policy "people register their contact, staff add contacts without an account" on public.contacts;
create policy "people register their contact, staff add contacts without an account" on public.contacts
  for insert to authenticated
  with check (roles = '{}' and not has_temporary_password and (
    (user_id = (select auth.uid()) and lower(email) = lower((select auth.email()))
      and type = 'Person' and profile = 'pending_verification' and company is null and logo_url is null
      and vat_number is null and contact_type_id is null and payment_terms_days is null and not on_stop
      and account_manager_id is null and archived_at is null)
    or (user_id is null and (select private.can('contacts', 'create')))));

create function private.count_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;
create trigger count_version before update on public.contacts
  for each row execute function private.count_version();

-- The trail tells what people changed, not what follows from it.
create or replace function private.changes(p_before jsonb, p_after jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(p_before -> key, p_after -> key)), '{}')
    from jsonb_object_keys(coalesce(p_before, '{}') || coalesce(p_after, '{}')) as key
   where key not in ('updated_at', 'row_version', 'search_text', 'sort_name')
     and nullif(p_before -> key, 'null') is distinct from nullif(p_after -> key, 'null')
$$;

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
  constraint contact_bank_accounts_holder_length check (char_length(btrim(holder)) between 1 and 200),
  constraint contact_bank_accounts_bank_name_length check (char_length(bank_name) <= 200),
  constraint contact_bank_accounts_iban_is_right check (private.is_iban(iban)),
  constraint contact_bank_accounts_bic_shape check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  constraint contact_bank_accounts_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint contact_bank_accounts_once unique (contact_id, iban)
);
create unique index contact_bank_accounts_default_idx on public.contact_bank_accounts (contact_id) where is_default;
comment on table public.contact_bank_accounts is 'Where a contact is paid. For those who may edit contacts only.';

create table public.contact_notes (
  id         uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind       text not null default 'note',
  body       text not null,
  author_id  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_notes_kind_is_known check (kind in ('note', 'stop', 'release', 'merge')),
  constraint contact_notes_body_length check (char_length(btrim(body)) between 1 and 5000)
);
create index contact_notes_contact_id_idx on public.contact_notes (contact_id, created_at desc, id desc);
create index contact_notes_author_id_idx on public.contact_notes (author_id);
comment on table public.contact_notes is 'What staff write about a contact. A table of its own: contacts read their own row, and not this.';

alter table public.contact_types enable row level security;
alter table public.contact_relations enable row level security;
alter table public.contact_bank_accounts enable row level security;
alter table public.contact_notes enable row level security;
revoke all on public.contact_types, public.contact_relations, public.contact_bank_accounts, public.contact_notes
  from anon, authenticated;
grant select, insert, update, delete on public.contact_types, public.contact_relations, public.contact_bank_accounts
  to authenticated;
grant select, insert, delete on public.contact_notes to authenticated;
grant all on public.contact_types, public.contact_relations, public.contact_bank_accounts, public.contact_notes
  to service_role;

create policy "staff read contact types" on public.contact_types
  for select to authenticated using ((select private.can('contacts', 'view')));
create policy "their managers add contact types" on public.contact_types
  for insert to authenticated with check ((select private.named('manage_contact_types')));
create policy "their managers change contact types" on public.contact_types
  for update to authenticated using ((select private.named('manage_contact_types')))
  with check ((select private.named('manage_contact_types')));
create policy "their managers remove contact types" on public.contact_types
  for delete to authenticated using ((select private.named('manage_contact_types')));

create policy "staff read relations" on public.contact_relations
  for select to authenticated using ((select private.can('contacts', 'view')));
create policy "staff add relations" on public.contact_relations
  for insert to authenticated with check ((select private.can('contacts', 'edit')));
create policy "staff change relations" on public.contact_relations
  for update to authenticated using ((select private.can('contacts', 'edit')))
  with check ((select private.can('contacts', 'edit')));
create policy "staff remove relations" on public.contact_relations
  for delete to authenticated using ((select private.can('contacts', 'edit')));

create policy "staff read bank accounts" on public.contact_bank_accounts
  for select to authenticated using ((select private.can('contacts', 'edit')));
create policy "staff add bank accounts" on public.contact_bank_accounts
  for insert to authenticated with check ((select private.can('contacts', 'edit')));
create policy "staff change bank accounts" on public.contact_bank_accounts
  for update to authenticated using ((select private.can('contacts', 'edit')))
  with check ((select private.can('contacts', 'edit')));
create policy "staff remove bank accounts" on public.contact_bank_accounts
  for delete to authenticated using ((select private.can('contacts', 'delete')));

create policy "staff read notes" on public.contact_notes
  for select to authenticated using ((select private.can('contacts', 'view')));
create policy "staff write notes in their own name" on public.contact_notes
  for insert to authenticated
  with check (author_id = (select auth.uid()) and kind <> 'merge' and (select private.can('contacts', 'edit')));
create policy "staff remove notes of their own" on public.contact_notes
  for delete to authenticated
  using (kind = 'note' and author_id = (select auth.uid()) and (select private.can('contacts', 'edit')));

create trigger pin before update on public.contact_types
  for each row when (current_user in ('anon', 'authenticated')) execute function private.pin('id', 'created_at');
create trigger pin before update on public.contact_relations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'contact_id', 'related_contact_id', 'created_at');
create trigger pin before update on public.contact_bank_accounts
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'contact_id', 'created_at');
create trigger stamp_created_at before insert on public.contact_types
  for each row when (current_user in ('anon', 'authenticated')) execute function private.stamp_created_at();
create trigger stamp_created_at before insert on public.contact_relations
  for each row when (current_user in ('anon', 'authenticated')) execute function private.stamp_created_at();
create trigger stamp_created_at before insert on public.contact_bank_accounts
  for each row when (current_user in ('anon', 'authenticated')) execute function private.stamp_created_at();
create trigger stamp_created_at before insert on public.contact_notes
  for each row when (current_user in ('anon', 'authenticated')) execute function private.stamp_created_at();

create trigger audit after insert or update or delete on public.contact_relations
  for each row execute function private.audit('contact_id');
create trigger audit after insert or update or delete on public.contact_bank_accounts
  for each row execute function private.audit('contact_id');
create trigger audit after insert or update or delete on public.contact_types
  for each row execute function private.audit('id');

call private.after_each_statement('public.contact_types', 'nudge_page', $$private.nudge_pages('id', 'contacts')$$);
call private.after_each_statement('public.contact_relations', 'nudge_page', $$private.nudge_pages('contact_id', 'contacts')$$);
call private.after_each_statement('public.contact_bank_accounts', 'nudge_page', $$private.nudge_pages('contact_id', 'contacts')$$);
call private.after_each_statement('public.contact_notes', 'nudge_page', $$private.nudge_pages('contact_id', 'contacts')$$);

-- Search. Policies keep an index on text from being used (its operators may leak), so the rows are found behind a
-- function that asks for the same right once.
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

create function private.similar_contacts(p_email text, p_vat_number text, p_name text, p_except uuid)
returns table (id uuid, type text, name text, last_name text, company text, email text, vat_number text, reason text)
  language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.5'
as $$
declare
  v_name constant text := private.folded(btrim(left(p_name, 200)));
begin
  if not private.can('contacts', 'view') then
    return;
  end if;
  return query
    select c.id, c.type, c.name, c.last_name, c.company, c.email, c.vat_number, found.reason
      from (
        select distinct on (candidate.id) candidate.id, candidate.reason, candidate.rank from (
          select x.id, 'email' as reason, 1::real as rank from public.contacts x where lower(x.email) = lower(btrim(p_email))
          union all
          select x.id, 'vat', 1 from public.contacts x
           where x.vat_number = upper(regexp_replace(p_vat_number, '[^[:alnum:]]', '', 'g'))
          union all
          select x.id, 'name', extensions.similarity(x.sort_name, v_name) from public.contacts x
           where char_length(v_name) >= 3 and x.sort_name operator(extensions.%) v_name
        ) as candidate
        order by candidate.id, candidate.rank desc, candidate.reason
      ) as found
      join public.contacts c on c.id = found.id
     where c.id is distinct from p_except
     order by found.rank desc, c.sort_name, c.id
     limit 5;
end $$;

create function public.similar_contacts(
  p_email text default null, p_vat_number text default null, p_name text default null, p_except uuid default null)
returns table (id uuid, type text, name text, last_name text, company text, email text, vat_number text, reason text)
  language sql stable security invoker set search_path = ''
as $$
  select * from private.similar_contacts(p_email, p_vat_number, p_name, p_except)
$$;
comment on function public.similar_contacts is
  'Up to 5 contacts that may be the one being entered: the same e-mail or VAT number, or a name much like it.';

-- On stop: the sign and its reason are one step.
create function public.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  if btrim(coalesce(p_reason, '')) = '' then
    raise invalid_parameter_value using message = 'Please say why';
  end if;
  update public.contacts set on_stop = p_on_stop where id = p_contact_id;
  if not found then
    raise insufficient_privilege using message = 'You may not change this contact';
  end if;
  insert into public.contact_notes (contact_id, kind, body)
  values (p_contact_id, case when p_on_stop then 'stop' else 'release' end, btrim(p_reason));
end $$;
comment on function public.set_contact_on_stop is 'Puts a contact on stop or releases it, and writes the reason into its notes.';

-- A client, the person to talk to, and the site: all or nothing.
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

-- One story: whatever hangs on a contact, newest first, as far as the caller may see it.
create function public.contact_timeline(p_contact_id uuid, p_before timestamptz default null, p_limit integer default 50)
returns table (at timestamptz, kind text, id uuid, title text, detail text, author_id uuid)
  language sql stable security invoker set search_path = ''
as $$
  select * from (
    select c.created_at, 'created', c.id, 'Added to the contacts', null::text, null::uuid
      from public.contacts c where c.id = p_contact_id
    union all
    select n.created_at, n.kind, n.id, n.body, null, n.author_id from public.contact_notes n where n.contact_id = p_contact_id
    union all
    select q.created_at, 'quotation', q.id, q.quotation_number || coalesce(' · ' || q.project_title, ''), q.status, q.created_by
      from public.quotations q where q.contact_id = p_contact_id
    union all
    select d.created_at, 'delivery', d.id, d.delivery_number || ' · ' || d.project_title, d.status, d.created_by
      from public.deliveries d where d.contact_id = p_contact_id
    union all
    select t.created_at, 'task', t.id, t.title, t.status, t.created_by from public.tasks t where t.contact_id = p_contact_id
    union all
    select l.created_at, 'site', l.id, l.label, nullif(concat_ws(', ', l.address, l.city), ''), null
      from public.locations l where l.business_id = p_contact_id
    union all
    select r.created_at, 'relation', o.id, case o.type when 'Business' then coalesce(o.company, o.name)
             else concat_ws(' ', o.name, o.last_name) end, r.relation, null
      from public.contact_relations r
      join public.contacts o on o.id = case when r.contact_id = p_contact_id then r.related_contact_id else r.contact_id end
     where p_contact_id in (r.contact_id, r.related_contact_id)
  ) as story (at, kind, id, title, detail, author_id)
   where p_before is null or story.at < p_before
   order by story.at desc, story.id
   limit least(greatest(coalesce(p_limit, 50), 1), 200)
$$;
comment on function public.contact_timeline is 'Notes, papers, tasks, sites and relations of a contact in one list, newest first.';

-- Merging duplicates: everything that points at one contact points at the other afterwards.
create function private.merge_contacts(p_keep uuid, p_gone uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_keep public.contacts;
  v_gone public.contacts;
  v_link record;
begin
  if not (private.can('contacts', 'edit') and private.can('contacts', 'delete')) then
    raise insufficient_privilege using message = 'You may not merge contacts';
  end if;
  if p_keep = p_gone then
    raise invalid_parameter_value using message = 'These are one and the same contact';
  end if;
  perform from public.contacts where id in (p_keep, p_gone) order by id for update;
  select * into v_keep from public.contacts where id = p_keep;
  select * into v_gone from public.contacts where id = p_gone;
  if v_keep.id is null or v_gone.id is null then
    raise invalid_parameter_value using message = 'One of the two contacts is not there any more';
  end if;
  if v_keep.type <> v_gone.type then
    raise invalid_parameter_value using message = 'A person and a business cannot become one contact';
  end if;
  if v_gone.user_id is not null then
    raise invalid_parameter_value using message = 'The contact that goes has an account: keep that one instead';
  end if;

  delete from public.contact_relations r
   where (r.contact_id, r.related_contact_id) in ((p_keep, p_gone), (p_gone, p_keep))
      or (r.contact_id = p_gone and exists (select from public.contact_relations k
            where k.contact_id = p_keep and k.related_contact_id = r.related_contact_id and k.relation = r.relation))
      or (r.related_contact_id = p_gone and exists (select from public.contact_relations k
            where k.related_contact_id = p_keep and k.contact_id = r.contact_id and k.relation = r.relation));
  delete from public.contact_bank_accounts b
   where b.contact_id = p_gone and exists (select from public.contact_bank_accounts k
            where k.contact_id = p_keep and k.iban = b.iban);
  update public.contact_bank_accounts b set is_default = false
   where b.contact_id = p_gone and exists (select from public.contact_bank_accounts k
            where k.contact_id = p_keep and k.is_default);

  for v_link in
    select k.conrelid::regclass as child, a.attname as key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass
  loop
    execute format('update %s set %I = $1 where %I = $2', v_link.child, v_link.key, v_link.key) using p_keep, p_gone;
  end loop;

  delete from public.contacts where id = p_gone;
  update public.contacts set
    name = coalesce(v_keep.name, v_gone.name), last_name = coalesce(v_keep.last_name, v_gone.last_name),
    company = coalesce(v_keep.company, v_gone.company), email = coalesce(v_keep.email, v_gone.email),
    phone = coalesce(v_keep.phone, v_gone.phone), mobile = coalesce(v_keep.mobile, v_gone.mobile),
    vat_number = coalesce(v_keep.vat_number, v_gone.vat_number), logo_url = coalesce(v_keep.logo_url, v_gone.logo_url),
    address_line = coalesce(v_keep.address_line, v_gone.address_line), city = coalesce(v_keep.city, v_gone.city),
    postcode = coalesce(v_keep.postcode, v_gone.postcode), country = coalesce(v_keep.country, v_gone.country),
    contact_type_id = coalesce(v_keep.contact_type_id, v_gone.contact_type_id),
    payment_terms_days = coalesce(v_keep.payment_terms_days, v_gone.payment_terms_days),
    account_manager_id = coalesce(v_keep.account_manager_id, v_gone.account_manager_id),
    on_stop = v_keep.on_stop or v_gone.on_stop
   where id = p_keep;
  insert into public.contact_notes (contact_id, kind, body)
  values (p_keep, 'merge', left('Merged with ' || concat_ws(', ',
    nullif(btrim(concat_ws(' ', v_gone.name, v_gone.last_name)), ''), v_gone.company, v_gone.email, v_gone.phone,
    v_gone.vat_number, v_gone.id::text), 5000));
end $$;

create function public.merge_contacts(p_keep uuid, p_gone uuid) returns void
  language sql security invoker set search_path = ''
as $$
  select private.merge_contacts(p_keep, p_gone)
$$;
comment on function public.merge_contacts is
  'Makes one contact of two: what hangs on the second goes to the first, its values fill the gaps, a note tells of it.';

revoke execute on function private.folded, private.contact_search_text, private.contact_sort_name, private.is_iban,
  private.count_version, private.search_contacts, private.similar_contacts, private.merge_contacts from public;
grant execute on function private.folded, private.contact_search_text, private.contact_sort_name, private.is_iban
  to authenticated, service_role;
grant execute on function private.search_contacts, private.similar_contacts, private.merge_contacts to authenticated;
revoke execute on function public.search_contacts, public.similar_contacts, public.set_contact_on_stop,
  public.register_client, public.contact_timeline, public.merge_contacts from public, anon;
grant execute on function public.search_contacts, public.similar_contacts, public.set_contact_on_stop,
  public.register_client, public.contact_timeline, public.merge_contacts to authenticated;

insert into public.contact_types (name, is_client, is_supplier) values
  ('Client', true, false), ('Supplier', false, true), ('Subcontractor', false, true), ('Prospect', true, false);
