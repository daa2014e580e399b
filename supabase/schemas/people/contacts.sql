-- Contacts: clients, suppliers and people, with relations and notes.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
  mobile                 text constraint contacts_mobile_length check (char_length(mobile) <= 50),
  vat_number             text constraint contacts_vat_number_shape check (vat_number ~ '^[A-Z0-9]{4,20}$'),
  address_line           text constraint contacts_address_line_length check (char_length(address_line) <= 500),
  city                   text constraint contacts_city_length check (char_length(city) <= 200),
  postcode               text constraint contacts_postcode_length check (char_length(postcode) <= 20),
  country                text constraint contacts_country_length check (char_length(country) <= 200),
  contact_type_id        uuid references public.contact_types (id) on delete restrict,
  payment_terms_days     integer constraint contacts_payment_terms_range check (payment_terms_days between 0 and 365),
  on_stop                boolean not null default false,
  account_manager_id     uuid references auth.users (id) on delete set null,
  archived_at            timestamptz,
  row_version            integer not null default 1,
  search_text            text not null generated always as (private.contact_search_text(name, last_name, company, email, vat_number, phone, mobile)) stored,
  sort_name              text not null generated always as (private.contact_sort_name(type, name, last_name, company)) stored,
  credit_limit           numeric constraint contacts_credit_limit_is_money check (credit_limit >= 0 and credit_limit < 1000000000 and credit_limit = trunc(credit_limit, 2)),
  language               text,
  updated_at             timestamptz not null default now(),
  length_unit            text,
  state                  text constraint contacts_state_length check (char_length(state) <= 100),
  cash_discount_pct      numeric(5, 2),
  cash_discount_days     integer,
  currency               text,
  constraint contacts_currency_has_cents check (currency ~ '^[A-Z]{3}$' and currency not in ('BHD', 'BIF', 'CLP', 'DJF', 'GNF', 'IQD', 'ISK', 'JOD', 'JPY', 'KMF',
    'KRW', 'KWD', 'LYD', 'OMR', 'PYG', 'RWF', 'TND', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF')),
  constraint contacts_cash_discount_range check (cash_discount_pct between 0 and 50 and cash_discount_days between 0 and 365),
  constraint contacts_cash_discount_has_days check (coalesce(cash_discount_pct, 0) = 0 or cash_discount_days is not null),
  constraint contacts_type_is_known check (type in ('Person', 'Business')),
  constraint contacts_profile_is_known check (profile in ('pending_verification', 'verified', 'rejected', 'archived')),
  constraint contacts_name_length check (char_length(name) <= 200 and char_length(last_name) <= 200),
  constraint contacts_company_length check (char_length(company) <= 200),
  constraint contacts_email_length check (char_length(email) <= 320),
  constraint contacts_logo_url_length check (char_length(logo_url) <= 2000),
  constraint contacts_phone_length check (char_length(phone) <= 50),
  constraint contacts_length_unit_is_known check (length_unit in ('mm', 'cm', 'm', 'in')),
  constraint contacts_language_is_a_code check (language ~ '^[a-z]{2}$'),
  constraint contacts_logo_is_an_address check (logo_url ~ '^(https?://|/([^/\\]|$))')
);
create index contacts_name_search_idx on public.contacts using gin (name extensions.gin_trgm_ops);
create index contacts_roles_idx on public.contacts using gin (roles);
create index contacts_search_text_idx on public.contacts using gin (search_text extensions.gin_trgm_ops);
create index contacts_name_at_banks_idx on public.contacts
  using gin (private.name_at_banks(type, name, last_name, company, email) extensions.gin_trgm_ops);
create index contacts_sort_name_similar_idx on public.contacts using gist (sort_name extensions.gist_trgm_ops (siglen = 64));
create index contacts_sort_name_idx on public.contacts (sort_name, id);
create index contacts_email_idx on public.contacts (lower(email));
create index contacts_vat_number_idx on public.contacts (vat_number);
create index contacts_contact_type_id_idx on public.contacts (contact_type_id);
create index contacts_account_manager_id_idx on public.contacts (account_manager_id);
create index contacts_on_stop_idx on public.contacts (sort_name, id) where on_stop;
create index contacts_live_names_idx on public.contacts (type, sort_name, id) where archived_at is null;
create index contacts_name_key_idx on public.contacts (private.contact_name_key(sort_name));
create index contacts_company_order_idx on public.contacts
  (private.order_text(case type when 'Person' then company end), id);
create index contacts_email_order_idx on public.contacts (private.order_text(email), id);
create index contacts_city_order_idx on public.contacts (private.order_text(city), id);
create index contacts_created_order_idx on public.contacts (created_at, id);
create index contacts_updated_order_idx on public.contacts (updated_at, id);
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
comment on column public.contacts.length_unit is 'The unit of lengths on papers for this contact, and on the screens of its account; null: that of the company.';
comment on column public.contacts.language is 'ISO 639-1: the language of papers for this contact; null: that of the company, en.';
comment on column public.contacts.cash_discount_pct is
  'What the client keeps of an invoice paid within cash_discount_days, in percent; null: as the company says; 0: nothing.';
comment on column public.contacts.currency is 'The currency of quotations, invoices and payments of this client, one with two decimals; null: that of the books.';
comment on column public.contacts.updated_at is 'Ours: when the contact itself changed last; its notes and accounts do not count.';

create table public.contact_relations (
  id                 uuid primary key default gen_random_uuid(),
  contact_id         uuid not null references public.contacts (id) on delete cascade,
  related_contact_id uuid not null references public.contacts (id) on delete cascade,
  relation           text not null,
  is_primary         boolean not null default false,
  created_at         timestamptz not null default now(),
  reads_papers       boolean not null default false,
  constraint contact_relations_relation_is_known
    check (relation in ('works_for', 'owner', 'accounts', 'site_manager', 'branch_of', 'other')),
  constraint contact_relations_not_to_itself check (contact_id <> related_contact_id),
  constraint contact_relations_once unique (contact_id, related_contact_id, relation)
);
create index contact_relations_related_contact_id_idx on public.contact_relations (related_contact_id);
comment on table public.contact_relations is 'Read from left to right: contact_id works for, owns, … related_contact_id.';
comment on column public.contact_relations.reads_papers is
  'Whether this person reads and pays the papers of the business in their own account: said by whoever gives roles, never by an import.';

create table public.contact_notes (
  id         uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind       text not null default 'note',
  body       text not null,
  author_id  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  edited_at  timestamptz,
  quotation_id uuid references public.quotations (id) on delete set null,
  constraint contact_notes_kind_is_known check (kind in ('note', 'stop', 'release', 'merge', 'request')),
  constraint contact_notes_requests_are_quoted check (quotation_id is null or kind = 'request'),
  constraint contact_notes_body_length check (char_length(btrim(body)) between 1 and 5000),
  constraint contact_notes_body_size check (char_length(body) <= 6000)
);
create index contact_notes_contact_id_idx on public.contact_notes (contact_id, created_at desc, id desc);
create index contact_notes_author_id_idx on public.contact_notes (author_id);
create index contact_notes_quotation_id_idx on public.contact_notes (quotation_id);
create index contact_notes_requests_idx on public.contact_notes (contact_id) where kind = 'request';
comment on table public.contact_notes is 'What staff write about a contact. A table of its own: contacts read their own row, and not this.';
comment on column public.contact_notes.edited_at is 'Null: as it was first written.';
comment on column public.contact_notes.quotation_id is 'The quotation that answers a request of a visitor; null where none was begun.';

comment on column public.contacts.state is 'State, province or county of the address, where the country writes one.';

-- ------------------------------------------------------------------------------------------------------------- who may

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

-- user_id decides whose papers a client reads: people cannot change it. private.link_account does.
call private.borrow_rules('public.contacts', p_pinned => '{user_id,roles}', p_audited => true, p_pages => '{contacts}',
  p_person => 'user_id');

-- Rows carry what the office decides about a contact. A newcomer reads the row that they made, as long as nothing of the office
-- is in it; a client reads none. Both read what is theirs by own_contact().
create policy "people read their contact, staff read all" on public.contacts
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.my_role()) is distinct from 'client'
      and ((select private.is_staff()) or (not on_stop and credit_limit is null and account_manager_id is null)))
    or (select private.can('contacts', 'view'))
    or (select private.can('tasks', 'view'))
    or (select private.can('quotations', 'view')));

