-- Two holes in what a direct update may do to sessions: one that stood in the row before was never judged again, so it
-- could stand there twice, or behind a new one that overlaps it, and count double. And a row from a server whose clock was
-- ahead, or with sessions that overlapped before, could not even be paused until the clock came by. A session is judged
-- beside the one before it, unless it began there, behind the same one, already.

create or replace function private.check_time_entry() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_known constant jsonb := case tg_op when 'UPDATE' then old.sessions else '[]' end;
  v_last constant jsonb := new.sessions -> -1;
  v_problem text;
begin
  new.touched_at := case tg_op when 'UPDATE' then old.touched_at else clock_timestamp() end;
  if jsonb_typeof(new.sessions) is distinct from 'array' then
    return new;
  end if;
  if tg_op = 'UPDATE' and (new.status, new.sessions, new.total_duration)
    is not distinct from (old.status, old.sessions, old.total_duration)
  then
    return new;
  end if;

  select case
      when is_known and ended is null and not (is_last and new.status = 'active')
        then 'Only the last session of a running timer is open'
      when not stood_here and started < previous_end then 'Sessions cannot overlap'
      when is_known then null
      when jsonb_typeof(one) <> 'object' or started is null then 'A session needs a start time'
      when octet_length(one::text) > 1000 then 'A session holds more than its five values'
      when one ->> 'endTime' is not null and private.instant(one ->> 'endTime') is null
        then 'The end of a session is not a time'
      when coalesce(jsonb_typeof(one -> 'isPaused'), 'null') not in ('boolean', 'null')
        then 'A session is either paused or not'
      when ended is null and not (is_last and new.status = 'active')
        then 'Only the last session of a running timer is open'
      when ended < started then 'A session cannot end before it starts'
      when (not stood_here and started is distinct from previous_end and started > soon)
        or (ended is distinct from started and ended > soon)
        then 'A session cannot lie in the future'
      when ended is null and coalesce(one ->> 'duration', '00:00:00') <> '00:00:00'
        then 'An open session has no duration yet'
      when ended is not null and coalesce(
        abs(private.seconds_of(one ->> 'duration') - private.seconds_between(started, ended)) > 1, true)
        then 'The duration of a session does not match its times'
    end
    into v_problem
    from (
      select timed.*, lag(timed.ended) over (order by timed.place) as previous_end,
             timed.one in (select jsonb_array_elements(v_known)) as is_known,
             jsonb_build_array(lag(timed.one) over (order by timed.place), timed.one -> 'startTime') in (
               select jsonb_build_array(lag(was) over (order by nth), was -> 'startTime')
                 from jsonb_array_elements(v_known) with ordinality as stood (was, nth)) as stood_here,
             clock_timestamp() + interval '5 minutes' as soon
        from (
          select listed.one, listed.place, listed.place = jsonb_array_length(new.sessions) as is_last,
                 private.instant(listed.one ->> 'startTime') as started,
                 private.instant(coalesce(listed.one ->> 'endTime',
                   case when listed.one -> 'isPaused' = 'true' then listed.one ->> 'pausedAt' end)) as ended
            from jsonb_array_elements(new.sessions) with ordinality as listed (one, place)
        ) as timed
    ) as session
   where is_last or not is_known or not stood_here
   order by 1 nulls last
   limit 1;
  if v_problem is null and new.status = 'active' and v_last ->> 'endTime' is not null then
    v_problem := 'A running timer needs an open session';
  end if;
  if v_problem is null and new.total_duration is distinct from private.total_of(new.sessions) then
    v_problem := 'The total does not match the sessions';
  end if;
  if v_problem is not null then
    raise check_violation using message = v_problem;
  end if;

  if tg_op = 'UPDATE' and (new.status, new.sessions) is distinct from (old.status, old.sessions) then
    new.touched_at := clock_timestamp();
  end if;
  return new;
end $$;
