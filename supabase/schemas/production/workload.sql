-- The workload: what is still to do, where, and until when; and plans that are stored together.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.arrival_of(p_item_id uuid, p_more numeric default 0) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_wanted numeric;
begin
  select i.short + p_more - case when i.short > 0 then 0 else i.available end into v_wanted from public.inventory_items i where i.id = p_item_id;
  return (
    select min(a.expected_on) from (
      select o.expected_on, sum((l.qty - l.qty_received) * i.stock_per_buy) over (order by o.expected_on, o.id) as arrived
        from public.purchase_order_lines l join public.purchase_orders o on o.id = l.purchase_order_id join public.inventory_items i on i.id = l.item_id
       where l.item_id = p_item_id and o.status in ('sent', 'part_received') and o.expected_on is not null and l.qty > l.qty_received) as a
     where a.arrived >= v_wanted);
end $$;
comment on function private.arrival_of is
'The day by which suppliers are to have brought what open jobs lack of an item, and so much more; null where too little is ordered, or
nobody said when it comes.';

create function private.arrival_for_order(p_order_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select max(private.arrival_of(m.item_id)) from public.jobs j join public.job_materials m on m.job_id = j.id
           where j.order_id = p_order_id and private.job_is_open(j.status) and m.settled_at is null and m.qty_planned > m.qty_reserved + m.qty_used);
end $$;
comment on function private.arrival_for_order is 'The last day on which ordered material arrives that open jobs of an order lack; null without one.';

create function private.day_with_hours(p_minutes jsonb, p_from date, p_order_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
begin
  return (
    with open_step as (
      select s.work_centre_id as centre, j.order_id, s.planned_minutes as minutes, greatest(v_today, least(j.due_date, private.day_of(s.planned_start))) as day
        from public.job_steps s join public.jobs j on j.id = s.job_id
       where (private.job_is_open(j.status) and (j.status <> 'on_hold' or j.order_id = p_order_id) or j.status = 'ready' and private.is_on_site(s))
         and s.status not in ('done', 'skipped') and s.planned_minutes > 0
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
comment on function private.day_with_hours is
'The first day from p_from on by which every work centre that an order needs has hours for it, after the work that is due or planned until then. p_minutes: {centre: minutes} that
it needs beside its open steps. Other jobs on hold take no hours, as in the plan. A centre without a limit, or without hours in half a year, does not count. Null where none counts.';

create function private.hours_of_shifts(p_from date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('centre', t.work_centre_id, 'person', t.user_id, 'day', t.day, 'minutes', t.minutes)
             order by t.day, t.work_centre_id, t.user_id) from (
      select s.work_centre_id, s.user_id, private.day_of(s.starts_at) as day, sum(extract(epoch from s.ends_at - s.starts_at) / 60 - s.break_minutes)::integer as minutes
        from public.shifts s
       where s.starts_at >= (p_from - 7)::timestamp at time zone private.company_zone() and s.starts_at < now() + interval '200 days'
       group by 1, 2, 3) as t), '[]');
end $$;
comment on function private.hours_of_shifts is
'The minutes of shifts by work centre, person and day, of the week before a day and of half a year after it.';

create function private.steps_to_plan(p_job_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'centre', w.id, 'people', s.assignees, 'status', s.status,
             'minutes', s.planned_minutes::double precision, 'after', s.depends_on, 'wait', s.wait_minutes, 'early', s.before_approval,
             'day', private.day_of(s.planned_start), 'starts_at', s.planned_start, 'mark', private.plan_mark(s),
             'rests_until', (select private.day_of(max(private.rests_until(d))) from public.job_steps d
               where d.job_id = s.job_id and d.id = any (s.depends_on) and d.status = 'done' and d.wait_minutes > 0
                 and private.rests_until(d) > now())) order by s.position)
      from public.job_steps s left join public.work_centres w on w.id = s.work_centre_id and w.archived_at is null
     where s.job_id = p_job_id and s.status not in ('done', 'skipped')), '[]');
end $$;
comment on function private.steps_to_plan is 'The open steps of a job in their order, for a plan.';

create function private.jobs_to_plan(p_is_named boolean) returns jsonb
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
     where private.job_is_open(private.status_of_work(j)) or private.status_of_work(j) = 'ready' and exists (
       select from public.job_steps s where s.job_id = j.id and s.status not in ('done', 'skipped') and private.is_on_site(s))), '[]');
end $$;
comment on function private.jobs_to_plan is 'The open jobs (not one that was ready when it was put on hold), and the ready ones with open work on site, with their open steps and what they lack, for a plan; with numbers and titles or without.';

