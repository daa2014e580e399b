import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { refusalOf, tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

// A finished job is honest: its kept material is answered for, its steps are done or skipped, its pieces carry.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `5b000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const service = key(1)
const sheet = key(2)
const job = key(3)

/** A sign of 10 pieces in three steps, for which 3 sheets of 20 are kept. */
const inWorkshop = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { server, sales } = trade
    await server.run(`insert into public.services (id, slug, name) values ('${service}', 'panel', 'Panel')`)
    await server.run(`insert into public.job_step_templates (service_id, position, name, minutes_fixed, unit, before_approval, after_previous)
      values ('${service}', 'a0', 'Print', 20, 'piece', false, false), ('${service}', 'a1', 'Cut', 10, 'piece', false, true),
        ('${service}', 'a2', 'Pack', 10, 'piece', false, true)`)
    await server.run(`insert into public.inventory_items (id, sku, name, form, buy_unit, sell_unit, width_mm, length_mm)
      values ('${sheet}', 'S-1', 'Dibond', 'sheet', 'sheet', 'sheet', 1500, 3000)`)
    await server.run(`insert into public.inventory_item_costs (item_id, cost_price) values ('${sheet}', 40)`)
    await server.run(`insert into public.stock_movements (item_id, reason, qty) values ('${sheet}', 'count', 20)`)
    await sales.run(`select public.create_job('${job}', 'Panel', '${row.clientContact}', '${service}', 10)`)
    await sales.run(`select public.plan_material('${job}', '${sheet}', 3)`)
    await work(trade, tx)
  })

const step = (worker: Worker, name: string, of = job) =>
  worker.value<string>(`select id from public.job_steps where job_id = '${of}' and name = '${name}'`)
const finish = async (worker: Worker, name: string, pieces = '10, 0') =>
  worker.run(`select public.finish_step('${await step(worker, name)}', ${pieces})`)
const finishAll = async (worker: Worker) => {
  for (const name of ['Print', 'Cut', 'Pack']) await finish(worker, name)
}
const used = (qty: number, more = '') => `[{"item_id": "${sheet}", "used": ${qty}${more}}]`
const check = (result: string, more = '', id = key(50)) =>
  `select public.check_job('${id}', '${job}', '${result}'${more})`
const stock = (worker: Worker) =>
  worker.one(`select on_hand::int, reserved::int, available::int from public.inventory_items where id = '${sheet}'`)
const statusOf = (worker: Worker, of = job) => worker.value(`select status from public.jobs where id = '${of}'`)

describe('what was kept of material', () => {
  test('is answered for before the job is ready, and leaves the stock with it', async () => {
    await inWorkshop(async ({ workshop, accounts, server }, tx) => {
      await finishAll(workshop)
      expect(await refusalOf(tx, () => workshop.run(check('pass')))).toBe(
        '3 sheets of Dibond are kept for this job. Please say how much was used.',
      )
      await workshop.run(check('pass', `, p_material => '${used(3)}'`))
      await workshop.run(check('pass', `, p_material => '${used(3)}'`))
      expect(await statusOf(workshop)).toBe('ready')
      expect(await stock(server)).toEqual({ on_hand: 17, reserved: 0, available: 17 })
      expect(
        await server.rows(
          `select reason, qty::int, created_by is not null as by_somebody from public.stock_movements where job_id = '${job}'`,
        ),
      ).toEqual([{ reason: 'deduct', qty: -3, by_somebody: true }])
      expect(await accounts.value(`select public.job_effort('${job}')`)).toMatchObject({ material: '120.00' })
    })
  })

  test('may be used in another quantity or not at all; the rest is free, and an offcut is kept by its size', async () => {
    await inWorkshop(async ({ workshop, server }, tx) => {
      await finishAll(workshop)
      expect(await refusalOf(tx, () => workshop.run(check('pass', `, p_material => '${used(1.5)}'`)))).toBe(
        'Dibond is counted in whole sheets',
      )
      expect(await refusalOf(tx, () => workshop.run(check('pass', `, p_material => '${used(21)}'`)))).toBe(
        'There are only 20 sheets of Dibond',
      )
      const offcut = `, "offcuts": [{"width_mm": 600, "length_mm": 900, "bin": "A"}]`
      await workshop.run(check('pass', `, p_material => '${used(2, offcut)}'`))
      expect(await stock(server)).toEqual({ on_hand: 18, reserved: 0, available: 18 })
      expect(
        await server.rows(
          `select width_mm::int, length_mm::int, status from public.stock_offcuts where source_job_id = '${job}'`,
        ),
      ).toEqual([{ width_mm: 600, length_mm: 900, status: 'free' }])
    })
    await inWorkshop(async ({ workshop, server }) => {
      await finishAll(workshop)
      await workshop.run(check('pass', `, p_material => '${used(0)}'`))
      expect(await statusOf(workshop)).toBe('ready')
      expect(await stock(server)).toEqual({ on_hand: 20, reserved: 0, available: 20 })
    })
  })

  test('is answered for by the status too, whoever makes the job ready', async () => {
    await inWorkshop(async ({ workshop, server }, tx) => {
      await finishAll(workshop)
      const ready = () => server.run(`update public.jobs set status = 'ready' where id = '${job}'`)
      expect(await refusalOf(tx, ready)).toBe('3 sheets of Dibond are kept for this job. Please say how much was used.')
    })
  })

  test('is booked by itself as planned where the company says so, and where a job is delivered before it was ready', async () => {
    await inWorkshop(async ({ workshop, server }) => {
      await server.run(`update public.company_settings set material_of_jobs = 'as_planned'`)
      await finishAll(workshop)
      await workshop.run(check('pass'))
      expect(await stock(server)).toEqual({ on_hand: 17, reserved: 0, available: 17 })
    })
    await inWorkshop(async ({ server }) => {
      await server.run(`update public.jobs set status = 'delivered' where id = '${job}'`)
      expect(await stock(server)).toEqual({ on_hand: 17, reserved: 0, available: 17 })
    })
  })

  test('with a step is taken at once; only the rest is asked for at the end', async () => {
    await inWorkshop(async ({ workshop, server }, tx) => {
      await workshop.run(`select public.finish_step('${await step(workshop, 'Print')}', 10, 0, '${used(2)}')`)
      expect(await stock(server)).toEqual({ on_hand: 18, reserved: 1, available: 17 })
      await finish(workshop, 'Cut')
      await finish(workshop, 'Pack')
      expect(await refusalOf(tx, () => workshop.run(check('pass')))).toBe(
        '1 sheet of Dibond is kept for this job. Please say how much was used.',
      )
      await workshop.run(check('pass', `, p_material => '${used(1)}'`))
      expect(await stock(server)).toEqual({ on_hand: 17, reserved: 0, available: 17 })
    })
  })

  test('is asked for again when the job goes back to production, and not when it was only held', async () => {
    await inWorkshop(async ({ workshop, server }, tx) => {
      await finishAll(workshop)
      await workshop.run(check('pass', `, p_material => '${used(2)}'`))
      await workshop.run(`select public.hold_job('${job}', 'The client is away')`)
      expect(await stock(server)).toEqual({ on_hand: 18, reserved: 0, available: 18 })
      await workshop.run(`select public.release_job('${job}')`)
      expect(await statusOf(workshop)).toBe('ready')
      await workshop.run(`select public.move_job('${job}', 'ready', 'in_production')`)
      expect(await stock(server)).toEqual({ on_hand: 18, reserved: 1, available: 17 })
      await workshop.run(`select public.move_job('${job}', 'in_production', 'qc')`)
      expect(await refusalOf(tx, () => workshop.run(check('pass', '', key(51))))).toBe(
        '1 sheet of Dibond is kept for this job. Please say how much was used.',
      )
    })
  })

  test('is named once, and of an item that is there', async () => {
    await inWorkshop(async ({ workshop }, tx) => {
      await finishAll(workshop)
      const twice = `[{"item_id": "${sheet}", "used": 1}, {"item_id": "${sheet}", "used": 1}]`
      expect(await refusalOf(tx, () => workshop.run(check('pass', `, p_material => '${twice}'`)))).toBe(
        'Say once what was used of Dibond',
      )
      const unknown = used(1).replace(sheet, key(99))
      expect(await refusalOf(tx, () => workshop.run(check('pass', `, p_material => '${unknown}'`)))).toBe(
        'This item is not there any more',
      )
      expect(await refusalOf(tx, () => workshop.run(check('pass', `, p_material => '${used(-1)}'`)))).toBe(
        'Please enter a quantity between 0 and 1,000,000',
      )
    })
  })
})

