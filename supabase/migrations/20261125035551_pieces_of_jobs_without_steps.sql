set check_function_bodies = off;

create or replace function private.record_made(p_job public.jobs, p_good numeric, p_waste numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_good is null then
    perform private.refuse('PT409', format('%s has no steps. Please say how many of %s are good.', p_job.job_number, trim_scale(p_job.qty)));
  elsif not (p_good between 0 and 1000000 and coalesce(p_waste, 0) between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  elsif p_good > p_job.qty then
    perform private.refuse('PT409', format('This job makes %s: more cannot be good', trim_scale(p_job.qty)), p_job.qty::text);
  end if;
  insert into public.job_steps (job_id, position, name, status, started_at, finished_at, qty_good, qty_waste)
  values (p_job.id, private.line_key(0), 'Made', 'done', now(), now(), p_good, coalesce(p_waste, 0));
  perform private.log_event('job', p_job.id, 'step_done', jsonb_build_object('step', 'Made', 'good', nullif(p_good, 0), 'waste', nullif(coalesce(p_waste, 0), 0)));
end $$;

create or replace function private.check_job(
  p_id uuid, p_job_id uuid, p_result text, p_note text default null, p_photo text default null, p_remake_qty numeric default null,
  p_reason text default null, p_back_to uuid default null, p_steps jsonb default null, p_material jsonb default null) returns uuid
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
  perform private.guard_check(v_job, v_back, p_result, v_note, p_photo, p_remake_qty, p_reason, p_back_to);
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
      'step', v_back.name)));
  if v_remake is not null then
    perform private.log_event('job', v_remake, 'created', jsonb_build_object('remake_of', v_job.job_number, 'reason', v_note));
  end if;
  if p_result = 'pass' or v_remake is not null then
    update public.jobs set status = 'ready' where id = p_job_id;
  else
    perform private.begin_again(p_job_id, v_back.position);
  end if;
  return v_remake;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb) is 'Quality control of a job. Passed: it is ready; p_remake_qty makes again what is short, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on function public.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb) is 'Quality control of a job. Passed: it is ready; p_remake_qty makes again what is short, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on function private.record_made(public.jobs,numeric,numeric) is 'A job without steps gets the step "Made" with its good and wasted pieces at the check. Refuses a check that does not say how many are good.';

reset check_function_bodies;
