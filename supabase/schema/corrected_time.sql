-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.check_corrected_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_known constant jsonb := case tg_op when 'UPDATE' then old.sessions else '[]' end;
  v_changed jsonb;
  v_corrected record;
  v_other text;
begin
  -- Triggers run before policies. Who may not keep time is refused before any of it is read.
  if not private.is_staff() then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "time_entries"';
  elsif jsonb_typeof(new.sessions) is distinct from 'array' then
    return new;
  elsif jsonb_array_length(new.sessions) > greatest(2000, jsonb_array_length(v_known)) then
    raise check_violation using message = 'An entry holds at most 2000 sessions. Please begin a new one.';
  end if;
  select coalesce(jsonb_agg(one), '[]') into v_changed from jsonb_array_elements(new.sessions) as listed (one)
   where one not in (select jsonb_array_elements(v_known));
  if jsonb_array_length(v_changed) > 200 then
    raise check_violation using message = 'At most 200 sessions can be changed at a time';
  end if;
  -- Closing the open session is no correction: pausing and stopping never fail. Nor is a session that becomes shorter.
  for v_corrected in
    select private.instant(one ->> 'startTime') as started, private.instant(one ->> 'endTime') as ended
      from jsonb_array_elements(v_changed) as listed (one)
     where not exists (
       select from jsonb_array_elements(v_known) as was (known)
        where known ->> 'startTime' = one ->> 'startTime'
          and (known ->> 'endTime' is null or private.instant(one ->> 'endTime') <= private.instant(known ->> 'endTime')))
  loop
    if v_corrected.started < clock_timestamp() - interval '5 years' then
      raise check_violation using message = 'A session cannot begin more than five years ago';
    end if;
    select coalesce(entry.client_name, entry.business_name) into v_other
      from public.time_entries entry, jsonb_array_elements(entry.sessions) as listed (one)
     where entry.user_id = new.user_id and entry.id <> new.id and entry.touched_at >= v_corrected.started
       and private.instant(one ->> 'startTime') < v_corrected.ended
       and coalesce(private.instant(one ->> 'endTime'), clock_timestamp()) > v_corrected.started
     limit 1;
    if found then
      raise check_violation using message = format('This time overlaps with your time for %s', coalesce(v_other, 'another client'));
    end if;
  end loop;
  return new;
end $function$;
comment on function private.check_corrected_time() is 'Refuses a corrected session that began over five years ago or overlaps with another entry of its person (23514, in words). Sessions of one person that do not overlap are at most 24 hours a day.';
