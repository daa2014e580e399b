import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

test('an invoice over 0.00 is on no statement, one over a cent is', async () => {
  await undone(engine, async (tx) => {
    const { server } = await tradeIn(tx)
    await server.run(`insert into public.invoices (contact_id, kind, status, invoice_number, issue_date, due_date, currency, net)
      values ('${row.business}', 'final', 'paid', 'INV-NIL', '2026-11-01', '2026-11-30', 'EUR', 0),
             ('${row.business}', 'standard', 'issued', 'INV-CENT', '2026-11-01', '2026-11-30', 'EUR', 0.01)`)
    expect(
      await server.rows(
        `select number from private.account_entries('${row.business}') where number ~ '^INV-(NIL|CENT)'`,
      ),
    ).toEqual([{ number: 'INV-CENT' }])
  })
})
