set check_function_bodies = off;

drop routine private.job_to_plan(p_job_id uuid);

create or replace function private.end_site_work(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_step record;
begin
  for v_step in
    select s.id from public.jobs j
      join public.order_items i on i.id = j.order_item_id and i.qty_delivered >= i.qty
      join public.job_steps s on s.job_id = j.id and s.status in ('todo', 'paused') and private.is_on_site(s)
     where j.order_id = p_order_id and j.status in ('in_production', 'qc', 'ready') and not private.has_bench_work(j.id)
       and (j.mockup_status = 'approved' or not j.mockup_required)
     order by j.id, s.position
  loop
    update public.job_steps s set status = 'done'
     where s.id = v_step.id and not exists (
       select from public.job_steps before where before.id = any (s.depends_on) and before.status not in ('done', 'skipped'));
  end loop;
end $$;

create or replace function public.calendar_waiting()
returns table (kind text, id uuid, title text, detail text, number text, due_on date, minutes integer, person_ids uuid[], work_centre_id uuid,
  van_id uuid, status text, may_move boolean, mark text, parent_id uuid)
  language sql stable security invoker set search_path = ''
as $$
  (select 'delivery', d.id, d.project_title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')),
          d.delivery_number, null::date, coalesce(d.slot_minutes, case d.method when 'installation' then 120 else 30 end), d.crew, null::uuid,
          d.van_id, d.status, (select private.can('deliveries', 'edit')), private.plan_mark(d), d.order_id
     from public.deliveries d left join public.contacts c on c.id = d.contact_id
    where d.scheduled_at is null and d.status in ('planned', 'ready') and d.method <> 'installation' and (select private.is_staff())
    order by d.created_at, d.id limit 100)
  union all
  (select 'installation', d.id, d.project_title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')),
          d.delivery_number, null, coalesce(d.slot_minutes, 120), d.crew, null, d.van_id, d.status, (select private.can('deliveries', 'edit')),
          private.plan_mark(d), d.order_id
     from public.deliveries d left join public.contacts c on c.id = d.contact_id
    where d.scheduled_at is null and d.status in ('planned', 'ready') and d.method = 'installation' and (select private.is_staff())
    order by d.created_at, d.id limit 100)
  union all
  (select 'step', s.id, s.name, j.title, j.job_number, j.due_date, greatest(s.planned_minutes, 5)::integer, s.assignees, s.work_centre_id, null,
          s.status, (select private.can('production', 'edit')) or (select private.can('jobs', 'edit')), private.plan_mark(s), s.job_id
     from public.job_steps s join public.jobs j on j.id = s.job_id
    where s.planned_start is null and s.status = 'todo' and (j.status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production')
      or j.status in ('qc', 'ready') and private.is_on_site(s))
    order by j.due_date nulls last, j.job_number, s.position limit 100)
  union all
  (select 'job', j.id, j.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), j.job_number, null,
          null, case when j.lead_user_id is null then '{}' else array[j.lead_user_id] end, null, null, j.status, (select private.can('jobs', 'edit')),
          private.plan_mark(j), null
     from public.jobs j left join public.contacts c on c.id = j.contact_id
    where j.due_date is null and j.status not in ('delivered', 'closed', 'cancelled')
    order by j.created_at, j.id limit 100)
  union all
  (select 'task', t.id, t.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), null, null, null,
          case when cardinality(t.assignees) > 0 then t.assignees else array[t.created_by] end, null, null, t.status,
          t.created_by = (select auth.uid()) or t.assignees @> array[(select auth.uid())]
            or (cardinality(t.assignees) > 0 and (select private.can('tasks', 'edit'))), private.plan_mark(t), null
     from public.tasks t left join public.contacts c on c.id = t.contact_id
    where t.due_at is null and t.status <> 'completed'
    order by t.created_at, t.id limit 100)
$$;

create or replace function private.day_of_work(p_me uuid, p_today date, p_zone text)
returns table (kind text, id uuid, part_of uuid, because text, title text, detail text, number text, day date, at timestamptz, status text)
  language plpgsql stable set search_path = ''
as $$
declare
  v_start constant timestamptz := p_today::timestamp at time zone p_zone;
  v_end constant timestamptz := (p_today + 1)::timestamp at time zone p_zone;
