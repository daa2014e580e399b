-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.van_days (
  id uuid not null default gen_random_uuid(),
  van_id uuid not null,
  day date not null,
  crew uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null default now(),
  constraint van_days_pkey PRIMARY KEY (id),
  constraint van_days_van_id_day_key UNIQUE (van_id, day),
  constraint van_days_van_id_fkey FOREIGN KEY (van_id) REFERENCES public.vans(id) ON DELETE CASCADE,
  constraint van_days_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint van_days_crew_is_a_list CHECK (COALESCE(array_ndims(crew), 1) = 1 AND cardinality(crew) <= 10),
  constraint van_days_day_is_in_reach CHECK (day >= '1900-01-01'::date AND day < '10000-01-01'::date)
);
alter table public.van_days enable row level security;
grant select on public.van_days to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.van_days to service_role;
create policy "who views deliveries reads crews" on public.van_days for select to authenticated
  using (( SELECT private.can('deliveries'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.van_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.van_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.van_days REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER pin BEFORE UPDATE ON public.van_days FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.van_days FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.van_days is 'Who goes with a van on a day. Written by set_van_crew; its row is the lock of the order of drops.';

create table public.vans (
  id uuid not null default gen_random_uuid(),
  name text not null,
  registration text,
  capacity_kg numeric(8,1),
  load_length_mm integer,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  constraint vans_pkey PRIMARY KEY (id),
  constraint vans_name_key UNIQUE (name),
  constraint vans_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint vans_capacity_kg_is_a_number CHECK (capacity_kg <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint vans_capacity_kg_range CHECK (capacity_kg > 0::numeric AND capacity_kg <= 100000::numeric),
  constraint vans_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint vans_load_length_mm_range CHECK (load_length_mm >= 100 AND load_length_mm <= 30000),
  constraint vans_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 60),
  constraint vans_registration_length CHECK (char_length(registration) <= 20)
);
alter table public.vans enable row level security;
CREATE INDEX vans_created_by_idx ON public.vans USING btree (created_by);
grant delete, insert, select, update on public.vans to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.vans to service_role;
create policy "who plans deliveries adds vans" on public.vans for insert to authenticated
  with check (( SELECT private.can('deliveries'::text, 'create'::text) AS can));
create policy "who removes deliveries removes vans" on public.vans for delete to authenticated
  using (( SELECT private.can('deliveries'::text, 'delete'::text) AS can));
create policy "who views deliveries reads vans" on public.vans for select to authenticated
  using (( SELECT private.can('deliveries'::text, 'view'::text) AS can));
create policy "who plans deliveries changes vans" on public.vans for update to authenticated
  using (( SELECT private.can('deliveries'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('deliveries'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.vans FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('deliveries:create');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.vans REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.vans REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.vans REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER pin BEFORE UPDATE ON public.vans FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.vans FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.vans FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.vans is 'The vans that bring deliveries. capacity_kg and load_length_mm are compared with what a day brings.';

CREATE OR REPLACE FUNCTION private.check_delivery_photos(p_delivery_id uuid, p_paths text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_paths) > 12 then
    perform private.refuse('22023', 'A hand-over has twelve photos at most');
  elsif exists (
    select from unnest(p_paths) as path where path is null or path not like p_delivery_id || '/%' or not exists (
      select from storage.objects o where o.bucket_id = 'delivery-photos' and o.name = path)) then
    perform private.refuse('22023', 'A photo did not arrive. Please take it again.');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.day_of(p_at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select (p_at at time zone private.company_zone())::date $function$;
comment on function private.day_of(p_at timestamp with time zone) is 'The day of a moment where the company is.';

CREATE OR REPLACE FUNCTION private.fail_delivery(p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[] DEFAULT '{}'::text[], p_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.fail_delivery(p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[], p_at timestamp with time zone) to authenticated;
grant execute on function private.fail_delivery(p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[], p_at timestamp with time zone) to service_role;
comment on function private.fail_delivery(p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[], p_at timestamp with time zone) is 'Nobody could receive it: the delivery failed, its quantities are free, it has no van any more, and who planned and who sold
it are told (spec 2 §3). p_try_id: chosen by the caller, so that a repeated call changes nothing. p_at: see moment_of_drop.';

CREATE OR REPLACE FUNCTION private.guard_planned_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.guard_planned_again() is 'Refuses to plan a failed delivery again whose quantities another one took.';

CREATE OR REPLACE FUNCTION private.moment_of_drop(p_delivery public.deliveries, p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select greatest(least(coalesce(p_at, now()), now()), p_delivery.created_at, now() - interval '7 days') $function$;
comment on function private.moment_of_drop(p_delivery public.deliveries, p_at timestamp with time zone) is 'When a drop happened by the clock of the phone that was without a network: never in the future, nor before the delivery was
planned, nor more than seven days ago.';

CREATE OR REPLACE FUNCTION private.route_delivery(p_id uuid, p_day date DEFAULT NULL::date, p_van_id uuid DEFAULT NULL::uuid, p_before uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.route_delivery(p_id uuid, p_day date, p_van_id uuid, p_before uuid) to authenticated;
grant execute on function private.route_delivery(p_id uuid, p_day date, p_van_id uuid, p_before uuid) to service_role;
comment on function private.route_delivery(p_id uuid, p_day date, p_van_id uuid, p_before uuid) is 'Puts a delivery on a day and into a van, before another drop of it or last. Without a van it is unplanned; without a day
it has no time either. It keeps its time of day and takes the crew of the van. A failed delivery is planned again by a day.
Refuses in words what was delivered, is on the road, or goes without a van.';

CREATE OR REPLACE FUNCTION private.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[]) to authenticated;
grant execute on function private.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[]) to service_role;
comment on function private.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[]) is 'Who goes with a van on a day. Its drops that are still to come have this crew.';
