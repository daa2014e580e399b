set check_function_bodies = off;

-- Mails of the auth server are written in `language` of an account's user metadata, else in `company_language`: its templates read nothing else.
create or replace function private.keep_account_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_company constant text := (select nullif(s.language, 'en') from public.company_settings s);
begin
  new.raw_user_meta_data := coalesce(new.raw_user_meta_data, '{}') - 'company_language'
    - case when private.is_client_language(new.raw_user_meta_data ->> 'language') then '{}'::text[] else array['language'] end
    || case when v_company is null then '{}' else jsonb_build_object('company_language', v_company) end;
  return new;
end $$;

create or replace function private.tell_account_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data || jsonb_build_object('language', new.language)
   where u.id = new.user_id and u.raw_user_meta_data ->> 'language' is distinct from new.language;
  return null;
end $$;

create or replace function private.take_account_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.language := (select u.raw_user_meta_data ->> 'language' from auth.users u where u.id = new.user_id);
  return new;
end $$;

create or replace function private.tell_company_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users set raw_user_meta_data = raw_user_meta_data where true;
  return null;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger keep_account_language before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.keep_account_language();

create or replace trigger tell_company_language after update of language on public.company_settings
  for each row when (old.language <> new.language) execute function private.tell_company_language();

create or replace trigger take_account_language before insert on public.contacts
  for each row when (new.user_id is not null and new.language is null and new.user_id = auth.uid())
  execute function private.take_account_language();

create or replace trigger tell_account_language after insert or update of language, user_id on public.contacts
  for each row when (new.user_id is not null and new.language is not null) execute function private.tell_account_language();

comment on function private.keep_account_language() is 'An account knows the language of the company where that is not English, and keeps a language of its own only where clients read it.';

comment on function private.take_account_language() is 'The contact of who signed up has the language of the page where they did.';

comment on function private.tell_account_language() is 'An account is written to in the language of its contact.';

comment on function private.tell_company_language() is 'Every account learns the language of the company anew.';

reset check_function_bodies;

-- Accounts of before: the language of their contact, and that of the company.
update auth.users u
   set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}')
         || coalesce((select jsonb_build_object('language', c.language) from public.contacts c
                       where c.user_id = u.id and private.is_client_language(c.language)), '{}')
 where true;
