import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineNet } from '../../src/documents/lines.ts'
import { priceAt } from '../../src/documents/price-breaks.ts'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const decimal = (most: number, places: number) =>
  fc.integer({ min: 0, max: most * 10 ** places }).map((units) => (units / 10 ** places).toFixed(places))
const breaks = fc.uniqueArray(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 10 }).chain((leasts) =>
  fc.array(decimal(500, 4), { minLength: leasts.length, maxLength: leasts.length }).map((prices) =>
    leasts
      .toSorted((a, b) => a - b)
      .map((least, place) => `${(least / 4).toFixed(2)}:${prices[place]}`)
      .join(' '),
  ),
)

test('generated lines: price and net by quantity are the same in SQL and TypeScript', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(breaks, decimal(1100, 4)), { minLength: 1, maxLength: 8 }), async (lines) => {
      await undone(engine, async (tx) => {
        await tx.exec(`insert into public.quotation_items (quotation_id, position, qty, unit_price, vat_rate, price_breaks)
          values ${lines
            .map(
              ([prices, qty], index) =>
                `('${row.clientDraft}', 'b' || private.letters(${index + 1}), ${qty}, 999, 18, '${prices}')`,
            )
            .join(', ')}`)
        const stored = await tx.query<{ net: string }>(
          `select net::text from public.quotation_items where quotation_id = '${row.clientDraft}' and position like 'b%' order by position`,
        )
        expect(stored.rows.map(({ net }) => net)).toEqual(
          lines.map(([prices, qty]) =>
            lineNet({ kind: 'item', qty, unit_price: priceAt(prices, qty), discount_pct: '0' }),
          ),
        )
      })
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('the price follows a changed quantity; the client sees the bands only when the salesperson shows them', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Boards')`)
    await trade.sales
      .run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate, price_breaks)
      values ('${id}', 'a1', 'Correx board', 9, 1, 18, '1:14 10:13.5 50:12')`)
    const line = () =>
      trade.sales.one(`select unit_price::text, net::text from public.quotation_items where quotation_id = '${id}'`)
    expect(await line()).toEqual({ unit_price: '14.0000', net: '126.00' })
    await trade.sales.run(`update public.quotation_items set qty = 50 where quotation_id = '${id}'`)
    expect(await line()).toEqual({ unit_price: '12.0000', net: '600.00' })
    const write = (value: string) => () =>
      trade.sales.run(`update public.quotation_items set price_breaks = '${value}' where quotation_id = '${id}'`)
    expect(await refusalOf(tx, write('10:2 5:1'))).toBe(
      'Prices by quantity begin with the smallest quantity, each once',
    )
    expect(await refusalOf(tx, write('ten:2'))).toContain('quotation_items_price_breaks_are_prices')

    const shown = () => trade.sales.value(`select public.preview_quotation('${id}') #>> '{lines,0,price_breaks}'`)
    expect(await shown()).toBeNull()
    await trade.sales.run(`update public.quotations set show_price_breaks = true where id = '${id}'`)
    expect(await shown()).toBe('1:14 10:13.5 50:12')
    const copy = await trade.sales.value<string>(`select public.copy_quotation('${id}')`)
    expect(
      await trade.sales.value(`select price_breaks from public.quotation_items where quotation_id = '${copy}'`),
    ).toBe('1:14 10:13.5 50:12')
    await trade.sales.run(`select public.send_quotation('${id}')`)
    expect(
      await refusalOf(tx, () =>
        trade.sales.run(`update public.quotations set show_price_breaks = false where id = '${id}'`),
      ),
    ).toBe('This quotation was sent. Revise it to change it.')
  })
})
