-- Hand-overs: what of the journal was given to the accountant, in which format, and what changed since.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.hand_over_settings (
  id                 smallint primary key default 1,
  consultant_number  integer,
  client_number      integer,
  account_length     smallint not null default 4,
  automatic_accounts text[] not null default '{1711,1718,3125,3425,3731,3736,8300,8400,8640,8731,8736}',
  xero_tax_rate      text,
  updated_at         timestamptz not null default now(),
  row_version        integer not null default 1,
  format             text,
  first_month        smallint not null default 1,
  cash_basis_from    date,
  cash_basis_to      date,
  cash_basis_purchases_from date,
  cash_basis_purchases_to   date,
  constraint hand_over_settings_is_one_row check (id = 1),
  constraint hand_over_settings_consultant_number_range check (consultant_number between 1001 and 9999999),
  constraint hand_over_settings_client_number_range check (client_number between 1 and 99999),
  constraint hand_over_settings_account_length_range check (account_length between 4 and 8),
  constraint hand_over_settings_automatic_accounts_are_numbers check (
    cardinality(automatic_accounts) <= 50 and array_to_string(automatic_accounts, ',', '') ~ '^([0-9]{1,8}(,[0-9]{1,8})*)?$'),
  constraint hand_over_settings_format_is_known check (format in ('csv', 'xlsx', 'datev', 'xero', 'quickbooks', 'saft')),
  constraint hand_over_settings_cash_basis_days_are_in_order check (cash_basis_to >= cash_basis_from and (cash_basis_to is null or cash_basis_from is not null)),
  constraint hand_over_settings_purchases_days_are_in_order check (
    cash_basis_purchases_to >= cash_basis_purchases_from and (cash_basis_purchases_to is null or cash_basis_purchases_from is not null)),
  constraint hand_over_settings_first_month_range check (first_month between 1 and 12),
  constraint hand_over_settings_xero_tax_rate_length check (char_length(btrim(xero_tax_rate)) between 1 and 50 and char_length(xero_tax_rate) <= 60)
);
comment on table public.hand_over_settings is 'What the programs of accountants ask for before they take a hand-over.';
comment on column public.hand_over_settings.consultant_number is 'Beraternummer of DATEV; client_number is the Mandantennummer.';
comment on column public.hand_over_settings.account_length is 'How many digits accounts have at DATEV; accounts of clients and suppliers have one more.';
comment on column public.hand_over_settings.automatic_accounts is
  'Accounts from which DATEV would work VAT out by itself: what is booked there carries the key that turns it off, since VAT has lines of its own.';
comment on column public.hand_over_settings.format is 'The format that the accountant takes: it is offered first. Null until somebody chose one.';
comment on column public.hand_over_settings.first_month is 'The month, 1 to 12, in which the financial year of the company begins, on its first day.';
comment on column public.hand_over_settings.cash_basis_from is
  'The VAT of invoices of this day and later arises with their money (cash basis), up to those of cash_basis_to. Null: that of every invoice on its date.';
comment on column public.hand_over_settings.cash_basis_purchases_from is
  'The input tax of bills that count from this day on is deducted as the supplier is paid, up to those of cash_basis_purchases_to. Null: that of every bill on the day on which it counts.';
comment on column public.hand_over_settings.xero_tax_rate is 'The name that the tax rate without tax has in Xero: VAT has lines of its own.';

create table public.personal_accounts (
  id          uuid primary key default gen_random_uuid(),
  contact_id  uuid not null references public.contacts (id) on delete restrict,
  side        text not null,
  number      integer not null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint personal_accounts_side_is_known check (side in ('clients', 'suppliers')),
  constraint personal_accounts_number_range check (number between 10000 and 999999999),
  constraint personal_accounts_number_is_of_its_side check (
    (side = 'clients') = (left(number::text, 1) between '1' and '6')),
  constraint personal_accounts_number_is_of_one_contact unique (number),
  constraint personal_accounts_contact_has_one_number unique (contact_id, side)
);
comment on table public.personal_accounts is
  'Under which number DATEV keeps a client (1 to 6 in front) or a supplier (7 to 9). A hand-over numbers whoever has none.';

