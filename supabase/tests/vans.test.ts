import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { become, undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openOwnWorld, row } from './world.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5a000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [shortVan, longVan] = [key(1), key(2)]
const day = '2026-12-02'

async function refusal(tx: Queryable, worker: Worker, sql: string): Promise<string> {
  await tx.exec('savepoint tried')
  try {
    await worker.run(sql)
  } catch (error) {
    await tx.exec('rollback to savepoint tried')
    return error instanceof Error ? error.message.replace(/ ← .*/s, '') : String(error)
  }
  return 'nothing was refused'
}

/** An approved order with these lines to deliver. */
async function order(sales: Worker, lines: string): Promise<string> {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Signs for the bar')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    select '${id}', position, description, qty, unit_price, 18 from (values ${lines}) as line (position, description, qty, unit_price)`)
  await sales.run(`select public.send_quotation('${id}')`)
  return sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla Client')`)
}

const plan = (worker: Worker, orderId: string, more = '') =>
  worker.value<string>(`select public.plan_delivery('${orderId}'${more})`)

const onTheRoad = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await trade.workshop.run(`insert into public.vans (id, name, capacity_kg) values ('${shortVan}', 'Short van', 800)`)
    await trade.workshop.run(`insert into public.vans (id, name) values ('${longVan}', 'Long van')`)
    return work(trade, tx)
  })

const route = (id: string, van: string | null, before?: string, on = day) =>
  `select public.route_delivery('${id}', '${on}', ${van === null ? 'null' : `'${van}'`}${before ? `, '${before}'` : ''})`
const lane = (worker: Worker, van: string) =>
  worker.rows<{
    id: string
    at: string
  }>(`select id, to_char(scheduled_at at time zone 'Europe/Malta', 'YYYY-MM-DD HH24:MI') as at
    from public.deliveries where van_id = '${van}' order by route_seq`)

