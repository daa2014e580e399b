-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.contact_bank_accounts (
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  holder text not null,
  bank_name text,
  iban text not null,
  bic text,
  currency text not null default 'EUR'::text,
  is_default boolean not null default false,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint contact_bank_accounts_pkey PRIMARY KEY (id),
  constraint contact_bank_accounts_once UNIQUE (contact_id, iban),
  constraint contact_bank_accounts_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE,
  constraint contact_bank_accounts_bank_name_length CHECK (char_length(bank_name) <= 200),
  constraint contact_bank_accounts_bic_shape CHECK (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'::text),
  constraint contact_bank_accounts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contact_bank_accounts_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint contact_bank_accounts_holder_length CHECK (char_length(btrim(holder)) >= 1 AND char_length(btrim(holder)) <= 200),
  constraint contact_bank_accounts_holder_size CHECK (char_length(holder) <= 250),
  constraint contact_bank_accounts_iban_is_right CHECK (private.is_iban(iban))
);
alter table public.contact_bank_accounts enable row level security;
CREATE UNIQUE INDEX contact_bank_accounts_default_idx ON public.contact_bank_accounts USING btree (contact_id) WHERE is_default;
grant delete, insert, select, update on public.contact_bank_accounts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.contact_bank_accounts to service_role;
create policy "staff add bank accounts" on public.contact_bank_accounts for insert to authenticated
  with check (( SELECT private.can('contacts'::text, 'edit'::text) AS can));
create policy "staff remove bank accounts" on public.contact_bank_accounts for delete to authenticated
  using (( SELECT private.can('contacts'::text, 'delete'::text) AS can));
create policy "staff read bank accounts" on public.contact_bank_accounts for select to authenticated
  using (( SELECT private.can('contacts'::text, 'edit'::text) AS can));
create policy "staff change bank accounts" on public.contact_bank_accounts for update to authenticated
  using (( SELECT private.can('contacts'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('contacts'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contact_bank_accounts FOR EACH ROW EXECUTE FUNCTION private.audit('contact_id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.contact_bank_accounts FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.contact_bank_accounts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contact_bank_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contact_bank_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contact_bank_accounts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.contact_bank_accounts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'contact_id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.contact_bank_accounts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.contact_bank_accounts is 'Where a contact is paid. For those who may edit contacts only.';
comment on column public.contact_bank_accounts.row_version is 'Counts changes: whoever saves says which version they looked at.';

create table public.contact_notes (
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  kind text not null default 'note'::text,
  body text not null,
  author_id uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  constraint contact_notes_pkey PRIMARY KEY (id),
  constraint contact_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contact_notes_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE,
  constraint contact_notes_body_length CHECK (char_length(btrim(body)) >= 1 AND char_length(btrim(body)) <= 5000),
  constraint contact_notes_body_size CHECK (char_length(body) <= 6000),
  constraint contact_notes_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contact_notes_edited_at_is_in_reach CHECK (edited_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND edited_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contact_notes_kind_is_known CHECK (kind = ANY (ARRAY['note'::text, 'stop'::text, 'release'::text, 'merge'::text]))
);
alter table public.contact_notes enable row level security;
CREATE INDEX contact_notes_author_id_idx ON public.contact_notes USING btree (author_id);
CREATE INDEX contact_notes_contact_id_idx ON public.contact_notes USING btree (contact_id, created_at DESC, id DESC);
grant delete, insert, select on public.contact_notes to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.contact_notes to service_role;
grant update on public.contact_notes (body) to authenticated;
create policy "staff write notes in their own name" on public.contact_notes for insert to authenticated
  with check (author_id = (( SELECT auth.uid() AS uid)) AND kind = 'note'::text AND ( SELECT private.can('contacts'::text, 'edit'::text) AS can));
create policy "staff remove notes of their own" on public.contact_notes for delete to authenticated
  using (kind = 'note'::text AND author_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.can('contacts'::text, 'edit'::text) AS can));
create policy "staff read notes" on public.contact_notes for select to authenticated
  using (( SELECT private.can('contacts'::text, 'view'::text) AS can));
create policy "staff mend notes of their own" on public.contact_notes for update to authenticated
  using (kind = 'note'::text AND author_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.can('contacts'::text, 'edit'::text) AS can))
  with check (kind = 'note'::text AND author_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.can('contacts'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER DELETE OR UPDATE ON public.contact_notes FOR EACH ROW EXECUTE FUNCTION private.audit('contact_id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contact_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contact_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contact_notes REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.contact_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'contact_id', 'kind', 'author_id', 'created_at', 'edited_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.contact_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_edited_at BEFORE UPDATE ON public.contact_notes FOR EACH ROW WHEN (old.body IS DISTINCT FROM new.body) EXECUTE FUNCTION private.stamp_edited_at();
comment on table public.contact_notes is 'What staff write about a contact. A table of its own: contacts read their own row, and not this.';
comment on column public.contact_notes.edited_at is 'Null: as it was first written.';

create table public.contact_relations (
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  related_contact_id uuid not null,
  relation text not null,
  is_primary boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint contact_relations_pkey PRIMARY KEY (id),
  constraint contact_relations_once UNIQUE (contact_id, related_contact_id, relation),
  constraint contact_relations_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE,
  constraint contact_relations_related_contact_id_fkey FOREIGN KEY (related_contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE,
  constraint contact_relations_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contact_relations_not_to_itself CHECK (contact_id <> related_contact_id),
  constraint contact_relations_relation_is_known CHECK (relation = ANY (ARRAY['works_for'::text, 'owner'::text, 'accounts'::text, 'site_manager'::text, 'branch_of'::text, 'other'::text]))
);
alter table public.contact_relations enable row level security;
CREATE INDEX contact_relations_related_contact_id_idx ON public.contact_relations USING btree (related_contact_id);
grant delete, insert, select, update on public.contact_relations to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.contact_relations to service_role;
create policy "staff add relations" on public.contact_relations for insert to authenticated
  with check (( SELECT private.can('contacts'::text, 'edit'::text) AS can));
create policy "staff remove relations" on public.contact_relations for delete to authenticated
  using (( SELECT private.can('contacts'::text, 'edit'::text) AS can));
create policy "staff read relations" on public.contact_relations for select to authenticated
  using (( SELECT private.can('contacts'::text, 'view'::text) AS can));
create policy "staff change relations" on public.contact_relations for update to authenticated
  using (( SELECT private.can('contacts'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('contacts'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contact_relations FOR EACH ROW EXECUTE FUNCTION private.audit('contact_id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contact_relations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contact_relations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contact_relations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.contact_relations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'contact_id', 'related_contact_id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.contact_relations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.contact_relations is 'Read from left to right: contact_id works for, owns, … related_contact_id.';

create table public.contact_types (
  id uuid not null default gen_random_uuid(),
  name text not null,
  is_client boolean not null default true,
  is_supplier boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint contact_types_pkey PRIMARY KEY (id),
  constraint contact_types_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contact_types_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 80),
  constraint contact_types_name_size CHECK (char_length(name) <= 100)
);
alter table public.contact_types enable row level security;
CREATE UNIQUE INDEX contact_types_name_idx ON public.contact_types USING btree (private.folded(name));
grant delete, insert, select, update on public.contact_types to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.contact_types to service_role;
create policy "their managers add contact types" on public.contact_types for insert to authenticated
  with check (( SELECT private.named('manage_contact_types'::text) AS named));
create policy "their managers remove contact types" on public.contact_types for delete to authenticated
  using (( SELECT private.named('manage_contact_types'::text) AS named));
create policy "staff read contact types" on public.contact_types for select to authenticated
  using (( SELECT private.can('contacts'::text, 'view'::text) AS can));
create policy "their managers change contact types" on public.contact_types for update to authenticated
  using (( SELECT private.named('manage_contact_types'::text) AS named))
  with check (( SELECT private.named('manage_contact_types'::text) AS named));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contact_types FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contact_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contact_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contact_types REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.contact_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.contact_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.contact_types is 'Kinds of contacts that the company tells apart.';

CREATE OR REPLACE FUNCTION private.contact_search_text(p_name text, p_last_name text, p_company text, p_email text, p_vat_number text, p_phone text, p_mobile text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.folded(btrim(
    coalesce(p_name, '') || ' ' || coalesce(p_last_name, '') || ' | ' || coalesce(p_company, '') || ' | '
      || coalesce(p_email, '') || ' | '
      || regexp_replace(coalesce(p_vat_number, ''), '[^[:alnum:]]', '', 'g') || ' | '
      || regexp_replace(coalesce(p_phone, ''), '[^0-9]', '', 'g') || ' | '
      || regexp_replace(coalesce(p_mobile, ''), '[^0-9]', '', 'g')))
$function$;
grant execute on function private.contact_search_text(p_name text, p_last_name text, p_company text, p_email text, p_vat_number text, p_phone text, p_mobile text) to authenticated;
grant execute on function private.contact_search_text(p_name text, p_last_name text, p_company text, p_email text, p_vat_number text, p_phone text, p_mobile text) to service_role;
comment on function private.contact_search_text(p_name text, p_last_name text, p_company text, p_email text, p_vat_number text, p_phone text, p_mobile text) is 'What a search looks through. Numbers are kept without blanks and signs.';

CREATE OR REPLACE FUNCTION private.contact_sort_name(p_type text, p_name text, p_last_name text, p_company text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.folded(btrim(case when p_type = 'Business'
    then coalesce(nullif(btrim(p_company), ''), p_name, '')
    else coalesce(p_name, '') || ' ' || coalesce(p_last_name, '') end))
$function$;
grant execute on function private.contact_sort_name(p_type text, p_name text, p_last_name text, p_company text) to authenticated;
grant execute on function private.contact_sort_name(p_type text, p_name text, p_last_name text, p_company text) to service_role;
comment on function private.contact_sort_name(p_type text, p_name text, p_last_name text, p_company text) is 'By what the list is ordered, and what a new name is compared with.';

CREATE OR REPLACE FUNCTION private.count_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.row_version := old.row_version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.folded(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select regexp_replace(
    translate(lower(normalize(coalesce(p_text, ''), nfd)), 'ħøłđıþ' || chr(8217), 'holdit'''),
    '[' || chr(768) || '-' || chr(879) || ']', '', 'g')
$function$;
grant execute on function private.folded(p_text text) to authenticated;
grant execute on function private.folded(p_text text) to service_role;
comment on function private.folded(p_text text) is 'Lower case, without accents: two texts that people would call the same.';

CREATE OR REPLACE FUNCTION private.is_iban(p_iban text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and coalesce((
    select mod(string_agg(case when sign ~ '[0-9]' then sign else (ascii(sign) - 55)::text end, '' order by place)::numeric, 97) = 1
      from regexp_split_to_table(substr(p_iban, 5) || left(p_iban, 4), '') with ordinality as signs (sign, place)), false)
$function$;
grant execute on function private.is_iban(p_iban text) to authenticated;
grant execute on function private.is_iban(p_iban text) to service_role;
comment on function private.is_iban(p_iban text) is 'Upper case without blanks, and its check digits are right (ISO 13616, mod 97).';

CREATE OR REPLACE FUNCTION private.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_fields constant text[] := array['name', 'last_name', 'company', 'email', 'phone', 'mobile', 'vat_number', 'address_line',
    'city', 'postcode', 'country', 'contact_type_id', 'payment_terms_days', 'account_manager_id'];
  v_fixed constant text[] := array['id', 'user_id', 'type', 'profile', 'roles', 'created_at', 'has_temporary_password',
    'on_stop', 'archived_at', 'row_version'];
  v_keep public.contacts;
  v_gone public.contacts;
  v_row jsonb;
  v_link record;
  v_not_kept text;
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
  if v_keep.row_version <> p_keep_version or v_gone.row_version <> p_gone_version then
    raise serialization_failure using message = 'Somebody changed one of the two contacts meanwhile: please look again';
  end if;
  if v_keep.type <> v_gone.type then
    raise invalid_parameter_value using message = 'A person and a business cannot become one contact';
  end if;
  if v_gone.user_id is not null then
    raise invalid_parameter_value using message = case when v_keep.user_id is null
      then 'The contact that goes has an account: keep that one instead'
      else 'Both contacts have an account: they are two people' end;
  end if;

  v_row := jsonb_strip_nulls(to_jsonb(v_gone)) || jsonb_strip_nulls(to_jsonb(v_keep))
    || coalesce((select jsonb_object_agg(key, value) from jsonb_each(p_values) where key = any (v_fields)), '{}');
  select string_agg(field || ' ' || lost.value, ', ' order by place) into v_not_kept
    from unnest(v_fields) with ordinality as fields (field, place)
    cross join lateral (
      select distinct value from (values (to_jsonb(v_keep) ->> field), (to_jsonb(v_gone) ->> field)) as both_of (value)
       where value is not null and value is distinct from v_row ->> field) as lost
   where field not like '%\_id' and not (field = 'name' and v_keep.type = 'Business');
  v_not_kept := replace(replace(replace(v_not_kept, 'address_line', 'address'), 'payment_terms_days', 'payment terms'), 'vat_number', 'VAT number');

  delete from public.contact_relations r
   where (r.contact_id, r.related_contact_id) in ((p_keep, p_gone), (p_gone, p_keep))
      or (r.contact_id = p_gone and exists (select from public.contact_relations k
            where k.contact_id = p_keep and k.related_contact_id = r.related_contact_id and k.relation = r.relation))
      or (r.related_contact_id = p_gone and exists (select from public.contact_relations k
            where k.related_contact_id = p_keep and k.contact_id = r.contact_id and k.relation = r.relation));
  delete from public.contact_bank_accounts b
   where b.contact_id = p_gone and exists (select from public.contact_bank_accounts k
            where k.contact_id = p_keep and k.iban = b.iban);
  insert into public.distinct_contacts (contact_id, other_id, said_by, created_at)
  select least(p_keep, third.id), greatest(p_keep, third.id), d.said_by, d.created_at
    from public.distinct_contacts d
    cross join lateral (select case d.contact_id when p_gone then d.other_id else d.contact_id end as id) as third
   where p_gone in (d.contact_id, d.other_id) and third.id <> p_keep
  on conflict do nothing;
  delete from public.distinct_contacts where p_gone in (contact_id, other_id);

  for v_link in
    select k.conrelid::regclass as child, a.attname as key, exists (
             select from pg_catalog.pg_attribute d
              where d.attrelid = k.conrelid and d.attname = 'is_default' and not d.attisdropped) as has_default
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass
  loop
    if v_link.has_default then
      execute format('update %1$s set is_default = false where is_default and %2$I = $2
        and exists (select from %1$s where is_default and %2$I = $1)', v_link.child, v_link.key) using p_keep, p_gone;
    end if;
    execute format('update %s set %I = $1 where %I = $2', v_link.child, v_link.key, v_link.key) using p_keep, p_gone;
  end loop;

  delete from public.contacts where id = p_gone;
  insert into public.merged_contacts (id, kept_id, merged_by) values (p_gone, p_keep, auth.uid())
  on conflict (id) do update set kept_id = excluded.kept_id, merged_by = excluded.merged_by, merged_at = now();
  execute (
    select format('update public.contacts c set %s, on_stop = c.on_stop or $3, created_at = least(c.created_at, $4),
        archived_at = case when c.archived_at is null or $5 is null then null else greatest(c.archived_at, $5) end
        from jsonb_populate_record(null::public.contacts, $1) as r where c.id = $2',
      string_agg(format(case when a.attname = any (v_fields) then '%1$I = r.%1$I' else '%1$I = coalesce(c.%1$I, r.%1$I)' end,
        a.attname), ', '))
      from pg_catalog.pg_attribute a
     where a.attrelid = 'public.contacts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname <> all (v_fixed))
    using v_row, p_keep, v_gone.on_stop, v_gone.created_at, v_gone.archived_at;
  insert into public.contact_notes (contact_id, kind, body)
  values (p_keep, 'merge', left('Merged with ' || concat_ws(', ',
    nullif(btrim(concat_ws(' ', v_gone.name, v_gone.last_name)), ''), nullif(v_gone.company, v_gone.name), v_gone.email,
    v_gone.phone, v_gone.vat_number) || coalesce(E'\nNot kept: ' || v_not_kept, ''), 5000));
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, action, changed)
  select auth.uid(), private.person_label(auth.uid()), 'contacts', line.record_id, 'UPDATE',
         jsonb_build_object(line.what, jsonb_build_array(null, line.whom))
    from (values
      (p_keep::text, 'merged_with', concat_ws(' · ', coalesce(v_gone.company, concat_ws(' ', v_gone.name, v_gone.last_name)), p_gone)),
      (p_gone::text, 'merged_into', concat_ws(' · ', coalesce(v_keep.company, concat_ws(' ', v_keep.name, v_keep.last_name)), p_keep))
    ) as line (record_id, what, whom);
end $function$;
grant execute on function private.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer) to authenticated;

CREATE OR REPLACE FUNCTION private.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_name text, p_after_id uuid, p_limit integer)
 RETURNS SETOF public.contacts
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_name text, p_after_id uuid, p_limit integer) to authenticated;

CREATE OR REPLACE FUNCTION private.similar_contacts(p_email text, p_vat_number text, p_name text, p_except uuid)
 RETURNS TABLE(id uuid, type text, name text, last_name text, company text, email text, vat_number text, reason text, is_distinct boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "pg_trgm.similarity_threshold" TO '0.5'
AS $function$
declare
  v_name constant text := private.folded(btrim(left(p_name, 200)));
begin
  if not private.can('contacts', 'view') then
    return;
  end if;
  return query
    select c.id, c.type, c.name, c.last_name, c.company, c.email, c.vat_number, found.reason,
           exists (select from public.distinct_contacts d
                    where d.contact_id = least(c.id, p_except) and d.other_id = greatest(c.id, p_except))
      from (
        select distinct on (candidate.id) candidate.id, candidate.reason, candidate.rank from (
          select x.id, 'email' as reason, 1::real as rank from public.contacts x where lower(x.email) = lower(btrim(p_email))
          union all
          select x.id, 'vat', 1 from public.contacts x
           where x.vat_number = upper(regexp_replace(p_vat_number, '[^[:alnum:]]', '', 'g'))
          union all
          select near.id, 'name', 1 - near.distance from (
            select x.id, x.sort_name operator(extensions.<->) v_name as distance from public.contacts x
             where char_length(v_name) >= 3 and x.sort_name operator(extensions.%) v_name
             order by x.sort_name operator(extensions.<->) v_name limit 12) as near
        ) as candidate
        order by candidate.id, candidate.rank desc, candidate.reason
      ) as found
      join public.contacts c on c.id = found.id
     where c.id is distinct from p_except
     order by found.rank desc, c.sort_name, c.id
     limit 5;
end $function$;
grant execute on function private.similar_contacts(p_email text, p_vat_number text, p_name text, p_except uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.contact_timeline(p_contact_id uuid, p_kinds text[] DEFAULT NULL::text[], p_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_before_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 50)
 RETURNS TABLE(at timestamp with time zone, kind text, id uuid, title text, detail text, author_id uuid, other_id uuid, other_type text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from (
    select c.created_at, 'created', c.id, 'Added to the contacts', null::text, null::uuid, null::uuid, null::text
      from public.contacts c where c.id = p_contact_id
    union all
    select n.created_at, n.kind, n.id, n.body, case when n.edited_at is not null then 'edited' end, n.author_id, null, null
      from public.contact_notes n where n.contact_id = p_contact_id
    union all
    select q.created_at, 'quotation', q.id, q.quotation_number || coalesce(' · ' || q.project_title, ''), q.status, q.created_by,
           null, null
      from public.quotations q where q.contact_id = p_contact_id
    union all
    select d.created_at, 'delivery', d.id, d.delivery_number || ' · ' || d.project_title, d.status, d.created_by, null, null
      from public.deliveries d where d.contact_id = p_contact_id
    union all
    select t.created_at, 'task', t.id, t.title, t.status, t.created_by, null, null
      from public.tasks t where t.contact_id = p_contact_id
    union all
    select l.created_at, 'site', l.id, l.label, nullif(concat_ws(', ', l.address, l.city), ''), null, null, null
      from public.locations l where l.business_id = p_contact_id
    union all
    select a.created_at, 'credit', a.id, 'Credit application', a.status, a.created_by, null, null
      from public.credit_applications a where a.contact_id = p_contact_id
    union all
    select b.created_at, 'bank', b.id, b.holder, '… ' || right(b.iban, 4), null, null, null
      from public.contact_bank_accounts b where b.contact_id = p_contact_id
    union all
    select r.created_at, case r.contact_id when p_contact_id then 'relation' else 'relation_back' end, r.id,
           case o.type when 'Business' then coalesce(o.company, o.name) else concat_ws(' ', o.name, o.last_name) end,
           r.relation, null, o.id, o.type
      from public.contact_relations r
      join public.contacts o on o.id = case when r.contact_id = p_contact_id then r.related_contact_id else r.contact_id end
     where p_contact_id in (r.contact_id, r.related_contact_id)
  ) as story (at, kind, id, title, detail, author_id, other_id, other_type)
   where (p_before is null or (story.at, story.id) < (p_before, coalesce(p_before_id, '00000000-0000-0000-0000-000000000000')))
     and (p_kinds is null or story.kind = any (p_kinds))
   order by story.at desc, story.id desc
   limit least(greatest(coalesce(p_limit, 50), 1), 200)
$function$;
grant execute on function public.contact_timeline(p_contact_id uuid, p_kinds text[], p_before timestamp with time zone, p_before_id uuid, p_limit integer) to authenticated;
grant execute on function public.contact_timeline(p_contact_id uuid, p_kinds text[], p_before timestamp with time zone, p_before_id uuid, p_limit integer) to service_role;
comment on function public.contact_timeline(p_contact_id uuid, p_kinds text[], p_before timestamp with time zone, p_before_id uuid, p_limit integer) is 'Notes, papers, tasks, sites, credit applications, bank accounts and relations of a contact in one list, newest first; the next page is before the last row''s time and id.';

CREATE OR REPLACE FUNCTION public.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb DEFAULT NULL::jsonb, p_keep_version integer DEFAULT NULL::integer, p_gone_version integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.merge_contacts(p_keep, p_gone, p_values, p_keep_version, p_gone_version)
$function$;
grant execute on function public.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer) to authenticated;
grant execute on function public.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer) to service_role;
comment on function public.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer) is 'Makes one contact of two: what hangs on the second goes to the first, fields as chosen (else the first''s, else the second''s), a note and two audit lines tell of it. With versions it refuses what changed since it was looked at.';

CREATE OR REPLACE FUNCTION public.register_client(p_business jsonb, p_person jsonb, p_site jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) to authenticated;
grant execute on function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) to service_role;
comment on function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) is 'A new client business with its person and its first site (both optional); its id.';

CREATE OR REPLACE FUNCTION public.search_contacts(p_text text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_type_id uuid DEFAULT NULL::uuid, p_on_stop boolean DEFAULT false, p_archived boolean DEFAULT false, p_after_name text DEFAULT NULL::text, p_after_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 50)
 RETURNS SETOF public.contacts
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.search_contacts(p_text, p_kind, p_type_id, p_on_stop, p_archived, p_after_name, p_after_id, p_limit)
$function$;
grant execute on function public.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_name text, p_after_id uuid, p_limit integer) to authenticated;
grant execute on function public.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_name text, p_after_id uuid, p_limit integer) to service_role;
comment on function public.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_name text, p_after_id uuid, p_limit integer) is 'A page of contacts by name, 50 unless told. Every word of the text is in a name, company, e-mail, VAT number or phone.';

CREATE OR REPLACE FUNCTION public.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_contact_on_stop(p_contact_id, p_on_stop, p_reason)
$function$;
grant execute on function public.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) to authenticated;
grant execute on function public.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) to service_role;
comment on function public.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) is 'Puts a contact on stop or releases it, and writes the reason into its notes.';

CREATE OR REPLACE FUNCTION public.similar_contacts(p_email text DEFAULT NULL::text, p_vat_number text DEFAULT NULL::text, p_name text DEFAULT NULL::text, p_except uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, type text, name text, last_name text, company text, email text, vat_number text, reason text, is_distinct boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.similar_contacts(p_email, p_vat_number, p_name, p_except)
$function$;
grant execute on function public.similar_contacts(p_email text, p_vat_number text, p_name text, p_except uuid) to authenticated;
grant execute on function public.similar_contacts(p_email text, p_vat_number text, p_name text, p_except uuid) to service_role;
comment on function public.similar_contacts(p_email text, p_vat_number text, p_name text, p_except uuid) is 'Up to 5 contacts that may be the one being entered: the same e-mail or VAT number, or a name much like it.';
