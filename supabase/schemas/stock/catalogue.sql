-- Words of the catalogue: categories, types, brands, materials, colours, bits.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.item_categories (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint item_categories_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120)
);
create unique index item_categories_name_idx on public.item_categories (private.folded(name));
comment on table public.item_categories is 'The largest groups of stock items: sheets, rolls, electrics.';

create table public.item_types (
  id          uuid primary key default gen_random_uuid(),
  category_id uuid not null references public.item_categories (id) on delete restrict,
  name        text not null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint item_types_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120)
);
create unique index item_types_name_idx on public.item_types (category_id, private.folded(name));
comment on table public.item_types is 'The types of one category: composite panel, foam board, cast vinyl.';

create table public.brands (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  website     text,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint brands_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint brands_website_is_an_address check (website ~* '^https?://[^\s]+$' and char_length(website) <= 500)
);
create unique index brands_name_idx on public.brands (private.folded(name));
comment on table public.brands is 'Brands of materials and parts.';

create table public.material_types (
  id            uuid primary key default gen_random_uuid(),
  name          text not null,
  density_g_cm3 numeric(6, 3),
  note          text,
  created_at    timestamptz not null default now(),
  row_version   integer not null default 1,
  constraint material_types_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint material_types_density_range check (density_g_cm3 > 0 and density_g_cm3 <= 25),
  constraint material_types_note_length check (char_length(note) <= 500)
);
create unique index material_types_name_idx on public.material_types (private.folded(name));
comment on table public.material_types is 'Materials as machines and prices know them: cast acrylic, composite, PVC foam.';

create table public.variant_colors (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  hex         text not null,
  ral         text,
  brand_id    uuid references public.brands (id) on delete restrict,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint variant_colors_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint variant_colors_hex_is_a_colour check (hex ~ '^#[0-9a-f]{6}$'),
  constraint variant_colors_ral_is_a_number check (ral ~ '^[0-9]{4}$')
);
create unique index variant_colors_name_idx on public.variant_colors (coalesce(brand_id, '00000000-0000-0000-0000-000000000000'), private.folded(name));
create index variant_colors_brand_id_idx on public.variant_colors (brand_id);
comment on table public.variant_colors is 'Colours in which materials come: screen value, RAL number, and the brand whose colour it is.';

create table public.bit_types (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  shape       text not null default 'end_mill',
  diameter_mm numeric(6, 2) not null,
  flutes      integer,
  angle_deg   numeric(5, 2),
  max_rpm     integer,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint bit_types_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint bit_types_shape_is_known check (shape in ('end_mill', 'v_groove', 'ball', 'engraver')),
  constraint bit_types_diameter_range check (diameter_mm > 0 and diameter_mm <= 200),
  constraint bit_types_flutes_range check (flutes between 1 and 12),
  constraint bit_types_angle_range check (angle_deg > 0 and angle_deg <= 180),
  constraint bit_types_rpm_range check (max_rpm between 1 and 100000)
);
create unique index bit_types_name_idx on public.bit_types (private.folded(name));
comment on table public.bit_types is 'Router bits.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.item_categories', p_pages => '{types,inventory}');

-- Categories and types have the page `types`. Staff who keep stock or write quotations read the words of the catalogue.
create policy "staff who see types or stock read categories" on public.item_categories for select to authenticated
  using ((select private.can('types', 'view')) or (select private.can('inventory', 'view')));
create policy "staff who keep types add categories" on public.item_categories for insert to authenticated
  with check ((select private.can('types', 'create')));
create policy "staff who keep types change categories" on public.item_categories for update to authenticated
  using ((select private.can('types', 'edit'))) with check ((select private.can('types', 'edit')));
create policy "staff who keep types remove categories" on public.item_categories for delete to authenticated
  using ((select private.can('types', 'delete')));

call private.borrow_rules('public.item_types', p_pages => '{types,inventory}');
create policy "staff who see types or stock read types" on public.item_types for select to authenticated
  using ((select private.can('types', 'view')) or (select private.can('inventory', 'view')));
