import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

/** A discount goes with the lines of a credit note by their quantities, whatever amounts were credited before. */
let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Line = { qty: number; price: number }
const euros = (cents: number) => (cents / 100).toFixed(2)

/** An issued invoice without an order: lines and one discount, in cents. */
async function invoiced({ accounts }: Trade, lines: readonly Line[], discount: number) {
  const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Shop front')`)
  const items = await accounts.rows<{ id: string; kind: string }>(
    `insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate) values
      ${lines.map(({ qty, price }, place) => `('${id}', 'a${place}', 'item', 'Line', ${qty}, ${euros(price)}, 18)`).join(', ')},
      ('${id}', 'b0', 'discount', 'Less', 1, ${euros(discount)}, 18) returning id, kind`,
  )
  await accounts.run(`select public.issue_invoice('${id}')`)
  return { id, items: items.flatMap((item) => (item.kind === 'item' ? item.id : [])) }
}
const byAmount = async ({ accounts }: Trade, id: string, cents: number) => {
  const amounts = JSON.stringify([{ vat_rate: 18, vat_treatment: 'standard', amount: euros(cents) }])
  await accounts.run(`select public.issue_credit_note(public.credit_by_amount('${id}', 'Late', '${amounts}'))`)
}
/** Credits so many of a line, or the rest; what of the discount went with it, and the net, in cents. */
async function byLine({ accounts }: Trade, id: string, asked: { item: string; qty: number } | null) {
  const lines = asked && JSON.stringify([{ invoice_item_id: asked.item, qty: asked.qty }])
  const note = await accounts.value<string>(
    `select public.make_credit_note('${id}', 'Torn', ${lines ? `'${lines}'` : 'null'})`,
  )
  await accounts.run(`select public.issue_credit_note('${note}')`)
  return accounts.one(`select (net * 100)::integer as net, (select coalesce(sum(-i.net * 100), 0)::integer from public.credit_note_items i
    where i.credit_note_id = n.id and i.kind = 'discount') as off from public.credit_notes n where id = '${note}'`)
}
const left = ({ server }: Trade, id: string) =>
  server.one(`select (sum(base) * 100)::integer as base, (sum(vat) * 100)::integer as vat from (
    select base, vat from public.invoice_vat where invoice_id = '${id}' union all
    select -t.base, -t.vat from public.credit_note_vat t join public.credit_notes n on n.id = t.credit_note_id where n.invoice_id = '${id}') as papers`)

test('an amount that was credited before leaves a line its share of the discount', () =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { id, items } = await invoiced(
      trade,
      [
        { qty: 1, price: 60_00 },
        { qty: 2, price: 20_00 },
      ],
      10_00,
    )
    await byAmount(trade, id, 9_00)
    expect(await byLine(trade, id, { item: items[1] ?? '', qty: 1 })).toEqual({ net: 18_00, off: 2_00 })
    expect(await byLine(trade, id, { item: items[0] ?? '', qty: 1 })).toEqual({ net: 45_00, off: 6_00 })
    expect(await byLine(trade, id, null)).toEqual({ net: 18_00, off: 2_00 })
    expect(await left(trade, id)).toEqual({ base: 0, vat: 0 })
  }))

test('lines that stay bear the discounts that stay, and the credits of an invoice come to the invoice', () =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const steps = fc.array(
      fc.record({
        line: fc.nat(2),
        qty: fc.integer({ min: 1, max: 3 }),
        amount: fc.integer({ min: 1, max: 60_00 }),
        isAmount: fc.boolean(),
      }),
      { maxLength: 4 },
    )
    const prices = fc.array(
      fc.record({ qty: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 1_00, max: 90_00 }) }),
      { minLength: 3, maxLength: 3 },
    )
    await fc.assert(
      fc.asyncProperty(prices, fc.integer({ min: 1, max: 99 }), steps, async (lines, percent, asked) => {
        const whole = lines.reduce((sum, { qty, price }) => sum + qty * price, 0)
        const discount = Math.max(1, Math.trunc((whole * percent) / 200))
        const { id, items } = await invoiced(trade, lines, discount)
        const gone = [0, 0, 0]
        let offBefore = 0
        let isWhole = true
        for (const { line, qty, amount, isAmount } of asked) {
          const rest = Number((await left(trade, id))?.['base'])
          const most = (lines[line]?.qty ?? 0) - (gone[line] ?? 0)
          if (isAmount && amount < rest / 4) await byAmount(trade, id, amount)
          if (isAmount || qty > most) continue
          await tx.exec('savepoint credit')
          const credited = await byLine(trade, id, { item: items[line] ?? '', qty }).catch(
            (error: Error) => error.message,
          )
          if (typeof credited === 'string') {
            // Amounts may have left less of a line than its quantity.
            expect(credited).toMatch(/left to credit|credited already/)
            await tx.exec('rollback to savepoint credit')
            continue
          }
          gone[line] = (gone[line] ?? 0) + qty
          const share = lines.reduce((sum, of, place) => sum + ((gone[place] ?? 0) * of.price * discount) / whole, 0)
          offBefore += Number(credited?.['off'])
          // Each note goes toward zero, and takes more only where the lines that stay could not bear it.
          isWhole &&= offBefore <= share + 0.001
          if (isWhole) expect(share - offBefore).toBeLessThan(asked.length + 0.001)
          expect((await left(trade, id))?.['base']).toBeGreaterThanOrEqual(0)
        }
        if (Number((await left(trade, id))?.['base']) > 0) await byLine(trade, id, null)
        expect(await left(trade, id)).toEqual({ base: 0, vat: 0 })
      }),
      { numRuns: 6, seed: 7, endOnFailure: true },
    )
  }))
