-- Import of contacts from a file, and its undoing.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.contact_imports (
  id         uuid primary key,
  file_name  text not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  added      integer not null default 0,
  filled     integer not null default 0,
  refused    integer not null default 0,
  undone_at  timestamptz,
  undone_by  uuid references auth.users (id) on delete set null,
  taken_back integer not null default 0,
  kept       integer not null default 0,
  constraint contact_imports_file_name_length check (char_length(btrim(file_name)) between 1 and 300),
  constraint contact_imports_file_name_size check (char_length(file_name) <= 400)
);
create index contact_imports_created_at_idx on public.contact_imports (created_at desc);
create index contact_imports_created_by_idx on public.contact_imports (created_by);
create index contact_imports_undone_by_idx on public.contact_imports (undone_by);
comment on table public.contact_imports is 'Imports of contacts. Written by import_contacts and undo_contact_import only.';
comment on column public.contact_imports.added is 'Contacts that it added; filled: contacts whose gaps it filled; refused: rows that were not imported.';
comment on column public.contact_imports.taken_back is 'Rows that the undo removed or put back; kept: rows that stayed, with the reason in contact_import_rows.';

create table public.contact_import_rows (
  import_id  uuid not null references public.contact_imports (id) on delete cascade,
  line       integer not null,
  outcome    text not null,
  label      text,
  contact_id uuid,
  because    text,
  changed    jsonb not null default '{}',
  version    integer,
  notes      integer not null default 0,
  undone_at  timestamptz,
  kept       text,
  primary key (import_id, line),
  constraint contact_import_rows_outcome_is_known check (outcome in ('created', 'updated', 'refused'))
);
create unique index contact_import_rows_added_idx on public.contact_import_rows (contact_id) where outcome = 'created';
comment on table public.contact_import_rows is
  'What became of each row of an import. Without a foreign key to contacts: a merge moves what points at a contact.';
comment on column public.contact_import_rows.changed is 'Of a contact that was filled in: column to [before, after].';
comment on column public.contact_import_rows.version is 'Version of the contact after the import. A later one says that it was changed since.';
comment on column public.contact_import_rows.notes is 'How many notes the import wrote with a contact that it added.';
comment on column public.contact_import_rows.kept is 'Why the undo left this row as it is.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.contact_imports', p_rights => 'select', p_pages => '{contacts}');
create policy "staff read imports of contacts" on public.contact_imports
  for select to authenticated using ((select private.can('contacts', 'view')));