describe('a job that nobody made', () => {
  const open = 'Still open: Print, Cut, Pack. Each step is done, or skipped with a reason, before the job goes on.'

  test('does not go to quality control, by no way', async () => {
    await inWorkshop(async ({ workshop }, tx) => {
      await workshop.run(`select public.move_job('${job}', 'new', 'in_production')`)
      const move = `select public.move_job('${job}', 'in_production', 'qc')`
      expect(await refusalOf(tx, () => workshop.run(move))).toBe(open)
      expect(await refusalOf(tx, () => workshop.run(`update public.jobs set status = 'qc' where id = '${job}'`))).toBe(
        open,
      )
      const print = await step(workshop, 'Print')
      for (const status of ['done', 'skipped'])
        expect(
          await refusalOf(tx, () =>
            workshop.run(`update public.job_steps set status = '${status}' where id = '${print}'`),
          ),
        ).toMatch(/^The status of a job step is not set by hand to /)
      expect(
        await workshop.value(
          `with gone as (delete from public.job_steps where job_id = '${job}' returning 1) select count(*)::int from gone`,
        ),
      ).toBe(0)
    })
  })

  test('goes on when it is said of each open step that it is done, or why it is not needed', async () => {
    await inWorkshop(async ({ workshop, as, server }, tx) => {
      const manager = as('account_manager')
      await workshop.run(`select public.move_job('${job}', 'new', 'in_production')`)
      const [print, cut, pack] = await Promise.all(['Print', 'Cut', 'Pack'].map((name) => step(server, name)))
      const answers = (reason: string) => `[{"id": "${pack}", "outcome": "skipped", "reason": "${reason}"},
        {"id": "${print}", "outcome": "done"}, {"id": "${cut}", "outcome": "done", "good": 9, "waste": 1}]`
      const move = (reason: string) => `select public.move_job('${job}', 'in_production', 'qc', '${answers(reason)}')`
      expect(await refusalOf(tx, () => workshop.run(move('Collected loose')))).toBe('You may not skip steps')
      expect(await refusalOf(tx, () => manager.run(move(' ')))).toBe('Please say why this job does not need the step')
      await manager.run(move('Collected loose'))
      expect(await statusOf(workshop)).toBe('qc')
      expect(
        await server.rows(
          `select name, status, skip_reason, qty_good::int as good from public.job_steps where job_id = '${job}' order by position`,
        ),
      ).toEqual([
        { name: 'Print', status: 'done', skip_reason: null, good: 10 },
        { name: 'Cut', status: 'done', skip_reason: null, good: 9 },
        { name: 'Pack', status: 'skipped', skip_reason: 'Collected loose', good: 0 },
      ])
    })
  })
})

