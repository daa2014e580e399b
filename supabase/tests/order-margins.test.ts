import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { emailOf, idOf } from './people.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

// The margin of an order: actual costs of finished jobs, quoted costs of the others, and remakes.

const cases = process.env['TEST_DATABASE_URL'] ? 60 : 20

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5f000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [quotation, order, sheet] = [key(1), key(2), key(3)]
const [panel, film] = [key(11), key(12)]
const [panelLine, filmLine, extraLine] = [key(21), key(22), key(23)]
const [panelJob, filmJob, remake] = [key(31), key(32), key(33)]

/** An order of 1,000 and 500 that were quoted with costs of 300 and 100, and of 200 without a known cost. */
const ordered = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    for (const sql of [
      `insert into public.quotations (id, quotation_number, contact_id) values ('${quotation}', 'Q-M-1', '${row.clientContact}')`,
      `insert into public.quotation_items (id, quotation_id, position, kind, description, qty, unit_price) values
        ('${panel}', '${quotation}', 'a0', 'item', 'Panel', 10, 100), ('${film}', '${quotation}', 'a1', 'item', 'Film', 1, 500)`,
      `insert into public.quotation_item_costs (item_id, unit_cost) values ('${panel}', 30), ('${film}', 100)
        on conflict (item_id) do update set unit_cost = excluded.unit_cost`,
      `insert into public.orders (id, order_number, contact_id) values ('${order}', 'SO-M-1', '${row.clientContact}')`,
      `insert into public.order_items (id, order_id, quotation_item_id, position, kind, description, qty, unit_price, net) values
        ('${panelLine}', '${order}', '${panel}', 'a0', 'item', 'Panel', 10, 100, 1000),
        ('${filmLine}', '${order}', '${film}', 'a1', 'item', 'Film', 1, 500, 500),
        ('${extraLine}', '${order}', null, 'a2', 'item', 'Extra', 1, 200, 200)`,
      `insert into public.jobs (id, job_number, title, order_id, order_item_id, qty, status) values
        ('${panelJob}', 'JOB-M-A', 'Panel', '${order}', '${panelLine}', 10, 'in_production'),
        ('${filmJob}', 'JOB-M-B', 'Film', '${order}', '${filmLine}', 1, 'in_production')`,
      `insert into public.inventory_items (id, sku, name, form, width_mm, length_mm, buy_unit, sell_unit)
        values ('${sheet}', 'M-1', 'Dibond', 'sheet', 1500, 3000, 'sheet', 'sheet')`,
      `insert into public.inventory_item_costs (item_id, cost_price) values ('${sheet}', 40)`,
      `insert into public.stock_movements (item_id, reason, qty) values ('${sheet}', 'count', 50)`,
    ])
      await trade.server.run(sql)
    await work(trade, tx)
  })
const take = (qty: number, job: string) =>
  `insert into public.stock_movements (item_id, reason, qty, job_id) values ('${sheet}', 'deduct', -${qty}, '${job}')`

test('an order counts the quoted cost until a job is ready, then what was booked on it', async () => {
  await ordered(async ({ server }) => {
    await server.run(take(10, panelJob))
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({
      net: '1500.00',
      cost: '400.00',
      margin: '1100.00',
      actual: 0,
      planned: 2,
      unknown: 1,
      remakes: 0,
      spent: { material: '400.00', labour: '0.00', again: '0.00', total: '400.00', open: 2, jobs: 2, without_price: 0 },
    })
    await server.run(`update public.jobs set status = 'delivered' where id = '${panelJob}'`)
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({
      net: '1500.00',
      cost: '500.00',
      margin: '1000.00',
      actual: 1,
      planned: 1,
      unknown: 1,
    })
  })
})

test('work of today is a cost of the order like any other', async () => {
  await ordered(async ({ server }) => {
    await server.run(
      `insert into public.wage_rates (user_id, valid_from, hourly_cost) values ('${idOf('team_member')}', '2026-01-01', 20)`,
    )
    await server.run(`insert into public.time_entries (user_id, user_email, client_name, status, sessions, job_id)
      values ('${idOf('team_member')}', '${emailOf('team_member')}', 'Anna', 'completed', jsonb_build_array(jsonb_build_object(
        'startTime', now() - interval '1 hour', 'endTime', now())), '${panelJob}')`)
    await server.run(`update public.jobs set status = 'delivered' where id = '${panelJob}'`)
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({ cost: '120.00' })
  })
})

