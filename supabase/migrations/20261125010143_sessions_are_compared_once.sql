set check_function_bodies = off;

drop routine private.other_work(p_user_id uuid, p_entry_id uuid, p_from timestamp with time zone, p_to timestamp with time zone);

create or replace function private.refuse_other_work(p_entry public.time_entries, p_sessions jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other constant text := private.other_work(p_entry.user_id, p_entry.id, private.spans_of(p_sessions));
begin
  if v_other is not null then
    perform private.refuse('PT409', format('This time overlaps with other time of %s for %s', private.person_label(p_entry.user_id), v_other));
  end if;
end $$;

create or replace function private.spans_of(p_sessions jsonb) returns tstzmultirange
  language sql stable set search_path = ''
as $$
  select coalesce(range_agg(case when ended > began then tstzrange(began, ended) end), '{}') from (
    select private.instant(one ->> 'startTime') as began, private.instant(one ->> 'endTime') as ended
      from jsonb_array_elements(p_sessions) as listed (one)) as worked
$$;

create or replace function private.other_work(p_user_id uuid, p_entry_id uuid, p_spans tstzmultirange) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(entry.client_name, entry.business_name, 'another client')
    from public.time_entries entry, jsonb_array_elements(entry.sessions) as listed (one),
         lateral (select private.instant(one ->> 'startTime') as began,
                    coalesce(private.instant(one ->> 'endTime'), clock_timestamp()) as ended) as span
   where entry.user_id = p_user_id and entry.id <> p_entry_id and entry.touched_at >= lower(p_spans)
     and case when span.ended > span.began then tstzrange(span.began, span.ended) && p_spans else false end
   limit 1
$$;

create or replace function private.check_corrected_time() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_known constant jsonb := case tg_op when 'UPDATE' then old.sessions else '[]' end;
  v_changed jsonb;
  v_corrected jsonb;
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
  select coalesce(jsonb_agg(one), '[]') into v_corrected from jsonb_array_elements(v_changed) as listed (one)
   where not exists (
     select from jsonb_array_elements(v_known) as was (known)
      where known ->> 'startTime' = one ->> 'startTime'
        and (known ->> 'endTime' is null or private.instant(one ->> 'endTime') <= private.instant(known ->> 'endTime')));
  if exists (select from jsonb_array_elements(v_corrected) as listed (one)
              where private.instant(one ->> 'startTime') < clock_timestamp() - interval '5 years')
  then
    raise check_violation using message = 'A session cannot begin more than five years ago';
  end if;
  v_other := private.other_work(new.user_id, new.id, private.spans_of(v_corrected));
  if v_other is not null then
    raise check_violation using message = format('This time overlaps with your time for %s', v_other);
  end if;
  return new;
end $$;

revoke execute on all routines in schema private from public;

grant execute on routine private.other_work(p_user_id uuid, p_entry_id uuid, p_spans tstzmultirange) to authenticated;

grant execute on routine private.other_work(p_user_id uuid, p_entry_id uuid, p_spans tstzmultirange) to service_role;

grant execute on routine private.spans_of(p_sessions jsonb) to authenticated;

grant execute on routine private.spans_of(p_sessions jsonb) to service_role;

comment on function private.other_work(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.tstzmultirange) is 'For whom a person worked in that time by another entry of theirs; null where they did not. Each session of theirs is read once,
however many spans are asked for.';

comment on function private.spans_of(pg_catalog.jsonb) is 'The time of sessions that ended. A session without an end, or of no length, is no work.';

reset check_function_bodies;
