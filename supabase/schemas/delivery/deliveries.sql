-- Deliveries: what goes to which site, with the note that is signed.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.deliveries (
  id              uuid primary key default gen_random_uuid(),
  delivery_number text not null unique,
  contact_id      uuid not null references public.contacts (id) on delete restrict,
  project_title   text not null,
  location_id     uuid references public.locations (id) on delete set null,
  method          text not null default 'delivery',
  status          text not null default 'planned',
  scheduled_at    timestamptz,
  delivered_at    timestamptz,
  created_at      timestamptz not null default now(),
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  order_id        uuid,
  public_uuid     uuid not null unique default gen_random_uuid(),
  link_revoked_at timestamptz,
  slot_minutes    integer,
  crew            uuid[] not null default '{}',
  contact_on_site text,
  phone_on_site   text,
  instructions    text,
  show_prices     boolean not null default false,
  received_by     text,
  photo_paths     text[] not null default '{}',
  lat             double precision,
  lng             double precision,
  last_drop_id    uuid,
  row_version     integer not null default 1,
  van_id          uuid,
  route_seq       integer,
  weight_kg       numeric(8, 1),
  failed_at       timestamptz,
  failed_reason   text,
  parcels         integer,
  scheduled_has_time boolean not null default true,
  gone_on_hold     text,
  constraint deliveries_number_length check (char_length(btrim(delivery_number)) between 1 and 50),
  constraint deliveries_project_title_length check (char_length(btrim(project_title)) between 1 and 500),
  constraint deliveries_method_is_known check (method in ('pickup', 'delivery', 'installation', 'courier', 'electronic')),
  constraint deliveries_status_is_known check (status in
    ('planned', 'ready', 'out', 'partially_delivered', 'delivered', 'failed', 'cancelled')),
  constraint deliveries_delivered_has_a_time check (status <> 'delivered' or delivered_at is not null),
  constraint deliveries_number_size check (char_length(delivery_number) <= 60),
  constraint deliveries_project_title_size check (char_length(project_title) <= 600),
  constraint deliveries_slot_range check (slot_minutes between 5 and 10080),
  constraint deliveries_texts_length check (char_length(contact_on_site) <= 200 and char_length(phone_on_site) <= 50
    and char_length(instructions) <= 5000 and char_length(received_by) <= 200),
  constraint deliveries_lists_are_lists check (coalesce(array_ndims(crew), 1) = 1 and coalesce(array_ndims(photo_paths), 1) = 1
    and cardinality(crew) <= 50 and cardinality(photo_paths) <= 50),
  constraint deliveries_point_is_whole check ((lat is null) = (lng is null) and lat between -90 and 90 and lng between -180 and 180),
  constraint deliveries_route_seq_range check (route_seq between 1 and 10000),
  constraint deliveries_weight_kg_range check (weight_kg > 0 and weight_kg <= 100000),
  constraint deliveries_failed_reason_length check (char_length(failed_reason) <= 1000),
  constraint deliveries_parcels_range check (parcels between 1 and 500),
  constraint deliveries_gone_on_hold_length check (char_length(gone_on_hold) between 1 and 2000)
);
alter table public.deliveries add constraint deliveries_order_id_fkey
  foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.deliveries add constraint deliveries_van_id_fkey
  foreign key (van_id) references public.vans (id) on delete restrict;
create index deliveries_contact_id_idx on public.deliveries (contact_id);
create index deliveries_location_id_idx on public.deliveries (location_id);
create index deliveries_created_by_idx on public.deliveries (created_by);
create index deliveries_status_scheduled_at_idx on public.deliveries (status, scheduled_at);
create index deliveries_order_id_idx on public.deliveries (order_id);
create index deliveries_van_id_idx on public.deliveries (van_id);
create index deliveries_scheduled_at_idx on public.deliveries (scheduled_at);
comment on table public.deliveries is 'Ours but for project_title: the notices of spec 2 §3 point here.';
comment on column public.deliveries.last_drop_id is 'The id that the caller of deliver_drop chose last: a repeated call changes nothing.';
comment on column public.deliveries.route_seq is 'The place among the drops of its van and day, from 1. Written by route_delivery.';
comment on column public.deliveries.crew is 'Who brings it: the crew of its van on that day. Written by route_delivery and set_van_crew.';
comment on column public.deliveries.scheduled_has_time is
  'False when only the day is planned: the time of scheduled_at then orders the deliveries of a day, and is shown nowhere.';
comment on column public.deliveries.gone_on_hold is
  'Why its order was on hold when something of it was handed over all the same, by a phone that could not know it. Written by deliver_drop.';
comment on column public.deliveries.parcels is 'In how many parcels it goes: one label each.';

create table public.delivery_items (
  id            uuid primary key default gen_random_uuid(),
  delivery_id   uuid not null references public.deliveries (id) on delete cascade,
  order_item_id uuid not null references public.order_items (id) on delete restrict,
  position      text collate "C" not null,
  qty           numeric(14, 4) not null,
  qty_delivered numeric(14, 4) not null default 0,
  created_at    timestamptz not null default now(),
  unique (delivery_id, order_item_id),
  constraint delivery_items_qty_range check (qty > 0 and qty <= 1000000),
  constraint delivery_items_not_more_than_planned check (qty_delivered between 0 and qty)
);
create index delivery_items_order_item_id_idx on public.delivery_items (order_item_id);
comment on table public.delivery_items is 'What a delivery brings of which order line. Written by plan_delivery and deliver_drop.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.deliveries', p_pages => '{deliveries}', p_pinned => '{delivery_number,order_id,
  public_uuid,received_by,delivered_at,last_drop_id,van_id,route_seq,crew,failed_at,failed_reason,photo_paths,gone_on_hold}');
