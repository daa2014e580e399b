set check_function_bodies = off;

drop routine private.use_chart(p_chart text);

drop routine public.use_chart(p_chart text);

create or replace function private.used_accounts() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select l.account_id from private.journal_lines('1900-01-01', '2200-01-01') as l where l.account_id is not null
  union select b.account_id from public.bank_bookings b where b.account_id is not null
  union select b.account_id from public.bank_rules b where b.account_id is not null
  union select r.account_id from public.account_rules r where r.service_id is not null or private.books_closed_to() is not null
$$;

create or replace function private.is_shipped_account(p_account public.ledger_accounts) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return not p_account.archived and exists (
    select from unnest(array['general', 'skr03', 'snc']) as k (chart) cross join lateral private.chart_of(k.chart) as c
     where (c.code, private.with_tax(c.name), c.kind) = (p_account.code, p_account.name, p_account.kind));
end $$;

create or replace function private.account_of_chart(p_chart text, p_code text, p_name text, p_kind text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_code text;
begin
  -- Short numbers have accounts below them, those of four digits beside them: 121 for 12, 1201 for 1200.
  select coalesce(x.id, gen_random_uuid()), n.code into v_id, v_code
    from (select 0 as place, p_code as code
          union all
          select g, case when length(p_code) < 4 then p_code || g else (p_code::integer + g)::text end from generate_series(1, 99) as g) as n
    left join public.ledger_accounts x on lower(btrim(x.code)) = n.code and (x.name, x.kind, x.archived) = (p_name, p_kind, false)
   where x.id is not null
      or not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = n.code)
     and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = n.code)
     and not exists (select from private.chart_of(p_chart) as c where c.code = n.code and n.place > 0)
   order by n.place limit 1;
  insert into public.ledger_accounts (id, code, name, kind) values (v_id, v_code, p_name, p_kind) on conflict (id) do nothing;
  return v_id;
end $$;

create or replace function private.place_chart(p_chart text, p_used uuid[])
returns table (code text, account_id uuid, words text)
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row record;
  v_account public.ledger_accounts;
  v_is_kept boolean;
  v_is_used boolean;
begin
  for v_row in select c.part, c.method, c.vat_rate, c.vat_treatment, c.code, private.with_tax(c.name) as name, c.kind from private.chart_of(p_chart) as c loop
    select * into v_account from public.ledger_accounts a where lower(btrim(a.code)) = v_row.code;
    code := v_row.code;
    words := null;
    v_is_kept := v_account.kind = v_row.kind and not v_account.archived and exists (
      select from public.account_rules r where r.account_id = v_account.id and (r.part, r.method) is not distinct from (v_row.part, v_row.method));
    v_is_used := v_account.id = any (p_used) or private.is_shipped_account(v_account);
    -- Chosen again, a part stays at the number that it got beside that of the chart.
    account_id := (
      select a.id from public.account_rules r join public.ledger_accounts a on a.id = r.account_id
       where r.service_id is null
         and (r.part, r.method, r.vat_rate, r.vat_treatment) is not distinct from (v_row.part, v_row.method, v_row.vat_rate, v_row.vat_treatment)
         and (a.name, a.kind, a.archived) = (v_row.name, v_row.kind, false) and a.code <> v_row.code and left(a.code, 2) = left(v_row.code, 2)
       order by r.from_day desc nulls last limit 1);
    if account_id is not null then
      v_is_kept := false;
    elsif v_account.id <> all (p_used) and private.is_shipped_account(v_account) then
      v_is_kept := false;
      update public.ledger_accounts a set name = v_row.name, kind = v_row.kind
       where a.id = v_account.id and (a.name, a.kind) <> (v_row.name, v_row.kind);
      account_id := v_account.id;
    elsif v_is_kept then
      account_id := v_account.id;
    else
      account_id := private.account_of_chart(p_chart, v_row.code, v_row.name, v_row.kind);
    end if;
    if v_account.id is distinct from account_id or v_is_kept and v_account.name <> v_row.name then
      words := private.words_of_kept_account(v_row.code, account_id, v_account.id, v_is_used);
    end if;
    return next;
  end loop;
end $$;

