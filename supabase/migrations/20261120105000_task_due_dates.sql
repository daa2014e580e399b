-- Due dates and reminders of tasks. Ours: the specification has no due date.

alter table public.tasks add column due_at timestamptz;
comment on column public.tasks.due_at is
  'When the task should be done; null for whenever. Ours, not of the specification. Whoever may change the task sets it.';
create index tasks_due_at_idx on public.tasks (due_at) where due_at is not null;
create index tasks_status_created_at_idx on public.tasks (status, created_at desc);
create index tasks_title_idx on public.tasks using gin (title extensions.gin_trgm_ops);

create table private.task_reminders (
  task_id uuid not null references public.tasks (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  due_on  date not null,
  primary key (task_id, user_id, due_on)
);
create index task_reminders_user_id_idx on private.task_reminders (user_id);
alter table private.task_reminders enable row level security;
revoke all on private.task_reminders from anon, authenticated;
comment on table private.task_reminders is 'Who was reminded of which due date: once each, also when the date moves away and back.';

create function private.send_due_reminders(p_now timestamptz default now()) returns integer
  language sql security definer set search_path = ''
as $$
  with due as (
    select t.id, t.title, t.due_at, member.user_id
      from public.tasks t
      cross join lateral unnest(
        case when cardinality(t.assignees) > 0 then t.assignees else array[t.created_by] end) as member (user_id)
     where t.due_at between p_now - interval '2 days' and p_now + interval '18 hours'
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
  'Reminds the assignees of each open task that is due within 18 hours, or its creator when it is private: once a due '
  'date. Safe to run at any time and as often as wanted. Returns how many were reminded.';
revoke execute on function private.send_due_reminders from public;

-- Where the database has a clock of its own it runs them itself; the embedded backend does it instead.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron')
    and exists (select from pg_roles where rolname = 'supabase_admin')
  then
    create extension if not exists pg_cron;
    perform cron.schedule('send-due-reminders', '*/5 * * * *', 'select private.send_due_reminders()');
  end if;
end $$;
