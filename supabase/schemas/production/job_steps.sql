-- Steps of jobs at the work centres.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.job_step_templates (
  id               uuid primary key default gen_random_uuid(),
  service_id       uuid not null references public.services (id) on delete cascade,
  position         text collate "C" not null,
  name             text not null,
  work_centre_id   uuid references public.work_centres (id) on delete set null,
  minutes_fixed    numeric(8, 2) not null default 0,
  minutes_per_unit numeric(8, 2) not null default 0,
  unit             text not null default 'piece',
  before_approval  boolean not null default false,
  after_previous   boolean not null default true,
  row_version      integer not null default 1,
  wait_minutes     integer not null default 0,
  unique (service_id, position),
  constraint job_step_templates_position_length check (char_length(position) between 1 and 100),
  constraint job_step_templates_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint job_step_templates_minutes_range check (minutes_fixed between 0 and 100000 and minutes_per_unit between 0 and 100000),
  constraint job_step_templates_unit_is_known check (unit in ('piece', 'm2', 'm')),
  constraint job_step_templates_wait_range check (wait_minutes between 0 and 20160)
);
create index job_step_templates_work_centre_id_idx on public.job_step_templates (work_centre_id);
comment on table public.job_step_templates is 'The steps that a job of a service begins with.';
comment on column public.job_step_templates.position is 'Fractional index key: the order of the steps, compared byte by byte.';
comment on column public.job_step_templates.before_approval is 'May start before the mockup is approved: artwork, survey, file check.';
comment on column public.job_step_templates.after_previous is 'Waits until the step before it is done.';

create table public.job_steps (
  id              uuid primary key default gen_random_uuid(),
  job_id          uuid not null references public.jobs (id) on delete cascade,
  position        text collate "C" not null,
  name            text not null,
  work_centre_id  uuid references public.work_centres (id) on delete set null,
  assignees       uuid[] not null default '{}',
  status          text not null default 'todo',
  before_approval boolean not null default false,
  planned_start   timestamptz,
  planned_minutes numeric(10, 2) not null default 0,
  started_at      timestamptz,
  finished_at     timestamptz,
  depends_on      uuid[] not null default '{}',
  qty_good        numeric(14, 4) not null default 0,
  qty_waste       numeric(14, 4) not null default 0,
  note            text,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  wait_minutes    integer not null default 0,
  skip_reason     text,
  qty_kept        numeric(14, 4) not null default 0,
  rounds          jsonb not null default '[]',
  unique (job_id, position),
  constraint job_steps_position_length check (char_length(position) between 1 and 200),
  constraint job_steps_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint job_steps_status_is_known check (status in ('todo', 'in_progress', 'paused', 'done', 'skipped')),
  constraint job_steps_minutes_range check (planned_minutes between 0 and 1000000),
  constraint job_steps_qty_range check (qty_good between 0 and 1000000 and qty_waste between 0 and 1000000),
  constraint job_steps_lists_are_lists check (
    coalesce(array_ndims(assignees), 1) = 1 and coalesce(array_ndims(depends_on), 1) = 1
    and cardinality(assignees) <= 50 and cardinality(depends_on) <= 50),
  constraint job_steps_note_length check (char_length(note) <= 5000),
  constraint job_steps_end_after_begin check (finished_at >= started_at),
  constraint job_steps_wait_range check (wait_minutes between 0 and 20160),
  constraint job_steps_skip_reason_length check (char_length(skip_reason) <= 500),
  constraint job_steps_qty_kept_range check (qty_kept between 0 and 1000000),
  constraint job_steps_rounds_is_a_list check (jsonb_typeof(rounds) = 'array' and octet_length(rounds::text) <= 50000)
);
create index job_steps_work_centre_id_idx on public.job_steps (work_centre_id, status);
create index job_steps_planned_start_idx on public.job_steps (planned_start) where planned_start is not null;
comment on table public.job_steps is 'The steps of a job. Several may run at once.';
comment on column public.job_steps.depends_on is 'Steps of the same job that must be done or skipped before.';
comment on column public.job_steps.before_approval is 'May start before the mockup is approved.';
comment on column public.job_steps.wait_minutes is 'After it is done, the steps that depend on it wait so long: prints outgas before they are laminated. A step without minutes is the wait itself.';
comment on column public.job_steps.skip_reason is 'Why this job does not need the step; null where it is not skipped.';
comment on column public.job_steps.qty_good is 'Good pieces that came out of the step, in its last round. Zero good and zero wasted: it was not counted.';
comment on column public.job_steps.qty_kept is 'Good pieces of the rounds before, which passed the check that repeated the others.';
comment on column public.job_steps.rounds is
  'What came out before a failed check repeated the step: [{check, good, waste, failed, at}], failed: how many of the job did not pass that check. Empty: it was not repeated.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.job_step_templates', '', '{id,service_id}');
grant select, insert, update, delete on public.job_step_templates to authenticated;
create policy "staff read step templates" on public.job_step_templates
  for select to authenticated using ((select private.is_staff()));
create policy "staff of production add step templates" on public.job_step_templates
  for insert to authenticated with check ((select private.can('production', 'create')));
create policy "staff of production change step templates" on public.job_step_templates
  for update to authenticated
  using ((select private.can('production', 'edit'))) with check ((select private.can('production', 'edit')));
create policy "staff of production remove step templates" on public.job_step_templates
  for delete to authenticated using ((select private.can('production', 'edit')));