test('a step that was done without a timer costs its planned minutes, at the wage of its person', async () => {
  await ordered(async ({ server }) => {
    await server.run(`insert into public.wage_rates (user_id, valid_from, hourly_cost) values
      ('${idOf('team_member')}', '2026-01-01', 20), ('${idOf('sales')}', '2026-01-01', 40)`)
    await server.run(`insert into public.job_steps (job_id, position, name, status, planned_minutes, assignees, started_at, finished_at) values
      ('${panelJob}', 'a0', 'Print', 'done', 30, array['${idOf('team_member')}']::uuid[], now(), now()),
      ('${panelJob}', 'a1', 'Cut', 'done', 60, array['${idOf('team_member')}']::uuid[], now(), now()),
      ('${panelJob}', 'a2', 'Laminate', 'skipped', 600, array['${idOf('team_member')}']::uuid[], null, null),
      ('${panelJob}', 'a3', 'Pack', 'done', 30, '{}', now(), now())`)
    await server.run(`insert into public.time_entries (user_id, user_email, client_name, status, sessions, total_duration, job_id, step_id)
      select '${idOf('team_member')}', '${emailOf('team_member')}', 'Anna', 'completed', jsonb_build_array(jsonb_build_object(
        'startTime', now() - interval '15 minutes', 'endTime', now())), '00:15:00', '${panelJob}', id
        from public.job_steps where job_id = '${panelJob}' and name = 'Print'`)
    await server.run(`update public.jobs set status = 'delivered' where id = '${panelJob}'`)
    // A quarter of an hour of 20, an hour of 20 for Cut, half an hour of the mean of 20 and 40 for Pack; 100 for the film.
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({ cost: '140.00', untimed: 2 })
    expect(await server.value(`select private.job_effort('${panelJob}')`)).toMatchObject({
      seconds: 900,
      labour: '40.00',
      untimed: 2,
    })
    // Labour against plan compares what has a timer: 15 minutes of 30.
    expect(
      await server.one(`select sum(amount)::text as planned, sum(other)::text as worked from private.analytics_rows('labour',
        private.company_today() - 1, private.company_today() + 1) where id = '${panelJob}'`),
    ).toEqual({ planned: '30', worked: '15' })

    // Time of the job without a step is time of any of them.
    await server.run(`insert into public.time_entries (user_id, user_email, client_name, status, sessions, job_id)
      values ('${idOf('team_member')}', '${emailOf('team_member')}', 'Anna', 'completed', jsonb_build_array(jsonb_build_object(
        'startTime', now() - interval '1 hour', 'endTime', now())), '${panelJob}')`)
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({ cost: '125.00', untimed: 0 })
  })
})

test('a line whose pieces are made again costs what was quoted until those are ready too', async () => {
  await ordered(async ({ server }) => {
    await server.run(take(2, panelJob))
    await server.run(`update public.jobs set status = 'delivered' where id = '${panelJob}'`)
    await server.run(`insert into public.jobs (id, job_number, title, order_id, order_item_id, qty, status, remake_of)
      values ('${remake}', 'JOB-M-A-R1', 'Panel', '${order}', '${panelLine}', 2, 'in_production', '${panelJob}')`)
    await server.run(take(1, remake))
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({ actual: 0, cost: '440.00' })
    await server.run(`update public.jobs set status = 'delivered' where id = '${remake}'`)
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({ actual: 1, cost: '220.00' })
  })
})

