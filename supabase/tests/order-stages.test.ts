import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

// What a client reads of the work for their order: the rule of decision 0958, and who hears of it.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5e000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const order = key(1)
const [sign, banner, again] = [key(2), key(3), key(4)]
const centres = { design: key(11), printer: key(12), bench: key(13), vehicle: key(14) }
const step = (name: string) => key(20 + ['artwork', 'print', 'pack', 'fit', 'banner'].indexOf(name))

type Work = { work: string; done: number; running: number; of: number }
type Stage = { is_held: boolean; ready: number; of: number; works: Work[] }
/** What is told, in short: artwork 0+1/2 are two lines with artwork, none past it, one at it. */
const short = (told: Stage | null) =>
  told &&
  [
    ...told.works.map(({ work, done, running, of }) => `${work} ${done}+${running}/${of}`),
    `ready ${told.ready}/${told.of}`,
  ].join(', ')

/** An order of a sign (artwork, print, pack, fit) and a banner (print), with the setting on. */
const inShop = (work: (trade: Trade) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await trade.server.run(`update public.company_settings set clients_see_stages = true`)
    await trade.server.run(`insert into public.orders (id, order_number, contact_id, status)
      values ('${order}', 'SO-S-1', '${row.clientContact}', 'confirmed')`)
    await trade.server.run(`insert into public.work_centres (id, name, kind) values
      ${Object.entries(centres).map(([kind, id]) => `('${id}', 'Stage ${kind}', '${kind}')`)}`)
    await trade.server.run(`insert into public.jobs (id, job_number, title, order_id, status) values
      ('${sign}', 'JOB-S-A', 'Sign', '${order}', 'new'), ('${banner}', 'JOB-S-B', 'Banner', '${order}', 'new')`)
    await trade.server
      .run(`insert into public.job_steps (id, job_id, position, name, work_centre_id, before_approval) values
      ('${step('artwork')}', '${sign}', 'a0', 'Artwork', '${centres.design}', true),
      ('${step('print')}', '${sign}', 'a1', 'Print', '${centres.printer}', false),
      ('${step('pack')}', '${sign}', 'a2', 'Pack', '${centres.bench}', false),
      ('${step('fit')}', '${sign}', 'a3', 'Fit on site', '${centres.vehicle}', false),
      ('${step('banner')}', '${banner}', 'a0', 'Print', '${centres.printer}', false)`)
    await work(trade)
  })
const read = async (trade: Trade) => {
  const uuid = await trade.server.value<string>(`select public_uuid from public.orders where id = '${order}'`)
  return trade.as('client').value<{ stage: Stage | null } | null>(`select public.own_order('${uuid}')`)
}
const stage = async (trade: Trade) => (await read(trade))?.stage ?? null
const start = (trade: Trade, name: string) =>
  trade.workshop.run(`select public.start_step('${step(name)}', p_pause_other => true)`)
const finish = (trade: Trade, name: string) => trade.workshop.run(`select public.finish_step('${step(name)}', 1, 0)`)
/** How often the client heard of an order since the last time this was asked. */
const heard = async ({ server }: Trade, person: 'client' | 'otherClient' = 'client') => {
  const count = await server.value<number>(
    `select count(*)::int from realtime.messages where topic = 'user:${idOf(person)}' and payload ->> 'table' = 'orders'`,
  )
  await server.run('delete from realtime.messages')
  return count
}

