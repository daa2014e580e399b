-- Notices to people.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
  public_uuid      uuid,
  comment_id       uuid references public.mockup_comments (id) on delete set null,
  constraint mockup_notifications_action_is_known check (action_type in
    ('comment', 'status_change', 'approval_request', 'approved', 'rejected', 'revision_requested')),
  constraint mockup_notifications_action_by_length check (char_length(action_by) <= 200),
  constraint mockup_notifications_file_name_length check (char_length(file_name) <= 255),
  constraint mockup_notifications_message_length check (char_length(message) <= 5000)
);
create index mockup_notifications_user_idx on public.mockup_notifications (notified_user_id, created_at desc);
create index mockup_notifications_unread_idx on public.mockup_notifications (notified_user_id) where not is_read;
create index mockup_notifications_job_id_idx on public.mockup_notifications (job_id);
create index mockup_notifications_comment_id_idx on public.mockup_notifications (comment_id);
comment on table public.mockup_notifications is 'Something happened to a mockup of a job.';
comment on column public.mockup_notifications.action_by is 'A name: who acts on a mockup may have no account.';
comment on column public.mockup_notifications.public_uuid is
  'Ours: public_uuid of the quotation of the job, kept by triggers; null while the job has no quotation.';
comment on column public.mockup_notifications.comment_id is 'Ours: the comment of which it tells.';

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

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.notifications', p_rights => 'select, insert, update', p_person => 'user_id', p_changeable => '{is_read}');
create policy "people read their notices" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people mark their notices" on public.notifications
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- The sender signs with their own id, belongs to the task, and writes to its assignees only. `offset 0` makes PostgreSQL
-- before 16 compute the id once.
create policy "members of a task notify its assignees" on public.notifications
  for insert to authenticated
  with check (type in ('task_assigned', 'task_mentioned')
    and not is_read and quotation_id is null and data is null
    and metadata ->> 'created_by' = (select auth.uid())::text
    and (
      select (
        select t.assignees @> array[notifications.user_id]
           and (t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())])
          from public.tasks t where t.id = about.id)
        from (select private.uuid_or_null(notifications.metadata ->> 'task_id') as id offset 0) as about));

call private.borrow_rules('public.task_reply_notifications', p_rights => 'select, insert, update', p_person => 'user_id', p_changeable => '{is_read}');
create policy "people read their reply notices" on public.task_reply_notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people mark their reply notices" on public.task_reply_notifications
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "authors of a comment notify the members of its task" on public.task_reply_notifications
  for insert to authenticated
  with check (commenter_id = (select auth.uid()) and not is_read
    and (select c.user_id = (select auth.uid()) and c.task_id = task_reply_notifications.task_id
      from public.task_comments c where c.id = task_reply_notifications.comment_id)
    and (select t.created_by = task_reply_notifications.user_id
        or t.assignees @> array[task_reply_notifications.user_id]
      from public.tasks t where t.id = task_reply_notifications.task_id));

call private.borrow_rules('public.mockup_notifications', p_rights => 'select, update', p_person => 'notified_user_id', p_changeable => '{is_read}');
create policy "people read their mockup notices" on public.mockup_notifications
  for select to authenticated using (notified_user_id = (select auth.uid()));
create policy "people mark their mockup notices" on public.mockup_notifications
  for update to authenticated
  using (notified_user_id = (select auth.uid())) with check (notified_user_id = (select auth.uid()));

call private.borrow_rules('public.delivery_notifications', p_rights => 'select, update', p_person => 'notified_user_id', p_changeable => '{is_read}');
create policy "people read their delivery notices" on public.delivery_notifications
  for select to authenticated using (notified_user_id = (select auth.uid()));
create policy "people mark their delivery notices" on public.delivery_notifications
  for update to authenticated
  using (notified_user_id = (select auth.uid())) with check (notified_user_id = (select auth.uid()));

call private.borrow_rules('public.partial_delivery_notifications', p_rights => 'select, update', p_person => 'notified_user_id', p_changeable => '{is_read}');
create policy "people read their partial delivery notices" on public.partial_delivery_notifications
  for select to authenticated using (notified_user_id = (select auth.uid()));
create policy "people mark their partial delivery notices" on public.partial_delivery_notifications
  for update to authenticated
  using (notified_user_id = (select auth.uid())) with check (notified_user_id = (select auth.uid()));

-- -------------------------------------------------------------------------------------------------------- what it does

-- Reads the newest notices in index order, and stops at one more than the limit.
create function private.notices_left() returns integer
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
comment on function private.notices_left is
  'How many of their 200 notices a minute the caller has left; below zero when there are too many. The lock keeps parallel '
  'requests from counting past each other.';

create function private.limit_notices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.notices_left() < 0 then
    raise exception 'Too many notices in one minute. Please wait a moment.' using errcode = 'PT429';
  end if;
  return null;
end $$;
comment on function private.limit_notices is 'Refuses the notices of a sender beyond 200 a minute.';

-- Digit by digit as `assignmentNoticeId` of the screens.
create function private.assignment_notice_id(p_task uuid, p_person uuid) returns uuid
  language plpgsql immutable set search_path = ''
