set check_function_bodies = off;

create or replace function private.is_own_account(p_iban text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  p_iban := private.plain_iban(p_iban);
  return coalesce(p_iban <> '', false) and (
    exists (select from public.company_settings s where p_iban in (s.iban, s.account_number))
    or exists (select from public.bank_imports i where i.account_iban = p_iban)
    or exists (select from public.bank_entries e where e.account_iban = p_iban));
end $$;

create or replace function private.must_pay_others(p_run_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_creditor text := (
    select i.creditor from public.payment_run_items i
     where i.payment_run_id = p_run_id and i.status = 'open' and private.is_own_account(i.iban) order by i.creditor limit 1);
begin
  if v_creditor is not null then
    perform private.refuse('PT409', format('The payment to %s goes to your own account. Please take it out of this run.', v_creditor));
  end if;
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
  perform private.must_pay_others(p_id);
  update public.payment_runs set status = 'approved', approved_by = auth.uid(), approved_at = now() where id = p_id;
  perform private.log_event('payment_run', p_id, 'approved');
  perform private.close_request(format('%s waits for your approval', v_run.run_number), 'payment_run', p_id);
  perform private.tell_people(array[v_run.prepared_by], format('%s is approved', v_run.run_number), 'The file of the bank can be exported.', 'payment_run', p_id);
end $$;

create or replace function private.export_payment_run(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'export payments');
begin
  if v_run.status = 'approved' then
    perform private.must_pay_others(p_id);
    update public.payment_runs
       set status = 'exported', exported_at = now(), exported_by = auth.uid(), message_id = format('%s-%s', run_number, upper(left(md5(id::text), 8)))
     where id = p_id returning * into v_run;
    perform private.log_event('payment_run', p_id, 'exported');
  elsif v_run.status in ('exported', 'paid') then
    perform private.log_event('payment_run', p_id, 'exported_again');
  else
    perform private.refuse('PT409', case v_run.status when 'prepared' then 'A second person approves these payments before they are exported'
      else 'This payment run is cancelled' end);
  end if;
  return jsonb_build_object('number', v_run.run_number, 'message_id', v_run.message_id, 'created_at', private.local_moment(v_run.exported_at), 'pay_on', v_run.pay_on,
    'total', private.amount_text(v_run.total), 'count', v_run.payments,
    'debtor', (select jsonb_build_object('name', v_run.debtor_name, 'iban', v_run.debtor_iban, 'bic', v_run.debtor_bic, 'city', s.city, 'country', s.country)
      from public.company_settings s),
    'payments', (select jsonb_agg(jsonb_build_object('end_to_end_id', i.end_to_end_id, 'amount', private.amount_text(i.amount), 'creditor', i.creditor,
        'iban', i.iban, 'bic', i.bic, 'reference', i.reference, 'city', c.city, 'country', c.country) order by i.end_to_end_id)
      from public.payment_run_items i join public.contacts c on c.id = i.supplier_id where i.payment_run_id = p_id));
end $$;

create or replace function private.decide_run_account(p_item_id uuid, p_iban text)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_run public.payment_runs := private.payment_run_for((select i.payment_run_id from public.payment_run_items i where i.id = p_item_id), 'change payments');
  v_item public.payment_run_items;
begin
  select * into v_item from public.payment_run_items where id = p_item_id;
  if v_run.status <> 'prepared' then
    perform private.refuse('PT409', format('This payment run is %s: its payments stand', v_run.status));
  elsif v_item.account_changed_at is null then
    return;
  elsif p_iban is distinct from v_item.iban and p_iban is distinct from v_item.changed_iban then
    perform private.refuse('PT409', 'The account changed once more. Please look again.');
  elsif private.is_own_account(p_iban) then
    perform private.refuse('PT409', 'This is your own account. Please enter the account of the supplier, or take the payment out of this run.');
  end if;
  update public.payment_run_items i
     set iban = p_iban, account_changed_at = null, changed_iban = null,
         bic = (select b.bic from public.contact_bank_accounts b where b.contact_id = i.supplier_id and b.iban = p_iban and private.is_bic(b.bic)),
         invoice_iban = (select v.iban from public.supplier_invoices v where v.id = i.supplier_invoice_id),
         supplier_iban = private.supplier_iban(i.supplier_id),
         is_known_account = private.is_known_account(i.supplier_id, p_iban)
   where i.id = p_item_id;
  update public.payment_runs set changed_by = auth.uid() where id = v_run.id;
  perform private.log_event('payment_run', v_run.id, 'account_decided', jsonb_build_object('words', format('%s is paid to %s', v_item.creditor, p_iban)));
end $$;

create or replace function private.payment_run_notes(p_id uuid) returns table (item_id uuid, bank_note text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payment runs');
  return query
    select i.id, case when debit.is_own then 'This is your own account: the money would go from you to you. Take the payment out of this run.'
             else debit.note || '. Take the payment out of this run, then book what the bank paid.' end
      from public.payment_run_items i
      join public.payment_runs r on r.id = i.payment_run_id
      join public.supplier_invoices v on v.id = i.supplier_invoice_id,
           lateral (select private.waiting_debit(v, i.iban, i.amount) as note, private.is_own_account(i.iban) as is_own) as debit
     where i.payment_run_id = p_id and i.status = 'open' and r.status in ('prepared', 'approved') and (debit.is_own or debit.note is not null);
end $$;

create or replace function private.payment_candidates(p_pay_on date)
  returns table (id uuid, supplier_id uuid, supplier text, supplier_number text, status text, due_date date, scheduled_for date, currency text, open text, amount text, discount text, discount_until date, iban text, is_known_account boolean, why text, bank_note text, is_suggested boolean, is_credit boolean) language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('payments', 'create', 'prepare payments');
  return query
    select v.id, v.supplier_id, private.client_label(c), v.supplier_number, v.status, v.due_date, v.scheduled_for, v.currency,
           private.amount_text(v.open), private.amount_text(v.open - take.off), private.amount_text(take.off), v.discount_until, acc.iban,
           private.is_known_account(v.supplier_id, acc.iban),
           obstacle.why, debit.note || ': book that first.',
           obstacle.why is null and debit.note is null and (v.is_credit or v.scheduled_for <= p_pay_on or v.due_date <= p_pay_on + 2 or (take.off > 0 and v.discount_until <= p_pay_on + 7)), v.is_credit
      from public.supplier_invoices v
      join public.contacts c on c.id = v.supplier_id,
           lateral (select private.early_discount(v, p_pay_on) as off) as take,
           lateral (select coalesce(v.iban, private.supplier_iban(v.supplier_id)) as iban) as acc,
           lateral (select case
             when r.run_number is not null then format('It is in %s.', r.run_number)
             when v.currency <> 'EUR' then format('It is in %s: SEPA pays in euro.', v.currency)
             when v.is_credit then null
             when acc.iban is null then 'The supplier''s IBAN is missing.'
             when private.is_own_account(acc.iban) then 'This is your own account: the money would go from you to you.'
             when not private.is_iban(acc.iban) then 'The IBAN is wrong.' end as why
             from (select 1) as one
             left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
             left join public.payment_runs r on r.id = i.payment_run_id) as obstacle,
           lateral (select case when not v.is_credit then private.waiting_debit(v, acc.iban, v.open - take.off) end as note) as debit
     where v.status in ('approved', 'scheduled', 'part_paid') and v.open <> 0
     order by coalesce(v.scheduled_for, v.due_date) nulls last, v.supplier_number, v.id;
end $$;

create or replace function private.account_doubt(p_supplier_id uuid, p_iban text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_iban constant text := private.plain_iban(p_iban);
  v_ask constant text := 'Ask the supplier on a telephone number that you know before you approve it.';
  v_known constant text := (
    select string_agg('… ' || right(b.iban, 4), ', ' order by b.is_default desc, b.created_at, b.id) from public.contact_bank_accounts b where b.contact_id = p_supplier_id);
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return case
    when private.is_own_account(v_iban)
      then 'This is your own account: the money would go from you to you. No payment run pays it. Enter the account of the supplier.'
    when coalesce(v_iban, '') = '' or v_known is null or private.is_known_account(p_supplier_id, v_iban) then null
    when exists (select from public.contact_bank_accounts b where b.contact_id = p_supplier_id and b.iban = v_iban)
      then 'A colleague entered this account on the card of the supplier within thirty days, and nothing was paid to it yet. ' || v_ask
    else format('It is none of the accounts on the card of the supplier (%s). ', v_known) || v_ask end;
end $$;

create or replace function private.refuse_own_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_own_account(new.iban) then
    perform private.refuse('22023', 'This is your own account. Please enter the account of the other side.');
  end if;
  return new;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger refuse_own_account before insert or update of iban on public.contact_bank_accounts
  for each row when (current_user in ('anon', 'authenticated')) execute function private.refuse_own_account();

create or replace trigger refuse_own_account before insert or update of iban on public.recurring_payments
  for each row when (new.direction = 'out' and current_user in ('anon', 'authenticated')) execute function private.refuse_own_account();

comment on function private.account_doubt(pg_catalog.uuid,pg_catalog.text) is 'Why the account on a bill may not be the supplier''s, in words: it is our own, or none of the supplier''s; null where it is known (private.is_known_account), where the bill names none, and where the card of the
supplier has none to compare with. Of the known accounts the last four characters are said.';

comment on function private.is_own_account(pg_catalog.text) is 'Whether an account, however it is written, is one of ours: that of the company settings, or one whose statements were imported.';

comment on function private.payment_run_notes(pg_catalog.uuid) is 'The payments of a run that was not exported yet which go to our own account, or for which a debit of the bank waits that seems to have paid them: a sentence each.';

comment on function public.account_doubt(pg_catalog.uuid,pg_catalog.text) is 'Why the account on a bill may not be the supplier''s, in words: it is our own, or none of the supplier''s; null where it is known (private.is_known_account), where the bill names none, and where the card of the
supplier has none to compare with. Of the known accounts the last four characters are said.';

comment on function public.payment_run_notes(pg_catalog.uuid) is 'The payments of a run that was not exported yet which go to our own account, or for which a debit of the bank waits that seems to have paid them: a sentence each.';

comment on function private.must_pay_others(pg_catalog.uuid) is 'Refuses a run of which an open payment goes to our own account (private.is_own_account), whenever it was prepared.';

comment on function private.refuse_own_account() is 'An account that others are paid to is not our own (private.is_own_account). Rows that have it stay as they are.';

reset check_function_bodies;
