-- Open invoices, bills and credits of the former books: opening papers.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.day_or_null(p_text text) returns date
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when private.is_day(p_text) then p_text::date end;
end $$;
comment on function private.day_or_null is 'A day in the form 2026-01-31; null for every other text.';

create function private.opening_parties(p_rows jsonb, p_suppliers boolean) returns table (line integer, contact_id uuid, matches integer)
  language sql stable security definer set search_path = ''
as $$
  select a.line, min(c.id::text)::uuid, count(c.id)::integer
    from (select (r.given ->> 'line')::integer as line, nullif(lower(btrim(r.given ->> 'email')), '') as email,
                 private.contact_name_key(private.contact_sort_name('Business', null, null, r.given ->> 'party')) as key
            from jsonb_array_elements(p_rows) as r (given)) as a
    left join public.contacts c on private.contact_name_key(c.sort_name) = a.key and a.key <> '' and c.archived_at is null
      and (a.email is null or lower(c.email) = a.email) and (c.type = 'Business' or not p_suppliers)
   group by 1
$$;
comment on function private.opening_parties is
  'The contact of each row by its name, however it is spelt with capitals and signs, and by its e-mail where the row has one; how many there are. Bills are of businesses.';

create function private.opening_parts(p_rows jsonb)
returns table (line integer, place bigint, id uuid, number text, issued date, due date, base numeric, vat numeric, rate numeric, treatment text, said numeric, paid numeric)
  language sql stable security definer set search_path = ''
as $$
  select g.line, g.place, g.id, g.number, g.issued, coalesce(g.due, g.issued), a.base, a.vat, coalesce(r.rate, d.rate),
         coalesce(r.treatment, d.treatment), g.gross, coalesce(g.paid, a.base + a.vat - g.open)
    from (select (r.given ->> 'line')::integer as line, r.place, private.uuid_or_null(r.given ->> 'id') as id, btrim(r.given ->> 'number') as number,
                 private.day_or_null(r.given ->> 'issued') as issued, private.day_or_null(r.given ->> 'due') as due,
                 private.plain_or_null(r.given ->> 'net') as net, private.plain_or_null(r.given ->> 'vat') as vat,
                 coalesce(private.plain_or_null(r.given ->> 'gross'), case when coalesce(r.given ->> 'net', '') = '' then
                   private.plain_or_null(r.given ->> 'open') + coalesce(private.plain_or_null(r.given ->> 'paid'), 0) end) as gross,
                 private.plain_or_null(r.given ->> 'paid') as paid,
                 private.plain_or_null(r.given ->> 'open') as open,
                 case when coalesce(r.given ->> 'tax', '') <> '' then private.tax_named(r.given ->> 'tax') end as rate_id
            from jsonb_array_elements(p_rows) with ordinality as r (given, place)) as g
    left join public.vat_rates r on r.id = g.rate_id
   cross join lateral (select coalesce(g.net, g.gross - g.vat, case when r.rate is not null then g.gross - private.vat_within(g.gross, r.rate) end) as base) as n
   cross join lateral (select n.base, coalesce(g.vat, g.gross - n.base, private.vat_of(n.base, r.rate)) as vat) as a
    -- The rate that makes this tax of this net; old programs round each line.
    left join lateral (
      select v.rate, v.treatment from public.vat_rates v
       where abs(a.base * v.rate / 100 - a.vat) <= greatest(0.05, a.base * 0.001) and (a.vat > 0) = (v.rate > 0)
       order by abs(a.base * v.rate / 100 - a.vat), not v.is_default, v.sort, v.id limit 1) as d on true
$$;
comment on function private.opening_parts is
  'Rows of open papers with what follows from them: net, tax, rate and what was paid, from any two of net, tax, total and rate. Rows of one number are the parts of one paper, one for each rate.';

create function private.opening_problem(p_row jsonb, p_part jsonb, p_day date) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tax constant text := coalesce(p_row ->> 'tax', '');
  v_part record;
