import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** A draft with one line of €100 at this cost, below a house floor of 30 % or not. */
async function drafted(trade: Trade, cost: string, more = ''): Promise<string> {
  await trade.as('admin').run(`insert into public.margin_floors (floor_pct) values (30) on conflict do nothing`)
  const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await trade.sales
    .run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'Tray fascia', 1, 100, 18)${more}`)
  await trade.server.run(`insert into public.quotation_item_costs (item_id, unit_cost)
    select id, ${cost} from public.quotation_items where quotation_id = '${id}' and position = 'a1'`)
  return id
}
type State = { state: string; may_approve: boolean; approvers?: string[]; reason?: string; lines?: object[] }
const state = (worker: Trade['sales'], id: string) =>
  worker.value<State>(`select public.quotation_margin_state('${id}')`)

test('below the floor nobody sends before a reason; who sees no costs learns who may approve, and no figure', async () => {
  await inTrade(async (trade, tx) => {
    const id = await drafted(trade, '71')
    const send = (worker: Trade['sales']) => refusalOf(tx, () => worker.run(`select public.send_quotation('${id}')`))
    const manager = trade.as('account_manager')
    expect(await send(trade.sales)).toMatch(/^This quotation needs approval by .+ before it is sent$/)
    expect(await send(manager)).toBe('The margin is below the floor. Please say why before you send this quotation.')
    const seen = await state(trade.sales, id)
    expect(seen).toMatchObject({ state: 'below', may_approve: false })
    expect(seen).not.toHaveProperty('lines')
    expect(seen.approvers?.length).toBeGreaterThan(0)
    expect((await state(manager, id)).lines).toEqual([
      { item_id: null, description: null, margin_pct: '29.00', floor_pct: '30.00' },
      { item_id: expect.any(String), description: 'Tray fascia', margin_pct: '29.00', floor_pct: '30.00' },
    ])
    const approve = (worker: Trade['sales'], why: string) =>
      refusalOf(tx, () => worker.run(`select public.approve_margin('${id}', '${why}')`))
    expect(await approve(trade.sales, 'Trust me')).toBe('Only colleagues who see costs approve a margin')
    expect(await approve(manager, ' ')).toBe('Please say why')
    expect(await approve(manager, 'First shop of a chain')).toBe('done')
    expect(await state(trade.sales, id)).toMatchObject({ state: 'approved', reason: 'First shop of a chain' })
    expect(await send(trade.sales)).toBe('done')
    expect(
      await trade.sales.rows(`select type, meta from public.document_events
        where record_id = '${id}' and type like 'margin%'`),
    ).toEqual([{ type: 'margin_approved', meta: { reason: 'First shop of a chain' } }])
  })
})

test('an approval holds for its prices: a lower price needs another one, new words do not', async () => {
  await inTrade(async (trade, tx) => {
    const id = await drafted(trade, '80')
    await trade.as('admin').run(`select public.approve_margin('${id}', 'Agreed by telephone')`)
    await trade.sales.run(`update public.quotation_items set description = 'Fascia' where quotation_id = '${id}'`)
    expect((await state(trade.sales, id)).state).toBe('approved')
    await trade.sales.run(`update public.quotation_items set unit_price = 99 where quotation_id = '${id}'`)
    expect((await state(trade.sales, id)).state).toBe('below')
    const told = () =>
      trade.server.value<string>(
        `select count(*)::text from public.notifications where data ->> 'kind' = 'margin_asked'`,
      )
    await trade.sales.run(`select public.ask_for_margin_approval('${id}')`)
    const first = await told()
    expect(Number(first)).toBeGreaterThan(0)
    await trade.sales.run(`select public.ask_for_margin_approval('${id}')`)
    expect(await told()).toBe(first)
    await trade.sales.run(`update public.quotation_items set unit_price = 200 where quotation_id = '${id}'`)
    expect((await state(trade.sales, id)).state).toBe('fine')
    expect(await refusalOf(tx, () => trade.sales.run(`select public.send_quotation('${id}')`))).toBe('done')
  })
})

test('a service has its own floor; a discount lowers the whole; a line without a cost is unknown, not free', async () => {
  await inTrade(async (trade) => {
    const service = await trade.server.value<string>(
      `insert into public.services (slug, name) values ('tested-install', 'Installation') returning id`,
    )
    const id = await drafted(
      trade,
      '60',
      `, ((select id from public.quotations order by created_at desc limit 1), 'a2', 'No cost known', 1, 1, 18)`,
    )
    expect(await state(trade.as('admin'), id)).toMatchObject({ state: 'unknown', unknown_lines: 1 })
    expect(await state(trade.sales, id)).toEqual({ state: 'unknown', may_approve: false })
    await trade.sales.run(
      `update public.quotation_items set service_id = '${service}' where quotation_id = '${id}' and position = 'a1'`,
    )
    await trade.as('admin').run(`insert into public.margin_floors (floor_pct, service_id) values (45, '${service}')`)
    expect((await state(trade.as('admin'), id)).lines).toEqual([
      { item_id: expect.any(String), description: 'Tray fascia', margin_pct: '40.00', floor_pct: '45.00' },
    ])
    await trade.as('admin').run(`update public.margin_floors set floor_pct = 10 where service_id = '${service}'`)
    await trade.sales
      .run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a3', 'discount', 'Regular client', 1, 16, 18)`)
    expect((await state(trade.as('admin'), id)).lines).toEqual([
      { item_id: null, description: null, margin_pct: '29.41', floor_pct: '30.00' },
    ])
    expect(await trade.sales.rows(`select * from public.margin_floors`)).toEqual([])
  })
})

