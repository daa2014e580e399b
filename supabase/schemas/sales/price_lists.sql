-- Prices and parameters that the calculator reads: machines, inks, work, travel, markups.

-- ---------------------------------------------------------------------------------------------------------- what it is

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

create table public.markup_bands (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  from_cost   numeric(14, 2) not null,
  to_cost     numeric(14, 2),
  markup_pct  numeric(8, 2) not null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint markup_bands_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint markup_bands_costs_range check (from_cost >= 0 and to_cost > from_cost),
  constraint markup_bands_markup_range check (markup_pct between 0 and 10000)
);
comment on table public.markup_bands is 'The usual markup by what something costs: little things carry more. A markup is margin: view_financial_data.';
comment on column public.markup_bands.to_cost is 'The band ends before this cost; null: it has no end.';

create table public.service_parameters (
  id          uuid primary key default gen_random_uuid(),
  service_id  uuid not null references public.services (id) on delete cascade,
  label       text not null,
  kind        text not null default 'number',
  unit        text,
  usual       text,
  choices     text[] not null default '{}',
  sort        integer not null default 0,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint service_parameters_label_length check (char_length(btrim(label)) between 1 and 100 and char_length(label) <= 120),
  constraint service_parameters_kind_is_known check (kind in ('number', 'text', 'choice', 'yes_no')),
  constraint service_parameters_texts_length check (char_length(unit) <= 20 and char_length(usual) <= 200),
  constraint service_parameters_choices_range check (cardinality(choices) <= 50 and (kind <> 'choice' or cardinality(choices) > 1)),
  constraint service_parameters_sort_range check (sort between 0 and 100000)
);
create unique index service_parameters_label_idx on public.service_parameters (service_id, private.folded(label));
comment on table public.service_parameters is 'What a service asks for when it is priced: eyelets every so many centimetres, single or double sided.';

create table public.cnc_parameters (
  id                uuid primary key default gen_random_uuid(),
  name              text not null,
  material_type_id  uuid not null references public.material_types (id) on delete restrict,
  thickness_mm      numeric(8, 3) not null,
  bit_type_id       uuid not null references public.bit_types (id) on delete restrict,
  feed_mm_min       integer not null,
  plunge_mm_min     integer not null,
  spindle_rpm       integer not null,
  depth_per_pass_mm numeric(6, 2) not null,
  stepover_pct      numeric(5, 2) not null default 40,
  created_at        timestamptz not null default now(),
  row_version       integer not null default 1,
  constraint cnc_parameters_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint cnc_parameters_once unique (material_type_id, thickness_mm, bit_type_id),
  constraint cnc_parameters_numbers_range check (thickness_mm > 0 and thickness_mm <= 200 and feed_mm_min between 1 and 60000
    and plunge_mm_min between 1 and 60000 and spindle_rpm between 1 and 100000 and depth_per_pass_mm > 0
    and depth_per_pass_mm <= 200 and stepover_pct > 0 and stepover_pct <= 100)
);
create index cnc_parameters_bit_type_id_idx on public.cnc_parameters (bit_type_id);
comment on table public.cnc_parameters is 'How the router cuts a material of a thickness with a bit.';

create table public.laser_parameters (
  id               uuid primary key default gen_random_uuid(),
  name             text not null,
  material_type_id uuid not null references public.material_types (id) on delete restrict,
  thickness_mm     numeric(8, 3) not null,
  mode             text not null default 'cut',
  power_pct        numeric(5, 2) not null,
  speed_mm_s       numeric(8, 2) not null,
  passes           integer not null default 1,
  air_assist       boolean not null default true,
  dpi              integer,
  created_at       timestamptz not null default now(),
  row_version      integer not null default 1,
  constraint laser_parameters_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint laser_parameters_once unique (material_type_id, thickness_mm, mode),
  constraint laser_parameters_mode_is_known check (mode in ('cut', 'engrave', 'mark')),
  constraint laser_parameters_numbers_range check (thickness_mm > 0 and thickness_mm <= 200 and power_pct > 0 and power_pct <= 100
    and speed_mm_s > 0 and speed_mm_s <= 10000 and passes between 1 and 50 and dpi between 1 and 5000)
);
comment on table public.laser_parameters is 'How the laser cuts, engraves or marks a material of a thickness.';

