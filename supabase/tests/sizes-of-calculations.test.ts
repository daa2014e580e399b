import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const calculation = 'ca300000-0000-4000-a000-000000000001'
const board = { id: 'p1', name: '', width_mm: '800', height_mm: '600', qty: '1' }

/** Four boards, calculated and put into a new quotation. */
async function offered({ sales, server }: Trade, parts: readonly object[]) {
  const inputs = { quantity: '4', service_id: null, parts, steps: [], min_charge: null }
  await server.run(`insert into public.price_calculations (id, name, inputs, quantity, unit_price, net)
    values ('${calculation}', 'Foamex boards', '${JSON.stringify(inputs)}', 4, 22.5, 90)`)
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Boards')`)
  await sales.run(`select public.put_calculation('${calculation}', '${id}', gen_random_uuid(), 'a1')`)
  return id
}

async function approved({ sales, client }: Trade, id: string) {
  await sales.run(`select public.send_quotation('${id}')`)
  const uuid = await sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
  await client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
}

/** What order, job, ticket and delivery note say of the only line of a quotation. */
async function told({ server }: Trade, id: string) {
  const said = `trim_scale(qty)::text as qty, trim_scale(width_mm)::text as width, trim_scale(height_mm)::text as height, details`
  const order = await server.value<string>(`select id from public.orders where quotation_id = '${id}'`)
  const job = await server.value<string>(`select id from public.jobs where quotation_id = '${id}'`)
  const delivery = await server.value<string>(`select public.plan_delivery('${order}')`)
  return {
    quotation: await server.one(`select ${said} from public.quotation_items where quotation_id = '${id}'`),
    order: await server.one(`select ${said} from public.order_items where order_id = '${order}'`),
    job: await server.one(`select ${said} from public.jobs where id = '${job}'`),
    ticket:
      await server.one(`select d ->> 'qty' as qty, d ->> 'width_mm' as width, d ->> 'height_mm' as height, d ->> 'instructions' as details
      from private.job_document('${job}') as d`),
    note: await server.one(`
      select trim_scale((l ->> 'qty')::numeric)::text as qty, trim_scale((l ->> 'width_mm')::numeric)::text as width,
             trim_scale((l ->> 'height_mm')::numeric)::text as height, l ->> 'details' as details
        from public.deliveries as n, public.get_public_delivery(n.public_uuid) as d, jsonb_array_elements(d -> 'lines') as l
       where n.id = '${delivery}'`),
  }
}

const everywhere = (said: object) => ({ quotation: said, order: said, job: said, ticket: said, note: said })

test('four boards of 800 × 600 mm are told with their size from the quotation to the delivery note', () =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const id = await offered(trade, [board])
    await approved(trade, id)
    expect(await told(trade, id)).toEqual(everywhere({ qty: '4', width: '800', height: '600', details: null }))
  }))

test('the parts of a sign are told with their sizes from the quotation to the delivery note', () =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const id = await offered(trade, [
      { ...board, name: 'Face' },
      { ...board, id: 'p2', name: 'Side', width_mm: '100', qty: '2' },
    ])
    await approved(trade, id)
    const details = 'Parts of one piece:\n800 × 600 mm, Face\n2 of 100 × 600 mm, Side'
    expect(await told(trade, id)).toEqual(everywhere({ qty: '4', width: null, height: null, details }))
  }))

test('a line asks whether its price holds for another quantity, and its cost follows its size', () =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { sales, server } = trade
    const id = await offered(trade, [board])
    const [line] = await server.rows<{ id: string }>(
      `select id from public.quotation_items where quotation_id = '${id}'`,
    )
    const change = (to: string) => sales.run(`update public.quotation_items set ${to} where quotation_id = '${id}'`)
    const asked = () =>
      server.value(`select trim_scale(priced_qty)::text from public.quotation_items where quotation_id = '${id}'`)
    const after = async (to: string) => {
      await change(to)
      return asked()
    }
    // The calculation was for four: another number asks, until it is answered or the price is another one.
    expect(await asked()).toBeNull()
    expect(await after('qty = 1')).toBe('4')
    expect(await after('qty = 4')).toBeNull()
    expect(await after('qty = 2')).toBe('4')
    expect(await after('priced_qty = null')).toBeNull()
    expect(await after(`details = 'Matt'`)).toBeNull()
    expect(await after('qty = 3')).toBe('4')
    expect(await after('unit_price = 30')).toBeNull()
    expect(await after('qty = 5')).toBeNull()
    await sales.run(`select public.put_calculation('${calculation}', '${id}', '${line?.id}', 'a1')`)
    expect(await asked()).toBeNull()

    const cost = () =>
      server.one(`select unit_cost::text as cost, base_cost::text as base, base_size as size
      from public.quotation_item_costs where item_id = '${line?.id}'`)
    const typed = async (words: string) => {
      await trade
        .as('admin')
        .run(`update public.quotation_item_costs set unit_cost = ${words} where item_id = '${line?.id}'`)
      return cost()
    }
    await server.run(`insert into public.quotation_item_costs (item_id, unit_cost) values ('${line?.id}', 10)
      on conflict (item_id) do update set unit_cost = 10`)
    const before = { cost: '10.0000', base: null, size: null }
    // By somebody who sees no costs, and side after side.
    await change('width_mm = 1600')
    expect(await cost()).toEqual({ cost: '20.0000', base: '10.0000', size: '800x600' })
    await change('height_mm = null')
    expect(await cost()).toEqual({ cost: '10.0000', base: '10.0000', size: '800x600' })
    await change('height_mm = 700')
    expect(await cost()).toEqual({ cost: '23.3333', base: '10.0000', size: '800x600' })
    await change('width_mm = 800, height_mm = 600')
    expect(await cost()).toEqual(before)
    await change('height_mm = 1200')
    expect(await typed('17')).toEqual({ cost: '17.0000', base: null, size: null })
    await change(`unit = 'm2'`)
    await change('height_mm = 600')
    expect(await cost()).toMatchObject({ cost: '17.0000' })
  }))

test('a job that began before its line was calculated gets the size with the approval', () =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const id = await offered(trade, [board])
    await trade.server.run(
      `update public.quotation_items set width_mm = null, height_mm = null where quotation_id = '${id}'`,
    )
    await trade.server.run(
      `select public.create_jobs_of_quotation('${id}', array(select id from public.quotation_items where quotation_id = '${id}'))`,
    )
    await trade.sales.run(`select public.put_calculation('${calculation}', '${id}', gen_random_uuid(), 'a1')`)
    await approved(trade, id)
    const size = await trade.server.one(
      `select width_mm::text as width, height_mm::text as height from public.jobs where quotation_id = '${id}'`,
    )
    expect(size).toEqual({ width: '800.00', height: '600.00' })
  }))
