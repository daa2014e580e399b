set check_function_bodies = off;

drop trigger pin on public.supplier_invoice_items;

drop trigger pin on public.supplier_invoices;

drop trigger zz_guard_closed on public.supplier_invoices;

drop trigger append_only on public.supplier_payments;

alter table public.account_rules drop constraint account_rules_part_is_known;

drop routine private.keep_supplier_payment(p_invoice_id uuid, p_amount numeric, p_discount numeric, p_paid_on date, p_reference text);

drop routine private.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid, p_discount numeric);

drop routine public.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid, p_discount numeric);

alter table public.supplier_invoice_items add column paper_price numeric(14,4);

alter table public.supplier_invoice_items add column paper_net numeric(14,2);

alter table public.supplier_invoice_items add column paper_vat numeric(14,2);

alter table public.supplier_invoices add column paper_currency text;

alter table public.supplier_invoices add column paper_net numeric(14,2);

alter table public.supplier_invoices add column paper_vat numeric(14,2);

alter table public.supplier_payments add column paper_amount numeric(14,2);

alter table public.supplier_payments add column exchange numeric(14,2) not null default 0;

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
     where s.amount + s.exchange = p_entry.amount and s.method in ('bank', 'other') and s.reverses_id is null and v.currency = p_entry.currency
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
          then format('A payment over the same amount was recorded by hand on %s.', private.day_in_words(v_one.paid_on))
          else format('%s paid the same amount, marked as paid on %s.', v_one.run_number, private.day_in_words(v_one.paid_on)) end,
        case when v_one.is_named then format('The text names %s.', v_one.number) end,
        case when v_one.is_account then 'It went to the bank account of this supplier.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.pay_by_debit(p_entry public.bank_entries, p_parts jsonb) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_row public.supplier_invoices;
  v_number text;
  v_discount numeric;
  v_paper numeric;
  v_settled numeric;
  -- Paid in time is by the bank's day, whatever day it is booked on.
  v_day constant date := (select e.booked_on from public.bank_entries e where e.id = p_entry.id);
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
    select private.uuid_or_null(one ->> 'invoice_id') as id, (one ->> 'amount')::numeric as amount, coalesce((one ->> 'discount')::numeric, 0) as discount,
           (one ->> 'paper_amount')::numeric as paper
      from jsonb_array_elements(p_parts) as one order by 1
  loop
    select * into v_row from public.supplier_invoices where id = v_part.id for no key update;
    select r.run_number into v_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where i.supplier_invoice_id = v_part.id and i.status = 'open';
    v_discount := case when v_row.paper_currency is null then private.early_discount(v_row, v_day) else 0 end;
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
    elsif v_row.paper_currency is null and v_part.amount + v_part.discount > v_row.open then
      perform private.refuse('PT409', format('Of %s only %s are open', v_row.supplier_number, private.money_words(v_row.open)));
    end if;
    v_paper := case when v_row.paper_currency is not null then coalesce(v_part.paper, private.paper_open(v_row)) end;
    v_settled := case when v_paper is null then v_part.amount else private.settled_worth(v_row, v_paper, 0, v_part.amount, v_day) end;
    v_ids := v_ids || private.keep_supplier_payment(v_part.id, v_settled, v_part.discount, p_entry.booked_on,
      coalesce(p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference), v_part.amount - v_settled, v_paper);
  end loop;
  return v_ids;
end $$;

create or replace function private.link_recorded_payout(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_paid public.supplier_payments;
begin
  select * into v_paid from public.supplier_payments where id = private.uuid_or_null(p_choice ->> 'supplier_payment_id');
  perform from public.supplier_invoices where id = v_paid.supplier_invoice_id for no key update;
  if v_paid.id is null or v_paid.amount + v_paid.exchange <> p_entry.amount or exists (select from public.supplier_payments s where s.reverses_id = v_paid.id) then
    perform private.refuse('PT409', 'This payment has another amount, or was taken back');
  elsif exists (select from public.bank_entry_payouts o where o.supplier_payment_id = v_paid.id) then
    perform private.refuse('PT409', 'This payment belongs to another entry already');
  end if;
  return jsonb_build_object('paid', array[v_paid.id], 'is_link', true);
end $$;

create or replace function private.settled_before(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with words as (
    select w.number from private.numbers_named(p_entry) as w (number) where p_entry.direction = 'in'
  ), ordered as (
    -- The number of an order, or of its quotation, means its deposit where that is paid and no invoice of it is open.
    select o.* from public.orders o
     where o.deposit_paid >= o.deposit_amount and (o.order_number in (select w.number from words w)
         or o.quotation_id in (select q.id from public.quotations q join words w on w.number = q.quotation_number))
       and not exists (select from public.invoices v where v.order_id = o.id and v.balance > 0 and v.status not in ('draft', 'void') and v.kind <> 'proforma')
  ), named as (
    select v.* from words w join public.invoices v on v.invoice_number = w.number
    union all
    select v.* from ordered o join public.invoices v on v.order_id = o.id and v.kind = 'deposit'
     where v.gross = p_entry.amount or exists (select from public.payment_allocations a where a.invoice_id = v.id and a.amount = p_entry.amount)
  ), kept as (
    -- Where sales tax is charged a deposit has no invoice. What was set against an invoice since was a deposit too.
    select o.order_number, o.deposit_amount, p.id, p.payment_number, p.received_on, p.amount
      from ordered o join public.kept_deposits k on k.order_id = o.id and k.invoice_id is null join public.payments p on p.id = k.payment_id
     group by o.id, o.order_number, o.deposit_amount, p.id having sum(k.amount) > 0
  ), paid as (
    select format('%s was paid by %s on %s.', n.invoice_number, p.payment_number, private.day_in_words(p.received_on)) as words, p.received_on as on_day
      from named n join public.payment_allocations a on a.invoice_id = n.id join public.payments p on p.id = a.payment_id
     where n.balance = 0 and not exists (select from named o where o.balance > 0)
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.split_of = p_entry.split_of)
    union all
    select format('the deposit of %s was paid by %s on %s.', k.order_number, k.payment_number, private.day_in_words(k.received_on)), k.received_on
      from kept k
     where p_entry.amount in (k.amount, k.deposit_amount)
       and not exists (select from public.bank_entries e where e.payment_id = k.id and e.split_of = p_entry.split_of)
    union all
    select format('%s was paid on %s.', v.supplier_number, private.day_in_words(s.paid_on)), s.paid_on
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id
     where p_entry.direction = 'out' and s.amount + s.exchange = p_entry.amount and s.reverses_id is null and v.open = 0
       and s.paid_on between p_entry.booked_on - 200 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and (private.is_named(private.debit_text(p_entry), v.supplier_number)
         or private.is_named(private.debit_text(p_entry), v.payment_reference))
  )
  select p.words from paid p order by p.on_day desc, p.words limit 1
  );
end $$;

create or replace function private.books_currency() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select s.currency from public.company_settings s);
end $$;

