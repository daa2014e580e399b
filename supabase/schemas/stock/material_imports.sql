-- Import of materials with their stock.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.form_of_material(p_row jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select coalesce(nullif(p_row ->> 'form', ''), case
    when coalesce(p_row ->> 'width_mm', '') <> '' and coalesce(p_row ->> 'length_mm', '') <> '' then 'sheet'
    when coalesce(p_row ->> 'width_mm', '') <> '' then 'roll' else 'piece' end)
$$;
comment on function private.form_of_material is 'The form that a row says, else by its sizes: width and length are a sheet, a width alone is a roll.';

create function private.unit_of_material_row(p_row jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select case when p_row ->> 'qty_unit' = 'piece' and private.form_of_material(p_row) in ('sheet', 'roll') then private.form_of_material(p_row)
    else nullif(p_row ->> 'qty_unit', '') end
$$;
comment on function private.unit_of_material_row is
  'The unit that a row says for its quantities, and for its prices where it says none for them. A piece of a sheet or roll is the sheet or roll.';

create function private.in_stock_unit(p_item public.inventory_items, p_qty numeric, p_unit text) returns numeric
  language sql immutable set search_path = ''
as $$
  select case when p_unit = p_item.buy_unit and p_unit <> p_item.stock_unit and p_qty is not null then least(round(p_qty * p_item.stock_per_buy, 4), 9999999999) else p_qty end
$$;
comment on function private.in_stock_unit is 'A quantity of an item in this unit as one in its stock unit: 3.5 rolls of 68.5 m² are 239.75 m². A unit of neither stays for a refusal.';

create function private.material_of(p_row jsonb) returns public.inventory_items
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_buy text;
  v_unit constant text := private.unit_of_material_row(p_row);
begin
  v_item.form := private.form_of_material(p_row);
  v_buy := case v_item.form when 'sheet' then 'sheet' when 'roll' then 'roll' when 'liquid' then 'litre' when 'length' then 'm' else 'piece' end;
  v_item.id := private.uuid_or_null(p_row ->> 'id');
  v_item.sku := btrim(p_row ->> 'sku');
  v_item.name := btrim(p_row ->> 'name');
  v_item.width_mm := private.plain_or_null(p_row ->> 'width_mm');
  v_item.length_mm := private.plain_or_null(p_row ->> 'length_mm');
  v_item.thickness_mm := private.plain_or_null(p_row ->> 'thickness_mm');
  v_item.buy_unit := coalesce(nullif(p_row ->> 'buy_unit', ''), v_unit, v_buy);
  v_item.sell_unit := coalesce(nullif(p_row ->> 'sell_unit', ''), case when v_unit in ('m', 'm2', 'kg') then v_unit
    when v_item.form in ('sheet', 'roll') then 'm2' when v_unit <> 'box' then v_unit else v_buy end);
  v_item.sell_per_buy := coalesce(private.plain_or_null(p_row ->> 'sell_per_buy'), case
    when v_item.sell_unit = 'm2' and v_item.buy_unit in ('sheet', 'roll') then round(v_item.width_mm * v_item.length_mm / 1000000, 4)
    when v_item.sell_unit = 'm' and v_item.buy_unit in ('sheet', 'roll') then round(v_item.length_mm / 1000, 4)
    when v_item.sell_unit = v_item.buy_unit then 1 end);
  v_item.sell_price := private.plain_or_null(p_row ->> 'sell_price') / case
    when v_unit = v_item.buy_unit and v_unit <> v_item.sell_unit and coalesce(p_row ->> 'sell_unit', '') = '' then coalesce(nullif(v_item.sell_per_buy, 0), 1) else 1 end;
  v_item.supplier_sku := nullif(btrim(p_row ->> 'supplier_sku'), '');
  v_item.bin := nullif(btrim(p_row ->> 'bin'), '');
  v_item.vat_rate_id := case when coalesce(p_row ->> 'tax', '') <> '' then private.tax_named(p_row ->> 'tax') end;
  v_item.supplier_id := case when coalesce(btrim(p_row ->> 'supplier'), '') <> '' then private.business_named(p_row ->> 'supplier') end;
  v_item.stock_unit := case when v_item.form = 'sheet' and v_item.sell_unit in ('m', 'm2', 'kg') then v_item.buy_unit else v_item.sell_unit end;
  v_item.stock_per_buy := case when v_item.stock_unit = v_item.buy_unit then 1 else v_item.sell_per_buy end;
  v_item.on_hand := coalesce(private.in_stock_unit(v_item, private.plain_or_null(p_row ->> 'qty'), v_unit), 0);
  v_item.min_qty := private.in_stock_unit(v_item, private.plain_or_null(p_row ->> 'min_qty'), v_unit);
  v_item.reorder_qty := private.in_stock_unit(v_item, private.plain_or_null(p_row ->> 'reorder_qty'), v_unit);
  return v_item;
end $$;
comment on function private.material_of is
  'A row of a list of materials as an item: units follow from its form, and what one buy unit has from its sizes. on_hand is the stock that the row brings, in the stock unit,
out of the unit that the row says.';

create function private.stock_words(p_qty numeric, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.figure_words(p_qty) || ' ' || case when p_qty = 1 and p_unit <> 'm2' then p_unit else private.units_word(p_unit) end;
end $$;
comment on function private.stock_words is 'A quantity as the company writes numbers: 239,75 m², 2 rolls.';

create function private.material_unit_problem(p_row jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.inventory_items := private.material_of(p_row);
  v_unit constant text := private.unit_of_material_row(p_row);
  v_qty constant numeric := coalesce(private.plain_or_null(p_row ->> 'qty'), private.plain_or_null(p_row ->> 'min_qty'), private.plain_or_null(p_row ->> 'reorder_qty'), 0);
begin
  return case
    when v_qty = 0 then null
    when v_unit is null and coalesce(p_row ->> 'buy_unit', '') <> '' and coalesce(p_row ->> 'sell_unit', '') = '' and v_item.buy_unit <> v_item.stock_unit
      then format('Stock: Is it %s or %s? Please say it in a column “Unit of the stock”', private.stock_words(v_qty, v_item.buy_unit), private.stock_words(v_qty, v_item.stock_unit))
    when v_unit not in (v_item.stock_unit, v_item.buy_unit)
      then format('Stock: It is in %s, and this material is counted in %s', private.units_word(v_unit), private.units_word(v_item.stock_unit)) end;
end $$;
comment on function private.material_unit_problem is 'Why the quantities of a row cannot be read in the unit of its stock; null where they can.';

create function private.material_note(p_row jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.inventory_items := private.material_of(p_row);
  v_unit constant text := private.unit_of_material_row(p_row);
  v_qty constant numeric := private.plain_or_null(p_row ->> 'qty');
  v_price constant numeric := private.plain_or_null(p_row ->> 'sell_price');
begin
  return nullif(concat_ws('; ',
    case when v_qty > 0 and v_unit <> v_item.stock_unit
           then format('Stock: %s are counted as %s', private.stock_words(v_qty, v_unit), private.stock_words(v_item.on_hand, v_item.stock_unit))
         when v_qty > 0 and v_unit is null and v_item.form in ('sheet', 'roll')
           then format('Stock: The row says no unit, so it is %s', private.stock_words(v_qty, v_item.stock_unit)) end,
    case when v_price <> v_item.sell_price
           then format('Price: %s for %s is %s for %s', private.figure_words(v_price), private.stock_words(1, v_unit), private.figure_words(v_item.sell_price), private.stock_words(1, v_item.sell_unit)) end), '');
end $$;
comment on function private.material_note is
  'What becomes of the units of a row that can be imported, in words: a stock or price that is kept in another unit than the row says.';

create function private.cost_of_material(p_row jsonb, p_item public.inventory_items) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_value constant numeric := private.plain_or_null(p_row ->> 'value');
begin
  return coalesce(private.plain_or_null(p_row ->> 'cost_price'),
    case when v_value is not null and p_item.on_hand > 0 then round(v_value / p_item.on_hand * p_item.stock_per_buy, 4) end);
end $$;
comment on function private.cost_of_material is 'What one buy unit of a row costs: as it says, else the value of its stock by the quantity. Null: not known.';

create function private.material_problem(p_row jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.inventory_items := private.material_of(p_row);
begin
  return nullif(concat_ws('; ',
    case when coalesce(v_item.sku, '') !~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,59}$'
      then 'Number: Please enter letters and digits, at most 60, without blanks' end,
    case when coalesce(v_item.name, '') = '' then 'Name: Please enter the name of the material'
         when char_length(v_item.name) > 200 then 'Name: At most 200 characters' end,
    case when v_item.form not in ('sheet', 'roll', 'piece', 'liquid', 'length') then 'Form: sheet, roll, piece, liquid or length'
         when v_item.form = 'sheet' and (v_item.width_mm is null or v_item.length_mm is null) then 'A sheet needs a width and a length'
         when v_item.form = 'roll' and v_item.width_mm is null then 'A roll needs a width' end,
    private.amount_problem('Width', p_row ->> 'width_mm', 2, 100000), private.amount_problem('Length', p_row ->> 'length_mm', 2, 10000000),
    private.amount_problem('Thickness', p_row ->> 'thickness_mm', 3, 1000), private.amount_problem('Sell price', p_row ->> 'sell_price', 4, 999999999),
    private.amount_problem('Cost', p_row ->> 'cost_price', 4, 999999999), private.amount_problem('Stock', p_row ->> 'qty', 4, 1000000),
    private.amount_problem('Value of the stock', p_row ->> 'value', 2, 999999999), private.amount_problem('Least stock', p_row ->> 'min_qty', 4, 1000000),
    private.amount_problem('Order at once', p_row ->> 'reorder_qty', 4, 1000000),
    private.amount_problem('Sell units in a buy unit', p_row ->> 'sell_per_buy', 4, 9999999),
    case when (v_item.width_mm = 0 or v_item.length_mm = 0 or v_item.thickness_mm = 0 or v_item.sell_per_buy = 0) then 'A size of zero is none: leave it empty' end,
    case when v_item.buy_unit not in ('sheet', 'roll', 'piece', 'box', 'set', 'litre', 'kg', 'm', 'm2')
           or v_item.sell_unit not in ('sheet', 'roll', 'piece', 'set', 'ml', 'litre', 'kg', 'm', 'm2') then 'Unit: This unit is not known'
         when v_item.sell_per_buy is null then format('Please say how many %s one %s has', private.units_word(v_item.sell_unit), v_item.buy_unit) end,
    case when greatest(v_item.on_hand, v_item.min_qty, v_item.reorder_qty) > 1000000 then format('Stock: At most %s', private.stock_words(1000000, v_item.stock_unit)) end,
    private.material_unit_problem(p_row),
    case when v_item.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') and v_item.on_hand <> trunc(v_item.on_hand)
      then format('Stock: It is counted in whole %s', private.units_word(v_item.stock_unit)) end,
    case when private.plain_or_null(p_row ->> 'value') > 0 and v_item.on_hand = 0 then 'Value of the stock: There is no stock in this row' end,
    case when coalesce(p_row ->> 'tax', '') <> '' and v_item.vat_rate_id is null then format('{Tax}: There is no rate “%s” in this company', left(p_row ->> 'tax', 60)) end,
    case when coalesce(btrim(p_row ->> 'supplier'), '') <> '' and v_item.supplier_id is null
      then format('Supplier: No business is called “%s”. Import the suppliers first', left(p_row ->> 'supplier', 60)) end,
    case when char_length(v_item.supplier_sku) > 100 or char_length(v_item.bin) > 60 then 'The number of the supplier has 100 letters at most, the bin 60' end,
    case when v_item.id is null then 'This row is not whole' end), '');
end $$;
comment on function private.material_problem is 'What is wrong with a row of a list of materials, but for its number being taken.';

create function private.judge_materials(p_rows jsonb) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with asked as materialized (
      select (r.given ->> 'line')::integer as line, r.given, lower(btrim(coalesce(r.given ->> 'sku', ''))) as sku,
             first_value((r.given ->> 'line')::integer) over (partition by lower(btrim(coalesce(r.given ->> 'sku', ''))) order by r.place) as first
        from jsonb_array_elements(p_rows) with ordinality as r (given, place)
    )
    select a.line, nullif(concat_ws('; ', private.material_problem(a.given),
        case when a.sku = '' then null when a.first <> a.line then format('Row %s has this number already', a.first)
             when exists (select from public.inventory_items i where lower(i.sku) = a.sku) then 'There is a material with this number already' end), '')
      from asked a;
end $$;
comment on function private.judge_materials is 'What is wrong with rows of a list of materials, in words.';

create function private.add_materials(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_noon constant timestamptz := (p_day + time '12:00') at time zone (select s.time_zone from public.company_settings s);
  v_items constant public.inventory_items[] := array(
    select private.material_of(r.given) from jsonb_array_elements(p_rows) with ordinality as r (given, place) order by r.place);
begin
  insert into public.inventory_items (id, sku, name, form, width_mm, length_mm, thickness_mm, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id,
    supplier_id, supplier_sku, bin, min_qty, reorder_qty, created_by)
  select m.id, m.sku, m.name, m.form, m.width_mm, m.length_mm, m.thickness_mm, m.buy_unit, m.sell_unit, m.sell_per_buy, m.sell_price, m.vat_rate_id,
         m.supplier_id, m.supplier_sku, m.bin, m.min_qty, m.reorder_qty, auth.uid()
    from unnest(v_items) as m;
  insert into public.inventory_item_costs (item_id, cost_price)
  select c.item_id, c.cost
    from (select v_items[r.place].id as item_id, private.cost_of_material(r.given, v_items[r.place]) as cost
            from jsonb_array_elements(p_rows) with ordinality as r (given, place)) as c
   where c.cost is not null;
  -- One movement an item, with the id of the item: what was there on the evening of that day.
  insert into public.stock_movements (id, item_id, reason, qty, note, created_by, created_at)
  select m.id, m.id, 'count', m.on_hand, 'Stock of ' || private.day_in_words(p_day) || ' from the former books', auth.uid(), least(v_noon, clock_timestamp())
    from unnest(v_items) as m
   where m.on_hand > 0;
  return query
    select (r.given ->> 'line')::integer, i.id, i.sku || ' ' || i.name, i.row_version
      from jsonb_array_elements(p_rows) as r (given) join public.inventory_items i on i.id = private.uuid_or_null(r.given ->> 'id') order by 1;
end $$;
comment on function private.add_materials is
  'Makes the items of rows that were judged to be right, with what they cost and one movement of stock at the day of the former books.';
