-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.refund_requests (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  amount numeric(14,2) not null,
  reason text not null,
  status text not null default 'asked'::text,
  provider_ref text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  constraint refund_requests_pkey PRIMARY KEY (id),
  constraint refund_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint refund_requests_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE RESTRICT,
  constraint refund_requests_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint refund_requests_amount_is_positive CHECK (amount > 0::numeric),
  constraint refund_requests_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint refund_requests_settled_at_is_in_reach CHECK (settled_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND settled_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint refund_requests_status_is_known CHECK (status = ANY (ARRAY['asked'::text, 'done'::text, 'refused'::text, 'unknown'::text])),
  constraint refund_requests_texts_length CHECK (char_length(btrim(reason)) >= 1 AND char_length(btrim(reason)) <= 2000 AND char_length(reason) <= 2100 AND char_length(provider_ref) <= 200)
);
alter table public.refund_requests enable row level security;
CREATE INDEX refund_requests_created_by_idx ON public.refund_requests USING btree (created_by);
CREATE INDEX refund_requests_payment_id_idx ON public.refund_requests USING btree (payment_id, created_at DESC);
grant select on public.refund_requests to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.refund_requests to service_role;
create policy "staff read refunds that the bank was asked for" on public.refund_requests for select to authenticated
  using (( SELECT private.can('payments'::text, 'view'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.refund_requests FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.refund_requests REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.refund_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.refund_requests REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER pin BEFORE UPDATE ON public.refund_requests FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.refund_requests FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.refund_requests FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.refund_requests is 'What the bank was asked to give back to a card. While it is asked or unknown its amount settles nothing and goes back nowhere else.';
comment on column public.refund_requests.status is 'unknown: the bank did not answer. A person looks there and says what happened.';

create table public.write_offs (
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  amount numeric(14,2) not null,
  reason text not null,
  written_off_on date not null,
  reverses_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint write_offs_pkey PRIMARY KEY (id),
  constraint write_offs_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint write_offs_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE RESTRICT,
  constraint write_offs_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES public.write_offs(id) ON DELETE RESTRICT,
  constraint write_offs_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint write_offs_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint write_offs_reason_length CHECK (char_length(btrim(reason)) >= 1 AND char_length(btrim(reason)) <= 2000 AND char_length(reason) <= 2100),
  constraint write_offs_reversal_is_below_zero CHECK ((reverses_id IS NULL) = (amount > 0::numeric) AND amount <> 0::numeric),
  constraint write_offs_written_off_on_is_in_reach CHECK (written_off_on >= '1900-01-01'::date AND written_off_on < '10000-01-01'::date)
);
alter table public.write_offs enable row level security;
CREATE INDEX write_offs_created_by_idx ON public.write_offs USING btree (created_by);
CREATE INDEX write_offs_invoice_id_idx ON public.write_offs USING btree (invoice_id);
CREATE UNIQUE INDEX write_offs_reversed_once_idx ON public.write_offs USING btree (reverses_id);
grant select on public.write_offs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.write_offs to service_role;
create policy "staff who see invoices see what was written off" on public.write_offs for select to authenticated
  using (( SELECT private.can('invoices'::text, 'view'::text) AS can));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.write_offs FOR EACH ROW EXECUTE FUNCTION private.refuse_change();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.write_offs FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.write_offs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'invoices', 'statements');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.write_offs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'invoices', 'statements');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.write_offs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('invoice_id', 'invoices', 'statements');
CREATE TRIGGER pin BEFORE UPDATE ON public.write_offs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.write_offs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.write_offs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.write_offs is 'What of an invoice is given up for lost, and why. Taking it back is a record below zero.';

CREATE OR REPLACE FUNCTION private.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_row public.refund_requests;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  select * into v_row from public.refund_requests where id = p_id;
  if found then
    if (v_row.payment_id, v_row.amount) is distinct from (p_payment_id, p_amount) then
      perform private.refuse('PT409', 'This refund was asked for another payment or another amount already');
    end if;
    return jsonb_build_object('id', v_row.id, 'is_new', false, 'status', v_row.status);
  end if;
  perform private.check_refund(v_payment, p_amount, p_reason);
  if v_payment.provider is null or v_payment.provider_ref is null then
    perform private.refuse('PT409', format('%s was not paid by card here. Please record what you gave back.', v_payment.payment_number));
  end if;
  insert into public.refund_requests (id, payment_id, amount, reason, created_by)
  values (p_id, p_payment_id, p_amount, btrim(p_reason), auth.uid()) returning * into v_row;
  return jsonb_build_object('id', v_row.id, 'is_new', true, 'status', v_row.status, 'provider', v_payment.provider,
    'transaction', v_payment.provider_ref, 'cents', trunc(p_amount * 100)::text);
end $function$;
grant execute on function private.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid) to authenticated;
grant execute on function private.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid) to service_role;
comment on function private.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid) is 'Before the bank is asked to give money back to a card: keeps what is asked, so that it goes nowhere else meanwhile. is_new is
false for a repeated call with the same p_id: then the bank must not be asked again. Returns {id, is_new, status, provider,
transaction, cents}.';

