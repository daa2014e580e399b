-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create extension pg_trgm with schema extensions;

CREATE OR REPLACE PROCEDURE private.after_each_statement(IN p_table regclass, IN p_name text, IN p_call text, IN p_events text[] DEFAULT '{insert,update,delete}'::text[])
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
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
end $procedure$;
comment on procedure private.after_each_statement(IN p_table regclass, IN p_name text, IN p_call text, IN p_events text[]) is 'Attaches a nudge to a table: transition tables want one trigger an event.';

CREATE OR REPLACE FUNCTION private.nudge(p_topic text, p_table text, p_op text, p_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.send(
    jsonb_build_object('table', p_table, 'op', p_op, 'id', p_id) || private.crowd(p_topic), 'changed', p_topic, true)
$function$;

CREATE OR REPLACE FUNCTION private.nudge_owners()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.nudge_owners() is 'Arguments: topic prefix, column that completes the topic, key column.';

CREATE OR REPLACE FUNCTION private.nudge_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.nudge_pages() is 'Arguments: key column, then the pages whose lists show the table.';

CREATE OR REPLACE FUNCTION private.pin()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.pin() is 'Refuses a change of the named columns.';

CREATE OR REPLACE FUNCTION private.pin_all_but()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.pin_all_but() is 'Refuses a change of every column but the named ones.';

CREATE OR REPLACE FUNCTION private.stamp_created_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.created_at := now();
  return new;
end $function$;
comment on function private.stamp_created_at() is 'A row that a person makes is made now, whatever the request says.';

CREATE OR REPLACE FUNCTION private.stamp_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.uuid_or_null(p_text text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid end
$function$;
grant execute on function private.uuid_or_null(p_text text) to anon;
grant execute on function private.uuid_or_null(p_text text) to authenticated;
comment on function private.uuid_or_null(p_text text) is 'A uuid, or null where the text is none: a policy must refuse, not fail.';
