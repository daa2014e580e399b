set check_function_bodies = off;

drop trigger pin on public.time_entries;

drop routine private.with_last_session_closed(p_sessions jsonb, p_status text, p_is_pause boolean);

drop routine public.resume_timer(p_entry uuid);

drop routine public.start_timer(p_client_name text, p_business_name text);

drop routine public.stop_timer(p_entry uuid);

alter table public.company_settings add column long_timer_hours integer not null default 10;

alter table public.time_entries add column corrected_by uuid;

create table public.time_corrections (
  id          uuid primary key default gen_random_uuid(),
  entry_id    uuid not null references public.time_entries (id) on delete cascade,
  user_id     uuid not null references auth.users (id) on delete cascade,
  status      text not null default 'requested',
  reason      text,
  answer      text,
  before      jsonb not null,
  after       jsonb not null,
  decided_by  uuid references auth.users (id) on delete set null,
  decided_at  timestamptz,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint time_corrections_status_is_known check (status in ('requested', 'approved', 'refused', 'withdrawn', 'own')),
  constraint time_corrections_texts_length check (char_length(reason) <= 500 and char_length(answer) <= 500),
  constraint time_corrections_have_a_reason check (status = 'own' or reason is not null),
  constraint time_corrections_before_is_a_list check (jsonb_typeof(before) = 'array'),
  constraint time_corrections_after_is_a_list check (jsonb_typeof(after) = 'array')
);

create table private.hour_closings (
  id        bigint generated always as identity primary key,
  until     date,
  closed_by uuid references auth.users (id) on delete set null,
  closed_at timestamptz not null default now()
);

create or replace function private.must_manage_time(p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.named('manage_time_tracking')) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  end if;
end $$;