create table public.hand_overs (
  id         uuid primary key default gen_random_uuid(),
  place      bigint not null generated always as identity unique,
  format     text not null,
  from_day   date not null,
  to_day     date not null,
  is_whole   boolean not null,
  is_closed  boolean not null,
  entries    integer not null,
  taken_back integer not null,
  debit      numeric(14, 2) not null,
  facts      jsonb not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint hand_overs_format_is_known check (format in ('csv', 'xlsx', 'datev', 'xero', 'quickbooks', 'saft')),
  constraint hand_overs_days_are_in_order check (to_day >= from_day),
  constraint hand_overs_hold_something check (entries >= 0 and taken_back >= 0 and entries + taken_back > 0),
  constraint hand_overs_counts_fit check (entries <= 10000000 and taken_back <= 10000000),
  constraint hand_overs_debit_is_not_below_zero check (debit >= 0),
  constraint hand_overs_facts_are_a_record check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 20000000)
);
create index hand_overs_format_idx on public.hand_overs (format, place desc);
create index hand_overs_created_by_idx on public.hand_overs (created_by);
comment on table public.hand_overs is
  'What was given to the accountant, and by whom. Rows are added by make_hand_over and never change. The sum of all of a format is the journal of its days.';
comment on column public.hand_overs.is_whole is 'Everything of its days once more: what was given before of these days and format no longer counts.';
comment on column public.hand_overs.is_closed is 'Its days were closed for everybody when it was made.';
comment on column public.hand_overs.facts is 'What its file says of the company, as it was then.';

create table public.hand_over_entries (
  id           bigint primary key generated always as identity,
  hand_over_id uuid not null references public.hand_overs (id) on delete restrict,
  undoes_id    bigint references public.hand_over_entries (id) on delete restrict,
  entry_id     uuid not null,
  on_date      date not null,
  kind         text not null,
  record_id    uuid not null,
  number       text,
  party        text,
  words        text,
  print        text not null,
  lines        jsonb not null,
  constraint hand_over_entries_print_length check (char_length(print) = 32),
  constraint hand_over_entries_texts_length check (char_length(kind) <= 50 and char_length(number) <= 500 and char_length(party) <= 1000
    and char_length(words) <= 30000),
  constraint hand_over_entries_lines_are_a_list check (jsonb_typeof(lines) = 'array' and octet_length(lines::text) <= 4000000)
);
create index hand_over_entries_hand_over_id_idx on public.hand_over_entries (hand_over_id, id);
create unique index hand_over_entries_undoes_id_idx on public.hand_over_entries (undoes_id);
create index hand_over_entries_on_date_idx on public.hand_over_entries (on_date);
comment on table public.hand_over_entries is 'The entries of a hand-over with their lines, as they were given.';
comment on column public.hand_over_entries.undoes_id is
  'The entry that this one takes back, with the sides changed: it was given before, and is another one now or none.';
comment on column public.hand_over_entries.print is 'Of day, number, accounts, amounts and VAT: another print is another entry.';

-- ------------------------------------------------------------------------------------------------------------- who may

create function private.can_see_books() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.can('invoices', 'view') and private.can('payments', 'view') and private.can('supplier-invoices', 'view');
end $$;
comment on function private.can_see_books is 'Whether the caller views invoices, payments and invoices of suppliers.';
grant execute on function private.can_see_books to authenticated;

call private.borrow_rules('public.hand_over_settings', 'select, update', p_pages => '{payments}', p_audited => true);
create policy "whoever sees the books reads settings of hand-overs" on public.hand_over_settings for select to authenticated
  using ((select private.can_see_books()));
create policy "staff who change payments change settings of hand-overs" on public.hand_over_settings for update to authenticated
  using ((select private.can('payments', 'edit'))) with check ((select private.can('payments', 'edit')));

call private.borrow_rules('public.personal_accounts', p_pinned => '{contact_id,side}', p_pages => '{payments}');
create policy "staff who change payments add accounts of contacts" on public.personal_accounts for insert to authenticated
  with check ((select private.can('payments', 'edit')));
create policy "staff who change payments remove accounts of contacts" on public.personal_accounts for delete to authenticated
  using ((select private.can('payments', 'edit')));
create policy "whoever reads payments reads accounts of contacts" on public.personal_accounts for select to authenticated
  using ((select private.can('payments', 'view')));
create policy "staff who change payments change accounts of contacts" on public.personal_accounts for update to authenticated
  using ((select private.can('payments', 'edit'))) with check ((select private.can('payments', 'edit')));

