set check_function_bodies = off;

drop trigger pin on public.jobs;

alter table public.jobs add column held_with_order boolean not null default false;

create or replace function private.guard_packed_delivery() returns trigger
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
  perform private.refuse_held_order(v_delivery.order_id, 'Nothing of it is handed over until it is released.');
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

create or replace function private.guard_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_waiting text;
begin
  select * into v_job from public.jobs where id = new.job_id for no key update;
  if new.status in ('in_progress', 'done') and old.status not in ('in_progress', new.status) then
    perform private.refuse_held_job(v_job);
    if v_job.status in ('cancelled', 'delivered', 'closed') then
      perform private.refuse('PT409', format('This job is %s', v_job.status));
    elsif v_job.mockup_required and v_job.mockup_status is distinct from 'approved' and not new.before_approval then
      perform private.refuse('PT409', 'The mockup of this job is not approved yet');
    end if;
    select s.name into v_waiting from public.job_steps s
     where s.id = any (new.depends_on) and s.job_id = new.job_id and s.status not in ('done', 'skipped') order by s.position limit 1;
    if found then
      perform private.refuse('PT409', format('This step waits for "%s"', v_waiting));
    end if;
  end if;
  if new.status not in ('done', 'skipped') and old.status in ('done', 'skipped') then
    select s.name into v_waiting from public.job_steps s
     where s.job_id = new.job_id and new.id = any (s.depends_on) and s.status in ('in_progress', 'paused', 'done') order by s.position limit 1;
    if found then
      perform private.refuse('PT409', format('"%s" has begun already, and it needs this step done', v_waiting));
    end if;
  end if;
  if new.status <> 'skipped' then
    new.skip_reason := null;
  end if;
  if new.status = 'in_progress' then
    new.started_at := coalesce(old.started_at, now());
    new.finished_at := null;
  elsif new.status = 'done' then
    new.started_at := coalesce(old.started_at, now());
    -- Whoever began it may have asked later and been served first.
    new.finished_at := greatest(now(), new.started_at);
  elsif new.status = 'todo' then
    new.started_at := null;
    new.finished_at := null;
    new.qty_good := 0;
    new.qty_waste := 0;
  end if;
  return new;
end $$;

-- A line of a quotation with a job makes no other one: only the functions that make its job name it.
create or replace function private.new_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.job_number := private.draw_number('JOB');
  new.status := 'new';
  new.order_id := null;
  new.order_item_id := null;
  new.quotation_item_id := null;
  new.mockup_required := coalesce((select s.mockup_required from public.services s where s.id = new.service_id), false);
  new.mockup_status := null;
  new.hold_reason := null;
  new.held_from := null;
  new.held_with_order := false;
  new.remake_of := null;
  new.started_at := null;
  new.finished_at := null;
  return new;
end $$;