test('a price by quantity that the client sees is judged like a price that stands, and is part of what was approved', async () => {
  await inTrade(async (trade, tx) => {
    const id = await drafted(trade, '60')
    const set = (what: string) =>
      trade.sales.run(`update public.quotation_items set ${what} where quotation_id = '${id}'`)
    await trade.sales.run(`update public.quotations set show_price_breaks = false where id = '${id}'`)
    await set(`price_breaks = '1:100 1000:0.01'`)
    expect((await state(trade.sales, id)).state).toBe('fine')
    await trade.sales.run(`update public.quotations set show_price_breaks = true where id = '${id}'`)
    expect((await state(trade.as('admin'), id)).lines).toMatchObject([
      { description: 'Tray fascia', floor_pct: '30.00' },
    ])
    expect(await refusalOf(tx, () => trade.sales.run(`select public.send_quotation('${id}')`))).toMatch(
      /needs approval/,
    )
    await trade.as('admin').run(`select public.approve_margin('${id}', 'A campaign')`)
    await set(`price_breaks = '1:100 1000:0.005'`)
    expect((await state(trade.sales, id)).state).toBe('below')
    await set(`price_breaks = '1:100 1000:90'`)
    expect(await refusalOf(tx, () => trade.sales.run(`select public.send_quotation('${id}')`))).toBe('done')
  })
})

test('the margin is that of the lines whose cost is known, and says how many are not', async () => {
  await inTrade(async (trade) => {
    const id = await drafted(
      trade,
      '60',
      `, ((select id from public.quotations order by created_at desc limit 1), 'a2', 'No cost known', 1, 200, 18)`,
    )
    const margin = () =>
      trade.as('admin').rows(`select cost::text, margin::text, margin_pct::text, unknown_lines, unknown_net::text
        from public.quotation_margin('${id}')`)
    expect(await margin()).toEqual([
      { cost: '60.00', margin: '40.00', margin_pct: '40.00', unknown_lines: 1, unknown_net: '200.00' },
    ])
    await trade.server.run(`delete from public.quotation_item_costs`)
    expect(await margin()).toMatchObject([{ margin: null, margin_pct: null, unknown_lines: 2, unknown_net: '300.00' }])
    await trade.server.run(`insert into public.quotation_item_costs (item_id, unit_cost)
      select id, 50 from public.quotation_items where quotation_id = '${id}'`)
    expect(await margin()).toMatchObject([{ cost: '100.00', margin: '200.00', margin_pct: '66.66', unknown_lines: 0 }])
    expect(await state(trade.as('admin'), id)).toMatchObject({ state: 'fine', unknown_lines: 0 })
  })
})
