import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade, type Worker } from './trade.ts'
import { idOf as peopleId, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

// Planning at the bench: steps of a job are added, ordered and removed, and material is taken.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5d000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const service = key(1)
const sheet = key(2)
const job = key(3)
const bare = key(4)

/** A sign of 10 pieces: Print, Cut, Pack in a row, for which 3 sheets of 20 are kept. */
const atTheBench = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { server, sales } = trade
    await server.run(`insert into public.services (id, slug, name) values ('${service}', 'panel', 'Panel')`)
    await server.run(`insert into public.job_step_templates (service_id, position, name, minutes_fixed, unit, before_approval, after_previous)
      values ('${service}', 'a0', 'Print', 20, 'piece', false, false), ('${service}', 'a1', 'Cut', 10, 'piece', false, true),
        ('${service}', 'a2', 'Pack', 10, 'piece', false, true)`)
    await server.run(`insert into public.inventory_items (id, sku, name, form, buy_unit, sell_unit, width_mm, length_mm)
      values ('${sheet}', 'S-1', 'Dibond', 'sheet', 'sheet', 'sheet', 1500, 3000)`)
    await server.run(`insert into public.stock_movements (item_id, reason, qty) values ('${sheet}', 'count', 20)`)
    await sales.run(`select public.create_job('${job}', 'Panel', '${row.clientContact}', '${service}', 10)`)
    await sales.run(`select public.create_job('${bare}', 'Odd job', '${row.clientContact}')`)
    await sales.run(`select public.plan_material('${job}', '${sheet}', 3)`)
    await work(trade, tx)
  })

const idOf = (worker: Worker, name: string, of = job) =>
  worker.value<string>(`select id from public.job_steps where job_id = '${of}' and name = '${name}'`)
/** Each step with those that it waits for: `Cut < Print`. */
const orderOf = async (worker: Worker, of = job) =>
  (
    await worker.rows<{ words: string }>(`
      select s.name || coalesce((select ' < ' || string_agg(b.name, ', ' order by b.position) from public.job_steps b
        where b.id = any (s.depends_on)), '') as words from public.job_steps s where s.job_id = '${of}' order by s.position`)
  ).map(({ words }) => words)
const add = async (worker: Worker, id: string, name: string, after: string | null, of = job) =>
  worker.run(
    `select public.add_step('${id}', '${of}', '${name}', null, 15, ${after ? `'${await idOf(worker, after, of)}'` : 'null'})`,
  )

