set check_function_bodies = off;

create or replace function private.journal_of_invoices(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select v.id, v.gross from public.invoices v
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  ), lines as materialized (
    select i.invoice_id as id, case when i.kind = 'deposit' then 'deposits' else 'sales' end as part, i.service_id, i.vat_rate, i.vat_treatment,
           sum(i.net) as net
      from papers p join public.invoice_items i on i.invoice_id = p.id where i.net <> 0 group by 1, 2, 3, 4, 5
  ), rates as materialized (
    select t.* from papers p join public.invoice_vat t on t.invoice_id = p.id
  ), parts as (
    select p.id, 'clients' as part, null::uuid as service_id, null::numeric as rate, null as treatment, p.gross as amount from papers p
    union all
    select l.id, l.part, l.service_id, l.vat_rate, l.vat_treatment, -l.net from lines l
    union all
    -- What the VAT table says beyond the lines.
    select x.id, 'sales', null, x.vat_rate, x.vat_treatment, sum(x.net)
      from (select l.id, l.vat_rate, l.vat_treatment, l.net from lines l
            union all select t.invoice_id, t.vat_rate, t.vat_treatment, -t.base from rates t) as x group by 1, 4, 5
    union all
    select t.invoice_id, 'vat_sales', null, t.vat_rate, t.vat_treatment, -t.vat from rates t
  )
  select v.issue_date, 1, 'invoice', v.id, v.id, v.invoice_number, v.contact_id, v.project_title,
         case when x.part = 'sales' and v.kind = 'deposit' then 'deposits' else x.part end, null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join public.invoices v on v.id = x.id where x.amount <> 0
$$;

create or replace function private.journal_of_credit_notes(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select n.id, n.gross from public.credit_notes n where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
  ), lines as materialized (
    select i.credit_note_id as id, case when i.kind = 'deposit' then 'deposits' else 'sales' end as part, o.service_id, i.vat_rate, i.vat_treatment,
           sum(i.net) as net
      from papers p join public.credit_note_items i on i.credit_note_id = p.id join public.invoice_items o on o.id = i.invoice_item_id
     where i.net <> 0 group by 1, 2, 3, 4, 5
  ), rates as materialized (
    select t.* from papers p join public.credit_note_vat t on t.credit_note_id = p.id
  ), parts as (
    select p.id, 'clients' as part, null::uuid as service_id, null::numeric as rate, null as treatment, -p.gross as amount from papers p
    union all
    select l.id, l.part, l.service_id, l.vat_rate, l.vat_treatment, l.net from lines l
    union all
    -- What the VAT table says beyond the lines.
    select x.id, 'sales', null, x.vat_rate, x.vat_treatment, sum(x.net)
      from (select l.id, l.vat_rate, l.vat_treatment, -l.net as net from lines l
            union all select t.credit_note_id, t.vat_rate, t.vat_treatment, t.base from rates t) as x group by 1, 4, 5
    union all
    select t.credit_note_id, 'vat_sales', null, t.vat_rate, t.vat_treatment, t.vat from rates t
  )
  select n.issue_date, 2, 'credit_note', n.id, n.id, n.credit_number, n.contact_id, n.reason,
         case when x.part = 'sales' and v.kind = 'deposit' then 'deposits' else x.part end, null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join public.credit_notes n on n.id = x.id join public.invoices v on v.id = n.invoice_id where x.amount <> 0
$$;