create or replace function private.corrected_sessions(p_sessions jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_one jsonb;
  v_began timestamptz;
  v_ended timestamptz;
  v_before timestamptz := clock_timestamp() - interval '5 years';
  v_sessions jsonb := '[]';
begin
  if jsonb_typeof(p_sessions) is distinct from 'array' or jsonb_array_length(p_sessions) > 2000 then
    perform private.refuse('22023', 'A correction is a list of at most 2000 sessions');
  end if;
  for v_one in select one from jsonb_array_elements(p_sessions) with ordinality as listed (one, place) order by place loop
    v_began := private.instant(v_one ->> 'startTime');
    v_ended := private.instant(v_one ->> 'endTime');
    if v_began is null or v_ended is null then
      perform private.refuse('22023', 'Each session needs a start and an end');
    elsif v_ended < v_began then
      perform private.refuse('22023', 'A session cannot end before it starts');
    elsif v_ended > clock_timestamp() + interval '1 minute' then
      perform private.refuse('22023', 'A session cannot lie in the future');
    elsif v_began < v_before then
      perform private.refuse('22023', case v_sessions when '[]' then 'A session cannot begin more than five years ago'
        else 'Sessions cannot overlap' end);
    end if;
    v_sessions := v_sessions || private.closed_session(v_one, v_ended, coalesce(v_one -> 'isPaused' = 'true', false));
    v_before := v_ended;
  end loop;
  return v_sessions;
end $$;

create or replace function private.refuse_other_work(p_entry public.time_entries, p_sessions jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other text;
begin
  select private.other_work(p_entry.user_id, p_entry.id, private.instant(one ->> 'startTime'), private.instant(one ->> 'endTime'))
    into v_other from jsonb_array_elements(p_sessions) as listed (one) order by 1 nulls last limit 1;
  if v_other is not null then
    perform private.refuse('PT409', format('This time overlaps with other time of %s for %s', private.person_label(p_entry.user_id), v_other));
  end if;
end $$;

create or replace function private.correction_in_words(p_correction public.time_corrections) returns text
  language sql stable security definer set search_path = ''
as $$
  select concat_ws(': ', concat_ws(' ', nullif(concat_ws(' · ', nullif(e.client_name, ''), nullif(e.business_name, '')), ''),
      left(private.total_of(p_correction.before), -3) || ' → ' || left(private.total_of(p_correction.after), -3)), p_correction.reason)
    from public.time_entries e where e.id = p_correction.entry_id
$$;

create or replace function private.apply_time_correction(p_correction public.time_corrections, p_entry public.time_entries) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_entry.status <> 'completed' or p_entry.sessions <> p_correction.before then
    perform private.refuse('PT409', 'This time was changed meanwhile. Its person asks for the correction again.');
  end if;
  perform private.refuse_other_work(p_entry, p_correction.after);
  update public.time_entries
     set sessions = p_correction.after, total_duration = private.total_of(p_correction.after), corrected_by = auth.uid(),
         touched_at = clock_timestamp()
   where id = p_entry.id;
end $$;

create or replace function private.ask_time_correction(p_id uuid, p_entry_id uuid, p_sessions jsonb, p_reason text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_correction public.time_corrections;
  v_reason constant text := nullif(btrim(p_reason), '');
begin
  select * into v_entry from public.time_entries
   where id = p_entry_id and user_id = auth.uid() and private.is_staff() for update;
  if v_entry.id is null then
    perform private.refuse('PT404', 'This time entry is not there, or it is not yours');
  end if;
  select * into v_correction from public.time_corrections where id = p_id and entry_id = p_entry_id;
  if found then
    return v_correction.status;
  elsif v_entry.status <> 'completed' then
    perform private.refuse('PT409', 'This timer is not completed yet: correct it without asking');
  elsif v_reason is null then
    perform private.refuse('22023', 'Please say why the time is wrong');
  elsif char_length(v_reason) > 500 then
    perform private.refuse('22023', 'The reason may have 500 characters at most');
  elsif exists (select from public.time_corrections where entry_id = p_entry_id and status = 'requested') then
    perform private.refuse('PT409', 'A correction of this time waits for an answer. Withdraw it to ask for another one.');
  elsif (select count(*) from public.time_corrections where user_id = v_entry.user_id and created_at > now() - interval '1 day') >= 100 then
    perform private.refuse('PT429', 'You corrected time a hundred times today. Please try again tomorrow.');
  end if;
  v_correction.after := private.corrected_sessions(p_sessions);
  if v_correction.after = v_entry.sessions then
    perform private.refuse('22023', 'Nothing was changed');
  end if;
  perform private.refuse_other_work(v_entry, v_correction.after);
  perform private.refuse_closed_hours(v_entry.sessions, v_correction.after);
  insert into public.time_corrections (id, entry_id, user_id, reason, before, after)
  values (p_id, v_entry.id, v_entry.user_id, v_reason, v_entry.sessions, v_correction.after) returning * into v_correction;
  if private.named('manage_time_tracking') and not private.decides_for_self(v_entry.user_id, 'manage_time_tracking') then
    perform private.apply_time_correction(v_correction, v_entry);
    update public.time_corrections set status = 'approved', decided_by = auth.uid(), decided_at = now() where id = p_id;
    return 'approved';
  end if;
  perform private.tell_people(private.holders_of('manage_time_tracking'), 'Correction of time: ' || private.person_label(v_entry.user_id),
    private.correction_in_words(v_correction), 'time_entry', v_entry.id);
  return 'requested';
end $$;

create or replace function private.decide_time_correction(p_id uuid, p_status text, p_answer text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_correction public.time_corrections;
  v_answer constant text := nullif(btrim(p_answer), '');
begin
  perform private.must_manage_time('decide about the time of colleagues');
  select * into v_entry from public.time_entries
   where id = (select entry_id from public.time_corrections where id = p_id) for update;
  select * into v_correction from public.time_corrections where id = p_id for update;
  if v_correction.id is null then
    perform private.refuse('PT404', 'This correction is not there any more');
  elsif p_status is null or p_status not in ('approved', 'refused') then
    perform private.refuse('22023', 'A correction is approved or refused');
  elsif private.decides_for_self(v_correction.user_id, 'manage_time_tracking') then
    perform private.refuse('42501', 'A colleague who manages time decides about your own correction');
  elsif v_correction.status = p_status then
    return;
  elsif v_correction.status <> 'requested' then
    perform private.refuse('PT409', format('This correction was %s meanwhile', v_correction.status));
  elsif p_status = 'refused' and v_answer is null then
    perform private.refuse('22023', 'Please say why it is refused');
  elsif char_length(v_answer) > 500 then
    perform private.refuse('22023', 'The answer may have 500 characters at most');
  end if;
  if p_status = 'approved' then
    perform private.apply_time_correction(v_correction, v_entry);
  end if;
  update public.time_corrections set status = p_status, answer = v_answer, decided_by = auth.uid(), decided_at = now() where id = p_id;
  perform private.tell_people(array[v_correction.user_id], 'Correction of time ' || p_status,
    concat_ws(' · ', private.correction_in_words(v_correction), v_answer), 'time_entry', v_entry.id);
end $$;

create or replace function private.withdraw_time_correction(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_correction public.time_corrections;
begin
  select * into v_correction from public.time_corrections
   where id = p_id and user_id = auth.uid() and status <> 'own' and private.is_staff() for update;
  if v_correction.id is null then
    perform private.refuse('PT404', 'This correction is not there any more');
  elsif v_correction.status in ('approved', 'refused') then
    perform private.refuse('PT409', format('This correction was %s meanwhile', v_correction.status));
  end if;
  update public.time_corrections set status = 'withdrawn' where id = p_id and status = 'requested';
end $$;

create or replace function private.time_corrections(p_entry_id uuid default null) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'entry_id', t.entry_id, 'status', t.status, 'reason', t.reason, 'answer', t.answer,
           'before', t.before, 'after', t.after, 'total_before', private.total_of(t.before), 'total_after', private.total_of(t.after),
           'person', private.person_label(t.user_id), 'is_mine', t.user_id = auth.uid(), 'created_at', t.created_at,
           'decided_by', private.person_label(t.decided_by), 'decided_at', t.decided_at,
           'client', nullif(concat_ws(' · ', nullif(e.client_name, ''), nullif(e.business_name, '')), ''),
           'job', j.job_number || ' · ' || j.title,
           'may_decide', t.status = 'requested' and private.named('manage_time_tracking')
             and not private.decides_for_self(t.user_id, 'manage_time_tracking')) order by t.created_at), '[]')
    from public.time_corrections t
    join public.time_entries e on e.id = t.entry_id
    left join public.jobs j on j.id = e.job_id
   where ((t.user_id = auth.uid() and private.is_staff()) or private.named('manage_time_tracking'))
     and case when p_entry_id is null then t.status = 'requested' else t.entry_id = p_entry_id end
$$;

create or replace function private.note_own_correction() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_soon constant timestamptz := clock_timestamp() - interval '2 minutes';
begin
  if jsonb_typeof(old.sessions) = 'array' and exists (
    select from jsonb_array_elements(old.sessions) as was (one)
     where one not in (select jsonb_array_elements(new.sessions))
       and private.instant(one ->> 'startTime') is not null
       and not (one ->> 'endTime' is null and exists (
         select from jsonb_array_elements(new.sessions) as listed (closed)
          where closed ->> 'startTime' = one ->> 'startTime'
            and (old.status <> 'active' or coalesce(private.instant(closed ->> 'endTime'), clock_timestamp()) > v_soon))))
  then
    insert into public.time_corrections (entry_id, user_id, status, before, after, created_by)
    values (new.id, new.user_id, 'own', old.sessions, new.sessions, auth.uid());
  end if;
  return null;
end $$;

-- A stretch without an end, or of no length, is no work.
create or replace function private.work_before(p_sessions jsonb, p_moment timestamptz) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_array(began, ended) order by began, ended), '[]') from (
    select private.instant(one ->> 'startTime') as began,
           private.instant(coalesce(one ->> 'endTime', case when one -> 'isPaused' = 'true' then one ->> 'pausedAt' end)) as ended
      from jsonb_array_elements(case jsonb_typeof(p_sessions) when 'array' then p_sessions else '[]' end) as listed (one)) as worked
   where began < p_moment and ended > began
