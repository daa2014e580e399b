-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create type public.app_role as enum ('pending', 'admin', 'team_member', 'sales', 'accounts', 'account_manager', 'client');

create table private.first_admin (
  id boolean not null default true,
  email text not null,
  constraint first_admin_pkey PRIMARY KEY (id),
  constraint first_admin_email_is_trimmed_and_lower_case CHECK (email = lower(btrim(email)) AND email ~~ '%_@_%'::text),
  constraint first_admin_is_one_row CHECK (id)
);
alter table private.first_admin enable row level security;
comment on table private.first_admin is 'The address whose holder becomes the first admin. Empty once there is one.';

create table public.page_permissions (
  role public.app_role not null,
  page_name text not null,
  can_view boolean not null default false,
  can_create boolean not null default false,
  can_edit boolean not null default false,
  can_delete boolean not null default false,
  constraint page_permissions_pkey PRIMARY KEY (role, page_name),
  constraint page_permissions_known_page CHECK (page_name = ANY (ARRAY['contacts'::text, 'invoices'::text, 'jobs'::text, 'quotations'::text, 'inventory'::text, 'supplier-invoices'::text, 'orders'::text, 'deliveries'::text, 'statements'::text, 'tasks'::text, 'payments'::text, 'email-templates'::text, 'scheduled-emails'::text, 'types'::text, 'markup-demo'::text, 'cnc-parameters'::text, 'locations'::text, 'system-notes'::text, 'api-test'::text, 'production'::text]))
);
alter table public.page_permissions enable row level security;
grant delete, insert, select, update on public.page_permissions to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.page_permissions to service_role;
create policy "managers grant rights to other roles" on public.page_permissions for insert to authenticated
  with check (( SELECT private.named('manage_permissions'::text) AS named) AND ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role OR (role <> ALL (ARRAY[( SELECT private.my_role() AS my_role), 'admin'::public.app_role]))));
create policy "managers withdraw the rights of other roles" on public.page_permissions for delete to authenticated
  using (( SELECT private.named('manage_permissions'::text) AS named) AND ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role OR (role <> ALL (ARRAY[( SELECT private.my_role() AS my_role), 'admin'::public.app_role]))));
create policy "people read the rights of their role" on public.page_permissions for select to authenticated
  using (role = (( SELECT private.my_role() AS my_role)) OR ( SELECT private.named('manage_permissions'::text) AS named));
create policy "managers change the rights of other roles" on public.page_permissions for update to authenticated
  using (( SELECT private.named('manage_permissions'::text) AS named) AND ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role OR (role <> ALL (ARRAY[( SELECT private.my_role() AS my_role), 'admin'::public.app_role]))))
  with check (( SELECT private.named('manage_permissions'::text) AS named) AND ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role OR (role <> ALL (ARRAY[( SELECT private.my_role() AS my_role), 'admin'::public.app_role]))));
CREATE TRIGGER ask_first BEFORE INSERT ON public.page_permissions FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('manage_permissions');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.page_permissions FOR EACH ROW EXECUTE FUNCTION private.audit('role', 'page_name');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.page_permissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('page_name', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.page_permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('page_name', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.page_permissions REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('page_name', 'contacts');
CREATE TRIGGER nudge_role_delete AFTER DELETE ON public.page_permissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('role:', 'role', 'page_name');
CREATE TRIGGER nudge_role_insert AFTER INSERT ON public.page_permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('role:', 'role', 'page_name');
CREATE TRIGGER nudge_role_update AFTER UPDATE ON public.page_permissions REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('role:', 'role', 'page_name');
CREATE TRIGGER pin BEFORE UPDATE ON public.page_permissions FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('role', 'page_name');
comment on table public.page_permissions is 'What a role may do on a page. Without a row: nothing.';

create table public.permissions (
  id uuid not null default gen_random_uuid(),
  name text not null,
  description text,
  constraint permissions_pkey PRIMARY KEY (id),
  constraint permissions_name_key UNIQUE (name),
  constraint permissions_description_length CHECK (char_length(description) <= 500),
  constraint permissions_name_is_a_word CHECK (name ~ '^[a-z][a-z_]{1,62}$'::text)
);
alter table public.permissions enable row level security;
grant delete, insert, select, update on public.permissions to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.permissions to service_role;
create policy "admins add permissions" on public.permissions for insert to authenticated
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "admins remove permissions" on public.permissions for delete to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "staff read the names of permissions" on public.permissions for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "admins change permissions" on public.permissions for update to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role)
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
CREATE TRIGGER ask_first BEFORE INSERT ON public.permissions FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role admin');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.permissions FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER pin BEFORE UPDATE ON public.permissions FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id');
comment on table public.permissions is 'Named rights that belong to no page.';
comment on column public.permissions.description is 'Ours: what the right allows, for the permissions screen.';