create policy "staff read deliveries" on public.deliveries
  for select to authenticated
  using ((select private.can('deliveries', 'view')));
create policy "staff plan deliveries" on public.deliveries
  for insert to authenticated
  with check ((select private.can('deliveries', 'create')) and created_by = (select auth.uid()));
create policy "staff change deliveries" on public.deliveries
  for update to authenticated
  using ((select private.can('deliveries', 'edit'))) with check ((select private.can('deliveries', 'edit')));
create policy "staff remove deliveries" on public.deliveries
  for delete to authenticated using ((select private.can('deliveries', 'delete')));

call private.borrow_rules('public.delivery_items', '');
grant select on public.delivery_items to authenticated;
create policy "whoever reads a delivery reads its items" on public.delivery_items
  for select to authenticated using ((select true from public.deliveries d where d.id = delivery_id));

call private.file_rule('delivery-photos', 'select', $$(select private.can('deliveries', 'view'))$$);
call private.file_rule('delivery-photos', 'insert',
  $$(select private.can('deliveries', 'edit')) and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp)$'$$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.keep_delivery_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(q.qty, private.unit_of_pieces(o.unit, o.width_mm, o.height_mm), o.description, coalesce(
       (select case when i.qty <> trunc(i.qty) then i.qty else i.qty_delivered end from public.delivery_items i
         where i.order_item_id = o.id and (i.qty <> trunc(i.qty) or i.qty_delivered <> trunc(i.qty_delivered)) limit 1), o.qty))
     from public.order_items o, unnest(array[new.qty, new.qty_delivered]) as q (qty) where o.id = new.order_item_id;
  return new;
end $$;
comment on function private.keep_delivery_whole is 'What is planned and what is handed over of an ordered line in pieces are whole pieces.';

-- A new delivery has no van, no crew and no story yet: planning and handing over have functions of their own.
create function private.new_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.delivery_number := private.draw_number('DN');
  new.public_uuid := gen_random_uuid();
  new.status := 'planned';
  new.order_id := null;
  new.delivered_at := null;
  new.received_by := null;
  new.last_drop_id := null;
  new.van_id := null;
  new.route_seq := null;
  new.crew := '{}';
  new.photo_paths := '{}';
  new.lat := null;
  new.lng := null;
  new.failed_at := null;
  new.failed_reason := null;
  new.gone_on_hold := null;
  return new;
end $$;
comment on function private.new_delivery is 'A delivery that a person makes without an order (samples, returns): planned, with the next number.';

create function private.guard_removed_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.status not in ('planned', 'cancelled') or exists (
    select from public.delivery_items i where i.delivery_id = old.id and i.qty_delivered > 0) then
    raise insufficient_privilege using message = 'A delivery that left the house is not removed';
  end if;
  return old;
end $$;

-- A person who sets a status frees or takes nothing by it, but the story tells it.
create function private.follow_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event('delivery', new.id, 'status', jsonb_build_object('from', old.status, 'to', new.status));
  return null;
end $$;

create function private.tell_of_delivery(
  p_delivery public.deliveries, p_partial public.partial_deliveries, p_whole boolean, p_at timestamptz, p_on_hold text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_held_by constant uuid := (select e.actor_id from public.document_events e
    where p_on_hold is not null and e.kind = 'order' and e.record_id = p_delivery.order_id and e.type = 'held' order by e.id desc limit 1);
  v_people constant uuid[] := array(
    select distinct u from unnest(array[p_delivery.created_by, v_held_by,
      (select coalesce(q.account_manager_id, q.created_by) from public.orders o join public.quotations q on q.id = o.quotation_id
        where o.id = p_delivery.order_id)]) as u
     where u is not null and u is distinct from auth.uid());
  v_held constant text := (select format(' was handed over at %s by %s, and %s is on hold: %s', private.clock_text(p_at),
      coalesce(private.person_label(auth.uid()), 'a colleague'), o.order_number, left(rtrim(p_on_hold, '. '), 200))
    from public.orders o where p_on_hold is not null and o.id = p_delivery.order_id);
begin
  if p_partial.id is null then
    insert into public.delivery_notifications (notified_user_id, delivery_id, project_title, message)
    select u, p_delivery.id, left(p_delivery.project_title, 500), left(p_delivery.delivery_number || coalesce(v_held, ' was delivered'), 500) from unnest(v_people) as u;
  else
    insert into public.partial_delivery_notifications (notified_user_id, partial_delivery_id, project_title, message)
    select u, p_partial.id, left(p_delivery.project_title, 500),
           left(p_partial.partial_number || coalesce(v_held, ' was delivered') || case when p_whole then ', the last of it' else '' end, 500)
      from unnest(v_people) as u;
  end if;
end $$;
comment on function private.tell_of_delivery is
  'Who planned the delivery and who sold the order are told of a drop (spec 2 §3). p_on_hold: why the order was on hold when it was handed over all the same; whoever put it on hold is told then too.';

create function private.brought_before(p_order_item_id uuid, p_delivery_id uuid, p_at timestamptz) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(brought.qty), 0)::numeric(14, 4) from (
      select coalesce(n.qty, i.qty_delivered) as qty, coalesce(p.delivered_at, d.delivered_at) as at, d.delivery_number
        from public.delivery_items i
        join public.deliveries d on d.id = i.delivery_id
        left join (public.partial_delivery_items n join public.partial_deliveries p on p.id = n.partial_delivery_id and p.delivered_at is not null)
          on n.delivery_item_id = i.id
       where i.order_item_id = p_order_item_id and i.delivery_id <> p_delivery_id) as brought
     where p_at is null or (brought.at, brought.delivery_number) < (p_at, (select d.delivery_number from public.deliveries d where d.id = p_delivery_id))
  );
end $$;
comment on function private.brought_before is
'What the other deliveries of an order had brought of a line when this one was handed over at p_at, so that a note reads alike for ever; until
now where p_at is null.';

