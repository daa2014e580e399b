set check_function_bodies = off;

alter table public.account_rules drop constraint account_rules_treatment_is_known;
alter table public.account_rules add constraint account_rules_treatment_is_known check (vat_treatment in ('standard', 'reverse_charge', 'reverse_charge_home',
  'intra_community', 'exempt', 'export', 'outside', 'zero'));
comment on column public.account_rules.vat_treatment is 'reverse_charge_home: reverse charge whose client has no VAT number of another state of the Union; without
such a rule that of reverse_charge counts.';

drop function public.start_in_country(jsonb, jsonb, jsonb);

create or replace function private.cash_terms_of(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('pct', trim_scale(t.pct)::text, 'days', t.days)
      from (select case when c.cash_discount_pct is null then s.cash_discount_pct else c.cash_discount_pct end as pct,
                   case when c.cash_discount_pct is null then s.cash_discount_days else c.cash_discount_days end as days
              from public.company_settings s left join public.contacts c on c.id = p_contact_id) as t
     where t.pct > 0);
end $$;

create or replace function private.promised_cash_discount(p_quotation public.quotations) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_sent constant jsonb := (select s.snapshot from public.quotation_versions s where s.quotation_id = p_quotation.id and s.version = p_quotation.version);
  v_terms constant jsonb := case when v_sent is null then private.cash_terms_of(p_quotation.contact_id) else nullif(v_sent -> 'cash_discount', 'null') end;
  v_base constant numeric := p_quotation.net + p_quotation.vat - p_quotation.deposit_amount;
  v_amount constant numeric := round(v_base * (v_terms ->> 'pct')::numeric / 100, 2);
begin
  if v_amount > 0 then
    return jsonb_build_object('pct', v_terms -> 'pct', 'days', v_terms -> 'days', 'amount', private.amount_text(v_amount),
      'pays', private.amount_text(v_base - v_amount));
  end if;
  return null;
end $$;

create or replace function private.propose_cash_discount() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_terms jsonb;
begin
  if new.cash_discount_pct is null and new.kind <> 'deposit' and new.opening_on is null then
    v_terms := coalesce((
      select nullif(s.snapshot -> 'cash_discount', 'null') from public.orders o
        join public.quotation_versions s on s.quotation_id = o.quotation_id and s.version = o.quotation_version
       where o.id = new.order_id), private.cash_terms_of(new.contact_id));
    new.cash_discount_pct := (v_terms ->> 'pct')::numeric;
    new.cash_discount_days := (v_terms ->> 'days')::integer;
  end if;
  return new;
end $$;

create or replace function private.cash_discount_today(p_invoice public.invoices) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_amount constant numeric := private.cash_discount_of(p_invoice);
begin
  return case when v_amount < p_invoice.balance and private.company_today() <= p_invoice.issue_date + p_invoice.cash_discount_days then v_amount else 0 end;
end $$;

create or replace function private.asked_for(p_contact_id uuid, p_invoice_ids uuid[]) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_credit constant numeric := private.client_credit(p_contact_id);
begin
  return (select sum(v.balance - case when v_credit > 0 then 0 else private.cash_discount_today(v) end) from public.invoices v where v.id = any (p_invoice_ids)) - v_credit;
end $$;

create or replace function private.settle_chosen(p_request_id uuid, p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select r.invoice_id from private.request_invoices r where r.request_id = p_request_id);
  v_asked_on constant date := (select private.day_of(r.created_at) from public.payment_requests r where r.id = p_request_id);
  v_open numeric := (select p.open from public.payments p where p.id = p_payment_id);
  v_row record;
  v_is_exact boolean;
begin
  perform from public.invoices where id = any (v_ids) order by id for no key update;
  -- What was asked for without the cash discounts is exactly what came.
  v_is_exact := v_open = (select sum(v.balance - d.less)
    from public.invoices v
   cross join lateral (select case when v_asked_on <= v.issue_date + v.cash_discount_days then coalesce(private.cash_discount_of(v), 0) else 0 end as less) as d
   where v.id = any (v_ids));
  for v_row in
    select v.id, v.balance, case when v_is_exact and v_asked_on <= v.issue_date + v.cash_discount_days then coalesce(private.cash_discount_of(v), 0) else 0 end as less
      from public.invoices v where v.id = any (v_ids) order by v.due_date, v.issue_date, v.invoice_number
  loop
    v_open := (select p.open from public.payments p where p.id = p_payment_id);
    if least(v_open, v_row.balance - v_row.less) > 0 then
      perform private.allocate(p_payment_id, v_row.id, least(v_open, v_row.balance - v_row.less));
      if v_row.less > 0 then
        perform private.take_exact_discount(p_payment_id, v_row.id);
      end if;
    end if;
  end loop;
end $$;

