set check_function_bodies = off;

create or replace function private.enter_cost_chart(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = false
    from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name) and a.archived;
  insert into public.cost_accounts (code, name)
  select n.code, c.name from private.cost_chart_of(p_chart) as c
   cross join lateral (
     select f.code from private.numbers_from(c.code) as f
      where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = f.code) and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = f.code)
        and (f.place = 0 or not exists (select from private.cost_chart_of(p_chart) as o where o.code = f.code) and not exists (select from private.chart_of(p_chart) as o where o.code = f.code))
      order by f.place limit 1) as n
   where not exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code or (left(a.code, 2), a.name) = (left(c.code, 2), c.name));
end $$;

create or replace function private.numbers_from(p_code text) returns table (place integer, code text)
  language plpgsql immutable set search_path = ''
as $$
begin
  -- Short numbers have accounts below them, those of four digits beside them: 121 for 12, 1201 for 1200.
  return query
    select 0, p_code
    union all
    select g, case when length(p_code) < 4 then p_code || g else (p_code::integer + g)::text end from generate_series(1, 99) as g;
end $$;

create or replace function private.account_of_chart(p_chart text, p_code text, p_name text, p_kind text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_code text;
begin
  select coalesce(x.id, gen_random_uuid()), n.code into v_id, v_code
    from private.numbers_from(p_code) as n
    left join public.ledger_accounts x on lower(btrim(x.code)) = n.code and (x.name, x.kind, x.archived) = (p_name, p_kind, false)
   where x.id is not null
      or not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = n.code)
     and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = n.code)
     and not exists (select from private.chart_of(p_chart) as c where c.code = n.code and n.place > 0)
   order by n.place limit 1;
  insert into public.ledger_accounts (id, code, name, kind) values (v_id, v_code, p_name, p_kind) on conflict (id) do nothing;
  return v_id;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.numbers_from(pg_catalog.text) is 'The number of an account of a chart, and those that it gets where that is taken, by their place.';

reset check_function_bodies;
