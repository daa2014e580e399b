-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.contact_import_rows (
  import_id uuid not null,
  line integer not null,
  outcome text not null,
  label text,
  contact_id uuid,
  because text,
  changed jsonb not null default '{}'::jsonb,
  version integer,
  notes integer not null default 0,
  undone_at timestamp with time zone,
  kept text,
  constraint contact_import_rows_pkey PRIMARY KEY (import_id, line),
  constraint contact_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.contact_imports(id) ON DELETE CASCADE,
  constraint contact_import_rows_outcome_is_known CHECK (outcome = ANY (ARRAY['created'::text, 'updated'::text, 'refused'::text])),
  constraint contact_import_rows_undone_at_is_in_reach CHECK (undone_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND undone_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.contact_import_rows enable row level security;
CREATE UNIQUE INDEX contact_import_rows_added_idx ON public.contact_import_rows USING btree (contact_id) WHERE outcome = 'created'::text;
grant select on public.contact_import_rows to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.contact_import_rows to service_role;
create policy "staff read rows of imports" on public.contact_import_rows for select to authenticated
  using (( SELECT private.can('contacts'::text, 'view'::text) AS can));
comment on table public.contact_import_rows is 'What became of each row of an import. Without a foreign key to contacts: a merge moves what points at a contact.';
comment on column public.contact_import_rows.changed is 'Of a contact that was filled in: column to [before, after].';
comment on column public.contact_import_rows.kept is 'Why the undo left this row as it is.';
comment on column public.contact_import_rows.notes is 'How many notes the import wrote with a contact that it added.';
comment on column public.contact_import_rows.version is 'Version of the contact after the import. A later one says that it was changed since.';

create table public.contact_imports (
  id uuid not null,
  file_name text not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  added integer not null default 0,
  filled integer not null default 0,
  refused integer not null default 0,
  undone_at timestamp with time zone,
  undone_by uuid,
  taken_back integer not null default 0,
  kept integer not null default 0,
  constraint contact_imports_pkey PRIMARY KEY (id),
  constraint contact_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contact_imports_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contact_imports_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint contact_imports_file_name_length CHECK (char_length(btrim(file_name)) >= 1 AND char_length(btrim(file_name)) <= 300),
  constraint contact_imports_file_name_size CHECK (char_length(file_name) <= 400),
  constraint contact_imports_undone_at_is_in_reach CHECK (undone_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND undone_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.contact_imports enable row level security;
CREATE INDEX contact_imports_created_at_idx ON public.contact_imports USING btree (created_at DESC);
CREATE INDEX contact_imports_created_by_idx ON public.contact_imports USING btree (created_by);
CREATE INDEX contact_imports_undone_by_idx ON public.contact_imports USING btree (undone_by);
grant select on public.contact_imports to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.contact_imports to service_role;
create policy "staff read imports of contacts" on public.contact_imports for select to authenticated
  using (( SELECT private.can('contacts'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.contact_imports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.contact_imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.contact_imports REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts');
CREATE TRIGGER pin BEFORE UPDATE ON public.contact_imports FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.contact_imports FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.contact_imports FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.contact_imports is 'Imports of contacts. Written by import_contacts and undo_contact_import only.';
comment on column public.contact_imports.added is 'Contacts that it added; filled: contacts whose gaps it filled; refused: rows that were not imported.';
comment on column public.contact_imports.taken_back is 'Rows that the undo removed or put back; kept: rows that stayed, with the reason in contact_import_rows.';

CREATE OR REPLACE FUNCTION private.begin_contact_import(p_import_id uuid, p_file_name text, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_import public.contact_imports;
begin
  if not (private.can('contacts', 'view') and private.can('contacts', 'create')) then
    raise insufficient_privilege using message = 'You may not add contacts';
  end if;
  if jsonb_array_length(p_rows) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 rows at a time';
  end if;
  insert into public.contact_imports (id, file_name)
  values (p_import_id, left(coalesce(nullif(btrim(p_file_name), ''), 'Without a file'), 300))
  on conflict (id) do nothing;
  select * into v_import from public.contact_imports where id = p_import_id for update;
  if v_import.created_by is distinct from auth.uid() then
    raise insufficient_privilege using message = 'This import was begun by somebody else';
  end if;
  if v_import.undone_at is not null then
    perform private.refuse('PT409', 'This import was undone. Please begin a new one');
  end if;
  return coalesce((
    select jsonb_object_agg(c.id, to_jsonb(c)) from public.contacts c
     where c.id in (select private.uuid_or_null(r.given ->> key)
                      from jsonb_array_elements(p_rows) as r (given), unnest(array['id', 'target']) as key)), '{}');
end $function$;
grant execute on function private.begin_contact_import(p_import_id uuid, p_file_name text, p_rows jsonb) to authenticated;
grant execute on function private.begin_contact_import(p_import_id uuid, p_file_name text, p_rows jsonb) to service_role;
comment on function private.begin_contact_import(p_import_id uuid, p_file_name text, p_rows jsonb) is 'Opens the record of an import, or goes on with it; the contacts that these rows name, as they are before.';

CREATE OR REPLACE FUNCTION private.note_contact_import(p_import_id uuid, p_before jsonb, p_outcomes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.contact_import_rows as known (import_id, line, outcome, label, contact_id, because, changed, version, notes)
  select p_import_id, o.line, o.outcome, private.contact_label(to_jsonb(c)), c.id, o.because,
         case o.outcome when 'updated' then private.changes(p_before -> (c.id::text), to_jsonb(c)) else '{}' end, c.row_version,
         case o.outcome when 'created' then (select count(*) from public.contact_notes n where n.contact_id = c.id) else 0 end
    from jsonb_to_recordset(p_outcomes) as o (line integer, outcome text, contact_id uuid, because text)
    left join public.contacts c on c.id = o.contact_id and o.outcome <> 'refused'
   where o.line is not null
     -- A contact that was there before this request was not added by it.
     and not (o.outcome = 'created' and (c.id is null or p_before ? (c.id::text)))
  on conflict do nothing;
  update public.contact_imports i
     set added = sums.added, filled = sums.filled, refused = sums.refused
    from (select count(*) filter (where r.outcome = 'created') as added, count(*) filter (where r.outcome = 'updated') as filled,
                 count(*) filter (where r.outcome = 'refused') as refused
            from public.contact_import_rows r where r.import_id = p_import_id) as sums
   where i.id = p_import_id;
end $function$;
grant execute on function private.note_contact_import(p_import_id uuid, p_before jsonb, p_outcomes jsonb) to authenticated;
grant execute on function private.note_contact_import(p_import_id uuid, p_before jsonb, p_outcomes jsonb) to service_role;
comment on function private.note_contact_import(p_import_id uuid, p_before jsonb, p_outcomes jsonb) is 'Records what became of the rows of one request of an import.';

CREATE OR REPLACE FUNCTION private.put_back_filled(p_import_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row record;
  v_now jsonb;
  v_back jsonb;
  v_differ text;
  v_kept text;
begin
  -- Two rows of one import may fill the same contact: the later one is put back first.
  for v_row in
    select r.line, r.changed, r.contact_id from public.contact_import_rows r
     where r.import_id = p_import_id and r.outcome = 'updated' and r.undone_at is null order by r.line desc
  loop
    select to_jsonb(c) into v_now from public.contacts c where c.id = v_row.contact_id for update;
    select coalesce(jsonb_object_agg(key, value -> 0) filter (where v_now -> key is not distinct from value -> 1), '{}'),
           string_agg(replace(replace(key, '_id', ''), '_', ' '), ', ' order by key)
             filter (where v_now -> key is distinct from value -> 1 and v_now -> key is distinct from value -> 0)
      into v_back, v_differ from jsonb_each(v_row.changed);
    v_kept := case
      when not private.can('contacts', 'edit') then 'You may not change contacts'
      when v_now ->> 'user_id' is not null and v_now ->> 'user_id' <> auth.uid()::text and not private.named('manage_user_roles')
        then 'Has an account: only its owner and who manages users change it'
      when v_differ is not null then 'Changed since the import: ' || v_differ end;
    if v_now is not null and v_back <> '{}' and (v_kept is null or v_differ is not null)
      and private.can('contacts', 'edit') then
      update public.contacts c
         set (name, last_name, company, email, phone, mobile, vat_number, address_line, city, postcode, country,
              payment_terms_days, on_stop, contact_type_id, account_manager_id)
           = (select b.name, b.last_name, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
                     b.country, b.payment_terms_days, b.on_stop,
                     (select t.id from public.contact_types t where t.id = b.contact_type_id),
                     (select u.id from auth.users u where u.id = b.account_manager_id)
                from jsonb_populate_record(c, v_back) as b)
       where c.id = v_row.contact_id;
      if v_back -> 'on_stop' = 'false' then
        insert into public.contact_notes (contact_id, kind, body) values (v_row.contact_id, 'release', 'The import that put it on stop was undone');
      end if;
    end if;
    update public.contact_import_rows r
       set undone_at = case when v_kept is null then now() end, kept = v_kept
     where r.import_id = p_import_id and r.line = v_row.line;
  end loop;
end $function$;
comment on function private.put_back_filled(p_import_id uuid) is 'Puts back the columns that an import filled and nobody changed since. A row stays named while one of its columns was changed.';

CREATE OR REPLACE FUNCTION private.undo_contact_import(p_import_id uuid)
 RETURNS TABLE(line integer, label text, contact_id uuid, kept text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_import public.contact_imports;
begin
  if not (private.can('contacts', 'view') and private.can('contacts', 'create')) then
    raise insufficient_privilege using message = 'You may not import contacts';
  end if;
  select * into v_import from public.contact_imports where id = p_import_id for update;
  if v_import.id is null then
    perform private.refuse('PT404', 'This import is not there any more');
  end if;
  if v_import.created_by is distinct from auth.uid() and not private.can('contacts', 'delete') then
    raise insufficient_privilege using message = 'An import is undone by the person who made it, or by who may remove contacts';
  end if;

  -- Locked first: nothing new can point to them while they are looked at.
  perform from public.contacts c
    join public.contact_import_rows r on r.contact_id = c.id and r.import_id = p_import_id and r.undone_at is null
   order by c.id for update of c;
  with stays as (
    select s.contact_id, string_agg(distinct s.because, '; ') as because from private.why_import_stays(p_import_id) as s group by 1
  )
  update public.contact_import_rows r
     set kept = (select s.because from stays s where s.contact_id = r.contact_id)
   where r.import_id = p_import_id and r.outcome = 'created' and r.undone_at is null;
  delete from public.contacts c using public.contact_import_rows r
   where r.import_id = p_import_id and r.outcome = 'created' and r.undone_at is null and r.kept is null and c.id = r.contact_id;
  update public.contact_import_rows r set undone_at = now()
   where r.import_id = p_import_id and r.outcome = 'created' and r.undone_at is null and r.kept is null;
  perform private.put_back_filled(p_import_id);

  update public.contact_imports i
     set undone_at = coalesce(i.undone_at, now()), undone_by = coalesce(i.undone_by, auth.uid()),
         taken_back = (select count(*) from public.contact_import_rows r where r.import_id = i.id and r.undone_at is not null),
         kept = (select count(*) from public.contact_import_rows r where r.import_id = i.id and r.kept is not null)
   where i.id = p_import_id;
  return query
    select r.line, r.label, r.contact_id, r.kept from public.contact_import_rows r
     where r.import_id = p_import_id and r.kept is not null order by r.line;
end $function$;
grant execute on function private.undo_contact_import(p_import_id uuid) to authenticated;
grant execute on function private.undo_contact_import(p_import_id uuid) to service_role;
comment on function private.undo_contact_import(p_import_id uuid) is 'Removes the contacts that an import added and puts back those that it filled, unless they were changed since or something points to them; the rows that stay, with the reason. It may be called again when the reason is gone. For who made the import, and for who may remove contacts.';

CREATE OR REPLACE FUNCTION private.why_import_stays(p_import_id uuid)
 RETURNS TABLE(contact_id uuid, because text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids constant uuid[] := array(
    select r.contact_id from public.contact_import_rows r
     where r.import_id = p_import_id and r.outcome = 'created' and r.undone_at is null);
  v_link record;
begin
  return query
    select c.id,
           case when c.user_id is not null then 'Has an account'
                when c.row_version <> r.version then 'Was changed since the import'
                else 'Has notes' end
      from public.contact_import_rows r
      join public.contacts c on c.id = r.contact_id
     where r.import_id = p_import_id and r.outcome = 'created' and r.undone_at is null
       and (c.user_id is not null or c.row_version <> r.version
         or (select count(*) from public.contact_notes n where n.contact_id = c.id) > r.notes);
  for v_link in
    select k.conrelid::regclass as child, replace(c.relname, '_', ' ') as words, a.attname as key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass and c.relname <> 'contact_notes'
     order by c.relname, a.attname
  loop
    return query execute format('select distinct t.%I, %L from %s as t where t.%1$I = any ($1)' ||
      -- What the import itself linked, a contact person and the business, goes with both.
      case when v_link.child = 'public.contact_relations'::regclass
        then ' and not (t.relation = ''works_for'' and t.contact_id = any ($1) and t.related_contact_id = any ($1)
                        and exists (select from public.contacts p where p.id = t.contact_id and p.created_at = t.created_at))' else '' end,
      v_link.key, 'Used in ' || v_link.words, v_link.child) using v_ids;
  end loop;
end $function$;
comment on function private.why_import_stays(p_import_id uuid) is 'Contacts that an import added and that its undo leaves, with the reason; one may come with several.';
