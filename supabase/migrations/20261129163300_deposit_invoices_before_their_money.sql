set check_function_bodies = off;

drop trigger pin on public.invoices;

alter table public.invoices add column taxed_when_paid boolean not null default false;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, t.on_date, to_char(t.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where v.currency = p_currency
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
    union all
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, 'Cash discount'), v.contact_id, d.given_on, to_char(d.given_on, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
     where d.given_on between p_from and p_to and v.currency = p_currency
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.booked_on, to_char(s.booked_on, 'YYYY-MM'),
           coalesce(trim_scale(l.rate) || ' %' || coalesce(' ' || replace(nullif(l.treatment, 'standard'), '_', ' '), ''), 'on no line'), side.mark, l.net, side.vat
      from public.supplier_invoices s
     cross join lateral (
       select x.rate, x.treatment, sum(x.net) as net, sum(x.vat) as vat, sum(x.own) as own
         from (select i.vat_rate as rate, i.vat_treatment as treatment, i.net, i.deducted as vat, i.own_vat as own
                 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id
               union all select null, null, s.net, s.vat, 0
               union all select null, null, -i.net, -i.vat, 0 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id) as x
        group by 1, 2) as l
     cross join lateral (values ('purchases', l.vat), ('due', l.own)) as side (mark, vat)
     where (l.net <> 0 or side.vat <> 0) and (side.mark = 'purchases' or private.is_own_tax(l.treatment))
       and s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency and s.opening_on is null
       and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'bank_entry', coalesce(b.reverses_id, b.id), concat_ws(' · ', b.number, b.party_name, b.words), null::uuid, b.booked_on,
           to_char(b.booked_on, 'YYYY-MM'), format('%s %%', trim_scale(b.vat_rate)), 'purchases', b.amount - b.vat, b.vat
      from public.bank_bookings b
     where b.booked_on between p_from and p_to and b.vat_rate is not null and (private.is_server() or private.can('supplier-invoices', 'view'));
end $$;

create or replace function private.deposit_asked(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(v.balance), 0) from public.invoices v
    where v.order_id = p_order_id and v.taxed_when_paid and v.status in ('issued', 'partly_paid'));
end $$;

create or replace function private.draft_deposits(p_invoice_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.invoice_id, 'number', d.invoice_number, 'issue_date', d.issue_date,
             'order_number', d.order_number, 'is_skipped', d.invoice_id = any (d.skipped), 'rates', d.rates, 'kept', d.kept,
             'open', private.amount_text((select nullif(o.balance, 0) from public.invoices o where o.id = d.invoice_id)))
             order by d.issue_date, d.invoice_number), '[]')
      from (
        -- Kept money is set against the amount due when the draft is issued: it changes no line.
        select k.payment_id as invoice_id, k.payment_number as invoice_number, k.received_on as issue_date, o.order_number, v.skipped_deposits as skipped,
               '[]'::jsonb as rates, private.amount_text(k.amount) as kept
          from public.invoices v
          join public.orders o on o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = v.id)
         cross join lateral private.kept_for_order(o.id) as k
         where v.id = p_invoice_id and v.status = 'draft' and v.kind <> 'proforma'
        union all
        select l.invoice_id, l.invoice_number, l.issue_date, o.order_number, v.skipped_deposits as skipped,
               jsonb_agg(jsonb_build_object('vat_rate', l.vat_rate::text, 'vat_treatment', l.vat_treatment,
                 'left', private.amount_text(l.base - coalesce(i.net, 0)), 'deducted', private.amount_text(coalesce(-i.net, 0)),
                 'deducted_vat', private.amount_text(coalesce(-i.vat, 0))) order by l.vat_rate, l.vat_treatment) as rates, null
          from public.invoices v
          join public.orders o on o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = v.id)
         cross join lateral private.deposits_left(o.id) as l
          left join public.invoice_items as i on i.invoice_id = p_invoice_id and i.deducts_invoice_id = l.invoice_id and i.vat_rate = l.vat_rate
            and i.vat_treatment = l.vat_treatment
         where v.id = p_invoice_id and v.status = 'draft' and (l.base > 0 or i.id is not null)
         group by 1, 2, 3, 4, 5) as d);
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
        'paid', private.amount_text(coalesce(sum(m.amount), 0)), 'paid_on', max(m.received_on),
        'open_invoices', (
          select coalesce(jsonb_agg(jsonb_build_object('number', v.invoice_number, 'kind', v.kind, 'balance', private.amount_text(v.balance),
                   'due_date', v.due_date, 'is_overdue', coalesce(v.due_date < private.company_today(), false),
                   'public_uuid', case when v.order_id = p_order.id and v.link_revoked_at is null then v.public_uuid end,
                   'announced', private.announced_of(null, v.id, null))
                   order by v.due_date, v.invoice_number), '[]')
            from private.invoices_of_order(p_order.id) as v where v.balance > 0 and v.contact_id = p_order.contact_id))
      from (select p.amount - p.refunded as amount, p.received_on from public.payments p
             where p.order_id = p_order.id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded')
            union all
            select a.amount, p.received_on
              from public.invoices v join public.payment_allocations a on a.invoice_id = v.id join public.payments p on p.id = a.payment_id
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and p.order_id is distinct from p_order.id) as m
  );
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
    perform private.refuse('PT409', format('Only %s can be allocated', private.money_words(least(v_note.open, v_invoice.balance))));
  end if;
  perform private.settle_by_credit(p_credit_note_id, p_invoice_id, p_amount);
end $$;

create or replace function private.request_to_settle(p_id uuid) returns public.payment_requests
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_requests;
begin
  perform from public.orders where id = (select r.order_id from public.payment_requests r where r.id = p_id) for no key update;
  perform private.lock_asked_orders((select r.contact_id from public.payment_requests r where r.id = p_id));
  select * into v_row from public.payment_requests where id = p_id for no key update;
  return v_row;
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
     set net = total.net, vat = total.vat,
         deposit_amount = greatest(o.deposit_paid + private.deposit_asked(o.id), least(o.deposit_amount + p_quotation.deposit_amount, total.net + total.vat))
    from (select coalesce(sum(base), 0) as net, coalesce(sum(vat), 0) as vat from private.order_vat(v_order.id)) as total
   where o.id = v_order.id
  returning o.* into v_order;

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

