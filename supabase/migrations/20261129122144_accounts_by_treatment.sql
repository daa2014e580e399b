set check_function_bodies = off;

create or replace function private.cost_chart_of(p_chart text) returns table (code text, name text)
  language sql immutable set search_path = ''
as $$
  select c.code, c.name
    from (values
      ('general', '5000', 'Materials'),
      ('general', '5100', 'Subcontractors'),
      ('general', '5200', 'Freight'),
      ('general', '6000', 'Rent'),
      ('general', '6100', 'Electricity and water'),
      ('general', '6200', 'Vehicles and fuel'),
      ('general', '6300', 'Machines and repairs'),
      ('general', '6400', 'Software and telephone'),
      ('general', '6900', 'Other costs'),
      ('skr03', '3000', 'Roh-, Hilfs- und Betriebsstoffe'),
      ('skr03', '3100', 'Fremdleistungen'),
      ('skr03', '3800', 'Bezugsnebenkosten'),
      ('skr03', '4210', 'Miete (unbewegliche Wirtschaftsgüter)'),
      ('skr03', '4240', 'Gas, Strom, Wasser'),
      ('skr03', '4500', 'Fahrzeugkosten'),
      ('skr03', '4800', 'Reparaturen und Instandhaltung von technischen Anlagen und Maschinen'),
      ('skr03', '4806', 'Wartungskosten für Hard- und Software'),
      ('skr03', '4920', 'Telefon'),
      ('skr03', '4980', 'Sonstiger Betriebsbedarf'),
      ('snc', '612', 'Matérias-primas, subsidiárias e de consumo'),
      ('snc', '621', 'Subcontratos'),
      ('snc', '6226', 'Conservação e reparação'),
      ('snc', '6241', 'Eletricidade'),
      ('snc', '6242', 'Combustíveis'),
      ('snc', '6243', 'Água'),
      ('snc', '6253', 'Transportes de mercadorias'),
      ('snc', '6261', 'Rendas e alugueres'),
      ('snc', '6262', 'Comunicação')
    ) as c (chart, code, name)
   where c.chart = p_chart
$$;

create or replace function private.leave_cost_charts(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = true
   where not a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                     where (c.code, c.name) = (a.code, a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (c.code, c.name) = (a.code, a.name));
  delete from public.cost_accounts a
   where a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                 where (c.code, c.name) = (a.code, a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (c.code, c.name) = (a.code, a.name))
     and not exists (select from public.supplier_invoice_items i where i.cost_account_id = a.id)
     and not exists (select from public.bank_bookings b where b.cost_account_id = a.id)
     and not exists (select from public.bank_rules r where r.cost_account_id = a.id);
end $$;

create or replace function private.enter_cost_chart(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = false
    from private.cost_chart_of(p_chart) as c where (c.code, c.name) = (a.code, a.name) and a.archived;
  insert into public.cost_accounts (code, name)
  select c.code, c.name from private.cost_chart_of(p_chart) as c
   where not exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code)
     and not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = c.code);
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
      ('skr03', 'sales', null, 'intra_community', null, '8125', 'Steuerfreie innergemeinschaftliche Lieferungen § 4 Nr. 1b UStG', 'income'),
      ('skr03', 'sales', null, 'exempt', null, '8100', 'Steuerfreie Umsätze § 4 Nr. 8 ff. UStG', 'income'),
      ('skr03', 'sales', null, 'reverse_charge', null, '8336', 'Erlöse aus im anderen EU-Land steuerpflichtigen sonstigen Leistungen', 'income'),
      ('skr03', 'sales', null, 'outside', null, '8338', 'Erlöse aus im Drittland steuerbaren Leistungen', 'income'),
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

