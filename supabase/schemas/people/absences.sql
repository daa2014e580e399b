-- Leave and other absences.

-- ---------------------------------------------------------------------------------------------------------- what it is

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

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.absences', 'select');
create policy "staff read approved absences and their own" on public.absences for select to authenticated
  using ((select private.is_staff())
    and (status = 'approved' or user_id = (select auth.uid()) or (select private.named('manage_shifts'))));

call private.borrow_rules('public.absence_details', 'select', p_key => 'absence_id');
create policy "planners and the person read why somebody is away" on public.absence_details for select to authenticated
  using ((select private.is_staff()) and ((select private.named('manage_shifts')) or exists (
    select from public.absences a where a.id = absence_details.absence_id and a.user_id = (select auth.uid()))));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.works_here(p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.user_id = p_user_id and ur.role not in ('client', 'pending') and not coalesce(u.banned_until > now(), false));
end $$;
comment on function private.works_here is 'Whether this account is of the staff and open.';

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

create function private.absence_in_words(p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select initcap(d.kind) || ', ' || private.days_in_words(a.starts_on, a.ends_on)
    from public.absences a join public.absence_details d on d.absence_id = a.id where a.id = p_id);
end $$;

create function private.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text default null, p_user_id uuid default null, p_clear_shifts boolean default false)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_person constant uuid := coalesce(p_user_id, auth.uid());
  v_today constant date := private.company_today();
  v_taken public.absences;
begin
  if p_user_id is not null then
    perform private.must_plan_shifts();
    if private.decides_for_self(p_user_id, 'manage_shifts') then
      perform private.refuse('42501', 'Please ask for your own leave: a colleague who plans shifts approves it');
    end if;
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
call private.offer('private.ask_absence(uuid, text, date, date, text, uuid, boolean)');

create function private.decide_absence(p_id uuid, p_status text, p_answer text default null, p_clear_shifts boolean default false)
  returns void language plpgsql security definer set search_path = '' as $$
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
  elsif p_status = 'approved' and private.decides_for_self(v_row.user_id, 'manage_shifts') then
    perform private.refuse('42501', 'A colleague who plans shifts approves your own leave');
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
call private.offer('private.decide_absence(uuid, text, text, boolean)');

create function private.withdraw_absence(p_id uuid)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_row public.absences;
  v_plans boolean;
begin
  select * into v_row from public.absences where id = p_id for update;
  v_plans := private.is_server() or (private.named('manage_shifts') and not private.decides_for_self(v_row.user_id, 'manage_shifts'));
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
call private.offer('private.withdraw_absence(uuid)');

create function private.decides_for_self(p_user_id uuid, p_right text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_user_id = auth.uid() and exists (select from unnest(private.holders_of(p_right)) as holder where holder <> auth.uid());
end $$;
comment on function private.decides_for_self is 'The caller would decide about themselves though a colleague holds that right too. The only holder of a right decides alone.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger nudge_staff after insert or update or delete on public.absences for each statement execute function private.nudge_staff();
create trigger guard_clash before insert or update of user_id, starts_on, ends_on, status on public.absences
  for each row when (new.status = 'approved') execute function private.guard_absence();
create trigger audit after insert or update or delete on public.absences for each row execute function private.audit('id');