describe('good pieces', () => {
  test('carry from step to step: no more come out than went in', async () => {
    await inWorkshop(async ({ workshop }, tx) => {
      expect(await refusalOf(tx, () => finish(workshop, 'Print', '500, 0'))).toBe(
        'This job makes 10: more cannot be good',
      )
      await finish(workshop, 'Print', '7, 3')
      expect(await refusalOf(tx, () => finish(workshop, 'Cut', '500, 0'))).toBe(
        '7 good came from "Print": good and wasted are 7 together at most',
      )
      await finish(workshop, 'Cut', 'null, 1')
      expect(
        await workshop.value(`select qty_good::int from public.job_steps where job_id = '${job}' and name = 'Cut'`),
      ).toBe(6)
    })
  })

  test('are counted once: who finishes a step after somebody else reads what came out, and nothing is lost unsaid', async () => {
    await inWorkshop(async ({ workshop, as, server }, tx) => {
      const other = as('account_manager')
      const elena = String(await server.value(`select private.person_label('${idOf('team_member')}')`))
      await finish(workshop, 'Print', '7, 3')
      await finish(workshop, 'Print', '7, 3')
      await finish(other, 'Print', 'null, null')
      const done = `${elena} finished "Print" already: 7 good, 3 wasted. Open it again to change that.`
      expect(await refusalOf(tx, () => finish(other, 'Print', '8, 2'))).toBe(done)
      expect(await refusalOf(tx, () => finish(other, 'Print', `7, 3, '${used(1)}'`))).toBe(done)
      const [print, cut] = [await step(server, 'Print'), await step(server, 'Cut')]
      const answers = `[{"id": "${print}", "outcome": "done", "good": 9}]`
      expect(
        await refusalOf(tx, () => other.run(`select public.move_job('${job}', 'in_production', 'qc', '${answers}')`)),
      ).toBe(done)
      expect(await refusalOf(tx, () => other.run(`select public.skip_step('${print}', 'Not needed')`))).toBe(done)
      await other.run(`select public.skip_step('${cut}', 'Comes cut')`)
      await other.run(`select public.skip_step('${cut}', 'Comes cut')`)
      const name = String(await server.value(`select private.person_label('${idOf('account_manager')}')`))
      const skipped = `${name} skipped "Cut" meanwhile: Comes cut`
      expect(await refusalOf(tx, () => finish(workshop, 'Cut', '7, 0'))).toBe(skipped)
      expect(await refusalOf(tx, () => other.run(`select public.skip_step('${cut}', 'Too small')`))).toBe(skipped)
    })
  })

  test('of an order line are ready as they come out good: with a remake open, only those of the first job', async () => {
    await inWorkshop(async ({ workshop, server }) => {
      const [order, line] = [key(70), key(71)]
      await server.run(`insert into public.orders (id, order_number, contact_id, project_title)
        values ('${order}', 'SO-READY-1', '${row.clientContact}', 'Ten panels')`)
      await server.run(`insert into public.order_items (id, order_id, position, description, qty, unit, unit_price, vat_rate)
        values ('${line}', '${order}', 'a0', 'Panel', 10, 'piece', 10, 18)`)
      await server.run(`update public.jobs set order_id = '${order}', order_item_id = '${line}' where id = '${job}'`)
      const ready = () =>
        server.one(`select i.qty_ready::int as ready, o.status from public.order_items i join public.orders o on o.id = i.order_id
          where i.id = '${line}'`)
      await finishAll(workshop)
      expect(await ready()).toMatchObject({ ready: 0 })
      const remake = await workshop.value<string>(
        check('fail', `, 'Scratched', p_remake_qty => 2, p_reason => 'other', p_material => '${used(3)}'`),
      )
      expect(await ready()).toEqual({ ready: 8, status: 'in_production' })
      for (const name of ['Print', 'Cut', 'Pack'])
        await workshop.run(`select public.finish_step('${await step(workshop, name, remake)}', 2, 0)`)
      expect(await ready()).toEqual({ ready: 8, status: 'in_production' })
      await server.run(`update public.job_materials set qty_reserved = 0 where job_id = '${remake}'`)
      await workshop.run(`select public.check_job('${key(51)}', '${remake}', 'pass', p_material => '[]')`)
      expect(await ready()).toEqual({ ready: 10, status: 'ready' })
    })
    await inWorkshop(async ({ workshop, server }) => {
      const [order, line] = [key(70), key(71)]
      await server.run(`insert into public.orders (id, order_number, contact_id, project_title)
        values ('${order}', 'SO-READY-1', '${row.clientContact}', 'Ten panels')`)
      await server.run(`insert into public.order_items (id, order_id, position, description, qty, unit, unit_price, vat_rate)
        values ('${line}', '${order}', 'a0', 'Panel', 10, 'piece', 10, 18)`)
      await server.run(`update public.jobs set order_id = '${order}', order_item_id = '${line}' where id = '${job}'`)
      await finish(workshop, 'Print', '7, 3')
      await finish(workshop, 'Cut', '7, 0')
      await finish(workshop, 'Pack', '7, 0')
      await workshop.run(check('pass', `, 'The client takes seven', p_material => '${used(3)}'`))
      expect(await server.value(`select qty_ready::int from public.order_items where id = '${line}'`)).toBe(7)
    })
  })

  test('that are short are made again, or it is said why they are not needed', async () => {
    await inWorkshop(async ({ workshop }, tx) => {
      await finish(workshop, 'Print', '7, 3')
      await finish(workshop, 'Cut', '7, 0')
      await finish(workshop, 'Pack', '7, 0')
      const pass = (more: string) => check('pass', `${more}, p_material => '${used(3)}'`)
      expect(await refusalOf(tx, () => workshop.run(pass('')))).toBe(
        '3 of 10 are short. Have them made again, or say why they are not needed.',
      )
      expect(await refusalOf(tx, () => workshop.run(pass(', p_remake_qty => 4')))).toBe('Only 3 are short')
      const remake = await workshop.value<string>(pass(', p_remake_qty => 3'))
      expect(
        await workshop.one(`select qty::int, remake_of = '${job}' as linked from public.jobs where id = '${remake}'`),
      ).toEqual({
        qty: 3,
        linked: true,
      })
      expect(await workshop.value(`select reason from public.job_checks where job_id = '${job}'`)).toBe('short')
    })
    await inWorkshop(async ({ workshop }) => {
      await finish(workshop, 'Print', '7, 3')
      await finish(workshop, 'Cut', '7, 0')
      await finish(workshop, 'Pack', '7, 0')
      await workshop.run(check('pass', `, 'The client takes seven', p_material => '${used(3)}'`))
      expect(await statusOf(workshop)).toBe('ready')
    })
  })

  test('that are short beside those that did not pass are said, and a remake makes them too', async () => {
    await inWorkshop(async ({ workshop, server }, tx) => {
      const [order, line] = [key(70), key(71)]
      await server.run(`insert into public.orders (id, order_number, contact_id, project_title)
        values ('${order}', 'SO-SHORT-1', '${row.clientContact}', 'Ten panels')`)
      await server.run(`insert into public.order_items (id, order_id, position, description, qty, unit, unit_price, vat_rate)
        values ('${line}', '${order}', 'a0', 'Panel', 10, 'piece', 10, 18)`)
      await server.run(`update public.jobs set order_id = '${order}', order_item_id = '${line}' where id = '${job}'`)
      const short = () => workshop.rows(`select qty::int, short::int, why from public.short_of_order('${order}')`)
      await finish(workshop, 'Print', '9, 1')
      for (const name of ['Cut', 'Pack']) await finish(workshop, name, 'null, 0')
      await workshop.run(
        check('fail', `, 'Rough', p_back_to => '${await step(workshop, 'Cut')}', p_failed => 3`, key(51)),
      )
      for (const name of ['Cut', 'Pack']) await finish(workshop, name, 'null, 0')
      const remake = (made: number) =>
        check('fail', `, 'Torn', p_remake_qty => ${made}, p_failed => 4, p_material => '${used(3)}'`, key(52))
      expect(await refusalOf(tx, () => workshop.run(remake(6)))).toBe(
        'A remake makes 5 at most: 4 did not pass and 1 is short besides',
      )
      await workshop.run(remake(4))
      // Nine came through, four of them did not pass.
      expect(await server.value(`select qty_ready::int from public.order_items where id = '${line}'`)).toBe(5)
      expect(await short()).toEqual([{ qty: 10, short: 1, why: null }])
      expect(await server.value(`select private.spent_on_order('${order}')`)).toMatchObject({
        wasted: '1',
        failed: '7',
      })
      await workshop.run(check('pass', `, p_remake_qty => 1`, key(53)))
      expect(await statusOf(workshop)).toBe('ready')
      expect(await short()).toEqual([])
      expect(await server.value(`select sum(qty)::int from public.jobs where remake_of = '${job}'`)).toBe(5)
    })
  })
})

