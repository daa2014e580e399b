set check_function_bodies = off;

create or replace function private.deliveries_of_today() returns setof public.deliveries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone constant text := private.company_zone();
begin
  return query
    select d.* from public.deliveries d
     where d.scheduled_at >= private.company_today()::timestamp at time zone v_zone and d.status <> 'cancelled'
       and d.scheduled_at < (private.company_today() + 1)::timestamp at time zone v_zone
       and (private.is_server() or private.can('deliveries', 'view'))
    union all
    select l.* from private.late_deliveries() as l
     order by scheduled_at, id;
end $$;

comment on function private.deliveries_of_today() is 'The deliveries of today by the clock of the company, those that are brought already too, and the late ones: what the dashboard, the day
plan, the board on the wall and a driver count, the earliest first. For whoever may view deliveries.';

comment on function public.deliveries_of_today() is 'The deliveries of today by the clock of the company, those that are brought already too, and the late ones: what the dashboard, the day
plan, the board on the wall and a driver count, the earliest first. For whoever may view deliveries.';

reset check_function_bodies;
