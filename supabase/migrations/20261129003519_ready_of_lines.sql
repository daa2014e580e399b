set check_function_bodies = off;

drop routine private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid);

drop routine public.lines_to_deliver(p_order_id uuid, p_delivery_id uuid);

create or replace function private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid default null)
  returns table (order_item_id uuid, description text, details text, unit text, ordered text, before text, on_the_way text,
    now text, handed_over text, left_over text, ready text, not_made text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  return query
    select i.id, i.description, i.details, i.unit, trim_scale(i.qty)::text, trim_scale(other.taken)::text,
           trim_scale(greatest(other.taken - (i.qty_delivered - coalesce(own.qty_delivered, 0)), 0))::text,
           trim_scale(coalesce(own.qty, 0))::text, trim_scale(coalesce(own.qty_delivered, 0))::text,
           trim_scale(greatest(i.qty - other.taken, 0))::text, trim_scale(private.ready_of_line(i.id))::text, private.open_work_of_line(i.id)
      from public.order_items i
      left join public.delivery_items own on own.order_item_id = i.id and own.delivery_id = p_delivery_id
      cross join lateral (
        select private.planned_of(i.id) - coalesce((select case when d.status in ('cancelled', 'failed') then own.qty_delivered else own.qty end
                                                      from public.deliveries d where d.id = own.delivery_id), 0) as taken) as other
     where i.order_id = p_order_id and i.kind = 'item'
     order by i.position;
end $$;

create or replace function private.not_made_of(p_order_item_id uuid, p_qty numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select private.open_work_of_line(i.id) from public.order_items i
           where i.id = p_order_item_id and p_qty > private.ready_of_line(i.id) - i.qty_delivered);
end $$;

create or replace function private.not_made_of_delivery(p_delivery_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select string_agg(open.words, ', ' order by open.words)
      from (select distinct private.not_made_of(i.order_item_id, i.qty - i.qty_delivered) as words from public.delivery_items i
             where i.delivery_id = p_delivery_id and i.qty > i.qty_delivered) as open);
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

  perform private.tell_jobs_of_drop(v_lines, coalesce(v_partial.partial_number, v_delivery.delivery_number), p_received_by);
  update public.jobs j set status = 'delivered'
    from public.order_items i
   where i.id = j.order_item_id and i.order_id = v_order_id and i.qty_delivered >= i.qty
     and j.status not in ('delivered', 'closed', 'cancelled', 'on_hold');
  perform private.refresh_order(v_order_id);
  perform private.log_event('delivery', p_delivery_id, 'handed_over',
    jsonb_build_object('partial_number', v_partial.partial_number, 'received_by', nullif(btrim(p_received_by), ''))
      || jsonb_strip_nulls(jsonb_build_object('not_made', left(v_open, 300))));
  perform private.tell_of_delivery(v_delivery, v_partial, v_whole);
  return jsonb_build_object('status', case when v_whole then 'delivered' else 'partially_delivered' end,
    'partial_id', v_partial.id, 'partial_number', v_partial.partial_number);
end $$;

create or replace function private.is_still_made(p_job public.jobs) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_job.status in ('ready', 'delivered', 'closed', 'cancelled') then
    return false;
  end if;
  return (
    select count(*) filter (where s.status not in ('done', 'skipped') and c.kind is distinct from 'vehicle') > 0
           or count(*) = 0 and p_job.status in ('new', 'artwork', 'awaiting_approval', 'approved')
      from public.job_steps s left join public.work_centres c on c.id = s.work_centre_id
     where s.job_id = p_job.id);
end $$;

create or replace function private.open_work_of_line(p_order_item_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select string_agg(format('%s (%s)', j.job_number, case when work.steps = 0 then 'not begun'
           else format('%s of %s steps done', work.done, work.steps) end), ', ' order by j.job_number)
    from public.jobs j
   cross join lateral (
     select count(*) as steps, count(*) filter (where s.status in ('done', 'skipped')) as done
       from public.job_steps s where s.job_id = j.id) as work
   where j.order_item_id = p_order_item_id and private.is_still_made(j)
$$;

create or replace function private.ready_of_line(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when count(j.id) = 0 then max(i.qty)
             else least(max(i.qty), coalesce(sum(private.good_pieces(j)) filter (where not private.is_still_made(j)), 0)) end
      from public.order_items i
      left join public.jobs j on j.order_item_id = i.id and j.status <> 'cancelled'
     where i.id = p_order_item_id);
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.lines_to_deliver(uuid, uuid)');

comment on function private.not_made_of_delivery(pg_catalog.uuid) is 'The jobs of what a delivery still brings that nobody has made, as open_work_of_line says them; null where what it brings is made.';

comment on function private.open_work_of_line(pg_catalog.uuid) is 'Jobs of an order line that are not made yet, with their steps: "JOB-2026-0230-A (0 of 4 steps done)"; null where all is made.';

comment on function private.is_still_made(public.jobs) is 'True while a step of this job is open, or while a job without steps has not begun. Work on site, by a van, is done with the delivery.';

comment on function private.lines_to_deliver(pg_catalog.uuid,pg_catalog.uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most; ready: what is
made, with what is delivered; not_made: its jobs that are not made yet.';

comment on function private.not_made_of(pg_catalog.uuid,numeric) is 'The open jobs of an order line where not so much of it is ready and still here, as open_work_of_line says them; null where it is.';

comment on function private.ready_of_line(pg_catalog.uuid) is 'How much of an order line is made, what is delivered included: the good pieces of its jobs that are not at work any more; all of a line that no job makes.';

comment on function public.lines_to_deliver(pg_catalog.uuid,pg_catalog.uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most; ready: what is
made, with what is delivered; not_made: its jobs that are not made yet.';

reset check_function_bodies;
