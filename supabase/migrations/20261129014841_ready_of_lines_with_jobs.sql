set check_function_bodies = off;

create or replace function private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid default null)
  returns table (order_item_id uuid, description text, details text, unit text, ordered text, before text, on_the_way text,
    now text, handed_over text, left_over text, ready text, not_made text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  return query
    select i.id, i.description, i.details, i.unit, trim_scale(i.qty)::text, trim_scale(other.taken)::text,
           trim_scale(greatest(other.taken - (i.qty_delivered - coalesce(own.qty_delivered, 0)), 0))::text,
           trim_scale(coalesce(own.qty, 0))::text, trim_scale(coalesce(own.qty_delivered, 0))::text,
           trim_scale(greatest(i.qty - other.taken, 0))::text,
           case when exists (select from public.jobs j where j.order_item_id = i.id and j.status <> 'cancelled')
             then trim_scale(private.ready_of_line(i.id))::text end, private.open_work_of_line(i.id)
      from public.order_items i
      left join public.delivery_items own on own.order_item_id = i.id and own.delivery_id = p_delivery_id
      cross join lateral (
        select private.planned_of(i.id) - coalesce((select case when d.status in ('cancelled', 'failed') then own.qty_delivered else own.qty end
                                                      from public.deliveries d where d.id = own.delivery_id), 0) as taken) as other
     where i.order_id = p_order_id and i.kind = 'item'
     order by i.position;
end $$;

comment on function private.lines_to_deliver(pg_catalog.uuid,pg_catalog.uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most; ready: what is
made, with what is delivered, null for a line that no job makes; not_made: its jobs that are not made yet.';

comment on function public.lines_to_deliver(pg_catalog.uuid,pg_catalog.uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most; ready: what is
made, with what is delivered, null for a line that no job makes; not_made: its jobs that are not made yet.';

reset check_function_bodies;
