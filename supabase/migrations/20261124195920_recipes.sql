set check_function_bodies = off;

drop routine private.calculated_parts(p_inputs jsonb, p_step jsonb);

alter table public.services add column recipe jsonb;

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
    'services', coalesce((select jsonb_object_agg(v.id, jsonb_build_object('name', v.name, 'min_charge', v.min_charge::text,
        'recipe', v.recipe))
        from public.services v where v.archived_at is null), '{}'),
    'breaks', coalesce((select jsonb_agg(jsonb_build_object('name', r.name, 'service_id', r.service_id, 'basis', r.basis,
          'from', r.from_value::text, 'to', r.to_value::text, 'pct', r.discount_pct::text) order by r.name, r.id)
        from public.pricing_ranges r where r.discount_pct is not null), '[]'))
$$;

create or replace function private.calculated_parts(p_inputs jsonb, p_step jsonb)
returns table (width numeric, height numeric, qty numeric, edge numeric)
  language sql immutable set search_path = ''
as $$
  select (p ->> 'width_mm')::numeric / 1000, (p ->> 'height_mm')::numeric / 1000, (p ->> 'qty')::numeric,
         coalesce((p ->> 'edge_mm')::numeric, 2 * ((p ->> 'width_mm')::numeric + (p ->> 'height_mm')::numeric)) / 1000
    from jsonb_array_elements(p_inputs -> 'parts') as p
   where coalesce(jsonb_typeof(p_step -> 'parts'), 'null') = 'null' or p_step -> 'parts' ? (p ->> 'id')
$$;

create or replace function private.calculated_extent(p_inputs jsonb, p_step jsonb) returns numeric
  language sql immutable set search_path = ''