describe('the steps of a job', () => {
  test('are added between others and wait in their row; a repeated call adds one', async () => {
    await atTheBench(async ({ workshop }) => {
      await add(workshop, key(10), 'Laminate', 'Print')
      await add(workshop, key(10), 'Laminate', 'Print')
      expect(await orderOf(workshop)).toEqual(['Print', 'Laminate < Print', 'Cut < Laminate', 'Pack < Cut'])
      await add(workshop, key(11), 'Measure', null)
      expect(await orderOf(workshop)).toEqual([
        'Measure',
        'Print < Measure',
        'Laminate < Print',
        'Cut < Laminate',
        'Pack < Cut',
      ])
    })
  })

  test('may be given to a job without a service', async () => {
    await atTheBench(async ({ workshop }) => {
      await add(workshop, key(10), 'Weld', null, bare)
      await add(workshop, key(11), 'Paint', 'Weld', bare)
      expect(await orderOf(workshop, bare)).toEqual(['Weld', 'Paint < Weld'])
      await workshop.run(`select public.start_step('${key(10)}')`)
    })
  })

  test('are ordered: the row closes behind the step and opens where it goes', async () => {
    await atTheBench(async ({ workshop }) => {
      await workshop.run(
        `select public.put_step_after('${await idOf(workshop, 'Pack')}', '${await idOf(workshop, 'Print')}')`,
      )
      expect(await orderOf(workshop)).toEqual(['Print', 'Pack < Print', 'Cut < Pack'])
      await workshop.run(`select public.put_step_after('${await idOf(workshop, 'Cut')}')`)
      expect(await orderOf(workshop)).toEqual(['Cut', 'Print < Cut', 'Pack < Print'])
    })
  })

  test('are not put before what has begun, and a step that has begun keeps its place', async () => {
    await atTheBench(async ({ workshop }, tx) => {
      await workshop.run(`select public.finish_step('${await idOf(workshop, 'Print')}', 10, 0)`)
      expect(await refusalOf(tx, () => add(workshop, key(10), 'Measure', null))).toBe(
        '"Print" has begun already: a step that is to do comes after it',
      )
      const print = await idOf(workshop, 'Print')
      const pack = await idOf(workshop, 'Pack')
      expect(await refusalOf(tx, () => workshop.run(`select public.put_step_after('${print}', '${pack}')`))).toBe(
        'This step has begun: its place stays',
      )
    })
  })

  test('leave no gap where one is removed: what waited for it waits for what it waited for', async () => {
    await atTheBench(async ({ workshop, sales }, tx) => {
      const cut = await idOf(sales, 'Cut')
      await sales.run(`delete from public.job_steps where id = '${cut}'`)
      expect(await orderOf(workshop)).toEqual(['Print', 'Pack < Print'])
      const pack = await idOf(workshop, 'Pack')
      expect(await refusalOf(tx, () => workshop.run(`select public.start_step('${pack}')`))).toBe(
        'This step waits for "Print"',
      )
    })
  })

  test('are not added to a job that is in quality control, by no way', async () => {
    await atTheBench(async ({ workshop }, tx) => {
      for (const name of ['Print', 'Cut', 'Pack'])
        await workshop.run(`select public.finish_step('${await idOf(workshop, name)}', 10, 0)`)
      const words = 'This job is in quality control. Take it back to production first.'
      expect(await refusalOf(tx, () => add(workshop, key(10), 'Touch up', 'Pack'))).toBe(words)
      expect(
        await refusalOf(tx, () =>
          workshop.run(`insert into public.job_steps (job_id, position, name) values ('${job}', 'b9', 'Touch up')`),
        ),
      ).toBe(words)
    })
  })

  test('come again in a remake as the job has them, not as its service had them', async () => {
    await atTheBench(async ({ workshop, sales: lead }) => {
      await add(workshop, key(10), 'Laminate', 'Print')
      await lead.run(`delete from public.job_steps where id = '${await idOf(lead, 'Pack')}'`)
      for (const name of ['Print', 'Laminate', 'Cut'])
        await workshop.run(`select public.finish_step('${await idOf(workshop, name)}', 10, 0)`)
      const remake = await workshop.value<string>(
        `select public.check_job('${key(50)}', '${job}', 'fail', 'Torn', null, 2, 'damage', '${await idOf(workshop, 'Laminate')}',
          p_material => '[{"item_id": "${sheet}", "used": 3}]')`,
      )
      expect(await orderOf(workshop, remake)).toEqual(['Laminate', 'Cut < Laminate'])
    })
  })
})

describe('a step of several people', () => {
  const withColleague = (work: (trade: Trade & { colleague: Worker; print: string }, tx: Queryable) => Promise<void>) =>
    atTheBench(async (trade, tx) => {
      const colleague = trade.as('colleague')
      const print = await idOf(trade.workshop, 'Print')
      for (const worker of [trade.workshop, colleague]) await worker.run(`select public.start_step('${print}')`)
      await work({ ...trade, colleague, print }, tx)
    })
  /** The step's timers began so many hours ago, by turns of the workshop and of the colleague. */
  const began = (server: Worker, print: string, hours: readonly (readonly [Person, number])[]) =>
    Promise.all(
      hours.map(([person, ago]) =>
        server.run(`update public.time_entries set sessions = jsonb_set(sessions, '{0,startTime}',
          to_jsonb(private.iso(now() - interval '${ago} hours'))) where step_id = '${print}' and user_id = '${peopleId(person)}'`),
      ),
    )
  const notices = (of: Worker) =>
    of.rows<{ title: string; message: string }>(
      `select title, message from public.notifications where metadata ->> 'record_kind' = 'job' order by created_at`,
    )

  test('is done for all: the timer of each ends now, each is paid for their own time, and who did not press is told', async () => {
    await withColleague(async ({ workshop, colleague, server, print }) => {
      await began(server, print, [
        ['team_member', 2],
        ['colleague', 3],
      ])
      await workshop.run(`select public.finish_step('${print}', 10, 0)`)
      expect(
        await server.rows(`select status, left(total_duration, 5) as hours from public.time_entries
          where step_id = '${print}' order by hours`),
      ).toEqual([
        { status: 'completed', hours: '02:00' },
        { status: 'completed', hours: '03:00' },
      ])
      expect(await notices(colleague)).toEqual([
        {
          title: expect.stringMatching(/^"Print" of JOB-.* is done$/),
          message: expect.stringMatching(/ finished it\. Your timer for it ended at \d\d:\d\d\.$/),
        },
      ])
    })
  })

  test('ends no timer that a colleague forgot: it stays with its person, who says when the work ended', async () => {
    await withColleague(async ({ workshop, colleague, server, print }, tx) => {
      await began(server, print, [
        ['team_member', 2],
        ['colleague', 15],
      ])
      await workshop.run(`select public.finish_step('${print}', 10, 0)`)
      const timers = () =>
        server.rows(`select status, left(total_duration, 5) as hours from public.time_entries
          where step_id = '${print}' order by sessions -> 0 ->> 'startTime'`)
      expect(await timers()).toEqual([
        { status: 'active', hours: '00:00' },
        { status: 'completed', hours: '02:00' },
      ])
      expect(await notices(colleague)).toMatchObject([
        {
          message: expect.stringMatching(
            /Your timer for it has been running since .*: stop it, and say when your work ended\.$/,
          ),
        },
      ])
      expect(await workshop.value(`select status from public.job_steps where id = '${print}'`)).toBe('done')
      const entry = await server.value<string>(
        `select id from public.time_entries where step_id = '${print}' and status = 'active'`,
      )
      const stop = (ended: string) => colleague.run(`select public.stop_timer('${entry}'${ended})`)
      expect(await refusalOf(tx, () => stop(''))).toMatch(/^The last session of this timer is longer than/)
      await stop(`, now() - interval '11 hours'`)
      expect(await timers()).toEqual([
        { status: 'completed', hours: '04:00' },
        { status: 'completed', hours: '02:00' },
      ])
      expect(await workshop.value(`select status from public.job_steps where id = '${print}'`)).toBe('done')
    })
  })
})

