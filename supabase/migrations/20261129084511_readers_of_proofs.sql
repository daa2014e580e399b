set check_function_bodies = off;

create or replace function private.readers_of(p_kind text, p_id uuid) returns table (person_id uuid, contact_id uuid)
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

create or replace function private.language_of(p_kind text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select l.language from private.paper_languages l where l.kind = p_kind and l.record_id = p_id),
    (select private.client_language(r.person_id, r.contact_id) from private.readers_of(p_kind, p_id) as r),
    private.client_language(null, null));
end $$;

create or replace function private.reader_language(p_kind text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select private.own_language(r.person_id, r.contact_id) from private.readers_of(p_kind, p_id) as r);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.readers_of(pg_catalog.text,pg_catalog.uuid) is 'The contact person and the client who read a document and the mails about it. Kind mockup: the id is that of the job, as in mail_facts.';

reset check_function_bodies;
