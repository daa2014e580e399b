-- The day of deliveries: vans with their crew, drops in order, hand-overs with photos and place, and drops that failed.

create table public.vans (
  id             uuid primary key default gen_random_uuid(),
  name           text not null unique,
  registration   text,
  capacity_kg    numeric(8, 1),
  load_length_mm integer,
  is_active      boolean not null default true,
  created_at     timestamptz not null default now(),
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  constraint vans_name_length check (char_length(btrim(name)) between 1 and 60),
  constraint vans_registration_length check (char_length(registration) <= 20),
  constraint vans_capacity_kg_range check (capacity_kg > 0 and capacity_kg <= 100000),
  constraint vans_load_length_mm_range check (load_length_mm between 100 and 30000)
);
create index vans_created_by_idx on public.vans (created_by);
comment on table public.vans is 'The vans that bring deliveries. capacity_kg and load_length_mm are compared with what a day brings.';
call private.borrow_rules('public.vans', p_pages => '{deliveries}');
create policy "who views deliveries reads vans" on public.vans
  for select to authenticated using ((select private.can('deliveries', 'view')));
create policy "who plans deliveries adds vans" on public.vans
  for insert to authenticated with check ((select private.can('deliveries', 'create')));
create policy "who plans deliveries changes vans" on public.vans
  for update to authenticated
  using ((select private.can('deliveries', 'edit'))) with check ((select private.can('deliveries', 'edit')));
create policy "who removes deliveries removes vans" on public.vans
  for delete to authenticated using ((select private.can('deliveries', 'delete')));

create table public.van_days (
  id         uuid primary key default gen_random_uuid(),
  van_id     uuid not null references public.vans (id) on delete cascade,
  day        date not null,
  crew       uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (van_id, day),
  constraint van_days_crew_is_a_list check (coalesce(array_ndims(crew), 1) = 1 and cardinality(crew) <= 10)
);
comment on table public.van_days is 'Who goes with a van on a day. Written by set_van_crew; its row is the lock of the order of drops.';
call private.borrow_rules('public.van_days', 'select', p_pages => '{deliveries}');
create policy "who views deliveries reads crews" on public.van_days
  for select to authenticated using ((select private.can('deliveries', 'view')));

-- ---------------------------------------------------------------------------------------------------- on a delivery

drop trigger count_version on public.deliveries;
alter table public.deliveries
  drop column vehicle_id,
  add column van_id        uuid references public.vans (id) on delete restrict,
  add column route_seq     integer,
  add column weight_kg     numeric(8, 1),
  add column failed_at     timestamptz,
  add column failed_reason text,
  add constraint deliveries_route_seq_range check (route_seq between 1 and 10000),
  add constraint deliveries_weight_kg_range check (weight_kg > 0 and weight_kg <= 100000),
  add constraint deliveries_failed_reason_length check (char_length(failed_reason) <= 1000);
create index deliveries_van_id_idx on public.deliveries (van_id);
create index deliveries_scheduled_at_idx on public.deliveries (scheduled_at);
comment on column public.deliveries.route_seq is 'The place among the drops of its van and day, from 1. Written by route_delivery.';
comment on column public.deliveries.crew is 'Who brings it: the crew of its van on that day. Written by route_delivery and set_van_crew.';
create trigger count_version before update of contact_id, project_title, location_id, method, scheduled_at, slot_minutes, van_id,
    weight_kg, contact_on_site, phone_on_site, instructions, show_prices, photo_paths, link_revoked_at, row_version on public.deliveries
  for each row execute function private.count_version();
drop trigger pin on public.deliveries;
create trigger pin before update on public.deliveries
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'delivery_number', 'order_id', 'public_uuid', 'received_by', 'delivered_at', 'last_drop_id',
    'van_id', 'route_seq', 'crew', 'failed_at', 'failed_reason', 'photo_paths', 'created_by', 'created_at');

