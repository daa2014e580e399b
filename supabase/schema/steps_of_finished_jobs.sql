-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.answer_steps(p_job_id uuid, p_steps jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_answer record;
begin
  if p_steps is null then
    return;
  elsif jsonb_typeof(p_steps) <> 'array' or jsonb_array_length(p_steps) > 200 then
    perform private.refuse('22023', 'Say of at most 200 steps what became of them');
  end if;
  for v_answer in
    select a.*, s.id as known from jsonb_to_recordset(p_steps) as a (id uuid, outcome text, good numeric, waste numeric, reason text)
      left join public.job_steps s on s.id = a.id and s.job_id = p_job_id
     order by s.position
  loop
    if v_answer.known is null then
      perform private.refuse('PT404', 'This step is not there any more');
    elsif v_answer.outcome = 'done' then
      perform private.finish_step(v_answer.id, v_answer.good, v_answer.waste);
    elsif v_answer.outcome = 'skipped' then
      perform private.skip_step(v_answer.id, v_answer.reason);
    else
      perform private.refuse('22023', 'A step is done or skipped');
    end if;
  end loop;
end $function$;
comment on function private.answer_steps(p_job_id uuid, p_steps jsonb) is 'What became of the open steps of a job at its hand-over: [{id, outcome: done | skipped, good, waste, reason}], taken in their order.';

CREATE OR REPLACE FUNCTION private.log_removed_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.jobs where id = old.job_id) then
    perform private.log_event('job', old.job_id, 'step_removed', jsonb_build_object('step', old.name));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.pieces_into(p_step_id uuid, OUT pieces numeric, OUT step text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive earlier as (
    select s.id, s.name, s.position, s.status, s.before_approval, s.qty_good, s.qty_waste, s.depends_on, 1 as depth
      from public.job_steps it join public.job_steps s on s.job_id = it.job_id and s.id = any (it.depends_on)
     where it.id = p_step_id
    union
    select s.id, s.name, s.position, s.status, s.before_approval, s.qty_good, s.qty_waste, s.depends_on, e.depth + 1
      from earlier e join public.job_steps s on s.id = any (e.depends_on) where e.depth < 100
  )
  select qty_good, name from earlier
   where status = 'done' and not before_approval and (qty_good > 0 or qty_waste > 0)
   order by qty_good, position desc limit 1
$function$;
comment on function private.pieces_into(p_step_id uuid, OUT pieces numeric, OUT step text) is 'The good pieces that come into a step from the steps that it waits for, and the step that they come from; null where none was counted.';

CREATE OR REPLACE FUNCTION private.pieces_made(p_job_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(qty_good) from public.job_steps
   where job_id = p_job_id and status = 'done' and not before_approval and (qty_good > 0 or qty_waste > 0)
$function$;
comment on function private.pieces_made(p_job_id uuid) is 'The good pieces that came through every counted step of a job; null where none was counted.';

CREATE OR REPLACE FUNCTION private.pieces_short(p_job_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(j.qty - coalesce(private.pieces_made(j.id), j.qty) - coalesce((
      select sum(r.qty) from public.jobs r where r.remake_of = j.id and r.status <> 'cancelled'), 0), 0)
    from public.jobs j where j.id = p_job_id
$function$;
comment on function private.pieces_short(p_job_id uuid) is 'The pieces of a job that did not come out good and are not made again.';

CREATE OR REPLACE FUNCTION private.take_turn_at_steps(p_job_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_steps constant uuid[] := array(select id from public.job_steps where job_id = p_job_id order by id);
begin
  perform private.take_turn_at_step(step) from unnest(v_steps) as step;
  perform from public.time_entries where step_id = any (v_steps) and status <> 'completed' order by id for update;
  perform from public.job_steps where id = any (v_steps) order by id for update;
end $function$;
comment on function private.take_turn_at_steps(p_job_id uuid) is 'Until the end of the transaction nobody else starts, pauses or finishes a step of this job: its turns, timers and rows, in the order
in which finish_step takes them. The job is locked after them.';
