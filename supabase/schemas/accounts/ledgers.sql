-- Ledgers: client and supplier accounts, ageing, open invoices.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.slips(p_contact_id uuid) returns table (id uuid)
  language sql stable security definer set search_path = ''
as $$
  with pairs as (
    select p.id, r.id as undone_by, p.created_at as at, r.created_at as undone_at, p.id as payment_id
      from public.payments p join public.payment_refunds r on r.payment_id = p.id and r.kind = 'reversal' and r.amount = p.amount
     where p.contact_id = p_contact_id
    union all
    select r.id, b.id, r.created_at, b.created_at, p.id
      from public.payments p join public.payment_refunds r on r.payment_id = p.id join public.payment_refunds b on b.reverses_id = r.id
     where p.contact_id = p_contact_id
    union all
    select w.id, b.id, w.created_at, b.created_at, null
      from public.invoices v join public.write_offs w on w.invoice_id = v.id join public.write_offs b on b.reverses_id = w.id
     where v.contact_id = p_contact_id
    union all
    select d.id, b.id, d.created_at, b.created_at, d.payment_id
      from public.invoices v join public.cash_discounts d on d.invoice_id = v.id join public.cash_discounts b on b.reverses_id = d.id
     where v.contact_id = p_contact_id
  )
  select unnest(array[s.id, s.undone_by]) from pairs s
   where private.day_of(s.at) = private.day_of(s.undone_at)
     and not exists (select from public.statements t where t.contact_id = p_contact_id and t.created_at > s.at and t.created_at < s.undone_at)
     and not exists (select from public.scheduled_emails m
       where m.record_kind = 'payment' and m.record_id = s.payment_id and m.sent_at > s.at and m.sent_at < s.undone_at)
$$;
comment on function private.slips is
  'Payments, refunds, write-offs and cash discounts of a client that were recorded and taken back on one day, with what took them back, unless the client was told
of them in between, by a statement or a mail.';

