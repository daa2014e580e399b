-- The schema that the API never shows, and the extensions.

-- ---------------------------------------------------------------------------------------------------------- what it is

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create schema private;
create extension if not exists btree_gist with schema extensions;
grant usage on schema private to anon, authenticated, service_role;
comment on schema private is 'Helpers of policies and triggers. Never exposed through the API.';

-- -------------------------------------------------------------------------------------------------------- what it does

-- The build runs this after the functions; each function says itself who else may call it.
revoke execute on all routines in schema private from public;
