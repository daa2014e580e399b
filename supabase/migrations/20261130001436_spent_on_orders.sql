set check_function_bodies = off;

create or replace function private.booked_on_jobs(p_jobs uuid[]) returns table(material numeric, labour numeric, without_price integer)
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(-m.qty * c.unit_cost), 0), coalesce((
           select sum(w.cost) from private.labour_of_jobs(p_jobs) as w where (select private.sees_labour_cost())), 0),
         (count(distinct m.item_id) filter (where c.unit_cost is null))::integer
    from public.stock_movements m left join public.stock_movement_costs c on c.movement_id = m.id
   where m.job_id = any (p_jobs)
$$;

create or replace function private.spent_on_order(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first record;
  v_again record;
  v_jobs record;
  v_sees constant boolean := private.sees_labour_cost();
begin
  select coalesce(array_agg(j.id), '{}') as every, coalesce(array_agg(j.id) filter (where j.remake_of is null), '{}') as first,
         coalesce(array_agg(j.id) filter (where j.remake_of is not null), '{}') as again,
         count(*) filter (where private.job_is_open(j.status)) as open, count(*) as jobs into v_jobs
    from public.jobs j where j.order_id = p_order_id;
  select * into v_first from private.booked_on_jobs(v_jobs.first);
  select * into v_again from private.booked_on_jobs(v_jobs.again);
  return jsonb_build_object('material', private.amount_text(trunc(v_first.material, 2)),
    'labour', case when v_sees then private.amount_text(trunc(v_first.labour, 2)) end,
    'again', private.amount_text(trunc(v_again.material + v_again.labour, 2)), 'remakes', cardinality(v_jobs.again),
    'total', private.amount_text(trunc(v_first.material + v_first.labour + v_again.material + v_again.labour, 2)),
    'wasted', (select trim_scale(coalesce(sum(s.qty_waste + coalesce((select sum((r ->> 'waste')::numeric) from jsonb_array_elements(s.rounds) as r), 0)), 0))::text
       from public.job_steps s where s.job_id = any (v_jobs.every)),
    'open', v_jobs.open, 'jobs', v_jobs.jobs, 'without_price', v_first.without_price + v_again.without_price,
    'without_wage', v_sees and exists (select from private.work_time('1900-01-01', (now() + interval '2 days')::date, v_jobs.every) as w
       where w.seconds > 0 and private.cost_of_work(w.user_id, w.day, w.seconds) is null));
end $$;

create or replace function private.order_margin(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all record;
  v_currency text;
begin
  if not (private.is_server() or private.named('view_financial_data') and private.can('orders', 'view')) then
    raise insufficient_privilege using message = 'You may not see margins';
  end if;
  select currency into v_currency from public.orders where id = p_order_id;
  select coalesce(sum(c.net) filter (where c.cost is not null), 0) as net, sum(c.cost) as cost,
         count(*) filter (where c.basis = 'actual') as actual, count(*) filter (where c.basis = 'planned') as planned,
         count(*) filter (where c.basis = 'unknown') as unknown, coalesce(sum(c.remakes), 0) as remakes, sum(c.remake_cost) as again,
         coalesce(sum(c.untimed), 0) as untimed
    into v_all from private.order_line_costs(array[p_order_id]) as c;
  return case when v_currency is not null then jsonb_build_object('currency', v_currency, 'net', private.amount_text(v_all.net), 'cost', private.amount_text(v_all.cost),
    'margin', private.amount_text(v_all.net - v_all.cost), 'margin_pct', trim_scale(private.margin_of(v_all.net, v_all.cost))::text,
    'actual', v_all.actual, 'planned', v_all.planned, 'unknown', v_all.unknown, 'remakes', v_all.remakes,
    'remake_cost', private.amount_text(coalesce(v_all.again, 0)), 'untimed', v_all.untimed, 'spent', private.spent_on_order(p_order_id)) end;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.order_margin(pg_catalog.uuid) is 'Net, cost and margin of the lines of an order whose cost is known, how many of them are actual, planned and unknown, and what was
made again; spent: what its jobs cost until now, as spent_on_order. Amounts are text. For holders of view_financial_data. Null when the order is not there.';

comment on function public.order_margin(pg_catalog.uuid) is 'Net, cost and margin of the lines of an order whose cost is known, how many of them are actual, planned and unknown, and what was
made again; spent: what its jobs cost until now, as spent_on_order. Amounts are text. For holders of view_financial_data. Null when the order is not there.';

comment on function private.booked_on_jobs(pg_catalog.uuid[]) is 'What jobs cost until now: the material that was taken for them, the work, and how many items were taken whose cost is not known.';

comment on function private.spent_on_order(pg_catalog.uuid) is 'What the jobs of an order cost until now, the cancelled ones too: material, labour (null for who may not see wages), again: both of the jobs
that make pieces again; wasted pieces; how many of its jobs are open; and what is not known: items without a cost, work without a wage.';

reset check_function_bodies;
