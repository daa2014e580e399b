set check_function_bodies = off;

drop routine private.number_contacts(p_from date, p_to date);

create or replace function private.number_contacts(p_contacts jsonb) returns void
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

create or replace function private.saft_facts(p_from date, p_to date) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_accounts jsonb;
  v_parties jsonb;
begin
  with moved as materialized (
    select o.part, o.contact_id, o.code, o.account, o.account_kind, o.first_day, o.amount as opening, 0::numeric as amount, false as is_within
      from private.journal_openings(p_from) as o
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

create or replace function private.hand_over_facts(p_format text, p_from date, p_to date) returns jsonb
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

create or replace function private.freeze_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean) returns boolean
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

create or replace function private.make_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean default false) returns uuid
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
  if not private.freeze_hand_over(p_id, p_format, p_from, p_to, v_whole) then
    perform private.refuse('PT409', 'Nothing is new on these days: everything was handed over');
  end if;
  return p_id;
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
          union all select * from private.journal_of_waiting_taxes(p_from, p_to)) as x
$$;

create or replace function private.account_by_rules(p_part text, p_service_id uuid, p_vat_rate numeric, p_treated text, p_method text, p_day date) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.account_id from public.account_rules s
     where s.part = p_part and (s.from_day is null or s.from_day <= p_day)
       and (s.service_id is null or s.service_id = p_service_id) and (s.vat_rate is null or s.vat_rate = p_vat_rate)
       and (s.vat_treatment is null or s.vat_treatment in (coalesce(p_treated, 'standard'), replace(p_treated, '_home', ''))) and (s.method is null or s.method = p_method)
     order by s.service_id is null, s.vat_rate is null, s.vat_treatment is null, s.vat_treatment <> p_treated,
       s.method is null, s.from_day desc nulls last limit 1);
end $$;

create or replace function private.days_of_rules() returns date[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select distinct r.from_day from public.account_rules r where r.from_day is not null order by 1);
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
  ), chosen as materialized (
    select w.met, w.era, private.account_by_rules(w.part, w.service_id, w.vat_rate, w.treated, w.method, v_days[w.era]) as account_id
      from (select b.met, b.era, b.part, b.service_id, b.vat_rate, b.treated, b.method from raw b where b.cost_account_id is null
             group by 1, 2, 3, 4, 5, 6, 7) as w
  )
  select b.on_date, b.sort, b.kind, b.id, b.entry_id, b.number, b.contact_id, b.words, coalesce(k.id, a.id), coalesce(k.code, a.code),
         coalesce(k.name, a.name), coalesce(a.kind, 'cost'), b.vat_rate, b.vat_treatment, b.amount, b.part
    from raw b
    left join public.cost_accounts k on k.id = b.cost_account_id
    left join chosen c on b.cost_account_id is null and c.met = b.met and c.era = b.era
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, b.cost_account_id);
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
  ), chosen as materialized (
    select w.*, private.account_by_rules(w.part, w.service_id, w.vat_rate, w.treated, w.method, v_days[w.era]) as account_id
      from (select distinct s.part, s.service_id, s.vat_rate, s.treated, s.method, s.era from sums s where s.cost_account_id is null) as w
  )
  select s.part, s.contact_id, coalesce(k.id, a.id), coalesce(k.code, a.code), coalesce(k.name, a.name), coalesce(a.kind, 'cost'), s.is_earlier,
         min(s.first_day), sum(s.amount)
    from sums s
    left join chosen c on s.cost_account_id is null
     and (c.part, c.era) = (s.part, s.era) and (c.service_id, c.vat_rate, c.treated, c.method) is not distinct from (s.service_id, s.vat_rate, s.treated, s.method)
    left join public.cost_accounts k on k.id = s.cost_account_id
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, s.cost_account_id)
   group by 1, 2, 3, 4, 5, 6, 7;
end $$;

