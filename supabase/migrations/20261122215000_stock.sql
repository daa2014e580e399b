-- Stock: what is there, reserved, and on order follows from movements, needs of jobs and purchase orders. Nobody edits a
-- count: a count is a movement too, and a mistake is undone by a counter-movement.

-- ------------------------------------------------------------------------------------------------------------- items

create table public.inventory_groups (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  note        text,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint inventory_groups_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint inventory_groups_note_length check (char_length(note) <= 2000)
);
create unique index inventory_groups_name_idx on public.inventory_groups (lower(name));
create index inventory_groups_created_by_idx on public.inventory_groups (created_by);
comment on table public.inventory_groups is 'Items that differ only in size, colour or thickness, shown side by side.';
call private.borrow_rules('public.inventory_groups', p_pages => '{inventory}');
create policy "staff who see stock read groups" on public.inventory_groups for select to authenticated
  using ((select private.can('inventory', 'view')));
create policy "staff who keep stock add groups" on public.inventory_groups for insert to authenticated
  with check ((select private.can('inventory', 'create')) and created_by = (select auth.uid()));
create policy "staff who keep stock change groups" on public.inventory_groups for update to authenticated
  using ((select private.can('inventory', 'edit'))) with check ((select private.can('inventory', 'edit')));
create policy "staff who keep stock remove groups" on public.inventory_groups for delete to authenticated
  using ((select private.can('inventory', 'delete')));

alter table public.inventory_items
  add column group_id uuid references public.inventory_groups (id) on delete set null,
  add column bin text,
  add column min_qty numeric(14, 4),
  add column reorder_qty numeric(14, 4),
  add column on_hand numeric(14, 4) not null default 0,
  add column reserved numeric(14, 4) not null default 0,
  add column on_order numeric(14, 4) not null default 0,
  add column stock_unit text not null generated always as (
    case when form = 'sheet' and sell_unit in ('m', 'm2', 'kg') then buy_unit else sell_unit end) stored,
  add column stock_per_buy numeric not null generated always as (
    case when form = 'sheet' and sell_unit in ('m', 'm2', 'kg') then 1 else sell_per_buy end) stored,
  add column available numeric not null generated always as (on_hand - reserved) stored,
  add column is_low boolean not null generated always as (
    archived_at is null and coalesce(on_hand - reserved < min_qty, false)) stored,
  add column to_order numeric not null generated always as (
    case when archived_at is null and on_hand - reserved + on_order < min_qty
      then greatest(coalesce(reorder_qty, 0), min_qty - (on_hand - reserved + on_order)) else 0 end) stored,
  add constraint inventory_items_stock_is_not_negative check (on_hand >= 0 and reserved >= 0 and on_order >= 0),
  add constraint inventory_items_not_more_reserved_than_there check (reserved <= on_hand),
  add constraint inventory_items_levels_range check (min_qty between 0 and 1000000 and reorder_qty between 0 and 1000000),
  add constraint inventory_items_bin_length check (char_length(bin) <= 60);
call private.refuse_hostile_values('public.inventory_items');
create index inventory_items_group_id_idx on public.inventory_items (group_id);
create index inventory_items_low_idx on public.inventory_items (name, id) where is_low;
create index inventory_items_available_idx on public.inventory_items (available, id);
comment on column public.inventory_items.stock_unit is
  'Stock is counted in this unit: sheets as they are bought, because nobody takes a part of a sheet; everything else as it is sold.';
comment on column public.inventory_items.stock_per_buy is 'Stock units in one buy unit: 68.5 m² in a roll of 1.37 × 50 m.';
comment on column public.inventory_items.min_qty is 'Below this, in stock units, the item is low. Null: it is not watched.';
comment on column public.inventory_items.reorder_qty is 'At least so much is ordered at once, in stock units.';
comment on column public.inventory_items.on_hand is 'Sum of the movements. Written by their trigger, never by hand.';
comment on column public.inventory_items.reserved is 'Of what is there, kept for jobs. Written by private.share_out.';
comment on column public.inventory_items.on_order is 'Ordered and not received, in stock units. Written by private.refresh_on_order.';
comment on column public.inventory_items.is_low is 'Less is free than the least that should be. What is on order does not count.';
comment on column public.inventory_items.to_order is 'What to order now: what is on order counts as there.';

