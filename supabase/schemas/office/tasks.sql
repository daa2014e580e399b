-- Tasks with checklists, comments and reminders.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
  due_at               timestamptz,
  reminder_hours       smallint default 18 constraint tasks_reminder_hours_range check (reminder_hours between 0 and 720),
  search_text          text not null generated always as (private.folded(title)) stored,
  job_id               uuid,
  order_id             uuid,
  delivery_id          uuid,
  file_names           jsonb not null default '{}',
  constraint tasks_title_length check (char_length(btrim(title)) >= 1 and char_length(title) <= 500),
  constraint tasks_description_length check (octet_length(description) <= 1048576),
  constraint tasks_status_length check (char_length(status) between 1 and 50),
  constraint tasks_assignees_count check (cardinality(assignees) <= 200),
  constraint tasks_images_count check (cardinality(images) <= 100),
  constraint tasks_file_names_are_names check (jsonb_typeof(file_names) = 'object' and octet_length(file_names::text) <= 131072),
  constraint tasks_are_of_one_record check (num_nonnulls(job_id, order_id, delivery_id) <= 1)
);
alter table public.tasks add constraint tasks_job_id_fkey
  foreign key (job_id) references public.jobs (id) on delete set null;
alter table public.tasks add constraint tasks_order_id_fkey
  foreign key (order_id) references public.orders (id) on delete set null;
alter table public.tasks add constraint tasks_delivery_id_fkey
  foreign key (delivery_id) references public.deliveries (id) on delete set null;
create index tasks_created_by_idx on public.tasks (created_by);
create index tasks_created_at_idx on public.tasks (created_at desc);
create index tasks_contact_id_idx on public.tasks (contact_id);
create index tasks_location_id_idx on public.tasks (location_id);
create index tasks_related_quotation_id_idx on public.tasks (related_quotation_id);
create index tasks_job_id_idx on public.tasks (job_id);
create index tasks_order_id_idx on public.tasks (order_id);
create index tasks_delivery_id_idx on public.tasks (delivery_id);
create index tasks_assignees_idx on public.tasks using gin (assignees);
create index tasks_images_idx on public.tasks using gin (images) with (fastupdate = off);
create index tasks_due_at_idx on public.tasks (due_at) where due_at is not null;
create index tasks_status_created_at_idx on public.tasks (status, created_at desc);
create index tasks_folded_title_idx on public.tasks using gin (private.folded(title) extensions.gin_trgm_ops);
comment on table public.tasks is 'Something to do. Without assignees it is private to its creator.';
comment on column public.tasks.status is 'completed, in_progress, pending; any other word is neutral (spec 2 §4).';
comment on column public.tasks.search_text is 'The title without accents and capitals, for searches of one or two letters.';
comment on column public.tasks.due_at is
  'When the task should be done; null for whenever. Ours, not of the specification. Whoever may change the task sets it.';
comment on column public.tasks.reminder_hours is
  'How long before it is due the task reminds its people; null for never. Ours, not of the specification.';

comment on column public.tasks.file_names is
  'The name that each file had on its device, by its path in images. Ours: a path holds a plain name only (decision 0007).';
comment on column public.tasks.job_id is
  'The job that the task is about; a task is about one job, order or delivery at most. Ours, not of the specification.';

-- Comments: people who see the task read and write them, and change and remove their own. The policies look up the one task
-- by a scalar subquery: with `exists`, PostgreSQL may read all tasks into a hash first.
create table public.task_comments (
  id          uuid primary key default gen_random_uuid(),
  task_id     uuid not null references public.tasks (id) on delete cascade,
  user_id     uuid default auth.uid() references auth.users (id) on delete set null,
  content     text not null default '',
  attachments text[] not null default '{}',
  created_at  timestamptz not null default now(),
  edited_at   timestamptz,
  file_names  jsonb not null default '{}',
  constraint task_comments_say_something check (btrim(content) <> '' or cardinality(attachments) > 0),
  constraint task_comments_content_length check (octet_length(content) <= 1048576),
  constraint task_comments_file_names_are_names check (jsonb_typeof(file_names) = 'object' and octet_length(file_names::text) <= 131072),
  constraint task_comments_attachments_count check (cardinality(attachments) <= 100)
);
create index task_comments_task_id_created_at_idx on public.task_comments (task_id, created_at);
create index task_comments_user_id_idx on public.task_comments (user_id);
create index task_comments_attachments_idx on public.task_comments using gin (attachments) with (fastupdate = off);
create index task_comments_created_at_idx on public.task_comments (created_at desc);
comment on table public.task_comments is 'What was said about a task.';
comment on column public.task_comments.edited_at is 'When its author last changed the text or the files; null for never. Ours, not of the specification.';

