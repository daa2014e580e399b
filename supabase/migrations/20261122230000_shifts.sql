-- Who works when: shifts, their templates, absences and contract hours. The database refuses a clash: two shifts of one
-- person that overlap, and a shift in an approved absence.

insert into public.permissions (name, description) values
  ('manage_shifts', 'Plan shifts, decide about leave, and set contract hours');
insert into public.role_permissions (role, permission_id)
select role::public.app_role, id from public.permissions, unnest(array['admin', 'account_manager']) as role
 where name = 'manage_shifts';

create table public.shifts (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid not null references auth.users (id) on delete cascade,
  starts_at      timestamptz not null,
  ends_at        timestamptz not null,
  break_minutes  integer not null default 0,
  place          text not null default 'workshop',
  work_centre_id uuid references public.work_centres (id) on delete set null,
  note           text,
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  row_version    integer not null default 1,
  constraint shifts_end_after_begin check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours'),
  constraint shifts_break_is_shorter check (break_minutes >= 0 and make_interval(mins => break_minutes) < ends_at - starts_at),
  constraint shifts_place_is_known check (place in ('office', 'workshop', 'road', 'home')),
  constraint shifts_note_length check (char_length(note) <= 500),
  constraint shifts_of_a_person_do_not_overlap exclude using gist (user_id with =, tstzrange(starts_at, ends_at, '[)') with &&)
);
create index shifts_starts_at_idx on public.shifts (starts_at);
create index shifts_user_id_idx on public.shifts (user_id, starts_at);
create index shifts_work_centre_id_idx on public.shifts (work_centre_id);
create index shifts_created_by_idx on public.shifts (created_by);
comment on table public.shifts is 'When somebody works. A shift may end on the next day.';
comment on column public.shifts.place is 'office, workshop, road (at clients), or home.';
comment on column public.shifts.work_centre_id is 'The machine, bench or vehicle that they look after.';

create table public.shift_templates (
  id             uuid primary key default gen_random_uuid(),
  name           text not null,
  starts         time not null,
  ends           time not null,
  break_minutes  integer not null default 0,
  place          text not null default 'workshop',
  work_centre_id uuid references public.work_centres (id) on delete set null,
  sort           integer not null default 0,
  created_at     timestamptz not null default now(),
  row_version    integer not null default 1,
  constraint shift_templates_name_length check (char_length(btrim(name)) between 1 and 60 and char_length(name) <= 80),
  constraint shift_templates_have_hours check (starts <> ends),
  constraint shift_templates_break_is_shorter check (break_minutes >= 0 and make_interval(mins => break_minutes) <
    (ends - starts) + case when ends < starts then interval '24 hours' else interval '0' end),
  constraint shift_templates_place_is_known check (place in ('office', 'workshop', 'road', 'home'))
);
create unique index shift_templates_name_idx on public.shift_templates (private.folded(name));
create index shift_templates_work_centre_id_idx on public.shift_templates (work_centre_id);
comment on table public.shift_templates is 'Usual shifts, in clock times of the company. One that ends before it starts ends on the next day.';

create table public.absences (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid not null references auth.users (id) on delete cascade,
  starts_on   date not null,
  ends_on     date not null,
  status      text not null default 'requested',
  decided_by  uuid references auth.users (id) on delete set null,
  decided_at  timestamptz,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint absences_end_after_begin check (ends_on >= starts_on),
  constraint absences_status_is_known check (status in ('requested', 'approved', 'refused', 'withdrawn')),
  constraint absences_of_a_person_do_not_overlap exclude using gist
    (user_id with =, daterange(starts_on, ends_on, '[]') with &&) where (status in ('requested', 'approved'))
);
create index absences_days_idx on public.absences (starts_on, ends_on);
create index absences_user_id_idx on public.absences (user_id, starts_on);
create index absences_decided_by_idx on public.absences (decided_by);
create index absences_created_by_idx on public.absences (created_by);
comment on table public.absences is
  'Days on which somebody is away, in the time zone of the company. Written by functions only. Staff read approved ones; why '
  'somebody is away stands in absence_details.';

