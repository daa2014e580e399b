set check_function_bodies = off;

drop trigger pin on public.time_entries;

drop routine private.client_of_work(p_job_id uuid, OUT client_name text, OUT business_name text);

drop routine public.change_task_files(p_task_id uuid, p_add text[], p_remove text[]);

alter table public.task_comments add column file_names jsonb not null default '{}'::jsonb;

alter table public.tasks add column file_names jsonb not null default '{}'::jsonb;

alter table public.time_entries add column task_id uuid;

create or replace function public.change_task_files(p_task_id uuid, p_add text[], p_remove text[], p_names jsonb default '{}') returns text[]
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

create or replace function private.add_time(
  p_id uuid, p_from timestamptz, p_until timestamptz, p_reason text, p_client_name text default null, p_business_name text default null,
  p_job_id uuid default null, p_step_id uuid default null, p_order_id uuid default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_job uuid;
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'Only staff keep time';
  end if;
  select * into v_entry from public.time_entries where id = p_id and user_id = auth.uid() and by_hand;
  if found then
    return (select status from public.time_corrections where entry_id = p_id order by created_at limit 1);
  elsif nullif(btrim(p_reason), '') is null then
    perform private.refuse('22023', 'Please say why no timer ran');
  elsif p_until <= p_from then
    perform private.refuse('22023', 'A session cannot end before it starts');
  end if;
  v_job := private.job_of_work(p_job_id, p_order_id, p_step_id);
  perform private.must_be_same(not exists (select from public.time_entries where id = p_id), 'time');
  insert into public.time_entries (id, user_email, status, client_name, business_name, job_id, named_step_id, order_id, by_hand)
  select p_id, lower(auth.email()), 'completed', coalesce(nullif(btrim(p_client_name), ''), case when v_job is not null then w.client_name end),
         coalesce(nullif(btrim(p_business_name), ''), case when v_job is not null then w.business_name end), v_job, p_step_id, p_order_id, true
    from private.client_of_time((select j.contact_id from public.jobs j where j.id = v_job)) as w
  returning * into v_entry;
  if coalesce(v_entry.client_name, v_entry.business_name) is null then
    perform private.refuse('22023', 'Say for whom the work was');
  end if;
  return private.file_time_correction(gen_random_uuid(), v_entry,
    jsonb_build_array(jsonb_build_object('startTime', private.iso(p_from), 'endTime', private.iso(p_until))), btrim(p_reason));
end $$;

create or replace function private.client_of_time(p_contact_id uuid, out client_name text, out business_name text)
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

create or replace function private.leave_timer(p_entry public.time_entries, p_now timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_sessions constant jsonb := private.sessions_to_leave(p_entry, p_now);
begin
  update public.time_entries
     set status = 'paused', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
   where id = p_entry.id;
end $$;

create or replace function private.start_task(p_id uuid, p_pause_other boolean default false) returns uuid
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

create or replace function private.start_step(p_id uuid, p_pause_other boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_person constant uuid := auth.uid();
  v_now timestamptz;
  v_entry public.time_entries;
  v_step public.job_steps;
begin
  if v_person is null then
    perform private.refuse('42501', 'A step is started by a person: their timer runs');
  end if;
  -- Two steps are taken in the order of their ids, whoever asks.
  perform private.take_turn_at_step(step) from (
    select p_id as step
    union
    select e.step_id from public.time_entries e
     where p_pause_other and e.user_id = v_person and e.status = 'active' and e.step_id is not null
     order by 1) as turns;
  perform from public.time_entries
   where user_id = v_person and (status = 'active' or status = 'paused' and step_id = p_id) order by id for update;
  select * into v_entry from public.time_entries where user_id = v_person and status = 'active' for update;
  v_step := private.step_for(p_id, 'start steps');
  v_now := clock_timestamp();
  if p_pause_other and v_entry.id is not null and v_entry.step_id is distinct from p_id then
    perform private.leave_timer(v_entry, v_now);
    v_entry := null;
  end if;
  if v_entry.id is not null and v_entry.step_id is distinct from p_id then
    raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
  end if;
  if v_step.status <> 'in_progress' then
    update public.job_steps set status = 'in_progress' where id = p_id;
    perform private.log_event('job', v_step.job_id, 'step_started', jsonb_build_object('step', v_step.name));
  end if;
  update public.job_steps set assignees = assignees || v_person
   where id = p_id and not v_person = any (assignees) and cardinality(assignees) < 50;
  if v_entry.id is not null then
    return v_entry.id;
  end if;
  select * into v_entry from public.time_entries
   where user_id = v_person and step_id = p_id and status = 'paused' order by touched_at desc limit 1 for update;
  if found then
    update public.time_entries
       set status = 'active', touched_at = clock_timestamp(), sessions = sessions || private.open_session(
             greatest(v_now, private.instant(sessions -> -1 ->> 'endTime')))
     where id = v_entry.id;
    return v_entry.id;
  end if;
  insert into public.time_entries (user_id, user_email, client_name, business_name, sessions, job_id, step_id)
  select v_person, lower(auth.email()), w.client_name, w.business_name,
         jsonb_build_array(private.open_session(v_now)), v_step.job_id, p_id
    from private.client_of_time((select j.contact_id from public.jobs j where j.id = v_step.job_id)) as w
  returning * into v_entry;
  return v_entry.id;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $$;

create or replace function private.no_step_by_hand() returns trigger
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

alter table public.task_comments add constraint task_comments_file_names_are_names CHECK (jsonb_typeof(file_names) = 'object'::text AND octet_length(file_names::text) <= 131072);

alter table public.tasks add constraint tasks_file_names_are_names CHECK (jsonb_typeof(file_names) = 'object'::text AND octet_length(file_names::text) <= 131072);

alter table public.time_entries add constraint time_entries_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE SET NULL;

revoke execute on all routines in schema private from public;

call private.offer('private.start_task(uuid, boolean)');

create index time_entries_task_id_idx on public.time_entries (task_id);

CREATE TRIGGER pin BEFORE UPDATE ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'user_id', 'user_email', 'job_id', 'step_id', 'order_id', 'named_step_id', 'corrected_by', 'by_hand', 'task_id');

revoke execute on routine public.change_task_files(p_task_id uuid, p_add text[], p_remove text[], p_names jsonb) from anon;

revoke execute on routine public.change_task_files(p_task_id uuid, p_add text[], p_remove text[], p_names jsonb) from public;

comment on function private.client_of_time(pg_catalog.uuid) is 'The names that a time entry for a client carries; without a client those of the company itself.';

comment on function private.leave_timer(public.time_entries,timestamp with time zone) is 'Pauses a running timer because its person begins something else; refused as in sessions_to_leave.';

comment on function private.start_task(pg_catalog.uuid,boolean) is 'Starts the timer of the person for a task, or goes on with the paused one, for the client of the task, else for the company itself; it counts for the job or order that the task is about. One active timer a person (23505, in words; p_pause_other: it is paused at the same moment). A second call changes nothing. Returns the id of the time entry.';

comment on function private.no_step_by_hand() is 'Only start_step ties a timer to a step, start_task to a task, and only add_time marks what was added by hand.';

comment on function public.change_task_files(pg_catalog.uuid,pg_catalog.text[],pg_catalog.text[],pg_catalog.jsonb) is 'Adds files to a task and removes some, atomically, by the rights of whoever calls. p_names: the own name of each by its path. Returns which it has afterwards.';

comment on function public.start_task(pg_catalog.uuid,boolean) is 'Starts the timer of the person for a task, or goes on with the paused one, for the client of the task, else for the company itself; it counts for the job or order that the task is about. One active timer a person (23505, in words; p_pause_other: it is paused at the same moment). A second call changes nothing. Returns the id of the time entry.';

comment on column public.task_comments.file_names is 'The name that each file had on its device, by its path in attachments. Ours.';

comment on column public.tasks.file_names is 'The name that each file had on its device, by its path in images. Ours: a path holds a plain name only (decision 0007).';

comment on column public.time_entries.task_id is 'The task that this timer was started for, by start_task.';

reset check_function_bodies;
