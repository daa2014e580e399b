import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { openWorld, row } from './world.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `58000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const service = key(1)
const item = key(2)
const job = key(3)

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

/** A sign of an order of 10 pieces: designed by a member of staff, printed, and then laminated after a rest. */
const inWorkshop = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { server, sales } = trade
    await server.run(`insert into public.services (id, slug, name) values ('${service}', 'rest-sign', 'Sign')`)
    await server.run(`insert into public.job_step_templates
      (service_id, position, name, minutes_fixed, unit, before_approval, after_previous, wait_minutes) values
      ('${service}', 'a0', 'Design', 30, 'piece', true, false, 0), ('${service}', 'a1', 'Print', 20, 'piece', false, true, 1440),
      ('${service}', 'a2', 'Laminate', 10, 'piece', false, true, 0)`)
    await server.run(
      `insert into public.inventory_items (id, sku, name, form) values ('${item}', 'V-1', 'Film', 'piece')`,
    )
    await server.run(`insert into public.inventory_item_costs (item_id, cost_price) values ('${item}', 3)`)
    await server.run(`insert into public.stock_movements (item_id, reason, qty) values ('${item}', 'count', 100)`)
    await sales.run(`select public.create_job('${job}', 'Sign', '${row.clientContact}', '${service}', 10)`)
    return work(trade, tx)
  })

const step = (worker: Worker, name: string) =>
  worker.value<string>(`select id from public.job_steps where job_id = '${job}' and name = '${name}'`)
const finish = async (worker: Worker, ...names: string[]) => {
  for (const name of names) await worker.run(`select public.finish_step('${await step(worker, name)}', 10, 0)`)
}
const check = (result: string, more = '') => `select public.check_job('${key(50)}', '${job}', '${result}'${more})`

describe('what must rest', () => {
  test('holds up the next step, with the time until when', async () => {
    await inWorkshop(async ({ workshop, server }, tx) => {
      await finish(workshop, 'Design', 'Print')
      const laminate = await step(workshop, 'Laminate')
      expect(await refusal(tx, workshop, `select public.start_step('${laminate}')`)).toMatch(
        /^This step waits until .* what "Print" made must rest$/,
      )
      await server.run(
        `update public.job_steps set started_at = now() - interval '3 days', finished_at = now() - interval '2 days' where name = 'Print' and job_id = '${job}'`,
      )
      await workshop.run(`select public.start_step('${laminate}')`)
    })
  })

  test('rests from the print where drying is a step without minutes, whenever that is ticked off', async () => {
    await inWorkshop(async ({ workshop, server }, tx) => {
      await server.run(`update public.job_steps set wait_minutes = 0 where name = 'Print' and job_id = '${job}'`)
      await finish(workshop, 'Design', 'Print')
      await server.run(`insert into public.job_steps (job_id, position, name, wait_minutes, depends_on)
        select job_id, 'a1a', 'Outgas', 1440, array[id] from public.job_steps where name = 'Print' and job_id = '${job}'`)
      await server.run(`update public.job_steps set depends_on = (select array[o.id] from public.job_steps o where o.name = 'Outgas' and o.job_id = '${job}')
        where name = 'Laminate' and job_id = '${job}'`)
      const laminate = await step(workshop, 'Laminate')
      await finish(workshop, 'Outgas')
      expect(await refusal(tx, workshop, `select public.start_step('${laminate}')`)).toMatch(
        /what "Outgas" made must rest$/,
      )
      await server.run(
        `update public.job_steps set started_at = now() - interval '3 days', finished_at = now() - interval '2 days' where name = 'Print' and job_id = '${job}'`,
      )
      await workshop.run(`select public.start_step('${laminate}')`)
    })
  })
})

describe('quality control', () => {
  test('passes a job once all is done; before that it is refused', async () => {
    await inWorkshop(async ({ workshop }, tx) => {
      expect(await refusal(tx, workshop, check('pass'))).toBe('This job is not in quality control: it is new')
      await finish(workshop, 'Design', 'Print', 'Laminate')
      await workshop.run(check('pass'))
      await workshop.run(check('pass'))
      expect(await workshop.value(`select status from public.jobs where id = '${job}'`)).toBe('ready')
      expect(await workshop.value(`select count(*)::int from public.job_checks where job_id = '${job}'`)).toBe(1)
    })
  })

  test('fails with a reason; what is made again is a job of its own, linked, with its steps and materials', async () => {
    await inWorkshop(async ({ workshop, sales }, tx) => {
      await sales.run(`select public.plan_material('${job}', '${item}', 20)`)
      await finish(workshop, 'Design', 'Print', 'Laminate')
      expect(await refusal(tx, workshop, check('fail'))).toBe('Please say what is wrong')
      expect(await refusal(tx, workshop, check('fail', `, 'Bubbles', null, 11`))).toBe(
        'A remake makes between 1 and 10 again',
      )
      expect(await refusal(tx, workshop, check('fail', `, 'Bubbles', '${job}/none.png', 2`))).toBe(
        'The photo did not arrive. Please take it again.',
      )
      const material = `[{"item_id": "${item}", "used": 20}]`
      const remake = await workshop.value<string>(check('fail', `, 'Bubbles', null, 2, p_material => '${material}'`))
      expect(
        await workshop.one(`select remake_of = '${job}' as linked, qty::int, status, priority, job_number ~ '-R1$' as numbered,
          (select string_agg(s.name, ' ' order by s.position) from public.job_steps s where s.job_id = j.id) as steps,
          (select qty_reserved::int from public.job_materials m where m.job_id = j.id) as kept
          from public.jobs j where id = '${remake}'`),
      ).toEqual({
        linked: true,
        qty: 2,
        status: 'approved',
        priority: 'high',
        numbered: true,
        steps: 'Print Laminate',
        kept: 4,
      })
      expect(await workshop.value(`select status from public.jobs where id = '${job}'`)).toBe('ready')
    })
  })

  test('fails back to production where nothing is made anew', async () => {
    await inWorkshop(async ({ workshop }) => {
      await finish(workshop, 'Design', 'Print', 'Laminate')
      const print = await step(workshop, 'Print')
      await workshop.run(check('fail', `, 'Edge is rough', p_back_to => '${print}'`))
      expect(await workshop.value(`select status from public.jobs where id = '${job}'`)).toBe('in_production')
    })
  })
})

