set check_function_bodies = off;

drop routine private.money_words(p_amount numeric, p_currency text);

create or replace function private.entry_in_books(p_entry public.bank_entries, p_worth numeric) returns public.bank_entries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := (select s.currency from public.company_settings s);
begin
  if p_entry.currency = v_currency then
    if p_worth <> p_entry.amount then
      perform private.refuse('22023', format('This entry is in %s: its amount is what it is worth', v_currency));
    end if;
    return p_entry;
  elsif p_worth is null then
    perform private.refuse('PT409', format('This entry is in %s. Please say what it is worth in %s.', p_entry.currency, v_currency));
  elsif not coalesce(p_worth > 0 and p_worth < 1000000000 and p_worth = trunc(p_worth, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_entry.other_currency = v_currency and p_entry.other_amount <> p_worth then
    perform private.refuse('PT409', format('The bank says that this is worth %s', private.money_words(p_entry.other_amount, v_currency)));
  end if;
  -- What the bank booked stays with what is recorded: it is the beginning of its reference.
  p_entry.remittance := left(concat_ws(' · ', private.money_words(p_entry.amount, p_entry.currency), p_entry.remittance), 1000);
  p_entry.amount := p_worth;
  p_entry.currency := v_currency;
  return p_entry;
end $$;

create or replace function private.refund_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_fits boolean;
  v_matches jsonb := '[]';
begin
  for v_one in
    with words as (
      select distinct m[1] || '-' || m[2] || '-' || m[3] as number
        from regexp_matches(upper(v_text), '(?<![A-Z])(INV|SO|ST|CN|RCPT)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
    ), named as (
      select v.contact_id from words w join public.invoices v on v.invoice_number = w.number
      union select o.contact_id from words w join public.orders o on o.order_number = w.number
      union select n.contact_id from words w join public.credit_notes n on n.credit_number = w.number
      union select p.contact_id from words w join public.payments p on p.payment_number = w.number
    ), money as (
      select p.id, p.payment_number, p.contact_id, p.received_on, private.payment_free(p.id) as free, null::uuid as refund_id, null::date as refunded_on
        from public.payments p where p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open >= p_entry.amount
      union all
      select p.id, p.payment_number, p.contact_id, p.received_on, r.amount, r.id, r.refunded_on
        from public.payment_refunds r join public.payments p on p.id = r.payment_id
       where r.amount = p_entry.amount and r.kind = 'refund' and r.refunded_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
         and not exists (select from public.payment_refunds b where b.reverses_id = r.id)
         and not exists (select from public.refund_requests q where q.id = r.id)
         and not exists (select from public.bank_entry_payouts o where o.refund_id = r.id)
    )
    select m.*, private.client_label(c) as name, m.contact_id in (select n.contact_id from named n) as is_named,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e join public.payments p on p.id = e.payment_id
                         where e.party_iban = p_entry.party_iban and p.contact_id = c.id) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           row_number() over (partition by m.contact_id order by m.refund_id is null, m.free = p_entry.amount desc, m.received_on, m.payment_number) as place
      from money m join public.contacts c on c.id = m.contact_id where m.free >= p_entry.amount
  loop
    continue when v_one.place > 1 or not (v_one.is_named or v_one.is_account or v_one.is_alike);
    v_fits := v_one.free = p_entry.amount;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'refund', 'name', v_one.name, 'contact_id', v_one.contact_id, 'payment_id', v_one.id,
      'payment_number', v_one.payment_number, 'refund_id', v_one.refund_id, 'is_sure', v_one.refund_id is not null and (v_one.is_named or v_one.is_account),
      'score', 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer + 20 * (v_one.refund_id is not null)::integer,
      'reasons', to_jsonb(array_remove(array[
        case when v_one.refund_id is not null then format('A refund of the same amount was recorded on %s.', to_char(v_one.refunded_on, 'FMDD FMMonth')) end,
        case when v_one.is_named then 'The text names a paper of this client.' end,
        case when v_one.is_account then 'It went to an account of this client.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when v_one.refund_id is null then case when v_fits then format('The amount is what %s has left.', v_one.payment_number)
          else format('%s has %s of unused credit.', v_one.payment_number, private.money_words(v_one.free)) end end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.client_return_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with receipts as (
    select p.id, p.payment_number, p.contact_id, p.received_on, p.amount, p_entry.amount - p.amount as fee, private.client_label(c) as name, s.parts, s.is_deposit,
           private.is_named(private.debit_text(p_entry), p.payment_number) or s.is_named as is_named,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e where e.payment_id = p.id and e.party_iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike
      from public.payments p join public.contacts c on c.id = p.contact_id,
           lateral (select coalesce(jsonb_agg(jsonb_build_object('invoice_id', v.id, 'number', v.invoice_number, 'amount', private.amount_text(a.amount))
                      order by v.invoice_number, v.id), '[]') as parts, coalesce(bool_or(v.kind = 'deposit'), false) as is_deposit,
                    coalesce(bool_or(private.is_named(private.debit_text(p_entry), v.invoice_number)), false) as is_named
               from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = p.id group by 1 having sum(x.amount) > 0) as a
               join public.invoices v on v.id = a.invoice_id) as s
     where p.direction = 'in' and p.status = 'succeeded' and p.refunded = 0 and p.open < p.amount
       and p.amount between p_entry.amount - 50 and p_entry.amount and p.received_on between p_entry.booked_on - 400 and p_entry.booked_on
       -- The bank says itself which entry comes back: that one is suggested as a return of it.
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.id = private.returned_entry(p_entry))
  ), likely as (
    select r.*, row_number() over (order by r.is_named desc, r.is_account desc, r.fee, r.received_on desc, r.payment_number) as place
      from receipts r where r.is_named or (r.fee = 0 and (r.is_account or r.is_alike))
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'client_return', 'name', l.name, 'contact_id', l.contact_id, 'payment_id', l.id,
      'payment_number', l.payment_number, 'received_on', l.received_on, 'parts', l.parts, 'fee', case when l.fee > 0 then private.amount_text(l.fee) end,
      'is_sure', false, 'score', 40 * l.is_named::integer + 25 * l.is_account::integer + 15 * (l.fee = 0)::integer + 10 * l.is_alike::integer,
      'obstacle', case when l.is_deposit then format('%s paid a deposit invoice: please credit that, and match this as a refund.', l.payment_number) end,
      'reasons', to_jsonb(array_remove(array[
        case when l.is_named then 'The text names this payment or what it paid.' end,
        case when l.is_account then 'It went to the account that the payment came from.' end,
        case when l.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when l.fee = 0 then format('%s over the same amount came in on %s.', l.payment_number, private.day_in_words(l.received_on))
          else format('%s over %s came in on %s.', l.payment_number, private.money_words(l.amount), private.day_in_words(l.received_on)) end], null))) order by l.place), '[]')
    from likely l where l.place <= 2
  );
