set check_function_bodies = off;

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
    format('%s by %s%s', private.money_words(p_amount, v_request.currency), p_provider,
      case when v_late then format(' for a request that was %s: it is credit of the client', v_request.status)
           when v_open > 0 then format(': %s of it are credit of the client', private.money_words(v_open, v_request.currency)) else '' end),
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
        format('%s says %s, asked for were %s. Nothing was recorded: please look at transaction %s.', p_provider,
          private.money_words(p_amount, p_currency), private.money_words(v_request.amount, v_request.currency), p_provider_ref),
        v_request.quotation_id, jsonb_build_object('kind', 'payment'));
    end if;
    return jsonb_build_object('request_id', v_request.id, 'settled', false);
  end if;
  return private.settle_payment_request(v_request.id, p_provider, p_provider_ref, p_amount)
    || jsonb_build_object('request_id', v_request.id, 'settled', true);
end $$;

-- The caller holds the invoices: it does not wait for a request that is being paid, whose payment tells the office itself.
create or replace function private.tell_of_transfer(p_request jsonb)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (p_request ->> 'id')::uuid for no key update skip locked;
  if v_row.id is null then
    return p_request;
  end if;
  update public.payment_requests set told_at = now() where id = v_row.id and told_at is null;
  if private.story_of_transfer(v_row, 'transfer_told') then
    perform private.notify_of_transfer(v_row, 'Transfer announced for %s', format(
      'The client says that %s were sent by bank transfer. Please record the payment when it arrives.',
      private.money_words(v_row.amount, v_row.currency)));
  end if;
  return private.get_payment_request(v_row.id);
end $$;

