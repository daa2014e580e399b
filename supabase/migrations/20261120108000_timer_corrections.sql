-- A correction may end a timer that was left running, and never overwrites what it did not see.

drop function public.correct_timer(uuid, text, text, jsonb);

create function public.correct_timer(
  p_entry uuid, p_client_name text, p_business_name text, p_sessions jsonb default null,
  p_seen timestamptz default null)
returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_client constant text := nullif(btrim(p_client_name), '');
  v_business constant text := nullif(btrim(p_business_name), '');
  v_sessions jsonb := v_entry.sessions;
  v_status text := v_entry.status;
begin
  perform private.refuse_completed(v_entry.status);
  if v_client is null and v_business is null then
    raise check_violation using message = 'Choose a client or a business';
  end if;
  if p_seen is distinct from v_entry.touched_at and p_seen is not null then
    raise exception 'The timer has moved meanwhile. Look at it and save again.' using errcode = 'PT409';
  end if;
  if jsonb_typeof(p_sessions) = 'array' then
    select coalesce(jsonb_agg(case
        when private.instant(one ->> 'startTime') is null or private.instant(one ->> 'endTime') is null then one
        when private.instant(one ->> 'endTime') < private.instant(one ->> 'startTime') then one
        else private.closed_session(one, private.instant(one ->> 'endTime'), coalesce(one -> 'isPaused' = 'true', false)
          or (v_entry.status = 'active' and place = jsonb_array_length(p_sessions)))
      end order by place), '[]')
      into v_sessions
      from jsonb_array_elements(p_sessions) with ordinality as listed (one, place);
    if v_status = 'active' and (v_sessions -> -1 is null or v_sessions -> -1 ->> 'endTime' is not null) then
      v_status := 'paused';
    end if;
  end if;
  update public.time_entries
     set client_name = v_client, business_name = v_business, status = v_status, sessions = v_sessions,
         total_duration = private.total_of(v_sessions)
   where id = v_entry.id returning * into strict v_entry;
  return v_entry;
end $$;
comment on function public.correct_timer is
  'Corrects a timer that is not completed: its names, and its sessions by startTime and endTime; durations follow. '
  'Sessions that are left out go. A running timer whose last session gets an end, or goes, is paused. p_seen is the '
  'touched_at that the person looked at: PT409 where the timer has moved since.';

revoke execute on function public.correct_timer from public, anon;
grant execute on function public.correct_timer to authenticated, service_role;
