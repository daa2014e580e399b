-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.delivery_notifications (
  id uuid not null default gen_random_uuid(),
  notified_user_id uuid not null,
  delivery_id uuid not null,
  project_title text not null,
  message text not null default ''::text,
  is_read boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint delivery_notifications_pkey PRIMARY KEY (id),
  constraint delivery_notifications_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.deliveries(id) ON DELETE CASCADE,
  constraint delivery_notifications_notified_user_id_fkey FOREIGN KEY (notified_user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint delivery_notifications_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint delivery_notifications_message_length CHECK (char_length(message) <= 5000),
  constraint delivery_notifications_project_title_length CHECK (char_length(project_title) <= 500)
);
alter table public.delivery_notifications enable row level security;
CREATE INDEX delivery_notifications_delivery_id_idx ON public.delivery_notifications USING btree (delivery_id);
CREATE INDEX delivery_notifications_unread_idx ON public.delivery_notifications USING btree (notified_user_id) WHERE NOT is_read;
CREATE INDEX delivery_notifications_user_idx ON public.delivery_notifications USING btree (notified_user_id, created_at DESC);
grant select, update on public.delivery_notifications to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.delivery_notifications to service_role;
create policy "people read their delivery notices" on public.delivery_notifications for select to authenticated
  using (notified_user_id = (( SELECT auth.uid() AS uid)));
create policy "people mark their delivery notices" on public.delivery_notifications for update to authenticated
  using (notified_user_id = (( SELECT auth.uid() AS uid)))
  with check (notified_user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.delivery_notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'notified_user_id', 'id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.delivery_notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'notified_user_id', 'id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.delivery_notifications REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'notified_user_id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.delivery_notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin_all_but('is_read');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.delivery_notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.delivery_notifications is 'A delivery moved.';

create table public.mockup_notifications (
  id uuid not null default gen_random_uuid(),
  notified_user_id uuid not null,
  job_id uuid not null,
  is_read boolean not null default false,
  action_type text not null,
  action_by text,
  file_name text,
  message text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  public_uuid uuid,
  constraint mockup_notifications_pkey PRIMARY KEY (id),
  constraint mockup_notifications_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE,
  constraint mockup_notifications_notified_user_id_fkey FOREIGN KEY (notified_user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mockup_notifications_action_by_length CHECK (char_length(action_by) <= 200),
  constraint mockup_notifications_action_is_known CHECK (action_type = ANY (ARRAY['comment'::text, 'status_change'::text, 'approval_request'::text, 'approved'::text, 'rejected'::text, 'revision_requested'::text])),
  constraint mockup_notifications_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint mockup_notifications_file_name_length CHECK (char_length(file_name) <= 255),
  constraint mockup_notifications_message_length CHECK (char_length(message) <= 5000)
);
alter table public.mockup_notifications enable row level security;
CREATE INDEX mockup_notifications_job_id_idx ON public.mockup_notifications USING btree (job_id);
CREATE INDEX mockup_notifications_unread_idx ON public.mockup_notifications USING btree (notified_user_id) WHERE NOT is_read;
CREATE INDEX mockup_notifications_user_idx ON public.mockup_notifications USING btree (notified_user_id, created_at DESC);
grant select, update on public.mockup_notifications to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.mockup_notifications to service_role;
create policy "people read their mockup notices" on public.mockup_notifications for select to authenticated
  using (notified_user_id = (( SELECT auth.uid() AS uid)));
create policy "people mark their mockup notices" on public.mockup_notifications for update to authenticated
  using (notified_user_id = (( SELECT auth.uid() AS uid)))
  with check (notified_user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER address_mockup_notice BEFORE INSERT OR UPDATE OF job_id ON public.mockup_notifications FOR EACH ROW EXECUTE FUNCTION private.address_mockup_notice();
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.mockup_notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'notified_user_id', 'id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.mockup_notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'notified_user_id', 'id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.mockup_notifications REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'notified_user_id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.mockup_notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin_all_but('is_read');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.mockup_notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.mockup_notifications is 'Something happened to a mockup of a job.';
comment on column public.mockup_notifications.action_by is 'A name: who acts on a mockup may have no account.';
comment on column public.mockup_notifications.public_uuid is 'Ours: public_uuid of the quotation of the job, kept by triggers; null while the job has no quotation.';

create table public.notifications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  type text not null,
  title text not null,
  message text not null default ''::text,
  metadata jsonb not null default '{}'::jsonb,
  quotation_id uuid,
  data jsonb,
  is_read boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE SET NULL,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint notifications_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint notifications_data_is_an_object CHECK (jsonb_typeof(data) = 'object'::text AND octet_length(data::text) <= 10000),
  constraint notifications_message_length CHECK (char_length(message) <= 5000),
  constraint notifications_metadata_is_an_object CHECK (jsonb_typeof(metadata) = 'object'::text AND octet_length(metadata::text) <= 10000),
  constraint notifications_title_length CHECK (char_length(title) >= 1 AND char_length(title) <= 1000),
  constraint notifications_type_is_known CHECK (type = ANY (ARRAY['task_assigned'::text, 'task_mentioned'::text, 'logistics_update'::text]))
);
alter table public.notifications enable row level security;
CREATE INDEX notifications_quotation_id_idx ON public.notifications USING btree (quotation_id);
CREATE INDEX notifications_sender_idx ON public.notifications USING btree ((metadata ->> 'created_by'::text), created_at);
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_id, type) WHERE NOT is_read;
CREATE INDEX notifications_user_id_created_at_idx ON public.notifications USING btree (user_id, created_at DESC);
grant insert, select, update on public.notifications to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.notifications to service_role;
create policy "members of a task notify its assignees" on public.notifications for insert to authenticated
  with check ((type = ANY (ARRAY['task_assigned'::text, 'task_mentioned'::text])) AND NOT is_read AND quotation_id IS NULL AND data IS NULL AND (metadata ->> 'created_by'::text) = ((( SELECT auth.uid() AS uid))::text) AND ( SELECT ( SELECT t.assignees @> ARRAY[notifications.user_id] AND (t.created_by = (( SELECT auth.uid() AS uid)) OR t.assignees @> ARRAY[( SELECT auth.uid() AS uid)])
           FROM public.tasks t
          WHERE t.id = about.id)
   FROM ( SELECT private.uuid_or_null(notifications.metadata ->> 'task_id'::text) AS id
         OFFSET 0) about));
create policy "people read their notices" on public.notifications for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy "people mark their notices" on public.notifications for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER ask_first BEFORE INSERT ON public.notifications FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role staff');
CREATE TRIGGER limit_notices AFTER INSERT ON public.notifications FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.limit_notices();
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.notifications REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin_all_but('is_read');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.notifications is 'Assignments, mentions and logistics.';
comment on column public.notifications.metadata is 'task_id and created_by (spec 2 §3).';

create table public.partial_delivery_notifications (
  id uuid not null default gen_random_uuid(),
  notified_user_id uuid not null,
  partial_delivery_id uuid not null,
  project_title text not null,
  message text not null default ''::text,
  is_read boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint partial_delivery_notifications_pkey PRIMARY KEY (id),
  constraint partial_delivery_notifications_notified_user_id_fkey FOREIGN KEY (notified_user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint partial_delivery_notifications_partial_delivery_id_fkey FOREIGN KEY (partial_delivery_id) REFERENCES public.partial_deliveries(id) ON DELETE CASCADE,
  constraint partial_delivery_notifications_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint partial_delivery_notifications_message_length CHECK (char_length(message) <= 5000),
  constraint partial_delivery_notifications_project_title_length CHECK (char_length(project_title) <= 500)
);
alter table public.partial_delivery_notifications enable row level security;
CREATE INDEX partial_delivery_notifications_partial_delivery_id_idx ON public.partial_delivery_notifications USING btree (partial_delivery_id);
CREATE INDEX partial_delivery_notifications_unread_idx ON public.partial_delivery_notifications USING btree (notified_user_id) WHERE NOT is_read;
CREATE INDEX partial_delivery_notifications_user_idx ON public.partial_delivery_notifications USING btree (notified_user_id, created_at DESC);
grant select, update on public.partial_delivery_notifications to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.partial_delivery_notifications to service_role;
create policy "people read their partial delivery notices" on public.partial_delivery_notifications for select to authenticated
  using (notified_user_id = (( SELECT auth.uid() AS uid)));
create policy "people mark their partial delivery notices" on public.partial_delivery_notifications for update to authenticated
  using (notified_user_id = (( SELECT auth.uid() AS uid)))
  with check (notified_user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.partial_delivery_notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'notified_user_id', 'id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.partial_delivery_notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'notified_user_id', 'id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.partial_delivery_notifications REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'notified_user_id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.partial_delivery_notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin_all_but('is_read');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.partial_delivery_notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.partial_delivery_notifications is 'One drop of a delivery moved.';

create table public.task_reply_notifications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  task_id uuid not null,
  commenter_id uuid not null default auth.uid(),
  comment_id uuid not null,
  task_title text not null,
  message text not null default ''::text,
  is_read boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint task_reply_notifications_pkey PRIMARY KEY (id),
  constraint task_reply_notifications_user_id_comment_id_key UNIQUE (user_id, comment_id),
  constraint task_reply_notifications_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES public.task_comments(id) ON DELETE CASCADE,
  constraint task_reply_notifications_commenter_id_fkey FOREIGN KEY (commenter_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint task_reply_notifications_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE,
  constraint task_reply_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint task_reply_notifications_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint task_reply_notifications_message_length CHECK (char_length(message) <= 5000),
  constraint task_reply_notifications_task_title_length CHECK (char_length(task_title) <= 500)
);
alter table public.task_reply_notifications enable row level security;
CREATE INDEX task_reply_notifications_comment_id_idx ON public.task_reply_notifications USING btree (comment_id);
CREATE INDEX task_reply_notifications_commenter_id_created_at_idx ON public.task_reply_notifications USING btree (commenter_id, created_at);
CREATE INDEX task_reply_notifications_task_id_idx ON public.task_reply_notifications USING btree (task_id);
CREATE INDEX task_reply_notifications_unread_idx ON public.task_reply_notifications USING btree (user_id, task_id) WHERE NOT is_read;
CREATE INDEX task_reply_notifications_user_id_created_at_idx ON public.task_reply_notifications USING btree (user_id, created_at DESC);
grant insert, select, update on public.task_reply_notifications to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.task_reply_notifications to service_role;
create policy "authors of a comment notify the members of its task" on public.task_reply_notifications for insert to authenticated
  with check (commenter_id = (( SELECT auth.uid() AS uid)) AND NOT is_read AND ( SELECT c.user_id = (( SELECT auth.uid() AS uid)) AND c.task_id = task_reply_notifications.task_id
   FROM public.task_comments c
  WHERE c.id = task_reply_notifications.comment_id) AND ( SELECT t.created_by = task_reply_notifications.user_id OR t.assignees @> ARRAY[task_reply_notifications.user_id]
   FROM public.tasks t
  WHERE t.id = task_reply_notifications.task_id));
create policy "people read their reply notices" on public.task_reply_notifications for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy "people mark their reply notices" on public.task_reply_notifications for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER ask_first BEFORE INSERT ON public.task_reply_notifications FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role staff');
CREATE TRIGGER limit_notices AFTER INSERT ON public.task_reply_notifications FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.limit_notices();
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.task_reply_notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.task_reply_notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.task_reply_notifications REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.task_reply_notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin_all_but('is_read');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.task_reply_notifications FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.task_reply_notifications is 'Somebody commented on a task: one notice a person and comment.';

CREATE OR REPLACE FUNCTION private.address_mockup_notice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.public_uuid := private.mockup_uuid(new.job_id);
  return new;
end $function$;
comment on function private.address_mockup_notice() is 'A new notice knows where its mockup is shown.';

CREATE OR REPLACE FUNCTION private.limit_notices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.limit_notices() is 'A sender has 200 notices a minute. The lock keeps parallel requests from counting past each other.';

CREATE OR REPLACE FUNCTION private.mockup_uuid(p_job uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.public_uuid from public.jobs j join public.quotations q on q.id = j.quotation_id where j.id = p_job
$function$;
comment on function private.mockup_uuid(p_job uuid) is 'The uuid under which the mockup of a job is shown; null without a quotation.';

CREATE OR REPLACE FUNCTION private.readdress_notices_of_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.mockup_notifications set public_uuid = private.mockup_uuid(new.id) where job_id = new.id;
  return null;
end $function$;
comment on function private.readdress_notices_of_job() is 'A job that moves to another quotation takes its notices along.';

CREATE OR REPLACE FUNCTION private.readdress_notices_of_quotation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.mockup_notifications set public_uuid = new.public_uuid
   where job_id in (select j.id from public.jobs j where j.quotation_id = new.id);
  return null;
end $function$;
comment on function private.readdress_notices_of_quotation() is 'A new link replaces the old one in notices too.';

CREATE OR REPLACE FUNCTION private.send_due_reminders(p_now timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.send_due_reminders(p_now timestamp with time zone) is 'Reminds the assignees of each open task whose reminder has come, or its creator when it is private: once a due date. Safe to run at any time and as often as wanted. Returns how many were reminded.';

CREATE OR REPLACE FUNCTION public.mark_notices_read(p_until timestamp with time zone, p_source text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_me constant uuid := auth.uid();
  v_marked integer := 0;
  v_here integer;
begin
  if p_source not in ('task_reply_notifications', 'mockup_notifications', 'delivery_notifications',
    'partial_delivery_notifications', 'notifications') then
    raise exception 'There is no source of notifications called %', p_source using errcode = '22023';
  end if;
  if coalesce(p_source, 'task_reply_notifications') = 'task_reply_notifications' then
    update public.task_reply_notifications set is_read = true
     where user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'mockup_notifications') = 'mockup_notifications' then
    update public.mockup_notifications set is_read = true
     where notified_user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'delivery_notifications') = 'delivery_notifications' then
    update public.delivery_notifications set is_read = true
     where notified_user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'partial_delivery_notifications') = 'partial_delivery_notifications' then
    update public.partial_delivery_notifications set is_read = true
     where notified_user_id = v_me and not is_read and created_at <= p_until;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  if coalesce(p_source, 'notifications') = 'notifications' then
    update public.notifications set is_read = true
     where user_id = v_me and not is_read and created_at <= p_until
       and type in ('task_assigned', 'task_mentioned', 'logistics_update');
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end if;
  return v_marked;
end $function$;
grant execute on function public.mark_notices_read(p_until timestamp with time zone, p_source text) to authenticated;
grant execute on function public.mark_notices_read(p_until timestamp with time zone, p_source text) to service_role;
comment on function public.mark_notices_read(p_until timestamp with time zone, p_source text) is 'Marks the notices of the caller read, of one source or of all, up to the newest that they saw. One statement and so one nudge a source; returns how many were marked.';

CREATE OR REPLACE FUNCTION public.unread_counts()
 RETURNS TABLE(source text, unread bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'task_reply_notifications', count(*) from public.task_reply_notifications
   where user_id = (select auth.uid()) and not is_read
  union all
  select 'mockup_notifications', count(*) from public.mockup_notifications
   where notified_user_id = (select auth.uid()) and not is_read
  union all
  select 'delivery_notifications', count(*) from public.delivery_notifications
   where notified_user_id = (select auth.uid()) and not is_read
  union all
  select 'partial_delivery_notifications', count(*) from public.partial_delivery_notifications
   where notified_user_id = (select auth.uid()) and not is_read
  union all
  select 'notifications', count(*) from public.notifications
   where user_id = (select auth.uid()) and not is_read
     and type in ('task_assigned', 'task_mentioned', 'logistics_update')
$function$;
grant execute on function public.unread_counts() to authenticated;
grant execute on function public.unread_counts() to service_role;
comment on function public.unread_counts() is 'The unread notices of the caller by source, all of one instant: the badge (spec 2 §7).';