describe('time and cost', () => {
  test('of a job: the time for everybody of the workshop, labour and material for holders of the right', async () => {
    await inWorkshop(async ({ workshop, accounts, server }) => {
      await server.run(
        `insert into public.wage_rates (user_id, valid_from, hourly_cost) values ('${idOf('team_member')}', '2026-01-01', 20)`,
      )
      await server.run(`insert into public.time_entries (user_id, user_email, status, sessions, total_duration, job_id)
        values ('${idOf('team_member')}', 'x@company.test', 'completed',
          '[{"startTime": "2026-03-02T09:00:00Z", "endTime": "2026-03-02T10:30:00Z"}]', '01:30:00', '${job}')`)
      await workshop.run(`select public.move_stock('${key(60)}', '${item}', 'deduct', 4, p_job_id => '${job}')`)
      expect(await workshop.value(`select public.job_effort('${job}')`)).toEqual({ seconds: 5400 })
      expect(await accounts.value(`select public.job_effort('${job}')`)).toMatchObject({
        seconds: 5400,
        labour: '30.00',
        material: '12.00',
      })
    })
  })

  test('whoever may see costs but no wages cannot tell a wage from the work of one person', async () => {
    await inWorkshop(async ({ as, accounts, server }) => {
      await server.run(
        `insert into public.wage_rates (user_id, hourly_cost, valid_from) values ('${idOf('team_member')}', 20, '2026-01-01')`,
      )
      await server.run(`insert into public.time_entries (user_id, user_email, status, sessions, total_duration, job_id, created_at)
        values ('${idOf('team_member')}', 'x@company.test', 'completed',
          '[{"startTime": "2026-03-02T09:00:00Z", "endTime": "2026-03-02T10:30:00Z"}]', '01:30:00', '${job}', '2026-03-02T11:00:00Z')`)
      await server.run(`insert into public.role_permissions (role, permission_id)
        select 'accounts', id from public.permissions where name = 'manage_time_tracking' on conflict do nothing`)
      type Time = { rows: { cost: string | null }[]; jobs: { effort: Record<string, unknown> }[] }
      const time = (by: Worker) => by.value<Time>(`select public.staff_time('2026-03-01', '2026-03-31')`)
      const manager = as('account_manager')
      expect(await manager.value(`select public.job_effort('${job}')`)).toEqual({
        seconds: 5400,
        material: '0.00',
        quoted: null,
      })
      const seen = await time(manager)
      expect(seen.rows.map(({ cost }) => cost)).toEqual([null])
      expect(seen.jobs.map(({ effort }) => Object.keys(effort).toSorted())).toEqual([['material', 'quoted', 'seconds']])
      const known = await time(accounts)
      expect(known.rows.map(({ cost }) => cost)).toEqual(['30.00'])
      expect(known.jobs.map(({ effort }) => effort['labour'])).toEqual(['30.00'])
      // The day before, when nobody worked on it.
      expect(await accounts.value(`select public.staff_time('2026-02-01', '2026-03-01')`)).toEqual({
        rows: [],
        jobs: [],
      })
    })
  })

  test('an entry is named for a job by whose it is; its times stay, and spec 2 holds', async () => {
    await inWorkshop(async ({ workshop, sales, server, as }, tx) => {
      await server.run(
        `insert into public.orders (id, order_number, contact_id) values ('${key(72)}', 'SO-T-2', '${row.clientContact}')`,
      )
      await server.run(`update public.jobs set order_id = '${key(72)}' where id = '${job}'`)
      await workshop.run(`select public.start_timer('Client', null)`)
      const entry = await workshop.value<string>(
        `select id from public.time_entries where user_id = '${idOf('team_member')}'`,
      )
      expect(await refusal(tx, sales, `select public.name_work('${entry}', '${job}')`)).toBe(
        'This time entry is not there, or it is not yours',
      )
      const print = await step(server, 'Print')
      expect(await refusal(tx, workshop, `select public.name_work('${entry}', '${key(98)}', null, '${print}')`)).toBe(
        'This step belongs to another job',
      )
      await workshop.run(`select public.name_work('${entry}', null, null, '${print}')`)
      expect(
        await workshop.one(`select e.job_id = '${job}' as brings_job, e.named_step_id = s.id as named, s.status
          from public.time_entries e join public.job_steps s on s.id = '${print}' where e.id = '${entry}'`),
      ).toEqual({ brings_job: true, named: true, status: 'todo' })
      await workshop.run(`select public.name_work('${entry}', '${job}')`)
      expect(
        await workshop.one(
          `select job_id, order_id, status, client_name from public.time_entries where id = '${entry}'`,
        ),
      ).toEqual({
        job_id: job,
        order_id: key(72),
        status: 'active',
        client_name: 'Client',
      })
      const now = await as('admin').value<{
        people: { user_id: string; status: string | null; job_id: string | null }[]
      }>(`select public.staff_activities()`)
      expect(now.people.find(({ user_id }) => user_id === idOf('team_member'))).toMatchObject({
        status: 'active',
        job_id: job,
      })
      expect(await refusal(tx, workshop, `select public.staff_activities()`)).toBe('You may not see what colleagues do')
      expect(await refusal(tx, workshop, `select public.staff_time('2026-01-01', '2026-01-02')`)).toBe(
        'You may not see the time of others',
      )
    })
  })
})