create function private.get_public_delivery(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
begin
  select * into v_row from public.deliveries where public_uuid = p_uuid and link_revoked_at is null and status <> 'cancelled';
  if v_row.id is null then
    return null;
  end if;
  perform private.log_view('delivery', v_row.id, p_visit);
  return jsonb_build_object('kind', 'delivery', 'language', private.language_of('delivery', v_row.id),
    'client_language', private.reader_language('delivery', v_row.id), 'number', v_row.delivery_number, 'public_uuid', p_uuid, 'status', v_row.status,
    'method', v_row.method, 'project_title', v_row.project_title, 'scheduled_at', v_row.scheduled_at, 'scheduled_has_time', v_row.scheduled_has_time,
    'delivered_at', v_row.delivered_at,
    'planned_on', private.day_of(v_row.scheduled_at), 'delivered_on', private.day_of(v_row.delivered_at),
    'signature', private.signature_of('delivery', v_row.id), 'typed_signature', private.typed_signature_of('delivery', v_row.id),
    'received_by', v_row.received_by, 'show_prices', v_row.show_prices,
    'currency', coalesce((select o.currency from public.orders o where o.id = v_row.order_id), (select s.currency from public.company_settings s)),
    'order_number', (select o.order_number from public.orders o where o.id = v_row.order_id),
    'client_po', (select o.client_po from public.orders o where o.id = v_row.order_id),
    'company', private.company_of('delivery', v_row.id), 'client', private.contact_facts(v_row.contact_id), 'site', private.site_facts(v_row.location_id),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'description', o.description, 'details', o.details, 'unit', o.unit,
               'width_mm', o.width_mm::text, 'height_mm', o.height_mm::text, 'ordered', o.qty::text, 'qty', i.qty::text,
               'qty_delivered', i.qty_delivered::text, 'elsewhere', private.brought_before(o.id, v_row.id, v_row.delivered_at)::text,
               'discount_pct', case when v_row.show_prices then o.discount_pct::text end,
               'unit_price', case when v_row.show_prices then o.unit_price::text end, 'charged_qty', o.charged_qty::text, 'net', case when v_row.show_prices then o.net::text end)
               order by i.position)
        from public.delivery_items i join public.order_items o on o.id = i.order_item_id where i.delivery_id = v_row.id), '[]'),
    'drops', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'status', p.status, 'delivered_at', p.delivered_at,
               'delivered_on', private.day_of(p.delivered_at), 'received_by', p.received_by, 'signature', private.signature_of('partial_delivery', p.id),
               'typed_signature', private.typed_signature_of('partial_delivery', p.id), 'lines', coalesce((
                 select jsonb_agg(jsonb_build_object('id', d.delivery_item_id, 'qty', d.qty::text))
                   from public.partial_delivery_items d where d.partial_delivery_id = p.id), '[]'), 'elsewhere', (
                 select jsonb_object_agg(i.id, private.brought_before(i.order_item_id, v_row.id, p.delivered_at)::text)
                   from public.delivery_items i where i.delivery_id = v_row.id)) order by p.seq)
        from public.partial_deliveries p where p.delivery_id = v_row.id), '[]'));
end $$;
comment on function private.get_public_delivery is
  'A delivery note with its drops by its link, quantities as text, prices only where they are shown; null for a wrong, revoked
or cancelled one alike. elsewhere: what other deliveries of the order had brought of a line by then. planned_on, delivered_on: days of the
company. signature: what was drawn for it, as data:image/png;base64; typed_signature: the name where it was typed.';
call private.offer('private.get_public_delivery(uuid, text)', '{anon,authenticated,service_role}');

create function private.free_of_line(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select i.qty - greatest(i.qty_delivered, i.qty_invoiced, coalesce((
      select sum(d.qty) from public.delivery_items d join public.deliveries v on v.id = d.delivery_id
       where d.order_item_id = i.id and v.status not in ('cancelled', 'failed')), 0))
    from public.order_items i where i.id = p_order_item_id);
end $$;
comment on function private.free_of_line is
  'How much of a line of an order is neither delivered, planned for a delivery nor invoiced.';

-- A failed delivery has given its quantities back. Another van may have them by now.
create function private.guard_planned_again() returns trigger
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
comment on function private.guard_planned_again is 'Refuses to plan a failed delivery again whose quantities another one took, or whose order is on hold.';

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
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(least(coalesce(p_at, now()), now()), p_delivery.created_at, now() - interval '7 days');
end $$;
comment on function private.moment_of_drop is
  'When a drop happened by the clock of the phone that was without a network: never in the future, nor before the delivery was
planned, nor more than seven days ago.';

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
      v_delivery.received_by, private.moment_text(v_delivery.delivered_at)), ''));
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

create function private.late_deliveries() returns setof public.deliveries
  language sql stable security definer set search_path = ''
as $$
  select d.* from public.deliveries d
   where d.status in ('planned', 'ready', 'out', 'partially_delivered')
     and d.scheduled_at < private.company_today()::timestamp at time zone private.company_zone()
     and (private.is_server() or private.can('deliveries', 'view'))
$$;
comment on function private.late_deliveries is
  'Deliveries planned for a day that is over by the clock of the company and neither handed over, failed nor cancelled: every
day after is still to bring them. For whoever may view deliveries.';
call private.offer('private.late_deliveries()');

create function private.deliveries_of_today() returns setof public.deliveries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone constant text := private.company_zone();
begin
  return query
    select d.* from public.deliveries d
     where d.scheduled_at >= private.company_today()::timestamp at time zone v_zone and d.status <> 'cancelled'
       and d.scheduled_at < (private.company_today() + 1)::timestamp at time zone v_zone
       and (private.is_server() or private.can('deliveries', 'view'))
    union all
    select l.* from private.late_deliveries() as l
     order by scheduled_at, id;
