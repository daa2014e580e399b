set check_function_bodies = off;

-- Reads the newest notices in index order, and stops at one more than the limit.
create or replace function private.notices_left() returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_most_a_minute constant integer := 200;
  v_sender constant uuid := auth.uid();
  v_since constant timestamptz := now() - interval '1 minute';
begin
  perform pg_advisory_xact_lock(hashtextextended('private.limit_notices:' || v_sender, 0));
  return v_most_a_minute - (select count(*) from (
        select from public.notifications
         where metadata ->> 'created_by' = v_sender::text and created_at > v_since
         order by created_at desc limit v_most_a_minute + 1) as told)
   - (select count(*) from (
        select from public.task_reply_notifications
         where commenter_id = v_sender and created_at > v_since
         order by created_at desc limit v_most_a_minute + 1) as told);
end $$;

create or replace function private.limit_notices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.notices_left() < 0 then
    raise exception 'Too many notices in one minute. Please wait a moment.' using errcode = 'PT429';
  end if;
  return null;
end $$;

-- Digit by digit as `assignmentNoticeId` of the screens.
create or replace function private.assignment_notice_id(p_task uuid, p_person uuid) returns uuid
  language plpgsql immutable set search_path = ''
as $$
declare
  v_task constant bit(128) := ('x' || replace(p_task::text, '-', ''))::bit(128);
  v_mixed constant bit(128) := v_task # ('x' || replace(p_person::text, '-', ''))::bit(128);
begin
  return (lpad(to_hex(substring(v_mixed from 1 for 64)::bit(64)::bigint), 16, '0')
    || lpad(to_hex(substring(v_mixed from 65)::bit(64)::bigint), 16, '0'))::uuid;
end $$;

-- Everybody hears of their first task before anybody hears of their second.
create or replace function private.tell_newcomers(p_tasks uuid[], p_people uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.notifications (id, user_id, type, title, message, metadata)
  select private.assignment_notice_id(t.id, newcomer.person), newcomer.person, 'task_assigned', 'New task assigned',
         'You have been assigned to: ' || t.title, jsonb_build_object('task_id', t.id, 'created_by', auth.uid())
    from unnest(p_tasks, p_people) as newcomer (task, person)
    join public.tasks t on t.id = newcomer.task
   order by row_number() over (partition by newcomer.person order by newcomer.task)
   limit greatest(private.notices_left(), 0)
      on conflict (id) do nothing;
end $$;

-- Only the trigger of updates has a table `previous`.
create or replace function private.tell_assignees() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_tasks uuid[];
  v_people uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c.id), array_agg(person.id) into v_tasks, v_people
      from changed c cross join unnest(c.assignees) as person (id)
     where person.id <> auth.uid();
  else
    select array_agg(c.id), array_agg(person.id) into v_tasks, v_people
      from changed c join previous p on p.id = c.id and p.assignees <> c.assignees
      cross join unnest(c.assignees) as person (id)
     where person.id <> auth.uid() and person.id <> all (p.assignees);
  end if;
  if v_tasks is not null then
    perform private.tell_newcomers(v_tasks, v_people);
  end if;
  return null;
end $$;

create or replace function private.mention_instead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.notifications n
   where n.id = private.assignment_notice_id(private.uuid_or_null(new.metadata ->> 'task_id'), new.user_id)
     and n.user_id = new.user_id and n.type = 'task_assigned' and not n.is_read
     and n.metadata ->> 'created_by' = auth.uid()::text and n.created_at > now() - interval '1 minute';
  return new;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger mention_instead before insert on public.notifications
  for each row when (current_user in ('anon', 'authenticated') and new.type = 'task_mentioned')
  execute function private.mention_instead();

create or replace trigger tell_assignees_insert after insert on public.tasks referencing new table as changed
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.tell_assignees();

create or replace trigger tell_assignees_update after update on public.tasks referencing old table as previous new table as changed
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.tell_assignees();

comment on function private.limit_notices() is 'Refuses the notices of a sender beyond 200 a minute.';

comment on function private.assignment_notice_id(pg_catalog.uuid,pg_catalog.uuid) is 'The id of the notice that tells a person of an assignment: one for a task and a person, so nobody is told twice.';

comment on function private.mention_instead() is 'A mention takes the place of the notice that its sender''s assignment wrote a moment before: one act tells once.';

comment on function private.notices_left() is 'How many of their 200 notices a minute the caller has left; below zero when there are too many. The lock keeps parallel requests from counting past each other.';

comment on function private.tell_assignees() is 'Whoever a person assigns to a task is told in the same act (spec 2 §7).';

comment on function private.tell_newcomers(pg_catalog.uuid[],pg_catalog.uuid[]) is 'Tells people that the caller assigned them: each of the task at the same place. Beyond 200 notices a minute nobody is told, and the assignments hold.';

reset check_function_bodies;
