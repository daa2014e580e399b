-- The first admin of a new company: whoever holds the mailbox that the operator named, once it is confirmed.

create table private.first_admin (
  id    boolean primary key default true,
  email text not null,
  constraint first_admin_is_one_row check (id),
  constraint first_admin_email_is_trimmed_and_lower_case check (email = lower(btrim(email)) and email like '%_@_%')
);
alter table private.first_admin enable row level security;
revoke all on private.first_admin from anon, authenticated;
comment on table private.first_admin is 'The address whose holder becomes the first admin. Empty once there is one.';

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

create function private.admit_first_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.claim_first_admin(new.user_id);
  return null;
end $$;

create trigger admit_first_admin after insert on public.user_roles
  for each row when (new.role = 'pending') execute function private.admit_first_admin();

revoke execute on function private.claim_first_admin, private.name_first_admin, private.admit_first_admin from public;
grant execute on function private.name_first_admin to service_role;