end $$;
comment on function private.deliveries_of_today is
  'The deliveries of today by the clock of the company, those that are brought already too, and the late ones: what the dashboard, the day
plan, the board on the wall and a driver count, the earliest first. For whoever may view deliveries.';
call private.offer('private.deliveries_of_today()');

create function private.deliveries_to_see_to() returns setof public.deliveries
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select l.* from private.late_deliveries() as l
    union all
    select d.* from public.deliveries d join public.orders o on o.id = d.order_id
     where d.status = 'failed' and o.status <> 'cancelled'
       and exists (select from public.delivery_items i where i.delivery_id = d.id and private.free_of_line(i.order_item_id) > 0)
       and (private.is_server() or private.can('deliveries', 'view'));
end $$;
comment on function private.deliveries_to_see_to is
  'Late deliveries, and those that failed while something of them is neither delivered, planned for another delivery nor
invoiced: a client waits for it. For whoever may view deliveries.';
call private.offer('private.deliveries_to_see_to()');

create function private.plan_mark(p_delivery public.deliveries) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_delivery.scheduled_at)::text, p_delivery.slot_minutes::text, p_delivery.van_id::text,
  array_to_string(p_delivery.crew, ','), p_delivery.scheduled_has_time::text) $$;

-- An installation takes its people and its van for all of its time. Deliveries may share a round. Where only the day is
-- planned, nobody knows when it takes them.
create function private.taken_on_the_road(p_delivery public.deliveries) returns text
  language sql stable security definer set search_path = ''
as $$
  select format('%s is on %s then: %s', coalesce(
      (select private.person_label(p) from unnest(o.crew) as p where p = any (p_delivery.crew) limit 1), 'Its van'), o.delivery_number,
      private.in_company_words(o.scheduled_at))
    from public.deliveries o
   where o.id <> p_delivery.id and o.status in ('planned', 'ready', 'out') and p_delivery.scheduled_at is not null
     and o.scheduled_has_time and p_delivery.scheduled_has_time
     and 'installation' in (o.method, p_delivery.method)
     and (o.van_id = p_delivery.van_id or o.crew && p_delivery.crew)
     and o.scheduled_at < p_delivery.scheduled_at + make_interval(mins => coalesce(p_delivery.slot_minutes,
       case p_delivery.method when 'installation' then 120 else 30 end))
     and o.scheduled_at + make_interval(mins => coalesce(o.slot_minutes, case o.method when 'installation' then 120 else 30 end))
       > p_delivery.scheduled_at
   order by o.scheduled_at limit 1
$$;
comment on function private.taken_on_the_road is 'What already takes the van or somebody of the crew at that time, in words; null where they are free.';

create function private.work_of_line(p_item public.order_items) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_service constant public.services := (select s from public.services s where s.id = p_item.service_id);
begin
  if exists (select from public.jobs j where j.order_item_id = p_item.id and j.status <> 'cancelled') then
    return null;
  end if;
  return case coalesce(v_service.supply, private.supply_named(p_item.description), case when private.is_work(p_item.unit) then 'service' end)
    when 'installation' then 'on_site' when 'service' then 'service' end;
end $$;
comment on function private.work_of_line is
  'Whether a line of an order is work that nobody carries: on_site (installation), or service (design, a survey, hours). Null for a line that a job makes, and for goods.';

create function private.is_service_done(p_item public.order_items) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_is_survey constant boolean := lower(p_item.description) ~ '(survey|measur|visit)';
begin
  return coalesce((
    select bool_and(s.status in ('done', 'skipped')) and bool_or(s.status = 'done')
      from public.jobs j join public.job_steps s on s.job_id = j.id join public.work_centres c on c.id = s.work_centre_id
     where j.order_id = p_item.order_id and j.status <> 'cancelled'
       and case when v_is_survey then c.kind = 'vehicle' and not private.is_on_site(s) else c.kind = 'design' end), false);
end $$;
comment on function private.is_service_done is
  'Whether the steps of an order''s jobs say that a service of it is done: those of a survey by a van, those of other services at a work centre for design. False where no step says it.';

create function private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid default null)
  returns table (order_item_id uuid, description text, details text, unit text, ordered text, before text, on_the_way text,
    now text, handed_over text, left_over text, ready text, not_made text, work text, proposed text, proposed_on_site text)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  return query
    with line as (
      select i as item, i.position, coalesce(own.qty, 0) as planned, coalesce(own.qty_delivered, 0) as handed, other.taken,
             greatest(i.qty - other.taken, 0) as rest, private.work_of_line(i) as work,
             case when exists (select from public.jobs j where j.order_item_id = i.id and j.status <> 'cancelled') then private.ready_of_line(i.id) end as made
        from public.order_items i
        left join public.delivery_items own on own.order_item_id = i.id and own.delivery_id = p_delivery_id
        cross join lateral (
          select private.planned_of(i.id) - coalesce((select case when d.status in ('cancelled', 'failed') then own.qty_delivered else own.qty end
                                                        from public.deliveries d where d.id = own.delivery_id), 0) as taken) as other
       where i.order_id = p_order_id and i.kind = 'item'
    ), here as (
      select l.*, case when l.made is null then l.rest else least(l.rest, greatest(l.made - l.taken, l.handed)) end as fit from line l
    ), trip as (
      -- Where nothing that a job makes is ready, the trip is planned ahead and brings all that is left.
      select coalesce(bool_and(h.made is null or h.fit = 0), true) as is_ahead,
             coalesce(bool_and(h.fit = h.rest) filter (where h.work is null), true) as is_all,
             coalesce(sum(h.fit) filter (where h.work is null) / nullif(sum(h.rest) filter (where h.work is null), 0), 1) as share from here h
    )
    select (h.item).id, (h.item).description, (h.item).details, (h.item).unit, trim_scale((h.item).qty)::text, trim_scale(h.taken)::text,
           trim_scale(greatest(h.taken - ((h.item).qty_delivered - h.handed), 0))::text, trim_scale(h.planned)::text, trim_scale(h.handed)::text,
           trim_scale(h.rest)::text, trim_scale(h.made)::text, private.open_work_of_line((h.item).id), h.work, trim_scale(goes.qty)::text,
           trim_scale(case when h.work is distinct from 'on_site' then goes.qty when t.is_ahead or t.is_all then h.rest
             when private.is_work((h.item).unit) then greatest(h.handed, trunc(h.rest * t.share * 4) / 4) else greatest(h.handed, trunc(h.rest * t.share)) end)::text
      from here h cross join trip t cross join lateral (
        select case when h.work = 'on_site' then h.handed when t.is_ahead then h.rest when h.work is null then h.fit
          when t.is_all or private.is_service_done(h.item) then h.rest else h.handed end as qty) as goes
     order by h.position;
