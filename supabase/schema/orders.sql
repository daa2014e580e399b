-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.job_steps (
  id uuid not null default gen_random_uuid(),
  job_id uuid not null,
  "position" text not null,
  name text not null,
  work_centre_id uuid,
  assignees uuid[] not null default '{}'::uuid[],
  status text not null default 'todo'::text,
  before_approval boolean not null default false,
  planned_start timestamp with time zone,
  planned_minutes numeric(10,2) not null default 0,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  depends_on uuid[] not null default '{}'::uuid[],
  qty_good numeric(14,4) not null default 0,
  qty_waste numeric(14,4) not null default 0,
  note text,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  wait_minutes integer not null default 0,
  skip_reason text,
  constraint job_steps_pkey PRIMARY KEY (id),
  constraint job_steps_job_id_position_key UNIQUE (job_id, "position"),
  constraint job_steps_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE,
  constraint job_steps_work_centre_id_fkey FOREIGN KEY (work_centre_id) REFERENCES public.work_centres(id) ON DELETE SET NULL,
  constraint job_steps_assignees_is_a_list CHECK (array_ndims(assignees) = 1),
  constraint job_steps_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint job_steps_depends_on_is_a_list CHECK (array_ndims(depends_on) = 1),
  constraint job_steps_end_after_begin CHECK (finished_at >= started_at),
  constraint job_steps_finished_at_is_in_reach CHECK (finished_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND finished_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint job_steps_lists_are_lists CHECK (COALESCE(array_ndims(assignees), 1) = 1 AND COALESCE(array_ndims(depends_on), 1) = 1 AND cardinality(assignees) <= 50 AND cardinality(depends_on) <= 50),
  constraint job_steps_minutes_range CHECK (planned_minutes >= 0::numeric AND planned_minutes <= 1000000::numeric),
  constraint job_steps_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 200 AND char_length(name) <= 250),
  constraint job_steps_note_length CHECK (char_length(note) <= 5000),
  constraint job_steps_planned_minutes_is_a_number CHECK (planned_minutes <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint job_steps_planned_start_is_in_reach CHECK (planned_start >= '1900-01-01 00:00:00+00'::timestamp with time zone AND planned_start < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint job_steps_position_length CHECK (char_length("position") >= 1 AND char_length("position") <= 200),
  constraint job_steps_qty_good_is_a_number CHECK (qty_good <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint job_steps_qty_range CHECK (qty_good >= 0::numeric AND qty_good <= 1000000::numeric AND qty_waste >= 0::numeric AND qty_waste <= 1000000::numeric),
  constraint job_steps_qty_waste_is_a_number CHECK (qty_waste <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint job_steps_skip_reason_length CHECK (char_length(skip_reason) <= 500),
  constraint job_steps_started_at_is_in_reach CHECK (started_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND started_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint job_steps_status_is_known CHECK (status = ANY (ARRAY['todo'::text, 'in_progress'::text, 'paused'::text, 'done'::text, 'skipped'::text])),
  constraint job_steps_wait_range CHECK (wait_minutes >= 0 AND wait_minutes <= 20160)
);
alter table public.job_steps enable row level security;
CREATE INDEX job_steps_planned_start_idx ON public.job_steps USING btree (planned_start) WHERE planned_start IS NOT NULL;
CREATE INDEX job_steps_work_centre_id_idx ON public.job_steps USING btree (work_centre_id, status);
grant delete, insert, select, update on public.job_steps to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.job_steps to service_role;
create policy "staff of production add steps" on public.job_steps for insert to authenticated
  with check (status = 'todo'::text AND (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can)));
create policy "staff of production remove steps that have not begun" on public.job_steps for delete to authenticated
  using (status = 'todo'::text AND ( SELECT private.named('skip_steps'::text) AS named) AND (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can)));
create policy "whoever reads jobs or production reads steps" on public.job_steps for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can));
create policy "staff of production change steps" on public.job_steps for update to authenticated
  using (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.job_steps FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('production:edit|jobs:edit');
CREATE TRIGGER check_step_order BEFORE INSERT OR UPDATE OF depends_on ON public.job_steps FOR EACH ROW EXECUTE FUNCTION private.check_step_order();
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.job_steps FOR EACH ROW EXECUTE FUNCTION private.check_transition('job_step');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.job_steps FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('job_step', 'by hand');
CREATE TRIGGER count_version BEFORE UPDATE ON public.job_steps FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.job_steps FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER follow_steps AFTER UPDATE OF status ON public.job_steps FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.follow_steps();
CREATE TRIGGER guard_rest BEFORE UPDATE OF status ON public.job_steps FOR EACH ROW WHEN (new.status = 'in_progress'::text AND old.status = 'todo'::text) EXECUTE FUNCTION private.guard_rest();
CREATE TRIGGER log_removed AFTER DELETE ON public.job_steps FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.log_removed_step();
CREATE TRIGGER nudge_orders_delete AFTER DELETE ON public.job_steps REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'orders');
CREATE TRIGGER nudge_orders_insert AFTER INSERT ON public.job_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'orders');
CREATE TRIGGER nudge_orders_update AFTER UPDATE ON public.job_steps REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'orders');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.job_steps REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'production', 'jobs');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.job_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'production', 'jobs');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.job_steps REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'production', 'jobs');
CREATE TRIGGER pin BEFORE UPDATE ON public.job_steps FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'job_id', 'started_at', 'finished_at', 'qty_good', 'qty_waste', 'skip_reason');
CREATE TRIGGER settle_status BEFORE UPDATE OF status ON public.job_steps FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.guard_step();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.job_steps FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.job_steps is 'The steps of a job. Several may run at once.';
comment on column public.job_steps.before_approval is 'May start before the mockup is approved.';
comment on column public.job_steps.depends_on is 'Steps of the same job that must be done or skipped before.';
comment on column public.job_steps.qty_good is 'Good pieces that came out of the step. Zero good and zero wasted: it was not counted.';
comment on column public.job_steps.skip_reason is 'Why this job does not need the step; null where it is not skipped.';
comment on column public.job_steps.wait_minutes is 'After it is done, the steps that depend on it wait so long: prints outgas before they are laminated.';

