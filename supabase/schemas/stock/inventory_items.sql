-- Inventory items with costs, suppliers and photos.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.inventory_items (
  id                 uuid primary key default gen_random_uuid(),
  sku                text not null,
  name               text not null,
  type_id            uuid references public.item_types (id) on delete restrict,
  brand_id           uuid references public.brands (id) on delete restrict,
  material_type_id   uuid references public.material_types (id) on delete restrict,
  color_id           uuid references public.variant_colors (id) on delete restrict,
  form               text not null default 'sheet',
  width_mm           numeric(10, 2),
  length_mm          numeric(12, 2),
  thickness_mm       numeric(8, 3),
  weight_kg_m2       numeric(8, 3),
  buy_unit           text not null default 'sheet',
  sell_unit          text not null default 'm2',
  sell_per_buy       numeric(12, 4) not null default 1,
  sell_price         numeric(14, 4),
  price_follows_cost boolean not null default false,
  vat_rate_id        uuid references public.vat_rates (id) on delete restrict,
  supplier_id        uuid references public.contacts (id) on delete set null,
  supplier_sku       text,
  note               text,
  archived_at        timestamptz,
  created_by         uuid default auth.uid() references auth.users (id) on delete set null,
  created_at         timestamptz not null default now(),
  row_version        integer not null default 1,
  group_id           uuid,
  bin                text,
  min_qty            numeric(14, 4),
  reorder_qty        numeric(14, 4),
  on_hand            numeric(14, 4) not null default 0,
  reserved           numeric(14, 4) not null default 0,
  on_order           numeric(14, 4) not null default 0,
  stock_unit         text not null generated always as (
    case when form = 'sheet' and sell_unit in ('m', 'm2', 'kg') then buy_unit else sell_unit end) stored,
  stock_per_buy      numeric not null generated always as (
    case when form = 'sheet' and sell_unit in ('m', 'm2', 'kg') then 1 else sell_per_buy end) stored,
  available          numeric not null generated always as (on_hand - reserved) stored,
  is_low             boolean not null generated always as (
    archived_at is null and coalesce(on_hand - reserved < min_qty, false)) stored,
  search_text        text not null
    generated always as (private.folded(sku || ' ' || name || ' ' || coalesce(supplier_sku, '') || ' ' || coalesce(bin, ''))) stored,
  charge_per         text,
  charge_step        numeric(10, 4),
  charge_min         numeric(10, 4),
  charge_waste_pct   numeric(5, 2),
  short              numeric(14, 4) not null default 0,
  to_order           numeric not null generated always as (
    case when archived_at is null and on_hand - reserved + on_order - short < coalesce(min_qty, 0)
    then greatest(coalesce(reorder_qty, 0), coalesce(min_qty, 0) - (on_hand - reserved + on_order - short)) else 0 end) stored,
  constraint inventory_items_sku_is_a_word check (sku ~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,59}$'),
  constraint inventory_items_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint inventory_items_form_is_known check (form in ('sheet', 'roll', 'piece', 'liquid', 'length')),
  constraint inventory_items_sizes_range check (width_mm > 0 and length_mm > 0 and thickness_mm > 0 and weight_kg_m2 > 0
    and width_mm <= 100000 and length_mm <= 10000000 and thickness_mm <= 1000 and weight_kg_m2 <= 1000),
  constraint inventory_items_a_sheet_has_a_size check (form <> 'sheet' or (width_mm is not null and length_mm is not null)),
  constraint inventory_items_a_roll_has_a_width check (form <> 'roll' or width_mm is not null),
  constraint inventory_items_units_are_known check (buy_unit in ('sheet', 'roll', 'piece', 'box', 'set', 'litre', 'kg', 'm', 'm2')
    and sell_unit in ('sheet', 'roll', 'piece', 'set', 'ml', 'litre', 'kg', 'm', 'm2')),
  constraint inventory_items_sell_per_buy_range check (sell_per_buy > 0),
  constraint inventory_items_sell_price_range check (sell_price >= 0),
  constraint inventory_items_texts_length check (char_length(supplier_sku) <= 100 and char_length(note) <= 5000),
  constraint inventory_items_stock_is_not_negative check (on_hand >= 0 and reserved >= 0 and on_order >= 0 and short >= 0),
  constraint inventory_items_not_more_reserved_than_there check (reserved <= on_hand),
  constraint inventory_items_levels_range check (min_qty between 0 and 1000000 and reorder_qty between 0 and 1000000),
  constraint inventory_items_bin_length check (char_length(bin) <= 60),
  constraint inventory_items_charge_per_is_known check (charge_per in ('piece', 'line')),
  constraint inventory_items_charge_step_range check (charge_step > 0 and charge_step <= 1000),
  constraint inventory_items_charge_min_range check (charge_min > 0 and charge_min <= 10000),
  constraint inventory_items_charge_waste_range check (charge_waste_pct >= 0 and charge_waste_pct <= 100)
);
alter table public.inventory_items add constraint inventory_items_group_id_fkey
  foreign key (group_id) references public.inventory_groups (id) on delete set null;
