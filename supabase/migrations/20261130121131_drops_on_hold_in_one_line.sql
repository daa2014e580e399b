set check_function_bodies = off;

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
  perform private.refuse_held_order(v_delivery.order_id, 'Nothing of it is handed over until it is released.') where p_at is null;
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
      || jsonb_strip_nulls(jsonb_build_object('not_made', left(v_open, 300))));
  perform private.tell_of_delivery(v_delivery, v_partial, v_whole);
  return jsonb_build_object('status', case when v_whole then 'delivered' else 'partially_delivered' end,
    'partial_id', v_partial.id, 'partial_number', v_partial.partial_number);
end $$;

comment on function private.deliver_drop(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.uuid,timestamp with time zone,double precision,double precision) is 'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
for a phone that had no network; see moment_of_drop: it has happened, also where the order is on hold now. p_lat, p_lng: where. What of it nobody has made yet is kept in its story. Returns status, partial_id and partial_number.';

comment on function public.deliver_drop(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.uuid,timestamp with time zone,double precision,double precision) is 'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
for a phone that had no network; see moment_of_drop: it has happened, also where the order is on hold now. p_lat, p_lng: where. What of it nobody has made yet is kept in its story. Returns status, partial_id and partial_number.';

reset check_function_bodies;
