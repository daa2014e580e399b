set check_function_bodies = off;

alter table public.account_rules drop constraint account_rules_part_is_known;

alter table public.cost_accounts add column kind text not null default 'cost'::text;

alter table public.cost_accounts add column written_down_on uuid;

create or replace function private.account_choice(p_id uuid, p_vat_rate numeric, p_method text default 'bank') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account public.ledger_accounts;
  v_cost public.cost_accounts;
begin
  select * into v_account from public.ledger_accounts where id = p_id;
  select * into v_cost from public.cost_accounts where id = p_id;
  if num_nonnulls(v_account.id, v_cost.id) = 0 then
    perform private.refuse('22023', 'Please choose the account');
  elsif coalesce(v_account.archived, v_cost.archived) then
    perform private.refuse('PT409', format('%s is archived. Please choose another account.', private.account_in_words(v_account.id, v_cost.id)));
  elsif exists (select from public.cost_accounts k where k.kind = 'asset' and p_id in (k.id, k.written_down_on)) then
    perform private.refuse('PT409', format('%s is moved by bills and the register of fixed assets only. Please enter the bill of the supplier, and pay it by this entry.',
      private.account_in_words(v_account.id, v_cost.id)));
  elsif private.is_of_papers(p_id) then
    perform private.refuse('PT409', format('%s is moved by papers and their payments only. Please choose the client or the supplier, or another account.', v_account.label));
  elsif p_method = 'cash' and private.is_money(p_id, 'cash') then
    perform private.refuse('PT409', format('%s is the till itself. Please choose the account of the other side.', v_account.label));
  elsif p_method = 'cash' and private.is_money(p_id, 'bank') then
    perform private.refuse('PT409', format('%s is the account of the bank. Please say that the money was brought to the bank, or taken from it.', v_account.label));
  elsif private.is_money(p_id, 'bank') then
    perform private.refuse('PT409', format('%s is the account of this statement. Please choose the account of the other side.', v_account.label));
  elsif p_vat_rate is not null and v_cost.id is null and v_account.kind <> 'income' then
    perform private.refuse('22023', private.with_tax('{Tax} is only in costs and income: please choose an account of these, or no {tax}'));
  elsif p_vat_rate is not null and v_cost.id is null and (select s.tax_kind = 'sales_tax' from public.company_settings s) then
    perform private.refuse('22023', private.with_tax('{Tax} is owed for invoices alone: please make one, or choose no {tax}'));
  elsif private.rate_problem(p_id, p_vat_rate) is not null then
    perform private.refuse('22023', private.rate_problem(p_id, p_vat_rate));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('account_id', v_account.id, 'cost_account_id', v_cost.id, 'vat_rate', trim_scale(p_vat_rate)::text));
end $$;

create or replace function private.is_of_papers(p_account_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.account_rules r
     where r.account_id = p_account_id and r.part in ('clients', 'suppliers', 'deposits', 'vat_waiting', 'vat_purchases_waiting'))
    or exists (select from public.cost_accounts k where k.kind = 'asset' and p_account_id in (k.id, k.written_down_on));
end $$;

create or replace function private.line_problem(p_line jsonb, p_place bigint) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_debit constant text := coalesce(p_line ->> 'debit', '');
  v_credit constant text := coalesce(p_line ->> 'credit', '');
  v_account public.ledger_accounts;
  v_cost public.cost_accounts;
begin
  select * into v_account from public.ledger_accounts where id = private.uuid_or_null(p_line ->> 'account');
  select * into v_cost from public.cost_accounts where id = private.uuid_or_null(p_line ->> 'account');
  return format('Line %s: ', p_place) || coalesce(
    private.amount_problem('Debit', v_debit, 2, 999999999999), private.amount_problem('Credit', v_credit, 2, 999999999999),
    case
      when num_nonnulls(v_account.id, v_cost.id) = 0 then 'Please choose the account'
      when coalesce(v_account.archived, v_cost.archived) then format('%s is archived. Please choose another account', private.account_in_words(v_account.id, v_cost.id))
      when exists (select from public.cost_accounts k where k.kind = 'asset' and coalesce(v_account.id, v_cost.id) in (k.id, k.written_down_on))
        then format('%s is moved by bills and the register of fixed assets only', private.account_in_words(v_account.id, v_cost.id))
      when private.is_of_papers(v_account.id) then format('%s is moved by papers and their payments only', v_account.label)
      when coalesce(private.plain_or_null(v_debit), 0) + coalesce(private.plain_or_null(v_credit), 0) = 0 then 'Please enter a debit or a credit'
      when coalesce(private.plain_or_null(v_debit), 0) <> 0 and coalesce(private.plain_or_null(v_credit), 0) <> 0 then 'A line has a debit or a credit, not both'
      when char_length(p_line ->> 'words') > 500 then 'The text has at most 500 characters' end);
end $$;

create or replace function private.closing_checks(p_to date) returns table (part text, number bigint, amount text, orders jsonb, periods jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'close the books');
  return query
  with found (part, value, of_order, days) as (
    select 'bank_entries', null::numeric, null::jsonb, null::jsonb from public.bank_entries e where e.status = 'open' and e.booked_on <= p_to
    union all
    select 'draft_invoices', private.worth(v.net + v.vat, v.rate), null, null from public.invoices v where v.status = 'draft' and private.day_of(v.created_at) <= p_to
    union all
    select 'draft_credit_notes', private.worth(n.net + n.vat, n.rate), null, null from public.credit_notes n where n.status = 'draft' and private.day_of(n.created_at) <= p_to
    union all
    select 'to_invoice', private.worth(t.net, o.rate), null, null from private.to_invoice() as t join public.orders o on o.id = t.order_id where private.day_of(t.since) <= p_to
    union all
    select 'deposits_without_invoice', private.worth_of_open(p.open, p.amount, p.worth), null, null from public.payments p
     where p.order_id is not null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    -- Free again on an order with nothing left to invoice. Few deposits are looked at: those whose invoice was credited, or that no invoice deducts whole.
    select 'deposits_without_invoice', private.worth(u.gross, o.rate), jsonb_build_object('id', o.id, 'number', o.order_number, 'gross', private.amount_text(u.gross)), null
      from (select distinct d.order_id from public.invoices d
             where d.kind = 'deposit' and d.status not in ('draft', 'void') and d.issue_date <= p_to
               and (exists (select from public.invoice_items i join public.credit_notes n on n.invoice_id = i.invoice_id where i.deducts_invoice_id = d.id)
                 or d.net > (select coalesce(-sum(i.net), 0) from public.invoice_items i where i.deducts_invoice_id = d.id))) as of_order
      join public.orders o on o.id = of_order.order_id
     cross join lateral private.unused_deposits(o.id) as u where u.issue_date <= p_to
    union all
    select 'open_payments', private.worth_of_open(p.open, p.amount, p.worth), null, null from public.payments p
     where p.order_id is null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    select 'unapproved_bills', case when s.currency = private.books_currency() then s.gross end, null, null from public.supplier_invoices s where s.status in ('received', 'disputed') and s.booked_on <= p_to
    union all
    select 'foreign_bills', null, null, null from public.supplier_invoices s where s.currency <> private.books_currency() and s.booked_on <= p_to
    union all
    select 'costs_without_account', c.amount, null, null from private.costs_without_account(coalesce(private.books_closed_to() + 1, '1900-01-01'), p_to) as c
    union all
    select 'assets_without_register', l.amount, null, null from private.lines_not_in_register(coalesce(private.books_closed_to() + 1, '-infinity'), p_to) as l
    union all
    select 'unpaid_runs', r.total, null, null from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null, null, null from private.ledger_differences(p_to)
    union all
    select case when r.is_changed then 'changed_returns' else 'returns_to_file' end, null, null, jsonb_build_object('from', r.from_day, 'to', r.to_day)
      from private.returns_to_file(p_to) as r
    union all
    select 'cash_differs', abs(d.amount), null, null from (select private.till_difference(p_to) as amount) as d where d.amount <> 0
    union all
    select 'bank_differs', case when a.currency = private.books_currency() then abs(a.said - a.opening - a.listed) end, null, null
      from private.bank_accounts_as_at(p_to) as a where a.said <> a.opening + a.listed
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end,
         coalesce(jsonb_agg(f.of_order order by f.of_order ->> 'number') filter (where f.of_order is not null), '[]'),
         coalesce(jsonb_agg(f.days order by f.days ->> 'from') filter (where f.days is not null), '[]')
    from found f group by f.part;
end $$;

create or replace function private.cost_chart_of(p_chart text) returns table (code text, name text)
  language sql immutable set search_path = ''
as $$
  select c.code, c.name
    from (values
      ('general', '5000', 'Materials'),
      ('general', '5100', 'Subcontractors'),
      ('general', '5200', 'Freight'),
      ('general', '6000', 'Rent'),
      ('general', '6100', 'Electricity and water'),
      ('general', '6200', 'Vehicles and fuel'),
      ('general', '6300', 'Machines and repairs'),
      ('general', '6400', 'Software and telephone'),
      ('general', '6900', 'Other costs'),
      ('skr03', '3000', 'Roh-, Hilfs- und Betriebsstoffe'),
      ('skr03', '3100', 'Fremdleistungen'),
      ('skr03', '3800', 'Bezugsnebenkosten'),
      ('skr03', '4210', 'Miete (unbewegliche Wirtschaftsgüter)'),
      ('skr03', '4240', 'Gas, Strom, Wasser'),
      ('skr03', '4500', 'Fahrzeugkosten'),
      ('skr03', '4800', 'Reparaturen und Instandhaltung von technischen Anlagen und Maschinen'),
      ('skr03', '4806', 'Wartungskosten für Hard- und Software'),
      ('skr03', '4920', 'Telefon'),
      ('skr03', '4980', 'Sonstiger Betriebsbedarf'),
      ('snc', '612', 'Matérias-primas, subsidiárias e de consumo'),
      ('snc', '621', 'Subcontratos'),
      ('snc', '6226', 'Conservação e reparação'),
      ('snc', '6241', 'Eletricidade'),
      ('snc', '6242', 'Combustíveis'),
      ('snc', '6243', 'Água'),
      ('snc', '6253', 'Transportes de mercadorias'),
      ('snc', '6261', 'Rendas e alugueres'),
      ('snc', '6262', 'Comunicação')
    ) as c (chart, code, name)
   where c.chart = p_chart
  union all
  select a.code, a.name from private.asset_accounts_of(p_chart) as a
$$;

create or replace function private.asset_accounts_of(p_chart text) returns table (code text, name text, written_down_on text)
  language sql immutable set search_path = ''
as $$
  select c.code, c.name, c.written_down_on
    from (values
      ('general', '1300', 'Machines', '1390'),
      ('general', '1310', 'Vehicles', '1390'),
      ('general', '1320', 'Office equipment', '1390'),
      ('skr03', '0210', 'Maschinen', null),
      ('skr03', '0320', 'Pkw', null),
      ('skr03', '0350', 'Lkw', null),
      ('skr03', '0410', 'Geschäftsausstattung', null),
      ('skr03', '0480', 'Geringwertige Wirtschaftsgüter', null),
      ('snc', '433', 'Equipamento básico', '438'),
      ('snc', '434', 'Equipamento de transporte', '438'),
      ('snc', '435', 'Equipamento administrativo', '438')
    ) as c (chart, code, name, written_down_on)
   where c.chart = p_chart
$$;

create or replace function private.enter_asset_accounts(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row record;
begin
  for v_row in select c.* from private.asset_accounts_of(p_chart) as c loop
    continue when exists (select from public.cost_accounts a where (left(a.code, 2), a.name, a.kind) = (left(v_row.code, 2), v_row.name, 'asset'));
    insert into public.cost_accounts (code, name, kind, written_down_on)
    select f.code, v_row.name, 'asset', case when v_row.written_down_on is not null then (
             select private.account_of_chart(p_chart, o.code, o.name, o.kind) from private.other_accounts_of(p_chart) as o where o.code = v_row.written_down_on) end
      from private.numbers_from(v_row.code) as f
     where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = f.code) and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = f.code)
       and (f.place = 0 or not exists (select from private.cost_chart_of(p_chart) as o where o.code = f.code) and not exists (select from private.chart_of(p_chart) as o where o.code = f.code))
     order by f.place limit 1;
  end loop;
