-- A payment is moved to another client, or to other invoices, by one act; a statement asks for what the client's credit leaves.

create or replace function private.remove_allocation(p_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
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
end $$;

create or replace function private.reverse_payment(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  v_row public.payments;
  v_part public.payment_allocations;
begin
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.refunded > 0 or exists (select from public.refund_requests r where r.payment_id = p_id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('A part of %s went back to the client already', v_row.payment_number));
  elsif exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
    where a.payment_id = p_id and v.kind = 'deposit')
  then
    perform private.refuse('PT409', format('%s paid a deposit invoice: please credit that and refund the payment', v_row.payment_number));
  end if;
  perform from public.invoices where id in (select x.invoice_id from public.payment_allocations x where x.payment_id = p_id) order by id for no key update;
  for v_part in delete from public.payment_allocations where payment_id = p_id returning *
  loop
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, kind, created_by)
  values (p_id, v_row.amount, greatest(private.company_today(), v_row.received_on), btrim(p_reason), 'reversal', auth.uid());
  update public.payments set refunded = amount, status = 'refunded' where id = p_id;
  perform private.log_event('payment', p_id, 'taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;

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
    perform private.refuse('PT409', format('%s settles nothing: it is %s', p_payment.payment_number, replace(p_payment.status, '_', ' ')));
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
  elsif exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id where a.payment_id = p_payment.id and v.kind = 'deposit') then
    perform private.refuse('PT409', format('%s paid a deposit invoice: please credit that first', p_payment.payment_number));
  end if;
end $$;
comment on function private.check_move is 'Refuses in words what cannot be moved.';

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
  select * into v_row from public.payments where id = p_id for no key update;
  perform private.check_move(v_row, p_contact_id, p_allocations, p_reason);
  v_is_changed := v_row.contact_id <> p_contact_id;
  -- All invoices that it settled or will settle, in the order of their ids.
  perform from public.invoices v
   where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_id)
      or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_allocations) as one)
      or p_allocations is null and v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
   order by v.id for no key update;
  -- A deposit invoice stays paid; what is to be settled as it was stays as it is.
  for v_part in
    delete from public.payment_allocations a using public.invoices v
     where a.payment_id = p_id and v.id = a.invoice_id and v.kind <> 'deposit'
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
    returning a.invoice_id
  loop
    v_is_changed := true;
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  update public.payments set contact_id = p_contact_id, order_id = null where id = p_id and contact_id <> p_contact_id;
  if p_allocations is null then
    perform private.allocate_oldest(p_id);
    v_is_changed := true;
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as invoice_id, sum((one ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as one group by 1 order by 1
  loop
    continue when exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and v.kind <> 'deposit');
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
  end if;
end $$;
comment on function private.move_payment is 'Moves a payment to another client, or to other invoices, by one act with a reason. Its number, day and amount keep. p_allocations: as
allocate_payment takes them, null for the oldest due first, [] for credit. What paid a deposit invoice stays there.';
call private.offer('private.move_payment(uuid, uuid, jsonb, text)');

-- ----------------------------------------------------------------------------------------- credit of a client

create function private.spend_credit(p_contact_id uuid, p_invoice_ids uuid[], p_except uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_credit record;
  v_part numeric;
begin
  -- Credit notes, payments, invoices: as use_credit locks them.
  perform from public.credit_notes where contact_id = p_contact_id and open > 0 order by id for no key update;
  perform from public.payments where contact_id = p_contact_id and open > 0 order by id for no key update;
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  for v_invoice in
    select * from public.invoices where id = any (p_invoice_ids) and contact_id = p_contact_id order by due_date, issue_date, invoice_number
  loop
    for v_credit in
      select n.id, true as is_note, n.issue_date as on_day, n.credit_number as number from public.credit_notes n
       where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.open > 0
      union all
      select p.id, false, p.received_on, p.payment_number from public.payments p
       where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.id <> p_except
      order by is_note desc, on_day, number
    loop
      select * into v_invoice from public.invoices where id = v_invoice.id;
      exit when v_invoice.balance <= 0 or v_invoice.status not in ('issued', 'partly_paid');
      v_part := least(v_invoice.balance, case when v_credit.is_note then (select n.open from public.credit_notes n where n.id = v_credit.id)
        else private.payment_free(v_credit.id) end);
      continue when coalesce(v_part, 0) <= 0;
      if v_credit.is_note then
        perform private.settle_by_credit(v_credit.id, v_invoice.id, v_part);
      else
        perform private.allocate(v_credit.id, v_invoice.id, v_part);
      end if;
    end loop;
  end loop;
end $$;
comment on function private.spend_credit is 'Credit of a client settles these invoices, the oldest due first; the payment p_except is none of it.';

create or replace function private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
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
  select sum(v.balance), count(*) into v_amount, v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_row.contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  v_amount := v_amount - private.client_credit(v_row.contact_id);
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

create or replace function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
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
end $$;

revoke execute on function private.check_move(public.payments, uuid, jsonb, text), private.spend_credit(uuid, uuid[], uuid) from public;
