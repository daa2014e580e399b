set check_function_bodies = off;

alter table public.account_rules drop constraint account_rules_conditions_fit;

alter table public.account_rules drop constraint account_rules_part_is_known;

alter table public.account_rules drop constraint account_rules_treatment_is_known;

drop routine private.boxes_of(p_country text);

drop routine private.ledger(p_side text, p_from date, p_to date);

drop routine private.purchase_lines(p_from date, p_to date);

drop routine public.ledger(p_side text, p_from date, p_to date);

alter table public.supplier_invoice_items add column vat_treatment text not null default 'standard'::text;

alter table public.supplier_invoice_items add column deductible_pct numeric(5,2) not null default 100;

alter table public.supplier_invoice_items add column own_vat numeric(14,2) not null default 0;

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
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, 'Cash discount'), v.contact_id, d.given_on, to_char(d.given_on, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
     where d.given_on between p_from and p_to and v.currency = p_currency
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.booked_on, to_char(s.booked_on, 'YYYY-MM'),
           coalesce(trim_scale(l.rate) || ' %' || coalesce(' ' || replace(nullif(l.treatment, 'standard'), '_', ' '), ''), 'on no line'), side.mark, l.net, side.vat
      from public.supplier_invoices s
     cross join lateral (
       select x.rate, x.treatment, sum(x.net) as net, sum(x.vat) as vat, sum(x.own) as own
         from (select i.vat_rate as rate, i.vat_treatment as treatment, i.net, i.deducted as vat, i.own_vat as own
                 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id
               union all select null, null, s.net, s.vat, 0
               union all select null, null, -i.net, -i.vat, 0 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id) as x
        group by 1, 2) as l
     cross join lateral (values ('purchases', l.vat), ('due', l.own)) as side (mark, vat)
     where (l.net <> 0 or side.vat <> 0) and (side.mark = 'purchases' or private.is_own_tax(l.treatment))
       and s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency and s.opening_on is null
       and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'bank_entry', coalesce(b.reverses_id, b.id), concat_ws(' · ', b.number, b.party_name, b.words), null::uuid, b.booked_on,
           to_char(b.booked_on, 'YYYY-MM'), format('%s %%', trim_scale(b.vat_rate)), 'purchases', b.amount - b.vat, b.vat
      from public.bank_bookings b
     where b.booked_on between p_from and p_to and b.vat_rate is not null and (private.is_server() or private.can('supplier-invoices', 'view'));
end $$;

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
    from parts x join public.supplier_invoices b on b.id = x.id where x.amount <> 0
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

create or replace function private.journal_lines(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text, account_id uuid, code text,
  account text, account_kind text, vat_rate numeric, vat_treatment text, amount numeric, part text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_days constant date[] := array(select distinct r.from_day from public.account_rules r where r.from_day is not null order by 1);
begin
  return query
  with raw as materialized (
    select x.*, width_bucket(x.on_date, v_days) as era, t.treated,
           concat_ws('|', x.part, x.service_id, x.vat_rate, t.treated, x.method) collate "C" as met
      from (select * from private.journal_of_invoices(p_from, p_to) union all select * from private.journal_of_credit_notes(p_from, p_to)
            union all select * from private.journal_of_payments(p_from, p_to) union all select * from private.journal_of_bills(p_from, p_to)
            union all select * from private.journal_of_bank(p_from, p_to) union all select * from private.journal_of_cash_discounts(p_from, p_to)) as x
     cross join lateral (
       select case when x.vat_treatment = 'reverse_charge' and private.is_reverse_at_home(x.kind, x.id) then 'reverse_charge_home' else x.vat_treatment end as treated) as t
  ), chosen as materialized (
    select w.met, w.era, r.account_id
      from (select b.met, b.era, b.part, b.service_id, b.vat_rate, b.treated, b.method from raw b where b.cost_account_id is null
             group by 1, 2, 3, 4, 5, 6, 7) as w
     cross join lateral (
       select s.account_id from public.account_rules s
        where s.part = w.part and (s.from_day is null or s.from_day <= v_days[w.era])
          and (s.service_id is null or s.service_id = w.service_id) and (s.vat_rate is null or s.vat_rate = w.vat_rate)
          and (s.vat_treatment is null or s.vat_treatment in (coalesce(w.treated, 'standard'), replace(w.treated, '_home', ''))) and (s.method is null or s.method = w.method)
        order by s.service_id is null, s.vat_rate is null, s.vat_treatment is null, s.vat_treatment <> w.treated,
          s.method is null, s.from_day desc nulls last limit 1) as r
  )
  select b.on_date, b.sort, b.kind, b.id, b.entry_id, b.number, b.contact_id, b.words, coalesce(k.id, a.id), coalesce(k.code, a.code),
         coalesce(k.name, a.name), coalesce(a.kind, 'cost'), b.vat_rate, b.vat_treatment, b.amount, b.part
    from raw b
    left join public.cost_accounts k on k.id = b.cost_account_id
    left join chosen c on b.cost_account_id is null and c.met = b.met and c.era = b.era
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, b.cost_account_id);
end $$;

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
    ('vat_due', null, null, null, '1785', 'Umsatzsteuer nach § 13b UStG', 'liability'),
    ('vat_due', 19, 'reverse_charge', null, '1787', 'Umsatzsteuer nach § 13b UStG 19 %', 'liability'),
    ('vat_due', null, 'intra_community', null, '1772', 'Umsatzsteuer aus innergemeinschaftlichem Erwerb', 'liability'),
    ('vat_due', 19, 'intra_community', null, '1774', 'Umsatzsteuer aus innergemeinschaftlichem Erwerb 19 %', 'liability'),
    ('suppliers', null, null, null, '1600', 'Verbindlichkeiten aus Lieferungen und Leistungen', 'liability'),
    ('vat_sales', null, null, null, '1770', 'Umsatzsteuer', 'liability'),
    ('vat_sales', 19, null, null, '1776', 'Umsatzsteuer 19 %', 'liability'),
    ('vat_sales', 7, null, null, '1771', 'Umsatzsteuer 7 %', 'liability'),
    ('deposits', null, null, null, '1710', 'Erhaltene Anzahlungen', 'liability'),
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
      ('general', 'suppliers', null, null, null, '2100', 'Suppliers', 'liability'),
      ('general', 'vat_sales', null, null, null, '2200', '{Tax} on sales', 'liability'),
      ('general', 'vat_due', null, null, null, '2210', '{Tax} owed on purchases', 'liability'),
      ('general', 'deposits', null, null, null, '2300', 'Deposits of clients', 'liability'),
      ('general', 'opening', null, null, null, '3000', 'Opening balances', 'equity'),
      ('general', 'sales', null, null, null, '4000', 'Sales', 'income'),
      ('general', 'cash_discounts', null, null, null, '4910', 'Cash discounts given', 'income'),
      ('general', 'discounts', null, null, null, '4900', 'Discounts of suppliers', 'income'),
      ('general', 'write_offs', null, null, null, '6950', 'Written off', 'cost'),
      ('general', 'fees', null, null, null, '6960', 'Bank fees', 'cost'),
      ('general', 'costs', null, null, null, '6990', 'Costs without an account', 'cost'),
      ('snc', 'money', null, null, null, '12', 'Depósitos à ordem', 'asset'),
      ('snc', 'money', null, null, 'cash', '11', 'Caixa', 'asset'),
      ('snc', 'clients', null, null, null, '211', 'Clientes c/c', 'asset'),
      ('snc', 'vat_purchases', null, null, null, '2432', 'IVA – Dedutível', 'asset'),
      ('snc', 'suppliers', null, null, null, '221', 'Fornecedores c/c', 'liability'),
      ('snc', 'vat_sales', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'vat_due', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'deposits', null, null, null, '218', 'Adiantamentos de clientes', 'liability'),
      ('snc', 'opening', null, null, null, '56', 'Resultados transitados', 'equity'),
      ('snc', 'sales', null, null, null, '72', 'Prestações de serviços', 'income'),
      ('snc', 'cash_discounts', null, null, null, '682', 'Descontos de pronto pagamento concedidos', 'cost'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
  union all
  select * from private.chart_skr03() where p_chart = 'skr03'
$$;

create or replace function private.rename_tax_accounts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.ledger_accounts a set name = private.with_tax(c.name)
    from private.chart_of('general') as c
   where c.part in ('vat_purchases', 'vat_sales', 'vat_due')
     and a.name = replace(c.name, '{Tax}', upper(left(old.tax_name, 1)) || substr(old.tax_name, 2));
  return null;
end $$;

create or replace function private.ledger(p_side text, p_from date, p_to date)
returns table (on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text,
  net text, vat text, gross text, currency text, description text, cost_account text, tax_place text, own_vat text, deducted text)
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
           private.amount_text(e.base), private.amount_text(e.tax), private.amount_text(e.base + e.tax), e.code, e.words, e.account, e.taxed_at,
           private.amount_text(e.own), private.amount_text(e.deducted)
      from (
        select v.issue_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, v.currency as code, null as words, null as account, null as place,
               v.snapshot -> 'tax_place' ->> 'name' as taxed_at, null::numeric as own, null::numeric as deducted
          from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
         where p_side = 'sales' and v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, n.currency, null, null, null,
               n.snapshot -> 'tax_place' ->> 'name', null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select d.given_on, v.invoice_number, 'cash discount', v.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, v.currency, null, null, null,
               v.snapshot -> 'tax_place' ->> 'name', null, null
          from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
         where p_side = 'sales' and d.given_on between p_from and p_to
        union all
        select b.on_date, b.number, b.kind, b.who, b.rate, b.treatment, b.base, b.tax, b.code, b.words, b.account, b.place, null, b.own, b.deducted
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;

create or replace function private.purchase_lines(p_from date, p_to date)
returns table (on_date date, number text, kind text, who uuid, rate numeric, base numeric, tax numeric, code text, words text, account text, place text,
  treatment text, own numeric, deducted numeric, record_kind text, record_id uuid)
language sql stable security definer set search_path = '' as $$
  with bills as (
    select s.*, case when s.is_credit then 'supplier credit note' else 'supplier invoice' end as called
      from public.supplier_invoices s where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.opening_on is null
  )
  select b.booked_on, b.supplier_number, b.called, b.supplier_id, l.vat_rate, l.net, l.vat, b.currency, l.description,
         a.code || ' ' || a.name, l.position, l.vat_treatment, l.own_vat, l.deducted, 'supplier_invoice', b.id
    from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id left join public.cost_accounts a on a.id = l.cost_account_id
  union all
  select b.booked_on, b.supplier_number, b.called, b.supplier_id, null, b.net - on_lines.net, b.vat - on_lines.vat, b.currency,
         case when on_lines.number > 0 then 'On no line' end, null, 'zzzz', 'standard', 0, b.vat - on_lines.vat, 'supplier_invoice', b.id
    from bills b
    cross join lateral (select count(*) as number, coalesce(sum(l.net), 0) as net, coalesce(sum(l.vat), 0) as vat
                          from public.supplier_invoice_items l where l.supplier_invoice_id = b.id) as on_lines
   where (b.net, b.vat) is distinct from (on_lines.net, on_lines.vat)
  union all
  -- Costs that the bank took by itself, where somebody said which VAT is in them.
  select x.booked_on, x.number, 'bank entry', null, x.vat_rate, x.amount - x.vat, x.vat, s.currency, concat_ws(' · ', x.party_name, x.words),
         k.code || ' ' || k.name, x.id::text, 'standard', 0, x.vat, 'bank_entry', coalesce(x.reverses_id, x.id)
    from public.bank_bookings x join public.cost_accounts k on k.id = x.cost_account_id cross join public.company_settings s
   where x.booked_on between p_from and p_to and x.vat_rate is not null
$$;

create or replace function private.purchase_proposal(p_supplier_id uuid)
returns table (treatment text, rate text, deductible_pct text, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v record;
  v_last record;
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  select private.union_state(c.vat_number) as number, private.union_state(s.vat_number) as own_number, private.country_code(c.country) as country,
         coalesce(private.country_code(s.country), replace(private.union_state(s.vat_number), 'EL', 'GR')) as own, s.tax_kind,
         exists (select from public.inventory_items i where i.supplier_id = c.id)
           or exists (select from public.purchase_orders o where o.supplier_id = c.id and o.status <> 'cancelled') as is_goods
    into v from public.contacts c cross join public.company_settings s where c.id = p_supplier_id;
  select l.vat_treatment as treatment, l.vat_rate as rate, l.deductible_pct as pct, l.vat, private.is_own_tax(l.vat_treatment) as is_own into v_last
    from public.supplier_invoices b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id
   where b.supplier_id = p_supplier_id and b.opening_on is null order by b.invoice_date desc, b.created_at desc, l.net desc limit 1;
  if v.tax_kind is distinct from 'vat' then
    return;
  elsif v_last.treatment <> 'standard' or v_last.vat <> 0 then
    return query select v_last.treatment, case when v_last.is_own then trim_scale(v_last.rate)::text end, trim_scale(v_last.pct)::text, 'usual'::text;
  elsif v.number <> v.own_number then
    return query select case when v.is_goods then 'intra_community' else 'reverse_charge' end, trim_scale(private.home_rate())::text, '100'::text,
      case when v.is_goods then 'union_goods' else 'union_services' end;
  elsif v.country <> v.own and private.is_of_the_union(v.country) and private.is_of_the_union(v.own) then
    return query select 'standard'::text, null::text, '0'::text, 'foreign_tax'::text;
  elsif v.country <> v.own and v.number is null then
    return query select case when v.is_goods then 'import' else 'reverse_charge' end,
      case when not v.is_goods then trim_scale(private.home_rate())::text end, '100'::text,
      case when v.is_goods then 'beyond_goods' else 'beyond_services' end;
  end if;
end $$;

create or replace function private.make_period(p_rule public.recurring_payments, p_period date)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_period uuid;
  v_id uuid := gen_random_uuid();
  v_rate public.vat_rates;
  v_decider constant uuid := coalesce(p_rule.decided_by, p_rule.created_by);
  v_number constant text := format('%s %s', btrim(p_rule.title), p_period);
begin
  insert into public.recurring_periods (recurring_payment_id, period_on, created_by) values (p_rule.id, p_period, null)
  on conflict (recurring_payment_id, period_on) do nothing returning id into v_period;
  if v_period is null then
    return;
  end if;
  select * into v_rate from public.vat_rates where id = p_rule.vat_rate_id;
  if p_rule.direction = 'in' then
    insert into public.invoices (id, contact_id, project_title, currency, supply_date, note, created_by)
    select v_id, p_rule.contact_id, btrim(p_rule.title), s.currency, p_period, p_rule.note, p_rule.created_by from public.company_settings s;
    if v_rate.rate > 0 and private.tax_facts_of_paper('invoice', v_id) ? 'tax_exemptions' then
      v_rate.rate := 0;
      v_rate.treatment := 'exempt';
    end if;
    insert into public.invoice_items (invoice_id, position, kind, description, qty, unit, unit_price, vat_rate, vat_treatment)
    values (v_id, private.line_key(0), 'item', format('%s, %s', btrim(p_rule.title), to_char(p_period, 'FMDD Mon YYYY')), 1, 'piece', p_rule.amount,
      coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'zero'));
    update public.recurring_periods set invoice_id = v_id where id = v_period;
    perform private.log_event('invoice', v_id, 'created', jsonb_build_object('words', 'a recurring payment'));
    perform private.tell_people(array[p_rule.created_by], 'A recurring invoice is ready to be issued', v_number, 'invoice', v_id);
  else
    insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, iban, payment_reference, note, created_by)
    values (v_id, p_rule.contact_id, v_number, least(p_period, private.company_today()), p_period, p_rule.amount,
      private.vat_of(p_rule.amount, coalesce(v_rate.rate, 0)), p_rule.iban, p_rule.payment_reference, p_rule.note, p_rule.created_by);
    insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, vat_treatment)
    values (v_id, 'a0001', btrim(p_rule.title), 1, p_rule.amount,
      case when v_rate.rate = 0 and private.is_own_tax(v_rate.treatment) then null else coalesce(v_rate.rate, 0) end,
      case when v_rate.rate = 0 and v_rate.treatment in ('reverse_charge', 'intra_community', 'exempt', 'outside') then v_rate.treatment else 'standard' end);
    if v_decider is null or private.works_here(v_decider) then
      update public.supplier_invoices set status = 'approved', approved_by = v_decider, approved_at = now() where id = v_id;
      update public.supplier_invoices set status = 'scheduled', scheduled_for = greatest(p_period, private.company_today()) where id = v_id;
    end if;
    update public.recurring_periods set supplier_invoice_id = v_id where id = v_period;
  end if;
end $$;

create or replace function private.guard_closed_bill_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant public.supplier_invoice_items := case tg_op when 'DELETE' then old else new end;
begin
  if tg_op <> 'UPDATE' or (old.description, old.qty, old.unit_price, old.vat_rate, old.net, old.vat, old.cost_account_id, old.vat_treatment, old.deductible_pct)
    is distinct from (new.description, new.qty, new.unit_price, new.vat_rate, new.net, new.vat, new.cost_account_id, new.vat_treatment, new.deductible_pct)
  then
    perform private.refuse_closed_day((select s.booked_on from public.supplier_invoices s where s.id = v_row.supplier_invoice_id and s.status <> 'disputed'));
  end if;
  return v_row;
end $$;

create or replace function private.keep_supplier_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
begin
  select status into v_status from public.supplier_invoices
   where id = case when tg_op = 'DELETE' then old.supplier_invoice_id else new.supplier_invoice_id end for no key update;
  if v_status is not null and v_status not in ('received', 'disputed') then
    if tg_op = 'UPDATE' and (new.description, new.qty, new.unit_price, new.vat_rate, new.position, new.net, new.vat, new.vat_treatment, new.deductible_pct)
      is not distinct from (old.description, old.qty, old.unit_price, old.vat_rate, old.position, old.net, old.vat, old.vat_treatment, old.deductible_pct)
    then
      return new;
    end if;
    perform private.refuse('PT409', 'This invoice is approved: its lines stay as they are');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb default '[]') returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  v_net constant numeric := (p_values ->> 'net')::numeric;
  v_vat constant numeric := (p_values ->> 'vat')::numeric;
  v_treatment constant text := coalesce(p_values ->> 'vat_treatment', 'standard');
  v_lines jsonb := p_lines;
  v_fits boolean;
