-- Shifts: the week of each colleague, templates, contract hours.

-- ---------------------------------------------------------------------------------------------------------- what it is

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

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.shifts');
create policy "staff read shifts" on public.shifts for select to authenticated using ((select private.is_staff()));
create policy "planners add shifts" on public.shifts for insert to authenticated
  with check ((select private.named('manage_shifts')));
create policy "planners change shifts" on public.shifts for update to authenticated
  using ((select private.named('manage_shifts'))) with check ((select private.named('manage_shifts')));
create policy "planners remove shifts" on public.shifts for delete to authenticated
  using ((select private.named('manage_shifts')));

call private.borrow_rules('public.shift_templates');
create policy "staff read templates of shifts" on public.shift_templates for select to authenticated using ((select private.is_staff()));
create policy "planners add templates of shifts" on public.shift_templates for insert to authenticated
  with check ((select private.named('manage_shifts')));
create policy "planners change templates of shifts" on public.shift_templates for update to authenticated
  using ((select private.named('manage_shifts'))) with check ((select private.named('manage_shifts')));
create policy "planners remove templates of shifts" on public.shift_templates for delete to authenticated
  using ((select private.named('manage_shifts')));

call private.borrow_rules('public.contract_hours');
create policy "planners and the person read contract hours" on public.contract_hours for select to authenticated
  using ((select private.is_staff()) and (user_id = (select auth.uid()) or (select private.named('manage_shifts'))));
create policy "planners add contract hours" on public.contract_hours for insert to authenticated
  with check ((select private.named('manage_shifts')));
create policy "planners change contract hours" on public.contract_hours for update to authenticated
  using ((select private.named('manage_shifts'))) with check ((select private.named('manage_shifts')));
create policy "planners remove contract hours" on public.contract_hours for delete to authenticated
  using ((select private.named('manage_shifts')));

-- -------------------------------------------------------------------------------------------------------- what it does

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
      private.moment_text(v_shift.starts_at, true),
      private.clock_text(v_shift.ends_at));
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
call private.offer('private.copy_week(date, date)');

create function private.somebody_works(p_starts_at timestamptz, p_ends_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.shifts s
     where s.starts_at <= p_starts_at and s.starts_at > p_starts_at - interval '24 hours' and s.ends_at >= p_ends_at
       and private.works_here(s.user_id)
       and not exists (
         select from public.absences a
          where a.user_id = s.user_id and a.status = 'approved'
            and private.span_of_days(a.starts_on, a.ends_on) && tstzrange(p_starts_at, p_ends_at, '[)')));
end $$;
comment on function private.somebody_works is 'Whether one person is on shift from the begin to the end, and not away.';

create function private.is_planned_week(p_day date) returns boolean
language sql stable security definer set search_path = '' as $$
  with week as materialized (
    select private.span_of_days(date_trunc('week', p_day)::date, date_trunc('week', p_day)::date + 6) as span)
  select exists (
    select from week join public.shifts s on s.starts_at >= lower(week.span) and s.starts_at < upper(week.span))
$$;
comment on function private.is_planned_week is 'Whether the company has planned any shift in the week of that day.';

create function private.plan_mark(p_shift public.shifts) returns text
  language sql immutable set search_path = ''
as $$ select private.plan_mark(extract(epoch from p_shift.starts_at)::text, extract(epoch from p_shift.ends_at)::text, p_shift.user_id::text) $$;

create function public.reschedule_shift(p_id uuid, p_mark text, p_starts_at timestamptz, p_minutes integer default null, p_people uuid[] default null)
  returns void
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_shift public.shifts;
  v_length interval;
begin
  select * into v_shift from public.shifts s where s.id = p_id;
  if v_shift.id is null then
    raise exception using errcode = 'PT404', message = 'This shift is not there any more';
  elsif private.plan_mark(v_shift) is distinct from p_mark then
    raise exception using errcode = 'PT409', message = 'Somebody else changed this shift meanwhile';
  elsif cardinality(p_people) <> 1 then
    raise exception using errcode = '22023', message = 'A shift belongs to one person';
  end if;
  v_length := coalesce(make_interval(mins => p_minutes), v_shift.ends_at - v_shift.starts_at);
  update public.shifts set starts_at = p_starts_at, ends_at = p_starts_at + v_length, user_id = coalesce(p_people[1], user_id)
   where id = p_id and starts_at = v_shift.starts_at and ends_at = v_shift.ends_at and user_id = v_shift.user_id;
  if not found then
    raise exception using errcode = '42501', message = 'You may not plan shifts';
  end if;
end $$;
comment on function public.reschedule_shift is
  'Moves a shift, changes how long it is or whose it is, by the rights of the caller. A clash is refused as everywhere. p_mark is what they
saw of it: PT409 where somebody changed it meanwhile.';
revoke execute on function public.reschedule_shift from public, anon;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger nudge_staff after insert or update or delete on public.shifts for each statement execute function private.nudge_staff();
create trigger guard_clash before insert or update of user_id, starts_at, ends_at on public.shifts
  for each row execute function private.guard_shift();
create trigger ask_first before insert on public.shifts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_shifts');

create trigger nudge_staff after insert or update or delete on public.shift_templates for each statement execute function private.nudge_staff();
create trigger ask_first before insert on public.shift_templates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_shifts');

create trigger nudge_staff after insert or update or delete on public.contract_hours for each statement execute function private.nudge_staff();
create trigger refuse_own_terms before insert or update or delete on public.contract_hours
  for each row when (current_user in ('anon', 'authenticated')) execute function private.refuse_own_terms('manage_shifts', 'hours');
create trigger audit after insert or update or delete on public.contract_hours for each row execute function private.audit('id');
create trigger ask_first before insert on public.contract_hours for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_shifts');
