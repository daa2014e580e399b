set check_function_bodies = off;

drop trigger pin on public.deliveries;

drop routine private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid);

drop routine private.tell_of_delivery(p_delivery public.deliveries, p_partial public.partial_deliveries, p_whole boolean);

drop routine public.lines_to_deliver(p_order_id uuid, p_delivery_id uuid);

alter table public.deliveries add column gone_on_hold text;

-- A new delivery has no van, no crew and no story yet: planning and handing over have functions of their own.
create or replace function private.new_delivery() returns trigger
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

create or replace function private.tell_of_delivery(
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

create or replace function private.work_of_line(p_item public.order_items) returns text
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

create or replace function private.is_service_done(p_item public.order_items) returns boolean
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

create or replace function private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid default null)
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

create or replace function private.tell_jobs_of_drop(p_lines jsonb, p_number text, p_received_by text) returns void
  language sql volatile security definer set search_path = ''
as $$
  select private.log_event('job', j.id, 'handed_over', jsonb_build_object('number', p_number,
      'qty', private.qty_text((line ->> 'qty')::numeric, coalesce(private.unit_of_pieces(i.unit, i.width_mm, i.height_mm), 'piece')),
      'received_by', nullif(btrim(p_received_by), ''), 'on_hold', (select left(o.hold_reason, 300) from public.orders o where o.id = i.order_id and o.status = 'on_hold')))
    from jsonb_array_elements(p_lines) as line
    join public.order_items i on i.id = (line ->> 'order_item_id')::uuid
    join public.jobs j on j.order_item_id = i.id and j.status <> 'cancelled' and j.remake_of is null
$$;

