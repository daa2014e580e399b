/** What an account of the rule of `part` without conditions, or of `method`, has in all. */
const balance = (part: string, method: string | null = null) => `coalesce((
  select sum(l.amount) from lines l where l.account_id = (select r.account_id from public.account_rules r
   where r.part = '${part}' and r.method is not distinct from ${method === null ? 'null' : `'${method}'`} and r.service_id is null
     and r.vat_rate is null and r.vat_treatment is null and r.from_day is null)), 0)`

/** What entries by hand brought to the account of a way of payment; null: of every way without one of its own. */
const byHand = (
  method: string | null,
) => `(select coalesce(sum(h.amount), 0) from public.book_entry_lines h where h.account_id = (select r.account_id
   from public.account_rules r where r.part = 'money' and r.method is not distinct from ${method === null ? 'null' : `'${method}'`} and r.from_day is null))`

/** What entries of the bank brought to the account of a way of payment. */
const booked = (
  method: string,
) => `(select coalesce(sum(b.amount), 0) from public.bank_bookings b where b.account_id = (select r.account_id
   from public.account_rules r where r.part = 'money' and r.method = '${method}' and r.from_day is null))`

/** What payments of these ways brought in, less what went back and what suppliers got. */
const money = (methods: readonly string[]) => {
  const among = `in (${methods.map((one) => `'${one}'`).join(', ')})`
  return `(select coalesce(sum(case p.direction when 'in' then coalesce(p.worth, p.amount) else -p.amount end), 0) from public.payments p
      where p.method ${among} and p.status in ('succeeded', 'part_refunded', 'refunded'))
    - (select coalesce(sum(coalesce(r.worth, r.amount)), 0) from public.payment_refunds r join public.payments p on p.id = r.payment_id where coalesce(r.way, p.method) ${among})
    - (select coalesce(sum(s.amount), 0) from public.supplier_payments s where s.method ${among})${
      methods.includes('bank')
        ? ` - (select coalesce(sum(b.fee), 0) from public.bank_entry_payouts b) - (select coalesce(sum(b.amount), 0) from public.bank_bookings b where b.method = 'bank') + ${byHand(null)}`
        : ` + ${booked(methods[0] ?? '')} + ${byHand(methods[0] ?? '')} - (select coalesce(sum(b.amount), 0) from public.bank_bookings b where b.method = '${methods[0] ?? ''}')`
    }`
}

/**
 * A VAT account against the VAT page: of each rate and treatment of sales, of the input tax and of what the company owes on purchases. What a person booked there
 * from the bank, such as what the tax office paid back, is in no return.
 */
const vatPage = `
  select l.mark, l.name, sum(l.vat) as journal, sum(l.page) as page from (
    select 'sales' as mark, format('%s %% %s', trim_scale(n.vat_rate), replace(n.vat_treatment, '_', ' ')) as name, -n.amount as vat, 0 as page
      from lines n where n.part <> 'booked' and n.account_id = (select r.account_id from public.account_rules r where r.part = 'vat_sales')
    union all
    select p.mark, coalesce(trim_scale(n.vat_rate) || ' %' || coalesce(' ' || replace(n.vat_treatment, '_', ' '), ''), 'on no line'), p.sign * n.amount, 0
      from (values ('purchases', 'vat_purchases', 1), ('due', 'vat_due', -1)) as p (mark, part, sign)
      join lines n on n.part <> 'booked' and n.account_id = (select r.account_id from public.account_rules r where r.part = p.part)
    union all
    select a.mark, a.name, 0, a.other from private.analytics_rows('vat', private.company_today() - 1000, private.company_today()) as a
  ) as l group by 1, 2 having sum(l.vat) <> sum(l.page)`

/**
 * What the journal of a company with the general chart says otherwise than its papers and payments, one row `problem` for
 * each: entries that do not balance, accounts that are not the sum of the papers, a trial balance that does not add up.
 */
