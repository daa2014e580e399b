-- Presets of tasks, and tasks that come again.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.task_presets (
  id           uuid primary key default gen_random_uuid(),
  title        text not null,
  description  text,
  checklist    jsonb not null default '[]',
  assignees    uuid[] not null default '{}',
  roles        text[] not null default '{}',
  contact_id   uuid references public.contacts (id) on delete set null,
  due_in       smallint,
  every        text,
  weekdays     smallint[] not null default '{}',
  day_of_month smallint,
  every_days   smallint,
  starts_on    date,
  ends_on      date,
  is_paused    boolean not null default false,
  next_on      date,
  last_error   text,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint task_presets_title_length check (char_length(btrim(title)) between 1 and 500 and char_length(title) <= 500),
  constraint task_presets_texts_length check (char_length(description) <= 20000 and char_length(last_error) <= 1000),
  constraint task_presets_checklist_is_a_list check (jsonb_typeof(checklist) = 'array' and octet_length(checklist::text) <= 50000),
  constraint task_presets_assignees_count check (cardinality(assignees) <= 200),
  constraint task_presets_roles_are_of_staff check (roles <@ '{admin,team_member,sales,accounts,account_manager}'::text[]),
  constraint task_presets_due_in_range check (due_in between 0 and 365),
  constraint task_presets_every_is_known check (every in ('week', 'month', 'workdays')),
  constraint task_presets_weekdays_are_weekdays check (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]),
  constraint task_presets_day_of_month_range check (day_of_month between 1 and 31),
  constraint task_presets_every_days_range check (every_days between 1 and 250),
  constraint task_presets_schedule_is_whole check (every is null or starts_on is not null
    and (every <> 'week' or cardinality(weekdays) > 0) and (every <> 'workdays' or every_days is not null)),
  constraint task_presets_end_after_start check (ends_on >= starts_on),
  constraint task_presets_dates_are_believable check (starts_on between '2000-01-01' and '2100-01-01' and ends_on <= '2101-01-01')
);
create index task_presets_contact_id_idx on public.task_presets (contact_id);
create index task_presets_created_by_idx on public.task_presets (created_by);
create index task_presets_next_on_idx on public.task_presets (next_on) where not is_paused;
comment on table public.task_presets is 'What a task begins with. One that comes again makes its task itself, on each of its days.';
comment on column public.task_presets.roles is 'Everybody of these roles joins the task, as they are when it is made.';
comment on column public.task_presets.due_in is 'The task is due so many working days after its day; 0 is the same day, null no day.';
comment on column public.task_presets.every is 'Null: it is only made by hand.';
comment on column public.task_presets.day_of_month is 'A shorter month has its last day. Null: the last working day of the month.';
comment on column public.task_presets.next_on is 'The next day on which a task is made; null: none is left. Computed.';

create table private.task_preset_days (
  preset_id uuid not null references public.task_presets (id) on delete cascade,
  made_on   date not null,
  task_id   uuid references public.tasks (id) on delete set null,
  primary key (preset_id, made_on)
);
create index task_preset_days_task_id_idx on private.task_preset_days (task_id);
comment on table private.task_preset_days is 'The days of presets whose task was made: each once, also when somebody deleted the task.';

-- ------------------------------------------------------------------------------------------------------------- who may

-- A preset that comes again for its author alone is as private as its tasks.
call private.borrow_rules('public.task_presets', p_pages => '{tasks}', p_pinned => '{created_by,next_on,last_error}');
create policy "staff read presets of tasks" on public.task_presets
  for select to authenticated using ((select private.can('tasks', 'view'))
    and (created_by = (select auth.uid()) or every is null or cardinality(assignees) > 0 or cardinality(roles) > 0));
create policy "staff add presets of tasks in their own name" on public.task_presets
  for insert to authenticated with check ((select private.can('tasks', 'create')) and created_by = (select auth.uid()));
create policy "authors and editors change presets of tasks" on public.task_presets
  for update to authenticated
  using ((select private.can('tasks', 'view')) and (created_by = (select auth.uid())
    or (select private.can('tasks', 'edit')) and (every is null or cardinality(assignees) > 0 or cardinality(roles) > 0)))
  with check ((select private.can('tasks', 'view')) and (created_by = (select auth.uid())
    or (select private.can('tasks', 'edit')) and (every is null or cardinality(assignees) > 0 or cardinality(roles) > 0)));
