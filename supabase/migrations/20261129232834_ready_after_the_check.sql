set check_function_bodies = off;

-- A step that is opened again, or done after all, takes its job back to production, whichever step it is.
create or replace function private.follow_steps() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  select status into v_status from public.jobs where id = new.job_id;
  if new.status not in ('done', 'skipped') and v_status in ('qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  elsif new.status = 'in_progress' and new.before_approval and v_status = 'new' then
    update public.jobs set status = 'artwork' where id = new.job_id;
  elsif new.status in ('in_progress', 'done') and not new.before_approval and v_status in ('new', 'artwork', 'approved', 'qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  end if;
  if new.status in ('done', 'skipped') and not exists (
    select from public.job_steps s where s.job_id = new.job_id and s.status not in ('done', 'skipped'))
  then
    update public.jobs set status = 'qc' where id = new.job_id and status = 'in_production';
  end if;
  perform private.count_ready((select j.order_item_id from public.jobs j where j.id = new.job_id));
  return null;
end $$;

create or replace function private.is_still_made(p_job public.jobs) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if (case p_job.status when 'on_hold' then p_job.held_from else p_job.status end) in ('ready', 'delivered', 'closed', 'cancelled') then
    return false;
  end if;
  return (
    select count(*) filter (where c.kind is distinct from 'vehicle') > 0 or count(*) = 0
      from public.job_steps s left join public.work_centres c on c.id = s.work_centre_id
     where s.job_id = p_job.id and s.status not in ('done', 'skipped'));
end $$;

create or replace function private.open_work_of_line(p_order_item_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select string_agg(format('%s (%s)', j.job_number, case when coalesce(j.held_from, j.status) = 'qc' then 'in quality control'
           when work.done < work.steps then format('%s of %s steps done', work.done, work.steps)
           when j.started_at is null then 'not begun' else 'not checked' end), ', ' order by j.job_number)
    from public.jobs j
   cross join lateral (
     select count(*) as steps, count(*) filter (where s.status in ('done', 'skipped')) as done
       from public.job_steps s where s.job_id = j.id) as work
   where j.order_item_id = p_order_item_id and private.is_still_made(j)
$$;

create or replace function private.count_ready(p_order_item_id uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.order_items i set qty_ready = ready.qty
    from (select private.ready_of_line(p_order_item_id) as qty) as ready
   where i.id = p_order_item_id and i.qty_ready is distinct from ready.qty
     and exists (select from public.jobs j where j.order_item_id = i.id and j.status <> 'cancelled')
$$;

create or replace function private.follow_job() returns trigger
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

select private.count_ready(l.order_item_id) from (
  select distinct j.order_item_id from public.jobs j where j.order_item_id is not null and j.status <> 'cancelled') as l;

revoke execute on all routines in schema private from public;

comment on function private.is_still_made(public.jobs) is 'True until a job has passed its quality check; also while it is on hold. A job of which only work on site, by a van, is open is made: that
work and the check are done with the delivery.';

comment on function private.open_work_of_line(pg_catalog.uuid) is 'Jobs of an order line that are not made yet, with their steps, or "(in quality control)": "JOB-2026-0230-A (0 of 4 steps done)"; null where all is made.';

comment on function private.ready_of_line(pg_catalog.uuid) is 'How much of an order line is made, what is delivered included: the good pieces of its jobs that have passed their quality check, or are
made but for work on site; all of a line that no job makes.';

comment on function private.count_ready(pg_catalog.uuid) is 'Writes into an order line how much of it is ready. A line without jobs is not counted.';

reset check_function_bodies;
