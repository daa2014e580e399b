-- Accounts of the books, and the rules that lead to them.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
create unique index ledger_accounts_code_idx on public.ledger_accounts (lower(btrim(code)));
comment on table public.ledger_accounts is
  'The accounts that the journal books to, under the numbers of the company''s accountant. Lines of bills are booked to cost_accounts.';
comment on column public.ledger_accounts.label is 'Number and name, as lists offer it.';
comment on column public.ledger_accounts.archived is 'Its entries stay; no further rule leads to it.';

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
  constraint account_rules_part_is_known check (part in ('clients', 'suppliers', 'sales', 'deposits', 'vat_sales', 'vat_waiting', 'vat_purchases', 'vat_purchases_waiting', 'vat_due', 'costs', 'money',
    'write_offs', 'discounts', 'fees', 'opening', 'cash_discounts', 'exchange_gains', 'exchange_losses', 'depreciation', 'disposals', 'disposal_gains', 'disposal_losses')),
  constraint account_rules_conditions_fit check ((method is null or part = 'money') and (service_id is null or part = 'sales')
    and (num_nonnulls(vat_rate, vat_treatment) = 0
      or part in ('sales', 'deposits', 'vat_sales', 'vat_waiting', 'vat_purchases', 'vat_purchases_waiting', 'vat_due', 'costs', 'cash_discounts', 'discounts'))),
  constraint account_rules_rate_is_percent check (vat_rate between 0 and 100),
  constraint account_rules_treatment_is_known check (vat_treatment in ('standard', 'reverse_charge', 'reverse_charge_home', 'intra_community', 'exempt', 'export',
    'outside', 'zero', 'import', 'import_postponed')),
  constraint account_rules_method_is_known check (method in ('card', 'bank', 'cash', 'cheque', 'other')),
  constraint account_rules_day_is_believable check (from_day between '2000-01-01' and '2100-01-01')
);
create unique index account_rules_once_idx on public.account_rules (part, service_id, vat_rate, vat_treatment, method, from_day) nulls not distinct;
create index account_rules_account_id_idx on public.account_rules (account_id);
create index account_rules_service_id_idx on public.account_rules (service_id);
comment on table public.account_rules is
  'Which account a part of a paper is booked to. The rule with the most conditions counts: service, then VAT rate, treatment, way of payment.
Of rules with the same conditions it is the one with the latest first day. The rule of a part without conditions and day is always there.';
comment on column public.account_rules.vat_treatment is 'reverse_charge_home: reverse charge whose client has no VAT number of another state of the Union; without
such a rule that of reverse_charge counts.';
comment on column public.account_rules.from_day is 'It counts for papers from this day on; null: for papers of every day.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.ledger_accounts', p_pages => '{payments}', p_audited => true);
create policy "staff who change payments add accounts" on public.ledger_accounts for insert to authenticated
  with check ((select private.can('payments', 'edit')));
create policy "staff who change payments remove accounts" on public.ledger_accounts for delete to authenticated
  using ((select private.can('payments', 'edit')));
create policy "whoever reads payments reads accounts" on public.ledger_accounts for select to authenticated
  using ((select private.can('payments', 'view')));
create policy "staff who change payments change accounts" on public.ledger_accounts for update to authenticated
  using ((select private.can('payments', 'edit'))) with check ((select private.can('payments', 'edit')));

call private.borrow_rules('public.account_rules', p_pages => '{payments}', p_audited => true);
create policy "staff who change payments add rules of accounts" on public.account_rules for insert to authenticated
  with check ((select private.can('payments', 'edit')));
create policy "staff who change payments remove rules of accounts" on public.account_rules for delete to authenticated
  using ((select private.can('payments', 'edit')));
create policy "whoever reads payments reads rules of accounts" on public.account_rules for select to authenticated
  using ((select private.can('payments', 'view')));
