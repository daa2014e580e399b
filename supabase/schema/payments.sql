-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.payment_allocations (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  invoice_id uuid not null,
  amount numeric(14,2) not null,
  allocated_on date not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint payment_allocations_pkey PRIMARY KEY (id),
  constraint payment_allocations_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payment_allocations_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE RESTRICT,
  constraint payment_allocations_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE RESTRICT,
  constraint payment_allocations_allocated_on_is_in_reach CHECK (allocated_on >= '1900-01-01'::date AND allocated_on < '10000-01-01'::date),
  constraint payment_allocations_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint payment_allocations_amount_is_positive CHECK (amount > 0::numeric),
  constraint payment_allocations_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.payment_allocations enable row level security;
CREATE INDEX payment_allocations_created_by_idx ON public.payment_allocations USING btree (created_by);
CREATE INDEX payment_allocations_invoice_id_idx ON public.payment_allocations USING btree (invoice_id);
CREATE INDEX payment_allocations_payment_id_idx ON public.payment_allocations USING btree (payment_id);
grant select on public.payment_allocations to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.payment_allocations to service_role;
create policy "whoever reads a payment reads what it settles" on public.payment_allocations for select to authenticated
  using (( SELECT true
   FROM public.payments p
  WHERE p.id = payment_allocations.payment_id));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.payment_allocations FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.payment_allocations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'payments', 'invoices', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.payment_allocations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'payments', 'invoices', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.payment_allocations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'payments', 'invoices', 'statements');
CREATE TRIGGER pin BEFORE UPDATE ON public.payment_allocations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.payment_allocations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.payment_allocations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.payment_allocations is 'Which invoice a payment settles, by how much.';

