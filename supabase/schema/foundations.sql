-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create extension pg_trgm with schema extensions;

CREATE OR REPLACE PROCEDURE private.add_check(IN p_table regclass, IN p_column smallint, IN p_name text, IN p_condition text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
begin
  if not exists (
    select from pg_catalog.pg_constraint where conrelid = p_table and conname = p_name and conkey = array[p_column])
  then
    execute format('alter table %s add constraint %I check (%s)', p_table, p_name, p_condition);
  end if;
end $procedure$;

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

CREATE OR REPLACE PROCEDURE private.borrow_rules(IN p_table regclass, IN p_rights text DEFAULT 'select, insert, update, delete'::text, IN p_pinned text[] DEFAULT '{}'::text[], IN p_audited boolean DEFAULT false, IN p_key text DEFAULT 'id'::text, IN p_pages text[] DEFAULT '{}'::text[], IN p_person text DEFAULT NULL::text, IN p_document text DEFAULT NULL::text, IN p_changeable text[] DEFAULT NULL::text[])
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
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
end $procedure$;
comment on procedure private.borrow_rules(IN p_table regclass, IN p_rights text, IN p_pinned text[], IN p_audited boolean, IN p_key text, IN p_pages text[], IN p_person text, IN p_document text, IN p_changeable text[]) is 'Gives a new table: row level security; p_rights for signed-in people (the policies choose the rows), nothing for visitors; stamps of created_at, created_by, updated_at and row_version where it has them; pins of id, created_by, created_at and p_pinned; the audit trail where p_audited, by p_key; checks against hostile values; and nudges for the lists of p_pages, for the person in column p_person and for the holders of the uuid in column p_document. With p_changeable, people change these columns only.';

CREATE OR REPLACE FUNCTION private.count_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.row_version := old.row_version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.first_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.row_version := 1;
  return new;
end $function$;
comment on function private.first_version() is 'A new row is its first version, whatever the request says.';

CREATE OR REPLACE FUNCTION private.folded(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select regexp_replace(
    translate(lower(normalize(coalesce(p_text, ''), nfd)), 'ħøłđıþ' || chr(8217), 'holdit'''),
    '[' || chr(768) || '-' || chr(879) || ']', '', 'g')
$function$;
grant execute on function private.folded(p_text text) to authenticated;
grant execute on function private.folded(p_text text) to service_role;
comment on function private.folded(p_text text) is 'Lower case, without accents: two texts that people would call the same.';

CREATE OR REPLACE FUNCTION private.money_floor(p_value numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select trunc(p_value, 2)
$function$;
grant execute on function private.money_floor(p_value numeric) to authenticated;
grant execute on function private.money_floor(p_value numeric) to service_role;
comment on function private.money_floor(p_value numeric) is 'Money is rounded down, toward zero, to two decimals (spec 2 §1). Agrees with moneyFloor in TypeScript.';

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

CREATE OR REPLACE FUNCTION private.patterns(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
           order by char_length(word) desc), '{}')
    from regexp_split_to_table(private.folded(btrim(left(p_text, 200))), '\s+') as word
   where word <> ''
$function$;
grant execute on function private.patterns(p_text text) to authenticated;
comment on function private.patterns(p_text text) is 'A pattern for each word of a text, the longest first: every one must be found.';

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

CREATE OR REPLACE FUNCTION private.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise insufficient_privilege using message = format('%s only grows: nothing in it changes', tg_table_name);
end $function$;

CREATE OR REPLACE PROCEDURE private.refuse_hostile_values(IN p_table regclass)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
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
end $procedure$;
comment on procedure private.refuse_hostile_values(IN p_table regclass) is 'Dates lie between the years 1900 and 9999, numbers are numbers, and lists have one dimension. May be called again after a column was added.';

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

CREATE OR REPLACE FUNCTION private.stamp_created_by()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.created_by is distinct from auth.uid() then
    raise insufficient_privilege using message = format('%s.created_by is the person who adds the row', tg_table_name);
  end if;
  return new;
end $function$;
comment on function private.stamp_created_by() is 'A person adds rows in their own name (`default auth.uid()`). Another name, or none, is refused.';

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