create table public.eco_solvent_parameters (
  id            uuid primary key default gen_random_uuid(),
  name          text not null,
  media_item_id uuid references public.inventory_items (id) on delete restrict,
  quality       text not null default 'standard',
  passes        integer not null,
  speed_m2_h    numeric(8, 2) not null,
  ink_ml_m2     numeric(8, 2) not null,
  outgas_hours  numeric(6, 1) not null default 24,
  laminate      boolean not null default false,
  created_at    timestamptz not null default now(),
  row_version   integer not null default 1,
  constraint eco_solvent_parameters_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint eco_solvent_parameters_once unique nulls not distinct (media_item_id, quality),
  constraint eco_solvent_parameters_quality_is_known check (quality in ('draft', 'standard', 'high', 'photo')),
  constraint eco_solvent_parameters_numbers_range check (passes between 1 and 64 and speed_m2_h > 0 and speed_m2_h <= 1000
    and ink_ml_m2 >= 0 and ink_ml_m2 <= 1000 and outgas_hours between 0 and 500)
);
comment on table public.eco_solvent_parameters is 'How the printers print a medium in a quality. Without a medium: all that have no row of their own.';

create table public.machine_prices (
  id               uuid primary key default gen_random_uuid(),
  machine          text not null,
  name             text not null,
  material_type_id uuid references public.material_types (id) on delete restrict,
  thickness_mm     numeric(8, 3),
  per              text not null default 'm',
  price            numeric(14, 4) not null,
  setup_price      numeric(14, 2) not null default 0,
  min_charge       numeric(14, 2) not null default 0,
  created_at       timestamptz not null default now(),
  row_version      integer not null default 1,
  constraint machine_prices_machine_is_known check (machine in ('cnc', 'laser', 'print')),
  constraint machine_prices_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint machine_prices_once unique nulls not distinct (machine, material_type_id, thickness_mm, per),
  constraint machine_prices_per_is_known check (per in ('m', 'minute', 'm2', 'hour')),
  constraint machine_prices_range check (price >= 0 and setup_price >= 0 and min_charge >= 0 and thickness_mm > 0 and thickness_mm <= 200)
);
create index machine_prices_material_type_id_idx on public.machine_prices (material_type_id);
comment on table public.machine_prices is 'What machine work is sold for. Apart from the parameters: only holders of view_cnc_pricing read it.';

create table public.human_service_parameters (
  id           uuid primary key default gen_random_uuid(),
  name         text not null,
  hourly_cost  numeric(10, 2) not null,
  hourly_price numeric(10, 2) not null,
  min_minutes  integer not null default 0,
  crew_size    integer not null default 1,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint human_service_parameters_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint human_service_parameters_numbers_range check (hourly_cost >= 0 and hourly_price >= 0
    and min_minutes between 0 and 10000 and crew_size between 1 and 50)
);
create unique index human_service_parameters_name_idx on public.human_service_parameters (private.folded(name));
comment on table public.human_service_parameters is 'Work by people: what an hour of one person costs and is sold for, for how long at least, and how many go.';

create table public.travel_zones (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  up_to_km    numeric(8, 1) not null unique,
  price       numeric(14, 2) not null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint travel_zones_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint travel_zones_range check (up_to_km > 0 and up_to_km <= 20000 and price >= 0)
);
comment on table public.travel_zones is 'What a journey is sold for, by distance.';

create table public.inks (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  cost_per_ml numeric(10, 4) not null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint inks_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint inks_cost_range check (cost_per_ml >= 0)
);
create unique index inks_name_idx on public.inks (private.folded(name));
comment on table public.inks is 'What inks cost. Only for holders of view_financial_data.';

create table public.running_costs (
  id          uuid primary key default gen_random_uuid(),
  kind        text not null unique,
  hourly_cost numeric(10, 4),
  km_cost     numeric(10, 4),
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint running_costs_kind_is_known check (kind in ('cnc', 'laser', 'print', 'travel')),
  constraint running_costs_range check (hourly_cost between 0 and 100000 and km_cost between 0 and 10000),
  constraint running_costs_fit_their_kind check (case when kind = 'travel' then km_cost is not null and hourly_cost is null
    else hourly_cost is not null and km_cost is null end)
);
comment on table public.running_costs is 'What an hour of a machine and a kilometre of a van cost. Only for holders of view_financial_data.';
comment on column public.running_costs.kind is 'The machine, as in machine_prices, or travel.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.pricing_ranges', p_audited => true, p_pages => '{quotations,markup-demo,inventory}');
create policy "holders of create_pricing_ranges add" on public.pricing_ranges for insert to authenticated
  with check ((select private.named('create_pricing_ranges')) or (select private.named('manage_pricing_ranges')));
