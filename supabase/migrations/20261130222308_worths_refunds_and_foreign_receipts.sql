set check_function_bodies = off;

drop trigger append_only on public.payment_refunds;

drop trigger zz_guard_closed on public.payment_refunds;

drop routine private.confirm_bank_entry(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_order_id uuid, p_payment_id uuid, p_worth numeric);

drop routine public.confirm_bank_entry(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_order_id uuid, p_payment_id uuid, p_worth numeric);

create or replace function private.must_be_amount(p_amount numeric, p_what text default 'an amount') returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not coalesce(p_amount > 0 and p_amount < 1000000000 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', format('Please enter %s above zero with two decimals', p_what));
  end if;
end $$;

create or replace function private.foreign_receipt(p_entry public.bank_entries, p_client jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  select p.* into v_payment from public.payments p
   where p.contact_id = (p_client ->> 'contact_id')::uuid and p.direction = 'in' and p.method in ('bank', 'other') and p.worth = p_entry.amount
     and p.status = 'succeeded' and abs(p.received_on - p_entry.booked_on) <= 10
     and not exists (select from public.bank_entries e where e.payment_id = p.id)
   order by abs(p.received_on - p_entry.booked_on), p.payment_number limit 1;
  return case when v_payment.id is null then private.foreign_papers(p_entry, p_client)
    else jsonb_build_array(jsonb_build_object('contact_id', v_payment.contact_id, 'client_name', p_client ->> 'client_name',
    'payment_id', v_payment.id, 'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', 60, 'is_sure', false,
    'reasons', jsonb_build_array(format('%s of %s was recorded by hand on %s, and is worth this amount.', v_payment.payment_number,
      private.money_words(v_payment.amount, v_payment.currency), private.day_in_words(v_payment.received_on))))) end;
end $$;

create or replace function private.foreign_papers(p_entry public.bank_entries, p_client jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_client ->> 'contact_id')::uuid;
  v_currency constant text := private.currency_of(v_contact_id);
begin
  return (
  with owed as (
    select v.id, v.invoice_number, v.balance, v.due_date, p_client -> 'named' ? v.invoice_number as is_named
      from public.invoices v where v.contact_id = v_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
  ), sets as (
    -- Those that the text names, else one whose open amount is worth about what came in.
    select coalesce(jsonb_agg(o.id), '[]') as ids, coalesce(sum(o.balance), 0) as amount, true as is_named, 0 as far, null::date as due from owed o where o.is_named
    union all
    select jsonb_build_array(o.id), o.balance, false, abs(private.worth(o.balance, private.rate_on(v_currency, p_entry.booked_on)) - p_entry.amount), o.due_date
      from owed o where private.day_of_rate(v_currency, p_entry.booked_on) is not null and not exists (select from owed n where n.is_named)
        and private.doubt_of_worth(v_currency, o.balance, p_entry.booked_on, p_entry.amount) is null
  ), best as (
    select s.* from sets s where s.amount > 0 order by s.is_named desc, s.far, s.due, s.ids::text limit 1
  )
  select coalesce(jsonb_agg(jsonb_build_object('contact_id', v_contact_id, 'client_name', p_client ->> 'client_name', 'own_amount', private.amount_text(b.amount),
      'parts', (select jsonb_agg(jsonb_build_object('invoice_id', o.id, 'number', o.invoice_number, 'balance', private.amount_text(o.balance),
        'amount', private.amount_text(o.balance)) order by o.due_date, o.invoice_number) from owed o where b.ids ? o.id::text),
      'credit', '0.00', 'is_sure', false,
      'score', 130 * b.is_named::integer + 30 * (p_client ->> 'is_account')::boolean::integer + 10 * (p_client ->> 'is_alike')::boolean::integer,
      'reasons', to_jsonb(array_remove(array[
        case when b.is_named then format('The text names %s.', (select string_agg(o.invoice_number, ', ' order by o.invoice_number) from owed o where o.is_named)) end,
        case when (p_client ->> 'is_account')::boolean then 'It came from a bank account of this client.' end,
        case when (p_client ->> 'is_alike')::boolean then format('The payer is called %s.', p_entry.party_name) end,
        format('The bank says only that %s came in: %s are open. Change the amount where the client paid another one.', private.money_words(p_entry.amount, p_entry.currency),
          private.money_words(b.amount, v_currency)),
        private.doubt_of_worth(v_currency, b.amount, p_entry.booked_on, p_entry.amount)], null)))), '[]')
    from best b
  );
end $$;

create or replace function private.entry_in_books(p_entry public.bank_entries, p_worth numeric) returns public.bank_entries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := (select s.currency from public.company_settings s);
  v_day constant date := private.day_in_books(p_entry.booked_on);
begin
  if v_day <> p_entry.booked_on then
    p_entry.remittance := left(concat_ws(' · ', format('booked by the bank on %s', private.day_text(p_entry.booked_on)), p_entry.remittance), 1000);
    p_entry.booked_on := v_day;
  end if;
  if p_entry.currency = v_currency then
    if p_worth <> p_entry.amount then
      perform private.refuse('22023', format('This entry is in %s: its amount is what it is worth', v_currency));
    end if;
    return p_entry;
  elsif p_worth is null then
    perform private.refuse('PT409', format('This entry is in %s. Please say what it is worth in %s.', p_entry.currency, v_currency));
  elsif p_entry.other_currency = v_currency and p_entry.other_amount <> p_worth then
    perform private.refuse('PT409', format('The bank says that this is worth %s', private.money_words(p_entry.other_amount, v_currency)));
  elsif p_entry.other_currency is distinct from v_currency then
    perform private.must_mean_worth(p_entry.currency, p_entry.amount, p_entry.booked_on, p_worth);
  end if;
  -- What the bank booked stays with what is recorded: it is the beginning of its reference.
  p_entry.remittance := left(concat_ws(' · ', private.money_words(p_entry.amount, p_entry.currency), p_entry.remittance), 1000);
  p_entry.amount := p_worth;
  p_entry.currency := v_currency;
  return p_entry;
end $$;

create or replace function private.confirm_bank_entry(
  p_id uuid, p_contact_id uuid default null, p_allocations jsonb default null, p_order_id uuid default null, p_payment_id uuid default null,
  p_worth numeric default null, p_amount numeric default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_payment public.payments;
  v_id uuid;
  v_choice constant text := md5(jsonb_build_array(p_contact_id, p_allocations, p_order_id, p_payment_id, p_worth, p_amount)::text);
  v_books public.bank_entries;
  v_own public.bank_entries;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.decided_as = v_choice and v_row.direction = 'in' then
    return v_row.payment_id;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'in' then
    perform private.refuse('PT409', 'This is money that went out');
  end if;
  v_books := private.entry_in_books(v_row, p_worth);
  if p_payment_id is not null then
    select * into v_payment from public.payments where id = p_payment_id for no key update;
    if v_payment.id is null then
      perform private.refuse('PT404', 'This payment is not there any more');
    elsif coalesce(v_payment.worth, v_payment.amount) <> v_books.amount or v_payment.direction <> 'in' or v_payment.status = 'refunded' then
      perform private.refuse('PT409', format('%s has another amount, or was taken back', v_payment.payment_number));
    elsif exists (select from public.bank_entries e where e.payment_id = p_payment_id) then
      perform private.refuse('PT409', format('%s belongs to another entry already', v_payment.payment_number));
    end if;
    v_id := p_payment_id;
  elsif p_contact_id is null then
    perform private.refuse('22023', 'Please choose the client');
  else
    v_own := case when private.currency_of(p_contact_id) = v_books.currency then v_books else private.entry_for(v_row, p_contact_id) end;
    if v_own.amount is null and p_amount is null then
      perform private.refuse('22023', format('This client pays in %s, and the bank says %s only. Please say how much it was in %s.', v_own.currency, v_row.currency, v_own.currency));
    elsif p_amount <> v_own.amount then
      perform private.refuse('PT409', format('The bank says that this is %s', private.money_words(v_own.amount, v_own.currency)));
    end if;
    v_own.amount := coalesce(v_own.amount, p_amount);
    v_id := private.record_payment(p_contact_id, v_own.amount, 'bank', v_books.booked_on,
      left(coalesce(v_books.remittance, v_books.party_name, v_books.bank_reference), 200), null, p_allocations, p_order_id,
      p_worth => case when v_own.currency <> v_books.currency then v_books.amount end);
  end if;
  update public.bank_entries
     set status = 'confirmed', payment_id = v_id, has_recorded = p_payment_id is null, decided_by = auth.uid(), decided_at = now(),
         decided_as = v_choice, worth = case when v_row.currency <> v_books.currency then v_books.amount end
   where id = p_id;
  return v_id;
end $$;

create or replace function private.may_be_refund(p_entry public.bank_entries, p_refund public.payment_refunds, p_payment public.payments) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_payment.worth is null then p_refund.amount = p_entry.amount
    when p_refund.worth = p_entry.amount then true
    when p_entry.other_currency = p_payment.currency then p_entry.other_amount = p_refund.amount
    else private.doubt_of_worth(p_payment.currency, p_refund.amount, p_entry.booked_on, p_entry.amount,
      private.share_of_worth(p_refund.amount, p_payment.amount, p_payment.worth)) is null end;
end $$;

create or replace function private.refund_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_back constant uuid := (select e.payment_id from public.bank_entries e where e.id = private.returned_entry(p_entry));
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
      select p.id, p.payment_number, p.contact_id, p.received_on, private.payment_free(p.id) as free, null::uuid as refund_id, null::date as refunded_on,
             null::numeric as refunded, null::numeric as cost, p.currency
        from public.payments p where p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.worth is null and p.open >= p_entry.amount
      union all
      select p.id, p.payment_number, p.contact_id, p.received_on, p_entry.amount, r.id, r.refunded_on, r.amount, coalesce(r.worth, r.amount), p.currency
        from public.payment_refunds r join public.payments p on p.id = r.payment_id
       where private.may_be_refund(p_entry, r, p) and r.kind = 'refund' and r.way is distinct from 'cash' and r.refunded_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
         and not exists (select from public.payment_refunds b where b.reverses_id = r.id)
         and not exists (select from public.refund_requests q where q.id = r.id)
         and not exists (select from public.bank_entry_payouts o where o.refund_id = r.id)
    )
    select m.*, private.client_label(c) as name, m.contact_id in (select n.contact_id from named n) as is_named,
           coalesce(m.id = v_back, false) as is_back,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e join public.payments p on p.id = e.payment_id
                         where e.party_iban = p_entry.party_iban and p.contact_id = c.id) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           row_number() over (partition by m.contact_id order by m.id = v_back desc nulls last, m.refund_id is null, m.cost = p_entry.amount desc nulls last, m.free = p_entry.amount desc,
             m.received_on, m.payment_number) as place
      from money m join public.contacts c on c.id = m.contact_id where m.free >= p_entry.amount
  loop
    continue when v_one.place > 1 or not (v_one.is_back or v_one.is_named or v_one.is_account or v_one.is_alike);
    v_fits := v_one.free = p_entry.amount;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'refund', 'name', v_one.name, 'contact_id', v_one.contact_id, 'payment_id', v_one.id,
      'payment_number', v_one.payment_number, 'refund_id', v_one.refund_id, 'is_sure', v_one.refund_id is not null and v_one.cost = p_entry.amount and (v_one.is_back or v_one.is_named or v_one.is_account),
      'score', 50 * v_one.is_back::integer + 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer + 20 * (v_one.refund_id is not null)::integer,
      'reasons', to_jsonb(array_remove(array[
        case when v_one.cost = p_entry.amount then format('A refund of the same amount was recorded on %s.', private.day_in_words(v_one.refunded_on))
          when v_one.refund_id is not null then format('A refund of %s was recorded on %s for %s. What the bank took replaces that.', private.money_words(v_one.refunded, v_one.currency),
            private.day_in_words(v_one.refunded_on), private.money_words(v_one.cost)) end,
        case when v_one.is_back then format('The bank gives %s back.', v_one.payment_number) end,
        case when v_one.is_named then 'The text names a paper of this client.' end,
        case when v_one.is_account then 'It went to an account of this client.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when v_one.refund_id is null then case when v_fits then format('The amount is what %s has left.', v_one.payment_number)
          else format('%s has %s of unused credit.', v_one.payment_number, private.money_words(v_one.free)) end end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.book_refund(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_refund public.payment_refunds;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id') for no key update;
  if p_choice ->> 'refund_id' is not null then
    select * into v_refund from public.payment_refunds where id = private.uuid_or_null(p_choice ->> 'refund_id') and payment_id = v_payment.id;
    if v_refund.id is null or v_refund.worth is null and v_refund.amount <> p_entry.amount or v_refund.kind <> 'refund' or v_refund.reverses_id is not null
      or exists (select from public.payment_refunds r where r.reverses_id = v_refund.id)
    then
      perform private.refuse('PT409', 'This refund has another amount, or was taken back');
    elsif exists (select from public.bank_entry_payouts o where o.refund_id = v_refund.id) then
      perform private.refuse('PT409', 'This refund belongs to another entry already');
    elsif v_refund.worth <> p_entry.amount then
      perform private.must_mean_worth(v_payment.currency, v_refund.amount, p_entry.booked_on, p_entry.amount, 'an amount',
        private.share_of_worth(v_refund.amount, v_payment.amount, v_payment.worth));
      perform private.restate_refund(v_refund, p_entry.amount, v_refund.refunded_on, v_refund.way);
    end if;
    return jsonb_build_object('refund_id', v_refund.id, 'is_link', true);
  end if;
  if v_payment.worth is not null then
    perform private.refuse('PT409', format('%s is in %s. Record its refund in %s first, then confirm this entry with it.', v_payment.payment_number, v_payment.currency,
      v_payment.currency));
  end if;
  perform private.check_refund(v_payment, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'));
  if p_entry.booked_on < v_payment.received_on then
    perform private.refuse('PT409', format('%s came in after this debit', v_payment.payment_number));
  end if;
  return jsonb_build_object('refund_id', private.keep_refund(v_payment, null, p_entry.amount, coalesce(p_entry.remittance, 'Bank transfer'), auth.uid(),
    p_entry.booked_on, 'bank'));
end $$;

create or replace function private.confirm_match(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
begin
  if p_match ->> 'kind' = 'return' then
    if p_match ? 'obstacle' then
      perform private.refuse('PT409', p_match ->> 'obstacle');
    end if;
    perform private.settle_return(p_entry.id, (p_match ->> 'entry_id')::uuid);
  elsif p_match ? 'is_own_transfer' then
    perform private.book_own_transfer(p_entry, p_match);
  elsif p_match ->> 'kind' = 'account' then
    perform private.keep_bank_booking(p_entry, private.account_choice(coalesce(p_match ->> 'account_id', p_match ->> 'cost_account_id')::uuid,
      (p_match ->> 'vat_rate')::numeric), null, null);
  elsif p_entry.direction = 'out' then
    perform private.confirm_bank_payout(p_entry.id, p_match);
  elsif p_match ? 'uses_credit' then
    perform private.confirm_with_credit(p_entry, p_match);
  else
    perform private.confirm_bank_entry(p_entry.id, (p_match ->> 'contact_id')::uuid,
      case when p_match -> 'order_id' is null and p_match -> 'payment_id' is null then (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount',
                 'discount', part ->> 'discount'))), '[]')
          from jsonb_array_elements(p_match -> 'parts') as part) end,
      (p_match ->> 'order_id')::uuid, (p_match ->> 'payment_id')::uuid, null, (p_match ->> 'own_amount')::numeric);
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
    case when p_entry.currency = s.currency then private.doubt_of_worth(p_entry.other_currency, p_entry.other_amount, p_entry.booked_on, p_entry.amount) end,
    w.words,
    'This looks like a double payment: ' || coalesce(case when not p_is_recorded and w.words is null then private.settled_before(p_entry) end, (
      select format('the same amount with the same text %s on %s.', case p_entry.direction when 'in' then 'came' else 'went out' end, private.day_in_words(t.day))
        from private.twin_entry(p_entry) as t (day) where t.day is not null), private.rival_entry(p_entry),
      private.taken_paper(p_entry))], null)
    from public.company_settings s, lateral (select private.wrong_number(p_entry) as words) as w
  );