create or replace function private.own_invoices(p_contact_id uuid, p_order_id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'public_uuid', v.public_uuid, 'number', v.invoice_number, 'kind', v.kind,
           'status', v.status, 'state', v.state, 'project_title', v.project_title, 'client_po', v.client_po, 'issue_date', v.issue_date, 'due_date', v.due_date,
           'is_overdue', v.balance > 0 and v.due_date < private.company_today(), 'currency', v.currency, 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance), 'written_off', private.amount_text(v.written_off), 'has_link', v.link_revoked_at is null,
           'cash_discount', case when v.balance > 0 then private.cash_discount_facts(v) end)
           order by v.balance > 0 desc, v.issue_date desc, v.invoice_number desc), '[]')
    from (select * from public.invoices r where r.contact_id = p_contact_id and r.status not in ('draft', 'void')
             and (p_order_id is null or r.order_id = p_order_id or exists (
               select from public.invoice_items i where i.invoice_id = r.id and i.order_id = p_order_id))
           order by r.balance > 0 desc, r.issue_date desc, r.invoice_number desc limit 300) as v
$$;

create or replace function private.is_reverse_at_home(p_kind text, p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_number constant text := case p_kind
    when 'invoice' then (select coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number)
      from public.invoices v join public.contacts c on c.id = v.contact_id where v.id = p_id)
    when 'credit_note' then (select coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number)
      from public.credit_notes n join public.contacts c on c.id = n.contact_id where n.id = p_id) end;
begin
  return not coalesce(private.union_state(v_number) <> private.union_state((select s.vat_number from public.company_settings s)), false);