test('what was made again is a cost of the order, whether the first job is ready or not', async () => {
  await ordered(async ({ server }) => {
    await server.run(`insert into public.jobs (id, job_number, title, order_id, order_item_id, qty, status, remake_of)
      values ('${remake}', 'JOB-M-A-R1', 'Panel', '${order}', '${panelLine}', 2, 'in_production', '${panelJob}')`)
    await server.run(take(2, remake))
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({
      cost: '480.00',
      remakes: 1,
      remake_cost: '80.00',
      spent: { material: '0.00', again: '80.00', remakes: 1, total: '80.00', wasted: '0', without_wage: false },
    })
    // What was taken for it stays spent, also when it is cancelled; work without a wage is not taken as free.
    await server.run(`insert into public.time_entries (user_id, user_email, client_name, status, sessions, job_id)
      values ('${idOf('team_member')}', '${emailOf('team_member')}', 'Anna', 'completed', jsonb_build_array(jsonb_build_object(
        'startTime', now() - interval '1 hour', 'endTime', now())), '${remake}')`)
    await server.run(`update public.jobs set status = 'cancelled' where id = '${remake}'`)
    // Cents of material and of what is made again: the sum is that of the amounts that are shown. A check that repeated two steps failed a piece once.
    await server.run(
      `update public.stock_movement_costs c set unit_cost = 40.0058 from public.stock_movements m where m.id = c.movement_id and m.job_id = '${remake}'`,
    )
    await server.run(take(1, panelJob))
    await server.run(
      `update public.stock_movement_costs c set unit_cost = 40.0095 from public.stock_movements m where m.id = c.movement_id and m.job_id = '${panelJob}'`,
    )
    await server.run(`insert into public.job_steps (job_id, position, name, status, qty_waste, rounds)
      select '${panelJob}', 'z' || name, name, 'todo', 1, jsonb_build_array(jsonb_build_object('check', '${order}', 'good', 2, 'waste', 0, 'failed', 1))
        from unnest('{Print,Cut}'::text[]) as name`)
    await server.run(`insert into public.job_checks (id, job_id, result, note, failed)
      values ('${order}', '${panelJob}', 'fail', 'Scratched', 1)`)
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({
      spent: { material: '40.00', again: '80.01', total: '120.01', wasted: '2', failed: '1', without_wage: true },
    })
  })
})

test('what was credited of a line brings nothing: the margin is lower by its net', async () => {
  await ordered(async ({ server, accounts }) => {
    await server.run(`update public.order_items set qty_delivered = qty where id = '${panelLine}'`)
    const invoice = await accounts.value<string>(`select public.make_invoice(array['${order}'::uuid])`)
    await accounts.run(`select public.issue_invoice('${invoice}')`)
    const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'Two were scratched',
      (select jsonb_build_array(jsonb_build_object('invoice_item_id', id, 'qty', 2)) from public.invoice_items where invoice_id = '${invoice}'))`)
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({ net: '1500.00' })
    await accounts.run(`select public.issue_credit_note('${note}')`)
    expect(await server.value(`select private.order_margin('${order}')`)).toMatchObject({
      net: '1300.00',
      cost: '400.00',
      margin: '900.00',
    })
    expect(
      await server.value(`select sum(amount)::text from private.analytics_rows('margin', private.company_today() - 1,
        private.company_today() + 1) where id = '${order}' and mark = 'known'`),
    ).toBe('1300.00')
  })
})

test('analytics count the same cost, and a margin is for who may see costs alone', async () => {
  await ordered(async ({ server, workshop }, tx) => {
    await server.run(take(10, panelJob))
    await server.run(`update public.jobs set status = 'delivered' where id = '${panelJob}'`)
    expect(
      await server.one(`select sum(amount)::text as net, sum(other)::text as cost
        from private.analytics_rows('margin', private.company_today() - 1, private.company_today() + 1) where id = '${order}' and mark = 'known'`),
    ).toEqual({ net: '1500.00', cost: '500.00' })
    expect(await refusalOf(tx, () => workshop.run(`select public.order_margin('${order}')`))).toBe(
      'You may not see margins',
    )
  })
})

const priced = fc.record({
  qty: fc.integer({ min: 1, max: 9 }),
  price: fc.integer({ min: 0, max: 60_000 }).map((cents) => (cents / 100).toFixed(2)),
  cost: fc.option(fc.integer({ min: 0, max: 30_000 }).map((cents) => (cents / 100).toFixed(2))),
})
const quoted = fc.record({
  lines: fc.array(priced, { minLength: 1, maxLength: 5 }),
  off: fc.integer({ min: 0, max: 60 }),
})

/** A quotation of these lines with a discount of so many percent on the whole; then the order that it becomes. */
async function becomeOrder(
  { sales, server }: Trade,
  { lines, off }: { lines: { qty: number; price: string; cost: string | null }[]; off: number },
) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  for (const [place, { qty, price, cost }] of lines.entries()) {
    const line =
      await sales.value<string>(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${id}', 'a${place}', 'Line', ${qty}, ${price}, 18) returning id`)
    await server.run(`delete from public.quotation_item_costs where item_id = '${line}'`)
    if (cost !== null)
      await server.run(`insert into public.quotation_item_costs (item_id, unit_cost) values ('${line}', ${cost})`)
  }
  const discount = await server.value<string>(
    `select trunc(net * ${off} / 100, 2)::text from public.quotations where id = '${id}'`,
  )
  if (Number(discount) > 0)
    await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'b0', 'discount', 'Regular client', 1, ${discount}, 18)`)
  await sales.run(`select public.send_quotation('${id}')`)
  return { id, order: await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`) }
}

