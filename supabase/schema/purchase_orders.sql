-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.add_to_purchase(p_supplier_id uuid, p_lines jsonb DEFAULT '[]'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_line record;
begin
  perform private.must('inventory', 'edit', 'prepare purchase orders');
  if jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 200 then
    perform private.refuse('22023', 'At most 200 items are ordered at once');
  end if;
  v_id := private.draft_for(p_supplier_id);
  for v_line in
    select i.id, ceil((l.value ->> 'qty')::numeric / i.stock_per_buy) as qty
      from jsonb_array_elements(p_lines) as l join public.inventory_items i on i.id = private.uuid_or_null(l.value ->> 'item_id')
     order by i.name
  loop
    if not coalesce(v_line.qty between 1 and 1000000, false) then
      perform private.refuse('22023', 'Please enter a quantity between 1 and 1,000,000');
    end if;
    insert into public.purchase_order_lines as l (purchase_order_id, item_id, qty) values (v_id, v_line.id, v_line.qty)
    on conflict (purchase_order_id, item_id) do update set qty = greatest(l.qty, excluded.qty);
  end loop;
  return v_id;
end $function$;
grant execute on function private.add_to_purchase(p_supplier_id uuid, p_lines jsonb) to authenticated;
grant execute on function private.add_to_purchase(p_supplier_id uuid, p_lines jsonb) to service_role;
comment on function private.add_to_purchase(p_supplier_id uuid, p_lines jsonb) is 'Puts items on the draft of a supplier: [{item_id, qty in stock units}]. Whole buy units are ordered. A repeated call changes
nothing. Answers the id of the draft.';

CREATE OR REPLACE FUNCTION private.cancel_purchase_order(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
  v_item uuid;
begin
  perform private.must('inventory', 'create', 'cancel purchase orders');
  select status into v_status from public.purchase_orders where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This purchase order is not there any more');
  elsif v_status = 'cancelled' then
    return;
  elsif v_status = 'received' then
    perform private.refuse('PT409', 'Everything of this purchase order is received');
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  update public.purchase_orders set status = 'cancelled', cancel_reason = left(btrim(p_reason), 2000) where id = p_id;
  for v_item in select item_id from public.purchase_order_lines where purchase_order_id = p_id order by item_id loop
    perform private.refresh_on_order(v_item);
  end loop;
end $function$;
grant execute on function private.cancel_purchase_order(p_id uuid, p_reason text) to authenticated;
grant execute on function private.cancel_purchase_order(p_id uuid, p_reason text) to service_role;
comment on function private.cancel_purchase_order(p_id uuid, p_reason text) is 'What has not arrived is not expected any more. What arrived stays.';

CREATE OR REPLACE FUNCTION private.change_items(p_changes jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_change jsonb;
  v_values jsonb;
  v_item public.inventory_items;
  v_made integer := 0;
  v_names constant text[] := array['sku', 'name', 'form', 'width_mm', 'length_mm', 'thickness_mm', 'buy_unit', 'sell_unit', 'sell_per_buy',
    'sell_price', 'supplier_sku', 'bin', 'min_qty', 'reorder_qty'];
begin
  perform private.must('inventory', 'edit', 'change items');
  if jsonb_typeof(p_changes) <> 'array' or jsonb_array_length(p_changes) > 1000 then
    perform private.refuse('22023', 'At most 1,000 items are changed at once');
  end if;
  for v_change in select value from jsonb_array_elements(p_changes) order by value ->> 'id' nulls last loop
    v_values := v_change -> 'values';
    if exists (select from jsonb_object_keys(v_values) as k where not k = any (v_names || array['cost_price', 'markup_pct'])) then
      perform private.refuse('22023', 'A column of this sheet cannot be changed here');
    end if;
    if v_change ->> 'id' is null then
      perform private.must('inventory', 'create', 'add items');
      v_item := jsonb_populate_record(null::public.inventory_items, v_values);
      insert into public.inventory_items (sku, name, form, width_mm, length_mm, thickness_mm, buy_unit, sell_unit, sell_per_buy, sell_price,
        supplier_sku, bin, min_qty, reorder_qty)
      values (v_item.sku, v_item.name, coalesce(v_item.form, 'piece'), v_item.width_mm, v_item.length_mm, v_item.thickness_mm,
        coalesce(v_item.buy_unit, 'piece'), coalesce(v_item.sell_unit, 'piece'), coalesce(v_item.sell_per_buy, 1), v_item.sell_price,
        v_item.supplier_sku, v_item.bin, v_item.min_qty, v_item.reorder_qty)
      returning * into v_item;
    else
      select * into v_item from public.inventory_items where id = private.uuid_or_null(v_change ->> 'id') for no key update;
      if v_item.id is null then
        perform private.refuse('PT409', 'An item of this sheet was removed meanwhile. Nothing was saved.');
      elsif v_item.row_version <> (v_change ->> 'row_version')::integer then
        perform private.refuse('PT409', format('%s was changed by somebody else meanwhile. Nothing was saved.', v_item.name), v_item.id::text);
      end if;
      if v_values ?| v_names then
        v_item := jsonb_populate_record(v_item, v_values);
        update public.inventory_items set sku = v_item.sku, name = v_item.name, form = v_item.form, width_mm = v_item.width_mm,
          length_mm = v_item.length_mm, thickness_mm = v_item.thickness_mm, buy_unit = v_item.buy_unit, sell_unit = v_item.sell_unit,
          sell_per_buy = v_item.sell_per_buy, sell_price = v_item.sell_price, supplier_sku = v_item.supplier_sku, bin = v_item.bin,
          min_qty = v_item.min_qty, reorder_qty = v_item.reorder_qty
         where id = v_item.id;
      end if;
    end if;
    if v_values ?| array['cost_price', 'markup_pct'] then
      if not (private.is_server() or private.named('view_financial_data')) then
        raise insufficient_privilege using message = 'You may not change what items cost';
      end if;
      insert into public.inventory_item_costs as c (item_id, cost_price, markup_pct)
      values (v_item.id, (v_values ->> 'cost_price')::numeric, (v_values ->> 'markup_pct')::numeric)
      on conflict (item_id) do update set
        cost_price = case when v_values ? 'cost_price' then excluded.cost_price else c.cost_price end,
        markup_pct = case when v_values ? 'markup_pct' then excluded.markup_pct else c.markup_pct end;
    end if;
    v_made := v_made + 1;
  end loop;
  return v_made;
exception
  when not_null_violation then
    perform private.refuse('22023', 'An item needs a number, a name and, where it has a markup, a cost. Nothing was saved.');
    return 0;
end $function$;
grant execute on function private.change_items(p_changes jsonb) to authenticated;
grant execute on function private.change_items(p_changes jsonb) to service_role;
comment on function private.change_items(p_changes jsonb) is 'Changes and adds many items, all or none: [{id, row_version, values}]; without id an item is added. An item that changed
meanwhile is refused by name (PT409, the detail is its id). Costs need view_financial_data.';

CREATE OR REPLACE FUNCTION private.draft_for(p_supplier_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  perform from public.contacts where id = p_supplier_id for no key update;
  if not found then
    perform private.refuse('PT404', 'This supplier is not there any more');
  end if;
  select id into v_id from public.purchase_orders where supplier_id = p_supplier_id and status = 'draft' order by created_at limit 1;
  if v_id is null then
    insert into public.purchase_orders (purchase_number, supplier_id) values (private.draw_number('PO'), p_supplier_id) returning id into v_id;
  end if;
  return v_id;
end $function$;
comment on function private.draft_for(p_supplier_id uuid) is 'The open draft for a supplier, or a new one. Two people at once get the same.';

CREATE OR REPLACE FUNCTION private.duplicate_item(p_id uuid, p_from uuid, p_sku text, p_name text, p_width_mm numeric DEFAULT NULL::numeric, p_length_mm numeric DEFAULT NULL::numeric, p_thickness_mm numeric DEFAULT NULL::numeric, p_color_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from public.inventory_items;
begin
  perform private.must('inventory', 'create', 'add items');
  if exists (select from public.inventory_items where id = p_id) then
    return p_id;
  end if;
  select * into v_from from public.inventory_items where id = p_from;
  if v_from.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif exists (select from public.inventory_items where lower(sku) = lower(btrim(p_sku))) then
    raise unique_violation using message = 'There is an item with this number already';
  end if;
  insert into public.inventory_items (id, sku, name, type_id, brand_id, material_type_id, color_id, group_id, form, width_mm, length_mm,
    thickness_mm, weight_kg_m2, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id, supplier_id, note, min_qty, reorder_qty)
  values (p_id, btrim(p_sku), btrim(p_name), v_from.type_id, v_from.brand_id, v_from.material_type_id, p_color_id, v_from.group_id,
    v_from.form, p_width_mm, p_length_mm, p_thickness_mm, v_from.weight_kg_m2, v_from.buy_unit, v_from.sell_unit,
    case when v_from.sell_unit = 'm2' and v_from.form in ('sheet', 'roll') and p_width_mm * p_length_mm > 0
      then round(p_width_mm * p_length_mm / 1000000, 4) else v_from.sell_per_buy end,
    v_from.sell_price, v_from.vat_rate_id, v_from.supplier_id, v_from.note, v_from.min_qty, v_from.reorder_qty);
  insert into public.inventory_item_costs (item_id, cost_price, markup_pct)
  select p_id, c.cost_price, c.markup_pct from public.inventory_item_costs c where c.item_id = p_from and private.named('view_financial_data');
  return p_id;
end $function$;
grant execute on function private.duplicate_item(p_id uuid, p_from uuid, p_sku text, p_name text, p_width_mm numeric, p_length_mm numeric, p_thickness_mm numeric, p_color_id uuid) to authenticated;
grant execute on function private.duplicate_item(p_id uuid, p_from uuid, p_sku text, p_name text, p_width_mm numeric, p_length_mm numeric, p_thickness_mm numeric, p_color_id uuid) to service_role;
comment on function private.duplicate_item(p_id uuid, p_from uuid, p_sku text, p_name text, p_width_mm numeric, p_length_mm numeric, p_thickness_mm numeric, p_color_id uuid) is 'A copy of an item in another size or colour, without stock. Its cost is copied for holders of view_financial_data. p_id is
chosen by the caller: a repeated call makes one item.';

CREATE OR REPLACE FUNCTION private.purchase_document(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_costs constant boolean := private.is_server() or private.named('view_financial_data');
begin
  perform private.must('inventory', 'view', 'see purchase orders');
  return (
    select jsonb_build_object('number', o.purchase_number, 'status', o.status, 'ordered_at', coalesce(o.sent_at, o.created_at),
      'expected_on', o.expected_on, 'note', o.note, 'company', private.company_facts(), 'supplier', private.contact_facts(o.supplier_id),
      'lines', coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'sku', i.sku, 'supplier_sku', l.supplier_sku, 'qty', trim_scale(l.qty)::text,
                 'unit', l.unit, 'unit_cost', case when v_costs then c.unit_cost::text end,
                 'net', case when v_costs then private.amount_text(private.line_net(l.qty, c.unit_cost, 0)) end) order by i.name)
          from public.purchase_order_lines l join public.inventory_items i on i.id = l.item_id
          left join public.purchase_order_line_costs c on c.line_id = l.id where l.purchase_order_id = o.id), '[]'))
      from public.purchase_orders o where o.id = p_id);
end $function$;
grant execute on function private.purchase_document(p_id uuid) to authenticated;
grant execute on function private.purchase_document(p_id uuid) to service_role;
comment on function private.purchase_document(p_id uuid) is 'What stands on a purchase order. Costs only for holders of view_financial_data. Null when it is not there.';

CREATE OR REPLACE FUNCTION private.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.purchase_orders;
  v_line record;
  v_any boolean := false;
begin
  perform private.must('inventory', 'edit', 'receive goods');
  select * into v_order from public.purchase_orders where id = p_id for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This purchase order is not there any more');
  elsif exists (select from public.purchase_receipts where id = p_receipt_id) then
    return v_order.status;
  elsif v_order.status not in ('sent', 'part_received') then
    perform private.refuse('PT409', format('Nothing is expected: this purchase order is %s', replace(v_order.status, '_', ' ')));
  end if;
  insert into public.purchase_receipts (id, purchase_order_id, delivery_note) values (p_receipt_id, p_id, nullif(left(btrim(p_delivery_note), 200), ''));
  -- Items are locked in the order of their ids, so that two receipts never wait for each other.
  for v_line in
    select l.id, l.item_id, i.name, i.stock_per_buy, i.buy_unit, l.qty - l.qty_received as missing, (g.value ->> 'qty')::numeric as qty
      from jsonb_array_elements(p_lines) as g
      join public.purchase_order_lines l on l.id = private.uuid_or_null(g.value ->> 'line_id') and l.purchase_order_id = p_id
      join public.inventory_items i on i.id = l.item_id
     order by l.item_id
  loop
    if not coalesce(v_line.qty between 0 and 1000000, false) then
      perform private.refuse('22023', 'Please enter a quantity between 0 and 1,000,000');
    elsif v_line.qty > v_line.missing then
      perform private.refuse('PT409', format('No more than this is still to come: %s of %s', private.qty_text(v_line.missing, v_line.buy_unit), v_line.name));
    elsif v_line.qty > 0 then
      insert into public.stock_movements (item_id, reason, qty, purchase_line_id, receipt_id)
      values (v_line.item_id, 'purchase', round(v_line.qty * v_line.stock_per_buy, 4), v_line.id, p_receipt_id);
      v_any := true;
    end if;
  end loop;
  if not v_any then
    perform private.refuse('22023', 'Please say what arrived');
  end if;
  select status into v_order.status from public.purchase_orders where id = p_id;
  return v_order.status;
end $function$;
grant execute on function private.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text) to authenticated;
grant execute on function private.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text) to service_role;
comment on function private.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text) is 'What arrived of a purchase order: [{line_id, qty in buy units}]. More than is still to come is refused. p_receipt_id is chosen
by the caller: a repeated call receives once. Answers the status of the order.';

