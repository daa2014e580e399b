-- Time entries and the timer.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.time_entries (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid not null default auth.uid() references auth.users (id) on delete cascade,
  user_email     text not null default lower(auth.email()),
  status         text not null default 'active',
  client_name    text,
  business_name  text,
  sessions       jsonb not null default '[]',
  total_duration text not null default '00:00:00',
  created_at     timestamptz not null default now(),
  touched_at     timestamptz not null default now(),
  job_id         uuid references public.jobs (id) on delete set null,
  step_id        uuid,
  order_id       uuid,
  named_step_id  uuid,
  corrected_by   uuid references auth.users (id) on delete set null,
  by_hand        boolean not null default false,
  task_id        uuid references public.tasks (id) on delete set null,
  constraint time_entries_user_email_is_lower_case check (user_email = lower(user_email)),
  constraint time_entries_user_email_length check (char_length(user_email) between 3 and 320),
  constraint time_entries_status_is_known check (status in ('active', 'paused', 'completed')),
  constraint time_entries_client_name_length check (char_length(client_name) <= 400),
  constraint time_entries_business_name_length check (char_length(business_name) <= 400),
  constraint time_entries_sessions_is_a_list check (
    case jsonb_typeof(sessions) when 'array' then jsonb_array_length(sessions) <= 10000 else false end),
  constraint time_entries_total_duration_is_a_duration check (total_duration ~ '^\d{2,7}:[0-5]\d:[0-5]\d$')
);
alter table public.time_entries add constraint time_entries_step_id_fkey
  foreign key (step_id) references public.job_steps (id) on delete set null;
alter table public.time_entries add constraint time_entries_order_id_fkey
  foreign key (order_id) references public.orders (id) on delete set null;
alter table public.time_entries add constraint time_entries_named_step_id_fkey
  foreign key (named_step_id) references public.job_steps (id) on delete set null;

-- When two tabs resume at once, the second is refused with 23505.
create unique index time_entries_one_active_a_person on public.time_entries (user_id) where status = 'active';
create index time_entries_user_id_created_at_idx on public.time_entries (user_id, created_at desc);
create index time_entries_user_email_status_created_at_idx on public.time_entries (user_email, status, created_at desc);
create index time_entries_user_email_status_touched_at_idx
  on public.time_entries (user_email, status, touched_at desc);
create index time_entries_touched_at_idx on public.time_entries (touched_at);
create index time_entries_job_id_idx on public.time_entries (job_id);
create index time_entries_step_id_idx on public.time_entries (step_id);
create index time_entries_order_id_idx on public.time_entries (order_id);
create index time_entries_named_step_id_idx on public.time_entries (named_step_id);
create index time_entries_task_id_idx on public.time_entries (task_id);
create index time_entries_corrected_by_idx on public.time_entries (corrected_by);
comment on table public.time_entries is 'One stretch of work for a client, in sessions.';
comment on column public.time_entries.user_id is
  'Ours: whose entry it is. user_email follows the account when its address changes.';
comment on column public.time_entries.touched_at is
  'Ours: when the timer last moved. The newest paused one is the one the bar shows, on every device.';
comment on column public.time_entries.step_id is 'The step that this timer was started for, by start_step. The step pauses with its last timer.';
comment on column public.time_entries.order_id is 'The order that the time was worked for: that of its job, or named by name_work.';
comment on column public.time_entries.task_id is 'The task that this timer was started for, by start_task.';
comment on column public.time_entries.corrected_by is
  'Who approved the newest correction of the completed entry; its history is in time_corrections.';
comment on column public.time_entries.by_hand is 'Added by add_time without a timer. Without sessions it waits for its approval, or was refused.';
comment on column public.time_entries.named_step_id is 'The step that its person says it was worked for. Timers of start_step have step_id instead.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.time_entries',
  p_pinned => '{user_id,user_email,job_id,step_id,order_id,named_step_id,corrected_by,by_hand,task_id}', p_pages => '{time-tracking}',
  p_person => 'user_id');
create policy "staff read their time, managers all" on public.time_entries
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_staff()))
    or (select private.named('manage_time_tracking')));
create policy "staff start their own time" on public.time_entries
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_staff())
    and user_email = lower((select auth.email())));
create policy "staff change their own time until it is completed" on public.time_entries
  for update to authenticated
  using (user_id = (select auth.uid()) and status <> 'completed' and (select private.is_staff()))
  with check (user_id = (select auth.uid()) and (select private.is_staff()));
create policy "admins remove time" on public.time_entries
  for delete to authenticated using ((select private.my_role()) = 'admin');

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.rename_time_entries() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.time_entries set user_email = lower(new.email) where user_id = new.id;
  return null;
end $$;
comment on function private.rename_time_entries is
  'Entries are read by user_email (spec 2 §7): after a confirmed change of address the old ones must stay findable.';