call private.borrow_rules('public.hand_overs', '', p_audited => true, p_pages => '{payments}');
grant select on public.hand_overs to authenticated;
create policy "whoever sees the books sees hand-overs" on public.hand_overs for select to authenticated
  using ((select private.can_see_books()));

call private.borrow_rules('public.hand_over_entries', '');
grant select on public.hand_over_entries to authenticated;
create policy "whoever sees the books sees what was handed over" on public.hand_over_entries for select to authenticated
  using ((select private.can_see_books()));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.journal_entries(p_from date, p_to date, p_with_lines boolean)
returns table (entry_id uuid, on_date date, kind text, record_id uuid, number text, contact_id uuid, debit numeric, print text, words text, lines jsonb)
  language sql stable security definer set search_path = ''
as $$
  select l.entry_id, l.on_date, l.kind, l.id, l.number, l.contact_id, sum(l.amount) filter (where l.amount > 0),
         md5(concat_ws('~', l.on_date, l.number, string_agg(concat_ws('|', l.code, l.amount::numeric(14, 2), trim_scale(l.vat_rate), l.vat_treatment), '~'
           order by l.code collate "C", l.amount, l.vat_rate, l.vat_treatment))),
         case when min(l.words) = max(l.words) then min(l.words) end,
         jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', l.code, 'account', l.account, 'kind', l.account_kind, 'part', l.part, 'personal', p.number,
           'vat_rate', trim_scale(l.vat_rate)::text, 'vat_treatment', l.vat_treatment, 'words', l.words, 'amount', private.amount_text(l.amount)))
           order by l.amount < 0, l.code collate "C", l.vat_rate, l.vat_treatment, l.amount, l.words, l.account_id) filter (where p_with_lines)
    from private.journal_lines(p_from, p_to) as l
    left join public.personal_accounts p on p_with_lines and p.contact_id = l.contact_id and p.side = l.part
   group by l.entry_id, l.on_date, l.sort, l.kind, l.id, l.number, l.contact_id
$$;
comment on function private.journal_entries is
  'Each entry of these days with its print: two entries with one print are booked alike. p_with_lines: with its lines too, as a hand-over keeps them;
their amounts are text, above zero is a debit.';

create function private.journal_prints(p_from date, p_to date)
returns table (entry_id uuid, on_date date, kind text, record_id uuid, number text, contact_id uuid, debit numeric, print text)
  language sql stable security definer set search_path = ''
as $$
  select n.entry_id, n.on_date, n.kind, n.record_id, n.number, n.contact_id, n.debit, n.print from private.journal_entries(p_from, p_to, false) as n
$$;
comment on function private.journal_prints is 'Each entry of these days with its print, without its lines.';

create function private.standing_entries(p_format text, p_from date, p_to date)
returns table (id bigint, hand_over_id uuid, place bigint, entry_id uuid, on_date date, kind text, record_id uuid, number text, party text, print text, debit numeric)
  language sql stable security definer set search_path = ''
as $$
  select e.id, e.hand_over_id, h.place, e.entry_id, e.on_date, e.kind, e.record_id, e.number, e.party, e.print, d.debit
    from public.hand_over_entries e
    join public.hand_overs h on h.id = e.hand_over_id
   cross join lateral (select sum((l ->> 'amount')::numeric) as debit from jsonb_array_elements(e.lines) as l where (l ->> 'amount')::numeric > 0) as d
   where h.format = p_format and e.on_date between p_from and p_to and e.undoes_id is null
     and not exists (select from public.hand_over_entries u where u.undoes_id = e.id)
     and not exists (select from public.hand_overs w
                      where w.format = p_format and w.is_whole and w.place > h.place and e.on_date between w.from_day and w.to_day)
$$;
comment on function private.standing_entries is
  'What was given in this format of these days, and counts: not taken back since, and not before a later hand-over of everything.';

create function private.hand_over_differences(p_format text, p_from date, p_to date)
returns table (standing_id bigint, entry_id uuid, on_date date, kind text, record_id uuid, number text, contact_id uuid, party text, debit numeric, print text)
  language sql stable security definer set search_path = ''
as $$
  with standing as materialized (
    select * from private.standing_entries(p_format, p_from, p_to)
  ), prints as materialized (
    select * from private.journal_prints(p_from, p_to)
  )
  select s.id, s.entry_id, s.on_date, s.kind, s.record_id, s.number, null::uuid, s.party, s.debit, s.print
    from standing s where not exists (select from prints p where p.entry_id = s.entry_id and p.print = s.print)
  union all
  select null, p.entry_id, p.on_date, p.kind, p.record_id, p.number, p.contact_id, null, p.debit, p.print
    from prints p where not exists (select from standing s where s.entry_id = p.entry_id and s.print = p.print)
