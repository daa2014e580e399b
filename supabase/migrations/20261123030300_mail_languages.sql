-- Mails in the language of their reader: that of the contact person, else of the client, else of the company (en). A template
-- in another language is the same mail: it has the same key.

create or replace function private.template_of(p_key text, p_language text default 'en') returns public.email_templates
  language sql stable security definer set search_path = ''
as $$
  select t.* from public.email_templates t
   where t.key = p_key and (t.is_active or t.language <> p_language or t.language = 'en')
   order by (t.language = p_language) desc, (t.language = 'en') desc, t.is_active desc, t.language limit 1
$$;
comment on function private.template_of is
  'The template in that language where it is in use, else in English, else in any.';

create function private.mail_language_of(p_kind text, p_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select coalesce(p.language, c.language)
      from private.mail_parties(p_kind, p_id) as parties
      left join public.contacts p on p.id = parties.person_id
      left join public.contacts c on c.id = parties.contact_id
     limit 1), 'en')
$$;
comment on function private.mail_language_of is
  'The language in which the people of a document are written to: that of its contact person, else of its client, else en.';

create function private.mail_language(p_kind text, p_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select private.mail_language_of(p_kind, p_id)
   where private.is_server() or private.can(private.page_of_kind(p_kind), 'view')
$$;
comment on function private.mail_language is 'As mail_language_of, for people who may view the document; null for others.';
call private.offer('private.mail_language(text, uuid)');

create function private.choose_mail_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates;
begin
  new.language := private.mail_language_of(new.record_kind, new.record_id);
  v_template := private.template_of(new.template_key, new.language);
  if v_template.id is not null then
    new.template_name := v_template.name;
  end if;
  return new;
end $$;
comment on function private.choose_mail_language is
  'A mail about a document is written in the language of its reader. Tests and mails that are sent again keep theirs.';
create trigger choose_language before insert on public.scheduled_emails
  for each row when (new.record_id is not null and new.dedupe_key not like 'test/%' and new.dedupe_key not like 'again/%')
  execute function private.choose_mail_language();

create function private.translate_template(p_id uuid, p_language text, p_new_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.translate_template is
  'The same mail in another language, with the words of this one and not yet in use. A second call returns the first one. Returns
the id.';
call private.offer('private.translate_template(uuid, text, uuid)');

revoke execute on all routines in schema private from public;