describe('fewer that are enough', () => {
  const [order, line, other] = [key(70), key(71), key(72)]
  /** Ten panels of €10 and 10 % off are ordered; eight come through. */
  const eightOfTen = async ({ workshop, server }: Trade) => {
    await server.run(`insert into public.orders (id, order_number, contact_id, project_title, net, vat, created_by)
      values ('${order}', 'SO-FEW-1', '${row.clientContact}', 'Ten panels', 90, 16.2, '${idOf('sales')}')`)
    await server.run(`insert into public.order_items (id, order_id, position, kind, description, qty, unit, unit_price, vat_rate)
      values ('${line}', '${order}', 'a0', 'item', 'Panel', 10, 'piece', 10, 18), ('${other}', '${order}', 'a1', 'discount', 'For ten', 1, 'piece', 10, 18)`)
    await server.run(`update public.jobs set order_id = '${order}', order_item_id = '${line}' where id = '${job}'`)
    await finish(workshop, 'Print', '8, 2')
    for (const name of ['Cut', 'Pack']) await finish(workshop, name, 'null, 0')
  }
  const enough = check('pass', `, 'The client takes eight', p_material => '${used(3)}'`)
  const orderOf = ({ server }: Trade) =>
    server.one(`select o.net::text, o.gross::text, o.status, (select trim_scale(qty)::text from public.order_items where id = '${line}') as line,
      (select trim_scale(qty)::text from public.jobs where id = '${job}') as job from public.orders o where o.id = '${order}'`)

  test('lower the order where the person may change it: line, discount, planned delivery and total; the job ends with its delivery', async () => {
    await inWorkshop(async (trade) => {
      const { workshop, server, as } = trade
      await eightOfTen(trade)
      const delivery = await workshop.value<string>(
        `select public.plan_delivery('${order}', '[{"order_item_id": "${line}", "qty": 10}]')`,
      )
      await as('admin').run(enough)
      expect(await orderOf(trade)).toEqual({ net: '72.00', gross: '84.96', status: 'ready', line: '8', job: '8' })
      expect(
        await server.value(`select trim_scale(qty)::text from public.delivery_items where delivery_id = '${delivery}'`),
      ).toBe('8')
      expect(await workshop.value(`select left_over from public.lines_to_deliver('${order}')`)).toBe('0')
      await workshop.run(`select public.deliver_drop('${delivery}', null, 'Carla')`)
      expect(await orderOf(trade)).toMatchObject({ status: 'delivered' })
      expect(await statusOf(server)).toBe('delivered')
      expect(
        await server.value(
          `select meta ->> 'reason' from public.document_events where kind = 'order' and record_id = '${order}' and type = 'fewer_taken'`,
        ),
      ).toBe('The client takes eight')
    })
  })

  test('are asked for where the person may not, and one click lowers the order, also after the eight were delivered', async () => {
    await inWorkshop(async (trade, tx) => {
      const { workshop, sales, server } = trade
      await eightOfTen(trade)
      const delivery = await workshop.value<string>(
        `select public.plan_delivery('${order}', '[{"order_item_id": "${line}", "qty": 10}]')`,
      )
      await workshop.run(enough)
      expect(await orderOf(trade)).toMatchObject({ line: '10', job: '10' })
      expect(
        await server.value(
          `select message from public.notifications where user_id = '${idOf('sales')}' and title = 'SO-FEW-1: fewer are enough'`,
        ),
      ).toBe('8 of 10 of "Panel" were made: The client takes eight. Lower the order to 8, or have the rest made.')
      await workshop.run(`select public.deliver_drop('${delivery}', (select jsonb_agg(jsonb_build_object('delivery_item_id', i.id, 'qty', 8))
        from public.delivery_items i where i.delivery_id = '${delivery}'), 'Carla')`)
      expect(await statusOf(server)).toBe('ready')
      const lower = (qty: number) => `select public.lower_to_made('${job}', ${qty})`
      expect(await refusalOf(tx, () => workshop.run(lower(2)))).toBe('You may not change orders')
      expect(await refusalOf(tx, () => sales.run(lower(3)))).toBe('2 are short now. Please look again.')
      expect(await sales.value(lower(2))).toMatchObject({ gross_before: '106.20', gross: '84.96' })
      expect(await sales.value(lower(2))).toEqual({})
      expect(await orderOf(trade)).toEqual({ net: '72.00', gross: '84.96', status: 'delivered', line: '8', job: '8' })
      expect(await statusOf(server)).toBe('delivered')
      expect(await server.value(`select status from public.deliveries where id = '${delivery}'`)).toBe('delivered')
      expect(
        await server.value(
          `select bool_and(is_read) from public.notifications where title = 'SO-FEW-1: fewer are enough'`,
        ),
      ).toBe(true)
    })
  })

  test('the client reads the lowered order on the page of its quotation: lines, totals, the day and what it was before', async () => {
    await inWorkshop(async (trade) => {
      const { sales, server, as } = trade
      await eightOfTen(trade)
      const quotation = await sales.value<string>(
        `select public.create_quotation('${row.clientContact}', 'Ten panels')`,
      )
      await server.run(`update public.orders set quotation_id = '${quotation}' where id = '${order}'`)
      const read = () => server.value(`select private.order_of_quotation('${quotation}') -> 'order'`)
      expect(await read()).toMatchObject({ gross: '106.20', lowered: null, ended: null })
      expect(await read()).not.toHaveProperty('stays')
      await as('admin').run(enough)
      expect(await read()).toMatchObject({
        gross: '84.96',
        ended: null,
        lowered: { on: await server.value('select private.company_today()::text'), gross_before: '106.20' },
        stays: {
          net: '72.00',
          vat: '12.96',
          lines: [
            { description: 'Panel', qty: '8.0000', net: '80.00' },
            { description: 'For ten', net: '-8.00' },
          ],
        },
      })
    })
  })
})

