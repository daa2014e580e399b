-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.saved_views (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  list text not null,
  name text not null,
  query text not null default ''::text,
  is_default boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint saved_views_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint saved_views_list_is_a_name CHECK (list ~ '^[a-z][a-z0-9-]{0,59}$'::text),
  constraint saved_views_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 60 AND char_length(name) <= 80),
  constraint saved_views_query_length CHECK (char_length(query) <= 2000)
);
alter table public.saved_views enable row level security;
CREATE UNIQUE INDEX saved_views_name_is_used_once ON public.saved_views USING btree (user_id, list, lower(btrim(name)));
CREATE UNIQUE INDEX saved_views_one_default ON public.saved_views USING btree (user_id, list) WHERE is_default;
grant delete, insert, select, update on public.saved_views to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.saved_views to service_role;
create policy "staff save views for themselves" on public.saved_views for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff));
create policy "staff remove views of their own" on public.saved_views for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff));
create policy "staff read views of their own" on public.saved_views for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff));
create policy "staff change views of their own" on public.saved_views for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff));
CREATE TRIGGER ask_first BEFORE INSERT ON public.saved_views FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role staff');
CREATE TRIGGER keep_one_default_view BEFORE INSERT OR UPDATE ON public.saved_views FOR EACH ROW WHEN (new.is_default) EXECUTE FUNCTION private.keep_one_default_view();
CREATE TRIGGER limit_saved_views BEFORE INSERT ON public.saved_views FOR EACH ROW EXECUTE FUNCTION private.limit_saved_views();
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.saved_views REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.saved_views REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.saved_views REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'id');
CREATE TRIGGER pin BEFORE UPDATE ON public.saved_views FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'user_id', 'list');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.saved_views FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.saved_views is 'Filters and order of a list, by person and name. Nobody reads those of others.';
comment on column public.saved_views.is_default is 'The list opens with it. At most one for each person and list.';
comment on column public.saved_views.list is 'The name of the list: contacts, invoices.';
comment on column public.saved_views.query is 'The query of the address without its question mark: stop=yes&sort=-city.';

CREATE OR REPLACE FUNCTION private.keep_one_default_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.saved_views v set is_default = false
   where v.user_id = new.user_id and v.list = new.list and v.is_default and v.id <> new.id;
  return new;
end $function$;
comment on function private.keep_one_default_view() is 'The view that becomes the default takes the place of the one before.';

CREATE OR REPLACE FUNCTION private.limit_saved_views()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.saved_views v where v.user_id = new.user_id and v.list = new.list) >= 30 then
    perform private.refuse('PT409', 'This list has 30 saved views already. Remove one first.');
  end if;
  return new;
end $function$;
