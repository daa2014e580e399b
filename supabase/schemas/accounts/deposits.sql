-- Deposits of orders: asked, paid, deducted, credited.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
create index deposit_taxes_invoice_id_idx on private.deposit_taxes (invoice_id);
create index deposit_taxes_on_date_idx on private.deposit_taxes (on_date);
comment on table private.deposit_taxes is 'When what of a deposit invoice that was issued before its money became turnover to be taxed: with each payment its share, at
each rate (Art. 65 of the VAT directive). Money that is taken off again is a record below zero.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.deposit_taxes enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.vat_of_last_deduction(p_invoice_id uuid, p_order_id uuid, p_base numeric, p_deposit jsonb) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate constant numeric := (p_deposit ->> 'vat_rate')::numeric;
  v_treatment constant text := p_deposit ->> 'vat_treatment';
  v_rest_base constant numeric := (p_deposit ->> 'base')::numeric - p_base;
  v_rest_vat numeric;
  v_vat numeric;
begin
  if v_rest_base <= 0 or not private.completes_order(p_invoice_id, p_order_id) then
    return null;
  end if;
  v_vat := (select o.vat from private.order_vat(p_order_id) as o where o.vat_rate = v_rate and o.vat_treatment = v_treatment)
    - coalesce((select sum(b.vat) from private.billed_vat(p_order_id, false) as b where b.vat_rate = v_rate and b.vat_treatment = v_treatment), 0)
    + coalesce((select sum(i.vat) from public.invoice_items i where i.invoice_id = p_invoice_id and i.kind = 'deposit' and i.order_id = p_order_id
        and i.vat_rate = v_rate and i.vat_treatment = v_treatment), 0);
  v_rest_vat := (p_deposit ->> 'vat')::numeric - v_vat;
  return case when v_vat >= 0 and v_rest_vat >= 0 and abs(v_vat - private.vat_of(p_base, v_rate)) <= 0.01
    and abs(v_rest_vat - private.vat_of(v_rest_base, v_rate)) <= 0.02 then v_vat end;
end $$;
comment on function private.vat_of_last_deduction is
  'VAT of a deduction that covers all that the last invoice of an order bills at a rate, while more of the deposit is left: what the order has left of VAT there, so that its invoices come
to it to the cent and the rest of the deposit is credited. Null where it is another deduction, or where that VAT is no VAT of its base.';

create function private.deduct_deposits(p_invoice_id uuid) returns void
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
      if v_base = v_part.base then
        v_vat := coalesce(private.vat_of_last_deduction(p_invoice_id, v_part.order_id, v_base, to_jsonb(v_deposit)), v_vat);
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
comment on function private.deduct_deposits is 'Writes the deduction of paid deposits into a draft: by VAT rate, the smaller of what is left of the deposit and what the
invoice bills at that rate, but for those that the office left out and those that are not paid. So no base of an invoice falls below zero, and the rest waits for the next one.';

create function private.deduct_anew_of(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_draft uuid;
begin
  -- Who holds an order waits for no draft: one that is being issued deducts anew once it has the order.
  for v_draft in
    select v.id from public.invoices v
     where v.status = 'draft' and v.kind not in ('deposit', 'proforma')
       and v.id in (select b.invoice_id from private.invoice_order_vat b where b.order_id = p_order_id)
     order by v.created_at, v.id for no key update skip locked
  loop
    begin
      perform private.total_invoice(v_draft);
    exception when invalid_parameter_value then
      -- A draft that has too many lines for the deduction stays as it is: the money comes, and issuing the draft says why it cannot.
      null;
    end;
  end loop;
end $$;
comment on function private.deduct_anew_of is 'The drafts of an order deduct its deposits as they will be issued. A draft that somebody holds is left alone: it does so itself.';

create function private.deduct_anew() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.deduct_anew_of(new.order_id);
  return null;
end $$;
comment on function private.deduct_anew is 'A deposit invoice is paid, or open again: the drafts of its order deduct it, or no more.';

create function private.deduct_anew_by_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.deduct_anew_of(v.order_id) from public.invoices v where v.id = old.invoice_id and v.kind = 'deposit';
  return null;
end $$;
comment on function private.deduct_anew_by_note is 'A credit note takes a part of a deposit, or gives it back: the drafts of its order deduct what is left.';

create function private.deduct_anew_by_draft() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.deduct_anew_of(o.id)
    from (select distinct i.order_id as id from public.invoice_items i where i.invoice_id = new.id and i.kind = 'deposit') as o;
  return null;
end $$;
comment on function private.deduct_anew_by_draft is 'A draft that deducts a deposit is void: other drafts of the order deduct it.';

create function private.drafts_with_deposit(p_deposit_id uuid, p_but uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select distinct t.id from public.invoice_items i join public.invoices t on t.id = i.invoice_id
     where i.deducts_invoice_id = p_deposit_id and t.status = 'draft' and t.id <> p_but order by 1);
end $$;
comment on function private.drafts_with_deposit is 'The drafts that deduct a deposit, without p_but: what they hold is free for no other invoice.';

create function private.draft_deposits(p_invoice_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.invoice_id, 'number', d.invoice_number, 'issue_date', d.issue_date,
             'order_number', d.order_number, 'is_skipped', d.invoice_id = any (d.skipped), 'rates', d.rates, 'kept', d.kept,
             'open', private.amount_text((select nullif(o.balance, 0) from public.invoices o where o.id = d.invoice_id)),
             'drafts', private.drafts_with_deposit(d.invoice_id, p_invoice_id))
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
         where v.id = p_invoice_id and v.status = 'draft' and (l.base > 0 or i.id is not null or private.drafts_with_deposit(l.invoice_id, p_invoice_id) <> '{}')
         group by 1, 2, 3, 4, 5) as d);
end $$;
comment on function private.draft_deposits is
  'The paid deposits that a draft may deduct: whether it does, by VAT rate what its lines deduct and what is left before it. kept: money that is
kept for the order, by its payment; no line of the draft changes. open: what nobody paid of a deposit invoice, which is not deducted before it is paid. drafts: the ids of
other drafts that deduct it. Amounts are text.';
call private.offer('private.draft_deposits(uuid)');

