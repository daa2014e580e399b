-- Orders: made of approved quotations; their status follows jobs, deliveries and invoices.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.orders (
  id                uuid primary key default gen_random_uuid(),
  order_number      text not null unique,
  public_uuid       uuid not null unique default gen_random_uuid(),
  link_revoked_at   timestamptz,
  quotation_id      uuid references public.quotations (id) on delete restrict,
  quotation_version integer,
  contact_id        uuid not null references public.contacts (id) on delete restrict,
  person_id         uuid references public.contacts (id) on delete set null,
  location_id       uuid references public.locations (id) on delete set null,
  project_title     text,
  client_po         text,
  status            text not null default 'confirmed',
  priority          text not null default 'normal',
  ordered_at        timestamptz not null default now(),
  due_date          date,
  promised_date     date,
  hold_reason       text,
  cancelled_at      timestamptz,
  cancel_reason     text,
  currency          text not null default 'EUR',
  net               numeric(14, 2) not null default 0,
  vat               numeric(14, 2) not null default 0,
  gross             numeric(14, 2) not null generated always as (net + vat) stored,
  deposit_amount    numeric(14, 2) not null default 0,
  deposit_paid      numeric(14, 2) not null default 0,
  delivered_pct     numeric(5, 2) not null default 0,
  invoiced_pct      numeric(5, 2) not null default 0,
  terms             text,
  archived_at       timestamptz,
  created_by        uuid default auth.uid() references auth.users (id) on delete set null,
  created_at        timestamptz not null default now(),
  row_version       integer not null default 1,
  search_text       text not null
    generated always as (private.folded(order_number || ' ' || coalesce(project_title, '') || ' ' || coalesce(client_po, ''))) stored,
  drafted_pct       numeric(5, 2) not null default 0,
  is_collected      boolean not null default false,
  deposit_back      numeric(14, 2) not null default 0,
  rate              numeric(18, 8) not null default 1,
  deposit_overtaken numeric(14, 2) not null default 0,
  constraint orders_number_size check (char_length(order_number) <= 60),
  constraint orders_status_is_known check (status in ('confirmed', 'awaiting_deposit', 'in_production', 'ready', 'part_delivered',
    'delivered', 'completed', 'on_hold', 'cancelled')),
  constraint orders_priority_is_known check (priority in ('low', 'normal', 'high', 'urgent')),
  constraint orders_texts_length check (char_length(project_title) <= 500 and char_length(client_po) <= 100
    and char_length(hold_reason) <= 2000 and char_length(cancel_reason) <= 2000 and char_length(terms) <= 20000),
  constraint orders_rate_above_zero check (rate > 0),
  constraint orders_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint orders_hold_has_a_reason check (status <> 'on_hold' or hold_reason is not null),
  constraint orders_amounts_are_not_negative check (net >= 0 and vat >= 0 and deposit_amount >= 0 and deposit_paid >= 0
    and deposit_back >= 0),
  constraint orders_overtaken_deposit_is_not_negative check (deposit_overtaken >= 0)
);
create unique index orders_one_of_a_quotation_idx on public.orders (quotation_id) where status <> 'cancelled';
create index orders_quotation_id_idx on public.orders (quotation_id);
create index orders_contact_id_created_at_idx on public.orders (contact_id, created_at desc);
create index orders_person_id_idx on public.orders (person_id);
create index orders_location_id_idx on public.orders (location_id);
create index orders_created_by_idx on public.orders (created_by);
create index orders_status_created_at_idx on public.orders (status, created_at desc, id desc);
create index orders_created_at_idx on public.orders (created_at desc, id desc);
create index orders_due_date_idx on public.orders (due_date);
create index orders_ordered_at_idx on public.orders (ordered_at);

-- Written at once: rows that wait in a list of their own would be read by every search.
create index orders_search_text_idx on public.orders using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
comment on table public.orders is 'What a client ordered. Made by an approval, never by hand.';
comment on column public.orders.status is
  'Computed by private.refresh_order: cancelled, on_hold, completed (delivered in full and on issued invoices in full), delivered, part_delivered,
awaiting_deposit, ready (all jobs), in_production, confirmed.';
comment on column public.orders.delivered_pct is 'Delivered net of all net, in percent, toward zero.';
comment on column public.orders.invoiced_pct is 'Share of the order on issued invoices, in percent, toward zero.';
comment on column public.orders.drafted_pct is 'Share on drafts of invoices, in percent: with invoiced_pct it is what cannot be invoiced again.';
comment on column public.orders.deposit_paid is 'Deposit money received and not given back, gross: private.deposit_held.';
comment on column public.orders.deposit_back is 'Deposit money that was credited or is kept no more, gross: it went back, or is credit of the client.';
comment on column public.orders.deposit_overtaken is 'What of the agreed deposit nobody paid before issued invoices billed it, gross: private.fit_deposit.';
comment on column public.orders.is_collected is 'The goods are collected at the company, as its quotation says.';
comment on column public.orders.rate is 'What one unit of its currency is worth in that of the books, as its quotation says.';
comment on column public.orders.search_text is 'What a search looks through: number, title and the client''s own number, folded.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.orders', '', '{id,order_number,public_uuid,quotation_id,quotation_version,contact_id,status,ordered_at,
  hold_reason,cancelled_at,cancel_reason,currency,rate,net,vat,deposit_amount,deposit_overtaken,deposit_paid,deposit_back,delivered_pct,invoiced_pct,drafted_pct,terms,is_collected,created_by,created_at}');
grant select, update on public.orders to authenticated;
create policy "staff read orders" on public.orders
  for select to authenticated
  using ((select private.can('orders', 'view')));
create policy "staff change orders" on public.orders
  for update to authenticated
  using ((select private.can('orders', 'edit'))) with check ((select private.can('orders', 'edit')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.derive_order_status(p_order public.orders) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_order.cancelled_at is not null then 'cancelled'
    when p_order.hold_reason is not null then 'on_hold'
    when p_order.delivered_pct = 100 and p_order.invoiced_pct = 100 then 'completed'
    when p_order.delivered_pct = 100 then 'delivered'
    when p_order.delivered_pct > 0 or exists (
      select from public.order_items i where i.order_id = p_order.id and i.qty_delivered > 0) then 'part_delivered'
    when p_order.deposit_paid < p_order.deposit_amount then 'awaiting_deposit'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status <> 'cancelled')
      and not exists (select from public.jobs j where j.order_id = p_order.id and j.status not in ('ready', 'delivered', 'closed', 'cancelled'))
      and not exists (select from public.order_items i where i.order_id = p_order.id and i.qty > 0 and private.lacks_its_job(i.id))
      then 'ready'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status in ('in_production', 'qc', 'ready', 'delivered', 'closed'))
      then 'in_production'
    else 'confirmed' end;
end $$;

create function private.share_of_order(p_order_id uuid, p_what text) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select coalesce(case
    when bool_and(done.qty >= abs(i.qty)) then 100
    when sum(abs(i.net)) = 0 then trunc(100.0 * sum(done.qty) / nullif(sum(abs(i.qty)), 0), 2)
    else least(99.99, trunc(100 * sum(abs(i.net) * done.qty / nullif(abs(i.qty), 0)) / sum(abs(i.net)), 2)) end, 0)
    from public.order_items i,
         lateral (select case p_what when 'delivered' then i.qty_delivered when 'invoiced' then i.qty_invoiced - i.qty_drafted
           else i.qty_invoiced end as qty) as done
   where i.order_id = p_order_id and i.qty <> 0
     and (i.kind = 'item' or (i.kind = 'discount' and p_what <> 'delivered'))
$$;
comment on function private.share_of_order is
  'Percent of an order that is delivered, invoiced or billed, by value; 100 only when all of it is. Billed: on invoices, drafts included.';

create function private.refresh_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders;
  v_before text;
begin
  select * into v_row from public.orders where id = p_order_id for no key update;
  if v_row.id is null then
    return;
  end if;
  v_before := v_row.status;
  v_row.delivered_pct := private.share_of_order(p_order_id, 'delivered');
  v_row.invoiced_pct := private.share_of_order(p_order_id, 'invoiced');
  v_row.drafted_pct := private.share_of_order(p_order_id, 'billed') - v_row.invoiced_pct;
  v_row.status := private.derive_order_status(v_row);
  update public.orders
     set delivered_pct = v_row.delivered_pct, invoiced_pct = v_row.invoiced_pct, drafted_pct = v_row.drafted_pct, status = v_row.status
   where id = p_order_id
     and (delivered_pct, invoiced_pct, drafted_pct, status)
         is distinct from (v_row.delivered_pct, v_row.invoiced_pct, v_row.drafted_pct, v_row.status);
  if v_before <> v_row.status then
    perform private.log_event('order', p_order_id, 'status', jsonb_build_object('from', v_before, 'to', v_row.status));
  end if;
