-- A stop and its reason are one step, whichever way it comes; names in the trail for locations and credit applications;
-- credit and bank accounts in the story of a contact.

-- Nobody puts a contact on stop, or says that somebody did, without writing down why.
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

drop policy "staff write notes in their own name" on public.contact_notes;
create policy "staff write notes in their own name" on public.contact_notes
  for insert to authenticated
  with check (author_id = (select auth.uid()) and kind = 'note' and (select private.can('contacts', 'edit')));

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

create or replace function public.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) returns void
  language sql security invoker set search_path = ''
as $$
  select private.set_contact_on_stop(p_contact_id, p_on_stop, p_reason)
$$;

-- Files may say it too: the rows are imported as before, then those contacts are put on stop.
alter function public.import_contacts(jsonb) set schema private;
alter function private.import_contacts(jsonb) rename to import_contact_rows;
comment on function private.import_contact_rows is 'The rows of import_contacts, but for the on-stop sign.';

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

create function public.import_contacts(p_rows jsonb)
returns table (line integer, outcome text, contact_id uuid, because text)
  language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_outcomes jsonb;
begin
  if exists (select from jsonb_array_elements(p_rows) as r (given) where r.given -> 'on_stop' = 'true'::jsonb)
    and not private.can('contacts', 'edit') then
    raise insufficient_privilege using message = 'You may not put contacts on stop';
  end if;
  select jsonb_agg(to_jsonb(i)) into v_outcomes from private.import_contact_rows(p_rows) as i;
  perform private.stop_imported(p_rows, array(
    select done.contact_id from jsonb_to_recordset(v_outcomes) as done (outcome text, contact_id uuid)
     where done.outcome in ('created', 'updated')));
  return query
    select o.line, o.outcome, o.contact_id, o.because
      from jsonb_to_recordset(v_outcomes) as o (line integer, outcome text, contact_id uuid, because text)
     order by o.line;
end $$;
comment on function public.import_contacts is
  'Rows {line, id, choice: new | create | update, target, type, on_stop, fields…}, 1000 at most. `new` is refused when its e-mail or VAT number is known by now, `create` is not; `update` fills the target with what the row has. `on_stop` true puts the contact on stop, false releases nobody. A row whose id is there was imported before. Outcome: created, updated or refused with words.';

-- A question about as many rows as an import takes at a time, not about any number.
create or replace function public.match_contacts(p_rows jsonb, p_similar boolean default false)
returns table (line integer, name_key text, reason text, contact_id uuid, type text, name text, last_name text, company text,
               email text, archived boolean)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  if jsonb_array_length(p_rows) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 rows at a time';
  end if;
  return query select * from private.match_contacts(p_rows, p_similar);
end $$;

-- The trail in words, for what the people of contacts keep.
create or replace function private.label_of(p_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    private.person_label(p_id),
    (select private.contact_label(to_jsonb(c)) from public.contacts c where c.id = p_id),
    (select l.label from public.locations l where l.id = p_id),
    (select p.name from public.permissions p where p.id = p_id),
    (select t.name from public.contact_types t where t.id = p_id))
$$;
comment on function private.label_of is
  'What people call whatever has that key: a person, a contact, a location, a named right, a type of contact.';

create or replace function private.audit_record_label(p_table text, p_record jsonb) returns text
  language sql stable security definer set search_path = ''
as $$
  select case p_table
    when 'user_roles' then private.person_label((p_record ->> 'user_id')::uuid)
    when 'page_permissions' then concat_ws(' · ', p_record ->> 'role', p_record ->> 'page_name')
    when 'role_permissions' then concat_ws(' · ', p_record ->> 'role', private.label_of((p_record ->> 'permission_id')::uuid))
    when 'contacts' then private.contact_label(p_record)
    when 'contact_relations' then private.label_of((p_record ->> 'contact_id')::uuid)
    when 'contact_bank_accounts' then private.label_of((p_record ->> 'contact_id')::uuid)
    when 'contact_notes' then private.label_of((p_record ->> 'contact_id')::uuid)
    when 'credit_applications' then private.label_of((p_record ->> 'contact_id')::uuid)
    when 'locations' then concat_ws(' · ', p_record ->> 'label', private.label_of((p_record ->> 'business_id')::uuid))
    else coalesce(p_record ->> 'name', p_record ->> 'title', p_record ->> 'company')
  end
$$;

-- The lines so far get these names once, as far as what they speak of is still there.
alter table public.audit_logs disable trigger append_only;
update public.audit_logs a set record_label = private.label_of(a.record_id::uuid)
 where a.record_label is null and a.table_name = 'contact_notes';
update public.audit_logs a
   set record_label = concat_ws(' · ', l.label, private.label_of(l.business_id))
  from public.locations l
 where a.record_label is null and a.table_name = 'locations' and a.record_id = l.id::text;
update public.audit_logs a
   set record_label = private.label_of(c.contact_id)
  from public.credit_applications c
 where a.record_label is null and a.table_name = 'credit_applications' and a.record_id = c.id::text;
alter table public.audit_logs enable trigger append_only;

-- The story of a contact: also who applied for credit, and which bank accounts came.
create or replace function public.contact_timeline(
  p_contact_id uuid, p_kinds text[] default null, p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50)
returns table (at timestamptz, kind text, id uuid, title text, detail text, author_id uuid, other_id uuid, other_type text)
  language sql stable security invoker set search_path = ''
as $$
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
$$;
comment on function public.contact_timeline is
  'Notes, papers, tasks, sites, credit applications, bank accounts and relations of a contact in one list, newest first; the next page is before the last row''s time and id.';

revoke execute on function private.refuse_silent_stop, private.set_contact_on_stop, private.stop_imported from public;
grant execute on function private.set_contact_on_stop, private.stop_imported to authenticated;
revoke execute on function public.import_contacts from public, anon;
grant execute on function public.import_contacts to authenticated;