as $$
declare
  v_task constant bit(128) := ('x' || replace(p_task::text, '-', ''))::bit(128);
  v_mixed constant bit(128) := v_task # ('x' || replace(p_person::text, '-', ''))::bit(128);
begin
  return (lpad(to_hex(substring(v_mixed from 1 for 64)::bit(64)::bigint), 16, '0')
    || lpad(to_hex(substring(v_mixed from 65)::bit(64)::bigint), 16, '0'))::uuid;
end $$;
comment on function private.assignment_notice_id is
  'The id of the notice that tells a person of an assignment: one for a task and a person, so nobody is told twice.';

-- Everybody hears of their first task before anybody hears of their second.
create function private.tell_newcomers(p_tasks uuid[], p_people uuid[]) returns void
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
comment on function private.tell_newcomers is
  'Tells people that the caller assigned them: each of the task at the same place. Beyond 200 notices a minute nobody is told, '
  'and the assignments hold.';

-- Only the trigger of updates has a table `previous`.
create function private.tell_assignees() returns trigger
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
comment on function private.tell_assignees is 'Whoever a person assigns to a task is told in the same act (spec 2 §7).';

create function private.mention_instead() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.notifications n
   where n.id = private.assignment_notice_id(private.uuid_or_null(new.metadata ->> 'task_id'), new.user_id)
     and n.user_id = new.user_id and n.type = 'task_assigned' and not n.is_read
     and n.metadata ->> 'created_by' = auth.uid()::text and n.created_at > now() - interval '1 minute';
  return new;
end $$;
comment on function private.mention_instead is
  'A mention takes the place of the notice that its sender''s assignment wrote a moment before: one act tells once.';

create function private.address_mockup_notice() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.public_uuid := private.mockup_uuid(new.job_id);
  return new;
end $$;
comment on function private.address_mockup_notice is 'A new notice knows where its mockup is shown.';

create function public.unread_counts() returns table (source text, unread bigint)
  language sql stable security invoker set search_path = ''
as $$
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
$$;
comment on function public.unread_counts is
  'The unread notices of the caller by source, all of one instant: the badge (spec 2 §7).';
revoke execute on function public.unread_counts from public, anon;

create function public.mark_notices_read(p_until timestamptz, p_source text default null) returns uuid[]
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_source text;
  v_person text;
  v_marked uuid[] := '{}';
  v_here uuid[];
begin
  if p_source not in ('task_reply_notifications', 'mockup_notifications', 'delivery_notifications',
    'partial_delivery_notifications', 'notifications') then
    raise exception 'There is no source of notifications called %', p_source using errcode = '22023';
  end if;
  for v_source, v_person in
    values ('task_reply_notifications', 'user_id'), ('mockup_notifications', 'notified_user_id'),
      ('delivery_notifications', 'notified_user_id'), ('partial_delivery_notifications', 'notified_user_id'), ('notifications', 'user_id')
  loop
    continue when v_source <> p_source;
    execute format('with marked as (update public.%I set is_read = true
         where %I = $1 and not is_read and created_at <= $2 %s returning id) select array_agg(id) from marked', v_source, v_person,
      case v_source when 'notifications' then $q$and type in ('task_assigned', 'task_mentioned', 'logistics_update')$q$ else '' end)
      into v_here using auth.uid(), p_until;
    v_marked := v_marked || coalesce(v_here, '{}');
  end loop;
  return v_marked;
end $$;
comment on function public.mark_notices_read is
  'Marks the notices of the caller read, of one source or of all, up to the newest that they saw. One statement and so '
  'one nudge a source; returns which were marked, for mark_notices_unread.';
revoke execute on function public.mark_notices_read from public, anon;

create function public.mark_notices_unread(p_ids uuid[]) returns integer
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_source text;
  v_person text;
  v_marked integer := 0;
  v_here integer;
begin
  for v_source, v_person in
    values ('task_reply_notifications', 'user_id'), ('mockup_notifications', 'notified_user_id'),
      ('delivery_notifications', 'notified_user_id'), ('partial_delivery_notifications', 'notified_user_id'), ('notifications', 'user_id')
  loop
    execute format('update public.%I set is_read = false where %I = $1 and is_read and id = any ($2)', v_source, v_person)
      using auth.uid(), p_ids;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end loop;
  return v_marked;
end $$;
comment on function public.mark_notices_unread is 'Marks these notices of the caller unread again, of whichever source. Returns how many.';
revoke execute on function public.mark_notices_unread from public, anon;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger limit_notices after insert on public.notifications
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.limit_notices();
create trigger mention_instead before insert on public.notifications
  for each row when (current_user in ('anon', 'authenticated') and new.type = 'task_mentioned')
  execute function private.mention_instead();
create trigger ask_first before insert on public.notifications for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');

create trigger leave_muted before insert on public.task_reply_notifications
  for each row execute function private.leave_muted();
create trigger limit_notices after insert on public.task_reply_notifications
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.limit_notices();
create trigger ask_first before insert on public.task_reply_notifications for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');

create trigger address_mockup_notice before insert or update of job_id on public.mockup_notifications
  for each row execute function private.address_mockup_notice();
