set check_function_bodies = off;

drop routine public.first_steps();

create or replace function private.credit_amounts(p_note_id uuid, p_invoice public.invoices, p_amounts jsonb, p_is_gross boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asked record;
  v_line record;
  v_left numeric;
  v_part numeric;
  v_words text;
  v_number integer := 0;
  v_vats jsonb := '[]';
begin
  for v_asked in
    select a.*, r.base, r.vat, part.base as part_base, part.vat as part_vat
      from (select (one ->> 'vat_rate')::numeric as vat_rate, one ->> 'vat_treatment' as vat_treatment, sum((one ->> 'amount')::numeric) as amount
              from jsonb_array_elements(p_amounts) as one group by 1, 2) as a
      left join private.creditable_rates(p_invoice.id, p_note_id) as r on r.vat_rate = a.vat_rate and r.vat_treatment = a.vat_treatment
      left join lateral private.part_of_gross(a.amount, a.vat_rate, r.base, r.vat) as part on p_is_gross
     order by a.vat_rate, a.vat_treatment
  loop
    if not coalesce(v_asked.amount > 0 and v_asked.amount < 1000000000 and v_asked.amount = trunc(v_asked.amount, 2), false) then
      perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
    elsif v_asked.base is null then
      perform private.refuse('22023', private.with_tax('This invoice has no such {tax} rate'));
    end if;
    v_left := case when p_is_gross then v_asked.part_base else v_asked.amount end;
    v_words := (select left(format('Credit at %s %%: %s', trim_scale(v_asked.vat_rate), n.reason), 2000) from public.credit_notes n where n.id = p_note_id);
    if v_left > v_asked.base or p_is_gross and v_asked.amount > v_asked.base + v_asked.vat then
      perform private.refuse('PT409', private.with_tax(format('At %s %% {tax} only %s are left to credit of %s', trim_scale(v_asked.vat_rate),
        case when p_is_gross then private.money_words(greatest(v_asked.base + v_asked.vat, 0)) || ' with {tax}'
          else private.money_words(greatest(v_asked.base, 0)) || ' net' end, p_invoice.invoice_number))
        || private.deducted_words(p_invoice.id, v_asked.vat_rate, v_asked.vat_treatment));
    end if;
    for v_line in
      select (l.item).id, (l.item).net - l.credited_net as open
        from private.creditable_lines(p_invoice.id) as l
       where (l.item).kind = 'item' and (l.item).net - l.credited_net > 0
         and (l.item).vat_rate = v_asked.vat_rate and (l.item).vat_treatment = v_asked.vat_treatment
       order by (l.item).position
    loop
      exit when v_left <= 0;
      v_part := least(v_left, v_line.open);
      insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, by_amount)
      values (p_note_id, v_line.id, private.line_key(v_number), 'item', v_words, null, 1, null,
        v_part, 0, v_asked.vat_rate, v_asked.vat_treatment, v_part, true);
      v_number := v_number + 1;
      v_left := v_left - v_part;
    end loop;
    if v_left > 0 then
      perform private.refuse('PT409', private.with_tax(format('The lines at %s %% {tax} have less left to credit: please credit quantities of lines',
        trim_scale(v_asked.vat_rate))));
    end if;
    if p_is_gross then
      v_vats := v_vats || jsonb_build_object('vat_rate', v_asked.vat_rate, 'vat_treatment', v_asked.vat_treatment, 'vat', v_asked.part_vat);
    end if;
  end loop;
  if v_number = 0 then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  return v_vats;
end $$;

create or replace function private.total_credit_note(p_note_id uuid, p_invoice public.invoices, p_lines jsonb, p_vats jsonb default '[]') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rate record;
  v_taken jsonb;
  v_deposits jsonb := '[]';
  v_deposit record;