create or replace function private.must_have_worth(p_bill public.supplier_invoices) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_bill.currency <> private.books_currency() then
    perform private.refuse('PT409', format('This invoice is in %s. Please say what it is worth in %s before it is approved.', p_bill.currency, private.books_currency()));
  end if;
end $$;

create or replace function private.keep_lines_of_worth(p_new public.supplier_invoice_items, p_old public.supplier_invoice_items) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := (select v.paper_currency from public.supplier_invoices v where v.id = p_new.supplier_invoice_id);
begin
  if v_currency is not null and (p_new.qty, p_new.unit_price, p_new.net) is distinct from (p_old.qty, p_old.unit_price, p_old.net)
    and exists (select from public.supplier_invoice_items i where i.supplier_invoice_id = p_new.supplier_invoice_id)
  then
    perform private.refuse('PT409', format('Its worth is taken from the amounts in %s. Take the worth back first, then change the amounts.', v_currency));
  end if;
end $$;

create or replace function private.restore_paper(p_bill public.supplier_invoices) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.supplier_invoices v
     set currency = v.paper_currency, net = v.paper_net, vat = v.paper_vat, paper_currency = null, paper_net = null, paper_vat = null where v.id = p_bill.id;
  update public.supplier_invoice_items i
     set unit_price = i.paper_price, net = i.paper_net, vat = i.paper_vat, paper_price = null, paper_net = null, paper_vat = null
   where i.supplier_invoice_id = p_bill.id and i.paper_net is not null;
end $$;

