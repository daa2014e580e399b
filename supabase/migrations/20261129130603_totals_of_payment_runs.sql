set check_function_bodies = off;

create or replace function private.total_payment_run(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs;
begin
  update public.payment_runs r set total = s.total, payments = s.payments
    from (select sum(i.amount) as total, count(*) as payments from public.payment_run_items i where i.payment_run_id = p_id) as s
   where r.id = p_id returning r.* into v_run;
  perform private.log_event('payment_run', p_id, 'prepared', jsonb_build_object('amount', private.amount_text(v_run.total)));
  perform private.tell_people(private.payment_approvers(v_run), format('%s waits for your approval', v_run.run_number),
    format('%s payments, %s, to be paid on %s', v_run.payments, private.money_words(v_run.total, 'EUR'), to_char(v_run.pay_on, 'FMDD Mon YYYY')), 'payment_run', p_id);
end $$;

create or replace function private.prepare_payment_run(p_id uuid, p_pay_on date, p_invoices uuid[], p_note text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_company public.company_settings;
  v_run public.payment_runs;
  v_one record;
  v_place integer := 0;
  v_left numeric;
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
    continue when v_one.is_credit;
    v_left := private.deduct_credits(v_one.id, p_invoices, v_one.amount::numeric, v_one.discount::numeric);
    continue when v_left = 0;
    v_place := v_place + 1;
    update public.supplier_invoices set status = case status when 'approved' then 'scheduled' else status end, scheduled_for = p_pay_on where id = v_one.id;
    insert into public.payment_run_items (payment_run_id, supplier_invoice_id, supplier_id, amount, discount, creditor, iban, bic, reference,
      end_to_end_id, invoice_iban, supplier_iban, is_known_account)
    select p_id, v_one.id, v_one.supplier_id, v_left, v_one.discount::numeric,
           left(coalesce((select b.holder from public.contact_bank_accounts b where b.contact_id = v_one.supplier_id and b.iban = v_one.iban), v_one.supplier), 200),
           v_one.iban, (select b.bic from public.contact_bank_accounts b where b.contact_id = v_one.supplier_id and b.iban = v_one.iban and private.is_bic(b.bic)),
           left(coalesce(nullif(btrim(v_one.payment_reference), ''), v_one.supplier_number || private.words_of_deducted(v_one.id)), 140),
           format('%s-%s', v_run.run_number, lpad(v_place::text, 3, '0')), v_one.invoice_iban, v_one.supplier_iban, v_one.is_known_account;
  end loop;
  if v_place = 0 then
    perform private.refuse('PT409', 'Credit notes cover these invoices: deduct them on the page of each credit note. Nothing is left to be paid.');
  end if;
  perform private.total_payment_run(p_id);
  return p_id;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.total_payment_run(pg_catalog.uuid) is 'Adds up a run that was just prepared, writes it into its story, and tells whoever may approve it.';

reset check_function_bodies;
