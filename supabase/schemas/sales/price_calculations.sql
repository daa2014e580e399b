-- The calculator: what a line costs to make, and its price.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.price_calculations (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  contact_id  uuid references public.contacts (id) on delete set null,
  service_id  uuid references public.services (id) on delete set null,
  inputs      jsonb not null,
  nested      jsonb not null default '{}',
  quantity    numeric(14, 4) not null,
  unit_price  numeric(14, 4) not null,
  net         numeric(14, 2) not null,
  has_target  boolean not null default false,
  updated_by  uuid default auth.uid() references auth.users (id) on delete set null,
  updated_at  timestamptz not null default now(),
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint price_calculations_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint price_calculations_amounts_range check (quantity > 0 and unit_price >= 0 and unit_price < 100000000 and net >= 0)
);
create index price_calculations_updated_at_idx on public.price_calculations (updated_at desc, id desc);
create index price_calculations_contact_id_idx on public.price_calculations (contact_id);
create index price_calculations_service_id_idx on public.price_calculations (service_id);
create index price_calculations_created_by_idx on public.price_calculations (created_by);
create index price_calculations_updated_by_idx on public.price_calculations (updated_by);
create index price_calculations_search_idx on public.price_calculations using gin (private.folded(name) extensions.gin_trgm_ops);
comment on table public.price_calculations is 'Saved price calculations. Written by save_calculation, which works the price out.';
comment on column public.price_calculations.inputs is 'What was typed: pieces, parts and steps, numbers as text (CalculationInputs in src/documents/calculation).';
comment on column public.price_calculations.nested is 'Whole sheets, or running millimetres of a roll, by step.';
comment on column public.price_calculations.has_target is 'The price follows from a markup or a margin, which only holders of view_financial_data see and change.';

create table public.price_calculation_costs (
  calculation_id uuid primary key references public.price_calculations (id) on delete cascade,
  target_kind    text,
  target_pct     numeric(8, 2),
  bought         jsonb not null default '{}',
  cost           numeric(14, 2) not null default 0,
  row_version    integer not null default 1,
  constraint price_calculation_costs_target check ((target_kind is null) = (target_pct is null)
    and (target_kind is null or target_kind in ('markup', 'margin'))
    and target_pct >= 0 and target_pct <= case target_kind when 'margin' then 95 else 10000 end),
  constraint price_calculation_costs_bought_is_an_object check (jsonb_typeof(bought) = 'object' and octet_length(bought::text) <= 10000)
);
comment on table public.price_calculation_costs is 'What a calculation costs and which margin it aims at. Only for holders of view_financial_data.';
comment on column public.price_calculation_costs.bought is 'What bought parts cost, by step, as text.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.price_calculations', p_rights => 'select, delete', p_audited => true, p_pages => '{quotations}');
create policy "staff who see quotations read calculations" on public.price_calculations for select to authenticated
  using ((select private.can('quotations', 'view')));
create policy "people remove their own calculations, those who may delete quot" on public.price_calculations
  for delete to authenticated
  using ((select private.can('quotations', 'edit')) and (created_by = (select auth.uid()) or (select private.can('quotations', 'delete'))));

call private.borrow_rules('public.price_calculation_costs', p_rights => 'select', p_audited => true, p_key => 'calculation_id',
  p_pages => '{quotations}');
