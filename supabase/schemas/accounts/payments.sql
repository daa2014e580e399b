-- Payments of clients, and what they pay.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
  currency       text not null default 'EUR',
  received_on    date not null,
  reference      text,
  note           text,
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  created_at     timestamptz not null default now(),
  row_version    integer not null default 1,
  opening_on     date,
  kept           numeric(14, 2) not null default 0,
  open           numeric(14, 2) not null generated always as (amount - allocated - refunded - kept) stored,
  worth          numeric(14, 2),
  constraint payments_direction_is_known check (direction in ('in', 'out')),
  constraint payments_method_is_known check (method in ('card', 'bank', 'cash', 'cheque', 'other')),
  constraint payments_status_is_known check (status in ('pending', 'succeeded', 'failed', 'cancelled', 'part_refunded', 'refunded')),
  constraint payments_amounts_fit check (amount > 0 and allocated >= 0 and refunded >= 0 and kept >= 0
    and allocated + refunded + kept <= amount),
  constraint payments_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint payments_worth_above_zero check (worth > 0),
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
comment on column public.payments.kept is 'Deposits kept for orders, without tax: they are set against the invoices of those orders.';
comment on column public.payments.opening_on is
  'The day at which it came from the former books: it was received there. Null: it was recorded here.';
comment on column public.payments.worth is 'What came in, in the currency of the books; null: it is in that currency.';
comment on column public.payments.provider_ref is 'The provider''s transaction: counts once.';

create table public.payment_allocations (
  id           uuid primary key default gen_random_uuid(),
  payment_id   uuid not null references public.payments (id) on delete restrict,
  invoice_id   uuid not null references public.invoices (id) on delete restrict,
  amount       numeric(14, 2) not null,
  allocated_on date not null,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  reverses_id  uuid references public.payment_allocations (id) on delete restrict,
  constraint payment_allocations_reversal_is_below_zero check (amount <> 0 and (reverses_id is null) = (amount > 0))
);
create index payment_allocations_payment_id_idx on public.payment_allocations (payment_id);
create index payment_allocations_invoice_id_idx on public.payment_allocations (invoice_id);
create index payment_allocations_created_by_idx on public.payment_allocations (created_by);
create index payment_allocations_reverses_id_idx on public.payment_allocations (reverses_id);
comment on column public.payment_allocations.reverses_id is 'The part that is taken back after its day was closed: this record is below zero.';
comment on table public.payment_allocations is 'Which invoice a payment settles, by how much.';

create table public.kept_deposits (
  id         uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  order_id   uuid not null references public.orders (id) on delete restrict,
  invoice_id uuid references public.invoices (id) on delete restrict,
  amount     numeric(14, 2) not null,
  kept_on    date not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint kept_deposits_are_set_against_invoices check (amount <> 0 and (invoice_id is null or amount < 0))
);
create index kept_deposits_payment_id_idx on public.kept_deposits (payment_id);
create index kept_deposits_order_id_idx on public.kept_deposits (order_id);
create index kept_deposits_invoice_id_idx on public.kept_deposits (invoice_id);
create index kept_deposits_kept_on_idx on public.kept_deposits (kept_on);
create index kept_deposits_created_by_idx on public.kept_deposits (created_by);
comment on table public.kept_deposits is
  'Deposits of a company with sales tax: money kept for an order, which carries no tax. Below zero it is kept no more.';
comment on column public.kept_deposits.invoice_id is 'The invoice against which it is set; null: it is kept, or is credit of the client again.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.payments', '', '{id,payment_number,contact_id,direction,method,provider,provider_ref,request_id,order_id,status,
  amount,allocated,refunded,kept,currency,worth,received_on,created_by,created_at,opening_on}');
grant select, update on public.payments to authenticated;
create policy "staff read payments" on public.payments
  for select to authenticated
  using ((select private.can('payments', 'view')));
create policy "staff write notes on payments" on public.payments
  for update to authenticated
  using ((select private.can('payments', 'edit'))) with check ((select private.can('payments', 'edit')));

call private.borrow_rules('public.payment_allocations', '');
grant select on public.payment_allocations to authenticated;
create policy "whoever reads a payment reads what it settles" on public.payment_allocations
  for select to authenticated using ((select true from public.payments p where p.id = payment_id));

