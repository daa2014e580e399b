-- Fixed assets: machines, vehicles and equipment that are written down month by month, and the register of them.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
create unique index fixed_assets_bill_line_id_idx on public.fixed_assets (bill_line_id);
create index fixed_assets_account_id_idx on public.fixed_assets (account_id);
create index fixed_assets_created_by_idx on public.fixed_assets (created_by);
create index fixed_assets_search_idx on public.fixed_assets using gin (private.folded(asset_number || ' ' || name) extensions.gin_trgm_ops);
comment on table public.fixed_assets is
  'The register of fixed assets. Each is a line of a bill on an account of fixed assets, or came from the former books. What it is written down by follows from fixed_asset_lives. Written by functions.';
comment on column public.fixed_assets.asset_number is 'FA-2026-0001.';
comment on column public.fixed_assets.bill_line_id is 'The line of the bill that it was bought by: its cost and account are those of the line. Null: it came from the former books.';
comment on column public.fixed_assets.account_id is 'Of an asset of the former books: the account that its cost stands on.';
comment on column public.fixed_assets.opening_on is 'The day at which it came from the former books, with what was written off until then; both stand against the opening balances.';
comment on column public.fixed_assets.proceeds is 'What a sale brought, without VAT; zero where it was given away or scrapped.';

create table public.fixed_asset_lives (
  id          uuid primary key default gen_random_uuid(),
  asset_id    uuid not null references public.fixed_assets (id) on delete cascade,
  from_month  date not null,
  life_months integer not null,
  constraint fixed_asset_lives_month_begins check (extract(day from from_month) = 1 and from_month between '2000-01-01' and '2100-01-01'),
  constraint fixed_asset_lives_life_range check (life_months between 1 and 600),
  constraint fixed_asset_lives_once_a_month unique (asset_id, from_month)
);
comment on table public.fixed_asset_lives is
  'The useful life of an asset from a month on, counted from the month of its purchase. What it is worth then is spread over the months that are left. Written by functions.';
comment on column public.fixed_asset_lives.life_months is '1: it is written off at once.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.fixed_assets', '', p_audited => true, p_pages => '{payments}');
grant select on public.fixed_assets to authenticated;
create policy "whoever sees the journal sees fixed assets" on public.fixed_assets for select to authenticated
  using ((select private.can('invoices', 'view')) and (select private.can('payments', 'view')) and (select private.can('supplier-invoices', 'view')));

