-- Requests for payment by link: card sessions and transfers.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
  told_at          timestamptz,
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
alter table public.payment_requests add constraint payment_requests_statement_id_fkey
  foreign key (statement_id) references public.statements (id) on delete restrict;
create unique index payment_requests_one_open_idx
  on public.payment_requests (purpose, coalesce(invoice_id, order_id, statement_id, contact_id), amount) where status in ('open', 'processing');
create unique index payment_requests_provider_session_idx on public.payment_requests (provider, provider_session) where provider_session is not null;
create index payment_requests_contact_id_idx on public.payment_requests (contact_id, created_at desc);
create index payment_requests_quotation_id_idx on public.payment_requests (quotation_id);
create index payment_requests_order_id_idx on public.payment_requests (order_id);
create index payment_requests_invoice_id_idx on public.payment_requests (invoice_id);
create index payment_requests_created_by_idx on public.payment_requests (created_by);
create index payment_requests_statement_id_idx on public.payment_requests (statement_id);
create index payment_requests_told_idx on public.payment_requests (contact_id) where told_at is not null;
comment on table public.payment_requests is 'Money that a client is asked for. One open request a document and amount is used again. The id is the secret of its page.';
comment on column public.payment_requests.told_at is
  'When the client announced a transfer for it. Null: none, or it was withdrawn, or its money was recorded.';
comment on column public.payment_requests.provider_session is 'The provider''s order code, as text: it has more digits than a JSON number keeps.';

create table private.payment_sessions (
  provider   text not null,
  session    text not null,
  request_id uuid not null references public.payment_requests (id) on delete restrict,
  created_at timestamptz not null default now(),
  primary key (provider, session),
  constraint payment_sessions_texts_length check (char_length(provider) <= 50 and char_length(session) between 1 and 200)
);
create index payment_sessions_request_id_idx on private.payment_sessions (request_id, created_at desc);
comment on table private.payment_sessions is 'Orders that a provider made for requests. Functions read and write it.';
comment on column private.payment_sessions.session is 'The provider''s order code, as text.';

create table private.request_invoices (
  request_id uuid not null references public.payment_requests (id) on delete restrict,
  invoice_id uuid not null references public.invoices (id) on delete restrict,
  primary key (request_id, invoice_id)
);
create index request_invoices_invoice_id_idx on private.request_invoices (invoice_id);
comment on table private.request_invoices is 'The invoices that a request for a statement is about.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.payment_requests', '');
grant select on public.payment_requests to authenticated;
create policy "staff read requests for papers that they read" on public.payment_requests for select to authenticated
  using (((select private.can('payments', 'view')) or (select private.can('orders', 'view'))) and (quotation_id is null or (select private.can('quotations', 'view'))) and (invoice_id is null or (select private.can('invoices', 'view'))) and (statement_id is null or (select private.can('statements', 'view'))));

alter table private.payment_sessions enable row level security;

alter table private.request_invoices enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.cancel_payment_request(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'cancel requests for money');
  update public.payment_requests set status = 'cancelled' where id = p_id and status in ('open', 'processing');
end $$;
comment on function private.cancel_payment_request is 'A request that nobody paid is closed. Money that comes late becomes credit.';
call private.offer('private.cancel_payment_request(uuid)');

