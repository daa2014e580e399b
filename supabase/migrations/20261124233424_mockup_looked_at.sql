set check_function_bodies = off;

drop routine private.show_typing(p_uuid uuid, p_mockup_id uuid);

drop routine public.show_typing(p_uuid uuid, p_mockup_id uuid);

create or replace function private.show_typing(p_uuid uuid, p_mockup_id uuid, p_is_looking boolean default false) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not (private.is_public_document(p_uuid) and exists (
    select from public.mockups m join public.jobs j on j.id = m.job_id join public.quotations q on q.id = j.quotation_id
     where m.id = p_mockup_id and q.public_uuid = p_uuid and m.sent_at is not null))
    or public.take_function_call('mockup-typing', p_uuid, 60, 5000) > 0
  then
    return;
  end if;
  if not p_is_looking then
    perform private.nudge('doc:' || p_uuid, case when private.is_staff() then 'typing_office' else 'typing_client' end, 'UPDATE',
      p_mockup_id::text);
  elsif not private.is_staff() then
    perform private.nudge('doc:' || p_uuid, 'looking_client', 'UPDATE', p_mockup_id::text);
  end if;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.show_typing(uuid, uuid, boolean)', '{anon,authenticated,service_role}');

comment on function private.show_typing(pg_catalog.uuid,pg_catalog.uuid,boolean) is 'Somebody writes a comment on a version: the holders of the link and staff beside it see it for some seconds. p_is_looking: the client
has the version in front and writes nothing. 60 a minute.';

comment on function public.show_typing(pg_catalog.uuid,pg_catalog.uuid,boolean) is 'Somebody writes a comment on a version: the holders of the link and staff beside it see it for some seconds. p_is_looking: the client
has the version in front and writes nothing. 60 a minute.';

reset check_function_bodies;