create table public.absence_details (
  absence_id uuid primary key references public.absences (id) on delete cascade,
  kind       text not null,
  reason     text,
  answer     text,
  constraint absence_details_kind_is_known check (kind in ('holiday', 'sick', 'training', 'family', 'unpaid', 'other')),
  constraint absence_details_texts_length check (char_length(reason) <= 1000 and char_length(answer) <= 1000)
);
comment on table public.absence_details is
  'Why somebody is away, and what was answered. A table of its own: colleagues see that somebody is away, and not why.';

create table public.contract_hours (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid not null references auth.users (id) on delete cascade,
  valid_from     date not null,
  hours_per_week numeric(5, 2) not null,
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  created_at     timestamptz not null default now(),
  row_version    integer not null default 1,
  constraint contract_hours_one_a_day unique (user_id, valid_from),
  constraint contract_hours_range check (hours_per_week >= 0 and hours_per_week <= 100)
);
create index contract_hours_created_by_idx on public.contract_hours (created_by);
comment on table public.contract_hours is 'How many hours a week somebody is employed for, from a day on.';

call private.borrow_rules('public.shifts');
call private.borrow_rules('public.shift_templates');
call private.borrow_rules('public.absences', 'select');
call private.borrow_rules('public.absence_details', 'select', p_key => 'absence_id');
call private.borrow_rules('public.contract_hours');

create policy "staff read shifts" on public.shifts for select to authenticated using ((select private.is_staff()));
create policy "planners add shifts" on public.shifts for insert to authenticated
  with check ((select private.named('manage_shifts')));
create policy "planners change shifts" on public.shifts for update to authenticated
  using ((select private.named('manage_shifts'))) with check ((select private.named('manage_shifts')));
create policy "planners remove shifts" on public.shifts for delete to authenticated
  using ((select private.named('manage_shifts')));

create policy "staff read templates of shifts" on public.shift_templates for select to authenticated using ((select private.is_staff()));
create policy "planners add templates of shifts" on public.shift_templates for insert to authenticated
  with check ((select private.named('manage_shifts')));
create policy "planners change templates of shifts" on public.shift_templates for update to authenticated
  using ((select private.named('manage_shifts'))) with check ((select private.named('manage_shifts')));
create policy "planners remove templates of shifts" on public.shift_templates for delete to authenticated
  using ((select private.named('manage_shifts')));

create policy "staff read approved absences and their own" on public.absences for select to authenticated
  using ((select private.is_staff())
    and (status = 'approved' or user_id = (select auth.uid()) or (select private.named('manage_shifts'))));
create policy "planners and the person read why somebody is away" on public.absence_details for select to authenticated
  using ((select private.is_staff()) and ((select private.named('manage_shifts')) or exists (
    select from public.absences a where a.id = absence_details.absence_id and a.user_id = (select auth.uid()))));

create policy "planners and the person read contract hours" on public.contract_hours for select to authenticated
  using ((select private.is_staff()) and (user_id = (select auth.uid()) or (select private.named('manage_shifts'))));
create policy "planners add contract hours" on public.contract_hours for insert to authenticated
  with check ((select private.named('manage_shifts')));
create policy "planners change contract hours" on public.contract_hours for update to authenticated
  using ((select private.named('manage_shifts'))) with check ((select private.named('manage_shifts')));
create policy "planners remove contract hours" on public.contract_hours for delete to authenticated
  using ((select private.named('manage_shifts')));

create trigger nudge_staff after insert or update or delete on public.shifts for each statement execute function private.nudge_staff();
create trigger nudge_staff after insert or update or delete on public.shift_templates for each statement execute function private.nudge_staff();
create trigger nudge_staff after insert or update or delete on public.absences for each statement execute function private.nudge_staff();
create trigger nudge_staff after insert or update or delete on public.contract_hours for each statement execute function private.nudge_staff();

-- ---------------------------------------------------------------------------------------------------------- clashes