create function private.skip_deposits(p_invoice_id uuid, p_deposits uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'change invoices');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', 'This invoice is issued: its deposits stay as they are');
  elsif cardinality(p_deposits) > 500 or exists (
    select from unnest(p_deposits) as asked where not exists (
      select from public.invoices d where d.id = asked and d.kind = 'deposit' and d.order_id in (
        select b.order_id from private.invoice_order_vat b where b.invoice_id = p_invoice_id))
      and not exists (select from public.kept_deposits k where k.payment_id = asked and k.order_id in (
        select b.order_id from private.invoice_order_vat b where b.invoice_id = p_invoice_id)))
  then
    perform private.refuse('22023', 'This is no deposit of an order of this invoice');
  end if;
  update public.invoices set skipped_deposits = coalesce(p_deposits, '{}') where id = p_invoice_id;
  perform private.total_invoice(p_invoice_id);
end $$;
comment on function private.skip_deposits is
  'Which deposits of its orders a draft does not deduct; an empty list deducts all. They wait for another invoice of the order.';
call private.offer('private.skip_deposits(uuid, uuid[])');

create function private.refuse_lost_deposits(p_invoice public.invoices) returns void
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
comment on function private.refuse_lost_deposits is
  'A deposit that the last invoice of its order leaves out or that is not paid, or for which too little is left after this one, would never be
deducted in full: its VAT would be charged twice, or money asked for twice.';

