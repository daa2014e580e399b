-- Moved accounts: what was booked to an account by hand stands on its counterpart once the company keeps its books by another chart.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
create unique index moved_accounts_once_idx on public.moved_accounts (account_id, cost_account_id, from_day) nulls not distinct;
create index moved_accounts_cost_account_id_idx on public.moved_accounts (cost_account_id);
create index moved_accounts_to_account_id_idx on public.moved_accounts (to_account_id);
create index moved_accounts_to_cost_account_id_idx on public.moved_accounts (to_cost_account_id);
comment on table public.moved_accounts is
  'Accounts that lines of bills, bookings of the bank and entries by hand name, and the account of the chart of now that the journal books them to. Written by use_chart.';
comment on column public.moved_accounts.from_day is 'It counts for entries from this day on; null: for those of every day. The latest row counts.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.moved_accounts', '', p_audited => true, p_pages => '{payments}');
grant select on public.moved_accounts to authenticated;
create policy "whoever reads payments reads moved accounts" on public.moved_accounts for select to authenticated
  using ((select private.can('payments', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.meanings_of_chart(p_chart text) returns table (meaning text, code text, name text, is_cost boolean)
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
      ('other costs', '6900', '4980', null),
      ('machines', '1300', '0210', '433'), ('vans', '1310', '0350', '434'), ('equipment', '1320', '0410', '435')
    ) as n (meaning, general, skr03, snc)
   cross join lateral (select n.meaning, case p_chart when 'general' then n.general when 'skr03' then n.skr03 when 'snc' then n.snc end as code) as m
    left join private.other_accounts_of(p_chart) as o on o.code = m.code
    left join private.cost_chart_of(p_chart) as k on k.code = m.code
   where num_nonnulls(o.code, k.code) > 0
$$;
comment on function private.meanings_of_chart is
  'What the accounts of a chart are for, alike in every chart: a part of papers with its conditions, or a word for those of the bank and of costs. Accounts that only one chart has are left out.';

create function private.counterpart(p_code text, p_name text, p_chart text) returns table (account_id uuid, cost_account_id uuid)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_meaning text;
  v_target record;
begin
  -- An account whose number was taken has the next one that was free.
  if exists (select from private.meanings_of_chart(p_chart) as t where (left(t.code, 2), t.name) = (left(p_code, 2), p_name)) then
    return;
  end if;
  -- An account of several parts, such as gains and losses by the exchange, is that of the first.
  select m.meaning into v_meaning from unnest(array['general', 'skr03', 'snc']) as k (chart), private.meanings_of_chart(k.chart) as m
   where k.chart <> p_chart and (left(m.code, 2), m.name) = (left(p_code, 2), p_name) order by length(m.meaning), m.meaning limit 1;
  if v_meaning is null then
    return;
  end if;
  select t.* into v_target from private.meanings_of_chart(p_chart) as t
   where t.meaning in (v_meaning, split_part(v_meaning, '|', 1), case v_meaning when 'other costs' then 'costs' end)
   order by t.meaning <> v_meaning limit 1;
  if v_target.is_cost then
    return query select null::uuid, a.id from public.cost_accounts a where a.name = v_target.name and not a.archived order by a.code <> v_target.code, a.code limit 1;
  elsif exists (select from private.chart_of(p_chart) as c where c.code = v_target.code and c.part is not null) then
    -- That to which the rules lead now: an account of another chart may have the same name.
    return query select r.account_id, null::uuid from public.account_rules r
      where r.service_id is null and concat_ws('|', r.part, r.method, trim_scale(r.vat_rate), r.vat_treatment) = v_target.meaning order by r.from_day desc nulls last limit 1;
  else
    return query select a.id, null::uuid from public.ledger_accounts a where a.name = v_target.name and not a.archived order by a.code <> v_target.code, a.code limit 1;
  end if;
end $$;
comment on function private.counterpart is
  'The account of a chart for what this account, as another chart ships it, is for; no row for an account of the chart itself, of the company, or that the chart has no counterpart of.';

create function private.move_accounts(p_chart text, p_from date) returns void
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
                  union select null, f.account_id from public.fixed_assets f where f.account_id is not null
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
  update public.recurring_payments r set cost_account_id = c.cost_account_id
    from (select p.id, n.cost_account_id
            from public.recurring_payments p join public.cost_accounts k on k.id = p.cost_account_id
           cross join lateral private.counterpart(k.code, k.name, p_chart) as n where n.cost_account_id is not null) as c
   where c.id = r.id;
end $$;
comment on function private.move_accounts is
  'What bills, the bank and entries by hand name stands from a day on (null: on all days) on its counterpart in a chart; rules of the bank and of recurring payments propose that.';

create function private.moved_to(p_days date[]) returns table (era integer, id uuid, booked_as uuid)
  language sql stable security definer set search_path = ''
as $$
  select e.era, coalesce(m.account_id, m.cost_account_id), (array_agg(coalesce(m.to_account_id, m.to_cost_account_id) order by m.from_day desc nulls last))[1]
    from (select 0 as era, null::date as day union all select d.place::integer, d.day from unnest(p_days) with ordinality as d (day, place)) as e
    join public.moved_accounts m on m.from_day is null or m.from_day <= e.day
   group by 1, 2
$$;
comment on function private.moved_to is
  'Where accounts that somebody named are booked, in each era between the days of p_days (private.days_of_rules), as width_bucket counts them.';

create function private.stands_on(p_id uuid, p_day date) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select coalesce(m.to_account_id, m.to_cost_account_id) from public.moved_accounts m
     where p_id in (m.account_id, m.cost_account_id) and (m.from_day is null or m.from_day <= p_day) order by m.from_day desc nulls last limit 1), p_id);
