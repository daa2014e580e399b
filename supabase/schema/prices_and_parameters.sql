-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.cnc_parameters (
  id uuid not null default gen_random_uuid(),
  name text not null,
  material_type_id uuid not null,
  thickness_mm numeric(8,3) not null,
  bit_type_id uuid not null,
  feed_mm_min integer not null,
  plunge_mm_min integer not null,
  spindle_rpm integer not null,
  depth_per_pass_mm numeric(6,2) not null,
  stepover_pct numeric(5,2) not null default 40,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint cnc_parameters_pkey PRIMARY KEY (id),
  constraint cnc_parameters_once UNIQUE (material_type_id, thickness_mm, bit_type_id),
  constraint cnc_parameters_bit_type_id_fkey FOREIGN KEY (bit_type_id) REFERENCES public.bit_types(id) ON DELETE RESTRICT,
  constraint cnc_parameters_material_type_id_fkey FOREIGN KEY (material_type_id) REFERENCES public.material_types(id) ON DELETE RESTRICT,
  constraint cnc_parameters_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint cnc_parameters_depth_per_pass_mm_is_a_number CHECK (depth_per_pass_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint cnc_parameters_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint cnc_parameters_numbers_range CHECK (thickness_mm > 0::numeric AND thickness_mm <= 200::numeric AND feed_mm_min >= 1 AND feed_mm_min <= 60000 AND plunge_mm_min >= 1 AND plunge_mm_min <= 60000 AND spindle_rpm >= 1 AND spindle_rpm <= 100000 AND depth_per_pass_mm > 0::numeric AND depth_per_pass_mm <= 200::numeric AND stepover_pct > 0::numeric AND stepover_pct <= 100::numeric),
  constraint cnc_parameters_stepover_pct_is_a_number CHECK (stepover_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint cnc_parameters_thickness_mm_is_a_number CHECK (thickness_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.cnc_parameters enable row level security;
CREATE INDEX cnc_parameters_bit_type_id_idx ON public.cnc_parameters USING btree (bit_type_id);
grant delete, insert, select, update on public.cnc_parameters to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.cnc_parameters to service_role;
create policy "staff who keep them add cnc_parameters" on public.cnc_parameters for insert to authenticated
  with check (( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who keep them remove cnc_parameters" on public.cnc_parameters for delete to authenticated
  using (( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who may see them read cnc_parameters" on public.cnc_parameters for select to authenticated
  using (( SELECT private.can('cnc-parameters'::text, 'view'::text) AS can));
create policy "staff who keep them change cnc_parameters" on public.cnc_parameters for update to authenticated
  using (( SELECT private.named('manage_cnc_parameters'::text) AS named))
  with check (( SELECT private.named('manage_cnc_parameters'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.cnc_parameters FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_cnc_parameters');
CREATE TRIGGER count_version BEFORE UPDATE ON public.cnc_parameters FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.cnc_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.cnc_parameters FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.cnc_parameters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.cnc_parameters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.cnc_parameters REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER pin BEFORE UPDATE ON public.cnc_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.cnc_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.cnc_parameters is 'How the router cuts a material of a thickness with a bit.';

create table public.eco_solvent_parameters (
  id uuid not null default gen_random_uuid(),
  name text not null,
  media_item_id uuid,
  quality text not null default 'standard'::text,
  passes integer not null,
  speed_m2_h numeric(8,2) not null,
  ink_ml_m2 numeric(8,2) not null,
  outgas_hours numeric(6,1) not null default 24,
  laminate boolean not null default false,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint eco_solvent_parameters_pkey PRIMARY KEY (id),
  constraint eco_solvent_parameters_once UNIQUE NULLS NOT DISTINCT (media_item_id, quality),
  constraint eco_solvent_parameters_media_item_id_fkey FOREIGN KEY (media_item_id) REFERENCES public.inventory_items(id) ON DELETE RESTRICT,
  constraint eco_solvent_parameters_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint eco_solvent_parameters_ink_ml_m2_is_a_number CHECK (ink_ml_m2 <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint eco_solvent_parameters_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint eco_solvent_parameters_numbers_range CHECK (passes >= 1 AND passes <= 64 AND speed_m2_h > 0::numeric AND speed_m2_h <= 1000::numeric AND ink_ml_m2 >= 0::numeric AND ink_ml_m2 <= 1000::numeric AND outgas_hours >= 0::numeric AND outgas_hours <= 500::numeric),
  constraint eco_solvent_parameters_outgas_hours_is_a_number CHECK (outgas_hours <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint eco_solvent_parameters_quality_is_known CHECK (quality = ANY (ARRAY['draft'::text, 'standard'::text, 'high'::text, 'photo'::text])),
  constraint eco_solvent_parameters_speed_m2_h_is_a_number CHECK (speed_m2_h <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.eco_solvent_parameters enable row level security;
grant delete, insert, select, update on public.eco_solvent_parameters to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.eco_solvent_parameters to service_role;
create policy "staff who keep them add eco_solvent_parameters" on public.eco_solvent_parameters for insert to authenticated
  with check (( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who keep them remove eco_solvent_parameters" on public.eco_solvent_parameters for delete to authenticated
  using (( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who may see them read eco_solvent_parameters" on public.eco_solvent_parameters for select to authenticated
  using (( SELECT private.can('cnc-parameters'::text, 'view'::text) AS can));
create policy "staff who keep them change eco_solvent_parameters" on public.eco_solvent_parameters for update to authenticated
  using (( SELECT private.named('manage_cnc_parameters'::text) AS named))
  with check (( SELECT private.named('manage_cnc_parameters'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.eco_solvent_parameters FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_cnc_parameters');
CREATE TRIGGER count_version BEFORE UPDATE ON public.eco_solvent_parameters FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.eco_solvent_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.eco_solvent_parameters FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.eco_solvent_parameters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.eco_solvent_parameters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.eco_solvent_parameters REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER pin BEFORE UPDATE ON public.eco_solvent_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.eco_solvent_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.eco_solvent_parameters is 'How the printers print a medium in a quality. Without a medium: all that have no row of their own.';

create table public.human_service_parameters (
  id uuid not null default gen_random_uuid(),
  name text not null,
  hourly_cost numeric(10,2) not null,
  hourly_price numeric(10,2) not null,
  min_minutes integer not null default 0,
  crew_size integer not null default 1,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint human_service_parameters_pkey PRIMARY KEY (id),
  constraint human_service_parameters_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint human_service_parameters_hourly_cost_is_a_number CHECK (hourly_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint human_service_parameters_hourly_price_is_a_number CHECK (hourly_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint human_service_parameters_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint human_service_parameters_numbers_range CHECK (hourly_cost >= 0::numeric AND hourly_price >= 0::numeric AND min_minutes >= 0 AND min_minutes <= 10000 AND crew_size >= 1 AND crew_size <= 50)
);
alter table public.human_service_parameters enable row level security;
CREATE UNIQUE INDEX human_service_parameters_name_idx ON public.human_service_parameters USING btree (private.folded(name));
grant delete, insert, select, update on public.human_service_parameters to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.human_service_parameters to service_role;
create policy "staff who keep them add human_service_parameters" on public.human_service_parameters for insert to authenticated
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
create policy "staff who keep them remove human_service_parameters" on public.human_service_parameters for delete to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
create policy "staff who may see them read human_service_parameters" on public.human_service_parameters for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named));
create policy "staff who keep them change human_service_parameters" on public.human_service_parameters for update to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can))
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.human_service_parameters FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('view_financial_data', 'markup-demo:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.human_service_parameters FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.human_service_parameters FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.human_service_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.human_service_parameters FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.human_service_parameters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.human_service_parameters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.human_service_parameters REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER pin BEFORE UPDATE ON public.human_service_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.human_service_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.human_service_parameters is 'Work by people: what an hour of one person costs and is sold for, for how long at least, and how many go.';

create table public.inks (
  id uuid not null default gen_random_uuid(),
  name text not null,
  cost_per_ml numeric(10,4) not null,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint inks_pkey PRIMARY KEY (id),
  constraint inks_cost_per_ml_is_a_number CHECK (cost_per_ml <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint inks_cost_range CHECK (cost_per_ml >= 0::numeric),
  constraint inks_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint inks_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120)
);
alter table public.inks enable row level security;
CREATE UNIQUE INDEX inks_name_idx ON public.inks USING btree (private.folded(name));
grant delete, insert, select, update on public.inks to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.inks to service_role;
create policy "staff who keep them add inks" on public.inks for insert to authenticated
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who keep them remove inks" on public.inks for delete to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who may see them read inks" on public.inks for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named));
create policy "staff who keep them change inks" on public.inks for update to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.named('manage_cnc_parameters'::text) AS named))
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.named('manage_cnc_parameters'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.inks FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('view_financial_data', 'manage_cnc_parameters');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.inks FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.inks FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.inks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.inks FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.inks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.inks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.inks REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER pin BEFORE UPDATE ON public.inks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.inks FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.inks is 'What inks cost. Only for holders of view_financial_data.';

create table public.laser_parameters (
  id uuid not null default gen_random_uuid(),
  name text not null,
  material_type_id uuid not null,
  thickness_mm numeric(8,3) not null,
  mode text not null default 'cut'::text,
  power_pct numeric(5,2) not null,
  speed_mm_s numeric(8,2) not null,
  passes integer not null default 1,
  air_assist boolean not null default true,
  dpi integer,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint laser_parameters_pkey PRIMARY KEY (id),
  constraint laser_parameters_once UNIQUE (material_type_id, thickness_mm, mode),
  constraint laser_parameters_material_type_id_fkey FOREIGN KEY (material_type_id) REFERENCES public.material_types(id) ON DELETE RESTRICT,
  constraint laser_parameters_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint laser_parameters_mode_is_known CHECK (mode = ANY (ARRAY['cut'::text, 'engrave'::text, 'mark'::text])),
  constraint laser_parameters_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint laser_parameters_numbers_range CHECK (thickness_mm > 0::numeric AND thickness_mm <= 200::numeric AND power_pct > 0::numeric AND power_pct <= 100::numeric AND speed_mm_s > 0::numeric AND speed_mm_s <= 10000::numeric AND passes >= 1 AND passes <= 50 AND dpi >= 1 AND dpi <= 5000),
  constraint laser_parameters_power_pct_is_a_number CHECK (power_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint laser_parameters_speed_mm_s_is_a_number CHECK (speed_mm_s <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint laser_parameters_thickness_mm_is_a_number CHECK (thickness_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.laser_parameters enable row level security;
grant delete, insert, select, update on public.laser_parameters to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.laser_parameters to service_role;
create policy "staff who keep them add laser_parameters" on public.laser_parameters for insert to authenticated
  with check (( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who keep them remove laser_parameters" on public.laser_parameters for delete to authenticated
  using (( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who may see them read laser_parameters" on public.laser_parameters for select to authenticated
  using (( SELECT private.can('cnc-parameters'::text, 'view'::text) AS can));
create policy "staff who keep them change laser_parameters" on public.laser_parameters for update to authenticated
  using (( SELECT private.named('manage_cnc_parameters'::text) AS named))
  with check (( SELECT private.named('manage_cnc_parameters'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.laser_parameters FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_cnc_parameters');
CREATE TRIGGER count_version BEFORE UPDATE ON public.laser_parameters FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.laser_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.laser_parameters FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.laser_parameters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.laser_parameters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.laser_parameters REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER pin BEFORE UPDATE ON public.laser_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.laser_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.laser_parameters is 'How the laser cuts, engraves or marks a material of a thickness.';

create table public.machine_prices (
  id uuid not null default gen_random_uuid(),
  machine text not null,
  name text not null,
  material_type_id uuid,
  thickness_mm numeric(8,3),
  per text not null default 'm'::text,
  price numeric(14,4) not null,
  setup_price numeric(14,2) not null default 0,
  min_charge numeric(14,2) not null default 0,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint machine_prices_pkey PRIMARY KEY (id),
  constraint machine_prices_once UNIQUE NULLS NOT DISTINCT (machine, material_type_id, thickness_mm, per),
  constraint machine_prices_material_type_id_fkey FOREIGN KEY (material_type_id) REFERENCES public.material_types(id) ON DELETE RESTRICT,
  constraint machine_prices_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint machine_prices_machine_is_known CHECK (machine = ANY (ARRAY['cnc'::text, 'laser'::text, 'print'::text])),
  constraint machine_prices_min_charge_is_a_number CHECK (min_charge <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint machine_prices_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint machine_prices_per_is_known CHECK (per = ANY (ARRAY['m'::text, 'minute'::text, 'm2'::text, 'hour'::text])),
  constraint machine_prices_price_is_a_number CHECK (price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint machine_prices_range CHECK (price >= 0::numeric AND setup_price >= 0::numeric AND min_charge >= 0::numeric AND thickness_mm > 0::numeric AND thickness_mm <= 200::numeric),
  constraint machine_prices_setup_price_is_a_number CHECK (setup_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint machine_prices_thickness_mm_is_a_number CHECK (thickness_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.machine_prices enable row level security;
CREATE INDEX machine_prices_material_type_id_idx ON public.machine_prices USING btree (material_type_id);
grant delete, insert, select, update on public.machine_prices to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.machine_prices to service_role;
create policy "staff who keep them add machine_prices" on public.machine_prices for insert to authenticated
  with check (( SELECT private.named('view_cnc_pricing'::text) AS named) AND ( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who keep them remove machine_prices" on public.machine_prices for delete to authenticated
  using (( SELECT private.named('view_cnc_pricing'::text) AS named) AND ( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who may see them read machine_prices" on public.machine_prices for select to authenticated
  using (( SELECT private.named('view_cnc_pricing'::text) AS named));
create policy "staff who keep them change machine_prices" on public.machine_prices for update to authenticated
  using (( SELECT private.named('view_cnc_pricing'::text) AS named) AND ( SELECT private.named('manage_cnc_parameters'::text) AS named))
  with check (( SELECT private.named('view_cnc_pricing'::text) AS named) AND ( SELECT private.named('manage_cnc_parameters'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.machine_prices FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('view_cnc_pricing', 'manage_cnc_parameters');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.machine_prices FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.machine_prices FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.machine_prices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.machine_prices FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.machine_prices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.machine_prices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.machine_prices REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters');
CREATE TRIGGER pin BEFORE UPDATE ON public.machine_prices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.machine_prices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.machine_prices is 'What machine work is sold for. Apart from the parameters: only holders of view_cnc_pricing read it.';

create table public.markup_bands (
  id uuid not null default gen_random_uuid(),
  name text not null,
  from_cost numeric(14,2) not null,
  to_cost numeric(14,2),
  markup_pct numeric(8,2) not null,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint markup_bands_pkey PRIMARY KEY (id),
  constraint markup_bands_costs_range CHECK (from_cost >= 0::numeric AND to_cost > from_cost),
  constraint markup_bands_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint markup_bands_from_cost_is_a_number CHECK (from_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint markup_bands_markup_pct_is_a_number CHECK (markup_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint markup_bands_markup_range CHECK (markup_pct >= 0::numeric AND markup_pct <= 10000::numeric),
  constraint markup_bands_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint markup_bands_to_cost_is_a_number CHECK (to_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.markup_bands enable row level security;
grant delete, insert, select, update on public.markup_bands to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.markup_bands to service_role;
create policy "holders of view_financial_data on the page add markups" on public.markup_bands for insert to authenticated
  with check (( SELECT private.can('markup-demo'::text, 'create'::text) AS can) AND ( SELECT private.named('view_financial_data'::text) AS named));
create policy "holders of view_financial_data on the page remove markups" on public.markup_bands for delete to authenticated
  using (( SELECT private.can('markup-demo'::text, 'delete'::text) AS can) AND ( SELECT private.named('view_financial_data'::text) AS named));
create policy "holders of view_financial_data on the page read markups" on public.markup_bands for select to authenticated
  using (( SELECT private.can('markup-demo'::text, 'view'::text) AS can) AND ( SELECT private.named('view_financial_data'::text) AS named));
create policy "holders of view_financial_data on the page change markups" on public.markup_bands for update to authenticated
  using (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can) AND ( SELECT private.named('view_financial_data'::text) AS named))
  with check (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can) AND ( SELECT private.named('view_financial_data'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.markup_bands FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('markup-demo:create', 'view_financial_data');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.markup_bands FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.markup_bands FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.markup_bands FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.markup_bands FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.markup_bands REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'markup-demo');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.markup_bands REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'markup-demo');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.markup_bands REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'markup-demo');
CREATE TRIGGER pin BEFORE UPDATE ON public.markup_bands FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.markup_bands FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER zz_refuse_overlap AFTER INSERT OR UPDATE OF from_cost, to_cost ON public.markup_bands FOR EACH ROW WHEN (new.to_cost IS NULL OR new.to_cost > new.from_cost) EXECUTE FUNCTION private.refuse_overlapping_band();
comment on table public.markup_bands is 'The usual markup by what something costs: little things carry more. A markup is margin: view_financial_data.';
comment on column public.markup_bands.to_cost is 'The band ends before this cost; null: it has no end.';

create table public.service_parameters (
  id uuid not null default gen_random_uuid(),
  service_id uuid not null,
  label text not null,
  kind text not null default 'number'::text,
  unit text,
  usual text,
  choices text[] not null default '{}'::text[],
  sort integer not null default 0,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint service_parameters_pkey PRIMARY KEY (id),
  constraint service_parameters_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE CASCADE,
  constraint service_parameters_choices_is_a_list CHECK (array_ndims(choices) = 1),
  constraint service_parameters_choices_range CHECK (cardinality(choices) <= 50 AND (kind <> 'choice'::text OR cardinality(choices) > 1)),
  constraint service_parameters_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint service_parameters_kind_is_known CHECK (kind = ANY (ARRAY['number'::text, 'text'::text, 'choice'::text, 'yes_no'::text])),
  constraint service_parameters_label_length CHECK (char_length(btrim(label)) >= 1 AND char_length(btrim(label)) <= 100 AND char_length(label) <= 120),
  constraint service_parameters_sort_range CHECK (sort >= 0 AND sort <= 100000),
  constraint service_parameters_texts_length CHECK (char_length(unit) <= 20 AND char_length(usual) <= 200)
);
alter table public.service_parameters enable row level security;
CREATE UNIQUE INDEX service_parameters_label_idx ON public.service_parameters USING btree (service_id, private.folded(label));
grant delete, insert, select, update on public.service_parameters to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.service_parameters to service_role;
create policy "staff who keep them add service_parameters" on public.service_parameters for insert to authenticated
  with check (( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who keep them remove service_parameters" on public.service_parameters for delete to authenticated
  using (( SELECT private.named('manage_cnc_parameters'::text) AS named));
create policy "staff who may see them read service_parameters" on public.service_parameters for select to authenticated
  using (( SELECT private.can('cnc-parameters'::text, 'view'::text) AS can) OR ( SELECT private.can('quotations'::text, 'view'::text) AS can));
create policy "staff who keep them change service_parameters" on public.service_parameters for update to authenticated
  using (( SELECT private.named('manage_cnc_parameters'::text) AS named))
  with check (( SELECT private.named('manage_cnc_parameters'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.service_parameters FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_cnc_parameters');
CREATE TRIGGER count_version BEFORE UPDATE ON public.service_parameters FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.service_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.service_parameters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.service_parameters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.service_parameters REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'cnc-parameters', 'quotations');
CREATE TRIGGER pin BEFORE UPDATE ON public.service_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.service_parameters FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.service_parameters is 'What a service asks for when it is priced: eyelets every so many centimetres, single or double sided.';

create table public.travel_zones (
  id uuid not null default gen_random_uuid(),
  name text not null,
  up_to_km numeric(8,1) not null,
  price numeric(14,2) not null,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint travel_zones_pkey PRIMARY KEY (id),
  constraint travel_zones_up_to_km_key UNIQUE (up_to_km),
  constraint travel_zones_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint travel_zones_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint travel_zones_price_is_a_number CHECK (price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint travel_zones_range CHECK (up_to_km > 0::numeric AND up_to_km <= 20000::numeric AND price >= 0::numeric),
  constraint travel_zones_up_to_km_is_a_number CHECK (up_to_km <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.travel_zones enable row level security;
grant delete, insert, select, update on public.travel_zones to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.travel_zones to service_role;
create policy "staff who keep them add travel_zones" on public.travel_zones for insert to authenticated
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
create policy "staff who keep them remove travel_zones" on public.travel_zones for delete to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
create policy "staff who may see them read travel_zones" on public.travel_zones for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) OR ( SELECT private.can('quotations'::text, 'view'::text) AS can));
create policy "staff who keep them change travel_zones" on public.travel_zones for update to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can))
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.travel_zones FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('view_financial_data', 'markup-demo:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.travel_zones FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.travel_zones FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.travel_zones FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.travel_zones FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.travel_zones REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.travel_zones REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.travel_zones REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER pin BEFORE UPDATE ON public.travel_zones FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.travel_zones FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.travel_zones is 'What a journey is sold for, by distance.';

create table public.wage_rates (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  valid_from date not null,
  hourly_cost numeric(10,2) not null,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint wage_rates_pkey PRIMARY KEY (id),
  constraint wage_rates_one_a_day UNIQUE (user_id, valid_from),
  constraint wage_rates_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint wage_rates_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint wage_rates_cost_range CHECK (hourly_cost > 0::numeric AND hourly_cost <= 100000::numeric),
  constraint wage_rates_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint wage_rates_hourly_cost_is_a_number CHECK (hourly_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint wage_rates_note_length CHECK (char_length(note) <= 500),
  constraint wage_rates_valid_from_is_in_reach CHECK (valid_from >= '1900-01-01'::date AND valid_from < '10000-01-01'::date)
);
alter table public.wage_rates enable row level security;
CREATE INDEX wage_rates_created_by_idx ON public.wage_rates USING btree (created_by);
grant delete, insert, select, update on public.wage_rates to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.wage_rates to service_role;
create policy "holders of manage_wage_rates add them" on public.wage_rates for insert to authenticated
  with check (( SELECT private.named('manage_wage_rates'::text) AS named) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "holders of manage_wage_rates remove them" on public.wage_rates for delete to authenticated
  using (( SELECT private.named('manage_wage_rates'::text) AS named));
create policy "holders of manage_wage_rates read them" on public.wage_rates for select to authenticated
  using (( SELECT private.named('manage_wage_rates'::text) AS named));
create policy "holders of manage_wage_rates change them" on public.wage_rates for update to authenticated
  using (( SELECT private.named('manage_wage_rates'::text) AS named))
  with check (( SELECT private.named('manage_wage_rates'::text) AS named));
CREATE TRIGGER ask_first BEFORE INSERT ON public.wage_rates FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_wage_rates');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.wage_rates FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.wage_rates FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.wage_rates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.wage_rates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.wage_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.wage_rates REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER pin BEFORE UPDATE ON public.wage_rates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER refuse_own_terms BEFORE INSERT OR DELETE OR UPDATE ON public.wage_rates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.refuse_own_terms('manage_wage_rates', 'wage');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.wage_rates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.wage_rates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.wage_rates is 'What an hour of somebody costs the company from a day on.';

CREATE OR REPLACE FUNCTION private.keep_used_service()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.quotation_items where service_id = old.id)
    or exists (select from public.order_items where service_id = old.id)
    or exists (select from public.invoice_items where service_id = old.id)
    or exists (select from public.jobs where service_id = old.id)
  then
    perform private.refuse('PT409', 'This service stands on quotations or jobs: archive it instead');
  end if;
  return old;
end $function$;
comment on function private.keep_used_service() is 'Papers keep the service that they were written for.';

CREATE OR REPLACE FUNCTION private.refuse_overlapping_band()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.refuse_overlapping_band() is 'Every cost has one markup at most.';