create table public.payment_refunds (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  amount numeric(14,2) not null,
  refunded_on date not null,
  reason text not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  kind text not null default 'refund'::text,
  reverses_id uuid,
  constraint payment_refunds_pkey PRIMARY KEY (id),
  constraint payment_refunds_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payment_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE RESTRICT,
  constraint payment_refunds_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES public.payment_refunds(id) ON DELETE RESTRICT,
  constraint payment_refunds_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint payment_refunds_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint payment_refunds_kind_is_known CHECK (kind = ANY (ARRAY['refund'::text, 'reversal'::text])),
  constraint payment_refunds_reason_length CHECK (char_length(btrim(reason)) >= 1 AND char_length(btrim(reason)) <= 2000 AND char_length(reason) <= 2100),
  constraint payment_refunds_refunded_on_is_in_reach CHECK (refunded_on >= '1900-01-01'::date AND refunded_on < '10000-01-01'::date),
  constraint payment_refunds_reversal_is_below_zero CHECK (amount <> 0::numeric AND (reverses_id IS NULL) = (amount > 0::numeric))
);
alter table public.payment_refunds enable row level security;
CREATE INDEX payment_refunds_created_by_idx ON public.payment_refunds USING btree (created_by);
CREATE INDEX payment_refunds_payment_id_idx ON public.payment_refunds USING btree (payment_id);
CREATE UNIQUE INDEX payment_refunds_reversed_once_idx ON public.payment_refunds USING btree (reverses_id);
grant select on public.payment_refunds to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.payment_refunds to service_role;
create policy "whoever reads a payment reads its refunds" on public.payment_refunds for select to authenticated
  using (( SELECT true
   FROM public.payments p
  WHERE p.id = payment_refunds.payment_id));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.payment_refunds FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.payment_refunds FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.payment_refunds REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('payment_id', 'payments', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.payment_refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('payment_id', 'payments', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.payment_refunds REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('payment_id', 'payments', 'statements');
CREATE TRIGGER pin BEFORE UPDATE ON public.payment_refunds FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.payment_refunds FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.payment_refunds FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.payment_refunds is 'Money of a payment that went back.';
comment on column public.payment_refunds.kind is 'refund: money went back. reversal: the payment had been recorded by mistake; no money moved.';
comment on column public.payment_refunds.reverses_id is 'The refund that was recorded by mistake: this record is below zero and takes it back.';

create table public.payment_requests (
  id uuid not null default gen_random_uuid(),
  purpose text not null,
  status text not null default 'open'::text,
  contact_id uuid not null,
  quotation_id uuid,
  order_id uuid,
  invoice_id uuid,
  statement_id uuid,
  amount numeric(14,2) not null,
  currency text not null default 'EUR'::text,
  provider text,
  provider_session text,
  failure text,
  expires_at timestamp with time zone,
  paid_at timestamp with time zone,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint payment_requests_pkey PRIMARY KEY (id),
  constraint payment_requests_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint payment_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payment_requests_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE RESTRICT,
  constraint payment_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint payment_requests_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE RESTRICT,
  constraint payment_requests_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES public.statements(id) ON DELETE RESTRICT,
  constraint payment_requests_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint payment_requests_amount_is_positive CHECK (amount > 0::numeric),
  constraint payment_requests_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint payment_requests_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payment_requests_document_fits_purpose CHECK (
CASE purpose
    WHEN 'deposit'::text THEN order_id IS NOT NULL AND invoice_id IS NULL
    WHEN 'invoice'::text THEN invoice_id IS NOT NULL
    ELSE true
END),
  constraint payment_requests_expires_at_is_in_reach CHECK (expires_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND expires_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint payment_requests_paid_at_is_in_reach CHECK (paid_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND paid_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint payment_requests_purpose_is_known CHECK (purpose = ANY (ARRAY['deposit'::text, 'invoice'::text, 'statement'::text])),
  constraint payment_requests_status_is_known CHECK (status = ANY (ARRAY['open'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])),
  constraint payment_requests_texts_length CHECK (char_length(provider) <= 50 AND char_length(provider_session) <= 200 AND char_length(failure) <= 500)
);
alter table public.payment_requests enable row level security;
CREATE INDEX payment_requests_contact_id_idx ON public.payment_requests USING btree (contact_id, created_at DESC);
CREATE INDEX payment_requests_created_by_idx ON public.payment_requests USING btree (created_by);
CREATE INDEX payment_requests_invoice_id_idx ON public.payment_requests USING btree (invoice_id);
CREATE UNIQUE INDEX payment_requests_one_open_idx ON public.payment_requests USING btree (purpose, COALESCE(invoice_id, order_id, statement_id, contact_id), amount) WHERE status = ANY (ARRAY['open'::text, 'processing'::text]);
CREATE INDEX payment_requests_order_id_idx ON public.payment_requests USING btree (order_id);
CREATE UNIQUE INDEX payment_requests_provider_session_idx ON public.payment_requests USING btree (provider, provider_session) WHERE provider_session IS NOT NULL;
CREATE INDEX payment_requests_quotation_id_idx ON public.payment_requests USING btree (quotation_id);
CREATE INDEX payment_requests_statement_id_idx ON public.payment_requests USING btree (statement_id);
grant select on public.payment_requests to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.payment_requests to service_role;
create policy "staff read requests for papers that they read" on public.payment_requests for select to authenticated
  using ((( SELECT private.can('payments'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can)) AND (quotation_id IS NULL OR ( SELECT private.can('quotations'::text, 'view'::text) AS can)) AND (invoice_id IS NULL OR ( SELECT private.can('invoices'::text, 'view'::text) AS can)) AND (statement_id IS NULL OR ( SELECT private.can('statements'::text, 'view'::text) AS can)));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.payment_requests FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.payment_requests FOR EACH ROW EXECUTE FUNCTION private.check_transition('payment_request');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.payment_requests FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('payment_request', 'by hand');
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.payment_requests REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'id', 'id');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.payment_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'id', 'id');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.payment_requests REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'id', 'id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.payment_requests REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'payments', 'orders');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.payment_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'payments', 'orders');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.payment_requests REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'payments', 'orders');
CREATE TRIGGER pin BEFORE UPDATE ON public.payment_requests FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.payment_requests FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.payment_requests FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.payment_requests is 'Money that a client is asked for. One open request a document and amount is used again. The id is the secret of its page.';
comment on column public.payment_requests.provider_session is 'The provider''s order code, as text: it has more digits than a JSON number keeps.';

create table public.payments (
  id uuid not null default gen_random_uuid(),
  payment_number text,
  contact_id uuid not null,
  direction text not null default 'in'::text,
  method text not null,
  provider text,
  provider_ref text,
  request_id uuid,
  order_id uuid,
  status text not null default 'succeeded'::text,
  amount numeric(14,2) not null,
  allocated numeric(14,2) not null default 0,
  refunded numeric(14,2) not null default 0,
  open numeric(14,2) not null generated always as ((amount - allocated - refunded)) stored,
  currency text not null default 'EUR'::text,
  received_on date not null,
  reference text,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_payment_number_key UNIQUE (payment_number),
  constraint payments_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint payments_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.payment_requests(id) ON DELETE RESTRICT,
  constraint payments_allocated_is_a_number CHECK (allocated <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint payments_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint payments_amounts_fit CHECK (amount > 0::numeric AND allocated >= 0::numeric AND refunded >= 0::numeric AND (allocated + refunded) <= amount),
  constraint payments_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint payments_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payments_direction_is_known CHECK (direction = ANY (ARRAY['in'::text, 'out'::text])),
  constraint payments_method_is_known CHECK (method = ANY (ARRAY['card'::text, 'bank'::text, 'cash'::text, 'cheque'::text, 'other'::text])),
  constraint payments_open_is_a_number CHECK (open <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint payments_received_on_is_in_reach CHECK (received_on >= '1900-01-01'::date AND received_on < '10000-01-01'::date),
  constraint payments_refunded_is_a_number CHECK (refunded <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint payments_status_is_known CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'part_refunded'::text, 'refunded'::text])),
  constraint payments_texts_length CHECK (char_length(provider) <= 50 AND char_length(provider_ref) <= 200 AND char_length(reference) <= 200 AND char_length(note) <= 2000)
);
alter table public.payments enable row level security;
CREATE INDEX payments_contact_id_idx ON public.payments USING btree (contact_id, received_on DESC);
CREATE INDEX payments_created_by_idx ON public.payments USING btree (created_by);
CREATE INDEX payments_order_id_idx ON public.payments USING btree (order_id);
CREATE UNIQUE INDEX payments_provider_ref_idx ON public.payments USING btree (provider, provider_ref) WHERE provider_ref IS NOT NULL;
CREATE INDEX payments_received_on_idx ON public.payments USING btree (received_on DESC, id DESC);
CREATE INDEX payments_request_id_idx ON public.payments USING btree (request_id);
grant select, update on public.payments to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.payments to service_role;
create policy "staff read payments" on public.payments for select to authenticated
  using (( SELECT private.can('payments'::text, 'view'::text) AS can));
create policy "staff write notes on payments" on public.payments for update to authenticated
  using (( SELECT private.can('payments'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('payments'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.payments FOR EACH ROW EXECUTE FUNCTION private.check_transition('payment');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('payment', 'by hand');
CREATE TRIGGER count_version BEFORE UPDATE OF reference, note, row_version ON public.payments FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_client_delete AFTER DELETE ON public.payments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');
CREATE TRIGGER nudge_client_insert AFTER INSERT ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');
CREATE TRIGGER nudge_client_update AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.payments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments', 'statements');
CREATE TRIGGER pin BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'payment_number', 'contact_id', 'direction', 'method', 'provider', 'provider_ref', 'request_id', 'order_id', 'status', 'amount', 'allocated', 'refunded', 'currency', 'received_on');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.payments is 'Money received (in) and paid out. Written by functions; the note is what people change.';
comment on column public.payments.open is 'What settles nothing yet: credit of the client.';
comment on column public.payments.provider_ref is 'The provider''s transaction: counts once.';

CREATE OR REPLACE FUNCTION private.allocate(p_payment_id uuid, p_invoice_id uuid, p_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_invoice public.invoices;
begin
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_payment.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_invoice.status in ('draft', 'void') then
    perform private.refuse('PT409', 'Only issued invoices are paid');
  elsif v_payment.direction <> 'in' or v_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', 'This payment settles nothing');
  elsif v_payment.contact_id <> v_invoice.contact_id then
    perform private.refuse('22023', 'The payment and the invoice are of different clients');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.amount_text(v_invoice.balance)));
  elsif p_amount > private.payment_free(p_payment_id) then
    perform private.refuse('PT409', format('Of this payment only %s are left', private.amount_text(private.payment_free(p_payment_id))));
  end if;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_payment(p_payment_id);
  perform private.refresh_invoice(p_invoice_id);
end $function$;

CREATE OR REPLACE FUNCTION private.allocate_oldest(p_payment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_invoice public.invoices;
begin
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  perform from public.invoices
   where contact_id = v_payment.contact_id and status in ('issued', 'partly_paid') and balance > 0 order by id for no key update;
  for v_invoice in
    select * from public.invoices
     where contact_id = v_payment.contact_id and status in ('issued', 'partly_paid') and balance > 0
     order by due_date, issue_date, invoice_number for no key update
  loop
    exit when private.payment_free(p_payment_id) <= 0;
    perform private.allocate(p_payment_id, v_invoice.id, least(private.payment_free(p_payment_id), v_invoice.balance));
  end loop;
end $function$;
comment on function private.allocate_oldest(p_payment_id uuid) is 'Settles open invoices of the client, the oldest due first; the surplus stays credit.';

CREATE OR REPLACE FUNCTION private.allocate_payment(p_payment_id uuid, p_allocations jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part record;
begin
  perform private.must('payments', 'create', 'allocate payments');
  if p_allocations is null then
    perform private.allocate_oldest(p_payment_id);
    return;
  end if;
  for v_part in
    select (part ->> 'invoice_id')::uuid as invoice_id, sum((part ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as part group by 1 order by 1
  loop
    perform private.allocate(p_payment_id, v_part.invoice_id, v_part.amount);
  end loop;
end $function$;
grant execute on function private.allocate_payment(p_payment_id uuid, p_allocations jsonb) to authenticated;
grant execute on function private.allocate_payment(p_payment_id uuid, p_allocations jsonb) to service_role;
comment on function private.allocate_payment(p_payment_id uuid, p_allocations jsonb) is 'What is open of a payment settles invoices: p_allocations [{invoice_id, amount}], null for the oldest due first.';

CREATE OR REPLACE FUNCTION private.cancel_payment_request(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('payments', 'edit', 'cancel requests for money');
  update public.payment_requests set status = 'cancelled' where id = p_id and status in ('open', 'processing');
end $function$;
grant execute on function private.cancel_payment_request(p_id uuid) to authenticated;
grant execute on function private.cancel_payment_request(p_id uuid) to service_role;
comment on function private.cancel_payment_request(p_id uuid) is 'A request that nobody paid is closed. Money that comes late becomes credit.';

CREATE OR REPLACE FUNCTION private.deposit_possible(p_order_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(o.gross
      - coalesce((select sum(b.base + b.vat) from private.invoice_order_vat b join public.invoices v on v.id = b.invoice_id
           where b.order_id = o.id and v.status <> 'void' and v.kind <> 'proforma'), 0)
      - private.deposit_left(o.id), 0)
    from public.orders o where o.id = p_order_id and o.status <> 'cancelled'
$function$;
comment on function private.deposit_possible(p_order_id uuid) is 'How much of an order can still be paid ahead: what is neither invoiced nor prepaid.';

CREATE OR REPLACE FUNCTION private.fail_payment_request(p_request_id uuid, p_failure text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.payment_requests set status = 'open', failure = left(p_failure, 500)
   where id = p_request_id and status = 'processing';
  if found then
    perform private.log_event('payment_request', p_request_id, 'failed', jsonb_build_object('failure', left(p_failure, 500)));
  end if;
end $function$;
grant execute on function private.fail_payment_request(p_request_id uuid, p_failure text) to service_role;
comment on function private.fail_payment_request(p_request_id uuid, p_failure text) is 'For the service key: the payment was refused or left; the request is open for another try, at the same order.';

CREATE OR REPLACE FUNCTION private.get_payment_request(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', r.id, 'purpose', r.purpose, 'status', r.status, 'amount', private.amount_text(r.amount),
      'currency', r.currency, 'created_at', r.created_at, 'paid_at', r.paid_at,
      'document_number', coalesce(v.invoice_number, o.order_number, s.statement_number, private.numbers_of_request(r.id)),
      'document_uuid', coalesce(v.public_uuid, q.public_uuid, o.public_uuid, s.public_uuid),
      'project_title', coalesce(v.project_title, o.project_title), 'company', private.company_facts(),
      'left', case r.purpose when 'invoice' then private.amount_text(v.balance) when 'statement' then (
        select private.amount_text(coalesce(sum(i.balance), 0)) from public.invoices i
         where i.contact_id = r.contact_id and i.status in ('issued', 'partly_paid') and i.balance > 0) end,
      'credit', case when r.purpose in ('invoice', 'statement') then
        (select private.amount_text(sum(p.open)) from public.payments p where p.request_id = r.id) end)
    from public.payment_requests r
    left join public.invoices v on v.id = r.invoice_id
    left join public.orders o on o.id = r.order_id
    left join public.quotations q on q.id = r.quotation_id
    left join public.statements s on s.id = r.statement_id
   where r.id = p_id
$function$;
grant execute on function private.get_payment_request(p_id uuid) to anon;
grant execute on function private.get_payment_request(p_id uuid) to authenticated;
grant execute on function private.get_payment_request(p_id uuid) to service_role;
comment on function private.get_payment_request(p_id uuid) is 'What the payment page shows: the state of a request by its id; null for an unknown one. Amounts are text. left: what is open of its
invoice; credit: what of its payment settles nothing.';

CREATE OR REPLACE FUNCTION private.open_payment_request(p_uuid uuid, p_whole boolean DEFAULT false, p_amount numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_invoice public.invoices;
  v_amount numeric;
  v_id uuid;
begin
  if private.is_public_document(p_uuid) then
    select * into v_quotation from public.quotations where public_uuid = p_uuid;
    select * into v_order from public.orders
     where status <> 'cancelled' and (public_uuid = p_uuid or quotation_id = v_quotation.id
       or (id = v_quotation.amends_order_id and v_quotation.status in ('approved', 'converted'))) for no key update;
    select * into v_invoice from public.invoices where public_uuid = p_uuid for no key update;
  end if;
  if v_invoice.id is not null then
    v_amount := coalesce(p_amount, v_invoice.balance);
  elsif v_order.id is not null then
    v_amount := least(private.deposit_possible(v_order.id),
      case when p_whole then v_order.gross else v_order.deposit_amount - v_order.deposit_paid end);
  elsif exists (select from public.orders o where o.status = 'cancelled' and (o.public_uuid = p_uuid or o.quotation_id = v_quotation.id)) then
    perform private.refuse('PT409', 'This order was cancelled: there is nothing to pay');
  elsif v_quotation.id is not null then
    perform private.refuse('PT409', 'Please approve the quotation first');
  else
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  if coalesce(v_invoice.balance, v_amount) <= 0 then
    perform private.refuse('PT409', 'There is nothing left to pay');
  elsif p_amount is not null and v_invoice.id is null then
    perform private.refuse('22023', 'Only an invoice is paid in parts');
  elsif p_amount is not null and not coalesce(p_amount = trunc(p_amount, 2) and p_amount >= least(1, v_invoice.balance), false) then
    perform private.refuse('22023', format('The least that can be paid is %s', private.amount_text(least(1, v_invoice.balance))));
  elsif v_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of this invoice only %s are open', private.amount_text(v_invoice.balance)));
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and amount = v_amount
     and case when v_invoice.id is not null then invoice_id = v_invoice.id else order_id = v_order.id and purpose = 'deposit' end;
  if v_id is null then
    perform private.limit_requests(v_invoice.id, null);
    insert into public.payment_requests (purpose, contact_id, quotation_id, order_id, invoice_id, amount, currency)
    values (case when v_invoice.id is null then 'deposit' else 'invoice' end, coalesce(v_invoice.contact_id, v_order.contact_id),
      v_order.quotation_id, v_order.id, v_invoice.id, v_amount, coalesce(v_invoice.currency, v_order.currency))
    returning id into v_id;
  end if;
  return private.get_payment_request(v_id);
end $function$;
grant execute on function private.open_payment_request(p_uuid uuid, p_whole boolean, p_amount numeric) to anon;
grant execute on function private.open_payment_request(p_uuid uuid, p_whole boolean, p_amount numeric) to authenticated;
grant execute on function private.open_payment_request(p_uuid uuid, p_whole boolean, p_amount numeric) to service_role;
comment on function private.open_payment_request(p_uuid uuid, p_whole boolean, p_amount numeric) is 'By the link of a quotation or order (its deposit, or all of it with p_whole), of extra work (the order that it amended), or of
an invoice (its balance, or p_amount of it: from 1.00 to what is open): the request to pay, used again while it is open. Returns
what get_payment_request returns.';

CREATE OR REPLACE FUNCTION private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date DEFAULT NULL::date, p_reference text DEFAULT NULL::text, p_note text DEFAULT NULL::text, p_allocations jsonb DEFAULT NULL::jsonb, p_order_id uuid DEFAULT NULL::uuid, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_number text;
begin
  perform private.must('payments', 'create', 'record payments');
  -- The same call at once: the second one waits here, and finds the payment of the first.
  if p_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('record_payment ' || p_id, 0));
  end if;
  select id into v_id from public.payments where id = p_id;
  if found then
    return v_id;
  elsif not coalesce(p_amount > 0 and p_amount < 1000000000 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_received_on > private.company_today() then
    perform private.refuse('22023', 'A payment was not received in the future');
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif p_order_id is not null and not exists (select from public.orders where id = p_order_id and contact_id = p_contact_id) then
    perform private.refuse('22023', 'This order is of another client');
  end if;
  perform from public.orders where id = p_order_id for no key update;
  v_number := private.draw_number('RCPT');
  insert into public.payments (id, payment_number, contact_id, method, order_id, amount, currency, received_on, reference, note, created_by)
  select coalesce(p_id, gen_random_uuid()), v_number, p_contact_id, p_method, p_order_id, p_amount, s.currency,
         coalesce(p_received_on, private.company_today()), nullif(btrim(p_reference), ''), nullif(btrim(p_note), ''), auth.uid()
    from public.company_settings s
  returning id into v_id;
  if p_order_id is not null then
    perform private.take_deposit(p_order_id, v_id, p_amount);
    perform private.refresh_payment(v_id);
  end if;
  if p_allocations is not null then
    perform private.allocate_payment(v_id, p_allocations);
  elsif p_order_id is null then
    perform private.allocate_oldest(v_id);
  end if;
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount)));
  return v_id;
end $function$;
grant execute on function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date, p_reference text, p_note text, p_allocations jsonb, p_order_id uuid, p_id uuid) to authenticated;
grant execute on function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date, p_reference text, p_note text, p_allocations jsonb, p_order_id uuid, p_id uuid) to service_role;
comment on function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date, p_reference text, p_note text, p_allocations jsonb, p_order_id uuid, p_id uuid) is 'Staff record money that came in. p_order_id: paid ahead for that order (a deposit invoice is issued). p_allocations:
[{invoice_id, amount}]; null settles the oldest due first; [] settles nothing. The surplus stays credit. p_id: chosen by the
caller, so that a repeated call records once. Returns the id.';

CREATE OR REPLACE FUNCTION private.refresh_payment(p_payment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.payments;
  v_allocated numeric;
begin
  select * into v_row from public.payments where id = p_payment_id for no key update;
  select coalesce(sum(amount), 0) into v_allocated from public.payment_allocations where payment_id = p_payment_id;
  if v_allocated + v_row.refunded > v_row.amount then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.payment_number, private.amount_text(v_row.open)));
  end if;
  update public.payments set allocated = v_allocated where id = p_payment_id and allocated is distinct from v_allocated;
end $function$;

CREATE OR REPLACE FUNCTION private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.payments;
  v_id uuid;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_row from public.payments where id = p_id for no key update;
  select id into v_id from public.payment_refunds where id = p_refund_id;
  if found then
    return v_id;
  end if;
  perform private.check_refund(v_row, p_amount, p_reason);
  return private.keep_refund(v_row, p_refund_id, p_amount, p_reason, auth.uid());
end $function$;
grant execute on function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid) to authenticated;
grant execute on function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid) to service_role;
comment on function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid) is 'Money of a payment that settles nothing goes back. Returns the id of the refund.';

CREATE OR REPLACE FUNCTION private.remove_allocation(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.payment_allocations;
begin
  perform private.must('payments', 'edit', 'take allocations back');
  select * into v_row from public.payment_allocations where id = p_id;
  if v_row.id is null then
    return;
  end if;
  -- The payment and the invoice before what is between them, as every other act locks them.
  perform from public.payments where id = v_row.payment_id for no key update;
  perform from public.invoices where id = v_row.invoice_id for no key update;
  if (select kind from public.invoices where id = v_row.invoice_id) = 'deposit' then
    perform private.refuse('PT409', 'A deposit invoice stays paid: credit it instead');
  end if;
  delete from public.payment_allocations where id = p_id;
  perform private.refresh_payment(v_row.payment_id);
  perform private.refresh_invoice(v_row.invoice_id);
end $function$;
grant execute on function private.remove_allocation(p_id uuid) to authenticated;
grant execute on function private.remove_allocation(p_id uuid) to service_role;
comment on function private.remove_allocation(p_id uuid) is 'A payment no longer settles that invoice: both are open again.';

CREATE OR REPLACE FUNCTION private.request_deposit(p_order_id uuid)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.payment_requests (purpose, contact_id, quotation_id, order_id, amount, currency)
  select 'deposit', o.contact_id, o.quotation_id, o.id, o.deposit_amount - o.deposit_paid, o.currency
    from public.orders o where o.id = p_order_id and o.deposit_amount > o.deposit_paid
  on conflict do nothing
  returning id
$function$;
comment on function private.request_deposit(p_order_id uuid) is 'The request for the deposit of an order, once.';

CREATE OR REPLACE FUNCTION private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_request public.payment_requests;
  v_invoice public.invoices;
  v_id uuid;
  v_number text;
  v_open numeric;
  v_late boolean;
begin
  if coalesce(btrim(p_provider_ref), '') = '' or not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'A payment has a transaction and an amount with two decimals');
  end if;
  v_request := private.request_to_settle(p_request_id);
  if v_request.id is null then
    perform private.refuse('PT404', 'There is no such request');
  end if;
  select id into v_id from public.payments where provider = p_provider and provider_ref = p_provider_ref;
  if found then
    return jsonb_build_object('payment_id', v_id, 'new', false);
  end if;
  v_late := v_request.status in ('cancelled', 'expired', 'paid');
  v_number := private.draw_number('RCPT');
  insert into public.payments (payment_number, contact_id, method, provider, provider_ref, request_id, order_id, amount, currency, received_on)
  values (v_number, v_request.contact_id, 'card', p_provider, p_provider_ref, p_request_id, v_request.order_id, p_amount, v_request.currency,
    private.company_today())
  returning id into v_id;
  if not v_late then
    update public.payment_requests set status = 'paid', paid_at = now() where id = p_request_id;
    if v_request.purpose = 'deposit' then
      perform private.take_deposit(v_request.order_id, v_id, p_amount);
      perform private.refresh_payment(v_id);
    elsif v_request.purpose = 'invoice' then
      -- Its balance is asked for under its lock: what another payment took meanwhile becomes credit.
      select * into v_invoice from public.invoices where id = v_request.invoice_id for no key update;
      if v_invoice.balance > 0 then
        perform private.allocate(v_id, v_invoice.id, least(p_amount, v_invoice.balance));
      end if;
    elsif exists (select from private.request_invoices where request_id = p_request_id) then
      -- The client was asked for what his credit leaves: it settles the oldest of them first.
      perform private.spend_credit(v_request.contact_id, array(select r.invoice_id from private.request_invoices r where r.request_id = p_request_id), v_id);
      perform from public.invoices
       where id in (select r.invoice_id from private.request_invoices r where r.request_id = p_request_id) order by id for no key update;
      for v_invoice in
        select v.* from private.request_invoices r join public.invoices v on v.id = r.invoice_id
         where r.request_id = p_request_id order by v.due_date, v.issue_date, v.invoice_number
      loop
        select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
        select open into v_open from public.payments where id = v_id;
        if least(v_open, v_invoice.balance) > 0 then
          perform private.allocate(v_id, v_invoice.id, least(v_open, v_invoice.balance));
        end if;
      end loop;
    else
      perform private.allocate_oldest(v_id);
    end if;
  end if;
  select open into v_open from public.payments where id = v_id;
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount), 'provider', p_provider));
  perform private.log_event('payment_request', p_request_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  perform private.tell_staff('{}', 'accounts', format('%s received', v_number),
    format('%s %s by %s%s', v_request.currency, private.amount_text(p_amount), p_provider,
      case when v_late then format(' for a request that was %s: it is credit of the client', v_request.status)
           when v_open > 0 then format(': %s of it are credit of the client', private.amount_text(v_open)) else '' end),
    v_request.quotation_id, jsonb_build_object('payment_number', v_number, 'kind', 'payment', 'credit', private.amount_text(v_open)));
  if v_request.statement_id is not null then
    perform private.nudge('doc:' || s.public_uuid, 'statements', 'UPDATE', s.id::text) from public.statements s where s.id = v_request.statement_id;
  end if;
  return jsonb_build_object('payment_id', v_id, 'new', true, 'credit', private.amount_text(v_open));
end $function$;
grant execute on function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) to service_role;
comment on function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) is 'For the service key, after the provider confirmed: records the payment of a request. A transaction counts once. A success
after the request was cancelled, expired or paid becomes credit and tells accounts. Returns payment_id, new and credit.';

