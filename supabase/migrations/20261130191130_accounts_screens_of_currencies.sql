set check_function_bodies = off;

drop routine private.client_ageing(p_contact_id uuid);

drop routine private.client_balances(p_contact_id uuid);

drop routine private.free_money(p_contact_id uuid);

drop routine private.payment_activity(p_before bigint, p_limit integer);

drop routine public.client_ageing(p_contact_id uuid);

drop routine public.client_balances(p_contact_id uuid);

drop routine public.payment_activity(p_before bigint, p_limit integer);

create or replace function private.words_of_discount(p_reading jsonb, p_entry public.bank_entries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_late constant text := (select string_agg(part ->> 'number', ', ') from jsonb_array_elements(p_reading -> 'parts') as part where (part ->> 'is_late')::boolean);
begin
  return format('The amount is what is open less the cash discount of %s%s.', private.money_words((p_reading ->> 'discount')::numeric, p_entry.currency),
      case when p_reading ? 'uses_credit' then format(' and less %s of credit, which settles the rest',
        private.money_words((p_reading ->> 'uses_credit')::numeric, p_entry.currency)) else '' end)
    || case when v_late is null then '' else format(' That of %s ended before the money came.', v_late) end;
end $$;

create or replace function private.bank_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches jsonb;
  v_is_right boolean;
begin
  if p_entry.direction <> 'in' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;
  p_entry.party_iban := private.party_account(p_entry);
  select jsonb_agg(one || jsonb_build_object('currency', (own.entry).currency)) into v_matches
    from (select c.*, count(*) over () as heard, count(*) filter (where c.named <> '{}' or c.is_account) over () as known from private.bank_clients(p_entry) as c) as client,
         lateral (select private.entry_for(p_entry, client.contact_id) as entry) as own,
         jsonb_array_elements(case when (own.entry).amount is null then private.foreign_receipt(p_entry, to_jsonb(client))
           else private.client_matches(own.entry, to_jsonb(client), case when client.named <> '{}' then client.known else client.heard end = 1) end) as one;
  -- A number whose invoice has another amount, or is paid, says less than the payer with the exact amount.
  v_is_right := coalesce((select bool_or((one ->> 'fits_number')::boolean) from jsonb_array_elements(v_matches) as one), true);
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one) - 'score' - 'fits_number' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc,
                     (one ->> 'is_payer' is not null and not v_is_right) desc, (one ->> 'score')::integer desc, one ->> 'client_name', one ->> 'contact_id') as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
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
  elsif not coalesce(p_fee >= 0 and p_fee = trunc(p_fee, 2), false) or coalesce(p_payment.worth, p_payment.amount) + p_fee <> p_entry.amount then
    perform private.refuse('PT409', format('%s is over %s. With a fee of %s that is not the %s which the bank took.', p_payment.payment_number,
      private.money_words(coalesce(p_payment.worth, p_payment.amount)), coalesce(private.money_words(p_fee), '?'), private.money_words(p_entry.amount)));
  elsif p_entry.booked_on < p_payment.received_on then
    perform private.refuse('PT409', format('%s came in after this debit', p_payment.payment_number));
  end if;
end $$;

create or replace function private.take_cash_discount(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment constant public.payments := (select p from public.payments p where p.id = p_payment_id);
  v_day constant date := coalesce(v_payment.received_on, private.company_today());
  v_invoice public.invoices;
  v_most numeric;
  v_id uuid;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  v_most := private.cash_discount_of(v_invoice);
  if v_most is null then
    perform private.refuse('PT409', format('%s has no cash discount that is left', v_invoice.invoice_number));
  elsif not coalesce(p_amount > 0 and p_amount <= v_most and p_amount = v_invoice.balance, false) then
    perform private.refuse('PT409', format('With the cash discount of %s, %s of %s are to be paid', private.money_words(v_most, v_invoice.currency),
      private.money_words(v_invoice.paid + v_invoice.balance - v_most, v_invoice.currency), v_invoice.invoice_number));
  elsif private.is_late_for_discount(v_invoice, v_day) then
    perform private.must_say_yes('late_discount', format('The cash discount of %s ended on %s, and the payment came on %s. Give it anyway?',
      v_invoice.invoice_number, private.day_text(v_invoice.issue_date + v_invoice.cash_discount_days), private.day_text(v_day)));
  end if;
  insert into public.cash_discounts (invoice_id, payment_id, amount, given_on, created_by)
  values (p_invoice_id, p_payment_id, p_amount, private.first_open_day(greatest(v_day, v_invoice.issue_date)), auth.uid()) returning id into v_id;
  insert into public.cash_discount_vat (cash_discount_id, vat_rate, vat_treatment, base, vat)
  select v_id, s.vat_rate, s.vat_treatment, s.base, s.vat
    from private.split_gross((select jsonb_agg(to_jsonb(h)) from private.held_by_rate(p_invoice_id) as h), p_amount) as s;
  perform private.log_event('invoice', p_invoice_id, 'cash_discount', jsonb_strip_nulls(jsonb_build_object('amount', private.amount_text(p_amount), 'number', v_payment.payment_number)));
  perform private.refresh_invoice(p_invoice_id);
  return v_id;
end $$;

create or replace function private.guard_cash_discounted() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_left numeric;
begin
  select * into v_invoice from public.invoices where id = new.invoice_id for no key update;
  if v_invoice.cash_discounted > 0 then
    select coalesce(sum(h.base + h.vat), 0) into v_left from private.held_by_rate(new.invoice_id) as h;
    if new.net + new.vat > v_left or new.status = 'issued' and exists (
      select from public.credit_note_vat t left join private.held_by_rate(new.invoice_id) as h on h.vat_rate = t.vat_rate and h.vat_treatment = t.vat_treatment
       where t.credit_note_id = new.id and (t.base > coalesce(h.base, 0) or t.vat > coalesce(h.vat, 0)))
    then
      perform private.refuse('PT409', format('A cash discount of %s was given on %s: take that back first, or credit less',
        private.money_words(v_invoice.cash_discounted, v_invoice.currency), v_invoice.invoice_number));
    end if;
  end if;
  return new;
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
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.credit_number, private.money_words(v_row.open, v_row.currency)));
  end if;
  update public.credit_notes
     set allocated = v_allocated,
         status = case when v_allocated = v_row.gross then 'allocated' when v_allocated > 0 then 'part_allocated' else 'issued' end
   where id = p_credit_note_id;
