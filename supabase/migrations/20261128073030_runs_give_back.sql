-- What a payment run does not pay is approved again: cancelled, taken out or failed.

create or replace function private.cancel_payment_run(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'cancel payments');
  v_released uuid[];
begin
  if v_run.status = 'cancelled' then
    return;
  elsif v_run.status = 'paid' then
    perform private.refuse('PT409', 'This payment run is paid');
  elsif exists (select from public.payment_run_items i where i.payment_run_id = p_id and i.status = 'paid') then
    perform private.refuse('PT409', 'The bank paid a part of this run already. Please mark it as paid, and the others as failed.');
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  perform from public.supplier_invoices v where v.id in (select i.supplier_invoice_id from public.payment_run_items i where i.payment_run_id = p_id)
   order by v.id for no key update;
  with released as (
    update public.payment_run_items set status = 'released' where payment_run_id = p_id and status = 'open' returning supplier_invoice_id
  )
  select array_agg(supplier_invoice_id) into v_released from released;
  perform private.give_back_invoices(v_released);
  update public.payment_runs set status = 'cancelled', cancel_reason = left(btrim(p_reason), 2000), approved_by = null, approved_at = null where id = p_id;
  perform private.log_event('payment_run', p_id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  perform private.tell_people(array[v_run.prepared_by, v_run.approved_by], format('%s is cancelled', v_run.run_number), btrim(p_reason), 'payment_run', p_id);
end $$;

create or replace function private.remove_run_payment(p_item_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  v_run public.payment_runs := private.payment_run_for((select i.payment_run_id from public.payment_run_items i where i.id = p_item_id), 'change payments');
  v_item public.payment_run_items;
begin
  select * into v_item from public.payment_run_items where id = p_item_id;
  if v_item.status = 'released' then
    return;
  elsif v_run.status <> 'prepared' then
    perform private.refuse('PT409', format('This payment run is %s: its payments stand', v_run.status));
  elsif v_run.payments = 1 then
    perform private.refuse('PT409', 'This is the last payment of the run: please cancel the run instead');
  end if;
  update public.payment_run_items set status = 'released' where id = p_item_id;
  perform private.give_back_invoices(array[v_item.supplier_invoice_id]);
  update public.payment_runs set total = total - v_item.amount, payments = payments - 1 where id = v_run.id;
  perform private.log_event('payment_run', v_run.id, 'payment_removed', jsonb_build_object('words', format('%s, EUR %s', v_item.creditor, private.amount_text(v_item.amount))));
end $$;

create or replace function private.settle_payment_run(p_id uuid, p_paid_on date, p_failed jsonb DEFAULT '[]'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'mark payments as paid');
  v_item record;
  v_failed integer := 0;
begin
  if v_run.status = 'paid' then
    return;
  elsif v_run.status <> 'exported' then
    perform private.refuse('PT409', 'The file of this run was not exported yet');
  elsif not coalesce(p_paid_on between v_run.exported_at::date - 1 and private.company_today(), false) then
    perform private.refuse('22023', 'Please choose the day on which the bank paid: not before the export, not after today');
  elsif jsonb_typeof(p_failed) <> 'array' or exists (
    select from jsonb_array_elements(p_failed) as f where coalesce(btrim(f ->> 'reason'), '') = '' or not exists (
      select from public.payment_run_items i where i.id = private.uuid_or_null(f ->> 'id') and i.payment_run_id = p_id))
  then
    perform private.refuse('22023', 'Please say why each of these payments failed');
  elsif exists (select from jsonb_array_elements(p_failed) as f join public.payment_run_items i on i.id = private.uuid_or_null(f ->> 'id')
    where i.status = 'paid')
  then
    perform private.refuse('PT409', 'The bank statement shows that one of these payments arrived. Please look again.');
  end if;
  perform from public.supplier_invoices where id in (select i.supplier_invoice_id from public.payment_run_items i where i.payment_run_id = p_id)
    order by id for no key update;
  for v_item in
    select i.*, (select left(btrim(f ->> 'reason'), 500) from jsonb_array_elements(p_failed) as f where private.uuid_or_null(f ->> 'id') = i.id limit 1) as reason
      from public.payment_run_items i where i.payment_run_id = p_id and i.status = 'open' order by i.end_to_end_id
  loop
    if v_item.reason is not null then
      v_failed := v_failed + 1;
      update public.payment_run_items set status = 'failed', failure = v_item.reason where id = v_item.id;
      perform private.give_back_invoices(array[v_item.supplier_invoice_id]);
      perform private.log_event('payment_run', p_id, 'payment_failed', jsonb_build_object('words', v_item.creditor || ': ' || v_item.reason));
      perform private.log_event('supplier_invoice', v_item.supplier_invoice_id, 'payment_failed', jsonb_build_object('reason', v_item.reason));
    else
      update public.payment_run_items set status = 'paid' where id = v_item.id;
      perform private.keep_supplier_payment(v_item.supplier_invoice_id, v_item.amount, v_item.discount, p_paid_on, v_item.end_to_end_id);
    end if;
  end loop;
  if v_failed = v_run.payments then
    perform private.refuse('PT409', 'No payment of this run arrived: please cancel it instead');
  end if;
  update public.payment_runs set status = 'paid', paid_on = p_paid_on where id = p_id;
  perform private.log_event('payment_run', p_id, 'paid', jsonb_build_object('amount', private.amount_text((
    select sum(i.amount) from public.payment_run_items i where i.payment_run_id = p_id and i.status = 'paid'))));
end $$;

-- Those that earlier runs left behind.
do $$
declare
  v_left uuid[];
begin
  select array_agg(v.id) into v_left from public.supplier_invoices v
   where v.status = 'scheduled' and exists (
       select from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
        where i.supplier_invoice_id = v.id and i.status in ('released', 'failed') and r.pay_on = v.scheduled_for)
     and not exists (select from public.payment_run_items i where i.supplier_invoice_id = v.id and i.status = 'open');
  perform private.give_back_invoices(v_left);
end $$;