comment on column public.task_comments.file_names is 'The name that each file had on its device, by its path in attachments. Ours.';

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

-- Muted tasks: whoever muted one gets no notice of replies to it.
create table public.task_mutes (
  task_id uuid not null references public.tasks (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  primary key (task_id, user_id)
);
create index task_mutes_user_id_idx on public.task_mutes (user_id);
comment on table public.task_mutes is 'Who gets no notice of replies to which task. Mentions and assignments are told all the same.';

create table private.task_reminders (
  task_id uuid not null references public.tasks (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  due_on  date not null,
  primary key (task_id, user_id, due_on)
);
create index task_reminders_user_id_idx on private.task_reminders (user_id);
comment on table private.task_reminders is 'Who was reminded of which due date: once each, also when the date moves away and back.';

create table private.task_words (
  task_id uuid primary key references public.tasks (id) on delete cascade,
  words   text not null
);
create index task_words_words_idx on private.task_words using gin (words extensions.gin_trgm_ops);
comment on table private.task_words is
  'What a task is found by: its title, description, client and comments, without markup, accents and capitals.';

create table private.deleted_tasks (
  id         uuid primary key,
  deleted_by uuid not null references auth.users (id) on delete cascade,
  deleted_at timestamptz not null default now(),
  task       jsonb not null,
  comments   jsonb not null,
  marks      jsonb not null,
  replies    jsonb not null
);
create index deleted_tasks_deleted_by_idx on private.deleted_tasks (deleted_by);
comment on table private.deleted_tasks is
  'Tasks that somebody deleted, with what went with them, for a day: whoever deleted one can bring it back within an hour.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.tasks');
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

call private.borrow_rules('public.task_comments', p_changeable => '{content,attachments}');
create policy "whoever sees a task reads its comments" on public.task_comments
  for select to authenticated
  using ((select true from public.tasks t where t.id = task_id));
create policy "whoever sees a task comments on it" on public.task_comments
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

create policy "authors change their comments" on public.task_comments
  for update to authenticated
  using (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id))
  with check (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));
create policy "authors remove their comments" on public.task_comments
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

call private.borrow_rules('public.task_mutes', p_rights => 'select, insert, delete');
create policy "people see what they muted" on public.task_mutes
  for select to authenticated
  using (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));
create policy "people mute tasks that they see" on public.task_mutes
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));
create policy "people hear of a task again" on public.task_mutes
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select true from public.tasks t where t.id = task_id));

alter table public.task_ready enable row level security;
call private.ask_second_factor('public.task_ready');
call private.refuse_hostile_values('public.task_ready');
revoke all on public.task_ready from anon, authenticated;
grant select, insert, update on public.task_ready to authenticated;
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

alter table private.task_reminders enable row level security;
alter table private.task_words enable row level security;
alter table private.deleted_tasks enable row level security;

-- Names can be guessed, so a name alone opens nothing: a file is seen by its owner and by people who see its task or
-- comment. Avatars have no policy to read: their public address needs none, and without one nobody lists them.
call private.file_rule('task-images', 'select', $$(select private.can('tasks', 'view')) and (
    owner_id = (select auth.uid())::text
    or exists (
      select from private.tasks_of_file(objects.name) as naming (id)
       where (select true from public.tasks t where t.id = naming.id)))$$);

-- No policy to update or delete: nothing is overwritten.
call private.file_rule('task-images', 'insert', $rule$(select private.can('tasks', 'view'))
      and name ~ '^(task-comments/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'$rule$);

-- -------------------------------------------------------------------------------------------------------- what it does

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

