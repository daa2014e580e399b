-- Vans, their crews and their rounds.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.vans (
  id             uuid primary key default gen_random_uuid(),
  name           text not null unique,
  registration   text,
  capacity_kg    numeric(8, 1),
  load_length_mm integer,
  is_active      boolean not null default true,
  created_at     timestamptz not null default now(),
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  constraint vans_name_length check (char_length(btrim(name)) between 1 and 60 and char_length(name) <= 80),
  constraint vans_registration_length check (char_length(registration) <= 20),
  constraint vans_capacity_kg_range check (capacity_kg > 0 and capacity_kg <= 100000),
  constraint vans_load_length_mm_range check (load_length_mm between 100 and 30000)
);
create index vans_created_by_idx on public.vans (created_by);
comment on table public.vans is 'The vans that bring deliveries. capacity_kg and load_length_mm are compared with what a day brings.';

create table public.van_days (
  id         uuid primary key default gen_random_uuid(),
  van_id     uuid not null references public.vans (id) on delete cascade,
  day        date not null,
  crew       uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (van_id, day),
  constraint van_days_crew_is_a_list check (coalesce(array_ndims(crew), 1) = 1 and cardinality(crew) <= 10)
);
comment on table public.van_days is 'Who goes with a van on a day. Written by set_van_crew; its row is the lock of the order of drops.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.vans', p_pages => '{deliveries}');
create policy "who views deliveries reads vans" on public.vans
  for select to authenticated using ((select private.can('deliveries', 'view')));
create policy "who plans deliveries adds vans" on public.vans
  for insert to authenticated with check ((select private.can('deliveries', 'create')));
create policy "who plans deliveries changes vans" on public.vans
  for update to authenticated
  using ((select private.can('deliveries', 'edit'))) with check ((select private.can('deliveries', 'edit')));
create policy "who removes deliveries removes vans" on public.vans
  for delete to authenticated using ((select private.can('deliveries', 'delete')));

