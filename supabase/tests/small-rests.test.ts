import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

/** A small rest of an invoice is written off by who may change invoices; refunds say which way they went. */
let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** An issued invoice over €118.00 of which so much came. */
async function partlyPaid({ accounts }: Trade, paid: string) {
  const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Panel')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'Panel', 1, 100, 18)`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  await accounts.run(
    `select public.record_payment('${row.clientContact}', ${paid}, 'card', p_allocations => '[{"invoice_id": "${id}", "amount": ${paid}}]')`,
  )
  return id
}
const off = (id: string, amount: string) => `select public.write_off_invoice('${id}', 'Cents', ${amount})`

test('accounts write off a small rest, in parts no more than the company says, and take it back', async () => {
  await inTrade(async (trade, tx) => {
    const { accounts, server } = trade
    const id = await partlyPaid(trade, '110.00')
    const most = /^You may write off rests of €?5\.00.* of an invoice at most$/
    expect(await refusalOf(tx, () => accounts.run(off(id, '8.00')))).toMatch(most)
    const first = await accounts.value<string>(off(id, '4.50'))
    expect(await refusalOf(tx, () => accounts.run(off(id, '0.51')))).toMatch(most)
    await accounts.run(off(id, '0.50'))
    expect(await accounts.value(`select balance::text from public.invoices where id = '${id}'`)).toBe('3.00')
    await accounts.run(`select public.undo_write_off('${first}', 'They paid')`)
    await trade.as('admin').run(off(id, '7.50'))
    expect(await accounts.value(`select balance::text from public.invoices where id = '${id}'`)).toBe('0.00')
    await server.run(`update public.company_settings set small_rest = 0`)
    const other = await partlyPaid(trade, '117.92')
    expect(await refusalOf(tx, () => accounts.run(off(other, '0.08')))).toMatch(/^You may write off rests of €?0\.00/)
    expect(await refusalOf(tx, () => trade.workshop.run(off(other, '0.08')))).toBe('You may not write invoices off')
  })
})

test('a statement says which way a refund went', async () => {
  await inTrade(async (trade) => {
    const { accounts, server } = trade
    const payment = await accounts.value<string>(
      `select public.record_payment('${row.clientContact}', 20, 'card', p_allocations => '[]')`,
    )
    await accounts.run(`select public.refund_payment('${payment}', 12, 'Too much', p_way => 'bank')`)
    await accounts.run(`select public.refund_payment('${payment}', 8, 'The rest', p_way => 'cash')`)
    expect(
      await server.rows(
        `select description from private.account_entries('${row.clientContact}') where kind = 'refund' order by description`,
      ),
    ).toEqual([{ description: 'By bank transfer · Too much' }, { description: 'In cash · The rest' }])
  })
})

test('no mail about a transfer says that it goes back to where the client paid from', async () => {
  await inTrade(async ({ server }) => {
    const bodies = await server.rows<{ language: string; body: string }>(
      `select language, body from public.email_templates where key = 'payment_refund'`,
    )
    expect(bodies).toHaveLength(9)
    for (const { language, body } of bodies) {
      const said = /elsif by_bank != blank %\}(.*?)\{%/.exec(body)?.[1] ?? ''
      expect(said, language).toMatch(
        /transfer|Überweisung|viré|bonifico|transferencia|transferência|overschrijving|przelewem|trasferiment/,
      )
    }
  })
})
