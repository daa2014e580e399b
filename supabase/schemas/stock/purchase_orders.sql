-- Purchase orders and what arrived of them.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.purchase_orders (
  id              uuid primary key default gen_random_uuid(),
  purchase_number text not null unique,
  supplier_id     uuid not null references public.contacts (id) on delete restrict,
  status          text not null default 'draft',
  expected_on     date,
  note            text,
  sent_at         timestamptz,
  sent_to         text,
  cancel_reason   text,
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  constraint purchase_orders_number_size check (char_length(purchase_number) <= 60),
  constraint purchase_orders_status_is_known check (status in ('draft', 'sent', 'part_received', 'received', 'cancelled')),
  constraint purchase_orders_texts_length check (char_length(note) <= 5000 and char_length(sent_to) <= 320
    and char_length(cancel_reason) <= 2000)
);
create index purchase_orders_supplier_id_idx on public.purchase_orders (supplier_id);
create index purchase_orders_created_by_idx on public.purchase_orders (created_by);
create index purchase_orders_status_created_at_idx on public.purchase_orders (status, created_at desc, id desc);
create index purchase_orders_created_at_idx on public.purchase_orders (created_at desc, id desc);
create index purchase_orders_search_idx on public.purchase_orders using gin (private.folded(purchase_number) extensions.gin_trgm_ops);
comment on table public.purchase_orders is 'What is ordered from suppliers: draft, sent, received in parts.';

create table public.purchase_order_lines (
  id                uuid primary key default gen_random_uuid(),
  purchase_order_id uuid not null references public.purchase_orders (id) on delete cascade,
  item_id           uuid not null references public.inventory_items (id) on delete restrict,
  supplier_sku      text,
  qty               numeric(14, 4) not null,
  unit              text not null default 'piece',
  qty_received      numeric(14, 4) not null default 0,
  created_by        uuid default auth.uid() references auth.users (id) on delete set null,
  created_at        timestamptz not null default now(),
  row_version       integer not null default 1,
  unique (purchase_order_id, item_id),
  constraint purchase_order_lines_qty_range check (qty > 0 and qty <= 1000000),
  constraint purchase_order_lines_not_more_than_ordered check (qty_received >= 0 and qty_received <= qty),
  constraint purchase_order_lines_texts_length check (char_length(supplier_sku) <= 100 and char_length(unit) <= 20)
);
create index purchase_order_lines_item_id_idx on public.purchase_order_lines (item_id);
create index purchase_order_lines_created_by_idx on public.purchase_order_lines (created_by);
comment on column public.purchase_order_lines.qty is 'In buy units of the item.';

create table public.purchase_order_line_costs (
  line_id     uuid primary key references public.purchase_order_lines (id) on delete cascade,
  unit_cost   numeric(14, 4) not null,
  row_version integer not null default 1,
  constraint purchase_order_line_costs_range check (unit_cost >= 0)
);
comment on table public.purchase_order_line_costs is 'What one buy unit costs on this order, without VAT. Only for holders of view_financial_data.';

create table public.purchase_receipts (
  id                uuid primary key,
  purchase_order_id uuid not null references public.purchase_orders (id) on delete restrict,
  delivery_note     text,
  created_by        uuid default auth.uid() references auth.users (id) on delete set null,
  created_at        timestamptz not null default now(),
  constraint purchase_receipts_note_length check (char_length(delivery_note) <= 200)
);
create index purchase_receipts_purchase_order_id_idx on public.purchase_receipts (purchase_order_id, created_at);
create index purchase_receipts_created_by_idx on public.purchase_receipts (created_by);
comment on table public.purchase_receipts is 'One arrival of goods. Its movements say what came.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.purchase_orders', 'select, update', '{purchase_number,status,sent_at,sent_to,cancel_reason}', true,
  p_pages => '{inventory}');
create policy "staff who see stock read purchase orders" on public.purchase_orders for select to authenticated
  using ((select private.can('inventory', 'view')));