describe('one job of an order that is cancelled', () => {
  const [order, line] = [key(70), key(71)]
  const ordered = async ({ server }: Trade) => {
    await server.run(`insert into public.orders (id, order_number, contact_id, project_title, net, vat, created_by)
      values ('${order}', 'SO-CUT-1', '${row.clientContact}', 'Ten panels', 100, 18, '${idOf('sales')}')`)
    await server.run(`insert into public.order_items (id, order_id, position, kind, description, qty, unit, unit_price, vat_rate)
      values ('${line}', '${order}', 'a0', 'item', 'Panel', 10, 'piece', 10, 18)`)
    await server.run(`update public.jobs set order_id = '${order}', order_item_id = '${line}' where id = '${job}'`)
  }
  const cancel = (more = '') => `select public.cancel_job('${job}', 'The client drops it'${more})`
  const short = ({ workshop }: Trade) =>
    workshop.rows(`select job_id, qty::int, short::int, why, cancelled from public.short_of_order('${order}')`)
  const isPlanned = (worker: Worker) =>
    worker.value(
      `select exists (select from jsonb_array_elements(public.workload() -> 'jobs') as j where j ->> 'id' = '${job}')`,
    )

  test('frees its material, ends its timer and leaves the plan; its order says that nobody makes the line, and it begins again', async () => {
    await inWorkshop(async (trade, tx) => {
      const { workshop, server } = trade
      await ordered(trade)
      await workshop.run(`select public.start_step('${await step(workshop, 'Print')}')`)
      expect(await refusalOf(tx, () => trade.accounts.run(cancel()))).toBe('You may not cancel jobs')
      expect(await refusalOf(tx, () => workshop.run(`select public.cancel_job('${job}', ' ')`))).toMatch(
        /^Please say why/,
      )
      expect(await stock(server)).toMatchObject({ reserved: 3 })
      await workshop.run(cancel())
      await workshop.run(cancel())
      expect(await statusOf(workshop)).toBe('cancelled')
      expect(await stock(server)).toEqual({ on_hand: 20, reserved: 0, available: 20 })
      expect(await isPlanned(server)).toBe(false)
      expect(
        await server.value(`select string_agg(distinct status, ',') from public.time_entries where job_id = '${job}'`),
      ).toBe('completed')
      expect(await short(trade)).toEqual([
        { job_id: job, qty: 10, short: 10, why: null, cancelled: 'The client drops it' },
      ])
      expect(await server.value(`select private.ready_of_line('${line}')::int`)).toBe(0)
      expect(
        await server.value(
          `select message from public.notifications where user_id = '${idOf('sales')}' and title like 'SO-CUT-1: %'`,
        ),
      ).toBe('Panel: The client drops it. Nobody makes it: begin the job again, or lower the order.')
      expect(await workshop.value(`select public.begin_job_again('${job}')`)).toBe('in_production')
      expect(await stock(server)).toMatchObject({ reserved: 3 })
      expect(await isPlanned(server)).toBe(true)
      expect(await short(trade)).toEqual([])
    })
  })

  test('of which the client wants none lowers the line with a reason; a made or delivered one is not cancelled', async () => {
    await inWorkshop(async (trade, tx) => {
      const { workshop, sales, server } = trade
      await ordered(trade)
      await workshop.run(cancel())
      const lower = (more = '') => `select public.lower_to_made('${job}', 10${more})`
      expect(await refusalOf(tx, () => sales.run(lower()))).toBe('Nobody said yet that fewer are enough')
      await sales.run(lower(`, 'No panels'`))
      expect(await server.value(`select qty::int from public.order_items where id = '${line}'`)).toBe(0)
      expect(await short(trade)).toEqual([])
      expect(await refusalOf(tx, () => workshop.run(`select public.begin_job_again('${job}')`))).toMatch(
        /^Its line of the order lacks 0, and this job makes 10/,
      )
    })
    await inWorkshop(async (trade, tx) => {
      const { workshop, server } = trade
      await ordered(trade)
      await finishAll(workshop)
      await workshop.run(check('pass', `, p_material => '${used(3)}'`))
      expect(await refusalOf(tx, () => workshop.run(cancel()))).toMatch(/^This job is made\./)
      await server.run(`update public.order_items set qty_delivered = 4 where id = '${line}'`)
      await workshop.run(`select public.move_job('${job}', 'ready', 'in_production')`)
      expect(await refusalOf(tx, () => workshop.run(cancel()))).toBe(
        'Of "Panel" 4 are delivered, of this job too. End the rest of the order instead.',
      )
    })
  })

  test('because somebody else makes it asks for no job of ours', async () => {
    await inWorkshop(async (trade) => {
      await ordered(trade)
      await trade.workshop.run(cancel(', true'))
      expect(await short(trade)).toEqual([])
      expect(await trade.server.value(`select private.ready_of_line('${line}')::int`)).toBe(10)
    })
  })
})