describe('a day of drops', () => {
  test('a new drop is put in by its time, an order set by hand stays, and a drop keeps its time on another day', async () => {
    await onTheRoad(async ({ sales, workshop }) => {
      const ids: string[] = []
      for (const hour of ['09:30', '11:00', '14:00']) {
        const id = await plan(workshop, await order(sales, `('a0', 'Fascia', 1, 100)`))
        await workshop.run(`update public.deliveries set scheduled_at = '2026-11-30 ${hour}+01' where id = '${id}'`)
        ids.push(id)
      }
      const [first = '', second = '', third = ''] = ids
      for (const id of [third, first, second]) await workshop.run(route(id, shortVan))
      expect(await lane(workshop, shortVan)).toEqual([
        { id: first, at: `${day} 09:30` },
        { id: second, at: `${day} 11:00` },
        { id: third, at: `${day} 14:00` },
      ])
      await workshop.run(route(third, shortVan, first))
      expect((await lane(workshop, shortVan)).map(({ id }) => id)).toEqual([third, first, second])
      const save = async (from: string) =>
        workshop.run(`select public.change_plan('${first}', row_version, jsonb_build_object('day', '${day}', 'from', '${from}', 'van_id', '${shortVan}',
          'items', (select jsonb_agg(jsonb_build_object('order_item_id', order_item_id, 'qty', qty)) from public.delivery_items where delivery_id = d.id)))
          from public.deliveries d where id = '${first}'`)
      await save('09:30')
      expect((await lane(workshop, shortVan)).map(({ id }) => id)).toEqual([third, first, second])
      await save('13:00')
      expect((await lane(workshop, shortVan)).map(({ id }) => id)).toEqual([first, third, second])
      await save('09:30')
      await workshop.run(route(first, longVan))
      expect((await lane(workshop, shortVan)).map(({ id }) => id)).toEqual([third, second])
      await workshop.run(`select public.route_delivery('${third}')`)
      expect(
        await workshop.one(`select van_id, scheduled_at, crew from public.deliveries where id = '${third}'`),
      ).toEqual({
        van_id: null,
        scheduled_at: null,
        crew: [],
      })
    })
  })

  test('the drops of a van have its crew, whoever comes first; a client is no crew', async () => {
    await onTheRoad(async ({ sales, workshop }, tx) => {
      const id = await plan(workshop, await order(sales, `('a0', 'Fascia', 1, 100)`))
      const crew = `select public.set_van_crew('${shortVan}', '${day}', array['${idOf('team_member')}']::uuid[])`
      await workshop.run(crew)
      await workshop.run(route(id, shortVan))
      const crewOf = () => workshop.value<string[]>(`select crew from public.deliveries where id = '${id}'`)
      expect(await crewOf()).toEqual([idOf('team_member')])
      await workshop.run(`select public.set_van_crew('${shortVan}', '${day}', '{}')`)
      expect(await crewOf()).toEqual([])
      expect(await refusal(tx, workshop, crew.replace(idOf('team_member'), idOf('client')))).toBe(
        'The crew of a van are members of staff',
      )
    })
  })

  test('what a day left is still to be brought on the days after, until it is brought or failed', async () => {
    await onTheRoad(async ({ sales, workshop, server }) => {
      const id = await plan(workshop, await order(sales, `('a0', 'Fascia', 1, 100)`))
      const driver = idOf('team_member')
      await server.run(`update public.deliveries set crew = array['${driver}']::uuid[], scheduled_at =
        (private.company_today() - 1 + time '09:00') at time zone private.company_zone() where id = '${id}'`)
      const late = () => workshop.value<number>(`select count(*)::int from public.late_deliveries() where id = '${id}'`)
      const left = () => workshop.value<number>(`select (public.figures_of_the_day() #>> '{my_drops,left}')::int`)
      const today = () =>
        workshop.value<number>(`select count(*)::int from public.deliveries_of_today() where id = '${id}'`)
      const before = await left()
      expect(await late()).toBe(1)
      expect(await today()).toBe(1)
      for (const status of ['ready', 'out']) {
        await server.run(`update public.deliveries set status = '${status}' where id = '${id}'`)
        expect(await late(), status).toBe(1)
      }
      await server.run(`update public.deliveries set scheduled_at = now() where id = '${id}'`)
      expect(await late()).toBe(0)
      expect(await today()).toBe(1)
      expect(await left()).toBe(before)
      await server.run(`update public.deliveries set scheduled_at = now() - interval '2 days', status = 'failed',
        failed_at = now(), failed_reason = 'Nobody there' where id = '${id}'`)
      expect(await late()).toBe(0)
      expect(await today()).toBe(0)
      expect(await left()).toBe(before - 1)
      // A day begins at its midnight and ends before the next one.
      const count = () => workshop.value<number>(`select (public.figures_of_the_day() #>> '{my_drops,count}')::int`)
      const without = await count()
      for (const [day, more] of [
        [0, 1],
        [1, 0],
      ] as const) {
        await server.run(`update public.deliveries set scheduled_at =
          (private.company_today() + ${day})::timestamp at time zone private.company_zone() where id = '${id}'`)
        expect(await count(), `${day} days from now`).toBe(without + more)
      }
    })
  })

  test('a pick-up, a van out of use, what is on the road and what is delivered are refused in words', async () => {
    await onTheRoad(async ({ sales, workshop, server }, tx) => {
      const pickup = await plan(workshop, await order(sales, `('a0', 'Fascia', 1, 100)`), `, p_method => 'pickup'`)
      expect(await refusal(tx, workshop, route(pickup, shortVan))).toMatch(
        /^DN-.* goes without a van: it is picked up$/,
      )
      const id = await plan(workshop, await order(sales, `('a0', 'Fascia', 1, 100)`))
      await workshop.run(`update public.vans set is_active = false where id = '${longVan}'`)
      expect(await refusal(tx, workshop, route(id, longVan))).toBe('Long van is not in use')
      await workshop.run(route(id, shortVan))
      for (const stage of ['in_production', 'qc', 'ready'])
        await server.run(
          `update public.jobs set status = '${stage}' where order_id = (select order_id from public.deliveries where id = '${id}')`,
        )
      await workshop.run(`update public.deliveries set status = 'out' where id = '${id}'`)
      expect(await refusal(tx, workshop, route(id, null))).toMatch(/is on the road. Set it back to ready first.$/)
      await workshop.run(route(id, shortVan))
      await workshop.run(`select public.deliver_drop('${id}', null, 'Anna Vella')`)
      expect(await refusal(tx, workshop, route(id, shortVan))).toMatch(/is delivered already$/)
      expect(await refusal(tx, sales, route(id, shortVan))).toContain('plan routes')
    })
  })
})