call private.borrow_rules('public.contact_import_rows', p_rights => 'select', p_key => 'import_id');
create policy "staff read rows of imports" on public.contact_import_rows
  for select to authenticated using ((select private.can('contacts', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.match_contacts(p_rows jsonb, p_similar boolean)
returns table (line integer, name_key text, reason text, contact_id uuid, type text, name text, last_name text, company text,
               email text, archived boolean)
  language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.65'
as $$
begin
  if not private.can('contacts', 'view') then
    return;
  end if;
  return query
    with asked as materialized (
      select r.line, r.type, nullif(lower(btrim(r.email)), '') as email,
             nullif(upper(regexp_replace(r.vat_number, '[^[:alnum:]]', '', 'g')), '') as vat_number,
             private.contact_sort_name(r.type, r.name, r.last_name, r.company) as sort_name,
             private.contact_name_key(private.contact_sort_name(r.type, r.name, r.last_name, r.company)) as name_key
        from jsonb_to_recordset(p_rows)
          as r (line integer, type text, name text, last_name text, company text, email text, vat_number text)
    )
    select a.line, a.name_key, f.reason, c.id, c.type, c.name, c.last_name, c.company, c.email, c.archived_at is not null
      from asked a
      left join lateral (
        select known.id, known.reason from (
          select x.id, 'vat' as reason, 1 as rank from public.contacts x where x.vat_number = a.vat_number and x.type = a.type
          union all
          select x.id, 'email', 2 from public.contacts x where lower(x.email) = a.email and x.type = a.type
          union all
          select x.id, 'name', 3 from public.contacts x
           where a.name_key <> '' and private.contact_name_key(x.sort_name) = a.name_key and x.type = a.type
        ) as known order by known.rank, known.id limit 1
      ) as sure on true
      left join lateral (
        select near.id, 'alike' as reason from (
          select x.id, x.type, x.email, x.vat_number from public.contacts x
           where p_similar and sure.id is null and char_length(a.sort_name) >= 3 and x.sort_name operator(extensions.%) a.sort_name
           order by x.sort_name operator(extensions.<->) a.sort_name limit 5) as near
         where near.type = a.type and (near.email is null or a.email is null) and (near.vat_number is null or a.vat_number is null)
         limit 1
      ) as near on true
      cross join lateral (select coalesce(sure.id, near.id) as id, coalesce(sure.reason, near.reason) as reason) as f
      left join public.contacts c on c.id = f.id;
end $$;
grant execute on function private.match_contacts to authenticated;

-- Comparing names letter by letter costs some milliseconds a row: a hundred rows are as many as the import sends at once.
create function public.match_contacts(p_rows jsonb, p_similar boolean default false)
returns table (line integer, name_key text, reason text, contact_id uuid, type text, name text, last_name text, company text, email text, archived boolean)
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_array_length(p_rows) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 rows at a time';
  end if;
  if p_similar and jsonb_array_length(p_rows) > 100 then
    raise invalid_parameter_value using message = 'At most 100 rows at a time, where names that are much alike are looked for';
  end if;
  if octet_length(p_rows::text) > 500000 then
    raise invalid_parameter_value using message = 'These rows hold too much text. Send fewer of them at a time';
  end if;
  return query select * from private.match_contacts(p_rows, p_similar);
end $$;
comment on function public.match_contacts is
  'For rows {line, type, name, last_name, company, email, vat_number}: the contact of that kind with the same VAT number, e-mail or name, if any, else with p_similar one of a name much alike and no other e-mail or VAT number; and a key that is equal for equal names.';
revoke execute on function public.match_contacts from public, anon;

-- What is wrong with a row of a file, in the words of the form (src/shared/domain/people/contact.ts).
create function private.contact_row_problem(p_row jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select string_agg(problem, '; ' order by place) from (
    select place, case
             when char_length(value) > most then label || ': At most ' || most || ' characters'
             when field in ('phone', 'mobile') and value <> '' and regexp_count(value, '\d') < 3
               then label || ': A number has at least 3 digits'
             when field = 'email' and value <> '' and value !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
               then label || ': This is not a whole email address'
             when field = 'vat_number' and value <> '' and value !~ '^[A-Z0-9]{4,20}$'
               then label || ': A tax number has 4 to 20 letters and digits'
             when field = 'payment_terms_days' and value <> '' and (value !~ '^\d{1,3}$' or value::integer > 365)
               then label || ': A whole number of days, 0 to 365'
             when field = 'name' and value = '' and p_row ->> 'type' = 'Person' then label || ': Please enter the first name'
             when field = 'company' and value = '' and p_row ->> 'type' = 'Business'
               then label || ': Please enter the name of the business'
           end as problem
      from (values
        (1, 'name', 'First name', 200), (2, 'last_name', 'Last name', 200), (3, 'company', 'Company', 200),
        (4, 'email', 'Email', 320), (5, 'phone', 'Phone', 50), (6, 'mobile', 'Mobile', 50),
        (7, 'vat_number', '{Tax} number', null), (8, 'address_line', 'Address', 500), (9, 'city', 'Town', 200),
        (10, 'postcode', 'Postcode', 20), (11, 'state', 'State', 100), (12, 'country', 'Country', 200),
        (13, 'payment_terms_days', 'Payment terms (days)', null), (14, 'note', 'Note', 5000)
      ) as fields (place, field, label, most)
      cross join lateral (select btrim(coalesce(p_row ->> field, '')) as value) as given
  ) as judged
$$;

-- Rows are created with the ids that they bring, so a batch that is sent twice is imported once. The policies of contacts
-- decide what may happen to a row; its outcome comes back in words.
create function private.judge_import(p_rows jsonb)
returns table (line integer, id uuid, verdict text, because text, target uuid, given jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can('contacts', 'create') then
    return;
  end if;
  return query
    with asked as materialized (
      select (r.given ->> 'line')::integer as line, private.uuid_or_null(r.given ->> 'id') as id, r.given ->> 'choice' as choice,
             private.uuid_or_null(r.given ->> 'target') as target, r.given, private.contact_row_problem(r.given) as problem,
             r.given ->> 'choice' = 'update'
               and row_number() over (partition by r.given ->> 'choice', r.given ->> 'target', r.given ->> 'type',
                 private.contact_row_problem(r.given) is null order by r.place) > 1 as again
        from jsonb_array_elements(p_rows) with ordinality as r (given, place)
    )
    select a.line, a.id,
           case
             when a.choice = 'update' then case when a.problem is null and t.id is not null and not a.again then 'update' else 'refused' end
             when there.id is not null then 'created'
             when a.problem is not null or a.id is null or coalesce(a.choice, '') not in ('new', 'create') then 'refused'
             when a.choice = 'new' and known.id is not null then 'refused'
             else 'create' end,
           coalesce(private.with_tax(a.problem),
             case
               when a.again then 'Another row of this step changes the same contact: import this one again'
               when a.choice = 'update' and t.id is null then 'The contact to update is not there any more'
               when known.id is not null then format('Somebody added this contact meanwhile: %s',
                 case known.type when 'Business' then coalesce(known.company, known.name)
                   else concat_ws(' ', known.name, known.last_name) end)
               when a.id is null or coalesce(a.choice, '') not in ('new', 'create', 'update') then 'This row is not whole' end),
           t.id, a.given
      from asked a
      left join public.contacts there on there.id = a.id
      left join public.contacts t on a.choice = 'update' and t.id = a.target and t.type = a.given ->> 'type'
      left join lateral (
        select x.* from public.contacts x
         where a.choice = 'new' and x.type = a.given ->> 'type'
           and (lower(x.email) = nullif(lower(btrim(a.given ->> 'email')), '') or x.vat_number = nullif(a.given ->> 'vat_number', ''))
         order by x.id limit 1
      ) as known on true;
end $$;
grant execute on function private.judge_import to authenticated;

create function private.import_contact_rows(p_rows jsonb)
returns table (line integer, outcome text, contact_id uuid, because text)
  language plpgsql volatile security invoker set search_path = ''
as $$
#variable_conflict use_column
begin
  if not (private.can('contacts', 'view') and private.can('contacts', 'create')) then
    raise insufficient_privilege using message = 'You may not add contacts';
  end if;
  if jsonb_array_length(p_rows) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 rows at a time';
  end if;
  return query
    with judged as materialized (
      select * from private.judge_import(p_rows)
    ), typed as materialized (
      select j.line, j.id, j.verdict, j.target, j.given ->> 'type' as type, nullif(btrim(j.given ->> 'note'), '') as note,
             nullif(btrim(j.given ->> 'name'), '') as name, nullif(btrim(j.given ->> 'last_name'), '') as last_name,
             nullif(btrim(j.given ->> 'company'), '') as company, nullif(btrim(j.given ->> 'email'), '') as email,
             nullif(btrim(j.given ->> 'phone'), '') as phone, nullif(btrim(j.given ->> 'mobile'), '') as mobile,
             nullif(j.given ->> 'vat_number', '') as vat_number, nullif(btrim(j.given ->> 'address_line'), '') as address_line,
             nullif(btrim(j.given ->> 'city'), '') as city, nullif(btrim(j.given ->> 'postcode'), '') as postcode,
             nullif(btrim(j.given ->> 'state'), '') as state, nullif(btrim(j.given ->> 'country'), '') as country,
             private.uuid_or_null(j.given ->> 'contact_type_id') as contact_type_id,
             nullif(btrim(j.given ->> 'payment_terms_days'), '')::integer as payment_terms_days,
             private.uuid_or_null(j.given ->> 'account_manager_id') as account_manager_id
        from judged j where j.verdict in ('create', 'update')
    ), created as (
      insert into public.contacts (id, type, profile, name, last_name, company, email, phone, mobile, vat_number,
                                   address_line, city, postcode, state, country, contact_type_id, payment_terms_days,
                                   account_manager_id)
      select t.id, t.type, 'verified', case t.type when 'Business' then coalesce(t.name, t.company) else t.name end,
             t.last_name, t.company, t.email, t.phone, t.mobile, t.vat_number, t.address_line, t.city, t.postcode, t.state, t.country,
             t.contact_type_id, t.payment_terms_days, t.account_manager_id
        from typed t where t.verdict = 'create'
      on conflict (id) do nothing
      returning id
    ), updated as (
      update public.contacts c set
        name = coalesce(t.name, c.name), last_name = coalesce(t.last_name, c.last_name),
        company = coalesce(t.company, c.company), email = coalesce(t.email, c.email), phone = coalesce(t.phone, c.phone),
        mobile = coalesce(t.mobile, c.mobile), vat_number = coalesce(t.vat_number, c.vat_number),
        address_line = coalesce(t.address_line, c.address_line), city = coalesce(t.city, c.city),
        postcode = coalesce(t.postcode, c.postcode), state = coalesce(t.state, c.state), country = coalesce(t.country, c.country),
        contact_type_id = coalesce(t.contact_type_id, c.contact_type_id),
        payment_terms_days = coalesce(t.payment_terms_days, c.payment_terms_days),
        account_manager_id = coalesce(t.account_manager_id, c.account_manager_id)
        from typed t where t.verdict = 'update' and c.id = t.target
      returning c.id
    ), noted as (
      insert into public.contact_notes (contact_id, body)
      select t.id, t.note from typed t
       where t.note is not null and t.verdict = 'create' and private.can('contacts', 'edit') and t.id in (select c.id from created c)
      returning contact_id
    )
    select j.line,
           case j.verdict when 'create' then 'created'
             when 'update' then case when u.id is null then 'refused' else 'updated' end
             else j.verdict end,
           case when j.verdict in ('create', 'created') then j.id else j.target end,
           case when j.verdict = 'update' and u.id is null then 'You may not change this contact'
             when j.verdict = 'refused' then j.because end
      from judged j
      left join (select distinct id from updated) as u on u.id = j.target and j.verdict = 'update'
      left join (select count(*) from noted) as written on false
     order by j.line;
end $$;
comment on function private.import_contact_rows is 'The rows of import_contacts, but for the on-stop sign.';
grant execute on function private.import_contact_rows to authenticated, service_role;

create function private.stop_imported(p_rows jsonb, p_ids uuid[]) returns void
  language sql volatile security invoker set search_path = ''
as $$
  select private.set_contact_on_stop(c.id, true, 'On stop in the imported file')
    from public.contacts c
   where not c.on_stop and c.id in (
     select private.uuid_or_null(coalesce(r.given ->> case r.given ->> 'choice' when 'update' then 'target' else 'id' end, ''))
       from jsonb_array_elements(p_rows) as r (given) where r.given -> 'on_stop' = 'true'::jsonb)
     and c.id = any (p_ids)
$$;
grant execute on function private.stop_imported to authenticated;

create function public.import_contacts(p_rows jsonb, p_import_id uuid default null, p_file_name text default null) returns table(line integer, outcome text, contact_id uuid, because text)
  language plpgsql set search_path = ''
as $$
declare
  v_import constant uuid := coalesce(p_import_id, gen_random_uuid());
  v_before jsonb;
  v_outcomes jsonb;
begin
  if exists (select from jsonb_array_elements(p_rows) as r (given) where r.given -> 'on_stop' = 'true'::jsonb)
    and not private.can('contacts', 'edit') then
    raise insufficient_privilege using message = 'You may not put contacts on stop';
  end if;
  v_before := private.begin_contact_import(v_import, p_file_name, p_rows);
  select jsonb_agg(to_jsonb(i)) into v_outcomes from private.import_contact_rows(private.import_rows_of(p_rows, false)) as i;
  v_outcomes := coalesce(v_outcomes, '[]') || private.import_contact_persons(private.import_rows_of(p_rows, true));
  perform private.stop_imported(p_rows, array(
    select done.contact_id from jsonb_to_recordset(v_outcomes) as done (outcome text, contact_id uuid)
     where done.outcome in ('created', 'updated')));
  perform private.note_contact_import(v_import, v_before, v_outcomes);
  return query
    select o.line, o.outcome, o.contact_id, o.because
      from jsonb_to_recordset(v_outcomes) as o (line integer, outcome text, contact_id uuid, because text)
     order by o.line;
end $$;
comment on function public.import_contacts is
  'Rows {line, id, choice: new | create | update, target, type, on_stop, fields…}, 1000 at most. `new` is refused when its e-mail or VAT number is known by now, `create` is not; `update` fills the target with what the row has. `on_stop` true puts the contact on stop, false releases nobody. A row whose id is there was imported before. Outcome: created, updated or refused with words. Requests with one p_import_id are one import, which undo_contact_import takes back.';
revoke execute on function public.import_contacts from public, anon;

create function private.begin_contact_import(p_import_id uuid, p_file_name text, p_rows jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
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
end $$;
comment on function private.begin_contact_import is
  'Opens the record of an import, or goes on with it; the contacts that these rows name, as they are before.';
grant execute on function private.begin_contact_import to authenticated, service_role;

create function private.note_contact_import(p_import_id uuid, p_before jsonb, p_outcomes jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
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
end $$;
comment on function private.note_contact_import is 'Records what became of the rows of one request of an import.';
grant execute on function private.note_contact_import to authenticated, service_role;

create function private.why_import_stays(p_import_id uuid) returns table(contact_id uuid, because text)
  language plpgsql security definer set search_path = ''
as $$
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
      -- What the import itself linked, a contact person and the business, goes with the person.
      case when v_link.child = 'public.contact_relations'::regclass
        then ' and not (t.relation = ''works_for'' and t.contact_id = any ($1)
                        and exists (select from public.contacts p where p.id = t.contact_id and p.created_at = t.created_at))' else '' end,
      v_link.key, 'Used in ' || v_link.words, v_link.child) using v_ids;
  end loop;
end $$;
comment on function private.why_import_stays is 'Contacts that an import added and that its undo leaves, with the reason; one may come with several.';

create function private.put_back_filled(p_import_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row record;
  v_now jsonb;
  v_back jsonb;
  v_differ text;
  v_changed text;
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
    v_changed := 'Changed since the import: ' || v_differ;
    v_kept := case
      when not private.can('contacts', 'edit') then 'You may not change contacts'
      when v_now ->> 'user_id' is not null and v_now ->> 'user_id' <> auth.uid()::text and not private.named('manage_user_roles')
        then 'Has an account: only its owner and who manages users change it'
      else v_changed end;
    if v_now is not null and v_back <> '{}' and (v_kept is null or v_kept = v_changed) then
      update public.contacts c
         set (name, last_name, company, email, phone, mobile, vat_number, address_line, city, postcode, state, country,
              payment_terms_days, on_stop, contact_type_id, account_manager_id)
           = (select b.name, b.last_name, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
                     b.state, b.country, b.payment_terms_days, b.on_stop,
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
end $$;
comment on function private.put_back_filled is
  'Puts back the columns that an import filled and nobody changed since. A row stays named while one of its columns was changed.';

create function private.undo_contact_import(p_import_id uuid)
returns table (line integer, label text, contact_id uuid, kept text)
  language plpgsql volatile security definer set search_path = ''
as $$
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
end $$;
comment on function private.undo_contact_import is
  'Removes the contacts that an import added and puts back those that it filled, unless they were changed since or something points to them; the rows that stay, with the reason. It may be called again when the reason is gone. For who made the import, and for who may remove contacts.';
call private.offer('private.undo_contact_import(uuid)');

create function private.import_rows_of(p_rows jsonb, p_persons boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(r.given order by r.place), '[]')
    from jsonb_array_elements(p_rows) with ordinality as r (given, place)
   where (r.given ->> 'works_for' is not null) = p_persons
$$;
comment on function private.import_rows_of is 'The rows of an import that are contact persons of a business, or the others.';
grant execute on function private.import_rows_of to authenticated, service_role;

create function private.import_contact_persons(p_rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_known constant uuid[] := array(
    select c.id from public.contacts c
     where c.type = 'Business' and c.id in (select private.uuid_or_null(r.given ->> 'works_for') from jsonb_array_elements(p_rows) as r (given)));
  -- Who works there by that name is not added again. A row that is sent twice finds the person that it added.
  v_there constant integer[] := array(
    select (r.given ->> 'line')::integer from jsonb_array_elements(p_rows) as r (given)
     where exists (
       select from public.contact_relations w join public.contacts c on c.id = w.contact_id
        where w.related_contact_id = private.uuid_or_null(r.given ->> 'works_for') and w.relation = 'works_for'
          and c.id is distinct from private.uuid_or_null(r.given ->> 'id')
          and private.contact_name_key(c.sort_name)
            = private.contact_name_key(private.contact_sort_name('Person', r.given ->> 'name', r.given ->> 'last_name', null))));
  v_outcomes jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(i)), '[]') into v_outcomes
    from private.import_contact_rows((
      select coalesce(jsonb_agg(r.given), '[]') from jsonb_array_elements(p_rows) as r (given)
       where private.uuid_or_null(r.given ->> 'works_for') = any (v_known) and not (r.given ->> 'line')::integer = any (v_there))) as i;
  if private.can('contacts', 'edit') then
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    select c.id, b.id, 'works_for', row_number() over (partition by b.id order by (r.given ->> 'line')::integer desc) = 1 and not exists (
             select from public.contact_relations p where p.related_contact_id = b.id and p.relation = 'works_for' and p.is_primary)
      from jsonb_array_elements(p_rows) as r (given)
      join jsonb_to_recordset(v_outcomes) as o (outcome text, contact_id uuid) on o.contact_id = private.uuid_or_null(r.given ->> 'id')
      join public.contacts c on c.id = o.contact_id
      join public.contacts b on b.id = private.uuid_or_null(r.given ->> 'works_for')
     where o.outcome = 'created'
    on conflict do nothing;
  end if;
  return v_outcomes || coalesce((
    select jsonb_agg(jsonb_build_object('line', (r.given ->> 'line')::integer, 'outcome', 'refused', 'contact_id', null,
             'because', case when known.yes then 'Somebody of this name works there already' else 'The business of this person was not imported' end))
      from jsonb_array_elements(p_rows) as r (given)
     cross join lateral (select coalesce(private.uuid_or_null(r.given ->> 'works_for') = any (v_known), false) as yes) as known
     where not known.yes or (r.given ->> 'line')::integer = any (v_there)), '[]');
end $$;
comment on function private.import_contact_persons is
  'Imports rows of persons with works_for, the business of their row, once that is there, and links both; the first of a business without a
contact person is its primary one. Who works there by that name stays alone. Outcomes as of import_contact_rows.';
grant execute on function private.import_contact_persons to authenticated, service_role;
