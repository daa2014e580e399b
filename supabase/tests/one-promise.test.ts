import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5d000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const order = key(1)
const [own, same, none, ready] = [key(2), key(3), key(4), key(5)]

/** An order due in ten days, with a job due earlier, one due then, one without a day, and a ready one. */
const inShop = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await trade.server.run(`insert into public.orders (id, order_number, contact_id, due_date)
      values ('${order}', 'SO-P-1', '${row.clientContact}', private.company_today() + 10)`)
    await trade.server.run(`insert into public.jobs (id, job_number, title, order_id, status, due_date) values
      ('${own}', 'JOB-P-A', 'Frame', '${order}', 'approved', private.company_today() + 5),
      ('${same}', 'JOB-P-B', 'Sign', '${order}', 'approved', private.company_today() + 10),
      ('${none}', 'JOB-P-C', 'Film', '${order}', 'new', null),
      ('${ready}', 'JOB-P-D', 'Plate', '${order}', 'ready', private.company_today() + 10)`)
    await work(trade, tx)
  })
const days = ({ server }: Trade) =>
  server.rows(
    `select job_number as job, due_date - private.company_today() as in_days from public.jobs where order_id = '${order}' order by 1`,
  )
const dayIn = ({ server }: Trade, days: number) =>
  server.value<string>(`select (private.company_today() + ${days})::text`)
const timing = ({ server }: Trade, id: string) =>
  server.one(`select timing, why from private.timings() where id = '${id}'`)

describe('the day of an order', () => {
  test('takes its open jobs along; a job with an earlier day of its own keeps it, and the story says what moved', async () => {
    await inShop(async (trade) => {
      await trade.sales.run(`update public.orders set due_date = '${await dayIn(trade, 14)}' where id = '${order}'`)
      expect(await days(trade)).toEqual([
        { job: 'JOB-P-A', in_days: 5 },
        { job: 'JOB-P-B', in_days: 14 },
        { job: 'JOB-P-C', in_days: 14 },
        { job: 'JOB-P-D', in_days: 10 },
      ])
      await trade.sales.run(
        `update public.orders set due_date = '${await dayIn(trade, 3)}', promised_date = '${await dayIn(trade, 3)}' where id = '${order}'`,
      )
      expect((await days(trade)).map(({ in_days }) => in_days)).toEqual([3, 3, 3, 10])
      expect(
        await trade.server.value(
          `select meta ->> 'with' from public.document_events where record_id = '${own}' and type = 'due_moved'`,
        ),
      ).toBe('SO-P-1')
    })
  })
})

describe('the story of an order', () => {
  test('says which of its days a person moved, promised and due apart', async () => {
    await inShop(async (trade) => {
      const [ten, eight, seven] = [await dayIn(trade, 10), await dayIn(trade, 8), await dayIn(trade, 7)]
      const told = () =>
        trade.server.rows<{ meta: unknown }>(
          `select meta from public.document_events where record_id = '${order}' and type = 'days_moved' order by at, id`,
        )
      await trade.sales.run(
        `update public.orders set due_date = '${seven}', promised_date = '${eight}' where id = '${order}'`,
      )
      expect(await told()).toEqual([{ meta: { due_from: ten, due_to: seven, promised_to: eight } }])
      await trade.sales.run(
        `update public.orders set promised_date = null, project_title = 'Fascia' where id = '${order}'`,
      )
      await trade.sales.run(`update public.orders set project_title = 'Shop fascia' where id = '${order}'`)
      expect((await told())[1]).toEqual({ meta: { promised_from: eight, promised_to: 'no day' } })
      expect(await told()).toHaveLength(2)
    })
  })
})

