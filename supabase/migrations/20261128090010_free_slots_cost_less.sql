-- What free_slots asked anew for each shift and each time, asked once: 42 days took 160 ms, during which everybody waited.

create or replace function private.is_planned_week(p_day date) returns boolean
language sql stable security definer set search_path = '' as $$
  with week as materialized (
    select private.span_of_days(date_trunc('week', p_day)::date, date_trunc('week', p_day)::date + 6) as span)
  select exists (
    select from week join public.shifts s on s.starts_at >= lower(week.span) and s.starts_at < upper(week.span))
$$;

create or replace function private.free_slots(p_type text, p_from date, p_days integer, p_holder uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_type public.booking_types;
  v_days constant integer := least(greatest(p_days, 1), 42);
  v_reach tstzrange;
begin
  select * into v_type from public.booking_types where slug = p_type and is_active;
  if v_type.id is null then
    return null;
  elsif p_from is null or p_from not between private.company_today() - 1 and private.company_today() + 200 then
    perform private.refuse('22023', 'Please choose a day within the next months');
  end if;
  v_reach := private.booking_reach(v_type);
  return jsonb_build_object(
    'zone', private.company_zone(),
    'today', private.company_today(),
    'last_day', private.company_today() + v_type.horizon_days,
    'slots', coalesce((
      with taken as materialized (
        select b.busy from public.bookings b
         where b.desk = v_type.desk and b.status in ('held', 'confirmed', 'done')
           and (b.status <> 'held' or b.held_until > now()) and b.public_uuid is distinct from p_holder
           and b.busy && tstzrange(p_from::timestamptz - interval '2 days', p_from::timestamptz + make_interval(days => v_days + 2)))
      select jsonb_agg(s.at order by s.at)
        from private.booking_starts(v_type, p_from, p_from + v_days - 1) as s(at)
       where s.at <@ v_reach
         and not exists (
           select from taken t
            where t.busy && tstzrange(s.at, s.at + make_interval(mins => v_type.minutes + v_type.gap_minutes), '[)'))), '[]'));
end $$;