create policy "holders of delete_pricing_ranges remove" on public.pricing_ranges for delete to authenticated
  using ((select private.named('delete_pricing_ranges')) or (select private.named('manage_pricing_ranges')));
create policy "holders of edit_pricing_ranges change" on public.pricing_ranges for update to authenticated
  using ((select private.named('edit_pricing_ranges')) or (select private.named('manage_pricing_ranges')))
  with check ((select private.named('edit_pricing_ranges')) or (select private.named('manage_pricing_ranges')));
create policy "holders of view_pricing_ranges read" on public.pricing_ranges for select to authenticated
  using ((select private.named('view_pricing_ranges')) or (select private.named('manage_pricing_ranges')));

call private.borrow_rules('public.markup_bands', p_audited => true, p_pages => '{markup-demo}');
create policy "holders of view_financial_data on the page read markups" on public.markup_bands for select to authenticated
  using ((select private.can('markup-demo', 'view')) and (select private.named('view_financial_data')));
create policy "holders of view_financial_data on the page add markups" on public.markup_bands for insert to authenticated
  with check ((select private.can('markup-demo', 'create')) and (select private.named('view_financial_data')));
create policy "holders of view_financial_data on the page change markups" on public.markup_bands for update to authenticated
  using ((select private.can('markup-demo', 'edit')) and (select private.named('view_financial_data')))
  with check ((select private.can('markup-demo', 'edit')) and (select private.named('view_financial_data')));
create policy "holders of view_financial_data on the page remove markups" on public.markup_bands for delete to authenticated
  using ((select private.can('markup-demo', 'delete')) and (select private.named('view_financial_data')));

call private.borrow_rules('public.service_parameters', p_pages => '{cnc-parameters,quotations}');
create policy "staff who keep them add service_parameters" on public.service_parameters for insert to authenticated
  with check ((select private.named('manage_cnc_parameters')));
create policy "staff who keep them change service_parameters" on public.service_parameters for update to authenticated
  using ((select private.named('manage_cnc_parameters')))
  with check ((select private.named('manage_cnc_parameters')));
create policy "staff who keep them remove service_parameters" on public.service_parameters for delete to authenticated
  using ((select private.named('manage_cnc_parameters')));
create policy "staff who may see them read service_parameters" on public.service_parameters for select to authenticated
  using ((select private.can('cnc-parameters', 'view')) or (select private.can('quotations', 'view')));

call private.borrow_rules('public.cnc_parameters', p_pages => '{cnc-parameters}');
create policy "staff who keep them add cnc_parameters" on public.cnc_parameters for insert to authenticated
  with check ((select private.named('manage_cnc_parameters')));
create policy "staff who keep them change cnc_parameters" on public.cnc_parameters for update to authenticated
  using ((select private.named('manage_cnc_parameters')))
  with check ((select private.named('manage_cnc_parameters')));
create policy "staff who keep them remove cnc_parameters" on public.cnc_parameters for delete to authenticated
  using ((select private.named('manage_cnc_parameters')));
create policy "staff who may see them read cnc_parameters" on public.cnc_parameters for select to authenticated
  using ((select private.can('cnc-parameters', 'view')));

call private.borrow_rules('public.laser_parameters', p_pages => '{cnc-parameters}');
create policy "staff who keep them add laser_parameters" on public.laser_parameters for insert to authenticated
  with check ((select private.named('manage_cnc_parameters')));
create policy "staff who keep them change laser_parameters" on public.laser_parameters for update to authenticated
  using ((select private.named('manage_cnc_parameters')))
  with check ((select private.named('manage_cnc_parameters')));
create policy "staff who keep them remove laser_parameters" on public.laser_parameters for delete to authenticated
  using ((select private.named('manage_cnc_parameters')));
