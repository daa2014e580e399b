set check_function_bodies = off;

alter table public.payment_run_items add column accepted_at timestamp with time zone;

create or replace function private.fail_run_payment(p_item public.payment_run_items, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_run_items set status = 'failed', failure = p_reason where id = p_item.id;
  perform private.give_back_invoices(array[p_item.supplier_invoice_id]);
  perform private.log_event('payment_run', p_item.payment_run_id, 'payment_failed', jsonb_build_object('words', p_item.creditor || ': ' || p_reason));
  perform private.log_event('supplier_invoice', p_item.supplier_invoice_id, 'payment_failed', jsonb_build_object('reason', p_reason));
end $$;

create or replace function private.settle_payment_run(p_id uuid, p_paid_on date, p_failed jsonb default '[]') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'mark payments as paid');
  v_item record;
  v_row public.payment_run_items;
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
      select * into v_row from public.payment_run_items i where i.id = v_item.id;
      perform private.fail_run_payment(v_row, v_item.reason);
    else
      update public.payment_run_items set status = 'paid' where id = v_item.id;
      perform private.keep_supplier_payment(v_item.supplier_invoice_id, v_item.amount, v_item.discount, p_paid_on, v_item.end_to_end_id);
    end if;
  end loop;
  if not exists (select from public.payment_run_items i where i.payment_run_id = p_id and i.status = 'paid') then
    perform private.refuse('PT409', 'No payment of this run arrived: please cancel it instead');
  end if;
  update public.payment_runs set status = 'paid', paid_on = p_paid_on where id = p_id;
  perform private.log_event('payment_run', p_id, 'paid', jsonb_build_object('amount', private.amount_text((
    select sum(i.amount) from public.payment_run_items i where i.payment_run_id = p_id and i.status = 'paid'))));
end $$;

create or replace function private.problem_of_report(p_run public.payment_runs, p_report jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when jsonb_typeof(p_report -> 'payments') is distinct from 'array' or jsonb_array_length(p_report -> 'payments') > 500
      or exists (select from jsonb_array_elements(p_report -> 'payments') as p
                  where not coalesce(p ->> 'answer' in ('accepted', 'rejected'), false) or (p ->> 'answer' = 'rejected' and coalesce(btrim(p ->> 'reason'), '') = ''))
      then 'This report cannot be read'
    when p_report ->> 'message_id' is distinct from p_run.message_id then
      coalesce((select format('This report is of %s', r.run_number) from public.payment_runs r where r.message_id = p_report ->> 'message_id'),
        format('This report is of another file: its id is %s', left(coalesce(p_report ->> 'message_id', 'missing'), 35)))
    else (select format('This report names %s, which is no payment of %s', left(coalesce(p ->> 'end_to_end_id', 'nothing'), 35), p_run.run_number)
            from jsonb_array_elements(p_report -> 'payments') as p
           where not exists (select from public.payment_run_items i where i.payment_run_id = p_run.id and i.end_to_end_id = p ->> 'end_to_end_id')
           order by p ->> 'end_to_end_id' limit 1) end;
end $$;

create or replace function private.report_payment_run(p_id uuid, p_report jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'read reports of the bank');
  v_problem constant text := private.problem_of_report(v_run, p_report);
  v_item public.payment_run_items;
  v_told record;
  v_accepted integer := 0;
  v_rejected integer := 0;
begin
  if v_problem is not null then
    perform private.refuse('22023', v_problem);
  end if;
  perform from public.supplier_invoices where id in (select i.supplier_invoice_id from public.payment_run_items i where i.payment_run_id = p_id)
    order by id for no key update;
  for v_told in
    select i.id, p ->> 'answer' as answer, left(btrim(p ->> 'reason'), 500) as reason
      from jsonb_array_elements(p_report -> 'payments') as p
      join public.payment_run_items i on i.payment_run_id = p_id and i.end_to_end_id = p ->> 'end_to_end_id' order by i.end_to_end_id
  loop
    select * into v_item from public.payment_run_items i where i.id = v_told.id;
    if v_told.answer = 'rejected' and v_item.status = 'paid' then
      perform private.refuse('PT409', format('The bank statement shows that the payment to %s arrived. Please ask the bank.', v_item.creditor));
    elsif v_told.answer = 'rejected' and v_item.status = 'open' then
      perform private.fail_run_payment(v_item, v_told.reason);
      v_rejected := v_rejected + 1;
    elsif v_told.answer = 'accepted' and v_item.status = 'open' and v_item.accepted_at is null then
      update public.payment_run_items set accepted_at = now() where id = v_item.id;
      v_accepted := v_accepted + 1;
    end if;
  end loop;
  perform private.end_reported_run(v_run, v_accepted, v_rejected);
  return jsonb_build_object('accepted', v_accepted, 'rejected', v_rejected);
end $$;

create or replace function private.end_reported_run(p_run public.payment_runs, p_accepted integer, p_rejected integer) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_accepted + p_rejected > 0 then
    perform private.log_event('payment_run', p_run.id, 'reported', jsonb_build_object('words', format('%s accepted, %s rejected', p_accepted, p_rejected)));
  end if;
  if p_rejected = 0 then
    return;
  end if;
  perform private.tell_people(array[p_run.prepared_by, p_run.approved_by], format('%s: the bank rejected %s', p_run.run_number,
    case p_rejected when 1 then 'a payment' else p_rejected || ' payments' end), 'Their invoices are approved again and can go into another run.', 'payment_run', p_run.id);
  if p_run.status = 'exported' and not exists (select from public.payment_run_items i where i.payment_run_id = p_run.id and i.status = 'open') then
    if exists (select from public.payment_run_items i where i.payment_run_id = p_run.id and i.status = 'paid') then
      update public.payment_runs set status = 'paid', paid_on = private.company_today() where id = p_run.id;
    else
      update public.payment_runs set status = 'cancelled', cancel_reason = 'The bank rejected every payment' where id = p_run.id;
    end if;
  end if;
end $$;

alter table public.payment_run_items add constraint payment_run_items_accepted_at_is_in_reach CHECK (accepted_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND accepted_at < '10000-01-01 00:00:00+00'::timestamp with time zone);

revoke execute on all routines in schema private from public;

call private.offer('private.report_payment_run(uuid, jsonb)');

comment on function private.end_reported_run(public.payment_runs,integer,integer) is 'Tells of a report of the bank. Where no payment waits any more, the run is paid; where every one was rejected, it is cancelled.';

comment on function private.fail_run_payment(public.payment_run_items,pg_catalog.text) is 'A payment of a run failed: its invoice is approved again. For functions that hold the locks of run and invoices.';

comment on function private.problem_of_report(public.payment_runs,pg_catalog.jsonb) is 'Why a report of the bank is none of this run, in words; null when it is.';

comment on function private.report_payment_run(pg_catalog.uuid,pg_catalog.jsonb) is 'What the bank says of the file of a run (pain.002): {message_id, payments: [{end_to_end_id, answer: accepted or rejected, reason}]}. A rejected payment failed,
and its invoice is approved again. Read twice it changes nothing. Returns how many were accepted and rejected by it.';

comment on function public.report_payment_run(pg_catalog.uuid,pg_catalog.jsonb) is 'What the bank says of the file of a run (pain.002): {message_id, payments: [{end_to_end_id, answer: accepted or rejected, reason}]}. A rejected payment failed,
and its invoice is approved again. Read twice it changes nothing. Returns how many were accepted and rejected by it.';

comment on column public.payment_run_items.accepted_at is 'When a report of the bank (pain.002) was read that accepts this payment. It is not paid by that.';

reset check_function_bodies;