create function private.kept_for_order(p_order_id uuid)
  returns table (payment_id uuid, payment_number text, received_on date, amount numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select p.id, p.payment_number, p.received_on, sum(k.amount) from public.kept_deposits k join public.payments p on p.id = k.payment_id
     where k.order_id = p_order_id group by p.id having sum(k.amount) > 0;
end $$;
comment on function private.kept_for_order is 'The payments of which something is kept for an order, and how much.';

create function private.lock_kept(p_orders uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.payments where id in (
    select k.payment_id from public.kept_deposits k where k.order_id = any (p_orders)
    union
    select a.payment_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where v.order_id = any (p_orders) and v.kind = 'deposit') order by id for no key update;
end $$;
comment on function private.lock_kept is
  'Locks the payments that are kept for orders, and those that settle their deposit invoices. The caller locked the orders before.';

create function private.lock_orders_of_payment(p_payment_id uuid, p_contact_id uuid default null, p_parts jsonb default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orders where id in (
    select k.order_id from public.kept_deposits k where k.payment_id = p_payment_id
    union
    select v.order_id from public.invoices v
     where v.kind = 'deposit' and v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_payment_id)
    union
    select v.order_id from public.invoices v
     where v.taxed_when_paid and (v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_parts) as one)
       or v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid')))
   order by id for no key update;
end $$;
comment on function private.lock_orders_of_payment is
  'Locks the orders for which a payment was kept and whose deposit invoices it settles. p_contact_id: and those whose open deposit invoices money of this
client may settle. p_parts: and those of these invoices ([{invoice_id}]). The caller locks the payment afterwards, as deposits do.';

create function private.free_kept(p_order_id uuid, p_payment_id uuid default null, p_most numeric default null) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept record;
  v_part numeric;
  v_freed numeric := 0;
begin
  for v_kept in
    select k.order_id, k.payment_id, sum(k.amount) as amount from public.kept_deposits k
     where (p_order_id is null or k.order_id = p_order_id) and (p_payment_id is null or k.payment_id = p_payment_id)
     group by 1, 2 having sum(k.amount) > 0 order by 2, 1
  loop
    v_part := least(v_kept.amount, p_most - v_freed);
    exit when v_part <= 0;
    perform private.keep_deposit(v_kept.order_id, v_kept.payment_id, -v_part);
    perform private.recount_deposit(v_kept.order_id, false);
    v_freed := v_freed + v_part;
  end loop;
  return v_freed;
end $$;
comment on function private.free_kept is 'What is kept for an order, or of a payment, is credit of the client again, at most p_most of it. The caller locks
the orders and the payments. Returns how much.';

create function private.take_off_orders(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept record;
begin
  for v_kept in
    select k.order_id, sum(k.amount) as amount from public.kept_deposits k where k.payment_id = p_payment_id group by 1 having sum(k.amount) > 0 order by 1
  loop
    perform private.keep_deposit(v_kept.order_id, p_payment_id, -v_kept.amount);
    update public.orders set deposit_paid = deposit_paid - v_kept.amount where id = v_kept.order_id;
    perform private.request_deposit(v_kept.order_id);
    perform private.refresh_order(v_kept.order_id);
  end loop;
end $$;
comment on function private.take_off_orders is
  'A payment is no deposit any more, because it never was or is of another client: its orders wait for theirs again. The caller locks the orders and the payment.';

create function private.use_kept_deposits(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order record;
  v_kept record;
  v_part numeric;
  v_skipped constant uuid[] := (select v.skipped_deposits from public.invoices v where v.id = p_invoice_id and v.kind <> 'proforma');
begin
  for v_order in
    select b.order_id, sum(b.base + b.vat) as gross, o.contact_id from private.invoice_order_vat b join public.orders o on o.id = b.order_id
     where b.invoice_id = p_invoice_id and v_skipped is not null group by b.order_id, o.contact_id order by b.order_id
  loop
    for v_kept in select k.* from private.kept_for_order(v_order.order_id) as k where k.payment_id <> all (v_skipped) order by k.received_on, k.payment_number
    loop
      v_part := least(v_kept.amount, v_order.gross, (select v.balance from public.invoices v where v.id = p_invoice_id));
      continue when v_part <= 0;
      perform private.keep_deposit(v_order.order_id, v_kept.payment_id, -v_part, p_invoice_id);
      perform private.allocate(v_kept.payment_id, p_invoice_id, v_part);
      v_order.gross := v_order.gross - v_part;
    end loop;
    -- After the last invoice nothing follows for which it could be kept.
    if private.completes_order(p_invoice_id, v_order.order_id) then
      perform private.free_kept(v_order.order_id);
    end if;
    perform private.fit_deposit(v_order.order_id);
  end loop;
end $$;
comment on function private.use_kept_deposits is
  'Sets what is kept for the orders of an invoice against what is due of it, but for what the office left out. It keeps its net, its tax and its total. What is
left after the last invoice of an order is credit of the client.';

create function private.deposit_received(p_invoice_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select sum(least(k.amount, greatest(a.amount, 0)))
      from (select d.payment_id, -sum(d.amount) as amount from public.kept_deposits d where d.invoice_id = p_invoice_id group by 1) as k
      join (select s.payment_id, sum(s.amount) as amount from public.payment_allocations s where s.invoice_id = p_invoice_id group by 1) as a
        on a.payment_id = k.payment_id), 0.00);
end $$;
comment on function private.deposit_received is 'What of the paid amount of an invoice was kept for its orders before.';

create function private.deposit_left(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(d.base + d.vat) filter (where d.base > 0), 0) from private.deposits_left(p_order_id) as d
  ) + coalesce((select sum(k.amount) from public.kept_deposits k where k.order_id = p_order_id), 0);
end $$;
comment on function private.deposit_left is 'Deposit of an order that no invoice deducts yet, gross, and what is kept for it.';

create function private.deposit_asked(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(v.balance), 0) from public.invoices v
    where v.order_id = p_order_id and v.taxed_when_paid and v.status in ('issued', 'partly_paid'));
end $$;
comment on function private.deposit_asked is 'What the deposit invoices of an order ask for that nobody paid.';

create function private.request_deposit(p_order_id uuid) returns uuid
  language sql security definer set search_path = ''
as $$
  insert into public.payment_requests (purpose, contact_id, quotation_id, order_id, amount, currency)
  select 'deposit', o.contact_id, o.quotation_id, o.id, o.deposit_amount - o.deposit_paid, o.currency
    from public.orders o where o.id = p_order_id and o.deposit_amount > o.deposit_paid
  on conflict do nothing
  returning id
$$;
comment on function private.request_deposit is 'The request for the deposit of an order, once.';

create function private.split_deposit(p_order_id uuid, p_amount numeric)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select s.* from private.split_gross((select coalesce(jsonb_agg(to_jsonb(r)), '[]') from private.order_rest(p_order_id, true) as r), p_amount) as s
$$;
comment on function private.split_deposit is 'An amount of an order by VAT rate, in proportion of what is neither billed nor paid ahead at each. The one that completes the order is
the rest of each rate.';

create function private.deposit_possible(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select greatest(o.gross
      - coalesce((select sum(b.base + b.vat) from private.billed_vat(o.id, true) as b), 0)
      - private.deposit_left(o.id), 0)
    from public.orders o where o.id = p_order_id and o.status <> 'cancelled');
end $$;
comment on function private.deposit_possible is 'How much of an order can still be paid ahead: what is neither invoiced nor prepaid.';

create function private.order_to_invoice(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_order_id);
  v_billed numeric;
  v_drafted numeric;
  v_deducted numeric;
  v_left numeric;
begin
  perform private.must('orders', 'view', 'see orders');
  if v_order.id is null or v_order.status = 'cancelled' then
    return null;
  end if;
  select coalesce(sum(b.base + b.vat), 0) into v_billed from private.billed_vat(p_order_id, false) as b;
  select coalesce(sum(b.base + b.vat), 0) - v_billed into v_drafted from private.billed_vat(p_order_id, true) as b;
  select coalesce(-sum(i.net + i.vat), 0) into v_deducted from public.invoice_items i join public.invoices v on v.id = i.invoice_id
   where i.order_id = p_order_id and i.kind = 'deposit' and v.status = 'draft';
  v_left := greatest(v_order.gross - v_billed - v_deducted - coalesce((select sum(d.base + d.vat) from private.deposits_left(p_order_id) as d), 0), 0);
  return jsonb_build_object('amount', private.amount_text(v_left), 'drafted', private.amount_text(greatest(least(v_drafted - v_deducted, v_left), 0)));
end $$;
comment on function private.order_to_invoice is
  'What is still to invoice of an order with its extra work, gross: less what issued invoices bill of it and less what its deposit invoices hold that no issued invoice
deducts. What is credited on a deposit is to be invoiced again; what is credited of its lines is not. Money that is kept without a deposit invoice is no invoice. drafted: the
part of amount that drafts ask for. Returns {amount, drafted} as text; null for a cancelled order.';
call private.offer('private.order_to_invoice(uuid)');

create function private.issue_deposit(p_order public.orders, p_amount numeric, p_due_on date, p_before_money boolean) returns public.invoices
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
  if p_before_money then
    perform private.log_event('order', p_order.id, 'deposit_invoiced',
      jsonb_build_object('number', v_invoice.invoice_number, 'amount', private.amount_text(p_amount)));
  end if;
  return v_invoice;
end $$;
comment on function private.issue_deposit is
  'Issues an invoice over a deposit, with its own number and VAT. p_before_money: it asks for the money, and its tax arises when that comes.';

create function private.bill_deposit(p_order public.orders, p_payment_id uuid, p_amount numeric) returns text
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
comment on function private.bill_deposit is
  'Issues the invoice of a deposit that was paid and settles it by the payment. The caller refreshes the payment. Returns the number.';

create function private.issue_deposit_invoice(p_order_id uuid, p_due_on date default null) returns uuid
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
  v_invoice := private.issue_deposit(v_order, v_amount, coalesce(p_due_on, private.company_today()), true);
  return v_invoice.id;
end $$;
comment on function private.issue_deposit_invoice is
  'Issues a numbered invoice over what an order waits for as deposit, before the money comes. p_due_on: the day by which it is due; null is at once,
because work waits for it. One is open at a time: a second call returns it. No tax arises before the money comes. Returns its id.';
call private.offer('private.issue_deposit_invoice(uuid, date)');

create function private.credit_of_deposit(p_invoice_id uuid, p_amount numeric, p_reason text, p_again boolean default true) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note uuid;
begin
  if (select sum(h.base + h.vat) from private.held_by_rate(p_invoice_id) as h) = p_amount then
    v_note := private.write_credit_note(p_invoice_id, p_reason, null, null);
  else
    v_note := private.write_credit_of_amounts(p_invoice_id, p_reason, (
      select jsonb_agg(jsonb_build_object('vat_rate', s.vat_rate, 'vat_treatment', s.vat_treatment, 'amount', s.base + s.vat))
        from private.split_gross((select jsonb_agg(to_jsonb(h)) from private.held_by_rate(p_invoice_id) as h), p_amount) as s
       where s.base + s.vat > 0), true, null);
  end if;
  perform private.number_credit_note(private.mark_billed_again(v_note, p_again));
  return v_note;
end $$;
comment on function private.credit_of_deposit is
  'Issues a credit note over an amount of a deposit invoice, with its share of each VAT rate. p_again: the order asks for it again. The caller locks the order. Returns the id of the note.';

create function private.credit_open_deposit(p_invoice_id uuid, p_reason text, p_again boolean default true) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
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
  return private.credit_of_deposit(p_invoice_id, v_invoice.balance, p_reason, p_again);
end $$;
comment on function private.credit_open_deposit is
  'Issues a credit note over what nobody paid of a deposit invoice, with its share of each VAT rate: what was paid of it stays, and the next invoice deducts that.
p_again: its order asks for the rest again. Returns the id of the note.';
call private.offer('private.credit_open_deposit(uuid, text, boolean)');

create function private.deposit_beyond(p_invoice public.invoices)
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
comment on function private.deposit_beyond is 'What a deposit invoice asks for at each rate beyond what its order comes to there.';

create function private.lower_open_deposit(p_order public.orders) returns void
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
  perform private.number_credit_note(private.mark_billed_again(v_note.id, true));
  select * into v_note from public.credit_notes where id = v_note.id;
  perform private.log_event('order', p_order.id, 'deposit_lowered',
    jsonb_build_object('number', v_invoice.invoice_number, 'amount', private.amount_text(v_note.gross)));
  perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
    format('%s asks for less', v_invoice.invoice_number),
    private.with_tax(format('%s was changed, and has less at a {tax} rate than its deposit invoice asked for. %s takes %s off. Please send it to the client.',
      p_order.order_number, v_note.credit_number, private.money_words(v_note.gross, v_note.currency))), 'credit_note', v_note.id);
