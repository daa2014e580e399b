set check_function_bodies = off;

create or replace function private.orders_to_deliver(p_text text default '')
  returns table (id uuid, order_number text, project_title text, contact_id uuid, status text, due_date date, lines integer)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  return query
    select o.id, o.order_number, o.project_title, o.contact_id, o.status, private.day_of_order(o), open.lines::integer
      from public.orders o
      join public.contacts c on c.id = o.contact_id
      cross join lateral (
        select count(*) as lines from public.order_items i
         where i.order_id = o.id and i.kind = 'item' and i.qty > private.planned_of(i.id)) as open
     where o.status not in ('cancelled', 'on_hold', 'completed') and o.delivered_pct < 100 and open.lines > 0
       and (btrim(coalesce(p_text, '')) = ''
            or strpos(private.folded(concat_ws(' ', o.order_number, o.project_title, c.name, c.last_name, c.company)), private.folded(btrim(p_text))) > 0)
     order by o.status = 'ready' desc, private.day_of_order(o) nulls last, o.order_number
     limit 40;
end $$;

comment on function private.orders_to_deliver(pg_catalog.text) is 'Orders of which something is not planned yet: what is ready first, then by the day of the order; at most 40. p_text: part
of the number, the title or the client. lines: how many lines are not planned in full.';

comment on function public.orders_to_deliver(pg_catalog.text) is 'Orders of which something is not planned yet: what is ready first, then by the day of the order; at most 40. p_text: part
of the number, the title or the client. lines: how many lines are not planned in full.';

reset check_function_bodies;
