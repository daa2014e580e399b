-- Starting, pausing and finishing one step take turns, and lock timers before the step, as a person's own timer does: a start and
-- a finish at the same moment locked a paused timer and the step in opposite orders, and one of them ended as a deadlock.

create function private.take_turn_at_step(p_id uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('step ' || p_id, 0))
$$;
comment on function private.take_turn_at_step is 'Until the end of the transaction nobody else starts, pauses or finishes this step.';

create or replace function private.start_step(p_id uuid) returns uuid
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
  perform private.take_turn_at_step(p_id);
  perform from public.time_entries
   where user_id = v_person and (status = 'active' or status = 'paused' and step_id = p_id) order by id for update;
  select * into v_entry from public.time_entries where user_id = v_person and status = 'active' for update;
  v_step := private.step_for(p_id, 'start steps');
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

create or replace function private.pause_step(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_sessions jsonb;
  v_step public.job_steps;
  v_other text;
begin
  perform private.take_turn_at_step(p_id);
  select * into v_entry from public.time_entries
   where user_id = auth.uid() and step_id = p_id and status = 'active' for update;
  v_step := private.step_for(p_id, 'pause steps');
  if v_step.status <> 'in_progress' then
    return;
  end if;
  if v_entry.id is not null then
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, true);
    update public.time_entries
       set status = 'paused', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
    return;
  end if;
  select private.person_label(e.user_id) into v_other from public.time_entries e where e.step_id = p_id and e.status = 'active' limit 1;
  if found then
    perform private.refuse('PT409', format('The timer of %s runs for this step', v_other));
  end if;
  update public.job_steps set status = 'paused' where id = p_id;
end $$;

create or replace function private.finish_step(p_id uuid, p_good numeric default null, p_waste numeric default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_entry public.time_entries;
  v_sessions jsonb;
begin
  if not (coalesce(p_good, 0) between 0 and 1000000 and coalesce(p_waste, 0) between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  end if;
  perform private.take_turn_at_step(p_id);
  perform from public.time_entries where step_id = p_id and status <> 'completed' order by id for update;
  v_step := private.step_for(p_id, 'finish steps');
  if v_step.status = 'done' then
    return;
  end if;
  update public.job_steps
     set status = 'done', qty_good = coalesce(p_good, qty_good), qty_waste = coalesce(p_waste, qty_waste) where id = p_id;
  for v_entry in select * from public.time_entries where step_id = p_id and status <> 'completed' loop
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, v_entry.status = 'paused');
    update public.time_entries
       set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
  end loop;
  perform private.log_event('job', v_step.job_id, 'step_done', jsonb_build_object('step', v_step.name,
    'good', nullif(p_good, 0), 'waste', nullif(p_waste, 0)));
end $$;

revoke execute on all routines in schema private from public;
