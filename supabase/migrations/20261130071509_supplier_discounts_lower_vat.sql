set check_function_bodies = off;

alter table public.account_rules drop constraint account_rules_conditions_fit;

drop routine private.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid);

drop routine public.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid);

alter table public.hand_over_settings alter column automatic_accounts set default '{1711,1718,3125,3425,3731,3736,8300,8400,8640,8731,8736}'::text[];

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, t.on_date, to_char(t.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where v.currency = p_currency
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
    select w.kind, w.id, concat_ws(' · ', w.number, w.words), w.contact_id, w.on_date, to_char(w.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(w.vat_rate), replace(w.vat_treatment, '_', ' ')), 'sales', w.base, w.vat
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w where w.code = p_currency and (w.base, w.vat) <> (0, 0)
    union all
    select w.kind, w.id, concat_ws(' · ', w.number, w.words), w.contact_id, w.on_date, to_char(w.on_date, 'YYYY-MM'),
           coalesce(trim_scale(w.vat_rate) || ' %', 'on no line'), 'purchases', w.base, w.vat
      from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w
     where w.code = p_currency and (private.is_server() or private.can('supplier-invoices', 'view'))
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
    select 'supplier_invoice', d.bill_id, concat_ws(' · ', d.number, 'Cash discount'), d.supplier_id, d.on_date, to_char(d.on_date, 'YYYY-MM'),
           coalesce(trim_scale(d.vat_rate) || ' %' || coalesce(' ' || replace(nullif(d.vat_treatment, 'standard'), '_', ' '), ''), 'on no line'), side.mark, -d.base, -side.vat
      from private.supplier_discounts(p_from, p_to) as d cross join lateral (values ('purchases', d.deducted), ('due', d.own_vat)) as side (mark, vat)
     where (side.mark = 'purchases' or private.is_own_tax(d.vat_treatment)) and d.code = p_currency and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'bank_entry', coalesce(b.reverses_id, b.id), concat_ws(' · ', b.number, b.party_name, b.words), null::uuid, b.booked_on,
           to_char(b.booked_on, 'YYYY-MM'), format('%s %%', trim_scale(b.vat_rate)), 'purchases', b.amount - b.vat, b.vat
      from public.bank_bookings b
     where b.booked_on between p_from and p_to and b.vat_rate is not null and b.cost_account_id is not null and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'bank_entry', b.id, concat_ws(' · ', b.number, b.words), null::uuid, b.on_date, to_char(b.on_date, 'YYYY-MM'),
           format('%s %% standard', trim_scale(b.rate)), 'sales', b.base, b.tax
      from private.bank_sales(p_from, p_to) as b where b.code = p_currency;
end $$;

create or replace function private.moves_of_waiting_bills(p_from date, p_to date)
returns table (kind text, id uuid, on_date date, opens numeric, paid numeric, lost numeric, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
language sql stable security definer set search_path = '' as $$
  with bills as materialized (
    select b.id, b.booked_on, b.gross, b.is_credit
      from public.supplier_invoices b
      join public.hand_over_settings s on b.booked_on between s.cash_basis_purchases_from and coalesce(s.cash_basis_purchases_to, 'infinity')
      join public.company_settings c on c.currency = b.currency
     where b.status <> 'disputed' and b.opening_on is null and b.booked_on <= p_to
  ), settled as materialized (
    -- Where a credit note was deducted, credit_id is that, for the bill only.
    select b.id, p.id as payment_id, greatest(p.paid_on, b.booked_on) as on_date, p.amount, p.discount, case when not b.is_credit then (
             select o.supplier_invoice_id from public.supplier_payments o where o.pair_id = p.pair_id and o.supplier_invoice_id <> b.id limit 1) end as credit_id
      from bills b join public.supplier_payments p on p.supplier_invoice_id = b.id where greatest(p.paid_on, b.booked_on) <= p_to
  ), touched as materialized (
    select b.id from bills b where b.booked_on >= p_from union select s.id from settled s where s.on_date >= p_from
  ), among as materialized (
    select t.id from touched t union select s.credit_id from settled s join touched using (id) where s.credit_id is not null
  ), taxes as materialized (
    select l.supplier_invoice_id as id, l.vat_rate, l.net as base, l.deducted as vat
      from among a join public.supplier_invoice_items l on l.supplier_invoice_id = a.id where l.vat_treatment = 'standard' and l.deducted <> 0
    union all
    -- What of a bill is on no line.
    select b.id, null, b.net - coalesce(sum(l.net), 0), b.vat - coalesce(sum(l.vat), 0)
      from among a join public.supplier_invoices b on b.id = a.id left join public.supplier_invoice_items l on l.supplier_invoice_id = b.id
     group by b.id having b.vat <> coalesce(sum(l.vat), 0)
  )
  select 'supplier_invoice', b.id, b.booked_on, b.gross, 0::numeric, 0::numeric, null::numeric, null::text, 0::numeric, 0::numeric
    from bills b join touched using (id)
  union all
  select 'supplier_invoice', b.id, b.booked_on, 0, 0, 0, t.vat_rate, 'standard', t.base, t.vat from bills b join touched using (id) join taxes t using (id)
  union all
  select 'supplier_invoice', s.id, s.on_date, -s.discount - case when s.credit_id is null then 0 else s.amount end,
         case when s.credit_id is null then s.amount else 0 end, 0, null, null, 0, 0
    from settled s join touched using (id)
  union all
  -- What a credit note settles of a bill takes its own share of each rate off it.
  select 'supplier_invoice', s.id, s.on_date, 0, 0, 0, t.vat_rate, 'standard', t.base * s.amount / -c.gross, t.vat * s.amount / -c.gross
    from settled s join touched using (id) join public.supplier_invoices c on c.id = s.credit_id and c.gross <> 0 join taxes t on t.id = c.id
  union all
  select 'supplier_invoice', s.id, s.on_date, 0, 0, 0, d.vat_rate, 'standard', -d.base, -d.deducted
    from settled s join touched using (id) join public.supplier_discount_vat d on d.supplier_payment_id = s.payment_id and d.vat_treatment = 'standard' and d.deducted <> 0
$$;

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
   -- A discount from before its VAT was kept is all income.
   cross join lateral (values ('suppliers', x.money + s.discount), (case when s.is_opening then 'opening' else 'money' end, -x.money),
     ('discounts', case when exists (select from public.supplier_discount_vat t where t.supplier_payment_id = s.id) then 0 else -s.discount end)) as side (part, amount)
   where s.paid_on between p_from and p_to and side.amount <> 0 and b.currency = (select c.currency from public.company_settings c)
  union all
  select d.on_date, 7, 'supplier_invoice', d.bill_id, d.payment_id, d.number, d.supplier_id, d.words, side.part, null, null, d.vat_rate,
         nullif(d.vat_treatment, 'standard'), null, side.amount
    from private.supplier_discounts(p_from, p_to) as d
   cross join lateral (values ('discounts', d.deducted - d.base - d.vat - d.own_vat), ('vat_purchases', -d.deducted), ('vat_due', d.own_vat)) as side (part, amount)
   where side.amount <> 0 and d.code = (select c.currency from public.company_settings c)
  union all
  select b.booked_on, 6, 'supplier_invoice', b.id, b.id, b.supplier_number, b.supplier_id, b.note, side.part, null, null, null, null, null, side.amount
    from public.supplier_invoices b cross join lateral (values ('suppliers', -b.gross), ('opening', b.gross)) as side (part, amount)
   where b.booked_on between p_from and p_to and b.opening_on is not null and b.status <> 'disputed' and b.gross <> 0
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
    ('write_offs', null, null, null, '2400', 'Forderungsverluste', 'cost'),
    ('fees', null, null, null, '4970', 'Nebenkosten des Geldverkehrs', 'cost'),
    ('costs', null, null, null, '4900', 'Sonstige betriebliche Aufwendungen', 'cost'),
    ('costs', 19, 'reverse_charge', null, '3125', 'Leistungen eines im Ausland ansässigen Unternehmers 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost'),
    ('costs', 19, 'intra_community', null, '3425', 'Innergemeinschaftlicher Erwerb 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost')
$$;

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
  select d.on_date, d.number, 'cash discount', d.supplier_id, d.vat_rate, -d.base, -d.vat, d.code, d.words, null, d.payment_id::text, d.vat_treatment, -d.own_vat, -d.deducted,
         'supplier_invoice', d.bill_id
    from private.supplier_discounts(p_from, p_to) as d
  union all
  -- Costs that the bank took by itself, where somebody said which VAT is in them.
  select x.booked_on, x.number, 'bank entry', null, x.vat_rate, x.amount - x.vat, x.vat, s.currency, concat_ws(' · ', x.party_name, x.words),
         k.code || ' ' || k.name, x.id::text, 'standard', 0, x.vat, 'bank_entry', coalesce(x.reverses_id, x.id)
    from public.bank_bookings x join public.cost_accounts k on k.id = x.cost_account_id cross join public.company_settings s
   where x.booked_on between p_from and p_to and x.vat_rate is not null
$$;

create table public.supplier_discount_vat (
  supplier_payment_id uuid not null references public.supplier_payments (id) on delete restrict,
  place               integer not null,
  vat_rate            numeric(7, 4),
  vat_treatment       text not null,
  base                numeric(14, 2) not null,
  vat                 numeric(14, 2) not null,
  own_vat             numeric(14, 2) not null,
  deducted            numeric(14, 2) not null,
  primary key (supplier_payment_id, place)
);

create or replace function private.held_of_bill(p_bill_id uuid)
  returns table (vat_rate numeric, vat_treatment text, deductible_pct numeric, base numeric, vat numeric, own_vat numeric, deducted numeric)
  language sql stable security definer set search_path = ''
as $$
  with parts as (
    select b.id, 1::numeric as share, b.net, b.vat from public.supplier_invoices b where b.id = p_bill_id
    union all
    -- What a credit note settles takes its own share of each rate off.
    select c.id, s.amount / -c.gross, c.net, c.vat
      from public.supplier_payments s
      join public.supplier_payments o on o.pair_id = s.pair_id and o.supplier_invoice_id <> s.supplier_invoice_id and o.amount = -s.amount
      join public.supplier_invoices c on c.id = o.supplier_invoice_id and c.gross <> 0
     where s.supplier_invoice_id = p_bill_id and s.pair_id is not null
  ), lines as (
    select p.id, p.share, l.vat_rate, l.vat_treatment, l.deductible_pct, l.net, l.vat, l.own_vat, l.deducted
      from parts p join public.supplier_invoice_items l on l.supplier_invoice_id = p.id
  ), rests as (
    select p.id, p.share, p.net - coalesce(sum(l.net), 0) as net, p.vat - coalesce(sum(l.vat), 0) as vat
      from parts p left join public.supplier_invoice_items l on l.supplier_invoice_id = p.id group by 1, 2, p.net, p.vat
  )
  select x.vat_rate, x.vat_treatment, x.pct, sum(x.share * x.net), sum(x.share * x.vat), sum(x.share * x.own), sum(x.share * x.deducted)
    from (select l.share, l.vat_rate, l.vat_treatment, l.deductible_pct as pct, l.net, l.vat, l.own_vat as own, l.deducted from lines l
          union all
          select r.share, null, 'standard', 100, r.net, r.vat, 0, r.vat from rests r where (r.net, r.vat) <> (0, 0)) as x
   group by 1, 2, 3
$$;

create or replace function private.split_supplier_discount(p_bill_id uuid, p_amount numeric)
  returns table (place bigint, vat_rate numeric, vat_treatment text, base numeric, vat numeric, own_vat numeric, deducted numeric)
  language sql stable security definer set search_path = ''
as $$
  with held as (
    select h.vat_rate, h.deductible_pct / 100 as deductible, h.base + h.vat as gross,
           -- Customs asks for its VAT whatever the supplier takes off.
           case when h.vat_treatment in ('import', 'import_postponed') then 'outside' else h.vat_treatment end as treatment,
           case when h.vat_treatment = 'standard' then h.vat / (h.base + h.vat) else 0 end as vat_in,
           case when h.vat_treatment in ('reverse_charge', 'intra_community') then h.own_vat / (h.base + h.vat) else 0 end as own_on,
           row_number() over w as place, sum(h.base + h.vat) over w as until, sum(h.base + h.vat) over () as whole
      from private.held_of_bill(p_bill_id) as h where round(h.base + h.vat, 2) > 0
    window w as (order by h.vat_rate, h.vat_treatment, h.deductible_pct)
  ), parts as (
    select h.*, trunc(round(p_amount * h.until / h.whole, 6), 2) - trunc(round(p_amount * (h.until - h.gross) / h.whole, 6), 2) as part from held h
  ), taxes as (
    -- What is left is cut to cents: of the input tax, and of what the company owes itself all but what is cut here.
    select p.*, ceil(round(p.part * p.vat_in, 6) * 100) / 100 as less, trunc(round(p.part * p.own_on, 6), 2) as own from parts p
  )
  select t.place, case t.treatment when 'outside' then 0 else t.vat_rate end, t.treatment, t.part - t.less, t.less, t.own,
         ceil(round((t.less + t.own) * t.deductible, 6) * 100) / 100
    from taxes t where t.part > 0
$$;

create or replace function private.keep_discount_vat() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.reverses_id is not null then
    insert into public.supplier_discount_vat (supplier_payment_id, place, vat_rate, vat_treatment, base, vat, own_vat, deducted)
    select new.id, t.place, t.vat_rate, t.vat_treatment, -t.base, -t.vat, -t.own_vat, -t.deducted
      from public.supplier_discount_vat t where t.supplier_payment_id = new.reverses_id;
  else
    insert into public.supplier_discount_vat (supplier_payment_id, place, vat_rate, vat_treatment, base, vat, own_vat, deducted)
    select new.id, s.place, s.vat_rate, s.vat_treatment, s.base, s.vat, s.own_vat, s.deducted
      from private.split_supplier_discount(new.supplier_invoice_id, new.discount) as s;
  end if;
  return null;
end $$;

create or replace function private.supplier_discounts(p_from date, p_to date)
  returns table (payment_id uuid, bill_id uuid, number text, supplier_id uuid, on_date date, code text, words text, place integer, vat_rate numeric,
    vat_treatment text, base numeric, vat numeric, own_vat numeric, deducted numeric)
  language sql stable security definer set search_path = ''
as $$
  select s.id, b.id, b.supplier_number, b.supplier_id, s.paid_on, b.currency, s.reference, t.place, t.vat_rate, t.vat_treatment, t.base, t.vat, t.own_vat, t.deducted
    from public.supplier_payments s join public.supplier_discount_vat t on t.supplier_payment_id = s.id join public.supplier_invoices b on b.id = s.supplier_invoice_id
   where s.paid_on between p_from and p_to and s.discount <> 0
$$;

create or replace function private.pay_supplier_invoice(
  p_id uuid, p_amount numeric, p_method text, p_paid_on date default null, p_reference text default null, p_payment_id uuid default null,
  p_discount numeric default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_invoices;
  v_kept public.supplier_payments;
  v_id uuid;
  v_amount numeric;
  v_less constant numeric := coalesce(p_discount, 0);
begin
  perform private.must('payments', 'create', 'record payments');
  select * into v_kept from public.supplier_payments where id = p_payment_id;
  if found then
    perform private.must_be_same((v_kept.supplier_invoice_id, abs(v_kept.amount), v_kept.discount) = (p_id, p_amount, v_less), 'payment');
    return p_payment_id;
  end if;
  select * into v_row from public.supplier_invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
    perform private.refuse('PT409', case when v_row.is_credit then 'Please approve this credit note before it is used' when v_row.status = 'paid' then 'This invoice is paid'
      else 'Please approve this invoice before it is paid' end);
  elsif p_amount is null or p_amount <= 0 or p_amount <> trunc(p_amount, 2) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_method = 'credit' then
    perform private.refuse('22023', 'Please choose how it was paid');
  elsif p_amount > abs(v_row.open) then
    perform private.refuse('22023', format(case when v_row.is_credit then 'Only %s is still to come back' else 'Only %s is still to be paid' end,
      private.money_words(abs(v_row.open), v_row.currency)));
  elsif coalesce(p_paid_on, private.company_today()) > private.company_today() then
    perform private.refuse('22023', 'Please choose a day that has come');
  elsif v_less <> 0 then
    perform private.check_bill_discount(v_row, p_amount, v_less, coalesce(p_paid_on, private.company_today()));
  end if;
  v_id := coalesce(p_payment_id, gen_random_uuid());
  v_amount := case when v_row.is_credit then -p_amount else p_amount end;
  insert into public.supplier_payments (id, supplier_invoice_id, amount, discount, paid_on, method, reference, created_by)
  values (v_id, p_id, v_amount, v_less, coalesce(p_paid_on, private.company_today()), p_method, nullif(btrim(p_reference), ''), auth.uid());
  update public.supplier_invoices
     set paid = paid + v_amount, discount_taken = discount_taken + v_less,
         status = case when paid + v_amount + discount_taken + v_less = net + vat then 'paid' else 'part_paid' end where id = p_id;
  perform private.log_event('supplier_invoice', p_id, case when v_row.is_credit then 'paid_back' else 'paid' end,
    jsonb_build_object('amount', private.amount_text(p_amount)));
  return v_id;
end $$;

create or replace function private.check_bill_discount(p_bill public.supplier_invoices, p_amount numeric, p_discount numeric, p_day date) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_most constant numeric := private.early_discount(p_bill, least(p_day, p_bill.discount_until));
begin
  if v_most = 0 then
    perform private.refuse('PT409', format('%s has no cash discount that is left', p_bill.supplier_number));
  elsif not (p_discount between 0 and v_most and p_amount + p_discount = p_bill.open) then
    perform private.refuse('PT409', format('With the cash discount of %s, %s of %s are to be paid', private.money_words(v_most, p_bill.currency),
      private.money_words(p_bill.open - v_most, p_bill.currency), p_bill.supplier_number));
  elsif p_day > p_bill.discount_until then
    perform private.must_say_yes('late_discount', format('The cash discount of %s ended on %s, and it was paid on %s. Take it anyway?', p_bill.supplier_number,
      private.day_text(p_bill.discount_until), private.day_text(p_day)));
  end if;
end $$;

create or replace function private.bill_discount(p_id uuid) returns table (amount text, pays text, until date, is_late boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return query
    select private.amount_text(e.off), private.amount_text(v.open - e.off), v.discount_until, private.company_today() > v.discount_until
      from public.supplier_invoices v, lateral (select private.early_discount(v, least(private.company_today(), v.discount_until)) as off) as e
     where v.id = p_id and e.off > 0;
end $$;

create or replace function private.papers_of_return(p_from date, p_to date)
returns table (side text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, base numeric, due numeric, input numeric, number text, is_union boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select private.union_state(s.vat_number) as state, s.currency from public.company_settings s
  ), papers as (
    select 'sales' as side, 'invoice' as kind, v.id, v.invoice_number as label, v.contact_id, t.on_date as day, t.vat_rate as rate, t.vat_treatment as treatment,
           t.base, t.vat as due, 0::numeric as input, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as number, v.currency
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id join public.contacts c on c.id = v.contact_id
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
    select 'sales', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, w.vat, 0, w.party_number, w.code
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w
    union all
    select 'sales', 'bank_entry', b.id, b.number, null, b.on_date, b.rate, 'standard', b.base, b.tax, 0, null, b.code from private.bank_sales(p_from, p_to) as b
    union all
    select 'purchases', l.record_kind, l.record_id, l.number || case l.kind when 'cash discount' then ' · Cash discount' else '' end, l.who, l.on_date, l.rate, l.treatment, l.base, l.own, l.deducted, c.vat_number, l.code
      from private.purchase_lines(p_from, p_to) as l left join public.contacts c on c.id = l.who
     where private.is_server() or private.can('supplier-invoices', 'view')
    union all
    select 'purchases', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, 0, w.vat, w.party_number, w.code
      from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w where private.is_server() or private.can('supplier-invoices', 'view')
  )
  select p.side, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, p.base, p.due, p.input, p.number, coalesce(private.union_state(p.number) <> o.state, false)
    from papers p cross join own o where p.currency = o.currency
$$;

alter table public.account_rules add constraint account_rules_conditions_fit CHECK ((method IS NULL OR part = 'money'::text) AND (service_id IS NULL OR part = 'sales'::text) AND (num_nonnulls(vat_rate, vat_treatment) = 0 OR (part = ANY (ARRAY['sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_waiting'::text, 'vat_purchases'::text, 'vat_purchases_waiting'::text, 'vat_due'::text, 'costs'::text, 'cash_discounts'::text, 'discounts'::text]))));

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.supplier_discount_vat', '');

call private.offer('private.pay_supplier_invoice(uuid, numeric, text, date, text, uuid, numeric)');

call private.offer('private.bill_discount(uuid)');

create or replace trigger append_only before update or delete on public.supplier_discount_vat
  for each row execute function private.refuse_change();

create or replace trigger keep_discount_vat after insert on public.supplier_payments
  for each row when (new.discount <> 0) execute function private.keep_discount_vat();

create policy "whoever reads a payment to a supplier reads its VAT table" on public.supplier_discount_vat
  for select to authenticated using ((select true from public.supplier_payments s where s.id = supplier_payment_id));

comment on function private.analytics_of_vat(pg_catalog.date,pg_catalog.date,pg_catalog.text) is 'The part vat of private.analytics_rows: sales by rate and treatment, the input tax of purchases by the rates and treatments of their
lines less the discounts that were taken, what of a bill is on no line, and under the mark due the VAT that the company owes itself on purchases.';

comment on function private.journal_of_bills(pg_catalog.date,pg_catalog.date) is 'What bills that are not disputed and payments to suppliers move: costs by account and VAT against what the supplier gets, then money and discounts.
VAT that the company owes itself (vat_due) stands against the part of it that is deducted; what is not deducted is cost. vat_treatment is null for VAT of the supplier.
Credit notes of suppliers are bills below zero. A discount for paying early lowers the VAT of its bill by rate; what is left of it, with VAT that was not deducted, is income.
Bills in another currency are left out. Amounts above zero are debits.';

comment on function private.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices, credit notes, cash discounts and income on bank statements by VAT rate) or of purchases (the lines of bills, cash discounts and costs of the bank, with their cost
account and treatment, the VAT that the company owes itself and the input tax) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';

comment on function private.moves_of_waiting_bills(pg_catalog.date,pg_catalog.date) is 'private.moves_of_waiting_taxes of purchases: of the bills whose input tax is deducted with their payment, and of the credit notes of suppliers (below zero), that something happened
to in these days. vat: the input tax, as far as it is deducted. A discount for paying early lowers what is asked for, and the input tax by its share (private.supplier_discounts). VAT that the company owes itself and import VAT do not wait.';

comment on function private.purchase_lines(pg_catalog.date,pg_catalog.date) is 'The lines of the bills of these days, of each bill what is on no line, below zero the discounts that were taken on these days, and costs with VAT on bank statements. tax: as the supplier bills it; own: what the company
owes itself; deducted: the input tax of both. Disputed bills are left out. For functions that asked for the right.';

comment on function public.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices, credit notes, cash discounts and income on bank statements by VAT rate) or of purchases (the lines of bills, cash discounts and costs of the bank, with their cost
account and treatment, the VAT that the company owes itself and the input tax) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';

grant select on table public.supplier_discount_vat to authenticated;


comment on function private.bill_discount(pg_catalog.uuid) is 'The cash discount that is left of a bill: what it takes off, what is to be paid then, its last day, and whether that is over. No row where there is none. Amounts are text.';

comment on function private.check_bill_discount(public.supplier_invoices,numeric,numeric,pg_catalog.date) is 'Refuses, in words, a cash discount that the terms of a bill do not give to this payment, or that leaves something open; asks where the payment is late.';

comment on function private.held_of_bill(pg_catalog.uuid) is 'What a bill, less what credit notes took off it, has at each rate, treatment and share that is deducted; without a rate what is on no line. Not cut to cents.';

comment on function private.keep_discount_vat() is 'A payment with a discount keeps what that takes off at each rate; what takes it back has the opposite.';

comment on function private.pay_supplier_invoice(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.uuid,numeric) is 'Records a payment to a supplier, or money that came back for a credit note: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. p_discount: what is left then is the cash discount of the bill; asks where the payment is later than its terms. Returns the id of the payment.';

comment on function private.split_supplier_discount(pg_catalog.uuid,numeric) is 'A discount over the rates of a bill, in proportion. The input tax that is left is rounded down to cents, and so is what is taken off the VAT that the company owes itself.
Import VAT is owed to customs and stays: its part lowers the cost alone (treatment outside).';

comment on function private.supplier_discounts(pg_catalog.date,pg_catalog.date) is 'The discounts of suppliers that were taken on these days, and below zero those taken back, by rate: by how much each lowers net and VAT. For functions that asked for the right.';

comment on function public.bill_discount(pg_catalog.uuid) is 'The cash discount that is left of a bill: what it takes off, what is to be paid then, its last day, and whether that is over. No row where there is none. Amounts are text.';

comment on function public.pay_supplier_invoice(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.uuid,numeric) is 'Records a payment to a supplier, or money that came back for a credit note: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. p_discount: what is left then is the cash discount of the bill; asks where the payment is later than its terms. Returns the id of the payment.';

comment on column public.supplier_discount_vat.deducted is 'Of the input tax.';

comment on column public.supplier_discount_vat.own_vat is 'Of the VAT that the company owes itself.';

comment on column public.supplier_discount_vat.vat is 'Of the VAT that the supplier bills. base + vat of all rates is the discount.';

comment on column public.supplier_discount_vat.vat_rate is 'Null: of what the bill has on no line.';

comment on table public.supplier_discount_vat is 'By how much the discount of a payment to a supplier lowers net and VAT at each rate of its bill. It is written with the payment and never changes.';

reset check_function_bodies;

-- DATEV works the VAT of these accounts out by itself.
alter table public.hand_over_settings disable trigger user;
update public.hand_over_settings set automatic_accounts = '{1711,1718,3125,3425,3731,3736,8300,8400,8640,8731,8736}'
 where automatic_accounts = '{1711,1718,3125,3425,8300,8400,8640,8731,8736}';
alter table public.hand_over_settings enable trigger user;

-- Discounts that were taken on days that are open lower the input tax; those of closed days stay as they were booked.
insert into public.supplier_discount_vat (supplier_payment_id, place, vat_rate, vat_treatment, base, vat, own_vat, deducted)
select s.id, x.place, x.vat_rate, x.vat_treatment, x.base, x.vat, x.own_vat, x.deducted
  from public.supplier_payments s cross join lateral private.split_supplier_discount(s.supplier_invoice_id, s.discount) as x
 where s.discount > 0 and s.paid_on > coalesce(private.closed_to('everybody'), '-infinity');
insert into public.supplier_discount_vat (supplier_payment_id, place, vat_rate, vat_treatment, base, vat, own_vat, deducted)
select s.id, x.place, x.vat_rate, x.vat_treatment, -x.base, -x.vat, -x.own_vat, -x.deducted
  from public.supplier_payments s join public.supplier_discount_vat x on x.supplier_payment_id = s.reverses_id;