create policy "holders of view_financial_data read costs of calculations" on public.price_calculation_costs for select to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('quotations', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.calculator_list(p_costs boolean, p_machines boolean) returns jsonb
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
comment on function private.calculator_list is
  'What a calculation may be made of, with prices as text: a whole sheet, one m² of a roll, one unit, one ml of ink, an hour of one
person. Costs only with p_costs, machine prices only with p_machines.';

create function private.calculator_prices() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see prices');
  return private.calculator_list(private.named('view_financial_data'), private.named('view_cnc_pricing'))
    || case when private.named('view_financial_data') then jsonb_build_object('bands', coalesce((
         select jsonb_agg(jsonb_build_object('from', b.from_cost::text, 'to', b.to_cost::text, 'pct', b.markup_pct::text) order by b.from_cost)
           from public.markup_bands b), '[]')) else '{}' end;
end $$;
comment on function private.calculator_prices is
  'The price list of the calculator, as far as the caller may see it: costs and markups with view_financial_data, machine prices
with view_cnc_pricing.';
call private.offer('private.calculator_prices()');

create function private.calculated_parts(p_inputs jsonb, p_step jsonb)
returns table (width numeric, height numeric, qty numeric, edge numeric)
  language sql immutable set search_path = ''
as $$
  select (p ->> 'width_mm')::numeric / 1000, (p ->> 'height_mm')::numeric / 1000, (p ->> 'qty')::numeric,
         coalesce((p ->> 'edge_mm')::numeric, 2 * ((p ->> 'width_mm')::numeric + (p ->> 'height_mm')::numeric)) / 1000
    from jsonb_array_elements(p_inputs -> 'parts') as p
   where coalesce(jsonb_typeof(p_step -> 'parts'), 'null') = 'null' or p_step -> 'parts' ? (p ->> 'id')
$$;
comment on function private.calculated_parts is 'The parts of one piece that a step is for, in metres. edge: all around one part, as somebody measured it or of its rectangle.';

create function private.calculated_area(p_inputs jsonb, p_step jsonb, p_pieces numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select trunc(coalesce(sum(width * height * qty), 0) * p_pieces, 4) from private.calculated_parts(p_inputs, p_step)
$$;

create function private.calculated_extent(p_inputs jsonb, p_step jsonb) returns numeric
  language sql immutable set search_path = ''
as $$
  select case p_step ->> 'per'
    when 'm2' then private.calculated_area(p_inputs, p_step, 1)
    when 'm_edge' then trunc((select coalesce(sum(edge * qty), 0) from private.calculated_parts(p_inputs, p_step)), 4)
    when 'm2_return' then trunc((select coalesce(sum(edge * qty), 0) from private.calculated_parts(p_inputs, p_step))
      * (p_step ->> 'depth_mm')::numeric / 1000, 4)
    else 1 end
$$;
comment on function private.calculated_extent is
'How often the quantity or the minutes of a step are needed for one piece: its m², metres of its edges, m² of its returns (edges times
depth), else once.';

create function private.calculated_line(p_step jsonb, p_kind text, p_qty numeric, p_price numeric, p_cost text default null) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('step', p_step ->> 'id', 'kind', p_kind, 'qty', trunc(p_qty, 4)::text, 'unit_price', trunc(p_price, 4)::text,
    'price', trunc(trunc(p_qty, 4) * trunc(p_price, 4), 2)::text,
    'cost', trunc(trunc(p_qty, 4) * trunc(p_cost::numeric, 4), 2)::text)
$$;

create function private.machine_lines(p_inputs jsonb, p_step jsonb, p_rate jsonb, p_speed jsonb, p_quantity numeric) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_contour numeric;
  v_each numeric;
  v_setup jsonb;
  v_run jsonb;
  v_below_least numeric;
begin
  select coalesce(sum(edge * qty), 0) into v_contour from private.calculated_parts(p_inputs, p_step);
  v_each := case
    when p_step ->> 'qty' is not null then (p_step ->> 'qty')::numeric
    when p_rate ->> 'per' = 'm' then trunc(v_contour, 4)
    when p_rate ->> 'per' = 'm2' then private.calculated_area(p_inputs, p_step, 1)
    when p_rate ->> 'per' = 'hour' then private.cut_ratio(v_contour * 1000 * (p_speed ->> 'passes')::numeric, (p_speed ->> 'mm_min')::numeric * 60)
    else private.cut_ratio(v_contour * 1000 * (p_speed ->> 'passes')::numeric, (p_speed ->> 'mm_min')::numeric) end;
  if v_each is null then
    perform private.refuse('22023', 'A machine step says neither how long nor how fast');
  end if;
  v_setup := private.calculated_line(p_step, 'setup', (p_step ->> 'setups')::numeric, (p_rate ->> 'setup')::numeric);
  v_run := private.calculated_line(p_step, 'machine', v_each * p_quantity, (p_rate ->> 'price')::numeric,
    private.machine_unit_cost(p_rate, p_speed)::text);
  v_below_least := (p_rate ->> 'least')::numeric - (v_setup ->> 'price')::numeric - (v_run ->> 'price')::numeric;
  return case when (v_setup ->> 'price')::numeric <> 0 then jsonb_build_array(v_setup) else '[]' end
    || v_run
    || case when v_below_least > 0 then jsonb_build_array(private.calculated_line(p_step, 'least', 1, v_below_least)) else '[]' end;
end $$;
comment on function private.machine_lines is
  'The lines of a machine step: its setup where that costs something, its run, and what is missing to the least that the machine takes.';

create function private.calculated_lines(p_inputs jsonb, p_nested jsonb, p_list jsonb, p_costs jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_quantity constant numeric := (p_inputs ->> 'quantity')::numeric;
  v_lines jsonb := '[]';
  v_step jsonb;
  v_rate jsonb;
  v_each numeric;
  v_area numeric;
  v_bought numeric;
  v_pct numeric;
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
        v_lines := v_lines || private.machine_lines(p_inputs, v_step, v_rate, p_list #> array['speeds', v_step ->> 'speed_id'], v_quantity);
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

create function private.cut_ratio(p_amount numeric, p_by numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select div(p_amount * 10000, nullif(p_by, 0)) / 10000
$$;
comment on function private.cut_ratio is 'A quotient, cut toward zero after four decimals.';

create function private.calculated_break(p_inputs jsonb, p_list jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  with known as (
    select 'qty' as basis, (p_inputs ->> 'quantity')::numeric as value
    union all select 'area_m2', private.calculated_area(p_inputs, '{}', (p_inputs ->> 'quantity')::numeric)
    union all
    select 'length_m', coalesce(sum(width * qty), 0) * (p_inputs ->> 'quantity')::numeric from private.calculated_parts(p_inputs, '{}'))
  select b from jsonb_array_elements(p_list -> 'breaks') with ordinality as listed (b, n) join known on known.basis = b ->> 'basis'
   where known.value >= (b ->> 'from')::numeric and (b ->> 'to' is null or known.value < (b ->> 'to')::numeric)
     and (b ->> 'service_id' is not distinct from p_inputs ->> 'service_id'
       or b ->> 'service_id' is null and not exists (
         select from jsonb_array_elements(p_list -> 'breaks') as own
          where own ->> 'basis' = b ->> 'basis' and own ->> 'service_id' is not distinct from p_inputs ->> 'service_id'))
   order by (b ->> 'pct')::numeric desc, n limit 1
$$;

create function private.calculated_price(p_inputs jsonb, p_nested jsonb, p_list jsonb, p_confidential jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_quantity constant numeric := (p_inputs ->> 'quantity')::numeric;
  v_lines constant jsonb := private.calculated_lines(p_inputs, p_nested, p_list, coalesce(p_confidential -> 'costs', '{}'));
  v_sees constant boolean := (p_list ->> 'shows_costs')::boolean;
  v_least constant numeric := coalesce(p_inputs ->> 'min_charge', p_list #>> array['services', p_inputs ->> 'service_id', 'min_charge'])::numeric;
  v_break constant jsonb := private.calculated_break(p_inputs, p_list);
  v_list numeric;
  v_cost numeric;
  v_other numeric;
  v_target numeric;
  v_pct numeric;
  v_discount numeric;
  v_after numeric;
  v_unit numeric;
  v_net numeric;
begin
  select coalesce(sum((l ->> 'price')::numeric), 0), coalesce(sum((l ->> 'cost')::numeric), 0),
         coalesce(sum((l ->> 'price')::numeric) filter (where l ->> 'cost' is null), 0)
    into v_list, v_cost, v_other from jsonb_array_elements(v_lines) as l;
  if p_confidential #>> '{target,kind}' is not null then
    v_pct := (p_confidential #>> '{target,pct}')::numeric;
    v_target := v_other + case p_confidential #>> '{target,kind}'
      when 'markup' then trunc(v_cost * (100 + v_pct) / 100, 2)
      else div(v_cost * 10000, 100 - v_pct) / 100 end;
  end if;
  v_pct := coalesce((v_break ->> 'pct')::numeric, 0);
  v_discount := trunc(coalesce(v_target, v_list) * v_pct / 100, 2);
  v_after := coalesce(v_target, v_list) - v_discount;
  v_unit := private.cut_ratio(greatest(v_after, v_least), v_quantity);
  if v_unit * v_quantity < greatest(v_after, v_least) then
    v_unit := v_unit + 0.0001;
  end if;
  v_net := private.to_cents(v_quantity * v_unit);
  return jsonb_build_object('lines', v_lines, 'list', trunc(v_list, 2)::text, 'target', trunc(v_target, 2)::text,
    'break_name', v_break ->> 'name', 'discount_pct', trunc(v_pct, 2)::text, 'discount', trunc(v_discount, 2)::text,
    'minimum', case when v_least > v_after then trunc(v_least, 2)::text end,
    'unit_price', trunc(v_unit, 4)::text, 'net', v_net::text,
    'cost', case when v_sees then trunc(v_cost, 2)::text end, 'margin', case when v_sees then trunc(v_net - v_cost, 2)::text end,
    'margin_pct', case when v_sees and v_net > 0 then (div((v_net - v_cost) * 10000, v_net) / 100)::numeric(20, 2)::text end);
end $$;
comment on function private.calculated_price is
  'The price of a calculation from what was typed, the layouts, a price list, and what only holders of view_financial_data set.
Amounts are text. Agrees with calculatedPrice in src/documents/calculation.';

create function private.calculated_number(p_in jsonb, p_key text, p_least numeric, p_most numeric, p_places integer, p_what text) returns numeric
  language plpgsql immutable set search_path = ''
as $$
declare
  v_text constant text := p_in ->> p_key;
begin
  if jsonb_typeof(p_in -> p_key) is distinct from 'string' or v_text !~ '^[0-9]{1,9}(\.[0-9]{1,4})?$'
    or (p_places < 4 and v_text ~ format('\.[0-9]{%s,}$', p_places + 1))
  then
    perform private.refuse('22023', format('%s must be a number', p_what));
  elsif v_text::numeric < p_least or v_text::numeric > p_most then
    perform private.refuse('22023', format('%s must be between %s and %s', p_what, p_least, p_most));
  end if;
  return v_text::numeric;
end $$;
comment on function private.calculated_number is 'A number of a calculation, as plain decimal text. Refuses anything else in words.';

create function private.check_calculated_step(p_step jsonb) returns void
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
comment on function private.check_calculated_step is 'Refuses a step of a calculation that no screen makes, in words.';

create function private.check_calculation(p_inputs jsonb) returns void
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

create function private.price_of_calculation(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.calculated_price(c.inputs, c.nested, private.calculator_list(true, true), jsonb_build_object('costs', coalesce(k.bought, '{}'),
           'target', case when k.target_kind is not null then jsonb_build_object('kind', k.target_kind, 'pct', k.target_pct::text) end))
    from public.price_calculations c left join public.price_calculation_costs k on k.calculation_id = c.id where c.id = p_id
$$;
comment on function private.price_of_calculation is 'The price of a calculation as it is today, with costs: not for people.';

create function private.settle_calculation(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_price constant jsonb := private.price_of_calculation(p_id);
begin
  if (v_price ->> 'unit_price')::numeric >= 100000000 or (v_price ->> 'net')::numeric >= 100000000 then
    perform private.refuse('22023', 'The price must stay below 100,000,000');
  end if;
  update public.price_calculations
     set quantity = (inputs ->> 'quantity')::numeric, unit_price = (v_price ->> 'unit_price')::numeric, net = (v_price ->> 'net')::numeric,
         has_target = v_price ->> 'target' is not null, updated_by = coalesce(auth.uid(), updated_by), updated_at = now()
   where id = p_id;
  update public.price_calculation_costs set cost = (v_price ->> 'cost')::numeric where calculation_id = p_id;
end $$;

create function private.save_calculation(p_id uuid, p_version integer, p_values jsonb, p_confidential jsonb default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.price_calculations;
  v_name constant text := btrim(p_values ->> 'name');
  v_inputs constant jsonb := p_values -> 'inputs';
  v_sees constant boolean := private.is_server() or private.named('view_financial_data');
  v_version integer;
  v_step text;
begin
  perform private.must('quotations', case when p_version is null then 'create' else 'edit' end, 'save calculations');
  if coalesce(v_name, '') = '' or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please give the calculation a name of 200 characters at most');
  elsif p_confidential is not null and not v_sees then
    perform private.refuse('42501', 'You may not set costs and margins');
  end if;
  perform private.check_calculation(v_inputs);
  perform private.check_layouts(v_inputs, p_values -> 'nested', private.calculator_list(false, true));
  select * into v_row from public.price_calculations where id = p_id for no key update;
  if p_version is null and v_row.id is not null then
    if v_row.created_by is distinct from auth.uid() or v_row.inputs <> v_inputs then
      perform private.refuse('PT409', 'This calculation was saved already');
    end if;
    return v_row.row_version;
  elsif p_version is not null and v_row.id is null then
    perform private.refuse('PT404', 'This calculation is not there any more. What you typed is kept.');
  elsif p_version is not null and v_row.row_version <> p_version then
    perform private.refuse('PT409', 'Somebody else saved this calculation meanwhile');
  elsif v_row.has_target and not v_sees then
    perform private.refuse('PT409', 'The price of this calculation follows from a margin. Make a copy to change it.');
  end if;
  insert into public.price_calculations (id, name, contact_id, service_id, inputs, nested, quantity, unit_price, net)
  values (p_id, v_name, private.uuid_or_null(p_values ->> 'contact_id'), private.uuid_or_null(v_inputs ->> 'service_id'), v_inputs,
          p_values -> 'nested', 1, 0, 0)
  on conflict (id) do update set name = excluded.name, contact_id = excluded.contact_id, service_id = excluded.service_id,
    inputs = excluded.inputs, nested = excluded.nested;
  insert into public.price_calculation_costs (calculation_id) values (p_id) on conflict do nothing;
  if p_confidential is not null then
    for v_step in select * from jsonb_object_keys(p_confidential -> 'costs') loop
      perform private.calculated_number(p_confidential -> 'costs', v_step, 0, 100000000, 2, 'The cost of a bought part');
    end loop;
    if p_confidential #>> '{target,kind}' is not null then
      perform private.calculated_number(p_confidential -> 'target', 'pct', 0, case p_confidential #>> '{target,kind}' when 'margin' then 95 else 10000 end,
        2, case p_confidential #>> '{target,kind}' when 'margin' then 'The margin' else 'The markup' end);
    end if;
    update public.price_calculation_costs
       set target_kind = p_confidential #>> '{target,kind}', target_pct = (p_confidential #>> '{target,pct}')::numeric,
           bought = coalesce(p_confidential -> 'costs', '{}')
     where calculation_id = p_id;
  end if;
  perform private.settle_calculation(p_id);
  select row_version into v_version from public.price_calculations where id = p_id;
  return v_version;
end $$;
comment on function private.save_calculation is
  'Saves a calculation over the version that the person saw (null: a new one) and works its price out. p_values: name, contact_id,
inputs, nested. p_confidential: target and costs of bought parts, from holders of view_financial_data; null leaves them as they are.
Returns the new version. The same new calculation twice is saved once.';
call private.offer('private.save_calculation(uuid, integer, jsonb, jsonb)');

create function private.size_words(p_width numeric, p_height numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_unit constant text := coalesce((select length_unit from public.company_settings), 'mm');
begin
  return (select string_agg(private.length_words(side, v_unit), ' × ' order by place) || case when v_unit = 'in' then '' else ' ' || v_unit end
    from (values (1, p_width), (2, p_height)) as sides (place, side));
end $$;
comment on function private.size_words is
  'A size as the company writes numbers, in its unit: 1,220 × 2,438.4 mm, 96" × 48". Agrees with sizeText in src/documents.';

create function private.figure_words(p_number numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when s.number_style in ('comma', 'space') then translate(d.digits, ',.', case s.number_style when 'comma' then '.,' else ' ,' end)
      when s.number_style = 'apostrophe' then replace(d.digits, ',', '’') else d.digits end
    from public.company_settings s, lateral (select rtrim(to_char(p_number, 'FM999,999,999,990.999999'), '.') as digits) as d);
end $$;
comment on function private.figure_words is 'A number without zeros at its end, as the company writes numbers: 2,438.4.';

create function private.length_words(p_mm numeric, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all constant numeric := private.sixty_fourths(p_mm);
  v_feet constant numeric := case when v_all >= 7680 then div(v_all, 768) else 0 end;
  v_rest constant numeric := v_all - v_feet * 768;
  v_part constant integer := mod(v_rest, 64);
  v_inches numeric;
begin
  if p_unit <> 'in' then
    return private.figure_words(p_mm / case p_unit when 'cm' then 10 when 'm' then 1000 else 1 end);
  elsif v_all is null then
    select round(p_mm / 25.4, places) into v_inches from generate_series(2, 4) as places
     where round(round(p_mm / 25.4, places) * 25.4, 2) = p_mm order by places limit 1;
    return private.figure_words(v_inches) || '"';
  end if;
  return concat_ws(' ', case when v_feet > 0 then private.figure_words(v_feet) || '''' end,
    case when v_rest > 0 or v_feet = 0 then concat_ws(' ', case when v_rest >= 64 or v_part = 0 then private.figure_words(div(v_rest, 64)) end,
      case when v_part > 0 then format('%s/%s', v_part / gcd(v_part, 64), 64 / gcd(v_part, 64)) end) || '"' end);
end $$;
comment on function private.length_words is 'A length under a heading that names the unit: 2,438.4, and 96" or 12'' 6" in inches. Agrees with bareLength.';

create function private.parts_words(p_inputs jsonb) returns text
  language sql stable security definer set search_path = ''
as $$
  select E'Parts of one piece:\n' || string_agg(
           case when pieces > 1 then pieces || ' of ' else '' end || private.size_words(width, height)
             || case when name <> '' then ', ' || name else '' end, E'\n' order by place)
    from (select regexp_replace(btrim(coalesce(p ->> 'name', '')), '\s+', ' ', 'g') as name, (p ->> 'width_mm')::numeric as width,
                 (p ->> 'height_mm')::numeric as height, sum((p ->> 'qty')::numeric) as pieces, min(ordinality) as place
            from jsonb_array_elements(p_inputs -> 'parts') with ordinality as parts (p, ordinality)
           group by 1, 2, 3) as sizes
$$;
comment on function private.parts_words is
  'The sizes of the parts of a calculation as a paragraph of a line, each size on its own row. Null without parts.';

create function private.sizes_for_line(p_inputs jsonb, p_line public.quotation_items)
returns table (width_mm numeric, height_mm numeric, details text)
  language sql stable security definer set search_path = ''
as $$
  with known as (
    select jsonb_array_length(p_inputs -> 'parts') as parts, p_inputs #> '{parts,0}' as part,
           coalesce(p_line.details, '') ~ '(^|\n)Parts of one piece:' as has_parts,
           btrim(regexp_replace(coalesce(p_line.details, ''), '(^|\n+)Parts of one piece:(\n[^\n]+)*', '', 'g'), E' \n') as own),
  read as (
    select *, parts = 1 and part ->> 'qty' = '1' as is_one,
           parts > 0 and (p_line.calculation_id is not null and not has_parts or exists (
             select from private.calculated_parts(p_inputs, '{}') as c
              where c.width * 1000 = p_line.width_mm and c.height * 1000 = p_line.height_mm)) as is_of_part
      from known)
  select case when is_one then (part ->> 'width_mm')::numeric when not is_of_part then p_line.width_mm end,
         case when is_one then (part ->> 'height_mm')::numeric when not is_of_part then p_line.height_mm end,
         nullif(concat_ws(E'\n\n', nullif(own, ''), case when not is_one then private.parts_words(p_inputs) end), '')
    from read
$$;
comment on function private.sizes_for_line is
  'Size and details of a line that a calculation is put into. One part is the size of the piece. More parts stand in the details: the
line then keeps the size that somebody typed for the whole piece, but not the size of a part. Without parts the size stays.';

create function private.put_calculation(p_calculation uuid, p_quotation uuid, p_item uuid, p_position text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.price_calculations;
  v_line public.quotation_items;
  v_sizes record;
  v_price numeric;
begin
  perform private.open_quotation_draft(p_quotation);
  select * into v_row from public.price_calculations where id = p_calculation;
  if v_row.id is null then
    perform private.refuse('PT404', 'This calculation is not there any more');
  end if;
  select * into v_line from public.quotation_items
   where quotation_id = p_quotation and kind = 'item' and (id = p_item or calculation_id = p_calculation)
   order by id = p_item desc, position limit 1;
  select * into v_sizes from private.sizes_for_line(v_row.inputs, v_line);
  select private.price_in(v_row.unit_price, q.rate) into v_price from public.quotations q where q.id = p_quotation;
  if char_length(v_sizes.details) > 10000 then
    perform private.refuse('22023', 'The sizes of the parts are too long for the details of a line. Give the parts shorter names.');
  end if;
  if v_line.id is not null then
    update public.quotation_items
       set qty = v_row.quantity, unit = 'piece', unit_price = v_price, price_breaks = null, own_charged_qty = null,
           priced_size = null, calculation_id = v_row.id, service_id = coalesce(v_row.service_id, service_id),
           width_mm = v_sizes.width_mm, height_mm = v_sizes.height_mm, details = v_sizes.details
     where id = v_line.id;
  else
    insert into public.quotation_items (id, quotation_id, position, description, details, qty, unit, unit_price, service_id,
      calculation_id, width_mm, height_mm)
    values (p_item, p_quotation, p_position, v_row.name, v_sizes.details, v_row.quantity, 'piece', v_price, v_row.service_id,
      v_row.id, v_sizes.width_mm, v_sizes.height_mm)
    returning id into v_line.id;
  end if;
  perform private.cost_of_line(v_line.id, p_calculation);
  return v_line.id;
end $$;
comment on function private.put_calculation is
  'Puts price, pieces and sizes of a calculation into a draft quotation: into the line p_item, or the line that it has there already,
else as a new line at p_position. The price is for a piece, in the currency of the quotation. Returns the line.';
call private.offer('private.put_calculation(uuid, uuid, uuid, text)');

create function private.calculated_lines_of(p_quotation uuid)
returns table (item_id uuid, calculation_id uuid, name text, unit_price text, saved_price text, price_now text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select i.id, c.id, c.name, i.unit_price::text, private.price_in(c.unit_price, q.rate)::text, private.price_in(private.price_now(c.id)::numeric, q.rate)::text
      from public.quotation_items i join public.price_calculations c on c.id = i.calculation_id join public.quotations q on q.id = i.quotation_id
     where i.quotation_id = p_quotation order by i.position;
end $$;
comment on function private.calculated_lines_of is
  'The lines of a quotation that were worked out: the price on the line, the price when the calculation was saved, and the price with
the costs of today (null where a step is not offered any more), in the currency of the quotation.';
call private.offer('private.calculated_lines_of(uuid)');

create function private.price_now(p_calculation uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.price_of_calculation(p_calculation) ->> 'unit_price';
exception when invalid_parameter_value then
  return null;
end $$;

create function private.price_at(p_breaks text, p_qty numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select price
    from (select split_part(part, ':', 1)::numeric as least, split_part(part, ':', 2)::numeric as price
            from regexp_split_to_table(p_breaks, ' ') as part) as bands
   order by least <= p_qty desc, case when least <= p_qty then least end desc nulls last, least
   limit 1
$$;
comment on function private.price_at is
  'The unit price of a quantity: that of the highest least quantity that it reaches, else the first. Agrees with priceAt in
src/documents.';

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

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds
  (kind, table_name, position, label, detail, is_mentioned, page, searched, best_first)
values
  ('calculation',
   'public.price_calculations',
   72,
   'r.name',
   $$'Calculation'::text$$,
   true,
   'quotations',
   'r.name',
   'r.updated_at desc, r.id');