$$;

create or replace function private.hours_closed_until() returns date
  language sql stable security definer set search_path = ''
as $$ select until from private.hour_closings order by id desc limit 1 $$;

create or replace function private.end_of_day(p_day date) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select (p_day + 1)::timestamp at time zone coalesce((select c.time_zone from public.company_settings c), 'UTC')
$$;

create or replace function private.refuse_closed_hours(p_before jsonb, p_after jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_until constant date := private.hours_closed_until();
  v_moment constant timestamptz := private.end_of_day(v_until);
begin
  if v_until is not null and private.work_before(p_before, v_moment) <> private.work_before(p_after, v_moment) then
    perform private.refuse('PT409', format('The hours up to %s are closed. Who manages time can open them again.', to_char(v_until, 'FMDD Mon YYYY')));
  end if;
end $$;

create or replace function private.keep_closed_hours() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- An entry also goes with its account.
  if not private.is_server() and not (tg_op = 'DELETE' and pg_trigger_depth() > 1) then
    perform private.refuse_closed_hours(case tg_op when 'INSERT' then '[]' else old.sessions end,
      case tg_op when 'DELETE' then '[]' else new.sessions end);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function private.close_hours(p_until date) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_moment constant timestamptz := private.end_of_day(p_until);
  v_waiting integer;
  v_person text;
begin
  perform private.must_manage_time('close the hours of the company');
  if p_until >= private.company_today() then
    perform private.refuse('22023', 'Only days that are over can be closed');
  end if;
  lock table private.hour_closings in share row exclusive mode;
  select count(*) into v_waiting from public.time_corrections t
   where t.status = 'requested' and private.work_before(t.before, v_moment) <> private.work_before(t.after, v_moment);
  if v_waiting > 0 then
    perform private.refuse('PT409', case v_waiting when 1 then 'A correction of these days waits for an answer'
      else v_waiting || ' corrections of these days wait for an answer' end);
  end if;
  select private.person_label(e.user_id) into v_person from public.time_entries e
   where e.status = 'active' and private.instant(e.sessions -> -1 ->> 'startTime') < v_moment limit 1;
  if v_person is not null then
    perform private.refuse('PT409', format('The timer of %s has been running since these days', v_person));
  end if;
  if p_until is distinct from private.hours_closed_until() then
    insert into private.hour_closings (until, closed_by) values (p_until, auth.uid());
  end if;
end $$;

create or replace function private.closed_hours() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.is_staff()) then
    raise insufficient_privilege using message = 'You may not see the hours of the company';
  end if;
  return (select jsonb_build_object('until', h.until, 'closed_by', private.person_label(h.closed_by), 'closed_at', h.closed_at)
    from private.hour_closings h order by h.id desc limit 1);
