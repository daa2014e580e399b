set check_function_bodies = off;

create or replace function private.hours_of_shifts(p_from date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('centre', t.work_centre_id, 'person', t.user_id, 'day', t.day, 'minutes', t.minutes)
             order by t.day, t.work_centre_id, t.user_id) from (
      select s.work_centre_id, s.user_id, private.day_of(s.starts_at) as day, sum(extract(epoch from s.ends_at - s.starts_at) / 60 - s.break_minutes)::integer as minutes
        from public.shifts s
       where s.starts_at >= (p_from - 7)::timestamp at time zone private.company_zone() and s.starts_at < now() + interval '200 days'
       group by 1, 2, 3) as t), '[]');
end $$;

create or replace function private.workload() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_is_named constant boolean := private.is_server() or private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view');
begin
  if not (v_is_named or private.can('quotations', 'view')) then
    raise insufficient_privilege using message = 'You may not see the plan';
  end if;
  return jsonb_build_object('today', v_today,
    'centres', coalesce((
      select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'kind', w.kind, 'capacity', w.capacity_minutes_day, 'workDays', w.work_days,
               'colour', w.colour) order by w.sort, w.name) from public.work_centres w where w.archived_at is null), '[]'),
    'closures', coalesce((
      select jsonb_agg(jsonb_build_object('work_centre_id', c.work_centre_id, 'starts_on', c.starts_on, 'ends_on', c.ends_on, 'reason', c.reason)
               order by c.starts_on, c.id) from public.work_centre_closures c where c.ends_on >= v_today), '[]'),
    'shifts', private.hours_of_shifts(v_today),
    'away', coalesce((
      select jsonb_agg(jsonb_build_object('person', a.user_id, 'starts_on', a.starts_on, 'ends_on', a.ends_on) order by a.starts_on, a.user_id)
        from public.absences a where a.status = 'approved' and a.ends_on >= v_today), '[]'),
    'jobs', private.jobs_to_plan(v_is_named));
end $$;

reset check_function_bodies;