create or replace function private.end_delivered_jobs(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.jobs j set status = 'delivered'
    from public.order_items i
   where i.id = j.order_item_id and i.order_id = p_order_id and i.qty > 0 and i.qty_delivered >= i.qty
     and j.status not in ('delivered', 'closed', 'cancelled', 'on_hold');
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

create or replace function private.lacks_of_job(p_job_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select string_agg(format('%s of %s missing, %s', private.qty_text(m.qty_planned - m.qty_reserved - m.qty_used, i.stock_unit), i.name,
             coalesce('expected ' || private.day_text(private.arrival_of(i.id), true), case when i.on_order > 0 then 'not enough of it expected' else 'not ordered' end)),
             '; ' order by i.name)
      from public.job_materials m join public.inventory_items i on i.id = m.item_id
     where m.job_id = p_job_id and m.settled_at is null and m.qty_planned - m.qty_reserved - m.qty_used > 0.00005);
end $$;

create or replace function private.begin_without(p_job_id uuid, p_what jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_lacks constant text := private.lacks_of_job(p_job_id);
begin
  if v_lacks is not null then
    perform private.must_say_yes('material_missing', v_lacks || '. Start it anyway?');
    perform private.log_event('job', p_job_id, 'begun_without', p_what || jsonb_build_object('missing', left(v_lacks, 300)));
  end if;
end $$;

create or replace function private.start_step(p_id uuid, p_pause_other boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_person constant uuid := auth.uid();
  v_now timestamptz;
  v_entry public.time_entries;
  v_step public.job_steps;
begin
  if v_person is null then
    perform private.refuse('42501', 'A step is started by a person: their timer runs');
  end if;
  -- Two steps are taken in the order of their ids, whoever asks.
  perform private.take_turn_at_step(step) from (
    select p_id as step
    union
    select e.step_id from public.time_entries e
     where p_pause_other and e.user_id = v_person and e.status = 'active' and e.step_id is not null
     order by 1) as turns;
  perform from public.time_entries
   where user_id = v_person and (status = 'active' or status = 'paused' and step_id = p_id) order by id for update;
  select * into v_entry from public.time_entries where user_id = v_person and status = 'active' for update;
  v_step := private.step_for(p_id, 'start steps');
  v_now := clock_timestamp();
  if p_pause_other and v_entry.id is not null and v_entry.step_id is distinct from p_id then
    perform private.leave_timer(v_entry, v_now);
    v_entry := null;
  end if;
  if v_entry.id is not null and v_entry.step_id is distinct from p_id then
    raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
  end if;
  if v_step.status <> 'in_progress' then
    update public.job_steps set status = 'in_progress' where id = p_id;
    perform private.log_event('job', v_step.job_id, 'step_started', jsonb_build_object('step', v_step.name));
    if v_step.started_at is null and private.makes_pieces(v_step) then
      perform private.begin_without(v_step.job_id, jsonb_build_object('step', v_step.name));
    end if;
  end if;
  update public.job_steps set assignees = assignees || v_person
   where id = p_id and not v_person = any (assignees) and cardinality(assignees) < 50;
  if v_entry.id is not null then
    return v_entry.id;
  end if;
  select * into v_entry from public.time_entries
   where user_id = v_person and step_id = p_id and status = 'paused' order by touched_at desc limit 1 for update;
  if found then
    update public.time_entries
       set status = 'active', touched_at = clock_timestamp(), sessions = sessions || private.open_session(
             greatest(v_now, private.instant(sessions -> -1 ->> 'endTime')))
     where id = v_entry.id;
    return v_entry.id;
  end if;
  insert into public.time_entries (user_id, user_email, client_name, business_name, sessions, job_id, step_id)
  select v_person, lower(auth.email()), w.client_name, w.business_name,
         jsonb_build_array(private.open_session(v_now)), v_step.job_id, p_id
    from private.client_of_time((select j.contact_id from public.jobs j where j.id = v_step.job_id)) as w
  returning * into v_entry;
  return v_entry.id;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
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
  perform private.end_delivered_jobs(v_row.order_id);
end $$;

create or replace function private.job_effort(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds bigint;
  v_labour numeric;
  v_untimed integer;
  v_material numeric;
  v_quoted numeric;
  v_again_seconds bigint := 0;
  v_again_labour numeric := 0;
  v_again_material numeric := 0;
  v_remakes uuid[];
  v_sees_costs boolean;
  v_sees_labour boolean;
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  v_sees_costs := private.is_server() or private.named('view_financial_data');
  v_sees_labour := private.sees_labour_cost();
  with recursive again as (
    select id, 1 as depth from public.jobs where remake_of = p_id
    union
    select j.id, a.depth + 1 from again a join public.jobs j on j.remake_of = a.id where a.depth < 50
  )
  select array_agg(id) into v_remakes from again;
  select coalesce(sum(w.seconds), 0), sum(w.cost), coalesce(sum(w.untimed), 0) into v_seconds, v_labour, v_untimed
    from private.labour_of_jobs(array[p_id]) as w;
  if v_remakes is not null then
    select coalesce(sum(w.seconds), 0), sum(w.cost) into v_again_seconds, v_again_labour from private.labour_of_jobs(v_remakes) as w;
    select sum(-m.qty * c.unit_cost) into v_again_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = any (v_remakes);
  end if;
  if v_sees_costs then
    select sum(-m.qty * c.unit_cost) into v_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = p_id;
    select coalesce(private.worth(oi.net, o.rate), private.worth(qi.net, q.rate)) into v_quoted
      from public.jobs j left join public.order_items oi on oi.id = j.order_item_id left join public.orders o on o.id = oi.order_id
      left join public.quotation_items qi on qi.id = j.quotation_item_id left join public.quotations q on q.id = qi.quotation_id
     where j.id = p_id and j.remake_of is null;
  end if;
  return jsonb_strip_nulls(jsonb_build_object('short', (select private.short_of_job(j) from public.jobs j where j.id = p_id),
           'lacks', (select private.lacks_of_job(j.id) from public.jobs j where j.id = p_id and private.job_is_open(j.status))))
    || jsonb_build_object('seconds', v_seconds)
    || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_material, 0), 2)),
         'quoted', private.amount_text(v_quoted)) else '{}' end
    || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_labour, 0), 2)),
         'untimed', v_untimed) else '{}' end
    || case when v_remakes is null then '{}' else jsonb_build_object('remakes', jsonb_build_object('jobs', cardinality(v_remakes), 'seconds', v_again_seconds)
         || private.pieces_again(p_id, v_remakes)
         || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_again_material, 0), 2))) else '{}' end
         || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_again_labour, 0), 2))) else '{}' end) end;
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
  perform private.begin_without(p.job_id, jsonb_build_object('panel', p.panel_no)) from public.panels p where p.id = v_part.panel_id and p.status = 'planned';
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