describe('commissions of designers', () => {
  const order = key(70)
  const line = key(71)
  const designed = async ({ server, workshop, accounts }: Trade) => {
    await accounts.run(
      `insert into public.commission_rules (user_id, pct, valid_from) values ('${idOf('team_member')}', 5, '2020-01-01')`,
    )
    await server.run(
      `insert into public.orders (id, order_number, contact_id) values ('${order}', 'SO-T-1', '${row.clientContact}')`,
    )
    await server.run(`insert into public.order_items (id, order_id, position, description, qty, unit_price, vat_rate)
      values ('${line}', '${order}', 'a0', 'Sign', 10, 33.33, 18)`)
    await server.run(`update public.jobs set order_id = '${order}', order_item_id = '${line}' where id = '${job}'`)
    await workshop.run(`select public.start_step('${await step(workshop, 'Design')}')`)
    await finish(workshop, 'Design')
    await server.run(`update public.orders set status = 'delivered' where id = '${order}'`)
  }
  test('follow from the lines that they designed, when the order is delivered', async () => {
    await inWorkshop(async (trade, tx) => {
      await designed(trade)
      const { accounts, workshop, sales } = trade
      const [commission] = await accounts.rows<{ id: string }>(
        `select id, basis::text, pct::text, amount::text, status from public.designer_commissions where order_id = '${order}'`,
      )
      expect(commission).toMatchObject({ basis: '333.30', pct: '5.00', amount: '16.66', status: 'open' })
      const decide = (to: string) => `select public.decide_commissions('{${commission?.id}}', '${to}')`
      expect(await refusal(tx, workshop, decide('approved'))).toBe('You may not decide about commissions')
      expect(await refusal(tx, accounts, decide('paid'))).toBe(
        'Only commissions that are approved become paid. Nothing was changed.',
      )
      await accounts.run(decide('approved'))
      await accounts.run(decide('paid'))
      expect(await workshop.rows(`select status from public.designer_commissions`)).toEqual([{ status: 'paid' }])
      expect(await sales.rows(`select status from public.designer_commissions`)).toEqual([])
    })
  })

  test('T33: are decided by a colleague, as wages and rules of commissions are: not by the designer, though they hold the right', async () => {
    await inWorkshop(async (trade, tx) => {
      await designed(trade)
      const { accounts, server, as } = trade
      const own = idOf('accounts')
      await server.run(`update public.designer_commissions set user_id = '${own}'`)
      const id = await server.value<string>(`select id from public.designer_commissions`)
      const decide = (to: string) => `select public.decide_commissions('{${id}}', '${to}')`
      expect(await refusal(tx, accounts, decide('approved'))).toBe(
        'A colleague decides about your own commissions. Nothing was changed.',
      )
      await as('admin').run(decide('approved'))
      expect(await refusal(tx, accounts, decide('paid'))).toMatch(/^A colleague decides/)
      const rule = `insert into public.commission_rules (user_id, pct, valid_from) values ('${own}', 50, '2020-01-01')`
      expect(await refusal(tx, accounts, rule)).toBe('A colleague changes your own commission')
      const wage = `insert into public.wage_rates (user_id, valid_from, hourly_cost) values ('${own}', '2026-01-01', 99)`
      expect(await refusal(tx, accounts, wage)).toBe('A colleague changes your own wage')
      await as('admin').run(wage)
      expect(
        await refusal(tx, accounts, `update public.wage_rates set hourly_cost = 100 where user_id = '${own}'`),
      ).toBe('A colleague changes your own wage')
    })
  })
})