create function private.open_session(p_start timestamptz) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('startTime', private.iso(p_start), 'endTime', null, 'duration', '00:00:00',
    'isPaused', false, 'pausedAt', null)
$$;
grant execute on function private.open_session to authenticated, service_role;

create function private.closed_session(p_session jsonb, p_end timestamptz, p_is_pause boolean) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  v_start constant timestamptz := coalesce(private.instant(p_session ->> 'startTime'), p_end);
  v_end constant timestamptz := date_trunc('milliseconds', greatest(v_start, p_end));
begin
  return jsonb_build_object('startTime', private.iso(v_start), 'endTime', private.iso(v_end),
    'duration', private.hms(private.seconds_between(v_start, v_end)),
    'isPaused', p_is_pause, 'pausedAt', case when p_is_pause then private.iso(v_end) end);
end $$;
grant execute on function private.closed_session to authenticated, service_role;

create function private.with_last_session_closed(
  p_sessions jsonb, p_status text, p_is_pause boolean, p_now timestamptz default clock_timestamp()) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  v_last constant jsonb := p_sessions -> -1;
  v_end timestamptz := p_now;
begin
  if v_last is null or v_last ->> 'endTime' is not null then
    return p_sessions;
  end if;
  if p_status = 'paused' or v_last -> 'isPaused' = 'true' then
    v_end := coalesce(private.instant(v_last ->> 'pausedAt'), private.instant(v_last ->> 'startTime'), v_end);
  end if;
  return p_sessions - -1 || private.closed_session(v_last, v_end, p_is_pause);
end $$;
comment on function private.with_last_session_closed is
  'A running session ends now, by the clock of the server; a paused one at its pause (spec 2 §4). p_now: the moment that
is now, where something else begins at it.';
grant execute on function private.with_last_session_closed to authenticated, service_role;

-- A direct write of a person obeys the rules of the functions below. A session that was in the row is compared with the
-- session before it, unless it already began there behind the same one: old faults do not block a pause.
create function private.check_time_entry() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_known constant jsonb := case tg_op when 'UPDATE' then old.sessions else '[]' end;
  v_last constant jsonb := new.sessions -> -1;
  v_problem text;
begin
  new.touched_at := case tg_op when 'UPDATE' then old.touched_at else clock_timestamp() end;
  if jsonb_typeof(new.sessions) is distinct from 'array' then
    return new;
  end if;
  if tg_op = 'UPDATE' and (new.status, new.sessions, new.total_duration)
    is not distinct from (old.status, old.sessions, old.total_duration)
  then
    return new;
  end if;

  select case
      when is_known and ended is null and not (is_last and new.status = 'active')
        then 'Only the last session of a running timer is open'
      when not stood_here and started < previous_end then 'Sessions cannot overlap'
      when is_known then null
      when jsonb_typeof(one) <> 'object' or started is null then 'A session needs a start time'
      when octet_length(one::text) > 1000 then 'A session holds more than its five values'
      when one ->> 'endTime' is not null and private.instant(one ->> 'endTime') is null
        then 'The end of a session is not a time'
      when coalesce(jsonb_typeof(one -> 'isPaused'), 'null') not in ('boolean', 'null')
        then 'A session is either paused or not'
      when ended is null and not (is_last and new.status = 'active')
        then 'Only the last session of a running timer is open'
      when ended < started then 'A session cannot end before it starts'
      when (not stood_here and started is distinct from previous_end and started > soon)
        or (ended is distinct from started and ended > soon)
        then 'A session cannot lie in the future'
      when ended is null and coalesce(one ->> 'duration', '00:00:00') <> '00:00:00'
        then 'An open session has no duration yet'
      when ended is not null and coalesce(
        abs(private.seconds_of(one ->> 'duration') - private.seconds_between(started, ended)) > 1, true)
        then 'The duration of a session does not match its times'
    end
    into v_problem
    from (
      select timed.*, lag(timed.ended) over (order by timed.place) as previous_end,
             timed.one in (select jsonb_array_elements(v_known)) as is_known,
             jsonb_build_array(lag(timed.one) over (order by timed.place), timed.one -> 'startTime') in (
               select jsonb_build_array(lag(was) over (order by nth), was -> 'startTime')
                 from jsonb_array_elements(v_known) with ordinality as stood (was, nth)) as stood_here,
             clock_timestamp() + interval '5 minutes' as soon
        from (
          select listed.one, listed.place, listed.place = jsonb_array_length(new.sessions) as is_last,
                 private.instant(listed.one ->> 'startTime') as started,
                 private.instant(coalesce(listed.one ->> 'endTime',
                   case when listed.one -> 'isPaused' = 'true' then listed.one ->> 'pausedAt' end)) as ended
            from jsonb_array_elements(new.sessions) with ordinality as listed (one, place)
        ) as timed
    ) as session
   where is_last or not is_known or not stood_here
   order by 1 nulls last
   limit 1;
  if v_problem is null and new.status = 'active' and v_last ->> 'endTime' is not null then
    v_problem := 'A running timer needs an open session';
  end if;
  if v_problem is null and new.total_duration is distinct from private.total_of(new.sessions) then
    v_problem := 'The total does not match the sessions';
  end if;
  if v_problem is not null then
    raise check_violation using message = v_problem;
  end if;

  if tg_op = 'UPDATE' and (new.status, new.sessions) is distinct from (old.status, old.sessions) then
    new.touched_at := clock_timestamp();
  end if;
  return new;