test('what is made again from the first step on gets new material; work on the same pieces does not', async () => {
  await inWorkshop(async ({ workshop, server }) => {
    await finishAll(workshop)
    const back = async (name: string, id: string) =>
      check('fail', `, 'Rough', p_back_to => '${await step(workshop, name)}', p_failed => 4`, id)
    await workshop.run(await back('Cut', key(51)))
    expect(await stock(server)).toMatchObject({ reserved: 3 })
    for (const name of ['Cut', 'Pack']) await finish(workshop, name, 'null, 0')
    await workshop.run(await back('Print', key(52)))
    // 4 of 10 pieces of 3 sheets are 1.2: two whole sheets more.
    expect(await stock(server)).toMatchObject({ reserved: 5 })
    expect(await server.value(`select qty_planned::int from public.job_materials where job_id = '${job}'`)).toBe(5)
  })
})

describe('fewer that are enough of a remake', () => {
  const [order, line] = [key(70), key(71)]
  /** Of ten panels two fail the check and are made again; `good` of those two come out. Eight are delivered meanwhile. */
  const againTwo = async ({ workshop, server }: Trade, good: number) => {
    await server.run(`insert into public.orders (id, order_number, contact_id, project_title, net, vat, created_by)
      values ('${order}', 'SO-AGAIN-1', '${row.clientContact}', 'Ten panels', 100, 18, '${idOf('sales')}')`)
    await server.run(`insert into public.order_items (id, order_id, position, kind, description, qty, unit, unit_price, vat_rate)
      values ('${line}', '${order}', 'a0', 'item', 'Panel', 10, 'piece', 10, 18)`)
    await server.run(`update public.jobs set order_id = '${order}', order_item_id = '${line}' where id = '${job}'`)
    await finishAll(workshop)
    const remake = await workshop.value<string>(
      check('fail', `, 'Scratched', p_remake_qty => 2, p_reason => 'other', p_material => '${used(3)}'`),
    )
    const delivery = await workshop.value<string>(
      `select public.plan_delivery('${order}', '[{"order_item_id": "${line}", "qty": 8}]')`,
    )
    await workshop.run(`select public.deliver_drop('${delivery}', null, 'Carla')`)
    for (const name of ['Print', 'Cut', 'Pack'])
      await workshop.run(
        `select public.finish_step('${await step(workshop, name, remake)}', ${name === 'Print' ? `${good}, ${2 - good}` : 'null, 0'})`,
      )
    await server.run(`delete from public.job_materials where job_id = '${remake}'`)
    return remake
  }
  const short = ({ workshop }: Trade) =>
    workshop.rows(`select job_id, qty::int, short::int, why from public.short_of_order('${order}')`)
  const now = ({ server }: Trade) =>
    server.one(`select trim_scale(i.qty)::text as line, trim_scale(i.qty_ready)::text as ready, o.gross::text,
      (select string_agg(trim_scale(j.qty)::text || ' ' || j.status, ', ' order by j.job_number) from public.jobs j where j.order_id = o.id) as jobs
      from public.order_items i join public.orders o on o.id = i.order_id where i.id = '${line}'`)

  test('lower the line to what the job and its remake made good', async () => {
    await inWorkshop(async (trade, tx) => {
      const { workshop, sales, server } = trade
      const remake = await againTwo(trade, 1)
      expect(await short(trade)).toEqual([{ job_id: remake, qty: 10, short: 1, why: null }])
      await workshop.run(
        `select public.check_job('${key(51)}', '${remake}', 'pass', 'The client takes nine', p_material => '[]')`,
      )
      expect(await short(trade)).toEqual([{ job_id: remake, qty: 10, short: 1, why: 'The client takes nine' }])
      expect(
        await server.value(`select message from public.notifications where title = 'SO-AGAIN-1: fewer are enough'`),
      ).toBe('9 of 10 of "Panel" were made: The client takes nine. Lower the order to 9, or have the rest made.')
      expect(await refusalOf(tx, () => sales.run(`select public.lower_to_made('${remake}', 2)`))).toBe(
        '1 are short now. Please look again.',
      )
      expect(await sales.value(`select public.lower_to_made('${remake}', 1)`)).toMatchObject({ gross: '106.20' })
      expect(await now(trade)).toEqual({ line: '9', ready: '9', gross: '106.20', jobs: '9 ready, 1 ready' })
      expect(await short(trade)).toEqual([])
      const rest = await workshop.value<string>(
        `select public.plan_delivery('${order}', '[{"order_item_id": "${line}", "qty": 1}]')`,
      )
      await workshop.run(`select public.deliver_drop('${rest}', null, 'Carla')`)
      expect(await now(trade)).toMatchObject({ jobs: '9 delivered, 1 delivered' })
    })
  })

  test('also of one that made nothing good; whoever may change the order does so with the check', async () => {
    await inWorkshop(async (trade) => {
      const remake = await againTwo(trade, 0)
      await trade
        .as('admin')
        .run(`select public.check_job('${key(51)}', '${remake}', 'pass', 'Eight will do', p_material => '[]')`)
      expect(await now(trade)).toEqual({ line: '8', ready: '8', gross: '94.40', jobs: '10 delivered, 2 delivered' })
      expect(await short(trade)).toEqual([])
    })
  })

  test('are not asked for by an order whose line is less today, as after the end of its rest', async () => {
    await inWorkshop(async (trade) => {
      const { workshop, sales } = trade
      const remake = await againTwo(trade, 0)
      await workshop.run(
        `select public.check_job('${key(51)}', '${remake}', 'fail', 'Torn', null, 1, 'damage', p_material => '[]')`,
      )
      expect(await short(trade)).toEqual([{ job_id: remake, qty: 10, short: 1, why: null }])
      await sales.run(`select public.end_order('${order}', 'The client takes eight')`)
      expect(await short(trade)).toEqual([])
    })
  })
})

