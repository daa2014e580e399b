-- The deposit of an order and all of it, paid at the same moment, waited for each other: each held its own request and wanted the
-- order, or the requests that the order cancels. The order comes first, as where it is cancelled or amended, then its request.

create function private.request_to_settle(p_id uuid) returns public.payment_requests
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  perform from public.orders where id = (select r.order_id from public.payment_requests r where r.id = p_id) for no key update;
  select * into v_row from public.payment_requests where id = p_id for no key update;
  return v_row;
end $$;
comment on function private.request_to_settle is 'A request for money, locked after its order.';

create or replace function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) returns jsonb
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
    elsif v_request.purpose = 'invoice' then
      perform private.allocate(v_id, v_request.invoice_id, least(p_amount, v.balance))
         from public.invoices v where v.id = v_request.invoice_id and v.balance > 0;
    elsif exists (select from private.request_invoices where request_id = p_request_id) then
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
end $$;

create or replace function private.settle_session(p_provider text, p_session text, p_provider_ref text, p_amount numeric, p_currency text) returns jsonb
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
        format('%s says %s %s, asked for were %s %s. Nothing was recorded: please look at transaction %s.', p_provider, p_currency,
          private.amount_text(p_amount), v_request.currency, private.amount_text(v_request.amount), p_provider_ref),
        v_request.quotation_id, jsonb_build_object('kind', 'payment'));
    end if;
    return jsonb_build_object('request_id', v_request.id, 'settled', false);
  end if;
  return private.settle_payment_request(v_request.id, p_provider, p_provider_ref, p_amount)
    || jsonb_build_object('request_id', v_request.id, 'settled', true);
end $$;

-- Before the number of the receipt, which everybody draws.
create or replace function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date default null, p_reference text default null, p_note text default null, p_allocations jsonb default null, p_order_id uuid default null, p_id uuid default null) returns uuid
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
end $$;

revoke execute on all routines in schema private from public;
