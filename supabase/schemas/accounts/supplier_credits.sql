-- Credit notes of suppliers: bills below zero, deducted from bills above zero.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.deduct_credit(p_pair uuid, p_credit_id uuid, p_invoice_id uuid, p_amount numeric, p_discount numeric default 0) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_credit constant text := (select v.supplier_number from public.supplier_invoices v where v.id = p_credit_id);
  v_invoice constant text := (select v.supplier_number from public.supplier_invoices v where v.id = p_invoice_id);
begin
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, pair_id, created_by)
  values (p_invoice_id, p_amount, p_discount, private.company_today(), 'credit', v_credit, p_pair, auth.uid()),
         (p_credit_id, -p_amount, 0, private.company_today(), 'credit', v_invoice, p_pair, auth.uid());
  update public.supplier_invoices v
     set paid = v.paid + x.amount, discount_taken = v.discount_taken + x.discount,
         status = case when v.paid + x.amount + v.discount_taken + x.discount = v.net + v.vat then 'paid' else 'part_paid' end
    from (values (p_invoice_id, p_amount, p_discount), (p_credit_id, -p_amount, 0)) as x (id, amount, discount)
   where v.id = x.id;
  perform private.log_event('supplier_invoice', p_invoice_id, 'credit_deducted', jsonb_build_object('amount', private.amount_text(p_amount), 'number', v_credit));
  perform private.log_event('supplier_invoice', p_credit_id, 'deducted', jsonb_build_object('amount', private.amount_text(p_amount), 'number', v_invoice));
end $$;
comment on function private.deduct_credit is
  'Deducts a credit note of a supplier from a bill: two records that come to zero. The caller locked and checked both.';

create function private.credit_obstacle(p_credit public.supplier_invoices, p_invoice public.supplier_invoices) returns text
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
comment on function private.credit_obstacle is 'Why a credit note of a supplier cannot be deducted from a bill, in words; null where it can.';

create function private.use_supplier_credit(p_id uuid, p_credit_id uuid, p_invoice_id uuid, p_amount numeric) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_credit public.supplier_invoices;
  v_invoice public.supplier_invoices;
  v_words text;
begin
  perform private.must('payments', 'create', 'record payments');
  if exists (select from public.supplier_payments s where s.pair_id = p_id) then
    perform private.must_be_same(exists (
      select from public.supplier_payments s where (s.pair_id, s.supplier_invoice_id, s.amount) = (p_id, p_invoice_id, p_amount)), 'deduction');
    return p_id;
  end if;
  perform from public.supplier_invoices v where v.id in (p_credit_id, p_invoice_id) order by v.id for no key update;
  select * into v_credit from public.supplier_invoices where id = p_credit_id;
  select * into v_invoice from public.supplier_invoices where id = p_invoice_id;
  if v_credit.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  end if;
  v_words := private.credit_obstacle(v_credit, v_invoice);
  if v_words is not null then
    perform private.refuse('PT409', v_words);
  elsif p_amount is null or p_amount <= 0 or p_amount <> trunc(p_amount, 2) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > least(-v_credit.open, v_invoice.open) then
    perform private.refuse('22023', format('The credit note has %s left, and %s of the invoice is open',
      private.money_words(-v_credit.open, v_credit.currency), private.money_words(v_invoice.open, v_invoice.currency)));
  end if;
  perform private.deduct_credit(p_id, p_credit_id, p_invoice_id, p_amount);
  return p_id;
end $$;
comment on function private.use_supplier_credit is
  'Deducts a credit note of a supplier from one of its invoices. p_id: chosen by the caller, so that a repeated call deducts once. Returns it.';
call private.offer('private.use_supplier_credit(uuid, uuid, uuid, numeric)');

