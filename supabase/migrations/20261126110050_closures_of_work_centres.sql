-- Single days on which a machine stands still, or the whole workshop: service, a holiday.

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
call private.borrow_rules('public.work_centre_closures', p_pages => '{production}');

create policy "staff of production add closed days" on public.work_centre_closures for insert to authenticated
  with check ((select private.can('production', 'create')));
create policy "staff of production remove closed days" on public.work_centre_closures for delete to authenticated
  using ((select private.can('production', 'edit')));
create policy "staff read closed days of work centres" on public.work_centre_closures for select to authenticated
  using ((select private.is_staff()));
create policy "staff of production change closed days" on public.work_centre_closures for update to authenticated
  using ((select private.can('production', 'edit'))) with check ((select private.can('production', 'edit')));

revoke execute on all routines in schema private from public;
