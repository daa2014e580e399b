-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.import_contact_persons(p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.import_contact_persons(p_rows jsonb) to authenticated;
grant execute on function private.import_contact_persons(p_rows jsonb) to service_role;
comment on function private.import_contact_persons(p_rows jsonb) is 'Imports rows of persons with works_for, the business of their row, once that is there, and links both. Outcomes as of import_contact_rows.';

CREATE OR REPLACE FUNCTION private.import_rows_of(p_rows jsonb, p_persons boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(r.given order by r.place), '[]')
    from jsonb_array_elements(p_rows) with ordinality as r (given, place)
   where (r.given ->> 'works_for' is not null) = p_persons
$function$;
grant execute on function private.import_rows_of(p_rows jsonb, p_persons boolean) to authenticated;
grant execute on function private.import_rows_of(p_rows jsonb, p_persons boolean) to service_role;
comment on function private.import_rows_of(p_rows jsonb, p_persons boolean) is 'The rows of an import that are contact persons of a business, or the others.';
