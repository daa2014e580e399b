-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.decide_newcomer(p_user_id);
  if p_role is null or p_role = 'pending' then
    raise invalid_parameter_value using message = 'Please choose a role';
  end if;
  if p_role = 'admin' and private.my_role() <> 'admin' then
    raise insufficient_privilege using message = 'Only admins make admins';
  end if;
  if p_contact_id is not null then
    perform private.link_account(p_user_id, p_contact_id);
  end if;
  update public.contacts set profile = 'verified' where user_id = p_user_id;
  update public.user_roles set role = p_role where user_id = p_user_id;
end $function$;
grant execute on function private.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.decide_newcomer(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role public.app_role;
begin
  if not private.named('manage_user_roles') or p_user_id = auth.uid() then
    raise insufficient_privilege using message = 'You may not decide about this person';
  end if;
  select ur.role into v_role from public.user_roles ur where ur.user_id = p_user_id for update;
  if v_role is distinct from 'pending' then
    raise invalid_parameter_value using message = 'This person does not wait for approval any more';
  end if;
end $function$;
comment on function private.decide_newcomer(p_user_id uuid) is 'Refuses unless the caller may decide and the person still waits; holds the row.';

CREATE OR REPLACE FUNCTION private.link_account(p_user_id uuid, p_contact_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_contact public.contacts;
begin
  if private.my_role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'Only admins link accounts to contacts';
  end if;
  select * into v_contact from public.contacts where id = p_contact_id for update;
  if not found then
    raise no_data_found using message = 'This contact does not exist any more';
  end if;
  if v_contact.user_id = p_user_id then
    return;
  end if;
  if v_contact.user_id is not null then
    raise unique_violation using message = 'This contact already belongs to another account';
  end if;
  -- The contact that the account brought along stays, without the account: something may hang on it.
  update public.contacts set user_id = null, profile = 'archived' where user_id = p_user_id;
  update public.contacts set user_id = p_user_id,
         email = coalesce(email, (select u.email from auth.users u where u.id = p_user_id))
   where id = p_contact_id;
end $function$;

CREATE OR REPLACE FUNCTION private.list_accounts()
 RETURNS TABLE(user_id uuid, role public.app_role, contact_id uuid, name text, last_name text, logo_url text, email text, phone text, profile text, registered_at timestamp with time zone, last_seen_at timestamp with time zone, is_confirmed boolean, is_deactivated boolean, has_temporary_password boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id, ur.role, c.id, c.name, c.last_name, c.logo_url, u.email::text, c.phone,
         c.profile, u.created_at,
         case when manager.yes then u.last_sign_in_at end,
         case when manager.yes then u.email_confirmed_at is not null end,
         coalesce(u.banned_until > now(), false),
         case when manager.yes then coalesce(c.has_temporary_password, false) end
    from (select private.named('manage_user_roles')) as manager (yes)
    cross join auth.users u
    join public.user_roles ur on ur.user_id = u.id
    left join public.contacts c on c.user_id = u.id
   where manager.yes
      or (private.is_staff() and ur.role not in ('pending', 'client') and not coalesce(u.banned_until > now(), false))
   order by lower(coalesce(c.name, u.email)), lower(c.last_name), u.id
$function$;
grant execute on function private.list_accounts() to authenticated;

CREATE OR REPLACE FUNCTION private.reject_newcomer(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.decide_newcomer(p_user_id);
  update public.contacts set profile = 'rejected' where user_id = p_user_id;
  if not found then
    insert into public.contacts (user_id, email, type, profile)
    select id, email, 'Person', 'rejected' from auth.users where id = p_user_id;
  end if;
end $function$;
grant execute on function private.reject_newcomer(p_user_id uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.save_my_avatar(p_url text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_url is not null and not exists (
    select from storage.objects o
     where o.bucket_id = 'avatars' and split_part(o.name, '/', 1) = auth.uid()::text
       and regexp_replace(p_url, '^https?://[A-Za-z0-9.:-]+', '') = '/storage/v1/object/public/avatars/' || o.name)
  then
    raise insufficient_privilege using message = 'This picture is not one of yours';
  end if;
  update public.contacts set logo_url = p_url where user_id = auth.uid();
end $function$;
grant execute on function private.save_my_avatar(p_url text) to authenticated;

CREATE OR REPLACE FUNCTION private.save_my_profile(p_name text, p_last_name text, p_phone text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if btrim(coalesce(p_name, '')) = '' then
    raise invalid_parameter_value using message = 'Please enter your first name';
  end if;
  update public.contacts
     set name = btrim(p_name), last_name = nullif(btrim(p_last_name), ''), phone = nullif(btrim(p_phone), '')
   where user_id = auth.uid();
  if not found then
    raise insufficient_privilege using message = 'You have no record of your own yet';
  end if;
end $function$;
grant execute on function private.save_my_profile(p_name text, p_last_name text, p_phone text) to authenticated;

CREATE OR REPLACE FUNCTION public.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.approve_newcomer(p_user_id, p_role, p_contact_id)
$function$;
grant execute on function public.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid) to authenticated;
grant execute on function public.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid) to service_role;
comment on function public.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid) is 'Gives a waiting person a role, and links them to a contact that already exists (admins only).';

CREATE OR REPLACE FUNCTION public.list_accounts()
 RETURNS TABLE(user_id uuid, role public.app_role, contact_id uuid, name text, last_name text, logo_url text, email text, phone text, profile text, registered_at timestamp with time zone, last_seen_at timestamp with time zone, is_confirmed boolean, is_deactivated boolean, has_temporary_password boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_accounts()
$function$;
grant execute on function public.list_accounts() to authenticated;
grant execute on function public.list_accounts() to service_role;
comment on function public.list_accounts() is 'Accounts by name: all of them for holders of manage_user_roles, the colleagues who work here for other staff, none for anybody else.';

CREATE OR REPLACE FUNCTION public.log_account_event(p_actor uuid, p_user_id uuid, p_action text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, record_label, action)
  values (p_actor, private.person_label(p_actor), 'accounts', p_user_id::text, private.person_label(p_user_id), p_action);
  select private.nudge('page:contacts', 'user_roles', 'UPDATE', p_user_id::text);
  select private.nudge('user:' || p_user_id, 'accounts', 'UPDATE', p_user_id::text)
$function$;
grant execute on function public.log_account_event(p_actor uuid, p_user_id uuid, p_action text) to service_role;
comment on function public.log_account_event(p_actor uuid, p_user_id uuid, p_action text) is 'Writes down what was done to an account, and tells the screens that show it.';

CREATE OR REPLACE FUNCTION public.reject_newcomer(p_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.reject_newcomer(p_user_id)
$function$;
grant execute on function public.reject_newcomer(p_user_id uuid) to authenticated;
grant execute on function public.reject_newcomer(p_user_id uuid) to service_role;
comment on function public.reject_newcomer(p_user_id uuid) is 'Refuses a waiting person. They stay pending, which opens nothing, and can still be approved.';

CREATE OR REPLACE FUNCTION public.save_my_avatar(p_url text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_my_avatar(p_url)
$function$;
grant execute on function public.save_my_avatar(p_url text) to authenticated;
grant execute on function public.save_my_avatar(p_url text) to service_role;
comment on function public.save_my_avatar(p_url text) is 'Shows a picture from the caller''s own folder of the avatars bucket, or none (null).';

CREATE OR REPLACE FUNCTION public.save_my_profile(p_name text, p_last_name text, p_phone text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_my_profile(p_name, p_last_name, p_phone)
$function$;
grant execute on function public.save_my_profile(p_name text, p_last_name text, p_phone text) to authenticated;
grant execute on function public.save_my_profile(p_name text, p_last_name text, p_phone text) to service_role;
comment on function public.save_my_profile(p_name text, p_last_name text, p_phone text) is 'Writes the name and phone of the caller''s own contact.';
