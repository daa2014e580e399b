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
            lineNet({ kind: 'item', qty, unit_price: priceAt(prices, qty), discount_pct: '0' }, 'cut'),
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
    expect(await shown()).toBe('1:14 10:13.5 50:12')
    await trade.sales.run(`update public.quotations set show_price_breaks = false where id = '${id}'`)
    expect(await shown()).toBeNull()
    await trade.sales.run(`update public.quotations set show_price_breaks = true where id = '${id}'`)
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

test('a client orders another quantity by the link: price, total and story follow; a fixed or foreign line is refused', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Boards')`)
    const uuid = await trade.sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    await trade.sales
      .run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate, price_breaks)
      values ('${id}', 'a1', 'Correx board', 9, 1, 18, '1:14 10:13.5 50:12'), ('${id}', 'a2', 'Installation', 1, 85, 18, null)`)
    const line = (position: string) =>
      trade.sales.value<string>(
        `select id from public.quotation_items where quotation_id = '${id}' and position = '${position}'`,
      )
    const [board, fitting] = [await line('a1'), await line('a2')]
    const choose = (chosen: string, qty: string) => () =>
      trade.client.value<Record<string, unknown>>(`select public.choose_quantity('${uuid}', 1, '${chosen}', ${qty})`)
    await trade.sales.run(`update public.quotations set show_price_breaks = false where id = '${id}'`)
    await trade.sales.run(`select public.send_quotation('${id}')`)
    const fixed = 'The quantity of this line is fixed. Please ask us for another one.'
    expect(await refusalOf(tx, choose(board, '50'))).toBe(fixed)
    await trade.sales.run(`select public.revise_quotation('${id}')`)
    await trade.sales.run(`update public.quotations set show_price_breaks = true where id = '${id}'`)
    await trade.sales.run(`select public.send_quotation('${id}')`)
    const again = (chosen: string, qty: string) => () =>
      trade.client.value<Record<string, unknown>>(`select public.choose_quantity('${uuid}', 2, '${chosen}', ${qty})`)

    expect(await again(board, '50')()).toMatchObject({ net: '685.00', gross: '808.30' })
    await again(board, '50')()
    expect(
      await trade.sales.rows(
        `select meta ->> 'words' as words from public.document_events where record_id = '${id}' and type = 'quantity_chosen'`,
      ),
    ).toEqual([{ words: 'Correx board: 50 instead of 9' }])
    expect(await refusalOf(tx, choose(board, '10'))).toBe(
      'This quotation has changed. Please look at the current version.',
    )
    expect(await refusalOf(tx, again(fitting, '2'))).toBe(fixed)
    for (const bad of ['0', '-1', '1.5', '1000001', 'null'])
      expect(await refusalOf(tx, again(board, bad))).toBe('Please enter a whole quantity from 1 to 1,000,000')
    await trade.client.run(`select public.approve_quotation('${uuid}', 2, 'Carla Client', true)`)
    expect(await refusalOf(tx, again(board, '10'))).toBe('This quotation is approved')
  })
})

test('a client chooses no less than the smallest quantity that is offered, and keeps a discount for what it was given for', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const offered = async (more = '') => {
      const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Boards')`)
      await trade.sales
        .run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate, price_breaks)
        values ('${id}', 'a1', 'item', 'Correx board', 20, 1, 18, '10:13.5 50:12')${more.replace('$', id)}`)
      await trade.sales.run(`update public.quotations set show_price_breaks = true where id = '${id}'`)
      await trade.sales.run(`select public.send_quotation('${id}')`)
      const { uuid, line } = (await trade.sales.one<{
        uuid: string
        line: string
      }>(`select q.public_uuid as uuid, i.id as line
        from public.quotations q join public.quotation_items i on i.quotation_id = q.id and i.kind = 'item' where q.id = '${id}'`))!
      return (qty: number) =>
        refusalOf(tx, () => trade.client.run(`select public.choose_quantity('${uuid}', 1, '${line}', ${qty})`))
    }
    const choose = await offered()
    expect(await choose(9)).toBe('The smallest quantity is 10. Please ask us for less.')
    expect(await choose(50)).toBe('done')
    expect(await choose(10)).toBe('done')
    expect(await choose(1_000_000)).toBe('done')
    const discounted = await offered(`, ('$', 'a2', 'discount', 'Regular client', 1, 100, 18, null)`)
    expect(await discounted(19)).toBe('The discount is for 20 or more. Please ask us for less.')
    expect(await discounted(60)).toBe('done')
    expect(await discounted(20)).toBe('done')
  })
})

test('sixty changes of a quantity in one hour are the most; one of an hour ago counts no more', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Boards')`)
    await trade.sales
      .run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate, price_breaks)
      values ('${id}', 'a1', 'item', 'Correx board', 20, 1, 18, '10:13.5 50:12')`)
    await trade.sales.run(`update public.quotations set show_price_breaks = true where id = '${id}'`)
    await trade.sales.run(`select public.send_quotation('${id}')`)
    const [uuid, line] = [
      await trade.sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`),
      await trade.sales.value<string>(`select id from public.quotation_items where quotation_id = '${id}'`),
    ]
    const choose = (qty: number) =>
      refusalOf(tx, () => trade.client.run(`select public.choose_quantity('${uuid}', 1, '${line}', ${qty})`))
    await trade.server.run(`insert into public.document_events (kind, record_id, type, at)
      select 'quotation', '${id}', 'quantity_chosen', now() - case when n = 1 then interval '1 hour' else interval '59 minutes' end
        from generate_series(1, 60) as n`)
    expect(await choose(50)).toBe('done')
    expect(await choose(60)).toBe('Too many changes in one hour. Please call us.')
  })
})

test('a discount line has no discount of its own; a copy of one from before keeps it', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Boards')`)
    await trade.sales
      .run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${id}', 'a0', 'Correx board', 10, 100, 18)`)
    const add = (position: string, percent: number) => () =>
      trade.sales
        .run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, discount_pct, vat_rate)
        values ('${id}', '${position}', 'discount', 'Regular client', -1, 20, ${percent}, 18)`)
    const words = 'A discount line has no discount of its own. Please write its amount as the price.'
    expect(await refusalOf(tx, add('a1', 5))).toBe(words)
    await add('a1', 0)()
    const change = (set: string) => () =>
      trade.sales.run(`update public.quotation_items set ${set} where quotation_id = '${id}' and position = 'a1'`)
    expect(await refusalOf(tx, change('discount_pct = 5'))).toBe(words)
    await change(`kind = 'item', qty = 1, discount_pct = 5`)()
    expect(await refusalOf(tx, change(`kind = 'discount'`))).toBe(words)
    await tx.exec(
      `update public.quotation_items set kind = 'discount' where quotation_id = '${id}' and position = 'a1'`,
    )
    await change(`description = 'Loyalty'`)()
    const copy = await trade.sales.value<string>(`select public.copy_quotation('${id}')`)
    expect(
      await trade.sales.one(
        `select discount_pct::text, net::text from public.quotation_items where quotation_id = '${copy}' and kind = 'discount'`,
      ),
    ).toEqual({ discount_pct: '5.00', net: '-19.00' })
  })
})
