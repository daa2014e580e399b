set check_function_bodies = off;

alter table public.supplier_invoices drop constraint supplier_invoices_amounts_fit;

alter table public.supplier_invoices drop constraint supplier_invoices_discount_fits;

alter table public.supplier_payments drop constraint supplier_payments_method_is_known;

alter table public.supplier_payments drop constraint supplier_payments_reversal_is_below_zero;

drop routine private.payment_candidates(p_pay_on date);

drop routine public.payment_candidates(p_pay_on date);

alter table public.supplier_invoices add column is_credit boolean not null generated always as ((net + vat) < 0::numeric) stored;

alter table public.supplier_invoices add column credited_number text;

alter table public.supplier_payments add column pair_id uuid;

create or replace function private.analytics_of_open_money(p_part text, p_zone text, p_currency text, p_today date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  if p_part = 'to_invoice' then
    return query
      select 'order', t.order_id, concat_ws(' · ', t.order_number, t.project_title), t.contact_id, (t.since at time zone p_zone)::date,
             case when w.days <= 7 then '7' when w.days <= 30 then '30' else 'older' end, null::text, null::text, t.net, null::numeric
        from private.to_invoice() as t,
             lateral (select p_today - coalesce((t.since at time zone p_zone)::date, p_today) as days) as w
       where t.currency = p_currency;
  elsif p_part = 'receivables' then
    return query
      select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, coalesce(v.due_date, v.issue_date),
             case when w.late <= 0 then 'not_due' when w.late <= 30 then 'days_30' when w.late <= 60 then 'days_60'
                  when w.late <= 90 then 'days_90' else 'older' end, null::text, null::text, v.balance, null::numeric
        from public.invoices v, lateral (select p_today - coalesce(v.due_date, v.issue_date) as late) as w
       where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0 and v.currency = p_currency;
  else
    return query
      select m.kind, m.id, m.label, m.contact_id, m.due,
             case when m.due < p_today then 'overdue' when m.due >= date_trunc('week', p_today)::date + 56 then 'later'
                  else date_trunc('week', m.due)::date::text end, null::text, m.mark, m.open, null::numeric
        from (
          select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id,
                 coalesce(v.due_date, v.issue_date) as due, 'in' as mark, v.balance as open
            from public.invoices v
           where v.status in ('issued', 'partly_paid') and v.kind <> 'proforma' and v.balance > 0 and v.currency = p_currency
          union all
          select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, coalesce(s.scheduled_for, s.due_date, s.invoice_date),
                 case when s.is_credit then 'in' else 'out' end, abs(s.open)
            from public.supplier_invoices s
           where s.status in ('received', 'approved', 'scheduled', 'part_paid') and s.open <> 0 and s.currency = p_currency
             and (private.is_server() or private.can('supplier-invoices', 'view'))) as m;
  end if;
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

create or replace function private.enter_received(p_receipt public.network_receipts, p_read jsonb, p_shown_path text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_supplier constant uuid := private.supplier_of_tax_number(p_read ->> 'supplierVat');
  v_words text;
begin
  if v_supplier is null then
    return private.with_tax(format('No supplier, or more than one, has the {tax} number %s.', coalesce(p_read ->> 'supplierVat', 'that the file lacks')));
  end if;
  perform public.enter_supplier_invoice(p_receipt.id, jsonb_strip_nulls(jsonb_build_object('supplier_id', v_supplier,
      'supplier_number', p_read ->> 'number', 'invoice_date', p_read ->> 'invoiceDate', 'due_date', p_read ->> 'dueDate',
      'currency', p_read ->> 'currency', 'net', p_read ->> 'net', 'vat', p_read ->> 'vat', 'iban', p_read ->> 'iban',
      'credited_number', left(p_read ->> 'credits', 120), 'payment_reference', left(p_read ->> 'reference', 140), 'read_from', p_read ->> 'readFrom', 'file_path', p_shown_path,
      'file_name', format('%s.%s', p_read ->> 'number', substring(p_shown_path from '[a-z]+$')))), p_read -> 'lines');
  update public.supplier_invoices
     set purchase_order_id = (
       select o.id from public.purchase_orders o
        where o.supplier_id = v_supplier and private.plain_number(o.purchase_number) = private.plain_number(p_read ->> 'orderNumber'))
   where id = p_receipt.id;
  return null;
exception when others then
  get stacked diagnostics v_words = message_text;
  return case when sqlstate in ('PT409', '22023') then v_words else 'What the file says does not fit. Please enter it by hand.' end;
end $$;

create or replace function private.take_network_message(
  p_id uuid, p_message_id text, p_sender text, p_file_path text, p_shown_path text, p_read jsonb, p_problem text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.network_receipts;
  v_reason text := p_problem;
begin
  insert into public.network_receipts (id, message_id, sender, supplier_name, invoice_number, file_path)
  values (p_id, p_message_id, p_sender, left(p_read ->> 'supplierName', 200), left(p_read ->> 'number', 120), p_file_path)
  on conflict do nothing returning * into v_row;
  if v_row.id is null then
    return 'known';
  end if;
  if p_read is not null then
    v_reason := private.enter_received(v_row, p_read, p_shown_path);
  end if;
  update public.network_receipts
     set status = case when v_reason is null then 'entered' else 'waiting' end, reason = left(v_reason, 1000),
         supplier_invoice_id = case when v_reason is null then p_id end
   where id = p_id;
  perform private.tell_staff('{}', 'accounts', format('%s of %s came over the network',
    case when (p_read ->> 'net')::numeric < 0 then 'A credit note' else 'An invoice' end, coalesce(p_read ->> 'supplierName', p_sender)),
    coalesce(v_reason || ' It waits in Supplier invoices.', format('%s is in Supplier invoices.', p_read ->> 'number')), null,
    jsonb_build_object('kind', 'supplier_invoice', 'id', case when v_reason is null then p_id end));
  return case when v_reason is null then 'entered' else 'waiting' end;
end $$;

create or replace function private.personal_balances(p_on date, p_side text default null)
returns table (side text, contact_id uuid, contact_type text, account integer, party text, vat_number text, country text, balance text, not_due text, days_30 text, days_60 text,
  days_90 text, older text, credit text, papers bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  return query
  with items as (
    select o.side, o.contact_id, o.open, case when o.kind = 'invoice' or o.kind = 'supplier_invoice' and o.amount <= 0 then p_on - coalesce(o.due_date, o.on_date) end as late
      from private.open_items(p_on) as o
  ), sums as (
    select i.side, i.contact_id, sum(i.open) as balance, sum(i.open) filter (where i.late <= 0) as not_due, sum(i.open) filter (where i.late between 1 and 30) as d30,
           sum(i.open) filter (where i.late between 31 and 60) as d60, sum(i.open) filter (where i.late between 61 and 90) as d90,
           sum(i.open) filter (where i.late > 90) as older, sum(i.open) filter (where i.late is null) as credit, count(*) as papers
      from items i group by 1, 2
  )
  select coalesce(s.side, p.side), c.id, c.type::text, p.number, private.client_label(c), c.vat_number, c.country, private.amount_text(coalesce(s.balance, 0)),
         private.amount_text(coalesce(s.not_due, 0)), private.amount_text(coalesce(s.d30, 0)), private.amount_text(coalesce(s.d60, 0)),
         private.amount_text(coalesce(s.d90, 0)), private.amount_text(coalesce(s.older, 0)), private.amount_text(coalesce(s.credit, 0)), coalesce(s.papers, 0)
    from sums s full join public.personal_accounts p on p.contact_id = s.contact_id and p.side = s.side
    join public.contacts c on c.id = coalesce(s.contact_id, p.contact_id)
   where p_side is null or coalesce(s.side, p.side) = p_side
   order by coalesce(s.side, p.side), p.number nulls last, private.client_label(c), c.id;
end $$;

create or replace function private.prepare_payment_run(p_id uuid, p_pay_on date, p_invoices uuid[], p_note text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_company public.company_settings;
  v_run public.payment_runs;
  v_one record;
  v_place integer := 0;
  v_left numeric;
begin
  perform private.must('payments', 'create', 'prepare payments');
  if exists (select from public.payment_runs where id = p_id) then
    return p_id;
  end if;
  select * into v_company from public.company_settings;
  if not coalesce(p_pay_on between private.company_today() and private.company_today() + 366, false) then
    perform private.refuse('22023', 'Please choose a day from today on');
  elsif v_company.iban is null then
    perform private.refuse('PT409', 'The company''s own IBAN is missing: an admin enters it in the settings');
  elsif coalesce(cardinality(p_invoices), 0) = 0 then
    perform private.refuse('22023', 'Please choose what is paid');
  elsif cardinality(p_invoices) > 500 then
    perform private.refuse('22023', 'A run has 500 payments at most');
  end if;
  -- Locked in the order of their ids, so that two people who prepare at once do not wait for each other.
  perform from public.supplier_invoices where id = any (p_invoices) order by id for no key update;
  insert into public.payment_runs (id, run_number, pay_on, debtor_name, debtor_iban, debtor_bic, note, prepared_by)
  values (p_id, private.draw_number('PR'), p_pay_on, v_company.name, v_company.iban, v_company.bic, nullif(btrim(p_note), ''), auth.uid())
  returning * into v_run;
  for v_one in
    select wanted.id as wanted, d.*, v.payment_reference, v.iban as invoice_iban, private.supplier_iban(v.supplier_id) as supplier_iban
      from (select distinct id from unnest(p_invoices) as listed (id)) as wanted
      left join private.payment_candidates(p_pay_on) as d on d.id = wanted.id
      left join public.supplier_invoices v on v.id = d.id
     order by d.supplier, d.supplier_number, wanted.id
  loop
    if v_one.id is null then
      perform private.refuse('PT409', 'One of these invoices is not to be paid any more. Please look again.', v_one.wanted::text);
    elsif v_one.why is not null then
      perform private.refuse('PT409', format('%s of %s cannot be paid by this run. %s', v_one.supplier_number, v_one.supplier, v_one.why), v_one.wanted::text);
    end if;
    continue when v_one.is_credit;
    v_left := private.deduct_credits(v_one.id, p_invoices, v_one.amount::numeric, v_one.discount::numeric);
    continue when v_left = 0;
    v_place := v_place + 1;
    update public.supplier_invoices set status = case status when 'approved' then 'scheduled' else status end, scheduled_for = p_pay_on where id = v_one.id;
    insert into public.payment_run_items (payment_run_id, supplier_invoice_id, supplier_id, amount, discount, creditor, iban, bic, reference,
      end_to_end_id, invoice_iban, supplier_iban, is_known_account)
    select p_id, v_one.id, v_one.supplier_id, v_left, v_one.discount::numeric,
           left(coalesce((select b.holder from public.contact_bank_accounts b where b.contact_id = v_one.supplier_id and b.iban = v_one.iban), v_one.supplier), 200),
           v_one.iban, (select b.bic from public.contact_bank_accounts b where b.contact_id = v_one.supplier_id and b.iban = v_one.iban and private.is_bic(b.bic)),
           left(coalesce(nullif(btrim(v_one.payment_reference), ''), v_one.supplier_number || private.words_of_deducted(v_one.id)), 140),
           format('%s-%s', v_run.run_number, lpad(v_place::text, 3, '0')), v_one.invoice_iban, v_one.supplier_iban, v_one.is_known_account;
  end loop;
  if v_place = 0 then
    perform private.refuse('PT409', 'Credit notes cover these invoices: deduct them on the page of each credit note. Nothing is left to be paid.');
  end if;
  update public.payment_runs r set total = s.total, payments = s.payments
    from (select sum(i.amount) as total, count(*) as payments from public.payment_run_items i where i.payment_run_id = p_id) as s
   where r.id = p_id returning r.* into v_run;
  perform private.log_event('payment_run', p_id, 'prepared', jsonb_build_object('amount', private.amount_text(v_run.total)));
  perform private.tell_people(private.payment_approvers(v_run), format('%s waits for your approval', v_run.run_number),
    format('%s payments, %s, to be paid on %s', v_run.payments, private.money_words(v_run.total, 'EUR'), to_char(p_pay_on, 'FMDD Mon YYYY')), 'payment_run', p_id);
  return p_id;
end $$;

create or replace function private.words_of_deducted(p_invoice_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select ' less ' || string_agg(s.reference, ', ' order by s.created_at, s.reference) from public.supplier_payments s
     where s.supplier_invoice_id = p_invoice_id and s.method = 'credit' and s.reverses_id is null
       and not exists (select from public.supplier_payments r where r.reverses_id = s.id)), '');
end $$;

create or replace function private.payment_candidates(p_pay_on date)
  returns table (id uuid, supplier_id uuid, supplier text, supplier_number text, status text, due_date date, scheduled_for date, currency text, open text, amount text, discount text, discount_until date, iban text, is_known_account boolean, why text, bank_note text, is_suggested boolean, is_credit boolean) language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('payments', 'create', 'prepare payments');
  return query
    select v.id, v.supplier_id, private.client_label(c), v.supplier_number, v.status, v.due_date, v.scheduled_for, v.currency,
           private.amount_text(v.open), private.amount_text(v.open - take.off), private.amount_text(take.off), v.discount_until, acc.iban,
           private.is_known_account(v.supplier_id, acc.iban),
           obstacle.why, debit.note,
           obstacle.why is null and debit.note is null and (v.is_credit or v.scheduled_for <= p_pay_on or v.due_date <= p_pay_on + 2 or (take.off > 0 and v.discount_until <= p_pay_on + 7)), v.is_credit
      from public.supplier_invoices v
      join public.contacts c on c.id = v.supplier_id,
           lateral (select private.early_discount(v, p_pay_on) as off) as take,
           lateral (select coalesce(v.iban, private.supplier_iban(v.supplier_id)) as iban) as acc,
           lateral (select case
             when r.run_number is not null then format('It is in %s.', r.run_number)
             when v.currency <> 'EUR' then format('It is in %s: SEPA pays in euro.', v.currency)
             when v.is_credit then null
             when acc.iban is null then 'The supplier''s IBAN is missing.'
             when not private.is_iban(acc.iban) then 'The IBAN is wrong.' end as why
             from (select 1) as one
             left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
             left join public.payment_runs r on r.id = i.payment_run_id) as obstacle,
           lateral (select case when not v.is_credit then private.waiting_debit(v, acc.iban, v.open - take.off) end as note) as debit
     where v.status in ('approved', 'scheduled', 'part_paid') and v.open <> 0
     order by coalesce(v.scheduled_for, v.due_date) nulls last, v.supplier_number, v.id;
end $$;

create or replace function private.deduct_credit(p_pair uuid, p_credit_id uuid, p_invoice_id uuid, p_amount numeric, p_discount numeric default 0) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_credit constant text := (select v.supplier_number from public.supplier_invoices v where v.id = p_credit_id);
  v_invoice constant text := (select v.supplier_number from public.supplier_invoices v where v.id = p_invoice_id);
begin
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, pair_id, created_by)
  values (p_invoice_id, p_amount, p_discount, private.company_today(), 'credit', v_credit, p_pair, auth.uid()),
         (p_credit_id, -p_amount, 0, private.company_today(), 'credit', v_invoice, p_pair, auth.uid());
  update public.supplier_invoices v
     set paid = v.paid + x.amount, discount_taken = v.discount_taken + x.discount,
         status = case when v.paid + x.amount + v.discount_taken + x.discount = v.net + v.vat then 'paid' else 'part_paid' end
    from (values (p_invoice_id, p_amount, p_discount), (p_credit_id, -p_amount, 0)) as x (id, amount, discount)
   where v.id = x.id;
  perform private.log_event('supplier_invoice', p_invoice_id, 'credit_deducted', jsonb_build_object('amount', private.amount_text(p_amount), 'number', v_credit));
  perform private.log_event('supplier_invoice', p_credit_id, 'deducted', jsonb_build_object('amount', private.amount_text(p_amount), 'number', v_invoice));
end $$;

create or replace function private.credit_obstacle(p_credit public.supplier_invoices, p_invoice public.supplier_invoices) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_run constant text := (
    select r.run_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where i.supplier_invoice_id = p_invoice.id and i.status = 'open');
begin
  return case
    when not p_credit.is_credit or p_invoice.is_credit then 'A credit note is deducted from an invoice'
    when p_credit.supplier_id <> p_invoice.supplier_id then 'The credit note and the invoice are of two suppliers'
    when p_credit.currency <> p_invoice.currency then 'The credit note and the invoice are in two currencies'
    when p_credit.status not in ('approved', 'part_paid') or p_credit.open = 0 then
      case p_credit.status when 'paid' then 'This credit note is used up' else 'Please approve this credit note before it is used' end
    when p_invoice.status not in ('approved', 'scheduled', 'part_paid') or p_invoice.open = 0 then
      case p_invoice.status when 'paid' then 'This invoice is paid' else 'Please approve this invoice before it is paid' end
    when v_run is not null then format('This invoice is in payment run %s. Take it out of the run first.', v_run) end;
end $$;

create or replace function private.use_supplier_credit(p_id uuid, p_credit_id uuid, p_invoice_id uuid, p_amount numeric) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_credit public.supplier_invoices;
  v_invoice public.supplier_invoices;
  v_words text;
begin
  perform private.must('payments', 'create', 'record payments');
  if exists (select from public.supplier_payments s where s.pair_id = p_id) then
    perform private.must_be_same(exists (
      select from public.supplier_payments s where (s.pair_id, s.supplier_invoice_id, s.amount) = (p_id, p_invoice_id, p_amount)), 'deduction');
    return p_id;
  end if;
  perform from public.supplier_invoices v where v.id in (p_credit_id, p_invoice_id) order by v.id for no key update;
  select * into v_credit from public.supplier_invoices where id = p_credit_id;
  select * into v_invoice from public.supplier_invoices where id = p_invoice_id;
  if v_credit.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  end if;
  v_words := private.credit_obstacle(v_credit, v_invoice);
  if v_words is not null then
    perform private.refuse('PT409', v_words);
  elsif p_amount is null or p_amount <= 0 or p_amount <> trunc(p_amount, 2) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > least(-v_credit.open, v_invoice.open) then
    perform private.refuse('22023', format('The credit note has %s left, and %s of the invoice is open',
      private.money_words(-v_credit.open, v_credit.currency), private.money_words(v_invoice.open, v_invoice.currency)));
  end if;
  perform private.deduct_credit(p_id, p_credit_id, p_invoice_id, p_amount);
  return p_id;
end $$;

create or replace function private.take_back_supplier_credit(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_sides uuid[];
begin
  perform private.must('payments', 'edit', 'take back payments');
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why it is taken back');
  end if;
  perform from public.supplier_invoices v where v.id in (select s.supplier_invoice_id from public.supplier_payments s where s.pair_id = p_id)
    order by v.id for no key update;
  select array_agg(s.id) into v_sides from public.supplier_payments s
   where s.pair_id = p_id and s.reverses_id is null and not exists (select from public.supplier_payments r where r.reverses_id = s.id);
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, reverses_id, pair_id, created_by)
  select s.supplier_invoice_id, -s.amount, -s.discount, greatest(private.company_today(), s.paid_on), s.method,
         left('Taken back: ' || btrim(p_reason), 200), s.id, s.pair_id, auth.uid()
    from public.supplier_payments s where s.id = any (v_sides);
  update public.supplier_invoices v
     set paid = v.paid - s.amount, discount_taken = v.discount_taken - s.discount,
         status = case when v.status in ('received', 'disputed') then v.status when v.paid <> s.amount then 'part_paid'
           when v.scheduled_for is not null then 'scheduled' else 'approved' end
    from public.supplier_payments s where s.id = any (v_sides) and v.id = s.supplier_invoice_id;
  perform private.log_event('supplier_invoice', s.supplier_invoice_id, 'deduction_taken_back',
      jsonb_build_object('amount', private.amount_text(abs(s.amount)), 'reason', left(btrim(p_reason), 2000)))
    from public.supplier_payments s where s.id = any (v_sides);
end $$;

create or replace function private.deduct_credits(p_invoice_id uuid, p_credits uuid[], p_amount numeric, p_discount numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric := p_amount;
  v_credit record;
begin
  for v_credit in
    select c.id, least(-c.open, v_left) as amount, c.open
      from public.supplier_invoices v join public.supplier_invoices c on c.supplier_id = v.supplier_id and c.currency = v.currency
     where v.id = p_invoice_id and c.id = any (p_credits) and c.is_credit and c.status in ('approved', 'part_paid') and c.open < 0
     order by private.plain_number(c.credited_number) = private.plain_number(v.supplier_number) desc nulls last, c.invoice_date, c.id
  loop
    exit when v_left = 0;
    v_credit.amount := least(-v_credit.open, v_left);
    v_left := v_left - v_credit.amount;
    perform private.deduct_credit(gen_random_uuid(), v_credit.id, p_invoice_id, v_credit.amount, case when v_left = 0 then p_discount else 0 end);
  end loop;
  return v_left;
end $$;

create or replace function private.settle_named_bill() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_one record;
  v_amount numeric;
begin
  for v_one in
    select c.id as credit_id, v.id as invoice_id
      from public.supplier_invoices c
      join public.supplier_invoices v on v.supplier_id = c.supplier_id and private.plain_number(v.supplier_number) = private.plain_number(c.credited_number)
     where new.id in (c.id, v.id) and c.is_credit and c.supplier_id = new.supplier_id
     order by c.invoice_date, c.id
  loop
    perform from public.supplier_invoices x where x.id in (v_one.credit_id, v_one.invoice_id) order by x.id for no key update;
    select least(-c.open, v.open) into v_amount from public.supplier_invoices c, public.supplier_invoices v
     where c.id = v_one.credit_id and v.id = v_one.invoice_id and private.credit_obstacle(c, v) is null;
    if v_amount > 0 then
      perform private.deduct_credit(gen_random_uuid(), v_one.credit_id, v_one.invoice_id, v_amount);
    end if;
  end loop;
  return null;
end $$;

create or replace function private.bills_for_credit(p_credit_id uuid)
returns table (id uuid, number text, due_date date, open text, is_named boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return query
    select v.id, v.supplier_number, v.due_date, private.amount_text(v.open),
           coalesce(private.plain_number(v.supplier_number) = private.plain_number(c.credited_number), false)
      from public.supplier_invoices c join public.supplier_invoices v on v.supplier_id = c.supplier_id
     where c.id = p_credit_id and private.credit_obstacle(c, v) is null
     order by 5 desc, v.due_date nulls last, v.invoice_date, v.supplier_number;
end $$;

create or replace function private.keep_supplier_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') and auth.uid() is null then
    return new;
  elsif old.status in ('approved', 'scheduled', 'part_paid', 'paid')
    and (new.supplier_id, new.supplier_number, new.invoice_date, new.currency, new.net, new.vat,
      new.discount_pct, new.discount_until, new.file_path, new.iban, new.payment_reference, new.credited_number)
      is distinct from (old.supplier_id, old.supplier_number, old.invoice_date, old.currency, old.net, old.vat,
        old.discount_pct, old.discount_until, old.file_path, old.iban, old.payment_reference, old.credited_number)
  then
    perform private.refuse('PT409', 'This invoice is approved. Take its approval back first, then change it.');
  end if;
  if new.scheduled_for is distinct from old.scheduled_for and new.scheduled_for < private.company_today() then
    perform private.refuse('22023', 'Please choose a day from today on');
  end if;
  if new.status is distinct from old.status then
    if new.status = 'disputed' and coalesce(btrim(new.dispute_reason), '') = '' then
      perform private.refuse('22023', 'Please say what is wrong with it');
    elsif new.status = 'approved' and old.status in ('received', 'disputed') then
      perform private.settle_supplier_lines(new);
      new.approved_by := auth.uid();
      new.approved_at := now();
      -- Part of it was paid before the approval was taken back.
      if new.paid + new.discount_taken <> 0 then
        new.status := case when new.paid + new.discount_taken = new.net + new.vat then 'paid' else 'part_paid' end;
      end if;
    elsif new.status = 'scheduled' and new.net + new.vat < 0 then
      perform private.refuse('PT409', 'A credit note is not paid. Deduct it from an invoice, or record that the money came back.');
    elsif new.status = 'scheduled' and new.scheduled_for is null then
      perform private.refuse('22023', 'Please choose the day of the payment');
    elsif new.status in ('received', 'disputed') then
      new.approved_by := null;
      new.approved_at := null;
      new.scheduled_for := null;
    end if;
  end if;
  return new;
end $$;

create or replace function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb default '[]') returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  v_net constant numeric := (p_values ->> 'net')::numeric;
  v_vat constant numeric := (p_values ->> 'vat')::numeric;
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
      'unit_price', abs(v_net), 'vat_rate', private.rate_of_vat(v_net, v_vat), 'vat', v_vat));
  end if;
  -- Lines of an electronic invoice that come to its VAT say of which rates it is.
  select jsonb_array_length(p_lines) > 0 and sum(l.net) = v_net
         and abs(sum(coalesce(l.vat, l.net * l.vat_rate / 100)) - v_vat) <= 0.01 * count(*) into v_fits
    from (select coalesce((x ->> 'net')::numeric, trunc((x ->> 'qty')::numeric * (x ->> 'unit_price')::numeric, 2)) as net,
                 (x ->> 'vat_rate')::numeric as vat_rate, (x ->> 'vat')::numeric as vat
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
  insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, net, vat, cost_account_id)
  select p_id, 'a' || lpad(place::text, 4, '0'), line ->> 'description', (line ->> 'qty')::numeric, (line ->> 'unit_price')::numeric,
         (line ->> 'vat_rate')::numeric, (line ->> 'net')::numeric, (line ->> 'vat')::numeric,
         coalesce(line ->> 'cost_account_id', p_values ->> 'cost_account_id')::uuid
    from jsonb_array_elements(v_lines) with ordinality as listed (line, place);
  return p_id;
end $$;

create or replace function private.early_discount(p_bill public.supplier_invoices, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_bill.discount_until >= p_day and p_bill.paid = (
      select coalesce(sum(s.amount), 0) from public.supplier_payments s where s.supplier_invoice_id = p_bill.id and s.method = 'credit')
    then private.cut_percent(p_bill.open, p_bill.discount_pct) else 0 end;
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
                  order by l.vat_rate > 0 desc, abs(l.net) desc, l.position limit 1);
  end if;
end $$;

create or replace function private.pay_supplier_invoice(
  p_id uuid, p_amount numeric, p_method text, p_paid_on date default null, p_reference text default null, p_payment_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_invoices;
  v_kept public.supplier_payments;
  v_id uuid;
  v_amount numeric;
begin
  perform private.must('payments', 'create', 'record payments');
  select * into v_kept from public.supplier_payments where id = p_payment_id;
  if found then
    perform private.must_be_same((v_kept.supplier_invoice_id, abs(v_kept.amount)) = (p_id, p_amount), 'payment');
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
  end if;
  v_id := coalesce(p_payment_id, gen_random_uuid());
  v_amount := case when v_row.is_credit then -p_amount else p_amount end;
  insert into public.supplier_payments (id, supplier_invoice_id, amount, paid_on, method, reference, created_by)
  values (v_id, p_id, v_amount, coalesce(p_paid_on, private.company_today()), p_method, nullif(btrim(p_reference), ''), auth.uid());
  update public.supplier_invoices
     set paid = paid + v_amount, status = case when paid + v_amount = net + vat then 'paid' else 'part_paid' end where id = p_id;
  perform private.log_event('supplier_invoice', p_id, case when v_row.is_credit then 'paid_back' else 'paid' end,
    jsonb_build_object('amount', private.amount_text(p_amount)));
  return v_id;
end $$;

create or replace function private.reverse_supplier_payment(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_payments;
begin
  select * into v_row from public.supplier_payments where id = p_id;
  perform from public.supplier_invoices where id = v_row.supplier_invoice_id for no key update;
  if v_row.id is null or v_row.reverses_id is not null or exists (select from public.supplier_payments s where s.reverses_id = p_id) then
    return;
  end if;
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, reverses_id, pair_id, created_by)
  values (v_row.supplier_invoice_id, -v_row.amount, -v_row.discount, greatest(private.company_today(), v_row.paid_on), v_row.method,
    left('Taken back: ' || btrim(p_reason), 200), p_id, v_row.pair_id, auth.uid());
  update public.supplier_invoices
     set paid = paid - v_row.amount, discount_taken = discount_taken - v_row.discount,
         status = case when status in ('received', 'disputed') then status when paid <> v_row.amount then 'part_paid'
           when scheduled_for is not null then 'scheduled' else 'approved' end
   where id = v_row.supplier_invoice_id;
  perform private.log_event('supplier_invoice', v_row.supplier_invoice_id, 'payment_taken_back',
    jsonb_build_object('amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;

create or replace function private.keep_side_of_payment() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_is_credit constant boolean := (select v.is_credit from public.supplier_invoices v where v.id = new.supplier_invoice_id);
begin
  if (new.amount < 0) <> (v_is_credit <> (new.reverses_id is not null)) then
    perform private.refuse('PT409', 'What is paid for an invoice is above zero, what comes back for a credit note below it');
  elsif new.pair_id is not null and (select sum(s.amount) from public.supplier_payments s where s.pair_id = new.pair_id) <> 0 then
    perform private.refuse('PT409', 'The two sides of a deduction come to zero');
  end if;
  return null;
end $$;

create or replace function private.rate_of_vat(p_net numeric, p_vat numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select r.rate from (select v.rate from public.vat_rates v union select 0) as r
      where abs(p_vat - p_net * r.rate / 100) <= 0.01 order by abs(p_vat - p_net * r.rate / 100), r.rate desc limit 1),
    case when p_net <> 0 then least(100, trunc(p_vat * 100 / p_net, 4)) else 0 end)
$$;

alter table public.supplier_invoices add constraint supplier_invoices_amounts_fit CHECK (net >= 0::numeric AND vat >= 0::numeric AND paid >= 0::numeric AND paid <= (net + vat) OR net <= 0::numeric AND vat <= 0::numeric AND paid >= (net + vat) AND paid <= 0::numeric);

alter table public.supplier_invoices add constraint supplier_invoices_discount_fits CHECK (discount_taken = 0::numeric OR discount_taken > 0::numeric AND (paid + discount_taken) <= (net + vat));

alter table public.supplier_payments add constraint supplier_payments_method_is_known CHECK (method = ANY (ARRAY['card'::text, 'bank'::text, 'cash'::text, 'cheque'::text, 'other'::text, 'credit'::text]));

alter table public.supplier_invoices add constraint supplier_invoices_credited_by_a_credit_note CHECK ((net + vat) < 0::numeric OR credited_number IS NULL);

alter table public.supplier_invoices add constraint supplier_invoices_credited_number_length CHECK (char_length(credited_number) <= 120);

alter table public.supplier_invoices add constraint supplier_invoices_no_discount_of_a_credit_note CHECK ((net + vat) >= 0::numeric OR discount_pct IS NULL AND scheduled_for IS NULL);

alter table public.supplier_payments add constraint supplier_payments_deduction_has_two_sides CHECK ((method = 'credit'::text) = (pair_id IS NOT NULL));

alter table public.supplier_payments add constraint supplier_payments_reversal_is_opposite CHECK (amount <> 0::numeric AND (reverses_id IS NULL OR discount <= 0::numeric) AND (reverses_id IS NOT NULL OR discount >= 0::numeric));

revoke execute on all routines in schema private from public;

call private.offer('private.payment_candidates(date)');

call private.offer('private.use_supplier_credit(uuid, uuid, uuid, numeric)');

call private.offer('private.take_back_supplier_credit(uuid, text)');

call private.offer('private.bills_for_credit(uuid)');

create index supplier_payments_pair_idx on public.supplier_payments (pair_id) where pair_id is not null;

create or replace trigger zzz_settle_named_bill after update of status on public.supplier_invoices
  for each row when (old.status in ('received', 'disputed') and new.status in ('approved', 'part_paid'))
  execute function private.settle_named_bill();

create or replace trigger keep_side after insert on public.supplier_payments
  for each row execute function private.keep_side_of_payment();

comment on function private.early_discount(public.supplier_invoices,pg_catalog.date) is 'What a bill, less what credit notes took off it, costs less when it is paid in full on that day; 0 where it has no such discount or a part of it is paid.';

comment on function private.enter_received(public.network_receipts,pg_catalog.jsonb,pg_catalog.text) is 'Enters a received invoice or credit note for the supplier with its tax number and for the purchase order that it names. Returns why it could not, in words; null when it did.';

comment on function private.journal_of_bills(pg_catalog.date,pg_catalog.date) is 'What bills that are not disputed and payments to suppliers move: costs by account and VAT against what the supplier gets, then money and discounts.
Credit notes of suppliers are bills below zero. Bills in another currency are left out. Amounts above zero are debits.';

comment on function private.open_items(pg_catalog.date) is 'What was open on a day: invoices, credit notes and payments of clients, bills and credit notes of suppliers. Above zero is owed to the company. Of each contact and side
the sum is what the journal has for it up to that day. For functions that asked for the right.';

comment on function private.pay_supplier_invoice(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.uuid) is 'Records a payment to a supplier, or money that came back for a credit note: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. Returns the id of the payment.';

comment on function private.prepare_payment_run(pg_catalog.uuid,pg_catalog.date,pg_catalog.uuid[],pg_catalog.text) is 'Puts approved invoices of suppliers into a new run. Approved ones become scheduled for its day. Chosen credit notes are deducted from the chosen invoices
of their supplier; an invoice that they cover is paid by that. Whoever may approve is told.
p_id: chosen by the caller, so that a repeated call prepares one. Returns the id.';

comment on function private.reverse_supplier_payment(pg_catalog.uuid,pg_catalog.text) is 'A payment to a supplier that was recorded by mistake: a record of the opposite stands beside it, its invoice is open again.';

comment on function public.pay_supplier_invoice(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.uuid) is 'Records a payment to a supplier, or money that came back for a credit note: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. Returns the id of the payment.';

comment on function public.prepare_payment_run(pg_catalog.uuid,pg_catalog.date,pg_catalog.uuid[],pg_catalog.text) is 'Puts approved invoices of suppliers into a new run. Approved ones become scheduled for its day. Chosen credit notes are deducted from the chosen invoices
of their supplier; an invoice that they cover is paid by that. Whoever may approve is told.
p_id: chosen by the caller, so that a repeated call prepares one. Returns the id.';

comment on column public.supplier_payments.reverses_id is 'The payment that was recorded by mistake: this record has the opposite amount and takes it back.';

comment on table public.supplier_invoices is 'What suppliers ask for, and below zero what their credit notes give back. Net and VAT are those of the supplier''s paper.';

comment on table public.supplier_payments is 'Money paid for an invoice of a supplier, money that came back for a credit note (below zero), and credit notes that were deducted. It only grows.';

update private.record_kinds as t set ("label") = (select "label" from jsonb_populate_record(null::private.record_kinds, '{"kind":"supplier_invoice","page":null,"actor":"r.created_by","label":"case when r.is_credit then ''Supplier credit note '' else ''Supplier invoice '' end || r.supplier_number","title":null,"detail":"null::text","finder":null,"status":"null::text","contact":null,"position":64,"searched":null,"has_story":false,"is_folded":false,"recent_if":null,"best_first":"r.created_at desc","shown_kind":null,"table_name":"public.supplier_invoices","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":true,"found_by_contact":false}')) where t.kind::text = 'supplier_invoice';

comment on function private.bills_for_credit(pg_catalog.uuid) is 'The invoices from which a credit note can be deducted: the one that it names first, then the earliest due. Amounts are text.';

comment on function private.credit_obstacle(public.supplier_invoices,public.supplier_invoices) is 'Why a credit note of a supplier cannot be deducted from a bill, in words; null where it can.';

comment on function private.deduct_credit(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,numeric,numeric) is 'Deducts a credit note of a supplier from a bill: two records that come to zero. The caller locked and checked both.';

comment on function private.deduct_credits(pg_catalog.uuid,pg_catalog.uuid[],numeric,numeric) is 'Deducts credit notes of its supplier from a bill until nothing of p_amount is left: first those that name it, then the oldest. p_discount is taken with
the last cent. The caller locked them. Returns what is left to be paid.';

comment on function private.keep_side_of_payment() is 'Payments of bills are above zero and those of credit notes below; what takes one back is the opposite. The two sides of a deduction, of one statement, come
to zero.';

comment on function private.payment_candidates(pg_catalog.date) is 'Approved invoices of suppliers that are still to be paid, and credit notes (below zero) that can be deducted from them, the earliest first: what a payment on that day costs less the
discount for paying early, the account it goes to, why it cannot be in a run, a debit of the bank that seems to have paid it, and
whether it is suggested (planned or due by then, or its discount ends within a week, and no such debit waits). Amounts are text.';

comment on function private.settle_named_bill() is 'An approved credit note is deducted from the approved invoice that it names, whichever of the two is approved last. One in a payment run stays as it is.';

comment on function private.take_back_supplier_credit(pg_catalog.uuid,pg_catalog.text) is 'A credit note that was deducted from an invoice is free again, and the invoice open. A second call changes nothing.';

comment on function private.use_supplier_credit(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,numeric) is 'Deducts a credit note of a supplier from one of its invoices. p_id: chosen by the caller, so that a repeated call deducts once. Returns it.';

comment on function private.words_of_deducted(pg_catalog.uuid) is 'The credit notes that were deducted from a bill, for the reference of its transfer; empty without any.';

comment on function public.bills_for_credit(pg_catalog.uuid) is 'The invoices from which a credit note can be deducted: the one that it names first, then the earliest due. Amounts are text.';

comment on function public.payment_candidates(pg_catalog.date) is 'Approved invoices of suppliers that are still to be paid, and credit notes (below zero) that can be deducted from them, the earliest first: what a payment on that day costs less the
discount for paying early, the account it goes to, why it cannot be in a run, a debit of the bank that seems to have paid it, and
whether it is suggested (planned or due by then, or its discount ends within a week, and no such debit waits). Amounts are text.';

comment on function public.take_back_supplier_credit(pg_catalog.uuid,pg_catalog.text) is 'A credit note that was deducted from an invoice is free again, and the invoice open. A second call changes nothing.';

comment on function public.use_supplier_credit(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.uuid,numeric) is 'Deducts a credit note of a supplier from one of its invoices. p_id: chosen by the caller, so that a repeated call deducts once. Returns it.';

comment on column public.supplier_invoices.credited_number is 'The invoice that a credit note names, as the supplier writes its number.';

comment on column public.supplier_invoices.is_credit is 'A credit note of the supplier: its amounts are below zero.';

comment on column public.supplier_payments.pair_id is 'A credit note was deducted from an invoice (method credit): its two sides, one above and one below zero, come to zero.';

reset check_function_bodies;
