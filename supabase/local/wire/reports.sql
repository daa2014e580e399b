-- What reads over the wire (SIGNWRIGHT_PG_PORT): a role that reads the company's tables, and the one function that runs its
-- statements. Runs at each start with the setting; every statement may run again.

do $$
begin
  if not exists (select from pg_roles where rolname = 'reports') then create role reports nologin bypassrls; end if;
end $$;

create schema if not exists reports;
grant usage on schema reports, public, extensions to reports;
grant select on all tables in schema public to reports;

-- A statement runs as its owner, the role above. Within a function with the rights of its owner the database itself refuses to
-- change the role, so that no statement gets out of them, however it is written. Values come as text and become what the statement wants.
create or replace function reports.run(statement text, types text, given text[]) returns setof record
  language plpgsql security definer set search_path = public, extensions as $$
declare
  v_values text;
begin
  if exists (select from pg_prepared_statements where name = 'report') then deallocate report; end if;
  if cardinality(given) = 0 then return query execute statement; return; end if;
  select string_agg(quote_nullable(value), ', ' order by place) into v_values
    from unnest(given) with ordinality as g (value, place);
  execute format('prepare report (%s) as %s', types, statement);
  return query execute format('execute report (%s)', v_values);
end $$;

grant create on schema reports to reports;
alter function reports.run owner to reports;
revoke create on schema reports from reports;
revoke execute on function reports.run from public;
