set check_function_bodies = off;

create or replace function private.timings() returns table (kind text, id uuid, timing text, why text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return query
    with open_job as (
      select j.id, j.order_id, j.due_date, j.status, private.day_of_order(o) as promise,
             j.mockup_required and j.mockup_status is distinct from 'approved' as waits_for_client,
             exists (select from public.job_materials m where m.job_id = j.id and m.settled_at is null
                and m.qty_planned > m.qty_reserved + m.qty_used) as waits_for_material,
             (select min(s.name) from public.job_steps s where s.job_id = j.id and s.status not in ('done', 'skipped')
                and s.planned_start >= (j.due_date + 1)::timestamp at time zone private.company_zone()) as planned_after,
             (select coalesce(sum(s.planned_minutes + s.wait_minutes / 3.0), 0) from public.job_steps s
               where s.job_id = j.id and s.status not in ('done', 'skipped')) as minutes,
             (select count(*) * 480 from generate_series(v_today, least(j.due_date, v_today + 60), interval '1 day') as d
               where extract(isodow from d) < 6) as minutes_left
        from public.jobs j left join public.orders o on o.id = j.order_id
       where private.job_is_open(j.status) and j.due_date is not null
    ), told as (
      select w.id, w.order_id, case when w.due_date < v_today then 'late' else 'at_risk' end as timing,
             case when w.due_date < v_today then 'Its day is over'
                  when w.due_date > w.promise then 'It is due after the day of its order'
                  when w.planned_after is not null then format('%s is planned after the day of the job', w.planned_after)
                  when w.minutes > w.minutes_left then 'Its work takes longer than the time that is left'
                  when w.due_date > v_today + 1 then null
                  when w.status = 'on_hold' then 'It is due and on hold'
                  when w.waits_for_client then 'It is due and its mockup is not approved'
                  when w.waits_for_material then 'It is due and material is missing' end as why
        from open_job w
    )
    select 'job', t.id, t.timing, t.why from told t where t.why is not null
    union all
    select 'order', l.id, 'late', 'Its day is over' from private.late_orders() l
    union all
    select 'order', o.id, 'at_risk', case when bool_or(t.timing = 'late') then 'A job of it is late'
             when bool_or(t.timing = 'at_risk') then 'A job of it is at risk' else 'Its delivery is planned after its day' end
      from public.orders o
      left join told t on t.order_id = o.id and t.why is not null
      left join public.deliveries d on d.order_id = o.id and d.status not in ('delivered', 'partially_delivered', 'cancelled', 'failed')
        and d.scheduled_at >= (private.day_of_order(o) + 1)::timestamp at time zone private.company_zone()
     where (t.id is not null or d.id is not null) and o.status not in ('delivered', 'completed', 'cancelled')
       and (private.is_server() or private.can('orders', 'view')) and coalesce(private.day_of_order(o) >= v_today, true)
     group by o.id;
end $$;

create or replace function private.done_in_words(p_step public.job_steps) returns text
  language sql stable security definer set search_path = ''
as $$
  select concat_ws(', ',
    coalesce((select e.actor_name from public.document_events e where e.kind = 'job' and e.record_id = p_step.job_id and e.type = 'step_done'
                and e.meta ->> 'step' = p_step.name order by e.at desc limit 1), private.person_label(p_step.assignees[1])),
    to_char(p_step.finished_at at time zone private.company_zone(), 'FMDD Mon, HH24:MI'),
    case when p_step.qty_good > 0 then trim_scale(p_step.qty_good) || ' good' end,
    case when p_step.qty_waste > 0 then trim_scale(p_step.qty_waste) || ' wasted' end)
$$;

create or replace function private.job_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view') or private.can('orders', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return (
    select jsonb_build_object('number', j.job_number, 'status', j.status, 'title', j.title, 'company', private.company_facts(),
      'client', coalesce(private.contact_facts(j.contact_id), jsonb_build_object('name', null, 'company', 'Work of the house', 'address', null,
        'city', null, 'postcode', null, 'country', null, 'vat_number', null)),
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

create or replace function private.refuse_after_order(p_job public.jobs) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_job.order_id;
  if p_job.due_date > private.day_of_order(v_order) then
    perform private.refuse('PT409', format('%s is to be handed over by %s. %s cannot be due after that: please move the day of the order first.',
      v_order.order_number, to_char(private.day_of_order(v_order), 'FMDD Mon YYYY'), p_job.job_number));
  end if;
end $$;

create or replace function private.guard_due_day() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_after_order(new);
  return new;
end $$;

create or replace function private.reschedule_job(p_id uuid, p_mark text, p_due_date date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_was date;
begin
  perform private.must('jobs', 'edit', 'change due dates');
  select * into v_job from public.jobs where id = p_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_job.due_date is not distinct from p_due_date then
    return;
  elsif private.plan_mark(v_job) is distinct from p_mark then
    perform private.refuse_moved('job', p_id, 'due_moved', coalesce('to ' || to_char(v_job.due_date, 'Dy FMDD Mon YYYY'), 'out of the calendar'));
  elsif v_job.status in ('delivered', 'closed', 'cancelled') then
    perform private.refuse('PT409', format('This job is %s', v_job.status));
  end if;
  v_was := v_job.due_date;
  v_job.due_date := p_due_date;
  perform private.refuse_after_order(v_job);
  update public.jobs set due_date = p_due_date where id = p_id;
  perform private.log_event('job', p_id, 'due_moved', jsonb_build_object('from', v_was, 'to', p_due_date));
end $$;

create or replace function private.keep_promise() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse('PT409', format('It is promised for %s: it has to be finished by then', to_char(new.promised_date, 'FMDD Mon YYYY')));
  return null;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger guard_due_day before update of due_date on public.jobs
  for each row when (current_user in ('anon', 'authenticated') and new.due_date is distinct from old.due_date and new.order_id is not null)
  execute function private.guard_due_day();

create or replace trigger keep_promise before insert or update of due_date, promised_date on public.orders
  for each row when (current_user in ('anon', 'authenticated') and new.due_date > new.promised_date)
  execute function private.keep_promise();

comment on function private.reschedule_job(pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'Gives a job another due date, or none; not one after the day of its order. p_mark is what the person saw of it: PT409 where somebody
moved it meanwhile.';

comment on function private.timings() is 'What is late or at risk now, of jobs that are not ready and orders that are not handed over, with the reason as a sentence. Late: its
day is over. At risk: its work takes longer than the working time that is left (eight hours a working day), it is due after the day
of its order, a step or the delivery is planned after its day, or it is due by tomorrow and waits. What is in time is not in it.';

comment on function public.reschedule_job(pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'Gives a job another due date, or none; not one after the day of its order. p_mark is what the person saw of it: PT409 where somebody
moved it meanwhile.';

comment on function public.timings() is 'What is late or at risk now, of jobs that are not ready and orders that are not handed over, with the reason as a sentence. Late: its
day is over. At risk: its work takes longer than the working time that is left (eight hours a working day), it is due after the day
of its order, a step or the delivery is planned after its day, or it is due by tomorrow and waits. What is in time is not in it.';

comment on function private.done_in_words(public.job_steps) is 'Who did a step, when, and what came out: "Mark Grima, 24 Nov, 15:10, 8 good".';

comment on function private.keep_promise() is 'Refuses that a person lets an order be due after the day that the client was told.';

comment on function private.refuse_after_order(public.jobs) is 'Refuses a job that would be due after the day of its order.';

reset check_function_bodies;
