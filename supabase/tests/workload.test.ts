import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { refusalOf, tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

// The workload that plans are made of, and days of steps that are stored together.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5e000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const service = key(1)
const sheet = key(2)
const job = key(3)
const printer = key(4)
const bench = key(5)

type Step = { id: string; name: string; day: string | null; mark: string; minutes: number; centre: string | null }
type Job = {
  id: string
  number: string | null
  title: string | null
  lacks: unknown[]
  has_steps: boolean
  steps: Step[]
}
type Work = { today: string; centres: { id: string }[]; shifts: unknown[]; away: unknown[]; jobs: Job[] }

/** A job of Print at the printer and Pack at the bench, for which 3 sheets of 1 are missing. */
const inTheShop = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { server, sales } = trade
    await server.run(`insert into public.work_centres (id, name, kind, capacity_minutes_day)
      values ('${printer}', 'Plan printer', 'printer', 480), ('${bench}', 'Plan bench', 'bench', 480)`)
    await server.run(
      `insert into public.services (id, slug, name) values ('${service}', 'planned-panel', 'Planned panel')`,
    )
    await server.run(`insert into public.job_step_templates (service_id, position, name, work_centre_id, minutes_fixed, minutes_per_unit, after_previous)
      values ('${service}', 'a0', 'Print', '${printer}', 20, 4, false), ('${service}', 'a1', 'Pack', '${bench}', 10, 0, true)`)
    await server.run(`insert into public.inventory_items (id, sku, name, form, buy_unit, sell_unit, width_mm, length_mm)
      values ('${sheet}', 'P-1', 'Plan board', 'sheet', 'sheet', 'sheet', 1500, 3000)`)
    await server.run(`insert into public.stock_movements (item_id, reason, qty) values ('${sheet}', 'count', 1)`)
    await sales.run(`select public.create_job('${job}', 'Panel', '${row.clientContact}', '${service}', 10)`)
    await sales.run(`select public.plan_material('${job}', '${sheet}', 4)`)
    await work(trade, tx)
  })

const workOf = (worker: Worker) => worker.value<Work>('select public.workload()')
const ownJob = async (worker: Worker) => (await workOf(worker)).jobs.find(({ id }) => id === job)!
const moved = (steps: readonly { id: string; mark: string }[], to: string | null, centre?: string) =>
  `select public.plan_steps('${JSON.stringify(steps.map(({ id, mark }) => ({ id, mark, starts_at: to, ...(centre ? { centre } : {}) })))}')`

