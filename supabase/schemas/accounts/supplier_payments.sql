-- Payments to suppliers.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.supplier_payments (
  id                  uuid primary key default gen_random_uuid(),
  supplier_invoice_id uuid not null references public.supplier_invoices (id) on delete restrict,
  amount              numeric(14, 2) not null,
  paid_on             date not null,
  method              text not null,
  reference           text,
  created_at          timestamptz not null default now(),
  created_by          uuid default auth.uid() references auth.users (id) on delete set null,
  discount            numeric(14, 2) not null default 0,
  reverses_id         uuid references public.supplier_payments (id) on delete restrict,
  is_opening          boolean not null default false,
  pair_id             uuid,
  paper_amount        numeric(14, 2),
  exchange            numeric(14, 2) not null default 0,
  constraint supplier_payments_method_is_known check (method in ('card', 'bank', 'cash', 'cheque', 'other', 'credit')),
  constraint supplier_payments_deduction_has_two_sides check ((method = 'credit') = (pair_id is not null)),
  constraint supplier_payments_reference_length check (char_length(reference) <= 200),
  constraint supplier_payments_reversal_is_opposite check (
    amount <> 0 and (reverses_id is null or discount <= 0) and (reverses_id is not null or discount >= 0))
);
create index supplier_payments_invoice_idx on public.supplier_payments (supplier_invoice_id);
create index supplier_payments_paid_on_idx on public.supplier_payments (paid_on);
create index supplier_payments_created_by_idx on public.supplier_payments (created_by);
create index supplier_payments_pair_idx on public.supplier_payments (pair_id) where pair_id is not null;
create unique index supplier_payments_reversed_once_idx on public.supplier_payments (reverses_id);
comment on table public.supplier_payments is
  'Money paid for an invoice of a supplier, money that came back for a credit note (below zero), and credit notes that were deducted. It only grows.';
comment on column public.supplier_payments.pair_id is
  'A credit note was deducted from an invoice (method credit): its two sides, one above and one below zero, come to zero.';
comment on column public.supplier_payments.discount is 'What was deducted for paying early, beside the amount.';
comment on column public.supplier_payments.paper_amount is 'What was paid in the currency of a bill whose worth was said; amount is the part of the worth that it settled.';
comment on column public.supplier_payments.exchange is
  'What moved in the currency of the books is amount + exchange: above zero the payment of a bill cost more than its worth, a loss; below zero less, a gain.';
