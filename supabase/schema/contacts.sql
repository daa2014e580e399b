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
CREATE TRIGGER ask_first BEFORE INSERT ON public.contact_bank_accounts FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('contacts:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contact_bank_accounts FOR EACH ROW EXECUTE FUNCTION private.audit('contact_id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.contact_bank_accounts FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.contact_bank_accounts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER follow_payment_runs AFTER INSERT OR DELETE OR UPDATE ON public.contact_bank_accounts FOR EACH ROW EXECUTE FUNCTION private.follow_bank_account();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contact_bank_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contact_bank_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contact_bank_accounts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.contact_bank_accounts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'contact_id');
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
CREATE TRIGGER ask_first BEFORE INSERT ON public.contact_notes FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('contacts:create|contacts:edit');
CREATE TRIGGER audit AFTER DELETE OR UPDATE ON public.contact_notes FOR EACH ROW EXECUTE FUNCTION private.audit('contact_id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contact_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contact_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contact_notes REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.contact_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'contact_id', 'kind', 'author_id', 'edited_at');
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
CREATE TRIGGER ask_first BEFORE INSERT ON public.contact_relations FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('contacts:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contact_relations FOR EACH ROW EXECUTE FUNCTION private.audit('contact_id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contact_relations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contact_relations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contact_relations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.contact_relations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'contact_id', 'related_contact_id');
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
CREATE TRIGGER ask_first BEFORE INSERT ON public.contact_types FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_contact_types');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contact_types FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contact_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contact_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contact_types REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.contact_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.contact_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.contact_types is 'Kinds of contacts that the company tells apart.';

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
  language text,
  updated_at timestamp with time zone not null default now(),
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
  constraint contacts_credit_limit_is_a_number CHECK (credit_limit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint contacts_credit_limit_is_money CHECK (credit_limit >= 0::numeric AND credit_limit < 1000000000::numeric AND credit_limit = trunc(credit_limit, 2)),
  constraint contacts_email_length CHECK (char_length(email) <= 320),
  constraint contacts_language_is_a_code CHECK (language ~ '^[a-z]{2}$'::text),
  constraint contacts_logo_is_an_address CHECK (logo_url ~ '^(https?://|/([^/\\]|$))'::text),
  constraint contacts_logo_url_length CHECK (char_length(logo_url) <= 2000),
  constraint contacts_mobile_length CHECK (char_length(mobile) <= 50),
  constraint contacts_name_length CHECK (char_length(name) <= 200 AND char_length(last_name) <= 200),
  constraint contacts_payment_terms_range CHECK (payment_terms_days >= 0 AND payment_terms_days <= 365),
  constraint contacts_phone_length CHECK (char_length(phone) <= 50),
  constraint contacts_postcode_length CHECK (char_length(postcode) <= 20),
  constraint contacts_profile_is_known CHECK (profile = ANY (ARRAY['pending_verification'::text, 'verified'::text, 'rejected'::text, 'archived'::text])),
  constraint contacts_roles_is_a_list CHECK (array_ndims(roles) = 1),
  constraint contacts_type_is_known CHECK (type = ANY (ARRAY['Person'::text, 'Business'::text])),
  constraint contacts_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contacts_vat_number_shape CHECK (vat_number ~ '^[A-Z0-9]{4,20}$'::text)
);
alter table public.contacts enable row level security;
CREATE INDEX contacts_account_manager_id_idx ON public.contacts USING btree (account_manager_id);
CREATE INDEX contacts_city_order_idx ON public.contacts USING btree (private.order_text(city), id);
CREATE INDEX contacts_company_order_idx ON public.contacts USING btree (private.order_text(
CASE type
    WHEN 'Person'::text THEN company
    ELSE NULL::text
END), id);
CREATE INDEX contacts_contact_type_id_idx ON public.contacts USING btree (contact_type_id);
CREATE INDEX contacts_created_order_idx ON public.contacts USING btree (created_at, id);
CREATE INDEX contacts_email_idx ON public.contacts USING btree (lower(email));
CREATE INDEX contacts_email_order_idx ON public.contacts USING btree (private.order_text(email), id);
CREATE INDEX contacts_live_names_idx ON public.contacts USING btree (type, sort_name, id) WHERE archived_at IS NULL;
CREATE INDEX contacts_name_key_idx ON public.contacts USING btree (private.contact_name_key(sort_name));
CREATE INDEX contacts_name_search_idx ON public.contacts USING gin (name extensions.gin_trgm_ops);
CREATE INDEX contacts_on_stop_idx ON public.contacts USING btree (sort_name, id) WHERE on_stop;
CREATE INDEX contacts_roles_idx ON public.contacts USING gin (roles);
CREATE INDEX contacts_search_text_idx ON public.contacts USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX contacts_sort_name_idx ON public.contacts USING btree (sort_name, id);
CREATE INDEX contacts_sort_name_similar_idx ON public.contacts USING gist (sort_name extensions.gist_trgm_ops (siglen='64'));
CREATE INDEX contacts_updated_order_idx ON public.contacts USING btree (updated_at, id);
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
  using (( SELECT private.can('contacts'::text, 'edit'::text) AS can) AND (user_id IS NULL OR user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.named('manage_user_roles'::text) AS named)))
  with check (( SELECT private.can('contacts'::text, 'edit'::text) AS can) AND (user_id IS NULL OR user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.named('manage_user_roles'::text) AS named)));
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
CREATE TRIGGER pin BEFORE UPDATE ON public.contacts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'user_id', 'roles');
CREATE TRIGGER refuse_credit_limit BEFORE UPDATE ON public.contacts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.credit_limit IS DISTINCT FROM new.credit_limit) EXECUTE FUNCTION private.refuse_credit_limit();
CREATE TRIGGER refuse_credit_limit_of_new BEFORE INSERT ON public.contacts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND new.credit_limit IS NOT NULL) EXECUTE FUNCTION private.refuse_credit_limit();
CREATE TRIGGER refuse_silent_stop BEFORE UPDATE ON public.contacts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.on_stop IS DISTINCT FROM new.on_stop) EXECUTE FUNCTION private.refuse_silent_stop();
CREATE TRIGGER refuse_silent_stop_of_new BEFORE INSERT ON public.contacts FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND new.on_stop) EXECUTE FUNCTION private.refuse_silent_stop();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.contacts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
CREATE TRIGGER stamp_updated_at_of_new BEFORE INSERT ON public.contacts FOR EACH ROW EXECUTE FUNCTION private.begin_updated_at();
comment on table public.contacts is 'A person or a business.';
comment on column public.contacts.credit_limit is 'How much may be open on account, in euro; null where nothing was granted. Written by an approved credit application.';
comment on column public.contacts.has_temporary_password is 'Ours: an admin chose the password. It falls by itself when the person changes the password.';
comment on column public.contacts.language is 'ISO 639-1: the language of papers for this contact; null: that of the company, en.';
comment on column public.contacts.on_stop is 'No more work on account. Why, and since when, is in contact_notes.';
comment on column public.contacts.phone is 'Ours.';
comment on column public.contacts.roles is 'A copy of user_roles.role, kept by trigger: mentions search it.';
comment on column public.contacts.row_version is 'Counts changes: whoever saves says which version they looked at.';
comment on column public.contacts.updated_at is 'Ours: when the contact itself changed last; its notes and accounts do not count.';
comment on column public.contacts.vat_number is 'Capitals and digits, without blanks.';