-- The version and the audit trail follow what people change, not every movement.
drop trigger pin on public.inventory_items;
create trigger pin before update on public.inventory_items
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'created_by', 'created_at', 'price_follows_cost', 'on_hand', 'reserved', 'on_order');
drop trigger count_version on public.inventory_items;
create trigger count_version before update of sku, name, type_id, brand_id, material_type_id, color_id, group_id, form, width_mm,
    length_mm, thickness_mm, weight_kg_m2, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id, supplier_id, supplier_sku,
    note, bin, min_qty, reorder_qty, archived_at, row_version on public.inventory_items
  for each row execute function private.count_version();
drop trigger audit on public.inventory_items;
create trigger audit after insert or delete or update of sku, name, type_id, brand_id, material_type_id, color_id, group_id, form,
    width_mm, length_mm, thickness_mm, weight_kg_m2, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id, supplier_id,
    supplier_sku, note, bin, min_qty, reorder_qty, archived_at on public.inventory_items
  for each row execute function private.audit('id');

create function private.no_stock_by_hand() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.on_hand := 0;
  new.reserved := 0;
  new.on_order := 0;
  return new;
end $$;
comment on function private.no_stock_by_hand is 'A new item has no stock until a movement brings it.';
create trigger no_stock_by_hand before insert on public.inventory_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.no_stock_by_hand();

-- ----------------------------------------------------------------------------------------------------- job materials

create table public.job_materials (
  id           uuid primary key default gen_random_uuid(),
  job_id       uuid not null references public.jobs (id) on delete cascade,
  item_id      uuid not null references public.inventory_items (id) on delete restrict,
  qty_planned  numeric(14, 4) not null default 0,
  qty_reserved numeric(14, 4) not null default 0,
  qty_used     numeric(14, 4) not null default 0,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  unique (job_id, item_id),
  constraint job_materials_qty_range check (qty_planned between 0 and 1000000 and qty_reserved between 0 and 1000000
    and qty_used between 0 and 1000000)
);
create index job_materials_item_id_idx on public.job_materials (item_id);
create index job_materials_created_by_idx on public.job_materials (created_by);
comment on table public.job_materials is
  'What a job needs of an item, in stock units: planned, kept for it, taken. A job waits for material while planned is more than kept and taken.';
call private.borrow_rules('public.job_materials', '');
grant select on public.job_materials to authenticated;
create policy "whoever reads jobs, production or stock reads materials" on public.job_materials for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('production', 'view')) or (select private.can('inventory', 'view')));
call private.after_each_statement('public.job_materials', 'nudge_page', $$private.nudge_pages('job_id', 'jobs', 'production')$$);
call private.after_each_statement('public.job_materials', 'nudge_stock', $$private.nudge_pages('item_id', 'inventory')$$);

-- ---------------------------------------------------------------------------------------------------- purchase orders

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

call private.borrow_rules('public.purchase_orders', 'select, update', '{purchase_number,status,sent_at,sent_to,cancel_reason}', true,
  p_pages => '{inventory}');
call private.borrow_rules('public.purchase_order_lines', p_pinned => '{purchase_order_id,item_id,unit,qty_received}', p_audited => true);
call private.borrow_rules('public.purchase_order_line_costs', 'select, insert, update', p_pinned => '{line_id}', p_audited => true, p_key => 'line_id',
  p_pages => '{inventory}');
call private.borrow_rules('public.purchase_receipts', 'select');
call private.after_each_statement('public.purchase_order_lines', 'nudge_page', $$private.nudge_pages('purchase_order_id', 'inventory')$$);
call private.after_each_statement('public.purchase_receipts', 'nudge_page', $$private.nudge_pages('purchase_order_id', 'inventory')$$, '{insert}');

create policy "staff who see stock read purchase orders" on public.purchase_orders for select to authenticated
  using ((select private.can('inventory', 'view')));
create policy "staff who keep stock change purchase orders" on public.purchase_orders for update to authenticated
  using ((select private.can('inventory', 'edit'))) with check ((select private.can('inventory', 'edit')));
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
create policy "holders of view_financial_data read costs of purchases" on public.purchase_order_line_costs for select to authenticated
  using ((select private.named('view_financial_data')));
create policy "holders of view_financial_data who keep stock add costs to drafts" on public.purchase_order_line_costs for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')) and (select o.status = 'draft'
    from public.purchase_order_lines l join public.purchase_orders o on o.id = l.purchase_order_id where l.id = line_id));
