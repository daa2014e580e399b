-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.invoice_order_vat (
  invoice_id uuid not null,
  order_id uuid not null,
  vat_rate numeric(5,2) not null,
  vat_treatment text not null,
  base numeric(14,2) not null,
  vat numeric(14,2) not null,
  constraint invoice_order_vat_pkey PRIMARY KEY (invoice_id, order_id, vat_rate, vat_treatment),
  constraint invoice_order_vat_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE CASCADE,
  constraint invoice_order_vat_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE
);
alter table private.invoice_order_vat enable row level security;
CREATE INDEX invoice_order_vat_order_id_idx ON private.invoice_order_vat USING btree (order_id);
comment on table private.invoice_order_vat is 'What an invoice bills of each order, before deposits: the last part of an order is the rest of it.';

create table public.credit_allocations (
  id uuid not null default gen_random_uuid(),
  credit_note_id uuid not null,
  invoice_id uuid not null,
  amount numeric(14,2) not null,
  allocated_on date not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint credit_allocations_pkey PRIMARY KEY (id),
  constraint credit_allocations_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint credit_allocations_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES public.credit_notes(id) ON DELETE RESTRICT,
  constraint credit_allocations_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE RESTRICT,
  constraint credit_allocations_allocated_on_is_in_reach CHECK (allocated_on >= '1900-01-01'::date AND allocated_on < '10000-01-01'::date),
  constraint credit_allocations_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_allocations_amount_is_positive CHECK (amount > 0::numeric),
  constraint credit_allocations_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.credit_allocations enable row level security;
CREATE INDEX credit_allocations_created_by_idx ON public.credit_allocations USING btree (created_by);
CREATE INDEX credit_allocations_credit_note_id_idx ON public.credit_allocations USING btree (credit_note_id);
CREATE INDEX credit_allocations_invoice_id_idx ON public.credit_allocations USING btree (invoice_id);
grant select on public.credit_allocations to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.credit_allocations to service_role;
create policy "whoever reads a credit note reads what it lowers" on public.credit_allocations for select to authenticated
  using (( SELECT true
   FROM public.credit_notes c
  WHERE c.id = credit_allocations.credit_note_id));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.credit_allocations FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.credit_allocations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'invoices', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.credit_allocations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'invoices', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.credit_allocations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'invoices', 'statements');
CREATE TRIGGER pin BEFORE UPDATE ON public.credit_allocations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.credit_allocations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.credit_allocations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.credit_allocations is 'Which invoice a credit note lowers, by how much.';