create table public.order_items (
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
  order_id uuid not null,
  quotation_item_id uuid,
  service_id uuid,
  inventory_item_id uuid,
  product_id uuid,
  calculation_id uuid,
  qty_ready numeric(14,4) not null default 0,
  qty_delivered numeric(14,4) not null default 0,
  qty_invoiced numeric(14,4) not null default 0,
  charged_qty numeric(20,4),
  constraint order_items_pkey PRIMARY KEY (id),
  constraint order_items_order_id_position_key UNIQUE (order_id, "position"),
  constraint order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint order_items_quotation_item_id_fkey FOREIGN KEY (quotation_item_id) REFERENCES public.quotation_items(id) ON DELETE SET NULL,
  constraint order_items_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE SET NULL,
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
  constraint order_items_charged_qty_is_a_number CHECK (charged_qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint order_items_discount_pct_is_a_number CHECK (discount_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_height_mm_is_a_number CHECK (height_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_not_more_than_ordered CHECK (qty_delivered >= 0::numeric AND qty_delivered <= GREATEST(COALESCE(abs(qty), 0::numeric), 0::numeric) AND qty_invoiced >= 0::numeric AND qty_invoiced <= COALESCE(abs(qty), 0::numeric)),
  constraint order_items_qty_delivered_is_a_number CHECK (qty_delivered <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_qty_invoiced_is_a_number CHECK (qty_invoiced <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_qty_ready_is_a_number CHECK (qty_ready <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_unit_price_is_a_number CHECK (unit_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_vat_rate_is_a_number CHECK (vat_rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint order_items_width_mm_is_a_number CHECK (width_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.order_items enable row level security;
CREATE INDEX order_items_quotation_item_id_idx ON public.order_items USING btree (quotation_item_id);
CREATE INDEX order_items_service_id_idx ON public.order_items USING btree (service_id);
grant select on public.order_items to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.order_items to service_role;
create policy "whoever reads an order reads its lines" on public.order_items for select to authenticated
  using (( SELECT true
   FROM public.orders o
  WHERE o.id = order_items.order_id));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.order_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('order_id', 'orders', 'invoices');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.order_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('order_id', 'orders', 'invoices');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.order_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('order_id', 'orders', 'invoices');
CREATE TRIGGER pin BEFORE UPDATE ON public.order_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER settle_line BEFORE INSERT ON public.order_items FOR EACH ROW EXECUTE FUNCTION private.settle_line();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.order_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.order_items is 'The lines of an order: those of the quotation that were chosen.';
comment on column public.order_items.charged_qty is 'That of the quotation''s line. Null: qty.';
comment on column public.order_items.kind is 'item; heading and text have no amounts; discount has a negative quantity and a price that is not; deposit is a deduction on an invoice.';
comment on column public.order_items.net is 'quantity × unit price less discount, toward zero to cents. Written by the database.';
comment on column public.order_items."position" is 'Fractional index key (src/documents), unique in its document, compared byte by byte.';
comment on column public.order_items.qty_delivered is 'Handed over so far. Kept by deliver_drop.';
comment on column public.order_items.qty_invoiced is 'On invoices so far, drafts included. Discounts count as their positive quantity.';

create table public.orders (
  id uuid not null default gen_random_uuid(),
  order_number text not null,
  public_uuid uuid not null default gen_random_uuid(),
  link_revoked_at timestamp with time zone,
  quotation_id uuid,
  quotation_version integer,
  contact_id uuid not null,
  person_id uuid,
  location_id uuid,
  project_title text,
  client_po text,
  status text not null default 'confirmed'::text,
  priority text not null default 'normal'::text,
  ordered_at timestamp with time zone not null default now(),
  due_date date,
  promised_date date,
  hold_reason text,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  currency text not null default 'EUR'::text,
  net numeric(14,2) not null default 0,
  vat numeric(14,2) not null default 0,
  gross numeric(14,2) not null generated always as ((net + vat)) stored,
  deposit_amount numeric(14,2) not null default 0,
  deposit_paid numeric(14,2) not null default 0,
  delivered_pct numeric(5,2) not null default 0,
  invoiced_pct numeric(5,2) not null default 0,
  terms text,
  archived_at timestamp with time zone,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  search_text text not null generated always as (private.folded((((order_number || ' '::text) || COALESCE(project_title, ''::text)) || ' '::text) || COALESCE(client_po, ''::text))) stored,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_order_number_key UNIQUE (order_number),
  constraint orders_public_uuid_key UNIQUE (public_uuid),
  constraint orders_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint orders_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint orders_location_id_fkey FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE SET NULL,
  constraint orders_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.contacts(id) ON DELETE SET NULL,
  constraint orders_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE RESTRICT,
  constraint orders_amounts_are_not_negative CHECK (net >= 0::numeric AND vat >= 0::numeric AND deposit_amount >= 0::numeric AND deposit_paid >= 0::numeric),
  constraint orders_archived_at_is_in_reach CHECK (archived_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND archived_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint orders_cancelled_at_is_in_reach CHECK (cancelled_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND cancelled_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint orders_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint orders_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint orders_delivered_pct_is_a_number CHECK (delivered_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint orders_deposit_amount_is_a_number CHECK (deposit_amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint orders_deposit_paid_is_a_number CHECK (deposit_paid <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint orders_due_date_is_in_reach CHECK (due_date >= '1900-01-01'::date AND due_date < '10000-01-01'::date),
  constraint orders_gross_is_a_number CHECK (gross <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint orders_hold_has_a_reason CHECK (status <> 'on_hold'::text OR hold_reason IS NOT NULL),
  constraint orders_invoiced_pct_is_a_number CHECK (invoiced_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint orders_link_revoked_at_is_in_reach CHECK (link_revoked_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND link_revoked_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint orders_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint orders_number_size CHECK (char_length(order_number) <= 60),
  constraint orders_ordered_at_is_in_reach CHECK (ordered_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND ordered_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint orders_priority_is_known CHECK (priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text])),
  constraint orders_promised_date_is_in_reach CHECK (promised_date >= '1900-01-01'::date AND promised_date < '10000-01-01'::date),
  constraint orders_status_is_known CHECK (status = ANY (ARRAY['confirmed'::text, 'awaiting_deposit'::text, 'in_production'::text, 'ready'::text, 'part_delivered'::text, 'delivered'::text, 'completed'::text, 'on_hold'::text, 'cancelled'::text])),
  constraint orders_texts_length CHECK (char_length(project_title) <= 500 AND char_length(client_po) <= 100 AND char_length(hold_reason) <= 2000 AND char_length(cancel_reason) <= 2000 AND char_length(terms) <= 20000),
  constraint orders_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.orders enable row level security;
CREATE INDEX orders_contact_id_created_at_idx ON public.orders USING btree (contact_id, created_at DESC);
CREATE INDEX orders_created_at_idx ON public.orders USING btree (created_at DESC, id DESC);
CREATE INDEX orders_created_by_idx ON public.orders USING btree (created_by);
CREATE INDEX orders_due_date_idx ON public.orders USING btree (due_date);
CREATE INDEX orders_location_id_idx ON public.orders USING btree (location_id);
CREATE UNIQUE INDEX orders_one_of_a_quotation_idx ON public.orders USING btree (quotation_id) WHERE status <> 'cancelled'::text;
CREATE INDEX orders_ordered_at_idx ON public.orders USING btree (ordered_at);
CREATE INDEX orders_person_id_idx ON public.orders USING btree (person_id);
CREATE INDEX orders_quotation_id_idx ON public.orders USING btree (quotation_id);
CREATE INDEX orders_search_text_idx ON public.orders USING gin (search_text extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX orders_status_created_at_idx ON public.orders USING btree (status, created_at DESC, id DESC);
grant select, update on public.orders to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.orders to service_role;
create policy "staff read orders" on public.orders for select to authenticated
  using (( SELECT private.can('orders'::text, 'view'::text) AS can));
create policy "staff change orders" on public.orders for update to authenticated
  using (( SELECT private.can('orders'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('orders'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.orders FOR EACH ROW EXECUTE FUNCTION private.check_transition('order');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('order', 'by hand');
CREATE TRIGGER compute_commissions AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status AND (new.status = ANY (ARRAY['delivered'::text, 'completed'::text]))) EXECUTE FUNCTION private.follow_delivered_order();
CREATE TRIGGER count_version BEFORE UPDATE OF person_id, location_id, project_title, client_po, priority, due_date, promised_date, link_revoked_at, archived_at, row_version ON public.orders FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER end_extra_work AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (new.status = 'cancelled'::text AND old.status IS DISTINCT FROM 'cancelled'::text) EXECUTE FUNCTION private.end_extra_work();
CREATE TRIGGER first_version BEFORE INSERT ON public.orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER follow_day AFTER UPDATE OF due_date, promised_date ON public.orders FOR EACH ROW WHEN (old.due_date IS DISTINCT FROM new.due_date OR old.promised_date IS DISTINCT FROM new.promised_date) EXECUTE FUNCTION private.follow_order_day();
CREATE TRIGGER nudge_client_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');
CREATE TRIGGER nudge_client_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');
CREATE TRIGGER nudge_client_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'orders');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'orders');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'orders');
CREATE TRIGGER pin BEFORE UPDATE ON public.orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'order_number', 'public_uuid', 'quotation_id', 'quotation_version', 'contact_id', 'status', 'ordered_at', 'hold_reason', 'cancelled_at', 'cancel_reason', 'currency', 'net', 'vat', 'deposit_amount', 'deposit_paid', 'delivered_pct', 'invoiced_pct', 'terms');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.orders is 'What a client ordered. Made by an approval, never by hand.';
comment on column public.orders.delivered_pct is 'Delivered net of all net, in percent, toward zero.';
comment on column public.orders.deposit_paid is 'Deposit money received, gross.';
comment on column public.orders.search_text is 'What a search looks through: number, title and the client''s own number, folded.';
comment on column public.orders.status is 'Computed by private.refresh_order: cancelled, on_hold, completed (delivered and invoiced in full), delivered, part_delivered,
awaiting_deposit, ready (all jobs), in_production, confirmed.';

CREATE OR REPLACE FUNCTION private.accept_quotation(p_quotation_id uuid, p_name text, p_selected uuid[], p_ip inet, p_signature text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_amended uuid;
  v_item public.order_items;
  v_group text;
  v_number integer := 0;
begin
  if p_selected is not null then
    perform private.select_options(p_quotation_id, p_selected);
  end if;
  select i.option_group into v_group from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.option_group is not null
   group by i.option_group having count(*) filter (where i.is_selected) <> 1 order by 1 limit 1;
  if found then
    perform private.refuse('22023', format('Please choose one of the options of "%s"', v_group));
  end if;
  select * into v_quotation from public.quotations where id = p_quotation_id;
  perform private.sign_document('quotation', p_quotation_id, v_quotation.version, p_name, p_signature);
  update public.quotations
     set status = 'approved', decided_at = now(), decided_name = btrim(p_name), decided_ip = p_ip, decided_by = auth.uid(),
         reject_reason = null
   where id = p_quotation_id;

  if v_quotation.amends_order_id is not null then
    v_amended := private.add_to_order(v_quotation, btrim(p_name));
    select * into v_order from public.orders where id = v_amended;
  else
    insert into public.orders (order_number, quotation_id, quotation_version, contact_id, person_id, location_id, project_title,
      currency, net, vat, deposit_amount, terms, created_by)
    values (private.draw_number('SO'), p_quotation_id, v_quotation.version, v_quotation.contact_id, v_quotation.person_id,
      v_quotation.location_id, v_quotation.project_title, v_quotation.currency, v_quotation.net, v_quotation.vat,
      v_quotation.deposit_amount, v_quotation.terms, auth.uid())
    returning * into v_order;
    insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
    select v_order.id, i.id, i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
           i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
      from public.quotation_items i
     where i.quotation_id = p_quotation_id and (not i.is_optional or i.is_selected);
    for v_item in
      select oi.* from public.order_items oi
        join public.quotation_items qi on qi.id = oi.quotation_item_id
        left join public.services s on s.id = oi.service_id
       where oi.order_id = v_order.id and oi.kind = 'item' and oi.qty > 0 and coalesce(qi.makes_job, s.makes_job, true)
       order by oi.position
    loop
      v_number := v_number + 1;
      perform private.make_job(v_order, v_item, v_number);
    end loop;
    perform private.request_deposit(v_order.id);
    perform private.refresh_order(v_order.id);
    perform private.log_event('order', v_order.id, 'created',
      jsonb_build_object('quotation_number', v_quotation.number_with_version, 'jobs', v_number), btrim(p_name));
  end if;
  update public.quotations set status = 'converted' where id = p_quotation_id;

  perform private.cancel_mails('quotation', p_quotation_id);
  perform private.log_event('quotation', p_quotation_id, 'approved',
    jsonb_build_object('version', v_quotation.version, 'name', btrim(p_name), 'order_number', v_order.order_number,
      'gross', private.amount_text(v_quotation.net + v_quotation.vat)), btrim(p_name));
  perform private.tell_staff(private.owners_of(v_quotation), 'sales',
    format('%s was approved', v_quotation.number_with_version),
    format(case when v_quotation.amends_order_id is null then '%s approved %s. Order %s stands in the office.'
      else '%s approved %s. It is part of order %s now.' end, btrim(p_name), coalesce(v_quotation.project_title, 'the quotation'),
      v_order.order_number), p_quotation_id,
    jsonb_build_object('quotation_number', v_quotation.quotation_number, 'order_number', v_order.order_number, 'kind', 'approved'));
  return v_order.id;
end $function$;
comment on function private.accept_quotation(p_quotation_id uuid, p_name text, p_selected uuid[], p_ip inet, p_signature text) is 'One transaction: quotation approved and converted, order with the chosen lines (or the amended order with them), a job for
each line of production, the request for the deposit, events, notices, cancelled reminders. The caller holds the lock of the
quotation.';

CREATE OR REPLACE FUNCTION private.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text DEFAULT NULL::text, p_selected uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  if v_row.status not in ('approved', 'converted') then
    perform private.must_be_open(v_row);
    if not coalesce(p_terms_accepted, false) then
      perform private.refuse('22023', 'Please accept the terms');
    end if;
    perform private.accept_quotation(v_row.id, p_name, p_selected, private.client_address(), p_signature);
    select * into v_row from public.quotations where id = v_row.id;
  end if;
  return jsonb_build_object('status', v_row.status, 'version', v_row.version, 'decided_at', v_row.decided_at,
    'decided_name', v_row.decided_name) || private.order_of_quotation(v_row.id);
end $function$;
grant execute on function private.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text, p_selected uuid[]) to anon;
grant execute on function private.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text, p_selected uuid[]) to authenticated;
grant execute on function private.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text, p_selected uuid[]) to service_role;
comment on function private.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text, p_selected uuid[]) is 'The client approves the version that they see: name, accepted terms, a drawn signature (PNG data address) or none, and the
ids of all chosen options (null: as chosen already). A second call answers as the first did. Returns status, decided_at,
decided_name and the order.';

CREATE OR REPLACE FUNCTION private.cancel_order(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.orders := private.order_for(p_id, 'cancel orders');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  perform private.close_order(v_row, p_reason);
end $function$;
grant execute on function private.cancel_order(p_id uuid, p_reason text) to authenticated;
grant execute on function private.cancel_order(p_id uuid, p_reason text) to service_role;
comment on function private.cancel_order(p_id uuid, p_reason text) is 'Cancels an order of which nothing is delivered or invoiced, with its jobs and open requests for money. A deposit that was
paid stays invoiced: accounts credit it.';

CREATE OR REPLACE FUNCTION private.close_order(p_order public.orders, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.order_items where order_id = p_order.id and (qty_delivered > 0 or qty_invoiced > 0)) then
    perform private.refuse('PT409', 'Something of this order is delivered or invoiced already');
  end if;
  if exists (select from public.deliveries where order_id = p_order.id and status = 'out') then
    perform private.refuse('PT409', 'A delivery of this order is on the road. Set it back to ready first.');
  end if;
  update public.deliveries set status = 'cancelled' where order_id = p_order.id and status in ('planned', 'ready', 'failed');
  update public.jobs set status = 'cancelled'
   where order_id = p_order.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready', 'on_hold');
  update public.payment_requests set status = 'cancelled' where order_id = p_order.id and status in ('open', 'processing');
  update public.orders set cancelled_at = now(), cancel_reason = left(btrim(p_reason), 2000), hold_reason = null, status = 'cancelled'
   where id = p_order.id;
  perform private.free_deposit(p_order);
  perform private.cancel_mails('order', p_order.id);
  perform private.log_event('order', p_order.id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $function$;

CREATE OR REPLACE FUNCTION private.derive_order_status(p_order public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p_order.cancelled_at is not null then 'cancelled'
    when p_order.hold_reason is not null then 'on_hold'
    when p_order.delivered_pct = 100 and p_order.invoiced_pct = 100 then 'completed'
    when p_order.delivered_pct = 100 then 'delivered'
    when p_order.delivered_pct > 0 or exists (
      select from public.order_items i where i.order_id = p_order.id and i.qty_delivered > 0) then 'part_delivered'
    when p_order.deposit_paid < p_order.deposit_amount then 'awaiting_deposit'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status <> 'cancelled')
      and not exists (select from public.jobs j where j.order_id = p_order.id and j.status not in ('ready', 'delivered', 'closed', 'cancelled'))
      then 'ready'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status in ('in_production', 'qc', 'ready', 'delivered', 'closed'))
      then 'in_production'
    else 'confirmed' end
$function$;

CREATE OR REPLACE FUNCTION private.follow_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.status is distinct from old.status then
    perform private.log_event('job', new.id, 'status', jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  if new.order_id is not null then
    update public.order_items i set qty_ready = ready.qty
      from (select case when bool_and(j.status in ('ready', 'delivered', 'closed')) then max(oi.qty) else 0 end as qty
              from public.jobs j join public.order_items oi on oi.id = j.order_item_id
             where j.order_item_id = new.order_item_id and j.status <> 'cancelled') as ready
     where i.id = new.order_item_id and ready.qty is not null and i.qty_ready is distinct from ready.qty;
    perform private.refresh_order(new.order_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_steps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
begin
  select status into v_status from public.jobs where id = new.job_id;
  if new.status not in ('done', 'skipped') and v_status in ('qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  elsif new.status = 'in_progress' and new.before_approval and v_status = 'new' then
    update public.jobs set status = 'artwork' where id = new.job_id;
  elsif new.status in ('in_progress', 'done') and not new.before_approval and v_status in ('new', 'artwork', 'approved', 'qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  end if;
  if new.status in ('done', 'skipped') and not exists (
    select from public.job_steps s where s.job_id = new.job_id and s.status not in ('done', 'skipped'))
  then
    update public.jobs set status = 'qc' where id = new.job_id and status = 'in_production';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_open text;
begin
  if coalesce(current_setting('signwright.repair', true), '') <> 'on' then
    if new.status in ('approved', 'in_production') and old.status in ('new', 'artwork', 'awaiting_approval')
      and new.mockup_required and new.mockup_status is distinct from 'approved'
    then
      perform private.refuse('PT409', 'The mockup of this job is not approved yet');
    end if;
    if new.status in ('qc', 'ready') and old.status <> 'on_hold' then
      select s.name into v_open from public.job_steps s
       where s.job_id = new.id and s.status = 'in_progress' order by s.position limit 1;
      if found then
        perform private.refuse('PT409', format('The step "%s" of this job is still running', v_open));
      end if;
      select string_agg(s.name, ', ' order by s.position) into v_open from public.job_steps s
       where s.job_id = new.id and s.status not in ('done', 'skipped');
      if v_open is not null and old.status <> 'ready' then
        perform private.refuse('PT409', format('Still open: %s. Each step is done, or skipped with a reason, before the job goes on.', left(v_open, 300)));
      end if;
    end if;
  end if;
  if new.status = 'in_production' then
    new.started_at := coalesce(new.started_at, now());
    new.finished_at := null;
  elsif new.status in ('ready', 'delivered') then
    new.finished_at := coalesce(new.finished_at, now());
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job public.jobs;
  v_waiting text;
begin
  select * into v_job from public.jobs where id = new.job_id for no key update;
  if new.status in ('in_progress', 'done') and old.status not in ('in_progress', new.status) then
    if v_job.status in ('on_hold', 'cancelled', 'delivered', 'closed') then
      perform private.refuse('PT409', format('This job is %s', replace(v_job.status, '_', ' ')));
    elsif v_job.mockup_required and v_job.mockup_status is distinct from 'approved' and not new.before_approval then
      perform private.refuse('PT409', 'The mockup of this job is not approved yet');
    end if;
    select s.name into v_waiting from public.job_steps s
     where s.id = any (new.depends_on) and s.job_id = new.job_id and s.status not in ('done', 'skipped') order by s.position limit 1;
    if found then
      perform private.refuse('PT409', format('This step waits for "%s"', v_waiting));
    end if;
  end if;
  if new.status not in ('done', 'skipped') and old.status in ('done', 'skipped') then
    select s.name into v_waiting from public.job_steps s
     where s.job_id = new.job_id and new.id = any (s.depends_on) and s.status in ('in_progress', 'paused', 'done') order by s.position limit 1;
    if found then
      perform private.refuse('PT409', format('"%s" has begun already, and it needs this step done', v_waiting));
    end if;
  end if;
  if new.status <> 'skipped' then
    new.skip_reason := null;
  end if;
  if new.status = 'in_progress' then
    new.started_at := coalesce(old.started_at, now());
    new.finished_at := null;
  elsif new.status = 'done' then
    new.started_at := coalesce(old.started_at, now());
    -- Whoever began it may have asked later and been served first.
    new.finished_at := greatest(now(), new.started_at);
  elsif new.status = 'todo' then
    new.started_at := null;
    new.finished_at := null;
    new.qty_good := 0;
    new.qty_waste := 0;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.hold_job(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
begin
  perform private.must('jobs', 'edit', 'hold jobs');
  select status into v_status from public.jobs where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_status = 'on_hold' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  update public.jobs set status = 'on_hold', held_from = v_status, hold_reason = left(btrim(p_reason), 2000) where id = p_id;
  perform private.log_event('job', p_id, 'held', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $function$;
grant execute on function private.hold_job(p_id uuid, p_reason text) to authenticated;
grant execute on function private.hold_job(p_id uuid, p_reason text) to service_role;
comment on function private.hold_job(p_id uuid, p_reason text) is 'Puts a job on hold, with a reason. It goes on by release_job.';

CREATE OR REPLACE FUNCTION private.hold_order(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.orders := private.order_for(p_id, 'hold orders');
begin
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status in ('cancelled', 'completed', 'delivered') then
    perform private.refuse('PT409', format('This order is %s', v_row.status));
  end if;
  update public.orders set hold_reason = left(btrim(p_reason), 2000), status = 'on_hold' where id = p_id;
  perform private.log_event('order', p_id, 'held', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $function$;
grant execute on function private.hold_order(p_id uuid, p_reason text) to authenticated;
grant execute on function private.hold_order(p_id uuid, p_reason text) to service_role;
comment on function private.hold_order(p_id uuid, p_reason text) is 'Puts an open order on hold, with a reason. It goes on by release_order.';

CREATE OR REPLACE FUNCTION private.make_job(p_order public.orders, p_item public.order_items, p_number integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job_id uuid;
begin
  select id into v_job_id from public.jobs
   where quotation_item_id = p_item.quotation_item_id and order_id is null and status <> 'cancelled'
   order by created_at limit 1 for no key update;
  if found then
    update public.jobs set order_id = p_order.id, order_item_id = p_item.id, due_date = coalesce(due_date, p_order.due_date)
     where id = v_job_id;
    return v_job_id;
  end if;
  insert into public.jobs (job_number, quotation_id, quotation_item_id, order_id, order_item_id, service_id, title, qty, unit, width_mm,
    height_mm, details, due_date, priority, mockup_required, created_by)
  select 'JOB' || substr(p_order.order_number, 3) || '-' || private.letters(p_number), p_order.quotation_id, p_item.quotation_item_id,
         p_order.id, p_item.id, p_item.service_id, left(coalesce(nullif(btrim(p_item.description), ''), s.name, 'Job'), 500), p_item.qty,
         coalesce(p_item.unit, 'piece'), p_item.width_mm, p_item.height_mm, p_item.details, p_order.due_date, p_order.priority,
         coalesce(s.mockup_required, false), auth.uid()
    from (select 1) as one left join public.services s on s.id = p_item.service_id
  returning id into v_job_id;
  perform private.add_template_steps(v_job_id);
  return v_job_id;
end $function$;
comment on function private.make_job(p_order public.orders, p_item public.order_items, p_number integer) is 'The job of an order line: the one that began before the approval, else a new one with the steps of its service.';

CREATE OR REPLACE FUNCTION private.new_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.job_number := private.draw_number('JOB');
  new.status := 'new';
  new.order_id := null;
  new.order_item_id := null;
  new.quotation_item_id := null;
  new.mockup_required := coalesce((select s.mockup_required from public.services s where s.id = new.service_id), false);
  new.mockup_status := null;
  new.hold_reason := null;
  new.held_from := null;
  new.remake_of := null;
  new.started_at := null;
  new.finished_at := null;
  return new;
end $function$;
comment on function private.new_job() is 'A job that a person makes belongs to no order, begins as new and gets the next number.';

CREATE OR REPLACE FUNCTION private.order_for(p_id uuid, p_doing text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.orders;
begin
  perform private.must('orders', 'edit', p_doing);
  select * into v_row from public.orders where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  end if;
  return v_row;
end $function$;

CREATE OR REPLACE FUNCTION private.order_of_quotation(p_quotation_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('order', (
    select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid,
             'status', o.status, 'deposit_amount', private.amount_text(o.deposit_amount),
             'deposit_paid', private.amount_text(o.deposit_paid), 'gross', private.amount_text(o.gross),
             'paid', private.amount_text(coalesce(p.paid, 0)), 'paid_on', p.paid_on,
             'is_amended', o.quotation_id is distinct from p_quotation_id)
      from public.orders o
      cross join lateral (
        select sum(m.amount - m.refunded) as paid, max(m.received_on) as paid_on from public.payments m
         where m.order_id = o.id and m.direction = 'in' and m.status in ('succeeded', 'part_refunded')) as p
     where o.quotation_id = p_quotation_id or o.id = (
       select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
     -- A cancelled order is told of while no other came of the quotation.
     order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
$function$;
comment on function private.order_of_quotation(p_quotation_id uuid) is 'The order of a quotation, or the order that it amended, as its client may see it, also when it was cancelled: {order: null} without one. paid:
what of the client''s money for it was not given back, and the day of the last payment.';

CREATE OR REPLACE FUNCTION private.order_vat(p_order_id uuid)
 RETURNS TABLE(vat_rate numeric, vat_treatment text, base numeric, vat numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate)
    from public.order_items i
   where i.order_id = p_order_id and i.kind in ('item', 'discount')
   group by i.vat_rate, i.vat_treatment
   order by i.vat_rate, i.vat_treatment
$function$;
comment on function private.order_vat(p_order_id uuid) is 'The VAT table of an order.';

CREATE OR REPLACE FUNCTION private.record_quotation_answer(p_id uuid, p_answer text, p_name text, p_words text DEFAULT NULL::text, p_selected uuid[] DEFAULT NULL::uuid[], p_lost text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_for(p_id, 'record the answer to a quotation');
  v_order_id uuid;
begin
  if p_answer = 'approved' and v_row.status = 'converted' then
    select id into v_order_id from public.orders where quotation_id = p_id and status <> 'cancelled';
    return v_order_id;
  elsif p_answer = v_row.status then
    return null;
  elsif v_row.status not in ('sent', 'change_requested') then
    perform private.must_be_open(v_row);
  elsif p_answer = 'approved' then
    v_order_id := private.accept_quotation(p_id, p_name, p_selected, null, null);
    perform private.log_event('quotation', p_id, 'answer_recorded', jsonb_build_object('answer', p_answer, 'words', left(p_words, 2000)));
    return v_order_id;
  elsif p_answer in ('rejected', 'change_requested') then
    perform private.turn_down(v_row, p_answer, p_name, p_words, null);
    if p_answer = 'rejected' and p_lost is not null then
      perform private.keep_loss(p_id, p_lost, p_words);
    end if;
    return null;
  end if;
  perform private.refuse('22023', 'The answer is approved, rejected or change_requested');
  return null;
end $function$;
grant execute on function private.record_quotation_answer(p_id uuid, p_answer text, p_name text, p_words text, p_selected uuid[], p_lost text) to authenticated;
grant execute on function private.record_quotation_answer(p_id uuid, p_answer text, p_name text, p_words text, p_selected uuid[], p_lost text) to service_role;
comment on function private.record_quotation_answer(p_id uuid, p_answer text, p_name text, p_words text, p_selected uuid[], p_lost text) is 'Staff record what a client said by telephone or on paper: approved, rejected or change_requested, with the name of who said
it. p_lost: why it was lost, for a rejection, as in record_quotation_loss. Returns the id of the order, or null.';

CREATE OR REPLACE FUNCTION private.refresh_order(p_order_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.orders;
  v_before text;
begin
  select * into v_row from public.orders where id = p_order_id for no key update;
  if v_row.id is null then
    return;
  end if;
  v_before := v_row.status;
  v_row.delivered_pct := private.share_of_order(p_order_id, 'delivered');
  v_row.invoiced_pct := private.share_of_order(p_order_id, 'invoiced');
  v_row.status := private.derive_order_status(v_row);
  update public.orders
     set delivered_pct = v_row.delivered_pct, invoiced_pct = v_row.invoiced_pct, status = v_row.status
   where id = p_order_id
     and (delivered_pct, invoiced_pct, status) is distinct from (v_row.delivered_pct, v_row.invoiced_pct, v_row.status);
  if v_before <> v_row.status then
    perform private.log_event('order', p_order_id, 'status', jsonb_build_object('from', v_before, 'to', v_row.status));
  end if;
end $function$;
comment on function private.refresh_order(p_order_id uuid) is 'Computes percentages and status of an order and stores them. Called by whatever they follow from.';

CREATE OR REPLACE FUNCTION private.release_job(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.jobs;
begin
  perform private.must('jobs', 'edit', 'release jobs');
  select * into v_row from public.jobs where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_row.status <> 'on_hold' then
    return;
  end if;
  update public.jobs set status = coalesce(held_from, 'new'), held_from = null, hold_reason = null where id = p_id;
end $function$;
grant execute on function private.release_job(p_id uuid) to authenticated;
grant execute on function private.release_job(p_id uuid) to service_role;
comment on function private.release_job(p_id uuid) is 'A job on hold goes on in the status that it was held in.';

CREATE OR REPLACE FUNCTION private.release_order(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.orders := private.order_for(p_id, 'release orders');
begin
  if v_row.status <> 'on_hold' then
    return;
  end if;
  v_row.hold_reason := null;
  update public.orders set hold_reason = null, status = private.derive_order_status(v_row) where id = p_id;
  perform private.log_event('order', p_id, 'released');
end $function$;
grant execute on function private.release_order(p_id uuid) to authenticated;
grant execute on function private.release_order(p_id uuid) to service_role;
comment on function private.release_order(p_id uuid) is 'An order on hold goes on where its deposit, jobs and deliveries say.';

CREATE OR REPLACE FUNCTION private.share_of_order(p_order_id uuid, p_what text)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(case
    when bool_and(done.qty >= abs(i.qty)) then 100
    when sum(abs(i.net)) = 0 then trunc(100.0 * sum(done.qty) / nullif(sum(abs(i.qty)), 0), 2)
    else least(99.99, trunc(100 * sum(abs(i.net) * done.qty / nullif(abs(i.qty), 0)) / sum(abs(i.net)), 2)) end, 0)
    from public.order_items i,
         lateral (select case p_what when 'delivered' then i.qty_delivered else i.qty_invoiced end as qty) as done
   where i.order_id = p_order_id and i.qty <> 0
     and (i.kind = 'item' or (i.kind = 'discount' and p_what = 'invoiced'))
$function$;
comment on function private.share_of_order(p_order_id uuid, p_what text) is 'Percent of an order that is delivered or invoiced, by value; 100 only when all of it is.';

CREATE OR REPLACE FUNCTION private.undo_approval(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_for(p_id, 'undo the approval of a quotation');
  v_order public.orders;
begin
  if v_row.status = 'sent' then
    return;
  elsif v_row.status not in ('approved', 'converted') then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  elsif v_row.amends_order_id is not null then
    perform private.refuse('PT409', 'Extra work is part of its order now. Amend the order again to take it off.');
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  select * into v_order from public.orders where quotation_id = p_id and status <> 'cancelled' for no key update;
  if v_order.id is not null then
    if v_order.deposit_paid > 0 then
      perform private.refuse('PT409', 'The deposit is paid: the approval cannot be undone');
    elsif exists (select from public.quotations q where q.amends_order_id = v_order.id and q.status in ('approved', 'converted')) then
      perform private.refuse('PT409', 'Extra work was added to this order: the approval cannot be undone');
    elsif exists (
      select from public.jobs j where j.order_id = v_order.id and (j.status not in ('new', 'cancelled')
        or exists (select from public.job_steps s where s.job_id = j.id and s.status <> 'todo')))
    then
      perform private.refuse('PT409', 'A job of this order has begun: the approval cannot be undone');
    end if;
    perform private.close_order(v_order, p_reason);
  end if;
  update public.quotations
     set status = 'sent', decided_at = null, decided_name = null, decided_by = null, decided_ip = null
   where id = p_id;
  perform private.log_event('quotation', p_id, 'approval_undone', jsonb_build_object('reason', left(btrim(p_reason), 2000),
    'order_number', v_order.order_number));
end $function$;
grant execute on function private.undo_approval(p_id uuid, p_reason text) to authenticated;
grant execute on function private.undo_approval(p_id uuid, p_reason text) to service_role;
comment on function private.undo_approval(p_id uuid, p_reason text) is 'Approved → sent, while no deposit is paid and no job has begun. Its order is cancelled and keeps its number; a new approval
makes a new order.';