end $$;

-- An electronic credit note says when its invoice was supplied: the schema of CII wants the delivery, and an empty one is refused.
create or replace function private.credit_note_document(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
      || private.tax_facts_of_paper('credit_note', n.id))
    || jsonb_build_object('kind', 'credit_note', 'language', private.language_of('credit_note', n.id), 'number', n.credit_number, 'status', n.status, 'issue_date', n.issue_date,
      'reason', n.reason, 'note', n.note, 'currency', n.currency, 'books', private.books_facts(n.currency, n.rate, n.worth) || jsonb_build_object('on', v.issue_date),
      'invoice_number', v.invoice_number, 'project_title', v.project_title,
      'supply_from', v.supply_from, 'supply_date', v.supply_date, 'receiver', private.receiver_facts(n.contact_id),
      'net', private.amount_text(n.net), 'vat', private.amount_text(n.vat), 'gross', private.amount_text(n.gross),
      'allocated', private.amount_text(n.allocated),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('by_amount', i.by_amount)
                 || case when of_rate.is_one then jsonb_build_object('net', of_rate.net::text, 'unit_price', of_rate.net::text) else '{}' end order by i.position)
          from public.credit_note_items i
          -- An amount is one line of the paper, whatever lines of the invoice it was taken from. Older notes name those lines.
         cross join lateral (
           select sum(s.net) as net, min(s.position) as position, i.by_amount and i.description like 'Credit at %' as is_one from public.credit_note_items s
            where s.credit_note_id = n.id and s.by_amount and s.description = i.description
              and s.vat_rate = i.vat_rate and s.vat_treatment = i.vat_treatment) as of_rate
         where i.credit_note_id = n.id and (not of_rate.is_one or i.position = of_rate.position)), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when n.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, n.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.credit_note_vat t where t.credit_note_id = n.id), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id
$$;

