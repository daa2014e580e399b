-- What `postgres_changes` needs: a log that row triggers fill. A table carries the trigger only while a server says
-- that somebody listens, and the log is emptied seconds later. Runs at every start.

-- Unlogged: the rows of other tables lie here for seconds, and no crash, replica or archive keeps them.
create unlogged table if not exists realtime.changes (
  position bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  relation oid not null,
  kind text not null,
  new jsonb,
  old jsonb,
  is_too_large boolean not null,
  written_at timestamptz not null default clock_timestamp()
);
create index if not exists changes_xid_index on realtime.changes (xid);
alter table realtime.changes alter column new set storage external, alter column old set storage external;

-- The tables that each running server has listeners for. A server that dies stops to be counted.
create unlogged table if not exists realtime.listeners (
  relation oid not null,
  listener uuid not null,
  expires_at timestamptz not null,
  primary key (relation, listener)
);

alter table realtime.changes enable row level security;
alter table realtime.listeners enable row level security;
revoke all on realtime.changes, realtime.listeners from public, anon, authenticated, service_role;

-- The primary key of a row, for a row that is too large to be sent.
create or replace function realtime.key_of(of_relation oid, changed anyelement) returns jsonb
  language plpgsql stable
  set search_path = ''
as $$
declare
  fields text;
  key jsonb;
begin
  select string_agg(format('%L, ($1).%I', a.attname, a.attname), ', ') into fields
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = of_relation and i.indisprimary;
  execute format('select jsonb_build_object(%s)', fields) into key using changed;
  return key;
end $$;

-- Writes the change down and says so with the number of the transaction, which is told once however many rows it has.
create or replace function realtime.log_change() returns trigger
  language plpgsql security definer
  set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' set intervalstyle = 'postgres' set bytea_output = 'hex'
as $$
declare
  most_bytes constant int := 1048576;
begin
  perform from realtime.listeners l where l.relation = tg_relid and l.expires_at > clock_timestamp();
  if not found then
    return null;
  end if;
  if coalesce(pg_column_size(new), 0) + coalesce(pg_column_size(old), 0) > most_bytes then
    insert into realtime.changes (relation, kind, new, old, is_too_large)
    values (
      tg_relid, tg_op,
      case when tg_op <> 'DELETE' then realtime.key_of(tg_relid, new) end,
      case when tg_op <> 'INSERT' then realtime.key_of(tg_relid, old) end,
      true
    );
  else
    insert into realtime.changes (relation, kind, new, old, is_too_large)
    values (
      tg_relid, tg_op,
      case when tg_op <> 'DELETE' then to_jsonb(new) end,
      case when tg_op <> 'INSERT' then to_jsonb(old) end,
      false
    );
  end if;
  perform pg_notify('realtime_changes', pg_current_xact_id()::text);
  return null;
end $$;

-- Says for the next half minute which tables a server listens to, and gives and takes triggers accordingly. Answers
-- which of them nobody was counted for until now. The trigger's name makes it the first of its kind, so that what other
-- triggers change comes after the change that made them.
create or replace function realtime.listen(by_listener uuid, to_relations oid[]) returns setof oid
  language plpgsql
  set search_path = '' set lock_timeout = '500ms'
as $$
declare
  affected regclass;
begin
  delete from realtime.listeners l
  where l.expires_at < clock_timestamp() or (l.listener = by_listener and l.relation <> all (to_relations));
  return query
    insert into realtime.listeners as l (relation, listener, expires_at)
    select r, by_listener, clock_timestamp() + interval '30 seconds' from unnest(to_relations) as r
    on conflict (relation, listener) do nothing
    returning l.relation;
  update realtime.listeners l set expires_at = clock_timestamp() + interval '30 seconds'
  where l.listener = by_listener;

  for affected in
    select r from unnest(to_relations) as r
    where not exists (select from pg_trigger t where t.tgrelid = r and t.tgname = '0_realtime_changes')
      and exists (select from pg_class c where c.oid = r)
  loop
    execute format(
      'create or replace trigger "0_realtime_changes" after insert or update or delete on %s'
      ' for each row execute function realtime.log_change()', affected);
  end loop;
  for affected in
    select t.tgrelid from pg_trigger t
    where t.tgname = '0_realtime_changes' and t.tgparentid = 0
      and not exists (select from realtime.listeners l where l.relation = t.tgrelid)
  loop
    begin
      execute format('drop trigger "0_realtime_changes" on %s', affected);
    exception when lock_not_available then null;
    end;
  end loop;
end $$;

-- Deletes what is older than some seconds, and gives the pages back when nothing is left. False: ask again later.
create or replace function realtime.forget_changes(older_than interval) returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  delete from realtime.changes c where c.written_at < clock_timestamp() - older_than;
  if pg_relation_size('realtime.changes') = 0 then
    return true;
  end if;
  lock table realtime.changes in access exclusive mode nowait;
  if not exists (select from realtime.changes) then
    truncate realtime.changes;
    return true;
  end if;
  return false;
exception when lock_not_available then
  delete from realtime.changes c where c.written_at < clock_timestamp() - older_than;
  return false;
end $$;

-- The published tables, and what each role may read of them.
create or replace function realtime.published()
  returns table (
    relation oid, schema_name name, table_name name, events text[], replica_identity text, is_secured boolean,
    row_filter text, columns jsonb
  )
  language sql stable
  set search_path = ''
as $$
  select c.oid, n.nspname, c.relname,
    array_remove(array[
      case when p.pubinsert then 'INSERT' end, case when p.pubupdate then 'UPDATE' end,
      case when p.pubdelete then 'DELETE' end], null),
    c.relreplident::text, c.relrowsecurity, published.rowfilter,
    (
      select jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', t.typname, 'sqlType', format_type(a.atttypid, a.atttypmod),
        'isKey', coalesce(a.attnum = any (k.indkey), false),
        'isIdentity', coalesce(a.attnum = any (i.indkey), false),
        'readers', (
          select coalesce(jsonb_agg(r), '[]') from unnest(array['anon', 'authenticated', 'service_role']) as r
          where (a.attname = any (published.attnames) or (a.attgenerated <> '' and not exists (
              select from pg_publication_rel l where l.prpubid = p.oid and l.prrelid = c.oid and l.prattrs is not null)))
            and has_schema_privilege(r, n.oid, 'usage') and has_column_privilege(r, c.oid, a.attnum, 'select'))
      ) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_index k on k.indrelid = c.oid and k.indisprimary
      left join pg_index i on i.indrelid = c.oid and i.indisreplident
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    )
  from pg_publication p
  join pg_publication_tables published on published.pubname = p.pubname
  join pg_namespace n on n.nspname = published.schemaname
  join pg_class c on c.relnamespace = n.oid and c.relname = published.tablename and c.relkind = 'r'
  where p.pubname = 'supabase_realtime'
$$;

revoke all on function
  realtime.key_of(oid, anyelement), realtime.log_change(), realtime.listen(uuid, oid[]),
  realtime.forget_changes(interval), realtime.published()
  from public, anon, authenticated, service_role;