begin
  select * into v_part from jsonb_to_record(p_part) as p (id uuid, number text, issued date, due date, base numeric, vat numeric, rate numeric, said numeric);
  return nullif(concat_ws('; ',
    case when v_part.number is null or v_part.number = '' then 'Number: Please enter the number of the paper'
         when char_length(v_part.number) > 60 then 'Number: At most 60 characters' end,
    case when v_part.issued is null then 'Date: Please enter the day of the paper'
         when v_part.issued > p_day then format('Date: The paper is later than %s, the day at which the former books end', private.day_text(p_day))
         when v_part.issued < '2000-01-01' then 'Date: Please enter a day of this century' end,
    case when coalesce(p_row ->> 'due', '') <> '' and private.day_or_null(p_row ->> 'due') is null then 'Due: This is not a day'
         when v_part.due < v_part.issued then 'Due: It is before the day of the paper' end,
    private.amount_problem('Net', p_row ->> 'net', 2, 99999999), private.amount_problem('{Tax}', p_row ->> 'vat', 2, 99999999),
    private.amount_problem('Total', p_row ->> 'gross', 2, 99999999), private.amount_problem('Paid', p_row ->> 'paid', 2, 99999999),
    private.amount_problem('Open', p_row ->> 'open', 2, 99999999),
    case when v_tax <> '' and private.tax_named(v_tax) is null then format('{Tax} rate: There is no rate “%s” in this company', left(v_tax, 60))
         when v_part.base is null or v_part.vat is null then 'Please say two of these: net, {tax}, total, {tax} rate'
         when v_part.base + v_part.vat <> v_part.said then format('Net and {tax} make %s, not the total', private.money_words(v_part.base + v_part.vat))
         when v_part.base < 0 or v_part.vat < 0 or v_part.base + v_part.vat = 0 then 'The total must be above zero'
         when v_part.rate is null then format('{Tax}: No rate of this company makes %s of %s', private.money_words(v_part.vat), private.money_words(v_part.base)) end,
    case when coalesce(p_row ->> 'currency', '') not in ('', (select c.currency from public.company_settings c))
      then format('Currency: These books are in %s', (select c.currency from public.company_settings c)) end,
    case when char_length(p_row ->> 'title') > 500 then 'Title: At most 500 characters' end,
    case when v_part.id is null then 'This row is not whole' end), '');
end $$;
comment on function private.opening_problem is 'What is wrong with one row of an open paper, in words; nothing about other rows and the papers that are there.';