create or replace function private.credit_amounts(p_note_id uuid, p_invoice public.invoices, p_amounts jsonb, p_is_gross boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asked record;
  v_line record;
  v_left numeric;
  v_part numeric;
  v_words text;
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
      perform private.refuse('22023', private.with_tax('This invoice has no such {tax} rate'));
    end if;
    v_left := case when p_is_gross then v_asked.part_base else v_asked.amount end;
    v_words := (select left(format('Credit at %s %%: %s', trim_scale(v_asked.vat_rate), n.reason), 2000) from public.credit_notes n where n.id = p_note_id);
    if v_left > v_asked.base or p_is_gross and v_asked.amount > v_asked.base + v_asked.vat then
      perform private.refuse('PT409', private.with_tax(format('At %s %% {tax} only %s are left to credit of %s', trim_scale(v_asked.vat_rate),
        case when p_is_gross then private.money_words(greatest(v_asked.base + v_asked.vat, 0), p_invoice.currency) || ' with {tax}'
          else private.money_words(greatest(v_asked.base, 0), p_invoice.currency) || ' net' end, p_invoice.invoice_number))
        || private.deducted_words(p_invoice.id, v_asked.vat_rate, v_asked.vat_treatment));
    end if;
    for v_line in
      select (l.item).id, (l.item).net - l.credited_net as open
        from private.creditable_lines(p_invoice.id) as l
       where (l.item).kind = 'item' and (l.item).net - l.credited_net > 0
         and (l.item).vat_rate = v_asked.vat_rate and (l.item).vat_treatment = v_asked.vat_treatment
       order by (l.item).position
    loop
      exit when v_left <= 0;
      v_part := least(v_left, v_line.open);
      insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, by_amount)
      values (p_note_id, v_line.id, private.line_key(v_number), 'item', v_words, null, 1, null,
        v_part, 0, v_asked.vat_rate, v_asked.vat_treatment, v_part, true);
      v_number := v_number + 1;
      v_left := v_left - v_part;
    end loop;
    if v_left > 0 then
      perform private.refuse('PT409', private.with_tax(format('The lines at %s %% {tax} have less left to credit: please credit quantities of lines',
        trim_scale(v_asked.vat_rate))));
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
    -- More than the invoice holds at this rate is what its deposits covered.
    if v_rate.base > v_rate.left_base then
      v_taken := private.take_along(p_note_id, p_invoice.id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base - v_rate.left_base, p_lines);
      if (v_taken ->> 'over')::numeric > 0 then
        perform private.refuse('PT409', private.with_tax(format('At %s %% {tax} only %s net are left to credit of %s', trim_scale(v_rate.vat_rate),
          private.money_words(greatest(v_rate.left_base, 0), p_invoice.currency), p_invoice.invoice_number))
          || private.deducted_words(p_invoice.id, v_rate.vat_rate, v_rate.vat_treatment));
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
        where n.invoice_id = p_invoice.id and n.id <> p_note_id and n.status <> 'void'), p_invoice.currency), p_invoice.invoice_number));
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
    select i.*, part.base as part, part.vat as part_vat, t.base - coalesce(before.base, 0) as left_base, held.base as held_base, held.vat as held_vat
      from jsonb_to_recordset(p_parts) as part (item uuid, rate numeric, treatment text, base numeric, vat numeric)
      join public.invoice_items i on i.invoice_id = p_invoice_id and i.vat_rate = part.rate and i.vat_treatment = part.treatment and i.kind = 'item'
      join public.invoice_vat t on t.invoice_id = p_invoice_id and t.vat_rate = part.rate and t.vat_treatment = part.treatment
      left join lateral (
        select sum(b.base) as base, sum(b.vat) as vat from public.credit_note_vat b join public.credit_notes n on n.id = b.credit_note_id
         where n.invoice_id = p_invoice_id and n.status <> 'void' and b.vat_rate = part.rate and b.vat_treatment = part.treatment) as before on true
      -- What the deduction held before the note p_with, which takes this part of it back.
      left join lateral (
        select -x.net - coalesce(back.base, 0) as base, -x.vat - coalesce(back.vat, 0) as vat
          from public.invoice_items x
          left join lateral (
            select sum(b.base) as base, sum(b.vat) as vat from public.credit_note_vat b
              join public.credit_notes n on n.id = b.credit_note_id join public.credit_notes w on w.id = n.with_note_id
             where n.invoice_id = p_invoice_id and n.status <> 'void' and w.invoice_id = x.invoice_id
               and b.vat_rate = part.rate and b.vat_treatment = part.treatment) as back on true
         where x.id = part.item) as held on true
     order by i.position
  loop
    if v_part.part > v_part.left_base then
      perform private.refuse('PT409', private.with_tax(format('Of the deposit %s only %s net are left to credit at %s %% {tax}', v_invoice.invoice_number,
        private.money_words(v_part.left_base, v_invoice.currency), trim_scale(v_part.vat_rate))));
    end if;
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
      discount_pct, vat_rate, vat_treatment, net)
    values (v_id, v_part.id, private.line_key(v_number), 'item', v_part.description, v_part.details, 1, v_part.unit, v_part.part, 0, v_part.vat_rate,
      v_part.vat_treatment, v_part.part);
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (v_id, v_part.vat_rate, v_part.vat_treatment, v_part.part,
      coalesce(v_part.part_vat, private.vat_of_part(v_part.part, v_part.vat_rate, v_part.held_base, v_part.held_vat)));
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
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = p_invoice_id and v.taxed_when_paid) for no key update;
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
    perform private.refuse('PT409', format('Only %s can be allocated', private.money_words(least(v_note.open, v_invoice.balance), v_invoice.currency)));
  end if;
  perform private.settle_by_credit(p_credit_note_id, p_invoice_id, p_amount);
end $$;

create or replace function private.refuse_lost_deposits(p_invoice public.invoices) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lost record;
begin
  select o.order_number, l.invoice_number, private.completes_order(p_invoice.id, o.id) as is_last, d.balance into v_lost
    from public.orders o
   cross join lateral private.deposits_left(o.id) as l
    join public.invoices d on d.id = l.invoice_id
   where o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = p_invoice.id)
     and (l.invoice_id = any (p_invoice.skipped_deposits) or d.balance > 0) and l.base > 0
     and (private.completes_order(p_invoice.id, o.id) or exists (
       select from private.order_rest(o.id, true) as r
        where r.vat_rate = l.vat_rate and r.vat_treatment = l.vat_treatment and r.base < 0))
   limit 1;
  if v_lost.balance > 0 then
    perform private.refuse('PT409', format('%s of the deposit invoice %s are not paid, and %s. Please wait for the money, or credit what is open of %s first',
      private.money_words(v_lost.balance, p_invoice.currency), v_lost.invoice_number, format(case when v_lost.is_last then 'this is the last invoice of %s'
        else 'too little of %s would be left for it' end, v_lost.order_number), v_lost.invoice_number));
  elsif v_lost.invoice_number is not null then
    perform private.refuse('PT409', format(case when v_lost.is_last
        then 'This is the last invoice of %s: please deduct its deposit %s, or credit that first'
        else 'Too little of %s would be left for its deposit %s: please deduct it here, or credit it first' end,
      v_lost.order_number, v_lost.invoice_number));
  end if;
end $$;