end $$;
comment on function private.lines_to_deliver is
  'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most; ready: what is
made, with what is delivered, null for a line that no job makes; not_made: its jobs that are not made yet; work: as in work_of_line. proposed: what a trip that fits nothing
brings: pieces that are ready, or all of them where none is; a service with the last pieces, or where its steps are done; no work on site. proposed_on_site: what an
installation brings: the work on site by the share of the pieces that go.';
call private.offer('private.lines_to_deliver(uuid, uuid)');

create function private.orders_to_deliver(p_text text default '')
  returns table (id uuid, order_number text, project_title text, contact_id uuid, status text, due_date date, lines integer)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  return query
    select o.id, o.order_number, o.project_title, o.contact_id, o.status, private.day_of_order(o), open.lines::integer
      from public.orders o
      join public.contacts c on c.id = o.contact_id
      cross join lateral (
        select count(*) as lines from public.order_items i
         where i.order_id = o.id and i.kind = 'item' and i.qty > private.planned_of(i.id)) as open
     where o.status not in ('cancelled', 'on_hold', 'completed') and o.delivered_pct < 100 and open.lines > 0
       and (btrim(coalesce(p_text, '')) = ''
            or strpos(private.folded(concat_ws(' ', o.order_number, o.project_title, c.name, c.last_name, c.company)), private.folded(btrim(p_text))) > 0)
     order by o.status = 'ready' desc, private.day_of_order(o) nulls last, o.order_number
     limit 40;
end $$;
comment on function private.orders_to_deliver is
  'Orders of which something is not planned yet: what is ready first, then by the day of the order; at most 40. p_text: part
of the number, the title or the client. lines: how many lines are not planned in full.';
call private.offer('private.orders_to_deliver(text)');

create function private.not_made_of(p_order_item_id uuid, p_qty numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_open constant text := private.open_work_of_line(p_order_item_id);
begin
  if v_open is null then
    return null;
  end if;
  return (select v_open from public.order_items i where i.id = p_order_item_id and p_qty > private.ready_of_line(i.id) - i.qty_delivered);
end $$;
comment on function private.not_made_of is
  'The open jobs of an order line where not so much of it is ready and still here, as open_work_of_line says them; null where it is.';

create function private.not_made_of_delivery(p_delivery_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select string_agg(open.words, ', ' order by open.words)
      from (select distinct private.not_made_of(i.order_item_id, i.qty - i.qty_delivered) as words from public.delivery_items i
             where i.delivery_id = p_delivery_id and i.qty > i.qty_delivered) as open);
end $$;
comment on function private.not_made_of_delivery is 'The jobs of what a delivery still brings that nobody has made, as open_work_of_line says them; null where what it brings is made.';

create function private.unmade_lines_of_delivery(p_delivery_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(n.id, jsonb_build_object('words', open.words, 'made', trim_scale(greatest(private.ready_of_line(i.id) - i.qty_delivered, 0))::text))
      from public.delivery_items n join public.order_items i on i.id = n.order_item_id
     cross join lateral (select private.not_made_of(i.id, n.qty - n.qty_delivered) as words) as open
     where n.delivery_id = p_delivery_id and n.qty > n.qty_delivered and open.words is not null);
end $$;
comment on function private.unmade_lines_of_delivery is
  'The lines of a delivery that are not made yet: {line: {words, made}}, with their open jobs and how much is ready and still here, as text; null where all is made.';

create function private.not_made_of_deliveries(p_ids uuid[])
  returns table (delivery_id uuid, not_made text, on_hold text, lines jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  if cardinality(p_ids) > 1000 then
    perform private.refuse('22023', 'At most 1000 deliveries at a time');
  end if;
  return query
    select d.id, open.words, o.hold_reason, private.unmade_lines_of_delivery(d.id)
      from public.deliveries d
      left join public.orders o on o.id = d.order_id and o.status = 'on_hold'
     cross join lateral (select private.not_made_of_delivery(d.id) as words) as open
     where d.id = any (p_ids) and d.status not in ('delivered', 'cancelled') and (open.words is not null or o.id is not null);
end $$;
comment on function private.not_made_of_deliveries is
  'What nobody has made yet of these deliveries (not_made), by their lines too (lines, as unmade_lines_of_delivery), and why their order is on hold (on_hold), for whoever may view them: on the
driver''s phone as in the office. At most 1000.';
call private.offer('private.not_made_of_deliveries(uuid[])');

create function private.nudge_deliveries_of_work() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_is_open boolean;
begin
  execute format('select exists (
    select from changed c
      join public.delivery_items i on i.order_item_id = %s
      join public.deliveries d on d.id = i.delivery_id
     where d.status not in (''delivered'', ''cancelled''))',
    case tg_table_name when 'jobs' then 'c.order_item_id' else '(select j.order_item_id from public.jobs j where j.id = c.job_id)' end)
    into v_is_open;
  if v_is_open then
    perform private.nudge('page:deliveries', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;
comment on function private.nudge_deliveries_of_work is
  'Jobs or steps of what an open delivery brings changed: its drivers and the office read again what is not made.';

create function private.guard_packed_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_open constant text := private.not_made_of_delivery(new.id);
begin
  perform private.refuse_held_order(new.order_id, 'Nothing of it is packed or leaves until it is released.');
  if v_open is not null then
    perform private.refuse('PT409', format('Not made yet: %s. Finish it first, or take it off this delivery.', left(v_open, 300)));
  end if;
  return new;
end $$;
comment on function private.guard_packed_delivery is 'Nothing is packed, or leaves with a van, that nobody has made, or of an order on hold.';

-- The client of a delivery reads it and its lines.
create function private.keep_client_of_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.order_id is not null and new.contact_id is distinct from old.contact_id then
    perform private.refuse('PT409', 'A delivery is for the client of its order');
  elsif old.status in ('partially_delivered', 'delivered') and (new.contact_id, new.project_title, new.location_id, new.method)
    is distinct from (old.contact_id, old.project_title, old.location_id, old.method)
  then
    perform private.refuse('PT409', 'Something of this delivery is handed over: what was signed stays as it is');
  end if;
  return new;
end $$;

create function private.own_deliveries(p_contact_id uuid, p_order_id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', d.public_uuid, 'number', d.delivery_number, 'project_title', d.project_title,
           'method', d.method, 'status', d.status, 'scheduled_at', d.scheduled_at, 'scheduled_has_time', d.scheduled_has_time,
           'delivered_at', d.delivered_at, 'received_by', d.received_by,
           'drops', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'number', p.partial_number, 'delivered_at', p.delivered_at,
                              'received_by', p.received_by) order by p.seq), '[]')
                       from public.partial_deliveries p where p.delivery_id = d.id and p.status = 'delivered'))
           order by coalesce(d.delivered_at, d.scheduled_at, d.created_at) desc, d.id), '[]')
    from (select * from public.deliveries r where r.contact_id = p_contact_id and r.link_revoked_at is null and (p_order_id is null or r.order_id = p_order_id)
           order by coalesce(r.delivered_at, r.scheduled_at, r.created_at) desc, r.id limit 200) as d
