-- A visitor who comes back by another link counted for both sources. Now each has the source and the device that they arrived with.

create or replace function private.website_analytics(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_zone constant text := private.company_zone();
  v_from constant timestamptz := p_from::timestamp at time zone v_zone;
  v_to constant timestamptz := (p_to + 1)::timestamp at time zone v_zone;
begin
  perform private.must_be_staff();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 400 then
    perform private.refuse('22023', 'Please choose at most 400 days');
  end if;
  return (
    with seen as materialized (
      select *, (at at time zone v_zone)::date as day from public.page_visits where at >= v_from and at < v_to),
    arrived as materialized (
      select distinct on (session_hash) session_hash, coalesce(referrer_host, '') as source, device from seen order by session_hash, at, id)
    select jsonb_build_object(
      'visits', count(*), 'visitors', count(distinct session_hash),
      'now', (select count(distinct v.session_hash) from public.page_visits v where v.at > now() - interval '5 minutes'),
      'days', (select jsonb_agg(jsonb_build_object('day', d::date, 'visits', coalesce(n.visits, 0), 'visitors', coalesce(n.visitors, 0)) order by d)
                 from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') as d
                 left join (select day, count(*) as visits, count(distinct session_hash) as visitors from seen group by day) as n on n.day = d::date),
      'pages', (select coalesce(jsonb_agg(jsonb_build_object('name', path, 'count', n) order by n desc, path), '[]')
                  from (select path, count(*) as n from seen group by path order by n desc, path limit 15) as top),
      'sources', (select coalesce(jsonb_agg(jsonb_build_object('name', source, 'count', n) order by n desc, source), '[]')
                    from (select source, count(*) as n from arrived group by source order by n desc, source limit 10) as top),
      'devices', (select coalesce(jsonb_agg(jsonb_build_object('name', device, 'count', n) order by n desc), '[]')
                    from (select device, count(*) as n from arrived group by device) as kinds),
      'funnel', jsonb_build_array(
        jsonb_build_object('name', 'visitors', 'count', count(distinct session_hash)),
        jsonb_build_object('name', 'service', 'count', count(distinct session_hash) filter (where path like '/services/%')),
        jsonb_build_object('name', 'booking', 'count', count(distinct session_hash) filter (where path = '/schedule-appointment')),
        jsonb_build_object('name', 'booked', 'count', (select count(*) from public.bookings b
          where b.source = 'site' and b.status <> 'held' and b.created_at >= v_from and b.created_at < v_to)),
        jsonb_build_object('name', 'price', 'count', count(distinct session_hash) filter (where path in ('/client-registration', '/designer-interview')))))
      from seen);
end $function$;