CREATE OR REPLACE FUNCTION private.split_deposit(p_order_id uuid, p_amount numeric)
 RETURNS TABLE(vat_rate numeric, vat_treatment text, base numeric, vat numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.* from private.split_gross((select coalesce(jsonb_agg(to_jsonb(r)), '[]') from private.order_rest(p_order_id, true) as r), p_amount) as s
$function$;
comment on function private.split_deposit(p_order_id uuid, p_amount numeric) is 'An amount of an order by VAT rate, in proportion of what is neither billed nor paid ahead at each. The one that completes the order is
the rest of each rate.';

CREATE OR REPLACE FUNCTION private.start_payment(p_request_id uuid, p_provider text, p_session text, p_minutes integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.payment_requests;
  v_session text;
begin
  select * into v_row from public.payment_requests where id = p_request_id for no key update;
  if v_row.id is null or v_row.status not in ('open', 'processing') then
    perform private.refuse('PT409', 'This request is not open any more');
  end if;
  v_session := private.session_of_request(p_request_id, p_provider, make_interval(mins => p_minutes));
  if v_session is null then
    v_session := p_session;
    if v_session is null then
      return null;
    end if;
    insert into private.payment_sessions (provider, session, request_id) values (p_provider, v_session, p_request_id);
  end if;
  if v_row.status = 'open' or v_row.provider_session is distinct from v_session then
    update public.payment_requests set status = 'processing', provider = p_provider, provider_session = v_session, failure = null
     where id = p_request_id;
    perform private.log_event('payment_request', p_request_id, 'started', jsonb_build_object('provider', p_provider));
  end if;
  return v_session;
end $function$;
grant execute on function private.start_payment(p_request_id uuid, p_provider text, p_session text, p_minutes integer) to service_role;
comment on function private.start_payment(p_request_id uuid, p_provider text, p_session text, p_minutes integer) is 'For the service key: the client is on its way to pay. Returns the provider''s order to pay, which is the one of the last
p_minutes while there is one; then p_session is left unused. Null where there is none and p_session is null.';

CREATE OR REPLACE FUNCTION private.take_deposit(p_order_id uuid, p_payment_id uuid, p_amount numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_amount numeric;
  v_invoice_id uuid;
  v_number text;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  v_amount := least(p_amount, coalesce(private.deposit_possible(p_order_id), 0));
  if coalesce(v_amount, 0) <= 0 then
    return 0;
  end if;
  insert into public.invoices (kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, created_by)
  values ('deposit', v_order.contact_id, v_order.person_id, p_order_id, v_order.quotation_id, v_order.project_title, v_order.client_po,
    v_order.currency, auth.uid())
  returning id into v_invoice_id;
  insert into public.invoice_items (invoice_id, order_id, position, kind, description, qty, unit, unit_price, discount_pct, vat_rate,
    vat_treatment, net, vat)
  select v_invoice_id, p_order_id, private.line_key((row_number() over (order by s.vat_rate, s.vat_treatment))::integer - 1), 'item',
         format('Deposit for order %s', v_order.order_number), 1, 'piece', s.base, 0, s.vat_rate, s.vat_treatment, s.base, s.vat
    from private.split_deposit(p_order_id, v_amount) as s;
  perform private.total_invoice(v_invoice_id);
  update public.invoices
     set issue_date = private.company_today(), supply_date = private.company_today(), due_date = private.company_today(), issued_at = now(),
         issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(contact_id),
           'person', private.contact_facts(person_id))
   where id = v_invoice_id returning invoice_number into v_number;
  perform private.log_event('invoice', v_invoice_id, 'issued', jsonb_build_object('number', v_number, 'gross', private.amount_text(v_amount)));
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, v_invoice_id, v_amount, private.company_today(), auth.uid());
  perform private.refresh_invoice(v_invoice_id);
  update public.orders set deposit_paid = deposit_paid + v_amount where id = p_order_id;
  if v_order.deposit_paid + v_amount >= v_order.deposit_amount then
    update public.payment_requests set status = 'cancelled'
     where order_id = p_order_id and purpose = 'deposit' and status in ('open', 'processing')
       and id is distinct from (select request_id from public.payments where id = p_payment_id);
  end if;
  perform private.log_event('order', p_order_id, 'deposit_paid', jsonb_build_object('amount', private.amount_text(v_amount), 'invoice_number', v_number));
  if v_order.quotation_id is not null then
    perform private.log_event('quotation', v_order.quotation_id, 'deposit_paid', jsonb_build_object('amount', private.amount_text(v_amount)));
    perform private.cancel_mails('quotation', v_order.quotation_id);
  end if;
  perform private.refresh_order(p_order_id);
  return v_amount;
end $function$;
comment on function private.take_deposit(p_order_id uuid, p_payment_id uuid, p_amount numeric) is 'Money paid ahead for an order: a deposit invoice with its own number and VAT, settled by the payment. Returns how much of
the amount the order could take.';