$$;
comment on function private.own_deliveries is
'The deliveries to a client, or those of one order, with what was handed over, newest first, at most 200.';

create function private.plan_of_order(p_order_id uuid, p_id uuid, p_plan jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'create', 'plan deliveries');
  if exists (select from public.deliveries where id = p_id and order_id = p_order_id) then
    return p_id;
  elsif p_id is null or jsonb_typeof(p_plan -> 'items') is distinct from 'array' or jsonb_array_length(p_plan -> 'items') = 0 then
    perform private.refuse('22023', 'Please say what this delivery brings');
  end if;
  perform private.plan_delivery(p_order_id, p_plan -> 'items', coalesce(p_plan ->> 'method', 'delivery'), null, null, null, p_id);
  perform private.apply_plan(p_id, p_plan);
  return p_id;
end $$;
comment on function private.plan_of_order is
  'Plans one delivery of an order as its screen has it: method; location_id, or new_site with label, address, city, postcode, state;
day, from and to by the clock of the company; van_id and crew (the crew of that van on that day); weight_kg, parcels,
contact_on_site and phone_on_site, by default those of the address, instructions; items [{order_item_id, qty}]. Refused in words when it brings more than is left.
p_id: chosen by the caller, so that a repeated call plans once.';
call private.offer('private.plan_of_order(uuid, uuid, jsonb)');