end $$;

create or replace function private.with_last_session_closed(
  p_sessions jsonb, p_status text, p_is_pause boolean, p_now timestamptz default clock_timestamp()) returns jsonb
  language plpgsql volatile set search_path = ''
as $$
declare
  v_last constant jsonb := p_sessions -> -1;
  v_end timestamptz := p_now;
begin
  if v_last is null or v_last ->> 'endTime' is not null then
    return p_sessions;
  end if;
  if p_status = 'paused' or v_last -> 'isPaused' = 'true' then
    v_end := coalesce(private.instant(v_last ->> 'pausedAt'), private.instant(v_last ->> 'startTime'), v_end);
  end if;
  return p_sessions - -1 || private.closed_session(v_last, v_end, p_is_pause);
end $$;

create or replace function private.pause_active_timer(p_now timestamptz) returns void
  language plpgsql set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_sessions jsonb;
begin
  select * into v_entry from public.time_entries where user_id = (select auth.uid()) and status = 'active' for update;
  if found then
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, true, p_now);
    update public.time_entries set status = 'paused', sessions = v_sessions, total_duration = private.total_of(v_sessions)
     where id = v_entry.id;
  end if;
end $$;

create or replace function public.start_timer(
  p_client_name text default null, p_business_name text default null, p_pause_other boolean default false)
returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_client constant text := nullif(btrim(p_client_name), '');
  v_business constant text := nullif(btrim(p_business_name), '');
  v_entry public.time_entries;
begin
  if v_client is null and v_business is null then
    raise check_violation using message = 'Choose a client or a business';
  end if;
  if p_pause_other then
    perform private.pause_active_timer(v_now);
  end if;
  insert into public.time_entries (client_name, business_name, sessions)
  values (v_client, v_business, jsonb_build_array(private.open_session(v_now)))
  returning * into v_entry;
  return v_entry;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $$;

create or replace function public.resume_timer(p_entry uuid, p_pause_other boolean default false) returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_now constant timestamptz := clock_timestamp();
  v_sessions jsonb;
begin
  perform private.refuse_completed(v_entry.status);
  if v_entry.status = 'paused' then
    if p_pause_other then
      perform private.pause_active_timer(v_now);
    end if;
    v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, true);
    v_sessions := v_sessions || private.open_session(greatest(v_now, private.instant(v_sessions -> -1 ->> 'endTime')));
    update public.time_entries
       set status = 'active', sessions = v_sessions, total_duration = private.total_of(v_sessions)
     where id = v_entry.id returning * into strict v_entry;
  end if;
  return v_entry;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before resuming another one.';
end $$;

create or replace function private.long_timer_hours() returns integer
  language sql stable security definer set search_path = ''
as $$ select coalesce((select c.long_timer_hours from public.company_settings c), 10) $$;

create or replace function public.stop_timer(p_entry uuid, p_ended timestamptz default null) returns public.time_entries
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_entry public.time_entries := private.my_timer(p_entry);
  v_is_paused constant boolean := v_entry.status = 'paused';
  v_hours constant integer := private.long_timer_hours();
  v_sessions jsonb;
  v_began timestamptz;
  v_end timestamptz;
begin
  if v_entry.status = 'completed' then
    return v_entry;
  end if;
  v_sessions := private.with_last_session_closed(v_entry.sessions, v_entry.status, v_is_paused);
  v_began := private.instant(v_sessions -> -1 ->> 'startTime');
  v_end := private.instant(v_sessions -> -1 ->> 'endTime');
  if p_ended is not null and v_began is not null then
    if p_ended < v_began or p_ended > v_end + interval '1 minute' then
      raise invalid_parameter_value using message = 'The work ended between the start of its last session and ' ||
        case when v_is_paused then 'its pause' else 'now' end;
    end if;
    v_sessions := v_sessions - -1 || private.closed_session(v_sessions -> -1, least(p_ended, v_end), v_is_paused);
  elsif v_end - v_began > make_interval(hours => v_hours) then
    raise exception using errcode = 'PT409', detail = 'long session',
      message = format('The last session of this timer is longer than %s. Please say when the work ended.',
        case v_hours when 1 then 'an hour' else v_hours || ' hours' end);
  end if;
  update public.time_entries
     set status = 'completed', sessions = v_sessions, total_duration = private.total_of(v_sessions)
   where id = v_entry.id returning * into strict v_entry;
  return v_entry;
end $$;

