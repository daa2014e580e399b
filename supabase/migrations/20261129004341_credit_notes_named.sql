set check_function_bodies = off;

create or replace function public.credit_notes_named(p_text text) returns setof public.credit_notes
  language sql stable security invoker set search_path = ''
as $$
  select n.* from public.credit_notes n where n.id = any (array(select private.records_named('credit_note', p_text, 2000)))
$$;

revoke execute on all routines in schema private from public;

revoke execute on routine public.credit_notes_named(p_text text) from anon;

revoke execute on routine public.credit_notes_named(p_text text) from public;

comment on function public.credit_notes_named(pg_catalog.text) is 'Credit notes whose number or client holds every word of the text; the 2,000 newest. The policies of credit notes apply.';

reset check_function_bodies;
