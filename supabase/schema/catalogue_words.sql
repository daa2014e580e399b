-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.bit_types (
  id uuid not null default gen_random_uuid(),
  name text not null,
  shape text not null default 'end_mill'::text,
  diameter_mm numeric(6,2) not null,
  flutes integer,
  angle_deg numeric(5,2),
  max_rpm integer,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint bit_types_pkey PRIMARY KEY (id),
  constraint bit_types_angle_deg_is_a_number CHECK (angle_deg <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint bit_types_angle_range CHECK (angle_deg > 0::numeric AND angle_deg <= 180::numeric),
  constraint bit_types_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bit_types_diameter_mm_is_a_number CHECK (diameter_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint bit_types_diameter_range CHECK (diameter_mm > 0::numeric AND diameter_mm <= 200::numeric),
  constraint bit_types_flutes_range CHECK (flutes >= 1 AND flutes <= 12),
  constraint bit_types_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint bit_types_rpm_range CHECK (max_rpm >= 1 AND max_rpm <= 100000),
  constraint bit_types_shape_is_known CHECK (shape = ANY (ARRAY['end_mill'::text, 'v_groove'::text, 'ball'::text, 'engraver'::text]))
);
alter table public.bit_types enable row level security;
CREATE UNIQUE INDEX bit_types_name_idx ON public.bit_types USING btree (private.folded(name));
grant delete, insert, select, update on public.bit_types to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.bit_types to service_role;
create policy "holders of create_bit_types add" on public.bit_types for insert to authenticated
  with check (( SELECT private.named('create_bit_types'::text) AS named) OR ( SELECT private.named('manage_bit_types'::text) AS named));
create policy "holders of delete_bit_types remove" on public.bit_types for delete to authenticated
  using (( SELECT private.named('delete_bit_types'::text) AS named) OR ( SELECT private.named('manage_bit_types'::text) AS named));
create policy "holders of view_bit_types read" on public.bit_types for select to authenticated
  using (( SELECT private.named('view_bit_types'::text) AS named) OR ( SELECT private.named('manage_bit_types'::text) AS named));
create policy "holders of edit_bit_types change" on public.bit_types for update to authenticated
  using (( SELECT private.named('edit_bit_types'::text) AS named) OR ( SELECT private.named('manage_bit_types'::text) AS named))
  with check (( SELECT private.named('edit_bit_types'::text) AS named) OR ( SELECT private.named('manage_bit_types'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.bit_types FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('create_bit_types|manage_bit_types');
CREATE TRIGGER count_version BEFORE UPDATE ON public.bit_types FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.bit_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.bit_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory', 'cnc-parameters');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.bit_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory', 'cnc-parameters');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.bit_types REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory', 'cnc-parameters');
CREATE TRIGGER pin BEFORE UPDATE ON public.bit_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.bit_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.bit_types is 'Router bits.';

create table public.brands (
  id uuid not null default gen_random_uuid(),
  name text not null,
  website text,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint brands_pkey PRIMARY KEY (id),
  constraint brands_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint brands_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint brands_website_is_an_address CHECK (website ~* '^https?://[^\s]+$'::text AND char_length(website) <= 500)
);
alter table public.brands enable row level security;
CREATE UNIQUE INDEX brands_name_idx ON public.brands USING btree (private.folded(name));
grant delete, insert, select, update on public.brands to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.brands to service_role;
create policy "holders of create_brands add" on public.brands for insert to authenticated
  with check (( SELECT private.named('create_brands'::text) AS named) OR ( SELECT private.named('manage_brands'::text) AS named));
create policy "holders of delete_brands remove" on public.brands for delete to authenticated
  using (( SELECT private.named('delete_brands'::text) AS named) OR ( SELECT private.named('manage_brands'::text) AS named));
create policy "holders of view_brands read" on public.brands for select to authenticated
  using (( SELECT private.named('view_brands'::text) AS named) OR ( SELECT private.named('manage_brands'::text) AS named));
create policy "holders of edit_brands change" on public.brands for update to authenticated
  using (( SELECT private.named('edit_brands'::text) AS named) OR ( SELECT private.named('manage_brands'::text) AS named))
  with check (( SELECT private.named('edit_brands'::text) AS named) OR ( SELECT private.named('manage_brands'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.brands FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('create_brands|manage_brands');
CREATE TRIGGER count_version BEFORE UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.brands FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.brands REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.brands REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.brands REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.brands FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.brands FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.brands is 'Brands of materials and parts.';

create table public.item_categories (
  id uuid not null default gen_random_uuid(),
  name text not null,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint item_categories_pkey PRIMARY KEY (id),
  constraint item_categories_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint item_categories_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120)
);
alter table public.item_categories enable row level security;
CREATE UNIQUE INDEX item_categories_name_idx ON public.item_categories USING btree (private.folded(name));
grant delete, insert, select, update on public.item_categories to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.item_categories to service_role;
create policy "staff who keep types add categories" on public.item_categories for insert to authenticated
  with check (( SELECT private.can('types'::text, 'create'::text) AS can));
create policy "staff who keep types remove categories" on public.item_categories for delete to authenticated
  using (( SELECT private.can('types'::text, 'delete'::text) AS can));
create policy "staff who see types or stock read categories" on public.item_categories for select to authenticated
  using (( SELECT private.can('types'::text, 'view'::text) AS can) OR ( SELECT private.can('inventory'::text, 'view'::text) AS can));
create policy "staff who keep types change categories" on public.item_categories for update to authenticated
  using (( SELECT private.can('types'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('types'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.item_categories FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('types:create');
CREATE TRIGGER count_version BEFORE UPDATE ON public.item_categories FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.item_categories FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.item_categories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'types', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.item_categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'types', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.item_categories REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'types', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.item_categories FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.item_categories FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.item_categories is 'The largest groups of stock items: sheets, rolls, electrics.';

create table public.item_types (
  id uuid not null default gen_random_uuid(),
  category_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint item_types_pkey PRIMARY KEY (id),
  constraint item_types_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.item_categories(id) ON DELETE RESTRICT,
  constraint item_types_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint item_types_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120)
);
alter table public.item_types enable row level security;
CREATE UNIQUE INDEX item_types_name_idx ON public.item_types USING btree (category_id, private.folded(name));
grant delete, insert, select, update on public.item_types to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.item_types to service_role;
create policy "staff who keep types add types" on public.item_types for insert to authenticated
  with check (( SELECT private.can('types'::text, 'create'::text) AS can));
create policy "staff who keep types remove types" on public.item_types for delete to authenticated
  using (( SELECT private.can('types'::text, 'delete'::text) AS can));
create policy "staff who see types or stock read types" on public.item_types for select to authenticated
  using (( SELECT private.can('types'::text, 'view'::text) AS can) OR ( SELECT private.can('inventory'::text, 'view'::text) AS can));
create policy "staff who keep types change types" on public.item_types for update to authenticated
  using (( SELECT private.can('types'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('types'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.item_types FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('types:create');
CREATE TRIGGER count_version BEFORE UPDATE ON public.item_types FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.item_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.item_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'types', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.item_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'types', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.item_types REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'types', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.item_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.item_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.item_types is 'The types of one category: composite panel, foam board, cast vinyl.';

create table public.material_types (
  id uuid not null default gen_random_uuid(),
  name text not null,
  density_g_cm3 numeric(6,3),
  note text,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint material_types_pkey PRIMARY KEY (id),
  constraint material_types_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint material_types_density_g_cm3_is_a_number CHECK (density_g_cm3 <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint material_types_density_range CHECK (density_g_cm3 > 0::numeric AND density_g_cm3 <= 25::numeric),
  constraint material_types_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint material_types_note_length CHECK (char_length(note) <= 500)
);
alter table public.material_types enable row level security;
CREATE UNIQUE INDEX material_types_name_idx ON public.material_types USING btree (private.folded(name));
grant delete, insert, select, update on public.material_types to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.material_types to service_role;
create policy "holders of create_material_types add" on public.material_types for insert to authenticated
  with check (( SELECT private.named('create_material_types'::text) AS named) OR ( SELECT private.named('manage_material_types'::text) AS named));
create policy "holders of delete_material_types remove" on public.material_types for delete to authenticated
  using (( SELECT private.named('delete_material_types'::text) AS named) OR ( SELECT private.named('manage_material_types'::text) AS named));
create policy "holders of view_material_types read" on public.material_types for select to authenticated
  using (( SELECT private.named('view_material_types'::text) AS named) OR ( SELECT private.named('manage_material_types'::text) AS named));
create policy "holders of edit_material_types change" on public.material_types for update to authenticated
  using (( SELECT private.named('edit_material_types'::text) AS named) OR ( SELECT private.named('manage_material_types'::text) AS named))
  with check (( SELECT private.named('edit_material_types'::text) AS named) OR ( SELECT private.named('manage_material_types'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.material_types FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('create_material_types|manage_material_types');
CREATE TRIGGER count_version BEFORE UPDATE ON public.material_types FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.material_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.material_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory', 'cnc-parameters');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.material_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory', 'cnc-parameters');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.material_types REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory', 'cnc-parameters');
CREATE TRIGGER pin BEFORE UPDATE ON public.material_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.material_types FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.material_types is 'Materials as machines and prices know them: cast acrylic, composite, PVC foam.';

create table public.pricing_ranges (
  id uuid not null default gen_random_uuid(),
  name text not null,
  service_id uuid,
  basis text not null default 'qty'::text,
  from_value numeric(12,3) not null,
  to_value numeric(12,3),
  discount_pct numeric(5,2),
  price numeric(14,4),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint pricing_ranges_pkey PRIMARY KEY (id),
  constraint pricing_ranges_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE CASCADE,
  constraint pricing_ranges_basis_is_known CHECK (basis = ANY (ARRAY['qty'::text, 'area_m2'::text, 'length_m'::text])),
  constraint pricing_ranges_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint pricing_ranges_discount_or_price CHECK ((discount_pct IS NULL) <> (price IS NULL)),
  constraint pricing_ranges_discount_pct_is_a_number CHECK (discount_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint pricing_ranges_discount_range CHECK (discount_pct >= 0::numeric AND discount_pct <= 100::numeric),
  constraint pricing_ranges_from_value_is_a_number CHECK (from_value <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint pricing_ranges_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint pricing_ranges_price_is_a_number CHECK (price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint pricing_ranges_price_range CHECK (price >= 0::numeric),
  constraint pricing_ranges_to_value_is_a_number CHECK (to_value <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint pricing_ranges_values_range CHECK (from_value >= 0::numeric AND to_value > from_value)
);
alter table public.pricing_ranges enable row level security;
CREATE INDEX pricing_ranges_service_id_idx ON public.pricing_ranges USING btree (service_id, basis, from_value);
grant delete, insert, select, update on public.pricing_ranges to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.pricing_ranges to service_role;
create policy "holders of create_pricing_ranges add" on public.pricing_ranges for insert to authenticated
  with check (( SELECT private.named('create_pricing_ranges'::text) AS named) OR ( SELECT private.named('manage_pricing_ranges'::text) AS named));
create policy "holders of delete_pricing_ranges remove" on public.pricing_ranges for delete to authenticated
  using (( SELECT private.named('delete_pricing_ranges'::text) AS named) OR ( SELECT private.named('manage_pricing_ranges'::text) AS named));
create policy "holders of view_pricing_ranges read" on public.pricing_ranges for select to authenticated
  using (( SELECT private.named('view_pricing_ranges'::text) AS named) OR ( SELECT private.named('manage_pricing_ranges'::text) AS named));
create policy "holders of edit_pricing_ranges change" on public.pricing_ranges for update to authenticated
  using (( SELECT private.named('edit_pricing_ranges'::text) AS named) OR ( SELECT private.named('manage_pricing_ranges'::text) AS named))
  with check (( SELECT private.named('edit_pricing_ranges'::text) AS named) OR ( SELECT private.named('manage_pricing_ranges'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.pricing_ranges FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('create_pricing_ranges|manage_pricing_ranges');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.pricing_ranges FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.pricing_ranges FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.pricing_ranges FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.pricing_ranges FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.pricing_ranges REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'markup-demo', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.pricing_ranges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'markup-demo', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.pricing_ranges REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'markup-demo', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.pricing_ranges FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.pricing_ranges FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER zz_refuse_overlap AFTER INSERT OR UPDATE OF service_id, basis, from_value, to_value ON public.pricing_ranges FOR EACH ROW WHEN (new.to_value IS NULL OR new.to_value > new.from_value) EXECUTE FUNCTION private.refuse_overlapping_range();
comment on table public.pricing_ranges is 'Price breaks: from a quantity, an area or a length on, a discount or a price a unit.';
comment on column public.pricing_ranges.service_id is 'The service that it is for; null: everything that has no break of its own.';
comment on column public.pricing_ranges.to_value is 'The range ends before this value; null: it has no end.';

create table public.variant_colors (
  id uuid not null default gen_random_uuid(),
  name text not null,
  hex text not null,
  ral text,
  brand_id uuid,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint variant_colors_pkey PRIMARY KEY (id),
  constraint variant_colors_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES public.brands(id) ON DELETE RESTRICT,
  constraint variant_colors_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint variant_colors_hex_is_a_colour CHECK (hex ~ '^#[0-9a-f]{6}$'::text),
  constraint variant_colors_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint variant_colors_ral_is_a_number CHECK (ral ~ '^[0-9]{4}$'::text)
);
alter table public.variant_colors enable row level security;
CREATE INDEX variant_colors_brand_id_idx ON public.variant_colors USING btree (brand_id);
CREATE UNIQUE INDEX variant_colors_name_idx ON public.variant_colors USING btree (COALESCE(brand_id, '00000000-0000-0000-0000-000000000000'::uuid), private.folded(name));
grant delete, insert, select, update on public.variant_colors to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.variant_colors to service_role;
create policy "holders of create_variant_colors add" on public.variant_colors for insert to authenticated
  with check (( SELECT private.named('create_variant_colors'::text) AS named) OR ( SELECT private.named('manage_variant_colors'::text) AS named));
create policy "holders of delete_variant_colors remove" on public.variant_colors for delete to authenticated
  using (( SELECT private.named('delete_variant_colors'::text) AS named) OR ( SELECT private.named('manage_variant_colors'::text) AS named));
create policy "holders of view_variant_colors read" on public.variant_colors for select to authenticated
  using (( SELECT private.named('view_variant_colors'::text) AS named) OR ( SELECT private.named('manage_variant_colors'::text) AS named));
create policy "holders of edit_variant_colors change" on public.variant_colors for update to authenticated
  using (( SELECT private.named('edit_variant_colors'::text) AS named) OR ( SELECT private.named('manage_variant_colors'::text) AS named))
  with check (( SELECT private.named('edit_variant_colors'::text) AS named) OR ( SELECT private.named('manage_variant_colors'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.variant_colors FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('create_variant_colors|manage_variant_colors');
CREATE TRIGGER count_version BEFORE UPDATE ON public.variant_colors FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.variant_colors FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.variant_colors REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.variant_colors REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.variant_colors REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.variant_colors FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.variant_colors FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.variant_colors is 'Colours in which materials come: screen value, RAL number, and the brand whose colour it is.';

CREATE OR REPLACE FUNCTION private.refuse_overlapping_range()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name text;
begin
  perform pg_advisory_xact_lock(hashtext('private.refuse_overlapping_range'));
  select r.name into v_name from public.pricing_ranges r
   where r.id <> new.id and r.service_id is not distinct from new.service_id and r.basis = new.basis
     and numrange(r.from_value, r.to_value) && numrange(new.from_value, new.to_value)
   order by r.from_value limit 1;
  if v_name is not null then
    raise exclusion_violation using message = format('This range overlaps “%s”', v_name);
  end if;
  return new;
end $function$;
comment on function private.refuse_overlapping_range() is 'Two breaks of one service and basis never hold for the same value. The lock keeps two writers from passing each other.';