call private.borrow_rules('public.kept_deposits', '');
grant select on public.kept_deposits to authenticated;
create policy "whoever reads a payment reads for which orders it is kept" on public.kept_deposits
  for select to authenticated using ((select true from public.payments p where p.id = payment_id));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.refresh_payment(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_allocated numeric;
begin
  select * into v_row from public.payments where id = p_payment_id for no key update;
  select coalesce(sum(amount), 0) into v_allocated from public.payment_allocations where payment_id = p_payment_id;
  if v_allocated + v_row.refunded + v_row.kept > v_row.amount then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.payment_number, private.money_words(v_row.open, v_row.currency)));
  end if;
  update public.payments set allocated = v_allocated where id = p_payment_id and allocated is distinct from v_allocated;
end $$;

create function private.allocate(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_invoice public.invoices;
  v_on date := private.company_today();
begin
  -- A draft is locked before its order, which the caller may hold: it is refused before anybody waits for it.
  if exists (select from public.invoices where id = p_invoice_id and status in ('draft', 'void')) then
    perform private.refuse('PT409', 'Only issued invoices are paid');
  end if;
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = p_invoice_id and v.taxed_when_paid) for no key update;
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_payment.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_payment.direction <> 'in' or v_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', 'This payment is not money that invoices are paid with');
  elsif v_payment.contact_id <> v_invoice.contact_id then
    perform private.refuse('22023', 'The payment and the invoice are of different clients');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.money_words(v_invoice.balance, v_invoice.currency)));
  elsif p_amount > private.payment_free(p_payment_id) then
    perform private.refuse('PT409', format('Of this payment only %s are left', private.money_words(private.payment_free(p_payment_id), v_payment.currency)));
  end if;
  if v_invoice.taxed_when_paid then
    v_on := private.day_of_prepayment(v_payment, v_invoice);
  end if;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, p_invoice_id, p_amount, v_on, auth.uid());
  perform private.refresh_payment(p_payment_id);
  if v_invoice.taxed_when_paid then
    perform private.deposit_came(v_invoice, p_amount, v_on, v_payment.request_id);
  end if;
  perform private.refresh_invoice(p_invoice_id);
end $$;

create function private.allocate_oldest(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_invoice public.invoices;
begin
  perform private.lock_asked_orders((select p.contact_id from public.payments p where p.id = p_payment_id));
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
  perform private.lock_asked_orders((select p.contact_id from public.payments p where p.id = p_payment_id));
  for v_part in
    select (part ->> 'invoice_id')::uuid as invoice_id, sum((part ->> 'amount')::numeric) as amount, sum((part ->> 'discount')::numeric) as discount
      from jsonb_array_elements(p_allocations) as part group by 1 order by 1
  loop
    perform private.allocate(p_payment_id, v_part.invoice_id, v_part.amount);
    if v_part.discount is not null then
      perform private.take_cash_discount(p_payment_id, v_part.invoice_id, v_part.discount);
    end if;
  end loop;
end $$;
comment on function private.allocate_payment is
  'What is open of a payment settles invoices: p_allocations [{invoice_id, amount, discount}], null for the oldest due first. discount: what is left of
the invoice then is its cash discount (take_cash_discount).';
call private.offer('private.allocate_payment(uuid, jsonb)');

create function private.day_of_money(p_part public.payment_allocations) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select greatest(p.received_on, v.issue_date) from public.payments p join public.invoices v on v.id = p_part.invoice_id
           where p.id = p_part.payment_id and p.created_at = p_part.created_at and private.taxed_by_money(v.issue_date));
end $$;
comment on function private.day_of_money is
  'Where VAT arises with the money: the day on which it came, of a part that was set against its invoice in the act that recorded the payment. Null of every other part.';

create function private.release_allocation(p_id uuid, p_amount numeric default null, p_on date default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
  v_left numeric;
  v_part numeric;
begin
  select * into v_row from public.payment_allocations where id = p_id and reverses_id is null for update;
  select v_row.amount + coalesce(sum(a.amount), 0) into v_left from public.payment_allocations a where a.reverses_id = p_id;
  v_part := least(v_left, p_amount);
  if v_row.id is null or v_part <= 0 then
    return 0;
  elsif least(v_row.allocated_on, private.day_of_money(v_row)) <= private.books_closed_to() then
    insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, reverses_id, created_by)
    values (v_row.payment_id, v_row.invoice_id, -v_part, least(p_on, private.company_today()), p_id, auth.uid());
  elsif v_part = v_row.amount then
    delete from public.payment_allocations where id = p_id;
  else
    update public.payment_allocations set amount = amount - v_part where id = p_id;
  end if;
  return v_part;
end $$;
comment on function private.release_allocation is
  'A payment no longer settles an invoice with this part, or with p_amount of it. On a closed day the part stays, and a record of p_on, null is today, takes it
