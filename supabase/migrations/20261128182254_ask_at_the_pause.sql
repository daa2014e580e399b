set check_function_bodies = off;

drop routine private.pause_step(p_id uuid);

drop routine private.sessions_to_end(p_entry public.time_entries, p_ended timestamp with time zone);

drop routine public.pause_step(p_id uuid);

drop routine public.pause_timer(p_entry uuid);

create or replace function private.sessions_to_end(
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

create or replace function private.sessions_to_leave(p_entry public.time_entries, p_now timestamptz) returns jsonb
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

create or replace function private.pause_active_timer(p_now timestamptz) returns void
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

create or replace function public.pause_timer(p_entry uuid, p_ended timestamptz default null) returns public.time_entries
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

create or replace function private.start_step(p_id uuid, p_pause_other boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_person constant uuid := auth.uid();
  v_now timestamptz;
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
  v_now := clock_timestamp();
  if p_pause_other and v_entry.id is not null and v_entry.step_id is distinct from p_id then
    update public.time_entries
       set status = 'paused', sessions = paused.sessions, total_duration = private.total_of(paused.sessions), touched_at = clock_timestamp()
      from (select private.sessions_to_leave(v_entry, v_now) as sessions) as paused
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
             greatest(v_now, private.instant(sessions -> -1 ->> 'endTime')))
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
    jsonb_build_array(private.open_session(v_now)), v_step.job_id, p_id)
  returning * into v_entry;
  return v_entry.id;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $$;

create or replace function private.pause_step(p_id uuid, p_ended timestamptz default null) returns void
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
    v_sessions := private.sessions_to_end(v_entry, p_ended, true);
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

revoke execute on all routines in schema private from public;

call private.offer('private.pause_step(uuid, timestamptz)');

comment on function private.pause_active_timer(timestamp with time zone) is 'Pauses the active timer of the caller, where there is one, at that moment; refused as in sessions_to_leave.';

grant execute on routine private.sessions_to_end(p_entry public.time_entries, p_ended timestamp with time zone, p_is_pause boolean) to authenticated;

grant execute on routine private.sessions_to_end(p_entry public.time_entries, p_ended timestamp with time zone, p_is_pause boolean) to service_role;

grant execute on routine private.sessions_to_leave(p_entry public.time_entries, p_now timestamp with time zone) to authenticated;

grant execute on routine private.sessions_to_leave(p_entry public.time_entries, p_now timestamp with time zone) to service_role;

revoke execute on routine public.pause_timer(p_entry uuid, p_ended timestamp with time zone) from anon;

revoke execute on routine public.pause_timer(p_entry uuid, p_ended timestamp with time zone) from public;

comment on function private.pause_step(pg_catalog.uuid,timestamp with time zone) is 'Pauses the timer of the person for this step; the step pauses with its last timer. A step that runs for somebody else only is
refused in words; a timer that was probably forgotten, as in stop_timer, until p_ended says when the work ended.';

comment on function private.sessions_to_end(public.time_entries,timestamp with time zone,boolean) is 'The sessions with which a timer is completed, or paused (p_is_pause). A last session of more than long_timer_hours of the company is refused (PT409, detail "long session") until p_ended says when the work ended.';

comment on function private.sessions_to_leave(public.time_entries,timestamp with time zone) is 'The sessions with which a running timer pauses because its person begins something else. One that was probably forgotten is refused in words: nobody is asked there when the work ended.';

comment on function public.pause_step(pg_catalog.uuid,timestamp with time zone) is 'Pauses the timer of the person for this step; the step pauses with its last timer. A step that runs for somebody else only is
refused in words; a timer that was probably forgotten, as in stop_timer, until p_ended says when the work ended.';

comment on function public.pause_timer(pg_catalog.uuid,timestamp with time zone) is 'Closes the last session now and recomputes the total (spec 2 §4). A session that was probably forgotten is refused as in stop_timer until p_ended says when the work ended.';

reset check_function_bodies;
