-- Jobs: what is made for an order.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.jobs (
  id                uuid primary key default gen_random_uuid(),
  job_number        text not null unique,
  quotation_id      uuid references public.quotations (id) on delete restrict,
  title             text not null,
  status            text not null default 'new',
  due_date          date,
  created_at        timestamptz not null default now(),
  created_by        uuid default auth.uid() references auth.users (id) on delete set null,
  order_id          uuid,
  order_item_id     uuid,
  service_id        uuid,
  qty               numeric(14, 4) not null default 1,
  unit              text not null default 'piece',
  width_mm          numeric(10, 2),
  height_mm         numeric(10, 2),
  details           text,
  spec              jsonb not null default '{}',
  priority          text not null default 'normal',
  lead_user_id      uuid references auth.users (id) on delete set null,
  mockup_required   boolean not null default false,
  mockup_status     text,
  hold_reason       text,
  held_from         text,
  remake_of         uuid references public.jobs (id) on delete set null,
  started_at        timestamptz,
  finished_at       timestamptz,
  row_version       integer not null default 1,
  contact_id        uuid references public.contacts (id) on delete restrict,
  quotation_item_id uuid,
  search_text       text not null
    generated always as (private.folded(job_number || ' ' || title)) stored,
  held_with_order   boolean not null default false,
  cancel_reason     text,
  is_made_elsewhere boolean not null default false,
  constraint jobs_number_length check (char_length(btrim(job_number)) between 1 and 50),
  constraint jobs_title_length check (char_length(btrim(title)) between 1 and 500),
  constraint jobs_number_size check (char_length(job_number) <= 60),
  constraint jobs_title_size check (char_length(title) <= 600),
  constraint jobs_status_is_known check (status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc',
    'ready', 'delivered', 'closed', 'on_hold', 'cancelled')),
  constraint jobs_qty_range check (qty > 0 and qty <= 1000000),
  constraint jobs_size_range check (width_mm between 0 and 1000000 and height_mm between 0 and 1000000),
  constraint jobs_priority_is_known check (priority in ('low', 'normal', 'high', 'urgent')),
  constraint jobs_mockup_status_is_known check (mockup_status in
    ('draft', 'internal_review', 'sent', 'approved', 'rejected', 'revision_requested', 'superseded')),
  constraint jobs_texts_length check (char_length(details) <= 10000 and char_length(hold_reason) <= 2000 and char_length(unit) <= 20),
  constraint jobs_cancel_reason_length check (char_length(cancel_reason) <= 2000),
  constraint jobs_spec_is_an_object check (jsonb_typeof(spec) = 'object' and octet_length(spec::text) <= 50000)
);
alter table public.jobs add constraint jobs_order_id_fkey
  foreign key (order_id) references public.orders (id) on delete restrict;
alter table public.jobs add constraint jobs_order_item_id_fkey
  foreign key (order_item_id) references public.order_items (id) on delete set null;
alter table public.jobs add constraint jobs_service_id_fkey
  foreign key (service_id) references public.services (id) on delete set null;
alter table public.jobs add constraint jobs_quotation_item_id_fkey
  foreign key (quotation_item_id) references public.quotation_items (id) on delete set null;
create index jobs_quotation_id_idx on public.jobs (quotation_id);
create index jobs_created_by_idx on public.jobs (created_by);
create index jobs_status_due_date_idx on public.jobs (status, due_date);
create index jobs_order_id_idx on public.jobs (order_id);
create index jobs_order_item_id_idx on public.jobs (order_item_id);
create index jobs_service_id_idx on public.jobs (service_id);
create index jobs_lead_user_id_idx on public.jobs (lead_user_id);
create index jobs_remake_of_idx on public.jobs (remake_of);
create index jobs_contact_id_idx on public.jobs (contact_id, created_at desc);
create index jobs_quotation_item_id_idx on public.jobs (quotation_item_id);
create index jobs_open_due_date_idx on public.jobs (due_date, id) where status not in ('delivered', 'closed', 'cancelled');
create index jobs_finished_at_idx on public.jobs (finished_at);
create index jobs_due_date_idx on public.jobs (due_date) where due_date is not null;

-- Written at once: rows that wait in a list of their own would be read by every search.
create index jobs_search_text_idx on public.jobs using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
comment on table public.jobs is
  'Ours but for the link to quotations, through which a mockup notice finds public_uuid (spec 2 §3).';
comment on column public.jobs.mockup_required is 'No step after the approval starts until mockup_status is approved.';
comment on column public.jobs.mockup_status is 'Status of its newest mockup; null without one. Written by the mockup functions.';
comment on column public.jobs.held_from is 'The status that a job on hold goes back to.';
comment on column public.jobs.held_with_order is 'It is on hold because its order is; release_order lets it go on. A job that a person held before stays held.';
comment on column public.jobs.cancel_reason is 'Why it was cancelled by itself; null where its order was, or ended.';
comment on column public.jobs.is_made_elsewhere is 'It was cancelled because somebody else makes it: its line needs no job of ours.';
comment on column public.jobs.remake_of is 'The job whose failed piece this one makes again.';
comment on column public.jobs.contact_id is 'The client: that of its order or quotation; chosen where it has neither; null for work of the house.';
comment on column public.jobs.quotation_item_id is
  'The line that it makes. A job that began before the approval joins the order when the quotation is approved.';
comment on column public.jobs.search_text is 'What a search looks through: number and title, folded.';

-- ------------------------------------------------------------------------------------------------------------- who may

-- quotation_id is pinned: the notices of a job carry the secret link of its quotation.
call private.borrow_rules('public.jobs', p_pinned => '{job_number,order_id,order_item_id,quotation_id,
  quotation_item_id,mockup_required,mockup_status,hold_reason,held_from,held_with_order,remake_of,started_at,finished_at,
  cancel_reason,is_made_elsewhere}',
  p_pages => '{jobs,orders}');
create policy "staff add jobs" on public.jobs
  for insert to authenticated
  with check ((select private.can('jobs', 'create')) and created_by = (select auth.uid())
    and (quotation_id is null or (select true from public.quotations q where q.id = quotation_id)));
