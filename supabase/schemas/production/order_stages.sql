-- How far the work for an order is, in the few words that its client reads.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.stage_of_step(p_kind text, p_before_approval boolean) returns integer
  language sql immutable set search_path = ''
as $$
  select case when p_kind = 'vehicle' then null when p_before_approval or p_kind = 'design' then 1 when p_kind = 'printer' then 2 else 3 end
$$;
comment on function private.stage_of_step is
  'What a step at a work centre of that kind is for a client: 1 artwork, 2 printing, 3 finishing. Null for surveys and work on site, which have days of their own.';

create function private.stage_of_job(p_status text, p_has_proof boolean, p_steps jsonb) returns integer
  language plpgsql immutable set search_path = ''
as $$
begin
  if private.is_finished_job(p_status) then
    return 7;
  end if;
  return (
    with steps as (
      select (s ->> 'stage')::integer as stage, s ->> 'status' in ('in_progress', 'paused') as is_begun, s ->> 'status' = 'done' as is_done
        from jsonb_array_elements(p_steps) as s
    ), told as (
      select min(stage) filter (where is_begun) as begun, max(stage) filter (where is_done) as done from steps
    )
    select case
        when told.begun is not null then 2 * told.begun - 1
        when told.done is not null then coalesce((select 2 * min(stage) - 1 from steps where not is_done and stage <= told.done), 2 * told.done)
        when p_status in ('artwork', 'awaiting_approval') then 1
        when p_status = 'approved' and p_has_proof then 2
        else 0 end
      from told);
end $$;
comment on function private.stage_of_job is
'How far a job is: 0 ordered, 1 and 2 artwork begun and done, 3 and 4 printing, 5 and 6 finishing, 7 ready. It stands where work has begun; of several such works at
the first of them. Between two works it stands at the last that is done, as done, while nothing of it or before it is open. Without a step that began, the proof says it.';

create function private.order_stage(p_order_id uuid) returns jsonb
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
comment on function private.order_stage is
'Where the work for an order stands: {is_held, ready, of, works}. works: each work that it has, as {work, done, running, of}: of how many lines it is, how many are past it and how
many are at it. ready, of: how many lines are ready, of how many. A line whose piece is made again counts once, with its least advanced piece; cancelled jobs do not count. Null without a job.';

create function private.stage_for_client(p_order public.orders) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_order.status in ('confirmed', 'awaiting_deposit', 'in_production', 'part_delivered', 'ready')
    and (select s.clients_see_stages from public.company_settings s) then private.order_stage(p_order.id) end;
end $$;
comment on function private.stage_for_client is
  'order_stage of an order that is made or ready, where the company tells its clients; else null. An order on hold, cancelled or delivered says so itself.';

create function private.nudge_stages() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_orders uuid[];
begin
  if not (select s.clients_see_stages from public.company_settings s) then
    return null;
  elsif tg_op <> 'UPDATE' then
    execute format('select array_agg(%s) from changed as c', case tg_table_name when 'jobs' then 'c.order_id'
      else '(select j.order_id from public.jobs j where j.id = c.job_id)' end) into v_orders;
  elsif tg_table_name = 'jobs' then
    select array_agg(p.order_id) || array_agg(c.order_id) into v_orders from previous p join changed c on c.id = p.id
     where (p.status, p.order_id, p.order_item_id, p.mockup_status) is distinct from (c.status, c.order_id, c.order_item_id, c.mockup_status);
  else
    -- A pause changes nothing for a client, and they do not hear of it.
    select array_agg(j.order_id) into v_orders from previous p join changed c on c.id = p.id join public.jobs j on j.id = c.job_id
     where (replace(p.status, 'paused', 'in_progress'), p.work_centre_id, p.before_approval)
       is distinct from (replace(c.status, 'paused', 'in_progress'), c.work_centre_id, c.before_approval);
  end if;
  perform private.nudge('user:' || told.id, 'orders', 'UPDATE', null) from (
    select distinct a.id from public.orders o cross join lateral private.accounts_of_contact(o.contact_id) as a (id)
     where o.id = any (v_orders) and o.status in ('confirmed', 'awaiting_deposit', 'in_production', 'part_delivered', 'ready')) as told;
  return null;
end $$;
comment on function private.nudge_stages is
  'Jobs began, steps began or ended: the clients of their orders read them again, where the company tells them. They hear of the order alone, without an id, and not of pauses, notes and plans.';
