-- What servers on one database share beside its data. Runs at the start of a server that works with others. The database
-- of a server that works alone has none of it.
create schema if not exists cluster;
revoke all on schema cluster from public;

-- What is too long for a notification: written by one server, read by the others at once, deleted after a minute.
create unlogged table if not exists cluster.notes (
  id uuid primary key,
  body text not null,
  written_at timestamptz not null default clock_timestamp()
);

-- What somebody used up of a limit, by the hash of the limit's name and theirs.
create unlogged table if not exists cluster.limits (
  key text primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index if not exists limits_ends_at_index on cluster.limits (ends_at);

-- The system SQL that the servers which work now began with.
create table if not exists cluster.system (
  hash text primary key
);

alter table cluster.notes enable row level security;
alter table cluster.limits enable row level security;
alter table cluster.system enable row level security;

-- Counts one of a limit, unless it is used up: then the answer is how many seconds are left, and otherwise null.
create or replace function cluster.take(of_key text, most integer, window_ms float8) returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  counted cluster.limits;
begin
  insert into cluster.limits (key, used, ends_at)
  values (of_key, 0, clock_timestamp() + make_interval(secs => window_ms / 1000))
  on conflict (key) do nothing;
  select * into counted from cluster.limits l where l.key = of_key for update;
  if counted.ends_at <= clock_timestamp() then
    counted.used := 0;
    counted.ends_at := clock_timestamp() + make_interval(secs => window_ms / 1000);
  end if;
  if counted.used >= most then
    return greatest(1, ceil(extract(epoch from counted.ends_at - clock_timestamp())));
  end if;
  update cluster.limits l set used = counted.used + 1, ends_at = counted.ends_at where l.key = of_key;
  return null;
end $$;

-- What nobody needs any more.
create or replace function cluster.tidy() returns void
  language sql
  set search_path = ''
as $$
  delete from cluster.notes n where n.written_at < clock_timestamp() - interval '1 minute';
  delete from cluster.limits l where l.ends_at < clock_timestamp();
$$;

revoke all on function cluster.take(text, integer, float8), cluster.tidy() from public;
