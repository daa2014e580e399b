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

-- Text that people search: Ġorġina is found by gorgina.

create function private.folded(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    translate(lower(normalize(coalesce(p_text, ''), nfd)), 'ħøłđıþ' || chr(8217), 'holdit'''),
    '[' || chr(768) || '-' || chr(879) || ']', '', 'g')
$$;
comment on function private.folded is 'Lower case, without accents: two texts that people would call the same.';

create function private.patterns(p_text text) returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
           order by char_length(word) desc), '{}')
    from regexp_split_to_table(private.folded(btrim(left(p_text, 200))), '\s+') as word
   where word <> ''
$$;
comment on function private.patterns is 'A pattern for each word of a text, the longest first: every one must be found.';

-- Money: one rounding for every amount, the same in the browser (src/shared/domain/money.ts).

create function private.money_floor(p_value numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select trunc(p_value, 2)
$$;
comment on function private.money_floor is
  'Money is rounded down, toward zero, to two decimals (spec 2 §1). Agrees with moneyFloor in TypeScript.';

-- Rules of a row. Those about people carry `when (current_user in ('anon', 'authenticated'))`: definer functions,
-- cascades and the service key pass. A rule never rests on a grant alone.

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

create function private.stamp_created_by() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if new.created_by is distinct from auth.uid() then
    raise insufficient_privilege using message = format('%s.created_by is the person who adds the row', tg_table_name);
  end if;
  return new;
end $$;
comment on function private.stamp_created_by is 'A person adds rows in their own name (`default auth.uid()`). Another name, or none, is refused.';

create function private.stamp_updated_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Without this, a person could add a row with version 2147483647, and no later change of that row would succeed.
create function private.first_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.row_version := 1;
  return new;
end $$;
comment on function private.first_version is 'A new row is its first version, whatever the request says.';

create function private.count_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;

create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = format('%s only grows: nothing in it changes', tg_table_name);
end $$;

-- Nudges. A statement tells a topic that something changed, never what: {table, op, id}; id is null for several rows.
-- They fire once a statement, so an import of a thousand rows sends one message a topic.

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

-- The rules that every table needs, attached by one call. Policies stay written out beside the table.

create procedure private.add_check(p_table regclass, p_column smallint, p_name text, p_condition text)
  language plpgsql set search_path = ''
as $$
begin
  if not exists (
    select from pg_catalog.pg_constraint where conrelid = p_table and conname = p_name and conkey = array[p_column])
  then
    execute format('alter table %s add constraint %I check (%s)', p_table, p_name, p_condition);
  end if;
end $$;

create procedure private.refuse_hostile_values(p_table regclass)
  language plpgsql set search_path = ''
as $$
declare
  v_column record;
begin
  for v_column in
    select c.relname, a.attname, a.attnum, a.atttypid, t.typcategory
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid
      join pg_catalog.pg_type t on t.oid = a.atttypid
     where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped
     order by a.attnum
  loop
    if v_column.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype) then
      call private.add_check(p_table, v_column.attnum, left(v_column.relname || '_' || v_column.attname, 50) || '_is_in_reach',
        format('%1$I >= ''1900-01-01'' and %1$I < ''10000-01-01''', v_column.attname));
    elsif v_column.atttypid in ('numeric'::regtype, 'float8'::regtype, 'float4'::regtype) then
      call private.add_check(p_table, v_column.attnum, left(v_column.relname || '_' || v_column.attname, 50) || '_is_a_number',
        format('%I not in (''NaN'', ''Infinity'', ''-Infinity'')', v_column.attname));
    elsif v_column.typcategory = 'A' then
      call private.add_check(p_table, v_column.attnum, left(v_column.relname || '_' || v_column.attname, 50) || '_is_a_list',
        format('array_ndims(%I) = 1', v_column.attname));
    end if;
  end loop;
end $$;
comment on procedure private.refuse_hostile_values is
  'Dates lie between the years 1900 and 9999, numbers are numbers, and lists have one dimension. May be called again '
  'after a column was added.';

