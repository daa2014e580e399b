-- Corrections of time: asked with a reason, decided by who manages time; and hours that are closed.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
create unique index time_corrections_one_waits on public.time_corrections (entry_id) where status = 'requested';
create index time_corrections_entry_id_idx on public.time_corrections (entry_id, created_at);
create index time_corrections_user_id_idx on public.time_corrections (user_id, created_at);
create index time_corrections_decided_by_idx on public.time_corrections (decided_by);
create index time_corrections_created_by_idx on public.time_corrections (created_by);
comment on table public.time_corrections is
  'The sessions of a time entry before and after a correction. A completed entry changes when a request is approved; before '
  'that nothing counts it. Written by functions and a trigger only.';
comment on column public.time_corrections.status is 'own: its person corrected it before the timer was completed, which needs no approval.';

create table private.hour_closings (
  id        bigint generated always as identity primary key,
  until     date,
  closed_by uuid references auth.users (id) on delete set null,
  closed_at timestamptz not null default now()
);
create index hour_closings_closed_by_idx on private.hour_closings (closed_by);
comment on table private.hour_closings is
  'Up to which day the hours of the company were closed, when and by whom. The newest row counts; null: no day is closed.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.hour_closings enable row level security;

call private.borrow_rules('public.time_corrections', 'select', p_pages => '{time-tracking}', p_person => 'user_id');
create policy "staff read corrections of their time, managers all" on public.time_corrections for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_staff())) or (select private.named('manage_time_tracking')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.must_manage_time(p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.named('manage_time_tracking')) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  end if;
end $$;

create function private.corrected_sessions(p_sessions jsonb) returns jsonb
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
comment on function private.corrected_sessions is 'Sessions by startTime and endTime as a completed entry holds them; refused in words where they make no sense.';

create function private.refuse_other_work(p_entry public.time_entries, p_sessions jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other constant text := private.other_work(p_entry.user_id, p_entry.id, private.spans_of(p_sessions));
begin
  if v_other is not null then
    perform private.refuse('PT409', format('This time overlaps with other time of %s for %s', private.person_label(p_entry.user_id), v_other));
  end if;
end $$;

create function private.worked_in_words(p_sessions jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_minutes constant bigint := private.seconds_of(private.total_of(p_sessions)) / 60;
begin
  return coalesce(nullif(concat_ws(' ', case when v_minutes >= 60 then v_minutes / 60 || ' h' end,
    case when v_minutes % 60 > 0 then v_minutes % 60 || ' min' end), ''), '0 min');
end $$;
comment on function private.worked_in_words is 'How long sessions are, in whole minutes: "1 h 30 min". No clock time, which 01:30 could be.';

create function private.correction_in_words(p_correction public.time_corrections) returns text
  language sql stable security definer set search_path = ''
as $$
  select concat_ws(': ', concat_ws(' ', nullif(concat_ws(' · ', nullif(e.client_name, ''), nullif(e.business_name, '')), ''),
      case when p_correction.before = '[]' then concat_ws(', ', private.worked_in_words(p_correction.after),
        private.moment_text(private.instant(p_correction.after #>> '{0,startTime}')) || '–'
          || private.clock_text(private.instant(p_correction.after #>> '{-1,endTime}')))
        else private.worked_in_words(p_correction.before) || ' → ' || private.worked_in_words(p_correction.after) end), p_correction.reason)
    from public.time_entries e where e.id = p_correction.entry_id
$$;

create function private.apply_time_correction(p_correction public.time_corrections, p_entry public.time_entries) returns void
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

create function private.title_of_correction(p_correction public.time_corrections) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_correction.before = '[]' and (select by_hand from public.time_entries where id = p_correction.entry_id)
    then 'Time added by hand' else 'Correction of time' end;
end $$;

create function private.file_time_correction(p_id uuid, p_entry public.time_entries, p_sessions jsonb, p_reason text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_correction public.time_corrections;
begin
  if char_length(p_reason) > 500 then
    perform private.refuse('22023', 'The reason may have 500 characters at most');
  elsif (select count(*) from public.time_corrections where user_id = p_entry.user_id and created_at > now() - interval '1 day') >= 100 then
    perform private.refuse('PT429', 'You corrected time a hundred times today. Please try again tomorrow.');
  end if;
  v_correction.after := private.corrected_sessions(p_sessions);
  if v_correction.after = p_entry.sessions then
    perform private.refuse('22023', 'Nothing was changed');
  end if;
  perform private.refuse_other_work(p_entry, v_correction.after);
  perform private.refuse_closed_hours(p_entry.sessions, v_correction.after);
  insert into public.time_corrections (id, entry_id, user_id, reason, before, after)
  values (p_id, p_entry.id, p_entry.user_id, p_reason, p_entry.sessions, v_correction.after) returning * into v_correction;
  if private.named('manage_time_tracking') and not private.decides_for_self(p_entry.user_id, 'manage_time_tracking') then
    perform private.apply_time_correction(v_correction, p_entry);
    update public.time_corrections set status = 'approved', decided_by = auth.uid(), decided_at = now() where id = p_id;
    return 'approved';
  end if;
  perform private.tell_people(private.holders_of('manage_time_tracking'),
    private.title_of_correction(v_correction) || ': ' || private.person_label(p_entry.user_id),
    private.correction_in_words(v_correction), 'time_entry', p_entry.id);
  return 'requested';
end $$;
comment on function private.file_time_correction is
  'Keeps a correction of the caller''s entry until it is decided, and tells those who manage time; the only one who manages time corrects at once. Returns the status.';

create function private.ask_time_correction(p_id uuid, p_entry_id uuid, p_sessions jsonb, p_reason text) returns text
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
  elsif exists (select from public.time_corrections where entry_id = p_entry_id and status = 'requested') then
    perform private.refuse('PT409', 'A correction of this time waits for an answer. Withdraw it to ask for another one.');
  end if;
  return private.file_time_correction(p_id, v_entry, p_sessions, v_reason);
end $$;
comment on function private.ask_time_correction is
  'Asks to correct the caller''s completed entry, with a reason; those who manage time are told. The only one who manages time corrects '
  'at once. p_sessions: all sessions that stay, by startTime and endTime. Returns the status. The same id again changes nothing.';
call private.offer('private.ask_time_correction(uuid, uuid, jsonb, text)');

create function private.add_time(
  p_id uuid, p_from timestamptz, p_until timestamptz, p_reason text, p_client_name text default null, p_business_name text default null,
  p_job_id uuid default null, p_step_id uuid default null, p_order_id uuid default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_job uuid;
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'Only staff keep time';
  end if;
  select * into v_entry from public.time_entries where id = p_id and user_id = auth.uid() and by_hand;
  if found then
    return (select status from public.time_corrections where entry_id = p_id order by created_at limit 1);
  elsif nullif(btrim(p_reason), '') is null then
    perform private.refuse('22023', 'Please say why no timer ran');
  elsif p_until <= p_from then
    perform private.refuse('22023', 'A session cannot end before it starts');
  end if;
  v_job := private.job_of_work(p_job_id, p_order_id, p_step_id);
  perform private.must_be_same(not exists (select from public.time_entries where id = p_id), 'time');
  insert into public.time_entries (id, user_email, status, client_name, business_name, job_id, named_step_id, order_id, by_hand)
  select p_id, lower(auth.email()), 'completed', coalesce(nullif(btrim(p_client_name), ''), case when v_job is not null then w.client_name end),
         coalesce(nullif(btrim(p_business_name), ''), case when v_job is not null then w.business_name end), v_job, p_step_id, p_order_id, true
    from private.client_of_time((select j.contact_id from public.jobs j where j.id = v_job)) as w
  returning * into v_entry;
  if coalesce(v_entry.client_name, v_entry.business_name) is null then
    perform private.refuse('22023', 'Say for whom the work was');
  end if;
  return private.file_time_correction(gen_random_uuid(), v_entry,
    jsonb_build_array(jsonb_build_object('startTime', private.iso(p_from), 'endTime', private.iso(p_until))), btrim(p_reason));
end $$;
comment on function private.add_time is
  'Adds work of the caller for which no timer ran, for a job, step or order, or for a named client. It is decided as a correction is: nothing counts it before
it is approved. Returns the status. The same id again changes nothing.';
call private.offer('private.add_time(uuid, timestamptz, timestamptz, text, text, text, uuid, uuid, uuid)');

create function private.decide_time_correction(p_id uuid, p_status text, p_answer text default null) returns void
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
  perform private.tell_people(array[v_correction.user_id], private.title_of_correction(v_correction) || ' ' || p_status,
    concat_ws(' · ', private.correction_in_words(v_correction), v_answer), 'time_entry', v_entry.id);
end $$;
comment on function private.decide_time_correction is
  'Approves a correction, which changes the entry, or refuses it with an answer; the person is told. Nobody decides about their own '
  'while a colleague may.';
call private.offer('private.decide_time_correction(uuid, text, text)');

create function private.withdraw_time_correction(p_id uuid) returns void
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
comment on function private.withdraw_time_correction is
  'Takes back one''s own request to correct or to add time. Time by hand stays with 00:00:00. A second call changes nothing.';
call private.offer('private.withdraw_time_correction(uuid)');

create function private.time_corrections(p_entry_id uuid default null) returns jsonb
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
comment on function private.time_corrections is
  'The corrections of an entry, the oldest first; without an entry all that wait for an answer. Of what the caller may read.';
call private.offer('private.time_corrections(uuid)');

create function private.note_own_correction() returns trigger
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
comment on function private.note_own_correction is
  'Keeps what a session was before its person changed it. Pausing, stopping now and starting anew are no corrections.';

-- A stretch without an end, or of no length, is no work.
create function private.work_before(p_sessions jsonb, p_moment timestamptz) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_array(began, ended) order by began, ended), '[]') from (
    select private.instant(one ->> 'startTime') as began,
           private.instant(coalesce(one ->> 'endTime', case when one -> 'isPaused' = 'true' then one ->> 'pausedAt' end)) as ended
      from jsonb_array_elements(case jsonb_typeof(p_sessions) when 'array' then p_sessions else '[]' end) as listed (one)) as worked
   where began < p_moment and ended > began
$$;

create function private.hours_closed_until() returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select until from private.hour_closings order by id desc limit 1);
end $$;

create function private.end_of_day(p_day date) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (p_day + 1)::timestamp at time zone coalesce((select c.time_zone from public.company_settings c), 'UTC');
end $$;

create function private.refuse_closed_hours(p_before jsonb, p_after jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_until constant date := private.hours_closed_until();
  v_moment constant timestamptz := private.end_of_day(v_until);
begin
  if v_until is not null and private.work_before(p_before, v_moment) <> private.work_before(p_after, v_moment) then
    perform private.refuse('PT409', format('The hours up to %s are closed. Who manages time can open them again.', private.day_text(v_until)));
  end if;
end $$;
comment on function private.refuse_closed_hours is 'Refuses another work in the days that are closed. What began in them belongs to them.';

create function private.keep_closed_hours() returns trigger
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

create function private.close_hours(p_until date) returns void
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
comment on function private.close_hours is
  'Closes the hours up to that day: what was worked in them changes no more, for nobody. An earlier day, or null, opens them again. '
  'Refused while a correction of them waits or a timer runs since then.';
call private.offer('private.close_hours(date)');

create function private.closed_hours() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.is_staff()) then
    raise insufficient_privilege using message = 'You may not see the hours of the company';
  end if;
  return (select jsonb_build_object('until', h.until, 'closed_by', private.person_label(h.closed_by), 'closed_at', h.closed_at)
    from private.hour_closings h order by h.id desc limit 1);
end $$;
comment on function private.closed_hours is 'Up to which day the hours are closed, when and by whom; null where none ever were.';
call private.offer('private.closed_hours()');