create or replace function private.to_invoice(p_contact_id uuid default null) returns table(order_id uuid, order_number text, contact_id uuid, client_name text, project_title text, client_po text, currency text, since timestamptz, last_delivered_at timestamptz, lines bigint, net numeric, deposit_left numeric)
  language sql stable security definer set search_path = ''
as $$
  with due as (
    select i.order_id, count(*) as lines
      from public.order_items i
     where i.kind = 'item' and i.qty > 0 and i.qty_delivered > i.qty_invoiced
     group by i.order_id
  )
  select o.id, o.order_number, o.contact_id, private.client_label(c), o.project_title, o.client_po, o.currency,
         coalesce(drops.since, drops.last), drops.last, due.lines, private.due_net(o.id), private.deposit_left(o.id) - private.deposit_asked(o.id)
    from due
    join public.orders o on o.id = due.order_id
    join public.contacts c on c.id = o.contact_id
    left join lateral (
      select max(v.created_at) as at from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where i.order_id = o.id and i.order_item_id is not null and v.status <> 'void' and v.kind <> 'proforma') as billed on true
    left join lateral (
      select min(coalesce(p.delivered_at, d.delivered_at)) filter (where coalesce(p.delivered_at, d.delivered_at) > coalesce(billed.at, '-infinity')) as since,
             max(coalesce(p.delivered_at, d.delivered_at)) as last
        from public.deliveries d left join public.partial_deliveries p on p.delivery_id = d.id where d.order_id = o.id) as drops on true
   where o.status <> 'cancelled' and (p_contact_id is null or o.contact_id = p_contact_id)
     and (private.can('invoices', 'view') or private.is_server())
   order by coalesce(drops.since, drops.last) nulls last, o.order_number
$$;

create or replace function private.meant_deposit(p_contact_id uuid, p_named text[], p_amount numeric, p_may_guess boolean) returns public.orders
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o
   where (o.order_number = any (p_named)
       or exists (select from public.quotations q where q.id = o.quotation_id and q.quotation_number = any (p_named)))
     and o.contact_id = p_contact_id and o.deposit_amount > o.deposit_paid
     and o.status <> 'cancelled' order by o.order_number limit 1;
  -- No paper is named and no invoice has this amount: an open deposit over exactly it is the plainest reading.
  if v_order.id is null and p_may_guess then
    select * into v_order from public.orders o
     where o.contact_id = p_contact_id and o.status <> 'cancelled' and o.deposit_amount - o.deposit_paid = p_amount
       and not exists (select from public.invoices v where v.order_id = o.id and v.kind = 'deposit' and v.balance > 0)
       and 1 = (select count(*) from public.orders s where s.contact_id = p_contact_id and s.status <> 'cancelled'
         and s.deposit_amount - s.deposit_paid = p_amount) limit 1;
  end if;
  return v_order;
end $$;

create table private.deposit_taxes (
  id            uuid primary key default gen_random_uuid(),
  invoice_id    uuid not null references public.invoices (id) on delete restrict,
  on_date       date not null,
  vat_rate      numeric(7, 4) not null,
  vat_treatment text not null,
  base          numeric(14, 2) not null,
  vat           numeric(14, 2) not null,
  created_at    timestamptz not null default now(),
  constraint deposit_taxes_move_something check (base <> 0 or vat <> 0)
);

create or replace function private.deduct_deposits(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_deposit record;
  v_base numeric;
  v_vat numeric;
  v_budget numeric;
  v_room jsonb;
  v_key text;
  v_skipped constant uuid[] := (select v.skipped_deposits from public.invoices v where v.id = p_invoice_id);
begin
  delete from public.invoice_items where invoice_id = p_invoice_id and kind = 'deposit';
  -- What the invoice comes to at each rate, whatever its lines are of, and as a whole.
  select coalesce(jsonb_object_agg(r.vat_rate || ' ' || r.vat_treatment, r.base), '{}'), coalesce(sum(r.base + private.vat_of(r.base, r.vat_rate)), 0)
    into v_room, v_budget
    from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount') group by 1, 2) as r;
  for v_part in
    select * from private.invoice_order_vat where invoice_id = p_invoice_id and base > 0 order by order_id, vat_rate, vat_treatment
  loop
    v_key := v_part.vat_rate || ' ' || v_part.vat_treatment;
    for v_deposit in
      select d.* from private.deposits_left(v_part.order_id) as d
       where d.vat_rate = v_part.vat_rate and d.vat_treatment = v_part.vat_treatment
         and d.invoice_id <> all (v_skipped)
         and exists (select from public.invoices o where o.id = d.invoice_id and o.balance = 0)
       order by d.issue_date, d.invoice_number
    loop
      v_base := least(v_deposit.base, v_part.base, (v_room ->> v_key)::numeric);
      continue when v_base <= 0;
      v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      -- Rates below zero, of discounts, leave less than the rates above.
      if v_base + v_vat > v_budget + 0.02 then
        v_base := v_budget - private.vat_within(v_budget, v_part.vat_rate);
        continue when v_base <= 0;
        v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      end if;
      v_budget := v_budget - v_base - v_vat;
      v_part.base := v_part.base - v_base;
      v_room := jsonb_set(v_room, array[v_key], to_jsonb((v_room ->> v_key)::numeric - v_base));
      insert into public.invoice_items (invoice_id, order_id, deducts_invoice_id, position, kind, description, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, vat)
      values (p_invoice_id, v_part.order_id, v_deposit.invoice_id,
        private.next_key((select max(position) from public.invoice_items where invoice_id = p_invoice_id)), 'deposit',
        format('Deposit %s of %s', v_deposit.invoice_number, to_char(v_deposit.issue_date, 'FMDD Mon YYYY')), -1, 'piece', v_base, 0,
        v_part.vat_rate, v_part.vat_treatment, -v_base, -v_vat);
    end loop;
  end loop;
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
      private.money_words(v_lost.balance), v_lost.invoice_number, format(case when v_lost.is_last then 'this is the last invoice of %s'
        else 'too little of %s would be left for it' end, v_lost.order_number), v_lost.invoice_number));
  elsif v_lost.invoice_number is not null then
    perform private.refuse('PT409', format(case when v_lost.is_last
        then 'This is the last invoice of %s: please deduct its deposit %s, or credit that first'
        else 'Too little of %s would be left for its deposit %s: please deduct it here, or credit it first' end,
      v_lost.order_number, v_lost.invoice_number));
  end if;
