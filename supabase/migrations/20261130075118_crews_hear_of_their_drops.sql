set check_function_bodies = off;

create or replace function private.drop_time_text(p_delivery public.deliveries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_day constant date := private.day_of(p_delivery.scheduled_at);
begin
  return case v_day when private.company_today() then 'today' when private.company_today() + 1 then 'tomorrow'
      else coalesce(private.day_text(v_day, true), 'no day yet') end
    || case when v_day is null then '' when p_delivery.scheduled_has_time then ' at ' || private.clock_text(p_delivery.scheduled_at) else ', no time yet' end;
end $$;

-- Other days are looked at when they come.
create or replace function private.is_drop_soon(p_delivery public.deliveries, p_person uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_person = any (p_delivery.crew) and p_delivery.status in ('planned', 'ready', 'out', 'partially_delivered')
    and coalesce(private.day_of(p_delivery.scheduled_at) - private.company_today() between 0 and 1, false);
end $$;

create or replace function private.crew_words(p_person uuid, p_old public.deliveries, p_new public.deliveries) returns text
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

create or replace function private.tell_driver(p_person uuid, p_delivery public.deliveries, p_words text) returns void
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

-- At the end of the transaction: a plan is written in several steps, and its crew is told of the result once.
create or replace function private.tell_crew() returns trigger
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

create or replace function private.tell_jobs_of_drop(p_lines jsonb, p_number text, p_received_by text) returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.log_event('job', j.id, 'handed_over', jsonb_build_object('number', p_number,
      'qty', private.qty_text((line ->> 'qty')::numeric, coalesce(private.unit_of_pieces(i.unit, i.width_mm, i.height_mm), 'piece')),
      'received_by', nullif(btrim(p_received_by), '')))
    from jsonb_array_elements(p_lines) as line
    join public.order_items i on i.id = (line ->> 'order_item_id')::uuid
    join public.jobs j on j.order_item_id = i.id and j.status <> 'cancelled' and j.remake_of is null
$$;

create or replace function private.end_site_work(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step record;
begin
  for v_step in
    select s.id from public.jobs j
      join public.order_items i on i.id = j.order_item_id and i.qty_delivered >= i.qty
      join public.job_steps s on s.job_id = j.id and s.status in ('todo', 'paused')
      join public.work_centres c on c.id = s.work_centre_id and c.kind = 'vehicle'
     where j.order_id = p_order_id and j.status = 'in_production' and not private.is_still_made(j)
       and (j.mockup_status = 'approved' or not j.mockup_required)
     order by j.id, s.position
  loop
    update public.job_steps s set status = 'done'
     where s.id = v_step.id and not exists (
       select from public.job_steps before where before.id = any (s.depends_on) and before.status not in ('done', 'skipped'));
  end loop;
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

create or replace function private.number_drops(p_id uuid, p_before uuid, p_by_time boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_day date;
  v_before uuid := p_before;
begin
  select * into v_row from public.deliveries where id = p_id;
  v_day := private.day_of(v_row.scheduled_at);
  if v_row.van_id is null then
    return;
  elsif v_before is null and p_by_time and v_row.scheduled_has_time then
    select d.id into v_before from public.deliveries d
     where d.van_id = v_row.van_id and private.day_of(d.scheduled_at) = v_day and d.status <> 'cancelled' and d.id <> p_id
       and d.scheduled_has_time and d.scheduled_at > v_row.scheduled_at
     order by d.route_seq nulls last, d.scheduled_at, d.id limit 1;
  end if;
  update public.deliveries d set route_seq = placed.seq
    from (
      with lane as (
        select d.id, row_number() over (order by d.route_seq nulls last, d.scheduled_at, d.id) as place
          from public.deliveries d
         where d.van_id = v_row.van_id and private.day_of(d.scheduled_at) = v_day and d.status <> 'cancelled')
      select one.id, row_number() over (order by
               case when one.id = p_id then coalesce(goal.place, 1e9) - 0.5 else one.place end, one.place) as seq
        from lane as one left join lane as goal on goal.id = v_before and v_before <> p_id) as placed
   where d.id = placed.id and d.route_seq is distinct from placed.seq;
end $$;

create or replace function private.route_delivery(p_id uuid, p_day date default null, p_van_id uuid default null, p_before uuid default null)
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
    private.morning())) at time zone private.company_zone() end;
  update public.deliveries
     set van_id = p_van_id, crew = v_crew, scheduled_at = case when v_is_same then scheduled_at else v_at end,
         scheduled_has_time = v_at is null or (scheduled_has_time and scheduled_at is not null),
         status = case when status = 'failed' and p_day is not null then 'planned' else status end,
         route_seq = case when p_van_id is null then null else route_seq end
   where id = p_id;
  perform private.number_drops(p_id, p_before, not v_is_same);
  if not v_is_same then
    perform private.log_event('delivery', p_id, 'routed', jsonb_strip_nulls(jsonb_build_object('van', v_van.name, 'day', p_day)));
  end if;
end $$;

create or replace function private.open_work_of_line(p_order_item_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select string_agg(format('%s (%s%s)', j.job_number, case j.status when 'on_hold' then 'on hold, ' end, case when coalesce(j.held_from, j.status) = 'qc' then 'in quality control'
           when work.done < work.steps then format('%s of %s steps done', work.done, work.steps)
           when j.started_at is null then 'not begun' else 'not checked' end), ', ' order by j.job_number)
    from public.jobs j
   cross join lateral (
     select count(*) as steps, count(*) filter (where s.status in ('done', 'skipped')) as done
       from public.job_steps s where s.job_id = j.id) as work
   where j.order_item_id = p_order_item_id and private.is_still_made(j)
$$;

create or replace function private.done_in_words(p_step public.job_steps) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return concat_ws(', ',
    nullif(array_to_string(array(
      select distinct on (name) name from (
        select (private.event_of_step(p_step, 'step_done')).actor_name as name union all select private.person_label(u) from unnest(p_step.assignees) as u) as people
       where name is not null), ' and '), ''),
    private.moment_text(p_step.finished_at),
    case when p_step.qty_kept + p_step.qty_good > 0 then trim_scale(p_step.qty_kept + p_step.qty_good) || ' good' end, (
      select trim_scale(p_step.qty_waste + sum(coalesce((r ->> 'waste')::numeric, 0))) || ' wasted'
        from jsonb_array_elements(p_step.rounds || '[{}]') as r having p_step.qty_waste + sum(coalesce((r ->> 'waste')::numeric, 0)) > 0), (
      select trim_scale(sum((r ->> 'failed')::numeric)) || ' made again' from jsonb_array_elements(p_step.rounds) as r));
end $$;

create or replace function private.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamptz default null, p_minutes integer default null,
  p_day date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_at constant timestamptz := coalesce(p_starts_at, (p_day + private.morning()) at time zone private.company_zone());
  v_day constant date := private.day_of(v_at);
  v_row public.deliveries;
  v_new public.deliveries;
  v_crew uuid[];
  v_taken text;
begin
  perform private.must('deliveries', 'edit', 'move deliveries');
  perform pg_advisory_xact_lock(hashtextextended('plan the road', 0));
  -- The van's day first, then its drops, as route_delivery takes them.
  select * into v_row from public.deliveries where id = p_id;
  if v_row.van_id is not null and v_day is not null then
    insert into public.van_days (van_id, day) values (v_row.van_id, v_day) on conflict (van_id, day) do nothing;
    select crew into v_crew from public.van_days where van_id = v_row.van_id and day = v_day for update;
  end if;
  select * into v_row from public.deliveries where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  end if;
  v_new := v_row;
  v_new.scheduled_at := v_at;
  v_new.scheduled_has_time := p_starts_at is not null or p_day is null;
  v_new.slot_minutes := coalesce(p_minutes, v_row.slot_minutes);
  if private.plan_mark(v_new) = private.plan_mark(v_row) then
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse_moved('delivery', p_id, 'rescheduled', private.plan_in_words(v_row.scheduled_at, v_row.scheduled_has_time));
  elsif v_row.status not in ('planned', 'ready', 'failed') then
    perform private.refuse('PT409', format('This delivery is %s', lower(private.status_in_words(v_row.status))));
  elsif p_minutes is not null and not coalesce(p_minutes between 5 and 10080, false) then
    perform private.refuse('22023', 'A delivery takes between 5 minutes and 7 days');
  end if;
  if v_day is null then
    v_new.van_id := null;
    v_new.crew := '{}';
    v_new.route_seq := null;
  elsif v_row.van_id is not null and v_day is distinct from private.day_of(v_row.scheduled_at) then
    -- On another day its van has another crew.
    v_new.crew := v_crew;
  end if;
  v_taken := private.taken_on_the_road(v_new);
  if v_taken is not null then
    perform private.refuse('PT409', v_taken);
  end if;
  update public.deliveries
     set scheduled_at = v_new.scheduled_at, scheduled_has_time = v_new.scheduled_has_time, slot_minutes = v_new.slot_minutes, van_id = v_new.van_id, crew = v_new.crew,
         route_seq = v_new.route_seq, status = case when status = 'failed' and v_at is not null then 'planned' else status end
   where id = p_id;
  if v_new.scheduled_at is distinct from v_row.scheduled_at then
    perform private.number_drops(p_id, null, true);
  end if;
  perform private.log_event('delivery', p_id, 'rescheduled', jsonb_build_object('from', v_row.scheduled_at, 'to', v_at));
end $$;

create or replace function private.apply_plan(p_id uuid, p_plan jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_method constant text := coalesce(p_plan ->> 'method', 'delivery');
  v_day constant date := (p_plan ->> 'day')::date;
  v_from constant time := (p_plan ->> 'from')::time;
  v_to constant time := (p_plan ->> 'to')::time;
  v_van constant uuid := (p_plan ->> 'van_id')::uuid;
  v_zone constant text := private.company_zone();
  v_crew uuid[];
  v_at timestamptz;
  v_keeps_place boolean;
  v_next uuid;
begin
  if v_day is not null and v_day not between date '2000-01-01' and date '2999-12-31' then
    perform private.refuse('22023', 'Please choose a day between 2000 and 2999');
  elsif v_day is null and (v_from is not null or v_to is not null) then
    perform private.refuse('22023', 'Please choose the day of this time');
  elsif v_to is not null and (v_from is null or v_to < v_from + interval '5 minutes') then
    perform private.refuse('22023', 'The window ends at least five minutes after it begins');
  end if;
  select * into v_row from public.deliveries where id = p_id for no key update;
  -- Without a time it stands after the last drop of the van (route_delivery says so), or first of its day.
  v_at := case when v_day is null then null when v_from is not null then (v_day + v_from) at time zone v_zone
    when v_van is not null then null else (v_day + private.morning()) at time zone v_zone end;
  v_keeps_place := v_row.van_id = v_van and private.day_of(v_row.scheduled_at) = v_day and v_row.scheduled_has_time = (v_from is not null)
    and (v_from is null or v_row.scheduled_at = v_at);
  v_next := (select d.id from public.deliveries d
    where d.van_id = v_van and private.day_of(d.scheduled_at) = v_day and d.status <> 'cancelled' and d.route_seq > v_row.route_seq
    order by d.route_seq limit 1);
  update public.deliveries
     set method = v_method,
         location_id = case when v_method in ('pickup', 'electronic') then null else private.site_of_plan(v_row.contact_id, p_plan) end,
         scheduled_at = v_at, scheduled_has_time = v_from is not null or v_at is null, slot_minutes = case when v_to is null then null else extract(epoch from v_to - v_from)::integer / 60 end,
         weight_kg = (p_plan ->> 'weight_kg')::numeric, parcels = (p_plan ->> 'parcels')::integer,
         contact_on_site = nullif(btrim(p_plan ->> 'contact_on_site'), ''), phone_on_site = nullif(btrim(p_plan ->> 'phone_on_site'), ''),
         instructions = nullif(btrim(p_plan ->> 'instructions'), '')
   where id = p_id;
  update public.deliveries d set contact_on_site = coalesce(d.contact_on_site, l.contact_on_site), phone_on_site = coalesce(d.phone_on_site, l.phone_on_site)
    from public.locations l where d.id = p_id and l.id = d.location_id and (d.contact_on_site is null or d.phone_on_site is null);
  if v_van is not null or v_row.van_id is not null then
    perform private.route_delivery(p_id, v_day, v_van);
    -- A plan that leaves van, day and time keeps the place among the drops that somebody chose.
    perform private.number_drops(p_id, case when v_keeps_place then v_next end, not v_keeps_place);
    if v_van is not null and p_plan ? 'crew' then
      v_crew := array(select jsonb_array_elements_text(p_plan -> 'crew')::uuid);
      if v_crew is distinct from (select crew from public.van_days where van_id = v_van and day = v_day) then
        perform private.set_van_crew(v_van, v_day, v_crew);
      end if;
    end if;
  end if;
end $$;

revoke execute on all routines in schema private from public;

-- What people plan alone: a migration that changes deliveries may change their table too.
create constraint trigger tell_crew after update on public.deliveries deferrable initially deferred for each row
  when (auth.uid() is not null and (old.crew <> '{}' or new.crew <> '{}') and ((old.crew, old.scheduled_at, old.scheduled_has_time) is distinct from
    (new.crew, new.scheduled_at, new.scheduled_has_time) or old.status <> 'cancelled' and new.status = 'cancelled'))
  execute function private.tell_crew();

comment on function private.reschedule_delivery(pg_catalog.uuid,pg_catalog.text,timestamp with time zone,integer,pg_catalog.date) is 'Gives a delivery or an installation another time or length, or only a day (p_day); without both it leaves the calendar and its van. Null keeps the length.
On another day it takes the crew that its van has there; its place among the drops is by its time, or last without one. A failed one is planned again by a time. An installation is
refused where its van or one of its people is on the road already. p_mark is what the person saw of it: PT409 where somebody moved it
meanwhile.';

comment on function private.route_delivery(pg_catalog.uuid,pg_catalog.date,pg_catalog.uuid,pg_catalog.uuid) is 'Puts a delivery on a day and into a van, before another drop of it; a new one by its time, else last. Without a van it is unplanned; without a day
it has no time either. It keeps its time of day, or that it has none, and takes the crew of the van. A failed delivery is planned again by a day.
Refuses in words what was delivered, is on the road, or goes without a van.';

comment on function public.reschedule_delivery(pg_catalog.uuid,pg_catalog.text,timestamp with time zone,integer,pg_catalog.date) is 'Gives a delivery or an installation another time or length, or only a day (p_day); without both it leaves the calendar and its van. Null keeps the length.
On another day it takes the crew that its van has there; its place among the drops is by its time, or last without one. A failed one is planned again by a time. An installation is
refused where its van or one of its people is on the road already. p_mark is what the person saw of it: PT409 where somebody moved it
meanwhile.';

comment on function public.route_delivery(pg_catalog.uuid,pg_catalog.date,pg_catalog.uuid,pg_catalog.uuid) is 'Puts a delivery on a day and into a van, before another drop of it; a new one by its time, else last. Without a van it is unplanned; without a day
it has no time either. It keeps its time of day, or that it has none, and takes the crew of the van. A failed delivery is planned again by a day.
Refuses in words what was delivered, is on the road, or goes without a van.';

comment on function private.crew_words(pg_catalog.uuid,public.deliveries,public.deliveries) is 'What a person of the crew is told of a changed plan of today or tomorrow: a drop that is new, moved, taken off or cancelled. Null where
nothing changes for them, and where it was handed over or failed: they were there.';

comment on function private.drop_time_text(public.deliveries) is 'When a drop is planned, as its crew says it: today at 16:00; tomorrow, no time yet; Thu 3 Dec 2026 at 09:00.';

comment on function private.end_site_work(pg_catalog.uuid) is 'What is done on site, by a van, is done with the hand-over of all of its line, where everything else of the job is made.';

comment on function private.is_drop_soon(public.deliveries,pg_catalog.uuid) is 'Whether a person brings this delivery today or tomorrow.';

comment on function private.number_drops(pg_catalog.uuid,pg_catalog.uuid,boolean) is 'Numbers the drops of the van and day of a delivery from 1, this one before p_before; without it, where p_by_time, before the first
drop of a later time; else last. The order of the others stays as somebody set it. Whoever calls it holds the day of the van.';

comment on function private.tell_crew() is 'Who drives hears of drops of today and tomorrow that are new, moved or taken off (spec 2 §3), but not who planned it.';

comment on function private.tell_driver(pg_catalog.uuid,public.deliveries,pg_catalog.text) is 'One notice for whatever one act changes of a person''s drops. It takes the place of an unread one of the last ten minutes about the same drop.';

reset check_function_bodies;
