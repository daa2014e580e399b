-- Notes on the noticeboard.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.system_notes (
  id          uuid primary key default gen_random_uuid(),
  title       text not null,
  body        text not null default '',
  pinned      boolean not null default false,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint system_notes_title_length check (char_length(btrim(title)) between 1 and 200),
  constraint system_notes_body_length check (char_length(body) <= 10000),
  constraint system_notes_title_size check (char_length(title) <= 250)
);
create index system_notes_pinned_created_at_idx on public.system_notes (pinned desc, created_at desc, id);
create index system_notes_created_by_idx on public.system_notes (created_by);
comment on table public.system_notes is 'Notices by those who may write them, seen by staff. Plain text.';
comment on column public.system_notes.row_version is 'Counts changes: whoever saves says which version they looked at.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.system_notes', p_audited => true, p_pages => '{system-notes}');
create policy "staff read system notes" on public.system_notes
  for select to authenticated using ((select private.can('system-notes', 'view')));
create policy "staff write system notes in their own name" on public.system_notes
  for insert to authenticated
  with check ((select private.can('system-notes', 'create')) and created_by = (select auth.uid()));
create policy "staff change system notes" on public.system_notes
  for update to authenticated
  using ((select private.can('system-notes', 'edit'))) with check ((select private.can('system-notes', 'edit')));
create policy "staff remove system notes" on public.system_notes
  for delete to authenticated using ((select private.can('system-notes', 'delete')));

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.system_notes for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('system-notes:create');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds (kind, table_name, position, label, recent_if) values
  ('note', 'public.system_notes', 70, 'r.title', 'true');
