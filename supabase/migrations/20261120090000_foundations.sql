-- Foundations: the schema that the API never shows, and the rules that every table borrows from it.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create schema private;
comment on schema private is 'Helpers of policies and triggers. Never exposed through the API.';
grant usage on schema private to anon, authenticated, service_role;

create function private.uuid_or_null(p_text text) returns uuid
  language sql immutable set search_path = ''
as $$
  select case when p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid end
$$;
comment on function private.uuid_or_null is 'A uuid, or null where the text is none: a policy must refuse, not fail.';

-- Pins. They watch people (`when (current_user in (...))` on the trigger): owners of functions, cascades and the
-- service key pass. A rule never rests on a grant alone.

create function private.pin() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := to_jsonb(old);
  v_after constant jsonb := to_jsonb(new);
  v_column text;
begin
  foreach v_column in array tg_argv loop
    if v_before -> v_column is distinct from v_after -> v_column then
      raise insufficient_privilege using message = format('%s.%s cannot be changed', tg_table_name, v_column);
    end if;
  end loop;
  return new;
end $$;
comment on function private.pin is 'Refuses a change of the named columns.';

create function private.pin_all_but() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := to_jsonb(old);
  v_column text;
begin
  select changed.key into v_column
    from jsonb_each(to_jsonb(new)) as changed
   where changed.value is distinct from v_before -> changed.key and changed.key <> all (tg_argv)
   limit 1;
  if found then
    raise insufficient_privilege using message = format('%s.%s cannot be changed', tg_table_name, v_column);
  end if;
  return new;
end $$;
comment on function private.pin_all_but is 'Refuses a change of every column but the named ones.';

create function private.stamp_created_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.created_at := now();
  return new;
end $$;
comment on function private.stamp_created_at is 'A row that a person makes is made now, whatever the request says.';

create function private.stamp_updated_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Nudges. A statement says on a topic that something changed, never what: {table, op, id}, id null for several rows.
-- Statement-level, so that an import of a thousand rows is one message a topic.

create function private.nudge(p_topic text, p_table text, p_op text, p_id text) returns void
  language sql security definer set search_path = ''
as $$
  select realtime.send(jsonb_build_object('table', p_table, 'op', p_op, 'id', p_id), 'changed', p_topic, true)
$$;

create function private.nudge_owners() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_prefix constant text := tg_argv[0];
  v_owner constant text := tg_argv[1];
  v_key constant text := tg_argv[2];
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_topic text;
  v_id text;
begin
  for v_topic, v_id in execute format(
    'select %L || %I::text, case when count(distinct %I) = 1 then min(%I::text) end
       from (%s) as touched where %I is not null group by 1',
    v_prefix, v_owner, v_key, v_key, v_touched, v_owner)
  loop
    perform private.nudge(v_topic, tg_table_name, tg_op, v_id);
  end loop;
  return null;
end $$;
comment on function private.nudge_owners is 'Arguments: topic prefix, column that completes the topic, key column.';

create function private.nudge_pages() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rows bigint;
  v_id text;
  v_page text;
begin
  execute format('select count(*), case when count(*) = 1 then min(%I::text) end from changed', tg_argv[0])
    into v_rows, v_id;
  if v_rows > 0 then
    foreach v_page in array tg_argv[1:] loop
      perform private.nudge('page:' || v_page, tg_table_name, tg_op, v_id);
    end loop;
  end if;
  return null;
end $$;
comment on function private.nudge_pages is 'Arguments: key column, then the pages whose lists show the table.';

create procedure private.after_each_statement(
  p_table regclass, p_name text, p_call text, p_events text[] default '{insert,update,delete}')
  language plpgsql set search_path = ''
as $$
declare
  v_event text;
begin
  foreach v_event in array p_events loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function %s',
      p_name || '_' || v_event, v_event, p_table,
      case v_event
        when 'insert' then 'new table as changed'
        when 'update' then 'old table as previous new table as changed'
        when 'delete' then 'old table as changed'
      end, p_call);
  end loop;
end $$;
comment on procedure private.after_each_statement is
  'Attaches a nudge to a table: transition tables want one trigger an event.';

revoke execute on all routines in schema private from public;
grant execute on function private.uuid_or_null to anon, authenticated;