create function private.order_by_link(p_uuid uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_quotation from public.quotations where public_uuid = p_uuid;
  return (select o.id from public.orders o
    where o.status <> 'cancelled' and (o.public_uuid = p_uuid or o.quotation_id = v_quotation.id
      or (o.id = v_quotation.amends_order_id and v_quotation.status in ('approved', 'converted'))) limit 1);
end $$;
comment on function private.order_by_link is 'The order that is paid for by the link of itself, of its quotation, or of extra work on it; null where it is cancelled.';

create function private.open_payment_request(p_uuid uuid, p_whole boolean default false, p_amount numeric default null) returns jsonb
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
    select * into v_order from public.orders where id = private.order_by_link(p_uuid) for no key update;
    select * into v_invoice from public.invoices where public_uuid = p_uuid for no key update;
  end if;
  if v_invoice.id is not null then
    v_amount := coalesce(p_amount, v_invoice.balance);
  elsif v_order.id is not null then
    v_amount := least(private.deposit_possible(v_order.id) + private.deposit_asked(v_order.id),
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
    perform private.refuse('22023', format('The least that can be paid is %s', private.money_words(least(1, v_invoice.balance), v_invoice.currency)));
  elsif v_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of this invoice only %s are open', private.money_words(v_invoice.balance, v_invoice.currency)));
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
end $$;
comment on function private.open_payment_request is
  'By the link of a quotation or order (its deposit, or all of it with p_whole), of extra work (the order that it amended), or of
an invoice (its balance, or p_amount of it: from 1.00 to what is open): the request to pay, used again while it is open. Returns
what get_payment_request returns.';
call private.offer('private.open_payment_request(uuid, boolean, numeric)', '{anon,authenticated,service_role}');

create function private.get_payment_request(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;
comment on function private.get_payment_request is
  'What the payment page shows: the state of a request by its id; null for an unknown one. Amounts are text. left: what is open of its
invoice; credit: what of its payment settles nothing.';
call private.offer('private.get_payment_request(uuid)', '{anon,authenticated,service_role}');

create function private.start_payment(p_request_id uuid, p_provider text, p_session text, p_minutes integer) returns text
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.start_payment is
  'For the service key: the client is on its way to pay. Returns the provider''s order to pay, which is the one of the last
p_minutes while there is one; then p_session is left unused. Null where there is none and p_session is null.';
call private.offer('private.start_payment(uuid, text, text, integer)', '{service_role}');

create function private.fail_payment_request(p_request_id uuid, p_failure text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_requests set status = 'open', failure = left(p_failure, 500)
   where id = p_request_id and status = 'processing';
  if found then
    perform private.log_event('payment_request', p_request_id, 'failed', jsonb_build_object('failure', left(p_failure, 500)));
  end if;
end $$;
comment on function private.fail_payment_request is
  'For the service key: the payment was refused or left; the request is open for another try, at the same order.';
call private.offer('private.fail_payment_request(uuid, text)', '{service_role}');

create function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
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
      perform private.settle_order(v_request.order_id, v_id);
    elsif v_request.purpose = 'invoice' then
      -- Its balance is asked for under its lock: what another payment took meanwhile becomes credit.
      select * into v_invoice from public.invoices where id = v_request.invoice_id for no key update;
      if v_invoice.balance > 0 then
        perform private.allocate(v_id, v_invoice.id, least(p_amount, v_invoice.balance));
        perform private.take_left_discount(v_id, v_invoice.id);
      end if;
    elsif exists (select from private.request_invoices where request_id = p_request_id) then
      -- The client was asked for what credit and cash discounts leave: credit settles the oldest of them first.
      perform private.spend_credit(v_request.contact_id, array(select r.invoice_id from private.request_invoices r where r.request_id = p_request_id), v_id,
        private.discounts_of_request(p_request_id, private.company_today()));
      perform private.settle_chosen(p_request_id, v_id);
    else
      perform private.allocate_oldest(v_id);
    end if;
  end if;
  select open into v_open from public.payments where id = v_id;
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount), 'provider', p_provider));
  perform private.log_event('payment_request', p_request_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  perform private.tell_staff('{}', 'accounts', format('%s received', v_number),
    format('%s by card%s', private.money_words(p_amount, v_request.currency),
      case when v_late then format(' for a request that was %s: it is credit of the client', v_request.status)
           when v_open > 0 then format(': %s of it are credit of the client', private.money_words(v_open, v_request.currency)) else '' end),
    v_request.quotation_id, jsonb_build_object('payment_number', v_number, 'kind', 'payment', 'credit', private.amount_text(v_open)));
  if v_request.statement_id is not null then
    perform private.nudge('doc:' || s.public_uuid, 'statements', 'UPDATE', s.id::text) from public.statements s where s.id = v_request.statement_id;
  end if;
  return jsonb_build_object('payment_id', v_id, 'new', true, 'credit', private.amount_text(v_open));
end $$;
comment on function private.settle_payment_request is
  'For the service key, after the provider confirmed: records the payment of a request. A transaction counts once. A success
after the request was cancelled, expired or paid becomes credit and tells accounts. Returns payment_id, new and credit.';
call private.offer('private.settle_payment_request(uuid, text, text, numeric)', '{service_role}');

create function private.session_of_request(p_request_id uuid, p_provider text, p_young interval) returns text
  language sql stable security definer set search_path = ''
as $$
  select s.session from private.payment_sessions s
   where s.request_id = p_request_id and s.provider = p_provider and s.created_at > now() - p_young
   order by s.created_at desc limit 1
$$;

create function private.request_of_session(p_provider text, p_session text) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select request_id from private.payment_sessions where provider = p_provider and session = p_session
$$;
comment on function private.request_of_session is 'For the service key: the request that an order of a provider was made for; null for an unknown one.';
call private.offer('private.request_of_session(text, text)', '{service_role}');

create function private.settle_session(p_provider text, p_session text, p_provider_ref text, p_amount numeric, p_currency text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_request public.payment_requests;
begin
  v_request := private.request_to_settle(private.request_of_session(p_provider, p_session));
  if v_request.id is null then
    return jsonb_build_object('request_id', null, 'settled', false);
  elsif p_amount is distinct from v_request.amount or p_currency is distinct from v_request.currency then
    if not exists (select from public.document_events e where e.kind = 'payment_request' and e.record_id = v_request.id
      and e.type = 'mismatch' and e.meta ->> 'transaction' = p_provider_ref)
    then
      perform private.log_event('payment_request', v_request.id, 'mismatch', jsonb_build_object('transaction', p_provider_ref,
        'amount', private.amount_text(p_amount), 'currency', p_currency));
      perform private.tell_staff('{}', 'accounts', 'A card payment has another amount',
        format('%s says %s, asked for were %s. Nothing was recorded: please look at transaction %s.', p_provider,
          private.money_words(p_amount, p_currency), private.money_words(v_request.amount, v_request.currency), p_provider_ref),
        v_request.quotation_id, jsonb_build_object('kind', 'payment'));
    end if;
    return jsonb_build_object('request_id', v_request.id, 'settled', false);
  end if;
  return private.settle_payment_request(v_request.id, p_provider, p_provider_ref, p_amount)
    || jsonb_build_object('request_id', v_request.id, 'settled', true);
end $$;
comment on function private.settle_session is
  'For the service key, after the provider itself confirmed a payment: records it for the request that its order was made for.
Another amount or currency is not recorded, and accounts are told once. Returns request_id and settled.';
call private.offer('private.settle_session(text, text, text, numeric, text)', '{service_role}');

create function private.tell_bank_transfer(p_uuid uuid, p_whole boolean default false, p_amount numeric default null) returns jsonb
  language sql security definer set search_path = ''
as $$
  select private.tell_of_transfer(private.open_payment_request(p_uuid, p_whole, p_amount))
$$;
comment on function private.tell_bank_transfer is
  'The client says by the link of a paper that it was paid by bank transfer, all of it or p_amount of an invoice: accounts are told,
once a day and request. Nothing counts as paid. Returns what get_payment_request returns.';
call private.offer('private.tell_bank_transfer(uuid, boolean, numeric)', '{anon,authenticated,service_role}');

create function private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.statements;
  v_amount numeric;
  v_count integer;
  v_id uuid;
begin
  select * into v_row from public.statements where public_uuid = p_uuid and link_revoked_at is null for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 or array_position(p_invoice_ids, null) is not null then
    perform private.refuse('22023', 'Please choose what to pay');
  end if;
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  select count(*) into v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_row.contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  v_amount := private.asked_for(v_row.contact_id, p_invoice_ids);
  if v_amount <= 0 then
    perform private.refuse('PT409', 'Your credit covers this: nothing is to be paid');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and purpose = 'statement' and statement_id = v_row.id and amount = v_amount;
  if v_id is null then
    perform private.limit_requests(null, v_row.id);
    insert into public.payment_requests (purpose, contact_id, statement_id, amount, currency)
    values ('statement', v_row.contact_id, v_row.id, v_amount, v_row.currency) returning id into v_id;
  end if;
  -- Another choice over the same amount takes the place of the one before: the payer chose it last.
  delete from private.request_invoices where request_id = v_id and invoice_id <> all (p_invoice_ids);
  insert into private.request_invoices (request_id, invoice_id) select distinct v_id, asked from unnest(p_invoice_ids) as asked
  on conflict do nothing;
  return private.get_payment_request(v_id);
end $$;
comment on function private.open_statement_request is
  'By the link of a statement: the request to pay these open invoices of its client with one payment, used again while it is open.
Returns what get_payment_request returns.';
call private.offer('private.open_statement_request(uuid, uuid[])', '{anon,authenticated,service_role}');

-- A click on the notice opens the payment, filled in. A company without accounts has its admins for that.
create function private.notify_of_transfer(p_request public.payment_requests, p_title text, p_message text)
  returns void language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, quotation_id, data, metadata)
  select ur.user_id, 'logistics_update', left(format(p_title, d.number), 1000), p_message, p_request.quotation_id,
         jsonb_build_object('document_number', d.number, 'kind', 'payment'),
         jsonb_build_object('record_kind', 'payment', 'record_id', p_request.id)
    from public.user_roles ur
    cross join lateral (select private.get_payment_request(p_request.id) ->> 'document_number' as number) as d
   where ur.role = case when exists (select from public.user_roles r where r.role = 'accounts') then 'accounts'::public.app_role else 'admin' end
     and ur.user_id is distinct from auth.uid()
$$;

create function private.story_of_transfer(p_request public.payment_requests, p_type text)
  returns boolean language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.document_events e where e.kind = 'payment_request' and e.record_id = p_request.id
    and e.type = p_type and e.at > now() - interval '1 day')
  then
    return false;
  end if;
  perform private.log_event('payment_request', p_request.id, p_type, jsonb_build_object('amount', private.amount_text(p_request.amount)));
  perform private.log_event(about.kind, about.id, p_type,
      jsonb_build_object('amount', private.amount_text(p_request.amount), 'request_id', p_request.id))
    from (
      select 'order' as kind, p_request.order_id as id where p_request.order_id is not null
      union all select 'invoice', p_request.invoice_id where p_request.invoice_id is not null
      union all select 'invoice', i.invoice_id from private.request_invoices i where i.request_id = p_request.id) as about;
  return true;
end $$;
comment on function private.story_of_transfer is
  'Writes into the stories of a request and of what it is for, once a day and kind of event. Whether it did.';

-- The caller holds the invoices: it does not wait for a request that is being paid, whose payment tells the office itself.
create function private.tell_of_transfer(p_request jsonb)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (p_request ->> 'id')::uuid for no key update skip locked;
  if v_row.id is null then
    return p_request;
  end if;
  update public.payment_requests set told_at = now() where id = v_row.id and told_at is null;
  if private.story_of_transfer(v_row, 'transfer_told') then
    perform private.notify_of_transfer(v_row, 'Transfer announced for %s', format(
      'The client says that %s was sent by bank transfer. Please record the payment when it arrives.',
      private.money_words(v_row.amount, v_row.currency)));
  end if;
  return private.get_payment_request(v_row.id);
end $$;
comment on function private.tell_of_transfer is
  'A transfer for a request is announced, until its money is recorded or the announcement is withdrawn. Returns what get_payment_request
returns.';

create function private.withdraw_transfer(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  update public.payment_requests set told_at = null where id = p_id and told_at is not null returning * into v_row;
  if v_row.id is not null and private.story_of_transfer(v_row, 'transfer_withdrawn') then
    perform private.notify_of_transfer(v_row, 'No transfer for %s after all', format(
      'The client said before that %s was sent by bank transfer. It was not sent.', private.money_words(v_row.amount, v_row.currency)));
  end if;
end $$;
comment on function private.withdraw_transfer is
  'The announced transfer of a request was not sent. Whoever knows the id of the request may say so, as with its page. A second call
changes nothing.';
call private.offer('private.withdraw_transfer(uuid)', '{anon,authenticated,service_role}');

create function private.is_announced(p_request public.payment_requests) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select p_request.told_at is not null and p_request.status in ('open', 'processing') and (p_request.purpose = 'deposit' or exists (
      select from public.invoices v
       where v.balance > 0 and v.status in ('issued', 'partly_paid')
         and (v.id = p_request.invoice_id or v.id in (
           select i.invoice_id from private.request_invoices i where i.request_id = p_request.id))))
  );
end $$;
comment on function private.is_announced is 'Whether a transfer was announced for a request whose money is still asked for.';

create function private.announced_of(p_order_id uuid, p_invoice_id uuid, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', private.amount_text(r.amount), 'currency', r.currency,
             'told_at', r.told_at, 'invoice_ids', (
               select coalesce(jsonb_agg(f.id order by f.id), '[]') from (
                 select r.invoice_id as id where r.invoice_id is not null
                 union select i.invoice_id from private.request_invoices i where i.request_id = r.id) as f)) order by r.told_at, r.id), '[]')
      from public.payment_requests r
     where r.told_at is not null and private.is_announced(r)
       and (r.order_id = p_order_id and r.purpose = 'deposit' or r.invoice_id = p_invoice_id or r.contact_id = p_contact_id and r.purpose <> 'deposit'
         or exists (select from private.request_invoices i where i.request_id = r.id and i.invoice_id = p_invoice_id))
  );
