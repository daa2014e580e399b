-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.document_line (
  id uuid not null default gen_random_uuid(),
  "position" text not null,
  kind text not null default 'item'::text,
  description text not null default ''::text,
  details text,
  qty numeric(14,4) default 1,
  unit text default 'piece'::text,
  width_mm numeric(10,2),
  height_mm numeric(10,2),
  unit_price numeric(14,4) default 0,
  discount_pct numeric(5,2) default 0,
  vat_rate numeric(5,2),
  vat_treatment text default 'standard'::text,
  net numeric(14,2) not null default 0,
  picture_path text,
  created_at timestamp with time zone not null default now(),
  constraint document_line_pkey PRIMARY KEY (id),
  constraint line_amounts_belong_to_kind CHECK (
CASE
    WHEN kind = ANY (ARRAY['heading'::text, 'text'::text]) THEN qty IS NULL AND unit_price IS NULL AND vat_rate IS NULL AND net = 0::numeric
    ELSE qty IS NOT NULL AND unit_price IS NOT NULL AND discount_pct IS NOT NULL AND vat_rate IS NOT NULL AND vat_treatment IS NOT NULL
END),
  constraint line_discount_range CHECK (discount_pct >= 0::numeric AND discount_pct <= 100::numeric),
  constraint line_kind_is_known CHECK (kind = ANY (ARRAY['item'::text, 'heading'::text, 'text'::text, 'discount'::text, 'deposit'::text])),
  constraint line_only_standard_is_charged CHECK (vat_treatment = 'standard'::text OR vat_rate = 0::numeric),
  constraint line_position_length CHECK (char_length("position") >= 1 AND char_length("position") <= 200 AND "position" ~ '^[A-Za-z0-9]+$'::text),
  constraint line_price_range CHECK (unit_price >= 0::numeric AND unit_price <= 100000000::numeric),
  constraint line_qty_range CHECK (qty >= '-1000000'::integer::numeric AND qty <= 1000000::numeric AND (qty >= 0::numeric OR kind <> 'item'::text)),
  constraint line_size_range CHECK (width_mm >= 0::numeric AND width_mm <= 1000000::numeric AND height_mm >= 0::numeric AND height_mm <= 1000000::numeric),
  constraint line_texts_length CHECK (char_length(description) <= 2000 AND char_length(details) <= 10000 AND char_length(unit) <= 20 AND char_length(picture_path) <= 2000),
  constraint line_vat_rate_range CHECK (vat_rate >= 0::numeric AND vat_rate <= 100::numeric),
  constraint line_vat_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'exempt'::text, 'export'::text, 'zero'::text]))
);
alter table private.document_line enable row level security;
comment on table private.document_line is 'The columns and checks of a line, the same on every document. Only a shape: other tables are made like it, it holds no rows.';
comment on column private.document_line.kind is 'item; heading and text have no amounts; discount has a negative quantity and a price that is not; deposit is a deduction on an invoice.';
comment on column private.document_line.net is 'quantity × unit price less discount, toward zero to cents. Written by the database.';
comment on column private.document_line."position" is 'Fractional index key (src/documents), unique in its document, compared byte by byte.';

create table public.quotation_item_costs (
  item_id uuid not null,
  unit_cost numeric(14,4) not null default 0,
  row_version integer not null default 1,
  constraint quotation_item_costs_pkey PRIMARY KEY (item_id),
  constraint quotation_item_costs_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.quotation_items(id) ON DELETE CASCADE,
  constraint quotation_item_costs_range CHECK (unit_cost >= 0::numeric AND unit_cost <= 100000000::numeric),
  constraint quotation_item_costs_unit_cost_is_a_number CHECK (unit_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.quotation_item_costs enable row level security;
grant delete, insert, select, update on public.quotation_item_costs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.quotation_item_costs to service_role;
create policy "holders of view_financial_data write costs" on public.quotation_item_costs for insert to authenticated
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('quotations'::text, 'edit'::text) AS can));
create policy "holders of view_financial_data remove costs" on public.quotation_item_costs for delete to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('quotations'::text, 'edit'::text) AS can));
create policy "holders of view_financial_data read costs" on public.quotation_item_costs for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('quotations'::text, 'view'::text) AS can));
create policy "holders of view_financial_data change costs" on public.quotation_item_costs for update to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('quotations'::text, 'edit'::text) AS can))
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('quotations'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.quotation_item_costs FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('view_financial_data', 'quotations:edit');
CREATE TRIGGER count_version BEFORE UPDATE ON public.quotation_item_costs FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.quotation_item_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.quotation_item_costs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.quotation_item_costs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.quotation_item_costs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'quotations');
CREATE TRIGGER pin BEFORE UPDATE ON public.quotation_item_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('item_id');
comment on table public.quotation_item_costs is 'What a line costs the company, a unit. A table of its own: only holders of view_financial_data read it.';

