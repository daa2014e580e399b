-- The words of the catalogue: categories and types of stock items, brands, materials, colours and router bits. Each table
-- has named permissions or a page of its own (spec 2 §6). A record in use is kept by its foreign keys.

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

create table public.pricing_ranges (
  id           uuid primary key default gen_random_uuid(),
  name         text not null,
  service_id   uuid references public.services (id) on delete cascade,
  basis        text not null default 'qty',
  from_value   numeric(12, 3) not null,
  to_value     numeric(12, 3),
  discount_pct numeric(5, 2),
  price        numeric(14, 4),
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint pricing_ranges_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint pricing_ranges_basis_is_known check (basis in ('qty', 'area_m2', 'length_m')),
  constraint pricing_ranges_values_range check (from_value >= 0 and to_value > from_value),
  constraint pricing_ranges_discount_range check (discount_pct between 0 and 100),
  constraint pricing_ranges_price_range check (price >= 0),
  constraint pricing_ranges_discount_or_price check ((discount_pct is null) <> (price is null))
);
create index pricing_ranges_service_id_idx on public.pricing_ranges (service_id, basis, from_value);
comment on table public.pricing_ranges is 'Price breaks: from a quantity, an area or a length on, a discount or a price a unit.';
comment on column public.pricing_ranges.service_id is 'The service that it is for; null: everything that has no break of its own.';
comment on column public.pricing_ranges.to_value is 'The range ends before this value; null: it has no end.';

create function private.refuse_overlapping_range() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.refuse_overlapping_range is
  'Two breaks of one service and basis never hold for the same value. The lock keeps two writers from passing each other.';
create trigger zz_refuse_overlap before insert or update of service_id, basis, from_value, to_value on public.pricing_ranges
  for each row when (new.to_value is null or new.to_value > new.from_value) execute function private.refuse_overlapping_range();

call private.borrow_rules('public.item_categories', p_pages => '{types,inventory}');
call private.borrow_rules('public.item_types', p_pages => '{types,inventory}');
call private.borrow_rules('public.brands', p_pages => '{inventory}');
call private.borrow_rules('public.material_types', p_pages => '{inventory,cnc-parameters}');
call private.borrow_rules('public.variant_colors', p_pages => '{inventory}');
call private.borrow_rules('public.bit_types', p_pages => '{inventory,cnc-parameters}');
call private.borrow_rules('public.pricing_ranges', p_audited => true, p_pages => '{quotations,markup-demo,inventory}');

-- Categories and types have the page `types`. Staff who keep stock or write quotations read the words of the catalogue.
create policy "staff who see types or stock read categories" on public.item_categories for select to authenticated
  using ((select private.can('types', 'view')) or (select private.can('inventory', 'view')));
create policy "staff who keep types add categories" on public.item_categories for insert to authenticated
  with check ((select private.can('types', 'create')));
create policy "staff who keep types change categories" on public.item_categories for update to authenticated
  using ((select private.can('types', 'edit'))) with check ((select private.can('types', 'edit')));
create policy "staff who keep types remove categories" on public.item_categories for delete to authenticated
  using ((select private.can('types', 'delete')));
create policy "staff who see types or stock read types" on public.item_types for select to authenticated
  using ((select private.can('types', 'view')) or (select private.can('inventory', 'view')));
create policy "staff who keep types add types" on public.item_types for insert to authenticated
  with check ((select private.can('types', 'create')));
create policy "staff who keep types change types" on public.item_types for update to authenticated
  using ((select private.can('types', 'edit'))) with check ((select private.can('types', 'edit')));
create policy "staff who keep types remove types" on public.item_types for delete to authenticated
  using ((select private.can('types', 'delete')));

-- The other five have named permissions, one a verb. Who manages a kind may do all of it.
do $$
declare
  v_table text;
begin
  foreach v_table in array array['brands', 'material_types', 'variant_colors', 'bit_types', 'pricing_ranges'] loop
    execute format($sql$
      create policy "holders of view_%1$s read" on public.%1$I for select to authenticated
        using ((select private.named('view_%1$s')) or (select private.named('manage_%1$s')));
      create policy "holders of create_%1$s add" on public.%1$I for insert to authenticated
        with check ((select private.named('create_%1$s')) or (select private.named('manage_%1$s')));
      create policy "holders of edit_%1$s change" on public.%1$I for update to authenticated
        using ((select private.named('edit_%1$s')) or (select private.named('manage_%1$s')))
        with check ((select private.named('edit_%1$s')) or (select private.named('manage_%1$s')));
      create policy "holders of delete_%1$s remove" on public.%1$I for delete to authenticated
        using ((select private.named('delete_%1$s')) or (select private.named('manage_%1$s')));
    $sql$, v_table);
  end loop;
end $$;

revoke execute on all routines in schema private from public;