create or replace function private.pay_deposit_from_credit(p_uuid uuid, p_amount numeric default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_locked record;
  v_due numeric;
  v_credit numeric;
  v_most numeric;
begin
  select * into v_order from public.orders where id = private.order_by_link(p_uuid) for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  v_locked := private.lock_credit(v_order.contact_id);
  v_due := case when v_order.status in ('cancelled', 'on_hold') then 0 else greatest(least(v_order.deposit_amount - v_order.deposit_paid,
    private.deposit_possible(v_order.id) + private.deposit_asked(v_order.id)), 0) end;
  v_credit := private.credit_for_deposit(v_order.contact_id);
  v_most := coalesce(p_amount, least(v_due, v_credit));
  if v_due <= 0 then
    perform private.refuse('PT409', 'There is nothing left to pay');
  elsif v_credit <= 0 or p_amount > v_credit then
    perform private.refuse('PT409', format('Only %s of credit are left', private.money_words(v_credit, v_order.currency)));
  elsif p_amount > v_due then
    perform private.refuse('PT409', format('Of %s only %s are open', v_order.order_number, private.money_words(v_due, v_order.currency)));
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), true) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  v_most := case when (select c.tax_kind = 'sales_tax' from public.company_settings c) then private.keep_from_credit(v_order.id, v_locked.payments, v_most)
    else private.bill_from_credit(v_order, v_locked.notes, v_locked.payments, v_most) end;
  return jsonb_build_object('used', private.amount_text(v_most), 'left', private.amount_text(v_due - v_most),
    'credit', private.amount_text(private.credit_for_deposit(v_order.contact_id)));
end $$;

create or replace function private.refuse_deducted(p_note public.credit_notes) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_over record;
begin
  if p_note.with_note_id is not null or not exists (select from public.invoices where id = p_note.invoice_id and kind = 'deposit') then
    return;
  end if;
  select v.invoice_number, r.vat_rate, r.vat_treatment, r.base into v_over
    from private.creditable_rates(p_note.invoice_id, p_note.id) as r
    join public.credit_note_vat c on c.credit_note_id = p_note.id and c.vat_rate = r.vat_rate and c.vat_treatment = r.vat_treatment
    join public.invoices v on v.id = p_note.invoice_id
   where c.base > r.base or c.base + c.vat > r.base + r.vat order by r.vat_rate, r.vat_treatment limit 1;
  if found then
    perform private.refuse('PT409', private.with_tax(format('At %s %% {tax} only %s net are left to credit of %s', trim_scale(v_over.vat_rate),
      private.money_words(greatest(v_over.base, 0), p_note.currency), v_over.invoice_number))
      || private.deducted_words(p_note.invoice_id, v_over.vat_rate, v_over.vat_treatment));
  end if;
end $$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'taxed_when_paid', v.taxed_when_paid, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_from', v.supply_from, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'books', private.books_facts(v.currency, v.rate, v.worth) || jsonb_build_object('on', v.issue_date),
      'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'cash_discounted', private.amount_text(v.cash_discounted),
      'deposit', private.amount_text(private.deposit_received(v.id)), 'cash_discount', private.cash_discount_facts(v),
      'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text,
                   'deducts', (select d.invoice_number from public.invoices d where d.id = i.deducts_invoice_id)) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when v.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, v.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.refresh_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_paid numeric;
  v_credited numeric;
  v_written_off numeric;
  v_discounted numeric;
  v_status text;
begin
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null or v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(a.amount), 0) into v_paid from public.payment_allocations a where a.invoice_id = p_invoice_id;
  v_written_off := private.written_off(p_invoice_id);
  v_discounted := private.cash_discounted(p_invoice_id);
  select v_written_off + v_discounted + coalesce(sum(a.amount), 0) into v_credited from public.credit_allocations a where a.invoice_id = p_invoice_id;
  if v_paid + v_credited > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number,
      private.money_words(v_row.gross - v_row.paid - v_row.credited, v_row.currency)));
  end if;
  v_status := case
    when v_row.gross = 0 and private.is_credited_whole(p_invoice_id) then 'credited'
    when v_paid + v_credited = v_row.gross then case when v_credited > 0 and v_paid = 0 then 'credited' else 'paid' end
    when v_paid + v_credited > 0 then 'partly_paid' else 'issued' end;
  update public.invoices set paid = v_paid, credited = v_credited, written_off = v_written_off, cash_discounted = v_discounted, status = v_status
   where id = p_invoice_id
     and (paid, credited, written_off, cash_discounted, status) is distinct from (v_paid, v_credited, v_written_off, v_discounted, v_status);
  if v_row.taxed_when_paid then
    perform private.tax_deposit(p_invoice_id, private.company_today());
  end if;
  if v_status <> v_row.status and v_status in ('paid', 'credited') then
    perform private.cancel_mails('invoice', p_invoice_id);
    if v_status = 'paid' then
      perform private.log_event('invoice', p_invoice_id, case when v_written_off > 0 then 'settled' else 'paid' end);
    end if;
  elsif v_row.status in ('paid', 'credited') and v_status in ('issued', 'partly_paid') then
    perform private.wake_reminders('invoice', p_invoice_id);
  end if;
end $$;

create or replace function private.invoice_totals(
  p_on date, p_status text default null, p_contact_id uuid default null, p_overdue boolean default false, p_text text default null,
  p_asked boolean default false, p_network text default null)
returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select jsonb_build_object('gross', private.amount_text(coalesce(sum(coalesce(v.worth, v.gross)) filter (where v.status <> 'draft'), 0)),
        'drafts', private.amount_text(coalesce(sum(private.worth(v.gross, v.rate)) filter (where v.status = 'draft'), 0)),
        'balance', private.amount_text(coalesce(sum(private.worth_of_open(v.balance, v.gross, v.worth)) filter (where v.status not in ('draft', 'void')), 0)),
        'overdue', private.amount_text(coalesce(sum(private.worth_of_open(v.balance, v.gross, v.worth)) filter (where v.status not in ('draft', 'void') and v.due_date < p_on), 0)))
      from public.invoices v
     where v.status <> 'void' and v.kind <> 'proforma'
       and (p_status is null or v.state = p_status) and (p_contact_id is null or v.contact_id = p_contact_id)
       and (p_network is null or v.network_status = p_network)
       and (not coalesce(p_overdue, false) or (v.status in ('issued', 'partly_paid') and v.balance > 0 and v.due_date < p_on))
       and (coalesce(btrim(p_text), '') = '' or v.id = any (array(select private.records_named('invoice', p_text, 2000))))
       and (not coalesce(p_asked, false)
            or v.id = any (array(select q.record_id from private.open_questions() as q where q.kind = 'invoice'))));
end $$;

create or replace function private.worth_of_open(p_open numeric, p_whole numeric, p_worth numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select case when p_worth is null then p_open else p_worth - private.share_of_worth(p_whole - p_open, p_whole, p_worth) end
$$;

create or replace function private.free_money(p_contact_id uuid) returns table(contact_id uuid, open numeric, books_open numeric)
  language sql stable set search_path = ''
as $$
  select money.contact_id, sum(money.open), sum(money.books_open)
    from (select p.contact_id, case p.direction when 'in' then p.open else p.refunded - p.amount end as open,
                 case p.direction when 'in' then private.worth_of_open(p.open, p.amount, p.worth) else p.refunded - p.amount end as books_open from public.payments p
           where p.status in ('succeeded', 'part_refunded', 'refunded')
          union all
          select n.contact_id, n.open, private.worth_of_open(n.open, n.gross, n.worth) from public.credit_notes n where n.status not in ('draft', 'void')) as money
   where p_contact_id is null or money.contact_id = p_contact_id
   group by money.contact_id
$$;

create or replace function private.client_balances(p_contact_id uuid default null) returns table(contact_id uuid, balance numeric, overdue numeric, credit numeric, oldest_due date, open_invoices bigint, currency text, books_balance numeric)
  language sql stable security definer set search_path = ''
as $$
  with today as materialized (
    select private.company_today() as day
  ), owed as (
    select v.contact_id, sum(v.balance) as open, coalesce(sum(v.balance) filter (where v.due_date < today.day), 0.00) as overdue,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices,
           sum(private.worth_of_open(v.balance, v.gross, v.worth)) as books
      from today, public.invoices v
     where v.status not in ('draft', 'void') and v.kind <> 'proforma' and (p_contact_id is null or v.contact_id = p_contact_id)
     group by v.contact_id
  ), free as (
    select m.contact_id, m.open, m.books_open from private.free_money(p_contact_id) as m
  )
  select coalesce(o.contact_id, f.contact_id), coalesce(o.open, 0.00) - coalesce(f.open, 0.00), coalesce(o.overdue, 0.00), coalesce(f.open, 0.00),
         o.oldest_due, coalesce(o.invoices, 0), private.currency_of(coalesce(o.contact_id, f.contact_id)), coalesce(o.books, 0.00) - coalesce(f.books_open, 0.00)
    from owed o full join free f on f.contact_id = o.contact_id
   where private.is_server() or private.can('statements', 'view') or coalesce(o.contact_id, f.contact_id) in (select private.my_contact_ids())
$$;

-- What each client owes, by age: the day of the company is one value of the whole answer.
create or replace function private.client_ageing(p_contact_id uuid default null) returns table(id uuid, client_name text, contact_type text, balance numeric, overdue numeric, credit numeric, not_due numeric, days_30 numeric, days_60 numeric, days_90 numeric, older numeric, oldest_due date, open_invoices bigint, currency text, books_balance numeric)
  language sql stable security definer set search_path = ''
as $$
  with today as materialized (
    select private.company_today() as day
  ), owed as (
    select v.contact_id, sum(v.balance) as open,
           coalesce(sum(v.balance) filter (where late <= 0), 0.00) as not_due,
           coalesce(sum(v.balance) filter (where late between 1 and 30), 0.00) as days_30,
           coalesce(sum(v.balance) filter (where late between 31 and 60), 0.00) as days_60,
           coalesce(sum(v.balance) filter (where late between 61 and 90), 0.00) as days_90,
           coalesce(sum(v.balance) filter (where late > 90), 0.00) as older,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices,
           sum(private.worth_of_open(v.balance, v.gross, v.worth)) as books
      from today, public.invoices v,
           lateral (select today.day - coalesce(v.due_date, v.issue_date) as late) as days
     where v.status not in ('draft', 'void') and v.kind <> 'proforma' and (p_contact_id is null or v.contact_id = p_contact_id)
     group by v.contact_id
  ), free as (
    select m.contact_id, m.open, m.books_open from private.free_money(p_contact_id) as m
  )
  select c.id, private.client_label(c), c.type::text, coalesce(o.open, 0.00) - coalesce(f.open, 0.00),
         coalesce(o.open - o.not_due, 0.00), coalesce(f.open, 0.00), coalesce(o.not_due, 0.00), coalesce(o.days_30, 0.00),
         coalesce(o.days_60, 0.00), coalesce(o.days_90, 0.00), coalesce(o.older, 0.00), o.oldest_due, coalesce(o.invoices, 0), coalesce(c.currency, (select private.books_currency())),
         coalesce(o.books, 0.00) - coalesce(f.books_open, 0.00)
    from owed o full join free f on f.contact_id = o.contact_id
    join public.contacts c on c.id = coalesce(o.contact_id, f.contact_id)
   where (private.is_server() or private.can('statements', 'view')) and (coalesce(o.open, 0) <> 0 or coalesce(f.open, 0) <> 0)
$$;

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
    select * into v_order from public.orders where id = private.order_by_link(p_uuid) for no key update;
    select * into v_invoice from public.invoices where public_uuid = p_uuid for no key update;
  end if;
  if v_invoice.id is not null then
    v_amount := coalesce(p_amount, v_invoice.balance);
  elsif v_order.id is not null then
    v_amount := least(private.deposit_possible(v_order.id) + private.deposit_asked(v_order.id),
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
    perform private.refuse('22023', format('The least that can be paid is %s', private.money_words(least(1, v_invoice.balance), v_invoice.currency)));
  elsif v_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of this invoice only %s are open', private.money_words(v_invoice.balance, v_invoice.currency)));
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
  if v_allocated + v_row.refunded + v_row.kept > v_row.amount then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.payment_number, private.money_words(v_row.open, v_row.currency)));
  end if;
  update public.payments set allocated = v_allocated where id = p_payment_id and allocated is distinct from v_allocated;