alter table public.partial_deliveries
  add column lat double precision,
  add column lng double precision,
  add constraint partial_deliveries_point_is_whole
    check ((lat is null) = (lng is null) and lat between -90 and 90 and lng between -180 and 180);
drop trigger pin on public.partial_deliveries;
create trigger pin before update on public.partial_deliveries
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'partial_number', 'delivery_id', 'seq', 'received_by', 'delivered_at', 'photo_paths', 'lat', 'lng',
    'created_at');

update private.document_transitions set through = 'fail_delivery', needs = 'a reason'
 where kind = 'delivery' and to_status = 'failed';

-- A failed delivery has given its quantities back. Another van may have them by now.
create function private.guard_planned_again() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line record;
begin
  perform from public.orders where id = new.order_id for no key update;
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
comment on function private.guard_planned_again is 'Refuses to plan a failed delivery again whose quantities another one took.';
create trigger guard_planned_again before update of status on public.deliveries
  for each row when (old.status = 'failed' and new.status = 'planned') execute function private.guard_planned_again();

-- ----------------------------------------------------------------------------------------------------- routes of a day

create function private.day_of(p_at timestamptz) returns date
  language sql stable security definer set search_path = ''
as $$ select (p_at at time zone private.company_zone())::date $$;
comment on function private.day_of is 'The day of a moment where the company is.';

create function private.route_delivery(p_id uuid, p_day date default null, p_van_id uuid default null, p_before uuid default null)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_van public.vans;
  v_crew uuid[] := '{}';
  v_at timestamptz;
  v_is_same boolean;
begin
  perform private.must('deliveries', 'edit', 'plan routes');
  if p_van_id is not null then
    if p_day is null or p_day not between date '2000-01-01' and date '2999-12-31' then
      perform private.refuse('22023', 'Please choose the day of the van');
    end if;
    select * into v_van from public.vans where id = p_van_id for key share;
    if v_van.id is null then
      perform private.refuse('PT404', 'This van is not there any more');
    end if;
    insert into public.van_days (van_id, day) values (p_van_id, p_day) on conflict (van_id, day) do nothing;
    select crew into v_crew from public.van_days where van_id = p_van_id and day = p_day for update;
  end if;
  -- The van's day first, then its drops by id: two people who move drops at once wait for each other and never in a circle.
  perform from public.deliveries d
    where d.id = p_id or (d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day) order by d.id for no key update;
  select * into v_row from public.deliveries where id = p_id;
  v_is_same := v_row.van_id is not distinct from p_van_id and private.day_of(v_row.scheduled_at) is not distinct from p_day;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif v_row.status in ('delivered', 'cancelled') then
    perform private.refuse('PT409', format('%s is %s already', v_row.delivery_number, v_row.status));
  elsif v_row.status = 'out' and not v_is_same then
    perform private.refuse('PT409', format('%s is on the road. Set it back to ready first.', v_row.delivery_number));
  elsif p_van_id is not null and v_row.method not in ('delivery', 'installation') then
    perform private.refuse('PT409', format('%s goes without a van: it is %s', v_row.delivery_number,
      case v_row.method when 'pickup' then 'picked up' when 'courier' then 'sent by courier' else 'sent electronically' end));
  elsif not v_is_same and p_van_id is not null and not v_van.is_active then
    perform private.refuse('PT409', format('%s is not in use', v_van.name));
  end if;

  v_at := case when p_day is null then null else (p_day + coalesce(
    (v_row.scheduled_at at time zone private.company_zone())::time,
    (select (max(d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, 30))) at time zone private.company_zone())::time
       from public.deliveries d where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day
         and private.day_of(d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, 30))) = p_day),
    time '08:00')) at time zone private.company_zone() end;
  update public.deliveries
     set van_id = p_van_id, crew = v_crew, scheduled_at = case when v_is_same then scheduled_at else v_at end,
         status = case when status = 'failed' and p_day is not null then 'planned' else status end,
         route_seq = case when p_van_id is null then null else route_seq end
   where id = p_id;
  if p_van_id is not null then
    update public.deliveries d set route_seq = placed.seq
      from (
        select one.id, row_number() over (order by
                 case when one.id = p_id then coalesce(goal.place, 1e9) - 0.5 else one.place end, one.place) as seq
          from (
            select d.id, row_number() over (order by d.route_seq nulls last, d.scheduled_at, d.id) as place
              from public.deliveries d
             where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day and d.status <> 'cancelled') as one
          left join (
            select d.id, row_number() over (order by d.route_seq nulls last, d.scheduled_at, d.id) as place
              from public.deliveries d
             where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day and d.status <> 'cancelled') as goal
            on goal.id = p_before and p_before <> p_id) as placed
     where d.id = placed.id and d.route_seq is distinct from placed.seq;
  end if;
  if not v_is_same then
    perform private.log_event('delivery', p_id, 'routed', jsonb_strip_nulls(jsonb_build_object('van', v_van.name, 'day', p_day)));
  end if;