create policy "staff change jobs" on public.jobs
  for update to authenticated
  using ((select private.can('jobs', 'edit'))) with check ((select private.can('jobs', 'edit')));
create policy "staff remove jobs" on public.jobs
  for delete to authenticated using ((select private.can('jobs', 'delete')));
create policy "staff read jobs" on public.jobs
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')) or (select private.can('production', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.readdress_notices_of_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.mockup_notifications set public_uuid = private.mockup_uuid(new.id) where job_id = new.id;
  return null;
end $$;
comment on function private.readdress_notices_of_job is 'A job that moves to another quotation takes its notices along.';

create function private.letters(p_number integer) returns text
  language sql immutable set search_path = ''
as $$
  select case when p_number > 26 then private.letters((p_number - 1) / 26) else '' end || chr(65 + (p_number - 1) % 26)
$$;
comment on function private.letters is '1 → A, 26 → Z, 27 → AA: the end of a job number.';

-- A line of a quotation with a job makes no other one: only the functions that make its job name it.
create function private.new_job() returns trigger
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
  new.cancel_reason := null;
  new.is_made_elsewhere := false;
  new.remake_of := null;
  new.started_at := null;
  new.finished_at := null;
  return new;
end $$;
comment on function private.new_job is 'A job that a person makes belongs to no order, begins as new and gets the next number.';

create function private.guard_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_open text;
begin
  if coalesce(current_setting('signwright.repair', true), '') <> 'on' then
    if new.status in ('approved', 'in_production') and old.status in ('new', 'artwork', 'awaiting_approval')
      and (new.mockup_required and new.mockup_status is distinct from 'approved' or new.mockup_status in ('revision_requested', 'rejected'))
    then
      perform private.refuse('PT409', 'The mockup of this job is not approved yet');
    end if;
    if new.status in ('qc', 'ready') and old.status <> 'on_hold'
      or old.status = 'in_production' and new.status in ('artwork', 'approved') or new.status = 'new' and old.status <> 'on_hold'
    then
      select s.name into v_open from public.job_steps s
       where s.job_id = new.id and s.status = 'in_progress' and not (new.status in ('qc', 'ready') and private.is_on_site(s))
       order by s.position limit 1;
      if found then
        perform private.refuse('PT409', format('The step "%s" of this job is still running', v_open));
      end if;
    end if;
    if new.status in ('qc', 'ready') and old.status <> 'on_hold' then
      select string_agg(s.name, ', ' order by s.position) into v_open from public.job_steps s
       where s.job_id = new.id and s.status not in ('done', 'skipped') and not private.is_on_site(s);
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

create function private.status_of_work(p_job public.jobs) returns text
  language sql immutable set search_path = ''
as $$ select case p_job.status when 'on_hold' then coalesce(p_job.held_from, 'new') else p_job.status end $$;
comment on function private.status_of_work is 'How far the work of a job is: the status in which a job on hold was held, else its own.';

create function private.is_still_made(p_job public.jobs) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.job_is_open(private.status_of_work(p_job)) then
    return false;
  end if;
  return coalesce(p_job.held_from, p_job.status) = 'qc' or private.has_bench_work(p_job.id)
    or not exists (select from public.job_steps s where s.job_id = p_job.id and s.status not in ('done', 'skipped'));
end $$;
comment on function private.is_still_made is
'True until a job has passed its quality check; also while it is on hold. A job of nothing but work on site, by a van, is made: that work and
the check are done with the delivery.';

create function private.open_work_of_line(p_order_item_id uuid) returns text
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
comment on function private.open_work_of_line is
'Jobs of an order line that are not made yet, with their steps, or "(in quality control)": "JOB-2026-0230-A (0 of 4 steps done)"; null where all is made.';

create function private.lacks_its_job(p_order_item_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.jobs j where j.order_item_id = p_order_item_id and j.remake_of is null and j.status = 'cancelled'
      and j.cancel_reason is not null and not j.is_made_elsewhere)
    and not exists (select from public.jobs j where j.order_item_id = p_order_item_id and j.status <> 'cancelled');
end $$;
comment on function private.lacks_its_job is 'True for an order line whose job was cancelled by itself: nobody makes it, until a job does or somebody else.';

create function private.ready_of_line(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when count(j.id) = 0 then case when private.lacks_its_job(p_order_item_id) then max(i.qty_delivered) else max(i.qty) end
             else least(max(i.qty), coalesce(sum(private.good_pieces(j)) filter (where not private.is_still_made(j)), 0)) end
      from public.order_items i
      left join public.jobs j on j.order_item_id = i.id and j.status <> 'cancelled'
     where i.id = p_order_item_id);
end $$;
comment on function private.ready_of_line is
'How much of an order line is made, what is delivered included: the good pieces of its jobs that have passed their quality check, or are
made but for work on site; all of a line that no job makes, and none of one whose job was cancelled by itself.';