CREATE OR REPLACE FUNCTION private.contact_label(p_contact jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    nullif(btrim(concat_ws(' ', p_contact ->> 'name', p_contact ->> 'last_name')), ''),
    nullif(btrim(p_contact ->> 'company'), ''), p_contact ->> 'email')
$function$;

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

CREATE OR REPLACE FUNCTION private.is_iban(p_iban text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'
    and char_length(p_iban) = coalesce(('{"AT":20,"BE":16,"BG":22,"CH":21,"CY":28,"CZ":24,"DE":22,"DK":18,"EE":20,"ES":24,"FI":18,"FR":27,
      "GB":22,"GR":27,"HR":21,"HU":28,"IE":22,"IT":27,"LT":20,"LU":20,"LV":21,"MT":31,"NL":18,"NO":15,"PL":28,"PT":25,"RO":24,"SE":24,
      "SI":19,"SK":24}'::jsonb ->> left(p_iban, 2))::integer, char_length(p_iban))
    and coalesce((
    select mod(string_agg(case when sign ~ '[0-9]' then sign else (ascii(sign) - 55)::text end, '' order by place)::numeric, 97) = 1
      from regexp_split_to_table(substr(p_iban, 5) || left(p_iban, 4), '') with ordinality as signs (sign, place)), false)
$function$;
grant execute on function private.is_iban(p_iban text) to authenticated;
grant execute on function private.is_iban(p_iban text) to service_role;
comment on function private.is_iban(p_iban text) is 'Upper case without blanks, as long as its country has it, and its check digits are right (ISO 13616, mod 97). Agrees with
ibanProblem in src/shared/domain/iban.ts.';

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

CREATE OR REPLACE FUNCTION private.person_label(p_user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), u.email::text)
    from auth.users u left join public.contacts c on c.user_id = u.id where u.id = p_user_id
$function$;

CREATE OR REPLACE FUNCTION private.refuse_credit_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise insufficient_privilege using message = 'The credit limit follows from an approved credit application';
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_silent_stop()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise insufficient_privilege using message = 'Please say why: the sign and its reason are one step';
end $function$;

CREATE OR REPLACE FUNCTION private.search_contacts(p_text text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_type_id uuid DEFAULT NULL::uuid, p_on_stop boolean DEFAULT false, p_archived boolean DEFAULT false, p_after_value text DEFAULT NULL::text, p_after_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 50, p_sort text DEFAULT 'name'::text, p_down boolean DEFAULT false)
 RETURNS SETOF public.contacts
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_value text, p_after_id uuid, p_limit integer, p_sort text, p_down boolean) to authenticated;
grant execute on function private.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_value text, p_after_id uuid, p_limit integer, p_sort text, p_down boolean) to service_role;
comment on function private.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_value text, p_after_id uuid, p_limit integer, p_sort text, p_down boolean) is 'A page of contacts, 50 unless told, by name, company, email, city, created or updated. Every word of the text is in a name, company, e-mail, VAT number or phone. The page begins after the row with p_after_value and p_after_id.';