as $$
  select case p_step ->> 'per'
    when 'm2' then private.calculated_area(p_inputs, p_step, 1)
    when 'm_edge' then trunc((select coalesce(sum(edge * qty), 0) from private.calculated_parts(p_inputs, p_step)), 4)
    when 'm2_return' then trunc((select coalesce(sum(edge * qty), 0) from private.calculated_parts(p_inputs, p_step))
      * (p_step ->> 'depth_mm')::numeric / 1000, 4)
    else 1 end
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
  v_pct numeric;
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
        v_bought := (p_nested ->> (v_step ->> 'id'))::numeric;
        v_pct := coalesce((v_step ->> 'waste_pct')::numeric, 100);
        v_area := case when v_pct = 100 then v_bought else least(v_bought, private.cut_ratio(
          private.calculated_area(p_inputs, v_step, v_quantity),
          (v_rate ->> 'width_mm')::numeric / 1000 * (v_rate ->> 'length_mm')::numeric / 1000)) end;
        v_lines := v_lines || private.calculated_line(v_step, 'sheet', v_area, (v_rate ->> 'price')::numeric, v_rate ->> 'cost');
        if v_area < v_bought then
          v_lines := v_lines || private.calculated_line(v_step, 'waste', v_bought - v_area,
            (v_rate ->> 'price')::numeric * v_pct / 100, v_rate ->> 'cost');
        end if;
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
        select coalesce(sum(edge * qty), 0) into v_contour from private.calculated_parts(p_inputs, v_step);
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
        v_area := (v_step ->> 'qty')::numeric * private.calculated_extent(p_inputs, v_step);
        if v_step ->> 'per' is not null and v_rate ->> 'unit' = 'piece' then
          v_area := ceil(v_area);
        end if;
        v_lines := v_lines || private.calculated_line(v_step, 'item', v_area * v_each, (v_rate ->> 'price')::numeric, v_rate ->> 'cost');
      when 'labour' then
        v_lines := v_lines || private.calculated_line(v_step, 'labour', private.cut_ratio(
            greatest((v_step ->> 'minutes')::numeric * private.calculated_extent(p_inputs, v_step) * v_each, (v_rate ->> 'min_minutes')::numeric) * (v_rate ->> 'crew')::numeric, 60),
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

create or replace function private.check_calculated_step(p_step jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(p_step ->> 'kind', '') not in ('sheet', 'roll', 'ink', 'machine', 'item', 'labour', 'outsourced', 'travel') then
    perform private.refuse('22023', 'A step of this calculation is of no known kind');
  elsif coalesce(jsonb_typeof(p_step -> 'parts'), 'null') not in ('null', 'array') then
    perform private.refuse('22023', 'The parts of a step are a list');
  elsif p_step ->> 'kind' in ('item', 'labour', 'outsourced') and jsonb_typeof(p_step -> 'once') is distinct from 'boolean' then
    perform private.refuse('22023', 'A step is for each piece or once');
  elsif coalesce(jsonb_typeof(p_step -> 'per'), 'null') <> 'null' and (p_step ->> 'kind' not in ('item', 'labour')
    or p_step ->> 'per' not in ('m2', 'm_edge', 'm2_return') or (p_step ->> 'once')::boolean)
  then
    perform private.refuse('22023', 'A step is for each m², metre of edge or m² of return of a piece');
  end if;
  if p_step ->> 'per' = 'm2_return' then
    perform private.calculated_number(p_step, 'depth_mm', 1, 2000, 2, 'The depth of the return');
  end if;
  case p_step ->> 'kind'
    when 'sheet' then
      perform private.calculated_number(p_step, 'kerf_mm', 0, 100, 2, 'The cut');
      if p_step ? 'waste_pct' then
        perform private.calculated_number(p_step, 'waste_pct', 0, 100, 2, 'The price of waste');
      end if;
    when 'roll' then
      perform private.calculated_number(p_step, 'gap_mm', 0, 1000, 2, 'The gap'),
              private.calculated_number(p_step, 'overlap_mm', 0, 1000, 2, 'The overlap'),
              private.calculated_number(p_step, 'waste_pct', 0, 100, 2, 'The price of waste');
    when 'ink' then
      perform private.calculated_number(p_step, 'sides', 1, 2, 0, 'The printed sides'),
              private.calculated_number(p_step, 'coverage_pct', 0, 400, 2, 'The ink coverage');
    when 'machine' then
      perform private.calculated_number(p_step, 'setups', 0, 1000, 0, 'The number of set-ups');
      if jsonb_typeof(p_step -> 'qty') is distinct from 'null' then
        perform private.calculated_number(p_step, 'qty', 0, 1000000, 4, 'The machine work');
      end if;
    when 'item' then perform private.calculated_number(p_step, 'qty', 0, 1000000, 4, 'The number of pieces');
    when 'labour' then perform private.calculated_number(p_step, 'minutes', 0, 1000000, 2, 'The minutes');
    when 'outsourced' then
      perform private.calculated_number(p_step, 'price', 0, 100000000, 2, 'The price of a bought part');
      if char_length(coalesce(p_step ->> 'name', '')) > 200 then
        perform private.refuse('22023', 'The name of a bought part has 200 characters at most');
      end if;
    when 'travel' then perform private.calculated_number(p_step, 'trips', 0, 1000, 0, 'The number of trips');
  end case;
end $$;

create or replace function private.check_calculation(p_inputs jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  v_part jsonb;
  v_step jsonb;
  v_pieces numeric := 0;
  v_quantity numeric;
begin
  if jsonb_typeof(p_inputs) is distinct from 'object' or jsonb_typeof(p_inputs -> 'parts') is distinct from 'array'
    or jsonb_typeof(p_inputs -> 'steps') is distinct from 'array' or octet_length(p_inputs::text) > 100000
    or jsonb_array_length(p_inputs -> 'parts') > 200 or jsonb_array_length(p_inputs -> 'steps') > 50
    or (jsonb_typeof(p_inputs -> 'service_id') is distinct from 'null' and private.uuid_or_null(p_inputs ->> 'service_id') is null)
    or exists (select from jsonb_array_elements((p_inputs -> 'parts') || (p_inputs -> 'steps')) as one
                where jsonb_typeof(one) is distinct from 'object' or coalesce(one ->> 'id', '') !~ '^[A-Za-z0-9-]{1,40}$')
  then
    perform private.refuse('22023', 'A calculation has at most 200 parts and 50 steps');
  elsif (select count(*) <> count(distinct one ->> 'id') from jsonb_array_elements((p_inputs -> 'parts') || (p_inputs -> 'steps')) as one) then
    perform private.refuse('22023', 'Two parts or steps have the same id');
  end if;
  v_quantity := private.calculated_number(p_inputs, 'quantity', 1, 100000, 0, 'The quantity');
  if jsonb_typeof(p_inputs -> 'min_charge') is distinct from 'null' then
    perform private.calculated_number(p_inputs, 'min_charge', 0, 10000000, 2, 'The minimum charge');
  end if;
  for v_part in select * from jsonb_array_elements(p_inputs -> 'parts') loop
    perform private.calculated_number(v_part, 'width_mm', 1, 100000, 2, 'The width of a part');
    perform private.calculated_number(v_part, 'height_mm', 1, 100000, 2, 'The height of a part');
    v_pieces := v_pieces + private.calculated_number(v_part, 'qty', 1, 100000, 0, 'The number of a part');
    if coalesce(jsonb_typeof(v_part -> 'edge_mm'), 'null') <> 'null' then
      perform private.calculated_number(v_part, 'edge_mm', 1, 1000000, 2, 'The edge of a part');
    end if;
    if char_length(coalesce(v_part ->> 'name', '')) > 200 then
      perform private.refuse('22023', 'The name of a part has 200 characters at most');
    end if;
  end loop;
  if v_pieces * v_quantity > 1000000 then
    perform private.refuse('22023', 'There are too many parts');
  end if;
  for v_step in select * from jsonb_array_elements(p_inputs -> 'steps') loop
    perform private.check_calculated_step(v_step);
  end loop;
end $$;

create or replace function private.put_calculation(p_calculation uuid, p_quotation uuid, p_item uuid, p_position text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.price_calculations;
  v_item uuid;
begin
  perform private.open_quotation_draft(p_quotation);
  select * into v_row from public.price_calculations where id = p_calculation;
  if v_row.id is null then
    perform private.refuse('PT404', 'This calculation is not there any more');
  end if;
  select id into v_item from public.quotation_items
   where quotation_id = p_quotation and kind = 'item' and (id = p_item or calculation_id = p_calculation)
   order by id = p_item desc, position limit 1;
  if v_item is not null then
    update public.quotation_items
       set qty = v_row.quantity, unit = 'piece', unit_price = v_row.unit_price, price_breaks = null, own_charged_qty = null,
           priced_size = null, calculation_id = v_row.id, service_id = coalesce(v_row.service_id, service_id)
     where id = v_item;
  else
    insert into public.quotation_items (id, quotation_id, position, description, qty, unit, unit_price, service_id, calculation_id,
      width_mm, height_mm)
    select p_item, p_quotation, p_position, v_row.name, v_row.quantity, 'piece', v_row.unit_price, v_row.service_id, v_row.id,
           case when only_one then (v_row.inputs #>> '{parts,0,width_mm}')::numeric end,
           case when only_one then (v_row.inputs #>> '{parts,0,height_mm}')::numeric end
      from (select jsonb_array_length(v_row.inputs -> 'parts') = 1 and v_row.inputs #>> '{parts,0,qty}' = '1') as part (only_one)
    returning id into v_item;
  end if;
  perform private.cost_of_line(v_item, p_calculation);
  return v_item;
end $$;

create or replace function private.check_recipe() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_calculation(jsonb_build_object(
    'quantity', '1', 'service_id', null, 'min_charge', null, 'parts', '[]'::jsonb, 'steps', new.recipe));
  return null;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger check_recipe after insert or update of recipe on public.services
  for each row when (new.recipe is not null) execute function private.check_recipe();

comment on function private.put_calculation(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'Puts the price of a calculation into a draft quotation: into the line p_item, or the line that it has there already, else as a new line
at p_position. The price is for a piece. Returns the line.';

comment on function public.put_calculation(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text) is 'Puts the price of a calculation into a draft quotation: into the line p_item, or the line that it has there already, else as a new line
at p_position. The price is for a piece. Returns the line.';

comment on function private.calculated_extent(pg_catalog.jsonb,pg_catalog.jsonb) is 'How often the quantity or the minutes of a step are needed for one piece: its m², metres of its edges, m² of its returns (edges times
depth), else once.';

comment on function private.calculated_parts(pg_catalog.jsonb,pg_catalog.jsonb) is 'The parts of one piece that a step is for, in metres. edge: all around one part, as somebody measured it or of its rectangle.';

comment on function private.check_calculated_step(pg_catalog.jsonb) is 'Refuses a step of a calculation that no screen makes, in words.';

comment on function private.check_recipe() is 'A recipe is steps that a calculation could have.';

comment on column public.services.recipe is 'What a piece of it is made of: steps of a calculation, for the calculator to begin with.';

reset check_function_bodies;
