set check_function_bodies = off;

create or replace function private.end_timers_of_step(p_step public.job_steps, p_ended timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_sessions jsonb;
  v_is_forgotten boolean;
  v_now constant timestamptz := clock_timestamp();
begin
  for v_entry in select * from public.time_entries where step_id = p_step.id and status <> 'completed' order by id loop
    if v_entry.user_id is not distinct from auth.uid() then
      v_sessions := private.sessions_to_end(v_entry, p_ended);
    else
      v_is_forgotten := v_entry.status = 'active'
        and v_now - private.instant(v_entry.sessions -> -1 ->> 'startTime') > make_interval(hours => private.long_timer_hours());
      v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, v_entry.status = 'paused', v_now);
      if v_entry.status = 'active' then
        perform private.tell_people(array[v_entry.user_id],
          format('"%s" of %s is done', p_step.name, (select job_number from public.jobs where id = p_step.job_id)),
          format(case when v_is_forgotten then '%s finished it. Your timer for it has been running since %s: stop it, and say when your work ended.'
              else '%s finished it. Your timer for it ended at %s.' end, coalesce(private.person_label(auth.uid()), 'A colleague'),
            case when v_is_forgotten then private.in_company_words(private.instant(v_entry.sessions -> -1 ->> 'startTime'))
              else to_char(v_now at time zone private.company_zone(), 'HH24:MI') end), 'job', p_step.job_id);
      end if;
      continue when v_is_forgotten;
    end if;
    update public.time_entries
       set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
  end loop;
end $$;

create or replace function private.finish_step(
  p_id uuid, p_good numeric default null, p_waste numeric default null, p_material jsonb default null, p_ended timestamptz default null)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_into record;
  v_qty numeric;
  v_waste constant numeric := coalesce(p_waste, 0);
  v_good numeric;
begin
  if not (coalesce(p_good, 0) between 0 and 1000000 and v_waste between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  end if;
  perform private.take_turn_at_step(p_id);
  perform from public.time_entries where step_id = p_id and status <> 'completed' order by id for update;
  v_step := private.step_for(p_id, 'finish steps');
  if v_step.status = 'done' then
    return;
  end if;
  select qty into v_qty from public.jobs where id = v_step.job_id for no key update;
  select * into v_into from private.pieces_into(p_id);
  v_good := coalesce(p_good, greatest(coalesce(v_into.pieces, v_qty) - case when v_into.pieces is null then 0 else v_waste end, 0));
  if not v_step.before_approval then
    if v_into.pieces is not null and v_good + v_waste > v_into.pieces then
      perform private.refuse('PT409', format('%s good came from "%s": good and wasted are %s together at most',
        trim_scale(v_into.pieces), v_into.step, trim_scale(v_into.pieces)), v_into.pieces::text);
    elsif v_good > v_qty then
      perform private.refuse('PT409', format('This job makes %s: more cannot be good', trim_scale(v_qty)), v_qty::text);
    end if;
  end if;
  update public.job_steps set status = 'done', qty_good = v_good, qty_waste = v_waste where id = p_id;
  perform private.end_timers_of_step(v_step, p_ended);
  perform private.book_material(v_step.job_id, p_material, false);
  perform private.log_event('job', v_step.job_id, 'step_done', jsonb_build_object('step', v_step.name,
    'good', nullif(v_good, 0), 'waste', nullif(v_waste, 0)));
end $$;

revoke execute on all routines in schema private from public;

comment on function private.finish_step(pg_catalog.uuid,numeric,numeric,pg_catalog.jsonb,timestamp with time zone) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in. Good and wasted are at most what came
good from the steps before; every timer of it is completed, as end_timers_of_step says. A long timer of the caller is refused as in stop_timer until p_ended says
when the work ended. p_material: as in book_material, what the step took. A second call changes nothing.';

comment on function public.finish_step(pg_catalog.uuid,numeric,numeric,pg_catalog.jsonb,timestamp with time zone) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in. Good and wasted are at most what came
good from the steps before; every timer of it is completed, as end_timers_of_step says. A long timer of the caller is refused as in stop_timer until p_ended says
when the work ended. p_material: as in book_material, what the step took. A second call changes nothing.';

comment on function private.end_timers_of_step(public.job_steps,timestamp with time zone) is 'A step is done for all who work on it: every timer of it is completed, and who has one running is told. A timer of somebody else that
was probably forgotten goes on: only its person knows when the work ended, and is asked on stopping it.';

reset check_function_bodies;