end $$;
comment on function private.entry_doubts is 'Why a person must look at an entry, in sentences. p_is_recorded: somebody recorded its payment by hand, so a paper that is paid is no doubt.';

create or replace function private.state_bill_worth(p_id uuid, p_worth numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_invoices;
begin
  if not private.can('supplier-invoices', 'edit') then
    perform private.must('supplier-invoices', 'create', 'say what an invoice of a supplier is worth');
  end if;
  select * into v_row from public.supplier_invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.paper_currency is null and p_worth is null or v_row.paper_currency is not null and p_worth is not distinct from abs(v_row.gross) then
    return;
  elsif v_row.paper_currency is not null and v_row.status not in ('received', 'disputed') then
    perform private.refuse('PT409', 'This invoice is approved. Take its approval back first, then change it.');
  elsif v_row.paper_currency is not null and v_row.paid <> 0 then
    perform private.refuse('PT409', 'A part of this invoice is paid: its worth stays');
  elsif v_row.discount_taken <> 0 or exists (select from public.supplier_payments s where s.supplier_invoice_id = p_id and s.pair_id is not null) then
    perform private.refuse('PT409', 'A cash discount or a credit note was taken off this invoice: it gets no worth. Enter it anew under another number.');
  elsif v_row.paper_currency is null and v_row.currency = private.books_currency() then
    perform private.refuse('PT409', format('This invoice is in %s, the currency of the books', v_row.currency));
  elsif v_row.gross = 0 then
    perform private.refuse('PT409', 'This invoice comes to nothing and has no worth');
  end if;
  if p_worth is not null then
    perform private.must_mean_worth(coalesce(v_row.paper_currency, v_row.currency), abs(coalesce(v_row.paper_net + v_row.paper_vat, v_row.gross)), v_row.invoice_date, p_worth);
  end if;
  if v_row.paper_currency is not null then
    perform private.refuse_closed_day(case when v_row.status <> 'disputed' then v_row.booked_on end);
    perform private.restore_paper(v_row);
    select * into v_row from public.supplier_invoices where id = p_id;
  end if;
  if p_worth is not null then
    perform private.take_worth(v_row, case when v_row.gross < 0 then -p_worth else p_worth end);
  end if;
  perform private.log_event('supplier_invoice', p_id, case when p_worth is null then 'worth_taken_back' else 'worth' end,
    jsonb_strip_nulls(jsonb_build_object('words', private.money_words(p_worth, private.books_currency()))));
end $$;

create or replace function private.settled_worth(p_bill public.supplier_invoices, p_paper numeric, p_discount numeric, p_cost numeric, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_open constant numeric := private.paper_open(p_bill);
begin
  if p_cost is null then
    perform private.refuse('22023', format('This invoice is in %s. Please say what the payment cost in %s.', p_bill.paper_currency, p_bill.currency));
  end if;
  perform private.must_mean_worth(p_bill.paper_currency, p_paper, p_day, p_cost, 'an amount', private.share_of_worth(p_paper, v_open, abs(p_bill.open)));
  if p_paper + p_discount > v_open then
    perform private.refuse('22023', format(case when p_bill.is_credit then 'Only %s is still to come back' else 'Only %s is still to be paid' end,
      private.money_words(v_open, p_bill.paper_currency)));
  elsif p_discount <> 0 and p_paper + p_discount <> v_open then
    perform private.refuse('PT409', format('With the cash discount of %s, %s of %s are to be paid', private.money_words(p_discount, p_bill.paper_currency),
      private.money_words(v_open - p_discount, p_bill.paper_currency), p_bill.supplier_number));
  end if;
  return case when p_paper + p_discount = v_open then abs(p_bill.open) - case when p_discount = 0 then 0
      else private.early_discount(p_bill, least(p_day, p_bill.discount_until)) end
    else greatest(trunc(abs(p_bill.open) * p_paper / v_open, 2), 0.01) end;
end $$;

-- A payment that is recorded by the same call several times at once is one payment, and each call is answered with it.
create or replace function private.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date default null,
  p_reference text default null, p_note text default null, p_allocations jsonb default null, p_order_id uuid default null,
  p_id uuid default null, p_worth numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_kept public.payments;
  v_number text;
begin
  perform private.must('payments', 'create', 'record payments');
  -- The same call at once: the second one waits here, and finds the payment of the first.
  if p_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('record_payment ' || p_id, 0));
  end if;
  select * into v_kept from public.payments where id = p_id;
  if found then
    perform private.must_be_same((v_kept.contact_id, v_kept.amount) = (p_contact_id, p_amount), 'payment');
    return p_id;
  end if;
  perform private.must_be_amount(p_amount);
  if p_worth is not null then
    perform private.must_mean_worth(private.currency_of(p_contact_id), p_amount, coalesce(p_received_on, private.company_today()), p_worth, 'what came in as an amount');
  end if;
  if p_received_on > private.company_today() then
    perform private.refuse('22023', 'A payment was not received in the future');
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif p_order_id is not null and not exists (select from public.orders where id = p_order_id and contact_id = p_contact_id) then
    perform private.refuse('22023', 'This order is of another client');
  end if;
  perform from public.orders where id = p_order_id for no key update;
  v_number := private.draw_number('RCPT');
  insert into public.payments (id, payment_number, contact_id, method, order_id, amount, worth, received_on, reference, note, created_by)
  values (coalesce(p_id, gen_random_uuid()), v_number, p_contact_id, p_method, p_order_id, p_amount, p_worth,
    coalesce(p_received_on, private.company_today()), nullif(btrim(p_reference), ''), nullif(btrim(p_note), ''), auth.uid())
  returning id into v_id;
  if p_order_id is not null then
    perform private.take_deposit(p_order_id, v_id, p_amount);
    perform private.refresh_payment(v_id);
    if p_allocations is null then
      perform private.settle_order(p_order_id, v_id);
    end if;
  end if;
  if p_allocations is not null then
    perform private.allocate_payment(v_id, p_allocations);
  elsif p_order_id is null then
    perform private.allocate_oldest(v_id);
  end if;
  perform private.must_mean_day(v_id, 'Record');
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount)));
  return v_id;
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
  elsif p_worth = v_row.worth then
    return;
  elsif exists (select from public.bank_entries e where e.payment_id = p_id) then
    perform private.refuse('PT409', format('The bank says what %s brought in: it stays as the bank says', v_row.payment_number));
  end if;
  perform private.must_mean_worth(v_row.currency, v_row.amount, v_row.received_on, p_worth, 'what came in as an amount');
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
        join public.invoices v on v.id = s.invoice_id), '[]'),
    'refunds', coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'amount', private.amount_text(r.amount), 'exchange', private.amount_text(x.amount)) order by r.created_at, r.amount desc)
        from public.payment_refunds r
        join private.exchange_of_clients(v_row.received_on, private.company_today()) as x on x.id = r.id
       where r.payment_id = p_id and x.amount <> 0), '[]'));
