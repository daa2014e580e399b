-- Tasks: shared with everybody who may view tasks, or private to their creator (no assignees), from admins too.

create table public.tasks (
  id                   uuid primary key default gen_random_uuid(),
  title                text not null,
  description          text,
  status               text not null default 'pending',
  created_by           uuid default auth.uid() references auth.users (id) on delete set null,
  assignees            uuid[] not null default '{}',
  created_at           timestamptz not null default now(),
  images               text[] not null default '{}',
  contact_id           uuid references public.contacts (id) on delete set null,
  location_id          uuid references public.locations (id) on delete set null,
  related_quotation_id uuid references public.quotations (id) on delete set null,
  due_at timestamptz,
  reminder_hours smallint default 18 constraint tasks_reminder_hours_range check (reminder_hours between 0 and 720),
  constraint tasks_title_length check (char_length(btrim(title)) >= 1 and char_length(title) <= 500),
  constraint tasks_description_length check (octet_length(description) <= 1048576),
  constraint tasks_status_length check (char_length(status) between 1 and 50),
  constraint tasks_assignees_count check (cardinality(assignees) <= 200),
  constraint tasks_images_count check (cardinality(images) <= 100),
  constraint tasks_images_is_a_list check (array_ndims(images) = 1),
  constraint tasks_assignees_is_a_list check (array_ndims(assignees) = 1)
);
create index tasks_created_by_idx on public.tasks (created_by);
create index tasks_created_at_idx on public.tasks (created_at desc);
create index tasks_contact_id_idx on public.tasks (contact_id);
create index tasks_location_id_idx on public.tasks (location_id);
create index tasks_related_quotation_id_idx on public.tasks (related_quotation_id);
create index tasks_assignees_idx on public.tasks using gin (assignees);
create index tasks_images_idx on public.tasks using gin (images) with (fastupdate = off);
create index tasks_due_at_idx on public.tasks (due_at) where due_at is not null;
create index tasks_status_created_at_idx on public.tasks (status, created_at desc);
create index tasks_title_idx on public.tasks using gin (title extensions.gin_trgm_ops);
create index tasks_folded_title_idx on public.tasks using gin (private.folded(title) extensions.gin_trgm_ops);
comment on table public.tasks is 'Something to do. Without assignees it is private to its creator.';
comment on column public.tasks.status is 'completed, in_progress, pending; any other word is neutral (spec 2 §4).';
comment on column public.tasks.due_at is
  'When the task should be done; null for whenever. Ours, not of the specification. Whoever may change the task sets it.';
comment on column public.tasks.reminder_hours is
  'How long before it is due the task reminds its people; null for never. Ours, not of the specification.';

call private.borrow_rules('public.tasks');
-- No insert: nobody listens to a task that is only being made.
call private.after_each_statement('public.tasks', 'nudge_task', $$private.nudge_owners('task:', 'id', 'id')$$,
  '{update,delete}');

create policy "staff read shared tasks and their own" on public.tasks
  for select to authenticated
  using ((select private.can('tasks', 'view'))
    and (created_by = (select auth.uid()) or cardinality(assignees) > 0));
create policy "staff add tasks of their own" on public.tasks
  for insert to authenticated
  with check ((select private.can('tasks', 'create')) and created_by = (select auth.uid()));

-- The check repeats the condition on the new row: nobody but the creator makes a task private.
create policy "creators, assignees and editors change tasks" on public.tasks
  for update to authenticated
  using ((select private.can('tasks', 'view'))
    and (created_by = (select auth.uid()) or (cardinality(assignees) > 0
      and (assignees @> array[(select auth.uid())] or (select private.can('tasks', 'edit'))))))
  with check ((select private.can('tasks', 'view'))
    and (created_by = (select auth.uid()) or (cardinality(assignees) > 0
      and (assignees @> array[(select auth.uid())] or (select private.can('tasks', 'edit'))))));
create policy "creators remove their tasks, admins shared ones" on public.tasks
  for delete to authenticated
  using ((select private.can('tasks', 'delete'))
    and (created_by = (select auth.uid())
      or (cardinality(assignees) > 0 and (select private.my_role()) = 'admin')));