create function private.works_here(p_user_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.user_id = p_user_id and ur.role not in ('client', 'pending') and not coalesce(u.banned_until > now(), false))
$$;
comment on function private.works_here is 'Whether this account is of the staff and open.';

create function private.span_of_days(p_from date, p_until date) returns tstzrange
  language sql stable security definer set search_path = ''
as $$
  select tstzrange(p_from::timestamp at time zone private.company_zone(), (p_until + 1)::timestamp at time zone private.company_zone(), '[)')
$$;
comment on function private.span_of_days is 'From the first midnight to the last of these days, where the company is.';

create function private.days_in_words(p_from date, p_until date) returns text
  language sql immutable set search_path = ''
as $$
  select case when p_from = p_until then to_char(p_from, 'Dy FMDD Mon YYYY')
    else to_char(p_from, 'Dy FMDD Mon') || ' to ' || to_char(p_until, 'Dy FMDD Mon YYYY') end
$$;

create function private.lock_working_time(p_user_id uuid) returns void
  language sql security definer set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('working time ' || p_user_id, 0)) $$;
comment on function private.lock_working_time is
  'Locks the shifts and absences of a person until the transaction ends: a shift and an absence cannot pass each other.';

create function private.shift_clash(p_user_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_except uuid default null)
returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_shift public.shifts;
  v_absence public.absences;
begin
  if not private.works_here(p_user_id) then
    return 'Only people of the staff have shifts';
  end if;
  select * into v_shift from public.shifts s
   where s.user_id = p_user_id and s.id is distinct from p_except and s.starts_at < p_ends_at and s.ends_at > p_starts_at
   order by s.starts_at limit 1;
  if v_shift.id is not null then
    return format('%s already works on %s–%s', private.person_label(p_user_id),
      to_char(v_shift.starts_at at time zone private.company_zone(), 'Dy FMDD Mon, HH24:MI'),
      to_char(v_shift.ends_at at time zone private.company_zone(), 'HH24:MI'));
  end if;
  select * into v_absence from public.absences a
   where a.user_id = p_user_id and a.status = 'approved'
     and private.span_of_days(a.starts_on, a.ends_on) && tstzrange(p_starts_at, p_ends_at, '[)')
   order by a.starts_on limit 1;
  if v_absence.id is not null then
    return format('%s is away: %s', private.person_label(p_user_id), private.days_in_words(v_absence.starts_on, v_absence.ends_on));
  end if;
  return null;
end $$;
comment on function private.shift_clash is 'Why this person cannot work then, as a sentence; null where nothing stands against it.';

create function private.guard_shift() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_clash text;
begin
  perform private.lock_working_time(new.user_id);
  v_clash := private.shift_clash(new.user_id, new.starts_at, new.ends_at, new.id);
  if v_clash is not null then
    perform private.refuse('PT409', v_clash);
  end if;
  return new;
end $$;
create trigger guard_clash before insert or update of user_id, starts_at, ends_at on public.shifts
  for each row execute function private.guard_shift();

create function private.guard_absence() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_shifts integer;
begin
  perform private.lock_working_time(new.user_id);
  select count(*) into v_shifts from public.shifts s
   where s.user_id = new.user_id and tstzrange(s.starts_at, s.ends_at, '[)') && private.span_of_days(new.starts_on, new.ends_on);
  if v_shifts > 0 then
    perform private.refuse('PT409', format('%s has %s in these days', private.person_label(new.user_id),
      case v_shifts when 1 then 'a shift' else v_shifts || ' shifts' end), 'shifts');
  end if;
  return new;
end $$;
create trigger guard_clash before insert or update of user_id, starts_on, ends_on, status on public.absences
  for each row when (new.status = 'approved') execute function private.guard_absence();

-- ------------------------------------------------------------------------------------------------------------ leave

create function private.must_plan_shifts() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.named('manage_shifts')) then
    raise insufficient_privilege using message = 'You may not plan shifts';
  end if;
end $$;