create policy "holders of view_financial_data who keep stock change costs of drafts" on public.purchase_order_line_costs for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')) and (select o.status = 'draft'
    from public.purchase_order_lines l join public.purchase_orders o on o.id = l.purchase_order_id where l.id = line_id))
  with check ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')));
create policy "staff who see stock read receipts" on public.purchase_receipts for select to authenticated
  using ((select private.can('inventory', 'view')));

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
create trigger settle_purchase_line before insert on public.purchase_order_lines
  for each row execute function private.settle_purchase_line();

create function private.cost_purchase_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.purchase_order_line_costs (line_id, unit_cost)
  select new.id, c.cost_price from public.inventory_item_costs c where c.item_id = new.item_id;
  return null;
end $$;
comment on function private.cost_purchase_line is 'A line begins with what the item cost last.';
create trigger cost_purchase_line after insert on public.purchase_order_lines
  for each row execute function private.cost_purchase_line();

create table public.item_suppliers (
  id           uuid primary key default gen_random_uuid(),
  item_id      uuid not null references public.inventory_items (id) on delete cascade,
  supplier_id  uuid not null references public.contacts (id) on delete cascade,
  supplier_sku text,
  lead_days    integer,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  unique (item_id, supplier_id),
  constraint item_suppliers_texts_length check (char_length(supplier_sku) <= 100),
  constraint item_suppliers_lead_days_range check (lead_days between 0 and 365)
);
create index item_suppliers_supplier_id_idx on public.item_suppliers (supplier_id);
create index item_suppliers_created_by_idx on public.item_suppliers (created_by);
comment on table public.item_suppliers is 'Who else sells an item, under which number. The usual supplier stands with the item.';
call private.borrow_rules('public.item_suppliers', p_pinned => '{item_id}', p_pages => '{inventory}');
create policy "staff who see stock read suppliers" on public.item_suppliers for select to authenticated
  using ((select private.can('inventory', 'view')));
create policy "staff who keep stock add suppliers" on public.item_suppliers for insert to authenticated
  with check ((select private.can('inventory', 'edit')) and created_by = (select auth.uid()));
create policy "staff who keep stock change suppliers" on public.item_suppliers for update to authenticated
  using ((select private.can('inventory', 'edit'))) with check ((select private.can('inventory', 'edit')));
create policy "staff who keep stock remove suppliers" on public.item_suppliers for delete to authenticated
  using ((select private.can('inventory', 'edit')));

-- ---------------------------------------------------------------------------------------------------------- movements

create table public.stock_movements (
  id               uuid primary key default gen_random_uuid(),
  item_id          uuid not null references public.inventory_items (id) on delete restrict,
  reason           text not null,
  qty              numeric(14, 4) not null,
  unit             text not null default '',
  balance          numeric(14, 4) not null default 0,
  job_id           uuid references public.jobs (id) on delete restrict,
  purchase_line_id uuid references public.purchase_order_lines (id) on delete restrict,
  receipt_id       uuid references public.purchase_receipts (id) on delete restrict,
  reverses_id      uuid references public.stock_movements (id) on delete restrict,
  note             text,
  created_by       uuid default auth.uid() references auth.users (id) on delete set null,
  created_at       timestamptz not null default clock_timestamp(),
  constraint stock_movements_reason_is_known check (reason in ('purchase', 'deduct', 'count', 'return', 'waste', 'reversal')),
  constraint stock_movements_direction check (case reason
    when 'purchase' then qty > 0 when 'return' then qty > 0 when 'deduct' then qty < 0 when 'waste' then qty < 0 else true end),
  constraint stock_movements_reversal_reverses check ((reason = 'reversal') = (reverses_id is not null)),
  constraint stock_movements_note_length check (char_length(note) <= 2000)
);
create unique index stock_movements_reversed_once_idx on public.stock_movements (reverses_id) where reverses_id is not null;
create index stock_movements_reverses_id_idx on public.stock_movements (reverses_id);
create index stock_movements_item_id_created_at_idx on public.stock_movements (item_id, created_at desc, id desc);
create index stock_movements_job_id_idx on public.stock_movements (job_id);
create index stock_movements_purchase_line_id_idx on public.stock_movements (purchase_line_id);
create index stock_movements_receipt_id_idx on public.stock_movements (receipt_id);
create index stock_movements_created_by_idx on public.stock_movements (created_by, created_at desc);
comment on table public.stock_movements is 'Every change of stock: how much, why, for which job. It only grows; a mistake is undone by a counter-movement.';
comment on column public.stock_movements.qty is 'In the stock unit of the item; what is taken is negative. A count may change nothing.';
comment on column public.stock_movements.balance is 'What was there after it.';
call private.borrow_rules('public.stock_movements', 'select');
create policy "staff who see stock read movements" on public.stock_movements for select to authenticated
  using ((select private.can('inventory', 'view')));
