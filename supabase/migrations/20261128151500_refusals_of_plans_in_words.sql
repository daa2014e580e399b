set check_function_bodies = off;

-- A status within a sentence begins small: This delivery is out.
create or replace function private.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamptz default null, p_minutes numeric default null,
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

create or replace function private.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamptz default null, p_minutes integer default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_day date := private.day_of(p_starts_at);
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
  v_new.scheduled_at := p_starts_at;
  v_new.slot_minutes := coalesce(p_minutes, v_row.slot_minutes);
  if private.plan_mark(v_new) = private.plan_mark(v_row) then
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse_moved('delivery', p_id, 'rescheduled', private.plan_in_words(v_row.scheduled_at));
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
    -- On another day its van has another crew, and it comes last.
    v_new.crew := v_crew;
    v_new.route_seq := 1 + coalesce((select max(d.route_seq) from public.deliveries d
      where d.van_id = v_row.van_id and private.day_of(d.scheduled_at) = v_day and d.id <> p_id), 0);
  end if;
  v_taken := private.taken_on_the_road(v_new);
  if v_taken is not null then
    perform private.refuse('PT409', v_taken);
  end if;
  update public.deliveries
     set scheduled_at = v_new.scheduled_at, slot_minutes = v_new.slot_minutes, van_id = v_new.van_id, crew = v_new.crew,
         route_seq = v_new.route_seq, status = case when status = 'failed' and p_starts_at is not null then 'planned' else status end
   where id = p_id;
  perform private.log_event('delivery', p_id, 'rescheduled', jsonb_build_object('from', v_row.scheduled_at, 'to', p_starts_at));
end $$;

create or replace function private.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamptz, p_van_id uuid default null,
  p_minutes integer default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_taken text;
begin
  perform private.must('deliveries', 'edit', 'move deliveries');
  if p_starts_at is null then
    perform private.refuse('22023', 'Please choose when the van goes');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('plan the road', 0));
  select * into v_row from public.deliveries where id = p_id;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif v_row.van_id is not distinct from p_van_id then
    perform private.reschedule_delivery(p_id, p_mark, p_starts_at, p_minutes);
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse_moved('delivery', p_id, 'rescheduled', private.plan_in_words(v_row.scheduled_at));
  elsif v_row.status not in ('planned', 'ready', 'failed') then
    perform private.refuse('PT409', format('This delivery is %s', lower(private.status_in_words(v_row.status))));
  end if;
  perform private.route_delivery(p_id, private.day_of(p_starts_at), p_van_id);
  select * into v_row from public.deliveries where id = p_id;
  perform private.reschedule_delivery(p_id, private.plan_mark(v_row), p_starts_at, p_minutes);
  -- Where only the van changed, the time was not asked about again.
  select * into v_row from public.deliveries where id = p_id;
  v_taken := private.taken_on_the_road(v_row);
  if v_taken is not null then
    perform private.refuse('PT409', v_taken);
  end if;
end $$;

reset check_function_bodies;
