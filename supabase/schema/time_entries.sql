-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.time_entries (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  user_email text not null default lower(auth.email()),
  status text not null default 'active'::text,
  client_name text,
  business_name text,
  sessions jsonb not null default '[]'::jsonb,
  total_duration text not null default '00:00:00'::text,
  created_at timestamp with time zone not null default now(),
  touched_at timestamp with time zone not null default now(),
  job_id uuid,
  step_id uuid,
  order_id uuid,
  named_step_id uuid,
  constraint time_entries_pkey PRIMARY KEY (id),
  constraint time_entries_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE SET NULL,
  constraint time_entries_named_step_id_fkey FOREIGN KEY (named_step_id) REFERENCES public.job_steps(id) ON DELETE SET NULL,
  constraint time_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL,
  constraint time_entries_step_id_fkey FOREIGN KEY (step_id) REFERENCES public.job_steps(id) ON DELETE SET NULL,
  constraint time_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint time_entries_business_name_length CHECK (char_length(business_name) <= 400),
  constraint time_entries_client_name_length CHECK (char_length(client_name) <= 400),
  constraint time_entries_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint time_entries_sessions_is_a_list CHECK (
CASE jsonb_typeof(sessions)
    WHEN 'array'::text THEN jsonb_array_length(sessions) <= 10000
    ELSE false
END),
  constraint time_entries_status_is_known CHECK (status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])),
  constraint time_entries_total_duration_is_a_duration CHECK (total_duration ~ '^\d{2,7}:[0-5]\d:[0-5]\d$'::text),
  constraint time_entries_touched_at_is_in_reach CHECK (touched_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND touched_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint time_entries_user_email_is_lower_case CHECK (user_email = lower(user_email)),
  constraint time_entries_user_email_length CHECK (char_length(user_email) >= 3 AND char_length(user_email) <= 320)
);
alter table public.time_entries enable row level security;
CREATE INDEX time_entries_job_id_idx ON public.time_entries USING btree (job_id);
CREATE INDEX time_entries_named_step_id_idx ON public.time_entries USING btree (named_step_id);
CREATE UNIQUE INDEX time_entries_one_active_a_person ON public.time_entries USING btree (user_id) WHERE status = 'active'::text;
CREATE INDEX time_entries_order_id_idx ON public.time_entries USING btree (order_id);
CREATE INDEX time_entries_step_id_idx ON public.time_entries USING btree (step_id);
CREATE INDEX time_entries_touched_at_idx ON public.time_entries USING btree (touched_at);
CREATE INDEX time_entries_user_email_status_created_at_idx ON public.time_entries USING btree (user_email, status, created_at DESC);
CREATE INDEX time_entries_user_email_status_touched_at_idx ON public.time_entries USING btree (user_email, status, touched_at DESC);
CREATE INDEX time_entries_user_id_created_at_idx ON public.time_entries USING btree (user_id, created_at DESC);
grant delete, insert, select, update on public.time_entries to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.time_entries to service_role;
create policy "staff start their own time" on public.time_entries for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff) AND user_email = lower(( SELECT auth.email() AS email)));
create policy "admins remove time" on public.time_entries for delete to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "staff read their time, managers all" on public.time_entries for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff) OR ( SELECT private.named('manage_time_tracking'::text) AS named));
create policy "staff change their own time until it is completed" on public.time_entries for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND status <> 'completed'::text AND ( SELECT private.is_staff() AS is_staff))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff));
CREATE TRIGGER ask_first BEFORE INSERT ON public.time_entries FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role staff');
CREATE TRIGGER audit AFTER DELETE ON public.time_entries FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_corrected_time BEFORE INSERT OR UPDATE OF sessions ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_corrected_time();
CREATE TRIGGER check_time_entry BEFORE INSERT OR UPDATE ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_time_entry();
CREATE TRIGGER follow_timer AFTER UPDATE OF status ON public.time_entries FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status AND new.step_id IS NOT NULL) EXECUTE FUNCTION private.follow_timer();
CREATE TRIGGER no_step_by_hand BEFORE INSERT ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.no_step_by_hand();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.time_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'time-tracking');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.time_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'time-tracking');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.time_entries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'time-tracking');
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.time_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.time_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.time_entries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER order_of_time BEFORE INSERT OR UPDATE OF job_id, order_id ON public.time_entries FOR EACH ROW WHEN (new.job_id IS NOT NULL) EXECUTE FUNCTION private.order_of_time();
CREATE TRIGGER pin BEFORE UPDATE ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'user_id', 'user_email', 'job_id', 'step_id', 'order_id', 'named_step_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.time_entries is 'One stretch of work for a client, in sessions.';
comment on column public.time_entries.named_step_id is 'The step that its person says it was worked for. Timers of start_step have step_id instead.';
comment on column public.time_entries.order_id is 'The order that the time was worked for: that of its job, or named by name_work.';
comment on column public.time_entries.step_id is 'The step that this timer was started for, by start_step. The step pauses with its last timer.';
comment on column public.time_entries.touched_at is 'Ours: when the timer last moved. The newest paused one is the one the bar shows, on every device.';
comment on column public.time_entries.user_id is 'Ours: whose entry it is. user_email follows the account when its address changes.';