begin
  return query
  select 'step', s.id, s.job_id, 'planned', s.name, concat_ws(' · ', j.title, w.name), j.job_number,
         (coalesce(s.planned_start, v_start) at time zone p_zone)::date, s.planned_start, s.status
    from public.job_steps s join public.jobs j on j.id = s.job_id left join public.work_centres w on w.id = s.work_centre_id
   where s.status in ('todo', 'in_progress', 'paused') and (j.status not in ('ready', 'delivered', 'closed', 'cancelled') or j.status = 'ready' and private.is_on_site(s))
     and (s.planned_start < v_end or s.status = 'in_progress' and s.planned_start is null)
     and (s.assignees @> array[p_me] or cardinality(s.assignees) = 0 and s.work_centre_id in (
       select h.work_centre_id from public.shifts h where h.user_id = p_me and h.starts_at < v_end and h.ends_at > v_start))
  union all
  select 'job', j.id, null, 'due', j.title, coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), j.job_number,
         j.due_date, null, j.status
    from public.jobs j left join public.contacts c on c.id = j.contact_id
   where j.lead_user_id = p_me and j.due_date <= p_today and j.status not in ('ready', 'delivered', 'closed', 'cancelled')
  union all
  select case d.method when 'installation' then 'installation' else 'delivery' end, d.id, null, 'promised', d.project_title,
         coalesce(nullif(btrim(c.company), ''), nullif(concat_ws(' ', c.name, c.last_name), '')), d.delivery_number,
         (d.scheduled_at at time zone p_zone)::date, case when d.scheduled_has_time then d.scheduled_at end, d.status
    from public.deliveries d left join public.contacts c on c.id = d.contact_id
   where d.crew @> array[p_me] and d.scheduled_at < v_end and d.status in ('planned', 'ready', 'out', 'partially_delivered');
end $$;

create or replace function private.is_on_site(p_step public.job_steps) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return not p_step.before_approval and exists (select from public.work_centres c where c.id = p_step.work_centre_id and c.kind = 'vehicle');
end $$;

create or replace function private.has_bench_work(p_job_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.job_steps s left join public.work_centres c on c.id = s.work_centre_id
     where s.job_id = p_job_id and s.status not in ('done', 'skipped') and (s.before_approval or c.kind is distinct from 'vehicle'));
end $$;

-- A step that is opened again, or done after all, takes its job back to production, whichever step of the shop it is.
create or replace function private.follow_steps() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
  v_is_on_site constant boolean := private.is_on_site(new);
