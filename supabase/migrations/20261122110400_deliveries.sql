-- Deliveries of an order, whole or in drops. No more is planned than was ordered, and no more handed over than planned.

alter table public.deliveries
  add column order_id        uuid references public.orders (id) on delete restrict,
  add column public_uuid     uuid not null unique default gen_random_uuid(),
  add column link_revoked_at timestamptz,
  add column slot_minutes    integer,
  add column crew            uuid[] not null default '{}',
  add column vehicle_id      uuid references public.work_centres (id) on delete set null,
  add column contact_on_site text,
  add column phone_on_site   text,
  add column instructions    text,
  add column show_prices     boolean not null default false,
  add column received_by     text,
  add column photo_paths     text[] not null default '{}',
  add column lat             double precision,
  add column lng             double precision,
  add column last_drop_id    uuid,
  add column row_version     integer not null default 1,
  add constraint deliveries_slot_range check (slot_minutes between 5 and 10080),
  add constraint deliveries_texts_length check (char_length(contact_on_site) <= 200 and char_length(phone_on_site) <= 50
    and char_length(instructions) <= 5000 and char_length(received_by) <= 200),
  add constraint deliveries_lists_are_lists check (coalesce(array_ndims(crew), 1) = 1 and coalesce(array_ndims(photo_paths), 1) = 1
    and cardinality(crew) <= 50 and cardinality(photo_paths) <= 50),
  add constraint deliveries_point_is_whole check ((lat is null) = (lng is null) and lat between -90 and 90 and lng between -180 and 180);
call private.refuse_hostile_values('public.deliveries');
create index deliveries_order_id_idx on public.deliveries (order_id);
create index deliveries_vehicle_id_idx on public.deliveries (vehicle_id);
comment on column public.deliveries.last_drop_id is 'The id that the caller of deliver_drop chose last: a repeated call changes nothing.';

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

create table public.partial_delivery_items (
  partial_delivery_id uuid not null references public.partial_deliveries (id) on delete cascade,
  delivery_item_id    uuid not null references public.delivery_items (id) on delete cascade,
  qty                 numeric(14, 4) not null,
  primary key (partial_delivery_id, delivery_item_id),
  constraint partial_delivery_items_qty_range check (qty > 0 and qty <= 1000000)
);
create index partial_delivery_items_delivery_item_id_idx on public.partial_delivery_items (delivery_item_id);
comment on table public.partial_delivery_items is 'What one drop brought.';

alter table public.partial_deliveries
  add column received_by text,
  add column photo_paths text[] not null default '{}',
  add constraint partial_deliveries_received_by_length check (char_length(received_by) <= 200),
  add constraint partial_deliveries_photos_are_a_list check (coalesce(array_ndims(photo_paths), 1) = 1 and cardinality(photo_paths) <= 50);

drop trigger pin on public.deliveries;
create trigger pin before update on public.deliveries
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'delivery_number', 'order_id', 'public_uuid', 'received_by', 'delivered_at', 'last_drop_id',
    'created_by', 'created_at');
drop trigger pin on public.partial_deliveries;
create trigger pin before update on public.partial_deliveries
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'partial_number', 'delivery_id', 'seq', 'received_by', 'delivered_at', 'created_at');
create trigger first_version before insert on public.deliveries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.first_version();
create trigger count_version before update of contact_id, project_title, location_id, method, scheduled_at, slot_minutes, crew, vehicle_id,
    contact_on_site, phone_on_site, instructions, show_prices, photo_paths, link_revoked_at, row_version on public.deliveries
  for each row execute function private.count_version();
call private.follow_transitions('public.deliveries', 'delivery');
call private.follow_transitions('public.partial_deliveries', 'partial_delivery');
create trigger audit after insert or update or delete on public.deliveries
  for each row execute function private.audit('id');

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
  return new;
end $$;
comment on function private.new_delivery is 'A delivery that a person makes without an order (samples, returns): planned, with the next number.';
create trigger new_delivery before insert on public.deliveries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.new_delivery();

create function private.new_drop() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.deliveries where id = new.delivery_id for no key update;
  new.seq := coalesce((select max(p.seq) from public.partial_deliveries p where p.delivery_id = new.delivery_id), 0) + 1;
  new.partial_number := (select d.delivery_number from public.deliveries d where d.id = new.delivery_id) || '/' || new.seq;
  new.status := 'planned';
  new.delivered_at := null;
  new.received_by := null;
  return new;
