-- Payments, what they settle, and requests for money. A provider's transaction counts once, whatever arrives how often; what
-- nothing takes stays credit of the client.

create table public.payment_requests (
  id               uuid primary key default gen_random_uuid(),
  purpose          text not null,
  status           text not null default 'open',
  contact_id       uuid not null references public.contacts (id) on delete restrict,
  quotation_id     uuid references public.quotations (id) on delete restrict,
  order_id         uuid references public.orders (id) on delete restrict,
  invoice_id       uuid references public.invoices (id) on delete restrict,
  statement_id     uuid,
  amount           numeric(14, 2) not null,
  currency         text not null default 'EUR',
  provider         text,
  provider_session text,
  failure          text,
  expires_at       timestamptz,
  paid_at          timestamptz,
  created_by       uuid default auth.uid() references auth.users (id) on delete set null,
  created_at       timestamptz not null default now(),
  constraint payment_requests_purpose_is_known check (purpose in ('deposit', 'invoice', 'statement')),
  constraint payment_requests_status_is_known check (status in ('open', 'processing', 'paid', 'failed', 'cancelled', 'expired')),
  constraint payment_requests_document_fits_purpose check (case purpose
    when 'deposit' then order_id is not null and invoice_id is null
    when 'invoice' then invoice_id is not null
    else true end),
  constraint payment_requests_amount_is_positive check (amount > 0),
  constraint payment_requests_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint payment_requests_texts_length check (char_length(provider) <= 50 and char_length(provider_session) <= 200 and char_length(failure) <= 500)
);
create unique index payment_requests_one_open_idx
  on public.payment_requests (purpose, coalesce(invoice_id, order_id, statement_id, contact_id), amount) where status in ('open', 'processing');
create unique index payment_requests_provider_session_idx on public.payment_requests (provider, provider_session) where provider_session is not null;
create index payment_requests_contact_id_idx on public.payment_requests (contact_id, created_at desc);
create index payment_requests_quotation_id_idx on public.payment_requests (quotation_id);
create index payment_requests_order_id_idx on public.payment_requests (order_id);
create index payment_requests_invoice_id_idx on public.payment_requests (invoice_id);
create index payment_requests_created_by_idx on public.payment_requests (created_by);
comment on table public.payment_requests is 'Money that a client is asked for. One open request a document and amount is used again. The id is the secret of its page.';
comment on column public.payment_requests.provider_session is 'The provider''s order code, as text: it has more digits than a JSON number keeps.';

create table public.payments (
  id             uuid primary key default gen_random_uuid(),
  payment_number text unique,
  contact_id     uuid not null references public.contacts (id) on delete restrict,
  direction      text not null default 'in',
  method         text not null,
  provider       text,
  provider_ref   text,
  request_id     uuid references public.payment_requests (id) on delete restrict,
  order_id       uuid references public.orders (id) on delete restrict,
  status         text not null default 'succeeded',
  amount         numeric(14, 2) not null,
  allocated      numeric(14, 2) not null default 0,
  refunded       numeric(14, 2) not null default 0,
  open           numeric(14, 2) not null generated always as (amount - allocated - refunded) stored,
  currency       text not null default 'EUR',
  received_on    date not null,
  reference      text,
  note           text,
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  created_at     timestamptz not null default now(),
  row_version    integer not null default 1,
  constraint payments_direction_is_known check (direction in ('in', 'out')),
  constraint payments_method_is_known check (method in ('card', 'bank', 'cash', 'cheque', 'other')),
  constraint payments_status_is_known check (status in ('pending', 'succeeded', 'failed', 'cancelled', 'part_refunded', 'refunded')),
  constraint payments_amounts_fit check (amount > 0 and allocated >= 0 and refunded >= 0 and allocated + refunded <= amount),
  constraint payments_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint payments_texts_length check (char_length(provider) <= 50 and char_length(provider_ref) <= 200
    and char_length(reference) <= 200 and char_length(note) <= 2000)
);
create unique index payments_provider_ref_idx on public.payments (provider, provider_ref) where provider_ref is not null;
create index payments_contact_id_idx on public.payments (contact_id, received_on desc);
create index payments_request_id_idx on public.payments (request_id);
create index payments_order_id_idx on public.payments (order_id);
create index payments_created_by_idx on public.payments (created_by);
create index payments_received_on_idx on public.payments (received_on desc, id desc);
comment on table public.payments is 'Money received (in) and paid out. Written by functions; the note is what people change.';
comment on column public.payments.open is 'What settles nothing yet: credit of the client.';
comment on column public.payments.provider_ref is 'The provider''s transaction: counts once.';