-- It runs as the caller, so the policies of the records decide. Who changes something else needs not see them.
create function private.check_task_record() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_old public.tasks;
begin
  if tg_op = 'UPDATE' then
    v_old := old;
  end if;
  if new.job_id is distinct from v_old.job_id and new.job_id is not null
      and not exists (select from public.jobs j where j.id = new.job_id)
    or new.order_id is distinct from v_old.order_id and new.order_id is not null
      and not exists (select from public.orders o where o.id = new.order_id)
    or new.delivery_id is distinct from v_old.delivery_id and new.delivery_id is not null
      and not exists (select from public.deliveries d where d.id = new.delivery_id)
    or new.related_quotation_id is distinct from v_old.related_quotation_id and new.related_quotation_id is not null
      and not exists (select from public.quotations q where q.id = new.related_quotation_id)
  then
    raise foreign_key_violation using message = 'The record of this task is not there, or not yours to see';
  end if;
  return new;
end $$;
comment on function private.check_task_record is 'Whoever says what a task is about sees that record.';

create function private.check_task_images() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_known constant text[] := case when tg_op = 'UPDATE' then old.images else '{}' end;
begin
  perform private.check_files(array(select name from unnest(new.images) as file (name) where name is null or name <> all (v_known)));
  return new;
end $$;

create function private.check_comment_attachments() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_known constant text[] := case when tg_op = 'UPDATE' then old.attachments else '{}' end;
begin
  perform private.check_files(array(select name from unnest(new.attachments) as file (name) where name is null or name <> all (v_known)));
  return new;
end $$;

create function private.leave_muted() returns trigger
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from public.task_mutes m where m.task_id = new.task_id and m.user_id = new.user_id) then
    return null;
  end if;
  return new;
end $$;
comment on function private.leave_muted is 'A reply notice of a task that its reader muted is not written.';

create function private.list_after(p_list anyarray, p_add anyarray, p_remove anyarray) returns anyarray
  language plpgsql immutable set search_path = ''
as $$
begin
  return array(
    select one.value from unnest(p_list || p_add) with ordinality as one (value, place)
     where array_position(p_remove, one.value) is null
     group by one.value order by min(one.place));
end $$;
comment on function private.list_after is 'A list, with some values added at the end and some removed, each once.';
grant execute on function private.list_after to authenticated;

create function public.change_task_files(p_task_id uuid, p_add text[], p_remove text[], p_names jsonb default '{}') returns text[]
  language plpgsql set search_path = ''
as $$
declare
  v_now text[];
begin
  update public.tasks t
     set images = private.list_after(t.images, p_add, p_remove), file_names = (t.file_names || p_names) - p_remove
   where t.id = p_task_id
  returning t.images into v_now;
  if not found then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_now;
end $$;
comment on function public.change_task_files is
  'Adds files to a task and removes some, atomically, by the rights of whoever calls. p_names: the own name of each by its path. '
  'Returns which it has afterwards.';
revoke execute on function public.change_task_files from public, anon;

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
grant execute on function private.tasks_of_file to authenticated;

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
revoke execute on function public.replace_task_description from public, anon;

-- Each caller says whom they add and whom they remove, so two people who choose assignees at once both succeed.
create function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) returns uuid[]
  language plpgsql set search_path = ''
as $$
declare
  v_now uuid[];
begin
  update public.tasks t
     set assignees = private.list_after(t.assignees, p_add, p_remove)
   where t.id = p_task_id
  returning t.assignees into v_now;
  if not found then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_now;
end $$;
comment on function public.change_task_assignees is
  'Adds and removes assignees, atomically, by the rights of whoever calls. Returns who is assigned afterwards.';
revoke execute on function public.change_task_assignees from public, anon;

-- Rows are locked in the order of their ids, so that two people who change the same tasks wait and do not block each other.
create function public.change_tasks(p_changes jsonb) returns table (id uuid, outcome text)
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_me constant uuid := auth.uid();
  v_edits constant boolean := private.can('tasks', 'edit');