describe('the promise', () => {
  test('bounds the day of the order: the database refuses to be finished after it, from either side', async () => {
    await inShop(async (trade, tx) => {
      const { sales } = trade
      const in8 = await dayIn(trade, 8)
      const words = /^It is promised for \d+ \w+ \d{4}: it has to be finished by then$/
      const moves = (column: string, days: number) => async () =>
        sales.run(`update public.orders set ${column} = '${await dayIn(trade, days)}' where id = '${order}'`)
      expect(await refusalOf(tx, moves('promised_date', 8))).toMatch(words)
      await sales.run(`update public.orders set due_date = '${in8}', promised_date = '${in8}' where id = '${order}'`)
      expect(await refusalOf(tx, moves('due_date', 9))).toMatch(words)
      await moves('due_date', 7)()
    })
  })

  test('bounds the day of a job, in its form and in the calendar; its own earlier day moves freely', async () => {
    await inShop(async (trade, tx) => {
      const { sales, workshop } = trade
      const words =
        /^SO-P-1 is to be handed over by .* JOB-P-A cannot be due after that: please move the day of the order first\.$/
      const typed = (days: number) => async () =>
        workshop.run(`update public.jobs set due_date = '${await dayIn(trade, days)}' where id = '${own}'`)
      const dragged = (days: number) => async () =>
        workshop.run(`select public.reschedule_job('${own}',
          (select private.plan_mark(j) from public.jobs j where j.id = '${own}'), '${await dayIn(trade, days)}')`)
      expect([await refusalOf(tx, typed(11)), await refusalOf(tx, dragged(11))]).toEqual([
        expect.stringMatching(words),
        expect.stringMatching(words),
      ])
      await dragged(10)()
      await typed(4)()
      await sales.run(`update public.orders set due_date = '${await dayIn(trade, 20)}' where id = '${order}'`)
      await typed(20)()
    })
  })

  test('is at risk where a step or the delivery is planned after it', async () => {
    await inShop(async (trade) => {
      const { server } = trade
      await server.run(`insert into public.job_steps (job_id, position, name, planned_minutes, planned_start)
        values ('${same}', 'a0', 'Paint', 30, now() + interval '12 days')`)
      expect(await timing(trade, same)).toEqual({ timing: 'at_risk', why: 'Paint is planned after the day of the job' })
      expect(await timing(trade, order)).toEqual({ timing: 'at_risk', why: 'A job of it is at risk' })
      await server.run(`update public.job_steps set planned_start = now() + interval '2 days' where job_id = '${same}'`)
      expect([await timing(trade, same), await timing(trade, order)]).toEqual([undefined, undefined])
      await server.run(`insert into public.deliveries (delivery_number, project_title, order_id, contact_id, scheduled_at)
        values ('DN-P-1', 'Signs', '${order}', '${row.clientContact}', now() + interval '12 days')`)
      expect(await timing(trade, order)).toEqual({ timing: 'at_risk', why: 'Its delivery is planned after its day' })
    })
  })
})

