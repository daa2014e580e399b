set check_function_bodies = off;

create or replace function private.payable_ahead(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select sum(r.base + r.vat) from private.order_rest(p_order_id, false) as r), 0)
    - coalesce((select sum(k.amount) from public.kept_deposits k where k.order_id = p_order_id), 0);
end $$;

create or replace function private.recount_deposit(p_order_id uuid, p_with_goods boolean) returns void
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

create or replace function private.ask_for_deposit(p_order_id uuid, p_more numeric) returns void
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
    perform private.log_event('order', p_order_id, case when p_more < 0 then 'deposit_ended' else 'deposit_asked_again' end,
      jsonb_build_object('amount', private.amount_text(abs(v_order.deposit_amount - v_before))));
    update public.payment_requests set status = 'cancelled'
     where order_id = p_order_id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
    perform private.request_deposit(p_order_id);
    perform private.refresh_order(p_order_id);
  end if;
end $$;

create or replace function private.stop_timer_of_job(p_job public.jobs, p_entry public.time_entries, p_why text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_began constant timestamptz := private.instant(p_entry.sessions -> -1 ->> 'startTime');
  v_is_forgotten constant boolean := p_entry.status = 'active' and v_now - v_began > make_interval(hours => private.long_timer_hours());
  v_is_pause constant boolean := p_job.status = 'on_hold' or p_entry.status = 'paused';
  v_sessions constant jsonb := private.with_last_session_closed(p_entry.sessions, p_entry.status, v_is_pause, v_now);
begin
  if p_entry.status = 'active' then
    perform private.tell_people(array[p_entry.user_id],
      format(case p_job.status when 'on_hold' then '%s is on hold' when 'cancelled' then '%s was cancelled' else '%s has ended' end, p_job.job_number),
      p_why || ' ' || format(case when v_is_forgotten then 'Your timer for it has been running since %s: stop it, and say when your work ended.'
          when p_job.status = 'on_hold' then 'Your timer for it was paused at %s.' else 'Your timer for it ended at %s.' end,
        case when v_is_forgotten then private.in_company_words(v_began) else to_char(v_now at time zone private.company_zone(), 'HH24:MI') end),
      'job', p_job.id);
  end if;
  if not v_is_forgotten then
    update public.time_entries set status = case p_job.status when 'on_hold' then 'paused' else 'completed' end, sessions = v_sessions,
        total_duration = private.total_of(v_sessions), touched_at = v_now
     where id = p_entry.id;
  end if;
end $$;

create or replace function private.lower_plan_of_job(p_job_id uuid, p_share numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_need record;
begin
  for v_need in
    select m.id, m.item_id, m.qty_planned * p_share as qty, i.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') as is_whole
      from public.job_materials m join public.inventory_items i on i.id = m.item_id
     where m.job_id = p_job_id and m.settled_at is null order by m.item_id for no key update of i
  loop
    update public.job_materials
       set qty_planned = greatest(qty_used, case when v_need.is_whole then ceil(v_need.qty) else ceil(v_need.qty * 10000) / 10000 end)
     where id = v_need.id;
    perform private.share_out(v_need.item_id);
  end loop;
end $$;

create or replace function private.lower_order_line(p_id uuid, p_off numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before public.order_items;
  v_item public.order_items;
  v_billed numeric;
  v_job uuid;
begin
  select * into v_before from public.order_items where id = p_id for no key update;
  select sum(b.net) into v_billed from private.billed_parts(p_id) as b having sum(b.qty) = abs(v_before.qty) - p_off;
  update public.order_items oi
     set qty = oi.qty - sign(oi.qty) * p_off,
         charged_qty = oi.charged_qty - trunc(oi.charged_qty * p_off / abs(oi.qty), 4),
         -- What is all on invoices comes to what they say.
         net = coalesce(v_billed, private.line_net(coalesce(oi.charged_qty - trunc(oi.charged_qty * p_off / abs(oi.qty), 4), oi.qty - sign(oi.qty) * p_off),
           oi.unit_price, oi.discount_pct)),
         qty_ready = least(oi.qty_ready, abs(oi.qty) - p_off)
   where oi.id = p_id
  returning * into v_item;
  if v_item.qty = 0 then
    update public.jobs set status = 'cancelled' where order_item_id = p_id and status in ('new', 'artwork', 'awaiting_approval', 'approved');
    return;
  end if;
  for v_job in
    update public.jobs set qty = v_item.qty
     where order_item_id = p_id and remake_of is null and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'on_hold')
    returning id
  loop
    perform private.lower_plan_of_job(v_job, v_item.qty / v_before.qty);
  end loop;
end $$;

create or replace function private.why_order_stays(p_order public.orders) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_order.status = 'cancelled' then 'This order is cancelled'
    when not exists (select from public.order_items i where i.order_id = p_order.id and i.qty_delivered > 0) then
      'Nothing of this order is delivered. Cancel it instead.'
    when p_order.delivered_pct = 100 then 'Everything of this order is delivered'
    when exists (select from public.deliveries d where d.order_id = p_order.id and d.status = 'out') then
      'A delivery of this order is on the road. Set it back to ready first.'
    else (
      select format(case when i.qty_invoiced - i.qty_drafted > i.qty_delivered
          then 'Of "%s" %s are on invoices and %s delivered. Please credit the rest first, as what is invoiced again.'
          else 'Of "%s" %s are on a draft of an invoice and %s delivered. Please lower the draft first.' end,
          left(i.description, 100), trim_scale(i.qty_invoiced), trim_scale(i.qty_delivered))
        from public.order_items i
       where i.order_id = p_order.id and i.kind = 'item' and i.qty_invoiced > i.qty_delivered order by i.position limit 1) end;
end $$;

create or replace function private.end_lines(p_order_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before constant public.order_items[] := array(select i from public.order_items i where i.order_id = p_order_id order by i.position);
  v_line public.order_items;
  v_kept numeric;
  v_share numeric;
  v_follows boolean;
begin
  foreach v_line in array v_before loop
    if v_line.kind = 'item' and v_line.qty > v_line.qty_delivered then
      perform private.lower_order_line(v_line.id, v_line.qty - v_line.qty_delivered);
    end if;
  end loop;
  -- A discount belongs to the lines at its rate: it falls as they do, and never below what invoices gave of it. Where all of them
  -- are invoiced, no invoice follows that could give more.
  foreach v_line in array v_before loop
    continue when v_line.kind <> 'discount' or v_line.qty = 0;
    select coalesce(sum(now.net) / nullif(sum(was.net), 0), 0), bool_or(now.qty > now.qty_invoiced) into v_share, v_follows
      from unnest(v_before) as was join public.order_items now on now.id = was.id
     where was.kind = 'item' and (was.vat_rate, was.vat_treatment) = (v_line.vat_rate, v_line.vat_treatment);
    v_kept := greatest(v_line.qty_invoiced, case when v_follows then ceil(abs(v_line.qty) * v_share * 10000) / 10000 else 0 end);
    continue when v_kept = abs(v_line.qty);
    perform private.lower_order_line(v_line.id, abs(v_line.qty) - v_kept);
    update public.order_items set net = trunc(v_line.net * v_share, 2) where id = v_line.id and v_kept > v_line.qty_invoiced;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('position', was.position, 'description', was.description, 'kind', was.kind, 'ordered', trim_scale(was.qty)::text,
             'left', trim_scale(now.qty)::text, 'net_before', private.amount_text(was.net), 'net', private.amount_text(now.net)) order by was.position), '[]')
      from unnest(v_before) as was join public.order_items now on now.id = was.id
     where was.kind in ('item', 'discount') and (was.qty, was.net) is distinct from (now.qty, now.net));
