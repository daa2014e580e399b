-- What work cost by the hours that it took is a wage. It is seen by holders of manage_wage_rates only, beside the costs that
-- holders of view_financial_data see.

create function private.sees_labour_cost() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.is_server() or (private.named('view_financial_data') and private.named('manage_wage_rates'))
$$;
comment on function private.sees_labour_cost is 'Whether the caller sees what work cost: with its hours that is a wage.';

create or replace function private.job_effort(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds bigint;
  v_labour numeric;
  v_material numeric;
  v_quoted numeric;
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  select coalesce(sum(w.seconds), 0), sum(private.cost_of_work(w.user_id, w.day, w.seconds)) into v_seconds, v_labour
    from private.work_time('1900-01-01', (now() + interval '2 days')::date, p_id) as w;
  if private.is_server() or private.named('view_financial_data') then
    select sum(-m.qty * c.unit_cost) into v_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = p_id;
    select coalesce(oi.net, qi.net) into v_quoted from public.jobs j left join public.order_items oi on oi.id = j.order_item_id
      left join public.quotation_items qi on qi.id = j.quotation_item_id where j.id = p_id and j.remake_of is null;
    return jsonb_build_object('seconds', v_seconds, 'material', private.amount_text(trunc(coalesce(v_material, 0), 2)),
        'quoted', private.amount_text(v_quoted))
      || case when private.sees_labour_cost() then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_labour, 0), 2))) else '{}' end;
  end if;
  return jsonb_build_object('seconds', v_seconds);
end $$;

comment on function private.job_effort is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, and for those of them who
hold manage_wage_rates labour. Amounts are text.';

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
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object('day', w.day, 'user_id', w.user_id, 'person', private.person_label(w.user_id), 'client', w.client,
               'job_id', w.job_id, 'job', j.job_number || ' · ' || j.title, 'order_id', w.order_id, 'order', o.order_number, 'seconds', w.seconds,
               'is_running', w.is_running, 'cost', case when v_costs then private.amount_text(trunc(private.cost_of_work(w.user_id, w.day, w.seconds), 2)) end)
             order by w.day, private.person_label(w.user_id))
        from private.work_time(p_from, p_to) as w left join public.jobs j on j.id = w.job_id left join public.orders o on o.id = w.order_id
       where w.seconds > 0 or w.is_running), '[]'),
    'jobs', coalesce((
      select jsonb_agg(jsonb_build_object('id', j.id, 'number', j.job_number, 'title', j.title,
               'planned_minutes', (select sum(s.planned_minutes) from public.job_steps s where s.job_id = j.id and s.status <> 'skipped'),
               'effort', private.job_effort(j.id)) order by j.job_number desc)
        from public.jobs j where j.id in (
          select e.job_id from public.time_entries e where e.job_id is not null and e.touched_at >= p_from and e.created_at < p_to + 2)), '[]'));
end $$;

comment on function private.staff_time is 'Seconds by day, person, job and client of a span of days, and the jobs of it with planned and worked time. Costs of work only for
holders of manage_wage_rates and view_financial_data. Amounts are text.';

revoke execute on all routines in schema private from public;
