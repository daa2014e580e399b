-- Default rights: what each role may do in any company on its first day. Admins change them on the permissions screen.

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
