set check_function_bodies = off;

drop routine private.use_credit(p_uuid uuid);

drop routine public.use_credit(p_uuid uuid);

alter table public.cash_discounts alter column payment_id drop not null;

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
    perform private.refuse('PT409', format('With the cash discount of %s, %s of %s are to be paid', private.money_words(v_most),
      private.money_words(v_invoice.paid + v_invoice.balance - v_most), v_invoice.invoice_number));
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

create or replace function private.credit_for_deposit(p_contact_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Without a paper over it a deposit is kept of payments; a credit note cannot be kept.
  return case when (select c.tax_kind = 'sales_tax' from public.company_settings c) then (
      select coalesce(sum(private.payment_free(p.id)), 0) from public.payments p
       where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0)
    else private.client_credit(p_contact_id) end;
end $$;

create or replace function private.keep_from_credit(p_order_id uuid, p_payments uuid[], p_most numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment uuid;
  v_part numeric;
  v_used numeric := 0;
begin
  for v_payment in
    select p.id from public.payments p where p.id = any (p_payments) and p.direction = 'in' and p.status in ('succeeded', 'part_refunded')
     order by p.received_on, p.payment_number
  loop
    v_part := least(p_most - v_used, private.payment_free(v_payment));
    continue when v_part <= 0;
    perform private.keep_deposit(p_order_id, v_payment, v_part);
    v_used := v_used + v_part;
  end loop;
  perform private.count_deposit(p_order_id, v_used, null, null);
  return v_used;
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
    perform private.log_event('order', p_order.id, 'deposit_invoiced',
      jsonb_build_object('number', v_invoice.invoice_number, 'amount', private.amount_text(p_most - v_used)));
    v_used := v_used + private.settle_from_credit(v_invoice.id, p_notes, p_payments, p_most - v_used);
  end if;
  return v_used;
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
    perform private.refuse('PT409', format('Only %s of credit are left', private.money_words(v_credit)));
  elsif p_amount > v_due then
    perform private.refuse('PT409', format('Of %s only %s are open', v_order.order_number, private.money_words(v_due)));
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), true) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  v_most := case when (select c.tax_kind = 'sales_tax' from public.company_settings c) then private.keep_from_credit(v_order.id, v_locked.payments, v_most)
    else private.bill_from_credit(v_order, v_locked.notes, v_locked.payments, v_most) end;
  return jsonb_build_object('used', private.amount_text(v_most), 'left', private.amount_text(v_due - v_most),
    'credit', private.amount_text(private.credit_for_deposit(v_order.contact_id)));
end $$;