end $$;
comment on function private.check_time_entry is
  'Refuses sessions and totals that the timer functions would not have written (23514, in words).';

create function private.my_timer(p_entry uuid) returns public.time_entries
  language plpgsql set search_path = ''
as $$
declare
  v_entry public.time_entries;
begin
  select * into v_entry from public.time_entries where id = p_entry and user_id = (select auth.uid()) for update;
  if found then
    return v_entry;
  end if;
  select * into v_entry from public.time_entries where id = p_entry;
  if not found then
    raise no_data_found using message = 'The timer was not found';
  end if;
  if v_entry.user_id is distinct from (select auth.uid()) then
    raise insufficient_privilege using message = 'This timer belongs to somebody else';
  end if;
  return v_entry;
end $$;
comment on function private.my_timer is 'The caller''s timer, locked unless it is completed.';
grant execute on function private.my_timer to authenticated, service_role;

create function private.long_timer_hours() returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.long_timer_hours from public.company_settings c), 10);
end $$;
grant execute on function private.long_timer_hours to authenticated, service_role;

create function private.sessions_to_end(
  p_entry public.time_entries, p_ended timestamptz default null, p_is_pause boolean default null) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  v_is_paused constant boolean := p_entry.status = 'paused';
  v_hours constant integer := private.long_timer_hours();
  v_is_pause constant boolean := coalesce(p_is_pause, v_is_paused);
  v_sessions constant jsonb := private.with_last_session_closed(p_entry.sessions, p_entry.status, v_is_pause);
  v_began constant timestamptz := private.instant(v_sessions -> -1 ->> 'startTime');
  v_end constant timestamptz := private.instant(v_sessions -> -1 ->> 'endTime');
begin
  if p_ended is not null and v_began is not null then
    if p_ended < v_began or p_ended > v_end + interval '1 minute' then
      raise invalid_parameter_value using message = 'The work ended between the start of its last session and ' ||
        case when v_is_paused then 'its pause' else 'now' end;
    end if;
    return v_sessions - -1 || private.closed_session(v_sessions -> -1, least(p_ended, v_end), v_is_pause);
  elsif v_end - v_began > make_interval(hours => v_hours) then
    raise exception using errcode = 'PT409', detail = 'long session',
      message = format('The last session of this timer is longer than %s. Please say when the work ended.',
        case v_hours when 1 then 'an hour' else v_hours || ' hours' end);
  end if;
  return v_sessions;
end $$;
comment on function private.sessions_to_end is
  'The sessions with which a timer is completed, or paused (p_is_pause). A last session of more than long_timer_hours of the company is '
  'refused (PT409, detail "long session") until p_ended says when the work ended.';
grant execute on function private.sessions_to_end to authenticated, service_role;

create function private.sessions_to_leave(p_entry public.time_entries, p_now timestamptz) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_sessions constant jsonb := private.with_last_session_closed(p_entry.sessions, p_entry.status, true, p_now);
begin
  if p_now - private.instant(v_sessions -> -1 ->> 'startTime') > make_interval(hours => private.long_timer_hours()) then
    perform private.refuse('PT409', format('Your timer%s has been running since %s. Pause it first, and say when that work ended.',
      coalesce(' for ' || coalesce(p_entry.business_name, p_entry.client_name), ''),
      private.in_company_words(private.instant(v_sessions -> -1 ->> 'startTime'))));
  end if;
  return v_sessions;
end $$;
comment on function private.sessions_to_leave is
  'The sessions with which a running timer pauses because its person begins something else. One that was probably forgotten is refused '
  'in words: nobody is asked there when the work ended.';
grant execute on function private.sessions_to_leave to authenticated, service_role;

create function private.pause_active_timer(p_now timestamptz) returns void
  language plpgsql set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_sessions jsonb;
begin
  select * into v_entry from public.time_entries where user_id = (select auth.uid()) and status = 'active' for update;
  if found then
    v_sessions := private.sessions_to_leave(v_entry, p_now);
    update public.time_entries set status = 'paused', sessions = v_sessions, total_duration = private.total_of(v_sessions)
     where id = v_entry.id;
  end if;
end $$;
comment on function private.pause_active_timer is
  'Pauses the active timer of the caller, where there is one, at that moment; refused as in sessions_to_leave.';
