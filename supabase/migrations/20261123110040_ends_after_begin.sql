-- A step that two people begin and finish at the same moment does not end before it began.

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
  end if;
  return new;
end $$;

revoke execute on all routines in schema private from public;