describe('the workload', () => {
  test('tells the open steps with their minutes, and when missing material is to come', () =>
    inTheShop(async ({ workshop, server }, tx) => {
      const before = await ownJob(workshop)
      expect(before).toMatchObject({
        title: 'Panel',
        steps: [
          { name: 'Print', minutes: 60, centre: printer },
          { name: 'Pack', minutes: 10 },
        ],
      })
      expect(before.has_steps).toBe(true)
      expect(before.lacks).toEqual([
        { name: 'Plan board', qty: 3, unit: 'sheet', expected_on: null, is_ordered: false },
      ])
      const order = async (number: number, qty: number, on: string) => {
        await server.run(`insert into public.purchase_orders (id, purchase_number, supplier_id, status, expected_on)
          values ('${key(number)}', 'PO-PLAN-${number}', '${row.business}', 'sent', '${on}')`)
        await server.run(`insert into public.purchase_order_lines (purchase_order_id, item_id, qty, unit)
          values ('${key(number)}', '${sheet}', ${qty}, 'sheet')`)
      }
      await order(20, 2, '2026-12-03')
      expect((await ownJob(workshop)).lacks).toMatchObject([{ expected_on: null }])
      await order(21, 5, '2026-12-07')
      expect((await ownJob(workshop)).lacks).toMatchObject([{ expected_on: '2026-12-07' }])
      await tx.exec(`reset role`)
      await server.run(`update public.work_centres set archived_at = now() where id = '${printer}'`)
      const after = await ownJob(workshop)
      expect(after.steps.map(({ centre }) => centre)).toEqual([null, bench])
      // Done steps are no open ones; a job without any is told apart.
      await server.run(`update public.job_steps set status = 'skipped' where job_id = '${job}'`)
      expect(await ownJob(workshop)).toMatchObject({ has_steps: true, steps: [] })
      await server.run(`delete from public.job_steps where job_id = '${job}'`)
      expect(await ownJob(workshop)).toMatchObject({ has_steps: false, steps: [] })
    }))

  test('tells the minutes of shifts at a work centre, less their breaks', () =>
    inTheShop(async ({ workshop, server }) => {
      await server.run(`insert into public.shifts (user_id, starts_at, ends_at, break_minutes, work_centre_id) values
        ('${idOf('sales')}', date_trunc('day', now()) + interval '1 day 8 hours', date_trunc('day', now()) + interval '1 day 16 hours', 30, '${printer}')`)
      expect((await workOf(workshop)).shifts).toMatchObject([{ centre: printer, person: idOf('sales'), minutes: 450 }])
    }))

  test('names jobs for those who may see them only, and nothing for clients', () =>
    inTheShop(async ({ as, server }, tx) => {
      await server.run(
        `update public.page_permissions set can_view = false where role = 'account_manager' and page_name in ('jobs', 'orders', 'production')`,
      )
      const seen = await ownJob(as('account_manager'))
      expect(seen).toMatchObject({ number: null, title: null, steps: [{ minutes: 60 }, { minutes: 10 }] })
      for (const person of ['client', 'pending'] as const)
        expect(await refusalOf(tx, () => workOf(as(person)))).toBe('You may not see the plan')
    }))

  test('of a quotation is that of its lines that become jobs', () =>
    inTheShop(async ({ sales }) => {
      const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Panels')`)
      await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit, unit_price, vat_rate, service_id, is_optional)
        values ('${id}', 'a0', 'item', 'Panels', 5, 'piece', 50, 18, '${service}', false), ('${id}', 'a1', 'item', 'Not chosen', 5, 'piece', 50, 18, '${service}', true),
          ('${id}', 'a2', 'item', 'Talk', 1, 'hour', 50, 18, null, false), ('${id}', 'a3', 'item', 'Something', 1, 'piece', 50, 18, null, false)`)
      const work = await sales.value<{ title: string; steps: { name: string; minutes: number; follows: boolean }[] }[]>(
        `select public.work_of_quotation('${id}')`,
      )
      expect(
        work.map(({ title, steps }) => [title, steps.map(({ name, minutes, follows }) => [name, minutes, follows])]),
      ).toEqual([
        [
          'Panels',
          [
            ['Print', 40, false],
            ['Pack', 10, true],
          ],
        ],
        ['Something', []],
      ])
    }))
})

describe('days of steps', () => {
  test('are stored together by who may, told in the story of the job, and taken back by their new marks', () =>
    inTheShop(async ({ workshop, server, as }, tx) => {
      const { steps } = await ownJob(workshop)
      expect(await refusalOf(tx, () => as('accounts').run(moved(steps, '2026-12-03T07:00:00Z')))).toBe(
        'You may not plan steps',
      )
      expect(await refusalOf(tx, () => as('client').run(moved(steps, '2026-12-03T07:00:00Z')))).toBe(
        'You may not plan steps',
      )
      const marks = await workshop.value<Record<string, string>>(moved(steps, '2026-12-03T07:00:00Z'))
      const now = (await ownJob(workshop)).steps
      expect(now.map(({ day }) => day)).toEqual(['2026-12-03', '2026-12-03'])
      expect(Object.fromEntries(now.map(({ id, mark }) => [id, mark]))).toEqual(marks)
      expect(
        await server.value(
          `select count(*)::int from public.document_events where record_id = '${job}' and type = 'step_planned'`,
        ),
      ).toBe(2)
      await workshop.run(moved(now, null))
      expect((await ownJob(workshop)).steps.map(({ day }) => day)).toEqual([null, null])
    }))

  test('are stored all or none: the refusal names what somebody moved or began meanwhile', () =>
    inTheShop(async ({ workshop, as, server }, tx) => {
      const { number, steps } = await ownJob(workshop)
      const [print, pack] = steps
      await as('admin').run(moved([pack!], '2026-12-04T07:00:00Z'))
      await server.run(
        `update public.job_steps set status = 'in_progress', started_at = now() where id = '${print!.id}'`,
      )
      const name = await server.value<string>(`select private.person_label('${idOf('admin')}')`)
      expect(await refusalOf(tx, () => workshop.run(moved(steps, '2026-12-09T07:00:00Z')))).toBe(
        `Print of ${number} is in progress. ${name} changed Pack of ${number}: it was moved to Fri 4 Dec 2026, 08:00`,
      )
      expect((await ownJob(workshop)).steps.map(({ day }) => day)).toEqual([null, '2026-12-04'])
    }))

  test('may come with another work centre that is in use', () =>
    inTheShop(async ({ workshop, server }, tx) => {
      const { steps } = await ownJob(workshop)
      await workshop.run(moved(steps.slice(0, 1), '2026-12-03T07:00:00Z', bench))
      const now = await ownJob(workshop)
      expect(now.steps[0]).toMatchObject({ centre: bench, day: '2026-12-03' })
      await server.run(`update public.work_centres set archived_at = now() where id = '${printer}'`)
      expect(
        await refusalOf(tx, () => workshop.run(moved(now.steps.slice(0, 1), '2026-12-03T07:00:00Z', printer))),
      ).toBe('This work centre is not used any more')
      expect(await refusalOf(tx, () => workshop.run(`select public.plan_steps('[]')`))).toBe(
        'Plan between 1 and 500 steps at once',
      )
    }))
})

test('steps that took longer than planned offer the norm of the middle job, once three are measured', () =>
  inTheShop(async ({ workshop, server, sales, as }, tx) => {
    const measure = async (number: number, qty: number, duration: string) => {
      await sales.run(
        `select public.create_job('${key(number)}', 'Panel', '${row.clientContact}', '${service}', ${qty})`,
      )
      await server.run(
        `update public.job_steps set status = 'done', started_at = now(), finished_at = now() where job_id = '${key(number)}' and name = 'Print'`,
      )
      await server.run(`insert into public.time_entries (user_id, user_email, status, sessions, total_duration, job_id, named_step_id)
        select '${idOf('colleague')}', 'c@people.example', 'completed',
          jsonb_build_array(jsonb_build_object('startTime', '2026-11-20T08:00:00.000Z', 'endTime', '2026-11-20T10:00:00.000Z', 'duration', '${duration}')),
          '${duration}', s.job_id, s.id from public.job_steps s where s.job_id = '${key(number)}' and s.name = 'Print'`)
    }
    const norms = () =>
      workshop.rows(
        `select jobs, planned::text, measured::text, minutes_fixed::text, minutes_per_unit::text from public.measured_steps('${service}')`,
      )
    // 20 min + 4 min a piece: 60, 100 and 40 minutes are planned.
    await measure(30, 10, '01:30:00')
    await measure(31, 20, '02:00:00')
    expect(await norms()).toEqual([])
    await measure(32, 5, '01:20:00')
    expect(await norms()).toEqual([
      { jobs: 3, planned: '200', measured: '290', minutes_fixed: '30.0', minutes_per_unit: '6.00' },
    ])
    expect(await refusalOf(tx, () => as('client').run(`select public.measured_steps('${service}')`))).toBe(
      'You may not see what steps take',
    )
  }))
