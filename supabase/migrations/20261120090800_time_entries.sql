-- Time entries: the work timer. Everybody has their own; managers read all; what is completed stays as it is.

create table public.time_entries (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid not null default auth.uid() references auth.users (id) on delete cascade,
  user_email     text not null default lower(auth.email()),
  status         text not null default 'active',
  client_name    text,
  business_name  text,
  sessions       jsonb not null default '[]',
  total_duration text not null default '00:00:00',
  created_at     timestamptz not null default now(),
  constraint time_entries_user_email_is_lower_case check (user_email = lower(user_email)),
  constraint time_entries_user_email_length check (char_length(user_email) between 3 and 320),
  constraint time_entries_status_is_known check (status in ('active', 'paused', 'completed')),
  constraint time_entries_client_name_length check (char_length(client_name) <= 400),
  constraint time_entries_business_name_length check (char_length(business_name) <= 400),
  constraint time_entries_sessions_is_a_list check (
    case jsonb_typeof(sessions) when 'array' then jsonb_array_length(sessions) <= 10000 else false end),
  constraint time_entries_total_duration_is_a_duration check (total_duration ~ '^\d{2,7}:[0-5]\d:[0-5]\d$')
);
-- Two tabs that resume at once: the second is refused with 23505.
create unique index time_entries_one_active_a_person on public.time_entries (user_id) where status = 'active';
create index time_entries_user_id_created_at_idx on public.time_entries (user_id, created_at desc);
create index time_entries_user_email_status_created_at_idx on public.time_entries (user_email, status, created_at desc);
comment on table public.time_entries is 'One stretch of work for a client, in sessions.';
comment on column public.time_entries.user_id is
  'Ours: whose entry it is. user_email follows the account when its address changes.';

alter table public.time_entries enable row level security;
revoke all on public.time_entries from anon, authenticated;
grant select, insert, update, delete on public.time_entries to authenticated;
grant all on public.time_entries to service_role;

create policy "staff read their time, managers all" on public.time_entries
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_staff()))
    or (select private.named('manage_time_tracking')));
create policy "staff start their own time" on public.time_entries
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_staff())
    and user_email = lower((select auth.email())));
create policy "staff change their own time until it is completed" on public.time_entries
  for update to authenticated
  using (user_id = (select auth.uid()) and status <> 'completed' and (select private.is_staff()))
  with check (user_id = (select auth.uid()) and (select private.is_staff()));
create policy "admins remove time" on public.time_entries
  for delete to authenticated using ((select private.my_role()) = 'admin');

create trigger pin before update on public.time_entries
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'user_id', 'user_email', 'created_at');
create trigger stamp_created_at before insert on public.time_entries
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_created_at();

create function private.rename_time_entries() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.time_entries set user_email = lower(new.email) where user_id = new.id;
  return null;
end $$;
comment on function private.rename_time_entries is
  'Entries are read by user_email (spec 2 §7): after a confirmed change of address the old ones must stay findable.';

create trigger rename_time_entries after update of email on auth.users
  for each row when (old.email is distinct from new.email and new.email is not null)
  execute function private.rename_time_entries();

revoke execute on function private.rename_time_entries from public;

call private.after_each_statement('public.time_entries', 'nudge_user',
  $$private.nudge_owners('user:', 'user_id', 'id')$$);
