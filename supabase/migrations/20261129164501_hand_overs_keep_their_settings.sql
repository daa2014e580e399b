-- The company keeps the format of its hand-overs and when its financial year begins; ledgers are summed once; a page of the journal reads few days.
set check_function_bodies = off;

drop function private.hand_over_facts(text);
alter table public.hand_over_settings add column format text;
alter table public.hand_over_settings add column first_month smallint not null default 1;
alter table public.hand_over_settings add constraint hand_over_settings_format_is_known check (format in ('csv', 'xlsx', 'datev', 'xero', 'quickbooks'));
alter table public.hand_over_settings add constraint hand_over_settings_first_month_range check (first_month between 1 and 12);
comment on column public.hand_over_settings.format is 'The format that the accountant takes: it is offered first. Null until somebody chose one.';
comment on column public.hand_over_settings.first_month is 'The month, 1 to 12, in which the financial year of the company begins, on its first day.';

create or replace function private.year_begins(p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_shift constant interval := make_interval(months => (select s.first_month - 1 from public.hand_over_settings s));
begin
  return date_trunc('year', p_day - v_shift) + v_shift;
end $$;
comment on function private.year_begins is 'The first day of the financial year of the company that a day is in.';

create or replace function private.hand_over_facts(p_format text, p_from date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('company', c.name, 'currency', c.currency) || case p_format
      when 'datev' then jsonb_build_object('consultant_number', s.consultant_number, 'client_number', s.client_number,
        'account_length', s.account_length, 'year_from', private.year_begins(p_from), 'automatic_accounts', to_jsonb(s.automatic_accounts))
      when 'xero' then jsonb_build_object('xero_tax_rate', btrim(s.xero_tax_rate))
      else '{}' end
    from public.company_settings c cross join public.hand_over_settings s);
end $$;
comment on function private.hand_over_facts is 'What a file in this format says of the company, as it is now. p_from: the first day of the file.';

create or replace function private.freeze_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean) returns boolean
  language plpgsql security definer set search_path = ''
as $$
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
           coalesce(sum(c.debit), 0), private.hand_over_facts(p_format, p_from), auth.uid()
      from content c having count(*) > 0
    returning hand_overs.id
  )
  insert into public.hand_over_entries (hand_over_id, undoes_id, entry_id, on_date, kind, record_id, number, party, words, print, lines)
  select m.id, c.undoes_id, c.entry_id, c.on_date, c.kind, c.record_id, c.number, c.party, c.words, c.print, c.lines
    from content c cross join made m
   order by c.on_date, c.number, c.entry_id, c.undoes_id nulls last;
  return found;
end $$;
comment on function private.freeze_hand_over is 'Keeps a hand-over with its entries: what is new, and with its sides changed what was given and is another entry now. p_whole: everything of the days.
False where there is nothing.';

create or replace function private.make_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept public.hand_overs;
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'hand over the books');
  perform private.refuse_long_period(p_from, p_to);
  if p_id is null or not coalesce(p_format in ('csv', 'xlsx', 'datev', 'xero', 'quickbooks'), false) then
    perform private.refuse('22023', 'Please choose one of the formats');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('hand_overs', 0));
  select * into v_kept from public.hand_overs h where h.id = p_id;
  if found then
    perform private.must_be_same((v_kept.format, v_kept.from_day, v_kept.to_day, v_kept.is_whole) = (p_format, p_from, p_to, coalesce(p_whole, false)),
      'hand-over');
    return p_id;
  elsif p_format = 'datev' and private.year_begins(p_from) <> private.year_begins(p_to) then
    perform private.refuse('22023', 'A DATEV file is of one financial year. Please choose days of one year.');
  elsif exists (select from private.hand_over_missing(p_format, p_from, p_to)) then
    perform private.refuse('PT409', 'Something is missing that this format asks for. Please look again.');
  end if;
  if p_format = 'datev' then
    perform private.number_contacts(p_from, p_to);
  end if;
  if not private.freeze_hand_over(p_id, p_format, p_from, p_to, coalesce(p_whole, false)) then
    perform private.refuse('PT409', 'Nothing is new on these days: everything was handed over');
  end if;
  return p_id;
end $$;
comment on function private.make_hand_over is 'Hands over what is new of these days in this format, and takes back what was given and is another entry now; with p_whole everything once more.
p_id: chosen by the caller, so that a repeated call hands over once. Returns the id.';
comment on function public.make_hand_over(uuid, text, date, date, boolean) is 'Hands over what is new of these days in this format, and takes back what was given and is another entry now; with p_whole everything once more.
p_id: chosen by the caller, so that a repeated call hands over once. Returns the id.';