end $$;

create or replace function private.leave_cost_charts(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = true
   where not a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                     where (left(c.code, 2), c.name) = (left(a.code, 2), a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name));
  delete from public.cost_accounts a
   where a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                 where (left(c.code, 2), c.name) = (left(a.code, 2), a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name))
     and not exists (select from public.supplier_invoice_items i where i.cost_account_id = a.id)
     and not exists (select from public.bank_bookings b where b.cost_account_id = a.id)
     and not exists (select from public.bank_rules r where r.cost_account_id = a.id)
     and not exists (select from public.book_entry_lines l where l.cost_account_id = a.id)
     and not exists (select from public.moved_accounts m where m.to_cost_account_id = a.id)
     and not exists (select from public.recurring_payments p where p.cost_account_id = a.id)
     and not exists (select from public.fixed_assets f where f.account_id = a.id);
end $$;

create or replace function private.enter_cost_chart(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = false
    from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name) and a.archived;
  perform private.enter_asset_accounts(p_chart);
  insert into public.cost_accounts (code, name)
  select n.code, c.name from private.cost_chart_of(p_chart) as c
   cross join lateral (
     select f.code from private.numbers_from(c.code) as f
      where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = f.code) and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = f.code)
        and (f.place = 0 or not exists (select from private.cost_chart_of(p_chart) as o where o.code = f.code) and not exists (select from private.chart_of(p_chart) as o where o.code = f.code))
      order by f.place limit 1) as n
   where not exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code or (left(a.code, 2), a.name) = (left(c.code, 2), c.name));
end $$;

create or replace function private.guard_account_kind() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.supplier_invoice_items i where i.cost_account_id = new.id) or exists (select from public.bank_bookings b where b.cost_account_id = new.id)
    or exists (select from public.book_entry_lines l where l.cost_account_id = new.id) or exists (select from public.fixed_assets f where f.account_id = new.id)
    or exists (select from public.moved_accounts m where new.id in (m.cost_account_id, m.to_cost_account_id))
  then
    perform private.refuse('PT409', format('Account %s has entries: it stays what it is. Please add another account instead.', btrim(old.code)));
  end if;
  return new;
end $$;

create table public.fixed_assets (
  id                  uuid primary key default gen_random_uuid(),
  asset_number        text not null unique,
  name                text not null,
  bought_on           date not null,
  bill_line_id        uuid references public.supplier_invoice_items (id) on delete restrict,
  account_id          uuid references public.cost_accounts (id) on delete restrict,
  cost                numeric(14, 2),
  opening_on          date,
  opening_written_off numeric(14, 2),
  disposed_on         date,
  proceeds            numeric(14, 2),
  note                text,
  created_by          uuid default auth.uid() references auth.users (id) on delete set null,
  created_at          timestamptz not null default now(),
  row_version         integer not null default 1,
  constraint fixed_assets_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 220),
  constraint fixed_assets_texts_length check (char_length(asset_number) <= 40 and char_length(note) <= 2000),
  constraint fixed_assets_days_are_believable check (bought_on between '1950-01-01' and '2100-01-01' and opening_on between '2000-01-01' and '2100-01-01'
    and disposed_on between '2000-01-01' and '2100-01-01'),
  constraint fixed_assets_of_a_bill_or_the_former_books check (
    num_nonnulls(account_id, cost, opening_on, opening_written_off) = case when bill_line_id is null then 4 else 0 end),
  constraint fixed_assets_opening_is_worth_something check (cost > 0 and opening_written_off between 0 and cost),
  constraint fixed_assets_opening_after_the_purchase check (opening_on >= bought_on),
  constraint fixed_assets_proceeds_with_a_disposal check ((disposed_on is null) = (proceeds is null) and proceeds >= 0),
  constraint fixed_assets_disposal_after_the_purchase check (disposed_on >= bought_on and disposed_on >= opening_on)
);

create table public.fixed_asset_lives (
  id          uuid primary key default gen_random_uuid(),
  asset_id    uuid not null references public.fixed_assets (id) on delete cascade,
  from_month  date not null,
  life_months integer not null,
  constraint fixed_asset_lives_month_begins check (extract(day from from_month) = 1 and from_month between '2000-01-01' and '2100-01-01'),
  constraint fixed_asset_lives_life_range check (life_months between 1 and 600),
  constraint fixed_asset_lives_once_a_month unique (asset_id, from_month)
);

create or replace function private.months_between(p_from date, p_to date) returns integer
  language sql immutable parallel safe set search_path = ''
as $$
  select ((extract(year from p_to) - extract(year from p_from)) * 12 + extract(month from p_to) - extract(month from p_from))::integer
$$;

create or replace function private.month_ends(p_day date) returns date
  language sql immutable parallel safe set search_path = ''
as $$
  select (date_trunc('month', p_day::timestamp) + interval '1 month - 1 day')::date
$$;

create or replace function private.written_down(p_value numeric, p_months integer, p_after integer) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_after >= p_months then p_value else trunc(p_value / p_months, 2) * greatest(p_after, 0) end
$$;

create or replace function private.assets()
returns table (id uuid, number text, name text, account_id uuid, bought_on date, cost numeric, in_books_on date, is_opening boolean, opening numeric, disposed_on date, proceeds numeric)
  language sql stable security definer set search_path = ''