end $$;

create or replace function private.pay_by_debit(p_entry public.bank_entries, p_parts jsonb) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_row public.supplier_invoices;
  v_number text;
  v_discount numeric;
  v_ids uuid[] := '{}';
begin
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and 200 then
    perform private.refuse('22023', 'Please choose which invoices this paid');
  elsif exists (select from jsonb_array_elements(p_parts) as one
    where not coalesce(one ->> 'amount' ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' and (one ->> 'amount')::numeric > 0, false))
  then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif (select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one) <> p_entry.amount then
    perform private.refuse('22023', format('The invoices come to %s, and the bank paid %s',
      private.money_words((select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one)), private.money_words(p_entry.amount)));
  elsif (select count(distinct one ->> 'invoice_id') from jsonb_array_elements(p_parts) as one) <> jsonb_array_length(p_parts) then
    perform private.refuse('22023', 'An invoice stands here twice');
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as id, (one ->> 'amount')::numeric as amount, coalesce((one ->> 'discount')::numeric, 0) as discount
      from jsonb_array_elements(p_parts) as one order by 1
  loop
    select * into v_row from public.supplier_invoices where id = v_part.id for no key update;
    select r.run_number into v_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where i.supplier_invoice_id = v_part.id and i.status = 'open';
    v_discount := case when v_row.discount_until >= p_entry.booked_on and v_row.paid = 0 then private.vat_of(v_row.net + v_row.vat, v_row.discount_pct) else 0 end;
    if v_row.id is null then
      perform private.refuse('PT404', 'This invoice is not there any more');
    elsif v_number is not null then
      perform private.refuse('PT409', format('%s is in %s. Please match the debit with the run, or take the invoice out of it.', v_row.supplier_number, v_number));
    elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
      perform private.refuse('PT409', case v_row.status when 'paid' then format('%s is paid', v_row.supplier_number)
        else format('Please approve %s before it is paid', v_row.supplier_number) end);
    elsif v_row.currency <> p_entry.currency then
      perform private.refuse('PT409', format('%s is in %s. Please record the payment by hand.', v_row.supplier_number, v_row.currency));
    elsif v_part.discount not in (0, v_discount) or (v_part.discount > 0 and v_part.amount + v_part.discount <> v_row.open) then
      perform private.refuse('PT409', format('The discount of %s is another one by now. Please look again.', v_row.supplier_number));
    elsif v_part.amount + v_part.discount > v_row.open then
      perform private.refuse('PT409', format('Of %s only %s are open', v_row.supplier_number, private.money_words(v_row.open)));
    end if;
    v_ids := v_ids || private.keep_supplier_payment(v_part.id, v_part.amount, v_part.discount, p_entry.booked_on,
      coalesce(p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference));
  end loop;
  return v_ids;
end $$;

create or replace function private.check_client_return(p_entry public.bank_entries, p_payment public.payments, p_fee numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_payment.id is null or p_payment.direction <> 'in' then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif p_payment.refunded > 0 or p_payment.status <> 'succeeded'
    or exists (select from public.refund_requests r where r.payment_id = p_payment.id and r.status in ('asked', 'unknown'))
  then
    perform private.refuse('PT409', format('%s, or a part of it, went back already', p_payment.payment_number));
  elsif not coalesce(p_fee >= 0 and p_fee = trunc(p_fee, 2), false) or p_payment.amount + p_fee <> p_entry.amount then
    perform private.refuse('PT409', format('%s is over %s. With a fee of %s that is not the %s which the bank took.', p_payment.payment_number,
      private.money_words(p_payment.amount), coalesce(private.money_words(p_fee), '?'), private.money_words(p_entry.amount)));
  elsif p_entry.booked_on < p_payment.received_on then
    perform private.refuse('PT409', format('%s came in after this debit', p_payment.payment_number));
  elsif exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id where a.payment_id = p_payment.id and v.kind = 'deposit') then
    perform private.refuse('PT409', format('%s paid a deposit invoice: please credit that, and match this as a refund', p_payment.payment_number));
  end if;
end $$;

create or replace function private.entry_doubts(p_entry public.bank_entries, p_is_recorded boolean)
  returns text[] language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select array_remove(array[
    case when p_entry.currency <> s.currency
      then format('It is in %s and the books are in %s: nothing is matched by itself. %s', p_entry.currency, s.currency,
        case when p_entry.other_currency = s.currency then format('The bank says that it is worth %s.', private.money_words(p_entry.other_amount, s.currency))
          else format('Please say what it is worth in %s.', s.currency) end) end,
    case when p_entry.return_info is not null then format('The bank says that this is a returned payment: %s.', rtrim(p_entry.return_info, '.')) end,
    'This looks like a double payment: ' || coalesce(case when not p_is_recorded then private.settled_before(p_entry) end, (
      select format('the same amount with the same text %s on %s.', case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day))
        from private.twin_entry(p_entry) as t (day) where t.day is not null))], null)
    from public.company_settings s
  );