-- A new account brings its own contact with a name and an address, and nothing else.
create policy "people register their contact, staff add contacts without an ac" on public.contacts
  for insert to authenticated
  with check (roles = '{}' and not has_temporary_password and (
    (user_id = (select auth.uid()) and lower(email) = lower((select auth.email()))
      and type = 'Person' and profile = 'pending_verification' and company is null and logo_url is null
      and vat_number is null and contact_type_id is null and payment_terms_days is null and cash_discount_pct is null and cash_discount_days is null and currency is null and not on_stop
      and account_manager_id is null and archived_at is null)
    or (user_id is null and (select private.can('contacts', 'create')))));
create policy "staff remove contacts" on public.contacts
  for delete to authenticated using ((select private.can('contacts', 'delete')));
create policy "staff change contacts" on public.contacts
  for update to authenticated
  using ((select private.can('contacts', 'edit'))
    and (user_id is null or user_id = (select auth.uid()) or (select private.named('manage_user_roles'))))
  with check ((select private.can('contacts', 'edit'))
    and (user_id is null or user_id = (select auth.uid()) or (select private.named('manage_user_roles'))));

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

call private.borrow_rules('public.contact_notes', p_rights => 'select, insert, update (body), delete',
  p_pinned => '{contact_id,kind,author_id,edited_at,quotation_id}', p_key => 'contact_id', p_pages => '{contacts}');
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