CREATE OR REPLACE FUNCTION private.check_refund(p_payment public.payments, p_amount numeric, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_payment.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif p_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('This payment is %s', replace(p_payment.status, '_', ' ')));
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > private.payment_free(p_payment.id) then
    perform private.refuse('PT409', format('Only %s settle nothing and can be refunded', private.amount_text(private.payment_free(p_payment.id))));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.client_credit(p_contact_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select sum(private.payment_free(p.id)) from public.payments p
           where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0), 0)
       + coalesce((select sum(n.open) from public.credit_notes n
           where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.open > 0), 0)
$function$;
comment on function private.client_credit(p_contact_id uuid) is 'Payments and credit notes of a client that settle nothing yet.';

CREATE OR REPLACE FUNCTION private.decide_refund(p_id uuid, p_went_back boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.refund_requests;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_row from public.refund_requests where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This refund is not there any more');
  elsif v_row.status = 'asked' and v_row.created_at > now() - interval '2 minutes' then
    perform private.refuse('PT409', 'The bank is being asked just now. Please wait two minutes.');
  end if;
  perform private.settle_refund(p_id, case when p_went_back then 'done' else 'refused' end);
end $function$;
grant execute on function private.decide_refund(p_id uuid, p_went_back boolean) to authenticated;
grant execute on function private.decide_refund(p_id uuid, p_went_back boolean) to service_role;
comment on function private.decide_refund(p_id uuid, p_went_back boolean) is 'The bank did not answer, and a person looked there: the money went back and is recorded, or it did not and is free again.';

CREATE OR REPLACE FUNCTION private.keep_refund(p_payment public.payments, p_refund_id uuid, p_amount numeric, p_reason text, p_by uuid, p_on date DEFAULT NULL::date)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  insert into public.payment_refunds (id, payment_id, amount, refunded_on, reason, created_by)
  values (coalesce(p_refund_id, gen_random_uuid()), p_payment.id, p_amount, coalesce(p_on, private.company_today()), btrim(p_reason), p_by) returning id into v_id;
  update public.payments
     set refunded = refunded + p_amount, status = case when refunded + p_amount = amount then 'refunded' else 'part_refunded' end
   where id = p_payment.id;
  perform private.log_event('payment', p_payment.id, 'refunded', jsonb_build_object('number', p_payment.payment_number,
    'amount', private.amount_text(p_amount), 'reason', left(btrim(p_reason), 2000)), private.person_label(p_by));
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION private.payment_free(p_payment_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.open - coalesce((select sum(r.amount) from public.refund_requests r where r.payment_id = p.id and r.status in ('asked', 'unknown')), 0)
    from public.payments p where p.id = p_payment_id
$function$;
comment on function private.payment_free(p_payment_id uuid) is 'What of a payment settles nothing and is not on its way back.';

CREATE OR REPLACE FUNCTION private.settle_by_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
  values (p_credit_note_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_credit_note(p_credit_note_id);
  perform private.refresh_invoice(p_invoice_id);
end $function$;

CREATE OR REPLACE FUNCTION private.settle_refund(p_id uuid, p_status text, p_provider_ref text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.refund_requests;
  v_payment public.payments;
begin
  select * into v_row from public.refund_requests where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This refund is not there any more');
  elsif p_status not in ('done', 'refused', 'unknown') then
    perform private.refuse('22023', 'A refund is done, refused or unknown');
  elsif v_row.status in ('done', 'refused') then
    return;
  end if;
  update public.refund_requests
     set status = p_status, provider_ref = coalesce(p_provider_ref, provider_ref), settled_at = case when p_status <> 'unknown' then now() end
   where id = p_id;
  if p_status = 'done' then
    select * into v_payment from public.payments where id = v_row.payment_id for no key update;
    perform private.keep_refund(v_payment, v_row.id, v_row.amount, v_row.reason, v_row.created_by);
  end if;
end $function$;
grant execute on function private.settle_refund(p_id uuid, p_status text, p_provider_ref text) to service_role;
comment on function private.settle_refund(p_id uuid, p_status text, p_provider_ref text) is 'For the service key: what the bank said about a refund: done (it is recorded), refused, or unknown while it does not answer.';

CREATE OR REPLACE FUNCTION private.undo_write_off(p_id uuid, p_reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.write_offs;
  v_id uuid;
begin
  perform private.must('invoices', 'delete', 'write invoices off');
  select * into v_row from public.write_offs where id = p_id;
  perform from public.invoices where id = v_row.invoice_id for no key update;
  select id into v_id from public.write_offs where reverses_id = p_id;
  if found then
    return v_id;
  elsif v_row.id is null or v_row.reverses_id is not null then
    perform private.refuse('PT404', 'There is nothing to take back');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  insert into public.write_offs (invoice_id, amount, reason, written_off_on, reverses_id, created_by)
  values (v_row.invoice_id, -v_row.amount, btrim(p_reason), private.company_today(), p_id, auth.uid()) returning id into v_id;
  perform private.log_event('invoice', v_row.invoice_id, 'write_off_taken_back',
    jsonb_build_object('amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(v_row.invoice_id);
  return v_id;
end $function$;
grant execute on function private.undo_write_off(p_id uuid, p_reason text) to authenticated;
grant execute on function private.undo_write_off(p_id uuid, p_reason text) to service_role;
comment on function private.undo_write_off(p_id uuid, p_reason text) is 'What was written off is owed again, by a record of its own. Returns its id.';

CREATE OR REPLACE FUNCTION private.use_credit(p_uuid uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invoice public.invoices;
  v_note public.credit_notes;
  v_payment public.payments;
  v_before numeric;
  v_part numeric;
begin
  select * into v_invoice from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  -- Credit before invoices, as allocations do, so that two at once wait for each other.
  perform from public.credit_notes where contact_id = v_invoice.contact_id and open > 0 order by id for no key update;
  perform from public.payments where contact_id = v_invoice.contact_id and open > 0 order by id for no key update;
  select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
  v_before := v_invoice.balance;
  for v_note in
    select * from public.credit_notes where contact_id = v_invoice.contact_id and status not in ('draft', 'void') and open > 0
     order by issue_date, credit_number
  loop
    exit when v_invoice.balance <= 0;
    perform private.settle_by_credit(v_note.id, v_invoice.id, least(v_note.open, v_invoice.balance));
    select * into v_invoice from public.invoices where id = v_invoice.id;
  end loop;
  for v_payment in
    select * from public.payments where contact_id = v_invoice.contact_id and direction = 'in' and status in ('succeeded', 'part_refunded') and open > 0
     order by received_on, payment_number
  loop
    exit when v_invoice.balance <= 0;
    v_part := least(private.payment_free(v_payment.id), v_invoice.balance);
    continue when v_part <= 0;
    perform private.allocate(v_payment.id, v_invoice.id, v_part);
    select * into v_invoice from public.invoices where id = v_invoice.id;
  end loop;
  if v_before > v_invoice.balance then
    perform private.log_event('invoice', v_invoice.id, 'credit_used',
      jsonb_build_object('amount', private.amount_text(v_before - v_invoice.balance)));
  end if;
  return jsonb_build_object('used', private.amount_text(v_before - v_invoice.balance), 'balance', private.amount_text(v_invoice.balance),
    'credit', private.amount_text(private.client_credit(v_invoice.contact_id)));
end $function$;
grant execute on function private.use_credit(p_uuid uuid) to anon;
grant execute on function private.use_credit(p_uuid uuid) to authenticated;
grant execute on function private.use_credit(p_uuid uuid) to service_role;
comment on function private.use_credit(p_uuid uuid) is 'By the link of an invoice: credit of its client lowers it, credit notes and then payments, the oldest first. A second call uses
what is left. Returns {used, balance, credit} as text.';

CREATE OR REPLACE FUNCTION private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric DEFAULT NULL::numeric, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.invoices;
  v_note record;
  v_amount numeric;
  v_id uuid;
begin
  perform private.must('invoices', 'delete', 'write invoices off');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  select id into v_id from public.write_offs where id = p_id;
  if found then
    return v_id;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('issued', 'partly_paid') then
    perform private.refuse('PT409', 'Nothing of this invoice is open');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  select n.credit_number, n.open into v_note from public.credit_notes n
   where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void') and n.open > 0 order by n.credit_number limit 1;
  if found then
    perform private.refuse('PT409', format('%s credits %s and has %s left: settle the invoice with it first',
      v_note.credit_number, v_row.invoice_number, private.amount_text(v_note.open)));
  end if;
  v_amount := coalesce(p_amount, v_row.balance);
  if not coalesce(v_amount > 0 and v_amount = trunc(v_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif v_amount > v_row.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number, private.amount_text(v_row.balance)));
  end if;
  insert into public.write_offs (id, invoice_id, amount, reason, written_off_on, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_amount, btrim(p_reason), private.company_today(), auth.uid()) returning id into v_id;
  perform private.log_event('invoice', p_invoice_id, 'written_off',
    jsonb_build_object('amount', private.amount_text(v_amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(p_invoice_id);
  if v_amount = v_row.balance then
    perform private.cancel_mails('invoice', p_invoice_id);
  end if;
  return v_id;
end $function$;
grant execute on function private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric, p_id uuid) to authenticated;
grant execute on function private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric, p_id uuid) to service_role;
comment on function private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric, p_id uuid) is 'Gives up what is open of an issued invoice, or a part of it, with a reason; for who may delete invoices. Its VAT stays as it was
invoiced. p_id: chosen by the caller, so that a repeated call writes off once. Returns the id.';
