-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.choose_mail_language()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_template public.email_templates;
begin
  new.language := private.mail_language_of(new.record_kind, new.record_id);
  v_template := private.template_of(new.template_key, new.language);
  if v_template.id is not null then
    new.template_name := v_template.name;
  end if;
  return new;
end $function$;
comment on function private.choose_mail_language() is 'A mail about a document is written in the language of its reader. Tests and mails that are sent again keep theirs.';

CREATE OR REPLACE FUNCTION private.mail_language(p_kind text, p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.mail_language_of(p_kind, p_id)
   where private.is_server() or private.can(private.page_of_kind(p_kind), 'view')
$function$;
grant execute on function private.mail_language(p_kind text, p_id uuid) to authenticated;
grant execute on function private.mail_language(p_kind text, p_id uuid) to service_role;
comment on function private.mail_language(p_kind text, p_id uuid) is 'As mail_language_of, for people who may view the document; null for others.';

CREATE OR REPLACE FUNCTION private.mail_language_of(p_kind text, p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select coalesce(p.language, c.language)
      from private.mail_parties(p_kind, p_id) as parties
      left join public.contacts p on p.id = parties.person_id
      left join public.contacts c on c.id = parties.contact_id
     limit 1), 'en')
$function$;
comment on function private.mail_language_of(p_kind text, p_id uuid) is 'The language in which the people of a document are written to: that of its contact person, else of its client, else en.';

CREATE OR REPLACE FUNCTION private.translate_template(p_id uuid, p_language text, p_new_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.email_templates;
  v_id uuid;
begin
  perform private.must('email-templates', 'create', 'write templates');
  select * into v_row from public.email_templates where id = p_id;
  if v_row.id is null then
    perform private.refuse('PT404', 'This template is not there any more');
  elsif not coalesce(p_language ~ '^[a-z]{2}$', false) then
    perform private.refuse('22023', 'Please choose a language');
  end if;
  select id into v_id from public.email_templates where key = v_row.key and language = p_language;
  if found then
    return v_id;
  end if;
  insert into public.email_templates (id, key, language, kind, name, subject, body, attaches_paper, is_active, sent_on, created_by)
  values (coalesce(p_new_id, gen_random_uuid()), v_row.key, p_language, v_row.kind, v_row.name, v_row.subject, v_row.body,
    v_row.attaches_paper, false, v_row.sent_on, auth.uid())
  returning id into v_id;
  return v_id;
end $function$;
grant execute on function private.translate_template(p_id uuid, p_language text, p_new_id uuid) to authenticated;
grant execute on function private.translate_template(p_id uuid, p_language text, p_new_id uuid) to service_role;
comment on function private.translate_template(p_id uuid, p_language text, p_new_id uuid) is 'The same mail in another language, with the words of this one and not yet in use. A second call returns the first one. Returns
the id.';
