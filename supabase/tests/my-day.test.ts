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
const me = idOf('team_member')
const other = idOf('colleague')
/** A moment of a day of the company, counted from today. */
const at = (clock: string, days = 0) =>
  `((now() at time zone 'Europe/Malta')::date + ${days} + time '${clock}') at time zone 'Europe/Malta'`
const on = (days = 0) => `(now() at time zone 'Europe/Malta')::date + ${days}`

type Line = { title: string; kind: string; because: string; place: number | null; at: Date | null }
const dayOf = async (worker: Worker): Promise<Line[]> =>
  (await worker.rows<Line>('select title, kind, because, place, at from public.my_day()')).filter(({ title }) =>
    title.startsWith('Day '),
  )
const titles = (lines: readonly Line[]) => lines.map(({ title }) => title.slice(4))

/** A day of the workshop with something of each kind, of this person and of a colleague. */
const today = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { server } = trade
    await server.run(`insert into public.tasks (id, title, created_by, assignees, due_at, status) values
      ('${key(1)}', 'Day call', '${other}', '{${me}}', ${at('09:00')}, 'pending'),
      ('${key(2)}', 'Day own', '${me}', '{}', ${at('23:59:59')}, 'in_progress'),
      ('${key(3)}', 'Day late', '${me}', '{${me}}', ${at('12:00', -3)}, 'pending'),
      ('${key(4)}', 'Day done', '${me}', '{${me}}', ${at('09:00')}, 'completed'),
      ('${key(5)}', 'Day tomorrow', '${me}', '{${me}}', ${at('00:00', 1)}, 'pending'),
      ('${key(6)}', 'Day given away', '${me}', '{${other}}', ${at('09:00')}, 'pending')`)
    await server.run(
      `insert into public.work_centres (id, name, kind) values ('${key(7)}', 'Day bench', 'bench'), ('${key(8)}', 'Day press', 'printer')`,
    )
    await server.run(`insert into public.jobs (id, job_number, title, contact_id, due_date, lead_user_id) values
      ('${key(9)}', 'JOB-DAY-1', 'Day fascia', '${row.clientContact}', ${on()}, '${me}'),
      ('${key(10)}', 'JOB-DAY-2', 'Day later', '${row.clientContact}', ${on(1)}, '${me}')`)
    await server.run(`insert into public.job_steps (id, job_id, position, name, work_centre_id, planned_start, assignees, status) values
      ('${key(11)}', '${key(9)}', 'a0', 'Day cut', '${key(7)}', ${at('10:00')}, '{}', 'todo'),
      ('${key(12)}', '${key(9)}', 'a1', 'Day print', '${key(8)}', ${at('10:00')}, '{}', 'todo'),
      ('${key(13)}', '${key(9)}', 'a2', 'Day mount', '${key(8)}', ${at('11:00')}, '{${me}}', 'todo'),
      ('${key(14)}', '${key(9)}', 'a3', 'Day of others', '${key(7)}', ${at('11:00')}, '{${other}}', 'todo'),
      ('${key(15)}', '${key(9)}', 'a4', 'Day cut before', '${key(7)}', ${at('10:00')}, '{${me}}', 'done')`)
    await server.run(`insert into public.shifts (user_id, starts_at, ends_at, work_centre_id) values
      ('${me}', ${at('07:00')}, ${at('15:00')}, '${key(7)}')`)
    await server.run(`insert into public.deliveries (id, delivery_number, contact_id, project_title, method, scheduled_at, scheduled_has_time, crew)
      values ('${key(16)}', 'DN-DAY-1', '${row.clientContact}', 'Day van', 'delivery', ${at('00:00')}, false, '{${me}}'),
             ('${key(17)}', 'DN-DAY-2', '${row.clientContact}', 'Day other van', 'delivery', ${at('08:00')}, true, '{${other}}')`)
    return work(trade, tx)
  })

