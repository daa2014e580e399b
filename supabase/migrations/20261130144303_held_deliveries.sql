set check_function_bodies = off;

drop routine private.not_made_of_deliveries(p_ids uuid[]);

drop routine public.not_made_of_deliveries(p_ids uuid[]);

-- A failed delivery has given its quantities back. Another van may have them by now.
create or replace function private.guard_planned_again() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line record;
begin
  perform from public.orders where id = new.order_id for no key update;
  perform private.refuse_held_order(new.order_id, 'Nothing of it is planned again until it is released.');
  for v_line in
    select o.description, o.qty as ordered, private.planned_of(o.id) - i.qty_delivered as taken, i.qty
      from public.delivery_items i join public.order_items o on o.id = i.order_item_id
     where i.delivery_id = new.id order by i.position
  loop
    if v_line.taken + v_line.qty > v_line.ordered then
      perform private.refuse('PT409', format('Another delivery brings "%s" now: of %s only %s are left. Plan a new delivery of the rest.',
        left(v_line.description, 100), trim_scale(v_line.ordered), trim_scale(greatest(v_line.ordered - v_line.taken, 0))));
    end if;
  end loop;
  new.failed_at := null;
  new.failed_reason := null;
  return new;
end $$;

create or replace function private.not_made_of_deliveries(p_ids uuid[])
  returns table (delivery_id uuid, not_made text, on_hold text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  if cardinality(p_ids) > 1000 then
    perform private.refuse('22023', 'At most 1000 deliveries at a time');
  end if;
  return query
    select d.id, open.words, o.hold_reason
      from public.deliveries d
      left join public.orders o on o.id = d.order_id and o.status = 'on_hold'
     cross join lateral (select private.not_made_of_delivery(d.id) as words) as open
     where d.id = any (p_ids) and d.status not in ('delivered', 'cancelled') and (open.words is not null or o.id is not null);
end $$;

create or replace function private.tell_crews_of_hold(p_order public.orders) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.delivery_notifications (notified_user_id, delivery_id, project_title, message)
  select u, d.id, left(d.project_title, 500), left(case when p_order.hold_reason is null
           then format('%s goes on, %s: its order is released.', d.delivery_number, private.drop_time_text(d))
           else format('%s is on hold: %s. It does not leave until its order is released.', d.delivery_number, left(rtrim(p_order.hold_reason, '. '), 300)) end, 500)
    from public.deliveries d cross join lateral (select distinct u from unnest(d.crew) as u) as people
   where d.order_id = p_order.id and d.status in ('planned', 'ready', 'partially_delivered') and u is distinct from auth.uid()
   order by d.id, u;
  perform private.nudge('page:deliveries', 'deliveries', 'UPDATE', null)
    where exists (select from public.deliveries d where d.order_id = p_order.id);
end $$;

-- The order before its delivery, as where its plan changes: in the other order the two waited for each other.
create or replace function private.deliver_drop(p_delivery_id uuid, p_items jsonb default null, p_received_by text default null, p_signature text default null, p_photo_paths text[] default '{}', p_drop_id uuid default null, p_at timestamptz default null, p_lat double precision default null, p_lng double precision default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_delivery public.deliveries;
  v_order_id uuid;
  v_lines jsonb;
  v_partial public.partial_deliveries;
  v_whole boolean;
  v_before boolean;
  v_at timestamptz;
  v_photos constant text[] := coalesce(p_photo_paths, '{}');
  v_open text;
begin
  perform private.must('deliveries', 'edit', 'hand over deliveries');
  perform from public.orders where id = (select d.order_id from public.deliveries d where d.id = p_delivery_id) for no key update;
  select * into v_delivery from public.deliveries where id = p_delivery_id for no key update;
  if v_delivery.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  end if;
  if p_drop_id is not null and v_delivery.last_drop_id is not distinct from p_drop_id
    or exists (select from public.partial_deliveries where id = p_drop_id and delivery_id = p_delivery_id and status = 'delivered')
  then
    select * into v_partial from public.partial_deliveries where id = p_drop_id;
    return jsonb_build_object('status', v_delivery.status, 'partial_id', v_partial.id, 'partial_number', v_partial.partial_number);
  end if;
  perform private.refuse_ended_delivery(v_delivery);
  perform private.refuse_held_order(v_delivery.order_id, 'Nothing of it is handed over until it is released.')
    where p_at is null or p_at > now() - interval '30 seconds';
  perform private.check_delivery_photos(p_delivery_id, v_photos);
  v_at := private.moment_of_drop(v_delivery, p_at);
  v_order_id := v_delivery.order_id;
  v_before := exists (select from public.delivery_items where delivery_id = p_delivery_id and qty_delivered > 0);

  v_lines := private.lines_of_drop(p_delivery_id, p_items);
  select string_agg(distinct private.not_made_of((line ->> 'order_item_id')::uuid, (line ->> 'qty')::numeric), ', ') into v_open from jsonb_array_elements(v_lines) as line;
  update public.delivery_items i set qty_delivered = i.qty_delivered + (line ->> 'qty')::numeric
    from jsonb_array_elements(v_lines) as line where i.id = (line ->> 'id')::uuid;
  update public.order_items i set qty_delivered = i.qty_delivered + (line ->> 'qty')::numeric
    from jsonb_array_elements(v_lines) as line where i.id = (line ->> 'order_item_id')::uuid;
  v_whole := not exists (select from public.delivery_items where delivery_id = p_delivery_id and qty_delivered < qty);

  select * into v_partial from public.partial_deliveries where id = p_drop_id and delivery_id = p_delivery_id;
  if v_partial.id is null and (v_before or not v_whole) then
    insert into public.partial_deliveries (id, partial_number, delivery_id, seq)
    select coalesce(p_drop_id, gen_random_uuid()), v_delivery.delivery_number || '/' || next.seq, p_delivery_id, next.seq
      from (select coalesce(max(seq), 0) + 1 as seq from public.partial_deliveries where delivery_id = p_delivery_id) as next
    returning * into v_partial;
  end if;
  if v_partial.id is not null then
    update public.partial_deliveries set status = 'delivered', delivered_at = v_at, received_by = nullif(btrim(p_received_by), ''),
      photo_paths = v_photos, lat = p_lat, lng = p_lng where id = v_partial.id;
    insert into public.partial_delivery_items (partial_delivery_id, delivery_item_id, qty)
    select v_partial.id, (line ->> 'id')::uuid, (line ->> 'qty')::numeric from jsonb_array_elements(v_lines) as line;
  end if;
  update public.deliveries
     set status = case when v_whole then 'delivered' else 'partially_delivered' end,
         delivered_at = case when v_whole then v_at end, received_by = coalesce(nullif(btrim(p_received_by), ''), received_by),
         photo_paths = case when v_partial.id is null then v_photos else photo_paths end,
         lat = coalesce(p_lat, lat), lng = coalesce(p_lng, lng), failed_at = null, failed_reason = null, last_drop_id = p_drop_id
   where id = p_delivery_id;
  if nullif(btrim(p_received_by), '') is not null then
    perform private.sign_document(case when v_partial.id is null then 'delivery' else 'partial_delivery' end,
      coalesce(v_partial.id, p_delivery_id), null, p_received_by, p_signature);
  end if;

  perform private.end_site_work(v_order_id);
  perform private.tell_jobs_of_drop(v_lines, coalesce(v_partial.partial_number, v_delivery.delivery_number), p_received_by);
  update public.jobs j set status = 'delivered'
    from public.order_items i
   where i.id = j.order_item_id and i.order_id = v_order_id and i.qty_delivered >= i.qty
     and j.status not in ('delivered', 'closed', 'cancelled', 'on_hold');
  perform private.refresh_order(v_order_id);
  perform private.log_event('delivery', p_delivery_id, 'handed_over',
    jsonb_build_object('partial_number', v_partial.partial_number, 'received_by', nullif(btrim(p_received_by), ''))
      || jsonb_strip_nulls(jsonb_build_object('not_made', left(v_open, 300), 'on_hold', (select left(o.hold_reason, 300) from public.orders o where o.id = v_order_id and o.status = 'on_hold'))));
  perform private.tell_of_delivery(v_delivery, v_partial, v_whole);
  return jsonb_build_object('status', case when v_whole then 'delivered' else 'partially_delivered' end,
    'partial_id', v_partial.id, 'partial_number', v_partial.partial_number);
end $$;

create or replace function private.timings() returns table (kind text, id uuid, timing text, why text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return query
    with open_job as (
      select j.id, j.order_id, j.due_date, j.status, private.day_of_order(o) as promise,
             j.mockup_required and j.mockup_status is distinct from 'approved' as waits_for_client,
             exists (select from public.job_materials m where m.job_id = j.id and m.settled_at is null
                and m.qty_planned > m.qty_reserved + m.qty_used) as waits_for_material,
             (select min(s.name) from public.job_steps s where s.job_id = j.id and s.status not in ('done', 'skipped')
                and s.planned_start >= (j.due_date + 1)::timestamp at time zone private.company_zone()) as planned_after,
             (select coalesce(sum(s.planned_minutes + s.wait_minutes / 3.0), 0) from public.job_steps s
               where s.job_id = j.id and s.status not in ('done', 'skipped')) as minutes,
             (select count(*) * 480 from generate_series(v_today, least(j.due_date, v_today + 60), interval '1 day') as d
               where extract(isodow from d) < 6) as minutes_left
        from public.jobs j left join public.orders o on o.id = j.order_id
       where private.job_is_open(private.status_of_work(j)) and j.due_date is not null
    ), told as (
      select w.id, w.order_id, case when w.due_date < v_today then 'late' else 'at_risk' end as timing,
             case when w.due_date < v_today then 'Its day is over'
                  when w.due_date > w.promise then 'It is due after the day of its order'
                  when w.planned_after is not null then format('%s is planned after the day of the job', w.planned_after)
                  when w.minutes > w.minutes_left then 'Its work takes longer than the time that is left'
                  when w.due_date > v_today + 1 then null
                  when w.status = 'on_hold' then 'It is due and on hold'
                  when w.waits_for_client then 'It is due and its mockup is not approved'
                  when w.waits_for_material then 'It is due and material is missing' end as why
        from open_job w
    )
    select 'job', t.id, t.timing, t.why from told t where t.why is not null
    union all
    select 'order', l.id, 'late', 'Its day is over' from private.late_orders() l
    union all
    select 'order', o.id, 'at_risk', case when bool_or(t.timing = 'late') then 'A job of it is late'
             when bool_or(t.timing = 'at_risk') then 'A job of it is at risk' else 'Its delivery is planned after its day' end
      from public.orders o
      left join told t on t.order_id = o.id and t.why is not null
      left join public.deliveries d on d.order_id = o.id and d.status not in ('delivered', 'partially_delivered', 'cancelled', 'failed')
        and d.scheduled_at >= (private.day_of_order(o) + 1)::timestamp at time zone private.company_zone()
     where (t.id is not null or d.id is not null) and o.status not in ('delivered', 'completed', 'cancelled')
       and (private.is_server() or private.can('orders', 'view')) and coalesce(private.day_of_order(o) >= v_today, true)
     group by o.id;
end $$;

create or replace function private.take_material(p_id uuid, p_job_id uuid, p_item_id uuid, p_qty numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_kept public.stock_movements;
  v_qty numeric;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit') or private.can('inventory', 'edit')) then
    raise insufficient_privilege using message = 'You may not take material';
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  end if;
  select * into v_kept from public.stock_movements where id = p_id;
  if found then
    perform private.must_be_same((v_kept.job_id, v_kept.item_id) = (p_job_id, p_item_id), 'movement of stock');
    return private.movement_facts(p_id);
  end if;
  perform private.must_be_in_work(v_job);
  perform private.refuse_held_job(v_job);
  v_qty := private.stock_qty(p_item_id, p_qty, null);
  if v_qty = 0 then
    perform private.refuse('22023', 'The quantity must be more than zero');
  end if;
  insert into public.stock_movements (id, item_id, reason, qty, job_id) values (p_id, p_item_id, 'deduct', -v_qty, p_job_id);
  return private.movement_facts(p_id);
end $$;

create or replace function private.status_of_work(p_job public.jobs) returns text
  language sql immutable set search_path = ''
as $$ select case p_job.status when 'on_hold' then coalesce(p_job.held_from, 'new') else p_job.status end $$;

create or replace function private.is_still_made(p_job public.jobs) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.job_is_open(private.status_of_work(p_job)) then
    return false;
  end if;
  return coalesce(p_job.held_from, p_job.status) = 'qc' or private.has_bench_work(p_job.id)
    or not exists (select from public.job_steps s where s.job_id = p_job.id and s.status not in ('done', 'skipped'));
end $$;

create or replace function private.late_jobs() returns setof public.jobs
  language sql stable security definer set search_path = ''
as $$
  select j.* from public.jobs j
   where j.due_date < private.company_today() and private.job_is_open(private.status_of_work(j))
     and (private.is_server() or private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view'))
$$;

create or replace function private.jobs_to_plan(p_is_named boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', j.id, 'number', case when p_is_named then j.job_number end, 'title', case when p_is_named then j.title end,
             'status', j.status, 'due', j.due_date, 'is_late', j.id in (select e.id from private.late_jobs() e), 'priority', j.priority, 'order_id', j.order_id,
             'order', case when p_is_named then o.order_number end, 'promise', private.day_of_order(o), 'lead_day', l.day,
             'waits_for_client', j.mockup_required and j.mockup_status is distinct from 'approved',
             'lacks', coalesce((
               select jsonb_agg(jsonb_build_object('name', i.name, 'qty', (m.qty_planned - m.qty_reserved - m.qty_used)::double precision,
                        'unit', i.stock_unit, 'expected_on', private.arrival_of(i.id), 'is_ordered', i.on_order > 0) order by i.name)
                 from public.job_materials m join public.inventory_items i on i.id = m.item_id
                where m.job_id = j.id and m.settled_at is null and m.qty_planned > m.qty_reserved + m.qty_used), '[]'),
             'has_steps', exists (select from public.job_steps s where s.job_id = j.id), 'steps', private.steps_to_plan(j.id)) order by least(j.due_date, l.day) nulls last, j.job_number)
      from public.jobs j left join public.orders o on o.id = j.order_id
      left join (select w.id, private.day_to_promise(w) as day from public.orders w
                  where w.due_date is null and w.promised_date is null and w.cancelled_at is null
                    and exists (select from public.jobs n where n.order_id = w.id and private.job_is_open(n.status))) as l on l.id = o.id
     where private.job_is_open(private.status_of_work(j)) or private.status_of_work(j) = 'ready' and exists (
       select from public.job_steps s where s.job_id = j.id and s.status not in ('done', 'skipped') and private.is_on_site(s))), '[]');
end $$;

create or replace function private.hold_order(p_id uuid, p_reason text) returns void
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

create or replace function private.release_order(p_id uuid) returns void
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
  update public.orders set hold_reason = null, status = private.derive_order_status(v_row) where id = p_id;
  perform private.tell_crews_of_hold(v_row);
  perform private.log_event('order', p_id, 'released');
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.not_made_of_deliveries(uuid[])');

comment on function private.deliver_drop(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.uuid,timestamp with time zone,double precision,double precision) is 'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
said by a phone that had no network, and by no other; see moment_of_drop: it has happened, also where the order is on hold now, which its
story says. Without it, and where it is of the last half minute, the order must not be on hold. p_lat, p_lng: where. What of it nobody has made yet is kept in its story. Returns status, partial_id and partial_number.';

comment on function private.guard_planned_again() is 'Refuses to plan a failed delivery again whose quantities another one took, or whose order is on hold.';

comment on function private.hold_order(pg_catalog.uuid,pg_catalog.text) is 'Puts an open order on hold, with a reason, and its jobs with it: no step starts, running timers pause, and their people and the crews of its deliveries are told. It goes on by release_order. Refused in words
while a delivery of it is on the road.';

comment on function private.jobs_to_plan(boolean) is 'The open jobs (not one that was ready when it was put on hold), and the ready ones with open work on site, with their open steps and what they lack, for a plan; with numbers and titles or without.';

comment on function private.late_jobs() is 'Jobs that are not made and whose day is over by the clock of the company, for whoever may read jobs. One that was ready when it was put on hold is made.';

comment on function private.release_order(pg_catalog.uuid) is 'An order on hold goes on where its deposit, jobs and deliveries say, and its jobs where each was held with it. The crews of its deliveries are told.';

comment on function private.take_material(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,numeric) is 'The bench takes material for a job, in the stock unit: who works on jobs may, also without the right to keep stock. p_id is chosen by
the caller: a repeated call takes once. A job on hold takes none, and is refused with its reason. Answers what is there and free now.';

comment on function public.deliver_drop(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.uuid,timestamp with time zone,double precision,double precision) is 'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
said by a phone that had no network, and by no other; see moment_of_drop: it has happened, also where the order is on hold now, which its
story says. Without it, and where it is of the last half minute, the order must not be on hold. p_lat, p_lng: where. What of it nobody has made yet is kept in its story. Returns status, partial_id and partial_number.';

comment on function public.hold_order(pg_catalog.uuid,pg_catalog.text) is 'Puts an open order on hold, with a reason, and its jobs with it: no step starts, running timers pause, and their people and the crews of its deliveries are told. It goes on by release_order. Refused in words
while a delivery of it is on the road.';

comment on function public.late_jobs() is 'Jobs that are not made and whose day is over by the clock of the company, for whoever may read jobs. One that was ready when it was put on hold is made.';

comment on function public.release_order(pg_catalog.uuid) is 'An order on hold goes on where its deposit, jobs and deliveries say, and its jobs where each was held with it. The crews of its deliveries are told.';

comment on function public.take_material(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,numeric) is 'The bench takes material for a job, in the stock unit: who works on jobs may, also without the right to keep stock. p_id is chosen by
the caller: a repeated call takes once. A job on hold takes none, and is refused with its reason. Answers what is there and free now.';

comment on function private.not_made_of_deliveries(pg_catalog.uuid[]) is 'What nobody has made yet of these deliveries (not_made), and why their order is on hold (on_hold), for whoever may view them: on the
driver''s phone as in the office. At most 1000.';

comment on function private.status_of_work(public.jobs) is 'How far the work of a job is: the status in which a job on hold was held, else its own.';

comment on function private.tell_crews_of_hold(public.orders) is 'Whoever is to bring something of an order hears that it is on hold, and why, or that it goes on. Open screens of deliveries read again.';

comment on function public.not_made_of_deliveries(pg_catalog.uuid[]) is 'What nobody has made yet of these deliveries (not_made), and why their order is on hold (on_hold), for whoever may view them: on the
driver''s phone as in the office. At most 1000.';

reset check_function_bodies;