end $$;
comment on function private.refresh_order is 'Computes percentages and status of an order and stores them. Called by whatever they follow from.';

create function private.make_job(p_order public.orders, p_item public.order_items, p_number integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job_id uuid;
begin
  select id into v_job_id from public.jobs
   where quotation_item_id = p_item.quotation_item_id and order_id is null and status <> 'cancelled'
   order by created_at limit 1 for no key update;
  if found then
    update public.jobs
       set order_id = p_order.id, order_item_id = p_item.id, due_date = coalesce(due_date, p_order.due_date),
           width_mm = case when width_mm is null and height_mm is null then p_item.width_mm else width_mm end,
           height_mm = case when width_mm is null and height_mm is null then p_item.height_mm else height_mm end,
           details = coalesce(details, p_item.details)
     where id = v_job_id;
    perform private.plan_calculated_material(v_job_id, p_item.calculation_id, p_item.qty, p_item.width_mm, p_item.height_mm);
    return v_job_id;
  end if;
  insert into public.jobs (job_number, quotation_id, quotation_item_id, order_id, order_item_id, service_id, title, qty, unit, width_mm,
    height_mm, details, due_date, priority, mockup_required, created_by)
  select 'JOB' || substr(p_order.order_number, 3) || '-' || private.letters(p_number), p_order.quotation_id, p_item.quotation_item_id,
         p_order.id, p_item.id, p_item.service_id, left(coalesce(nullif(btrim(p_item.description), ''), s.name, 'Job'), 500), p_item.qty,
         coalesce(p_item.unit, 'piece'), p_item.width_mm, p_item.height_mm, p_item.details, p_order.due_date, p_order.priority,
         coalesce(s.mockup_required, false), auth.uid()
    from (select 1) as one left join public.services s on s.id = p_item.service_id
  returning id into v_job_id;
  perform private.add_template_steps(v_job_id);
  perform private.plan_calculated_material(v_job_id, p_item.calculation_id, p_item.qty, p_item.width_mm, p_item.height_mm);
  return v_job_id;
end $$;
comment on function private.make_job is
  'The job of an order line: the one that began before the approval, else a new one with the steps of its service. The material of
its calculation is planned and kept for it.';

create function private.order_for(p_id uuid, p_doing text) returns public.orders
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders;
begin
  perform private.must('orders', 'edit', p_doing);
  select * into v_row from public.orders where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  end if;
  return v_row;
end $$;

create function private.hold_order(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders;
begin
  perform private.must('orders', 'edit', 'hold orders');
  perform private.take_turn_at_order(p_id);
  v_row := private.order_for(p_id, 'hold orders');
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status in ('cancelled', 'completed', 'delivered') then
    perform private.refuse('PT409', format('This order is %s', v_row.status));
  elsif exists (select from public.deliveries where order_id = p_id and status = 'out') then
    perform private.refuse('PT409', 'A delivery of this order is on the road. Set it back to ready first.');
  end if;
  update public.orders set hold_reason = left(btrim(p_reason), 2000), status = 'on_hold' where id = p_id returning * into v_row;
  perform private.hold_jobs_of_order(v_row);
  perform private.tell_crews_of_hold(v_row);
  perform private.log_event('order', p_id, 'held', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;
comment on function private.hold_order is
'Puts an open order on hold, with a reason, and its jobs with it: no step starts, running timers pause, and their people and the crews of its deliveries are told. It goes on by release_order. Refused in words
while a delivery of it is on the road.';
call private.offer('private.hold_order(uuid, text)');

create function private.release_order(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders := private.order_for(p_id, 'release orders');
begin
  if v_row.status <> 'on_hold' then
    return;
  end if;
  v_row.hold_reason := null;
  -- The jobs first: from them follows where the order goes on.
  perform private.release_jobs_of_order(p_id);
  perform private.end_site_work(p_id);
  perform private.end_delivered_jobs(p_id);
  update public.orders set hold_reason = null, status = private.derive_order_status(v_row) where id = p_id;
  perform private.tell_crews_of_hold(v_row);
  perform private.log_event('order', p_id, 'released');
end $$;
comment on function private.release_order is 'An order on hold goes on where its deposit, jobs and deliveries say, and its jobs where each was held with it. The crews of its deliveries are told.';
call private.offer('private.release_order(uuid)');

create function private.refuse_held_order(p_order_id uuid, p_then text default '') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_order_id and o.status = 'on_hold');
begin
  if v_order.id is not null then
    perform private.refuse('PT409', rtrim(format('%s is on hold: %s. %s', v_order.order_number, rtrim(v_order.hold_reason, '. '), p_then)));
  end if;
end $$;
comment on function private.refuse_held_order is 'Refuses what an order on hold does not allow (PT409), with its reason.';

create function private.close_order(p_order public.orders, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.order_items where order_id = p_order.id and (qty_delivered > 0 or qty_invoiced > 0)) then
    perform private.refuse('PT409', 'Something of this order is delivered or invoiced already');
  end if;
  if exists (select from public.deliveries where order_id = p_order.id and status = 'out') then
    perform private.refuse('PT409', 'A delivery of this order is on the road. Set it back to ready first.');
  end if;
  update public.deliveries set status = 'cancelled' where order_id = p_order.id and status in ('planned', 'ready', 'failed');
  -- Whoever works on a job is told why it was cancelled: the order says it first.
  update public.orders set cancelled_at = now(), cancel_reason = left(btrim(p_reason), 2000), hold_reason = null, status = 'cancelled'
   where id = p_order.id;
  update public.jobs set status = 'cancelled', held_with_order = false
   where order_id = p_order.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready', 'on_hold');
  update public.payment_requests set status = 'cancelled' where order_id = p_order.id and status in ('open', 'processing');
  perform private.free_deposit(p_order);
  perform private.cancel_mails('order', p_order.id);
  perform private.cancel_thanks(p_order);
  perform private.log_event('order', p_order.id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;

create function private.cancel_order(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders;
begin
  perform private.must('orders', 'edit', 'cancel orders');
  perform private.take_turn_at_order(p_id);
  v_row := private.order_for(p_id, 'cancel orders');
  if v_row.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  perform private.close_order(v_row, p_reason);
end $$;
comment on function private.cancel_order is
  'Cancels an order of which nothing is delivered or invoiced, with its jobs and open requests for money. A deposit that was
paid stays invoiced: accounts credit it. Running timers of its jobs end, and their people are told.';
call private.offer('private.cancel_order(uuid, text)');

create function private.completes_order(p_invoice_id uuid, p_order_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (
    select from public.order_items o
     where o.order_id = p_order_id and o.kind in ('item', 'discount') and o.qty <> 0
       and abs(o.qty) > (
         select coalesce(sum(b.qty), 0) from private.billed_parts(o.id) as b where not b.is_draft or b.invoice_id = p_invoice_id));
end $$;
comment on function private.completes_order is 'Whether with this invoice everything of an order is on issued invoices.';

create function private.refresh_on_order(p_item_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.inventory_items i set on_order = coalesce((
      select sum(l.qty - l.qty_received) from public.purchase_order_lines l join public.purchase_orders o on o.id = l.purchase_order_id
       where l.item_id = p_item_id and o.status in ('sent', 'part_received')), 0) * i.stock_per_buy
   where i.id = p_item_id
$$;

create function private.follow_delivered_order() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.compute_commissions(new.id);
  return null;
end $$;

create function private.must_be_amendable(p_order_id uuid) returns public.orders
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_order.status in ('cancelled', 'completed') then
    perform private.refuse('PT409', format('Order %s is %s. Please write a new quotation.', v_order.order_number, v_order.status));
  end if;
  return v_order;
end $$;
comment on function private.must_be_amendable is 'The order, locked. A cancelled or completed one takes no extra work.';

create function private.amend_order(p_order_id uuid, p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_owner uuid;
  v_id uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select id into v_id from public.quotations where id = p_id;
  if found then
    return v_id;
  end if;
  v_order := private.must_be_amendable(p_order_id);
  select q.account_manager_id into v_owner from public.quotations q where q.id = v_order.quotation_id;
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, terms,
    account_manager_id, amends_order_id, is_collected, created_by)
  values (coalesce(p_id, gen_random_uuid()), private.draw_number('Q'), v_order.contact_id,
    left('Extra work: ' || coalesce(v_order.project_title, v_order.order_number), 500), v_order.person_id, v_order.location_id,
    v_order.currency, v_order.terms, coalesce(v_owner, auth.uid()), v_order.id, v_order.is_collected, auth.uid())
  returning id into v_id;
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('order_number', v_order.order_number));
  perform private.log_event('order', v_order.id, 'amendment_begun',
    jsonb_build_object('quotation_number', (select quotation_number from public.quotations where id = v_id)));
  return v_id;
end $$;
comment on function private.amend_order is
  'A draft for extra work on an order, without a deposit. Its approval adds its lines and jobs to the order. p_id: chosen by the
caller, so that a repeated call returns the same quotation. Returns the id.';
call private.offer('private.amend_order(uuid, uuid)');

create function private.order_text(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select nullif(private.folded(btrim(p_text)), '')
$$;
comment on function private.order_text is 'By what a list is sorted for this text; null where there is none. The same text has the same order.';
grant execute on function private.order_text to authenticated, service_role;

create function public.orders_named(p_text text) returns setof public.orders
  language sql stable security invoker set search_path = ''
as $$
  select o.* from public.orders o where o.id = any (array(select private.records_named('order', p_text, 1000)))
$$;
comment on function public.orders_named is
  'Orders whose number, title, own number of the client or client holds every word of the text; the 1,000 newest. The policies of orders apply.';
revoke execute on function public.orders_named from public, anon;

create function private.keep_payments_of_order(p_order_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.payments p set order_id = p_order_id
   where p.order_id is null and p.id in (
     select a.payment_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where v.order_id = p_order_id and v.kind = 'deposit' group by a.payment_id having sum(a.amount) > 0)
     and not exists (
       select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
        where a.payment_id = p.id and (v.kind <> 'deposit' or v.order_id is distinct from p_order_id) group by a.invoice_id having sum(a.amount) > 0)
$$;
comment on function private.keep_payments_of_order is
  'A payment that was recorded against deposit invoices of an order, and against nothing else, is one for that order: what becomes of it is said there when the order ends. The
caller locked the payments.';

create function private.free_deposit(p_order public.orders) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_note uuid;
  v_freed numeric := 0;
begin
  -- Payments before invoices, as allocations lock them.
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where v.order_id = p_order.id and v.kind = 'deposit'
    union select k.payment_id from public.kept_deposits k where k.order_id = p_order.id) order by id for no key update;
  perform private.keep_payments_of_order(p_order.id);
  for v_invoice in
    select * from public.invoices where order_id = p_order.id and kind = 'deposit' and status not in ('draft', 'void')
     order by invoice_number for no key update
  loop
    if exists (select from public.credit_notes where invoice_id = v_invoice.id and status = 'draft') then
      perform private.refuse('PT409', format('A credit note over the deposit %s is a draft. Accounts issues it or voids it first.',
        v_invoice.invoice_number));
    end if;
    continue when not exists (select from private.creditable_rates(v_invoice.id) as r where r.base > 0);
    v_note := private.write_credit_note(v_invoice.id, format('%s was cancelled', p_order.order_number), null, null);
    perform private.number_credit_note(v_note);
    v_freed := v_freed + (select open from public.credit_notes where id = v_note);
    perform private.free_payments(v_note);
  end loop;
  v_freed := v_freed + private.free_kept(p_order.id);
  if v_freed > 0 then
    perform private.tell_people(array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'accounts')),
      format('%s was cancelled', p_order.order_number),
      format('%s of its deposit are credit of %s now. Refund them, or use them for another invoice.',
        private.money_words(v_freed, p_order.currency), (select private.client_label(c) from public.contacts c where c.id = p_order.contact_id)),
      'order', p_order.id);
  end if;
end $$;
comment on function private.free_deposit is 'Credits what was paid as deposits of an order that is cancelled, and keeps nothing for it: the payments are credit of the client again.';

create function private.billed_vat(p_order_id uuid, p_with_drafts boolean)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select b.vat_rate, b.vat_treatment, b.base - back.base, b.vat - private.vat_of_part(back.base, b.vat_rate, b.base, b.vat)
      from private.invoice_order_vat b join public.invoices v on v.id = b.invoice_id
     cross join lateral (
       select coalesce(sum(l.net), 0) as base
         from public.credit_notes n cross join lateral private.lines_of_note(n.id) as l join public.order_items o on o.id = l.order_item_id
        where n.invoice_id = v.id and n.is_billed_again and n.status not in ('draft', 'void') and l.order_id = b.order_id
          and (o.vat_rate, o.vat_treatment) = (b.vat_rate, b.vat_treatment)) as back
     where b.order_id = p_order_id and v.status <> 'void' and (p_with_drafts or v.status <> 'draft') and v.kind <> 'proforma';
end $$;
comment on function private.billed_vat is
  'What invoices bill of an order, by invoice and VAT rate, less what credit notes took back to be invoiced again; with drafts, or without.';

create function private.order_rest(p_order_id uuid, p_with_drafts boolean)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select o.vat_rate, o.vat_treatment, o.base - coalesce(billed.base, 0) - coalesce(ahead.base, 0) - coalesce(held.base, 0),
         o.vat - coalesce(billed.vat, 0) - coalesce(ahead.vat, 0) - coalesce(held.vat, 0)
    from private.order_vat(p_order_id) as o
    left join (
      select b.vat_rate, b.vat_treatment, sum(b.base) as base, sum(b.vat) as vat from private.billed_vat(p_order_id, p_with_drafts) as b group by 1, 2
    ) as billed on billed.vat_rate = o.vat_rate and billed.vat_treatment = o.vat_treatment
    left join (
      select d.vat_rate, d.vat_treatment, sum(d.base) as base, sum(d.vat) as vat from private.deposits_left(p_order_id) as d where d.base > 0 group by 1, 2
    ) as ahead on ahead.vat_rate = o.vat_rate and ahead.vat_treatment = o.vat_treatment
    left join (
      select i.vat_rate, i.vat_treatment, sum(-i.net) as base, sum(-i.vat) as vat from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where i.order_id = p_order_id and i.kind = 'deposit' and v.status = 'draft' and not p_with_drafts group by 1, 2
    ) as held on held.vat_rate = o.vat_rate and held.vat_treatment = o.vat_treatment
$$;
comment on function private.order_rest is 'What of an order is neither billed nor paid ahead, by VAT rate: with drafts as billed, or as if there were none.';

create function private.day_of_order(p_order public.orders) returns date
  language sql immutable set search_path = ''
as $$ select least(p_order.due_date, p_order.promised_date) $$;
comment on function private.day_of_order is 'The day by which an order is handed over: the earlier of due and promised; null without either.';

create function private.keep_promise() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse('PT409', format('It is promised for %s: it has to be finished by then', private.day_text(new.promised_date)));
  return null;
end $$;
comment on function private.keep_promise is 'Refuses that a person lets an order be due after the day that is promised.';

create function private.lead_days_of(p_services uuid[]) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(max(coalesce(s.lead_days, c.lead_days)), max(c.lead_days))
    from public.company_settings c left join unnest(p_services) as j (service_id) on true left join public.services s on s.id = j.service_id);
end $$;
comment on function private.lead_days_of is
'The longest lead time of jobs of these services, in working days: that of the company for a job without a service or one without its own.';

create function private.services_of_order(p_order_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select j.service_id from public.jobs j where j.order_id = p_order_id and j.status <> 'cancelled');
end $$;
comment on function private.services_of_order is 'The service of each job of an order; null for a job without one.';

create function private.month_of(p_word text) returns integer
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select min(m.month) from (values
        (1, '{january,januar,janvier,gennaio,enero,janeiro,januari,stycznia,jannar}'::text[]),
        (2, '{february,februar,février,febbraio,febrero,fevereiro,februari,lutego,frar}'),
        (3, '{march,märz,mars,marzo,março,maart,marca,marzu}'), (4, '{april,avril,aprile,abril,kwietnia}'),
        (5, '{may,mai,maggio,mayo,maio,mei,maja,mejju}'), (6, '{june,juni,juin,giugno,junio,junho,czerwca,ġunju}'),
        (7, '{july,juli,juillet,luglio,julio,julho,lipca,lulju}'), (8, '{august,août,agosto,augustus,sierpnia,awwissu}'),
        (9, '{september,septembre,settembre,septiembre,setembro,września,settembru}'),
        (10, '{october,oktober,octobre,ottobre,octubre,outubro,października,ottubru}'),
        (11, '{november,novembre,noviembre,novembro,listopada,novembru}'),
        (12, '{december,dezember,décembre,dicembre,diciembre,dezembro,grudnia,diċembru}')) as m (month, names), unnest(m.names) as n (name)
     where length(p_word) > 2 and starts_with(n.name, p_word));
end $$;
comment on function private.month_of is 'The number of a month by its name, or by the beginning of it, in small letters and any language of clients; null for another word.';

create function private.spans_promised_in(p_sentence text, p_approved date, p_today date)
  returns table (place integer, behind integer, day date)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select h.place, h.behind, case u.unit when 'working' then private.working_day_after(f.day, h.count) else f.day + h.count * case u.unit when 'week' then 7 else 1 end end
      from (values
        ('working', 'working days?|business days?|arbeitstag[a-z]*|werktag[a-z]*|jours? ouvr[a-zé]+|giorn[oi] lavorativ[oi]|días? (?:hábiles|laborables)|dias? út(?:eis|il)|werkdag[a-z]*|dni robocz[a-z]+|jiem tax-xogħol'),
        ('week', 'weeks?|wochen?|semaines?|settiman[ae]|semanas?|weken|week|tygodni[a-z]*|tydzień|ġimgħat'),
        ('day', 'days?|tage?n?|jours?|giorn[oi]|días?|dias?|dagen|dag|dni|dzień|jiem')) as u (unit, words)
      cross join lateral (select '(?<![\d.,/])(\d{1,3}\s*(?:-|–|to|bis|à|a|al|tot|do|sa)\s*)?(\d{1,3})\s*(?:' || u.words || ')(?![a-z\u00df-\u024f])' as pattern) as p
      cross join lateral generate_series(1, least(regexp_count(p_sentence, p.pattern), 20)) as k (nth)
      cross join lateral (select regexp_instr(p_sentence, p.pattern, 1, k.nth) as place, regexp_instr(p_sentence, p.pattern, 1, k.nth, 1) as behind,
        regexp_substr(p_sentence, p.pattern, 1, k.nth, '', 2)::integer as count) as h
      -- “within 5 days after the approval” counts from it also where a deposit is paid later; “after the approval and deposit” does not.
      cross join lateral (select case when substr(p_sentence, h.behind) ~ 'approv|accept|freigab|genehmig|annahm|approb|accettaz|aprob|acept|aprov|aceit|goedkeur|akkoord|akcept|zatwierdz|aċċett'
        and substr(p_sentence, h.behind) !~ 'deposit|anzahl|acompte|accont|anticip|depósit|señal|sinal|aanbetal|zalicz|zadat|depożit' then p_approved else p_today end as day) as f;
end $$;
comment on function private.spans_promised_in is 'Each “10 to 15 working days” of a sentence in small letters, where it begins and ends, and the day so much later, as spansIn in
src/shared/domain/planning/promised-words.ts: after the day p_approved where the words behind it say so, else after p_today.';

create function private.day_in(p_year integer, p_month integer, p_date integer, p_today date) returns date
  language plpgsql immutable set search_path = ''
as $$
declare
  v_now constant integer := extract(year from p_today);
  v_day constant date := private.day_or_null(format('%s-%s-%s', case when p_year < 100 then 2000 + p_year else coalesce(p_year, v_now) end, lpad(p_month::text, 2, '0'), lpad(p_date::text, 2, '0')));
begin
  if p_year is null and v_day < p_today - 183 then
    return private.day_or_null(format('%s-%s-%s', v_now + 1, lpad(p_month::text, 2, '0'), lpad(p_date::text, 2, '0')));
  end if;
  return v_day;
end $$;
comment on function private.day_in is
'The day of a month, as dayIn in src/shared/domain/planning/worded-dates.ts: without a year it is the next one, unless it passed within half a year. Null for a day that does not exist.';

create function private.dates_promised_in(p_sentence text, p_approved date) returns table (place integer, behind integer, day date)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_before constant text := '(?<![\d.,/€$£-]|[€$£] |eur )';
  v_month_first constant boolean := exists (select from public.company_settings s where s.date_style = 'month_first');
begin
  return query
    with form (pattern, at_day, at_month, at_year, is_plain) as (values
        (c_before || '(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)', 1, 3, 4, true),
        (c_before || '(?=\d\d|\d.\d\d)(\d{1,2})\.(\d{1,2})#(?!\.?\s*(?:€|eur|%))', 1, 2, 9, true),
        (c_before || '(?=\d\d|\d.\d\d)(\d{1,2})/(\d{1,2})(?![\d/])(?!\s*(?:€|eur|%))', 1, 2, 9, true),
        ('(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)', 3, 2, 1, false),
        ('(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:of |de |ta[’''] )?([a-z\u00df-\u024f]{3,})(?:(?: de|,)?\s+(\d{4}))?', 1, 2, 3, false),
        ('(?<![a-z\u00df-\u024f])(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d.:/]\d|\d|[a-z\u00df-\u024f])(?:,?\s+(\d{4})(?!\d))?', 2, 1, 3, false)),
    hit as (
      select f.is_plain, regexp_instr(p_sentence, f.pattern, 1, k.nth) as place, regexp_instr(p_sentence, f.pattern, 1, k.nth, 1) as behind,
             regexp_substr(p_sentence, f.pattern, 1, k.nth) as words, regexp_substr(p_sentence, f.pattern, 1, k.nth, '', f.at_day)::integer as date,
             regexp_substr(p_sentence, f.pattern, 1, k.nth, '', f.at_month) as month, regexp_substr(p_sentence, f.pattern, 1, k.nth, '', f.at_year)::integer as year
        from form f cross join lateral generate_series(1, least(regexp_count(p_sentence, f.pattern), 20)) as k (nth)
    ), found as (
      select h.*, case when h.month ~ '^\d+$' then h.month::integer else private.month_of(h.month) end as number from hit h
    ), written as (
      select f.place, f.behind, f.year, case when f.is_plain and v_month_first and f.words !~ '[.]'
               then coalesce(private.day_in(f.year, f.date, f.number, p_approved), private.day_in(f.year, f.number, f.date, p_approved))
               else coalesce(private.day_in(f.year, f.number, f.date, p_approved), case when f.is_plain then private.day_in(f.year, f.date, f.number, p_approved) end) end as day
        from found f
    )
    select w.place, w.behind, w.day from written w where w.day is not null;
end $$;
comment on function private.dates_promised_in is 'Each “4 January 2027”, “4 January”, “January 4”, “4.1.2027”, “04.01.”, “4/01” and “2027-01-04” of a sentence in small letters, as datesIn in
src/shared/domain/planning/worded-dates.ts; a # stands for the last point of “04.01.”. A day in numbers is in the order in which the company writes days.';

create function private.day_promised_in(p_terms text, p_approved date, p_today date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_last constant text := '(?<![a-z\u00df-\u024f])(?:(deliver|ready|instal|fitt|mount|have (?:it|them|everything)|finish|complet|lead time|hand(?:ed)? over|turnaround|liefer|fertig|montage|montier|bereit|livr|prêt|pose|délai|consegn|pront|montagg|entreg|list[oa]|montaje|plazo|prazo|lever|klaar|geplaatst|dostaw|dostarcz|gotow|montaż|termin|realizac|kunsin|lest|nwassl|twassl|immunta|gemonteerd|zamont|haben sie|bei ihnen|erhalten|aurez|recevrez|avrà|avrete|ricever|tendrá|recibir|terá|receber|ontvang|hebt u|heeft u|otrzym|tirċiev|ikollok)|(?:pay|invoice|valid|claim|complain|defect|warrant|guarant|refund|cancel|return|inspect|notice|zahl|rechnung|gültig|mängel|reklam|garant|rückgab|storn|pai|paie|factur|valab|réclam|annul|pag|fattur|valid|reclam|difett|dev|betal|geldig|klacht|płat|faktur|ważn|gwaranc|zwrot|ħlas|fattura|garanz))';
  c_month constant text := 'jan|feb|f[eé]v|fra|mar|mär|maa|apr|avr|abr|kwi|ma[iyjg]|mei|mej|jun|jui|giu|cze|ġun|jul|lug|lip|lul|aug|ao|ago|sie|aww|sep|set|wrz|o[ck]t|ott|out|paź|nov|lis|d[eé][cz]|di[cċ]|gru|gen|ene|sty|lut';
  v_text text := lower(normalize(coalesce(p_terms, ''), NFC));
  c_weekday constant text := 'mon|tues?|weds?|thu|thurs?|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|gio|sab|dom|mié|jue|vie|sáb|seg|ter|qua|qui|sex|ma|wo|vr|za|zo|pon|pn|wt|śr|czw|pt|sob|niedz|nd';
begin
  -- The point of “4. Januar” and of “4 Jan. 2027” ends no sentence.
  v_text := regexp_replace(v_text, '(\d)\.(\s+)(?=' || c_month || ')', '\1\2', 'g');
  v_text := regexp_replace(v_text, '(\d\s+[a-z\u00df-\u024f]{3,})\.(\s+\d{4})', '\1\2', 'g');
  -- Nor does that of “Mon. 4/01”; that of “04.01.” is kept as a sign.
  v_text := regexp_replace(v_text, '(?<![a-z\u00df-\u024f])(' || c_weekday || ')\.(\s+\d)', '\1\2', 'g');
  v_text := regexp_replace(v_text, '(?<![\d.])(\d{1,2}\.\d{1,2})\.(?!\d)', '\1#.', 'g');
  return (
    with hit as (
      select s.text, f.* from regexp_split_to_table(v_text, '\n|[.;!?]\s') as s (text)
        cross join lateral (select * from private.spans_promised_in(s.text, p_approved, p_today)
          union all select * from private.dates_promised_in(s.text, p_approved)) as f)
    select max(h.day) from hit h
     where h.day >= p_today and not exists (select from hit o where o.text = h.text
         and (o.place = h.place and o.behind > h.behind or o.place < h.place and o.behind > h.place))
       and (select m.word[1] is not null from regexp_matches(left(h.text, h.place - 1), c_last, 'g') with ordinality as m (word, nth) order by m.nth desc limit 1));
end $$;
comment on function private.day_promised_in is
'The last day of delivery that a text promises, of terms or of the note to the client, read as promisesIn in src/shared/domain/planning/promised-words.ts reads them: a day, or so many working days, days or weeks
after p_today, or after the approval where they say so. Null where they promise none, and where it has passed. supabase/tests/lead-times.test.ts holds both to one reading.';

create function private.day_by_work(
  p_order public.orders, p_services uuid[] default '{}', p_minutes jsonb default '{}', p_arrival date default null) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead constant date := private.working_day_after(private.company_today(), private.lead_days_of(private.services_of_order(p_order.id) || p_services));
begin
  return greatest(v_lead, private.day_with_hours(p_minutes, v_lead, p_order.id), p_arrival, private.arrival_for_order(p_order.id));
end $$;
comment on function private.day_by_work is
'The day that lead time and plan give an order that is confirmed today, with jobs of these services beside its own: that of the lead time, or a later one on which its work
centres have hours for it (p_minutes: {centre: minutes} beside its own) and what it lacks has arrived (p_arrival: the last arrival beside its own).';

create function private.day_of_texts(p_order public.orders, out day date, out source text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_approved constant date := coalesce(private.day_of(p_order.ordered_at), v_today);
begin
  day := private.day_promised_in((select q.client_note from public.quotations q where q.id = p_order.quotation_id), v_approved, v_today);
  source := 'note';
  if day is null then
    day := private.day_promised_in(p_order.terms, v_approved, v_today);
    source := case when day is not null then 'terms' end;
  end if;
end $$;
comment on function private.day_of_texts is
'The day that the accepted texts of an order promise when it is confirmed today, and which one: the note to the client of its quotation, which was written for it, else its
terms. Both null where neither promises one.';

create function private.day_to_promise(
  p_order public.orders, p_services uuid[] default '{}', p_minutes jsonb default '{}', p_arrival date default null) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((private.day_of_texts(p_order)).day, private.day_by_work(p_order, p_services, p_minutes, p_arrival));
end $$;
comment on function private.day_to_promise is
'The day that promise_order gives an order when it is confirmed today: the one that its accepted texts promise, else that of day_by_work.';

create function private.promise_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_days integer;
  v_lead date;
  v_work date;
  v_made date;
  v_texts record;
  v_day date;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null or v_order.cancelled_at is not null or v_order.deposit_paid < v_order.deposit_amount
     or v_order.due_date is not null or v_order.promised_date is not null then
    return;
  end if;
  v_days := private.lead_days_of(private.services_of_order(p_order_id));
  v_lead := private.working_day_after(private.company_today(), v_days);
  v_work := private.day_by_work(v_order);
  v_made := greatest(private.company_today(), private.day_with_hours('{}', private.company_today(), p_order_id), private.arrival_for_order(p_order_id));
  v_texts := private.day_of_texts(v_order);
  v_day := coalesce(v_texts.day, v_work);
  update public.orders set due_date = v_day, promised_date = v_day where id = p_order_id;
  perform private.log_event('order', p_order_id, case when v_texts.day is not null then 'promised_by_' || v_texts.source when v_day > v_lead then 'promised_later' else 'promised' end,
    jsonb_build_object('day', v_day, 'working_days', v_days, 'lead_day', v_lead));
  if v_work > least(v_day, coalesce(v_texts.day, v_lead)) then
    perform private.tell_people((select private.owners_of(q) from public.quotations q where q.id = v_order.quotation_id),
      format('%s is promised for %s', v_order.order_number, private.day_text(v_day)),
      case when v_texts.source is null then format('Its lead time ends on %s. The hours of its work centres or its material are not there before.', private.day_text(v_lead))
        else format(case when v_made > v_day then 'Its %s so. The hours of its work centres or its material are not there before %s.'
          else 'Its %s so. The hours of its work centres and its material are there by %s. Only its lead time ends later, on %s.' end,
          case v_texts.source when 'note' then 'note to the client says' else 'terms say' end, private.day_text(v_made), private.day_text(v_lead)) end,
      'order', p_order_id);
  end if;
end $$;
comment on function private.promise_order is
'Gives an order that has no day one, when its work can begin: after the approval, or after its deposit. The day that its note or terms promise counts. Without one, the longest lead
time of its jobs does, and a later day where the work that is promised already leaves it no hours; the day is due and promised. A person moves it like any other. Who sold it
is told where lead time, hours or material are later than the promise, and which of them: a lead time is what clients are usually told, hours and material are what the workshop has.';

create function private.follow_order_day() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_was constant date := private.day_of_order(old);
  v_is constant date := private.day_of_order(new);
  v_job record;
begin
  if v_is is null or v_is is not distinct from v_was then
    return null;
  end if;
  for v_job in
    select j.id, j.due_date from public.jobs j
     where j.order_id = new.id and private.job_is_open(j.status) and j.due_date is distinct from v_is
       and (j.due_date is null or j.due_date = v_was or j.due_date > v_is)
     order by j.id for no key update
  loop
    update public.jobs set due_date = v_is where id = v_job.id;
    perform private.log_event('job', v_job.id, 'due_moved', jsonb_build_object('from', v_job.due_date, 'to', v_is, 'with', new.order_number));
  end loop;
  return null;
end $$;
comment on function private.follow_order_day is
'Open jobs move with the day of their order: those that had its day, none, or a later one. A job with an earlier day of its own keeps it.';

create function private.tell_moved_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_event('order', new.id, 'days_moved', jsonb_strip_nulls(jsonb_build_object(
    'promised_from', case when new.promised_date is distinct from old.promised_date then old.promised_date end,
    'promised_to', case when new.promised_date is distinct from old.promised_date then coalesce(new.promised_date::text, 'no day') end,
    'due_from', case when new.due_date is distinct from old.due_date then old.due_date end,
    'due_to', case when new.due_date is distinct from old.due_date then coalesce(new.due_date::text, 'no day') end)));
  return null;
end $$;
comment on function private.tell_moved_days is 'The story of an order says which day a person moved, promised and due apart, from when to when.';

create function private.promise_told(p_order public.orders, p_since timestamptz) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('how', t.how, 'at', t.at) from (
      select 'mail' as how, m.sent_at as at from public.scheduled_emails m
       where m.record_kind = 'order' and m.record_id = p_order.id and m.status = 'sent'
         and m.template_key in (select k.key from public.email_templates k where k.kind = 'order' and k.attaches_paper)
      union all
      select 'page', e.at from public.document_events e
       where e.kind = 'quotation' and e.record_id = p_order.quotation_id
         and (e.type = 'viewed' or e.type = 'approved' and not private.works_here(e.actor_id))) as t
     where t.at >= p_since order by t.at limit 1);
end $$;
comment on function private.promise_told is
'How the client of an order was first told its promised day since a moment: {how, at}, by a mail with its confirmation or by the page of its quotation, which says it after the
approval. Null while nothing is known of either.';

create function private.day_before(p_order public.orders) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with promise as (
      select e.id, e.at, lead(e.at) over (order by e.id) as until, e.type in ('promised_by_terms', 'promised_by_note') as is_of_texts,
             private.day_or_null(case when e.type = 'days_moved' then e.meta ->> 'promised_to' else e.meta ->> 'day' end) as day
        from public.document_events e
       where e.kind = 'order' and e.record_id = p_order.id
         and (e.type in ('promised', 'promised_later', 'promised_by_terms', 'promised_by_note') or e.type = 'days_moved' and e.meta ? 'promised_to'))
    select p.day from promise p
     where p.day <> p_order.promised_date
       and (p.is_of_texts or (private.promise_told(p_order, p.at) ->> 'at')::timestamptz < coalesce(p.until, 'infinity'))
     order by p.is_of_texts desc, p.id desc limit 1);
end $$;
comment on function private.day_before is
'The day that the promised day of an order takes the place of on what its client reads: the one that its accepted note or terms promise, else the last one that the client was
told, as promise_told knows it. Null where neither is another day.';

create function private.order_promise(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_set public.document_events;
begin
  perform private.must('orders', 'view', 'see this order');
  select * into v_order from public.orders where id = p_order_id;
  if v_order.promised_date is null then
    return null;
  end if;
  select * into v_set from public.document_events e
   where e.kind = 'order' and e.record_id = p_order_id
     and (e.type in ('promised', 'promised_later', 'promised_by_terms', 'promised_by_note') or e.type = 'days_moved' and e.meta ? 'promised_to')
   order by e.id desc limit 1;
  return jsonb_build_object(
    'by', case v_set.type when 'promised' then 'lead_time' when 'promised_later' then 'plan' when 'promised_by_terms' then 'terms' when 'promised_by_note' then 'note' when 'days_moved' then 'person' end,
    'name', case when v_set.type = 'days_moved' then v_set.actor_name end,
    'told', private.promise_told(v_order, coalesce(v_set.at, v_order.ordered_at)));
end $$;
comment on function private.order_promise is
'Who set the promised day of an order, and how its client was told: {by, name, told}. by: note, terms, lead_time, plan, person; null where no event says it. name: of the person.
told: that of promise_told. Null without a promised day.';
call private.offer('private.order_promise(uuid)');

create function private.order_made_of(p_quotation_id uuid) returns text
language sql stable security definer set search_path to '' as $function$
  select o.order_number from public.orders o
   where o.status <> 'cancelled' and (o.quotation_id = p_quotation_id or exists (
     select from public.order_items i join public.quotation_items q on q.id = i.quotation_item_id
      where i.order_id = o.id and q.quotation_id = p_quotation_id)
     or o.id = (select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted')))
   order by o.order_number limit 1
$function$;
comment on function private.order_made_of is 'The number of the order that lives and has lines of this quotation: made of it, or amended by it.';

create function private.credit_chain(p_order_id uuid, p_reason text, p_again boolean default null) returns jsonb
language plpgsql security definer set search_path to '' as $function$
declare
  v_order public.orders;
  v_invoice public.invoices;
  v_draft text;
  v_lines jsonb;
  v_note uuid;
  v_notes uuid[] := '{}';
  v_freed numeric := 0;
begin
  -- Orders, credit notes, payments, invoices: everything that moves money locks in this order.
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  end if;
  perform from public.credit_notes where invoice_id in (select v.id from private.invoices_of_order(p_order_id) as v) order by id for no key update;
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a where a.invoice_id in (select v.id from private.invoices_of_order(p_order_id) as v)
    union select k.payment_id from public.kept_deposits k where k.order_id = p_order_id)
   order by id for no key update;
  perform from public.invoices where id in (select v.id from private.invoices_of_order(p_order_id) as v) order by id for no key update;
  select v.invoice_number into v_draft from public.credit_notes n join private.invoices_of_order(p_order_id) as v on v.id = n.invoice_id
   where n.status = 'draft' order by 1 limit 1;
  if found then
    perform private.refuse('PT409', format('A credit note over %s is a draft. Issue it or void it first.', v_draft));
  end if;
  for v_invoice in select * from private.invoices_of_order(p_order_id) loop
    v_lines := private.credit_left_of_order(p_order_id, v_invoice);
    continue when v_lines is null;
    -- An invoice of this order alone is credited to its last cent; of one over several orders, the lines of this one.
    v_note := private.write_credit_note(v_invoice.id, p_reason, case when v_invoice.order_id is null then v_lines end, null);
    perform private.mark_billed_again(v_note, p_again);
    perform set_config('signwright.sets_nothing_off', 'on', true);
    perform private.number_credit_note(v_note);
    perform set_config('signwright.sets_nothing_off', '', true);
    v_freed := v_freed + private.free_payments(v_note);
    v_notes := v_notes || v_note;
  end loop;
  v_freed := v_freed + private.free_kept(p_order_id);
  if cardinality(v_notes) > 0 then
    perform private.log_event('order', p_order_id, 'credited', jsonb_build_object('reason', left(btrim(p_reason), 2000),
      'amount', (select private.amount_text(sum(n.gross)) from public.credit_notes n where n.id = any (v_notes))));
  end if;
  return private.credited_by(v_notes) || jsonb_build_object('freed', private.amount_text(v_freed));
end $function$;
comment on function private.credit_chain is 'Does what credit_order promises, without asking for the right.';

create function private.order_credit(p_order_id uuid) returns jsonb
language plpgsql security definer set search_path to '' as $function$
declare
  v_shown jsonb;
begin
  perform private.must('invoices', 'edit', 'credit orders');
  -- It is done and undone: what is shown is what the act will do, to the cent and to the words of a refusal.
  begin
    v_shown := private.credit_chain(p_order_id, 'Shown');
    raise exception using errcode = 'SW000';
  exception when sqlstate 'SW000' then
    null;
  end;
  return v_shown;
end $function$;
comment on function private.order_credit is 'What credit_order would do now: {net, vat, gross, freed, papers, rates}, amounts as text. Nothing is written.';
call private.offer('private.order_credit(uuid)');

create function private.credit_order(p_order_id uuid, p_reason text, p_shown text default null, p_again boolean default null) returns jsonb
language plpgsql security definer set search_path to '' as $function$
declare
  v_done jsonb;
begin
  perform private.must('invoices', 'edit', 'credit orders');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  v_done := private.credit_chain(p_order_id, p_reason, p_again);
  if v_done ->> 'gross' <> p_shown and v_done -> 'papers' <> '[]' then
    perform private.refuse('PT409', format('%s would be credited now, not %s: something of this order changed meanwhile. Please look again.',
      v_done ->> 'gross', p_shown));
  end if;
  return v_done;
end $function$;
comment on function private.credit_order is 'Credits everything that was invoiced of an order and is not credited: invoices and parts, then deposits. By VAT rate, invoices
less credit notes are 0.00 afterwards. What was paid is credit of the client and can be refunded. p_shown: the gross amount that the person
saw; another one is refused. A second call credits nothing. p_again: what was invoiced is invoiced again and its deposit asked for again, or neither (mark_billed_again).
Returns {net, vat, gross, freed, papers, rates}, amounts as text.';
call private.offer('private.credit_order(uuid, text, text, boolean)');

create function private.uses_of_payment(p_payment_id uuid, p_order_id uuid)
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
comment on function private.uses_of_payment is
  'What a payment settles, and for which orders it is kept: the number of the invoice or order. is_own: it is of this order.';

create function private.money_of_cancelled(p_order public.orders) returns jsonb
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
comment on function private.money_of_cancelled is
  'What became of the payments for a cancelled order: credit (what settles nothing yet), used [{number, amount}] for other invoices and orders, paid_back and the last
day of that. Amounts are text. Null of another order, and without a payment.';

create function private.follows_again(p_order_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.order_items i where i.order_id = p_order_id and i.kind = 'item' and i.qty_delivered > i.qty_invoiced)
    and exists (select from public.credit_notes n
      where n.is_billed_again and n.status not in ('draft', 'void') and p_order_id = any (private.note_of_orders(n.id))
        and n.invoice_id in (select v.id from private.invoices_of_order(p_order_id) as v));
end $$;
comment on function private.follows_again is 'Whether something of an order was credited to be invoiced again, and is not yet.';

create function private.paid_for_order(p_order public.orders, out paid numeric, out paid_on date)
language plpgsql stable security definer set search_path = '' as $$
begin
  select greatest(coalesce(sum(m.amount), 0), 0), max(m.received_on) filter (where m.amount > 0) into paid, paid_on
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
             where v.order_id = p_order.id and p_order.status <> 'cancelled' and v.kind = 'deposit' and n.status not in ('draft', 'void')) as m;
end $$;
comment on function private.paid_for_order is
'What of the payments and the credit of its client settles the invoices of an order or is kept for it, and the day of the last; of a cancelled order all that came.';

create function private.end_of_order(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('on', private.day_of(e.at), 'gross_before', e.meta ->> 'gross_before') from public.document_events e
     where e.kind = 'order' and e.record_id = p_order.id and e.type = 'rest_ended' and p_order.status <> 'cancelled' order by e.id desc limit 1);
end $$;
comment on function private.end_of_order is 'When the rest of an order ended, and what it came to before, gross; null where it did not.';

create function private.lowering_of_order(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('on', private.day_of(max(e.at)), 'gross_before', (array_agg(e.meta ->> 'gross_before' order by e.id))[1]) from public.document_events e
     where e.kind = 'order' and e.record_id = p_order.id and e.type = 'fewer_taken' and p_order.status <> 'cancelled' and private.end_of_order(p_order) is null
    having count(*) > 0
  );
end $$;
comment on function private.lowering_of_order is
  'The last day on which an order was lowered to what was made, and what it came to before the first time, gross; null where it was not, and where its rest ended.';

create function private.money_beyond(p_order public.orders, p_paid numeric) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_notes constant uuid[] := array(
    select n.id from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where v.order_id = p_order.id and v.kind = 'deposit' and n.status not in ('draft', 'void'));
  v_payments constant uuid[] := array(
    select p.id from public.payments p where p.order_id = p_order.id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded', 'refunded'));
  v_freed numeric;
  v_used jsonb;
  v_used_sum numeric;
  v_back numeric;
  v_back_on date;
  v_beyond numeric;
begin
  -- Of an order that goes on, a credited deposit is no money of it: it waits for its deposit again.
  if coalesce(private.end_of_order(p_order), private.lowering_of_order(p_order)) is null then
    return null;
  end if;
  v_freed := coalesce((select sum(private.payment_free(id)) from unnest(v_payments) as id), 0)
    + coalesce((select sum(n.open) from public.credit_notes n where n.id = any (v_notes)), 0);
  select coalesce(jsonb_agg(jsonb_build_object('number', u.number, 'amount', private.amount_text(u.amount)) order by u.number), '[]'), coalesce(sum(u.amount), 0)
    into v_used, v_used_sum
    from (select x.number, sum(x.amount) as amount from (
            select t.number, t.amount from unnest(v_payments) as id, private.uses_of_payment(id, p_order.id) as t where not t.is_own
            union all
            select v.invoice_number, a.amount from public.credit_allocations a join public.invoices v on v.id = a.invoice_id
             where a.credit_note_id = any (v_notes) and v.id not in (select i.id from private.invoices_of_order(p_order.id) as i)) as x
           group by 1 having sum(x.amount) > 0) as u;
  select coalesce(sum(f.amount), 0), max(f.refunded_on) filter (where f.amount > 0) into v_back, v_back_on
    from public.payment_refunds f where f.payment_id = any (v_payments) and f.kind = 'refund';
  v_beyond := greatest(p_paid - p_order.gross, 0);
  return case when v_freed + v_beyond + v_used_sum + v_back > 0 then
    jsonb_build_object('credit', private.amount_text(v_freed + v_beyond), 'used', v_used, 'paid_back', private.amount_text(v_back), 'paid_back_on', v_back_on,
      'came', private.amount_text(p_paid + v_freed + v_used_sum + v_back)) end;
end $$;
comment on function private.money_beyond is
'What became of the money for an order whose rest ended, or that was lowered, and that it does not come to, as money_of_cancelled says it. came: all that came. Amounts are text. Null where there
is none, and of other orders.';

create function private.order_money(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_paid constant record := private.paid_for_order(p_order);
  v_money constant jsonb := coalesce(private.money_of_cancelled(p_order), private.money_beyond(p_order, v_paid.paid));
begin
  return (
    select jsonb_build_object('deposit_amount', private.amount_text(p_order.deposit_amount),
        'deposit_paid', private.amount_text(p_order.deposit_paid), 'gross', private.amount_text(p_order.gross),
        'announced', private.announced_of(p_order.id, null, null),
        'ahead', private.amount_text(coalesce(private.deposit_possible(p_order.id) + private.deposit_asked(p_order.id), 0)),
        'invoice_follows', exists (select from public.invoice_items i join public.invoices v on v.id = i.invoice_id
          where i.order_id = p_order.id and v.status = 'draft' and v.kind <> 'proforma') or private.follows_again(p_order.id),
        'paid', coalesce(v_money ->> 'came', private.amount_text(v_paid.paid)), 'paid_on', v_paid.paid_on,
        'money', v_money - 'came', 'ended', private.end_of_order(p_order), 'lowered', private.lowering_of_order(p_order),
        'credit', case when p_order.deposit_amount > p_order.deposit_paid and p_order.status not in ('cancelled', 'on_hold')
          then private.amount_text(private.credit_for_deposit(p_order.contact_id)) end,
        'open_invoices', (
          select coalesce(jsonb_agg(jsonb_build_object('number', v.invoice_number, 'kind', v.kind, 'balance', private.amount_text(v.balance),
                   'due_date', v.due_date, 'is_overdue', coalesce(v.due_date < private.company_today(), false),
                   'public_uuid', case when v.order_id = p_order.id and v.link_revoked_at is null then v.public_uuid end,
                   'announced', private.announced_of(null, v.id, null))
                   order by v.due_date, v.invoice_number), '[]')
            from private.invoices_of_order(p_order.id) as v where v.balance > 0 and v.contact_id = p_order.contact_id))
  );
end $$;
comment on function private.order_money is
'What the client of an order reads of its money, on each of their pages. Amounts are text. ahead: what can still be paid before its
invoice, with what a deposit invoice asks for. invoice_follows: one is being written, or what was credited is invoiced again. paid, paid_on: what of their payments settles its own invoices or is kept for it,
and the day of the last; of a cancelled order all that came, and money says what became of it (money_of_cancelled, money_beyond).
ended, lowered: {on, gross_before} where its rest ended, or it was lowered to what was made. credit: what of their credit can pay the deposit that is due. open_invoices:
what is open now; public_uuid: the link to pay it, null for an invoice of several orders, whose link tells of the others too.';

create function private.own_order_facts(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('public_uuid', p_order.public_uuid, 'order_number', p_order.order_number, 'project_title', p_order.project_title,
      'status', p_order.status, 'ordered_at', p_order.ordered_at, 'due_date', coalesce(p_order.promised_date, p_order.due_date),
      'day_before', private.day_before(p_order), 'client_po', p_order.client_po, 'currency', p_order.currency, 'stage', private.stage_for_client(p_order)) || private.order_money(p_order)
  );
end $$;
comment on function private.own_order_facts is 'What the client of an order reads of it, in a list and on its page, with order_money. due_date: the day that was promised, else the planned one; day_before: the one that it replaces.
stage: where the work stands, where clients are told; else null.';

create function private.own_orders(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.own_order_facts(o) || jsonb_build_object('delivered_pct', o.delivered_pct::text,
           'quotation', case when q.public_uuid is not null then
             jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version) end)
           order by o.ordered_at desc, o.id), '[]')
    from (select r.id from public.orders r where r.contact_id = p_contact_id order by r.ordered_at desc, r.id limit 200) as l
    join public.orders o on o.id = l.id
    left join public.quotations q on q.id = o.quotation_id and q.link_revoked_at is null
$$;
comment on function private.own_orders is 'What a client ordered, newest first, at most 200.';

create function private.own_order(p_uuid uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.own_order_facts(o) || jsonb_build_object('contact_id', o.contact_id, 'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'company', private.company_facts(),
      'client_language', private.own_language(o.person_id, o.contact_id), 'language', private.client_language(null, null),
      'again', private.again_for_client(o), 'site', private.site_facts(o.location_id),
      'quotation', (select jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version,
          'proof_waits', private.proof_waits(q.id), 'has_proofs', exists (select from public.mockups m join public.jobs j on j.id = m.job_id
            where j.quotation_id = q.id and m.sent_at is not null))
        from public.quotations q where q.id = o.quotation_id and q.link_revoked_at is null),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('qty_delivered', i.qty_delivered::text)
          order by i.position) from public.order_items i where i.order_id = o.id and not private.is_nothing(i)), '[]'),
      'deliveries', private.own_deliveries(o.contact_id, o.id), 'invoices', private.own_invoices(o.contact_id, o.id))
    from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids())
