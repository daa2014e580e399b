set check_function_bodies = off;

create or replace function private.are_emails(p_texts text[]) returns boolean
  language sql immutable security definer set search_path = ''
as $$
  select coalesce(bool_and(private.is_email(text)), true) from unnest(p_texts) as text
$$;

revoke execute on all routines in schema private from public;

grant execute on routine private.are_client_languages(p_codes text[]) to service_role;

grant execute on routine private.are_emails(p_texts text[]) to service_role;

grant execute on routine private.are_site_blocks(p_blocks jsonb) to service_role;

comment on function private.are_emails(pg_catalog.text[]) is 'Whether each of these texts is one e-mail address.';

reset check_function_bodies;
