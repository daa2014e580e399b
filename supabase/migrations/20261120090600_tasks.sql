-- Tasks: shared with whoever may view tasks, or private to their creator (no assignees), admins included.

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
  constraint tasks_title_length check (char_length(btrim(title)) >= 1 and char_length(title) <= 500),
  constraint tasks_description_length check (octet_length(description) <= 1048576),
  constraint tasks_status_length check (char_length(status) between 1 and 50),
  constraint tasks_assignees_count check (cardinality(assignees) <= 200),
  constraint tasks_images_count check (cardinality(images) <= 100)
);
create index tasks_created_by_idx on public.tasks (created_by);
create index tasks_created_at_idx on public.tasks (created_at desc);
create index tasks_contact_id_idx on public.tasks (contact_id);
create index tasks_location_id_idx on public.tasks (location_id);
create index tasks_related_quotation_id_idx on public.tasks (related_quotation_id);
create index tasks_assignees_idx on public.tasks using gin (assignees);
create index tasks_images_idx on public.tasks using gin (images);
comment on table public.tasks is 'Something to do. Without assignees it is private to its creator.';
comment on column public.tasks.status is 'completed, in_progress, pending; any other word is neutral (spec 2 §4).';

alter table public.tasks enable row level security;
revoke all on public.tasks from anon, authenticated;
grant select, insert, update, delete on public.tasks to authenticated;
grant all on public.tasks to service_role;

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

create trigger pin before update on public.tasks
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'created_by', 'created_at');
create trigger stamp_created_at before insert on public.tasks
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_created_at();

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

-- Naming a file shows it to whoever sees the task: so only files that the person sees already can be named.

create function private.check_files(p_names text[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  if exists (
    select 1 from unnest(p_names) as file (name)
     where file.name is null or char_length(file.name) > 2000 or (file.name !~ '^https?://' and not exists (
       select 1 from storage.objects o where o.bucket_id = 'task-images' and o.name = file.name)))
  then
    raise insufficient_privilege using message = 'An attachment was not found';
  end if;
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

-- Comments: whoever sees the task reads and writes them; nobody rewrites or removes them.

create table public.task_comments (
  id          uuid primary key default gen_random_uuid(),
  task_id     uuid not null references public.tasks (id) on delete cascade,
  user_id     uuid default auth.uid() references auth.users (id) on delete set null,
  content     text not null default '',
  attachments text[] not null default '{}',
  created_at  timestamptz not null default now(),
  constraint task_comments_say_something check (btrim(content) <> '' or cardinality(attachments) > 0),
  constraint task_comments_content_length check (octet_length(content) <= 1048576),
  constraint task_comments_attachments_count check (cardinality(attachments) <= 100)
);
create index task_comments_task_id_created_at_idx on public.task_comments (task_id, created_at);
create index task_comments_user_id_idx on public.task_comments (user_id);
create index task_comments_attachments_idx on public.task_comments using gin (attachments);
comment on table public.task_comments is 'What was said about a task.';

alter table public.task_comments enable row level security;
revoke all on public.task_comments from anon, authenticated;
grant select, insert on public.task_comments to authenticated;
grant all on public.task_comments to service_role;

create policy "whoever sees a task reads its comments" on public.task_comments
  for select to authenticated
  using (exists (select 1 from public.tasks t where t.id = task_id));
create policy "whoever sees a task comments on it" on public.task_comments
  for insert to authenticated
  with check (user_id = (select auth.uid()) and exists (select 1 from public.tasks t where t.id = task_id));

create trigger stamp_created_at before insert on public.task_comments
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_created_at();

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

-- Ready marks: the creator and the assignees, each their own.

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

create policy "whoever sees a task sees who is ready" on public.task_ready
  for select to authenticated
  using (exists (select 1 from public.tasks t where t.id = task_id));
create policy "creators and assignees mark themselves ready" on public.task_ready
  for insert to authenticated
  with check (user_id = (select auth.uid()) and exists (
    select 1 from public.tasks t where t.id = task_id
       and (t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())])));
create policy "creators and assignees change their mark" on public.task_ready
  for update to authenticated
  using (user_id = (select auth.uid()) and exists (
    select 1 from public.tasks t where t.id = task_id
       and (t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())])))
  with check (user_id = (select auth.uid()) and exists (
    select 1 from public.tasks t where t.id = task_id
       and (t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())])));

create trigger pin before update on public.task_ready
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('task_id', 'user_id');
create trigger stamp_updated_at before insert or update on public.task_ready
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_updated_at();

-- Nudges. The list hears of shared tasks only, without ids; of a private one only its creator hears.

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

revoke execute on function private.check_assignees, private.check_task_links, private.check_files,
  private.check_task_images, private.check_comment_attachments, private.nudge_task_list from public;
grant execute on function private.check_files to authenticated;

-- Nobody listens to a task that is only just being made.
call private.after_each_statement('public.tasks', 'nudge_task', $$private.nudge_owners('task:', 'id', 'id')$$,
  '{update,delete}');
call private.after_each_statement('public.tasks', 'nudge_page', $$private.nudge_task_list()$$);
call private.after_each_statement('public.task_comments', 'nudge_task', $$private.nudge_owners('task:', 'task_id', 'id')$$);
call private.after_each_statement('public.task_ready', 'nudge_task', $$private.nudge_owners('task:', 'task_id', 'user_id')$$);
