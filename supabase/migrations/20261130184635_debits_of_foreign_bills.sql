set check_function_bodies = off;

drop routine private.supplier_open_invoices(p_supplier_id uuid);

drop routine public.supplier_open_invoices(p_supplier_id uuid);

create or replace function private.owing_suppliers(p_entry public.bank_entries)
  returns table (supplier_id uuid, is_named boolean, has_amount boolean, is_account boolean, paid_before boolean, papers jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with owed as (
    select v.id, v.supplier_id, v.supplier_number, v.due_date, v.invoice_date, v.open, v.status,
           private.early_discount(v, p_entry.booked_on) as discount,
           private.names_invoice(p_entry, v) as is_named,
           coalesce(v.iban = p_entry.party_iban, false) as is_account
      from public.supplier_invoices v
     where v.status in ('received', 'approved', 'scheduled', 'part_paid') and v.open > 0 and v.currency = p_entry.currency and v.paper_currency is null
       and not exists (select from public.payment_run_items i where i.supplier_invoice_id = v.id and i.status = 'open')
  ), suppliers as (
    select o.supplier_id, bool_or(o.is_named) as is_named, bool_or(o.open - o.discount = p_entry.amount or o.open = p_entry.amount) as has_amount,
           bool_or(o.is_account) or exists (select from public.contact_bank_accounts a where a.contact_id = o.supplier_id and a.iban = p_entry.party_iban) as is_account,
           exists (select from public.bank_entries e join public.bank_entry_payouts b on b.entry_id = e.id
                     join public.supplier_payments s on s.id = b.supplier_payment_id join public.supplier_invoices v on v.id = s.supplier_invoice_id
                    where e.party_iban = p_entry.party_iban and v.supplier_id = o.supplier_id) as paid_before,
           jsonb_agg(jsonb_build_object('invoice_id', o.id, 'number', o.supplier_number, 'balance', private.amount_text(o.open),
             'discount', private.amount_text(o.discount), 'is_named', o.is_named, 'is_approved', o.status <> 'received')
             order by o.due_date nulls last, o.invoice_date, o.supplier_number) as papers
      from owed o group by o.supplier_id
  )
  select s.* from suppliers s;
end $$;

create or replace function private.foreign_bill_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with bills as (
    select v.id, v.supplier_id, v.supplier_number, v.open, v.paper_currency, v.status, private.paper_open(v) as paper, private.client_label(c) as name,
           private.names_invoice(p_entry, v) as is_named, coalesce(p_entry.other_currency = v.paper_currency and p_entry.other_amount = private.paper_open(v), false) as is_same,
           coalesce(v.iban = p_entry.party_iban, false) or exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike
      from public.supplier_invoices v join public.contacts c on c.id = v.supplier_id
     where v.paper_currency is not null and v.open > 0 and v.currency = p_entry.currency and v.status in ('received', 'approved', 'scheduled', 'part_paid')
       and not exists (select from public.payment_run_items i where i.supplier_invoice_id = v.id and i.status = 'open')
  ), likely as (
    -- Where the bank does not say the amount of the paper, its price may differ from the worth by the exchange.
    select b.*, b.is_same and (b.is_named or b.is_account) as is_sure from bills b
     where b.is_named or b.is_account or b.is_alike and (b.is_same or abs(p_entry.amount - b.open) <= b.open / 10)
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'supplier', 'name', l.name, 'contact_id', l.supplier_id,
      'parts', jsonb_build_array(jsonb_build_object('invoice_id', l.id, 'number', l.supplier_number, 'balance', private.amount_text(l.open),
        'amount', private.amount_text(p_entry.amount), 'own', private.money_words(l.paper, l.paper_currency))),
      'obstacle', case when l.status = 'received' then format('%s is not approved yet: approve it first.', l.supplier_number) end,
      'is_sure', l.is_sure and l.status <> 'received', 'score', 130 * l.is_named::integer + 30 * l.is_account::integer + 40 * l.is_same::integer + 10 * l.is_alike::integer,
      'reasons', to_jsonb(array_remove(array[
        case when l.is_named then format('The text names %s.', l.supplier_number) end,
        case when l.is_account then 'It went to the bank account of this supplier.' end,
        case when l.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when l.is_same then format('The bank says %s, which is what is open of it.', private.money_words(l.paper, l.paper_currency))
          when p_entry.amount > l.open then format('It cost %s more than it is worth in the books: a loss by the exchange.', private.money_words(p_entry.amount - l.open))
          when p_entry.amount < l.open then format('It cost %s less than it is worth in the books: a gain by the exchange.', private.money_words(l.open - p_entry.amount)) end], null)))
      order by l.is_sure desc, l.supplier_number), '[]')
    from likely l
  );
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
    || private.supplier_matches(p_entry) || private.foreign_bill_matches(p_entry) || private.scheduled_matches(p_entry, v_payments) || private.recurring_matches(p_entry) || private.refund_matches(p_entry) || private.client_return_matches(p_entry);
  -- Two that are certain make neither sure.
  select count(*) into v_certain from jsonb_array_elements(v_matches) as one where (one ->> 'is_sure')::boolean;
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one || case when v_certain > 1 then '{"is_sure": false}'::jsonb else '{}' end) - 'score' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc, (one ->> 'score')::integer desc, one ->> 'name', one::text) as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $$;

create or replace function private.supplier_open_invoices(p_supplier_id uuid)
returns table (id uuid, number text, due_date date, balance text, why text, own text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see bank statements');
  return query
    select v.id, v.supplier_number, v.due_date, private.amount_text(v.open),
           case when v.status = 'received' then 'It is not approved yet.' when v.status = 'disputed' then 'It is disputed.'
             when r.run_number is not null then format('It is in %s. If the bank paid it already, take it out there, then book this.', r.run_number)
             when v.currency <> (select s.currency from public.company_settings s) then format('It is in %s.', v.currency) end,
           private.money_words(private.paper_open(v), v.paper_currency)
      from public.supplier_invoices v
      left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
      left join public.payment_runs r on r.id = i.payment_run_id
     where v.supplier_id = p_supplier_id and v.open > 0
     order by v.due_date nulls last, v.invoice_date, v.supplier_number;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.supplier_open_invoices(uuid)');

comment on function private.owing_suppliers(public.bank_entries) is 'To whom something is open in the currency of the books, with its invoices, the oldest due first, and what of a debit points to this supplier.';

comment on function private.foreign_bill_matches(public.bank_entries) is 'Bills in another currency that a debit may pay whole, whatever it cost: what it cost more or less than their worth is a difference by the exchange. own: what is open in their
currency, in words.';

comment on function private.supplier_open_invoices(pg_catalog.uuid) is 'What is open of a supplier, the oldest due first, and why an invoice cannot be paid by a debit of the bank. Amounts are text.
own: of one in another currency, what is open in it, in words; a debit pays all of it, whatever that cost.';

comment on function public.supplier_open_invoices(pg_catalog.uuid) is 'What is open of a supplier, the oldest due first, and why an invoice cannot be paid by a debit of the bank. Amounts are text.
own: of one in another currency, what is open in it, in words; a debit pays all of it, whatever that cost.';

reset check_function_bodies;