call private.after_each_statement('public.stock_movements', 'nudge_page', $$private.nudge_pages('item_id', 'inventory', 'jobs')$$, '{insert}');
create trigger append_only before update or delete on public.stock_movements
  for each row execute function private.refuse_change();
create trigger never_emptied before truncate on public.stock_movements
  for each statement execute function private.refuse_change();

create table public.stock_movement_costs (
  movement_id uuid primary key references public.stock_movements (id) on delete cascade,
  unit_cost   numeric(14, 4) not null
);
comment on table public.stock_movement_costs is 'What one stock unit cost when it moved, without VAT. Only for holders of view_financial_data.';
call private.borrow_rules('public.stock_movement_costs', 'select', p_key => 'movement_id');
create policy "holders of view_financial_data read costs of movements" on public.stock_movement_costs for select to authenticated
  using ((select private.named('view_financial_data')));

create function private.qty_text(p_qty numeric, p_unit text) returns text
  language sql immutable set search_path = ''
as $$
  select trim_scale(p_qty)::text || ' ' || case
    when p_unit = 'm2' then 'm²' when p_unit in ('m', 'kg', 'ml') then p_unit
    when p_unit = 'box' and p_qty <> 1 then 'boxes' when p_qty = 1 then p_unit else p_unit || 's' end
$$;
comment on function private.qty_text is '2 sheets, 1 roll, 12.5 m².';

create function private.must_be_whole(p_item public.inventory_items, p_qty numeric) returns void
  language plpgsql set search_path = ''
as $$
begin
  if p_item.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') and p_qty <> trunc(p_qty) then
    perform private.refuse('22023', format('%s is counted in whole %ss', p_item.name, p_item.stock_unit));
  end if;
end $$;

create function private.job_is_open(p_status text) returns boolean
  language sql immutable set search_path = ''
as $$ select p_status not in ('ready', 'delivered', 'closed', 'cancelled') $$;
comment on function private.job_is_open is 'True while a job may still need material.';

