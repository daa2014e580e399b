-- One press pauses what a person works on and starts the next step.

drop function public.start_step(uuid);
drop function private.start_step(uuid);
create function private.start_step(p_id uuid, p_pause_other boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_person constant uuid := auth.uid();
  v_entry public.time_entries;
  v_step public.job_steps;
  v_client record;
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
  if p_pause_other and v_entry.id is not null and v_entry.step_id is distinct from p_id then
    update public.time_entries
       set status = 'paused', sessions = paused.sessions, total_duration = private.total_of(paused.sessions), touched_at = clock_timestamp()
      from (select private.with_last_session_closed(v_entry.sessions, v_entry.status, true) as sessions) as paused
     where id = v_entry.id;
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
             greatest(clock_timestamp(), private.instant(sessions -> -1 ->> 'endTime')))
     where id = v_entry.id;
    return v_entry.id;
  end if;
  select c.type, c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '') as person into v_client
    from public.jobs j join public.contacts c on c.id = j.contact_id where j.id = v_step.job_id;
  insert into public.time_entries (user_id, user_email, client_name, business_name, sessions, job_id, step_id)
  values (v_person, lower(auth.email()),
    case when v_client.type = 'Person' then left(coalesce(v_client.person, v_client.company), 400) end,
    left(case when v_client.type = 'Person' then v_client.company
      else coalesce(nullif(btrim(v_client.company), ''), v_client.person, (select s.name from public.company_settings s), 'Workshop') end, 400),
    jsonb_build_array(private.open_session(clock_timestamp())), v_step.job_id, p_id)
  returning * into v_entry;
  return v_entry.id;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $$;
comment on function private.start_step is
'Starts a step, or goes on with it, and the timer of the person for the client of its job: one active timer a person (23505, in
words; p_pause_other: it is paused first, and nothing is paused where the step may not start). A second call changes nothing.
Refused in words (PT409) while the mockup is not approved, an earlier step is not done or the job is on hold. Returns the id of the
time entry.';
call private.offer('private.start_step(uuid, boolean)');

revoke execute on all routines in schema private from public;