grant execute on function private.pause_active_timer to authenticated, service_role;

create function public.start_timer(
  p_client_name text default null, p_business_name text default null, p_pause_other boolean default false)
returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_client constant text := nullif(btrim(p_client_name), '');
  v_business constant text := nullif(btrim(p_business_name), '');
  v_entry public.time_entries;
begin
  if v_client is null and v_business is null then
    raise check_violation using message = 'Choose a client or a business';
  end if;
  if p_pause_other then
    perform private.pause_active_timer(v_now);
  end if;
  insert into public.time_entries (client_name, business_name, sessions)
  values (v_client, v_business, jsonb_build_array(private.open_session(v_now)))
  returning * into v_entry;
  return v_entry;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $$;
comment on function public.start_timer is
  'Starts a timer for a client or a business. One active timer a person: p_pause_other pauses the other at the same moment.';
revoke execute on function public.start_timer from public, anon;

create function private.client_of_time(p_contact_id uuid, out client_name text, out business_name text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_client record;
begin
  select c.type, c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '') as person into v_client
    from public.contacts c where c.id = p_contact_id;
  client_name := case when v_client.type = 'Person' then left(coalesce(v_client.person, v_client.company), 400) end;
  business_name := left(case when v_client.type = 'Person' then v_client.company
    else coalesce(nullif(btrim(v_client.company), ''), v_client.person, (select s.name from public.company_settings s), 'Workshop') end, 400);
end $$;
comment on function private.client_of_time is 'The names that a time entry for a client carries; without a client those of the company itself.';

create function private.leave_timer(p_entry public.time_entries, p_now timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_sessions constant jsonb := private.sessions_to_leave(p_entry, p_now);
begin
  update public.time_entries
     set status = 'paused', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
   where id = p_entry.id;
end $$;
comment on function private.leave_timer is 'Pauses a running timer because its person begins something else; refused as in sessions_to_leave.';

create function private.start_task(p_id uuid, p_pause_other boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_task public.tasks;
  v_entry public.time_entries;
begin
  perform private.must('tasks', 'view', 'see tasks');
  if auth.uid() is null or not private.is_staff() then
    perform private.refuse('42501', 'A timer is started by somebody who works here');
  end if;
  select * into v_task from public.tasks t where t.id = p_id and (t.created_by = auth.uid() or cardinality(t.assignees) > 0);
  if v_task.id is null then
    perform private.refuse('PT404', 'Task not found');
  end if;
  select * into v_entry from public.time_entries
   where user_id = auth.uid() and (status = 'active' or status = 'paused' and task_id = p_id)
   order by status, touched_at desc limit 1 for update;
  if v_entry.status = 'active' and v_entry.task_id = p_id then
    return v_entry.id;
  elsif v_entry.status = 'active' and p_pause_other then
    perform private.leave_timer(v_entry, v_now);
  end if;
  update public.time_entries
     set status = 'active', touched_at = clock_timestamp(),
         sessions = sessions || private.open_session(greatest(v_now, private.instant(sessions -> -1 ->> 'endTime')))
   where id = (select e.id from public.time_entries e
                where e.user_id = auth.uid() and e.status = 'paused' and e.task_id = p_id order by e.touched_at desc limit 1)
  returning * into v_entry;
  if found then
    return v_entry.id;
  end if;
  insert into public.time_entries (user_id, user_email, client_name, business_name, sessions, task_id, job_id, order_id)
  select auth.uid(), lower(auth.email()), w.client_name, w.business_name, jsonb_build_array(private.open_session(v_now)), p_id, v_task.job_id,
         coalesce(v_task.order_id, (select d.order_id from public.deliveries d where d.id = v_task.delivery_id))
    from private.client_of_time(v_task.contact_id) as w
  returning * into v_entry;
  return v_entry.id;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $$;
comment on function private.start_task is
  'Starts the timer of the person for a task, or goes on with the paused one, for the client of the task, else for the company itself; it '
  'counts for the job or order that the task is about. One active timer a person (23505, in words; p_pause_other: it is paused at the same '
  'moment). A second call changes nothing. Returns the id of the time entry.';
call private.offer('private.start_task(uuid, boolean)');

create function public.pause_timer(p_entry uuid, p_ended timestamptz default null) returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_sessions jsonb;
begin
  perform private.refuse_completed(v_entry.status);
  if v_entry.status = 'active' then
    v_sessions := private.sessions_to_end(v_entry, p_ended, true);
    update public.time_entries
       set status = 'paused', sessions = v_sessions, total_duration = private.total_of(v_sessions)
     where id = v_entry.id returning * into strict v_entry;
  end if;
  return v_entry;
end $$;
comment on function public.pause_timer is
  'Closes the last session now and recomputes the total (spec 2 §4). A session that was probably forgotten is refused as in stop_timer '
  'until p_ended says when the work ended.';
revoke execute on function public.pause_timer from public, anon;

create function public.resume_timer(p_entry uuid, p_pause_other boolean default false) returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_now constant timestamptz := clock_timestamp();
  v_sessions jsonb;
begin
  perform private.refuse_completed(v_entry.status);
  if v_entry.status = 'paused' then
    if p_pause_other then
      perform private.pause_active_timer(v_now);
    end if;
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, true);
    v_sessions := v_sessions || private.open_session(greatest(v_now, private.instant(v_sessions -> -1 ->> 'endTime')));
    update public.time_entries
       set status = 'active', sessions = v_sessions, total_duration = private.total_of(v_sessions)
     where id = v_entry.id returning * into strict v_entry;
  end if;
  return v_entry;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before resuming another one.';
end $$;
comment on function public.resume_timer is
  'Starts a new session. 23505 while another timer of the person is active: the unique index decides (spec 2 §5). '
  'p_pause_other pauses that one at the same moment.';
revoke execute on function public.resume_timer from public, anon;

create function public.stop_timer(p_entry uuid, p_ended timestamptz default null) returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_sessions jsonb;
begin
  if v_entry.status = 'completed' then
    return v_entry;
  end if;
  v_sessions := private.sessions_to_end(v_entry, p_ended);
  update public.time_entries
     set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions)
   where id = v_entry.id returning * into strict v_entry;
  return v_entry;
