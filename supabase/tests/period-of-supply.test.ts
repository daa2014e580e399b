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

test('an invoice without an order has the period that its draft says, on the paper and for ever', () =>
  undone(engine, async (tx) => {
    const { accounts } = await tradeIn(tx)
    const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Care of signs')`)
    await accounts.run(
      `insert into public.invoice_items (invoice_id, position, description, unit_price) values ('${id}', 'a1', 'Care', 100)`,
    )
    await accounts.run(`update public.invoices set supply_from = '2026-10-01' where id = '${id}'`)
    const attempt = async (sql: string) => {
      await tx.exec('savepoint before')
      const refusal = await accounts.run(sql).then(
        () => '',
        (cause: Error) => cause.message,
      )
      await tx.exec('rollback to savepoint before')
      return refusal
    }
    expect(await attempt(`select public.issue_invoice('${id}')`)).toMatch(/last day of the period of supply/)
    expect(await attempt(`update public.invoices set supply_date = '2026-09-30' where id = '${id}'`)).toMatch(
      /invoices_supply_in_order/,
    )
    await accounts.run(`update public.invoices set supply_date = '2026-10-31' where id = '${id}'`)
    await accounts.value(`select public.issue_invoice('${id}')`)
    const paper = await accounts.value<{ supply_from: string; supply_date: string }>(
      `select public.preview_invoice('${id}')`,
    )
    expect(paper).toMatchObject({ supply_from: '2026-10-01', supply_date: '2026-10-31' })
    expect(await attempt(`update public.invoices set supply_from = null where id = '${id}'`)).toMatch(/never changes/)
  }))
