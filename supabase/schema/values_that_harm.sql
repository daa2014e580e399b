-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.first_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.row_version := 1;
  return new;
end $function$;
comment on function private.first_version() is 'A new row is its first version, whatever the request says.';

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
