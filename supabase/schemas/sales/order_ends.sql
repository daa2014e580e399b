-- The end of an order of which a part is delivered: what was not brought is not made, brought or invoiced any more.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.lower_plan_of_job(p_job_id uuid, p_share numeric) returns void
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
comment on function private.lower_plan_of_job is
  'A job makes only a share of its pieces: its planned material falls with it, whole sheets rounded up, never below what was taken. What was kept beyond it is free.';

create function private.lower_order_line(p_id uuid, p_off numeric) returns void
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
comment on function private.lower_order_line is
  'A line of an order has p_off less of its quantity, at the same price. The job that makes it makes less and needs less material; of a line with nothing left it is cancelled
while it has not begun. The caller checked what may be taken off.';

create function private.is_uncounted(p_line public.order_items) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_line.qty_delivered = 0 and (p_line.qty <= 1 or p_line.unit = 'hour')
    and not exists (select from public.jobs j where j.order_item_id = p_line.id and j.remake_of is null and (
      not exists (select from public.job_steps s where s.job_id = j.id)
      or exists (select from public.job_steps s where s.job_id = j.id and not private.is_on_site(s))));
end $$;
comment on function private.is_uncounted is
  'Whether a line is work that delivery notes do not count in parts, such as delivery and fitting: one of it, or hours, without a job or with one that is done on site alone, and
nothing of it delivered.';

create function private.stays_of(p_line public.order_items, p_stays jsonb) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_asked constant text := (select one ->> 'qty' from jsonb_array_elements(p_stays) as one where one ->> 'id' = p_line.id::text limit 1);
begin
  return case when v_asked ~ '^[0-9]{1,10}(\.[0-9]{1,4})?$' then v_asked::numeric
    when v_asked is not null then -1
    when private.is_uncounted(p_line) then p_line.qty
    else p_line.qty_delivered end;
end $$;
comment on function private.stays_of is
  'What stays of a line when the rest of its order ends: what the person says, [{id, qty}], below zero where that is no quantity; else what is delivered, and all of what
delivery notes do not count.';

create function private.refuse_stays(p_line public.order_items, p_stays numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_stays < p_line.qty_delivered or p_stays > p_line.qty then
    perform private.refuse('22023', format('Of "%s" %s are delivered and %s ordered: please enter a quantity between them', left(p_line.description, 100),
      trim_scale(p_line.qty_delivered), trim_scale(p_line.qty)));
  elsif p_stays <> p_line.qty_delivered then
    perform private.must_be_pieces(p_stays, private.unit_of_pieces(p_line.unit, p_line.width_mm, p_line.height_mm), p_line.description, p_line.qty);
  end if;
end $$;
comment on function private.refuse_stays is 'What stays of a line lies between what is delivered and what is ordered of it, in whole pieces.';

create function private.why_order_stays(p_order public.orders, p_stays jsonb default null) returns text
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
      select format(case when i.qty_invoiced - i.qty_drafted > s.qty
          then 'Of "%s" %s are on invoices and %s delivered. Please credit the rest first, as what is invoiced again.'
          else 'Of "%s" %s are on a draft of an invoice and %s delivered. Please lower the draft first.' end,
          left(i.description, 100), trim_scale(i.qty_invoiced), trim_scale(i.qty_delivered))
        from public.order_items i cross join lateral private.stays_of(i, p_stays) as s (qty)
       where i.order_id = p_order.id and i.kind = 'item' and i.qty_invoiced > s.qty and s.qty >= 0 order by i.position limit 1) end;
end $$;
comment on function private.why_order_stays is 'Why the rest of an order cannot be ended now, in words; null where it can. p_stays: as in end_order.';

create function private.choices_of_end(p_order_id uuid, p_stays jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'position', i.position, 'description', i.description, 'unit', i.unit, 'ordered', trim_scale(i.qty)::text,
             'delivered', trim_scale(i.qty_delivered)::text, 'stays', trim_scale(private.stays_of(i, p_stays))::text,
             'is_uncounted', private.is_uncounted(i), 'net', private.amount_text(i.net)) order by i.position), '[]')
      from public.order_items i where i.order_id = p_order_id and i.kind = 'item' and i.qty > i.qty_delivered);
end $$;
comment on function private.choices_of_end is 'The lines of an order of which something is not delivered, with what stays of each. Quantities are text.';