test('a day holds what is due, planned and promised for its person, the earliest first', async () => {
  const lines = await today(({ workshop }) => dayOf(workshop))
  expect(titles(lines)).toEqual(['late', 'call', 'cut', 'mount', 'fascia', 'own', 'van'])
  expect(lines.map(({ kind, because }) => `${kind} ${because}`)).toEqual([
    'task due',
    'task due',
    'step planned',
    'step planned',
    'job due',
    'task due',
    'delivery promised',
  ])
  expect(lines.filter(({ at: time }) => time === null).map(({ title }) => title)).toEqual([
    'Day fascia',
    'Day own',
    'Day van',
  ])
})

test('the work of a centre is of whoever has a shift there today', async () => {
  const [before, after] = await today(async ({ workshop, server }) => {
    const first = titles(await dayOf(workshop))
    await server.run(`update public.shifts set work_centre_id = '${key(8)}' where user_id = '${me}'`)
    return [first, titles(await dayOf(workshop))]
  })
  expect([before?.includes('cut'), before?.includes('print')]).toEqual([true, false])
  expect([after?.includes('cut'), after?.includes('print')]).toEqual([false, true])
})

test('whoever manages orders and quotations has what is promised and what is to follow up', async () => {
  const lines = await today(async ({ sales, server }) => {
    const manager = idOf('sales')
    await server.run(`insert into public.orders (id, order_number, contact_id, project_title, due_date, created_by, quotation_id, status) values
      ('${key(20)}', 'SO-DAY-1', '${row.clientContact}', 'Day order', ${on(-1)}, '${other}', '${row.clientQuotation}', 'confirmed'),
      ('${key(21)}', 'SO-DAY-2', '${row.clientContact}', 'Day direct order', ${on()}, '${manager}', null, 'confirmed'),
      ('${key(22)}', 'SO-DAY-3', '${row.clientContact}', 'Day other order', ${on()}, '${other}', null, 'confirmed')`)
    await server.run(`update public.quotations set project_title = 'Day quote', follow_up_on = ${on()}, account_manager_id = '${manager}', status = 'sent'
      where id = '${row.clientQuotation}'`)
    return dayOf(sales)
  })
  expect(lines.map(({ title, because }) => `${title} ${because}`)).toEqual([
    'Day order promised',
    'Day direct order promised',
    'Day quote follow_up',
  ])
})

test('an order is kept by person, stays on the next day, and is forgotten with the lines that are gone', async () => {
  await today(async ({ workshop, server, as }) => {
    const order = (ids: number[]) =>
      workshop.run(`select public.order_my_day(array[${ids.map((n) => `'${key(n)}'`).join()}]::uuid[])`)
    await order([16, 3, 13, 3])
    const places = (lines: readonly Line[]) =>
      Object.fromEntries(lines.flatMap(({ title, place }) => (place === null ? [] : [[title.slice(4), place]])))
    expect(places(await dayOf(workshop))).toEqual({ van: 1, late: 2, mount: 3 })
    expect(places(await dayOf(as('colleague')))).toEqual({})
    // A day later: what is left has its place, what was done is not there.
    await server.run(`update public.tasks set due_at = ${at('12:00', -4)} where id = '${key(3)}'`)
    await server.run(`update public.job_steps set status = 'done' where id = '${key(13)}'`)
    expect(places(await dayOf(workshop))).toEqual({ van: 1, late: 2 })
    await order([3, 16])
    expect(await workshop.value(`select count(*)::int from public.day_places`)).toBe(2)
    expect(places(await dayOf(workshop))).toEqual({ late: 1, van: 2 })
    await order([])
    expect(places(await dayOf(workshop))).toEqual({})
  })
})

test('nobody but staff has a day, and none has more than 500 lines', async () => {
  await today(async ({ workshop, as }, tx) => {
    expect(await as('pending').rows('select * from public.my_day()')).toEqual([])
    expect(await as('otherClient').rows('select * from public.my_day()')).toEqual([])
    const many = `select public.order_my_day(array(select gen_random_uuid() from generate_series(1, 501)))`
    expect(await refusalOf(tx, () => workshop.run(many))).toBe('A day has 500 lines at most')
    const one = `select public.order_my_day(array['${key(1)}']::uuid[])`
    expect(await refusalOf(tx, () => as('pending').run(one))).toContain('row-level security')
  })
})