create or replace function private.use_chart(p_chart text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant date := private.books_closed_to() + 1;
  v_used constant uuid[] := array(select u from private.used_accounts() as u);
  v_places jsonb;
  v_row record;
begin
  perform private.must('payments', 'edit', 'change the accounts of the books');
  if not exists (select from private.chart_of(p_chart)) then
    perform private.refuse('22023', 'Please choose one of the charts of accounts');
  end if;
  perform private.leave_cost_charts(p_chart);
  v_places := (select jsonb_agg(p) from private.place_chart(p_chart, v_used) as p);
  -- Conditions of another chart lead to the accounts of this one as everything else of their part.
  if v_from is null then
    delete from public.account_rules r where r.service_id is null and num_nonnulls(r.vat_rate, r.vat_treatment, r.method, r.from_day) > 0;
  end if;
  for v_row in
    select c.part, c.vat_rate, c.vat_treatment, c.method, a.account_id
      from (select * from private.chart_of(p_chart)
            union all
            select r.part, r.vat_rate, r.vat_treatment, r.method, d.code, d.name, d.kind
              from (select distinct o.part, o.vat_rate, o.vat_treatment, o.method from public.account_rules o where o.service_id is null) as r
              join private.chart_of(p_chart) as d on d.part = r.part and num_nonnulls(d.vat_rate, d.vat_treatment, d.method) = 0
             where not exists (select from private.chart_of(p_chart) as n where (n.part, n.vat_rate, n.vat_treatment, n.method)
               is not distinct from (r.part, r.vat_rate, r.vat_treatment, r.method))) as c
      join jsonb_to_recordset(v_places) as a (code text, account_id uuid) on a.code = c.code
  loop
    insert into public.account_rules (part, account_id, vat_rate, vat_treatment, method, from_day)
    values (v_row.part, v_row.account_id, v_row.vat_rate, v_row.vat_treatment, v_row.method, v_from)
    on conflict (part, service_id, vat_rate, vat_treatment, method, from_day) do update set account_id = excluded.account_id;
  end loop;
  delete from public.ledger_accounts a where a.id <> all (v_used) and private.is_shipped_account(a)
    and not exists (select from private.chart_of(p_chart) as c where c.code = a.code)
    and not exists (select from public.account_rules r where r.account_id = a.id);
  perform private.enter_cost_chart(p_chart);
  return (select string_agg(p.words, ' ' order by p.code) from jsonb_to_recordset(v_places) as p (code text, words text));
end $$;

create or replace function private.boxes_of(p_country text)
returns table (side text, treatment text, rate numeric, is_union boolean, box text, words text)
language sql immutable set search_path = '' as $$
  select b.side, b.treatment, b.rate, b.is_union, b.box, b.words
    from (values
      ('DE', 'sales', 'standard', 19::numeric, null::boolean, '81', 'Sales at 19 %'),
      ('DE', 'sales', 'standard', 7, null, '86', 'Sales at 7 %'),
      ('DE', 'sales', 'standard', null, null, '35', 'Sales at other rates'),
      ('DE', 'sales', 'zero', null, null, '87', 'Sales at 0 %'),
      ('DE', 'sales', 'intra_community', null, null, '41', 'Goods to businesses in other EU countries'),
      ('DE', 'sales', 'export', null, null, '43', 'Export and other exempt sales with input tax'),
      ('DE', 'sales', 'exempt', null, null, '48', 'Exempt sales without input tax'),
      ('DE', 'sales', 'reverse_charge', null, true, '21', 'Services to businesses in other EU countries'),
      ('DE', 'sales', 'reverse_charge', null, null, '60', 'Sales whose tax the client owes (§ 13b)'),
      ('DE', 'sales', 'outside', null, null, '45', 'Other sales that are not taxable in Germany'),
      ('DE', 'purchases', null, null, null, '66', 'Input tax on invoices of suppliers')
    ) as b (country, side, treatment, rate, is_union, box, words)
   where b.country = p_country
$$;

create or replace function private.vat_boxes(p_from date, p_to date)
returns table (box text, words text, treatment text, rate text, net text, vat text, papers bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_country constant text := (select private.country_code(s.country) from public.company_settings s where s.tax_kind = 'vat');
  v_own constant text := (select private.union_state(s.vat_number) from public.company_settings s);
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.refuse_long_period(p_from, p_to);
  if not exists (select from private.boxes_of(v_country)) then
    return;
  end if;
  return query
  with papers as (
    select 'sales' as side, v.id, t.vat_rate as rate, t.vat_treatment as treatment, t.base, t.vat as tax,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as client
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id join public.contacts c on c.id = v.contact_id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
    union all
    select 'sales', n.id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number)
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'purchases', null, null, null, l.base, l.tax, null from private.purchase_lines(p_from, p_to) as l
     where l.tax <> 0 and private.can('supplier-invoices', 'view') and l.code = (select s.currency from public.company_settings s)
  ), placed as (
    select p.*, b.box, b.words
      from papers p left join lateral (
        select b.box, b.words from private.boxes_of(v_country) as b
         where b.side = p.side and (b.treatment is null or b.treatment = p.treatment) and (b.rate is null or b.rate = p.rate)
           and (b.is_union is null or b.is_union = coalesce(private.union_state(p.client) <> v_own, false))
           and not (p.treatment = 'standard' and p.rate = 0)
         order by b.rate is null, b.is_union is null limit 1) as b on true
  )
  select p.box, p.words, case when p.box is null then p.treatment end, case when p.box is null then trim_scale(p.rate)::text end,
         private.amount_text(sum(p.base)), private.amount_text(sum(p.tax)), count(distinct p.id)
    from placed p group by 1, 2, 3, 4 order by p.box::integer nulls last, 3, 4;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.vat_boxes(date, date)');

comment on function private.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go. The cost accounts
of lines of bills follow the chart.';

comment on function public.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go. The cost accounts
of lines of bills follow the chart.';

comment on function private.boxes_of(pg_catalog.text) is 'The boxes of the VAT return of a country (DE: Umsatzsteuer-Voranmeldung), and what goes into them: a null is any. The row with the most
conditions counts. is_union: the client has a VAT number of another state of the Union.';

comment on function private.cost_chart_of(pg_catalog.text) is 'The cost accounts of a chart of accounts: general, skr03 (Germany) or snc (Portugal).';

comment on function private.leave_cost_charts(pg_catalog.text) is
  'Cost accounts as another chart than this one brought them are not offered any more: the used ones are archived, the others go.';

comment on function private.enter_cost_chart(pg_catalog.text) is
  'The cost accounts of a chart are offered. An account that the company added or renamed stays; a number that is of another account already is left out.';

comment on function private.vat_boxes(pg_catalog.date,pg_catalog.date) is 'The boxes of the VAT return of these days, by the date of the papers; no row where the boxes of the country are not known. A row without a box is what no box
takes: its treatment and rate. Credit notes are taken off. The input tax is for people who see invoices of suppliers. Amounts are text.';

comment on function public.vat_boxes(pg_catalog.date,pg_catalog.date) is 'The boxes of the VAT return of these days, by the date of the papers; no row where the boxes of the country are not known. A row without a box is what no box
takes: its treatment and rate. Credit notes are taken off. The input tax is for people who see invoices of suppliers. Amounts are text.';

reset check_function_bodies;

-- A company that books by SKR03 or SNC: what has no account by its treatment gets it from today on, and cost accounts that nobody used follow the chart.
do $$
declare
  v_row record;
  v_chart constant text := (
    select case when a.code = '8200' and a.name = 'Erlöse' then 'skr03' when a.code = '72' and a.name = 'Prestações de serviços' then 'snc' end
      from public.account_rules r join public.ledger_accounts a on a.id = r.account_id
     where r.part = 'sales' and num_nonnulls(r.service_id, r.vat_rate, r.vat_treatment) = 0 order by r.from_day desc nulls last limit 1);
begin
  if v_chart is null then
    return;
  end if;
  for v_row in
    select c.code, c.name, c.kind, c.vat_treatment from private.chart_of(v_chart) as c
     where c.part = 'sales' and c.vat_treatment is not null
       and not exists (select from public.account_rules r where r.part = 'sales' and r.service_id is null and r.vat_treatment = c.vat_treatment)
  loop
    insert into public.account_rules (part, account_id, vat_treatment, from_day)
    values ('sales', private.account_of_chart(v_chart, v_row.code, v_row.name, v_row.kind), v_row.vat_treatment, private.company_today());
  end loop;
  if not exists (select from public.supplier_invoice_items where cost_account_id is not null)
    and not exists (select from public.bank_bookings where cost_account_id is not null) and not exists (select from public.bank_rules where cost_account_id is not null)
  then
    perform private.leave_cost_charts(v_chart);
    perform private.enter_cost_chart(v_chart);
  end if;
end $$;
