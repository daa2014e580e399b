-- Saved views of lists.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.saved_views (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null default auth.uid() references auth.users (id) on delete cascade,
  list       text not null,
  name       text not null,
  query      text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  is_shared  boolean not null default false,
  constraint saved_views_list_is_a_name check (list ~ '^[a-z][a-z0-9-]{0,59}$'),
  constraint saved_views_name_length check (char_length(btrim(name)) between 1 and 60 and char_length(name) <= 80),
  constraint saved_views_query_length check (char_length(query) <= 2000)
);
create unique index saved_views_name_is_used_once on public.saved_views (user_id, list, lower(btrim(name)));
create unique index saved_views_one_default on public.saved_views (user_id, list) where is_default;
comment on table public.saved_views is 'Filters and order of a list, by person and name. Colleagues read those that are shared.';
comment on column public.saved_views.list is 'The name of the list: contacts, invoices.';
comment on column public.saved_views.query is 'The query of the address without its question mark: stop=yes&sort=-city.';
comment on column public.saved_views.is_shared is 'Every colleague can choose it. Only its owner changes and removes it.';
comment on column public.saved_views.is_default is 'The list opens with it. At most one for each person and list.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.saved_views', p_pinned => '{user_id,list}', p_person => 'user_id');
create policy "staff read views of their own and shared ones" on public.saved_views
  for select to authenticated using ((user_id = (select auth.uid()) or is_shared) and (select private.is_staff()));
create policy "staff save views for themselves" on public.saved_views
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_staff()));
create policy "staff change views of their own" on public.saved_views
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_staff()))
  with check (user_id = (select auth.uid()) and (select private.is_staff()));
create policy "staff remove views of their own" on public.saved_views
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_staff()));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.limit_saved_views() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from public.saved_views v where v.user_id = new.user_id and v.list = new.list) >= 30 then
    perform private.refuse('PT409', 'This list has 30 saved views already. Remove one first.');
  end if;
  return new;
end $$;

create function private.keep_one_default_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.saved_views v set is_default = false
   where v.user_id = new.user_id and v.list = new.list and v.is_default and v.id <> new.id;
  return new;
end $$;
comment on function private.keep_one_default_view is 'The view that becomes the default takes the place of the one before.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger limit_saved_views before insert on public.saved_views
  for each row execute function private.limit_saved_views();
create trigger keep_one_default_view before insert or update on public.saved_views
  for each row when (new.is_default) execute function private.keep_one_default_view();
create trigger ask_first before insert on public.saved_views for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
