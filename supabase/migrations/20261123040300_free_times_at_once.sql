-- Free times asked about shifts and absences once for each of some hundred times. Who is there is read once now, for all
-- of the days.
create or replace function private.booking_starts(p_type public.booking_types, p_from date, p_until date) returns setof timestamptz
  language sql stable security definer set search_path = ''
as $$
  with days as materialized (
    select series.day::date as day, date_trunc('week', series.day)::date as week
      from generate_series(p_from::timestamp, p_until::timestamp, interval '1 day') as series(day)),
  weeks as materialized (
    select w.week, private.is_planned_week(w.week) as is_planned from (select distinct d.week from days d) as w),
  near as materialized (
    select s.user_id, s.starts_at, s.ends_at from public.shifts s
     where s.starts_at > p_from - interval '2 days' and s.starts_at < p_until + interval '2 days'),
  present as materialized (
    select n.starts_at, n.ends_at, n.user_id
      from near n join (select p.user_id from (select distinct n.user_id from near n) as p where private.works_here(p.user_id)) as here using (user_id)),
  away as materialized (
    select a.user_id, private.span_of_days(a.starts_on, a.ends_on) as span from public.absences a
     where a.status = 'approved' and a.ends_on >= p_from - 2 and a.starts_on <= p_until + 2),
  zone as materialized (select private.company_zone() as name)
  select s.at
    from days d
    join weeks w on w.week = d.week
    cross join zone
    join public.booking_hours h on h.desk = p_type.desk and h.weekday = extract(isodow from d.day)
    cross join lateral generate_series(
      (d.day + h.opens) at time zone zone.name,
      (d.day + h.closes) at time zone zone.name - make_interval(mins => p_type.minutes),
      make_interval(mins => p_type.step_minutes)) as s(at)
   where not exists (
     select from public.booking_closures c
      where (c.desk is null or c.desk = p_type.desk) and d.day between c.starts_on and c.ends_on)
     and (not w.is_planned or exists (
       select from present p
        where p.starts_at <= s.at and p.starts_at > s.at - interval '24 hours'
          and p.ends_at >= s.at + make_interval(mins => p_type.minutes)
          and not exists (
            select from away a
             where a.user_id = p.user_id and a.span && tstzrange(s.at, s.at + make_interval(mins => p_type.minutes), '[)'))))
$$;

revoke execute on all routines in schema private from public;
