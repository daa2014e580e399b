-- Notifications: five sources of one panel. Everybody reads their own and marks them read, nothing else. People send
-- notices of tasks to each other, within limits; mockup, delivery and logistics notices come from the service key.

create table public.notifications (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null references auth.users (id) on delete cascade,
  type         text not null,
  title        text not null,
  message      text not null default '',
  metadata     jsonb not null default '{}',
  quotation_id uuid references public.quotations (id) on delete set null,
  data         jsonb,
  is_read      boolean not null default false,
  created_at   timestamptz not null default now(),
  constraint notifications_type_is_known check (type in ('task_assigned', 'task_mentioned', 'logistics_update')),
  constraint notifications_title_length check (char_length(title) between 1 and 1000),
  constraint notifications_message_length check (char_length(message) <= 5000),
  constraint notifications_metadata_is_an_object
    check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 10000),
  constraint notifications_data_is_an_object
    check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 10000)
);
create index notifications_user_id_created_at_idx on public.notifications (user_id, created_at desc);
create index notifications_unread_idx on public.notifications (user_id, type) where not is_read;
create index notifications_quotation_id_idx on public.notifications (quotation_id);
create index notifications_sender_idx on public.notifications ((metadata ->> 'created_by'), created_at);
comment on table public.notifications is 'Assignments, mentions and logistics.';
comment on column public.notifications.metadata is 'task_id and created_by (spec 2 §3).';

create table public.task_reply_notifications (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null references auth.users (id) on delete cascade,
  task_id      uuid not null references public.tasks (id) on delete cascade,
  commenter_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  comment_id   uuid not null references public.task_comments (id) on delete cascade,
  task_title   text not null,
  message      text not null default '',
  is_read      boolean not null default false,
  created_at   timestamptz not null default now(),
  unique (user_id, comment_id),
  constraint task_reply_notifications_task_title_length check (char_length(task_title) <= 500),
  constraint task_reply_notifications_message_length check (char_length(message) <= 5000)
);
create index task_reply_notifications_user_id_created_at_idx on public.task_reply_notifications (user_id, created_at desc);
create index task_reply_notifications_unread_idx on public.task_reply_notifications (user_id, task_id) where not is_read;
create index task_reply_notifications_task_id_idx on public.task_reply_notifications (task_id);
create index task_reply_notifications_comment_id_idx on public.task_reply_notifications (comment_id);
create index task_reply_notifications_commenter_id_created_at_idx
  on public.task_reply_notifications (commenter_id, created_at);
comment on table public.task_reply_notifications is 'Somebody commented on a task: one notice a person and comment.';

create table public.mockup_notifications (
  id               uuid primary key default gen_random_uuid(),
  notified_user_id uuid not null references auth.users (id) on delete cascade,
  job_id           uuid not null references public.jobs (id) on delete cascade,
  is_read          boolean not null default false,
  action_type      text not null,
  action_by        text,
  file_name        text,
  message          text not null default '',
  created_at       timestamptz not null default now(),
  constraint mockup_notifications_action_is_known check (action_type in
    ('comment', 'status_change', 'approval_request', 'approved', 'rejected', 'revision_requested')),
  constraint mockup_notifications_action_by_length check (char_length(action_by) <= 200),
  constraint mockup_notifications_file_name_length check (char_length(file_name) <= 255),
  constraint mockup_notifications_message_length check (char_length(message) <= 5000)
);
create index mockup_notifications_user_idx on public.mockup_notifications (notified_user_id, created_at desc);
create index mockup_notifications_unread_idx on public.mockup_notifications (notified_user_id) where not is_read;
create index mockup_notifications_job_id_idx on public.mockup_notifications (job_id);
comment on table public.mockup_notifications is 'Something happened to a mockup of a job.';
comment on column public.mockup_notifications.action_by is 'A name: who acts on a mockup may have no account.';

create table public.delivery_notifications (
  id               uuid primary key default gen_random_uuid(),
  notified_user_id uuid not null references auth.users (id) on delete cascade,
  delivery_id      uuid not null references public.deliveries (id) on delete cascade,
  project_title    text not null,
  message          text not null default '',
  is_read          boolean not null default false,
  created_at       timestamptz not null default now(),
  constraint delivery_notifications_project_title_length check (char_length(project_title) <= 500),
  constraint delivery_notifications_message_length check (char_length(message) <= 5000)
);
create index delivery_notifications_user_idx on public.delivery_notifications (notified_user_id, created_at desc);
create index delivery_notifications_unread_idx on public.delivery_notifications (notified_user_id) where not is_read;
create index delivery_notifications_delivery_id_idx on public.delivery_notifications (delivery_id);
comment on table public.delivery_notifications is 'A delivery moved.';

create table public.partial_delivery_notifications (
  id                  uuid primary key default gen_random_uuid(),
  notified_user_id    uuid not null references auth.users (id) on delete cascade,
  partial_delivery_id uuid not null references public.partial_deliveries (id) on delete cascade,
  project_title       text not null,
  message             text not null default '',
  is_read             boolean not null default false,
  created_at          timestamptz not null default now(),
  constraint partial_delivery_notifications_project_title_length check (char_length(project_title) <= 500),
  constraint partial_delivery_notifications_message_length check (char_length(message) <= 5000)
);
create index partial_delivery_notifications_user_idx
  on public.partial_delivery_notifications (notified_user_id, created_at desc);
create index partial_delivery_notifications_unread_idx
  on public.partial_delivery_notifications (notified_user_id) where not is_read;
