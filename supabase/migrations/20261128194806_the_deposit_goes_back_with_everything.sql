set check_function_bodies = off;

drop routine private.closing_checks(p_to date);

drop routine private.credit_totals(p_invoice_id uuid, p_lines jsonb, p_amounts jsonb, p_is_gross boolean);

drop routine private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid);

drop routine private.write_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid);

drop routine public.closing_checks(p_to date);

drop routine public.credit_totals(p_invoice_id uuid, p_lines jsonb, p_amounts jsonb, p_is_gross boolean);

drop routine public.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid);

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
    select 'unapproved_bills', s.gross, null from public.supplier_invoices s where s.status in ('received', 'disputed') and s.booked_on <= p_to
    union all
    select 'unpaid_runs', r.total, null from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null, null from private.ledger_differences(p_to)
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end,
         coalesce(jsonb_agg(f.of_order order by f.of_order ->> 'number') filter (where f.of_order is not null), '[]')
    from found f group by f.part;
end $$;

create or replace function private.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb default null, p_id uuid default null,
  p_deposits boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_of uuid;
begin
  perform private.must('invoices', 'create', 'write credit notes');
  select invoice_id into v_of from public.credit_notes where id = p_id;
  if found then
    perform private.must_be_same(v_of = p_invoice_id, 'credit note');
    return p_id;
  end if;
  return private.write_credit_note(p_invoice_id, p_reason, p_lines, p_id, p_deposits);
end $$;

create or replace function private.deposits_back(p_note_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('item', i.id, 'invoice', i.deducts_invoice_id, 'rate', i.vat_rate, 'treatment', i.vat_treatment,
           'base', part.base, 'vat', private.vat_of_part(part.base, i.vat_rate, room.base, room.vat)) order by i.position), '[]')
    from public.credit_note_items c
    join public.invoice_items i on i.id = c.invoice_item_id
    join public.invoices v on v.id = i.invoice_id
   -- What the deduction holds and what is free beside it: an invoice that is credited in full holds nothing, and its part may be credited already.
   cross join lateral (
     select coalesce(sum(r.base), 0) as base, coalesce(sum(r.vat), 0) as vat from (
       select f.base, f.vat from private.creditable_rates(i.deducts_invoice_id) as f where f.vat_rate = i.vat_rate and f.vat_treatment = i.vat_treatment
       union all
       select h.base, h.vat from private.deductions_of(i.deducts_invoice_id) as h
        where h.invoice_number = v.invoice_number and h.vat_rate = i.vat_rate and h.vat_treatment = i.vat_treatment) as r) as room
   cross join lateral (select least(-c.net, room.base) as base) as part
   where c.credit_note_id = p_note_id and i.kind = 'deposit' and part.base > 0 and private.nothing_to_invoice(i.order_id)
$$;

create or replace function private.write_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid, p_deposits boolean default false)
  returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := private.begin_credit_note(p_invoice_id, p_reason, p_id);
  v_back jsonb := '[]';
begin
  perform private.credit_lines(v_id, p_invoice_id, p_lines);
  if p_deposits and p_lines is null then
    v_back := private.deposits_back(v_id);
  end if;
  perform private.write_deduction(v_id, along.item, along.part)
    from (select * from private.discounts_along(v_id, p_invoice_id) as d order by (d.item).position) as along;
  perform private.total_credit_note(v_id, v, p_lines) from public.invoices v where v.id = p_invoice_id;
  perform private.credit_deposit(v_id, back.invoice, back.parts)
    from (select (part ->> 'invoice')::uuid as invoice, jsonb_agg(part) as parts from jsonb_array_elements(v_back) as part group by 1 order by 1) as back;
  return v_id;
end $$;

create or replace function private.credit_totals(p_invoice_id uuid, p_lines jsonb default null, p_amounts jsonb default null, p_is_gross boolean default false,
  p_deposits boolean default false) returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_totals jsonb;
begin
  perform private.must('invoices', 'create', 'write credit notes');
  -- The note is written and taken back: what it comes to is what it would come to.
  begin
    v_id := case when p_amounts is null then private.write_credit_note(p_invoice_id, '-', p_lines, null, p_deposits)
      else private.write_credit_of_amounts(p_invoice_id, '-', p_amounts, p_is_gross, null) end;
    v_totals := private.credited_by(array(select n.id from public.credit_notes n where v_id in (n.id, n.with_note_id)));
    raise exception using errcode = 'SW001';
  exception when sqlstate 'SW001' then
    return v_totals;
  end;
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
      perform private.refuse('PT409', format('Of the deposit %s only %s net are left to credit at %s %% VAT', v_invoice.invoice_number,
        private.money_words(v_part.left_base), trim_scale(v_part.vat_rate)));
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

