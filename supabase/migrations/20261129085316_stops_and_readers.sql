set check_function_bodies = off;

create or replace function private.with_tax(p_text text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_name constant text := coalesce((select tax_name from public.company_settings), 'VAT');
  -- The stop of "MwSt." is that of the sentence that it ends.
  v_text constant text := case when v_name like '%.' then regexp_replace(p_text, '(\{tax\})\.(?!\.)', '\1', 'gi') else p_text end;
begin
  return replace(replace(v_text, '{tax}', v_name), '{Tax}', upper(left(v_name, 1)) || substr(v_name, 2));
end $$;

create or replace function private.accounts_of_business(p_business_id uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select distinct u.id from public.contact_relations r
      join public.contacts p on p.id = r.contact_id
      join auth.users u on u.email = lower(p.email)
     where r.related_contact_id = p_business_id and r.reads_papers and private.is_contact_person(u.id, p_business_id);
end $$;

comment on function private.with_tax(pg_catalog.text) is 'A sentence with the name of the company''s tax: in place of {tax} as inside of a sentence, in place of {Tax} as at its beginning. A name that
ends with a stop ends the sentence too.';

reset check_function_bodies;
