set check_function_bodies = off;

drop routine private.check_book_rows(p_kind text, p_rows jsonb, p_day date);

drop routine public.check_book_rows(p_kind text, p_rows jsonb, p_day date);

create or replace function private.check_book_rows(p_kind text, p_rows jsonb, p_day date default null) returns table (line integer, problem text, note text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_import(p_kind);
  perform private.refuse_many_rows(p_rows);
  return query
    select j.line, j.problem, case when p_kind = 'material' and j.problem is null then private.material_note(r.given) end
      from private.judge_book_rows(p_kind, p_rows, coalesce(p_day, private.company_today())) as j
      left join jsonb_array_elements(p_rows) as r (given) on (r.given ->> 'line')::integer = j.line;
end $$;

create or replace function private.unit_of_material_row(p_row jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select case when p_row ->> 'qty_unit' = 'piece' and private.form_of_material(p_row) in ('sheet', 'roll') then private.form_of_material(p_row)
    else nullif(p_row ->> 'qty_unit', '') end
$$;

create or replace function private.in_stock_unit(p_item public.inventory_items, p_qty numeric, p_unit text) returns numeric
  language sql immutable set search_path = ''
as $$
  select case when p_unit = p_item.buy_unit and p_unit <> p_item.stock_unit and p_qty is not null then least(round(p_qty * p_item.stock_per_buy, 4), 9999999999) else p_qty end
$$;

create or replace function private.material_of(p_row jsonb) returns public.inventory_items
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

create or replace function private.stock_words(p_qty numeric, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.figure_words(p_qty) || ' ' || substr(private.qty_text(case when p_qty = 1 then 1 else 2 end, p_unit), 3);
end $$;
comment on function private.stock_words is 'A quantity as the company writes numbers: 239,75 m², 2 rolls.';

create or replace function private.material_unit_problem(p_row jsonb) returns text
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
      then format('Stock: It is in %s, and this material is counted in %s', substr(private.qty_text(2, v_unit), 3), substr(private.qty_text(2, v_item.stock_unit), 3)) end;
end $$;

create or replace function private.material_note(p_row jsonb) returns text
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
           then format('Price: %s for %s is %s for %s', private.figure_words(v_price), private.qty_text(1, v_unit), private.figure_words(v_item.sell_price), private.qty_text(1, v_item.sell_unit)) end), '');
end $$;

create or replace function private.material_problem(p_row jsonb) returns text
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
         when v_item.sell_per_buy is null then format('Please say how many %s one %s has', substr(private.qty_text(2, v_item.sell_unit), 3), v_item.buy_unit) end,
    case when greatest(v_item.on_hand, v_item.min_qty, v_item.reorder_qty) > 1000000 then format('Stock: At most %s', private.stock_words(1000000, v_item.stock_unit)) end,
    private.material_unit_problem(p_row),
    case when v_item.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') and v_item.on_hand <> trunc(v_item.on_hand)
      then format('Stock: It is counted in whole %ss', v_item.stock_unit) end,
    case when private.plain_or_null(p_row ->> 'value') > 0 and v_item.on_hand = 0 then 'Value of the stock: There is no stock in this row' end,
    case when coalesce(p_row ->> 'tax', '') <> '' and v_item.vat_rate_id is null then format('{Tax}: There is no rate “%s” in this company', left(p_row ->> 'tax', 60)) end,
    case when coalesce(btrim(p_row ->> 'supplier'), '') <> '' and v_item.supplier_id is null
      then format('Supplier: No business is called “%s”. Import the suppliers first', left(p_row ->> 'supplier', 60)) end,
    case when char_length(v_item.supplier_sku) > 100 or char_length(v_item.bin) > 60 then 'The number of the supplier has 100 letters at most, the bin 60' end,
    case when v_item.id is null then 'This row is not whole' end), '');
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.check_book_rows(text, jsonb, date)');

comment on function private.material_of(pg_catalog.jsonb) is 'A row of a list of materials as an item: units follow from its form, and what one buy unit has from its sizes. on_hand is the stock that the row brings, in the stock unit,
out of the unit that the row says.';

comment on function private.check_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.date) is 'What is wrong with each of these rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), in words; null for a row that can be imported.
note: what becomes of a row that can be imported where it is not plain, as a stock in another unit. p_day: the day at which the former books end. Writes nothing.';

comment on function private.in_stock_unit(public.inventory_items,numeric,pg_catalog.text) is 'A quantity of an item in this unit as one in its stock unit: 3.5 rolls of 68.5 m² are 239.75 m². A unit of neither stays for a refusal.';

comment on function private.material_note(pg_catalog.jsonb) is 'What becomes of the units of a row that can be imported, in words: a stock or price that is kept in another unit than the row says.';

comment on function private.material_unit_problem(pg_catalog.jsonb) is 'Why the quantities of a row cannot be read in the unit of its stock; null where they can.';

comment on function private.unit_of_material_row(pg_catalog.jsonb) is 'The unit that a row says for its quantities, and for its prices where it says none for them. A piece of a sheet or roll is the sheet or roll.';

comment on function public.check_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.date) is 'What is wrong with each of these rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), in words; null for a row that can be imported.
note: what becomes of a row that can be imported where it is not plain, as a stock in another unit. p_day: the day at which the former books end. Writes nothing.';

reset check_function_bodies;
set check_function_bodies = off;

create or replace function private.why_books_stay(p_import_id uuid) returns table (record_id uuid, because text)
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind constant text := (select i.kind from public.book_imports i where i.id = p_import_id);
  v_table constant regclass := private.table_of_book_kind(v_kind);
  v_ids constant uuid[] := array(select distinct r.record_id from public.book_import_rows r where r.import_id = p_import_id);
  v_link record;
begin
  return query execute format('select t.id, %L::text from %s as t join public.book_import_rows r on r.record_id = t.id
    where r.import_id = $1 and t.row_version <> r.version', 'was changed since the import', v_table) using p_import_id;
  if v_kind = 'material' then
    return query select c.item_id, 'costs something else since the import' from public.inventory_item_costs c where c.item_id = any (v_ids) and c.row_version > 1;
  end if;
  if v_kind = 'invoice' then
    return query select v.id, 'was sent' from public.invoices v where v.id = any (v_ids) and v.sent_at is not null;
    return query select p.id, 'was changed since the import' from public.payments p where p.id = any (v_ids) and (p.row_version > 1 or p.refunded > 0 or p.open > 0);
  end if;
  for v_link in
    select k.conrelid::regclass as child, replace(c.relname, '_', ' ') as words, a.attname as key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = v_table
       and c.relname not in ('inventory_item_costs', 'invoice_items', 'invoice_vat', 'invoice_order_vat', 'supplier_invoice_items')
     order by c.relname, a.attname
  loop
    return query execute format('select distinct t.%I, %L from %s as t where t.%1$I = any ($1)' ||
      -- The movement that brought the stock has the id of its item and goes with it; so it is with what was paid before.
      case v_link.child when 'public.stock_movements'::regclass then ' and t.id <> t.item_id'
        when 'public.supplier_payments'::regclass then ' and not t.is_opening'
        when 'public.payment_allocations'::regclass then ' and t.payment_id <> t.invoice_id'
        -- The note that came with a supplier keeps its cells that could not be read.
        when 'public.contact_notes'::regclass
          then ' and (t.edited_at is not null or t.created_at <> (select c.created_at from public.contacts c where c.id = t.contact_id))' else '' end,
      v_link.key, 'is used in ' || v_link.words, v_link.child) using v_ids;
  end loop;
end $$;

reset check_function_bodies;