end $$;

create or replace function private.refresh_credit_note(p_credit_note_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.credit_notes;
  v_allocated numeric;
begin
  select * into v_row from public.credit_notes where id = p_credit_note_id for no key update;
  if v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(amount), 0) into v_allocated from public.credit_allocations where credit_note_id = p_credit_note_id;
  if v_allocated > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.credit_number, private.money_words(v_row.open)));
  end if;
  update public.credit_notes
     set allocated = v_allocated,
         status = case when v_allocated = v_row.gross then 'allocated' when v_allocated > 0 then 'part_allocated' else 'issued' end
   where id = p_credit_note_id;
end $$;

create or replace function private.credit_amounts(p_note_id uuid, p_invoice public.invoices, p_amounts jsonb, p_is_gross boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asked record;
  v_line record;
  v_left numeric;
  v_part numeric;
  v_number integer := 0;
  v_vats jsonb := '[]';
begin
  for v_asked in
    select a.*, r.base, r.vat, part.base as part_base, part.vat as part_vat
      from (select (one ->> 'vat_rate')::numeric as vat_rate, one ->> 'vat_treatment' as vat_treatment, sum((one ->> 'amount')::numeric) as amount
              from jsonb_array_elements(p_amounts) as one group by 1, 2) as a
      left join private.creditable_rates(p_invoice.id, p_note_id) as r on r.vat_rate = a.vat_rate and r.vat_treatment = a.vat_treatment
      left join lateral private.part_of_gross(a.amount, a.vat_rate, r.base, r.vat) as part on p_is_gross
     order by a.vat_rate, a.vat_treatment
  loop
    if not coalesce(v_asked.amount > 0 and v_asked.amount < 1000000000 and v_asked.amount = trunc(v_asked.amount, 2), false) then
      perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
    elsif v_asked.base is null then
      perform private.refuse('22023', 'This invoice has no such VAT rate');
    end if;
    v_left := case when p_is_gross then v_asked.part_base else v_asked.amount end;
    if v_left > v_asked.base or p_is_gross and v_asked.amount > v_asked.base + v_asked.vat then
      perform private.refuse('PT409', format('At %s %% VAT only %s are left to credit of %s', trim_scale(v_asked.vat_rate),
        case when p_is_gross then private.money_words(greatest(v_asked.base + v_asked.vat, 0)) || ' with VAT'
          else private.money_words(greatest(v_asked.base, 0)) || ' net' end, p_invoice.invoice_number));
    end if;
    for v_line in
      select (l.item).id, (l.item).description, (l.item).details, (l.item).net - l.credited_net as open
        from private.creditable_lines(p_invoice.id) as l
       where (l.item).kind = 'item' and (l.item).net - l.credited_net > 0
         and (l.item).vat_rate = v_asked.vat_rate and (l.item).vat_treatment = v_asked.vat_treatment
       order by (l.item).position
    loop
      exit when v_left <= 0;
      v_part := least(v_left, v_line.open);
      insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, by_amount)
      values (p_note_id, v_line.id, private.line_key(v_number), 'item', v_line.description, v_line.details, 1, 'piece', v_part, 0,
        v_asked.vat_rate, v_asked.vat_treatment, v_part, true);
      v_number := v_number + 1;
      v_left := v_left - v_part;
    end loop;
    if v_left > 0 then
      perform private.refuse('PT409', format('The lines at %s %% VAT have less left to credit: please credit quantities of lines',
        trim_scale(v_asked.vat_rate)));
    end if;
    if p_is_gross then
      v_vats := v_vats || jsonb_build_object('vat_rate', v_asked.vat_rate, 'vat_treatment', v_asked.vat_treatment, 'vat', v_asked.part_vat);
    end if;
  end loop;
  if v_number = 0 then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  return v_vats;
end $$;

create or replace function private.total_credit_note(p_note_id uuid, p_invoice public.invoices, p_lines jsonb, p_vats jsonb default '[]') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rate record;
  v_taken jsonb;
  v_deposits jsonb := '[]';
  v_deposit record;