end $$;
comment on function private.stands_on is 'The account on which the journal has what somebody booked to p_id on a day: that account itself, or its counterpart in the chart of that day.';

create function private.days_of_names(p_accounts uuid[]) returns table (named_id uuid, first_day date, last_day date)
  language sql stable security definer set search_path = ''
as $$
  with steps as (
    select coalesce(m.account_id, m.cost_account_id) as named_id, coalesce(m.to_account_id, m.to_cost_account_id) as booked_as,
           coalesce(m.from_day, '1900-01-01') as first_day, m.from_day is null as is_always, true as is_moved
      from public.moved_accounts m
    union all
    select n.id, n.id, '1900-01-01', true, false
      from (select unnest(p_accounts) as id union select coalesce(m.account_id, m.cost_account_id) from public.moved_accounts m) as n
  )
  select x.named_id, x.first_day, x.last_day
    from (select s.named_id, s.booked_as, s.first_day,
                 coalesce(lead(s.first_day) over (partition by s.named_id order by s.first_day, s.is_moved) - 1, '2200-01-01') as last_day
            from steps s) as x
   where x.booked_as = any (p_accounts) and x.first_day <= x.last_day
$$;
comment on function private.days_of_names is
  'Which accounts an entry may name, and on which days, so that the journal has it on one of p_accounts: these themselves, and those whose counterpart they are (private.stands_on).';

create function private.booked_to(p_accounts uuid[], p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, words text, amount numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with names as materialized (
    select * from private.days_of_names(p_accounts)
  )
  select b.booked_on, 8, b.method || '_entry', coalesce(b.reverses_id, b.id), b.id, b.number, concat_ws(' · ', b.party_name, b.words), b.amount - b.vat
    from public.bank_bookings b join names n on n.named_id = coalesce(b.account_id, b.cost_account_id) and b.booked_on between n.first_day and n.last_day
   where b.booked_on between p_from and p_to
  union all
  select e.on_date, 10, 'book_entry', e.id, e.id, e.entry_number, e.words, sum(l.amount)
    from public.book_entries e join public.book_entry_lines l on l.book_entry_id = e.id
    join names n on n.named_id = coalesce(l.account_id, l.cost_account_id) and e.on_date between n.first_day and n.last_day
   where e.on_date between p_from and p_to group by e.id having sum(l.amount) <> 0;
end $$;
comment on function private.booked_to is
  'What somebody booked to these accounts by naming one: entries of the bank, of the cash book and by hand, as the journal has them in whatever chart. Above zero is a debit. For
functions that asked for the right.';
