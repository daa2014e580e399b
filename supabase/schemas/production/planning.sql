-- Planning: dragging jobs, steps, deliveries and tasks to another time.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.planned_of(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(case when d.status in ('cancelled', 'failed') then i.qty_delivered else i.qty end), 0)
    from public.delivery_items i join public.deliveries d on d.id = i.delivery_id
   where i.order_item_id = p_order_item_id);
end $$;
comment on function private.planned_of is 'How much of an order line is delivered or on its way. Failed and cancelled deliveries take nothing.';

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

create function private.plan_mark(variadic p_parts text[]) returns text
  language sql immutable set search_path = ''
as $$ select md5(array_to_string(p_parts, '|', '-')) $$;
comment on function private.plan_mark(variadic p_parts text[]) is 'Changes when one of the parts of a plan changes: what a person saw of it when they move it.';
grant execute on function private.plan_mark(VARIADIC text[]) to authenticated;
grant execute on function private.plan_mark(public.bookings) to authenticated;
grant execute on function private.plan_mark(public.deliveries) to authenticated;
grant execute on function private.plan_mark(public.jobs) to authenticated;
grant execute on function private.plan_mark(public.shifts) to authenticated;
grant execute on function private.plan_mark(public.job_steps) to authenticated;
grant execute on function private.plan_mark(public.tasks) to authenticated;

create function private.plan_in_words(p_at timestamptz, p_has_time boolean default true) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce('to ' || case when p_has_time then private.in_company_words(p_at)
    else private.day_text(private.day_of(p_at), true) end, 'out of the calendar');
end $$;

create function private.morning() returns time
  language sql immutable set search_path = ''
as $$ select time '08:00' $$;
comment on function private.morning is
  'Where a delivery stands among others of its day while nobody said its time. Never shown: scheduled_has_time is false then.';

create function private.refuse_moved(p_kind text, p_record_id uuid, p_type text, p_now text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse('PT409', format('%s changed this meanwhile: it was moved %s', coalesce((
    select e.actor_name from public.document_events e where e.kind = p_kind and e.record_id = p_record_id and e.type = p_type
     order by e.id desc limit 1), 'Somebody else'), p_now));
end $$;
comment on function private.refuse_moved is 'Refuses a move of what stands elsewhere by now, with who moved it and where to.';

create function private.check_planned_people(p_people uuid[]) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if cardinality(p_people) > 50 or array_position(p_people, null) is not null or exists (
    select from unnest(p_people) as wanted (id)
     where not exists (select from public.user_roles r where r.user_id = wanted.id and r.role not in ('client', 'pending')))
  then
    perform private.refuse('22023', 'Only colleagues can be planned');
  end if;
end $$;

create function private.refuse_after_order(p_job public.jobs) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_job.order_id;
  if p_job.due_date > private.day_of_order(v_order) then
    perform private.refuse('PT409', format('%s is to be handed over by %s. %s cannot be due after that: please move the day of the order first.',
      v_order.order_number, private.day_text(private.day_of_order(v_order)), p_job.job_number));
  end if;
end $$;
comment on function private.refuse_after_order is 'Refuses a job that would be due after the day of its order.';

create function private.guard_due_day() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_after_order(new);
  return new;
end $$;

create function private.reschedule_job(p_id uuid, p_mark text, p_due_date date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_was date;
begin
  perform private.must('jobs', 'edit', 'change due dates');
  select * into v_job from public.jobs where id = p_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_job.due_date is not distinct from p_due_date then
    return;
  elsif private.plan_mark(v_job) is distinct from p_mark then
    perform private.refuse_moved('job', p_id, 'due_moved', coalesce('to ' || private.day_text(v_job.due_date, true), 'out of the calendar'));
  elsif v_job.status in ('delivered', 'closed', 'cancelled') then
    perform private.refuse('PT409', format('This job is %s', v_job.status));
  end if;
  v_was := v_job.due_date;
  v_job.due_date := p_due_date;
  perform private.refuse_after_order(v_job);
  update public.jobs set due_date = p_due_date where id = p_id;
  perform private.log_event('job', p_id, 'due_moved', jsonb_build_object('from', v_was, 'to', p_due_date));
end $$;
comment on function private.reschedule_job is
'Gives a job another due date, or none; not one after the day of its order. p_mark is what the person saw of it: PT409 where somebody
moved it meanwhile.';
call private.offer('private.reschedule_job(uuid, text, date)');

create function private.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamptz default null, p_minutes numeric default null,
  p_work_centre_id uuid default null, p_people uuid[] default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_new public.job_steps;
begin
  v_step := private.step_for(p_id, 'plan steps');
  v_new := v_step;
  v_new.planned_start := p_starts_at;
  v_new.planned_minutes := coalesce(p_minutes, v_step.planned_minutes);
  v_new.work_centre_id := coalesce(p_work_centre_id, v_step.work_centre_id);
  v_new.assignees := coalesce(p_people, v_step.assignees);
  if private.plan_mark(v_new) = private.plan_mark(v_step) then
    return;
  elsif private.plan_mark(v_step) is distinct from p_mark then
    perform private.refuse_moved('job', v_step.job_id, 'step_planned', private.plan_in_words(v_step.planned_start));
  elsif v_step.status not in ('todo', 'paused') then
    perform private.refuse('PT409', format('This step is %s', lower(private.status_in_words(v_step.status))));
  elsif p_minutes is not null and not coalesce(p_minutes between 5 and 14400, false) then
    perform private.refuse('22023', 'A step takes between 5 minutes and 10 days');
  elsif p_work_centre_id is not null and not exists (
    select from public.work_centres w where w.id = p_work_centre_id and w.archived_at is null)
  then
    perform private.refuse('PT404', 'This work centre is not used any more');
  end if;
  perform private.check_planned_people(p_people);
  update public.job_steps set planned_start = v_new.planned_start, planned_minutes = v_new.planned_minutes,
    work_centre_id = v_new.work_centre_id, assignees = v_new.assignees where id = p_id;
  perform private.log_event('job', v_step.job_id, 'step_planned', jsonb_build_object('step', v_step.name, 'from', v_step.planned_start,
    'to', p_starts_at));
end $$;
comment on function private.reschedule_step is
  'Plans a step: when, how many minutes, at which work centre, by whom; without a start it leaves the calendar. Null keeps minutes, work
centre and people. p_mark is what the person saw of it: PT409 where somebody moved it meanwhile.';
call private.offer('private.reschedule_step(uuid, text, timestamptz, numeric, uuid, uuid[])');

create function private.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamptz default null, p_minutes integer default null,
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
comment on function private.reschedule_delivery is
  'Gives a delivery or an installation another time or length, or only a day (p_day); without both it leaves the calendar and its van. Null keeps the length.
On another day it takes the crew that its van has there; its place among the drops is by its time, or last without one. A failed one is planned again by a time. An installation is
refused where its van or one of its people is on the road already. p_mark is what the person saw of it: PT409 where somebody moved it
meanwhile.';
call private.offer('private.reschedule_delivery(uuid, text, timestamptz, integer, date)');

create function private.apply_plan(p_id uuid, p_plan jsonb) returns void
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