create or replace function private.hold_job(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  perform private.must('jobs', 'edit', 'hold jobs');
  perform private.take_turn_at_steps(p_id);
  select status into v_status from public.jobs where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_status = 'on_hold' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  update public.jobs set status = 'on_hold', held_from = v_status, hold_reason = left(btrim(p_reason), 2000) where id = p_id;
  perform private.log_event('job', p_id, 'held', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;

create or replace function private.release_job(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.jobs;
begin
  perform private.must('jobs', 'edit', 'release jobs');
  select * into v_row from public.jobs where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_row.status <> 'on_hold' then
    return;
  end if;
  perform private.refuse_held_order(v_row.order_id, 'Its jobs wait until the order is released.');
  update public.jobs set status = coalesce(held_from, 'new'), held_from = null, hold_reason = null where id = p_id;
end $$;

create or replace function private.refuse_held_job(p_job public.jobs) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_job.status = 'on_hold' then
    perform private.refuse('PT409', concat_ws(': ', case when p_job.held_with_order then 'This job is on hold, as its order is' else 'This job is on hold' end,
      p_job.hold_reason));
  end if;
end $$;

create or replace function private.hold_jobs_of_order(p_order public.orders) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jobs where order_id = p_order.id order by id for no key update;
  update public.jobs set hold_reason = p_order.hold_reason where order_id = p_order.id and held_with_order and hold_reason <> p_order.hold_reason;
  update public.jobs set status = 'on_hold', held_from = status, hold_reason = p_order.hold_reason, held_with_order = true
   where order_id = p_order.id and status not in ('on_hold', 'delivered', 'closed', 'cancelled');
end $$;

create or replace function private.release_jobs_of_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jobs where order_id = p_order_id order by id for no key update;
  update public.jobs set status = coalesce(held_from, 'new'), held_from = null, hold_reason = null, held_with_order = false
   where order_id = p_order_id and held_with_order and status = 'on_hold';
end $$;

create or replace function private.hold_new_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_reason constant text := (select o.hold_reason from public.orders o where o.id = new.order_id and o.status = 'on_hold');
begin
  if v_reason is not null and new.status not in ('on_hold', 'delivered', 'closed', 'cancelled') then
    new.held_from := new.status;
    new.hold_reason := v_reason;
    new.held_with_order := true;
    new.status := 'on_hold';
  end if;
  return new;
end $$;

create or replace function private.stop_timer_of_job(p_job public.jobs, p_entry public.time_entries, p_why text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_began constant timestamptz := private.instant(p_entry.sessions -> -1 ->> 'startTime');
  v_is_forgotten constant boolean := p_entry.status = 'active' and v_now - v_began > make_interval(hours => private.long_timer_hours());
  v_is_pause constant boolean := p_job.status = 'on_hold' or p_entry.status = 'paused';
  v_sessions constant jsonb := private.with_last_session_closed(p_entry.sessions, p_entry.status, v_is_pause, v_now);
begin
  if p_entry.status = 'active' then
    perform private.tell_people(array[p_entry.user_id],
      format(case p_job.status when 'on_hold' then '%s is on hold' else '%s was cancelled' end, p_job.job_number),
      p_why || ' ' || format(case when v_is_forgotten then 'Your timer for it has been running since %s: stop it, and say when your work ended.'
          when p_job.status = 'on_hold' then 'Your timer for it was paused at %s.' else 'Your timer for it ended at %s.' end,
        case when v_is_forgotten then private.in_company_words(v_began) else to_char(v_now at time zone private.company_zone(), 'HH24:MI') end),
      'job', p_job.id);
  end if;
  if not v_is_forgotten then
    update public.time_entries set status = case p_job.status when 'on_hold' then 'paused' else 'completed' end, sessions = v_sessions,
        total_duration = private.total_of(v_sessions), touched_at = v_now
     where id = p_entry.id;
  end if;
end $$;

create or replace function private.stop_work() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_why constant text := (
    select format('%s %s %s%s.', coalesce(private.person_label(auth.uid()), 'A colleague'), case new.status when 'on_hold' then 'put' else 'cancelled' end,
             case when o.status = new.status then 'the order ' || o.order_number else 'it' end, case new.status when 'on_hold' then ' on hold' else '' end
             || coalesce(': ' || nullif(rtrim(case when new.status = 'on_hold' then new.hold_reason when o.status = 'cancelled' then o.cancel_reason end, '. '), ''), ''))
      from (select 1) as one left join public.orders o on o.id = new.order_id);
begin
  for v_entry in
    select * from public.time_entries
     where job_id = new.id and (status = 'active' or new.status = 'cancelled' and status = 'paused' and step_id is not null) order by id for update
  loop
    perform private.stop_timer_of_job(new, v_entry, v_why);
  end loop;
  update public.job_steps set status = 'paused' where job_id = new.id and status = 'in_progress';
  return null;
end $$;

create or replace function private.take_turn_at_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_steps constant uuid[] := array(select s.id from public.job_steps s join public.jobs j on j.id = s.job_id where j.order_id = p_order_id order by s.id);
begin
  perform private.take_turn_at_step(step) from unnest(v_steps) as step;
  perform from public.time_entries where step_id = any (v_steps) and status <> 'completed' order by id for update;
  perform from public.job_steps where id = any (v_steps) order by id for update;
end $$;

create or replace function private.follow_mockups(p_job_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  select m.status into v_status from public.mockups m where m.job_id = p_job_id and m.status <> 'superseded'
   order by m.status = 'approved' desc, m.status = 'sent' desc, m.version desc limit 1;
  update public.jobs set mockup_status = v_status where id = p_job_id and mockup_status is distinct from v_status;
  update public.jobs set status = 'awaiting_approval' where id = p_job_id and status = 'artwork' and v_status = 'sent';
  update public.jobs set status = 'approved' where id = p_job_id and status = 'awaiting_approval' and v_status = 'approved';
  update public.jobs set status = 'artwork'
   where id = p_job_id and status in ('awaiting_approval', 'approved') and v_status in ('rejected', 'revision_requested');
  -- A client may answer while the job waits: it goes on where it would be by then.
  update public.jobs set held_from = case v_status when 'sent' then 'awaiting_approval' when 'approved' then 'approved' else 'artwork' end
   where id = p_job_id and status = 'on_hold' and (held_from = 'artwork' and v_status = 'sent' or held_from = 'awaiting_approval' and v_status = 'approved'
     or held_from in ('awaiting_approval', 'approved') and v_status in ('rejected', 'revision_requested'));
end $$;

create or replace function private.tick_part(p_part_id uuid, p_mark text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.panel_parts := private.part_for(p_part_id);
  v_mark record;
begin
  perform private.refuse_held_job(j) from public.panels p join public.jobs j on j.id = p.job_id where p.id = v_part.panel_id;
  select * into v_mark from private.mark_of(v_part, p_mark);
  if v_mark.at is not null then
    if v_mark.by_person is not distinct from auth.uid() then
      return;
    end if;
    perform private.refuse('PT409', format('%s marked "%s" as %s at %s already', coalesce(private.person_label(v_mark.by_person), 'Somebody else'),
      v_part.name, p_mark, to_char(v_mark.at at time zone (select s.time_zone from public.company_settings s), 'HH24:MI')));
  elsif p_mark in ('prepared', 'fitted') and v_part.needs_cut and v_part.cut_at is null then
    perform private.refuse('PT409', format('"%s" is not cut yet', v_part.name));
  elsif p_mark = 'fitted' and v_part.needs_prep and v_part.prepared_at is null then
    perform private.refuse('PT409', format('"%s" is not prepared yet', v_part.name));
  elsif (p_mark = 'cut' and not v_part.needs_cut) or (p_mark = 'prepared' and not v_part.needs_prep) then
    perform private.refuse('22023', format('"%s" does not need to be %s', v_part.name, p_mark));
  end if;
  update public.panel_parts
     set cut_at = case p_mark when 'cut' then now() else cut_at end,
         cut_by = case p_mark when 'cut' then auth.uid() else cut_by end,
         prepared_at = case p_mark when 'prepared' then now() else prepared_at end,
         prepared_by = case p_mark when 'prepared' then auth.uid() else prepared_by end,
         fitted_at = case p_mark when 'fitted' then now() else fitted_at end,
         fitted_by = case p_mark when 'fitted' then auth.uid() else fitted_by end,
         missing_at = null, missing_by = null, missing_note = null
   where id = p_part_id;
end $$;

create or replace function private.pack_panel(p_id uuid, p_packed boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_panel public.panels;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not pack panels';
  end if;
  select * into v_panel from public.panels where id = p_id for no key update;
  if v_panel.id is null then
    perform private.refuse('PT404', 'This panel is not there any more');
  elsif p_packed and v_panel.status not in ('ready', 'packed') then
    perform private.refuse('PT409', format('Panel %s is not ready: a part is not fitted yet', v_panel.panel_no));
  end if;
  if p_packed and v_panel.status = 'ready' then
    perform private.refuse_held_job(j) from public.jobs j where j.id = v_panel.job_id;
  end if;
  update public.panels set status = case when p_packed then 'packed' else 'ready' end
   where id = p_id and status = case when p_packed then 'ready' else 'packed' end;
end $$;

create or replace function private.day_with_hours(p_minutes jsonb, p_from date, p_order_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
begin
  return (
    with open_step as (
      select s.work_centre_id as centre, j.order_id, s.planned_minutes as minutes, greatest(v_today, least(j.due_date, private.day_of(s.planned_start))) as day
        from public.job_steps s join public.jobs j on j.id = s.job_id
       where (private.job_is_open(j.status) and (j.status <> 'on_hold' or j.order_id = p_order_id) or j.status = 'ready' and private.is_on_site(s))
         and s.status not in ('done', 'skipped') and s.planned_minutes > 0
    ), need as (
      select n.centre, sum(n.minutes) as minutes from (
        select o.centre, o.minutes from open_step o where o.order_id = p_order_id
        union all select m.key::uuid, m.value::numeric from jsonb_each_text(p_minutes) as m) as n
       group by n.centre
    ), free as (
      select n.centre, n.minutes, g::date as day, sum(
          case when extract(isodow from g)::integer = any (w.work_days) and not exists (
                 select from public.work_centre_closures c
                  where coalesce(c.work_centre_id, w.id) = w.id and g::date between c.starts_on and c.ends_on) then w.capacity_minutes_day else 0 end
          - coalesce((select sum(o.minutes) from open_step o where o.centre = n.centre and o.day = g::date and o.order_id is distinct from p_order_id), 0))
          over (partition by n.centre order by g) as hours
        from need n join public.work_centres w on w.id = n.centre and w.capacity_minutes_day > 0 and w.archived_at is null
        cross join generate_series(v_today, least(p_from, v_today + 600) + 180, interval '1 day') as g
    )
    select private.working_day_from(max(d.day)) from (
      select min(f.day) as day from free f where f.day >= p_from and f.hours >= f.minutes group by f.centre) as d);
end $$;

create or replace function private.hold_order(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders;
begin
  perform private.must('orders', 'edit', 'hold orders');
  perform private.take_turn_at_order(p_id);
  v_row := private.order_for(p_id, 'hold orders');
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status in ('cancelled', 'completed', 'delivered') then
    perform private.refuse('PT409', format('This order is %s', v_row.status));
  elsif exists (select from public.deliveries where order_id = p_id and status = 'out') then
    perform private.refuse('PT409', 'A delivery of this order is on the road. Set it back to ready first.');
  end if;
  update public.orders set hold_reason = left(btrim(p_reason), 2000), status = 'on_hold' where id = p_id returning * into v_row;
  perform private.hold_jobs_of_order(v_row);
  perform private.log_event('order', p_id, 'held', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;

create or replace function private.release_order(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders := private.order_for(p_id, 'release orders');
begin
  if v_row.status <> 'on_hold' then
    return;
  end if;
  v_row.hold_reason := null;
  -- The jobs first: from them follows where the order goes on.
  perform private.release_jobs_of_order(p_id);
  update public.orders set hold_reason = null, status = private.derive_order_status(v_row) where id = p_id;
  perform private.log_event('order', p_id, 'released');
end $$;

create or replace function private.refuse_held_order(p_order_id uuid, p_then text default '') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_order_id and o.status = 'on_hold');
begin
  if v_order.id is not null then
    perform private.refuse('PT409', rtrim(format('%s is on hold: %s. %s', v_order.order_number, rtrim(v_order.hold_reason, '. '), p_then)));
  end if;
end $$;

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
  -- Whoever works on a job is told why it was cancelled: the order says it first.
  update public.orders set cancelled_at = now(), cancel_reason = left(btrim(p_reason), 2000), hold_reason = null, status = 'cancelled'
   where id = p_order.id;
  update public.jobs set status = 'cancelled', held_with_order = false
   where order_id = p_order.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready', 'on_hold');
  update public.payment_requests set status = 'cancelled' where order_id = p_order.id and status in ('open', 'processing');
  perform private.free_deposit(p_order);
  perform private.cancel_mails('order', p_order.id);
  perform private.cancel_thanks(p_order);
  perform private.log_event('order', p_order.id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;

create or replace function private.cancel_order(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders;
begin
  perform private.must('orders', 'edit', 'cancel orders');
  perform private.take_turn_at_order(p_id);
  v_row := private.order_for(p_id, 'cancel orders');
  if v_row.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  perform private.close_order(v_row, p_reason);
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger hold_new before insert or update of order_id on public.jobs
  for each row when (new.order_id is not null) execute function private.hold_new_job();

CREATE TRIGGER pin BEFORE UPDATE ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'job_number', 'order_id', 'order_item_id', 'quotation_id', 'quotation_item_id', 'mockup_required', 'mockup_status', 'hold_reason', 'held_from', 'held_with_order', 'remake_of', 'started_at', 'finished_at');

create or replace trigger stop_work after update of status on public.jobs
  for each row when (old.status <> new.status and new.status in ('on_hold', 'cancelled')) execute function private.stop_work();

comment on function private.cancel_order(pg_catalog.uuid,pg_catalog.text) is 'Cancels an order of which nothing is delivered or invoiced, with its jobs and open requests for money. A deposit that was
paid stays invoiced: accounts credit it. Running timers of its jobs end, and their people are told.';

comment on function private.day_with_hours(pg_catalog.jsonb,pg_catalog.date,pg_catalog.uuid) is 'The first day from p_from on by which every work centre that an order needs has hours for it, after the work that is due or planned until then. p_minutes: {centre: minutes} that
it needs beside its open steps. Other jobs on hold take no hours, as in the plan. A centre without a limit, or without hours in half a year, does not count. Null where none counts.';

comment on function private.follow_mockups(pg_catalog.uuid) is 'jobs.mockup_status is that of the approved version, else of the sent one, else of the newest. A job that waits for the
approval moves along, one on hold when it is released.';

comment on function private.guard_packed_delivery() is 'Nothing is packed, or leaves with a van, that nobody has made, or of an order on hold.';

comment on function private.hold_job(pg_catalog.uuid,pg_catalog.text) is 'Puts a job on hold, with a reason; running timers of it pause, and their people are told. It goes on by release_job.';

comment on function private.hold_order(pg_catalog.uuid,pg_catalog.text) is 'Puts an open order on hold, with a reason, and its jobs with it: no step starts, running timers pause and their people are told. It goes on by release_order. Refused in words
while a delivery of it is on the road.';

comment on function private.pack_panel(pg_catalog.uuid,boolean) is 'A ready panel is packed (true), not while its job is on hold, or unpacked again (false).';

comment on function private.release_job(pg_catalog.uuid) is 'A job on hold goes on in the status that it was held in; refused in words while its order is on hold.';

comment on function private.release_order(pg_catalog.uuid) is 'An order on hold goes on where its deposit, jobs and deliveries say, and its jobs where each was held with it.';

comment on function private.tick_part(pg_catalog.uuid,pg_catalog.text) is 'Marks a part as cut, prepared or fitted, once: a second call of the same person changes nothing, one of another person is
refused in words that name the first, and so is a mark while the job is on hold. The last fitted part makes the panel ready.';

comment on function public.cancel_order(pg_catalog.uuid,pg_catalog.text) is 'Cancels an order of which nothing is delivered or invoiced, with its jobs and open requests for money. A deposit that was
paid stays invoiced: accounts credit it. Running timers of its jobs end, and their people are told.';

comment on function public.hold_job(pg_catalog.uuid,pg_catalog.text) is 'Puts a job on hold, with a reason; running timers of it pause, and their people are told. It goes on by release_job.';

comment on function public.hold_order(pg_catalog.uuid,pg_catalog.text) is 'Puts an open order on hold, with a reason, and its jobs with it: no step starts, running timers pause and their people are told. It goes on by release_order. Refused in words
while a delivery of it is on the road.';

comment on function public.pack_panel(pg_catalog.uuid,boolean) is 'A ready panel is packed (true), not while its job is on hold, or unpacked again (false).';

comment on function public.release_job(pg_catalog.uuid) is 'A job on hold goes on in the status that it was held in; refused in words while its order is on hold.';

comment on function public.release_order(pg_catalog.uuid) is 'An order on hold goes on where its deposit, jobs and deliveries say, and its jobs where each was held with it.';

comment on function public.tick_part(pg_catalog.uuid,pg_catalog.text) is 'Marks a part as cut, prepared or fitted, once: a second call of the same person changes nothing, one of another person is
refused in words that name the first, and so is a mark while the job is on hold. The last fitted part makes the panel ready.';

comment on function private.hold_jobs_of_order(public.orders) is 'The jobs of an order that is put on hold wait with it. One that a person held before keeps its own reason.';

comment on function private.hold_new_job() is 'A job that joins an order on hold, as extra work or a remake does, waits with it.';

comment on function private.refuse_held_job(public.jobs) is 'Refuses work on a job that is on hold (PT409), with the reason.';

comment on function private.refuse_held_order(pg_catalog.uuid,pg_catalog.text) is 'Refuses what an order on hold does not allow (PT409), with its reason.';

comment on function private.release_jobs_of_order(pg_catalog.uuid) is 'The jobs that were held with their order go on where each of them was; one that a person held stays held.';

comment on function private.stop_timer_of_job(public.jobs,public.time_entries,pg_catalog.text) is 'Pauses a timer of a job that is put on hold, or completes one of a job that was cancelled: the time until now counts, and the person is told. One that was probably forgotten
goes on, as in end_timers_of_step: only its person knows when the work ended.';

comment on function private.stop_work() is 'Nobody works on a job that is on hold or cancelled: its running steps pause, as stop_timer_of_job does with their timers. Whoever holds or cancels
took the turns of its steps before.';

comment on function private.take_turn_at_order(pg_catalog.uuid) is 'As take_turn_at_steps, for all jobs of an order: for whoever stops their work, before the order and its jobs are locked.';

comment on column public.jobs.held_with_order is 'It is on hold because its order is; release_order lets it go on. A job that a person held before stays held.';

reset check_function_bodies;

-- The jobs of orders that are on hold already wait with them.
select private.hold_jobs_of_order(o) from public.orders o where o.status = 'on_hold';