create function private.percent_of_discount(p_line public.order_items) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[];
  v_base numeric;
  v_amount numeric;
begin
  -- Our own words for a percentage, in any style of numbers: "7.5 % × €593.59 = €44.51".
  v_words := regexp_match(p_line.details, '^([0-9]{1,3}(?:[.,][0-9]{1,4})?) % × ([^=\n]*[0-9][.,][0-9]{2}[^0-9=\n]*) = ([^=\n]*[0-9][.,][0-9]{2}[^0-9=\n]*)$', 'n');
  if p_line.kind <> 'discount' or abs(p_line.qty) <> 1 or v_words is null then
    return null;
  end if;
  v_base := regexp_replace(v_words[2], '[^0-9]', '', 'g')::numeric / 100;
  v_amount := regexp_replace(v_words[3], '[^0-9]', '', 'g')::numeric / 100;
  return case when v_amount = abs(p_line.net) then jsonb_build_object('percent', replace(v_words[1], ',', '.'), 'written', v_words[1], 'base', v_base) end;
end $$;
comment on function private.percent_of_discount is
  'The percentage that a discount of an order was written as, and the sum that it was of, where its amount is still that: {percent, written, base}; null of one by amount, and of a share.';

create function private.lines_of_discount(p_lines public.order_items[], p_line public.order_items, p_base numeric) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  -- Those above it at its rate, without options that were chosen later, or with them: those that come to the sum that it was of.
  select t.ids
    from (select array_agg(l.id) as ids, sum(l.net) as net, 1 as place
            from unnest(p_lines) as l left join public.quotation_items q on q.id = l.quotation_item_id
           where l.kind in ('item', 'discount') and l.position < p_line.position and (l.vat_rate, l.vat_treatment) = (p_line.vat_rate, p_line.vat_treatment)
             and not coalesce(q.is_optional, false)
          union all
          select array_agg(l.id), sum(l.net), 2 from unnest(p_lines) as l
           where l.kind in ('item', 'discount') and l.position < p_line.position and (l.vat_rate, l.vat_treatment) = (p_line.vat_rate, p_line.vat_treatment)) as t
   where t.net = p_base order by t.place limit 1
$$;
comment on function private.lines_of_discount is
  'The lines of an order that a discount in percent is of: their sum proves it. Null where no lines come to p_base.';

create function private.net_of_discount(p_lines public.order_items[], p_line public.order_items) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_percent constant jsonb := private.percent_of_discount(p_line);
  v_ids constant uuid[] := private.lines_of_discount(p_lines, p_line, (v_percent ->> 'base')::numeric);
  v_base numeric;
  v_net numeric;
  v_currency constant text := (select o.currency from public.orders o where o.id = p_line.order_id);
begin
  if v_ids is null then
    return null;
  end if;
  v_base := (select coalesce(sum(i.net), 0) from public.order_items i where i.id = any (v_ids));
  v_net := private.to_cents(greatest(v_base, 0) * (v_percent ->> 'percent')::numeric / 100);
  return jsonb_build_object('net', v_net, 'words',
    format('%s %% × %s = %s', v_percent ->> 'written', private.money_words(v_base, v_currency), private.money_words(v_net, v_currency)));
end $$;
comment on function private.net_of_discount is
  'What a discount in percent of an order comes to after its lines changed, and how: {net, words}. p_lines: the lines as they were, which say what it is of. Null of another discount.';