create function private.count_ready(p_order_item_id uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.order_items i set qty_ready = ready.qty
    from (select private.ready_of_line(p_order_item_id) as qty) as ready
   where i.id = p_order_item_id and i.qty_ready is distinct from ready.qty
     and exists (select from public.jobs j where j.order_item_id = i.id and (j.status <> 'cancelled' or j.cancel_reason is not null))
$$;
comment on function private.count_ready is 'Writes into an order line how much of it is ready. A line without jobs is not counted.';

create function private.keep_job_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(new.qty, private.unit_of_pieces(new.unit, new.width_mm, new.height_mm), new.title, coalesce(
    (select j.qty from public.jobs j where j.id = new.remake_of), (select i.qty from public.quotation_items i where i.id = new.quotation_item_id), 0));
  return new;
end $$;
comment on function private.keep_job_whole is 'A job makes whole pieces, unless its line on a quotation of before had a part of one.';

create function private.good_pieces(p_job public.jobs) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select greatest(least(private.pieces_passed(p_job.id),
    p_job.qty - coalesce((select sum(r.qty) from public.jobs r where r.remake_of = p_job.id and (r.status <> 'cancelled' or not exists (
      select from public.job_checks c where c.remake_id = r.id and (c.failed is not null or c.result = 'pass')))), 0)), 0)
$$;
comment on function private.good_pieces is
'The pieces of a finished job that are good: those that came through every step and passed, without those that are made again. A remake that was
cancelled makes none good.';

create function private.follow_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.status is distinct from old.status then
    perform private.log_event('job', new.id, 'status', jsonb_build_object('from', old.status, 'to', new.status));
    if new.status = 'delivered' and old.status not in ('ready', 'qc', 'closed') and exists (
      select from public.job_steps where job_id = new.id and status not in ('done', 'skipped'))
    then
      perform private.log_event('job', new.id, 'delivered_unfinished', jsonb_build_object('open_steps', (
        select count(*) from public.job_steps where job_id = new.id and status not in ('done', 'skipped'))));
    end if;
  end if;
  if new.order_id is not null then
    perform private.count_ready(new.order_item_id);
    perform private.refresh_order(new.order_id);
  end if;
  return null;
end $$;

create function private.hold_job(p_id uuid, p_reason text) returns void
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
comment on function private.hold_job is 'Puts a job on hold, with a reason; running timers of it pause, and their people are told. It goes on by release_job.';
call private.offer('private.hold_job(uuid, text)');

create function private.release_job(p_id uuid) returns void
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
comment on function private.release_job is 'A job on hold goes on in the status that it was held in; refused in words while its order is on hold.';
call private.offer('private.release_job(uuid)');

create function private.why_job_stays(p_job public.jobs) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.order_items := (select i from public.order_items i where i.id = p_job.order_item_id);
begin
  return case
    when p_job.status in ('delivered', 'closed') then format('This job is %s', p_job.status)
    when private.status_of_work(p_job) = 'ready' then 'This job is made. Record what did not pass, or end the rest of its order.'
    when v_item.qty_delivered > coalesce((
      select sum(private.expected_of_job(j)) from public.jobs j where j.order_item_id = v_item.id and j.id <> p_job.id and j.status <> 'cancelled'), 0) then
      format('Of "%s" %s are delivered, of this job too. End the rest of the order instead.', left(v_item.description, 100), trim_scale(v_item.qty_delivered)) end;
end $$;
comment on function private.why_job_stays is 'Why a job cannot be cancelled by itself now, in words; null where it can.';

create function private.tell_order_of_job(p_job public.jobs) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order constant public.orders := (select o from public.orders o where o.id = p_job.order_id);
begin
  if v_order.id is null then
    return;
  end if;
  perform private.log_event('order', v_order.id, 'job_cancelled', jsonb_build_object('job', p_job.job_number, 'reason', p_job.cancel_reason, 'elsewhere', p_job.is_made_elsewhere));
  perform private.tell_people(array[v_order.created_by, (select coalesce(q.account_manager_id, q.created_by) from public.quotations q where q.id = v_order.quotation_id)],
      format('%s: %s was cancelled', v_order.order_number, p_job.job_number),
      format('%s: %s. %s', p_job.title, rtrim(p_job.cancel_reason, '. '), case when p_job.is_made_elsewhere then 'Somebody else makes it.'
        else 'Nobody makes it: begin the job again, or lower the order.' end), 'order', v_order.id)
    where p_job.is_made_elsewhere or private.short_of_line(coalesce(p_job.order_item_id, '00000000-0000-0000-0000-000000000000')) > 0;
end $$;
comment on function private.tell_order_of_job is 'A job of an order was cancelled by itself: the story of the order says so, and whoever sold it is told.';

create function private.cancel_job(p_id uuid, p_reason text, p_elsewhere boolean default false) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_why text;
begin
  perform private.must('jobs', 'edit', 'cancel jobs');
  perform private.take_turn_at_steps(p_id);
  select * into v_job from public.jobs where id = p_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_job.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  v_why := private.why_job_stays(v_job);
  if v_why is not null then
    perform private.refuse('PT409', v_why);
  end if;
  update public.jobs set status = 'cancelled', held_from = null, hold_reason = null, held_with_order = false,
      cancel_reason = btrim(p_reason), is_made_elsewhere = coalesce(p_elsewhere, false)
   where id = p_id returning * into v_job;
  perform private.log_event('job', p_id, 'cancelled', jsonb_build_object('reason', v_job.cancel_reason));
  perform private.tell_order_of_job(v_job);
end $$;
comment on function private.cancel_job is
'Cancels one job that is not made, with a reason: its material is free, its timers end and their people are told, and the plan goes on without it. Its order says that nobody
makes the line, until a job does, the line comes down or, p_elsewhere, somebody else makes it. It begins again by begin_job_again.';
call private.offer('private.cancel_job(uuid, text, boolean)');

create function private.begin_job_again(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_short numeric;
begin
  perform private.must('jobs', 'edit', 'begin jobs');
  select * into v_job from public.jobs where id = p_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_job.status <> 'cancelled' then
    return v_job.status;
  elsif exists (select from public.orders o where o.id = v_job.order_id and o.status in ('cancelled', 'completed')) then
    perform private.refuse('PT409', 'Its order is cancelled or completed');
  end if;
  perform private.refuse_held_order(v_job.order_id, 'Its jobs wait until the order is released.');
  v_short := private.short_of_line(v_job.order_item_id);
  if v_short < v_job.qty then
    perform private.refuse('PT409', format('Its line of the order lacks %s, and this job makes %s: another job makes the rest, or it was taken off the order', trim_scale(v_short), trim_scale(v_job.qty)));
  end if;
  update public.jobs set cancel_reason = null, is_made_elsewhere = false, status = case when started_at is not null then 'in_production'
      when remake_of is not null then 'approved' else 'new' end
   where id = p_id returning * into v_job;
  perform private.log_event('job', p_id, 'begun_again');
  perform private.close_request(format('%s: %s was cancelled', o.order_number, v_job.job_number), 'order', o.id) from public.orders o where o.id = v_job.order_id;
  return v_job.status;
end $$;
comment on function private.begin_job_again is
'A cancelled job goes on: its steps stand as they were, and its material is kept for it again. Refused where its order needs less than it makes. Returns its status.';
call private.offer('private.begin_job_again(uuid)');

create function private.refuse_held_job(p_job public.jobs) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_job.status = 'on_hold' then
    perform private.refuse('PT409', concat_ws(': ', case when p_job.held_with_order then 'This job is on hold, as its order is' else 'This job is on hold' end,
      p_job.hold_reason));
  end if;
end $$;
comment on function private.refuse_held_job is 'Refuses work on a job that is on hold (PT409), with the reason.';

create function private.hold_jobs_of_order(p_order public.orders) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jobs where order_id = p_order.id order by id for no key update;
  update public.jobs set hold_reason = p_order.hold_reason where order_id = p_order.id and held_with_order and hold_reason <> p_order.hold_reason;
  update public.jobs set status = 'on_hold', held_from = status, hold_reason = p_order.hold_reason, held_with_order = true
   where order_id = p_order.id and status not in ('on_hold', 'delivered', 'closed', 'cancelled');
end $$;
comment on function private.hold_jobs_of_order is 'The jobs of an order that is put on hold wait with it. One that a person held before keeps its own reason.';

create function private.release_jobs_of_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jobs where order_id = p_order_id order by id for no key update;
  update public.jobs set status = coalesce(held_from, 'new'), held_from = null, hold_reason = null, held_with_order = false
   where order_id = p_order_id and held_with_order and status = 'on_hold';
end $$;
comment on function private.release_jobs_of_order is 'The jobs that were held with their order go on where each of them was; one that a person held stays held.';

create function private.hold_new_job() returns trigger
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
comment on function private.hold_new_job is 'A job that joins an order on hold, as extra work or a remake does, waits with it.';

create function private.stop_timer_of_job(p_job public.jobs, p_entry public.time_entries, p_why text) returns void
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
      format(case p_job.status when 'on_hold' then '%s is on hold' when 'cancelled' then '%s was cancelled' else '%s has ended' end, p_job.job_number),
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
comment on function private.stop_timer_of_job is
'Pauses a timer of a job that is put on hold, or completes one of a job that was cancelled or ended: the time until now counts, and the person is told. One that was probably forgotten
goes on, as in end_timers_of_step: only its person knows when the work ended.';

create function private.stop_work() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_why constant text := (
    select format('%s %s %s%s.', coalesce(private.person_label(auth.uid()), 'A colleague'), case new.status when 'on_hold' then 'put' else 'cancelled' end,
             case when o.status = new.status then 'the order ' || o.order_number else 'it' end, case new.status when 'on_hold' then ' on hold' else '' end
             || coalesce(': ' || nullif(rtrim(case when new.status = 'on_hold' then new.hold_reason when new.cancel_reason is not null then new.cancel_reason
             when o.status = 'cancelled' then o.cancel_reason end, '. '), ''), ''))
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
comment on function private.stop_work is
'Nobody works on a job that is on hold or cancelled: its running steps pause, as stop_timer_of_job does with their timers. Whoever holds or cancels
took the turns of its steps before.';

create function private.take_turn_at_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_steps constant uuid[] := array(select s.id from public.job_steps s join public.jobs j on j.id = s.job_id where j.order_id = p_order_id order by s.id);
begin
  perform private.take_turn_at_step(step) from unnest(v_steps) as step;
  perform from public.time_entries where step_id = any (v_steps) and status <> 'completed' order by id for update;
  perform from public.job_steps where id = any (v_steps) order by id for update;
end $$;
comment on function private.take_turn_at_order is
'As take_turn_at_steps, for all jobs of an order: for whoever stops their work, before the order and its jobs are locked.';

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
    perform private.log_event('job', v_job_id, 'created', jsonb_build_object('quotation_number', v_quotation.number_with_version));
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

create function private.job_is_open(p_status text) returns boolean
  language sql immutable set search_path = ''
as $$ select p_status not in ('ready', 'delivered', 'closed', 'cancelled') $$;
comment on function private.job_is_open is 'True while a job may still need material.';

create function private.is_finished_job(p_status text) returns boolean
  language sql immutable set search_path = ''
as $$ select p_status in ('ready', 'delivered', 'closed') $$;
comment on function private.is_finished_job is 'True when nothing more is made of a job, so that what it cost is known.';

create function private.follow_job_need() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item uuid;
begin
  for v_item in select m.item_id from public.job_materials m where m.job_id = new.id order by m.item_id loop
    perform private.share_out(v_item);
  end loop;
  return null;
end $$;

create function private.makers_of_job(p_job_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(distinct person), '{}') from public.job_steps s, unnest(s.assignees) as person
   where s.job_id = p_job_id and s.status not in ('done', 'skipped'));
end $$;
comment on function private.makers_of_job is 'Who still has a step of the job to do.';

create function private.must_be_in_work(p_job public.jobs) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_job.status in ('cancelled', 'delivered', 'closed') then
    perform private.refuse('PT409', format('This job is %s', p_job.status));
  end if;
end $$;

create function private.copy_steps(p_job public.jobs, p_remake_id uuid, p_qty numeric, p_from_step uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant text := (select position from public.job_steps where id = p_from_step and job_id = p_job.id and not before_approval);
begin
  if not exists (select from public.job_steps where job_id = p_job.id and not before_approval and status <> 'skipped') then
    perform private.add_template_steps(p_remake_id);
    return;
  end if;
  insert into public.job_steps (job_id, position, name, work_centre_id, planned_minutes, wait_minutes)
  select p_remake_id, s.position, s.name, s.work_centre_id, private.minutes_for_pieces(s, p_job, p_qty), s.wait_minutes
    from public.job_steps s
   where s.job_id = p_job.id and not s.before_approval and s.status <> 'skipped' and s.position >= coalesce(v_from, s.position);
  with recursive pairs as (
    select o.id as was, o.depends_on, n.id as made from public.job_steps o
      left join public.job_steps n on n.job_id = p_remake_id and n.position = o.position where o.job_id = p_job.id
  ), ways as (
    select p.made as step, d.id as was, 1 as depth from pairs p, unnest(p.depends_on) as d (id) where p.made is not null
    union
    select w.step, d.id, w.depth + 1 from ways w join pairs p on p.was = w.was and p.made is null, unnest(p.depends_on) as d (id)
     where w.depth < 100
  )
  update public.job_steps s set depends_on = waits.for_steps
    from (select w.step, array_agg(distinct p.made) as for_steps from ways w join pairs p on p.was = w.was and p.made is not null group by w.step) as waits
   where s.id = waits.step;
end $$;
comment on function private.copy_steps is
'Gives a remake the steps that its job really has after the approval, from p_from_step on: also those that were added, in the order in
which they stand, each with its minutes for so many pieces.';

create function private.make_remake(p_job public.jobs, p_qty numeric, p_from_step uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_root text := regexp_replace(p_job.job_number, '-R[0-9]+$', '');
  v_id uuid;
begin
  insert into public.jobs (job_number, quotation_id, order_id, order_item_id, contact_id, service_id, title, qty, unit, width_mm, height_mm,
    details, spec, due_date, priority, lead_user_id, mockup_required, mockup_status, status, remake_of)
  values (v_root || '-R' || (1 + (select count(*) from public.jobs j where j.job_number ~ ('^' || v_root || '-R[0-9]+$'))),
    p_job.quotation_id, p_job.order_id, p_job.order_item_id, p_job.contact_id, p_job.service_id, p_job.title, p_qty, p_job.unit,
    p_job.width_mm, p_job.height_mm, p_job.details, p_job.spec, p_job.due_date, case when p_job.priority = 'urgent' then 'urgent' else 'high' end,
    p_job.lead_user_id, p_job.mockup_required, p_job.mockup_status, 'approved', p_job.id)
  returning id into v_id;
  perform private.copy_steps(p_job, v_id, p_qty, p_from_step);
  insert into public.job_materials (job_id, item_id, qty_planned)
  select v_id, m.item_id, case when i.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set')
      then ceil(greatest(m.qty_planned, m.qty_used) * p_qty / p_job.qty) else round(greatest(m.qty_planned, m.qty_used) * p_qty / p_job.qty, 4) end
    from public.job_materials m join public.inventory_items i on i.id = m.item_id
   where m.job_id = p_job.id and greatest(m.qty_planned, m.qty_used) > 0;
  perform private.share_out(m.item_id) from (select item_id from public.job_materials where job_id = v_id order by item_id) as m;
  if private.is_finished_job(p_job.status) and p_job.order_id is not null then
    perform private.count_ready(p_job.order_item_id);
    perform private.refresh_order(p_job.order_id);
  end if;
  return v_id;
end $$;
comment on function private.make_remake is
'Makes again what failed: a job of its own with the steps after the approval, from p_from_step on where one is named, and the
materials, linked to its origin. The order is ready only when both are; of a job that was ready the line has fewer ready pieces at once.';

create function private.cost_of_planned(p_person uuid, p_day date, p_minutes numeric) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(private.cost_of_work(p_person, p_day, (p_minutes * 60)::bigint), p_minutes / 60 * (
    select avg(rate.hourly_cost) from (
      select distinct on (w.user_id) w.hourly_cost from public.wage_rates w where w.valid_from <= p_day
       order by w.user_id, w.valid_from desc) as rate));
end $$;
comment on function private.cost_of_planned is
  'What planned work costs by the wage of its person on that day, else by the mean of all wages; null where no wage is known.';

create function private.labour_of_jobs(p_jobs uuid[]) returns table(job_id uuid, seconds bigint, cost numeric, untimed integer)
  language sql stable security definer set search_path = ''
as $$
  with timed as (
    select w.job_id, sum(w.seconds)::bigint as seconds, sum(private.cost_of_work(w.user_id, w.day, w.seconds)) as cost
      from private.work_time('1900-01-01', (now() + interval '2 days')::date, p_jobs) as w group by w.job_id
  ), planned as (
    select s.job_id, count(*)::integer as steps, sum(private.cost_of_planned(coalesce(s.assignees[1], j.lead_user_id),
             private.day_of(coalesce(s.finished_at, now())), untimed.minutes)) as cost
      from public.job_steps s join public.jobs j on j.id = s.job_id
      cross join lateral private.minutes_without_timer(s) as untimed (minutes)
     where s.job_id = any (p_jobs) and (s.status = 'done' or s.rounds <> '[]') and untimed.minutes > 0
     group by s.job_id
  )
  select coalesce(t.job_id, p.job_id), coalesce(t.seconds, 0), case when t.cost is not null or p.cost is not null then
           coalesce(t.cost, 0) + coalesce(p.cost, 0) end, coalesce(p.steps, 0)
    from timed t full join planned p on p.job_id = t.job_id
$$;
comment on function private.labour_of_jobs is
'Time of jobs that was recorded, and what their work costs: that time, and the planned minutes of each round of a step that was done
without a timer (untimed counts those steps), as minutes_without_timer. Time that was recorded for a job without a step is time of all its steps. For callers that checked
sees_labour_cost.';

create function private.pieces_again(p_job_id uuid, p_remakes uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('ready', (
      select trim_scale(case when private.is_still_made(j) then 0 else private.good_pieces(j) end)::text from public.jobs j where j.id = p_job_id),
    'made', (select jsonb_agg(jsonb_build_object('id', j.id, 'number', j.job_number, 'status', j.status, 'qty', trim_scale(j.qty)::text) order by j.job_number)
       from public.jobs j where j.id = any (p_remakes)));
end $$;
comment on function private.pieces_again is
  'Of a job whose pieces are made again: how many of its own are ready, and the jobs that make the others. Quantities are text.';

create function private.job_effort(p_id uuid) returns jsonb
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
    select private.quoted_of_job(j) into v_quoted from public.jobs j where j.id = p_id;
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
comment on function private.job_effort is
'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, in the currency of the books, and for those of them who
hold manage_wage_rates labour, in which untimed steps count as planned. Amounts are text. remakes: the same of all jobs that make pieces of it again, which is not in the
figures of the job itself; ready: how many of its own pieces are ready; made: those jobs. short: as in short_of_job, where pieces are short; lacks: as in lacks_of_job, while the job is open.';
call private.offer('private.job_effort(uuid)');

create function private.done_in_words(p_step public.job_steps) returns text
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
comment on function private.done_in_words is 'Who did a step, when, and what came out of all its rounds: "Mark Grima, 24 Nov, 15:10, 8 good, 2 made again".';

create function private.job_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view') or private.can('orders', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return (
    select jsonb_build_object('number', j.job_number, 'status', j.status, 'title', j.title, 'company', private.company_facts(),
      'client', coalesce(private.contact_facts(j.contact_id), jsonb_build_object('name', null, 'company', 'Work of the house', 'address', null,
        'city', null, 'postcode', null, 'state', null, 'country', null, 'vat_number', null)),
      'order_number', (select o.order_number from public.orders o where o.id = j.order_id), 'due_date', j.due_date,
      'promised_date', (select o.promised_date from public.orders o where o.id = j.order_id),
      'timing', (select t.timing from private.timings() t where t.kind = 'job' and t.id = j.id), 'qty', trim_scale(j.qty)::text,
      'unit', j.unit, 'width_mm', trim_scale(j.width_mm)::text, 'height_mm', trim_scale(j.height_mm)::text, 'instructions', j.details,
      'steps', coalesce((
        select jsonb_agg(jsonb_build_object('name', s.name, 'work_centre', w.name, 'planned_minutes', trim_scale(s.planned_minutes)::text,
                 'status', s.status, 'done', case s.status when 'done' then private.done_in_words(s) end) order by s.position)
          from public.job_steps s left join public.work_centres w on w.id = s.work_centre_id
         where s.job_id = j.id and s.status <> 'skipped'), '[]'),
      'materials', coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'bin', i.bin, 'planned', private.qty_text(m.qty_planned, i.stock_unit),
                 'kept', case when m.qty_reserved > 0 then private.qty_text(m.qty_reserved, i.stock_unit) end,
                 'taken', case when m.qty_used > 0 then private.qty_text(m.qty_used, i.stock_unit) end) order by i.name)
          from public.job_materials m join public.inventory_items i on i.id = m.item_id
         where m.job_id = j.id and (m.qty_planned > 0 or m.qty_used > 0)), '[]'),
      'proof', (
        select jsonb_build_object('version', m.version, 'status', m.status, 'by', m.decided_name, 'at', m.decided_at,
                 'picture', (select p.path from public.mockup_pages p where p.mockup_id = m.id order by p.page limit 1), 'pages', m.page_count)
          from public.mockups m where m.job_id in (j.id, j.remake_of) and m.status in ('approved', 'sent')
         order by m.job_id = j.id desc, m.status, m.version desc limit 1),
      'remake_of', (select o.job_number from public.jobs o where o.id = j.remake_of))
      from public.jobs j where j.id = p_id);
