set check_function_bodies = off;

create or replace function private.deliveries_to_see_to() returns setof public.deliveries
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select l.* from private.late_deliveries() as l
    union all
    select d.* from public.deliveries d join public.orders o on o.id = d.order_id
     where d.status = 'failed' and o.status <> 'cancelled'
       and exists (select from public.delivery_items i where i.delivery_id = d.id and private.free_of_line(i.order_item_id) > 0)
       and (private.is_server() or private.can('deliveries', 'view'));
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.deliveries_to_see_to()');

comment on function private.deliveries_to_see_to() is 'Late deliveries, and those that failed while something of them is neither delivered, planned for another delivery nor
invoiced: a client waits for it. For whoever may view deliveries.';

comment on function public.deliveries_to_see_to() is 'Late deliveries, and those that failed while something of them is neither delivered, planned for another delivery nor
invoiced: a client waits for it. For whoever may view deliveries.';

reset check_function_bodies;
