set check_function_bodies = off;

drop routine private.work_of_step(p_step public.job_steps, p_qty numeric);

create or replace function private.analytics_of_jobs(p_part text, p_since timestamptz, p_until timestamptz, p_zone text, p_today date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  if p_part = 'late' then
    return query
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, (j.finished_at at time zone p_zone)::date,
             to_char(j.finished_at at time zone p_zone, 'YYYY-MM'), null::text,
             case when (j.finished_at at time zone p_zone)::date > j.due_date then 'late' else 'in_time' end,
             greatest((j.finished_at at time zone p_zone)::date - j.due_date, 0)::numeric, null::numeric
        from public.jobs j
       where j.finished_at >= p_since and j.finished_at < p_until and j.due_date is not null and j.status in ('ready', 'delivered', 'closed')
      union all
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, j.due_date, 'now', null, 'late',
             (p_today - j.due_date)::numeric, null
        from private.late_jobs() j
      union all
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, j.due_date, 'risk', null, 'at_risk', 0, null
        from private.jobs_at_risk() j;
  else
    return query
      select 'job', j.id, concat_ws(' · ', j.job_number, j.title), j.contact_id, (j.finished_at at time zone p_zone)::date,
             coalesce(s.slug, 'none'), coalesce(s.name, 'Without a service'), null::text, p.minutes, w.minutes
        from public.jobs j
        left join public.services s on s.id = j.service_id
        cross join lateral (
          select trunc(sum(private.seconds_of(e.total_duration)) / 60.0) as minutes from public.time_entries e where e.job_id = j.id) as w
        cross join lateral (
          select sum(round(private.minutes_at_first(t))) as minutes from public.job_steps t where t.job_id = j.id and t.status <> 'skipped' and exists (
            select from public.time_entries e where e.job_id = j.id and (e.step_id is null or e.step_id = t.id))) as p
       where j.finished_at >= p_since and j.finished_at < p_until and w.minutes > 0 and p.minutes > 0;
  end if;
end $$;

create or replace function private.staff_time(p_from date, p_to date) returns jsonb
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

create or replace function private.event_of_step(p_step public.job_steps, p_type text) returns public.document_events
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select e from public.document_events e
   where e.kind = 'job' and e.record_id = p_step.job_id and e.type = p_type and e.meta ->> 'step' = p_step.name order by e.id desc limit 1);
end $$;