-- Comments: people who see the task read and write them; nobody changes or removes them. The policies look up the one task
-- by a scalar subquery: with `exists`, PostgreSQL may read all tasks into a hash first.
create table public.task_comments (
  id          uuid primary key default gen_random_uuid(),
  task_id     uuid not null references public.tasks (id) on delete cascade,
  user_id     uuid default auth.uid() references auth.users (id) on delete set null,
  content     text not null default '',
  attachments text[] not null default '{}',
  created_at  timestamptz not null default now(),
  constraint task_comments_say_something check (btrim(content) <> '' or cardinality(attachments) > 0),
  constraint task_comments_content_length check (octet_length(content) <= 1048576),
  constraint task_comments_attachments_count check (cardinality(attachments) <= 100),
  constraint task_comments_attachments_is_a_list check (array_ndims(attachments) = 1)
);
create index task_comments_task_id_created_at_idx on public.task_comments (task_id, created_at);
create index task_comments_user_id_idx on public.task_comments (user_id);
create index task_comments_attachments_idx on public.task_comments using gin (attachments) with (fastupdate = off);
create index task_comments_created_at_idx on public.task_comments (created_at desc);
comment on table public.task_comments is 'What was said about a task.';

call private.borrow_rules('public.task_comments', p_rights => 'select, insert');
call private.after_each_statement('public.task_comments', 'nudge_task', $$private.nudge_owners('task:', 'task_id', 'id')$$);

create policy "whoever sees a task reads its comments" on public.task_comments
  for select to authenticated
  using ((select true from public.tasks t where t.id = task_id));
create policy "whoever sees a task comments on it" on public.task_comments
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

-- Ready marks: the creator and the assignees each set their own.
create table public.task_ready (
  task_id    uuid not null references public.tasks (id) on delete cascade,
  user_id    uuid not null default auth.uid() references auth.users (id) on delete cascade,
  ready      boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (task_id, user_id)
);
create index task_ready_user_id_idx on public.task_ready (user_id);
comment on table public.task_ready is 'Who is ready with a task.';

alter table public.task_ready enable row level security;
revoke all on public.task_ready from anon, authenticated;
grant select, insert, update on public.task_ready to authenticated;
grant all on public.task_ready to service_role;
create trigger pin before update on public.task_ready
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('task_id', 'user_id');
create trigger stamp_updated_at before insert or update on public.task_ready
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_updated_at();
call private.after_each_statement('public.task_ready', 'nudge_task', $$private.nudge_owners('task:', 'task_id', 'user_id')$$);
call private.refuse_hostile_values('public.task_ready');

create policy "whoever sees a task sees who is ready" on public.task_ready
  for select to authenticated
  using ((select true from public.tasks t where t.id = task_id));
create policy "creators and assignees mark themselves ready" on public.task_ready
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (
    select t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
      from public.tasks t where t.id = task_id));
create policy "creators and assignees change their mark" on public.task_ready
  for update to authenticated
  using (user_id = (select auth.uid()) and (
    select t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
      from public.tasks t where t.id = task_id))
  with check (user_id = (select auth.uid()) and (
    select t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
      from public.tasks t where t.id = task_id));

