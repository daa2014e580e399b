set check_function_bodies = off;

drop trigger nudge_page_delete on public.book_imports;

drop trigger nudge_page_insert on public.book_imports;

drop trigger nudge_page_update on public.book_imports;

drop trigger check_paper on public.invoices;

drop trigger guard_removed on public.invoices;

drop trigger pin on public.invoices;

drop trigger zz_guard_closed on public.invoices;

drop trigger pin on public.payments;

drop trigger pin on public.supplier_invoices;

alter table public.account_rules drop constraint account_rules_part_is_known;

alter table public.book_imports drop constraint book_imports_kind_is_known;

drop routine private.check_book_rows(p_kind text, p_rows jsonb);

drop routine private.judge_book_rows(p_kind text, p_rows jsonb);

drop routine public.check_book_rows(p_kind text, p_rows jsonb);

alter table public.invoices add column opening_on date;

alter table public.payments add column opening_on date;

alter table public.supplier_invoices add column opening_on date;

alter table public.supplier_payments add column is_opening boolean not null default false;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, v.issue_date, to_char(v.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.currency = p_currency
       and v.opening_on is null
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.booked_on, to_char(s.booked_on, 'YYYY-MM'), 'all rates', 'purchases',
           s.net, s.vat
      from public.supplier_invoices s
     where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency and s.opening_on is null
       and (private.is_server() or private.can('supplier-invoices', 'view'));
end $$;

create or replace function private.journal_of_invoices(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select v.id, v.gross from public.invoices v
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
         case when x.part = 'sales' and v.kind = 'deposit' then 'deposits' else x.part end, null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join public.invoices v on v.id = x.id where x.amount <> 0
  union all
  select v.opening_on, 1, 'invoice', v.id, v.id, v.invoice_number, v.contact_id, v.project_title, side.part, null, null, null, null, null, side.amount
    from public.invoices v cross join lateral (values ('clients', v.gross), ('opening', -v.gross)) as side (part, amount)
   where v.opening_on between p_from and p_to and v.gross <> 0
$$;

create or replace function private.journal_of_payments(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with moves as (
    select p.received_on as on_date, 3 as sort, 'payment' as kind, p.id, p.id as entry_id, p.payment_number as number, p.contact_id,
           p.reference as words, case when p.opening_on is null then 'money' else 'opening' end as other, 'clients' as against, p.method,
           case p.direction when 'in' then p.amount else -p.amount end as amount
      from public.payments p
     where p.received_on between p_from and p_to and p.status in ('succeeded', 'part_refunded', 'refunded')
    union all
    select r.refunded_on, 4, 'payment', p.id, r.id, p.payment_number, p.contact_id, r.reason, 'money', 'clients', p.method, -r.amount
      from public.payment_refunds r join public.payments p on p.id = r.payment_id
     where r.refunded_on between p_from and p_to
    union all
    select w.written_off_on, 5, 'invoice', v.id, w.id, v.invoice_number, v.contact_id, w.reason, 'write_offs', 'clients', null, w.amount
      from public.write_offs w join public.invoices v on v.id = w.invoice_id
     where w.written_off_on between p_from and p_to
    union all
    -- What the bank took for a payment that it gave back.
    select r.refunded_on, 4, 'payment', p.id, b.id, p.payment_number, p.contact_id, r.reason, 'fees', 'money', 'bank', b.fee
      from public.payment_refunds r join public.payments p on p.id = r.payment_id join public.bank_entry_payouts b on b.refund_id = r.id
     where r.refunded_on between p_from and p_to and b.fee <> 0
  )
  select m.on_date, m.sort, m.kind, m.id, m.entry_id, m.number, m.contact_id, m.words, side.part, null::uuid, null::uuid, null::numeric, null::text,
         case side.part when 'money' then m.method end, side.amount
    from moves m
   cross join lateral (values (m.other, m.amount), (m.against, -m.amount)) as side (part, amount)
$$;

create or replace function private.journal_of_bills(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with bills as materialized (
    select s.id, s.net, s.vat, s.gross from public.supplier_invoices s
     where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.opening_on is null
       and s.currency = (select c.currency from public.company_settings c)
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
   cross join lateral (values ('suppliers', s.amount + s.discount), (case when s.is_opening then 'opening' else 'money' end, -s.amount),
     ('discounts', -s.discount)) as side (part, amount)
   where s.paid_on between p_from and p_to and side.amount <> 0 and b.currency = (select c.currency from public.company_settings c)
  union all
  select b.booked_on, 6, 'supplier_invoice', b.id, b.id, b.supplier_number, b.supplier_id, b.note, side.part, null, null, null, null, null, side.amount
    from public.supplier_invoices b cross join lateral (values ('suppliers', -b.gross), ('opening', b.gross)) as side (part, amount)
   where b.booked_on between p_from and p_to and b.opening_on is not null and b.status <> 'disputed' and b.gross <> 0
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
      ('general', 'suppliers', null, null, null, '2100', 'Suppliers', 'liability'),
      ('general', 'vat_sales', null, null, null, '2200', '{Tax} on sales', 'liability'),
      ('general', 'deposits', null, null, null, '2300', 'Deposits of clients', 'liability'),
      ('general', 'opening', null, null, null, '3000', 'Opening balances', 'equity'),
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
      ('skr03', 'opening', null, null, null, '9000', 'Saldenvorträge, Sachkonten', 'equity'),
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
      ('snc', 'opening', null, null, null, '56', 'Resultados transitados', 'equity'),
      ('snc', 'sales', null, null, null, '72', 'Prestações de serviços', 'income'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
$$;

create or replace function private.ledger(p_side text, p_from date, p_to date)
returns table (on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text,
  net text, vat text, gross text, currency text, description text, cost_account text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_side = 'purchases' then
    perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  else
    perform private.must('invoices', 'view', 'see invoices');
  end if;
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;
  return query
    select e.on_date, e.number, e.kind, private.client_label(c), c.vat_number, c.country, trim_scale(e.rate)::text, e.treatment,
           private.amount_text(e.base), private.amount_text(e.tax), private.amount_text(e.base + e.tax), e.code, e.words, e.account
      from (
        select v.issue_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, v.currency as code, null as words, null as account, null as place
          from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
         where p_side = 'sales' and v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, n.currency, null, null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select b.on_date, b.number, 'supplier invoice', b.who, b.rate, null, b.base, b.tax, b.code, b.words, b.account, b.place
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;

create or replace function private.purchase_lines(p_from date, p_to date)
returns table (on_date date, number text, who uuid, rate numeric, base numeric, tax numeric, code text, words text, account text, place text)
language sql stable security definer set search_path = '' as $$
  with bills as (
    select s.* from public.supplier_invoices s where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.opening_on is null
  )
  select b.booked_on, b.supplier_number, b.supplier_id, l.vat_rate, l.net, l.vat, b.currency, l.description,
         a.code || ' ' || a.name, l.position
    from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id left join public.cost_accounts a on a.id = l.cost_account_id
  union all
  select b.booked_on, b.supplier_number, b.supplier_id, null, b.net - on_lines.net, b.vat - on_lines.vat, b.currency,
         case when on_lines.number > 0 then 'On no line' end, null, 'zzzz'
    from bills b
    cross join lateral (select count(*) as number, coalesce(sum(l.net), 0) as net, coalesce(sum(l.vat), 0) as vat
                          from public.supplier_invoice_items l where l.supplier_invoice_id = b.id) as on_lines
   where (b.net, b.vat) is distinct from (on_lines.net, on_lines.vat)
$$;

create or replace function private.day_or_null(p_text text) returns date
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when private.is_day(p_text) then p_text::date end;
end $$;

create or replace function private.opening_parties(p_rows jsonb, p_suppliers boolean) returns table (line integer, contact_id uuid, matches integer)
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

create or replace function private.opening_parts(p_rows jsonb)
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
   cross join lateral (select coalesce(g.net, g.gross - g.vat, round(g.gross / (1 + r.rate / 100), 2)) as base) as n
   cross join lateral (select n.base, coalesce(g.vat, g.gross - n.base, private.vat_of(n.base, r.rate)) as vat) as a
    -- The rate that makes this tax of this net; old programs round each line.
    left join lateral (
      select v.rate, v.treatment from public.vat_rates v
       where abs(a.base * v.rate / 100 - a.vat) <= greatest(0.05, a.base * 0.001) and (a.vat > 0) = (v.rate > 0)
       order by abs(a.base * v.rate / 100 - a.vat), not v.is_default, v.sort, v.id limit 1) as d on true
$$;

create or replace function private.opening_problem(p_row jsonb, p_part jsonb, p_day date) returns text
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
         when v_part.issued > p_day then format('Date: The paper is later than %s, the day at which the former books end', to_char(p_day, 'FMDD Mon YYYY'))
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

create or replace function private.is_own_number(p_number text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_parts constant text[] := regexp_match(upper(p_number), '^INV-([0-9]{4})-([0-9]{1,9})$');
begin
  return v_parts is not null and v_parts[1]::integer >= extract(year from private.company_today())
    and v_parts[2]::integer > coalesce((select s.last_number from private.document_sequences s where s.prefix = 'INV' and s.year = v_parts[1]::integer), 0);
end $$;

create or replace function private.judge_opening_papers(p_rows jsonb, p_side text, p_day date) returns table (line integer, problem text)
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

create or replace function private.opening_papers(p_rows jsonb, p_suppliers boolean)
returns table (line integer, paper uuid, number text, contact_id uuid, issued date, due date, title text, base numeric, vat numeric, rate numeric, treatment text, place bigint, paid numeric)
  language sql stable security definer set search_path = ''
as $$
  select p.line, first_value(p.id) over (partition by lower(p.number), case when p_suppliers then w.contact_id end order by p.place), p.number, w.contact_id,
         p.issued, p.due, nullif(btrim(r.given ->> 'title'), ''), p.base, p.vat, p.rate, p.treatment, p.place, p.paid
    from private.opening_parts(p_rows) as p join private.opening_parties(p_rows, p_suppliers) as w on w.line = p.line
    join jsonb_array_elements(p_rows) as r (given) on (r.given ->> 'line')::integer = p.line
$$;

create or replace function private.opening_again(p_papers jsonb)
returns table (line integer, paper uuid, number text, contact_id uuid, issued date, due date, title text, base numeric, vat numeric, rate numeric, treatment text, place bigint, paid numeric)
  language sql stable set search_path = ''
as $$
  select o.* from jsonb_to_recordset(p_papers) as o (line integer, paper uuid, number text, contact_id uuid, issued date, due date, title text, base numeric, vat numeric, rate numeric, treatment text, place bigint, paid numeric)
$$;

create or replace function private.add_opening_invoices(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rows constant jsonb := (select coalesce(jsonb_agg(to_jsonb(o) order by o.place), '[]') from private.opening_papers(p_rows, false) as o);
begin
  -- As drafts first: the lines of an issued paper never change.
  perform set_config('signwright.total_later', 'on', true);
  insert into public.invoices (id, contact_id, project_title, issue_date, supply_date, due_date, currency, net, vat, opening_on, created_by)
  select o.paper, min(o.contact_id::text)::uuid, min(o.title), min(o.issued), min(o.issued), min(o.due), c.currency, sum(o.base), sum(o.vat), p_day, auth.uid()
    from private.opening_again(v_rows) as o cross join public.company_settings c group by o.paper, c.currency order by min(o.place);
  insert into public.invoice_items (invoice_id, position, description, qty, unit_price, net, vat, vat_rate, vat_treatment)
  select o.paper, private.line_key((row_number() over (partition by o.paper order by o.place) - 1)::integer),
         coalesce(o.title, 'As invoiced with ' || o.number), 1, o.base, o.base, o.vat, o.rate, o.treatment
    from private.opening_again(v_rows) as o;
  insert into public.invoice_vat (invoice_id, vat_rate, vat_treatment, base, vat)
  select o.paper, o.rate, o.treatment, o.base, o.vat from private.opening_again(v_rows) as o;
  perform set_config('signwright.total_later', '', true);
  update public.invoices v
     set status = 'issued', invoice_number = o.number, issued_at = now(), issued_by = auth.uid(),
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id), 'person', null)
    from (select distinct on (r.paper) r.paper, r.number from private.opening_again(v_rows) as r order by r.paper, r.place) as o
   where v.id = o.paper;
  -- What was paid before is a payment of that day with the id of its invoice.
  insert into public.payments (id, payment_number, contact_id, method, amount, allocated, currency, received_on, opening_on, reference, created_by)
  select o.paper, 'OB-' || min(o.number), min(o.contact_id::text)::uuid, 'other', max(o.paid), max(o.paid), c.currency, p_day, p_day, 'Paid in the former books', auth.uid()
    from private.opening_again(v_rows) as o cross join public.company_settings c group by o.paper, c.currency having max(o.paid) > 0;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  select p.id, p.id, p.amount, p_day, auth.uid() from public.payments p where p.id in (select o.paper from private.opening_again(v_rows) as o);
  perform private.refresh_invoice(o.paper) from (select distinct r.paper from private.opening_again(v_rows) as r where r.paid > 0) as o;
  return query
    select o.line, v.id, v.invoice_number, v.row_version from private.opening_again(v_rows) as o join public.invoices v on v.id = o.paper order by 1;
end $$;

create or replace function private.add_opening_bills(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rows constant jsonb := (select coalesce(jsonb_agg(to_jsonb(o) order by o.place), '[]') from private.opening_papers(p_rows, true) as o);
begin
  insert into public.supplier_invoices (id, supplier_id, supplier_number, status, invoice_date, due_date, currency, net, vat, paid, booked_on, opening_on, note,
    approved_by, approved_at, created_by)
  select o.paper, min(o.contact_id::text)::uuid, min(o.number), case when max(o.paid) > 0 then 'part_paid' else 'approved' end, min(o.issued), min(o.due),
         c.currency, sum(o.base), sum(o.vat), coalesce(max(o.paid), 0), p_day, p_day, min(o.title), auth.uid(), now(), auth.uid()
    from private.opening_again(v_rows) as o
   cross join public.company_settings c group by o.paper, c.currency order by min(o.place);
  insert into public.supplier_payments (supplier_invoice_id, amount, paid_on, method, reference, is_opening, created_by)
  select s.id, s.paid, p_day, 'other', 'Paid in the former books', true, auth.uid()
    from public.supplier_invoices s where s.paid > 0 and s.id in (select o.paper from private.opening_again(v_rows) as o);
  return query
    select o.line, s.id, s.supplier_number, s.row_version
      from private.opening_again(v_rows) as o join public.supplier_invoices s on s.id = o.paper order by 1;
end $$;

create or replace function private.judge_opening_credits(p_rows jsonb) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select (r.given ->> 'line')::integer, nullif(concat_ws('; ',
        case when w.matches = 0 then format('No client is called “%s”. Import the contacts first', left(coalesce(r.given ->> 'party', ''), 60))
             when w.matches > 1 then format('%s contacts are called “%s”: name the e-mail in a column of the file', w.matches, left(r.given ->> 'party', 60)) end,
        private.amount_problem('Amount', r.given ->> 'amount', 2, 99999999),
        case when coalesce(private.plain_or_null(r.given ->> 'amount'), 0) = 0 then 'Amount: Please enter an amount above zero' end,
        case when char_length(r.given ->> 'title') > 200 then 'Words: At most 200 characters' end,
        case when private.uuid_or_null(r.given ->> 'id') is null then 'This row is not whole' end), '')
      from jsonb_array_elements(p_rows) as r (given) join private.opening_parties(p_rows, false) as w on w.line = (r.given ->> 'line')::integer;
end $$;

create or replace function private.add_opening_credits(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
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

create or replace function private.book_kinds() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select k.kind
      from (values
        ('service', private.can('markup-demo', 'create')),
        ('material', private.can('inventory', 'create') and private.can('inventory', 'edit') and private.named('view_financial_data')),
        ('supplier', private.can('contacts', 'view') and private.can('contacts', 'create')),
        ('invoice', private.can('invoices', 'create') and private.can('invoices', 'edit') and private.can('payments', 'create')),
        ('credit', private.can('payments', 'create') and private.can('payments', 'edit')),
        ('bill', private.can('supplier-invoices', 'create') and private.can('supplier-invoices', 'edit') and private.can('payments', 'create'))) as k (kind, may)
     where k.may or private.is_server());
end $$;

create or replace function private.must_import(p_kind text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not coalesce(p_kind in ('service', 'material', 'supplier', 'invoice', 'credit', 'bill'), false) then
    perform private.refuse('22023', 'Please choose what to import');
  elsif not p_kind = any (private.book_kinds()) then
    raise insufficient_privilege using message = format('You may not import %s',
      case p_kind when 'service' then 'the price list' when 'material' then 'materials with stock' when 'supplier' then 'suppliers'
        when 'invoice' then 'open invoices' when 'credit' then 'credits of clients' else 'open bills' end);
  end if;
end $$;

create or replace function private.judge_book_rows(p_kind text, p_rows jsonb, p_day date) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_kind = 'service' then
    return query select j.line, private.with_tax(j.problem) from private.judge_services(p_rows) as j;
  elsif p_kind = 'material' then
    return query select j.line, private.with_tax(j.problem) from private.judge_materials(p_rows) as j;
  elsif p_kind = 'supplier' then
    return query select j.line, private.with_tax(j.problem) from private.judge_suppliers(p_rows) as j;
  elsif p_kind = 'credit' then
    return query select j.line, private.with_tax(j.problem) from private.judge_opening_credits(p_rows) as j;
  else
    return query select j.line, private.with_tax(j.problem) from private.judge_opening_papers(p_rows, p_kind, p_day) as j;
  end if;
end $$;

create or replace function private.check_book_rows(p_kind text, p_rows jsonb, p_day date default null) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_import(p_kind);
  perform private.refuse_many_rows(p_rows);
  return query select * from private.judge_book_rows(p_kind, p_rows, coalesce(p_day, private.company_today()));
end $$;

create or replace function private.add_book_rows(p_kind text, p_rows jsonb, p_day date)
returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_kind = 'service' then
    return query select * from private.add_services(p_rows);
  elsif p_kind = 'material' then
    return query select * from private.add_materials(p_rows, p_day);
  elsif p_kind = 'supplier' then
    return query select * from private.add_suppliers(p_rows);
  else
    perform private.refuse_closed_day(p_day);
    return query select * from private.add_opening(p_kind, p_rows, p_day);
  end if;
end $$;

create or replace function private.add_opening(p_kind text, p_rows jsonb, p_day date)
returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_kind = 'invoice' then
    return query select * from private.add_opening_invoices(p_rows, p_day);
  elsif p_kind = 'bill' then
    return query select * from private.add_opening_bills(p_rows, p_day);
  else
    return query select * from private.add_opening_credits(p_rows, p_day);
  end if;
end $$;

create or replace function private.import_book_rows(p_kind text, p_rows jsonb, p_import_id uuid, p_file_name text default null, p_day date default null)
returns table (line integer, outcome text, because text)
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  v_new jsonb;
  v_wrong jsonb;
  v_day date;
begin
  perform private.must_import(p_kind);
  perform private.refuse_many_rows(p_rows);
  if p_import_id is null then
    perform private.refuse('22023', 'An import needs an id');
  end if;
  perform private.begin_book_import(p_kind, p_import_id, p_file_name, p_day);
  select i.day into v_day from public.book_imports i where i.id = p_import_id;
  -- Rows that are sent again were imported before.
  select coalesce(jsonb_agg(r.given order by r.place), '[]') into v_new
    from jsonb_array_elements(p_rows) with ordinality as r (given, place)
   where not exists (
     select from public.book_import_rows k where k.import_id = p_import_id and k.line = (r.given ->> 'line')::integer);
  select coalesce(jsonb_object_agg(j.line, j.problem), '{}') into v_wrong
    from private.judge_book_rows(p_kind, v_new, v_day) as j where j.problem is not null;
  insert into public.book_import_rows (import_id, line, record_id, label, version)
  select p_import_id, a.line, a.record_id, left(a.label, 500), a.version
    from private.add_book_rows(p_kind, (
      select coalesce(jsonb_agg(r.given order by r.place), '[]') from jsonb_array_elements(v_new) with ordinality as r (given, place)
       where not v_wrong ? (r.given ->> 'line')), v_day) as a;
  update public.book_imports i
     set added = (select count(distinct k.record_id) from public.book_import_rows k where k.import_id = i.id)
   where i.id = p_import_id;
  return query
    select s.line, case when k.line is null then 'refused' else 'created' end,
           case when k.line is null then coalesce(v_wrong ->> s.line::text, 'This row could not be imported') end
      from (select (r.given ->> 'line')::integer as line from jsonb_array_elements(p_rows) as r (given)) as s
      left join public.book_import_rows k on k.import_id = p_import_id and k.line = s.line
     order by 1;
end $$;

create or replace function private.table_of_book_kind(p_kind text) returns regclass
  language sql immutable set search_path = ''
as $$
  select case p_kind when 'service' then 'public.services' when 'material' then 'public.inventory_items' when 'invoice' then 'public.invoices'
    when 'credit' then 'public.payments' when 'bill' then 'public.supplier_invoices' else 'public.contacts' end::regclass
$$;

create or replace function private.why_books_stay(p_import_id uuid) returns table (record_id uuid, because text)
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind constant text := (select i.kind from public.book_imports i where i.id = p_import_id);
  v_table constant regclass := private.table_of_book_kind(v_kind);
  v_ids constant uuid[] := array(select distinct r.record_id from public.book_import_rows r where r.import_id = p_import_id);
  v_link record;
begin
  return query execute format('select t.id, %L::text from %s as t join public.book_import_rows r on r.record_id = t.id
    where r.import_id = $1 and t.row_version <> r.version', 'was changed since the import', v_table) using p_import_id;
  if v_kind = 'material' then
    return query select c.item_id, 'costs something else since the import' from public.inventory_item_costs c where c.item_id = any (v_ids) and c.row_version > 1;
  end if;
  if v_kind = 'invoice' then
    return query select v.id, 'was sent' from public.invoices v where v.id = any (v_ids) and v.sent_at is not null;
    return query select p.id, 'was changed since the import' from public.payments p where p.id = any (v_ids) and (p.row_version > 1 or p.refunded > 0 or p.open > 0);
  end if;
  for v_link in
    select k.conrelid::regclass as child, replace(c.relname, '_', ' ') as words, a.attname as key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = v_table
       and c.relname not in ('inventory_item_costs', 'invoice_items', 'invoice_vat', 'invoice_order_vat', 'supplier_invoice_items')
     order by c.relname, a.attname
  loop
    return query execute format('select distinct t.%I, %L from %s as t where t.%1$I = any ($1)' ||
      -- The movement that brought the stock has the id of its item and goes with it; so it is with what was paid before.
      case v_link.child when 'public.stock_movements'::regclass then ' and t.id <> t.item_id'
        when 'public.supplier_payments'::regclass then ' and not t.is_opening'
        when 'public.payment_allocations'::regclass then ' and t.payment_id <> t.invoice_id' else '' end,
      v_link.key, 'is used in ' || v_link.words, v_link.child) using v_ids;
  end loop;
end $$;

create or replace function private.remove_book_records(p_import_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_kind constant text := (select i.kind from public.book_imports i where i.id = p_import_id);
  v_ids constant uuid[] := array(select distinct r.record_id from public.book_import_rows r where r.import_id = p_import_id);
begin
  perform set_config('signwright.undo_import', 'on', true);
  if v_kind = 'material' then
    delete from public.stock_movements m where m.id = any (v_ids) and m.id = m.item_id;
  elsif v_kind = 'invoice' then
    delete from public.payment_allocations a where a.invoice_id = any (v_ids);
    delete from public.payments p where p.id = any (v_ids);
  elsif v_kind = 'bill' then
    delete from public.supplier_payments p where p.supplier_invoice_id = any (v_ids);
  end if;
  execute format('delete from %s where id = any ($1)', private.table_of_book_kind(v_kind)) using v_ids;
  perform set_config('signwright.undo_import', '', true);
end $$;

create or replace function private.book_sums(p_import_id uuid) returns table (name text, arrived text, expected text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_import public.book_imports;
begin
  select * into v_import from public.book_imports where id = p_import_id;
  if v_import.id is null then
    perform private.must_be_staff();
    perform private.refuse('PT404', 'This import is not there any more');
  end if;
  perform private.must_import(v_import.kind);
  return query
    with made as materialized (select distinct r.record_id as id from public.book_import_rows r where r.import_id = p_import_id),
    sums (place, name, arrived) as (
      select 1, 'count', count(*)::text from made
      union all
      select 2, 'stock_value', private.amount_text(coalesce(sum(round(m.qty * c.unit_cost, 2)), 0))
        from made x join public.stock_movements m on m.id = x.id join public.stock_movement_costs c on c.movement_id = m.id
       where v_import.kind = 'material' having v_import.kind = 'material'
      union all
      select p.place, p.name, private.amount_text(p.amount)
        from (select coalesce(sum(v.gross), 0) as total, coalesce(sum(v.gross - coalesce(b.amount, 0)), 0) as open
                from made x join public.invoices v on v.id = x.id left join public.payments b on b.id = v.id where v_import.kind = 'invoice') as s
       cross join lateral (values (3, 'total', s.total), (4, 'total_open', s.open)) as p (place, name, amount) where v_import.kind = 'invoice'
      union all
      select p.place, p.name, private.amount_text(p.amount)
        from (select coalesce(sum(v.gross), 0) as total, coalesce(sum(v.gross - coalesce(b.amount, 0)), 0) as open
                from made x join public.supplier_invoices v on v.id = x.id
                left join public.supplier_payments b on b.supplier_invoice_id = v.id and b.is_opening where v_import.kind = 'bill') as s
       cross join lateral (values (3, 'total', s.total), (4, 'total_open', s.open)) as p (place, name, amount) where v_import.kind = 'bill'
      union all
      select 3, 'total', private.amount_text(coalesce(sum(p.amount), 0)) from made x join public.payments p on p.id = x.id having v_import.kind = 'credit')
    select s.name, s.arrived, v_import.expected ->> s.name from sums s order by s.place;
end $$;

alter table public.account_rules add constraint account_rules_part_is_known CHECK (part = ANY (ARRAY['clients'::text, 'suppliers'::text, 'sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_purchases'::text, 'costs'::text, 'money'::text, 'write_offs'::text, 'discounts'::text, 'fees'::text, 'opening'::text]));

alter table public.book_imports add constraint book_imports_kind_is_known CHECK (kind = ANY (ARRAY['service'::text, 'material'::text, 'supplier'::text, 'invoice'::text, 'credit'::text, 'bill'::text]));

alter table public.invoices add constraint invoices_opening_after_its_date CHECK (opening_on >= issue_date);

alter table public.invoices add constraint invoices_opening_on_is_in_reach CHECK (opening_on >= '1900-01-01'::date AND opening_on < '10000-01-01'::date);

alter table public.payments add constraint payments_opening_on_is_in_reach CHECK (opening_on >= '1900-01-01'::date AND opening_on < '10000-01-01'::date);

alter table public.supplier_invoices add constraint supplier_invoices_opening_on_is_in_reach CHECK (opening_on >= '1900-01-01'::date AND opening_on < '10000-01-01'::date);

revoke execute on all routines in schema private from public;

call private.offer('private.check_book_rows(text, jsonb, date)');

create index invoices_opening_on_idx on public.invoices (opening_on) where opening_on is not null;

CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.book_imports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts', 'inventory', 'markup-demo', 'invoices', 'payments', 'supplier-invoices');

CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.book_imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts', 'inventory', 'markup-demo', 'invoices', 'payments', 'supplier-invoices');

CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.book_imports REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'contacts', 'inventory', 'markup-demo', 'invoices', 'payments', 'supplier-invoices');

create or replace trigger check_paper before update of status on public.invoices for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void') and new.opening_on is null) execute function private.check_paper('invoice');

create or replace trigger guard_removed before delete on public.invoices
  for each row when (old.status not in ('draft', 'void')
    and (old.opening_on is null or coalesce(current_setting('signwright.undo_import', true), '') <> 'on')) execute function private.guard_issued('invoice');

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'net', 'vat', 'paid', 'credited', 'written_off', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits', 'opening_on');

create or replace trigger zz_guard_closed before insert or update of issue_date on public.invoices
  for each row when (new.status not in ('draft', 'void') and new.opening_on is null) execute function private.guard_closed('issue_date');

create or replace trigger zz_guard_closed_opening before insert or delete on public.invoices
  for each row execute function private.guard_closed('opening_on');

CREATE TRIGGER pin BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'payment_number', 'contact_id', 'direction', 'method', 'provider', 'provider_ref', 'request_id', 'order_id', 'status', 'amount', 'allocated', 'refunded', 'currency', 'received_on', 'opening_on');

CREATE TRIGGER pin BEFORE UPDATE ON public.supplier_invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'paid', 'approved_by', 'approved_at', 'read_from', 'opening_on');

comment on function private.book_sums(pg_catalog.uuid) is 'Control sums of an import: what arrived, at the day of the former books, and what the person expects, as text. count; stock_value of materials; total and
total_open of open papers; total of credits.';

comment on function private.import_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'Imports rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), 2000 at most: all that are right, in one step. p_day: the day at which the former
books end. Outcome: created, or refused with words. Requests with one p_import_id are one import, and a row that is sent twice is imported once.';

comment on function private.journal_of_invoices(pg_catalog.date,pg_catalog.date) is 'What issued invoices move: the client owes the total; sales (by service and VAT rate) or deposits, and VAT, are credited. Those of the former books stand
against the opening balances, at their day. Amounts above zero are debits.';

comment on function public.book_sums(pg_catalog.uuid) is 'Control sums of an import: what arrived, at the day of the former books, and what the person expects, as text. count; stock_value of materials; total and
total_open of open papers; total of credits.';

comment on function public.import_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'Imports rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), 2000 at most: all that are right, in one step. p_day: the day at which the former
books end. Outcome: created, or refused with words. Requests with one p_import_id are one import, and a row that is sent twice is imported once.';

comment on function private.add_opening(pg_catalog.text,pg_catalog.jsonb,pg_catalog.date) is 'Makes the open papers and credits of rows that were judged to be right.';

comment on function private.add_opening_bills(pg_catalog.jsonb,pg_catalog.date) is 'Makes approved bills of the former books of rows that were judged to be right, with what was paid before. They are no costs and no tax of this company''s returns.';

comment on function private.add_opening_credits(pg_catalog.jsonb,pg_catalog.date) is 'Makes credits of clients at the day of the former books, deposits and prepayments: payments that settle nothing yet. They are no money of this company''s accounts.';

comment on function private.add_opening_invoices(pg_catalog.jsonb,pg_catalog.date) is 'Makes issued invoices of the former books of rows that were judged to be right: with their number and dates, a line and a row of the tax table for each rate,
and what was paid before as a payment. They draw no number and are no turnover of this company.';

comment on function private.check_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.date) is 'What is wrong with each of these rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), in words; null for a row that can be imported.
p_day: the day at which the former books end. Writes nothing.';

comment on function private.day_or_null(pg_catalog.text) is 'A day in the form 2026-01-31; null for every other text.';

comment on function private.is_own_number(pg_catalog.text) is 'Whether this company will give this number to an invoice of its own one day.';

comment on function private.judge_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.date) is 'What is wrong with each row, in words; null for a row that can be imported. p_day: the day at which the former books end.';

comment on function private.judge_opening_credits(pg_catalog.jsonb) is 'What is wrong with rows of credits of clients, in words.';

comment on function private.judge_opening_papers(pg_catalog.jsonb,pg_catalog.text,pg_catalog.date) is 'What is wrong with rows of open invoices (invoice) or of open bills (bill) at a day, in words.';

comment on function private.opening_again(pg_catalog.jsonb) is 'What opening_papers answered and a function keeps while it writes.';

comment on function private.opening_papers(pg_catalog.jsonb,boolean) is 'Rows that were judged to be right, with the id of their paper: that of its first row.';

comment on function private.opening_parties(pg_catalog.jsonb,boolean) is 'The contact of each row by its name, however it is spelt with capitals and signs, and by its e-mail where the row has one; how many there are. Bills are of businesses.';

comment on function private.opening_parts(pg_catalog.jsonb) is 'Rows of open papers with what follows from them: net, tax, rate and what was paid, from any two of net, tax, total and rate. Rows of one number are the parts of one paper, one for each rate.';

comment on function private.opening_problem(pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.date) is 'What is wrong with one row of an open paper, in words; nothing about other rows and the papers that are there.';

comment on function public.check_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.date) is 'What is wrong with each of these rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), in words; null for a row that can be imported.
p_day: the day at which the former books end. Writes nothing.';

comment on column public.invoices.opening_on is 'The day at which it came from the former books: it is owed, and no turnover and tax of this company. Null: it was written here.';

comment on column public.payments.opening_on is 'The day at which it came from the former books: it was received there. Null: it was recorded here.';

comment on column public.supplier_invoices.opening_on is 'The day at which it came from the former books: it is owed, and no cost and tax of this company. Null: it was entered here.';

comment on column public.supplier_payments.is_opening is 'It was paid in the former books.';

-- Every company gets an account of opening balances: that of the chart it follows, under a number that is free. Closed days have no opening papers yet, so
-- their entries stay as they are.
alter table public.ledger_accounts disable trigger user;

alter table public.account_rules disable trigger user;

insert into public.ledger_accounts (id, code, name, kind)
select md5('ledger account ' || c.code)::uuid,
       case when exists (select from public.ledger_accounts a where lower(btrim(a.code)) = c.code)
              or exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code) then c.code || '-OB' else c.code end,
       c.name, c.kind
  from private.chart_of(case
    when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'sales' and a.code in ('8200', '8400')) then 'skr03'
    when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'sales' and a.code = '72') then 'snc'
    else 'general' end) as c
 where c.part = 'opening';

insert into public.account_rules (part, account_id)
select 'opening', a.id from public.ledger_accounts a
 where a.id in (select md5('ledger account ' || c.code)::uuid from (values ('3000'), ('9000'), ('56')) as c (code));

alter table public.account_rules enable trigger user;

alter table public.ledger_accounts enable trigger user;

reset check_function_bodies;