end $$;
comment on function private.job_document is 'What stands on the ticket of a job. Numbers are text. Null when it is not there.';
call private.offer('private.job_document(uuid)');

-- Marks of the rows, said once: the calendar shows them, the moves compare them.
create function private.plan_mark(p_job public.jobs) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(p_job.due_date::text) $$;

create function public.jobs_named(p_text text, p_late_only boolean default false, p_risk_only boolean default false) returns setof public.jobs
  language sql stable security invoker set search_path = ''
as $$
  select j.* from public.jobs j
   where j.id = any (array(select private.records_named('job', p_text, 1000)))
     and (not p_late_only or j.id in (select late.id from public.late_jobs() as late))
     and (not p_risk_only or j.id in (select risky.id from public.jobs_at_risk() as risky))
$$;
comment on function public.jobs_named is
  'Jobs whose number, title or client holds every word of the text; the 1,000 newest, and of them those that are late or at risk where asked. The
policies of jobs apply.';
revoke execute on function public.jobs_named from public, anon;

-- With a job went its proofs and the client's signed answers to them, its checks and its panels.
create function private.guard_removed_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.order_id is not null or old.status not in ('new', 'cancelled')
    or exists (select from public.mockups m where m.job_id = old.id and m.sent_at is not null)
    or exists (select from public.job_steps s where s.job_id = old.id and s.status not in ('todo', 'skipped'))
  then
    raise insufficient_privilege using message = 'A job of an order, or one that was begun, is cancelled and not removed';
  end if;
  return old;