end $$;

create or replace function private.issue_deposit(p_order public.orders, p_amount numeric, p_due_on date, p_before_money boolean) returns public.invoices
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
begin
  insert into public.invoices (kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, taxed_when_paid, created_by)
  values ('deposit', p_order.contact_id, p_order.person_id, p_order.id, p_order.quotation_id, p_order.project_title, p_order.client_po,
    p_order.currency, p_before_money, auth.uid())
  returning * into v_invoice;
  insert into public.invoice_items (invoice_id, order_id, position, kind, description, qty, unit, unit_price, discount_pct, vat_rate,
    vat_treatment, net, vat)
  select v_invoice.id, p_order.id, private.line_key((row_number() over (order by s.vat_rate, s.vat_treatment))::integer - 1), 'item',
         format('Deposit for order %s', p_order.order_number), 1, 'piece', s.base, 0, s.vat_rate, s.vat_treatment, s.base, s.vat
    from private.split_deposit(p_order.id, p_amount) as s;
  perform private.total_invoice(v_invoice.id);
  update public.invoices
     set issue_date = private.company_today(), supply_date = case when not p_before_money then private.company_today() end, due_date = p_due_on, issued_at = now(),
         issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(contact_id),
           'person', private.contact_facts(person_id))
   where id = v_invoice.id returning * into v_invoice;
  perform private.log_event('invoice', v_invoice.id, 'issued', jsonb_build_object('number', v_invoice.invoice_number, 'gross', private.amount_text(p_amount)));
  return v_invoice;
end $$;

create or replace function private.bill_deposit(p_order public.orders, p_payment_id uuid, p_amount numeric) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice constant public.invoices := private.issue_deposit(p_order, p_amount, private.company_today(), false);
begin
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, v_invoice.id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_invoice(v_invoice.id);
  return v_invoice.invoice_number;
end $$;

