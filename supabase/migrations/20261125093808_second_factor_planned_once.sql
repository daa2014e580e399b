set check_function_bodies = off;

-- In plpgsql, which plans its statements once a connection: every statement of a person asks.
create or replace function private.wanted_factor() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me constant uuid := auth.uid();
begin
  if v_me is null or auth.jwt() ->> 'aal' = 'aal2' then
    return null;
  elsif exists (select from auth.mfa_factors f where f.user_id = v_me and f.status = 'verified') then
    return 'code';
  elsif exists (
    select from public.sign_in_settings s
      join public.user_roles ur on ur.user_id = v_me
     where (s.second_factor_for = 'all_staff' and ur.role not in ('pending', 'client'))
        or (s.second_factor_for = 'admins_and_accounts' and ur.role in ('admin', 'accounts')))
  then
    return 'enrol';
  end if;
  return null;
end $$;

create or replace function private.session_is_sure() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.wanted_factor() is null;
end $$;

reset check_function_bodies;