create table public.credit_note_items (
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
  credit_note_id uuid not null,
  invoice_item_id uuid not null,
  charged_qty numeric(20,4),
  constraint credit_note_items_pkey PRIMARY KEY (id),
  constraint credit_note_items_credit_note_id_invoice_item_id_key UNIQUE (credit_note_id, invoice_item_id),
  constraint credit_note_items_credit_note_id_position_key UNIQUE (credit_note_id, "position"),
  constraint credit_note_items_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES public.credit_notes(id) ON DELETE CASCADE,
  constraint credit_note_items_invoice_item_id_fkey FOREIGN KEY (invoice_item_id) REFERENCES public.invoice_items(id) ON DELETE RESTRICT,
  constraint credit_note_items_charged_qty_is_a_number CHECK (charged_qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_note_items_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_note_items_discount_pct_is_a_number CHECK (discount_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_note_items_height_mm_is_a_number CHECK (height_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_note_items_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_note_items_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_note_items_unit_price_is_a_number CHECK (unit_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_note_items_vat_rate_is_a_number CHECK (vat_rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_note_items_width_mm_is_a_number CHECK (width_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
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
alter table public.credit_note_items enable row level security;
CREATE INDEX credit_note_items_invoice_item_id_idx ON public.credit_note_items USING btree (invoice_item_id);
grant select on public.credit_note_items to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.credit_note_items to service_role;
create policy "whoever reads a credit note reads its lines" on public.credit_note_items for select to authenticated
  using (( SELECT true
   FROM public.credit_notes c
  WHERE c.id = credit_note_items.credit_note_id));
CREATE TRIGGER a_guard_issued BEFORE INSERT OR DELETE OR UPDATE ON public.credit_note_items FOR EACH ROW EXECUTE FUNCTION private.guard_issued_lines('credit_notes', 'credit_note_id');
CREATE TRIGGER charge_credit BEFORE INSERT OR UPDATE OF qty ON public.credit_note_items FOR EACH ROW EXECUTE FUNCTION private.charge_credit();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.credit_note_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('credit_note_id', 'invoices');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.credit_note_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('credit_note_id', 'invoices');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.credit_note_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('credit_note_id', 'invoices');
CREATE TRIGGER pin BEFORE UPDATE ON public.credit_note_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.credit_note_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.credit_note_items is 'The lines of a credit note: which line of the invoice, how much of it.';
comment on column public.credit_note_items.charged_qty is 'The share of the invoice''s line; its last part is the rest. Null: qty.';
comment on column public.credit_note_items.kind is 'item; heading and text have no amounts; discount has a negative quantity and a price that is not; deposit is a deduction on an invoice.';
comment on column public.credit_note_items.net is 'quantity × unit price less discount, toward zero to cents. Written by the database.';
comment on column public.credit_note_items."position" is 'Fractional index key (src/documents), unique in its document, compared byte by byte.';

create table public.credit_note_vat (
  credit_note_id uuid not null,
  vat_rate numeric(5,2) not null,
  vat_treatment text not null,
  base numeric(14,2) not null,
  vat numeric(14,2) not null,
  constraint credit_note_vat_pkey PRIMARY KEY (credit_note_id, vat_rate, vat_treatment),
  constraint credit_note_vat_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES public.credit_notes(id) ON DELETE CASCADE,
  constraint credit_note_vat_base_is_a_number CHECK (base <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_note_vat_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_note_vat_vat_rate_is_a_number CHECK (vat_rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.credit_note_vat enable row level security;
grant select on public.credit_note_vat to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.credit_note_vat to service_role;
create policy "whoever reads a credit note reads its VAT table" on public.credit_note_vat for select to authenticated
  using (( SELECT true
   FROM public.credit_notes c
  WHERE c.id = credit_note_vat.credit_note_id));
CREATE TRIGGER a_guard_issued BEFORE INSERT OR DELETE OR UPDATE ON public.credit_note_vat FOR EACH ROW EXECUTE FUNCTION private.guard_issued_lines('credit_notes', 'credit_note_id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.credit_note_vat REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('credit_note_id', 'invoices');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.credit_note_vat REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('credit_note_id', 'invoices');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.credit_note_vat REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('credit_note_id', 'invoices');
comment on table public.credit_note_vat is 'The VAT table of a credit note.';

create table public.credit_notes (
  id uuid not null default gen_random_uuid(),
  credit_number text,
  public_uuid uuid not null default gen_random_uuid(),
  link_revoked_at timestamp with time zone,
  status text not null default 'draft'::text,
  invoice_id uuid not null,
  contact_id uuid not null,
  reason text not null,
  issue_date date,
  currency text not null default 'EUR'::text,
  net numeric(14,2) not null default 0,
  vat numeric(14,2) not null default 0,
  gross numeric(14,2) not null generated always as ((net + vat)) stored,
  allocated numeric(14,2) not null default 0,
  open numeric(14,2) not null generated always as ((net + vat - allocated)) stored,
  note text,
  snapshot jsonb,
  sent_at timestamp with time zone,
  first_viewed_at timestamp with time zone,
  last_viewed_at timestamp with time zone,
  issued_at timestamp with time zone,
  issued_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  with_note_id uuid,
  constraint credit_notes_pkey PRIMARY KEY (id),
  constraint credit_notes_credit_number_key UNIQUE (credit_number),
  constraint credit_notes_public_uuid_key UNIQUE (public_uuid),
  constraint credit_notes_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint credit_notes_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint credit_notes_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE RESTRICT,
  constraint credit_notes_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint credit_notes_with_note_id_fkey FOREIGN KEY (with_note_id) REFERENCES public.credit_notes(id) ON DELETE CASCADE,
  constraint credit_notes_allocated_is_a_number CHECK (allocated <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_notes_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_notes_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint credit_notes_first_viewed_at_is_in_reach CHECK (first_viewed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND first_viewed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_notes_gross_is_a_number CHECK (gross <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_notes_issue_date_is_in_reach CHECK (issue_date >= '1900-01-01'::date AND issue_date < '10000-01-01'::date),
  constraint credit_notes_issued_at_is_in_reach CHECK (issued_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND issued_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_notes_last_viewed_at_is_in_reach CHECK (last_viewed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND last_viewed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_notes_link_revoked_at_is_in_reach CHECK (link_revoked_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND link_revoked_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_notes_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_notes_never_below_zero CHECK ((net + vat) >= 0::numeric AND allocated >= 0::numeric AND allocated <= (net + vat)),
  constraint credit_notes_number_comes_with_issue CHECK ((status = ANY (ARRAY['draft'::text, 'void'::text])) = (credit_number IS NULL)),
  constraint credit_notes_open_is_a_number CHECK (open <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint credit_notes_sent_at_is_in_reach CHECK (sent_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint credit_notes_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'issued'::text, 'part_allocated'::text, 'allocated'::text, 'void'::text])),
  constraint credit_notes_texts_length CHECK (char_length(btrim(reason)) >= 1 AND char_length(btrim(reason)) <= 2000 AND char_length(reason) <= 2100 AND char_length(note) <= 5000),
  constraint credit_notes_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.credit_notes enable row level security;
CREATE INDEX credit_notes_contact_id_idx ON public.credit_notes USING btree (contact_id, issue_date DESC);
CREATE INDEX credit_notes_created_by_idx ON public.credit_notes USING btree (created_by);
CREATE INDEX credit_notes_invoice_id_idx ON public.credit_notes USING btree (invoice_id);
CREATE INDEX credit_notes_issue_date_idx ON public.credit_notes USING btree (issue_date);
CREATE INDEX credit_notes_issued_by_idx ON public.credit_notes USING btree (issued_by);
CREATE INDEX credit_notes_searched_idx ON public.credit_notes USING gin (private.folded(COALESCE(credit_number, ''::text)) extensions.gin_trgm_ops);
CREATE INDEX credit_notes_status_idx ON public.credit_notes USING btree (status, created_at DESC);
CREATE INDEX credit_notes_with_note_id_idx ON public.credit_notes USING btree (with_note_id);
grant delete, select, update on public.credit_notes to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.credit_notes to service_role;
create policy "staff remove drafts of credit notes" on public.credit_notes for delete to authenticated
  using ((status = ANY (ARRAY['draft'::text, 'void'::text])) AND ( SELECT private.can('invoices'::text, 'edit'::text) AS can));
create policy "staff read credit notes" on public.credit_notes for select to authenticated
  using (( SELECT private.can('invoices'::text, 'view'::text) AS can));
create policy "staff change drafts of credit notes" on public.credit_notes for update to authenticated
  using (( SELECT private.can('invoices'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('invoices'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.credit_notes FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_paper BEFORE UPDATE OF status ON public.credit_notes FOR EACH ROW WHEN (old.status = 'draft'::text AND (new.status <> ALL (ARRAY['draft'::text, 'void'::text]))) EXECUTE FUNCTION private.check_paper('credit_note');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.credit_notes FOR EACH ROW EXECUTE FUNCTION private.check_transition('credit_note');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.credit_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('credit_note', 'by hand');
CREATE TRIGGER count_version BEFORE UPDATE OF reason, note, link_revoked_at, row_version ON public.credit_notes FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.credit_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER guard_issued BEFORE UPDATE ON public.credit_notes FOR EACH ROW WHEN (old.status <> ALL (ARRAY['draft'::text, 'void'::text])) EXECUTE FUNCTION private.guard_issued('credit_note');
CREATE TRIGGER guard_note_of_deposit BEFORE DELETE ON public.credit_notes FOR EACH ROW WHEN (old.with_note_id IS NOT NULL) EXECUTE FUNCTION private.guard_note_of_deposit();
CREATE TRIGGER guard_removed BEFORE DELETE ON public.credit_notes FOR EACH ROW WHEN (old.status <> ALL (ARRAY['draft'::text, 'void'::text])) EXECUTE FUNCTION private.guard_issued('credit_note');
CREATE TRIGGER guard_written_off BEFORE UPDATE OF net, vat, status ON public.credit_notes FOR EACH ROW WHEN (new.status <> 'void'::text AND (old.net IS DISTINCT FROM new.net OR old.vat IS DISTINCT FROM new.vat OR old.status = 'draft'::text AND new.status = 'issued'::text)) EXECUTE FUNCTION private.guard_written_off();
CREATE TRIGGER nudge_client_delete AFTER DELETE ON public.credit_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status', 'draft', 'void');
CREATE TRIGGER nudge_client_insert AFTER INSERT ON public.credit_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status', 'draft', 'void');
CREATE TRIGGER nudge_client_update AFTER UPDATE ON public.credit_notes REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status', 'draft', 'void');
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.credit_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.credit_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.credit_notes REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.credit_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'invoices', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.credit_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'invoices', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.credit_notes REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'invoices', 'statements');
CREATE TRIGGER pin BEFORE UPDATE ON public.credit_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'credit_number', 'public_uuid', 'status', 'invoice_id', 'contact_id', 'issue_date', 'currency', 'net', 'vat', 'allocated', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'issued_at', 'issued_by', 'with_note_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.credit_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.credit_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.credit_notes is 'What is taken back of an issued invoice. Amounts are positive. Issued ones never change and are never removed.';
comment on column public.credit_notes.open is 'Credit that lowers no invoice yet.';
comment on column public.credit_notes.with_note_id is 'The credit note that this one goes with: it credits the deposit that covers lines of that one.';

create table public.invoice_items (
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
  invoice_id uuid not null,
  order_id uuid,
  order_item_id uuid,
  deducts_invoice_id uuid,
  service_id uuid,
  vat numeric(14,2),
  row_version integer not null default 1,
  charged_qty numeric(20,4),
  constraint invoice_items_pkey PRIMARY KEY (id),
  constraint invoice_items_invoice_id_position_key UNIQUE (invoice_id, "position"),
  constraint invoice_items_deducts_invoice_id_fkey FOREIGN KEY (deducts_invoice_id) REFERENCES public.invoices(id) ON DELETE RESTRICT,
  constraint invoice_items_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE CASCADE,
  constraint invoice_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint invoice_items_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES public.order_items(id) ON DELETE RESTRICT,
  constraint invoice_items_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE SET NULL,
  constraint invoice_items_charged_qty_is_a_number CHECK (charged_qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_items_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint invoice_items_deduction_is_whole CHECK ((kind = 'deposit'::text) = (deducts_invoice_id IS NOT NULL)),
  constraint invoice_items_discount_pct_is_a_number CHECK (discount_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_items_height_mm_is_a_number CHECK (height_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_items_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_items_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_items_unit_price_is_a_number CHECK (unit_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_items_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_items_vat_rate_is_a_number CHECK (vat_rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_items_width_mm_is_a_number CHECK (width_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
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
alter table public.invoice_items enable row level security;
CREATE INDEX invoice_items_deducts_invoice_id_idx ON public.invoice_items USING btree (deducts_invoice_id);
CREATE INDEX invoice_items_order_id_idx ON public.invoice_items USING btree (order_id);
CREATE INDEX invoice_items_order_item_id_idx ON public.invoice_items USING btree (order_item_id);
CREATE INDEX invoice_items_service_id_idx ON public.invoice_items USING btree (service_id);
grant delete, insert, select, update on public.invoice_items to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.invoice_items to service_role;
create policy "staff write lines of invoices" on public.invoice_items for insert to authenticated
  with check (( SELECT private.can('invoices'::text, 'edit'::text) AS can));
create policy "staff remove lines of invoices" on public.invoice_items for delete to authenticated
  using (( SELECT private.can('invoices'::text, 'edit'::text) AS can));
create policy "whoever reads an invoice reads its lines" on public.invoice_items for select to authenticated
  using (( SELECT true
   FROM public.invoices i
  WHERE i.id = invoice_items.invoice_id));
create policy "staff change lines of invoices" on public.invoice_items for update to authenticated
  using (( SELECT private.can('invoices'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('invoices'::text, 'edit'::text) AS can));
CREATE TRIGGER a_guard_issued BEFORE INSERT OR DELETE OR UPDATE ON public.invoice_items FOR EACH ROW EXECUTE FUNCTION private.guard_issued_lines('invoices', 'invoice_id');
CREATE TRIGGER a_total_delete AFTER DELETE ON public.invoice_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.total_invoices();
CREATE TRIGGER a_total_insert AFTER INSERT ON public.invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.total_invoices();
CREATE TRIGGER a_total_update AFTER UPDATE ON public.invoice_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.total_invoices();
CREATE TRIGGER ask_first BEFORE INSERT ON public.invoice_items FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('invoices:edit');
CREATE TRIGGER audit_by_hand AFTER INSERT OR DELETE ON public.invoice_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.audit('invoice_id', 'id');
CREATE TRIGGER audit_changes AFTER UPDATE ON public.invoice_items FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind OR old.description IS DISTINCT FROM new.description OR old.details IS DISTINCT FROM new.details OR old.qty IS DISTINCT FROM new.qty OR old.unit IS DISTINCT FROM new.unit OR old.width_mm IS DISTINCT FROM new.width_mm OR old.height_mm IS DISTINCT FROM new.height_mm OR old.unit_price IS DISTINCT FROM new.unit_price OR old.discount_pct IS DISTINCT FROM new.discount_pct OR old.vat_rate IS DISTINCT FROM new.vat_rate OR old.vat_treatment IS DISTINCT FROM new.vat_treatment) EXECUTE FUNCTION private.audit('invoice_id', 'id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.invoice_items FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.invoice_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER guard_line BEFORE INSERT OR DELETE OR UPDATE ON public.invoice_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.guard_invoice_line();
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.invoice_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_lines('invoices', 'invoice_id');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_lines('invoices', 'invoice_id');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.invoice_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_lines('invoices', 'invoice_id');
CREATE TRIGGER pin BEFORE UPDATE ON public.invoice_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'invoice_id', 'order_id', 'order_item_id', 'deducts_invoice_id', 'net', 'vat');
CREATE TRIGGER settle_line BEFORE INSERT OR UPDATE ON public.invoice_items FOR EACH ROW WHEN (new.order_item_id IS NULL AND new.vat IS NULL) EXECUTE FUNCTION private.settle_line();
CREATE TRIGGER settle_part BEFORE INSERT OR UPDATE ON public.invoice_items FOR EACH ROW WHEN (new.order_item_id IS NOT NULL) EXECUTE FUNCTION private.settle_part();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.invoice_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.invoice_items is 'The lines of an invoice. A line of an order has the price of the order; a line of kind deposit takes a deposit off.';
comment on column public.invoice_items.charged_qty is 'The share of the order''s line; its last part is the rest. Null: qty.';
comment on column public.invoice_items.kind is 'item; heading and text have no amounts; discount has a negative quantity and a price that is not; deposit is a deduction on an invoice.';
comment on column public.invoice_items.net is 'quantity × unit price less discount, toward zero to cents. Written by the database.';
comment on column public.invoice_items."position" is 'Fractional index key (src/documents), unique in its document, compared byte by byte.';
comment on column public.invoice_items.vat is 'Set where the VAT is a part of a whole (deposits and their deduction); null: the rate applies to the sum.';

create table public.invoice_vat (
  invoice_id uuid not null,
  vat_rate numeric(5,2) not null,
  vat_treatment text not null,
  base numeric(14,2) not null,
  vat numeric(14,2) not null,
  constraint invoice_vat_pkey PRIMARY KEY (invoice_id, vat_rate, vat_treatment),
  constraint invoice_vat_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE CASCADE,
  constraint invoice_vat_base_is_a_number CHECK (base <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_vat_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoice_vat_vat_rate_is_a_number CHECK (vat_rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.invoice_vat enable row level security;
grant select on public.invoice_vat to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.invoice_vat to service_role;
create policy "whoever reads an invoice reads its VAT table" on public.invoice_vat for select to authenticated
  using (( SELECT true
   FROM public.invoices i
  WHERE i.id = invoice_vat.invoice_id));
CREATE TRIGGER a_guard_issued BEFORE INSERT OR DELETE OR UPDATE ON public.invoice_vat FOR EACH ROW EXECUTE FUNCTION private.guard_issued_lines('invoices', 'invoice_id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.invoice_vat REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'invoices');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.invoice_vat REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'invoices');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.invoice_vat REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'invoices');
comment on table public.invoice_vat is 'The VAT table of an invoice, frozen when it is issued.';

create table public.invoices (
  id uuid not null default gen_random_uuid(),
  invoice_number text,
  public_uuid uuid not null default gen_random_uuid(),
  link_revoked_at timestamp with time zone,
  kind text not null default 'standard'::text,
  status text not null default 'draft'::text,
  contact_id uuid not null,
  person_id uuid,
  order_id uuid,
  quotation_id uuid,
  project_title text,
  client_po text,
  issue_date date,
  supply_date date,
  due_date date,
  currency text not null default 'EUR'::text,
  net numeric(14,2) not null default 0,
  vat numeric(14,2) not null default 0,
  gross numeric(14,2) not null generated always as ((net + vat)) stored,
  paid numeric(14,2) not null default 0,
  credited numeric(14,2) not null default 0,
  balance numeric(14,2) not null generated always as ((net + vat - paid - credited)) stored,
  terms text,
  note text,
  snapshot jsonb,
  sent_at timestamp with time zone,
  first_viewed_at timestamp with time zone,
  last_viewed_at timestamp with time zone,
  reminder_stage integer not null default 0,
  archived_at timestamp with time zone,
  issued_at timestamp with time zone,
  issued_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  search_text text not null generated always as (private.folded((COALESCE(invoice_number, ''::text) || ' '::text) || COALESCE(project_title, ''::text))) stored,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_invoice_number_key UNIQUE (invoice_number),
  constraint invoices_public_uuid_key UNIQUE (public_uuid),
  constraint invoices_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint invoices_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint invoices_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint invoices_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.contacts(id) ON DELETE SET NULL,
  constraint invoices_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE RESTRICT,
  constraint invoices_archived_at_is_in_reach CHECK (archived_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND archived_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint invoices_balance_is_a_number CHECK (balance <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoices_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint invoices_credited_is_a_number CHECK (credited <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoices_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint invoices_due_date_is_in_reach CHECK (due_date >= '1900-01-01'::date AND due_date < '10000-01-01'::date),
  constraint invoices_first_viewed_at_is_in_reach CHECK (first_viewed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND first_viewed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint invoices_gross_is_a_number CHECK (gross <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoices_issue_date_is_in_reach CHECK (issue_date >= '1900-01-01'::date AND issue_date < '10000-01-01'::date),
  constraint invoices_issued_at_is_in_reach CHECK (issued_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND issued_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint invoices_kind_is_known CHECK (kind = ANY (ARRAY['standard'::text, 'deposit'::text, 'progress'::text, 'final'::text, 'proforma'::text])),
  constraint invoices_last_viewed_at_is_in_reach CHECK (last_viewed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND last_viewed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint invoices_link_revoked_at_is_in_reach CHECK (link_revoked_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND link_revoked_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint invoices_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoices_never_below_zero CHECK ((net + vat) >= 0::numeric AND paid >= 0::numeric AND credited >= 0::numeric AND (paid + credited) <= (net + vat)),
  constraint invoices_number_comes_with_issue CHECK ((status = ANY (ARRAY['draft'::text, 'void'::text])) = (invoice_number IS NULL) AND (invoice_number IS NULL) = (issue_date IS NULL OR (status = ANY (ARRAY['draft'::text, 'void'::text])))),
  constraint invoices_paid_is_a_number CHECK (paid <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint invoices_sent_at_is_in_reach CHECK (sent_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint invoices_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'issued'::text, 'partly_paid'::text, 'paid'::text, 'credited'::text, 'void'::text])),
  constraint invoices_supply_date_is_in_reach CHECK (supply_date >= '1900-01-01'::date AND supply_date < '10000-01-01'::date),
  constraint invoices_texts_length CHECK (char_length(project_title) <= 500 AND char_length(client_po) <= 100 AND char_length(terms) <= 20000 AND char_length(note) <= 5000),
  constraint invoices_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.invoices enable row level security;
CREATE INDEX invoices_contact_id_idx ON public.invoices USING btree (contact_id, issue_date DESC);
CREATE INDEX invoices_created_at_idx ON public.invoices USING btree (created_at DESC, id DESC);
CREATE INDEX invoices_created_by_idx ON public.invoices USING btree (created_by);
CREATE INDEX invoices_issue_date_idx ON public.invoices USING btree (issue_date);
CREATE INDEX invoices_issued_by_idx ON public.invoices USING btree (issued_by);
CREATE INDEX invoices_newest_idx ON public.invoices USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX invoices_order_id_idx ON public.invoices USING btree (order_id);
CREATE INDEX invoices_person_id_idx ON public.invoices USING btree (person_id);
CREATE INDEX invoices_quotation_id_idx ON public.invoices USING btree (quotation_id);
CREATE INDEX invoices_search_text_idx ON public.invoices USING gin (search_text extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX invoices_status_due_date_idx ON public.invoices USING btree (status, due_date);
grant delete, select, update on public.invoices to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.invoices to service_role;
create policy "staff remove drafts" on public.invoices for delete to authenticated
  using ((status = ANY (ARRAY['draft'::text, 'void'::text])) AND ( SELECT private.can('invoices'::text, 'edit'::text) AS can));
create policy "staff read invoices" on public.invoices for select to authenticated
  using (( SELECT private.can('invoices'::text, 'view'::text) AS can));
create policy "staff change invoices" on public.invoices for update to authenticated
  using (( SELECT private.can('invoices'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('invoices'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_paper BEFORE UPDATE OF status ON public.invoices FOR EACH ROW WHEN (old.status = 'draft'::text AND (new.status <> ALL (ARRAY['draft'::text, 'void'::text]))) EXECUTE FUNCTION private.check_paper('invoice');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.check_transition('invoice');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('invoice', 'by hand');
CREATE TRIGGER count_version BEFORE UPDATE OF person_id, project_title, client_po, supply_date, due_date, terms, note, link_revoked_at, archived_at, row_version ON public.invoices FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER guard_issued BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (old.status <> ALL (ARRAY['draft'::text, 'void'::text])) EXECUTE FUNCTION private.guard_issued('invoice');
CREATE TRIGGER guard_removed BEFORE DELETE ON public.invoices FOR EACH ROW WHEN (old.status <> ALL (ARRAY['draft'::text, 'void'::text])) EXECUTE FUNCTION private.guard_issued('invoice');
CREATE TRIGGER nudge_client_delete AFTER DELETE ON public.invoices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status', 'draft', 'void');
CREATE TRIGGER nudge_client_insert AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status', 'draft', 'void');
CREATE TRIGGER nudge_client_update AFTER UPDATE ON public.invoices REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status', 'draft', 'void');
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.invoices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.invoices REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.invoices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'invoices', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'invoices', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.invoices REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'invoices', 'statements');
CREATE TRIGGER nudge_statements_update AFTER UPDATE ON public.invoices REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_statements();
CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'net', 'vat', 'paid', 'credited', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.invoices is 'Invoices. Issued ones never change and are never removed: a credit note corrects them.';
comment on column public.invoices.credited is 'Allocated credit notes, and what was written off.';
comment on column public.invoices.order_id is 'The order where it is of one; invoice_items say it for each line.';
comment on column public.invoices.paid is 'Allocated payments. Computed, as credited, balance and the status after issue.';
comment on column public.invoices.search_text is 'What a search looks through: number and title, folded.';
comment on column public.invoices.snapshot is 'The paper as it was issued: company, client, site and texts of that day.';

CREATE OR REPLACE FUNCTION private.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_note public.credit_notes;
  v_invoice public.invoices;
begin
  perform private.must('payments', 'create', 'allocate credit');
  select * into v_note from public.credit_notes where id = p_credit_note_id for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_note.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_note.status in ('draft', 'void') or v_invoice.status in ('draft', 'void') then
    perform private.refuse('PT409', 'Only issued papers are settled');
  elsif v_note.contact_id <> v_invoice.contact_id then
    perform private.refuse('22023', 'The credit note and the invoice are of different clients');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > least(v_note.open, v_invoice.balance) then
    perform private.refuse('PT409', format('Only %s can be allocated', private.amount_text(least(v_note.open, v_invoice.balance))));
  end if;
  insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
  values (p_credit_note_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_credit_note(p_credit_note_id);
  perform private.refresh_invoice(p_invoice_id);
end $function$;
grant execute on function private.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) to authenticated;
grant execute on function private.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) to service_role;
comment on function private.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) is 'Credit of a note lowers an open invoice of the same client.';

CREATE OR REPLACE FUNCTION private.completes_order(p_invoice_id uuid, p_order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from public.order_items o
     where o.order_id = p_order_id and o.kind in ('item', 'discount') and o.qty <> 0
       and abs(o.qty) > (
         select coalesce(sum(abs(i.qty)), 0) from public.invoice_items i join public.invoices v on v.id = i.invoice_id
          where i.order_item_id = o.id and (i.invoice_id = p_invoice_id or (v.status not in ('draft', 'void') and v.kind <> 'proforma'))))
$function$;
comment on function private.completes_order(p_invoice_id uuid, p_order_id uuid) is 'Whether with this invoice everything of an order is on issued invoices.';

CREATE OR REPLACE FUNCTION private.contact_terms(p_contact_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select c.payment_terms_days from public.contacts c where c.id = p_contact_id),
    (select s.payment_terms_days from public.company_settings s))
$function$;

CREATE OR REPLACE FUNCTION private.count_invoiced(p_order_item_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order_id uuid;
begin
  update public.order_items o set qty_invoiced = counted.qty
    from (select asked.id, coalesce(sum(abs(i.qty)) filter (where v.id is not null), 0) as qty
            from unnest(p_order_item_ids) as asked (id)
            left join public.invoice_items i on i.order_item_id = asked.id
            left join public.invoices v on v.id = i.invoice_id and v.status <> 'void' and v.kind <> 'proforma'
           group by asked.id) as counted
   where o.id = counted.id and o.qty_invoiced is distinct from counted.qty;
  for v_order_id in select distinct order_id from public.order_items where id = any (p_order_item_ids) order by 1 loop
    perform private.refresh_order(v_order_id);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.create_invoice(p_contact_id uuid, p_project_title text DEFAULT NULL::text, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  perform private.must('invoices', 'create', 'write invoices');
  select id into v_id from public.invoices where id = p_id;
  if found then
    return v_id;
  end if;
  if not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  end if;
  insert into public.invoices (id, contact_id, project_title, currency, created_by)
  select coalesce(p_id, gen_random_uuid()), p_contact_id, nullif(btrim(p_project_title), ''), s.currency, auth.uid()
    from public.company_settings s
  returning id into v_id;
  perform private.log_event('invoice', v_id, 'created');
  return v_id;
end $function$;
grant execute on function private.create_invoice(p_contact_id uuid, p_project_title text, p_id uuid) to authenticated;
grant execute on function private.create_invoice(p_contact_id uuid, p_project_title text, p_id uuid) to service_role;
comment on function private.create_invoice(p_contact_id uuid, p_project_title text, p_id uuid) is 'An empty draft for a client, without an order. Its lines are written into invoice_items. Returns the id.';

CREATE OR REPLACE FUNCTION private.deduct_deposits(p_invoice_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part record;
  v_deposit record;
  v_base numeric;
  v_vat numeric;
  v_budget numeric;
  v_room jsonb;
  v_key text;
begin
  delete from public.invoice_items where invoice_id = p_invoice_id and kind = 'deposit';
  -- What the invoice comes to at each rate, whatever its lines are of, and as a whole.
  select coalesce(jsonb_object_agg(r.vat_rate || ' ' || r.vat_treatment, r.base), '{}'), coalesce(sum(r.base + private.vat_of(r.base, r.vat_rate)), 0)
    into v_room, v_budget
    from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount') group by 1, 2) as r;
  for v_part in
    select * from private.invoice_order_vat where invoice_id = p_invoice_id and base > 0 order by order_id, vat_rate, vat_treatment
  loop
    v_key := v_part.vat_rate || ' ' || v_part.vat_treatment;
    for v_deposit in
      select d.* from private.deposits_left(v_part.order_id) as d
       where d.vat_rate = v_part.vat_rate and d.vat_treatment = v_part.vat_treatment
       order by d.issue_date, d.invoice_number
    loop
      v_base := least(v_deposit.base, v_part.base, (v_room ->> v_key)::numeric);
      continue when v_base <= 0;
      v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      -- Rates below zero, of discounts, leave less than the rates above.
      if v_base + v_vat > v_budget + 0.02 then
        v_base := v_budget - trunc(v_budget * v_part.vat_rate / (100 + v_part.vat_rate), 2);
        continue when v_base <= 0;
        v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      end if;
      v_budget := v_budget - v_base - v_vat;
      v_part.base := v_part.base - v_base;
      v_room := jsonb_set(v_room, array[v_key], to_jsonb((v_room ->> v_key)::numeric - v_base));
      insert into public.invoice_items (invoice_id, order_id, deducts_invoice_id, position, kind, description, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, vat)
      values (p_invoice_id, v_part.order_id, v_deposit.invoice_id,
        private.next_key((select max(position) from public.invoice_items where invoice_id = p_invoice_id)), 'deposit',
        format('Deposit %s of %s', v_deposit.invoice_number, to_char(v_deposit.issue_date, 'FMDD Mon YYYY')), -1, 'piece', v_base, 0,
        v_part.vat_rate, v_part.vat_treatment, -v_base, -v_vat);
    end loop;
  end loop;
end $function$;
comment on function private.deduct_deposits(p_invoice_id uuid) is 'Writes the deduction of paid deposits into a draft: by VAT rate, the smaller of what is left of the deposit and what the
invoice bills at that rate. So no base of an invoice falls below zero, and the rest waits for the next one.';

CREATE OR REPLACE FUNCTION private.deposit_left(p_order_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(d.base + d.vat) filter (where d.base > 0), 0) from private.deposits_left(p_order_id) as d
$function$;
comment on function private.deposit_left(p_order_id uuid) is 'Deposit of an order that no invoice deducts yet, gross.';

CREATE OR REPLACE FUNCTION private.guard_invoice_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.order_id := null;
    new.order_item_id := null;
    new.deducts_invoice_id := null;
    new.vat := null;
    if new.kind = 'deposit' then
      perform private.refuse('22023', 'Deposits are deducted by themselves');
    end if;
    return new;
  end if;
  if old.kind = 'deposit' or old.vat is not null then
    perform private.refuse('PT409', 'Deposits are deducted by themselves');
  end if;
  if tg_op = 'UPDATE' and old.order_item_id is not null and (
    (old.kind, old.unit_price, old.discount_pct, old.vat_rate, old.vat_treatment)
      is distinct from (new.kind, new.unit_price, new.discount_pct, new.vat_rate, new.vat_treatment))
  then
    perform private.refuse('PT409', 'The price of an ordered line follows from its order');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_issued()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_before constant jsonb := to_jsonb(old);
  v_column text;
begin
  if tg_op = 'DELETE' then
    raise exception using errcode = 'PT409', message = format('An issued %s is never removed', replace(tg_argv[0], '_', ' '));
  end if;
  select changed.key into v_column
    from jsonb_each(to_jsonb(new)) as changed
   where changed.value is distinct from v_before -> changed.key
     and changed.key not in ('status', 'gross', 'paid', 'credited', 'balance', 'allocated', 'open', 'sent_at', 'first_viewed_at', 'last_viewed_at',
       'reminder_stage', 'archived_at', 'link_revoked_at', 'row_version', 'search_text', 'contact_id', 'person_id', 'created_by', 'issued_by')
   limit 1;
  if found then
    raise exception using errcode = 'PT409',
      message = format('An issued %s never changes: correct it by a credit note', replace(tg_argv[0], '_', ' ')), detail = v_column;
  end if;
  return new;
end $function$;
comment on function private.guard_issued() is 'For everybody, functions included: an issued paper keeps every column but what is computed about it and whom it belongs to.';

CREATE OR REPLACE FUNCTION private.guard_issued_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
  v_row constant jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
begin
  execute format('select status from public.%I where id = $1 for no key update', tg_argv[0])
    into v_status using (v_row ->> tg_argv[1])::uuid;
  if v_status <> 'draft' then
    raise exception using errcode = 'PT409', message = 'The lines of an issued paper never change';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;
comment on function private.guard_issued_lines() is 'Arguments: table of the paper, column that points at it. For everybody, functions included.';

CREATE OR REPLACE FUNCTION private.invoice_document(p_invoice_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)))
    || jsonb_build_object('kind', 'invoice', 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status,
      'issue_date', v.issue_date, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'terms', v.terms, 'note', v.note,
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$function$;
comment on function private.invoice_document(p_invoice_id uuid) is 'Everything that a client sees of an invoice. Numbers are text.';

CREATE OR REPLACE FUNCTION private.issue_credit_note(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('invoices', 'edit', 'issue credit notes');
  return private.number_credit_note(p_id);
end $function$;
grant execute on function private.issue_credit_note(p_id uuid) to authenticated;
grant execute on function private.issue_credit_note(p_id uuid) to service_role;
comment on function private.issue_credit_note(p_id uuid) is 'Draft → issued: draws the number and lowers its invoice as far as that is open; the rest is credit of the client. A second
call returns the same number. Returns the number.';

CREATE OR REPLACE FUNCTION private.issue_invoice(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_row from public.invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This invoice is void');
  elsif v_row.status <> 'draft' then
    return v_row.invoice_number;
  end if;
  perform from public.orders o
   where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) order by o.id for no key update;
  if not exists (select from public.invoice_items where invoice_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you issue the invoice');
  end if;
  -- What other invoices billed meanwhile decides what the last part is.
  perform set_config('signwright.total_later', 'on', true);
  update public.invoice_items set qty = qty where invoice_id = p_id and order_item_id is not null;
  perform set_config('signwright.total_later', '', true);
  perform private.total_invoice(p_id);
  update public.invoices v
     set issue_date = private.company_today(),
         supply_date = coalesce(v.supply_date, (
           select max((d.delivered_at at time zone s.time_zone)::date) from public.deliveries d, public.company_settings s
            where d.order_id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) and d.delivered_at is not null),
           private.company_today()),
         due_date = coalesce(v.due_date, private.company_today() + case when v.kind = 'deposit' then 0 else private.contact_terms(v.contact_id) end),
         issued_at = now(), issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
           'person', private.contact_facts(v.person_id))
   where v.id = p_id
  returning * into v_row;
  perform private.log_event('invoice', p_id, 'issued', jsonb_build_object('number', v_row.invoice_number, 'gross', private.amount_text(v_row.gross)));
  perform private.refresh_invoice(p_id);
  return v_row.invoice_number;
end $function$;
grant execute on function private.issue_invoice(p_id uuid) to authenticated;
grant execute on function private.issue_invoice(p_id uuid) to service_role;
comment on function private.issue_invoice(p_id uuid) is 'Draft → issued: draws the number, sets the dates (due by the client''s terms) and freezes lines, VAT table and the facts of
company and client. A second call returns the same number. Returns the number.';

CREATE OR REPLACE FUNCTION private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb DEFAULT NULL::jsonb, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  perform private.must('invoices', 'create', 'write credit notes');
  select id into v_id from public.credit_notes where id = p_id;
  return coalesce(v_id, private.write_credit_note(p_invoice_id, p_reason, p_lines, p_id));
end $function$;
grant execute on function private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid) to authenticated;
grant execute on function private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid) to service_role;
comment on function private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid) is 'A draft that takes back lines of an issued invoice. p_lines: [{invoice_item_id, qty}], null for all that is not credited. No
more than was invoiced, in words. p_id: chosen by the caller, so that a repeated call returns the same draft. Returns the id.';

CREATE OR REPLACE FUNCTION private.make_invoice(p_order_ids uuid[], p_id uuid DEFAULT NULL::uuid, p_whole boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_order public.orders;
  v_contact_id uuid;
  v_item public.order_items;
  v_qty numeric;
  v_number integer := 0;
  v_lines integer;
  v_share numeric;
begin
  perform private.must('invoices', 'create', 'write invoices');
  select id into v_id from public.invoices where id = p_id;
  if found then
    return v_id;
  end if;
  select count(distinct o.contact_id), min(o.contact_id::text)::uuid into v_lines, v_contact_id
    from public.orders o where o.id = any (p_order_ids);
  if v_lines = 0 then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_lines > 1 then
    perform private.refuse('22023', 'One invoice is for one client');
  end if;
  insert into public.invoices (id, kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, created_by)
  select coalesce(p_id, gen_random_uuid()), 'standard', v_contact_id, (array_agg(o.person_id order by o.order_number))[1],
         case when count(*) = 1 then min(o.id::text)::uuid end, case when count(*) = 1 then min(o.quotation_id::text)::uuid end,
         left(string_agg(distinct o.project_title, ', '), 500), left(string_agg(distinct o.client_po, ', '), 100), min(o.currency), auth.uid()
    from public.orders o where o.id = any (p_order_ids)
  returning id into v_id;
  perform set_config('signwright.total_later', 'on', true);
  for v_order in select * from public.orders where id = any (p_order_ids) order by id for no key update loop
    if v_order.status = 'cancelled' then
      perform private.refuse('PT409', format('%s is cancelled', v_order.order_number));
    end if;
    v_lines := 0;
    for v_item in
      select * from public.order_items where order_id = v_order.id and kind = 'item' and qty > 0 order by position
    loop
      v_qty := case when p_whole then v_item.qty else v_item.qty_delivered end - v_item.qty_invoiced;
      if v_qty > 0 then
        insert into public.invoice_items (invoice_id, order_item_id, position, description, details, qty, width_mm, height_mm,
          picture_path, service_id, vat_rate)
        values (v_id, v_item.id, private.line_key(v_number), v_item.description, v_item.details, v_qty, v_item.width_mm,
          v_item.height_mm, v_item.picture_path, v_item.service_id, v_item.vat_rate);
        v_number := v_number + 1;
        v_lines := v_lines + 1;
      end if;
    end loop;
    -- A discount goes with the lines of its rate by their share, and its rest with the last of them; where its rate has no lines,
    -- with those of the order.
    if v_lines > 0 then
      perform private.count_invoiced(array(select id from public.order_items where order_id = v_order.id));
      for v_item in
        select * from public.order_items where order_id = v_order.id and kind = 'discount' and qty <> 0 order by position
      loop
        select case when bool_and(i.qty_invoiced >= i.qty) then 1
                    else trunc(coalesce(sum(i.net * i.qty_invoiced / i.qty) / nullif(sum(i.net), 0), 0), 4) end
          into v_share
          from public.order_items i
         where i.order_id = v_order.id and i.kind = 'item' and i.qty > 0
           and ((i.vat_rate, i.vat_treatment) = (v_item.vat_rate, v_item.vat_treatment) or not exists (
             select from public.order_items o where o.order_id = v_order.id and o.kind = 'item' and o.qty > 0
                and (o.vat_rate, o.vat_treatment) = (v_item.vat_rate, v_item.vat_treatment)));
        v_qty := trunc(abs(v_item.qty) * v_share, 4) - v_item.qty_invoiced;
        -- A share too small for four decimals goes along where the lines that are left could not bear it.
        if v_qty <= 0 and v_share < 1 and abs(v_item.qty) - v_item.qty_invoiced > 0.0001 and (
          select l.at_least from private.discount_limits(v_id, v_order.id, v_item.vat_rate, v_item.vat_treatment) as l) > 0
        then
          v_qty := 0.0001;
        end if;
        if v_qty > 0 then
          insert into public.invoice_items (invoice_id, order_item_id, position, kind, description, details, qty, vat_rate)
          values (v_id, v_item.id, private.line_key(v_number), 'discount', v_item.description, v_item.details, -v_qty, v_item.vat_rate);
          v_number := v_number + 1;
        end if;
      end loop;
    end if;
  end loop;
  perform set_config('signwright.total_later', '', true);
  if v_number = 0 then
    perform private.refuse('PT409', 'There is nothing to invoice: nothing more is delivered than was invoiced');
  end if;
  perform private.total_invoice(v_id);
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = v_id and order_item_id is not null));
  update public.invoices set kind = case when order_id is null then 'standard'
      when private.completes_order(v_id, order_id) then case when exists (
        select from public.invoices v where v.order_id = invoices.order_id and v.id <> v_id and v.kind in ('deposit', 'progress')
          and v.status not in ('draft', 'void')) then 'final' else 'standard' end
      else 'progress' end
   where id = v_id;
  perform private.log_event('invoice', v_id, 'created');
  return v_id;
end $function$;
grant execute on function private.make_invoice(p_order_ids uuid[], p_id uuid, p_whole boolean) to authenticated;
grant execute on function private.make_invoice(p_order_ids uuid[], p_id uuid, p_whole boolean) to service_role;
comment on function private.make_invoice(p_order_ids uuid[], p_id uuid, p_whole boolean) is 'A draft of what is delivered and not invoiced of these orders of one client, with their deposits deducted. p_whole: all
that is not invoiced, delivered or not. p_id: chosen by the caller, so that a repeated call returns the same draft. Returns
the id.';

CREATE OR REPLACE FUNCTION private.next_key(p_key text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  v_head constant text := left(p_key, 1);
  v_whole text;
  v_at integer;
begin
  if p_key is null or v_head collate "C" < 'a' then
    return 'a0';
  end if;
  -- Heads are a to z: a key has at most 27 places.
  v_whole := rpad(left(p_key, least(ascii(v_head), 122) - 97 + 2), least(ascii(v_head), 122) - 97 + 2, '0');
  for v_at in reverse char_length(v_whole) .. 2 loop
    if substr(v_whole, v_at, 1) <> 'z' then
      return left(v_whole, v_at - 1) || substr(v_digits, strpos(v_digits, substr(v_whole, v_at, 1)) + 1, 1)
        || repeat('0', char_length(v_whole) - v_at);
    end if;
  end loop;
  return chr(ascii(v_head) + 1) || repeat('0', char_length(v_whole));
end $function$;
comment on function private.next_key(p_key text) is 'A key of fractional indexing after this one: a0 → a1, az → b00.';

CREATE OR REPLACE FUNCTION private.refresh_credit_note(p_credit_note_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.credit_notes;
  v_allocated numeric;
begin
  select * into v_row from public.credit_notes where id = p_credit_note_id for no key update;
  if v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(amount), 0) into v_allocated from public.credit_allocations where credit_note_id = p_credit_note_id;
  if v_allocated > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.credit_number, private.amount_text(v_row.open)));
  end if;
  update public.credit_notes
     set allocated = v_allocated,
         status = case when v_allocated = v_row.gross then 'allocated' when v_allocated > 0 then 'part_allocated' else 'issued' end
   where id = p_credit_note_id;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_invoice(p_invoice_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.invoices;
  v_paid numeric;
  v_credited numeric;
  v_status text;
begin
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null or v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(a.amount), 0) into v_paid from public.payment_allocations a where a.invoice_id = p_invoice_id;
  select coalesce(sum(a.amount), 0) + coalesce((select sum(w.amount) from public.write_offs w where w.invoice_id = p_invoice_id), 0)
    into v_credited from public.credit_allocations a where a.invoice_id = p_invoice_id;
  if v_paid + v_credited > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number,
      private.amount_text(v_row.gross - v_row.paid - v_row.credited)));
  end if;
  v_status := case
    when v_paid + v_credited = v_row.gross then case when v_credited > 0 and v_paid = 0 then 'credited' else 'paid' end
    when v_paid + v_credited > 0 then 'partly_paid' else 'issued' end;
  update public.invoices set paid = v_paid, credited = v_credited, status = v_status
   where id = p_invoice_id and (paid, credited, status) is distinct from (v_paid, v_credited, v_status);
  if v_status <> v_row.status and v_status = 'paid' then
    perform private.cancel_mails('invoice', p_invoice_id);
    perform private.log_event('invoice', p_invoice_id, 'paid');
  end if;
end $function$;
comment on function private.refresh_invoice(p_invoice_id uuid) is 'Computes paid, credited and status of an issued invoice from its allocations. What was written off counts as credited.';

CREATE OR REPLACE FUNCTION private.settle_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item public.order_items;
  v_taken numeric;
  v_billed_qty numeric;
  v_billed_net numeric;
  v_billed_charged numeric;
begin
  if tg_op = 'UPDATE' and current_setting('signwright.fit_discounts', true) = 'on' then
    return new;
  end if;
  select * into v_item from public.order_items where id = new.order_item_id for no key update;
  new.order_id := v_item.order_id;
  new.kind := v_item.kind;
  new.unit := v_item.unit;
  new.unit_price := v_item.unit_price;
  new.discount_pct := v_item.discount_pct;
  new.vat_rate := v_item.vat_rate;
  new.vat_treatment := v_item.vat_treatment;
  new.qty := case when v_item.kind = 'discount' then -abs(new.qty) else new.qty end;
  select coalesce(sum(abs(i.qty)), 0) into v_taken
    from public.invoice_items i join public.invoices v on v.id = i.invoice_id
   where i.order_item_id = new.order_item_id and i.id <> new.id and v.status <> 'void' and v.kind <> 'proforma';
  if not coalesce(abs(new.qty) > 0, false) or new.qty = 'NaN' then
    perform private.refuse('22023', 'Please enter a quantity above zero');
  elsif abs(new.qty) > abs(v_item.qty) - v_taken and (select kind from public.invoices where id = new.invoice_id) <> 'proforma' then
    perform private.refuse('PT409', format('Of "%s" only %s of %s are left to invoice', left(v_item.description, 100),
      trim_scale(greatest(abs(v_item.qty) - v_taken, 0)), trim_scale(abs(v_item.qty))));
  end if;
  select coalesce(sum(abs(i.qty)), 0), coalesce(sum(i.net), 0), coalesce(sum(coalesce(i.charged_qty, i.qty)), 0)
    into v_billed_qty, v_billed_net, v_billed_charged
    from public.invoice_items i join public.invoices v on v.id = i.invoice_id
   where i.order_item_id = new.order_item_id and i.invoice_id <> new.invoice_id
     and v.status not in ('draft', 'void') and v.kind <> 'proforma';
  new.charged_qty := case when v_item.charged_qty is null then null
    when v_billed_qty + abs(new.qty) = abs(v_item.qty) then v_item.charged_qty - v_billed_charged
    else trunc(v_item.charged_qty * abs(new.qty) / abs(v_item.qty), 4) end;
  new.net := case when v_billed_qty + abs(new.qty) = abs(v_item.qty) then v_item.net - v_billed_net
    else private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct) end;
  return new;
end $function$;
comment on function private.settle_part() is 'A line of an order: the price is the order''s, no more than is left, the charged quantity is the share of the pieces, and the
last part of a line is the rest of both.';

CREATE OR REPLACE FUNCTION private.to_invoice(p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(order_id uuid, order_number text, contact_id uuid, client_name text, project_title text, client_po text, currency text, since timestamp with time zone, last_delivered_at timestamp with time zone, lines bigint, net numeric, deposit_left numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    select i.order_id, count(*) as lines, sum(trunc(i.net * (i.qty_delivered - i.qty_invoiced) / i.qty, 2)) as net
      from public.order_items i
     where i.kind = 'item' and i.qty > 0 and i.qty_delivered > i.qty_invoiced
     group by i.order_id
  ), discount as (
    select d.order_id, sum(private.line_net(-greatest(trunc(abs(i.qty) * share.part, 4) - i.qty_invoiced, 0), i.unit_price, i.discount_pct)) as net
      from due d join public.order_items i on i.order_id = d.order_id and i.kind = 'discount' and i.qty <> 0
     cross join lateral (
       select case when bool_and(greatest(l.qty_delivered, l.qty_invoiced) >= l.qty) then 1
                else trunc(coalesce(sum(l.net * greatest(l.qty_delivered, l.qty_invoiced) / l.qty) / nullif(sum(l.net), 0), 0), 4) end as part
         from public.order_items l
        where l.order_id = d.order_id and l.kind = 'item' and l.qty > 0
          and ((l.vat_rate, l.vat_treatment) = (i.vat_rate, i.vat_treatment) or not exists (
            select from public.order_items o where o.order_id = d.order_id and o.kind = 'item' and o.qty > 0
               and (o.vat_rate, o.vat_treatment) = (i.vat_rate, i.vat_treatment)))) as share
     group by d.order_id
  )
  select o.id, o.order_number, o.contact_id, private.client_label(c), o.project_title, o.client_po, o.currency,
         coalesce(drops.since, drops.last), drops.last, due.lines, due.net + coalesce(discount.net, 0), private.deposit_left(o.id)
    from due
    join public.orders o on o.id = due.order_id
    join public.contacts c on c.id = o.contact_id
    left join discount on discount.order_id = o.id
    left join lateral (
      select max(v.created_at) as at from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where i.order_id = o.id and i.order_item_id is not null and v.status <> 'void' and v.kind <> 'proforma') as billed on true
    left join lateral (
      select min(coalesce(p.delivered_at, d.delivered_at)) filter (where coalesce(p.delivered_at, d.delivered_at) > coalesce(billed.at, '-infinity')) as since,
             max(coalesce(p.delivered_at, d.delivered_at)) as last
        from public.deliveries d left join public.partial_deliveries p on p.delivery_id = d.id where d.order_id = o.id) as drops on true
   where o.status <> 'cancelled' and (p_contact_id is null or o.contact_id = p_contact_id)
     and (private.can('invoices', 'view') or private.is_server())
   order by coalesce(drops.since, drops.last) nulls last, o.order_number
$function$;
grant execute on function private.to_invoice(p_contact_id uuid) to authenticated;
grant execute on function private.to_invoice(p_contact_id uuid) to service_role;
comment on function private.to_invoice(p_contact_id uuid) is 'Orders of which more is delivered than invoiced, the longest waiting first: since when (the first drop after the last
invoice), how many lines, their net less their part of the discounts, and what is left of the deposit (gross).';

CREATE OR REPLACE FUNCTION private.total_invoice(p_invoice_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invoice public.invoices;
  v_net numeric;
  v_vat numeric;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_invoice.id is null or v_invoice.status <> 'draft' then
    return;
  end if;
  perform private.fit_discounts(p_invoice_id);
  delete from private.invoice_order_vat where invoice_id = p_invoice_id;
  insert into private.invoice_order_vat (invoice_id, order_id, vat_rate, vat_treatment, base, vat)
  select p_invoice_id, i.order_id, i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate) from public.invoice_items i
   where i.invoice_id = p_invoice_id and i.order_item_id is not null group by 2, 3, 4;
  if v_invoice.kind not in ('deposit', 'proforma') then
    perform private.deduct_deposits(p_invoice_id);
    -- What is billed after the deposits is a part of the rest of its order; the deposits bring the VAT that they bear.
    update private.invoice_order_vat b
       set vat = private.vat_of_part(b.base - part.ahead, b.vat_rate, part.base, part.vat) + part.ahead_vat
      from (
        select p.order_id, p.vat_rate, p.vat_treatment, coalesce(rest.base, 0) as base, coalesce(rest.vat, 0) as vat,
               coalesce(ahead.base, 0) as ahead, coalesce(ahead.vat, 0) as ahead_vat
          from private.invoice_order_vat p
          left join lateral (select r.base, r.vat from private.order_rest(p.order_id, false) as r
                              where r.vat_rate = p.vat_rate and r.vat_treatment = p.vat_treatment) as rest on true
          left join lateral (
            select sum(-i.net) as base, sum(-i.vat) as vat from public.invoice_items i
             where i.invoice_id = p_invoice_id and i.kind = 'deposit' and i.order_id = p.order_id and i.vat_rate = p.vat_rate
               and i.vat_treatment = p.vat_treatment) as ahead on true
         where p.invoice_id = p_invoice_id) as part
     where b.invoice_id = p_invoice_id and b.order_id = part.order_id and b.vat_rate = part.vat_rate and b.vat_treatment = part.vat_treatment;
  end if;
  delete from public.invoice_vat where invoice_id = p_invoice_id;
  -- An invoice over several orders, or with lines of its own, is within a cent of its own base × rate.
  insert into public.invoice_vat (invoice_id, vat_rate, vat_treatment, base, vat)
  select p_invoice_id, s.vat_rate, s.vat_treatment, s.base,
         case when s.sources = 1 then s.vat
              else greatest(private.vat_of(s.base, s.vat_rate) - 0.01, least(private.vat_of(s.base, s.vat_rate) + 0.01, s.vat)) end
    from (
      select vat_rate, vat_treatment, sum(base) as base, sum(vat) as vat, count(*) filter (where not is_deposit) as sources
        from (
          select o.vat_rate, o.vat_treatment, o.base, o.vat, false as is_deposit from private.invoice_order_vat o where o.invoice_id = p_invoice_id
          union all
          select i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate), false from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.order_item_id is null and i.vat is null and i.kind in ('item', 'discount') group by 1, 2
          union all
          select i.vat_rate, i.vat_treatment, i.net, i.vat, i.kind = 'deposit' from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.vat is not null
        ) as parts
       group by vat_rate, vat_treatment
    ) as s;
  update private.invoice_order_vat b
     set vat = b.vat + off.vat
    from (
      select t.vat_rate, t.vat_treatment, t.vat - sum(o.vat) - coalesce((
               select sum(i.vat) from public.invoice_items i where i.invoice_id = p_invoice_id and i.kind = 'deposit'
                  and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment), 0) as vat, max(o.order_id::text)::uuid as order_id
        from public.invoice_vat t
        join private.invoice_order_vat o on o.invoice_id = t.invoice_id and o.vat_rate = t.vat_rate and o.vat_treatment = t.vat_treatment
       where t.invoice_id = p_invoice_id and not exists (
         select from public.invoice_items i where i.invoice_id = p_invoice_id and i.order_item_id is null and i.vat is null
            and i.kind in ('item', 'discount') and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment)
       group by t.vat_rate, t.vat_treatment, t.vat) as off
   where b.invoice_id = p_invoice_id and b.order_id = off.order_id and b.vat_rate = off.vat_rate and b.vat_treatment = off.vat_treatment and off.vat <> 0;
  select coalesce(sum(base), 0), coalesce(sum(vat), 0) into v_net, v_vat from public.invoice_vat where invoice_id = p_invoice_id;
  if v_net + v_vat < 0 then
    perform private.refuse('22023', 'The discounts are larger than what they are taken from');
  elsif (select count(*) from public.invoice_items where invoice_id = p_invoice_id) > 1000 then
    perform private.refuse('22023', 'An invoice may have 1000 lines at most');
  end if;
  update public.invoices set net = v_net, vat = v_vat where id = p_invoice_id and (net, vat) is distinct from (v_net, v_vat);
end $function$;
comment on function private.total_invoice(p_invoice_id uuid) is 'Deductions, VAT table and totals of a draft.';

CREATE OR REPLACE FUNCTION private.total_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_id uuid;
  v_items uuid[];
begin
  -- total_invoice writes lines of deposits itself, and make_invoice totals once at its end.
  if pg_trigger_depth() > 1 or current_setting('signwright.total_later', true) = 'on' then
    return null;
  end if;
  for v_id in execute format('select distinct invoice_id from (%s) as touched order by 1', v_touched) loop
    perform private.total_invoice(v_id);
  end loop;
  execute format('select array_agg(distinct order_item_id) from (%s) as touched where order_item_id is not null', v_touched) into v_items;
  perform private.count_invoiced(v_items);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.void_credit_note(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
  v_first uuid;
begin
  perform private.must('invoices', 'edit', 'void credit notes');
  select status, coalesce(with_note_id, id) into v_status, v_first from public.credit_notes where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This credit note is not there any more');
  elsif v_status not in ('draft', 'void') then
    perform private.refuse('PT409', 'An issued credit note is never taken back');
  end if;
  update public.credit_notes set status = 'void' where (id = v_first or with_note_id = v_first) and status = 'draft';
end $function$;
grant execute on function private.void_credit_note(p_id uuid) to authenticated;
grant execute on function private.void_credit_note(p_id uuid) to service_role;
comment on function private.void_credit_note(p_id uuid) is 'Draft → void, with the notes over deposits that go with it.';

CREATE OR REPLACE FUNCTION private.void_invoice(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'void invoices');
  select * into v_row from public.invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status = 'void' then
    return;
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', 'An issued invoice is corrected by a credit note');
  end if;
  update public.invoices set status = 'void' where id = p_id;
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = p_id and order_item_id is not null));
  perform private.log_event('invoice', p_id, 'voided');
end $function$;
grant execute on function private.void_invoice(p_id uuid) to authenticated;
grant execute on function private.void_invoice(p_id uuid) to service_role;
comment on function private.void_invoice(p_id uuid) is 'Draft → void: its quantities can be invoiced again.';
