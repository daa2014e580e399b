-- Each chart has accounts for entries of the bank that no paper explains, and other income may hold VAT that is owed.
set check_function_bodies = off;

alter table public.bank_bookings drop constraint bank_bookings_vat_is_of_costs;
alter table public.bank_rules drop constraint bank_rules_vat_is_of_costs;
alter table public.bank_bookings add constraint bank_bookings_vat_has_its_rate check (vat_rate between 0 and 100 and (vat = 0 or vat_rate is not null));
alter table public.bank_rules add constraint bank_rules_rate_is_percent check (vat_rate between 0 and 100);
comment on column public.bank_bookings.vat is 'The VAT in the amount, at vat_rate: of a cost account the input tax, of an income account what is owed. Without a rate it is in no return.';

create or replace function private.bank_sales(p_from date, p_to date)
returns table (on_date date, id uuid, number text, rate numeric, base numeric, tax numeric, code text, words text, account text)
  language sql stable security definer set search_path = ''
as $$
  select b.booked_on, coalesce(b.reverses_id, b.id), b.number, b.vat_rate, b.vat - b.amount, -b.vat, s.currency, nullif(concat_ws(' · ', b.party_name, b.words), ''),
         a.label
    from public.bank_bookings b join public.ledger_accounts a on a.id = b.account_id cross join public.company_settings s
   where b.booked_on between p_from and p_to and b.vat_rate is not null
$$;
comment on function private.bank_sales is 'Income on bank statements for which nobody wrote an invoice, where somebody said which VAT is in it. For functions that asked for the right.';

create or replace function private.journal_of_bank(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select b.booked_on, 8, 'bank_entry', coalesce(b.reverses_id, b.id), b.id, b.number, null::uuid, concat_ws(' · ', b.party_name, b.words), side.part,
         side.account_id, null::uuid, side.rate, case when side.part = 'vat_sales' then 'standard' end, side.method, side.amount
    from public.bank_bookings b
   cross join lateral (values
     (case when b.cost_account_id is null then 'booked' else 'costs' end, coalesce(b.account_id, b.cost_account_id), b.vat_rate, null, b.amount - b.vat),
     (case when b.cost_account_id is null then 'vat_sales' else 'vat_purchases' end, null, b.vat_rate, null, b.vat), ('money', null, null, 'bank', -b.amount)) as side (part, account_id, rate, method, amount)
   where b.booked_on between p_from and p_to and side.amount <> 0
$$;
comment on function private.journal_of_bank is 'What entries of the bank move that are nobody''s payment: the account that a person chose, and VAT, against money. cost_account_id: that account, of costs
or of the books. Amounts above zero are debits.';

create or replace function private.account_choice(p_id uuid, p_vat_rate numeric) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account public.ledger_accounts;
  v_cost public.cost_accounts;
begin
  select * into v_account from public.ledger_accounts where id = p_id;
  select * into v_cost from public.cost_accounts where id = p_id;
  if num_nonnulls(v_account.id, v_cost.id) = 0 then
    perform private.refuse('22023', 'Please choose the account');
  elsif coalesce(v_account.archived, v_cost.archived) then
    perform private.refuse('PT409', format('%s is archived. Please choose another account.', private.account_in_words(v_account.id, v_cost.id)));
  elsif exists (select from public.account_rules r where r.account_id = p_id and r.part in ('clients', 'suppliers', 'deposits')) then
    perform private.refuse('PT409', format('%s is moved by papers and their payments only. Please choose the client or the supplier, or another account.', v_account.label));
  elsif exists (select from public.account_rules r where r.account_id = p_id and r.part = 'money' and coalesce(r.method, 'bank') = 'bank') then
    perform private.refuse('PT409', format('%s is the account of this statement. Please choose the account of the other side.', v_account.label));
  elsif p_vat_rate is not null and v_cost.id is null and v_account.kind <> 'income' then
    perform private.refuse('22023', private.with_tax('{Tax} is only in costs and income: please choose an account of these, or no {tax}'));
  elsif p_vat_rate is not null and v_cost.id is null and (select s.tax_kind = 'sales_tax' from public.company_settings s) then
    perform private.refuse('22023', private.with_tax('{Tax} is owed for invoices alone: please make one, or choose no {tax}'));
  elsif not coalesce(p_vat_rate between 0 and 100 and p_vat_rate = trunc(p_vat_rate, 4), true) then
    perform private.refuse('22023', private.with_tax('Please choose a rate of {tax} from 0 to 100'));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('account_id', v_account.id, 'cost_account_id', v_cost.id, 'vat_rate', trim_scale(p_vat_rate)::text));
end $$;
comment on function private.account_choice is 'The account and the rate of VAT that a person chose: {account_id or cost_account_id, vat_rate}. Refuses, in words, an account that is archived, that
papers move, or that is the bank itself, and VAT elsewhere than in costs and income.';

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
     where b.booked_on between p_from and p_to and b.vat_rate is not null and b.cost_account_id is not null and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'bank_entry', b.id, concat_ws(' · ', b.number, b.words), null::uuid, b.on_date, to_char(b.on_date, 'YYYY-MM'),
           format('%s %% standard', trim_scale(b.rate)), 'sales', b.base, b.tax
      from private.bank_sales(p_from, p_to) as b where b.code = p_currency;