create or replace function private.withdraw_transfer(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  update public.payment_requests set told_at = null where id = p_id and told_at is not null returning * into v_row;
  if v_row.id is not null and private.story_of_transfer(v_row, 'transfer_withdrawn') then
    perform private.notify_of_transfer(v_row, 'No transfer for %s after all', format(
      'The client said before that %s were sent by bank transfer. They were not sent.', private.money_words(v_row.amount, v_row.currency)));
  end if;
end $$;

create or replace function private.prepare_payment_run(p_id uuid, p_pay_on date, p_invoices uuid[], p_note text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_company public.company_settings;
  v_run public.payment_runs;
  v_one record;
  v_place integer := 0;
begin
  perform private.must('payments', 'create', 'prepare payments');
  if exists (select from public.payment_runs where id = p_id) then
    return p_id;
  end if;
  select * into v_company from public.company_settings;
  if not coalesce(p_pay_on between private.company_today() and private.company_today() + 366, false) then
    perform private.refuse('22023', 'Please choose a day from today on');
  elsif v_company.iban is null then
    perform private.refuse('PT409', 'The company''s own IBAN is missing: an admin enters it in the settings');
  elsif coalesce(cardinality(p_invoices), 0) = 0 then
    perform private.refuse('22023', 'Please choose what is paid');
  elsif cardinality(p_invoices) > 500 then
    perform private.refuse('22023', 'A run has 500 payments at most');
  end if;
  -- Locked in the order of their ids, so that two people who prepare at once do not wait for each other.
  perform from public.supplier_invoices where id = any (p_invoices) order by id for no key update;
  insert into public.payment_runs (id, run_number, pay_on, debtor_name, debtor_iban, debtor_bic, note, prepared_by)
  values (p_id, private.draw_number('PR'), p_pay_on, v_company.name, v_company.iban, v_company.bic, nullif(btrim(p_note), ''), auth.uid())
  returning * into v_run;
  for v_one in
    select wanted.id as wanted, d.*, v.payment_reference, v.iban as invoice_iban, private.supplier_iban(v.supplier_id) as supplier_iban
      from (select distinct id from unnest(p_invoices) as listed (id)) as wanted
      left join private.payment_candidates(p_pay_on) as d on d.id = wanted.id
      left join public.supplier_invoices v on v.id = d.id
     order by d.supplier, d.supplier_number, wanted.id
  loop
    if v_one.id is null then
      perform private.refuse('PT409', 'One of these invoices is not to be paid any more. Please look again.', v_one.wanted::text);
    elsif v_one.why is not null then
      perform private.refuse('PT409', format('%s of %s cannot be paid by this run. %s', v_one.supplier_number, v_one.supplier, v_one.why), v_one.wanted::text);
    end if;
    v_place := v_place + 1;
    update public.supplier_invoices set status = case status when 'approved' then 'scheduled' else status end, scheduled_for = p_pay_on where id = v_one.id;
    insert into public.payment_run_items (payment_run_id, supplier_invoice_id, supplier_id, amount, discount, creditor, iban, bic, reference,
      end_to_end_id, invoice_iban, supplier_iban, is_known_account)
    select p_id, v_one.id, v_one.supplier_id, v_one.amount::numeric, v_one.discount::numeric,
           left(coalesce((select b.holder from public.contact_bank_accounts b where b.contact_id = v_one.supplier_id and b.iban = v_one.iban), v_one.supplier), 200),
           v_one.iban, (select b.bic from public.contact_bank_accounts b where b.contact_id = v_one.supplier_id and b.iban = v_one.iban and private.is_bic(b.bic)),
           left(coalesce(nullif(btrim(v_one.payment_reference), ''), v_one.supplier_number), 140),
           format('%s-%s', v_run.run_number, lpad(v_place::text, 3, '0')), v_one.invoice_iban, v_one.supplier_iban, v_one.is_known_account;
  end loop;
  update public.payment_runs r set total = s.total, payments = s.payments
    from (select sum(i.amount) as total, count(*) as payments from public.payment_run_items i where i.payment_run_id = p_id) as s
   where r.id = p_id returning r.* into v_run;
  perform private.log_event('payment_run', p_id, 'prepared', jsonb_build_object('amount', private.amount_text(v_run.total)));
  perform private.tell_people(private.payment_approvers(v_run), format('%s waits for your approval', v_run.run_number),
    format('%s payments, %s, to be paid on %s', v_run.payments, private.money_words(v_run.total, 'EUR'), to_char(p_pay_on, 'FMDD Mon YYYY')), 'payment_run', p_id);
  return p_id;
end $$;

create or replace function private.remove_run_payment(p_item_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
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
  perform private.log_event('payment_run', v_run.id, 'payment_removed', jsonb_build_object('words', format('%s, %s', v_item.creditor, private.money_words(v_item.amount, 'EUR'))));
end $$;

create or replace function private.report_reversal(p_provider text, p_provider_ref text) returns void
  language plpgsql security definer set search_path = ''
as $$
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
    format('%s gave %s back to the payer. Please record the refund or ask the client.', p_provider,
      private.money_words(v_payment.amount, v_payment.currency)), null, jsonb_build_object('payment_number', v_payment.payment_number, 'kind', 'payment'));
end $$;

create or replace function private.pay_supplier_invoice(
  p_id uuid, p_amount numeric, p_method text, p_paid_on date default null, p_reference text default null, p_payment_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_invoices;
  v_id uuid;
begin
  perform private.must('payments', 'create', 'record payments');
  select id into v_id from public.supplier_payments where id = p_payment_id;
  if found then
    return v_id;
  end if;
  select * into v_row from public.supplier_invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
    perform private.refuse('PT409', case v_row.status when 'paid' then 'This invoice is paid' else 'Please approve this invoice before it is paid' end);
  elsif p_amount is null or p_amount <= 0 or p_amount <> trunc(p_amount, 2) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_row.open then
    perform private.refuse('22023', format('Only %s is still to be paid', private.money_words(v_row.open, v_row.currency)));
  elsif coalesce(p_paid_on, private.company_today()) > private.company_today() then
    perform private.refuse('22023', 'Please choose a day that has come');
  end if;
  v_id := coalesce(p_payment_id, gen_random_uuid());
  insert into public.supplier_payments (id, supplier_invoice_id, amount, paid_on, method, reference, created_by)
  values (v_id, p_id, p_amount, coalesce(p_paid_on, private.company_today()), p_method, nullif(btrim(p_reference), ''), auth.uid());
  update public.supplier_invoices
     set paid = paid + p_amount, status = case when paid + p_amount = net + vat then 'paid' else 'part_paid' end where id = p_id;
  perform private.log_event('supplier_invoice', p_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  return v_id;
end $$;

create or replace function private.money_words(p_amount numeric, p_currency text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when p_amount < 0 and s.number_style <> 'apostrophe' then '-' else '' end || case
      when s.number_style in ('comma', 'space') then
        translate(d.digits, ',.', case s.number_style when 'comma' then '.,' else ' ,' end) || ' ' || d.sign
      when s.number_style = 'apostrophe' then p_currency || case when p_amount < 0 then '-' else ' ' end || replace(d.digits, ',', '’')
      when d.sign = p_currency then d.sign || ' ' || d.digits
      else d.sign || d.digits end
    from public.company_settings s, lateral (
      select to_char(trunc(abs(p_amount), 2), 'FM999,999,999,990.00') as digits,
             case p_currency when 'EUR' then '€' when 'GBP' then '£' else p_currency end as sign) as d
$$;

create or replace function private.free_deposit(p_order public.orders) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_note uuid;
  v_freed numeric := 0;
begin
  -- Payments before invoices, as allocations lock them.
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where v.order_id = p_order.id and v.kind = 'deposit') order by id for no key update;
  for v_invoice in
    select * from public.invoices where order_id = p_order.id and kind = 'deposit' and status not in ('draft', 'void')
     order by invoice_number for no key update
  loop
    if exists (select from public.credit_notes where invoice_id = v_invoice.id and status = 'draft') then
      perform private.refuse('PT409', format('A credit note over the deposit %s is a draft. Accounts issues it or voids it first.',
        v_invoice.invoice_number));
    end if;
    continue when v_invoice.gross <= (
      select coalesce(sum(n.gross), 0) from public.credit_notes n where n.invoice_id = v_invoice.id and n.status <> 'void');
    v_note := private.write_credit_note(v_invoice.id, format('%s was cancelled', p_order.order_number), null, null);
    perform private.number_credit_note(v_note);
    v_freed := v_freed + (select open from public.credit_notes where id = v_note);
    perform private.free_payments(v_note);
  end loop;
  if v_freed > 0 then
    perform private.log_event('order', p_order.id, 'deposit_freed', jsonb_build_object('amount', private.amount_text(v_freed)));
    perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
      format('%s was cancelled', p_order.order_number),
      format('%s of its deposit are credit of %s now. Refund them, or use them for another invoice.',
        private.money_words(v_freed, p_order.currency), (select private.client_label(c) from public.contacts c where c.id = p_order.contact_id)),
      'order', p_order.id);
  end if;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.money_words(numeric,pg_catalog.text) is 'An amount with its currency for a sentence, as the company writes numbers: €4,265.48.';

reset check_function_bodies;