create or replace function private.trial_balance(p_from date, p_to date)
returns table (account_id uuid, code text, name text, kind text, opening text, debit text, credit text, closing text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_year constant date := private.year_begins(p_from);
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
  with lines as materialized (
    select l.account_id, l.code, l.account, l.account_kind, l.amount, l.on_date >= p_from as is_within,
           l.account_kind in ('income', 'cost') and l.on_date < v_year as is_earlier
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
comment on function private.trial_balance is 'Each account with what it had before p_from, its debits and credits from p_from to p_to, and what it has then; above zero is a debit. Income and cost
accounts begin at zero with each financial year: what they had before is one row without an account. The openings, and the closings, come to zero. Amounts are text.';
comment on function public.trial_balance(date, date) is 'Each account with what it had before p_from, its debits and credits from p_from to p_to, and what it has then; above zero is a debit. Income and cost
accounts begin at zero with each financial year: what they had before is one row without an account. The openings, and the closings, come to zero. Amounts are text.';

create or replace function private.account_sheet(p_account_id uuid, p_from date, p_to date, p_after text default null, p_limit integer default 200)
returns table (place text, on_date date, kind text, id uuid, entry_id uuid, number text, contact_id uuid, party text, words text,
  vat_rate text, vat_treatment text, debit text, credit text, balance text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_year constant date := private.year_begins(p_from);
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
  with lines as materialized (
    select n.*, concat_ws('~', to_char(n.on_date, 'YYYYMMDD'), n.sort, n.number, n.entry_id, to_char(row_number() over (partition by n.entry_id
             order by n.amount < 0, n.vat_rate, n.vat_treatment, n.amount, n.words), 'FM000000')) collate "C" as spot
      from private.journal_lines('2000-01-01', p_to) as n
     where n.account_id = p_account_id and (n.account_kind not in ('income', 'cost') or n.on_date >= v_year)
  )
  select l.spot, l.on_date, l.kind, l.id, l.entry_id, l.number, l.contact_id, private.client_label(c), l.words, trim_scale(l.vat_rate)::text, l.vat_treatment,
         case when l.amount > 0 then private.amount_text(l.amount) end, case when l.amount < 0 then private.amount_text(-l.amount) end,
         private.amount_text(l.total)
    from (select x.*, sum(x.amount) over (partition by case when x.account_kind in ('income', 'cost') then extract(year from age(x.on_date, v_year)) end
                                              order by x.spot) as total from lines x) as l
    left join public.contacts c on c.id = l.contact_id
   where l.on_date >= p_from and (p_after is null or l.spot > p_after)
   order by l.spot limit least(greatest(coalesce(p_limit, 200), 1), 1000);
end $$;
comment on function private.account_sheet is 'The entries of an account on the days p_from to p_to, oldest first, each with what the account has after it; above zero is a debit. Income and cost
accounts begin at zero with each financial year. p_after and p_limit: as of journal. Amounts are text.';
comment on function public.account_sheet(uuid, date, date, text, integer) is 'The entries of an account on the days p_from to p_to, oldest first, each with what the account has after it; above zero is a debit. Income and cost
accounts begin at zero with each financial year. p_after and p_limit: as of journal. Amounts are text.';

create or replace function private.journal(p_from date, p_to date, p_account_id uuid default null, p_after text default null, p_limit integer default 200)
returns table (place text, on_date date, kind text, id uuid, entry_id uuid, number text, contact_id uuid, party text, words text, account_id uuid,
  code text, account text, vat_rate text, vat_treatment text, debit text, credit text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first constant date := greatest(p_from, case when p_after ~ '^[0-9]{8}~' then to_date(left(p_after, 8), 'YYYYMMDD') end);
  v_left integer := least(greatest(coalesce(p_limit, 200), 1), 1000);
  v_found integer;
  v_from date := v_first;
  v_to date;
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  -- A few days first, then twice as many: a page of a busy company reads little more than its own lines, one of a quiet company few times.
  for v_step in 2 .. 12 loop
    exit when v_from > p_to or v_left = 0;
    v_to := least(p_to, v_from + (2 ^ v_step)::integer - 1);
    return query
      select l.place, l.on_date, l.kind, l.id, l.entry_id, l.number, l.contact_id, private.client_label(c), l.words, l.account_id, l.code, l.account,
             trim_scale(l.vat_rate)::text, l.vat_treatment, case when l.amount > 0 then private.amount_text(l.amount) end,
             case when l.amount < 0 then private.amount_text(-l.amount) end
        from (select n.*, concat_ws('~', to_char(n.on_date, 'YYYYMMDD'), n.sort, n.number, n.entry_id, to_char(row_number() over (partition by n.entry_id
                       order by n.amount < 0, n.code, n.vat_rate, n.vat_treatment, n.amount, n.words, n.account_id), 'FM000000')) collate "C" as place
                from private.journal_lines(v_from, v_to) as n) as l
        left join public.contacts c on c.id = l.contact_id
       where (p_account_id is null or l.account_id = p_account_id) and (p_after is null or l.place > p_after)
       order by l.place limit v_left;
    get diagnostics v_found = row_count;
    v_left := v_left - v_found;
    v_from := v_to + 1;
  end loop;
end $$;
comment on function private.journal is 'The journal of the days p_from to p_to, oldest first, or the entries of one account. p_after: the place of the last line of the page before. p_limit:
at most 1,000 lines. Amounts are text; a line has a debit or a credit. The debits of each entry_id are its credits.';
comment on function public.journal(date, date, uuid, text, integer) is 'The journal of the days p_from to p_to, oldest first, or the entries of one account. p_after: the place of the last line of the page before. p_limit:
at most 1,000 lines. Amounts are text; a line has a debit or a credit. The debits of each entry_id are its credits.';

create or replace function private.journal_of_invoices(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select v.id, v.gross, v.kind, v.taxed_when_paid, v.issue_date, v.invoice_number, v.contact_id, v.project_title from public.invoices v
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
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
         case when x.part = 'sales' and v.kind = 'deposit' or x.part = 'vat_sales' and v.taxed_when_paid then 'deposits' else x.part end,
         null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join papers v on v.id = x.id where x.amount <> 0
  union all
  select t.on_date, 9, 'invoice', v.id, t.id, v.invoice_number, v.contact_id, v.project_title, side.part, null, null, t.vat_rate, t.vat_treatment, null, side.amount
    from private.deposit_taxes t join public.invoices v on v.id = t.invoice_id
   cross join lateral (values ('deposits', t.vat), ('vat_sales', -t.vat)) as side (part, amount)
   where t.on_date between p_from and p_to and t.vat <> 0
  union all
  select v.opening_on, 1, 'invoice', v.id, v.id, v.invoice_number, v.contact_id, v.project_title, side.part, null, null, null, null, null, side.amount
    from public.invoices v cross join lateral (values ('clients', v.gross), ('opening', -v.gross)) as side (part, amount)
   where v.opening_on between p_from and p_to and v.gross <> 0
$$;
comment on function private.journal_of_invoices is 'What issued invoices move: the client owes the total; sales (by service and VAT rate) or deposits, and VAT, are credited. A deposit
invoice that was issued before its money owes no VAT until that comes: it stands among the deposits, and goes from there by deposit_taxes. Those of the former books stand
against the opening balances, at their day. Amounts above zero are debits.';

create or replace function private.journal_of_credit_notes(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select n.id, n.gross, n.issue_date, n.credit_number, n.contact_id, n.reason, v.kind
      from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
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
         case when x.part = 'sales' and n.kind = 'deposit' then 'deposits' else x.part end, null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join papers n on n.id = x.id where x.amount <> 0
$$;
comment on function private.journal_of_credit_notes is 'What issued credit notes move: the opposite of their invoices. Amounts above zero are debits.';

create or replace function private.journal_of_bills(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with bills as materialized (
    select s.id, s.net, s.vat, s.gross, s.booked_on, s.supplier_number, s.supplier_id from public.supplier_invoices s
     where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.opening_on is null
       and s.currency = (select c.currency from public.company_settings c)
  ), lines as materialized (
    select b.id, l.description, l.cost_account_id, l.vat_rate, nullif(l.vat_treatment, 'standard') as treatment, l.net, l.vat, l.own_vat, l.deducted
      from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id
  ), rest as materialized (
    select x.id, sum(x.net) as net, sum(x.vat) as vat
      from (select b.id, b.net, b.vat from bills b union all select l.id, -l.net, -l.vat from lines l) as x group by 1
  ), parts as (
    select b.id, 'suppliers' as part, null::uuid as cost_account_id, null::numeric as rate, null as treatment, -b.gross as amount, null as words from bills b
    union all
    -- VAT that is not deducted is cost.
    select l.id, 'costs', l.cost_account_id, l.vat_rate, l.treatment, l.net + l.vat + l.own_vat - l.deducted, l.description from lines l
    union all
    select r.id, 'costs', null, null, null, r.net, null from rest r
    union all
    select l.id, 'vat_purchases', null, l.vat_rate, l.treatment, sum(l.deducted), null from lines l group by 1, 4, 5
    union all
    select l.id, 'vat_due', null, l.vat_rate, l.treatment, -sum(l.own_vat), null from lines l group by 1, 4, 5
    union all
    select r.id, 'vat_purchases', null, null, null, r.vat, null from rest r
  )
  select b.booked_on, 6, 'supplier_invoice', b.id, b.id, b.supplier_number, b.supplier_id, x.words, x.part, x.cost_account_id, null::uuid, x.rate,
         x.treatment, null::text, x.amount
    from parts x join bills b on b.id = x.id where x.amount <> 0
  union all
  select s.paid_on, 7, 'supplier_invoice', b.id, s.id, b.supplier_number, b.supplier_id, s.reference, side.part, null, null, null, null,
         case side.part when 'money' then s.method end, side.amount
    from public.supplier_payments s
    join public.supplier_invoices b on b.id = s.supplier_invoice_id
   -- A deducted credit note moves no money, and of the supplier's account nothing.
   cross join lateral (select case s.method when 'credit' then 0 else s.amount end as money) as x
   cross join lateral (values ('suppliers', x.money + s.discount), (case when s.is_opening then 'opening' else 'money' end, -x.money),
     ('discounts', -s.discount)) as side (part, amount)
   where s.paid_on between p_from and p_to and side.amount <> 0 and b.currency = (select c.currency from public.company_settings c)
  union all
  select b.booked_on, 6, 'supplier_invoice', b.id, b.id, b.supplier_number, b.supplier_id, b.note, side.part, null, null, null, null, null, side.amount
    from public.supplier_invoices b cross join lateral (values ('suppliers', -b.gross), ('opening', b.gross)) as side (part, amount)
   where b.booked_on between p_from and p_to and b.opening_on is not null and b.status <> 'disputed' and b.gross <> 0
$$;
comment on function private.journal_of_bills is 'What bills that are not disputed and payments to suppliers move: costs by account and VAT against what the supplier gets, then money and discounts.
VAT that the company owes itself (vat_due) stands against the part of it that is deducted; what is not deducted is cost. vat_treatment is null for VAT of the supplier.
Credit notes of suppliers are bills below zero. Bills in another currency are left out. Amounts above zero are debits.';

create or replace function private.ledger_differences(p_to date) returns table (kind text, id uuid, number text)
  language sql stable security definer set search_path = ''
as $$
  -- Nearly every paper is asked for: each table is summed once.
  select 'invoice', v.id, v.invoice_number
    from public.invoices v
    left join (select t.invoice_id as id, sum(t.base) as base, sum(t.vat) as vat from public.invoice_vat t group by 1) as rates on rates.id = v.id
    left join (select a.invoice_id as id, sum(a.amount) as amount from public.payment_allocations a group by 1) as paid on paid.id = v.id
    left join (select x.id, sum(x.amount) as amount
                 from (select a.invoice_id as id, a.amount from public.credit_allocations a
                       union all select w.invoice_id, w.amount from public.write_offs w
                       union all select d.invoice_id, d.amount from public.cash_discounts d) as x group by 1) as credited on credited.id = v.id
   where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_to
     and ((v.net, v.vat) is distinct from (coalesce(rates.base, 0), coalesce(rates.vat, 0))
       or v.paid <> coalesce(paid.amount, 0) or v.credited <> coalesce(credited.amount, 0))
  union all
  select 'credit_note', n.id, n.credit_number from public.credit_notes n
   where n.status not in ('draft', 'void') and n.issue_date <= p_to
     and ((n.net, n.vat) is distinct from (select (coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0)) from public.credit_note_vat t where t.credit_note_id = n.id)
       or n.allocated <> (select coalesce(sum(a.amount), 0) from public.credit_allocations a where a.credit_note_id = n.id))
  union all
  select 'payment', p.id, p.payment_number
    from public.payments p
    left join (select a.payment_id as id, sum(a.amount) as amount from public.payment_allocations a group by 1) as allocated on allocated.id = p.id
    left join (select k.payment_id as id, sum(k.amount) as amount from public.kept_deposits k group by 1) as kept on kept.id = p.id
    left join (select r.payment_id as id, sum(r.amount) as amount from public.payment_refunds r group by 1) as refunded on refunded.id = p.id
   where p.received_on <= p_to
     and (p.allocated <> coalesce(allocated.amount, 0) or p.kept <> coalesce(kept.amount, 0) or p.refunded <> coalesce(refunded.amount, 0))
  union all
  select 'supplier_invoice', s.id, s.supplier_number
    from public.supplier_invoices s
    left join (select p.supplier_invoice_id as id, sum(p.amount) as amount from public.supplier_payments p group by 1) as x on x.id = s.id
   where s.booked_on <= p_to
     and s.paid <> coalesce(x.amount, 0)
  union all
  select 'bank_entry', e.id, coalesce(e.party_name, 'Bank entry') from public.bank_entries e
   where e.booked_on <= p_to and e.status = 'split'
     and e.amount <> (select coalesce(sum(case p.direction when e.direction then p.amount else -p.amount end), 0)
                        from public.bank_entries p where p.split_of = e.id)
$$;
comment on function private.ledger_differences is 'Papers up to a day whose totals are not the sum of their parts: VAT tables, allocations, refunds, payments to suppliers, parts of bank entries. None, unless a row was damaged.';

create or replace function private.settled_before(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with words as (
    select w.number from private.numbers_named(p_entry) as w (number) where p_entry.direction = 'in'
  ), ordered as (
    -- The number of an order, or of its quotation, means its deposit where that is paid and no invoice of it is open.
    select o.* from public.orders o
     where o.deposit_paid >= o.deposit_amount and (o.order_number in (select w.number from words w)
         or o.quotation_id in (select q.id from public.quotations q join words w on w.number = q.quotation_number))
       and not exists (select from public.invoices v where v.order_id = o.id and v.balance > 0 and v.status not in ('draft', 'void') and v.kind <> 'proforma')
  ), named as (
    select v.* from words w join public.invoices v on v.invoice_number = w.number
    union all
    select v.* from ordered o join public.invoices v on v.order_id = o.id and v.kind = 'deposit'
     where v.gross = p_entry.amount or exists (select from public.payment_allocations a where a.invoice_id = v.id and a.amount = p_entry.amount)
  ), kept as (
    -- Where sales tax is charged a deposit has no invoice. What was set against an invoice since was a deposit too.
    select o.order_number, o.deposit_amount, p.id, p.payment_number, p.received_on, p.amount
      from ordered o join public.kept_deposits k on k.order_id = o.id and k.invoice_id is null join public.payments p on p.id = k.payment_id
     group by o.id, o.order_number, o.deposit_amount, p.id having sum(k.amount) > 0
  ), paid as (
    select format('%s was paid by %s on %s.', n.invoice_number, p.payment_number, private.day_in_words(p.received_on)) as words, p.received_on as on_day
      from named n join public.payment_allocations a on a.invoice_id = n.id join public.payments p on p.id = a.payment_id
     where n.balance = 0 and not exists (select from named o where o.balance > 0)
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.split_of = p_entry.split_of)
    union all
    select format('the deposit of %s was paid by %s on %s.', k.order_number, k.payment_number, private.day_in_words(k.received_on)), k.received_on
      from kept k
     where p_entry.amount in (k.amount, k.deposit_amount)
       and not exists (select from public.bank_entries e where e.payment_id = k.id and e.split_of = p_entry.split_of)
    union all
    select format('%s was paid on %s.', v.supplier_number, private.day_in_words(s.paid_on)), s.paid_on
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id
     where p_entry.direction = 'out' and s.amount = p_entry.amount and s.reverses_id is null and v.open = 0
       and s.paid_on between p_entry.booked_on - 200 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and (private.is_named(private.debit_text(p_entry), v.supplier_number)
         or private.is_named(private.debit_text(p_entry), v.payment_reference))
  )
  select p.words from paid p order by p.on_day desc, p.words limit 1
  );
end $$;
comment on function private.settled_before is 'That the paper which an entry names is paid already, as a sentence; null when one of them is open.';

revoke execute on all routines in schema private from public;
reset check_function_bodies;