create table public.quotation_items (
  id uuid not null default gen_random_uuid(),
  "position" text not null,
  kind text not null default 'item'::text,
  description text not null default ''::text,
  details text,
  qty numeric(14,4) default 1,
  unit text default 'piece'::text,
  width_mm numeric(10,2),
  height_mm numeric(10,2),
  unit_price numeric(14,4) default 0,
  discount_pct numeric(5,2) default 0,
  vat_rate numeric(5,2),
  vat_treatment text default 'standard'::text,
  net numeric(14,2) not null default 0,
  picture_path text,
  created_at timestamp with time zone not null default now(),
  quotation_id uuid not null,
  is_optional boolean not null default false,
  option_group text,
  is_selected boolean not null default false,
  makes_job boolean,
  service_id uuid,
  inventory_item_id uuid,
  product_id uuid,
  calculation_id uuid,
  row_version integer not null default 1,
  price_breaks text,
  amends_item_id uuid,
  charged_qty numeric(20,4),
  charge_rule text,
  own_charged_qty numeric(14,4),
  priced_size text,
  changed_by uuid,
  constraint quotation_items_pkey PRIMARY KEY (id),
  constraint quotation_items_quotation_id_position_key UNIQUE (quotation_id, "position"),
  constraint quotation_items_amends_item_id_fkey FOREIGN KEY (amends_item_id) REFERENCES public.order_items(id) ON DELETE SET NULL,
  constraint quotation_items_calculation_id_fkey FOREIGN KEY (calculation_id) REFERENCES public.price_calculations(id) ON DELETE SET NULL,
  constraint quotation_items_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint quotation_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.manufactured_products(id) ON DELETE SET NULL,
  constraint quotation_items_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE CASCADE,
  constraint quotation_items_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE SET NULL,
  constraint line_amounts_belong_to_kind CHECK (
CASE
    WHEN kind = ANY (ARRAY['heading'::text, 'text'::text]) THEN qty IS NULL AND unit_price IS NULL AND vat_rate IS NULL AND net = 0::numeric
    ELSE qty IS NOT NULL AND unit_price IS NOT NULL AND discount_pct IS NOT NULL AND vat_rate IS NOT NULL AND vat_treatment IS NOT NULL
END),
  constraint line_discount_range CHECK (discount_pct >= 0::numeric AND discount_pct <= 100::numeric),
  constraint line_kind_is_known CHECK (kind = ANY (ARRAY['item'::text, 'heading'::text, 'text'::text, 'discount'::text, 'deposit'::text])),
  constraint line_only_standard_is_charged CHECK (vat_treatment = 'standard'::text OR vat_rate = 0::numeric),
  constraint line_position_length CHECK (char_length("position") >= 1 AND char_length("position") <= 200 AND "position" ~ '^[A-Za-z0-9]+$'::text),
  constraint line_price_range CHECK (unit_price >= 0::numeric AND unit_price <= 100000000::numeric),
  constraint line_qty_range CHECK (qty >= '-1000000'::integer::numeric AND qty <= 1000000::numeric AND (qty >= 0::numeric OR kind <> 'item'::text)),
  constraint line_size_range CHECK (width_mm >= 0::numeric AND width_mm <= 1000000::numeric AND height_mm >= 0::numeric AND height_mm <= 1000000::numeric),
  constraint line_texts_length CHECK (char_length(description) <= 2000 AND char_length(details) <= 10000 AND char_length(unit) <= 20 AND char_length(picture_path) <= 2000),
  constraint line_vat_rate_range CHECK (vat_rate >= 0::numeric AND vat_rate <= 100::numeric),
  constraint line_vat_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'exempt'::text, 'export'::text, 'zero'::text])),
  constraint quotation_items_amend_by_taking_off CHECK (amends_item_id IS NULL OR kind = 'discount'::text),
  constraint quotation_items_charge_rule_is_read CHECK (charge_rule ~ '^(m2|m|m_height|m_edge) (piece|line) [0-9]{1,5}([.][0-9]{1,4})? [0-9]{1,5}([.][0-9]{1,4})? [0-9]{1,3}([.][0-9]{1,2})?$'::text),
  constraint quotation_items_charged_qty_is_a_number CHECK (charged_qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotation_items_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotation_items_discount_pct_is_a_number CHECK (discount_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotation_items_group_is_of_options CHECK (option_group IS NULL OR is_optional),
  constraint quotation_items_height_mm_is_a_number CHECK (height_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotation_items_kind_is_quoted CHECK (kind <> 'deposit'::text),
  constraint quotation_items_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotation_items_option_group_length CHECK (char_length(btrim(option_group)) >= 1 AND char_length(btrim(option_group)) <= 100),
  constraint quotation_items_options_are_items CHECK (NOT is_optional OR kind = 'item'::text),
  constraint quotation_items_own_charged_qty_is_a_number CHECK (own_charged_qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotation_items_own_charged_qty_range CHECK (own_charged_qty >= 0::numeric AND own_charged_qty <= 1000000000::numeric),
  constraint quotation_items_picture_is_a_file CHECK (picture_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png)$'::text),
  constraint quotation_items_pictures_belong_to_items CHECK (picture_path IS NULL OR kind = 'item'::text),
  constraint quotation_items_price_breaks_are_prices CHECK (price_breaks ~ '^[0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?( [0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?){0,9}$'::text),
  constraint quotation_items_price_breaks_belong_to_items CHECK (price_breaks IS NULL OR kind = 'item'::text),
  constraint quotation_items_priced_size_is_a_size CHECK (priced_size ~ '^[0-9]{1,7}([.][0-9]{1,2})?x[0-9]{1,7}([.][0-9]{1,2})?$'::text),
  constraint quotation_items_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotation_items_unit_price_is_a_number CHECK (unit_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotation_items_vat_rate_is_a_number CHECK (vat_rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotation_items_width_mm_is_a_number CHECK (width_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.quotation_items enable row level security;
CREATE INDEX quotation_items_amends_item_id_idx ON public.quotation_items USING btree (amends_item_id);
CREATE INDEX quotation_items_calculation_id_idx ON public.quotation_items USING btree (calculation_id);
CREATE INDEX quotation_items_changed_by_idx ON public.quotation_items USING btree (changed_by);
CREATE INDEX quotation_items_picture_path_idx ON public.quotation_items USING btree (picture_path) WHERE picture_path IS NOT NULL;
CREATE INDEX quotation_items_product_id_idx ON public.quotation_items USING btree (product_id);
CREATE INDEX quotation_items_service_id_idx ON public.quotation_items USING btree (service_id);
grant delete, insert, select, update on public.quotation_items to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.quotation_items to service_role;
create policy "staff write lines" on public.quotation_items for insert to authenticated
  with check (( SELECT private.can('quotations'::text, 'edit'::text) AS can));
create policy "staff remove lines" on public.quotation_items for delete to authenticated
  using (( SELECT private.can('quotations'::text, 'edit'::text) AS can));
create policy "staff read lines" on public.quotation_items for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can));
create policy "staff change lines" on public.quotation_items for update to authenticated
  using (( SELECT private.can('quotations'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('quotations'::text, 'edit'::text) AS can));
CREATE TRIGGER a_total_delete AFTER DELETE ON public.quotation_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.total_quotations();
CREATE TRIGGER a_total_insert AFTER INSERT ON public.quotation_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.total_quotations();
CREATE TRIGGER a_total_update AFTER UPDATE ON public.quotation_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.total_quotations();
CREATE TRIGGER amend_line BEFORE INSERT OR UPDATE ON public.quotation_items FOR EACH ROW WHEN (new.amends_item_id IS NOT NULL) EXECUTE FUNCTION private.guard_amendment();
CREATE TRIGGER ask_first BEFORE INSERT ON public.quotation_items FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('quotations:edit');
CREATE TRIGGER audit_by_hand AFTER INSERT OR DELETE ON public.quotation_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.audit('quotation_id', 'id');
CREATE TRIGGER audit_changes AFTER UPDATE ON public.quotation_items FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind OR old.description IS DISTINCT FROM new.description OR old.details IS DISTINCT FROM new.details OR old.qty IS DISTINCT FROM new.qty OR old.unit IS DISTINCT FROM new.unit OR old.width_mm IS DISTINCT FROM new.width_mm OR old.height_mm IS DISTINCT FROM new.height_mm OR old.unit_price IS DISTINCT FROM new.unit_price OR old.discount_pct IS DISTINCT FROM new.discount_pct OR old.vat_rate IS DISTINCT FROM new.vat_rate OR old.vat_treatment IS DISTINCT FROM new.vat_treatment OR old.is_optional IS DISTINCT FROM new.is_optional OR old.is_selected IS DISTINCT FROM new.is_selected) EXECUTE FUNCTION private.audit('quotation_id', 'id');
CREATE TRIGGER check_line_picture BEFORE INSERT OR UPDATE OF picture_path, kind ON public.quotation_items FOR EACH ROW EXECUTE FUNCTION private.check_line_picture();
CREATE TRIGGER count_version BEFORE UPDATE ON public.quotation_items FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.quotation_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER follow_price_breaks BEFORE INSERT OR UPDATE ON public.quotation_items FOR EACH ROW EXECUTE FUNCTION private.follow_price_breaks();
CREATE TRIGGER guard_extra_work_line AFTER INSERT OR UPDATE ON public.quotation_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.guard_extra_work();
CREATE TRIGGER guard_line BEFORE INSERT OR DELETE OR UPDATE ON public.quotation_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.guard_quotation_line();
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.quotation_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_lines('quotations', 'quotation_id');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.quotation_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_lines('quotations', 'quotation_id');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.quotation_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_lines('quotations', 'quotation_id');
CREATE TRIGGER pin BEFORE UPDATE ON public.quotation_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'quotation_id', 'net');
CREATE TRIGGER settle_line BEFORE INSERT OR UPDATE ON public.quotation_items FOR EACH ROW EXECUTE FUNCTION private.settle_line();
CREATE TRIGGER stamp_changed_by BEFORE INSERT OR UPDATE ON public.quotation_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_changed_by();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.quotation_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.quotation_items is 'The lines of a quotation.';
comment on column public.quotation_items.amends_item_id is 'The line of the amended order that this one lowers by its quantity, at the price of that line.';
comment on column public.quotation_items.changed_by is 'Who wrote the line last. Written by the database.';
comment on column public.quotation_items.charge_rule is 'How the catalogue charged a size when the line was written: unit, piece or line, step, minimum, waste in percent
("m2 piece 0.1 0.5 0"). It holds while the line has that unit.';
comment on column public.quotation_items.charged_qty is 'What the price is multiplied by: size × pieces for m² and m, else qty. Written by the database. Null on lines that were sent
before it was kept: their qty.';
comment on column public.quotation_items.is_optional is 'Counts only while it is selected.';
comment on column public.quotation_items.kind is 'item; heading and text have no amounts; discount has a negative quantity and a price that is not; deposit is a deduction on an invoice.';
comment on column public.quotation_items.makes_job is 'Becomes a job on approval; null: as its service says, and yes without a service.';
comment on column public.quotation_items.net is 'quantity × unit price less discount, toward zero to cents. Written by the database.';
comment on column public.quotation_items.option_group is 'Options of one group: exactly one of them is chosen.';
comment on column public.quotation_items.own_charged_qty is 'The charged quantity that a person said by hand, until pieces, size or unit change. Null: it is computed.';
comment on column public.quotation_items.picture_path is 'A file of the bucket line-pictures, which the client sees beside the line.';
comment on column public.quotation_items."position" is 'Fractional index key (src/documents), unique in its document, compared byte by byte.';
comment on column public.quotation_items.price_breaks is 'Unit prices by the least quantity of each, ascending: "1:14 10:13.5 50:12". With them unit_price follows qty.';
comment on column public.quotation_items.priced_size is 'The size in mm that the price was for, "1000x800", while nobody has answered whether it holds for another one.';

create table public.quotation_versions (
  quotation_id uuid not null,
  version integer not null,
  number text not null,
  snapshot jsonb not null,
  reason text,
  sent_by uuid,
  sent_at timestamp with time zone not null default now(),
  constraint quotation_versions_pkey PRIMARY KEY (quotation_id, version),
  constraint quotation_versions_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE CASCADE,
  constraint quotation_versions_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint quotation_versions_reason_length CHECK (char_length(reason) <= 2000),
  constraint quotation_versions_sent_at_is_in_reach CHECK (sent_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.quotation_versions enable row level security;
CREATE INDEX quotation_versions_sent_by_idx ON public.quotation_versions USING btree (sent_by);
grant select on public.quotation_versions to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.quotation_versions to service_role;
create policy "whoever reads a quotation reads its versions" on public.quotation_versions for select to authenticated
  using (( SELECT true
   FROM public.quotations q
  WHERE q.id = quotation_versions.quotation_id));
CREATE TRIGGER append_only BEFORE UPDATE ON public.quotation_versions FOR EACH ROW WHEN (old.snapshot IS DISTINCT FROM new.snapshot OR old.version <> new.version) EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.quotation_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('quotation_id', 'quotations');
comment on table public.quotation_versions is 'What was sent, as it was sent: one row a version, never changed.';
comment on column public.quotation_versions.snapshot is 'The document as get_public_quotation returns it, amounts as text, without costs.';

create table public.quotations (
  id uuid not null default gen_random_uuid(),
  quotation_number text not null,
  status text not null default 'draft'::text,
  created_at timestamp with time zone not null default now(),
  contact_id uuid not null,
  public_uuid uuid not null default gen_random_uuid(),
  link_revoked_at timestamp with time zone,
  project_title text,
  valid_until date,
  currency text not null default 'EUR'::text,
  net numeric(14,2) not null default 0,
  vat numeric(14,2) not null default 0,
  gross numeric(14,2) not null generated always as ((net + vat)) stored,
  created_by uuid default auth.uid(),
  version integer not null default 1,
  number_with_version text not null generated always as (quotation_number ||
CASE
    WHEN version > 1 THEN '-R'::text || version::text
    ELSE ''::text
END) stored,
  person_id uuid,
  location_id uuid,
  deposit_kind text not null default 'none'::text,
  deposit_value numeric(14,2) not null default 0,
  deposit_amount numeric(14,2) not null default 0,
  terms text,
  client_note text,
  account_manager_id uuid,
  follow_up_on date,
  sent_at timestamp with time zone,
  first_viewed_at timestamp with time zone,
  last_viewed_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_name text,
  decided_by uuid,
  decided_ip inet,
  reject_reason text,
  archived_at timestamp with time zone,
  row_version integer not null default 1,
  closed_on date,
  show_price_breaks boolean not null default false,
  amends_order_id uuid,
  search_text text not null generated always as (private.folded((quotation_number || ' '::text) || COALESCE(project_title, ''::text))) stored,
  constraint quotations_pkey PRIMARY KEY (id),
  constraint quotations_public_uuid_key UNIQUE (public_uuid),
  constraint quotations_quotation_number_key UNIQUE (quotation_number),
  constraint quotations_account_manager_id_fkey FOREIGN KEY (account_manager_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint quotations_amends_order_id_fkey FOREIGN KEY (amends_order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint quotations_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint quotations_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint quotations_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint quotations_location_id_fkey FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE SET NULL,
  constraint quotations_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.contacts(id) ON DELETE SET NULL,
  constraint quotations_amounts_are_not_negative CHECK (net >= 0::numeric AND vat >= 0::numeric),
  constraint quotations_archived_at_is_in_reach CHECK (archived_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND archived_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotations_closed_on_is_in_reach CHECK (closed_on >= '1900-01-01'::date AND closed_on < '10000-01-01'::date),
  constraint quotations_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotations_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint quotations_decided_at_is_in_reach CHECK (decided_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND decided_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotations_deposit_amount_is_a_number CHECK (deposit_amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotations_deposit_kind_is_known CHECK (deposit_kind = ANY (ARRAY['none'::text, 'percent'::text, 'amount'::text])),
  constraint quotations_deposit_value_is_a_number CHECK (deposit_value <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotations_deposit_value_range CHECK (deposit_value >= 0::numeric AND deposit_value < 1000000000::numeric AND (deposit_kind <> 'percent'::text OR deposit_value <= 100::numeric)),
  constraint quotations_first_viewed_at_is_in_reach CHECK (first_viewed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND first_viewed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotations_follow_up_on_is_in_reach CHECK (follow_up_on >= '1900-01-01'::date AND follow_up_on < '10000-01-01'::date),
  constraint quotations_gross_is_a_number CHECK (gross <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotations_last_viewed_at_is_in_reach CHECK (last_viewed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND last_viewed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotations_link_revoked_at_is_in_reach CHECK (link_revoked_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND link_revoked_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotations_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotations_number_length CHECK (char_length(btrim(quotation_number)) >= 1 AND char_length(btrim(quotation_number)) <= 50),
  constraint quotations_number_size CHECK (char_length(quotation_number) <= 60),
  constraint quotations_project_title_length CHECK (char_length(project_title) <= 500),
  constraint quotations_sent_at_is_in_reach CHECK (sent_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotations_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'sent'::text, 'approved'::text, 'rejected'::text, 'change_requested'::text, 'expired'::text, 'converted'::text, 'cancelled'::text])),
  constraint quotations_texts_length CHECK (char_length(terms) <= 20000 AND char_length(client_note) <= 5000 AND char_length(decided_name) <= 200 AND char_length(reject_reason) <= 2000),
  constraint quotations_valid_until_is_in_reach CHECK (valid_until >= '1900-01-01'::date AND valid_until < '10000-01-01'::date),
  constraint quotations_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotations_version_is_positive CHECK (version >= 1)
);
alter table public.quotations enable row level security;
CREATE INDEX quotations_account_manager_id_idx ON public.quotations USING btree (account_manager_id);
CREATE INDEX quotations_amends_order_id_idx ON public.quotations USING btree (amends_order_id);
CREATE INDEX quotations_closed_on_idx ON public.quotations USING btree (closed_on) WHERE closed_on IS NOT NULL;
CREATE INDEX quotations_contact_id_created_at_idx ON public.quotations USING btree (contact_id, created_at DESC);
CREATE INDEX quotations_created_at_idx ON public.quotations USING btree (created_at DESC, id DESC);
CREATE INDEX quotations_created_by_idx ON public.quotations USING btree (created_by);
CREATE INDEX quotations_decided_by_idx ON public.quotations USING btree (decided_by);
CREATE INDEX quotations_location_id_idx ON public.quotations USING btree (location_id);
CREATE INDEX quotations_number_search_idx ON public.quotations USING gin (quotation_number extensions.gin_trgm_ops);
CREATE INDEX quotations_person_id_idx ON public.quotations USING btree (person_id);
CREATE INDEX quotations_search_text_idx ON public.quotations USING gin (search_text extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX quotations_status_created_at_idx ON public.quotations USING btree (status, created_at DESC, id DESC);
CREATE INDEX quotations_valid_until_idx ON public.quotations USING btree (valid_until) WHERE status = 'sent'::text;
grant delete, insert, select, update on public.quotations to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.quotations to service_role;
create policy "staff write quotations" on public.quotations for insert to authenticated
  with check (( SELECT private.can('quotations'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff remove quotations" on public.quotations for delete to authenticated
  using (( SELECT private.can('quotations'::text, 'delete'::text) AS can));
create policy "staff read quotations" on public.quotations for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can));
create policy "staff change quotations" on public.quotations for update to authenticated
  using (( SELECT private.can('quotations'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('quotations'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.quotations FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('quotations:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.quotations FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_rates BEFORE UPDATE OF status ON public.quotations FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status AND (new.status = ANY (ARRAY['sent'::text, 'approved'::text]))) EXECUTE FUNCTION private.check_rates();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.quotations FOR EACH ROW EXECUTE FUNCTION private.check_transition('quotation');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('quotation', 'by hand');
CREATE TRIGGER count_version BEFORE UPDATE OF contact_id, project_title, valid_until, link_revoked_at, person_id, location_id, deposit_kind, deposit_value, terms, client_note, account_manager_id, follow_up_on, archived_at, show_price_breaks, row_version ON public.quotations FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER draw_public_uuid BEFORE INSERT ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.draw_public_uuid();
CREATE TRIGGER first_version BEFORE INSERT ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER forget_loss AFTER UPDATE OF status ON public.quotations FOR EACH ROW WHEN ((old.status = ANY (ARRAY['rejected'::text, 'expired'::text, 'cancelled'::text])) AND (new.status <> ALL (ARRAY['rejected'::text, 'expired'::text, 'cancelled'::text]))) EXECUTE FUNCTION private.forget_loss();
CREATE TRIGGER guard_extra_work_sent AFTER UPDATE OF status ON public.quotations FOR EACH ROW WHEN (new.amends_order_id IS NOT NULL AND (new.status = ANY (ARRAY['draft'::text, 'sent'::text])) AND old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.guard_extra_work();
CREATE TRIGGER guard_margin BEFORE UPDATE OF status ON public.quotations FOR EACH ROW WHEN (old.status = 'draft'::text AND new.status = 'sent'::text) EXECUTE FUNCTION private.guard_margin();
CREATE TRIGGER guard_removed BEFORE DELETE ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.guard_removed_quotation();
CREATE TRIGGER guard_sent BEFORE UPDATE ON public.quotations FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.status <> 'draft'::text) EXECUTE FUNCTION private.guard_sent_quotation();
CREATE TRIGGER keep_client BEFORE UPDATE OF contact_id ON public.quotations FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.contact_id IS DISTINCT FROM new.contact_id) EXECUTE FUNCTION private.keep_client_of_quotation();
CREATE TRIGGER new_quotation BEFORE INSERT ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.new_quotation();
CREATE TRIGGER nudge_client_delete AFTER DELETE ON public.quotations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status', 'draft');
CREATE TRIGGER nudge_client_insert AFTER INSERT ON public.quotations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status', 'draft');
CREATE TRIGGER nudge_client_update AFTER UPDATE ON public.quotations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status', 'draft');
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.quotations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.quotations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.quotations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.quotations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.quotations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.quotations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER pin BEFORE UPDATE ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'quotation_number', 'public_uuid', 'created_by', 'created_at', 'status', 'version', 'currency', 'net', 'vat', 'deposit_amount', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'decided_at', 'decided_name', 'decided_by', 'decided_ip', 'reject_reason', 'closed_on', 'amends_order_id');
CREATE TRIGGER readdress_notices AFTER UPDATE OF public_uuid ON public.quotations FOR EACH ROW WHEN (old.public_uuid IS DISTINCT FROM new.public_uuid) EXECUTE FUNCTION private.readdress_notices_of_quotation();
CREATE TRIGGER recharge_draft AFTER UPDATE OF status ON public.quotations FOR EACH ROW WHEN (old.status <> 'draft'::text AND new.status = 'draft'::text) EXECUTE FUNCTION private.recharge_draft();
CREATE TRIGGER settle_closed_on BEFORE INSERT OR UPDATE OF status, decided_at, sent_at, valid_until ON public.quotations FOR EACH ROW EXECUTE FUNCTION private.settle_closed_on();
CREATE TRIGGER settle_deposit BEFORE INSERT OR UPDATE OF net, vat, deposit_kind, deposit_value ON public.quotations FOR EACH ROW EXECUTE FUNCTION private.settle_deposit();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.quotations is 'An offer to a contact.';
comment on column public.quotations.amends_order_id is 'The order that the approval of this quotation adds to; null: the approval makes an order of its own.';
comment on column public.quotations.closed_on is 'The day, where the company is, on which an offer was won or lost: approved, rejected, expired, or cancelled after it was sent.';
comment on column public.quotations.decided_by is 'The member of staff who recorded the answer; null where the client gave it by the link.';
comment on column public.quotations.decided_name is 'Who answered, as they wrote their name.';
comment on column public.quotations.deposit_amount is 'What the deposit comes to: trunc(gross × percent / 100, 2), or the amount, never above the gross.';
comment on column public.quotations.deposit_value is 'Percent of the gross, or an amount, by deposit_kind.';
comment on column public.quotations.link_revoked_at is 'Ours: from then on the public link answers as if it never was.';
comment on column public.quotations.project_title is 'Ours, as valid_until, currency, net, vat, gross and created_by.';
comment on column public.quotations.public_uuid is 'The secret of the public link; mockups of its jobs use it too.';
comment on column public.quotations.row_version is 'Counts changes by people of the head: whoever saves says which version they looked at.';
comment on column public.quotations.search_text is 'What a search looks through: number and title, folded.';
comment on column public.quotations.show_price_breaks is 'The client sees the prices by quantity of the lines that have them.';
comment on column public.quotations.version is 'Counts revisions. The number is printed with it: Q-2026-0142-R2.';

CREATE OR REPLACE FUNCTION private.ask_about_quotation(p_uuid uuid, p_name text, p_question text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.quotation_by_link(p_uuid);
  perform private.ask_about_document(p_uuid, p_name, p_question);
end $function$;
grant execute on function private.ask_about_quotation(p_uuid uuid, p_name text, p_question text) to anon;
grant execute on function private.ask_about_quotation(p_uuid uuid, p_name text, p_question text) to authenticated;
grant execute on function private.ask_about_quotation(p_uuid uuid, p_name text, p_question text) to service_role;
comment on function private.ask_about_quotation(p_uuid uuid, p_name text, p_question text) is 'A question by the link: an event and a notice. The same words within ten minutes count once; 20 an hour at most.';

CREATE OR REPLACE FUNCTION private.cancel_quotation(p_id uuid, p_reason text, p_lost text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_for(p_id, 'cancel quotations');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status = 'converted' or private.order_made_of(p_id) is not null then
    perform private.refuse('PT409', 'This quotation is approved: cancel its order instead');
  end if;
  update public.quotations set status = 'cancelled' where id = p_id;
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  if p_lost is not null then
    perform private.keep_loss(p_id, p_lost, left(btrim(p_reason), 2000));
  end if;
end $function$;
grant execute on function private.cancel_quotation(p_id uuid, p_reason text, p_lost text) to authenticated;
grant execute on function private.cancel_quotation(p_id uuid, p_reason text, p_lost text) to service_role;
comment on function private.cancel_quotation(p_id uuid, p_reason text, p_lost text) is 'Any quotation without an order → cancelled, with a reason; its link closes. p_lost: why the offer was lost, as in
record_quotation_loss.';

CREATE OR REPLACE FUNCTION private.choose_options(p_uuid uuid, p_version integer, p_selected uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  perform private.must_be_open(v_row);
  perform private.select_options(v_row.id, coalesce(p_selected, '{}'));
  return private.quotation_document(v_row.id);
end $function$;
grant execute on function private.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) to anon;
grant execute on function private.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) to authenticated;
grant execute on function private.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) to service_role;
comment on function private.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) is 'The client chooses options by the link: p_selected are the ids of all chosen lines. Totals and deposit follow. Returns the
quotation as get_public_quotation does, without its state.';

CREATE OR REPLACE FUNCTION private.company_facts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style)
    from public.company_settings
$function$;
comment on function private.company_facts() is 'What stands about the company on its papers.';

CREATE OR REPLACE FUNCTION private.contact_facts(p_contact_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), 'company', c.company,
    'address', c.address_line, 'city', c.city, 'postcode', c.postcode, 'country', c.country, 'vat_number', c.vat_number)
    from public.contacts c where c.id = p_contact_id
$function$;
comment on function private.contact_facts(p_contact_id uuid) is 'What stands about a contact on papers: no e-mail, no telephone.';

CREATE OR REPLACE FUNCTION private.copy_quotation(p_id uuid, p_new_id uuid DEFAULT NULL::uuid, p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.quotations;
  v_id uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select * into v_old from public.quotations where id = p_id;
  if v_old.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  select id into v_id from public.quotations where id = p_new_id;
  if found then
    return v_id;
  end if;
  v_id := coalesce(p_new_id, gen_random_uuid());
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, client_note, account_manager_id, show_price_breaks, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id,
    v_old.show_price_breaks, auth.uid());
  with copied as (
    select i.*, gen_random_uuid() as new_id from public.quotation_items i where i.quotation_id = p_id
  ), written as (
    insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id,
      inventory_item_id, product_id, calculation_id, price_breaks, charge_rule, own_charged_qty,
      priced_size)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id, inventory_item_id, product_id,
           calculation_id, price_breaks, charge_rule, own_charged_qty, priced_size
      from copied
    returning id
  )
  insert into public.quotation_item_costs (item_id, unit_cost)
  select copied.new_id, c.unit_cost from copied join written on written.id = copied.new_id
    join public.quotation_item_costs c on c.item_id = copied.id;
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $function$;
grant execute on function private.copy_quotation(p_id uuid, p_new_id uuid, p_contact_id uuid) to authenticated;
grant execute on function private.copy_quotation(p_id uuid, p_new_id uuid, p_contact_id uuid) to service_role;
comment on function private.copy_quotation(p_id uuid, p_new_id uuid, p_contact_id uuid) is 'A new draft with the head, lines and costs of another one, for the same contact or p_contact_id. p_new_id: chosen by the
caller, so that a repeated call returns the same quotation. Returns the id.';

CREATE OR REPLACE FUNCTION private.create_quotation(p_contact_id uuid, p_project_title text DEFAULT NULL::text, p_id uuid DEFAULT NULL::uuid, p_person_id uuid DEFAULT NULL::uuid, p_location_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_contact public.contacts;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select id into v_id from public.quotations where id = p_id;
  if found then
    return v_id;
  end if;
  select * into v_contact from public.contacts where id = p_contact_id;
  if v_contact.id is null then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif v_contact.archived_at is not null then
    perform private.refuse('22023', 'This contact is archived');
  end if;
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, account_manager_id, created_by)
  select coalesce(p_id, gen_random_uuid()), private.draw_number('Q'), p_contact_id, nullif(btrim(p_project_title), ''), p_person_id,
         p_location_id, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end, s.deposit_percent,
         private.terms_for(p_contact_id), coalesce(v_contact.account_manager_id, auth.uid()), auth.uid()
    from public.company_settings s
  returning id into v_id;
  perform private.log_event('quotation', v_id, 'created');
  return v_id;
end $function$;
grant execute on function private.create_quotation(p_contact_id uuid, p_project_title text, p_id uuid, p_person_id uuid, p_location_id uuid) to authenticated;
grant execute on function private.create_quotation(p_contact_id uuid, p_project_title text, p_id uuid, p_person_id uuid, p_location_id uuid) to service_role;
comment on function private.create_quotation(p_contact_id uuid, p_project_title text, p_id uuid, p_person_id uuid, p_location_id uuid) is 'A new draft with the next number, the terms for its client and the company''s deposit. p_id: an id chosen by the caller, so
that a repeated call returns the same quotation. Returns the id.';

CREATE OR REPLACE FUNCTION private.draw_public_uuid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.public_uuid := gen_random_uuid();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.expire_quotations()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_count integer := 0;
begin
  for v_id in
    update public.quotations set status = 'expired'
     where status = 'sent' and valid_until < private.company_today() returning id
  loop
    perform private.log_event('quotation', v_id, 'expired');
    perform private.cancel_mails('quotation', v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $function$;
grant execute on function private.expire_quotations() to service_role;
comment on function private.expire_quotations() is 'Sent quotations whose last valid day has passed → expired. Called once an hour by the schedule.';

CREATE OR REPLACE FUNCTION private.fix_quotation_status(p_id uuid, p_status text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations;
  v_order text;
  v_was_sent boolean;
begin
  if not (private.is_server() or private.my_role() = 'admin') then
    raise insufficient_privilege using message = 'Only admins repair a status';
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  select * into v_row from public.quotations where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  v_order := private.order_made_of(p_id);
  v_was_sent := exists (select from public.quotation_versions v where v.quotation_id = p_id and v.version = v_row.version);
  if v_order is not null and p_status <> 'converted' then
    perform private.refuse('PT409', format('Order %s was made of this quotation, so it is converted. Undo its approval, or cancel the order first.', v_order));
  elsif v_order is null and p_status = 'converted' then
    perform private.refuse('PT409', 'No order was made of this quotation, so it is not converted');
  elsif p_status not in ('draft', 'cancelled') and not v_was_sent then
    perform private.refuse('PT409', format('Version %s was never sent: it can only be a draft, or cancelled', v_row.version));
  end if;
  perform set_config('signwright.repair', 'on', true);
  -- What was sent stays as it was: a draft is the next version.
  update public.quotations
     set status = p_status, version = version + (p_status = 'draft' and v_was_sent)::integer
   where id = p_id;
  perform set_config('signwright.repair', '', true);
  perform private.log_event('quotation', p_id, 'status_repaired',
    jsonb_build_object('from', v_row.status, 'to', p_status, 'reason', left(btrim(p_reason), 2000)));
end $function$;
grant execute on function private.fix_quotation_status(p_id uuid, p_status text, p_reason text) to authenticated;
grant execute on function private.fix_quotation_status(p_id uuid, p_status text, p_reason text) to service_role;
comment on function private.fix_quotation_status(p_id uuid, p_status text, p_reason text) is 'For admins: sets a status that no transition leads to, with a reason in the story and a line in the audit trail. It makes
no order and removes none, so a quotation whose order lives stays converted, and no other is converted; a version that was never sent is
a draft or cancelled, and a sent one becomes the draft of the next version.';

CREATE OR REPLACE FUNCTION private.get_public_quotation(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return null;
  elsif private.log_view('quotation', v_row.id, p_visit) then
    update public.quotations set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return coalesce(
      case when v_row.status = 'draft' then (
        select v.snapshot from public.quotation_versions v where v.quotation_id = v_row.id order by v.version desc limit 1) end,
      private.quotation_document(v_row.id))
    || jsonb_build_object('public_uuid', v_row.public_uuid, 'status', v_row.status, 'being_revised', v_row.status = 'draft',
      'is_past', coalesce(v_row.valid_until < private.company_today(), false),
      'decided_at', v_row.decided_at, 'decided_name', v_row.decided_name, 'reject_reason', v_row.reject_reason)
    || private.order_of_quotation(v_row.id);
end $function$;
grant execute on function private.get_public_quotation(p_uuid uuid, p_visit text) to anon;
grant execute on function private.get_public_quotation(p_uuid uuid, p_visit text) to authenticated;
grant execute on function private.get_public_quotation(p_uuid uuid, p_visit text) to service_role;
comment on function private.get_public_quotation(p_uuid uuid, p_visit text) is 'What the holder of a link may read, as one object with numbers as text; null for a wrong, revoked or unsent one alike.
p_visit: a random text of the page''s visit; each visit is one viewed event. While a revision is written (being_revised), the
version that was sent last.';

CREATE OR REPLACE FUNCTION private.guard_quotation_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
begin
  select q.status into v_status from public.quotations q
   where q.id = case tg_op when 'DELETE' then old.quotation_id else new.quotation_id end for no key update;
  if v_status <> 'draft' then
    raise exception using errcode = 'PT409', message = 'This quotation was sent. Revise it to change its lines.';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;
comment on function private.guard_quotation_line() is 'Lines change while the quotation is a draft. The lock keeps changes and sending apart.';

CREATE OR REPLACE FUNCTION private.guard_removed_quotation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.status <> 'draft' or old.sent_at is not null then
    raise insufficient_privilege using message = 'A quotation that was sent is cancelled, not removed';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_sent_quotation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (old.contact_id, old.project_title, old.valid_until, old.person_id, old.location_id, old.deposit_kind, old.deposit_value,
      old.terms, old.client_note, old.show_price_breaks)
    is distinct from (new.contact_id, new.project_title, new.valid_until, new.person_id, new.location_id, new.deposit_kind,
      new.deposit_value, new.terms, new.client_note, new.show_price_breaks)
  then
    raise exception using errcode = 'PT409', message = 'This quotation was sent. Revise it to change it.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.is_public_document(p_uuid uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.quotations q
     where q.public_uuid = p_uuid and q.link_revoked_at is null and q.status <> 'cancelled'
       and (q.status <> 'draft' or exists (select from public.quotation_versions v where v.quotation_id = q.id)))
  or exists (select from public.orders o where o.public_uuid = p_uuid and o.link_revoked_at is null)
  or exists (select from public.deliveries d where d.public_uuid = p_uuid and d.link_revoked_at is null and d.status <> 'cancelled')
  or exists (select from public.invoices v where v.public_uuid = p_uuid and v.link_revoked_at is null and v.status not in ('draft', 'void'))
  or exists (select from public.credit_notes n where n.public_uuid = p_uuid and n.link_revoked_at is null and n.status not in ('draft', 'void'))
  or exists (select from public.statements s where s.public_uuid = p_uuid and s.link_revoked_at is null)
  or exists (select from public.payment_requests r where r.id = p_uuid)
  or exists (select from public.bookings b where b.public_uuid = p_uuid and b.status <> 'held')
$function$;
grant execute on function private.is_public_document(p_uuid uuid) to anon;
grant execute on function private.is_public_document(p_uuid uuid) to authenticated;
comment on function private.is_public_document(p_uuid uuid) is 'Whether a link of this uuid opens something now.';

CREATE OR REPLACE FUNCTION private.is_staff_document(p_uuid uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.can('quotations', 'view') and exists (select from public.quotations where public_uuid = p_uuid))
      or (private.can('orders', 'view') and exists (select from public.orders where public_uuid = p_uuid))
      or (private.can('deliveries', 'view') and exists (select from public.deliveries where public_uuid = p_uuid))
      or (private.can('invoices', 'view') and (exists (select from public.invoices where public_uuid = p_uuid)
        or exists (select from public.credit_notes where public_uuid = p_uuid)))
$function$;
grant execute on function private.is_staff_document(p_uuid uuid) to authenticated;
comment on function private.is_staff_document(p_uuid uuid) is 'Whether a member of staff may view the document of this uuid, sent or not.';

CREATE OR REPLACE FUNCTION private.line_facts(p_line jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p_line -> 'id', 'position', p_line -> 'position', 'kind', p_line -> 'kind',
    'description', p_line -> 'description', 'details', p_line -> 'details', 'unit', p_line -> 'unit',
    'picture_path', p_line -> 'picture_path', 'vat_treatment', p_line -> 'vat_treatment')
    || (select jsonb_object_agg(key, p_line ->> key)
          from unnest(array['qty', 'charged_qty', 'width_mm', 'height_mm', 'unit_price', 'discount_pct', 'vat_rate', 'net']) as key)
$function$;
comment on function private.line_facts(p_line jsonb) is 'A line as papers show it, numbers as text.';

CREATE OR REPLACE FUNCTION private.must_be_current(p_quotation public.quotations, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_quotation.status = 'draft' then
    perform private.refuse('PT409', 'This quotation is being changed. The new version will appear here.', p_quotation.version::text);
  elsif p_version is distinct from p_quotation.version then
    perform private.refuse('PT409', 'This quotation has changed. Please look at the current version.', p_quotation.version::text);
  end if;
end $function$;
comment on function private.must_be_current(p_quotation public.quotations, p_version integer) is 'Refuses an answer to a version that is not the current one; the detail of the error is the current version.';

CREATE OR REPLACE FUNCTION private.must_be_open(p_quotation public.quotations)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_quotation.status not in ('sent', 'change_requested') then
    perform private.refuse('PT409', format('This quotation is %s', case p_quotation.status
      when 'converted' then 'approved' else replace(p_quotation.status, '_', ' ') end), p_quotation.version::text);
  elsif p_quotation.valid_until < private.company_today() then
    perform private.refuse('PT409', format('This quotation was valid until %s. Please ask us for a new one.',
      to_char(p_quotation.valid_until, 'FMDD Mon YYYY')), p_quotation.version::text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.new_quotation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.quotation_number := private.draw_number('Q');
  new.status := 'draft';
  new.version := 1;
  new.net := 0;
  new.vat := 0;
  new.sent_at := null;
  new.first_viewed_at := null;
  new.last_viewed_at := null;
  new.decided_at := null;
  new.decided_name := null;
  new.decided_by := null;
  new.decided_ip := null;
  new.reject_reason := null;
  new.amends_order_id := null;
  return new;
end $function$;
comment on function private.new_quotation() is 'A quotation that a person makes is an empty draft with the next number, whatever the request says.';

CREATE OR REPLACE FUNCTION private.owners_of(p_quotation public.quotations)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_remove(array[p_quotation.created_by, p_quotation.account_manager_id], null)
$function$;

CREATE OR REPLACE FUNCTION private.quotation_by_link(p_uuid uuid)
 RETURNS public.quotations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations;
begin
  if private.is_public_document(p_uuid) then
    select * into v_row from public.quotations where public_uuid = p_uuid for no key update;
  end if;
  if v_row.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  return v_row;
end $function$;
comment on function private.quotation_by_link(p_uuid uuid) is 'The quotation of a link, locked. A wrong, revoked or unsent one is refused alike.';

CREATE OR REPLACE FUNCTION private.quotation_document(p_quotation_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'kind', 'quotation', 'number', q.number_with_version, 'quotation_number', q.quotation_number, 'version', q.version,
    'created_at', q.created_at, 'sent_at', q.sent_at, 'project_title', q.project_title, 'valid_until', q.valid_until,
    'currency', q.currency, 'net', private.amount_text(q.net), 'vat', private.amount_text(q.vat),
    'gross', private.amount_text(q.net + q.vat),
    'deposit', jsonb_build_object('kind', q.deposit_kind, 'value', q.deposit_value::text, 'amount', private.amount_text(q.deposit_amount)),
    'terms', q.terms, 'client_note', q.client_note,
    'company', private.company_facts(), 'client', private.contact_facts(q.contact_id),
    'person', private.contact_facts(q.person_id), 'site', private.site_facts(q.location_id),
    'lines', coalesce((
      select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('is_optional', i.is_optional,
               'option_group', i.option_group, 'is_selected', i.is_selected,
               'price_breaks', case when q.show_price_breaks then i.price_breaks end) order by i.position)
        from public.quotation_items i where i.quotation_id = q.id), '[]'),
    'vat_table', coalesce((
      select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
               'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
        from private.quotation_vat(q.id) as v), '[]'))
    from public.quotations q where q.id = p_quotation_id
$function$;
comment on function private.quotation_document(p_quotation_id uuid) is 'Everything that a client sees of a quotation. Numbers are text.';

CREATE OR REPLACE FUNCTION private.quotation_for(p_id uuid, p_doing text)
 RETURNS public.quotations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations;
begin
  perform private.must('quotations', 'edit', p_doing);
  select * into v_row from public.quotations where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  return v_row;
end $function$;
comment on function private.quotation_for(p_id uuid, p_doing text) is 'The quotation, locked, for a caller who may change quotations.';

CREATE OR REPLACE FUNCTION private.quotation_margin(p_quotation_id uuid)
 RETURNS TABLE(net numeric, cost numeric, margin numeric, margin_pct numeric, unknown_lines integer, unknown_net numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.net, total.cost, judged.net - total.cost,
         case when judged.net > 0 then trunc((judged.net - total.cost) * 100 / judged.net, 2) end, total.unknown_lines, total.unknown_net
    from public.quotations q,
         lateral (select coalesce(sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), 0) as cost,
                         count(*) filter (where c.item_id is not null) as known_lines,
                         coalesce(sum(i.net) filter (where c.item_id is not null), 0) as known_net,
                         (count(*) filter (where c.item_id is null))::integer as unknown_lines,
                         coalesce(sum(i.net) filter (where c.item_id is null), 0) as unknown_net
                    from public.quotation_items i left join public.quotation_item_costs c on c.item_id = i.id
                   where i.quotation_id = q.id and i.kind = 'item' and (not i.is_optional or i.is_selected)) as total,
         -- Discounts are for all lines: they count where all are judged.
         lateral (select case when total.unknown_lines = 0 then q.net when total.known_lines > 0 then total.known_net end as net) as judged
   where q.id = p_quotation_id and private.named('view_financial_data') and private.can('quotations', 'view')
$function$;
grant execute on function private.quotation_margin(p_quotation_id uuid) to authenticated;
grant execute on function private.quotation_margin(p_quotation_id uuid) to service_role;
comment on function private.quotation_margin(p_quotation_id uuid) is 'Cost and margin of the lines that count and whose cost is known, and how many there are of which it is not, with their net.
Null where no cost is known. No row without view_financial_data.';

CREATE OR REPLACE FUNCTION private.quotation_vat(p_quotation_id uuid)
 RETURNS TABLE(vat_rate numeric, vat_treatment text, base numeric, vat numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate)
    from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount') and (not i.is_optional or i.is_selected)
   group by i.vat_rate, i.vat_treatment
   order by i.vat_rate, i.vat_treatment
$function$;
comment on function private.quotation_vat(p_quotation_id uuid) is 'The VAT table of a quotation: lines that count, by rate and treatment.';

CREATE OR REPLACE FUNCTION private.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  if v_row.status = 'rejected' then
    return;
  end if;
  perform private.must_be_open(v_row);
  perform private.turn_down(v_row, 'rejected', p_name, p_reason, private.client_address());
end $function$;
grant execute on function private.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) to anon;
grant execute on function private.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) to authenticated;
grant execute on function private.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) to service_role;
comment on function private.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) is 'The client rejects the version that they see, with name and reason. A second call changes nothing.';

CREATE OR REPLACE FUNCTION private.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  if v_row.status = 'change_requested' then
    return;
  end if;
  perform private.must_be_open(v_row);
  perform private.turn_down(v_row, 'change_requested', p_name, p_message, private.client_address());
end $function$;
grant execute on function private.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) to anon;
grant execute on function private.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) to authenticated;
grant execute on function private.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) to service_role;
comment on function private.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) is 'The client asks for a change of the version that they see. A second call changes nothing.';

CREATE OR REPLACE FUNCTION private.revise_quotation(p_id uuid, p_reason text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_for(p_id, 'change quotations');
begin
  if v_row.status = 'draft' then
    return v_row.version;
  elsif v_row.status not in ('sent', 'change_requested', 'rejected', 'expired') then
    perform private.refuse('PT409', format('This quotation is %s', case v_row.status when 'converted' then 'approved'
      else v_row.status end));
  end if;
  update public.quotations
     set status = 'draft', version = version + 1,
         valid_until = case when valid_until < private.company_today() then null else valid_until end
   where id = p_id;
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'revised',
    jsonb_build_object('version', v_row.version + 1, 'reason', left(nullif(btrim(p_reason), ''), 2000)));
  return v_row.version + 1;
end $function$;
grant execute on function private.revise_quotation(p_id uuid, p_reason text) to authenticated;
grant execute on function private.revise_quotation(p_id uuid, p_reason text) to service_role;
comment on function private.revise_quotation(p_id uuid, p_reason text) is 'Sent, change requested, rejected or expired → draft of the next version. The link shows the version before until the next
one is sent. A second call changes nothing. Returns the version.';

CREATE OR REPLACE FUNCTION private.select_options(p_quotation_id uuid, p_selected uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from unnest(p_selected) as chosen (id) where not exists (
      select from public.quotation_items i where i.id = chosen.id and i.quotation_id = p_quotation_id and i.is_optional))
  then
    perform private.refuse('22023', 'An option is not part of this quotation');
  elsif exists (
    select from public.quotation_items i where i.quotation_id = p_quotation_id and i.option_group is not null and i.id = any (p_selected)
     group by i.option_group having count(*) > 1)
  then
    perform private.refuse('22023', 'Only one option of a group can be chosen');
  end if;
  update public.quotation_items set is_selected = id = any (p_selected)
   where quotation_id = p_quotation_id and is_optional and is_selected is distinct from (id = any (p_selected));
end $function$;

CREATE OR REPLACE FUNCTION private.send_quotation(p_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_for(p_id, 'send quotations');
begin
  if v_row.status = 'sent' then
    return v_row.version;
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  elsif not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
  update public.quotations q
     set status = 'sent', sent_at = now(), decided_at = null, decided_name = null, decided_by = null, decided_ip = null,
         reject_reason = null,
         valid_until = coalesce(q.valid_until, private.company_today() + (select quotation_valid_days from public.company_settings))
   where q.id = p_id;
  insert into public.quotation_versions (quotation_id, version, number, snapshot, reason, sent_by)
  values (p_id, v_row.version, v_row.number_with_version, private.quotation_document(p_id),
    (select e.meta ->> 'reason' from public.document_events e
      where e.kind = 'quotation' and e.record_id = p_id and e.type = 'revised' order by e.id desc limit 1), auth.uid());
  perform private.log_event('quotation', p_id, 'sent', jsonb_build_object('version', v_row.version));
  return v_row.version;
end $function$;
grant execute on function private.send_quotation(p_id uuid) to authenticated;
grant execute on function private.send_quotation(p_id uuid) to service_role;
comment on function private.send_quotation(p_id uuid) is 'Draft → sent: freezes the version in quotation_versions and opens the public link. It sends no mail. A second call changes
nothing. Returns the version.';

CREATE OR REPLACE FUNCTION private.settle_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.deposit_amount := case new.deposit_kind
    when 'percent' then trunc((new.net + new.vat) * new.deposit_value / 100, 2)
    when 'amount' then least(new.deposit_value, new.net + new.vat)
    else 0 end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.settle_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_default public.vat_rates;
  v_row jsonb;
  v_old jsonb;
begin
  if new.kind in ('heading', 'text') then
    new.qty := null;
    new.charged_qty := null;
    new.unit := null;
    new.width_mm := null;
    new.height_mm := null;
    new.unit_price := null;
    new.discount_pct := null;
    new.vat_rate := null;
    new.vat_treatment := null;
    new.net := 0;
    return new;
  end if;
  new.qty := coalesce(new.qty, 1);
  new.unit_price := coalesce(new.unit_price, 0);
  new.discount_pct := coalesce(new.discount_pct, 0);
  if new.kind = 'discount' then
    new.qty := -abs(new.qty);
  end if;
  if new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard' then
    v_default := private.default_vat();
    new.vat_rate := coalesce(v_default.rate, 0);
    new.vat_treatment := coalesce(v_default.treatment, 'standard');
  end if;
  new.vat_treatment := coalesce(new.vat_treatment, 'standard');
  if new.vat_treatment <> 'standard' then
    new.vat_rate := 0;
  end if;
  v_row := to_jsonb(new);
  v_old := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  if tg_table_name = 'quotation_items' then
    -- What a person said of other pieces, another size or another unit does not hold any more.
    if private.measure_of(new.unit, new.width_mm, new.height_mm) is null or new.kind <> 'item' or (v_old is not null
      and v_old ->> 'own_charged_qty' is not distinct from v_row ->> 'own_charged_qty'
      and (v_old ->> 'qty', v_old ->> 'unit', v_old ->> 'width_mm', v_old ->> 'height_mm')
        is distinct from (v_row ->> 'qty', v_row ->> 'unit', v_row ->> 'width_mm', v_row ->> 'height_mm')) then
      new.own_charged_qty := null;
    end if;
    v_row := to_jsonb(new);
  end if;
  if new.qty in ('NaN', 'Infinity', '-Infinity') then
    new.charged_qty := new.qty;
  elsif tg_table_name = 'order_items' and v_row ->> 'quotation_item_id' is not null then
    -- What was agreed stays.
    select i.charged_qty into new.charged_qty from public.quotation_items i where i.id = (v_row ->> 'quotation_item_id')::uuid;
  elsif tg_table_name = 'quotation_items' and tg_op = 'UPDATE'
    and (v_old ->> 'qty', v_old ->> 'unit', v_old ->> 'width_mm', v_old ->> 'height_mm', v_old ->> 'kind', v_old ->> 'charge_rule',
        v_old ->> 'own_charged_qty')
      is not distinct from (v_row ->> 'qty', v_row ->> 'unit', v_row ->> 'width_mm', v_row ->> 'height_mm', v_row ->> 'kind',
        v_row ->> 'charge_rule', v_row ->> 'own_charged_qty')
    and exists (select from public.quotations q where q.id = (v_row ->> 'quotation_id')::uuid and q.status <> 'draft') then
    new.charged_qty := (v_old ->> 'charged_qty')::numeric;
  elsif v_row ->> 'amends_item_id' is not null then
    -- What is taken off is the share of its pieces.
    select -trunc(o.charged_qty * abs(new.qty) / nullif(o.qty, 0), 4) into new.charged_qty
      from public.order_items o where o.id = (v_row ->> 'amends_item_id')::uuid;
  else
    new.charged_qty := coalesce((v_row ->> 'own_charged_qty')::numeric,
      private.charged_qty(new.qty, new.unit, new.width_mm, new.height_mm, v_row ->> 'charge_rule'));
    if abs(new.charged_qty) >= 1000000000000 then
      perform private.refuse('22023', 'The size of a line is too large to be charged');
    end if;
  end if;
  if new.qty <> 'NaN' and new.unit_price <> 'NaN' and new.discount_pct <> 'NaN'
    and abs(private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct)) >= 100000000 then
    perform private.refuse('22023', 'The amount of a line must stay below 100,000,000');
  end if;
  new.net := private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct);
  return new;
end $function$;
comment on function private.settle_line() is 'Completes a line before it is written: its sign, its VAT, the quantity that is charged and its net.';

CREATE OR REPLACE FUNCTION private.site_facts(p_location_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('label', l.label, 'address', l.address, 'city', l.city, 'postcode', l.postcode, 'country', l.country)
    from public.locations l where l.id = p_location_id
$function$;

CREATE OR REPLACE FUNCTION private.total_quotation(p_quotation_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_net numeric;
  v_vat numeric;
begin
  perform from public.quotations where id = p_quotation_id for no key update;
  select coalesce(sum(base), 0), coalesce(sum(vat), 0) into v_net, v_vat from private.quotation_vat(p_quotation_id);
  if v_net < 0 or v_vat < 0 then
    perform private.refuse('22023', 'The discounts are larger than what they are taken from');
  elsif (select count(*) from public.quotation_items where quotation_id = p_quotation_id) > 1000 then
    perform private.refuse('22023', 'A quotation may have 1000 lines at most');
  end if;
  update public.quotations set net = v_net, vat = v_vat
   where id = p_quotation_id and (net, vat) is distinct from (v_net, v_vat);
end $function$;

CREATE OR REPLACE FUNCTION private.total_quotations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_id uuid;
begin
  for v_id in execute format('select distinct quotation_id from (%s) as touched order by 1', v_touched) loop
    perform private.total_quotation(v_id);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.turn_down(p_quotation public.quotations, p_status text, p_name text, p_words text, p_ip inet)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := nullif(btrim(p_name), '');
  v_words constant text := nullif(btrim(p_words), '');
begin
  if v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif v_words is null then
    perform private.refuse('22023', case p_status when 'rejected' then 'Please say why' else 'Please say what is to change' end);
  elsif char_length(v_words) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  end if;
  update public.quotations
     set status = p_status, decided_at = now(), decided_name = v_name, decided_ip = p_ip, decided_by = auth.uid(),
         reject_reason = case when p_status = 'rejected' then v_words end
   where id = p_quotation.id;
  perform private.cancel_mails('quotation', p_quotation.id);
  perform private.log_event('quotation', p_quotation.id, p_status,
    jsonb_build_object('version', p_quotation.version, 'words', v_words, 'name', v_name), v_name);
  perform private.tell_staff(private.owners_of(p_quotation), case when cardinality(private.owners_of(p_quotation)) = 0
      then 'sales'::public.app_role end,
    format('%s %s', p_quotation.number_with_version, case p_status when 'rejected' then 'was rejected' else 'is to be changed' end),
    format('%s: %s', v_name, v_words), p_quotation.id,
    jsonb_build_object('quotation_number', p_quotation.quotation_number, 'kind', p_status));
end $function$;

CREATE OR REPLACE FUNCTION public.get_public_quotation(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.get_public_quotation($1, $2)$function$;
grant execute on function public.get_public_quotation(p_uuid uuid, p_visit text) to anon;
grant execute on function public.get_public_quotation(p_uuid uuid, p_visit text) to authenticated;
grant execute on function public.get_public_quotation(p_uuid uuid, p_visit text) to service_role;
comment on function public.get_public_quotation(p_uuid uuid, p_visit text) is 'What the holder of a link may read, as one object with numbers as text; null for a wrong, revoked or unsent one alike.
p_visit: a random text of the page''s visit; each visit is one viewed event. While a revision is written (being_revised), the
version that was sent last.';