end $$;

create or replace function private.end_deliveries(p_order_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_delivery public.deliveries;
  v_ended jsonb := '[]';
  v_is_begun boolean;
begin
  for v_delivery in
    select * from public.deliveries where order_id = p_order_id and status in ('planned', 'ready', 'failed', 'partially_delivered') order by id for no key update
  loop
    v_is_begun := exists (select from public.delivery_items where delivery_id = v_delivery.id and qty_delivered > 0);
    if v_is_begun then
      delete from public.partial_deliveries where delivery_id = v_delivery.id and status <> 'delivered';
      delete from public.delivery_items where delivery_id = v_delivery.id and qty_delivered = 0;
      update public.delivery_items set qty = qty_delivered where delivery_id = v_delivery.id and qty > qty_delivered;
      update public.deliveries
         set status = 'delivered', delivered_at = coalesce((select max(p.delivered_at) from public.partial_deliveries p where p.delivery_id = v_delivery.id), now())
       where id = v_delivery.id;
    else
      update public.deliveries set status = 'cancelled' where id = v_delivery.id;
    end if;
    v_ended := v_ended || jsonb_build_object('number', v_delivery.delivery_number, 'is_cancelled', not v_is_begun);
  end loop;
  return v_ended;
end $$;

create or replace function private.end_jobs(p_order public.orders, p_why text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_entry public.time_entries;
  v_ended jsonb := '[]';
begin
  for v_job in
    select * from public.jobs where order_id = p_order.id and status not in ('delivered', 'closed', 'cancelled') order by id for no key update
  loop
    v_ended := v_ended || jsonb_build_object('number', v_job.job_number, 'has_begun', v_job.started_at is not null);
    v_job.status := case when v_job.remake_of is null and exists (
      select from public.order_items i where i.id = v_job.order_item_id and i.qty_delivered > 0) then 'delivered' else 'cancelled' end;
    for v_entry in
      select * from public.time_entries
       where job_id = v_job.id and (status = 'active' or status = 'paused' and step_id is not null) order by id for update
    loop
      perform private.stop_timer_of_job(v_job, v_entry, p_why);
    end loop;
    update public.job_steps set status = 'paused' where job_id = v_job.id and status = 'in_progress';
    update public.jobs set status = v_job.status, held_from = null, hold_reason = null, held_with_order = false where id = v_job.id;
  end loop;
  return v_ended;
end $$;

create or replace function private.end_rest(p_order_id uuid, p_reason text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_why text;
  v_done jsonb;
  v_freed numeric := 0;
begin
  perform private.take_turn_at_order(p_order_id);
  select * into v_before from public.orders where id = p_order_id for no key update;
  if v_before.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  end if;
  v_why := private.why_order_stays(v_before);
  if v_why is not null then
    perform private.refuse('PT409', v_why);
  end if;
  perform private.lock_kept(array[p_order_id]);
  if v_before.status = 'on_hold' then
    v_before.hold_reason := null;
    perform private.release_jobs_of_order(p_order_id);
    update public.orders set hold_reason = null, status = private.derive_order_status(v_before) where id = p_order_id;
  end if;
  v_done := jsonb_build_object('deliveries', private.end_deliveries(p_order_id), 'lines', private.end_lines(p_order_id));
  v_done := v_done || jsonb_build_object('jobs', private.end_jobs(v_before, format('%s ended the rest of %s: %s.',
    coalesce(private.person_label(auth.uid()), 'A colleague'), v_before.order_number, rtrim(btrim(p_reason), '. '))));
  update public.orders o
     set net = total.net,
         -- Where all of it is on invoices, their VAT is that of the order: a cent may lie between the sum of the parts and the VAT of the whole.
         vat = case when private.completes_order(null, o.id) then (select coalesce(sum(b.vat), 0) from private.billed_vat(o.id, false) as b) else total.vat end
    from (select coalesce(sum(base), 0) as net, coalesce(sum(vat), 0) as vat from private.order_vat(p_order_id)) as total
   where o.id = p_order_id
  returning o.* into v_order;
  v_order := private.amend_deposit(v_order, 0);
  if v_order.deposit_paid > v_order.gross then
    v_freed := private.free_kept(p_order_id, null, v_order.deposit_paid - v_order.gross);
  end if;
  update public.payment_requests set status = 'cancelled'
   where order_id = p_order_id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
  perform private.request_deposit(p_order_id);
  perform private.refresh_order(p_order_id);
  return v_done || jsonb_build_object('gross_before', private.amount_text(v_before.gross), 'gross', private.amount_text(v_order.gross),
    'freed', private.amount_text(v_freed));
end $$;

create or replace function private.order_end(p_order_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_shown jsonb;
begin
  perform private.must('orders', 'edit', 'end orders');
  -- It is done and undone: what is shown is what the act will do, to the cent and to the words of a refusal.
  begin
    v_shown := private.end_rest(p_order_id, 'Shown');
    raise exception using errcode = 'SW000';
  exception when sqlstate 'SW000' then
    null;
  end;
  return v_shown;
end $$;

create or replace function private.end_order(p_order_id uuid, p_reason text, p_shown text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_done jsonb;
begin
  perform private.must('orders', 'edit', 'end orders');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  v_done := private.end_rest(p_order_id, p_reason);
  if v_done ->> 'gross' <> p_shown then
    perform private.refuse('PT409', format('The order would come to %s now, not to %s: something of it changed meanwhile. Please look again.',
      v_done ->> 'gross', p_shown));
  end if;
  perform private.log_event('order', p_order_id, 'rest_ended', jsonb_build_object('reason', btrim(p_reason)) || v_done);
  return v_done;
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
    perform private.lower_order_line(v_off.id, v_off.qty);
  end loop;

  select private.next_key(max(position)) || 'V' into v_last from public.order_items where order_id = v_order.id;
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

revoke execute on all routines in schema private from public;

call private.offer('private.order_end(uuid)');

call private.offer('private.end_order(uuid, text, text)');

comment on function private.stop_timer_of_job(public.jobs,public.time_entries,pg_catalog.text) is 'Pauses a timer of a job that is put on hold, or completes one of a job that was cancelled or ended: the time until now counts, and the person is told. One that was probably forgotten
goes on, as in end_timers_of_step: only its person knows when the work ended.';

comment on function private.end_deliveries(pg_catalog.uuid) is 'Cancels the deliveries of an order that have brought nothing, and ends the others with what they brought. None is on the road. Returns [{number, is_cancelled}].';

comment on function private.end_jobs(public.orders,pg_catalog.text) is 'Ends the open jobs of an order: one of which something is delivered is delivered, another one is cancelled. Their timers end, and their people are told. The caller took
the turns of their steps. Returns [{number, has_begun}].';

comment on function private.end_lines(pg_catalog.uuid) is 'Lowers each line of an order to what is delivered of it, and each discount by the share that the lines at its rate fall by, or to what invoices gave where none follows. Returns the changed lines:
[{position, description, kind, ordered, left, net_before, net}], numbers as text.';

comment on function private.end_order(pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Ends the rest of an order of which a part is delivered: its lines come to what was brought, discounts fall with them, deliveries and jobs of the rest end, and an open deposit
asks for no more than the order comes to. What is on invoices beyond it is credited first: it is refused in words. p_shown: the gross amount that the person saw; another one is
refused. Returns {lines [{position, description, kind, ordered, left, net_before, net}], deliveries [{number, is_cancelled}], jobs [{number, has_begun}], gross_before, gross, freed},
numbers as text; freed: kept money that is credit of the client again.';

comment on function private.end_rest(pg_catalog.uuid,pg_catalog.text) is 'Does what end_order promises, without asking for the right.';

comment on function private.lower_order_line(pg_catalog.uuid,numeric) is 'A line of an order has p_off less of its quantity, at the same price. The job that makes it makes less and needs less material; of a line with nothing left it is cancelled
while it has not begun. The caller checked what may be taken off.';

comment on function private.lower_plan_of_job(pg_catalog.uuid,numeric) is 'A job makes only a share of its pieces: its planned material falls with it, whole sheets rounded up, never below what was taken. What was kept beyond it is free.';

comment on function private.order_end(pg_catalog.uuid) is 'What end_order would do now. Nothing is written.';

comment on function private.payable_ahead(pg_catalog.uuid) is 'What of an order is neither on issued invoices nor paid or asked for ahead, gross; kept money is paid ahead.';

comment on function private.why_order_stays(public.orders) is 'Why the rest of an order cannot be ended now, in words; null where it can.';

comment on function public.end_order(pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Ends the rest of an order of which a part is delivered: its lines come to what was brought, discounts fall with them, deliveries and jobs of the rest end, and an open deposit
asks for no more than the order comes to. What is on invoices beyond it is credited first: it is refused in words. p_shown: the gross amount that the person saw; another one is
refused. Returns {lines [{position, description, kind, ordered, left, net_before, net}], deliveries [{number, is_cancelled}], jobs [{number, has_begun}], gross_before, gross, freed},
numbers as text; freed: kept money that is credit of the client again.';

comment on function public.order_end(pg_catalog.uuid) is 'What end_order would do now. Nothing is written.';

reset check_function_bodies;
