import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

// A client orders again what was delivered to them: decision 0959.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5f000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [order, uuid, board, hidden] = [key(1), key(2), key(3), key(4)]

type Again = { net: string | null; asked_at: string | null } | null
type Tried = (work: () => Promise<unknown>) => Promise<string>

/** A delivered order of two boards of 1 m² at 40, sold at 50 today, with a heading. */
const inTrade = (work: (trade: Trade, refusal: Tried) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await trade.server.run(`insert into public.services (id, slug, name, unit, base_price, is_public) values
      ('${board}', 'again-board', 'Board', 'm2', 50, true), ('${hidden}', 'again-hidden', 'Hidden', 'piece', 9, false)`)
    await trade.server.run(`insert into public.orders (id, public_uuid, order_number, contact_id, project_title, status)
      values ('${order}', '${uuid}', 'SO-AGAIN', '${row.clientContact}', 'Boards', 'delivered')`)
    await trade.server.run(`insert into public.order_items
      (order_id, position, kind, description, qty, unit, width_mm, height_mm, unit_price, service_id) values
      ('${order}', 'a0', 'heading', 'Shop', null, null, null, null, null, null),
      ('${order}', 'a1', 'item', 'Board', 2, 'm2', 1000, 1000, 40, '${board}')`)
    await work(trade, (tried) => refusalOf(tx, tried))
  })
const again = async (worker: Worker) =>
  (await worker.value<{ again: Again } | null>(`select public.own_order('${uuid}')`))?.again ?? null
const ask = (worker: Worker) => worker.value<string>(`select public.order_again('${uuid}')`)
const draft = ({ server }: Trade, number: string) =>
  server.one<{ net: string; status: string; vat: string; contact_id: string; lines: number }>(
    `select q.net::text, q.status, q.vat::text, q.contact_id,
       (select count(*)::int from public.quotation_items i where i.quotation_id = q.id) as lines
       from public.quotations q where q.quotation_number = '${number}'`,
  )

describe('a client orders again', () => {
  test('at the price of today, which is that of the draft; the office is told, and the second press is the same request', () =>
    inTrade(async (trade) => {
      const client = trade.as('client')
      expect(await again(client)).toEqual({ net: '100.00', asked_at: null })
      const number = await ask(client)
      expect(await draft(trade, number)).toMatchObject({
        net: '100.00',
        status: 'draft',
        contact_id: row.clientContact,
        lines: 2,
      })
      expect((await again(client))?.asked_at).not.toBeNull()
      expect(await ask(client)).toBe(number)
      expect(
        await trade.server.value(`select count(*)::int from public.quotations where project_title = 'Boards'`),
      ).toBe(1)
      expect(
        await trade.server
          .value(`select count(*)::int from public.notifications n join public.user_roles r using (user_id)
          where n.title like '%asks for SO-AGAIN again' and r.role in ('client', 'pending')`),
      ).toBe(0)
      expect(
        await trade.server.value<number>(
          `select count(*)::int from public.notifications where title like '%asks for SO-AGAIN again'`,
        ),
      ).toBeGreaterThan(0)
      expect(JSON.stringify(await client.value('select public.client_portal()'))).not.toContain(number)
    }))

  test('and, once it was sent, asks for another', () =>
    inTrade(async (trade) => {
      const client = trade.as('client')
      const number = await ask(client)
      await trade.sales.run(
        `select public.send_quotation(id) from public.quotations where quotation_number = '${number}'`,
      )
      expect(await again(client)).toEqual({ net: '100.00', asked_at: null })
      expect(await ask(client)).not.toBe(number)
    }))

  test('and reads the least amount of a service where the line is below it', () =>
    inTrade(async (trade) => {
      await trade.server.run(`update public.services set min_charge = 100.01 where id = '${board}'`)
      expect(await again(trade.as('client'))).toEqual({ net: '100.01', asked_at: null })
      expect(await draft(trade, await ask(trade.as('client')))).toMatchObject({ status: 'draft', net: '100.01' })
    }))

  test.each([
    ['the site does not show the service', `update public.services set is_public = false where id = '${board}'`],
    ['the service has no price', `update public.services set base_price = null where id = '${board}'`],
    ['it is not sold any more', `update public.services set archived_at = now() where id = '${board}'`],
    ['it is sold by another unit', `update public.services set unit = 'piece' where id = '${board}'`],
    [
      'a line had a discount',
      `update public.order_items set discount_pct = 5 where order_id = '${order}' and kind = 'item'`,
    ],
    [
      'the order had one',
      `insert into public.order_items (order_id, position, kind, description, qty, unit_price) values ('${order}', 'a2', 'discount', 'Off', 1, 5)`,
    ],
    [
      'a line is of a service that the site hides',
      `insert into public.order_items (order_id, position, description, qty, unit_price, service_id)
         values ('${order}', 'a3', 'Hidden', 1, 5, '${hidden}')`,
    ],
  ])('and is told no price where %s', (_, change) =>
    inTrade(async (trade) => {
      await trade.server.run(change)
      expect(await again(trade.as('client'))).toEqual({ net: null, asked_at: null })
      expect(await draft(trade, await ask(trade.as('client')))).toMatchObject({ status: 'draft' })
    }),
  )

  test('only what is theirs and was delivered', () =>
    inTrade(async (trade, refusal) => {
      for (const person of ['otherClient', 'pending', 'newcomer', 'sales', 'admin'] as const) {
        expect(await again(trade.as(person))).toBeNull()
        expect([person, await refusal(() => ask(trade.as(person)))]).toEqual([
          person,
          'This order is not there any more',
        ])
      }
      expect(await refusal(() => ask(trade.as('visitor')))).toContain('permission denied')
      await trade.server.run(`update public.orders set status = 'in_production' where id = '${order}'`)
      expect(await again(trade.as('client'))).toBeNull()
      expect(await refusal(() => ask(trade.as('client')))).toContain('not delivered yet')
      expect(
        await trade.server.value(`select count(*)::int from public.quotations where project_title = 'Boards'`),
      ).toBe(0)
    }))
})
