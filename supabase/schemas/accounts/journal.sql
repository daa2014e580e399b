-- The journal: double entries that follow from papers, payments and the bank, with the entries that a person made.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.journal_of_invoices(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select v.id, coalesce(v.worth, v.gross) as gross, v.rate as books, v.kind, v.taxed_when_paid, v.issue_date, v.invoice_number, v.contact_id, v.project_title
      from public.invoices v
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
  ), lines as materialized (
    -- A deposit goes at the rate at which it came.
    select i.invoice_id as id, case when i.kind = 'deposit' then 'deposits' else 'sales' end as part, i.service_id, i.vat_rate, i.vat_treatment,
           sum(private.worth(i.net, coalesce(d.rate, p.books))) as net
      from papers p join public.invoice_items i on i.invoice_id = p.id left join public.invoices d on d.id = i.deducts_invoice_id
     where i.net <> 0 group by 1, 2, 3, 4, 5
  ), rates as materialized (
    select t.invoice_id, t.vat_rate, t.vat_treatment, private.worth(t.base, p.books) as base, private.worth(t.vat, p.books) as vat
      from papers p join public.invoice_vat t on t.invoice_id = p.id
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
         case when x.part = 'sales' and v.kind = 'deposit' or x.part = 'vat_sales' and v.taxed_when_paid then 'deposits' else x.part end,
         null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join papers v on v.id = x.id where x.amount <> 0
  union all
  select t.on_date, 9, 'invoice', v.id, t.id, v.invoice_number, v.contact_id, v.project_title, side.part, null, null, t.vat_rate, t.vat_treatment, null, side.amount
    from private.deposit_taxes t join public.invoices v on v.id = t.invoice_id
   cross join lateral (values ('deposits', private.worth(t.vat, v.rate)), ('vat_sales', -private.worth(t.vat, v.rate))) as side (part, amount)
   where t.on_date between p_from and p_to and t.vat <> 0
  union all
  select v.opening_on, 1, 'invoice', v.id, v.id, v.invoice_number, v.contact_id, v.project_title, side.part, null, null, null, null, null, side.amount
    from public.invoices v cross join lateral (values ('clients', coalesce(v.worth, v.gross)), ('opening', -coalesce(v.worth, v.gross))) as side (part, amount)
   where v.opening_on between p_from and p_to and v.gross <> 0
$$;
comment on function private.journal_of_invoices is
  'What issued invoices move: the client owes the total; sales (by service and VAT rate) or deposits, and VAT, are credited. A deposit
invoice that was issued before its money owes no VAT until that comes: it stands among the deposits, and goes from there by deposit_taxes. Those of the former books stand
against the opening balances, at their day. Amounts above zero are debits.';

create function private.journal_of_credit_notes(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with papers as materialized (
    select n.id, coalesce(n.worth, n.gross) as gross, n.rate as books, n.issue_date, n.credit_number, n.contact_id, n.reason, v.kind
      from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
  ), lines as materialized (
    select i.credit_note_id as id, case when i.kind = 'deposit' then 'deposits' else 'sales' end as part, o.service_id, i.vat_rate, i.vat_treatment,
           sum(private.worth(i.net, coalesce(d.rate, p.books))) as net
      from papers p join public.credit_note_items i on i.credit_note_id = p.id join public.invoice_items o on o.id = i.invoice_item_id
      left join public.invoices d on d.id = o.deducts_invoice_id
     where i.net <> 0 group by 1, 2, 3, 4, 5
  ), rates as materialized (
    select t.credit_note_id, t.vat_rate, t.vat_treatment, private.worth(t.base, p.books) as base, private.worth(t.vat, p.books) as vat
      from papers p join public.credit_note_vat t on t.credit_note_id = p.id
  ), parts as (
    select p.id, 'clients' as part, null::uuid as service_id, null::numeric as rate, null as treatment, -p.gross as amount from papers p
    union all
    select l.id, l.part, l.service_id, l.vat_rate, l.vat_treatment, l.net from lines l
    union all
    -- What the VAT table says beyond the lines.
    select x.id, 'sales', null, x.vat_rate, x.vat_treatment, sum(x.net)
      from (select l.id, l.vat_rate, l.vat_treatment, -l.net as net from lines l
            union all select t.credit_note_id, t.vat_rate, t.vat_treatment, t.base from rates t) as x group by 1, 4, 5
    union all
    select t.credit_note_id, 'vat_sales', null, t.vat_rate, t.vat_treatment, t.vat from rates t
  )
  select n.issue_date, 2, 'credit_note', n.id, n.id, n.credit_number, n.contact_id, n.reason,
         case when x.part = 'sales' and n.kind = 'deposit' then 'deposits' else x.part end, null::uuid, x.service_id, x.rate, x.treatment, null::text, x.amount
    from parts x join papers n on n.id = x.id where x.amount <> 0
$$;
comment on function private.journal_of_credit_notes is 'What issued credit notes move: the opposite of their invoices. Amounts above zero are debits.';

create function private.journal_of_payments(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with moves as (
    select p.received_on as on_date, 3 as sort, 'payment' as kind, p.id, p.id as entry_id, p.payment_number as number, p.contact_id,
           p.reference as words, case when p.opening_on is null then 'money' else 'opening' end as other, 'clients' as against, p.method,
           case p.direction when 'in' then 1 else -1 end * coalesce(p.worth, p.amount) as amount
      from public.payments p
     where p.received_on between p_from and p_to and p.status in ('succeeded', 'part_refunded', 'refunded')
    union all
    select r.refunded_on, 4, 'payment', p.id, r.id, p.payment_number, p.contact_id, r.reason, 'money', 'clients', coalesce(r.way, p.method),
           -coalesce(r.worth, r.amount)
      from public.payment_refunds r join public.payments p on p.id = r.payment_id
     where r.refunded_on between p_from and p_to
    union all
    select w.written_off_on, 5, 'invoice', v.id, w.id, v.invoice_number, v.contact_id, w.reason, 'write_offs', 'clients', null, private.worth(w.amount, v.rate)
      from public.write_offs w join public.invoices v on v.id = w.invoice_id
     where w.written_off_on between p_from and p_to
    union all
    -- A deposit without a paper is owed to the client until its order is invoiced.
    select k.kept_on, 8, 'payment', p.id, k.id, p.payment_number, p.contact_id, format('Deposit for %s', o.order_number), 'clients', 'deposits', null,
           private.share_of_worth(k.amount, p.amount, p.worth)
      from public.kept_deposits k join public.payments p on p.id = k.payment_id join public.orders o on o.id = k.order_id
     where k.kept_on between p_from and p_to
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
comment on function private.journal_of_payments is
  'What payments of clients, refunds, reversals, write-offs and fees of returned payments move: money or loss against what the client owes. What is kept for an
order is a deposit until it is set against an invoice. Amounts above zero are debits.';

create function private.journal_of_bills(p_from date, p_to date)
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
   cross join lateral (values ('suppliers', x.money + s.discount), (case when s.is_opening then 'opening' else 'money' end, -x.money - s.exchange),
     (case when (s.exchange > 0) <> (s.reverses_id is not null) then 'exchange_losses' else 'exchange_gains' end, s.exchange),
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
comment on function private.journal_of_bills is
  'What bills that are not disputed and payments to suppliers move: costs by account and VAT against what the supplier gets, then money and discounts.
VAT that the company owes itself (vat_due) stands against the part of it that is deducted; what is not deducted is cost. vat_treatment is null for VAT of the supplier.
Credit notes of suppliers are bills below zero. A discount for paying early lowers the VAT of its bill by rate; what is left of it, with VAT that was not deducted, is income.
Bills in another currency are booked by what they are worth, and left out while nobody said it; what their payment cost more or less than that is a loss or gain by the exchange.
Amounts above zero are debits.';

create function private.costs_without_account(p_from date, p_to date) returns table (id uuid, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select b.id, sum(b.amount) from private.journal_of_bills(p_from, p_to) as b where b.part = 'costs' and b.cost_account_id is null group by 1
$$;
comment on function private.costs_without_account is
  'Bills of these days of which the journal books something on no cost account, with that amount: lines without one, and what a bill has beyond its lines. Their sum is what
bills move on the account of costs without an account. For functions that asked for the right.';

create function private.is_reverse_at_home(p_kind text, p_id uuid) returns boolean
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
comment on function private.is_reverse_at_home is
  'The client of an invoice or credit note (p_kind) has no VAT number of another state of the Union, as private.vat_boxes sees it: its reverse charge is at home.';

create function private.journal_parts(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric, treated text)
  language sql stable security definer set search_path = ''
as $$
  -- Most lines have no treatment: nobody asks whose their paper is.
  select x.*, case when coalesce(x.vat_treatment, '') = 'reverse_charge' and private.is_reverse_at_home(x.kind, x.id) then 'reverse_charge_home' else x.vat_treatment end
    from (select * from private.journal_of_invoices(p_from, p_to) union all select * from private.journal_of_credit_notes(p_from, p_to)
          union all select * from private.journal_of_payments(p_from, p_to) union all select * from private.journal_of_bills(p_from, p_to)
          union all select * from private.journal_of_bank(p_from, p_to) union all select * from private.journal_of_cash_discounts(p_from, p_to)
          union all select * from private.journal_of_waiting_taxes(p_from, p_to)
          union all select * from private.journal_of_exchange(p_from, p_to) union all select * from private.journal_of_entries(p_from, p_to)
          union all select * from private.journal_of_assets(p_from, p_to)) as x
$$;
comment on function private.journal_parts is
  'What the papers, payments, entries of the bank, entries by hand and fixed assets of these days move, before accounts are chosen: part says what it is, treated is vat_treatment, with reverse charge
at home told from that of another state. Of each entry_id the amounts come to zero; above zero is a debit.';

create function private.account_by_rules(p_part text, p_service_id uuid, p_vat_rate numeric, p_treated text, p_method text, p_day date) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.account_id from public.account_rules s
     where s.part = p_part and (s.from_day is null or s.from_day <= p_day)
       and (s.service_id is null or s.service_id = p_service_id) and (s.vat_rate is null or s.vat_rate = p_vat_rate)
       and (s.vat_treatment is null or s.vat_treatment in (coalesce(p_treated, 'standard'), replace(p_treated, '_home', ''))) and (s.method is null or s.method = p_method)
     order by s.service_id is null, s.vat_rate is null, s.vat_treatment is null, s.vat_treatment <> p_treated,
       s.method is null, s.from_day desc nulls last limit 1);
end $$;
comment on function private.account_by_rules is
  'The account to which the rules lead a part of a paper, as private.journal_parts says it: that of the rule with the most conditions. p_day: the last day on or before that of the
paper on which a rule began; null before any.';

create function private.days_of_rules() returns date[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select r.from_day from public.account_rules r where r.from_day is not null
               union select m.from_day from public.moved_accounts m where m.from_day is not null order by 1);
end $$;
comment on function private.days_of_rules is 'The days from which rules to accounts count, and from which accounts are moved, the earliest first: between two of them every day has the same rules.';

create function private.journal_lines(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text, account_id uuid, code text,
  account text, account_kind text, vat_rate numeric, vat_treatment text, amount numeric, part text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_days constant date[] := private.days_of_rules();
begin
  return query
  with raw as materialized (
    select x.*, width_bucket(x.on_date, v_days) as era, concat_ws('|', x.part, x.service_id, x.vat_rate, x.treated, x.method) collate "C" as met
      from private.journal_parts(p_from, p_to) as x
  ), moved as materialized (
    select * from private.moved_to(v_days)
  ), chosen as materialized (
    select w.met, w.era, private.account_by_rules(w.part, w.service_id, w.vat_rate, w.treated, w.method, v_days[w.era]) as account_id
      from (select b.met, b.era, b.part, b.service_id, b.vat_rate, b.treated, b.method from raw b where b.cost_account_id is null
             group by 1, 2, 3, 4, 5, 6, 7) as w
  )
  select b.on_date, b.sort, b.kind, b.id, b.entry_id, b.number, b.contact_id, b.words, coalesce(a.id, k.id), coalesce(a.code, k.code),
         coalesce(a.name, k.name), coalesce(a.kind, k.kind, 'cost'), b.vat_rate, b.vat_treatment, b.amount, b.part
    from raw b
    left join moved m on m.id = b.cost_account_id and m.era = b.era
    left join public.cost_accounts k on k.id = coalesce(m.booked_as, b.cost_account_id)
    left join chosen c on b.cost_account_id is null and c.met = b.met and c.era = b.era
    -- Depreciation stands on the account that the account of its asset names, or on that itself.
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, case when b.part = 'written_down' then k.written_down_on end, m.booked_as, b.cost_account_id);
end $$;
comment on function private.journal_lines is
  'The entries of the days p_from to p_to with their accounts. Of each entry_id the amounts come to zero; above zero is a debit. For functions that
asked for the right.';

create function private.journal_openings(p_day date)
returns table (part text, contact_id uuid, account_id uuid, code text, account text, account_kind text, is_earlier boolean, first_day date, amount numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_days constant date[] := private.days_of_rules();
  v_year constant date := private.year_begins(p_day);
begin
  return query
  with sums as materialized (
    select x.part, case when x.part in ('clients', 'suppliers') then x.contact_id end as contact_id, x.cost_account_id, x.service_id, x.vat_rate, x.treated,
           x.method, width_bucket(x.on_date, v_days) as era, x.on_date < v_year as is_earlier, min(x.on_date) as first_day, sum(x.amount) as amount
      from private.journal_parts('1900-01-01', p_day - 1) as x group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), moved as materialized (
    select * from private.moved_to(v_days)
  ), chosen as materialized (
    select w.*, private.account_by_rules(w.part, w.service_id, w.vat_rate, w.treated, w.method, v_days[w.era]) as account_id
      from (select distinct s.part, s.service_id, s.vat_rate, s.treated, s.method, s.era from sums s where s.cost_account_id is null) as w
  )
  select s.part, s.contact_id, coalesce(a.id, k.id), coalesce(a.code, k.code), coalesce(a.name, k.name), coalesce(a.kind, k.kind, 'cost'), s.is_earlier,
         min(s.first_day), sum(s.amount)
    from sums s
    left join chosen c on s.cost_account_id is null
     and (c.part, c.era) = (s.part, s.era) and (c.service_id, c.vat_rate, c.treated, c.method) is not distinct from (s.service_id, s.vat_rate, s.treated, s.method)
    left join moved m on m.id = s.cost_account_id and m.era = s.era
    left join public.cost_accounts k on k.id = coalesce(m.booked_as, s.cost_account_id)
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, case when s.part = 'written_down' then k.written_down_on end, m.booked_as, s.cost_account_id)
   group by 1, 2, 3, 4, 5, 6, 7;
end $$;
comment on function private.journal_openings is
  'What the entries of all days before p_day come to: by account and part, and of what clients and suppliers owe by contact (else null); what came before the financial year that
p_day is in is_earlier. first_day: the day of the first of them. It is the sum of private.journal_lines, which has a row for each line. For functions that asked for the right.';

create function private.opening_balances(p_day date)
returns table (part text, contact_id uuid, account_id uuid, code text, account text, account_kind text, first_day date, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select o.part, o.contact_id, case when not e.is_result then o.account_id end, case when not e.is_result then o.code end,
         case when e.is_result then 'Result of earlier years' else o.account end, case when e.is_result then 'equity' else o.account_kind end, o.first_day, o.amount
    from private.journal_openings(p_day) as o cross join lateral (select o.is_earlier and o.account_kind in ('income', 'cost') as is_result) as e
$$;
comment on function private.opening_balances is
  'private.journal_openings as the books are opened: income and cost accounts begin at zero with each financial year, and what they had before is a result without an account.
For functions that asked for the right.';

create function private.must_see_books() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see the books');
  perform private.must('payments', 'view', 'see the books');
  perform private.must('supplier-invoices', 'view', 'see the books');
end $$;
comment on function private.must_see_books is 'Refuses, in words, whoever may not view invoices, payments and invoices of suppliers: the journal shows all three.';

create function private.refuse_long_period(p_from date, p_to date) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;
end $$;
comment on function private.refuse_long_period is 'Refuses, in words, days in the wrong order and more than three years.';

create function private.year_begins(p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_shift constant interval := make_interval(months => (select s.first_month - 1 from public.hand_over_settings s));
begin
  return date_trunc('year', p_day - v_shift) + v_shift;
end $$;
comment on function private.year_begins is 'The first day of the financial year of the company that a day is in.';

create function private.journal(p_from date, p_to date, p_account_id uuid default null, p_after text default null, p_limit integer default 200)
returns table (place text, on_date date, kind text, id uuid, entry_id uuid, number text, contact_id uuid, party text, words text, account_id uuid,
  code text, account text, vat_rate text, vat_treatment text, debit text, credit text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first constant date := greatest(p_from, case when p_after ~ '^[0-9]{8}~' then to_date(left(p_after, 8), 'YYYYMMDD') end);
  v_left integer := least(greatest(coalesce(p_limit, 200), 1), 1000);
  v_found integer;
  v_from date := v_first;
  v_to date;
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  -- A few days first, then twice as many: a page of a busy company reads little more than its own lines, one of a quiet company few times.
  for v_step in 2 .. 12 loop
    exit when v_from > p_to or v_left = 0;
    v_to := least(p_to, v_from + (2 ^ v_step)::integer - 1);
    return query
      select l.place, l.on_date, l.kind, l.id, l.entry_id, l.number, l.contact_id, private.client_label(c), l.words, l.account_id, l.code, l.account,
             trim_scale(l.vat_rate)::text, l.vat_treatment, case when l.amount > 0 then private.amount_text(l.amount) end,
             case when l.amount < 0 then private.amount_text(-l.amount) end
        from (select n.*, concat_ws('~', to_char(n.on_date, 'YYYYMMDD'), n.sort, n.number, n.entry_id, to_char(row_number() over (partition by n.entry_id
                       order by n.amount < 0, n.code, n.vat_rate, n.vat_treatment, n.amount, n.words, n.account_id), 'FM000000')) collate "C" as place
                from private.journal_lines(v_from, v_to) as n) as l
        left join public.contacts c on c.id = l.contact_id
       where (p_account_id is null or l.account_id = p_account_id) and (p_after is null or l.place > p_after)
       order by l.place limit v_left;
    get diagnostics v_found = row_count;
    v_left := v_left - v_found;
    v_from := v_to + 1;
  end loop;
end $$;
comment on function private.journal is
  'The journal of the days p_from to p_to, oldest first, or the entries of one account. p_after: the place of the last line of the page before. p_limit:
at most 1,000 lines. Amounts are text; a line has a debit or a credit. The debits of each entry_id are its credits.';
call private.offer('private.journal(date, date, uuid, text, integer)');

create function private.trial_balance(p_from date, p_to date)
returns table (account_id uuid, code text, name text, kind text, opening text, debit text, credit text, closing text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
  with sums as materialized (
    select o.account_id, o.code, o.account, o.account_kind, o.amount as opening, 0::numeric as debit, 0::numeric as credit
      from private.opening_balances(p_from) as o
    union all
    select l.account_id, l.code, l.account, l.account_kind, 0, coalesce(sum(l.amount) filter (where l.amount > 0), 0),
           coalesce(-sum(l.amount) filter (where l.amount < 0), 0)
      from private.journal_lines(p_from, p_to) as l group by 1, 2, 3, 4
  )
  select s.id, s.code, s.name, s.kind, private.amount_text(s.opening), private.amount_text(s.debit), private.amount_text(s.credit),
         private.amount_text(s.opening + s.debit - s.credit)
    from (select l.account_id as id, l.code, l.account as name, l.account_kind as kind, sum(l.opening) as opening, sum(l.debit) as debit, sum(l.credit) as credit
            from sums l group by 1, 2, 3, 4) as s
   where s.opening <> 0 or s.debit <> 0 or s.credit <> 0
   order by s.code collate "C" nulls last;
end $$;
comment on function private.trial_balance is
  'Each account with what it had before p_from, its debits and credits from p_from to p_to, and what it has then; above zero is a debit. Income and cost
accounts begin at zero with each financial year: what they had before is one row without an account. The openings, and the closings, come to zero. Amounts are text.';
call private.offer('private.trial_balance(date, date)');

create function private.account_sheet(p_account_id uuid, p_from date, p_to date, p_after text default null, p_limit integer default 200)
returns table (place text, on_date date, kind text, id uuid, entry_id uuid, number text, contact_id uuid, party text, words text,
  vat_rate text, vat_treatment text, debit text, credit text, balance text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_year constant date := private.year_begins(p_from);
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
  with opening as materialized (
    select coalesce(sum(o.amount), 0) as amount from private.journal_openings(p_from) as o
     where o.account_id = p_account_id and not (o.is_earlier and o.account_kind in ('income', 'cost'))
  ), lines as materialized (
    select n.*, concat_ws('~', to_char(n.on_date, 'YYYYMMDD'), n.sort, n.number, n.entry_id, to_char(row_number() over (partition by n.entry_id
             order by n.amount < 0, n.vat_rate, n.vat_treatment, n.amount, n.words), 'FM000000')) collate "C" as spot,
           case when n.account_kind in ('income', 'cost') then extract(year from age(n.on_date, v_year)) else 0 end as year
      from private.journal_lines(p_from, p_to) as n where n.account_id = p_account_id
  )
  select l.spot, l.on_date, l.kind, l.id, l.entry_id, l.number, l.contact_id, private.client_label(c), l.words, trim_scale(l.vat_rate)::text, l.vat_treatment,
         case when l.amount > 0 then private.amount_text(l.amount) end, case when l.amount < 0 then private.amount_text(-l.amount) end,
         private.amount_text(l.total + case when l.year = 0 then o.amount else 0 end)
    from (select x.*, sum(x.amount) over (partition by x.year order by x.spot) as total from lines x) as l
   cross join opening o
    left join public.contacts c on c.id = l.contact_id
   where p_after is null or l.spot > p_after
   order by l.spot limit least(greatest(coalesce(p_limit, 200), 1), 1000);
end $$;
comment on function private.account_sheet is
  'The entries of an account on the days p_from to p_to, oldest first, each with what the account has after it; above zero is a debit. Income and cost
accounts begin at zero with each financial year. p_after and p_limit: as of journal. Amounts are text.';
call private.offer('private.account_sheet(uuid, date, date, text, integer)');
