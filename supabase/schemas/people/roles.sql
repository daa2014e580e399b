-- Roles, page permissions and named permissions, and the first admin of a new company.

-- ---------------------------------------------------------------------------------------------------------- what it is

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

create table private.first_admin (
  id    boolean primary key default true,
  email text not null,
  constraint first_admin_is_one_row check (id),
  constraint first_admin_email_is_trimmed_and_lower_case check (email = lower(btrim(email)) and email like '%_@_%')
);
comment on table private.first_admin is 'The address whose holder becomes the first admin. Empty once there is one.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.user_roles', p_pinned => '{user_id}', p_key => 'user_id', p_pages => '{contacts}',
  p_person => 'user_id', p_unsure => 'user_id');
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

alter table private.first_admin enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.my_role() returns public.app_role
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when private.session_is_sure() then ur.role else 'pending' end
    from public.user_roles ur where ur.user_id = (select auth.uid()));
end $$;
comment on function private.my_role is 'The role of the caller: pending as long as the session waits for its second factor.';
grant execute on function private.my_role to authenticated;

create function private.is_staff() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and ur.role not in ('pending', 'client') and private.session_is_sure());
end $$;
grant execute on function private.is_staff to authenticated;

create function private.can(p_page text, p_action text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
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
             end))
       and private.session_is_sure());
end $$;
comment on function private.can is
  'May I do this on that page? Nothing without its view. Admins may everything; pending people and clients nothing, whatever the rows say.';
grant execute on function private.can to authenticated;

create function private.named(p_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and p_name is not null
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and exists (
         select 1 from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
          where rp.role = ur.role
            and (p.name = p_name or (p.name = 'manage_brands'
              and p_name in ('view_brands', 'create_brands', 'edit_brands', 'delete_brands'))))))
       and private.session_is_sure());
end $$;
comment on function private.named is 'Do I hold this named right? manage_brands holds the other four of brands (spec 2 §6).';