describe('a hand-over that was kept by a phone', () => {
  test('has the time when it was signed, never a time to come, and counts once', async () => {
    await onTheRoad(async ({ sales, workshop }) => {
      const id = await plan(workshop, await order(sales, `('a0', 'Fascia', 3, 100)`))
      const drop = (drop: string, at: string) =>
        `select public.deliver_drop('${id}', (select jsonb_agg(jsonb_build_object('delivery_item_id', i.id, 'qty', 1))
          from public.delivery_items i where i.delivery_id = '${id}'), 'Anna Vella', p_drop_id => '${drop}', p_at => ${at},
          p_lat => 35.9, p_lng => 14.5)`
      await workshop.run(drop(key(11), `now() + interval '1 hour'`))
      for (let times = 0; times < 3; times += 1) await workshop.run(drop(key(12), `now()`))
      await workshop.run(drop(key(11), `now()`))
      expect(
        await workshop.rows(`select seq, delivered_at <= now() as "isPast", lat from public.partial_deliveries
          where delivery_id = '${id}' order by seq`),
      ).toEqual([
        { seq: 1, isPast: true, lat: 35.9 },
        { seq: 2, isPast: true, lat: 35.9 },
      ])
      expect(
        await workshop.value(`select qty_delivered::text from public.delivery_items where delivery_id = '${id}'`),
      ).toBe('2.0000')
    })
  })

  test('says who received it where another van brought it meanwhile', async () => {
    await onTheRoad(async ({ sales, workshop }, tx) => {
      const id = await plan(workshop, await order(sales, `('a0', 'Fascia', 1, 100)`))
      await workshop.run(`select public.deliver_drop('${id}', null, 'Joe Borg', p_drop_id => '${key(21)}')`)
      expect(
        await refusal(tx, workshop, `select public.deliver_drop('${id}', null, 'Anna', p_drop_id => '${key(22)}')`),
      ).toMatch(/^All of this delivery is handed over already: Joe Borg received it on \d/)
    })
  })

  test('names photos of its own delivery only, which have arrived', async () => {
    await onTheRoad(async ({ sales, workshop, server }, tx) => {
      const id = await plan(workshop, await order(sales, `('a0', 'Fascia', 1, 100)`))
      const path = `${id}/${key(31)}.jpg`
      const drop = (photo: string) =>
        `select public.deliver_drop('${id}', null, 'Anna', p_photo_paths => array['${photo}'], p_drop_id => '${key(32)}')`
      expect(await refusal(tx, workshop, drop(path))).toBe('A photo did not arrive. Please take it again.')
      await server.run(`insert into storage.objects (bucket_id, name) values ('delivery-photos', '${path}'),
        ('delivery-photos', '${row.clientDelivery}/${key(31)}.jpg')`)
      expect(await refusal(tx, workshop, drop(`${row.clientDelivery}/${key(31)}.jpg`))).toContain('did not arrive')
      await workshop.run(drop(path))
      expect(await workshop.value(`select photo_paths from public.deliveries where id = '${id}'`)).toEqual([path])
    })
  })
})