create or replace function private.refuse_settled_step(p_step public.job_steps, p_good numeric, p_waste numeric, p_material jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_event constant public.document_events := private.event_of_step(p_step, 'step_' || p_step.status);
  v_who constant text := coalesce(v_event.actor_name, 'Somebody else');
begin
  if p_step.status = 'skipped' then
    perform private.refuse('PT409', format('%s skipped "%s" meanwhile: %s', v_who, p_step.name, p_step.skip_reason));
  elsif coalesce(p_good, p_step.qty_good) <> p_step.qty_good or p_waste <> p_step.qty_waste and (p_good is not null or p_waste > 0)
    or p_material <> '[]' and v_event.actor_id is distinct from auth.uid()
  then
    perform private.refuse('PT409', format('%s finished "%s" already: %s. Open it again to change that.', v_who, p_step.name,
      coalesce(nullif(concat_ws(', ', case when p_step.qty_good > 0 then trim_scale(p_step.qty_good) || ' good' end,
        case when p_step.qty_waste > 0 then trim_scale(p_step.qty_waste) || ' wasted' end), ''), 'no pieces were counted')));
  end if;
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
  v_left numeric;
  v_waste constant numeric := coalesce(p_waste, 0);
  v_good numeric;
begin
  if not (coalesce(p_good, 0) between 0 and 1000000 and v_waste between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  end if;
  perform private.take_turn_at_step(p_id);
  perform from public.time_entries where step_id = p_id and status <> 'completed' order by id for update;
  v_step := private.step_for(p_id, 'finish steps');
  if v_step.status in ('done', 'skipped') then
    perform private.refuse_settled_step(v_step, p_good, v_waste, p_material);
    return;
  end if;
  select qty into v_qty from public.jobs where id = v_step.job_id for no key update;
  select * into v_into from private.pieces_into(p_id);
  v_left := greatest(v_qty - v_step.qty_kept, 0);
  v_good := coalesce(p_good, case when v_step.before_approval then 0
    else greatest(coalesce(v_into.pieces, v_left) - case when v_into.pieces is null then 0 else v_waste end, 0) end);
  if not v_step.before_approval then
    if v_into.pieces is not null and v_good + v_waste > v_into.pieces then
      perform private.refuse('PT409', format('%s good came from "%s": good and wasted are %s together at most',
        trim_scale(v_into.pieces), v_into.step, trim_scale(v_into.pieces)), v_into.pieces::text);
    elsif v_good > v_left and v_step.qty_kept > 0 then
      perform private.refuse('PT409', format('%s of %s are good already: more than %s cannot be made again', trim_scale(v_step.qty_kept),
        trim_scale(v_qty), trim_scale(v_left)), v_left::text);
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

-- A step that is not there says nothing to whoever may not skip steps.
create or replace function private.skip_step(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_reason constant text := nullif(left(btrim(p_reason), 500), '');
begin
  if not (private.is_server() or private.named('skip_steps')) then
    raise insufficient_privilege using message = 'You may not skip steps';
  end if;
  v_step := private.step_for(p_id, 'skip steps');
  if v_step.status = 'skipped' and coalesce(v_reason, v_step.skip_reason) is not distinct from v_step.skip_reason then
    return;
  elsif v_step.status = 'skipped' then
    perform private.refuse_settled_step(v_step, null, 0, null);
  elsif v_step.status = 'done' then
    perform private.refuse_settled_step(v_step, -1, 0, null);
  elsif v_step.status = 'in_progress' then
    perform private.refuse('PT409', 'This step is running. Pause it first.');
  elsif v_reason is null then
    perform private.refuse('22023', 'Please say why this job does not need the step');
  end if;
  update public.job_steps set status = 'skipped', skip_reason = v_reason where id = p_id;
  perform private.log_event('job', v_step.job_id, 'step_skipped', jsonb_build_object('step', v_step.name, 'reason', v_reason));
end $$;

create or replace function private.minutes_at_first(p_step public.job_steps) returns numeric
  language sql immutable set search_path = ''
as $$ select coalesce((p_step.rounds #>> '{0,minutes}')::numeric, p_step.planned_minutes) $$;

create or replace function private.minutes_for_pieces(p_step public.job_steps, p_job public.jobs, p_pieces numeric) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all constant numeric := private.minutes_at_first(p_step);
  v_share numeric;
begin
  if p_pieces >= p_job.qty then
    return v_all;
  end if;
  select private.template_minutes(t, p_pieces, p_job.width_mm, p_job.height_mm)
         / nullif(private.template_minutes(t, p_job.qty, p_job.width_mm, p_job.height_mm), 0) into v_share
    from public.job_step_templates t where t.service_id = p_job.service_id and t.name = p_step.name order by t.position limit 1;
  return least(round(v_all * coalesce(v_share, p_pieces / p_job.qty), 2), 1000000);
end $$;

create or replace function private.minutes_without_timer(p_step public.job_steps) returns numeric
  language sql stable security definer set search_path = ''
as $$
  with round as (
    select (r ->> 'minutes')::numeric as minutes, nth,
           coalesce((select c.created_at from public.job_checks c where c.id = (r ->> 'check')::uuid), (r ->> 'at')::timestamptz) as until
      from jsonb_array_elements(p_step.rounds) with ordinality as listed (r, nth)
    union all
    select p_step.planned_minutes, 1000000, 'infinity' where p_step.status = 'done'
  ), span as (
    select minutes, lag(until, 1, '-infinity') over (order by nth) as since, until from round
  )
  select coalesce(sum(s.minutes), 0) from span s where not exists (
    select from public.time_entries e
     where e.job_id = p_step.job_id and (coalesce(e.step_id, e.named_step_id) is null
       or coalesce(e.step_id, e.named_step_id) = p_step.id and exists (
         select from jsonb_array_elements(e.sessions) as one where private.instant(one ->> 'startTime') >= s.since and private.instant(one ->> 'startTime') < s.until)))
$$;

create or replace function private.copy_steps(p_job public.jobs, p_remake_id uuid, p_qty numeric, p_from_step uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant text := (select position from public.job_steps where id = p_from_step and job_id = p_job.id and not before_approval);
begin
  if not exists (select from public.job_steps where job_id = p_job.id and not before_approval and status <> 'skipped') then
    perform private.add_template_steps(p_remake_id);
    return;
  end if;
  insert into public.job_steps (job_id, position, name, work_centre_id, planned_minutes, wait_minutes)
  select p_remake_id, s.position, s.name, s.work_centre_id, private.minutes_for_pieces(s, p_job, p_qty), s.wait_minutes
    from public.job_steps s
   where s.job_id = p_job.id and not s.before_approval and s.status <> 'skipped' and s.position >= coalesce(v_from, s.position);
  with recursive pairs as (
    select o.id as was, o.depends_on, n.id as made from public.job_steps o
      left join public.job_steps n on n.job_id = p_remake_id and n.position = o.position where o.job_id = p_job.id
  ), ways as (
    select p.made as step, d.id as was, 1 as depth from pairs p, unnest(p.depends_on) as d (id) where p.made is not null
    union
    select w.step, d.id, w.depth + 1 from ways w join pairs p on p.was = w.was and p.made is null, unnest(p.depends_on) as d (id)
     where w.depth < 100
  )
  update public.job_steps s set depends_on = waits.for_steps
    from (select w.step, array_agg(distinct p.made) as for_steps from ways w join pairs p on p.was = w.was and p.made is not null group by w.step) as waits
   where s.id = waits.step;
end $$;

create or replace function private.labour_of_jobs(p_jobs uuid[]) returns table(job_id uuid, seconds bigint, cost numeric, untimed integer)
  language sql stable security definer set search_path = ''
as $$
  with timed as (
    select w.job_id, sum(w.seconds)::bigint as seconds, sum(private.cost_of_work(w.user_id, w.day, w.seconds)) as cost
      from private.work_time('1900-01-01', (now() + interval '2 days')::date, p_jobs) as w group by w.job_id
  ), planned as (
    select s.job_id, count(*)::integer as steps, sum(private.cost_of_planned(coalesce(s.assignees[1], j.lead_user_id),
             private.day_of(coalesce(s.finished_at, now())), untimed.minutes)) as cost
      from public.job_steps s join public.jobs j on j.id = s.job_id
      cross join lateral private.minutes_without_timer(s) as untimed (minutes)
     where s.job_id = any (p_jobs) and (s.status = 'done' or s.rounds <> '[]') and untimed.minutes > 0
     group by s.job_id
  )
  select coalesce(t.job_id, p.job_id), coalesce(t.seconds, 0), case when t.cost is not null or p.cost is not null then
           coalesce(t.cost, 0) + coalesce(p.cost, 0) end, coalesce(p.steps, 0)
    from timed t full join planned p on p.job_id = t.job_id
$$;

create or replace function private.done_in_words(p_step public.job_steps) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return concat_ws(', ',
    coalesce((private.event_of_step(p_step, 'step_done')).actor_name, private.person_label(p_step.assignees[1])),
    private.moment_text(p_step.finished_at),
    case when p_step.qty_kept + p_step.qty_good > 0 then trim_scale(p_step.qty_kept + p_step.qty_good) || ' good' end, (
      select trim_scale(p_step.qty_waste + sum(coalesce((r ->> 'waste')::numeric, 0))) || ' wasted'
        from jsonb_array_elements(p_step.rounds || '[{}]') as r having p_step.qty_waste + sum(coalesce((r ->> 'waste')::numeric, 0)) > 0), (
      select trim_scale(sum((r ->> 'failed')::numeric)) || ' made again' from jsonb_array_elements(p_step.rounds) as r));
end $$;

create or replace function private.begin_again(p_job public.jobs, p_from text, p_failed numeric, p_check uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step uuid;
  v_again uuid[] := '{}';
  v_made constant numeric := coalesce(private.pieces_made(p_job.id), p_job.qty);
  v_failed constant numeric := coalesce(p_failed, v_made);
begin
  perform private.must_be_pieces(v_failed, private.unit_of_pieces(p_job.unit, p_job.width_mm, p_job.height_mm), p_job.title, p_job.qty);
  for v_step in
    select id from public.job_steps where job_id = p_job.id and status = 'done' and position >= p_from order by position desc
  loop
    update public.job_steps set status = 'todo', qty_kept = case when before_approval then 0 else v_made - v_failed end,
           rounds = rounds || jsonb_build_object('check', p_check, 'good', trim_scale(qty_good), 'waste', trim_scale(qty_waste), 'failed', trim_scale(v_failed),
             'at', private.iso(finished_at), 'minutes', trim_scale(planned_minutes))
     where id = v_step;
    v_again := v_again || v_step;
  end loop;
  update public.job_steps s set planned_minutes = private.minutes_for_pieces(s, p_job,
      least(coalesce((select i.pieces from private.pieces_into(s.id) as i), p_job.qty), p_job.qty - s.qty_kept))
   where s.id = any (v_again);
  update public.jobs set status = 'in_production' where id = p_job.id;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.begin_again(public.jobs,pg_catalog.text,numeric,pg_catalog.uuid) is 'A job goes back to production: the step at this position and all after it are to do again, the last one first, for the pieces that did not pass
and those that are missing. What came out of them before stays in their rounds with the minutes that were planned; the pieces that passed are kept, and the
planned minutes are those of the pieces that are made again. p_failed null: all.';

comment on function private.copy_steps(public.jobs,pg_catalog.uuid,numeric,pg_catalog.uuid) is 'Gives a remake the steps that its job really has after the approval, from p_from_step on: also those that were added, in the order in
which they stand, each with its minutes for so many pieces.';

comment on function private.finish_step(pg_catalog.uuid,numeric,numeric,pg_catalog.jsonb,timestamp with time zone) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in, and nothing is
counted of a step before the approval. Good and wasted are at most what came good from the steps before, of a step that a failed check
repeats at most what is made again; every timer of it is completed, as end_timers_of_step says. A long timer of the caller is refused as in stop_timer until p_ended says
when the work ended. p_material: as in book_material, what the step took. A second call with the same numbers changes nothing; other numbers, or
material that somebody else may have booked, are refused as refuse_settled_step says.';

comment on function private.labour_of_jobs(pg_catalog.uuid[]) is 'Time of jobs that was recorded, and what their work costs: that time, and the planned minutes of each round of a step that was done
without a timer (untimed counts those steps), as minutes_without_timer. Time that was recorded for a job without a step is time of all its steps. For callers that checked
sees_labour_cost.';

comment on function private.skip_step(pg_catalog.uuid,pg_catalog.text) is 'A step that this job does not need, with the reason; for holders of skip_steps. Steps that wait for it may start. One that somebody
finished, or skipped for another reason, is refused in words.';

comment on function public.finish_step(pg_catalog.uuid,numeric,numeric,pg_catalog.jsonb,timestamp with time zone) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in, and nothing is
counted of a step before the approval. Good and wasted are at most what came good from the steps before, of a step that a failed check
repeats at most what is made again; every timer of it is completed, as end_timers_of_step says. A long timer of the caller is refused as in stop_timer until p_ended says
when the work ended. p_material: as in book_material, what the step took. A second call with the same numbers changes nothing; other numbers, or
material that somebody else may have booked, are refused as refuse_settled_step says.';

comment on function public.skip_step(pg_catalog.uuid,pg_catalog.text) is 'A step that this job does not need, with the reason; for holders of skip_steps. Steps that wait for it may start. One that somebody
finished, or skipped for another reason, is refused in words.';

comment on function private.event_of_step(public.job_steps,pg_catalog.text) is 'The last event of this type (step_done, step_skipped) in the story of the job that is about the step; null without one.';

comment on function private.minutes_at_first(public.job_steps) is 'The planned minutes of a step for all pieces of its job: those of its first round.';

comment on function private.minutes_for_pieces(public.job_steps,public.jobs,numeric) is 'What a step of a job takes for so many of its pieces: its planned minutes, by what its template says of these pieces against all of them, so
that setting up counts in full; without a template by their share. For a remake and for each further round of a step.';

comment on function private.minutes_without_timer(public.job_steps) is 'The planned minutes of those rounds of a step that were done without a timer; zero where each was timed. A round lasts until the check that
repeated it. Time of the job without a step is time of all its steps.';

comment on function private.refuse_settled_step(public.job_steps,numeric,numeric,pg_catalog.jsonb) is 'Refuses in words (PT409) to finish a step that was skipped, or that is done with other numbers: who did it, and what came out. The same
numbers are a repeated call. Material of a step that somebody else finished is refused too: it may be booked already.';

reset check_function_bodies;

-- Rounds from before have the minutes of all pieces: the first one keeps them, each further one gets those of its pieces.
update public.job_steps s set rounds = (
    select jsonb_agg(r || jsonb_build_object('minutes', trim_scale(case when nth = 1 then s.planned_minutes
             else private.minutes_for_pieces(s, j, (r ->> 'good')::numeric + (r ->> 'waste')::numeric) end)) order by nth)
      from jsonb_array_elements(s.rounds) with ordinality as listed (r, nth))
  from public.jobs j where j.id = s.job_id and s.rounds <> '[]';

update public.job_steps s set planned_minutes = private.minutes_for_pieces(s, j, case when s.status = 'done' then s.qty_good + s.qty_waste
    else least(coalesce((select i.pieces from private.pieces_into(s.id) as i), j.qty), j.qty - s.qty_kept) end)
  from public.jobs j where j.id = s.job_id and s.rounds <> '[]';