create policy "staff who may see them read laser_parameters" on public.laser_parameters for select to authenticated
  using ((select private.can('cnc-parameters', 'view')));

call private.borrow_rules('public.eco_solvent_parameters', p_pages => '{cnc-parameters}');
create policy "staff who keep them add eco_solvent_parameters" on public.eco_solvent_parameters for insert to authenticated
  with check ((select private.named('manage_cnc_parameters')));
create policy "staff who keep them change eco_solvent_parameters" on public.eco_solvent_parameters for update to authenticated
  using ((select private.named('manage_cnc_parameters')))
  with check ((select private.named('manage_cnc_parameters')));
create policy "staff who keep them remove eco_solvent_parameters" on public.eco_solvent_parameters for delete to authenticated
  using ((select private.named('manage_cnc_parameters')));
create policy "staff who may see them read eco_solvent_parameters" on public.eco_solvent_parameters for select to authenticated
  using ((select private.can('cnc-parameters', 'view')));

call private.borrow_rules('public.machine_prices', p_audited => true, p_pages => '{cnc-parameters}');
create policy "staff who keep them add machine_prices" on public.machine_prices for insert to authenticated
  with check ((select private.named('view_cnc_pricing')) and (select private.named('manage_cnc_parameters')));
create policy "staff who keep them change machine_prices" on public.machine_prices for update to authenticated
  using ((select private.named('view_cnc_pricing')) and (select private.named('manage_cnc_parameters')))
  with check ((select private.named('view_cnc_pricing')) and (select private.named('manage_cnc_parameters')));
create policy "staff who keep them remove machine_prices" on public.machine_prices for delete to authenticated
  using ((select private.named('view_cnc_pricing')) and (select private.named('manage_cnc_parameters')));
create policy "staff who may see them read machine_prices" on public.machine_prices for select to authenticated
  using ((select private.named('view_cnc_pricing')));

call private.borrow_rules('public.human_service_parameters', p_audited => true, p_pages => '{quotations}');
create policy "staff who keep them add human_service_parameters" on public.human_service_parameters for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who keep them change human_service_parameters" on public.human_service_parameters for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')))
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who keep them remove human_service_parameters" on public.human_service_parameters for delete to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who may see them read human_service_parameters" on public.human_service_parameters for select to authenticated
  using ((select private.named('view_financial_data')));

call private.borrow_rules('public.travel_zones', p_audited => true, p_pages => '{quotations}');
create policy "staff who keep them add travel_zones" on public.travel_zones for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who keep them change travel_zones" on public.travel_zones for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')))
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who keep them remove travel_zones" on public.travel_zones for delete to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who may see them read travel_zones" on public.travel_zones for select to authenticated
  using ((select private.named('view_financial_data')) or (select private.can('quotations', 'view')));

call private.borrow_rules('public.inks', p_audited => true, p_pages => '{cnc-parameters}');
create policy "staff who keep them add inks" on public.inks for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.named('manage_cnc_parameters')));
create policy "staff who keep them change inks" on public.inks for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.named('manage_cnc_parameters')))
  with check ((select private.named('view_financial_data')) and (select private.named('manage_cnc_parameters')));
create policy "staff who keep them remove inks" on public.inks for delete to authenticated
  using ((select private.named('view_financial_data')) and (select private.named('manage_cnc_parameters')));
create policy "staff who may see them read inks" on public.inks for select to authenticated
  using ((select private.named('view_financial_data')));

call private.borrow_rules('public.running_costs', p_audited => true, p_pages => '{quotations}');
create policy "holders of view_financial_data read running costs" on public.running_costs for select to authenticated
  using ((select private.named('view_financial_data')));
create policy "staff who keep markups add running costs" on public.running_costs for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who keep markups change running costs" on public.running_costs for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')))
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "staff who keep markups remove running costs" on public.running_costs for delete to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));

-- -------------------------------------------------------------------------------------------------------- what it does

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

create function private.refuse_overlapping_band() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_name text;
begin
  perform pg_advisory_xact_lock(hashtext('private.refuse_overlapping_band'));
  select b.name into v_name from public.markup_bands b
   where b.id <> new.id and numrange(b.from_cost, b.to_cost) && numrange(new.from_cost, new.to_cost) order by b.from_cost limit 1;
  if v_name is not null then
    raise exclusion_violation using message = format('This band overlaps “%s”', v_name);
  end if;
  return new;
