-- Access: who somebody is, and what that role may do. The database decides; the browser only hides.

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

-- Helpers of every policy. They run as their owner: a policy on user_roles can call them without calling itself.
-- Policies always call them as (select private.can(...)): once a statement, not once a row.

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
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and pp.can_view
         and case p_action
               when 'view' then true
               when 'create' then pp.can_create
               when 'edit' then pp.can_edit
               when 'delete' then pp.can_delete
               else false
             end)))
$$;
comment on function private.can is
  'May I do this on that page? Nothing without its view. Admins may everything; pending people and clients nothing, whatever the rows say.';

create function private.named(p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and p_name is not null
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

call private.borrow_rules('public.user_roles', p_pinned => '{user_id}', p_key => 'user_id', p_pages => '{contacts}',
  p_person => 'user_id');

create policy "people read their role, colleagues read all" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid())
    or (select private.can('tasks', 'view'))
    or (select private.named('manage_user_roles')));
create policy "people register as pending once, admins add others" on public.user_roles
  for insert to authenticated
  with check ((user_id = (select auth.uid()) and role = 'pending')
    or (user_id <> (select auth.uid()) and (select private.my_role()) = 'admin'));

-- Nobody changes their own row, admins included: no escalation, and the last admin cannot lock themselves out.
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

call private.borrow_rules('public.page_permissions', p_pinned => '{role,page_name}', p_key => 'page_name',
  p_pages => '{contacts}');
call private.after_each_statement('public.page_permissions', 'nudge_role',
  $$private.nudge_owners('role:', 'role', 'page_name')$$);

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

call private.borrow_rules('public.permissions');

create policy "staff read the names of permissions" on public.permissions
  for select to authenticated using ((select private.is_staff()));
create policy "admins add permissions" on public.permissions
  for insert to authenticated with check ((select private.my_role()) = 'admin');
create policy "admins change permissions" on public.permissions
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');
create policy "admins remove permissions" on public.permissions
  for delete to authenticated using ((select private.my_role()) = 'admin');

call private.borrow_rules('public.role_permissions', p_key => 'permission_id', p_pages => '{contacts}');
call private.after_each_statement('public.role_permissions', 'nudge_role',
  $$private.nudge_owners('role:', 'role', 'permission_id')$$);

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

-- The first admin of a new company holds the mailbox that the operator named, once that address is confirmed.

create table private.first_admin (
  id    boolean primary key default true,
  email text not null,
  constraint first_admin_is_one_row check (id),
  constraint first_admin_email_is_trimmed_and_lower_case check (email = lower(btrim(email)) and email like '%_@_%')
);
comment on table private.first_admin is 'The address whose holder becomes the first admin. Empty once there is one.';

alter table private.first_admin enable row level security;
revoke all on private.first_admin from anon, authenticated;

-- Every first page waits for the rights of its person: one request reads them all.
create function public.my_rights() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
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
$$;
comment on function public.my_rights is
  'The role of the caller with the pages and names that it may use, all of one instant (spec 1 §6); role is null without one.';

-- One admin who can sign in always remains. When two admins remove each other at the same moment, the second is refused.
create function private.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if not exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.role = 'admin' and ur.user_id <> old.user_id and not coalesce(u.banned_until > now(), false))
  then
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

create function private.keep_an_active_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if exists (select from public.user_roles where user_id = new.id and role = 'admin') and not exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.role = 'admin' and ur.user_id <> new.id and not coalesce(u.banned_until > now(), false))
  then
    raise insufficient_privilege using message = 'The last admin cannot be deactivated';
  end if;
  return new;
end $$;
comment on function private.keep_an_active_admin is 'An account is not closed when nobody would be left to open it again.';
create trigger keep_an_active_admin before update of banned_until on auth.users
  for each row when (new.banned_until > now()) execute function private.keep_an_active_admin();

-- A topic that many people hear names the time over which they spread their reads: half a millisecond for each of the
-- staff, from 200 people on, at most 10 s. Without it, 2,000 open lists would ask again at the same instant.

create function private.crowd(p_topic text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select case when split_part(p_topic, ':', 1) in ('page', 'role') and staff.people >= 200
    then jsonb_build_object('spread', least(staff.people / 2, 10000))
    else '{}' end
  from (
    select count(*) as people
    from (select from public.user_roles where role not in ('client', 'pending') limit 20000) as counted
  ) as staff
$$;
comment on function private.crowd is 'What a nudge adds for a topic that many hear: {"spread": ms}, or nothing.';

create function private.nudge(p_topic text, p_table text, p_op text, p_id text) returns void
  language sql security definer set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object('table', p_table, 'op', p_op, 'id', p_id) || private.crowd(p_topic), 'changed', p_topic, true)
$$;

