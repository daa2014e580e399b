-- What hosted Supabase brings with its Realtime service: private broadcast topics, authorised by policies on
-- realtime.messages. Runs before the migrations and may run again at every start.
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default (now() at time zone 'utc'),
  inserted_at timestamp without time zone not null default (now() at time zone 'utc'),
  primary key (id, inserted_at)
);
create index if not exists messages_inserted_at_topic_index
  on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;
create index if not exists messages_inserted_at_index on realtime.messages (inserted_at);
-- Ours alone, behind the columns that hosted Supabase has: messages of one transaction carry one time.
alter table realtime.messages add column if not exists written_as bigint generated always as identity;

alter table realtime.messages enable row level security;
revoke all on realtime.messages from public, anon, authenticated, service_role;
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- The topic that the current statement is about: policies on realtime.messages compare it.
create or replace function realtime.topic() returns text
  language sql stable
  set search_path = ''
as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- A notify payload above 8,000 bytes would fail the writer's transaction, so only the id travels.
create or replace function realtime.announce_message() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end $$;

create or replace trigger announce_message
  after insert on realtime.messages
  for each row when (new.extension = 'broadcast')
  execute function realtime.announce_message();

-- Sends one broadcast to a topic when the transaction commits, if the caller may write the message: a person is judged by
-- the policies on realtime.messages, an owner's function by none. It warns instead of failing the caller's transaction.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  message_id uuid := gen_random_uuid();
  body jsonb := payload;
  topic_before text := coalesce(current_setting('realtime.topic', true), '');
begin
  perform set_config('realtime.topic', coalesce(send.topic, ''), true);
  if jsonb_typeof(body) = 'object' and not body ? 'id' then
    body := body || jsonb_build_object('id', message_id);
  end if;
  insert into realtime.messages (id, topic, extension, event, payload, private)
  values (message_id, send.topic, 'broadcast', send.event, body, send.private);
  perform set_config('realtime.topic', topic_before, true);
exception when others then
  -- The setting is undone with the rest.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

-- Called by row triggers, also of tables that people write themselves: broadcasts the changed row to those who may hear the topic.
create or replace function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if level = 'STATEMENT' or operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise warning 'ErrorSendingBroadcastMessage: % for each % is no change of a row', operation, level;
    return;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'operation', operation,
      'schema', table_schema,
      'table', table_name,
      'record', to_jsonb(new),
      'old_record', to_jsonb(old)
    ),
    event_name,
    topic_name
  );
end $$;

-- What the policies on realtime.messages let a role do on each topic: the extensions (broadcast, presence) that it may
-- read and write. The caller's claims are already set. The probe rows are written as the owner, looked at as the role,
-- and rolled back with everything else that happened here.
drop function if exists realtime.rights(text, text[]);
create function realtime.rights(as_role text, topics text[])
  returns table (topic text, reads text[], writes text[])
  language plpgsql
  set search_path = ''
as $$
declare
  extensions constant text[] := array['broadcast', 'presence'];
  wanted text[];
  probes uuid[];
begin
  foreach rights.topic in array topics loop
    reads := '{}';
    writes := '{}';
    begin
      with probe as (
        insert into realtime.messages (topic, extension, private)
        select rights.topic, unnest(extensions), true returning id
      )
      select array_agg(id) into probes from probe;
      perform set_config('realtime.topic', rights.topic, true), set_config('role', as_role, true);
      select coalesce(array_agg(m.extension), '{}') into reads from realtime.messages m where m.id = any (probes);
      raise exception using errcode = 'RT000';
    exception
      when sqlstate 'RT000' then null;
      when others then reads := '{}';
    end;
    -- Both at once, because a policy costs time; one by one where that is refused.
    foreach wanted slice 1 in array array[extensions, array['broadcast', null], array['presence', null]] loop
      begin
        perform set_config('realtime.topic', rights.topic, true), set_config('role', as_role, true);
        insert into realtime.messages (topic, extension, private)
        select rights.topic, kind, true from unnest(wanted) as kind where kind is not null;
        raise exception using errcode = 'RT000';
      exception
        when sqlstate 'RT000' then writes := writes || array_remove(wanted, null);
        when others then null;
      end;
      exit when writes = extensions;
    end loop;
    return next;
  end loop;
end $$;

-- Whoever writes a row may run its trigger's call; what is sent is judged above. Nobody asks for another's rights.
revoke all on function realtime.announce_message() from public, anon, authenticated, service_role;
revoke all on function realtime.rights(text, text[]) from public, anon, authenticated, service_role;
grant execute on function realtime.topic() to anon, authenticated, service_role;
grant execute on function realtime.send(jsonb, text, text, boolean) to anon, authenticated, service_role;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
