-- A bank account that a colleague just entered is shown as new in a payment run, and whoever entered it does not approve the run.

create function private.was_paid_to(p_supplier_id uuid, p_iban text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.payment_run_items i where i.supplier_id = p_supplier_id and i.iban = p_iban and i.status = 'paid')
      or exists (select from public.bank_entries e join public.bank_entry_payouts b on b.entry_id = e.id
                   join public.supplier_payments s on s.id = b.supplier_payment_id join public.supplier_invoices v on v.id = s.supplier_invoice_id
                  where e.party_iban = p_iban and v.supplier_id = p_supplier_id)
$$;
comment on function private.was_paid_to(p_supplier_id uuid, p_iban text) is 'A payment run or the bank paid this supplier to this account before.';

-- The trail files an account under its contact. Accounts that a merge brought along were entered by whoever merged.
create function private.enterers_on_card(p_supplier_id uuid, p_iban text, p_since timestamptz default '-infinity') returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  select array(
    select distinct a.actor_id from public.audit_logs a
     where a.table_name = 'contact_bank_accounts' and a.record_id = p_supplier_id::text and a.actor_id is not null and a.at > p_since
       and (a.changed -> 'iban' ->> 1 = p_iban or (a.action = 'UPDATE' and a.changed ? 'contact_id')))
$$;
comment on function private.enterers_on_card(p_supplier_id uuid, p_iban text, p_since timestamptz) is 'The people who entered that bank account on the supplier''s card.';

create function private.is_known_account(p_supplier_id uuid, p_iban text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.contact_bank_accounts b where b.contact_id = p_supplier_id and b.iban = p_iban)
     and (private.was_paid_to(p_supplier_id, p_iban)
       or private.enterers_on_card(p_supplier_id, p_iban, now() - interval '30 days') = '{}')
$$;
comment on function private.is_known_account(p_supplier_id uuid, p_iban text) is 'An account of the supplier''s card, unless a colleague entered it within thirty days and nothing was paid to it yet.';

create function private.enterers_of_account(p_supplier_id uuid, p_invoice_id uuid, p_iban text) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  select case when private.was_paid_to(p_supplier_id, p_iban) then '{}'
    else private.enterers_on_card(p_supplier_id, p_iban) || array(
      select distinct a.actor_id from public.audit_logs a
       where a.table_name = 'supplier_invoices' and a.record_id = p_invoice_id::text and a.actor_id is not null
         and a.changed -> 'iban' ->> 1 = p_iban) end
$$;
comment on function private.enterers_of_account(p_supplier_id uuid, p_invoice_id uuid, p_iban text) is 'Who entered this account, on the supplier''s card or on the invoice, while nothing was paid to it.';

create or replace function private.payment_candidates(p_pay_on date)
  returns table (id uuid, supplier_id uuid, supplier text, supplier_number text, status text, due_date date, scheduled_for date, currency text, open text, amount text, discount text, discount_until date, iban text, is_known_account boolean, why text, is_suggested boolean) language plpgsql  stable security definer set search_path = '' as $$
begin
  perform private.must('payments', 'create', 'prepare payments');
  return query
    select v.id, v.supplier_id, private.client_label(c), v.supplier_number, v.status, v.due_date, v.scheduled_for, v.currency,
           private.amount_text(v.open), private.amount_text(v.open - take.off), private.amount_text(take.off), v.discount_until, acc.iban,
           private.is_known_account(v.supplier_id, acc.iban),
           obstacle.why,
           obstacle.why is null and (v.scheduled_for <= p_pay_on or v.due_date <= p_pay_on + 2 or (take.off > 0 and v.discount_until <= p_pay_on + 7))
      from public.supplier_invoices v
      join public.contacts c on c.id = v.supplier_id,
           lateral (select case when v.discount_until >= p_pay_on and v.paid = 0 then private.vat_of(v.net + v.vat, v.discount_pct) else 0 end as off) as take,
           lateral (select coalesce(v.iban, private.supplier_iban(v.supplier_id)) as iban) as acc,
           lateral (select case
             when r.run_number is not null then format('It is in %s.', r.run_number)
             when v.currency <> 'EUR' then format('It is in %s: SEPA pays in euro.', v.currency)
             when acc.iban is null then 'The supplier''s IBAN is missing.'
             when not private.is_iban(acc.iban) then 'The IBAN is wrong.' end as why
             from (select 1) as one
             left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
             left join public.payment_runs r on r.id = i.payment_run_id) as obstacle
     where v.status in ('approved', 'scheduled', 'part_paid') and v.open > 0
     order by coalesce(v.scheduled_for, v.due_date) nulls last, v.supplier_number, v.id;
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
  perform private.tell_people(array[v_run.prepared_by], format('%s is approved', v_run.run_number), 'The file of the bank can be exported.', 'payment_run', p_id);
end $$;

create or replace function private.payment_approvers(p_run public.payment_runs)
  returns uuid[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(ur.user_id), '{}')
    from public.user_roles ur left join public.page_permissions pp on pp.role = ur.role and pp.page_name = 'payments'
   where (ur.role = 'admin' or (ur.role not in ('pending', 'client') and pp.can_view and pp.can_edit))
     and ur.user_id is distinct from p_run.prepared_by and not exists (
       select from public.document_events e
        where e.kind = 'payment_run' and e.record_id = p_run.id and e.type = 'account_decided' and e.actor_id = ur.user_id)
     and not exists (
       select from public.payment_run_items i
        where i.payment_run_id = p_run.id and i.status = 'open'
          and ur.user_id = any (private.enterers_of_account(i.supplier_id, i.supplier_invoice_id, i.iban)))
$$;

revoke execute on all routines in schema private from public;
