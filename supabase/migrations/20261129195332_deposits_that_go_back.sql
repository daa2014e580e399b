set check_function_bodies = off;

drop routine private.get_company();

drop routine private.lock_orders_of_payment(p_payment_id uuid);

drop routine private.treatment_abroad(p_sale text, p_supply text, p_stays boolean);

drop routine private.vat_proposal(p_contact uuid, p_kind text, p_paper uuid);

drop routine public.get_company();

drop routine public.vat_proposal(p_contact uuid, p_kind text, p_paper uuid);

alter table public.company_settings add column legal_notice text;

create or replace function private.undo_bank_entry(p_id uuid, p_reason text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_link public.bank_entry_payouts;
begin
  perform private.must('payments', 'edit', 'take decisions about bank statements back');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This entry is not there any more');
  elsif v_row.status = 'open' then
    return;
  elsif v_row.status in ('confirmed', 'split') and coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status = 'split' then
    perform private.join_bank_entry(p_id, p_reason);
    return;
  end if;
  update public.bank_entries
     set status = 'open', payment_id = null, payment_run_id = null, has_recorded = false, ignore_reason = null, decided_by = null, decided_at = null,
         decided_as = null, worth = null, booking_id = null
   where id = p_id;
  if v_row.booking_id is not null then
    perform private.reverse_bank_booking(v_row.booking_id, p_reason);
    return;
  elsif v_row.direction = 'in' then
    if v_row.has_recorded then
      perform private.reverse_payment(v_row.payment_id, p_reason);
    end if;
    return;
  end if;
  perform private.lock_orders_of_payment(null, null, o.taken_off) from public.bank_entry_payouts o where o.entry_id = p_id and o.taken_off is not null;
  perform from public.payment_runs where id = v_row.payment_run_id for no key update;
  for v_link in delete from public.bank_entry_payouts where entry_id = p_id returning *
  loop
    continue when not v_row.has_recorded;
    if v_link.refund_id is not null then
      perform private.reverse_refund(v_link.refund_id, p_reason);
      perform private.undo_client_return(r.payment_id, v_link.taken_off) from public.payment_refunds r
        where r.id = v_link.refund_id and v_link.taken_off is not null;
    else
      perform private.reverse_supplier_payment(v_link.supplier_payment_id, p_reason);
      update public.payment_run_items i set status = 'open'
        from public.supplier_payments s
       where s.id = v_link.supplier_payment_id and i.payment_run_id = v_row.payment_run_id
         and i.supplier_invoice_id = s.supplier_invoice_id and i.status = 'paid';
    end if;
  end loop;
  if v_row.has_recorded and v_row.payment_run_id is not null then
    update public.payment_runs set status = 'exported', paid_on = null where id = v_row.payment_run_id and status = 'paid';
    perform private.log_event('payment_run', v_row.payment_run_id, 'debit_taken_back', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  end if;
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
  end if;
  perform private.refuse_paid_deposit(p_payment, ', and match this as a refund');
end $$;

create or replace function private.papers_of_import(p_id uuid) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  with links as (
    select e.payment_id, e.payment_run_id, f.payment_id as refunded_id, s.supplier_invoice_id, o.taken_off
      from public.bank_entries e
      left join public.bank_entry_payouts o on o.entry_id = e.id
      left join public.payment_refunds f on f.id = o.refund_id
      left join public.supplier_payments s on s.id = o.supplier_payment_id
     where e.import_id = p_id and e.status = 'confirmed'
  )
  select array(
    select unnest(array[l.payment_id, l.payment_run_id, l.refunded_id, l.supplier_invoice_id]) from links l
    union
    select a.invoice_id from public.payment_allocations a where a.payment_id in (select unnest(array[l.payment_id, l.refunded_id]) from links l)
    union
    select k.order_id from public.kept_deposits k where k.payment_id in (select unnest(array[l.payment_id, l.refunded_id]) from links l)
    union
    select v.order_id from public.invoices v
     where v.taxed_when_paid and v.id in (
       select a.invoice_id from public.payment_allocations a where a.payment_id in (select unnest(array[l.payment_id, l.refunded_id]) from links l)
       union select private.uuid_or_null(one ->> 'invoice_id') from links l cross join lateral jsonb_array_elements(l.taken_off) as one))
$$;

create or replace function private.cash_discount_on(p_invoice public.invoices, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(case when p_day <= p_invoice.issue_date + p_invoice.cash_discount_days then private.cash_discount_of(p_invoice) end, 0);
end $$;

create or replace function private.cash_discount_today(p_invoice public.invoices) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_amount constant numeric := private.cash_discount_on(p_invoice, private.company_today());
begin
  return case when v_amount < p_invoice.balance then v_amount else 0 end;
end $$;

create or replace function private.settle_chosen(p_request_id uuid, p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select r.invoice_id from private.request_invoices r where r.request_id = p_request_id);
  v_asked_on constant date := (select private.day_of(r.created_at) from public.payment_requests r where r.id = p_request_id);
  v_open numeric := (select p.open from public.payments p where p.id = p_payment_id);
  v_row record;
  v_is_exact boolean;
begin
  perform from public.invoices where id = any (v_ids) order by id for no key update;
  -- What was asked for without the cash discounts is exactly what came.
  v_is_exact := v_open = (select sum(v.balance - private.cash_discount_on(v, v_asked_on)) from public.invoices v where v.id = any (v_ids));
  for v_row in
    select v.id, v.balance, case when v_is_exact then private.cash_discount_on(v, v_asked_on) else 0 end as less
      from public.invoices v where v.id = any (v_ids) order by v.due_date, v.issue_date, v.invoice_number
  loop
    v_open := (select p.open from public.payments p where p.id = p_payment_id);
    if least(v_open, v_row.balance - v_row.less) > 0 then
      perform private.allocate(p_payment_id, v_row.id, least(v_open, v_row.balance - v_row.less));
      if v_row.less > 0 then
        perform private.take_exact_discount(p_payment_id, v_row.id);
      end if;
    end if;
  end loop;
end $$;

create or replace function private.lock_orders_of_payment(p_payment_id uuid, p_contact_id uuid default null, p_parts jsonb default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orders where id in (
    select k.order_id from public.kept_deposits k where k.payment_id = p_payment_id
    union
    select v.order_id from public.invoices v
     where v.taxed_when_paid and (v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_payment_id)
       or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_parts) as one)
       or v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid')))
   order by id for no key update;
end $$;

create or replace function private.deposit_beyond(p_invoice public.invoices)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select h.vat_rate, h.vat_treatment, beyond.base, private.vat_of_part(beyond.base, h.vat_rate, h.base, h.vat)
    from private.held_by_rate(p_invoice.id) as h
    left join private.order_rest(p_invoice.order_id, false) as r on r.vat_rate = h.vat_rate and r.vat_treatment = h.vat_treatment
    -- A rate that the order has no more has no rest: all that is paid ahead at it is beyond the order.
   cross join lateral (
     select least(h.base, -coalesce(r.base, -sum(d.base))) as base from private.deposits_left(p_invoice.order_id) as d
      where d.base > 0 and d.vat_rate = h.vat_rate and d.vat_treatment = h.vat_treatment) as beyond
   where beyond.base > 0
$$;

create or replace function private.lower_open_deposit(p_order public.orders) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_beyond jsonb;
  v_gross numeric;
  v_note public.credit_notes;
begin
  -- Whoever writes a credit note over it already decides what it takes back.
  select v.* into v_invoice from public.invoices v
   where v.order_id = p_order.id and v.taxed_when_paid and v.balance > 0 and v.status in ('issued', 'partly_paid')
     and not exists (select from public.credit_notes n where n.invoice_id = v.id and n.status = 'draft')
   order by v.issue_date, v.invoice_number limit 1 for no key update;
  select jsonb_agg(to_jsonb(b)), sum(b.base + b.vat) into v_beyond, v_gross from private.deposit_beyond(v_invoice) as b;
  if v_gross is null then
    return;
  end if;
  -- No more than nobody paid: what was paid of it stays, as with every deposit.
  v_note.id := private.write_credit_of_amounts(v_invoice.id, format('%s was changed', p_order.order_number), (
    select jsonb_agg(jsonb_build_object('vat_rate', s.vat_rate, 'vat_treatment', s.vat_treatment,
             'amount', case when v_gross > v_invoice.balance then s.base + s.vat else b.base end))
      from private.split_gross(v_beyond, least(v_gross, v_invoice.balance)) as s
      join private.deposit_beyond(v_invoice) as b on b.vat_rate = s.vat_rate and b.vat_treatment = s.vat_treatment
     where s.base + s.vat > 0), v_gross > v_invoice.balance, null);
  perform private.number_credit_note(v_note.id);
  select * into v_note from public.credit_notes where id = v_note.id;
  perform private.log_event('order', p_order.id, 'deposit_lowered',
    jsonb_build_object('number', v_invoice.invoice_number, 'amount', private.amount_text(v_note.gross)));
  perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
    format('%s asks for less', v_invoice.invoice_number),
    private.with_tax(format('%s was changed, and has less at a {tax} rate than its deposit invoice asked for. %s takes %s off. Please send it to the client.',
      p_order.order_number, v_note.credit_number, private.money_words(v_note.gross, v_note.currency))), 'credit_note', v_note.id);
end $$;

create or replace function private.amend_deposit(p_order public.orders, p_extra numeric) returns public.orders
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.lower_open_deposit(p_order);
  update public.orders o
     set deposit_amount = greatest(o.deposit_paid + private.deposit_asked(o.id), least(o.deposit_amount + p_extra, o.gross))
   where o.id = p_order.id returning * into v_order;
  return v_order;
end $$;

create or replace function private.deposit_stays(p_invoice public.invoices) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_invoice.kind = 'deposit' and (not p_invoice.taxed_when_paid or exists (select from private.deductions_of(p_invoice.id))
    or exists (select from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void'));
end $$;

create or replace function private.refuse_paid_deposit(p_payment public.payments, p_instead text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_by text;
begin
  select v.* into v_row from public.invoices v
   where v.kind = 'deposit' and private.deposit_stays(v)
     and (select sum(a.amount) from public.payment_allocations a where a.payment_id = p_payment.id and a.invoice_id = v.id) > 0
   order by v.invoice_number limit 1;
  select string_agg(distinct d.invoice_number, ', ') into v_by from private.deductions_of(v_row.id) as d where v_row.taxed_when_paid;
  if v_row.id is null then
    return;
  elsif v_by is not null then
    perform private.refuse('PT409', format('%s paid the deposit invoice %s, which is deducted by %s: please credit %s first', p_payment.payment_number,
      v_row.invoice_number, v_by, v_by));
  end if;
  perform private.refuse('PT409', format('%s paid a deposit invoice: please credit that%s', p_payment.payment_number, p_instead));
end $$;

create or replace function private.lines_of_ec_sales(p_from date, p_to date)
returns table (vat_number text, what text, kind text, id uuid, label text, contact_id uuid, day date, net numeric)
language sql stable security definer set search_path = '' as $$
  select case when p.is_union then upper(regexp_replace(p.number, '[^A-Za-z0-9]', '', 'g')) end,
         case p.treatment when 'intra_community' then 'goods' else 'services' end, p.kind, p.id, p.label, p.contact_id, p.day, p.base
    from private.papers_of_return(p_from, p_to) as p
    left join public.contacts c on c.id = p.contact_id
   cross join (select private.home_country() as own from public.company_settings c where c.tax_kind = 'vat') as s
   where p.side = 'sales' and p.treatment in ('intra_community', 'reverse_charge') and p.base <> 0
     and private.is_of_the_union(s.own)
     -- Without a number of another state the sale is of the own state, or its number is missing.
     and (p.is_union or p.treatment = 'intra_community'
       or private.country_code(c.country) <> s.own and private.is_of_the_union(private.country_code(c.country)))
$$;

create or replace function private.follow_exemption() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.invoice_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.invoice_items line
   cross join lateral private.rate_of_goods(line.service_id, null) as own
   cross join lateral private.supply_of_line('invoice', new.id, line.kind, line.service_id, line.unit) as sold (supply)
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_for(null, new.contact_id, old.exemption_id, old.is_collected), sold.supply) as before
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_of_paper('invoice', new.id), sold.supply) as usual
   where i.id = line.id and line.invoice_id = new.id and line.kind in ('item', 'discount') and line.order_item_id is null and line.vat is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
  perform private.total_invoice(new.id);
  return null;
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
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'cash_discounted', private.amount_text(v.cash_discounted),
      'deposit', private.amount_text(private.deposit_received(v.id)), 'cash_discount', private.cash_discount_facts(v),
      'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text,
                   'deducts', (select d.invoice_number from public.invoices d where d.id = i.deducts_invoice_id)) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.take_off_invoice(p_allocation_id uuid) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice constant uuid := (select a.invoice_id from public.payment_allocations a where a.id = p_allocation_id);
  v_part constant numeric := private.release_allocation(p_allocation_id);
begin
  if v_part > 0 then
    perform private.end_cash_discounts(v_invoice);
    perform private.refresh_invoice(v_invoice);
    perform private.deposit_went(v, v_part) from public.invoices v where v.id = v_invoice and v.taxed_when_paid;
  end if;
  return v_part;
end $$;

create or replace function private.remove_allocation(p_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
  v_invoice public.invoices;
begin
  perform private.must('payments', 'edit', 'take allocations back');
  select * into v_row from public.payment_allocations where id = p_id;
  if v_row.id is null then
    return;
  end if;
  -- The order, the payment and the invoice before what is between them, as every other act locks them.
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = v_row.invoice_id and v.taxed_when_paid) for no key update;
  perform from public.payments where id = v_row.payment_id for no key update;
  select * into v_invoice from public.invoices where id = v_row.invoice_id for no key update;
  if private.deposit_stays(v_invoice) then
    perform private.refuse('PT409', 'A deposit invoice stays paid: credit it instead');
  end if;
  perform private.take_off_invoice(p_id);
  perform private.refresh_payment(v_row.payment_id);
end $$;

create or replace function private.check_move(p_payment public.payments, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_payment.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif p_payment.direction <> 'in' or p_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('%s cannot be moved: it is %s', p_payment.payment_number, replace(p_payment.status, '_', ' ')));
  elsif exists (select from public.refund_requests r where r.payment_id = p_payment.id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('The bank was asked to give a part of %s back, and has not answered', p_payment.payment_number));
  elsif jsonb_typeof(p_allocations) <> 'array' or exists (select from jsonb_array_elements(p_allocations) as one
    where private.uuid_or_null(one ->> 'invoice_id') is null or not coalesce(one ->> 'amount' ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' and (one ->> 'amount')::numeric > 0, false))
  then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_contact_id = p_payment.contact_id then
    return;
  elsif p_payment.refunded > 0 then
    perform private.refuse('PT409', format('A part of %s went back to the client already', p_payment.payment_number));
  end if;
  perform private.refuse_paid_deposit(p_payment, ' first');
  perform private.refuse_closed_day(p_payment.received_on);
end $$;

create or replace function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_part record;
  v_is_changed boolean;
begin
  perform private.must('payments', 'edit', 'move payments');
  p_allocations := nullif(p_allocations, 'null');
  perform private.lock_orders_of_payment(p_id, p_contact_id);
  select * into v_row from public.payments where id = p_id for no key update;
  perform private.check_move(v_row, p_contact_id, p_allocations, p_reason);
  v_is_changed := v_row.contact_id <> p_contact_id;
  if v_is_changed then
    perform private.take_off_orders(p_id);
  end if;
  -- All invoices that it settled or will settle, in the order of their ids.
  perform from public.invoices v
   where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_id)
      or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_allocations) as one)
      or p_allocations is null and v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
   order by v.id for no key update;
  -- What paid a deposit invoice that is deducted or credited stays there; what is to be settled as it was stays as it is.
  for v_part in
    select a.id, a.invoice_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where a.payment_id = p_id and not private.deposit_stays(v) and a.reverses_id is null
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
  loop
    continue when private.take_off_invoice(v_part.id) = 0;
    v_is_changed := true;
  end loop;
  perform private.refresh_payment(p_id);
  if v_row.contact_id <> p_contact_id then
    update public.payments set contact_id = p_contact_id, order_id = null where id = p_id;
    perform private.turn_receipt(p_id);
  end if;
  if p_allocations is null then
    perform private.allocate_oldest(p_id);
    v_is_changed := true;
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as invoice_id, sum((one ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as one group by 1 order by 1
  loop
    continue when exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and not private.deposit_stays(v) having sum(a.amount) > 0);
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.must_mean_day(p_id, 'Move');
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
  end if;
end $$;

create or replace function private.purchase_proposal(p_supplier_id uuid)
returns table (treatment text, rate text, deductible_pct text, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v record;
  v_last record;
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  select private.union_state(c.vat_number) as number, private.union_state(s.vat_number) as own_number, private.country_code(c.country) as country,
         private.home_country() as own, s.tax_kind,
         exists (select from public.inventory_items i where i.supplier_id = c.id)
           or exists (select from public.purchase_orders o where o.supplier_id = c.id and o.status <> 'cancelled') as is_goods
    into v from public.contacts c cross join public.company_settings s where c.id = p_supplier_id;
  select l.vat_treatment as treatment, l.vat_rate as rate, l.deductible_pct as pct, l.vat, private.is_own_tax(l.vat_treatment) as is_own into v_last
    from public.supplier_invoices b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id
   where b.supplier_id = p_supplier_id and b.opening_on is null order by b.invoice_date desc, b.created_at desc, l.net desc limit 1;
  if v.tax_kind is distinct from 'vat' then
    return;
  elsif v_last.treatment <> 'standard' or v_last.vat <> 0 then
    return query select v_last.treatment, case when v_last.is_own then trim_scale(v_last.rate)::text end, trim_scale(v_last.pct)::text, 'usual'::text;
  elsif v.number <> v.own_number then
    return query select case when v.is_goods then 'intra_community' else 'reverse_charge' end, trim_scale(private.home_rate())::text, '100'::text,
      case when v.is_goods then 'union_goods' else 'union_services' end;
  elsif v.country <> v.own and private.is_of_the_union(v.country) and private.is_of_the_union(v.own) then
    return query select 'standard'::text, null::text, '0'::text, 'foreign_tax'::text;
  elsif v.country <> v.own and v.number is null then
    return query select case when v.is_goods then 'import' else 'reverse_charge' end,
      case when not v.is_goods then trim_scale(private.home_rate())::text end, '100'::text,
      case when v.is_goods then 'beyond_goods' else 'beyond_services' end;
  end if;
end $$;

create or replace function private.take_off_invoices(p_payment_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.payment_allocations;
  v_amount numeric;
  v_discount numeric;
  v_off jsonb := '[]';
begin
  perform from public.invoices where id in (select x.invoice_id from public.payment_allocations x where x.payment_id = p_payment_id) order by id for no key update;
  for v_part in select * from public.payment_allocations where payment_id = p_payment_id and reverses_id is null
  loop
    v_discount := private.cash_discounted(v_part.invoice_id);
    v_amount := private.take_off_invoice(v_part.id);
    continue when v_amount = 0;
    v_discount := v_discount - private.cash_discounted(v_part.invoice_id);
    v_off := v_off || jsonb_strip_nulls(jsonb_build_object('invoice_id', v_part.invoice_id, 'amount', private.amount_text(v_amount),
      'discount', private.amount_text(nullif(v_discount, 0))));
  end loop;
  perform private.refresh_payment(p_payment_id);
  perform private.take_off_orders(p_payment_id);
  return v_off;
end $$;

create or replace function private.reverse_payment(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_off jsonb;
begin
  perform private.lock_orders_of_payment(p_id);
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.refunded > 0 or exists (select from public.refund_requests r where r.payment_id = p_id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('A part of %s went back to the client already', v_row.payment_number));
  end if;
  perform private.refuse_paid_deposit(v_row, ' and refund the payment');
  v_off := private.take_off_invoices(p_id);
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, kind, created_by)
  values (p_id, v_row.amount, greatest(private.company_today(), v_row.received_on), btrim(p_reason), 'reversal', auth.uid());
  update public.payments set refunded = amount, status = 'refunded' where id = p_id;
  perform private.cancel_mails('payment', p_id);
  perform private.log_event('payment', p_id, 'taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.log_event('invoice', (part ->> 'invoice_id')::uuid, 'payment_taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', part ->> 'amount', 'reason', left(btrim(p_reason), 2000))) from jsonb_array_elements(v_off) as part;
end $$;

create or replace function private.get_company()
returns table (name text, email text, phone text, address text, postcode text, city text, country text, map_point text,
  vat_number text, registration_number text, logo_url text, brand_color text, currency text, number_style text, date_style text,
  hour_style text, time_zone text, tax_kind text, tax_name text, tax_id_name text, paper_size text, length_unit text, first_weekday smallint,
  language text, state text, legal_form text, represented_by text, register_court text, legal_notice text)
  language sql stable security definer set search_path = ''
as $$
  select s.name, s.email, s.phone, s.address, s.postcode, s.city, s.country, s.map_point, s.vat_number, s.registration_number,
         s.logo_url, s.brand_color, s.currency, s.number_style, s.date_style, s.hour_style, s.time_zone,
         s.tax_kind, s.tax_name, s.tax_id_name, s.paper_size, s.length_unit, s.first_weekday, s.language, s.state, s.legal_form,
         s.represented_by, s.register_court, s.legal_notice
    from public.company_settings s
$$;

create or replace function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode, 'state', state,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style, 'time_zone', time_zone, 'bank_fields', bank_fields, 'bank_code', bank_code,
    'account_number', account_number, 'tax_name', tax_name, 'tax_id_name', tax_id_name, 'paper_size', paper_size, 'lengths', length_unit,
    'electronic_invoices', electronic_invoices, 'legal_form', legal_form, 'represented_by', represented_by, 'register_court', register_court,
    'legal_notice', legal_notice)
    from public.company_settings
$$;

create or replace function private.propose_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_is_open constant boolean := new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard';
  v_paper constant text := left(tg_argv[0], -1);
  v_id constant uuid := (v_row ->> tg_argv[1])::uuid;
  v_contact uuid;
  v_tax jsonb;
  v_rate public.vat_rates;
begin
  if new.kind not in ('item', 'discount') or not v_is_open and (v_old is null
    or (v_row ->> 'service_id', v_row ->> 'inventory_item_id', private.supply_of((v_row ->> 'service_id')::uuid, new.unit))
      is not distinct from (v_old ->> 'service_id', v_old ->> 'inventory_item_id', private.supply_of((v_old ->> 'service_id')::uuid, old.unit))
    or (new.vat_rate, new.vat_treatment) is distinct from (old.vat_rate, old.vat_treatment)) then
    return new;
  end if;
  execute format('select contact_id from public.%I where id = $1', tg_argv[0]) into v_contact using v_id;
  v_tax := private.tax_facts_of_paper(v_paper, v_id);
  if not v_is_open then
    v_rate := private.usual_vat(v_contact, null, v_tax,
      private.supply_of_line(v_paper, v_id, old.kind, (v_old ->> 'service_id')::uuid, old.unit));
    if (old.vat_rate, old.vat_treatment) is distinct from (coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'standard')) then
      return new;
    end if;
  end if;
  v_rate := private.usual_vat(v_contact, private.rate_of_goods((v_row ->> 'service_id')::uuid, (v_row ->> 'inventory_item_id')::uuid), v_tax,
    private.supply_of_line(v_paper, v_id, new.kind, (v_row ->> 'service_id')::uuid, new.unit));
  if v_rate.rate is not null then
    new.vat_rate := v_rate.rate;
    new.vat_treatment := v_rate.treatment;
  end if;
  return new;
end $$;

create or replace function private.tax_facts_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_of_paper(p_kind, p_id),
    'tax_exemptions', private.exemptions_of_paper(p_kind, p_id), 'is_collected', nullif(private.is_collected(p_kind, p_id), false),
    'goods_stay', nullif(case p_kind
      when 'quotation' then (select private.goods_stay(q.contact_id, q.location_id) from public.quotations q where q.id = p_id)
      when 'invoice' then (select private.goods_stay(v.contact_id, o.location_id) from public.invoices v left join public.orders o on o.id = v.order_id where v.id = p_id)
    end, false),
    'goods_leave', nullif(private.goods_leave(case p_kind
      when 'quotation' then (select q.location_id from public.quotations q where q.id = p_id)
      when 'invoice' then (select o.location_id from public.invoices v join public.orders o on o.id = v.order_id where v.id = p_id) end), false)));
end $$;

create or replace function private.tax_facts_for(p_location uuid, p_contact uuid, p_exemption uuid, p_collected boolean default false) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_for(p_location, p_contact, p_collected),
    'tax_exemptions', (select jsonb_build_array(facts) from private.exemption_facts(p_exemption, private.sale_state(p_location, p_contact, p_collected)) as facts
                        where facts is not null),
    'is_collected', nullif(p_collected, false), 'goods_stay', nullif(private.goods_stay(p_contact, p_location), false),
    'goods_leave', nullif(private.goods_leave(p_location), false)));