describe('a failed check', () => {
  test('goes back to the step that is named: it and all after it are to do again', async () => {
    await inWorkshop(async ({ workshop, server }, tx) => {
      await finishAll(workshop)
      expect(await refusalOf(tx, () => workshop.run(check('fail', `, 'Edges are rough'`)))).toBe(
        'Please choose the step that the job goes back to',
      )
      await workshop.run(
        check('fail', `, 'Edges are rough', p_reason => 'cut', p_back_to => '${await step(workshop, 'Cut')}'`),
      )
      expect(await statusOf(workshop)).toBe('in_production')
      expect(
        await server.rows(
          `select name, status, qty_good::int as good from public.job_steps where job_id = '${job}' order by position`,
        ),
      ).toEqual([
        { name: 'Print', status: 'done', good: 10 },
        { name: 'Cut', status: 'todo', good: 0 },
        { name: 'Pack', status: 'todo', good: 0 },
      ])
    })
  })

  test('asks nothing of work on site, counts its pieces and is in production, however its steps are marked', async () => {
    await inWorkshop(async ({ sales, workshop, server }, tx) => {
      const [own, cnc, van] = [key(80), key(81), key(82)]
      await server.run(`insert into public.work_centres (id, name, kind) values
        ('${cnc}', 'Router of the test', 'cnc'), ('${van}', 'Van of the test', 'vehicle')`)
      await sales.run(`select public.create_job('${own}', 'Signs of the lido', '${row.clientContact}', null, 27)`)
      const steps: readonly [string, string, string][] = [
        [key(83), 'Survey', van],
        [key(84), 'Cut', cnc],
        [key(85), 'Edge', cnc],
        [key(86), 'Fit at the lido', van],
      ]
      for (const [place, [id, name, centre]] of steps.entries())
        await sales.run(`select public.add_step('${id}', '${own}', '${name}', '${centre}', 60,
          ${place > 0 ? `'${steps[place - 1]?.[0] ?? ''}'` : 'null'}, true)`)
      await workshop.run(`select public.finish_step('${key(83)}')`)
      expect(await statusOf(workshop, own)).toBe('new')
      // A machine that cuts is production.
      await workshop.run(`select public.start_step('${key(84)}')`)
      expect(await statusOf(workshop, own)).toBe('in_production')
      await workshop.run(`select public.finish_step('${key(84)}', 25, 2)`)
      expect(await refusalOf(tx, () => workshop.run(`select public.finish_step('${key(85)}', 27)`))).toContain(
        '25 good came from "Cut"',
      )
      await workshop.run(`select public.finish_step('${key(85)}')`)
      expect(await statusOf(workshop, own)).toBe('qc')
      const failed = (id: string, more: string) =>
        workshop.run(`select public.check_job('${id}', '${own}', 'fail', 'Torn'${more})`)
      await failed(key(87), `, p_back_to => '${key(85)}', p_failed => 1`)
      expect(
        await server.rows(`select name, status, qty_kept::int, planned_minutes::float from public.job_steps
          where job_id = '${own}' and name in ('Edge', 'Fit at the lido') order by position`),
      ).toEqual([
        { name: 'Edge', status: 'todo', qty_kept: 24, planned_minutes: 2.22 },
        { name: 'Fit at the lido', status: 'todo', qty_kept: 0, planned_minutes: 60 },
      ])
      await workshop.run(`select public.finish_step('${key(85)}')`)
      expect(await statusOf(workshop, own)).toBe('qc')
    })
  })

  test('repeats a step for the pieces that did not pass: both rounds stay, and pieces and labour add up', async () => {
    await inWorkshop(async ({ workshop, accounts, server }, tx) => {
      await server.run(
        `insert into public.wage_rates (user_id, valid_from, hourly_cost) values ('${idOf('team_member')}', '2020-01-01', 60)`,
      )
      await server.run(`update public.job_steps set assignees = array['${idOf('team_member')}']::uuid[], planned_minutes = 10
        where job_id = '${job}'`)
      await server.run(`update public.job_step_templates set minutes_fixed = case name when 'Pack' then 4 else 0 end,
        minutes_per_unit = case name when 'Pack' then 0.6 else 1 end where service_id = '${service}'`)
      const labour = async () => (await accounts.value<{ labour: string }>(`select public.job_effort('${job}')`)).labour
      await finish(workshop, 'Print', '10, 2')
      await finish(workshop, 'Cut', '10, 0')
      await finish(workshop, 'Pack', '9, 1')
      expect(await labour()).toBe('30.00')
      const back = async (name: string, failed: string) =>
        check('fail', `, 'Edges are rough', p_back_to => '${await step(workshop, name)}', p_failed => ${failed}`)
      expect(await refusalOf(tx, async () => workshop.run(await back('Cut', '10')))).toBe(
        'Between 1 and 9 did not pass',
      )
      await workshop.run(await back('Cut', '3'))
      // What was worked stays, also while the step waits for its second round; that is planned by its own pieces.
      expect(await labour()).toBe('30.00')
      expect(
        await server.rows(
          `select planned_minutes::float as minutes, rounds -> 0 -> 'minutes' as before from public.job_steps where job_id = '${job}' order by position`,
        ),
      ).toEqual([
        { minutes: 10, before: null },
        { minutes: 3, before: 10 },
        { minutes: 5.8, before: 10 },
      ])
      expect(await refusalOf(tx, () => finish(workshop, 'Cut', '4, 0'))).toBe(
        '3 good came from "Print": good and wasted are 3 together at most',
      )
      await finish(workshop, 'Cut', 'null, 0')
      await finish(workshop, 'Pack', 'null, 1')
      const rounds = `select name, qty_kept::int as kept, qty_good::int as good, qty_waste::int as waste, jsonb_path_query_array(rounds, '$[*].good') as before,
        jsonb_path_query_array(rounds, '$[*].failed') as failed from public.job_steps where job_id = '${job}' order by position`
      expect(await server.rows(rounds)).toEqual([
        { name: 'Print', kept: 0, good: 10, waste: 2, before: [], failed: [] },
        { name: 'Cut', kept: 6, good: 3, waste: 0, before: [10], failed: [3] },
        { name: 'Pack', kept: 6, good: 2, waste: 1, before: [9], failed: [3] },
      ])
      // 3 of 10 pieces: a minute each at the cutter, and 4 to set up the packing with 0.6 for each.
      expect(await labour()).toBe('38.80')
      expect(
        await server.one(`select private.pieces_made('${job}')::int as made, private.pieces_short('${job}')::int as short,
          (public.job_document('${job}') #>> '{steps,2,done}') as ticket`),
      ).toEqual({ made: 8, short: 2, ticket: expect.stringMatching(/8 good, 2 wasted, 3 made again$/) })
      // A timer of the second round stands for that one only: the first was done without a timer, and still counts as planned.
      await server.run(`update public.job_checks set created_at = now() - interval '2 hours' where job_id = '${job}'`)
      await server.run(`insert into public.time_entries (user_id, user_email, status, job_id, step_id, total_duration, sessions)
        values ('${idOf('team_member')}', 'x@company.test', 'completed', '${job}', '${await step(server, 'Cut')}', '00:30:00',
          jsonb_build_array(jsonb_build_object('startTime', private.iso(now() - interval '1 hour'), 'endTime', private.iso(now() - interval '30 minutes'))))`)
      expect(await labour()).toBe('65.80')
      // From the first step on also those that are missing are made.
      await workshop.run((await back('Print', '1')).replace(key(50), key(51)))
      expect(await refusalOf(tx, () => finish(workshop, 'Print', '4, 0'))).toBe(
        '7 of 10 are good already: more than 3 cannot be made again',
      )
      for (const name of ['Print', 'Cut', 'Pack']) await finish(workshop, name, 'null, 0')
      expect(await server.value(`select private.pieces_made('${job}')::int`)).toBe(10)
    })
  })

  test('is recorded of a ready job too: the good pieces stay ready, and a remake makes the bad one', async () => {
    await inWorkshop(async ({ workshop, server }, tx) => {
      const [order, line] = [key(70), key(71)]
      await server.run(`insert into public.orders (id, order_number, contact_id, project_title)
        values ('${order}', 'SO-READY-2', '${row.clientContact}', 'Ten panels')`)
      await server.run(`insert into public.order_items (id, order_id, position, description, qty, unit, unit_price, vat_rate)
        values ('${line}', '${order}', 'a0', 'Panel', 10, 'piece', 10, 18)`)
      await server.run(`update public.jobs set order_id = '${order}', order_item_id = '${line}' where id = '${job}'`)
      const ready = () => server.value(`select qty_ready::int from public.order_items where id = '${line}'`)
      await finishAll(workshop)
      await workshop.run(check('pass', `, p_material => '${used(3)}'`))
      expect(await ready()).toBe(10)
      expect(await refusalOf(tx, () => workshop.run(check('pass', '', key(51))))).toBe(
        'This job is not in quality control: it is ready',
      )
      const remake = await workshop.value<string>(
        check('fail', `, 'A scratch', p_remake_qty => 1, p_reason => 'damage'`, key(52)),
      )
      expect(await statusOf(workshop)).toBe('ready')
      expect(await workshop.value(`select qty::int from public.jobs where id = '${remake}'`)).toBe(1)
      expect(await ready()).toBe(9)
    })
  })

  test('makes again from the named step on; what that costs stands at the first job', async () => {
    await inWorkshop(async ({ workshop, accounts, server }) => {
      await finishAll(workshop)
      const remake = await workshop.value<string>(
        check('fail', `, 'Torn', null, 2, 'damage', '${await step(workshop, 'Cut')}', p_material => '${used(3)}'`),
      )
      expect(
        await server.one(
          `select string_agg(name, ' ' order by position) as steps, max(cardinality(depends_on)) as waits from public.job_steps where job_id = '${remake}'`,
        ),
      ).toEqual({ steps: 'Cut Pack', waits: 1 })
      await workshop.run(`select public.move_stock('${key(60)}', '${sheet}', 'deduct', 1, p_job_id => '${remake}')`)
      expect(await accounts.value(`select public.job_effort('${job}')`)).toMatchObject({
        material: '120.00',
        remakes: {
          jobs: 1,
          material: '40.00',
          labour: '0.00',
          ready: '8',
          made: [{ id: remake, number: expect.stringMatching(/-R1$/), status: 'approved', qty: '2' }],
        },
      })
    })
  })
})