describe('material at the bench', () => {
  test('is taken by who works on the job, once, and put back by the same person', async () => {
    await atTheBench(async ({ workshop, server }) => {
      await server.run(
        `update public.page_permissions set can_edit = false where role = 'team_member' and page_name = 'inventory'`,
      )
      const take = `select public.take_material('${key(20)}', '${job}', '${sheet}', 3)`
      await workshop.run(take)
      await workshop.run(take)
      const stock = () =>
        server.one(`select on_hand::int, reserved::int from public.inventory_items where id = '${sheet}'`)
      expect(await stock()).toEqual({ on_hand: 17, reserved: 0 })
      await workshop.run(`select public.undo_movement('${key(20)}', '${key(21)}')`)
      expect(await stock()).toEqual({ on_hand: 20, reserved: 3 })
    })
  })

  test('is not put back by who may not work on jobs any more', async () => {
    await atTheBench(async ({ workshop, server }, tx) => {
      await workshop.run(`select public.take_material('${key(20)}', '${job}', '${sheet}', 3)`)
      await server.run(`update public.page_permissions set can_edit = false
        where role = 'team_member' and page_name in ('inventory', 'production', 'jobs')`)
      expect(await refusalOf(tx, () => workshop.run(`select public.undo_movement('${key(20)}', '${key(21)}')`))).toBe(
        'You may not undo movements',
      )
    })
  })

  test('of another person is put back by who keeps the stock alone; of a job that is over nothing is taken', async () => {
    await atTheBench(async ({ workshop, sales, server }, tx) => {
      await sales.run(`select public.take_material('${key(20)}', '${job}', '${sheet}', 3)`)
      await server.run(
        `update public.page_permissions set can_edit = false where role = 'team_member' and page_name = 'inventory'`,
      )
      expect(await refusalOf(tx, () => workshop.run(`select public.undo_movement('${key(20)}', '${key(21)}')`))).toBe(
        'You may not undo movements',
      )
      await server.run(`update public.jobs set status = 'delivered' where id = '${job}'`)
      expect(
        await refusalOf(tx, () => workshop.run(`select public.take_material('${key(22)}', '${job}', '${sheet}', 1)`)),
      ).toBe('This job is delivered')
    })
  })
})

test('the ticket says the approved proof, and what is kept and taken of the material', async () => {
  await atTheBench(async ({ workshop, server }) => {
    await server.run(`insert into public.mockups (id, job_id, version, status, file_name, files, file_hash, page_count, checklist, decided_at, decided_name)
      values ('${key(30)}', '${job}', 1, 'superseded', 'a.pdf', '[]', repeat('a', 64), 1, '[]', null, null),
        ('${key(31)}', '${job}', 2, 'approved', 'b.pdf', '[]', repeat('b', 64), 1, '[]', now(), 'Anna Vella')`)
    await server.run(`insert into public.mockup_pages (mockup_id, page, path, thumb_path, width, height)
      values ('${key(31)}', 1, '${job}/${key(31)}/1.png', '${job}/${key(31)}/1t.png', 800, 600)`)
    await workshop.run(`select public.take_material('${key(20)}', '${job}', '${sheet}', 1)`)
    expect(await workshop.value(`select public.job_document('${job}')`)).toMatchObject({
      proof: { version: 2, status: 'approved', by: 'Anna Vella', picture: `${job}/${key(31)}/1.png` },
      materials: [{ name: 'Dibond', planned: '3 sheets', kept: '2 sheets', taken: '1 sheet' }],
    })
  })
})