create or replace function private.other_work(p_user_id uuid, p_entry_id uuid, p_from timestamptz, p_to timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(entry.client_name, entry.business_name, 'another client')
    from public.time_entries entry, jsonb_array_elements(entry.sessions) as listed (one)
   where entry.user_id = p_user_id and entry.id <> p_entry_id and entry.touched_at >= p_from
     and private.instant(one ->> 'startTime') < p_to
     and coalesce(private.instant(one ->> 'endTime'), clock_timestamp()) > p_from
   limit 1
$$;

create or replace function private.check_corrected_time() returns trigger
  language plpgsql set search_path = ''
as $$
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
    v_other := private.other_work(new.user_id, new.id, v_corrected.started, v_corrected.ended);
    if v_other is not null then
      raise check_violation using message = format('This time overlaps with your time for %s', v_other);
    end if;
  end loop;
  return new;
end $$;

create or replace function private.no_step_by_hand() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.job_id := null;
  new.step_id := null;
  new.order_id := null;
  new.named_step_id := null;
  new.corrected_by := null;
  return new;
end $$;

create or replace function private.start_step(p_id uuid, p_pause_other boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_person constant uuid := auth.uid();
  v_now timestamptz;
  v_entry public.time_entries;
  v_step public.job_steps;
  v_client record;
begin
  if v_person is null then
    perform private.refuse('42501', 'A step is started by a person: their timer runs');
  end if;
  -- Two steps are taken in the order of their ids, whoever asks.
  perform private.take_turn_at_step(step) from (
    select p_id as step
    union
    select e.step_id from public.time_entries e
     where p_pause_other and e.user_id = v_person and e.status = 'active' and e.step_id is not null
     order by 1) as turns;
  perform from public.time_entries
   where user_id = v_person and (status = 'active' or status = 'paused' and step_id = p_id) order by id for update;
  select * into v_entry from public.time_entries where user_id = v_person and status = 'active' for update;
  v_step := private.step_for(p_id, 'start steps');
  v_now := clock_timestamp();
  if p_pause_other and v_entry.id is not null and v_entry.step_id is distinct from p_id then
    update public.time_entries
       set status = 'paused', sessions = paused.sessions, total_duration = private.total_of(paused.sessions), touched_at = clock_timestamp()
      from (select private.with_last_session_closed(v_entry.sessions, v_entry.status, true, v_now) as sessions) as paused
     where id = v_entry.id;
    v_entry := null;
  end if;
  if v_entry.id is not null and v_entry.step_id is distinct from p_id then
    raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
  end if;
  if v_step.status <> 'in_progress' then
    update public.job_steps set status = 'in_progress' where id = p_id;
    perform private.log_event('job', v_step.job_id, 'step_started', jsonb_build_object('step', v_step.name));
  end if;
  update public.job_steps set assignees = assignees || v_person
   where id = p_id and not v_person = any (assignees) and cardinality(assignees) < 50;
  if v_entry.id is not null then
    return v_entry.id;
  end if;
  select * into v_entry from public.time_entries
   where user_id = v_person and step_id = p_id and status = 'paused' order by touched_at desc limit 1 for update;
  if found then
    update public.time_entries
       set status = 'active', touched_at = clock_timestamp(), sessions = sessions || private.open_session(
             greatest(v_now, private.instant(sessions -> -1 ->> 'endTime')))
     where id = v_entry.id;
    return v_entry.id;
  end if;
  select c.type, c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '') as person into v_client
    from public.jobs j join public.contacts c on c.id = j.contact_id where j.id = v_step.job_id;
  insert into public.time_entries (user_id, user_email, client_name, business_name, sessions, job_id, step_id)
  values (v_person, lower(auth.email()),
    case when v_client.type = 'Person' then left(coalesce(v_client.person, v_client.company), 400) end,
    left(case when v_client.type = 'Person' then v_client.company
      else coalesce(nullif(btrim(v_client.company), ''), v_client.person, (select s.name from public.company_settings s), 'Workshop') end, 400),
    jsonb_build_array(private.open_session(v_now)), v_step.job_id, p_id)
  returning * into v_entry;
  return v_entry.id;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $$;

alter table public.company_settings add constraint company_settings_long_timer_hours_range CHECK (long_timer_hours >= 1 AND long_timer_hours <= 24);

alter table public.time_entries add constraint time_entries_corrected_by_fkey FOREIGN KEY (corrected_by) REFERENCES auth.users(id) ON DELETE SET NULL;

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.time_corrections', 'select', p_pages => '{time-tracking}', p_person => 'user_id');

call private.offer('private.ask_time_correction(uuid, uuid, jsonb, text)');

call private.offer('private.decide_time_correction(uuid, text, text)');

call private.offer('private.withdraw_time_correction(uuid)');

call private.offer('private.time_corrections(uuid)');

call private.offer('private.close_hours(date)');

call private.offer('private.closed_hours()');

create index hour_closings_closed_by_idx on private.hour_closings (closed_by);

create index time_corrections_created_by_idx on public.time_corrections (created_by);

create index time_corrections_decided_by_idx on public.time_corrections (decided_by);

create index time_corrections_entry_id_idx on public.time_corrections (entry_id, created_at);

create unique index time_corrections_one_waits on public.time_corrections (entry_id) where status = 'requested';

create index time_corrections_user_id_idx on public.time_corrections (user_id, created_at);

create index time_entries_corrected_by_idx on public.time_entries (corrected_by);

alter table private.hour_closings enable row level security;

create or replace trigger keep_closed_hours before insert or update of sessions or delete on public.time_entries
  for each row execute function private.keep_closed_hours();

create or replace trigger note_own_correction after update of sessions on public.time_entries for each row
  when (current_user in ('anon', 'authenticated') and old.sessions is distinct from new.sessions) execute function private.note_own_correction();

CREATE TRIGGER pin BEFORE UPDATE ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'user_id', 'user_email', 'job_id', 'step_id', 'order_id', 'named_step_id', 'corrected_by');