create unique index inventory_items_sku_idx on public.inventory_items (lower(sku));
create index inventory_items_name_idx on public.inventory_items (name, id);
create index inventory_items_type_id_idx on public.inventory_items (type_id);
create index inventory_items_brand_id_idx on public.inventory_items (brand_id);
create index inventory_items_material_type_id_idx on public.inventory_items (material_type_id);
create index inventory_items_color_id_idx on public.inventory_items (color_id);
create index inventory_items_vat_rate_id_idx on public.inventory_items (vat_rate_id);
create index inventory_items_supplier_id_idx on public.inventory_items (supplier_id);
create index inventory_items_created_by_idx on public.inventory_items (created_by);
create index inventory_items_search_idx on public.inventory_items
  using gin (private.folded(sku || ' ' || name || ' ' || coalesce(supplier_sku, '')) extensions.gin_trgm_ops);
create index inventory_items_group_id_idx on public.inventory_items (group_id);
create index inventory_items_low_idx on public.inventory_items (name, id) where is_low;
create index inventory_items_available_idx on public.inventory_items (available, id);
create index inventory_items_search_text_idx on public.inventory_items using gin (search_text extensions.gin_trgm_ops)
  with (fastupdate = off);
comment on table public.inventory_items is 'Sheets, rolls, pieces, liquids and lengths that the company buys, and sells or works into jobs.';
comment on column public.inventory_items.sell_per_buy is 'Sell units in one buy unit: a sheet of 3050 × 1500 mm has 4.575 m².';
comment on column public.inventory_items.sell_price is 'For one sell unit, without VAT.';
comment on column public.inventory_items.price_follows_cost is 'A markup is set: the sell price is worked out from the cost. Kept by triggers.';
comment on column public.inventory_items.stock_unit is
  'Stock is counted in this unit: sheets as they are bought, because nobody takes a part of a sheet; everything else as it is sold.';
comment on column public.inventory_items.stock_per_buy is 'Stock units in one buy unit: 68.5 m² in a roll of 1.37 × 50 m.';
comment on column public.inventory_items.min_qty is 'Below this, in stock units, the item is low. Null: it is not watched.';
comment on column public.inventory_items.reorder_qty is 'At least so much is ordered at once, in stock units.';
comment on column public.inventory_items.on_hand is 'Sum of the movements. Written by their trigger, never by hand.';
comment on column public.inventory_items.reserved is 'Of what is there, kept for jobs. Written by private.share_out.';
comment on column public.inventory_items.on_order is 'Ordered and not received, in stock units. Written by private.refresh_on_order.';
comment on column public.inventory_items.is_low is 'Less is free than the least that should be. What is on order does not count.';
comment on column public.inventory_items.short is 'What open jobs need and nothing is kept for. Written by private.share_out.';
comment on column public.inventory_items.to_order is
  'What to order now, so that jobs have what they need and the least is there: what is on order counts as there.';
comment on column public.inventory_items.search_text is 'What a search looks through: number, name, the supplier''s number and bin, folded.';
comment on column public.inventory_items.charge_per is 'Rounding and minimum are for each piece or for the whole line. Null: for each piece.';
comment on column public.inventory_items.charge_step is 'What is charged of a size goes up to the next multiple of it, in the unit of the price. Null: it is not rounded.';
comment on column public.inventory_items.charge_min is 'The least that is charged of a size, in the unit of the price. Null: there is none.';
comment on column public.inventory_items.charge_waste_pct is 'Waste that is charged with a size, before it is rounded.';

