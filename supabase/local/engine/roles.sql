-- The roles that a hosted Supabase database has. They belong to the whole cluster, so a dump of the database names them
-- without bringing them: a restore runs this first. Every statement may run again.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit'),
      ('supabase_admin', 'nologin'),
      ('supabase_auth_admin', 'nologin noinherit createrole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      ('supabase_realtime_admin', 'nologin noinherit'),
      ('supabase_replication_admin', 'nologin'),
      ('supabase_read_only_user', 'nologin bypassrls'),
      ('dashboard_user', 'nologin')
    ) as role (name, attributes)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = 'postgres') then
    create role postgres nologin;
  end if;
end $$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to current_user;