create or replace function private.trial_balance(p_from date, p_to date)
returns table (account_id uuid, code text, name text, kind text, opening text, debit text, credit text, closing text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
  with sums as materialized (
    select o.account_id, o.code, o.account, o.account_kind, o.is_earlier and o.account_kind in ('income', 'cost') as is_earlier,
           o.amount as opening, 0::numeric as debit, 0::numeric as credit
      from private.journal_openings(p_from) as o
    union all
    select l.account_id, l.code, l.account, l.account_kind, false, 0, coalesce(sum(l.amount) filter (where l.amount > 0), 0),
           coalesce(-sum(l.amount) filter (where l.amount < 0), 0)
      from private.journal_lines(p_from, p_to) as l group by 1, 2, 3, 4
  )
  select s.id, s.code, s.name, s.kind, private.amount_text(s.opening), private.amount_text(s.debit), private.amount_text(s.credit),
         private.amount_text(s.opening + s.debit - s.credit)
    from (select case when not l.is_earlier then l.account_id end as id, case when not l.is_earlier then l.code end as code,
                 case when l.is_earlier then 'Result of earlier years' else l.account end as name,
                 case when l.is_earlier then 'equity' else l.account_kind end as kind,
                 sum(l.opening) as opening, sum(l.debit) as debit, sum(l.credit) as credit
            from sums l group by 1, 2, 3, 4) as s
   where s.opening <> 0 or s.debit <> 0 or s.credit <> 0
   order by s.code collate "C" nulls last;
end $$;

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
  with opening as materialized (
    select coalesce(sum(o.amount), 0) as amount from private.journal_openings(p_from) as o
     where o.account_id = p_account_id and not (o.is_earlier and o.account_kind in ('income', 'cost'))
  ), lines as materialized (
    select n.*, concat_ws('~', to_char(n.on_date, 'YYYYMMDD'), n.sort, n.number, n.entry_id, to_char(row_number() over (partition by n.entry_id
             order by n.amount < 0, n.vat_rate, n.vat_treatment, n.amount, n.words), 'FM000000')) collate "C" as spot,
           case when n.account_kind in ('income', 'cost') then extract(year from age(n.on_date, v_year)) else 0 end as year
      from private.journal_lines(p_from, p_to) as n where n.account_id = p_account_id
  )
  select l.spot, l.on_date, l.kind, l.id, l.entry_id, l.number, l.contact_id, private.client_label(c), l.words, trim_scale(l.vat_rate)::text, l.vat_treatment,
         case when l.amount > 0 then private.amount_text(l.amount) end, case when l.amount < 0 then private.amount_text(-l.amount) end,
         private.amount_text(l.total + case when l.year = 0 then o.amount else 0 end)
    from (select x.*, sum(x.amount) over (partition by x.year order by x.spot) as total from lines x) as l
   cross join opening o
    left join public.contacts c on c.id = l.contact_id
   where p_after is null or l.spot > p_after
   order by l.spot limit least(greatest(coalesce(p_limit, 200), 1), 1000);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.hand_over_facts(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'What a file in this format says of the company, as it is now; where the format calls clients and suppliers by numbers, whoever has none is given one. p_from and p_to: the days of the file.';

comment on function private.saft_facts(pg_catalog.date,pg_catalog.date) is 'What an audit file says beside the entries of its days: the company, accounts with what each had before the first day, and clients and suppliers who have entries or something open,
under the number that they have at the accountant; whoever had an entry and has none is given one. Amounts are text, above zero is a debit.';

comment on function private.account_by_rules(pg_catalog.text,pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.text,pg_catalog.date) is 'The account to which the rules lead a part of a paper, as private.journal_parts says it: that of the rule with the most conditions. p_day: the last day on or before that of the
paper on which a rule began; null before any.';

comment on function private.days_of_rules() is 'The days from which rules to accounts count, the earliest first: between two of them every day has the same rules.';

comment on function private.journal_openings(pg_catalog.date) is 'What the entries of all days before p_day come to: by account and part, and of what clients and suppliers owe by contact (else null); what came before the financial year that
p_day is in is_earlier. first_day: the day of the first of them. It is the sum of private.journal_lines, which has a row for each line. For functions that asked for the right.';

comment on function private.journal_parts(pg_catalog.date,pg_catalog.date) is 'What the papers, payments and entries of the bank of these days move, before accounts are chosen: part says what it is, treated is vat_treatment, with reverse charge
at home told from that of another state. Of each entry_id the amounts come to zero; above zero is a debit.';

comment on function private.number_contacts(pg_catalog.jsonb) is 'Gives every client and supplier of a list who has none the next free account at DATEV: [{contact_id, side: clients or suppliers, first: the day of the first entry}].';

reset check_function_bodies;

drop trigger audit on public.personal_accounts;
create trigger audit after update or delete on public.personal_accounts
  for each row execute function private.audit('id');
-- Whom a hand-over numbers is in what it gave: a line of the trail for each of thousands would only take longer than a statement may.
create trigger audit_added after insert on public.personal_accounts for each row when (current_user in ('anon', 'authenticated'))
  execute function private.audit('id');