back. The caller locks the payment and the invoice and refreshes both. Returns how much.';

create function private.take_off_invoice(p_allocation_id uuid, p_on date default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice constant uuid := (select a.invoice_id from public.payment_allocations a where a.id = p_allocation_id);
  v_part constant numeric := private.release_allocation(p_allocation_id, null, p_on);
begin
  if v_part > 0 then
    perform private.end_cash_discounts(v_invoice, p_on);
    perform private.refresh_invoice(v_invoice);
    perform private.deposit_went(v, v_part) from public.invoices v where v.id = v_invoice and v.taxed_when_paid;
  end if;
  return v_part;
end $$;
comment on function private.take_off_invoice is
  'A payment no longer settles an invoice with this part: the invoice is open again with its cash discount, and the order of a deposit invoice waits for it.
The caller locks the order, the payment and the invoice, and refreshes the payment. Returns how much.';

create function private.remove_allocation(p_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
  v_invoice public.invoices;
begin
  perform private.must('payments', 'edit', 'take allocations back');
  select * into v_row from public.payment_allocations where id = p_id;
  if v_row.id is null then
    return;
  end if;
  -- The order, the payment and the invoice before what is between them, as every other act locks them.
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = v_row.invoice_id and v.taxed_when_paid) for no key update;
  perform from public.payments where id = v_row.payment_id for no key update;
  select * into v_invoice from public.invoices where id = v_row.invoice_id for no key update;
  if private.deposit_stays(v_invoice) then
    perform private.refuse('PT409', 'A deposit invoice stays paid: credit it instead');
  end if;
  perform private.take_off_invoice(p_id);
  perform private.refresh_payment(v_row.payment_id);
end $$;
comment on function private.remove_allocation is 'A payment no longer settles that invoice: both are open again, and so is the cash discount of the invoice. A deposit
invoice that was issued with its payment, is deducted or is credited stays paid.';
call private.offer('private.remove_allocation(uuid)');

create function private.must_mean_day(p_payment_id uuid, p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row record;
begin
  select v.invoice_number, v.issue_date, p.received_on into v_row
    from public.payments p join public.payment_allocations a on a.payment_id = p.id join public.invoices v on v.id = a.invoice_id
   where p.id = p_payment_id and v.kind <> 'deposit' and v.issue_date > p.received_on
   group by v.id, v.invoice_number, v.issue_date, p.received_on having sum(a.amount) > 0
   order by v.issue_date desc, v.invoice_number limit 1;
  if found then
    perform private.must_say_yes('paid_before', format('%s is of %s, and the payment came on %s. %s it anyway?', v_row.invoice_number,
      private.day_text(v_row.issue_date), private.day_text(v_row.received_on), p_doing));
  end if;
end $$;
comment on function private.must_mean_day is 'Asks where a payment settles an invoice of a later day, which is mostly a slip. A deposit invoice is issued by its payment.
p_doing: the verb of the question, as Record.';

-- A payment that is recorded by the same call several times at once is one payment, and each call is answered with it.
create function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date default null,
  p_reference text default null, p_note text default null, p_allocations jsonb default null, p_order_id uuid default null,
  p_id uuid default null, p_worth numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_kept public.payments;
  v_number text;
begin
  perform private.must('payments', 'create', 'record payments');
  -- The same call at once: the second one waits here, and finds the payment of the first.
  if p_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('record_payment ' || p_id, 0));
  end if;
  select * into v_kept from public.payments where id = p_id;
  if found then
    perform private.must_be_same((v_kept.contact_id, v_kept.amount) = (p_contact_id, p_amount), 'payment');
    return p_id;
  end if;
  perform private.must_be_amount(p_amount);
  if p_worth is not null then
    perform private.must_mean_worth(private.currency_of(p_contact_id), p_amount, coalesce(p_received_on, private.company_today()), p_worth, 'what came in as an amount');
  end if;
  if p_received_on > private.company_today() then
    perform private.refuse('22023', 'A payment was not received in the future');
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif p_order_id is not null and not exists (select from public.orders where id = p_order_id and contact_id = p_contact_id) then
    perform private.refuse('22023', 'This order is of another client');
  end if;
  perform from public.orders where id = p_order_id for no key update;
  v_number := private.draw_number('RCPT');
  insert into public.payments (id, payment_number, contact_id, method, order_id, amount, worth, received_on, reference, note, created_by)
  values (coalesce(p_id, gen_random_uuid()), v_number, p_contact_id, p_method, p_order_id, p_amount, p_worth,
    coalesce(p_received_on, private.company_today()), nullif(btrim(p_reference), ''), nullif(btrim(p_note), ''), auth.uid())
  returning id into v_id;
  if p_order_id is not null then
    perform private.take_deposit(p_order_id, v_id, p_amount);
    perform private.refresh_payment(v_id);
    if p_allocations is null then
      perform private.settle_order(p_order_id, v_id);
    end if;
  end if;
  if p_allocations is not null then
    perform private.allocate_payment(v_id, p_allocations);
  elsif p_order_id is null then
    perform private.allocate_oldest(v_id);
  end if;
  perform private.must_mean_day(v_id, 'Record');
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount)));
  return v_id;