create policy "staff who keep stock change purchase orders" on public.purchase_orders for update to authenticated
  using ((select private.can('inventory', 'edit'))) with check ((select private.can('inventory', 'edit')));

call private.borrow_rules('public.purchase_order_lines', p_pinned => '{purchase_order_id,item_id,unit,qty_received}', p_audited => true);
create policy "whoever reads a purchase order reads its lines" on public.purchase_order_lines for select to authenticated
  using ((select true from public.purchase_orders o where o.id = purchase_order_id));
create policy "staff who keep stock add lines to drafts" on public.purchase_order_lines for insert to authenticated
  with check ((select private.can('inventory', 'edit')) and created_by = (select auth.uid())
    and (select o.status = 'draft' from public.purchase_orders o where o.id = purchase_order_id));
create policy "staff who keep stock change lines of drafts" on public.purchase_order_lines for update to authenticated
  using ((select private.can('inventory', 'edit')) and (select o.status = 'draft' from public.purchase_orders o where o.id = purchase_order_id))
  with check ((select private.can('inventory', 'edit')));
create policy "staff who keep stock remove lines of drafts" on public.purchase_order_lines for delete to authenticated
  using ((select private.can('inventory', 'edit')) and (select o.status = 'draft' from public.purchase_orders o where o.id = purchase_order_id));

call private.borrow_rules('public.purchase_order_line_costs', 'select, insert, update', p_pinned => '{line_id}', p_audited => true, p_key => 'line_id',
  p_pages => '{inventory}');
create policy "holders of view_financial_data read costs of purchases" on public.purchase_order_line_costs for select to authenticated
  using ((select private.named('view_financial_data')));
create policy "holders of view_financial_data who keep stock add costs to draf" on public.purchase_order_line_costs for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')) and (select o.status = 'draft'
    from public.purchase_order_lines l join public.purchase_orders o on o.id = l.purchase_order_id where l.id = line_id));
create policy "holders of view_financial_data who keep stock change costs of d" on public.purchase_order_line_costs for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')) and (select o.status = 'draft'
    from public.purchase_order_lines l join public.purchase_orders o on o.id = l.purchase_order_id where l.id = line_id))
  with check ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')));

