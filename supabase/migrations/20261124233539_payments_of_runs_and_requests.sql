set check_function_bodies = off;

create or replace function private.close_request(p_title text, p_kind text, p_record_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.notifications n set is_read = true
   where not n.is_read and n.type = 'logistics_update' and n.title = left(p_title, 1000)
     and (n.metadata @> jsonb_build_object('record_kind', p_kind, 'record_id', p_record_id) or p_kind = 'quotation' and n.quotation_id = p_record_id)
$$;

create or replace function private.booked_before_run(p_entry public.bank_entries, p_run public.payment_runs) returns text
  language sql stable set search_path = ''
as $$
  select format('The bank paid this %s before %s was exported: was it paid twice?',
           case d.days when 1 then 'a day' else format('%s days', d.days) end, p_run.run_number)
    from (select (p_run.exported_at at time zone s.time_zone)::date - p_entry.booked_on as days from public.company_settings s) as d
   where d.days > 0
$$;

create or replace function private.run_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select r.id, r.run_number, r.pay_on, r.status, s.total, s.count, private.booked_before_run(p_entry, r) as doubt, v_text ~* ('(?<![A-Z0-9])' || r.run_number || '(?![0-9]|-[0-9]{3}(?![A-Z0-9]))') as is_named
      from public.payment_runs r,
           lateral (select sum(i.amount) as total, count(*) as count from public.payment_run_items i
                     where i.payment_run_id = r.id and i.status = case r.status when 'paid' then 'paid' else 'open' end) as s
     where s.total = p_entry.amount and (r.status = 'exported' and r.exported_at::date - 1 <= p_entry.booked_on
       or r.status = 'paid' and abs(r.paid_on - p_entry.booked_on) <= 10
          and not exists (select from public.payment_run_items i
            join public.supplier_payments s on s.supplier_invoice_id = i.supplier_invoice_id and s.reference = i.end_to_end_id and s.amount = i.amount
            join public.bank_entry_payouts o on o.supplier_payment_id = s.id where i.payment_run_id = r.id))
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'run', 'name', v_one.run_number, 'run_id', v_one.id, 'run_number', v_one.run_number,
      'is_recorded', v_one.status = 'paid', 'count', v_one.count, 'is_sure', v_one.is_named and v_one.doubt is null,
      'score', 60 + 40 * v_one.is_named::integer,
      'reasons', to_jsonb(array_remove(array[v_one.doubt, case when v_one.is_named then format('The text names %s.', v_one.run_number) end,
        case v_one.count when 1 then 'The amount is its one payment.' else format('The amount is its %s payments together.', v_one.count) end,
        case when v_one.status = 'paid' then 'Somebody marked it as paid already: nothing is recorded again.'
          else format('It was to be paid on %s.', to_char(v_one.pay_on, 'FMDD FMMonth')) end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.run_payment_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select i.id, i.creditor, i.supplier_id, i.reference, i.end_to_end_id, i.supplier_invoice_id, r.id as run_id, r.run_number,
           private.booked_before_run(p_entry, r) as doubt, private.is_named(v_text, i.end_to_end_id) as is_named, i.iban = p_entry.party_iban as is_account,
           extensions.similarity(private.plain_name(i.creditor), v_name) >= 0.45 as is_alike
      from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where r.status = 'exported' and i.status = 'open' and i.amount = p_entry.amount and r.exported_at::date - 1 <= p_entry.booked_on
       and (private.is_named(v_text, i.end_to_end_id) or i.iban = p_entry.party_iban or extensions.similarity(private.plain_name(i.creditor), v_name) >= 0.45)
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'run_payment', 'name', v_one.creditor, 'contact_id', v_one.supplier_id,
      'run_id', v_one.run_id, 'run_number', v_one.run_number, 'item_id', v_one.id,
      'parts', jsonb_build_array(jsonb_build_object('invoice_id', v_one.supplier_invoice_id, 'number', v_one.reference,
        'balance', private.amount_text(p_entry.amount), 'amount', private.amount_text(p_entry.amount))),
      'is_sure', v_one.doubt is null and (v_one.is_named or coalesce(v_one.is_account, false)),
      'score', 50 + 40 * v_one.is_named::integer + 30 * coalesce(v_one.is_account, false)::integer + 10 * coalesce(v_one.is_alike, false)::integer,
      'reasons', to_jsonb(array_remove(array[v_one.doubt, case when v_one.is_named then format('The text names %s of %s.', v_one.end_to_end_id, v_one.run_number) end,
        case when v_one.is_account then 'It went to the account of this payment.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end, 'The amount is that of the payment.'], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.recorded_payout_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select s.id, s.paid_on, c.id as contact_id, private.client_label(c) as name, v.id as invoice_id, v.supplier_number as number,
           r.run_number, private.booked_before_run(p_entry, r) as doubt,
           private.is_named(v_text, v.supplier_number) or private.is_named(v_text, v.payment_reference) as is_named,
           coalesce(v.iban = p_entry.party_iban, false) or exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id join public.contacts c on c.id = v.supplier_id
      left join public.payment_run_items i on i.end_to_end_id = s.reference and i.supplier_invoice_id = s.supplier_invoice_id
      left join public.payment_runs r on r.id = i.payment_run_id
     where s.amount = p_entry.amount and s.method in ('bank', 'other') and s.reverses_id is null and v.currency = p_entry.currency
       and s.paid_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and not exists (select from public.bank_entry_payouts o where o.supplier_payment_id = s.id)
  loop
    continue when not (v_one.is_named or v_one.is_account or v_one.is_alike);
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'recorded', 'name', v_one.name, 'contact_id', v_one.contact_id, 'supplier_payment_id', v_one.id,
      'parts', jsonb_build_array(jsonb_build_object('invoice_id', v_one.invoice_id, 'number', v_one.number,
        'balance', private.amount_text(p_entry.amount), 'amount', private.amount_text(p_entry.amount))),
      'is_sure', v_one.doubt is null and (v_one.is_named or v_one.is_account), 'run_number', v_one.run_number,
      'score', 60 + 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 10 * v_one.is_alike::integer,
      'reasons', to_jsonb(array_remove(array[v_one.doubt, case when v_one.run_number is null
          then format('A payment over the same amount was recorded by hand on %s.', to_char(v_one.paid_on, 'FMDD FMMonth'))
          else format('%s paid the same amount, marked as paid on %s.', v_one.run_number, to_char(v_one.paid_on, 'FMDD FMMonth')) end,
        case when v_one.is_named then format('The text names %s.', v_one.number) end,
        case when v_one.is_account then 'It went to the bank account of this supplier.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.approve_payment_run(p_id uuid, p_row_version integer)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'approve payments');
  v_changed text;
  v_entered text;
begin
  if v_run.status = 'approved' and v_run.approved_by = auth.uid() then
    return;
  elsif v_run.status <> 'prepared' then
    perform private.refuse('PT409', format('This payment run is %s', v_run.status));
  elsif auth.uid() is null then
    perform private.refuse('42501', 'A person approves payments');
  elsif v_run.prepared_by = auth.uid() then
    perform private.refuse('42501', 'You prepared these payments: a second person approves them');
  elsif exists (
    select from public.document_events e
     where e.kind = 'payment_run' and e.record_id = p_id and e.type = 'account_decided' and e.actor_id = auth.uid())
  then
    perform private.refuse('42501', 'You decided about a bank account of this run: a second person approves it');
  elsif v_run.row_version is distinct from p_row_version then
    perform private.refuse('PT409', 'This payment run changed meanwhile. Please look at it again.');
  end if;
  select i.creditor into v_entered from public.payment_run_items i
   where i.payment_run_id = p_id and i.status = 'open' and auth.uid() = any (private.enterers_of_account(i.supplier_id, i.supplier_invoice_id, i.iban))
   order by i.creditor limit 1;
  if found then
    perform private.refuse('42501', format('You entered the bank account of %s, and nothing was paid to it yet: a second person approves it', v_entered));
  end if;
  select i.creditor into v_changed from public.payment_run_items i
   where i.payment_run_id = p_id and i.status = 'open' and i.account_changed_at is not null order by i.creditor limit 1;
  if found then
    perform private.refuse('PT409', format('The bank account of %s changed after these payments were prepared. Please decide which account is paid.', v_changed));
  end if;
  update public.payment_runs set status = 'approved', approved_by = auth.uid(), approved_at = now() where id = p_id;
  perform private.log_event('payment_run', p_id, 'approved');
  perform private.close_request(format('%s waits for your approval', v_run.run_number), 'payment_run', p_id);
  perform private.tell_people(array[v_run.prepared_by], format('%s is approved', v_run.run_number), 'The file of the bank can be exported.', 'payment_run', p_id);
end $$;

create or replace function private.cancel_payment_run(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
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
  perform private.close_request(format('%s waits for your approval', v_run.run_number), 'payment_run', p_id);
  perform private.tell_people(array[v_run.prepared_by, v_run.approved_by], format('%s is cancelled', v_run.run_number), btrim(p_reason), 'payment_run', p_id);
end $$;

create or replace function private.payment_run_notes(p_id uuid) returns table (item_id uuid, bank_note text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payment runs');
  return query
    select i.id, debit.note
      from public.payment_run_items i
      join public.payment_runs r on r.id = i.payment_run_id
      join public.supplier_invoices v on v.id = i.supplier_invoice_id,
           lateral (select private.waiting_debit(v, i.iban, i.amount) as note) as debit
     where i.payment_run_id = p_id and i.status = 'open' and r.status in ('prepared', 'approved') and debit.note is not null;
end $$;

create or replace function private.approve_margin(p_quotation_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_quotation_id, 'approve the margin of a quotation');
begin
  if not (private.is_server() or private.named('view_financial_data')) then
    raise insufficient_privilege using message = 'Only colleagues who see costs approve a margin';
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', 'This quotation was sent already');
  elsif private.margin_state(p_quotation_id) = 'fine' then
    perform private.refuse('PT409', 'The margin of this quotation needs no approval');
  end if;
  insert into public.margin_approvals as a (quotation_id, reason, prices, approved_by)
  values (p_quotation_id, btrim(p_reason), private.prices_of_quotation(p_quotation_id), auth.uid())
  on conflict (quotation_id) do update
     set reason = excluded.reason, prices = excluded.prices, approved_by = excluded.approved_by, approved_at = now()
   where (a.reason, a.prices) is distinct from (excluded.reason, excluded.prices);
  perform private.close_request(format('%s needs your approval', v_row.number_with_version), 'quotation', p_quotation_id);
  if found then
    perform private.log_event('quotation', p_quotation_id, 'margin_approved', jsonb_build_object('reason', btrim(p_reason)));
    perform private.tell_staff(private.owners_of(v_row), null, format('%s may be sent', v_row.number_with_version),
      format('%s approved its margin: %s', coalesce(private.person_label(auth.uid()), 'A colleague'), btrim(p_reason)), p_quotation_id,
      jsonb_build_object('quotation_number', v_row.quotation_number, 'kind', 'margin_approved'));
  end if;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.payment_run_notes(uuid)');

comment on function private.recorded_payout_matches(public.bank_entries) is 'Transfers to suppliers that are recorded already, by hand or by a payment run: a debit is linked to one, and nothing is recorded again. None is sure where the bank booked before the run was exported.';

comment on function private.booked_before_run(public.bank_entries,public.payment_runs) is 'That a debit is older than the file of a payment run, which it therefore did not pay, as a sentence; null when it is not.';

comment on function private.close_request(pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'What a notice of that title asked for is done: it is read for everybody whom it told.';

comment on function private.payment_run_notes(pg_catalog.uuid) is 'The payments of a run that was not exported yet for which a debit of the bank waits that seems to have paid them: a sentence each.';

comment on function public.payment_run_notes(pg_catalog.uuid) is 'The payments of a run that was not exported yet for which a debit of the bank waits that seems to have paid them: a sentence each.';

reset check_function_bodies;