create function private.clear_shifts(p_user_id uuid, p_from date, p_until date) returns void
  language sql security definer set search_path = ''
as $$
  delete from public.shifts
   where user_id = p_user_id and tstzrange(starts_at, ends_at, '[)') && private.span_of_days(p_from, p_until)
$$;
comment on function private.clear_shifts is 'Removes the shifts of a person that touch these days.';

create function private.absence_in_words(p_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select initcap(d.kind) || ', ' || private.days_in_words(a.starts_on, a.ends_on)
    from public.absences a join public.absence_details d on d.absence_id = a.id where a.id = p_id
$$;

create function private.ask_absence(
  p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text default null, p_user_id uuid default null,
  p_clear_shifts boolean default false) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_person constant uuid := coalesce(p_user_id, auth.uid());
  v_today constant date := private.company_today();
  v_taken public.absences;
begin
  if p_user_id is not null then
    perform private.must_plan_shifts();
  elsif not private.is_staff() then
    raise insufficient_privilege using message = 'Only staff ask for leave';
  end if;
  if exists (select from public.absences where id = p_id) then
    return;
  elsif p_kind is null or p_kind not in ('holiday', 'sick', 'training', 'family', 'unpaid', 'other') then
    perform private.refuse('22023', 'Please choose what kind of absence it is');
  elsif p_starts_on is null or p_ends_on is null then
    perform private.refuse('22023', 'Please choose the first and the last day');
  elsif p_ends_on < p_starts_on then
    perform private.refuse('22023', 'The last day is before the first');
  elsif p_ends_on > p_starts_on + 366 then
    perform private.refuse('22023', 'An absence has 366 days at most');
  elsif p_starts_on < v_today - 60 or p_starts_on > v_today + 730 then
    perform private.refuse('22023', 'Please choose days from two months ago to two years from now');
  elsif char_length(p_reason) > 1000 then
    perform private.refuse('22023', 'The reason may have 1000 characters at most');
  elsif not private.works_here(v_person) then
    perform private.refuse('22023', 'Only people of the staff are absent');
  end if;
  if p_user_id is not null and p_clear_shifts then
    perform private.clear_shifts(v_person, p_starts_on, p_ends_on);
  end if;
  perform private.lock_working_time(v_person);
  if (select count(*) from public.absences where user_id = v_person and created_by = v_person and created_at > now() - interval '1 day') >= 20 then
    perform private.refuse('PT429', 'You asked for leave twenty times today. Please try again tomorrow.');
  end if;
  select * into v_taken from public.absences a
   where a.user_id = v_person and a.status in ('requested', 'approved')
     and daterange(a.starts_on, a.ends_on, '[]') && daterange(p_starts_on, p_ends_on, '[]')
   order by a.starts_on limit 1;
  if v_taken.id is not null then
    perform private.refuse('PT409', format(case when v_person = auth.uid() then 'You already have an absence then: %2$s (%3$s)'
        else '%1$s already has an absence then: %2$s (%3$s)' end,
      private.person_label(v_person), private.days_in_words(v_taken.starts_on, v_taken.ends_on), v_taken.status));
  end if;
  insert into public.absences (id, user_id, starts_on, ends_on, status, decided_by, decided_at)
  values (p_id, v_person, p_starts_on, p_ends_on, case when p_user_id is null then 'requested' else 'approved' end,
    case when p_user_id is not null then auth.uid() end, case when p_user_id is not null then now() end);
  insert into public.absence_details (absence_id, kind, reason) values (p_id, p_kind, nullif(btrim(p_reason), ''));
  if p_user_id is null then
    perform private.tell_people(private.holders_of('manage_shifts'), 'Leave asked: ' || private.person_label(v_person),
      concat_ws(': ', private.absence_in_words(p_id), nullif(btrim(p_reason), '')), 'absence', p_id);
  else
    perform private.tell_people(array[v_person], 'Absence entered for you', private.absence_in_words(p_id), 'absence', p_id);
  end if;
end $$;
comment on function private.ask_absence is
  'Asks for leave; those who plan shifts are told. With p_user_id a planner enters an absence that is approved at once. Shifts '
  'in it refuse the approval unless p_clear_shifts removes them. The same id again changes nothing.';

create function private.decide_absence(p_id uuid, p_status text, p_answer text default null, p_clear_shifts boolean default false)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.absences;
  v_answer constant text := nullif(btrim(p_answer), '');
begin
  perform private.must_plan_shifts();
  select * into v_row from public.absences where id = p_id for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This request is not there any more');
  elsif p_status is null or p_status not in ('approved', 'refused') then
    perform private.refuse('22023', 'A request is approved or refused');
  elsif v_row.status = p_status then
    return;
  elsif v_row.status <> 'requested' then
    perform private.refuse('PT409', format('This request was %s meanwhile', v_row.status));
  elsif p_status = 'refused' and v_answer is null then
    perform private.refuse('22023', 'Please say why it is refused');
  elsif char_length(v_answer) > 1000 then
    perform private.refuse('22023', 'The answer may have 1000 characters at most');
  end if;
  if p_status = 'approved' and p_clear_shifts then
    perform private.clear_shifts(v_row.user_id, v_row.starts_on, v_row.ends_on);
  end if;
  update public.absences set status = p_status, decided_by = auth.uid(), decided_at = now() where id = p_id;
  update public.absence_details set answer = v_answer where absence_id = p_id;
  perform private.tell_people(array[v_row.user_id], 'Leave ' || p_status, concat_ws(': ', private.absence_in_words(p_id), v_answer),
    'absence', p_id);
end $$;
comment on function private.decide_absence is
  'Approves a request for leave, or refuses it with a reason; the person is told. Shifts in it refuse the approval unless '
  'p_clear_shifts removes them.';

create function private.withdraw_absence(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.absences;
  v_plans constant boolean := private.is_server() or private.named('manage_shifts');
begin
  select * into v_row from public.absences where id = p_id for update;
  if v_row.id is null or not (v_plans or (private.is_staff() and v_row.user_id = auth.uid())) then
    perform private.refuse('PT404', 'This absence is not there any more');
  elsif v_row.status = 'withdrawn' then
    return;
  elsif v_row.status = 'refused' then
    perform private.refuse('PT409', 'This request was refused. There is nothing to withdraw.');
  elsif v_row.status = 'approved' and not v_plans and v_row.starts_on <= private.company_today() then
    perform private.refuse('PT409', 'This absence has begun. Please ask whoever plans the shifts to change it.');
  end if;
  update public.absences set status = 'withdrawn' where id = p_id;
  if v_row.user_id = auth.uid() then
    perform private.tell_people(private.holders_of('manage_shifts'), 'Leave withdrawn: ' || private.person_label(v_row.user_id),
      private.absence_in_words(p_id), 'absence', p_id);
  else
    perform private.tell_people(array[v_row.user_id], 'Absence removed', private.absence_in_words(p_id), 'absence', p_id);
  end if;
end $$;
comment on function private.withdraw_absence is
  'Takes a request or an approved absence back. The person may until the first day of an approved one, planners always.';

-- ------------------------------------------------------------------------------------------------------------ weeks

create function private.copy_week(p_from date, p_to date) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant date := date_trunc('week', p_from)::date;
  v_by constant integer := date_trunc('week', p_to)::date - v_from;
  v_zone constant text := private.company_zone();
  v_shift record;
  v_starts_at timestamptz;
  v_ends_at timestamptz;
  v_clash text;
  v_copied integer := 0;
  v_there integer := 0;
  v_skipped jsonb := '[]';
begin
  perform private.must_plan_shifts();
  if p_from is null or p_to is null or v_by = 0 or abs(v_by) > 366 then
    perform private.refuse('22023', 'Please choose two different weeks of a year');
  end if;
  for v_shift in
    select * from public.shifts s where s.starts_at <@ private.span_of_days(v_from, v_from + 6) order by s.user_id, s.starts_at
  loop
    v_starts_at := ((v_shift.starts_at at time zone v_zone) + make_interval(days => v_by)) at time zone v_zone;
    v_ends_at := ((v_shift.ends_at at time zone v_zone) + make_interval(days => v_by)) at time zone v_zone;
    perform private.lock_working_time(v_shift.user_id);
    if exists (select from public.shifts s where s.user_id = v_shift.user_id and s.starts_at = v_starts_at and s.ends_at = v_ends_at) then
      v_there := v_there + 1;
      continue;
    end if;
    v_clash := private.shift_clash(v_shift.user_id, v_starts_at, v_ends_at);
    if v_clash is not null then
      v_skipped := v_skipped || jsonb_build_object('user_id', v_shift.user_id, 'starts_at', v_starts_at, 'because', v_clash);
      continue;
    end if;
    insert into public.shifts (user_id, starts_at, ends_at, break_minutes, place, work_centre_id, note)
    values (v_shift.user_id, v_starts_at, v_ends_at, v_shift.break_minutes, v_shift.place, v_shift.work_centre_id, v_shift.note);
    v_copied := v_copied + 1;
  end loop;
  return jsonb_build_object('copied', v_copied, 'there', v_there, 'skipped', v_skipped);
end $$;
comment on function private.copy_week is
  'Copies the shifts of one week to another at the same clock times: {copied, there, skipped: [{user_id, starts_at, because}]}. '
  'Shifts that are there already are left alone, and those that clash are skipped.';

-- ---------------------------------------------------------------------------------------------- appointments of visitors

create function private.somebody_works(p_starts_at timestamptz, p_ends_at timestamptz) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.shifts s
     where s.starts_at <= p_starts_at and s.starts_at > p_starts_at - interval '24 hours' and s.ends_at >= p_ends_at
       and private.works_here(s.user_id)
       and not exists (
         select from public.absences a
          where a.user_id = s.user_id and a.status = 'approved'
            and private.span_of_days(a.starts_on, a.ends_on) && tstzrange(p_starts_at, p_ends_at, '[)')))
$$;
comment on function private.somebody_works is 'Whether one person is on shift from the begin to the end, and not away.';

create function private.is_planned_week(p_day date) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.shifts s
     where s.starts_at <@ private.span_of_days(date_trunc('week', p_day)::date, date_trunc('week', p_day)::date + 6))