end $$;

create function private.keep_client_of_job() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = 'A job is for the client of its order or quotation';
end $$;

create function private.pieces_passed(p_job_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select greatest(coalesce(private.pieces_made(j.id), j.qty) - coalesce((
      select sum(c.failed) from public.job_checks c where c.job_id = j.id and c.remake_id is not null), 0), 0)
    from public.jobs j where j.id = p_job_id);
end $$;
comment on function private.pieces_passed is
'The pieces of a job that came through every counted step, in all of its rounds, without those that a check sent to a remake. What is short besides is in neither.';

create function private.pieces_short(p_job_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select greatest(j.qty - private.pieces_passed(j.id) - coalesce((
      select sum(r.qty) from public.jobs r where r.remake_of = j.id and r.status <> 'cancelled'), 0), 0)
    from public.jobs j where j.id = p_job_id);
end $$;
comment on function private.pieces_short is 'The pieces of a job that did not come out good and are not made again.';

create function private.expected_of_job(p_job public.jobs) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when coalesce(p_job.held_from, p_job.status) <> 'qc' and private.is_still_made(p_job) then greatest(p_job.qty - coalesce((
        select sum(r.qty) from public.jobs r where r.remake_of = p_job.id and r.status <> 'cancelled'), 0), 0)
    else private.good_pieces(p_job) end;