$$;
comment on function private.own_order is
'One order of the signed-in client: its lines with what was handed over, the promised day, deliveries, invoices, what was paid. Null for
everybody else and for the orders of others. Amounts and quantities are text. Its papers are those of client_portal.';
call private.offer('private.own_order(uuid)');

create function private.end_extra_work() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.quotations set status = 'cancelled'
   where amends_order_id = new.id and status in ('draft', 'sent', 'change_requested', 'expired');
  return null;
end $$;
comment on function private.end_extra_work is 'Extra work that was not approved is cancelled with its order.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger take_order_rate before insert on public.orders for each row execute function private.take_order_rate();
call private.follow_transitions('public.orders', 'order');
create or replace trigger count_version before update of person_id, location_id, project_title, client_po, priority, due_date, promised_date,
    link_revoked_at, archived_at, row_version on public.orders
  for each row execute function private.count_version();
create trigger audit after insert or update or delete on public.orders
  for each row execute function private.audit('id');
create trigger compute_commissions after update of status on public.orders
  for each row when (old.status is distinct from new.status and new.status in ('delivered', 'completed'))
  execute function private.follow_delivered_order();
create trigger keep_promise before insert or update of due_date, promised_date on public.orders
  for each row when (current_user in ('anon', 'authenticated') and new.due_date > new.promised_date)
  execute function private.keep_promise();