begin
  if exists (select from public.supplier_invoices where id = p_id) then
    return p_id;
  elsif jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 500 then
    raise invalid_parameter_value using message = 'An invoice may have 500 lines at most';
  elsif exists (
    select from public.supplier_invoices i where i.supplier_id = (p_values ->> 'supplier_id')::uuid
       and private.plain_number(i.supplier_number) = private.plain_number(p_values ->> 'supplier_number'))
  then
    raise exception using errcode = 'PT409', message = 'There is an invoice of this supplier with this number already';
  end if;
  if jsonb_array_length(p_lines) = 0 then
    v_lines := jsonb_build_array(jsonb_build_object('description',
      format('%s %s', case when v_net < 0 then 'Credit note' else 'Invoice' end, btrim(p_values ->> 'supplier_number')), 'qty', case when v_net < 0 then -1 else 1 end,
      'unit_price', abs(v_net), 'vat_rate', case when v_treatment = 'standard' then private.rate_of_vat(v_net, v_vat) else 0 end, 'vat', v_vat));
  end if;
  -- Lines of an electronic invoice that come to its VAT say of which rates it is.
  select jsonb_array_length(p_lines) > 0 and sum(l.net) = v_net
         and abs(sum(coalesce(l.vat, case l.treatment when 'standard' then l.net * l.vat_rate / 100 else 0 end)) - v_vat) <= 0.01 * count(*) into v_fits
    from (select coalesce((x ->> 'net')::numeric, trunc((x ->> 'qty')::numeric * (x ->> 'unit_price')::numeric, 2)) as net,
                 (x ->> 'vat_rate')::numeric as vat_rate, (x ->> 'vat')::numeric as vat, coalesce(x ->> 'vat_treatment', v_treatment) as treatment
            from jsonb_array_elements(v_lines) as x) as l;
  insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, currency, net, vat, iban,
    payment_reference, file_path, file_name, read_from, note, discount_pct, discount_until, another_bill_reason, credited_number, vat_confirmed_as, created_by)
  values (p_id, (p_values ->> 'supplier_id')::uuid, btrim(p_values ->> 'supplier_number'), (p_values ->> 'invoice_date')::date,
    (p_values ->> 'due_date')::date, coalesce(p_values ->> 'currency', 'EUR'), v_net, v_vat,
    p_values ->> 'iban', p_values ->> 'payment_reference', p_values ->> 'file_path', p_values ->> 'file_name', p_values ->> 'read_from',
    p_values ->> 'note', (p_values ->> 'discount_pct')::numeric, (p_values ->> 'discount_until')::date, p_values ->> 'another_bill_reason',
    nullif(btrim(p_values ->> 'credited_number'), ''),
    case when v_fits then format('%s of %s', v_vat::numeric(14,2), v_net::numeric(14,2)) else p_values ->> 'vat_confirmed_as' end,
    auth.uid());
  insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, net, vat, cost_account_id,
    vat_treatment, deductible_pct)
  select p_id, 'a' || lpad(place::text, 4, '0'), line ->> 'description', (line ->> 'qty')::numeric, (line ->> 'unit_price')::numeric,
         case when private.is_own_tax(treatment) then coalesce(nullif((line ->> 'vat_rate')::numeric, 0), (p_values ->> 'own_rate')::numeric)
           else (line ->> 'vat_rate')::numeric end,
         (line ->> 'net')::numeric, (line ->> 'vat')::numeric, coalesce(line ->> 'cost_account_id', p_values ->> 'cost_account_id')::uuid,
         treatment, coalesce(line ->> 'deductible_pct', p_values ->> 'deductible_pct', '100')::numeric
    from jsonb_array_elements(v_lines) with ordinality as listed (line, place)
   cross join lateral (select coalesce(line ->> 'vat_treatment', v_treatment) as treatment) as t;
  return p_id;
