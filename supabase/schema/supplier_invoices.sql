-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.supplier_invoice_items (
  id uuid not null default gen_random_uuid(),
  supplier_invoice_id uuid not null,
  "position" text not null default 'b'::text || to_char(clock_timestamp(), 'YYYYMMDDHH24MISSUS'::text),
  description text not null,
  qty numeric(14,4) not null default 1,
  unit_price numeric(14,4) not null,
  vat_rate numeric(5,2) not null default 0,
  net numeric(14,2) not null,
  inventory_item_id uuid,
  job_id uuid,
  order_id uuid,
  created_at timestamp with time zone not null default now(),
  vat numeric(14,2) not null,
  cost_account_id uuid,
  constraint supplier_invoice_items_pkey PRIMARY KEY (id),
  constraint supplier_invoice_items_cost_account_id_fkey FOREIGN KEY (cost_account_id) REFERENCES public.cost_accounts(id) ON DELETE RESTRICT,
  constraint supplier_invoice_items_inventory_item_id_fkey FOREIGN KEY (inventory_item_id) REFERENCES public.inventory_items(id) ON DELETE SET NULL,
  constraint supplier_invoice_items_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE SET NULL,
  constraint supplier_invoice_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL,
  constraint supplier_invoice_items_supplier_invoice_id_fkey FOREIGN KEY (supplier_invoice_id) REFERENCES public.supplier_invoices(id) ON DELETE CASCADE,
  constraint supplier_invoice_items_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint supplier_invoice_items_description_length CHECK (char_length(btrim(description)) >= 1 AND char_length(btrim(description)) <= 1000 AND char_length(description) <= 1100),
  constraint supplier_invoice_items_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoice_items_position_length CHECK (char_length("position") >= 1 AND char_length("position") <= 100),
  constraint supplier_invoice_items_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoice_items_unit_price_is_a_number CHECK (unit_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoice_items_values_range CHECK (qty >= '-1000000'::integer::numeric AND qty <= 1000000::numeric AND unit_price >= 0::numeric AND unit_price <= 10000000::numeric AND vat_rate >= 0::numeric AND vat_rate <= 100::numeric),
  constraint supplier_invoice_items_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoice_items_vat_rate_is_a_number CHECK (vat_rate <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.supplier_invoice_items enable row level security;
CREATE INDEX supplier_invoice_items_cost_account_id_idx ON public.supplier_invoice_items USING btree (cost_account_id);
CREATE INDEX supplier_invoice_items_inventory_item_id_idx ON public.supplier_invoice_items USING btree (inventory_item_id);
CREATE INDEX supplier_invoice_items_invoice_idx ON public.supplier_invoice_items USING btree (supplier_invoice_id, "position");
CREATE INDEX supplier_invoice_items_job_id_idx ON public.supplier_invoice_items USING btree (job_id);
CREATE INDEX supplier_invoice_items_order_id_idx ON public.supplier_invoice_items USING btree (order_id);
grant delete, insert, select, update on public.supplier_invoice_items to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.supplier_invoice_items to service_role;
create policy "staff enter lines" on public.supplier_invoice_items for insert to authenticated
  with check (( SELECT private.can('supplier-invoices'::text, 'create'::text) AS can));
create policy "staff remove lines" on public.supplier_invoice_items for delete to authenticated
  using (( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can));
create policy "whoever reads an invoice of a supplier reads its lines" on public.supplier_invoice_items for select to authenticated
  using (( SELECT private.can('supplier-invoices'::text, 'view'::text) AS can));
create policy "staff change lines" on public.supplier_invoice_items for update to authenticated
  using (( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.supplier_invoice_items FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('supplier-invoices:create');
CREATE TRIGGER fill_line BEFORE INSERT OR UPDATE ON public.supplier_invoice_items FOR EACH ROW EXECUTE FUNCTION private.fill_supplier_line();
CREATE TRIGGER keep_lines BEFORE INSERT OR DELETE OR UPDATE ON public.supplier_invoice_items FOR EACH ROW EXECUTE FUNCTION private.keep_supplier_lines();
CREATE TRIGGER keep_taken_in BEFORE UPDATE OF inventory_item_id, qty ON public.supplier_invoice_items FOR EACH ROW WHEN (old.inventory_item_id IS DISTINCT FROM new.inventory_item_id OR old.qty IS DISTINCT FROM new.qty) EXECUTE FUNCTION private.keep_taken_in();
CREATE TRIGGER keep_taken_in_line BEFORE DELETE ON public.supplier_invoice_items FOR EACH ROW EXECUTE FUNCTION private.keep_taken_in();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.supplier_invoice_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('supplier_invoice_id', 'supplier-invoices');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.supplier_invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('supplier_invoice_id', 'supplier-invoices');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.supplier_invoice_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('supplier_invoice_id', 'supplier-invoices');
CREATE TRIGGER pin BEFORE UPDATE ON public.supplier_invoice_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'supplier_invoice_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.supplier_invoice_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.supplier_invoice_items is 'Lines of a supplier''s invoice, and the material, job or order that they belong to.';
comment on column public.supplier_invoice_items.net is 'As the paper says it; quantity × unit price where nobody said another.';
comment on column public.supplier_invoice_items.vat is 'As the paper says it; net × rate where nobody said another.';

create table public.supplier_invoices (
  id uuid not null default gen_random_uuid(),
  supplier_id uuid not null,
  supplier_number text not null,
  status text not null default 'received'::text,
  invoice_date date not null,
  due_date date,
  scheduled_for date,
  currency text not null default 'EUR'::text,
  net numeric(14,2) not null,
  vat numeric(14,2) not null default 0,
  gross numeric(14,2) not null generated always as ((net + vat)) stored,
  paid numeric(14,2) not null default 0,
  iban text,
  payment_reference text,
  file_path text,
  file_name text,
  read_from text,
  note text,
  dispute_reason text,
  approved_by uuid,
  approved_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  row_version integer not null default 1,
  discount_pct numeric(5,2),
  discount_until date,
  discount_taken numeric(14,2) not null default 0,
  open numeric(14,2) not null generated always as ((net + vat - paid - discount_taken)) stored,
  another_bill_reason text,
  vat_confirmed_as text,
  constraint supplier_invoices_pkey PRIMARY KEY (id),
  constraint supplier_invoices_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint supplier_invoices_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint supplier_invoices_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint supplier_invoices_amounts_fit CHECK (net >= 0::numeric AND vat >= 0::numeric AND paid >= 0::numeric AND paid <= (net + vat)),
  constraint supplier_invoices_approved_at_is_in_reach CHECK (approved_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND approved_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint supplier_invoices_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint supplier_invoices_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint supplier_invoices_date_is_believable CHECK (invoice_date >= '2000-01-01'::date AND invoice_date <= '2100-01-01'::date AND due_date <= '2101-01-01'::date),
  constraint supplier_invoices_discount_fits CHECK (discount_taken >= 0::numeric AND (paid + discount_taken) <= (net + vat)),
  constraint supplier_invoices_discount_is_whole CHECK ((discount_pct IS NULL) = (discount_until IS NULL) AND discount_pct > 0::numeric AND discount_pct < 100::numeric AND discount_until >= invoice_date),
  constraint supplier_invoices_discount_pct_is_a_number CHECK (discount_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoices_discount_taken_is_a_number CHECK (discount_taken <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoices_discount_until_is_in_reach CHECK (discount_until >= '1900-01-01'::date AND discount_until < '10000-01-01'::date),
  constraint supplier_invoices_due_after_its_date CHECK (due_date >= invoice_date),
  constraint supplier_invoices_due_date_is_in_reach CHECK (due_date >= '1900-01-01'::date AND due_date < '10000-01-01'::date),
  constraint supplier_invoices_gross_is_a_number CHECK (gross <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoices_iban_is_one CHECK (iban IS NULL OR private.is_iban(iban)),
  constraint supplier_invoices_invoice_date_is_in_reach CHECK (invoice_date >= '1900-01-01'::date AND invoice_date < '10000-01-01'::date),
  constraint supplier_invoices_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoices_number_length CHECK (char_length(btrim(supplier_number)) >= 1 AND char_length(btrim(supplier_number)) <= 100 AND char_length(supplier_number) <= 120),
  constraint supplier_invoices_open_is_a_number CHECK (open <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoices_paid_is_a_number CHECK (paid <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_invoices_read_from_is_known CHECK (read_from = ANY (ARRAY['ubl'::text, 'cii'::text])),
  constraint supplier_invoices_reason_length CHECK (char_length(another_bill_reason) <= 500),
  constraint supplier_invoices_scheduled_for_is_in_reach CHECK (scheduled_for >= '1900-01-01'::date AND scheduled_for < '10000-01-01'::date),
  constraint supplier_invoices_status_is_known CHECK (status = ANY (ARRAY['received'::text, 'approved'::text, 'scheduled'::text, 'part_paid'::text, 'paid'::text, 'disputed'::text])),
  constraint supplier_invoices_texts_length CHECK (char_length(payment_reference) <= 140 AND char_length(file_path) <= 300 AND char_length(file_name) <= 300 AND char_length(note) <= 5000 AND char_length(dispute_reason) <= 2000),
  constraint supplier_invoices_vat_confirmed_as_length CHECK (char_length(vat_confirmed_as) <= 60),
  constraint supplier_invoices_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.supplier_invoices enable row level security;
CREATE INDEX supplier_invoices_approved_by_idx ON public.supplier_invoices USING btree (approved_by);
CREATE INDEX supplier_invoices_created_by_idx ON public.supplier_invoices USING btree (created_by);
CREATE INDEX supplier_invoices_invoice_date_idx ON public.supplier_invoices USING btree (invoice_date DESC, id DESC);
CREATE UNIQUE INDEX supplier_invoices_once_a_supplier ON public.supplier_invoices USING btree (supplier_id, private.plain_number(supplier_number));
CREATE INDEX supplier_invoices_status_due_idx ON public.supplier_invoices USING btree (status, due_date);
grant insert, select, update on public.supplier_invoices to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.supplier_invoices to service_role;
create policy "staff enter invoices of suppliers in their own name" on public.supplier_invoices for insert to authenticated
  with check (( SELECT private.can('supplier-invoices'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)) AND status = 'received'::text AND paid = 0::numeric AND discount_taken = 0::numeric AND approved_at IS NULL AND approved_by IS NULL);
create policy "staff read invoices of suppliers" on public.supplier_invoices for select to authenticated
  using (( SELECT private.can('supplier-invoices'::text, 'view'::text) AS can));
create policy "staff change invoices of suppliers" on public.supplier_invoices for update to authenticated
  using (( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.supplier_invoices FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('supplier-invoices:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.supplier_invoices FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.supplier_invoices FOR EACH ROW EXECUTE FUNCTION private.check_transition('supplier_invoice');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.supplier_invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('supplier_invoice', 'by hand');
CREATE TRIGGER count_version BEFORE UPDATE ON public.supplier_invoices FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.supplier_invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER follow_payment_runs AFTER UPDATE OF iban ON public.supplier_invoices FOR EACH ROW WHEN (old.iban IS DISTINCT FROM new.iban) EXECUTE FUNCTION private.follow_invoice_iban();
CREATE TRIGGER log_story AFTER INSERT OR UPDATE OF status ON public.supplier_invoices FOR EACH ROW EXECUTE FUNCTION private.log_supplier_invoice();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.supplier_invoices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'supplier-invoices', 'payments');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.supplier_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'supplier-invoices', 'payments');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.supplier_invoices REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'supplier-invoices', 'payments');
CREATE TRIGGER pin BEFORE UPDATE ON public.supplier_invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'paid', 'approved_by', 'approved_at', 'read_from');
CREATE TRIGGER pin_discount_taken BEFORE UPDATE ON public.supplier_invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('discount_taken');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.supplier_invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.supplier_invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER y_ask_about_bill BEFORE INSERT OR UPDATE OF supplier_id, invoice_date, net, vat ON public.supplier_invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_about_bill();
CREATE TRIGGER z_keep_supplier_invoice BEFORE UPDATE ON public.supplier_invoices FOR EACH ROW EXECUTE FUNCTION private.keep_supplier_invoice();
CREATE TRIGGER zz_keep_invoice_of_run BEFORE UPDATE ON public.supplier_invoices FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.paid IS DISTINCT FROM new.paid OR old.net IS DISTINCT FROM new.net OR old.vat IS DISTINCT FROM new.vat OR old.currency IS DISTINCT FROM new.currency OR old.supplier_id IS DISTINCT FROM new.supplier_id OR old.scheduled_for IS DISTINCT FROM new.scheduled_for) EXECUTE FUNCTION private.keep_invoice_of_run();
comment on table public.supplier_invoices is 'What suppliers ask for. Net and VAT are those of the supplier''s paper.';
comment on column public.supplier_invoices.another_bill_reason is 'Why this is another bill although one of the supplier has the same day and total.';
comment on column public.supplier_invoices.discount_pct is 'Percent of the total that may be deducted when it is paid up to discount_until.';
comment on column public.supplier_invoices.file_path is 'In the bucket supplier-invoices.';
comment on column public.supplier_invoices.read_from is 'What filled it in: ubl or cii (Factur-X); null: a person.';
comment on column public.supplier_invoices.vat_confirmed_as is 'VAT and net that somebody confirmed although no rate fits: 12.00 of 100.00. With other amounts it is asked again.';

create table public.supplier_payments (
  id uuid not null default gen_random_uuid(),
  supplier_invoice_id uuid not null,
  amount numeric(14,2) not null,
  paid_on date not null,
  method text not null,
  reference text,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  discount numeric(14,2) not null default 0,
  reverses_id uuid,
  constraint supplier_payments_pkey PRIMARY KEY (id),
  constraint supplier_payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint supplier_payments_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES public.supplier_payments(id) ON DELETE RESTRICT,
  constraint supplier_payments_supplier_invoice_id_fkey FOREIGN KEY (supplier_invoice_id) REFERENCES public.supplier_invoices(id) ON DELETE RESTRICT,
  constraint supplier_payments_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_payments_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint supplier_payments_discount_is_a_number CHECK (discount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint supplier_payments_method_is_known CHECK (method = ANY (ARRAY['card'::text, 'bank'::text, 'cash'::text, 'cheque'::text, 'other'::text])),
  constraint supplier_payments_paid_on_is_in_reach CHECK (paid_on >= '1900-01-01'::date AND paid_on < '10000-01-01'::date),
  constraint supplier_payments_reference_length CHECK (char_length(reference) <= 200),
  constraint supplier_payments_reversal_is_below_zero CHECK (amount <> 0::numeric AND (reverses_id IS NULL) = (amount > 0::numeric) AND (reverses_id IS NULL OR discount <= 0::numeric) AND (reverses_id IS NOT NULL OR discount >= 0::numeric))
);
alter table public.supplier_payments enable row level security;
CREATE INDEX supplier_payments_created_by_idx ON public.supplier_payments USING btree (created_by);
CREATE INDEX supplier_payments_invoice_idx ON public.supplier_payments USING btree (supplier_invoice_id);
CREATE UNIQUE INDEX supplier_payments_reversed_once_idx ON public.supplier_payments USING btree (reverses_id);
grant select on public.supplier_payments to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.supplier_payments to service_role;
create policy "staff read payments to suppliers" on public.supplier_payments for select to authenticated
  using (( SELECT private.can('supplier-invoices'::text, 'view'::text) AS can));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.supplier_payments FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.supplier_payments FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.supplier_payments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.supplier_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.supplier_payments REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER pin BEFORE UPDATE ON public.supplier_payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.supplier_payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.supplier_payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.supplier_payments is 'Money paid for an invoice of a supplier. It only grows.';
comment on column public.supplier_payments.discount is 'What was deducted for paying early, beside the amount.';
comment on column public.supplier_payments.reverses_id is 'The payment that was recorded by mistake: this record is below zero and takes it back.';

CREATE OR REPLACE FUNCTION private.keep_supplier_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_user not in ('anon', 'authenticated') and auth.uid() is null then
    return new;
  elsif old.status in ('approved', 'scheduled', 'part_paid', 'paid')
    and (new.supplier_id, new.supplier_number, new.invoice_date, new.currency, new.net, new.vat,
      new.discount_pct, new.discount_until, new.file_path, new.iban, new.payment_reference)
      is distinct from (old.supplier_id, old.supplier_number, old.invoice_date, old.currency, old.net, old.vat,
        old.discount_pct, old.discount_until, old.file_path, old.iban, old.payment_reference)
  then
    perform private.refuse('PT409', 'This invoice is approved. Take its approval back first, then change it.');
  end if;
  if new.scheduled_for is distinct from old.scheduled_for and new.scheduled_for < private.company_today() then
    perform private.refuse('22023', 'Please choose a day from today on');
  end if;
  if new.status is distinct from old.status then
    if new.status = 'disputed' and coalesce(btrim(new.dispute_reason), '') = '' then
      perform private.refuse('22023', 'Please say what is wrong with it');
    elsif new.status = 'approved' and old.status in ('received', 'disputed') then
      perform private.settle_supplier_lines(new);
      new.approved_by := auth.uid();
      new.approved_at := now();
      -- Part of it was paid before the approval was taken back.
      if new.paid + new.discount_taken > 0 then
        new.status := case when new.paid + new.discount_taken = new.net + new.vat then 'paid' else 'part_paid' end;
      end if;
    elsif new.status = 'scheduled' and new.scheduled_for is null then
      perform private.refuse('22023', 'Please choose the day of the payment');
    elsif new.status in ('received', 'disputed') then
      new.approved_by := null;
      new.approved_at := null;
      new.scheduled_for := null;
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_supplier_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
begin
  select status into v_status from public.supplier_invoices
   where id = case when tg_op = 'DELETE' then old.supplier_invoice_id else new.supplier_invoice_id end for no key update;
  if v_status is not null and v_status not in ('received', 'disputed') then
    if tg_op = 'UPDATE' and (new.description, new.qty, new.unit_price, new.vat_rate, new.position, new.net, new.vat)
      is not distinct from (old.description, old.qty, old.unit_price, old.vat_rate, old.position, old.net, old.vat)
    then
      return new;
    end if;
    perform private.refuse('PT409', 'This invoice is approved: its lines stay as they are');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;
comment on function private.keep_supplier_lines() is 'Lines of an approved invoice stay; to which account, material, job or order they belong may change.';

CREATE OR REPLACE FUNCTION private.log_supplier_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('supplier_invoice', new.id, 'created', jsonb_build_object('number', new.supplier_number));
  elsif new.status is distinct from old.status and (new.status not in ('paid', 'part_paid') or old.status = 'received') then
    perform private.log_event('supplier_invoice', new.id, 'status',
      jsonb_build_object('from', old.status, 'to', new.status, 'reason', case when new.status = 'disputed' then new.dispute_reason end));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date DEFAULT NULL::date, p_reference text DEFAULT NULL::text, p_payment_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.supplier_invoices;
  v_id uuid;
begin
  perform private.must('payments', 'create', 'record payments');
  select id into v_id from public.supplier_payments where id = p_payment_id;
  if found then
    return v_id;
  end if;
  select * into v_row from public.supplier_invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
    perform private.refuse('PT409', case v_row.status when 'paid' then 'This invoice is paid' else 'Please approve this invoice before it is paid' end);
  elsif p_amount is null or p_amount <= 0 or p_amount <> trunc(p_amount, 2) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_row.open then
    perform private.refuse('22023', format('Only %s %s is still to be paid', v_row.currency, private.amount_text(v_row.open)));
  elsif coalesce(p_paid_on, private.company_today()) > private.company_today() then
    perform private.refuse('22023', 'Please choose a day that has come');
  end if;
  v_id := coalesce(p_payment_id, gen_random_uuid());
  insert into public.supplier_payments (id, supplier_invoice_id, amount, paid_on, method, reference, created_by)
  values (v_id, p_id, p_amount, coalesce(p_paid_on, private.company_today()), p_method, nullif(btrim(p_reference), ''), auth.uid());
  update public.supplier_invoices
     set paid = paid + p_amount, status = case when paid + p_amount = net + vat then 'paid' else 'part_paid' end where id = p_id;
  perform private.log_event('supplier_invoice', p_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  return v_id;
end $function$;
grant execute on function private.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid) to authenticated;
grant execute on function private.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid) to service_role;
comment on function private.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid) is 'Records a payment to a supplier: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. Returns the id of the payment.';

CREATE OR REPLACE FUNCTION public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb DEFAULT '[]'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_net constant numeric := (p_values ->> 'net')::numeric;
  v_vat constant numeric := (p_values ->> 'vat')::numeric;
  v_lines jsonb := p_lines;
  v_fits boolean;
begin
  if exists (select from public.supplier_invoices where id = p_id) then
    return p_id;
  elsif jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 500 then
    raise invalid_parameter_value using message = 'An invoice may have 500 lines at most';
  elsif exists (
    select from public.supplier_invoices i where i.supplier_id = (p_values ->> 'supplier_id')::uuid
       and private.plain_number(i.supplier_number) = private.plain_number(p_values ->> 'supplier_number'))
  then
    raise exception using errcode = 'PT409', message = 'There is an invoice of this supplier with this number already';
  end if;
  if jsonb_array_length(p_lines) = 0 then
    v_lines := jsonb_build_array(jsonb_build_object('description', format('Invoice %s', btrim(p_values ->> 'supplier_number')), 'qty', 1,
      'unit_price', v_net, 'vat_rate', private.rate_of_vat(v_net, v_vat), 'vat', v_vat));
  end if;
  -- Lines of an electronic invoice that come to its VAT say of which rates it is.
  select jsonb_array_length(p_lines) > 0 and sum(l.net) = v_net
         and abs(sum(coalesce(l.vat, l.net * l.vat_rate / 100)) - v_vat) <= 0.01 * count(*) into v_fits
    from (select coalesce((x ->> 'net')::numeric, trunc((x ->> 'qty')::numeric * (x ->> 'unit_price')::numeric, 2)) as net,
                 (x ->> 'vat_rate')::numeric as vat_rate, (x ->> 'vat')::numeric as vat
            from jsonb_array_elements(v_lines) as x) as l;
  insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, currency, net, vat, iban,
    payment_reference, file_path, file_name, read_from, note, discount_pct, discount_until, another_bill_reason, vat_confirmed_as, created_by)
  values (p_id, (p_values ->> 'supplier_id')::uuid, btrim(p_values ->> 'supplier_number'), (p_values ->> 'invoice_date')::date,
    (p_values ->> 'due_date')::date, coalesce(p_values ->> 'currency', 'EUR'), v_net, v_vat,
    p_values ->> 'iban', p_values ->> 'payment_reference', p_values ->> 'file_path', p_values ->> 'file_name', p_values ->> 'read_from',
    p_values ->> 'note', (p_values ->> 'discount_pct')::numeric, (p_values ->> 'discount_until')::date, p_values ->> 'another_bill_reason',
    case when v_fits then format('%s of %s', v_vat::numeric(14,2), v_net::numeric(14,2)) else p_values ->> 'vat_confirmed_as' end,
    auth.uid());
  insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, net, vat, cost_account_id)
  select p_id, 'a' || lpad(place::text, 4, '0'), line ->> 'description', (line ->> 'qty')::numeric, (line ->> 'unit_price')::numeric,
         (line ->> 'vat_rate')::numeric, (line ->> 'net')::numeric, (line ->> 'vat')::numeric,
         coalesce(line ->> 'cost_account_id', p_values ->> 'cost_account_id')::uuid
    from jsonb_array_elements(v_lines) with ordinality as listed (line, place);
  return p_id;
end $function$;
grant execute on function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb) to authenticated;
grant execute on function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb) to service_role;
comment on function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb) is 'Enters an invoice of a supplier with its lines, both or none, by the caller''s own rights; without lines it gets one. p_id:
chosen by the caller, so that a repeated call enters one. A number that the supplier used before is refused in words, however
it is written. cost_account_id in p_values: of the lines that name none. Returns the id.';