end $$;
comment on function private.route_delivery is
  'Puts a delivery on a day and into a van, before another drop of it or last. Without a van it is unplanned; without a day
it has no time either. It keeps its time of day and takes the crew of the van. A failed delivery is planned again by a day.
Refuses in words what was delivered, is on the road, or goes without a van.';
call private.offer('private.route_delivery(uuid, date, uuid, uuid)');

create function private.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_crew constant uuid[] := array(select distinct u from unnest(coalesce(p_crew, '{}')) as u where u is not null order by u);
begin
  perform private.must('deliveries', 'edit', 'plan routes');
  if not exists (select from public.vans where id = p_van_id) then
    perform private.refuse('PT404', 'This van is not there any more');
  elsif p_day is null or p_day not between date '2000-01-01' and date '2999-12-31' then
    perform private.refuse('22023', 'Please choose the day of the van');
  elsif cardinality(v_crew) > 10 then
    perform private.refuse('22023', 'A van takes ten people at most');
  elsif exists (select from unnest(v_crew) as u where not exists (
    select from public.user_roles r where r.user_id = u and r.role not in ('client', 'pending'))) then
    perform private.refuse('22023', 'The crew of a van are members of staff');
  end if;
  insert into public.van_days (van_id, day, crew) values (p_van_id, p_day, v_crew)
  on conflict (van_id, day) do update set crew = excluded.crew;
  perform from public.deliveries d where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day order by d.id for no key update;
  update public.deliveries d set crew = v_crew
   where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day and d.status not in ('delivered', 'cancelled')
     and d.crew is distinct from v_crew;
end $$;
comment on function private.set_van_crew is 'Who goes with a van on a day. Its drops that are still to come have this crew.';
call private.offer('private.set_van_crew(uuid, date, uuid[])');

