set check_function_bodies = off;

create or replace function private.tell_jobs_of_drop(p_lines jsonb, p_number text, p_received_by text) returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.log_event('job', j.id, 'handed_over', jsonb_build_object('number', p_number,
      'qty', private.qty_text((line ->> 'qty')::numeric, i.unit), 'received_by', nullif(btrim(p_received_by), '')))
    from jsonb_array_elements(p_lines) as line
    join public.order_items i on i.id = (line ->> 'order_item_id')::uuid
    join public.jobs j on j.order_item_id = i.id and j.status <> 'cancelled' and j.remake_of is null
$$;

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
    jsonb_build_object('partial_number', v_partial.partial_number, 'received_by', nullif(btrim(p_received_by), '')));
  perform private.tell_of_delivery(v_delivery, v_partial, v_whole);
  return jsonb_build_object('status', case when v_whole then 'delivered' else 'partially_delivered' end,
    'partial_id', v_partial.id, 'partial_number', v_partial.partial_number);
end $$;

create or replace function private.words_of_span(p_from timestamptz, p_until timestamptz) returns text
  language sql stable security definer set search_path = ''
as $$
  select case
      when here.until is null then to_char(here.began, 'FMDD Mon YYYY, HH24:MI') || ' until now'
      when here.until::date = here.began::date
        then to_char(here.began, 'FMDD Mon YYYY, HH24:MI') || ' to ' || to_char(here.until, 'HH24:MI')
      else to_char(here.began, 'FMDD Mon YYYY, HH24:MI') || ' to ' || to_char(here.until, 'FMDD Mon YYYY, HH24:MI')
    end
    from (select p_from at time zone private.company_zone() as began, p_until at time zone private.company_zone() as until) as here
$$;

create or replace function private.other_work(p_user_id uuid, p_entry_id uuid, p_spans tstzmultirange) returns text
  language sql stable set search_path = ''
as $$
  select concat_ws(', ', coalesce(entry.client_name, entry.business_name, 'another client'),
      (select j.job_number from public.jobs j where j.id = entry.job_id),
      private.words_of_span(span.began, case when one ->> 'endTime' is not null then span.ended end))
    from public.time_entries entry, jsonb_array_elements(entry.sessions) as listed (one),
         lateral (select private.instant(one ->> 'startTime') as began,
                    coalesce(private.instant(one ->> 'endTime'), clock_timestamp()) as ended) as span
   where entry.user_id = p_user_id and entry.id <> p_entry_id and entry.touched_at >= lower(p_spans)
     and case when span.ended > span.began then tstzrange(span.began, span.ended) && p_spans else false end
   order by span.began
   limit 1
$$;

revoke execute on all routines in schema private from public;

comment on function private.other_work(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.tstzmultirange) is 'The first other work of a person in that time, in words: its client, its job and its times; null where there is none. Each session of theirs is read once,
however many spans are asked for.';

grant execute on routine private.words_of_span(p_from timestamp with time zone, p_until timestamp with time zone) to authenticated;

grant execute on routine private.words_of_span(p_from timestamp with time zone, p_until timestamp with time zone) to service_role;

comment on function private.tell_jobs_of_drop(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'The story of the jobs of handed over lines: by which delivery, how many and to whom. A remake is told of with the job it is made for.';

comment on function private.words_of_span(timestamp with time zone,timestamp with time zone) is 'A span by the clock of the company: 20 Nov 2026, 09:30 to 11:00. Without an end it lasts until now.';

reset check_function_bodies;