end $$;

create or replace function private.is_own_tax(p_treatment text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_treatment in ('reverse_charge', 'intra_community', 'import_postponed'), false)
$$;

create or replace function private.home_rate() returns numeric
language sql stable security definer set search_path = '' as $$
  select v.rate from public.vat_rates v
   where v.treatment = 'standard' and v.rate > 0 and private.company_today() between coalesce(v.valid_from, '-infinity') and coalesce(v.valid_to, 'infinity')
   order by v.is_default desc, v.rate desc limit 1
$$;
create or replace function private.tax_supplier_line(p_line public.supplier_invoice_items, p_old public.supplier_invoice_items) returns public.supplier_invoice_items
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_line.vat_treatment in ('exempt', 'outside') then
    p_line.vat_rate := 0;
  elsif private.is_own_tax(p_line.vat_treatment) then
    p_line.vat_rate := coalesce(p_line.vat_rate, private.home_rate(), 0);
  end if;
  -- What customs asks for follows from no line.
  if (p_line.net, p_line.vat_rate, p_line.vat_treatment) is distinct from (p_old.net, p_old.vat_rate, p_old.vat_treatment) and p_line.vat = p_old.vat
    and p_line.vat_treatment <> 'import' then
    p_line.vat := null;
  end if;
  p_line.vat := coalesce(p_line.vat, case p_line.vat_treatment when 'standard' then private.vat_of(p_line.net, p_line.vat_rate) else 0 end);
  p_line.own_vat := case when private.is_own_tax(p_line.vat_treatment) then private.vat_of(p_line.net, p_line.vat_rate) else 0 end;
  if p_line.vat <> 0 and p_line.vat_treatment not in ('standard', 'import') then
    perform private.refuse('22023', private.with_tax(
      'The supplier bills no {tax} under this treatment. Please enter 0, or choose the treatment under which it bills {tax}.'));
  end if;
  return p_line;