create table public.payment_allocations (
  id           uuid primary key default gen_random_uuid(),
  payment_id   uuid not null references public.payments (id) on delete restrict,
  invoice_id   uuid not null references public.invoices (id) on delete restrict,
  amount       numeric(14, 2) not null,
  allocated_on date not null,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  constraint payment_allocations_amount_is_positive check (amount > 0)
);
create index payment_allocations_payment_id_idx on public.payment_allocations (payment_id);
create index payment_allocations_invoice_id_idx on public.payment_allocations (invoice_id);
create index payment_allocations_created_by_idx on public.payment_allocations (created_by);
comment on table public.payment_allocations is 'Which invoice a payment settles, by how much.';

create table public.payment_refunds (
  id          uuid primary key default gen_random_uuid(),
  payment_id  uuid not null references public.payments (id) on delete restrict,
  amount      numeric(14, 2) not null,
  refunded_on date not null,
  reason      text not null,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  constraint payment_refunds_amount_is_positive check (amount > 0),
  constraint payment_refunds_reason_length check (char_length(btrim(reason)) between 1 and 2000 and char_length(reason) <= 2100)
);
create index payment_refunds_payment_id_idx on public.payment_refunds (payment_id);
create index payment_refunds_created_by_idx on public.payment_refunds (created_by);
comment on table public.payment_refunds is 'Money of a payment that went back.';

call private.borrow_rules('public.payment_requests', '');
call private.borrow_rules('public.payments', '', '{id,payment_number,contact_id,direction,method,provider,provider_ref,request_id,order_id,status,
  amount,allocated,refunded,currency,received_on,created_by,created_at}');
call private.borrow_rules('public.payment_allocations', '');
call private.borrow_rules('public.payment_refunds', '');
grant select on public.payment_requests, public.payment_allocations, public.payment_refunds to authenticated;
grant select, update on public.payments to authenticated;
create policy "staff read requests, clients read theirs" on public.payment_requests
  for select to authenticated
  using ((select private.can('payments', 'view')) or (select private.can('orders', 'view'))
    or contact_id in (select private.my_contact_ids()));
create policy "staff read payments, clients read theirs" on public.payments
  for select to authenticated
  using ((select private.can('payments', 'view')) or contact_id in (select private.my_contact_ids()));
create policy "staff write notes on payments" on public.payments
  for update to authenticated
  using ((select private.can('payments', 'edit'))) with check ((select private.can('payments', 'edit')));
create policy "whoever reads a payment reads what it settles" on public.payment_allocations
  for select to authenticated using ((select true from public.payments p where p.id = payment_id));
create policy "whoever reads a payment reads its refunds" on public.payment_refunds
  for select to authenticated using ((select true from public.payments p where p.id = payment_id));

drop trigger count_version on public.payments;
create trigger count_version before update of reference, note, row_version on public.payments
  for each row execute function private.count_version();
call private.follow_transitions('public.payment_requests', 'payment_request');
call private.follow_transitions('public.payments', 'payment');
create trigger audit after insert or update or delete on public.payments
  for each row execute function private.audit('id');
create trigger audit after insert or update or delete on public.payment_allocations
  for each row execute function private.audit('id');
create trigger audit after insert or update or delete on public.payment_refunds
  for each row execute function private.audit('id');
create trigger audit after insert or update or delete on public.payment_requests
  for each row execute function private.audit('id');
create trigger append_only before update or delete on public.payment_refunds
  for each row execute function private.refuse_change();
call private.after_each_statement('public.payment_requests', 'nudge_document', $$private.nudge_owners('doc:', 'id', 'id')$$);
call private.after_each_statement('public.payment_requests', 'nudge_page', $$private.nudge_pages('id', 'payments', 'orders')$$);
call private.after_each_statement('public.payments', 'nudge_page', $$private.nudge_pages('id', 'payments', 'statements')$$);
call private.after_each_statement('public.payment_allocations', 'nudge_page',
  $$private.nudge_pages('invoice_id', 'payments', 'invoices', 'statements')$$);
call private.after_each_statement('public.payment_refunds', 'nudge_page', $$private.nudge_pages('payment_id', 'payments', 'statements')$$);

-- ---------------------------------------------------------------------------------------------------------- deposit

