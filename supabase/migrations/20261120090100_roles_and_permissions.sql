-- Roles and permissions: who somebody is, and what that role may do. The database decides, the browser only hides.

create type public.app_role as enum
  ('pending', 'admin', 'team_member', 'sales', 'accounts', 'account_manager', 'client');

create table public.user_roles (
  user_id    uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  role       public.app_role not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index user_roles_role_idx on public.user_roles (role);
comment on table public.user_roles is 'One role a person. Everybody begins as pending.';
comment on column public.user_roles.created_at is 'Ours: how long somebody waits for approval.';
comment on column public.user_roles.updated_at is 'Ours: when the role changed last.';

create table public.page_permissions (
  role       public.app_role not null,
  page_name  text not null,
  can_view   boolean not null default false,
  can_create boolean not null default false,
  can_edit   boolean not null default false,
  can_delete boolean not null default false,
  primary key (role, page_name),
  constraint page_permissions_known_page check (page_name in (
    'contacts', 'invoices', 'jobs', 'quotations', 'inventory', 'supplier-invoices', 'orders', 'deliveries',
    'statements', 'tasks', 'payments', 'email-templates', 'scheduled-emails', 'types', 'markup-demo',
    'cnc-parameters', 'locations', 'system-notes', 'api-test', 'production'))
);
comment on table public.page_permissions is 'What a role may do on a page. Without a row: nothing.';

create table public.permissions (
  id          uuid primary key default gen_random_uuid(),
  name        text not null unique,
  description text,
  constraint permissions_name_is_a_word check (name ~ '^[a-z][a-z_]{1,62}$'),
  constraint permissions_description_length check (char_length(description) <= 500)
);
comment on table public.permissions is 'Named rights that belong to no page.';
comment on column public.permissions.description is 'Ours: what the right allows, for the permissions screen.';

create table public.role_permissions (
  role          public.app_role not null,
  permission_id uuid not null references public.permissions (id) on delete cascade,
  primary key (role, permission_id)
);
create index role_permissions_permission_id_idx on public.role_permissions (permission_id);
comment on table public.role_permissions is 'Which role holds which named right.';

-- Helpers of every policy. Definer, so that a policy on user_roles may ask them without asking itself.
-- Always called as (select private.can(...)): once a statement, not once a row.

create function private.my_role() returns public.app_role
  language sql stable security definer set search_path = ''
as $$
  select ur.role from public.user_roles ur where ur.user_id = (select auth.uid())
$$;

create function private.is_staff() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and ur.role not in ('pending', 'client'))
$$;

create function private.can(p_page text, p_action text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles ur
      left join public.page_permissions pp on pp.role = ur.role and pp.page_name = p_page
     where ur.user_id = (select auth.uid())
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client')
         and case p_action
               when 'view' then pp.can_view
               when 'create' then pp.can_create
               when 'edit' then pp.can_edit
               when 'delete' then pp.can_delete
               else false
             end)))
$$;
comment on function private.can is
  'May I do this on that page? Admins may everything; pending people and clients nothing, whatever the rows say.';

create function private.named(p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid())
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and exists (
         select 1 from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
          where rp.role = ur.role
            and (p.name = p_name or (p.name = 'manage_brands'
              and p_name in ('view_brands', 'create_brands', 'edit_brands', 'delete_brands')))))))
$$;
comment on function private.named is 'Do I hold this named right? manage_brands holds the other four of brands (spec 2 §6).';

create function public.has_permission(permission_name text) returns boolean
  language sql stable security invoker set search_path = ''
as $$
  select private.named(permission_name)
$$;
comment on function public.has_permission is 'Whether the caller holds a named permission (spec 2 §6).';

revoke execute on all routines in schema private from public;
grant execute on function private.my_role, private.is_staff, private.can, private.named to authenticated;
revoke execute on function public.has_permission from public, anon;
grant execute on function public.has_permission to authenticated, service_role;

-- Roles

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated;
grant select, insert, update, delete on public.user_roles to authenticated;
grant all on public.user_roles to service_role;

create policy "people read their role, colleagues read all" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid())
    or (select private.can('tasks', 'view'))
    or (select private.named('manage_user_roles')));

create policy "people register as pending once, admins add others" on public.user_roles
  for insert to authenticated
  with check ((user_id = (select auth.uid()) and role = 'pending')
    or (user_id <> (select auth.uid()) and (select private.my_role()) = 'admin'));

-- Nobody changes their own row, admins included: no escalation, and no last admin who locks himself out.
create policy "managers change the roles of others, only admins touch admins" on public.user_roles
  for update to authenticated
  using (user_id <> (select auth.uid())
    and (select private.named('manage_user_roles'))
    and (role <> 'admin' or (select private.my_role()) = 'admin'))
  with check (user_id <> (select auth.uid())
    and (select private.named('manage_user_roles'))
    and (role <> 'admin' or (select private.my_role()) = 'admin'));

create policy "admins remove others" on public.user_roles
  for delete to authenticated
  using (user_id <> (select auth.uid()) and (select private.my_role()) = 'admin');