end $$;

create or replace function private.fill_supplier_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.supplier_invoice_items;
begin
  if tg_op = 'UPDATE' then
    v_old := old;
    if (new.qty, new.unit_price) is distinct from (old.qty, old.unit_price) and new.net = old.net then
      new.net := null;
    end if;
  end if;
  new.net := coalesce(new.net, trunc(new.qty * new.unit_price, 2));
  new := private.tax_supplier_line(new, v_old);
  if tg_op = 'INSERT' or new.cost_account_id is distinct from old.cost_account_id then
    perform from public.cost_accounts a where a.id = new.cost_account_id and a.archived;
    if found then
      perform private.refuse('PT409', 'This cost account is archived. Please choose another.');
    end if;
  end if;
  return new;
end $$;

create or replace function private.settle_supplier_lines(p_bill public.supplier_invoices) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
  v_net numeric;
  v_vat numeric;
begin
  select count(*), coalesce(sum(net), 0), coalesce(sum(vat), 0) into v_count, v_net, v_vat
    from public.supplier_invoice_items where supplier_invoice_id = p_bill.id;
  if v_count = 0 then
    insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, vat)
    values (p_bill.id, 'a0001', format('%s %s', case when p_bill.net < 0 then 'Credit note' else 'Invoice' end, btrim(p_bill.supplier_number)),
      case when p_bill.net < 0 then -1 else 1 end, abs(p_bill.net),
      private.rate_of_vat(p_bill.net, p_bill.vat), p_bill.vat);
  elsif v_net <> p_bill.net then
    perform private.refuse('PT409', format('The lines come to %s net, the invoice to %s. Please correct the lines or the invoice first.',
      private.money_words(v_net), private.money_words(p_bill.net)));
  elsif abs(p_bill.vat - v_vat) > 0.01 * v_count then
    perform private.refuse('PT409',
      private.with_tax(format('The {tax} of the lines comes to %s, that of the invoice to %s. Please correct the lines or the invoice first.',
        private.money_words(v_vat), private.money_words(p_bill.vat))));
  elsif v_vat <> p_bill.vat then
    update public.supplier_invoice_items set vat = vat + p_bill.vat - v_vat
     where id = (select l.id from public.supplier_invoice_items l where l.supplier_invoice_id = p_bill.id
                  order by l.vat_treatment = 'standard' desc, l.vat_rate > 0 desc, abs(l.net) desc, l.position limit 1);
  end if;
end $$;

create or replace function private.boxes_of_germany()
returns table (place integer, side text, treatment text, rate numeric, is_union boolean, takes text, box text, words text)
language sql immutable set search_path = '' as $$
  values
    (81, 'sales', 'standard', 19::numeric, null::boolean, 'base and tax', '81', 'Sales at 19 %'),
    (86, 'sales', 'standard', 7, null, 'base and tax', '86', 'Sales at 7 %'),
    (35, 'sales', 'standard', null, null, 'base and tax', '35', 'Sales at other rates'),
    (87, 'sales', 'zero', null, null, 'base', '87', 'Sales at 0 %'),
    (41, 'sales', 'intra_community', null, null, 'base', '41', 'Goods to businesses in other EU countries'),
    (43, 'sales', 'export', null, null, 'base', '43', 'Export and other exempt sales with input tax'),
    (48, 'sales', 'exempt', null, null, 'base', '48', 'Exempt sales without input tax'),
    (21, 'sales', 'reverse_charge', null, true, 'base', '21', 'Services to businesses in other EU countries'),
    (60, 'sales', 'reverse_charge', null, null, 'base', '60', 'Sales whose tax the client owes (§ 13b)'),
    (45, 'sales', 'outside', null, null, 'base', '45', 'Other sales that are not taxable in Germany'),
    (89, 'purchases', 'intra_community', 19, null, 'base', '89', 'Goods from other EU countries at 19 %'),
    (89, 'purchases', 'intra_community', 19, null, 'due', '89', 'Goods from other EU countries at 19 %'),
    (93, 'purchases', 'intra_community', 7, null, 'base', '93', 'Goods from other EU countries at 7 %'),
    (93, 'purchases', 'intra_community', 7, null, 'due', '93', 'Goods from other EU countries at 7 %'),
    (95, 'purchases', 'intra_community', null, null, 'base', '95', 'Goods from other EU countries at other rates'),
    (98, 'purchases', 'intra_community', null, null, 'due', '98', 'Tax on goods from other EU countries at other rates'),
    (46, 'purchases', 'reverse_charge', null, true, 'base', '46', 'Services from businesses in other EU countries (§ 13b Abs. 1)'),
    (47, 'purchases', 'reverse_charge', null, true, 'due', '47', 'Tax on services from businesses in other EU countries'),
    (84, 'purchases', 'reverse_charge', null, null, 'base', '84', 'Other purchases whose tax the company owes (§ 13b Abs. 2)'),
    (85, 'purchases', 'reverse_charge', null, null, 'due', '85', 'Tax on other purchases whose tax the company owes'),
    (66, 'purchases', 'standard', null, null, 'input', '66', 'Input tax on invoices of suppliers'),
    (61, 'purchases', 'intra_community', null, null, 'input', '61', 'Input tax on goods from other EU countries'),
    (62, 'purchases', 'import', null, null, 'input', '62', 'Import VAT'),
    (67, 'purchases', 'reverse_charge', null, null, 'input', '67', 'Input tax on purchases whose tax the company owes (§ 13b)')
$$;

create or replace function private.boxes_of_ireland()
returns table (place integer, side text, treatment text, rate numeric, is_union boolean, takes text, box text, words text)
language sql immutable set search_path = '' as $$
  values
    (1, 'sales', null::text, null::numeric, null::boolean, 'due', 'T1', 'VAT on sales, and on purchases whose VAT you owe'),
    (1, 'purchases', null, null, null, 'due', 'T1', 'VAT on sales, and on purchases whose VAT you owe'),
    (2, 'purchases', null, null, null, 'input', 'T2', 'VAT on purchases'),
    (3, 'sales', 'intra_community', null, null, 'base', 'E1', 'Goods to other EU countries'),
    (4, 'purchases', 'intra_community', null, null, 'base', 'E2', 'Goods from other EU countries'),
    (5, 'sales', 'reverse_charge', null, true, 'base', 'ES1', 'Services to other EU countries'),
    (6, 'purchases', 'reverse_charge', null, true, 'base', 'ES2', 'Services from other EU countries'),
    (7, 'purchases', 'import_postponed', null, null, 'base', 'PA1', 'Goods imported under postponed accounting')