end $$;
create trigger new_drop before insert on public.partial_deliveries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.new_drop();

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
create trigger guard_removed before delete on public.deliveries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_removed_delivery();

call private.borrow_rules('public.delivery_items', '');
call private.borrow_rules('public.partial_delivery_items', '');
grant select on public.delivery_items, public.partial_delivery_items to authenticated;
create policy "whoever reads a delivery reads its items" on public.delivery_items
  for select to authenticated using ((select true from public.deliveries d where d.id = delivery_id));
create policy "whoever reads a drop reads its items" on public.partial_delivery_items
  for select to authenticated using ((select true from public.partial_deliveries p where p.id = partial_delivery_id));

call private.after_each_statement('public.deliveries', 'nudge_document', $$private.nudge_owners('doc:', 'public_uuid', 'public_uuid')$$);
call private.after_each_statement('public.delivery_items', 'nudge_page', $$private.nudge_pages('delivery_id', 'deliveries')$$);
call private.after_each_statement('public.partial_delivery_items', 'nudge_page',
  $$private.nudge_pages('partial_delivery_id', 'deliveries')$$);

-- A person who sets a status frees or takes nothing by it, but the story tells it.
create function private.follow_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event('delivery', new.id, 'status', jsonb_build_object('from', old.status, 'to', new.status));
  return null;
end $$;
create trigger follow_delivery after update of status on public.deliveries
  for each row when (old.status is distinct from new.status) execute function private.follow_delivery();

create function private.planned_of(p_order_item_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(case when d.status in ('cancelled', 'failed') then i.qty_delivered else i.qty end), 0)
    from public.delivery_items i join public.deliveries d on d.id = i.delivery_id
   where i.order_item_id = p_order_item_id
$$;
comment on function private.planned_of is 'How much of an order line is delivered or on its way. Failed and cancelled deliveries take nothing.';

create function private.line_key(p_number integer) returns text
  language sql immutable set search_path = ''
