set check_function_bodies = off;

create or replace function private.part_of(p_amount numeric, p_part numeric, p_whole numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_whole > 0 then trunc(p_amount * p_part / p_whole, 2) else 0 end
$$;

create or replace function private.discounted_lines(p_quotation_id uuid) returns table(item_id uuid, net numeric)
  language sql stable security definer set search_path = ''
as $$
  with line as (
    select i.id, i.kind, i.position, i.net, not i.is_optional or i.is_selected as counts
      from public.quotation_items i where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount')
  ), whole as (
    select coalesce(sum(l.net) filter (where l.kind = 'item'), 0) as net, coalesce(sum(l.net) filter (where l.kind = 'discount'), 0) as off
      from line l where l.counts
  )
  select l.id, l.net + private.part_of(w.off, sum(l.net) over upto, w.net) - private.part_of(w.off, sum(l.net) over upto - l.net, w.net)
    from line l cross join whole w where l.kind = 'item' and l.counts
  window upto as (order by l.position, l.id)
  union all
  select l.id, l.net + private.part_of(w.off, l.net, w.net + l.net) from line l cross join whole w where l.kind = 'item' and not l.counts
$$;

create or replace function private.quotation_margin(p_quotation_id uuid)
 returns table(net numeric, cost numeric, margin numeric, margin_pct numeric, unknown_lines integer, unknown_net numeric)
 language sql
 stable security definer
 set search_path to ''
as $function$
  select q.net, total.cost, judged.net - total.cost,
         case when judged.net > 0 then trunc((judged.net - total.cost) * 100 / judged.net, 2) end, total.unknown_lines, total.unknown_net
    from public.quotations q,
         lateral (select coalesce(sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), 0) as cost,
                         count(*) filter (where c.item_id is not null) as known_lines,
                         coalesce(sum(d.net) filter (where c.item_id is not null), 0) as known_net,
                         (count(*) filter (where c.item_id is null))::integer as unknown_lines,
                         coalesce(sum(d.net) filter (where c.item_id is null), 0) as unknown_net
                    from private.discounted_lines(p_quotation_id) d join public.quotation_items i on i.id = d.item_id
                    left join public.quotation_item_costs c on c.item_id = i.id
                   where i.quotation_id = q.id and i.kind = 'item' and (not i.is_optional or i.is_selected)) as total,
         lateral (select case when total.unknown_lines = 0 or total.known_lines > 0 then total.known_net end as net) as judged
   where q.id = p_quotation_id and private.named('view_financial_data') and private.can('quotations', 'view')
$function$;

create or replace function private.below_floor(p_quotation_id uuid) returns table(item_id uuid, description text, margin_pct numeric, floor_pct numeric)
  language sql stable security definer set search_path = ''
as $$
  with house as (
    select f.floor_pct from public.margin_floors f where f.service_id is null
  ), priced as (
    select i.id, i.position, i.description,
           least(private.margin_of(d.net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), band.margin_pct) as margin_pct,
           coalesce(f.floor_pct, (select house.floor_pct from house)) as floor_pct
      from public.quotation_items i
      join private.discounted_lines(p_quotation_id) d on d.item_id = i.id
      join public.quotations q on q.id = i.quotation_id
      join public.quotation_item_costs c on c.item_id = i.id
      left join public.margin_floors f on f.service_id = i.service_id
      -- The client chooses among the prices by quantity that are shown.
      left join lateral (
        select min(private.margin_of(private.line_net(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule), b.price, i.discount_pct),
                       trunc(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule) * c.unit_cost, 2))) as margin_pct
          from (select greatest(split_part(part, ':', 1)::numeric, 1) as qty, split_part(part, ':', 2)::numeric as price
                  from regexp_split_to_table(i.price_breaks, ' ') as part) as b
      ) as band on q.show_price_breaks
     where i.quotation_id = p_quotation_id and i.kind = 'item'
  ), whole as (
    select q.net, sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)) as cost, (select house.floor_pct from house) as floor_pct
      from public.quotations q
      join public.quotation_items i on i.quotation_id = q.id
      join public.quotation_item_costs c on c.item_id = i.id
     where q.id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
     group by q.net
  )
  select found.id, found.description, found.margin_pct, found.floor_pct from (
    select p.id, p.position, p.description, p.margin_pct, p.floor_pct from priced p
    union all
    select null, null, null, private.margin_of(w.net, w.cost), w.floor_pct from whole w
  ) as found
   where found.margin_pct < found.floor_pct
   order by found.position nulls first
