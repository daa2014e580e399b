set check_function_bodies = off;

create or replace function private.minutes_without_timer(p_step public.job_steps) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
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
  );
end $$;

reset check_function_bodies;