test('a discount on the whole counts: 10.00 less 2.00 at a cost of 3.00 leaves 62.50 %, and each known line bears its share', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const whole = await becomeOrder(trade, { lines: [{ qty: 1, price: '10.00', cost: '3.00' }], off: 20 })
    const of = (id: string) =>
      trade
        .as('admin')
        .one(
          `select cost::text, margin::text, margin_pct::text, unknown_net::text from public.quotation_margin('${id}')`,
        )
    expect(await of(whole.id)).toEqual({ cost: '3.00', margin: '5.00', margin_pct: '62.50', unknown_net: '0' })
    expect(await trade.server.value(`select private.order_margin('${whole.order}')`)).toMatchObject({
      net: '8.00',
      margin: '5.00',
      margin_pct: '62.5',
    })
    const half = await becomeOrder(trade, {
      lines: [
        { qty: 1, price: '10.00', cost: '3.00' },
        { qty: 1, price: '30.00', cost: null },
      ],
      off: 20,
    })
    expect(await of(half.id)).toEqual({ cost: '3.00', margin: '5.00', margin_pct: '62.50', unknown_net: '24.00' })
    expect(await trade.server.value(`select private.order_margin('${half.order}')`)).toMatchObject({
      net: '8.00',
      margin: '5.00',
    })
    // So does what was quoted for a job, of its order and before there is one.
    const quotedFor = (column: string, table: string, of: string) =>
      trade.server
        .value(`select string_agg(private.quoted_of_job(jsonb_populate_record(null::public.jobs, jsonb_build_object('${column}', i.id)))::text, ' ' order by i.position)
        from public.${table} i where i.kind = 'item' and ${of}`)
    expect(await quotedFor('order_item_id', 'order_items', `i.order_id = '${half.order}'`)).toBe('8.00 24.00')
    expect(await quotedFor('quotation_item_id', 'quotation_items', `i.quotation_id = '${half.id}'`)).toBe('8.00 24.00')
    const job = await trade.server
      .value<string>(`insert into public.jobs (job_number, contact_id, title, order_id, order_item_id)
      select 'J-SHARE', o.contact_id, 'Sign', o.id, i.id from public.orders o join public.order_items i on i.order_id = o.id and i.kind = 'item'
       where o.id = '${whole.order}' returning id`)
    expect(await trade.server.value(`select public.job_effort('${job}') ->> 'quoted'`)).toBe('8.00')
  })
})

test('quotation, order and analytics say one margin, whatever the lines, their costs and the discount', async () => {
  await fc.assert(
    fc.asyncProperty(quoted, (made) =>
      undone(engine, async (tx) => {
        const trade = await tradeIn(tx)
        const { id, order } = await becomeOrder(trade, made)
        const said = await trade
          .as('admin')
          .one<{ margin: string | null; cost: string; unknown_net: string; net: string }>(
            `select margin::text, cost::text, unknown_net::text, net::text from public.quotation_margin('${id}')`,
          )
        const ofOrder = await trade.server.value<{ net: string; margin: string | null }>(
          `select private.order_margin('${order}')`,
        )
        expect(ofOrder.margin).toBe(said?.margin)
        const sums = await trade.server.one<{ margin: string | null; unknown: string; whole: string }>(
          `with rows as (select * from private.analytics_rows('margin', private.company_today(), private.company_today() + 1) where id = '${order}')
           select (select (sum(amount) - sum(other))::text from rows where mark = 'known') as margin,
                  (select coalesce(sum(amount), 0)::numeric(14, 2)::text from rows where mark = 'unknown') as unknown,
                  (select (sum(net) + ${said?.unknown_net})::text from private.order_line_costs('{${order}}') where cost is not null) as whole`,
        )
        expect(sums?.margin).toBe(said?.margin)
        expect(Number(sums?.unknown)).toBe(Number(said?.unknown_net))
        // The known lines and the others are the whole net.
        if (said?.margin !== null) expect(sums?.whole).toBe(said?.net)
      }),
    ),
    { numRuns: cases },
  )
})