begin
  for v_rate in
    select c.vat_rate, c.vat_treatment, c.base, r.base as left_base, r.vat as left_vat
      from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.credit_note_items i where i.credit_note_id = p_note_id group by 1, 2) as c
      join private.creditable_rates(p_invoice.id, p_note_id) as r on r.vat_rate = c.vat_rate and r.vat_treatment = c.vat_treatment
     order by c.vat_rate, c.vat_treatment
  loop
    -- More than the invoice holds at this rate: what was taken off its lines goes with them, its discounts first, then its deposits.
    if v_rate.base > v_rate.left_base then
      v_taken := private.take_along(p_note_id, p_invoice.id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base - v_rate.left_base, p_lines);
      if (v_taken ->> 'over')::numeric > 0 then
        perform private.refuse('PT409', format('At %s %% VAT only %s net are left to credit of %s', trim_scale(v_rate.vat_rate),
          private.money_words(greatest(v_rate.left_base, 0)), p_invoice.invoice_number));
      end if;
      v_deposits := v_deposits || (v_taken -> 'deposits');
      v_rate.base := v_rate.left_base;
    end if;
    if v_rate.base < 0 and v_rate.base < v_rate.left_base or v_rate.base < 0 and v_rate.left_base >= 0 then
      perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
    end if;
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (p_note_id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base,
      coalesce((select x.vat from jsonb_to_recordset(p_vats) as x (vat_rate numeric, vat_treatment text, vat numeric)
                 where x.vat_rate = v_rate.vat_rate and x.vat_treatment = v_rate.vat_treatment),
        private.vat_of_part(v_rate.base, v_rate.vat_rate, v_rate.left_base, v_rate.left_vat)));
  end loop;
  select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat into v_rate from public.credit_note_vat where credit_note_id = p_note_id;
  if v_rate.base + v_rate.vat < 0 then
    perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
  end if;
  update public.credit_notes set net = v_rate.base, vat = v_rate.vat where id = p_note_id;
  if (select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void') > p_invoice.gross then
    perform private.refuse('PT409', format('No more than %s can be credited of %s: credit its discounts with its lines', private.money_words(
      p_invoice.gross - (select coalesce(sum(n.gross), 0) from public.credit_notes n
        where n.invoice_id = p_invoice.id and n.id <> p_note_id and n.status <> 'void')), p_invoice.invoice_number));
  end if;
  perform private.log_event('credit_note', p_note_id, 'created', jsonb_build_object('invoice_number', p_invoice.invoice_number));
  for v_deposit in
    select (part ->> 'invoice')::uuid as invoice, jsonb_agg(part) as parts from jsonb_array_elements(v_deposits) as part group by 1 order by 1
  loop
    perform private.credit_deposit(p_note_id, v_deposit.invoice, v_deposit.parts);
  end loop;
end $$;

create or replace function private.credit_deposit(p_with uuid, p_invoice_id uuid, p_parts jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_id uuid;
  v_part record;
  v_number integer := 0;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  insert into public.credit_notes (invoice_id, contact_id, reason, currency, created_by, with_note_id)
  select p_invoice_id, v_invoice.contact_id, n.reason, v_invoice.currency, auth.uid(), p_with from public.credit_notes n where n.id = p_with
  returning id into v_id;
  for v_part in
    select i.*, part.base as part, t.base - coalesce(before.base, 0) as left_base, t.vat - coalesce(before.vat, 0) as left_vat
      from jsonb_to_recordset(p_parts) as part (rate numeric, treatment text, base numeric)
      join public.invoice_items i on i.invoice_id = p_invoice_id and i.vat_rate = part.rate and i.vat_treatment = part.treatment and i.kind = 'item'
      join public.invoice_vat t on t.invoice_id = p_invoice_id and t.vat_rate = part.rate and t.vat_treatment = part.treatment
      left join lateral (
        select sum(b.base) as base, sum(b.vat) as vat from public.credit_note_vat b join public.credit_notes n on n.id = b.credit_note_id
         where n.invoice_id = p_invoice_id and n.status <> 'void' and b.vat_rate = part.rate and b.vat_treatment = part.treatment) as before on true
     order by i.position
  loop
    if v_part.part > v_part.left_base then
      perform private.refuse('PT409', format('Of the deposit %s only %s net are left to credit at %s %% VAT', v_invoice.invoice_number,
        private.money_words(v_part.left_base), trim_scale(v_part.vat_rate)));
    end if;
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
      discount_pct, vat_rate, vat_treatment, net)
    values (v_id, v_part.id, private.line_key(v_number), 'item', v_part.description, v_part.details, 1, v_part.unit, v_part.part, 0, v_part.vat_rate,
      v_part.vat_treatment, v_part.part);
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (v_id, v_part.vat_rate, v_part.vat_treatment, v_part.part,
      private.vat_of_part(v_part.part, v_part.vat_rate, v_part.left_base, v_part.left_vat));
    v_number := v_number + 1;
  end loop;
  update public.credit_notes set net = total.base, vat = total.vat
    from (select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat from public.credit_note_vat where credit_note_id = v_id) as total
   where id = v_id;
  perform private.log_event('credit_note', v_id, 'created', jsonb_build_object('invoice_number', v_invoice.invoice_number));
  return v_id;
end $$;

create or replace function private.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note public.credit_notes;
  v_invoice public.invoices;
begin
  perform private.must('payments', 'create', 'allocate credit');
  select * into v_note from public.credit_notes where id = p_credit_note_id for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_note.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_note.status in ('draft', 'void') or v_invoice.status in ('draft', 'void') then
    perform private.refuse('PT409', 'Only issued papers are settled');
  elsif v_note.contact_id <> v_invoice.contact_id then
    perform private.refuse('22023', 'The credit note and the invoice are of different clients');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > least(v_note.open, v_invoice.balance) then
    perform private.refuse('PT409', format('Only %s can be allocated', private.money_words(least(v_note.open, v_invoice.balance))));
  end if;
  insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
  values (p_credit_note_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_credit_note(p_credit_note_id);
  perform private.refresh_invoice(p_invoice_id);
end $$;

create or replace function private.refresh_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_paid numeric;
  v_credited numeric;
  v_status text;
begin
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null or v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(a.amount), 0) into v_paid from public.payment_allocations a where a.invoice_id = p_invoice_id;
  select coalesce(sum(a.amount), 0) + coalesce((select sum(w.amount) from public.write_offs w where w.invoice_id = p_invoice_id), 0)
    into v_credited from public.credit_allocations a where a.invoice_id = p_invoice_id;
  if v_paid + v_credited > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number,
      private.money_words(v_row.gross - v_row.paid - v_row.credited)));
  end if;
  v_status := case
    when v_paid + v_credited = v_row.gross then case when v_credited > 0 and v_paid = 0 then 'credited' else 'paid' end
    when v_paid + v_credited > 0 then 'partly_paid' else 'issued' end;
  update public.invoices set paid = v_paid, credited = v_credited, status = v_status
   where id = p_invoice_id and (paid, credited, status) is distinct from (v_paid, v_credited, v_status);
  if v_status <> v_row.status and v_status = 'paid' then
    perform private.cancel_mails('invoice', p_invoice_id);
    perform private.log_event('invoice', p_invoice_id, 'paid');
  end if;
