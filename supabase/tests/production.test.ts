import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { openWorld, row } from './world.ts'
import { refusalOf, tradeIn, type Trade, type Worker } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** The refusal of a statement. The transaction continues from before it. */
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

const service = '55555555-1111-4111-8111-000000000001'
const jobId = '55555555-2222-4222-8222-000000000001'

/** A service with a design step before the approval, then printing and mounting, each after the one before it, and a job of it. */
async function job(trade: Trade, mockup = false): Promise<{ design: string; print: string; mount: string }> {
  await trade.server.run(`insert into public.services (id, slug, name, mockup_required)
    values ('${service}', 'test-sign', 'Test sign', ${mockup})`)
  await trade.server.run(`insert into public.job_step_templates
    (service_id, position, name, minutes_fixed, minutes_per_unit, unit, before_approval, after_previous) values
    ('${service}', 'a0', 'Design', 30, 0, 'piece', true, true),
    ('${service}', 'a1', 'Print', 10, 6, 'm2', false, true),
    ('${service}', 'a2', 'Mount', 0, 5, 'piece', false, true)`)
  await trade.sales.run(`select public.create_job('${jobId}', 'Tray fascia', '${row.clientContact}', '${service}', 2,
    'piece', 2000, 500)`)
  const steps = await trade.workshop.rows<{ id: string; name: string }>(
    `select id, name from public.job_steps where job_id = '${jobId}' order by position`,
  )
  const idOf = (name: string) => steps.find((step) => step.name === name)?.id ?? ''
  return { design: idOf('Design'), print: idOf('Print'), mount: idOf('Mount') }
}

const statusOf = (worker: Worker, table: string, id: string) =>
  worker.value<string>(`select status from public.${table} where id = '${id}'`)

describe('a job that is made by hand', () => {
  test('gets the next number, the steps of its service and their minutes; a repeated call makes one job', async () => {
    await inTrade(async (trade) => {
      await job(trade)
      await trade.sales.run(`select public.create_job('${jobId}', 'Again', null, '${service}')`)
      expect(
        await trade.workshop.rows(`select name, planned_minutes::text as minutes, cardinality(depends_on) as waits
          from public.job_steps where job_id = '${jobId}' order by position`),
      ).toEqual([
        { name: 'Design', minutes: '30.00', waits: 0 },
        { name: 'Print', minutes: '22.00', waits: 1 },
        { name: 'Mount', minutes: '10.00', waits: 1 },
      ])
      expect(
        await trade.workshop.one(`select title, status, qty::text, contact_id = '${row.clientContact}' as of_client,
          job_number ~ '^JOB-' as numbered from public.jobs where id = '${jobId}'`),
      ).toEqual({ title: 'Tray fascia', status: 'new', qty: '2.0000', of_client: true, numbered: true })
    })
  })

  test('is refused without a title, without pieces, and to whoever may not create jobs', async () => {
    await inTrade(async ({ sales, workshop }, tx) => {
      const make = (title: string, qty: number) =>
        `select public.create_job('${jobId}', '${title}', null, null, ${qty})`
      expect(await refusal(tx, sales, make(' ', 1))).toBe('Please say what is to be made')
      expect(await refusal(tx, sales, make('Sign', 0))).toBe('The quantity must be more than zero')
      expect(await refusal(tx, workshop, make('Sign', 1))).toBe('You may not create jobs')
    })
  })
})

