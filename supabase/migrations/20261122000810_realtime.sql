-- Topics: who may hear what. Each family of topics mirrors what the same person could read.

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
    else false
  end
$$;
comment on function private.may_hear is
  'May the caller join this topic? As the caller: a task is heard by whoever the policies of tasks show it to.';

create policy "people hear the topics of what they may read" on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence') and (select private.may_hear((select realtime.topic()))));

create policy "visitors hear the public document of their link" on realtime.messages
  for select to anon
  using (extension = 'broadcast' and (select realtime.topic()) like 'doc:%'
    and (select private.is_public_document(private.uuid_or_null(substr((select realtime.topic()), 5)))));

-- Presence and typing are all that people send themselves, and only on the topic of a task.
create policy "people show themselves beside a task that they see" on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence') and (select realtime.topic()) like 'task:%'
    and (select private.may_hear((select realtime.topic()))));

revoke execute on all routines in schema private from public;
grant execute on function private.may_hear to authenticated;
