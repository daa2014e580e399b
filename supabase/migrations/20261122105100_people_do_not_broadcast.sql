-- What is broadcast on a topic is said by the database alone: listeners cannot tell who sent a message, so one of a
-- person could pass for news of the database. People show themselves (and that they type) by presence.

drop policy "people show themselves beside a task that they see" on realtime.messages;
create policy "people show themselves beside a task that they see" on realtime.messages
  for insert to authenticated
  with check (extension = 'presence' and (select realtime.topic()) like 'task:%'
    and (select private.may_hear((select realtime.topic()))));