$$;
comment on function private.is_planned_week is 'Whether the company has planned any shift in the week of that day.';

create or replace function private.booking_starts(p_type public.booking_types, p_from date, p_until date) returns setof timestamptz
  language sql stable security definer set search_path = ''
as $$
  select s.at
    from (
      select day::date as day, private.is_planned_week(day::date) as is_planned
        from generate_series(p_from, p_until, interval '1 day') as series(day)) as d
    join public.booking_hours h on h.desk = p_type.desk and h.weekday = extract(isodow from d.day)
    cross join lateral generate_series(
      (d.day + h.opens) at time zone private.company_zone(),
      (d.day + h.closes) at time zone private.company_zone() - make_interval(mins => p_type.minutes),
      make_interval(mins => p_type.step_minutes)) as s(at)
   where not exists (
     select from public.booking_closures c
      where (c.desk is null or c.desk = p_type.desk) and d.day between c.starts_on and c.ends_on)
     and (not d.is_planned or private.somebody_works(s.at, s.at + make_interval(mins => p_type.minutes)))
$$;
comment on function private.booking_starts is
  'When an appointment of that type can begin on those days, taken or not. The opening is a wall clock time of the company, '
  'the steps after it are real minutes: on a day when clocks change no time is doubled and none is missing. In a week with '
  'planned shifts somebody must be on shift; in other weeks the hours of the desk hold alone.';

call private.offer('private.ask_absence(uuid, text, date, date, text, uuid, boolean)');
call private.offer('private.decide_absence(uuid, text, text, boolean)');
call private.offer('private.withdraw_absence(uuid)');
call private.offer('private.copy_week(date, date)');

revoke execute on all routines in schema private from public;