CREATE OR REPLACE FUNCTION private.send_purchase_order(p_id uuid, p_to text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.purchase_orders;
  v_item uuid;
begin
  perform private.must('inventory', 'create', 'send purchase orders');
  select * into v_order from public.purchase_orders where id = p_id for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This purchase order is not there any more');
  elsif v_order.status in ('sent', 'part_received', 'received') then
    return;
  elsif v_order.status = 'cancelled' then
    perform private.refuse('PT409', 'This purchase order is cancelled');
  elsif not exists (select from public.purchase_order_lines where purchase_order_id = p_id) then
    perform private.refuse('PT409', 'There is nothing on this purchase order yet');
  end if;
  update public.purchase_orders set status = 'sent', sent_at = now(), sent_to = nullif(left(btrim(p_to), 320), '') where id = p_id;
  for v_item in select item_id from public.purchase_order_lines where purchase_order_id = p_id order by item_id loop
    perform private.refresh_on_order(v_item);
  end loop;
end $function$;
grant execute on function private.send_purchase_order(p_id uuid, p_to text) to authenticated;
grant execute on function private.send_purchase_order(p_id uuid, p_to text) to service_role;
comment on function private.send_purchase_order(p_id uuid, p_to text) is 'The order went to the supplier: its lines stand, and the items count as on order. A second call changes nothing.';
