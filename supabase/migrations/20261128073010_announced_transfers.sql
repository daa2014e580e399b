-- A transfer that a client announced is recorded from the order and from the notice with everything filled in.

create or replace function private.tell_of_transfer(p_request jsonb)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (p_request ->> 'id')::uuid for no key update skip locked;
  if v_row.id is not null and not exists (select from public.document_events e where e.kind = 'payment_request' and e.record_id = v_row.id
    and e.type = 'transfer_told' and e.at > now() - interval '1 day')
  then
    perform private.log_event('payment_request', v_row.id, 'transfer_told', jsonb_build_object('amount', private.amount_text(v_row.amount)));
    if v_row.order_id is not null then
      perform private.log_event('order', v_row.order_id, 'transfer_told',
        jsonb_build_object('amount', private.amount_text(v_row.amount), 'request_id', v_row.id));
    end if;
    -- A click on it opens the payment, filled in. A company without accounts has its admins for that.
    insert into public.notifications (user_id, type, title, message, quotation_id, data, metadata)
    select ur.user_id, 'logistics_update', left(format('Transfer announced for %s', p_request ->> 'document_number'), 1000),
           format('The client says that %s %s were sent by bank transfer. Please record the payment when it arrives.', v_row.currency,
             private.amount_text(v_row.amount)),
           v_row.quotation_id, jsonb_build_object('document_number', p_request ->> 'document_number', 'kind', 'payment'),
           jsonb_build_object('record_kind', 'payment', 'record_id', v_row.id)
      from public.user_roles ur
     where ur.role = case when exists (select from public.user_roles r where r.role = 'accounts') then 'accounts'::public.app_role else 'admin' end
       and ur.user_id is distinct from auth.uid();
  end if;
  return p_request;
end $$;

create function private.announced_invoices(p_request_id uuid)
  returns table (invoice_id uuid) language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payments');
  return query
    select r.invoice_id from private.request_invoices r where r.request_id = p_request_id order by r.invoice_id;
end $$;
comment on function private.announced_invoices is 'The invoices that a client chose on a statement, of the request for their money.';
call private.offer('private.announced_invoices(uuid)');
