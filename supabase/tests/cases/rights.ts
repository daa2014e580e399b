import { idOf } from '../people.ts'
import { fresh, type Cases } from './case.ts'

export const rightsCases: Cases = {
  'public.user_roles': {
    'my own': {
      where: `user_id = :me`,
      insert: `(user_id, role) values (:me, 'admin')`,
      update: `role = 'admin'`,
    },
    'my own, before I have one': {
      given: `delete from public.user_roles where user_id = :me`,
      where: `false`,
      insert: `(user_id, role) values (:me, 'pending')`,
      update: `role = 'pending'`,
    },
    "a colleague's": {
      given: `insert into auth.users (id, email) values ('${fresh(1)}', 'fresh@people.example')`,
      where: `user_id = '${idOf('colleague')}'`,
      insert: `(user_id, role) values ('${fresh(1)}', 'team_member')`,
      update: `role = 'sales'`,
    },
  },
  'public.page_permissions': {
    'of my role': {
      given: `delete from public.page_permissions where page_name = 'api-test'`,
      where: `role = (select role from public.user_roles where user_id = :me) and page_name = 'contacts'`,
      insert: `(role, page_name, can_view) select role, 'api-test', true from public.user_roles where user_id = :me`,
      update: `can_delete = true`,
    },
    'of another role': {
      given: `insert into public.page_permissions (role, page_name) values ('pending', 'api-test') on conflict do nothing;
        delete from public.page_permissions where (role, page_name) in (('sales', 'payments'), ('accounts', 'payments'))`,
      where: `role = (case (select role from public.user_roles where user_id = :me) when 'sales' then 'accounts' else 'sales' end)::public.app_role
        and page_name = 'tasks'`,
      insert: `(role, page_name) select (case role when 'sales' then 'accounts' else 'sales' end)::public.app_role, 'payments'
        from public.user_roles where user_id = :me`,
      update: `can_delete = false`,
    },
  },
  'public.permissions': {
    any: {
      where: `name = 'view_brands'`,
      insert: `(name) values ('view_moon')`,
      update: `description = 'See brands'`,
    },
  },
  'public.role_permissions': {
    'of my role': {
      given: `insert into public.permissions (id, name) values ('${fresh(2)}', 'view_moon'), ('${fresh(3)}', 'see_stars');
        insert into public.role_permissions select role, '${fresh(2)}' from public.user_roles where user_id = :me`,
      where: `role = (select role from public.user_roles where user_id = :me) and permission_id = '${fresh(2)}'`,
      insert: `(role, permission_id) select role, '${fresh(3)}' from public.user_roles where user_id = :me`,
      update: `permission_id = '${fresh(3)}'`,
    },
    'of newcomers': {
      given: `insert into public.permissions (id, name) values ('${fresh(2)}', 'view_moon'), ('${fresh(3)}', 'see_stars');
        insert into public.role_permissions values ('pending', '${fresh(2)}')`,
      where: `role = 'pending' and permission_id = '${fresh(2)}'`,
      insert: `(role, permission_id) values ('pending', '${fresh(3)}')`,
      update: `permission_id = '${fresh(3)}'`,
    },
  },
  'public.audit_logs': {
    any: {
      where: `table_name = 'user_roles' and record_id = '${idOf('colleague')}'`,
      insert: `(table_name, record_id, action) values ('user_roles', '${idOf('colleague')}', 'UPDATE')`,
      update: `actor_id = null`,
    },
  },
}