create or replace function private.nothing_to_invoice(p_order_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.completes_order(null, p_order_id) or exists (select from public.orders where id = p_order_id and status = 'cancelled');
end $$;

create or replace function private.unused_deposits(p_order_id uuid) returns table (id uuid, number text, issue_date date, gross numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_deposit record;
begin
  if not private.nothing_to_invoice(p_order_id) then
    return;
  end if;
  for v_deposit in
    select d.id, d.invoice_number, d.issue_date from public.invoices d
     where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void')
  loop
    return query
      select v_deposit.id, v_deposit.invoice_number, v_deposit.issue_date, sum(r.base + r.vat)
        from private.creditable_rates(v_deposit.id) as r where r.base > 0 having count(*) > 0;
  end loop;
end $$;

create or replace function private.free_deposits(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'number', d.number, 'gross', private.amount_text(d.gross))
             order by d.issue_date, d.number), '[]') from private.unused_deposits(p_order_id) as d);
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.closing_checks(date)');

call private.offer('private.make_credit_note(uuid, text, jsonb, uuid, boolean)');

call private.offer('private.credit_totals(uuid, jsonb, jsonb, boolean, boolean)');

call private.offer('private.free_deposits(uuid)');

comment on function private.credit_deposit(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'A draft over parts [{item, rate, treatment, base, vat}], vat where it is known, of a deposit that covers lines of the credit note p_with. Returns the id.';

comment on function private.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, unpaid_runs, differences.';

comment on function private.credit_totals(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,boolean,boolean) is 'What a credit note over these lines or amounts would come to, with the notes over deposits that go with it, before it is made: net, vat,
gross, discount, deposit, papers, rates. Refused as the note would be. p_deposits as in make_credit_note. Amounts are text.';

comment on function private.deposits_back(pg_catalog.uuid) is 'The parts of deposits, as credit_deposit takes them, that a draft credit note frees for an order with nothing left to invoice: no invoice would deduct them.';

comment on function private.free_deposits(pg_catalog.uuid) is 'What is free of the deposits of an order with nothing left to invoice: id and number of the deposit invoice, gross as text. It is paid back or kept for more work.';

comment on function private.make_credit_note(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,boolean) is 'A draft that takes back lines of an issued invoice. p_lines: [{invoice_item_id, qty}], null for all that is not credited. No
more than was invoiced, in words. p_id: chosen by the caller, so that a repeated call returns the same draft. p_deposits: with everything, the
deposits that the invoice deducts are credited as well, of orders with nothing left to invoice. Returns the id.';

comment on function private.nothing_to_invoice(pg_catalog.uuid) is 'Whether no invoice of an order can follow: everything is on issued invoices, or it is cancelled. What is free of its deposits is deducted by none.';

comment on function private.unused_deposits(pg_catalog.uuid) is 'The deposits of an order with nothing left to invoice that are free, with VAT; none while an invoice can follow.';

comment on function private.write_credit_note(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,boolean) is 'Writes a credit note as a draft: what make_credit_note does, without asking for the right.';

comment on function public.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, unpaid_runs, differences.';

comment on function public.credit_totals(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,boolean,boolean) is 'What a credit note over these lines or amounts would come to, with the notes over deposits that go with it, before it is made: net, vat,
gross, discount, deposit, papers, rates. Refused as the note would be. p_deposits as in make_credit_note. Amounts are text.';

comment on function public.free_deposits(pg_catalog.uuid) is 'What is free of the deposits of an order with nothing left to invoice: id and number of the deposit invoice, gross as text. It is paid back or kept for more work.';

comment on function public.make_credit_note(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,boolean) is 'A draft that takes back lines of an issued invoice. p_lines: [{invoice_item_id, qty}], null for all that is not credited. No
more than was invoiced, in words. p_id: chosen by the caller, so that a repeated call returns the same draft. p_deposits: with everything, the
deposits that the invoice deducts are credited as well, of orders with nothing left to invoice. Returns the id.';

reset check_function_bodies;