CREATE OR REPLACE FUNCTION private.check_time_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.check_time_entry() is 'Refuses sessions and totals that the timer functions would not have written (23514, in words).';

CREATE OR REPLACE FUNCTION private.closed_session(p_session jsonb, p_end timestamp with time zone, p_is_pause boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_start constant timestamptz := coalesce(private.instant(p_session ->> 'startTime'), p_end);
  v_end constant timestamptz := date_trunc('milliseconds', greatest(v_start, p_end));
begin
  return jsonb_build_object('startTime', private.iso(v_start), 'endTime', private.iso(v_end),
    'duration', private.hms(private.seconds_between(v_start, v_end)),
    'isPaused', p_is_pause, 'pausedAt', case when p_is_pause then private.iso(v_end) end);
end $function$;
grant execute on function private.closed_session(p_session jsonb, p_end timestamp with time zone, p_is_pause boolean) to authenticated;
grant execute on function private.closed_session(p_session jsonb, p_end timestamp with time zone, p_is_pause boolean) to service_role;

CREATE OR REPLACE FUNCTION private.hms(p_seconds bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lpad((p_seconds / 3600)::text, greatest(2, length((p_seconds / 3600)::text)), '0')
      || ':' || lpad((p_seconds / 60 % 60)::text, 2, '0') || ':' || lpad((p_seconds % 60)::text, 2, '0')
$function$;
grant execute on function private.hms(p_seconds bigint) to authenticated;
grant execute on function private.hms(p_seconds bigint) to service_role;
comment on function private.hms(p_seconds bigint) is 'Whole seconds as HH:MM:SS; hours grow beyond two digits (spec 2 §9).';

CREATE OR REPLACE FUNCTION private.instant(p_text text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_text ~
    '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d\d(:?\d\d)?)$'
    then p_text::timestamptz end
$function$;
grant execute on function private.instant(p_text text) to authenticated;
grant execute on function private.instant(p_text text) to service_role;
comment on function private.instant(p_text text) is 'A moment in ISO 8601 with its zone, or null where the text is none.';

CREATE OR REPLACE FUNCTION private.iso(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;
grant execute on function private.iso(p_at timestamp with time zone) to authenticated;
grant execute on function private.iso(p_at timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.my_timer(p_entry uuid)
 RETURNS public.time_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_entry public.time_entries;
begin
  select * into v_entry from public.time_entries where id = p_entry and user_id = (select auth.uid()) for update;
  if found then
    return v_entry;
  end if;
  select * into v_entry from public.time_entries where id = p_entry;
  if not found then
    raise no_data_found using message = 'The timer was not found';
  end if;
  if v_entry.user_id is distinct from (select auth.uid()) then
    raise insufficient_privilege using message = 'This timer belongs to somebody else';
  end if;
  return v_entry;
end $function$;
grant execute on function private.my_timer(p_entry uuid) to authenticated;
grant execute on function private.my_timer(p_entry uuid) to service_role;
comment on function private.my_timer(p_entry uuid) is 'The caller''s timer, locked unless it is completed.';

CREATE OR REPLACE FUNCTION private.open_session(p_start timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('startTime', private.iso(p_start), 'endTime', null, 'duration', '00:00:00',
    'isPaused', false, 'pausedAt', null)
$function$;
grant execute on function private.open_session(p_start timestamp with time zone) to authenticated;
grant execute on function private.open_session(p_start timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.refuse_completed(p_status text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_status = 'completed' then
    raise object_not_in_prerequisite_state using message = 'A completed timer stays as it is';
  end if;
end $function$;
grant execute on function private.refuse_completed(p_status text) to authenticated;
grant execute on function private.refuse_completed(p_status text) to service_role;

CREATE OR REPLACE FUNCTION private.rename_time_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.time_entries set user_email = lower(new.email) where user_id = new.id;
  return null;
end $function$;
comment on function private.rename_time_entries() is 'Entries are read by user_email (spec 2 §7): after a confirmed change of address the old ones must stay findable.';

CREATE OR REPLACE FUNCTION private.seconds_between(p_start timestamp with time zone, p_end timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select greatest(0, floor(extract(epoch from p_end - p_start)))::bigint
$function$;
grant execute on function private.seconds_between(p_start timestamp with time zone, p_end timestamp with time zone) to authenticated;
grant execute on function private.seconds_between(p_start timestamp with time zone, p_end timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.seconds_of(p_duration text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_duration ~ '^\d{2,7}:[0-5]\d:[0-5]\d$' then
    split_part(p_duration, ':', 1)::bigint * 3600 + split_part(p_duration, ':', 2)::int * 60
      + split_part(p_duration, ':', 3)::int end
$function$;
grant execute on function private.seconds_of(p_duration text) to authenticated;
grant execute on function private.seconds_of(p_duration text) to service_role;

CREATE OR REPLACE FUNCTION private.total_of(p_sessions jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.hms(coalesce(sum(private.seconds_of(one ->> 'duration')), 0)::bigint)
    from jsonb_array_elements(p_sessions) as listed (one)
$function$;
grant execute on function private.total_of(p_sessions jsonb) to authenticated;
grant execute on function private.total_of(p_sessions jsonb) to service_role;
comment on function private.total_of(p_sessions jsonb) is 'The total of a timer: the sum of the durations of its sessions.';

CREATE OR REPLACE FUNCTION private.with_last_session_closed(p_sessions jsonb, p_status text, p_is_pause boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_last constant jsonb := p_sessions -> -1;
  v_end timestamptz := clock_timestamp();
begin
  if v_last is null or v_last ->> 'endTime' is not null then
    return p_sessions;
  end if;
  if p_status = 'paused' or v_last -> 'isPaused' = 'true' then
    v_end := coalesce(private.instant(v_last ->> 'pausedAt'), private.instant(v_last ->> 'startTime'), v_end);
  end if;
  return p_sessions - -1 || private.closed_session(v_last, v_end, p_is_pause);
end $function$;
grant execute on function private.with_last_session_closed(p_sessions jsonb, p_status text, p_is_pause boolean) to authenticated;
grant execute on function private.with_last_session_closed(p_sessions jsonb, p_status text, p_is_pause boolean) to service_role;
comment on function private.with_last_session_closed(p_sessions jsonb, p_status text, p_is_pause boolean) is 'A running session ends now, by the clock of the server; a paused one at its pause (spec 2 §4).';

CREATE OR REPLACE FUNCTION public.correct_timer(p_entry uuid, p_client_name text, p_business_name text, p_sessions jsonb DEFAULT NULL::jsonb, p_seen timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS public.time_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.correct_timer(p_entry uuid, p_client_name text, p_business_name text, p_sessions jsonb, p_seen timestamp with time zone) to authenticated;
grant execute on function public.correct_timer(p_entry uuid, p_client_name text, p_business_name text, p_sessions jsonb, p_seen timestamp with time zone) to service_role;
comment on function public.correct_timer(p_entry uuid, p_client_name text, p_business_name text, p_sessions jsonb, p_seen timestamp with time zone) is 'Corrects a timer that is not completed: its names, and its sessions by startTime and endTime; durations follow. Sessions that are left out go. A running timer whose last session gets an end, or goes, is paused. p_seen is the touched_at that the person looked at: PT409 where the timer has moved since.';

CREATE OR REPLACE FUNCTION public.pause_timer(p_entry uuid)
 RETURNS public.time_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_sessions jsonb;
begin
  perform private.refuse_completed(v_entry.status);
  if v_entry.status = 'active' then
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, true);
    update public.time_entries
       set status = 'paused', sessions = v_sessions, total_duration = private.total_of(v_sessions)
     where id = v_entry.id returning * into strict v_entry;
  end if;
  return v_entry;
end $function$;
grant execute on function public.pause_timer(p_entry uuid) to authenticated;
grant execute on function public.pause_timer(p_entry uuid) to service_role;
comment on function public.pause_timer(p_entry uuid) is 'Closes the last session now and recomputes the total (spec 2 §4).';

CREATE OR REPLACE FUNCTION public.resume_timer(p_entry uuid)
 RETURNS public.time_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_sessions jsonb;
begin
  perform private.refuse_completed(v_entry.status);
  if v_entry.status = 'paused' then
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, true);
    v_sessions := v_sessions || private.open_session(
      greatest(clock_timestamp(), private.instant(v_sessions -> -1 ->> 'endTime')));
    update public.time_entries
       set status = 'active', sessions = v_sessions, total_duration = private.total_of(v_sessions)
     where id = v_entry.id returning * into strict v_entry;
  end if;
  return v_entry;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before resuming another one.';
end $function$;
grant execute on function public.resume_timer(p_entry uuid) to authenticated;
grant execute on function public.resume_timer(p_entry uuid) to service_role;
comment on function public.resume_timer(p_entry uuid) is 'Starts a new session. 23505 while another timer of the person is active: the unique index decides (spec 2 §5).';

CREATE OR REPLACE FUNCTION public.server_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select clock_timestamp()
$function$;
grant execute on function public.server_now() to authenticated;
grant execute on function public.server_now() to service_role;
comment on function public.server_now() is 'The clock that sessions are written by; browsers tick from it.';

CREATE OR REPLACE FUNCTION public.start_timer(p_client_name text DEFAULT NULL::text, p_business_name text DEFAULT NULL::text)
 RETURNS public.time_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_client constant text := nullif(btrim(p_client_name), '');
  v_business constant text := nullif(btrim(p_business_name), '');
  v_entry public.time_entries;
begin
  if v_client is null and v_business is null then
    raise check_violation using message = 'Choose a client or a business';
  end if;
  insert into public.time_entries (client_name, business_name, sessions)
  values (v_client, v_business, jsonb_build_array(private.open_session(clock_timestamp())))
  returning * into v_entry;
  return v_entry;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $function$;
grant execute on function public.start_timer(p_client_name text, p_business_name text) to authenticated;
grant execute on function public.start_timer(p_client_name text, p_business_name text) to service_role;
comment on function public.start_timer(p_client_name text, p_business_name text) is 'Starts a timer for a client or a business. One active timer a person.';

CREATE OR REPLACE FUNCTION public.stop_timer(p_entry uuid)
 RETURNS public.time_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_sessions jsonb;
begin
  if v_entry.status <> 'completed' then
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, v_entry.status = 'paused');
    update public.time_entries
       set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions)
     where id = v_entry.id returning * into strict v_entry;
  end if;
  return v_entry;
end $function$;
grant execute on function public.stop_timer(p_entry uuid) to authenticated;
grant execute on function public.stop_timer(p_entry uuid) to service_role;
comment on function public.stop_timer(p_entry uuid) is 'Completes a timer for good. A paused one ends at its pause (spec 2 §4).';

CREATE OR REPLACE FUNCTION public.time_summary(p_from date, p_to date, p_zone text, p_person uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_start constant timestamptz := p_from::timestamp at time zone p_zone;
  v_rows jsonb;
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 400 then
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
end $function$;
grant execute on function public.time_summary(p_from date, p_to date, p_zone text, p_person uuid) to authenticated;
grant execute on function public.time_summary(p_from date, p_to date, p_zone text, p_person uuid) to service_role;
comment on function public.time_summary(p_from date, p_to date, p_zone text, p_person uuid) is 'Seconds by day of that zone, person, client and business, of the entries that the caller may read; a session over midnight counts on both days. One JSON list, so that no row limit cuts it.';
