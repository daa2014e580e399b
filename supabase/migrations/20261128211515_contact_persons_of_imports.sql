set check_function_bodies = off;

create or replace function private.why_import_stays(p_import_id uuid) returns table(contact_id uuid, because text)
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

create or replace function private.import_contact_persons(p_rows jsonb) returns jsonb
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

comment on function private.import_contact_persons(pg_catalog.jsonb) is 'Imports rows of persons with works_for, the business of their row, once that is there, and links both; the first of a business without a
contact person is its primary one. Who works there by that name stays alone. Outcomes as of import_contact_rows.';

reset check_function_bodies;