create function private.share_out(p_item_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric;
  v_kept numeric;
  v_need record;
begin
  select on_hand into v_left from public.inventory_items where id = p_item_id for no key update;
  update public.job_materials m set qty_reserved = held.qty
    from (select o.id, least(o.qty_reserved, case when private.job_is_open(j.status) then greatest(o.qty_planned - o.qty_used, 0) else 0 end) as qty
            from public.job_materials o join public.jobs j on j.id = o.job_id where o.item_id = p_item_id) as held
   where m.id = held.id and m.qty_reserved <> held.qty;
  select coalesce(sum(qty_reserved), 0) into v_kept from public.job_materials where item_id = p_item_id;
  if v_kept > v_left then
    for v_need in
      select m.id, m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and m.qty_reserved > 0 order by j.due_date desc nulls first, m.created_at desc, m.id
    loop
      exit when v_kept <= v_left;
      update public.job_materials set qty_reserved = qty_reserved - least(v_need.qty, v_kept - v_left) where id = v_need.id;
      v_kept := v_kept - least(v_need.qty, v_kept - v_left);
    end loop;
  elsif v_kept < v_left then
    for v_need in
      select m.id, m.qty_planned - m.qty_used - m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and private.job_is_open(j.status) and m.qty_planned - m.qty_used - m.qty_reserved > 0
       order by j.due_date nulls last, m.created_at, m.id
    loop
      exit when v_kept >= v_left;
      update public.job_materials set qty_reserved = qty_reserved + least(v_need.qty, v_left - v_kept) where id = v_need.id;
      v_kept := v_kept + least(v_need.qty, v_left - v_kept);
    end loop;
  end if;
  update public.inventory_items set reserved = v_kept where id = p_item_id and reserved <> v_kept;
end $$;
comment on function private.share_out is
  'Shares what is there among the jobs that need it: what a job holds it keeps, the rest goes to the jobs that are due first.
Where less is there than was kept, the jobs that are due last give up theirs. The item stays locked until the transaction ends.';

create function private.settle_movement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_free numeric;
begin
  select * into v_item from public.inventory_items where id = new.item_id for no key update;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif v_item.archived_at is not null and new.reason <> 'reversal' then
    perform private.refuse('PT409', format('%s is archived. Bring it back from the archive first.', v_item.name));
  end if;
  new.unit := v_item.stock_unit;
  perform private.must_be_whole(v_item, new.qty);
  if v_item.on_hand + new.qty < 0 then
    perform private.refuse('PT409', case when v_item.on_hand = 0 then format('Nothing is left of %s', v_item.name)
      else format('There %s only %s of %s', case when v_item.on_hand = 1 then 'is' else 'are' end,
        private.qty_text(v_item.on_hand, v_item.stock_unit), v_item.name) end, v_item.on_hand::text);
  elsif new.reason = 'deduct' then
    v_free := v_item.on_hand - v_item.reserved + coalesce((
      select m.qty_reserved from public.job_materials m where m.item_id = new.item_id and m.job_id = new.job_id), 0);
    if -new.qty > v_free then
      perform private.refuse('PT409', format('Only %s can be taken: the rest is reserved for other jobs',
        private.qty_text(v_free, v_item.stock_unit)), v_free::text);
    end if;
  end if;
  new.balance := v_item.on_hand + new.qty;
  -- Reservations never exceed what is there: they shrink with it, and share_out puts them right.
  update public.inventory_items set on_hand = new.balance, reserved = least(reserved, new.balance) where id = new.item_id;
  return new;
end $$;
comment on function private.settle_movement is
  'Takes the row of the item, so that two never take the last piece; refuses in words what is not there or kept for other jobs.';
create trigger settle_movement before insert on public.stock_movements
  for each row execute function private.settle_movement();

create function private.refresh_on_order(p_item_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.inventory_items i set on_order = coalesce((
      select sum(l.qty - l.qty_received) from public.purchase_order_lines l join public.purchase_orders o on o.id = l.purchase_order_id
       where l.item_id = p_item_id and o.status in ('sent', 'part_received')), 0) * i.stock_per_buy
   where i.id = p_item_id
$$;

create function private.follow_movement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.job_id is not null then
    insert into public.job_materials as m (job_id, item_id, qty_used, created_by) values (new.job_id, new.item_id, greatest(-new.qty, 0), new.created_by)
    on conflict (job_id, item_id) do update
      set qty_used = m.qty_used - new.qty, qty_reserved = greatest(m.qty_reserved + least(new.qty, 0), 0);
    perform private.log_event('job', new.job_id, case when new.qty < 0 then 'material_taken' else 'material_returned' end,
      (select jsonb_build_object('item', i.name, 'qty', private.qty_text(abs(new.qty), new.unit)) from public.inventory_items i where i.id = new.item_id));
  end if;
  if new.purchase_line_id is not null then
    update public.purchase_order_lines l set qty_received = l.qty_received + new.qty / i.stock_per_buy
      from public.inventory_items i where l.id = new.purchase_line_id and i.id = new.item_id;
    update public.purchase_orders o set status = case
        when not exists (select from public.purchase_order_lines l where l.purchase_order_id = o.id and l.qty_received < l.qty) then 'received'
        when exists (select from public.purchase_order_lines l where l.purchase_order_id = o.id and l.qty_received > 0) then 'part_received'
        else 'sent' end
     where o.id = (select l.purchase_order_id from public.purchase_order_lines l where l.id = new.purchase_line_id) and o.status <> 'cancelled';
    perform private.refresh_on_order(new.item_id);
  end if;
  insert into public.stock_movement_costs (movement_id, unit_cost)
  select new.id, round(cost.of_unit / i.stock_per_buy, 4)
    from public.inventory_items i, lateral (select coalesce(
      (select c.unit_cost from public.purchase_order_line_costs c where c.line_id = new.purchase_line_id),
      (select c.cost_price from public.inventory_item_costs c where c.item_id = i.id)) as of_unit) as cost
   where i.id = new.item_id and cost.of_unit is not null;
  perform private.share_out(new.item_id);
  return null;
end $$;
comment on function private.follow_movement is 'What follows from a movement: materials of the job, its story, the purchase order, costs and reservations.';
create trigger follow_movement after insert on public.stock_movements
  for each row execute function private.follow_movement();

create function private.keep_stock_unit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_was text := case when old.form = 'sheet' and old.sell_unit in ('m', 'm2', 'kg') then old.buy_unit else old.sell_unit end;
  v_is text := case when new.form = 'sheet' and new.sell_unit in ('m', 'm2', 'kg') then new.buy_unit else new.sell_unit end;
begin
  if v_was <> v_is and (old.on_hand <> 0 or exists (select from public.job_materials m where m.item_id = old.id and m.qty_planned > m.qty_used)
    or exists (select from public.purchase_order_lines l where l.item_id = old.id and l.qty > l.qty_received))
  then
    perform private.refuse('PT409', format('%s is counted in %s while there is stock, a plan or an order of it', old.name, private.qty_text(2, v_was)));
  elsif new.archived_at is not null and old.archived_at is null and (old.on_hand <> 0 or old.on_order <> 0) then
    perform private.refuse('PT409', format('%s has stock or is on order. Count it to zero before you archive it.', old.name));
  end if;
  return new;
end $$;
comment on function private.keep_stock_unit is 'The unit of stock that exists does not change, and nothing that is there is archived.';
create trigger keep_stock_unit before update of form, buy_unit, sell_unit, archived_at on public.inventory_items
  for each row execute function private.keep_stock_unit();

create function private.follow_job_need() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item uuid;
begin
  for v_item in select m.item_id from public.job_materials m where m.job_id = new.id order by m.item_id loop
    perform private.share_out(v_item);
  end loop;
  return null;
end $$;
create trigger follow_job_need after update of status on public.jobs
  for each row when (old.status is distinct from new.status) execute function private.follow_job_need();

-- ---------------------------------------------------------------------------------------------------- what people do

create function private.must_keep_stock(p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('inventory', 'edit', p_doing);
end $$;

create function private.stock_qty(p_item_id uuid, p_qty numeric, p_unit text) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
begin
  select * into v_item from public.inventory_items where id = p_item_id;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif p_qty is null or p_qty in ('NaN', 'Infinity', '-Infinity') or p_qty < 0 or p_qty > 1000000 then
    perform private.refuse('22023', 'Please enter a quantity between 0 and 1,000,000');
  elsif coalesce(p_unit, v_item.stock_unit) = v_item.stock_unit then
    return p_qty;
  elsif p_unit = v_item.buy_unit then
    return round(p_qty * v_item.stock_per_buy, 4);
  end if;
  perform private.refuse('22023', format('%s is counted in %s', v_item.name, private.qty_text(2, v_item.stock_unit)));
  return null;
end $$;
comment on function private.stock_qty is 'A quantity in the stock unit or the buy unit of an item, in its stock unit.';

create function private.movement_facts(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', m.id, 'item_id', m.item_id, 'qty', trim_scale(m.qty)::text, 'unit', m.unit,
           'on_hand', trim_scale(i.on_hand)::text, 'available', trim_scale(i.available)::text)
    from public.stock_movements m join public.inventory_items i on i.id = m.item_id where m.id = p_id
$$;

create function private.move_stock(
  p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text default null, p_job_id uuid default null,
  p_note text default null, p_seen numeric default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_qty numeric;
  v_used numeric;
begin
  perform private.must_keep_stock('change stock');
  if exists (select from public.stock_movements where id = p_id) then
    return private.movement_facts(p_id);
  end if;
  v_qty := private.stock_qty(p_item_id, p_qty, p_unit);
  select * into v_item from public.inventory_items where id = p_item_id for no key update;
  if p_reason not in ('purchase', 'deduct', 'count', 'return', 'waste') then
    perform private.refuse('22023', 'Stock is received, deducted, counted, returned or wasted');
  elsif v_qty = 0 and p_reason <> 'count' then
    perform private.refuse('22023', 'The quantity must be more than zero');
  elsif p_job_id is not null and not exists (select from public.jobs where id = p_job_id) then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif p_reason = 'waste' and coalesce(btrim(p_note), '') = '' then
    perform private.refuse('22023', 'Please say what happened to it');
  elsif p_reason = 'count' and p_seen is not null and p_seen <> v_item.on_hand then
    perform private.refuse('PT409', format('The stock changed while you counted: %s were there, now %s. Please count again.',
      private.qty_text(p_seen, v_item.stock_unit), private.qty_text(v_item.on_hand, v_item.stock_unit)), v_item.on_hand::text);
  elsif p_reason = 'return' and p_job_id is not null then
    select m.qty_used into v_used from public.job_materials m where m.job_id = p_job_id and m.item_id = p_item_id;
    if v_qty > coalesce(v_used, 0) then
      perform private.refuse('PT409', format('This job took only %s of it', private.qty_text(coalesce(v_used, 0), v_item.stock_unit)));
    end if;
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id, note)
  values (p_id, p_item_id, p_reason, case p_reason when 'count' then v_qty - v_item.on_hand when 'deduct' then -v_qty
    when 'waste' then -v_qty else v_qty end, case when p_reason in ('deduct', 'return', 'waste') then p_job_id end, nullif(left(btrim(p_note), 2000), ''));
  return private.movement_facts(p_id);
end $$;
comment on function private.move_stock is
  'One movement of stock: purchase, deduct, count, return or waste, in the stock unit or the buy unit. p_id is chosen by the
caller: a repeated call moves once. A count gives what is there; p_seen is what the person saw before counting, and a count over
a stock that changed meanwhile is refused. Answers what is there and free now.';
call private.offer('private.move_stock(uuid, uuid, text, numeric, text, uuid, text, numeric)');

create function private.undo_movement(p_id uuid, p_reversal_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_was public.stock_movements;
begin
  perform private.must_keep_stock('undo movements');
  select * into v_was from public.stock_movements where id = p_id;
  if v_was.id is null then
    perform private.refuse('PT404', 'This movement is not there');
  elsif exists (select from public.stock_movements where id = p_reversal_id) then
    return private.movement_facts(p_reversal_id);
  elsif v_was.reason = 'reversal' then
    perform private.refuse('PT409', 'This is an undo already. Enter the movement again.');
  end if;
  perform from public.inventory_items where id = v_was.item_id for no key update;
  if exists (select from public.stock_movements where reverses_id = p_id) then
    perform private.refuse('PT409', 'This movement is undone already');
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id, purchase_line_id, receipt_id, reverses_id)
  values (p_reversal_id, v_was.item_id, 'reversal', -v_was.qty, v_was.job_id, v_was.purchase_line_id, v_was.receipt_id, p_id);
  return private.movement_facts(p_reversal_id);
end $$;
comment on function private.undo_movement is 'The counter-movement of a movement; once. Refused in words where what it brought is not there any more.';
call private.offer('private.undo_movement(uuid, uuid)');

create function private.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_qty constant numeric := private.stock_qty(p_item_id, p_qty, p_unit);
  v_status text;
begin
  if not (private.is_server() or private.can('jobs', 'edit') or private.can('production', 'edit')) then
    raise insufficient_privilege using message = 'You may not plan materials';
  end if;
  select * into v_item from public.inventory_items where id = p_item_id for no key update;
  perform private.must_be_whole(v_item, v_qty);
  select status into v_status from public.jobs where id = p_job_id;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif not private.job_is_open(v_status) and v_qty > 0 then
    perform private.refuse('PT409', format('This job is %s', replace(v_status, '_', ' ')));
  end if;
  insert into public.job_materials as m (job_id, item_id, qty_planned) values (p_job_id, p_item_id, v_qty)
  on conflict (job_id, item_id) do update set qty_planned = v_qty;
  delete from public.job_materials where job_id = p_job_id and item_id = p_item_id and qty_planned = 0 and qty_used = 0;
  perform private.share_out(p_item_id);
end $$;
comment on function private.plan_material is
  'What a job needs of an item, in all. What is free is reserved for it at once; the rest when it arrives. Zero removes the need.';
call private.offer('private.plan_material(uuid, uuid, numeric, text)');

-- ------------------------------------------------------------------------------------------------------------ offcuts

create table public.stock_offcuts (
  id            uuid primary key,
  item_id       uuid not null references public.inventory_items (id) on delete restrict,
  width_mm      numeric(10, 2) not null,
  length_mm     numeric(12, 2) not null,
  area_m2       numeric not null generated always as (round(width_mm * length_mm / 1000000, 4)) stored,
  bin           text,
  status        text not null default 'free',
  source_job_id uuid references public.jobs (id) on delete set null,
  job_id        uuid references public.jobs (id) on delete set null,
  note          text,
  created_by    uuid default auth.uid() references auth.users (id) on delete set null,
  created_at    timestamptz not null default now(),
  constraint stock_offcuts_size_range check (width_mm between 10 and 100000 and length_mm between 10 and 10000000),
  constraint stock_offcuts_status_is_known check (status in ('free', 'used', 'scrapped')),
  constraint stock_offcuts_texts_length check (char_length(bin) <= 60 and char_length(note) <= 2000)
);
create index stock_offcuts_free_idx on public.stock_offcuts (item_id, area_m2) where status = 'free';
create index stock_offcuts_item_id_idx on public.stock_offcuts (item_id);
create index stock_offcuts_source_job_id_idx on public.stock_offcuts (source_job_id);
create index stock_offcuts_job_id_idx on public.stock_offcuts (job_id);
create index stock_offcuts_created_by_idx on public.stock_offcuts (created_by);
comment on table public.stock_offcuts is 'Pieces of sheets and rolls that are left over and large enough to keep. Each is one piece.';
call private.borrow_rules('public.stock_offcuts', 'select', '{item_id,width_mm,length_mm,status,source_job_id,job_id}');
create policy "staff who see stock read offcuts" on public.stock_offcuts for select to authenticated
  using ((select private.can('inventory', 'view')));
call private.after_each_statement('public.stock_offcuts', 'nudge_page', $$private.nudge_pages('item_id', 'inventory')$$);

create function private.keep_offcut(
  p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid default null, p_bin text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
begin
  perform private.must_keep_stock('keep offcuts');
  select * into v_item from public.inventory_items where id = p_item_id;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif v_item.form not in ('sheet', 'roll') then
    perform private.refuse('22023', 'Only sheets and rolls leave offcuts');
  elsif not coalesce(p_width_mm between 10 and 100000 and p_length_mm between 10 and 1000000, false) then
    perform private.refuse('22023', 'An offcut is at least 10 × 10 mm');
  elsif v_item.width_mm is not null and v_item.length_mm is not null and (
    least(p_width_mm, p_length_mm) > least(v_item.width_mm, v_item.length_mm)
    or greatest(p_width_mm, p_length_mm) > greatest(v_item.width_mm, v_item.length_mm))
  then
    perform private.refuse('22023', format('An offcut is not larger than the %s it was cut from', v_item.form));
  end if;
  insert into public.stock_offcuts (id, item_id, width_mm, length_mm, source_job_id, bin)
  values (p_id, p_item_id, p_width_mm, p_length_mm, p_job_id, nullif(left(btrim(p_bin), 60), '')) on conflict (id) do nothing;
  return p_id;
end $$;
comment on function private.keep_offcut is 'Keeps a piece that is left over. p_id is chosen by the caller: a repeated call keeps one.';
call private.offer('private.keep_offcut(uuid, uuid, numeric, numeric, uuid, text)');

create function private.move_offcut(p_id uuid, p_to text, p_job_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_offcut public.stock_offcuts;
begin
  perform private.must_keep_stock('use offcuts');
  select * into v_offcut from public.stock_offcuts where id = p_id for update;
  if v_offcut.id is null then
    perform private.refuse('PT404', 'This offcut is not there any more');
  elsif v_offcut.status = p_to and v_offcut.job_id is not distinct from p_job_id then
    return;
  elsif p_to not in ('free', 'used', 'scrapped') then
    perform private.refuse('22023', 'An offcut is free, used or scrapped');
  elsif p_to <> 'free' and v_offcut.status <> 'free' then
    perform private.refuse('PT409', format('Somebody %s this offcut meanwhile', case v_offcut.status when 'used' then 'used' else 'scrapped' end));
  end if;
  update public.stock_offcuts set status = p_to, job_id = case p_to when 'used' then p_job_id end where id = p_id;
  if p_to = 'used' and p_job_id is not null then
    perform private.log_event('job', p_job_id, 'offcut_used', (
      select jsonb_build_object('item', i.name, 'size', format('%s × %s mm', trim_scale(v_offcut.length_mm), trim_scale(v_offcut.width_mm)))
        from public.inventory_items i where i.id = v_offcut.item_id));
  end if;
end $$;
comment on function private.move_offcut is 'An offcut is used for a job, scrapped, or free again. One that somebody took meanwhile is refused in words.';
call private.offer('private.move_offcut(uuid, text, uuid)');

revoke execute on all routines in schema private from public;