create function private.take_back_supplier_credit(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_sides uuid[];
begin
  perform private.must('payments', 'edit', 'take back payments');
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why it is taken back');
  end if;
  perform from public.supplier_invoices v where v.id in (select s.supplier_invoice_id from public.supplier_payments s where s.pair_id = p_id)
    order by v.id for no key update;
  select array_agg(s.id) into v_sides from public.supplier_payments s
   where s.pair_id = p_id and s.reverses_id is null and not exists (select from public.supplier_payments r where r.reverses_id = s.id);
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, reverses_id, pair_id, created_by)
  select s.supplier_invoice_id, -s.amount, -s.discount, greatest(private.company_today(), s.paid_on), s.method,
         left('Taken back: ' || btrim(p_reason), 200), s.id, s.pair_id, auth.uid()
    from public.supplier_payments s where s.id = any (v_sides);
  update public.supplier_invoices v
     set paid = v.paid - s.amount, discount_taken = v.discount_taken - s.discount,
         status = case when v.status in ('received', 'disputed') then v.status when v.paid <> s.amount then 'part_paid'
           when v.scheduled_for is not null then 'scheduled' else 'approved' end
    from public.supplier_payments s where s.id = any (v_sides) and v.id = s.supplier_invoice_id;
  perform private.log_event('supplier_invoice', s.supplier_invoice_id, 'deduction_taken_back',
      jsonb_build_object('amount', private.amount_text(abs(s.amount)), 'reason', left(btrim(p_reason), 2000)))
    from public.supplier_payments s where s.id = any (v_sides);
end $$;
comment on function private.take_back_supplier_credit is
  'A credit note that was deducted from an invoice is free again, and the invoice open. A second call changes nothing.';
call private.offer('private.take_back_supplier_credit(uuid, text)');

create function private.deduct_credits(p_invoice_id uuid, p_credits uuid[], p_amount numeric, p_discount numeric) returns numeric
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
comment on function private.deduct_credits is
  'Deducts credit notes of its supplier from a bill until nothing of p_amount is left: first those that name it, then the oldest. p_discount is taken with
the last cent. The caller locked them. Returns what is left to be paid.';

create function private.settle_named_bill() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_one record;
  v_amount numeric;
begin
  for v_one in
    select c.id as credit_id, v.id as invoice_id
      from public.supplier_invoices c
      join public.supplier_invoices v on v.supplier_id = c.supplier_id and private.plain_number(v.supplier_number) = private.plain_number(c.credited_number)
     where new.id in (c.id, v.id) and c.is_credit and c.supplier_id = new.supplier_id
     order by c.invoice_date, c.id
  loop
    perform from public.supplier_invoices x where x.id in (v_one.credit_id, v_one.invoice_id) order by x.id for no key update;
    select least(-c.open, v.open) into v_amount from public.supplier_invoices c, public.supplier_invoices v
     where c.id = v_one.credit_id and v.id = v_one.invoice_id and private.credit_obstacle(c, v) is null;
    if v_amount > 0 then
      perform private.deduct_credit(gen_random_uuid(), v_one.credit_id, v_one.invoice_id, v_amount);
    end if;
  end loop;
  return null;
end $$;
comment on function private.settle_named_bill is
  'An approved credit note is deducted from the approved invoice that it names, whichever of the two is approved last. One in a payment run stays as it is.';

create function private.bills_for_credit(p_credit_id uuid)
returns table (id uuid, number text, due_date date, open text, is_named boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return query
    select v.id, v.supplier_number, v.due_date, private.amount_text(v.open),
           coalesce(private.plain_number(v.supplier_number) = private.plain_number(c.credited_number), false)
      from public.supplier_invoices c join public.supplier_invoices v on v.supplier_id = c.supplier_id
     where c.id = p_credit_id and private.credit_obstacle(c, v) is null
     order by 5 desc, v.due_date nulls last, v.invoice_date, v.supplier_number;
end $$;
comment on function private.bills_for_credit is
  'The invoices from which a credit note can be deducted: the one that it names first, then the earliest due. Amounts are text.';
call private.offer('private.bills_for_credit(uuid)');