begin
  if jsonb_typeof(p_changes) is distinct from 'array' or jsonb_array_length(p_changes) > 500 then
    raise exception using errcode = 'PT400', message = 'At most 500 tasks are changed at once';
  end if;
  perform from public.tasks t
    where t.id in (select (one ->> 'id')::uuid from jsonb_array_elements(p_changes) as one) order by t.id for no key update;
  return query
  with asked as (
    select distinct on (a.id) a.id, a.status, a.seen_status, coalesce(a.sets_due, false) as sets_due, a.due_at, a.seen_due_at,
           coalesce(a.add, '{}') as add, coalesce(a.remove, '{}') as remove
      from jsonb_to_recordset(p_changes) as a (id uuid, status text, seen_status text, sets_due boolean,
        due_at timestamptz, seen_due_at timestamptz, add uuid[], remove uuid[])
  ), seen as (
    select a.*, t.id as there, private.list_after(t.assignees, a.add, a.remove) as people,
           t.created_by is not distinct from v_me as is_mine, t.assignees as people_before,
           (a.status is null or t.status in (a.seen_status, a.status))
             and (not a.sets_due or t.due_at is not distinct from a.seen_due_at or t.due_at is not distinct from a.due_at) as is_fresh
      from asked a left join public.tasks t on t.id = a.id
  ), allowed as (
    select s.* from seen s
     where s.is_fresh and (s.is_mine or (cardinality(s.people_before) > 0 and cardinality(s.people) > 0
       and (v_edits or (s.people_before @> array[v_me] and s.people @> array[v_me]))))
  ), changed as (
    update public.tasks t
       set status = coalesce(w.status, t.status), due_at = case when w.sets_due then w.due_at else t.due_at end,
           assignees = w.people
      from allowed w where t.id = w.id
    returning t.id
  )
  select s.id, case when c.id is not null then 'changed' when s.there is null then 'gone'
                    when not s.is_fresh then 'meanwhile' else 'refused' end
    from seen s left join changed c on c.id = s.id;
end $$;
comment on function public.change_tasks is
  'Changes status, due date and assignees of up to 500 tasks, by the rights of the caller, in one statement. Says of each: '
  'changed, gone, meanwhile (somebody set another value than the caller saw) or refused (not theirs to change).';
revoke execute on function public.change_tasks from public, anon;