create function private.lower_discount(p_line public.order_items, p_share numeric, p_follows boolean, p_percent jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_net constant numeric := coalesce((p_percent ->> 'net')::numeric, trunc(abs(p_line.net) * p_share, 2));
  v_kept numeric;
begin
  if v_net = abs(p_line.net) and p_follows then
    return;
  elsif p_line.qty_invoiced = 0 and v_net > 0 and p_follows then
    -- Nothing of it is on an invoice: it is one discount over its new amount.
    update public.order_items
       set unit_price = v_net, qty = sign(p_line.qty), charged_qty = null, net = -v_net,
           details = case when p_percent is null then p_line.details
             else regexp_replace(p_line.details, '^[0-9.,]+ % × [^=\n]*= [^=\n]*$', replace(p_percent ->> 'words', '\', '\\'), 'n') end
     where id = p_line.id;
    return;
  end if;
  v_kept := greatest(p_line.qty_invoiced, case when p_follows then ceil(abs(p_line.qty) * v_net / nullif(abs(p_line.net), 0) * 10000) / 10000 else 0 end);
  if v_kept = abs(p_line.qty) then
    return;
  end if;
  perform private.lower_order_line(p_line.id, abs(p_line.qty) - v_kept);
  update public.order_items set net = -v_net where id = p_line.id and v_kept > p_line.qty_invoiced;
end $$;
comment on function private.lower_discount is
  'A discount of an order falls as its lines do: one in percent to that part of what they come to now, another one by the share of p_share. Never below what invoices gave of it;
where no line is left to invoice (p_follows), it is what they gave.';

create function private.lower_lines(p_order_id uuid, p_off jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before constant public.order_items[] := array(select i from public.order_items i where i.order_id = p_order_id order by i.position);
  v_line public.order_items;
  v_share numeric;
  v_follows boolean;
begin
  foreach v_line in array v_before loop
    if p_off ? v_line.id::text then
      perform private.lower_order_line(v_line.id, (p_off ->> v_line.id::text)::numeric);
    end if;
  end loop;
  -- A discount belongs to the lines at its rate: it falls as they do, and never below what invoices gave of it. Where all of them
  -- are invoiced, no invoice follows that could give more.
  foreach v_line in array v_before loop
    continue when v_line.kind <> 'discount' or v_line.qty = 0;
    select coalesce(sum(now.net) / nullif(sum(was.net), 0), 0), bool_or(now.qty > now.qty_invoiced) into v_share, v_follows
      from unnest(v_before) as was join public.order_items now on now.id = was.id
     where was.kind = 'item' and (was.vat_rate, was.vat_treatment) = (v_line.vat_rate, v_line.vat_treatment);
    perform private.lower_discount(v_line, v_share, v_follows, private.net_of_discount(v_before, v_line));
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('position', was.position, 'description', was.description, 'kind', was.kind, 'ordered', trim_scale(was.qty)::text,
             'left', trim_scale(now.qty)::text, 'net_before', private.amount_text(was.net), 'net', private.amount_text(now.net)) order by was.position), '[]')
      from unnest(v_before) as was join public.order_items now on now.id = was.id
     where was.kind in ('item', 'discount') and (was.qty, was.net) is distinct from (now.qty, now.net));
end $$;
comment on function private.lower_lines is
  'Takes p_off {line: quantity} off lines of an order, and lowers each discount: one in percent to that part of its lines, another one by the share that the lines at its rate fall by, or to what invoices gave where none follows. Returns the changed lines:
[{position, description, kind, ordered, left, net_before, net}], numbers as text.';

create function private.end_lines(p_order_id uuid, p_stays jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line public.order_items;
  v_kept numeric;
  v_off jsonb := '{}';
  v_changed jsonb;
begin
  for v_line in
    select * from public.order_items where order_id = p_order_id and kind = 'item' and qty > qty_delivered order by position
  loop
    v_kept := private.stays_of(v_line, p_stays);
    perform private.refuse_stays(v_line, v_kept);
    if v_kept < v_line.qty then
      v_off := v_off || jsonb_build_object(v_line.id, v_line.qty - v_kept);
    end if;
  end loop;
  v_changed := private.lower_lines(p_order_id, v_off);
  -- Nothing of the order follows: what stays is done, and can be invoiced.
  update public.order_items set qty_delivered = qty where order_id = p_order_id and kind = 'item' and qty > qty_delivered;
  return v_changed;
end $$;
comment on function private.end_lines is
  'Lowers each line of an order to what stays of it, which counts as delivered, as lower_lines does. p_stays: as in end_order.';

create function private.end_part_delivery(p_delivery_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.partial_deliveries where delivery_id = p_delivery_id and status <> 'delivered';
  update public.deliveries d
     set status = 'delivered', delivered_at = coalesce((select max(p.delivered_at) from public.partial_deliveries p where p.delivery_id = d.id), now())
   where d.id = p_delivery_id;
end $$;
comment on function private.end_part_delivery is 'A delivery of which a part was handed over ends with it.';

create function private.end_deliveries(p_order_id uuid) returns jsonb
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
      delete from public.delivery_items where delivery_id = v_delivery.id and qty_delivered = 0;
      update public.delivery_items set qty = qty_delivered where delivery_id = v_delivery.id and qty > qty_delivered;
      perform private.end_part_delivery(v_delivery.id);
    else
      update public.deliveries set status = 'cancelled' where id = v_delivery.id;
    end if;
    v_ended := v_ended || jsonb_build_object('number', v_delivery.delivery_number, 'is_cancelled', not v_is_begun);
  end loop;
  return v_ended;
end $$;
comment on function private.end_deliveries is
  'Cancels the deliveries of an order that have brought nothing, and ends the others with what they brought. None is on the road. Returns [{number, is_cancelled}].';

create function private.end_jobs(p_order public.orders, p_why text) returns jsonb
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
comment on function private.end_jobs is
  'Ends the open jobs of an order: one of which something is delivered is delivered, another one is cancelled. Their timers end, and their people are told. The caller took
the turns of their steps. Returns [{number, has_begun}].';

create function private.settle_lowered(p_order_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_freed numeric := 0;
begin
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
  v_freed := v_freed + private.credit_beyond(p_order_id);
  select * into v_order from public.orders where id = p_order_id;
  update public.payment_requests set status = 'cancelled'
   where order_id = p_order_id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
  perform private.request_deposit(p_order_id);
  perform private.fit_deposit(p_order_id);
  perform private.refresh_order(p_order_id);
  return jsonb_build_object('gross', private.amount_text(v_order.gross), 'freed', private.amount_text(v_freed));
end $$;
comment on function private.settle_lowered is
  'Totals, deposit and status of an order follow its lowered lines. What was paid ahead
beyond the order is credited. The caller holds the locks of the order and of its kept money. Returns {gross, freed}, as text.';

create function private.end_rest(p_order_id uuid, p_reason text, p_stays jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_why text;
  v_done jsonb;
begin
  if jsonb_typeof(p_stays) <> 'array' or jsonb_array_length(p_stays) > 1000 then
    perform private.refuse('22023', 'What stays is a list of lines');
  end if;
  perform private.take_turn_at_order(p_order_id);
  select * into v_before from public.orders where id = p_order_id for no key update;
  if v_before.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  end if;
  v_why := private.why_order_stays(v_before, p_stays);
  if v_why is not null then
    perform private.refuse('PT409', v_why);
  end if;
  perform private.lock_kept(array[p_order_id]);
  if v_before.status = 'on_hold' then
    v_before.hold_reason := null;
    perform private.release_jobs_of_order(p_order_id);
    update public.orders set hold_reason = null, status = private.derive_order_status(v_before) where id = p_order_id;
  end if;
  perform set_config('signwright.tells_no_client', 'on', true);
  v_done := jsonb_build_object('choices', private.choices_of_end(p_order_id, p_stays));
  v_done := v_done || jsonb_build_object('deliveries', private.end_deliveries(p_order_id), 'lines', private.end_lines(p_order_id, p_stays));
  v_done := v_done || jsonb_build_object('jobs', private.end_jobs(v_before, format('%s ended the rest of %s: %s.',
    coalesce(private.person_label(auth.uid()), 'A colleague'), v_before.order_number, rtrim(btrim(p_reason), '. '))));
  v_done := v_done || jsonb_build_object('gross_before', private.amount_text(v_before.gross)) || private.settle_lowered(p_order_id);
  perform set_config('signwright.tells_no_client', '', true);
  return v_done;
end $$;
comment on function private.end_rest is 'Does what end_order promises, without asking for the right.';

create function private.order_end(p_order_id uuid, p_stays jsonb default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_shown jsonb;
begin
  perform private.must('orders', 'edit', 'end orders');
  -- It is done and undone: what is shown is what the act will do, to the cent and to the words of a refusal.
  begin
    v_shown := private.end_rest(p_order_id, 'Shown', p_stays);
    raise exception using errcode = 'SW000';
  exception when sqlstate 'SW000' then
    null;
  end;
  return v_shown;
end $$;
comment on function private.order_end is 'What end_order would do now. Nothing is written. p_stays: as there.';
call private.offer('private.order_end(uuid, jsonb)');

create function private.end_order(p_order_id uuid, p_reason text, p_shown text default null, p_stays jsonb default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_done jsonb;
begin
  perform private.must('orders', 'edit', 'end orders');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  v_done := private.end_rest(p_order_id, p_reason, p_stays);
  if v_done ->> 'gross' <> p_shown then
    perform private.refuse('PT409', format('The order would come to %s now, not to %s: something of it changed meanwhile. Please look again.',
      v_done ->> 'gross', p_shown));
  end if;
  perform private.log_event('order', p_order_id, 'rest_ended', jsonb_build_object('reason', btrim(p_reason)) || (v_done - 'choices'));
  return v_done;
end $$;
comment on function private.end_order is
  'Ends the rest of an order of which a part is delivered: its lines come to what was brought or to what p_stays says, [{id, qty}], discounts fall with them, deliveries and jobs of the rest end, and an open deposit
asks for no more than the order comes to. What is on invoices beyond it is credited first: it is refused in words. p_shown: the gross amount that the person saw; another one is
refused. The client gets the mail that the order has changed, where that template is active. Returns {choices [{id, position, description, unit, ordered, delivered, stays, is_uncounted, net}], lines [{position, description, kind, ordered, left, net_before, net}], deliveries [{number, is_cancelled}], jobs [{number, has_begun}], gross_before, gross, freed},
numbers as text; freed: what was paid ahead and is credit of the client now, or settled an open invoice of the order.';
call private.offer('private.end_order(uuid, text, text, jsonb)');

-- ------------------------------------------------------------------------------------------------------ fewer are enough

create function private.why_not_fewer(p_item public.order_items, p_qty numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_item.qty_delivered > p_qty then
      format('Of "%s" %s are delivered: the order stays at %s.', left(p_item.description, 100), trim_scale(p_item.qty_delivered), trim_scale(p_item.qty))
    when p_item.qty_invoiced - p_item.qty_drafted > p_qty then
      format('Of "%s" %s are on invoices. Please credit the rest first, as what is invoiced again.', left(p_item.description, 100), trim_scale(p_item.qty_invoiced))
    when p_item.qty_invoiced > p_qty then
      format('Of "%s" %s are on a draft of an invoice. Please lower the draft first.', left(p_item.description, 100), trim_scale(p_item.qty_invoiced)) end;
end $$;
comment on function private.why_not_fewer is 'Why a line of an order cannot come down to a quantity now, in words; null where it can.';

create function private.lower_deliveries(p_item_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_over numeric := private.planned_of(p_item_id) - (select i.qty from public.order_items i where i.id = p_item_id);
  v_part record;
  v_off numeric;
begin
  for v_part in
    select n.id, n.delivery_id, n.qty, n.qty_delivered, d.status from public.delivery_items n join public.deliveries d on d.id = n.delivery_id
     where n.order_item_id = p_item_id and n.qty > n.qty_delivered and d.status in ('planned', 'ready', 'out', 'partially_delivered')
     order by d.scheduled_at desc nulls first, d.delivery_number desc for no key update of d
  loop
    exit when v_over <= 0;
    v_off := least(v_over, v_part.qty - v_part.qty_delivered);
    v_over := v_over - v_off;
    if v_part.qty > v_off then
      update public.delivery_items set qty = qty - v_off where id = v_part.id;
    else
      delete from public.delivery_items where id = v_part.id;
    end if;
    if v_part.status = 'partially_delivered' and not exists (
      select from public.delivery_items n where n.delivery_id = v_part.delivery_id and n.qty > n.qty_delivered) then
      perform private.end_part_delivery(v_part.delivery_id);
    elsif v_part.status in ('planned', 'ready') and not exists (select from public.delivery_items n where n.delivery_id = v_part.delivery_id) then
      update public.deliveries set status = 'cancelled' where id = v_part.delivery_id;
    end if;
  end loop;
end $$;
comment on function private.lower_deliveries is
  'Deliveries bring no more of a line than is ordered: what is over is taken off the last ones first. One that has nothing left to bring is cancelled, one that brought a part ends with it.';

create function private.lower_made_jobs(p_job_id uuid, p_short numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Of a remake that made nothing good there is nothing to lower: its origin made what is there.
  if not exists (select from public.jobs where id = p_job_id and qty > p_short and status <> 'cancelled') then
    return;
  end if;
  with recursive chain as (
    select j.id, j.remake_of, 1 as depth from public.jobs j where j.id = p_job_id
    union
    select o.id, o.remake_of, c.depth + 1 from chain c join public.jobs o on o.id = c.remake_of where c.depth < 50
  )
  update public.jobs j set qty = j.qty - p_short from chain c where c.id = j.id and j.qty > p_short;
end $$;
comment on function private.lower_made_jobs is 'A job makes p_short less, and with a remake every job whose pieces it makes again.';

create function private.lower_to_made(p_job_id uuid, p_short numeric, p_reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_order public.orders;
  v_item public.order_items;
  v_short jsonb;
  v_reason text;
  v_done jsonb;
  v_why text;
begin
  perform private.must('orders', 'edit', 'change orders');
  select * into v_job from public.jobs where id = p_job_id;
  perform private.take_turn_at_order(v_job.order_id);
  select * into v_order from public.orders where id = v_job.order_id for no key update;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  select * into v_item from public.order_items where id = v_job.order_item_id for no key update;
  if v_item.id is null or v_order.status = 'cancelled' then
    perform private.refuse('PT404', 'No order waits for the pieces of this job');
  end if;
  v_short := private.short_of_job(v_job);
  v_reason := coalesce(nullif(btrim(left(p_reason, 2000)), ''), v_short ->> 'why');
  if v_short is null then
    return '{}';
  elsif v_reason is null then
    perform private.refuse('PT409', 'Nobody said yet that fewer are enough');
  elsif (v_short ->> 'qty')::numeric is distinct from p_short then
    perform private.refuse('PT409', format('%s are short now. Please look again.', v_short ->> 'qty'));
  end if;
  v_why := private.why_not_fewer(v_item, v_item.qty - p_short);
  if v_why is not null then
    perform private.refuse('PT409', v_why);
  end if;
  perform private.lock_kept(array[v_order.id]);
  perform private.lower_made_jobs(p_job_id, p_short);
  v_done := jsonb_build_object('lines', private.lower_lines(v_order.id, jsonb_build_object(v_item.id, p_short)));
  perform private.count_ready(v_item.id);
  perform private.lower_deliveries(v_item.id);
  perform private.end_site_work(v_order.id);
  perform private.end_delivered_jobs(v_order.id);
  v_done := v_done || jsonb_build_object('gross_before', private.amount_text(v_order.gross)) || private.settle_lowered(v_order.id);
  perform private.log_event('order', v_order.id, 'fewer_taken', jsonb_build_object('job', v_job.job_number, 'reason', v_reason) || v_done);
  perform private.close_request(v_order.order_number || ': fewer are enough', 'order', v_order.id);
  perform private.close_request(format('%s: %s was cancelled', v_order.order_number, v_job.job_number), 'order', v_order.id);
  return v_done;
end $$;
comment on function private.lower_to_made is
  'The client takes fewer than ordered: somebody said so when the job was checked, or p_reason does, as of a job that was cancelled. The line of its order comes down by what is short, its discounts, deliveries, deposit and totals with it, and
the job, or the remake and its origin, which end where all of it is delivered. p_short: as the person saw it. What is delivered or invoiced beyond it is refused in words. Returns {lines, gross_before, gross, freed}, as end_order; a repeated
call {}.';
call private.offer('private.lower_to_made(uuid, numeric, text)');

create function private.settle_fewer(p_job_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job constant public.jobs := (select j from public.jobs j where j.id = p_job_id);
  v_item constant public.order_items := (select i from public.order_items i where i.id = v_job.order_item_id);
  v_order constant public.orders := (select o from public.orders o where o.id = v_job.order_id);
  v_short constant numeric := (private.short_of_job(v_job) ->> 'qty')::numeric;
begin
  if v_short is null or v_item.id is null or v_order.status = 'cancelled' then
    return;
  elsif (private.is_server() or private.can('orders', 'edit')) and private.why_not_fewer(v_item, v_item.qty - v_short) is null then
    perform private.lower_to_made(p_job_id, v_short);
    return;
  end if;
  perform private.tell_people(array[v_order.created_by, (select coalesce(q.account_manager_id, q.created_by) from public.quotations q where q.id = v_order.quotation_id)],
    v_order.order_number || ': fewer are enough', format('%s of %s of "%s" were made: %s. Lower the order to %s, or have the rest made.',
      trim_scale(v_item.qty - v_short), trim_scale(v_item.qty), left(v_item.description, 200), left(private.short_of_job(v_job) ->> 'why', 500), trim_scale(v_item.qty - v_short)),
    'order', v_order.id);
end $$;
comment on function private.settle_fewer is
  'A job was checked and fewer are enough: the order comes down at once where the person may change orders and nothing stands against it; else whoever sold it is asked.';