create function private.must_named(p_name text, p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.named(p_name) then
    perform private.refuse('42501', 'You may not ' || p_doing);
  end if;
end $$;
comment on function private.must_named is 'Refuses a caller without that named right: "You may not publish pages of the site". The server has none.';
grant execute on function private.named to authenticated;

create function public.has_permission(permission_name text) returns boolean
  language sql stable security invoker set search_path = ''
as $$
  select private.named(permission_name)
$$;
comment on function public.has_permission is 'Whether the caller holds a named permission (spec 2 §6).';
revoke execute on function public.has_permission from public, anon;

-- Every first page waits for the rights of its person: one request reads them all.
create function public.my_rights() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'role', (select private.my_role()),
    'second_factor', (select private.wanted_factor()),
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
  'The role of the caller with the pages and names that it may use, all of one instant (spec 1 §6); role is null without one. '
  'second_factor is what the session must show before anything opens: code, enrol or null.';
revoke execute on function public.my_rights from public, anon;

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
grant execute on function private.name_first_admin to service_role;

create function private.admit_first_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.claim_first_admin(new.user_id);
  return null;
end $$;

create function private.is_contact_person(p_user_id uuid, p_business_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from auth.users u
      join public.user_roles ur on ur.user_id = u.id and ur.role = 'client'
      join public.contacts p on lower(p.email) = lower(u.email) and p.type = 'Person' and p.profile = 'verified' and p.archived_at is null
        and (p.user_id is null or p.user_id = u.id)
      join public.contact_relations r on r.contact_id = p.id and r.related_contact_id = p_business_id
        and r.reads_papers and r.relation in ('works_for', 'owner', 'accounts')
      join public.contacts b on b.id = p_business_id and b.type = 'Business' and b.profile = 'verified' and b.archived_at is null
     where u.id = p_user_id and u.email_confirmed_at is not null and not coalesce(u.banned_until > now(), false));
end $$;
comment on function private.is_contact_person is
  'Whether the account of a client is that of a contact person of the business: its confirmed address is that of a person whom the office verified, put down for the
business as working for it, owning it or doing its accounts, and let read its papers.';

create function private.businesses_of_account(p_user_id uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select distinct r.related_contact_id from auth.users u
      join public.contacts p on lower(p.email) = lower(u.email)
      join public.contact_relations r on r.contact_id = p.id
     where u.id = p_user_id and private.is_contact_person(u.id, r.related_contact_id);
end $$;
comment on function private.businesses_of_account is 'The businesses whose contact person that account is.';

create function private.accounts_of_business(p_business_id uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Materialized: PostgreSQL would ask the function of every account first.
  return query
    with readers as materialized (
      select distinct u.id from public.contact_relations r
        join public.contacts p on p.id = r.contact_id
        join auth.users u on u.email = lower(p.email)
       where r.related_contact_id = p_business_id and r.reads_papers)
    select r.id from readers r where private.is_contact_person(r.id, p_business_id);
end $$;
comment on function private.accounts_of_business is 'The accounts of the contact persons of a business.';

create function private.accounts_of_contact(p_contact_id uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select c.user_id from public.contacts c join public.user_roles r on r.user_id = c.user_id and r.role = 'client' where c.id = p_contact_id
    union
    select a.id from private.accounts_of_business(p_contact_id) as a (id);
end $$;
comment on function private.accounts_of_contact is 'The accounts of clients that read the papers of a contact: its own, and those of its contact persons.';

create function private.my_contact_ids() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select c.id from public.contacts c
   where c.user_id = (select auth.uid()) and (select private.my_role()) = 'client'
  union
  select b.id from private.businesses_of_account((select auth.uid())) as b (id) where (select private.my_role()) = 'client'
$$;
comment on function private.my_contact_ids is
  'The contacts whose papers a client may read: their own, and the businesses whose contact person they are. Nobody else has any.';
grant execute on function private.my_contact_ids to authenticated;

create function private.copy_role_to_contact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts
     set roles = case when tg_op = 'DELETE' then '{}' else array[new.role::text] end
   where user_id = coalesce(new.user_id, old.user_id);
  return null;
end $$;

create function private.copy_role_of_contact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts
     set roles = array(select ur.role::text from public.user_roles ur where ur.user_id = new.user_id)
   where id = new.id;
  return null;
end $$;

create function private.holders_of(p_name text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(ur.user_id), '{}')
    from public.user_roles ur
    join auth.users u on u.id = ur.user_id and not coalesce(u.banned_until > now(), false)
   where ur.role = 'admin'
      or (ur.role not in ('pending', 'client') and exists (
        select from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
         where rp.role = ur.role and p.name = p_name)));
end $$;
comment on function private.holders_of is 'Who holds a named right, as private.named decides it.';

-- Turnover is money: the sums of orders are for people who see the prices of quotations or the invoices. The orders page
-- alone shows the work of an order.
create function private.sees_money() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_server() or private.can('quotations', 'view') or private.can('invoices', 'view')
    or private.named('view_financial_data');
end $$;
comment on function private.sees_money is 'May the caller see the sums of what is sold? People who only see the work of orders may not.';
grant execute on function private.sees_money to authenticated, service_role;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger keep_an_admin_on_update before update on public.user_roles
  for each row when (current_user in ('anon', 'authenticated') and old.role = 'admin' and new.role <> 'admin')
  execute function private.keep_an_admin();
create trigger keep_an_admin_on_delete before delete on public.user_roles
  for each row when (current_user in ('anon', 'authenticated') and old.role = 'admin')
  execute function private.keep_an_admin();
create trigger admit_first_admin after insert on public.user_roles
  for each row when (new.role = 'pending') execute function private.admit_first_admin();
create trigger audit after insert or update or delete on public.user_roles
  for each row execute function private.audit('user_id');
create trigger copy_role_to_contact after insert or update of role or delete on public.user_roles
  for each row execute function private.copy_role_to_contact();
create trigger tell_of_newcomer after insert on public.user_roles
  for each row when (new.role = 'pending' and new.user_id = auth.uid()) execute function private.tell_of_newcomer();

create trigger audit after insert or update or delete on public.page_permissions
  for each row execute function private.audit('role', 'page_name');
create trigger ask_first before insert on public.page_permissions for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_permissions');

create trigger audit after insert or update or delete on public.permissions
  for each row execute function private.audit('id');
create trigger ask_first before insert on public.permissions for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');

create trigger audit after insert or update or delete on public.role_permissions
  for each row execute function private.audit('role', 'permission_id');
create trigger ask_first before insert on public.role_permissions for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');

create trigger keep_an_active_admin before update of banned_until on auth.users
  for each row when (new.banned_until > now()) execute function private.keep_an_active_admin();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.page_permissions', 'nudge_role',
  $$private.nudge_owners('role:', 'role', 'page_name')$$);

call private.after_each_statement('public.role_permissions', 'nudge_role',
  $$private.nudge_owners('role:', 'role', 'permission_id')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into public.page_permissions (role, page_name, can_view, can_create, can_edit, can_delete) values
  ('admin', 'api-test', true, true, true, true),
  ('admin', 'cnc-parameters', true, true, true, true),
  ('admin', 'contacts', true, true, true, true),
  ('admin', 'deliveries', true, true, true, true),
  ('admin', 'email-templates', true, true, true, true),
  ('admin', 'inventory', true, true, true, true),
  ('admin', 'invoices', true, true, true, true),
  ('admin', 'jobs', true, true, true, true),
  ('admin', 'locations', true, true, true, true),
  ('admin', 'markup-demo', true, true, true, true),
  ('admin', 'orders', true, true, true, true),
  ('admin', 'payments', true, true, true, true),
  ('admin', 'production', true, true, true, true),
  ('admin', 'quotations', true, true, true, true),
  ('admin', 'scheduled-emails', true, true, true, true),
  ('admin', 'statements', true, true, true, true),
  ('admin', 'supplier-invoices', true, true, true, true),
  ('admin', 'system-notes', true, true, true, true),
  ('admin', 'tasks', true, true, true, true),
  ('admin', 'types', true, true, true, true),
  ('team_member', 'cnc-parameters', true, false, false, false),
  ('team_member', 'contacts', true, false, false, false),
  ('team_member', 'deliveries', true, true, true, false),
  ('team_member', 'inventory', true, false, true, false),
  ('team_member', 'jobs', true, false, true, false),
  ('team_member', 'locations', true, false, false, false),
  ('team_member', 'markup-demo', true, false, false, false),
  ('team_member', 'orders', true, false, false, false),
  ('team_member', 'production', true, true, true, false),
  ('team_member', 'system-notes', true, false, false, false),
  ('team_member', 'tasks', true, true, true, true),
  ('team_member', 'types', true, false, false, false),
  ('sales', 'cnc-parameters', true, false, false, false),
  ('sales', 'contacts', true, true, true, false),
  ('sales', 'deliveries', true, false, false, false),
  ('sales', 'email-templates', true, false, false, false),
  ('sales', 'inventory', true, false, false, false),
  ('sales', 'invoices', true, false, false, false),
  ('sales', 'jobs', true, true, true, false),
  ('sales', 'locations', true, true, true, false),
  ('sales', 'markup-demo', true, false, false, false),
  ('sales', 'orders', true, true, true, false),
  ('sales', 'production', true, false, false, false),
  ('sales', 'quotations', true, true, true, false),
  ('sales', 'scheduled-emails', true, false, false, false),
  ('sales', 'statements', true, false, false, false),
  ('sales', 'system-notes', true, false, false, false),
  ('sales', 'tasks', true, true, true, true),
  ('sales', 'types', true, false, false, false),
  ('accounts', 'contacts', true, false, true, false),
  ('accounts', 'deliveries', true, false, false, false),
  ('accounts', 'email-templates', true, false, true, false),
  ('accounts', 'inventory', true, false, false, false),
  ('accounts', 'invoices', true, true, true, false),
  ('accounts', 'jobs', true, false, false, false),
  ('accounts', 'locations', true, false, false, false),
  ('accounts', 'orders', true, false, false, false),
  ('accounts', 'payments', true, true, true, false),
  ('accounts', 'production', true, false, false, false),
  ('accounts', 'quotations', true, false, false, false),
  ('accounts', 'scheduled-emails', true, true, true, false),
  ('accounts', 'statements', true, true, true, false),
  ('accounts', 'supplier-invoices', true, true, true, false),
  ('accounts', 'system-notes', true, false, false, false),
  ('accounts', 'tasks', true, true, true, true),
  ('accounts', 'types', true, false, false, false),
  ('account_manager', 'cnc-parameters', true, true, true, false),
  ('account_manager', 'contacts', true, true, true, true),
  ('account_manager', 'deliveries', true, true, true, true),
  ('account_manager', 'email-templates', true, true, true, false),
  ('account_manager', 'inventory', true, true, true, false),
  ('account_manager', 'invoices', true, true, true, false),
  ('account_manager', 'jobs', true, true, true, true),
  ('account_manager', 'locations', true, true, true, true),
  ('account_manager', 'markup-demo', true, true, true, false),
  ('account_manager', 'orders', true, true, true, true),
  ('account_manager', 'payments', true, false, false, false),
  ('account_manager', 'production', true, true, true, false),
  ('account_manager', 'quotations', true, true, true, true),
  ('account_manager', 'scheduled-emails', true, true, true, false),
  ('account_manager', 'statements', true, true, true, false),
  ('account_manager', 'supplier-invoices', true, false, false, false),
  ('account_manager', 'system-notes', true, true, true, false),
  ('account_manager', 'tasks', true, true, true, true),
  ('account_manager', 'types', true, true, true, false);

insert into public.permissions (name, description) values
  ('access_inventory', 'Open the inventory'),
  ('access_staff_activities', 'See what colleagues did'),
  ('approve_credit', 'Approve or refuse credit applications'),
  ('create_bit_types', 'Create bit types'),
  ('create_brands', 'Create brands'),
  ('create_material_types', 'Create material types'),
  ('create_pricing_ranges', 'Create pricing ranges'),
  ('create_variant_colors', 'Create variant colors'),
  ('delete_bit_types', 'Delete bit types'),
  ('delete_brands', 'Delete brands'),
  ('delete_material_types', 'Delete material types'),
  ('delete_pricing_ranges', 'Delete pricing ranges'),
  ('delete_variant_colors', 'Delete variant colors'),
  ('edit_bit_types', 'Edit bit types'),
  ('edit_brands', 'Edit brands'),
  ('edit_material_types', 'Edit material types'),
  ('edit_pricing_ranges', 'Edit pricing ranges'),
  ('edit_variant_colors', 'Edit variant colors'),
  ('manage_bit_types', 'Manage bit types'),
  ('manage_bookings', 'Take, move and cancel appointments, and set the opening hours'),
  ('manage_brands', 'Manage brands'),
  ('manage_cnc_parameters', 'Change the parameters of the CNC router'),
  ('manage_contact_types', 'Change the types of contacts'),
  ('manage_material_types', 'Manage material types'),
  ('manage_permissions', 'Change the page rights of other roles'),
  ('manage_pricing_ranges', 'Manage pricing ranges'),
  ('manage_shifts', 'Plan shifts, decide about leave, and set contract hours'),
  ('manage_time_tracking', 'See the time of all colleagues'),
  ('manage_user_roles', 'Change the roles of other people'),
  ('manage_variant_colors', 'Manage variant colors'),
  ('manage_wage_rates', 'See and change wage rates'),
  ('manage_website', 'Write tips and banners, and moderate reviews'),
  ('skip_steps', 'Skip or remove steps of jobs, with a reason'),
  ('view_bit_types', 'View bit types'),
  ('view_brands', 'View brands'),
  ('view_cnc_pricing', 'See what CNC work costs'),
  ('view_financial_data', 'See costs and margins'),
  ('view_material_types', 'View material types'),
  ('view_pricing_ranges', 'View pricing ranges'),
  ('view_variant_colors', 'View variant colors');

insert into public.role_permissions (role, permission_id)
select rights.role::public.app_role, p.id
  from (values
    ('admin', '{access_inventory,access_staff_activities,approve_credit,create_bit_types,create_brands,create_material_types,create_pricing_ranges,create_variant_colors,delete_bit_types,delete_brands,delete_material_types,delete_pricing_ranges,delete_variant_colors,edit_bit_types,edit_brands,edit_material_types,edit_pricing_ranges,edit_variant_colors,manage_bit_types,manage_bookings,manage_brands,manage_cnc_parameters,manage_contact_types,manage_material_types,manage_permissions,manage_pricing_ranges,manage_shifts,manage_time_tracking,manage_user_roles,manage_variant_colors,manage_wage_rates,manage_website,skip_steps,view_bit_types,view_brands,view_cnc_pricing,view_financial_data,view_material_types,view_pricing_ranges,view_variant_colors}'::text[]),
    ('team_member', '{access_inventory,view_bit_types,view_brands,view_material_types,view_pricing_ranges,view_variant_colors}'::text[]),
    ('sales', '{access_inventory,manage_bookings,manage_website,skip_steps,view_bit_types,view_brands,view_cnc_pricing,view_material_types,view_pricing_ranges,view_variant_colors}'::text[]),
    ('accounts', '{access_inventory,access_staff_activities,approve_credit,manage_wage_rates,view_bit_types,view_brands,view_financial_data,view_material_types,view_pricing_ranges,view_variant_colors}'::text[]),
    ('account_manager', '{access_inventory,access_staff_activities,approve_credit,create_bit_types,create_brands,create_material_types,create_pricing_ranges,create_variant_colors,delete_bit_types,delete_brands,delete_material_types,delete_pricing_ranges,delete_variant_colors,edit_bit_types,edit_brands,edit_material_types,edit_pricing_ranges,edit_variant_colors,manage_bit_types,manage_bookings,manage_brands,manage_cnc_parameters,manage_contact_types,manage_material_types,manage_pricing_ranges,manage_shifts,manage_time_tracking,manage_variant_colors,manage_website,skip_steps,view_bit_types,view_brands,view_cnc_pricing,view_financial_data,view_material_types,view_pricing_ranges,view_variant_colors}'::text[])
  ) as rights (role, names)
  join public.permissions p on p.name = any (rights.names);

insert into private.record_kinds (kind, table_name, label, is_mentioned, has_story) values
  ('permission', 'public.permissions', 'r.name', true, false);

insert into private.record_kinds (kind, table_name, label, has_story) values
  ('user_role', 'public.user_roles', 'private.person_label(r.user_id)', false);

insert into private.record_kinds (kind, table_name, label, has_story) values
  ('page_right', 'public.page_permissions', $$concat_ws(' · ', r.role, r.page_name)$$, false);

insert into private.record_kinds (kind, table_name, label, has_story) values
  ('named_right', 'public.role_permissions', $$concat_ws(' · ', r.role, private.label_of(r.permission_id))$$, false);
