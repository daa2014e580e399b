-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.task_reminders (
  task_id uuid not null,
  user_id uuid not null,
  due_on date not null,
  constraint task_reminders_pkey PRIMARY KEY (task_id, user_id, due_on),
  constraint task_reminders_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE,
  constraint task_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.task_reminders enable row level security;
CREATE INDEX task_reminders_user_id_idx ON private.task_reminders USING btree (user_id);
comment on table private.task_reminders is 'Who was reminded of which due date: once each, also when the date moves away and back.';

create table public.task_comments (
  id uuid not null default gen_random_uuid(),
  task_id uuid not null,
  user_id uuid default auth.uid(),
  content text not null default ''::text,
  attachments text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  constraint task_comments_pkey PRIMARY KEY (id),
  constraint task_comments_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE,
  constraint task_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint task_comments_attachments_count CHECK (cardinality(attachments) <= 100),
  constraint task_comments_attachments_is_a_list CHECK (array_ndims(attachments) = 1),
  constraint task_comments_content_length CHECK (octet_length(content) <= 1048576),
  constraint task_comments_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint task_comments_say_something CHECK (btrim(content) <> ''::text OR cardinality(attachments) > 0)
);
alter table public.task_comments enable row level security;
CREATE INDEX task_comments_attachments_idx ON public.task_comments USING gin (attachments) WITH (fastupdate=off);
CREATE INDEX task_comments_created_at_idx ON public.task_comments USING btree (created_at DESC);
CREATE INDEX task_comments_task_id_created_at_idx ON public.task_comments USING btree (task_id, created_at);
CREATE INDEX task_comments_user_id_idx ON public.task_comments USING btree (user_id);
grant insert, select on public.task_comments to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.task_comments to service_role;
create policy "whoever sees a task comments on it" on public.task_comments for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT true
   FROM public.tasks t
  WHERE t.id = task_comments.task_id));
create policy "whoever sees a task reads its comments" on public.task_comments for select to authenticated
  using (( SELECT true
   FROM public.tasks t
  WHERE t.id = task_comments.task_id));
CREATE TRIGGER ask_first BEFORE INSERT ON public.task_comments FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role staff');
CREATE TRIGGER check_comment_attachments BEFORE INSERT ON public.task_comments FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND cardinality(new.attachments) > 0) EXECUTE FUNCTION private.check_comment_attachments();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.task_comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_comment_news();
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.task_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_comment_news();
CREATE TRIGGER nudge_task_delete AFTER DELETE ON public.task_comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('task:', 'task_id', 'id');
CREATE TRIGGER nudge_task_insert AFTER INSERT ON public.task_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('task:', 'task_id', 'id');
CREATE TRIGGER nudge_task_update AFTER UPDATE ON public.task_comments REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('task:', 'task_id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.task_comments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.task_comments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.task_comments is 'What was said about a task.';

create table public.task_ready (
  task_id uuid not null,
  user_id uuid not null default auth.uid(),
  ready boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint task_ready_pkey PRIMARY KEY (task_id, user_id),
  constraint task_ready_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE,
  constraint task_ready_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint task_ready_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.task_ready enable row level security;
CREATE INDEX task_ready_user_id_idx ON public.task_ready USING btree (user_id);
grant insert, select, update on public.task_ready to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.task_ready to service_role;
create policy "creators and assignees mark themselves ready" on public.task_ready for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT t.created_by = (( SELECT auth.uid() AS uid)) OR t.assignees @> ARRAY[( SELECT auth.uid() AS uid)]
   FROM public.tasks t
  WHERE t.id = task_ready.task_id));
create policy "whoever sees a task sees who is ready" on public.task_ready for select to authenticated
  using (( SELECT true
   FROM public.tasks t
  WHERE t.id = task_ready.task_id));
create policy "creators and assignees change their mark" on public.task_ready for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT t.created_by = (( SELECT auth.uid() AS uid)) OR t.assignees @> ARRAY[( SELECT auth.uid() AS uid)]
   FROM public.tasks t
  WHERE t.id = task_ready.task_id))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT t.created_by = (( SELECT auth.uid() AS uid)) OR t.assignees @> ARRAY[( SELECT auth.uid() AS uid)]
   FROM public.tasks t
  WHERE t.id = task_ready.task_id));