create index partial_delivery_notifications_partial_delivery_id_idx
  on public.partial_delivery_notifications (partial_delivery_id);
comment on table public.partial_delivery_notifications is 'One drop of a delivery moved.';

alter table public.notifications enable row level security;
alter table public.task_reply_notifications enable row level security;
alter table public.mockup_notifications enable row level security;
alter table public.delivery_notifications enable row level security;
alter table public.partial_delivery_notifications enable row level security;
revoke all on public.notifications, public.task_reply_notifications, public.mockup_notifications,
  public.delivery_notifications, public.partial_delivery_notifications from anon, authenticated;
grant select, insert, update on public.notifications, public.task_reply_notifications to authenticated;
grant select, update on public.mockup_notifications, public.delivery_notifications,
  public.partial_delivery_notifications to authenticated;
grant all on public.notifications, public.task_reply_notifications, public.mockup_notifications,
  public.delivery_notifications, public.partial_delivery_notifications to service_role;

create policy "people read their notices" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people mark their notices" on public.notifications
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- The sender signs with their own id, belongs to the task, and writes to its assignees only.
create policy "members of a task notify its assignees" on public.notifications
  for insert to authenticated
  with check (type in ('task_assigned', 'task_mentioned')
    and not is_read and quotation_id is null and data is null
    and metadata ->> 'created_by' = (select auth.uid())::text
    and exists (
      select 1 from public.tasks t
       where t.id = private.uuid_or_null(notifications.metadata ->> 'task_id')
         and t.assignees @> array[notifications.user_id]
         and (t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())])));

create policy "people read their reply notices" on public.task_reply_notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people mark their reply notices" on public.task_reply_notifications
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "authors of a comment notify the members of its task" on public.task_reply_notifications
  for insert to authenticated
  with check (commenter_id = (select auth.uid()) and not is_read and exists (
    select 1 from public.task_comments c join public.tasks t on t.id = c.task_id
     where c.id = task_reply_notifications.comment_id
       and c.user_id = (select auth.uid())
       and t.id = task_reply_notifications.task_id
       and (t.created_by = task_reply_notifications.user_id
         or t.assignees @> array[task_reply_notifications.user_id])));

create policy "people read their mockup notices" on public.mockup_notifications
  for select to authenticated using (notified_user_id = (select auth.uid()));
create policy "people mark their mockup notices" on public.mockup_notifications
  for update to authenticated
  using (notified_user_id = (select auth.uid())) with check (notified_user_id = (select auth.uid()));

create policy "people read their delivery notices" on public.delivery_notifications
  for select to authenticated using (notified_user_id = (select auth.uid()));
create policy "people mark their delivery notices" on public.delivery_notifications
  for update to authenticated
  using (notified_user_id = (select auth.uid())) with check (notified_user_id = (select auth.uid()));

create policy "people read their partial delivery notices" on public.partial_delivery_notifications
  for select to authenticated using (notified_user_id = (select auth.uid()));
create policy "people mark their partial delivery notices" on public.partial_delivery_notifications
  for update to authenticated
  using (notified_user_id = (select auth.uid())) with check (notified_user_id = (select auth.uid()));

-- A notice says what it said: only is_read moves.
create trigger pin before update on public.notifications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.pin_all_but('is_read');
create trigger pin before update on public.task_reply_notifications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.pin_all_but('is_read');
create trigger pin before update on public.mockup_notifications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.pin_all_but('is_read');
create trigger pin before update on public.delivery_notifications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.pin_all_but('is_read');
create trigger pin before update on public.partial_delivery_notifications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.pin_all_but('is_read');

create trigger stamp_created_at before insert on public.notifications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.stamp_created_at();
create trigger stamp_created_at before insert on public.task_reply_notifications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.stamp_created_at();

create function private.limit_notices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_most_a_minute constant integer := 200;
  v_sender constant uuid := auth.uid();
  v_since constant timestamptz := now() - interval '1 minute';
begin
  perform pg_advisory_xact_lock(hashtextextended('private.limit_notices:' || v_sender, 0));
  if (select count(*) from public.notifications
       where metadata ->> 'created_by' = v_sender::text and created_at > v_since)
   + (select count(*) from public.task_reply_notifications
       where commenter_id = v_sender and created_at > v_since) > v_most_a_minute
  then
    raise exception 'Too many notices in one minute. Please wait a moment.' using errcode = 'PT429';
  end if;
  return null;
end $$;
comment on function private.limit_notices is
  'A sender has 200 notices a minute. The lock keeps parallel requests from counting past each other.';

create trigger limit_notices after insert on public.notifications
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.limit_notices();
create trigger limit_notices after insert on public.task_reply_notifications
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.limit_notices();

revoke execute on function private.limit_notices from public;

call private.after_each_statement('public.notifications', 'nudge_user',
  $$private.nudge_owners('user:', 'user_id', 'id')$$);
call private.after_each_statement('public.task_reply_notifications', 'nudge_user',
  $$private.nudge_owners('user:', 'user_id', 'id')$$);
call private.after_each_statement('public.mockup_notifications', 'nudge_user',
  $$private.nudge_owners('user:', 'notified_user_id', 'id')$$);
call private.after_each_statement('public.delivery_notifications', 'nudge_user',
  $$private.nudge_owners('user:', 'notified_user_id', 'id')$$);
call private.after_each_statement('public.partial_delivery_notifications', 'nudge_user',
  $$private.nudge_owners('user:', 'notified_user_id', 'id')$$);
