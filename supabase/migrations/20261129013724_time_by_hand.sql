set check_function_bodies = off;

drop trigger pin on public.time_entries;

alter table public.time_entries add column by_hand boolean not null default false;

create or replace function private.title_of_correction(p_correction public.time_corrections) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_correction.before = '[]' and (select by_hand from public.time_entries where id = p_correction.entry_id)
    then 'Time added by hand' else 'Correction of time' end;
end $$;

create or replace function private.file_time_correction(p_id uuid, p_entry public.time_entries, p_sessions jsonb, p_reason text) returns text
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
  elsif exists (select from public.time_corrections where entry_id = p_entry_id and status = 'requested') then
    perform private.refuse('PT409', 'A correction of this time waits for an answer. Withdraw it to ask for another one.');
  end if;
  return private.file_time_correction(p_id, v_entry, p_sessions, v_reason);
end $$;

create or replace function private.add_time(
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
    from private.client_of_work(v_job) as w
  returning * into v_entry;
  if coalesce(v_entry.client_name, v_entry.business_name) is null then
    perform private.refuse('22023', 'Say for whom the work was');
  end if;
  return private.file_time_correction(gen_random_uuid(), v_entry,
    jsonb_build_array(jsonb_build_object('startTime', private.iso(p_from), 'endTime', private.iso(p_until))), btrim(p_reason));
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
  perform private.tell_people(array[v_correction.user_id], private.title_of_correction(v_correction) || ' ' || p_status,
    concat_ws(' · ', private.correction_in_words(v_correction), v_answer), 'time_entry', v_entry.id);
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
  new.by_hand := false;
  return new;
end $$;

create or replace function private.job_of_work(p_job_id uuid, p_order_id uuid, p_step_id uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_job uuid := p_job_id;
begin
  if p_step_id is not null then
    select job_id into v_job from public.job_steps where id = p_step_id;
    if not found then
      perform private.refuse('PT404', 'This step is not there any more');
    elsif p_job_id is not null and p_job_id <> v_job then
      perform private.refuse('22023', 'This step belongs to another job');
    end if;
  end if;
  if v_job is not null and not exists (select from public.jobs where id = v_job)
    or p_order_id is not null and not exists (select from public.orders where id = p_order_id) then
    perform private.refuse('PT404', 'This job or order is not there any more');
  end if;
  return v_job;
end $$;

create or replace function private.name_work(
  p_entry uuid, p_job_id uuid default null, p_order_id uuid default null, p_step_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_job uuid;
begin
  select * into v_entry from public.time_entries where id = p_entry for update;
  if v_entry.id is null or not (private.is_server() or private.is_staff()
    and (v_entry.user_id = auth.uid() or private.named('manage_time_tracking'))) then
    perform private.refuse('PT404', 'This time entry is not there, or it is not yours');
  elsif v_entry.step_id is not null then
    perform private.refuse('PT409', 'This timer was started for a step of a job');
  end if;
  v_job := private.job_of_work(p_job_id, p_order_id, p_step_id);
  update public.time_entries set job_id = v_job, order_id = p_order_id, named_step_id = p_step_id where id = p_entry;
end $$;

create or replace function private.client_of_work(p_job_id uuid, out client_name text, out business_name text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_client record;
begin
  select c.type, c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '') as person into v_client
    from public.jobs j join public.contacts c on c.id = j.contact_id where j.id = p_job_id;
  client_name := case when v_client.type = 'Person' then left(coalesce(v_client.person, v_client.company), 400) end;
  business_name := left(case when v_client.type = 'Person' then v_client.company
    else coalesce(nullif(btrim(v_client.company), ''), v_client.person, (select s.name from public.company_settings s), 'Workshop') end, 400);
end $$;

create or replace function private.start_step(p_id uuid, p_pause_other boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_person constant uuid := auth.uid();
  v_now timestamptz;
  v_entry public.time_entries;
  v_step public.job_steps;
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
      from (select private.sessions_to_leave(v_entry, v_now) as sessions) as paused
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
  insert into public.time_entries (user_id, user_email, client_name, business_name, sessions, job_id, step_id)
  select v_person, lower(auth.email()), w.client_name, w.business_name,
         jsonb_build_array(private.open_session(v_now)), v_step.job_id, p_id
    from private.client_of_work(v_step.job_id) as w
  returning * into v_entry;
  return v_entry.id;
exception when unique_violation then
  raise unique_violation using message = 'Please pause or stop your active timer before starting another one.';
end $$;

create or replace function private.open_proof_questions()
returns table (job_id uuid, label text, contact_id uuid, name text, words text, asked_at timestamptz, comment_id uuid)
language sql stable security definer set search_path = '' as $$
  select j.id, j.job_number, coalesce(o.contact_id, q.contact_id, j.contact_id), newest.author_name, newest.body, newest.created_at, newest.id
    from (
      select distinct on (m.job_id) m.job_id, c.id, c.author_name, c.body, c.is_client, c.resolved_at, c.created_at
        from public.mockup_comments c join public.mockups m on m.id = c.mockup_id
       order by m.job_id, c.created_at desc, c.id desc
    ) as newest
    join public.jobs j on j.id = newest.job_id
    left join public.quotations q on q.id = j.quotation_id
    left join public.orders o on o.id = j.order_id
   where newest.is_client and newest.resolved_at is null and private.job_is_open(j.status)
     and not exists (select from public.mockup_answers a join public.mockups m on m.id = a.mockup_id
                      where m.job_id = j.id and a.answered_at > newest.created_at)
     and (private.can('jobs', 'view') or private.can('production', 'view'))
$$;

revoke execute on all routines in schema private from public;

call private.offer('private.add_time(uuid, timestamptz, timestamptz, text, text, text, uuid, uuid, uuid)');

CREATE TRIGGER pin BEFORE UPDATE ON public.time_entries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'user_id', 'user_email', 'job_id', 'step_id', 'order_id', 'named_step_id', 'corrected_by', 'by_hand');

comment on function private.no_step_by_hand() is 'Only start_step ties a timer to a step, and only add_time marks what was added by hand.';

comment on function private.open_proof_questions() is 'What clients wrote last on the proofs of open jobs and nobody answered, for who may see jobs or production. An answer of ours, a tick as
done and an approval or refusal of the client end it; a new version does not.';

comment on function private.withdraw_time_correction(pg_catalog.uuid) is 'Takes back one''s own request to correct or to add time. Time by hand stays with 00:00:00. A second call changes nothing.';

comment on function public.withdraw_time_correction(pg_catalog.uuid) is 'Takes back one''s own request to correct or to add time. Time by hand stays with 00:00:00. A second call changes nothing.';

comment on function private.add_time(pg_catalog.uuid,timestamp with time zone,timestamp with time zone,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Adds work of the caller for which no timer ran, for a job, step or order, or for a named client. It is decided as a correction is: nothing counts it before
it is approved. Returns the status. The same id again changes nothing.';

comment on function private.client_of_work(pg_catalog.uuid) is 'The names that a time entry for a job carries: those of its client, else of the company itself.';

comment on function private.file_time_correction(pg_catalog.uuid,public.time_entries,pg_catalog.jsonb,pg_catalog.text) is 'Keeps a correction of the caller''s entry until it is decided, and tells those who manage time; the only one who manages time corrects at once. Returns the status.';

comment on function private.job_of_work(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'The job that time for this job, order or step counts for; refused in words where one is not there.';

comment on function public.add_time(pg_catalog.uuid,timestamp with time zone,timestamp with time zone,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid) is 'Adds work of the caller for which no timer ran, for a job, step or order, or for a named client. It is decided as a correction is: nothing counts it before
it is approved. Returns the status. The same id again changes nothing.';

comment on column public.time_entries.by_hand is 'Added by add_time without a timer. Without sessions it waits for its approval, or was refused.';

reset check_function_bodies;