end $$;
comment on function private.refuse_overlapping_band is 'Every cost has one markup at most.';

create function private.take_new_prices(p_quotation uuid, p_items uuid[]) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line record;
  v_count integer := 0;
begin
  perform private.open_quotation_draft(p_quotation);
  for v_line in
    select i.id, i.calculation_id, i.unit_price, q.rate, private.price_in(c.unit_price, q.rate) as saved
      from public.quotation_items i join public.price_calculations c on c.id = i.calculation_id join public.quotations q on q.id = i.quotation_id
     where i.quotation_id = p_quotation and i.id = any (p_items) order by i.position for update of i
  loop
    if v_line.unit_price = v_line.saved then
      perform private.settle_calculation(v_line.calculation_id);
      update public.quotation_items set unit_price = private.price_in(c.unit_price, v_line.rate) from public.price_calculations c
       where quotation_items.id = v_line.id and c.id = v_line.calculation_id;
      perform private.cost_of_line(v_line.id, v_line.calculation_id);
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end $$;
comment on function private.take_new_prices is
  'Works the calculations of these lines of a draft out again and writes their prices. A price that somebody typed by hand stays.
Returns how many lines changed.';
call private.offer('private.take_new_prices(uuid, uuid[])');

create function private.nudge_new_prices() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.nudge('page:quotations', 'price_list', 'UPDATE', null);
  return null;
end $$;
comment on function private.nudge_new_prices is 'Tells open calculations and quotations that a price or a cost changed, not which.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger zz_refuse_overlap after insert or update of service_id, basis, from_value, to_value on public.pricing_ranges
  for each row when (new.to_value is null or new.to_value > new.from_value) execute function private.refuse_overlapping_range();
create trigger ask_first before insert on public.pricing_ranges for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_pricing_ranges|manage_pricing_ranges');
create trigger nudge_new_prices after insert or delete or update on public.pricing_ranges
  for each statement
  execute function private.nudge_new_prices();

create trigger zz_refuse_overlap after insert or update of from_cost, to_cost on public.markup_bands
  for each row when (new.to_cost is null or new.to_cost > new.from_cost) execute function private.refuse_overlapping_band();
create trigger ask_first before insert on public.markup_bands for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create', 'view_financial_data');
create trigger nudge_new_prices after insert or delete or update on public.markup_bands
  for each statement
  execute function private.nudge_new_prices();

create trigger ask_first before insert on public.service_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_cnc_parameters');

create trigger ask_first before insert on public.cnc_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_cnc_parameters');
create trigger nudge_new_prices after insert or delete or update on public.cnc_parameters
  for each statement
  execute function private.nudge_new_prices();

create trigger ask_first before insert on public.laser_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_cnc_parameters');
create trigger nudge_new_prices after insert or delete or update on public.laser_parameters
  for each statement
  execute function private.nudge_new_prices();

create trigger ask_first before insert on public.eco_solvent_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_cnc_parameters');
create trigger nudge_new_prices after insert or delete or update on public.eco_solvent_parameters
  for each statement
  execute function private.nudge_new_prices();

create trigger ask_first before insert on public.machine_prices for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_cnc_pricing', 'manage_cnc_parameters');
create trigger nudge_new_prices after insert or delete or update on public.machine_prices
  for each statement
  execute function private.nudge_new_prices();

create trigger ask_first before insert on public.human_service_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'markup-demo:edit');
create trigger nudge_new_prices after insert or delete or update on public.human_service_parameters
  for each statement
  execute function private.nudge_new_prices();

create trigger ask_first before insert on public.travel_zones for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'markup-demo:edit');
create trigger nudge_new_prices after insert or delete or update on public.travel_zones
  for each statement
  execute function private.nudge_new_prices();

create trigger ask_first before insert on public.inks for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'manage_cnc_parameters');
create trigger nudge_new_prices after insert or delete or update on public.inks
  for each statement
  execute function private.nudge_new_prices();

create trigger nudge_new_prices after insert or update or delete on public.running_costs
  for each statement execute function private.nudge_new_prices();
create trigger ask_first before insert on public.running_costs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'markup-demo:edit');