describe('a drop that fails', () => {
  const fail = (id: string, tried: string, reason = 'Nobody there') =>
    `select public.fail_delivery('${id}', '${reason}', '${tried}')`

  test('says why, leaves its van, frees its quantities, tells who planned it, and counts once', async () => {
    await onTheRoad(async ({ sales, as, workshop, server }, tx) => {
      const sold = await order(sales, `('a0', 'Fascia', 2, 100)`)
      const id = await plan(as('account_manager'), sold)
      await workshop.run(route(id, shortVan))
      expect(await refusal(tx, workshop, fail(id, key(41), ' '))).toContain('why it could not be delivered')
      await workshop.run(fail(id, key(41)))
      expect(
        await workshop.one(`select status, van_id, failed_reason from public.deliveries where id = '${id}'`),
      ).toEqual({ status: 'failed', van_id: null, failed_reason: 'Nobody there' })
      expect(
        await server.rows(`select message from public.delivery_notifications where delivery_id = '${id}'
          and notified_user_id = '${idOf('account_manager')}'`),
      ).toEqual([{ message: expect.stringMatching(/could not be delivered: Nobody there$/) }])
      await workshop.run(route(id, shortVan))
      expect(await workshop.one(`select status, failed_reason from public.deliveries where id = '${id}'`)).toEqual({
        status: 'planned',
        failed_reason: null,
      })
      await workshop.run(fail(id, key(41)))
      expect(await workshop.value(`select status from public.deliveries where id = '${id}'`)).toBe('planned')
    })
  })

  test('is not planned again where another delivery took its items meanwhile', async () => {
    await onTheRoad(async ({ sales, workshop }, tx) => {
      const sold = await order(sales, `('a0', 'Fascia', 2, 100)`)
      const id = await plan(workshop, sold)
      await workshop.run(fail(id, key(51)))
      await plan(
        workshop,
        sold,
        `, (select jsonb_agg(jsonb_build_object('order_item_id', i.id, 'qty', 1))
        from public.order_items i where i.order_id = '${sold}')`,
      )
      const words = 'Another delivery brings "Fascia" now: of 2 only 1 are left. Plan a new delivery of the rest.'
      expect(await refusal(tx, workshop, route(id, shortVan))).toBe(words)
      expect(await refusal(tx, workshop, `update public.deliveries set status = 'planned' where id = '${id}'`)).toBe(
        words,
      )
    })
  })

  test('a status by hand is no reason', async () => {
    await onTheRoad(async ({ sales, workshop }, tx) => {
      const id = await plan(workshop, await order(sales, `('a0', 'Fascia', 1, 100)`))
      expect(await refusal(tx, workshop, `update public.deliveries set status = 'failed' where id = '${id}'`)).toBe(
        'The status of a delivery is not set by hand to Failed',
      )
    })
  })
})