call private.borrow_rules('public.purchase_receipts', 'select');
create policy "staff who see stock read receipts" on public.purchase_receipts for select to authenticated
  using ((select private.can('inventory', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.settle_purchase_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_supplier uuid;
begin
  select * into v_item from public.inventory_items where id = new.item_id;
  select supplier_id into v_supplier from public.purchase_orders where id = new.purchase_order_id;
  new.unit := v_item.buy_unit;
  new.qty_received := 0;
  new.supplier_sku := coalesce(nullif(btrim(new.supplier_sku), ''), (
    select s.supplier_sku from public.item_suppliers s where s.item_id = new.item_id and s.supplier_id = v_supplier),
    case when v_item.supplier_id = v_supplier then v_item.supplier_sku end);
  return new;
end $$;
comment on function private.settle_purchase_line is 'A line is ordered in the buy unit of its item, under the supplier''s number.';

create function private.keep_purchase_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(new.qty, i.buy_unit, i.name) from public.inventory_items i where i.id = new.item_id;
  return new;
end $$;
comment on function private.keep_purchase_whole is 'Whole sheets, rolls and boxes are ordered.';

create function private.cost_purchase_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.purchase_order_line_costs (line_id, unit_cost)
  select new.id, c.cost_price from public.inventory_item_costs c where c.item_id = new.item_id;
  return null;
end $$;
comment on function private.cost_purchase_line is 'A line begins with what the item cost last.';

create function private.draft_for(p_supplier_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.draft_for is 'The open draft for a supplier, or a new one. Two people at once get the same.';

create function private.add_to_purchase(p_supplier_id uuid, p_lines jsonb default '[]') returns uuid
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.add_to_purchase is
  'Puts items on the draft of a supplier: [{item_id, qty in stock units}]. Whole buy units are ordered. A repeated call changes
nothing. Answers the id of the draft.';
call private.offer('private.add_to_purchase(uuid, jsonb)');

create function private.send_purchase_order(p_id uuid, p_to text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.send_purchase_order is 'The order went to the supplier: its lines stand, and the items count as on order. A second call changes nothing.';
call private.offer('private.send_purchase_order(uuid, text)');

create function private.cancel_purchase_order(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.cancel_purchase_order is 'What has not arrived is not expected any more. What arrived stays.';
call private.offer('private.cancel_purchase_order(uuid, text)');

create function private.cost_receipt(p_line_id uuid, p_item_id uuid, p_unit_cost numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_cost numeric;
begin
  if p_unit_cost is not null then
    insert into public.purchase_order_line_costs (line_id, unit_cost) values (p_line_id, p_unit_cost)
    on conflict (line_id) do update set unit_cost = excluded.unit_cost where purchase_order_line_costs.unit_cost <> excluded.unit_cost;
  end if;
  select unit_cost into v_cost from public.purchase_order_line_costs where line_id = p_line_id;
  if v_cost is not null then
    insert into public.inventory_item_costs (item_id, cost_price) values (p_item_id, v_cost)
    on conflict (item_id) do update set cost_price = excluded.cost_price where inventory_item_costs.cost_price <> excluded.cost_price;
  end if;
end $$;
comment on function private.cost_receipt is
'What arrives costs what the supplier asked for it: the line keeps that price, and it is what the item cost last. A sell price that
follows its cost follows it.';

create function private.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
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
    select l.id, l.item_id, i.name, i.stock_per_buy, i.buy_unit, l.qty - l.qty_received as missing, (g.value ->> 'qty')::numeric as qty,
           (g.value ->> 'unit_cost')::numeric as unit_cost
      from jsonb_array_elements(p_lines) as g
      join public.purchase_order_lines l on l.id = private.uuid_or_null(g.value ->> 'line_id') and l.purchase_order_id = p_id
      join public.inventory_items i on i.id = l.item_id
     order by l.item_id
  loop
    if not coalesce(v_line.qty between 0 and 1000000, false) then
      perform private.refuse('22023', 'Please enter a quantity between 0 and 1,000,000');
    elsif v_line.qty > v_line.missing then
      perform private.refuse('PT409', format('No more than this is still to come: %s of %s', private.qty_text(v_line.missing, v_line.buy_unit), v_line.name));
    elsif v_line.unit_cost is not null and not (private.is_server() or private.named('view_financial_data')) then
      raise insufficient_privilege using message = 'You may not say what goods cost';
    elsif v_line.unit_cost is not null and not coalesce(v_line.unit_cost between 0 and 1000000, false) then
      perform private.refuse('22023', 'Please enter a price between 0 and 1,000,000');
    elsif v_line.qty > 0 then
      perform private.cost_receipt(v_line.id, v_line.item_id, v_line.unit_cost);
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
end $$;
comment on function private.receive_purchase is
  'What arrived of a purchase order: [{line_id, qty in buy units, unit_cost of one of them}]. Without unit_cost the price of the order
holds. The price stays on the movement, and the item costs it from now on. More than is still to come is refused. p_receipt_id is chosen
by the caller: a repeated call receives once. Answers the status of the order.';
call private.offer('private.receive_purchase(uuid, uuid, jsonb, text)');

create function private.purchase_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_costs constant boolean := private.is_server() or private.named('view_financial_data');
begin
  perform private.must('inventory', 'view', 'see purchase orders');
  return (
    select jsonb_build_object('number', o.purchase_number, 'language', private.language_of('purchase_order', o.id), 'status', o.status, 'ordered_at', coalesce(o.sent_at, o.created_at),
      'expected_on', o.expected_on, 'note', o.note, 'company', private.company_of('purchase_order', o.id), 'supplier', private.contact_facts(o.supplier_id),
      'lines', coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'sku', i.sku, 'supplier_sku', l.supplier_sku, 'qty', trim_scale(l.qty)::text,
                 'unit', l.unit, 'unit_cost', case when v_costs then c.unit_cost::text end,
                 'net', case when v_costs then private.amount_text(private.line_net(l.qty, c.unit_cost, 0)) end) order by i.name)
          from public.purchase_order_lines l join public.inventory_items i on i.id = l.item_id
          left join public.purchase_order_line_costs c on c.line_id = l.id where l.purchase_order_id = o.id), '[]'))
      from public.purchase_orders o where o.id = p_id);
end $$;
comment on function private.purchase_document is 'What stands on a purchase order. Costs only for holders of view_financial_data. Null when it is not there.';
call private.offer('private.purchase_document(uuid)');

create function private.taken_in(p_line_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when exists (select from public.stock_movements u where u.reverses_id = m.id) then 'undone' else 'here' end
    from public.stock_movements m where m.id = p_line_id
$$;
comment on function private.taken_in is
  'Whether a line of a supplier''s invoice brought its material into stock: here, undone, or null. The movement has the id of the line.';

create function private.receipt_matches(p_invoice_id uuid)
  returns table (line_id uuid, unit text, ordered text, received text, invoiced text, may_take_in boolean, fits boolean, words text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return query
    select l.id, i.buy_unit, trim_scale(bought.ordered)::text, trim_scale(bought.received)::text, trim_scale(billed.qty)::text,
           bought.ordered = 0 and taken.state is null and l.qty > 0 and v.status <> 'paid',
           coalesce(taken.state = 'here', false) or bought.ordered = 0 or bought.since > v.invoice_date or bought.received = billed.qty,
           case
             when taken.state = 'here' then 'Taken into stock from this invoice.'
             when taken.state = 'undone' then 'It was taken into stock from this invoice, and that was undone.'
             when bought.ordered = 0 then 'No purchase order to this supplier has it.'
             when bought.since > v.invoice_date then 'It was invoiced before the first purchase order that has it:'
             when billed.qty > bought.received then format('%s more invoiced than received: %s invoiced, %s received, %s ordered.',
               private.qty_text(billed.qty - bought.received, i.buy_unit), trim_scale(billed.qty), trim_scale(bought.received), trim_scale(bought.ordered))
             when billed.qty < bought.received then format('%s received and not invoiced yet: %s invoiced, %s received.',
               private.qty_text(bought.received - billed.qty, i.buy_unit), trim_scale(billed.qty), trim_scale(bought.received))
             else format('Received as invoiced: %s.', private.qty_text(billed.qty, i.buy_unit)) end
             || coalesce(' ' || bought.numbers || '.', '')
      from public.supplier_invoices v
      join public.supplier_invoice_items l on l.supplier_invoice_id = v.id
      join public.inventory_items i on i.id = l.inventory_item_id
      cross join lateral (select private.taken_in(l.id) as state) as taken
      cross join lateral (
        select coalesce(sum(p.qty), 0) as ordered, coalesce(sum(p.qty_received), 0) as received,
               min(o.created_at at time zone (select time_zone from public.company_settings))::date as since,
               string_agg(distinct o.purchase_number, ', ' order by o.purchase_number) as numbers
          from public.purchase_order_lines p join public.purchase_orders o on o.id = p.purchase_order_id
         where o.supplier_id = v.supplier_id and p.item_id = l.inventory_item_id and o.status in ('sent', 'part_received', 'received')) as bought
      cross join lateral (
        select coalesce(sum(b.qty), 0) as qty
          from public.supplier_invoice_items b join public.supplier_invoices w on w.id = b.supplier_invoice_id
         where w.supplier_id = v.supplier_id and b.inventory_item_id = l.inventory_item_id and (w.status <> 'disputed' or w.id = v.id)
           and w.invoice_date >= bought.since
           and private.taken_in(b.id) is distinct from 'here') as billed
     where v.id = p_invoice_id
     order by l.position;
end $$;
comment on function private.receipt_matches is
  'The lines of a supplier''s invoice that have a material, against all purchase orders to that supplier: what of it was ordered,
received and invoiced in all, in buy units, and the difference in words; fits: received as invoiced. Invoices count from the
day of the first purchase order that has the material; what an invoice itself brought into stock counts apart.';
call private.offer('private.receipt_matches(uuid)');

create function private.take_in_line(p_line_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line public.supplier_invoice_items;
  v_invoice public.supplier_invoices;
  v_purchase text;
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  perform private.must_keep_stock('take goods into stock');
  select * into v_line from public.supplier_invoice_items where id = p_line_id for no key update;
  select * into v_invoice from public.supplier_invoices where id = v_line.supplier_invoice_id;
  if v_line.id is null then
    perform private.refuse('PT404', 'This line is not there any more');
  elsif exists (select from public.stock_movements where id = p_line_id) then
    return private.movement_facts(p_line_id);
  elsif v_line.inventory_item_id is null then
    perform private.refuse('22023', 'Please say first which material this line is');
  elsif v_line.qty <= 0 then
    perform private.refuse('22023', 'Only what came is taken into stock');
  end if;
  select o.purchase_number into v_purchase
    from public.purchase_order_lines p join public.purchase_orders o on o.id = p.purchase_order_id
   where o.supplier_id = v_invoice.supplier_id and p.item_id = v_line.inventory_item_id and o.status in ('sent', 'part_received', 'received')
   order by o.created_at desc limit 1;
  if v_purchase is not null then
    perform private.refuse('PT409', format('It was ordered on %s. Receive it there, so that it is counted once.', v_purchase));
  end if;
  return private.move_stock(p_line_id, v_line.inventory_item_id, 'purchase', v_line.qty,
    (select i.buy_unit from public.inventory_items i where i.id = v_line.inventory_item_id), null, 'Invoice ' || v_invoice.supplier_number);
end $$;
comment on function private.take_in_line is
  'What a line of a supplier''s invoice brought comes into stock, in buy units of its material, where no purchase order has it. The
movement has the id of the line: a repeated call counts once.';
call private.offer('private.take_in_line(uuid)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger whole_units before insert or update of qty on public.purchase_order_lines
  for each row when (new.qty <> trunc(new.qty)) execute function private.keep_purchase_whole();
create trigger settle_purchase_line before insert on public.purchase_order_lines
  for each row execute function private.settle_purchase_line();
create trigger cost_purchase_line after insert on public.purchase_order_lines
  for each row execute function private.cost_purchase_line();
create trigger ask_first before insert on public.purchase_order_lines for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('inventory:edit');

create trigger ask_first before insert on public.purchase_order_line_costs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'inventory:edit');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.purchase_order_lines', 'nudge_page', $$private.nudge_pages('purchase_order_id', 'inventory')$$);

call private.after_each_statement('public.purchase_receipts', 'nudge_page', $$private.nudge_pages('purchase_order_id', 'inventory')$$, '{insert}');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, named_right, label, contact, templates, paper) values
  ('purchase_order',
   'public.purchase_orders',
   90,
   'inventory',
   'view_financial_data',
   'r.purchase_number',
   'r.supplier_id',
   'Purchase orders',
   $$case when r.status <> 'cancelled' then private.purchase_document(r.id) end$$);

insert into private.record_kinds
  (kind, table_name, position, label, detail, page, searched, status, recent_if)
values
  ('purchase_order',
   'public.purchase_orders',
   72,
   'r.purchase_number',
   $$(select coalesce(c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')) from public.contacts c
       where c.id = r.supplier_id)$$,
   'inventory',
   'r.purchase_number',
   'r.status',
   'true');