create or replace function private.spend_credit(p_contact_id uuid, p_invoice_ids uuid[], p_except uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_locked record;
begin
  perform private.lock_asked_orders(p_contact_id);
  v_locked := private.lock_credit(p_contact_id);
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  for v_invoice in
    select * from public.invoices where id = any (p_invoice_ids) and contact_id = p_contact_id and status in ('issued', 'partly_paid')
     order by due_date, issue_date, invoice_number
  loop
    perform private.settle_from_credit(v_invoice.id, v_locked.notes, array_remove(v_locked.payments, p_except), v_invoice.balance);
  end loop;
end $$;

create or replace function private.order_by_link(p_uuid uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_quotation from public.quotations where public_uuid = p_uuid;
  return (select o.id from public.orders o
    where o.status <> 'cancelled' and (o.public_uuid = p_uuid or o.quotation_id = v_quotation.id
      or (o.id = v_quotation.amends_order_id and v_quotation.status in ('approved', 'converted'))) limit 1);
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

create or replace function private.settle_from_credit(p_invoice_id uuid, p_notes uuid[], p_payments uuid[], p_most numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric := p_most;
  v_credit record;
  v_part numeric;
begin
  for v_credit in
    select n.id, true as is_note, n.issue_date as on_day, n.credit_number as number from public.credit_notes n
     where n.id = any (p_notes) and n.status not in ('draft', 'void') and n.open > 0
    union all
    select p.id, false, p.received_on, p.payment_number from public.payments p
     where p.id = any (p_payments) and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0
    order by is_note desc, on_day, number
  loop
    exit when v_left <= 0;
    v_part := least(v_left, case when v_credit.is_note then (select n.open from public.credit_notes n where n.id = v_credit.id)
      else private.payment_free(v_credit.id) end);
    continue when coalesce(v_part, 0) <= 0;
    if v_credit.is_note then
      perform private.settle_by_credit(v_credit.id, p_invoice_id, v_part);
    else
      perform private.allocate(v_credit.id, p_invoice_id, v_part);
    end if;
    v_left := v_left - v_part;
  end loop;
  return p_most - v_left;
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
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.money_words(v_invoice.balance)));
  elsif p_amount > v_credit then
    perform private.refuse('PT409', format('Only %s of credit are left', private.money_words(v_credit)));
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

create or replace function private.uses_of_payment(p_payment_id uuid, p_order_id uuid)
  returns table (number text, amount numeric, is_own boolean)
  language sql stable security definer set search_path = ''
as $$
  select v.invoice_number, sum(a.amount),
         v.order_id = p_order_id or v.order_id is null and exists (select from public.invoice_items i where i.invoice_id = v.id and i.order_id = p_order_id)
    from public.payment_allocations a join public.invoices v on v.id = a.invoice_id where a.payment_id = p_payment_id group by v.id having sum(a.amount) > 0
  union all
  select o.order_number, sum(k.amount), o.id = p_order_id
    from public.kept_deposits k join public.orders o on o.id = k.order_id where k.payment_id = p_payment_id group by o.id having sum(k.amount) > 0
$$;

create or replace function private.money_of_cancelled(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('credit', private.amount_text(sum(private.payment_free(p.id))),
        'used', (select coalesce(jsonb_agg(jsonb_build_object('number', u.number, 'amount', private.amount_text(u.amount)) order by u.number), '[]')
          from (select x.number, sum(x.amount) as amount from public.payments q, private.uses_of_payment(q.id, p_order.id) as x
                 where q.order_id = p_order.id and q.direction = 'in' group by 1) as u),
        'paid_back', private.amount_text(coalesce(sum(back.amount), 0)), 'paid_back_on', max(back.on_day))
      from public.payments p
     cross join lateral (select sum(f.amount) as amount, max(f.refunded_on) filter (where f.amount > 0) as on_day from public.payment_refunds f
       where f.payment_id = p.id and f.kind = 'refund') as back
     where p.order_id = p_order.id and p.direction = 'in' and p_order.status = 'cancelled'
    having count(*) > 0
  );
end $$;

create or replace function private.order_money(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('deposit_amount', private.amount_text(p_order.deposit_amount),
        'deposit_paid', private.amount_text(p_order.deposit_paid), 'gross', private.amount_text(p_order.gross),
        'announced', private.announced_of(p_order.id, null, null),
        'ahead', private.amount_text(coalesce(private.deposit_possible(p_order.id) + private.deposit_asked(p_order.id), 0)),
        'invoice_follows', exists (select from public.invoice_items i join public.invoices v on v.id = i.invoice_id
          where i.order_id = p_order.id and v.status = 'draft' and v.kind <> 'proforma'),
        'paid', private.amount_text(greatest(coalesce(sum(m.amount), 0), 0)), 'paid_on', max(m.received_on) filter (where m.amount > 0),
        'money', private.money_of_cancelled(p_order),
        'credit', case when p_order.deposit_amount > p_order.deposit_paid and p_order.status not in ('cancelled', 'on_hold')
          then private.amount_text(private.credit_for_deposit(p_order.contact_id)) end,
        'open_invoices', (
          select coalesce(jsonb_agg(jsonb_build_object('number', v.invoice_number, 'kind', v.kind, 'balance', private.amount_text(v.balance),
                   'due_date', v.due_date, 'is_overdue', coalesce(v.due_date < private.company_today(), false),
                   'public_uuid', case when v.order_id = p_order.id and v.link_revoked_at is null then v.public_uuid end,
                   'announced', private.announced_of(null, v.id, null))
                   order by v.due_date, v.invoice_number), '[]')
            from private.invoices_of_order(p_order.id) as v where v.balance > 0 and v.contact_id = p_order.contact_id))
      from (-- What of a deposit was credited is no money for the order any more, wherever its payment is booked.
            select case when p_order.status = 'cancelled' then p.amount - (select coalesce(sum(f.amount), 0) from public.payment_refunds f
                       where f.payment_id = p.id and f.kind = 'reversal')
                     else (select coalesce(sum(u.amount), 0) from private.uses_of_payment(p.id, p_order.id) as u where u.is_own) end as amount,
                   p.received_on from public.payments p
             where p.order_id = p_order.id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded', 'refunded')
            union all
            select a.amount, p.received_on
              from public.invoices v join public.payment_allocations a on a.invoice_id = v.id join public.payments p on p.id = a.payment_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and p.order_id is distinct from p_order.id
            union all
            select a.amount, a.allocated_on
              from public.invoices v join public.credit_allocations a on a.invoice_id = v.id join public.credit_notes n on n.id = a.credit_note_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and n.invoice_id <> v.id
            union all
            select -sum(n.gross - coalesce((select sum(a.amount) from public.credit_allocations a
                     where a.credit_note_id = n.id and a.invoice_id = n.invoice_id), 0)), null from public.credit_notes n join public.invoices v on v.id = n.invoice_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and v.kind = 'deposit' and n.status not in ('draft', 'void')) as m
  );
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.pay_deposit_from_credit(uuid, numeric)', '{anon,authenticated,service_role}');

call private.offer('private.use_credit(uuid, numeric)', '{anon,authenticated,service_role}');

comment on function private.order_money(public.orders) is 'What the client of an order reads of its money, on each of their pages. Amounts are text. ahead: what can still be paid before its
invoice, with what a deposit invoice asks for. invoice_follows: one is being written. paid, paid_on: what of their payments settles its own invoices or is kept for it,
and the day of the last; of a cancelled order all that came, and money says what became of it (money_of_cancelled). credit: what of their credit can pay the deposit that is due. open_invoices:
what is open now; public_uuid: the link to pay it, null for an invoice of several orders, whose link tells of the others too.';

comment on function private.take_cash_discount(pg_catalog.uuid,pg_catalog.uuid,numeric) is 'What a payment leaves open of an invoice is its cash discount: turnover and VAT are lower by its share at each rate, and the invoice is paid. Refused
where the terms give less; asks where the payment came too late. p_payment_id: null where credit of the client settles it, today. The caller asked for the right and allocated the payment.';

comment on function private.bill_from_credit(public.orders,pg_catalog.uuid[],pg_catalog.uuid[],numeric) is 'Credit pays what the deposit invoices of an order ask for, and then a deposit invoice that is issued over the rest of p_most. The caller locked the order and the
credit. Returns how much was used.';

comment on function private.credit_for_deposit(pg_catalog.uuid) is 'What of the credit of a client can pay a deposit.';

comment on function private.keep_from_credit(pg_catalog.uuid,pg_catalog.uuid[],numeric) is 'At most p_most of what is free of these payments is kept as deposit of an order, the oldest first. The caller locked the order and the payments. Returns how much.';

comment on function private.money_of_cancelled(public.orders) is 'What became of the payments for a cancelled order: credit (what settles nothing yet), used [{number, amount}] for other invoices and orders, paid_back and the last
day of that. Amounts are text. Null of another order, and without a payment.';

comment on function private.order_by_link(pg_catalog.uuid) is 'The order that is paid for by the link of itself, of its quotation, or of extra work on it; null where it is cancelled.';

comment on function private.pay_deposit_from_credit(pg_catalog.uuid,numeric) is 'By the link of a quotation or order: credit of its client pays the deposit that is due, or p_amount of it. It settles the deposit invoice that asks for the money;
what is more is a deposit invoice of its own, issued and paid in the act; where sales tax is charged, it is kept for the order. Returns {used, left, credit} as text.';

comment on function private.settle_from_credit(pg_catalog.uuid,pg_catalog.uuid[],pg_catalog.uuid[],numeric) is 'An invoice is settled by at most p_most of these credit notes and payments, the notes first, the oldest first. The caller locked them with lock_credit, and the
invoice. Returns how much was used.';

comment on function private.use_credit(pg_catalog.uuid,numeric) is 'By the link of an invoice: credit of its client lowers it, credit notes and then payments, the oldest first. Credit that settles it while its cash discount holds
takes that, as a payment does. p_amount: so much of it and no more; null is what settles the invoice. A second call uses what is left. Returns {used, discount,
balance, credit} as text.';

comment on function private.uses_of_payment(pg_catalog.uuid,pg_catalog.uuid) is 'What a payment settles, and for which orders it is kept: the number of the invoice or order. is_own: it is of this order.';

comment on function public.pay_deposit_from_credit(pg_catalog.uuid,numeric) is 'By the link of a quotation or order: credit of its client pays the deposit that is due, or p_amount of it. It settles the deposit invoice that asks for the money;
what is more is a deposit invoice of its own, issued and paid in the act; where sales tax is charged, it is kept for the order. Returns {used, left, credit} as text.';

comment on function public.use_credit(pg_catalog.uuid,numeric) is 'By the link of an invoice: credit of its client lowers it, credit notes and then payments, the oldest first. Credit that settles it while its cash discount holds
takes that, as a payment does. p_amount: so much of it and no more; null is what settles the invoice. A second call uses what is left. Returns {used, discount,
balance, credit} as text.';

comment on column public.cash_discounts.payment_id is 'The payment that paid the rest; null where credit of the client did.';

reset check_function_bodies;
