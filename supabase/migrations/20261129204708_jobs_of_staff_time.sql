set check_function_bodies = off;

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
                 'planned_minutes', (select sum(s.planned_minutes) from public.job_steps s where s.job_id = j.id and s.status <> 'skipped'),
                 'effort', private.job_effort(j.id)) order by j.job_number desc)
          from public.jobs j where j.id in (select w.job_id from work w)), '[]')));
end $$;

comment on function private.staff_time(pg_catalog.date,pg_catalog.date) is 'Seconds by day, person, job and client of a span of days, and the jobs that were worked on in it, each with all its planned and worked time. Costs of work only for
holders of manage_wage_rates and view_financial_data. Amounts are text.';

comment on function public.staff_time(pg_catalog.date,pg_catalog.date) is 'Seconds by day, person, job and client of a span of days, and the jobs that were worked on in it, each with all its planned and worked time. Costs of work only for
holders of manage_wage_rates and view_financial_data. Amounts are text.';

reset check_function_bodies;