end $$;
comment on function private.expected_of_job is
'The pieces that a job brings its line: the good ones of a job that was made, and all of one that is still made, without those that remakes make.';

create function private.short_of_line(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when o.cancelled_at is not null then 0 else greatest(i.qty - greatest(i.qty_delivered, coalesce((
        select sum(private.expected_of_job(j)) from public.jobs j where j.order_item_id = i.id and j.status <> 'cancelled'), 0)), 0) end
      from public.order_items i join public.orders o on o.id = i.order_id where i.id = p_order_item_id);
end $$;
comment on function private.short_of_line is
'What a line of an order lacks as it stands today: neither delivered, nor made good, nor made by an open job. Its job and the remakes count together.';

create function private.short_of_job(p_job public.jobs) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_short constant numeric := least(case when p_job.status <> 'cancelled' then private.pieces_short(p_job.id)
    when p_job.cancel_reason is not null and not p_job.is_made_elsewhere and p_job.remake_of is null and p_job.order_item_id is not null then p_job.qty
    else 0 end, private.short_of_line(p_job.order_item_id));
begin
  if v_short = 0 or p_job.status not in ('qc', 'ready', 'delivered', 'closed', 'cancelled') then
    return null;
  end if;
  return jsonb_build_object('qty', trim_scale(v_short)::text, 'why', (
    select c.note from public.job_checks c where c.job_id = p_job.id and c.result = 'pass' and p_job.status <> 'cancelled' and not exists (
        select from public.job_checks l where l.job_id = c.job_id and l.result = 'fail' and l.created_at >= c.created_at)
     order by c.created_at desc limit 1));
