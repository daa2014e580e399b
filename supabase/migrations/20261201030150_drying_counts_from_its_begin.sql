set check_function_bodies = off;

create or replace function private.rests_until(p_step public.job_steps) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from timestamptz := p_step.finished_at;
begin
  if p_step.status <> 'done' or p_step.wait_minutes = 0 then
    return null;
  end if;
  -- Nobody works at a step without minutes: what was made before it rests from then on, whenever somebody ticks it off.
  if p_step.planned_minutes = 0 then
    v_from := least(v_from, p_step.started_at, (select max(b.finished_at) from public.job_steps b
      where b.id = any (p_step.depends_on) and b.job_id = p_step.job_id and b.status = 'done'));
  end if;
  return v_from + p_step.wait_minutes * interval '1 minute';
end $$;

create or replace function private.guard_rest() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rest record;
begin
  select s.name, private.rests_until(s) as until into v_rest from public.job_steps s
   where s.id = any (new.depends_on) and s.job_id = new.job_id and s.status = 'done' and s.wait_minutes > 0 and private.rests_until(s) > now()
   order by 2 desc limit 1;
  if found then
    perform private.refuse('PT409', format('This step waits until %s: what "%s" made must rest',
      private.moment_text(v_rest.until), v_rest.name));
  end if;
  return new;
end $$;

create or replace function private.steps_to_plan(p_job_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'centre', w.id, 'people', s.assignees, 'status', s.status,
             'minutes', s.planned_minutes::double precision, 'after', s.depends_on, 'wait', s.wait_minutes, 'early', s.before_approval,
             'day', private.day_of(s.planned_start), 'starts_at', s.planned_start, 'mark', private.plan_mark(s),
             'rests_until', (select private.day_of(max(private.rests_until(d))) from public.job_steps d
               where d.job_id = s.job_id and d.id = any (s.depends_on) and d.status = 'done' and d.wait_minutes > 0
                 and private.rests_until(d) > now())) order by s.position)
      from public.job_steps s left join public.work_centres w on w.id = s.work_centre_id and w.archived_at is null
     where s.job_id = p_job_id and s.status not in ('done', 'skipped')), '[]');
end $$;

revoke execute on all routines in schema private from public;

comment on column public.job_steps.wait_minutes is 'After it is done, the steps that depend on it wait so long: prints outgas before they are laminated. A step without minutes is the wait itself.';

comment on function private.rests_until(public.job_steps) is 'Until when the steps that wait for a done step wait; null without a waiting time. A step of work rests from its end, a step without minutes (drying) from
its start, or from the end of what it follows where that is earlier.';

reset check_function_bodies;
