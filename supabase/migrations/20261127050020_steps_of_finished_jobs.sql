-- A job goes to quality control and becomes ready when its steps are done, or skipped with a reason by who may. Good pieces
-- carry from step to step; what is short is made again or said to be enough; a failed check names the step to go back to.

insert into public.permissions (name, description) values ('skip_steps', 'Skip or remove steps of jobs, with a reason');
insert into public.role_permissions (role, permission_id)
select role::public.app_role, id from public.permissions, unnest(array['admin', 'account_manager', 'sales']) as role
 where name = 'skip_steps';

alter table public.job_steps add column skip_reason text;
alter table public.job_steps add constraint job_steps_skip_reason_length check (char_length(skip_reason) <= 500);
comment on column public.job_steps.skip_reason is 'Why this job does not need the step; null where it is not skipped.';
comment on column public.job_steps.qty_good is 'Good pieces that came out of the step. Zero good and zero wasted: it was not counted.';
drop trigger pin on public.job_steps;
create trigger pin before update on public.job_steps for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'created_at', 'job_id', 'started_at', 'finished_at', 'qty_good', 'qty_waste', 'skip_reason');
alter policy "staff of production remove steps that have not begun" on public.job_steps
  using (status = 'todo' and (select private.named('skip_steps')) and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))));

alter table public.job_checks add column reason text;
alter table public.job_checks add constraint job_checks_reason_is_known check (reason in
  ('artwork', 'material', 'machine', 'print', 'cut', 'assembly', 'measure', 'damage', 'client', 'short', 'other'));
alter table public.job_checks add column back_to uuid references public.job_steps (id) on delete set null;
create index job_checks_back_to_idx on public.job_checks (back_to);
comment on column public.job_checks.reason is 'Why it failed, or why pieces are made again.';
comment on column public.job_checks.back_to is 'The step that the job, or the remake, begins again with.';

update private.document_transitions set through = 'check_job', needs = 'every step done or skipped, and what was used of the kept material'
 where kind = 'job' and from_status = 'qc' and to_status = 'ready';
update private.document_transitions set needs = 'every step done or skipped' where kind = 'job' and from_status = 'in_production' and to_status = 'qc';
update private.document_transitions set through = 'finish_step' where kind = 'job_step' and to_status = 'done';
update private.document_transitions set through = 'skip_step', needs = 'a reason' where kind = 'job_step' and to_status = 'skipped';
insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('job_step', 'done', 'todo', 'check_job', 'production', 'edit', 'a failed check', null);

create function private.pieces_into(p_step_id uuid, out pieces numeric, out step text)
  language sql stable security definer set search_path = ''
as $$
  with recursive earlier as (
    select s.id, s.name, s.position, s.status, s.before_approval, s.qty_good, s.qty_waste, s.depends_on, 1 as depth
      from public.job_steps it join public.job_steps s on s.job_id = it.job_id and s.id = any (it.depends_on)
     where it.id = p_step_id
    union
    select s.id, s.name, s.position, s.status, s.before_approval, s.qty_good, s.qty_waste, s.depends_on, e.depth + 1
      from earlier e join public.job_steps s on s.id = any (e.depends_on) where e.depth < 100
  )
  select qty_good, name from earlier
   where status = 'done' and not before_approval and (qty_good > 0 or qty_waste > 0)
   order by qty_good, position desc limit 1
$$;
comment on function private.pieces_into is
'The good pieces that come into a step from the steps that it waits for, and the step that they come from; null where none was counted.';