create function private.workload() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_is_named constant boolean := private.is_server() or private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view');
begin
  if not (v_is_named or private.can('quotations', 'view')) then
    raise insufficient_privilege using message = 'You may not see the plan';
  end if;
  return jsonb_build_object('today', v_today,
    'centres', coalesce((
      select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'kind', w.kind, 'capacity', w.capacity_minutes_day, 'workDays', w.work_days,
               'colour', w.colour) order by w.sort, w.name) from public.work_centres w where w.archived_at is null), '[]'),
    'closures', coalesce((
      select jsonb_agg(jsonb_build_object('work_centre_id', c.work_centre_id, 'starts_on', c.starts_on, 'ends_on', c.ends_on, 'reason', c.reason)
               order by c.starts_on, c.id) from public.work_centre_closures c where c.ends_on >= v_today), '[]'),
    'shifts', private.hours_of_shifts(v_today),
    'away', coalesce((
      select jsonb_agg(jsonb_build_object('person', a.user_id, 'starts_on', a.starts_on, 'ends_on', a.ends_on) order by a.starts_on, a.user_id)
        from public.absences a where a.status = 'approved' and a.ends_on >= v_today), '[]'),
    'jobs', private.jobs_to_plan(v_is_named));
end $$;
comment on function private.workload is
'What a plan needs: work centres with their hours, closed days, shifts, who is away, and the open jobs with their open steps, what they
lack and the days that are promised. Who sees quotations only gets the jobs without their numbers and titles.';
call private.offer('private.workload()');

create function private.is_quoted_job(p_item public.quotation_items) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_item.kind = 'item' and p_item.qty > 0 and (not p_item.is_optional or p_item.is_selected) and private.becomes_job(p_item);
end $$;
comment on function private.is_quoted_job is 'True for a line of a quotation that becomes a job with the approval as it is chosen now.';

create function private.job_lines_of(p_quotation uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see this quotation');
  return array(
    select i.id from public.quotation_items i where i.quotation_id = p_quotation and i.kind = 'item' and private.becomes_job(i) order by i.position);
end $$;
comment on function private.job_lines_of is
  'The lines of a quotation that become a job with the approval, an option once it is chosen. By private.becomes_job, which the sheet shows.';
call private.offer('private.job_lines_of(uuid)');

create function private.minutes_of_quotation(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_object_agg(n.centre, n.minutes) from (
      select t.work_centre_id as centre, sum(private.template_minutes(t, i.qty, i.width_mm, i.height_mm)) as minutes
        from public.quotation_items i join public.job_step_templates t on t.service_id = i.service_id
       where i.quotation_id = p_id and private.is_quoted_job(i) and t.work_centre_id is not null group by 1) as n), '{}');
end $$;
comment on function private.minutes_of_quotation is 'The minutes that each work centre has to work for the jobs that a quotation would make: {centre: minutes}.';

create function private.arrival_for_quotation(p_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select max(private.arrival_of(m.id, n.qty))
      from public.quotation_items i join public.price_calculations c on c.id = i.calculation_id
      cross join lateral private.calculated_material(c, i.qty, i.width_mm, i.height_mm) as n join public.inventory_items m on m.id = n.item_id
     where i.quotation_id = p_id and n.qty > m.available and private.is_quoted_job(i));
end $$;
comment on function private.arrival_for_quotation is 'The last day on which ordered material arrives that the jobs of a quotation would lack; null without one.';

create function private.work_of_quotation(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_day date;
begin
  perform private.must('quotations', 'view', 'see this quotation');
  select o.* into v_order from public.orders o join public.quotations q on q.amends_order_id = o.id where q.id = p_id;
  if v_order.id is null then
    select q.id, q.terms into v_order.quotation_id, v_order.terms from public.quotations q where q.id = p_id;
  end if;
  v_day := coalesce(private.day_of_order(v_order), private.day_to_promise(v_order, array(
    select i.service_id from public.quotation_items i where i.quotation_id = p_id and private.is_quoted_job(i)),
    private.minutes_of_quotation(p_id), private.arrival_for_quotation(p_id)));
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', i.id, 'title', left(i.description, 200), 'waits_for_client', coalesce(s.mockup_required, false), 'lead_day', v_day,
             'lacks', coalesce((
               select jsonb_agg(jsonb_build_object('name', m.name, 'qty', (n.qty - greatest(m.available, 0))::double precision, 'unit', m.stock_unit,
                        'expected_on', private.arrival_of(m.id, n.qty), 'is_ordered', m.on_order > 0) order by m.name)
                 from public.price_calculations c, lateral private.calculated_material(c, i.qty, i.width_mm, i.height_mm) as n join public.inventory_items m on m.id = n.item_id
                where c.id = i.calculation_id and n.qty > m.available), '[]'),
             'steps', coalesce((
               select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'centre', w.id, 'wait', t.wait_minutes, 'early', t.before_approval,
                        'minutes', private.template_minutes(t, i.qty, i.width_mm, i.height_mm)::double precision, 'follows', t.after_previous)
                        order by t.position)
                 from public.job_step_templates t left join public.work_centres w on w.id = t.work_centre_id and w.archived_at is null
                where t.service_id = i.service_id), '[]')) order by i.position)
      from public.quotation_items i left join public.services s on s.id = i.service_id
     where i.quotation_id = p_id and private.is_quoted_job(i)), '[]');