as $$
  select a.id, a.asset_number, a.name, coalesce(a.account_id, l.cost_account_id), a.bought_on, coalesce(a.cost, l.net + l.vat + l.own_vat - l.deducted),
         coalesce(a.opening_on, b.booked_on), a.opening_on is not null, coalesce(a.opening_written_off, 0), a.disposed_on, a.proceeds
    from public.fixed_assets a
    left join public.supplier_invoice_items l on l.id = a.bill_line_id
    left join public.supplier_invoices b on b.id = l.supplier_invoice_id
$$;

create or replace function private.asset_plan(p_id uuid default null) returns table (asset_id uuid, on_date date, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with recursive terms as materialized (
    select l.asset_id, l.from_month, row_number() over (partition by l.asset_id order by l.from_month) as place,
           coalesce(lead(l.from_month) over (partition by l.asset_id order by l.from_month), '2200-01-01') as until,
           greatest(l.life_months - private.months_between(a.bought_on, l.from_month), 1) as months, a.cost - a.opening as worth
      from public.fixed_asset_lives l join private.assets() as a on a.id = l.asset_id
     where p_id is null or l.asset_id = p_id
  ), spread as (
    select t.* from terms t where t.place = 1
    union all
    select t.asset_id, t.from_month, t.place, t.until, t.months, s.worth - private.written_down(s.worth, s.months, private.months_between(s.from_month, t.from_month))
      from spread s join terms t on t.asset_id = s.asset_id and t.place = s.place + 1 where s.place < 1000
  )
  select s.asset_id, private.month_ends((s.from_month + make_interval(months => n.n - 1))::date),
         private.written_down(s.worth, s.months, n.n) - private.written_down(s.worth, s.months, n.n - 1)
    from spread s cross join lateral generate_series(1, least(s.months, private.months_between(s.from_month, s.until))) as n (n)
   where s.worth <> 0
$$;

create or replace function private.asset_months(p_from date, p_to date, p_id uuid default null) returns table (asset_id uuid, on_date date, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select p.asset_id, p.on_date, p.amount
    from private.asset_plan(p_id) as p join public.fixed_assets a on a.id = p.asset_id
   where p.on_date between p_from and least(p_to, private.company_today()) and p.amount <> 0 and (a.disposed_on is null or p.on_date <= a.disposed_on)
$$;

create or replace function private.journal_of_assets(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with moves as (
    select a.in_books_on as on_date, a.id, a.id as entry_id, a.number, a.name as words, side.part, side.account_id, side.amount
      from private.assets() as a
     cross join lateral (values ('assets', a.account_id, a.cost), ('written_down', a.account_id, -a.opening), ('opening', null, a.opening - a.cost)) as side (part, account_id, amount)
     where a.is_opening and a.in_books_on between p_from and p_to
    union all
    select m.on_date, a.id, md5(a.id || ' ' || to_char(m.on_date, 'YYYY-MM'))::uuid, a.number, format('Depreciation of %s: %s', to_char(m.on_date, 'YYYY-MM'), a.name),
           side.part, side.account_id, side.amount
      from private.asset_months(p_from, p_to) as m join private.assets() as a on a.id = m.asset_id
     cross join lateral (values ('depreciation', null::uuid, m.amount), ('written_down', a.account_id, -m.amount)) as side (part, account_id, amount)
    union all
    select a.disposed_on, a.id, md5(a.id || ' disposed')::uuid, a.number, format('Disposal: %s', a.name), side.part, side.account_id, side.amount
      from private.assets() as a
     cross join lateral (select a.opening + coalesce(sum(m.amount), 0) as written_down from private.asset_months('1900-01-01', a.disposed_on, a.id) as m) as w
     cross join lateral (select a.cost - w.written_down - a.proceeds as loss) as x
     cross join lateral (values ('assets', a.account_id, -a.cost), ('written_down', a.account_id, w.written_down), ('disposals', null, a.proceeds),
       (case when x.loss > 0 then 'disposal_losses' else 'disposal_gains' end, null, x.loss)) as side (part, account_id, amount)
     where a.disposed_on between p_from and p_to
  )
  select m.on_date, 11, 'fixed_asset', m.id, m.entry_id, m.number, null::uuid, m.words, m.part, m.account_id, null::uuid, null::numeric, null::text, null::text, m.amount
    from moves m where m.amount <> 0
$$;

create or replace function private.refuse_asset_closed(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_first date;
begin
  select least(a.opening_on, (select private.month_ends(min(l.from_month)) from public.fixed_asset_lives l where l.asset_id = p_id)) into v_first
    from public.fixed_assets a where a.id = p_id;
  if v_first <= private.books_closed_to() then
    perform private.refuse('PT409', format('Entries of it are on days that are closed up to %s. Change its life, which counts from the first open month on, or dispose of it.',
      private.day_text(private.books_closed_to())));
  end if;
  perform private.refuse_closed_day(v_first);
end $$;

create or replace function private.first_month_of_asset(p_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Of the former books: the first month that was not over at their day.
  return (select date_trunc('month', greatest(private.first_open_day(a.bought_on), a.in_books_on + case when a.is_opening then 1 else 0 end)::timestamp)::date
            from private.assets() as a where a.id = p_id);
end $$;

create or replace function private.must_change_assets() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'change the register of fixed assets');
end $$;

create or replace function private.check_asset(p_name text, p_bought_on date, p_life_months integer, p_note text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(btrim(p_name), '') = '' or char_length(p_name) > 200 then
    perform private.refuse('22023', 'Please name it, in 200 characters at most');
  elsif p_bought_on is null or p_bought_on < '1950-01-01' or p_bought_on > private.company_today() then
    perform private.refuse('22023', 'Please choose the day of the purchase, not after today');
  elsif not coalesce(p_life_months between 1 and 600, false) then
    perform private.refuse('22023', 'Please enter a useful life of 1 to 600 months');
  elsif char_length(p_note) > 2000 then
    perform private.refuse('22023', 'The note has at most 2000 characters');
  end if;
end $$;

create or replace function private.check_asset_line(p_line_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_line public.supplier_invoice_items;
  v_bill public.supplier_invoices;
begin
  select * into v_line from public.supplier_invoice_items where id = p_line_id;
  select * into v_bill from public.supplier_invoices where id = v_line.supplier_invoice_id;
  if v_line.id is null then
    perform private.refuse('PT404', 'This line is not there any more');
  elsif not exists (select from public.cost_accounts k where k.id = v_line.cost_account_id and k.kind = 'asset') then
    perform private.refuse('PT409', 'This line is a cost. Please give it an account of fixed assets first.');
  elsif v_bill.status = 'disputed' or v_bill.opening_on is not null or v_bill.currency <> private.books_currency() then
    perform private.refuse('PT409', 'This bill is not in the books: it is disputed, from the former books, or in another currency without a worth');
  elsif v_line.net + v_line.vat + v_line.own_vat - v_line.deducted = 0 then
    perform private.refuse('PT409', 'This line has no amount');
  end if;
end $$;

create or replace function private.check_opening_asset(p_account_id uuid, p_cost numeric, p_opening_on date, p_written_off numeric, p_bought_on date) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.cost_accounts k where k.id = p_account_id and k.kind = 'asset' and not k.archived) then
    perform private.refuse('22023', 'Please choose an account of fixed assets');
  elsif not coalesce(p_cost > 0 and p_cost <= 999999999999 and p_cost = trunc(p_cost, 2), false) then
    perform private.refuse('22023', 'Please enter a cost above zero, with two decimals at most');
  elsif not coalesce(p_written_off between 0 and p_cost and p_written_off = trunc(p_written_off, 2), false) then
    perform private.refuse('22023', 'What was written off so far is from zero to the cost, with two decimals at most');
  elsif not coalesce(p_opening_on between greatest(p_bought_on, '2000-01-01') and private.company_today(), false) then
    perform private.refuse('22023', 'Please choose the day at which you took it over from your former books: from its purchase to today');
  end if;
  perform private.refuse_closed_day(p_opening_on);
end $$;

create or replace function private.enter_asset(p_id uuid, p_name text, p_bought_on date, p_life_months integer, p_bill_line_id uuid default null, p_account_id uuid default null,
  p_cost numeric default null, p_opening_on date default null, p_written_off numeric default null, p_note text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept public.fixed_assets;
begin
  perform private.must_change_assets();
  if p_id is null then
    perform private.refuse('22023', 'Please name it, in 200 characters at most');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fixed_assets', 0));
  select * into v_kept from public.fixed_assets where id = p_id;
  if found then
    perform private.must_be_same((v_kept.name, v_kept.bill_line_id, v_kept.account_id, v_kept.cost) is not distinct from (btrim(p_name), p_bill_line_id,
      case when p_bill_line_id is null then p_account_id end, case when p_bill_line_id is null then p_cost end), 'asset');
    return v_kept.asset_number;
  end if;
  perform private.check_asset(p_name, p_bought_on, p_life_months, p_note);
  if p_bill_line_id is null then
    perform private.check_opening_asset(p_account_id, p_cost, p_opening_on, p_written_off, p_bought_on);
    insert into public.fixed_assets (id, asset_number, name, bought_on, account_id, cost, opening_on, opening_written_off, note, created_by)
    values (p_id, private.draw_number('FA'), btrim(p_name), p_bought_on, p_account_id, p_cost, p_opening_on, p_written_off, nullif(btrim(p_note), ''), auth.uid())
    returning * into v_kept;
  else
    perform private.check_asset_line(p_bill_line_id);
    if exists (select from public.fixed_assets a where a.bill_line_id = p_bill_line_id) then
      perform private.refuse('PT409', 'This line is in the register of fixed assets already');
    end if;
    insert into public.fixed_assets (id, asset_number, name, bought_on, bill_line_id, note, created_by)
    values (p_id, private.draw_number('FA'), btrim(p_name), p_bought_on, p_bill_line_id, nullif(btrim(p_note), ''), auth.uid()) returning * into v_kept;
  end if;
  insert into public.fixed_asset_lives (asset_id, from_month, life_months) values (p_id, private.first_month_of_asset(p_id), p_life_months);
  return v_kept.asset_number;
end $$;

create or replace function private.open_asset(p_id uuid) returns public.fixed_assets
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asset public.fixed_assets;
begin
  perform private.must_change_assets();
  select * into v_asset from public.fixed_assets where id = p_id for no key update;
  if not found then
    perform private.refuse('PT404', 'This asset is not there any more');
  end if;
  return v_asset;
end $$;

create or replace function private.change_asset(p_id uuid, p_name text, p_life_months integer, p_note text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asset constant public.fixed_assets := private.open_asset(p_id);
  v_from date;
begin
  perform private.check_asset(p_name, v_asset.bought_on, p_life_months, p_note);
  update public.fixed_assets a set name = btrim(p_name), note = nullif(btrim(p_note), '')
   where a.id = p_id and (a.name, a.note) is distinct from (btrim(p_name), nullif(btrim(p_note), ''));
  if p_life_months = (select l.life_months from public.fixed_asset_lives l where l.asset_id = p_id order by l.from_month desc limit 1) then
    return;
  elsif v_asset.disposed_on is not null then
    perform private.refuse('PT409', 'It was disposed of: its useful life stays');
  end if;
  v_from := private.first_month_of_asset(p_id);
  perform private.refuse_closed_day(private.month_ends(v_from));
  delete from public.fixed_asset_lives l where l.asset_id = p_id and l.from_month >= v_from;
  insert into public.fixed_asset_lives (asset_id, from_month, life_months) values (p_id, v_from, p_life_months);
end $$;

create or replace function private.dispose_asset(p_id uuid, p_on date, p_proceeds numeric default 0) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asset constant public.fixed_assets := private.open_asset(p_id);
  v_first constant date := (select greatest(a.bought_on, a.in_books_on) from private.assets() as a where a.id = p_id);
begin
  if (v_asset.disposed_on, v_asset.proceeds) is not distinct from (p_on, case when p_on is not null then coalesce(p_proceeds, 0) end) then
    return;
  elsif p_on < v_first or p_on > private.company_today() then
    perform private.refuse('22023', format('Please choose a day from %s to today', private.day_text(v_first)));
  elsif not coalesce(p_proceeds between 0 and 999999999999 and p_proceeds = trunc(p_proceeds, 2), true) then
    perform private.refuse('22023', 'Please enter what it was sold for, with two decimals at most, or zero');
  end if;
  perform private.refuse_closed_day(v_asset.disposed_on);
  perform private.refuse_closed_day(p_on);
  update public.fixed_assets set disposed_on = p_on, proceeds = case when p_on is not null then coalesce(p_proceeds, 0) end where id = p_id;
end $$;

create or replace function private.remove_asset(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asset constant public.fixed_assets := private.open_asset(p_id);
begin
  perform private.refuse_asset_closed(v_asset.id);
  delete from public.fixed_assets where id = v_asset.id;
end $$;

create or replace function private.asset_register(p_day date default null)
returns table (id uuid, asset_number text, name text, account text, bought_on date, life_months integer, cost text, written_down text, book_value text, in_year text,
  in_books_on date, is_opening boolean, disposed_on date, proceeds text, bill_id uuid, bill_number text, note text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_day constant date := coalesce(p_day, private.company_today());
begin
  perform private.must_see_books();
  return query
    select a.id, a.number, a.name, k.code || ' ' || k.name, a.bought_on,
           (select l.life_months from public.fixed_asset_lives l where l.asset_id = a.id order by l.from_month desc limit 1),
           private.amount_text(a.cost), private.amount_text(w.written_down), private.amount_text(case when a.disposed_on <= v_day then 0 else a.cost - w.written_down end),
           private.amount_text(w.in_year), a.in_books_on, a.is_opening, a.disposed_on, private.amount_text(a.proceeds), b.id, b.supplier_number, f.note
      from private.assets() as a
      join public.fixed_assets f on f.id = a.id
      join public.cost_accounts k on k.id = a.account_id
      left join public.supplier_invoice_items i on i.id = f.bill_line_id
      left join public.supplier_invoices b on b.id = i.supplier_invoice_id
      left join (select m.asset_id, sum(m.amount) as amount, coalesce(sum(m.amount) filter (where m.on_date >= private.year_begins(v_day)), 0) as in_year
                   from private.asset_months('1900-01-01', v_day) as m group by 1) as m on m.asset_id = a.id
     cross join lateral (select a.opening + coalesce(m.amount, 0) as written_down, coalesce(m.in_year, 0) as in_year) as w
     where a.in_books_on <= v_day
     order by a.number;
end $$;

create or replace function private.asset_depreciation(p_id uuid) returns table (on_date date, amount text, left_then text, is_booked boolean, is_closed boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_closed constant date := private.books_closed_to();
begin
  perform private.must_see_books();
  return query
    select p.on_date, private.amount_text(p.amount), private.amount_text(a.cost - a.opening - sum(p.amount) over (order by p.on_date)),
           p.on_date <= private.company_today(), coalesce(p.on_date <= v_closed, false)
      from private.asset_plan(p_id) as p join private.assets() as a on a.id = p.asset_id
     where p_id is not null and p.amount <> 0 and (a.disposed_on is null or p.on_date <= a.disposed_on)
     order by p.on_date;
end $$;

create or replace function private.lines_not_in_register(p_from date, p_to date) returns table (line_id uuid, bill_id uuid, number text, words text, on_date date, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select l.id, b.id, b.supplier_number, l.description, b.booked_on, l.net + l.vat + l.own_vat - l.deducted
    from public.supplier_invoice_items l join public.cost_accounts k on k.id = l.cost_account_id join public.supplier_invoices b on b.id = l.supplier_invoice_id
   where k.kind = 'asset' and b.booked_on between p_from and p_to and b.status <> 'disputed' and b.opening_on is null and b.currency = private.books_currency()
     and l.net + l.vat + l.own_vat - l.deducted <> 0
     and not exists (select from public.fixed_assets a where a.bill_line_id = l.id)
$$;

create or replace function private.asset_totals(p_day date default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_day constant date := coalesce(p_day, private.company_today());
  v_books constant numeric := (
    select coalesce(sum(o.amount), 0) from private.journal_openings(v_day + 1) as o
     where exists (select from public.cost_accounts k where k.kind = 'asset' and o.account_id in (k.id, k.written_down_on)));
begin
  perform private.must_see_books();
  return jsonb_build_object('accounts', private.amount_text(v_books),
    'register', (select private.amount_text(coalesce(sum(r.book_value::numeric), 0)) from private.asset_register(v_day) as r),
    'missing', (select coalesce(jsonb_agg(jsonb_build_object('line_id', m.line_id, 'bill_id', m.bill_id, 'number', m.number, 'words', m.words, 'on_date', m.on_date,
      'amount', private.amount_text(m.amount)) order by m.on_date, m.number, m.line_id), '[]') from private.lines_not_in_register('1900-01-01', v_day) as m));
end $$;

create or replace function private.keep_line_of_asset() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_number constant text := (select a.asset_number from public.fixed_assets a where a.bill_line_id = old.id);
begin
  if v_number is not null and (tg_op = 'DELETE' or new.cost_account_id is distinct from old.cost_account_id) then
    perform private.refuse('PT409', format('This line is the fixed asset %s. Please take it out of the register first.', v_number));
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function private.keep_bill_of_asset() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_number constant text := (select min(a.asset_number) from public.fixed_assets a join public.supplier_invoice_items l on l.id = a.bill_line_id where l.supplier_invoice_id = old.id);
begin
  if v_number is not null and ((old.status = 'disputed', old.booked_on, old.currency) is distinct from (new.status = 'disputed', new.booked_on, new.currency)) then
    perform private.refuse('PT409', format('A line of it is the fixed asset %s. Please take it out of the register first.', v_number));
  end if;
  return new;
end $$;

create or replace function private.journal_parts(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric, treated text)
  language sql stable security definer set search_path = ''
as $$
  -- Most lines have no treatment: nobody asks whose their paper is.
  select x.*, case when coalesce(x.vat_treatment, '') = 'reverse_charge' and private.is_reverse_at_home(x.kind, x.id) then 'reverse_charge_home' else x.vat_treatment end
    from (select * from private.journal_of_invoices(p_from, p_to) union all select * from private.journal_of_credit_notes(p_from, p_to)
          union all select * from private.journal_of_payments(p_from, p_to) union all select * from private.journal_of_bills(p_from, p_to)
          union all select * from private.journal_of_bank(p_from, p_to) union all select * from private.journal_of_cash_discounts(p_from, p_to)
          union all select * from private.journal_of_waiting_taxes(p_from, p_to)
          union all select * from private.journal_of_exchange(p_from, p_to) union all select * from private.journal_of_entries(p_from, p_to)
          union all select * from private.journal_of_assets(p_from, p_to)) as x
$$;

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
  select b.on_date, b.sort, b.kind, b.id, b.entry_id, b.number, b.contact_id, b.words, coalesce(a.id, k.id), coalesce(a.code, k.code),
         coalesce(a.name, k.name), coalesce(a.kind, k.kind, 'cost'), b.vat_rate, b.vat_treatment, b.amount, b.part
    from raw b
    left join moved m on m.id = b.cost_account_id and m.era = b.era
    left join public.cost_accounts k on k.id = coalesce(m.booked_as, b.cost_account_id)
    left join chosen c on b.cost_account_id is null and c.met = b.met and c.era = b.era
    -- Depreciation stands on the account that the account of its asset names, or on that itself.
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, case when b.part = 'written_down' then k.written_down_on end, m.booked_as, b.cost_account_id);
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
  select s.part, s.contact_id, coalesce(a.id, k.id), coalesce(a.code, k.code), coalesce(a.name, k.name), coalesce(a.kind, k.kind, 'cost'), s.is_earlier,
         min(s.first_day), sum(s.amount)
    from sums s
    left join chosen c on s.cost_account_id is null
     and (c.part, c.era) = (s.part, s.era) and (c.service_id, c.vat_rate, c.treated, c.method) is not distinct from (s.service_id, s.vat_rate, s.treated, s.method)
    left join moved m on m.id = s.cost_account_id and m.era = s.era
    left join public.cost_accounts k on k.id = coalesce(m.booked_as, s.cost_account_id)
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, case when s.part = 'written_down' then k.written_down_on end, m.booked_as, s.cost_account_id)
   group by 1, 2, 3, 4, 5, 6, 7;
end $$;

create or replace function private.guard_account_code() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_closed_to constant date := private.books_closed_to();
  v_is_taken boolean;
  v_is_used boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('account_code ' || lower(btrim(new.code)), 0));
  if tg_table_name = 'ledger_accounts' then
    v_is_taken := exists (select from public.cost_accounts a where lower(btrim(a.code)) = lower(btrim(new.code)));
    v_is_used := exists (select from public.account_rules r where r.account_id = new.id and (r.from_day is null or r.from_day <= v_closed_to))
      or exists (select from public.bank_bookings b where b.account_id = new.id and b.booked_on <= v_closed_to)
      or exists (select from public.book_entry_lines l join public.book_entries e on e.id = l.book_entry_id where l.account_id = new.id and e.on_date <= v_closed_to)
      or exists (select from private.assets() as f join public.cost_accounts k on k.id = f.account_id where k.written_down_on = new.id and f.in_books_on <= v_closed_to);
  else
    v_is_taken := exists (select from public.ledger_accounts a where lower(btrim(a.code)) = lower(btrim(new.code)));
    v_is_used := exists (select from public.supplier_invoice_items i join public.supplier_invoices s on s.id = i.supplier_invoice_id
                          where i.cost_account_id = new.id and s.booked_on <= v_closed_to)
      or exists (select from public.bank_bookings b where b.cost_account_id = new.id and b.booked_on <= v_closed_to)
      or exists (select from public.book_entry_lines l join public.book_entries e on e.id = l.book_entry_id where l.cost_account_id = new.id and e.on_date <= v_closed_to)
      or exists (select from public.fixed_assets f where f.account_id = new.id and f.opening_on <= v_closed_to);
  end if;
  if v_is_taken then
    perform private.refuse('PT409', format('There is an account with the number %s already', btrim(new.code)));
  elsif tg_op = 'UPDATE' and v_closed_to is not null and v_is_used then
    perform private.refuse('PT409', format('Account %s has entries on closed days: its number stays. Please add another account instead.', btrim(old.code)));
  end if;
  return new;
end $$;

create or replace function private.other_accounts_of(p_chart text) returns table (code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  select c.code, c.name, c.kind
    from (values
      ('general', '1390', 'Accumulated depreciation', 'asset'),
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
      ('snc', '438', 'Depreciações acumuladas', 'asset'),
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

create or replace function private.chart_skr03()
returns table (part text, vat_rate numeric, vat_treatment text, method text, code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  values
    ('money', null::numeric, null, null, '1200', 'Bank', 'asset'),
    ('money', null, null, 'cash', '1000', 'Kasse', 'asset'),
    ('money', null, null, 'card', '1360', 'Geldtransit', 'asset'),
    ('clients', null, null, null, '1400', 'Forderungen aus Lieferungen und Leistungen', 'asset'),
    ('vat_purchases', null, null, null, '1570', 'Abziehbare Vorsteuer', 'asset'),
    ('vat_purchases', 19, null, null, '1576', 'Abziehbare Vorsteuer 19 %', 'asset'),
    ('vat_purchases', 7, null, null, '1571', 'Abziehbare Vorsteuer 7 %', 'asset'),
    ('vat_purchases', null, 'reverse_charge', null, '1578', 'Abziehbare Vorsteuer nach § 13b UStG', 'asset'),
    ('vat_purchases', 7, 'reverse_charge', null, '1578', 'Abziehbare Vorsteuer nach § 13b UStG', 'asset'),
    ('vat_purchases', 19, 'reverse_charge', null, '1577', 'Abziehbare Vorsteuer nach § 13b UStG 19 %', 'asset'),
    ('vat_purchases', null, 'intra_community', null, '1572', 'Abziehbare Vorsteuer aus innergemeinschaftlichem Erwerb', 'asset'),
    ('vat_purchases', 7, 'intra_community', null, '1572', 'Abziehbare Vorsteuer aus innergemeinschaftlichem Erwerb', 'asset'),
    ('vat_purchases', 19, 'intra_community', null, '1574', 'Abziehbare Vorsteuer aus innergemeinschaftlichem Erwerb 19 %', 'asset'),
    ('vat_purchases', null, 'import', null, '1588', 'Bezahlte Einfuhrumsatzsteuer', 'asset'),
    ('vat_purchases', 7, 'import', null, '1588', 'Bezahlte Einfuhrumsatzsteuer', 'asset'),
    ('vat_purchases', 19, 'import', null, '1588', 'Bezahlte Einfuhrumsatzsteuer', 'asset'),
    ('vat_purchases_waiting', null, null, null, '1548', 'Vorsteuer in Folgeperiode/im Folgejahr abziehbar', 'asset'),
    ('vat_due', null, null, null, '1785', 'Umsatzsteuer nach § 13b UStG', 'liability'),
    ('vat_due', 19, 'reverse_charge', null, '1787', 'Umsatzsteuer nach § 13b UStG 19 %', 'liability'),
    ('vat_due', null, 'intra_community', null, '1772', 'Umsatzsteuer aus innergemeinschaftlichem Erwerb', 'liability'),
    ('vat_due', 19, 'intra_community', null, '1774', 'Umsatzsteuer aus innergemeinschaftlichem Erwerb 19 %', 'liability'),
    ('suppliers', null, null, null, '1600', 'Verbindlichkeiten aus Lieferungen und Leistungen', 'liability'),
    ('vat_sales', null, null, null, '1770', 'Umsatzsteuer', 'liability'),
    ('vat_sales', 19, null, null, '1776', 'Umsatzsteuer 19 %', 'liability'),
    ('vat_sales', 7, null, null, '1771', 'Umsatzsteuer 7 %', 'liability'),
    ('vat_waiting', null, null, null, '1760', 'Umsatzsteuer nicht fällig', 'liability'),
    ('vat_waiting', 19, null, null, '1766', 'Umsatzsteuer nicht fällig 19 %', 'liability'),
    ('vat_waiting', 7, null, null, '1761', 'Umsatzsteuer nicht fällig 7 %', 'liability'),
    ('deposits', null, null, null, '1710', 'Erhaltene Anzahlungen', 'liability'),
    ('deposits', 19, null, null, '1718', 'Erhaltene, versteuerte Anzahlungen 19 % USt (Verbindlichkeiten)', 'liability'),
    ('deposits', 7, null, null, '1711', 'Erhaltene, versteuerte Anzahlungen 7 % USt (Verbindlichkeiten)', 'liability'),
    ('opening', null, null, null, '9000', 'Saldenvorträge, Sachkonten', 'equity'),
    ('sales', null, null, null, '8200', 'Erlöse', 'income'),
    ('sales', 19, null, null, '8400', 'Erlöse 19 % USt', 'income'),
    ('sales', 7, null, null, '8300', 'Erlöse 7 % USt', 'income'),
    ('sales', null, 'export', null, '8120', 'Steuerfreie Umsätze § 4 Nr. 1a UStG', 'income'),
    ('sales', null, 'intra_community', null, '8125', 'Steuerfreie innergemeinschaftliche Lieferungen § 4 Nr. 1b UStG', 'income'),
    ('sales', null, 'exempt', null, '8100', 'Steuerfreie Umsätze § 4 Nr. 8 ff. UStG', 'income'),
    ('sales', null, 'reverse_charge', null, '8336', 'Erlöse aus im anderen EU-Land steuerpflichtigen sonstigen Leistungen', 'income'),
    ('sales', null, 'reverse_charge_home', null, '8337', 'Erlöse aus Leistungen nach § 13b UStG', 'income'),
    ('sales', null, 'outside', null, '8338', 'Erlöse aus im Drittland steuerbaren Leistungen', 'income'),
    ('cash_discounts', null, null, null, '8730', 'Gewährte Skonti', 'income'),
    ('cash_discounts', 19, null, null, '8736', 'Gewährte Skonti 19 % USt', 'income'),
    ('cash_discounts', 7, null, null, '8731', 'Gewährte Skonti 7 % USt', 'income'),
    ('discounts', null, null, null, '3730', 'Erhaltene Skonti', 'income'),
    ('discounts', 19, null, null, '3736', 'Erhaltene Skonti 19 % Vorsteuer', 'income'),
    ('discounts', 7, null, null, '3731', 'Erhaltene Skonti 7 % Vorsteuer', 'income'),
    ('exchange_losses', null, null, null, '2150', 'Aufwendungen aus der Währungsumrechnung', 'cost'),
    ('exchange_gains', null, null, null, '2660', 'Erträge aus der Währungsumrechnung', 'income'),
    ('depreciation', null, null, null, '4830', 'Abschreibungen auf Sachanlagen', 'cost'),
    ('disposals', null, null, null, '1500', 'Sonstige Vermögensgegenstände', 'asset'),
    ('disposal_gains', null, null, null, '2720', 'Erträge aus dem Abgang von Gegenständen des Anlagevermögens', 'income'),
    ('disposal_losses', null, null, null, '2320', 'Verluste aus dem Abgang von Gegenständen des Anlagevermögens', 'cost'),
    ('write_offs', null, null, null, '2400', 'Forderungsverluste', 'cost'),
    ('fees', null, null, null, '4970', 'Nebenkosten des Geldverkehrs', 'cost'),
    ('costs', null, null, null, '4900', 'Sonstige betriebliche Aufwendungen', 'cost'),
    ('costs', 19, 'reverse_charge', null, '3125', 'Leistungen eines im Ausland ansässigen Unternehmers 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost'),
    ('costs', 19, 'intra_community', null, '3425', 'Innergemeinschaftlicher Erwerb 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost')
$$;

create or replace function private.chart_of(p_chart text)
returns table (part text, vat_rate numeric, vat_treatment text, method text, code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  select c.part, c.vat_rate, c.vat_treatment, c.method, c.code, c.name, c.kind
    from (values
      ('general', 'money', null::numeric, null, null, '1000', 'Bank', 'asset'),
      ('general', 'money', null, null, 'cash', '1010', 'Cash', 'asset'),
      ('general', 'money', null, null, 'card', '1020', 'Card payments', 'asset'),
      ('general', 'clients', null, null, null, '1100', 'Clients', 'asset'),
      ('general', 'vat_purchases', null, null, null, '1200', '{Tax} on purchases', 'asset'),
      ('general', 'vat_purchases_waiting', null, null, null, '1205', '{Tax} on purchases that are not paid', 'asset'),
      ('general', 'suppliers', null, null, null, '2100', 'Suppliers', 'liability'),
      ('general', 'vat_sales', null, null, null, '2200', '{Tax} on sales', 'liability'),
      ('general', 'vat_due', null, null, null, '2210', '{Tax} owed on purchases', 'liability'),
      ('general', 'vat_waiting', null, null, null, '2205', '{Tax} of sales that are not paid', 'liability'),
      ('general', 'deposits', null, null, null, '2300', 'Deposits of clients', 'liability'),
      ('general', 'opening', null, null, null, '3000', 'Opening balances', 'equity'),
      ('general', 'sales', null, null, null, '4000', 'Sales', 'income'),
      ('general', 'cash_discounts', null, null, null, '4910', 'Cash discounts given', 'income'),
      ('general', 'discounts', null, null, null, '4900', 'Discounts of suppliers', 'income'),
      ('general', 'exchange_gains', null, null, null, '4730', 'Exchange gains and losses', 'income'),
      ('general', 'exchange_losses', null, null, null, '4730', 'Exchange gains and losses', 'income'),
      ('general', 'depreciation', null, null, null, '6600', 'Depreciation', 'cost'),
      ('general', 'disposals', null, null, null, '1350', 'Sold fixed assets', 'asset'),
      ('general', 'disposal_gains', null, null, null, '4740', 'Gains on fixed assets', 'income'),
      ('general', 'disposal_losses', null, null, null, '6610', 'Losses on fixed assets', 'cost'),
      ('general', 'write_offs', null, null, null, '6950', 'Written off', 'cost'),
      ('general', 'fees', null, null, null, '6960', 'Bank fees', 'cost'),
      ('general', 'costs', null, null, null, '6990', 'Costs without an account', 'cost'),
      ('snc', 'money', null, null, null, '12', 'Depósitos à ordem', 'asset'),
      ('snc', 'money', null, null, 'cash', '11', 'Caixa', 'asset'),
      ('snc', 'clients', null, null, null, '211', 'Clientes c/c', 'asset'),
      ('snc', 'vat_purchases', null, null, null, '2432', 'IVA – Dedutível', 'asset'),
      ('snc', 'vat_purchases_waiting', null, null, null, '24329', 'IVA – Dedutível após pagamento', 'asset'),
      ('snc', 'suppliers', null, null, null, '221', 'Fornecedores c/c', 'liability'),
      ('snc', 'vat_sales', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'vat_due', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'vat_waiting', null, null, null, '24339', 'IVA – Liquidado não exigível', 'liability'),
      ('snc', 'deposits', null, null, null, '218', 'Adiantamentos de clientes', 'liability'),
      ('snc', 'opening', null, null, null, '56', 'Resultados transitados', 'equity'),
      ('snc', 'sales', null, null, null, '72', 'Prestações de serviços', 'income'),
      ('snc', 'cash_discounts', null, null, null, '682', 'Descontos de pronto pagamento concedidos', 'cost'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'exchange_losses', null, null, null, '6887', 'Diferenças de câmbio desfavoráveis', 'cost'),
      ('snc', 'exchange_gains', null, null, null, '7887', 'Diferenças de câmbio favoráveis', 'income'),
      ('snc', 'depreciation', null, null, null, '642', 'Depreciações – Ativos fixos tangíveis', 'cost'),
      ('snc', 'disposals', null, null, null, '278', 'Outros devedores e credores', 'asset'),
      ('snc', 'disposal_gains', null, null, null, '7871', 'Ganhos em alienações', 'income'),
      ('snc', 'disposal_losses', null, null, null, '6871', 'Perdas em alienações', 'cost'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
  union all
  select * from private.chart_skr03() where p_chart = 'skr03'
  union all
  select null, null, null, null, o.code, o.name, o.kind from private.other_accounts_of(p_chart) as o
$$;

create or replace function private.used_accounts(p_moves boolean) returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select l.account_id from private.journal_lines('1900-01-01', '2200-01-01') as l where not p_moves and l.account_id is not null
  union select b.account_id from public.bank_bookings b where b.account_id is not null
  union select b.account_id from public.bank_rules b where b.account_id is not null
  union select l.account_id from public.book_entry_lines l where l.account_id is not null
  union select k.written_down_on from public.cost_accounts k where k.written_down_on is not null
    and (exists (select from public.supplier_invoice_items i where i.cost_account_id = k.id) or exists (select from public.fixed_assets f where f.account_id = k.id))
  union select r.account_id from public.account_rules r where r.service_id is not null or private.books_closed_to() is not null
$$;

create or replace function private.numbers_from(p_code text) returns table (place integer, code text)
  language plpgsql immutable set search_path = ''
as $$
begin
  -- Short numbers have accounts below them, those of four digits beside them: 121 for 12, 1201 for 1200.
  return query
    select 0, p_code
    union all
    select g, case when length(p_code) < 4 then p_code || g else case when p_code like '0%' then '0' else '' end || (p_code::integer + g)::text end from generate_series(1, 99) as g;
end $$;

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
    and not exists (select from public.cost_accounts k where k.written_down_on = a.id)
    and not exists (select from public.moved_accounts m where m.to_account_id = a.id);
  perform private.enter_cost_chart(p_chart);
  perform private.move_accounts(p_chart, v_from);
  return (select string_agg(p.words, ' ' order by p.code) from jsonb_to_recordset(v_places) as p (code text, words text));
end $$;

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
      ('other costs', '6900', '4980', null),
      ('machines', '1300', '0210', '433'), ('vans', '1310', '0350', '434'), ('equipment', '1320', '0410', '435')
    ) as n (meaning, general, skr03, snc)
   cross join lateral (select n.meaning, case p_chart when 'general' then n.general when 'skr03' then n.skr03 when 'snc' then n.snc end as code) as m
    left join private.other_accounts_of(p_chart) as o on o.code = m.code
    left join private.cost_chart_of(p_chart) as k on k.code = m.code
   where num_nonnulls(o.code, k.code) > 0
$$;

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

alter table public.account_rules add constraint account_rules_part_is_known CHECK (part = ANY (ARRAY['clients'::text, 'suppliers'::text, 'sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_waiting'::text, 'vat_purchases'::text, 'vat_purchases_waiting'::text, 'vat_due'::text, 'costs'::text, 'money'::text, 'write_offs'::text, 'discounts'::text, 'fees'::text, 'opening'::text, 'cash_discounts'::text, 'exchange_gains'::text, 'exchange_losses'::text, 'depreciation'::text, 'disposals'::text, 'disposal_gains'::text, 'disposal_losses'::text]));

alter table public.cost_accounts add constraint cost_accounts_depreciation_is_of_assets CHECK (kind = 'asset'::text OR written_down_on IS NULL);

alter table public.cost_accounts add constraint cost_accounts_kind_is_known CHECK (kind = ANY (ARRAY['cost'::text, 'asset'::text]));

alter table public.cost_accounts add constraint cost_accounts_written_down_on_fkey FOREIGN KEY (written_down_on) REFERENCES public.ledger_accounts(id) ON DELETE RESTRICT;

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.fixed_assets', '', p_audited => true, p_pages => '{payments}');

call private.borrow_rules('public.fixed_asset_lives', '', p_audited => true);

call private.offer('private.enter_asset(uuid, text, date, integer, uuid, uuid, numeric, date, numeric, text)');

call private.offer('private.change_asset(uuid, text, integer, text)');

call private.offer('private.dispose_asset(uuid, date, numeric)');

call private.offer('private.remove_asset(uuid)');

call private.offer('private.asset_register(date)');

call private.offer('private.asset_depreciation(uuid)');

call private.offer('private.asset_totals(date)');

create index cost_accounts_written_down_on_idx on public.cost_accounts (written_down_on);

create index fixed_assets_account_id_idx on public.fixed_assets (account_id);

create unique index fixed_assets_bill_line_id_idx on public.fixed_assets (bill_line_id);

create index fixed_assets_created_by_idx on public.fixed_assets (created_by);

create index fixed_assets_search_idx on public.fixed_assets using gin (private.folded(asset_number || ' ' || name) extensions.gin_trgm_ops);

create or replace trigger guard_kind before update of kind, written_down_on on public.cost_accounts
  for each row when ((old.kind, old.written_down_on) is distinct from (new.kind, new.written_down_on)) execute function private.guard_account_kind();

create or replace trigger keep_line_of_asset before update of cost_account_id or delete on public.supplier_invoice_items
  for each row execute function private.keep_line_of_asset();

create or replace trigger zz_keep_bill_of_asset before update of status, invoice_date, booked_on, currency on public.supplier_invoices
  for each row execute function private.keep_bill_of_asset();

create policy "whoever sees the journal sees lives of fixed assets" on public.fixed_asset_lives for select to authenticated
  using ((select private.can('invoices', 'view')) and (select private.can('payments', 'view')) and (select private.can('supplier-invoices', 'view')));

create policy "whoever sees the journal sees fixed assets" on public.fixed_assets for select to authenticated
  using ((select private.can('invoices', 'view')) and (select private.can('payments', 'view')) and (select private.can('supplier-invoices', 'view')));

comment on function private.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them. periods: [{from, to}] of returns.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (bills of open days, and what the journal books of them without a cost account), assets_without_register (lines of bills on accounts of fixed assets), unpaid_runs,
changed_returns, returns_to_file, bank_differs (accounts whose entries do not lead to the balance of the bank), cash_differs (the cash book is not its account), differences.';

comment on function private.cost_chart_of(pg_catalog.text) is 'The accounts of lines of bills of a chart of accounts, those of fixed assets too: general, skr03 (Germany) or snc (Portugal).';

comment on function private.is_of_papers(pg_catalog.uuid) is 'Rules lead papers that somebody still has to settle to this account, or fixed assets or their depreciation stand on it: it is moved by papers, their payments and the register only, so that
it stays what these say.';

comment on function private.journal_parts(pg_catalog.date,pg_catalog.date) is 'What the papers, payments, entries of the bank, entries by hand and fixed assets of these days move, before accounts are chosen: part says what it is, treated is vat_treatment, with reverse charge
at home told from that of another state. Of each entry_id the amounts come to zero; above zero is a debit.';

comment on function public.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them. periods: [{from, to}] of returns.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (bills of open days, and what the journal books of them without a cost account), assets_without_register (lines of bills on accounts of fixed assets), unpaid_runs,
changed_returns, returns_to_file, bank_differs (accounts whose entries do not lead to the balance of the bank), cash_differs (the cash book is not its account), differences.';

grant select on table public.fixed_asset_lives to authenticated;

grant select on table public.fixed_assets to authenticated;

comment on function private.asset_accounts_of(pg_catalog.text) is 'The accounts of fixed assets of a chart, with the account that their depreciation stands on; null where the chart writes it off on the account itself.';

comment on function private.asset_depreciation(pg_catalog.uuid) is 'The depreciation of an asset by month, those that are booked and those to come, with what is left after each. Amounts are text.';

comment on function private.asset_months(pg_catalog.date,pg_catalog.date,pg_catalog.uuid) is 'The depreciation of the months that ended on these days and are over: until the day of the disposal. A month counts at its last day. For functions that asked for the right.';

comment on function private.asset_plan(pg_catalog.uuid) is 'What each asset, or one, is written down by at the end of each month of its life, also of months to come, as if nothing were disposed of. A changed life spreads what is left
from its month on. Over the life it comes to the cost less what the former books wrote off. For functions that asked for the right.';

comment on function private.asset_register(pg_catalog.date) is 'The fixed assets that were in the books at the end of a day (today without one): cost, what was written down until then, in the financial year of the day, and what is left; nothing is left of one
that was disposed of. Amounts are text.';

comment on function private.asset_totals(pg_catalog.date) is 'What the accounts of fixed assets have at the end of a day, with the depreciation on theirs, what the register comes to, and the lines of bills that make the difference: {accounts, register,
missing [{line_id, bill_id, number, words, on_date, amount}]}. Amounts are text.';

comment on function private.assets() is 'Every fixed asset with its account and cost: those of its line of a bill, with the VAT that is not deducted, or of the former books. opening: what these wrote off. For functions that asked for the right.';

comment on function private.change_asset(pg_catalog.uuid,pg_catalog.text,integer,pg_catalog.text) is 'Another name, note or useful life. A changed life counts from the first open month on: what is left then is spread over the months that are left, or written off in that month where none is.';

comment on function private.check_asset(pg_catalog.text,pg_catalog.date,integer,pg_catalog.text) is 'Refuses, in words, what an asset cannot be.';

comment on function private.check_asset_line(pg_catalog.uuid) is 'Refuses, in words, a line of a bill that does not stand on an account of fixed assets in the books.';

comment on function private.check_opening_asset(pg_catalog.uuid,numeric,pg_catalog.date,numeric,pg_catalog.date) is 'Refuses, in words, an asset of the former books that is not whole, or of a closed day.';

comment on function private.dispose_asset(pg_catalog.uuid,pg_catalog.date,numeric) is 'Says when an asset was sold, scrapped or given away, and what a sale brought without VAT; a day of null takes the disposal back. No month ends after it. What is left of it then, less the
proceeds, is a loss, or a gain. Both days are open.';

comment on function private.enter_asset(pg_catalog.uuid,pg_catalog.text,pg_catalog.date,integer,pg_catalog.uuid,pg_catalog.uuid,numeric,pg_catalog.date,numeric,pg_catalog.text) is 'Puts an asset into the register: the line of a bill on an account of fixed assets, or one of the former books with its account, cost, the day p_opening_on and what was written off
until then. p_life_months: its useful life from the month of the purchase; 1 writes it off at once. Closed months get no depreciation: it is spread over the open
ones that are left. p_id: chosen by the caller, so that a repeated call enters one. Returns the number.';

comment on function private.enter_asset_accounts(pg_catalog.text) is 'The accounts of fixed assets of a chart, with the account of their depreciation. Where a number is of another account, the next free one is taken.';

comment on function private.first_month_of_asset(pg_catalog.uuid) is 'The month from which a life that is said now counts: that of the purchase, of the entry in the books, or the first that is not closed. A closed month never changes.';

comment on function private.guard_account_kind() is 'An account with entries stays one of costs or of fixed assets: they would move between the result and the balance sheet.';

comment on function private.journal_of_assets(pg_catalog.date,pg_catalog.date) is 'What fixed assets move beside the bills that they were bought by: their cost and what was written off at the day of the former books, the depreciation of each month that is over, and a
disposal: cost and depreciation go, what the sale brought is expected on its account, and the rest is a gain or loss. Of the part written_down the account is the one
that depreciation of cost_account_id stands on. Amounts above zero are debits.';

comment on function private.keep_bill_of_asset() is 'A bill with a line in the register of fixed assets stays in the books, on its day.';

comment on function private.keep_line_of_asset() is 'A line that is in the register of fixed assets stays, on its account.';

comment on function private.lines_not_in_register(pg_catalog.date,pg_catalog.date) is 'Lines of bills on accounts of fixed assets that are not in the register: they are in the balance sheet, and nothing writes them down. For functions that asked for the right.';

comment on function private.month_ends(pg_catalog.date) is 'The last day of the month of a day.';

comment on function private.months_between(pg_catalog.date,pg_catalog.date) is 'How many months the month of p_to is after that of p_from.';

comment on function private.must_change_assets() is 'Refuses, in words, whoever may not see the books or change payments.';

comment on function private.open_asset(pg_catalog.uuid) is 'The asset, for a change by somebody who may; refuses in words.';

comment on function private.refuse_asset_closed(pg_catalog.uuid) is 'Refuses, in words, an asset of which a closed day has an entry.';

comment on function private.remove_asset(pg_catalog.uuid) is 'Takes an asset out of the register, with its entries, while none of them is on a closed day. The line of its bill stays.';

comment on function private.written_down(numeric,integer,integer) is 'What p_value, spread over p_months, is written down by after p_after of them: each takes the same, whole cents, and the last one the rest.';

comment on function public.asset_depreciation(pg_catalog.uuid) is 'The depreciation of an asset by month, those that are booked and those to come, with what is left after each. Amounts are text.';

comment on function public.asset_register(pg_catalog.date) is 'The fixed assets that were in the books at the end of a day (today without one): cost, what was written down until then, in the financial year of the day, and what is left; nothing is left of one
that was disposed of. Amounts are text.';

comment on function public.asset_totals(pg_catalog.date) is 'What the accounts of fixed assets have at the end of a day, with the depreciation on theirs, what the register comes to, and the lines of bills that make the difference: {accounts, register,
missing [{line_id, bill_id, number, words, on_date, amount}]}. Amounts are text.';

comment on function public.change_asset(pg_catalog.uuid,pg_catalog.text,integer,pg_catalog.text) is 'Another name, note or useful life. A changed life counts from the first open month on: what is left then is spread over the months that are left, or written off in that month where none is.';

comment on function public.dispose_asset(pg_catalog.uuid,pg_catalog.date,numeric) is 'Says when an asset was sold, scrapped or given away, and what a sale brought without VAT; a day of null takes the disposal back. No month ends after it. What is left of it then, less the
proceeds, is a loss, or a gain. Both days are open.';

comment on function public.enter_asset(pg_catalog.uuid,pg_catalog.text,pg_catalog.date,integer,pg_catalog.uuid,pg_catalog.uuid,numeric,pg_catalog.date,numeric,pg_catalog.text) is 'Puts an asset into the register: the line of a bill on an account of fixed assets, or one of the former books with its account, cost, the day p_opening_on and what was written off
until then. p_life_months: its useful life from the month of the purchase; 1 writes it off at once. Closed months get no depreciation: it is spread over the open
ones that are left. p_id: chosen by the caller, so that a repeated call enters one. Returns the number.';

comment on function public.remove_asset(pg_catalog.uuid) is 'Takes an asset out of the register, with its entries, while none of them is on a closed day. The line of its bill stays.';

comment on column public.cost_accounts.kind is 'cost: its lines are costs. asset: they are machines, vehicles or equipment, which stand in the balance sheet, and in the register of fixed assets.';

comment on column public.cost_accounts.written_down_on is 'Of assets: the account of the books that their depreciation stands on; null: it is written off on the account itself, as German charts do.';

comment on column public.fixed_asset_lives.life_months is '1: it is written off at once.';

comment on column public.fixed_assets.account_id is 'Of an asset of the former books: the account that its cost stands on.';

comment on column public.fixed_assets.asset_number is 'FA-2026-0001.';

comment on column public.fixed_assets.bill_line_id is 'The line of the bill that it was bought by: its cost and account are those of the line. Null: it came from the former books.';

comment on column public.fixed_assets.opening_on is 'The day at which it came from the former books, with what was written off until then; both stand against the opening balances.';

comment on column public.fixed_assets.proceeds is 'What a sale brought, without VAT; zero where it was given away or scrapped.';

comment on table public.fixed_asset_lives is 'The useful life of an asset from a month on, counted from the month of its purchase. What it is worth then is spread over the months that are left. Written by functions.';

comment on table public.fixed_assets is 'The register of fixed assets. Each is a line of a bill on an account of fixed assets, or came from the former books. What it is written down by follows from fixed_asset_lives. Written by functions.';

insert into private.record_kinds ("kind", "page", "actor", "label", "title", "detail", "finder", "status", "contact", "position", "searched", "has_story", "is_folded", "recent_if", "best_first", "shown_kind", "table_name", "audit_label", "named_right", "other_pages", "searched_if", "is_mentioned", "found_by_contact") select "kind", "page", "actor", "label", "title", "detail", "finder", "status", "contact", "position", "searched", "has_story", "is_folded", "recent_if", "best_first", "shown_kind", "table_name", "audit_label", "named_right", "other_pages", "searched_if", "is_mentioned", "found_by_contact" from jsonb_populate_record(null::private.record_kinds, '{"kind":"fixed_asset","page":"payments","actor":"r.created_by","label":"r.asset_number","title":"r.asset_number || '' · '' || r.name","detail":"null::text","finder":null,"status":"null::text","contact":null,"position":68,"searched":"r.asset_number || '' '' || r.name","has_story":false,"is_folded":false,"recent_if":null,"best_first":"r.created_at desc","shown_kind":null,"table_name":"public.fixed_assets","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":true,"found_by_contact":false}');

-- The accounts of the chart that the company uses: also rules of closed days, on which no such entry was ever booked.
alter table public.ledger_accounts disable trigger user;
alter table public.cost_accounts disable trigger user;
alter table public.account_rules disable trigger user;
do $$
declare
  v_chart constant text := (
    select case when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'suppliers' and a.code = '1600') then 'skr03'
      when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'suppliers' and a.code like '221%') then 'snc'
      else 'general' end);
  v_row record;
begin
  for v_row in
    select c.part, c.code, c.name, c.kind from private.chart_of(v_chart) as c
     where c.part in ('depreciation', 'disposals', 'disposal_gains', 'disposal_losses') or c.code in (select a.written_down_on from private.asset_accounts_of(v_chart) as a) order by c.code
  loop
    insert into public.ledger_accounts (id, code, name, kind)
    select md5('ledger account ' || v_row.code)::uuid, v_row.code, v_row.name, v_row.kind
     where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = v_row.code or a.id = md5('ledger account ' || v_row.code)::uuid)
       and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = v_row.code);
    if v_row.part is not null then
      insert into public.account_rules (part, account_id) values (v_row.part, private.account_of_chart(v_chart, v_row.code, v_row.name, v_row.kind));
    end if;
  end loop;
  perform private.enter_asset_accounts(v_chart);
end $$;
alter table public.ledger_accounts enable trigger user;
alter table public.cost_accounts enable trigger user;
alter table public.account_rules enable trigger user;

reset check_function_bodies;