end $$;

create or replace function private.allocate(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_invoice public.invoices;
  v_on date := private.company_today();
begin
  -- A draft is locked before its order, which the caller may hold: it is refused before anybody waits for it.
  if exists (select from public.invoices where id = p_invoice_id and status in ('draft', 'void')) then
    perform private.refuse('PT409', 'Only issued invoices are paid');
  end if;
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = p_invoice_id and v.taxed_when_paid) for no key update;
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_payment.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_payment.direction <> 'in' or v_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', 'This payment is not money that invoices are paid with');
  elsif v_payment.contact_id <> v_invoice.contact_id then
    perform private.refuse('22023', 'The payment and the invoice are of different clients');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.money_words(v_invoice.balance, v_invoice.currency)));
  elsif p_amount > private.payment_free(p_payment_id) then
    perform private.refuse('PT409', format('Of this payment only %s are left', private.money_words(private.payment_free(p_payment_id), v_payment.currency)));
  end if;
  if v_invoice.taxed_when_paid then
    v_on := private.day_of_prepayment(v_payment, v_invoice);
  end if;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, p_invoice_id, p_amount, v_on, auth.uid());
  perform private.refresh_payment(p_payment_id);
  if v_invoice.taxed_when_paid then
    perform private.deposit_came(v_invoice, p_amount, v_on, v_payment.request_id);
  end if;
  perform private.refresh_invoice(p_invoice_id);
end $$;

create or replace function private.payment_activity(p_before bigint default null, p_limit integer default 50)
returns table (
  id bigint, at timestamptz, kind text, record_id uuid, type text, actor_name text, number text, amount text, contact_id uuid,
  client_name text, currency text)
  language sql stable security definer set search_path = ''
as $$
  select e.id, e.at, e.kind, e.record_id, e.type, e.actor_name,
         coalesce(p.payment_number, v.invoice_number, n.credit_number, s.statement_number,
           case when r.id is not null then private.get_payment_request(r.id) ->> 'document_number' end),
         coalesce(e.meta ->> 'amount', private.amount_text(coalesce(v.gross, n.gross, s.closing))),
         c.id, private.client_label(c), coalesce(p.currency, v.currency, n.currency, s.currency, r.currency)
    from public.document_events e
    left join public.payments p on e.kind = 'payment' and p.id = e.record_id
    left join public.invoices v on e.kind = 'invoice' and v.id = e.record_id
    left join public.credit_notes n on e.kind = 'credit_note' and n.id = e.record_id
    left join public.statements s on e.kind = 'statement' and s.id = e.record_id
    left join public.payment_requests r on e.kind = 'payment_request' and r.id = e.record_id
    join public.contacts c on c.id = coalesce(p.contact_id, v.contact_id, n.contact_id, s.contact_id, r.contact_id)
   where e.kind = any ((select private.my_document_kinds())::text[]) and private.is_staff()
     and (e.kind = 'payment' and e.type in ('received', 'refunded', 'taken_back')
       or e.kind = 'payment_request' and e.type in ('transfer_told', 'transfer_withdrawn')
       or e.kind in ('invoice', 'credit_note', 'statement') and e.type in ('issued', 'sent', 'viewed', 'written_off', 'credit_used'))
     and (p_before is null or e.id < p_before)
   order by e.id desc
   limit least(greatest(p_limit, 1), 200)
