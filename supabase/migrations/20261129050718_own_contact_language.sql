set check_function_bodies = off;

create or replace function private.own_contact() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'user_id', c.user_id, 'name', c.name, 'last_name', c.last_name, 'email', c.email,
           'company', c.company, 'type', c.type, 'profile', c.profile, 'phone', c.phone, 'logo_url', c.logo_url, 'roles', c.roles,
           'created_at', c.created_at, 'has_temporary_password', c.has_temporary_password, 'length_unit', c.length_unit, 'language', c.language)
    from public.contacts c where c.user_id = (select auth.uid())
$$;

reset check_function_bodies;