create trigger follow_day after update of due_date, promised_date on public.orders
  for each row when (old.due_date is distinct from new.due_date or old.promised_date is distinct from new.promised_date)
  execute function private.follow_order_day();
create trigger tell_moved_days after update of due_date, promised_date on public.orders
  for each row when (current_user in ('anon', 'authenticated')
    and (old.due_date, old.promised_date) is distinct from (new.due_date, new.promised_date))
  execute function private.tell_moved_days();
create trigger end_extra_work after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status is distinct from 'cancelled') execute function private.end_extra_work();

create trigger retell_mails after update of contact_id on public.orders for each row
  when (new.contact_id <> old.contact_id) execute function private.retell_mails('order');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.orders', 'nudge_document', $$private.nudge_owners('doc:', 'public_uuid', 'public_uuid')$$);
-- The page of a quotation says what became of its order.
call private.after_each_statement('public.orders', 'nudge_quotation', $$private.nudge_lines('quotations', 'quotation_id')$$);
call private.after_each_statement('public.orders', 'nudge_extra_work', $$private.nudge_lines('quotations', 'id', 'amends_order_id')$$);
call private.after_each_statement('public.orders', 'nudge_page', $$private.nudge_pages('id', 'orders')$$);
call private.after_each_statement('public.orders', 'nudge_client', $$private.nudge_clients('status')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, label, contact, person, link, open_if, asked_role, owners, templates, paper) values
  ('order',
   'public.orders',
   20,
   'orders',
   'r.order_number',
   'r.contact_id',
   'r.person_id',
   'public_uuid',
   'r.link_revoked_at is null',
   'sales',
   'array_remove(r.created_by || (select array[q.created_by, q.account_manager_id] from public.quotations q where q.id = r.quotation_id), null)',
   'Orders',
   'private.order_document(r.id)');