end $$;

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
          and (s.vat_treatment is null or s.vat_treatment in (w.treated, replace(w.treated, '_home', ''))) and (s.method is null or s.method = w.method)
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
      ('general', 'cash_discounts', null, null, null, '4910', 'Cash discounts given', 'income'),
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
      ('skr03', 'sales', null, 'reverse_charge_home', null, '8337', 'Erlöse aus Leistungen nach § 13b UStG', 'income'),
      ('skr03', 'sales', null, 'outside', null, '8338', 'Erlöse aus im Drittland steuerbaren Leistungen', 'income'),
      ('skr03', 'cash_discounts', null, null, null, '8730', 'Gewährte Skonti', 'income'),
      ('skr03', 'cash_discounts', 19, null, null, '8736', 'Gewährte Skonti 19 % USt', 'income'),
      ('skr03', 'cash_discounts', 7, null, null, '8731', 'Gewährte Skonti 7 % USt', 'income'),
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
      ('snc', 'cash_discounts', null, null, null, '682', 'Descontos de pronto pagamento concedidos', 'cost'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
$$;

create or replace function private.start_chart(p_chart text) returns text
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_set_up();
  if exists (select from private.journal_lines('1900-01-01', '2200-01-01')) then
    perform private.refuse('PT409', 'Papers are booked already: please choose the chart on the page of the accounts, which says what stays');
  end if;
  return private.use_chart(p_chart);
end $$;

create or replace function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_request public.payment_requests;
  v_invoice public.invoices;
  v_id uuid;
  v_number text;
  v_open numeric;
  v_late boolean;
begin
  if coalesce(btrim(p_provider_ref), '') = '' or not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'A payment has a transaction and an amount with two decimals');
  end if;
  v_request := private.request_to_settle(p_request_id);
  if v_request.id is null then
    perform private.refuse('PT404', 'There is no such request');
  end if;
  select id into v_id from public.payments where provider = p_provider and provider_ref = p_provider_ref;
  if found then
    return jsonb_build_object('payment_id', v_id, 'new', false);
  end if;
  v_late := v_request.status in ('cancelled', 'expired', 'paid');
  v_number := private.draw_number('RCPT');
  insert into public.payments (payment_number, contact_id, method, provider, provider_ref, request_id, order_id, amount, currency, received_on)
  values (v_number, v_request.contact_id, 'card', p_provider, p_provider_ref, p_request_id, v_request.order_id, p_amount, v_request.currency,
    private.company_today())
  returning id into v_id;
  if not v_late then
    update public.payment_requests set status = 'paid', paid_at = now() where id = p_request_id;
    if v_request.purpose = 'deposit' then
      perform private.take_deposit(v_request.order_id, v_id, p_amount);
      perform private.refresh_payment(v_id);
    elsif v_request.purpose = 'invoice' then
      -- Its balance is asked for under its lock: what another payment took meanwhile becomes credit.
      select * into v_invoice from public.invoices where id = v_request.invoice_id for no key update;
      if v_invoice.balance > 0 then
        perform private.allocate(v_id, v_invoice.id, least(p_amount, v_invoice.balance));
        perform private.take_exact_discount(v_id, v_invoice.id);
      end if;
    elsif exists (select from private.request_invoices where request_id = p_request_id) then
      -- The client was asked for what his credit leaves: it settles the oldest of them first.
      perform private.spend_credit(v_request.contact_id, array(select r.invoice_id from private.request_invoices r where r.request_id = p_request_id), v_id);
      perform private.settle_chosen(p_request_id, v_id);
    else
      perform private.allocate_oldest(v_id);
    end if;
  end if;
  select open into v_open from public.payments where id = v_id;
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount), 'provider', p_provider));
  perform private.log_event('payment_request', p_request_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  perform private.tell_staff('{}', 'accounts', format('%s received', v_number),
    format('%s by card%s', private.money_words(p_amount, v_request.currency),
      case when v_late then format(' for a request that was %s: it is credit of the client', v_request.status)
           when v_open > 0 then format(': %s of it are credit of the client', private.money_words(v_open, v_request.currency)) else '' end),
    v_request.quotation_id, jsonb_build_object('payment_number', v_number, 'kind', 'payment', 'credit', private.amount_text(v_open)));
  if v_request.statement_id is not null then
    perform private.nudge('doc:' || s.public_uuid, 'statements', 'UPDATE', s.id::text) from public.statements s where s.id = v_request.statement_id;
  end if;
  return jsonb_build_object('payment_id', v_id, 'new', true, 'credit', private.amount_text(v_open));
end $$;

create or replace function private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.statements;
  v_amount numeric;
  v_count integer;
  v_id uuid;
begin
  select * into v_row from public.statements where public_uuid = p_uuid and link_revoked_at is null for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 or array_position(p_invoice_ids, null) is not null then
    perform private.refuse('22023', 'Please choose what to pay');
  end if;
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  select count(*) into v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_row.contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  v_amount := private.asked_for(v_row.contact_id, p_invoice_ids);
  if v_amount <= 0 then
    perform private.refuse('PT409', 'Your credit covers this: nothing is to be paid');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and purpose = 'statement' and statement_id = v_row.id and amount = v_amount;
  if v_id is null then
    perform private.limit_requests(null, v_row.id);
    insert into public.payment_requests (purpose, contact_id, statement_id, amount, currency)
    values ('statement', v_row.contact_id, v_row.id, v_amount, v_row.currency) returning id into v_id;
  end if;
  -- Another choice over the same amount takes the place of the one before: the payer chose it last.
  delete from private.request_invoices where request_id = v_id and invoice_id <> all (p_invoice_ids);
  insert into private.request_invoices (request_id, invoice_id) select distinct v_id, asked from unnest(p_invoice_ids) as asked
  on conflict do nothing;
  return private.get_payment_request(v_id);
end $$;

create or replace function private.open_client_request(p_invoice_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact((select v.contact_id from public.invoices v where v.id = p_invoice_ids[1]));
  v_amount numeric;
  v_count integer;
  v_id uuid;
begin
  if v_contact.id is null then
    perform private.refuse('42501', 'You may not pay from here');
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 or array_position(p_invoice_ids, null) is not null then
    perform private.refuse('22023', 'Please choose what to pay');
  end if;
  perform from public.contacts where id = v_contact.id for no key update;
  perform from public.invoices where id = any (p_invoice_ids) and contact_id = v_contact.id order by id for no key update;
  select count(*) into v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_contact.id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  v_amount := private.asked_for(v_contact.id, p_invoice_ids);
  if v_amount <= 0 then
    perform private.refuse('PT409', 'Your credit covers this: nothing is to be paid');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and purpose = 'statement' and statement_id is null and contact_id = v_contact.id and amount = v_amount;
  if v_id is null then
    if (select count(*) from public.payment_requests r
         where r.contact_id = v_contact.id and r.purpose = 'statement' and r.statement_id is null
           and r.created_at > now() - interval '1 hour') >= 30
    then
      perform private.refuse('PT429', 'Too many different amounts were asked for in one hour. Please call us.');
    end if;
    insert into public.payment_requests (purpose, contact_id, amount, currency)
    select 'statement', v_contact.id, v_amount, min(v.currency) from public.invoices v where v.id = any (p_invoice_ids) returning id into v_id;
  end if;
  -- Another choice over the same amount takes the place of the one before: the payer chose it last.
  delete from private.request_invoices where request_id = v_id and invoice_id <> all (p_invoice_ids);
  insert into private.request_invoices (request_id, invoice_id) select distinct v_id, asked from unnest(p_invoice_ids) as asked
  on conflict do nothing;
  return private.get_payment_request(v_id);
end $$;

create or replace function private.payable_of(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'number', v.invoice_number, 'due_date', v.due_date,
           'project_title', v.project_title, 'is_overdue', v.due_date < private.company_today(), 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance), 'cash_discount', private.cash_discount_facts(v)) order by v.due_date, v.issue_date, v.invoice_number), '[]')
    from public.invoices v where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0);
end $$;

create or replace function public.start_in_country(p_settings jsonb, p_rates jsonb default '[]', p_days jsonb default '[]', p_chart text default null) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  v_now public.company_settings;
  v_new public.company_settings;
  v_key text;
  v_day record;
  v_rates integer;
  v_days integer := 0;
