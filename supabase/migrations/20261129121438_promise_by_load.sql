set check_function_bodies = off;

drop routine private.day_by_lead_time(p_order public.orders, p_services uuid[]);

create or replace function private.arrival_for_order(p_order_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select max(private.arrival_of(m.item_id)) from public.jobs j join public.job_materials m on m.job_id = j.id
           where j.order_id = p_order_id and private.job_is_open(j.status) and m.settled_at is null and m.qty_planned > m.qty_reserved + m.qty_used);
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
       where private.job_is_open(j.status) and s.status not in ('done', 'skipped') and s.planned_minutes > 0
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
             'status', j.status, 'due', j.due_date, 'priority', j.priority, 'order_id', j.order_id,
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
     where private.job_is_open(j.status)), '[]');
end $$;

create or replace function private.minutes_of_quotation(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_object_agg(n.centre, n.minutes) from (
      select t.work_centre_id as centre, sum(private.template_minutes(t, i.qty, i.width_mm, i.height_mm)) as minutes
        from public.quotation_items i join public.job_step_templates t on t.service_id = i.service_id
       where i.quotation_id = p_id and private.is_quoted_job(i) and t.work_centre_id is not null group by 1) as n), '{}');
end $$;

create or replace function private.arrival_for_quotation(p_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select max(private.arrival_of(m.id, n.qty))
      from public.quotation_items i join public.price_calculations c on c.id = i.calculation_id
      cross join lateral private.calculated_material(c, i.qty) as n join public.inventory_items m on m.id = n.item_id
     where i.quotation_id = p_id and n.qty > m.available and private.is_quoted_job(i));
end $$;

create or replace function private.work_of_quotation(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_day date;
begin
  perform private.must('quotations', 'view', 'see this quotation');
  select o.* into v_order from public.orders o join public.quotations q on q.amends_order_id = o.id where q.id = p_id;
  v_day := coalesce(private.day_of_order(v_order), private.day_to_promise(v_order, array(
    select i.service_id from public.quotation_items i where i.quotation_id = p_id and private.is_quoted_job(i)),
    private.minutes_of_quotation(p_id), private.arrival_for_quotation(p_id)));
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', i.id, 'title', left(i.description, 200), 'waits_for_client', coalesce(s.mockup_required, false), 'lead_day', v_day,
             'lacks', coalesce((
               select jsonb_agg(jsonb_build_object('name', m.name, 'qty', (n.qty - greatest(m.available, 0))::double precision, 'unit', m.stock_unit,
                        'expected_on', private.arrival_of(m.id, n.qty), 'is_ordered', m.on_order > 0) order by m.name)
                 from public.price_calculations c, lateral private.calculated_material(c, i.qty) as n join public.inventory_items m on m.id = n.item_id
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

create or replace function private.day_to_promise(
  p_order public.orders, p_services uuid[] default '{}', p_minutes jsonb default '{}', p_arrival date default null) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead constant date := private.working_day_after(private.company_today(), private.lead_days_of(private.services_of_order(p_order.id) || p_services));
begin
  return greatest(v_lead, private.day_with_hours(p_minutes, v_lead, p_order.id), p_arrival, private.arrival_for_order(p_order.id));
end $$;

create or replace function private.promise_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_days integer;
  v_lead date;
  v_day date;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null or v_order.cancelled_at is not null or v_order.deposit_paid < v_order.deposit_amount
     or v_order.due_date is not null or v_order.promised_date is not null then
    return;
  end if;
  v_days := private.lead_days_of(private.services_of_order(p_order_id));
  v_lead := private.working_day_after(private.company_today(), v_days);
  v_day := private.day_to_promise(v_order);
  update public.orders set due_date = v_day, promised_date = v_day where id = p_order_id;
  perform private.log_event('order', p_order_id, case when v_day > v_lead then 'promised_later' else 'promised' end,
    jsonb_build_object('day', v_day, 'working_days', v_days, 'lead_day', v_lead));
  if v_day > v_lead then
    perform private.tell_people((select private.owners_of(q) from public.quotations q where q.id = v_order.quotation_id),
      format('%s is promised for %s', v_order.order_number, to_char(v_day, 'FMDD Mon YYYY')),
      format('Its lead time ends on %s. The hours of its work centres or its material are not there before.', to_char(v_lead, 'FMDD Mon YYYY')),
      'order', p_order_id);
  end if;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.promise_order(pg_catalog.uuid) is 'Gives an order that has no day one, when its work can begin: after the approval, or after its deposit. The longest lead time of its
jobs counts, and a later day where the work that is promised already leaves it no hours; the day is due and promised. A person moves it like any other.';

comment on function private.work_of_quotation(pg_catalog.uuid) is 'The jobs that a quotation would make, with the steps of their services and what of their calculated material is not
free, for a plan. lead_day: the day that their order has once it is promised, or that of the order that they join.';

comment on function public.work_of_quotation(pg_catalog.uuid) is 'The jobs that a quotation would make, with the steps of their services and what of their calculated material is not
free, for a plan. lead_day: the day that their order has once it is promised, or that of the order that they join.';

comment on function private.arrival_for_order(pg_catalog.uuid) is 'The last day on which ordered material arrives that open jobs of an order lack; null without one.';

comment on function private.arrival_for_quotation(pg_catalog.uuid) is 'The last day on which ordered material arrives that the jobs of a quotation would lack; null without one.';

comment on function private.day_to_promise(public.orders,pg_catalog.uuid[],pg_catalog.jsonb,pg_catalog.date) is 'The day that promise_order gives an order when it is confirmed today, with jobs of these services beside its own: that of the lead time, or a later one on which its work
centres have hours for it (p_minutes: {centre: minutes} beside its own) and what it lacks has arrived (p_arrival: the last arrival beside its own).';

comment on function private.day_with_hours(pg_catalog.jsonb,pg_catalog.date,pg_catalog.uuid) is 'The first day from p_from on by which every work centre that an order needs has hours for it, after the work that is due or planned until then. p_minutes: {centre: minutes} that
it needs beside its open steps. A centre without a limit, or without hours in half a year, does not count. Null where none counts.';

comment on function private.minutes_of_quotation(pg_catalog.uuid) is 'The minutes that each work centre has to work for the jobs that a quotation would make: {centre: minutes}.';

reset check_function_bodies;
