-- Drops: parts of a delivery that were handed over.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.partial_deliveries (
  id             uuid primary key default gen_random_uuid(),
  partial_number text not null unique,
  delivery_id    uuid not null references public.deliveries (id) on delete cascade,
  seq            integer not null,
  status         text not null default 'planned',
  delivered_at   timestamptz,
  created_at     timestamptz not null default now(),
  received_by    text,
  photo_paths    text[] not null default '{}',
  lat            double precision,
  lng            double precision,
  unique (delivery_id, seq),
  constraint partial_deliveries_number_length check (char_length(btrim(partial_number)) between 1 and 60),
  constraint partial_deliveries_seq_is_positive check (seq >= 1),
  constraint partial_deliveries_status_is_known check (status in ('planned', 'out', 'delivered')),
  constraint partial_deliveries_delivered_has_a_time check (status <> 'delivered' or delivered_at is not null),
  constraint partial_deliveries_number_size check (char_length(partial_number) <= 80),
  constraint partial_deliveries_received_by_length check (char_length(received_by) <= 200),
  constraint partial_deliveries_photos_are_a_list check (coalesce(array_ndims(photo_paths), 1) = 1 and cardinality(photo_paths) <= 50),
  constraint partial_deliveries_point_is_whole
    check ((lat is null) = (lng is null) and lat between -90 and 90 and lng between -180 and 180)
);
comment on table public.partial_deliveries is 'Ours: one drop of a delivery that goes out in parts.';

create table public.partial_delivery_items (
  partial_delivery_id uuid not null references public.partial_deliveries (id) on delete cascade,
  delivery_item_id    uuid not null references public.delivery_items (id) on delete cascade,
  qty                 numeric(14, 4) not null,
  primary key (partial_delivery_id, delivery_item_id),
  constraint partial_delivery_items_qty_range check (qty > 0 and qty <= 1000000)
);
create index partial_delivery_items_delivery_item_id_idx on public.partial_delivery_items (delivery_item_id);
comment on table public.partial_delivery_items is 'What one drop brought.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.partial_deliveries',
  p_pinned => '{partial_number,delivery_id,seq,received_by,delivered_at,photo_paths,lat,lng}',
  p_pages => '{deliveries}');
create policy "whoever reads a delivery reads its drops" on public.partial_deliveries
  for select to authenticated
  using (exists (select 1 from public.deliveries d where d.id = delivery_id));
create policy "staff plan drops" on public.partial_deliveries
  for insert to authenticated with check ((select private.can('deliveries', 'create')));
create policy "staff change drops" on public.partial_deliveries
  for update to authenticated
  using ((select private.can('deliveries', 'edit'))) with check ((select private.can('deliveries', 'edit')));
create policy "staff remove drops" on public.partial_deliveries
  for delete to authenticated using ((select private.can('deliveries', 'delete')));

call private.borrow_rules('public.partial_delivery_items', '');
grant select on public.partial_delivery_items to authenticated;
create policy "whoever reads a drop reads its items" on public.partial_delivery_items
  for select to authenticated using ((select true from public.partial_deliveries p where p.id = partial_delivery_id));

-- -------------------------------------------------------------------------------------------------------- what it does

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
  new.photo_paths := '{}';
  new.lat := null;
  new.lng := null;
  return new;
end $$;

create function private.refuse_ended_delivery(p_delivery public.deliveries) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if p_delivery.status in ('cancelled', 'failed') then
    perform private.refuse('PT409', format('This delivery %s', case p_delivery.status when 'failed' then 'failed: plan it again first' else 'is cancelled' end));
  elsif p_delivery.status = 'delivered' then
    perform private.refuse('PT409', 'All of this delivery is handed over already' || coalesce(format(': %s received it on %s',
      p_delivery.received_by, private.moment_text(p_delivery.delivered_at)), ''));
  end if;
end $$;
comment on function private.refuse_ended_delivery is 'Refuses a drop of a delivery that is cancelled, failed or handed over.';

create function private.lines_of_drop(p_delivery_id uuid, p_items jsonb) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  v_line record;
  v_lines jsonb := '[]';
begin
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
  return v_lines;
end $$;
comment on function private.lines_of_drop is
  'The lines that a drop hands over: [{id, order_item_id, qty}]. p_items: [{delivery_item_id, qty}], null for all that is left. A
quantity that is none, more than is left, and a line of another delivery are refused in words.';

create function private.tell_jobs_of_drop(p_lines jsonb, p_number text, p_received_by text) returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.log_event('job', j.id, 'handed_over', jsonb_build_object('number', p_number,
      'qty', private.qty_text((line ->> 'qty')::numeric, coalesce(private.unit_of_pieces(i.unit, i.width_mm, i.height_mm), 'piece')),
      'received_by', nullif(btrim(p_received_by), ''), 'on_hold', (select left(o.hold_reason, 300) from public.orders o where o.id = i.order_id and o.status = 'on_hold')))
    from jsonb_array_elements(p_lines) as line
    join public.order_items i on i.id = (line ->> 'order_item_id')::uuid
    join public.jobs j on j.order_item_id = i.id and j.status <> 'cancelled' and j.remake_of is null
$$;
comment on function private.tell_jobs_of_drop is
  'The story of the jobs of handed over lines: by which delivery, how many and to whom. A remake is told of with the job it is made for.';

