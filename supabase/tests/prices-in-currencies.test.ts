import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { type Trade, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

// Prices of this company are in the currency of the books; a paper has them in that of its client: decision 1100.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5f100000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [contact, board, acm, bench, calculation, line, order, uuid] = [1, 2, 3, 4, 5, 6, 7, 8].map(key)

/** A client who is quoted in dollars, one of which is 0.80, with a draft. */
const inDollars = (work: (trade: Trade, quotation: string) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await trade.server.run(
      `insert into public.exchange_rates (currency, on_date, rate) values ('USD', private.company_today(), 0.8)`,
    )
    await trade.server.run(
      `insert into public.contacts (id, name, type, currency) values ('${contact}', 'Ann', 'Person', 'USD')`,
    )
    await trade.server.run(
      `insert into public.services (id, slug, name, unit, base_price, is_public) values ('${board}', 'dollar-board', 'Dollar board', 'm2', 40.10, true)`,
    )
    await trade.server.run(
      `insert into public.inventory_items (id, sku, name, form, buy_unit, sell_unit, sell_per_buy) values ('${acm}', 'DOL-1', 'Dollar foil', 'piece', 'piece', 'piece', 1)`,
    )
    await trade.server.run(
      `insert into public.inventory_item_costs (item_id, cost_price, markup_pct) values ('${acm}', 10, 100)`,
    )
    await trade.server.run(
      `insert into public.human_service_parameters (id, name, hourly_cost, hourly_price) values ('${bench}', 'Bench', 14, 40)`,
    )
    const quotation = await trade.sales.value<string>(`select public.create_quotation('${contact}', 'Boards')`)
    await work(trade, quotation)
  })

test('suggested services and materials have their prices in the currency of the quotation, costs stay in that of the books', () =>
  inDollars(async ({ as }, quotation) => {
    expect(
      await as('admin').rows(
        `select source, unit_price, unit_cost from public.suggest_lines('${quotation}', 'dollar') order by source`,
      ),
    ).toEqual([
      { source: 'material', unit_price: '25.00', unit_cost: '10.0000' },
      { source: 'service', unit_price: '50.13', unit_cost: null },
    ])
  }))

const inputs = (minutes: string) =>
  JSON.stringify({
    name: 'Bench work',
    contact_id: null,
    inputs: {
      quantity: '3',
      service_id: null,
      parts: [],
      steps: [{ id: 's1', kind: 'labour', work_id: bench, minutes, once: true }],
      min_charge: null,
    },
    nested: {},
  })

test('a calculated price comes into the line at the rate of the quotation, and follows its calculation there', () =>
  inDollars(async ({ sales, server }, quotation) => {
    await sales.run(`select public.save_calculation('${calculation}', null, '${inputs('60')}', null)`)
    await sales.run(`select public.put_calculation('${calculation}', '${quotation}', '${line}', 'a1')`)
    const priced = () =>
      sales.one(
        `select qty::text, unit_price::float8, priced_qty::float8 from public.quotation_items where id = '${line}'`,
      )
    // 13.3333 each are 16.67 dollars.
    expect(await priced()).toEqual({ qty: '3.0000', unit_price: 16.67, priced_qty: null })
    expect(
      await sales.one(
        `select unit_price::float8, saved_price::float8, price_now::float8 from public.calculated_lines_of('${quotation}')`,
      ),
    ).toEqual({ unit_price: 16.67, saved_price: 16.67, price_now: 16.67 })
    await server.run(`update public.human_service_parameters set hourly_price = 80 where id = '${bench}'`)
    expect(await sales.value(`select public.take_new_prices('${quotation}', '{${line}}')`)).toBe(1)
    expect(await priced()).toEqual({ qty: '3.0000', unit_price: 33.33, priced_qty: null })
    await sales.run(`update public.quotation_items set qty = 5 where id = '${line}'`)
    expect(await priced()).toEqual({ qty: '5.0000', unit_price: 33.33, priced_qty: 3 })
  }))

test('what a client orders again is at the price of the catalogue in the currency of the client', () =>
  inDollars(async ({ server }) => {
    await server.run(`insert into public.orders (id, public_uuid, order_number, contact_id, project_title, status)
      values ('${order}', '${uuid}', 'SO-DOLLARS', '${contact}', 'Boards', 'delivered')`)
    await server.run(`insert into public.order_items (order_id, position, kind, description, qty, unit, width_mm, height_mm, unit_price, service_id)
      values ('${order}', 'a1', 'item', 'Board', 2, 'm2', 1000, 1000, 40, '${board}')`)
    expect(await server.rows(`select unit_price::text, net::text from private.lines_again('${order}')`)).toEqual([
      { unit_price: '50.13', net: '100.26' },
    ])
  }))

test('what was quoted for a job is compared with its costs in the currency of the books', () =>
  inDollars(async ({ as, server }) => {
    await server.run(`insert into public.orders (id, public_uuid, order_number, contact_id, project_title, status)
      values ('${order}', '${uuid}', 'SO-DOLLARS', '${contact}', 'Boards', 'confirmed')`)
    const item =
      await server.value<string>(`insert into public.order_items (order_id, position, kind, description, qty, unit, unit_price)
      values ('${order}', 'a1', 'item', 'Board', 2, 'piece', 40) returning id`)
    await server.run(
      `update public.jobs set order_id = '${order}', order_item_id = '${item}', quotation_id = null, quotation_item_id = null where id = '${row.job}'`,
    )
    expect(await as('admin').value(`select public.job_effort('${row.job}') ->> 'quoted'`)).toBe('64.00')
  }))

test('the refusal of another currency names its column, so that a form says it at the field', () =>
  inDollars(async ({ server }) => {
    const refused = await server.run(`update public.contacts set currency = 'GBP' where id = '${contact}'`).then(
      () => null,
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({ detail: expect.stringMatching(/^Key \(currency\)=/) })
  }))
