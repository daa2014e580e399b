set check_function_bodies = off;

create or replace function private.jobs_to_plan(p_is_named boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', j.id, 'number', case when p_is_named then j.job_number end, 'title', case when p_is_named then j.title end,
             'status', j.status, 'due', j.due_date, 'priority', j.priority, 'order_id', j.order_id,
             'order', case when p_is_named then o.order_number end, 'promise', private.day_of_order(o),
             'waits_for_client', j.mockup_required and j.mockup_status is distinct from 'approved',
             'lacks', coalesce((
               select jsonb_agg(jsonb_build_object('name', i.name, 'qty', (m.qty_planned - m.qty_reserved - m.qty_used)::double precision,
                        'unit', i.stock_unit, 'expected_on', private.arrival_of(i.id), 'is_ordered', i.on_order > 0) order by i.name)
                 from public.job_materials m join public.inventory_items i on i.id = m.item_id
                where m.job_id = j.id and m.settled_at is null and m.qty_planned > m.qty_reserved + m.qty_used), '[]'),
             'has_steps', exists (select from public.job_steps s where s.job_id = j.id), 'steps', private.steps_to_plan(j.id)) order by j.due_date nulls last, j.job_number)
      from public.jobs j left join public.orders o on o.id = j.order_id where private.job_is_open(j.status)), '[]');
end $$;

reset check_function_bodies;