end $$;
comment on function public.stop_timer is
  'Completes a timer for good. A paused one ends at its pause (spec 2 §4). A last session of more than long_timer_hours of '
  'the company is refused (PT409, detail "long session") until p_ended says when the work ended.';
revoke execute on function public.stop_timer from public, anon;

create function public.correct_timer(
  p_entry uuid, p_client_name text, p_business_name text, p_sessions jsonb default null,
  p_seen timestamptz default null)
returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_client constant text := nullif(btrim(p_client_name), '');
  v_business constant text := nullif(btrim(p_business_name), '');
  v_sessions jsonb := v_entry.sessions;
  v_status text := v_entry.status;
begin
  perform private.refuse_completed(v_entry.status);
  if v_client is null and v_business is null then
    raise check_violation using message = 'Choose a client or a business';
  end if;
  if p_seen is distinct from v_entry.touched_at and p_seen is not null then
    raise exception 'The timer has moved meanwhile. Look at it and save again.' using errcode = 'PT409';
  end if;
  if jsonb_typeof(p_sessions) = 'array' then
    select coalesce(jsonb_agg(case
        when private.instant(one ->> 'startTime') is null or private.instant(one ->> 'endTime') is null then one
        when private.instant(one ->> 'endTime') < private.instant(one ->> 'startTime') then one
        else private.closed_session(one, private.instant(one ->> 'endTime'), coalesce(one -> 'isPaused' = 'true', false)
          or (v_entry.status = 'active' and place = jsonb_array_length(p_sessions)))
      end order by place), '[]')
      into v_sessions
      from jsonb_array_elements(p_sessions) with ordinality as listed (one, place);
    if v_status = 'active' and (v_sessions -> -1 is null or v_sessions -> -1 ->> 'endTime' is not null) then
      v_status := 'paused';
    end if;
  end if;
  update public.time_entries
     set client_name = v_client, business_name = v_business, status = v_status, sessions = v_sessions,
         total_duration = private.total_of(v_sessions)
   where id = v_entry.id returning * into strict v_entry;
  return v_entry;
end $$;
comment on function public.correct_timer is
  'Corrects a timer that is not completed: its names, and its sessions by startTime and endTime; durations follow. '
  'Sessions that are left out go. A running timer whose last session gets an end, or goes, is paused. p_seen is the '
  'touched_at that the person looked at: PT409 where the timer has moved since.';
revoke execute on function public.correct_timer from public, anon;

