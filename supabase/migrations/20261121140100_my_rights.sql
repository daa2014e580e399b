-- Every first page waits for the rights of its person. They were four requests, two of them after the other two.

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
revoke execute on function public.my_rights from public;
grant execute on function public.my_rights to authenticated;