create function private.claim_first_admin(p_user_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function private.claim_first_admin is
  'Makes that person admin if the operator named their confirmed address and there is no admin yet.';

create function private.name_first_admin(p_email text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.user_roles where role = 'admin') then
    return false;
  end if;
  insert into private.first_admin (email) values (lower(btrim(p_email)))
    on conflict (id) do update set email = excluded.email;
  perform private.claim_first_admin(u.id) from auth.users u where lower(u.email) = lower(btrim(p_email));
  return true;
end $$;
comment on function private.name_first_admin is
  'For the operator of a new company: select private.name_first_admin(''owner@company.example''). False once there is an admin.';

create function private.admit_first_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.claim_first_admin(new.user_id);
  return null;
end $$;
create trigger admit_first_admin after insert on public.user_roles
  for each row when (new.role = 'pending') execute function private.admit_first_admin();

-- The default rights of a new company.

insert into public.page_permissions (role, page_name, can_view, can_create, can_edit, can_delete)
select rights.role::public.app_role, page.name,
       rights.letters like '%v%', rights.letters like '%c%', rights.letters like '%e%', rights.letters like '%d%'
  from (values
    -- v view, c create, e edit, d delete
    ('team_member', 'v', '{contacts,orders,types,cnc-parameters,locations,system-notes,markup-demo}'::text[]),
    ('team_member', 've', '{jobs,inventory}'),
    ('team_member', 'vce', '{deliveries,production}'),
    ('team_member', 'vced', '{tasks}'),
    ('sales', 'v',
      '{invoices,inventory,deliveries,statements,email-templates,scheduled-emails,types,markup-demo,cnc-parameters,system-notes,production}'),
    ('sales', 'vce', '{contacts,quotations,orders,jobs,locations}'),
    ('sales', 'vced', '{tasks}'),
    ('accounts', 'v', '{jobs,quotations,inventory,orders,deliveries,types,locations,system-notes,production}'),
    ('accounts', 've', '{contacts,email-templates}'),
    ('accounts', 'vce', '{invoices,supplier-invoices,statements,payments,scheduled-emails}'),
    ('accounts', 'vced', '{tasks}'),
    ('account_manager', 'v', '{supplier-invoices,payments}'),
    ('account_manager', 'vce',
      '{invoices,inventory,statements,email-templates,scheduled-emails,types,markup-demo,cnc-parameters,system-notes,production}'),
    ('account_manager', 'vced', '{contacts,jobs,quotations,orders,deliveries,tasks,locations}'),
    ('admin', 'vced',
      '{contacts,invoices,jobs,quotations,inventory,supplier-invoices,orders,deliveries,statements,tasks,payments,email-templates,scheduled-emails,types,markup-demo,cnc-parameters,locations,system-notes,api-test,production}')
  ) as rights (role, letters, pages)
  cross join lateral unnest(rights.pages) as page (name);

insert into public.permissions (name, description)
select name, description from (values
  ('manage_cnc_parameters', 'Change the parameters of the CNC router'),
  ('view_cnc_pricing', 'See what CNC work costs'),
  ('manage_contact_types', 'Change the types of contacts'),
  ('manage_user_roles', 'Change the roles of other people'),
  ('manage_permissions', 'Change the page rights of other roles'),
  ('access_staff_activities', 'See what colleagues did'),
  ('manage_wage_rates', 'See and change wage rates'),
  ('access_inventory', 'Open the inventory'),
  ('manage_time_tracking', 'See the time of all colleagues'),
  ('view_financial_data', 'See costs and margins')
) as named (name, description)
union all
select verb || '_' || thing, initcap(verb) || ' ' || replace(thing, '_', ' ')
  from unnest(array['view', 'create', 'edit', 'delete', 'manage']) as verb,
       unnest(array['bit_types', 'material_types', 'variant_colors', 'pricing_ranges', 'brands']) as thing;

insert into public.role_permissions (role, permission_id)
select 'admin'::public.app_role, id from public.permissions
union all
select 'account_manager', id from public.permissions
 where name not in ('manage_user_roles', 'manage_permissions', 'manage_wage_rates')
union all
select 'accounts', id from public.permissions
 where name in ('view_financial_data', 'manage_wage_rates', 'access_staff_activities', 'access_inventory')
    or name like 'view\_%\_types' or name in ('view_variant_colors', 'view_pricing_ranges', 'view_brands')
union all
select 'sales', id from public.permissions
 where name in ('view_cnc_pricing', 'access_inventory')
    or name like 'view\_%\_types' or name in ('view_variant_colors', 'view_pricing_ranges', 'view_brands')
union all
select 'team_member', id from public.permissions
 where name = 'access_inventory'
    or name like 'view\_%\_types' or name in ('view_variant_colors', 'view_pricing_ranges', 'view_brands');

insert into public.permissions (name, description) values ('approve_credit', 'Approve or refuse credit applications');

insert into public.role_permissions (role, permission_id)
select role::public.app_role, id from public.permissions, unnest(array['admin', 'accounts', 'account_manager']) as role
 where name = 'approve_credit';

revoke execute on all routines in schema private from public;
grant execute on function private.my_role, private.is_staff, private.can, private.named to authenticated;
grant execute on function private.name_first_admin to service_role;
revoke execute on function public.has_permission, public.my_rights from public, anon, authenticated;
grant execute on function public.has_permission to authenticated, service_role;
grant execute on function public.my_rights to authenticated, service_role;
