-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.deliveries (
  id uuid not null default gen_random_uuid(),
  delivery_number text not null,
  contact_id uuid not null,
  project_title text not null,
  location_id uuid,
  method text not null default 'delivery'::text,
  status text not null default 'planned'::text,
  scheduled_at timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  order_id uuid,
  public_uuid uuid not null default gen_random_uuid(),
  link_revoked_at timestamp with time zone,
  slot_minutes integer,
  crew uuid[] not null default '{}'::uuid[],
  contact_on_site text,
  phone_on_site text,
  instructions text,
  show_prices boolean not null default false,
  received_by text,
  photo_paths text[] not null default '{}'::text[],
  lat double precision,
  lng double precision,
  last_drop_id uuid,
  row_version integer not null default 1,
  van_id uuid,
  route_seq integer,
  weight_kg numeric(8,1),
  failed_at timestamp with time zone,
  failed_reason text,
  parcels integer,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_delivery_number_key UNIQUE (delivery_number),
  constraint deliveries_public_uuid_key UNIQUE (public_uuid),
  constraint deliveries_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint deliveries_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint deliveries_location_id_fkey FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE SET NULL,
  constraint deliveries_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint deliveries_van_id_fkey FOREIGN KEY (van_id) REFERENCES public.vans(id) ON DELETE RESTRICT,
  constraint deliveries_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint deliveries_crew_is_a_list CHECK (array_ndims(crew) = 1),
  constraint deliveries_delivered_at_is_in_reach CHECK (delivered_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND delivered_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint deliveries_delivered_has_a_time CHECK (status <> 'delivered'::text OR delivered_at IS NOT NULL),
  constraint deliveries_failed_at_is_in_reach CHECK (failed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND failed_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint deliveries_failed_reason_length CHECK (char_length(failed_reason) <= 1000),
  constraint deliveries_lat_is_a_number CHECK (lat <> ALL (ARRAY['NaN'::double precision, 'Infinity'::double precision, '-Infinity'::double precision])),
  constraint deliveries_link_revoked_at_is_in_reach CHECK (link_revoked_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND link_revoked_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint deliveries_lists_are_lists CHECK (COALESCE(array_ndims(crew), 1) = 1 AND COALESCE(array_ndims(photo_paths), 1) = 1 AND cardinality(crew) <= 50 AND cardinality(photo_paths) <= 50),
  constraint deliveries_lng_is_a_number CHECK (lng <> ALL (ARRAY['NaN'::double precision, 'Infinity'::double precision, '-Infinity'::double precision])),
  constraint deliveries_method_is_known CHECK (method = ANY (ARRAY['pickup'::text, 'delivery'::text, 'installation'::text, 'courier'::text, 'electronic'::text])),
  constraint deliveries_number_length CHECK (char_length(btrim(delivery_number)) >= 1 AND char_length(btrim(delivery_number)) <= 50),
  constraint deliveries_number_size CHECK (char_length(delivery_number) <= 60),
  constraint deliveries_parcels_range CHECK (parcels >= 1 AND parcels <= 500),
  constraint deliveries_photo_paths_is_a_list CHECK (array_ndims(photo_paths) = 1),
  constraint deliveries_point_is_whole CHECK ((lat IS NULL) = (lng IS NULL) AND lat >= '-90'::integer::double precision AND lat <= 90::double precision AND lng >= '-180'::integer::double precision AND lng <= 180::double precision),
  constraint deliveries_project_title_length CHECK (char_length(btrim(project_title)) >= 1 AND char_length(btrim(project_title)) <= 500),
  constraint deliveries_project_title_size CHECK (char_length(project_title) <= 600),
  constraint deliveries_route_seq_range CHECK (route_seq >= 1 AND route_seq <= 10000),
  constraint deliveries_scheduled_at_is_in_reach CHECK (scheduled_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND scheduled_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint deliveries_slot_range CHECK (slot_minutes >= 5 AND slot_minutes <= 10080),
  constraint deliveries_status_is_known CHECK (status = ANY (ARRAY['planned'::text, 'ready'::text, 'out'::text, 'partially_delivered'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])),
  constraint deliveries_texts_length CHECK (char_length(contact_on_site) <= 200 AND char_length(phone_on_site) <= 50 AND char_length(instructions) <= 5000 AND char_length(received_by) <= 200),
  constraint deliveries_weight_kg_is_a_number CHECK (weight_kg <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint deliveries_weight_kg_range CHECK (weight_kg > 0::numeric AND weight_kg <= 100000::numeric)
);
alter table public.deliveries enable row level security;
CREATE INDEX deliveries_contact_id_idx ON public.deliveries USING btree (contact_id);
CREATE INDEX deliveries_created_by_idx ON public.deliveries USING btree (created_by);
CREATE INDEX deliveries_location_id_idx ON public.deliveries USING btree (location_id);
CREATE INDEX deliveries_order_id_idx ON public.deliveries USING btree (order_id);
CREATE INDEX deliveries_scheduled_at_idx ON public.deliveries USING btree (scheduled_at);
CREATE INDEX deliveries_status_scheduled_at_idx ON public.deliveries USING btree (status, scheduled_at);
CREATE INDEX deliveries_van_id_idx ON public.deliveries USING btree (van_id);
grant delete, insert, select, update on public.deliveries to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.deliveries to service_role;
create policy "staff plan deliveries" on public.deliveries for insert to authenticated
  with check (( SELECT private.can('deliveries'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff remove deliveries" on public.deliveries for delete to authenticated
  using (( SELECT private.can('deliveries'::text, 'delete'::text) AS can));
create policy "staff read deliveries" on public.deliveries for select to authenticated
  using (( SELECT private.can('deliveries'::text, 'view'::text) AS can));
create policy "staff change deliveries" on public.deliveries for update to authenticated
  using (( SELECT private.can('deliveries'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('deliveries'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.deliveries FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('deliveries:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.deliveries FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.deliveries FOR EACH ROW EXECUTE FUNCTION private.check_transition('delivery');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('delivery', 'by hand');
CREATE TRIGGER count_version BEFORE UPDATE OF contact_id, project_title, location_id, method, scheduled_at, slot_minutes, van_id, weight_kg, parcels, contact_on_site, phone_on_site, instructions, show_prices, photo_paths, link_revoked_at, row_version ON public.deliveries FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER follow_delivery AFTER UPDATE OF status ON public.deliveries FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.follow_delivery();
CREATE TRIGGER guard_planned_again BEFORE UPDATE OF status ON public.deliveries FOR EACH ROW WHEN (old.status = 'failed'::text AND new.status = 'planned'::text) EXECUTE FUNCTION private.guard_planned_again();
CREATE TRIGGER guard_removed BEFORE DELETE ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.guard_removed_delivery();
CREATE TRIGGER keep_client BEFORE UPDATE ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.keep_client_of_delivery();
CREATE TRIGGER new_delivery BEFORE INSERT ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.new_delivery();
CREATE TRIGGER nudge_client_delete AFTER DELETE ON public.deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');
CREATE TRIGGER nudge_client_insert AFTER INSERT ON public.deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');
CREATE TRIGGER nudge_client_update AFTER UPDATE ON public.deliveries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_clients('status');
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.deliveries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.deliveries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER pin BEFORE UPDATE ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'delivery_number', 'order_id', 'public_uuid', 'received_by', 'delivered_at', 'last_drop_id', 'van_id', 'route_seq', 'crew', 'failed_at', 'failed_reason', 'photo_paths', 'created_by', 'created_at');
CREATE TRIGGER pin_place BEFORE UPDATE ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('lat', 'lng');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.deliveries is 'Ours but for project_title: the notices of spec 2 §3 point here.';
comment on column public.deliveries.crew is 'Who brings it: the crew of its van on that day. Written by route_delivery and set_van_crew.';
comment on column public.deliveries.last_drop_id is 'The id that the caller of deliver_drop chose last: a repeated call changes nothing.';
comment on column public.deliveries.parcels is 'In how many parcels it goes: one label each.';
comment on column public.deliveries.route_seq is 'The place among the drops of its van and day, from 1. Written by route_delivery.';

create table public.delivery_items (
  id uuid not null default gen_random_uuid(),
  delivery_id uuid not null,
  order_item_id uuid not null,
  "position" text not null,
  qty numeric(14,4) not null,
  qty_delivered numeric(14,4) not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint delivery_items_pkey PRIMARY KEY (id),
  constraint delivery_items_delivery_id_order_item_id_key UNIQUE (delivery_id, order_item_id),
  constraint delivery_items_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.deliveries(id) ON DELETE CASCADE,
  constraint delivery_items_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES public.order_items(id) ON DELETE RESTRICT,
  constraint delivery_items_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint delivery_items_not_more_than_planned CHECK (qty_delivered >= 0::numeric AND qty_delivered <= qty),
  constraint delivery_items_qty_delivered_is_a_number CHECK (qty_delivered <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint delivery_items_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint delivery_items_qty_range CHECK (qty > 0::numeric AND qty <= 1000000::numeric)
);
alter table public.delivery_items enable row level security;
CREATE INDEX delivery_items_order_item_id_idx ON public.delivery_items USING btree (order_item_id);
grant select on public.delivery_items to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.delivery_items to service_role;
create policy "whoever reads a delivery reads its items" on public.delivery_items for select to authenticated
  using (( SELECT true
   FROM public.deliveries d
  WHERE d.id = delivery_items.delivery_id));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.delivery_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('delivery_id', 'deliveries');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.delivery_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('delivery_id', 'deliveries');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.delivery_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('delivery_id', 'deliveries');
CREATE TRIGGER pin BEFORE UPDATE ON public.delivery_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.delivery_items FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.delivery_items is 'What a delivery brings of which order line. Written by plan_delivery and deliver_drop.';

create table public.partial_deliveries (
  id uuid not null default gen_random_uuid(),
  partial_number text not null,
  delivery_id uuid not null,
  seq integer not null,
  status text not null default 'planned'::text,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  received_by text,
  photo_paths text[] not null default '{}'::text[],
  lat double precision,
  lng double precision,
  constraint partial_deliveries_pkey PRIMARY KEY (id),
  constraint partial_deliveries_delivery_id_seq_key UNIQUE (delivery_id, seq),
  constraint partial_deliveries_partial_number_key UNIQUE (partial_number),
  constraint partial_deliveries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.deliveries(id) ON DELETE CASCADE,
  constraint partial_deliveries_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint partial_deliveries_delivered_at_is_in_reach CHECK (delivered_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND delivered_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint partial_deliveries_delivered_has_a_time CHECK (status <> 'delivered'::text OR delivered_at IS NOT NULL),
  constraint partial_deliveries_lat_is_a_number CHECK (lat <> ALL (ARRAY['NaN'::double precision, 'Infinity'::double precision, '-Infinity'::double precision])),
  constraint partial_deliveries_lng_is_a_number CHECK (lng <> ALL (ARRAY['NaN'::double precision, 'Infinity'::double precision, '-Infinity'::double precision])),
  constraint partial_deliveries_number_length CHECK (char_length(btrim(partial_number)) >= 1 AND char_length(btrim(partial_number)) <= 60),
  constraint partial_deliveries_number_size CHECK (char_length(partial_number) <= 80),
  constraint partial_deliveries_photo_paths_is_a_list CHECK (array_ndims(photo_paths) = 1),
  constraint partial_deliveries_photos_are_a_list CHECK (COALESCE(array_ndims(photo_paths), 1) = 1 AND cardinality(photo_paths) <= 50),
  constraint partial_deliveries_point_is_whole CHECK ((lat IS NULL) = (lng IS NULL) AND lat >= '-90'::integer::double precision AND lat <= 90::double precision AND lng >= '-180'::integer::double precision AND lng <= 180::double precision),
  constraint partial_deliveries_received_by_length CHECK (char_length(received_by) <= 200),
  constraint partial_deliveries_seq_is_positive CHECK (seq >= 1),
  constraint partial_deliveries_status_is_known CHECK (status = ANY (ARRAY['planned'::text, 'out'::text, 'delivered'::text]))
);
alter table public.partial_deliveries enable row level security;
grant delete, insert, select, update on public.partial_deliveries to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.partial_deliveries to service_role;
create policy "staff plan drops" on public.partial_deliveries for insert to authenticated
  with check (( SELECT private.can('deliveries'::text, 'create'::text) AS can));
create policy "staff remove drops" on public.partial_deliveries for delete to authenticated
  using (( SELECT private.can('deliveries'::text, 'delete'::text) AS can));
create policy "whoever reads a delivery reads its drops" on public.partial_deliveries for select to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.deliveries d
  WHERE d.id = partial_deliveries.delivery_id)));
create policy "staff change drops" on public.partial_deliveries for update to authenticated
  using (( SELECT private.can('deliveries'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('deliveries'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.partial_deliveries FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('deliveries:create');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.partial_deliveries FOR EACH ROW EXECUTE FUNCTION private.check_transition('partial_delivery');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.partial_deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('partial_delivery', 'by hand');
CREATE TRIGGER guard_removed BEFORE DELETE ON public.partial_deliveries FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.status = 'delivered'::text) EXECUTE FUNCTION private.guard_removed_drop();
CREATE TRIGGER new_drop BEFORE INSERT ON public.partial_deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.new_drop();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.partial_deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.partial_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.partial_deliveries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER pin BEFORE UPDATE ON public.partial_deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'partial_number', 'delivery_id', 'seq', 'received_by', 'delivered_at', 'photo_paths', 'lat', 'lng', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.partial_deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.partial_deliveries is 'Ours: one drop of a delivery that goes out in parts.';

create table public.partial_delivery_items (
  partial_delivery_id uuid not null,
  delivery_item_id uuid not null,
  qty numeric(14,4) not null,
  constraint partial_delivery_items_pkey PRIMARY KEY (partial_delivery_id, delivery_item_id),
  constraint partial_delivery_items_delivery_item_id_fkey FOREIGN KEY (delivery_item_id) REFERENCES public.delivery_items(id) ON DELETE CASCADE,
  constraint partial_delivery_items_partial_delivery_id_fkey FOREIGN KEY (partial_delivery_id) REFERENCES public.partial_deliveries(id) ON DELETE CASCADE,
  constraint partial_delivery_items_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint partial_delivery_items_qty_range CHECK (qty > 0::numeric AND qty <= 1000000::numeric)
);
alter table public.partial_delivery_items enable row level security;
CREATE INDEX partial_delivery_items_delivery_item_id_idx ON public.partial_delivery_items USING btree (delivery_item_id);
grant select on public.partial_delivery_items to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.partial_delivery_items to service_role;
create policy "whoever reads a drop reads its items" on public.partial_delivery_items for select to authenticated
  using (( SELECT true
   FROM public.partial_deliveries p
  WHERE p.id = partial_delivery_items.partial_delivery_id));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.partial_delivery_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('partial_delivery_id', 'deliveries');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.partial_delivery_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('partial_delivery_id', 'deliveries');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.partial_delivery_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('partial_delivery_id', 'deliveries');
comment on table public.partial_delivery_items is 'What one drop brought.';

CREATE OR REPLACE FUNCTION private.deliver_drop(p_delivery_id uuid, p_items jsonb DEFAULT NULL::jsonb, p_received_by text DEFAULT NULL::text, p_signature text DEFAULT NULL::text, p_photo_paths text[] DEFAULT '{}'::text[], p_drop_id uuid DEFAULT NULL::uuid, p_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_lat double precision DEFAULT NULL::double precision, p_lng double precision DEFAULT NULL::double precision)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.deliver_drop(p_delivery_id uuid, p_items jsonb, p_received_by text, p_signature text, p_photo_paths text[], p_drop_id uuid, p_at timestamp with time zone, p_lat double precision, p_lng double precision) to authenticated;
grant execute on function private.deliver_drop(p_delivery_id uuid, p_items jsonb, p_received_by text, p_signature text, p_photo_paths text[], p_drop_id uuid, p_at timestamp with time zone, p_lat double precision, p_lng double precision) to service_role;
comment on function private.deliver_drop(p_delivery_id uuid, p_items jsonb, p_received_by text, p_signature text, p_photo_paths text[], p_drop_id uuid, p_at timestamp with time zone, p_lat double precision, p_lng double precision) is 'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
for a phone that had no network; see moment_of_drop. p_lat, p_lng: where. Returns status, partial_id and partial_number.';

CREATE OR REPLACE FUNCTION private.follow_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.log_event('delivery', new.id, 'status', jsonb_build_object('from', old.status, 'to', new.status));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_removed_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status not in ('planned', 'cancelled') or exists (
    select from public.delivery_items i where i.delivery_id = old.id and i.qty_delivered > 0) then
    raise insufficient_privilege using message = 'A delivery that left the house is not removed';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.line_key(p_number integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_number < 62 then 'a' || substr(digits, p_number + 1, 1)
    when p_number < 3906 then 'b' || substr(digits, (p_number - 62) / 62 + 1, 1) || substr(digits, (p_number - 62) % 62 + 1, 1)
    else 'c' || substr(digits, (p_number - 3906) / 3844 % 62 + 1, 1) || substr(digits, (p_number - 3906) / 62 % 62 + 1, 1)
      || substr(digits, (p_number - 3906) % 62 + 1, 1) end
    from (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' as digits) as base
$function$;
comment on function private.line_key(p_number integer) is 'The n-th key of fractional indexing, from 0: a0, a1 … az, b00 … For lines that the database writes.';

CREATE OR REPLACE FUNCTION private.new_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  return new;
end $function$;
comment on function private.new_delivery() is 'A delivery that a person makes without an order (samples, returns): planned, with the next number.';

CREATE OR REPLACE FUNCTION private.new_drop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.plan_delivery(p_order_id uuid, p_items jsonb DEFAULT NULL::jsonb, p_method text DEFAULT 'delivery'::text, p_scheduled_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_location_id uuid DEFAULT NULL::uuid, p_instructions text DEFAULT NULL::text, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.plan_delivery(p_order_id uuid, p_items jsonb, p_method text, p_scheduled_at timestamp with time zone, p_location_id uuid, p_instructions text, p_id uuid) to authenticated;
grant execute on function private.plan_delivery(p_order_id uuid, p_items jsonb, p_method text, p_scheduled_at timestamp with time zone, p_location_id uuid, p_instructions text, p_id uuid) to service_role;
comment on function private.plan_delivery(p_order_id uuid, p_items jsonb, p_method text, p_scheduled_at timestamp with time zone, p_location_id uuid, p_instructions text, p_id uuid) is 'Plans a delivery of an order. p_items: [{order_item_id, qty}], null for everything that is left. Refuses more than was
ordered, in words. p_id: chosen by the caller, so that a repeated call returns the same delivery. Returns the id.';

CREATE OR REPLACE FUNCTION private.planned_of(p_order_item_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(case when d.status in ('cancelled', 'failed') then i.qty_delivered else i.qty end), 0)
    from public.delivery_items i join public.deliveries d on d.id = i.delivery_id
   where i.order_item_id = p_order_item_id
$function$;
comment on function private.planned_of(p_order_item_id uuid) is 'How much of an order line is delivered or on its way. Failed and cancelled deliveries take nothing.';

CREATE OR REPLACE FUNCTION private.tell_of_delivery(p_delivery public.deliveries, p_partial public.partial_deliveries, p_whole boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.tell_of_delivery(p_delivery public.deliveries, p_partial public.partial_deliveries, p_whole boolean) is 'Who planned the delivery and who sold the order are told of a drop (spec 2 §3).';