create policy "staff who keep types add types" on public.item_types for insert to authenticated
  with check ((select private.can('types', 'create')));
create policy "staff who keep types change types" on public.item_types for update to authenticated
  using ((select private.can('types', 'edit'))) with check ((select private.can('types', 'edit')));
create policy "staff who keep types remove types" on public.item_types for delete to authenticated
  using ((select private.can('types', 'delete')));

call private.borrow_rules('public.brands', p_pages => '{inventory}');
create policy "holders of create_brands add" on public.brands for insert to authenticated
  with check ((select private.named('create_brands')) or (select private.named('manage_brands')));
create policy "holders of delete_brands remove" on public.brands for delete to authenticated
  using ((select private.named('delete_brands')) or (select private.named('manage_brands')));
create policy "holders of edit_brands change" on public.brands for update to authenticated
  using ((select private.named('edit_brands')) or (select private.named('manage_brands')))
  with check ((select private.named('edit_brands')) or (select private.named('manage_brands')));
create policy "holders of view_brands read" on public.brands for select to authenticated
  using ((select private.named('view_brands')) or (select private.named('manage_brands')));

call private.borrow_rules('public.material_types', p_pages => '{inventory,cnc-parameters}');
create policy "holders of create_material_types add" on public.material_types for insert to authenticated
  with check ((select private.named('create_material_types')) or (select private.named('manage_material_types')));
create policy "holders of delete_material_types remove" on public.material_types for delete to authenticated
  using ((select private.named('delete_material_types')) or (select private.named('manage_material_types')));
create policy "holders of edit_material_types change" on public.material_types for update to authenticated
  using ((select private.named('edit_material_types')) or (select private.named('manage_material_types')))
  with check ((select private.named('edit_material_types')) or (select private.named('manage_material_types')));
create policy "holders of view_material_types read" on public.material_types for select to authenticated
  using ((select private.named('view_material_types')) or (select private.named('manage_material_types')));

call private.borrow_rules('public.variant_colors', p_pages => '{inventory}');
create policy "holders of create_variant_colors add" on public.variant_colors for insert to authenticated
  with check ((select private.named('create_variant_colors')) or (select private.named('manage_variant_colors')));
create policy "holders of delete_variant_colors remove" on public.variant_colors for delete to authenticated
  using ((select private.named('delete_variant_colors')) or (select private.named('manage_variant_colors')));
create policy "holders of edit_variant_colors change" on public.variant_colors for update to authenticated
  using ((select private.named('edit_variant_colors')) or (select private.named('manage_variant_colors')))
  with check ((select private.named('edit_variant_colors')) or (select private.named('manage_variant_colors')));
create policy "holders of view_variant_colors read" on public.variant_colors for select to authenticated
  using ((select private.named('view_variant_colors')) or (select private.named('manage_variant_colors')));

call private.borrow_rules('public.bit_types', p_pages => '{inventory,cnc-parameters}');
create policy "holders of create_bit_types add" on public.bit_types for insert to authenticated
  with check ((select private.named('create_bit_types')) or (select private.named('manage_bit_types')));
create policy "holders of delete_bit_types remove" on public.bit_types for delete to authenticated
  using ((select private.named('delete_bit_types')) or (select private.named('manage_bit_types')));
create policy "holders of edit_bit_types change" on public.bit_types for update to authenticated
  using ((select private.named('edit_bit_types')) or (select private.named('manage_bit_types')))
  with check ((select private.named('edit_bit_types')) or (select private.named('manage_bit_types')));
create policy "holders of view_bit_types read" on public.bit_types for select to authenticated
  using ((select private.named('view_bit_types')) or (select private.named('manage_bit_types')));

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.item_categories for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('types:create');

create trigger ask_first before insert on public.item_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('types:create');

create trigger ask_first before insert on public.brands for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_brands|manage_brands');

create trigger ask_first before insert on public.material_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_material_types|manage_material_types');

create trigger ask_first before insert on public.variant_colors for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_variant_colors|manage_variant_colors');

create trigger ask_first before insert on public.bit_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_bit_types|manage_bit_types');