begin
  perform private.must_set_up();
  if jsonb_typeof(p_settings) is distinct from 'object' or jsonb_typeof(p_rates) is distinct from 'array' or jsonb_typeof(p_days) is distinct from 'array' then
    raise invalid_parameter_value using message = 'Settings are an object, rates and days are lists';
  end if;
  select * into v_now from public.company_settings where id = 1 for update;
  for v_key in select k from jsonb_object_keys(p_settings) as k loop
    if v_key not in ('country', 'state', 'currency', 'time_zone', 'number_style', 'date_style', 'hour_style', 'first_weekday', 'paper_size', 'length_unit', 'tax_kind',
      'language', 'tax_name', 'tax_id_name', 'bank_fields', 'electronic_invoices', 'payment_terms_days') then
      raise invalid_parameter_value using message = format('%s is no setting of a country', left(v_key, 60));
    end if;
    if to_jsonb(v_now) ->> v_key is distinct from p_settings -> v_key ->> 'from' then
      raise sqlstate 'PT409' using message = 'Somebody changed the settings meanwhile. Please look at them again.';
    end if;
  end loop;
  v_new := jsonb_populate_record(v_now, (select coalesce(jsonb_object_agg(s.key, s.value -> 'to'), '{}') from jsonb_each(p_settings) as s));
  update public.company_settings set country = v_new.country, state = v_new.state, language = v_new.language, currency = v_new.currency, time_zone = v_new.time_zone, number_style = v_new.number_style,
         date_style = v_new.date_style, hour_style = v_new.hour_style, first_weekday = v_new.first_weekday, paper_size = v_new.paper_size,
         length_unit = v_new.length_unit, tax_kind = v_new.tax_kind, tax_name = v_new.tax_name, tax_id_name = v_new.tax_id_name,
         bank_fields = v_new.bank_fields, electronic_invoices = v_new.electronic_invoices, payment_terms_days = v_new.payment_terms_days
   where id = 1;
  insert into public.vat_rates (code, label, rate, treatment, country, is_default, sort)
  select r.code, r.label, r.rate, r.treatment, r.country,
         coalesce(r.is_default, false) and not exists (select from public.vat_rates v where v.is_default), coalesce(r.sort, 0)
    from jsonb_to_recordset(p_rates) as r (code text, label text, rate numeric, treatment text, country text, is_default boolean, sort integer)
      on conflict (code) do nothing;
  get diagnostics v_rates = row_count;
  for v_day in select d.on_day, d.name from jsonb_to_recordset(p_days) as d (on_day date, name text) loop
    insert into public.booking_closures (starts_on, ends_on, reason) select v_day.on_day, v_day.on_day, v_day.name
     where not exists (select from public.booking_closures c where c.desk is null and v_day.on_day between c.starts_on and c.ends_on);
    insert into public.work_centre_closures (starts_on, ends_on, reason) select v_day.on_day, v_day.on_day, v_day.name
     where not exists (select from public.work_centre_closures c where c.work_centre_id is null and v_day.on_day between c.starts_on and c.ends_on);
    v_days := v_days + 1;
  end loop;
  return jsonb_build_object('rates', v_rates, 'days', v_days) || case when p_chart is null then '{}' else jsonb_build_object('chart', private.start_chart(p_chart)) end;
end $$;