export const journalFaults = `
  with lines as materialized (select * from private.journal_lines('2000-01-01', '2100-01-01'))
  select format('journal: %s %s is off by %s', l.kind, max(l.number), sum(l.amount)) as problem from lines l group by l.kind, l.entry_id having sum(l.amount) <> 0
  union all
  select format('journal: %s %s has no account', l.kind, l.number) from lines l where l.account_id is null
  union all
  select format('journal: before tomorrow %s opens with %s, its lines come to %s', s.code, s.opening, s.lines)
    from (select x.code, sum(x.opening) as opening, sum(x.lines) as lines
            from (select o.account_id, o.code, o.contact_id, o.is_earlier, o.amount as opening, 0 as lines from private.journal_openings(private.company_today() + 1) as o
                  union all
                  select l.account_id, l.code, case when l.part in ('clients', 'suppliers') then l.contact_id end, l.on_date < private.year_begins(private.company_today() + 1), 0, l.amount
                    from lines l where l.on_date <= private.company_today()) as x
           group by x.account_id, x.code, x.contact_id, x.is_earlier) as s
   where s.opening <> s.lines
  union all
  select format('journal: clients owe %s, their papers say %s', said.journal, said.papers)
    from (select ${balance('clients')} as journal, (select coalesce(sum(b.books_balance), 0) from private.client_balances() as b) as papers) as said
   where said.journal <> said.papers
  union all
  select format('journal: suppliers get %s, their bills say %s', -said.journal, said.bills)
    from (select ${balance('suppliers')} as journal, (
      select coalesce(sum(case when s.status = 'disputed' then -s.paid - s.discount_taken else s.open end), 0) from public.supplier_invoices s) as bills) as said
   where said.journal <> -said.bills
  union all
  select format('journal: %s has %s, payments say %s', said.account, said.journal, said.payments)
    from (values ('the bank', ${balance('money')}, ${money(['bank', 'cheque', 'other'])}), ('cash', ${balance('money', 'cash')}, ${money(['cash'])}),
      ('cards', ${balance('money', 'card')}, ${money(['card'])})) as said (account, journal, payments)
   where said.journal <> said.payments
  union all
  select format('journal: cash has %s, the cash book says %s', said.journal, said.book)
    from (select ${balance('money', 'cash')} as journal, private.till_at('2100-01-01') as book) as said where said.journal <> said.book
  union all
  select format('cash book: the count of %s found %s where the books said %s, and %s is booked', c.counted_on, c.counted, c.said, b.amount)
    from public.cash_counts c join public.bank_bookings b on b.id = c.booking_id where c.counted <> c.said - b.amount
  union all
  select format('assets: the accounts have %s, the register %s and lines of bills %s', t.said ->> 'accounts', t.said ->> 'register', t.missing)
    from (select s.said, (select coalesce(sum((m ->> 'amount')::numeric), 0) from jsonb_array_elements(s.said -> 'missing') as m) as missing
            from (select private.asset_totals(private.company_today()) as said) as s) as t
   where (t.said ->> 'accounts')::numeric <> (t.said ->> 'register')::numeric + t.missing
  union all
  select format('assets: %s is written down by %s of %s', a.number, coalesce(sum(p.amount), 0), a.cost - a.opening)
    from private.assets() as a left join private.asset_plan() as p on p.asset_id = a.id
   group by a.number, a.cost, a.opening having coalesce(sum(p.amount), 0) <> a.cost - a.opening
  union all
  select format('journal: VAT of %s %s is %s, the VAT page says %s', v.mark, v.name, v.journal, v.page) from (${vatPage}) as v
  union all
  -- The costs of bills are their net and what of their VAT is not deducted, and discounts take off as much by their share.
  select format('journal: costs of bills less discounts are %s, the bills say %s', said.journal, said.bills)
    from (select coalesce(sum(l.amount), 0) as journal, (select coalesce(sum(b.base + b.tax + b.own - b.deducted), 0)
            from private.purchase_lines('2000-01-01', '2100-01-01') as b where b.record_kind = 'supplier_invoice') as bills
            from lines l where l.part in ('costs', 'discounts') and l.kind = 'supplier_invoice') as said
   where said.journal <> said.bills
  union all
  -- A bill that is all deducted and paid with a discount leaves the input tax that is in what was paid: less than it by cents of rounding down.
  select format('bill %s of %s was paid with a discount of %s and leaves %s of its %s of input tax', x.supplier_number, x.gross, x.discount_taken, x.held, x.deducted)
    from (select b.supplier_number, b.gross, b.discount_taken, sum(h.deducted) as deducted, b.gross - b.discount_taken as paid,
                 sum(h.deducted) - coalesce((select sum(t.deducted) from public.supplier_payments s join public.supplier_discount_vat t on t.supplier_payment_id = s.id
                   where s.supplier_invoice_id = b.id), 0) as held, count(*) as rates
            from public.supplier_invoices b cross join lateral private.held_of_bill(b.id) as h
           where b.discount_taken > 0 and not exists (select from public.supplier_payments s where s.supplier_invoice_id = b.id and s.pair_id is not null)
             and not exists (select from private.held_of_bill(b.id) as o where o.vat_treatment in ('import', 'import_postponed') or o.deductible_pct < 100)
           group by b.id) as x
   where x.held > x.deducted * x.paid / x.gross or x.held < x.deducted * x.paid / x.gross - 0.03 * x.rates
  union all
  -- The return has what the VAT page has.
  select format('return: %s has %s, the VAT page %s', r.mark, r.tax, r.page)
    from (select x.mark, sum(x.tax) as tax, sum(x.page) as page from (
            select case p.side when 'sales' then 'sales' else 'due' end as mark, p.due as tax, 0 as page
              from private.papers_of_return(private.company_today() - 1000, private.company_today()) as p
            union all select 'purchases', p.input, 0 from private.papers_of_return(private.company_today() - 1000, private.company_today()) as p
            union all select a.mark, 0, a.other from private.analytics_rows('vat', private.company_today() - 1000, private.company_today()) as a) as x group by 1) as r
   where r.tax <> r.page
  union all
  select format('journal: deposits are %s, the papers leave %s', -said.journal, said.papers)
    from (select ${balance('deposits')} as journal, (
      select coalesce(sum((select sum(private.worth(t.base, v.rate)) from public.invoice_vat t where t.invoice_id = v.id)) filter (where v.kind = 'deposit'), 0)
          + coalesce(sum((select sum(private.worth(i.net, d.rate)) from public.invoice_items i join public.invoices d on d.id = i.deducts_invoice_id
               where i.invoice_id = v.id and i.kind = 'deposit')), 0) from public.invoices v where v.status not in ('draft', 'void') and v.kind <> 'proforma')
        - (select coalesce(sum(case when v.kind = 'deposit' then (select sum(private.worth(t.base, n.rate)) from public.credit_note_vat t where t.credit_note_id = n.id)
               else (select sum(private.worth(i.net, d.rate)) from public.credit_note_items i join public.invoice_items o on o.id = i.invoice_item_id
                 join public.invoices d on d.id = o.deducts_invoice_id where i.credit_note_id = n.id and i.kind = 'deposit') end), 0)
             from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.status not in ('draft', 'void'))
        + (select coalesce(sum(private.share_of_worth(k.amount, p.amount, p.worth)), 0) from public.kept_deposits k join public.payments p on p.id = k.payment_id)
        -- The VAT of deposit invoices stands there until their money comes.
        + (select coalesce(sum((select sum(private.worth(t.vat, v.rate)) from public.invoice_vat t where t.invoice_id = v.id)
              - (select coalesce(sum(private.worth(t.vat, v.rate)), 0) from private.deposit_taxes t where t.invoice_id = v.id)), 0) from public.invoices v
            where v.taxed_when_paid) as papers) as said
   where said.journal <> -said.papers
  union all
  -- On cash basis what an invoice brought into the return is what was paid of it: within a cent for each figure that is rounded down.
  select format('cash basis: %s is taxed as %s, of it came %s', x.invoice_number, x.taxed, x.paid)
    from (select v.invoice_number, count(distinct t.vat_rate) as rates, sum(t.base + t.vat) + coalesce((
                   select sum(w.base + w.vat) from private.waiting_taxes('sales', '2000-01-01', '2100-01-01') as w where w.kind = 'invoice' and w.id = v.id), 0)
                 - coalesce((select sum((k.base + k.vat) * a.amount / n.gross) from public.credit_allocations a join public.credit_notes n on n.id = a.credit_note_id
                   join public.credit_note_vat k on k.credit_note_id = n.id where a.invoice_id = v.id), 0)
                 - coalesce((select sum(d.amount) from public.cash_discounts d where d.invoice_id = v.id), 0) as taxed,
                 coalesce((select sum(a.amount) from public.payment_allocations a where a.invoice_id = v.id), 0) as paid
            from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
           where private.taxed_by_money(v.issue_date) and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null and not v.taxed_when_paid
             and not exists (select from public.invoice_vat z where z.invoice_id = v.id and (z.vat_rate = 0 or z.vat_treatment <> 'standard'))
             and not exists (select from public.credit_allocations a join public.credit_note_vat z on z.credit_note_id = a.credit_note_id
                              where a.invoice_id = v.id and (z.vat_rate = 0 or z.vat_treatment <> 'standard'))
           group by v.id) as x
   where abs(x.taxed - x.paid) > 0.03 * x.rates
  union all
  select format('cash basis: VAT of %s waits, the papers say %s', -said.journal, said.papers)
    from (select ${balance('vat_waiting')} as journal, coalesce((select -sum(w.vat + w.written_off)
            from private.papers_of_waiting_taxes('sales', '2000-01-01', '2100-01-01') as w), 0) as papers) as said
   where said.journal <> -said.papers
  union all
  -- What was paid and what was given up wait no more.
  select format('cash basis: %s is settled, and %s of its VAT waits', x.invoice_number, x.waits)
    from (select v.invoice_number, -sum(w.vat + w.written_off) as waits from private.waiting_taxes('sales', '2000-01-01', '2100-01-01') as w
            join public.invoices v on w.kind = 'invoice' and v.id = w.id where v.balance = 0 group by v.id) as x where x.waits <> 0
  union all
  select format('cash basis: input tax of %s waits, the bills say %s', said.journal, said.bills)
    from (select ${balance('vat_purchases_waiting')} as journal, coalesce((select -sum(w.vat) from private.waiting_taxes('purchases', '2000-01-01', '2100-01-01') as w), 0) as bills) as said
   where said.journal <> said.bills
  union all
  select format('cash basis: bill %s is settled, and %s of its input tax waits', x.supplier_number, x.waits)
    from (select b.supplier_number, -sum(w.vat) as waits from private.waiting_taxes('purchases', '2000-01-01', '2100-01-01') as w
            join public.supplier_invoices b on b.id = w.id where b.open = 0 group by b.id) as x where x.waits <> 0
  union all
  select format('journal: the trial balance opens with %s, moves %s and %s, and closes with %s', t.opening, t.debit, t.credit, t.closing)
    from (select sum(b.opening::numeric) as opening, sum(b.debit::numeric) as debit, sum(b.credit::numeric) as credit, sum(b.closing::numeric) as closing
            from private.trial_balance(private.company_today() - 5, private.company_today() + 400) as b) as t
   where t.opening <> 0 or t.closing <> 0 or t.debit <> t.credit`
