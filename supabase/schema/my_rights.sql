-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

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
grant execute on function public.my_rights() to anon;
grant execute on function public.my_rights() to authenticated;
grant execute on function public.my_rights() to service_role;
comment on function public.my_rights() is 'The role of the caller with the pages and names that it may use, all of one instant (spec 1 §6); role is null without one.';