begin
  for v_rate in
    select c.vat_rate, c.vat_treatment, c.base, r.base as left_base, r.vat as left_vat
      from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.credit_note_items i where i.credit_note_id = p_note_id group by 1, 2) as c
      join private.creditable_rates(p_invoice.id, p_note_id) as r on r.vat_rate = c.vat_rate and r.vat_treatment = c.vat_treatment
     order by c.vat_rate, c.vat_treatment
  loop
    -- More than the invoice holds at this rate is what its deposits covered.
    if v_rate.base > v_rate.left_base then
      v_taken := private.take_along(p_note_id, p_invoice.id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base - v_rate.left_base, p_lines);
      if (v_taken ->> 'over')::numeric > 0 then
        perform private.refuse('PT409', private.with_tax(format('At %s %% {tax} only %s net are left to credit of %s', trim_scale(v_rate.vat_rate),
          private.money_words(greatest(v_rate.left_base, 0)), p_invoice.invoice_number))
          || private.deducted_words(p_invoice.id, v_rate.vat_rate, v_rate.vat_treatment));
      end if;
      v_deposits := v_deposits || (v_taken -> 'deposits');
      v_rate.base := v_rate.left_base;
    end if;
    if v_rate.base < 0 and v_rate.base < v_rate.left_base or v_rate.base < 0 and v_rate.left_base >= 0 then
      perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
    end if;
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (p_note_id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base,
      coalesce((select x.vat from jsonb_to_recordset(p_vats) as x (vat_rate numeric, vat_treatment text, vat numeric)
                 where x.vat_rate = v_rate.vat_rate and x.vat_treatment = v_rate.vat_treatment),
        private.vat_of_part(v_rate.base, v_rate.vat_rate, v_rate.left_base, v_rate.left_vat)));
  end loop;
  select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat into v_rate from public.credit_note_vat where credit_note_id = p_note_id;
  if v_rate.base + v_rate.vat < 0 then
    perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
  end if;
  update public.credit_notes set net = v_rate.base, vat = v_rate.vat where id = p_note_id;
  if (select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void') > p_invoice.gross then
    perform private.refuse('PT409', format('No more than %s can be credited of %s: credit its discounts with its lines', private.money_words(
      p_invoice.gross - (select coalesce(sum(n.gross), 0) from public.credit_notes n
        where n.invoice_id = p_invoice.id and n.id <> p_note_id and n.status <> 'void')), p_invoice.invoice_number));
  end if;
  perform private.log_event('credit_note', p_note_id, 'created', jsonb_build_object('invoice_number', p_invoice.invoice_number));
  for v_deposit in
    select (part ->> 'invoice')::uuid as invoice, jsonb_agg(part) as parts from jsonb_array_elements(v_deposits) as part group by 1 order by 1
  loop
    perform private.credit_deposit(p_note_id, v_deposit.invoice, v_deposit.parts);
  end loop;
end $$;

create or replace function private.credit_deposit(p_with uuid, p_invoice_id uuid, p_parts jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_id uuid;
  v_part record;
  v_number integer := 0;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  insert into public.credit_notes (invoice_id, contact_id, reason, currency, created_by, with_note_id)
  select p_invoice_id, v_invoice.contact_id, n.reason, v_invoice.currency, auth.uid(), p_with from public.credit_notes n where n.id = p_with
  returning id into v_id;
  for v_part in
    select i.*, part.base as part, part.vat as part_vat, t.base - coalesce(before.base, 0) as left_base, held.base as held_base, held.vat as held_vat
      from jsonb_to_recordset(p_parts) as part (item uuid, rate numeric, treatment text, base numeric, vat numeric)
      join public.invoice_items i on i.invoice_id = p_invoice_id and i.vat_rate = part.rate and i.vat_treatment = part.treatment and i.kind = 'item'
      join public.invoice_vat t on t.invoice_id = p_invoice_id and t.vat_rate = part.rate and t.vat_treatment = part.treatment
      left join lateral (
        select sum(b.base) as base, sum(b.vat) as vat from public.credit_note_vat b join public.credit_notes n on n.id = b.credit_note_id
         where n.invoice_id = p_invoice_id and n.status <> 'void' and b.vat_rate = part.rate and b.vat_treatment = part.treatment) as before on true
      -- What the deduction held before the note p_with, which takes this part of it back.
      left join lateral (
        select -x.net - coalesce(back.base, 0) as base, -x.vat - coalesce(back.vat, 0) as vat
          from public.invoice_items x
          left join lateral (
            select sum(b.base) as base, sum(b.vat) as vat from public.credit_note_vat b
              join public.credit_notes n on n.id = b.credit_note_id join public.credit_notes w on w.id = n.with_note_id
             where n.invoice_id = p_invoice_id and n.status <> 'void' and w.invoice_id = x.invoice_id
               and b.vat_rate = part.rate and b.vat_treatment = part.treatment) as back on true
         where x.id = part.item) as held on true
     order by i.position
  loop
    if v_part.part > v_part.left_base then
      perform private.refuse('PT409', private.with_tax(format('Of the deposit %s only %s net are left to credit at %s %% {tax}', v_invoice.invoice_number,
        private.money_words(v_part.left_base), trim_scale(v_part.vat_rate))));
    end if;
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
      discount_pct, vat_rate, vat_treatment, net)
    values (v_id, v_part.id, private.line_key(v_number), 'item', v_part.description, v_part.details, 1, v_part.unit, v_part.part, 0, v_part.vat_rate,
      v_part.vat_treatment, v_part.part);
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (v_id, v_part.vat_rate, v_part.vat_treatment, v_part.part,
      coalesce(v_part.part_vat, private.vat_of_part(v_part.part, v_part.vat_rate, v_part.held_base, v_part.held_vat)));
    v_number := v_number + 1;
  end loop;
  update public.credit_notes set net = total.base, vat = total.vat
    from (select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat from public.credit_note_vat where credit_note_id = v_id) as total
   where id = v_id;
  perform private.log_event('credit_note', v_id, 'created', jsonb_build_object('invoice_number', v_invoice.invoice_number));
  return v_id;
end $$;

create or replace function private.refuse_deducted(p_note public.credit_notes) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_over record;
begin
  if p_note.with_note_id is not null or not exists (select from public.invoices where id = p_note.invoice_id and kind = 'deposit') then
    return;
  end if;
  select v.invoice_number, r.vat_rate, r.vat_treatment, r.base into v_over
    from private.creditable_rates(p_note.invoice_id, p_note.id) as r
    join public.credit_note_vat c on c.credit_note_id = p_note.id and c.vat_rate = r.vat_rate and c.vat_treatment = r.vat_treatment
    join public.invoices v on v.id = p_note.invoice_id
   where c.base > r.base or c.base + c.vat > r.base + r.vat order by r.vat_rate, r.vat_treatment limit 1;
  if found then
    perform private.refuse('PT409', private.with_tax(format('At %s %% {tax} only %s net are left to credit of %s', trim_scale(v_over.vat_rate),
      private.money_words(greatest(v_over.base, 0)), v_over.invoice_number))
      || private.deducted_words(p_note.invoice_id, v_over.vat_rate, v_over.vat_treatment));
  end if;
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
      ('snc', 'sales', null, null, null, '72', 'Prestações de serviços', 'income'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
$$;

create or replace function private.use_chart(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant date := private.books_closed_to() + 1;
  v_row record;
begin
  perform private.must('payments', 'edit', 'change the accounts of the books');
  if not exists (select from private.chart_of(p_chart)) then
    perform private.refuse('22023', 'Please choose one of the charts of accounts');
  end if;
  -- Conditions of another chart lead to the accounts of this one as everything else of their part.
  if v_from is null then
    delete from public.account_rules r where r.service_id is null and num_nonnulls(r.vat_rate, r.vat_treatment, r.method, r.from_day) > 0;
  end if;
  insert into public.ledger_accounts (code, name, kind)
  select distinct c.code, private.with_tax(c.name), c.kind from private.chart_of(p_chart) as c
   where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = lower(c.code));
  for v_row in
    select c.part, c.vat_rate, c.vat_treatment, c.method, a.id as account_id
      from (select * from private.chart_of(p_chart)
            union all
            select r.part, r.vat_rate, r.vat_treatment, r.method, d.code, d.name, d.kind
              from (select distinct o.part, o.vat_rate, o.vat_treatment, o.method from public.account_rules o where o.service_id is null) as r
              join private.chart_of(p_chart) as d on d.part = r.part and num_nonnulls(d.vat_rate, d.vat_treatment, d.method) = 0
             where not exists (select from private.chart_of(p_chart) as n where (n.part, n.vat_rate, n.vat_treatment, n.method)
               is not distinct from (r.part, r.vat_rate, r.vat_treatment, r.method))) as c
      join public.ledger_accounts a on lower(btrim(a.code)) = lower(c.code)
  loop
    insert into public.account_rules (part, account_id, vat_rate, vat_treatment, method, from_day)
    values (v_row.part, v_row.account_id, v_row.vat_rate, v_row.vat_treatment, v_row.method, v_from)
    on conflict (part, service_id, vat_rate, vat_treatment, method, from_day) do update set account_id = excluded.account_id;
  end loop;
end $$;

create or replace function private.rename_tax_accounts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.ledger_accounts a set name = private.with_tax(c.name)
    from private.chart_of('general') as c
   where c.part in ('vat_purchases', 'vat_sales')
     and a.name = replace(c.name, '{Tax}', upper(left(old.tax_name, 1)) || substr(old.tax_name, 2));
  return null;
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
    values (p_bill.id, 'a0001', format('Invoice %s', btrim(p_bill.supplier_number)), 1, p_bill.net,
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
                  order by l.vat_rate > 0 desc, abs(l.net) desc, l.position limit 1);
  end if;
end $$;

create or replace function private.with_tax(p_text text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_name constant text := coalesce((select tax_name from public.company_settings), 'VAT');
begin
  return replace(replace(p_text, '{tax}', v_name), '{Tax}', upper(left(v_name, 1)) || substr(v_name, 2));
end $$;

create or replace function public.first_steps()
returns table (name boolean, logo boolean, country boolean, samples boolean, address boolean, time_zone boolean, colleagues boolean, contacts boolean, vat boolean,
  vat_number boolean, bank boolean, terms boolean, service boolean, hours boolean, mail boolean, quotation boolean, put_away boolean)
language sql stable set search_path = '' as $$
  select s.name <> 'Our company',
         s.logo_url is not null,
         coalesce(btrim(s.country), '') <> '',
         exists (select from public.sample_records) or exists (select from public.services),
         coalesce(btrim(s.address), '') <> '',
         s.time_zone <> 'UTC',
         (select count(*) > 1 from (
            select from public.user_roles r where r.role not in ('pending', 'client') limit 2) as staff),
         exists (select from public.contacts c where c.user_id is null),
         exists (select from public.vat_rates r where r.is_default),
         -- Sales tax needs no number, and a company that is not registered charges no VAT: none of its rates is above zero.
         s.vat_number is not null or s.tax_kind <> 'vat' or (select max(r.rate) = 0 from public.vat_rates r) is true,
         s.iban is not null or s.account_number is not null,
         s.quotation_terms is not null or exists (select from public.quotation_terms),
         exists (select from public.services),
         exists (select from public.booking_hours),
         s.email is not null,
         -- The way from a quotation to money was gone once: a deposit is recorded, or a payment pays an invoice.
         exists (select from public.orders o where o.deposit_paid > 0) or exists (select from public.payments p where p.allocated > 0),
         s.first_steps_put_away
    from public.company_settings s
   where s.id = 1 and private.my_role() = 'admin'
$$;

create table public.sample_records (
  key        text primary key,
  trades     text[] not null,
  kind       text not null,
  record_id  uuid not null,
  versions   jsonb not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint sample_records_once unique (kind, record_id),
  constraint sample_records_key_is_a_word check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  constraint sample_records_trades_are_known
    check (cardinality(trades) between 1 and 3 and trades <@ '{sign_maker,printer,vehicle_wraps}'::text[]),
  constraint sample_records_kind_is_known check (kind in ('work_centres', 'inventory_items', 'inks', 'markup_bands', 'eco_solvent_parameters',
    'machine_prices', 'human_service_parameters', 'travel_zones', 'services')),
  constraint sample_records_versions_is_an_object check (jsonb_typeof(versions) = 'object' and octet_length(versions::text) <= 20000)
);

create or replace function private.sample_columns(p_table text) returns text[]
  language sql immutable set search_path = ''
as $$
  select case p_table
    when 'work_centres' then '{name,kind,capacity_minutes_day,work_days,sort}'
    when 'inventory_items' then
      '{sku,name,form,width_mm,length_mm,thickness_mm,buy_unit,sell_unit,sell_per_buy}'
    when 'inventory_item_costs' then '{item_id,cost_price,markup_pct}'
    when 'inks' then '{name,cost_per_ml}'
    when 'markup_bands' then '{name,from_cost,to_cost,markup_pct}'
    when 'eco_solvent_parameters' then '{name,media_item_id,quality,passes,speed_m2_h,ink_ml_m2,outgas_hours,laminate}'
    when 'machine_prices' then '{machine,name,per,price,setup_price,min_charge}'
    when 'human_service_parameters' then '{name,hourly_cost,hourly_price,min_minutes,crew_size}'
    when 'travel_zones' then '{name,up_to_km,price}'
    when 'services' then '{slug,name,category,summary,unit,base_price,min_charge,mockup_required,makes_job,sort,recipe}'
    when 'service_parameters' then '{service_id,label,kind,unit,usual,choices,sort}'
    when 'job_step_templates' then
      '{service_id,position,name,work_centre_id,minutes_fixed,minutes_per_unit,unit,before_approval,wait_minutes}'
    when 'pricing_ranges' then '{service_id,name,basis,from_value,to_value,discount_pct}'
  end::text[]
$$;

create or replace function private.with_sample_ids(p_values jsonb, p_ids jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(v.key, case
      when v.key like '%\_id' then coalesce(p_ids -> (v.value #>> '{}'), v.value)
      when v.key = 'recipe' and jsonb_typeof(v.value) = 'array' then (
        select jsonb_agg(private.with_sample_ids(step, p_ids) order by place)
          from jsonb_array_elements(v.value) with ordinality as steps (step, place) where jsonb_typeof(step) = 'object')
      else v.value end)
    from jsonb_each(p_values) as v
$$;

create or replace function private.add_sample_row(p_table text, p_values jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_known constant text[] := private.sample_columns(p_table);
  v_columns text;
  v_row jsonb;
begin
  if v_known is null or jsonb_typeof(p_values) is distinct from 'object'
    or exists (select from jsonb_object_keys(p_values) as k where k <> all (v_known)) then
    perform private.refuse('22023', 'This sample has something that no sample brings');
  end if;
  select string_agg(quote_ident(k), ', ') into v_columns from jsonb_object_keys(p_values) as k;
  execute format('insert into public.%1$I as made (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning to_jsonb(made)',
    p_table, v_columns) into v_row using p_values;
  return coalesce(v_row ->> 'id', v_row ->> 'item_id')::uuid;
end $$;

create or replace function private.like_sample(p_kind text, p_values jsonb) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case p_kind
    when 'work_centres' then (select w.id from public.work_centres w where private.folded(w.name) = private.folded(p_values ->> 'name'))
    when 'inventory_items' then (select i.id from public.inventory_items i where lower(i.sku) = lower(p_values ->> 'sku'))
    when 'inks' then (select k.id from public.inks k where private.folded(k.name) = private.folded(p_values ->> 'name'))
    when 'markup_bands' then (select b.id from public.markup_bands b
      where numrange(b.from_cost, b.to_cost) && numrange((p_values ->> 'from_cost')::numeric, (p_values ->> 'to_cost')::numeric) order by b.from_cost limit 1)
    when 'eco_solvent_parameters' then (select e.id from public.eco_solvent_parameters e
      where e.media_item_id is not distinct from private.uuid_or_null(p_values ->> 'media_item_id') and e.quality = p_values ->> 'quality')
    when 'machine_prices' then (select m.id from public.machine_prices m where m.machine = p_values ->> 'machine' and m.per = p_values ->> 'per'
      and m.material_type_id is null and m.thickness_mm is null)
    when 'human_service_parameters' then (select h.id from public.human_service_parameters h
      where private.folded(h.name) = private.folded(p_values ->> 'name'))
    when 'travel_zones' then (select z.id from public.travel_zones z where z.up_to_km = (p_values ->> 'up_to_km')::numeric)
    when 'services' then (select s.id from public.services s where s.slug = p_values ->> 'slug') end);
end $$;

create or replace function private.sample_versions(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_own integer;
begin
  execute format('select row_version from public.%I where id = $1', p_kind) into v_own using p_id;
  return (select case when v_own is not null then jsonb_object_agg(own.id, own.version) end
    from (select p_id::text as id, v_own as version
          union all select 'cost', c.row_version from public.inventory_item_costs c where c.item_id = p_id
          union all select p.id::text, p.row_version from public.service_parameters p where p.service_id = p_id
          union all select t.id::text, t.row_version from public.job_step_templates t where t.service_id = p_id
          union all select r.id::text, r.row_version from public.pricing_ranges r where r.service_id = p_id) as own);
end $$;

create or replace function private.sample_uses(p_kind text, p_ids uuid[]) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other record;
  v_some uuid[];
  v_used uuid[] := '{}';
begin
  for v_other in
    select c.conrelid::regclass as relation, a.attname as column_name
      from pg_catalog.pg_constraint c join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = format('public.%I', p_kind)::regclass and (c.conrelid, c.confrelid) not in (
       select format('public.%I', owned)::regclass, format('public.%I', owner)::regclass from (values ('service_parameters', 'services'),
         ('job_step_templates', 'services'), ('pricing_ranges', 'services'), ('inventory_item_costs', 'inventory_items')) as own (owned, owner))
  loop
    execute format('select array_agg(asked) from unnest($1) as asked where exists (select from %s as other where other.%I = asked)', v_other.relation, v_other.column_name)
      into v_some using p_ids;
    v_used := v_used || coalesce(v_some, '{}');
  end loop;
  return v_used || array(
    select asked from unnest(p_ids) as asked
     where exists (select from public.price_calculations c where c.inputs::text like '%' || asked || '%')
        or exists (select from public.services s where s.recipe::text like '%' || asked || '%'));
end $$;

create or replace function private.must_set_up() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_role() is distinct from 'admin' then
    perform private.refuse('42501', 'Only an administrator sets up the company');
  end if;
end $$;

create or replace function private.take_trade_sample(p_trade text, p_records jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_one jsonb;
  v_row jsonb;
  v_values jsonb;
  v_id uuid;
  v_ids jsonb := '{}';
  v_added integer := 0;
  v_there integer := 0;
begin
  perform private.must_set_up();
  if coalesce(p_trade, '') not in ('sign_maker', 'printer', 'vehicle_wraps') or jsonb_typeof(p_records) is distinct from 'array'
    or jsonb_array_length(p_records) not between 1 and 200 then
    perform private.refuse('22023', 'A sample is of a known trade and has 200 records at most');
  end if;
  perform from public.company_settings where id = 1 for update;
  for v_one in select * from jsonb_array_elements(p_records) loop
    if coalesce(v_one ->> 'kind', '') not in ('work_centres', 'inventory_items', 'inks', 'markup_bands', 'eco_solvent_parameters',
      'machine_prices', 'human_service_parameters', 'travel_zones', 'services') or jsonb_typeof(v_one -> 'values') is distinct from 'object'
      or coalesce(v_one ->> 'key', '') = '' or jsonb_typeof(coalesce(v_one -> 'rows', '[]')) <> 'array' then
      perform private.refuse('22023', 'This sample has something that no sample brings');
    end if;
    delete from public.sample_records s where s.key = v_one ->> 'key' and private.sample_versions(s.kind, s.record_id) is null;
    update public.sample_records set trades = trades || p_trade where key = v_one ->> 'key' and kind = v_one ->> 'kind' and p_trade <> all (trades);
    v_values := private.with_sample_ids(v_one -> 'values', v_ids);
    v_id := coalesce((select s.record_id from public.sample_records s where s.key = v_one ->> 'key' and s.kind = v_one ->> 'kind'),
      private.like_sample(v_one ->> 'kind', v_values));
    if v_id is not null then
      v_there := v_there + 1;
    else
      v_id := private.add_sample_row(v_one ->> 'kind', v_values);
      for v_row in select * from jsonb_array_elements(coalesce(v_one -> 'rows', '[]')) loop
        perform private.add_sample_row(v_row ->> 'table', private.with_sample_ids(v_row -> 'values', v_ids)
          || jsonb_build_object(case v_one ->> 'kind' when 'inventory_items' then 'item_id' else 'service_id' end, v_id));
      end loop;
      insert into public.sample_records (key, trades, kind, record_id, versions)
      values (v_one ->> 'key', array[p_trade], v_one ->> 'kind', v_id, private.sample_versions(v_one ->> 'kind', v_id));
      v_added := v_added + 1;
    end if;
    v_ids := v_ids || jsonb_build_object(v_one ->> 'key', v_id);
  end loop;
  return jsonb_build_object('added', v_added, 'there', v_there);
end $$;

create or replace function private.remove_trade_sample(p_trade text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind text;
  v_ids uuid[];
  v_rows jsonb;
  v_used uuid[];
  v_stay jsonb;
  v_gone uuid[];
  v_kept jsonb := '[]';
  v_removed integer := 0;
  v_shared integer;
begin
  perform private.must_set_up();
  perform from public.company_settings where id = 1 for update;
  -- What uses something goes before what it uses.
  foreach v_kind in array array['services', 'travel_zones', 'human_service_parameters', 'machine_prices', 'eco_solvent_parameters', 'markup_bands',
    'inks', 'inventory_items', 'work_centres']
  loop
    select array_agg(s.record_id) into v_ids from public.sample_records s where s.kind = v_kind and s.trades = array[p_trade];
    continue when v_ids is null;
    execute format('select jsonb_agg(to_jsonb(r)) from (select id, name from public.%I where id = any ($1) order by id for update) as r', v_kind)
      into v_rows using v_ids;
    v_used := private.sample_uses(v_kind, v_ids);
    select coalesce(jsonb_agg(to_jsonb(j) order by j.name) filter (where j.why is not null), '[]'), array_agg(j.id) filter (where j.why is null)
      into v_stay, v_gone
      from (select v_kind as kind, r.id, r.name, case
                when private.sample_versions(v_kind, r.id) <> s.versions then 'changed' when r.id = any (v_used) then 'used' end as why
              from jsonb_to_recordset(coalesce(v_rows, '[]')) as r (id uuid, name text)
              join public.sample_records s on s.kind = v_kind and s.record_id = r.id) as j;
    execute format('delete from public.%I where id = any ($1)', v_kind) using v_gone;
    delete from public.sample_records s where s.kind = v_kind and s.record_id = any (v_ids);
    v_kept := v_kept || v_stay;
    v_removed := v_removed + coalesce(cardinality(v_gone), 0);
  end loop;
  update public.sample_records set trades = array_remove(trades, p_trade) where p_trade = any (trades);
  get diagnostics v_shared = row_count;
  return jsonb_build_object('removed', v_removed, 'shared', v_shared, 'kept', v_kept);
end $$;

create or replace function private.trade_samples() returns table (key text, trades text[], kind text, record_id uuid, name text, is_changed boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_one public.sample_records;
begin
  perform private.must_set_up();
  for v_one in select s.* from public.sample_records s order by s.kind, s.key loop
    execute format('select r.name from public.%I r where r.id = $1', v_one.kind) into name using v_one.record_id;
    if name is not null then
      key := v_one.key;
      trades := v_one.trades;
      kind := v_one.kind;
      record_id := v_one.record_id;
      is_changed := private.sample_versions(v_one.kind, v_one.record_id) <> v_one.versions;
      return next;
    end if;
  end loop;
end $$;

create or replace function private.register_visitor(p_kind text, p_details jsonb, p_trap text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v public.contacts := jsonb_populate_record(null::public.contacts, (
    select coalesce(jsonb_object_agg(d.key, nullif(btrim(d.value), '')), '{}') from jsonb_each_text(
      case when jsonb_typeof(p_details) = 'object' then p_details else '{}' end) as d
     where d.key in ('name', 'last_name', 'email', 'phone', 'company', 'vat_number', 'address_line', 'city', 'postcode', 'country')));
  v_message constant text := nullif(btrim(p_details ->> 'message'), '');
  v_business uuid;
  v_person uuid;
begin
  perform private.refuse_robot(p_trap);
  v.email := lower(v.email);
  v.vat_number := upper(regexp_replace(v.vat_number, '[\s.-]', '', 'g'));
  if p_kind not in ('client', 'business', 'person') then
    perform private.refuse('22023', 'This form is not known');
  elsif v.name is null or char_length(v.name) > 200 or char_length(v.last_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_kind = 'business' and v.company is null then
    perform private.refuse('22023', 'Please enter the name of your business');
  elsif v.email is null or not private.is_email(v.email) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  elsif v.vat_number is not null and v.vat_number !~ '^[A-Z0-9]{4,20}$' then
    perform private.refuse('22023', 'A tax number has letters and digits, 4 to 20 of them');
  elsif char_length(v_message) > 3000 then
    perform private.refuse('22023', 'Please write 3000 characters at most');
  end if;
  if exists (select from public.contacts c where c.email = v.email and c.profile = 'pending_verification'
              and c.created_at > now() - interval '1 hour') then
    return;
  end if;
  perform private.limit_visitor('register_visitor', 3, 6);
  if p_kind = 'business' then
    insert into public.contacts (type, profile, company, name, email, phone, vat_number, address_line, city, postcode, country)
    values ('Business', 'pending_verification', v.company, v.company, v.email, v.phone, v.vat_number, v.address_line, v.city,
            v.postcode, v.country)
    returning id into v_business;
  end if;
  insert into public.contacts (type, profile, name, last_name, email, phone, company, address_line, city, postcode, country)
  values ('Person', 'pending_verification', v.name, v.last_name, v.email, v.phone, v.company,
          case when v_business is null then v.address_line end, case when v_business is null then v.city end,
          case when v_business is null then v.postcode end, case when v_business is null then v.country end)
  returning id into v_person;
  if v_business is not null then
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  perform private.tell_staff('{}', told.role, format('New registration: %s', coalesce(v.company, concat_ws(' ', v.name, v.last_name))),
    concat_ws(E'\n', concat_ws(' ', v.name, v.last_name), v.email, v.phone, v_message), null,
    jsonb_build_object('kind', 'registration', 'contact_id', coalesce(v_business, v_person)))
   from unnest(array['admin', 'sales']::public.app_role[]) as told (role);
end $$;

-- Every row that points at the second contact points at the first afterwards. p_values holds the fields that the person
-- chose. A field that is not named keeps the value of the first contact, or takes the second's where the first has none.
create or replace function private.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_fields constant text[] := array['name', 'last_name', 'company', 'email', 'phone', 'mobile', 'vat_number', 'address_line',
    'city', 'postcode', 'country', 'contact_type_id', 'payment_terms_days', 'account_manager_id'];
  v_fixed constant text[] := array['id', 'user_id', 'type', 'profile', 'roles', 'created_at', 'has_temporary_password',
    'on_stop', 'archived_at', 'row_version'];
  v_keep public.contacts;
  v_gone public.contacts;
  v_row jsonb;
  v_not_kept text;
begin
  if not (private.can('contacts', 'edit') and private.can('contacts', 'delete')) then
    raise insufficient_privilege using message = 'You may not merge contacts';
  end if;
  if p_keep = p_gone then
    raise invalid_parameter_value using message = 'These are one and the same contact';
  end if;
  perform from public.contacts where id in (p_keep, p_gone) order by id for update;
  select * into v_keep from public.contacts where id = p_keep;
  select * into v_gone from public.contacts where id = p_gone;
  if v_keep.id is null or v_gone.id is null then
    raise invalid_parameter_value using message = 'One of the two contacts is not there any more';
  end if;
  if v_keep.row_version <> p_keep_version or v_gone.row_version <> p_gone_version then
    raise serialization_failure using message = 'Somebody changed one of the two contacts meanwhile: please look again';
  end if;
  perform private.check_merge(v_keep, v_gone);

  v_row := jsonb_strip_nulls(to_jsonb(v_gone)) || jsonb_strip_nulls(to_jsonb(v_keep))
    || coalesce((select jsonb_object_agg(key, value) from jsonb_each(p_values) where key = any (v_fields)), '{}');
  select string_agg(field || ' ' || lost.value, ', ' order by place) into v_not_kept
    from unnest(v_fields) with ordinality as fields (field, place)
    cross join lateral (
      select distinct value from (values (to_jsonb(v_keep) ->> field), (to_jsonb(v_gone) ->> field)) as both_of (value)
       where value is not null and value is distinct from v_row ->> field) as lost
   where field not like '%\_id' and not (field = 'name' and v_keep.type = 'Business');
  v_not_kept := replace(replace(replace(v_not_kept, 'address_line', 'address'), 'payment_terms_days', 'payment terms'), 'vat_number', private.with_tax('{tax} number'));

  perform private.drop_double_links(p_keep, p_gone);
  perform private.move_links(p_keep, p_gone);
  delete from public.contacts where id = p_gone;
  insert into public.merged_contacts (id, kept_id, merged_by) values (p_gone, p_keep, auth.uid())
  on conflict (id) do update set kept_id = excluded.kept_id, merged_by = excluded.merged_by, merged_at = now();
  execute (
    select format('update public.contacts c set %s, on_stop = c.on_stop or $3, created_at = least(c.created_at, $4),
        archived_at = case when c.archived_at is null or $5 is null then null else greatest(c.archived_at, $5) end
        from jsonb_populate_record(null::public.contacts, $1) as r where c.id = $2',
      string_agg(format(case when a.attname = any (v_fields) then '%1$I = r.%1$I' else '%1$I = coalesce(c.%1$I, r.%1$I)' end,
        a.attname), ', '))
      from pg_catalog.pg_attribute a
     where a.attrelid = 'public.contacts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname <> all (v_fixed))
    using v_row, p_keep, v_gone.on_stop, v_gone.created_at, v_gone.archived_at;
  insert into public.contact_notes (contact_id, kind, body)
  values (p_keep, 'merge', left('Merged with ' || concat_ws(', ',
    nullif(btrim(concat_ws(' ', v_gone.name, v_gone.last_name)), ''), nullif(v_gone.company, v_gone.name), v_gone.email,
    v_gone.phone, v_gone.vat_number) || coalesce(E'\nNot kept: ' || v_not_kept, ''), 5000));
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, action, changed)
  select auth.uid(), private.person_label(auth.uid()), 'contacts', line.record_id, 'UPDATE',
         jsonb_build_object(line.what, jsonb_build_array(null, line.whom))
    from (values
      (p_keep::text, 'merged_with', concat_ws(' · ', coalesce(v_gone.company, concat_ws(' ', v_gone.name, v_gone.last_name)), p_gone)),
      (p_gone::text, 'merged_into', concat_ws(' · ', coalesce(v_keep.company, concat_ws(' ', v_keep.name, v_keep.last_name)), p_keep))
    ) as line (record_id, what, whom);
end $$;

-- What is wrong with a row of a file, in the words of the form (src/shared/domain/people/contact.ts).
create or replace function private.contact_row_problem(p_row jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select string_agg(problem, '; ' order by place) from (
    select place, case
             when char_length(value) > most then label || ': At most ' || most || ' characters'
             when field in ('phone', 'mobile') and value <> '' and regexp_count(value, '\d') < 3
               then label || ': A number has at least 3 digits'
             when field = 'email' and value <> '' and value !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
               then label || ': This is not a whole email address'
             when field = 'vat_number' and value <> '' and value !~ '^[A-Z0-9]{4,20}$'
               then label || ': A tax number has 4 to 20 letters and digits'
             when field = 'payment_terms_days' and value <> '' and (value !~ '^\d{1,3}$' or value::integer > 365)
               then label || ': A whole number of days, 0 to 365'
             when field = 'name' and value = '' and p_row ->> 'type' = 'Person' then label || ': Please enter the first name'
             when field = 'company' and value = '' and p_row ->> 'type' = 'Business'
               then label || ': Please enter the name of the business'
           end as problem
      from (values
        (1, 'name', 'First name', 200), (2, 'last_name', 'Last name', 200), (3, 'company', 'Company', 200),
        (4, 'email', 'Email', 320), (5, 'phone', 'Phone', 50), (6, 'mobile', 'Mobile', 50),
        (7, 'vat_number', '{Tax} number', null), (8, 'address_line', 'Address', 500), (9, 'city', 'Town', 200),
        (10, 'postcode', 'Postcode', 20), (11, 'country', 'Country', 200),
        (12, 'payment_terms_days', 'Payment terms (days)', null), (13, 'note', 'Note', 5000)
      ) as fields (place, field, label, most)
      cross join lateral (select btrim(coalesce(p_row ->> field, '')) as value) as given
  ) as judged
$$;

-- Rows are created with the ids that they bring, so a batch that is sent twice is imported once. The policies of contacts
-- decide what may happen to a row; its outcome comes back in words.
create or replace function private.judge_import(p_rows jsonb)
returns table (line integer, id uuid, verdict text, because text, target uuid, given jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can('contacts', 'create') then
    return;
  end if;
  return query
    with asked as materialized (
      select (r.given ->> 'line')::integer as line, private.uuid_or_null(r.given ->> 'id') as id, r.given ->> 'choice' as choice,
             private.uuid_or_null(r.given ->> 'target') as target, r.given, private.contact_row_problem(r.given) as problem,
             r.given ->> 'choice' = 'update'
               and row_number() over (partition by r.given ->> 'choice', r.given ->> 'target', r.given ->> 'type',
                 private.contact_row_problem(r.given) is null order by r.place) > 1 as again
        from jsonb_array_elements(p_rows) with ordinality as r (given, place)
    )
    select a.line, a.id,
           case
             when a.choice = 'update' then case when a.problem is null and t.id is not null and not a.again then 'update' else 'refused' end
             when there.id is not null then 'created'
             when a.problem is not null or a.id is null or coalesce(a.choice, '') not in ('new', 'create') then 'refused'
             when a.choice = 'new' and known.id is not null then 'refused'
             else 'create' end,
           coalesce(private.with_tax(a.problem),
             case
               when a.again then 'Another row of this step changes the same contact: import this one again'
               when a.choice = 'update' and t.id is null then 'The contact to update is not there any more'
               when known.id is not null then format('Somebody added this contact meanwhile: %s',
                 case known.type when 'Business' then coalesce(known.company, known.name)
                   else concat_ws(' ', known.name, known.last_name) end)
               when a.id is null or coalesce(a.choice, '') not in ('new', 'create', 'update') then 'This row is not whole' end),
           t.id, a.given
      from asked a
      left join public.contacts there on there.id = a.id
      left join public.contacts t on a.choice = 'update' and t.id = a.target and t.type = a.given ->> 'type'
      left join lateral (
        select x.* from public.contacts x
         where a.choice = 'new' and x.type = a.given ->> 'type'
           and (lower(x.email) = nullif(lower(btrim(a.given ->> 'email')), '') or x.vat_number = nullif(a.given ->> 'vat_number', ''))
         order by x.id limit 1
      ) as known on true;
end $$;

create or replace function private.fault_of_paper(p_paper text, p_id uuid, p_net numeric, p_vat numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  with lines as (
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.invoice_items i
     where p_paper = 'invoice' and i.invoice_id = p_id and i.kind in ('item', 'discount', 'deposit')
    union all
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.credit_note_items i
     where p_paper = 'credit_note' and i.credit_note_id = p_id and i.kind in ('item', 'discount', 'deposit')
  ), sums as (
    select l.vat_rate, l.vat_treatment, sum(l.net) as base from lines l group by 1, 2
  ), taxes as (
    -- A paper from before this rule may have a base below zero; only its credit note may have one too.
    select t.vat_rate, t.vat_treatment, t.base, t.vat, true as is_above from public.invoice_vat t where p_paper = 'invoice' and t.invoice_id = p_id
    union all
    select t.vat_rate, t.vat_treatment, t.base, t.vat, coalesce(i.base >= 0, true) from public.credit_note_vat t
      join public.credit_notes n on n.id = t.credit_note_id
      left join public.invoice_vat i on i.invoice_id = n.invoice_id and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment
     where p_paper = 'credit_note' and t.credit_note_id = p_id
  ), paper as (
    select v.kind, v.contact_id from public.invoices v where p_paper = 'invoice' and v.id = p_id
    union all
    select 'credit_note', n.contact_id from public.credit_notes n where p_paper = 'credit_note' and n.id = p_id
  )
  select private.with_tax(fault.says) from (
    select 1, 'The paper has no line with an amount.' where not exists (select from lines)
    union all
    select 2, format('Line %s has no description. Say what it is.', l.place)
      from (select lines.*, row_number() over (order by position) as place from lines) as l
     where l.kind = 'item' and btrim(l.description) = ''
    union all
    select 3, format('The line "%s" is below zero: a discount takes off, a line does not.', left(l.description, 100)) from lines l
     where l.kind = 'item' and l.net < 0
    union all
    select 4, format('At %s %% {tax} the discounts are larger than the lines. Give each discount the {tax} rate of its lines.', trim_scale(t.vat_rate))
      from taxes t where t.is_above and (t.base < 0 or t.vat < 0)
    union all
    select 4, format('At %s %% {tax} a discount of %s is to be taken now: the lines that are left to invoice could not bear it.', trim_scale(o.vat_rate),
             private.money_words(l.at_least))
      from (select i.order_id, i.vat_rate, i.vat_treatment, -coalesce(sum(i.net) filter (where i.kind = 'discount'), 0) as discount
              from public.invoice_items i join public.invoices v on v.id = i.invoice_id
             where p_paper = 'invoice' and i.invoice_id = p_id and i.order_item_id is not null and v.kind not in ('deposit', 'proforma')
             group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where o.discount < l.at_least
    union all
    select 5, format('The {tax} table says %s at %s %%, the lines say %s.', private.money_words(coalesce(t.base, 0)),
             trim_scale(coalesce(t.vat_rate, s.vat_rate)), private.money_words(coalesce(s.base, 0)))
      from sums s full join taxes t on t.vat_rate = s.vat_rate and t.vat_treatment = s.vat_treatment
     where t.base is distinct from s.base
    union all
    select 6, format('The {tax} of %s at %s %% is %s, and not %s.', private.money_words(t.base), trim_scale(t.vat_rate),
             private.money_words(private.vat_of(t.base, t.vat_rate)), private.money_words(t.vat))
      from taxes t where abs(t.vat - private.vat_of(t.base, t.vat_rate)) > 0.01
    union all
    select 7, format('Net %s and {tax} %s are not the sums of the {tax} table.', private.money_words(p_net), private.money_words(p_vat))
     where (p_net, p_vat) <> (select coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0) from taxes t)
    union all
    -- Money that came in has its paper: a deposit is issued all the same.
    select 8, 'Under reverse charge an invoice names the {tax} numbers of both. Enter the one that is missing: the client''s on the client''s card, yours in Settings, Company.'
      from paper p join public.contacts c on c.id = p.contact_id cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and '' in (coalesce(btrim(c.vat_number), ''), coalesce(btrim(s.vat_number), ''))
       and exists (select from taxes t where t.vat_treatment = 'reverse_charge')
    union all
    select 9, 'An invoice that charges {tax} names your {tax} number. Enter it in Settings, Company.'
      from paper p cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and s.tax_kind = 'vat' and coalesce(btrim(s.vat_number), '') = '' and exists (select from taxes t where t.vat <> 0)
    union all
    -- A deposit that a client paid by card has its paper; one that a person records waits for what is missing.
    select 10, format('Your company lacks %s, which every invoice names. Enter it in Settings, Company.', private.company_lacks())
      from paper p where p.kind <> 'proforma' and private.company_lacks() is not null and not (p.kind = 'deposit' and private.is_server())
    union all
    select 11, format('Nobody chose the {tax} of the line "%s". Mark your usual {tax} rate in Settings, Company; if you are not registered for {tax}, add a rate of 0 %%.',
             left(l.description, 100))
      from paper p cross join lines l
     where p.kind not in ('credit_note', 'proforma') and l.kind = 'item' and l.vat_treatment = 'standard' and l.vat_rate = 0
       and not private.vat_is_chosen() and not (p.kind = 'deposit' and private.is_server())
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$$;

create or replace function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric,
  p_except uuid default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_number jsonb;
  v_total jsonb;
  v_rates text;
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
  then
    select string_agg(format('%s %% would be %s', trim_scale(r.rate), private.money_words(private.vat_of(p_net, r.rate))), ', ' order by r.rate)
      into v_rates
      from (select distinct v.rate, abs(p_vat - p_net * v.rate / 100) as off from public.vat_rates v where v.rate > 0
             order by off, v.rate limit 2) as r;
  end if;
  return jsonb_build_object('same_number', v_number, 'same_total', v_total,
    'vat', private.with_tax(format('{Tax} of %s is no rate of %s: %s.', private.money_words(p_vat), private.money_words(p_net), nullif(v_rates, ''))),
    'vat_as', format('%s of %s', private.amount_text(p_vat), private.amount_text(p_net)))
    || case when v_rates is null then '{"vat": null}'::jsonb else '{}' end;
end $$;

-- A discount at a rate that has less lines than it could never be invoiced: said before the client reads the quotation.
create or replace function private.check_rates() returns trigger
language plpgsql security definer set search_path to '' as $function$
declare
  v_rate numeric;
begin
  select r.vat_rate into v_rate from private.quotation_vat(new.id) as r
    left join private.order_vat(new.amends_order_id) as o on o.vat_rate = r.vat_rate and o.vat_treatment = r.vat_treatment
   where r.base < 0 and r.base + coalesce(o.base, 0) < 0 order by 1 limit 1;
  if found then
    perform private.refuse('22023', private.with_tax(format('At %s %% {tax} the discounts are larger than the lines. Give each discount the {tax} rate of its lines.',
      trim_scale(v_rate))));
  end if;
  return new;
end $function$;

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.sample_records', 'select');

call private.offer('private.take_trade_sample(text, jsonb)');

call private.offer('private.remove_trade_sample(text)');

call private.offer('private.trade_samples()');

create index sample_records_created_by_idx on public.sample_records (created_by);

create or replace trigger rename_tax_accounts after update of tax_name on public.company_settings
  for each row when (old.tax_name <> new.tax_name) execute function private.rename_tax_accounts();

create policy "admins read what came from a sample" on public.sample_records
  for select to authenticated using ((select private.my_role()) = 'admin');

revoke execute on routine public.first_steps() from anon;

revoke execute on routine public.first_steps() from public;

update private.mail_variables as t set ("label") = (select "label" from jsonb_populate_record(null::private.mail_variables, '{"kind":"credit_note","name":"tax_amount","type":"money","label":"{Tax} in it; empty without any","example":"18.00","position":12}')) where t.kind::text = 'credit_note' and t.name::text = 'tax_amount';

update private.mail_variables as t set ("label") = (select "label" from jsonb_populate_record(null::private.mail_variables, '{"kind":"credit_note","name":"total","type":"money","label":"Total with {tax}","example":"118.00","position":12}')) where t.kind::text = 'credit_note' and t.name::text = 'total';

update private.mail_variables as t set ("label") = (select "label" from jsonb_populate_record(null::private.mail_variables, '{"kind":"invoice","name":"tax_amount","type":"money","label":"{Tax} in it; empty without any","example":"221.71","position":13}')) where t.kind::text = 'invoice' and t.name::text = 'tax_amount';

update private.mail_variables as t set ("label") = (select "label" from jsonb_populate_record(null::private.mail_variables, '{"kind":"invoice","name":"total","type":"money","label":"Total with {tax}","example":"1453.45","position":13}')) where t.kind::text = 'invoice' and t.name::text = 'total';

update private.mail_variables as t set ("label") = (select "label" from jsonb_populate_record(null::private.mail_variables, '{"kind":"order","name":"tax_amount","type":"money","label":"{Tax} in it; empty without any","example":"221.71","position":13}')) where t.kind::text = 'order' and t.name::text = 'tax_amount';

update private.mail_variables as t set ("label") = (select "label" from jsonb_populate_record(null::private.mail_variables, '{"kind":"order","name":"total","type":"money","label":"Total with {tax}","example":"1453.45","position":13}')) where t.kind::text = 'order' and t.name::text = 'total';

update private.mail_variables as t set ("label") = (select "label" from jsonb_populate_record(null::private.mail_variables, '{"kind":"quotation","name":"tax_amount","type":"money","label":"{Tax} in it; empty without any","example":"221.71","position":13}')) where t.kind::text = 'quotation' and t.name::text = 'tax_amount';

update private.mail_variables as t set ("label") = (select "label" from jsonb_populate_record(null::private.mail_variables, '{"kind":"quotation","name":"total","type":"money","label":"Total with {tax}","example":"1453.45","position":13}')) where t.kind::text = 'quotation' and t.name::text = 'total';

comment on function private.add_sample_row(pg_catalog.text,pg_catalog.jsonb) is 'Adds a row of a sample to a table that samples may fill; the answer is its id.';

comment on function private.like_sample(pg_catalog.text,pg_catalog.jsonb) is 'The record of the company that stands where this row of a sample would: same name, number or range. It is used as it is. Null: there is none.';

comment on function private.must_set_up() is 'Refuses everybody but admins.';

comment on function private.remove_trade_sample(pg_catalog.text) is 'For admins: removes what came from the samples of a trade. What somebody changed, and what other records use, stays and is named with its
reason; it is the company''s own from then on. What another trade brought as well stays with that one. Twice: nothing is left to remove.';

comment on function private.rename_tax_accounts() is 'Accounts that still have the name of the chart are called as the tax is called now.';

comment on function private.sample_columns(pg_catalog.text) is 'The columns that a sample may fill in a table; null for a table that no sample fills.';

comment on function private.sample_uses(pg_catalog.text,pg_catalog.uuid[]) is 'Which of these records another one names: in a column, in a calculation or in a recipe.';

comment on function private.sample_versions(pg_catalog.text,pg_catalog.uuid) is 'The versions of a record and of the rows that belong to it alone: cost, parameters, steps, price breaks. Null: it is not there any more.';

comment on function private.take_trade_sample(pg_catalog.text,pg_catalog.jsonb) is 'For admins: adds the samples of a trade, all or nothing. p_records: [{key, kind, values, rows: [{table, values}]}] in the order in which they
need each other; an id may be the key of an earlier record. A record of the company that has the same name or number is used as it is.
The same sample twice is taken once. Returns how many records were added and how many were there.';

comment on function private.trade_samples() is 'For admins: the records that came from samples and are still there, and whether somebody changed them.';

comment on function private.with_sample_ids(pg_catalog.jsonb,pg_catalog.jsonb) is 'Values of a row in which ids take the place of the keys of the sample, also in the steps of a recipe.';

comment on function private.with_tax(pg_catalog.text) is 'A sentence with the name of the company''s tax: in place of {tax} as inside of a sentence, in place of {Tax} as at its beginning.';

comment on function public.first_steps() is 'Which first steps of a new company are done. No row for people who do not manage its settings.';

comment on function public.remove_trade_sample(pg_catalog.text) is 'For admins: removes what came from the samples of a trade. What somebody changed, and what other records use, stays and is named with its
reason; it is the company''s own from then on. What another trade brought as well stays with that one. Twice: nothing is left to remove.';

comment on function public.take_trade_sample(pg_catalog.text,pg_catalog.jsonb) is 'For admins: adds the samples of a trade, all or nothing. p_records: [{key, kind, values, rows: [{table, values}]}] in the order in which they
need each other; an id may be the key of an earlier record. A record of the company that has the same name or number is used as it is.
The same sample twice is taken once. Returns how many records were added and how many were there.';

comment on function public.trade_samples() is 'For admins: the records that came from samples and are still there, and whether somebody changed them.';

comment on column public.sample_records.kind is 'The table of the record.';

comment on column public.sample_records.trades is 'The trades that were taken and contain the record.';

comment on column public.sample_records.versions is 'Row versions of the record and of its own rows, as the sample made them: a difference is a change.';

comment on table public.sample_records is 'Which records came from the samples of a trade. Written by take_trade_sample and remove_trade_sample.';

reset check_function_bodies;

-- Accounts of a company whose tax is called otherwise, where nobody gave them another name.
update public.ledger_accounts a set name = private.with_tax(c.name)
  from private.chart_of('general') as c
 where c.part in ('vat_purchases', 'vat_sales') and a.name = replace(c.name, '{Tax}', 'VAT')
   and exists (select from public.company_settings s where s.tax_name <> 'VAT');
