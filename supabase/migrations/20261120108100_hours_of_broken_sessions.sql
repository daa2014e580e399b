-- A session without a start, or without an end although its timer does not run, counts nothing: nobody knows how long it
-- was. `least` and `greatest` leave nulls out, so such a one filled every day of the span.

create or replace function public.time_summary(p_from date, p_to date, p_zone text, p_person uuid default null) returns jsonb
  language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_start constant timestamptz := p_from::timestamp at time zone p_zone;
  v_rows jsonb;
begin
  if p_to < p_from or p_to - p_from > 400 then
    raise invalid_parameter_value using message = 'Choose between one day and 400 days';
  end if;
  select coalesce(jsonb_agg(to_jsonb(summed) order by summed.day, summed.person, summed.client_name, summed.business_name), '[]')
    into v_rows
    from (
      select day::date as day, piece.user_id, coalesce(nullif(max(who.name), ''), piece.user_email) as person,
             piece.client_name, piece.business_name,
             sum(private.seconds_between(started, least(ended, (day + interval '1 day') at time zone p_zone))
               - private.seconds_between(started, greatest(started, day at time zone p_zone)))::bigint as seconds,
             bool_or(is_open and (ended at time zone p_zone)::date = day::date) as is_running
        from (
          select e.user_id, e.user_email, e.client_name, e.business_name,
                 private.instant(one ->> 'startTime') as started,
                 one ->> 'endTime' is null and e.status = 'active' and place = jsonb_array_length(e.sessions) as is_open,
                 coalesce(private.instant(one ->> 'endTime'),
                   case when one -> 'isPaused' = 'true' then private.instant(one ->> 'pausedAt') end,
                   case when e.status = 'active' and place = jsonb_array_length(e.sessions) then clock_timestamp() end) as ended
            from public.time_entries e
            cross join lateral jsonb_array_elements(e.sessions) with ordinality as listed (one, place)
           where (e.status = 'active' or e.touched_at >= v_start) and (p_person is null or e.user_id = p_person)
        ) as piece
        cross join lateral generate_series(
          greatest(p_from::timestamp, date_trunc('day', started at time zone p_zone)),
          least(p_to::timestamp, date_trunc('day', ended at time zone p_zone)), interval '1 day') as day
        left join lateral (
          select btrim(concat_ws(' ', c.name, c.last_name)) as name from public.contacts c
           where c.user_id = piece.user_id limit 1) as who on true
       where piece.ended >= piece.started
       group by 1, 2, piece.user_email, 4, 5
    ) as summed
   where summed.seconds > 0 or summed.is_running;
  return v_rows;
end $$;