create function private.account_entries(p_contact_id uuid) returns table(on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
  language sql stable security definer set search_path = ''
as $$
  with slips as materialized (
    select s.id from private.slips(p_contact_id) as s
  )
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.gross <> 0
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.gross <> 0
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, p.reference, null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p
   where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded') and p.id not in (select s.id from slips s)
  union all
  select r.refunded_on, case when r.reverses_id is null then 4 else 5 end, 'refund', r.id, p.payment_number,
         case when r.reverses_id is not null then 'Refund recorded by mistake' when r.kind = 'reversal' then 'Recorded by mistake'
           else concat_ws(' · ', private.way_of_refund(r, p), r.reason) end,
         null, greatest(r.amount, 0), greatest(-r.amount, 0)
    from public.payment_refunds r join public.payments p on p.id = r.payment_id
   where p.contact_id = p_contact_id and r.id not in (select s.id from slips s)
  union all
  select k.kept_on, 8, 'deposit', k.id, p.payment_number, o.order_number, null, greatest(k.amount, 0), greatest(-k.amount, 0)
    from public.kept_deposits k join public.payments p on p.id = k.payment_id join public.orders o on o.id = k.order_id
   where p.contact_id = p_contact_id and p.id not in (select s.id from slips s)
  union all
  select w.written_off_on, case when w.reverses_id is null then 6 else 7 end, 'write_off', w.id, v.invoice_number, null, null, greatest(-w.amount, 0), greatest(w.amount, 0)
    from public.write_offs w join public.invoices v on v.id = w.invoice_id
   where v.contact_id = p_contact_id and w.id not in (select s.id from slips s)
  union all
  select d.given_on, case when d.reverses_id is null then 6 else 7 end, 'cash_discount', d.id, v.invoice_number, null, null, greatest(-d.amount, 0), greatest(d.amount, 0)
    from public.cash_discounts d join public.invoices v on v.id = d.invoice_id
   where v.contact_id = p_contact_id and d.id not in (select s.id from slips s)
$$;
comment on function private.account_entries is
'What moves the account of a client: invoices and refunds up, credit notes, payments, what was written off and cash discounts down. A deposit that is kept for
an order waits beside the account: up when it is kept, down when it is set against an invoice or is credit again. Papers over 0.00 move nothing,
nor does what was recorded and taken back on one day (slips). sort: on a day, what takes back stands after what it takes back.';

-- A paper settles nothing before the later of its days, and one that does not count settles nothing.
create view private.settlements as
  select a.id, a.invoice_id, a.payment_id, null::uuid as credit_note_id, a.amount, greatest(a.allocated_on, p.received_on, v.issue_date) as on_date
    from public.payment_allocations a
    join public.payments p on p.id = a.payment_id and p.status in ('succeeded', 'part_refunded', 'refunded')
    join public.invoices v on v.id = a.invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select a.id, a.invoice_id, null, a.credit_note_id, a.amount, greatest(a.allocated_on, n.issue_date, v.issue_date)
    from public.credit_allocations a
    join public.credit_notes n on n.id = a.credit_note_id and n.status not in ('draft', 'void')
    join public.invoices v on v.id = a.invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select w.id, w.invoice_id, null, null, w.amount, w.written_off_on from public.write_offs w
  union all
  select d.id, d.invoice_id, null, null, d.amount, d.given_on from public.cash_discounts d;
comment on view private.settlements is
  'What settles invoices, and from which day on: payments, credit notes, what was written off and cash discounts. The statement and the list of open items read it.';

create function private.open_invoices(p_contact_id uuid, p_on date)
returns table (id uuid, number text, issue_date date, due_date date, gross numeric, open numeric)
  language sql stable security definer set search_path = ''
as $$
  with invoices as materialized (
    select v.id, v.invoice_number, v.issue_date, v.due_date, v.gross
      from public.invoices v
     where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_on
  ), settled as (
    select s.invoice_id, sum(s.amount) as amount from private.settlements s
     where s.invoice_id = any (array(select v.id from invoices v)) and s.on_date <= p_on group by 1
  )
  select v.id, v.invoice_number, v.issue_date, v.due_date, v.gross, v.gross - coalesce(s.amount, 0)
    from invoices v left join settled s on s.invoice_id = v.id
$$;
comment on function private.open_invoices is 'What was open of each invoice of a client on a day, whatever was paid later.';

create function private.worth_of_open(p_open numeric, p_whole numeric, p_worth numeric) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_worth is null then p_open else p_worth - private.share_of_worth(p_whole - p_open, p_whole, p_worth) end;
end $$;
comment on function private.worth_of_open is
  'What is open of a paper or payment in the books: its worth less that of what was settled, as the list of open items has it. Null of p_worth: it is in their currency.';

create function private.free_money(p_contact_id uuid) returns table(contact_id uuid, open numeric, books_open numeric)
  language sql stable set search_path = ''
as $$
  select money.contact_id, sum(money.open), sum(money.books_open)
    from (select p.contact_id, case p.direction when 'in' then p.open else p.refunded - p.amount end as open,
                 case p.direction when 'in' then private.worth_of_open(p.open, p.amount, p.worth) else p.refunded - p.amount end as books_open from public.payments p
           where p.status in ('succeeded', 'part_refunded', 'refunded')
          union all
          select n.contact_id, n.open, private.worth_of_open(n.open, n.gross, n.worth) from public.credit_notes n where n.status not in ('draft', 'void')) as money
   where p_contact_id is null or money.contact_id = p_contact_id
   group by money.contact_id
$$;
comment on function private.free_money is
  'The money of each client, or of one, that settles no invoice yet: open payments and open credit notes, less what was paid out to them. In the currency of the client,
and in that of the books.';

create function private.client_balances(p_contact_id uuid default null) returns table(contact_id uuid, balance numeric, overdue numeric, credit numeric, oldest_due date, open_invoices bigint, currency text, books_balance numeric)
  language sql stable security definer set search_path = ''
as $$
  with today as materialized (
    select private.company_today() as day
  ), owed as (
    select v.contact_id, sum(v.balance) as open, coalesce(sum(v.balance) filter (where v.due_date < today.day), 0.00) as overdue,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices,
           sum(private.worth_of_open(v.balance, v.gross, v.worth)) as books
      from today, public.invoices v
     where v.status not in ('draft', 'void') and v.kind <> 'proforma' and (p_contact_id is null or v.contact_id = p_contact_id)
     group by v.contact_id
  ), free as (
    select m.contact_id, m.open, m.books_open from private.free_money(p_contact_id) as m
  )
  select coalesce(o.contact_id, f.contact_id), coalesce(o.open, 0.00) - coalesce(f.open, 0.00), coalesce(o.overdue, 0.00), coalesce(f.open, 0.00),
         o.oldest_due, coalesce(o.invoices, 0), private.currency_of(coalesce(o.contact_id, f.contact_id)), coalesce(o.books, 0.00) - coalesce(f.books_open, 0.00)
    from owed o full join free f on f.contact_id = o.contact_id
   where private.is_server() or private.can('statements', 'view') or coalesce(o.contact_id, f.contact_id) in (select private.my_contact_ids())
$$;
comment on function private.client_balances is
  'What each client owes now, in its own currency: open invoices less unallocated credit; what of it is overdue; the credit; the oldest due day. books_balance: the balance
in the currency of the books, in which balances of several clients are added up.';
call private.offer('private.client_balances(uuid)');

-- What each client owes, by age: the day of the company is one value of the whole answer.
create function private.client_ageing(p_contact_id uuid default null) returns table(id uuid, client_name text, contact_type text, balance numeric, overdue numeric, credit numeric, not_due numeric, days_30 numeric, days_60 numeric, days_90 numeric, older numeric, oldest_due date, open_invoices bigint, currency text, books_balance numeric)
  language sql stable security definer set search_path = ''
as $$
  with today as materialized (
    select private.company_today() as day
  ), owed as (
    select v.contact_id, sum(v.balance) as open,
           coalesce(sum(v.balance) filter (where late <= 0), 0.00) as not_due,
           coalesce(sum(v.balance) filter (where late between 1 and 30), 0.00) as days_30,
           coalesce(sum(v.balance) filter (where late between 31 and 60), 0.00) as days_60,
           coalesce(sum(v.balance) filter (where late between 61 and 90), 0.00) as days_90,
           coalesce(sum(v.balance) filter (where late > 90), 0.00) as older,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices,
           sum(private.worth_of_open(v.balance, v.gross, v.worth)) as books
      from today, public.invoices v,
           lateral (select today.day - coalesce(v.due_date, v.issue_date) as late) as days
     where v.status not in ('draft', 'void') and v.kind <> 'proforma' and (p_contact_id is null or v.contact_id = p_contact_id)
     group by v.contact_id
  ), free as (
    select m.contact_id, m.open, m.books_open from private.free_money(p_contact_id) as m
  )
  select c.id, private.client_label(c), c.type::text, coalesce(o.open, 0.00) - coalesce(f.open, 0.00),
         coalesce(o.open - o.not_due, 0.00), coalesce(f.open, 0.00), coalesce(o.not_due, 0.00), coalesce(o.days_30, 0.00),
         coalesce(o.days_60, 0.00), coalesce(o.days_90, 0.00), coalesce(o.older, 0.00), o.oldest_due, coalesce(o.invoices, 0), coalesce(c.currency, (select private.books_currency())),
         coalesce(o.books, 0.00) - coalesce(f.books_open, 0.00)
    from owed o full join free f on f.contact_id = o.contact_id
    join public.contacts c on c.id = coalesce(o.contact_id, f.contact_id)
   where (private.is_server() or private.can('statements', 'view')) and (coalesce(o.open, 0) <> 0 or coalesce(f.open, 0) <> 0)
$$;
comment on function private.client_ageing is
  'Clients who owe something or have credit, today, each in its own currency: balance (open invoices less unallocated credit), and the open invoices by
age: not due, 1–30, 31–60, 61–90 and more days past due. balance = Σ age − credit.
books_balance: the balance in the currency of the books.';
call private.offer('private.client_ageing(uuid)');

create function private.client_credit(p_contact_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select coalesce((select sum(private.payment_free(p.id)) from public.payments p
           where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0), 0)
       + coalesce((select sum(n.open) from public.credit_notes n
           where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.open > 0), 0)
  );
end $$;
comment on function private.client_credit is 'Payments and credit notes of a client that settle nothing yet.';

create function private.ledger(p_side text, p_from date, p_to date)
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
               t.vat_treatment as treatment, t.base as base, t.vat as tax, (select private.books_currency()) as code, null as words, null as account, null as place,
               v.snapshot -> 'tax_place' ->> 'name' as taxed_at, null::numeric as own, null::numeric as deducted
          from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where p_side = 'sales'
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate), (select private.books_currency()), null, null, null,
               n.snapshot -> 'tax_place' ->> 'name', null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select d.given_on, v.invoice_number, 'cash discount', v.contact_id, t.vat_rate, t.vat_treatment, -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate), (select private.books_currency()), null, null, null,
               v.snapshot -> 'tax_place' ->> 'name', null, null
          from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
         where p_side = 'sales' and d.given_on between p_from and p_to
        union all
        select w.on_date, w.number, lower(w.words), w.contact_id, w.vat_rate, w.vat_treatment, w.base, w.vat, w.code, null, null, null, null, null, null
          from private.papers_of_waiting_taxes('sales', p_from, p_to) as w where p_side = 'sales' and (w.base, w.vat) <> (0, 0)
        union all
        select w.on_date, w.number, lower(w.words), w.contact_id, w.vat_rate, w.vat_treatment, w.base, w.vat, w.code, null, null, null, null, 0, w.vat
          from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w where p_side = 'purchases'
        union all
        select b.on_date, b.number, replace(b.kind, '_', ' '), null, b.rate, private.treatment_of_rate(b.rate), b.base, b.tax, b.code, b.words, b.account, b.id::text, null, null, null
          from private.bank_sales(p_from, p_to) as b where p_side = 'sales'
        union all
        select b.on_date, b.number, b.kind, b.who, b.rate, b.treatment, b.base, b.tax, b.code, b.words, b.account, b.place, null, b.own, b.deducted
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;
comment on function private.ledger is
'The ledger of sales (invoices, credit notes, cash discounts and income on bank statements and in the cash book by VAT rate) or of purchases (the lines of bills, cash discounts and costs of the bank and the till, with their cost
account and treatment, the VAT that the company owes itself and the input tax) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';
call private.offer('private.ledger(text, date, date)');