$$;
comment on function private.hand_over_differences is
  'Between what counts as given and the journal of these days: standing_id names what is to be taken back, null is to be given.';

create function private.hand_over_missing(p_format text, p_from date, p_to date)
returns table (what text, name text, id uuid)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_settings public.hand_over_settings;
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  select * into v_settings from public.hand_over_settings;
  if p_format = 'datev' then
    return query
      select m.what, null::text, null::uuid
        from (values ('consultant_number', v_settings.consultant_number), ('client_number', v_settings.client_number)) as m (what, value)
       where m.value is null;
    return query
      select 'account_code', l.code || ' ' || l.account, l.account_id from private.journal_lines(p_from, p_to) as l
       where l.code !~ '^[0-9]+$' or char_length(l.code) > v_settings.account_length
       group by l.code, l.account, l.account_id order by l.code collate "C";
    return query
      select 'personal_account', p.number || ' ' || private.client_label(c), c.id
        from public.personal_accounts p join public.contacts c on c.id = p.contact_id
       where char_length(p.number::text) <> v_settings.account_length + 1
         and exists (select from private.journal_prints(p_from, p_to) as j where j.contact_id = p.contact_id)
       order by p.number;
  elsif p_format = 'xero' and v_settings.xero_tax_rate is null then
    return query select 'xero_tax_rate', null::text, null::uuid;
  end if;
end $$;
comment on function private.hand_over_missing is
  'What a format asks for before the entries of these days can be given: settings, accounts of the books whose number it cannot take, and accounts of
clients and suppliers with another length.';
call private.offer('private.hand_over_missing(text, date, date)');