create or replace function private.journal_of_payments(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with moves as (
    select p.received_on as on_date, 3 as sort, 'payment' as kind, p.id, p.id as entry_id, p.payment_number as number, p.contact_id,
           p.reference as words, 'money' as other, p.method,
           case p.direction when 'in' then p.amount else -p.amount end as amount
      from public.payments p
     where p.received_on between p_from and p_to and p.status in ('succeeded', 'part_refunded', 'refunded')
    union all
    select r.refunded_on, 4, 'payment', p.id, r.id, p.payment_number, p.contact_id, r.reason, 'money', p.method, -r.amount
      from public.payment_refunds r join public.payments p on p.id = r.payment_id
     where r.refunded_on between p_from and p_to
    union all
    select w.written_off_on, 5, 'invoice', v.id, w.id, v.invoice_number, v.contact_id, w.reason, 'write_offs', null, w.amount
      from public.write_offs w join public.invoices v on v.id = w.invoice_id
     where w.written_off_on between p_from and p_to
  )
  select m.on_date, m.sort, m.kind, m.id, m.entry_id, m.number, m.contact_id, m.words, side.part, null::uuid, null::uuid, null::numeric, null::text,
         case side.part when 'money' then m.method end, side.amount
    from moves m
   cross join lateral (values (m.other, m.amount), ('clients', -m.amount)) as side (part, amount)
$$;

create or replace function private.journal_of_bills(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with bills as materialized (
    select s.id, s.net, s.vat, s.gross from public.supplier_invoices s
     where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = (select c.currency from public.company_settings c)
  ), lines as materialized (
    select b.id, l.description, l.cost_account_id, l.vat_rate, l.net, l.vat
      from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id
  ), rest as materialized (
    select x.id, sum(x.net) as net, sum(x.vat) as vat
      from (select b.id, b.net, b.vat from bills b union all select l.id, -l.net, -l.vat from lines l) as x group by 1
  ), parts as (
    select b.id, 'suppliers' as part, null::uuid as cost_account_id, null::numeric as rate, -b.gross as amount, null as words from bills b
    union all
    select l.id, 'costs', l.cost_account_id, l.vat_rate, l.net, l.description from lines l
    union all
    select r.id, 'costs', null, null, r.net, null from rest r
    union all
    select l.id, 'vat_purchases', null, l.vat_rate, sum(l.vat), null from lines l group by 1, 4
    union all
    select r.id, 'vat_purchases', null, null, r.vat, null from rest r
  )
  select b.booked_on, 6, 'supplier_invoice', b.id, b.id, b.supplier_number, b.supplier_id, x.words, x.part, x.cost_account_id, null::uuid, x.rate,
         null::text, null::text, x.amount
    from parts x join public.supplier_invoices b on b.id = x.id where x.amount <> 0
  union all
  select s.paid_on, 7, 'supplier_invoice', b.id, s.id, b.supplier_number, b.supplier_id, s.reference, side.part, null, null, null, null,
         case side.part when 'money' then s.method end, side.amount
    from public.supplier_payments s
    join public.supplier_invoices b on b.id = s.supplier_invoice_id
   cross join lateral (values ('suppliers', s.amount + s.discount), ('money', -s.amount), ('discounts', -s.discount)) as side (part, amount)
   where s.paid_on between p_from and p_to and side.amount <> 0 and b.currency = (select c.currency from public.company_settings c)
$$;

create or replace function private.journal_lines(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text, account_id uuid, code text,
  account text, account_kind text, vat_rate numeric, vat_treatment text, amount numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_days constant date[] := array(select distinct r.from_day from public.account_rules r where r.from_day is not null order by 1);
begin
  return query
  with raw as materialized (
    select x.*, width_bucket(x.on_date, v_days) as era,
           concat_ws('|', x.part, x.service_id, x.vat_rate, x.vat_treatment, x.method) collate "C" as met
      from (select * from private.journal_of_invoices(p_from, p_to) union all select * from private.journal_of_credit_notes(p_from, p_to)
            union all select * from private.journal_of_payments(p_from, p_to) union all select * from private.journal_of_bills(p_from, p_to)) as x
  ), chosen as materialized (
    select w.met, w.era, r.account_id
      from (select b.met, b.era, b.part, b.service_id, b.vat_rate, b.vat_treatment, b.method from raw b where b.cost_account_id is null
             group by 1, 2, 3, 4, 5, 6, 7) as w
     cross join lateral (
       select s.account_id from public.account_rules s
        where s.part = w.part and (s.from_day is null or s.from_day <= v_days[w.era])
          and (s.service_id is null or s.service_id = w.service_id) and (s.vat_rate is null or s.vat_rate = w.vat_rate)
          and (s.vat_treatment is null or s.vat_treatment = w.vat_treatment) and (s.method is null or s.method = w.method)
        order by s.service_id is null, s.vat_rate is null, s.vat_treatment is null, s.method is null, s.from_day desc nulls last limit 1) as r
  )
  select b.on_date, b.sort, b.kind, b.id, b.entry_id, b.number, b.contact_id, b.words, coalesce(k.id, a.id), coalesce(k.code, a.code),
         coalesce(k.name, a.name), coalesce(a.kind, 'cost'), b.vat_rate, b.vat_treatment, b.amount
    from raw b
    left join public.cost_accounts k on k.id = b.cost_account_id
    left join chosen c on b.cost_account_id is null and c.met = b.met and c.era = b.era
    left join public.ledger_accounts a on a.id = c.account_id;
end $$;

create or replace function private.must_see_books() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see the books');
  perform private.must('payments', 'view', 'see the books');
  perform private.must('supplier-invoices', 'view', 'see the books');
end $$;

create or replace function private.refuse_long_period(p_from date, p_to date) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;
end $$;

create or replace function private.journal(p_from date, p_to date, p_account_id uuid default null, p_after text default null, p_limit integer default 200)
returns table (place text, on_date date, kind text, id uuid, entry_id uuid, number text, contact_id uuid, party text, words text, account_id uuid,
  code text, account text, vat_rate text, vat_treatment text, debit text, credit text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first constant date := greatest(p_from, case when p_after ~ '^[0-9]{8}~' then to_date(left(p_after, 8), 'YYYYMMDD') end);
  v_left integer := least(greatest(coalesce(p_limit, 200), 1), 1000);
  v_found integer;
  v_from date;
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  -- Month by month, so that a page does not read a year.
  for v_month in 0 .. 37 loop
    v_from := greatest(v_first, (date_trunc('month', v_first) + make_interval(months => v_month))::date);
    exit when v_from > p_to or v_left = 0;
    return query
      select l.place, l.on_date, l.kind, l.id, l.entry_id, l.number, l.contact_id, private.client_label(c), l.words, l.account_id, l.code, l.account,
             trim_scale(l.vat_rate)::text, l.vat_treatment, case when l.amount > 0 then private.amount_text(l.amount) end,
             case when l.amount < 0 then private.amount_text(-l.amount) end
        from (select n.*, concat_ws('~', to_char(n.on_date, 'YYYYMMDD'), n.sort, n.number, n.entry_id, to_char(row_number() over (partition by n.entry_id
                       order by n.amount < 0, n.code, n.vat_rate, n.vat_treatment, n.amount, n.words, n.account_id), 'FM000000')) collate "C" as place
                from private.journal_lines(v_from, least(p_to, (date_trunc('month', v_from) + interval '1 month')::date - 1)) as n) as l
        left join public.contacts c on c.id = l.contact_id
       where (p_account_id is null or l.account_id = p_account_id) and (p_after is null or l.place > p_after)
       order by l.place limit v_left;
    get diagnostics v_found = row_count;
    v_left := v_left - v_found;
  end loop;
end $$;

create or replace function private.trial_balance(p_from date, p_to date)
returns table (account_id uuid, code text, name text, kind text, opening text, debit text, credit text, closing text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
  with lines as materialized (
    select l.account_id, l.code, l.account, l.account_kind, l.amount, l.on_date >= p_from as is_within,
           l.account_kind in ('income', 'cost') and l.on_date < date_trunc('year', p_from)::date as is_earlier
      from private.journal_lines('2000-01-01', p_to) as l
  )
  select s.id, s.code, s.name, s.kind, private.amount_text(s.opening), private.amount_text(s.debit), private.amount_text(s.credit),
         private.amount_text(s.opening + s.debit - s.credit)
    from (select case when not l.is_earlier then l.account_id end as id, case when not l.is_earlier then l.code end as code,
                 case when l.is_earlier then 'Result of earlier years' else l.account end as name,
                 case when l.is_earlier then 'equity' else l.account_kind end as kind,
                 coalesce(sum(l.amount) filter (where not l.is_within), 0) as opening,
                 coalesce(sum(l.amount) filter (where l.is_within and l.amount > 0), 0) as debit,
                 coalesce(-sum(l.amount) filter (where l.is_within and l.amount < 0), 0) as credit
            from lines l group by 1, 2, 3, 4) as s
   where s.opening <> 0 or s.debit <> 0 or s.credit <> 0
   order by s.code collate "C" nulls last;
end $$;

create or replace function private.account_sheet(p_account_id uuid, p_from date, p_to date, p_after text default null, p_limit integer default 200)
returns table (place text, on_date date, kind text, id uuid, entry_id uuid, number text, contact_id uuid, party text, words text,
  vat_rate text, vat_treatment text, debit text, credit text, balance text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
  with lines as materialized (
    select n.*, concat_ws('~', to_char(n.on_date, 'YYYYMMDD'), n.sort, n.number, n.entry_id, to_char(row_number() over (partition by n.entry_id
             order by n.amount < 0, n.vat_rate, n.vat_treatment, n.amount, n.words), 'FM000000')) collate "C" as spot
      from private.journal_lines('2000-01-01', p_to) as n
     where n.account_id = p_account_id and (n.account_kind not in ('income', 'cost') or n.on_date >= date_trunc('year', p_from)::date)
  )
  select l.spot, l.on_date, l.kind, l.id, l.entry_id, l.number, l.contact_id, private.client_label(c), l.words, trim_scale(l.vat_rate)::text, l.vat_treatment,
         case when l.amount > 0 then private.amount_text(l.amount) end, case when l.amount < 0 then private.amount_text(-l.amount) end,
         private.amount_text(l.total)
    from (select x.*, sum(x.amount) over (partition by case when x.account_kind in ('income', 'cost') then extract(year from x.on_date) end
                                              order by x.spot) as total from lines x) as l
    left join public.contacts c on c.id = l.contact_id
   where l.on_date >= p_from and (p_after is null or l.spot > p_after)
   order by l.spot limit least(greatest(coalesce(p_limit, 200), 1), 1000);
end $$;

create table public.ledger_accounts (
  id          uuid primary key default gen_random_uuid(),
  code        text not null,
  name        text not null,
  kind        text not null default 'asset',
  archived    boolean not null default false,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  label       text not null generated always as (btrim(code) || ' ' || btrim(name)) stored,
  constraint ledger_accounts_code_length check (char_length(btrim(code)) between 1 and 20 and char_length(code) <= 30),
  constraint ledger_accounts_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint ledger_accounts_kind_is_known check (kind in ('asset', 'liability', 'equity', 'income', 'cost'))
);

create table public.account_rules (
  id            uuid primary key default gen_random_uuid(),
  part          text not null,
  account_id    uuid not null references public.ledger_accounts (id) on delete restrict,
  service_id    uuid references public.services (id) on delete restrict,
  vat_rate      numeric(7, 4),
  vat_treatment text,
  method        text,
  from_day      date,
  created_at    timestamptz not null default now(),
  row_version   integer not null default 1,
  constraint account_rules_part_is_known check (part in ('clients', 'suppliers', 'sales', 'deposits', 'vat_sales', 'vat_purchases', 'costs', 'money',
    'write_offs', 'discounts', 'fees')),
  constraint account_rules_conditions_fit check ((method is null or part = 'money') and (service_id is null or part = 'sales')
    and (vat_rate is null or part in ('sales', 'deposits', 'vat_sales', 'vat_purchases'))
    and (vat_treatment is null or part in ('sales', 'deposits', 'vat_sales'))),
  constraint account_rules_rate_is_percent check (vat_rate between 0 and 100),
  constraint account_rules_treatment_is_known check (vat_treatment in ('standard', 'reverse_charge', 'exempt', 'export', 'zero')),
  constraint account_rules_method_is_known check (method in ('card', 'bank', 'cash', 'cheque', 'other')),
  constraint account_rules_day_is_believable check (from_day between '2000-01-01' and '2100-01-01')
);

create or replace function private.guard_account_rule() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_old constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'row_version' end;
  v_new constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'row_version' end;
begin
  if v_old is not distinct from v_new then
    return new;
  elsif tg_op <> 'INSERT' and num_nonnulls(old.service_id, old.vat_rate, old.vat_treatment, old.method, old.from_day) = 0
    and (v_new is null or v_old - 'account_id' <> v_new - 'account_id')
  then
    perform private.refuse('PT409', 'This rule is for everything that no other rule names: it stays, and leads to another account at most');
  end if;
  -- A rule without a day is of every day, also of closed ones.
  if v_old is not null then
    perform private.refuse_closed_day(coalesce(old.from_day, '2000-01-01'));
  end if;
  if v_new is not null then
    perform private.refuse_closed_day(coalesce(new.from_day, '2000-01-01'));
  end if;
  return case tg_op when 'DELETE' then old else new end;
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
    v_is_used := exists (select from public.account_rules r where r.account_id = new.id and (r.from_day is null or r.from_day <= v_closed_to));
  else
    v_is_taken := exists (select from public.ledger_accounts a where lower(btrim(a.code)) = lower(btrim(new.code)));
    v_is_used := exists (select from public.supplier_invoice_items i join public.supplier_invoices s on s.id = i.supplier_invoice_id
                          where i.cost_account_id = new.id and s.booked_on <= v_closed_to);
  end if;
  if v_is_taken then
    perform private.refuse('PT409', format('There is an account with the number %s already', btrim(new.code)));
  elsif tg_op = 'UPDATE' and v_closed_to is not null and v_is_used then
    perform private.refuse('PT409', format('Account %s has entries on closed days: its number stays. Please add another account instead.', btrim(old.code)));
  end if;
  return new;
end $$;

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
      ('general', 'vat_purchases', null, null, null, '1200', 'VAT on purchases', 'asset'),
      ('general', 'suppliers', null, null, null, '2100', 'Suppliers', 'liability'),
      ('general', 'vat_sales', null, null, null, '2200', 'VAT on sales', 'liability'),
      ('general', 'deposits', null, null, null, '2300', 'Deposits of clients', 'liability'),
      ('general', 'sales', null, null, null, '4000', 'Sales', 'income'),
      ('general', 'discounts', null, null, null, '4900', 'Discounts of suppliers', 'income'),
      ('general', 'write_offs', null, null, null, '6950', 'Written off', 'cost'),
      ('general', 'fees', null, null, null, '6960', 'Bank fees', 'cost'),
      ('general', 'costs', null, null, null, '6990', 'Costs without an account', 'cost'),
      ('skr03', 'money', null, null, null, '1200', 'Bank', 'asset'),
      ('skr03', 'money', null, null, 'cash', '1000', 'Kasse', 'asset'),
      ('skr03', 'money', null, null, 'card', '1360', 'Geldtransit', 'asset'),
      ('skr03', 'clients', null, null, null, '1400', 'Forderungen aus Lieferungen und Leistungen', 'asset'),
      ('skr03', 'vat_purchases', null, null, null, '1570', 'Abziehbare Vorsteuer', 'asset'),
      ('skr03', 'vat_purchases', 19, null, null, '1576', 'Abziehbare Vorsteuer 19 %', 'asset'),
      ('skr03', 'vat_purchases', 7, null, null, '1571', 'Abziehbare Vorsteuer 7 %', 'asset'),
      ('skr03', 'suppliers', null, null, null, '1600', 'Verbindlichkeiten aus Lieferungen und Leistungen', 'liability'),
      ('skr03', 'vat_sales', null, null, null, '1770', 'Umsatzsteuer', 'liability'),
      ('skr03', 'vat_sales', 19, null, null, '1776', 'Umsatzsteuer 19 %', 'liability'),
      ('skr03', 'vat_sales', 7, null, null, '1771', 'Umsatzsteuer 7 %', 'liability'),
      ('skr03', 'deposits', null, null, null, '1710', 'Erhaltene Anzahlungen', 'liability'),
      ('skr03', 'sales', null, null, null, '8200', 'Erlöse', 'income'),
      ('skr03', 'sales', 19, null, null, '8400', 'Erlöse 19 % USt', 'income'),
      ('skr03', 'sales', 7, null, null, '8300', 'Erlöse 7 % USt', 'income'),
      ('skr03', 'sales', null, 'export', null, '8120', 'Steuerfreie Umsätze § 4 Nr. 1a UStG', 'income'),
      ('skr03', 'discounts', null, null, null, '3730', 'Erhaltene Skonti', 'income'),
      ('skr03', 'write_offs', null, null, null, '2400', 'Forderungsverluste', 'cost'),
      ('skr03', 'fees', null, null, null, '4970', 'Nebenkosten des Geldverkehrs', 'cost'),
      ('skr03', 'costs', null, null, null, '4900', 'Sonstige betriebliche Aufwendungen', 'cost'),
      ('snc', 'money', null, null, null, '12', 'Depósitos à ordem', 'asset'),
      ('snc', 'money', null, null, 'cash', '11', 'Caixa', 'asset'),
      ('snc', 'clients', null, null, null, '211', 'Clientes c/c', 'asset'),
      ('snc', 'vat_purchases', null, null, null, '2432', 'IVA – Dedutível', 'asset'),
      ('snc', 'suppliers', null, null, null, '221', 'Fornecedores c/c', 'liability'),
      ('snc', 'vat_sales', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'deposits', null, null, null, '218', 'Adiantamentos de clientes', 'liability'),
      ('snc', 'sales', null, null, null, '72', 'Prestações de serviços', 'income'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
$$;

create or replace function private.use_chart(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant date := private.books_closed_to() + 1;
  v_row record;
begin
  perform private.must('payments', 'edit', 'change the accounts of the books');
  if not exists (select from private.chart_of(p_chart)) then
    perform private.refuse('22023', 'Please choose one of the charts of accounts');
  end if;
  -- Conditions of another chart lead to the accounts of this one as everything else of their part.
  if v_from is null then
    delete from public.account_rules r where r.service_id is null and num_nonnulls(r.vat_rate, r.vat_treatment, r.method, r.from_day) > 0;
  end if;
  insert into public.ledger_accounts (code, name, kind)
  select distinct c.code, c.name, c.kind from private.chart_of(p_chart) as c
   where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = lower(c.code));
  for v_row in
    select c.part, c.vat_rate, c.vat_treatment, c.method, a.id as account_id
      from (select * from private.chart_of(p_chart)
            union all
            select r.part, r.vat_rate, r.vat_treatment, r.method, d.code, d.name, d.kind
              from (select distinct o.part, o.vat_rate, o.vat_treatment, o.method from public.account_rules o where o.service_id is null) as r
              join private.chart_of(p_chart) as d on d.part = r.part and num_nonnulls(d.vat_rate, d.vat_treatment, d.method) = 0
             where not exists (select from private.chart_of(p_chart) as n where (n.part, n.vat_rate, n.vat_treatment, n.method)
               is not distinct from (r.part, r.vat_rate, r.vat_treatment, r.method))) as c
      join public.ledger_accounts a on lower(btrim(a.code)) = lower(c.code)
  loop
    insert into public.account_rules (part, account_id, vat_rate, vat_treatment, method, from_day)
    values (v_row.part, v_row.account_id, v_row.vat_rate, v_row.vat_treatment, v_row.method, v_from)
    on conflict (part, service_id, vat_rate, vat_treatment, method, from_day) do update set account_id = excluded.account_id;
  end loop;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.journal(date, date, uuid, text, integer)');

call private.offer('private.trial_balance(date, date)');

call private.offer('private.account_sheet(uuid, date, date, text, integer)');

-- Before the audit trail and the guards: a company that lived before may have closed days, and cost accounts with these numbers.
insert into public.ledger_accounts (id, code, name, kind)
select distinct md5('ledger account ' || c.code)::uuid,
       c.code || case when exists (select from public.cost_accounts k where lower(btrim(k.code)) = c.code) then '-0' else '' end, c.name, c.kind
  from private.chart_of('general') as c;

insert into public.account_rules (part, account_id, method)
select c.part, md5('ledger account ' || c.code)::uuid, c.method from private.chart_of('general') as c;

call private.borrow_rules('public.ledger_accounts', p_pages => '{payments}', p_audited => true);

call private.borrow_rules('public.account_rules', p_pages => '{payments}', p_audited => true);

call private.offer('private.use_chart(text)');

create index account_rules_account_id_idx on public.account_rules (account_id);

create unique index account_rules_once_idx on public.account_rules (part, service_id, vat_rate, vat_treatment, method, from_day) nulls not distinct;

create index account_rules_service_id_idx on public.account_rules (service_id);

create unique index ledger_accounts_code_idx on public.ledger_accounts (lower(btrim(code)));

create index payment_refunds_refunded_on_idx on public.payment_refunds (refunded_on);

create index supplier_payments_paid_on_idx on public.supplier_payments (paid_on);

create index write_offs_written_off_on_idx on public.write_offs (written_off_on);

create or replace trigger ask_first before insert on public.account_rules for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('payments:edit');

create or replace trigger ask_first before insert on public.ledger_accounts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('payments:edit');

create policy "staff who change payments add rules of accounts" on public.account_rules for insert to authenticated
  with check ((select private.can('payments', 'edit')));

create policy "staff who change payments change rules of accounts" on public.account_rules for update to authenticated
  using ((select private.can('payments', 'edit'))) with check ((select private.can('payments', 'edit')));

create policy "staff who change payments remove rules of accounts" on public.account_rules for delete to authenticated
  using ((select private.can('payments', 'edit')));

create policy "whoever reads payments reads rules of accounts" on public.account_rules for select to authenticated
  using ((select private.can('payments', 'view')));

create policy "staff who change payments add accounts" on public.ledger_accounts for insert to authenticated
  with check ((select private.can('payments', 'edit')));

create policy "staff who change payments change accounts" on public.ledger_accounts for update to authenticated
  using ((select private.can('payments', 'edit'))) with check ((select private.can('payments', 'edit')));

create policy "staff who change payments remove accounts" on public.ledger_accounts for delete to authenticated
  using ((select private.can('payments', 'edit')));

create policy "whoever reads payments reads accounts" on public.ledger_accounts for select to authenticated
  using ((select private.can('payments', 'view')));

comment on function private.account_sheet(pg_catalog.uuid,pg_catalog.date,pg_catalog.date,pg_catalog.text,integer) is 'The entries of an account on the days p_from to p_to, oldest first, each with what the account has after it; above zero is a debit. Income and cost
accounts begin at zero each January. p_after and p_limit: as of journal. Amounts are text.';

comment on function private.chart_of(pg_catalog.text) is 'The accounts of a chart and the rules that lead to them: general, skr03 (Germany) or snc (Portugal). docs/journal.md names the sources.';

comment on function private.guard_account_code() is 'A number is of one account, of the books or of costs; where its entries may be of closed days, it stays.';

comment on function private.guard_account_rule() is 'A rule that counts on closed days stays, and none is added for them: the journal of a closed day says the same for ever.';

comment on function private.journal(pg_catalog.date,pg_catalog.date,pg_catalog.uuid,pg_catalog.text,integer) is 'The journal of the days p_from to p_to, oldest first, or the entries of one account. p_after: the place of the last line of the page before. p_limit:
at most 1,000 lines. Amounts are text; a line has a debit or a credit. The debits of each entry_id are its credits.';

comment on function private.journal_lines(pg_catalog.date,pg_catalog.date) is 'The entries of the days p_from to p_to with their accounts. Of each entry_id the amounts come to zero; above zero is a debit. For functions that
asked for the right.';

comment on function private.journal_of_bills(pg_catalog.date,pg_catalog.date) is 'What bills that are not disputed and payments to suppliers move: costs by account and VAT against what the supplier gets, then money and discounts.
Bills in another currency are left out. Amounts above zero are debits.';

comment on function private.journal_of_credit_notes(pg_catalog.date,pg_catalog.date) is 'What issued credit notes move: the opposite of their invoices. Amounts above zero are debits.';

comment on function private.journal_of_invoices(pg_catalog.date,pg_catalog.date) is 'What issued invoices move: the client owes the total; sales (by service and VAT rate) or deposits, and VAT, are credited. Amounts above zero are debits.';

comment on function private.journal_of_payments(pg_catalog.date,pg_catalog.date) is 'What payments of clients, refunds, reversals and write-offs move: money or loss against what the client owes. Amounts above zero are debits.';

comment on function private.must_see_books() is 'Refuses, in words, whoever may not view invoices, payments and invoices of suppliers: the journal shows all three.';

comment on function private.refuse_long_period(pg_catalog.date,pg_catalog.date) is 'Refuses, in words, days in the wrong order and more than three years.';

comment on function private.trial_balance(pg_catalog.date,pg_catalog.date) is 'Each account with what it had before p_from, its debits and credits from p_from to p_to, and what it has then; above zero is a debit. Income and cost
accounts begin at zero each January: what they had before is one row without an account. The openings, and the closings, come to zero. Amounts are text.';

comment on function private.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.chart_of); missing accounts are added, others stay. Where days are closed, from the first open
day on.';

comment on function public.account_sheet(pg_catalog.uuid,pg_catalog.date,pg_catalog.date,pg_catalog.text,integer) is 'The entries of an account on the days p_from to p_to, oldest first, each with what the account has after it; above zero is a debit. Income and cost
accounts begin at zero each January. p_after and p_limit: as of journal. Amounts are text.';

comment on function public.journal(pg_catalog.date,pg_catalog.date,pg_catalog.uuid,pg_catalog.text,integer) is 'The journal of the days p_from to p_to, oldest first, or the entries of one account. p_after: the place of the last line of the page before. p_limit:
at most 1,000 lines. Amounts are text; a line has a debit or a credit. The debits of each entry_id are its credits.';

comment on function public.trial_balance(pg_catalog.date,pg_catalog.date) is 'Each account with what it had before p_from, its debits and credits from p_from to p_to, and what it has then; above zero is a debit. Income and cost
accounts begin at zero each January: what they had before is one row without an account. The openings, and the closings, come to zero. Amounts are text.';

comment on function public.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.chart_of); missing accounts are added, others stay. Where days are closed, from the first open
day on.';

comment on column public.account_rules.from_day is 'It counts for papers from this day on; null: for papers of every day.';

comment on column public.ledger_accounts.archived is 'Its entries stay; no further rule leads to it.';

comment on column public.ledger_accounts.label is 'Number and name, as lists offer it.';

comment on table public.account_rules is 'Which account a part of a paper is booked to. The rule with the most conditions counts: service, then VAT rate, treatment, way of payment.
Of rules with the same conditions it is the one with the latest first day. The rule of a part without conditions and day is always there.';

comment on table public.ledger_accounts is 'The accounts that the journal books to, under the numbers of the company''s accountant. Lines of bills are booked to cost_accounts.';

reset check_function_bodies;

create or replace trigger guard_rule before insert or update or delete on public.account_rules
  for each row execute function private.guard_account_rule();

create or replace trigger guard_code before insert or update of code on public.cost_accounts
  for each row execute function private.guard_account_code();

create or replace trigger guard_code before insert or update of code on public.ledger_accounts
  for each row execute function private.guard_account_code();
