set check_function_bodies = off;

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
      join public.job_steps s on s.job_id = j.id and s.name = t.name and s.status = 'done' and s.finished_at > now() - interval '1 year'
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

revoke execute on all routines in schema private from public;

call private.offer('private.measured_steps(uuid)');

comment on function private.measured_steps(pg_catalog.uuid) is 'What the steps of a service took: of at least three and at most twenty jobs of the last year whose step has recorded time, the minutes
that the template plans for them and those that were recorded, and the norm that the middle one of them would make.';

comment on function public.measured_steps(pg_catalog.uuid) is 'What the steps of a service took: of at least three and at most twenty jobs of the last year whose step has recorded time, the minutes
that the template plans for them and those that were recorded, and the norm that the middle one of them would make.';

reset check_function_bodies;