create function private.end_site_work(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step record;
begin
  for v_step in
    select s.id from public.jobs j
      join public.order_items i on i.id = j.order_item_id and i.qty_delivered >= i.qty
      join public.job_steps s on s.job_id = j.id and s.status in ('todo', 'paused') and private.is_on_site(s)
     where j.order_id = p_order_id and j.status in ('in_production', 'qc', 'ready') and not private.has_bench_work(j.id)
       and (j.mockup_status = 'approved' or not j.mockup_required)
     order by j.id, s.position
  loop
    update public.job_steps s set status = 'done'
     where s.id = v_step.id and not exists (
       select from public.job_steps before where before.id = any (s.depends_on) and before.status not in ('done', 'skipped'));
  end loop;
end $$;
comment on function private.end_site_work is
  'What is done on site, by a van, is done with the hand-over of all of its line, where everything else of the job is made.';

create function private.end_delivered_jobs(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.jobs j set status = 'delivered'
    from public.order_items i
   where i.id = j.order_item_id and i.order_id = p_order_id and i.qty > 0 and i.qty_delivered >= i.qty
     and j.status not in ('delivered', 'closed', 'cancelled', 'on_hold');
end $$;
comment on function private.end_delivered_jobs is 'A job ends with the hand-over of all of its line; one on hold when it is released.';

-- The order before its delivery, as where its plan changes: in the other order the two waited for each other.
create function private.deliver_drop(p_delivery_id uuid, p_items jsonb default null, p_received_by text default null, p_signature text default null, p_photo_paths text[] default '{}', p_drop_id uuid default null, p_at timestamptz default null, p_lat double precision default null, p_lng double precision default null) returns jsonb
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
  v_held text;
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
    where p_at is null;
  perform private.check_delivery_photos(p_delivery_id, v_photos);
  v_at := private.moment_of_drop(v_delivery, p_at);
  v_order_id := v_delivery.order_id;
  v_held := (select o.hold_reason from public.orders o where o.id = v_order_id and o.status = 'on_hold');
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
         lat = coalesce(p_lat, lat), lng = coalesce(p_lng, lng), failed_at = null, failed_reason = null, last_drop_id = p_drop_id, gone_on_hold = coalesce(v_held, gone_on_hold)
   where id = p_delivery_id;
  if nullif(btrim(p_received_by), '') is not null then
    perform private.sign_document(case when v_partial.id is null then 'delivery' else 'partial_delivery' end,
      coalesce(v_partial.id, p_delivery_id), null, p_received_by, p_signature);
  end if;

  perform private.end_site_work(v_order_id);
  perform private.tell_jobs_of_drop(v_lines, coalesce(v_partial.partial_number, v_delivery.delivery_number), p_received_by);
  perform private.end_delivered_jobs(v_order_id);
  perform private.refresh_order(v_order_id);
  perform private.log_event('delivery', p_delivery_id, 'handed_over',
    jsonb_build_object('partial_number', v_partial.partial_number, 'received_by', nullif(btrim(p_received_by), ''))
      || jsonb_strip_nulls(jsonb_build_object('not_made', left(v_open, 300), 'on_hold', left(v_held, 300))));
  perform private.tell_of_delivery(v_delivery, v_partial, v_whole, v_at, v_held);
  return jsonb_build_object('status', case when v_whole then 'delivered' else 'partially_delivered' end,
    'partial_id', v_partial.id, 'partial_number', v_partial.partial_number);
end $$;
comment on function private.deliver_drop is
  'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
said by a phone that had no network, and by no other; see moment_of_drop: it has happened, also where the order is on hold now. Delivery, story and notice
say so. Without it the order must not be on hold. p_lat, p_lng: where. What of it nobody has made yet is kept in its story. Returns status, partial_id and partial_number.';
call private.offer('private.deliver_drop(uuid, jsonb, text, text, text[], uuid, timestamptz, double precision, double precision)');

create function private.get_public_partial_delivery(p_uuid uuid, p_visit text default null) returns jsonb
  language sql security definer set search_path = ''
as $$
  select private.get_public_delivery(d.public_uuid, p_visit) || jsonb_build_object('drop', p.id)
    from public.partial_deliveries p join public.deliveries d on d.id = p.delivery_id
   where p.id = p_uuid and p.status = 'delivered'
$$;
comment on function private.get_public_partial_delivery is
  'The delivery of one drop by the drop''s link, with drop naming it; no row for a wrong one, null for a revoked delivery.';
call private.offer('private.get_public_partial_delivery(uuid, text)', '{anon,authenticated,service_role}');

create function private.guard_removed_drop() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'What was handed over is not removed';
end $$;

-- -------------------------------------------------------------------------------------------------------- what follows

call private.follow_transitions('public.partial_deliveries', 'partial_delivery');
create trigger new_drop before insert on public.partial_deliveries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.new_drop();
create trigger guard_removed before delete on public.partial_deliveries for each row
  when (current_user in ('anon', 'authenticated') and old.status = 'delivered') execute function private.guard_removed_drop();
create trigger ask_first before insert on public.partial_deliveries for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('deliveries:create');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.partial_delivery_items', 'nudge_page',
  $$private.nudge_pages('partial_delivery_id', 'deliveries')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page) values
  ('partial_delivery',
   'public.partial_deliveries',
   45,
   'deliveries');

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('partial_delivery', 'out', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('partial_delivery', 'out', 'planned', null, 'deliveries', 'edit', null, null),
  ('partial_delivery', 'planned', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'quantities that were handed over', 'they can be invoiced'),
  ('partial_delivery', 'planned', 'out', null, 'deliveries', 'edit', null, null);
