-- Changing a task together: nothing that somebody else did at the same moment is lost.

-- No description is an empty one: a task without any can be given its first words by compare and set.
create or replace function public.replace_task_description(p_task_id uuid, p_expected text, p_description text) returns text
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

-- Two people who choose assignees at once each say whom they add and whom they remove, not how the list should look.
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

revoke execute on function public.change_task_assignees from public, anon;
grant execute on function public.change_task_assignees to authenticated;

-- When to remind. Ours, like the due date.

alter table public.tasks add column reminder_hours smallint default 18
  constraint tasks_reminder_hours_range check (reminder_hours between 0 and 720);
comment on column public.tasks.reminder_hours is
  'How long before it is due the task reminds its people; null for never. Ours, not of the specification.';

create or replace function private.send_due_reminders(p_now timestamptz default now()) returns integer
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
