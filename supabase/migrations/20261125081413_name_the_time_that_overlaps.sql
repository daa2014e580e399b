set check_function_bodies = off;

create or replace function private.words_of_span(p_from timestamptz, p_until timestamptz) returns text
  language sql stable security definer set search_path = ''
as $$
  select case
      when here.until is null then to_char(here.began, 'FMDD Mon YYYY, HH24:MI') || ' until now'
      when here.until::date = here.began::date
        then to_char(here.began, 'FMDD Mon YYYY, HH24:MI') || ' to ' || to_char(here.until, 'HH24:MI')
      else to_char(here.began, 'FMDD Mon YYYY, HH24:MI') || ' to ' || to_char(here.until, 'FMDD Mon YYYY, HH24:MI')
    end
    from (select p_from at time zone private.company_zone() as began, p_until at time zone private.company_zone() as until) as here
$$;

create or replace function private.other_work(p_user_id uuid, p_entry_id uuid, p_spans tstzmultirange) returns text
  language sql stable set search_path = ''
as $$
  select concat_ws(', ', coalesce(entry.client_name, entry.business_name, 'another client'),
      (select j.job_number from public.jobs j where j.id = entry.job_id),
      private.words_of_span(span.began, case when one ->> 'endTime' is not null then span.ended end))
    from public.time_entries entry, jsonb_array_elements(entry.sessions) as listed (one),
         lateral (select private.instant(one ->> 'startTime') as began,
                    coalesce(private.instant(one ->> 'endTime'), clock_timestamp()) as ended) as span
   where entry.user_id = p_user_id and entry.id <> p_entry_id and entry.touched_at >= lower(p_spans)
     and case when span.ended > span.began then tstzrange(span.began, span.ended) && p_spans else false end
   order by span.began
   limit 1
$$;

revoke execute on all routines in schema private from public;

comment on function private.other_work(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.tstzmultirange) is 'The first other work of a person in that time, in words: its client, its job and its times; null where there is none. Each session of theirs is read once,
however many spans are asked for.';

grant execute on routine private.words_of_span(p_from timestamp with time zone, p_until timestamp with time zone) to authenticated;

grant execute on routine private.words_of_span(p_from timestamp with time zone, p_until timestamp with time zone) to service_role;

comment on function private.words_of_span(timestamp with time zone,timestamp with time zone) is 'A span by the clock of the company: 20 Nov 2026, 09:30 to 11:00. Without an end it lasts until now.';

reset check_function_bodies;