$$;

create or replace function private.boxes_of_malta()
returns table (place integer, side text, treatment text, rate numeric, is_union boolean, takes text, box text, words text)
language sql immutable set search_path = '' as $$
  values
    (1, 'sales', 'intra_community', null::numeric, null::boolean, 'base', '1', 'Goods and services to other EU countries whose VAT the client owes'),
    (1, 'sales', 'reverse_charge', null, true, 'base', '1', 'Goods and services to other EU countries whose VAT the client owes'),
    (2, 'sales', 'outside', null, null, 'base', '2', 'Supplies that are not taxable in Malta'),
    (3, 'purchases', 'intra_community', null, null, 'base', '3', 'Goods and services from other EU countries'),
    (3, 'purchases', 'reverse_charge', null, true, 'base', '3', 'Goods and services from other EU countries'),
    (4, 'purchases', 'reverse_charge', null, null, 'base', '4', 'Other goods and services whose VAT you owe'),
    (6, 'purchases', 'intra_community', null, null, 'due', '6', 'VAT on box 3'),
    (6, 'purchases', 'reverse_charge', null, true, 'due', '6', 'VAT on box 3'),
    (7, 'purchases', 'reverse_charge', null, null, 'due', '7', 'VAT on box 4'),
    (9, 'purchases', 'intra_community', null, null, 'base of input', '9', 'Of box 3: goods other than capital goods'),
    (10, 'purchases', 'reverse_charge', null, true, 'base of input', '9A', 'Of box 3: services'),
    (11, 'purchases', 'reverse_charge', null, null, 'base of input', '11', 'Of box 4: goods and services'),
    (13, 'purchases', 'intra_community', null, null, 'input', '13', 'Deducted of the VAT on box 9'),
    (14, 'purchases', 'reverse_charge', null, true, 'input', '13A', 'Deducted of the VAT on box 9A'),
    (15, 'purchases', 'reverse_charge', null, null, 'input', '15', 'Deducted of the VAT on box 11'),
    (21, 'sales', 'standard', 18, null, 'base and tax', 'Domestic 18 %', 'Domestic supplies, taxable at 18 %'),
    (22, 'sales', 'standard', 7, null, 'base and tax', 'Domestic 7 %', 'Domestic supplies, taxable at 7 %'),
    (23, 'sales', 'standard', 5, null, 'base and tax', 'Domestic 5 %', 'Domestic supplies, taxable at 5 %'),
    (24, 'sales', 'export', null, null, 'base', 'Exports', 'Domestic supplies and exports: exempt with credit'),
    (24, 'sales', 'zero', null, null, 'base', 'Exports', 'Domestic supplies and exports: exempt with credit'),
    (25, 'sales', 'exempt', null, null, 'base', 'Exempt', 'Domestic supplies: exempt without credit'),
    (26, 'purchases', 'standard', null, null, 'input', 'Purchases', 'Domestic purchases and imports: deducted VAT'),
    (26, 'purchases', 'import', null, null, 'input', 'Purchases', 'Domestic purchases and imports: deducted VAT')
$$;

create or replace function private.boxes_of_portugal()
returns table (place integer, side text, treatment text, rate numeric, is_union boolean, takes text, box text, words text)
language sql immutable set search_path = '' as $$
  values
    (1, 'sales', 'standard', 6::numeric, null::boolean, 'base', '1', 'Base at the reduced rate of 6 %, reverse charge from outside the EU and at home included'),
    (2, 'sales', 'standard', 6, null, 'due', '2', 'Tax at the reduced rate of 6 %'),
    (1, 'purchases', 'reverse_charge', 6, null, 'base', '1', 'Base at the reduced rate of 6 %, reverse charge from outside the EU and at home included'),
    (2, 'purchases', 'reverse_charge', 6, null, 'due', '2', 'Tax at the reduced rate of 6 %'),
    (5, 'sales', 'standard', 13, null, 'base', '5', 'Base at the intermediate rate of 13 %, reverse charge from outside the EU and at home included'),
    (6, 'sales', 'standard', 13, null, 'due', '6', 'Tax at the intermediate rate of 13 %'),
    (5, 'purchases', 'reverse_charge', 13, null, 'base', '5', 'Base at the intermediate rate of 13 %, reverse charge from outside the EU and at home included'),
    (6, 'purchases', 'reverse_charge', 13, null, 'due', '6', 'Tax at the intermediate rate of 13 %'),
    (3, 'sales', 'standard', 23, null, 'base', '3', 'Base at the normal rate of 23 %, reverse charge from outside the EU and at home included'),
    (4, 'sales', 'standard', 23, null, 'due', '4', 'Tax at the normal rate of 23 %'),
    (3, 'purchases', 'reverse_charge', 23, null, 'base', '3', 'Base at the normal rate of 23 %, reverse charge from outside the EU and at home included'),
    (4, 'purchases', 'reverse_charge', 23, null, 'due', '4', 'Tax at the normal rate of 23 %'),
    (7, 'sales', 'intra_community', null, null, 'base', '7', 'Goods and services to other EU countries in the recapitulative statement'),
    (7, 'sales', 'reverse_charge', null, true, 'base', '7', 'Goods and services to other EU countries in the recapitulative statement'),
    (8, 'sales', 'export', null, null, 'base', '8', 'Other sales without tax that give the right to deduct'),
    (8, 'sales', 'reverse_charge', null, null, 'base', '8', 'Other sales without tax that give the right to deduct'),
    (9, 'sales', 'exempt', null, null, 'base', '9', 'Sales without tax that give no right to deduct'),
    (12, 'purchases', 'intra_community', null, null, 'base', '12', 'Goods from other EU countries'),
    (13, 'purchases', 'intra_community', null, null, 'due', '13', 'Tax on goods from other EU countries'),
    (16, 'purchases', 'reverse_charge', 6, true, 'base', '16', 'Services from businesses in other EU countries'),
    (17, 'purchases', 'reverse_charge', 6, true, 'due', '17', 'Tax on services from businesses in other EU countries'),
    (16, 'purchases', 'reverse_charge', 13, true, 'base', '16', 'Services from businesses in other EU countries'),
    (17, 'purchases', 'reverse_charge', 13, true, 'due', '17', 'Tax on services from businesses in other EU countries'),
    (16, 'purchases', 'reverse_charge', 23, true, 'base', '16', 'Services from businesses in other EU countries'),
    (17, 'purchases', 'reverse_charge', 23, true, 'due', '17', 'Tax on services from businesses in other EU countries'),
    (18, 'purchases', 'import_postponed', null, null, 'base', '18', 'Imports whose tax is paid with the return'),
    (19, 'purchases', 'import_postponed', null, null, 'due', '19', 'Tax on imports that is paid with the return'),
    (20, 'purchases', null, null, null, 'input', '20 to 24', 'Deductible tax: 20 fixed assets, 21 to 23 stock, 24 other')
$$;

create or replace function private.boxes_of(p_country text)
returns table (place integer, side text, treatment text, rate numeric, is_union boolean, takes text, box text, words text)
language sql immutable set search_path = '' as $$
  select * from private.boxes_of_germany() where p_country = 'DE'
  union all
  select * from private.boxes_of_ireland() where p_country = 'IE'
  union all
  select * from private.boxes_of_malta() where p_country = 'MT'
  union all
  select * from private.boxes_of_portugal() where p_country = 'PT'