end $$;
comment on function private.short_of_job is
'How many pieces of a job that is checked or was made are short and made by nobody, as text, and why fewer are enough; null why: nobody said it since the last failed check. Null where none is short: no more than its line lacks today. Of a job that was cancelled by itself, what its line lacks without it.';

create function private.short_of_order(p_order_id uuid) returns table (job_id uuid, job_number text, title text, qty numeric, short numeric, why text, cancelled text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('orders', 'view') or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return query
    select j.id, j.job_number, j.title, coalesce(i.qty, j.qty), (s.of_job ->> 'qty')::numeric, s.of_job ->> 'why',
           case j.status when 'cancelled' then j.cancel_reason end
      from public.jobs j left join public.order_items i on i.id = j.order_item_id
     cross join lateral (select private.short_of_job(j) as of_job) as s
     where j.order_id = p_order_id and s.of_job is not null
     order by j.job_number;
end $$;
comment on function private.short_of_order is 'The made jobs of an order of which pieces are short, as short_of_job says; qty: what its line of the order says today; cancelled: why the job was cancelled by itself.';
call private.offer('private.short_of_order(uuid)');

create function private.late_jobs() returns setof public.jobs
  language sql stable security definer set search_path = ''
as $$
  select j.* from public.jobs j
   where j.due_date < private.company_today() and private.job_is_open(private.status_of_work(j))
     and (private.is_server() or private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view'))
$$;
comment on function private.late_jobs is
  'Jobs that are not made and whose day is over by the clock of the company, for whoever may read jobs. One that was ready when it was put on hold is made.';
call private.offer('private.late_jobs()');

-- -------------------------------------------------------------------------------------------------------- what follows

call private.follow_transitions('public.jobs', 'job');
create trigger readdress_notices after update of quotation_id on public.jobs
  for each row when (old.quotation_id is distinct from new.quotation_id)
  execute function private.readdress_notices_of_job();
create trigger audit after insert or update or delete on public.jobs
  for each row execute function private.audit('id');
create trigger new_job before insert on public.jobs
  for each row when (current_user in ('anon', 'authenticated')) execute function private.new_job();
create trigger hold_new before insert or update of order_id on public.jobs
  for each row when (new.order_id is not null) execute function private.hold_new_job();
create trigger stop_work after update of status on public.jobs
  for each row when (old.status <> new.status and new.status in ('on_hold', 'cancelled')) execute function private.stop_work();
create trigger settle_status before update of status on public.jobs
  for each row when (old.status is distinct from new.status) execute function private.guard_job();
create trigger guard_due_day before update of due_date on public.jobs
  for each row when (current_user in ('anon', 'authenticated') and new.due_date is distinct from old.due_date and new.order_id is not null)
  execute function private.guard_due_day();
create trigger follow_job after update of status on public.jobs
  for each row when (old.status is distinct from new.status) execute function private.follow_job();
create trigger settle_client before insert or update of contact_id, order_id, quotation_id on public.jobs
  for each row execute function private.settle_client_of_job();
create or replace trigger count_version before update of title, due_date, contact_id, service_id, qty, unit, width_mm, height_mm, details, spec,
    priority, lead_user_id, row_version on public.jobs
  for each row execute function private.count_version();
create trigger follow_job_need after update of status on public.jobs
  for each row when (old.status is distinct from new.status) execute function private.follow_job_need();
create trigger stop_mails_of_mockup after update of status on public.jobs
  for each row when (old.status <> new.status and new.status in ('cancelled', 'delivered', 'closed'))
  execute function private.stop_mails_of_mockup();
create trigger guard_removed before delete on public.jobs for each row
  when (current_user in ('anon', 'authenticated')) execute function private.guard_removed_job();
create trigger keep_client before update of contact_id on public.jobs for each row
  when (current_user in ('anon', 'authenticated') and (old.order_id is not null or old.quotation_id is not null)
    and old.contact_id is not null and old.contact_id is distinct from new.contact_id)
  execute function private.keep_client_of_job();
create trigger ask_first before insert on public.jobs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('jobs:create');
create trigger whole_pieces before insert or update of qty, unit, width_mm, height_mm on public.jobs
  for each row when (new.qty <> trunc(new.qty)) execute function private.keep_job_whole();
create trigger settle_material before update of status on public.jobs
  for each row when (old.status is distinct from new.status) execute function private.settle_material();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.jobs', 'nudge_board', $$private.nudge_pages('id', 'production')$$);
call private.after_each_statement('public.jobs', 'nudge_deliveries', 'private.nudge_deliveries_of_work()');
call private.after_each_statement('public.jobs', 'nudge_stages', 'private.nudge_stages()');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page) values
  ('job',
   'public.jobs',
   34,
   'jobs');

insert into private.record_kinds
  (kind, table_name, position, label, detail, page, searched, contact, found_by_contact, status, recent_if, is_folded, other_pages)
values
  ('job',
   'public.jobs',
   44,
   $$r.job_number || ' · ' || r.title$$,
   $$(select coalesce(c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')) from public.contacts c
       where c.id = r.contact_id)$$,
   'jobs',
   'r.search_text',
   'contact_id',
   true,
   'r.status',
   'r.order_id is null',
   true,
   '{orders,production}');

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('job', 'new', 'approved', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'new', 'artwork', null, 'jobs', 'edit', null, null),
  ('job', 'new', 'cancelled', 'cancel_job', 'jobs', 'edit', 'a reason', 'its material is free'),
  ('job', 'new', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'new', 'in_production', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'new', 'on_hold', 'hold_job', 'jobs', 'edit', 'a reason', null),
  ('job', 'approved', 'artwork', null, 'jobs', 'edit', null, null),
  ('job', 'approved', 'cancelled', 'cancel_job', 'jobs', 'edit', 'a reason', 'its material is free'),
  ('job', 'approved', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'approved', 'in_production', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'approved', 'awaiting_approval', null, 'jobs', 'edit', null, null),
  ('job', 'approved', 'new', null, 'jobs', 'edit', null, null),
  ('job', 'approved', 'on_hold', 'hold_job', 'jobs', 'edit', 'a reason', null),
  ('job', 'artwork', 'approved', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'artwork', 'awaiting_approval', null, 'jobs', 'edit', null, null),
  ('job', 'artwork', 'cancelled', 'cancel_job', 'jobs', 'edit', 'a reason', 'its material is free'),
  ('job', 'artwork', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'artwork', 'in_production', null, 'jobs', 'edit', 'no mockup required, or an approved one', null),
  ('job', 'artwork', 'new', null, 'jobs', 'edit', null, null),
  ('job', 'artwork', 'on_hold', 'hold_job', 'jobs', 'edit', 'a reason', null),
  ('job', 'awaiting_approval', 'approved', null, 'jobs', 'edit', 'an approved mockup where one is required', null),
  ('job', 'awaiting_approval', 'artwork', null, 'jobs', 'edit', null, null),
  ('job', 'awaiting_approval', 'cancelled', 'cancel_job', 'jobs', 'edit', 'a reason', 'its material is free'),
  ('job', 'awaiting_approval', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'awaiting_approval', 'on_hold', 'hold_job', 'jobs', 'edit', 'a reason', null),
  ('job', 'cancelled', 'approved', 'begin_job_again', 'jobs', 'edit', 'its order needs it', 'its material is kept again'),
  ('job', 'cancelled', 'in_production', 'begin_job_again', 'jobs', 'edit', 'its order needs it', 'its material is kept again'),
  ('job', 'cancelled', 'new', 'begin_job_again', 'jobs', 'edit', 'its order needs it', 'its material is kept again'),
  ('job', 'closed', 'delivered', null, 'jobs', 'edit', null, null),
  ('job', 'delivered', 'closed', null, 'jobs', 'edit', null, null),
  ('job', 'in_production', 'approved', null, 'jobs', 'edit', 'no step runs', null),
  ('job', 'in_production', 'artwork', null, 'jobs', 'edit', 'no step runs', null),
  ('job', 'in_production', 'cancelled', 'cancel_job', 'jobs', 'edit', 'a reason', 'its material is free'),
  ('job', 'in_production', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'in_production', 'new', null, 'jobs', 'edit', 'no step runs', null),
  ('job', 'in_production', 'on_hold', 'hold_job', 'jobs', 'edit', 'a reason', null),
  ('job', 'in_production', 'qc', null, 'jobs', 'edit', 'every step but those on site done or skipped', null),
  ('job', 'on_hold', 'approved', 'release_job', 'jobs', 'edit', null, 'it goes on where it was'),
  ('job', 'on_hold', 'artwork', 'release_job', 'jobs', 'edit', null, 'it goes on where it was'),
  ('job', 'on_hold', 'awaiting_approval', 'release_job', 'jobs', 'edit', null, 'it goes on where it was'),
  ('job', 'on_hold', 'cancelled', 'cancel_job', 'jobs', 'edit', 'a reason', 'its material is free'),
  ('job', 'on_hold', 'in_production', 'release_job', 'jobs', 'edit', null, 'it goes on where it was'),
  ('job', 'on_hold', 'new', 'release_job', 'jobs', 'edit', null, 'it goes on where it was'),
  ('job', 'on_hold', 'qc', 'release_job', 'jobs', 'edit', null, 'it goes on where it was'),
  ('job', 'on_hold', 'ready', 'release_job', 'jobs', 'edit', null, 'it goes on where it was'),
  ('job', 'qc', 'cancelled', 'cancel_job', 'jobs', 'edit', 'a reason', 'its material is free'),
  ('job', 'qc', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'qc', 'in_production', null, 'jobs', 'edit', null, null),
  ('job', 'qc', 'on_hold', 'hold_job', 'jobs', 'edit', 'a reason', null),
  ('job', 'qc', 'ready', 'check_job', 'jobs', 'edit', 'every step but those on site done or skipped, and what was used of the kept material', 'the order may become ready'),
  ('job', 'ready', 'cancelled', 'cancel_order', 'orders', 'edit', 'a reason', null),
  ('job', 'ready', 'delivered', 'deliver_drop', 'deliveries', 'edit', 'everything of it is delivered', null),
  ('job', 'ready', 'in_production', null, 'jobs', 'edit', null, null),
  ('job', 'ready', 'on_hold', 'hold_job', 'jobs', 'edit', 'a reason', null),
  ('job', 'ready', 'qc', null, 'jobs', 'edit', null, null);
