-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.refuse_silent_stop()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise insufficient_privilege using message = 'Please say why: the sign and its reason are one step';
end $function$;

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

CREATE OR REPLACE FUNCTION private.stop_imported(p_rows jsonb, p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_contact_on_stop(c.id, true, 'On stop in the imported file')
    from public.contacts c
   where not c.on_stop and c.id in (
     select private.uuid_or_null(coalesce(r.given ->> case r.given ->> 'choice' when 'update' then 'target' else 'id' end, ''))
       from jsonb_array_elements(p_rows) as r (given) where r.given -> 'on_stop' = 'true'::jsonb)
     and c.id = any (p_ids)
$function$;
grant execute on function private.stop_imported(p_rows jsonb, p_ids uuid[]) to authenticated;