$$;

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
    perform private.refuse('PT409', format('Only %s is unused credit and can be refunded', private.money_words(private.payment_free(p_payment.id), p_payment.currency)));
  end if;
end $$;

create or replace function private.use_credit(p_uuid uuid, p_amount numeric default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_locked record;
  v_credit numeric;
  v_discount numeric;
  v_used numeric;
begin
  select * into v_invoice from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  perform private.lock_asked_orders(v_invoice.contact_id);
  v_locked := private.lock_credit(v_invoice.contact_id);
  select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
  v_credit := private.client_credit(v_invoice.contact_id);
  v_discount := private.cash_discount_today(v_invoice);
  if p_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.money_words(v_invoice.balance, v_invoice.currency)));
  elsif p_amount > v_credit then
    perform private.refuse('PT409', format('Only %s of credit are left', private.money_words(v_credit, v_invoice.currency)));
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), true) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  v_used := private.settle_from_credit(v_invoice.id, v_locked.notes, v_locked.payments,
    coalesce(p_amount, least(v_invoice.balance - v_discount, v_credit)));
  if v_used > 0 then
    perform private.log_event('invoice', v_invoice.id, 'credit_used', jsonb_build_object('amount', private.amount_text(v_used)));
  end if;
  v_discount := case when v_discount > 0 and v_used = v_invoice.balance - v_discount then v_discount else 0 end;
  if v_discount > 0 then
    perform private.take_cash_discount(null, v_invoice.id, v_discount);
  end if;
  return jsonb_build_object('used', private.amount_text(v_used), 'discount', private.amount_text(v_discount),
    'balance', private.amount_text(v_invoice.balance - v_used - v_discount),
    'credit', private.amount_text(private.client_credit(v_invoice.contact_id)));
end $$;

create or replace function private.state_payment_worth(p_id uuid, p_worth numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
begin
  perform private.must('payments', 'edit', 'correct what a payment brought in');
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif v_row.worth is null then
    perform private.refuse('PT409', format('%s is in the currency of the books: what came in is its amount', v_row.payment_number));
  elsif not coalesce(p_worth > 0 and p_worth < 1000000000 and p_worth = trunc(p_worth, 2), false) then
    perform private.refuse('22023', 'Please enter what came in as an amount above zero with two decimals');
  elsif p_worth = v_row.worth then
    return;
  elsif exists (select from public.bank_entries e where e.payment_id = p_id) then
    perform private.refuse('PT409', format('The bank says what %s brought in: it stays as the bank says', v_row.payment_number));
  end if;
  perform private.refuse_closed_day(v_row.received_on);
  update public.payments set worth = p_worth where id = p_id;
  perform private.log_event('payment', p_id, 'worth_stated', jsonb_build_object('number', v_row.payment_number, 'words',
    format('%s instead of %s', private.money_words(p_worth, private.books_currency()), private.money_words(v_row.worth, private.books_currency()))));
end $$;

create or replace function private.exchange_of_payment(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row public.payments;
begin
  perform private.must('payments', 'view', 'see payments');
  select * into v_row from public.payments where id = p_id;
  if v_row.worth is null then
    return null;
  end if;
  return jsonb_build_object('currency', private.books_currency(), 'worth', private.amount_text(v_row.worth),
    'is_of_bank', exists (select from public.bank_entries e where e.payment_id = p_id),
    'invoices', coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'number', v.invoice_number, 'amount', private.amount_text(s.amount),
               'exchange', private.amount_text(s.exchange)) order by v.issue_date, v.invoice_number)
        from (select a.invoice_id, sum(a.amount) as amount, coalesce(sum(x.amount), 0) as exchange
                from public.payment_allocations a
                left join private.exchange_of_clients(v_row.received_on, private.company_today()) as x on x.id = a.id
               where a.payment_id = p_id group by 1) as s
        join public.invoices v on v.id = s.invoice_id), '[]'));
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
  if p_credit_note_id is null and v_left > 0 then
    perform private.free_kept(null, p_payment_id, v_left);
  elsif v_left > 0 then
    perform private.refuse('PT409', format('Only %s of this credit note can go back with this payment', private.money_words(p_amount - v_left,
      (select p.currency from public.payments p where p.id = p_payment_id))));
  end if;
  select * into v_payment from public.payments where id = p_payment_id;
  return v_payment;
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
  elsif v_row.kind = 'deposit' then
    perform private.refuse('PT409', 'A deposit that nobody pays is credited: nothing was sold yet');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  select n.credit_number, n.open into v_note from public.credit_notes n
   where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void') and n.open > 0 order by n.credit_number limit 1;
  if found then
    perform private.refuse('PT409', format('%s credits %s and has %s left: settle the invoice with it first',
      v_note.credit_number, v_row.invoice_number, private.money_words(v_note.open, v_row.currency)));
  end if;
  v_amount := coalesce(p_amount, v_row.balance);
  if not coalesce(v_amount > 0 and v_amount = trunc(v_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif v_amount > v_row.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number, private.money_words(v_row.balance, v_row.currency)));
  end if;
  insert into public.write_offs (id, invoice_id, amount, reason, written_off_on, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_amount, btrim(p_reason), private.company_today(), auth.uid()) returning id into v_id;
  perform private.log_event('invoice', p_invoice_id, 'written_off',
    jsonb_build_object('amount', private.amount_text(v_amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(p_invoice_id);
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
        private.money_words(v_written_off, v_invoice.currency), v_invoice.invoice_number,
        private.money_words(greatest(v_invoice.gross - v_written_off - v_credited, 0), v_invoice.currency)));
    end if;
  end if;
  return new;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.client_balances(uuid)');

call private.offer('private.client_ageing(uuid)');

call private.offer('private.payment_activity(bigint, integer)');

call private.offer('private.state_payment_worth(uuid, numeric)');

call private.offer('private.exchange_of_payment(uuid)');

comment on function private.bank_suggestions(pg_catalog.uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount, discount}], credit, currency of these amounts, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, is_early, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back; account: a rule proposes it. doubts: why none is sure, in sentences. Amounts are text.';

