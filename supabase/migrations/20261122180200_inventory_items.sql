-- Stock items as far as prices need them. What is in stock, reserved and on order comes with production.
-- What an item costs stands in a table of its own: only holders of view_financial_data read it.

create table public.inventory_items (
  id               uuid primary key default gen_random_uuid(),
  sku              text not null,
  name             text not null,
  type_id          uuid references public.item_types (id) on delete restrict,
  brand_id         uuid references public.brands (id) on delete restrict,
  material_type_id uuid references public.material_types (id) on delete restrict,
  color_id         uuid references public.variant_colors (id) on delete restrict,
  form             text not null default 'sheet',
  width_mm         numeric(10, 2),
  length_mm        numeric(12, 2),
  thickness_mm     numeric(8, 3),
  weight_kg_m2     numeric(8, 3),
  buy_unit         text not null default 'sheet',
  sell_unit        text not null default 'm2',
  sell_per_buy     numeric(12, 4) not null default 1,
  sell_price       numeric(14, 4),
  price_follows_cost boolean not null default false,
  vat_rate_id      uuid references public.vat_rates (id) on delete restrict,
  supplier_id      uuid references public.contacts (id) on delete set null,
  supplier_sku     text,
  note             text,
  archived_at      timestamptz,
  created_by       uuid default auth.uid() references auth.users (id) on delete set null,
  created_at       timestamptz not null default now(),
  row_version      integer not null default 1,
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
  constraint inventory_items_texts_length check (char_length(supplier_sku) <= 100 and char_length(note) <= 5000)
);
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
comment on table public.inventory_items is 'Sheets, rolls, pieces, liquids and lengths that the company buys, and sells or works into jobs.';
comment on column public.inventory_items.sell_per_buy is 'Sell units in one buy unit: a sheet of 3050 × 1500 mm has 4.575 m².';
comment on column public.inventory_items.sell_price is 'For one sell unit, without VAT.';
comment on column public.inventory_items.price_follows_cost is 'A markup is set: the sell price is worked out from the cost. Kept by triggers.';

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

create function private.marked_up(p_cost numeric, p_markup_pct numeric, p_sell_per_buy numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select round(p_cost * (100 + p_markup_pct) / (100 * p_sell_per_buy), 4)
$$;
comment on function private.marked_up is 'The price of one sell unit, to four decimals, half away from zero. `marked-up.ts` computes the same.';

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
create trigger settle_price before insert or update on public.inventory_items
  for each row execute function private.settle_item_price();

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
create trigger follow_cost after insert or update or delete on public.inventory_item_costs
  for each row execute function private.follow_item_cost();

call private.borrow_rules('public.inventory_items', p_pinned => '{price_follows_cost}', p_audited => true, p_pages => '{inventory}');
call private.borrow_rules('public.inventory_item_costs', p_pinned => '{item_id}', p_audited => true, p_key => 'item_id',
  p_pages => '{inventory}');

create policy "staff who see stock or quotations read items" on public.inventory_items for select to authenticated
  using ((select private.can('inventory', 'view')) or (select private.can('quotations', 'view')));
create policy "staff who keep stock add items" on public.inventory_items for insert to authenticated
  with check ((select private.can('inventory', 'create')) and created_by = (select auth.uid()));
create policy "staff who keep stock change items" on public.inventory_items for update to authenticated
  using ((select private.can('inventory', 'edit'))) with check ((select private.can('inventory', 'edit')));
create policy "staff who keep stock remove items" on public.inventory_items for delete to authenticated
  using ((select private.can('inventory', 'delete')));

create policy "holders of view_financial_data read costs of items" on public.inventory_item_costs for select to authenticated
  using ((select private.named('view_financial_data')));
create policy "holders of view_financial_data who keep stock add costs" on public.inventory_item_costs for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')));
create policy "holders of view_financial_data who keep stock change costs" on public.inventory_item_costs for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')))
  with check ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')));
create policy "holders of view_financial_data who keep stock remove costs" on public.inventory_item_costs for delete to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('inventory', 'edit')));

insert into private.record_kinds (kind, table_name, position, label, detail, is_mentioned, page, named_right, searched, searched_if, best_first)
values
  ('inventory_item', 'public.inventory_items', 70, 'r.name', 'r.sku', true, 'inventory', 'access_inventory',
   $$r.sku || ' ' || r.name || ' ' || coalesce(r.supplier_sku, '')$$, 'r.archived_at is null', 'r.name, r.id'),
  ('service', 'public.services', 75, 'r.name', 'r.category', true, 'quotations', null, 'r.name', 'r.archived_at is null', 'r.name, r.id');
create index services_search_idx on public.services using gin (private.folded(name) extensions.gin_trgm_ops);

revoke execute on all routines in schema private from public;