create policy "staff read corrections of their time, managers all" on public.time_corrections for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_staff())) or (select private.named('manage_time_tracking')));

comment on function private.start_step(pg_catalog.uuid,boolean) is 'Starts a step, or goes on with it, and the timer of the person for the client of its job: one active timer a person (23505, in
words; p_pause_other: it is paused at the same moment, and nothing is paused where the step may not start). A second call changes nothing.
Refused in words (PT409) while the mockup is not approved, an earlier step is not done or the job is on hold. Returns the id of the
time entry.';

comment on function public.start_step(pg_catalog.uuid,boolean) is 'Starts a step, or goes on with it, and the timer of the person for the client of its job: one active timer a person (23505, in
words; p_pause_other: it is paused at the same moment, and nothing is paused where the step may not start). A second call changes nothing.
Refused in words (PT409) while the mockup is not approved, an earlier step is not done or the job is on hold. Returns the id of the
time entry.';

grant execute on routine private.long_timer_hours() to authenticated;

grant execute on routine private.long_timer_hours() to service_role;

grant execute on routine private.other_work(p_user_id uuid, p_entry_id uuid, p_from timestamp with time zone, p_to timestamp with time zone) to authenticated;

grant execute on routine private.other_work(p_user_id uuid, p_entry_id uuid, p_from timestamp with time zone, p_to timestamp with time zone) to service_role;

grant execute on routine private.pause_active_timer(p_now timestamp with time zone) to authenticated;

grant execute on routine private.pause_active_timer(p_now timestamp with time zone) to service_role;

grant execute on routine private.with_last_session_closed(p_sessions jsonb, p_status text, p_is_pause boolean, p_now timestamp with time zone) to authenticated;

grant execute on routine private.with_last_session_closed(p_sessions jsonb, p_status text, p_is_pause boolean, p_now timestamp with time zone) to service_role;

revoke execute on routine public.resume_timer(p_entry uuid, p_pause_other boolean) from anon;

revoke execute on routine public.resume_timer(p_entry uuid, p_pause_other boolean) from public;

revoke execute on routine public.start_timer(p_client_name text, p_business_name text, p_pause_other boolean) from anon;

revoke execute on routine public.start_timer(p_client_name text, p_business_name text, p_pause_other boolean) from public;

revoke execute on routine public.stop_timer(p_entry uuid, p_ended timestamp with time zone) from anon;

revoke execute on routine public.stop_timer(p_entry uuid, p_ended timestamp with time zone) from public;