$$;

create or replace function private.order_line_costs(p_orders uuid[])
returns table(order_id uuid, item_id uuid, service_id uuid, net numeric, cost numeric, basis text, remakes integer, remake_cost numeric, untimed integer)
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
    select w.* from private.labour_of_jobs(array(select id from job)) as w where (select private.sees_labour_cost())
  ), booked as (
    select j.*, t.cost as material, w.cost as labour, w.seconds, w.untimed
      from job j left join taken t on t.job_id = j.id left join worked w on w.job_id = j.id
  ), of_line as (
    select b.order_item_id, bool_and(b.is_made) as is_made, coalesce(sum(b.untimed), 0)::integer as untimed,
           sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where not b.is_remake) as spent,
           bool_or(b.material is not null or b.seconds > 0) filter (where not b.is_remake) as is_booked,
           count(*) filter (where b.is_remake) as remakes,
           coalesce(sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where b.is_remake), 0) as again
      from booked b group by b.order_item_id
  ), credited as (
    select b.order_item_id, sum(n.net) as net
      from public.credit_note_items n join public.invoice_items b on b.id = n.invoice_item_id
      join public.credit_notes c on c.id = n.credit_note_id and c.status not in ('draft', 'void')
     where b.order_id = any (p_orders) and b.order_item_id is not null group by b.order_item_id
  ), left_of_line as (
    select i.*, coalesce(sum(i.net) filter (where i.kind = 'discount') over (partition by i.order_id), 0) as off,
           sum(i.net) filter (where i.kind = 'item') over (partition by i.order_id) as whole,
           sum(i.net) filter (where i.kind = 'item') over (partition by i.order_id order by i.position, i.id) as upto
      from (select i.id, i.order_id, i.kind, i.position, i.service_id, i.quotation_item_id, i.qty, i.charged_qty, i.net - coalesce(r.net, 0) as net
              from public.order_items i left join credited r on r.order_item_id = i.id
             where i.order_id = any (p_orders) and i.kind in ('item', 'discount')) as i
  ), judged as (
    select i.order_id, i.id, i.service_id, i.net + private.part_of(i.off, i.upto, i.whole) - private.part_of(i.off, i.upto - i.net, i.whole) as net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2) as planned, l.spent, l.remakes, l.again, l.untimed,
           coalesce(l.is_made and l.is_booked and (select private.sees_labour_cost()), false) as is_actual
      from left_of_line i
      left join public.quotation_item_costs c on c.item_id = i.quotation_item_id
      left join of_line l on l.order_item_id = i.id
     where i.kind = 'item'
  )
  select j.order_id, j.id, j.service_id, j.net,
         case when j.is_actual then trunc(j.spent + j.again, 2) else j.planned + trunc(coalesce(j.again, 0), 2) end,
         case when j.is_actual then 'actual' when j.planned is null then 'unknown' else 'planned' end,
         coalesce(j.remakes, 0)::integer, trunc(coalesce(j.again, 0), 2), case when j.is_actual then j.untimed else 0 end
    from judged j
$$;

revoke execute on all routines in schema private from public;

comment on function private.order_line_costs(pg_catalog.uuid[]) is 'What each line of orders brings and costs. net: of the line with its share of the discounts on the whole, less what credit notes took back. actual: all its jobs are ready, those that make pieces again too, and something is booked on them, so their material and work
count; untimed: how many of their steps count the planned minutes, because they were done without a timer. planned:
the cost of the quotation. Jobs that make pieces again are added to both. unknown: neither is known; the cost is null. What work costs
is a wage: who may not see it gets the planned cost and the material of remakes.';

comment on function private.quotation_margin(pg_catalog.uuid) is 'Cost and margin of the lines that count and whose cost is known, and how many there are of which it is not, with their net.
Each line bears its share of the discounts on the whole. Null where no cost is known. No row without view_financial_data.';

comment on function public.quotation_margin(pg_catalog.uuid) is 'Cost and margin of the lines that count and whose cost is known, and how many there are of which it is not, with their net.
Each line bears its share of the discounts on the whole. Null where no cost is known. No row without view_financial_data.';

comment on function private.discounted_lines(pg_catalog.uuid) is 'The net of each line with its share of the discounts on the whole, in proportion of the nets; together they are the net of the quotation.
An option that nobody chose bears what it would as a chosen one.';

comment on function private.part_of(numeric,numeric,numeric) is 'The part of an amount that p_part of p_whole bears, in cents toward zero. Nothing of nothing.';

reset check_function_bodies;