end $$;
comment on function private.analytics_of_vat is 'The part vat of private.analytics_rows: sales by rate and treatment, the input tax of purchases by the rates and treatments of their
lines, what of a bill is on no line, and under the mark due the VAT that the company owes itself on purchases.';

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
        select t.on_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, v.currency as code, null as words, null as account, null as place,
               v.snapshot -> 'tax_place' ->> 'name' as taxed_at, null::numeric as own, null::numeric as deducted
          from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where p_side = 'sales'
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
        select b.on_date, b.number, 'bank entry', null, b.rate, 'standard', b.base, b.tax, b.code, b.words, b.account, b.id::text, null, null, null
          from private.bank_sales(p_from, p_to) as b where p_side = 'sales'
        union all
        select b.on_date, b.number, b.kind, b.who, b.rate, b.treatment, b.base, b.tax, b.code, b.words, b.account, b.place, null, b.own, b.deducted
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;
comment on function private.ledger is 'The ledger of sales (invoices, credit notes, cash discounts and income on bank statements by VAT rate) or of purchases (the lines of bills and costs of the bank, with their cost
account and treatment, the VAT that the company owes itself and the input tax) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';
comment on function public.ledger(text, date, date) is 'The ledger of sales (invoices, credit notes, cash discounts and income on bank statements by VAT rate) or of purchases (the lines of bills and costs of the bank, with their cost
account and treatment, the VAT that the company owes itself and the input tax) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';

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
    select 'sales', 'bank_entry', b.id, b.number, null, b.on_date, b.rate, 'standard', b.base, b.tax, 0, null, b.code from private.bank_sales(p_from, p_to) as b
    union all
    select 'purchases', l.record_kind, l.record_id, l.number, l.who, l.on_date, l.rate, l.treatment, l.base, l.own, l.deducted, c.vat_number, l.code
      from private.purchase_lines(p_from, p_to) as l left join public.contacts c on c.id = l.who
     where private.is_server() or private.can('supplier-invoices', 'view')
  )
  select p.side, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, p.base, p.due, p.input, p.number, coalesce(private.union_state(p.number) <> o.state, false)
    from papers p cross join own o where p.currency = o.currency
$$;
comment on function private.papers_of_return is 'What the papers of these days bring into a VAT return, in the currency of the company: base, the tax that is due, and the input tax. Credit notes and cash
discounts are taken off; a deposit invoice counts on the days of its money. number: the VAT number of the other side; is_union: it is of another state of the Union. For functions that asked for the right.';

create or replace function private.other_accounts_of(p_chart text) returns table (code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  select c.code, c.name, c.kind
    from (values
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
      ('snc', '681', 'Impostos', 'cost'),
      ('snc', '691', 'Juros suportados', 'cost'),
      ('snc', '781', 'Rendimentos suplementares', 'income'),
      ('snc', '7872', 'Sinistros', 'income'),
      ('snc', '7888', 'Outros rendimentos não especificados', 'income'),
      ('snc', '791', 'Juros obtidos', 'income')
    ) as c (chart, code, name, kind)
   where c.chart = p_chart
$$;
comment on function private.other_accounts_of is 'The accounts of a chart that no paper is booked to: they are there for entries of the bank, such as interest, other income, taxes and the owner''s money.';

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
  union all
  select null, null, null, null, o.code, o.name, o.kind from private.other_accounts_of(p_chart) as o
$$;
comment on function private.chart_of is 'The accounts of a chart and the rules that lead to them: general, skr03 (Germany) or snc (Portugal). Those without a part
are private.other_accounts_of. docs/journal.md names the sources.';

create or replace function private.place_chart(p_chart text, p_used uuid[])
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
comment on function private.place_chart is 'The account of each number of a chart. One that is as a chart brought it, and that nobody used, takes the name and kind of this chart. A used or
changed one keeps its own, and serves only the part of papers that it served: otherwise the part has the next free number, and words say so. Accounts that no
rule leads to are left out where their number is taken.';

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
     where c.part is not null
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
comment on function private.use_chart is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go. The cost accounts
of lines of bills follow the chart.';
comment on function public.use_chart(text) is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go. The cost accounts
of lines of bills follow the chart.';

create or replace function private.rename_tax_accounts() returns trigger
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

-- The row is as a new company has it, and has the version of one.
alter table public.hand_over_settings alter column automatic_accounts set default '{3125,3425,8300,8400,8640,8731,8736}';
alter table public.hand_over_settings disable trigger user;
update public.hand_over_settings set automatic_accounts = '{3125,3425,8300,8400,8640,8731,8736}' where automatic_accounts in ('{8300,8400}', '{3125,3425,8300,8400}');
alter table public.hand_over_settings enable trigger user;

-- The accounts for entries of the bank, of the chart that the company books by now, where their numbers are free.
alter table public.ledger_accounts disable trigger user;
insert into public.ledger_accounts (id, code, name, kind)
select case when k.chart = 'general' then md5('ledger account ' || c.code)::uuid else gen_random_uuid() end, c.code, private.with_tax(c.name), c.kind
  from (select a.code, a.name from public.account_rules r join public.ledger_accounts a on a.id = r.account_id
         where r.part = 'clients' order by r.from_day desc nulls last limit 1) as clients
  join unnest(array['general', 'skr03', 'snc']) as k (chart)
    on exists (select from private.chart_of(k.chart) as d where d.part = 'clients' and (d.code, d.name) = (clients.code, clients.name))
 cross join lateral private.other_accounts_of(k.chart) as c
 where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = c.code)
   and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code)
on conflict do nothing;
alter table public.ledger_accounts enable trigger user;

revoke execute on all routines in schema private from public;
reset check_function_bodies;
