-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create extension pgcrypto with schema extensions;

create extension "uuid-ossp" with schema extensions;

CREATE TRIGGER follow_account_email AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text) EXECUTE FUNCTION private.follow_account_email();
CREATE TRIGGER forget_temporary_password AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN (old.encrypted_password::text IS DISTINCT FROM new.encrypted_password::text) EXECUTE FUNCTION private.forget_temporary_password();
CREATE TRIGGER keep_an_active_admin BEFORE UPDATE OF banned_until ON auth.users FOR EACH ROW WHEN (new.banned_until > now()) EXECUTE FUNCTION private.keep_an_active_admin();
CREATE TRIGGER rename_time_entries AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text AND new.email IS NOT NULL) EXECUTE FUNCTION private.rename_time_entries();

create policy "people show themselves beside a task that they see" on realtime.messages for insert to authenticated
  with check ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND (( SELECT realtime.topic() AS topic)) ~~ 'task:%'::text AND ( SELECT private.may_hear(( SELECT realtime.topic() AS topic)) AS may_hear));
create policy "people hear the topics of what they may read" on realtime.messages for select to authenticated
  using ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])) AND ( SELECT private.may_hear(( SELECT realtime.topic() AS topic)) AS may_hear));
create policy "visitors hear the public document of their link" on realtime.messages for select to anon
  using (extension = 'broadcast'::text AND (( SELECT realtime.topic() AS topic)) ~~ 'doc:%'::text AND ( SELECT private.is_public_document(private.uuid_or_null(substr(( SELECT realtime.topic() AS topic), 5))) AS is_public_document));

create policy "staff upload files of tasks, people their avatar" on storage.objects for insert to authenticated
  with check (bucket_id = 'task-images'::text AND ( SELECT private.can('tasks'::text, 'view'::text) AS can) AND name ~ '^(task-comments/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text OR bucket_id = 'avatars'::text AND (( SELECT private.my_role() AS my_role)) <> 'pending'::public.app_role AND split_part(name, '/'::text, 1) = ((( SELECT auth.uid() AS uid))::text) AND name ~ '^[0-9a-f-]{36}/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text);
create policy "staff see the files of tasks that they see" on storage.objects for select to authenticated
  using (bucket_id = 'task-images'::text AND ( SELECT private.can('tasks'::text, 'view'::text) AS can) AND (owner_id = ((( SELECT auth.uid() AS uid))::text) OR (EXISTS ( SELECT
   FROM private.tasks_of_file(objects.name) naming(id)
  WHERE ( SELECT true
           FROM public.tasks t
          WHERE t.id = naming.id)))));

CREATE OR REPLACE FUNCTION private.import_contact_rows(p_rows jsonb)
 RETURNS TABLE(line integer, outcome text, contact_id uuid, because text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
             nullif(btrim(j.given ->> 'country'), '') as country,
             private.uuid_or_null(j.given ->> 'contact_type_id') as contact_type_id,
             nullif(btrim(j.given ->> 'payment_terms_days'), '')::integer as payment_terms_days,
             private.uuid_or_null(j.given ->> 'account_manager_id') as account_manager_id
        from judged j where j.verdict in ('create', 'update')
    ), created as (
      insert into public.contacts (id, type, profile, name, last_name, company, email, phone, mobile, vat_number,
                                   address_line, city, postcode, country, contact_type_id, payment_terms_days, account_manager_id)
      select t.id, t.type, 'verified', case t.type when 'Business' then coalesce(t.name, t.company) else t.name end,
             t.last_name, t.company, t.email, t.phone, t.mobile, t.vat_number, t.address_line, t.city, t.postcode, t.country,
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
        postcode = coalesce(t.postcode, c.postcode), country = coalesce(t.country, c.country),
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
end $function$;
grant execute on function private.import_contact_rows(p_rows jsonb) to authenticated;
grant execute on function private.import_contact_rows(p_rows jsonb) to service_role;
comment on function private.import_contact_rows(p_rows jsonb) is 'The rows of import_contacts, but for the on-stop sign.';
