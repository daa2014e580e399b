-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.inventory_item_costs (
  item_id uuid not null,
  cost_price numeric(14,4) not null,
  markup_pct numeric(8,2),
  row_version integer not null default 1,
  constraint inventory_item_costs_pkey PRIMARY KEY (item_id),
  constraint inventory_item_costs_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.inventory_items(id) ON DELETE CASCADE,
  constraint inventory_item_costs_cost_price_is_a_number CHECK (cost_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_item_costs_cost_range CHECK (cost_price >= 0::numeric),
  constraint inventory_item_costs_markup_pct_is_a_number CHECK (markup_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_item_costs_markup_range CHECK (markup_pct >= 0::numeric AND markup_pct <= 10000::numeric)
);
alter table public.inventory_item_costs enable row level security;
grant delete, insert, select, update on public.inventory_item_costs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.inventory_item_costs to service_role;
create policy "holders of view_financial_data who keep stock add costs" on public.inventory_item_costs for insert to authenticated
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can));
create policy "holders of view_financial_data who keep stock remove costs" on public.inventory_item_costs for delete to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can));
create policy "holders of view_financial_data read costs of items" on public.inventory_item_costs for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named));
create policy "holders of view_financial_data who keep stock change costs" on public.inventory_item_costs for update to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can))
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.inventory_item_costs FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('view_financial_data', 'inventory:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.inventory_item_costs FOR EACH ROW EXECUTE FUNCTION private.audit('item_id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.inventory_item_costs FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.inventory_item_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER follow_cost AFTER INSERT OR DELETE OR UPDATE ON public.inventory_item_costs FOR EACH ROW EXECUTE FUNCTION private.follow_item_cost();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.inventory_item_costs FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.inventory_item_costs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.inventory_item_costs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.inventory_item_costs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.inventory_item_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('item_id');
comment on table public.inventory_item_costs is 'What one buy unit costs without VAT, and the markup that makes the sell price. Only for holders of view_financial_data.';
comment on column public.inventory_item_costs.markup_pct is 'Null: the sell price is typed by hand.';

create table public.inventory_items (
  id uuid not null default gen_random_uuid(),
  sku text not null,
  name text not null,
  type_id uuid,
  brand_id uuid,
  material_type_id uuid,
  color_id uuid,
  form text not null default 'sheet'::text,
  width_mm numeric(10,2),
  length_mm numeric(12,2),
  thickness_mm numeric(8,3),
  weight_kg_m2 numeric(8,3),
  buy_unit text not null default 'sheet'::text,
  sell_unit text not null default 'm2'::text,
  sell_per_buy numeric(12,4) not null default 1,
  sell_price numeric(14,4),
  price_follows_cost boolean not null default false,
  vat_rate_id uuid,
  supplier_id uuid,
  supplier_sku text,
  note text,
  archived_at timestamp with time zone,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  group_id uuid,
  bin text,
  min_qty numeric(14,4),
  reorder_qty numeric(14,4),
  on_hand numeric(14,4) not null default 0,
  reserved numeric(14,4) not null default 0,
  on_order numeric(14,4) not null default 0,
  stock_unit text not null generated always as (
CASE
    WHEN form = 'sheet'::text AND (sell_unit = ANY (ARRAY['m'::text, 'm2'::text, 'kg'::text])) THEN buy_unit
    ELSE sell_unit
END) stored,
  stock_per_buy numeric not null generated always as (
CASE
    WHEN form = 'sheet'::text AND (sell_unit = ANY (ARRAY['m'::text, 'm2'::text, 'kg'::text])) THEN 1::numeric
    ELSE sell_per_buy
END) stored,
  available numeric not null generated always as (on_hand - reserved) stored,
  is_low boolean not null generated always as (archived_at IS NULL AND COALESCE((on_hand - reserved) < min_qty, false)) stored,
  to_order numeric not null generated always as (
CASE
    WHEN archived_at IS NULL AND (on_hand - reserved + on_order) < min_qty THEN GREATEST(COALESCE(reorder_qty, 0::numeric), min_qty - (on_hand - reserved + on_order))
    ELSE 0::numeric
END) stored,
  search_text text not null generated always as (private.folded((((((sku || ' '::text) || name) || ' '::text) || COALESCE(supplier_sku, ''::text)) || ' '::text) || COALESCE(bin, ''::text))) stored,
  charge_per text,
  charge_step numeric(10,4),
  charge_min numeric(10,4),
  charge_waste_pct numeric(5,2),
  constraint inventory_items_pkey PRIMARY KEY (id),
  constraint inventory_items_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES public.brands(id) ON DELETE RESTRICT,
  constraint inventory_items_color_id_fkey FOREIGN KEY (color_id) REFERENCES public.variant_colors(id) ON DELETE RESTRICT,
  constraint inventory_items_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint inventory_items_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.inventory_groups(id) ON DELETE SET NULL,
  constraint inventory_items_material_type_id_fkey FOREIGN KEY (material_type_id) REFERENCES public.material_types(id) ON DELETE RESTRICT,
  constraint inventory_items_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES public.contacts(id) ON DELETE SET NULL,
  constraint inventory_items_type_id_fkey FOREIGN KEY (type_id) REFERENCES public.item_types(id) ON DELETE RESTRICT,
  constraint inventory_items_vat_rate_id_fkey FOREIGN KEY (vat_rate_id) REFERENCES public.vat_rates(id) ON DELETE RESTRICT,
  constraint inventory_items_a_roll_has_a_width CHECK (form <> 'roll'::text OR width_mm IS NOT NULL),
  constraint inventory_items_a_sheet_has_a_size CHECK (form <> 'sheet'::text OR width_mm IS NOT NULL AND length_mm IS NOT NULL),
  constraint inventory_items_archived_at_is_in_reach CHECK (archived_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND archived_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint inventory_items_available_is_a_number CHECK (available <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_bin_length CHECK (char_length(bin) <= 60),
  constraint inventory_items_charge_min_is_a_number CHECK (charge_min <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_charge_min_range CHECK (charge_min > 0::numeric AND charge_min <= 10000::numeric),
  constraint inventory_items_charge_per_is_known CHECK (charge_per = ANY (ARRAY['piece'::text, 'line'::text])),
  constraint inventory_items_charge_step_is_a_number CHECK (charge_step <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_charge_step_range CHECK (charge_step > 0::numeric AND charge_step <= 1000::numeric),
  constraint inventory_items_charge_waste_pct_is_a_number CHECK (charge_waste_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_charge_waste_range CHECK (charge_waste_pct >= 0::numeric AND charge_waste_pct <= 100::numeric),
  constraint inventory_items_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint inventory_items_form_is_known CHECK (form = ANY (ARRAY['sheet'::text, 'roll'::text, 'piece'::text, 'liquid'::text, 'length'::text])),
  constraint inventory_items_length_mm_is_a_number CHECK (length_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_levels_range CHECK (min_qty >= 0::numeric AND min_qty <= 1000000::numeric AND reorder_qty >= 0::numeric AND reorder_qty <= 1000000::numeric),
  constraint inventory_items_min_qty_is_a_number CHECK (min_qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 200 AND char_length(name) <= 250),
  constraint inventory_items_not_more_reserved_than_there CHECK (reserved <= on_hand),
  constraint inventory_items_on_hand_is_a_number CHECK (on_hand <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_on_order_is_a_number CHECK (on_order <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_reorder_qty_is_a_number CHECK (reorder_qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_reserved_is_a_number CHECK (reserved <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_sell_per_buy_is_a_number CHECK (sell_per_buy <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_sell_per_buy_range CHECK (sell_per_buy > 0::numeric),
  constraint inventory_items_sell_price_is_a_number CHECK (sell_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_sell_price_range CHECK (sell_price >= 0::numeric),
  constraint inventory_items_sizes_range CHECK (width_mm > 0::numeric AND length_mm > 0::numeric AND thickness_mm > 0::numeric AND weight_kg_m2 > 0::numeric AND width_mm <= 100000::numeric AND length_mm <= 10000000::numeric AND thickness_mm <= 1000::numeric AND weight_kg_m2 <= 1000::numeric),
  constraint inventory_items_sku_is_a_word CHECK (sku ~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,59}$'::text),
  constraint inventory_items_stock_is_not_negative CHECK (on_hand >= 0::numeric AND reserved >= 0::numeric AND on_order >= 0::numeric),
  constraint inventory_items_stock_per_buy_is_a_number CHECK (stock_per_buy <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_texts_length CHECK (char_length(supplier_sku) <= 100 AND char_length(note) <= 5000),
  constraint inventory_items_thickness_mm_is_a_number CHECK (thickness_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_to_order_is_a_number CHECK (to_order <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_units_are_known CHECK ((buy_unit = ANY (ARRAY['sheet'::text, 'roll'::text, 'piece'::text, 'box'::text, 'set'::text, 'litre'::text, 'kg'::text, 'm'::text, 'm2'::text])) AND (sell_unit = ANY (ARRAY['sheet'::text, 'roll'::text, 'piece'::text, 'set'::text, 'ml'::text, 'litre'::text, 'kg'::text, 'm'::text, 'm2'::text]))),
  constraint inventory_items_weight_kg_m2_is_a_number CHECK (weight_kg_m2 <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inventory_items_width_mm_is_a_number CHECK (width_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.inventory_items enable row level security;
CREATE INDEX inventory_items_available_idx ON public.inventory_items USING btree (available, id);
CREATE INDEX inventory_items_brand_id_idx ON public.inventory_items USING btree (brand_id);
CREATE INDEX inventory_items_color_id_idx ON public.inventory_items USING btree (color_id);
CREATE INDEX inventory_items_created_by_idx ON public.inventory_items USING btree (created_by);
CREATE INDEX inventory_items_group_id_idx ON public.inventory_items USING btree (group_id);
CREATE INDEX inventory_items_low_idx ON public.inventory_items USING btree (name, id) WHERE is_low;
CREATE INDEX inventory_items_material_type_id_idx ON public.inventory_items USING btree (material_type_id);
CREATE INDEX inventory_items_name_idx ON public.inventory_items USING btree (name, id);
CREATE INDEX inventory_items_search_idx ON public.inventory_items USING gin (private.folded((((sku || ' '::text) || name) || ' '::text) || COALESCE(supplier_sku, ''::text)) extensions.gin_trgm_ops);
CREATE INDEX inventory_items_search_text_idx ON public.inventory_items USING gin (search_text extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE UNIQUE INDEX inventory_items_sku_idx ON public.inventory_items USING btree (lower(sku));
CREATE INDEX inventory_items_supplier_id_idx ON public.inventory_items USING btree (supplier_id);
CREATE INDEX inventory_items_type_id_idx ON public.inventory_items USING btree (type_id);
CREATE INDEX inventory_items_vat_rate_id_idx ON public.inventory_items USING btree (vat_rate_id);
grant delete, insert, select, update on public.inventory_items to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.inventory_items to service_role;
create policy "staff who keep stock add items" on public.inventory_items for insert to authenticated
  with check (( SELECT private.can('inventory'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff who keep stock remove items" on public.inventory_items for delete to authenticated
  using (( SELECT private.can('inventory'::text, 'delete'::text) AS can));
create policy "staff who see stock or quotations read items" on public.inventory_items for select to authenticated
  using (( SELECT private.can('inventory'::text, 'view'::text) AS can) OR ( SELECT private.can('quotations'::text, 'view'::text) AS can));
create policy "staff who keep stock change items" on public.inventory_items for update to authenticated
  using (( SELECT private.can('inventory'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('inventory'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.inventory_items FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('inventory:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF sku, name, type_id, brand_id, material_type_id, color_id, group_id, form, width_mm, length_mm, thickness_mm, weight_kg_m2, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id, supplier_id, supplier_sku, note, bin, min_qty, reorder_qty, archived_at ON public.inventory_items FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE OF sku, name, type_id, brand_id, material_type_id, color_id, group_id, form, width_mm, length_mm, thickness_mm, weight_kg_m2, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id, supplier_id, supplier_sku, note, bin, min_qty, reorder_qty, archived_at, row_version ON public.inventory_items FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.inventory_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER keep_stock_unit BEFORE UPDATE OF form, buy_unit, sell_unit, archived_at ON public.inventory_items FOR EACH ROW EXECUTE FUNCTION private.keep_stock_unit();
CREATE TRIGGER no_stock_by_hand BEFORE INSERT ON public.inventory_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.no_stock_by_hand();
CREATE TRIGGER nudge_new_prices AFTER UPDATE ON public.inventory_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_item_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.inventory_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.inventory_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.inventory_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.inventory_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'price_follows_cost', 'on_hand', 'reserved', 'on_order');
CREATE TRIGGER settle_price BEFORE INSERT OR UPDATE ON public.inventory_items FOR EACH ROW EXECUTE FUNCTION private.settle_item_price();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.inventory_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.inventory_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.inventory_items is 'Sheets, rolls, pieces, liquids and lengths that the company buys, and sells or works into jobs.';
comment on column public.inventory_items.charge_min is 'The least that is charged of a size, in the unit of the price. Null: there is none.';
comment on column public.inventory_items.charge_per is 'Rounding and minimum are for each piece or for the whole line. Null: for each piece.';
comment on column public.inventory_items.charge_step is 'What is charged of a size goes up to the next multiple of it, in the unit of the price. Null: it is not rounded.';
comment on column public.inventory_items.charge_waste_pct is 'Waste that is charged with a size, before it is rounded.';
comment on column public.inventory_items.is_low is 'Less is free than the least that should be. What is on order does not count.';
comment on column public.inventory_items.min_qty is 'Below this, in stock units, the item is low. Null: it is not watched.';
comment on column public.inventory_items.on_hand is 'Sum of the movements. Written by their trigger, never by hand.';
comment on column public.inventory_items.on_order is 'Ordered and not received, in stock units. Written by private.refresh_on_order.';
comment on column public.inventory_items.price_follows_cost is 'A markup is set: the sell price is worked out from the cost. Kept by triggers.';
comment on column public.inventory_items.reorder_qty is 'At least so much is ordered at once, in stock units.';
comment on column public.inventory_items.reserved is 'Of what is there, kept for jobs. Written by private.share_out.';
comment on column public.inventory_items.search_text is 'What a search looks through: number, name, the supplier''s number and bin, folded.';
comment on column public.inventory_items.sell_per_buy is 'Sell units in one buy unit: a sheet of 3050 × 1500 mm has 4.575 m².';
comment on column public.inventory_items.sell_price is 'For one sell unit, without VAT.';
comment on column public.inventory_items.stock_per_buy is 'Stock units in one buy unit: 68.5 m² in a roll of 1.37 × 50 m.';
comment on column public.inventory_items.stock_unit is 'Stock is counted in this unit: sheets as they are bought, because nobody takes a part of a sheet; everything else as it is sold.';
comment on column public.inventory_items.to_order is 'What to order now: what is on order counts as there.';

CREATE OR REPLACE FUNCTION private.follow_item_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.inventory_items i
     set sell_price = coalesce(private.marked_up(new.cost_price, new.markup_pct, i.sell_per_buy), i.sell_price)
   where i.id = coalesce(new.item_id, old.item_id);
  return null;
end $function$;
comment on function private.follow_item_cost() is 'A new cost or markup makes a new sell price.';

CREATE OR REPLACE FUNCTION private.marked_up(p_cost numeric, p_markup_pct numeric, p_sell_per_buy numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select round(p_cost * (100 + p_markup_pct) / (100 * p_sell_per_buy), 4)
$function$;
comment on function private.marked_up(p_cost numeric, p_markup_pct numeric, p_sell_per_buy numeric) is 'The price of one sell unit, to four decimals, half away from zero. `marked-up.ts` computes the same.';

CREATE OR REPLACE FUNCTION private.settle_item_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.settle_item_price() is 'Where a markup is set, the sell price follows from the cost.';