create or replace function private.mail_facts(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  case p_kind
    when 'quotation' then
      select private.mail_recipient(q.person_id, q.contact_id) || jsonb_build_object('number', q.number_with_version,
          'title', q.project_title, 'total', private.amount_text(q.net + q.vat),
          'tax_amount', case when q.vat <> 0 then private.amount_text(q.vat) end,
          'valid_until', q.valid_until, 'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency,
          'early_days', private.promised_cash_discount(q) ->> 'days', 'early_discount', private.promised_cash_discount(q) ->> 'amount') || private.deposit_facts(q)
        into v_facts from public.quotations q where q.id = p_id;
    when 'order' then
      select private.mail_recipient(o.person_id, o.contact_id) || jsonb_build_object('number', o.order_number,
          'title', o.project_title, 'total', private.amount_text(o.net + o.vat),
          'tax_amount', case when o.vat <> 0 then private.amount_text(o.vat) end,
          'deposit', case when o.deposit_amount > o.deposit_paid then private.amount_text(o.deposit_amount - o.deposit_paid) end,
          'client_po', o.client_po, 'promised_date', o.promised_date,
          'link', (select '/client-quotations/' || q.public_uuid from public.quotations q where q.id = o.quotation_id), 'currency', o.currency)
        into v_facts from public.orders o where o.id = p_id;
    when 'invoice' then
      select private.mail_recipient(v.person_id, v.contact_id) || jsonb_build_object('number', v.invoice_number,
          'title', v.project_title, 'total', private.amount_text(v.gross),
          'tax_amount', case when v.vat <> 0 then private.amount_text(v.vat) end, 'paid', private.amount_text(v.paid),
          'balance', private.amount_text(v.balance), 'to_pay', case when v.balance > 0 then private.amount_text(v.balance) end,
          'issue_date', v.issue_date, 'due_date', v.due_date,
          'days_late', case when v.due_date < private.company_today() then (private.company_today() - v.due_date)::text end,
          'client_po', v.client_po, 'link', '/client-invoices/' || v.public_uuid, 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency, 'early_day', early.facts -> 'until', 'early_amount', early.facts -> 'pays', 'early_discount', early.facts -> 'amount')
        into v_facts
        from public.invoices v
        left join lateral (select d as facts from private.cash_discount_facts(v) as d where (d ->> 'is_open')::boolean) as early on true
       where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross),
          'tax_amount', case when n.vat <> 0 then private.amount_text(n.vat) end, 'issue_date', n.issue_date,
          'invoice_number', v.invoice_number, 'reason', n.reason,
          'link', '/client-credit-notes/' || n.public_uuid, 'currency', n.currency)
        into v_facts from public.credit_notes n left join public.invoices v on v.id = n.invoice_id where n.id = p_id;
    when 'delivery' then
      select private.mail_recipient(o.person_id, d.contact_id) || jsonb_build_object('number', d.delivery_number,
          'title', d.project_title, 'order_number', o.order_number, 'method', replace(d.method, '_', ' '),
          'planned_at', case when d.scheduled_has_time then to_jsonb(d.scheduled_at) else to_jsonb(private.day_of(d.scheduled_at)) end,
          'delivered_at', d.delivered_at, 'received_by', d.received_by,
          'place', nullif(concat_ws(', ', l.label, l.city), ''), 'link', '/delivery-note/' || d.public_uuid) || private.rest_facts(d)
        into v_facts from public.deliveries d left join public.orders o on o.id = d.order_id
        left join public.locations l on l.id = d.location_id where d.id = p_id;
    when 'statement' then
      select private.mail_recipient(null, s.contact_id) || jsonb_build_object('number', s.statement_number, 'date_from', s.date_from,
          'date_to', s.date_to, 'balance', private.amount_text(s.closing), 'link', '/statements/' || s.public_uuid, 'currency', s.currency)
        into v_facts from public.statements s where s.id = p_id;
    when 'payment' then
      select private.mail_recipient(null, p.contact_id) || jsonb_build_object('number', p.payment_number,
          'amount', private.amount_text(p.amount), 'received_on', p.received_on, 'method', p.method, 'currency', p.currency)
        into v_facts from public.payments p where p.id = p_id;
    when 'mockup' then
      select private.mail_recipient(q.person_id, coalesce(o.contact_id, q.contact_id)) || jsonb_build_object('number', j.job_number,
          'title', j.title, 'link', '/mockups/' || q.public_uuid)
        into v_facts from public.jobs j left join public.orders o on o.id = j.order_id
        left join public.quotations q on q.id = j.quotation_id where j.id = p_id;
    when 'purchase_order' then
      select private.mail_recipient(null, o.supplier_id) || jsonb_build_object('number', o.purchase_number, 'expected_on', o.expected_on,
          'lines', (select count(*)::text from public.purchase_order_lines l where l.purchase_order_id = o.id))
        into v_facts from public.purchase_orders o where o.id = p_id;
    else
      v_facts := '{}';
  end case;
  return v_facts;
end $$;

create or replace function private.quotation_document(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'kind', 'quotation', 'language', private.language_of('quotation', q.id), 'number', q.number_with_version, 'quotation_number', q.quotation_number, 'version', q.version,
    'created_at', q.created_at, 'sent_at', q.sent_at, 'project_title', q.project_title, 'valid_until', q.valid_until,
    'currency', q.currency, 'net', private.amount_text(q.net), 'vat', private.amount_text(q.vat),
    'gross', private.amount_text(q.net + q.vat),
    'deposit', jsonb_build_object('kind', q.deposit_kind, 'value', q.deposit_value::text, 'amount', private.amount_text(q.deposit_amount)),
    'terms', q.terms, 'client_note', q.client_note, 'cash_discount', private.promised_cash_discount(q),
    'company', private.company_facts(), 'client', private.contact_facts(q.contact_id) || coalesce(nullif(s.snapshot -> 'client', 'null'), '{}'),
    'person', private.contact_facts(q.person_id) || coalesce(nullif(s.snapshot -> 'person', 'null'), '{}'), 'site', private.site_facts(q.location_id),
    'lines', coalesce((
      select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('is_optional', i.is_optional,
               'option_group', i.option_group, 'is_selected', i.is_selected,
               'price_breaks', case when q.show_price_breaks then i.price_breaks end) order by i.position)
        from public.quotation_items i where i.quotation_id = q.id), '[]'),
    'vat_table', coalesce((
      select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
               'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
        from private.quotation_vat(q.id) as v), '[]'))
    || case when s.snapshot is null then private.tax_facts_of_paper('quotation', q.id)
         else jsonb_strip_nulls(jsonb_build_object('tax_place', s.snapshot -> 'tax_place', 'tax_exemptions', s.snapshot -> 'tax_exemptions', 'is_collected', s.snapshot -> 'is_collected')) end
    from public.quotations q left join public.quotation_versions s on s.quotation_id = q.id and s.version = q.version
   where q.id = p_quotation_id