// On PostgreSQL these requests run at once, each on its own connection; PGlite takes them one after the other.
describe('at the same moment', () => {
  async function request(person: Person, sql: string): Promise<unknown> {
    try {
      return await engine.transaction(async (tx: Queryable) => {
        await become(tx, person)
        const { rows } = await tx.query<Record<string, unknown>>(sql)
        return Object.values(rows[0] ?? {})[0]
      })
    } catch (error) {
      return { refused: error instanceof Error ? error.message : String(error) }
    }
  }
  const isRefused = (answer: unknown) => typeof answer === 'object' && answer !== null && 'refused' in answer
  const sold = async (lines: string): Promise<string> => {
    const id = String(await request('sales', `select public.create_quotation('${row.clientContact}', 'Race')`))
    await request(
      'sales',
      `insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
        select '${id}', position, description, qty, unit_price, 18 from (values ${lines}) as line (position, description, qty, unit_price)`,
    )
    await request('sales', `select public.send_quotation('${id}')`)
    return String(await request('sales', `select public.record_quotation_answer('${id}', 'approved', 'Carla Client')`))
  }

  test('a failed delivery planned again and a new one: one of them has the last item', async () => {
    const orderId = await sold(`('a0', 'Fascia', 1, 100)`)
    const failed = String(await request('team_member', `select public.plan_delivery('${orderId}')`))
    await request('team_member', `select public.fail_delivery('${failed}', 'Closed', '${key(61)}')`)
    const answers = await Promise.all([
      request('team_member', `select public.route_delivery('${failed}', '${day}')`),
      request('team_member', `select public.plan_delivery('${orderId}')`),
      request('team_member', `select public.route_delivery('${failed}', '${day}')`),
      request('team_member', `select public.plan_delivery('${orderId}')`),
    ])
    const { rows } = await engine.query(
      `select sum(i.qty)::text as promised from public.delivery_items i join public.deliveries d on d.id = i.delivery_id
        where d.order_id = '${orderId}' and d.status <> 'failed'`,
    )
    expect(rows).toEqual([{ promised: '1.0000' }])
    expect(answers.filter(isRefused).length).toBeGreaterThanOrEqual(1)
  })

  test('who drives today hears once of what is new, moved or taken off; who planned it and other days do not', async () => {
    const [van, other] = [key(81), key(82)]
    const person = idOf('sales')
    const { rows: clock } = await engine.query<{ today: string; later: string; zone: string }>(
      `select private.company_today()::text as today, (private.company_today() + 3)::text as later, private.company_zone() as zone`,
    )
    const { today = '', later = '', zone = '' } = clock[0] ?? {}
    const plannedAt = (id: string, hour: string) =>
      request(
        'team_member',
        `update public.deliveries set scheduled_at = timestamp '${today} ${hour}' at time zone '${zone}' where id = '${id}'`,
      )
    const drops: string[] = []
    for (const id of [van, other])
      await request('team_member', `insert into public.vans (id, name) values ('${id}', 'Told ${id}')`)
    for (const on of [today, later])
      await request(
        'team_member',
        `select public.set_van_crew('${van}', '${on}', array['${person}', '${idOf('team_member')}']::uuid[])`,
      )
    for (const hour of ['16:00', '09:00']) {
      const id = String(
        await request('team_member', `select public.plan_delivery('${await sold(`('a0', 'Fascia', 1, 100)`)}')`),
      )
      await plannedAt(id, hour)
      drops.push(id)
    }
    const [first = '', second = ''] = drops
    const told = async () => {
      const { rows } = await engine.query<{ said: string }>(
        `select regexp_replace(n.message, 'DN-\\d+-\\d+', d.project_title) as said from public.delivery_notifications n
           join public.deliveries d on d.id = n.delivery_id where n.notified_user_id in ('${person}', '${idOf('team_member')}') and not n.is_read
            and n.delivery_id in ('${first}', '${second}')`,
      )
      await engine.query(`update public.delivery_notifications set is_read = true`)
      return rows.map(({ said }) => said.replace('Race', 'DN'))
    }
    await request('team_member', route(first, van, undefined, today))
    expect(await told()).toEqual(['Your van: DN was added, today at 16:00'])
    for (const hour of ['17:00', '18:00']) await plannedAt(first, hour)
    expect(await told()).toEqual(['Your van: DN moved from today at 17:00 to today at 18:00'])
    await request('team_member', route(first, van, undefined, today))
    expect(await told()).toEqual([])
    await request('team_member', route(second, van, undefined, later))
    expect(await told()).toEqual([])
    await request('team_member', route(second, van, undefined, today))
    expect(await told()).toEqual(['Your van: DN was added, today at 09:00'])
    await request('team_member', `select public.set_van_crew('${van}', '${today}', '{}')`)
    expect(await told()).toEqual([
      expect.stringMatching(/^Your van: DN was taken off, it was planned for today at \d\d:00, and 1 more drop$/),
    ])
  })

  test('twelve drops moved between two vans at once: nobody waits in a circle, and each lane counts from 1', async () => {
    const vans = [key(71), key(72)]
    for (const [index, id] of vans.entries())
      await request('team_member', `insert into public.vans (id, name) values ('${id}', 'Race van ${index}')`)
    const drops: string[] = []
    for (let index = 0; index < 6; index += 1) {
      const id = String(
        await request('team_member', `select public.plan_delivery('${await sold(`('a0', 'Fascia', 1, 100)`)}')`),
      )
      drops.push(id)
      await request('team_member', route(id, vans[index % 2] ?? null))
    }
    const moves = await Promise.all(
      [...drops, ...drops].map((id, index) =>
        request('team_member', route(id, vans[(index + 1) % 2] ?? null, drops[(index * 5) % 6])),
      ),
    )
    expect(moves.filter(isRefused)).toEqual([])
    const { rows } = await engine.query<{ seqs: number[] }>(
      `select array_agg(route_seq order by route_seq) as seqs from public.deliveries
        where van_id in ('${vans.join("','")}') group by van_id`,
    )
    for (const { seqs } of rows) expect(seqs.length).toBe(new Set(seqs).size)
    expect(rows.flatMap(({ seqs }) => seqs).length).toBe(6)
  })
})