comment on function private.ask_time_correction(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Asks to correct the caller''s completed entry, with a reason; those who manage time are told. The only one who manages time corrects at once. p_sessions: all sessions that stay, by startTime and endTime. Returns the status. The same id again changes nothing.';

comment on function private.close_hours(pg_catalog.date) is 'Closes the hours up to that day: what was worked in them changes no more, for nobody. An earlier day, or null, opens them again. Refused while a correction of them waits or a timer runs since then.';

comment on function private.closed_hours() is 'Up to which day the hours are closed, when and by whom; null where none ever were.';

comment on function private.corrected_sessions(pg_catalog.jsonb) is 'Sessions by startTime and endTime as a completed entry holds them; refused in words where they make no sense.';

comment on function private.decide_time_correction(pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Approves a correction, which changes the entry, or refuses it with an answer; the person is told. Nobody decides about their own while a colleague may.';

comment on function private.note_own_correction() is 'Keeps what a session was before its person changed it. Pausing, stopping now and starting anew are no corrections.';

comment on function private.other_work(pg_catalog.uuid,pg_catalog.uuid,timestamp with time zone,timestamp with time zone) is 'For whom a person worked in that time by another entry of theirs; null where they did not.';

comment on function private.pause_active_timer(timestamp with time zone) is 'Pauses the active timer of the caller, where there is one, at that moment.';

comment on function private.refuse_closed_hours(pg_catalog.jsonb,pg_catalog.jsonb) is 'Refuses another work in the days that are closed. What began in them belongs to them.';

comment on function private.time_corrections(pg_catalog.uuid) is 'The corrections of an entry, the oldest first; without an entry all that wait for an answer. Of what the caller may read.';

comment on function private.with_last_session_closed(pg_catalog.jsonb,pg_catalog.text,boolean,timestamp with time zone) is 'A running session ends now, by the clock of the server; a paused one at its pause (spec 2 §4). p_now: the moment that
is now, where something else begins at it.';

comment on function private.withdraw_time_correction(pg_catalog.uuid) is 'Takes back one''s own request to correct time. A second call changes nothing.';

comment on function public.ask_time_correction(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'Asks to correct the caller''s completed entry, with a reason; those who manage time are told. The only one who manages time corrects at once. p_sessions: all sessions that stay, by startTime and endTime. Returns the status. The same id again changes nothing.';

comment on function public.close_hours(pg_catalog.date) is 'Closes the hours up to that day: what was worked in them changes no more, for nobody. An earlier day, or null, opens them again. Refused while a correction of them waits or a timer runs since then.';

comment on function public.closed_hours() is 'Up to which day the hours are closed, when and by whom; null where none ever were.';

comment on function public.decide_time_correction(pg_catalog.uuid,pg_catalog.text,pg_catalog.text) is 'Approves a correction, which changes the entry, or refuses it with an answer; the person is told. Nobody decides about their own while a colleague may.';

comment on function public.resume_timer(pg_catalog.uuid,boolean) is 'Starts a new session. 23505 while another timer of the person is active: the unique index decides (spec 2 §5). p_pause_other pauses that one at the same moment.';

comment on function public.start_timer(pg_catalog.text,pg_catalog.text,boolean) is 'Starts a timer for a client or a business. One active timer a person: p_pause_other pauses the other at the same moment.';

comment on function public.stop_timer(pg_catalog.uuid,timestamp with time zone) is 'Completes a timer for good. A paused one ends at its pause (spec 2 §4). A last session of more than long_timer_hours of the company is refused (PT409, detail "long session") until p_ended says when the work ended.';

comment on function public.time_corrections(pg_catalog.uuid) is 'The corrections of an entry, the oldest first; without an entry all that wait for an answer. Of what the caller may read.';

comment on function public.withdraw_time_correction(pg_catalog.uuid) is 'Takes back one''s own request to correct time. A second call changes nothing.';

comment on column public.company_settings.long_timer_hours is 'A timer whose last session is longer asks when the work ended before it is completed.';

comment on column public.time_corrections.status is 'own: its person corrected it before the timer was completed, which needs no approval.';

comment on column public.time_entries.corrected_by is 'Who approved the newest correction of the completed entry; its history is in time_corrections.';

comment on table private.hour_closings is 'Up to which day the hours of the company were closed, when and by whom. The newest row counts; null: no day is closed.';

comment on table public.time_corrections is 'The sessions of a time entry before and after a correction. A completed entry changes when a request is approved; before that nothing counts it. Written by functions and a trigger only.';

reset check_function_bodies;