create table private.task_reminders (
  task_id uuid not null references public.tasks (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  due_on  date not null,
  primary key (task_id, user_id, due_on)
);
create index task_reminders_user_id_idx on private.task_reminders (user_id);
comment on table private.task_reminders is 'Who was reminded of which due date: once each, also when the date moves away and back.';

alter table private.task_reminders enable row level security;
revoke all on private.task_reminders from anon, authenticated;

create function private.check_assignees() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_known constant uuid[] := case when tg_op = 'UPDATE' then old.assignees else '{}' end;
begin
  if array_position(new.assignees, null) is not null or exists (
    select 1 from unnest(new.assignees) as wanted (id)
     where wanted.id <> all (v_known)
       and not exists (select 1 from public.user_roles ur where ur.user_id = wanted.id and ur.role <> 'client'))
  then
    raise check_violation using message = 'Only colleagues can be assigned to a task';
  end if;
  new.assignees := array(
    select wanted.id from unnest(new.assignees) with ordinality as wanted (id, place)
     group by wanted.id order by min(wanted.place));
  return new;
end $$;
comment on function private.check_assignees is
  'Whoever joins a task has a role and is no client (spec 2 §5); somebody named twice is assigned once.';
create trigger check_assignees_insert before insert on public.tasks
  for each row when (cardinality(new.assignees) > 0) execute function private.check_assignees();
create trigger check_assignees_update before update of assignees on public.tasks
  for each row when (new.assignees is distinct from old.assignees) execute function private.check_assignees();

create function private.check_task_links() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.location_id is not null and not exists (
    select 1 from public.locations l where l.id = new.location_id and l.business_id = new.contact_id)
  then
    raise check_violation using message = 'The location does not belong to the contact';
  end if;
  return new;
end $$;
create trigger check_task_links before insert or update of contact_id, location_id on public.tasks
  for each row when (current_user in ('anon', 'authenticated')) execute function private.check_task_links();

-- Naming a file shows it to everybody who sees the task, so a person may only name files that they see already. The loop
-- looks up one name at a time; as one statement PostgreSQL would test every file of the bucket.
create function private.check_files(p_names text[]) returns void
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

create function private.check_task_images() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_known constant text[] := case when tg_op = 'UPDATE' then old.images else '{}' end;
begin
  perform private.check_files(array(select name from unnest(new.images) as file (name) where name is null or name <> all (v_known)));
  return new;
end $$;
create trigger check_task_images before insert or update of images on public.tasks
  for each row when (current_user in ('anon', 'authenticated') and cardinality(new.images) > 0)
  execute function private.check_task_images();

create function private.check_comment_attachments() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.check_files(new.attachments);
  return new;
end $$;
create trigger check_comment_attachments before insert on public.task_comments
  for each row when (current_user in ('anon', 'authenticated') and cardinality(new.attachments) > 0)
  execute function private.check_comment_attachments();

-- It runs as its owner: under the policies of tasks PostgreSQL would read every task. A file stands in one row or two, so
-- the index always serves.
create function private.tasks_of_file(p_name text) returns setof uuid
  language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select t.id from public.tasks t where t.images @> array[p_name]
  union all
  select c.task_id from public.task_comments c where c.attachments @> array[p_name]
$$;
comment on function private.tasks_of_file is 'The tasks that name a file, themselves or in a comment, whoever asks.';

-- The page of tasks hears of shared tasks, without ids. Only its creator hears of a private task.
create function private.nudge_task_list() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_shared boolean;
  v_creator uuid;
begin
  execute format('select exists (select 1 from (%s) as touched where cardinality(assignees) > 0)', v_touched) into v_shared;
  if v_shared then
    perform private.nudge('page:tasks', tg_table_name, tg_op, null);
  end if;
  for v_creator in execute format(
    'select distinct created_by from (%s) as touched where cardinality(assignees) = 0 and created_by is not null', v_touched)
  loop
    perform private.nudge('user:' || v_creator, tg_table_name, tg_op, null);
  end loop;
  return null;
end $$;
call private.after_each_statement('public.tasks', 'nudge_page', $$private.nudge_task_list()$$);

create function private.nudge_comment_news() returns trigger
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
comment on function private.nudge_comment_news is 'Tells the page of tasks of comments on shared tasks.';
call private.after_each_statement('public.task_comments', 'nudge_page', $$private.nudge_comment_news()$$,
  '{insert,delete}');

-- A checklist lives in the description and is saved whole (spec 2 §4). Two people who tick at once both start from the
-- same description, so the second save must notice the first. A missing description counts as empty.
create function public.replace_task_description(p_task_id uuid, p_expected text, p_description text) returns text
  language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_expected constant text := coalesce(p_expected, '');
  v_current text;
begin
  update public.tasks set description = p_description
   where id = p_task_id and coalesce(description, '') = v_expected;
  if found then
    return coalesce(p_description, '');
  end if;
  select coalesce(t.description, '') into v_current from public.tasks t where t.id = p_task_id;
  if not found then
    raise no_data_found using message = 'Task not found';
  end if;
  if v_current = v_expected then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_current;
end $$;
comment on function public.replace_task_description is
  'Compare and set. Returns the description as it now stands: the new one, or what somebody else saved meanwhile.';

-- Each caller says whom they add and whom they remove, so two people who choose assignees at once both succeed.
create function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) returns uuid[]
  language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_now uuid[];
begin
  update public.tasks t
     set assignees = array(
           select person.id from unnest(t.assignees || p_add) with ordinality as person (id, place)
            where person.id <> all (p_remove)
            group by person.id order by min(person.place))
   where t.id = p_task_id
  returning t.assignees into v_now;
  if not found then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_now;
end $$;
comment on function public.change_task_assignees is
  'Adds and removes assignees, atomically, by the rights of whoever calls. Returns who is assigned afterwards.';

insert into private.record_kinds
  (kind, table_name, position, label, detail, page, searched, searched_if, best_first, contact, status, recent_if)
values
  ('task', 'public.tasks', 20, 'r.title', 'r.status', 'tasks', 'r.title',
   '(r.created_by = auth.uid() or cardinality(r.assignees) > 0)', $$r.status = 'completed', r.created_at desc$$, 'contact_id',
   'r.status', 'true');
insert into private.record_events (event, table_name, kind, id, title, actor, recent_if) values
  ('comment', 'public.task_comments', $$'comment'::text$$, 'r.task_id',
   '(select t.title from public.tasks t where t.id = r.task_id)', 'r.user_id', 'true');

revoke execute on all routines in schema private from public;
grant execute on function private.check_files, private.tasks_of_file to authenticated;
revoke execute on function public.replace_task_description, public.change_task_assignees from public, anon,
  authenticated;
grant execute on function public.replace_task_description, public.change_task_assignees to authenticated,
  service_role;
