import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import type { Person } from './people.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

// The caller chooses the id of a record, so that a repeated call records once. With the id of another record the call
// must be refused: otherwise nothing would be recorded, and the caller would not know.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `c9000000-0000-4000-a000-${String(number).padStart(12, '0')}`
const made = key(1)
const [bill, otherBill, item, otherItem] = [key(11), key(12), key(13), key(14)]

async function issued({ accounts }: Trade) {
  const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  return id
}

type Ids = { invoice: string; other: string; job: string; otherJob: string }
type Case = { table: string; person: Person; first: (ids: Ids) => string; others: (ids: Ids) => string[]; what: string }

const amounts = `'[{"vat_rate": "18", "vat_treatment": "standard", "amount": "10.00"}]'`
const cases: Readonly<Record<string, Case>> = {
  'a payment of a client': {
    table: 'payments',
    person: 'accounts',
    first: () => `public.record_payment('${row.clientContact}', 20, 'cash', p_id => '${made}')`,
    others: () => [
      `public.record_payment('${row.business}', 20, 'cash', p_id => '${made}')`,
      `public.record_payment('${row.clientContact}', 21, 'cash', p_id => '${made}')`,
    ],
    what: 'payment',
  },
  'a payment of a bill': {
    table: 'supplier_payments',
    person: 'accounts',
    first: () => `public.pay_supplier_invoice('${bill}', 20, 'bank', p_payment_id => '${made}')`,
    others: () => [
      `public.pay_supplier_invoice('${otherBill}', 20, 'bank', p_payment_id => '${made}')`,
      `public.pay_supplier_invoice('${bill}', 21, 'bank', p_payment_id => '${made}')`,
    ],
    what: 'payment',
  },
  'a write-off': {
    table: 'write_offs',
    person: 'admin',
    first: ({ invoice }) => `public.write_off_invoice('${invoice}', 'Gone', 5, '${made}')`,
    others: ({ invoice, other }) => [
      `public.write_off_invoice('${other}', 'Gone', 5, '${made}')`,
      `public.write_off_invoice('${invoice}', 'Gone', 6, '${made}')`,
    ],
    what: 'write-off',
  },
  'a credit note': {
    table: 'credit_notes',
    person: 'accounts',
    first: ({ invoice }) => `public.make_credit_note('${invoice}', 'Misprinted', p_id => '${made}')`,
    others: ({ other }) => [`public.make_credit_note('${other}', 'Misprinted', p_id => '${made}')`],
    what: 'credit note',
  },
  'a credit by amount': {
    table: 'credit_notes',
    person: 'accounts',
    first: ({ invoice }) => `public.credit_by_amount('${invoice}', 'Late', ${amounts}, false, '${made}')`,
    others: ({ other }) => [`public.credit_by_amount('${other}', 'Late', ${amounts}, false, '${made}')`],
    what: 'credit note',
  },
  'a movement of stock': {
    table: 'stock_movements',
    person: 'admin',
    first: () => `public.move_stock('${made}', '${item}', 'purchase', 5)`,
    others: () => [
      `public.move_stock('${made}', '${otherItem}', 'purchase', 5)`,
      `public.move_stock('${made}', '${item}', 'deduct', 5)`,
    ],
    what: 'movement of stock',
  },
  'material for a job': {
    table: 'stock_movements',
    person: 'team_member',
    first: ({ job }) => `public.take_material('${made}', '${job}', '${item}', 2)`,
    others: ({ job, otherJob }) => [
      `public.take_material('${made}', '${otherJob}', '${item}', 2)`,
      `public.take_material('${made}', '${job}', '${otherItem}', 2)`,
    ],
    what: 'movement of stock',
  },
}

test.each(Object.entries(cases))(
  '%s is recorded once, and its id is of no other one',
  async (_, { table, person, first, others, what }) => {
    await undone(engine, async (tx) => {
      const trade = await tradeIn(tx)
      await tx.exec(`
      insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat) values
        ('${bill}', '${row.business}', 'B-1', '2026-01-01', '2026-01-20', 100, 18), ('${otherBill}', '${row.business}', 'B-2', '2026-01-02', '2026-01-20', 200, 36);
      update public.supplier_invoices set status = 'approved';
      insert into public.inventory_items (id, sku, name, form) values ('${item}', 'R-1', 'Tape', 'piece'), ('${otherItem}', 'R-2', 'Glue', 'piece');
      insert into public.stock_movements (item_id, reason, qty) values ('${item}', 'count', 50), ('${otherItem}', 'count', 50);
      insert into public.jobs (id, job_number, title, status) values
        ('${key(21)}', 'JOB-R-1', 'Panel', 'in_production'), ('${key(22)}', 'JOB-R-2', 'Panel', 'in_production')`)
      const ids = { invoice: await issued(trade), other: await issued(trade), job: key(21), otherJob: key(22) }
      const call = (sql: string) => trade.as(person).value(`select ${sql}`)
      const count = () => trade.server.value(`select count(*)::int from public.${table}`)
      const answer = await call(first(ids))
      const once = await count()
      expect(await call(first(ids))).toEqual(answer)
      for (const other of others(ids))
        expect(await refusalOf(tx, () => call(other))).toBe(
          `This ${what} was for something else. Please look at it, and begin anew.`,
        )
      expect(await count()).toBe(once)
    })
  },
)
