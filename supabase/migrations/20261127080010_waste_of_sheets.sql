-- What is left of a sheet has a price of its own, as what is left of a roll has. Calculations that were stored before sell
-- whole sheets, as they did.

create or replace function private.calculated_lines(p_inputs jsonb, p_nested jsonb, p_list jsonb, p_costs jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$;

create or replace function private.check_calculation(p_inputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
    if char_length(coalesce(v_part ->> 'name', '')) > 200 then
      perform private.refuse('22023', 'The name of a part has 200 characters at most');
    end if;
  end loop;
  if v_pieces * v_quantity > 1000000 then
    perform private.refuse('22023', 'There are too many parts');
  end if;
  for v_step in select * from jsonb_array_elements(p_inputs -> 'steps') loop
    if coalesce(v_step ->> 'kind', '') not in ('sheet', 'roll', 'ink', 'machine', 'item', 'labour', 'outsourced', 'travel') then
      perform private.refuse('22023', 'A step of this calculation is of no known kind');
    elsif coalesce(jsonb_typeof(v_step -> 'parts'), 'null') not in ('null', 'array') then
      perform private.refuse('22023', 'The parts of a step are a list');
    elsif v_step ->> 'kind' in ('item', 'labour', 'outsourced') and jsonb_typeof(v_step -> 'once') is distinct from 'boolean' then
      perform private.refuse('22023', 'A step is for each piece or once');
    end if;
    case v_step ->> 'kind'
      when 'sheet' then
        perform private.calculated_number(v_step, 'kerf_mm', 0, 100, 2, 'The cut');
        if v_step ? 'waste_pct' then
          perform private.calculated_number(v_step, 'waste_pct', 0, 100, 2, 'The price of waste');
        end if;
      when 'roll' then
        perform private.calculated_number(v_step, 'gap_mm', 0, 1000, 2, 'The gap'),
                private.calculated_number(v_step, 'overlap_mm', 0, 1000, 2, 'The overlap'),
                private.calculated_number(v_step, 'waste_pct', 0, 100, 2, 'The price of waste');
      when 'ink' then
        perform private.calculated_number(v_step, 'sides', 1, 2, 0, 'The printed sides'),
                private.calculated_number(v_step, 'coverage_pct', 0, 400, 2, 'The ink coverage');
      when 'machine' then
        perform private.calculated_number(v_step, 'setups', 0, 1000, 0, 'The number of set-ups');
        if jsonb_typeof(v_step -> 'qty') is distinct from 'null' then
          perform private.calculated_number(v_step, 'qty', 0, 1000000, 4, 'The machine work');
        end if;
      when 'item' then perform private.calculated_number(v_step, 'qty', 0, 1000000, 4, 'The number of pieces');
      when 'labour' then perform private.calculated_number(v_step, 'minutes', 0, 1000000, 2, 'The minutes');
      when 'outsourced' then
        perform private.calculated_number(v_step, 'price', 0, 100000000, 2, 'The price of a bought part');
        if char_length(coalesce(v_step ->> 'name', '')) > 200 then
          perform private.refuse('22023', 'The name of a bought part has 200 characters at most');
        end if;
      when 'travel' then perform private.calculated_number(v_step, 'trips', 0, 1000, 0, 'The number of trips');
    end case;
  end loop;
end $function$;
