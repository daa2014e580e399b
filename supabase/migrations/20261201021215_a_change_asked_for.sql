set check_function_bodies = off;

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

-- A step that is opened again, or done after all, takes its job back to production, whichever step of the shop it is.
create or replace function private.follow_steps() returns trigger
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

create or replace function private.guard_job() returns trigger
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

reset check_function_bodies;