end $$;

create or replace function private.follow_client_rate(p_quotation uuid, p_from uuid, p_from_tax jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.quotation_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.quotation_items line join public.quotations q on q.id = line.quotation_id
   cross join lateral private.rate_of_goods(line.service_id, line.inventory_item_id) as own
   cross join lateral private.supply_of_line('quotation', p_quotation, line.kind, line.service_id, line.unit) as sold (supply)
   cross join lateral private.usual_vat(p_from, own, p_from_tax, sold.supply) as before
   cross join lateral private.usual_vat(q.contact_id, own, private.tax_facts_of_paper('quotation', p_quotation), sold.supply) as usual
   where i.id = line.id and line.quotation_id = p_quotation and line.kind in ('item', 'discount') and line.amends_item_id is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
end $$;

create or replace function private.add_to_order(p_quotation public.quotations, p_name text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders := private.must_be_amendable(p_quotation.amends_order_id);
  v_last text;
  v_item public.order_items;
  v_off record;
  v_number integer;
  v_jobs integer := 0;
begin
  for v_off in
    select i.amends_item_id as id, abs(i.qty) as qty from public.quotation_items i
     where i.quotation_id = p_quotation.id and i.amends_item_id is not null order by i.amends_item_id
  loop
    perform private.must_stay_untouched(v_off.id, v_off.qty);
    update public.order_items oi
       set qty = oi.qty - v_off.qty,
           charged_qty = oi.charged_qty - trunc(oi.charged_qty * v_off.qty / oi.qty, 4),
           net = private.line_net(coalesce(oi.charged_qty - trunc(oi.charged_qty * v_off.qty / oi.qty, 4), oi.qty - v_off.qty),
             oi.unit_price, oi.discount_pct),
           qty_ready = least(oi.qty_ready, oi.qty - v_off.qty)
     where oi.id = v_off.id
    returning * into v_item;
    if v_item.qty = 0 then
      update public.jobs set status = 'cancelled'
       where order_item_id = v_item.id and status in ('new', 'artwork', 'awaiting_approval', 'approved');
    else
      update public.jobs set qty = v_item.qty
       where order_item_id = v_item.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'on_hold');
    end if;
  end loop;

  select coalesce(max(position), 'a') || 'V' into v_last from public.order_items where order_id = v_order.id;
  insert into public.order_items (order_id, position, kind, description)
  values (v_order.id, v_last, 'heading', format('Extra work, %s', p_quotation.number_with_version));
  insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
    unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
  select v_order.id, i.id, v_last || i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
         i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
    from public.quotation_items i
   where i.quotation_id = p_quotation.id and i.amends_item_id is null and (not i.is_optional or i.is_selected);

  update public.orders o
     set net = total.net, vat = total.vat
    from (select coalesce(sum(base), 0) as net, coalesce(sum(vat), 0) as vat from private.order_vat(v_order.id)) as total
   where o.id = v_order.id
  returning o.* into v_order;
  v_order := private.amend_deposit(v_order, p_quotation.deposit_amount);

  select count(*) into v_number from public.jobs where order_id = v_order.id;
  for v_item in
    select oi.* from public.order_items oi
      join public.quotation_items qi on qi.id = oi.quotation_item_id
     where oi.order_id = v_order.id and qi.quotation_id = p_quotation.id and oi.kind = 'item' and oi.qty > 0
       and private.becomes_job(qi)
     order by oi.position
  loop
    for n in 1 .. 10000 loop
      v_number := v_number + 1;
      exit when not exists (select from public.jobs where job_number = 'JOB' || substr(v_order.order_number, 3) || '-' || private.letters(v_number));
    end loop;
    perform private.make_job(v_order, v_item, v_number);
    v_jobs := v_jobs + 1;
  end loop;

  -- A request that nobody pays at this moment asks for the new deposit. One that is being paid stays as it is.
  update public.payment_requests set status = 'cancelled'
   where order_id = v_order.id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
  perform private.request_deposit(v_order.id);
  perform private.refresh_order(v_order.id);
  perform private.log_event('order', v_order.id, 'amended',
    jsonb_build_object('quotation_number', p_quotation.number_with_version, 'jobs', v_jobs,
      'gross', private.amount_text(v_order.net + v_order.vat)), p_name);
  return v_order.id;
end $$;

create or replace function private.home_country() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(private.country_code(s.country), replace(private.union_state(s.vat_number), 'EL', 'GR')) from public.company_settings s);
end $$;

