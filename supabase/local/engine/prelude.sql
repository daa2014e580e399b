-- What a hosted Supabase database has before its first migration: schemas, extensions, default privileges.
-- Only the embedded backend runs this; every statement may run again.

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists supabase_migrations;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant usage on schema public, extensions, auth, storage, realtime to anon, authenticated, service_role;
grant all on schema public to service_role;
grant all on all functions in schema extensions to anon, authenticated, service_role;

-- How long an invitation can be followed: longer than a link that somebody waits for. On hosted Supabase there is no such function.
create or replace function auth.invitation_lives() returns interval
  language sql immutable as $$ select interval '7 days' $$;

alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema extensions grant execute on functions to anon, authenticated, service_role;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);

create table if not exists supabase_migrations.seed_files (
  path text primary key,
  hash text not null
);