create function private.purchase_lines(p_from date, p_to date)
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
  -- Costs that the bank took by itself or that the till paid, where somebody said which VAT is in them.
  select x.booked_on, x.number, x.method || ' entry', null, x.vat_rate, x.amount - x.vat, x.vat, s.currency, concat_ws(' · ', x.party_name, x.words),
         k.code || ' ' || k.name, x.id::text, 'standard', 0, x.vat, x.method || '_entry', coalesce(x.reverses_id, x.id)
    from public.bank_bookings x join public.cost_accounts k on k.id = x.cost_account_id cross join public.company_settings s
   where x.booked_on between p_from and p_to and x.vat_rate is not null
$$;
comment on function private.purchase_lines is
'The lines of the bills of these days, of each bill what is on no line, below zero the discounts that were taken on these days, and costs with VAT on bank statements and in the cash book. tax: as the supplier bills it; own: what the company
owes itself; deducted: the input tax of both. Disputed bills are left out. For functions that asked for the right.';

create function private.late_bills(p_from date, p_to date)
returns table (id uuid, number text, supplier_name text, invoice_date date, booked_on date)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return query
    select s.id, s.supplier_number, private.client_label(c), s.invoice_date, s.booked_on
      from public.supplier_invoices s join public.contacts c on c.id = s.supplier_id
     where s.booked_on > s.invoice_date and s.status <> 'disputed'
       and (s.booked_on between p_from and p_to or s.invoice_date between p_from and p_to)
     order by s.booked_on, s.invoice_date, s.supplier_number limit 500;
end $$;
comment on function private.late_bills is
'The bills of suppliers that count on another day than their own, because that one was closed when they came: booked in these days, or dated in them.
Disputed ones are left out. At most 500.';
call private.offer('private.late_bills(date, date)');
