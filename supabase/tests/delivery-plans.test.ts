import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { refusalOf, tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5b000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const van = key(1)
type Line = {
  order_item_id: string
  description: string
  before: string
  on_the_way: string
  now: string
  left_over: string
  ready: string | null
  not_made: string | null
}

/** An approved order of ten boards and four frames; its plan screen. */
const withOrder = (work: (order: string, trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { sales, workshop } = trade
    const quotation = await sales.value<string>(
      `select public.create_quotation('${row.clientContact}', 'Signs of two shops')`,
    )
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${quotation}', 'a0', 'Boards', 10, 40, 18), ('${quotation}', 'a1', 'Frames', 4, 90, 18)`)
    await sales.run(`select public.send_quotation('${quotation}')`)
    const order = await sales.value<string>(
      `select public.record_quotation_answer('${quotation}', 'approved', 'Carla Client')`,
    )
    await workshop.run(`insert into public.vans (id, name) values ('${van}', 'Short van')`)
    await work(order, trade, tx)
  })
const begin = (order: string, server: Worker) =>
  server.run(`update public.jobs set status = 'in_production' where order_id = '${order}'`)
/** Its jobs are made and checked: nothing holds a delivery. */
const make = async (order: string, server: Worker) => {
  for (const status of ['in_production', 'qc', 'ready'])
    await server.run(`update public.jobs set status = '${status}' where order_id = '${order}'`)
}
const linesOf = (worker: Worker, order: string, delivery: string | null = null) =>
  worker.rows<Line>(`select * from public.lines_to_deliver('${order}', ${delivery ? `'${delivery}'` : 'null'})`)
const plan = (worker: Worker, order: string, id: string, facts: object) =>
  worker.run(`select public.plan_of_order('${order}', '${id}', '${JSON.stringify(facts)}')`)
const change = async (worker: Worker, id: string, facts: object, version?: number) =>
  worker.run(
    `select public.change_plan('${id}', ${
      version ?? (await worker.value<number>(`select row_version from public.deliveries where id = '${id}'`))
    }, '${JSON.stringify(facts)}')`,
  )

test('an order is planned to two places, and what is left goes down with each', async () => {
  await withOrder(async (order, { workshop, client }, tx) => {
    const [boards, frames] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    const first = {
      method: 'installation',
      day: '2026-12-03',
      from: '09:30',
      to: '11:00',
      van_id: van,
      crew: [idOf('team_member')],
      weight_kg: '84.5',
      parcels: 3,
      new_site: { label: 'Shop in Sliema', address: '4 Tower Road', city: 'Sliema', state: 'North' },
      contact_on_site: 'Joe Borg',
      instructions: 'Ladder of 4 m',
      items: [
        { order_item_id: boards, qty: '6' },
        { order_item_id: frames, qty: '4' },
      ],
    }
    await plan(workshop, order, key(2), first)
    await plan(workshop, order, key(2), first)
    expect(
      await workshop.one(`select d.method, to_char(d.scheduled_at at time zone 'Europe/Malta', 'YYYY-MM-DD HH24:MI') as at, d.slot_minutes,
          d.weight_kg::text, d.parcels, d.crew, d.route_seq, l.label, l.address, l.state, l.contact_on_site, d.instructions
        from public.deliveries d join public.locations l on l.id = d.location_id where d.id = '${key(2)}'`),
    ).toEqual({
      method: 'installation',
      at: '2026-12-03 09:30',
      slot_minutes: 90,
      weight_kg: '84.5',
      parcels: 3,
      crew: [idOf('team_member')],
      route_seq: 1,
      label: 'Shop in Sliema',
      address: '4 Tower Road',
      state: 'North',
      contact_on_site: 'Joe Borg',
      instructions: 'Ladder of 4 m',
    })
    const link = await workshop.value<string>(`select public_uuid from public.deliveries where id = '${key(2)}'`)
    const note = await client.value<string>(`select public.get_public_delivery('${link}')::text`)
    expect(note, 'notes for the driver are not for the client').not.toContain('Ladder')
    expect(
      (await linesOf(workshop, order)).map(({ before, on_the_way, left_over }) => [before, on_the_way, left_over]),
    ).toEqual([
      ['6', '6', '4'],
      ['4', '4', '0'],
    ])
    const over = { method: 'pickup', items: [{ order_item_id: boards, qty: '5' }] }
    expect(await refusalOf(tx, () => plan(workshop, order, key(3), over))).toBe(
      'Of "Boards" only 4 of 10 are left to deliver',
    )
    // The same address again is the same place of the client.
    await plan(workshop, order, key(3), {
      day: '2026-12-03',
      van_id: van,
      new_site: { address: '4 tower road', city: 'SLIEMA' },
      items: [{ order_item_id: boards, qty: '4' }],
    })
    expect(
      await workshop.one(`select count(distinct location_id)::int as places, max(to_char(scheduled_at at time zone 'Europe/Malta', 'HH24:MI')) as last,
        max(route_seq) as drops from public.deliveries where order_id = '${order}'`),
    ).toEqual({ places: 1, last: '11:00', drops: 2 })
    expect(await workshop.rows(`select * from public.orders_to_deliver() where id = '${order}'`)).toEqual([])
  })
})

test('a planned delivery is changed as a whole; never below what was handed over, never above what is left', async () => {
  await withOrder(async (order, { workshop, sales, server }, tx) => {
    const [boards, frames] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    await plan(workshop, order, key(2), { items: [{ order_item_id: boards, qty: '6' }] })
    await plan(workshop, order, key(3), { items: [{ order_item_id: boards, qty: '2' }] })
    const items = (qty: number, frame = 1) => [
      { order_item_id: boards, qty: String(qty) },
      { order_item_id: frames, qty: String(frame) },
    ]
    expect(await refusalOf(tx, () => change(workshop, key(2), { items: items(9) }))).toBe(
      'Of "Boards" only 8 of 10 are left to deliver',
    )
    expect(await refusalOf(tx, () => change(workshop, key(2), { items: items(7) }, 99))).toMatch(
      /^Somebody changed this delivery meanwhile/,
    )
    await change(workshop, key(2), { method: 'courier', day: '2026-12-04', parcels: 2, items: items(8) })
    expect(await linesOf(workshop, order, key(2))).toMatchObject([
      { before: '2', on_the_way: '2', now: '8', handed_over: '0', left_over: '8' },
      { before: '0', on_the_way: '0', now: '1', handed_over: '0', left_over: '4' },
    ])
    await workshop.run(`select public.deliver_drop('${key(2)}', (select jsonb_agg(jsonb_build_object('delivery_item_id', i.id, 'qty', 1))
      from public.delivery_items i where i.delivery_id = '${key(2)}' and i.order_item_id = '${boards}'), 'Anna Vella')`)
    expect(await refusalOf(tx, () => change(workshop, key(2), { items: [{ order_item_id: frames, qty: '1' }] }))).toBe(
      'Of "Boards" 1 are handed over already',
    )
    await change(workshop, key(2), { items: items(2, 0) })
    expect(
      await workshop.rows(
        `select qty::int, qty_delivered::int from public.delivery_items where delivery_id = '${key(2)}'`,
      ),
    ).toEqual([{ qty: 2, qty_delivered: 1 }])
    expect(
      await refusalOf(tx, () =>
        change(workshop, key(3), { day: '2026-12-04', from: '10:00', to: '10:01', items: items(1, 0) }),
      ),
    ).toBe('The window ends at least five minutes after it begins')
    expect(await refusalOf(tx, () => change(sales, key(3), { items: items(1, 0) }))).toContain(
      'change planned deliveries',
    )
    await make(order, server)
    await workshop.run(`update public.deliveries set status = 'ready' where id = '${key(3)}'`)
    await workshop.run(`update public.deliveries set status = 'out' where id = '${key(3)}'`)
    expect(await refusalOf(tx, () => change(workshop, key(3), { items: items(1, 0) }))).toMatch(
      /is on the road\. Set it back to ready first\.$/,
    )
  })
})

test('a note says what was brought before it, also after the later deliveries came', async () => {
  await withOrder(async (order, { workshop, server, client }) => {
    const [boards] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    const brought = async (delivery: string, qty: number) => {
      await workshop.run(`select public.deliver_drop('${delivery}', (select jsonb_agg(jsonb_build_object('delivery_item_id', i.id, 'qty', ${qty}))
        from public.delivery_items i where i.delivery_id = '${delivery}' and i.order_item_id = '${boards}'), 'Anna Vella')`)
      // Each drop has an hour of its own: all of them are made in one transaction.
      for (const table of ['deliveries', 'partial_deliveries'])
        await server.run(
          `update public.${table} set delivered_at = delivered_at - interval '1 hour' where delivered_at is not null`,
        )
    }
    type Answer = { lines: { id: string; elsewhere: string }[]; drops: { elsewhere: Record<string, string> }[] }
    const notes = async () => {
      const of = async (delivery: string) => {
        const uuid = await server.value<string>(`select public_uuid from public.deliveries where id = '${delivery}'`)
        const { lines, drops } = await client.value<Answer>(`select public.get_public_delivery('${uuid}')`)
        return [lines[0]?.elsewhere, ...drops.map(({ elsewhere }) => elsewhere[lines[0]?.id ?? ''])].map(Number)
      }
      return [await of(key(2)), await of(key(3))]
    }
    await plan(workshop, order, key(2), { items: [{ order_item_id: boards, qty: '5' }] })
    await plan(workshop, order, key(3), { items: [{ order_item_id: boards, qty: '4' }] })
    await brought(key(2), 2)
    expect(await notes()).toEqual([[0, 0], [2]])
    await brought(key(3), 4)
    expect(await notes()).toEqual([[4, 0], [2]])
    await brought(key(2), 3)
    expect(await notes()).toEqual([[4, 0, 4], [2]])
  })
})

test('a drop that failed is planned again by its new day', async () => {
  await withOrder(async (order, { workshop }) => {
    const [boards] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    const items = [{ order_item_id: boards, qty: '10' }]
    await plan(workshop, order, key(2), { items })
    await workshop.run(`select public.fail_delivery('${key(2)}', 'Nobody there', '${key(9)}')`)
    expect(await linesOf(workshop, order, key(2))).toMatchObject([{ before: '0', left_over: '10' }, {}])
    await change(workshop, key(2), { day: '2026-12-05', items })
    expect(await workshop.one(`select status, failed_reason from public.deliveries where id = '${key(2)}'`)).toEqual({
      status: 'planned',
      failed_reason: null,
    })
  })
})

test('a drop that failed is seen to until it is planned again, or until another delivery brings its goods', async () => {
  await withOrder(async (order, { workshop }) => {
    const [boards] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    const items = [{ order_item_id: boards, qty: '10' }]
    const waits = () =>
      workshop.value<number>(`select count(*)::int from public.deliveries_to_see_to() where id = '${key(2)}'`)
    const fail = (attempt: number) =>
      workshop.run(`select public.fail_delivery('${key(2)}', 'Nobody there', '${key(attempt)}')`)
    await plan(workshop, order, key(2), { items })
    expect(await waits()).toBe(0)
    await fail(9)
    expect(await waits()).toBe(1)
    await change(workshop, key(2), { day: '2026-12-05', items })
    expect(await waits()).toBe(0)
    await fail(8)
    await plan(workshop, order, key(3), { items })
    expect(await waits()).toBe(0)
  })
})

test('the figures of the day are those of analytics, and only of who may see them', async () => {
  await withOrder(async (order, { workshop, accounts, sales }) => {
    const [boards] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    await plan(workshop, order, key(2), { items: [{ order_item_id: boards, qty: '10' }] })
    const figures = (worker: Worker) =>
      worker.value<Record<string, { count: number; amount?: string }>>('select public.figures_of_the_day()')
    const before = await figures(accounts)
    await workshop.run(`select public.deliver_drop('${key(2)}', null, 'Anna Vella')`)
    const after = await figures(accounts)
    expect(Number(after['to_invoice']?.amount) - Number(before['to_invoice']?.amount)).toBe(400)
    const [part] = await accounts.rows<{ amount: string }>(
      `select sum((line ->> 'amount')::numeric)::text as amount from jsonb_array_elements(
        public.analytics(current_date, current_date) -> 'to_invoice') as line`,
    )
    expect(Number(after['to_invoice']?.amount)).toBe(Number(part?.amount))
    expect((await figures(workshop))['overdue']).toBeUndefined()
    expect((await figures(sales))['follow_ups']?.count).toBe(0)
  })
})

test('T5: a delivery stays with the client of its order, and what was handed over stays as it was signed', async () => {
  await withOrder(async (order, { as, workshop, server }, tx) => {
    const id = await workshop.value<string>(`select public.plan_delivery('${order}')`)
    const set = (change: string) => () => workshop.run(`update public.deliveries set ${change} where id = '${id}'`)
    const move = set(`contact_id = '${row.otherClientContact}'`)
    expect(await refusalOf(tx, move)).toBe('A delivery is for the client of its order')
    const line = await workshop.value<string>(
      `select id from public.delivery_items where delivery_id = '${id}' order by position limit 1`,
    )
    await workshop.run(`select public.deliver_drop('${id}', '[{"delivery_item_id": "${line}", "qty": "1"}]', 'Peter', p_lat => 35.9,
      p_lng => 14.5)`)
    expect(await refusalOf(tx, set(`lat = 1, lng = 1`))).toMatch(/cannot be changed$/)
    expect(await refusalOf(tx, set(`project_title = 'Another sign'`))).toMatch(
      /^Something of this delivery is handed over/,
    )
    await set(`show_prices = true`)()
    const removed = () => as('account_manager').run(`delete from public.partial_deliveries where delivery_id = '${id}'`)
    expect(await refusalOf(tx, removed)).toBe('What was handed over is not removed')
    expect(await server.value(`select count(*)::int from public.partial_deliveries where delivery_id = '${id}'`)).toBe(
      1,
    )
  })
})

test('the story of a job counts pieces, whatever unit its size is charged by', () =>
  withOrder(async (order, { workshop, server }) => {
    await server.run(
      `update public.order_items set unit = 'm2', width_mm = 1800, height_mm = 1400 where order_id = '${order}' and qty = 10`,
    )
    const [boards] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    await plan(workshop, order, key(2), { items: [{ order_item_id: boards, qty: '2' }] })
    await workshop.run(`select public.deliver_drop('${key(2)}', null, 'Peter')`)
    expect(
      await server.value(`select e.meta ->> 'qty' from public.document_events e join public.jobs j on j.id = e.record_id
        where e.type = 'handed_over' and j.order_item_id = '${boards}'`),
    ).toBe('2 pieces')
  }))

test('a delivery and a drop that people add begin without a van, a crew, photos or a place', async () => {
  await undone(engine, async (tx) => {
    const { workshop } = await tradeIn(tx)
    const added = await workshop.one<{ id: string }>(`
      insert into public.deliveries (contact_id, project_title, crew, photo_paths, lat, lng, failed_at, failed_reason)
      values ('${row.clientContact}', 'Sign', '{${idOf('admin')}}', '{a/b.png}', 1, 1, now(), 'Nobody there')
      returning id, crew, photo_paths, lat, lng, failed_at, failed_reason`)
    expect(added).toMatchObject({
      crew: [],
      photo_paths: [],
      lat: null,
      lng: null,
      failed_at: null,
      failed_reason: null,
    })
    expect(
      await workshop.one(`insert into public.partial_deliveries (delivery_id, photo_paths, lat, lng)
        values ('${added?.id}', '{a/b.png}', 1, 1) returning photo_paths, lat, lng`),
    ).toEqual({ photo_paths: [], lat: null, lng: null })
  })
})

test('with an order go its planned deliveries, and one that is on the road stops that', async () => {
  await withOrder(async (order, { sales, workshop, server }, tx) => {
    const id = await workshop.value<string>(`select public.plan_delivery('${order}')`)
    const move = (status: string) =>
      workshop.run(`update public.deliveries set status = '${status}' where id = '${id}'`)
    const cancel = () => sales.run(`select public.cancel_order('${order}', 'The shop closes')`)
    await make(order, server)
    await move('ready')
    await move('out')
    expect(await refusalOf(tx, cancel)).toMatch(/^A delivery of this order is on the road/)
    await move('ready')
    await cancel()
    expect(await server.value(`select status from public.deliveries where id = '${id}'`)).toBe('cancelled')
    const drop = () => workshop.run(`select public.deliver_drop('${id}', null, 'Peter')`)
    expect(await refusalOf(tx, drop)).toBe('This delivery is cancelled')
  })
})

test('what nobody has made is not packed and does not leave; work on site is done there', () =>
  withOrder(async (order, { workshop, server }, tx) => {
    const [boards, frames] = await linesOf(workshop, order)
    expect(boards).toMatchObject({ not_made: expect.stringMatching(/^JOB-\d{4}-\d{4}-A \(not begun\)$/) })
    await plan(workshop, order, key(3), {
      method: 'delivery',
      items: [{ order_item_id: boards?.order_item_id, qty: '10' }],
    })
    const pack = (to: string) => () =>
      workshop.run(`update public.deliveries set status = '${to}' where id = '${key(3)}'`)
    expect(await refusalOf(tx, pack('ready'))).toMatch(
      /^Not made yet: JOB-\d{4}-\d{4}-A \(not begun\)\. Finish it first, or take it off this delivery\./,
    )
    expect(await refusalOf(tx, pack('out'))).toMatch(/^Not made yet: /)

    const job = await server.value<string>(
      `select id from public.jobs where order_item_id = '${boards?.order_item_id}'`,
    )
    await server.run(`insert into public.work_centres (id, name, kind) values ('${key(8)}', 'Fitting van', 'vehicle')`)
    await server.run(`insert into public.job_steps (job_id, position, name, work_centre_id, status) values
      ('${job}', 'a0', 'Cut', null, 'todo'), ('${job}', 'a1', 'Fit on site', '${key(8)}', 'todo')`)
    expect(await refusalOf(tx, pack('ready'))).toMatch(/\(0 of 2 steps done\)/)
    await server.run(`update public.job_steps set status = 'done' where job_id = '${job}' and name = 'Cut'`)
    // The check is asked as soon as the shop is done; the van goes after it.
    const status = () => server.value(`select status from public.jobs where id = '${job}'`)
    expect(await status()).toBe('qc')
    expect(await refusalOf(tx, pack('ready'))).toMatch(/\(in quality control\)/)
    await server.run(`select public.check_job('${key(9)}', '${job}', 'pass')`)
    expect(await refusalOf(tx, pack('ready'))).toBe('done')
    expect(
      await server.value(`select qty_ready::int from public.order_items where id = '${boards?.order_item_id}'`),
    ).toBe(10)
    // The crew begins on site, and gets another work there: the job stays ready. Nothing of it goes back to the shop unsaid.
    await server.run(
      `update public.job_steps set status = 'in_progress' where job_id = '${job}' and name = 'Fit on site'`,
    )
    await server.run(`update public.job_steps set status = 'paused' where job_id = '${job}' and name = 'Fit on site'`)
    const add = (id: string, centre: string) => () =>
      server.run(`select public.add_step('${id}', '${job}', 'Take the old one down', ${centre}, 20,
        (select s.id from public.job_steps s where s.job_id = '${job}' and s.name = 'Fit on site'))`)
    expect(await refusalOf(tx, add(key(10), 'null'))).toBe(
      'This job is in the stage Ready. Take it back to production first.',
    )
    expect(await refusalOf(tx, add(key(11), `'${key(8)}'`))).toBe('done')
    expect(
      await refusalOf(tx, () =>
        server.run(`update public.job_steps set work_centre_id = null where id = '${key(11)}'`),
      ),
    ).toBe('This job is in the stage Ready. Take it back to production first.')
    expect(await status()).toBe('ready')
    expect(
      await server.value(`select count(*)::int from jsonb_array_elements(private.jobs_to_plan(true)) as j
        cross join jsonb_array_elements(j -> 'steps') as s where j ->> 'id' = '${job}'`),
    ).toBe(2)
    // What is done on site is done with the hand-over: nothing of the job is open.
    await begin(order, server)
    await workshop.run(`select public.deliver_drop('${key(3)}')`)
    expect(
      await server.rows(`select j.status, s.status as step from public.jobs j join public.job_steps s on s.job_id = j.id
        where j.id = '${job}' order by s.position`),
    ).toEqual([
      { status: 'delivered', step: 'done' },
      { status: 'delivered', step: 'done' },
      { status: 'delivered', step: 'done' },
    ])
    expect(
      await server.rows(
        `select from public.document_events where record_id = '${job}' and type = 'delivered_unfinished'`,
      ),
    ).toEqual([])
    // The hand-over of a job that nobody made is booked, and its story says so.
    await server.run(`insert into public.job_steps (job_id, position, name)
      select id, 'a0', 'Cut' from public.jobs where order_item_id = '${frames?.order_item_id}'`)
    await workshop.run(
      `select public.hold_job(id, 'The client asks') from public.jobs where order_item_id = '${frames?.order_item_id}'`,
    )
    expect((await linesOf(workshop, order))[1]?.not_made).toMatch(/-B \(on hold, 0 of 1 steps done\)$/)
    await workshop.run(
      `select public.release_job(id) from public.jobs where order_item_id = '${frames?.order_item_id}'`,
    )
    await plan(workshop, order, key(4), { items: [{ order_item_id: frames?.order_item_id, qty: '4' }] })
    await workshop.run(`select public.deliver_drop('${key(4)}')`)
    expect(
      await server.value(
        `select e.meta ->> 'open_steps' from public.document_events e join public.jobs j on j.id = e.record_id
          where j.order_item_id = '${frames?.order_item_id}' and e.type = 'delivered_unfinished'`,
      ),
    ).toBe('1')
    expect(frames?.not_made).toMatch(/-B \(not begun\)$/)
  }))

test('nine good pieces of ten are ready: they are packed and handed over while the tenth is made again', () =>
  withOrder(async (order, { workshop, server }, tx) => {
    const [boards] = await linesOf(workshop, order)
    const job = await server.value<string>(
      `select id from public.jobs where order_item_id = '${boards?.order_item_id}'`,
    )
    expect(boards).toMatchObject({ ready: '0', left_over: '10' })
    await begin(order, server)
    await server.run(`insert into public.job_steps (job_id, position, name, status, qty_good, qty_waste)
      values ('${job}', 'a0', 'Cut', 'done', 9, 1)`)
    const readyOnOrder = () =>
      server.value(`select qty_ready::int from public.order_items where id = '${boards?.order_item_id}'`)
    for (const [status, words] of [
      ['in_production', 'not checked'],
      ['qc', 'in quality control'],
    ]) {
      await server.run(`update public.jobs set status = '${status}' where id = '${job}'`)
      expect((await linesOf(workshop, order))[0]).toMatchObject({
        ready: '0',
        not_made: expect.stringMatching(new RegExp(`-A \\(${words}\\)$`)),
      })
    }
    expect(await readyOnOrder()).toBe(0)
    await workshop.run(
      `select public.check_job('${key(7)}', '${job}', 'pass', 'Scratched', null, 1, 'damage', p_material => '[]')`,
    )
    const again = await server.value<string>(`select id from public.jobs where remake_of = '${job}'`)
    expect((await linesOf(workshop, order))[0]).toMatchObject({ ready: '9', not_made: expect.stringContaining('-A') })
    expect(await readyOnOrder()).toBe(9)
    // On hold it is what it was.
    await workshop.run(`select public.hold_job('${job}', 'The client asks')`)
    expect([(await linesOf(workshop, order))[0]?.ready, await readyOnOrder()]).toEqual(['9', 9])
    await workshop.run(`select public.release_job('${job}')`)

    const bring = (id: string, qty: string) =>
      plan(workshop, order, id, { method: 'delivery', items: [{ order_item_id: boards?.order_item_id, qty }] })
    const pack = (id: string) => () => workshop.run(`update public.deliveries set status = 'ready' where id = '${id}'`)
    await bring(key(5), '9')
    await bring(key(6), '1')
    expect(await refusalOf(tx, pack(key(5)))).toBe('done')
    await workshop.run(`select public.deliver_drop('${key(5)}', null, 'Karl Z')`)
    expect(
      await server.value(`select meta ->> 'not_made' from public.document_events
        where record_id = '${key(5)}' and type = 'handed_over'`),
    ).toBeNull()
    expect(await refusalOf(tx, pack(key(6)))).toMatch(/^Not made yet: /)
    await server.run(`update public.jobs set status = 'in_production' where id = '${again}'`)
    await server.run(`update public.job_steps set status = 'done' where job_id = '${again}'`)
    for (const status of ['qc', 'ready'])
      await server.run(`update public.jobs set status = '${status}' where id = '${again}'`)
    expect((await linesOf(workshop, order))[0]).toMatchObject({ ready: '10', not_made: null })
    expect(await refusalOf(tx, pack(key(6)))).toBe('done')
  }))

test('a hand-over keeps who signed with a typed name or drew, and what of it nobody has made', () =>
  withOrder(async (order, { workshop, client, server }) => {
    const [boards, frames] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    await plan(workshop, order, key(2), {
      method: 'delivery',
      items: [boards, frames].map((order_item_id) => ({ order_item_id, qty: '2' })),
    })
    const drop = (line: string | undefined, qty: number, by: string, more = '') =>
      workshop.run(`select public.deliver_drop('${key(2)}', (select jsonb_agg(jsonb_build_object('delivery_item_id', i.id, 'qty', ${qty}))
        from public.delivery_items i where i.delivery_id = '${key(2)}' and i.order_item_id = '${line}'), '${by}'${more})`)
    const drawn =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await drop(boards, 2, ' Karl Z ')
    for (const status of ['in_production', 'qc', 'ready'])
      await server.run(`update public.jobs set status = '${status}' where order_item_id = '${frames}'`)
    await drop(frames, 1, 'Maria', `, '${drawn}'`)
    await drop(frames, 1, '')
    const uuid = await server.value<string>(`select public_uuid from public.deliveries where id = '${key(2)}'`)
    type Signed = { signature: string | null; typed_signature: string | null }
    const note = await client.value<Signed & { drops: Signed[] }>(`select public.get_public_delivery('${uuid}')`)
    expect(note.typed_signature).toBeNull()
    expect(note.drops).toMatchObject([
      { signature: null, typed_signature: 'Karl Z' },
      { signature: drawn, typed_signature: null },
      { signature: null, typed_signature: null },
    ])
    const number = await server.value<string>(`select job_number from public.jobs where order_item_id = '${boards}'`)
    expect(
      await server.rows(`select meta ->> 'received_by' as by, meta ->> 'not_made' as not_made from public.document_events
        where record_id = '${key(2)}' and type = 'handed_over' order by meta ->> 'partial_number'`),
    ).toEqual([
      { by: 'Karl Z', not_made: `${number} (not begun)` },
      { by: 'Maria', not_made: null },
      { by: null, not_made: null },
    ])
  }))

test('what nobody has made of a delivery is told to whoever sees deliveries, and its work nudges them', async () => {
  await withOrder(async (order, { workshop, client, server, as }, tx) => {
    const [boards] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    await plan(workshop, order, key(2), {
      method: 'delivery',
      day: '2026-12-03',
      from: '09:30',
      van_id: van,
      crew: [idOf('team_member')],
      items: [{ order_item_id: boards, qty: '6' }],
    })
    const job = await server.value<string>(`select id from public.jobs where order_item_id = '${boards}'`)
    const number = await server.value<string>(`select job_number from public.jobs where id = '${job}'`)
    const asked = `select delivery_id, not_made from public.not_made_of_deliveries('{${key(2)}}')`
    expect(await workshop.rows(asked)).toEqual([{ delivery_id: key(2), not_made: `${number} (not begun)` }])
    expect(
      await workshop.value(
        `select jsonb_path_query_array(lines, '$.*') from public.not_made_of_deliveries('{${key(2)}}')`,
      ),
    ).toEqual([{ words: `${number} (not begun)`, made: '0' }])
    expect(await refusalOf(tx, () => as('client').run(asked))).toMatch(/You may not see deliveries/)
    expect(await refusalOf(tx, () => client.run(asked))).toMatch(/permission denied|may not/)
    expect(
      await refusalOf(tx, () =>
        workshop.run(
          `select public.not_made_of_deliveries(array(select gen_random_uuid() from generate_series(1, 1001)))`,
        ),
      ),
    ).toBe('At most 1000 deliveries at a time')
    const nudged = async (sql: string) => {
      await server.run(`delete from realtime.messages`)
      await server.run(sql)
      return server.rows(
        `select payload ->> 'table' as of from realtime.messages where topic = 'page:deliveries' and event = 'changed'`,
      )
    }
    const elsewhere = `(select id from public.jobs where order_id = '${order}' and id <> '${job}')`
    expect(await nudged(`update public.jobs set status = 'in_production' where id = ${elsewhere}`)).toEqual([])
    expect(await nudged(`update public.jobs set status = 'in_production' where id = '${job}'`)).toEqual([
      { of: 'jobs' },
    ])
    const [step] = await server.rows<{ id: string }>(`select id from public.job_steps where job_id = '${job}' limit 1`)
    if (step)
      expect(await nudged(`update public.job_steps set status = 'done' where id = '${step.id}'`)).toContainEqual({
        of: 'job_steps',
      })
    await server.run(`update public.jobs set status = 'qc' where id = '${job}' and status <> 'qc'`)
    expect(await workshop.rows(asked)).toEqual([{ delivery_id: key(2), not_made: `${number} (in quality control)` }])
    expect(await nudged(`update public.jobs set status = 'ready' where id = '${job}'`)).toEqual([{ of: 'jobs' }])
    expect(await workshop.rows(asked)).toEqual([])
  })
})

test('a delivery whose time nobody said has a day and no time, wherever it is read; a time that is said is one', async () => {
  await withOrder(async (order, { workshop, server, client }) => {
    const [boards] = (await linesOf(workshop, order)).map((line) => line.order_item_id)
    const all = (more: object) => ({ items: [{ order_item_id: boards, qty: '1' }], ...more })
    await plan(workshop, order, key(2), all({ day: '2026-12-03' }))
    await plan(workshop, order, key(3), all({ day: '2026-12-03', from: '08:00' }))
    await plan(workshop, order, key(4), all({ day: '2026-12-03', van_id: van }))
    await plan(workshop, order, key(5), all({}))
    const ids = [2, 3, 4, 5].map((number) => `'${key(number)}'`).join()
    const times = () =>
      workshop
        .rows<{ id: string; known: boolean }>(
          `select id, scheduled_has_time as known from public.deliveries where id in (${ids}) order by id`,
        )
        .then((rows) => rows.map(({ known }) => known))
    expect(await times()).toEqual([false, true, false, true])

    const entries = () =>
      workshop.rows(`select id, all_day, starts_at is not null as has_time, first_day::text, may_resize
        from public.calendar_entries('2026-12-01', '2026-12-31') where id in (${ids}) order by id`)
    const byDay = { all_day: true, has_time: false, first_day: '2026-12-03', may_resize: false }
    const atEight = { all_day: false, has_time: true, first_day: null, may_resize: true }
    expect(await entries()).toEqual([
      { id: key(2), ...byDay },
      { id: key(3), ...atEight },
      { id: key(4), ...byDay },
    ])
    const link = await workshop.value<string>(`select public_uuid from public.deliveries where id = '${key(2)}'`)
    expect(await client.value(`select public.get_public_delivery('${link}')`)).toMatchObject({
      scheduled_has_time: false,
      planned_on: '2026-12-03',
    })
    expect(
      await server.rows(`select d ->> 'scheduled_has_time' as known
        from jsonb_array_elements(private.own_deliveries('${row.clientContact}', '${order}')) as d where d ->> 'public_uuid' = '${link}'`),
    ).toEqual([{ known: 'false' }])
    expect(await server.value(`select private.mail_facts('delivery', '${key(2)}') ->> 'planned_at'`)).toBe('2026-12-03')
    expect(await server.value(`select private.mail_facts('delivery', '${key(3)}') ->> 'planned_at'`)).toMatch(
      /T07:00:00/,
    )

    // Another day is no time; a time is one, also the one at which it stood; a van keeps what is known.
    const move = (number: number, to: string) =>
      workshop.run(`select public.reschedule_delivery('${key(number)}', private.plan_mark(d), ${to})
        from public.deliveries d where d.id = '${key(number)}'`)
    await move(2, `p_day => '2026-12-04'`)
    await move(4, `p_starts_at => '2026-12-03 08:00+01'`)
    expect(await times()).toEqual([false, true, true, true])
    await workshop.run(`select public.route_delivery('${key(2)}', '2026-12-07', '${van}')`)
    await workshop.run(`select public.route_delivery('${key(4)}', '2026-12-07', '${van}')`)
    await workshop.run(`select public.route_delivery('${key(5)}', '2026-12-07', '${van}')`)
    expect(await times()).toEqual([false, true, true, false])
    await change(workshop, key(4), all({ day: '2026-12-08' }))
    await move(3, `p_starts_at => null`)
    expect(await times()).toEqual([false, true, false, false])
  })
})

test('a trip proposes no work on site unless it is an installation, and services when they are done or with the last pieces', async () => {
  await withOrder(async (order, { workshop, server }) => {
    await server.run(`insert into public.services (id, slug, name, unit, makes_job) values
      ('${key(60)}', 'fitting', 'Installation, two people', 'hour', false), ('${key(61)}', 'drawing', 'Design', 'hour', false)`)
    await server.run(`insert into public.order_items (order_id, position, kind, service_id, description, qty, unit, unit_price, vat_rate) values
      ('${order}', 'b0', 'item', '${key(60)}', 'Installation, two people', 3.5, 'hour', 85, 18),
      ('${order}', 'b1', 'item', null, 'Site survey', 1, 'piece', 60, 18), ('${order}', 'b2', 'item', '${key(61)}', 'Design', 1.25, 'hour', 45, 18)`)
    type Proposal = { description: string; work: string | null; proposed: string; proposed_on_site: string }
    const proposed = async () =>
      (await workshop.rows<Proposal>(`select * from public.lines_to_deliver('${order}')`)).map((line) => [
        line.description,
        line.work,
        line.proposed,
        line.proposed_on_site,
      ])
    // Nothing is ready: it is planned ahead, and all pieces go.
    expect(await proposed()).toEqual([
      ['Boards', null, '10', '10'],
      ['Frames', null, '4', '4'],
      ['Installation, two people', 'on_site', '0', '3.5'],
      ['Site survey', 'service', '1', '1'],
      ['Design', 'service', '1.25', '1.25'],
    ])
    await make(order, server)
    await server.run(`update public.jobs set status = 'in_production' where order_id = '${order}' and title = 'Boards'`)
    // The frames alone are ready: 4 of 14 pieces.
    expect(await proposed()).toEqual([
      ['Boards', null, '0', '0'],
      ['Frames', null, '4', '4'],
      ['Installation, two people', 'on_site', '0', '1'],
      ['Site survey', 'service', '0', '0'],
      ['Design', 'service', '0', '0'],
    ])
    // A design step that is done says that the design is done; the survey is another one.
    await server.run(
      `insert into public.work_centres (id, name, kind) values ('${key(62)}', 'Studio of the test', 'design')`,
    )
    await server.run(`insert into public.job_steps (job_id, position, name, work_centre_id, before_approval, status, started_at, finished_at)
      select id, 'a0', 'Artwork', '${key(62)}', true, 'done', now(), now() from public.jobs where order_id = '${order}' and title = 'Boards'`)
    expect((await proposed()).slice(3)).toEqual([
      ['Site survey', 'service', '0', '0'],
      ['Design', 'service', '1.25', '1.25'],
    ])
    await server.run(`delete from public.job_steps where name = 'Artwork'`)
    await server.run(`update public.jobs set status = 'qc' where order_id = '${order}' and title = 'Boards'`)
    await server.run(`update public.jobs set status = 'ready' where order_id = '${order}' and title = 'Boards'`)
    expect(await proposed()).toEqual([
      ['Boards', null, '10', '10'],
      ['Frames', null, '4', '4'],
      ['Installation, two people', 'on_site', '0', '3.5'],
      ['Site survey', 'service', '1', '1'],
      ['Design', 'service', '1.25', '1.25'],
    ])
  })
})