create policy "staff who change payments change rules of accounts" on public.account_rules for update to authenticated
  using ((select private.can('payments', 'edit'))) with check ((select private.can('payments', 'edit')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.guard_account_rule() returns trigger
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
comment on function private.guard_account_rule is
  'A rule that counts on closed days stays, and none is added for them: the journal of a closed day says the same for ever.';

create function private.guard_account_code() returns trigger
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
    v_is_used := exists (select from public.account_rules r where r.account_id = new.id and (r.from_day is null or r.from_day <= v_closed_to))
      or exists (select from public.bank_bookings b where b.account_id = new.id and b.booked_on <= v_closed_to)
      or exists (select from public.book_entry_lines l join public.book_entries e on e.id = l.book_entry_id where l.account_id = new.id and e.on_date <= v_closed_to)
      or exists (select from private.assets() as f join public.cost_accounts k on k.id = f.account_id where k.written_down_on = new.id and f.in_books_on <= v_closed_to);
  else
    v_is_taken := exists (select from public.ledger_accounts a where lower(btrim(a.code)) = lower(btrim(new.code)));
    v_is_used := exists (select from public.supplier_invoice_items i join public.supplier_invoices s on s.id = i.supplier_invoice_id
                          where i.cost_account_id = new.id and s.booked_on <= v_closed_to)
      or exists (select from public.bank_bookings b where b.cost_account_id = new.id and b.booked_on <= v_closed_to)
      or exists (select from public.book_entry_lines l join public.book_entries e on e.id = l.book_entry_id where l.cost_account_id = new.id and e.on_date <= v_closed_to)
      or exists (select from public.fixed_assets f where f.account_id = new.id and f.opening_on <= v_closed_to);
  end if;
  if v_is_taken then
    perform private.refuse('PT409', format('There is an account with the number %s already', btrim(new.code)));
  elsif tg_op = 'UPDATE' and v_closed_to is not null and v_is_used then
    perform private.refuse('PT409', format('Account %s has entries on closed days: its number stays. Please add another account instead.', btrim(old.code)));
  end if;
  return new;
end $$;
comment on function private.guard_account_code is
  'A number is of one account, of the books or of costs; where its entries may be of closed days, it stays.';

create function private.other_accounts_of(p_chart text) returns table (code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  select c.code, c.name, c.kind
    from (values
      ('general', '1390', 'Accumulated depreciation', 'asset'),
      ('general', '2250', '{Tax} payments and refunds', 'liability'),
      ('general', '2500', 'Loans', 'liability'),
      ('general', '3100', 'Money put in by the owner', 'equity'),
      ('general', '3200', 'Money taken out by the owner', 'equity'),
      ('general', '4700', 'Other income', 'income'),
      ('general', '4710', 'Interest received', 'income'),
      ('general', '4720', 'Insurance payments received', 'income'),
      ('general', '6700', 'Wages and social security', 'cost'),
      ('general', '6800', 'Taxes of the company', 'cost'),
      ('general', '6970', 'Interest paid', 'cost'),
      ('skr03', '1590', 'Durchlaufende Posten', 'asset'),
      ('skr03', '1705', 'Darlehen', 'liability'),
      ('skr03', '1740', 'Verbindlichkeiten aus Lohn und Gehalt', 'liability'),
      ('skr03', '1741', 'Verbindlichkeiten aus Lohn- und Kirchensteuer', 'liability'),
      ('skr03', '1742', 'Verbindlichkeiten im Rahmen der sozialen Sicherheit', 'liability'),
      ('skr03', '1780', 'Umsatzsteuer-Vorauszahlungen', 'liability'),
      ('skr03', '1790', 'Umsatzsteuer Vorjahr', 'liability'),
      ('skr03', '1800', 'Privatentnahmen allgemein', 'equity'),
      ('skr03', '1810', 'Privatsteuern', 'equity'),
      ('skr03', '1890', 'Privateinlagen', 'equity'),
      ('skr03', '2100', 'Zinsen und ähnliche Aufwendungen', 'cost'),
      ('skr03', '2200', 'Körperschaftsteuer', 'cost'),
      ('skr03', '2650', 'Sonstige Zinsen und ähnliche Erträge', 'income'),
      ('skr03', '2700', 'Andere betriebs- und/oder periodenfremde (neutrale) sonstige Erträge', 'income'),
      ('skr03', '2742', 'Versicherungsentschädigungen und Schadenersatzleistungen', 'income'),
      ('skr03', '4100', 'Löhne und Gehälter', 'cost'),
      ('skr03', '4320', 'Gewerbesteuer', 'cost'),
      ('skr03', '4340', 'Sonstige Betriebssteuern', 'cost'),
      ('skr03', '8603', 'Sonstige betriebliche Erträge', 'income'),
      ('skr03', '8640', 'Sonstige Erträge betrieblich und regelmäßig 19 % USt', 'income'),
      ('snc', '231', 'Remunerações a pagar', 'liability'),
      ('snc', '241', 'Imposto sobre o rendimento', 'liability'),
      ('snc', '242', 'Retenção de impostos sobre rendimentos', 'liability'),
      ('snc', '2436', 'IVA – A pagar', 'liability'),
      ('snc', '2437', 'IVA – A recuperar', 'asset'),
      ('snc', '245', 'Contribuições para a Segurança Social', 'liability'),
      ('snc', '2511', 'Empréstimos bancários', 'liability'),
      ('snc', '268', 'Acionistas/sócios – Outras operações', 'liability'),
      ('snc', '438', 'Depreciações acumuladas', 'asset'),
      ('snc', '632', 'Remunerações do pessoal', 'cost'),
      ('snc', '681', 'Impostos', 'cost'),
      ('snc', '691', 'Juros suportados', 'cost'),
      ('snc', '781', 'Rendimentos suplementares', 'income'),
      ('snc', '7872', 'Sinistros', 'income'),
      ('snc', '7888', 'Outros rendimentos não especificados', 'income'),
      ('snc', '791', 'Juros obtidos', 'income')
    ) as c (chart, code, name, kind)
   where c.chart = p_chart
$$;
comment on function private.other_accounts_of is
  'The accounts of a chart that no paper is booked to: they are there for entries of the bank, such as interest, other income, taxes and the owner''s money.';

create function private.chart_skr03()
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
    ('exchange_losses', null, null, null, '2150', 'Aufwendungen aus der Währungsumrechnung', 'cost'),
    ('exchange_gains', null, null, null, '2660', 'Erträge aus der Währungsumrechnung', 'income'),
    ('depreciation', null, null, null, '4830', 'Abschreibungen auf Sachanlagen', 'cost'),
    ('disposals', null, null, null, '1500', 'Sonstige Vermögensgegenstände', 'asset'),
    ('disposal_gains', null, null, null, '2720', 'Erträge aus dem Abgang von Gegenständen des Anlagevermögens', 'income'),
    ('disposal_losses', null, null, null, '2320', 'Verluste aus dem Abgang von Gegenständen des Anlagevermögens', 'cost'),
    ('write_offs', null, null, null, '2400', 'Forderungsverluste', 'cost'),
    ('fees', null, null, null, '4970', 'Nebenkosten des Geldverkehrs', 'cost'),
    ('costs', null, null, null, '4900', 'Sonstige betriebliche Aufwendungen', 'cost'),
    ('costs', 19, 'reverse_charge', null, '3125', 'Leistungen eines im Ausland ansässigen Unternehmers 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost'),
    ('costs', 19, 'intra_community', null, '3425', 'Innergemeinschaftlicher Erwerb 19 % Vorsteuer und 19 % Umsatzsteuer', 'cost')
$$;
comment on function private.chart_skr03 is 'The part skr03 of private.chart_of: DATEV Standardkontenrahmen 03.';

create function private.chart_of(p_chart text)
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
      ('general', 'vat_purchases_waiting', null, null, null, '1205', '{Tax} on purchases that are not paid', 'asset'),
      ('general', 'suppliers', null, null, null, '2100', 'Suppliers', 'liability'),
      ('general', 'vat_sales', null, null, null, '2200', '{Tax} on sales', 'liability'),
      ('general', 'vat_due', null, null, null, '2210', '{Tax} owed on purchases', 'liability'),
      ('general', 'vat_waiting', null, null, null, '2205', '{Tax} of sales that are not paid', 'liability'),
      ('general', 'deposits', null, null, null, '2300', 'Deposits of clients', 'liability'),
      ('general', 'opening', null, null, null, '3000', 'Opening balances', 'equity'),
      ('general', 'sales', null, null, null, '4000', 'Sales', 'income'),
      ('general', 'cash_discounts', null, null, null, '4910', 'Cash discounts given', 'income'),
      ('general', 'discounts', null, null, null, '4900', 'Discounts of suppliers', 'income'),
      ('general', 'exchange_gains', null, null, null, '4730', 'Exchange gains and losses', 'income'),
      ('general', 'exchange_losses', null, null, null, '4730', 'Exchange gains and losses', 'income'),
      ('general', 'depreciation', null, null, null, '6600', 'Depreciation', 'cost'),
      ('general', 'disposals', null, null, null, '1350', 'Sold fixed assets', 'asset'),
      ('general', 'disposal_gains', null, null, null, '4740', 'Gains on fixed assets', 'income'),
      ('general', 'disposal_losses', null, null, null, '6610', 'Losses on fixed assets', 'cost'),
      ('general', 'write_offs', null, null, null, '6950', 'Written off', 'cost'),
      ('general', 'fees', null, null, null, '6960', 'Bank fees', 'cost'),
      ('general', 'costs', null, null, null, '6990', 'Costs without an account', 'cost'),
      ('snc', 'money', null, null, null, '12', 'Depósitos à ordem', 'asset'),
      ('snc', 'money', null, null, 'cash', '11', 'Caixa', 'asset'),
      ('snc', 'clients', null, null, null, '211', 'Clientes c/c', 'asset'),
      ('snc', 'vat_purchases', null, null, null, '2432', 'IVA – Dedutível', 'asset'),
      ('snc', 'vat_purchases_waiting', null, null, null, '24329', 'IVA – Dedutível após pagamento', 'asset'),
      ('snc', 'suppliers', null, null, null, '221', 'Fornecedores c/c', 'liability'),
      ('snc', 'vat_sales', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'vat_due', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'vat_waiting', null, null, null, '24339', 'IVA – Liquidado não exigível', 'liability'),
      ('snc', 'deposits', null, null, null, '218', 'Adiantamentos de clientes', 'liability'),
      ('snc', 'opening', null, null, null, '56', 'Resultados transitados', 'equity'),
      ('snc', 'sales', null, null, null, '72', 'Prestações de serviços', 'income'),
      ('snc', 'cash_discounts', null, null, null, '682', 'Descontos de pronto pagamento concedidos', 'cost'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'exchange_losses', null, null, null, '6887', 'Diferenças de câmbio desfavoráveis', 'cost'),
      ('snc', 'exchange_gains', null, null, null, '7887', 'Diferenças de câmbio favoráveis', 'income'),
      ('snc', 'depreciation', null, null, null, '642', 'Depreciações – Ativos fixos tangíveis', 'cost'),
      ('snc', 'disposals', null, null, null, '278', 'Outros devedores e credores', 'asset'),
      ('snc', 'disposal_gains', null, null, null, '7871', 'Ganhos em alienações', 'income'),
      ('snc', 'disposal_losses', null, null, null, '6871', 'Perdas em alienações', 'cost'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
  union all
  select * from private.chart_skr03() where p_chart = 'skr03'
  union all
  select null, null, null, null, o.code, o.name, o.kind from private.other_accounts_of(p_chart) as o
$$;
comment on function private.chart_of is
  'The accounts of a chart and the rules that lead to them: general, skr03 (Germany) or snc (Portugal). Those without a part
are private.other_accounts_of. docs/journal.md names the sources.';

create function private.used_accounts(p_moves boolean) returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select l.account_id from private.journal_lines('1900-01-01', '2200-01-01') as l where not p_moves and l.account_id is not null
  union select b.account_id from public.bank_bookings b where b.account_id is not null
  union select b.account_id from public.bank_rules b where b.account_id is not null
  union select l.account_id from public.book_entry_lines l where l.account_id is not null
  union select k.written_down_on from public.cost_accounts k where k.written_down_on is not null
    and (exists (select from public.supplier_invoice_items i where i.cost_account_id = k.id) or exists (select from public.fixed_assets f where f.account_id = k.id))
  union select r.account_id from public.account_rules r where r.service_id is not null or private.books_closed_to() is not null
$$;
comment on function private.used_accounts is
  'Accounts that keep their name and kind: those that somebody named for an entry of the bank, an entry by hand or a service, and, unless all entries move (p_moves), those with entries
and those that rules of closed days lead to.';

create function private.is_shipped_account(p_account public.ledger_accounts) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return not p_account.archived and exists (
    select from unnest(array['general', 'skr03', 'snc']) as k (chart) cross join lateral private.chart_of(k.chart) as c
     where (c.code, private.with_tax(c.name), c.kind) = (p_account.code, p_account.name, p_account.kind));
end $$;
comment on function private.is_shipped_account is 'The account is as a chart brings it: nobody changed its number, name or kind.';

create function private.numbers_from(p_code text) returns table (place integer, code text)
  language plpgsql immutable set search_path = ''
as $$
begin
  -- Short numbers have accounts below them, those of four digits beside them: 121 for 12, 1201 for 1200.
  return query
    select 0, p_code
    union all
    select g, case when length(p_code) < 4 then p_code || g else case when p_code like '0%' then '0' else '' end || (p_code::integer + g)::text end from generate_series(1, 99) as g;
end $$;
comment on function private.numbers_from is 'The number of an account of a chart, and those that it gets where that is taken, by their place.';

create function private.account_of_chart(p_chart text, p_code text, p_name text, p_kind text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_code text;
begin
  select coalesce(x.id, gen_random_uuid()), n.code into v_id, v_code
    from private.numbers_from(p_code) as n
    left join public.ledger_accounts x on lower(btrim(x.code)) = n.code and (x.name, x.kind, x.archived) = (p_name, p_kind, false)
   where x.id is not null
      or not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = n.code)
     and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = n.code)
     and not exists (select from private.chart_of(p_chart) as c where c.code = n.code and n.place > 0)
   order by n.place limit 1;
  insert into public.ledger_accounts (id, code, name, kind) values (v_id, v_code, p_name, p_kind) on conflict (id) do nothing;
  return v_id;
end $$;
comment on function private.account_of_chart is
  'The account with this name and kind under this number or, where the number is of another account, under the next one that is free. It is added
where it is missing.';

create function private.place_chart(p_chart text, p_used uuid[])
returns table (code text, account_id uuid, words text)
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row record;
  v_account public.ledger_accounts;
  v_is_kept boolean;
  v_is_used boolean;
begin
  for v_row in select c.part, c.method, c.vat_rate, c.vat_treatment, c.code, private.with_tax(c.name) as name, c.kind from private.chart_of(p_chart) as c loop
    select * into v_account from public.ledger_accounts a where lower(btrim(a.code)) = v_row.code;
    -- No rule needs an account without a part: where its number is taken it is left out.
    continue when v_row.part is null and not case
      when v_account.id is null then not exists (select from public.cost_accounts a where lower(btrim(a.code)) = v_row.code)
      else v_account.id <> all (p_used) and private.is_shipped_account(v_account) end;
    code := v_row.code;
    words := null;
    v_is_kept := v_account.kind = v_row.kind and not v_account.archived and exists (
      select from public.account_rules r where r.account_id = v_account.id and (r.part, r.method) is not distinct from (v_row.part, v_row.method));
    v_is_used := v_account.id = any (p_used) or private.is_shipped_account(v_account);
    -- Chosen again, a part stays at the number that it got beside that of the chart.
    account_id := (
      select a.id from public.account_rules r join public.ledger_accounts a on a.id = r.account_id
       where r.service_id is null
         and (r.part, r.method, r.vat_rate, r.vat_treatment) is not distinct from (v_row.part, v_row.method, v_row.vat_rate, v_row.vat_treatment)
         and (a.name, a.kind, a.archived) = (v_row.name, v_row.kind, false) and a.code <> v_row.code and left(a.code, 2) = left(v_row.code, 2)
       order by r.from_day desc nulls last limit 1);
    if account_id is not null then
      v_is_kept := false;
    elsif v_account.id <> all (p_used) and private.is_shipped_account(v_account) then
      v_is_kept := false;
      update public.ledger_accounts a set name = v_row.name, kind = v_row.kind
       where a.id = v_account.id and (a.name, a.kind) <> (v_row.name, v_row.kind);
      account_id := v_account.id;
    elsif v_is_kept then
      account_id := v_account.id;
    else
      account_id := private.account_of_chart(p_chart, v_row.code, v_row.name, v_row.kind);
    end if;
    if v_account.id is distinct from account_id or v_is_kept and v_account.name <> v_row.name then
      words := private.words_of_kept_account(v_row.code, account_id, v_account.id, v_is_used);
    end if;
    return next;
  end loop;
end $$;
comment on function private.place_chart is
  'The account of each number of a chart. One that is as a chart brought it, and that nobody used, takes the name and kind of this chart. A used or
changed one keeps its own, and serves only the part of papers that it served: otherwise the part has the next free number, and words say so. Accounts that no
rule leads to are left out where their number is taken.';

create function private.words_of_kept_account(p_code text, p_account_id uuid, p_kept_id uuid, p_is_used boolean) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_place constant public.ledger_accounts := (select a from public.ledger_accounts a where a.id = p_account_id);
  v_kept constant text := (select a.name from public.ledger_accounts a where a.id = p_kept_id);
begin
  return case
    when v_kept is null and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = p_code) then null
    when v_kept is null then format('%s is a cost account.', p_code)
    when p_is_used then format('%s is used and keeps its name, %s.', p_code, v_kept)
    else format('%s was changed and keeps its name, %s.', p_code, v_kept) end
    || case when v_place.code = p_code then '' else format(' %s has the number %s.', v_place.name, v_place.code) end;
end $$;
comment on function private.words_of_kept_account is 'What is said of a number of a chart that is of another account; nothing where it is free.';

create function private.chart_in_use(p_day date) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select k.chart from public.ledger_accounts a, unnest(array['general', 'skr03', 'snc']) as k (chart)
     where a.id = private.account_by_rules('clients', null, null, null, null, p_day)
       and exists (select from private.chart_of(k.chart) as c where c.part = 'clients' and private.with_tax(c.name) = a.name));
end $$;
comment on function private.chart_in_use is 'The chart to which the account of what clients owe belongs on a day: general, skr03 or snc; null where the company renamed it.';

create function private.keep_year_whole(p_chart text, p_from date) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_from is not null and p_from <> private.year_begins(p_from) and private.chart_in_use(p_from) is distinct from p_chart then
    perform private.refuse('PT409', format('The books of this year are closed up to %s: those entries would keep the numbers of the chart that you use now, and each balance of '
      || 'the year would stand under two numbers. Change the chart on %s, the first day of a year, or let an admin open the year again: all its entries move then.',
      private.day_text(p_from - 1), private.day_text((private.year_begins(p_from) + interval '1 year')::date)));
  end if;
end $$;
comment on function private.keep_year_whole is 'Refuses, in words, another chart from a day in the middle of a financial year: its balances would stand under two numbers.';

create function private.use_chart(p_chart text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant date := private.books_closed_to() + 1;
  v_used constant uuid[] := array(select u from private.used_accounts(v_from is null) as u);
  v_places jsonb;
  v_row record;
begin
  perform private.must('payments', 'edit', 'change the accounts of the books');
  if not exists (select from private.chart_of(p_chart)) then
    perform private.refuse('22023', 'Please choose one of the charts of accounts');
  end if;
  perform private.keep_year_whole(p_chart, v_from);
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
     where c.part is not null
  loop
    insert into public.account_rules (part, account_id, vat_rate, vat_treatment, method, from_day)
    values (v_row.part, v_row.account_id, v_row.vat_rate, v_row.vat_treatment, v_row.method, v_from)
    on conflict (part, service_id, vat_rate, vat_treatment, method, from_day) do update set account_id = excluded.account_id;
  end loop;
  delete from public.ledger_accounts a where a.id <> all (v_used) and private.is_shipped_account(a)
    and not exists (select from private.chart_of(p_chart) as c where c.code = a.code)
    and not exists (select from public.account_rules r where r.account_id = a.id)
    and not exists (select from public.cost_accounts k where k.written_down_on = a.id)
    and not exists (select from public.moved_accounts m where m.to_account_id = a.id);
  perform private.enter_cost_chart(p_chart);
  perform private.move_accounts(p_chart, v_from);
  return (select string_agg(p.words, ' ' order by p.code) from jsonb_to_recordset(v_places) as p (code text, words text));
end $$;
comment on function private.use_chart is
  'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on, which has to be the first of a financial year for another chart. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go. The cost accounts
of lines of bills follow the chart, and entries that name an account stand on its counterpart (private.move_accounts).';
call private.offer('private.use_chart(text)');

create function private.start_chart(p_chart text) returns text
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_set_up();
  if exists (select from private.journal_lines('1900-01-01', '2200-01-01')) then
    perform private.refuse('PT409', 'Papers are booked already: please choose the chart on the page of the accounts, which says what stays');
  end if;
  return private.use_chart(p_chart);
end $$;
comment on function private.start_chart is 'For admins: the chart of accounts that a company begins with, while nothing is booked. The answer is that of private.use_chart.';
grant execute on function private.start_chart to authenticated;

create function private.rename_tax_accounts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.ledger_accounts a set name = private.with_tax(c.name)
    from private.chart_of('general') as c
   where c.name like '{Tax}%'
     and a.name = replace(c.name, '{Tax}', upper(left(old.tax_name, 1)) || substr(old.tax_name, 2));
  return null;
end $$;
comment on function private.rename_tax_accounts is 'Accounts that still have the name of the chart are called as the tax is called now.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.ledger_accounts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('payments:edit');
create trigger guard_code before insert or update of code on public.ledger_accounts
  for each row execute function private.guard_account_code();

create trigger ask_first before insert on public.account_rules for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('payments:edit');
create trigger guard_rule before insert or update or delete on public.account_rules
  for each row execute function private.guard_account_rule();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into public.ledger_accounts (id, code, name, kind)
select distinct md5('ledger account ' || c.code)::uuid, c.code, private.with_tax(c.name), c.kind from private.chart_of('general') as c;

insert into public.account_rules (part, account_id, method)
select c.part, a.id, c.method from private.chart_of('general') as c join public.ledger_accounts a on a.code = c.code
 where c.part is not null;

insert into public.cost_accounts (code, name, kind, written_down_on)
select a.code, a.name, 'asset', l.id from private.asset_accounts_of('general') as a left join public.ledger_accounts l on l.code = a.written_down_on;
