-- Whoever settles several invoices of a client locks them in the order of their ids. By age, a payment by list and one by age
-- waited for each other, and so did a statement that was paid while somebody chose from it.

create or replace function private.allocate_oldest(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
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
end $$;

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
end $$;

-- The caller holds the invoices: it does not wait for a request that is being paid, whose payment tells the office itself.
create or replace function private.tell_of_transfer(p_request jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (p_request ->> 'id')::uuid for no key update skip locked;
  if v_row.id is not null and not exists (select from public.document_events e where e.kind = 'payment_request' and e.record_id = v_row.id
    and e.type = 'transfer_told' and e.at > now() - interval '1 day')
  then
    perform private.log_event('payment_request', v_row.id, 'transfer_told', jsonb_build_object('amount', private.amount_text(v_row.amount)));
    perform private.tell_staff('{}', 'accounts', format('Transfer announced for %s', p_request ->> 'document_number'),
      format('The client says that %s %s were sent by bank transfer. Please record the payment when it arrives.', v_row.currency,
        private.amount_text(v_row.amount)), v_row.quotation_id,
      jsonb_build_object('document_number', p_request ->> 'document_number', 'kind', 'payment'));
  end if;
  return p_request;
end $$;

revoke execute on all routines in schema private from public;