end $$;
comment on function private.record_payment is
  'Staff record money that came in. p_order_id: paid ahead for that order (a deposit invoice is issued); what it cannot take
ahead settles its open invoices. p_allocations:
[{invoice_id, amount, discount}] as in allocate_payment; null settles the oldest due first; [] settles nothing. The surplus stays credit. p_id: chosen by the
caller, so that a repeated call records once. p_worth: what came in, in the currency of the books, of a client who pays in another; null takes the rate of the day.
Returns the id.';
call private.offer('private.record_payment(uuid, numeric, text, date, text, text, jsonb, uuid, uuid, numeric)');

create function private.payment_activity(p_before bigint default null, p_limit integer default 50)
returns table (
  id bigint, at timestamptz, kind text, record_id uuid, type text, actor_name text, number text, amount text, contact_id uuid,
  client_name text, currency text)
  language sql stable security definer set search_path = ''
as $$
  select e.id, e.at, e.kind, e.record_id, e.type, e.actor_name,
         coalesce(p.payment_number, v.invoice_number, n.credit_number, s.statement_number,
           case when r.id is not null then private.get_payment_request(r.id) ->> 'document_number' end),
         coalesce(e.meta ->> 'amount', private.amount_text(coalesce(v.gross, n.gross, s.closing))),
         c.id, private.client_label(c), coalesce(p.currency, v.currency, n.currency, s.currency, r.currency)
    from public.document_events e
    left join public.payments p on e.kind = 'payment' and p.id = e.record_id
    left join public.invoices v on e.kind = 'invoice' and v.id = e.record_id
    left join public.credit_notes n on e.kind = 'credit_note' and n.id = e.record_id
    left join public.statements s on e.kind = 'statement' and s.id = e.record_id
    left join public.payment_requests r on e.kind = 'payment_request' and r.id = e.record_id
    join public.contacts c on c.id = coalesce(p.contact_id, v.contact_id, n.contact_id, s.contact_id, r.contact_id)
   where e.kind = any ((select private.my_document_kinds())::text[]) and private.is_staff()
     and (e.kind = 'payment' and e.type in ('received', 'refunded', 'taken_back')
       or e.kind = 'payment_request' and e.type in ('transfer_told', 'transfer_withdrawn')
       or e.kind in ('invoice', 'credit_note', 'statement') and e.type in ('issued', 'sent', 'viewed', 'written_off', 'credit_used'))
     and (p_before is null or e.id < p_before)
   order by e.id desc
   limit least(greatest(p_limit, 1), 200)
$$;
comment on function private.payment_activity is
  'Payments, refunds, transfers that clients announced, and invoices, credit notes and statements that were issued, sent and opened by
clients; newest first, of the kinds that the caller may view. An announced transfer has the number of what it is for. p_before: the id of the last event of the page before.';
call private.offer('private.payment_activity(bigint, integer)');

create function private.payment_free(p_payment_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select p.open - coalesce((select sum(r.amount) from public.refund_requests r where r.payment_id = p.id and r.status in ('asked', 'unknown')), 0)
    from public.payments p where p.id = p_payment_id);
end $$;
comment on function private.payment_free is 'What of a payment settles nothing and is not on its way back.';