call private.borrow_rules('public.job_steps', '', '{job_id,started_at,finished_at,qty_good,qty_waste,qty_kept,rounds,skip_reason}');
grant select, insert, update, delete on public.job_steps to authenticated;
create policy "whoever reads jobs or production reads steps" on public.job_steps
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('production', 'view')) or (select private.can('orders', 'view')));
create policy "staff of production add steps" on public.job_steps
  for insert to authenticated
  with check (status = 'todo' and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))));
create policy "staff of production change steps" on public.job_steps
  for update to authenticated
  using ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')))
  with check ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')));
create policy "staff of production remove steps that have not begun" on public.job_steps
  for delete to authenticated
  using (status = 'todo' and (select private.named('skip_steps')) and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.guard_step() returns trigger
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
    elsif not new.before_approval
      and (v_job.mockup_required and v_job.mockup_status is distinct from 'approved' or v_job.mockup_status in ('revision_requested', 'rejected'))
    then
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

create function private.makes_pieces(p_step public.job_steps) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.kind not in ('design', 'vehicle') from public.work_centres c where c.id = p_step.work_centre_id), not p_step.before_approval);
end $$;
comment on function private.makes_pieces is
'True for work at a machine or a bench, or with a supplier. Without a work centre: what does not come before the approval.';

create function private.is_on_site(p_step public.job_steps) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.work_centres c where c.id = p_step.work_centre_id and c.kind = 'vehicle')
    and (not p_step.before_approval or exists (
      select from public.job_steps s
       where s.job_id = p_step.job_id and s.position < p_step.position and s.status <> 'skipped' and private.makes_pieces(s)));
end $$;
comment on function private.is_on_site is
'True for work at the client''s, by a van. It is done after the quality check, with the delivery: the job is ready without it. A survey is not meant: it
may start before the approval and comes before all that is made.';
grant execute on function private.is_on_site to authenticated;

create function private.has_bench_work(p_job_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.job_steps s where s.job_id = p_job_id and s.status not in ('done', 'skipped') and not private.is_on_site(s));
end $$;
comment on function private.has_bench_work is 'True while a step of a job is open that is not done on site.';

-- A step that is opened again, or done after all, takes its job back to production, whichever step of the shop it is.
create function private.follow_steps() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
  v_is_making boolean;
  v_is_on_site constant boolean := private.is_on_site(new);
