-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.first_admin (
  id boolean not null default true,
  email text not null,
  constraint first_admin_pkey PRIMARY KEY (id),
  constraint first_admin_email_is_trimmed_and_lower_case CHECK (email = lower(btrim(email)) AND email ~~ '%_@_%'::text),
  constraint first_admin_is_one_row CHECK (id)
);
alter table private.first_admin enable row level security;
comment on table private.first_admin is 'The address whose holder becomes the first admin. Empty once there is one.';

CREATE OR REPLACE FUNCTION private.admit_first_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.claim_first_admin(new.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_first_admin(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.claim_first_admin(p_user_id uuid) is 'Makes that person admin if the operator named their confirmed address and there is no admin yet.';

CREATE OR REPLACE FUNCTION private.name_first_admin(p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.user_roles where role = 'admin') then
    return false;
  end if;
  insert into private.first_admin (email) values (lower(btrim(p_email)))
    on conflict (id) do update set email = excluded.email;
  perform private.claim_first_admin(u.id) from auth.users u where lower(u.email) = lower(btrim(p_email));
  return true;
end $function$;
grant execute on function private.name_first_admin(p_email text) to service_role;
comment on function private.name_first_admin(p_email text) is 'For the operator of a new company: select private.name_first_admin(''owner@company.example''). False once there is an admin.';