create trigger pin before update on public.user_roles
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('user_id', 'created_at');
create trigger stamp_created_at before insert on public.user_roles
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_created_at();
create trigger stamp_updated_at before update on public.user_roles
  for each row execute function private.stamp_updated_at();

create function private.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if not exists (select 1 from public.user_roles where role = 'admin' and user_id <> old.user_id) then
    raise insufficient_privilege using message = 'The last admin cannot be removed';
  end if;
  return coalesce(new, old);
end $$;
comment on function private.keep_an_admin is 'Two admins who remove each other at the same moment: the second is refused.';

create trigger keep_an_admin_on_update before update on public.user_roles
  for each row when (current_user in ('anon', 'authenticated') and old.role = 'admin' and new.role <> 'admin')
  execute function private.keep_an_admin();
create trigger keep_an_admin_on_delete before delete on public.user_roles
  for each row when (current_user in ('anon', 'authenticated') and old.role = 'admin')
  execute function private.keep_an_admin();

-- Page permissions: everybody reads those of their role; whoever manages them never writes those of their own role.

alter table public.page_permissions enable row level security;
revoke all on public.page_permissions from anon, authenticated;
grant select, insert, update, delete on public.page_permissions to authenticated;
grant all on public.page_permissions to service_role;

create policy "people read the rights of their role" on public.page_permissions
  for select to authenticated
  using (role = (select private.my_role()) or (select private.named('manage_permissions')));

create policy "managers grant rights to other roles" on public.page_permissions
  for insert to authenticated
  with check ((select private.named('manage_permissions'))
    and ((select private.my_role()) = 'admin' or role not in ((select private.my_role()), 'admin')));

create policy "managers change the rights of other roles" on public.page_permissions
  for update to authenticated
  using ((select private.named('manage_permissions'))
    and ((select private.my_role()) = 'admin' or role not in ((select private.my_role()), 'admin')))
  with check ((select private.named('manage_permissions'))
    and ((select private.my_role()) = 'admin' or role not in ((select private.my_role()), 'admin')));

create policy "managers withdraw the rights of other roles" on public.page_permissions
  for delete to authenticated
  using ((select private.named('manage_permissions'))
    and ((select private.my_role()) = 'admin' or role not in ((select private.my_role()), 'admin')));

create trigger pin before update on public.page_permissions
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('role', 'page_name');

-- Named permissions: staff read the names, admins hand them out.

alter table public.permissions enable row level security;
revoke all on public.permissions from anon, authenticated;
grant select, insert, update, delete on public.permissions to authenticated;
grant all on public.permissions to service_role;

create policy "staff read the names of permissions" on public.permissions
  for select to authenticated using ((select private.is_staff()));
create policy "admins add permissions" on public.permissions
  for insert to authenticated with check ((select private.my_role()) = 'admin');
create policy "admins change permissions" on public.permissions
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');
create policy "admins remove permissions" on public.permissions
  for delete to authenticated using ((select private.my_role()) = 'admin');

create trigger pin before update on public.permissions
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id');

alter table public.role_permissions enable row level security;
revoke all on public.role_permissions from anon, authenticated;
grant select, insert, update, delete on public.role_permissions to authenticated;
grant all on public.role_permissions to service_role;

create policy "staff read the named rights of their role" on public.role_permissions
  for select to authenticated
  using ((role = (select private.my_role()) and (select private.is_staff())) or (select private.my_role()) = 'admin');
create policy "admins grant named rights" on public.role_permissions
  for insert to authenticated with check ((select private.my_role()) = 'admin');
create policy "admins change named rights" on public.role_permissions
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');
create policy "admins withdraw named rights" on public.role_permissions
  for delete to authenticated using ((select private.my_role()) = 'admin');

-- Every change of a right leaves a trace that nobody can edit through the API.

create table private.rights_log (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  actor_id   uuid default auth.uid(),
  table_name text not null,
  op         text not null,
  before     jsonb,
  after      jsonb
);
alter table private.rights_log enable row level security;
revoke all on private.rights_log from anon, authenticated;

create function private.log_rights() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.rights_log (table_name, op, before, after) values (tg_table_name, tg_op,
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
  return null;
end $$;

create trigger log_rights after insert or update or delete on public.user_roles
  for each row execute function private.log_rights();
create trigger log_rights after insert or update or delete on public.page_permissions
  for each row execute function private.log_rights();
create trigger log_rights after insert or update or delete on public.role_permissions
  for each row execute function private.log_rights();

revoke execute on function private.keep_an_admin, private.log_rights from public;

call private.after_each_statement('public.user_roles', 'nudge_user',
  $$private.nudge_owners('user:', 'user_id', 'user_id')$$);
call private.after_each_statement('public.user_roles', 'nudge_page', $$private.nudge_pages('user_id', 'contacts')$$);
call private.after_each_statement('public.page_permissions', 'nudge_role',
  $$private.nudge_owners('role:', 'role', 'page_name')$$);
call private.after_each_statement('public.role_permissions', 'nudge_role',
  $$private.nudge_owners('role:', 'role', 'permission_id')$$);