call private.borrow_rules('public.fixed_asset_lives', '', p_audited => true);
grant select on public.fixed_asset_lives to authenticated;
create policy "whoever sees the journal sees lives of fixed assets" on public.fixed_asset_lives for select to authenticated
  using ((select private.can('invoices', 'view')) and (select private.can('payments', 'view')) and (select private.can('supplier-invoices', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.months_between(p_from date, p_to date) returns integer
  language sql immutable parallel safe set search_path = ''
as $$
  select ((extract(year from p_to) - extract(year from p_from)) * 12 + extract(month from p_to) - extract(month from p_from))::integer
$$;
comment on function private.months_between is 'How many months the month of p_to is after that of p_from.';

create function private.month_ends(p_day date) returns date
  language sql immutable parallel safe set search_path = ''
as $$
  select (date_trunc('month', p_day::timestamp) + interval '1 month - 1 day')::date
$$;
comment on function private.month_ends is 'The last day of the month of a day.';

create function private.written_down(p_value numeric, p_months integer, p_after integer) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_after >= p_months then p_value else trunc(p_value / p_months, 2) * greatest(p_after, 0) end
$$;
comment on function private.written_down is 'What p_value, spread over p_months, is written down by after p_after of them: each takes the same, whole cents, and the last one the rest.';

create function private.assets()
returns table (id uuid, number text, name text, account_id uuid, bought_on date, cost numeric, in_books_on date, is_opening boolean, opening numeric, disposed_on date, proceeds numeric)
  language sql stable security definer set search_path = ''
as $$
  select a.id, a.asset_number, a.name, coalesce(a.account_id, l.cost_account_id), a.bought_on, coalesce(a.cost, l.net + l.vat + l.own_vat - l.deducted),
         coalesce(a.opening_on, b.booked_on), a.opening_on is not null, coalesce(a.opening_written_off, 0), a.disposed_on, a.proceeds
    from public.fixed_assets a
    left join public.supplier_invoice_items l on l.id = a.bill_line_id
    left join public.supplier_invoices b on b.id = l.supplier_invoice_id
$$;
comment on function private.assets is
  'Every fixed asset with its account and cost: those of its line of a bill, with the VAT that is not deducted, or of the former books. opening: what these wrote off. For functions that asked for the right.';

create function private.asset_plan(p_id uuid default null) returns table (asset_id uuid, on_date date, amount numeric)
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
comment on function private.asset_plan is
  'What each asset, or one, is written down by at the end of each month of its life, also of months to come, as if nothing were disposed of. A changed life spreads what is left
from its month on. Over the life it comes to the cost less what the former books wrote off. For functions that asked for the right.';

create function private.asset_months(p_from date, p_to date, p_id uuid default null) returns table (asset_id uuid, on_date date, amount numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select p.asset_id, p.on_date, p.amount
    from private.asset_plan(p_id) as p join public.fixed_assets a on a.id = p.asset_id
   where p.on_date between p_from and least(p_to, private.company_today()) and p.amount <> 0 and (a.disposed_on is null or p.on_date <= a.disposed_on);
end $$;
comment on function private.asset_months is
  'The depreciation of the months that ended on these days and are over: until the day of the disposal. A month counts at its last day. For functions that asked for the right.';

create function private.journal_of_assets(p_from date, p_to date)
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
comment on function private.journal_of_assets is
  'What fixed assets move beside the bills that they were bought by: their cost and what was written off at the day of the former books, the depreciation of each month that is over, and a
disposal: cost and depreciation go, what the sale brought is expected on its account, and the rest is a gain or loss. Of the part written_down the account is the one
that depreciation of cost_account_id stands on. Amounts above zero are debits.';

create function private.refuse_asset_closed(p_id uuid) returns void
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
comment on function private.refuse_asset_closed is 'Refuses, in words, an asset of which a closed day has an entry.';

create function private.first_month_of_asset(p_id uuid) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Of the former books: the first month that was not over at their day.
  return (select date_trunc('month', greatest(private.first_open_day(a.bought_on), a.in_books_on + case when a.is_opening then 1 else 0 end)::timestamp)::date
            from private.assets() as a where a.id = p_id);
end $$;
comment on function private.first_month_of_asset is
  'The month from which a life that is said now counts: that of the purchase, of the entry in the books, or the first that is not closed. A closed month never changes.';

create function private.must_change_assets() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'change the register of fixed assets');
end $$;
comment on function private.must_change_assets is 'Refuses, in words, whoever may not see the books or change payments.';

create function private.check_asset(p_name text, p_bought_on date, p_life_months integer, p_note text) returns void
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
comment on function private.check_asset is 'Refuses, in words, what an asset cannot be.';

create function private.check_asset_line(p_line_id uuid) returns void
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
comment on function private.check_asset_line is 'Refuses, in words, a line of a bill that does not stand on an account of fixed assets in the books.';

create function private.check_opening_asset(p_account_id uuid, p_cost numeric, p_opening_on date, p_written_off numeric, p_bought_on date) returns void
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
comment on function private.check_opening_asset is 'Refuses, in words, an asset of the former books that is not whole, or of a closed day.';

create function private.enter_asset(p_id uuid, p_name text, p_bought_on date, p_life_months integer, p_bill_line_id uuid default null, p_account_id uuid default null,
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
comment on function private.enter_asset is
  'Puts an asset into the register: the line of a bill on an account of fixed assets, or one of the former books with its account, cost, the day p_opening_on and what was written off
until then. p_life_months: its useful life from the month of the purchase; 1 writes it off at once. Closed months get no depreciation: it is spread over the open
ones that are left. p_id: chosen by the caller, so that a repeated call enters one. Returns the number.';
call private.offer('private.enter_asset(uuid, text, date, integer, uuid, uuid, numeric, date, numeric, text)');

create function private.open_asset(p_id uuid) returns public.fixed_assets
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
comment on function private.open_asset is 'The asset, for a change by somebody who may; refuses in words.';

create function private.change_asset(p_id uuid, p_name text, p_life_months integer, p_note text default null) returns void
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
comment on function private.change_asset is
  'Another name, note or useful life. A changed life counts from the first open month on: what is left then is spread over the months that are left, or written off in that month where none is.';
call private.offer('private.change_asset(uuid, text, integer, text)');

create function private.dispose_asset(p_id uuid, p_on date, p_proceeds numeric default 0) returns void
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
comment on function private.dispose_asset is
  'Says when an asset was sold, scrapped or given away, and what a sale brought without VAT; a day of null takes the disposal back. No month ends after it. What is left of it then, less the
proceeds, is a loss, or a gain. Both days are open.';
call private.offer('private.dispose_asset(uuid, date, numeric)');

create function private.remove_asset(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asset constant public.fixed_assets := private.open_asset(p_id);
begin
  perform private.refuse_asset_closed(v_asset.id);
  delete from public.fixed_assets where id = v_asset.id;
end $$;
comment on function private.remove_asset is 'Takes an asset out of the register, with its entries, while none of them is on a closed day. The line of its bill stays.';
call private.offer('private.remove_asset(uuid)');

create function private.asset_register(p_day date default null)
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
comment on function private.asset_register is
  'The fixed assets that were in the books at the end of a day (today without one): cost, what was written down until then, in the financial year of the day, and what is left; nothing is left of one
that was disposed of. Amounts are text.';
call private.offer('private.asset_register(date)');

create function private.asset_depreciation(p_id uuid) returns table (on_date date, amount text, left_then text, is_booked boolean, is_closed boolean)
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
comment on function private.asset_depreciation is 'The depreciation of an asset by month, those that are booked and those to come, with what is left after each. Amounts are text.';
call private.offer('private.asset_depreciation(uuid)');

create function private.lines_not_in_register(p_from date, p_to date) returns table (line_id uuid, bill_id uuid, number text, words text, on_date date, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select l.id, b.id, b.supplier_number, l.description, b.booked_on, l.net + l.vat + l.own_vat - l.deducted
    from public.supplier_invoice_items l join public.cost_accounts k on k.id = l.cost_account_id join public.supplier_invoices b on b.id = l.supplier_invoice_id
   where k.kind = 'asset' and b.booked_on between p_from and p_to and b.status <> 'disputed' and b.opening_on is null and b.currency = private.books_currency()
     and l.net + l.vat + l.own_vat - l.deducted <> 0
     and not exists (select from public.fixed_assets a where a.bill_line_id = l.id)
$$;
comment on function private.lines_not_in_register is
  'Lines of bills on accounts of fixed assets that are not in the register: they are in the balance sheet, and nothing writes them down. For functions that asked for the right.';

create function private.asset_totals(p_day date default null) returns jsonb
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
comment on function private.asset_totals is
  'What the accounts of fixed assets have at the end of a day, with the depreciation on theirs, what the register comes to, and the lines of bills that make the difference: {accounts, register,
missing [{line_id, bill_id, number, words, on_date, amount}]}. Amounts are text.';
call private.offer('private.asset_totals(date)');

create function private.keep_line_of_asset() returns trigger
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
comment on function private.keep_line_of_asset is 'A line that is in the register of fixed assets stays, on its account.';

create function private.keep_bill_of_asset() returns trigger
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
comment on function private.keep_bill_of_asset is 'A bill with a line in the register of fixed assets stays in the books, on its day.';

-- -------------------------------------------------------------------------------------------------------- what follows

insert into private.record_kinds (kind, table_name, position, label, is_mentioned, page, searched, title, has_story) values
  ('fixed_asset', 'public.fixed_assets', 68, 'r.asset_number', true, 'payments', $$r.asset_number || ' ' || r.name$$, $$r.asset_number || ' · ' || r.name$$, false);
