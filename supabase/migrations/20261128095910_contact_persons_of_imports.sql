-- A row of a file may name the contact person of a business: a person of their own, who works for it.

create function private.import_rows_of(p_rows jsonb, p_persons boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(r.given order by r.place), '[]')
    from jsonb_array_elements(p_rows) with ordinality as r (given, place)
   where (r.given ->> 'works_for' is not null) = p_persons
$$;
comment on function private.import_rows_of(jsonb, boolean) is 'The rows of an import that are contact persons of a business, or the others.';
revoke execute on function private.import_rows_of(jsonb, boolean) from public, anon;
grant execute on function private.import_rows_of(jsonb, boolean) to authenticated, service_role;

create function private.import_contact_persons(p_rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_known constant uuid[] := array(
    select c.id from public.contacts c
     where c.type = 'Business' and c.id in (select private.uuid_or_null(r.given ->> 'works_for') from jsonb_array_elements(p_rows) as r (given)));
  v_outcomes jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(i)), '[]') into v_outcomes
    from private.import_contact_rows((
      select coalesce(jsonb_agg(r.given), '[]') from jsonb_array_elements(p_rows) as r (given)
       where private.uuid_or_null(r.given ->> 'works_for') = any (v_known))) as i;
  if private.can('contacts', 'edit') then
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    select c.id, private.uuid_or_null(r.given ->> 'works_for'), 'works_for', true
      from jsonb_array_elements(p_rows) as r (given)
      join jsonb_to_recordset(v_outcomes) as o (outcome text, contact_id uuid) on o.contact_id = private.uuid_or_null(r.given ->> 'id')
      join public.contacts c on c.id = o.contact_id
     where o.outcome = 'created'
    on conflict do nothing;
  end if;
  return v_outcomes || coalesce((
    select jsonb_agg(jsonb_build_object('line', (r.given ->> 'line')::integer, 'outcome', 'refused', 'contact_id', null,
             'because', 'The business of this person was not imported'))
      from jsonb_array_elements(p_rows) as r (given)
     where not coalesce(private.uuid_or_null(r.given ->> 'works_for') = any (v_known), false)), '[]');
end $$;
comment on function private.import_contact_persons(jsonb) is
  'Imports rows of persons with works_for, the business of their row, once that is there, and links both. Outcomes as of import_contact_rows.';
revoke execute on function private.import_contact_persons(jsonb) from public, anon;
grant execute on function private.import_contact_persons(jsonb) to authenticated, service_role;

create or replace function public.import_contacts(p_rows jsonb, p_import_id uuid DEFAULT NULL::uuid, p_file_name text DEFAULT NULL::text)
 RETURNS TABLE(line integer, outcome text, contact_id uuid, because text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

create or replace function private.why_import_stays(p_import_id uuid)
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
