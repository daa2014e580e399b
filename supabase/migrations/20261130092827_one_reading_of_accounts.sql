set check_function_bodies = off;

drop routine private.scheduled_matches(p_entry public.bank_entries);

create or replace function private.plain_iban(p_iban text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select upper(regexp_replace(p_iban, '\s', '', 'g'))
$$;

create or replace function private.with_own_account(p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account text := nullif(upper(p_file ->> 'account_iban'), '');
begin
  if v_account is null and p_file ->> 'format' = 'csv' then
    select min(e.iban) into v_account
      from (select private.plain_iban(one ->> 'party_iban') as iban, one ->> 'account_iban' as account,
                   private.plain_name(coalesce(private.bank_text(one, 'party_name', 200), private.bank_text(one, 'remittance', 1000))) as who
              from jsonb_array_elements(p_entries) as one) as e
    having count(*) = count(nullif(e.iban, '')) and count(distinct e.iban) = 1 and count(e.account) = 0
       and (private.is_own_account(min(e.iban)) or count(distinct e.who) > 1);
  end if;
  return jsonb_build_object('file', p_file || jsonb_build_object('account_iban', v_account), 'entries', (
    select jsonb_agg(case when private.plain_iban(one ->> 'party_iban') = upper(coalesce(one ->> 'account_iban', v_account))
             then one || '{"party_iban": null}' else one end order by place)
      from jsonb_array_elements(p_entries) with ordinality as listed (one, place)));
end $$;

create or replace function private.keep_bank_entries(p_import_id uuid, p_account_iban text, p_read jsonb) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.bank_entries (import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, currency, party_name,
    party_iban, remittance, end_to_end, bank_reference, return_info, other_amount, other_currency, row_key)
  select p_import_id, r.place, r.key, nullif(left(upper(coalesce(r.entry ->> 'account_iban', p_account_iban)), 34), ''),
         (r.entry ->> 'booked_on')::date, (r.entry ->> 'value_on')::date, r.entry ->> 'direction', (r.entry ->> 'amount')::numeric,
         r.entry ->> 'currency', private.bank_text(r.entry, 'party_name', 200),
         nullif(left(private.plain_iban(r.entry ->> 'party_iban'), 34), ''), private.bank_text(r.entry, 'remittance', 1000),
         private.bank_text(r.entry, 'end_to_end', 200), private.bank_text(r.entry, 'bank_reference', 200), private.bank_text(r.entry, 'return_info', 200),
         (r.entry ->> 'other_amount')::numeric, r.entry ->> 'other_currency', r.row_key
    from jsonb_to_recordset(p_read) as r (place integer, key text, row_key text, entry jsonb)
$$;

create or replace function private.scheduled_matches(p_entry public.bank_entries, p_payments jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('kind', 'supplier', 'name', i.creditor, 'contact_id', i.supplier_id, 'run_id', r.id, 'run_number', r.run_number,
        'parts', jsonb_build_array(jsonb_build_object('invoice_id', v.id, 'number', v.supplier_number, 'balance', private.amount_text(v.open),
          'amount', private.amount_text(p_entry.amount))),
        'is_sure', false, 'score', 25 + 130 * a.is_named::integer + 30 * a.is_account::integer,
        'obstacle', format('%s is in %s. If the bank paid it already, take it out there, then book this.', v.supplier_number, r.run_number),
        'reasons', to_jsonb(array_remove(array[case when a.is_named then format('The text names %s.', v.supplier_number) end,
          case when a.is_account then 'It went to the account of this payment.' end,
          case when a.is_alike then format('The payee is called %s.', p_entry.party_name) end, 'The amount is that of the payment.'], null))))
      from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id join public.supplier_invoices v on v.id = i.supplier_invoice_id,
           lateral (select private.names_invoice(p_entry, v) as is_named, coalesce(i.iban = p_entry.party_iban, false) as is_account,
             coalesce(extensions.similarity(private.plain_name(i.creditor), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike) as a
     where i.status = 'open' and v.currency = p_entry.currency and p_entry.amount in (i.amount, v.open) and (a.is_named or a.is_account or a.is_alike)
       and not p_payments @> jsonb_build_array(jsonb_build_object('item_id', i.id))), '[]');
end $$;

create or replace function private.bank_money_out(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payments jsonb;
  v_matches jsonb;
  v_certain integer;
begin
  if p_entry.direction <> 'out' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;
  p_entry.party_iban := private.party_account(p_entry);
  v_payments := private.run_payment_matches(p_entry);
  v_matches := private.run_matches(p_entry) || v_payments || private.recorded_payout_matches(p_entry)
    || private.supplier_matches(p_entry) || private.scheduled_matches(p_entry, v_payments) || private.recurring_matches(p_entry) || private.refund_matches(p_entry) || private.client_return_matches(p_entry);
  -- Two that are certain make neither sure.
  select count(*) into v_certain from jsonb_array_elements(v_matches) as one where (one ->> 'is_sure')::boolean;
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one || case when v_certain > 1 then '{"is_sure": false}'::jsonb else '{}' end) - 'score' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc, (one ->> 'score')::integer desc, one ->> 'name', one::text) as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $$;

create or replace function private.issue_deposit(p_order public.orders, p_amount numeric, p_due_on date, p_before_money boolean) returns public.invoices
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
begin
  insert into public.invoices (kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, taxed_when_paid, created_by)
  values ('deposit', p_order.contact_id, p_order.person_id, p_order.id, p_order.quotation_id, p_order.project_title, p_order.client_po,
    p_order.currency, p_before_money, auth.uid())
  returning * into v_invoice;
  insert into public.invoice_items (invoice_id, order_id, position, kind, description, qty, unit, unit_price, discount_pct, vat_rate,
    vat_treatment, net, vat)
  select v_invoice.id, p_order.id, private.line_key((row_number() over (order by s.vat_rate, s.vat_treatment))::integer - 1), 'item',
         format('Deposit for order %s', p_order.order_number), 1, 'piece', s.base, 0, s.vat_rate, s.vat_treatment, s.base, s.vat
    from private.split_deposit(p_order.id, p_amount) as s;
  perform private.total_invoice(v_invoice.id);
  update public.invoices
     set issue_date = private.company_today(), supply_date = case when not p_before_money then private.company_today() end, due_date = p_due_on, issued_at = now(),
         issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(contact_id),
           'person', private.contact_facts(person_id))
   where id = v_invoice.id returning * into v_invoice;
  perform private.log_event('invoice', v_invoice.id, 'issued', jsonb_build_object('number', v_invoice.invoice_number, 'gross', private.amount_text(p_amount)));
  if p_before_money then
    perform private.log_event('order', p_order.id, 'deposit_invoiced',
      jsonb_build_object('number', v_invoice.invoice_number, 'amount', private.amount_text(p_amount)));
  end if;
  return v_invoice;