end $$;
comment on function private.announced_of is
  'The transfers that a client announced and that are not recorded yet: for the deposit of an order, for an invoice, or for all invoices of
a client. Each with the id of its request, the amount as text, the day and the invoices that it is for.';

create function private.announced_transfers(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  case p_kind
    when 'quotation' then
      perform private.must('quotations', 'view', 'see quotations');
      return (select private.announced_of(o.id, null, null) from public.orders o
               where o.quotation_id = p_id order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1);
    when 'order' then
      perform private.must('orders', 'view', 'see orders');
      return private.announced_of(p_id, null, null);
    when 'invoice' then
      perform private.must('invoices', 'view', 'see invoices');
      return private.announced_of(null, p_id, null);
    when 'contact' then
      perform private.must('statements', 'view', 'see statements');
      return private.announced_of(null, null, p_id);
    else
      perform private.refuse('22023', 'Transfers are announced for quotations, orders, invoices and statements');
  end case;
end $$;
comment on function private.announced_transfers is
  'For staff: the announced transfers of a quotation, an order or an invoice, or of all invoices of a contact, as announced_of has them.';
call private.offer('private.announced_transfers(text, uuid)');

-- A request that is being paid meanwhile is not waited for: its own payment ends what was announced.
create function private.end_announcements(p_contact_id uuid, p_amount numeric, p_invoice public.invoices, p_since timestamptz) returns void
  language sql security definer set search_path = ''
as $$
  update public.payment_requests set told_at = null where id in (
    select r.id from public.payment_requests r
     where r.told_at is not null and r.told_at <= p_since
       and (r.contact_id = p_contact_id and r.amount = p_amount
         or r.invoice_id = p_invoice.id
         or r.purpose = 'deposit' and p_invoice.kind = 'deposit' and r.order_id = p_invoice.order_id
         or exists (select from private.request_invoices i where i.request_id = r.id and i.invoice_id = p_invoice.id))
       for no key update skip locked)
$$;
comment on function private.end_announcements is
  'What was announced until then of this contact over this amount, or for this invoice, is not announced any more: its money is recorded.';

create function private.end_announced_amount() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.end_announcements(new.contact_id, new.amount, null, new.created_at);
  return null;
end $$;
comment on function private.end_announced_amount is 'Money that the office records ends the announcement of the same client over the same amount.';

create function private.end_announced_paper() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.end_announcements(null, null, v, p.created_at)
    from public.payments p, public.invoices v
   where p.id = new.payment_id and p.method = 'bank' and v.id = new.invoice_id;
  return null;
end $$;
comment on function private.end_announced_paper is
  'A transfer that settles an invoice ends what was announced for it before; the invoice of a deposit, what was announced for its order.';

create function private.nudge_announced() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.told_at is not distinct from old.told_at and new.status = old.status then
    return null;
  end if;
  perform private.nudge('doc:' || paper.uuid, 'payment_requests', tg_op, null)
    from (
      select q.public_uuid as uuid from public.quotations q where q.id = new.quotation_id
      union select q.public_uuid from public.quotations q where q.amends_order_id = new.order_id
      union select o.public_uuid from public.orders o where o.id = new.order_id
      union select s.public_uuid from public.statements s where s.id = new.statement_id
      union select v.public_uuid from public.invoices v
       where v.id = new.invoice_id or v.id in (select i.invoice_id from private.request_invoices i where i.request_id = new.id)) as paper
   where paper.uuid is not null;
  perform private.nudge('page:' || page, 'payment_requests', tg_op, new.id::text) from unnest('{quotations,invoices,statements}'::text[]) as page;
  return null;
end $$;
comment on function private.nudge_announced is
  'What was announced, or whether it is still asked for, changed: the pages of its quotation, order, invoices and statement read again.';

create function private.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) returns jsonb
  language sql security definer set search_path = ''
