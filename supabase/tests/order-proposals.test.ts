import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

// Proposals to order include the missing material of jobs. Received goods update their cost.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5e000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const sheet = key(1)
const job = key(2)

/** A sheet of 40 that nobody watches: 2 are there. */
const inStock = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await trade.server
      .run(`insert into public.inventory_items (id, sku, name, form, width_mm, length_mm, buy_unit, sell_unit, supplier_id)
      values ('${sheet}', 'P-1', 'Dibond', 'sheet', 1500, 3000, 'sheet', 'sheet', '${row.business}')`)
    await trade.server.run(
      `insert into public.inventory_item_costs (item_id, cost_price, markup_pct) values ('${sheet}', 40, 100)`,
    )
    await trade.server.run(`insert into public.stock_movements (item_id, reason, qty) values ('${sheet}', 'count', 2)`)
    await trade.sales.run(`select public.create_job('${job}', 'Panel')`)
    await work(trade, tx)
  })
const levels = (worker: Worker) =>
  worker.one(`select short::int, to_order::int, is_low from public.inventory_items where id = '${sheet}'`)
const order = async (worker: Worker, qty: number) => {
  const id = await worker.value<string>(
    `select public.add_to_purchase('${row.business}', '[{"item_id": "${sheet}", "qty": ${qty}}]')`,
  )
  await worker.run(`select public.send_purchase_order('${id}', null)`)
  const line = await worker.value<string>(
    `select id from public.purchase_order_lines where purchase_order_id = '${id}'`,
  )
  return { id, line }
}
const receive = ({ id, line }: { id: string; line: string }, receipt: string, qty: number, cost?: number) =>
  `select public.receive_purchase('${receipt}', '${id}', '[{"line_id": "${line}", "qty": ${qty}${cost === undefined ? '' : `, "unit_cost": ${cost}`}}]')`

test('an item is ordered for what jobs are short of, also one that nobody watches, less what is on order', async () => {
  await inStock(async ({ sales, server }) => {
    await sales.run(`select public.plan_material('${job}', '${sheet}', 5)`)
    expect(await levels(server)).toEqual({ short: 3, to_order: 3, is_low: false })
    await order(server, 2)
    expect(await levels(server)).toEqual({ short: 3, to_order: 1, is_low: false })
    await sales.run(`select public.plan_material('${job}', '${sheet}', 2)`)
    expect(await levels(server)).toEqual({ short: 0, to_order: 0, is_low: false })
  })
})

test('the shortage comes on top of the least that should be there, and ends with the job', async () => {
  await inStock(async ({ sales, server }) => {
    await server.run(`update public.inventory_items set min_qty = 4 where id = '${sheet}'`)
    await sales.run(`select public.plan_material('${job}', '${sheet}', 5)`)
    // Nothing is free, three are missing, four should be free.
    expect(await levels(server)).toEqual({ short: 3, to_order: 7, is_low: true })
    await server.run(`update public.jobs set status = 'cancelled' where id = '${job}'`)
    expect(await levels(server)).toEqual({ short: 0, to_order: 2, is_low: true })
  })
})

test('the price at the receipt stays on its movement and is what the item costs from now on', async () => {
  await inStock(async ({ server, accounts }) => {
    const purchase = await order(server, 4)
    await server.run(receive(purchase, key(20), 1))
    await server.run(receive(purchase, key(21), 3, 55.5))
    expect(
      await accounts.rows(`select c.unit_cost::text as cost from public.stock_movement_costs c join public.stock_movements m on m.id = c.movement_id
        where m.item_id = '${sheet}' and m.reason = 'purchase' order by m.qty`),
    ).toEqual([{ cost: '40.0000' }, { cost: '55.5000' }])
    expect(
      await server.one(`select c.cost_price::text, i.sell_price::text from public.inventory_item_costs c
        join public.inventory_items i on i.id = c.item_id where c.item_id = '${sheet}'`),
    ).toEqual({ cost_price: '55.5000', sell_price: '111.0000' })
  })
})

test('a price at the receipt is for who may see costs alone', async () => {
  await inStock(async ({ server, workshop }, tx) => {
    const purchase = await order(server, 4)
    await server.run(
      `update public.page_permissions set can_edit = true where role = 'team_member' and page_name = 'inventory'`,
    )
    expect(await refusalOf(tx, () => workshop.run(receive(purchase, key(20), 1, 55.5)))).toBe(
      'You may not say what goods cost',
    )
  })
})

test('what a job gives back, and what is undone, costs what it cost when it was taken', async () => {
  await inStock(async ({ server }) => {
    await server.run(`select public.take_material('${key(30)}', '${job}', '${sheet}', 2)`)
    await server.run(receive(await order(server, 1), key(21), 1, 90))
    await server.run(`select public.move_stock('${key(31)}', '${sheet}', 'return', 1, p_job_id => '${job}')`)
    expect(await server.value(`select public.job_effort('${job}') ->> 'material'`)).toBe('40.00')
    await server.run(`select public.undo_movement('${key(31)}', '${key(32)}')`)
    expect(await server.value(`select public.job_effort('${job}') ->> 'material'`)).toBe('80.00')
  })
})