end $$;

create or replace function private.issue_deposit_invoice(p_order_id uuid, p_due_on date default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_invoice public.invoices;
  v_amount numeric;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_order from public.orders where id = p_order_id for no key update;
  select * into v_invoice from public.invoices where order_id = p_order_id and kind = 'deposit' and balance > 0 and status not in ('draft', 'void') limit 1;
  v_amount := least(v_order.deposit_amount - v_order.deposit_paid, coalesce(private.deposit_possible(p_order_id), 0));
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_invoice.id is not null then
    return v_invoice.id;
  elsif v_order.status = 'cancelled' then
    perform private.refuse('PT409', 'This order is cancelled');
  elsif (select c.tax_kind = 'sales_tax' from public.company_settings c) then
    perform private.refuse('PT409', 'Where sales tax is charged, a deposit has no invoice: its money is kept for the order');
  elsif v_amount <= 0 then
    perform private.refuse('PT409', format('%s asks for no deposit that is open', v_order.order_number));
  elsif p_due_on < private.company_today() or p_due_on > private.company_today() + 366 then
    perform private.refuse('22023', 'Please choose a day from today on by which it is due, within a year');
  end if;
  perform private.must_mean_plain(v_order.contact_id);
  v_invoice := private.issue_deposit(v_order, v_amount, coalesce(p_due_on, private.company_today() + private.contact_terms(v_order.contact_id)), true);
  return v_invoice.id;
end $$;

create or replace function private.bill_from_credit(p_order public.orders, p_notes uuid[], p_payments uuid[], p_most numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_used numeric := 0;
begin
  for v_invoice in
    select * from public.invoices where order_id = p_order.id and taxed_when_paid and contact_id = p_order.contact_id and balance > 0
       and status in ('issued', 'partly_paid') order by id for no key update
  loop
    v_used := v_used + private.settle_from_credit(v_invoice.id, p_notes, p_payments, least(p_most - v_used, v_invoice.balance));
  end loop;
  if v_used < p_most then
    v_invoice := private.issue_deposit(p_order, p_most - v_used, private.company_today(), true);
    v_used := v_used + private.settle_from_credit(v_invoice.id, p_notes, p_payments, p_most - v_used);
  end if;
  return v_used;
end $$;

create or replace function private.account_doubt(p_supplier_id uuid, p_iban text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_iban constant text := private.plain_iban(p_iban);
  v_known constant text := (
    select string_agg('… ' || right(b.iban, 4), ', ' order by b.is_default desc, b.created_at, b.id) from public.contact_bank_accounts b where b.contact_id = p_supplier_id);
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return case
    when coalesce(v_iban, '') = '' or v_known is null or private.is_known_account(p_supplier_id, v_iban) then null
    when exists (select from public.contact_bank_accounts b where b.contact_id = p_supplier_id and b.iban = v_iban)
      then 'A colleague entered this account on the card of the supplier within thirty days, and nothing was paid to it yet.'
    else format('It is none of the accounts on the card of the supplier (%s).', v_known) end
    || ' Ask the supplier on a telephone number that you know before you approve it.';
end $$;

revoke execute on all routines in schema private from public;

comment on function private.plain_iban(pg_catalog.text) is 'An account as it is kept and compared: upper case without blanks. Agrees with plainIban in src/shared/domain/money/iban.ts.';

comment on function private.scheduled_matches(public.bank_entries,pg_catalog.jsonb) is 'Invoices in a payment run that a debit of exactly their amount cannot have been paid by: they are named with the run, which goes before (obstacle). p_payments: what
run_payment_matches proposes instead.';

reset check_function_bodies;