create or replace function private.issue_deposit_invoice(p_order_id uuid, p_due_on date default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_invoice public.invoices;
  v_amount numeric;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_order from public.orders where id = p_order_id for no key update;
  select * into v_invoice from public.invoices where order_id = p_order_id and kind = 'deposit' and balance > 0 and status not in ('draft', 'void') limit 1;
  v_amount := least(v_order.deposit_amount - v_order.deposit_paid, coalesce(private.deposit_possible(p_order_id), 0));
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_invoice.id is not null then
    return v_invoice.id;
  elsif v_order.status = 'cancelled' then
    perform private.refuse('PT409', 'This order is cancelled');
  elsif (select c.tax_kind = 'sales_tax' from public.company_settings c) then
    perform private.refuse('PT409', 'Where sales tax is charged, a deposit has no invoice: its money is kept for the order');
  elsif v_amount <= 0 then
    perform private.refuse('PT409', format('%s asks for no deposit that is open', v_order.order_number));
  elsif p_due_on < private.company_today() or p_due_on > private.company_today() + 366 then
    perform private.refuse('22023', 'Please choose a day from today on by which it is due, within a year');
  end if;
  perform private.must_mean_plain(v_order.contact_id);
  v_invoice := private.issue_deposit(v_order, v_amount, coalesce(p_due_on, private.company_today() + private.contact_terms(v_order.contact_id)), true);
  perform private.log_event('order', p_order_id, 'deposit_invoiced',
    jsonb_build_object('number', v_invoice.invoice_number, 'amount', private.amount_text(v_amount)));
  return v_invoice.id;
end $$;

create or replace function private.credit_open_deposit(p_invoice_id uuid, p_reason text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_left numeric;
  v_note uuid;
begin
  perform private.must('invoices', 'edit', 'credit deposit invoices');
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = p_invoice_id) for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id and kind = 'deposit' and status not in ('draft', 'void');
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This deposit invoice is not there any more');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif v_invoice.balance = 0 then
    perform private.refuse('PT409', format('Nothing of %s is open', v_invoice.invoice_number));
  end if;
  perform private.must_mean_plain(v_invoice.contact_id);
  select sum(h.base + h.vat) into v_left from private.held_by_rate(p_invoice_id) as h;
  if v_left = v_invoice.balance then
    v_note := private.write_credit_note(p_invoice_id, p_reason, null, null);
  else
    v_note := private.write_credit_of_amounts(p_invoice_id, p_reason, (
      select jsonb_agg(jsonb_build_object('vat_rate', s.vat_rate, 'vat_treatment', s.vat_treatment, 'amount', s.base + s.vat))
        from private.split_gross((select jsonb_agg(to_jsonb(h)) from private.held_by_rate(p_invoice_id) as h), v_invoice.balance) as s
       where s.base + s.vat > 0), true, null);
  end if;
  perform private.number_credit_note(v_note);
  return v_note;
end $$;
create or replace function private.deposit_went(p_invoice public.invoices, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set deposit_paid = deposit_paid - p_amount where id = p_invoice.order_id;
  perform private.request_deposit(p_invoice.order_id);
  perform private.refresh_order(p_invoice.order_id);
end $$;
create or replace function private.tax_deposit(p_invoice_id uuid, p_on date) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_settled constant numeric := coalesce((select sum(a.amount) from public.payment_allocations a where a.invoice_id = p_invoice_id), 0)
    + coalesce((select sum(a.amount) from public.credit_allocations a where a.invoice_id = p_invoice_id), 0);
begin
  insert into private.deposit_taxes (invoice_id, on_date, vat_rate, vat_treatment, base, vat)
  with held as (
    -- What its credit notes leave of it at each rate: of that, the share that is paid.
    select h.*, (select sum(s.base + s.vat) from private.held_by_rate(p_invoice_id) as s) as gross from private.held_by_rate(p_invoice_id) as h
  ), wanted as (
    select t.vat_rate, t.vat_treatment, t.base - h.base + trunc(h.base * s.share, 2) as base, t.vat - h.vat + trunc(h.vat * s.share, 2) as vat
      from public.invoice_vat t
      join public.invoices v on v.id = t.invoice_id
      join held h on h.vat_rate = t.vat_rate and h.vat_treatment = t.vat_treatment
     cross join lateral (select case when v_settled >= v.gross or h.gross <= 0 then 1
         else greatest(v_settled - (v.gross - h.gross), 0) / h.gross end as share) as s
     where t.invoice_id = p_invoice_id
  )
  select p_invoice_id, p_on, w.vat_rate, w.vat_treatment, w.base - coalesce(d.base, 0), w.vat - coalesce(d.vat, 0)
    from wanted w
    left join (select k.vat_rate, k.vat_treatment, sum(k.base) as base, sum(k.vat) as vat from private.deposit_taxes k where k.invoice_id = p_invoice_id group by 1, 2) as d
      on d.vat_rate = w.vat_rate and d.vat_treatment = w.vat_treatment
   where (w.base, w.vat) is distinct from (coalesce(d.base, 0), coalesce(d.vat, 0));
end $$;

create or replace function private.taxes_of_invoices(p_from date, p_to date)
  returns table (invoice_id uuid, on_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.issue_date, t.vat_rate, t.vat_treatment, t.base, t.vat
    from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
   where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
     and not v.taxed_when_paid
  union all
  select d.invoice_id, d.on_date, d.vat_rate, d.vat_treatment, sum(d.base), sum(d.vat)
    from private.deposit_taxes d where d.on_date between p_from and p_to group by 1, 2, 3, 4 having (sum(d.base), sum(d.vat)) <> (0, 0)
$$;

create or replace function private.lock_asked_orders(p_contact_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orders where id in (
    select v.order_id from public.invoices v where v.contact_id = p_contact_id and v.taxed_when_paid and v.status in ('issued', 'partly_paid'))
   order by id for no key update;
end $$;

create or replace function private.day_of_prepayment(p_payment public.payments, p_invoice public.invoices) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.day_of(p_payment.created_at) = private.company_today()
    then private.first_open_day(greatest(p_payment.received_on, p_invoice.issue_date)) else private.company_today() end;
end $$;

create or replace function private.deposit_came(p_invoice public.invoices, p_amount numeric, p_on date, p_request_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tax_deposit(p_invoice.id, p_on);
  perform private.count_deposit(p_invoice.order_id, p_amount, p_request_id, p_invoice.invoice_number);
end $$;

create or replace function private.count_deposit(p_order_id uuid, p_amount numeric, p_request_id uuid, p_number text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  update public.orders set deposit_paid = deposit_paid + p_amount where id = p_order_id returning * into v_order;
  perform private.promise_order(p_order_id);
  if v_order.deposit_paid >= v_order.deposit_amount then
    update public.payment_requests set status = 'cancelled'
     where order_id = p_order_id and purpose = 'deposit' and status in ('open', 'processing') and id is distinct from p_request_id;
  end if;
  perform private.log_event('order', p_order_id, 'deposit_paid', jsonb_strip_nulls(jsonb_build_object('amount', private.amount_text(p_amount), 'invoice_number', p_number)));
  if v_order.quotation_id is not null then
    perform private.log_event('quotation', v_order.quotation_id, 'deposit_paid', jsonb_build_object('amount', private.amount_text(p_amount)));
    perform private.cancel_mails('quotation', v_order.quotation_id);
  end if;
  perform private.refresh_order(p_order_id);
end $$;

create or replace function private.take_deposit(p_order_id uuid, p_payment_id uuid, p_amount numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_asked public.invoices;
  v_taken numeric := 0;
  v_amount numeric;
  v_number text;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  -- A deposit invoice that asks for the money already is what it pays.
  for v_asked in
    select * from public.invoices where order_id = p_order_id and taxed_when_paid and contact_id = v_order.contact_id and balance > 0
       and status in ('issued', 'partly_paid') order by issue_date, invoice_number
  loop
    v_amount := least(p_amount - v_taken, v_asked.balance);
    continue when v_amount <= 0;
    perform private.allocate(p_payment_id, v_asked.id, v_amount);
    v_taken := v_taken + v_amount;
  end loop;
  v_amount := least(p_amount - v_taken, coalesce(private.deposit_possible(p_order_id), 0));
  if coalesce(v_amount, 0) <= 0 then
    return v_taken;
  elsif (select c.tax_kind = 'sales_tax' from public.company_settings c) then
    perform private.keep_deposit(p_order_id, p_payment_id, v_amount);
  else
    v_number := private.bill_deposit(v_order, p_payment_id, v_amount);
  end if;
  perform private.count_deposit(p_order_id, v_amount, (select p.request_id from public.payments p where p.id = p_payment_id), v_number);
  return v_taken + v_amount;
end $$;

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
      private.money_words(v_row.gross - v_row.paid - v_row.credited)));
  end if;
  v_status := case
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

create or replace function private.spend_credit(p_contact_id uuid, p_invoice_ids uuid[], p_except uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_locked record;
  v_credit record;
  v_part numeric;
begin
  perform private.lock_asked_orders(p_contact_id);
  v_locked := private.lock_credit(p_contact_id);
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  for v_invoice in
    select * from public.invoices where id = any (p_invoice_ids) and contact_id = p_contact_id order by due_date, issue_date, invoice_number
  loop
    for v_credit in
      select n.id, true as is_note, n.issue_date as on_day, n.credit_number as number from public.credit_notes n
       where n.id = any (v_locked.notes) and n.status not in ('draft', 'void') and n.open > 0
      union all
      select p.id, false, p.received_on, p.payment_number from public.payments p
       where p.id = any (v_locked.payments) and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.id <> p_except
      order by is_note desc, on_day, number
    loop
      select * into v_invoice from public.invoices where id = v_invoice.id;
      exit when v_invoice.balance <= 0 or v_invoice.status not in ('issued', 'partly_paid');
      v_part := least(v_invoice.balance, case when v_credit.is_note then (select n.open from public.credit_notes n where n.id = v_credit.id)
        else private.payment_free(v_credit.id) end);
      continue when coalesce(v_part, 0) <= 0;
      if v_credit.is_note then
        perform private.settle_by_credit(v_credit.id, v_invoice.id, v_part);
      else
        perform private.allocate(v_credit.id, v_invoice.id, v_part);
      end if;
    end loop;
  end loop;
end $$;

create or replace function private.journal_of_invoices(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select v.id, v.gross from public.invoices v
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
  ), lines as materialized (
    select i.invoice_id as id, case when i.kind = 'deposit' then 'deposits' else 'sales' end as part, i.service_id, i.vat_rate, i.vat_treatment,
           sum(i.net) as net
      from papers p join public.invoice_items i on i.invoice_id = p.id where i.net <> 0 group by 1, 2, 3, 4, 5
  ), rates as materialized (
    select t.* from papers p join public.invoice_vat t on t.invoice_id = p.id
  ), parts as (
    select p.id, 'clients' as part, null::uuid as service_id, null::numeric as rate, null as treatment, p.gross as amount from papers p
    union all
    select l.id, l.part, l.service_id, l.vat_rate, l.vat_treatment, -l.net from lines l
    union all
    -- What the VAT table says beyond the lines.
    select x.id, 'sales', null, x.vat_rate, x.vat_treatment, sum(x.net)
      from (select l.id, l.vat_rate, l.vat_treatment, l.net from lines l
            union all select t.invoice_id, t.vat_rate, t.vat_treatment, -t.base from rates t) as x group by 1, 4, 5
    union all
    select t.invoice_id, 'vat_sales', null, t.vat_rate, t.vat_treatment, -t.vat from rates t
  )
  select v.issue_date, 1, 'invoice', v.id, v.id, v.invoice_number, v.contact_id, v.project_title,
         case when x.part = 'sales' and v.kind = 'deposit' or x.part = 'vat_sales' and v.taxed_when_paid then 'deposits' else x.part end,
         null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join public.invoices v on v.id = x.id where x.amount <> 0
  union all
  select t.on_date, 9, 'invoice', v.id, t.id, v.invoice_number, v.contact_id, v.project_title, side.part, null, null, t.vat_rate, t.vat_treatment, null, side.amount
    from private.deposit_taxes t join public.invoices v on v.id = t.invoice_id
   cross join lateral (values ('deposits', t.vat), ('vat_sales', -t.vat)) as side (part, amount)
   where t.on_date between p_from and p_to and t.vat <> 0
  union all
  select v.opening_on, 1, 'invoice', v.id, v.id, v.invoice_number, v.contact_id, v.project_title, side.part, null, null, null, null, null, side.amount
    from public.invoices v cross join lateral (values ('clients', v.gross), ('opening', -v.gross)) as side (part, amount)
   where v.opening_on between p_from and p_to and v.gross <> 0
$$;

create or replace function private.ledger(p_side text, p_from date, p_to date)
returns table (on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text,
  net text, vat text, gross text, currency text, description text, cost_account text, tax_place text, own_vat text, deducted text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_side = 'purchases' then
    perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  else
    perform private.must('invoices', 'view', 'see invoices');
  end if;
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;
  return query
    select e.on_date, e.number, e.kind, private.client_label(c), c.vat_number, c.country, trim_scale(e.rate)::text, e.treatment,
           private.amount_text(e.base), private.amount_text(e.tax), private.amount_text(e.base + e.tax), e.code, e.words, e.account, e.taxed_at,
           private.amount_text(e.own), private.amount_text(e.deducted)
      from (
        select t.on_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, v.currency as code, null as words, null as account, null as place,
               v.snapshot -> 'tax_place' ->> 'name' as taxed_at, null::numeric as own, null::numeric as deducted
          from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where p_side = 'sales'
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, n.currency, null, null, null,
               n.snapshot -> 'tax_place' ->> 'name', null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select d.given_on, v.invoice_number, 'cash discount', v.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, v.currency, null, null, null,
               v.snapshot -> 'tax_place' ->> 'name', null, null
          from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
         where p_side = 'sales' and d.given_on between p_from and p_to
        union all
        select b.on_date, b.number, b.kind, b.who, b.rate, b.treatment, b.base, b.tax, b.code, b.words, b.account, b.place, null, b.own, b.deducted
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;

create or replace function private.papers_of_return(p_from date, p_to date)
returns table (side text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, base numeric, due numeric, input numeric, number text, is_union boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select private.union_state(s.vat_number) as state, s.currency from public.company_settings s
  ), papers as (
    select 'sales' as side, 'invoice' as kind, v.id, v.invoice_number as label, v.contact_id, t.on_date as day, t.vat_rate as rate, t.vat_treatment as treatment,
           t.base, t.vat as due, 0::numeric as input, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as number, v.currency
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id join public.contacts c on c.id = v.contact_id
    union all
    select 'sales', 'credit_note', n.id, n.credit_number, n.contact_id, n.issue_date, t.vat_rate, t.vat_treatment, -t.base, -t.vat, 0,
           coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number), n.currency
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', 'invoice', v.id, v.invoice_number || ' · Cash discount', v.contact_id, d.given_on, t.vat_rate, t.vat_treatment, -t.base, -t.vat, 0,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number), v.currency
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'purchases', l.record_kind, l.record_id, l.number, l.who, l.on_date, l.rate, l.treatment, l.base, l.own, l.deducted, c.vat_number, l.code
      from private.purchase_lines(p_from, p_to) as l left join public.contacts c on c.id = l.who
     where private.is_server() or private.can('supplier-invoices', 'view')
  )
  select p.side, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, p.base, p.due, p.input, p.number, coalesce(private.union_state(p.number) <> o.state, false)
    from papers p cross join own o where p.currency = o.currency
$$;

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
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.money_words(v_invoice.balance)));
  elsif p_amount > private.payment_free(p_payment_id) then
    perform private.refuse('PT409', format('Of this payment only %s are left', private.money_words(private.payment_free(p_payment_id))));
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

create or replace function private.allocate_oldest(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_invoice public.invoices;
begin
  perform private.lock_asked_orders((select p.contact_id from public.payments p where p.id = p_payment_id));
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  perform from public.invoices
   where contact_id = v_payment.contact_id and status in ('issued', 'partly_paid') and balance > 0 order by id for no key update;
  for v_invoice in
    select * from public.invoices
     where contact_id = v_payment.contact_id and status in ('issued', 'partly_paid') and balance > 0
     order by due_date, issue_date, invoice_number for no key update
  loop
    exit when private.payment_free(p_payment_id) <= 0;
    perform private.allocate(p_payment_id, v_invoice.id, least(private.payment_free(p_payment_id), v_invoice.balance));
  end loop;
end $$;

create or replace function private.allocate_payment(p_payment_id uuid, p_allocations jsonb default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
begin
  perform private.must('payments', 'create', 'allocate payments');
  if p_allocations is null then
    perform private.allocate_oldest(p_payment_id);
    return;
  end if;
  perform private.lock_asked_orders((select p.contact_id from public.payments p where p.id = p_payment_id));
  for v_part in
    select (part ->> 'invoice_id')::uuid as invoice_id, sum((part ->> 'amount')::numeric) as amount, sum((part ->> 'discount')::numeric) as discount
      from jsonb_array_elements(p_allocations) as part group by 1 order by 1
  loop
    perform private.allocate(p_payment_id, v_part.invoice_id, v_part.amount);
    if v_part.discount is not null then
      perform private.take_cash_discount(p_payment_id, v_part.invoice_id, v_part.discount);
    end if;
  end loop;
end $$;

create or replace function private.remove_allocation(p_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
  v_invoice public.invoices;
  v_part numeric;
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
  if v_invoice.kind = 'deposit' and (not v_invoice.taxed_when_paid or exists (select from private.deductions_of(v_invoice.id))
    or exists (select from public.credit_notes n where n.invoice_id = v_invoice.id and n.status <> 'void'))
  then
    perform private.refuse('PT409', 'A deposit invoice stays paid: credit it instead');
  end if;
  v_part := private.release_allocation(p_id);
  perform private.end_cash_discounts(v_row.payment_id, v_row.invoice_id);
  perform private.refresh_payment(v_row.payment_id);
  perform private.refresh_invoice(v_row.invoice_id);
  if v_invoice.taxed_when_paid then
    perform private.deposit_went(v_invoice, v_part);
  end if;
end $$;

create or replace function private.settle_by_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
  values (p_credit_note_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_credit_note(p_credit_note_id);
  -- Credit of another paper is money for a deposit; a note over the deposit itself is not.
  perform private.deposit_came(v, p_amount, private.company_today(), null) from public.invoices v
   where v.id = p_invoice_id and v.taxed_when_paid and not exists (
     select from public.credit_notes n where n.id = p_credit_note_id and n.invoice_id = v.id);
  perform private.refresh_invoice(p_invoice_id);
end $$;

create or replace function private.use_credit(p_uuid uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_note public.credit_notes;
  v_payment public.payments;
  v_locked record;
  v_before numeric;
  v_part numeric;
begin
  select * into v_invoice from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  perform private.lock_asked_orders(v_invoice.contact_id);
  v_locked := private.lock_credit(v_invoice.contact_id);
  select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
  v_before := v_invoice.balance;
  for v_note in
    select * from public.credit_notes where id = any (v_locked.notes) and status not in ('draft', 'void') and open > 0
     order by issue_date, credit_number
  loop
    exit when v_invoice.balance <= 0;
    perform private.settle_by_credit(v_note.id, v_invoice.id, least(v_note.open, v_invoice.balance));
    select * into v_invoice from public.invoices where id = v_invoice.id;
  end loop;
  for v_payment in
    select * from public.payments where id = any (v_locked.payments) and direction = 'in' and status in ('succeeded', 'part_refunded') and open > 0
     order by received_on, payment_number
  loop
    exit when v_invoice.balance <= 0;
    v_part := least(private.payment_free(v_payment.id), v_invoice.balance);
    continue when v_part <= 0;
    perform private.allocate(v_payment.id, v_invoice.id, v_part);
    select * into v_invoice from public.invoices where id = v_invoice.id;
  end loop;
  if v_before > v_invoice.balance then
    perform private.log_event('invoice', v_invoice.id, 'credit_used',
      jsonb_build_object('amount', private.amount_text(v_before - v_invoice.balance)));
  end if;
  return jsonb_build_object('used', private.amount_text(v_before - v_invoice.balance), 'balance', private.amount_text(v_invoice.balance),
    'credit', private.amount_text(private.client_credit(v_invoice.contact_id)));
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
  perform private.lock_orders_of_payment(p_id), private.lock_asked_orders(p_contact_id);
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
  -- A deposit invoice stays paid; what is to be settled as it was stays as it is.
  for v_part in
    select a.id, a.invoice_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where a.payment_id = p_id and v.kind <> 'deposit' and a.reverses_id is null
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
  loop
    continue when private.release_allocation(v_part.id) = 0;
    v_is_changed := true;
    perform private.end_cash_discounts(p_id, v_part.invoice_id);
    perform private.refresh_invoice(v_part.invoice_id);
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
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and v.kind <> 'deposit' having sum(a.amount) > 0);
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.must_mean_day(p_id, 'Move');
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
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
  elsif v_row.kind = 'deposit' then
    perform private.refuse('PT409', 'A deposit that nobody pays is credited: nothing was sold yet');
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
  return v_id;
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
    select case when v.taxed_when_paid then 'standard' else v.kind end as kind, v.contact_id from public.invoices v where p_paper = 'invoice' and v.id = p_id
    union all
    select 'credit_note', n.contact_id from public.credit_notes n where p_paper = 'credit_note' and n.id = p_id
  )
  select private.with_tax(fault.says) from (
    select 1, 'The paper has no line with an amount.' where not exists (select from lines)
    union all
    select 2, format('Line %s has no description. Say what it is.', l.place)
      from (select lines.*, row_number() over (order by position) as place from lines) as l
     where l.kind = 'item' and btrim(l.description) = ''
    union all
    select 3, format('The line "%s" is below zero: a discount takes off, a line does not.', left(l.description, 100)) from lines l
     where l.kind = 'item' and l.net < 0
    union all
    select 4, format('At %s %% {tax} the discounts are larger than the lines. Give each discount the {tax} rate of its lines.', trim_scale(t.vat_rate))
      from taxes t where t.is_above and (t.base < 0 or t.vat < 0)
    union all
    select 4, format('At %s %% {tax} a discount of %s is to be taken now: the lines that are left to invoice could not bear it.', trim_scale(o.vat_rate),
             private.money_words(l.at_least))
      from (select i.order_id, i.vat_rate, i.vat_treatment, -coalesce(sum(i.net) filter (where i.kind = 'discount'), 0) as discount
              from public.invoice_items i join public.invoices v on v.id = i.invoice_id
             where p_paper = 'invoice' and i.invoice_id = p_id and i.order_item_id is not null and v.kind not in ('deposit', 'proforma')
             group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where o.discount < l.at_least
    union all
    select 5, format('The {tax} table says %s at %s %%, the lines say %s.', private.money_words(coalesce(t.base, 0)),
             trim_scale(coalesce(t.vat_rate, s.vat_rate)), private.money_words(coalesce(s.base, 0)))
      from sums s full join taxes t on t.vat_rate = s.vat_rate and t.vat_treatment = s.vat_treatment
     where t.base is distinct from s.base
    union all
    select 6, format('The {tax} of %s at %s %% is %s, and not %s.', private.money_words(t.base), trim_scale(t.vat_rate),
             private.money_words(private.vat_of(t.base, t.vat_rate)), private.money_words(t.vat))
      from taxes t where abs(t.vat - private.vat_of(t.base, t.vat_rate)) > 0.02 -- The rest after several deposits may be two cents off.
    union all
    select 7, format('Net %s and {tax} %s are not the sums of the {tax} table.', private.money_words(p_net), private.money_words(p_vat))
     where (p_net, p_vat) <> (select coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0) from taxes t)
    union all
    -- Money that came in has its paper: a deposit is issued all the same, but not one that asks for its money.
    select 8, 'Under reverse charge, and for goods to another EU country, an invoice names the {tax} numbers of both. Enter the one that is missing: the client''s on the client''s card, yours in Settings, Company.'
      from paper p join public.contacts c on c.id = p.contact_id cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and '' in (coalesce(btrim(c.vat_number), ''), coalesce(btrim(s.vat_number), ''))
       and exists (select from taxes t where t.vat_treatment in ('reverse_charge', 'intra_community'))
    union all
    select 9, 'An invoice that charges {tax} names your {tax} number. Enter it in Settings, Company.'
      from paper p cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and s.tax_kind = 'vat' and coalesce(btrim(s.vat_number), '') = '' and exists (select from taxes t where t.vat <> 0)
    union all
    -- A deposit that a client paid by card has its paper; one that a person records waits for what is missing.
    select 10, format('Your company lacks %s, which every invoice names. Enter it in Settings, Company.', private.company_lacks())
      from paper p where p.kind <> 'proforma' and private.company_lacks() is not null and not (p.kind = 'deposit' and private.is_server())
    union all
    select 11, format('Nobody chose the {tax} of the line "%s". Mark your usual {tax} rate in Settings, Company; if you are not registered for {tax}, add a rate of 0 %%.',
             left(l.description, 100))
      from paper p cross join lines l
     where p.kind not in ('credit_note', 'proforma') and l.kind = 'item' and l.vat_treatment = 'standard' and l.vat_rate = 0
       and not private.vat_is_chosen() and not (p.kind = 'deposit' and private.is_server())
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$$;

revoke execute on all routines in schema private from public;

call private.offer('private.issue_deposit_invoice(uuid, date)');

call private.offer('private.credit_open_deposit(uuid, text)');

create index deposit_taxes_invoice_id_idx on private.deposit_taxes (invoice_id);

create index deposit_taxes_on_date_idx on private.deposit_taxes (on_date);

create or replace trigger append_only before update or delete on private.deposit_taxes
  for each row execute function private.refuse_change();

create or replace trigger zz_guard_closed before insert on private.deposit_taxes
  for each row execute function private.guard_closed('on_date');

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'net', 'vat', 'paid', 'credited', 'written_off', 'cash_discounted', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits', 'opening_on', 'exemption_id', 'network_status', 'taxed_when_paid');

comment on function private.bill_deposit(public.orders,pg_catalog.uuid,numeric) is 'Issues the invoice of a deposit that was paid and settles it by the payment. The caller refreshes the payment. Returns the number.';

comment on function private.deduct_deposits(pg_catalog.uuid) is 'Writes the deduction of paid deposits into a draft: by VAT rate, the smaller of what is left of the deposit and what the
invoice bills at that rate, but for those that the office left out and those that are not paid. So no base of an invoice falls below zero, and the rest waits for the next one.';

comment on function private.journal_of_invoices(pg_catalog.date,pg_catalog.date) is 'What issued invoices move: the client owes the total; sales (by service and VAT rate) or deposits, and VAT, are credited. A deposit
invoice that was issued before its money owes no VAT until that comes: it stands among the deposits, and goes from there by deposit_taxes. Those of the former books stand
against the opening balances, at their day. Amounts above zero are debits.';

comment on function private.refuse_lost_deposits(public.invoices) is 'A deposit that the last invoice of its order leaves out or that is not paid, or for which too little is left after this one, would never be
deducted in full: its VAT would be charged twice, or money asked for twice.';

comment on function private.take_deposit(pg_catalog.uuid,pg_catalog.uuid,numeric) is 'Money paid ahead for an order: it settles the deposit invoice that asks for it; what is more is a deposit invoice with its own number and VAT, settled by the
payment. Sales tax arises with the sale: where that is charged, the money is kept for the order, without a paper. Returns how much of the amount the order could take.';

comment on function private.count_deposit(pg_catalog.uuid,numeric,pg_catalog.uuid,pg_catalog.text) is 'An order has so much more of its deposit: it may be promised, nobody is asked for it once it is whole, and its story says so. p_number: the deposit invoice.';

comment on function private.day_of_prepayment(public.payments,public.invoices) is 'The day from which money pays a deposit invoice: that on which it came, where it is recorded today and the day is open; of credit from before, today.';

comment on function private.deposit_came(public.invoices,numeric,pg_catalog.date,pg_catalog.uuid) is 'Money settles a deposit invoice that was issued before it: its tax arises, and its order has so much of its deposit.';

comment on function private.issue_deposit(public.orders,numeric,pg_catalog.date,boolean) is 'Issues an invoice over a deposit, with its own number and VAT. p_before_money: it asks for the money, and its tax arises when that comes.';

comment on function private.issue_deposit_invoice(pg_catalog.uuid,pg_catalog.date) is 'Issues a numbered invoice over what an order waits for as deposit, before the money comes. p_due_on: the day by which it is due; null is by the terms of the
client. One is open at a time: a second call returns it. No tax arises before the money comes. Returns its id.';

comment on function private.lock_asked_orders(pg_catalog.uuid) is 'Locks the orders whose open deposit invoices money of a client may settle, before payments and invoices.';

comment on function private.tax_deposit(pg_catalog.uuid,pg_catalog.date) is 'Writes what of a deposit invoice is taxed since its last record: at each rate what its credit notes took, which these take off again, and the share of the rest that
is paid. p_on: the day on which the money came.';

comment on function private.taxes_of_invoices(pg_catalog.date,pg_catalog.date) is 'Turnover and VAT of issued invoices by the day on which the tax arises: the day of the invoice; for a deposit invoice that was issued before its money, the days of
its payments. For functions that asked for the right.';

comment on function public.issue_deposit_invoice(pg_catalog.uuid,pg_catalog.date) is 'Issues a numbered invoice over what an order waits for as deposit, before the money comes. p_due_on: the day by which it is due; null is by the terms of the
client. One is open at a time: a second call returns it. No tax arises before the money comes. Returns its id.';

comment on column public.invoices.taxed_when_paid is 'A deposit invoice that was issued before its money: its tax arises with the money (deposit_taxes).';

comment on table private.deposit_taxes is 'When what of a deposit invoice that was issued before its money became turnover to be taxed: with each payment its share, at
each rate (Art. 65 of the VAT directive). Money that is taken off again is a record below zero.';

comment on function private.credit_open_deposit is
  'Issues a credit note over what nobody paid of a deposit invoice, with its share of each VAT rate: what was paid of it stays, and the next invoice deducts that.
Returns the id of the note.';

comment on function public.credit_open_deposit is
  'Issues a credit note over what nobody paid of a deposit invoice, with its share of each VAT rate: what was paid of it stays, and the next invoice deducts that.
Returns the id of the note.';

comment on function private.deposit_went is 'A payment no longer settles a deposit invoice: its order waits for so much of its deposit again. The caller locks the order.';


comment on function private.remove_allocation is 'A payment no longer settles that invoice: both are open again, and so is the cash discount that it took. A deposit
invoice that was issued with its payment, is deducted or is credited stays paid.';

comment on function public.remove_allocation is 'A payment no longer settles that invoice: both are open again, and so is the cash discount that it took. A deposit
invoice that was issued with its payment, is deducted or is credited stays paid.';

comment on function private.deposit_asked is 'What the deposit invoices of an order ask for that nobody paid.';

comment on function private.order_money is
'What the client of an order reads of its money, on each of their pages. Amounts are text. ahead: what can still be paid before its
invoice, with what a deposit invoice asks for. invoice_follows: one is being written. paid, paid_on: their payments for it and for its own invoices, less what was given back, and the day of the last. open_invoices:
what is open now; public_uuid: the link to pay it, null for an invoice of several orders, whose link tells of the others too.';

comment on function private.draft_deposits is
  'The paid deposits that a draft may deduct: whether it does, by VAT rate what its lines deduct and what is left before it. kept: money that is
kept for the order, by its payment; no line of the draft changes. open: what nobody paid of a deposit invoice, which is not deducted before it is paid. Amounts are text.';

comment on function public.draft_deposits is
  'The paid deposits that a draft may deduct: whether it does, by VAT rate what its lines deduct and what is left before it. kept: money that is
kept for the order, by its payment; no line of the draft changes. open: what nobody paid of a deposit invoice, which is not deducted before it is paid. Amounts are text.';

comment on function private.request_to_settle is 'A request for money, locked after its order and those whose deposit invoice it may settle.';

comment on function private.to_invoice is
  'Orders of which more is delivered than invoiced, the longest waiting first: since when (the first drop after the last
invoice), how many lines, their net less their part of the discounts, and what is left of the paid deposit (gross).';

comment on function public.to_invoice is
  'Orders of which more is delivered than invoiced, the longest waiting first: since when (the first drop after the last
invoice), how many lines, their net less their part of the discounts, and what is left of the paid deposit (gross).';

comment on function private.papers_of_return is
'What the papers of these days bring into a VAT return, in the currency of the company: base, the tax that is due, and the input tax. Credit notes and cash
discounts are taken off; a deposit invoice counts on the days of its money. number: the VAT number of the other side; is_union: it is of another state of the Union. For functions that asked for the right.';

reset check_function_bodies;