$$;

create or replace function private.papers_of_return(p_from date, p_to date)
returns table (side text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, base numeric, due numeric, input numeric, number text, is_union boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select private.union_state(s.vat_number) as state, s.currency from public.company_settings s
  ), papers as (
    select 'sales' as side, 'invoice' as kind, v.id, v.invoice_number as label, v.contact_id, v.issue_date as day, t.vat_rate as rate, t.vat_treatment as treatment,
           t.base, t.vat as due, 0::numeric as input, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as number, v.currency
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id join public.contacts c on c.id = v.contact_id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
    union all
    select 'sales', 'credit_note', n.id, n.credit_number, n.contact_id, n.issue_date, t.vat_rate, t.vat_treatment, -t.base, -t.vat, 0,
           coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number), n.currency
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', 'invoice', v.id, v.invoice_number || ' · Cash discount', v.contact_id, d.given_on, t.vat_rate, t.vat_treatment, -t.base, -t.vat, 0,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number), v.currency
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'purchases', l.record_kind, l.record_id, l.number, l.who, l.on_date, l.rate, l.treatment, l.base, l.own, l.deducted, c.vat_number, l.code
      from private.purchase_lines(p_from, p_to) as l left join public.contacts c on c.id = l.who
     where private.is_server() or private.can('supplier-invoices', 'view')
  )
  select p.side, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, p.base, p.due, p.input, p.number, coalesce(private.union_state(p.number) <> o.state, false)
    from papers p cross join own o where p.currency = o.currency
$$;

create or replace function private.lines_of_boxes(p_from date, p_to date)
returns table (place integer, box text, words text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, net numeric, tax numeric)
language sql stable security definer set search_path = '' as $$
  with boxes as materialized (
    select b.* from public.company_settings s cross join lateral private.boxes_of(private.country_code(s.country)) as b where s.tax_kind = 'vat'
  ), papers as materialized (
    select row_number() over () as line, p.* from private.papers_of_return(p_from, p_to) as p where exists (select from boxes)
  ), found as materialized (
    -- Of each figure of a line the most precise row.
    select distinct on (p.line, b.takes) p.line, b.takes, b.place, b.box, b.words
      from papers p join boxes b on b.side = p.side and (b.treatment is null or b.treatment = p.treatment) and (b.rate is null or b.rate = p.rate)
       and (b.is_union is null or b.is_union = p.is_union) and (p.side = 'purchases' or p.treatment <> 'standard' or p.rate <> 0)
     order by p.line, b.takes, b.treatment is null, b.rate is null, b.is_union is null
  ), placed as (
    select f.place, f.box, f.words, p.line, case when f.takes like 'base%' then p.base end as net,
           case when f.takes = 'input' then p.input when f.takes in ('due', 'base and tax') then p.due end as tax
      from found f join papers p on p.line = f.line
    union all
    -- What no row takes.
    select null, null, null, p.line, case when p.side = 'sales' then p.base end, case when p.side = 'sales' then p.due else p.due * u.due + p.input * u.input end
      from papers p
     cross join lateral (
       select count(*) as boxes, (count(*) filter (where f.takes in ('due', 'base and tax')) = 0)::integer as due, (count(*) filter (where f.takes = 'input') = 0)::integer as input
         from found f where f.line = p.line) as u
     where p.side = 'sales' and u.boxes = 0 or p.side = 'purchases' and (p.due * u.due <> 0 or p.input * u.input <> 0)
  )
  select x.place, x.box, x.words, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, x.net, x.tax
    from placed x join papers p on p.line = x.line where coalesce(x.net, 0) <> 0 or coalesce(x.tax, 0) <> 0
$$;

