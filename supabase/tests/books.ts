/**
 * The disagreements in the books, one row `problem` for each: the papers of every client of `clients` (an expression of
 * type uuid[]) against each list with a balance, and every invoice, payment, number, bank entry and supplier invoice
 * against its records.
 */
export const disagreements = (clients: string) => `
    -- Σ invoiced − credited − paid + refunded − written off is the balance, of each list that says one.
    select format('%s: the papers say %s, the balance %s, the ages %s, the statement %s', c, owed.amount, b.balance, a.balance, s.closing) as problem
      from unnest(${clients}) as c
     cross join lateral (select
         coalesce((select sum(gross) from public.invoices where contact_id = c and status not in ('draft', 'void') and kind <> 'proforma'), 0)
       - coalesce((select sum(gross) from public.credit_notes where contact_id = c and status not in ('draft', 'void')), 0)
       - coalesce((select sum(amount) from public.payments where contact_id = c and direction = 'in'), 0)
       + coalesce((select sum(r.amount) from public.payment_refunds r join public.payments p on p.id = r.payment_id where p.contact_id = c), 0)
       - coalesce((select sum(w.amount) from public.write_offs w join public.invoices v on v.id = w.invoice_id where v.contact_id = c), 0)
       - coalesce((select sum(d.amount) from public.cash_discounts d join public.invoices v on v.id = d.invoice_id where v.contact_id = c), 0)
       + coalesce((select sum(k.amount) from public.kept_deposits k join public.payments p on p.id = k.payment_id where p.contact_id = c), 0) as amount) as owed
      left join private.client_balances(c) as b on true
      left join private.client_ageing(c) as a on true
     cross join lateral (select statement ->> 'closing' as closing, statement -> 'ageing' as ages
        from private.statement_of(c, private.company_today() - 30, private.company_today() + 400) as statement) as s
     where (owed.amount, owed.amount, owed.amount) is distinct from (coalesce(b.balance, 0), coalesce(a.balance, 0), s.closing::numeric)
        or s.closing::numeric <> (select sum(case key when 'unallocated' then -value::numeric else value::numeric end) from jsonb_each_text(s.ages))
    union all
    select format('%s of %s is %s, has %s paid and %s credited, and %s open', v.invoice_number, v.gross, v.status, v.paid, v.credited, v.balance) from public.invoices v
     where v.status not in ('draft', 'void') and ((v.paid, v.credited) is distinct from (
         coalesce((select sum(amount) from public.payment_allocations where invoice_id = v.id), 0),
         coalesce((select sum(amount) from public.credit_allocations where invoice_id = v.id), 0)
           + coalesce((select sum(amount) from public.write_offs where invoice_id = v.id), 0)
           + coalesce((select sum(amount) from public.cash_discounts where invoice_id = v.id), 0))
       or v.balance < 0 or v.balance > v.gross or (v.balance = 0) <> (v.status in ('paid', 'credited')))
    union all
    select format('%s settles %s and gave back %s of %s', p.payment_number, p.allocated, p.refunded, p.amount) from public.payments p
     where p.open < 0 or private.payment_free(p.id) < 0
        or p.allocated <> coalesce((select sum(amount) from public.payment_allocations where payment_id = p.id), 0)
        or p.refunded <> coalesce((select sum(amount) from public.payment_refunds where payment_id = p.id), 0)
        or p.kept <> coalesce((select sum(amount) from public.kept_deposits where payment_id = p.id), 0)
    union all
    -- What a cash discount takes off at each rate is all of it, and no more than the invoice has left there.
    select format('a cash discount of %s over %s has %s in its VAT table', d.amount, v.invoice_number, t.amount)
      from public.cash_discounts d join public.invoices v on v.id = d.invoice_id
     cross join lateral (select coalesce(sum(r.base + r.vat), 0) as amount from public.cash_discount_vat r where r.cash_discount_id = d.id) as t
     where t.amount <> d.amount
    union all
    select format('%s leaves %s and %s at %s %% after a cash discount of %s', v.invoice_number, h.base, h.vat, h.vat_rate, v.cash_discounted)
      from public.invoices v cross join lateral private.held_by_rate(v.id) as h where v.cash_discounted > 0 and (h.base < 0 or h.vat < 0)
    union all
    select format('%s has a cash discount of %s, its payments took %s', v.invoice_number, v.cash_discounted, d.amount) from public.invoices v
     cross join lateral (select coalesce(sum(x.amount), 0) as amount from public.cash_discounts x where x.invoice_id = v.id) as d
     where v.cash_discounted <> d.amount or v.cash_discounted > 0 and v.balance > 0
    union all
    select format('numbers %s of %s to %s', prefix, count(*), max(number)) from (
      select split_part(n, '-', 1) as prefix, split_part(n, '-', 3)::integer as number from (
        select invoice_number from public.invoices where invoice_number is not null
        union all select credit_number from public.credit_notes where credit_number is not null
        union all select payment_number from public.payments) as all_numbers (n) where n ~ '^[A-Z]+-[0-9]{4}-[0-9]+$') as numbered
     group by prefix having count(*) <> max(number) or count(distinct number) <> max(number)
    union all
    select format('entry over %s has the payment %s', e.amount, p.payment_number) from public.bank_entries e left join public.payments p on p.id = e.payment_id
     where e.direction = 'in' and (e.status = 'confirmed') <> (num_nonnulls(p.id, e.booking_id) = 1) or p.amount <> e.amount
    union all
    select format('entry over %s is booked as %s, which is %s', e.amount, b.number, b.amount) from public.bank_entries e join public.bank_bookings b on b.id = e.booking_id
     where b.method <> 'bank' or b.amount <> case e.direction when 'out' then e.amount else -e.amount end or exists (select from public.bank_bookings r where r.reverses_id = b.id)
    union all
    select format('%s is on no entry and was not taken back', b.number) from public.bank_bookings b
     where b.method = 'bank' and b.reverses_id is null and not exists (select from public.bank_bookings r where r.reverses_id = b.id)
       and not exists (select from public.bank_entries e where e.booking_id = b.id)
    union all
    select format('entry over %s is confirmed, and its payment %s was taken back', e.amount, p.payment_number)
      from public.bank_entries e join public.payments p on p.id = e.payment_id
      join public.payment_refunds r on r.payment_id = p.id and r.kind = 'reversal' where e.status = 'confirmed'
    union all
    select format('%s was taken back and settles or gave back something else', p.payment_number)
      from public.payments p join public.payment_refunds r on r.payment_id = p.id and r.kind = 'reversal'
     where (p.allocated, p.refunded, p.status, r.amount) is distinct from (0, p.amount, 'refunded', p.amount)
    union all
    select format('debit over %s is %s and has records over %s', e.amount, e.status, paid.amount) from public.bank_entries e
     cross join lateral (select sum(coalesce(sp.amount, r.amount)) as amount from public.bank_entry_payouts o
        left join public.supplier_payments sp on sp.id = o.supplier_payment_id left join public.payment_refunds r on r.id = o.refund_id
        where o.entry_id = e.id) as paid
     where e.direction = 'out' and e.booking_id is null and coalesce(paid.amount, 0) is distinct from case e.status when 'confirmed' then e.amount else 0 end
    union all
    select format('%s has %s paid and %s taken off of %s, and is %s', v.supplier_number, v.paid, v.discount_taken, v.net + v.vat, v.status)
      from public.supplier_invoices v
     cross join lateral (select coalesce(sum(sp.amount), 0) as amount, coalesce(sum(sp.discount), 0) as discount
        from public.supplier_payments sp where sp.supplier_invoice_id = v.id) as sums
     where ((v.paid, v.discount_taken) is distinct from (sums.amount, sums.discount) or v.open * sign(v.net + v.vat) < 0
        or (v.open = 0) <> (v.status = 'paid') or (v.paid <> 0 and v.open <> 0) <> (v.status = 'part_paid'))
    union all
    -- A credit note of a supplier and the bill from which it is deducted: each pair comes to zero.
    select format('the deduction %s comes to %s', sp.pair_id, sum(sp.amount)) from public.supplier_payments sp where sp.pair_id is not null
     group by sp.pair_id having sum(sp.amount) <> 0
    union all
    select format('entry over %s is %s, its parts come to %s', e.amount, e.status, parts.amount) from public.bank_entries e
     cross join lateral (select sum(case part.direction when e.direction then part.amount else -part.amount end) as amount
        from public.bank_entries part where part.split_of = e.id) as parts
     where case e.status when 'split' then e.amount end is distinct from parts.amount
    union all
    select format('of order %s, which is %s and billed to %s %%, %s is kept', o.order_number, o.status, o.invoiced_pct, sum(k.amount))
      from public.kept_deposits k join public.orders o on o.id = k.order_id
     group by o.id having sum(k.amount) < 0 or sum(k.amount) > 0 and (o.status = 'cancelled' or o.invoiced_pct = 100)
    union all
    select format('%s came twice', provider_ref) from public.payments where provider_ref is not null group by provider_ref having count(*) > 1`

