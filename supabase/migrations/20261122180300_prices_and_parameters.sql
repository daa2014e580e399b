-- Markups, wages, and the numbers of machines and people that a price is worked out from.

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
create trigger zz_refuse_overlap before insert or update of from_cost, to_cost on public.markup_bands
  for each row when (new.to_cost is null or new.to_cost > new.from_cost) execute function private.refuse_overlapping_band();

create table public.wage_rates (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid not null references auth.users (id) on delete cascade,
  valid_from  date not null,
  hourly_cost numeric(10, 2) not null,
  note        text,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint wage_rates_one_a_day unique (user_id, valid_from),
  constraint wage_rates_cost_range check (hourly_cost > 0 and hourly_cost <= 100000),
  constraint wage_rates_note_length check (char_length(note) <= 500)
);
create index wage_rates_created_by_idx on public.wage_rates (created_by);
comment on table public.wage_rates is 'What an hour of somebody costs the company from a day on.';

create table public.service_parameters (
  id            uuid primary key default gen_random_uuid(),
  service_id    uuid not null references public.services (id) on delete cascade,
  label         text not null,
  kind          text not null default 'number',
  unit          text,
  usual         text,
  choices       text[] not null default '{}',
  sort          integer not null default 0,
  created_at    timestamptz not null default now(),
  row_version   integer not null default 1,
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

call private.borrow_rules('public.markup_bands', p_audited => true, p_pages => '{markup-demo}');
call private.borrow_rules('public.wage_rates', p_audited => true);
call private.borrow_rules('public.service_parameters', p_pages => '{cnc-parameters,quotations}');
call private.borrow_rules('public.cnc_parameters', p_pages => '{cnc-parameters}');
call private.borrow_rules('public.laser_parameters', p_pages => '{cnc-parameters}');
call private.borrow_rules('public.eco_solvent_parameters', p_pages => '{cnc-parameters}');
call private.borrow_rules('public.machine_prices', p_audited => true, p_pages => '{cnc-parameters}');
call private.borrow_rules('public.human_service_parameters', p_audited => true, p_pages => '{quotations}');
call private.borrow_rules('public.travel_zones', p_audited => true, p_pages => '{quotations}');
call private.borrow_rules('public.inks', p_audited => true, p_pages => '{cnc-parameters}');
call private.after_each_statement('public.wage_rates', 'nudge_page', $$private.nudge_pages('id', 'quotations')$$);

create policy "holders of view_financial_data on the page read markups" on public.markup_bands for select to authenticated
  using ((select private.can('markup-demo', 'view')) and (select private.named('view_financial_data')));
create policy "holders of view_financial_data on the page add markups" on public.markup_bands for insert to authenticated
  with check ((select private.can('markup-demo', 'create')) and (select private.named('view_financial_data')));
create policy "holders of view_financial_data on the page change markups" on public.markup_bands for update to authenticated
  using ((select private.can('markup-demo', 'edit')) and (select private.named('view_financial_data')))
  with check ((select private.can('markup-demo', 'edit')) and (select private.named('view_financial_data')));
create policy "holders of view_financial_data on the page remove markups" on public.markup_bands for delete to authenticated
  using ((select private.can('markup-demo', 'delete')) and (select private.named('view_financial_data')));

create policy "holders of manage_wage_rates read them" on public.wage_rates for select to authenticated
  using ((select private.named('manage_wage_rates')));
create policy "holders of manage_wage_rates add them" on public.wage_rates for insert to authenticated
  with check ((select private.named('manage_wage_rates')) and created_by = (select auth.uid()));
create policy "holders of manage_wage_rates change them" on public.wage_rates for update to authenticated
  using ((select private.named('manage_wage_rates'))) with check ((select private.named('manage_wage_rates')));
create policy "holders of manage_wage_rates remove them" on public.wage_rates for delete to authenticated
  using ((select private.named('manage_wage_rates')));

-- Parameters: the page reads them, holders of manage_cnc_parameters keep them. The machines' prices ask view_cnc_pricing
-- too; what inks and people cost asks view_financial_data.
do $$
declare
  v_table text;
  v_reads text;
  v_keeps text;
begin
  for v_table, v_reads, v_keeps in values
    ('service_parameters', $c$(select private.can('cnc-parameters', 'view')) or (select private.can('quotations', 'view'))$c$,
      $c$(select private.named('manage_cnc_parameters'))$c$),
    ('cnc_parameters', $c$(select private.can('cnc-parameters', 'view'))$c$, $c$(select private.named('manage_cnc_parameters'))$c$),
    ('laser_parameters', $c$(select private.can('cnc-parameters', 'view'))$c$, $c$(select private.named('manage_cnc_parameters'))$c$),
    ('eco_solvent_parameters', $c$(select private.can('cnc-parameters', 'view'))$c$, $c$(select private.named('manage_cnc_parameters'))$c$),
    ('machine_prices', $c$(select private.named('view_cnc_pricing'))$c$,
      $c$(select private.named('view_cnc_pricing')) and (select private.named('manage_cnc_parameters'))$c$),
    ('human_service_parameters', $c$(select private.named('view_financial_data'))$c$,
      $c$(select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit'))$c$),
    ('travel_zones', $c$(select private.named('view_financial_data')) or (select private.can('quotations', 'view'))$c$,
      $c$(select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit'))$c$),
    ('inks', $c$(select private.named('view_financial_data'))$c$,
      $c$(select private.named('view_financial_data')) and (select private.named('manage_cnc_parameters'))$c$)
  loop
    execute format($sql$
      create policy "staff who may see them read %1$s" on public.%1$I for select to authenticated using (%2$s);
      create policy "staff who keep them add %1$s" on public.%1$I for insert to authenticated with check (%3$s);
      create policy "staff who keep them change %1$s" on public.%1$I for update to authenticated using (%3$s) with check (%3$s);
      create policy "staff who keep them remove %1$s" on public.%1$I for delete to authenticated using (%3$s);
    $sql$, v_table, v_reads, v_keeps);
  end loop;
end $$;

-- What a service says of itself to the public, and its VAT rate. A service that stands on papers is archived, not removed.
alter table public.services
  add column public_title text,
  add column public_text text,
  add column vat_rate_id uuid references public.vat_rates (id) on delete restrict,
  add constraint services_public_texts_length check (char_length(public_title) <= 200 and char_length(public_text) <= 20000);
create index services_vat_rate_id_idx on public.services (vat_rate_id);
comment on column public.services.public_text is 'What the public site says about the service, as plain paragraphs.';

create function private.keep_used_service() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.quotation_items where service_id = old.id)
    or exists (select from public.order_items where service_id = old.id)
    or exists (select from public.invoice_items where service_id = old.id)
    or exists (select from public.jobs where service_id = old.id)
  then
    perform private.refuse('PT409', 'This service stands on quotations or jobs: archive it instead');
  end if;
  return old;
end $$;
comment on function private.keep_used_service is 'Papers keep the service that they were written for.';
create trigger keep_used before delete on public.services
  for each row when (current_user in ('anon', 'authenticated')) execute function private.keep_used_service();

revoke execute on all routines in schema private from public;