end $$;

create or replace function private.open_payment_request(p_uuid uuid, p_whole boolean default false, p_amount numeric default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_invoice public.invoices;
  v_amount numeric;
  v_id uuid;
begin
  if private.is_public_document(p_uuid) then
    select * into v_quotation from public.quotations where public_uuid = p_uuid;
    select * into v_order from public.orders
     where status <> 'cancelled' and (public_uuid = p_uuid or quotation_id = v_quotation.id
       or (id = v_quotation.amends_order_id and v_quotation.status in ('approved', 'converted'))) for no key update;
    select * into v_invoice from public.invoices where public_uuid = p_uuid for no key update;
  end if;
  if v_invoice.id is not null then
    v_amount := coalesce(p_amount, v_invoice.balance);
  elsif v_order.id is not null then
    v_amount := least(private.deposit_possible(v_order.id),
      case when p_whole then v_order.gross else v_order.deposit_amount - v_order.deposit_paid end);
  elsif exists (select from public.orders o where o.status = 'cancelled' and (o.public_uuid = p_uuid or o.quotation_id = v_quotation.id)) then
    perform private.refuse('PT409', 'This order was cancelled: there is nothing to pay');
  elsif v_quotation.id is not null then
    perform private.refuse('PT409', 'Please approve the quotation first');
  else
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  if coalesce(v_invoice.balance, v_amount) <= 0 then
    perform private.refuse('PT409', 'There is nothing left to pay');
  elsif p_amount is not null and v_invoice.id is null then
    perform private.refuse('22023', 'Only an invoice is paid in parts');
  elsif p_amount is not null and not coalesce(p_amount = trunc(p_amount, 2) and p_amount >= least(1, v_invoice.balance), false) then
    perform private.refuse('22023', format('The least that can be paid is %s', private.money_words(least(1, v_invoice.balance))));
  elsif v_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of this invoice only %s are open', private.money_words(v_invoice.balance)));
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and amount = v_amount
     and case when v_invoice.id is not null then invoice_id = v_invoice.id else order_id = v_order.id and purpose = 'deposit' end;
  if v_id is null then
    perform private.limit_requests(v_invoice.id, null);
    insert into public.payment_requests (purpose, contact_id, quotation_id, order_id, invoice_id, amount, currency)
    values (case when v_invoice.id is null then 'deposit' else 'invoice' end, coalesce(v_invoice.contact_id, v_order.contact_id),
      v_order.quotation_id, v_order.id, v_invoice.id, v_amount, coalesce(v_invoice.currency, v_order.currency))
    returning id into v_id;
  end if;
  return private.get_payment_request(v_id);
end $$;

create or replace function private.refresh_payment(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_allocated numeric;
begin
  select * into v_row from public.payments where id = p_payment_id for no key update;
  select coalesce(sum(amount), 0) into v_allocated from public.payment_allocations where payment_id = p_payment_id;
  if v_allocated + v_row.refunded > v_row.amount then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.payment_number, private.money_words(v_row.open)));
  end if;
  update public.payments set allocated = v_allocated where id = p_payment_id and allocated is distinct from v_allocated;
end $$;

create or replace function private.allocate(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_invoice public.invoices;
begin
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_payment.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_invoice.status in ('draft', 'void') then
    perform private.refuse('PT409', 'Only issued invoices are paid');
  elsif v_payment.direction <> 'in' or v_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', 'This payment is not money that invoices are paid with');
  elsif v_payment.contact_id <> v_invoice.contact_id then
    perform private.refuse('22023', 'The payment and the invoice are of different clients');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.money_words(v_invoice.balance)));
  elsif p_amount > private.payment_free(p_payment_id) then
    perform private.refuse('PT409', format('Of this payment only %s are left', private.money_words(private.payment_free(p_payment_id))));
  end if;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_payment(p_payment_id);
  perform private.refresh_invoice(p_invoice_id);
end $$;

create or replace function private.check_refund(p_payment public.payments, p_amount numeric, p_reason text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_payment.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif p_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('This payment is %s', replace(p_payment.status, '_', ' ')));
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > private.payment_free(p_payment.id) then
    perform private.refuse('PT409', format('Only %s is unused credit and can be refunded', private.money_words(private.payment_free(p_payment.id))));
  end if;
end $$;

create or replace function private.free_for_refund(p_payment_id uuid, p_amount numeric, p_credit_note_id uuid, p_locked uuid[]) returns public.payments
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric := case when p_credit_note_id is null then p_amount - private.payment_free(p_payment_id) else p_amount end;
  v_freed numeric;
  v_credit record;
  v_payment public.payments;