as $$
  select case when p_number < 62 then 'a' || substr(digits, p_number + 1, 1)
    when p_number < 3906 then 'b' || substr(digits, (p_number - 62) / 62 + 1, 1) || substr(digits, (p_number - 62) % 62 + 1, 1)
    else 'c' || substr(digits, (p_number - 3906) / 3844 % 62 + 1, 1) || substr(digits, (p_number - 3906) / 62 % 62 + 1, 1)
      || substr(digits, (p_number - 3906) % 62 + 1, 1) end
    from (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' as digits) as base
$$;
comment on function private.line_key is 'The n-th key of fractional indexing, from 0: a0, a1 … az, b00 … For lines that the database writes.';

create function private.plan_delivery(
  p_order_id uuid, p_items jsonb default null, p_method text default 'delivery', p_scheduled_at timestamptz default null,
  p_location_id uuid default null, p_instructions text default null, p_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_id uuid;
  v_line record;
  v_number integer := 0;
begin
  perform private.must('deliveries', 'create', 'plan deliveries');
  select id into v_id from public.deliveries where id = p_id;
  if found then
    return v_id;
  end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_order.status in ('cancelled', 'on_hold') then
    perform private.refuse('PT409', format('This order is %s', replace(v_order.status, '_', ' ')));
  end if;
  insert into public.deliveries (id, delivery_number, order_id, contact_id, project_title, location_id, method, scheduled_at,
    instructions, contact_on_site, phone_on_site, created_by)
  select coalesce(p_id, gen_random_uuid()), private.draw_number('DN'), p_order_id, v_order.contact_id,
         coalesce(nullif(btrim(v_order.project_title), ''), v_order.order_number), coalesce(p_location_id, v_order.location_id),
         p_method, p_scheduled_at, p_instructions, l.contact_on_site, l.phone_on_site, auth.uid()
    from (select 1) as one left join public.locations l on l.id = coalesce(p_location_id, v_order.location_id)
  returning id into v_id;
  for v_line in
    select i.id, i.description, i.qty as ordered, private.planned_of(i.id) as planned, asked.qty as asked
      from public.order_items i
      left join (select (line ->> 'order_item_id')::uuid as id, sum((line ->> 'qty')::numeric) as qty
                   from jsonb_array_elements(coalesce(p_items, '[]')) as line group by 1) as asked on asked.id = i.id
     where i.order_id = p_order_id and i.kind = 'item' and (p_items is null or asked.id is not null)
     order by i.position
  loop
    if p_items is not null and not coalesce(v_line.asked > 0 and v_line.asked <= 1000000, false) then
      perform private.refuse('22023', format('Please enter how many of "%s" are delivered', left(v_line.description, 100)));
    elsif v_line.asked > v_line.ordered - v_line.planned then
      perform private.refuse('PT409', format('Of "%s" only %s of %s are left to deliver', left(v_line.description, 100),
        trim_scale(greatest(v_line.ordered - v_line.planned, 0)), trim_scale(v_line.ordered)));
    end if;
    if coalesce(v_line.asked, v_line.ordered - v_line.planned) > 0 then
      insert into public.delivery_items (delivery_id, order_item_id, position, qty)
      values (v_id, v_line.id, private.line_key(v_number), coalesce(v_line.asked, v_line.ordered - v_line.planned));
      v_number := v_number + 1;
    end if;
  end loop;
  if v_number = 0 or v_number < (select count(distinct line ->> 'order_item_id') from jsonb_array_elements(coalesce(p_items, '[]')) as line) then
    perform private.refuse('PT409', case when p_items is null or v_number = 0 then 'Everything of this order is planned or delivered already'
      else 'A line is not part of this order' end);
  end if;
  perform private.log_event('delivery', v_id, 'created', jsonb_build_object('order_number', v_order.order_number));
  return v_id;
end $$;
comment on function private.plan_delivery is
  'Plans a delivery of an order. p_items: [{order_item_id, qty}], null for everything that is left. Refuses more than was
ordered, in words. p_id: chosen by the caller, so that a repeated call returns the same delivery. Returns the id.';
call private.offer('private.plan_delivery(uuid, jsonb, text, timestamptz, uuid, text, uuid)');

create function private.deliver_drop(
  p_delivery_id uuid, p_items jsonb default null, p_received_by text default null, p_signature text default null,
  p_photo_paths text[] default '{}', p_drop_id uuid default null)
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
    perform private.refuse('PT409', 'All of this delivery is handed over already');
  end if;
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
    update public.partial_deliveries set status = 'delivered', delivered_at = now(), received_by = nullif(btrim(p_received_by), ''),
      photo_paths = coalesce(p_photo_paths, '{}') where id = v_partial.id;
    insert into public.partial_delivery_items (partial_delivery_id, delivery_item_id, qty)
    select v_partial.id, (line ->> 'id')::uuid, (line ->> 'qty')::numeric from jsonb_array_elements(v_lines) as line;
  end if;
  update public.deliveries
     set status = case when v_whole then 'delivered' else 'partially_delivered' end,
         delivered_at = case when v_whole then now() end, received_by = coalesce(nullif(btrim(p_received_by), ''), received_by),
         photo_paths = case when v_partial.id is null then coalesce(p_photo_paths, '{}') else photo_paths end,
         last_drop_id = p_drop_id
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
chosen by the caller, so that a repeated call changes nothing. Returns status, partial_id and partial_number.';
call private.offer('private.deliver_drop(uuid, jsonb, text, text, text[], uuid)');

create function private.tell_of_delivery(p_delivery public.deliveries, p_partial public.partial_deliveries, p_whole boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_people constant uuid[] := array(
    select distinct u from unnest(array[p_delivery.created_by,
      (select coalesce(q.account_manager_id, q.created_by) from public.orders o join public.quotations q on q.id = o.quotation_id
        where o.id = p_delivery.order_id)]) as u
     where u is not null and u is distinct from auth.uid());
begin
  if p_partial.id is null then
    insert into public.delivery_notifications (notified_user_id, delivery_id, project_title, message)
    select u, p_delivery.id, left(p_delivery.project_title, 500), p_delivery.delivery_number || ' was delivered' from unnest(v_people) as u;
  else
    insert into public.partial_delivery_notifications (notified_user_id, partial_delivery_id, project_title, message)
    select u, p_partial.id, left(p_delivery.project_title, 500), p_partial.partial_number || ' was delivered' || case when p_whole then ', the last of it' else '' end
      from unnest(v_people) as u;
  end if;
end $$;
comment on function private.tell_of_delivery is 'Who planned the delivery and who sold the order are told of a drop (spec 2 §3).';

revoke execute on all routines in schema private from public;