create function private.is_own_number(p_number text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_parts constant text[] := regexp_match(upper(p_number), '^INV-([0-9]{4})-([0-9]{1,9})$');
begin
  return v_parts is not null and v_parts[1]::integer >= extract(year from private.company_today())
    and v_parts[2]::integer > coalesce((select s.last_number from private.document_sequences s where s.prefix = 'INV' and s.year = v_parts[1]::integer), 0);
end $$;
comment on function private.is_own_number is 'Whether this company will give this number to an invoice of its own one day.';

create function private.judge_opening_papers(p_rows jsonb, p_side text, p_day date) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with rows as materialized (
      select (r.given ->> 'line')::integer as line, r.given from jsonb_array_elements(p_rows) as r (given)
    ), parts as materialized (
      select p.*, lower(p.number) || case p_side when 'bill' then ' ' || coalesce(w.contact_id::text, '') else '' end as paper, w.contact_id, w.matches,
             r.given, private.opening_problem(r.given, to_jsonb(p), p_day) as own
        from private.opening_parts(p_rows) as p join rows r on r.line = p.line
        join private.opening_parties(p_rows, p_side = 'bill') as w on w.line = p.line
    ), papers as materialized (
      select p.paper, sum(p.base + p.vat) as gross, max(p.paid) as paid, count(distinct p.paid) as payments, count(distinct p.contact_id) as parties,
             count(distinct (p.issued, p.due)) as days, count(*) as lines, count(distinct (p.rate, p.treatment)) as rates, min(p.line) as first,
             bool_or(p.own is not null or p.matches <> 1) as is_wrong
        from parts p group by 1
    )
    select p.line, nullif(concat_ws('; ', p.own,
        case when p.matches = 0 then format('No %s is called “%s”. Import the contacts first', case p_side when 'bill' then 'business' else 'client' end, left(coalesce(p.given ->> 'party', ''), 60))
             when p.matches > 1 then format('%s contacts are called “%s”: name the e-mail in a column of the file', p.matches, left(p.given ->> 'party', 60)) end,
        case when p.own is not null or p.matches <> 1 then null
             when g.is_wrong then 'Another row of this paper is wrong'
             when p_side = 'invoice' and private.currency_of(p.contact_id) <> private.books_currency()
               then format('This client is invoiced in %s, and these books are in %s', private.currency_of(p.contact_id), private.books_currency())
             when g.parties > 1 or g.days > 1 then format('Row %s has the same number with another client or day', g.first)
             when g.rates < g.lines then format('Row %s has the same number and the same rate', g.first)
             when g.payments > 1 then 'The rows of this paper say different amounts paid'
             when coalesce(g.paid, 0) < 0 or coalesce(g.paid, 0) > g.gross then 'More is paid, or open, than the total'
             when g.paid = g.gross then 'Nothing of it is open: it stays in the former books'
             when p_side = 'bill' and exists (select from public.supplier_invoices s
               where s.supplier_id = p.contact_id and private.plain_number(s.supplier_number) = private.plain_number(p.number))
               then 'This bill of the supplier is there already'
             when p_side = 'invoice' and exists (select from public.invoices v where v.invoice_number = p.number) then 'There is an invoice with this number already'
             when p_side = 'invoice' and private.is_own_number(p.number)
               then format('This company will give the number %s itself one day. Please add a sign to it', p.number) end), '')
      from parts p join papers g on g.paper = p.paper;
end $$;
comment on function private.judge_opening_papers is 'What is wrong with rows of open invoices (invoice) or of open bills (bill) at a day, in words.';

create type private.opening_paper as (
  line integer, paper uuid, number text, contact_id uuid, issued date, due date, title text, base numeric, vat numeric, rate numeric, treatment text, place bigint, paid numeric);
comment on type private.opening_paper is 'A row of an opening paper, with what follows from it.';

create function private.opening_papers(p_rows jsonb, p_suppliers boolean) returns setof private.opening_paper
  language sql stable security definer set search_path = ''
as $$
  select p.line, first_value(p.id) over (partition by lower(p.number), case when p_suppliers then w.contact_id end order by p.place), p.number, w.contact_id,
         p.issued, p.due, nullif(btrim(r.given ->> 'title'), ''), p.base, p.vat, p.rate, p.treatment, p.place, p.paid
    from private.opening_parts(p_rows) as p join private.opening_parties(p_rows, p_suppliers) as w on w.line = p.line
    join jsonb_array_elements(p_rows) as r (given) on (r.given ->> 'line')::integer = p.line
$$;
comment on function private.opening_papers is 'Rows that were judged to be right, with the id of their paper: that of its first row.';

create function private.add_opening_invoices(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rows constant private.opening_paper[] := array(select o from private.opening_papers(p_rows, false) as o order by o.place);
begin
  -- As drafts first: the lines of an issued paper never change.
  perform set_config('signwright.total_later', 'on', true);
  insert into public.invoices (id, contact_id, project_title, issue_date, supply_date, due_date, currency, net, vat, opening_on, created_by)
  select o.paper, min(o.contact_id::text)::uuid, min(o.title), min(o.issued), min(o.issued), min(o.due), c.currency, sum(o.base), sum(o.vat), p_day, auth.uid()
    from unnest(v_rows) as o cross join public.company_settings c group by o.paper, c.currency order by min(o.place);
  insert into public.invoice_items (invoice_id, position, description, qty, unit_price, net, vat, vat_rate, vat_treatment)
  select o.paper, private.line_key((row_number() over (partition by o.paper order by o.place) - 1)::integer),
         coalesce(o.title, 'As invoiced with ' || o.number), 1, o.base, o.base, o.vat, o.rate, o.treatment
    from unnest(v_rows) as o;
  insert into public.invoice_vat (invoice_id, vat_rate, vat_treatment, base, vat)
  select o.paper, o.rate, o.treatment, o.base, o.vat from unnest(v_rows) as o;
  perform set_config('signwright.total_later', '', true);
  update public.invoices v
     set status = 'issued', invoice_number = o.number, issued_at = now(), issued_by = auth.uid(),
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id), 'person', null)
    from (select distinct on (r.paper) r.paper, r.number from unnest(v_rows) as r order by r.paper, r.place) as o
   where v.id = o.paper;
  -- What was paid before is a payment of that day with the id of its invoice.
  insert into public.payments (id, payment_number, contact_id, method, amount, allocated, currency, received_on, opening_on, reference, created_by)
  select o.paper, 'OB-' || min(o.number), min(o.contact_id::text)::uuid, 'other', max(o.paid), max(o.paid), c.currency, p_day, p_day, 'Paid in the former books', auth.uid()
    from unnest(v_rows) as o cross join public.company_settings c group by o.paper, c.currency having max(o.paid) > 0;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  select p.id, p.id, p.amount, p_day, auth.uid() from public.payments p where p.id in (select o.paper from unnest(v_rows) as o);
  perform private.refresh_invoice(o.paper) from (select distinct r.paper from unnest(v_rows) as r where r.paid > 0) as o;
  return query
    select o.line, v.id, v.invoice_number, v.row_version from unnest(v_rows) as o join public.invoices v on v.id = o.paper order by 1;
