-- After the auth tables: the claim functions with the meaning that hosted Supabase gives them, and who may call them.

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt() to anon, authenticated, service_role;

-- Columns of hosted Supabase that usual seeds fill; nothing reads them.
alter table auth.users add column if not exists instance_id uuid;
alter table auth.users add column if not exists is_super_admin boolean;

-- What was mailed to sign in with: at most one link and one code an account and kind. Only hashes of them are kept, the
-- code's with a key that is not in the database. A link with a challenge (PKCE) is exchanged by the program that asked.
create table if not exists auth.mailed_sign_ins (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('signup', 'invite', 'magiclink', 'recovery')),
  link_hash text unique,
  code_hash text,
  wrong_codes smallint not null default 0,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  sent_at timestamptz not null default now(),
  primary key (user_id, kind)
);

-- How each session was signed in, as on hosted Supabase: what its tokens say as `amr`.
create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

-- Second factors. The secret is encrypted with a key that is not in the database; `last_step` is the newest code that was
-- taken, so that none counts twice.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type = 'totp'),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text not null,
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index if not exists mfa_factors_user_friendly_name_unique on auth.mfa_factors (user_id, friendly_name)
  where btrim(friendly_name) <> '';
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table if not exists auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  ip_address text not null,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

-- As on hosted Supabase, the auth tables carry row level security and no policy: only the auth server reads them.
do $$
declare
  auth_table name;
begin
  for auth_table in select tablename from pg_tables where schemaname = 'auth' loop
    execute format('alter table auth.%I enable row level security', auth_table);
  end loop;
end $$;

-- As on hosted Supabase: whoever keeps the schema in mind hears that it changed. Only a superuser may make event triggers;
-- with another owner, `notify pgrst, 'reload schema'` says it.
create or replace function extensions.pgrst_ddl_watch() returns event_trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform from pg_event_trigger_ddl_commands() as c
  where c.schema_name is distinct from 'pg_temp'
    and c.object_type in (
      'schema', 'table', 'foreign table', 'view', 'materialized view', 'table column', 'function', 'procedure', 'type',
      'domain constraint', 'table constraint');
  if found then
    notify pgrst, 'reload schema';
  end if;
end $$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform from pg_event_trigger_dropped_objects() as d
  where not d.is_temporary and d.object_type in (
    'schema', 'table', 'foreign table', 'view', 'materialized view', 'table column', 'function', 'procedure', 'type',
    'domain constraint', 'table constraint');
  if found then
    notify pgrst, 'reload schema';
  end if;
end $$;

revoke all on function extensions.pgrst_ddl_watch(), extensions.pgrst_drop_watch() from public, anon, authenticated, service_role;

do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    drop event trigger if exists pgrst_ddl_watch;
    drop event trigger if exists pgrst_drop_watch;
    create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
    create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
  end if;
end $$;
