-- The language of papers and mails.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.paper_languages (
  kind      text not null,
  record_id uuid not null,
  language  text not null,
  primary key (kind, record_id),
  constraint paper_languages_language_is_known check (private.is_client_language(language))
);
comment on table private.paper_languages is
  'In which language a document was sent, issued or handed over. It keeps that language, whatever the client reads later. Without a row: not yet.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.paper_languages enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.own_language(p_person_id uuid, p_contact_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select c.language from public.contacts c where c.id = p_person_id and private.is_client_language(c.language)),
    (select c.language from public.contacts c where c.id = p_contact_id and private.is_client_language(c.language)));
end $$;
comment on function private.own_language is 'The language that a client chose: that of the contact person, else of the client; null where nobody chose one.';

create function private.client_language(p_person_id uuid, p_contact_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    private.own_language(p_person_id, p_contact_id),
    (select s.language from public.company_settings s), 'en');
end $$;
comment on function private.client_language is
  'The language in which a client is written to: that of the contact person, else of the client, else of the company.';

create function private.readers_of(p_kind text, p_id uuid) returns table (person_id uuid, contact_id uuid)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_kind = 'mockup' then
    return query select coalesce(q.person_id, o.person_id), coalesce(o.contact_id, q.contact_id)
      from public.jobs j left join public.orders o on o.id = j.order_id left join public.quotations q on q.id = j.quotation_id
     where j.id = p_id;
  else
    return query select parties.person_id, parties.contact_id from private.mail_parties(p_kind, p_id) as parties limit 1;
  end if;
end $$;
comment on function private.readers_of is
  'The contact person and the client who read a document and the mails about it. Kind mockup: the id is that of the job, as in mail_facts.';

create function private.language_of(p_kind text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select l.language from private.paper_languages l where l.kind = p_kind and l.record_id = p_id),
    (select private.client_language(r.person_id, r.contact_id) from private.readers_of(p_kind, p_id) as r),
    private.client_language(null, null));
end $$;
comment on function private.language_of is
  'The language of a document and of the mails about it: the one that it was sent in, else that of its client.';

create function private.reader_language(p_kind text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select private.own_language(r.person_id, r.contact_id) from private.readers_of(p_kind, p_id) as r);
end $$;
comment on function private.reader_language is 'The language that the client of a document chose; null where nobody chose one.';

create function private.keep_language(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.paper_languages (kind, record_id, language)
  values (p_kind, p_id, private.language_of(p_kind, p_id)) on conflict (kind, record_id) do nothing;
end $$;
comment on function private.keep_language is 'A document keeps its language from now on. A second call changes nothing.';

create function private.asked_language() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  v_code constant text := lower(left(nullif(current_setting('request.headers', true), '')::json ->> 'accept-language', 2));
begin
  return case when private.is_client_language(v_code) then v_code end;
end $$;
comment on function private.asked_language is
  'The language in which a visitor reads the page that sent this request, by its header Accept-Language; null for another one.';

create function private.keep_asked_language(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.paper_languages (kind, record_id, language)
  select p_kind, p_id, private.asked_language() where private.asked_language() is not null on conflict (kind, record_id) do nothing;
end $$;
comment on function private.keep_asked_language is 'What a visitor sent keeps the language that they read: the mails about it are written in that one.';

create function private.keep_language_of_paper() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'draft' then
    delete from private.paper_languages l where l.kind = tg_argv[0] and l.record_id = new.id;
    delete from private.paper_companies k where k.kind = tg_argv[0] and k.record_id = new.id;
  else
    perform private.keep_language(tg_argv[0], new.id);
    perform private.keep_company(tg_argv[0], new.id);
  end if;
  return null;
end $$;
comment on function private.keep_language_of_paper is
  'A paper that is sent or issued keeps its language and what the company says on it; a quotation that is changed again goes out in the language that its client has
then, with the company as it is then.';
