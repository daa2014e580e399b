-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.payment_sessions (
  provider text not null,
  session text not null,
  request_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint payment_sessions_pkey PRIMARY KEY (provider, session),
  constraint payment_sessions_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.payment_requests(id) ON DELETE RESTRICT,
  constraint payment_sessions_texts_length CHECK (char_length(provider) <= 50 AND char_length(session) >= 1 AND char_length(session) <= 200)
);
alter table private.payment_sessions enable row level security;
CREATE INDEX payment_sessions_request_id_idx ON private.payment_sessions USING btree (request_id, created_at DESC);
comment on table private.payment_sessions is 'Orders that a provider made for requests. Functions read and write it.';
comment on column private.payment_sessions.session is 'The provider''s order code, as text.';

CREATE OR REPLACE FUNCTION private.report_reversal(p_provider text, p_provider_ref text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
begin
  select * into v_payment from public.payments where provider = p_provider and provider_ref = p_provider_ref for no key update;
  if v_payment.id is null or exists (
    select from public.document_events e where e.kind = 'payment' and e.record_id = v_payment.id and e.type = 'reversed')
    or exists (select from public.refund_requests r where r.payment_id = v_payment.id and r.status <> 'refused')
  then
    return;
  end if;
  perform private.log_event('payment', v_payment.id, 'reversed', jsonb_build_object('number', v_payment.payment_number, 'provider', p_provider));
  perform private.tell_staff('{}', 'accounts', format('%s was reversed', v_payment.payment_number),
    format('%s gave %s %s back to the payer. Please record the refund or ask the client.', p_provider, v_payment.currency,
      private.amount_text(v_payment.amount)), null, jsonb_build_object('payment_number', v_payment.payment_number, 'kind', 'payment'));
end $function$;
grant execute on function private.report_reversal(p_provider text, p_provider_ref text) to service_role;
comment on function private.report_reversal(p_provider text, p_provider_ref text) is 'For the service key, after the provider itself confirmed that a payment went back: tells accounts once. A refund that we asked
for ourselves is no news. Books are changed by people.';

CREATE OR REPLACE FUNCTION private.request_of_session(p_provider text, p_session text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select request_id from private.payment_sessions where provider = p_provider and session = p_session
$function$;
grant execute on function private.request_of_session(p_provider text, p_session text) to service_role;
comment on function private.request_of_session(p_provider text, p_session text) is 'For the service key: the request that an order of a provider was made for; null for an unknown one.';

CREATE OR REPLACE FUNCTION private.session_of_request(p_request_id uuid, p_provider text, p_young interval)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.session from private.payment_sessions s
   where s.request_id = p_request_id and s.provider = p_provider and s.created_at > now() - p_young
   order by s.created_at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.settle_session(p_provider text, p_session text, p_provider_ref text, p_amount numeric, p_currency text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.settle_session(p_provider text, p_session text, p_provider_ref text, p_amount numeric, p_currency text) to service_role;
comment on function private.settle_session(p_provider text, p_session text, p_provider_ref text, p_amount numeric, p_currency text) is 'For the service key, after the provider itself confirmed a payment: records it for the request that its order was made for.
Another amount or currency is not recorded, and accounts are told once. Returns request_id and settled.';

CREATE OR REPLACE FUNCTION private.tell_bank_transfer(p_uuid uuid, p_whole boolean DEFAULT false, p_amount numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.tell_of_transfer(private.open_payment_request(p_uuid, p_whole, p_amount))
$function$;
grant execute on function private.tell_bank_transfer(p_uuid uuid, p_whole boolean, p_amount numeric) to anon;
grant execute on function private.tell_bank_transfer(p_uuid uuid, p_whole boolean, p_amount numeric) to authenticated;
grant execute on function private.tell_bank_transfer(p_uuid uuid, p_whole boolean, p_amount numeric) to service_role;
comment on function private.tell_bank_transfer(p_uuid uuid, p_whole boolean, p_amount numeric) is 'The client says by the link of a paper that it was paid by bank transfer, all of it or p_amount of an invoice: accounts are told,
once a day and request. Nothing counts as paid. Returns what get_payment_request returns.';