CREATE OR REPLACE FUNCTION private.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) to authenticated;

CREATE OR REPLACE FUNCTION private.stamp_edited_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.edited_at := now();
  return new;
end $function$;

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

CREATE OR REPLACE FUNCTION public.search_contacts(p_text text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_type_id uuid DEFAULT NULL::uuid, p_on_stop boolean DEFAULT false, p_archived boolean DEFAULT false, p_after_value text DEFAULT NULL::text, p_after_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 50, p_sort text DEFAULT 'name'::text, p_down boolean DEFAULT false)
 RETURNS SETOF public.contacts
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.search_contacts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)$function$;
grant execute on function public.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_value text, p_after_id uuid, p_limit integer, p_sort text, p_down boolean) to authenticated;
grant execute on function public.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_value text, p_after_id uuid, p_limit integer, p_sort text, p_down boolean) to service_role;
comment on function public.search_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean, p_after_value text, p_after_id uuid, p_limit integer, p_sort text, p_down boolean) is 'A page of contacts, 50 unless told, by name, company, email, city, created or updated. Every word of the text is in a name, company, e-mail, VAT number or phone. The page begins after the row with p_after_value and p_after_id.';

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

CREATE OR REPLACE FUNCTION public.set_default_bank_account(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.contact_bank_accounts set is_default = false
   where is_default and id <> p_id
     and contact_id = (select b.contact_id from public.contact_bank_accounts b where b.id = p_id);
  update public.contact_bank_accounts set is_default = true where id = p_id and not is_default;
  if not exists (select from public.contact_bank_accounts where id = p_id) then
    raise insufficient_privilege using message = 'You may not change this bank account';
  end if;
end $function$;
grant execute on function public.set_default_bank_account(p_id uuid) to authenticated;
grant execute on function public.set_default_bank_account(p_id uuid) to service_role;
comment on function public.set_default_bank_account(p_id uuid) is 'From now on this account of its contact is the one that is paid.';
