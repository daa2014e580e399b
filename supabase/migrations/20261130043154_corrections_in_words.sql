set check_function_bodies = off;

create or replace function private.worked_in_words(p_sessions jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_minutes constant bigint := private.seconds_of(private.total_of(p_sessions)) / 60;
begin
  return coalesce(nullif(concat_ws(' ', case when v_minutes >= 60 then v_minutes / 60 || ' h' end,
    case when v_minutes % 60 > 0 then v_minutes % 60 || ' min' end), ''), '0 min');
end $$;

create or replace function private.correction_in_words(p_correction public.time_corrections) returns text
  language sql stable security definer set search_path = ''
as $$
  select concat_ws(': ', concat_ws(' ', nullif(concat_ws(' · ', nullif(e.client_name, ''), nullif(e.business_name, '')), ''),
      case when p_correction.before = '[]' then concat_ws(', ', private.worked_in_words(p_correction.after),
        private.moment_text(private.instant(p_correction.after #>> '{0,startTime}')) || '–'
          || private.clock_text(private.instant(p_correction.after #>> '{-1,endTime}')))
        else private.worked_in_words(p_correction.before) || ' → ' || private.worked_in_words(p_correction.after) end), p_correction.reason)
    from public.time_entries e where e.id = p_correction.entry_id
$$;

revoke execute on all routines in schema private from public;

comment on function private.worked_in_words(pg_catalog.jsonb) is 'How long sessions are, in whole minutes: "1 h 30 min". No clock time, which 01:30 could be.';

reset check_function_bodies;