create or replace function private.sale_abroad(p_contact uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v record;
begin
  select private.union_state(c.vat_number) as letters, private.union_number(c.vat_number) as number, private.union_state(s.vat_number) as own_number,
         private.country_code(c.country) as country,
         private.home_country() as own,
         c.type = 'Business' or coalesce(btrim(c.vat_number), '') <> '' as is_business,
         coalesce(c.vat_number ~ '^XI', false) or coalesce(c.postcode ~* '^\s*BT', false) as is_northern_ireland
    into v from public.contacts c, public.company_settings s where c.id = p_contact and s.tax_kind = 'vat';
  if v.number <> v.own_number then
    return 'union';
  elsif v.number is null and v.is_business and private.is_of_the_union(v.own) and not v.is_northern_ireland
    and (v.country <> v.own and private.is_of_the_union(v.country) or v.letters <> v.own_number and coalesce(private.is_of_the_union(v.country), true))
  then
    return 'union_unnumbered';
  elsif v.country is null or v.own is null or v.country = v.own
    or private.is_of_the_union(v.own) and (v.letters is not null or private.is_of_the_union(v.country) or v.country = 'GB' and v.is_northern_ireland)
  then
    return null;
  end if;
  return case when v.is_business then 'beyond' else 'beyond_person' end;
end $$;

create or replace function private.supply_of_line(p_paper text, p_id uuid, p_kind text, p_service uuid, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select sold.supply from (
        select private.supply_of(i.service_id, i.unit) as supply, i.net from public.quotation_items i
         where p_paper = 'quotation' and i.quotation_id = p_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
        union all
        select private.supply_of(i.service_id, i.unit), i.net from public.invoice_items i
         where p_paper = 'invoice' and i.invoice_id = p_id and i.kind = 'item') as sold
     where p_kind = 'discount' and p_service is null and not coalesce(private.is_work(p_unit), false)
     group by 1 order by sum(sold.net) desc, sold.supply = 'goods' desc limit 1),
    private.supply_of(p_service, p_unit));