-- A session without a start, or without an end although its timer does not run, counts nothing.
create function public.time_summary(p_from date, p_to date, p_zone text, p_person uuid default null) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  v_start constant timestamptz := p_from::timestamp at time zone p_zone;
  v_rows jsonb;
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 400 then
    raise invalid_parameter_value using message = 'Choose between one day and 400 days';
  end if;
  select coalesce(jsonb_agg(to_jsonb(summed) order by summed.day, summed.person, summed.client_name, summed.business_name), '[]')
    into v_rows
    from (
      select day::date as day, piece.user_id, coalesce(nullif(max(who.name), ''), piece.user_email) as person,
             piece.client_name, piece.business_name,
             sum(private.seconds_between(started, least(ended, (day + interval '1 day') at time zone p_zone))
               - private.seconds_between(started, greatest(started, day at time zone p_zone)))::bigint as seconds,
             bool_or(is_open and (ended at time zone p_zone)::date = day::date) as is_running
        from (
          select e.user_id, e.user_email, e.client_name, e.business_name,
                 private.instant(one ->> 'startTime') as started,
                 one ->> 'endTime' is null and e.status = 'active' and place = jsonb_array_length(e.sessions) as is_open,
                 coalesce(private.instant(one ->> 'endTime'),
                   case when one -> 'isPaused' = 'true' then private.instant(one ->> 'pausedAt') end,
                   case when e.status = 'active' and place = jsonb_array_length(e.sessions) then clock_timestamp() end) as ended
            from public.time_entries e
            cross join lateral jsonb_array_elements(e.sessions) with ordinality as listed (one, place)
           where (e.status = 'active' or e.touched_at >= v_start) and (p_person is null or e.user_id = p_person)
        ) as piece
        cross join lateral generate_series(
          greatest(p_from::timestamp, date_trunc('day', started at time zone p_zone)),
          least(p_to::timestamp, date_trunc('day', ended at time zone p_zone)), interval '1 day') as day
        left join lateral (
          select btrim(concat_ws(' ', c.name, c.last_name)) as name from public.contacts c
           where c.user_id = piece.user_id limit 1) as who on true
       where piece.ended >= piece.started
       group by 1, 2, piece.user_email, 4, 5
    ) as summed
   where summed.seconds > 0 or summed.is_running;
  return v_rows;
end $$;
comment on function public.time_summary is
  'Seconds by day of that zone, person, client and business, of the entries that the caller may read; a session over '
  'midnight counts on both days. One JSON list, so that no row limit cuts it.';
revoke execute on function public.time_summary from public, anon;

create function private.spans_of(p_sessions jsonb) returns tstzmultirange
  language sql stable set search_path = ''
as $$
  select coalesce(range_agg(case when ended > began then tstzrange(began, ended) end), '{}') from (
    select private.instant(one ->> 'startTime') as began, private.instant(one ->> 'endTime') as ended
      from jsonb_array_elements(p_sessions) as listed (one)) as worked
$$;
comment on function private.spans_of is 'The time of sessions that ended. A session without an end, or of no length, is no work.';
grant execute on function private.spans_of to authenticated, service_role;

