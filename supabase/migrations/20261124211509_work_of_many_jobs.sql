set check_function_bodies = off;

drop routine private.work_time(p_from date, p_to date, p_job_id uuid);

create or replace function private.work_time(p_from date, p_to date, p_jobs uuid[] default null)
returns table (day date, user_id uuid, job_id uuid, order_id uuid, client text, seconds bigint, is_running boolean)
  language sql stable security definer set search_path = ''
as $$
  with zone as (
    select coalesce((select c.time_zone from public.company_settings c), 'UTC') as name
  ), piece as (
    select e.user_id, e.job_id, e.order_id, nullif(concat_ws(' · ', nullif(e.client_name, ''), nullif(e.business_name, '')), '') as client,
           private.instant(one ->> 'startTime') as started,
           one ->> 'endTime' is null and e.status = 'active' and place = jsonb_array_length(e.sessions) as is_open,
           coalesce(private.instant(one ->> 'endTime'),
             case when one -> 'isPaused' = 'true' then private.instant(one ->> 'pausedAt') end,
             case when e.status = 'active' and place = jsonb_array_length(e.sessions) then clock_timestamp() end) as ended
      from public.time_entries e cross join lateral jsonb_array_elements(e.sessions) with ordinality as listed (one, place), zone
     where (p_jobs is null or e.job_id = any (p_jobs))
       and (p_jobs is not null or e.status = 'active' or e.touched_at >= p_from::timestamp at time zone zone.name)
  )
  select d::date, p.user_id, p.job_id, p.order_id, p.client,
         sum(private.seconds_between(started, least(ended, (d + interval '1 day') at time zone zone.name))
           - private.seconds_between(started, greatest(started, d at time zone zone.name)))::bigint,
         bool_or(is_open and (ended at time zone zone.name)::date = d::date)
    from piece p cross join zone
    cross join lateral generate_series(greatest(p_from::timestamp, date_trunc('day', started at time zone zone.name)),
      least(p_to::timestamp, date_trunc('day', ended at time zone zone.name)), interval '1 day') as d
   where ended >= started
   group by 1, 2, 3, 4, 5
$$;

create or replace function private.job_effort(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds bigint;
  v_labour numeric;
  v_material numeric;
  v_quoted numeric;
  v_again_seconds bigint := 0;
  v_again_labour numeric := 0;
  v_again_material numeric := 0;
  v_remakes uuid[];
  v_sees_costs boolean;
  v_sees_labour boolean;
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  v_sees_costs := private.is_server() or private.named('view_financial_data');
  v_sees_labour := private.sees_labour_cost();
  with recursive again as (
    select id, 1 as depth from public.jobs where remake_of = p_id
    union
    select j.id, a.depth + 1 from again a join public.jobs j on j.remake_of = a.id where a.depth < 50
  )
  select array_agg(id) into v_remakes from again;
  select coalesce(sum(w.seconds), 0), sum(private.cost_of_work(w.user_id, w.day, w.seconds)) into v_seconds, v_labour
    from private.work_time('1900-01-01', (now() + interval '2 days')::date, array[p_id]) as w;
  if v_remakes is not null then
    select coalesce(sum(w.seconds), 0), sum(private.cost_of_work(w.user_id, w.day, w.seconds)) into v_again_seconds, v_again_labour
      from private.work_time('1900-01-01', (now() + interval '2 days')::date, v_remakes) as w;
    select sum(-m.qty * c.unit_cost) into v_again_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = any (v_remakes);
  end if;
  if v_sees_costs then
    select sum(-m.qty * c.unit_cost) into v_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = p_id;
    select coalesce(oi.net, qi.net) into v_quoted from public.jobs j left join public.order_items oi on oi.id = j.order_item_id
      left join public.quotation_items qi on qi.id = j.quotation_item_id where j.id = p_id and j.remake_of is null;
  end if;
  return jsonb_build_object('seconds', v_seconds)
    || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_material, 0), 2)),
         'quoted', private.amount_text(v_quoted)) else '{}' end
    || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_labour, 0), 2))) else '{}' end
    || case when v_remakes is null then '{}' else jsonb_build_object('remakes', jsonb_build_object('jobs', cardinality(v_remakes), 'seconds', v_again_seconds)
         || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_again_material, 0), 2))) else '{}' end
         || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_again_labour, 0), 2))) else '{}' end) end;
end $$;

create or replace function private.order_line_costs(p_orders uuid[])
returns table(order_id uuid, item_id uuid, service_id uuid, net numeric, cost numeric, basis text, remakes integer, remake_cost numeric)
  language sql stable security definer set search_path = ''
as $$
  with job as (
    select j.id, j.order_item_id, j.remake_of is not null as is_remake, private.is_finished_job(j.status) as is_made
      from public.jobs j where j.order_id = any (p_orders) and j.order_item_id is not null and j.status <> 'cancelled'
  ), taken as (
    select m.job_id, sum(-m.qty * c.unit_cost) as cost
      from public.stock_movements m join public.stock_movement_costs c on c.movement_id = m.id
     where m.job_id in (select id from job) group by m.job_id
  ), worked as (
    select w.job_id, sum(private.cost_of_work(w.user_id, w.day, w.seconds)) as cost
      from private.work_time('1900-01-01', (now() + interval '2 days')::date, array(select id from job)) as w
     where (select private.sees_labour_cost()) group by w.job_id
  ), booked as (
    select j.*, t.cost as material, w.cost as labour
      from job j left join taken t on t.job_id = j.id left join worked w on w.job_id = j.id
  ), of_line as (
    select b.order_item_id, bool_and(b.is_made) filter (where not b.is_remake) as is_made,
           sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where not b.is_remake) as spent,
           bool_or(b.material is not null or b.labour is not null) filter (where not b.is_remake) as is_booked,
           count(*) filter (where b.is_remake) as remakes,
           coalesce(sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where b.is_remake), 0) as again
      from booked b group by b.order_item_id
  ), judged as (
    select i.order_id, i.id, i.service_id, i.net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2) as planned, l.spent, l.remakes, l.again,
           coalesce(l.is_made and l.is_booked and (select private.sees_labour_cost()), false) as is_actual
      from public.order_items i
      left join public.quotation_item_costs c on c.item_id = i.quotation_item_id
      left join of_line l on l.order_item_id = i.id
     where i.order_id = any (p_orders) and i.kind = 'item'
  )
  select j.order_id, j.id, j.service_id, j.net,
         case when j.is_actual then trunc(j.spent + j.again, 2) else j.planned + trunc(coalesce(j.again, 0), 2) end,
         case when j.is_actual then 'actual' when j.planned is null then 'unknown' else 'planned' end,
         coalesce(j.remakes, 0)::integer, trunc(coalesce(j.again, 0), 2)
    from judged j
$$;

revoke execute on all routines in schema private from public;

comment on function private.work_time(pg_catalog.date,pg_catalog.date,pg_catalog.uuid[]) is 'Seconds worked by day of the company, person, job, order and client; a session over midnight counts on both days.
p_jobs: only work on these, from its first day; null: all.';

reset check_function_bodies;