create or replace function private.words_of_kept_account(p_code text, p_account_id uuid, p_kept_id uuid, p_is_used boolean) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_place constant public.ledger_accounts := (select a from public.ledger_accounts a where a.id = p_account_id);
  v_kept constant text := (select a.name from public.ledger_accounts a where a.id = p_kept_id);
begin
  return case
    when v_kept is null and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = p_code) then null
    when v_kept is null then format('%s is a cost account.', p_code)
    when p_is_used then format('%s is used and keeps its name, %s.', p_code, v_kept)
    else format('%s was changed and keeps its name, %s.', p_code, v_kept) end
    || case when v_place.code = p_code then '' else format(' %s has the number %s.', v_place.name, v_place.code) end;
end $$;

create or replace function private.use_chart(p_chart text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant date := private.books_closed_to() + 1;
  v_used constant uuid[] := array(select u from private.used_accounts() as u);
  v_places jsonb;
  v_row record;
begin
  perform private.must('payments', 'edit', 'change the accounts of the books');
  if not exists (select from private.chart_of(p_chart)) then
    perform private.refuse('22023', 'Please choose one of the charts of accounts');
  end if;
  v_places := (select jsonb_agg(p) from private.place_chart(p_chart, v_used) as p);
  -- Conditions of another chart lead to the accounts of this one as everything else of their part.
  if v_from is null then
    delete from public.account_rules r where r.service_id is null and num_nonnulls(r.vat_rate, r.vat_treatment, r.method, r.from_day) > 0;
  end if;
  for v_row in
    select c.part, c.vat_rate, c.vat_treatment, c.method, a.account_id
      from (select * from private.chart_of(p_chart)
            union all
            select r.part, r.vat_rate, r.vat_treatment, r.method, d.code, d.name, d.kind
              from (select distinct o.part, o.vat_rate, o.vat_treatment, o.method from public.account_rules o where o.service_id is null) as r
              join private.chart_of(p_chart) as d on d.part = r.part and num_nonnulls(d.vat_rate, d.vat_treatment, d.method) = 0
             where not exists (select from private.chart_of(p_chart) as n where (n.part, n.vat_rate, n.vat_treatment, n.method)
               is not distinct from (r.part, r.vat_rate, r.vat_treatment, r.method))) as c
      join jsonb_to_recordset(v_places) as a (code text, account_id uuid) on a.code = c.code
  loop
    insert into public.account_rules (part, account_id, vat_rate, vat_treatment, method, from_day)
    values (v_row.part, v_row.account_id, v_row.vat_rate, v_row.vat_treatment, v_row.method, v_from)
    on conflict (part, service_id, vat_rate, vat_treatment, method, from_day) do update set account_id = excluded.account_id;
  end loop;
  delete from public.ledger_accounts a where a.id <> all (v_used) and private.is_shipped_account(a)
    and not exists (select from private.chart_of(p_chart) as c where c.code = a.code)
    and not exists (select from public.account_rules r where r.account_id = a.id);
  return (select string_agg(p.words, ' ' order by p.code) from jsonb_to_recordset(v_places) as p (code text, words text));
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.use_chart(text)');

comment on function private.account_of_chart(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'The account with this name and kind under this number or, where the number is of another account, under the next one that is free. It is added
where it is missing.';

comment on function private.is_shipped_account(public.ledger_accounts) is 'The account is as a chart brings it: nobody changed its number, name or kind.';

comment on function private.place_chart(pg_catalog.text,pg_catalog.uuid[]) is 'The account of each number of a chart. One that is as a chart brought it, and that nobody used, takes the name and kind of this chart. A used or
changed one keeps its own, and serves only the part of papers that it served: otherwise the part has the next free number, and words say so.';

comment on function private.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go.';

comment on function private.used_accounts() is 'Accounts with entries, and those that rules of the bank, of a service or of closed days lead to: they keep their name and kind.';

comment on function private.words_of_kept_account(pg_catalog.text,pg_catalog.uuid,pg_catalog.uuid,boolean) is 'What is said of a number of a chart that is of another account; nothing where it is free.';

comment on function public.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go.';

reset check_function_bodies;