$$;

comment on function private.cash_terms_of is 'The cash discount that a client has, or else the company: {pct, days}; null without one.';
comment on function private.promised_cash_discount is
  'The cash discount of the invoice of a quotation, without its deposit: {pct, days, amount, pays}, as its version was sent; of a draft as the client has it now.
Null without one. Amounts are text.';
comment on function private.propose_cash_discount is
  'A new invoice has the cash discount that the quotation of its order promised, else that of its client, or that of the company. A deposit is paid
already, and papers of the former books have none.';
comment on function private.cash_discount_today is 'The cash discount that a client who pays an invoice today may take; 0 without one.';
comment on function private.asked_for is
  'What one payment of these open invoices of a client comes to: their balances less the cash discounts of today, or less the credit of the client. Credit settles
the oldest first and takes no discount, so one with credit pays without; the page of each invoice still offers it.';
comment on function private.settle_chosen is
  'A payment settles the invoices of its request, the oldest due first. Where it is exactly what they leave without the cash discounts of the day of the request,
it takes those.';
comment on function private.is_reverse_at_home is
  'The client of an invoice or credit note (p_kind) has no VAT number of another state of the Union, as private.vat_boxes sees it: its reverse charge is at home.';
comment on function private.start_chart is 'For admins: the chart of accounts that a company begins with, while nothing is booked. The answer is that of private.use_chart.';
comment on function private.payable_of is 'The open invoices of a client with their cash discounts, the oldest due first. Amounts are text.';
comment on function public.start_in_country is
'For admins: takes over what a country proposes, all or nothing. p_settings: {column: {from, to}}, refused when a value is not `from` any more.
p_rates: tax rates; a code that is there stays as it is. p_days: [{on_day, name}], closed for bookings and production; a day that is closed stays.
p_chart: the chart of accounts to begin with, refused once something is booked; null: that of now. chart of the answer names accounts that keep their name.';
grant execute on function private.start_chart to authenticated;
revoke execute on function public.start_in_country from public, anon;
grant execute on function public.start_in_country to authenticated;
reset check_function_bodies;

-- A company that books by SKR03 tells reverse charge at home from today on.
do $$
begin
  if exists (select from public.account_rules r where r.part = 'sales' and r.vat_treatment = 'reverse_charge')
    and (select a.code = '8200' and a.name = 'Erlöse' from public.account_rules r join public.ledger_accounts a on a.id = r.account_id
          where r.part = 'sales' and num_nonnulls(r.service_id, r.vat_rate, r.vat_treatment) = 0 order by r.from_day desc nulls last limit 1)
    and not exists (select from public.account_rules r where r.part = 'sales' and r.service_id is null and r.vat_treatment = 'reverse_charge_home')
  then
    insert into public.account_rules (part, account_id, vat_treatment, from_day)
    select 'sales', private.account_of_chart('skr03', c.code, c.name, c.kind), c.vat_treatment, private.company_today()
      from private.chart_of('skr03') as c where c.vat_treatment = 'reverse_charge_home';
  end if;
end $$;

-- Mails name the cash discount. Words that a shop wrote itself stay as they are.
insert into private.mail_variables (kind, name, label, type, example, position) values
  ('invoice', 'early_day', 'Last day of the cash discount; empty without one that is open', 'date', '2026-12-01', 18),
  ('invoice', 'early_amount', 'What settles it until then', 'money', '1424.39', 18),
  ('invoice', 'early_discount', 'The cash discount until then', 'money', '29.06', 18),
  ('quotation', 'early_days', 'Days of the cash discount from the invoice on; empty without one', 'text', '8', 14),
  ('quotation', 'early_discount', 'The cash discount of its invoice; empty without one', 'money', '29.06', 14);