/** The broken rules of orders and their papers, one row `what` for each. */
export const brokenOrders = `select 'over-delivered' from public.order_items i
   where i.qty_delivered > i.qty or i.qty_delivered <> coalesce((select sum(d.qty_delivered) from public.delivery_items d where d.order_item_id = i.id), 0)
  union all
  select 'over-invoiced' from public.order_items o where o.qty_invoiced > o.qty
  union all
  select 'an invoice below zero' from public.invoices where gross < 0 or balance < 0
  union all
  select 'totals that are not their VAT table' from public.invoices v
   where v.net <> (select coalesce(sum(t.base), 0) from public.invoice_vat t where t.invoice_id = v.id)
      or v.vat <> (select coalesce(sum(t.vat), 0) from public.invoice_vat t where t.invoice_id = v.id)
  union all
  -- Whatever was credited since, deposits included: what the invoices bill before their deductions is the order.
  select 'an order billed in full that does not come to its gross' from public.orders o
   where o.invoiced_pct = 100 and not exists (select from public.invoices v where v.order_id = o.id and v.status = 'draft')
     and o.gross <> (
       select sum(v.gross) - coalesce(sum((select sum(i.net + i.vat) from public.invoice_items i where i.invoice_id = v.id and i.kind = 'deposit')), 0)
         from public.invoices v where v.order_id = o.id and v.status <> 'void' and v.kind not in ('deposit', 'proforma'))
  union all
  select 'a deposit of a cancelled order that is not credit of the client' from public.invoices v join public.orders o on o.id = v.order_id
   where o.status = 'cancelled' and v.kind = 'deposit' and (v.balance <> 0 or v.gross <> (
     select sum(n.gross) from public.credit_notes n where n.invoice_id = v.id and n.status not in ('draft', 'void')))
  union all
  select 'a status that is not what the order is' from public.orders o where o.status <> private.derive_order_status(o)`
