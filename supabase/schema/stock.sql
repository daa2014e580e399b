-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.inventory_groups (
  id uuid not null default gen_random_uuid(),
  name text not null,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint inventory_groups_pkey PRIMARY KEY (id),
  constraint inventory_groups_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint inventory_groups_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint inventory_groups_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120),
  constraint inventory_groups_note_length CHECK (char_length(note) <= 2000)
);
alter table public.inventory_groups enable row level security;
CREATE INDEX inventory_groups_created_by_idx ON public.inventory_groups USING btree (created_by);
CREATE UNIQUE INDEX inventory_groups_name_idx ON public.inventory_groups USING btree (lower(name));
grant delete, insert, select, update on public.inventory_groups to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.inventory_groups to service_role;
create policy "staff who keep stock add groups" on public.inventory_groups for insert to authenticated
  with check (( SELECT private.can('inventory'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff who keep stock remove groups" on public.inventory_groups for delete to authenticated
  using (( SELECT private.can('inventory'::text, 'delete'::text) AS can));
create policy "staff who see stock read groups" on public.inventory_groups for select to authenticated
  using (( SELECT private.can('inventory'::text, 'view'::text) AS can));
create policy "staff who keep stock change groups" on public.inventory_groups for update to authenticated
  using (( SELECT private.can('inventory'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('inventory'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.inventory_groups FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('inventory:create');
CREATE TRIGGER count_version BEFORE UPDATE ON public.inventory_groups FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.inventory_groups FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.inventory_groups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.inventory_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.inventory_groups REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.inventory_groups FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.inventory_groups FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.inventory_groups FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.inventory_groups is 'Items that differ only in size, colour or thickness, shown side by side.';

create table public.item_suppliers (
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  supplier_id uuid not null,
  supplier_sku text,
  lead_days integer,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint item_suppliers_pkey PRIMARY KEY (id),
  constraint item_suppliers_item_id_supplier_id_key UNIQUE (item_id, supplier_id),
  constraint item_suppliers_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint item_suppliers_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.inventory_items(id) ON DELETE CASCADE,
  constraint item_suppliers_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES public.contacts(id) ON DELETE CASCADE,
  constraint item_suppliers_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint item_suppliers_lead_days_range CHECK (lead_days >= 0 AND lead_days <= 365),
  constraint item_suppliers_texts_length CHECK (char_length(supplier_sku) <= 100)
);
alter table public.item_suppliers enable row level security;
CREATE INDEX item_suppliers_created_by_idx ON public.item_suppliers USING btree (created_by);
CREATE INDEX item_suppliers_supplier_id_idx ON public.item_suppliers USING btree (supplier_id);
grant delete, insert, select, update on public.item_suppliers to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.item_suppliers to service_role;
create policy "staff who keep stock add suppliers" on public.item_suppliers for insert to authenticated
  with check (( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff who keep stock remove suppliers" on public.item_suppliers for delete to authenticated
  using (( SELECT private.can('inventory'::text, 'edit'::text) AS can));
create policy "staff who see stock read suppliers" on public.item_suppliers for select to authenticated
  using (( SELECT private.can('inventory'::text, 'view'::text) AS can));
create policy "staff who keep stock change suppliers" on public.item_suppliers for update to authenticated
  using (( SELECT private.can('inventory'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('inventory'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.item_suppliers FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('inventory:edit');
CREATE TRIGGER count_version BEFORE UPDATE ON public.item_suppliers FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.item_suppliers FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.item_suppliers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.item_suppliers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.item_suppliers REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.item_suppliers FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'item_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.item_suppliers FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.item_suppliers FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.item_suppliers is 'Who else sells an item, under which number. The usual supplier stands with the item.';

create table public.job_materials (
  id uuid not null default gen_random_uuid(),
  job_id uuid not null,
  item_id uuid not null,
  qty_planned numeric(14,4) not null default 0,
  qty_reserved numeric(14,4) not null default 0,
  qty_used numeric(14,4) not null default 0,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  constraint job_materials_pkey PRIMARY KEY (id),
  constraint job_materials_job_id_item_id_key UNIQUE (job_id, item_id),
  constraint job_materials_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint job_materials_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.inventory_items(id) ON DELETE RESTRICT,
  constraint job_materials_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE,
  constraint job_materials_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint job_materials_qty_planned_is_a_number CHECK (qty_planned <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint job_materials_qty_range CHECK (qty_planned >= 0::numeric AND qty_planned <= 1000000::numeric AND qty_reserved >= 0::numeric AND qty_reserved <= 1000000::numeric AND qty_used >= 0::numeric AND qty_used <= 1000000::numeric),
  constraint job_materials_qty_reserved_is_a_number CHECK (qty_reserved <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint job_materials_qty_used_is_a_number CHECK (qty_used <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint job_materials_settled_at_is_in_reach CHECK (settled_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND settled_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.job_materials enable row level security;
CREATE INDEX job_materials_created_by_idx ON public.job_materials USING btree (created_by);
CREATE INDEX job_materials_item_id_idx ON public.job_materials USING btree (item_id);
grant select on public.job_materials to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.job_materials to service_role;
create policy "whoever reads jobs, production or stock reads materials" on public.job_materials for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can) OR ( SELECT private.can('inventory'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.job_materials REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'jobs', 'production');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.job_materials REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'jobs', 'production');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.job_materials REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('job_id', 'jobs', 'production');
CREATE TRIGGER nudge_stock_delete AFTER DELETE ON public.job_materials REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER nudge_stock_insert AFTER INSERT ON public.job_materials REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER nudge_stock_update AFTER UPDATE ON public.job_materials REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.job_materials FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.job_materials FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.job_materials FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.job_materials is 'What a job needs of an item, in stock units: planned, kept for it, taken. A job waits for material while planned is more than kept and taken.';
comment on column public.job_materials.settled_at is 'When it was said at a hand-over what was used of it. A job that goes back to production is asked again.';

create table public.purchase_order_line_costs (
  line_id uuid not null,
  unit_cost numeric(14,4) not null,
  row_version integer not null default 1,
  constraint purchase_order_line_costs_pkey PRIMARY KEY (line_id),
  constraint purchase_order_line_costs_line_id_fkey FOREIGN KEY (line_id) REFERENCES public.purchase_order_lines(id) ON DELETE CASCADE,
  constraint purchase_order_line_costs_range CHECK (unit_cost >= 0::numeric),
  constraint purchase_order_line_costs_unit_cost_is_a_number CHECK (unit_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.purchase_order_line_costs enable row level security;
grant insert, select, update on public.purchase_order_line_costs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.purchase_order_line_costs to service_role;
create policy "holders of view_financial_data who keep stock add costs to draf" on public.purchase_order_line_costs for insert to authenticated
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND ( SELECT o.status = 'draft'::text
   FROM public.purchase_order_lines l
     JOIN public.purchase_orders o ON o.id = l.purchase_order_id
  WHERE l.id = purchase_order_line_costs.line_id));
create policy "holders of view_financial_data read costs of purchases" on public.purchase_order_line_costs for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named));
create policy "holders of view_financial_data who keep stock change costs of d" on public.purchase_order_line_costs for update to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND ( SELECT o.status = 'draft'::text
   FROM public.purchase_order_lines l
     JOIN public.purchase_orders o ON o.id = l.purchase_order_id
  WHERE l.id = purchase_order_line_costs.line_id))
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.purchase_order_line_costs FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('view_financial_data', 'inventory:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.purchase_order_line_costs FOR EACH ROW EXECUTE FUNCTION private.audit('line_id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.purchase_order_line_costs FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.purchase_order_line_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.purchase_order_line_costs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('line_id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.purchase_order_line_costs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('line_id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.purchase_order_line_costs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('line_id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.purchase_order_line_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('line_id');
comment on table public.purchase_order_line_costs is 'What one buy unit costs on this order, without VAT. Only for holders of view_financial_data.';

create table public.purchase_order_lines (
  id uuid not null default gen_random_uuid(),
  purchase_order_id uuid not null,
  item_id uuid not null,
  supplier_sku text,
  qty numeric(14,4) not null,
  unit text not null default 'piece'::text,
  qty_received numeric(14,4) not null default 0,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint purchase_order_lines_pkey PRIMARY KEY (id),
  constraint purchase_order_lines_purchase_order_id_item_id_key UNIQUE (purchase_order_id, item_id),
  constraint purchase_order_lines_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint purchase_order_lines_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.inventory_items(id) ON DELETE RESTRICT,
  constraint purchase_order_lines_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES public.purchase_orders(id) ON DELETE CASCADE,
  constraint purchase_order_lines_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint purchase_order_lines_not_more_than_ordered CHECK (qty_received >= 0::numeric AND qty_received <= qty),
  constraint purchase_order_lines_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint purchase_order_lines_qty_range CHECK (qty > 0::numeric AND qty <= 1000000::numeric),
  constraint purchase_order_lines_qty_received_is_a_number CHECK (qty_received <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint purchase_order_lines_texts_length CHECK (char_length(supplier_sku) <= 100 AND char_length(unit) <= 20)
);
alter table public.purchase_order_lines enable row level security;
CREATE INDEX purchase_order_lines_created_by_idx ON public.purchase_order_lines USING btree (created_by);
CREATE INDEX purchase_order_lines_item_id_idx ON public.purchase_order_lines USING btree (item_id);
grant delete, insert, select, update on public.purchase_order_lines to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.purchase_order_lines to service_role;
create policy "staff who keep stock add lines to drafts" on public.purchase_order_lines for insert to authenticated
  with check (( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)) AND ( SELECT o.status = 'draft'::text
   FROM public.purchase_orders o
  WHERE o.id = purchase_order_lines.purchase_order_id));
create policy "staff who keep stock remove lines of drafts" on public.purchase_order_lines for delete to authenticated
  using (( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND ( SELECT o.status = 'draft'::text
   FROM public.purchase_orders o
  WHERE o.id = purchase_order_lines.purchase_order_id));
create policy "whoever reads a purchase order reads its lines" on public.purchase_order_lines for select to authenticated
  using (( SELECT true
   FROM public.purchase_orders o
  WHERE o.id = purchase_order_lines.purchase_order_id));
create policy "staff who keep stock change lines of drafts" on public.purchase_order_lines for update to authenticated
  using (( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND ( SELECT o.status = 'draft'::text
   FROM public.purchase_orders o
  WHERE o.id = purchase_order_lines.purchase_order_id))
  with check (( SELECT private.can('inventory'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.purchase_order_lines FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('inventory:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.purchase_order_lines FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER cost_purchase_line AFTER INSERT ON public.purchase_order_lines FOR EACH ROW EXECUTE FUNCTION private.cost_purchase_line();
CREATE TRIGGER count_version BEFORE UPDATE ON public.purchase_order_lines FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.purchase_order_lines FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.purchase_order_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('purchase_order_id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.purchase_order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('purchase_order_id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.purchase_order_lines REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('purchase_order_id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.purchase_order_lines FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'purchase_order_id', 'item_id', 'unit', 'qty_received');
CREATE TRIGGER settle_purchase_line BEFORE INSERT ON public.purchase_order_lines FOR EACH ROW EXECUTE FUNCTION private.settle_purchase_line();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.purchase_order_lines FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.purchase_order_lines FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on column public.purchase_order_lines.qty is 'In buy units of the item.';

create table public.purchase_orders (
  id uuid not null default gen_random_uuid(),
  purchase_number text not null,
  supplier_id uuid not null,
  status text not null default 'draft'::text,
  expected_on date,
  note text,
  sent_at timestamp with time zone,
  sent_to text,
  cancel_reason text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint purchase_orders_pkey PRIMARY KEY (id),
  constraint purchase_orders_purchase_number_key UNIQUE (purchase_number),
  constraint purchase_orders_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint purchase_orders_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint purchase_orders_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint purchase_orders_expected_on_is_in_reach CHECK (expected_on >= '1900-01-01'::date AND expected_on < '10000-01-01'::date),
  constraint purchase_orders_number_size CHECK (char_length(purchase_number) <= 60),
  constraint purchase_orders_sent_at_is_in_reach CHECK (sent_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint purchase_orders_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'sent'::text, 'part_received'::text, 'received'::text, 'cancelled'::text])),
  constraint purchase_orders_texts_length CHECK (char_length(note) <= 5000 AND char_length(sent_to) <= 320 AND char_length(cancel_reason) <= 2000)
);
alter table public.purchase_orders enable row level security;
CREATE INDEX purchase_orders_created_at_idx ON public.purchase_orders USING btree (created_at DESC, id DESC);
CREATE INDEX purchase_orders_created_by_idx ON public.purchase_orders USING btree (created_by);
CREATE INDEX purchase_orders_search_idx ON public.purchase_orders USING gin (private.folded(purchase_number) extensions.gin_trgm_ops);
CREATE INDEX purchase_orders_status_created_at_idx ON public.purchase_orders USING btree (status, created_at DESC, id DESC);
CREATE INDEX purchase_orders_supplier_id_idx ON public.purchase_orders USING btree (supplier_id);
grant select, update on public.purchase_orders to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.purchase_orders to service_role;
create policy "staff who see stock read purchase orders" on public.purchase_orders for select to authenticated
  using (( SELECT private.can('inventory'::text, 'view'::text) AS can));
create policy "staff who keep stock change purchase orders" on public.purchase_orders for update to authenticated
  using (( SELECT private.can('inventory'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('inventory'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.purchase_orders FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.purchase_orders FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.purchase_orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.purchase_orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.purchase_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.purchase_orders REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.purchase_orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'purchase_number', 'status', 'sent_at', 'sent_to', 'cancel_reason');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.purchase_orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.purchase_orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.purchase_orders is 'What is ordered from suppliers: draft, sent, received in parts.';

create table public.purchase_receipts (
  id uuid not null,
  purchase_order_id uuid not null,
  delivery_note text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint purchase_receipts_pkey PRIMARY KEY (id),
  constraint purchase_receipts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint purchase_receipts_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES public.purchase_orders(id) ON DELETE RESTRICT,
  constraint purchase_receipts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint purchase_receipts_note_length CHECK (char_length(delivery_note) <= 200)
);
alter table public.purchase_receipts enable row level security;
CREATE INDEX purchase_receipts_created_by_idx ON public.purchase_receipts USING btree (created_by);
CREATE INDEX purchase_receipts_purchase_order_id_idx ON public.purchase_receipts USING btree (purchase_order_id, created_at);
grant select on public.purchase_receipts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.purchase_receipts to service_role;
create policy "staff who see stock read receipts" on public.purchase_receipts for select to authenticated
  using (( SELECT private.can('inventory'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.purchase_receipts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('purchase_order_id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.purchase_receipts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.purchase_receipts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.purchase_receipts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.purchase_receipts is 'One arrival of goods. Its movements say what came.';

create table public.stock_movement_costs (
  movement_id uuid not null,
  unit_cost numeric(14,4) not null,
  constraint stock_movement_costs_pkey PRIMARY KEY (movement_id),
  constraint stock_movement_costs_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES public.stock_movements(id) ON DELETE CASCADE,
  constraint stock_movement_costs_unit_cost_is_a_number CHECK (unit_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.stock_movement_costs enable row level security;
grant select on public.stock_movement_costs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.stock_movement_costs to service_role;
create policy "holders of view_financial_data read costs of movements" on public.stock_movement_costs for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named));
comment on table public.stock_movement_costs is 'What one stock unit cost when it moved, without VAT. Only for holders of view_financial_data.';

create table public.stock_movements (
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  reason text not null,
  qty numeric(14,4) not null,
  unit text not null default ''::text,
  balance numeric(14,4) not null default 0,
  job_id uuid,
  purchase_line_id uuid,
  receipt_id uuid,
  reverses_id uuid,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint stock_movements_pkey PRIMARY KEY (id),
  constraint stock_movements_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint stock_movements_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.inventory_items(id) ON DELETE RESTRICT,
  constraint stock_movements_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE RESTRICT,
  constraint stock_movements_purchase_line_id_fkey FOREIGN KEY (purchase_line_id) REFERENCES public.purchase_order_lines(id) ON DELETE RESTRICT,
  constraint stock_movements_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES public.purchase_receipts(id) ON DELETE RESTRICT,
  constraint stock_movements_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES public.stock_movements(id) ON DELETE RESTRICT,
  constraint stock_movements_balance_is_a_number CHECK (balance <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint stock_movements_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint stock_movements_direction CHECK (
CASE reason
    WHEN 'purchase'::text THEN qty > 0::numeric
    WHEN 'return'::text THEN qty > 0::numeric
    WHEN 'deduct'::text THEN qty < 0::numeric
    WHEN 'waste'::text THEN qty < 0::numeric
    ELSE true
END),
  constraint stock_movements_note_length CHECK (char_length(note) <= 2000),
  constraint stock_movements_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint stock_movements_reason_is_known CHECK (reason = ANY (ARRAY['purchase'::text, 'deduct'::text, 'count'::text, 'return'::text, 'waste'::text, 'reversal'::text])),
  constraint stock_movements_reversal_reverses CHECK ((reason = 'reversal'::text) = (reverses_id IS NOT NULL))
);
alter table public.stock_movements enable row level security;
CREATE INDEX stock_movements_created_by_idx ON public.stock_movements USING btree (created_by, created_at DESC);
CREATE INDEX stock_movements_item_id_created_at_idx ON public.stock_movements USING btree (item_id, created_at DESC, id DESC);
CREATE INDEX stock_movements_job_id_idx ON public.stock_movements USING btree (job_id);
CREATE INDEX stock_movements_purchase_line_id_idx ON public.stock_movements USING btree (purchase_line_id);
CREATE INDEX stock_movements_receipt_id_idx ON public.stock_movements USING btree (receipt_id);
CREATE UNIQUE INDEX stock_movements_reversed_once_idx ON public.stock_movements USING btree (reverses_id) WHERE reverses_id IS NOT NULL;
CREATE INDEX stock_movements_reverses_id_idx ON public.stock_movements USING btree (reverses_id);
grant select on public.stock_movements to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.stock_movements to service_role;
create policy "staff who see stock read movements" on public.stock_movements for select to authenticated
  using (( SELECT private.can('inventory'::text, 'view'::text) AS can));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER follow_movement AFTER INSERT ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION private.follow_movement();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.stock_movements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory', 'jobs');
CREATE TRIGGER pin BEFORE UPDATE ON public.stock_movements FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER settle_movement BEFORE INSERT ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION private.settle_movement();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.stock_movements FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.stock_movements FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.stock_movements is 'Every change of stock: how much, why, for which job. It only grows; a mistake is undone by a counter-movement.';
comment on column public.stock_movements.balance is 'What was there after it.';
comment on column public.stock_movements.qty is 'In the stock unit of the item; what is taken is negative. A count may change nothing.';

create table public.stock_offcuts (
  id uuid not null,
  item_id uuid not null,
  width_mm numeric(10,2) not null,
  length_mm numeric(12,2) not null,
  area_m2 numeric not null generated always as (round(width_mm * length_mm / 1000000::numeric, 4)) stored,
  bin text,
  status text not null default 'free'::text,
  source_job_id uuid,
  job_id uuid,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint stock_offcuts_pkey PRIMARY KEY (id),
  constraint stock_offcuts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint stock_offcuts_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.inventory_items(id) ON DELETE RESTRICT,
  constraint stock_offcuts_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE SET NULL,
  constraint stock_offcuts_source_job_id_fkey FOREIGN KEY (source_job_id) REFERENCES public.jobs(id) ON DELETE SET NULL,
  constraint stock_offcuts_area_m2_is_a_number CHECK (area_m2 <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint stock_offcuts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint stock_offcuts_length_mm_is_a_number CHECK (length_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint stock_offcuts_size_range CHECK (width_mm >= 10::numeric AND width_mm <= 100000::numeric AND length_mm >= 10::numeric AND length_mm <= 10000000::numeric),
  constraint stock_offcuts_status_is_known CHECK (status = ANY (ARRAY['free'::text, 'used'::text, 'scrapped'::text])),
  constraint stock_offcuts_texts_length CHECK (char_length(bin) <= 60 AND char_length(note) <= 2000),
  constraint stock_offcuts_width_mm_is_a_number CHECK (width_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.stock_offcuts enable row level security;
CREATE INDEX stock_offcuts_created_by_idx ON public.stock_offcuts USING btree (created_by);
CREATE INDEX stock_offcuts_free_idx ON public.stock_offcuts USING btree (item_id, area_m2) WHERE status = 'free'::text;
CREATE INDEX stock_offcuts_item_id_idx ON public.stock_offcuts USING btree (item_id);
CREATE INDEX stock_offcuts_job_id_idx ON public.stock_offcuts USING btree (job_id);
CREATE INDEX stock_offcuts_source_job_id_idx ON public.stock_offcuts USING btree (source_job_id);
grant select on public.stock_offcuts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.stock_offcuts to service_role;
create policy "staff who see stock read offcuts" on public.stock_offcuts for select to authenticated
  using (( SELECT private.can('inventory'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.stock_offcuts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.stock_offcuts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.stock_offcuts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('item_id', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.stock_offcuts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'item_id', 'width_mm', 'length_mm', 'status', 'source_job_id', 'job_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.stock_offcuts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.stock_offcuts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.stock_offcuts is 'Pieces of sheets and rolls that are left over and large enough to keep. Each is one piece.';

CREATE OR REPLACE FUNCTION private.cost_purchase_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.purchase_order_line_costs (line_id, unit_cost)
  select new.id, c.cost_price from public.inventory_item_costs c where c.item_id = new.item_id;
  return null;
end $function$;
comment on function private.cost_purchase_line() is 'A line begins with what the item cost last.';

CREATE OR REPLACE FUNCTION private.follow_job_need()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item uuid;
begin
  for v_item in select m.item_id from public.job_materials m where m.job_id = new.id order by m.item_id loop
    perform private.share_out(v_item);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_movement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.job_id is not null then
    insert into public.job_materials as m (job_id, item_id, qty_used, created_by) values (new.job_id, new.item_id, greatest(-new.qty, 0), new.created_by)
    on conflict (job_id, item_id) do update
      set qty_used = m.qty_used - new.qty, qty_reserved = greatest(m.qty_reserved + least(new.qty, 0), 0);
    insert into public.document_events (kind, record_id, type, actor_id, actor_name, at, meta)
    select 'job', new.job_id, case when new.qty < 0 then 'material_taken' else 'material_returned' end, new.created_by,
           private.person_label(new.created_by), new.created_at,
           jsonb_build_object('item', i.name, 'qty', private.qty_text(abs(new.qty), new.unit))
      from public.inventory_items i where i.id = new.item_id;
  end if;
  if new.purchase_line_id is not null then
    update public.purchase_order_lines l set qty_received = l.qty_received + new.qty / i.stock_per_buy
      from public.inventory_items i where l.id = new.purchase_line_id and i.id = new.item_id;
    update public.purchase_orders o set status = case
        when not exists (select from public.purchase_order_lines l where l.purchase_order_id = o.id and l.qty_received < l.qty) then 'received'
        when exists (select from public.purchase_order_lines l where l.purchase_order_id = o.id and l.qty_received > 0) then 'part_received'
        else 'sent' end
     where o.id = (select l.purchase_order_id from public.purchase_order_lines l where l.id = new.purchase_line_id) and o.status <> 'cancelled';
    perform private.refresh_on_order(new.item_id);
  end if;
  insert into public.stock_movement_costs (movement_id, unit_cost)
  select new.id, round(cost.of_unit / i.stock_per_buy, 4)
    from public.inventory_items i, lateral (select coalesce(
      (select c.unit_cost from public.purchase_order_line_costs c where c.line_id = new.purchase_line_id),
      (select c.cost_price from public.inventory_item_costs c where c.item_id = i.id)) as of_unit) as cost
   where i.id = new.item_id and cost.of_unit is not null;
  perform private.share_out(new.item_id);
  return null;
end $function$;
comment on function private.follow_movement() is 'What follows from a movement: materials of the job, its story, the purchase order, costs and reservations.';

CREATE OR REPLACE FUNCTION private.job_is_open(p_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select p_status not in ('ready', 'delivered', 'closed', 'cancelled') $function$;
comment on function private.job_is_open(p_status text) is 'True while a job may still need material.';

CREATE OR REPLACE FUNCTION private.keep_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid DEFAULT NULL::uuid, p_bin text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must_keep_stock('keep offcuts');
  perform private.put_offcut(p_id, p_item_id, p_width_mm, p_length_mm, p_job_id, p_bin);
  return p_id;
end $function$;
grant execute on function private.keep_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) to authenticated;
grant execute on function private.keep_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) to service_role;
comment on function private.keep_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) is 'Keeps a piece that is left over. p_id is chosen by the caller: a repeated call keeps one.';

CREATE OR REPLACE FUNCTION private.keep_stock_unit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_was text := case when old.form = 'sheet' and old.sell_unit in ('m', 'm2', 'kg') then old.buy_unit else old.sell_unit end;
  v_is text := case when new.form = 'sheet' and new.sell_unit in ('m', 'm2', 'kg') then new.buy_unit else new.sell_unit end;
begin
  if v_was <> v_is and (old.on_hand <> 0 or exists (select from public.job_materials m where m.item_id = old.id and m.qty_planned > m.qty_used)
    or exists (select from public.purchase_order_lines l where l.item_id = old.id and l.qty > l.qty_received))
  then
    perform private.refuse('PT409', format('%s is counted in %s while there is stock, a plan or an order of it', old.name, private.qty_text(2, v_was)));
  elsif new.archived_at is not null and old.archived_at is null and (old.on_hand <> 0 or old.on_order <> 0) then
    perform private.refuse('PT409', format('%s has stock or is on order. Count it to zero before you archive it.', old.name));
  end if;
  return new;
end $function$;
comment on function private.keep_stock_unit() is 'The unit of stock that exists does not change, and nothing that is there is archived.';

CREATE OR REPLACE FUNCTION private.move_offcut(p_id uuid, p_to text, p_job_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_offcut public.stock_offcuts;
begin
  perform private.must_keep_stock('use offcuts');
  select * into v_offcut from public.stock_offcuts where id = p_id for update;
  if v_offcut.id is null then
    perform private.refuse('PT404', 'This offcut is not there any more');
  elsif v_offcut.status = p_to and v_offcut.job_id is not distinct from p_job_id then
    return;
  elsif p_to not in ('free', 'used', 'scrapped') then
    perform private.refuse('22023', 'An offcut is free, used or scrapped');
  elsif p_to <> 'free' and v_offcut.status <> 'free' then
    perform private.refuse('PT409', format('Somebody %s this offcut meanwhile', case v_offcut.status when 'used' then 'used' else 'scrapped' end));
  end if;
  update public.stock_offcuts set status = p_to, job_id = case p_to when 'used' then p_job_id end where id = p_id;
  if p_to = 'used' and p_job_id is not null then
    perform private.log_event('job', p_job_id, 'offcut_used', (
      select jsonb_build_object('item', i.name, 'size', format('%s × %s mm', trim_scale(v_offcut.length_mm), trim_scale(v_offcut.width_mm)))
        from public.inventory_items i where i.id = v_offcut.item_id));
  end if;
end $function$;
grant execute on function private.move_offcut(p_id uuid, p_to text, p_job_id uuid) to authenticated;
grant execute on function private.move_offcut(p_id uuid, p_to text, p_job_id uuid) to service_role;
comment on function private.move_offcut(p_id uuid, p_to text, p_job_id uuid) is 'An offcut is used for a job, scrapped, or free again. One that somebody took meanwhile is refused in words.';

CREATE OR REPLACE FUNCTION private.move_stock(p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text DEFAULT NULL::text, p_job_id uuid DEFAULT NULL::uuid, p_note text DEFAULT NULL::text, p_seen numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item public.inventory_items;
  v_qty numeric;
  v_used numeric;
begin
  perform private.must_keep_stock('change stock');
  if exists (select from public.stock_movements where id = p_id) then
    return private.movement_facts(p_id);
  end if;
  v_qty := private.stock_qty(p_item_id, p_qty, p_unit);
  select * into v_item from public.inventory_items where id = p_item_id for no key update;
  if p_reason not in ('purchase', 'deduct', 'count', 'return', 'waste') then
    perform private.refuse('22023', 'Stock is received, deducted, counted, returned or wasted');
  elsif v_qty = 0 and p_reason <> 'count' then
    perform private.refuse('22023', 'The quantity must be more than zero');
  elsif p_job_id is not null and not exists (select from public.jobs where id = p_job_id) then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif p_reason = 'waste' and coalesce(btrim(p_note), '') = '' then
    perform private.refuse('22023', 'Please say what happened to it');
  elsif p_reason = 'count' and p_seen is not null and p_seen <> v_item.on_hand then
    perform private.refuse('PT409', format('The stock changed while you counted: %s were there, now %s. Please count again.',
      private.qty_text(p_seen, v_item.stock_unit), private.qty_text(v_item.on_hand, v_item.stock_unit)), v_item.on_hand::text);
  elsif p_reason = 'return' and p_job_id is not null then
    select m.qty_used into v_used from public.job_materials m where m.job_id = p_job_id and m.item_id = p_item_id;
    if v_qty > coalesce(v_used, 0) then
      perform private.refuse('PT409', format('This job took only %s of it', private.qty_text(coalesce(v_used, 0), v_item.stock_unit)));
    end if;
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id, note)
  values (p_id, p_item_id, p_reason, case p_reason when 'count' then v_qty - v_item.on_hand when 'deduct' then -v_qty
    when 'waste' then -v_qty else v_qty end, case when p_reason in ('deduct', 'return', 'waste') then p_job_id end, nullif(left(btrim(p_note), 2000), ''));
  return private.movement_facts(p_id);
end $function$;
grant execute on function private.move_stock(p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text, p_job_id uuid, p_note text, p_seen numeric) to authenticated;
grant execute on function private.move_stock(p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text, p_job_id uuid, p_note text, p_seen numeric) to service_role;
comment on function private.move_stock(p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text, p_job_id uuid, p_note text, p_seen numeric) is 'One movement of stock: purchase, deduct, count, return or waste, in the stock unit or the buy unit. p_id is chosen by the
caller: a repeated call moves once. A count gives what is there; p_seen is what the person saw before counting, and a count over
a stock that changed meanwhile is refused. Answers what is there and free now.';

CREATE OR REPLACE FUNCTION private.movement_facts(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', m.id, 'item_id', m.item_id, 'qty', trim_scale(m.qty)::text, 'unit', m.unit,
           'on_hand', trim_scale(i.on_hand)::text, 'available', trim_scale(i.available)::text)
    from public.stock_movements m join public.inventory_items i on i.id = m.item_id where m.id = p_id
$function$;

CREATE OR REPLACE FUNCTION private.must_be_whole(p_item public.inventory_items, p_qty numeric)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_item.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') and p_qty <> trunc(p_qty) then
    perform private.refuse('22023', format('%s is counted in whole %ss', p_item.name, p_item.stock_unit));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.must_keep_stock(p_doing text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('inventory', 'edit', p_doing);
end $function$;

CREATE OR REPLACE FUNCTION private.no_stock_by_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.on_hand := 0;
  new.reserved := 0;
  new.on_order := 0;
  return new;
end $function$;
comment on function private.no_stock_by_hand() is 'A new item has no stock until a movement brings it.';

CREATE OR REPLACE FUNCTION private.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item public.inventory_items;
  v_qty numeric;
  v_status text;
begin
  if not (private.is_server() or private.can('jobs', 'edit') or private.can('production', 'edit')) then
    raise insufficient_privilege using message = 'You may not plan materials';
  end if;
  v_qty := private.stock_qty(p_item_id, p_qty, p_unit);
  select * into v_item from public.inventory_items where id = p_item_id for no key update;
  perform private.must_be_whole(v_item, v_qty);
  select status into v_status from public.jobs where id = p_job_id;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif not private.job_is_open(v_status) and v_qty > 0 then
    perform private.refuse('PT409', format('This job is %s', replace(v_status, '_', ' ')));
  end if;
  insert into public.job_materials as m (job_id, item_id, qty_planned) values (p_job_id, p_item_id, v_qty)
  on conflict (job_id, item_id) do update set qty_planned = v_qty, settled_at = null;
  delete from public.job_materials where job_id = p_job_id and item_id = p_item_id and qty_planned = 0 and qty_used = 0;
  perform private.share_out(p_item_id);
end $function$;
grant execute on function private.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text) to authenticated;
grant execute on function private.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text) to service_role;
comment on function private.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text) is 'What a job needs of an item, in all. What is free is reserved for it at once; the rest when it arrives. Zero removes the need.';

CREATE OR REPLACE FUNCTION private.qty_text(p_qty numeric, p_unit text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select trim_scale(p_qty)::text || ' ' || case
    when p_unit = 'm2' then 'm²' when p_unit in ('m', 'kg', 'ml') then p_unit
    when p_unit = 'box' and p_qty <> 1 then 'boxes' when p_qty = 1 then p_unit else p_unit || 's' end
$function$;
comment on function private.qty_text(p_qty numeric, p_unit text) is '2 sheets, 1 roll, 12.5 m².';

CREATE OR REPLACE FUNCTION private.refresh_on_order(p_item_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.inventory_items i set on_order = coalesce((
      select sum(l.qty - l.qty_received) from public.purchase_order_lines l join public.purchase_orders o on o.id = l.purchase_order_id
       where l.item_id = p_item_id and o.status in ('sent', 'part_received')), 0) * i.stock_per_buy
   where i.id = p_item_id
$function$;

CREATE OR REPLACE FUNCTION private.settle_movement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item public.inventory_items;
  v_free numeric;
begin
  select * into v_item from public.inventory_items where id = new.item_id for no key update;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif v_item.archived_at is not null and new.reason <> 'reversal' then
    perform private.refuse('PT409', format('%s is archived. Bring it back from the archive first.', v_item.name));
  end if;
  new.unit := v_item.stock_unit;
  perform private.must_be_whole(v_item, new.qty);
  if v_item.on_hand + new.qty < 0 then
    perform private.refuse('PT409', case when v_item.on_hand = 0 then format('Nothing is left of %s', v_item.name)
      else format('There %s only %s of %s', case when v_item.on_hand = 1 then 'is' else 'are' end,
        private.qty_text(v_item.on_hand, v_item.stock_unit), v_item.name) end, v_item.on_hand::text);
  elsif new.reason = 'deduct' then
    v_free := v_item.on_hand - v_item.reserved + coalesce((
      select m.qty_reserved from public.job_materials m where m.item_id = new.item_id and m.job_id = new.job_id), 0);
    if -new.qty > v_free then
      perform private.refuse('PT409', format('Only %s can be taken: the rest is reserved for other jobs',
        private.qty_text(v_free, v_item.stock_unit)), v_free::text);
    end if;
  end if;
  new.balance := v_item.on_hand + new.qty;
  -- Reservations never exceed what is there: they shrink with it, and share_out puts them right.
  update public.inventory_items set on_hand = new.balance, reserved = least(reserved, new.balance) where id = new.item_id;
  return new;
end $function$;
comment on function private.settle_movement() is 'Takes the row of the item, so that two never take the last piece; refuses in words what is not there or kept for other jobs.';

CREATE OR REPLACE FUNCTION private.settle_purchase_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item public.inventory_items;
  v_supplier uuid;
begin
  select * into v_item from public.inventory_items where id = new.item_id;
  select supplier_id into v_supplier from public.purchase_orders where id = new.purchase_order_id;
  new.unit := v_item.buy_unit;
  new.qty_received := 0;
  new.supplier_sku := coalesce(nullif(btrim(new.supplier_sku), ''), (
    select s.supplier_sku from public.item_suppliers s where s.item_id = new.item_id and s.supplier_id = v_supplier),
    case when v_item.supplier_id = v_supplier then v_item.supplier_sku end);
  return new;
end $function$;
comment on function private.settle_purchase_line() is 'A line is ordered in the buy unit of its item, under the supplier''s number.';

CREATE OR REPLACE FUNCTION private.share_out(p_item_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_left numeric;
  v_kept numeric;
  v_need record;
begin
  select on_hand into v_left from public.inventory_items where id = p_item_id for no key update;
  update public.job_materials m set qty_reserved = held.qty
    from (select o.id, least(o.qty_reserved, case when private.job_is_open(j.status) and o.settled_at is null
                   then greatest(o.qty_planned - o.qty_used, 0) else 0 end) as qty
            from public.job_materials o join public.jobs j on j.id = o.job_id where o.item_id = p_item_id) as held
   where m.id = held.id and m.qty_reserved <> held.qty;
  select coalesce(sum(qty_reserved), 0) into v_kept from public.job_materials where item_id = p_item_id;
  if v_kept > v_left then
    for v_need in
      select m.id, m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and m.qty_reserved > 0 order by j.due_date desc nulls first, m.created_at desc, m.id
    loop
      exit when v_kept <= v_left;
      update public.job_materials set qty_reserved = qty_reserved - least(v_need.qty, v_kept - v_left) where id = v_need.id;
      v_kept := v_kept - least(v_need.qty, v_kept - v_left);
    end loop;
  elsif v_kept < v_left then
    for v_need in
      select m.id, m.qty_planned - m.qty_used - m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and private.job_is_open(j.status) and m.settled_at is null
         and m.qty_planned - m.qty_used - m.qty_reserved > 0
       order by j.due_date nulls last, m.created_at, m.id
    loop
      exit when v_kept >= v_left;
      update public.job_materials set qty_reserved = qty_reserved + least(v_need.qty, v_left - v_kept) where id = v_need.id;
      v_kept := v_kept + least(v_need.qty, v_left - v_kept);
    end loop;
  end if;
  update public.inventory_items set reserved = v_kept where id = p_item_id and reserved <> v_kept;
end $function$;
comment on function private.share_out(p_item_id uuid) is 'Shares what is there among the jobs that need it: what a job holds it keeps, the rest goes to the jobs that are due first.
Where less is there than was kept, the jobs that are due last give up theirs. The item stays locked until the transaction ends.';

CREATE OR REPLACE FUNCTION private.stock_qty(p_item_id uuid, p_qty numeric, p_unit text)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item public.inventory_items;
begin
  select * into v_item from public.inventory_items where id = p_item_id;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif p_qty is null or p_qty in ('NaN', 'Infinity', '-Infinity') or p_qty < 0 or p_qty > 1000000 then
    perform private.refuse('22023', 'Please enter a quantity between 0 and 1,000,000');
  elsif coalesce(p_unit, v_item.stock_unit) = v_item.stock_unit then
    return p_qty;
  elsif p_unit = v_item.buy_unit then
    return round(p_qty * v_item.stock_per_buy, 4);
  end if;
  perform private.refuse('22023', format('%s is counted in %s', v_item.name, private.qty_text(2, v_item.stock_unit)));
  return null;
end $function$;
comment on function private.stock_qty(p_item_id uuid, p_qty numeric, p_unit text) is 'A quantity in the stock unit or the buy unit of an item, in its stock unit.';

CREATE OR REPLACE FUNCTION private.undo_movement(p_id uuid, p_reversal_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_was public.stock_movements;
begin
  perform private.must_keep_stock('undo movements');
  select * into v_was from public.stock_movements where id = p_id;
  if v_was.id is null then
    perform private.refuse('PT404', 'This movement is not there');
  elsif exists (select from public.stock_movements where id = p_reversal_id) then
    return private.movement_facts(p_reversal_id);
  elsif v_was.reason = 'reversal' then
    perform private.refuse('PT409', 'This is an undo already. Enter the movement again.');
  end if;
  perform from public.inventory_items where id = v_was.item_id for no key update;
  if exists (select from public.stock_movements where reverses_id = p_id) then
    perform private.refuse('PT409', 'This movement is undone already');
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id, purchase_line_id, receipt_id, reverses_id)
  values (p_reversal_id, v_was.item_id, 'reversal', -v_was.qty, v_was.job_id, v_was.purchase_line_id, v_was.receipt_id, p_id);
  return private.movement_facts(p_reversal_id);
end $function$;
grant execute on function private.undo_movement(p_id uuid, p_reversal_id uuid) to authenticated;
grant execute on function private.undo_movement(p_id uuid, p_reversal_id uuid) to service_role;
comment on function private.undo_movement(p_id uuid, p_reversal_id uuid) is 'The counter-movement of a movement; once. Refused in words where what it brought is not there any more.';