describe('a job before its order', () => {
  test('joins the order when the quotation is approved, and is not made twice', async () => {
    await inTrade(async ({ sales, server }) => {
      const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
      await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate) values
        ('${id}', 'a1', 'item', 'Tray fascia', 6, 142.375, 18), ('${id}', 'a2', 'item', 'Banner', 12, 18.333, 18)`)
      const first = await sales.value<string>(
        `select id from public.quotation_items where quotation_id = '${id}' order by position limit 1`,
      )
      expect(await sales.value(`select public.create_jobs_of_quotation('${id}', '{${first}}')`)).toBe(1)
      expect(await sales.value(`select public.create_jobs_of_quotation('${id}', '{${first}}')`)).toBe(0)
      const before = await server.value<string>(`select id from public.jobs where quotation_item_id = '${first}'`)
      await sales.run(`select public.send_quotation('${id}')`)
      await sales.run(`select public.record_quotation_answer('${id}', 'approved', 'Carla Client')`)
      expect(
        await sales.rows(`select j.id = '${before}' as began_before, j.title, i.description, c.id = '${row.clientContact}' as of_client
          from public.jobs j join public.order_items i on i.id = j.order_item_id join public.contacts c on c.id = j.contact_id
         where j.quotation_id = '${id}' order by i.position`),
      ).toEqual([
        { began_before: true, title: 'Tray fascia', description: 'Tray fascia', of_client: true },
        { began_before: false, title: 'Banner', description: 'Banner', of_client: true },
      ])
    })
  })
})

describe('a step', () => {
  test('runs with the timer of the person, and one timer runs at a time', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, server } = trade
      const { design, print } = await job(trade)
      await workshop.run(`select public.start_step('${design}')`)
      await workshop.run(`select public.start_step('${design}')`)
      expect(
        await server.rows(`select status, step_id = '${design}' as of_step, coalesce(client_name, business_name) <> '' as named
          from public.time_entries where job_id = '${jobId}'`),
      ).toEqual([{ status: 'active', of_step: true, named: true }])
      expect(await statusOf(workshop, 'jobs', jobId)).toBe('artwork')
      expect(await refusal(tx, workshop, `select public.start_step('${print}')`)).toBe(
        'Please pause or stop your active timer before starting another one.',
      )

      await workshop.run(`select public.pause_step('${design}')`)
      expect(await statusOf(workshop, 'job_steps', design)).toBe('paused')
      await workshop.run(`select public.start_step('${design}')`)
      await workshop.run(`select public.finish_step('${design}', 2, 1)`)
      await workshop.run(`select public.finish_step('${design}', 2, 1)`)
      expect(
        await server.rows(
          `select status, jsonb_array_length(sessions) as sessions from public.time_entries where job_id = '${jobId}'`,
        ),
      ).toEqual([{ status: 'completed', sessions: 2 }])
      expect(
        await workshop.one(
          `select status, qty_good::int as good, qty_waste::int as waste from public.job_steps where id = '${design}'`,
        ),
      ).toEqual({ status: 'done', good: 2, waste: 1 })
    })
  })

  test('runs on the timer with the client of its own job', async () => {
    await inTrade(async (trade) => {
      const { sales, server, workshop } = trade
      await server.run(
        `update public.contacts set type = 'Business', company = 'Client ' || left(md5(id::text), 8), credit_limit = null`,
      )
      const contacts = [row.clientContact, row.otherClientContact, row.business]
      for (const [at, contact] of contacts.entries()) {
        const own = `55555555-2222-4222-8222-00000000001${at}`
        await sales.run(`select public.create_job('${own}', 'Sign ${at}', '${contact}')`)
        const step = await server.value<string>(
          `insert into public.job_steps (job_id, position, name) values ('${own}', 'z9', 'Pack') returning id`,
        )
        await workshop.run(`select public.start_step('${step}', true)`)
      }
      const named = await server.rows<{ named: boolean }>(
        `select e.business_name = c.company as named from public.time_entries e join public.jobs j on j.id = e.job_id
          join public.contacts c on c.id = j.contact_id where e.job_id::text like '55555555-2222-%'`,
      )
      expect(named.map((entry) => entry.named)).toEqual([true, true, true])
    })
  })

  test('is finished with the timers that run for it: work that was completed before stays as it was', async () => {
    await inTrade(async (trade) => {
      const { workshop, server } = trade
      const { design } = await job(trade)
      const entries = () =>
        server.rows<{ id: string; status: string; touched_at: string; sessions: object }>(
          `select id, status, touched_at::text, sessions, total_duration::text from public.time_entries where step_id = '${design}' order by created_at, id`,
        )
      await workshop.run(`select public.start_step('${design}')`)
      const [entry] = await entries()
      await workshop.run(`select public.stop_timer('${entry?.id}')`)
      const [before] = await entries()
      await workshop.run(`select public.start_step('${design}')`)
      await workshop.run(`select public.finish_step('${design}', 2, 0)`)
      const after = await entries()
      expect(after.map(({ status }) => status)).toEqual(['completed', 'completed'])
      expect(after.find(({ id }) => id === entry?.id)).toEqual(before)
    })
  })

  test('starts in place of what the person works on, which is paused; where it may not start, that goes on', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, server } = trade
      const { design, print } = await job(trade)
      const other = await server.value<string>(
        `insert into public.job_steps (job_id, position, name) values ('${row.job}', 'z9', 'Pack') returning id`,
      )
      await workshop.run(`select public.start_step('${other}')`)
      expect(await refusal(tx, workshop, `select public.start_step('${print}', true)`)).toBe(
        'This step waits for "Design"',
      )
      expect(await statusOf(workshop, 'job_steps', other)).toBe('in_progress')
      await workshop.run(`select public.start_step('${design}', true)`)
      expect(await statusOf(workshop, 'job_steps', other)).toBe('paused')
      expect(await statusOf(workshop, 'job_steps', design)).toBe('in_progress')
      expect(
        await server.rows(
          `select status, step_id = '${design}' as of_design from public.time_entries where step_id is not null order by status`,
        ),
      ).toEqual([
        { status: 'active', of_design: true },
        { status: 'paused', of_design: false },
      ])
    })
  })

  test('does not wait for itself, in a circle, or for a step of another job', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, server } = trade
      const { design, print } = await job(trade)
      const waits = (step: string, before: string) =>
        `update public.job_steps set depends_on = '{${before}}' where id = '${step}'`
      expect(await refusal(tx, workshop, waits(design, print))).toBe(
        'These steps would wait for each other in a circle: Design → Print → Design',
      )
      expect(await refusal(tx, workshop, waits(print, print))).toBe(
        'These steps would wait for each other in a circle: Print → Print',
      )
      const other = await server.value<string>(
        `insert into public.job_steps (job_id, position, name) values ('${row.job}', 'z9', 'Pack') returning id`,
      )
      expect(await refusal(tx, workshop, waits(design, other))).toBe('A step waits only for steps of its own job')
    })
  })

  test('of a job with a million ways through its steps is ordered within seconds', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, server } = trade
      const { design } = await job(trade)
      // Twenty rows of two steps, each waiting for both steps of the row before: 2 to the 20th paths.
      const step = (row: number, side: number) =>
        `ec000000-0000-4000-a000-00000000${String(row).padStart(2, '0')}0${side}`
      for (let nth = 0; nth < 40; nth += 1) {
        const [row, side] = [Math.floor(nth / 2), (nth % 2) + 1]
        const before = row === 0 ? '' : `${step(row - 1, 1)},${step(row - 1, 2)}`
        await server.run(`insert into public.job_steps (id, job_id, position, name, depends_on)
          select '${step(row, side)}', job_id, 'z${row}${side}', 'Step ${row}.${side}', '{${before}}'
            from public.job_steps where id = '${design}'`)
      }
      const began = performance.now()
      expect(
        await refusal(
          tx,
          workshop,
          `update public.job_steps set depends_on = '{${step(19, 1)}}' where id = '${step(0, 1)}'`,
        ),
      ).toMatch(/^These steps would wait for each other in a circle: Step 0.1 → Step 19.1 → .* → Step 1.1 → Step 0.1$/)
      await workshop.run(`update public.job_steps set depends_on = '{${step(19, 1)}}' where id = '${design}'`)
      expect(performance.now() - began).toBeLessThan(4000)
    })
  })

  test('that is done is not begun again once a later one has begun', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, server } = trade
      const { design, print } = await job(trade)
      await workshop.run(`select public.finish_step('${design}')`)
      await server.run(`update public.jobs set mockup_status = 'approved' where id = '${jobId}'`)
      await workshop.run(`select public.finish_step('${print}')`)
      const before = `select public.start_step('${design}')`
      expect(await refusal(tx, workshop, before)).toBe('"Print" has begun already, and it needs this step done')
      await server.run(`update public.jobs set status = 'on_hold' where id = '${jobId}'`)
      expect(await refusal(tx, workshop, before)).toBe('This job is on hold')
    })
  })

  test('pauses when its last timer is paused elsewhere, and goes on with it', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, sales } = trade
      const { design } = await job(trade)
      const mine = await workshop.value<string>(`select public.start_step('${design}')`)
      await sales.run(`select public.start_step('${design}')`)
      await workshop.run(`select public.pause_timer('${mine}')`)
      expect(await statusOf(workshop, 'job_steps', design)).toBe('in_progress')
      expect(await refusal(tx, workshop, `select public.pause_step('${design}')`)).toMatch(
        /^The timer of .+ runs for this step$/,
      )
      await sales.run(`select public.pause_step('${design}')`)
      expect(await statusOf(workshop, 'job_steps', design)).toBe('paused')
      await workshop.run(`select public.resume_timer('${mine}')`)
      expect(await statusOf(workshop, 'job_steps', design)).toBe('in_progress')
    })
  })

  test('of production waits for the step before it and for the approved mockup', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, server } = trade
      const { design, print } = await job(trade, true)
      expect(await refusal(tx, workshop, `select public.start_step('${print}')`)).toBe(
        'The mockup of this job is not approved yet',
      )
      await server.run(`update public.jobs set mockup_status = 'approved' where id = '${jobId}'`)
      expect(await refusal(tx, workshop, `select public.start_step('${print}')`)).toBe('This step waits for "Design"')
      await trade.as('account_manager').run(`select public.skip_step('${design}', 'Artwork came from the client')`)
      await workshop.run(`select public.start_step('${print}')`)
      expect(await refusal(tx, trade.sales, `select public.skip_step('${print}', 'No')`)).toBe(
        'This step is running. Pause it first.',
      )
      expect(await statusOf(workshop, 'jobs', jobId)).toBe('in_production')
      expect(await refusal(tx, trade.accounts, `select public.pause_step('${print}')`)).toBe('You may not pause steps')
    })
  })

  test('asks whoever forgot the timer of a step when the work ended, before the step is done', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, server } = trade
      const { design } = await job(trade)
      await workshop.run(`select public.start_step('${design}')`)
      await server.run(`update public.time_entries set sessions = jsonb_build_array(jsonb_build_object('startTime',
        private.iso(clock_timestamp() - interval '15 hours'), 'endTime', null)) where step_id = '${design}'`)
      expect(await refusal(tx, workshop, `select public.finish_step('${design}', 2, 0)`)).toBe(
        'The last session of this timer is longer than 10 hours. Please say when the work ended.',
      )
      expect(
        await refusal(
          tx,
          workshop,
          `select public.finish_step('${design}', 2, 0, p_ended => clock_timestamp() - interval '16 hours')`,
        ),
      ).toBe('The work ended between the start of its last session and now')
      await workshop.run(
        `select public.finish_step('${design}', 2, 0, p_ended => clock_timestamp() - interval '12 hours')`,
      )
      expect(
        await server.value(`select left(total_duration, 5) from public.time_entries where step_id = '${design}'`),
      ).toBe('03:00')
      expect(await statusOf(workshop, 'job_steps', design)).toBe('done')
    })
  })

  test('asks the same at its pause, and does not pause another forgotten timer by the way', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, server } = trade
      const { design } = await job(trade)
      await workshop.run(`select public.start_step('${design}')`)
      await server.run(`update public.time_entries set sessions = jsonb_build_array(jsonb_build_object('startTime',
        private.iso(clock_timestamp() - interval '15 hours'), 'endTime', null)) where step_id = '${design}'`)
      expect(await refusal(tx, workshop, `select public.pause_step('${design}')`)).toBe(
        'The last session of this timer is longer than 10 hours. Please say when the work ended.',
      )
      await workshop.run(`select public.pause_step('${design}', clock_timestamp() - interval '12 hours')`)
      expect(await statusOf(workshop, 'job_steps', design)).toBe('paused')
      expect(
        await server.value(`select left(total_duration, 5) from public.time_entries where step_id = '${design}'`),
      ).toBe('03:00')
      await workshop.run(`select public.start_timer('Bakery')`)
      await server.run(`update public.time_entries set sessions = jsonb_build_array(jsonb_build_object('startTime',
        private.iso(clock_timestamp() - interval '11 hours'), 'endTime', null)) where step_id is null`)
      expect(await refusal(tx, workshop, `select public.start_step('${design}', true)`)).toMatch(
        /^Your timer for Bakery has been running since .*\. Pause it first, and say when that work ended\.$/,
      )
    })
  })

  test('cannot be tied to a timer by hand', async () => {
    await inTrade(async (trade) => {
      const { design } = await job(trade)
      await trade.workshop.run(`insert into public.time_entries (client_name, status, sessions, step_id, job_id)
        values ('Somebody', 'paused', '[]', '${design}', '${jobId}')`)
      await trade.workshop.run(
        `update public.time_entries set client_name = 'Somebody else' where client_name = 'Somebody'`,
      )
      expect(
        await trade.server.rows(`select step_id, job_id from public.time_entries where client_name = 'Somebody else'`),
      ).toEqual([{ step_id: null, job_id: null }])
    })
  })
})

describe('the work of an order', () => {
  const [order, delivery, panel, part] = [1, 2, 3, 4].map((nth) => `55555555-3333-4333-8333-00000000000${nth}`)
  const [second, again, failed, brought] = [5, 6, 7, 8].map((nth) => `55555555-3333-4333-8333-00000000000${nth}`)

  /** The job of `job`, joined with an order, a second job that a person holds, a planned delivery and a panel. */
  const ordered = async (trade: Trade) => {
    const steps = await job(trade)
    await trade.server.run(
      `insert into public.orders (id, order_number, contact_id) values ('${order}', 'SO-H-1', '${row.clientContact}')`,
    )
    await trade.server.run(
      `insert into public.order_items (order_id, position, description, qty, unit, unit_price, vat_rate) values ('${order}', 'a0', 'Sign', 2, 'piece', 10, 18)`,
    )
    await trade.server.run(`update public.jobs set order_id = '${order}' where id = '${jobId}'`)
    await trade.server.run(
      `insert into public.jobs (id, job_number, title, order_id) values ('${second}', 'JOB-H-B', 'Sign', '${order}')`,
    )
    await trade.sales.run(`select public.hold_job('${second}', 'No film')`)
    await trade.server
      .run(`insert into public.deliveries (id, delivery_number, order_id, contact_id, project_title, crew)
      values ('${delivery}', 'DN-H-1', '${order}', '${row.clientContact}', 'Sign', array['${idOf('team_member')}'::uuid])`)
    await trade.workshop.run(
      `select public.add_panel('${panel}', '${jobId}', 'tray', 'Tray', 100, 100, 0, '[{"name": "Face", "needs_cut": true}]')`,
    )
    await trade.server.run(`update public.panel_parts set id = '${part}' where panel_id = '${panel}'`)
    return steps
  }
  const jobsOf = ({ server }: Trade) =>
    server.rows(
      `select status, held_from, hold_reason from public.jobs where order_id = '${order}' order by created_at, job_number`,
    )
  const timersOf = ({ server }: Trade) =>
    server.rows(`select e.status, (e.sessions -> -1 ->> 'endTime') is not null as ended, s.status as step from public.time_entries e
      join public.job_steps s on s.id = e.step_id where e.job_id = '${jobId}'`)
  const toldOf = ({ server }: Trade, of: string) =>
    server.rows<{
      title: string
      message: string
    }>(`select title, regexp_replace(message, '[0-9]{2}:[0-9]{2}', 'HH:MM') as message
      from public.notifications where user_id = '${idOf('team_member')}' and metadata ->> 'record_id' = '${of}'`)

  test('on hold stands: timers pause and are told, no step, part, van or job goes on, until the order is released', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, sales, server } = trade
      const { design } = await ordered(trade)
      const timer = await workshop.value<string>(`select public.start_step('${design}')`)
      await sales.run(`select public.hold_order('${order}', 'The deposit is late.')`)
      const held = { status: 'on_hold', held_from: 'artwork', hold_reason: 'The deposit is late.' }
      const byPerson = { status: 'on_hold', held_from: 'new', hold_reason: 'No film' }
      expect(await jobsOf(trade)).toEqual([held, byPerson])
      expect(await timersOf(trade)).toEqual([{ status: 'paused', ended: true, step: 'paused' }])
      const number = await server.value<string>(`select job_number from public.jobs where id = '${jobId}'`)
      expect(await toldOf(trade, jobId)).toEqual([
        {
          title: `${number} is on hold`,
          message: expect.stringMatching(
            /^.+ put the order SO-H-1 on hold: The deposit is late. Your timer for it was paused at HH:MM.$/,
          ),
        },
      ])
      const waits = 'This job is on hold, as its order is: The deposit is late.'
      const sentence = 'SO-H-1 is on hold: The deposit is late.'
      for (const [sql, why] of [
        [`select public.start_step('${design}')`, waits],
        [`select public.finish_step('${design}')`, waits],
        [`select public.resume_timer('${timer}')`, waits],
        [`select public.tick_part('${part}', 'cut')`, waits],
        [`select public.release_job('${jobId}')`, `${sentence} Its jobs wait until the order is released.`],
        [`select public.release_job('${second}')`, `${sentence} Its jobs wait until the order is released.`],
        [
          `update public.deliveries set status = 'ready' where id = '${delivery}'`,
          `${sentence} Nothing of it is packed or leaves until it is released.`,
        ],
        [`select public.deliver_drop('${delivery}')`, `${sentence} Nothing of it is handed over until it is released.`],
        [`select public.take_material(gen_random_uuid(), '${jobId}', gen_random_uuid(), 1)`, waits],
      ] as const)
        expect([sql, await refusal(tx, sql.includes('release') ? sales : workshop, sql)]).toEqual([sql, why])
      expect(
        await workshop.rows(`select on_hold from public.not_made_of_deliveries(array['${delivery}'::uuid])`),
      ).toEqual([{ on_hold: 'The deposit is late.' }])
      for (const [id, number, status] of [
        [failed, 'DN-H-2', 'failed'],
        [brought, 'DN-H-3', 'planned'],
      ])
        await server.run(`insert into public.deliveries (id, delivery_number, order_id, contact_id, project_title, status)
          values ('${id}', '${number}', '${order}', '${row.clientContact}', 'Sign', '${status}')`)
      expect(
        await refusal(tx, workshop, `update public.deliveries set status = 'planned' where id = '${failed}'`),
      ).toBe(`${sentence} Nothing of it is planned again until it is released.`)
      // What a phone without a network brings later has happened: it is booked, and its story says the hold.
      await server.run(`update public.deliveries set created_by = '${idOf('accounts')}' where id = '${brought}'`)
      await workshop.run(
        `select public.deliver_drop('${brought}', null, 'Carla', p_at => now() - interval '5 seconds')`,
      )
      expect(
        await server.one(`select status, gone_on_hold, received_by from public.deliveries where id = '${brought}'`),
      ).toEqual({ status: 'delivered', gone_on_hold: 'The deposit is late.', received_by: 'Carla' })
      // Who planned it and who put the order on hold are told.
      expect(
        await server.rows(`select notified_user_id as who, regexp_replace(message, '[0-9]{2}:[0-9]{2} by .+, and', 'HH:MM by …, and') as message
          from public.delivery_notifications where delivery_id = '${brought}' order by notified_user_id = '${idOf('sales')}'`),
      ).toEqual(
        ['accounts' as const, 'sales' as const].map((who) => ({
          who: idOf(who),
          message: 'DN-H-3 was handed over at HH:MM by …, and SO-H-1 is on hold: The deposit is late',
        })),
      )
      expect(
        await server.value(`select meta ->> 'on_hold' from public.document_events
          where kind = 'delivery' and record_id = '${brought}' and type = 'handed_over'`),
      ).toBe('The deposit is late.')
      // Another reason is that of its jobs; what joins the order waits too.
      await sales.run(`select public.hold_order('${order}', 'The permit is late')`)
      await server.run(
        `insert into public.jobs (id, job_number, title, order_id, status) values ('${again}', 'JOB-H-R', 'Sign', '${order}', 'approved')`,
      )
      expect(await jobsOf(trade)).toEqual([
        { ...held, hold_reason: 'The permit is late' },
        byPerson,
        { status: 'on_hold', held_from: 'approved', hold_reason: 'The permit is late' },
      ])
      await sales.run(`select public.release_order('${order}')`)
      const crew = `select message from public.delivery_notifications where notified_user_id = '${idOf('team_member')}'`
      expect((await server.rows<{ message: string }>(crew)).map(({ message }) => message).toSorted()).toEqual([
        'DN-H-1 goes on, no day yet: its order is released.',
        'DN-H-1 is on hold: The deposit is late. It does not leave until its order is released.',
        'DN-H-1 is on hold: The permit is late. It does not leave until its order is released.',
      ])
      const free = { held_from: null, hold_reason: null }
      expect(await jobsOf(trade)).toEqual([{ status: 'artwork', ...free }, byPerson, { status: 'approved', ...free }])
      await workshop.run(`select public.start_step('${design}')`)
      expect(await timersOf(trade)).toEqual([{ status: 'active', ended: false, step: 'in_progress' }])
    })
  })

  test('that was made before its hold is not late in making, nor planned', async () => {
    await inTrade(async (trade) => {
      const { sales, server } = trade
      await ordered(trade)
      const late = () => server.value<number>(`select count(*)::int from public.late_jobs() where id = '${jobId}'`)
      const planned = () => server.value<boolean>(`select strpos(private.jobs_to_plan(true)::text, '${jobId}') > 0`)
      const risky = () => server.value<number>(`select count(*)::int from public.timings() where id = '${jobId}'`)
      const heldFrom = (status: string) =>
        server.run(`update public.jobs set held_from = '${status}', due_date = current_date - 3 where id = '${jobId}'`)
      await sales.run(`select public.hold_order('${order}', 'The deposit is late.')`)
      await heldFrom('qc')
      expect([await late(), await planned(), await risky()]).toEqual([1, true, 1])
      await heldFrom('ready')
      expect([await late(), await planned(), await risky()]).toEqual([0, false, 0])
    })
  })

  test('that is cancelled ends its timers and tells their people; one that was forgotten asks its person', async () => {
    for (const hours of [0, 30])
      await inTrade(async (trade) => {
        const { workshop, sales, server } = trade
        const { design } = await ordered(trade)
        const timer = await workshop.value<string>(`select public.start_step('${design}')`)
        if (hours > 0)
          await server.run(`update public.time_entries set sessions = jsonb_build_array(
            private.open_session(now() - interval '${hours} hours')) where id = '${timer}'`)
        await sales.run(`select public.cancel_order('${order}', 'The shop closes')`)
        expect(await timersOf(trade)).toEqual([
          hours > 0
            ? { status: 'active', ended: false, step: 'paused' }
            : { status: 'completed', ended: true, step: 'paused' },
        ])
        expect((await toldOf(trade, jobId)).map(({ message }) => message)).toEqual([
          expect.stringMatching(
            hours > 0
              ? /cancelled the order SO-H-1: The shop closes. Your timer for it has been running since .+: stop it, and say when your work ended.$/
              : /cancelled the order SO-H-1: The shop closes. Your timer for it ended at HH:MM.$/,
          ),
        ])
      })
  })

  test('does not stop while a delivery of it is on the road', async () => {
    await inTrade(async (trade, tx) => {
      await ordered(trade)
      await trade.server.run(`update public.deliveries set status = 'out' where id = '${delivery}'`)
      expect(await refusal(tx, trade.sales, `select public.hold_order('${order}', 'Late')`)).toBe(
        'A delivery of this order is on the road. Set it back to ready first.',
      )
    })
  })
})

describe('a job on the board', () => {
  test('moves only from where the person saw it: the loser hears who moved it, and where to', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop, sales } = trade
      await job(trade)
      await workshop.run(`select public.move_job('${jobId}', 'new', 'artwork')`)
      await workshop.run(`select public.move_job('${jobId}', 'new', 'artwork')`)
      expect(await refusal(tx, sales, `select public.move_job('${jobId}', 'new', 'in_production')`)).toMatch(
        /^.+ moved this job to Artwork meanwhile$/,
      )
      expect(await refusal(tx, sales, `select public.move_job('${jobId}', 'artwork', 'ready')`)).toBe(
        'A job does not go from Artwork to Ready',
      )
      expect(await statusOf(workshop, 'jobs', jobId)).toBe('artwork')
    })
  })

  test.each([
    ['new', 'approved'],
    ['artwork', 'approved'],
    ['awaiting_approval', 'approved'],
    ['new', 'in_production'],
    ['artwork', 'in_production'],
    ['approved', 'in_production'],
  ])('goes back from where it was put by mistake: from %s to %s and back', async (from, to) => {
    await inTrade(async (trade) => {
      const { server, workshop } = trade
      await job(trade)
      await server.run(`set local signwright.repair = 'on'`)
      await server.run(`update public.jobs set status = '${from}' where id = '${jobId}'`)
      await server.run(`set local signwright.repair = ''`)
      await workshop.run(`select public.move_job('${jobId}', '${from}', '${to}')`)
      await workshop.run(`select public.move_job('${jobId}', '${to}', '${from}')`)
      expect(await statusOf(workshop, 'jobs', jobId)).toBe(from)
    })
  })

  test('does not leave production while a step runs', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop } = trade
      const { design, print } = await job(trade)
      await workshop.run(`select public.finish_step('${design}')`)
      await workshop.run(`select public.start_step('${print}')`)
      for (const to of ['new', 'artwork', 'approved'])
        expect(await refusal(tx, workshop, `select public.move_job('${jobId}', 'in_production', '${to}')`)).toBe(
          'The step "Print" of this job is still running',
        )
      await workshop.run(`select public.pause_step('${print}')`)
      await workshop.run(`select public.move_job('${jobId}', 'in_production', 'artwork')`)
    })
  })

  test('does not reach quality control while a step runs', async () => {
    await inTrade(async (trade, tx) => {
      const { workshop } = trade
      const { design, print } = await job(trade)
      await workshop.run(`select public.finish_step('${design}')`)
      await workshop.run(`select public.start_step('${print}')`)
      expect(await refusal(tx, workshop, `select public.move_job('${jobId}', 'in_production', 'qc')`)).toBe(
        'The step "Print" of this job is still running',
      )
      expect(await refusal(tx, workshop, `update public.jobs set status = 'qc' where id = '${jobId}'`)).toBe(
        'The step "Print" of this job is still running',
      )
    })
  })
})

test('T5: a job of an order stays with its client and is not removed, nor one whose proof a client has', async () => {
  await inTrade(async ({ as, sales, server }, tx) => {
    const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Sign')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${quotation}', 'a0', 'Fascia', 1, 100, 18)`)
    await sales.run(`select public.send_quotation('${quotation}')`)
    const added = () =>
      sales.one<{ id: string; quotation_item_id: string | null }>(`
        insert into public.jobs (title, quotation_id, quotation_item_id) select 'Proof', i.quotation_id, i.id
          from public.quotation_items i where i.quotation_id = '${quotation}' returning id, quotation_item_id`)
    const first = await added()
    expect(first?.quotation_item_id).toBeNull()
    const second = await added()
    await server.run(`insert into public.mockups (id, job_id, version, status, file_name, files, file_hash, page_count, checklist, sent_at)
      values (gen_random_uuid(), '${second?.id}', 1, 'sent', 'box.pdf', '[]', '${'a'.repeat(64)}', 1, '[]', now())`)
    await sales.run(`select public.record_quotation_answer('${quotation}', 'approved', 'Carla Client')`)
    const ordered = await sales.value<string>(
      `select id from public.jobs where quotation_id = '${quotation}' and order_id is not null`,
    )
    const remove = (id: string) => () => as('account_manager').run(`delete from public.jobs where id = '${id}'`)
    expect(await refusalOf(tx, remove(ordered))).toMatch(/^A job of an order, or one that was begun/)
    expect(await refusalOf(tx, remove(String(second?.id)))).toMatch(/^A job of an order, or one that was begun/)
    await remove(String(first?.id))()
    const move = () =>
      sales.run(`update public.jobs set contact_id = '${row.otherClientContact}' where id = '${ordered}'`)
    expect(await refusalOf(tx, move)).toBe('A job is for the client of its order or quotation')
  })
})