describe('late and at risk', () => {
  test('are said of job and order alike: the day is over, or the work takes longer than the time that is left', async () => {
    await inShop(async (trade) => {
      const { server } = trade
      expect(await timing(trade, same)).toBeUndefined()
      await server.run(
        `insert into public.job_steps (job_id, position, name, planned_minutes) values ('${same}', 'a0', 'Paint', 9000)`,
      )
      expect(await timing(trade, same)).toEqual({
        timing: 'at_risk',
        why: 'Its work takes longer than the time that is left',
      })
      expect(await timing(trade, order)).toEqual({ timing: 'at_risk', why: 'A job of it is at risk' })
      await server.run(`update public.job_steps set planned_minutes = 30 where job_id = '${same}'`)
      expect(await timing(trade, same)).toBeUndefined()
      await server.run(`update public.job_steps set planned_minutes = 9000 where job_id = '${same}'`)
      await server.run(`update public.jobs set due_date = private.company_today() + 12 where id = '${none}'`)
      expect(await timing(trade, none)).toEqual({ timing: 'at_risk', why: 'It is due after the day of its order' })
      await server.run(`update public.orders set due_date = private.company_today() - 1 where id = '${order}'`)
      expect(await timing(trade, same)).toEqual({ timing: 'late', why: 'Its day is over' })
      expect(await timing(trade, ready)).toBeUndefined()
      expect(await timing(trade, order)).toEqual({ timing: 'late', why: 'Its day is over' })
      expect(await server.value(`select count(*)::int from private.late_orders() where id = '${order}'`)).toBe(1)
      expect(
        await server.value(`select count(*) filter (where t.id is null)::int from private.late_jobs() l
          full join (select id from private.timings() where kind = 'job' and timing = 'late') t on t.id = l.id where l.id is null or t.id is null`),
      ).toBe(0)
      await server.run(`update public.orders set status = 'delivered' where id = '${order}'`)
      expect(await timing(trade, order)).toBeUndefined()
    })
  })

  test('a job that is due tomorrow and waits is at risk, with what it waits for', async () => {
    await inShop(async (trade) => {
      await trade.server.run(
        `update public.jobs set due_date = private.company_today() + 1, mockup_required = true where id = '${same}'`,
      )
      expect(await timing(trade, same)).toEqual({ timing: 'at_risk', why: 'It is due and its mockup is not approved' })
    })
  })

  test('are told to whoever may see jobs; of orders only to whoever may view orders', async () => {
    await inShop(async ({ server, workshop, client }) => {
      await server.run(`update public.orders set due_date = private.company_today() - 1 where id = '${order}'`)
      await server.run(
        `update public.page_permissions set can_view = false where role = 'team_member' and page_name = 'orders'`,
      )
      expect(await workshop.rows(`select distinct kind from public.timings()`)).toEqual([{ kind: 'job' }])
      await expect(client.run(`select * from public.timings()`)).rejects.toThrow(/permission denied/)
    })
  })

  /** Every place that tells whether a job is late or at risk, as one word. */
  const places: Record<string, (id: string) => string> = {
    'the marks of board, wall, list, job and order': (id) => `select timing from private.timings() where id = '${id}'`,
    'the jobs that a filter shows': (id) => `select case
      when exists (select from public.late_jobs() where id = '${id}') then 'late'
      when exists (select from public.jobs_at_risk() where id = '${id}') then 'at_risk' end`,
    'a search among them': (id) => `select case
      when exists (select from public.jobs_named('JOB-P-B', true) where id = '${id}') then 'late'
      when exists (select from public.jobs_named('JOB-P-B', false, true) where id = '${id}') then 'at_risk' end`,
    'the records of analytics': (
      id,
    ) => `select mark from private.analytics_rows('late', private.company_today(), private.company_today())
      where id = '${id}' and bucket in ('now', 'risk')`,
    'the ticket': (id) => `select public.job_document('${id}') ->> 'timing'`,
  }

  test.each([
    ['in time', 'select 1', null],
    ['at risk', `update public.jobs set due_date = private.company_today() + 12 where id = '${same}'`, 'at_risk'],
    ['late', `update public.jobs set due_date = private.company_today() - 1 where id = '${same}'`, 'late'],
  ])('a job that is %s is so in every place', async (_, change, timing) => {
    await inShop(async ({ server, sales }) => {
      const figures = () => sales.value<Record<string, { count: number }>>(`select public.figures_of_the_day()`)
      const before = await figures()
      await server.run(change)
      const told: Record<string, unknown> = {}
      for (const [place, sql] of Object.entries(places)) {
        // A search checks a person's rights.
        const who = place === 'a search among them' ? sales : server
        const [answer] = await who.rows<object>(sql(same))
        told[place] = Object.values(answer ?? {})[0] ?? null
      }
      expect(told).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, timing])))
      const after = await figures()
      const more = (figure: string) => (after[figure]?.count ?? 0) - (before[figure]?.count ?? 0)
      expect({ late: more('late_jobs'), at_risk: more('risk_jobs') }).toEqual({
        late: timing === 'late' ? 1 : 0,
        at_risk: timing === 'at_risk' ? 1 : 0,
      })
    })
  })
})
