-- One date: the jobs of an order follow its day, and what is late or at risk is said here alone.

create function private.day_of_order(p_order public.orders) returns date
  language sql immutable set search_path = ''
as $$ select least(p_order.due_date, p_order.promised_date) $$;
comment on function private.day_of_order is 'The day by which an order is handed over: the earlier of due and promised; null without either.';

create function private.follow_order_day() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_was constant date := private.day_of_order(old);
  v_is constant date := private.day_of_order(new);
  v_job record;
begin
  if v_is is null or v_is is not distinct from v_was then
    return null;
  end if;
  for v_job in
    select j.id, j.due_date from public.jobs j
     where j.order_id = new.id and private.job_is_open(j.status) and j.due_date is distinct from v_is
       and (j.due_date is null or j.due_date = v_was or j.due_date > v_is)
     order by j.id for no key update
  loop
    update public.jobs set due_date = v_is where id = v_job.id;
    perform private.log_event('job', v_job.id, 'due_moved', jsonb_build_object('from', v_job.due_date, 'to', v_is, 'with', new.order_number));
  end loop;
  return null;
end $$;
comment on function private.follow_order_day() is
'Open jobs move with the day of their order: those that had its day, none, or a later one. A job with an earlier day of its own keeps it.';
create trigger follow_day after update of due_date, promised_date on public.orders
  for each row when (old.due_date is distinct from new.due_date or old.promised_date is distinct from new.promised_date)
  execute function private.follow_order_day();

create function private.late_orders() returns setof public.orders
  language sql stable security definer set search_path = ''
as $$
  select o.* from public.orders o
   where private.day_of_order(o) < private.company_today() and o.status not in ('delivered', 'completed', 'cancelled')
     and (private.is_server() or private.can('orders', 'view'))
$$;
comment on function private.late_orders is 'Orders that are not handed over and whose day is over by the clock of the company, for whoever may view orders.';
call private.offer('private.late_orders()');

create function private.timings() returns table (kind text, id uuid, timing text, why text)
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
    select 'order', o.id, 'at_risk', case when bool_or(t.timing = 'late') then 'A job of it is late' else 'A job of it is at risk' end
      from told t join public.orders o on o.id = t.order_id
     where t.why is not null and o.status not in ('delivered', 'completed', 'cancelled') and (private.is_server() or private.can('orders', 'view'))
       and coalesce(private.day_of_order(o) >= v_today, true)
     group by o.id;
end $$;
comment on function private.timings is
'What is late or at risk now, of jobs that are not ready and orders that are not handed over, with the reason as a sentence. Late: its
day is over. At risk: its work takes longer than the working time that is left (eight hours a working day), it is due after the day
of its order, or it is due by tomorrow and waits. What is in time is not in it.';
call private.offer('private.timings()');

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
                 'status', s.status) order by s.position)
          from public.job_steps s left join public.work_centres w on w.id = s.work_centre_id
         where s.job_id = j.id and s.status <> 'skipped'), '[]'),
      'materials', coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'bin', i.bin, 'planned', private.qty_text(m.qty_planned, i.stock_unit)) order by i.name)
          from public.job_materials m join public.inventory_items i on i.id = m.item_id where m.job_id = j.id and m.qty_planned > 0), '[]'))
      from public.jobs j where j.id = p_id);
end $$;

revoke execute on all routines in schema private from public;
