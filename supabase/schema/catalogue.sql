-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.job_step_templates (
  id uuid not null default gen_random_uuid(),
  service_id uuid not null,
  "position" text not null,
  name text not null,
  work_centre_id uuid,
  minutes_fixed numeric(8,2) not null default 0,
  minutes_per_unit numeric(8,2) not null default 0,
  unit text not null default 'piece'::text,
  before_approval boolean not null default false,
  after_previous boolean not null default true,
  row_version integer not null default 1,
  wait_minutes integer not null default 0,
  constraint job_step_templates_pkey PRIMARY KEY (id),
  constraint job_step_templates_service_id_position_key UNIQUE (service_id, "position"),
  constraint job_step_templates_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE CASCADE,
  constraint job_step_templates_work_centre_id_fkey FOREIGN KEY (work_centre_id) REFERENCES public.work_centres(id) ON DELETE SET NULL,
  constraint job_step_templates_minutes_fixed_is_a_number CHECK (minutes_fixed <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint job_step_templates_minutes_per_unit_is_a_number CHECK (minutes_per_unit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint job_step_templates_minutes_range CHECK (minutes_fixed >= 0::numeric AND minutes_fixed <= 100000::numeric AND minutes_per_unit >= 0::numeric AND minutes_per_unit <= 100000::numeric),
  constraint job_step_templates_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 200 AND char_length(name) <= 250),
  constraint job_step_templates_position_length CHECK (char_length("position") >= 1 AND char_length("position") <= 100),
  constraint job_step_templates_unit_is_known CHECK (unit = ANY (ARRAY['piece'::text, 'm2'::text, 'm'::text])),
  constraint job_step_templates_wait_range CHECK (wait_minutes >= 0 AND wait_minutes <= 20160)
);
alter table public.job_step_templates enable row level security;
CREATE INDEX job_step_templates_work_centre_id_idx ON public.job_step_templates USING btree (work_centre_id);
grant delete, insert, select, update on public.job_step_templates to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.job_step_templates to service_role;
create policy "staff of production add step templates" on public.job_step_templates for insert to authenticated
  with check (( SELECT private.can('production'::text, 'create'::text) AS can));
create policy "staff of production remove step templates" on public.job_step_templates for delete to authenticated
  using (( SELECT private.can('production'::text, 'edit'::text) AS can));
create policy "staff read step templates" on public.job_step_templates for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff of production change step templates" on public.job_step_templates for update to authenticated
  using (( SELECT private.can('production'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('production'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.job_step_templates FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('production:create');
CREATE TRIGGER count_version BEFORE UPDATE ON public.job_step_templates FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.job_step_templates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.job_step_templates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.job_step_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.job_step_templates REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER pin BEFORE UPDATE ON public.job_step_templates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'service_id');
comment on table public.job_step_templates is 'The steps that a job of a service begins with.';
comment on column public.job_step_templates.after_previous is 'Waits until the step before it is done.';
comment on column public.job_step_templates.before_approval is 'May start before the mockup is approved: artwork, survey, file check.';
comment on column public.job_step_templates."position" is 'Fractional index key: the order of the steps, compared byte by byte.';

create table public.services (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  name text not null,
  category text,
  summary text,
  unit text not null default 'piece'::text,
  base_price numeric(14,4),
  min_charge numeric(14,2),
  mockup_required boolean not null default false,
  makes_job boolean not null default true,
  is_public boolean not null default false,
  sort integer not null default 0,
  archived_at timestamp with time zone,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  public_title text,
  public_text text,
  vat_rate_id uuid,
  picture text,
  where_used text,
  lasts text,
  ready_in text,
  charge_per text,
  charge_step numeric(10,4),
  charge_min numeric(10,4),
  charge_waste_pct numeric(5,2),
  constraint services_pkey PRIMARY KEY (id),
  constraint services_slug_key UNIQUE (slug),
  constraint services_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint services_vat_rate_id_fkey FOREIGN KEY (vat_rate_id) REFERENCES public.vat_rates(id) ON DELETE RESTRICT,
  constraint services_archived_at_is_in_reach CHECK (archived_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND archived_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint services_base_price_is_a_number CHECK (base_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint services_charge_min_is_a_number CHECK (charge_min <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint services_charge_min_range CHECK (charge_min > 0::numeric AND charge_min <= 10000::numeric),
  constraint services_charge_per_is_known CHECK (charge_per = ANY (ARRAY['piece'::text, 'line'::text])),
  constraint services_charge_step_is_a_number CHECK (charge_step <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint services_charge_step_range CHECK (charge_step > 0::numeric AND charge_step <= 1000::numeric),
  constraint services_charge_waste_pct_is_a_number CHECK (charge_waste_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint services_charge_waste_range CHECK (charge_waste_pct >= 0::numeric AND charge_waste_pct <= 100::numeric),
  constraint services_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint services_min_charge_is_a_number CHECK (min_charge <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint services_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 200 AND char_length(name) <= 250),
  constraint services_picture_is_a_word CHECK (picture ~ '^[a-z][a-z-]{1,39}$'::text),
  constraint services_prices_are_amounts CHECK (base_price >= 0::numeric AND base_price < 1000000000::numeric AND min_charge >= 0::numeric),
  constraint services_public_texts_length CHECK (char_length(public_title) <= 200 AND char_length(public_text) <= 20000),
  constraint services_site_facts_length CHECK (char_length(where_used) <= 200 AND char_length(lasts) <= 200 AND char_length(ready_in) <= 200),
  constraint services_slug_is_a_path CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND char_length(slug) <= 80),
  constraint services_text_length CHECK (char_length(category) <= 100 AND char_length(summary) <= 2000),
  constraint services_unit_is_known CHECK (unit = ANY (ARRAY['piece'::text, 'm2'::text, 'm'::text, 'm_height'::text, 'm_edge'::text, 'hour'::text, 'set'::text]))
);
alter table public.services enable row level security;
CREATE INDEX services_category_sort_idx ON public.services USING btree (category, sort, name);
CREATE INDEX services_created_by_idx ON public.services USING btree (created_by);
CREATE INDEX services_search_idx ON public.services USING gin (private.folded(name) extensions.gin_trgm_ops);
CREATE INDEX services_vat_rate_id_idx ON public.services USING btree (vat_rate_id);
grant delete, insert, select, update on public.services to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.services to service_role;
create policy "staff who keep prices add services" on public.services for insert to authenticated
  with check (( SELECT private.can('markup-demo'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff who keep prices remove services" on public.services for delete to authenticated
  using (( SELECT private.can('markup-demo'::text, 'delete'::text) AS can));
create policy "staff read services" on public.services for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff who keep prices change services" on public.services for update to authenticated
  using (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.services FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('markup-demo:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.services FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.services FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.services FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER keep_former_slug AFTER UPDATE OF slug ON public.services FOR EACH ROW WHEN (old.slug <> new.slug) EXECUTE FUNCTION private.keep_former_slug('service');
CREATE TRIGGER keep_former_slug_of_new AFTER INSERT ON public.services FOR EACH ROW EXECUTE FUNCTION private.keep_former_slug('service');
CREATE TRIGGER keep_used BEFORE DELETE ON public.services FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.keep_used_service();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.services REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'markup-demo');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.services REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'markup-demo');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.services REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'markup-demo');
CREATE TRIGGER pin BEFORE UPDATE ON public.services FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.services FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.services FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.services is 'What the company makes and does.';
comment on column public.services.charge_min is 'The least that is charged of a size, in the unit of the price. Null: there is none.';
comment on column public.services.charge_per is 'Rounding and minimum are for each piece or for the whole line. Null: for each piece.';
comment on column public.services.charge_step is 'What is charged of a size goes up to the next multiple of it, in the unit of the price. Null: it is not rounded.';
comment on column public.services.charge_waste_pct is 'Waste that is charged with a size, before it is rounded.';
comment on column public.services.lasts is 'How long it lasts, in words.';
comment on column public.services.makes_job is 'A line of this service becomes a job when the quotation is approved.';
comment on column public.services.mockup_required is 'No production step starts before the client approved the mockup.';
comment on column public.services.picture is 'The name of one of the drawings of the public site.';
comment on column public.services.public_text is 'What the public site says about the service, as plain paragraphs.';
comment on column public.services.ready_in is 'How fast it is made, in words.';
comment on column public.services.where_used is 'Where it lives: wall, window, van, desk.';

create table public.vat_rates (
  id uuid not null default gen_random_uuid(),
  code text not null,
  label text not null,
  rate numeric(5,2) not null,
  country text,
  treatment text not null default 'standard'::text,
  is_default boolean not null default false,
  valid_from date,
  valid_to date,
  sort integer not null default 0,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint vat_rates_pkey PRIMARY KEY (id),
  constraint vat_rates_code_key UNIQUE (code),
  constraint vat_rates_code_is_a_word CHECK (code ~ '^[a-z0-9][a-z0-9_.-]{0,39}$'::text),
  constraint vat_rates_country_length CHECK (char_length(country) <= 200),
  constraint vat_rates_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint vat_rates_end_after_begin CHECK (valid_to >= valid_from),
  constraint vat_rates_label_length CHECK (char_length(btrim(label)) >= 1 AND char_length(btrim(label)) <= 100 AND char_length(label) <= 120),
  constraint vat_rates_only_standard_is_charged CHECK (treatment = 'standard'::text OR rate = 0::numeric),
  constraint vat_rates_rate_is_a_number CHECK (rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint vat_rates_rate_range CHECK (rate >= 0::numeric AND rate <= 100::numeric),
  constraint vat_rates_treatment_is_known CHECK (treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'exempt'::text, 'export'::text, 'zero'::text])),
  constraint vat_rates_valid_from_is_in_reach CHECK (valid_from >= '1900-01-01'::date AND valid_from < '10000-01-01'::date),
  constraint vat_rates_valid_to_is_in_reach CHECK (valid_to >= '1900-01-01'::date AND valid_to < '10000-01-01'::date)
);
alter table public.vat_rates enable row level security;
CREATE UNIQUE INDEX vat_rates_one_default_idx ON public.vat_rates USING btree (is_default) WHERE is_default;
grant delete, insert, select, update on public.vat_rates to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.vat_rates to service_role;
create policy "admins add VAT rates" on public.vat_rates for insert to authenticated
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "admins remove VAT rates" on public.vat_rates for delete to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "staff read VAT rates" on public.vat_rates for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "admins change VAT rates" on public.vat_rates for update to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role)
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
CREATE TRIGGER ask_first BEFORE INSERT ON public.vat_rates FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role admin');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.vat_rates FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.vat_rates FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.vat_rates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER move_default_rate BEFORE INSERT OR UPDATE OF is_default ON public.vat_rates FOR EACH ROW WHEN (new.is_default) EXECUTE FUNCTION private.move_default_rate();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.vat_rates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'invoices');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.vat_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'invoices');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.vat_rates REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'invoices');
CREATE TRIGGER pin BEFORE UPDATE ON public.vat_rates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.vat_rates FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.vat_rates is 'The VAT rates to choose from. Lines copy rate and treatment: a changed rate alters no document.';
comment on column public.vat_rates.treatment is 'standard, or why none is charged: reverse_charge, exempt, export, zero.';

create table public.work_centres (
  id uuid not null default gen_random_uuid(),
  name text not null,
  kind text not null default 'bench'::text,
  capacity_minutes_day integer not null default 480,
  colour text,
  sort integer not null default 0,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  work_days smallint[] not null default '{1,2,3,4,5,6,7}'::smallint[],
  constraint work_centres_pkey PRIMARY KEY (id),
  constraint work_centres_archived_at_is_in_reach CHECK (archived_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND archived_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint work_centres_capacity_range CHECK (capacity_minutes_day >= 0 AND capacity_minutes_day <= 14400),
  constraint work_centres_colour_is_hex CHECK (colour ~ '^#[0-9a-f]{6}$'::text),
  constraint work_centres_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint work_centres_kind_is_known CHECK (kind = ANY (ARRAY['design'::text, 'printer'::text, 'laminator'::text, 'cnc'::text, 'laser'::text, 'bench'::text, 'paint'::text, 'vehicle'::text, 'outsourced'::text])),
  constraint work_centres_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint work_centres_work_days_are_weekdays CHECK (cardinality(work_days) >= 1 AND cardinality(work_days) <= 7 AND work_days <@ '{1,2,3,4,5,6,7}'::smallint[]),
  constraint work_centres_work_days_is_a_list CHECK (array_ndims(work_days) = 1)
);
alter table public.work_centres enable row level security;
CREATE UNIQUE INDEX work_centres_name_idx ON public.work_centres USING btree (private.folded(name));
grant delete, insert, select, update on public.work_centres to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.work_centres to service_role;
create policy "staff of production add work centres" on public.work_centres for insert to authenticated
  with check (( SELECT private.can('production'::text, 'create'::text) AS can));
create policy "staff of production remove work centres" on public.work_centres for delete to authenticated
  using (( SELECT private.can('production'::text, 'delete'::text) AS can));
create policy "staff read work centres" on public.work_centres for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff of production change work centres" on public.work_centres for update to authenticated
  using (( SELECT private.can('production'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('production'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.work_centres FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('production:create');
CREATE TRIGGER count_version BEFORE UPDATE ON public.work_centres FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.work_centres FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.work_centres REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.work_centres REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.work_centres REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER pin BEFORE UPDATE ON public.work_centres FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.work_centres FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.work_centres is 'Machines, benches and vehicles: where a step is done.';
comment on column public.work_centres.work_days is 'The days of the week on which it works: 1 is Monday, 7 is Sunday.';

CREATE OR REPLACE FUNCTION private.default_vat()
 RETURNS public.vat_rates
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v from public.vat_rates v where v.is_default
$function$;
comment on function private.default_vat() is 'The rate of a new line; no row where the company has named none.';
