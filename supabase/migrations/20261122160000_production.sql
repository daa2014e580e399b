-- Production: steps that run with the timer of a person, jobs that move on the board, jobs that are made by hand or from
-- the lines of a quotation, and the paper of an order.

-- ----------------------------------------------------------------------------------------------- the client of a job

alter table public.jobs
  add column contact_id        uuid references public.contacts (id) on delete restrict,
  add column quotation_item_id uuid references public.quotation_items (id) on delete set null;
create index jobs_contact_id_idx on public.jobs (contact_id, created_at desc);
create index jobs_quotation_item_id_idx on public.jobs (quotation_item_id);
create index jobs_open_due_date_idx on public.jobs (due_date, id) where status not in ('delivered', 'closed', 'cancelled');
create index jobs_folded_words_idx on public.jobs
  using gin (private.folded(job_number || ' ' || title) extensions.gin_trgm_ops);
comment on column public.jobs.contact_id is 'The client: that of its order or quotation; chosen where it has neither; null for work of the house.';
comment on column public.jobs.quotation_item_id is
  'The line that it makes. A job that began before the approval joins the order when the quotation is approved.';

update public.jobs j set contact_id = coalesce(
    (select o.contact_id from public.orders o where o.id = j.order_id),
    (select q.contact_id from public.quotations q where q.id = j.quotation_id)),
  quotation_item_id = (select i.quotation_item_id from public.order_items i where i.id = j.order_item_id);

create function private.settle_client_of_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.contact_id := coalesce(
    (select o.contact_id from public.orders o where o.id = new.order_id),
    (select q.contact_id from public.quotations q where q.id = new.quotation_id), new.contact_id);
  return new;
end $$;
comment on function private.settle_client_of_job is 'The client of a job is that of its order, else that of its quotation.';
create trigger settle_client before insert or update of contact_id, order_id, quotation_id on public.jobs
  for each row execute function private.settle_client_of_job();

drop trigger pin on public.jobs;
create trigger pin before update on public.jobs
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'job_number', 'order_id', 'order_item_id', 'quotation_id', 'quotation_item_id', 'created_by',
    'created_at', 'mockup_required', 'mockup_status', 'hold_reason', 'held_from', 'remake_of', 'started_at', 'finished_at');
drop trigger count_version on public.jobs;
create trigger count_version before update of title, due_date, contact_id, service_id, qty, unit, width_mm, height_mm, details, spec,
    priority, lead_user_id, row_version on public.jobs
  for each row execute function private.count_version();

drop policy "staff read jobs" on public.jobs;
create policy "staff read jobs" on public.jobs
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));
call private.after_each_statement('public.jobs', 'nudge_board', $$private.nudge_pages('id', 'production')$$);
call private.after_each_statement('public.job_steps', 'nudge_orders', $$private.nudge_pages('job_id', 'orders')$$);

-- ------------------------------------------------------------------------------------------------------ moves of jobs

create or replace function private.guard_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_running text;
begin
  if coalesce(current_setting('signwright.repair', true), '') <> 'on' then
    if new.status in ('approved', 'in_production') and old.status in ('new', 'artwork', 'awaiting_approval')
      and new.mockup_required and new.mockup_status is distinct from 'approved'
    then
      perform private.refuse('PT409', 'The mockup of this job is not approved yet');
    end if;
    if new.status in ('qc', 'ready') then
      select s.name into v_running from public.job_steps s
       where s.job_id = new.id and s.status = 'in_progress' order by s.position limit 1;
      if found then
        perform private.refuse('PT409', format('The step "%s" of this job is still running', v_running));
      end if;
    end if;
  end if;
  if new.status = 'in_production' then
    new.started_at := coalesce(new.started_at, now());
    new.finished_at := null;
  elsif new.status in ('ready', 'delivered') then
    new.finished_at := coalesce(new.finished_at, now());
  end if;
  return new;
end $$;

