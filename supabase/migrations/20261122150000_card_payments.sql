-- Card payments: every order that a provider made for a request is remembered, so that money which comes late, or for an
-- order that a newer one replaced, still finds its request. The provider's own answer is the proof of a payment.

create table private.payment_sessions (
  provider   text not null,
  session    text not null,
  request_id uuid not null references public.payment_requests (id) on delete restrict,
  created_at timestamptz not null default now(),
  primary key (provider, session),
  constraint payment_sessions_texts_length check (char_length(provider) <= 50 and char_length(session) between 1 and 200)
);
alter table private.payment_sessions enable row level security;
revoke all on private.payment_sessions from anon, authenticated;
create index payment_sessions_request_id_idx on private.payment_sessions (request_id, created_at desc);
comment on table private.payment_sessions is 'Orders that a provider made for requests. Functions read and write it.';
comment on column private.payment_sessions.session is 'The provider''s order code, as text.';

insert into private.payment_sessions (provider, session, request_id)
select provider, provider_session, id from public.payment_requests where provider_session is not null;

drop function public.start_payment(uuid, text, text);
drop function private.start_payment(uuid, text, text);
drop function public.fail_payment_request(uuid, text);
drop function private.fail_payment_request(uuid, text);

create function private.session_of_request(p_request_id uuid, p_provider text, p_young interval) returns text
  language sql stable security definer set search_path = ''
as $$
  select s.session from private.payment_sessions s
   where s.request_id = p_request_id and s.provider = p_provider and s.created_at > now() - p_young
   order by s.created_at desc limit 1
$$;

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

create function private.request_of_session(p_provider text, p_session text) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select request_id from private.payment_sessions where provider = p_provider and session = p_session
$$;
comment on function private.request_of_session is 'For the service key: the request that an order of a provider was made for; null for an unknown one.';
call private.offer('private.request_of_session(text, text)', '{service_role}');

create function private.settle_session(p_provider text, p_session text, p_provider_ref text, p_amount numeric, p_currency text)
returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_request public.payment_requests;
begin
  select r.* into v_request from private.payment_sessions s join public.payment_requests r on r.id = s.request_id
   where s.provider = p_provider and s.session = p_session for no key update of r;
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
comment on function private.settle_session is
  'For the service key, after the provider itself confirmed a payment: records it for the request that its order was made for.
Another amount or currency is not recorded, and accounts are told once. Returns request_id and settled.';
call private.offer('private.settle_session(text, text, text, numeric, text)', '{service_role}');

create function private.report_reversal(p_provider text, p_provider_ref text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  select * into v_payment from public.payments where provider = p_provider and provider_ref = p_provider_ref for no key update;
  if v_payment.id is null or exists (
    select from public.document_events e where e.kind = 'payment' and e.record_id = v_payment.id and e.type = 'reversed')
  then
    return;
  end if;
  perform private.log_event('payment', v_payment.id, 'reversed', jsonb_build_object('number', v_payment.payment_number, 'provider', p_provider));
  perform private.tell_staff('{}', 'accounts', format('%s was reversed', v_payment.payment_number),
    format('%s gave %s %s back to the payer. Please record the refund or ask the client.', p_provider, v_payment.currency,
      private.amount_text(v_payment.amount)), null, jsonb_build_object('payment_number', v_payment.payment_number, 'kind', 'payment'));
end $$;
comment on function private.report_reversal is
  'For the service key, after the provider itself confirmed that a payment went back: tells accounts once. Books are changed by people.';
call private.offer('private.report_reversal(text, text)', '{service_role}');

create function private.tell_bank_transfer(p_uuid uuid, p_whole boolean default false) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_request jsonb := private.open_payment_request(p_uuid, p_whole);
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (v_request ->> 'id')::uuid for no key update;
  if not exists (select from public.document_events e where e.kind = 'payment_request' and e.record_id = v_row.id
    and e.type = 'transfer_told' and e.at > now() - interval '1 day')
  then
    perform private.log_event('payment_request', v_row.id, 'transfer_told', jsonb_build_object('amount', private.amount_text(v_row.amount)));
    perform private.tell_staff('{}', 'accounts', format('Transfer announced for %s', v_request ->> 'document_number'),
      format('The client says that %s %s were sent by bank transfer. Please record the payment when it arrives.', v_row.currency,
        private.amount_text(v_row.amount)), v_row.quotation_id,
      jsonb_build_object('document_number', v_request ->> 'document_number', 'kind', 'payment'));
  end if;
  return v_request;
end $$;
comment on function private.tell_bank_transfer is
  'The client says by the link of a document that it paid by bank transfer: accounts are told, once a day and request. Nothing
counts as paid. Returns what get_payment_request returns.';
call private.offer('private.tell_bank_transfer(uuid, boolean)', '{anon,authenticated,service_role}');

revoke execute on all routines in schema private from public;