end $$;
comment on function private.work_of_quotation is
'The jobs that a quotation would make, with the steps of their services and what of their calculated material is not
free, for a plan. lead_day: the day that their order has once it is promised, or that of the order that they join.';
call private.offer('private.work_of_quotation(uuid)');

create function private.changed_plans(p_moves jsonb) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select c.words from (
      select j.job_number, s.position, case when s.id is null then 'A step is not there any more'
               when s.status not in ('todo', 'paused') then format('%s of %s is %s', s.name, j.job_number, lower(private.status_in_words(s.status)))
               else format('%s changed %s of %s: it was moved %s', coalesce((
                 select e.actor_name from public.document_events e where e.kind = 'job' and e.record_id = s.job_id and e.type = 'step_planned'
                    and e.meta ->> 'step' = s.name order by e.id desc limit 1), 'Somebody else'), s.name, j.job_number,
                 private.plan_in_words(s.planned_start)) end as words
        from jsonb_to_recordset(p_moves) as m (id uuid, mark text)
        left join public.job_steps s on s.id = m.id left join public.jobs j on j.id = s.job_id
       where s.id is null or s.status not in ('todo', 'paused') or private.plan_mark(s) is distinct from m.mark) as c
     group by c.words order by min(c.job_number), min(c.position));
end $$;
comment on function private.changed_plans is 'What of these moves does not hold any more, because somebody else was faster, each as a sentence without its full stop.';

create function private.plan_steps(p_moves jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_changed text[];
  v_marks jsonb;
begin
  if not (private.is_server() or private.can('production', 'edit') or private.can('jobs', 'edit')) then
    raise insufficient_privilege using message = 'You may not plan steps';
  elsif jsonb_typeof(p_moves) is distinct from 'array' or jsonb_array_length(p_moves) not between 1 and 500 then
    perform private.refuse('22023', 'Plan between 1 and 500 steps at once');
  end if;
  perform from public.job_steps where id in (select m.id from jsonb_to_recordset(p_moves) as m (id uuid)) order by id for update;
  v_changed := private.changed_plans(p_moves);
  if cardinality(v_changed) > 0 then
    perform private.refuse('PT409', concat_ws('. ', variadic v_changed[:5]) || case when cardinality(v_changed) > 5
      then format('. And %s more', cardinality(v_changed) - 5) else '' end);
  elsif exists (
    select from jsonb_to_recordset(p_moves) as m (centre uuid) where m.centre is not null and not exists (
      select from public.work_centres w where w.id = m.centre and w.archived_at is null))
  then
    perform private.refuse('PT404', 'This work centre is not used any more');
  end if;
  perform private.log_event('job', s.job_id, 'step_planned', jsonb_build_object('step', s.name, 'from', s.planned_start, 'to', m.starts_at))
    from jsonb_to_recordset(p_moves) as m (id uuid, starts_at timestamptz) join public.job_steps s on s.id = m.id
   where s.planned_start is distinct from m.starts_at;
  with moved as (
    update public.job_steps s set planned_start = m.starts_at, work_centre_id = case when m.has_centre then m.centre else s.work_centre_id end
      from (select (one ->> 'id')::uuid as id, (one ->> 'starts_at')::timestamptz as starts_at, (one ->> 'centre')::uuid as centre,
              one ? 'centre' as has_centre from jsonb_array_elements(p_moves) as one) as m
     where s.id = m.id returning s)
  select jsonb_object_agg((moved.s).id, private.plan_mark(moved.s)) into v_marks from moved;
  return v_marks;
end $$;
comment on function private.plan_steps is
'Plans steps together, all or none: [{id, mark, starts_at, centre}]. Without a start a step leaves the plan; without a centre it stays
where it is. mark is what the person saw of it. PT409 names each step that somebody moved or began meanwhile. Returns the new marks.';
call private.offer('private.plan_steps(jsonb)');
