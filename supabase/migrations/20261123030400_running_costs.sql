-- What machine work and journeys cost the company: an hour of each kind of machine, a kilometre of a van. The calculator takes
-- its costs from here. Only holders of view_financial_data see them.

create table public.running_costs (
  id          uuid primary key default gen_random_uuid(),
  kind        text not null unique,
  hourly_cost numeric(10, 4),
  km_cost     numeric(10, 4),
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint running_costs_kind_is_known check (kind in ('cnc', 'laser', 'print', 'travel')),
  constraint running_costs_range check (hourly_cost between 0 and 100000 and km_cost between 0 and 10000),
  constraint running_costs_fit_their_kind check (case when kind = 'travel' then km_cost is not null and hourly_cost is null
    else hourly_cost is not null and km_cost is null end)
);
comment on table public.running_costs is 'What an hour of a machine and a kilometre of a van cost. Only for holders of view_financial_data.';
comment on column public.running_costs.kind is 'The machine, as in machine_prices, or travel.';

call private.borrow_rules('public.running_costs', p_audited => true, p_pages => '{quotations}');
create policy "holders of view_financial_data read running costs" on public.running_costs for select to authenticated
  using ((select private.named('view_financial_data')));
create policy "staff who keep markups add running costs" on public.running_costs for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who keep markups change running costs" on public.running_costs for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')))
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who keep markups remove running costs" on public.running_costs for delete to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create trigger nudge_new_prices after insert or update or delete on public.running_costs
  for each statement execute function private.nudge_new_prices();

create function private.machine_unit_cost(p_rate jsonb, p_speed jsonb) returns numeric
  language sql immutable set search_path = ''
as $$
  select case p_rate ->> 'per'
    when 'hour' then (p_rate ->> 'hour_cost')::numeric
    when 'minute' then private.cut_ratio((p_rate ->> 'hour_cost')::numeric, 60)
    when 'm' then private.cut_ratio((p_rate ->> 'hour_cost')::numeric * 1000 * (p_speed ->> 'passes')::numeric, (p_speed ->> 'mm_min')::numeric * 60)
  end
$$;
comment on function private.machine_unit_cost is
  'What one unit of machine work costs by the hour of its machine: a metre where the speed is known. Null where nobody knows it.';