create function private.check_refund(p_payment public.payments, p_amount numeric, p_reason text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
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
    perform private.refuse('PT409', format('Only %s is unused credit and can be refunded', private.money_words(private.payment_free(p_payment.id), p_payment.currency)));
  end if;
end $$;

create function private.keep_refund(p_payment public.payments, p_refund_id uuid, p_amount numeric, p_reason text, p_by uuid, p_on date default null,
  p_way text default null, p_worth numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.payment_refunds (id, payment_id, amount, refunded_on, reason, way, worth, created_by)
  values (coalesce(p_refund_id, gen_random_uuid()), p_payment.id, p_amount, coalesce(p_on, private.company_today()), btrim(p_reason), p_way, p_worth, p_by) returning id into v_id;
  update public.payments
     set refunded = refunded + p_amount, status = case when refunded + p_amount = amount then 'refunded' else 'part_refunded' end
   where id = p_payment.id;
  -- No mail says that it was received once all of it went back.
  if p_payment.refunded + p_amount = p_payment.amount then
    perform private.cancel_mails('payment', p_payment.id);
  end if;
  perform private.log_event('payment', p_payment.id, 'refunded', jsonb_build_object('number', p_payment.payment_number,
    'amount', private.amount_text(p_amount), 'reason', left(btrim(p_reason), 2000), 'refund_id', v_id), private.person_label(p_by));
  return v_id;
end $$;

create function private.settle_by_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
  values (p_credit_note_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_credit_note(p_credit_note_id);
  -- Credit of another paper is money for a deposit; a note over the deposit itself is not.
  perform private.deposit_came(v, p_amount, private.company_today(), null) from public.invoices v
   where v.id = p_invoice_id and v.taxed_when_paid and not exists (
     select from public.credit_notes n where n.id = p_credit_note_id and n.invoice_id = v.id);
  perform private.refresh_invoice(p_invoice_id);
end $$;

create function private.lock_credit(p_contact_id uuid, out notes uuid[], out payments uuid[])
  language plpgsql security definer set search_path = ''
as $$
begin
  notes := array(select id from public.credit_notes where contact_id = p_contact_id and open > 0 order by id for no key update);
  payments := array(select id from public.payments where contact_id = p_contact_id and open > 0 order by id for no key update);
end $$;
comment on function private.lock_credit is
  'Locks the credit of a client, before invoices, as allocations do, so that two at once wait for each other. What becomes credit
meanwhile is not among the answer: whoever took it after an invoice would wait in a circle.';

create function private.settle_from_credit(p_invoice_id uuid, p_notes uuid[], p_payments uuid[], p_most numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric := p_most;
  v_credit record;
  v_part numeric;
begin
  for v_credit in
    select n.id, true as is_note, n.issue_date as on_day, n.credit_number as number from public.credit_notes n
     where n.id = any (p_notes) and n.status not in ('draft', 'void') and n.open > 0
    union all
    select p.id, false, p.received_on, p.payment_number from public.payments p
     where p.id = any (p_payments) and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0
    order by is_note desc, on_day, number
  loop
    exit when v_left <= 0;
    v_part := least(v_left, case when v_credit.is_note then (select n.open from public.credit_notes n where n.id = v_credit.id)
      else private.payment_free(v_credit.id) end);
    continue when coalesce(v_part, 0) <= 0;
    if v_credit.is_note then
      perform private.settle_by_credit(v_credit.id, p_invoice_id, v_part);
    else
      perform private.allocate(v_credit.id, p_invoice_id, v_part);
    end if;
    v_left := v_left - v_part;
  end loop;
  return p_most - v_left;
end $$;
comment on function private.settle_from_credit is
  'An invoice is settled by at most p_most of these credit notes and payments, the notes first, the oldest first. The caller locked them with lock_credit, and the
invoice. Returns how much was used.';

create function private.use_credit(p_uuid uuid, p_amount numeric default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_locked record;
  v_credit numeric;
  v_discount numeric;
  v_used numeric;
begin
  select * into v_invoice from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  perform private.lock_asked_orders(v_invoice.contact_id);
  v_locked := private.lock_credit(v_invoice.contact_id);
  select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
  v_credit := private.client_credit(v_invoice.contact_id);
  v_discount := private.cash_discount_today(v_invoice);
  if p_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.money_words(v_invoice.balance, v_invoice.currency)));
  elsif p_amount > v_credit then
    perform private.refuse('PT409', format('Only %s of credit are left', private.money_words(v_credit, v_invoice.currency)));
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), true) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  v_used := private.settle_from_credit(v_invoice.id, v_locked.notes, v_locked.payments,
    coalesce(p_amount, least(v_invoice.balance - v_discount, v_credit)));
  if v_used > 0 then
    perform private.log_event('invoice', v_invoice.id, 'credit_used', jsonb_build_object('amount', private.amount_text(v_used)));
  end if;
  v_discount := case when v_discount > 0 and v_used = v_invoice.balance - v_discount then v_discount else 0 end;
  if v_discount > 0 then
    perform private.take_cash_discount(null, v_invoice.id, v_discount);
  end if;
  return jsonb_build_object('used', private.amount_text(v_used), 'discount', private.amount_text(v_discount),
    'balance', private.amount_text(v_invoice.balance - v_used - v_discount),
    'credit', private.amount_text(private.client_credit(v_invoice.contact_id)));
end $$;
comment on function private.use_credit is
  'By the link of an invoice: credit of its client lowers it, credit notes and then payments, the oldest first. Credit that settles it while its cash discount holds
takes that, as a payment does. p_amount: so much of it and no more; null is what settles the invoice. A second call uses what is left. Returns {used, discount,
balance, credit} as text.';
call private.offer('private.use_credit(uuid, numeric)', '{anon,authenticated,service_role}');

create function private.payable_of(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'number', v.invoice_number, 'due_date', v.due_date,
           'project_title', v.project_title, 'is_overdue', v.due_date < private.company_today(), 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance), 'cash_discount', private.cash_discount_facts(v)) order by v.due_date, v.issue_date, v.invoice_number), '[]')
    from public.invoices v where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0);