create temporary table changed_words (key text, language text, was text, is_now text);
insert into changed_words values
  ('quotation', 'en', '{% if deposit != blank %} We start when the deposit of {{ deposit }} has arrived.{% endif %}',
   '{% if deposit != blank %} We start when the deposit of {{ deposit }} has arrived.{% endif %}{% if early_discount != blank %} Cash discount for early payment: {{ early_discount }} (days from the invoice: {{ early_days }}).{% endif %}'),
  ('invoice', 'en', '{% if due_date != blank %} Please pay it by {{ due_date }}.{% endif %}',
   '{% if due_date != blank %} Please pay it by {{ due_date }}.{% endif %}{% if early_day != blank %} If you pay by {{ early_day }}, {{ early_amount }} settle it: {{ early_discount }} are your cash discount.{% endif %}'),
  ('invoice_reminder', 'en', '<strong>{{ balance }}</strong>.',
   '<strong>{{ balance }}</strong>.{% if early_day != blank %} If you pay by {{ early_day }}, {{ early_amount }} settle it: {{ early_discount }} are your cash discount.{% endif %}'),
  ('quotation', 'de', '{% if deposit != blank %} Wir beginnen, sobald die Anzahlung von {{ deposit }} eingegangen ist.{% endif %}',
   '{% if deposit != blank %} Wir beginnen, sobald die Anzahlung von {{ deposit }} eingegangen ist.{% endif %}{% if early_discount != blank %} Skonto bei früher Zahlung: {{ early_discount }} (Tage ab Rechnung: {{ early_days }}).{% endif %}'),
  ('invoice', 'de', '{% if due_date != blank %} Bitte zahlen Sie bis zum {{ due_date }}.{% endif %}',
   '{% if due_date != blank %} Bitte zahlen Sie bis zum {{ due_date }}.{% endif %}{% if early_day != blank %} Bei Zahlung bis zum {{ early_day }} genügen {{ early_amount }}: {{ early_discount }} sind Ihr Skonto.{% endif %}'),
  ('invoice_reminder', 'de', '<strong>{{ balance }}</strong>.',
   '<strong>{{ balance }}</strong>.{% if early_day != blank %} Bei Zahlung bis zum {{ early_day }} genügen {{ early_amount }}: {{ early_discount }} sind Ihr Skonto.{% endif %}'),
  ('quotation', 'fr', '{% if deposit != blank %} Nous commençons dès réception de l’acompte de {{ deposit }}.{% endif %}',
   '{% if deposit != blank %} Nous commençons dès réception de l’acompte de {{ deposit }}.{% endif %}{% if early_discount != blank %} Escompte pour paiement rapide : {{ early_discount }} (jours à compter de la facture : {{ early_days }}).{% endif %}'),
  ('invoice', 'fr', '{% if due_date != blank %} Merci de la régler au plus tard le {{ due_date }}.{% endif %}',
   '{% if due_date != blank %} Merci de la régler au plus tard le {{ due_date }}.{% endif %}{% if early_day != blank %} Si vous payez au plus tard le {{ early_day }}, {{ early_amount }} suffisent : {{ early_discount }} d’escompte.{% endif %}'),
  ('invoice_reminder', 'fr', '<strong>{{ balance }}</strong>.',
   '<strong>{{ balance }}</strong>.{% if early_day != blank %} Si vous payez au plus tard le {{ early_day }}, {{ early_amount }} suffisent : {{ early_discount }} d’escompte.{% endif %}'),
  ('quotation', 'it', '{% if deposit != blank %} Iniziamo quando è arrivato l’acconto di {{ deposit }}.{% endif %}',
   '{% if deposit != blank %} Iniziamo quando è arrivato l’acconto di {{ deposit }}.{% endif %}{% if early_discount != blank %} Sconto cassa per pagamento rapido: {{ early_discount }} (giorni dalla fattura: {{ early_days }}).{% endif %}'),
  ('invoice', 'it', '{% if due_date != blank %} La preghiamo di pagarla entro il {{ due_date }}.{% endif %}',
   '{% if due_date != blank %} La preghiamo di pagarla entro il {{ due_date }}.{% endif %}{% if early_day != blank %} Se paga entro il {{ early_day }}, bastano {{ early_amount }}: {{ early_discount }} di sconto cassa.{% endif %}'),
  ('invoice_reminder', 'it', '<strong>{{ balance }}</strong>.',
   '<strong>{{ balance }}</strong>.{% if early_day != blank %} Se paga entro il {{ early_day }}, bastano {{ early_amount }}: {{ early_discount }} di sconto cassa.{% endif %}'),
  ('quotation', 'es', '{% if deposit != blank %} Empezamos cuando haya llegado el anticipo de {{ deposit }}.{% endif %}',
   '{% if deposit != blank %} Empezamos cuando haya llegado el anticipo de {{ deposit }}.{% endif %}{% if early_discount != blank %} Descuento por pronto pago: {{ early_discount }} (días desde la factura: {{ early_days }}).{% endif %}'),
  ('invoice', 'es', '{% if due_date != blank %} Por favor, páguela hasta el {{ due_date }}.{% endif %}',
   '{% if due_date != blank %} Por favor, páguela hasta el {{ due_date }}.{% endif %}{% if early_day != blank %} Si paga hasta el {{ early_day }}, bastan {{ early_amount }}: {{ early_discount }} de descuento por pronto pago.{% endif %}'),
  ('invoice_reminder', 'es', '<strong>{{ balance }}</strong>.',
   '<strong>{{ balance }}</strong>.{% if early_day != blank %} Si paga hasta el {{ early_day }}, bastan {{ early_amount }}: {{ early_discount }} de descuento por pronto pago.{% endif %}'),
  ('quotation', 'pt', '{% if deposit != blank %} Começamos quando chegar o adiantamento de {{ deposit }}.{% endif %}',
   '{% if deposit != blank %} Começamos quando chegar o adiantamento de {{ deposit }}.{% endif %}{% if early_discount != blank %} Desconto de pronto pagamento: {{ early_discount }} (dias a contar da fatura: {{ early_days }}).{% endif %}'),
  ('invoice', 'pt', '{% if due_date != blank %} Pedimos que a pague até {{ due_date }}.{% endif %}',
   '{% if due_date != blank %} Pedimos que a pague até {{ due_date }}.{% endif %}{% if early_day != blank %} Se pagar até {{ early_day }}, bastam {{ early_amount }}: {{ early_discount }} de desconto de pronto pagamento.{% endif %}'),
  ('invoice_reminder', 'pt', '<strong>{{ balance }}</strong>.',
   '<strong>{{ balance }}</strong>.{% if early_day != blank %} Se pagar até {{ early_day }}, bastam {{ early_amount }}: {{ early_discount }} de desconto de pronto pagamento.{% endif %}'),
  ('quotation', 'nl', '{% if deposit != blank %} Wij beginnen zodra de aanbetaling van {{ deposit }} binnen is.{% endif %}',
   '{% if deposit != blank %} Wij beginnen zodra de aanbetaling van {{ deposit }} binnen is.{% endif %}{% if early_discount != blank %} Betalingskorting bij snelle betaling: {{ early_discount }} (dagen vanaf de factuur: {{ early_days }}).{% endif %}'),
  ('invoice', 'nl', '{% if due_date != blank %} Wilt u betalen uiterlijk op {{ due_date }}?{% endif %}',
   '{% if due_date != blank %} Wilt u betalen uiterlijk op {{ due_date }}?{% endif %}{% if early_day != blank %} Bij betaling uiterlijk op {{ early_day }} volstaat {{ early_amount }}: {{ early_discount }} betalingskorting.{% endif %}'),
  ('invoice_reminder', 'nl', '<strong>{{ balance }}</strong>.',
   '<strong>{{ balance }}</strong>.{% if early_day != blank %} Bij betaling uiterlijk op {{ early_day }} volstaat {{ early_amount }}: {{ early_discount }} betalingskorting.{% endif %}'),
  ('quotation', 'pl', '{% if deposit != blank %} Zaczynamy, gdy wpłynie zaliczka {{ deposit }}.{% endif %}',
   '{% if deposit != blank %} Zaczynamy, gdy wpłynie zaliczka {{ deposit }}.{% endif %}{% if early_discount != blank %} Skonto za szybką zapłatę: {{ early_discount }} (dni od faktury: {{ early_days }}).{% endif %}'),
  ('invoice', 'pl', '{% if due_date != blank %} Prosimy o zapłatę do {{ due_date }}.{% endif %}',
   '{% if due_date != blank %} Prosimy o zapłatę do {{ due_date }}.{% endif %}{% if early_day != blank %} Przy zapłacie do {{ early_day }} wystarczy {{ early_amount }}: {{ early_discount }} skonta.{% endif %}'),
  ('invoice_reminder', 'pl', '<strong>{{ balance }}</strong>.',
   '<strong>{{ balance }}</strong>.{% if early_day != blank %} Przy zapłacie do {{ early_day }} wystarczy {{ early_amount }}: {{ early_discount }} skonta.{% endif %}'),
  ('quotation', 'mt', '{% if deposit != blank %} Nibdew meta jasal id-depożitu ta’ {{ deposit }}.{% endif %}',
   '{% if deposit != blank %} Nibdew meta jasal id-depożitu ta’ {{ deposit }}.{% endif %}{% if early_discount != blank %} Skont għall-ħlas fil-pront: {{ early_discount }} (jiem mill-fattura: {{ early_days }}).{% endif %}'),
  ('invoice', 'mt', '{% if due_date != blank %} Jekk jogħġbok ħallasha sa {{ due_date }}.{% endif %}',
   '{% if due_date != blank %} Jekk jogħġbok ħallasha sa {{ due_date }}.{% endif %}{% if early_day != blank %} Jekk tħallas sa {{ early_day }}, ikunu biżżejjed {{ early_amount }}: {{ early_discount }} skont għall-ħlas fil-pront.{% endif %}'),
  ('invoice_reminder', 'mt', '<strong>{{ balance }}</strong>.',
   '<strong>{{ balance }}</strong>.{% if early_day != blank %} Jekk tħallas sa {{ early_day }}, ikunu biżżejjed {{ early_amount }}: {{ early_discount }} skont għall-ħlas fil-pront.{% endif %}');
alter table public.email_templates disable trigger user;
update public.email_template_versions v set body = replace(v.body, w.was, w.is_now)
  from public.email_templates t, changed_words w
 where t.id = v.template_id and t.version = 1 and t.created_by is null and t.key = w.key and t.language = w.language;
update public.email_templates t set body = replace(t.body, w.was, w.is_now)
  from changed_words w where t.version = 1 and t.created_by is null and t.key = w.key and t.language = w.language;
alter table public.email_templates enable trigger user;
drop table changed_words;