begin
  select status into v_status from public.jobs where id = new.job_id;
  if v_status in ('qc', 'ready') and v_is_on_site then
    null;
  elsif new.status not in ('done', 'skipped') and v_status in ('qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  elsif new.status = 'in_progress' and new.before_approval and v_status = 'new' then
    update public.jobs set status = 'artwork' where id = new.job_id;
  elsif new.status in ('in_progress', 'done') and not new.before_approval and v_status in ('new', 'artwork', 'approved', 'qc', 'ready') then
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

create or replace function private.job_to_plan(p_job_id uuid, p_is_on_site boolean) returns void
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

create or replace function private.add_step(
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

create or replace function private.put_step_after(p_id uuid, p_after uuid default null) returns void
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

create or replace function private.guard_new_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.job_to_plan(new.job_id, private.is_on_site(new));
  return new;
end $$;

create or replace function private.guard_step_place() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_on_site(new) and exists (select from public.jobs j where j.id = new.job_id and j.status in ('qc', 'ready')) then
    perform private.job_to_plan(new.job_id, false);
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

create or replace function private.is_still_made(p_job public.jobs) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if (case p_job.status when 'on_hold' then p_job.held_from else p_job.status end) in ('ready', 'delivered', 'closed', 'cancelled') then
    return false;
  end if;
  return coalesce(p_job.held_from, p_job.status) = 'qc' or private.has_bench_work(p_job.id)
    or not exists (select from public.job_steps s where s.job_id = p_job.id and s.status not in ('done', 'skipped'));
end $$;

create or replace function private.day_with_hours(p_minutes jsonb, p_from date, p_order_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
begin
  return (
    with open_step as (
      select s.work_centre_id as centre, j.order_id, s.planned_minutes as minutes, greatest(v_today, least(j.due_date, private.day_of(s.planned_start))) as day
        from public.job_steps s join public.jobs j on j.id = s.job_id
       where (private.job_is_open(j.status) or j.status = 'ready' and private.is_on_site(s)) and s.status not in ('done', 'skipped') and s.planned_minutes > 0
    ), need as (
      select n.centre, sum(n.minutes) as minutes from (
        select o.centre, o.minutes from open_step o where o.order_id = p_order_id
        union all select m.key::uuid, m.value::numeric from jsonb_each_text(p_minutes) as m) as n
       group by n.centre
    ), free as (
      select n.centre, n.minutes, g::date as day, sum(
          case when extract(isodow from g)::integer = any (w.work_days) and not exists (
                 select from public.work_centre_closures c
                  where coalesce(c.work_centre_id, w.id) = w.id and g::date between c.starts_on and c.ends_on) then w.capacity_minutes_day else 0 end
          - coalesce((select sum(o.minutes) from open_step o where o.centre = n.centre and o.day = g::date and o.order_id is distinct from p_order_id), 0))
          over (partition by n.centre order by g) as hours
        from need n join public.work_centres w on w.id = n.centre and w.capacity_minutes_day > 0 and w.archived_at is null
        cross join generate_series(v_today, least(p_from, v_today + 600) + 180, interval '1 day') as g
    )
    select private.working_day_from(max(d.day)) from (
      select min(f.day) as day from free f where f.day >= p_from and f.hours >= f.minutes group by f.centre) as d);
end $$;

create or replace function private.jobs_to_plan(p_is_named boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', j.id, 'number', case when p_is_named then j.job_number end, 'title', case when p_is_named then j.title end,
             'status', j.status, 'due', j.due_date, 'is_late', j.id in (select e.id from private.late_jobs() e), 'priority', j.priority, 'order_id', j.order_id,
             'order', case when p_is_named then o.order_number end, 'promise', private.day_of_order(o), 'lead_day', l.day,
             'waits_for_client', j.mockup_required and j.mockup_status is distinct from 'approved',
             'lacks', coalesce((
               select jsonb_agg(jsonb_build_object('name', i.name, 'qty', (m.qty_planned - m.qty_reserved - m.qty_used)::double precision,
                        'unit', i.stock_unit, 'expected_on', private.arrival_of(i.id), 'is_ordered', i.on_order > 0) order by i.name)
                 from public.job_materials m join public.inventory_items i on i.id = m.item_id
                where m.job_id = j.id and m.settled_at is null and m.qty_planned > m.qty_reserved + m.qty_used), '[]'),
             'has_steps', exists (select from public.job_steps s where s.job_id = j.id), 'steps', private.steps_to_plan(j.id)) order by least(j.due_date, l.day) nulls last, j.job_number)
      from public.jobs j left join public.orders o on o.id = j.order_id
      left join (select w.id, private.day_to_promise(w) as day from public.orders w
                  where w.due_date is null and w.promised_date is null and w.cancelled_at is null
                    and exists (select from public.jobs n where n.order_id = w.id and private.job_is_open(n.status))) as l on l.id = o.id
     where private.job_is_open(j.status) or j.status = 'ready' and exists (
       select from public.job_steps s where s.job_id = j.id and s.status not in ('done', 'skipped') and private.is_on_site(s))), '[]');
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger guard_place before update of work_centre_id, before_approval on public.job_steps
  for each row when (new.status not in ('done', 'skipped')
    and (new.work_centre_id is distinct from old.work_centre_id or new.before_approval <> old.before_approval))
  execute function private.guard_step_place();

comment on function private.guard_new_step() is 'A job that is over gets no open step, and one that is in quality control or ready none but work on site.';

comment on function private.is_still_made(public.jobs) is 'True until a job has passed its quality check; also while it is on hold. A job of nothing but work on site, by a van, is made: that work and
the check are done with the delivery.';

comment on function private.jobs_to_plan(boolean) is 'The open jobs, and the ready ones with open work on site, with their open steps and what they lack, for a plan; with numbers and titles or without.';

grant execute on routine private.is_on_site(p_step public.job_steps) to authenticated;

update private.document_transitions as t set ("needs") = (select "needs" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"every step but those on site done or skipped","action":"edit","causes":null,"through":null,"to_status":"qc","from_status":"in_production"}')) where t.kind::text = 'job' and t.from_status::text = 'in_production' and t.to_status::text = 'qc';

update private.document_transitions as t set ("needs") = (select "needs" from jsonb_populate_record(null::private.document_transitions, '{"kind":"job","page":"jobs","needs":"every step but those on site done or skipped, and what was used of the kept material","action":"edit","causes":"the order may become ready","through":"check_job","to_status":"ready","from_status":"qc"}')) where t.kind::text = 'job' and t.from_status::text = 'qc' and t.to_status::text = 'ready';

comment on function private.guard_step_place() is 'Open work on site of a job that is in quality control or ready does not become work of the shop.';

comment on function private.has_bench_work(pg_catalog.uuid) is 'True while a step of a job is open that is not done on site.';

comment on function private.is_on_site(public.job_steps) is 'True for work at the client''s, by a van. It is done after the quality check, with the delivery: the job is ready without it. A survey, which comes before the approval, is not meant.';

comment on function private.job_to_plan(pg_catalog.uuid,boolean) is 'Locks a job whose steps are added or ordered. A job that is checked, handed over or over gets no open step; one that is checked or ready still gets work on site.';

reset check_function_bodies;
