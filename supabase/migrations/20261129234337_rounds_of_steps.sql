set check_function_bodies = off;

drop trigger pin on public.job_steps;

drop routine private.begin_again(p_job_id uuid, p_from text);

drop routine private.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid, p_steps jsonb, p_material jsonb);

drop routine private.guard_check(p_job public.jobs, p_back public.job_steps, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid);

drop routine public.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid, p_steps jsonb, p_material jsonb);

alter table public.job_steps add column qty_kept numeric(14,4) not null default 0;

alter table public.job_steps add column rounds jsonb not null default '[]'::jsonb;

create or replace function private.measured_steps(p_service_id uuid)
returns table (template_id uuid, jobs integer, planned numeric, measured numeric, minutes_fixed numeric, minutes_per_unit numeric)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.must('production', 'view', 'see what steps take');
  return query
  with timed as (
    select t.id, private.template_minutes(t, j.qty, j.width_mm, j.height_mm) as planned, sum(private.seconds_of(one ->> 'duration')) / 60.0 as measured,
           row_number() over (partition by t.id order by s.finished_at desc, s.id) as nth
      from public.job_step_templates t
      join public.jobs j on j.service_id = t.service_id
      join public.job_steps s on s.job_id = j.id and s.name = t.name and s.status = 'done' and s.rounds = '[]' and s.finished_at > now() - interval '1 year'
      join public.time_entries e on coalesce(e.step_id, e.named_step_id) = s.id and e.status = 'completed'
      cross join lateral jsonb_array_elements(e.sessions) as listed (one)
     where t.service_id = p_service_id
     group by t.id, j.id, s.id
  ), norm as (
    select r.id, count(*)::integer as jobs, sum(r.planned) as planned, sum(r.measured) as measured,
           percentile_cont(0.5) within group (order by (r.measured / nullif(r.planned, 0))::double precision)::numeric as factor,
           percentile_cont(0.5) within group (order by r.measured::double precision)::numeric as middle
      from timed r where r.nth <= 20 and r.measured > 0 group by r.id having count(*) >= 3
  )
  select n.id, n.jobs, round(n.planned), round(n.measured),
         least(case when n.factor is null then round(n.middle) else round(t.minutes_fixed * n.factor, 1) end, 100000),
         least(case when n.factor is null then t.minutes_per_unit else round(t.minutes_per_unit * n.factor, 2) end, 100000)
    from norm n join public.job_step_templates t on t.id = n.id;
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
  if v_step.status = 'done' then
    return;
  end if;
  select qty into v_qty from public.jobs where id = v_step.job_id for no key update;
  select * into v_into from private.pieces_into(p_id);
  v_left := greatest(v_qty - v_step.qty_kept, 0);
  v_good := coalesce(p_good, greatest(coalesce(v_into.pieces, v_left) - case when v_into.pieces is null then 0 else v_waste end, 0));
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

create or replace function private.pieces_into(p_step_id uuid, out pieces numeric, out step text)
  language sql stable security definer set search_path = ''