create function private.plain_words(p_html text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select replace(replace(replace(replace(regexp_replace(coalesce(p_html, ''), '<[^>]*>', ' ', 'g'),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')
$$;
comment on function private.plain_words is 'The text of HTML, without its tags and the pictures in them.';

create function private.gather_task_words(p_tasks uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.task_words as w (task_id, words)
  select t.id, private.folded(concat_ws(' ', t.title, left(private.plain_words(t.description), 50000),
           c.company, c.name, c.last_name, (
             select left(string_agg(private.plain_words(said.content), ' ' order by said.created_at desc), 100000)
               from public.task_comments said where said.task_id = t.id)))
    from public.tasks t left join public.contacts c on c.id = t.contact_id
   where t.id = any (p_tasks)
      on conflict (task_id) do update set words = excluded.words where w.words <> excluded.words;
end $$;
comment on function private.gather_task_words is 'Writes what these tasks are found by.';

create function private.follow_words_of_tasks() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.gather_task_words(array[new.id]);
  return null;
end $$;

create function private.follow_words_of_comments() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.gather_task_words(array(
      select distinct c.task_id from changed c join previous p on p.id = c.id where p.content is distinct from c.content));
  else
    perform private.gather_task_words(array(select distinct c.task_id from changed c));
  end if;
  return null;
end $$;
comment on function private.follow_words_of_comments is 'Gathers the words of each task once, however many of its comments a statement writes.';

create function private.follow_words_of_clients() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.gather_task_words(array(select t.id from public.tasks t where t.contact_id = new.id));
  return null;
end $$;

-- It runs as its owner: under the policies of tasks PostgreSQL would read every task before it looks at the words.
create function private.tasks_with(p_text text) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words constant text[] := private.patterns(p_text);
begin
  -- Two letters have no trigram: every text would be read.
  if char_length(v_words[1]) < 5 then
    return query select t.id from public.tasks t where t.search_text like all (v_words);
  else
    return query select w.task_id from private.task_words w where w.words like v_words[1] and w.words like all (v_words);
  end if;
end $$;
comment on function private.tasks_with is 'The tasks whose words hold every word of a text, whoever asks. Words of one or two letters alone are looked for in titles.';
grant execute on function private.tasks_with to authenticated;

create function public.tasks_named(p_text text) returns setof public.tasks
  language sql stable set search_path = ''
as $$
  select t.* from public.tasks t where t.id = any (array(select private.tasks_with(p_text)))
$$;
comment on function public.tasks_named is
  'Tasks whose title, description, client or comments hold every word of the text. The policies of tasks apply.';
revoke execute on function public.tasks_named from public, anon;

create function public.tasks_of_record(p_kind text, p_id uuid, p_text text default null) returns setof public.tasks
  language plpgsql stable set search_path = ''
as $$
declare
  v_found constant uuid[] := case when p_text is not null then array(select private.tasks_with(p_text)) end;
begin
  if p_kind = 'order' then
    return query select t.* from public.tasks t
      where (t.order_id = p_id
          or t.job_id = any (array(select j.id from public.jobs j where j.order_id = p_id))
          or t.delivery_id = any (array(select d.id from public.deliveries d where d.order_id = p_id)))
        and (v_found is null or t.id = any (v_found));
  elsif p_kind = 'job' then
    return query select t.* from public.tasks t where t.job_id = p_id and (v_found is null or t.id = any (v_found));
  elsif p_kind = 'delivery' then
    return query select t.* from public.tasks t where t.delivery_id = p_id and (v_found is null or t.id = any (v_found));
  elsif p_kind = 'quotation' then
    return query select t.* from public.tasks t
      where t.related_quotation_id = p_id and (v_found is null or t.id = any (v_found));
  end if;
end $$;
comment on function public.tasks_of_record is
  'The tasks about a job, order, delivery or quotation; of an order also those about its jobs and deliveries. With a text only '
  'those that hold every word of it. The policies of tasks apply.';
revoke execute on function public.tasks_of_record from public, anon;

create function private.keep_deleted_task() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.deleted_tasks as d (id, deleted_by, task, comments, marks, replies)
  values (old.id, auth.uid(), to_jsonb(old),
    (select coalesce(jsonb_agg(c), '[]') from public.task_comments c where c.task_id = old.id),
    (select coalesce(jsonb_agg(r), '[]') from public.task_ready r where r.task_id = old.id),
    (select coalesce(jsonb_agg(n), '[]') from public.task_reply_notifications n where n.task_id = old.id))
      on conflict (id) do update set deleted_by = excluded.deleted_by, deleted_at = now(), task = excluded.task,
        comments = excluded.comments, marks = excluded.marks, replies = excluded.replies;
  return old;
end $$;
comment on function private.keep_deleted_task is 'Keeps a task that a person deletes, with what goes with it.';

create function private.put_back(p_table regclass, p_rows jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  v_columns constant text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
     where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '');
begin
  execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)', p_table, v_columns) using p_rows;
end $$;
comment on function private.put_back is 'Inserts rows as to_jsonb wrote them, with every column that is not computed.';

create function private.restore_task(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept private.deleted_tasks;
begin
  perform private.must('tasks', 'view', 'see tasks');
  delete from private.deleted_tasks d
   where d.id = p_id and d.deleted_by = auth.uid() and d.deleted_at > now() - interval '1 hour' returning * into v_kept;
  if v_kept.id is null then
    if exists (select from public.tasks t where t.id = p_id and (t.created_by = auth.uid() or cardinality(t.assignees) > 0)) then
      return;
    end if;
    perform private.refuse('PT404', 'This task can no longer be brought back');
  end if;
  perform private.put_back('public.tasks', jsonb_build_array(v_kept.task || jsonb_build_object(
    'created_by', (select u.id from auth.users u where u.id = (v_kept.task ->> 'created_by')::uuid),
    'contact_id', (select c.id from public.contacts c where c.id = (v_kept.task ->> 'contact_id')::uuid),
    'location_id', (select l.id from public.locations l where l.id = (v_kept.task ->> 'location_id')::uuid),
    'related_quotation_id', (select q.id from public.quotations q where q.id = (v_kept.task ->> 'related_quotation_id')::uuid),
    'job_id', (select j.id from public.jobs j where j.id = (v_kept.task ->> 'job_id')::uuid),
    'order_id', (select o.id from public.orders o where o.id = (v_kept.task ->> 'order_id')::uuid),
    'delivery_id', (select d.id from public.deliveries d where d.id = (v_kept.task ->> 'delivery_id')::uuid))));
  perform private.put_back('public.task_comments', v_kept.comments);
  perform private.put_back('public.task_ready', v_kept.marks);
  perform private.put_back('public.task_reply_notifications', v_kept.replies);
end $$;
comment on function private.restore_task is
  'Brings back a task that the caller deleted within the last hour, with its comments, ready marks and notices. May be called twice.';
call private.offer('private.restore_task(uuid)');

create function private.forget_deleted_tasks() returns void
  language sql security definer set search_path = ''
as $$ delete from private.deleted_tasks where deleted_at < now() - interval '1 day' $$;
comment on function private.forget_deleted_tasks is 'Forgets the deleted tasks that nobody can bring back any more.';

create function private.send_due_reminders(p_now timestamptz default now()) returns integer
  language sql security definer set search_path = ''
as $$
  with due as (
    select t.id, t.title, t.due_at, member.user_id
      from public.tasks t
      cross join lateral unnest(
        case when cardinality(t.assignees) > 0 then t.assignees else array[t.created_by] end) as member (user_id)
     where t.due_at between p_now - interval '2 days' and p_now + make_interval(hours => t.reminder_hours)
       and t.due_at < p_now + interval '31 days'
       and t.status <> 'completed'
  ), reminded as (
    insert into private.task_reminders (task_id, user_id, due_on)
    select due.id, due.user_id, (due.due_at at time zone 'UTC')::date
      from due join auth.users u on u.id = due.user_id
    on conflict do nothing
    returning task_id, user_id
  ), told as (
    insert into public.notifications (user_id, type, title, message, metadata)
    select reminded.user_id, 'task_assigned',
           case when due.due_at < p_now then 'Task overdue' else 'Task due' end, due.title,
           jsonb_build_object('task_id', due.id, 'due_at', due.due_at)
      from reminded join due on due.id = reminded.task_id and due.user_id = reminded.user_id
    returning 1
  )
  select count(*)::integer from told
$$;
comment on function private.send_due_reminders is
  'Reminds the assignees of each open task whose reminder has come, or its creator when it is private: once a due date. '
  'Safe to run at any time and as often as wanted. Returns how many were reminded.';

create function private.reminder_time(p_from date, p_days integer) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (p_from + p_days + time '09:00') at time zone coalesce((select time_zone from public.company_settings), 'UTC');
end $$;
comment on function private.reminder_time is 'Nine in the morning where the company is, so many days after a day.';

create function private.plan_mark(p_task public.tasks) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_task.due_at)::text) $$;

create function public.reschedule_task(p_id uuid, p_mark text, p_due_at timestamptz default null) returns void
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_task public.tasks;
begin
  select * into v_task from public.tasks t where t.id = p_id;
  if v_task.id is null then
    raise exception using errcode = 'PT404', message = 'This task is not there any more';
  elsif v_task.due_at is not distinct from p_due_at then
    return;
  elsif private.plan_mark(v_task) is distinct from p_mark then
    raise exception using errcode = 'PT409', message = format('Somebody else changed this meanwhile: it is due %s',
      coalesce(to_char(v_task.due_at at time zone coalesce((select c.time_zone from public.company_settings c), 'UTC'),
        'Dy FMDD Mon YYYY, HH24:MI'), 'on no day'));
  end if;
  update public.tasks set due_at = p_due_at where id = p_id and due_at is not distinct from v_task.due_at;
  if found then
    return;
  elsif exists (select from public.tasks t where t.id = p_id and t.due_at is distinct from v_task.due_at) then
    raise exception using errcode = 'PT409', message = 'Somebody else changed this meanwhile';
  end if;
  raise exception using errcode = '42501', message = 'You may not change this task';
end $$;
comment on function public.reschedule_task is
  'Gives a task another due date, or none, by the rights of the caller. p_mark is what they saw of it: PT409 where somebody moved it meanwhile.';
revoke execute on function public.reschedule_task from public, anon;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger check_assignees_insert before insert on public.tasks
  for each row when (cardinality(new.assignees) > 0) execute function private.check_assignees();
create trigger check_assignees_update before update of assignees on public.tasks
  for each row when (new.assignees is distinct from old.assignees) execute function private.check_assignees();
create trigger check_task_links before insert or update of contact_id, location_id on public.tasks
  for each row when (current_user in ('anon', 'authenticated')) execute function private.check_task_links();
create trigger check_task_record before insert or update of job_id, order_id, delivery_id, related_quotation_id on public.tasks
  for each row when (current_user in ('anon', 'authenticated')
    and num_nonnulls(new.job_id, new.order_id, new.delivery_id, new.related_quotation_id) > 0)
  execute function private.check_task_record();
create trigger check_task_images before insert or update of images on public.tasks
  for each row when (current_user in ('anon', 'authenticated') and cardinality(new.images) > 0)
  execute function private.check_task_images();
create trigger ask_first before insert on public.tasks for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('tasks:create');
create trigger follow_words_of_tasks after insert or update of title, description, contact_id on public.tasks
  for each row execute function private.follow_words_of_tasks();
create trigger tell_assignees_insert after insert on public.tasks referencing new table as changed
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.tell_assignees();
create trigger tell_assignees_update after update on public.tasks referencing old table as previous new table as changed
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.tell_assignees();
create trigger keep_deleted_task before delete on public.tasks
  for each row when (current_user in ('anon', 'authenticated')) execute function private.keep_deleted_task();

call private.after_each_statement('public.task_comments', 'follow_words', 'private.follow_words_of_comments()');
create trigger check_comment_attachments before insert or update of attachments on public.task_comments
  for each row when (current_user in ('anon', 'authenticated') and cardinality(new.attachments) > 0)
  execute function private.check_comment_attachments();
create trigger ask_first before insert on public.task_comments for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');

create trigger stamp_edited_at before update on public.task_comments
  for each row when ((new.content, new.attachments) is distinct from (old.content, old.attachments))
  execute function private.stamp_edited_at();

create trigger ask_first before insert on public.task_mutes for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');

create trigger pin before update on public.task_ready
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('task_id', 'user_id');
create trigger stamp_updated_at before insert or update on public.task_ready
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_updated_at();
create trigger ask_first before insert on public.task_ready for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');

-- --------------------------------------------------------------------------------------------------------- who is told

-- No insert: nobody listens to a task that is only being made.
call private.after_each_statement('public.tasks', 'nudge_task', $$private.nudge_owners('task:', 'id', 'id')$$,
  '{update,delete}');
call private.after_each_statement('public.tasks', 'nudge_page', $$private.nudge_task_list()$$);

call private.after_each_statement('public.task_comments', 'nudge_task', $$private.nudge_owners('task:', 'task_id', 'id')$$);
call private.after_each_statement('public.task_comments', 'nudge_page', $$private.nudge_comment_news()$$,
  '{insert,delete}');

call private.after_each_statement('public.task_ready', 'nudge_task', $$private.nudge_owners('task:', 'task_id', 'user_id')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds
  (kind, table_name, position, label, detail, page, searched, searched_if, best_first, contact, status, recent_if)
values
  ('task',
   'public.tasks',
   20,
   'r.title',
   'r.status',
   'tasks',
   'r.title',
   '(r.created_by = auth.uid() or cardinality(r.assignees) > 0)',
   $$r.status = 'completed', r.created_at desc$$,
   'contact_id',
   'r.status',
   'true');

insert into private.record_events
  (event, table_name, kind, id, title, actor, recent_if)
values
  ('comment',
   'public.task_comments',
   $$'comment'::text$$,
   'r.task_id',
   '(select t.title from public.tasks t where t.id = r.task_id)',
   'r.user_id',
   'true');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('task-images', 'task-images', false, 52428800, null)
on conflict (id) do nothing;

-- ------------------------------------------------------------------------------------------------------------ at times

insert into private.schedules (name, runs_at, statement) values
  ('send-due-reminders', '*/5 * * * *', 'select private.send_due_reminders()'),
  ('forget-deleted-tasks', '37 * * * *', 'select private.forget_deleted_tasks()');