begin
  perform from public.invoices where id in (select c.invoice_id from private.credit_of_payment(p_payment_id, p_credit_note_id) as c)
   order by id for no key update;
  for v_credit in
    select c.* from private.credit_of_payment(p_payment_id, p_credit_note_id) as c join public.credit_notes n on n.id = c.credit_note_id
     where c.credit_note_id = any (p_locked) order by n.issue_date, n.credit_number
  loop
    exit when not coalesce(v_left > 0, false);
    v_freed := private.free_payments(v_credit.credit_note_id, p_payment_id, least(v_credit.amount, v_left));
    perform private.log_event('credit_note', v_credit.credit_note_id, 'paid_back', jsonb_build_object('amount', private.amount_text(v_freed),
      'with', (select p.payment_number from public.payments p where p.id = p_payment_id)));
    v_left := v_left - v_freed;
  end loop;
  if p_credit_note_id is not null and v_left > 0 then
    perform private.refuse('PT409', format('Only %s of this credit note can go back with this payment', private.money_words(p_amount - v_left)));
  end if;
  select * into v_payment from public.payments where id = p_payment_id;
  return v_payment;
end $$;

create or replace function private.settle_supplier_lines(p_bill public.supplier_invoices) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
  v_net numeric;
  v_vat numeric;
begin
  select count(*), coalesce(sum(net), 0), coalesce(sum(vat), 0) into v_count, v_net, v_vat
    from public.supplier_invoice_items where supplier_invoice_id = p_bill.id;
  if v_count = 0 then
    insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, vat)
    values (p_bill.id, 'a0001', format('Invoice %s', btrim(p_bill.supplier_number)), 1, p_bill.net,
      private.rate_of_vat(p_bill.net, p_bill.vat), p_bill.vat);
  elsif v_net <> p_bill.net then
    perform private.refuse('PT409', format('The lines come to %s net, the invoice to %s. Please correct the lines or the invoice first.',
      private.money_words(v_net), private.money_words(p_bill.net)));
  elsif abs(p_bill.vat - v_vat) > 0.01 * v_count then
    perform private.refuse('PT409',
      format('The VAT of the lines comes to %s, that of the invoice to %s. Please correct the lines or the invoice first.',
        private.money_words(v_vat), private.money_words(p_bill.vat)));
  elsif v_vat <> p_bill.vat then
    update public.supplier_invoice_items set vat = vat + p_bill.vat - v_vat
     where id = (select l.id from public.supplier_invoice_items l where l.supplier_invoice_id = p_bill.id
                  order by l.vat_rate > 0 desc, abs(l.net) desc, l.position limit 1);
  end if;
end $$;

create or replace function private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric default null, p_id uuid default null)
  returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_row public.invoices;
  v_note record;
  v_amount numeric;
  v_kept public.write_offs;
  v_id uuid;
begin
  perform private.must('invoices', 'delete', 'write invoices off');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  select * into v_kept from public.write_offs where id = p_id;
  if found then
    perform private.must_be_same(v_kept.invoice_id = p_invoice_id and v_kept.amount = coalesce(p_amount, v_kept.amount), 'write-off');
    return p_id;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('issued', 'partly_paid') then
    perform private.refuse('PT409', 'Nothing of this invoice is open');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  select n.credit_number, n.open into v_note from public.credit_notes n
   where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void') and n.open > 0 order by n.credit_number limit 1;
  if found then
    perform private.refuse('PT409', format('%s credits %s and has %s left: settle the invoice with it first',
      v_note.credit_number, v_row.invoice_number, private.money_words(v_note.open)));
  end if;
  v_amount := coalesce(p_amount, v_row.balance);
  if not coalesce(v_amount > 0 and v_amount = trunc(v_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif v_amount > v_row.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number, private.money_words(v_row.balance)));
  end if;
  insert into public.write_offs (id, invoice_id, amount, reason, written_off_on, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_amount, btrim(p_reason), private.company_today(), auth.uid()) returning id into v_id;
  perform private.log_event('invoice', p_invoice_id, 'written_off',
    jsonb_build_object('amount', private.amount_text(v_amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(p_invoice_id);
  if v_amount = v_row.balance then
    perform private.cancel_mails('invoice', p_invoice_id);
  end if;
  return v_id;
end $$;

create or replace function private.guard_written_off() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_written_off numeric;
  v_credited numeric;
begin
  select * into v_invoice from public.invoices where id = new.invoice_id for no key update;
  v_written_off := private.written_off(new.invoice_id);
  if v_written_off > 0 then
    select coalesce(sum(n.gross), 0) into v_credited from public.credit_notes n
     where n.invoice_id = new.invoice_id and n.id <> new.id and n.status not in ('draft', 'void');
    if v_credited + new.net + new.vat > v_invoice.gross - v_written_off then
      perform private.refuse('PT409', format('%s of %s were written off: take that back first, or credit no more than %s',
        private.money_words(v_written_off), v_invoice.invoice_number,
        private.money_words(greatest(v_invoice.gross - v_written_off - v_credited, 0))));
    end if;
  end if;
  return new;
end $$;

create or replace function private.calendar_of_days(p_from date, p_to date) returns table(kind text, id uuid, title text, detail text, number text, starts_at timestamptz, ends_at timestamptz, all_day boolean, first_day date, last_day date, person_ids uuid[], work_centre_id uuid, van_id uuid, status text, is_done boolean, may_move boolean, may_resize boolean, mark text, parent_id uuid, amount text)
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select 'payment', v.id, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), ''), v.invoice_number),
         v.project_title, v.invoice_number, null::timestamptz, null::timestamptz, true, v.due_date, v.due_date, '{}'::uuid[], null::uuid, null::uuid, v.status, false, false, false,
         private.plan_mark(v.due_date::text), null::uuid, private.money_words(v.balance, v.currency)
    from public.invoices v left join public.contacts c on c.id = v.contact_id
   where v.due_date between p_from and p_to and v.status in ('issued', 'partly_paid') and v.balance > 0
     and (select private.named('view_financial_data')) and (select private.is_staff())
  union all
  select 'closure', x.id, x.reason, case x.desk when 'studio' then 'No appointments in the studio' when 'road' then 'No visits on the road'
           else 'No appointments' end, null, null, null, true, x.starts_on, x.ends_on, '{}', null, null, 'closed', false, false, false,
         private.plan_mark(x.starts_on::text, x.ends_on::text), null, null
    from public.booking_closures x
   where x.starts_on <= p_to and x.ends_on >= p_from;