describe('a job without steps', () => {
  const bare = key(60)
  const inQuality = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
    inWorkshop(async (trade, tx) => {
      await trade.sales.run(`select public.create_job('${bare}', 'Booklets', '${row.clientContact}', null, 250)`)
      for (const status of ['approved', 'in_production', 'qc'])
        await trade.workshop.run(`update public.jobs set status = '${status}' where id = '${bare}'`)
      await work(trade, tx)
    })
  const pass = (steps: string, more = '') =>
    `select public.check_job('${key(61)}', '${bare}', 'pass', p_steps => ${steps}${more})`
  const made = (good: number, waste = 0) => `'[{"outcome": "made", "good": ${good}, "waste": ${waste}}]'`

  test('passes only with its good pieces, which count as those of a step', async () => {
    await inQuality(async ({ workshop }, tx) => {
      const number = await workshop.value(`select job_number from public.jobs where id = '${bare}'`)
      for (const steps of ['null', `'[]'`, `'[{"outcome": "made"}]'`])
        expect(await refusalOf(tx, () => workshop.run(pass(steps)))).toBe(
          `${String(number)} has no steps. Please say how many of 250 are good.`,
        )
      expect(await refusalOf(tx, () => workshop.run(pass(made(300))))).toBe('This job makes 250: more cannot be good')
      expect(await refusalOf(tx, () => workshop.run(pass(made(240))))).toBe(
        '10 of 250 are short. Have them made again, or say why they are not needed.',
      )
      const remake = await workshop.value(pass(made(240, 12), ', p_remake_qty => 10'))
      expect(await statusOf(workshop, bare)).toBe('ready')
      expect(await workshop.value(`select qty::int from public.jobs where id = '${String(remake)}'`)).toBe(10)
      expect(
        await workshop.one(`select name, status, qty_good::int, qty_waste::int, finished_at is not null as is_over
          from public.job_steps where job_id = '${bare}'`),
      ).toEqual({ name: 'Made', status: 'done', qty_good: 240, qty_waste: 12, is_over: true })
    })
  })

  test('of which a part is made again is good but for that part', async () => {
    await inQuality(async ({ workshop }) => {
      await workshop.run(`select public.check_job('${key(61)}', '${bare}', 'fail', 'Torn', null, 50, 'damage')`)
      expect(
        await workshop.one(`select qty_good::int, qty_waste::int from public.job_steps where job_id = '${bare}'`),
      ).toEqual({ qty_good: 200, qty_waste: 50 })
    })
  })
})
