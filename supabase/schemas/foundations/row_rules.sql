-- The rules that every table borrows: pins, stamps, row versions, checks against hostile values.

-- -------------------------------------------------------------------------------------------------------- what it does

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

create procedure private.stamp_rows(p_table regclass, p_columns text[])
  language plpgsql set search_path = ''
as $$
declare
  v_people constant text := $when$when (current_user in ('anon', 'authenticated'))$when$;
begin
  if 'created_at' = any (p_columns) then
    execute format('create trigger stamp_created_at before insert on %s for each row %s
      execute function private.stamp_created_at()', p_table, v_people);
  end if;
  if 'created_by' = any (p_columns) then
    execute format('create trigger stamp_created_by before insert on %s for each row %s
      execute function private.stamp_created_by()', p_table, v_people);
  end if;
  if 'updated_at' = any (p_columns) then
    execute format('create trigger stamp_updated_at before update on %s for each row
      execute function private.stamp_updated_at()', p_table);
  end if;
  if 'row_version' = any (p_columns) then
    execute format('create trigger first_version before insert on %s for each row %s
      execute function private.first_version()', p_table, v_people);
    execute format('create trigger count_version before update on %s for each row
      execute function private.count_version()', p_table);
  end if;
end $$;
comment on procedure private.stamp_rows is
  'Triggers that write created_at, created_by, updated_at and row_version themselves, for those of these columns that a table has.';

create procedure private.borrow_rules(
  p_table regclass,
  p_rights text default 'select, insert, update, delete',
  p_pinned text[] default '{}',
  p_audited boolean default false,
  p_key text default 'id',
  p_pages text[] default '{}',
  p_person text default null,
  p_document text default null,
  p_changeable text[] default null,
  p_unsure text default null)
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
  call private.ask_second_factor(p_table, p_unsure);

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
  call private.stamp_rows(p_table, v_columns);
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
  'p_changeable, people change these columns only. A session that waits for its second factor gets no row, but reads '
  'those of its person in column p_unsure.';

create procedure private.ask_second_factor(p_table regclass, p_own text default null)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create policy "sessions show their second factor first" on %s as restrictive for all to authenticated
    using ((select private.session_is_sure())%s) with check ((select private.session_is_sure()))', p_table,
    coalesce(' or ' || quote_ident(p_own) || ' = (select auth.uid())', ''));
end $$;
comment on procedure private.ask_second_factor is
  'Closes a table to a session that waits for its second factor, whatever its other policies allow; the rows of its person in column '
  'p_own are read all the same.';

create function private.is_server() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return auth.uid() is null and coalesce(nullif(auth.role(), ''), 'service_role') = 'service_role';
end $$;
comment on function private.is_server is 'True for the service key and for the owner of the database: no person asks.';

create procedure private.offer(p_function regprocedure, p_to text[] default '{authenticated,service_role}')
  language plpgsql set search_path = ''
as $$
declare
  v_name text;
  v_arguments text;
  v_identity text;
  v_result text;
  v_values text;
  v_volatility text;
  v_comment text;
begin
  select p.proname, pg_get_function_arguments(p.oid), pg_get_function_identity_arguments(p.oid),
         pg_get_function_result(p.oid), (select string_agg('$' || n, ', ' order by n) from generate_series(1, p.pronargs) as n),
         case p.provolatile when 's' then 'stable' when 'i' then 'immutable' else 'volatile' end, obj_description(p.oid, 'pg_proc')
    into v_name, v_arguments, v_identity, v_result, v_values, v_volatility, v_comment
    from pg_proc p where p.oid = p_function;
  -- Its plan is kept by the session. That of a function in SQL would be made at each call.
  execute format('create function public.%I(%s) returns %s language plpgsql %s security invoker set search_path = '''' as %L',
    v_name, v_arguments, v_result, v_volatility,
    format(case when v_result like 'TABLE%' or v_result like 'SETOF%' then 'begin return query select * from private.%I(%s); end'
             when v_result = 'void' then 'begin perform private.%I(%s); end'
             else 'begin return private.%I(%s); end' end, v_name, coalesce(v_values, '')));
  execute format('revoke execute on function private.%I(%s) from public', v_name, v_identity);
  execute format('revoke execute on function public.%I(%s) from public, anon, authenticated', v_name, v_identity);
  execute format('grant execute on function private.%1$I(%2$s), public.%1$I(%2$s) to %3$s', v_name, v_identity,
    array_to_string(p_to, ', '));
  if v_comment is not null then
    execute format('comment on function public.%I(%s) is %L', v_name, v_identity, v_comment);
  end if;
end $$;
comment on procedure private.offer is
  'Offers a function of the schema private through the API: an invoker of the same name, arguments and comment in public.';

create function private.stamp_updated_by() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_by := auth.uid();
  new.updated_at := now();
  return new;
end $$;

create function private.begin_updated_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.updated_at := new.created_at;
  return new;
end $$;
comment on function private.begin_updated_at is 'A new row changed last when it was made. It runs after stamp_created_at.';

create function private.ask_first()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  v_needed text;
begin
  foreach v_needed in array tg_argv loop
    if not exists (
      select from unnest(string_to_array(v_needed, '|')) as way where case
        when way = 'role staff' then private.is_staff()
        when way = 'role admin' then private.my_role() = 'admin'
        when way like '%:%' then private.can(split_part(way, ':', 1), split_part(way, ':', 2))
        else private.named(way) end)
    then
      raise insufficient_privilege using message = format('new row violates row-level security policy for table "%s"', tg_table_name);
    end if;
  end loop;
  return null;
end $function$;
comment on function private.ask_first is 'Refuses an insert of whoever lacks a right that every new row of the table needs, with the words of the policy and before any trigger of a row. Arguments: page:action of private.can, a name of private.named, "role staff" or "role admin"; all of them are needed, of those between | any.';

create function private.stamp_changed_by() returns trigger
 language plpgsql
 set search_path to ''
as $$
begin
  new.changed_by := auth.uid();
  return new;
end $$;
comment on function private.stamp_changed_by is 'Keeps who wrote a row last.';