create or replace function private.check_job(
  p_id uuid, p_job_id uuid, p_result text, p_note text default null, p_photo text default null, p_remake_qty numeric default null,
  p_reason text default null, p_back_to uuid default null, p_steps jsonb default null, p_material jsonb default null,
  p_failed numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_remake uuid;
  v_order_id uuid;
  v_note constant text := nullif(left(btrim(p_note), 5000), '');
  v_back public.job_steps;
  v_failed numeric;
  v_made constant jsonb := jsonb_path_query_first(p_steps, '$[*] ? (@.outcome == "made")');
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not check jobs';
  end if;
  v_order_id := (select j.order_id from public.jobs j where j.id = p_job_id and p_result = 'pass' and v_note is not null);
  if v_order_id is not null then
    perform private.take_turn_at_order(v_order_id);
    perform from public.orders where id = v_order_id for no key update;
  elsif p_steps is not null or p_back_to is not null then
    perform private.take_turn_at_steps(p_job_id);
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  select * into v_back from public.job_steps where id = p_back_to and job_id = p_job_id;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif exists (select from public.job_checks where id = p_id) then
    return (select remake_id from public.job_checks where id = p_id);
  end if;
  perform private.guard_check(v_job, v_back, p_result, v_note, p_photo, p_remake_qty, p_reason, p_back_to, p_failed);
  v_failed := private.failed_pieces(v_job, p_result, p_remake_qty, p_failed);
  if p_result = 'pass' or p_remake_qty is not null then
    if exists (select from public.job_steps where job_id = p_job_id) then
      perform private.answer_steps(p_job_id, p_steps);
    elsif p_result = 'fail' then
      perform private.record_made(v_job, v_job.qty - p_remake_qty, p_remake_qty);
    else
      perform private.record_made(v_job, (v_made ->> 'good')::numeric, (v_made ->> 'waste')::numeric);
    end if;
    perform private.settle_short(v_job, p_result, v_note, p_remake_qty, p_failed);
    perform private.book_material(p_job_id, p_material, true);
  end if;
  if p_remake_qty is not null then
    v_remake := private.make_remake(v_job, p_remake_qty, v_back.id);
  end if;
  insert into public.job_checks (id, job_id, result, note, photo_path, remake_id, reason, back_to, failed)
  values (p_id, p_job_id, p_result, v_note, p_photo, v_remake,
    coalesce(p_reason, case when p_result = 'fail' then 'other' when v_remake is not null then 'short' end), v_back.id, v_failed);
  perform private.log_event('job', p_job_id, case p_result when 'pass' then 'check_passed' else 'check_failed' end,
    jsonb_strip_nulls(jsonb_build_object('reason', v_note, 'remake', (select j.job_number from public.jobs j where j.id = v_remake),
      'step', v_back.name, 'failed', case when p_result = 'fail' then trim_scale(coalesce(p_failed, case when v_remake is not null then v_failed end)) end)));
  if v_remake is not null then
    perform private.log_event('job', v_remake, 'created', jsonb_build_object('remake_of', v_job.job_number, 'reason', v_note));
  end if;
  if p_result = 'pass' or v_remake is not null then
    update public.jobs set status = 'ready' where id = p_job_id;
    perform private.settle_fewer(p_job_id) where v_remake is null;
  else
    perform private.begin_again(v_job, v_back.position, v_failed, p_id);
  end if;
  return v_remake;
end $$;

create or replace function private.lower_lines(p_order_id uuid, p_off jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before constant public.order_items[] := array(select i from public.order_items i where i.order_id = p_order_id order by i.position);
  v_line public.order_items;
  v_kept numeric;
  v_share numeric;
  v_follows boolean;
begin
  foreach v_line in array v_before loop
    if p_off ? v_line.id::text then
      perform private.lower_order_line(v_line.id, (p_off ->> v_line.id::text)::numeric);
    end if;
  end loop;
  -- A discount belongs to the lines at its rate: it falls as they do, and never below what invoices gave of it. Where all of them
  -- are invoiced, no invoice follows that could give more.
  foreach v_line in array v_before loop
    continue when v_line.kind <> 'discount' or v_line.qty = 0;
    select coalesce(sum(now.net) / nullif(sum(was.net), 0), 0), bool_or(now.qty > now.qty_invoiced) into v_share, v_follows
      from unnest(v_before) as was join public.order_items now on now.id = was.id
     where was.kind = 'item' and (was.vat_rate, was.vat_treatment) = (v_line.vat_rate, v_line.vat_treatment);
    v_kept := greatest(v_line.qty_invoiced, case when v_follows then ceil(abs(v_line.qty) * v_share * 10000) / 10000 else 0 end);
    continue when v_kept = abs(v_line.qty);
    perform private.lower_order_line(v_line.id, abs(v_line.qty) - v_kept);
    update public.order_items set net = trunc(v_line.net * v_share, 2) where id = v_line.id and v_kept > v_line.qty_invoiced;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('position', was.position, 'description', was.description, 'kind', was.kind, 'ordered', trim_scale(was.qty)::text,
             'left', trim_scale(now.qty)::text, 'net_before', private.amount_text(was.net), 'net', private.amount_text(now.net)) order by was.position), '[]')
      from unnest(v_before) as was join public.order_items now on now.id = was.id
     where was.kind in ('item', 'discount') and (was.qty, was.net) is distinct from (now.qty, now.net));