insert into private.record_kinds
  (kind, table_name, position, label, detail, page, searched, contact, found_by_contact, status, recent_if, is_folded)
values
  ('order',
   'public.orders',
   42,
   $$concat_ws(' · ', r.order_number, r.project_title)$$,
   $$(select coalesce(c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')) from public.contacts c
       where c.id = r.contact_id)$$,
   'orders',
   'r.search_text',
   'contact_id',
   true,
   'r.status',
   'true',
   true);

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('order', 'awaiting_deposit', 'cancelled', 'cancel_order', 'orders', 'edit', 'a reason; nothing delivered or invoiced', 'its jobs are cancelled'),
  ('order', 'awaiting_deposit', 'completed', 'computed', 'orders', 'view', null, null),
  ('order', 'awaiting_deposit', 'confirmed', 'computed', 'orders', 'view', null, null),
  ('order', 'awaiting_deposit', 'delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'awaiting_deposit', 'in_production', 'computed', 'orders', 'view', null, null),
  ('order', 'awaiting_deposit', 'on_hold', 'hold_order', 'orders', 'edit', 'a reason', null),
  ('order', 'awaiting_deposit', 'part_delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'awaiting_deposit', 'ready', 'computed', 'orders', 'view', null, null),
  ('order', 'completed', 'awaiting_deposit', 'computed', 'orders', 'view', null, null),
  ('order', 'completed', 'confirmed', 'computed', 'orders', 'view', null, null),
  ('order', 'completed', 'delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'completed', 'in_production', 'computed', 'orders', 'view', null, null),
  ('order', 'completed', 'part_delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'completed', 'ready', 'computed', 'orders', 'view', null, null),
  ('order', 'confirmed', 'awaiting_deposit', 'computed', 'orders', 'view', null, null),
  ('order', 'confirmed', 'cancelled', 'cancel_order', 'orders', 'edit', 'a reason; nothing delivered or invoiced', 'its jobs are cancelled'),
  ('order', 'confirmed', 'completed', 'computed', 'orders', 'view', null, null),
  ('order', 'confirmed', 'delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'confirmed', 'in_production', 'computed', 'orders', 'view', null, null),
  ('order', 'confirmed', 'on_hold', 'hold_order', 'orders', 'edit', 'a reason', null),
  ('order', 'confirmed', 'part_delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'confirmed', 'ready', 'computed', 'orders', 'view', null, null),
  ('order', 'delivered', 'awaiting_deposit', 'computed', 'orders', 'view', null, null),
  ('order', 'delivered', 'completed', 'computed', 'orders', 'view', null, null),
  ('order', 'delivered', 'confirmed', 'computed', 'orders', 'view', null, null),
  ('order', 'delivered', 'in_production', 'computed', 'orders', 'view', null, null),
  ('order', 'delivered', 'part_delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'delivered', 'ready', 'computed', 'orders', 'view', null, null),
  ('order', 'in_production', 'awaiting_deposit', 'computed', 'orders', 'view', null, null),
  ('order', 'in_production', 'cancelled', 'cancel_order', 'orders', 'edit', 'a reason; nothing delivered or invoiced', 'its jobs are cancelled'),
  ('order', 'in_production', 'completed', 'computed', 'orders', 'view', null, null),
  ('order', 'in_production', 'confirmed', 'computed', 'orders', 'view', null, null),
  ('order', 'in_production', 'delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'in_production', 'on_hold', 'hold_order', 'orders', 'edit', 'a reason', null),
  ('order', 'in_production', 'part_delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'in_production', 'ready', 'computed', 'orders', 'view', null, null),
  ('order', 'on_hold', 'awaiting_deposit', 'release_order', 'orders', 'edit', null, null),
  ('order', 'on_hold', 'cancelled', 'cancel_order', 'orders', 'edit', 'a reason; nothing delivered or invoiced', 'its jobs are cancelled'),
  ('order', 'on_hold', 'completed', 'release_order', 'orders', 'edit', null, null),
  ('order', 'on_hold', 'confirmed', 'release_order', 'orders', 'edit', null, null),
  ('order', 'on_hold', 'delivered', 'release_order', 'orders', 'edit', null, null),
  ('order', 'on_hold', 'in_production', 'release_order', 'orders', 'edit', null, null),
  ('order', 'on_hold', 'part_delivered', 'release_order', 'orders', 'edit', null, null),
  ('order', 'on_hold', 'ready', 'release_order', 'orders', 'edit', null, null),
  ('order', 'part_delivered', 'awaiting_deposit', 'computed', 'orders', 'view', null, null),
  ('order', 'part_delivered', 'completed', 'computed', 'orders', 'view', null, null),
  ('order', 'part_delivered', 'confirmed', 'computed', 'orders', 'view', null, null),
  ('order', 'part_delivered', 'delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'part_delivered', 'in_production', 'computed', 'orders', 'view', null, null),
  ('order', 'part_delivered', 'on_hold', 'hold_order', 'orders', 'edit', 'a reason', null),
  ('order', 'part_delivered', 'ready', 'computed', 'orders', 'view', null, null),
  ('order', 'ready', 'awaiting_deposit', 'computed', 'orders', 'view', null, null),
  ('order', 'ready', 'cancelled', 'cancel_order', 'orders', 'edit', 'a reason; nothing delivered or invoiced', 'its jobs are cancelled'),
  ('order', 'ready', 'completed', 'computed', 'orders', 'view', null, null),
  ('order', 'ready', 'confirmed', 'computed', 'orders', 'view', null, null),
  ('order', 'ready', 'delivered', 'computed', 'orders', 'view', null, null),
  ('order', 'ready', 'in_production', 'computed', 'orders', 'view', null, null),
  ('order', 'ready', 'on_hold', 'hold_order', 'orders', 'edit', 'a reason', null),
  ('order', 'ready', 'part_delivered', 'computed', 'orders', 'view', null, null);