call private.borrow_rules('public.van_days', 'select', p_pages => '{deliveries}');
create policy "who views deliveries reads crews" on public.van_days
  for select to authenticated using ((select private.can('deliveries', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.number_drops(p_id uuid, p_before uuid, p_by_time boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_day date;
  v_before uuid := p_before;
begin
  select * into v_row from public.deliveries where id = p_id;
  v_day := private.day_of(v_row.scheduled_at);
  if v_row.van_id is null then
    return;
  elsif v_before is null and p_by_time and v_row.scheduled_has_time then
    select d.id into v_before from public.deliveries d
     where d.van_id = v_row.van_id and private.day_of(d.scheduled_at) = v_day and d.status <> 'cancelled' and d.id <> p_id
       and d.scheduled_has_time and d.scheduled_at > v_row.scheduled_at
     order by d.route_seq nulls last, d.scheduled_at, d.id limit 1;
  end if;
  update public.deliveries d set route_seq = placed.seq
    from (
      with lane as (
        select d.id, row_number() over (order by d.route_seq nulls last, d.scheduled_at, d.id) as place
          from public.deliveries d
         where d.van_id = v_row.van_id and private.day_of(d.scheduled_at) = v_day and d.status <> 'cancelled')
      select one.id, row_number() over (order by
               case when one.id = p_id then coalesce(goal.place, 1e9) - 0.5 else one.place end, one.place) as seq
        from lane as one left join lane as goal on goal.id = v_before and v_before <> p_id) as placed
   where d.id = placed.id and d.route_seq is distinct from placed.seq;
end $$;
comment on function private.number_drops is
  'Numbers the drops of the van and day of a delivery from 1, this one before p_before; without it, where p_by_time, before the first
drop of a later time; else last. The order of the others stays as somebody set it. Whoever calls it holds the day of the van.';

create function private.route_delivery(p_id uuid, p_day date default null, p_van_id uuid default null, p_before uuid default null)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_van public.vans;
  v_crew uuid[] := '{}';
  v_at timestamptz;
  v_is_same boolean;
begin
  perform private.must('deliveries', 'edit', 'plan routes');
  if p_van_id is not null then
    if p_day is null or p_day not between date '2000-01-01' and date '2999-12-31' then
      perform private.refuse('22023', 'Please choose the day of the van');
    end if;
    select * into v_van from public.vans where id = p_van_id for key share;
    if v_van.id is null then
      perform private.refuse('PT404', 'This van is not there any more');
    end if;
    insert into public.van_days (van_id, day) values (p_van_id, p_day) on conflict (van_id, day) do nothing;
    select crew into v_crew from public.van_days where van_id = p_van_id and day = p_day for update;
  end if;
  -- The van's day first, then its drops by id: two people who move drops at once wait for each other and never in a circle.
  perform from public.deliveries d
    where d.id = p_id or (d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day) order by d.id for no key update;
  select * into v_row from public.deliveries where id = p_id;
  v_is_same := v_row.van_id is not distinct from p_van_id and private.day_of(v_row.scheduled_at) is not distinct from p_day;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif v_row.status in ('delivered', 'cancelled') then
    perform private.refuse('PT409', format('%s is %s already', v_row.delivery_number, v_row.status));
  elsif v_row.status = 'out' and not v_is_same then
    perform private.refuse('PT409', format('%s is on the road. Set it back to ready first.', v_row.delivery_number));
  elsif p_van_id is not null and v_row.method not in ('delivery', 'installation') then
    perform private.refuse('PT409', format('%s goes without a van: it is %s', v_row.delivery_number,
      case v_row.method when 'pickup' then 'picked up' when 'courier' then 'sent by courier' else 'sent electronically' end));
  elsif not v_is_same and p_van_id is not null and not v_van.is_active then
    perform private.refuse('PT409', format('%s is not in use', v_van.name));
  end if;

  v_at := case when p_day is null then null else (p_day + coalesce(
    (v_row.scheduled_at at time zone private.company_zone())::time,
    (select (max(d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, 30))) at time zone private.company_zone())::time
       from public.deliveries d where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day
         and private.day_of(d.scheduled_at + make_interval(mins => coalesce(d.slot_minutes, 30))) = p_day),
    private.morning())) at time zone private.company_zone() end;
  update public.deliveries
     set van_id = p_van_id, crew = v_crew, scheduled_at = case when v_is_same then scheduled_at else v_at end,
         scheduled_has_time = v_at is null or (scheduled_has_time and scheduled_at is not null),
         status = case when status = 'failed' and p_day is not null then 'planned' else status end,
         route_seq = case when p_van_id is null then null else route_seq end
   where id = p_id;
  perform private.number_drops(p_id, p_before, not v_is_same);
  if not v_is_same then
    perform private.log_event('delivery', p_id, 'routed', jsonb_strip_nulls(jsonb_build_object('van', v_van.name, 'day', p_day)));
  end if;
end $$;
comment on function private.route_delivery is
  'Puts a delivery on a day and into a van, before another drop of it; a new one by its time, else last. Without a van it is unplanned; without a day
it has no time either. It keeps its time of day, or that it has none, and takes the crew of the van. A failed delivery is planned again by a day.
Refuses in words what was delivered, is on the road, or goes without a van.';
call private.offer('private.route_delivery(uuid, date, uuid, uuid)');

create function private.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_crew constant uuid[] := array(select distinct u from unnest(coalesce(p_crew, '{}')) as u where u is not null order by u);
begin
  perform private.must('deliveries', 'edit', 'plan routes');
  if not exists (select from public.vans where id = p_van_id) then
    perform private.refuse('PT404', 'This van is not there any more');
  elsif p_day is null or p_day not between date '2000-01-01' and date '2999-12-31' then
    perform private.refuse('22023', 'Please choose the day of the van');
  elsif cardinality(v_crew) > 10 then
    perform private.refuse('22023', 'A van takes ten people at most');
  elsif exists (select from unnest(v_crew) as u where not exists (
    select from public.user_roles r where r.user_id = u and r.role not in ('client', 'pending'))) then
    perform private.refuse('22023', 'The crew of a van are members of staff');
  end if;
  insert into public.van_days (van_id, day, crew) values (p_van_id, p_day, v_crew)
  on conflict (van_id, day) do update set crew = excluded.crew;
  perform from public.deliveries d where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day order by d.id for no key update;
  update public.deliveries d set crew = v_crew
   where d.van_id = p_van_id and private.day_of(d.scheduled_at) = p_day and d.status not in ('delivered', 'cancelled')
     and d.crew is distinct from v_crew;
end $$;
comment on function private.set_van_crew is 'Who goes with a van on a day. Its drops that are still to come have this crew.';
call private.offer('private.set_van_crew(uuid, date, uuid[])');

-- The calendar by van: a drop on a van's row chooses the van, with its crew of that day, and the time at once.
create function private.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamptz default null, p_van_id uuid default null,
  p_minutes integer default null, p_day date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.deliveries;
  v_taken text;
begin
  perform private.must('deliveries', 'edit', 'move deliveries');
  if p_starts_at is null and p_day is null then
    perform private.refuse('22023', 'Please choose when the van goes');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('plan the road', 0));
  select * into v_row from public.deliveries where id = p_id;
  if v_row.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif v_row.van_id is not distinct from p_van_id then
    perform private.reschedule_delivery(p_id, p_mark, p_starts_at, p_minutes, p_day);
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse_moved('delivery', p_id, 'rescheduled', private.plan_in_words(v_row.scheduled_at, v_row.scheduled_has_time));
  elsif v_row.status not in ('planned', 'ready', 'failed') then
    perform private.refuse('PT409', format('This delivery is %s', lower(private.status_in_words(v_row.status))));
  end if;
  perform private.route_delivery(p_id, coalesce(private.day_of(p_starts_at), p_day), p_van_id);
  select * into v_row from public.deliveries where id = p_id;
  perform private.reschedule_delivery(p_id, private.plan_mark(v_row), p_starts_at, p_minutes, p_day);
  -- Where only the van changed, the time was not asked about again.
  select * into v_row from public.deliveries where id = p_id;
  v_taken := private.taken_on_the_road(v_row);
  if v_taken is not null then
    perform private.refuse('PT409', v_taken);
  end if;
end $$;
comment on function private.reschedule_on_van is
  'Moves a delivery or an installation to a van, or to none, and to a time, or to a day (p_day) without one. p_mark: how the caller saw its plan. Refused in '
  'words where somebody moved it meanwhile, where the van cannot take it, and where van or crew are busy.';
call private.offer('private.reschedule_on_van(uuid,text,timestamptz,uuid,integer,date)', '{authenticated}');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.vans for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('deliveries:create');