end $$;
comment on function private.payable_of is 'The open invoices of a client with their cash discounts, the oldest due first. Amounts are text.';

create function private.free_payments(p_note_id uuid, p_payment_id uuid default null, p_most numeric default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note public.credit_notes;
  v_paid public.payment_allocations;
  v_open numeric;
  v_part numeric;
begin
  select * into v_note from public.credit_notes where id = p_note_id;
  v_open := least(v_note.open, p_most);
  for v_paid in
    select * from public.payment_allocations
     where invoice_id = v_note.invoice_id and (p_payment_id is null or payment_id = p_payment_id)
       and reverses_id is null
     order by allocated_on desc, created_at desc, id for update
  loop
    exit when v_open <= 0;
    v_part := private.release_allocation(v_paid.id, v_open);
    continue when v_part = 0;
    perform private.refresh_payment(v_paid.payment_id);
    perform private.settle_by_credit(p_note_id, v_note.invoice_id, v_part);
    v_open := v_open - v_part;
  end loop;
  return least(v_note.open, p_most) - v_open;
end $$;
comment on function private.free_payments is 'An issued credit note takes the place of the payments of its invoice, whose money is free again: it can be refunded where it
came from. p_payment_id, p_most: only that payment, and at most so much. The caller locks the payments first. Returns how much.';

create function private.check_move(p_payment public.payments, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_payment.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif p_payment.direction <> 'in' or p_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('%s cannot be moved: it is %s', p_payment.payment_number, replace(p_payment.status, '_', ' ')));
  elsif exists (select from public.refund_requests r where r.payment_id = p_payment.id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('The bank was asked to give a part of %s back, and has not answered', p_payment.payment_number));
  elsif jsonb_typeof(p_allocations) <> 'array' or exists (select from jsonb_array_elements(p_allocations) as one
    where private.uuid_or_null(one ->> 'invoice_id') is null or not coalesce(one ->> 'amount' ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' and (one ->> 'amount')::numeric > 0, false))
  then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_contact_id = p_payment.contact_id then
    return;
  elsif p_payment.refunded > 0 then
    perform private.refuse('PT409', format('A part of %s went back to the client already', p_payment.payment_number));
  elsif private.currency_of(p_contact_id) <> p_payment.currency then
    perform private.refuse('22023', format('%s is in %s, and this client pays in %s. Take it back, and record it for this client.', p_payment.payment_number,
      p_payment.currency, private.currency_of(p_contact_id)));
  end if;
  perform private.refuse_paid_deposit(p_payment, ' first');
  perform private.refuse_closed_day(p_payment.received_on);
end $$;
comment on function private.check_move is 'Refuses in words what cannot be moved.';

create function private.turn_receipt(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_to constant text := (select c.email from private.mail_contacts_of('payment', p_payment_id) as c where c.is_first);
begin
  if v_to is null then
    perform private.cancel_mails('payment', p_payment_id);
  else
    update public.scheduled_emails set recipients = array[v_to], record_label = left((select label from private.mail_parties('payment', p_payment_id)), 300)
     where record_kind = 'payment' and record_id = p_payment_id and status = 'queued' and stops_with_answer;
  end if;
end $$;
comment on function private.turn_receipt is 'A receipt that still waits goes to the client whose payment it is now; without an address it goes to nobody.';

create function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_part record;
  v_is_changed boolean;
begin
  perform private.must('payments', 'edit', 'move payments');
  p_allocations := nullif(p_allocations, 'null');
  perform private.lock_orders_of_payment(p_id, p_contact_id);
  select * into v_row from public.payments where id = p_id for no key update;
  perform private.check_move(v_row, p_contact_id, p_allocations, p_reason);
  v_is_changed := v_row.contact_id <> p_contact_id;
  if v_is_changed then
    perform private.take_off_orders(p_id);
  end if;
  -- All invoices that it settled or will settle, in the order of their ids.
  perform from public.invoices v
   where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_id)
      or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_allocations) as one)
      or p_allocations is null and v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
   order by v.id for no key update;
  -- What paid a deposit invoice that is deducted or credited stays there; what is to be settled as it was stays as it is.
  for v_part in
    select a.id, a.invoice_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where a.payment_id = p_id and not private.deposit_stays(v) and a.reverses_id is null
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
  loop
    continue when private.take_off_invoice(v_part.id) = 0;
    v_is_changed := true;
  end loop;
  perform private.refresh_payment(p_id);
  if v_row.contact_id <> p_contact_id then
    update public.payments set contact_id = p_contact_id, order_id = null where id = p_id;
    perform private.turn_receipt(p_id);
  end if;
  if p_allocations is null then
    perform private.allocate_oldest(p_id);
    v_is_changed := true;
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as invoice_id, sum((one ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as one group by 1 order by 1
  loop
    continue when exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and not private.deposit_stays(v) having sum(a.amount) > 0);
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.must_mean_day(p_id, 'Move');
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
  end if;
end $$;
comment on function private.move_payment is 'Moves a payment to another client, or to other invoices, by one act with a reason. Its number, day and amount keep. p_allocations: as
allocate_payment takes them, null for the oldest due first, [] for credit. What paid a deposit invoice that stays paid (deposit_stays) stays there, and so
does what is kept for an order, unless the payment is of another client.';
call private.offer('private.move_payment(uuid, uuid, jsonb, text)');

create function private.state_payment_worth(p_id uuid, p_worth numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
begin
  perform private.must('payments', 'edit', 'correct what a payment brought in');
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif v_row.worth is null then
    perform private.refuse('PT409', format('%s is in the currency of the books: what came in is its amount', v_row.payment_number));
  elsif p_worth = v_row.worth then
    return;
  elsif exists (select from public.bank_entries e where e.payment_id = p_id) then
    perform private.refuse('PT409', format('The bank says what %s brought in: it stays as the bank says', v_row.payment_number));
  end if;
  perform private.must_mean_worth(v_row.currency, v_row.amount, v_row.received_on, p_worth, 'what came in as an amount');
  perform private.refuse_closed_day(v_row.received_on);
  update public.payments set worth = p_worth where id = p_id;
  perform private.log_event('payment', p_id, 'worth_stated', jsonb_build_object('number', v_row.payment_number, 'words',
    format('%s instead of %s', private.money_words(p_worth, private.books_currency()), private.money_words(v_row.worth, private.books_currency()))));
end $$;
comment on function private.state_payment_worth is
  'Corrects what a payment in another currency brought in, in the currency of the books, while its day is open. Of a payment with an entry of the bank, the bank says it.';
call private.offer('private.state_payment_worth(uuid, numeric)');

create function private.exchange_of_payment(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row public.payments;
begin
  perform private.must('payments', 'view', 'see payments');
  select * into v_row from public.payments where id = p_id;
  if v_row.worth is null then
    return null;
  end if;
  return jsonb_build_object('currency', private.books_currency(), 'worth', private.amount_text(v_row.worth),
    'is_of_bank', exists (select from public.bank_entries e where e.payment_id = p_id),
    'invoices', coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'number', v.invoice_number, 'amount', private.amount_text(s.amount),
               'exchange', private.amount_text(s.exchange)) order by v.issue_date, v.invoice_number)
        from (select a.invoice_id, sum(a.amount) as amount, coalesce(sum(x.amount), 0) as exchange
                from public.payment_allocations a
                left join private.exchange_of_clients(v_row.received_on, private.company_today()) as x on x.id = a.id
               where a.payment_id = p_id group by 1) as s
        join public.invoices v on v.id = s.invoice_id), '[]'),
    'refunds', coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'amount', private.amount_text(r.amount), 'exchange', private.amount_text(x.amount)) order by r.created_at, r.amount desc)
        from public.payment_refunds r
        join private.exchange_of_clients(v_row.received_on, private.company_today()) as x on x.id = r.id
       where r.payment_id = p_id and x.amount <> 0), '[]'));