create or replace function private.calculator_list(p_costs boolean, p_machines boolean) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with item as (
    select i.id, i.name, i.form, i.width_mm, i.length_mm, i.sell_unit, i.sell_price, c.cost_price, i.buy_unit, i.sell_per_buy,
           i.width_mm * i.length_mm / 1000000 as area_m2
      from public.inventory_items i left join public.inventory_item_costs c on c.item_id = i.id
     where i.archived_at is null and i.sell_price is not null),
  sheet as (
    select id, name, width_mm, length_mm,
           case sell_unit when 'm2' then sell_price * area_m2 when 'sheet' then sell_price when 'piece' then sell_price end as price,
           case buy_unit when 'm2' then cost_price * area_m2 else cost_price end as cost
      from item where form = 'sheet'),
  roll as (
    select id, name, width_mm,
           case sell_unit when 'm2' then sell_price when 'm' then sell_price * 1000 / width_mm when 'roll' then sell_price / area_m2 end as price,
           case buy_unit when 'm2' then cost_price when 'm' then cost_price * 1000 / width_mm when 'roll' then cost_price / area_m2 end as cost
      from item where form = 'roll'),
  piece as (
    select id, name, sell_unit, sell_price as price, cost_price / sell_per_buy as cost from item where form not in ('sheet', 'roll')),
  ink as (
    select avg(k.cost_per_ml) as cost from public.inks k),
  inked as (
    select ink.cost, ink.cost * (100 + coalesce((
             select b.markup_pct from public.markup_bands b
              where ink.cost >= b.from_cost and (b.to_cost is null or ink.cost < b.to_cost)), 0)) / 100 as price
      from ink where ink.cost is not null)
  select jsonb_build_object(
    'shows_costs', p_costs,
    'sheets', coalesce((select jsonb_object_agg(id, private.priced(name, price, cost, p_costs)
        || jsonb_build_object('width_mm', width_mm::text, 'length_mm', length_mm::text)) from sheet where price is not null), '{}'),
    'rolls', coalesce((select jsonb_object_agg(id, private.priced(name, price, cost, p_costs)
        || jsonb_build_object('width_mm', width_mm::text)) from roll where price is not null), '{}'),
    'items', coalesce((select jsonb_object_agg(id, private.priced(name, price, cost, p_costs)
        || jsonb_build_object('unit', sell_unit)) from piece), '{}'),
    'prints', coalesce((select jsonb_object_agg(e.id, jsonb_build_object('name', e.name, 'media_id', e.media_item_id, 'ml_m2', e.ink_ml_m2::text))
        from public.eco_solvent_parameters e), '{}'),
    'ink', (select private.priced('Ink', price, cost, p_costs) from inked),
    'machines', case when p_machines then coalesce((select jsonb_object_agg(m.id, jsonb_build_object('name', m.name, 'machine', m.machine,
          'per', m.per, 'price', m.price::text, 'setup', m.setup_price::text, 'least', m.min_charge::text)
          || case when p_costs then jsonb_build_object('hour_cost', (select r.hourly_cost::text from public.running_costs r where r.kind = m.machine)) else '{}' end)
        from public.machine_prices m), '{}') end,
    'speeds', coalesce((select jsonb_object_agg(s.id, s.speed) from (
        select l.id, jsonb_build_object('name', l.name, 'machine', 'laser', 'mm_min', (l.speed_mm_s * 60)::text, 'passes', l.passes::text) as speed
          from public.laser_parameters l
        union all
        select c.id, jsonb_build_object('name', c.name, 'machine', 'cnc', 'mm_min', c.feed_mm_min::text,
                 'passes', ceil(c.thickness_mm / c.depth_per_pass_mm)::integer::text)
          from public.cnc_parameters c) as s), '{}'),
    'people', coalesce((select jsonb_object_agg(h.id, private.priced(h.name, h.hourly_price, h.hourly_cost, p_costs)
        || jsonb_build_object('min_minutes', h.min_minutes::text, 'crew', h.crew_size::text)) from public.human_service_parameters h), '{}'),
    'zones', coalesce((select jsonb_object_agg(z.id, jsonb_build_object('name', z.name, 'price', z.price::text)
          || case when p_costs then jsonb_build_object('cost',
               (select round(2 * z.up_to_km * r.km_cost, 4)::text from public.running_costs r where r.kind = 'travel')) else '{}' end)
        from public.travel_zones z), '{}'),
    'services', coalesce((select jsonb_object_agg(v.id, jsonb_build_object('name', v.name, 'min_charge', v.min_charge::text))
        from public.services v where v.archived_at is null), '{}'),
    'breaks', coalesce((select jsonb_agg(jsonb_build_object('name', r.name, 'service_id', r.service_id, 'basis', r.basis,
          'from', r.from_value::text, 'to', r.to_value::text, 'pct', r.discount_pct::text) order by r.name, r.id)
        from public.pricing_ranges r where r.discount_pct is not null), '[]'))
$$;