create table public.inventory_item_costs (
  item_id     uuid primary key references public.inventory_items (id) on delete cascade,
  cost_price  numeric(14, 4) not null,
  markup_pct  numeric(8, 2),
  row_version integer not null default 1,
  constraint inventory_item_costs_cost_range check (cost_price >= 0),
  constraint inventory_item_costs_markup_range check (markup_pct between 0 and 10000)
);
comment on table public.inventory_item_costs is 'What one buy unit costs without VAT, and the markup that makes the sell price. Only for holders of view_financial_data.';
comment on column public.inventory_item_costs.markup_pct is 'Null: the sell price is typed by hand.';

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

create table public.item_photos (
  id         uuid primary key,
  item_id    uuid not null references public.inventory_items (id) on delete cascade,
  path       text not null unique,
  preview    text not null,
  place      integer not null default 1,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint item_photos_path_is_a_file_of_its_item check (path = item_id || '/' || id || '.jpg'),
  constraint item_photos_preview_is_a_small_picture check (preview ~ '^data:image/jpeg;base64,[A-Za-z0-9+/]+=*$' and char_length(preview) <= 16000)
);
create unique index item_photos_place_key on public.item_photos (item_id, place);
create index item_photos_created_by_idx on public.item_photos (created_by);
comment on table public.item_photos is 'Photos of stock items: files of the bucket item-photos. The one with the lowest place stands in lists.';
comment on column public.item_photos.preview is 'The photo in some kilobytes, as a data address.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.inventory_items', p_pinned => '{price_follows_cost,on_hand,reserved,on_order,short}',
  p_audited => true, p_pages => '{inventory}');
create policy "staff who see stock or quotations read items" on public.inventory_items for select to authenticated
  using ((select private.can('inventory', 'view')) or (select private.can('quotations', 'view')));
create policy "staff who keep stock add items" on public.inventory_items for insert to authenticated
  with check ((select private.can('inventory', 'create')) and created_by = (select auth.uid()));
create policy "staff who keep stock change items" on public.inventory_items for update to authenticated
  using ((select private.can('inventory', 'edit'))) with check ((select private.can('inventory', 'edit')));
create policy "staff who keep stock remove items" on public.inventory_items for delete to authenticated
  using ((select private.can('inventory', 'delete')));

call private.borrow_rules('public.inventory_item_costs', p_pinned => '{item_id}', p_audited => true, p_key => 'item_id',
  p_pages => '{inventory}');
create policy "holders of view_financial_data read costs of items" on public.inventory_item_costs for select to authenticated
  using ((select private.named('view_financial_data')));
create policy "holders of view_financial_data who keep stock add costs" on public.inventory_item_costs for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')));
create policy "holders of view_financial_data who keep stock change costs" on public.inventory_item_costs for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')))
  with check ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')));
create policy "holders of view_financial_data who keep stock remove costs" on public.inventory_item_costs for delete to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')));

call private.borrow_rules('public.inventory_groups', p_pages => '{inventory}');
create policy "staff who see stock read groups" on public.inventory_groups for select to authenticated
  using ((select private.can('inventory', 'view')));
create policy "staff who keep stock add groups" on public.inventory_groups for insert to authenticated
  with check ((select private.can('inventory', 'create')) and created_by = (select auth.uid()));
create policy "staff who keep stock change groups" on public.inventory_groups for update to authenticated
  using ((select private.can('inventory', 'edit'))) with check ((select private.can('inventory', 'edit')));
create policy "staff who keep stock remove groups" on public.inventory_groups for delete to authenticated
  using ((select private.can('inventory', 'delete')));

call private.borrow_rules('public.item_suppliers', p_pinned => '{item_id}', p_pages => '{inventory}');
create policy "staff who see stock read suppliers" on public.item_suppliers for select to authenticated
  using ((select private.can('inventory', 'view')));
create policy "staff who keep stock add suppliers" on public.item_suppliers for insert to authenticated
  with check ((select private.can('inventory', 'edit')) and created_by = (select auth.uid()));
create policy "staff who keep stock change suppliers" on public.item_suppliers for update to authenticated
  using ((select private.can('inventory', 'edit'))) with check ((select private.can('inventory', 'edit')));
create policy "staff who keep stock remove suppliers" on public.item_suppliers for delete to authenticated
  using ((select private.can('inventory', 'edit')));

