-- With an order go its planned deliveries: a van brought what was cancelled, and counted it as delivered.

create or replace function private.close_order(p_order public.orders, p_reason text) returns void
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
  update public.jobs set status = 'cancelled'
   where order_id = p_order.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready', 'on_hold');
  update public.payment_requests set status = 'cancelled' where order_id = p_order.id and status in ('open', 'processing');
  update public.orders set cancelled_at = now(), cancel_reason = left(btrim(p_reason), 2000), hold_reason = null, status = 'cancelled'
   where id = p_order.id;
  perform private.cancel_mails('order', p_order.id);
  perform private.log_event('order', p_order.id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;

-- The order before its delivery, as where its plan changes: in the other order the two waited for each other.
create or replace function private.deliver_drop(p_delivery_id uuid, p_items jsonb default null, p_received_by text default null, p_signature text default null, p_photo_paths text[] default '{}', p_drop_id uuid default null, p_at timestamptz default null, p_lat double precision default null, p_lng double precision default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_delivery public.deliveries;
  v_order_id uuid;
  v_line record;
  v_lines jsonb := '[]';
  v_partial public.partial_deliveries;
  v_whole boolean;
  v_before boolean;
  v_at timestamptz;
  v_photos constant text[] := coalesce(p_photo_paths, '{}');
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
  elsif v_delivery.status in ('cancelled', 'failed') then
    perform private.refuse('PT409', format('This delivery %s', case v_delivery.status when 'failed' then 'failed: plan it again first' else 'is cancelled' end));
  elsif v_delivery.status = 'delivered' then
    perform private.refuse('PT409', 'All of this delivery is handed over already' || coalesce(format(': %s received it on %s',
      v_delivery.received_by, to_char(v_delivery.delivered_at at time zone private.company_zone(), 'FMDD Mon, HH24:MI')), ''));
  end if;
  perform private.check_delivery_photos(p_delivery_id, v_photos);
  v_at := private.moment_of_drop(v_delivery, p_at);
  v_order_id := v_delivery.order_id;
  v_before := exists (select from public.delivery_items where delivery_id = p_delivery_id and qty_delivered > 0);

  for v_line in
    select i.id, i.order_item_id, i.qty - i.qty_delivered as left_over, asked.qty as asked, o.description
      from public.delivery_items i
      join public.order_items o on o.id = i.order_item_id
      left join (select (line ->> 'delivery_item_id')::uuid as id, sum((line ->> 'qty')::numeric) as qty
                   from jsonb_array_elements(coalesce(p_items, '[]')) as line group by 1) as asked on asked.id = i.id
     where i.delivery_id = p_delivery_id and (p_items is null or asked.id is not null)
     order by i.position
  loop
    if p_items is not null and not coalesce(v_line.asked >= 0 and v_line.asked <= 1000000, false) then
      perform private.refuse('22023', format('Please enter how many of "%s" were handed over', left(v_line.description, 100)));
    elsif v_line.asked > v_line.left_over then
      perform private.refuse('PT409', format('Of "%s" only %s are left on this delivery', left(v_line.description, 100), trim_scale(v_line.left_over)));
    end if;
    if coalesce(v_line.asked, v_line.left_over) > 0 then
      v_lines := v_lines || jsonb_build_object('id', v_line.id, 'order_item_id', v_line.order_item_id,
        'qty', coalesce(v_line.asked, v_line.left_over)::text);
    end if;
  end loop;
  if jsonb_array_length(v_lines) = 0 and exists (select from public.delivery_items where delivery_id = p_delivery_id) then
    perform private.refuse('22023', 'Please say what was handed over');
  elsif (select count(distinct line ->> 'delivery_item_id') from jsonb_array_elements(coalesce(p_items, '[]')) as line
          where (line ->> 'qty')::numeric > 0) > jsonb_array_length(v_lines) then
    perform private.refuse('22023', 'A line is not part of this delivery');
  end if;

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

  update public.jobs j set status = 'delivered'
    from public.order_items i
   where i.id = j.order_item_id and i.order_id = v_order_id and i.qty_delivered >= i.qty
     and j.status not in ('delivered', 'closed', 'cancelled', 'on_hold');
  perform private.refresh_order(v_order_id);
  perform private.log_event('delivery', p_delivery_id, 'handed_over',
    jsonb_build_object('partial_number', v_partial.partial_number, 'received_by', nullif(btrim(p_received_by), '')));
  perform private.tell_of_delivery(v_delivery, v_partial, v_whole);
  return jsonb_build_object('status', case when v_whole then 'delivered' else 'partially_delivered' end,
    'partial_id', v_partial.id, 'partial_number', v_partial.partial_number);
end $$;

revoke execute on all routines in schema private from public;
