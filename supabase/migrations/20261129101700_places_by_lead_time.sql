set check_function_bodies = off;

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
      left join (select w.id, private.day_by_lead_time(w) as day from public.orders w
                  where w.due_date is null and w.promised_date is null and w.cancelled_at is null
                    and exists (select from public.jobs n where n.order_id = w.id and private.job_is_open(n.status))) as l on l.id = o.id
     where private.job_is_open(j.status)), '[]');
end $$;

create or replace function private.is_quoted_job(p_item public.quotation_items) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_item.kind = 'item' and p_item.qty > 0 and (not p_item.is_optional or p_item.is_selected) and private.becomes_job(p_item);
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
  v_day := coalesce(private.day_of_order(v_order), private.day_by_lead_time(v_order, array(
    select i.service_id from public.quotation_items i where i.quotation_id = p_id and private.is_quoted_job(i))));
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

create or replace function private.lead_days_of(p_services uuid[]) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(max(coalesce(s.lead_days, c.lead_days)), max(c.lead_days))
    from public.company_settings c left join unnest(p_services) as j (service_id) on true left join public.services s on s.id = j.service_id);
end $$;

create or replace function private.services_of_order(p_order_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select j.service_id from public.jobs j where j.order_id = p_order_id and j.status <> 'cancelled');
end $$;

create or replace function private.day_by_lead_time(p_order public.orders, p_services uuid[] default '{}') returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.working_day_after(private.company_today(), private.lead_days_of(private.services_of_order(p_order.id) || p_services));
end $$;

create or replace function private.promise_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_days integer;
  v_day date;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null or v_order.cancelled_at is not null or v_order.deposit_paid < v_order.deposit_amount
     or v_order.due_date is not null or v_order.promised_date is not null then
    return;
  end if;
  v_days := private.lead_days_of(private.services_of_order(p_order_id));
  v_day := private.working_day_after(private.company_today(), v_days);
  update public.orders set due_date = v_day, promised_date = v_day where id = p_order_id;
  perform private.log_event('order', p_order_id, 'promised', jsonb_build_object('day', v_day, 'working_days', v_days));
end $$;

revoke execute on all routines in schema private from public;

comment on function private.work_of_quotation(pg_catalog.uuid) is 'The jobs that a quotation would make, with the steps of their services and what of their calculated material is not
free, for a plan. lead_day: the day that their order has once it is promised by the lead time, or that of the order that they join.';

comment on function public.work_of_quotation(pg_catalog.uuid) is 'The jobs that a quotation would make, with the steps of their services and what of their calculated material is not
free, for a plan. lead_day: the day that their order has once it is promised by the lead time, or that of the order that they join.';

comment on function private.day_by_lead_time(public.orders,pg_catalog.uuid[]) is 'The day that promise_order gives an order when it is confirmed today, with jobs of these services beside its own.';

comment on function private.is_quoted_job(public.quotation_items) is 'True for a line of a quotation that becomes a job with the approval as it is chosen now.';

comment on function private.lead_days_of(pg_catalog.uuid[]) is 'The longest lead time of jobs of these services, in working days: that of the company for a job without a service or one without its own.';

comment on function private.services_of_order(pg_catalog.uuid) is 'The service of each job of an order; null for a job without one.';

reset check_function_bodies;
