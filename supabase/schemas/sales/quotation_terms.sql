-- Terms on quotations.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.quotation_terms (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  body        text not null,
  language    text not null default 'en',
  client_type text,
  is_default  boolean not null default false,
  sort        integer not null default 0,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint quotation_terms_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint quotation_terms_body_length check (char_length(btrim(body)) between 1 and 20000 and char_length(body) <= 20000),
  constraint quotation_terms_language_is_a_code check (language ~ '^[a-z]{2}$'),
  constraint quotation_terms_client_type_is_known check (client_type in ('Person', 'Business'))
);
create unique index quotation_terms_name_idx on public.quotation_terms (private.folded(name));
create unique index quotation_terms_one_default_idx on public.quotation_terms (language, coalesce(client_type, '')) where is_default;
create index quotation_terms_created_by_idx on public.quotation_terms (created_by);
comment on table public.quotation_terms is
  'Terms to choose from. A quotation copies the text: a changed template alters no quotation.';
comment on column public.quotation_terms.language is 'ISO 639-1: en, mt, it.';
comment on column public.quotation_terms.client_type is 'For persons or for businesses; null: for both.';
comment on column public.quotation_terms.is_default is 'New quotations to clients of this type and language begin with it.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.quotation_terms', p_audited => true, p_pages => '{quotations}');
create policy "staff read terms" on public.quotation_terms for select to authenticated using ((select private.is_staff()));
create policy "admins add terms" on public.quotation_terms
  for insert to authenticated with check ((select private.my_role()) = 'admin' and created_by = (select auth.uid()));
create policy "admins change terms" on public.quotation_terms
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');
create policy "admins remove terms" on public.quotation_terms
  for delete to authenticated using ((select private.my_role()) = 'admin');

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.terms_for(p_contact_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_theirs constant text := private.client_language(null, p_contact_id);
  v_ours constant text := private.client_language(null, null);
begin
  return coalesce((
      select t.body from public.quotation_terms t, public.contacts c
       where c.id = p_contact_id and t.is_default and (t.client_type is null or t.client_type = c.type)
         and t.language in (v_theirs, v_ours, 'en')
       order by t.language = v_theirs desc, t.language = v_ours desc, t.client_type is not null desc limit 1),
    (select quotation_terms from public.company_settings));
end $$;
comment on function private.terms_for is
  'The terms that a new quotation to this contact begins with: the default of its language and type, then of its language, then
of the language of the company, then of English, then the company''s.';

create function private.move_default_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.quotation_terms set is_default = false
   where is_default and id <> new.id and language = new.language and client_type is not distinct from new.client_type;
  return new;
end $$;
comment on function private.move_default_terms is 'The terms that become the default of a language and kind of client take the place of those before.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.quotation_terms for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');
create trigger move_default_terms before insert or update of is_default, language, client_type on public.quotation_terms
  for each row when (new.is_default) execute function private.move_default_terms();