create or replace function private.vat_boxes(p_from date, p_to date)
returns table (box text, words text, treatment text, rate text, net text, vat text, papers bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.refuse_long_period(p_from, p_to);
  return query
    select l.box, l.words, case when l.box is null then l.treatment end, case when l.box is null then trim_scale(l.rate)::text end,
           private.amount_text(sum(l.net)), private.amount_text(sum(l.tax)), count(distinct l.id)
      from private.lines_of_boxes(p_from, p_to) as l group by l.place, 1, 2, 3, 4 order by l.place nulls last, 3, 4;
end $$;

create or replace function private.vat_box_papers(p_from date, p_to date, p_box text default null, p_treatment text default null, p_rate text default null)
returns table (kind text, id uuid, label text, contact_id uuid, client_name text, day date, bucket text, mark text, amount text, other text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.refuse_long_period(p_from, p_to);
  return query
    select l.kind, l.id, l.label, l.contact_id, private.client_label(c), l.day, coalesce(l.box, 'none'), null::text, trim_scale(coalesce(sum(l.net), 0))::text,
           trim_scale(coalesce(sum(l.tax), 0))::text
      from private.lines_of_boxes(p_from, p_to) as l left join public.contacts c on c.id = l.contact_id
     where l.box is not distinct from p_box
       and (p_box is not null or l.treatment is not distinct from p_treatment and trim_scale(l.rate)::text is not distinct from p_rate)
     group by l.kind, l.id, l.label, l.contact_id, c, l.day, l.box order by l.day desc, l.label limit 5000;
end $$;

create or replace function private.lines_of_ec_sales(p_from date, p_to date)
returns table (vat_number text, what text, kind text, id uuid, label text, contact_id uuid, day date, net numeric)
language sql stable security definer set search_path = '' as $$
  select case when p.is_union then upper(regexp_replace(p.number, '[^A-Za-z0-9]', '', 'g')) end,
         case p.treatment when 'intra_community' then 'goods' else 'services' end, p.kind, p.id, p.label, p.contact_id, p.day, p.base
    from private.papers_of_return(p_from, p_to) as p
    left join public.contacts c on c.id = p.contact_id
   cross join (select coalesce(private.country_code(s.country), replace(private.union_state(s.vat_number), 'EL', 'GR')) as own from public.company_settings s
                where s.tax_kind = 'vat') as s
   where p.side = 'sales' and p.treatment in ('intra_community', 'reverse_charge') and p.base <> 0
     and private.is_of_the_union(s.own)
     -- Without a number of another state the sale is of the own state, or its number is missing.
     and (p.is_union or p.treatment = 'intra_community'
       or private.country_code(c.country) <> s.own and private.is_of_the_union(private.country_code(c.country)))
$$;

create or replace function private.ec_sales(p_from date, p_to date)
returns table (vat_number text, client_name text, what text, net text, papers bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.refuse_long_period(p_from, p_to);
  return query
    select l.vat_number, string_agg(distinct private.client_label(c), ', '), l.what, private.amount_text(sum(l.net)), count(distinct l.id)
      from private.lines_of_ec_sales(p_from, p_to) as l join public.contacts c on c.id = l.contact_id
     group by l.vat_number, l.what, case when l.vat_number is null then l.contact_id end
     order by l.vat_number nulls first, l.what, 2;
end $$;

create or replace function private.ec_sales_papers(p_from date, p_to date, p_what text, p_vat_number text default null)
returns table (kind text, id uuid, label text, contact_id uuid, client_name text, day date, bucket text, mark text, amount text, other text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.refuse_long_period(p_from, p_to);
  return query
    select l.kind, l.id, l.label, l.contact_id, private.client_label(c), l.day, coalesce(l.vat_number, 'none'), l.what, trim_scale(sum(l.net))::text, null::text
      from private.lines_of_ec_sales(p_from, p_to) as l join public.contacts c on c.id = l.contact_id
     where l.what = p_what and l.vat_number is not distinct from p_vat_number
     group by l.kind, l.id, l.label, l.contact_id, c, l.day, l.vat_number, l.what order by l.day desc, l.label limit 5000;
end $$;

create or replace function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric,
  p_except uuid default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_number jsonb;
  v_total jsonb;
  v_rates text;
  v_as constant text := format('%s of %s', private.amount_text(p_vat), private.amount_text(p_net));
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_number from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and private.plain_number(i.supplier_number) = private.plain_number(p_number)
     and i.id is distinct from p_except;
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_total from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and i.invoice_date = p_invoice_date and i.gross = p_net + p_vat
     and i.id is distinct from p_except
   order by i.created_at desc limit 1;
  if not exists (select from (select v.rate from public.vat_rates v union select 0) as r
                  where abs(p_vat - p_net * r.rate / 100) <= 0.01)
    and not exists (select from public.supplier_invoices b where b.id = p_except and b.vat_confirmed_as = v_as)
    and (select sum(l.net) = p_net and abs(sum(case l.vat_treatment when 'standard' then l.net * l.vat_rate / 100 else l.vat end) - p_vat) <= 0.01 * count(*)
                and bool_and(l.vat_rate = 0 or l.vat_rate in (select v.rate from public.vat_rates v))
           from public.supplier_invoice_items l where l.supplier_invoice_id = p_except) is not true
  then
    select string_agg(format('%s %% would be %s', trim_scale(r.rate), private.money_words(private.vat_of(p_net, r.rate))), ', ' order by r.rate)
      into v_rates
      from (select distinct v.rate, abs(p_vat - p_net * v.rate / 100) as off from public.vat_rates v where v.rate > 0
             order by off, v.rate limit 2) as r;
  end if;
  return jsonb_build_object('same_number', v_number, 'same_total', v_total,
    'vat', private.with_tax(format('{Tax} of %s is no rate of %s: %s.', private.money_words(p_vat), private.money_words(p_net), nullif(v_rates, ''))),
    'vat_as', v_as)
    || case when v_rates is null then '{"vat": null}'::jsonb else '{}' end;
end $$;

alter table public.supplier_invoice_items add column deducted numeric(14,2) not null generated always as (trunc((vat + own_vat) * deductible_pct / 100::numeric, 2)) stored;

alter table public.account_rules add constraint account_rules_conditions_fit CHECK ((method IS NULL OR part = 'money'::text) AND (service_id IS NULL OR part = 'sales'::text) AND (num_nonnulls(vat_rate, vat_treatment) = 0 OR (part = ANY (ARRAY['sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_purchases'::text, 'vat_due'::text, 'costs'::text, 'cash_discounts'::text]))));

alter table public.account_rules add constraint account_rules_part_is_known CHECK (part = ANY (ARRAY['clients'::text, 'suppliers'::text, 'sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_purchases'::text, 'vat_due'::text, 'costs'::text, 'money'::text, 'write_offs'::text, 'discounts'::text, 'fees'::text, 'opening'::text, 'cash_discounts'::text]));

alter table public.account_rules add constraint account_rules_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'reverse_charge_home'::text, 'intra_community'::text, 'exempt'::text, 'export'::text, 'outside'::text, 'zero'::text, 'import'::text, 'import_postponed'::text]));

alter table public.supplier_invoice_items add constraint supplier_invoice_items_deducted_is_a_number CHECK (deducted <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.supplier_invoice_items add constraint supplier_invoice_items_deductible_is_percent CHECK (deductible_pct >= 0::numeric AND deductible_pct <= 100::numeric);

alter table public.supplier_invoice_items add constraint supplier_invoice_items_deductible_pct_is_a_number CHECK (deductible_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.supplier_invoice_items add constraint supplier_invoice_items_own_vat_is_a_number CHECK (own_vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.supplier_invoice_items add constraint supplier_invoice_items_tax_fits_its_treatment CHECK (
CASE
    WHEN vat_treatment = ANY (ARRAY['reverse_charge'::text, 'intra_community'::text, 'import_postponed'::text]) THEN vat = 0::numeric
    WHEN vat_treatment = ANY (ARRAY['exempt'::text, 'outside'::text]) THEN vat = 0::numeric AND vat_rate = 0::numeric AND own_vat = 0::numeric
    ELSE own_vat = 0::numeric
END);

alter table public.supplier_invoice_items add constraint supplier_invoice_items_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'intra_community'::text, 'import'::text, 'import_postponed'::text, 'exempt'::text, 'outside'::text]));

revoke execute on all routines in schema private from public;

call private.offer('private.ledger(text, date, date)');

call private.offer('private.purchase_proposal(uuid)');

call private.offer('private.vat_box_papers(date, date, text, text, text)');

call private.offer('private.ec_sales(date, date)');

call private.offer('private.ec_sales_papers(date, date, text, text)');

comment on function private.analytics_of_vat(pg_catalog.date,pg_catalog.date,pg_catalog.text) is 'The part vat of private.analytics_rows: sales by rate and treatment, the input tax of purchases by the rates and treatments of their
lines, what of a bill is on no line, and under the mark due the VAT that the company owes itself on purchases.';

comment on function private.fill_supplier_line() is 'Net and VAT of a line follow quantity, price, rate and treatment where the paper says nothing else. An archived account takes no line.';

comment on function private.journal_of_bills(pg_catalog.date,pg_catalog.date) is 'What bills that are not disputed and payments to suppliers move: costs by account and VAT against what the supplier gets, then money and discounts.
VAT that the company owes itself (vat_due) stands against the part of it that is deducted; what is not deducted is cost. vat_treatment is null for VAT of the supplier.
Credit notes of suppliers are bills below zero. Bills in another currency are left out. Amounts above zero are debits.';

comment on function private.keep_supplier_lines() is 'Lines of an approved invoice stay, with their treatment; to which account, material, job or order they belong may change.';

comment on function public.enter_supplier_invoice(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb) is 'Enters an invoice of a supplier with its lines, both or none, by the caller''s own rights; without lines it gets one. p_id:
chosen by the caller, so that a repeated call enters one. A number that the supplier used before is refused in words, however
it is written. cost_account_id, vat_treatment and deductible_pct in p_values: of the lines that name none. own_rate: the rate of
the VAT that the company owes itself, else its usual one. Returns the id.';

grant execute on routine private.is_own_tax(p_treatment text) to authenticated;

grant execute on routine private.is_own_tax(p_treatment text) to service_role;

comment on function private.home_rate() is 'The rate of VAT that the company usually owes itself on a purchase: its usual rate, else its highest. Null where it has none.';

comment on function private.is_own_tax(pg_catalog.text) is 'Whether the supplier bills no VAT under this treatment, and the company owes it itself.';

comment on function private.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices, credit notes and cash discounts by VAT rate) or of purchases (the lines of bills and costs of the bank, with their cost
account and treatment, the VAT that the company owes itself and the input tax) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';

comment on function private.purchase_lines(pg_catalog.date,pg_catalog.date) is 'The lines of the bills of these days, of each bill what is on no line, and costs with VAT on bank statements. tax: as the supplier bills it; own: what the company
owes itself; deducted: the input tax of both. Disputed bills are left out. For functions that asked for the right.';

comment on function private.purchase_proposal(pg_catalog.uuid) is 'The VAT treatment that a bill of this supplier probably has, the rate where the company owes it itself, the share that is deducted, and why: usual (as on its last
bill), union_goods or union_services (a VAT number of another state of the Union; goods where material or purchase orders name it), foreign_tax (of
another state, without such a number: what it bills is not deducted here), beyond_goods or beyond_services (outside the Union). No row at home and where a country
is unknown.';

