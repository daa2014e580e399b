-- Work by the clock.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.schedules (
  name      text primary key,
  runs_at   text not null,
  statement text not null
);
comment on table private.schedules is
  'Work that the database does by the clock, in the notation of cron. Hosted Supabase runs it by pg_cron; the embedded backend does the '
  'same work itself.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.schedules enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.follow_schedule() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron')
    and exists (select from pg_catalog.pg_roles where rolname = 'supabase_admin')
  then
    create extension if not exists pg_cron;
    create extension if not exists pg_net with schema extensions;
  end if;
  if to_regnamespace('cron') is null then
    return null;
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.name <> old.name then
    perform cron.unschedule(old.name);
  end if;
  if tg_op <> 'DELETE' then
    perform cron.schedule(new.name, new.runs_at, new.statement);
  end if;
  return null;
end $$;
comment on function private.follow_schedule is 'Tells pg_cron, where there is one, what private.schedules says.';

create function private.call_function(p_name text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if to_regnamespace('net') is not null and to_regnamespace('vault') is not null then
    execute $call$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/' || $1,
        headers := jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' ||
          (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')))
    $call$ using p_name;
  end if;
end $$;
comment on function private.call_function is 'Calls an edge function of the project with the service key, on hosted Supabase.';

create trigger follow_schedule after insert or update or delete on private.schedules for each row
  execute function private.follow_schedule();