create function private.words_of_span(p_from timestamptz, p_until timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.moment_text(p_from) || case
    when p_until is null then ' until now'
    when private.day_of(p_until) = private.day_of(p_from) then ' to ' || private.clock_text(p_until)
    else ' to ' || private.moment_text(p_until) end;
end $$;
comment on function private.words_of_span is
  'A span by the clock of the company: 20 Nov 2026, 09:30 to 11:00. Without an end it lasts until now.';
grant execute on function private.words_of_span to authenticated, service_role;

create function private.other_work(p_user_id uuid, p_entry_id uuid, p_spans tstzmultirange) returns text
  language sql stable set search_path = ''
as $$
  select concat_ws(', ', coalesce(entry.client_name, entry.business_name, 'another client'),
      (select j.job_number from public.jobs j where j.id = entry.job_id),
      private.words_of_span(span.began, case when one ->> 'endTime' is not null then span.ended end))
    from public.time_entries entry, jsonb_array_elements(entry.sessions) as listed (one),
         lateral (select private.instant(one ->> 'startTime') as began,
                    coalesce(private.instant(one ->> 'endTime'), clock_timestamp()) as ended) as span
   where entry.user_id = p_user_id and entry.id <> p_entry_id and entry.touched_at >= lower(p_spans)
     and case when span.ended > span.began then tstzrange(span.began, span.ended) && p_spans else false end
   order by span.began
   limit 1
$$;
comment on function private.other_work is
  'The first other work of a person in that time, in words: its client, its job and its times; null where there is none. Each session of theirs is read once,
however many spans are asked for.';
grant execute on function private.other_work to authenticated, service_role;

create function private.check_corrected_time() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_known constant jsonb := case tg_op when 'UPDATE' then old.sessions else '[]' end;
  v_changed jsonb;
  v_corrected jsonb;
  v_other text;
begin
  -- Triggers run before policies. Who may not keep time is refused before any of it is read.
  if not private.is_staff() then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "time_entries"';
  elsif jsonb_typeof(new.sessions) is distinct from 'array' then
    return new;
  elsif jsonb_array_length(new.sessions) > greatest(2000, jsonb_array_length(v_known)) then
    raise check_violation using message = 'An entry holds at most 2000 sessions. Please begin a new one.';
  end if;
  select coalesce(jsonb_agg(one), '[]') into v_changed from jsonb_array_elements(new.sessions) as listed (one)
   where one not in (select jsonb_array_elements(v_known));
  if jsonb_array_length(v_changed) > 200 then
    raise check_violation using message = 'At most 200 sessions can be changed at a time';
  end if;
  -- Closing the open session is no correction: pausing and stopping never fail. Nor is a session that becomes shorter.
  select coalesce(jsonb_agg(one), '[]') into v_corrected from jsonb_array_elements(v_changed) as listed (one)
   where not exists (
     select from jsonb_array_elements(v_known) as was (known)
      where known ->> 'startTime' = one ->> 'startTime'
        and (known ->> 'endTime' is null or private.instant(one ->> 'endTime') <= private.instant(known ->> 'endTime')));
  if exists (select from jsonb_array_elements(v_corrected) as listed (one)
              where private.instant(one ->> 'startTime') < clock_timestamp() - interval '5 years')
  then
    raise check_violation using message = 'A session cannot begin more than five years ago';
  end if;
  v_other := private.other_work(new.user_id, new.id, private.spans_of(v_corrected));
  if v_other is not null then
    raise check_violation using message = format('This time overlaps with your time for %s', v_other);
  end if;
  return new;
end $$;
comment on function private.check_corrected_time is
  'Refuses a corrected session that began over five years ago or overlaps with another entry of its person (23514, in words). Sessions of one person that do not overlap are at most 24 hours a day.';

create function private.no_step_by_hand() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.job_id := null;
  new.step_id := null;
  new.order_id := null;
  new.named_step_id := null;
  new.task_id := null;
  new.corrected_by := null;
  new.by_hand := false;
  return new;
end $$;
comment on function private.no_step_by_hand is 'Only start_step ties a timer to a step, start_task to a task, and only add_time marks what was added by hand.';

create function private.follow_timer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'active' then
    if exists (select from public.job_steps where id = new.step_id and status in ('done', 'skipped')) then
      perform private.refuse('PT409', 'The step of this timer is done');
    end if;
    update public.job_steps set status = 'in_progress' where id = new.step_id and status = 'paused';
  elsif not exists (select from public.time_entries e where e.step_id = new.step_id and e.status = 'active') then
    update public.job_steps set status = 'paused' where id = new.step_id and status = 'in_progress';
  end if;
  return null;
end $$;
comment on function private.follow_timer is 'A step runs while somebody''s timer runs for it: paused or stopped elsewhere, it pauses; resumed, it goes on.';

create function private.order_of_time() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.order_id := coalesce((select j.order_id from public.jobs j where j.id = new.job_id), new.order_id);
  return new;
end $$;

create function private.job_of_work(p_job_id uuid, p_order_id uuid, p_step_id uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_job uuid := p_job_id;
begin
  if p_step_id is not null then
    select job_id into v_job from public.job_steps where id = p_step_id;
    if not found then
      perform private.refuse('PT404', 'This step is not there any more');
    elsif p_job_id is not null and p_job_id <> v_job then
      perform private.refuse('22023', 'This step belongs to another job');
    end if;
  end if;
  if v_job is not null and not exists (select from public.jobs where id = v_job)
    or p_order_id is not null and not exists (select from public.orders where id = p_order_id) then
    perform private.refuse('PT404', 'This job or order is not there any more');
  end if;
  return v_job;
end $$;
comment on function private.job_of_work is 'The job that time for this job, order or step counts for; refused in words where one is not there.';

create function private.name_work(
  p_entry uuid, p_job_id uuid default null, p_order_id uuid default null, p_step_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_job uuid;
begin
  select * into v_entry from public.time_entries where id = p_entry for update;
  if v_entry.id is null or not (private.is_server() or private.is_staff()
    and (v_entry.user_id = auth.uid() or private.named('manage_time_tracking'))) then
    perform private.refuse('PT404', 'This time entry is not there, or it is not yours');
  elsif v_entry.step_id is not null then
    perform private.refuse('PT409', 'This timer was started for a step of a job');
  end if;
  v_job := private.job_of_work(p_job_id, p_order_id, p_step_id);
  update public.time_entries set job_id = v_job, order_id = p_order_id, named_step_id = p_step_id where id = p_entry;
end $$;
comment on function private.name_work is
  'Says for which job, step or order an entry was worked; a job brings its order, a step its job. Its times stay as they are.';
call private.offer('private.name_work(uuid, uuid, uuid, uuid)');

create function private.work_time(p_from date, p_to date, p_jobs uuid[] default null)
returns table (day date, user_id uuid, job_id uuid, order_id uuid, client text, seconds bigint, is_running boolean)
  language sql stable security definer set search_path = ''
as $$
  with zone as (
    select coalesce((select c.time_zone from public.company_settings c), 'UTC') as name
  ), piece as (
    select e.user_id, e.job_id, e.order_id, nullif(concat_ws(' · ', nullif(e.client_name, ''), nullif(e.business_name, '')), '') as client,
           private.instant(one ->> 'startTime') as started,
           one ->> 'endTime' is null and e.status = 'active' and place = jsonb_array_length(e.sessions) as is_open,
           coalesce(private.instant(one ->> 'endTime'),
             case when one -> 'isPaused' = 'true' then private.instant(one ->> 'pausedAt') end,
             case when e.status = 'active' and place = jsonb_array_length(e.sessions) then clock_timestamp() end) as ended
      from public.time_entries e cross join lateral jsonb_array_elements(e.sessions) with ordinality as listed (one, place), zone
     where (p_jobs is null or e.job_id = any (p_jobs))
       and (p_jobs is not null or e.status = 'active' or e.touched_at >= p_from::timestamp at time zone zone.name)
  )
  select d::date, p.user_id, p.job_id, p.order_id, p.client,
         sum(private.seconds_between(started, least(ended, (d + interval '1 day') at time zone zone.name))
           - private.seconds_between(started, greatest(started, d at time zone zone.name)))::bigint,
         bool_or(is_open and (ended at time zone zone.name)::date = d::date)
    from piece p cross join zone
    cross join lateral generate_series(greatest(p_from::timestamp, date_trunc('day', started at time zone zone.name)),
      least(p_to::timestamp, date_trunc('day', ended at time zone zone.name)), interval '1 day') as d
   where ended >= started
   group by 1, 2, 3, 4, 5
$$;
comment on function private.work_time is 'Seconds worked by day of the company, person, job, order and client; a session over midnight counts on both days.
p_jobs: only work on these, from its first day; null: all.';

create function private.staff_time(p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_costs constant boolean := private.sees_labour_cost();
begin
  if not (private.is_server() or private.named('manage_time_tracking')) then
    raise insufficient_privilege using message = 'You may not see the time of others';
  elsif p_from is null or p_to is null or p_to < p_from or p_to - p_from > 400 then
    perform private.refuse('22023', 'Choose between one day and 400 days');
  end if;
  return (
    with work as materialized (select w.* from private.work_time(p_from, p_to) as w where w.seconds > 0 or w.is_running)
    select jsonb_build_object(
      'rows', coalesce((
        select jsonb_agg(jsonb_build_object('day', w.day, 'user_id', w.user_id, 'person', private.person_label(w.user_id), 'client', w.client,
                 'job_id', w.job_id, 'job', j.job_number || ' · ' || j.title, 'order_id', w.order_id, 'order', o.order_number, 'seconds', w.seconds,
                 'is_running', w.is_running, 'cost', case when v_costs then private.amount_text(trunc(private.cost_of_work(w.user_id, w.day, w.seconds), 2)) end)
               order by w.day, private.person_label(w.user_id))
          from work w left join public.jobs j on j.id = w.job_id left join public.orders o on o.id = w.order_id), '[]'),
      'jobs', coalesce((
        select jsonb_agg(jsonb_build_object('id', j.id, 'number', j.job_number, 'title', j.title,
                 'planned_minutes', (select sum(private.minutes_at_first(s)) from public.job_steps s where s.job_id = j.id and s.status <> 'skipped'),
                 'effort', private.job_effort(j.id)) order by j.job_number desc)
          from public.jobs j where j.id in (select w.job_id from work w)), '[]')));
end $$;
comment on function private.staff_time is 'Seconds by day, person, job and client of a span of days, and the jobs that were worked on in it, each with all its planned and worked time. Costs of work only for
holders of manage_wage_rates and view_financial_data. Amounts are text.';
call private.offer('private.staff_time(date, date)');

create function private.lock_working_time(p_user_id uuid) returns void
  language sql security definer set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('working time ' || p_user_id, 0)) $$;
comment on function private.lock_working_time is
  'Locks the shifts and absences of a person until the transaction ends: a shift and an absence cannot pass each other.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger check_time_entry before insert or update on public.time_entries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.check_time_entry();
create trigger check_corrected_time before insert or update of sessions on public.time_entries for each row
  when (current_user in ('anon', 'authenticated')) execute function private.check_corrected_time();
create trigger note_own_correction after update of sessions on public.time_entries for each row
  when (current_user in ('anon', 'authenticated') and old.sessions is distinct from new.sessions) execute function private.note_own_correction();
create trigger keep_closed_hours before insert or update of sessions or delete on public.time_entries
  for each row execute function private.keep_closed_hours();
create trigger no_step_by_hand before insert on public.time_entries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.no_step_by_hand();
create trigger follow_timer after update of status on public.time_entries
  for each row when (old.status is distinct from new.status and new.step_id is not null) execute function private.follow_timer();
create trigger order_of_time before insert or update of job_id, order_id on public.time_entries
  for each row when (new.job_id is not null) execute function private.order_of_time();
create trigger audit after delete on public.time_entries for each row execute function private.audit('id');
create trigger ask_first before insert on public.time_entries for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');

create trigger rename_time_entries after update of email on auth.users
  for each row when (old.email is distinct from new.email and new.email is not null)
  execute function private.rename_time_entries();
