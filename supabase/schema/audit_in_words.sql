-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.audit_labels(p_changed jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(key, label), '{}')
    from (select distinct value as key
            from jsonb_each(p_changed) as columns (name, pair), jsonb_array_elements_text(columns.pair) as value
           where columns.name ~ '_(id|by)$' and value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') as mentioned,
         lateral private.label_of(mentioned.key::uuid) as label
   where label is not null
$function$;

CREATE OR REPLACE FUNCTION private.audit_record_label(p_table text, p_record jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

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

CREATE OR REPLACE FUNCTION private.label_of(p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    private.person_label(p_id),
    (select private.contact_label(to_jsonb(c)) from public.contacts c where c.id = p_id),
    (select l.label from public.locations l where l.id = p_id),
    (select p.name from public.permissions p where p.id = p_id),
    (select t.name from public.contact_types t where t.id = p_id))
$function$;
comment on function private.label_of(p_id uuid) is 'What people call whatever has that key: a person, a contact, a location, a named right, a type of contact.';
