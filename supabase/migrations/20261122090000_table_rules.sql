-- The rules that every table needs, attached by one call. Policies stay written out beside the table.

create function private.stamp_created_by() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.created_by := coalesce(new.created_by, auth.uid());
  if new.created_by is distinct from auth.uid() then
    raise insufficient_privilege using message = format('%s.created_by is the person who adds the row', tg_table_name);
  end if;
  return new;
end $$;
comment on function private.stamp_created_by is 'A person adds rows in their own name. Another name is refused.';

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
  p_document text default null)
  language plpgsql set search_path = ''
as $$
declare
  v_people constant text := $when$when (current_user in ('anon', 'authenticated'))$when$;
  v_columns constant text[] := array(
    select attname::text from pg_catalog.pg_attribute where attrelid = p_table and attnum > 0 and not attisdropped);
  v_pinned text;
  v_pages text;
begin
  if not v_columns @> p_pinned then
    raise undefined_column using message = format('%s has not all of the columns %s', p_table, p_pinned);
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
  if v_pinned is not null then
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
  'lists of p_pages, for the person in column p_person and for the holders of the uuid in column p_document.';

revoke execute on function private.stamp_created_by from public;
revoke execute on procedure private.refuse_hostile_values, private.add_check, private.borrow_rules from public;
