-- The boxes of the VAT return, and what is in them.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.boxes_of_germany()
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
comment on function private.boxes_of_germany is 'The boxes of the Umsatzsteuer-Voranmeldung, as private.boxes_of says them.';

create function private.boxes_of_ireland()
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
comment on function private.boxes_of_ireland is 'The boxes of the VAT3, as private.boxes_of says them.';

create function private.boxes_of_malta()
returns table (place integer, side text, treatment text, rate numeric, is_union boolean, takes text, box text, words text)
language sql immutable set search_path = '' as $$
  values
    (1, 'sales', 'intra_community', null::numeric, null::boolean, 'base', '1', 'Goods and services to other EU countries whose VAT the client owes'),
    (1, 'sales', 'reverse_charge', null, true, 'base', '1', 'Goods and services to other EU countries whose VAT the client owes'),
    (2, 'sales', 'outside', null, null, 'base', '2', 'Supplies that are not taxable in this country'),
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
comment on function private.boxes_of_malta is 'The boxes of the VAT return, as private.boxes_of says them.';

create function private.boxes_of_portugal()
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
comment on function private.boxes_of_portugal is 'The boxes of the declaração periódica, as private.boxes_of says them.';

create function private.boxes_of(p_country text)
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
comment on function private.boxes_of is
'The boxes of the VAT return of a country (DE: Umsatzsteuer-Voranmeldung, IE: VAT3, MT: VAT return, PT: declaração periódica), and what goes into them: a null is any. takes: which figure of a paper. Of the rows
that take the same figure the one with the most conditions counts. is_union: the client, or the supplier, has a VAT number of another state of the Union.
docs/countries.md names the sources.';

create function private.papers_of_return(p_from date, p_to date)
returns table (side text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, base numeric, due numeric, input numeric, number text, is_union boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select private.union_state(s.vat_number) as state, s.currency from public.company_settings s
  ), papers as (
    select 'sales' as side, 'invoice' as kind, v.id, v.invoice_number as label, v.contact_id, t.on_date as day, t.vat_rate as rate, t.vat_treatment as treatment,
           t.base, t.vat as due, 0::numeric as input, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as number,
           (select private.books_currency()) as currency
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id join public.contacts c on c.id = v.contact_id
    union all
    select 'sales', 'credit_note', n.id, n.credit_number, n.contact_id, n.issue_date, t.vat_rate, t.vat_treatment, -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate), 0,
           coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number), (select private.books_currency())
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', 'invoice', v.id, v.invoice_number || ' · Cash discount', v.contact_id, d.given_on, t.vat_rate, t.vat_treatment, -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate), 0,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number), (select private.books_currency())
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'sales', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, w.vat, 0, w.party_number, w.code
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w
    union all
    select 'sales', b.kind, b.id, b.number, null, b.on_date, b.rate, private.treatment_of_rate(b.rate), b.base, b.tax, 0, null, b.code from private.bank_sales(p_from, p_to) as b
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
comment on function private.papers_of_return is
'What the papers of these days bring into a VAT return, in the currency of the company: base, the tax that is due, and the input tax. Credit notes and cash
discounts are taken off; a deposit invoice counts on the days of its money, and on cash basis every taxed sale does, and every bill where purchases are on cash basis. number: the VAT number of the other side; is_union: it is of another state of the Union. For functions that asked for the right.';

create function private.lines_of_boxes(p_from date, p_to date)
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
  ), taken as materialized (
    select f.line, (count(*) filter (where f.takes in ('due', 'base and tax')) = 0)::integer as due, (count(*) filter (where f.takes = 'input') = 0)::integer as input
      from found f group by f.line
  ), placed as (
    select f.place, f.box, f.words, p.line, case when f.takes like 'base%' then p.base end as net,
           case when f.takes = 'input' then p.input when f.takes in ('due', 'base and tax') then p.due end as tax, p.treatment
      from found f join papers p on p.line = f.line
    union all
    -- What no row takes: what is owed, with its base, and what is deducted apart.
    select null, null, null, p.line, case when p.side = 'sales' or t.line is null then p.base end, p.due, p.treatment
      from papers p left join taken t on t.line = p.line
     where p.side = 'sales' and t.line is null or p.side = 'purchases' and p.due * coalesce(t.due, 1) <> 0
    union all
    select null, null, null, p.line, null, p.input, p.treatment || '_deducted'
      from papers p left join taken t on t.line = p.line
     where p.side = 'purchases' and p.input * coalesce(t.input, 1) <> 0
  )
  select x.place, x.box, x.words, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, x.treatment, x.net, x.tax
    from placed x join papers p on p.line = x.line where coalesce(x.net, 0) <> 0 or coalesce(x.tax, 0) <> 0
$$;
comment on function private.lines_of_boxes is
'The lines of the papers of these days in the boxes of the country of the company: net, tax, or both, as the box takes them; a line without a box is what no box
takes; the treatment of input tax without one ends in _deducted. Nothing where the boxes are not known. For functions that asked for the right.';

create function private.vat_boxes(p_from date, p_to date)
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
comment on function private.vat_boxes is
'The boxes of the VAT return of these days: see private.papers_of_return; no row where the boxes of the country are not known. A row without a box is what no box
takes: its treatment and rate. net or vat is null where the box does not take it. Purchases are for people who see invoices of suppliers. Amounts are text.';
call private.offer('private.vat_boxes(date, date)');

create function private.vat_box_papers(p_from date, p_to date, p_box text default null, p_treatment text default null, p_rate text default null)
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
comment on function private.vat_box_papers is
'The papers in a box of the VAT return, the newest first, at most 5,000; without a box those that no box takes, of this treatment and rate. amount: net; other: tax;
both are text.';
call private.offer('private.vat_box_papers(date, date, text, text, text)');