create function private.pieces_made(p_job_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select min(qty_good) from public.job_steps
   where job_id = p_job_id and status = 'done' and not before_approval and (qty_good > 0 or qty_waste > 0)
$$;
comment on function private.pieces_made is 'The good pieces that came through every counted step of a job; null where none was counted.';

create function private.pieces_short(p_job_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select greatest(j.qty - coalesce(private.pieces_made(j.id), j.qty) - coalesce((
      select sum(r.qty) from public.jobs r where r.remake_of = j.id and r.status <> 'cancelled'), 0), 0)
    from public.jobs j where j.id = p_job_id
$$;
comment on function private.pieces_short is 'The pieces of a job that did not come out good and are not made again.';

drop function public.finish_step(uuid, numeric, numeric);
drop function private.finish_step(uuid, numeric, numeric);
create function private.finish_step(
  p_id uuid, p_good numeric default null, p_waste numeric default null, p_material jsonb default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps;
  v_entry public.time_entries;
  v_sessions jsonb;
  v_into record;
  v_qty numeric;
  v_waste constant numeric := coalesce(p_waste, 0);
  v_good numeric;
begin
  if not (coalesce(p_good, 0) between 0 and 1000000 and v_waste between 0 and 1000000) then
    perform private.refuse('22023', 'Quantities lie between 0 and 1,000,000');
  end if;
  perform private.take_turn_at_step(p_id);
  perform from public.time_entries where step_id = p_id and status <> 'completed' order by id for update;
  v_step := private.step_for(p_id, 'finish steps');
  if v_step.status = 'done' then
    return;
  end if;
  select qty into v_qty from public.jobs where id = v_step.job_id for no key update;
  select * into v_into from private.pieces_into(p_id);
  v_good := coalesce(p_good, greatest(coalesce(v_into.pieces, v_qty) - case when v_into.pieces is null then 0 else v_waste end, 0));
  if not v_step.before_approval then
    if v_into.pieces is not null and v_good + v_waste > v_into.pieces then
      perform private.refuse('PT409', format('%s good came from "%s": good and wasted are %s together at most',
        trim_scale(v_into.pieces), v_into.step, trim_scale(v_into.pieces)), v_into.pieces::text);
    elsif v_good > v_qty then
      perform private.refuse('PT409', format('This job makes %s: more cannot be good', trim_scale(v_qty)), v_qty::text);
    end if;
  end if;
  update public.job_steps set status = 'done', qty_good = v_good, qty_waste = v_waste where id = p_id;
  for v_entry in select * from public.time_entries where step_id = p_id and status <> 'completed' loop
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, v_entry.status = 'paused');
    update public.time_entries
       set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions), touched_at = clock_timestamp()
     where id = v_entry.id;
  end loop;
  perform private.book_material(v_step.job_id, p_material, false);
  perform private.log_event('job', v_step.job_id, 'step_done', jsonb_build_object('step', v_step.name,
    'good', nullif(v_good, 0), 'waste', nullif(v_waste, 0)));
end $$;
comment on function private.finish_step is
'A step is done: how many pieces are good and how many were wasted; null good: all that came in. Good and wasted are at most what came
good from the steps before; every timer of it is completed. p_material: as in book_material, what the step took. A second call
changes nothing.';
call private.offer('private.finish_step(uuid, numeric, numeric, jsonb)');

drop function public.skip_step(uuid);
drop function private.skip_step(uuid);
create function private.skip_step(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step public.job_steps := private.step_for(p_id, 'skip steps');
  v_reason constant text := nullif(left(btrim(p_reason), 500), '');
begin
  if not (private.is_server() or private.named('skip_steps')) then
    raise insufficient_privilege using message = 'You may not skip steps';
  elsif v_step.status = 'skipped' then
    return;
  elsif v_step.status = 'in_progress' then
    perform private.refuse('PT409', 'This step is running. Pause it first.');
  elsif v_reason is null then
    perform private.refuse('22023', 'Please say why this job does not need the step');
  end if;
  update public.job_steps set status = 'skipped', skip_reason = v_reason where id = p_id;
  perform private.log_event('job', v_step.job_id, 'step_skipped', jsonb_build_object('step', v_step.name, 'reason', v_reason));
end $$;
comment on function private.skip_step is 'A step that this job does not need, with the reason; for holders of skip_steps. Steps that wait for it may start.';
call private.offer('private.skip_step(uuid, text)');

create function private.log_removed_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jobs where id = old.job_id) then
    perform private.log_event('job', old.job_id, 'step_removed', jsonb_build_object('step', old.name));
  end if;
  return null;
end $$;
create trigger log_removed after delete on public.job_steps
  for each row when (current_user in ('anon', 'authenticated')) execute function private.log_removed_step();

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

create or replace function private.guard_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_waiting text;
begin
  select * into v_job from public.jobs where id = new.job_id for no key update;
  if new.status in ('in_progress', 'done') and old.status not in ('in_progress', new.status) then
    if v_job.status in ('on_hold', 'cancelled', 'delivered', 'closed') then
      perform private.refuse('PT409', format('This job is %s', replace(v_job.status, '_', ' ')));
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

create or replace function private.guard_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_open text;
begin
  if coalesce(current_setting('signwright.repair', true), '') <> 'on' then
    if new.status in ('approved', 'in_production') and old.status in ('new', 'artwork', 'awaiting_approval')
      and new.mockup_required and new.mockup_status is distinct from 'approved'
    then
      perform private.refuse('PT409', 'The mockup of this job is not approved yet');
    end if;
    if new.status in ('qc', 'ready') and old.status <> 'on_hold' then
      select s.name into v_open from public.job_steps s
       where s.job_id = new.id and s.status = 'in_progress' order by s.position limit 1;
      if found then
        perform private.refuse('PT409', format('The step "%s" of this job is still running', v_open));
      end if;
      select string_agg(s.name, ', ' order by s.position) into v_open from public.job_steps s
       where s.job_id = new.id and s.status not in ('done', 'skipped');
      if v_open is not null and old.status <> 'ready' then
        perform private.refuse('PT409', format('Still open: %s. Each step is done, or skipped with a reason, before the job goes on.', left(v_open, 300)));
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

drop function public.move_job(uuid, text, text);
drop function private.move_job(uuid, text, text);
create function private.move_job(p_id uuid, p_from text, p_to text, p_steps jsonb default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
  v_who text;
begin
  perform private.must('jobs', 'edit', 'move jobs');
  if p_steps is not null then
    perform private.take_turn_at_steps(p_id);
  end if;
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
  perform private.answer_steps(p_id, p_steps);
  -- With its last step a job is in quality control already.
  update public.jobs set status = p_to where id = p_id and status <> p_to;
  return p_to;
end $$;
comment on function private.move_job is
'Moves a job from the stage that the person saw to another one. PT409 where it stands elsewhere by now: the message says who
moved it and where to, the detail is the status. p_steps: what became of the open steps, as in answer_steps.';
call private.offer('private.move_job(uuid, text, text, jsonb)');

drop function private.make_remake(public.jobs, numeric);
create function private.make_remake(p_job public.jobs, p_qty numeric, p_from_step uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_root text := regexp_replace(p_job.job_number, '-R[0-9]+$', '');
  v_id uuid;
  v_from text;
begin
  insert into public.jobs (job_number, quotation_id, order_id, order_item_id, contact_id, service_id, title, qty, unit, width_mm, height_mm,
    details, spec, due_date, priority, lead_user_id, mockup_required, mockup_status, status, remake_of)
  values (v_root || '-R' || (1 + (select count(*) from public.jobs j where j.job_number ~ ('^' || v_root || '-R[0-9]+$'))),
    p_job.quotation_id, p_job.order_id, p_job.order_item_id, p_job.contact_id, p_job.service_id, p_job.title, p_qty, p_job.unit,
    p_job.width_mm, p_job.height_mm, p_job.details, p_job.spec, p_job.due_date, case when p_job.priority = 'urgent' then 'urgent' else 'high' end,
    p_job.lead_user_id, p_job.mockup_required, p_job.mockup_status, 'approved', p_job.id)
  returning id into v_id;
  perform private.add_template_steps(v_id);
  insert into public.job_steps (job_id, position, name, work_centre_id, planned_minutes, wait_minutes)
  select v_id, s.position, s.name, s.work_centre_id, round(s.planned_minutes * p_qty / p_job.qty, 2), s.wait_minutes
    from public.job_steps s
   where s.job_id = p_job.id and not s.before_approval and s.status <> 'skipped'
     and not exists (select from public.job_steps n where n.job_id = v_id);
  select position into v_from from public.job_steps where id = p_from_step and job_id = p_job.id and not before_approval;
  if v_from is not null then
    update public.job_steps s set depends_on = array(
        select d from unnest(s.depends_on) as d join public.job_steps o on o.id = d where o.position >= v_from)
     where s.job_id = v_id and s.depends_on <> '{}';
    delete from public.job_steps where job_id = v_id and position < v_from;
  end if;
  insert into public.job_materials (job_id, item_id, qty_planned)
  select v_id, m.item_id, case when i.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set')
      then ceil(greatest(m.qty_planned, m.qty_used) * p_qty / p_job.qty) else round(greatest(m.qty_planned, m.qty_used) * p_qty / p_job.qty, 4) end
    from public.job_materials m join public.inventory_items i on i.id = m.item_id
   where m.job_id = p_job.id and greatest(m.qty_planned, m.qty_used) > 0;
  perform private.share_out(m.item_id) from (select item_id from public.job_materials where job_id = v_id order by item_id) as m;
  return v_id;
end $$;
comment on function private.make_remake is
'Makes again what failed: a job of its own with the steps after the approval, from p_from_step on where one is named, and the
materials, linked to its origin. The order is ready only when both are.';

drop function public.check_job(uuid, uuid, text, text, text, numeric);
drop function private.check_job(uuid, uuid, text, text, text, numeric);
create function private.check_job(
  p_id uuid, p_job_id uuid, p_result text, p_note text default null, p_photo text default null, p_remake_qty numeric default null,
  p_reason text default null, p_back_to uuid default null, p_steps jsonb default null, p_material jsonb default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_remake uuid;
  v_note constant text := nullif(left(btrim(p_note), 5000), '');
  v_short numeric;
  v_back public.job_steps;
  v_step uuid;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not check jobs';
  end if;
  if p_steps is not null or p_back_to is not null then
    perform private.take_turn_at_steps(p_job_id);
  end if;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  select * into v_back from public.job_steps where id = p_back_to and job_id = p_job_id;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif exists (select from public.job_checks where id = p_id) then
    return (select remake_id from public.job_checks where id = p_id);
  elsif p_result not in ('pass', 'fail') then
    perform private.refuse('22023', 'A check is passed or failed');
  elsif v_job.status <> 'qc' then
    perform private.refuse('PT409', format('This job is not in quality control: it is %s', lower(private.status_in_words(v_job.status))));
  elsif p_result = 'fail' and v_note is null then
    perform private.refuse('22023', 'Please say what is wrong');
  elsif p_photo is not null and not exists (
    select from storage.objects o where o.bucket_id = 'job-photos' and o.name = p_photo and o.name like p_job_id || '/%')
  then
    perform private.refuse('22023', 'The photo did not arrive. Please take it again.');
  elsif p_remake_qty is not null and not coalesce(p_remake_qty > 0 and p_remake_qty <= v_job.qty, false) then
    perform private.refuse('22023', format('A remake makes between 1 and %s again', trim_scale(v_job.qty)));
  elsif p_back_to is not null and v_back.id is null then
    perform private.refuse('PT404', 'This step is not there any more');
  elsif p_result = 'fail' and p_remake_qty is null and p_back_to is null and exists (select from public.job_steps where job_id = p_job_id) then
    perform private.refuse('22023', 'Please choose the step that the job goes back to');
  elsif p_reason is not null and p_reason not in
    ('artwork', 'material', 'machine', 'print', 'cut', 'assembly', 'measure', 'damage', 'client', 'short', 'other')
  then
    perform private.refuse('22023', 'This reason is not known');
  end if;
  if p_result = 'pass' or p_remake_qty is not null then
    perform private.answer_steps(p_job_id, p_steps);
    v_short := private.pieces_short(p_job_id);
    if p_result = 'pass' and p_remake_qty > v_short then
      perform private.refuse('22023', format('Only %s are short', trim_scale(v_short)));
    elsif v_short > coalesce(p_remake_qty, 0) and v_note is null then
      perform private.refuse('PT409', format('%s of %s are short. Have them made again, or say why they are not needed.',
        trim_scale(v_short), trim_scale(v_job.qty)), v_short::text);
    end if;
    perform private.book_material(p_job_id, p_material, true);
  end if;
  if p_remake_qty is not null then
    v_remake := private.make_remake(v_job, p_remake_qty, v_back.id);
  end if;
  insert into public.job_checks (id, job_id, result, note, photo_path, remake_id, reason, back_to)
  values (p_id, p_job_id, p_result, v_note, p_photo, v_remake,
    coalesce(p_reason, case when p_result = 'fail' then 'other' when v_remake is not null then 'short' end), v_back.id);
  perform private.log_event('job', p_job_id, case p_result when 'pass' then 'check_passed' else 'check_failed' end,
    jsonb_strip_nulls(jsonb_build_object('reason', v_note, 'remake', (select j.job_number from public.jobs j where j.id = v_remake),
      'step', v_back.name)));
  if v_remake is not null then
    perform private.log_event('job', v_remake, 'created', jsonb_build_object('remake_of', v_job.job_number, 'reason', v_note));
  end if;
  if p_result = 'pass' or v_remake is not null then
    update public.jobs set status = 'ready' where id = p_job_id;
  else
    for v_step in
      select id from public.job_steps where job_id = p_job_id and status = 'done' and position >= v_back.position order by position desc
    loop
      update public.job_steps set status = 'todo' where id = v_step;
    end loop;
    update public.jobs set status = 'in_production' where id = p_job_id;
  end if;
  return v_remake;
end $$;
comment on function private.check_job is
'Quality control of a job. Passed: it is ready; p_remake_qty makes again what is short, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it. p_steps: what became of open steps, as in answer_steps. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';
call private.offer('private.check_job(uuid, uuid, text, text, text, numeric, text, uuid, jsonb, jsonb)');

drop function public.job_effort(uuid);
drop function private.job_effort(uuid);
create function private.job_effort(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds bigint;
  v_labour numeric;
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
  select coalesce(sum(w.seconds), 0), sum(private.cost_of_work(w.user_id, w.day, w.seconds)) into v_seconds, v_labour
    from private.work_time('1900-01-01', (now() + interval '2 days')::date, p_id) as w;
  if v_remakes is not null then
    select coalesce(sum(w.seconds), 0), sum(private.cost_of_work(w.user_id, w.day, w.seconds)) into v_again_seconds, v_again_labour
      from unnest(v_remakes) as r, private.work_time('1900-01-01', (now() + interval '2 days')::date, r) as w;
    select sum(-m.qty * c.unit_cost) into v_again_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = any (v_remakes);
  end if;
  if v_sees_costs then
    select sum(-m.qty * c.unit_cost) into v_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = p_id;
    select coalesce(oi.net, qi.net) into v_quoted from public.jobs j left join public.order_items oi on oi.id = j.order_item_id
      left join public.quotation_items qi on qi.id = j.quotation_item_id where j.id = p_id and j.remake_of is null;
  end if;
  return jsonb_build_object('seconds', v_seconds)
    || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_material, 0), 2)),
         'quoted', private.amount_text(v_quoted)) else '{}' end
    || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_labour, 0), 2))) else '{}' end
    || case when v_remakes is null then '{}' else jsonb_build_object('remakes', jsonb_build_object('jobs', cardinality(v_remakes), 'seconds', v_again_seconds)
         || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_again_material, 0), 2))) else '{}' end
         || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_again_labour, 0), 2))) else '{}' end) end;
end $$;
comment on function private.job_effort is
'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, and for those of them who
hold manage_wage_rates labour. Amounts are text. remakes: the same of all jobs that make pieces of it again; it is not in the
figures of the job itself.';
call private.offer('private.job_effort(uuid)');

revoke execute on all routines in schema private from public;