as $$
  select private.tell_of_transfer(private.open_statement_request(p_uuid, p_invoice_ids))
$$;
comment on function private.tell_statement_transfer is
  'The client says by the link of a statement that it paid these invoices by bank transfer: accounts are told, once a day and
request. Nothing counts as paid. Returns what get_payment_request returns.';
call private.offer('private.tell_statement_transfer(uuid, uuid[])', '{anon,authenticated,service_role}');

create function private.request_to_settle(p_id uuid) returns public.payment_requests
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  perform from public.orders where id = (select r.order_id from public.payment_requests r where r.id = p_id) for no key update;
  perform private.lock_asked_orders((select r.contact_id from public.payment_requests r where r.id = p_id));
  select * into v_row from public.payment_requests where id = p_id for no key update;
  return v_row;
end $$;
comment on function private.request_to_settle is 'A request for money, locked after its order and those whose deposit invoice it may settle.';

create function private.open_client_request(p_invoice_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact((select v.contact_id from public.invoices v where v.id = p_invoice_ids[1]));
  v_amount numeric;
  v_count integer;
  v_id uuid;
begin
  if v_contact.id is null then
    perform private.refuse('42501', 'You may not pay from here');
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 or array_position(p_invoice_ids, null) is not null then
    perform private.refuse('22023', 'Please choose what to pay');
  end if;
  perform from public.contacts where id = v_contact.id for no key update;
  perform from public.invoices where id = any (p_invoice_ids) and contact_id = v_contact.id order by id for no key update;
  select count(*) into v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_contact.id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  v_amount := private.asked_for(v_contact.id, p_invoice_ids);
  if v_amount <= 0 then
    perform private.refuse('PT409', 'Your credit covers this: nothing is to be paid');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and purpose = 'statement' and statement_id is null and contact_id = v_contact.id and amount = v_amount;
  if v_id is null then
    if (select count(*) from public.payment_requests r
         where r.contact_id = v_contact.id and r.purpose = 'statement' and r.statement_id is null
           and r.created_at > now() - interval '1 hour') >= 30
    then
      perform private.refuse('PT429', 'Too many different amounts were asked for in one hour. Please call us.');
    end if;
    insert into public.payment_requests (purpose, contact_id, amount, currency)
    select 'statement', v_contact.id, v_amount, min(v.currency) from public.invoices v where v.id = any (p_invoice_ids) returning id into v_id;
  end if;
  -- Another choice over the same amount takes the place of the one before: the payer chose it last.
  delete from private.request_invoices where request_id = v_id and invoice_id <> all (p_invoice_ids);
  insert into private.request_invoices (request_id, invoice_id) select distinct v_id, asked from unnest(p_invoice_ids) as asked
  on conflict do nothing;
  return private.get_payment_request(v_id);
end $$;
comment on function private.open_client_request is
'The request of a signed-in client to pay these open invoices of theirs with one payment, used again while it is open. Returns what
get_payment_request returns.';
call private.offer('private.open_client_request(uuid[])'::regprocedure);

create function private.tell_client_transfer(p_invoice_ids uuid[]) returns jsonb
language sql security definer set search_path = '' as $$
  select private.tell_of_transfer(private.open_client_request(p_invoice_ids))
$$;
comment on function private.tell_client_transfer is
'A signed-in client says that they paid these invoices by bank transfer: accounts are told, once a day and request. Nothing counts as paid.
Returns what get_payment_request returns.';
call private.offer('private.tell_client_transfer(uuid[])'::regprocedure);

create function private.limit_requests(p_invoice_id uuid, p_statement_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from public.payment_requests r
       where (r.invoice_id = p_invoice_id or r.statement_id = p_statement_id) and r.created_at > now() - interval '1 hour') >= 30
  then
    perform private.refuse('PT429', 'Too many different amounts were asked for in one hour. Please call us.');
  end if;
end $$;
comment on function private.limit_requests is 'Refuses the 31st new request for money of an hour over one invoice or statement.';

create function private.numbers_of_request(p_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when count(*) <= 3 then string_agg(v.invoice_number, ' ' order by v.due_date, v.invoice_number)
              else format('%s and %s more', min(v.invoice_number), count(*) - 1) end
    from private.request_invoices r join public.invoices v on v.id = r.invoice_id where r.request_id = p_id
$$;
comment on function private.numbers_of_request is 'The invoices that one payment is asked for, in few words; null for a request about one document.';

-- -------------------------------------------------------------------------------------------------------- what follows

call private.follow_transitions('public.payment_requests', 'payment_request');
create trigger audit after insert or update or delete on public.payment_requests
  for each row execute function private.audit('id');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.payment_requests', 'nudge_document', $$private.nudge_owners('doc:', 'id', 'id')$$);
call private.after_each_statement('public.payment_requests', 'nudge_page',
  $$private.nudge_pages('contact_id', 'payments', 'orders')$$);

create trigger nudge_announced after update on public.payment_requests
  for each row execute function private.nudge_announced();
call private.after_each_statement('public.payment_requests', 'nudge_client', $$private.nudge_clients('status')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, link) values
  ('payment_request',
   'public.payment_requests',
   82,
   'payments',
   'id');

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('payment_request', 'failed', 'paid', 'settle_payment_request', 'payments', 'edit', 'a late success', 'the payment is recorded'),
  ('payment_request', 'open', 'cancelled', 'cancel_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'open', 'expired', 'computed', 'payments', 'edit', null, null),
  ('payment_request', 'open', 'failed', 'fail_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'open', 'paid', 'settle_payment_request', 'payments', 'edit', null, 'the payment is recorded'),
  ('payment_request', 'open', 'processing', 'start_payment', 'payments', 'edit', null, null),
  ('payment_request', 'processing', 'cancelled', 'cancel_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'processing', 'expired', 'computed', 'payments', 'edit', null, null),
  ('payment_request', 'processing', 'failed', 'fail_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'processing', 'open', 'fail_payment_request', 'payments', 'edit', null, null),
  ('payment_request', 'processing', 'paid', 'settle_payment_request', 'payments', 'edit', null, 'the payment is recorded');
