set check_function_bodies = off;

-- Who confirmed their address and did not sign in yet has no contact.
create or replace function private.judge_contact(p_user_id uuid, p_profile text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts set profile = p_profile where user_id = p_user_id;
  if not found then
    insert into public.contacts (user_id, name, email, type, profile, language)
    select u.id, split_part(u.email, '@', 1), u.email, 'Person', p_profile, u.raw_user_meta_data ->> 'language'
      from auth.users u where u.id = p_user_id;
  end if;
end $$;

create or replace function private.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
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
  perform private.judge_contact(p_user_id, 'verified');
  update public.user_roles set role = p_role where user_id = p_user_id;
end $$;

create or replace function private.reject_newcomer(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.decide_newcomer(p_user_id);
  perform private.judge_contact(p_user_id, 'rejected');
end $$;

create or replace function private.tell_newcomer(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_people(private.holders_of('manage_user_roles'), 'Waiting for verification',
    private.person_label(p_user_id), 'newcomer', p_user_id);
end $$;

-- A person enters their own row at their first sign-in where it is not there yet; rows that others make are of people who were invited.
create or replace function private.tell_of_newcomer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_newcomer(new.user_id);
  return null;
end $$;

-- The named first admin is one from here on, and waits for nobody.
create or replace function private.admit_newcomer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.user_roles (user_id, role) values (new.id, 'pending') on conflict (user_id) do nothing;
  if found and exists (select from public.user_roles ur where ur.user_id = new.id and ur.role = 'pending') then
    perform private.tell_newcomer(new.id);
  end if;
  return null;
end $$;

revoke execute on all routines in schema private from public;

-- A confirmation was mailed to who signed up by themselves; the server and an invitation make accounts whose role others write.
create or replace trigger admit_newcomer after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null
    and new.confirmation_sent_at is not null and new.invited_at is null) execute function private.admit_newcomer();

comment on function private.admit_newcomer() is 'Who signed up and confirmed their address waits for verification from then on, before they sign in.';

comment on function private.judge_contact(pg_catalog.uuid,pg_catalog.text) is 'The contact of that account has this profile; one is made as at a first sign-in where there is none.';

comment on function private.tell_newcomer(pg_catalog.uuid) is 'A notice to those who verify people: this one waits.';

reset check_function_bodies;

-- Who confirmed their address before and did not sign in yet.
insert into public.user_roles (user_id, role)
select u.id, 'pending' from auth.users u
 where u.email_confirmed_at is not null and u.confirmation_sent_at is not null and u.invited_at is null and u.last_sign_in_at is null
on conflict (user_id) do nothing;
