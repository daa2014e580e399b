set check_function_bodies = off;

drop routine private.used_accounts();

create or replace function private.leave_cost_charts(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = true
   where not a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                     where (c.code, c.name) = (a.code, a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (c.code, c.name) = (a.code, a.name));
  delete from public.cost_accounts a
   where a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                 where (c.code, c.name) = (a.code, a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (c.code, c.name) = (a.code, a.name))
     and not exists (select from public.supplier_invoice_items i where i.cost_account_id = a.id)
     and not exists (select from public.bank_bookings b where b.cost_account_id = a.id)
     and not exists (select from public.bank_rules r where r.cost_account_id = a.id)
     and not exists (select from public.book_entry_lines l where l.cost_account_id = a.id)
     and not exists (select from public.moved_accounts m where m.to_cost_account_id = a.id);
end $$;

create or replace function private.refuse_former_accounts(p_from date, p_to date) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_chart constant text := private.chart_in_use(p_to);
  v_words text;
begin
  select string_agg(distinct l.code || ' ' || l.account, ', ') into v_words
    from (select distinct j.code, j.account from private.journal_lines(p_from, p_to) as j where v_chart is not null) as l
   where exists (
     select from unnest(array['general', 'skr03', 'snc']) as k (chart)
      cross join lateral (select c.code, c.name from private.chart_of(k.chart) as c union all select c.code, c.name from private.cost_chart_of(k.chart) as c) as c
      where k.chart <> v_chart and (c.code, private.with_tax(c.name)) = (l.code, l.account))
     and not exists (
       select from (select c.code, c.name from private.chart_of(v_chart) as c union all select c.code, c.name from private.cost_chart_of(v_chart) as c) as c
        where (c.code, private.with_tax(c.name)) = (l.code, l.account));
  if v_words is not null then
    perform private.refuse('PT409', format('Entries of these days use numbers of another chart of accounts, which DATEV reads as other accounts: %s. '
      || 'Open the closed days again and choose the chart once more, so that their entries move to it, choose days after the change, or give these accounts other numbers or names.', left(v_words, 600)));
  end if;
end $$;

create or replace function private.days_of_rules() returns date[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select r.from_day from public.account_rules r where r.from_day is not null
               union select m.from_day from public.moved_accounts m where m.from_day is not null order by 1);
end $$;

create or replace function private.journal_lines(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text, account_id uuid, code text,
  account text, account_kind text, vat_rate numeric, vat_treatment text, amount numeric, part text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_days constant date[] := private.days_of_rules();
begin
  return query
  with raw as materialized (
    select x.*, width_bucket(x.on_date, v_days) as era, concat_ws('|', x.part, x.service_id, x.vat_rate, x.treated, x.method) collate "C" as met
      from private.journal_parts(p_from, p_to) as x
  ), moved as materialized (
    select * from private.moved_to(v_days)
  ), chosen as materialized (
    select w.met, w.era, private.account_by_rules(w.part, w.service_id, w.vat_rate, w.treated, w.method, v_days[w.era]) as account_id
      from (select b.met, b.era, b.part, b.service_id, b.vat_rate, b.treated, b.method from raw b where b.cost_account_id is null
             group by 1, 2, 3, 4, 5, 6, 7) as w
  )
  select b.on_date, b.sort, b.kind, b.id, b.entry_id, b.number, b.contact_id, b.words, coalesce(k.id, a.id), coalesce(k.code, a.code),
         coalesce(k.name, a.name), coalesce(a.kind, 'cost'), b.vat_rate, b.vat_treatment, b.amount, b.part
    from raw b
    left join moved m on m.id = b.cost_account_id and m.era = b.era
    left join public.cost_accounts k on k.id = coalesce(m.booked_as, b.cost_account_id)
    left join chosen c on b.cost_account_id is null and c.met = b.met and c.era = b.era
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, m.booked_as, b.cost_account_id);
end $$;

create or replace function private.journal_openings(p_day date)
returns table (part text, contact_id uuid, account_id uuid, code text, account text, account_kind text, is_earlier boolean, first_day date, amount numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_days constant date[] := private.days_of_rules();
  v_year constant date := private.year_begins(p_day);
begin
  return query
  with sums as materialized (
    select x.part, case when x.part in ('clients', 'suppliers') then x.contact_id end as contact_id, x.cost_account_id, x.service_id, x.vat_rate, x.treated,
           x.method, width_bucket(x.on_date, v_days) as era, x.on_date < v_year as is_earlier, min(x.on_date) as first_day, sum(x.amount) as amount
      from private.journal_parts('1900-01-01', p_day - 1) as x group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), moved as materialized (
    select * from private.moved_to(v_days)
  ), chosen as materialized (
    select w.*, private.account_by_rules(w.part, w.service_id, w.vat_rate, w.treated, w.method, v_days[w.era]) as account_id
      from (select distinct s.part, s.service_id, s.vat_rate, s.treated, s.method, s.era from sums s where s.cost_account_id is null) as w
  )
  select s.part, s.contact_id, coalesce(k.id, a.id), coalesce(k.code, a.code), coalesce(k.name, a.name), coalesce(a.kind, 'cost'), s.is_earlier,
         min(s.first_day), sum(s.amount)
    from sums s
    left join chosen c on s.cost_account_id is null
     and (c.part, c.era) = (s.part, s.era) and (c.service_id, c.vat_rate, c.treated, c.method) is not distinct from (s.service_id, s.vat_rate, s.treated, s.method)
    left join moved m on m.id = s.cost_account_id and m.era = s.era
    left join public.cost_accounts k on k.id = coalesce(m.booked_as, s.cost_account_id)
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, m.booked_as, s.cost_account_id)
   group by 1, 2, 3, 4, 5, 6, 7;
end $$;

create or replace function private.other_accounts_of(p_chart text) returns table (code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  select c.code, c.name, c.kind
    from (values
      ('general', '2250', '{Tax} payments and refunds', 'liability'),
      ('general', '2500', 'Loans', 'liability'),
      ('general', '3100', 'Money put in by the owner', 'equity'),
      ('general', '3200', 'Money taken out by the owner', 'equity'),
      ('general', '4700', 'Other income', 'income'),
      ('general', '4710', 'Interest received', 'income'),
      ('general', '4720', 'Insurance payments received', 'income'),
      ('general', '6700', 'Wages and social security', 'cost'),
      ('general', '6800', 'Taxes of the company', 'cost'),
      ('general', '6970', 'Interest paid', 'cost'),
      ('skr03', '1590', 'Durchlaufende Posten', 'asset'),
      ('skr03', '1705', 'Darlehen', 'liability'),
      ('skr03', '1740', 'Verbindlichkeiten aus Lohn und Gehalt', 'liability'),
      ('skr03', '1741', 'Verbindlichkeiten aus Lohn- und Kirchensteuer', 'liability'),
      ('skr03', '1742', 'Verbindlichkeiten im Rahmen der sozialen Sicherheit', 'liability'),
      ('skr03', '1780', 'Umsatzsteuer-Vorauszahlungen', 'liability'),
      ('skr03', '1790', 'Umsatzsteuer Vorjahr', 'liability'),
      ('skr03', '1800', 'Privatentnahmen allgemein', 'equity'),
      ('skr03', '1810', 'Privatsteuern', 'equity'),
      ('skr03', '1890', 'Privateinlagen', 'equity'),
      ('skr03', '2100', 'Zinsen und ähnliche Aufwendungen', 'cost'),
      ('skr03', '2200', 'Körperschaftsteuer', 'cost'),
      ('skr03', '2650', 'Sonstige Zinsen und ähnliche Erträge', 'income'),
      ('skr03', '2700', 'Andere betriebs- und/oder periodenfremde (neutrale) sonstige Erträge', 'income'),
      ('skr03', '2742', 'Versicherungsentschädigungen und Schadenersatzleistungen', 'income'),
      ('skr03', '4100', 'Löhne und Gehälter', 'cost'),
      ('skr03', '4320', 'Gewerbesteuer', 'cost'),
      ('skr03', '4340', 'Sonstige Betriebssteuern', 'cost'),
      ('skr03', '8603', 'Sonstige betriebliche Erträge', 'income'),
      ('skr03', '8640', 'Sonstige Erträge betrieblich und regelmäßig 19 % USt', 'income'),
      ('snc', '231', 'Remunerações a pagar', 'liability'),
      ('snc', '241', 'Imposto sobre o rendimento', 'liability'),
      ('snc', '242', 'Retenção de impostos sobre rendimentos', 'liability'),
      ('snc', '2436', 'IVA – A pagar', 'liability'),
      ('snc', '2437', 'IVA – A recuperar', 'asset'),
      ('snc', '245', 'Contribuições para a Segurança Social', 'liability'),
      ('snc', '2511', 'Empréstimos bancários', 'liability'),
      ('snc', '268', 'Acionistas/sócios – Outras operações', 'liability'),
      ('snc', '632', 'Remunerações do pessoal', 'cost'),
      ('snc', '681', 'Impostos', 'cost'),
      ('snc', '691', 'Juros suportados', 'cost'),
      ('snc', '781', 'Rendimentos suplementares', 'income'),
      ('snc', '7872', 'Sinistros', 'income'),
      ('snc', '7888', 'Outros rendimentos não especificados', 'income'),
      ('snc', '791', 'Juros obtidos', 'income')
    ) as c (chart, code, name, kind)
   where c.chart = p_chart
$$;

create or replace function private.used_accounts(p_moves boolean) returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select l.account_id from private.journal_lines('1900-01-01', '2200-01-01') as l where not p_moves and l.account_id is not null
  union select b.account_id from public.bank_bookings b where b.account_id is not null
  union select b.account_id from public.bank_rules b where b.account_id is not null
  union select l.account_id from public.book_entry_lines l where l.account_id is not null
  union select r.account_id from public.account_rules r where r.service_id is not null or private.books_closed_to() is not null
$$;

create or replace function private.use_chart(p_chart text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant date := private.books_closed_to() + 1;
  v_used constant uuid[] := array(select u from private.used_accounts(v_from is null) as u);
  v_places jsonb;
  v_row record;
begin
  perform private.must('payments', 'edit', 'change the accounts of the books');
  if not exists (select from private.chart_of(p_chart)) then
    perform private.refuse('22023', 'Please choose one of the charts of accounts');
  end if;
  perform private.keep_year_whole(p_chart, v_from);
  perform private.leave_cost_charts(p_chart);
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
     where c.part is not null
  loop
    insert into public.account_rules (part, account_id, vat_rate, vat_treatment, method, from_day)
    values (v_row.part, v_row.account_id, v_row.vat_rate, v_row.vat_treatment, v_row.method, v_from)
    on conflict (part, service_id, vat_rate, vat_treatment, method, from_day) do update set account_id = excluded.account_id;
  end loop;
  delete from public.ledger_accounts a where a.id <> all (v_used) and private.is_shipped_account(a)
    and not exists (select from private.chart_of(p_chart) as c where c.code = a.code)
    and not exists (select from public.account_rules r where r.account_id = a.id)
    and not exists (select from public.moved_accounts m where m.to_account_id = a.id);
  perform private.enter_cost_chart(p_chart);
  perform private.move_accounts(p_chart, v_from);
  return (select string_agg(p.words, ' ' order by p.code) from jsonb_to_recordset(v_places) as p (code text, words text));
end $$;

create table public.moved_accounts (
  id                 uuid primary key default gen_random_uuid(),
  account_id         uuid references public.ledger_accounts (id) on delete cascade,
  cost_account_id    uuid references public.cost_accounts (id) on delete cascade,
  to_account_id      uuid references public.ledger_accounts (id) on delete restrict,
  to_cost_account_id uuid references public.cost_accounts (id) on delete restrict,
  from_day           date,
  created_at         timestamptz not null default now(),
  constraint moved_accounts_one_account check (num_nonnulls(account_id, cost_account_id) = 1),
  constraint moved_accounts_to_one_account check (num_nonnulls(to_account_id, to_cost_account_id) = 1),
  constraint moved_accounts_day_is_believable check (from_day between '2000-01-01' and '2100-01-01')
);

create or replace function private.meanings_of_chart(p_chart text) returns table (meaning text, code text, name text, is_cost boolean)
  language sql stable security definer set search_path = ''
as $$
  select concat_ws('|', c.part, c.method, trim_scale(c.vat_rate), c.vat_treatment), c.code, private.with_tax(c.name), false
    from private.chart_of(p_chart) as c where c.part is not null
  union all
  select m.meaning, m.code, coalesce(private.with_tax(o.name), k.name), k.code is not null
    from (values
      ('tax office', '2250', '1780', '2436'), ('loans', '2500', '1705', '2511'), ('owner in', '3100', '1890', '268'), ('owner out', '3200', '1800', '268'),
      ('other income', '4700', '2700', '7888'), ('interest in', '4710', '2650', '791'), ('insurance', '4720', '2742', '7872'), ('wages', '6700', '4100', '632'),
      ('taxes', '6800', '4340', '681'), ('interest out', '6970', '2100', '691'),
      ('materials', '5000', '3000', '612'), ('subcontractors', '5100', '3100', '621'), ('freight', '5200', '3800', '6253'), ('rent', '6000', '4210', '6261'),
      ('power', '6100', '4240', '6241'), ('vehicles', '6200', '4500', '6242'), ('repairs', '6300', '4800', '6226'), ('telephone', '6400', '4920', '6262'),
      ('other costs', '6900', '4980', null)
    ) as n (meaning, general, skr03, snc)
   cross join lateral (select n.meaning, case p_chart when 'general' then n.general when 'skr03' then n.skr03 when 'snc' then n.snc end as code) as m
    left join private.other_accounts_of(p_chart) as o on o.code = m.code
    left join private.cost_chart_of(p_chart) as k on k.code = m.code
   where num_nonnulls(o.code, k.code) > 0
$$;

create or replace function private.counterpart(p_code text, p_name text, p_chart text) returns table (account_id uuid, cost_account_id uuid)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_meaning text;
  v_target record;
begin
  if exists (select from private.meanings_of_chart(p_chart) as t where (t.code, t.name) = (p_code, p_name)) then
    return;
  end if;
  -- An account of several parts, such as gains and losses by the exchange, is that of the first.
  select m.meaning into v_meaning from unnest(array['general', 'skr03', 'snc']) as k (chart), private.meanings_of_chart(k.chart) as m
   where k.chart <> p_chart and (m.code, m.name) = (p_code, p_name) order by length(m.meaning), m.meaning limit 1;
  if v_meaning is null then
    return;
  end if;
  select t.* into v_target from private.meanings_of_chart(p_chart) as t
   where t.meaning in (v_meaning, split_part(v_meaning, '|', 1), case v_meaning when 'other costs' then 'costs' end)
   order by t.meaning <> v_meaning limit 1;
  if v_target.is_cost then
    return query select null::uuid, a.id from public.cost_accounts a where (a.code, a.name) = (v_target.code, v_target.name) limit 1;
  else
    return query select a.id, null::uuid from public.ledger_accounts a where a.name = v_target.name and not a.archived order by a.code <> v_target.code, a.code limit 1;
  end if;
end $$;

create or replace function private.move_accounts(p_chart text, p_from date) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- With all days open nothing stays of an earlier change.
  delete from public.moved_accounts m where p_from is null or m.from_day >= p_from;
  insert into public.moved_accounts (account_id, cost_account_id, to_account_id, to_cost_account_id, from_day)
  select u.account_id, u.cost_account_id, coalesce(c.account_id, case when c.cost_account_id is null then u.account_id end),
         coalesce(c.cost_account_id, case when c.account_id is null then u.cost_account_id end), p_from
    from (select x.account_id, x.cost_account_id, coalesce(a.code, k.code) as code, coalesce(a.name, k.name) as name
            from (select null::uuid as account_id, i.cost_account_id from public.supplier_invoice_items i where i.cost_account_id is not null
                  union select b.account_id, b.cost_account_id from public.bank_bookings b
                  union select l.account_id, l.cost_account_id from public.book_entry_lines l) as x
            left join public.ledger_accounts a on a.id = x.account_id left join public.cost_accounts k on k.id = x.cost_account_id) as u
    left join lateral private.counterpart(u.code, u.name, p_chart) as c on true
   where num_nonnulls(c.account_id, c.cost_account_id) > 0
      -- Back on its own account, after closed days on another one.
      or exists (select from public.moved_accounts m where (m.account_id, m.cost_account_id) is not distinct from (u.account_id, u.cost_account_id));
  update public.bank_rules r set account_id = c.account_id, cost_account_id = c.cost_account_id
    from (select b.id, n.account_id, n.cost_account_id
            from public.bank_rules b left join public.ledger_accounts a on a.id = b.account_id left join public.cost_accounts k on k.id = b.cost_account_id
           cross join lateral private.counterpart(coalesce(a.code, k.code), coalesce(a.name, k.name), p_chart) as n) as c
   where c.id = r.id;
end $$;

create or replace function private.moved_to(p_days date[]) returns table (era integer, id uuid, booked_as uuid)
  language sql stable security definer set search_path = ''
as $$
  select e.era, coalesce(m.account_id, m.cost_account_id), (array_agg(coalesce(m.to_account_id, m.to_cost_account_id) order by m.from_day desc nulls last))[1]
    from (select 0 as era, null::date as day union all select d.place::integer, d.day from unnest(p_days) with ordinality as d (day, place)) as e
    join public.moved_accounts m on m.from_day is null or m.from_day <= e.day
   group by 1, 2
$$;

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.moved_accounts', '', p_audited => true, p_pages => '{payments}');

create index moved_accounts_cost_account_id_idx on public.moved_accounts (cost_account_id);

create unique index moved_accounts_once_idx on public.moved_accounts (account_id, cost_account_id, from_day) nulls not distinct;

create index moved_accounts_to_account_id_idx on public.moved_accounts (to_account_id);

create index moved_accounts_to_cost_account_id_idx on public.moved_accounts (to_cost_account_id);

create policy "whoever reads payments reads moved accounts" on public.moved_accounts for select to authenticated
  using ((select private.can('payments', 'view')));

comment on function private.days_of_rules() is 'The days from which rules to accounts count, and from which accounts are moved, the earliest first: between two of them every day has the same rules.';

comment on function private.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on, which has to be the first of a financial year for another chart. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go. The cost accounts
of lines of bills follow the chart, and entries that name an account stand on its counterpart (private.move_accounts).';

comment on function public.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on, which has to be the first of a financial year for another chart. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go. The cost accounts
of lines of bills follow the chart, and entries that name an account stand on its counterpart (private.move_accounts).';

grant select on table public.moved_accounts to authenticated;

comment on function private.counterpart(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'The account of a chart for what this account, as another chart ships it, is for; no row for an account of the chart itself, of the company, or that the chart has no counterpart of.';

comment on function private.meanings_of_chart(pg_catalog.text) is 'What the accounts of a chart are for, alike in every chart: a part of papers with its conditions, or a word for those of the bank and of costs. Accounts that only one chart has are left out.';

comment on function private.move_accounts(pg_catalog.text,pg_catalog.date) is 'What bills, the bank and entries by hand name stands from a day on (null: on all days) on its counterpart in a chart; rules of the bank propose that.';

comment on function private.moved_to(pg_catalog.date[]) is 'Where accounts that somebody named are booked, in each era between the days of p_days (private.days_of_rules), as width_bucket counts them.';

comment on function private.used_accounts(boolean) is 'Accounts that keep their name and kind: those that somebody named for an entry of the bank, an entry by hand or a service, and, unless all entries move (p_moves), those with entries
and those that rules of closed days lead to.';

comment on column public.moved_accounts.from_day is 'It counts for entries from this day on; null: for those of every day. The latest row counts.';

comment on table public.moved_accounts is 'Accounts that lines of bills, bookings of the bank and entries by hand name, and the account of the chart of now that the journal books them to. Written by use_chart.';

reset check_function_bodies;