CREATE TRIGGER ask_first BEFORE INSERT ON public.task_ready FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role staff');
CREATE TRIGGER nudge_task_delete AFTER DELETE ON public.task_ready REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('task:', 'task_id', 'user_id');
CREATE TRIGGER nudge_task_insert AFTER INSERT ON public.task_ready REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('task:', 'task_id', 'user_id');
CREATE TRIGGER nudge_task_update AFTER UPDATE ON public.task_ready REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('task:', 'task_id', 'user_id');
CREATE TRIGGER pin BEFORE UPDATE ON public.task_ready FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('task_id', 'user_id');
CREATE TRIGGER stamp_updated_at BEFORE INSERT OR UPDATE ON public.task_ready FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_updated_at();
comment on table public.task_ready is 'Who is ready with a task.';

create table public.tasks (
  id uuid not null default gen_random_uuid(),
  title text not null,
  description text,
  status text not null default 'pending'::text,
  created_by uuid default auth.uid(),
  assignees uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null default now(),
  images text[] not null default '{}'::text[],
  contact_id uuid,
  location_id uuid,
  related_quotation_id uuid,
  due_at timestamp with time zone,
  reminder_hours smallint default 18,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE SET NULL,
  constraint tasks_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint tasks_location_id_fkey FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE SET NULL,
  constraint tasks_related_quotation_id_fkey FOREIGN KEY (related_quotation_id) REFERENCES public.quotations(id) ON DELETE SET NULL,
  constraint tasks_assignees_count CHECK (cardinality(assignees) <= 200),
  constraint tasks_assignees_is_a_list CHECK (array_ndims(assignees) = 1),
  constraint tasks_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint tasks_description_length CHECK (octet_length(description) <= 1048576),
  constraint tasks_due_at_is_in_reach CHECK (due_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND due_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint tasks_images_count CHECK (cardinality(images) <= 100),
  constraint tasks_images_is_a_list CHECK (array_ndims(images) = 1),
  constraint tasks_reminder_hours_range CHECK (reminder_hours >= 0 AND reminder_hours <= 720),
  constraint tasks_status_length CHECK (char_length(status) >= 1 AND char_length(status) <= 50),
  constraint tasks_title_length CHECK (char_length(btrim(title)) >= 1 AND char_length(title) <= 500)
);
alter table public.tasks enable row level security;
CREATE INDEX tasks_assignees_idx ON public.tasks USING gin (assignees);
CREATE INDEX tasks_contact_id_idx ON public.tasks USING btree (contact_id);
CREATE INDEX tasks_created_at_idx ON public.tasks USING btree (created_at DESC);
CREATE INDEX tasks_created_by_idx ON public.tasks USING btree (created_by);
CREATE INDEX tasks_due_at_idx ON public.tasks USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tasks_folded_title_idx ON public.tasks USING gin (private.folded(title) extensions.gin_trgm_ops);
CREATE INDEX tasks_images_idx ON public.tasks USING gin (images) WITH (fastupdate=off);
CREATE INDEX tasks_location_id_idx ON public.tasks USING btree (location_id);
CREATE INDEX tasks_related_quotation_id_idx ON public.tasks USING btree (related_quotation_id);
CREATE INDEX tasks_status_created_at_idx ON public.tasks USING btree (status, created_at DESC);
CREATE INDEX tasks_title_idx ON public.tasks USING gin (title extensions.gin_trgm_ops);
grant delete, insert, select, update on public.tasks to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.tasks to service_role;
create policy "staff add tasks of their own" on public.tasks for insert to authenticated
  with check (( SELECT private.can('tasks'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "creators remove their tasks, admins shared ones" on public.tasks for delete to authenticated
  using (( SELECT private.can('tasks'::text, 'delete'::text) AS can) AND (created_by = (( SELECT auth.uid() AS uid)) OR cardinality(assignees) > 0 AND (( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role));
create policy "staff read shared tasks and their own" on public.tasks for select to authenticated
  using (( SELECT private.can('tasks'::text, 'view'::text) AS can) AND (created_by = (( SELECT auth.uid() AS uid)) OR cardinality(assignees) > 0));
create policy "creators, assignees and editors change tasks" on public.tasks for update to authenticated
  using (( SELECT private.can('tasks'::text, 'view'::text) AS can) AND (created_by = (( SELECT auth.uid() AS uid)) OR cardinality(assignees) > 0 AND (assignees @> ARRAY[( SELECT auth.uid() AS uid)] OR ( SELECT private.can('tasks'::text, 'edit'::text) AS can))))
  with check (( SELECT private.can('tasks'::text, 'view'::text) AS can) AND (created_by = (( SELECT auth.uid() AS uid)) OR cardinality(assignees) > 0 AND (assignees @> ARRAY[( SELECT auth.uid() AS uid)] OR ( SELECT private.can('tasks'::text, 'edit'::text) AS can))));
CREATE TRIGGER ask_first BEFORE INSERT ON public.tasks FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('tasks:create');
CREATE TRIGGER check_assignees_insert BEFORE INSERT ON public.tasks FOR EACH ROW WHEN (cardinality(new.assignees) > 0) EXECUTE FUNCTION private.check_assignees();
CREATE TRIGGER check_assignees_update BEFORE UPDATE OF assignees ON public.tasks FOR EACH ROW WHEN (new.assignees IS DISTINCT FROM old.assignees) EXECUTE FUNCTION private.check_assignees();
CREATE TRIGGER check_task_images BEFORE INSERT OR UPDATE OF images ON public.tasks FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND cardinality(new.images) > 0) EXECUTE FUNCTION private.check_task_images();
CREATE TRIGGER check_task_links BEFORE INSERT OR UPDATE OF contact_id, location_id ON public.tasks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_task_links();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.tasks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_task_list();
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.tasks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_task_list();
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.tasks REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_task_list();
CREATE TRIGGER nudge_task_delete AFTER DELETE ON public.tasks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('task:', 'id', 'id');
CREATE TRIGGER nudge_task_update AFTER UPDATE ON public.tasks REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('task:', 'id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.tasks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.tasks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.tasks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.tasks is 'Something to do. Without assignees it is private to its creator.';
comment on column public.tasks.due_at is 'When the task should be done; null for whenever. Ours, not of the specification. Whoever may change the task sets it.';
comment on column public.tasks.reminder_hours is 'How long before it is due the task reminds its people; null for never. Ours, not of the specification.';
comment on column public.tasks.status is 'completed, in_progress, pending; any other word is neutral (spec 2 §4).';

CREATE OR REPLACE FUNCTION private.check_assignees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.check_assignees() is 'Whoever joins a task has a role and is no client (spec 2 §5); somebody named twice is assigned once.';

CREATE OR REPLACE FUNCTION private.check_comment_attachments()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.check_files(new.attachments);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.check_files(p_names text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.check_files(p_names text[]) to authenticated;

CREATE OR REPLACE FUNCTION private.check_task_images()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_known constant text[] := case when tg_op = 'UPDATE' then old.images else '{}' end;
begin
  perform private.check_files(array(select name from unnest(new.images) as file (name) where name is null or name <> all (v_known)));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.check_task_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.location_id is not null and not exists (
    select 1 from public.locations l where l.id = new.location_id and l.business_id = new.contact_id)
  then
    raise check_violation using message = 'The location does not belong to the contact';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.nudge_comment_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from changed where (select cardinality(t.assignees) > 0 from public.tasks t where t.id = changed.task_id)
  ) then
    perform private.nudge('page:tasks', tg_table_name, tg_op, null);
  end if;
  return null;
end $function$;
comment on function private.nudge_comment_news() is 'Tells the page of tasks of comments on shared tasks.';

CREATE OR REPLACE FUNCTION private.nudge_task_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.tasks_of_file(p_name text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select t.id from public.tasks t where t.images @> array[p_name]
  union all
  select c.task_id from public.task_comments c where c.attachments @> array[p_name]
$function$;
grant execute on function private.tasks_of_file(p_name text) to authenticated;
comment on function private.tasks_of_file(p_name text) is 'The tasks that name a file, themselves or in a comment, whoever asks.';

CREATE OR REPLACE FUNCTION public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_now uuid[];
begin
  update public.tasks t
     set assignees = array(
           select person.id from unnest(t.assignees || p_add) with ordinality as person (id, place)
            where array_position(p_remove, person.id) is null
            group by person.id order by min(person.place))
   where t.id = p_task_id
  returning t.assignees into v_now;
  if not found then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_now;
end $function$;
grant execute on function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) to authenticated;
grant execute on function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) to service_role;
comment on function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) is 'Adds and removes assignees, atomically, by the rights of whoever calls. Returns who is assigned afterwards.';

CREATE OR REPLACE FUNCTION public.replace_task_description(p_task_id uuid, p_expected text, p_description text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.replace_task_description(p_task_id uuid, p_expected text, p_description text) to authenticated;
grant execute on function public.replace_task_description(p_task_id uuid, p_expected text, p_description text) to service_role;
comment on function public.replace_task_description(p_task_id uuid, p_expected text, p_description text) is 'Compare and set. Returns the description as it now stands: the new one, or what somebody else saved meanwhile.';
