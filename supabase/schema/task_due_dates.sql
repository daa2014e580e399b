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