end $$;
comment on function private.exchange_of_payment is
  'Of a payment in another currency: what it brought in, whether the bank says so, by invoice what it settles, in the currency of the payment, and the exchange
difference in that of the books, above zero for a gain, and that of each refund which has one. Null of other payments. Amounts are text.';
create or replace function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid default null, p_credit_note_id uuid default null, p_way text default null,
  p_worth numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_locked uuid[];
  v_row public.payments;
  v_kept public.payment_refunds;
begin
  perform private.must('payments', 'edit', 'refund payments');
  v_locked := private.lock_refund(p_id);
  select * into v_kept from public.payment_refunds where id = p_refund_id;
  if found then
    perform private.must_be_same((v_kept.payment_id, v_kept.amount) = (p_id, p_amount), 'refund');
    return v_kept.id;
  end if;
  v_row := private.free_for_refund(p_id, p_amount, p_credit_note_id, v_locked);
  perform private.check_refund(v_row, p_amount, p_reason);
  if p_way not in ('bank', 'cash') then
    perform private.refuse('22023', 'Please say whether the money went by bank transfer or in cash');
  elsif p_worth is not null then
    perform private.must_mean_worth(v_row.currency, p_amount, private.company_today(), p_worth, 'what went out as an amount',
      private.share_of_worth(p_amount, v_row.amount, v_row.worth));
  end if;
  return private.keep_refund(v_row, p_refund_id, p_amount, p_reason, auth.uid(), p_way => p_way, p_worth => p_worth);