end $$;

create or replace function private.money_words(p_amount numeric, p_currency text default null) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when p_amount < 0 and s.number_style <> 'apostrophe' then '-' else '' end || case
      when s.number_style in ('comma', 'space') then
        translate(d.digits, ',.', case s.number_style when 'comma' then '.,' else ' ,' end) || ' ' || d.sign
      when s.number_style = 'apostrophe' then d.currency || case when p_amount < 0 then '-' else ' ' end || replace(d.digits, ',', '’')
      when d.sign = d.currency then d.sign || ' ' || d.digits
      else d.sign || d.digits end
    from public.company_settings s, lateral (
      select to_char(trunc(abs(p_amount), 2), 'FM999,999,999,990.00') as digits,
             c.currency, case c.currency when 'EUR' then '€' when 'GBP' then '£' else c.currency end as sign
        from (select coalesce(p_currency, s.currency) as currency) as c) as d
$$;

-- Every step locks the row, checks that the step is possible from its status, and refuses in words otherwise.
create or replace function private.step_credit_application(p_id uuid, p_step text, p_note text, p_limit numeric default null, p_days integer default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.credit_applications;
  v_contact public.contacts;
  v_decides constant boolean := private.named('approve_credit');
  v_keeps constant boolean := private.can('contacts', 'edit');
  v_note constant text := nullif(btrim(p_note), '');
begin
  if not (case p_step when 'submit' then v_keeps when 'withdraw' then v_keeps or v_decides else v_decides end) then
    raise insufficient_privilege using message = 'You may not ' || p_step || ' credit applications';
  end if;
  select * into v_row from public.credit_applications where id = p_id for update;
  if v_row.id is null then
    raise no_data_found using message = 'This application is not there any more';
  end if;
  if not (case p_step when 'submit' then v_row.status = 'draft'
                      when 'withdraw' then v_row.status in ('draft', 'submitted')
                      else v_row.status = 'submitted' end) then
    raise exception 'This application is %', case v_row.status when 'draft' then 'a draft' else v_row.status end || ' by now'
      using errcode = 'PT409';
  end if;
  if p_step in ('return', 'decline', 'withdraw') and v_note is null then
    raise invalid_parameter_value using message = 'Please say why';
  end if;
  select * into v_contact from public.contacts where id = v_row.contact_id for update;

  if p_step = 'submit' then
    if v_row.requested_limit is null or v_row.terms_days is null then
      raise invalid_parameter_value using message = 'Please enter the limit asked for and the payment terms';
    elsif jsonb_array_length(v_row.trade_refs) < 2 then
      raise invalid_parameter_value using message = 'Please give two trade references';
    elsif not v_row.consent or coalesce(btrim(v_row.signed_name), '') = '' then
      raise invalid_parameter_value using message = 'Please have it signed: the name and the consent are missing';
    elsif v_contact.archived_at is not null then
      raise invalid_parameter_value using message = 'This contact is archived';
    end if;
    update public.credit_applications
       set status = 'submitted', submitted_at = now(), signed_on = coalesce(signed_on, private.company_today()), status_note = null
     where id = p_id;
  elsif p_step = 'approve' then
    if p_limit is null or p_limit <= 0 or p_limit >= 1000000000 or p_limit <> trunc(p_limit, 2) then
      raise invalid_parameter_value using message = 'Please enter the limit as an amount above zero with two decimals';
    elsif p_days is null or p_days not between 0 and 365 then
      raise invalid_parameter_value using message = 'Please enter the payment terms as 0 to 365 days';
    elsif v_contact.on_stop then
      raise invalid_parameter_value using message = 'This contact is on stop: release it before giving credit';
    end if;
    update public.credit_applications
       set status = 'approved', granted_limit = p_limit, granted_days = p_days, status_note = v_note,
           decided_by = auth.uid(), decided_at = now()
     where id = p_id;
    update public.contacts set credit_limit = p_limit, payment_terms_days = p_days where id = v_row.contact_id;
  elsif p_step = 'decline' then
    update public.credit_applications
       set status = 'declined', status_note = v_note, decided_by = auth.uid(), decided_at = now()
     where id = p_id;
  elsif p_step = 'return' then
    update public.credit_applications set status = 'draft', submitted_at = null, status_note = v_note where id = p_id;
  else
    update public.credit_applications set status = 'withdrawn', status_note = v_note where id = p_id;
  end if;

  if p_step in ('approve', 'decline') then
    insert into public.contact_notes (contact_id, kind, body, author_id)
    values (v_row.contact_id, 'note', case p_step when 'approve'
      then format('Credit of %s at %s days approved', private.money_words(p_limit), p_days)
      else 'Credit refused: ' || left(v_note, 4900) end, auth.uid());
  end if;
end $$;

create or replace function private.fault_of_paper(p_paper text, p_id uuid, p_net numeric, p_vat numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  with lines as (
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.invoice_items i
     where p_paper = 'invoice' and i.invoice_id = p_id and i.kind in ('item', 'discount', 'deposit')
    union all
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.credit_note_items i
     where p_paper = 'credit_note' and i.credit_note_id = p_id and i.kind in ('item', 'discount', 'deposit')
  ), sums as (
    select l.vat_rate, l.vat_treatment, sum(l.net) as base from lines l group by 1, 2
  ), taxes as (
    -- A paper from before this rule may have a base below zero; only its credit note may have one too.
    select t.vat_rate, t.vat_treatment, t.base, t.vat, true as is_above from public.invoice_vat t where p_paper = 'invoice' and t.invoice_id = p_id
    union all
    select t.vat_rate, t.vat_treatment, t.base, t.vat, coalesce(i.base >= 0, true) from public.credit_note_vat t
      join public.credit_notes n on n.id = t.credit_note_id
      left join public.invoice_vat i on i.invoice_id = n.invoice_id and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment
     where p_paper = 'credit_note' and t.credit_note_id = p_id
  ), paper as (
    select v.kind, v.contact_id from public.invoices v where p_paper = 'invoice' and v.id = p_id
    union all
    select 'credit_note', n.contact_id from public.credit_notes n where p_paper = 'credit_note' and n.id = p_id
  )
  select fault.says from (
    select 1, 'The paper has no line with an amount.' where not exists (select from lines)
    union all
    select 2, format('Line %s has no description. Say what it is.', l.place)
      from (select lines.*, row_number() over (order by position) as place from lines) as l
     where l.kind = 'item' and btrim(l.description) = ''
    union all
    select 3, format('The line "%s" is below zero: a discount takes off, a line does not.', left(l.description, 100)) from lines l
     where l.kind = 'item' and l.net < 0
    union all
    select 4, format('At %s %% VAT the discounts are larger than the lines. Give each discount the VAT rate of its lines.', trim_scale(t.vat_rate))
      from taxes t where t.is_above and (t.base < 0 or t.vat < 0)
    union all
    select 4, format('At %s %% VAT a discount of %s is to be taken now: the lines that are left to invoice could not bear it.', trim_scale(o.vat_rate),
             private.money_words(l.at_least))
      from (select i.order_id, i.vat_rate, i.vat_treatment, -coalesce(sum(i.net) filter (where i.kind = 'discount'), 0) as discount
              from public.invoice_items i join public.invoices v on v.id = i.invoice_id
             where p_paper = 'invoice' and i.invoice_id = p_id and i.order_item_id is not null and v.kind not in ('deposit', 'proforma')
             group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where o.discount < l.at_least
    union all
    select 5, format('The VAT table says %s at %s %%, the lines say %s.', private.money_words(coalesce(t.base, 0)),
             trim_scale(coalesce(t.vat_rate, s.vat_rate)), private.money_words(coalesce(s.base, 0)))
      from sums s full join taxes t on t.vat_rate = s.vat_rate and t.vat_treatment = s.vat_treatment
     where t.base is distinct from s.base
    union all
    select 6, format('The VAT of %s at %s %% is %s, and not %s.', private.money_words(t.base), trim_scale(t.vat_rate),
             private.money_words(private.vat_of(t.base, t.vat_rate)), private.money_words(t.vat))
      from taxes t where abs(t.vat - private.vat_of(t.base, t.vat_rate)) > 0.01
    union all
    select 7, format('Net %s and VAT %s are not the sums of the VAT table.', private.money_words(p_net), private.money_words(p_vat))
     where (p_net, p_vat) <> (select coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0) from taxes t)
    union all
    -- Money that came in has its paper: a deposit is issued all the same.
    select 8, 'Under reverse charge an invoice names the VAT numbers of both. Enter the one that is missing: the client''s on the client''s card, yours in Settings, Company.'
      from paper p join public.contacts c on c.id = p.contact_id cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and '' in (coalesce(btrim(c.vat_number), ''), coalesce(btrim(s.vat_number), ''))
       and exists (select from taxes t where t.vat_treatment = 'reverse_charge')
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$$;

revoke execute on all routines in schema private from public;

comment on function private.is_bic(pg_catalog.text) is 'A bank identifier of ISO 9362: 8 or 11 signs. Agrees with bicProblem in src/shared/domain/money/iban.ts.';

comment on function private.is_email(pg_catalog.text) is 'Whether a text is one e-mail address, without a name. Agrees with isEmail in src/shared/domain/text/email.ts.';

comment on function private.is_iban(pg_catalog.text) is 'Upper case without blanks, as long as its country has it, and its check digits are right (ISO 13616, mod 97). Agrees with
ibanProblem in src/shared/domain/money/iban.ts.';

comment on function private.tell_people(pg_catalog.uuid[],pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'A notice to these people, but not to who caused it; a click on it opens the record of that kind (src/shared/domain/records/record-kind.ts).';

grant execute on routine private.money_words(p_amount numeric, p_currency text) to authenticated;

grant execute on routine private.money_words(p_amount numeric, p_currency text) to service_role;

comment on function private.money_words(numeric,pg_catalog.text) is 'An amount with its currency for a sentence, as the company writes numbers: €4,265.48.
Without a currency it is that of the company.';

reset check_function_bodies;