end $$;
comment on function private.lower_open_deposit is
  'The lines of an order changed: what its open deposit invoice asks for beyond it is credited, at each rate, and accounts are told.';

create function private.amend_deposit(p_order public.orders, p_extra numeric) returns public.orders
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
comment on function private.amend_deposit is
  'The deposit of an order whose lines changed: p_extra more than before, no more than it comes to, no less than is paid or asked for by an invoice.';

create function private.deposit_stays(p_invoice public.invoices) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_invoice.kind = 'deposit' and (not p_invoice.taxed_when_paid or exists (select from private.deductions_of(p_invoice.id))
    or exists (select from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void'));
end $$;
comment on function private.deposit_stays is
  'Whether the payment of a deposit invoice cannot be taken off: it drew the invoice, or the invoice is deducted or credited. Another one is open again.';

create function private.refuse_paid_deposit(p_payment public.payments, p_instead text) returns void
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
comment on function private.refuse_paid_deposit is
  'Refuses to take a payment off a deposit invoice that stays paid (deposit_stays), and says what is credited first. p_instead: what follows after "please credit that".';

create function private.deposits_of_payment(p_payment_id uuid) returns table (invoice_id uuid, invoice_number text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.invoice_number, a.amount
    from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = p_payment_id group by 1 having sum(x.amount) > 0) as a
    join public.invoices v on v.id = a.invoice_id
   where v.kind = 'deposit' and private.deposit_stays(v)
$$;
comment on function private.deposits_of_payment is
  'The deposit invoices that stay paid by a payment (deposit_stays), and how much of each it settles: they are credited before it goes back.';

create function private.why_deposit_stays(p_payment_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_deposit record;
begin
  for v_deposit in
    select d.*, p.payment_number,
           (select string_agg(distinct u.invoice_number, ', ') from private.deductions_of(d.invoice_id) as u) as deducted_by,
           exists (select from public.credit_notes n where n.invoice_id = d.invoice_id and n.status = 'draft') as has_draft,
           coalesce((select sum(n.open) from public.credit_notes n where n.invoice_id = d.invoice_id and n.status not in ('draft', 'void')), 0)
             + coalesce((select sum(h.base + h.vat) from private.held_by_rate(d.invoice_id) as h), 0) as credit
      from private.deposits_of_payment(p_payment_id) as d join public.payments p on p.id = p_payment_id order by d.invoice_number
  loop
    if v_deposit.deducted_by is not null then
      return format('%s paid the deposit invoice %s, which is deducted by %s: please credit %s first.', v_deposit.payment_number,
        v_deposit.invoice_number, v_deposit.deducted_by, v_deposit.deducted_by);
    elsif v_deposit.has_draft then
      return format('A credit note over the deposit %s is a draft. Accounts issues it or voids it first.', v_deposit.invoice_number);
    elsif v_deposit.credit < v_deposit.amount then
      return format('The deposit invoice %s was credited, and that credit is used already. Please book this debit to an account.', v_deposit.invoice_number);
    end if;
  end loop;
  return null;
end $$;
comment on function private.why_deposit_stays is
  'Why the deposit invoices that a returned payment settles cannot be credited with its return, as a sentence; null when they can, or when it settles none.';

create function private.credit_returned_deposits(p_payment_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_deposit record;
  v_words text;
begin
  if not exists (select from private.deposits_of_payment(p_payment_id)) then
    return;
  end if;
  perform private.must('invoices', 'edit', 'credit deposit invoices');
  v_words := private.why_deposit_stays(p_payment_id);
  if v_words is not null then
    perform private.refuse('PT409', rtrim(v_words, '.'));
  end if;
  for v_deposit in
    select d.invoice_id, d.amount - coalesce((select sum(n.open) from public.credit_notes n
             where n.invoice_id = d.invoice_id and n.status not in ('draft', 'void')), 0) as uncredited
      from private.deposits_of_payment(p_payment_id) as d order by d.invoice_number
  loop
    if v_deposit.uncredited > 0 then
      perform set_config('signwright.sets_nothing_off', 'on', true);
      perform private.credit_of_deposit(v_deposit.invoice_id, v_deposit.uncredited, p_reason);
      perform set_config('signwright.sets_nothing_off', '', true);
    end if;
    perform private.free_payments(n.id, p_payment_id)
      from (select c.id from public.credit_notes c where c.invoice_id = v_deposit.invoice_id and c.status not in ('draft', 'void') and c.open > 0
             order by c.issue_date, c.credit_number) as n;
  end loop;
end $$;
comment on function private.credit_returned_deposits is
  'The bank gives a payment back: the deposit invoices that stay paid by it are credited as far as they are not, and the credit takes its place there, so that it is free
to go back. The caller locks the orders, their credit notes and the payment.';

create function private.deposit_went(p_invoice public.invoices, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders set deposit_paid = deposit_paid - p_amount where id = p_invoice.order_id;
  perform private.request_deposit(p_invoice.order_id);
  perform private.refresh_order(p_invoice.order_id);
end $$;
comment on function private.deposit_went is 'A payment no longer settles a deposit invoice: its order waits for so much of its deposit again. The caller locks the order.';

create function private.tax_deposit(p_invoice_id uuid, p_on date) returns void
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
comment on function private.tax_deposit is
  'Writes what of a deposit invoice is taxed since its last record: at each rate what its credit notes took, which these take off again, and the share of the rest that
is paid. p_on: the day on which the money came.';

create function private.taxes_of_invoices(p_from date, p_to date)
  returns table (invoice_id uuid, on_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.issue_date, t.vat_rate, t.vat_treatment, private.worth(t.base, v.rate), private.worth(t.vat, v.rate)
    from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
   where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
     and not v.taxed_when_paid
  union all
  select d.invoice_id, d.on_date, d.vat_rate, d.vat_treatment, sum(private.worth(d.base, v.rate)), sum(private.worth(d.vat, v.rate))
    from private.deposit_taxes d join public.invoices v on v.id = d.invoice_id
   where d.on_date between p_from and p_to group by 1, 2, 3, 4 having (sum(d.base), sum(d.vat)) <> (0, 0)
$$;
comment on function private.taxes_of_invoices is
  'Turnover and VAT of issued invoices, in the currency of the books, by the day on which the tax arises: the day of the invoice; for a deposit invoice that was issued before its money, the days of
its payments. For functions that asked for the right.';

create function private.lock_asked_orders(p_contact_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orders where id in (
    select v.order_id from public.invoices v where v.contact_id = p_contact_id and v.taxed_when_paid and v.status in ('issued', 'partly_paid'))
   order by id for no key update;
end $$;
comment on function private.lock_asked_orders is 'Locks the orders whose open deposit invoices money of a client may settle, before payments and invoices.';

create function private.day_of_prepayment(p_payment public.payments, p_invoice public.invoices) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.day_of(p_payment.created_at) = private.company_today()
    then private.first_open_day(greatest(p_payment.received_on, p_invoice.issue_date)) else private.company_today() end;
end $$;
comment on function private.day_of_prepayment is
  'The day from which money pays a deposit invoice: that on which it came, where it is recorded today and the day is open; of credit from before, today.';

create function private.deposit_came(p_invoice public.invoices, p_amount numeric, p_on date, p_request_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tax_deposit(p_invoice.id, p_on);
  perform private.count_deposit(p_invoice.order_id, p_amount, p_request_id, p_invoice.invoice_number);
end $$;
comment on function private.deposit_came is 'Money settles a deposit invoice that was issued before it: its tax arises, and its order has so much of its deposit.';

create function private.keep_deposit(p_order_id uuid, p_payment_id uuid, p_amount numeric, p_invoice_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.kept_deposits (payment_id, order_id, invoice_id, amount, kept_on, created_by)
  values (p_payment_id, p_order_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  update public.payments set kept = kept + p_amount where id = p_payment_id;
end $$;
comment on function private.keep_deposit is
  'Keeps an amount of a payment for an order; below zero it is kept no more: set against the invoice p_invoice_id, or credit of the client again.';

create function private.count_deposit(p_order_id uuid, p_amount numeric, p_request_id uuid, p_number text) returns void
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
comment on function private.count_deposit is
  'An order has so much more of its deposit: it may be promised, nobody is asked for it once it is whole, and its story says so. p_number: the deposit invoice.';

create function private.deposit_held(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- What an invoice used of kept money was a deposit of this order, as what an invoice deducts.
  return coalesce((
    select sum(greatest(d.gross - d.balance - coalesce((
             select sum(n.gross) from public.credit_notes n where n.invoice_id = d.id and n.status not in ('draft', 'void')), 0), 0))
      from public.invoices d where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void')), 0)
    + coalesce((select sum(k.amount) from public.kept_deposits k where k.order_id = p_order_id and k.invoice_id is null), 0);
end $$;
comment on function private.deposit_held is
  'What was paid as deposit of an order and no credit note took back, gross, with what is kept for it, whether an invoice deducts it already or not.';

create function private.payable_ahead(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select sum(r.base + r.vat) from private.order_rest(p_order_id, false) as r), 0)
    - coalesce((select sum(k.amount) from public.kept_deposits k where k.order_id = p_order_id), 0);
end $$;
comment on function private.payable_ahead is 'What of an order is neither on issued invoices nor paid or asked for ahead, gross; kept money is paid ahead.';

create function private.recount_deposit(p_order_id uuid, p_with_goods boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_back numeric;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  v_back := v_order.deposit_paid - private.deposit_held(p_order_id);
  if not coalesce(v_back > 0, false) then
    return;
  end if;
  update public.orders o
     set deposit_paid = o.deposit_paid - v_back, deposit_back = o.deposit_back + v_back,
         deposit_amount = case when p_with_goods or o.status = 'cancelled' then greatest(o.deposit_amount - v_back, least(o.deposit_amount, o.deposit_paid - v_back))
           else least(o.deposit_amount, greatest(o.deposit_paid - v_back + private.deposit_asked(o.id) + private.payable_ahead(o.id), 0)) end
   where o.id = p_order_id returning * into v_order;
  perform private.log_event('order', p_order_id, 'deposit_freed', jsonb_build_object('amount', private.amount_text(v_back)));
  if v_order.status <> 'cancelled' then
    update public.payment_requests set status = 'cancelled'
     where order_id = p_order_id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
    perform private.request_deposit(p_order_id);
    perform private.refresh_order(p_order_id);
  end if;
end $$;
comment on function private.recount_deposit is
  'A deposit of an order was credited, or is kept no more: the order has so much less of it, and waits for it again as far as it can still be paid ahead. p_with_goods: lines
that it covered were credited with it, nobody asks for it again, or a cancelled order: then less is asked for. The caller locks the order.';

create function private.follow_deposit(p_order public.orders, p_before numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event('order', p_order.id, case when p_order.deposit_amount < p_before then 'deposit_ended' else 'deposit_asked_again' end,
    jsonb_build_object('amount', private.amount_text(abs(p_order.deposit_amount - p_before))));
  update public.payment_requests set status = 'cancelled'
   where order_id = p_order.id and purpose = 'deposit' and status = 'open' and amount <> p_order.deposit_amount - p_order.deposit_paid;
  perform private.request_deposit(p_order.id);
  perform private.refresh_order(p_order.id);
end $$;
comment on function private.follow_deposit is
  'An order asks for another deposit than before: its story says so, and the request for its money follows. The caller locks the order.';

create function private.fit_deposit(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before constant public.orders := (select o from public.orders o where o.id = p_order_id);
  v_order public.orders;
begin
  if v_before.id is null or v_before.status = 'cancelled' or v_before.deposit_amount <= v_before.deposit_paid and v_before.deposit_overtaken = 0 then
    return;
  end if;
  update public.orders o
     set deposit_amount = asked.amount, deposit_overtaken = o.deposit_amount + o.deposit_overtaken - asked.amount
    from (select least(v_before.deposit_amount + v_before.deposit_overtaken,
            greatest(v_before.deposit_paid + private.deposit_asked(p_order_id) + greatest(private.payable_ahead(p_order_id), 0), 0)) as amount) as asked
   where o.id = p_order_id and o.deposit_amount <> asked.amount returning o.* into v_order;
  if v_order.id is null then
    return;
  end if;
  perform private.follow_deposit(v_order, v_before.deposit_amount);
  if v_before.status = 'awaiting_deposit' and v_order.deposit_amount <= v_order.deposit_paid then
    perform private.promise_order(p_order_id);
  end if;
end $$;
comment on function private.fit_deposit is
  'What an issued invoice bills of an order is not asked for as deposit any more; where it is credited to be invoiced again, the deposit is asked for again, as far as it can be
paid ahead. deposit_overtaken keeps how much. The caller locks the order.';

create function private.settle_order(p_order_id uuid, p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_contact constant uuid := (select p.contact_id from public.payments p where p.id = p_payment_id);
  v_invoice public.invoices;
begin
  if private.payment_free(p_payment_id) <= 0 then
    return;
  end if;
  perform from public.invoices where id in (select i.id from private.invoices_of_order(p_order_id) as i) order by id for no key update;
  for v_invoice in
    select i.* from private.invoices_of_order(p_order_id) as i
     where i.contact_id = v_contact and i.status in ('issued', 'partly_paid') and i.balance > 0
     order by i.due_date, i.issue_date, i.invoice_number
  loop
    exit when private.payment_free(p_payment_id) <= 0;
    perform private.allocate(p_payment_id, v_invoice.id, least(private.payment_free(p_payment_id), v_invoice.balance));
  end loop;
end $$;
comment on function private.settle_order is
  'What of a payment for an order cannot be its deposit settles the open invoices of that order, the oldest due first. The caller locks the order.';

create function private.ask_for_deposit(p_order_id uuid, p_more numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before constant numeric := (select o.deposit_amount from public.orders o where o.id = p_order_id);
  v_order public.orders;
begin
  update public.orders o
     set deposit_amount = case when p_more < 0 then least(o.deposit_amount, greatest(o.deposit_amount + p_more, o.deposit_paid + private.deposit_asked(o.id)))
       else greatest(o.deposit_amount, least(o.deposit_amount + p_more, o.deposit_paid + private.deposit_asked(o.id) + private.payable_ahead(o.id))) end
   where o.id = p_order_id and o.status <> 'cancelled' returning * into v_order;
  if v_order.deposit_amount is distinct from v_before and v_order.id is not null then
    perform private.follow_deposit(v_order, v_before);
  end if;
end $$;
comment on function private.ask_for_deposit is
  'An order asks for so much more deposit, as far as it can still be paid ahead; below zero for so much less, as far as it is neither paid nor asked for by an
invoice. The request for its money follows. The caller locks the order.';

create function private.take_deposit(p_order_id uuid, p_payment_id uuid, p_amount numeric) returns numeric
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
comment on function private.take_deposit is
  'Money paid ahead for an order: it settles the deposit invoice that asks for it; what is more is a deposit invoice with its own number and VAT, settled by the
payment. Sales tax arises with the sale: where that is charged, the money is kept for the order, without a paper. Returns how much of the amount the order could take.';

create function private.credit_for_deposit(p_contact_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Without a paper over it a deposit is kept of payments; a credit note cannot be kept.
  return case when (select c.tax_kind = 'sales_tax' from public.company_settings c) then (
      select coalesce(sum(private.payment_free(p.id)), 0) from public.payments p
       where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0)
    else private.client_credit(p_contact_id) end;
end $$;
comment on function private.credit_for_deposit is 'What of the credit of a client can pay a deposit.';

create function private.keep_from_credit(p_order_id uuid, p_payments uuid[], p_most numeric) returns numeric
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
comment on function private.keep_from_credit is
  'At most p_most of what is free of these payments is kept as deposit of an order, the oldest first. The caller locked the order and the payments. Returns how much.';

create function private.bill_from_credit(p_order public.orders, p_notes uuid[], p_payments uuid[], p_most numeric) returns numeric
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
    v_used := v_used + private.settle_from_credit(v_invoice.id, p_notes, p_payments, p_most - v_used);
  end if;
  return v_used;
end $$;
comment on function private.bill_from_credit is
  'Credit pays what the deposit invoices of an order ask for, and then a deposit invoice that is issued over the rest of p_most. The caller locked the order and the
credit. Returns how much was used.';

create function private.pay_deposit_from_credit(p_uuid uuid, p_amount numeric default null) returns jsonb
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
comment on function private.pay_deposit_from_credit is
  'By the link of a quotation or order: credit of its client pays the deposit that is due, or p_amount of it. It settles the deposit invoice that asks for the money;
what is more is a deposit invoice of its own, issued and paid in the act; where sales tax is charged, it is kept for the order. Returns {used, left, credit} as text.';
call private.offer('private.pay_deposit_from_credit(uuid, numeric)', '{anon,authenticated,service_role}');

create function private.deposit_to_free(p_order_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return private.amount_text(coalesce((
    select sum(greatest(d.gross - d.balance - coalesce((
             select sum(n.gross) from public.credit_notes n where n.invoice_id = d.id and n.status <> 'void'), 0), 0))
      from public.invoices d where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void')), 0)
    + coalesce((select sum(k.amount) from public.kept_deposits k where k.order_id = p_order_id), 0));
end $$;
comment on function private.deposit_to_free is 'What was paid as deposits of an order and is not credited: cancelling the order makes it credit of the client. Amount as text.';
call private.offer('private.deposit_to_free(uuid)');

create function private.deposits_left(p_order_id uuid)
  returns table (invoice_id uuid, invoice_number text, issue_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select d.id, d.invoice_number, d.issue_date, v.vat_rate, v.vat_treatment, v.base - coalesce(used.base, 0) - coalesce(back.base, 0),
           v.vat - coalesce(used.vat, 0) - coalesce(back.vat, 0)
      from public.invoices d
      join public.invoice_vat v on v.invoice_id = d.id
      left join lateral (
        -- A deduction that was credited again is free, but for what was credited on the deposit itself meanwhile.
        select sum(case when is_free then coalesce(own.base, 0) else -i.net end) as base, sum(case when is_free then coalesce(own.vat, 0) else -i.vat end) as vat
          from public.invoice_items i
          join public.invoices t on t.id = i.invoice_id
          left join lateral (
            select sum(c.base) as base, sum(c.vat) as vat
              from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id join public.credit_notes w on w.id = n.with_note_id
             where n.invoice_id = d.id and w.invoice_id = t.id and n.status <> 'void'
               and c.vat_rate = v.vat_rate and c.vat_treatment = v.vat_treatment) as own on true
         cross join lateral (
            select exists (
              select from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
               where c.invoice_item_id = i.id and n.status not in ('draft', 'void')
                 and not exists (select from public.credit_notes o where o.with_note_id = n.id and o.invoice_id = d.id)) as is_free) as freed
         where i.deducts_invoice_id = d.id and i.vat_rate = v.vat_rate and i.vat_treatment = v.vat_treatment and t.status <> 'void') as used on true
      left join lateral (
        select sum(c.base) as base, sum(c.vat) as vat from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id
         where n.invoice_id = d.id and n.status <> 'void' and n.with_note_id is null and c.vat_rate = v.vat_rate and c.vat_treatment = v.vat_treatment) as back on true
     where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void');
end $$;
comment on function private.deposits_left is 'What no invoice deducts of the paid deposits of an order and no credit note gave back, by deposit and VAT rate.';

create function private.deductions_of(p_deposit_id uuid)
  returns table (invoice_number text, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select h.invoice_number, h.vat_rate, h.vat_treatment, h.base, h.vat - coalesce(own.vat, 0)
    from (
      select t.id, t.invoice_number, i.vat_rate, i.vat_treatment, -i.net - coalesce(back.base, 0) as base, -i.vat as vat
        from public.invoice_items i
        join public.invoices t on t.id = i.invoice_id
        left join lateral (
          -- A draft counts where it goes with a note over the deposit: that one counts as well.
          select sum(-c.net) as base from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
           where c.invoice_item_id = i.id and n.status <> 'void' and (n.status <> 'draft' or exists (
             select from public.credit_notes o where o.with_note_id = n.id and o.invoice_id = p_deposit_id and o.status <> 'void'))) as back on true
       where i.deducts_invoice_id = p_deposit_id and t.status not in ('draft', 'void')
         and not (t.gross > 0 and t.gross <= coalesce((
           select sum(n.gross) from public.credit_notes n where n.invoice_id = t.id and n.status not in ('draft', 'void')), 0))) as h
    left join lateral (
      select sum(c.vat) as vat
        from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id join public.credit_notes w on w.id = n.with_note_id
       where n.invoice_id = p_deposit_id and w.invoice_id = h.id and n.status <> 'void'
         and c.vat_rate = h.vat_rate and c.vat_treatment = h.vat_treatment) as own on true
   where h.base > 0
$$;
comment on function private.deductions_of is 'What issued invoices deduct of a deposit and did not give back, by invoice and VAT rate. An invoice that is credited in full holds nothing.';

create function private.deducted_words(p_deposit_id uuid, p_rate numeric default null, p_treatment text default null) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select format(': %s %s the rest. Please credit that first', string_agg(d.invoice_number, ', ' order by d.invoice_number),
        case count(*) when 1 then 'deducts' else 'deduct' end)
      from (select distinct invoice_number from private.deductions_of(p_deposit_id)
             where p_rate is null or (vat_rate, vat_treatment) = (p_rate, p_treatment)) as d
    having count(*) > 0), '')
$$;
comment on function private.deducted_words is
  'How a refusal to credit a deposit names the issued invoices that deduct it, at one VAT rate or at any; empty where none does.';

create function private.refuse_deducted(p_note public.credit_notes) returns void
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
comment on function private.refuse_deducted is
  'Refuses to issue a credit note over a deposit that takes back what an issued invoice deducts, and names that invoice.';

create function private.nothing_to_invoice(p_order_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.completes_order(null, p_order_id) or exists (select from public.orders where id = p_order_id and status = 'cancelled');
end $$;
comment on function private.nothing_to_invoice is
  'Whether no invoice of an order can follow: everything is on issued invoices, or it is cancelled. What is free of its deposits is deducted by none.';

create function private.unused_deposits(p_order_id uuid) returns table (id uuid, number text, issue_date date, gross numeric)
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
comment on function private.unused_deposits is 'The deposits of an order with nothing left to invoice that are free, with VAT; none while an invoice can follow.';

create function private.deposit_to_credit(p_order_id uuid, p_invoice_id uuid)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  with free as (
    select r.vat_rate, r.vat_treatment, sum(r.base) as base
      from public.invoices d cross join lateral private.creditable_rates(d.id) as r
     where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void') and r.base > 0 group by 1, 2
  ), rest as (
    select x.vat_rate, x.vat_treatment, sum(x.base) as base
      from (select o.vat_rate, o.vat_treatment, o.base from private.order_vat(p_order_id) as o
            union all
            select b.vat_rate, b.vat_treatment, -b.base from private.billed_vat(p_order_id, false) as b) as x group by 1, 2
  )
  select r.vat_rate, r.vat_treatment, beyond.base, private.vat_of_part(beyond.base, r.vat_rate, r.base, r.vat)
    from private.creditable_rates(p_invoice_id) as r
    join free f on f.vat_rate = r.vat_rate and f.vat_treatment = r.vat_treatment
    left join rest t on t.vat_rate = r.vat_rate and t.vat_treatment = r.vat_treatment
   cross join lateral (select least(r.base, f.base - greatest(coalesce(t.base, 0), 0)) as base) as beyond
   where beyond.base > 0
$$;
comment on function private.deposit_to_credit is
  'What is free of a deposit invoice at each rate beyond what is still to invoice of its order there: no invoice can deduct it. Drafts are as if there were none.';

create function private.beyond_order(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(coalesce((
      select sum(r.base + r.vat) from public.invoices d cross join lateral private.creditable_rates(d.id) as r
       where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void') and r.base > 0), 0)
    - case when private.nothing_to_invoice(p_order_id) then 0
        else greatest((select o.gross from public.orders o where o.id = p_order_id)
          - coalesce((select sum(b.base + b.vat) from private.billed_vat(p_order_id, false) as b), 0), 0) end, 0);
end $$;
comment on function private.beyond_order is
  'What is free of the deposits of an order beyond what is still to invoice of it, gross, all rates together; with nothing left to invoice, all that is free.';

create function private.set_off_deposit(p_note_id uuid, p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note public.credit_notes;
  v_invoice public.invoices;
  v_part numeric;
  v_freed numeric;
begin
  perform from public.invoices where id in (select i.id from private.invoices_of_order(p_order_id) as i) order by id for no key update;
  for v_invoice in
    select i.* from private.invoices_of_order(p_order_id) as i join public.credit_notes n on n.id = p_note_id
     where i.contact_id = n.contact_id and i.kind not in ('deposit', 'proforma') and i.status in ('issued', 'partly_paid') and i.balance > 0
     order by i.due_date, i.issue_date, i.invoice_number
  loop
    select * into v_note from public.credit_notes where id = p_note_id;
    v_part := least(v_note.open, v_invoice.balance);
    exit when v_part <= 0;
    -- The note takes the place of the money that paid the deposit: the invoice is paid by money, on its day, as any other.
    v_freed := private.free_payments(p_note_id, null, v_part);
    v_freed := private.settle_from_credit(v_invoice.id, '{}',
      array(select a.payment_id from public.payment_allocations a where a.invoice_id = v_note.invoice_id), v_freed);
    perform private.settle_from_credit(v_invoice.id, array[p_note_id], '{}', v_part - v_freed);
    perform private.log_event('invoice', v_invoice.id, 'credit_used', jsonb_build_object('amount', private.amount_text(v_part)));
  end loop;
end $$;
comment on function private.set_off_deposit is
  'What a credit note frees of a deposit settles the open invoices of its order first, the oldest due first; only what is left is credit of the client. The caller locks the
order, the note and the payments of the deposit.';

create function private.credit_beyond(p_order_id uuid) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_order_id);
  v_left numeric := private.beyond_order(p_order_id);
  v_deposit public.invoices;
  v_parts jsonb;
  v_gross numeric;
  v_note public.credit_notes;
  v_credited numeric := 0;
begin
  if v_order.status = 'cancelled' then
    return 0;
  end if;
  for v_deposit in
    select * from public.invoices where order_id = p_order_id and kind = 'deposit' and status not in ('draft', 'void') and balance = 0 and contact_id = v_order.contact_id
     order by issue_date desc, invoice_number desc
  loop
    select jsonb_agg(to_jsonb(b)), sum(b.base + b.vat) into v_parts, v_gross from private.deposit_to_credit(p_order_id, v_deposit.id) as b;
    continue when coalesce(v_gross, 0) <= 0 or v_left <= 0;
    v_note.id := private.write_credit_of_amounts(v_deposit.id, format('Paid ahead for %s and not needed for it', v_order.order_number), (
      select jsonb_agg(jsonb_build_object('vat_rate', b.vat_rate, 'vat_treatment', b.vat_treatment, 'amount', case when v_gross > v_left then s.base + s.vat else b.base end))
        from private.deposit_to_credit(p_order_id, v_deposit.id) as b
        join private.split_gross(v_parts, least(v_gross, v_left)) as s on s.vat_rate = b.vat_rate and s.vat_treatment = b.vat_treatment
       where s.base + s.vat > 0), v_gross > v_left, null);
    perform private.number_credit_note(v_note.id);
    select * into v_note from public.credit_notes where id = v_note.id;
    perform private.set_off_deposit(v_note.id, p_order_id);
    v_left := v_left - v_note.gross;
    v_credited := v_credited + v_note.gross;
    perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
      format('%s credits what %s does not need', v_note.credit_number, v_order.order_number), format(
        '%s of the deposit %s were free. What of it no open invoice of %s needed is credit of the client. Please send %s to the client.',
        private.money_words(v_note.gross, v_note.currency), v_deposit.invoice_number, v_order.order_number, v_note.credit_number), 'credit_note', v_note.id);
  end loop;
  return v_credited;
end $$;
comment on function private.credit_beyond is
  'Paid deposits of an order that no invoice of it can deduct are credited, the newest first, and settle its open invoices: after its last invoice all that is free, before it
what is paid beyond the order. The caller locks the order and the payments (lock_kept). Returns how much was credited, gross.';

create function private.free_deposits(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'number', d.number, 'gross', private.amount_text(d.gross))
             order by d.issue_date, d.number), '[]') from private.unused_deposits(p_order_id) as d);
end $$;
comment on function private.free_deposits is
  'What is free of the deposits of an order with nothing left to invoice: id and number of the deposit invoice, gross as text. It is paid back or kept for more work.';
call private.offer('private.free_deposits(uuid)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger zz_guard_closed before insert on private.deposit_taxes
  for each row execute function private.guard_closed('on_date');
create trigger append_only before update or delete on private.deposit_taxes
  for each row execute function private.refuse_change();