comment on function private.invoice_totals(pg_catalog.date,pg_catalog.text,pg_catalog.uuid,boolean,pg_catalog.text,boolean,pg_catalog.text) is 'Sums over the list of invoices with these filters, in the currency of the books: gross, balance and overdue (due before p_on) of the issued ones, drafts: gross of those that are not.
p_status: their state, p_network: that in the network. p_asked: those with a question that nobody answered. Void and pro forma ones do not count. Amounts are text.';

comment on function public.bank_suggestions(pg_catalog.uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount, discount}], credit, currency of these amounts, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, is_early, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back; account: a rule proposes it. doubts: why none is sure, in sentences. Amounts are text.';

comment on function public.invoice_totals(pg_catalog.date,pg_catalog.text,pg_catalog.uuid,boolean,pg_catalog.text,boolean,pg_catalog.text) is 'Sums over the list of invoices with these filters, in the currency of the books: gross, balance and overdue (due before p_on) of the issued ones, drafts: gross of those that are not.
p_status: their state, p_network: that in the network. p_asked: those with a question that nobody answered. Void and pro forma ones do not count. Amounts are text.';

comment on function private.client_ageing(pg_catalog.uuid) is 'Clients who owe something or have credit, today, each in its own currency: balance (open invoices less unallocated credit), and the open invoices by
age: not due, 1–30, 31–60, 61–90 and more days past due. balance = Σ age − credit.
books_balance: the balance in the currency of the books.';

comment on function private.client_balances(pg_catalog.uuid) is 'What each client owes now, in its own currency: open invoices less unallocated credit; what of it is overdue; the credit; the oldest due day. books_balance: the balance
in the currency of the books, in which balances of several clients are added up.';

comment on function private.exchange_of_payment(pg_catalog.uuid) is 'Of a payment in another currency: what it brought in, whether the bank says so, and by invoice what it settles, in the currency of the payment, and the exchange
difference in that of the books, above zero for a gain. Null of other payments. Amounts are text.';

comment on function private.free_money(pg_catalog.uuid) is 'The money of each client, or of one, that settles no invoice yet: open payments and open credit notes, less what was paid out to them. In the currency of the client,
and in that of the books.';

comment on function private.payment_activity(bigint,integer) is 'Payments, refunds, transfers that clients announced, and invoices, credit notes and statements that were issued, sent and opened by
clients; newest first, of the kinds that the caller may view. An announced transfer has the number of what it is for. p_before: the id of the last event of the page before.';

comment on function private.state_payment_worth(pg_catalog.uuid,numeric) is 'Corrects what a payment in another currency brought in, in the currency of the books, while its day is open. Of a payment with an entry of the bank, the bank says it.';

comment on function private.worth_of_open(numeric,numeric,numeric) is 'What is open of a paper or payment in the books: its worth less that of what was settled, as the list of open items has it. Null of p_worth: it is in their currency.';

comment on function public.client_ageing(pg_catalog.uuid) is 'Clients who owe something or have credit, today, each in its own currency: balance (open invoices less unallocated credit), and the open invoices by
age: not due, 1–30, 31–60, 61–90 and more days past due. balance = Σ age − credit.
books_balance: the balance in the currency of the books.';

comment on function public.client_balances(pg_catalog.uuid) is 'What each client owes now, in its own currency: open invoices less unallocated credit; what of it is overdue; the credit; the oldest due day. books_balance: the balance
in the currency of the books, in which balances of several clients are added up.';

comment on function public.exchange_of_payment(pg_catalog.uuid) is 'Of a payment in another currency: what it brought in, whether the bank says so, and by invoice what it settles, in the currency of the payment, and the exchange
difference in that of the books, above zero for a gain. Null of other payments. Amounts are text.';

comment on function public.payment_activity(bigint,integer) is 'Payments, refunds, transfers that clients announced, and invoices, credit notes and statements that were issued, sent and opened by
clients; newest first, of the kinds that the caller may view. An announced transfer has the number of what it is for. p_before: the id of the last event of the page before.';

comment on function public.state_payment_worth(pg_catalog.uuid,numeric) is 'Corrects what a payment in another currency brought in, in the currency of the books, while its day is open. Of a payment with an entry of the bank, the bank says it.';

reset check_function_bodies;