end $$;

create or replace function private.goods_stay(p_contact uuid, p_location uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.sale_abroad(p_contact) in ('union', 'beyond', 'beyond_person') and exists (
    select from public.contacts c cross join public.company_settings s left join public.locations l on l.id = p_location
     cross join lateral (
       select coalesce(private.country_code(l.country), private.country_code(c.country)) as goal,
              private.home_country() as own) as at
     where c.id = p_contact and (at.goal = at.own
       or private.sale_abroad(p_contact) <> 'union' and private.is_of_the_union(at.goal) and private.is_of_the_union(at.own)));
end $$;

create or replace function private.goods_leave(p_location uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.locations l join public.company_settings s on s.tax_kind = 'vat'
     cross join lateral (select private.country_code(l.country) as goal, private.home_country() as own) as at
     where l.id = p_location and at.goal <> at.own and not (private.is_of_the_union(at.goal) and private.is_of_the_union(at.own))
       and not (at.goal = 'GB' and private.is_of_the_union(at.own) and coalesce(l.postcode ~* '^\s*BT', false)));
end $$;

create or replace function private.treatment_abroad(p_sale text, p_supply text, p_stays boolean, p_leaves boolean default false) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when p_leaves and p_supply <> 'service' then case p_supply when 'goods' then 'export' else 'outside' end
    when p_stays and p_supply <> 'service' then null
    when p_sale = 'union' then case p_supply when 'goods' then 'intra_community' else 'reverse_charge' end
    when p_sale = 'beyond' then case p_supply when 'goods' then 'export' else 'outside' end
    when p_sale = 'beyond_person' and p_supply = 'goods' then 'export' end
$$;

create or replace function private.usual_vat(p_contact uuid, p_own uuid default null, p_tax jsonb default null, p_supply text default 'goods')
returns public.vat_rates
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate public.vat_rates;
  v_free public.vat_rates;
begin
  select r.* into v_rate from public.vat_rates r where r.id = p_own;
  if v_rate.id is null then
    v_rate := private.default_vat();
  end if;
  if v_rate.rate > 0 then
    select r.* into v_free from public.vat_rates r
     where r.treatment = private.treatment_abroad(private.sale_abroad(p_contact), p_supply, coalesce(p_tax, '{}') ?| '{is_collected,goods_stay}',
         coalesce(p_tax ? 'goods_leave' and not p_tax ? 'is_collected', false))
       and private.company_today() between coalesce(r.valid_from, '-infinity') and coalesce(r.valid_to, 'infinity')
     order by r.sort, r.code limit 1;
    if found then
      return v_free;
    end if;
  end if;
  if p_tax ? 'tax_exemptions' and (v_rate.id is null or v_rate.rate > 0) then
    v_rate.rate := 0;
    v_rate.treatment := 'exempt';
  elsif p_tax ? 'tax_place' and (v_rate.id is null or v_rate.is_default and v_rate.treatment = 'standard') then
    v_rate.rate := (p_tax -> 'tax_place' ->> 'rate')::numeric;
    v_rate.treatment := 'standard';
  end if;
  return v_rate;
end $$;

create or replace function private.vat_proposal(p_contact uuid, p_kind text default null, p_paper uuid default null)
returns table (rate text, treatment text, work_rate text, work_treatment text, site_rate text, site_treatment text, abroad text, goods_stay boolean,
  goods_leave boolean, supplies jsonb, place jsonb, exemption jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
  v_location uuid;
begin
  if not private.is_staff() then
    perform private.refuse('42501', 'Only staff see the rate of a client');
  end if;
  v_facts := case when p_kind is null then private.tax_facts_for(null, p_contact, private.exemption_for(p_contact, null, null))
    else private.tax_facts_of_paper(p_kind, p_paper) end;
  v_location := case p_kind when 'quotation' then (select q.location_id from public.quotations q where q.id = p_paper)
    when 'order' then (select o.location_id from public.orders o where o.id = p_paper) end;
  return query
    select usual.rate::text, usual.treatment, work.rate::text, work.treatment, site.rate::text, site.treatment,
           private.sale_abroad(p_contact), v_facts ?| '{is_collected,goods_stay}', v_facts ? 'goods_leave' and not v_facts ? 'is_collected',
           (select coalesce(jsonb_object_agg(s.id, s.supply), '{}') from public.services s where s.supply is not null), v_facts -> 'tax_place',
           private.exemption_said(p_contact, v_location, v_facts -> 'tax_exemptions', (v_facts ->> 'is_collected')::boolean)
      from private.usual_vat(p_contact, null, v_facts) as usual, private.usual_vat(p_contact, null, v_facts, 'service') as work,
           private.usual_vat(p_contact, null, v_facts, 'installation') as site
     where usual.rate is not null;
end $$;

alter table public.company_settings add constraint company_settings_legal_notice_length CHECK (char_length(legal_notice) <= 300);

revoke execute on all routines in schema private from public;

call private.offer('private.get_company()', '{anon,authenticated,service_role}');

call private.offer('private.vat_proposal(uuid, text, uuid)');

comment on function private.move_payment(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Moves a payment to another client, or to other invoices, by one act with a reason. Its number, day and amount keep. p_allocations: as
allocate_payment takes them, null for the oldest due first, [] for credit. What paid a deposit invoice that stays paid (deposit_stays) stays there, and so
does what is kept for an order, unless the payment is of another client.';

comment on function private.papers_of_import(pg_catalog.uuid) is 'The payments, runs, invoices and orders of deposits that the booked entries of a file moved: what is locked before they are taken back.';

comment on function private.take_back_payment(pg_catalog.uuid,pg_catalog.text) is 'A payment that a person recorded by mistake never was: its invoices are open again, a reversing record stands beside it, and its
receipt that still waits is not sent. Refused for what a client paid on the page, for what stands on a bank statement, of closed days, where a part
went back, and where it paid a deposit invoice that stays paid (deposit_stays). A second call changes nothing.';

comment on function private.tax_facts_of_paper(pg_catalog.text,pg_catalog.uuid) is 'What decides the tax of a paper and stays in its snapshot: {tax_place, tax_exemptions, is_collected, goods_stay, goods_leave}, each only where there is one.
private.usual_vat reads it. goods_stay, goods_leave: as the functions of these names.';

comment on function public.move_payment(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Moves a payment to another client, or to other invoices, by one act with a reason. Its number, day and amount keep. p_allocations: as
allocate_payment takes them, null for the oldest due first, [] for credit. What paid a deposit invoice that stays paid (deposit_stays) stays there, and so
does what is kept for an order, unless the payment is of another client.';

comment on function public.take_back_payment(pg_catalog.uuid,pg_catalog.text) is 'A payment that a person recorded by mistake never was: its invoices are open again, a reversing record stands beside it, and its
receipt that still waits is not sent. Refused for what a client paid on the page, for what stands on a bank statement, of closed days, where a part
went back, and where it paid a deposit invoice that stays paid (deposit_stays). A second call changes nothing.';

comment on function private.amend_deposit(public.orders,numeric) is 'The deposit of an order whose lines changed: p_extra more than before, no more than it comes to, no less than is paid or asked for by an invoice.';

comment on function private.cash_discount_on(public.invoices,pg_catalog.date) is 'The cash discount of an invoice that holds on a day; 0 without one and afterwards.';

comment on function private.deposit_beyond(public.invoices) is 'What a deposit invoice asks for at each rate beyond what its order comes to there.';

comment on function private.deposit_stays(public.invoices) is 'Whether the payment of a deposit invoice cannot be taken off: it drew the invoice, or the invoice is deducted or credited. Another one is open again.';

comment on function private.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on function private.goods_leave(pg_catalog.uuid) is 'Whether goods go to a site beyond the customs border of the company, whoever buys them. Northern Ireland is on this side for the Union. False where a country is unknown.';

comment on function private.home_country() is 'The ISO 3166-1 code of the country of the company, else of the state that gave its VAT number; null where neither is known.';

comment on function private.lock_orders_of_payment(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'Locks the orders for which a payment was kept and whose deposit invoices it settles. p_contact_id: and those whose open deposit invoices money of this
client may settle. p_parts: and those of these invoices ([{invoice_id}]). The caller locks the payment afterwards, as deposits do.';

comment on function private.lower_open_deposit(public.orders) is 'The lines of an order changed: what its open deposit invoice asks for beyond it is credited, at each rate, and accounts are told.';

comment on function private.refuse_paid_deposit(public.payments,pg_catalog.text) is 'Refuses to take a payment off a deposit invoice that stays paid (deposit_stays), and says what is credited first. p_instead: what follows after "please credit that".';

comment on function private.supply_of_line(pg_catalog.text,pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid,pg_catalog.text) is 'What a line of a quotation or invoice is for the VAT abroad (private.supply_of). A discount without a service or time of its own is what
most of the paper is, by net.';

comment on function private.take_off_invoice(pg_catalog.uuid) is 'A payment no longer settles an invoice with this part: the invoice is open again with its cash discount, and the order of a deposit invoice waits for it.
The caller locks the order, the payment and the invoice, and refreshes the payment. Returns how much.';

comment on function private.treatment_abroad(pg_catalog.text,pg_catalog.text,boolean,boolean) is 'Why a line has no VAT of home, by where the client is (private.sale_abroad), what the line is (private.supply_of) and whether goods and installations stay
here, or go to a site beyond the customs border. Null where it has it.';

comment on function private.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line of goods for this client begins with, that of a service (work) and that of an installation (site); where the client is
(private.sale_abroad), whether the goods of this paper (p_kind: quotation, order, invoice) stay here or go to a site beyond the customs border, what the services with a mark are ({id: goods,
service or installation}), and the place of sales tax where they go, or those of this client: {name, rate, parts}; null where it is unknown.
exemption: what is said of its exemption certificate, as private.exemption_said.';

comment on function public.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on function public.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line of goods for this client begins with, that of a service (work) and that of an installation (site); where the client is
(private.sale_abroad), whether the goods of this paper (p_kind: quotation, order, invoice) stay here or go to a site beyond the customs border, what the services with a mark are ({id: goods,
service or installation}), and the place of sales tax where they go, or those of this client: {name, rate, parts}; null where it is unknown.
exemption: what is said of its exemption certificate, as private.exemption_said.';

comment on column public.company_settings.legal_notice is 'What the law wants on papers and mails besides: share capital, a second register number, the registered office. In the words of the company.';

reset check_function_bodies;
