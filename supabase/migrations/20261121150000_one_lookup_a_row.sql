-- A write stays as cheap among a hundred thousand tasks as among ten. `exists (select … where t.id = task_id)` lets the
-- planner read every task into a hash first, and without statistics it does; a scalar subquery is always one lookup by
-- the key. Who sees and may do what stays the same.

alter policy "whoever sees a task reads its comments" on public.task_comments
  using ((select true from public.tasks t where t.id = task_id));
alter policy "whoever sees a task comments on it" on public.task_comments
  with check (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

alter policy "whoever sees a task sees who is ready" on public.task_ready
  using ((select true from public.tasks t where t.id = task_id));
alter policy "creators and assignees mark themselves ready" on public.task_ready
  with check (user_id = (select auth.uid()) and (
    select t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
      from public.tasks t where t.id = task_id));
alter policy "creators and assignees change their mark" on public.task_ready
  using (user_id = (select auth.uid()) and (
    select t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
      from public.tasks t where t.id = task_id))
  with check (user_id = (select auth.uid()) and (
    select t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
      from public.tasks t where t.id = task_id));

-- `offset 0` keeps the function out of the lookup: PostgreSQL before 16 would try it on every task.
alter policy "members of a task notify its assignees" on public.notifications
  with check (type in ('task_assigned', 'task_mentioned')
    and not is_read and quotation_id is null and data is null
    and metadata ->> 'created_by' = (select auth.uid())::text
    and (
      select (
        select t.assignees @> array[notifications.user_id]
           and (t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())])
          from public.tasks t where t.id = about.id)
        from (select private.uuid_or_null(notifications.metadata ->> 'task_id') as id offset 0) as about));

alter policy "authors of a comment notify the members of its task" on public.task_reply_notifications
  with check (commenter_id = (select auth.uid()) and not is_read
    and (select c.user_id = (select auth.uid()) and c.task_id = task_reply_notifications.task_id
      from public.task_comments c where c.id = task_reply_notifications.comment_id)
    and (select t.created_by = task_reply_notifications.user_id
        or t.assignees @> array[task_reply_notifications.user_id]
      from public.tasks t where t.id = task_reply_notifications.task_id));

create or replace function private.nudge_comment_news() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from changed where (select cardinality(t.assignees) > 0 from public.tasks t where t.id = changed.task_id)
  ) then
    perform private.nudge('page:tasks', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;

-- Whose file it is. Asked as the owner: under the policies of tasks no index on `images` helps, and every task was read.
-- A name stands in one row or two, which no statistics tell, so the index is always right.
create function private.tasks_of_file(p_name text) returns setof uuid
  language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select t.id from public.tasks t where t.images @> array[p_name]
  union all
  select c.task_id from public.task_comments c where c.attachments @> array[p_name]
$$;
comment on function private.tasks_of_file is 'The tasks that name a file, themselves or in a comment, whoever asks.';
revoke execute on function private.tasks_of_file from public;
grant execute on function private.tasks_of_file to authenticated;

-- Nothing waits in a list that each search reads through.
alter index public.tasks_images_idx set (fastupdate = off);
alter index public.task_comments_attachments_idx set (fastupdate = off);

alter policy "staff see the files of tasks that they see" on storage.objects
  using (bucket_id = 'task-images' and (select private.can('tasks', 'view')) and (
    owner_id = (select auth.uid())::text
    or exists (
      select from private.tasks_of_file(objects.name) as naming (id)
       where (select true from public.tasks t where t.id = naming.id))));

-- A name at a time: as one statement, the planner looked at every file of the store with its policy.
create or replace function private.check_files(p_names text[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  v_name text;
begin
  foreach v_name in array p_names loop
    continue when char_length(v_name) <= 2000 and v_name ~ '^https?://';
    if v_name is null or char_length(v_name) > 2000 or private.is_swept(v_name)
      or (select true from storage.objects o where o.bucket_id = 'task-images' and o.name = v_name) is not true
    then
      raise insufficient_privilege using message = 'An attachment was not found';
    end if;
  end loop;
end $$;

-- Counts the newest by the index that has them in order, and stops at what is too many.
create or replace function private.limit_notices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_most_a_minute constant integer := 200;
  v_sender constant uuid := auth.uid();
  v_since constant timestamptz := now() - interval '1 minute';
begin
  perform pg_advisory_xact_lock(hashtextextended('private.limit_notices:' || v_sender, 0));
  if (select count(*) from (
        select from public.notifications
         where metadata ->> 'created_by' = v_sender::text and created_at > v_since
         order by created_at desc limit v_most_a_minute + 1) as told)
   + (select count(*) from (
        select from public.task_reply_notifications
         where commenter_id = v_sender and created_at > v_since
         order by created_at desc limit v_most_a_minute + 1) as told) > v_most_a_minute
  then
    raise exception 'Too many notices in one minute. Please wait a moment.' using errcode = 'PT429';
  end if;
  return null;
end $$;
