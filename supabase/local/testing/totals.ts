import type { Queryable } from '../contracts.ts'

/** The totals of a company by kind and record: `{ invoices: { 'INV-2026-0001': '120.00 / …' } }`. */
export type Totals = Record<string, Record<string, string>>

/** Each query returns `key` and `value`. They do not depend on the current day. */
const queries: Record<string, string> = {
  invoices: `select coalesce(invoice_number, id::text) as key, concat_ws(' ', kind, status, net, vat, gross, paid, credited, balance) as value
    from public.invoices`,
  'credit notes': `select coalesce(credit_number, id::text) as key, concat_ws(' ', status, net, vat, gross, allocated, open) as value
    from public.credit_notes`,
  quotations: `select quotation_number as key, concat_ws(' ', status, net, vat, gross, deposit_amount) as value from public.quotations`,
  orders: `select order_number as key, concat_ws(' ', status, net, vat, gross, deposit_paid, delivered_pct, invoiced_pct) as value
    from public.orders`,
  payments: `select payment_number as key, concat_ws(' ', direction, status, amount, allocated, refunded, open) as value from public.payments`,
  'balance of each client': `select contact_id::text as key, concat_ws(' ', balance, credit, open_invoices) as value
    from private.client_balances()`,
  'supplier invoices': `select coalesce(supplier_number, '') || ' ' || id as key, concat_ws(' ', status, net, vat, paid, open) as value
    from public.supplier_invoices`,
  'stock of each item': `select i.id::text as key, concat_ws(' ', i.on_hand, i.reserved, i.on_order, coalesce(sum(m.qty), 0)) as value
    from public.inventory_items i left join public.stock_movements m on m.item_id = i.id group by i.id`,
  'hours of each person': `select coalesce(user_email, '') as key, sum(total_duration::interval)::text as value from public.time_entries group by 1`,
}

/** The ledger of a side by month, for the tax office, read as an admin. */
const ledger = (side: string) => `
  select to_char(l.on_date, 'YYYY-MM') || ' ' || l.vat_rate || ' ' || l.vat_treatment as key,
         concat_ws(' ', count(*), sum(l.net::numeric), sum(l.vat::numeric), sum(l.gross::numeric)) as value
    from private.ledger('${side}', (select min(issue_date) from public.invoices), (select max(issue_date) from public.invoices)) as l
   group by 1`

/** Reads every total of a database with its own functions, inside a transaction. */
export async function readTotals(tx: Queryable): Promise<Totals> {
  await tx.query(`select set_config('request.jwt.claims', json_build_object('sub', user_id, 'role', 'authenticated')::text, true)
    from public.user_roles where role = 'admin' order by user_id limit 1`)
  const totals: Totals = {}
  const asked = { ...queries, 'ledger of sales': ledger('sales'), 'ledger of purchases': ledger('purchases') }
  for (const [name, sql] of Object.entries(asked)) {
    const { rows } = await tx.query<{ key: string; value: string }>(`${sql} order by 1`)
    totals[name] = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  }
  await tx.query(`select set_config('request.jwt.claims', '', true)`)
  return totals
}