end $$;
comment on function private.exchange_of_payment is
  'Of a payment in another currency: what it brought in, whether the bank says so, by invoice what it settles, in the currency of the payment, and the exchange
difference in that of the books, above zero for a gain, and that of each refund which has one. Null of other payments. Amounts are text.';
call private.offer('private.exchange_of_payment(uuid)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger zz_check_currency after insert on public.payments for each row execute function private.check_currency();
create trigger take_payment_worth before insert on public.payments for each row execute function private.take_payment_worth();
call private.follow_transitions('public.payments', 'payment');
create or replace trigger count_version before update of reference, note, row_version on public.payments
  for each row execute function private.count_version();
create trigger audit after insert or update or delete on public.payments
  for each row execute function private.audit('id');
create trigger zz_guard_closed before insert or update or delete on public.payments
  for each row execute function private.guard_closed('received_on', 'allocated', 'refunded', 'kept', 'open', 'status', 'contact_id', 'order_id', 'row_version', 'created_by');
create trigger nudge_client_insert after insert on public.payments referencing new table as changed
  for each statement execute function private.nudge_clients('status');
create trigger nudge_client_update after update on public.payments referencing old table as previous new table as changed
  for each statement execute function private.nudge_clients('status');
create trigger nudge_client_delete after delete on public.payments referencing old table as changed
  for each statement execute function private.nudge_clients('status');
create trigger end_announced_amount after insert on public.payments
  for each row when (new.direction = 'in' and new.method <> 'card') execute function private.end_announced_amount();

create trigger audit after insert or update or delete on public.payment_allocations
  for each row execute function private.audit('id');
create trigger zz_guard_closed before insert or update or delete on public.payment_allocations
  for each row execute function private.guard_closed('allocated_on', 'created_by');
create trigger audit after insert or update or delete on public.kept_deposits
  for each row execute function private.audit('id');
create trigger zz_guard_closed before insert on public.kept_deposits
  for each row execute function private.guard_closed('kept_on');
create trigger append_only before update or delete on public.kept_deposits
  for each row execute function private.refuse_change();
create trigger end_announced_paper after insert on public.payment_allocations
  for each row when (new.amount > 0) execute function private.end_announced_paper();

create trigger retell_mails after update of contact_id on public.payments for each row
  when (new.contact_id <> old.contact_id) execute function private.retell_mails('payment');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.payments', 'nudge_page', $$private.nudge_pages('id', 'payments', 'statements')$$);

call private.after_each_statement('public.payment_allocations', 'nudge_page',
  $$private.nudge_pages('invoice_id', 'payments', 'invoices', 'statements')$$);

call private.after_each_statement('public.kept_deposits', 'nudge_page', $$private.nudge_pages('payment_id', 'payments', 'statements')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, label, contact, person, templates) values
  ('payment',
   'public.payments',
   80,
   'payments',
   'r.payment_number',
   $$case r.direction when 'in' then r.contact_id end$$,
   'private.person_of_payment(r.id)',
   'Payments');

insert into private.record_kinds (kind, table_name, position, label, is_mentioned, contact, status) values
  ('payment', 'public.payments', 66, 'r.payment_number', true, 'contact_id', $$coalesce((select 'Taken back: ' || f.reason
     from public.payment_refunds f where f.payment_id = r.id and f.kind = 'reversal' limit 1), r.status)$$);

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('payment', 'part_refunded', 'refunded', 'refund_payment', 'payments', 'edit', 'an amount that is not allocated', null),
  ('payment', 'part_refunded', 'succeeded', 'computed', 'payments', 'edit', 'a refund that was recorded by mistake', null),
  ('payment', 'pending', 'cancelled', 'cancel_payment_request', 'payments', 'edit', null, null),
  ('payment', 'pending', 'failed', 'fail_payment_request', 'payments', 'edit', null, null),
  ('payment', 'pending', 'succeeded', 'settle_payment_request', 'payments', 'edit', null, 'the money is allocated'),
  ('payment', 'refunded', 'part_refunded', 'computed', 'payments', 'edit', 'a refund that was recorded by mistake', null),
  ('payment', 'refunded', 'succeeded', 'computed', 'payments', 'edit', 'a refund that was recorded by mistake', null),
  ('payment', 'succeeded', 'part_refunded', 'refund_payment', 'payments', 'edit', 'an amount that is not allocated', null),
  ('payment', 'succeeded', 'refunded', 'refund_payment', 'payments', 'edit', 'an amount that is not allocated', null);