describe('where the work for an order stands', () => {
  test('is told of each work by its lines, step by step, until all of it is ready', () =>
    inShop(async (trade) => {
      const at = async () => short(await stage(trade))
      expect(await stage(trade)).toEqual({
        is_held: false,
        ready: 0,
        of: 2,
        works: [
          { work: 'artwork', done: 0, running: 0, of: 1 },
          { work: 'printing', done: 0, running: 0, of: 2 },
          { work: 'finishing', done: 0, running: 0, of: 1 },
        ],
      })
      await start(trade, 'banner')
      expect(await at()).toBe('artwork 0+0/1, printing 0+1/2, finishing 0+0/1, ready 0/2')
      await finish(trade, 'banner')
      expect(await at()).toBe('artwork 0+0/1, printing 1+0/2, finishing 0+0/1, ready 0/2')
      await trade.server.run(`update public.jobs set status = 'ready' where id = '${banner}'`)
      const told = []
      for (const name of ['artwork', 'print', 'pack', 'fit']) {
        await start(trade, name)
        told.push(await at())
        await finish(trade, name)
        told.push(await at())
      }
      expect(told).toEqual([
        'artwork 0+1/1, printing 1+0/2, finishing 0+0/1, ready 1/2',
        'artwork 1+0/1, printing 1+0/2, finishing 0+0/1, ready 1/2',
        'artwork 1+0/1, printing 1+1/2, finishing 0+0/1, ready 1/2',
        'artwork 1+0/1, printing 2+0/2, finishing 0+0/1, ready 1/2',
        'artwork 1+0/1, printing 2+0/2, finishing 0+1/1, ready 1/2',
        'artwork 1+0/1, printing 2+0/2, finishing 1+0/1, ready 1/2',
        'artwork 1+0/1, printing 2+0/2, finishing 1+0/1, ready 1/2',
        'artwork 1+0/1, printing 2+0/2, finishing 1+0/1, ready 1/2',
      ])
      await trade.server.run(`update public.jobs set status = 'ready' where id = '${sign}'`)
      expect(await at()).toBe('artwork 1+0/1, printing 2+0/2, finishing 1+0/1, ready 2/2')
    }))

  test('counts a line once whose piece is made again, leaves out what is cancelled, and says that work is on hold', () =>
    inShop(async (trade) => {
      await start(trade, 'banner')
      await finish(trade, 'banner')
      await trade.server.run(`update public.jobs set status = 'ready' where id = '${banner}'`)
      await trade.server.run(`delete from public.job_steps where job_id = '${sign}' and name <> 'Print'`)
      await start(trade, 'print')
      await finish(trade, 'print')
      expect(short(await stage(trade))).toBe('printing 2+0/2, ready 1/2')
      await trade.server.run(`insert into public.jobs (id, job_number, title, order_id, status, remake_of)
        values ('${again}', 'JOB-S-B-R1', 'Banner', '${order}', 'approved', '${banner}')`)
      expect(short(await stage(trade))).toBe('printing 1+0/2, ready 0/2')
      await trade.server.run(`update public.jobs set status = 'cancelled' where id in ('${again}', '${banner}')`)
      expect(await stage(trade)).toMatchObject({ ready: 0, of: 1, is_held: false })
      await trade.server.run(
        `update public.jobs set status = 'on_hold', held_from = status, hold_reason = 'No film' where id = '${sign}'`,
      )
      expect(await stage(trade)).toMatchObject({ works: [{ work: 'printing', done: 1 }], is_held: true })
      expect(JSON.stringify(await read(trade))).not.toContain('No film')
      await trade.sales.run(`select public.hold_order('${order}', 'No film')`)
      expect(await stage(trade)).toBeNull()
    }))

  test('is not told by a company that does not want it, and to nobody but the client', () =>
    inShop(async (trade) => {
      const uuid = await trade.server.value<string>(`select public_uuid from public.orders where id = '${order}'`)
      for (const person of ['otherClient', 'pending', 'newcomer', 'sales', 'admin'] as const)
        expect(await trade.as(person).value(`select public.own_order('${uuid}')`)).toBeNull()
      await trade.server.run('update public.company_settings set clients_see_stages = false')
      expect(await stage(trade)).toBeNull()
      await start(trade, 'artwork')
      await heard(trade)
      await finish(trade, 'artwork')
      expect(await heard(trade)).toBe(0)
    }))

  test('is heard by the client when it changes, without an id, and not of each step', () =>
    inShop(async (trade) => {
      await heard(trade)
      await start(trade, 'artwork')
      const { payload } = (await trade.server.one<{ payload: { id: string | null } }>(
        `select payload from realtime.messages where topic = 'user:${idOf('client')}' and payload ->> 'table' = 'orders'`,
      )) ?? { payload: null }
      expect(payload).toMatchObject({ table: 'orders', id: null })
      expect(await heard(trade, 'otherClient')).toBe(0)
      await heard(trade)
      await trade.workshop.run(`select public.pause_step('${step('artwork')}')`)
      expect(await heard(trade)).toBe(0)
      await trade.server.run(`update public.job_steps set planned_minutes = 90, note = 'Slow' where job_id = '${sign}'`)
      expect(await heard(trade)).toBe(0)
      await finish(trade, 'artwork')
      expect(await heard(trade)).toBe(1)
    }))

  test('each step, as a rule of its own', async () => {
    const told = async (status: string, ...steps: [number, string][]) =>
      (
        await engine.query<{ told: number }>(`select private.stage_of_job('${status}', true,
          '${JSON.stringify(steps.map(([of, is]) => ({ stage: of, status: is })))}') as told`)
      ).rows[0]?.told
    expect(await told('new', [1, 'todo'], [2, 'todo'])).toBe(0)
    expect(await told('awaiting_approval', [2, 'todo'])).toBe(1)
    expect(await told('approved', [2, 'todo'])).toBe(2)
    expect(await told('in_production', [2, 'in_progress'], [3, 'paused'])).toBe(3)
    expect(await told('in_production', [2, 'done'], [2, 'todo'], [3, 'todo'])).toBe(3)
    expect(await told('in_production', [1, 'todo'], [2, 'done'], [3, 'todo'])).toBe(1)
    expect(await told('in_production', [2, 'done'], [3, 'todo'])).toBe(4)
    expect(await told('ready', [2, 'todo'])).toBe(7)
  })
})