-- -------------------------------------------------------------------------------------------------------- what it does

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
grant execute on function private.contact_search_text to authenticated, service_role;

create function private.contact_sort_name(p_type text, p_name text, p_last_name text, p_company text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select private.folded(btrim(case when p_type = 'Business'
    then coalesce(nullif(btrim(p_company), ''), p_name, '')
    else coalesce(p_name, '') || ' ' || coalesce(p_last_name, '') end))
$$;
comment on function private.contact_sort_name is 'By what the list is ordered, and what a new name is compared with.';
grant execute on function private.contact_sort_name to authenticated, service_role;

create function private.refuse_credit_limit() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'The credit limit follows from an approved credit application';
end $$;

-- A contact is put on stop together with a reason, by set_contact_on_stop only.
create function private.refuse_silent_stop() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'Please say why: the sign and its reason are one step';
end $$;

create function private.stamp_edited_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.edited_at := now();
  return new;
end $$;

create function private.keep_request(p_contact_id uuid, p_words text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  if p_words is null or exists (select from public.contact_notes n where n.contact_id = p_contact_id and n.kind = 'request' and n.body = p_words) then
    return null;
  end if;
  insert into public.contact_notes (contact_id, kind, body, author_id) values (p_contact_id, 'request', p_words, null) returning id into v_id;
  return v_id;
end $$;
comment on function private.keep_request is
  'Keeps what a visitor asks for in the story of their contact; its id. Null without words, and for the same words again.';

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
call private.offer('private.search_contacts(text,text,uuid,boolean,boolean,text,uuid,integer,text,boolean)');

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
grant execute on function private.set_contact_on_stop to authenticated;

create function public.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.set_contact_on_stop(p_contact_id, p_on_stop, p_reason);
end $$;
comment on function public.set_contact_on_stop is 'Puts a contact on stop or releases it, and writes the reason into its notes.';
revoke execute on function public.set_contact_on_stop from public, anon;

create function private.name_of_contact(p_type text, p_name text, p_last_name text, p_company text, p_email text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(case p_type when 'Business' then nullif(btrim(p_company), '') end, nullif(btrim(concat_ws(' ', p_name, p_last_name)), ''),
    nullif(btrim(p_company), ''), p_email);
end $$;
comment on function private.name_of_contact is
  'What a contact is called: a business (p_type Business) by its company, anybody else by name, else by company, else by address. Without p_type: by name first.';

create function private.contact_label(p_contact jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return private.name_of_contact(null, p_contact ->> 'name', p_contact ->> 'last_name', p_contact ->> 'company', p_contact ->> 'email');
end $$;

create function private.plain_name(p_name text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return btrim(regexp_replace(regexp_replace(private.folded(p_name), '[^a-z0-9 ]', '', 'g'),
    '\m(the|ltd|limited|plc|llc|gmbh|ag|srl|spa|sarl|sa|bv|co|company|mr|mrs|ms|dr)\M', '', 'g'));
end $$;
comment on function private.plain_name is 'A name as a bank may write it: folded, without signs, legal forms and titles.';

create function private.name_at_banks(p_type text, p_name text, p_last_name text, p_company text, p_email text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.plain_name(private.name_of_contact(p_type, p_name, p_last_name, p_company, p_email));
end $$;
comment on function private.name_at_banks is 'What lists call a contact (private.client_label), as a bank may write it: entries of the bank find clients by it.';
grant execute on function private.name_of_contact to authenticated, service_role;
grant execute on function private.plain_name to authenticated, service_role;
grant execute on function private.name_at_banks to authenticated, service_role;

-- The key of a name is the same however people type it. Words of more than 40 letters keep their doubled letters: the
-- expression that removes them takes cubic time.
create function private.contact_name_key(p_sort_name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
    from (select case when char_length(each.word) <= 40 then regexp_replace(each.word, '([^0-9])\1+', '\1', 'g')
                      else each.word end as word
            from regexp_split_to_table(
              regexp_replace(replace(left(p_sort_name, 1000), '''', ''), '[][\s!"#$%&()*+,./:;<=>?@\\^_`{|}~-]+', ' ', 'g'), ' ')
              as each (word)
           where each.word not in ('', 'ltd', 'limited', 'co', 'company', 'llc', 'plc', 'inc', 'gmbh', 'srl', 'spa', 'bv', 'the', 'and')
         ) as words
$$;
comment on function private.contact_name_key is
  'Equal for names that differ in order, legal form, signs or doubled letters only. Empty when nothing is left: no match.';
grant execute on function private.contact_name_key to authenticated, service_role;

create function private.note_alike_names() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if tg_op = 'INSERT' then
    v_ids := array(select n.id from new_rows n);
  elsif tg_op = 'DELETE' then
    v_ids := array(select o.id from old_rows o);
  else
    v_ids := array(
      select n.id from new_rows n join old_rows o using (id)
       where (n.sort_name, n.type, n.archived_at is null) is distinct from (o.sort_name, o.type, o.archived_at is null));
  end if;
  if cardinality(v_ids) = 0 then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    -- Whoever was alike to one that changed may be alike to another one.
    with gone as (
      delete from private.alike_names a where a.one_id = any (v_ids) or a.other_id = any (v_ids)
      returning a.one_id, a.other_id
    )
    select array(select unnest(v_ids) union select g.one_id from gone g union select g.other_id from gone g) into v_ids;
  end if;
  insert into private.alike_names (one_id, other_id, alike)
  select f.one_id, f.other_id, f.alike from private.find_alike_names(v_ids) as f
  on conflict (one_id, other_id) do update set alike = excluded.alike;
  return null;
end $$;

create function private.contact_facts(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('name', nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), 'company', c.company,
    'address', c.address_line, 'city', c.city, 'postcode', c.postcode, 'state', c.state, 'country', c.country, 'vat_number', c.vat_number,
    'lengths', c.length_unit)
    from public.contacts c where c.id = p_contact_id);
end $$;
comment on function private.contact_facts is 'What stands about a contact on papers: no e-mail, no telephone.';

create function private.business_of_person(p_contact_id uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when count(*) filter (where o.is_primary) > 0 or count(distinct o.id) = 1 then (array_agg(o.id order by o.is_primary desc, o.created_at, o.relation_id))[1] end
    from (
      select b.id, r.is_primary, r.created_at, r.id as relation_id from public.contacts c
        join public.contact_relations r on r.contact_id = c.id and r.relation in ('works_for', 'owner', 'accounts', 'site_manager')
        join public.contacts b on b.id = r.related_contact_id and b.type = 'Business' and b.archived_at is null
       where c.id = p_contact_id and c.type = 'Person'
    ) as o);
end $$;
comment on function private.business_of_person is 'The business that a person buys for: the one of their main relation, and without a main relation their only one. Null for
people of several businesses, and for anybody else.';

create function private.contact_terms(p_contact_id uuid) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.payment_terms_days from public.contacts c where c.id = p_contact_id),
    (select s.payment_terms_days from public.company_settings s));
end $$;

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
call private.offer('private.count_contacts(text,text,uuid,boolean,boolean)');

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

create function private.refuse_own_terms() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op <> 'INSERT' and private.decides_for_self(old.user_id, tg_argv[0]))
    or (tg_op <> 'DELETE' and private.decides_for_self(new.user_id, tg_argv[0]))
  then
    perform private.refuse('42501', format('A colleague changes your own %s', tg_argv[1]));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
comment on function private.refuse_own_terms is 'Arguments: the right that a colleague may hold, what the rows are called.';

-- The trail files an account under its contact. Accounts that a merge brought along were entered by whoever merged.
create function private.enterers_on_card(p_supplier_id uuid, p_iban text, p_since timestamptz default '-infinity') returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select distinct a.actor_id from public.audit_logs a
     where a.table_name = 'contact_bank_accounts' and a.record_id = p_supplier_id::text and a.actor_id is not null and a.at > p_since
       and (a.changed -> 'iban' ->> 1 = p_iban or (a.action = 'UPDATE' and a.changed ? 'contact_id')));
end $$;
comment on function private.enterers_on_card is 'The people who entered that bank account on the supplier''s card.';

create function private.guard_readers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_named('manage_user_roles', 'let a person read the papers of a business');
  return new;
end $$;
comment on function private.guard_readers is
  'Whoever reads the papers of a business is said by those who give roles: an account of a client that anybody could name would be a door.';

create function private.tell_readers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid;
begin
  for v_user in
    select distinct u.id from public.contacts p join auth.users u on u.email = lower(p.email)
     where p.id in (old.contact_id, new.contact_id)
  loop
    perform private.nudge('user:' || v_user, 'contact_relations', tg_op, null);
  end loop;
  return null;
end $$;
comment on function private.tell_readers is
  'Tells the account of a contact person that the papers of their business were opened or closed to it. One who is told reads again, and sees no more than they may.';

create function private.close_moved_papers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.reads_papers := false;
  return new;
end $$;
comment on function private.close_moved_papers is
  'A relation that two cards become one by moves to another person or business: its papers are opened anew by whoever gives roles.';

create function private.close_papers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.named('manage_user_roles') then
    update public.contact_relations r set reads_papers = false where r.contact_id = new.id and r.reads_papers;
  end if;
  return null;
end $$;
comment on function private.close_papers is
  'A new address is another account: a colleague who gives no roles may write it, and the papers of the business are closed to it until one who does opens them.';

create function private.my_contact(p_wanted uuid default null) returns public.contacts
language sql stable security definer set search_path = '' as $$
  select c.* from public.contacts c where c.id in (select private.my_contact_ids())
   order by c.id is distinct from p_wanted,
     c.user_id is not distinct from (select auth.uid()) and not exists (select from public.quotations q where q.contact_id = c.id)
       and not exists (select from public.orders o where o.contact_id = c.id) and not exists (select from public.invoices v where v.contact_id = c.id),
     c.user_id is distinct from (select auth.uid()), c.sort_name, c.id
   limit 1
$$;
comment on function private.my_contact is
  'The wanted contact of the signed-in client, where it is one of theirs; else their own, or, where that has no papers, their first business. Null for everybody else.';

create function private.own_contact() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'user_id', c.user_id, 'name', c.name, 'last_name', c.last_name, 'email', c.email,
           'company', c.company, 'type', c.type, 'profile', c.profile, 'phone', c.phone, 'logo_url', c.logo_url, 'roles', c.roles,
           'created_at', c.created_at, 'has_temporary_password', c.has_temporary_password, 'length_unit', c.length_unit, 'language', c.language)
    from public.contacts c where c.user_id = (select auth.uid())
$$;
comment on function private.own_contact is
  'What a signed-in person knows of their own contact: nothing that the office decides about it. Null where they have none.';
call private.offer('private.own_contact()'::regprocedure);

create function private.client_portal(p_contact_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact(p_contact_id);
  v_money jsonb;
begin
  if v_contact.id is null then
    return null;
  end if;
  select jsonb_build_object('balance', private.amount_text(b.balance), 'overdue', private.amount_text(b.overdue),
           'credit', private.amount_text(b.credit))
    into v_money from private.client_balances(v_contact.id) as b;
  return jsonb_build_object(
    'contact_id', v_contact.id, 'contacts', (
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', private.client_label(c)) order by c.sort_name, c.id)
        from public.contacts c where c.id in (select private.my_contact_ids())),
    'name', private.client_label(v_contact), 'currency', private.currency_of(v_contact.id), 'company', private.company_facts(),
    'client_language', private.own_language(null, v_contact.id), 'language', private.client_language(null, null),
    'money', coalesce(v_money, '{"balance": "0.00", "overdue": "0.00", "credit": "0.00"}'),
    'credit_limit', private.amount_text(v_contact.credit_limit), 'terms_days', v_contact.payment_terms_days,
    'quotations', private.own_quotations(v_contact.id), 'orders', private.own_orders(v_contact.id),
    'announced', private.announced_of(null, null, v_contact.id),
    'invoices', private.own_invoices(v_contact.id), 'credit_notes', private.own_credit_notes(v_contact.id),
    'deliveries', private.own_deliveries(v_contact.id), 'statements', private.own_statements(v_contact.id), 'proofs', private.own_proofs(v_contact.id),
    'messages', private.own_messages(v_contact.id), 'payments', private.own_payments(v_contact.id), 'briefs', private.own_briefs(v_contact.id));
end $$;
comment on function private.client_portal is
'All that a signed-in client sees of one contact of theirs: balance, credit, quotations, orders, invoices, credit notes, deliveries, statements, proofs,
messages, payments and briefs. contacts: themselves and
the businesses whose contact person they are; p_contact_id: one of these. Null for everybody else. Amounts are text. What it does not name, a client does not read.';
call private.offer('private.client_portal(uuid)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger keep_contact_currency before insert or update of currency on public.contacts
  for each row execute function private.keep_contact_currency();
create trigger tell_words_of_tasks after update of company, name, last_name on public.contacts
  for each row when ((new.company, new.name, new.last_name) is distinct from (old.company, old.name, old.last_name))
  execute function private.follow_words_of_clients();
create trigger ask_first before insert on public.contact_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_contact_types');

create trigger guard_temporary_password before update on public.contacts
  for each row when (current_user in ('anon', 'authenticated')
    and old.has_temporary_password is distinct from new.has_temporary_password)
  execute function private.guard_temporary_password();
create trigger copy_role_of_new_contact after insert on public.contacts
  for each row when (new.user_id is not null) execute function private.copy_role_of_contact();
create trigger copy_role_of_linked_contact after update of user_id on public.contacts
  for each row when (old.user_id is distinct from new.user_id) execute function private.copy_role_of_contact();
create trigger take_account_language before insert on public.contacts
  for each row when (new.user_id is not null and new.language is null and new.user_id = auth.uid())
  execute function private.take_account_language();
create trigger tell_account_language after insert or update of language, user_id on public.contacts
  for each row when (new.user_id is not null and new.language is not null) execute function private.tell_account_language();
create trigger refuse_credit_limit_of_new before insert on public.contacts
  for each row when (current_user in ('anon', 'authenticated') and new.credit_limit is not null)
  execute function private.refuse_credit_limit();
create trigger refuse_credit_limit before update on public.contacts
  for each row when (current_user in ('anon', 'authenticated') and old.credit_limit is distinct from new.credit_limit)
  execute function private.refuse_credit_limit();
create trigger refuse_silent_stop before update on public.contacts
  for each row when (current_user in ('anon', 'authenticated') and old.on_stop is distinct from new.on_stop)
  execute function private.refuse_silent_stop();
create trigger refuse_silent_stop_of_new before insert on public.contacts
  for each row when (current_user in ('anon', 'authenticated') and new.on_stop)
  execute function private.refuse_silent_stop();
create trigger note_alike_names_of_new after insert on public.contacts
  referencing new table as new_rows for each statement execute function private.note_alike_names();
create trigger note_alike_names after update on public.contacts
  referencing old table as old_rows new table as new_rows for each statement execute function private.note_alike_names();
create trigger forget_alike_names after delete on public.contacts
  referencing old table as old_rows for each statement execute function private.note_alike_names();
create trigger stamp_updated_at_of_new before insert on public.contacts
  for each row execute function private.begin_updated_at();

create trigger ask_first before insert on public.contact_relations for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');

create trigger guard_readers before insert or update of reads_papers, relation on public.contact_relations
  for each row when (new.reads_papers and current_user in ('anon', 'authenticated')) execute function private.guard_readers();
create trigger close_moved_papers before update of contact_id, related_contact_id on public.contact_relations
  for each row when (new.contact_id <> old.contact_id or new.related_contact_id <> old.related_contact_id)
  execute function private.close_moved_papers();
create trigger tell_new_readers after insert on public.contact_relations
  for each row when (new.reads_papers) execute function private.tell_readers();
create trigger tell_readers after update on public.contact_relations
  for each row when (old.reads_papers or new.reads_papers) execute function private.tell_readers();
create trigger tell_former_readers after delete on public.contact_relations
  for each row when (old.reads_papers) execute function private.tell_readers();
create trigger close_papers after update of email on public.contacts
  for each row when (old.email is distinct from new.email and current_user in ('anon', 'authenticated')) execute function private.close_papers();
create trigger answer_registration after update of profile on public.contacts
  for each row when (old.profile = 'pending_verification' and new.profile is distinct from old.profile) execute function private.answer_registration();

create trigger audit after update or delete on public.contact_notes
  for each row execute function private.audit('contact_id');
create trigger stamp_edited_at before update on public.contact_notes
  for each row when (old.body is distinct from new.body) execute function private.stamp_edited_at();

-- An import of whoever may add contacts inserts no note where the file holds none; the policy asks for contacts:edit.
create trigger ask_first before insert on public.contact_notes for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:create|contacts:edit');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds
  (kind, table_name, position, label, title, shown_kind, detail, is_mentioned, best_first, finder, actor, recent_if)
values
  ('contact',
   'public.contacts',
   10,
   'private.contact_label(to_jsonb(r))',
   $$case r.type when 'Business' then coalesce(nullif(btrim(r.company), ''), r.name, '')
     else coalesce(nullif(btrim(concat_ws(' ', r.name, r.last_name)), ''), r.company, '') end$$,
   $$case r.type when 'Business' then 'business' else 'person' end$$,
   $$coalesce(case when r.type <> 'Business' then r.company end, r.email, r.phone)$$,
   true,
   'r.sort_name, r.id',
   $$(select f.id from (
         select c.id, 1 from private.search_contacts($1, null, null, false, false, null, null, $2) as c
          where cardinality(private.patterns($1)) > 0
         union all
         select n.contact_id, 2 from public.contact_notes n
          where n.kind = 'request' and cardinality(private.patterns($1)) > 0 and private.folded(n.body) like all (private.patterns($1))
       ) as f (id, place) group by f.id order by min(f.place) limit $2)$$,
   'null::uuid',
   $$(select private.can('contacts', 'view'))$$);

insert into private.record_kinds (kind, table_name, label, is_mentioned, has_story) values
  ('contact_type', 'public.contact_types', 'r.name', true, false);

insert into private.record_kinds (kind, table_name, label, has_story) values
  ('relation', 'public.contact_relations', 'private.label_of(r.contact_id)', false);

insert into private.record_kinds
  (kind, table_name, label, title, shown_kind, contact, status, actor)
values
  ('contact_note',
   'public.contact_notes',
   'private.label_of(r.contact_id)',
   'r.body',
   'r.kind',
   'contact_id',
   $$case when r.edited_at is not null then 'edited' when r.quotation_id is not null then 'quoted' end$$,
   'r.author_id');

insert into private.record_events (event, table_name, kind, title, contact_if) values
  ('contact added', 'public.contacts', $$'created'::text$$, $$'Added to the contacts'::text$$, 'r.id = $1');

insert into private.record_events
  (event, table_name, kind, title, detail, other_id, other_type, contact_if)
values
  ('relation',
   'public.contact_relations',
   $q$case r.contact_id when $1 then 'relation' else 'relation_back' end$q$,
   $q$(select case o.type when 'Business' then coalesce(o.company, o.name) else concat_ws(' ', o.name, o.last_name) end
        from public.contacts o where o.id = case r.contact_id when $1 then r.related_contact_id else r.contact_id end)$q$,
   'r.relation',
   'case r.contact_id when $1 then r.related_contact_id else r.contact_id end',
   '(select o.type from public.contacts o
       where o.id = case r.contact_id when $1 then r.related_contact_id else r.contact_id end)',
   '$1 in (r.contact_id, r.related_contact_id)');

insert into public.contact_types (name, is_client, is_supplier) values
  ('Client', true, false),
  ('Supplier', false, true),
  ('Subcontractor', false, true),
  ('Prospect', true, false);