create or replace function private.calculated_lines(p_inputs jsonb, p_nested jsonb, p_list jsonb, p_costs jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_quantity constant numeric := (p_inputs ->> 'quantity')::numeric;
  v_lines jsonb := '[]';
  v_step jsonb;
  v_rate jsonb;
  v_setup jsonb;
  v_run jsonb;
  v_speed jsonb;
  v_each numeric;
  v_area numeric;
  v_bought numeric;
  v_contour numeric;
begin
  for v_step in select * from jsonb_array_elements(p_inputs -> 'steps') loop
    v_each := case when (v_step ->> 'once')::boolean then 1 else v_quantity end;
    v_rate := case v_step ->> 'kind'
      when 'sheet' then p_list #> array['sheets', v_step ->> 'item_id']
      when 'roll' then p_list #> array['rolls', v_step ->> 'item_id']
      when 'ink' then p_list #> array['prints', v_step ->> 'print_id']
      when 'machine' then p_list #> array['machines', v_step ->> 'price_id']
      when 'item' then p_list #> array['items', v_step ->> 'item_id']
      when 'labour' then p_list #> array['people', v_step ->> 'work_id']
      when 'travel' then p_list #> array['zones', v_step ->> 'zone_id']
      when 'outsourced' then '{}' end;
    if v_rate is null or (v_step ->> 'kind' = 'ink' and p_list ->> 'ink' is null)
      or (v_step ->> 'kind' in ('sheet', 'roll') and p_nested ->> (v_step ->> 'id') is null)
    then
      perform private.refuse('22023', 'A step of this calculation has no price any more');
    end if;
    case v_step ->> 'kind'
      when 'sheet' then
        v_lines := v_lines || private.calculated_line(v_step, 'sheet', (p_nested ->> (v_step ->> 'id'))::numeric, (v_rate ->> 'price')::numeric,
          v_rate ->> 'cost');
      when 'roll' then
        v_bought := trunc((p_nested ->> (v_step ->> 'id'))::numeric / 1000 * (v_rate ->> 'width_mm')::numeric / 1000, 4);
        v_area := private.calculated_area(p_inputs, v_step, v_quantity);
        v_lines := v_lines || private.calculated_line(v_step, 'roll', v_area, (v_rate ->> 'price')::numeric, v_rate ->> 'cost')
          || private.calculated_line(v_step, 'waste', greatest(v_bought - v_area, 0),
               (v_rate ->> 'price')::numeric * (v_step ->> 'waste_pct')::numeric / 100, v_rate ->> 'cost');
      when 'ink' then
        v_lines := v_lines || private.calculated_line(v_step, 'ink', private.calculated_area(p_inputs, v_step, v_quantity)
            * (v_step ->> 'sides')::numeric * (v_rate ->> 'ml_m2')::numeric * (v_step ->> 'coverage_pct')::numeric / 100,
          (p_list #>> '{ink,price}')::numeric, p_list #>> '{ink,cost}');
      when 'machine' then
        select coalesce(sum(2 * (width + height) * qty), 0) into v_contour from private.calculated_parts(p_inputs, v_step);
        v_speed := p_list #> array['speeds', v_step ->> 'speed_id'];
        v_each := case
          when v_step ->> 'qty' is not null then (v_step ->> 'qty')::numeric
          when v_rate ->> 'per' = 'm' then trunc(v_contour, 4)
          when v_rate ->> 'per' = 'm2' then private.calculated_area(p_inputs, v_step, 1)
          when v_rate ->> 'per' = 'hour' then private.cut_ratio(v_contour * 1000 * (v_speed ->> 'passes')::numeric, (v_speed ->> 'mm_min')::numeric * 60)
          else private.cut_ratio(v_contour * 1000 * (v_speed ->> 'passes')::numeric, (v_speed ->> 'mm_min')::numeric) end;
        if v_each is null then
          perform private.refuse('22023', 'A machine step says neither how long nor how fast');
        end if;
        v_setup := private.calculated_line(v_step, 'setup', (v_step ->> 'setups')::numeric, (v_rate ->> 'setup')::numeric);
        v_run := private.calculated_line(v_step, 'machine', v_each * v_quantity, (v_rate ->> 'price')::numeric,
          private.machine_unit_cost(v_rate, v_speed)::text);
        if (v_setup ->> 'price')::numeric <> 0 then
          v_lines := v_lines || v_setup;
        end if;
        v_lines := v_lines || v_run;
        if (v_rate ->> 'least')::numeric > (v_setup ->> 'price')::numeric + (v_run ->> 'price')::numeric then
          v_lines := v_lines || private.calculated_line(v_step, 'least', 1,
            (v_rate ->> 'least')::numeric - (v_setup ->> 'price')::numeric - (v_run ->> 'price')::numeric);
        end if;
      when 'item' then
        v_lines := v_lines || private.calculated_line(v_step, 'item', (v_step ->> 'qty')::numeric * v_each, (v_rate ->> 'price')::numeric,
          v_rate ->> 'cost');
      when 'labour' then
        v_lines := v_lines || private.calculated_line(v_step, 'labour', private.cut_ratio(
            greatest((v_step ->> 'minutes')::numeric * v_each, (v_rate ->> 'min_minutes')::numeric) * (v_rate ->> 'crew')::numeric, 60),
          (v_rate ->> 'price')::numeric, v_rate ->> 'cost');
      when 'outsourced' then
        v_lines := v_lines || private.calculated_line(v_step, 'outsourced', v_each, (v_step ->> 'price')::numeric, p_costs ->> (v_step ->> 'id'));
      when 'travel' then
        v_lines := v_lines || private.calculated_line(v_step, 'travel', (v_step ->> 'trips')::numeric, (v_rate ->> 'price')::numeric,
          v_rate ->> 'cost');
    end case;
  end loop;
  return v_lines;
end $$;

revoke execute on all routines in schema private from public;