create function private.change_plan(p_id uuid, p_row_version integer, p_plan jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_line record;
  v_number integer := 0;
begin
  perform private.must('deliveries', 'edit', 'change planned deliveries');
  select * into v_row from public.deliveries where id = p_id;
  perform from public.orders where id = v_row.order_id for no key update;
  select * into v_row from public.deliveries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif v_row.row_version is distinct from p_row_version then
    perform private.refuse('PT409', 'Somebody changed this delivery meanwhile. Please look at it again.');
  elsif v_row.status = 'out' then
    perform private.refuse('PT409', format('%s is on the road. Set it back to ready first.', v_row.delivery_number));
  elsif v_row.status in ('delivered', 'cancelled') then
    perform private.refuse('PT409', format('%s is %s already', v_row.delivery_number, v_row.status));
  end if;
  if v_row.order_id is not null then
    if jsonb_typeof(p_plan -> 'items') is distinct from 'array' then
      perform private.refuse('22023', 'Please say what this delivery brings');
    end if;
    for v_line in
      select l.order_item_id, l.description, l.ordered, l.left_over::numeric, l.handed_over::numeric, coalesce(asked.qty, 0) as asked
        from private.lines_to_deliver(v_row.order_id, p_id) as l
        left join (select (line ->> 'order_item_id')::uuid as id, sum((line ->> 'qty')::numeric) as qty
                     from jsonb_array_elements(p_plan -> 'items') as line group by 1) as asked on asked.id = l.order_item_id
    loop
      if not coalesce(v_line.asked between 0 and 1000000, false) then
        perform private.refuse('22023', format('Please enter how many of "%s" are delivered', left(v_line.description, 100)));
      elsif v_line.asked > v_line.left_over then
        perform private.refuse('PT409', format('Of "%s" only %s of %s are left to deliver', left(v_line.description, 100),
          trim_scale(v_line.left_over), v_line.ordered));
      elsif v_line.asked < v_line.handed_over then
        perform private.refuse('PT409', format('Of "%s" %s are handed over already', left(v_line.description, 100), v_line.handed_over));
      elsif v_line.asked = 0 then
        delete from public.delivery_items where delivery_id = p_id and order_item_id = v_line.order_item_id;
      else
        insert into public.delivery_items (delivery_id, order_item_id, position, qty)
        values (p_id, v_line.order_item_id, private.line_key(v_number), v_line.asked)
        on conflict (delivery_id, order_item_id) do update set qty = excluded.qty, position = excluded.position;
        v_number := v_number + 1;
      end if;
    end loop;
    if v_number = 0 then
      perform private.refuse('22023', 'Please say what this delivery brings');
    elsif not exists (select from public.delivery_items where delivery_id = p_id and qty_delivered < qty) then
      perform private.refuse('22023', 'Everything on it is handed over already. Please plan more than that.');
    end if;
  end if;
  perform private.apply_plan(p_id, p_plan);
  if v_row.status = 'failed' and p_plan ->> 'day' is not null then
    update public.deliveries set status = 'planned' where id = p_id and status = 'failed';
  end if;
  perform private.log_event('delivery', p_id, 'changed', '{}');
end $$;
comment on function private.change_plan is
  'Changes a delivery that is not on the road yet, with the same plan as plan_of_order: what the plan leaves out is emptied.
A failed one is planned again by a day. p_row_version: the version that was seen; another one is refused.';
call private.offer('private.change_plan(uuid, integer, jsonb)');

create function private.drop_time_text(p_delivery public.deliveries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_day constant date := private.day_of(p_delivery.scheduled_at);
begin
  return case v_day when private.company_today() then 'today' when private.company_today() + 1 then 'tomorrow'
      else coalesce(private.day_text(v_day, true), 'no day yet') end
    || case when v_day is null then '' when p_delivery.scheduled_has_time then ' at ' || private.clock_text(p_delivery.scheduled_at) else ', no time yet' end;
end $$;
comment on function private.drop_time_text is 'When a drop is planned, as its crew says it: today at 16:00; tomorrow, no time yet; Thu 3 Dec 2026 at 09:00.';

-- Other days are looked at when they come.
create function private.is_drop_soon(p_delivery public.deliveries, p_person uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_person = any (p_delivery.crew) and p_delivery.status in ('planned', 'ready', 'out', 'partially_delivered')
    and coalesce(private.day_of(p_delivery.scheduled_at) - private.company_today() between 0 and 1, false);
end $$;
comment on function private.is_drop_soon is 'Whether a person brings this delivery today or tomorrow.';

create function private.crew_words(p_person uuid, p_old public.deliveries, p_new public.deliveries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_was constant boolean := private.is_drop_soon(p_old, p_person);
  v_is constant boolean := private.is_drop_soon(p_new, p_person);
  v_moved constant boolean := (p_old.scheduled_at, p_old.scheduled_has_time) is distinct from (p_new.scheduled_at, p_new.scheduled_has_time);
begin
  return 'Your van: ' || p_new.delivery_number || case
    when v_is and not v_was then format(' was added, %s', private.drop_time_text(p_new))
    when v_was and v_moved and p_person = any (p_new.crew) and p_new.status <> 'cancelled'
      then format(' moved from %s to %s', private.drop_time_text(p_old), private.drop_time_text(p_new))
    when v_is or not v_was or p_new.status in ('failed', 'delivered') or p_new.failed_at > coalesce(p_old.failed_at, '-infinity') then null
    when p_new.status = 'cancelled' then format(' is cancelled, it was planned for %s', private.drop_time_text(p_old))
    else format(' was taken off, it was planned for %s', private.drop_time_text(p_old)) end;
end $$;
comment on function private.crew_words is
  'What a person of the crew is told of a changed plan of today or tomorrow: a drop that is new, moved, taken off or cancelled. Null where
nothing changes for them, and where it was handed over or failed: they were there.';

create function private.tell_driver(p_person uuid, p_delivery public.deliveries, p_words text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_more constant text := ', and (\d+) more drops?$';
begin
  delete from public.delivery_notifications n
   where n.notified_user_id = p_person and n.delivery_id = p_delivery.id and not n.is_read and n.message like 'Your van: %'
     and n.created_at > now() - interval '10 minutes';
  update public.delivery_notifications n
     set message = regexp_replace(n.message, v_more, '') || format(case when n.message ~ v_more then ', and %s more drops' else ', and %s more drop' end,
       coalesce((regexp_match(n.message, v_more))[1]::integer, 0) + 1)
   where n.notified_user_id = p_person and n.created_at = now() and n.message like 'Your van: %';
  if not found then
    insert into public.delivery_notifications (notified_user_id, delivery_id, project_title, message)
    values (p_person, p_delivery.id, left(p_delivery.project_title, 500), left(p_words, 500));
  end if;
end $$;
comment on function private.tell_driver is
  'One notice for whatever one act changes of a person''s drops. It takes the place of an unread one of the last ten minutes about the same drop.';

create function private.tell_crews_of_hold(p_order public.orders) returns void
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
comment on function private.tell_crews_of_hold is
  'Whoever is to bring something of an order hears that it is on hold, and why, or that it goes on. Open screens of deliveries read again.';

-- At the end of the transaction: a plan is written in several steps, and its crew is told of the result once.
create function private.tell_crew() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_told constant text := coalesce(current_setting('signwright.told_crews', true), '');
  v_new public.deliveries;
  v_person uuid;
  v_words text;
begin
  if strpos(v_told, old.id::text) > 0 then
    return null;
  end if;
  perform set_config('signwright.told_crews', v_told || old.id::text || ' ', true);
  select * into v_new from public.deliveries where id = old.id;
  for v_person in
    select distinct u from unnest(old.crew || v_new.crew) as u where u is distinct from auth.uid() order by u
  loop
    v_words := private.crew_words(v_person, old, v_new);
    if v_words is not null then
      perform private.tell_driver(v_person, v_new, v_words);
    end if;
  end loop;
  return null;
end $$;
comment on function private.tell_crew is 'Who drives hears of drops of today and tomorrow that are new, moved or taken off (spec 2 §3), but not who planned it.';

-- -------------------------------------------------------------------------------------------------------- what follows

call private.follow_transitions('public.deliveries', 'delivery');
create trigger whole_pieces before insert or update of qty, qty_delivered on public.delivery_items
  for each row when (new.qty <> trunc(new.qty) or new.qty_delivered <> trunc(new.qty_delivered))
  execute function private.keep_delivery_whole();
create trigger audit after insert or update or delete on public.deliveries
  for each row execute function private.audit('id');
create trigger new_delivery before insert on public.deliveries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.new_delivery();
create trigger guard_removed before delete on public.deliveries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_removed_delivery();
create trigger follow_delivery after update of status on public.deliveries
  for each row when (old.status is distinct from new.status) execute function private.follow_delivery();
create trigger keep_language after update of status on public.deliveries
  for each row when (old.status is distinct from new.status and new.status in ('partially_delivered', 'delivered'))
  execute function private.keep_language_of_paper('delivery');
create trigger guard_packed before update of status on public.deliveries
  for each row when (old.status in ('planned', 'ready') and new.status in ('ready', 'out') and old.status <> new.status
    and current_user in ('anon', 'authenticated')) execute function private.guard_packed_delivery();
-- Its name puts it behind the pins: what it empties nobody else changes.
create trigger planned_again before update of status on public.deliveries
  for each row when (old.status = 'failed' and new.status = 'planned') execute function private.guard_planned_again();
create or replace trigger count_version before update of contact_id, project_title, location_id, method, scheduled_at, scheduled_has_time, slot_minutes, van_id,
    weight_kg, parcels, contact_on_site, phone_on_site, instructions, show_prices, photo_paths, link_revoked_at, row_version on public.deliveries
  for each row execute function private.count_version();
create trigger keep_client before update on public.deliveries for each row
  when (current_user in ('anon', 'authenticated')) execute function private.keep_client_of_delivery();

-- Where it was handed over is said by the hand-over alone.
create trigger pin_place before update on public.deliveries for each row
  when (current_user in ('anon', 'authenticated')) execute function private.pin('lat', 'lng');
-- What people plan alone: a migration that changes deliveries may change their table too.
create constraint trigger tell_crew after update on public.deliveries deferrable initially deferred for each row
  when (auth.uid() is not null and (old.crew <> '{}' or new.crew <> '{}') and ((old.crew, old.scheduled_at, old.scheduled_has_time) is distinct from
    (new.crew, new.scheduled_at, new.scheduled_has_time) or old.status <> 'cancelled' and new.status = 'cancelled'))
  execute function private.tell_crew();
create trigger ask_first before insert on public.deliveries for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('deliveries:create');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.deliveries', 'nudge_document', $$private.nudge_owners('doc:', 'public_uuid', 'public_uuid')$$);
call private.after_each_statement('public.deliveries', 'nudge_client', $$private.nudge_clients('status')$$);

call private.after_each_statement('public.delivery_items', 'nudge_page', $$private.nudge_pages('delivery_id', 'deliveries')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, label, contact, person, link, open_if, templates, paper) values
  ('delivery',
   'public.deliveries',
   40,
   'deliveries',
   'r.delivery_number',
   'r.contact_id',
   '(select o.person_id from public.orders o where o.id = r.order_id)',
   'public_uuid',
   $$r.link_revoked_at is null and r.status <> 'cancelled'$$,
   'Deliveries',
   'private.get_public_delivery(r.public_uuid)');

insert into private.record_kinds
  (kind, table_name, position, label, contact, status, recent_if)
values
  ('delivery',
   'public.deliveries',
   50,
   $$r.delivery_number || ' · ' || r.project_title$$,
   'contact_id',
   'r.status',
   'true');

insert into private.record_events
  (event, table_name, kind, at, title, recent_if)
values
  ('delivered',
   'public.deliveries',
   $$'delivered'::text$$,
   'r.delivered_at',
   $$r.delivery_number || ' · ' || r.project_title$$,
   'r.delivered_at is not null');

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('delivery', 'failed', 'cancelled', null, 'deliveries', 'edit', null, 'its quantities are free again'),
  ('delivery', 'failed', 'planned', null, 'deliveries', 'edit', null, null),
  ('delivery', 'out', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'out', 'failed', 'fail_delivery', 'deliveries', 'edit', 'a reason', null),
  ('delivery', 'out', 'partially_delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'out', 'ready', null, 'deliveries', 'edit', null, null),
  ('delivery', 'partially_delivered', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'the rest was handed over', 'it can be invoiced'),
  ('delivery', 'planned', 'cancelled', null, 'deliveries', 'edit', null, 'its quantities are free again'),
  ('delivery', 'planned', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'planned', 'failed', 'fail_delivery', 'deliveries', 'edit', 'a reason', null),
  ('delivery', 'planned', 'out', null, 'deliveries', 'edit', null, null),
  ('delivery', 'planned', 'partially_delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'planned', 'ready', null, 'deliveries', 'edit', null, null),
  ('delivery', 'ready', 'cancelled', null, 'deliveries', 'edit', null, 'its quantities are free again'),
  ('delivery', 'ready', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'ready', 'failed', 'fail_delivery', 'deliveries', 'edit', 'a reason', null),
  ('delivery', 'ready', 'out', null, 'deliveries', 'edit', null, null),
  ('delivery', 'ready', 'partially_delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('delivery', 'ready', 'planned', null, 'deliveries', 'edit', null, null);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('delivery-photos', 'delivery-photos', false, 15728640, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;