comment on function private.tax_supplier_line(public.supplier_invoice_items,public.supplier_invoice_items) is 'A line of a bill with its VAT: net × rate where the supplier bills it, none where the company owes it itself (own_vat) or none is due. p_old: the line before a
change. VAT that does not fit the treatment is refused in words.';

comment on function public.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices, credit notes and cash discounts by VAT rate) or of purchases (the lines of bills and costs of the bank, with their cost
account and treatment, the VAT that the company owes itself and the input tax) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';

comment on function public.purchase_proposal(pg_catalog.uuid) is 'The VAT treatment that a bill of this supplier probably has, the rate where the company owes it itself, the share that is deducted, and why: usual (as on its last
bill), union_goods or union_services (a VAT number of another state of the Union; goods where material or purchase orders name it), foreign_tax (of
another state, without such a number: what it bills is not deducted here), beyond_goods or beyond_services (outside the Union). No row at home and where a country
is unknown.';

comment on column public.supplier_invoice_items.deducted is 'The input tax of the line.';

comment on column public.supplier_invoice_items.deductible_pct is 'The percentage of vat and own_vat that is input tax. The rest is cost.';

comment on column public.supplier_invoice_items.own_vat is 'VAT that the company owes itself: net × vat_rate, of the treatments under which the supplier bills none.';

comment on column public.supplier_invoice_items.vat_treatment is 'standard: the supplier bills its VAT. reverse_charge, intra_community, import_postponed: it bills none, and the company owes it at vat_rate.
import: goods across the customs border, whose VAT customs asks for (vat, on the bill of customs or the carrier). exempt, outside: no VAT.';

comment on function private.boxes_of_germany() is 'The boxes of the Umsatzsteuer-Voranmeldung, as private.boxes_of says them.';

comment on function private.boxes_of_ireland() is 'The boxes of the VAT3, as private.boxes_of says them.';

comment on function private.boxes_of_malta() is 'The boxes of the VAT return, as private.boxes_of says them.';

comment on function private.boxes_of_portugal() is 'The boxes of the declaração periódica, as private.boxes_of says them.';

comment on function private.chart_skr03() is 'The part skr03 of private.chart_of: DATEV Standardkontenrahmen 03.';

comment on function private.boxes_of(text) is
'The boxes of the VAT return of a country (DE: Umsatzsteuer-Voranmeldung, IE: VAT3, MT: VAT return, PT: declaração periódica), and what goes into them: a null is any. takes: which figure of a paper. Of the rows
that take the same figure the one with the most conditions counts. is_union: the client, or the supplier, has a VAT number of another state of the Union.
docs/countries.md names the sources.';

comment on function private.papers_of_return(date, date) is
'What the papers of these days bring into a VAT return, in the currency of the company: base, the tax that is due, and the input tax. Credit notes and cash
discounts are taken off. number: the VAT number of the other side; is_union: it is of another state of the Union. For functions that asked for the right.';

comment on function private.lines_of_boxes(date, date) is
'The lines of the papers of these days in the boxes of the country of the company: net, tax, or both, as the box takes them; a line without a box is what no box
takes. Nothing where the boxes are not known. For functions that asked for the right.';

comment on function private.vat_boxes(date, date) is
'The boxes of the VAT return of these days, by the date of the papers; no row where the boxes of the country are not known. A row without a box is what no box
takes: its treatment and rate. net or vat is null where the box does not take it. Purchases are for people who see invoices of suppliers. Amounts are text.';

comment on function public.vat_boxes(date, date) is
'The boxes of the VAT return of these days, by the date of the papers; no row where the boxes of the country are not known. A row without a box is what no box
takes: its treatment and rate. net or vat is null where the box does not take it. Purchases are for people who see invoices of suppliers. Amounts are text.';

comment on function private.vat_box_papers(date, date, text, text, text) is
'The papers in a box of the VAT return, the newest first, at most 5,000; without a box those that no box takes, of this treatment and rate. amount: net; other: tax;
both are text.';

comment on function public.vat_box_papers(date, date, text, text, text) is
'The papers in a box of the VAT return, the newest first, at most 5,000; without a box those that no box takes, of this treatment and rate. amount: net; other: tax;
both are text.';

comment on function private.lines_of_ec_sales(date, date) is
'What the papers of these days bring into the EC sales list: goods (intra_community) and services (reverse_charge) by VAT number; null where the client
has no number of another state of the Union. Nothing for a company outside of it. For functions that asked for the right.';

comment on function private.ec_sales(date, date) is
'The EC sales list (recapitulative statement) of these days, by the date of the papers: each VAT number with its goods and services, credit notes and cash discounts
taken off. A row without a number is a client whose number is missing: it cannot be filed. Amounts are text.';

comment on function public.ec_sales(date, date) is
'The EC sales list (recapitulative statement) of these days, by the date of the papers: each VAT number with its goods and services, credit notes and cash discounts
taken off. A row without a number is a client whose number is missing: it cannot be filed. Amounts are text.';

comment on function private.ec_sales_papers(date, date, text, text) is
'The papers behind a row of the EC sales list, the newest first, at most 5,000: p_what is goods or services; without a number those of clients whose number is missing.
amount: net, as text.';

comment on function public.ec_sales_papers(date, date, text, text) is
'The papers behind a row of the EC sales list, the newest first, at most 5,000: p_what is goods or services; without a number those of clients whose number is missing.
amount: net, as text.';

-- Every company gets the accounts of its chart for VAT that it owes itself, under numbers that are free. No entry of a former day leads there.
alter table public.ledger_accounts disable trigger user;

alter table public.account_rules disable trigger user;

create temporary table purchase_accounts as
select c.part, c.vat_rate, c.vat_treatment, c.code, private.with_tax(c.name) as name, c.kind, a.id as account_id
  from private.chart_of(case
    when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'sales' and a.code in ('8200', '8400')) then 'skr03'
    when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'sales' and a.code = '72') then 'snc'
    else 'general' end) as c
  left join public.ledger_accounts a on (lower(btrim(a.code)), a.name, a.kind, a.archived) = (c.code, private.with_tax(c.name), c.kind, false)
 where c.part = 'vat_due' or c.part in ('vat_purchases', 'costs') and c.vat_treatment is not null;

update purchase_accounts as c set account_id = n.id
  from (select x.code, case when exists (select from public.ledger_accounts a where a.id = md5('ledger account ' || x.code)::uuid) then gen_random_uuid()
                 else md5('ledger account ' || x.code)::uuid end as id
          from purchase_accounts x where x.account_id is null group by x.code) as n
 where n.code = c.code and c.account_id is null;

insert into public.ledger_accounts (id, code, name, kind)
select distinct c.account_id,
       case when exists (select from public.ledger_accounts a where lower(btrim(a.code)) = c.code)
              or exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code) then c.code || '-P' else c.code end,
       c.name, c.kind
  from purchase_accounts as c where not exists (select from public.ledger_accounts a where a.id = c.account_id);

insert into public.account_rules (part, account_id, vat_rate, vat_treatment)
select c.part, c.account_id, c.vat_rate, c.vat_treatment from purchase_accounts as c;

drop table purchase_accounts;

alter table public.account_rules enable trigger user;

alter table public.ledger_accounts enable trigger user;

-- DATEV works the VAT of these accounts out by itself.
alter table public.hand_over_settings alter column automatic_accounts set default '{3125,3425,8300,8400}';

update public.hand_over_settings set automatic_accounts = '{3125,3425,8300,8400}' where automatic_accounts = '{8300,8400}';

reset check_function_bodies;
