-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.check_move(p_payment public.payments, p_contact_id uuid, p_allocations jsonb, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.check_move(p_payment public.payments, p_contact_id uuid, p_allocations jsonb, p_reason text) is 'Refuses in words what cannot be moved.';

CREATE OR REPLACE FUNCTION private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text) to authenticated;
grant execute on function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text) to service_role;
comment on function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text) is 'Moves a payment to another client, or to other invoices, by one act with a reason. Its number, day and amount keep. p_allocations: as
allocate_payment takes them, null for the oldest due first, [] for credit. What paid a deposit invoice stays there.';

CREATE OR REPLACE FUNCTION private.spend_credit(p_contact_id uuid, p_invoice_ids uuid[], p_except uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.spend_credit(p_contact_id uuid, p_invoice_ids uuid[], p_except uuid) is 'Credit of a client settles these invoices, the oldest due first; the payment p_except is none of it.';