create policy "authors and editors remove presets of tasks" on public.task_presets
  for delete to authenticated
  using ((select private.can('tasks', 'view')) and (created_by = (select auth.uid())
    or (select private.can('tasks', 'edit')) and (every is null or cardinality(assignees) > 0 or cardinality(roles) > 0)));

alter table private.task_preset_days enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.working_day_from(p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.working_day_after(p_day - 1, 1);
end $$;
comment on function private.working_day_from is 'This day, or the next one on which the company works.';

create function private.last_working_day(p_month date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_day date := (date_trunc('month', p_month::timestamp) + interval '1 month')::date - 1;
begin
  for n in 0 .. 31 loop
    exit when private.working_day_from(v_day) = v_day;
    v_day := v_day - 1;
  end loop;
  return v_day;
end $$;
comment on function private.last_working_day is 'The last day of a month on which the company works.';

create function private.task_preset_day(p_preset public.task_presets, p_from date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from constant date := greatest(p_from, p_preset.starts_on);
  v_first date;
  v_day date;
begin
  if p_preset.every = 'week' then
    select v_from + n into v_day from generate_series(0, 6) as n
     where extract(isodow from v_from + n)::smallint = any (p_preset.weekdays) order by n limit 1;
    return case when exists (select from public.work_centre_closures c where c.work_centre_id is null and v_day between c.starts_on and c.ends_on)
      then private.working_day_from(v_day) else v_day end;
  elsif p_preset.every = 'workdays' then
    return private.working_day_from(v_from);
  end if;
  -- The month before counts too: its day may have moved over its end.
  for n in -1 .. 2 loop
    v_first := (date_trunc('month', v_from::timestamp) + make_interval(months => n))::date;
    v_day := case when p_preset.day_of_month is null then private.last_working_day(v_first)
      else private.working_day_from(least(v_first + p_preset.day_of_month - 1, (v_first + interval '1 month')::date - 1)) end;
    exit when v_day >= v_from;
  end loop;
  return v_day;
end $$;
comment on function private.task_preset_day is
  'The first day of a preset from a day on. A day of the month on which the company does not work, and a chosen weekday on which it is closed, '
  'is the next working day.';

create function private.task_preset_day_after(p_preset public.task_presets, p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_next constant date := case p_preset.every when 'workdays' then private.working_day_after(p_day, p_preset.every_days)
    else private.task_preset_day(p_preset, p_day + 1) end;
begin
  return case when v_next > p_preset.ends_on then null else v_next end;
end $$;
comment on function private.task_preset_day_after is 'The day of a preset after one of its days; null when that was the last.';

create function private.plan_task_preset() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_last date;
  v_from date;
begin
  if tg_op = 'UPDATE' and (new.every, new.weekdays, new.day_of_month, new.every_days, new.starts_on, new.ends_on, new.is_paused)
    is not distinct from (old.every, old.weekdays, old.day_of_month, old.every_days, old.starts_on, old.ends_on, old.is_paused)
  then
    return new;
  end if;
  new.last_error := null;
  new.next_on := null;
  if new.every is null or new.starts_on is null then
    return new;
  end if;
  select max(d.made_on) into v_last from private.task_preset_days d where d.preset_id = new.id;
  -- What lies in the past, and what a pause left out, is not made up for.
  v_from := greatest(private.company_today(), new.starts_on, v_last + 1,
    case when new.every = 'workdays' and v_last is not null then private.working_day_after(v_last, coalesce(new.every_days, 1)) end);
  new.next_on := private.task_preset_day(new, v_from);
  if new.next_on > new.ends_on then
    new.next_on := null;
  end if;
  return new;
end $$;
comment on function private.plan_task_preset is 'Computes the next day of a preset when its schedule changes or its pause ends.';

create function private.task_html(p_description text, p_checklist jsonb) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  v_text constant text := btrim(coalesce(p_description, ''), E' \n\r\t');
  v_escaped constant text := replace(replace(replace(replace(v_text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;');
  v_items constant text := (
    select string_agg(format('<li data-list="unchecked" data-id="%s">%s</li>', gen_random_uuid(),
             replace(replace(replace(replace(btrim(item ->> 'text'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')), '' order by place)
      from jsonb_array_elements(p_checklist) with ordinality as list (item, place)
     where btrim(coalesce(item ->> 'text', '')) <> '');
begin
  return nullif(case when v_escaped <> '' then
      '<p>' || replace(regexp_replace(v_escaped, E'\n{2,}', '</p><p>', 'g'), E'\n', '<br>') || '</p>' else '' end
    || coalesce('<ul class="todo-list" data-list="todo">' || v_items || '</ul>', ''), '');
end $$;
comment on function private.task_html is 'A plain text and a checklist as the description of a task has them.';

create function private.make_task_of_preset(p_preset public.task_presets, p_day date) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := gen_random_uuid();
  v_people uuid[] := array(
    select ur.user_id from public.user_roles ur
     where (ur.user_id = any (p_preset.assignees) or ur.role::text = any (p_preset.roles)) and private.works_here(ur.user_id)
     group by ur.user_id order by min(array_position(p_preset.assignees, ur.user_id)), ur.user_id);
begin
  insert into private.task_preset_days (preset_id, made_on) values (p_preset.id, p_day) on conflict do nothing;
  if not found then
    return;
  end if;
  if cardinality(v_people) = 0 then
    if p_preset.created_by is null or not private.works_here(p_preset.created_by) then
      raise exception 'Nobody who works here would see the task. Please choose people.';
    elsif cardinality(p_preset.assignees) + cardinality(p_preset.roles) > 0 then
      v_people := array[p_preset.created_by];
    end if;
  end if;
  insert into public.tasks (id, title, description, created_by, assignees, contact_id, due_at)
  values (v_id, p_preset.title, private.task_html(p_preset.description, p_preset.checklist), p_preset.created_by, v_people, p_preset.contact_id,
    (((case when p_preset.due_in is null then null when p_preset.due_in = 0 then p_day else private.working_day_after(p_day, p_preset.due_in) end)::timestamp + interval '1 day')
      at time zone coalesce((select c.time_zone from public.company_settings c), 'UTC')) - interval '1 second');
  update private.task_preset_days set task_id = v_id where preset_id = p_preset.id and made_on = p_day;
  perform private.tell_newcomers(array_fill(v_id, array[cardinality(v_people)]), v_people);
end $$;
comment on function private.make_task_of_preset is 'Makes the task of one day of a preset, once, for those of its people who work here, and tells them.';

create function private.make_recurring_tasks() returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_preset public.task_presets;
  v_day date;
  v_next date;
  v_made integer := 0;
begin
  for v_preset in
    select * from public.task_presets where not is_paused and next_on <= v_today order by next_on, id for no key update skip locked
  loop
    begin
      v_day := v_preset.next_on;
      -- After days without a server the last of them is made, not each: nobody cleans fourteen times.
      for n in 1 .. 5000 loop
        v_next := private.task_preset_day_after(v_preset, v_day);
        exit when v_next is null or v_next > v_today;
        v_day := v_next;
      end loop;
      perform private.make_task_of_preset(v_preset, v_day);
      update public.task_presets set next_on = v_next, last_error = null where id = v_preset.id;
      v_made := v_made + 1;
    exception
      when others then
        -- One that cannot be made does not keep the others from theirs.
        if v_preset.last_error is distinct from left(sqlerrm, 1000) then
          update public.task_presets set last_error = left(sqlerrm, 1000) where id = v_preset.id;
        end if;
    end;
  end loop;
  return v_made;
end $$;
comment on function private.make_recurring_tasks is
  'Makes the tasks of presets whose day has come, each day once. Days that were missed are made up for by one task. Answers how many.';
call private.offer('private.make_recurring_tasks()', '{service_role}');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger check_assignees_insert before insert on public.task_presets
  for each row when (cardinality(new.assignees) > 0) execute function private.check_assignees();
create trigger check_assignees_update before update of assignees on public.task_presets
  for each row when (new.assignees is distinct from old.assignees) execute function private.check_assignees();
create trigger plan_task_preset before insert or update on public.task_presets
  for each row execute function private.plan_task_preset();
create trigger ask_first before insert on public.task_presets for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('tasks:create');

-- ------------------------------------------------------------------------------------------------------------ at times

insert into private.schedules (name, runs_at, statement) values
  ('make-recurring-tasks', '*/15 * * * *', 'select private.make_recurring_tasks()');