create function private.move_job(p_id uuid, p_from text, p_to text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
  v_who text;
begin
  perform private.must('jobs', 'edit', 'move jobs');
  select status into v_status from public.jobs where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_status = p_to then
    return v_status;
  elsif v_status <> p_from then
    select e.actor_name into v_who from public.document_events e
     where e.kind = 'job' and e.record_id = p_id and e.type = 'status' order by e.id desc limit 1;
    perform private.refuse('PT409', format('%s moved this job to %s meanwhile', coalesce(v_who, 'Somebody else'),
      private.status_in_words(v_status)), v_status);
  elsif not exists (
    select from private.document_transitions t
     where t.kind = 'job' and t.from_status = v_status and t.to_status = p_to and t.through is null)
  then
    perform private.refuse('PT409', format('A job does not go from %s to %s', private.status_in_words(v_status),
      private.status_in_words(p_to)), v_status);
  end if;
  update public.jobs set status = p_to where id = p_id;
  return p_to;
end $$;
comment on function private.move_job is
  'Moves a job from the stage that the person saw to another one. PT409 where it stands elsewhere by now: the message says who
moved it and where to, the detail is the status.';
call private.offer('private.move_job(uuid, text, text)');

create or replace function private.hold_job(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  perform private.must('jobs', 'edit', 'hold jobs');
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

-- -------------------------------------------------------------------------------------------------- making jobs

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
    select t.*, trunc(t.minutes_fixed + t.minutes_per_unit * case t.unit
        when 'm2' then v_job.qty * coalesce(v_job.width_mm, 0) * coalesce(v_job.height_mm, 0) / 1000000
        when 'm' then v_job.qty * greatest(coalesce(v_job.width_mm, 0), coalesce(v_job.height_mm, 0)) / 1000
        else v_job.qty end, 2) as minutes
      from public.job_step_templates t where t.service_id = v_job.service_id order by t.position
  loop
    insert into public.job_steps (job_id, position, name, work_centre_id, before_approval, planned_minutes, depends_on)
    values (p_job_id, v_step.position, v_step.name, v_step.work_centre_id, v_step.before_approval, least(v_step.minutes, 1000000),
      case when v_step.after_previous and v_previous is not null then array[v_previous] else '{}' end)
    returning id into v_id;
    v_previous := v_id;
  end loop;
end $$;
comment on function private.add_template_steps is 'The steps of the job''s service, with their planned minutes.';

create or replace function private.make_job(p_order public.orders, p_item public.order_items, p_number integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job_id uuid;
begin
  select id into v_job_id from public.jobs
   where quotation_item_id = p_item.quotation_item_id and order_id is null and status <> 'cancelled'
   order by created_at limit 1 for no key update;
  if found then
    update public.jobs set order_id = p_order.id, order_item_id = p_item.id, due_date = coalesce(due_date, p_order.due_date)
     where id = v_job_id;
    return v_job_id;
  end if;
  insert into public.jobs (job_number, quotation_id, quotation_item_id, order_id, order_item_id, service_id, title, qty, unit, width_mm,
    height_mm, details, due_date, priority, mockup_required, created_by)
  select 'JOB' || substr(p_order.order_number, 3) || '-' || private.letters(p_number), p_order.quotation_id, p_item.quotation_item_id,
         p_order.id, p_item.id, p_item.service_id, left(coalesce(nullif(btrim(p_item.description), ''), s.name, 'Job'), 500), p_item.qty,
         coalesce(p_item.unit, 'piece'), p_item.width_mm, p_item.height_mm, p_item.details, p_order.due_date, p_order.priority,
         coalesce(s.mockup_required, false), auth.uid()
    from (select 1) as one left join public.services s on s.id = p_item.service_id
  returning id into v_job_id;
  perform private.add_template_steps(v_job_id);
  return v_job_id;
end $$;
comment on function private.make_job is
  'The job of an order line: the one that began before the approval, else a new one with the steps of its service.';

create function private.create_job(
  p_id uuid, p_title text, p_contact_id uuid default null, p_service_id uuid default null, p_qty numeric default 1,
  p_unit text default 'piece', p_width_mm numeric default null, p_height_mm numeric default null, p_due_date date default null,
  p_priority text default 'normal', p_details text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must('jobs', 'create', 'create jobs');
  if coalesce(btrim(p_title), '') = '' then
    perform private.refuse('22023', 'Please say what is to be made');
  elsif not coalesce(p_qty > 0, false) then
    perform private.refuse('22023', 'The quantity must be more than zero');
  elsif p_contact_id is not null and not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This client is not there any more');
  elsif p_service_id is not null and not exists (select from public.services where id = p_service_id and archived_at is null) then
    perform private.refuse('PT404', 'This service is not offered any more');
  elsif exists (select from public.jobs where id = p_id) then
    return p_id;
  end if;
  insert into public.jobs (id, job_number, contact_id, service_id, title, qty, unit, width_mm, height_mm, due_date, priority, details,
    mockup_required, created_by)
  values (p_id, private.draw_number('JOB'), p_contact_id, p_service_id, left(btrim(p_title), 500), p_qty, coalesce(p_unit, 'piece'),
    p_width_mm, p_height_mm, p_due_date, coalesce(p_priority, 'normal'), nullif(btrim(p_details), ''),
    coalesce((select s.mockup_required from public.services s where s.id = p_service_id), false), auth.uid());
  perform private.add_template_steps(p_id);
  perform private.log_event('job', p_id, 'created');
  return p_id;
end $$;
comment on function private.create_job is
  'A job that comes from no quotation, with the steps of its service. p_id is chosen by the caller: a repeated call makes one job.';
call private.offer('private.create_job(uuid, text, uuid, uuid, numeric, text, numeric, numeric, date, text, text)');

create function private.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[]) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_item record;
  v_line public.order_items;
  v_job_id uuid;
  v_made integer := 0;
begin
  perform private.must('jobs', 'create', 'create jobs');
  perform private.must('quotations', 'view', 'see this quotation');
  if cardinality(p_item_ids) > 300 then
    perform private.refuse('22023', 'A quotation has 300 lines at most');
  end if;
  select * into v_quotation from public.quotations where id = p_quotation_id for no key update;
  if v_quotation.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  elsif v_quotation.status in ('rejected', 'expired', 'cancelled') then
    perform private.refuse('PT409', format('This quotation is %s', v_quotation.status));
  end if;
  select * into v_order from public.orders where quotation_id = p_quotation_id and status <> 'cancelled' for no key update;
  for v_item in
    select i.*, s.mockup_required from public.quotation_items i left join public.services s on s.id = i.service_id
     where i.quotation_id = p_quotation_id and i.id = any (p_item_ids) and i.kind = 'item' and i.qty > 0
       and not exists (select from public.jobs j where j.quotation_item_id = i.id and j.status <> 'cancelled')
     order by i.position
  loop
    if v_order.id is not null then
      select * into v_line from public.order_items where order_id = v_order.id and quotation_item_id = v_item.id;
      if v_line.id is null then
        perform private.refuse('PT409', format('"%s" is not part of the order', left(v_item.description, 100)));
      end if;
      v_job_id := private.make_job(v_order, v_line, (
        select count(*)::integer + 1 from public.jobs j where j.order_id = v_order.id));
    else
      insert into public.jobs (job_number, quotation_id, quotation_item_id, service_id, title, qty, unit, width_mm, height_mm, details,
        mockup_required, created_by)
      values (private.draw_number('JOB'), p_quotation_id, v_item.id, v_item.service_id,
        left(coalesce(nullif(btrim(v_item.description), ''), 'Job'), 500), v_item.qty, coalesce(v_item.unit, 'piece'), v_item.width_mm,
        v_item.height_mm, v_item.details, coalesce(v_item.mockup_required, false), auth.uid())
      returning id into v_job_id;
      perform private.add_template_steps(v_job_id);
    end if;
    perform private.log_event('job', v_job_id, 'created', jsonb_build_object('quotation_number', v_quotation.quotation_number));
    v_made := v_made + 1;
  end loop;
  if v_order.id is not null then
    perform private.refresh_order(v_order.id);
  end if;
  return v_made;
end $$;
comment on function private.create_jobs_of_quotation is
  'A job for each of these lines that has none yet; how many were made. Before the approval a job belongs to the quotation and
joins the order with it.';
call private.offer('private.create_jobs_of_quotation(uuid, uuid[])');

-- ----------------------------------------------------------------------------------------------- steps and their timer

alter table public.time_entries
  add column job_id  uuid references public.jobs (id) on delete set null,
  add column step_id uuid references public.job_steps (id) on delete set null;
create index time_entries_job_id_idx on public.time_entries (job_id);
create index time_entries_step_id_idx on public.time_entries (step_id);
comment on column public.time_entries.step_id is 'The step that this timer was started for, by start_step. The step pauses with its last timer.';

drop trigger pin on public.time_entries;
create trigger pin before update on public.time_entries
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'created_at', 'user_id', 'user_email', 'job_id', 'step_id');
create function private.no_step_by_hand() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.job_id := null;
  new.step_id := null;
  return new;
end $$;
comment on function private.no_step_by_hand is 'Only start_step ties a timer to a step.';
create trigger no_step_by_hand before insert on public.time_entries
  for each row when (current_user in ('anon', 'authenticated')) execute function private.no_step_by_hand();

create function private.follow_timer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'active' then
    if exists (select from public.job_steps where id = new.step_id and status in ('done', 'skipped')) then
      perform private.refuse('PT409', 'The step of this timer is done');
    end if;
    update public.job_steps set status = 'in_progress' where id = new.step_id and status = 'paused';
  elsif not exists (select from public.time_entries e where e.step_id = new.step_id and e.status = 'active') then
    update public.job_steps set status = 'paused' where id = new.step_id and status = 'in_progress';
  end if;
  return null;
end $$;
comment on function private.follow_timer is 'A step runs while somebody''s timer runs for it: paused or stopped elsewhere, it pauses; resumed, it goes on.';
create trigger follow_timer after update of status on public.time_entries
  for each row when (old.status is distinct from new.status and new.step_id is not null) execute function private.follow_timer();

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

create function private.start_step(p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_person constant uuid := auth.uid();
  v_entry public.time_entries;
  v_step public.job_steps;
  v_client record;
begin
  if v_person is null then
    perform private.refuse('42501', 'A step is started by a person: their timer runs');
  end if;
  select * into v_entry from public.time_entries where user_id = v_person and status = 'active' for update;
  v_step := private.step_for(p_id, 'start steps');
  if v_entry.id is not null and v_entry.step_id is distinct from p_id then
    raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
  end if;
  if v_step.status <> 'in_progress' then
    update public.job_steps set status = 'in_progress' where id = p_id;
    perform private.log_event('job', v_step.job_id, 'step_started', jsonb_build_object('step', v_step.name));
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
             greatest(clock_timestamp(), private.instant(sessions -> -1 ->> 'endTime')))
     where id = v_entry.id;
    return v_entry.id;
  end if;
  select c.type, c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '') as person into v_client
    from public.jobs j join public.contacts c on c.id = j.contact_id where j.id = v_step.job_id;
  insert into public.time_entries (user_id, user_email, client_name, business_name, sessions, job_id, step_id)
  values (v_person, lower(auth.email()),
    case when v_client.type = 'Person' then left(coalesce(v_client.person, v_client.company), 400) end,
    left(case when v_client.type = 'Person' then v_client.company
      else coalesce(nullif(btrim(v_client.company), ''), v_client.person, (select s.name from public.company_settings s), 'Workshop') end, 400),
    jsonb_build_array(private.open_session(clock_timestamp())), v_step.job_id, p_id)
  returning * into v_entry;
  return v_entry.id;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $$;
comment on function private.start_step is
  'Starts a step, or goes on with it, and the timer of the person for the client of its job: one active timer a person (23505, in
words). A second call changes nothing. Refused in words (PT409) while the mockup is not approved, an earlier step is not done or
the job is on hold. Returns the id of the time entry.';
call private.offer('private.start_step(uuid)');

