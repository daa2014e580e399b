-- Work centres: their days and closures.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.work_centres (
  id                   uuid primary key default gen_random_uuid(),
  name                 text not null,
  kind                 text not null default 'bench',
  capacity_minutes_day integer not null default 480,
  colour               text,
  sort                 integer not null default 0,
  archived_at          timestamptz,
  created_at           timestamptz not null default now(),
  row_version          integer not null default 1,
  work_days            smallint[] not null default '{1,2,3,4,5,6,7}',
  constraint work_centres_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint work_centres_kind_is_known check (kind in
    ('design', 'printer', 'laminator', 'cnc', 'laser', 'bench', 'paint', 'vehicle', 'outsourced')),
  constraint work_centres_capacity_range check (capacity_minutes_day between 0 and 14400),
  constraint work_centres_colour_is_hex check (colour ~ '^#[0-9a-f]{6}$'),
  constraint work_centres_work_days_are_weekdays
    check (cardinality(work_days) between 1 and 7 and work_days <@ '{1,2,3,4,5,6,7}'::smallint[])
);
create unique index work_centres_name_idx on public.work_centres (private.folded(name));
comment on table public.work_centres is 'Machines, benches and vehicles: where a step is done.';
comment on column public.work_centres.work_days is 'The days of the week on which it works: 1 is Monday, 7 is Sunday.';

create table public.work_centre_closures (
  id             uuid primary key default gen_random_uuid(),
  work_centre_id uuid references public.work_centres (id) on delete cascade,
  starts_on      date not null,
  ends_on        date not null,
  reason         text not null,
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  created_at     timestamptz not null default now(),
  row_version    integer not null default 1,
  constraint work_centre_closures_end_after_begin check (ends_on >= starts_on),
  constraint work_centre_closures_reason_length check (char_length(btrim(reason)) between 1 and 200 and char_length(reason) <= 250)
);
create index work_centre_closures_work_centre_id_idx on public.work_centre_closures (work_centre_id);
create index work_centre_closures_created_by_idx on public.work_centre_closures (created_by);
create index work_centre_closures_ends_on_idx on public.work_centre_closures (ends_on);
comment on table public.work_centre_closures is 'Days on which a work centre is closed; without a work centre, all of them.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.work_centres', '', '{id,created_at}');
grant select, insert, update, delete on public.work_centres to authenticated;
create policy "staff read work centres" on public.work_centres for select to authenticated using ((select private.is_staff()));
create policy "staff of production add work centres" on public.work_centres
  for insert to authenticated with check ((select private.can('production', 'create')));
create policy "staff of production change work centres" on public.work_centres
  for update to authenticated
  using ((select private.can('production', 'edit'))) with check ((select private.can('production', 'edit')));
create policy "staff of production remove work centres" on public.work_centres
  for delete to authenticated using ((select private.can('production', 'delete')));

call private.borrow_rules('public.work_centre_closures', p_pages => '{production}');
create policy "staff of production add closed days" on public.work_centre_closures for insert to authenticated
  with check ((select private.can('production', 'create')));
create policy "staff of production remove closed days" on public.work_centre_closures for delete to authenticated
  using ((select private.can('production', 'edit')));
create policy "staff read closed days of work centres" on public.work_centre_closures for select to authenticated
  using ((select private.is_staff()));
create policy "staff of production change closed days" on public.work_centre_closures for update to authenticated
  using ((select private.can('production', 'edit'))) with check ((select private.can('production', 'edit')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.working_day_after(p_day date, p_days integer) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select d.day from (
      select g::date as day, count(*) over (order by g) as place
        from generate_series(p_day + 1, p_day + 2 * least(p_days, 365) + 60, interval '1 day') as g
       where extract(isodow from g) < 6
         and not exists (select from public.work_centre_closures c
           where c.work_centre_id is null and g::date between c.starts_on and c.ends_on)) as d
     where d.place = p_days), p_day + p_days);
end $$;
comment on function private.working_day_after is
'The day that is so many working days later: Monday to Friday without the days on which all work centres are closed.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.work_centres for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:create');

create trigger ask_first before insert on public.work_centre_closures for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:create');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.work_centres', 'nudge_page', $$private.nudge_pages('id', 'production')$$);
