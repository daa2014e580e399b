import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become } from './act.ts'
import { tradeIn } from './trade.ts'
import { openOwnWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
})
afterAll(() => engine.close())

/** PGlite has one connection, so that nobody waits. */
const onPostgres = test.runIf(process.env['TEST_DATABASE_URL'])

onPostgres(
  'a payment for an order that names a draft of it is refused at once while that draft is being issued',
  async () => {
    const { order, draft } = await engine.transaction(async (tx) => {
      const { sales, accounts } = await tradeIn(tx)
      const quotation = await sales.value<string>(
        `select public.create_quotation('${row.clientContact}', 'Shop front')`,
      )
      await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price)
      values ('${quotation}', 'a1', 'Letter', 3, 33.35)`)
      await sales.run(`select public.send_quotation('${quotation}')`)
      const id = await sales.value<string>(`select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`)
      return { order: id, draft: await accounts.value<string>(`select public.make_invoice('{${id}}', null, true)`) }
    })
    const answer = await engine.transaction(async (issuing) => {
      // What issue_invoice holds before it asks for the order.
      await issuing.query(`select from public.invoices where id = '${draft}' for no key update`)
      return engine.transaction(async (paying) => {
        await become(paying, 'accounts')
        await paying.query(`set local lock_timeout = '500ms'`)
        return attempt(
          paying,
          `select public.record_payment('${row.clientContact}', 10, 'bank', p_order_id => '${order}',
          p_allocations => '[{"invoice_id": "${draft}", "amount": 10}]')`,
        )
      })
    })
    expect(answer).toEqual({ refused: 'PT409', because: 'Only issued invoices are paid' })
  },
)