end $$;
comment on function private.add_opening_invoices is
  'Makes issued invoices of the former books of rows that were judged to be right: with their number and dates, a line and a row of the tax table for each rate,
and what was paid before as a payment. They draw no number and are no turnover of this company.';

create function private.add_opening_bills(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rows constant private.opening_paper[] := array(select o from private.opening_papers(p_rows, true) as o order by o.place);
begin
  insert into public.supplier_invoices (id, supplier_id, supplier_number, status, invoice_date, due_date, currency, net, vat, paid, booked_on, opening_on, note,
    approved_by, approved_at, created_by)
  select o.paper, min(o.contact_id::text)::uuid, min(o.number), case when max(o.paid) > 0 then 'part_paid' else 'approved' end, min(o.issued), min(o.due),
         c.currency, sum(o.base), sum(o.vat), coalesce(max(o.paid), 0), p_day, p_day, min(o.title), auth.uid(), now(), auth.uid()
    from unnest(v_rows) as o
   cross join public.company_settings c group by o.paper, c.currency order by min(o.place);
  insert into public.supplier_payments (supplier_invoice_id, amount, paid_on, method, reference, is_opening, created_by)
  select s.id, s.paid, p_day, 'other', 'Paid in the former books', true, auth.uid()
    from public.supplier_invoices s where s.paid > 0 and s.id in (select o.paper from unnest(v_rows) as o);
  return query
    select o.line, s.id, s.supplier_number, s.row_version
      from unnest(v_rows) as o join public.supplier_invoices s on s.id = o.paper order by 1;
end $$;
comment on function private.add_opening_bills is
  'Makes approved bills of the former books of rows that were judged to be right, with what was paid before. They are no costs and no tax of this company''s returns.';

create function private.judge_opening_credits(p_rows jsonb) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select (r.given ->> 'line')::integer, nullif(concat_ws('; ',
        case when w.matches = 0 then format('No client is called “%s”. Import the contacts first', left(coalesce(r.given ->> 'party', ''), 60))
             when w.matches > 1 then format('%s contacts are called “%s”: name the e-mail in a column of the file', w.matches, left(r.given ->> 'party', 60)) end,
        case when private.currency_of(w.contact_id) <> private.books_currency()
          then format('This client is invoiced in %s, and these books are in %s', private.currency_of(w.contact_id), private.books_currency()) end,
        private.amount_problem('Amount', r.given ->> 'amount', 2, 99999999),
        case when coalesce(private.plain_or_null(r.given ->> 'amount'), 0) = 0 then 'Amount: Please enter an amount above zero' end,
        case when char_length(r.given ->> 'title') > 200 then 'Words: At most 200 characters' end,
        case when private.uuid_or_null(r.given ->> 'id') is null then 'This row is not whole' end), '')
      from jsonb_array_elements(p_rows) as r (given) join private.opening_parties(p_rows, false) as w on w.line = (r.given ->> 'line')::integer;
end $$;
comment on function private.judge_opening_credits is 'What is wrong with rows of credits of clients, in words.';

create function private.add_opening_credits(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.payments (id, payment_number, contact_id, method, amount, currency, received_on, opening_on, reference, created_by)
  select private.uuid_or_null(r.given ->> 'id'), 'OB-' || upper(left(md5(r.given ->> 'id'), 10)), w.contact_id, 'other', private.plain_or_null(r.given ->> 'amount'),
         c.currency, p_day, p_day, coalesce(nullif(btrim(r.given ->> 'title'), ''), 'Credit in the former books'), auth.uid()
    from jsonb_array_elements(p_rows) with ordinality as r (given, place)
    join private.opening_parties(p_rows, false) as w on w.line = (r.given ->> 'line')::integer cross join public.company_settings c order by r.place;
  return query
    select (r.given ->> 'line')::integer, p.id, concat_ws(' ', p.payment_number, private.client_label(c)), p.row_version
      from jsonb_array_elements(p_rows) as r (given) join public.payments p on p.id = private.uuid_or_null(r.given ->> 'id')
      join public.contacts c on c.id = p.contact_id order by 1;
end $$;
comment on function private.add_opening_credits is
  'Makes credits of clients at the day of the former books, deposits and prepayments: payments that settle nothing yet. They are no money of this company''s accounts.';
