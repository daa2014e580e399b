-- Nobody decides about their own leave, hours, wage or commission while a colleague may decide it.

create function private.decides_for_self(p_user_id uuid, p_right text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select p_user_id = auth.uid() and exists (select from unnest(private.holders_of(p_right)) as holder where holder <> auth.uid())
$$;
comment on function private.decides_for_self(p_user_id uuid, p_right text) is 'The caller would decide about themselves though a colleague holds that right too. The only holder of a right decides alone.';

create function private.refuse_own_terms() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op <> 'INSERT' and private.decides_for_self(old.user_id, tg_argv[0]))
    or (tg_op <> 'DELETE' and private.decides_for_self(new.user_id, tg_argv[0]))
  then
    perform private.refuse('42501', format('A colleague changes your own %s', tg_argv[1]));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
comment on function private.refuse_own_terms() is 'Arguments: the right that a colleague may hold, what the rows are called.';

create trigger refuse_own_terms before insert or update or delete on public.wage_rates
  for each row when (current_user in ('anon', 'authenticated')) execute function private.refuse_own_terms('manage_wage_rates', 'wage');
create trigger refuse_own_terms before insert or update or delete on public.commission_rules
  for each row when (current_user in ('anon', 'authenticated')) execute function private.refuse_own_terms('manage_wage_rates', 'commission');
create trigger refuse_own_terms before insert or update or delete on public.contract_hours
  for each row when (current_user in ('anon', 'authenticated')) execute function private.refuse_own_terms('manage_shifts', 'hours');

create trigger audit after insert or update or delete on public.contract_hours for each row execute function private.audit('id');
create trigger audit after insert or update or delete on public.absences for each row execute function private.audit('id');
create trigger audit after delete on public.time_entries for each row execute function private.audit('id');

create or replace function private.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text default null, p_user_id uuid default null, p_clear_shifts boolean default false)
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

create or replace function private.decide_absence(p_id uuid, p_status text, p_answer text default null, p_clear_shifts boolean default false)
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

create or replace function private.withdraw_absence(p_id uuid)
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

create or replace function private.decide_commissions(p_ids uuid[], p_to text, p_paid_on date default null)
  returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
  v_from constant text := case p_to when 'approved' then 'open' when 'paid' then 'approved' when 'open' then 'approved' end;
begin
  if not (private.is_server() or private.named('manage_wage_rates')) then
    raise insufficient_privilege using message = 'You may not decide about commissions';
  elsif v_from is null or cardinality(p_ids) > 500 then
    perform private.refuse('22023', 'Commissions are approved, paid, or opened again; 500 at once at most');
  end if;
  perform from public.designer_commissions where id = any (p_ids) order by id for update;
  if exists (
    select from public.designer_commissions
     where id = any (p_ids) and status = v_from and private.decides_for_self(user_id, 'manage_wage_rates'))
  then
    perform private.refuse('42501', 'A colleague decides about your own commissions. Nothing was changed.');
  elsif exists (select from public.designer_commissions where id = any (p_ids) and status not in (v_from, p_to)) then
    perform private.refuse('PT409', format('Only commissions that are %s become %s. Nothing was changed.', v_from, p_to));
  end if;
  update public.designer_commissions set status = p_to, decided_by = auth.uid(), decided_at = now(),
      paid_on = case p_to when 'paid' then coalesce(p_paid_on, private.company_today()) end
   where id = any (p_ids) and status = v_from;
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

revoke execute on all routines in schema private from public;