create table public.role_permissions (
  role public.app_role not null,
  permission_id uuid not null,
  constraint role_permissions_pkey PRIMARY KEY (role, permission_id),
  constraint role_permissions_permission_id_fkey FOREIGN KEY (permission_id) REFERENCES public.permissions(id) ON DELETE CASCADE
);
alter table public.role_permissions enable row level security;
CREATE INDEX role_permissions_permission_id_idx ON public.role_permissions USING btree (permission_id);
grant delete, insert, select, update on public.role_permissions to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.role_permissions to service_role;
create policy "admins grant named rights" on public.role_permissions for insert to authenticated
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "admins withdraw named rights" on public.role_permissions for delete to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "staff read the named rights of their role" on public.role_permissions for select to authenticated
  using (role = (( SELECT private.my_role() AS my_role)) AND ( SELECT private.is_staff() AS is_staff) OR (( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "admins change named rights" on public.role_permissions for update to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role)
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
CREATE TRIGGER ask_first BEFORE INSERT ON public.role_permissions FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role admin');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.role_permissions FOR EACH ROW EXECUTE FUNCTION private.audit('role', 'permission_id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.role_permissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('permission_id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.role_permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('permission_id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.role_permissions REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('permission_id', 'contacts');
CREATE TRIGGER nudge_role_delete AFTER DELETE ON public.role_permissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('role:', 'role', 'permission_id');
CREATE TRIGGER nudge_role_insert AFTER INSERT ON public.role_permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('role:', 'role', 'permission_id');
CREATE TRIGGER nudge_role_update AFTER UPDATE ON public.role_permissions REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('role:', 'role', 'permission_id');
comment on table public.role_permissions is 'Which role holds which named right.';

create table public.user_roles (
  user_id uuid not null default auth.uid(),
  role public.app_role not null default 'pending'::public.app_role,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint user_roles_pkey PRIMARY KEY (user_id),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint user_roles_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint user_roles_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.user_roles enable row level security;
CREATE INDEX user_roles_role_idx ON public.user_roles USING btree (role);
grant delete, insert, select, update on public.user_roles to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.user_roles to service_role;
create policy "people register as pending once, admins add others" on public.user_roles for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND role = 'pending'::public.app_role OR user_id <> (( SELECT auth.uid() AS uid)) AND (( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "admins remove others" on public.user_roles for delete to authenticated
  using (user_id <> (( SELECT auth.uid() AS uid)) AND (( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "people read their role, colleagues read all" on public.user_roles for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.can('tasks'::text, 'view'::text) AS can) OR ( SELECT private.named('manage_user_roles'::text) AS named));
create policy "managers change the roles of others, only admins touch admins" on public.user_roles for update to authenticated
  using (user_id <> (( SELECT auth.uid() AS uid)) AND ( SELECT private.named('manage_user_roles'::text) AS named) AND (role <> 'admin'::public.app_role OR (( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role))
  with check (user_id <> (( SELECT auth.uid() AS uid)) AND ( SELECT private.named('manage_user_roles'::text) AS named) AND (role <> 'admin'::public.app_role OR (( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role));
CREATE TRIGGER admit_first_admin AFTER INSERT ON public.user_roles FOR EACH ROW WHEN (new.role = 'pending'::public.app_role) EXECUTE FUNCTION private.admit_first_admin();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.audit('user_id');
CREATE TRIGGER copy_role_to_contact AFTER INSERT OR DELETE OR UPDATE OF role ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.copy_role_to_contact();
CREATE TRIGGER keep_an_admin_on_delete BEFORE DELETE ON public.user_roles FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.role = 'admin'::public.app_role) EXECUTE FUNCTION private.keep_an_admin();
CREATE TRIGGER keep_an_admin_on_update BEFORE UPDATE ON public.user_roles FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND old.role = 'admin'::public.app_role AND new.role <> 'admin'::public.app_role) EXECUTE FUNCTION private.keep_an_admin();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.user_roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('user_id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('user_id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.user_roles REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('user_id', 'contacts');
CREATE TRIGGER nudge_user_delete AFTER DELETE ON public.user_roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'user_id');
CREATE TRIGGER nudge_user_insert AFTER INSERT ON public.user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'user_id');
CREATE TRIGGER nudge_user_update AFTER UPDATE ON public.user_roles REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('user:', 'user_id', 'user_id');
CREATE TRIGGER pin BEFORE UPDATE ON public.user_roles FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('created_at', 'user_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.user_roles FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
CREATE TRIGGER tell_of_newcomer AFTER INSERT ON public.user_roles FOR EACH ROW WHEN (new.role = 'pending'::public.app_role AND new.user_id = auth.uid()) EXECUTE FUNCTION private.tell_of_newcomer();
comment on table public.user_roles is 'One role a person. Everybody begins as pending.';
comment on column public.user_roles.created_at is 'Ours: how long somebody waits for approval.';
comment on column public.user_roles.updated_at is 'Ours: when the role changed last.';

CREATE OR REPLACE FUNCTION private.admit_first_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.claim_first_admin(new.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.can(p_page text, p_action text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.user_roles ur
      left join public.page_permissions pp on pp.role = ur.role and pp.page_name = p_page
     where ur.user_id = (select auth.uid())
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and pp.can_view
         and case p_action
               when 'view' then true
               when 'create' then pp.can_create
               when 'edit' then pp.can_edit
               when 'delete' then pp.can_delete
               else false
             end)))
$function$;
grant execute on function private.can(p_page text, p_action text) to authenticated;
comment on function private.can(p_page text, p_action text) is 'May I do this on that page? Nothing without its view. Admins may everything; pending people and clients nothing, whatever the rows say.';

CREATE OR REPLACE FUNCTION private.claim_first_admin(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from auth.users u join private.first_admin f on f.email = lower(u.email)
     where u.id = p_user_id and u.email_confirmed_at is not null)
  then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if exists (select 1 from public.user_roles where role = 'admin') then
    return false;
  end if;
  insert into public.user_roles (user_id, role) values (p_user_id, 'admin')
    on conflict (user_id) do update set role = 'admin';
  delete from private.first_admin;
  return true;
end $function$;
comment on function private.claim_first_admin(p_user_id uuid) is 'Makes that person admin if the operator named their confirmed address and there is no admin yet.';

CREATE OR REPLACE FUNCTION private.crowd(p_topic text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when split_part(p_topic, ':', 1) in ('page', 'role') and staff.people >= 200
    then jsonb_build_object('spread', least(staff.people / 2, 10000))
    else '{}' end
  from (
    select count(*) as people
    from (select from public.user_roles where role not in ('client', 'pending') limit 20000) as counted
  ) as staff
$function$;
comment on function private.crowd(p_topic text) is 'What a nudge adds for a topic that many hear: {"spread": ms}, or nothing.';

CREATE OR REPLACE FUNCTION private.is_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and ur.role not in ('pending', 'client'))
$function$;
grant execute on function private.is_staff() to authenticated;

CREATE OR REPLACE FUNCTION private.keep_an_active_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if exists (select from public.user_roles where user_id = new.id and role = 'admin') and not exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.role = 'admin' and ur.user_id <> new.id and not coalesce(u.banned_until > now(), false))
  then
    raise insufficient_privilege using message = 'The last admin cannot be deactivated';
  end if;
  return new;
end $function$;
comment on function private.keep_an_active_admin() is 'An account is not closed when nobody would be left to open it again.';

CREATE OR REPLACE FUNCTION private.keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if not exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.role = 'admin' and ur.user_id <> old.user_id and not coalesce(u.banned_until > now(), false))
  then
    raise insufficient_privilege using message = 'The last admin cannot be removed';
  end if;
  return coalesce(new, old);
end $function$;
comment on function private.keep_an_admin() is 'Two admins who remove each other at the same moment: the second is refused.';

CREATE OR REPLACE FUNCTION private.my_role()
 RETURNS public.app_role
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select ur.role from public.user_roles ur where ur.user_id = (select auth.uid())
$function$;
grant execute on function private.my_role() to authenticated;

CREATE OR REPLACE FUNCTION private.name_first_admin(p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.user_roles where role = 'admin') then
    return false;
  end if;
  insert into private.first_admin (email) values (lower(btrim(p_email)))
    on conflict (id) do update set email = excluded.email;
  perform private.claim_first_admin(u.id) from auth.users u where lower(u.email) = lower(btrim(p_email));
  return true;
end $function$;
grant execute on function private.name_first_admin(p_email text) to service_role;
comment on function private.name_first_admin(p_email text) is 'For the operator of a new company: select private.name_first_admin(''owner@company.example''). False once there is an admin.';

CREATE OR REPLACE FUNCTION private.named(p_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and p_name is not null
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and exists (
         select 1 from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
          where rp.role = ur.role
            and (p.name = p_name or (p.name = 'manage_brands'
              and p_name in ('view_brands', 'create_brands', 'edit_brands', 'delete_brands')))))))
$function$;
grant execute on function private.named(p_name text) to authenticated;
comment on function private.named(p_name text) is 'Do I hold this named right? manage_brands holds the other four of brands (spec 2 §6).';

CREATE OR REPLACE FUNCTION private.nudge(p_topic text, p_table text, p_op text, p_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.send(
    jsonb_build_object('table', p_table, 'op', p_op, 'id', p_id) || private.crowd(p_topic), 'changed', p_topic, true)
$function$;

CREATE OR REPLACE FUNCTION public.has_permission(permission_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.named(permission_name)
$function$;
grant execute on function public.has_permission(permission_name text) to authenticated;
grant execute on function public.has_permission(permission_name text) to service_role;
comment on function public.has_permission(permission_name text) is 'Whether the caller holds a named permission (spec 2 §6).';

CREATE OR REPLACE FUNCTION public.my_rights()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'role', (select private.my_role()),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('page_name', p.page_name, 'can_view', p.can_view, 'can_create', p.can_create,
               'can_edit', p.can_edit, 'can_delete', p.can_delete) order by p.page_name)
        from public.page_permissions p
       where p.role = (select private.my_role()) and p.can_view), '[]'),
    'named', coalesce((
      select jsonb_agg(known.name order by known.name)
        from public.role_permissions r
        join public.permissions known on known.id = r.permission_id
       where r.role = (select private.my_role())), '[]'))
$function$;
grant execute on function public.my_rights() to authenticated;
grant execute on function public.my_rights() to service_role;
comment on function public.my_rights() is 'The role of the caller with the pages and names that it may use, all of one instant (spec 1 §6); role is null without one.';