comment on column public.supplier_payments.is_opening is 'It was paid in the former books.';
comment on column public.supplier_payments.reverses_id is 'The payment that was recorded by mistake: this record has the opposite amount and takes it back.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.supplier_payments', '', p_audited => true, p_pages => '{payments}');
grant select on public.supplier_payments to authenticated;
create policy "staff read payments to suppliers" on public.supplier_payments
  for select to authenticated using ((select private.can('supplier-invoices', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.pay_supplier_invoice(
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
comment on function private.pay_supplier_invoice is
  'Records a payment to a supplier, or money that came back for a credit note: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. p_discount: what is left then is the cash discount of the bill; asks where the payment is later than its terms. Of a bill in another currency both are in it, and p_cost is what the
payment cost in that of the books: the difference from the worth is a gain or loss by the exchange. Returns the id of the payment.';
call private.offer('private.pay_supplier_invoice(uuid, numeric, text, date, text, uuid, numeric, numeric)');

create function private.words_of_cost(p_bill public.supplier_invoices, p_amount numeric, p_cost numeric) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_bill.paper_currency is null then jsonb_build_object('amount', private.amount_text(p_amount))
    else jsonb_build_object('words', format('%s for %s', private.money_words(p_amount, p_bill.paper_currency), private.money_words(p_cost, p_bill.currency))) end;
end $$;
comment on function private.words_of_cost is 'What the story of a bill says of a payment: its amount, and in another currency also what it cost in that of the books.';

create function private.check_bill_discount(p_bill public.supplier_invoices, p_amount numeric, p_discount numeric, p_day date) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_most constant numeric := private.early_discount(p_bill, least(p_day, p_bill.discount_until));
begin
  if v_most = 0 then
    perform private.refuse('PT409', format('%s has no cash discount that is left', p_bill.supplier_number));
  elsif not (p_discount between 0 and v_most and p_amount + p_discount = p_bill.open) then
    perform private.refuse('PT409', format('With the cash discount of %s, %s of %s are to be paid', private.money_words(v_most, p_bill.currency),
      private.money_words(p_bill.open - v_most, p_bill.currency), p_bill.supplier_number));
  elsif p_day > p_bill.discount_until then
    perform private.must_say_yes('late_discount', format('The cash discount of %s ended on %s, and it was paid on %s. Take it anyway?', p_bill.supplier_number,
      private.day_text(p_bill.discount_until), private.day_text(p_day)));
  end if;
end $$;
comment on function private.check_bill_discount is
  'Refuses, in words, a cash discount that the terms of a bill do not give to this payment, or that leaves something open; asks where the payment is late.';

create function private.bill_discount(p_id uuid) returns table (amount text, pays text, until date, is_late boolean)
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
comment on function private.bill_discount is
  'The cash discount that is left of a bill: what it takes off, what is to be paid then, its last day, and whether that is over. No row where there is none. Amounts are text, in the currency of the paper.';
call private.offer('private.bill_discount(uuid)');

create function private.keep_supplier_payment(p_invoice_id uuid, p_amount numeric, p_discount numeric, p_paid_on date, p_reference text, p_exchange numeric default 0,
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
comment on function private.keep_supplier_payment is 'Records a transfer to a supplier, and the discount that was deducted. p_exchange and p_paper: as supplier_payments has them. The caller locked and checked the invoice.';

create function private.reverse_supplier_payment(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_payments;
begin
  select * into v_row from public.supplier_payments where id = p_id;
  perform from public.supplier_invoices where id = v_row.supplier_invoice_id for no key update;
  if v_row.id is null or v_row.reverses_id is not null or exists (select from public.supplier_payments s where s.reverses_id = p_id) then
    return;
  end if;
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, reverses_id, pair_id, created_by)
  values (v_row.supplier_invoice_id, -v_row.amount, -v_row.discount, greatest(coalesce(p_on, private.company_today()), v_row.paid_on), v_row.method,
    left('Taken back: ' || btrim(p_reason), 200), p_id, v_row.pair_id, auth.uid());
  update public.supplier_invoices
     set paid = paid - v_row.amount, discount_taken = discount_taken - v_row.discount,
         status = case when status in ('received', 'disputed') then status when paid <> v_row.amount then 'part_paid'
           when scheduled_for is not null then 'scheduled' else 'approved' end
   where id = v_row.supplier_invoice_id;
  perform private.log_event('supplier_invoice', v_row.supplier_invoice_id, 'payment_taken_back',
    jsonb_build_object('amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;
comment on function private.reverse_supplier_payment is 'A payment to a supplier that was recorded by mistake: a record of the opposite stands beside it, its invoice is open again.
p_on: the day on which the bank gave it back; without one it is of today.';

create function private.was_paid_to(p_supplier_id uuid, p_iban text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.payment_run_items i where i.supplier_id = p_supplier_id and i.iban = p_iban and i.status = 'paid')
      or exists (select from public.bank_entries e join public.bank_entry_payouts b on b.entry_id = e.id
                   join public.supplier_payments s on s.id = b.supplier_payment_id join public.supplier_invoices v on v.id = s.supplier_invoice_id
                  where e.party_iban = p_iban and v.supplier_id = p_supplier_id);
end $$;
comment on function private.was_paid_to is 'A payment run or the bank paid this supplier to this account before.';

create function private.keep_side_of_payment() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_is_credit constant boolean := (select v.is_credit from public.supplier_invoices v where v.id = new.supplier_invoice_id);
begin
  if (new.amount < 0) <> (v_is_credit <> (new.reverses_id is not null)) then
    perform private.refuse('PT409', 'What is paid for an invoice is above zero, what comes back for a credit note below it');
  elsif new.pair_id is not null and (select sum(s.amount) from public.supplier_payments s where s.pair_id = new.pair_id) <> 0 then
    perform private.refuse('PT409', 'The two sides of a deduction come to zero');
  end if;
  return null;
end $$;
comment on function private.keep_side_of_payment is
  'Payments of bills are above zero and those of credit notes below; what takes one back is the opposite. The two sides of a deduction, of one statement, come
to zero.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger fill_paper_amount before insert on public.supplier_payments
  for each row execute function private.fill_paper_amount();
create trigger keep_side after insert on public.supplier_payments
  for each row execute function private.keep_side_of_payment();
create trigger keep_discount_vat after insert on public.supplier_payments
  for each row when (new.discount <> 0) execute function private.keep_discount_vat();

create trigger zz_guard_closed before insert on public.supplier_payments
  for each row execute function private.guard_closed('paid_on');
create trigger append_only before delete on public.supplier_payments
  for each row execute function private.refuse_change();
-- private.take_worth gives a payment its amount in the currency of its bill, once.
create trigger append_only_changes before update on public.supplier_payments
  for each row when (not (old.paper_amount is null and new.paper_amount is not null)) execute function private.refuse_change();
