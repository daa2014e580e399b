-- The second factor of a sign-in: who needs one, what a session without it may do, and how a lost one is removed.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.sign_in_settings (
  id                smallint primary key default 1,
  second_factor_for text not null default 'nobody',
  updated_at        timestamptz not null default now(),
  constraint sign_in_settings_is_one_row check (id = 1),
  constraint sign_in_settings_second_factor_for_is_known
    check (second_factor_for in ('nobody', 'admins_and_accounts', 'all_staff'))
);
comment on table public.sign_in_settings is 'Ours: how the people of this company sign in. One row.';
comment on column public.sign_in_settings.second_factor_for is 'Who must sign in with a second factor: nobody, admins_and_accounts or all_staff.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.sign_in_settings', p_rights => 'select, update', p_changeable => '{second_factor_for}',
  p_pages => '{contacts}');
create policy "staff read how people sign in" on public.sign_in_settings
  for select to authenticated using ((select private.is_staff()));
create policy "admins change how people sign in" on public.sign_in_settings
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');

call private.ask_second_factor('public.audit_logs');
call private.ask_second_factor('storage.objects');

-- -------------------------------------------------------------------------------------------------------- what it does

-- In plpgsql, which plans its statements once a connection: every statement of a person asks these.
create function private.has_second_factor(p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified');
end $$;
comment on function private.has_second_factor is 'Whether an account has a second factor that was used at least once.';

create function private.wanted_factor() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me constant uuid := auth.uid();
begin
  if v_me is null or auth.jwt() ->> 'aal' = 'aal2' then
    return null;
  elsif private.has_second_factor(v_me) then
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
comment on function private.wanted_factor is
  'What the session of the caller must show before anything opens: code (the account has a second factor), enrol (the company asks for '
  'one), or null. The level is the aal of the token, as on hosted Supabase.';
grant execute on function private.wanted_factor to authenticated;

create function private.session_is_sure() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.wanted_factor() is null;
end $$;
comment on function private.session_is_sure is
  'False for a session that waits for its second factor. Policies ask in a subquery, so that a statement asks once.';
grant execute on function private.session_is_sure to authenticated;

create function private.must_be_sure() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.session_is_sure() then
    raise insufficient_privilege using message = 'Please enter the code of your second factor first';
  end if;
end $$;
comment on function private.must_be_sure is 'Refuses a session that waits for its second factor, where a function asks for no other right.';

create function private.guard_second_factor_rule() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.second_factor_for <> 'nobody' and auth.uid() is not null and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    perform private.refuse('PT409', 'Add a second factor to your own account first. Without it this change would lock you out.');
  end if;
  return new;
end $$;
comment on function private.guard_second_factor_rule is 'Whoever asks others for a second factor has signed in with one.';

create function private.forget_factors_of(p_user_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_removed integer;
begin
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  delete from auth.sessions where user_id = p_user_id;
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, record_label, action)
  values (auth.uid(), private.person_label(auth.uid()), 'accounts', p_user_id::text, private.person_label(p_user_id),
          'second_factor_removed');
  perform private.nudge('page:contacts', 'user_roles', 'UPDATE', p_user_id::text);
  perform private.nudge('user:' || p_user_id, 'user_roles', 'UPDATE', p_user_id::text);
  return v_removed;
end $$;
comment on function private.forget_factors_of is
  'Removes the second factors of an account and ends its sessions, because the device may be in other hands. Writes it down.';

create function private.remove_second_factor(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.my_role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'Only admins remove the second factor of a colleague';
  elsif p_user_id = auth.uid() then
    perform private.refuse('PT409', 'Your own second factor is removed at your profile.');
  elsif not private.has_second_factor(p_user_id) then
    perform private.refuse('PT409', 'This account has no second factor any more.');
  end if;
  perform private.forget_factors_of(p_user_id);
  perform private.tell_staff(array[p_user_id], null, 'Your second factor was removed',
    format('%s removed it. Add a new one at your profile. If you did not ask for this, please tell an administrator at once.',
      private.person_label(auth.uid())), null, jsonb_build_object('kind', 'second_factor'));
end $$;
comment on function private.remove_second_factor is
  'An admin removes the second factor of a colleague who lost the device; the colleague is signed out everywhere and told.';
call private.offer('private.remove_second_factor(uuid)');

create function private.remove_second_factor_of(p_email text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_user_id constant uuid := (select u.id from auth.users u where u.email = lower(btrim(p_email)));
begin
  if v_user_id is null then
    raise no_data_found using message = format('There is no account with the address %s', p_email);
  end if;
  return format('Second factors of %s that were removed: %s', lower(btrim(p_email)), private.forget_factors_of(v_user_id));
end $$;
comment on function private.remove_second_factor_of is
  'For the owner of the database: the way back in of the only admin, who lost the device (docs/hosting.md).';

-- -------------------------------------------------------------------------------------------------------- what follows

-- Changes only: the first row belongs to no person.
create trigger audit after update on public.sign_in_settings
  for each row execute function private.audit('id');
create trigger guard_second_factor_rule before update on public.sign_in_settings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_second_factor_rule();
create trigger nudge_staff after update on public.sign_in_settings
  for each statement execute function private.nudge_staff();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into public.sign_in_settings default values;
