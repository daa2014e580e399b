set check_function_bodies = off;

create or replace function private.terms_for(p_contact_id uuid) returns text
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

comment on function private.terms_for(pg_catalog.uuid) is 'The terms that a new quotation to this contact begins with: the default of its language and type, then of its language, then
of the language of the company, then of English, then the company''s.';

reset check_function_bodies;