end $$;

create or replace function private.end_lines(p_order_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  return private.lower_lines(p_order_id, coalesce((
    select jsonb_object_agg(i.id, i.qty - i.qty_delivered) from public.order_items i
     where i.order_id = p_order_id and i.kind = 'item' and i.qty > i.qty_delivered), '{}'));
end $$;

create or replace function private.end_part_delivery(p_delivery_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.partial_deliveries where delivery_id = p_delivery_id and status <> 'delivered';
  update public.deliveries d
     set status = 'delivered', delivered_at = coalesce((select max(p.delivered_at) from public.partial_deliveries p where p.delivery_id = d.id), now())
   where d.id = p_delivery_id;
end $$;

create or replace function private.end_deliveries(p_order_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_delivery public.deliveries;
  v_ended jsonb := '[]';
  v_is_begun boolean;
begin
  for v_delivery in
    select * from public.deliveries where order_id = p_order_id and status in ('planned', 'ready', 'failed', 'partially_delivered') order by id for no key update
  loop
    v_is_begun := exists (select from public.delivery_items where delivery_id = v_delivery.id and qty_delivered > 0);
    if v_is_begun then
      delete from public.delivery_items where delivery_id = v_delivery.id and qty_delivered = 0;
      update public.delivery_items set qty = qty_delivered where delivery_id = v_delivery.id and qty > qty_delivered;
      perform private.end_part_delivery(v_delivery.id);
    else
      update public.deliveries set status = 'cancelled' where id = v_delivery.id;
    end if;
    v_ended := v_ended || jsonb_build_object('number', v_delivery.delivery_number, 'is_cancelled', not v_is_begun);
  end loop;
  return v_ended;
end $$;

create or replace function private.settle_lowered(p_order_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_freed numeric := 0;
begin
  update public.orders o
     set net = total.net,
         -- Where all of it is on invoices, their VAT is that of the order: a cent may lie between the sum of the parts and the VAT of the whole.
         vat = case when private.completes_order(null, o.id) then (select coalesce(sum(b.vat), 0) from private.billed_vat(o.id, false) as b) else total.vat end
    from (select coalesce(sum(base), 0) as net, coalesce(sum(vat), 0) as vat from private.order_vat(p_order_id)) as total
   where o.id = p_order_id
  returning o.* into v_order;
  v_order := private.amend_deposit(v_order, 0);
  if v_order.deposit_paid > v_order.gross then
    v_freed := private.free_kept(p_order_id, null, v_order.deposit_paid - v_order.gross);
  end if;
  update public.payment_requests set status = 'cancelled'
   where order_id = p_order_id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
  perform private.request_deposit(p_order_id);
  perform private.refresh_order(p_order_id);
  return jsonb_build_object('gross', private.amount_text(v_order.gross), 'freed', private.amount_text(v_freed));
end $$;

create or replace function private.end_rest(p_order_id uuid, p_reason text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_why text;
  v_done jsonb;
begin
  perform private.take_turn_at_order(p_order_id);
  select * into v_before from public.orders where id = p_order_id for no key update;
  if v_before.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  end if;
  v_why := private.why_order_stays(v_before);
  if v_why is not null then
    perform private.refuse('PT409', v_why);
  end if;
  perform private.lock_kept(array[p_order_id]);
  if v_before.status = 'on_hold' then
    v_before.hold_reason := null;
    perform private.release_jobs_of_order(p_order_id);
    update public.orders set hold_reason = null, status = private.derive_order_status(v_before) where id = p_order_id;
  end if;
  v_done := jsonb_build_object('deliveries', private.end_deliveries(p_order_id), 'lines', private.end_lines(p_order_id));
  v_done := v_done || jsonb_build_object('jobs', private.end_jobs(v_before, format('%s ended the rest of %s: %s.',
    coalesce(private.person_label(auth.uid()), 'A colleague'), v_before.order_number, rtrim(btrim(p_reason), '. '))));
  return v_done || jsonb_build_object('gross_before', private.amount_text(v_before.gross)) || private.settle_lowered(p_order_id);
end $$;

create or replace function private.why_not_fewer(p_item public.order_items, p_qty numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_item.qty_delivered > p_qty then
      format('Of "%s" %s are delivered: the order stays at %s.', left(p_item.description, 100), trim_scale(p_item.qty_delivered), trim_scale(p_item.qty))
    when p_item.qty_invoiced - p_item.qty_drafted > p_qty then
      format('Of "%s" %s are on invoices. Please credit the rest first, as what is invoiced again.', left(p_item.description, 100), trim_scale(p_item.qty_invoiced))
    when p_item.qty_invoiced > p_qty then
      format('Of "%s" %s are on a draft of an invoice. Please lower the draft first.', left(p_item.description, 100), trim_scale(p_item.qty_invoiced)) end;
end $$;

create or replace function private.lower_deliveries(p_item_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_over numeric := private.planned_of(p_item_id) - (select i.qty from public.order_items i where i.id = p_item_id);
  v_part record;
  v_off numeric;
begin
  for v_part in
    select n.id, n.delivery_id, n.qty, n.qty_delivered, d.status from public.delivery_items n join public.deliveries d on d.id = n.delivery_id
     where n.order_item_id = p_item_id and n.qty > n.qty_delivered and d.status in ('planned', 'ready', 'out', 'partially_delivered')
     order by d.scheduled_at desc nulls first, d.delivery_number desc for no key update of d
  loop
    exit when v_over <= 0;
    v_off := least(v_over, v_part.qty - v_part.qty_delivered);
    v_over := v_over - v_off;
    if v_part.qty > v_off then
      update public.delivery_items set qty = qty - v_off where id = v_part.id;
    else
      delete from public.delivery_items where id = v_part.id;
    end if;
    if v_part.status = 'partially_delivered' and not exists (
      select from public.delivery_items n where n.delivery_id = v_part.delivery_id and n.qty > n.qty_delivered) then
      perform private.end_part_delivery(v_part.delivery_id);
    elsif v_part.status in ('planned', 'ready') and not exists (select from public.delivery_items n where n.delivery_id = v_part.delivery_id) then
      update public.deliveries set status = 'cancelled' where id = v_part.delivery_id;
    end if;
  end loop;
end $$;

create or replace function private.lower_to_made(p_job_id uuid, p_short numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_order public.orders;
  v_item public.order_items;
  v_short jsonb;
  v_done jsonb;
  v_why text;
begin
  perform private.must('orders', 'edit', 'change orders');
  select * into v_job from public.jobs where id = p_job_id;
  perform private.take_turn_at_order(v_job.order_id);
  select * into v_order from public.orders where id = v_job.order_id for no key update;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  select * into v_item from public.order_items where id = v_job.order_item_id for no key update;
  if v_item.id is null or v_order.status = 'cancelled' or v_job.remake_of is not null then
    perform private.refuse('PT404', 'No order waits for the pieces of this job');
  end if;
  v_short := private.short_of_job(v_job);
  if v_short is null then
    return '{}';
  elsif v_short ->> 'why' is null then
    perform private.refuse('PT409', 'Nobody said yet that fewer are enough');
  elsif (v_short ->> 'qty')::numeric is distinct from p_short then
    perform private.refuse('PT409', format('%s are short now. Please look again.', v_short ->> 'qty'));
  end if;
  v_why := private.why_not_fewer(v_item, v_item.qty - p_short);
  if v_why is not null then
    perform private.refuse('PT409', v_why);
  end if;
  perform private.lock_kept(array[v_order.id]);
  v_done := jsonb_build_object('lines', private.lower_lines(v_order.id, jsonb_build_object(v_item.id, p_short)));
  update public.jobs set qty = v_job.qty - p_short where id = p_job_id;
  perform private.count_ready(v_item.id);
  perform private.lower_deliveries(v_item.id);
  perform private.end_site_work(v_order.id);
  perform private.end_delivered_jobs(v_order.id);
  v_done := v_done || jsonb_build_object('gross_before', private.amount_text(v_order.gross)) || private.settle_lowered(v_order.id);
  perform private.log_event('order', v_order.id, 'fewer_taken', jsonb_build_object('job', v_job.job_number, 'reason', v_short ->> 'why') || v_done);
  perform private.close_request(v_order.order_number || ': fewer are enough', 'order', v_order.id);
  return v_done;
end $$;

create or replace function private.settle_fewer(p_job_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job constant public.jobs := (select j from public.jobs j where j.id = p_job_id);
  v_item constant public.order_items := (select i from public.order_items i where i.id = v_job.order_item_id);
  v_order constant public.orders := (select o from public.orders o where o.id = v_job.order_id);
  v_short constant numeric := (private.short_of_job(v_job) ->> 'qty')::numeric;
begin
  if v_short is null or v_item.id is null or v_job.remake_of is not null or v_order.status = 'cancelled' then
    return;
  elsif (private.is_server() or private.can('orders', 'edit')) and private.why_not_fewer(v_item, v_item.qty - v_short) is null then
    perform private.lower_to_made(p_job_id, v_short);
    return;
  end if;
  perform private.tell_people(array[v_order.created_by, (select coalesce(q.account_manager_id, q.created_by) from public.quotations q where q.id = v_order.quotation_id)],
    v_order.order_number || ': fewer are enough', format('%s of %s of "%s" were made: %s. Lower the order to %s, or have the rest made.',
      trim_scale(v_item.qty - v_short), trim_scale(v_item.qty), left(v_item.description, 200), left(private.short_of_job(v_job) ->> 'why', 500), trim_scale(v_item.qty - v_short)),
    'order', v_order.id);
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
  perform private.end_site_work(p_id);
  perform private.end_delivered_jobs(p_id);
  update public.orders set hold_reason = null, status = private.derive_order_status(v_row) where id = p_id;
  perform private.tell_crews_of_hold(v_row);
  perform private.log_event('order', p_id, 'released');
end $$;

create or replace function private.supply_named(p_words text) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when lower(p_words) ~ '\m(install|fitting|mounting|removal|montage|montaż|instala|installaz|posa\M|pose\M|demontage|entfernung)' then 'installation'
    when lower(p_words) ~ '(^|\m(graphic|logo|sign|site|grafik) ?-?)(design|artwork|survey|gestaltung|diseño|conception|progettazione|ontwerp|projekt graficzny)' then 'service' end
$$;

create or replace function private.propose_supply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.supply := private.supply_named(new.name);
  return new;
end $$;

alter table public.deliveries add constraint deliveries_gone_on_hold_length CHECK (char_length(gone_on_hold) >= 1 AND char_length(gone_on_hold) <= 2000);

revoke execute on all routines in schema private from public;

call private.offer('private.lines_to_deliver(uuid, uuid)');

call private.offer('private.lower_to_made(uuid, numeric)');

CREATE TRIGGER pin BEFORE UPDATE ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'delivery_number', 'order_id', 'public_uuid', 'received_by', 'delivered_at', 'last_drop_id', 'van_id', 'route_seq', 'crew', 'failed_at', 'failed_reason', 'photo_paths', 'gone_on_hold');

comment on function private.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'Quality control of a job; one that is ready fails too, where a piece of it turns out to be bad. Passed: it is ready; p_remake_qty makes again what is short, also of a ready job, else p_note says why fewer are enough, and settle_fewer lowers the order or asks for it. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on, of the p_failed pieces that did not pass and of what is short besides; null: all of it did not pass. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it, for the p_failed pieces that did not pass; null: all of them. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on function private.deliver_drop(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.uuid,timestamp with time zone,double precision,double precision) is 'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
said by a phone that had no network, and by no other; see moment_of_drop: it has happened, also where the order is on hold now. Delivery, story and notice
say so. Without it the order must not be on hold. p_lat, p_lng: where. What of it nobody has made yet is kept in its story. Returns status, partial_id and partial_number.';

comment on function private.end_lines(pg_catalog.uuid) is 'Lowers each line of an order to what is delivered of it, as lower_lines does.';

comment on function private.job_effort(pg_catalog.uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, in the currency of the books, and for those of them who
hold manage_wage_rates labour, in which untimed steps count as planned. Amounts are text. remakes: the same of all jobs that make pieces of it again, which is not in the
figures of the job itself; ready: how many of its own pieces are ready; made: those jobs. short: as in short_of_job, where pieces are short; lacks: as in lacks_of_job, while the job is open.';

comment on function private.start_step(pg_catalog.uuid,boolean) is 'Starts a step, or goes on with it, and the timer of the person for the client of its job: one active timer a person (23505, in
words; p_pause_other: it is paused at the same moment, and nothing is paused where the step may not start). A second call changes nothing.
Refused in words (PT409) while the mockup is not approved, an earlier step is not done or the job is on hold. A step that makes pieces asks first where
material is missing, as begin_without says. Returns the id of the time entry.';

comment on function private.tick_part(pg_catalog.uuid,pg_catalog.text) is 'Marks a part as cut, prepared or fitted, once: a second call of the same person changes nothing, one of another person is
refused in words that name the first, and so is a mark while the job is on hold. The first mark of a panel asks first where material is missing, as
begin_without says. The last fitted part makes the panel ready.';

comment on function public.check_job(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,numeric,pg_catalog.text,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,numeric) is 'Quality control of a job; one that is ready fails too, where a piece of it turns out to be bad. Passed: it is ready; p_remake_qty makes again what is short, also of a ready job, else p_note says why fewer are enough, and settle_fewer lowers the order or asks for it. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on, of the p_failed pieces that did not pass and of what is short besides; null: all of it did not pass. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it, for the p_failed pieces that did not pass; null: all of them. p_steps: what became of open steps, as in answer_steps; of a job without steps
[{outcome: made, good, waste}], of which a remake says it itself. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

comment on function public.deliver_drop(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.uuid,timestamp with time zone,double precision,double precision) is 'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
said by a phone that had no network, and by no other; see moment_of_drop: it has happened, also where the order is on hold now. Delivery, story and notice
say so. Without it the order must not be on hold. p_lat, p_lng: where. What of it nobody has made yet is kept in its story. Returns status, partial_id and partial_number.';

comment on function public.job_effort(pg_catalog.uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, in the currency of the books, and for those of them who
hold manage_wage_rates labour, in which untimed steps count as planned. Amounts are text. remakes: the same of all jobs that make pieces of it again, which is not in the
figures of the job itself; ready: how many of its own pieces are ready; made: those jobs. short: as in short_of_job, where pieces are short; lacks: as in lacks_of_job, while the job is open.';

comment on function public.start_step(pg_catalog.uuid,boolean) is 'Starts a step, or goes on with it, and the timer of the person for the client of its job: one active timer a person (23505, in
words; p_pause_other: it is paused at the same moment, and nothing is paused where the step may not start). A second call changes nothing.
Refused in words (PT409) while the mockup is not approved, an earlier step is not done or the job is on hold. A step that makes pieces asks first where
material is missing, as begin_without says. Returns the id of the time entry.';

comment on function public.tick_part(pg_catalog.uuid,pg_catalog.text) is 'Marks a part as cut, prepared or fitted, once: a second call of the same person changes nothing, one of another person is
refused in words that name the first, and so is a mark while the job is on hold. The first mark of a panel asks first where material is missing, as
begin_without says. The last fitted part makes the panel ready.';

comment on function private.begin_without(pg_catalog.uuid,pg_catalog.jsonb) is 'Making begins: asks first (material_missing) where the job lacks material, and tells the story of the job what began without it. p_what: {step} or {panel}.';

comment on function private.end_delivered_jobs(pg_catalog.uuid) is 'A job ends with the hand-over of all of its line; one on hold when it is released.';

comment on function private.end_part_delivery(pg_catalog.uuid) is 'A delivery of which a part was handed over ends with it.';

comment on function private.is_service_done(public.order_items) is 'Whether the steps of an order''s jobs say that a service of it is done: those of a survey by a van, those of other services at a work centre for design. False where no step says it.';

comment on function private.lacks_of_job(pg_catalog.uuid) is 'What a job lacks of its material, and when it comes, in words: 20 m² of Cast wrap vinyl missing, expected Thu 3 Dec 2026. Null where all is kept or taken.';

comment on function private.lines_to_deliver(pg_catalog.uuid,pg_catalog.uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most; ready: what is
made, with what is delivered, null for a line that no job makes; not_made: its jobs that are not made yet; work: as in work_of_line. proposed: what a trip that fits nothing
brings: pieces that are ready, or all of them where none is; a service with the last pieces, or where its steps are done; no work on site. proposed_on_site: what an
installation brings: the work on site by the share of the pieces that go.';

comment on function private.lower_deliveries(pg_catalog.uuid) is 'Deliveries bring no more of a line than is ordered: what is over is taken off the last ones first. One that has nothing left to bring is cancelled, one that brought a part ends with it.';

comment on function private.lower_lines(pg_catalog.uuid,pg_catalog.jsonb) is 'Takes p_off {line: quantity} off lines of an order, and lowers each discount by the share that the lines at its rate fall by, or to what invoices gave where none follows. Returns the changed lines:
[{position, description, kind, ordered, left, net_before, net}], numbers as text.';

comment on function private.lower_to_made(pg_catalog.uuid,numeric) is 'The client takes fewer than ordered: somebody said so when the job was checked. The line of its order comes down by what is short, its discounts, deliveries, deposit and totals with it, and
the job, which ends where all of it is delivered. p_short: as the person saw it. What is delivered or invoiced beyond it is refused in words. Returns {lines, gross_before, gross, freed}, as end_order; a repeated
call {}.';

comment on function private.settle_fewer(pg_catalog.uuid) is 'A job was checked and fewer are enough: the order comes down at once where the person may change orders and nothing stands against it; else whoever sold it is asked.';

comment on function private.settle_lowered(pg_catalog.uuid) is 'Totals, deposit and status of an order follow its lowered lines. The caller holds the locks of the order and of its kept money. Returns {gross, freed}, as text.';

comment on function private.supply_named(pg_catalog.text) is 'What words name: installation; service, such as design, artwork or a survey; null for anything else.';

comment on function private.tell_of_delivery(public.deliveries,public.partial_deliveries,boolean,timestamp with time zone,pg_catalog.text) is 'Who planned the delivery and who sold the order are told of a drop (spec 2 §3). p_on_hold: why the order was on hold when it was handed over all the same; whoever put it on hold is told then too.';

comment on function private.why_not_fewer(public.order_items,numeric) is 'Why a line of an order cannot come down to a quantity now, in words; null where it can.';

comment on function private.work_of_line(public.order_items) is 'Whether a line of an order is work that nobody carries: on_site (installation), or service (design, a survey, hours). Null for a line that a job makes, and for goods.';

comment on function public.lines_to_deliver(pg_catalog.uuid,pg_catalog.uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most; ready: what is
made, with what is delivered, null for a line that no job makes; not_made: its jobs that are not made yet; work: as in work_of_line. proposed: what a trip that fits nothing
brings: pieces that are ready, or all of them where none is; a service with the last pieces, or where its steps are done; no work on site. proposed_on_site: what an
installation brings: the work on site by the share of the pieces that go.';

comment on function public.lower_to_made(pg_catalog.uuid,numeric) is 'The client takes fewer than ordered: somebody said so when the job was checked. The line of its order comes down by what is short, its discounts, deliveries, deposit and totals with it, and
the job, which ends where all of it is delivered. p_short: as the person saw it. What is delivered or invoiced beyond it is refused in words. Returns {lines, gross_before, gross, freed}, as end_order; a repeated
call {}.';

comment on column public.deliveries.gone_on_hold is 'Why its order was on hold when something of it was handed over all the same, by a phone that could not know it. Written by deliver_drop.';

reset check_function_bodies;