begin
  select j.status, not new.before_approval or private.makes_pieces(new) and (j.mockup_status is not distinct from 'approved'
      or not j.mockup_required and coalesce(j.mockup_status, '') not in ('revision_requested', 'rejected'))
    into v_status, v_is_making from public.jobs j where j.id = new.job_id;
  if v_status in ('qc', 'ready') and v_is_on_site then
    null;
  elsif new.status not in ('done', 'skipped') and v_status in ('qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  elsif new.status = 'in_progress' and not v_is_making and v_status = 'new' then
    update public.jobs set status = 'artwork' where id = new.job_id;
  elsif new.status in ('in_progress', 'done') and v_is_making and v_status in ('new', 'artwork', 'approved', 'qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  end if;
  if new.status in ('done', 'skipped') and not v_is_on_site and not private.has_bench_work(new.job_id)
    or not exists (select from public.job_steps s where s.job_id = new.job_id and s.status not in ('done', 'skipped'))
  then
    update public.jobs set status = 'qc' where id = new.job_id and status = 'in_production';
  end if;
  perform private.count_ready((select j.order_item_id from public.jobs j where j.id = new.job_id));
  return null;
end $$;

create function private.settle_preparation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.before_approval := new.work_centre_id is null or not private.makes_pieces(new)
    or coalesce((select j.mockup_required from public.jobs j where j.id = new.job_id), true);
  return new;
end $$;
comment on function private.settle_preparation is
'Of a job that needs no approval, no work at a machine or a bench comes before it: its pieces are counted like all others.';

create function private.template_minutes(p_step public.job_step_templates, p_qty numeric, p_width_mm numeric, p_height_mm numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select trunc(p_step.minutes_fixed + p_step.minutes_per_unit * case p_step.unit
    when 'm2' then p_qty * coalesce(p_width_mm, 0) * coalesce(p_height_mm, 0) / 1000000
    when 'm' then p_qty * greatest(coalesce(p_width_mm, 0), coalesce(p_height_mm, 0)) / 1000
    else p_qty end, 2)
$$;
comment on function private.template_minutes is 'What a step of a template takes for so many pieces of a size.';

create function private.measured_steps(p_service_id uuid)
returns table (template_id uuid, jobs integer, planned numeric, measured numeric, minutes_fixed numeric, minutes_per_unit numeric)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.must('production', 'view', 'see what steps take');
  return query
  with timed as (
    select t.id, private.template_minutes(t, j.qty, j.width_mm, j.height_mm) as planned, sum(private.seconds_of(one ->> 'duration')) / 60.0 as measured,
           row_number() over (partition by t.id order by s.finished_at desc, s.id) as nth
      from public.job_step_templates t
      join public.jobs j on j.service_id = t.service_id
      join public.job_steps s on s.job_id = j.id and s.name = t.name and s.status = 'done' and s.rounds = '[]' and s.finished_at > now() - interval '1 year'
      join public.time_entries e on coalesce(e.step_id, e.named_step_id) = s.id and e.status = 'completed'
      cross join lateral jsonb_array_elements(e.sessions) as listed (one)
     where t.service_id = p_service_id
     group by t.id, j.id, s.id
  ), norm as (
    select r.id, count(*)::integer as jobs, sum(r.planned) as planned, sum(r.measured) as measured,
           percentile_cont(0.5) within group (order by (r.measured / nullif(r.planned, 0))::double precision)::numeric as factor,
           percentile_cont(0.5) within group (order by r.measured::double precision)::numeric as middle
      from timed r where r.nth <= 20 and r.measured > 0 group by r.id having count(*) >= 3
  )
  select n.id, n.jobs, round(n.planned), round(n.measured),
         least(case when n.factor is null then round(n.middle) else round(t.minutes_fixed * n.factor, 1) end, 100000),
         least(case when n.factor is null then t.minutes_per_unit else round(t.minutes_per_unit * n.factor, 2) end, 100000)
    from norm n join public.job_step_templates t on t.id = n.id;
end $$;
comment on function private.measured_steps is
'What the steps of a service took: of at least three and at most twenty jobs of the last year whose step has recorded time, the minutes
that the template plans for them and those that were recorded, and the norm that the middle one of them would make.';
call private.offer('private.measured_steps(uuid)');

create function private.add_template_steps(p_job_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_step record;
  v_previous uuid;
  v_id uuid;
begin
  select * into v_job from public.jobs where id = p_job_id;
  for v_step in
    select t.*, private.template_minutes(t, v_job.qty, v_job.width_mm, v_job.height_mm) as minutes
      from public.job_step_templates t
     where t.service_id = v_job.service_id and not (t.before_approval and v_job.remake_of is not null) order by t.position
  loop
    insert into public.job_steps (job_id, position, name, work_centre_id, before_approval, planned_minutes, wait_minutes, depends_on)
    values (p_job_id, v_step.position, v_step.name, v_step.work_centre_id, v_step.before_approval, least(v_step.minutes, 1000000),
      v_step.wait_minutes, case when v_step.after_previous and v_previous is not null then array[v_previous] else '{}' end)
    returning id into v_id;
    v_previous := v_id;
  end loop;
end $$;
comment on function private.add_template_steps is
  'The steps of the job''s service, with their planned minutes. A remake does not repeat what comes before the approval.';

create function private.step_for(p_id uuid, p_doing text) returns public.job_steps
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  end if;
  select * into v_step from public.job_steps where id = p_id for update;
  if v_step.id is null then
    perform private.refuse('PT404', 'This step is not there any more');
  end if;
  return v_step;
end $$;

create function private.start_step(p_id uuid, p_pause_other boolean default false) returns uuid
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
comment on function private.start_step is
'Starts a step, or goes on with it, and the timer of the person for the client of its job: one active timer a person (23505, in
words; p_pause_other: it is paused at the same moment, and nothing is paused where the step may not start). A second call changes nothing.
Refused in words (PT409) while the mockup is not approved, an earlier step is not done or the job is on hold. A step that makes pieces asks first where
material is missing, as begin_without says. Returns the id of the time entry.';
call private.offer('private.start_step(uuid, boolean)');

create function private.pause_step(p_id uuid, p_ended timestamptz default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_sessions jsonb;
  v_step public.job_steps;
  v_other text;
begin
  perform private.take_turn_at_step(p_id);
  select * into v_entry from public.time_entries
   where user_id = auth.uid() and step_id = p_id and status = 'active' for update;
  v_step := private.step_for(p_id, 'pause steps');
  if v_step.status <> 'in_progress' then
    return;
  end if;
  if v_entry.id is not null then
    v_sessions := private.sessions_to_end(v_entry, p_ended, true);
    update public.time_entries
       set status = 'paused', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
    return;
  end if;
  select private.person_label(e.user_id) into v_other from public.time_entries e where e.step_id = p_id and e.status = 'active' limit 1;
  if found then
    perform private.refuse('PT409', format('The timer of %s runs for this step', v_other));
  end if;
  update public.job_steps set status = 'paused' where id = p_id;
end $$;
comment on function private.pause_step is
  'Pauses the timer of the person for this step; the step pauses with its last timer. A step that runs for somebody else only is
refused in words; a timer that was probably forgotten, as in stop_timer, until p_ended says when the work ended.';
call private.offer('private.pause_step(uuid, timestamptz)');

create function private.end_timers_of_step(p_step public.job_steps, p_ended timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_sessions jsonb;
  v_is_forgotten boolean;
  v_now constant timestamptz := clock_timestamp();
begin
  for v_entry in select * from public.time_entries where step_id = p_step.id and status <> 'completed' order by id loop
    if v_entry.user_id is not distinct from auth.uid() then
      v_sessions := private.sessions_to_end(v_entry, p_ended);
    else
      v_is_forgotten := v_entry.status = 'active'
        and v_now - private.instant(v_entry.sessions -> -1 ->> 'startTime') > make_interval(hours => private.long_timer_hours());
      v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, v_entry.status = 'paused', v_now);
      if v_entry.status = 'active' then
        perform private.tell_people(array[v_entry.user_id],
          format('"%s" of %s is done', p_step.name, (select job_number from public.jobs where id = p_step.job_id)),
          format(case when v_is_forgotten then '%s finished it. Your timer for it has been running since %s: stop it, and say when your work ended.'
              else '%s finished it. Your timer for it ended at %s.' end, coalesce(private.person_label(auth.uid()), 'A colleague'),
            case when v_is_forgotten then private.in_company_words(private.instant(v_entry.sessions -> -1 ->> 'startTime'))
              else to_char(v_now at time zone private.company_zone(), 'HH24:MI') end), 'job', p_step.job_id);
      end if;
      continue when v_is_forgotten;
    end if;
    update public.time_entries
       set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
  end loop;
end $$;
comment on function private.end_timers_of_step is
'A step is done for all who work on it: every timer of it is completed, and who has one running is told. A timer of somebody else that
was probably forgotten goes on: only its person knows when the work ended, and is asked on stopping it.';

create function private.keep_step_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(q.qty, private.unit_of_pieces(j.unit, j.width_mm, j.height_mm), j.title, j.qty)
     from public.jobs j, unnest(array[new.qty_good, new.qty_waste]) as q (qty) where j.id = new.job_id;
  return new;
end $$;
comment on function private.keep_step_whole is 'Good and wasted pieces of a step are whole pieces.';

create function private.event_of_step(p_step public.job_steps, p_type text) returns public.document_events
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select e from public.document_events e
   where e.kind = 'job' and e.record_id = p_step.job_id and e.type = p_type and e.meta ->> 'step' = p_step.name order by e.id desc limit 1);
end $$;
comment on function private.event_of_step is 'The last event of this type (step_done, step_skipped) in the story of the job that is about the step; null without one.';

create function private.refuse_settled_step(p_step public.job_steps, p_good numeric, p_waste numeric, p_material jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_event constant public.document_events := private.event_of_step(p_step, 'step_' || p_step.status);
  v_who constant text := coalesce(v_event.actor_name, 'Somebody else');
begin
  if p_step.status = 'skipped' then
    perform private.refuse('PT409', format('%s skipped "%s" meanwhile: %s', v_who, p_step.name, p_step.skip_reason));
  elsif coalesce(p_good, p_step.qty_good) <> p_step.qty_good or p_waste <> p_step.qty_waste and (p_good is not null or p_waste > 0)
    or p_material <> '[]' and v_event.actor_id is distinct from auth.uid()
  then
    perform private.refuse('PT409', format('%s finished "%s" already: %s. Open it again to change that.', v_who, p_step.name,
      coalesce(nullif(concat_ws(', ', case when p_step.qty_good > 0 then trim_scale(p_step.qty_good) || ' good' end,
        case when p_step.qty_waste > 0 then trim_scale(p_step.qty_waste) || ' wasted' end), ''), 'no pieces were counted')));
  end if;
end $$;
comment on function private.refuse_settled_step is
'Refuses in words (PT409) to finish a step that was skipped, or that is done with other numbers: who did it, and what came out. The same
numbers are a repeated call. Material of a step that somebody else finished is refused too: it may be booked already.';

create function private.finish_step(
  p_id uuid, p_good numeric default null, p_waste numeric default null, p_material jsonb default null, p_ended timestamptz default null)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_into record;
  v_qty numeric;
  v_left numeric;
  v_waste constant numeric := coalesce(p_waste, 0);
  v_good numeric;
begin
  if not (coalesce(p_good, 0) between 0 and 1000000 and v_waste between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  end if;
  perform private.take_turn_at_step(p_id);
  perform from public.time_entries where step_id = p_id and status <> 'completed' order by id for update;
  v_step := private.step_for(p_id, 'finish steps');
  if v_step.status in ('done', 'skipped') then
    perform private.refuse_settled_step(v_step, p_good, v_waste, p_material);
    return;
  end if;
  select qty into v_qty from public.jobs where id = v_step.job_id for no key update;
  select * into v_into from private.pieces_into(p_id);
  v_left := greatest(v_qty - v_step.qty_kept, 0);
  v_good := coalesce(p_good, case when v_step.before_approval then 0
    else greatest(coalesce(v_into.pieces, v_left) - case when v_into.pieces is null then 0 else v_waste end, 0) end);
  if not v_step.before_approval then
    if v_into.pieces is not null and v_good + v_waste > v_into.pieces then
      perform private.refuse('PT409', format('%s good came from "%s": good and wasted are %s together at most',
        trim_scale(v_into.pieces), v_into.step, trim_scale(v_into.pieces)), v_into.pieces::text);
    elsif v_good > v_left and v_step.qty_kept > 0 then
      perform private.refuse('PT409', format('%s of %s are good already: more than %s cannot be made again', trim_scale(v_step.qty_kept),
        trim_scale(v_qty), trim_scale(v_left)), v_left::text);
    elsif v_good > v_qty then
      perform private.refuse('PT409', format('This job makes %s: more cannot be good', trim_scale(v_qty)), v_qty::text);
    end if;
  end if;
  update public.job_steps set status = 'done', qty_good = v_good, qty_waste = v_waste where id = p_id;
  perform private.end_timers_of_step(v_step, p_ended);
  perform private.book_material(v_step.job_id, p_material, false);
  perform private.log_event('job', v_step.job_id, 'step_done', jsonb_build_object('step', v_step.name,
    'good', nullif(v_good, 0), 'waste', nullif(v_waste, 0)));
end $$;
comment on function private.finish_step is
'A step is done: how many pieces are good and how many were wasted; null good: all that came in, and nothing is
counted of a step before the approval. Good and wasted are at most what came good from the steps before, of a step that a failed check
repeats at most what is made again; every timer of it is completed, as end_timers_of_step says. A long timer of the caller is refused as in stop_timer until p_ended says
when the work ended. p_material: as in book_material, what the step took. A second call with the same numbers changes nothing; other numbers, or
material that somebody else may have booked, are refused as refuse_settled_step says.';
call private.offer('private.finish_step(uuid, numeric, numeric, jsonb, timestamptz)');

-- A step that is not there says nothing to whoever may not skip steps.
create function private.skip_step(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_reason constant text := nullif(left(btrim(p_reason), 500), '');
begin
  if not (private.is_server() or private.named('skip_steps')) then
    raise insufficient_privilege using message = 'You may not skip steps';
  end if;
  v_step := private.step_for(p_id, 'skip steps');
  if v_step.status = 'skipped' and coalesce(v_reason, v_step.skip_reason) is not distinct from v_step.skip_reason then
    return;
  elsif v_step.status = 'skipped' then
    perform private.refuse_settled_step(v_step, null, 0, null);
  elsif v_step.status = 'done' then
    perform private.refuse_settled_step(v_step, -1, 0, null);
  elsif v_step.status = 'in_progress' then
    perform private.refuse('PT409', 'This step is running. Pause it first.');
  elsif v_reason is null then
    perform private.refuse('22023', 'Please say why this job does not need the step');
  end if;
  update public.job_steps set status = 'skipped', skip_reason = v_reason where id = p_id;
  perform private.log_event('job', v_step.job_id, 'step_skipped', jsonb_build_object('step', v_step.name, 'reason', v_reason));
end $$;
comment on function private.skip_step is
'A step that this job does not need, with the reason; for holders of skip_steps. Steps that wait for it may start. One that somebody
finished, or skipped for another reason, is refused in words.';
call private.offer('private.skip_step(uuid, text)');

create function private.rests_until(p_step public.job_steps) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from timestamptz := p_step.finished_at;
begin
  if p_step.status <> 'done' or p_step.wait_minutes = 0 then
    return null;
  end if;
  -- Nobody works at a step without minutes: what was made before it rests from then on, whenever somebody ticks it off.
  if p_step.planned_minutes = 0 then
    v_from := least(v_from, p_step.started_at, (select max(b.finished_at) from public.job_steps b
      where b.id = any (p_step.depends_on) and b.job_id = p_step.job_id and b.status = 'done'));
  end if;
  return v_from + p_step.wait_minutes * interval '1 minute';
end $$;
comment on function private.rests_until is
  'Until when the steps that wait for a done step wait; null without a waiting time. A step of work rests from its end, a step without minutes (drying) from
its start, or from the end of what it follows where that is earlier.';

create function private.guard_rest() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rest record;
begin
  select s.name, private.rests_until(s) as until into v_rest from public.job_steps s
   where s.id = any (new.depends_on) and s.job_id = new.job_id and s.status = 'done' and s.wait_minutes > 0 and private.rests_until(s) > now()
   order by 2 desc limit 1;
  if found then
    perform private.refuse('PT409', format('This step waits until %s: what "%s" made must rest',
      private.moment_text(v_rest.until), v_rest.name));
  end if;
  return new;
end $$;

create function private.plan_mark(p_step public.job_steps) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_step.planned_start)::text, p_step.planned_minutes::text, p_step.work_centre_id::text,
  array_to_string(p_step.assignees, ',')) $$;

create function private.check_step_order() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_way text;
  v_far jsonb;
  v_most integer;
  v_left integer;
  v_at uuid;
  v_before uuid;
  v_name text;
begin
  if cardinality(new.depends_on) = 0 then
    return new;
  end if;
  -- Two people who order steps of one job do it one after the other.
  perform from public.jobs where id = new.job_id for no key update;
  if exists (select from public.job_steps s where s.id = any (new.depends_on) and s.job_id <> new.job_id) then
    perform private.refuse('22023', 'A step waits only for steps of its own job');
  end if;
  -- Each step once for each distance, and not each way: of ways there are more than anybody could walk.
  with recursive ahead as (
    select s.id, 1 as far from public.job_steps s where s.id = any (new.depends_on) and s.id <> new.id
    union
    select b.id, a.far + 1 from ahead a join public.job_steps s on s.id = a.id join public.job_steps b on b.id = any (s.depends_on)
     where a.far < 200 and b.id <> new.id
  )
  select jsonb_object_agg(id, far), max(far) into v_far, v_most from (select a.id, min(a.far) as far from ahead a group by a.id) as nearest;
  if v_most >= 200 then
    perform private.refuse('22023', 'At most 200 steps can wait for each other in a row');
  end if;
  -- The shortest way back to this step, from its end.
  v_at := new.id;
  v_way := new.name;
  for n in 1 .. 200 loop
    select s.id, s.name into v_before, v_name from public.job_steps s
     where v_far ? s.id::text and v_at = any (s.depends_on) and (n = 1 or (v_far ->> s.id::text)::integer = v_left - 1)
     order by (v_far ->> s.id::text)::integer, s.id limit 1;
    exit when v_before is null;
    v_at := v_before;
    v_left := (v_far ->> v_at::text)::integer;
    v_way := v_name || ' → ' || v_way;
    exit when v_left = 1;
  end loop;
  if v_at <> new.id or new.id = any (new.depends_on) then
    perform private.refuse('PT409', format('These steps would wait for each other in a circle: %s',
      new.name || ' → ' || v_way));
  end if;
  return new;
end $$;
comment on function private.check_step_order is 'A step waits for steps of its own job, and never for itself through others.';

create function private.take_turn_at_step(p_id uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('step ' || p_id, 0))
$$;
comment on function private.take_turn_at_step is 'Until the end of the transaction nobody else starts, pauses or finishes this step.';

create function private.pieces_into(p_step_id uuid, out pieces numeric, out step text)
  language sql stable security definer set search_path = ''
as $$
  with recursive earlier as (
    select s.*, 1 as depth from public.job_steps it join public.job_steps s on s.job_id = it.job_id and s.id = any (it.depends_on)
     where it.id = p_step_id
    union
    select s.*, e.depth + 1 from earlier e join public.job_steps s on s.id = any (e.depends_on) where e.depth < 100
  )
  select greatest(least(e.qty_kept + e.qty_good - it.qty_kept,
           case when e.rounds #>> '{-1,check}' is distinct from it.rounds #>> '{-1,check}' then (it.rounds -> -1 ->> 'failed')::numeric end), 0), e.name
    from public.job_steps it cross join earlier e
   where it.id = p_step_id and e.status = 'done' and not e.before_approval and (e.qty_kept + e.qty_good > 0 or e.qty_waste > 0)
   order by 1, e.position desc limit 1
$$;
comment on function private.pieces_into is
'The good pieces that come into a step from the steps that it waits for, and the step that they come from; null where none was counted. Of a
step that a failed check repeats: those that are made again, at most as many as did not pass where the step before is not repeated.';

create function private.pieces_made(p_job_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select min(qty_kept + qty_good) from public.job_steps
   where job_id = p_job_id and status = 'done' and not before_approval and (qty_kept + qty_good > 0 or qty_waste > 0));
end $$;
comment on function private.pieces_made is
  'The good pieces that came through every counted step of a job, in all of its rounds; null where none was counted.';

create function private.minutes_at_first(p_step public.job_steps) returns numeric
  language sql immutable set search_path = ''
as $$ select coalesce((p_step.rounds #>> '{0,minutes}')::numeric, p_step.planned_minutes) $$;
comment on function private.minutes_at_first is 'The planned minutes of a step for all pieces of its job: those of its first round.';

create function private.minutes_for_pieces(p_step public.job_steps, p_job public.jobs, p_pieces numeric) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all constant numeric := private.minutes_at_first(p_step);
  v_share numeric;
begin
  if p_pieces >= p_job.qty then
    return v_all;
  end if;
  select private.template_minutes(t, p_pieces, p_job.width_mm, p_job.height_mm)
         / nullif(private.template_minutes(t, p_job.qty, p_job.width_mm, p_job.height_mm), 0) into v_share
    from public.job_step_templates t where t.service_id = p_job.service_id and t.name = p_step.name order by t.position limit 1;
  return least(round(v_all * coalesce(v_share, p_pieces / p_job.qty), 2), 1000000);
end $$;
comment on function private.minutes_for_pieces is
'What a step of a job takes for so many of its pieces: its planned minutes, by what its template says of these pieces against all of them, so
that setting up counts in full; without a template by their share. For a remake and for each further round of a step.';

create function private.minutes_without_timer(p_step public.job_steps) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with round as (
    select (r ->> 'minutes')::numeric as minutes, nth,
           coalesce((select c.created_at from public.job_checks c where c.id = (r ->> 'check')::uuid), (r ->> 'at')::timestamptz) as until
      from jsonb_array_elements(p_step.rounds) with ordinality as listed (r, nth)
    union all
    select p_step.planned_minutes, 1000000, 'infinity' where p_step.status = 'done'
  ), span as (
    select minutes, lag(until, 1, '-infinity') over (order by nth) as since, until from round
  )
  select coalesce(sum(s.minutes), 0) from span s where not exists (
    select from public.time_entries e
     where e.job_id = p_step.job_id and (coalesce(e.step_id, e.named_step_id) is null
       or coalesce(e.step_id, e.named_step_id) = p_step.id and exists (
         select from jsonb_array_elements(e.sessions) as one where private.instant(one ->> 'startTime') >= s.since and private.instant(one ->> 'startTime') < s.until)))
  );
end $$;
comment on function private.minutes_without_timer is
'The planned minutes of those rounds of a step that were done without a timer; zero where each was timed. A round lasts until the check that
repeated it. Time of the job without a step is time of all its steps.';

create function private.log_removed_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jobs where id = old.job_id) then
    perform private.leave_step_order(old);
    perform private.log_event('job', old.job_id, 'step_removed', jsonb_build_object('step', old.name));
  end if;
  return null;
end $$;

create function private.take_turn_at_steps(p_job_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_steps constant uuid[] := array(select id from public.job_steps where job_id = p_job_id order by id);
begin
  perform private.take_turn_at_step(step) from unnest(v_steps) as step;
  perform from public.time_entries where step_id = any (v_steps) and status <> 'completed' order by id for update;
  perform from public.job_steps where id = any (v_steps) order by id for update;
end $$;
comment on function private.take_turn_at_steps is
'Until the end of the transaction nobody else starts, pauses or finishes a step of this job: its turns, timers and rows, in the order
in which finish_step takes them. The job is locked after them.';

create function private.answer_steps(p_job_id uuid, p_steps jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_answer record;
begin
  if p_steps is null then
    return;
  elsif jsonb_typeof(p_steps) <> 'array' or jsonb_array_length(p_steps) > 200 then
    perform private.refuse('22023', 'Say of at most 200 steps what became of them');
  end if;
  for v_answer in
    select a.*, s.id as known from jsonb_to_recordset(p_steps) as a (id uuid, outcome text, good numeric, waste numeric, reason text)
      left join public.job_steps s on s.id = a.id and s.job_id = p_job_id
     order by s.position
  loop
    if v_answer.known is null then
      perform private.refuse('PT404', 'This step is not there any more');
    elsif v_answer.outcome = 'done' then
      perform private.finish_step(v_answer.id, v_answer.good, v_answer.waste);
    elsif v_answer.outcome = 'skipped' then
      perform private.skip_step(v_answer.id, v_answer.reason);
    else
      perform private.refuse('22023', 'A step is done or skipped');
    end if;
  end loop;
end $$;
comment on function private.answer_steps is
'What became of the open steps of a job at its hand-over: [{id, outcome: done | skipped, good, waste, reason}], taken in their order.';

create function private.settle_step_order(p_job_id uuid, p_step_id uuid, p_after uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_steps uuid[] := array(select id from public.job_steps where job_id = p_job_id and id <> p_step_id order by position);
  v_place constant integer := coalesce(array_position(v_steps, p_after), 0);
  v_next public.job_steps;
begin
  if p_after is not null and v_place = 0 then
    perform private.refuse('PT404', 'The step before it is not there any more');
  end if;
  select * into v_next from public.job_steps where id = v_steps[v_place + 1];
  if v_next.status in ('in_progress', 'paused', 'done') then
    perform private.refuse('PT409', format('"%s" has begun already: a step that is to do comes after it', v_next.name));
  end if;
  v_steps := v_steps[:v_place] || p_step_id || v_steps[v_place + 1:];
  -- Positions are unique in a job: all are moved out of the way first.
  update public.job_steps set position = '~' || id where job_id = p_job_id;
  update public.job_steps s set position = private.line_key(place.number::integer - 1)
    from unnest(v_steps) with ordinality as place (id, number) where s.id = place.id;
  update public.job_steps set depends_on = case when p_after is null then '{}' else array[p_after] end where id = p_step_id;
  update public.job_steps set depends_on = array_append(array_remove(depends_on, p_after), p_step_id)
   where id = v_next.id and status = 'todo' and (p_after = any (depends_on) or p_after is null and depends_on = '{}');
end $$;
comment on function private.settle_step_order is
'Puts a step behind another one, or first: it waits for that one, and the step that waited for that one waits for it. Nothing is put
before a step that has begun.';

create function private.leave_step_order(p_step public.job_steps) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.job_steps s set depends_on = array(
      select distinct waits.id from unnest(array_remove(s.depends_on, p_step.id) || p_step.depends_on) as waits (id))
   where s.job_id = p_step.job_id and p_step.id = any (s.depends_on)
$$;
comment on function private.leave_step_order is 'The steps that waited for a step wait for what it waited for.';

create function private.job_to_plan(p_job_id uuid, p_is_on_site boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  select status into v_status from public.jobs where id = p_job_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_status in ('qc', 'ready') and not p_is_on_site then
    perform private.refuse('PT409', format('This job is in %s. Take it back to production first.', case v_status when 'qc' then 'quality control' else 'the stage Ready' end));
  elsif v_status in ('delivered', 'closed', 'cancelled') then
    perform private.refuse('PT409', format('This job is %s', v_status));
  end if;
end $$;
comment on function private.job_to_plan is 'Locks a job whose steps are added or ordered. A job that is checked, handed over or over gets no open step; one that is checked or ready still gets work on site.';

create function private.add_step(
  p_id uuid, p_job_id uuid, p_name text, p_work_centre_id uuid default null, p_minutes numeric default 0, p_after uuid default null,
  p_before_approval boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not add steps';
  end if;
  perform private.take_turn_at_steps(p_job_id);
  perform private.job_to_plan(p_job_id, not coalesce(p_before_approval, false) and exists (
    select from public.work_centres w where w.id = p_work_centre_id and w.kind = 'vehicle'));
  if exists (select from public.job_steps where id = p_id) then
    return p_id;
  elsif coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please say what is to be done');
  elsif (select count(*) from public.job_steps where job_id = p_job_id) >= 100 then
    perform private.refuse('PT409', 'A job has 100 steps at most');
  elsif p_work_centre_id is not null and not exists (
    select from public.work_centres w where w.id = p_work_centre_id and w.archived_at is null)
  then
    perform private.refuse('PT404', 'This work centre is not used any more');
  elsif not coalesce(p_minutes between 0 and 14400, false) then
    perform private.refuse('22023', 'A step takes at most 10 days');
  end if;
  insert into public.job_steps (id, job_id, position, name, work_centre_id, planned_minutes, before_approval)
  values (p_id, p_job_id, '~' || p_id, left(btrim(p_name), 200), p_work_centre_id, p_minutes, coalesce(p_before_approval, false));
  perform private.settle_step_order(p_job_id, p_id, p_after);
  perform private.log_event('job', p_job_id, 'step_added', jsonb_build_object('step', left(btrim(p_name), 200)));
  return p_id;
end $$;
comment on function private.add_step is
'Adds a step to a job, behind p_after or first. It waits for the step before it, and the next one for it. p_id is chosen by the caller:
a repeated call adds one.';
call private.offer('private.add_step(uuid, uuid, text, uuid, numeric, uuid, boolean)');

create function private.put_step_after(p_id uuid, p_after uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps := private.step_for(p_id, 'order steps');
  v_waits boolean;
begin
  perform private.take_turn_at_steps(v_step.job_id);
  perform private.job_to_plan(v_step.job_id, private.is_on_site(v_step));
  select * into v_step from public.job_steps where id = p_id;
  if v_step.id is null then
    perform private.refuse('PT404', 'This step is not there any more');
  elsif v_step.status not in ('todo', 'skipped') then
    perform private.refuse('PT409', 'This step has begun: its place stays');
  elsif p_after = p_id then
    return;
  end if;
  v_waits := v_step.depends_on <> '{}' or exists (select from public.job_steps s where s.job_id = v_step.job_id and p_id = any (s.depends_on));
  perform private.leave_step_order(v_step);
  perform private.settle_step_order(v_step.job_id, p_id, p_after);
  if not v_waits then
    perform private.leave_step_order(s) from public.job_steps s where s.id = p_id;
    update public.job_steps set depends_on = '{}' where id = p_id;
  end if;
end $$;
comment on function private.put_step_after is
'Puts a step that is to do behind another step of its job, or first. It waits for that one, unless it ran beside the others and waited
for nothing.';
call private.offer('private.put_step_after(uuid, uuid)');

create function private.guard_new_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.job_to_plan(new.job_id, private.is_on_site(new));
  return new;
end $$;
comment on function private.guard_new_step is 'A job that is over gets no open step, and one that is in quality control or ready none but work on site.';

create function private.guard_step_place() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_on_site(new) and exists (select from public.jobs j where j.id = new.job_id and j.status in ('qc', 'ready')) then
    perform private.job_to_plan(new.job_id, false);
  end if;
  return new;
end $$;
comment on function private.guard_step_place is 'Open work on site of a job that is in quality control or ready does not become work of the shop.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.job_step_templates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:create');

call private.follow_transitions('public.job_steps', 'job_step');
create trigger guard_new_step before insert on public.job_steps
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_new_step();
create trigger before_approval before insert or update of work_centre_id, before_approval on public.job_steps
  for each row when (new.before_approval) execute function private.settle_preparation();
create trigger guard_place before update of work_centre_id, before_approval on public.job_steps
  for each row when (new.status not in ('done', 'skipped')
    and (new.work_centre_id is distinct from old.work_centre_id or new.before_approval <> old.before_approval))
  execute function private.guard_step_place();
create trigger settle_status before update of status on public.job_steps
  for each row when (old.status is distinct from new.status) execute function private.guard_step();
create trigger follow_steps after update of status on public.job_steps
  for each row when (old.status is distinct from new.status) execute function private.follow_steps();
create trigger guard_rest before update of status on public.job_steps
  for each row when (new.status = 'in_progress' and old.status = 'todo') execute function private.guard_rest();
create trigger whole_pieces before insert or update of qty_good, qty_waste on public.job_steps
  for each row when (new.qty_good <> trunc(new.qty_good) or new.qty_waste <> trunc(new.qty_waste))
  execute function private.keep_step_whole();
create trigger check_step_order before insert or update of depends_on on public.job_steps
  for each row execute function private.check_step_order();
create trigger ask_first before insert on public.job_steps for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:edit|jobs:edit');
create trigger log_removed after delete on public.job_steps
  for each row when (current_user in ('anon', 'authenticated')) execute function private.log_removed_step();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.job_step_templates', 'nudge_page', $$private.nudge_pages('id', 'production')$$);

call private.after_each_statement('public.job_steps', 'nudge_page', $$private.nudge_pages('job_id', 'production', 'jobs')$$);
call private.after_each_statement('public.job_steps', 'nudge_orders', $$private.nudge_pages('job_id', 'orders')$$);
call private.after_each_statement('public.job_steps', 'nudge_deliveries', 'private.nudge_deliveries_of_work()');
call private.after_each_statement('public.job_steps', 'nudge_stages', 'private.nudge_stages()');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page) values
  ('job_step',
   'public.job_steps',
   35,
   'jobs');

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('job_step', 'todo', 'done', 'finish_step', 'production', 'edit', 'an approved mockup where one is required', 'the last step brings the job to quality control'),
  ('job_step', 'todo', 'in_progress', null, 'production', 'edit', 'earlier steps done, and an approved mockup where one is required', 'the job is in production'),
  ('job_step', 'todo', 'skipped', 'skip_step', 'production', 'edit', 'a reason', null),
  ('job_step', 'done', 'in_progress', null, 'production', 'edit', null, 'the job is in production again'),
  ('job_step', 'done', 'todo', 'check_job', 'production', 'edit', 'a failed check', null),
  ('job_step', 'in_progress', 'done', 'finish_step', 'production', 'edit', null, 'the last step brings the job to quality control'),
  ('job_step', 'in_progress', 'paused', null, 'production', 'edit', null, null),
  ('job_step', 'in_progress', 'todo', null, 'production', 'edit', null, null),
  ('job_step', 'paused', 'done', 'finish_step', 'production', 'edit', null, 'the last step brings the job to quality control'),
  ('job_step', 'paused', 'in_progress', null, 'production', 'edit', 'an approved mockup where one is required', null),
  ('job_step', 'paused', 'skipped', 'skip_step', 'production', 'edit', 'a reason', null),
  ('job_step', 'skipped', 'todo', null, 'production', 'edit', null, null);