create function private.hand_over_changes(p_format text, p_from date, p_to date, p_limit integer default 200)
returns table (change text, entry_id uuid, on_date date, kind text, id uuid, number text, party text, given text, now text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
    select case when d.given is null then 'new' when d.now is null then 'gone' else 'changed' end, d.entry_id, d.on_date, d.kind, d.record_id, d.number,
           coalesce(private.client_label(c), d.party), private.amount_text(d.given), private.amount_text(d.now)
      from (select x.entry_id, min(x.on_date) as on_date, min(x.kind) as kind, min(x.record_id::text)::uuid as record_id,
                   coalesce(min(x.number) filter (where x.standing_id is null), min(x.number)) as number, min(x.contact_id::text)::uuid as contact_id,
                   min(x.party) as party, sum(x.debit) filter (where x.standing_id is not null) as given,
                   sum(x.debit) filter (where x.standing_id is null) as now
              from private.hand_over_differences(p_format, p_from, p_to) as x group by x.entry_id) as d
      left join public.contacts c on c.id = d.contact_id
     order by d.on_date, d.number, d.entry_id limit least(greatest(coalesce(p_limit, 200), 1), 1000);
end $$;
comment on function private.hand_over_changes is
  'What the next hand-over in this format would hold of these days: new, changed or gone entries, with what was given and what is booked now, as text.
p_limit: at most 1,000.';
call private.offer('private.hand_over_changes(text, date, date, integer)');

create function private.hand_over_state(p_format text, p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_counts jsonb;
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  -- The journal is read once: an entry stands by its print, or is booked and not given, or given and not booked so.
  with standing as materialized (
    select s.entry_id, s.print from private.standing_entries(p_format, p_from, p_to) as s
  ), prints as materialized (
    select p.entry_id, p.print from private.journal_prints(p_from, p_to) as p
  )
  select jsonb_build_object('entries', (select count(*) from prints), 'given', (select count(*) from standing),
           'new', count(*) filter (where d.given = 0), 'gone', count(*) filter (where d.now = 0),
           'changed', count(*) filter (where d.given > 0 and d.now > 0)) into v_counts
    from (select coalesce(s.entry_id, p.entry_id) as entry_id, count(s.entry_id) as given, count(p.entry_id) as now
            from standing s full join prints p on p.entry_id = s.entry_id and p.print = s.print
           where s.entry_id is null or p.entry_id is null group by 1) as d;
  return v_counts || jsonb_build_object(
    'is_closed', coalesce(p_to <= private.closed_to('everybody'), false),
    'others', (select coalesce(jsonb_agg(jsonb_build_object('format', o.format, 'at', o.at) order by o.at desc), '[]')
                 from (select h.format, max(h.created_at) as at from public.hand_overs h
                        where h.format <> p_format and h.from_day <= p_to and h.to_day >= p_from group by h.format) as o));
end $$;
comment on function private.hand_over_state is
  'Of these days and this format: entries in all, given (what counts as given), new, changed and gone since, is_closed, and other formats that held
some of these days.';
call private.offer('private.hand_over_state(text, date, date)');

create function private.hand_over_list(p_limit integer default 20)
returns table (id uuid, place bigint, format text, from_day date, to_day date, is_whole boolean, is_closed boolean, entries integer, taken_back integer,
  debit text, made_by text, made_at timestamptz, came_later bigint, changed bigint, gone bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  return query
  with shown as materialized (
    select h.* from public.hand_overs h order by h.place desc limit least(greatest(coalesce(p_limit, 20), 1), 100)
  ), spans as materialized (
    select s.format, greatest(min(s.from_day), max(s.to_day) - 1100) as first, max(s.to_day) as last from shown s group by s.format
  ), found as (
    -- The newest that held the day took all that was new then: what differs came after it.
    select (select s.id from shown s where s.format = p.format and d.on_date between s.from_day and s.to_day order by s.place desc limit 1) as hand_over_id,
           d.entry_id, bool_or(d.standing_id is not null) as was_given, bool_or(d.standing_id is null) as is_booked
      from spans p cross join lateral private.hand_over_differences(p.format, p.first, p.last) as d
     group by 1, p.format, d.entry_id
  )
  select s.id, s.place, s.format, s.from_day, s.to_day, s.is_whole, s.is_closed, s.entries, s.taken_back, private.amount_text(s.debit),
         private.person_label(s.created_by), s.created_at, count(f.entry_id) filter (where not f.was_given),
         count(f.entry_id) filter (where f.was_given and f.is_booked), count(f.entry_id) filter (where not f.is_booked)
    from shown s left join found f on f.hand_over_id = s.id
   group by s.id, s.place, s.format, s.from_day, s.to_day, s.is_whole, s.is_closed, s.entries, s.taken_back, s.debit, s.created_by, s.created_at
   order by s.place desc;
end $$;
comment on function private.hand_over_list is
  'The latest hand-overs, the newest first, each with how many entries of its days came later, changed, or are gone since. p_limit: at most 100.';
call private.offer('private.hand_over_list(integer)');

create function private.number_contacts(p_contacts jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_length constant integer := (select s.account_length from public.hand_over_settings s);
begin
  insert into public.personal_accounts (contact_id, side, number)
  select w.contact_id, w.side, b.next + row_number() over (partition by w.side order by w.first, w.contact_id) - 1
    from jsonb_to_recordset(p_contacts) as w (contact_id uuid, side text, first date)
    join (select s.side, greatest(s.first, coalesce(max(p.number) filter (where p.number between s.first and s.last), 0) + 1) as next
            from (values ('clients', (10 ^ v_length)::integer, (7 * 10 ^ v_length)::integer - 1),
                         ('suppliers', (7 * 10 ^ v_length)::integer, (10 ^ (v_length + 1))::integer - 1)) as s (side, first, last)
            left join public.personal_accounts p on p.side = s.side group by s.side, s.first) as b on b.side = w.side
   where not exists (select from public.personal_accounts p where p.contact_id = w.contact_id and p.side = w.side);
end $$;
comment on function private.number_contacts is
  'Gives every client and supplier of a list who has none the next free account at DATEV: [{contact_id, side: clients or suppliers, first: the day of the first entry}].';

create function private.saft_facts(p_from date, p_to date) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_accounts jsonb;
  v_parties jsonb;
begin
  with moved as materialized (
    -- The result of earlier years has no account of the chart; the file asks for a name of one.
    select o.part, o.contact_id, coalesce(o.code, 'EARLIER') as code, o.account, o.account_kind, o.first_day, o.amount as opening, 0::numeric as amount, false as is_within
      from private.opening_balances(p_from) as o
    union all
    select l.part, case when l.part in ('clients', 'suppliers') then l.contact_id end, l.code, l.account, l.account_kind, min(l.on_date), 0, sum(l.amount), true
      from private.journal_lines(p_from, p_to) as l group by 1, 2, 3, 4, 5
  )
  select (select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.account, 'kind', a.account_kind, 'opening', private.amount_text(a.opening))
            order by a.code collate "C", a.account)
            from (select m.code, m.account, m.account_kind, sum(m.opening) as opening from moved m group by 1, 2, 3) as a),
         (select jsonb_agg(to_jsonb(x))
            from (select m.part as side, m.contact_id, min(m.first_day) as first, min(m.code) as code, sum(m.opening) as opening,
                         bool_or(m.is_within) or sum(m.opening + m.amount) <> 0 as is_shown
                    from moved m where m.contact_id is not null group by 1, 2) as x)
    into v_accounts, v_parties;
  perform private.number_contacts(v_parties);
  return (
    select jsonb_strip_nulls(jsonb_build_object('country', private.country_code(c.country), 'vat_number', c.vat_number, 'registration_number', c.registration_number,
      'phone', c.phone, 'email', c.email, 'address', c.address, 'city', c.city, 'postcode', c.postcode, 'is_cash_basis', private.taxed_by_money(p_to),
      'accounts', coalesce(v_accounts, '[]'), 'parties', coalesce((
        select jsonb_agg(jsonb_build_object('side', x.side, 'number', p.number, 'account', x.code, 'opening', private.amount_text(x.opening),
                 'name', private.client_label(k), 'vat_number', k.vat_number, 'address', k.address_line, 'city', k.city, 'postcode', k.postcode,
                 'country', private.country_code(k.country)) order by p.number)
          from jsonb_to_recordset(v_parties) as x (side text, contact_id uuid, code text, opening numeric, is_shown boolean)
          join public.personal_accounts p on p.contact_id = x.contact_id and p.side = x.side join public.contacts k on k.id = x.contact_id
         where x.is_shown), '[]')))
      from public.company_settings c);
end $$;
comment on function private.saft_facts is
  'What an audit file says beside the entries of its days: the company, accounts with what each had before the first day, as the trial balance has it (EARLIER: the result of earlier
years), and clients and suppliers who have entries or something open,
under the number that they have at the accountant; whoever had an entry and has none is given one. Amounts are text, above zero is a debit.';

create function private.refuse_former_accounts(p_from date, p_to date) returns void
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
comment on function private.refuse_former_accounts is
  'Refuses, in words, days whose entries stand on accounts of another chart than that of the last day: the number would be another account there.';

create function private.hand_over_facts(p_format text, p_from date, p_to date) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_format = 'datev' then
    perform private.number_contacts((
      select jsonb_agg(to_jsonb(w))
        from (select l.contact_id, l.part as side, min(l.on_date) as first from private.journal_lines(p_from, p_to) as l
               where l.part in ('clients', 'suppliers') and l.contact_id is not null group by 1, 2) as w));
  end if;
  return (select jsonb_build_object('company', c.name, 'currency', c.currency) || case p_format
      when 'datev' then jsonb_build_object('consultant_number', s.consultant_number, 'client_number', s.client_number,
        'account_length', s.account_length, 'year_from', private.year_begins(p_from), 'automatic_accounts', to_jsonb(s.automatic_accounts))
      when 'xero' then jsonb_build_object('xero_tax_rate', btrim(s.xero_tax_rate))
      when 'saft' then jsonb_build_object('saft', private.saft_facts(p_from, p_to))
      else '{}' end
    from public.company_settings c cross join public.hand_over_settings s);
end $$;
comment on function private.hand_over_facts is
  'What a file in this format says of the company, as it is now; where the format calls clients and suppliers by numbers, whoever has none is given one. p_from and p_to: the days of the file.';

create function private.freeze_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  -- First, since it numbers whom the entries call by number.
  v_facts constant jsonb := private.hand_over_facts(p_format, p_from, p_to);
begin
  -- The journal is read once: what stands is compared with the entries and their lines.
  with standing as materialized (
    select s.id, s.entry_id, s.print, s.debit from private.standing_entries(p_format, p_from, p_to) as s where not p_whole
  ), entries as materialized (
    select n.* from private.journal_entries(p_from, p_to, true) as n
  ), content as materialized (
    select null::bigint as undoes_id, n.entry_id, n.on_date, n.kind, n.record_id, n.number, private.client_label(c) as party, n.words, n.lines, n.print, n.debit
      from entries n left join public.contacts c on c.id = n.contact_id
     where not exists (select from standing s where s.entry_id = n.entry_id and s.print = n.print)
    union all
    select e.id, e.entry_id, e.on_date, e.kind, e.record_id, e.number, e.party, e.words, (
             select jsonb_agg(l.line || jsonb_build_object('amount', private.amount_text(-(l.line ->> 'amount')::numeric)) order by l.place)
               from jsonb_array_elements(e.lines) with ordinality as l (line, place)), e.print, s.debit
      from standing s join public.hand_over_entries e on e.id = s.id
     where not exists (select from entries n where n.entry_id = s.entry_id and n.print = s.print)
  ), made as (
    insert into public.hand_overs (id, format, from_day, to_day, is_whole, is_closed, entries, taken_back, debit, facts, created_by)
    select p_id, p_format, p_from, p_to, p_whole, coalesce(p_to <= private.closed_to('everybody'), false), count(*) - count(c.undoes_id), count(c.undoes_id),
           coalesce(sum(c.debit), 0), v_facts, auth.uid()
      from content c having count(*) > 0
    returning hand_overs.id
  )
  insert into public.hand_over_entries (hand_over_id, undoes_id, entry_id, on_date, kind, record_id, number, party, words, print, lines)
  select m.id, c.undoes_id, c.entry_id, c.on_date, c.kind, c.record_id, c.number, c.party, c.words, c.print, c.lines
    from content c cross join made m
   order by c.on_date, c.number, c.entry_id, c.undoes_id nulls last;
  return found;
end $$;
comment on function private.freeze_hand_over is
  'Keeps a hand-over with its entries: what is new, and with its sides changed what was given and is another entry now. p_whole: everything of the days.
False where there is nothing.';

create function private.make_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  -- An audit file stands alone: it has everything of its days.
  v_whole constant boolean := coalesce(p_whole, false) or coalesce(p_format = 'saft', false);
  v_kept public.hand_overs;
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'hand over the books');
  perform private.refuse_long_period(p_from, p_to);
  if p_id is null or not coalesce(p_format in ('csv', 'xlsx', 'datev', 'xero', 'quickbooks', 'saft'), false) then
    perform private.refuse('22023', 'Please choose one of the formats');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('hand_overs', 0));
  select * into v_kept from public.hand_overs h where h.id = p_id;
  if found then
    perform private.must_be_same((v_kept.format, v_kept.from_day, v_kept.to_day, v_kept.is_whole) = (p_format, p_from, p_to, v_whole),
      'hand-over');
    return p_id;
  elsif p_format = 'datev' and private.year_begins(p_from) <> private.year_begins(p_to) then
    perform private.refuse('22023', 'A DATEV file is of one financial year. Please choose days of one year.');
  elsif exists (select from private.hand_over_missing(p_format, p_from, p_to)) then
    perform private.refuse('PT409', 'Something is missing that this format asks for. Please look again.');
  end if;
  if p_format = 'datev' then
    perform private.refuse_former_accounts(p_from, p_to);
  end if;
  if not private.freeze_hand_over(p_id, p_format, p_from, p_to, v_whole) then
    perform private.refuse('PT409', 'Nothing is new on these days: everything was handed over');
  end if;
  return p_id;
end $$;
comment on function private.make_hand_over is
  'Hands over what is new of these days in this format, and takes back what was given and is another entry now; with p_whole, and as an audit file (saft), everything once more.
p_id: chosen by the caller, so that a repeated call hands over once. Returns the id.';
call private.offer('private.make_hand_over(uuid, text, date, date, boolean)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger append_only before update or delete on public.hand_overs
  for each row execute function private.refuse_change();
create trigger append_only before update or delete on public.hand_over_entries
  for each row execute function private.refuse_change();
create trigger audit after update or delete on public.personal_accounts
  for each row execute function private.audit('id');
-- Whom a hand-over numbers is in what it gave: a line of the trail for each of thousands would only take longer than a statement may.
create trigger audit_added after insert on public.personal_accounts for each row when (current_user in ('anon', 'authenticated'))
  execute function private.audit('id');
create trigger ask_first before insert on public.personal_accounts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('payments:edit');
create trigger guard_cash_basis before update of cash_basis_from, cash_basis_to, cash_basis_purchases_from, cash_basis_purchases_to on public.hand_over_settings
  for each row execute function private.guard_cash_basis();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into public.hand_over_settings (id) values (1);