create function private.request_deposit(p_order_id uuid) returns uuid
  language sql security definer set search_path = ''
as $$
  insert into public.payment_requests (purpose, contact_id, quotation_id, order_id, amount, currency)
  select 'deposit', o.contact_id, o.quotation_id, o.id, o.deposit_amount - o.deposit_paid, o.currency
    from public.orders o where o.id = p_order_id and o.deposit_amount > o.deposit_paid
  on conflict do nothing
  returning id
$$;
comment on function private.request_deposit is 'The request for the deposit of an order, once.';

create function private.split_deposit(p_order_id uuid, p_amount numeric)
returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  with rates as (
    select v.*, sum(v.base + v.vat) over (order by v.vat_rate, v.vat_treatment) as until, sum(v.base + v.vat) over () as whole
      from private.order_vat(p_order_id) as v
  ), parts as (
    select r.vat_rate, r.vat_treatment,
           trunc(p_amount * r.until / r.whole, 2) - trunc(p_amount * (r.until - r.base - r.vat) / r.whole, 2) as gross
      from rates r where r.whole > 0
  )
  select p.vat_rate, p.vat_treatment, p.gross - trunc(p.gross * p.vat_rate / (100 + p.vat_rate), 2),
         trunc(p.gross * p.vat_rate / (100 + p.vat_rate), 2)
    from parts p where p.gross > 0
   order by p.vat_rate, p.vat_treatment
$$;
comment on function private.split_deposit is
  'An amount of an order by VAT rate, in proportion of what each rate comes to; the last rate is the rest. VAT is taken out of
each part: trunc(part × rate / (100 + rate), 2).';