as $$
  with recursive earlier as (
    select s.*, 1 as depth from public.job_steps it join public.job_steps s on s.job_id = it.job_id and s.id = any (it.depends_on)
     where it.id = p_step_id
    union
    select s.*, e.depth + 1 from earlier e join public.job_steps s on s.id = any (e.depends_on) where e.depth < 100
  )
  select greatest(least(e.qty_kept + e.qty_good - it.qty_kept,
           case when e.rounds #>> '{-1,check}' is distinct from it.rounds #>> '{-1,check}' then (it.rounds -> -1 ->> 'failed')::numeric end), 0), e.name
    from public.job_steps it cross join earlier e
   where it.id = p_step_id and e.status = 'done' and not e.before_approval and (e.qty_kept + e.qty_good > 0 or e.qty_waste > 0)
   order by 1, e.position desc limit 1
$$;

create or replace function private.pieces_made(p_job_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select min(qty_kept + qty_good) from public.job_steps
   where job_id = p_job_id and status = 'done' and not before_approval and (qty_kept + qty_good > 0 or qty_waste > 0));
end $$;

create or replace function private.work_of_step(p_step public.job_steps, p_qty numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select case when jsonb_array_length(p_step.rounds) = 0 then (p_step.status = 'done')::integer::numeric
    else 1 + (p_step.qty_good + p_step.qty_waste + coalesce((
      select sum((r ->> 'good')::numeric + (r ->> 'waste')::numeric) from jsonb_array_elements(p_step.rounds - 0) as r), 0)) / p_qty end
$$;

create or replace function private.labour_of_jobs(p_jobs uuid[]) returns table(job_id uuid, seconds bigint, cost numeric, untimed integer)
  language sql stable security definer set search_path = ''
as $$
  with timed as (
    select w.job_id, sum(w.seconds)::bigint as seconds, sum(private.cost_of_work(w.user_id, w.day, w.seconds)) as cost
      from private.work_time('1900-01-01', (now() + interval '2 days')::date, p_jobs) as w group by w.job_id
  ), planned as (
    select s.job_id, count(*)::integer as steps, sum(private.cost_of_planned(coalesce(s.assignees[1], j.lead_user_id),
             private.day_of(coalesce(s.finished_at, now())), s.planned_minutes * private.work_of_step(s, j.qty))) as cost
      from public.job_steps s join public.jobs j on j.id = s.job_id
     where s.job_id = any (p_jobs) and (s.status = 'done' or s.rounds <> '[]') and s.planned_minutes > 0
       and not exists (select from public.time_entries e where e.job_id = s.job_id and (e.step_id is null or e.step_id = s.id))
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
    coalesce((select e.actor_name from public.document_events e where e.kind = 'job' and e.record_id = p_step.job_id and e.type = 'step_done'
                and e.meta ->> 'step' = p_step.name order by e.at desc limit 1), private.person_label(p_step.assignees[1])),
    private.moment_text(p_step.finished_at),
    case when p_step.qty_kept + p_step.qty_good > 0 then trim_scale(p_step.qty_kept + p_step.qty_good) || ' good' end, (
      select trim_scale(p_step.qty_waste + sum(coalesce((r ->> 'waste')::numeric, 0))) || ' wasted'
        from jsonb_array_elements(p_step.rounds || '[{}]') as r having p_step.qty_waste + sum(coalesce((r ->> 'waste')::numeric, 0)) > 0), (
      select trim_scale(sum((r ->> 'failed')::numeric)) || ' made again' from jsonb_array_elements(p_step.rounds) as r));
end $$;

create or replace function private.guard_check(
  p_job public.jobs, p_back public.job_steps, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid,
  p_failed numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_made constant numeric := coalesce(private.pieces_made(p_job.id), p_job.qty);
begin
  if p_result not in ('pass', 'fail') then
    perform private.refuse('22023', 'A check is passed or failed');
  elsif p_job.status <> 'qc' then
    perform private.refuse('PT409', format('This job is not in quality control: it is %s', lower(private.status_in_words(p_job.status))));
  elsif p_result = 'fail' and p_note is null then
    perform private.refuse('22023', 'Please say what is wrong');
  elsif p_photo is not null and not exists (
    select from storage.objects o where o.bucket_id = 'job-photos' and o.name = p_photo and o.name like p_job.id || '/%')
  then
    perform private.refuse('22023', 'The photo did not arrive. Please take it again.');
  elsif p_remake_qty is not null and not coalesce(p_remake_qty > 0 and p_remake_qty <= p_job.qty, false) then
    perform private.refuse('22023', format('A remake makes between 1 and %s again', trim_scale(p_job.qty)));
  elsif p_failed is not null and p_result = 'fail' and not coalesce(p_failed > 0 and p_failed <= v_made, false) then
    perform private.refuse('22023', format('Between 1 and %s did not pass', trim_scale(v_made)));
  elsif p_back_to is not null and p_back.id is null then
    perform private.refuse('PT404', 'This step is not there any more');
  elsif p_result = 'fail' and p_remake_qty is null and p_back_to is null and exists (select from public.job_steps where job_id = p_job.id) then
    perform private.refuse('22023', 'Please choose the step that the job goes back to');
  elsif p_reason is not null and p_reason not in
    ('artwork', 'material', 'machine', 'print', 'cut', 'assembly', 'measure', 'damage', 'client', 'short', 'other')
  then
    perform private.refuse('22023', 'This reason is not known');
  end if;
end $$;

create or replace function private.begin_again(p_job public.jobs, p_from text, p_failed numeric, p_check uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step uuid;
  v_made constant numeric := coalesce(private.pieces_made(p_job.id), p_job.qty);
  v_failed constant numeric := coalesce(p_failed, v_made);
begin
  perform private.must_be_pieces(v_failed, private.unit_of_pieces(p_job.unit, p_job.width_mm, p_job.height_mm), p_job.title, p_job.qty);
  for v_step in
    select id from public.job_steps where job_id = p_job.id and status = 'done' and position >= p_from order by position desc
  loop
    update public.job_steps set status = 'todo', qty_kept = case when before_approval then 0 else v_made - v_failed end,
           rounds = rounds || jsonb_build_object('check', p_check, 'good', trim_scale(qty_good), 'waste', trim_scale(qty_waste), 'failed', trim_scale(v_failed),
             'at', private.iso(finished_at))
     where id = v_step;
  end loop;
  update public.jobs set status = 'in_production' where id = p_job.id;
end $$;

create or replace function private.check_job(
  p_id uuid, p_job_id uuid, p_result text, p_note text default null, p_photo text default null, p_remake_qty numeric default null,
  p_reason text default null, p_back_to uuid default null, p_steps jsonb default null, p_material jsonb default null,
  p_failed numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_remake uuid;
  v_note constant text := nullif(left(btrim(p_note), 5000), '');
  v_back public.job_steps;
  v_made constant jsonb := jsonb_path_query_first(p_steps, '$[*] ? (@.outcome == "made")');
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not check jobs';
  end if;
  if p_steps is not null or p_back_to is not null then
    perform private.take_turn_at_steps(p_job_id);
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  select * into v_back from public.job_steps where id = p_back_to and job_id = p_job_id;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif exists (select from public.job_checks where id = p_id) then
    return (select remake_id from public.job_checks where id = p_id);
  end if;
  perform private.guard_check(v_job, v_back, p_result, v_note, p_photo, p_remake_qty, p_reason, p_back_to, p_failed);
  if p_result = 'pass' or p_remake_qty is not null then
    if exists (select from public.job_steps where job_id = p_job_id) then
      perform private.answer_steps(p_job_id, p_steps);
    elsif p_result = 'fail' then
      perform private.record_made(v_job, v_job.qty - p_remake_qty, p_remake_qty);
    else
      perform private.record_made(v_job, (v_made ->> 'good')::numeric, (v_made ->> 'waste')::numeric);
    end if;
    perform private.settle_short(v_job, p_result, v_note, p_remake_qty);
    perform private.book_material(p_job_id, p_material, true);
  end if;
  if p_remake_qty is not null then
    v_remake := private.make_remake(v_job, p_remake_qty, v_back.id);
  end if;
  insert into public.job_checks (id, job_id, result, note, photo_path, remake_id, reason, back_to)
  values (p_id, p_job_id, p_result, v_note, p_photo, v_remake,
    coalesce(p_reason, case when p_result = 'fail' then 'other' when v_remake is not null then 'short' end), v_back.id);
  perform private.log_event('job', p_job_id, case p_result when 'pass' then 'check_passed' else 'check_failed' end,
    jsonb_strip_nulls(jsonb_build_object('reason', v_note, 'remake', (select j.job_number from public.jobs j where j.id = v_remake),
      'step', v_back.name, 'failed', case when p_result = 'fail' then trim_scale(p_failed) end)));
  if v_remake is not null then
    perform private.log_event('job', v_remake, 'created', jsonb_build_object('remake_of', v_job.job_number, 'reason', v_note));
  end if;
  if p_result = 'pass' or v_remake is not null then
    update public.jobs set status = 'ready' where id = p_job_id;
  else
    perform private.begin_again(v_job, v_back.position, p_failed, p_id);
  end if;
  return v_remake;
end $$;

alter table public.job_steps add constraint job_steps_qty_kept_is_a_number CHECK (qty_kept <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.job_steps add constraint job_steps_qty_kept_range CHECK (qty_kept >= 0::numeric AND qty_kept <= 1000000::numeric);

alter table public.job_steps add constraint job_steps_rounds_is_a_list CHECK (jsonb_typeof(rounds) = 'array'::text AND octet_length(rounds::text) <= 50000);

revoke execute on all routines in schema private from public;

call private.offer('private.check_job(uuid, uuid, text, text, text, numeric, text, uuid, jsonb, jsonb, numeric)');

CREATE TRIGGER pin BEFORE UPDATE ON public.job_steps FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'job_id', 'started_at', 'finished_at', 'qty_good', 'qty_waste', 'qty_kept', 'rounds', 'skip_reason');

comment on function private.done_in_words(public.job_steps) is 'Who did a step, when, and what came out of all its rounds: "Mark Grima, 24 Nov, 15:10, 8 good, 2 made again".';

comment on function private.finish_step(pg_catalog.uuid,numeric,numeric,pg_catalog.jsonb,timestamp with time zone) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in. Good and wasted are at most what came
good from the steps before, of a step that a failed check repeats at most what is made again; every timer of it is completed, as end_timers_of_step says. A long timer of the caller is refused as in stop_timer until p_ended says
when the work ended. p_material: as in book_material, what the step took. A second call changes nothing.';

comment on function private.labour_of_jobs(pg_catalog.uuid[]) is 'Time of jobs that was recorded, and what their work costs: that time, and the planned minutes of each step that is done without a
timer (untimed counts those); a repeated step counts them again for the part that is made again. Time that was recorded for a job without a step is time of all its steps. For callers that checked
sees_labour_cost.';

comment on function private.pieces_into(pg_catalog.uuid) is 'The good pieces that come into a step from the steps that it waits for, and the step that they come from; null where none was counted. Of a
step that a failed check repeats: those that are made again, at most as many as did not pass where the step before is not repeated.';

comment on function private.pieces_made(pg_catalog.uuid) is 'The good pieces that came through every counted step of a job, in all of its rounds; null where none was counted.';

comment on function public.finish_step(pg_catalog.uuid,numeric,numeric,pg_catalog.jsonb,timestamp with time zone) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in. Good and wasted are at most what came
good from the steps before, of a step that a failed check repeats at most what is made again; every timer of it is completed, as end_timers_of_step says. A long timer of the caller is refused as in stop_timer until p_ended says
when the work ended. p_material: as in book_material, what the step took. A second call changes nothing.';

comment on column public.job_steps.qty_good is 'Good pieces that came out of the step, in its last round. Zero good and zero wasted: it was not counted.';

comment on function private.begin_again(public.jobs,pg_catalog.text,numeric,pg_catalog.uuid) is 'A job goes back to production: the step at this position and all after it are to do again, the last one first, for the pieces that did not pass
and those that are missing. What came out of them before stays in their rounds; the pieces that passed are kept. p_failed null: all.';

comment on function private.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'Quality control of a job. Passed: it is ready; p_remake_qty makes again what is short, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it, for the p_failed pieces that did not pass; null: all of them. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on function private.guard_check(public.jobs,public.job_steps,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,numeric) is 'Refuses in words a check that says too little, or too much, of a job.';

comment on function private.work_of_step(public.job_steps,numeric) is 'How often the work of a step was done: 1 when it is done, 0 before; of a repeated step 1, and for each round after the first its pieces as a part of the job.';

comment on function public.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'Quality control of a job. Passed: it is ready; p_remake_qty makes again what is short, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it, for the p_failed pieces that did not pass; null: all of them. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on column public.job_steps.qty_kept is 'Good pieces of the rounds before, which passed the check that repeated the others.';

comment on column public.job_steps.rounds is 'What came out before a failed check repeated the step: [{check, good, waste, failed, at}], failed: how many of the job did not pass that check. Empty: it was not repeated.';

reset check_function_bodies;
