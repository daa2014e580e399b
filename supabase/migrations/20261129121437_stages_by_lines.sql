set check_function_bodies = off;

create or replace function private.order_stage(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with steps as (
      select s.job_id, private.stage_of_step(c.kind, s.before_approval) as stage, s.status
        from public.jobs j join public.job_steps s on s.job_id = j.id and s.status <> 'skipped'
        left join public.work_centres c on c.id = s.work_centre_id
       where j.order_id = p_order_id and j.status <> 'cancelled'
    ), made as (
      select j.id, coalesce(j.order_item_id, j.remake_of, j.id) as line, j.status = 'on_hold' as is_held,
             private.stage_of_job(coalesce(j.held_from, j.status), j.mockup_status is not null, coalesce((
               select jsonb_agg(jsonb_build_object('stage', s.stage, 'status', s.status)) from steps s
                where s.job_id = j.id and s.stage is not null), '[]')) as stage
        from public.jobs j where j.order_id = p_order_id and j.status <> 'cancelled'
    ), lines as (
      select m.line, bool_or(m.is_held) as is_held, min(m.stage) as stage from made m group by m.line
    ), works as (
      select n.work, count(*) filter (where l.stage >= 2 * n.work) as done, count(*) filter (where l.stage = 2 * n.work - 1) as running, count(*) as whole
        from lines l cross join generate_series(1, 3) as n (work)
       where (l.stage + 1) / 2 = n.work or exists (select from made m join steps s on s.job_id = m.id where m.line = l.line and s.stage = n.work)
       group by n.work
    )
    select jsonb_build_object('is_held', told.is_held, 'ready', told.ready, 'of', told.whole, 'works', coalesce((
        select jsonb_agg(jsonb_build_object('work', (array['artwork', 'printing', 'finishing'])[w.work],
                 'done', w.done, 'running', w.running, 'of', w.whole) order by w.work) from works w), '[]'))
      from (select bool_or(l.is_held) as is_held, count(*) filter (where l.stage = 7) as ready, count(*) as whole from lines l) as told
     where told.whole > 0);
end $$;

comment on function private.order_stage(pg_catalog.uuid) is 'Where the work for an order stands: {is_held, ready, of, works}. works: each work that it has, as {work, done, running, of}: of how many lines it is, how many are past it and how
many are at it. ready, of: how many lines are ready, of how many. A line whose piece is made again counts once, with its least advanced piece; cancelled jobs do not count. Null without a job.';

reset check_function_bodies;
