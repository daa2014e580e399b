-- Topics of Realtime: who may hear them, and who may show their presence.

-- ------------------------------------------------------------------------------------------------------------- who may

-- Which cell a colleague is in is for colleagues: a client who signed in hears the document, and sees nobody.
create policy "people hear the topics of what they may read" on realtime.messages
  for select to authenticated
  using ((extension = 'broadcast'
      or (extension = 'presence' and ((select realtime.topic()) not like 'doc:%' or (select private.is_staff()))))
    and (select private.may_hear((select realtime.topic()))));
create policy "visitors hear the site and the public document of their link" on realtime.messages
  for select to anon
  using (extension = 'broadcast' and ((select realtime.topic()) = 'site' or (select realtime.topic()) like 'doc:%'
    and (select private.is_public_document(private.uuid_or_null(substr((select realtime.topic()), 5))))));
create policy "people show themselves beside a task that they see" on realtime.messages
  for insert to authenticated
  with check (extension = 'presence'
    and ((select realtime.topic()) like 'task:%' or ((select realtime.topic()) like 'doc:%' and (select private.is_staff())))
    and (select private.may_hear((select realtime.topic()))));

-- -------------------------------------------------------------------------------------------------------- what it does

-- Holders of manage_time_tracking hear of all time entries on a topic of their own.
create function private.may_hear(p_topic text) returns boolean
  language sql stable security invoker set search_path = ''
as $$
  select case split_part(p_topic, ':', 1)
    when 'user' then p_topic = 'user:' || (select auth.uid())
    when 'role' then p_topic = 'role:' || (select private.my_role())
    when 'page' then case p_topic
      when 'page:time-tracking' then private.named('manage_time_tracking')
      else private.can(substr(p_topic, 6), 'view') and exists (
        select 1 from public.page_permissions pp where p_topic = 'page:' || pp.page_name)
    end
    when 'task' then exists (
      select 1 from public.tasks t where t.id = private.uuid_or_null(substr(p_topic, 6)))
    when 'doc' then private.is_public_document(private.uuid_or_null(substr(p_topic, 5)))
      or private.is_staff_document(private.uuid_or_null(substr(p_topic, 5)))
    when 'site' then p_topic = 'site'
    else false
  end
$$;
comment on function private.may_hear is
  'May the caller join this topic? As the caller: a task is heard by whoever the policies of tasks show it to.';
grant execute on function private.may_hear to authenticated;

create function private.show_typing(p_uuid uuid, p_mockup_id uuid, p_is_looking boolean default false) returns void
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
comment on function private.show_typing is
  'Somebody writes a comment on a version: the holders of the link and staff beside it see it for some seconds. p_is_looking: the client
has the version in front and writes nothing. 60 a minute.';
call private.offer('private.show_typing(uuid, uuid, boolean)', '{anon,authenticated,service_role}');
