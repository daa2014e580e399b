set check_function_bodies = off;

create or replace function private.makes_pieces(p_step public.job_steps) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.kind not in ('design', 'vehicle') from public.work_centres c where c.id = p_step.work_centre_id), not p_step.before_approval);
end $$;

create or replace function private.is_on_site(p_step public.job_steps) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.work_centres c where c.id = p_step.work_centre_id and c.kind = 'vehicle')
    and (not p_step.before_approval or exists (
      select from public.job_steps s
       where s.job_id = p_step.job_id and s.position < p_step.position and s.status <> 'skipped' and private.makes_pieces(s)));
end $$;

create or replace function private.has_bench_work(p_job_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.job_steps s where s.job_id = p_job_id and s.status not in ('done', 'skipped') and not private.is_on_site(s));
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
  select j.status, not new.before_approval or private.makes_pieces(new) and (not j.mockup_required or j.mockup_status is not distinct from 'approved')
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

create or replace function private.settle_preparation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.before_approval := new.work_centre_id is null or not private.makes_pieces(new)
    or coalesce((select j.mockup_required from public.jobs j where j.id = new.job_id), true);
  return new;
end $$;

create or replace function private.begin_again(p_job public.jobs, p_from text, p_failed numeric, p_check uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step uuid;
  v_again uuid[] := '{}';
  v_made constant numeric := coalesce(private.pieces_made(p_job.id), p_job.qty);
  v_failed constant numeric := coalesce(p_failed, v_made);
begin
  perform private.must_be_pieces(v_failed, private.unit_of_pieces(p_job.unit, p_job.width_mm, p_job.height_mm), p_job.title, p_job.qty);
  for v_step in
    select id from public.job_steps where job_id = p_job.id and status = 'done' and position >= p_from order by position desc
  loop
    update public.job_steps set status = 'todo', qty_kept = case when before_approval and not private.makes_pieces(job_steps) then 0 else v_made - v_failed end,
           rounds = rounds || jsonb_build_object('check', p_check, 'good', trim_scale(qty_good), 'waste', trim_scale(qty_waste), 'failed', trim_scale(v_failed),
             'at', private.iso(finished_at), 'minutes', trim_scale(planned_minutes))
     where id = v_step;
    v_again := v_again || v_step;
  end loop;
  update public.job_steps s set planned_minutes = private.minutes_for_pieces(s, p_job,
      least(coalesce((select i.pieces from private.pieces_into(s.id) as i), p_job.qty), p_job.qty - s.qty_kept))
   where s.id = any (v_again);
  update public.jobs set status = 'in_production' where id = p_job.id;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger before_approval before insert or update of work_centre_id, before_approval on public.job_steps
  for each row when (new.before_approval) execute function private.settle_preparation();

comment on function private.is_on_site(public.job_steps) is 'True for work at the client''s, by a van. It is done after the quality check, with the delivery: the job is ready without it. A survey is not meant: it
may start before the approval and comes before all that is made.';

comment on function private.makes_pieces(public.job_steps) is 'True for work at a machine or a bench, or with a supplier. Without a work centre: what does not come before the approval.';

comment on function private.settle_preparation() is 'Of a job that needs no approval, no work at a machine or a bench comes before it: its pieces are counted like all others.';

-- Steps of jobs that are made now: at a machine nothing comes before an approval that nobody gives.
update public.job_steps s set before_approval = false
  from public.jobs j
 where j.id = s.job_id and s.before_approval and s.work_centre_id is not null and not j.mockup_required and private.makes_pieces(s)
   and j.status in ('new', 'artwork', 'approved', 'in_production') and s.status not in ('done', 'skipped');

reset check_function_bodies;