-- ------------------------------------------------------------------------------------------------- hand-over, failure

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('delivery-photos', 'delivery-photos', false, 15728640, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;
call private.file_rule('delivery-photos', 'select', $$(select private.can('deliveries', 'view'))$$);
call private.file_rule('delivery-photos', 'insert',
  $$(select private.can('deliveries', 'edit')) and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp)$'$$);

create function private.check_delivery_photos(p_delivery_id uuid, p_paths text[]) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if cardinality(p_paths) > 12 then
    perform private.refuse('22023', 'A hand-over has twelve photos at most');
  elsif exists (
    select from unnest(p_paths) as path where path is null or path not like p_delivery_id || '/%' or not exists (
      select from storage.objects o where o.bucket_id = 'delivery-photos' and o.name = path)) then
    perform private.refuse('22023', 'A photo did not arrive. Please take it again.');
  end if;
end $$;

create function private.moment_of_drop(p_delivery public.deliveries, p_at timestamptz) returns timestamptz
  language sql stable security definer set search_path = ''
as $$ select greatest(least(coalesce(p_at, now()), now()), p_delivery.created_at, now() - interval '7 days') $$;
comment on function private.moment_of_drop is
  'When a drop happened by the clock of the phone that was without a network: never in the future, nor before the delivery was
planned, nor more than seven days ago.';

drop function public.deliver_drop(uuid, jsonb, text, text, text[], uuid);
drop function private.deliver_drop(uuid, jsonb, text, text, text[], uuid);
create function private.deliver_drop(
  p_delivery_id uuid, p_items jsonb default null, p_received_by text default null, p_signature text default null,
  p_photo_paths text[] default '{}', p_drop_id uuid default null, p_at timestamptz default null,
  p_lat double precision default null, p_lng double precision default null)
returns jsonb
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
  if v_order_id is not null then
    perform from public.orders where id = v_order_id for no key update;
  end if;
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
comment on function private.deliver_drop is
  'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
for a phone that had no network; see moment_of_drop. p_lat, p_lng: where. Returns status, partial_id and partial_number.';
call private.offer('private.deliver_drop(uuid, jsonb, text, text, text[], uuid, timestamptz, double precision, double precision)');

create function private.fail_delivery(
  p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[] default '{}', p_at timestamptz default null)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_delivery public.deliveries;
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_photos constant text[] := coalesce(p_photo_paths, '{}');
begin
  perform private.must('deliveries', 'edit', 'hand over deliveries');
  select * into v_delivery from public.deliveries where id = p_delivery_id for no key update;
  if v_delivery.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif exists (
    select from public.document_events e
     where e.kind = 'delivery' and e.record_id = p_delivery_id and e.type = 'failed' and e.meta ->> 'try' = p_try_id::text) then
    return;
  elsif v_reason = '' or char_length(v_reason) > 1000 then
    perform private.refuse('22023', 'Please say in up to 1000 characters why it could not be delivered');
  elsif v_delivery.status = 'delivered' then
    perform private.refuse('PT409', 'All of this delivery is handed over already' || coalesce(format(': %s received it on %s',
      v_delivery.received_by, to_char(v_delivery.delivered_at at time zone private.company_zone(), 'FMDD Mon, HH24:MI')), ''));
  elsif v_delivery.status in ('failed', 'cancelled') then
    perform private.refuse('PT409', format('This delivery %s already', case v_delivery.status when 'failed' then 'failed' else 'is cancelled' end));
  end if;
  perform private.check_delivery_photos(p_delivery_id, v_photos);
  -- What is left of a delivery in parts goes back to the unplanned ones; it stays delivered in part.
  update public.deliveries
     set status = case when status = 'partially_delivered' then status else 'failed' end,
         failed_at = private.moment_of_drop(v_delivery, p_at), failed_reason = v_reason,
         van_id = null, route_seq = null, crew = '{}', photo_paths = photo_paths || v_photos
   where id = p_delivery_id;
  perform private.log_event('delivery', p_delivery_id, 'failed', jsonb_build_object('reason', v_reason, 'try', p_try_id));
  insert into public.delivery_notifications (notified_user_id, delivery_id, project_title, message)
  select distinct u, p_delivery_id, left(v_delivery.project_title, 500), left(v_delivery.delivery_number || ' could not be delivered: ' || v_reason, 500)
    from unnest(array[v_delivery.created_by,
      (select coalesce(q.account_manager_id, q.created_by) from public.orders o join public.quotations q on q.id = o.quotation_id
        where o.id = v_delivery.order_id)]) as u
   where u is not null and u is distinct from auth.uid();
end $$;
comment on function private.fail_delivery is
  'Nobody could receive it: the delivery failed, its quantities are free, it has no van any more, and who planned and who sold
it are told (spec 2 §3). p_try_id: chosen by the caller, so that a repeated call changes nothing. p_at: see moment_of_drop.';
call private.offer('private.fail_delivery(uuid, text, uuid, text[], timestamptz)');

revoke execute on all routines in schema private from public;