call private.borrow_rules('public.item_photos', 'select, delete');
create policy "staff who see stock see photos of items" on public.item_photos for select to authenticated
  using ((select private.can('inventory', 'view')));
create policy "staff who keep stock remove photos of items" on public.item_photos for delete to authenticated
  using ((select private.can('inventory', 'edit')));

call private.file_rule('item-photos', 'select', $$(select private.can('inventory', 'view'))$$);
call private.file_rule('item-photos', 'insert',
  $rule$(select private.can('inventory', 'edit')) and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.jpg$'$rule$);
call private.file_rule('item-photos', 'delete',
  $$(select private.can('inventory', 'edit')) and not exists (select from public.item_photos p where p.path = storage.objects.name)$$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.settle_item_price() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_price numeric;
begin
  select private.marked_up(c.cost_price, c.markup_pct, new.sell_per_buy) into v_price
    from public.inventory_item_costs c where c.item_id = new.id and c.markup_pct is not null;
  if tg_op = 'UPDATE' and v_price is not null and new.sell_price is distinct from old.sell_price
    and new.sell_price is distinct from v_price
  then
    perform private.refuse('PT409', 'The sell price follows from cost and markup: take the markup away to type a price');
  end if;
  new.price_follows_cost := v_price is not null;
  new.sell_price := coalesce(v_price, new.sell_price);
  return new;
end $$;
comment on function private.settle_item_price is 'Where a markup is set, the sell price follows from the cost.';

create function private.follow_item_cost() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.inventory_items i
     set sell_price = coalesce(private.marked_up(new.cost_price, new.markup_pct, i.sell_per_buy), i.sell_price)
   where i.id = coalesce(new.item_id, old.item_id);
  return null;
end $$;
comment on function private.follow_item_cost is 'A new cost or markup makes a new sell price.';

create function private.nudge_new_item_prices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from previous p join changed c using (id)
     where (p.sell_price, p.sell_per_buy, p.width_mm, p.length_mm, p.archived_at)
       is distinct from (c.sell_price, c.sell_per_buy, c.width_mm, c.length_mm, c.archived_at))
  then
    perform private.nudge('page:quotations', 'price_list', 'UPDATE', null);
  end if;
  return null;
end $$;
comment on function private.nudge_new_item_prices is 'The same for items, where most changes are no change of a price.';

create function private.no_stock_by_hand() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.on_hand := 0;
  new.reserved := 0;
  new.on_order := 0;
  new.short := 0;
  return new;
end $$;
comment on function private.no_stock_by_hand is 'A new item has no stock until a movement brings it.';

create function private.must_be_whole(p_item public.inventory_items, p_qty numeric) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.must_be_pieces(p_qty, p_item.stock_unit, p_item.name);
end $$;

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
    perform private.refuse('PT409', format('%s is counted in %s while there is stock, a plan or an order of it', old.name, private.units_word(v_was)));
  elsif new.archived_at is not null and old.archived_at is null and (old.on_hand <> 0 or old.on_order <> 0) then
    perform private.refuse('PT409', format('%s has stock or is on order. Count it to zero before you archive it.', old.name));
  end if;
  return new;
end $$;
comment on function private.keep_stock_unit is 'The unit of stock that exists does not change, and nothing that is there is archived.';

create function private.change_items(p_changes jsonb) returns integer
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.change_items is
  'Changes and adds many items, all or none: [{id, row_version, values}]; without id an item is added. An item that changed
meanwhile is refused by name (PT409, the detail is its id). Costs need view_financial_data.';
call private.offer('private.change_items(jsonb)');

create function private.duplicate_item(
  p_id uuid, p_from uuid, p_sku text, p_name text, p_width_mm numeric default null, p_length_mm numeric default null,
  p_thickness_mm numeric default null, p_color_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.duplicate_item is
  'A copy of an item in another size or colour, without stock. Its cost is copied for holders of view_financial_data. p_id is
chosen by the caller: a repeated call makes one item.';
call private.offer('private.duplicate_item(uuid, uuid, text, text, numeric, numeric, numeric, uuid)');

create function private.add_item_photo(p_id uuid, p_item_id uuid, p_preview text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_path constant text := p_item_id || '/' || p_id || '.jpg';
begin
  perform private.must('inventory', 'edit', 'add photos of items');
  perform from public.inventory_items where id = p_item_id for no key update;
  if not found then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif exists (select from public.item_photos where id = p_id and item_id = p_item_id) then
    return;
  elsif (select count(*) from public.item_photos where item_id = p_item_id) >= 20 then
    perform private.refuse('PT409', 'An item has 20 photos at most. Remove one first.');
  elsif not private.is_picture(p_preview, '{jpeg}', 16000) then
    perform private.refuse('22023', 'This file is no picture that can be shown');
  elsif exists (select from private.swept_uploads s where s.bucket = 'item-photos' and s.name = v_path)
    or not exists (select from storage.objects o where o.bucket_id = 'item-photos' and o.name = v_path)
  then
    perform private.refuse('22023', 'The photo did not arrive. Please upload it again.');
  end if;
  insert into public.item_photos (id, item_id, path, preview, place)
  select p_id, p_item_id, v_path, p_preview, 1 + coalesce(max(place), 0) from public.item_photos where item_id = p_item_id;
end $$;
comment on function private.add_item_photo is
  'Adds an uploaded photo to a stock item, after the others. p_id is chosen by the caller, so that a repeated call adds it once. '
  'p_preview: the photo as a JPEG data address of at most 16,000 letters.';
call private.offer('private.add_item_photo(uuid, uuid, text)');

create function private.put_item_photo_first(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item uuid;
begin
  perform private.must('inventory', 'edit', 'order photos of items');
  select item_id into v_item from public.item_photos where id = p_id;
  if v_item is null then
    perform private.refuse('PT404', 'This photo is not there any more');
  end if;
  perform from public.inventory_items where id = v_item for no key update;
  update public.item_photos set place = (select min(place) - 1 from public.item_photos where item_id = v_item)
   where id = p_id and exists (select from public.item_photos o where o.item_id = v_item and o.place < item_photos.place);
end $$;
comment on function private.put_item_photo_first is 'This photo of an item stands in lists from now on.';
call private.offer('private.put_item_photo_first(uuid)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger settle_price before insert or update on public.inventory_items
  for each row execute function private.settle_item_price();
create trigger nudge_new_prices after update on public.inventory_items
  referencing old table as previous new table as changed for each statement execute function private.nudge_new_item_prices();
create or replace trigger count_version before update of sku, name, type_id, brand_id, material_type_id, color_id, group_id, form, width_mm,
    length_mm, thickness_mm, weight_kg_m2, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id, supplier_id, supplier_sku,
    note, bin, min_qty, reorder_qty, archived_at, row_version on public.inventory_items
  for each row execute function private.count_version();
create or replace trigger audit after insert or delete or update of sku, name, type_id, brand_id, material_type_id, color_id, group_id, form,
    width_mm, length_mm, thickness_mm, weight_kg_m2, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id, supplier_id,
    supplier_sku, note, bin, min_qty, reorder_qty, archived_at on public.inventory_items
  for each row execute function private.audit('id');
create trigger no_stock_by_hand before insert on public.inventory_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.no_stock_by_hand();
create trigger keep_stock_unit before update of form, buy_unit, sell_unit, archived_at on public.inventory_items
  for each row execute function private.keep_stock_unit();
create trigger ask_first before insert on public.inventory_items for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('inventory:create');

create trigger follow_cost after insert or update or delete on public.inventory_item_costs
  for each row execute function private.follow_item_cost();
create trigger ask_first before insert on public.inventory_item_costs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'inventory:edit');
create trigger nudge_new_prices after insert or delete or update on public.inventory_item_costs
  for each statement
  execute function private.nudge_new_prices();

create trigger ask_first before insert on public.inventory_groups for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('inventory:create');

create trigger ask_first before insert on public.item_suppliers for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('inventory:edit');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.item_photos', 'nudge_page', $$private.nudge_pages('item_id', 'inventory')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds
  (kind, table_name, position, label, detail, is_mentioned, page, named_right, searched, searched_if, best_first)
values
  ('inventory_item',
   'public.inventory_items',
   70,
   'r.name',
   'r.sku',
   true,
   'inventory',
   'access_inventory',
   $$r.sku || ' ' || r.name || ' ' || coalesce(r.supplier_sku, '')$$,
   'r.archived_at is null',
   'r.name, r.id');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('item-photos', 'item-photos', false, 5242880, array['image/jpeg'])
on conflict (id) do nothing;