create or replace function private.take_worth(p_bill public.supplier_invoices, p_worth numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_share constant numeric := p_worth / p_bill.gross;
  v_vat constant numeric := trunc(round(p_bill.vat * v_share, 6), 2);
  v_rest constant numeric := p_worth - v_vat;
begin
  perform private.refuse_closed_day((select min(s.paid_on) from public.supplier_payments s where s.supplier_invoice_id = p_bill.id));
  update public.supplier_invoices v
     set paper_currency = v.currency, paper_net = v.net, paper_vat = v.vat, currency = private.books_currency(), net = v_rest, vat = v_vat,
         paid = trunc(round(v.paid * v_share, 6), 2), booked_on = private.first_open_day(v.booked_on)
   where v.id = p_bill.id;
  -- What the lines come to in the bill they come to in its worth: no cent is lost between them.
  update public.supplier_invoice_items i
     set paper_price = i.unit_price, paper_net = i.net, paper_vat = i.vat, unit_price = trunc(round(i.unit_price * v_share, 6), 4),
         net = x.net, vat = x.vat
    from (select l.id, trunc(round(sum(l.net) over w * s.of_net, 6), 2) - trunc(round((sum(l.net) over w - l.net) * s.of_net, 6), 2) as net,
                 trunc(round(sum(l.vat) over w * s.of_vat, 6), 2) - trunc(round((sum(l.vat) over w - l.vat) * s.of_vat, 6), 2) as vat
            from public.supplier_invoice_items l
           cross join (select case when p_bill.net = 0 then v_share else v_rest / p_bill.net end as of_net,
                              case when p_bill.vat = 0 then v_share else v_vat / p_bill.vat end as of_vat) as s
           where l.supplier_invoice_id = p_bill.id window w as (order by l.position, l.id)) as x
   where i.id = x.id;
  -- What was paid before the worth was said settled it at its rate.
  update public.supplier_payments s
     set paper_amount = s.amount, amount = x.until - x.before
    from (select p.id, trunc(round(sum(p.amount) over w * v_share, 6), 2) as until, trunc(round((sum(p.amount) over w - p.amount) * v_share, 6), 2) as before
            from public.supplier_payments p where p.supplier_invoice_id = p_bill.id window w as (order by p.created_at, p.id)) as x
   where s.id = x.id;
end $$;

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
  elsif p_worth is not null and not (p_worth > 0 and p_worth < 1000000000 and p_worth = trunc(p_worth, 2)) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif v_row.gross = 0 then
    perform private.refuse('PT409', 'This invoice comes to nothing and has no worth');
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

create or replace function private.paper_open(p_bill public.supplier_invoices) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_bill.open = 0 then 0 else abs(p_bill.paper_net + p_bill.paper_vat
    - (select coalesce(sum(s.paper_amount), 0) from public.supplier_payments s where s.supplier_invoice_id = p_bill.id)) end;
end $$;

create or replace function private.settled_worth(p_bill public.supplier_invoices, p_paper numeric, p_discount numeric, p_cost numeric, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_open constant numeric := private.paper_open(p_bill);
begin
  if p_cost is null then
    perform private.refuse('22023', format('This invoice is in %s. Please say what the payment cost in %s.', p_bill.paper_currency, p_bill.currency));
  elsif not (p_cost > 0 and p_cost < 1000000000 and p_cost = trunc(p_cost, 2)) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_paper + p_discount > v_open then
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

create or replace function private.fill_paper_amount() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_bill public.supplier_invoices;
  v_of public.supplier_payments;
begin
  if new.reverses_id is not null then
    select * into v_of from public.supplier_payments s where s.id = new.reverses_id;
    new.exchange := -v_of.exchange;
    new.paper_amount := -v_of.paper_amount;
  elsif new.paper_amount is null then
    select * into v_bill from public.supplier_invoices v where v.id = new.supplier_invoice_id;
    if v_bill.paper_currency is not null then
      new.paper_amount := case when new.amount + new.discount = v_bill.open then sign(v_bill.open) * private.paper_open(v_bill)
        else round(new.amount * (v_bill.paper_net + v_bill.paper_vat) / v_bill.gross, 2) end;
    end if;
  end if;
  return new;
end $$;

create or replace function private.closing_checks(p_to date) returns table (part text, number bigint, amount text, orders jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'close the books');
  return query
  with found (part, value, of_order) as (
    select 'bank_entries', null::numeric, null::jsonb from public.bank_entries e where e.status = 'open' and e.booked_on <= p_to
    union all
    select 'draft_invoices', v.net + v.vat, null from public.invoices v where v.status = 'draft' and private.day_of(v.created_at) <= p_to
    union all
    select 'draft_credit_notes', n.net + n.vat, null from public.credit_notes n where n.status = 'draft' and private.day_of(n.created_at) <= p_to
    union all
    select 'to_invoice', t.net, null from private.to_invoice() as t where private.day_of(t.since) <= p_to
    union all
    select 'deposits_without_invoice', p.open, null from public.payments p
     where p.order_id is not null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    -- Free again on an order with nothing left to invoice. Few deposits are looked at: those whose invoice was credited, or that no invoice deducts whole.
    select 'deposits_without_invoice', u.gross, jsonb_build_object('id', o.id, 'number', o.order_number, 'gross', private.amount_text(u.gross))
      from (select distinct d.order_id from public.invoices d
             where d.kind = 'deposit' and d.status not in ('draft', 'void') and d.issue_date <= p_to
               and (exists (select from public.invoice_items i join public.credit_notes n on n.invoice_id = i.invoice_id where i.deducts_invoice_id = d.id)
                 or d.net > (select coalesce(-sum(i.net), 0) from public.invoice_items i where i.deducts_invoice_id = d.id))) as of_order
      join public.orders o on o.id = of_order.order_id
     cross join lateral private.unused_deposits(o.id) as u where u.issue_date <= p_to
    union all
    select 'open_payments', p.open, null from public.payments p
     where p.order_id is null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    select 'unapproved_bills', case when s.currency = private.books_currency() then s.gross end, null from public.supplier_invoices s where s.status in ('received', 'disputed') and s.booked_on <= p_to
    union all
    select 'foreign_bills', null, null from public.supplier_invoices s where s.currency <> private.books_currency() and s.booked_on <= p_to
    union all
    select 'unpaid_runs', r.total, null from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null, null from private.ledger_differences(p_to)
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end,
         coalesce(jsonb_agg(f.of_order order by f.of_order ->> 'number') filter (where f.of_order is not null), '[]')
    from found f group by f.part;
end $$;

create or replace function private.journal_of_bills(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with bills as materialized (
    select s.id, s.net, s.vat, s.gross, s.booked_on, s.supplier_number, s.supplier_id from public.supplier_invoices s
     where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.opening_on is null
       and s.currency = (select c.currency from public.company_settings c)
  ), lines as materialized (
    select b.id, l.description, l.cost_account_id, l.vat_rate, nullif(l.vat_treatment, 'standard') as treatment, l.net, l.vat, l.own_vat, l.deducted
      from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id
  ), rest as materialized (
    select x.id, sum(x.net) as net, sum(x.vat) as vat
      from (select b.id, b.net, b.vat from bills b union all select l.id, -l.net, -l.vat from lines l) as x group by 1
  ), parts as (
    select b.id, 'suppliers' as part, null::uuid as cost_account_id, null::numeric as rate, null as treatment, -b.gross as amount, null as words from bills b
    union all
    -- VAT that is not deducted is cost.
    select l.id, 'costs', l.cost_account_id, l.vat_rate, l.treatment, l.net + l.vat + l.own_vat - l.deducted, l.description from lines l
    union all
    select r.id, 'costs', null, null, null, r.net, null from rest r
    union all
    select l.id, 'vat_purchases', null, l.vat_rate, l.treatment, sum(l.deducted), null from lines l group by 1, 4, 5
    union all
    select l.id, 'vat_due', null, l.vat_rate, l.treatment, -sum(l.own_vat), null from lines l group by 1, 4, 5
    union all
    select r.id, 'vat_purchases', null, null, null, r.vat, null from rest r
  )
  select b.booked_on, 6, 'supplier_invoice', b.id, b.id, b.supplier_number, b.supplier_id, x.words, x.part, x.cost_account_id, null::uuid, x.rate,
         x.treatment, null::text, x.amount
    from parts x join bills b on b.id = x.id where x.amount <> 0
  union all
  select s.paid_on, 7, 'supplier_invoice', b.id, s.id, b.supplier_number, b.supplier_id, s.reference, side.part, null, null, null, null,
         case side.part when 'money' then s.method end, side.amount
    from public.supplier_payments s
    join public.supplier_invoices b on b.id = s.supplier_invoice_id
   -- A deducted credit note moves no money, and of the supplier's account nothing.
   cross join lateral (select case s.method when 'credit' then 0 else s.amount end as money) as x
   -- A discount from before its VAT was kept is all income.
   cross join lateral (values ('suppliers', x.money + s.discount), (case when s.is_opening then 'opening' else 'money' end, -x.money - s.exchange),
     (case when (s.exchange > 0) <> (s.reverses_id is not null) then 'exchange_losses' else 'exchange_gains' end, s.exchange),
     ('discounts', case when exists (select from public.supplier_discount_vat t where t.supplier_payment_id = s.id) then 0 else -s.discount end)) as side (part, amount)
   where s.paid_on between p_from and p_to and side.amount <> 0 and b.currency = (select c.currency from public.company_settings c)
  union all
  select d.on_date, 7, 'supplier_invoice', d.bill_id, d.payment_id, d.number, d.supplier_id, d.words, side.part, null, null, d.vat_rate,
         nullif(d.vat_treatment, 'standard'), null, side.amount
    from private.supplier_discounts(p_from, p_to) as d
   cross join lateral (values ('discounts', d.deducted - d.base - d.vat - d.own_vat), ('vat_purchases', -d.deducted), ('vat_due', d.own_vat)) as side (part, amount)
   where side.amount <> 0 and d.code = (select c.currency from public.company_settings c)
  union all
  select b.booked_on, 6, 'supplier_invoice', b.id, b.id, b.supplier_number, b.supplier_id, b.note, side.part, null, null, null, null, null, side.amount
    from public.supplier_invoices b cross join lateral (values ('suppliers', -b.gross), ('opening', b.gross)) as side (part, amount)
   where b.booked_on between p_from and p_to and b.opening_on is not null and b.status <> 'disputed' and b.gross <> 0
$$;

create or replace function private.chart_skr03()
returns table (part text, vat_rate numeric, vat_treatment text, method text, code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  values
    ('money', null::numeric, null, null, '1200', 'Bank', 'asset'),
    ('money', null, null, 'cash', '1000', 'Kasse', 'asset'),
    ('money', null, null, 'card', '1360', 'Geldtransit', 'asset'),
    ('clients', null, null, null, '1400', 'Forderungen aus Lieferungen und Leistungen', 'asset'),
    ('vat_purchases', null, null, null, '1570', 'Abziehbare Vorsteuer', 'asset'),
    ('vat_purchases', 19, null, null, '1576', 'Abziehbare Vorsteuer 19 %', 'asset'),
    ('vat_purchases', 7, null, null, '1571', 'Abziehbare Vorsteuer 7 %', 'asset'),
    ('vat_purchases', null, 'reverse_charge', null, '1578', 'Abziehbare Vorsteuer nach § 13b UStG', 'asset'),
    ('vat_purchases', 7, 'reverse_charge', null, '1578', 'Abziehbare Vorsteuer nach § 13b UStG', 'asset'),
    ('vat_purchases', 19, 'reverse_charge', null, '1577', 'Abziehbare Vorsteuer nach § 13b UStG 19 %', 'asset'),
    ('vat_purchases', null, 'intra_community', null, '1572', 'Abziehbare Vorsteuer aus innergemeinschaftlichem Erwerb', 'asset'),
    ('vat_purchases', 7, 'intra_community', null, '1572', 'Abziehbare Vorsteuer aus innergemeinschaftlichem Erwerb', 'asset'),
    ('vat_purchases', 19, 'intra_community', null, '1574', 'Abziehbare Vorsteuer aus innergemeinschaftlichem Erwerb 19 %', 'asset'),
    ('vat_purchases', null, 'import', null, '1588', 'Bezahlte Einfuhrumsatzsteuer', 'asset'),
    ('vat_purchases', 7, 'import', null, '1588', 'Bezahlte Einfuhrumsatzsteuer', 'asset'),
    ('vat_purchases', 19, 'import', null, '1588', 'Bezahlte Einfuhrumsatzsteuer', 'asset'),
    ('vat_purchases_waiting', null, null, null, '1548', 'Vorsteuer in Folgeperiode/im Folgejahr abziehbar', 'asset'),
    ('vat_due', null, null, null, '1785', 'Umsatzsteuer nach § 13b UStG', 'liability'),
    ('vat_due', 19, 'reverse_charge', null, '1787', 'Umsatzsteuer nach § 13b UStG 19 %', 'liability'),
    ('vat_due', null, 'intra_community', null, '1772', 'Umsatzsteuer aus innergemeinschaftlichem Erwerb', 'liability'),
    ('vat_due', 19, 'intra_community', null, '1774', 'Umsatzsteuer aus innergemeinschaftlichem Erwerb 19 %', 'liability'),
    ('suppliers', null, null, null, '1600', 'Verbindlichkeiten aus Lieferungen und Leistungen', 'liability'),
    ('vat_sales', null, null, null, '1770', 'Umsatzsteuer', 'liability'),
    ('vat_sales', 19, null, null, '1776', 'Umsatzsteuer 19 %', 'liability'),
    ('vat_sales', 7, null, null, '1771', 'Umsatzsteuer 7 %', 'liability'),
    ('vat_waiting', null, null, null, '1760', 'Umsatzsteuer nicht fällig', 'liability'),
    ('vat_waiting', 19, null, null, '1766', 'Umsatzsteuer nicht fällig 19 %', 'liability'),
    ('vat_waiting', 7, null, null, '1761', 'Umsatzsteuer nicht fällig 7 %', 'liability'),
    ('deposits', null, null, null, '1710', 'Erhaltene Anzahlungen', 'liability'),
    ('deposits', 19, null, null, '1718', 'Erhaltene, versteuerte Anzahlungen 19 % USt (Verbindlichkeiten)', 'liability'),
    ('deposits', 7, null, null, '1711', 'Erhaltene, versteuerte Anzahlungen 7 % USt (Verbindlichkeiten)', 'liability'),
    ('opening', null, null, null, '9000', 'Saldenvorträge, Sachkonten', 'equity'),
    ('sales', null, null, null, '8200', 'Erlöse', 'income'),
    ('sales', 19, null, null, '8400', 'Erlöse 19 % USt', 'income'),
    ('sales', 7, null, null, '8300', 'Erlöse 7 % USt', 'income'),
    ('sales', null, 'export', null, '8120', 'Steuerfreie Umsätze § 4 Nr. 1a UStG', 'income'),
    ('sales', null, 'intra_community', null, '8125', 'Steuerfreie innergemeinschaftliche Lieferungen § 4 Nr. 1b UStG', 'income'),
    ('sales', null, 'exempt', null, '8100', 'Steuerfreie Umsätze § 4 Nr. 8 ff. UStG', 'income'),
    ('sales', null, 'reverse_charge', null, '8336', 'Erlöse aus im anderen EU-Land steuerpflichtigen sonstigen Leistungen', 'income'),
    ('sales', null, 'reverse_charge_home', null, '8337', 'Erlöse aus Leistungen nach § 13b UStG', 'income'),
    ('sales', null, 'outside', null, '8338', 'Erlöse aus im Drittland steuerbaren Leistungen', 'income'),
    ('cash_discounts', null, null, null, '8730', 'Gewährte Skonti', 'income'),
    ('cash_discounts', 19, null, null, '8736', 'Gewährte Skonti 19 % USt', 'income'),
    ('cash_discounts', 7, null, null, '8731', 'Gewährte Skonti 7 % USt', 'income'),
    ('discounts', null, null, null, '3730', 'Erhaltene Skonti', 'income'),
    ('discounts', 19, null, null, '3736', 'Erhaltene Skonti 19 % Vorsteuer', 'income'),
    ('discounts', 7, null, null, '3731', 'Erhaltene Skonti 7 % Vorsteuer', 'income'),
    ('exchange_losses', null, null, null, '2150', 'Aufwendungen aus der Währungsumrechnung', 'cost'),
    ('exchange_gains', null, null, null, '2660', 'Erträge aus der Währungsumrechnung', 'income'),
    ('write_offs', null, null, null, '2400', 'Forderungsverluste', 'cost'),
    ('fees', null, null, null, '4970', 'Nebenkosten des Geldverkehrs', 'cost'),
    ('costs', null, null, null, '4900', 'Sonstige betriebliche Aufwendungen', 'cost'),
    ('costs', 19, 'reverse_charge', null, '3125', 'Leistungen eines im Ausland ansässigen Unternehmers 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost'),
    ('costs', 19, 'intra_community', null, '3425', 'Innergemeinschaftlicher Erwerb 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost')
$$;

create or replace function private.chart_of(p_chart text)
returns table (part text, vat_rate numeric, vat_treatment text, method text, code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  select c.part, c.vat_rate, c.vat_treatment, c.method, c.code, c.name, c.kind
    from (values
      ('general', 'money', null::numeric, null, null, '1000', 'Bank', 'asset'),
      ('general', 'money', null, null, 'cash', '1010', 'Cash', 'asset'),
      ('general', 'money', null, null, 'card', '1020', 'Card payments', 'asset'),
      ('general', 'clients', null, null, null, '1100', 'Clients', 'asset'),
      ('general', 'vat_purchases', null, null, null, '1200', '{Tax} on purchases', 'asset'),
      ('general', 'vat_purchases_waiting', null, null, null, '1205', '{Tax} on purchases that are not paid', 'asset'),
      ('general', 'suppliers', null, null, null, '2100', 'Suppliers', 'liability'),
      ('general', 'vat_sales', null, null, null, '2200', '{Tax} on sales', 'liability'),
      ('general', 'vat_due', null, null, null, '2210', '{Tax} owed on purchases', 'liability'),
      ('general', 'vat_waiting', null, null, null, '2205', '{Tax} of sales that are not paid', 'liability'),
      ('general', 'deposits', null, null, null, '2300', 'Deposits of clients', 'liability'),
      ('general', 'opening', null, null, null, '3000', 'Opening balances', 'equity'),
      ('general', 'sales', null, null, null, '4000', 'Sales', 'income'),
      ('general', 'cash_discounts', null, null, null, '4910', 'Cash discounts given', 'income'),
      ('general', 'discounts', null, null, null, '4900', 'Discounts of suppliers', 'income'),
      ('general', 'exchange_gains', null, null, null, '4730', 'Exchange gains and losses', 'income'),
      ('general', 'exchange_losses', null, null, null, '4730', 'Exchange gains and losses', 'income'),
      ('general', 'write_offs', null, null, null, '6950', 'Written off', 'cost'),
      ('general', 'fees', null, null, null, '6960', 'Bank fees', 'cost'),
      ('general', 'costs', null, null, null, '6990', 'Costs without an account', 'cost'),
      ('snc', 'money', null, null, null, '12', 'Depósitos à ordem', 'asset'),
      ('snc', 'money', null, null, 'cash', '11', 'Caixa', 'asset'),
      ('snc', 'clients', null, null, null, '211', 'Clientes c/c', 'asset'),
      ('snc', 'vat_purchases', null, null, null, '2432', 'IVA – Dedutível', 'asset'),
      ('snc', 'vat_purchases_waiting', null, null, null, '24329', 'IVA – Dedutível após pagamento', 'asset'),
      ('snc', 'suppliers', null, null, null, '221', 'Fornecedores c/c', 'liability'),
      ('snc', 'vat_sales', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'vat_due', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'vat_waiting', null, null, null, '24339', 'IVA – Liquidado não exigível', 'liability'),
      ('snc', 'deposits', null, null, null, '218', 'Adiantamentos de clientes', 'liability'),
      ('snc', 'opening', null, null, null, '56', 'Resultados transitados', 'equity'),
      ('snc', 'sales', null, null, null, '72', 'Prestações de serviços', 'income'),
      ('snc', 'cash_discounts', null, null, null, '682', 'Descontos de pronto pagamento concedidos', 'cost'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'exchange_losses', null, null, null, '6887', 'Diferenças de câmbio desfavoráveis', 'cost'),
      ('snc', 'exchange_gains', null, null, null, '7887', 'Diferenças de câmbio favoráveis', 'income'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
  union all
  select * from private.chart_skr03() where p_chart = 'skr03'
  union all
  select null, null, null, null, o.code, o.name, o.kind from private.other_accounts_of(p_chart) as o
$$;

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
             when coalesce(v.paper_currency, v.currency) <> 'EUR' then format('It is in %s: SEPA pays in euro.', coalesce(v.paper_currency, v.currency))
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

create or replace function private.credit_obstacle(p_credit public.supplier_invoices, p_invoice public.supplier_invoices) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_run constant text := (
    select r.run_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where i.supplier_invoice_id = p_invoice.id and i.status = 'open');
begin
  return case
    when not p_credit.is_credit or p_invoice.is_credit then 'A credit note is deducted from an invoice'
    when p_credit.supplier_id <> p_invoice.supplier_id then 'The credit note and the invoice are of two suppliers'
    when (p_credit.currency, p_credit.paper_currency) is distinct from (p_invoice.currency, p_invoice.paper_currency) then 'The credit note and the invoice are in two currencies'
    when p_credit.paper_currency is not null
      and abs(p_credit.gross * (p_invoice.paper_net + p_invoice.paper_vat) / (p_credit.paper_net + p_credit.paper_vat) - p_invoice.gross) > 0.01
        * greatest(1, (p_invoice.paper_net + p_invoice.paper_vat) / -(p_credit.paper_net + p_credit.paper_vat)) then
      'The credit note and the invoice are booked at two rates. Take back the approval of the credit note, and say its worth at the rate of the invoice.'
    when p_credit.status not in ('approved', 'part_paid') or p_credit.open = 0 then
      case p_credit.status when 'paid' then 'This credit note is used up' else 'Please approve this credit note before it is used' end
    when p_invoice.status not in ('approved', 'scheduled', 'part_paid') or p_invoice.open = 0 then
      case p_invoice.status when 'paid' then 'This invoice is paid' else 'Please approve this invoice before it is paid' end
    when v_run is not null then format('This invoice is in payment run %s. Take it out of the run first.', v_run) end;
end $$;

create or replace function private.deduct_credits(p_invoice_id uuid, p_credits uuid[], p_amount numeric, p_discount numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric := p_amount;
  v_credit record;
begin
  for v_credit in
    select c.id, least(-c.open, v_left) as amount, c.open
      from public.supplier_invoices v join public.supplier_invoices c on c.supplier_id = v.supplier_id and c.currency = v.currency
     where v.id = p_invoice_id and c.id = any (p_credits) and c.paper_currency is not distinct from v.paper_currency and c.is_credit and c.status in ('approved', 'part_paid') and c.open < 0
     order by private.plain_number(c.credited_number) = private.plain_number(v.supplier_number) desc nulls last, c.invoice_date, c.id
  loop
    exit when v_left = 0;
    v_credit.amount := least(-v_credit.open, v_left);
    v_left := v_left - v_credit.amount;
    perform private.deduct_credit(gen_random_uuid(), v_credit.id, p_invoice_id, v_credit.amount, case when v_left = 0 then p_discount else 0 end);
  end loop;
  return v_left;
end $$;

create or replace function private.keep_supplier_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') and auth.uid() is null then
    return new;
  elsif old.paper_currency is not null and new.paper_currency is not null
    and (new.currency, new.net, new.vat) is distinct from (old.currency, old.net, old.vat)
  then
    perform private.refuse('PT409', format('Its worth is taken from the amounts in %s. Take the worth back first, then change the amounts.', old.paper_currency));
  elsif old.status in ('approved', 'scheduled', 'part_paid', 'paid') and old.paper_currency is not distinct from new.paper_currency
    and (new.supplier_id, new.supplier_number, new.invoice_date, new.currency, new.net, new.vat,
      new.discount_pct, new.discount_until, new.file_path, new.iban, new.payment_reference, new.credited_number)
      is distinct from (old.supplier_id, old.supplier_number, old.invoice_date, old.currency, old.net, old.vat,
        old.discount_pct, old.discount_until, old.file_path, old.iban, old.payment_reference, old.credited_number)
  then
    perform private.refuse('PT409', 'This invoice is approved. Take its approval back first, then change it.');
  end if;
  if new.scheduled_for is distinct from old.scheduled_for and new.scheduled_for < private.company_today() then
    perform private.refuse('22023', 'Please choose a day from today on');
  end if;
  if new.status is distinct from old.status then
    if new.status = 'disputed' and coalesce(btrim(new.dispute_reason), '') = '' then
      perform private.refuse('22023', 'Please say what is wrong with it');
    elsif new.status = 'approved' and old.status in ('received', 'disputed') then
      perform private.must_have_worth(new);
      perform private.settle_supplier_lines(new);
      new.approved_by := auth.uid();
      new.approved_at := now();
      -- Part of it was paid before the approval was taken back.
      if new.paid + new.discount_taken <> 0 then
        new.status := case when new.paid + new.discount_taken = new.net + new.vat then 'paid' else 'part_paid' end;
      end if;
    elsif new.status = 'scheduled' and new.net + new.vat < 0 then
      perform private.refuse('PT409', 'A credit note is not paid. Deduct it from an invoice, or record that the money came back.');
    elsif new.status = 'scheduled' and new.scheduled_for is null then
      perform private.refuse('22023', 'Please choose the day of the payment');
    elsif new.status in ('received', 'disputed') then
      new.approved_by := null;
      new.approved_at := null;
      new.scheduled_for := null;
    end if;
  end if;
  return new;
end $$;

create or replace function private.keep_supplier_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
  v_old public.supplier_invoice_items;
begin
  select status into v_status from public.supplier_invoices
   where id = case when tg_op = 'DELETE' then old.supplier_invoice_id else new.supplier_invoice_id end for no key update;
  if tg_op = 'UPDATE' then
    v_old := old;
    if new.paper_net is distinct from old.paper_net then
      return new;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    perform private.keep_lines_of_worth(new, v_old);
  end if;
  if v_status is not null and v_status not in ('received', 'disputed') then
    if tg_op = 'UPDATE' and (new.description, new.qty, new.unit_price, new.vat_rate, new.position, new.net, new.vat, new.vat_treatment, new.deductible_pct)
      is not distinct from (old.description, old.qty, old.unit_price, old.vat_rate, old.position, old.net, old.vat, old.vat_treatment, old.deductible_pct)
    then
      return new;
    end if;
    perform private.refuse('PT409', 'This invoice is approved: its lines stay as they are');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb default '[]') returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  v_net constant numeric := (p_values ->> 'net')::numeric;
  v_vat constant numeric := (p_values ->> 'vat')::numeric;
  v_treatment constant text := coalesce(p_values ->> 'vat_treatment', 'standard');
  v_lines jsonb := p_lines;
  v_fits boolean;
begin
  if exists (select from public.supplier_invoices where id = p_id) then
    return p_id;
  elsif jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 500 then
    raise invalid_parameter_value using message = 'An invoice may have 500 lines at most';
  elsif exists (
    select from public.supplier_invoices i where i.supplier_id = (p_values ->> 'supplier_id')::uuid
       and private.plain_number(i.supplier_number) = private.plain_number(p_values ->> 'supplier_number'))
  then
    raise exception using errcode = 'PT409', message = 'There is an invoice of this supplier with this number already';
  end if;
  if jsonb_array_length(p_lines) = 0 then
    v_lines := jsonb_build_array(jsonb_build_object('description',
      format('%s %s', case when v_net < 0 then 'Credit note' else 'Invoice' end, btrim(p_values ->> 'supplier_number')), 'qty', case when v_net < 0 then -1 else 1 end,
      'unit_price', abs(v_net), 'vat_rate', case when v_treatment = 'standard' then private.rate_of_vat(v_net, v_vat) else 0 end, 'vat', v_vat));
  end if;
  -- Lines of an electronic invoice that come to its VAT say of which rates it is.
  select jsonb_array_length(p_lines) > 0 and sum(l.net) = v_net
         and abs(sum(coalesce(l.vat, case l.treatment when 'standard' then l.net * l.vat_rate / 100 else 0 end)) - v_vat) <= 0.01 * count(*) into v_fits
    from (select coalesce((x ->> 'net')::numeric, trunc((x ->> 'qty')::numeric * (x ->> 'unit_price')::numeric, 2)) as net,
                 (x ->> 'vat_rate')::numeric as vat_rate, (x ->> 'vat')::numeric as vat, coalesce(x ->> 'vat_treatment', v_treatment) as treatment
            from jsonb_array_elements(v_lines) as x) as l;
  insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, currency, net, vat, iban,
    payment_reference, file_path, file_name, read_from, note, discount_pct, discount_until, another_bill_reason, credited_number, vat_confirmed_as, created_by)
  values (p_id, (p_values ->> 'supplier_id')::uuid, btrim(p_values ->> 'supplier_number'), (p_values ->> 'invoice_date')::date,
    (p_values ->> 'due_date')::date, coalesce(p_values ->> 'currency', 'EUR'), v_net, v_vat,
    p_values ->> 'iban', p_values ->> 'payment_reference', p_values ->> 'file_path', p_values ->> 'file_name', p_values ->> 'read_from',
    p_values ->> 'note', (p_values ->> 'discount_pct')::numeric, (p_values ->> 'discount_until')::date, p_values ->> 'another_bill_reason',
    nullif(btrim(p_values ->> 'credited_number'), ''),
    case when v_fits then format('%s of %s', v_vat::numeric(14,2), v_net::numeric(14,2)) else p_values ->> 'vat_confirmed_as' end,
    auth.uid());
  insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, net, vat, cost_account_id,
    vat_treatment, deductible_pct)
  select p_id, 'a' || lpad(place::text, 4, '0'), line ->> 'description', (line ->> 'qty')::numeric, (line ->> 'unit_price')::numeric,
         case when private.is_own_tax(treatment) then coalesce(nullif((line ->> 'vat_rate')::numeric, 0), (p_values ->> 'own_rate')::numeric)
           else (line ->> 'vat_rate')::numeric end,
         (line ->> 'net')::numeric, (line ->> 'vat')::numeric, coalesce(line ->> 'cost_account_id', p_values ->> 'cost_account_id')::uuid,
         treatment, coalesce(line ->> 'deductible_pct', p_values ->> 'deductible_pct', '100')::numeric
    from jsonb_array_elements(v_lines) with ordinality as listed (line, place)
   cross join lateral (select coalesce(line ->> 'vat_treatment', v_treatment) as treatment) as t;
  if p_values ->> 'worth' is not null then
    perform public.state_bill_worth(p_id, (p_values ->> 'worth')::numeric);
  end if;
  return p_id;
end $$;

create or replace function private.pay_supplier_invoice(
  p_id uuid, p_amount numeric, p_method text, p_paid_on date default null, p_reference text default null, p_payment_id uuid default null,
  p_discount numeric default null, p_cost numeric default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_invoices;
  v_kept public.supplier_payments;
  v_id uuid;
  v_amount numeric;
  v_settled numeric := p_amount;
  v_less numeric := coalesce(p_discount, 0);
  v_paid_on constant date := coalesce(p_paid_on, private.company_today());
begin
  perform private.must('payments', 'create', 'record payments');
  select * into v_kept from public.supplier_payments where id = p_payment_id;
  if found then
    perform private.must_be_same((v_kept.supplier_invoice_id, abs(coalesce(v_kept.paper_amount, v_kept.amount))) = (p_id, p_amount)
      and (v_kept.discount = v_less or v_kept.paper_amount is not null), 'payment');
    return p_payment_id;
  end if;
  select * into v_row from public.supplier_invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
    perform private.refuse('PT409', case when v_row.is_credit then 'Please approve this credit note before it is used' when v_row.status = 'paid' then 'This invoice is paid'
      else 'Please approve this invoice before it is paid' end);
  elsif p_amount is null or p_amount <= 0 or p_amount <> trunc(p_amount, 2) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_method = 'credit' then
    perform private.refuse('22023', 'Please choose how it was paid');
  end if;
  perform private.must_have_worth(v_row);
  if v_row.paper_currency is not null then
    v_settled := private.settled_worth(v_row, p_amount, v_less, p_cost, v_paid_on);
    v_less := case when v_less = 0 then 0 else abs(v_row.open) - v_settled end;
  elsif p_cost is distinct from null and p_cost <> p_amount then
    perform private.refuse('22023', format('This invoice is in %s: its amount is what it cost', v_row.currency));
  elsif p_amount > abs(v_row.open) then
    perform private.refuse('22023', format(case when v_row.is_credit then 'Only %s is still to come back' else 'Only %s is still to be paid' end,
      private.money_words(abs(v_row.open), v_row.currency)));
  end if;
  if v_paid_on > private.company_today() then
    perform private.refuse('22023', 'Please choose a day that has come');
  elsif v_less <> 0 then
    perform private.check_bill_discount(v_row, v_settled, v_less, v_paid_on);
  end if;
  v_id := coalesce(p_payment_id, gen_random_uuid());
  v_amount := case when v_row.is_credit then -v_settled else v_settled end;
  insert into public.supplier_payments (id, supplier_invoice_id, amount, discount, paid_on, method, reference, created_by, paper_amount, exchange)
  values (v_id, p_id, v_amount, v_less, v_paid_on, p_method, nullif(btrim(p_reference), ''), auth.uid(),
    case when v_row.paper_currency is not null then sign(v_amount) * p_amount end,
    case when v_row.paper_currency is not null then sign(v_amount) * (p_cost - v_settled) else 0 end);
  update public.supplier_invoices
     set paid = paid + v_amount, discount_taken = discount_taken + v_less,
         status = case when paid + v_amount + discount_taken + v_less = net + vat then 'paid' else 'part_paid' end where id = p_id;
  perform private.log_event('supplier_invoice', p_id, case when v_row.is_credit then 'paid_back' else 'paid' end, private.words_of_cost(v_row, p_amount, p_cost));
  return v_id;
end $$;

create or replace function private.words_of_cost(p_bill public.supplier_invoices, p_amount numeric, p_cost numeric) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_bill.paper_currency is null then jsonb_build_object('amount', private.amount_text(p_amount))
    else jsonb_build_object('words', format('%s for %s', private.money_words(p_amount, p_bill.paper_currency), private.money_words(p_cost, p_bill.currency))) end;
end $$;

create or replace function private.bill_discount(p_id uuid) returns table (amount text, pays text, until date, is_late boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return query
    select private.amount_text(coalesce(f.off, e.off)), private.amount_text(coalesce(f.whole - f.off, v.open - e.off)), v.discount_until, private.company_today() > v.discount_until
      from public.supplier_invoices v, lateral (select private.early_discount(v, least(private.company_today(), v.discount_until)) as off) as e,
           lateral (select p.whole, private.cut_percent(p.whole, v.discount_pct) as off from (select private.paper_open(v) as whole) as p) as f
     where v.id = p_id and e.off > 0;
end $$;

create or replace function private.keep_supplier_payment(p_invoice_id uuid, p_amount numeric, p_discount numeric, p_paid_on date, p_reference text, p_exchange numeric default 0,
  p_paper numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, created_by, exchange, paper_amount)
  values (p_invoice_id, p_amount, p_discount, p_paid_on, 'bank', left(nullif(btrim(p_reference), ''), 200), auth.uid(), p_exchange, p_paper) returning id into v_id;
  update public.supplier_invoices
     set paid = paid + p_amount, discount_taken = discount_taken + p_discount,
         status = case when paid + p_amount + discount_taken + p_discount = net + vat then 'paid' else 'part_paid' end
   where id = p_invoice_id;
  perform private.log_event('supplier_invoice', p_invoice_id, 'paid', private.words_of_cost(v, coalesce(p_paper, p_amount), p_amount + p_exchange))
     from public.supplier_invoices v where v.id = p_invoice_id;
  return v_id;
end $$;

alter table public.account_rules add constraint account_rules_part_is_known CHECK (part = ANY (ARRAY['clients'::text, 'suppliers'::text, 'sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_waiting'::text, 'vat_purchases'::text, 'vat_purchases_waiting'::text, 'vat_due'::text, 'costs'::text, 'money'::text, 'write_offs'::text, 'discounts'::text, 'fees'::text, 'opening'::text, 'cash_discounts'::text, 'exchange_gains'::text, 'exchange_losses'::text]));

alter table public.supplier_invoice_items add constraint supplier_invoice_items_paper_net_is_a_number CHECK (paper_net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.supplier_invoice_items add constraint supplier_invoice_items_paper_price_is_a_number CHECK (paper_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.supplier_invoice_items add constraint supplier_invoice_items_paper_vat_is_a_number CHECK (paper_vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.supplier_invoices add constraint supplier_invoices_paper_net_is_a_number CHECK (paper_net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.supplier_invoices add constraint supplier_invoices_paper_vat_is_a_number CHECK (paper_vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.supplier_invoices add constraint supplier_invoices_worth_is_of_a_paper CHECK ((num_nonnulls(paper_currency, paper_net, paper_vat) = ANY (ARRAY[0, 3])) AND paper_currency ~ '^[A-Z]{3}$'::text AND paper_currency <> currency AND (paper_net >= 0::numeric AND paper_vat >= 0::numeric AND net >= 0::numeric OR paper_net <= 0::numeric AND paper_vat <= 0::numeric AND net <= 0::numeric));

alter table public.supplier_payments add constraint supplier_payments_exchange_is_a_number CHECK (exchange <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.supplier_payments add constraint supplier_payments_paper_amount_is_a_number CHECK (paper_amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

revoke execute on all routines in schema private from public;

call private.offer('private.state_bill_worth(uuid, numeric)');

call private.offer('private.pay_supplier_invoice(uuid, numeric, text, date, text, uuid, numeric, numeric)');

CREATE TRIGGER pin BEFORE UPDATE ON public.supplier_invoice_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'supplier_invoice_id', 'paper_price', 'paper_net', 'paper_vat');

CREATE TRIGGER pin BEFORE UPDATE ON public.supplier_invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'paid', 'approved_by', 'approved_at', 'read_from', 'opening_on', 'purchase_order_id', 'paper_currency', 'paper_net', 'paper_vat');

create or replace trigger zz_guard_closed before update on public.supplier_invoices
  for each row when ('disputed' not in (old.status, new.status) and (old.paper_currency is null) = (new.paper_currency is null)) execute function private.guard_closed('booked_on', 'supplier_id', 'status', 'due_date', 'scheduled_for',
    'paid', 'discount_taken', 'open', 'gross', 'is_credit', 'iban', 'payment_reference', 'file_path', 'file_name', 'read_from', 'note', 'dispute_reason', 'approved_by',
    'approved_at', 'discount_pct', 'discount_until', 'another_bill_reason', 'vat_confirmed_as', 'created_by', 'row_version');

create or replace trigger append_only before delete on public.supplier_payments
  for each row execute function private.refuse_change();

-- private.take_worth gives a payment its amount in the currency of its bill, once.
create or replace trigger append_only_changes before update on public.supplier_payments
  for each row when (not (old.paper_amount is null and new.paper_amount is not null)) execute function private.refuse_change();

create or replace trigger fill_paper_amount before insert on public.supplier_payments
  for each row execute function private.fill_paper_amount();

comment on function private.bill_discount(pg_catalog.uuid) is 'The cash discount that is left of a bill: what it takes off, what is to be paid then, its last day, and whether that is over. No row where there is none. Amounts are text, in the currency of the paper.';

comment on function private.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), unpaid_runs, differences.';

comment on function private.journal_of_bills(pg_catalog.date,pg_catalog.date) is 'What bills that are not disputed and payments to suppliers move: costs by account and VAT against what the supplier gets, then money and discounts.
VAT that the company owes itself (vat_due) stands against the part of it that is deducted; what is not deducted is cost. vat_treatment is null for VAT of the supplier.
Credit notes of suppliers are bills below zero. A discount for paying early lowers the VAT of its bill by rate; what is left of it, with VAT that was not deducted, is income.
Bills in another currency are booked by what they are worth, and left out while nobody said it; what their payment cost more or less than that is a loss or gain by the exchange.
Amounts above zero are debits.';

comment on function private.pay_by_debit(public.bank_entries,pg_catalog.jsonb) is 'Invoices of suppliers that a debit paid, [{invoice_id, amount, discount}]: exactly the amount of the debit, never more than is open.
A bill in another currency is paid by paper_amount in it, else by all that is open of it, and amount is what that cost: the difference from its worth is an exchange gain or loss.
Returns the ids of the payments.';

comment on function public.bill_discount(pg_catalog.uuid) is 'The cash discount that is left of a bill: what it takes off, what is to be paid then, its last day, and whether that is over. No row where there is none. Amounts are text, in the currency of the paper.';

comment on function public.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), unpaid_runs, differences.';

comment on function public.enter_supplier_invoice(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb) is 'Enters an invoice of a supplier with its lines, both or none, by the caller''s own rights; without lines it gets one. p_id:
chosen by the caller, so that a repeated call enters one. A number that the supplier used before is refused in words, however
it is written. cost_account_id, vat_treatment and deductible_pct in p_values: of the lines that name none. own_rate: the rate of
the VAT that the company owes itself, else its usual one. worth: what a bill in another currency is worth, as state_bill_worth takes it. Returns the id.';

comment on function private.books_currency() is 'The currency of the books.';

comment on function private.fill_paper_amount() is 'A payment of a bill in another currency has its amount in that currency; what takes a payment back is the opposite of it, with its exchange difference.';

comment on function private.keep_lines_of_worth(public.supplier_invoice_items,public.supplier_invoice_items) is 'Quantity, price and net of lines stay while the worth of their bill is said.';

comment on function private.keep_supplier_payment(pg_catalog.uuid,numeric,numeric,pg_catalog.date,pg_catalog.text,numeric,numeric) is 'Records a transfer to a supplier, and the discount that was deducted. p_exchange and p_paper: as supplier_payments has them. The caller locked and checked the invoice.';

comment on function private.must_have_worth(public.supplier_invoices) is 'Refuses, in words, a bill in another currency whose worth in that of the books nobody said.';

comment on function private.paper_open(public.supplier_invoices) is 'What of a bill with a worth is open in its own currency, above zero; null for a bill in the currency of the books.';

comment on function private.pay_supplier_invoice(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.uuid,numeric,numeric) is 'Records a payment to a supplier, or money that came back for a credit note: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. p_discount: what is left then is the cash discount of the bill; asks where the payment is later than its terms. Of a bill in another currency both are in it, and p_cost is what the
payment cost in that of the books: the difference from the worth is a gain or loss by the exchange. Returns the id of the payment.';

comment on function private.restore_paper(public.supplier_invoices) is 'A bill has the amounts of its paper again, and no worth.';

comment on function private.settled_worth(public.supplier_invoices,numeric,numeric,numeric,pg_catalog.date) is 'What of the worth of a bill a payment of p_paper in its own currency settles, above zero; the last payment settles the rest. Refuses, in words, a payment without a cost.';

comment on function private.state_bill_worth(pg_catalog.uuid,numeric) is 'Says what a bill or credit note in another currency is worth in that of the books: its total, above zero, two decimals. Before the approval it may be said anew or taken
back (null). A bill that was left out of a day that is closed by now counts on the first open day.';

comment on function private.take_worth(public.supplier_invoices,numeric) is 'A bill and its lines take their amounts in the currency of the books: p_worth is the total, VAT is rounded down to cents and the net is the rest. The amounts of the paper are kept.
Payments from before take their share of it, without an exchange difference; one of a closed day is refused.';

comment on function private.words_of_cost(public.supplier_invoices,numeric,numeric) is 'What the story of a bill says of a payment: its amount, and in another currency also what it cost in that of the books.';

comment on function public.pay_supplier_invoice(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.uuid,numeric,numeric) is 'Records a payment to a supplier, or money that came back for a credit note: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. p_discount: what is left then is the cash discount of the bill; asks where the payment is later than its terms. Of a bill in another currency both are in it, and p_cost is what the
payment cost in that of the books: the difference from the worth is a gain or loss by the exchange. Returns the id of the payment.';

comment on function public.state_bill_worth(pg_catalog.uuid,numeric) is 'Says what a bill or credit note in another currency is worth in that of the books: its total, above zero, two decimals. Before the approval it may be said anew or taken
back (null). A bill that was left out of a day that is closed by now counts on the first open day.';

comment on column public.supplier_invoice_items.paper_price is 'Unit price in the currency of a bill whose worth was said; paper_net and paper_vat are its net and VAT.';

comment on column public.supplier_invoices.paper_currency is 'Of a bill in another currency whose worth was said: its own currency. net, vat, paid and open are in that of the books then. Null: as the bill says them.';

comment on column public.supplier_invoices.paper_net is 'Net in paper_currency, as the bill says it.';

comment on column public.supplier_invoices.paper_vat is 'VAT in paper_currency, as the bill says it.';

comment on column public.supplier_payments.exchange is 'What moved in the currency of the books is amount + exchange: above zero the payment of a bill cost more than its worth, a loss; below zero less, a gain.';

comment on column public.supplier_payments.paper_amount is 'What was paid in the currency of a bill whose worth was said; amount is the part of the worth that it settled.';

-- The accounts of the chart that the company uses: also rules of closed days, on which no such entry was ever booked.
alter table public.ledger_accounts disable trigger user;
alter table public.account_rules disable trigger user;
do $$
declare
  v_chart constant text := (
    select case when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'suppliers' and a.code = '1600') then 'skr03'
      when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'suppliers' and a.code like '221%') then 'snc'
      else 'general' end);
  v_row record;
begin
  for v_row in select c.part, c.code, c.name, c.kind from private.chart_of(v_chart) as c where c.part in ('exchange_gains', 'exchange_losses') order by c.part loop
    insert into public.ledger_accounts (id, code, name, kind)
    select md5('ledger account ' || v_row.code)::uuid, v_row.code, v_row.name, v_row.kind
     where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = v_row.code or a.id = md5('ledger account ' || v_row.code)::uuid)
       and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = v_row.code);
    insert into public.account_rules (part, account_id)
    values (v_row.part, private.account_of_chart(v_chart, v_row.code, v_row.name, v_row.kind));
  end loop;
end $$;
alter table public.ledger_accounts enable trigger user;
alter table public.account_rules enable trigger user;

reset check_function_bodies;