create function private.pause_step(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_sessions jsonb;
  v_step public.job_steps;
  v_other text;
begin
  select * into v_entry from public.time_entries
   where user_id = auth.uid() and step_id = p_id and status = 'active' for update;
  v_step := private.step_for(p_id, 'pause steps');
  if v_step.status <> 'in_progress' then
    return;
  end if;
  if v_entry.id is not null then
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, true);
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
refused in words.';
call private.offer('private.pause_step(uuid)');

create function private.finish_step(p_id uuid, p_good numeric default null, p_waste numeric default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_entry public.time_entries;
  v_sessions jsonb;
begin
  if not (coalesce(p_good, 0) between 0 and 1000000 and coalesce(p_waste, 0) between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  end if;
  perform from public.time_entries where step_id = p_id and status <> 'completed' order by id for update;
  v_step := private.step_for(p_id, 'finish steps');
  if v_step.status = 'done' then
    return;
  end if;
  update public.job_steps
     set status = 'done', qty_good = coalesce(p_good, qty_good), qty_waste = coalesce(p_waste, qty_waste) where id = p_id;
  for v_entry in select * from public.time_entries where step_id = p_id and status <> 'completed' loop
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, v_entry.status = 'paused');
    update public.time_entries
       set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
  end loop;
  perform private.log_event('job', v_step.job_id, 'step_done', jsonb_build_object('step', v_step.name,
    'good', nullif(p_good, 0), 'waste', nullif(p_waste, 0)));
end $$;
comment on function private.finish_step is
  'A step is done: how many pieces are good and how many were wasted; every timer of it is completed. A second call changes nothing.';
call private.offer('private.finish_step(uuid, numeric, numeric)');

create function private.skip_step(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps := private.step_for(p_id, 'skip steps');
begin
  if v_step.status = 'skipped' then
    return;
  elsif v_step.status = 'in_progress' then
    perform private.refuse('PT409', 'This step is running. Pause it first.');
  end if;
  update public.job_steps set status = 'skipped' where id = p_id;
  perform private.log_event('job', v_step.job_id, 'step_skipped', jsonb_build_object('step', v_step.name));
end $$;
comment on function private.skip_step is 'A step that this job does not need. Steps that wait for it may start.';
call private.offer('private.skip_step(uuid)');

-- ------------------------------------------------------------------------------------------------- the paper of an order

create function private.order_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select jsonb_build_object('number', o.order_number, 'status', o.status, 'currency', o.currency, 'project_title', o.project_title,
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po,
      'quotation_number', (select q.quotation_number from public.quotations q where q.id = o.quotation_id),
      'client_note', (select q.client_note from public.quotations q where q.id = o.quotation_id),
      'deposit_required', private.amount_text(o.deposit_amount), 'deposit_paid', private.amount_text(o.deposit_paid),
      'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'gross', private.amount_text(o.gross), 'terms', o.terms,
      'company', private.company_facts(), 'client', private.contact_facts(o.contact_id),
      'person', private.contact_facts(o.person_id), 'site', private.site_facts(o.location_id),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || '{"is_optional": false, "option_group": null, "is_selected": true}'
                 order by i.position)
          from public.order_items i where i.order_id = o.id), '[]'),
      'vat_table', coalesce((
        select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
                 'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
          from private.order_vat(o.id) as v), '[]'))
      from public.orders o where o.id = p_id);
end $$;
comment on function private.order_document is 'What stands on the confirmation of an order. Numbers are text. Null when it is not there.';
call private.offer('private.order_document(uuid)');

-- ------------------------------------------------------------------------------------------------------------ register

insert into private.record_kinds
  (kind, table_name, position, label, title, detail, page, searched, contact, found_by_contact, status, recent_if)
values
  ('order', 'public.orders', 42, $$concat_ws(' · ', r.order_number, r.project_title)$$, null, $$(select coalesce(c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')) from public.contacts c
       where c.id = r.contact_id)$$, 'orders',
   $$r.order_number || ' ' || coalesce(r.project_title, '')$$, 'contact_id', true, 'r.status', 'true'),
  ('job', 'public.jobs', 44, $$r.job_number || ' · ' || r.title$$, null, $$(select coalesce(c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')) from public.contacts c
       where c.id = r.contact_id)$$, 'jobs',
   $$r.job_number || ' ' || r.title$$, 'contact_id', true, 'r.status', 'r.order_id is null');

revoke execute on all routines in schema private from public;