end $$;

create or replace function private.refund_by_hand(p_id uuid, p_doing text) returns public.payment_refunds
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_refunds;
begin
  perform private.must('payments', 'edit', p_doing);
  perform private.lock_refund((select r.payment_id from public.payment_refunds r where r.id = p_id));
  select * into v_row from public.payment_refunds where id = p_id;
  if v_row.id is null or v_row.kind <> 'refund' or v_row.reverses_id is not null then
    perform private.refuse('PT404', 'This refund is not there any more');
  elsif exists (select from public.refund_requests r where r.id = p_id) then
    perform private.refuse('PT409', 'The bank gave this back to the card: it stays');
  elsif exists (select from public.bank_entry_payouts o where o.refund_id = p_id) then
    perform private.refuse('PT409', 'This refund stands on a bank statement: please take its entry back there');
  end if;
  return v_row;
end $$;

create or replace function private.restate_refund(p_refund public.payment_refunds, p_worth numeric, p_day date, p_way text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_refunds set worth = p_worth, refunded_on = p_day, way = p_way where id = p_refund.id;
  perform private.log_event('payment', p_refund.payment_id, 'refund_corrected', jsonb_build_object('number', (select p.payment_number from public.payments p where p.id = p_refund.payment_id),
    'words', concat_ws(', ',
      case when p_worth <> p_refund.worth then format('%s instead of %s', private.money_words(p_worth), private.money_words(p_refund.worth)) end,
      case when p_day <> p_refund.refunded_on then format('on %s instead of %s', private.day_text(p_day), private.day_text(p_refund.refunded_on)) end,
      case when p_way is distinct from p_refund.way then case p_way when 'cash' then 'in cash' else 'by bank transfer' end end)));
end $$;

create or replace function private.correct_refund(p_id uuid, p_worth numeric, p_day date, p_way text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant public.payment_refunds := private.refund_by_hand(p_id, 'correct refunds');
  v_payment public.payments;
begin
  select * into v_payment from public.payments where id = v_row.payment_id;
  if exists (select from public.payment_refunds r where r.reverses_id = p_id) then
    perform private.refuse('PT409', 'This refund was taken back');
  elsif p_way is null or p_way not in ('bank', 'cash') then
    perform private.refuse('22023', 'Please say whether the money went by bank transfer or in cash');
  elsif not coalesce(p_day between v_payment.received_on and private.company_today(), false) then
    perform private.refuse('22023', format('Please choose a day from %s to today', private.day_text(v_payment.received_on)));
  elsif v_row.worth is null then
    p_worth := null;
  else
    perform private.must_mean_worth(v_payment.currency, v_row.amount, p_day, p_worth, 'what went out as an amount',
      private.share_of_worth(v_row.amount, v_payment.amount, v_payment.worth));
  end if;
  if (p_worth, p_day, p_way) is distinct from (v_row.worth, v_row.refunded_on, v_row.way) then
    perform private.restate_refund(v_row, p_worth, p_day, p_way);
  end if;
end $$;

create or replace function private.take_back_refund(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refund_by_hand(p_id, 'take refunds back');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  perform private.reverse_refund(p_id, p_reason);
end $$;

create or replace function private.doubt_of_worth(p_currency text, p_amount numeric, p_day date, p_worth numeric, p_share numeric default null) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_books constant text := private.books_currency();
  v_day constant date := private.day_of_rate(p_currency, p_day);
  v_due constant numeric := case when v_day is null then p_share else private.worth(p_amount, private.rate_on(p_currency, p_day)) end;
  -- A cent or two are rounding, of small amounts too.
  v_least constant numeric := v_due * case when abs(p_day - v_day) <= 31 then 0.9 else 0.5 end - 0.02;
  v_most constant numeric := v_due * case when abs(p_day - v_day) <= 31 then 1.1 else 2 end + 0.02;
begin
  if p_currency is null or p_currency = v_books or v_due is null or p_worth between v_least and v_most
    or coalesce(abs(p_worth - p_share) <= p_share * 0.1 + 0.02, false)
  then
    return null;
  end if;
  return format('%s are %s %s, and %s is far from that.', private.money_words(p_amount, p_currency), private.money_words(v_due, v_books),
    case when v_day is null then 'in the books' else format('by the rate of %s', private.day_text(v_day)) end, private.money_words(p_worth, v_books));
end $$;

create or replace function private.must_mean_worth(p_currency text, p_amount numeric, p_day date, p_worth numeric, p_what text default 'an amount', p_share numeric default null)
  returns void language plpgsql stable security definer set search_path = ''
as $$
declare
  v_doubt text;
begin
  perform private.must_be_amount(p_worth, p_what);
  v_doubt := private.doubt_of_worth(p_currency, p_amount, p_day, p_worth, p_share);
  if v_doubt is not null then
    perform private.must_say_yes('unusual_worth', v_doubt || ' Save it anyway?');
  end if;
end $$;

create or replace function private.retell_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_language constant text := private.language_of(tg_argv[0], new.id);
begin
  update public.scheduled_emails m
     set language = v_language, template_name = coalesce((private.template_of(m.template_key, v_language)).name, m.template_name)
   where m.record_kind = tg_argv[0] and m.record_id = new.id and m.status = 'queued' and m.language <> v_language and m.own_body is null;
  return null;
end $$;

create or replace function private.told_of_payment(p_payment_id uuid) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select m.recipients from public.scheduled_emails m
           where m.record_kind = 'payment' and m.record_id = p_payment_id and m.status in ('queued', 'sending', 'sent') and m.stops_with_answer
             and m.recipients <@ array(select c.email from private.mail_contacts_of('payment', p_payment_id) as c)
           order by m.send_at desc, m.id desc limit 1);
end $$;

create or replace function private.mail_of_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_event constant text := private.event_of_mail(new);
  v_key text;
  v_to text[];
begin
  select t.key into v_key from public.email_templates t
   where t.is_active and t.sent_on = v_event order by t.language = 'en' desc limit 1;
  if v_key is not null and coalesce(current_setting('signwright.tells_no_client', true), '') <> 'on' then
    v_to := coalesce(case when v_event = 'quotation.approved' then private.approvers_of(new.record_id)
        when v_event = 'payment.refunded' then private.told_of_payment(new.record_id) end,
      (select array[c.email] from private.mail_contacts_of(new.kind, new.record_id) as c where c.is_first));
    if v_to is not null then
      perform private.queue_mail(v_key, v_to, new.kind, new.record_id,
        concat_ws('/', new.kind, new.record_id, v_key, private.turn_of_approval(new.kind, new.record_id), new.meta ->> 'refund_id'),
        case when v_event = 'payment.refunded' then private.refund_facts((new.meta ->> 'refund_id')::uuid) else '{}' end,
        now() + private.pause_before_mail(v_event, new.actor_id), p_stops_with_answer => v_event = 'payment.received',
        p_label => (select label from private.mail_parties(new.kind, new.record_id)));
    end if;
  end if;
  return null;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.confirm_bank_entry(uuid, uuid, jsonb, uuid, uuid, numeric, numeric)');

comment on function public.exchange_of_payment(pg_catalog.uuid) is 'Of a payment in another currency: what it brought in, whether the bank says so, by invoice what it settles, in the currency of the payment, and the exchange
difference in that of the books, above zero for a gain, and that of each refund which has one. Null of other payments. Amounts are text.';

call private.offer('private.correct_refund(uuid, numeric, date, text)');

call private.offer('private.take_back_refund(uuid, text)');

create or replace trigger retell_mails after update of contact_id on public.invoices for each row
  when (new.contact_id <> old.contact_id) execute function private.retell_mails('invoice');

create or replace trigger retell_mails after update of contact_id on public.orders for each row
  when (new.contact_id <> old.contact_id) execute function private.retell_mails('order');

create or replace trigger append_only before delete on public.payment_refunds
  for each row execute function private.refuse_change();

-- private.restate_refund corrects what it cost, its day and its way.
create or replace trigger append_only_changes before update on public.payment_refunds
  for each row when ((new.id, new.payment_id, new.amount, new.reason, new.kind, new.reverses_id, new.created_by, new.created_at)
    is distinct from (old.id, old.payment_id, old.amount, old.reason, old.kind, old.reverses_id, old.created_by, old.created_at))
  execute function private.refuse_change();

create or replace trigger zz_guard_closed before insert or update on public.payment_refunds
  for each row execute function private.guard_closed('refunded_on');

create or replace trigger retell_mails after update of contact_id on public.payments for each row
  when (new.contact_id <> old.contact_id) execute function private.retell_mails('payment');

create or replace trigger retell_mails after update of contact_id on public.quotations for each row
  when (new.contact_id <> old.contact_id) execute function private.retell_mails('quotation');

comment on function private.book_refund(public.bank_entries,pg_catalog.jsonb) is 'A debit is a refund to a client, recorded now from unused credit, or linked to one that somebody recorded by hand: in another currency
what the bank took is what it cost then.';

comment on function private.foreign_receipt(public.bank_entries,pg_catalog.jsonb) is 'What an entry may be of a client who pays in another currency, where the bank does not say the amount in it: a payment recorded by hand that is worth as much, else open
invoices.';

comment on function private.confirm_bank_entry(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.uuid,numeric,numeric) is 'A person says whose an entry is: records the payment by record_payment (p_allocations and p_order_id as there), or links it
to a payment that was recorded by hand (p_payment_id). p_worth: what an entry in another currency is worth. p_amount: how much it was in the currency of the client, where the bank does not say it. An entry has one payment, whoever confirms at once; the same call of the
same person again returns it, another choice is refused. Returns the id of the payment.';

comment on function private.correct_refund(pg_catalog.uuid,numeric,pg_catalog.date,pg_catalog.text) is 'Corrects what a refund cost in the currency of the books (null for a payment in that), its day and its way, while both days are open. Its amount stays: another one is taken back
and recorded anew.';

comment on function private.doubt_of_worth(pg_catalog.text,numeric,pg_catalog.date,numeric,numeric) is 'That a worth in the currency of the books is far from what an amount in another one is worth on a day, as a sentence; null where it is not, and where nobody can say. Far is
more than 10 % from a rate of the 31 days around, else more than twice or less than half. p_share: what it is worth by what the books have already; near that is not far.';

comment on function private.foreign_papers(public.bank_entries,pg_catalog.jsonb) is 'Open invoices of a client who pays in another currency that an entry may pay: all that is open of those that its text names, else one that is worth about what came in.
own_amount: that in the currency of the client, which the bank does not say. Never sure.';

comment on function private.may_be_refund(public.bank_entries,public.payment_refunds,public.payments) is 'Whether a debit may be a recorded refund by its amount. In another currency: what it was recorded to cost, else the amount that the bank says in it, else about its worth.';

comment on function private.must_be_amount(numeric,pg_catalog.text) is 'Refuses what is no amount of money above zero, also null. p_what: "what came in as an amount".';

comment on function private.must_mean_worth(pg_catalog.text,numeric,pg_catalog.date,numeric,pg_catalog.text,numeric) is 'Every worth that a person states passes here: refuses what is no amount (p_what, as must_be_amount), and asks where it is far from the rate (doubt_of_worth).';

comment on function private.refund_by_hand(pg_catalog.uuid,pg_catalog.text) is 'Locks the payment of a refund that a person recorded and no bank says; refuses another one in words.';

comment on function private.restate_refund(public.payment_refunds,numeric,pg_catalog.date,pg_catalog.text) is 'A refund cost another amount, or went on another day or way: kept in the story and the audit. Closed days refuse it.';

comment on function private.retell_mails() is 'A document goes to another client: the mails about it that wait are written in the language of that one. What a person wrote stays as it is.';

comment on function private.take_back_refund(pg_catalog.uuid,pg_catalog.text) is 'A refund that was recorded by mistake never went: a record below zero of today stands beside it, the money is credit of the client again, and its mail that still waits is not
sent. A second call changes nothing.';

comment on function private.told_of_payment(pg_catalog.uuid) is 'Who got the receipt of a payment, or will: the mail about its refund goes to the same people, while they are of its client. Null without one.';

comment on function public.confirm_bank_entry(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.uuid,numeric,numeric) is 'A person says whose an entry is: records the payment by record_payment (p_allocations and p_order_id as there), or links it
to a payment that was recorded by hand (p_payment_id). p_worth: what an entry in another currency is worth. p_amount: how much it was in the currency of the client, where the bank does not say it. An entry has one payment, whoever confirms at once; the same call of the
same person again returns it, another choice is refused. Returns the id of the payment.';

comment on function public.correct_refund(pg_catalog.uuid,numeric,pg_catalog.date,pg_catalog.text) is 'Corrects what a refund cost in the currency of the books (null for a payment in that), its day and its way, while both days are open. Its amount stays: another one is taken back
and recorded anew.';

comment on function public.take_back_refund(pg_catalog.uuid,pg_catalog.text) is 'A refund that was recorded by mistake never went: a record below zero of today stands beside it, the money is credit of the client again, and its mail that still waits is not
sent. A second call changes nothing.';

reset check_function_bodies;