create function private.deposit_possible(p_order_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select greatest(o.gross
      - coalesce((select sum(b.base + b.vat) from private.invoice_order_vat b join public.invoices v on v.id = b.invoice_id
           where b.order_id = o.id and v.status <> 'void' and v.kind <> 'proforma'), 0)
      - private.deposit_left(o.id), 0)
    from public.orders o where o.id = p_order_id and o.status <> 'cancelled'
$$;
comment on function private.deposit_possible is 'How much of an order can still be paid ahead: what is neither invoiced nor prepaid.';

create function private.take_deposit(p_order_id uuid, p_payment_id uuid, p_amount numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_amount numeric;
  v_invoice_id uuid;
  v_number text;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  v_amount := least(p_amount, private.deposit_possible(p_order_id));
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
end $$;
comment on function private.take_deposit is
  'Money paid ahead for an order: a deposit invoice with its own number and VAT, settled by the payment. Returns how much of
the amount the order could take.';

-- ------------------------------------------------------------------------------------------------------- allocation

create function private.refresh_payment(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function private.allocate(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
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
  elsif p_amount > v_payment.open then
    perform private.refuse('PT409', format('Of this payment only %s are left', private.amount_text(v_payment.open)));
  end if;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_payment(p_payment_id);
  perform private.refresh_invoice(p_invoice_id);
end $$;

create function private.allocate_oldest(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_invoice public.invoices;
begin
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  for v_invoice in
    select * from public.invoices
     where contact_id = v_payment.contact_id and status in ('issued', 'partly_paid') and balance > 0
     order by due_date, issue_date, invoice_number for no key update
  loop
    exit when v_payment.open <= 0;
    perform private.allocate(p_payment_id, v_invoice.id, least(v_payment.open, v_invoice.balance));
    select * into v_payment from public.payments where id = p_payment_id;
  end loop;
end $$;
comment on function private.allocate_oldest is 'Settles open invoices of the client, the oldest due first; the surplus stays credit.';

create function private.allocate_payment(p_payment_id uuid, p_allocations jsonb default null) returns void
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.allocate_payment is
  'What is open of a payment settles invoices: p_allocations [{invoice_id, amount}], null for the oldest due first.';
call private.offer('private.allocate_payment(uuid, jsonb)');

create function private.remove_allocation(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
begin
  perform private.must('payments', 'edit', 'take allocations back');
  select * into v_row from public.payment_allocations where id = p_id for update;
  if v_row.id is null then
    return;
  elsif (select kind from public.invoices where id = v_row.invoice_id) = 'deposit' then
    perform private.refuse('PT409', 'A deposit invoice stays paid: credit it instead');
  end if;
  delete from public.payment_allocations where id = p_id;
  perform private.refresh_payment(v_row.payment_id);
  perform private.refresh_invoice(v_row.invoice_id);
end $$;
comment on function private.remove_allocation is 'A payment no longer settles that invoice: both are open again.';
call private.offer('private.remove_allocation(uuid)');

-- ------------------------------------------------------------------------------------------------- what staff call

create function private.record_payment(
  p_contact_id uuid, p_amount numeric, p_method text, p_received_on date default null, p_reference text default null,
  p_note text default null, p_allocations jsonb default null, p_order_id uuid default null, p_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_number text;
begin
  perform private.must('payments', 'create', 'record payments');
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
end $$;
comment on function private.record_payment is
  'Staff record money that came in. p_order_id: paid ahead for that order (a deposit invoice is issued). p_allocations:
[{invoice_id, amount}]; null settles the oldest due first; [] settles nothing. The surplus stays credit. p_id: chosen by the
caller, so that a repeated call records once. Returns the id.';
call private.offer('private.record_payment(uuid, numeric, text, date, text, text, jsonb, uuid, uuid)');

create function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_id uuid;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_row from public.payments where id = p_id for no key update;
  select id into v_id from public.payment_refunds where id = p_refund_id;
  if found then
    return v_id;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif v_row.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('This payment is %s', replace(v_row.status, '_', ' ')));
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_row.open then
    perform private.refuse('PT409', format('Only %s settle nothing and can be refunded', private.amount_text(v_row.open)));
  end if;
  insert into public.payment_refunds (id, payment_id, amount, refunded_on, reason, created_by)
  values (coalesce(p_refund_id, gen_random_uuid()), p_id, p_amount, private.company_today(), btrim(p_reason), auth.uid()) returning id into v_id;
  update public.payments
     set refunded = refunded + p_amount, status = case when refunded + p_amount = amount then 'refunded' else 'part_refunded' end
   where id = p_id;
  perform private.log_event('payment', p_id, 'refunded', jsonb_build_object('amount', private.amount_text(p_amount), 'reason', left(btrim(p_reason), 2000)));
  return v_id;
end $$;
comment on function private.refund_payment is 'Money of a payment that settles nothing goes back. Returns the id of the refund.';
call private.offer('private.refund_payment(uuid, numeric, text, uuid)');

create function private.cancel_payment_request(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'cancel requests for money');
  update public.payment_requests set status = 'cancelled' where id = p_id and status in ('open', 'processing');
end $$;
comment on function private.cancel_payment_request is 'A request that nobody paid is closed. Money that comes late becomes credit.';
call private.offer('private.cancel_payment_request(uuid)');

-- ------------------------------------------------------------------------------ what the link and the provider call

create function private.open_payment_request(p_uuid uuid, p_whole boolean default false) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
     where (public_uuid = p_uuid or quotation_id = v_quotation.id) and status <> 'cancelled' for no key update;
    select * into v_invoice from public.invoices where public_uuid = p_uuid for no key update;
  end if;
  if v_invoice.id is not null then
    v_amount := v_invoice.balance;
  elsif v_order.id is not null then
    v_amount := least(private.deposit_possible(v_order.id),
      case when p_whole then v_order.gross else v_order.deposit_amount - v_order.deposit_paid end);
  elsif v_quotation.id is not null then
    perform private.refuse('PT409', 'Please approve the quotation first');
  else
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  if v_amount <= 0 then
    perform private.refuse('PT409', 'There is nothing left to pay');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and amount = v_amount
     and case when v_invoice.id is not null then invoice_id = v_invoice.id else order_id = v_order.id and purpose = 'deposit' end;
  if v_id is null then
    insert into public.payment_requests (purpose, contact_id, quotation_id, order_id, invoice_id, amount, currency)
    values (case when v_invoice.id is null then 'deposit' else 'invoice' end, coalesce(v_invoice.contact_id, v_order.contact_id),
      v_order.quotation_id, v_order.id, v_invoice.id, v_amount, coalesce(v_invoice.currency, v_order.currency))
    returning id into v_id;
  end if;
  return private.get_payment_request(v_id);
end $$;
comment on function private.open_payment_request is
  'By the link of a quotation or order (its deposit, or all of it with p_whole) or of an invoice (its balance): the request to
pay, used again while it is open. Returns what get_payment_request returns.';

create function private.get_payment_request(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'purpose', r.purpose, 'status', r.status, 'amount', private.amount_text(r.amount),
      'currency', r.currency, 'created_at', r.created_at, 'paid_at', r.paid_at,
      'document_number', coalesce(v.invoice_number, o.order_number), 'document_uuid', coalesce(v.public_uuid, q.public_uuid, o.public_uuid),
      'project_title', coalesce(v.project_title, o.project_title), 'company', private.company_facts())
    from public.payment_requests r
    left join public.invoices v on v.id = r.invoice_id
    left join public.orders o on o.id = r.order_id
    left join public.quotations q on q.id = r.quotation_id
   where r.id = p_id
$$;
comment on function private.get_payment_request is 'What the payment page shows: the state of a request by its id; null for an unknown one. The amount is text.';
call private.offer('private.open_payment_request(uuid, boolean)', '{anon,authenticated,service_role}');
call private.offer('private.get_payment_request(uuid)', '{anon,authenticated,service_role}');

create function private.start_payment(p_request_id uuid, p_provider text, p_provider_session text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_requests set status = 'processing', provider = p_provider, provider_session = p_provider_session
   where id = p_request_id and status in ('open', 'processing');
  if not found then
    perform private.refuse('PT409', 'This request is not open any more');
  end if;
  perform private.log_event('payment_request', p_request_id, 'started', jsonb_build_object('provider', p_provider));
end $$;
comment on function private.start_payment is 'For the service key: the provider made a session for a request; the client is on its way to pay.';
call private.offer('private.start_payment(uuid, text, text)', '{service_role}');

create function private.fail_payment_request(p_request_id uuid, p_failure text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_requests set status = 'open', failure = left(p_failure, 500), provider_session = null
   where id = p_request_id and status = 'processing';
  if found then
    perform private.log_event('payment_request', p_request_id, 'failed', jsonb_build_object('failure', left(p_failure, 500)));
  end if;
end $$;
comment on function private.fail_payment_request is 'For the service key: the payment was refused or left; the request is open for another try.';
call private.offer('private.fail_payment_request(uuid, text)', '{service_role}');

create function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_request public.payment_requests;
  v_id uuid;
  v_number text;
  v_open numeric;
  v_late boolean;
begin
  if coalesce(btrim(p_provider_ref), '') = '' or not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'A payment has a transaction and an amount with two decimals');
  end if;
  select * into v_request from public.payment_requests where id = p_request_id for no key update;
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
      perform private.allocate(v_id, v_request.invoice_id, least(p_amount, v.balance))
         from public.invoices v where v.id = v_request.invoice_id and v.balance > 0;
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
  return jsonb_build_object('payment_id', v_id, 'new', true, 'credit', private.amount_text(v_open));
end $$;
comment on function private.settle_payment_request is
  'For the service key, after the provider confirmed: records the payment of a request. A transaction counts once. A success
after the request was cancelled, expired or paid becomes credit and tells accounts. Returns payment_id, new and credit.';
call private.offer('private.settle_payment_request(uuid, text, text, numeric)', '{service_role}');

-- ------------------------------------------------------------------------------------------------ links and topics

create or replace function private.is_public_document(p_uuid uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.quotations q
     where q.public_uuid = p_uuid and q.link_revoked_at is null and q.status <> 'cancelled'
       and (q.status <> 'draft' or exists (select from public.quotation_versions v where v.quotation_id = q.id)))
  or exists (select from public.orders o where o.public_uuid = p_uuid and o.link_revoked_at is null)
  or exists (select from public.deliveries d where d.public_uuid = p_uuid and d.link_revoked_at is null and d.status <> 'cancelled')
  or exists (select from public.invoices v where v.public_uuid = p_uuid and v.link_revoked_at is null and v.status not in ('draft', 'void'))
  or exists (select from public.credit_notes n where n.public_uuid = p_uuid and n.link_revoked_at is null and n.status not in ('draft', 'void'))
  or exists (select from public.payment_requests r where r.id = p_uuid)
$$;

create or replace function private.is_staff_document(p_uuid uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (private.can('quotations', 'view') and exists (select from public.quotations where public_uuid = p_uuid))
      or (private.can('orders', 'view') and exists (select from public.orders where public_uuid = p_uuid))
      or (private.can('deliveries', 'view') and exists (select from public.deliveries where public_uuid = p_uuid))
      or (private.can('invoices', 'view') and (exists (select from public.invoices where public_uuid = p_uuid)
        or exists (select from public.credit_notes where public_uuid = p_uuid)))
$$;

revoke execute on all routines in schema private from public;