create procedure private.borrow_rules(
  p_table regclass,
  p_rights text default 'select, insert, update, delete',
  p_pinned text[] default '{}',
  p_audited boolean default false,
  p_key text default 'id',
  p_pages text[] default '{}',
  p_person text default null,
  p_document text default null,
  p_changeable text[] default null)
  language plpgsql set search_path = ''
as $$
declare
  v_people constant text := $when$when (current_user in ('anon', 'authenticated'))$when$;
  v_columns constant text[] := array(
    select attname::text from pg_catalog.pg_attribute where attrelid = p_table and attnum > 0 and not attisdropped);
  v_pinned text;
  v_pages text;
begin
  if not v_columns @> (p_pinned || p_changeable) then
    raise undefined_column using message = format('%s has not all of the columns %s', p_table, p_pinned || p_changeable);
  end if;

  execute format('alter table %s enable row level security', p_table);
  execute format('revoke all on %s from anon, authenticated', p_table);
  execute format('grant all on %s to service_role', p_table);
  if p_rights <> '' then
    execute format('grant %s on %s to authenticated', p_rights, p_table);
  end if;

  select string_agg(quote_literal(name), ', ' order by place) into v_pinned
    from (
      select name, min(place) as place
        from unnest(array['id', 'created_by', 'created_at'] || p_pinned) with ordinality as listed (name, place)
       where name = any (v_columns)
       group by name) as pinned;
  if p_changeable is not null then
    execute format('create trigger pin before update on %s for each row %s execute function private.pin_all_but(%s)',
      p_table, v_people, (select string_agg(quote_literal(name), ', ') from unnest(p_changeable) as name));
  elsif v_pinned is not null then
    execute format('create trigger pin before update on %s for each row %s execute function private.pin(%s)',
      p_table, v_people, v_pinned);
  end if;
  if 'created_at' = any (v_columns) then
    execute format('create trigger stamp_created_at before insert on %s for each row %s
      execute function private.stamp_created_at()', p_table, v_people);
  end if;
  if 'created_by' = any (v_columns) then
    execute format('create trigger stamp_created_by before insert on %s for each row %s
      execute function private.stamp_created_by()', p_table, v_people);
  end if;
  if 'updated_at' = any (v_columns) then
    execute format('create trigger stamp_updated_at before update on %s for each row
      execute function private.stamp_updated_at()', p_table);
  end if;
  if 'row_version' = any (v_columns) then
    execute format('create trigger first_version before insert on %s for each row %s
      execute function private.first_version()', p_table, v_people);
    execute format('create trigger count_version before update on %s for each row
      execute function private.count_version()', p_table);
  end if;
  if p_audited then
    execute format('create trigger audit after insert or update or delete on %s for each row
      execute function private.audit(%L)', p_table, p_key);
  end if;
  call private.refuse_hostile_values(p_table);

  select string_agg(quote_literal(page), ', ' order by place) into v_pages
    from unnest(p_pages) with ordinality as listed (page, place);
  if v_pages is not null then
    call private.after_each_statement(p_table, 'nudge_page', format('private.nudge_pages(%L, %s)', p_key, v_pages));
  end if;
  if p_person is not null then
    call private.after_each_statement(p_table, 'nudge_user',
      format('private.nudge_owners(''user:'', %L, %L)', p_person, p_key));
  end if;
  if p_document is not null then
    call private.after_each_statement(p_table, 'nudge_document',
      format('private.nudge_owners(''doc:'', %L, %L)', p_document, p_document));
  end if;
end $$;
comment on procedure private.borrow_rules is
  'Gives a new table: row level security; p_rights for signed-in people (the policies choose the rows), nothing for '
  'visitors; stamps of created_at, created_by, updated_at and row_version where it has them; pins of id, created_by, '
  'created_at and p_pinned; the audit trail where p_audited, by p_key; checks against hostile values; and nudges for the '
  'lists of p_pages, for the person in column p_person and for the holders of the uuid in column p_document. With '
  'p_changeable, people change these columns only.';

revoke execute on all routines in schema private from public;
grant execute on function private.uuid_or_null to anon, authenticated;
grant execute on function private.folded, private.money_floor to authenticated, service_role;
grant execute on function private.patterns to authenticated;
