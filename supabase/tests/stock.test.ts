import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { become, undone } from './act.ts'
import { openOwnWorld, row } from './world.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `57000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const sheet = key(1)
const roll = key(2)
const job = key(11)
const laterJob = key(12)

/** A sheet that costs 60 for 3 m², a roll of 100 m² that costs 200, and two jobs: one due before the other. */
const inStock = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await trade.server
      .run(`insert into public.inventory_items (id, sku, name, form, width_mm, length_mm, buy_unit, sell_unit,
        sell_per_buy, supplier_id, supplier_sku) values
      ('${sheet}', 'S-1', 'ACM', 'sheet', 1500, 2000, 'sheet', 'm2', 3, '${row.business}', 'N-77'),
      ('${roll}', 'R-1', 'Vinyl', 'roll', 1000, 100000, 'roll', 'm2', 100, '${row.business}', null)`)
    await trade.server.run(
      `insert into public.inventory_item_costs (item_id, cost_price) values ('${sheet}', 60), ('${roll}', 200)`,
    )
    await trade.sales.run(`select public.create_job('${job}', 'First', p_due_date => '2026-05-01')`)
    await trade.sales.run(`select public.create_job('${laterJob}', 'Second', p_due_date => '2026-06-01')`)
    return work(trade, tx)
  })

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

let moved = 100
const move = (reason: string, qty: number, more = '', item = sheet) =>
  `select public.move_stock('${key((moved += 1))}', '${item}', '${reason}', ${qty}${more})`
const levels = (worker: Worker, item = sheet) =>
  worker.one(`select trim_scale(on_hand)::text as there, trim_scale(reserved)::text as reserved,
    trim_scale(on_order)::text as ordered from public.inventory_items where id = '${item}'`)
const plan = (of: string, qty: number, item = sheet) => `select public.plan_material('${of}', '${item}', ${qty})`
const kept = (worker: Worker) =>
  worker.rows(`select trim_scale(qty_reserved)::text as kept, trim_scale(qty_used)::text as used from public.job_materials
    where item_id = '${sheet}' order by job_id`)

describe('stock', () => {
  test('is the sum of its movements: counted, received, taken, wasted, returned', async () => {
    await inStock(async ({ workshop }, tx) => {
      await workshop.run(move('count', 10))
      await workshop.run(move('purchase', 2))
      await workshop.run(move('deduct', 3, `, p_job_id => '${job}'`))
      await workshop.run(move('return', 1, `, p_job_id => '${job}'`))
      await workshop.run(move('waste', 1, `, p_note => 'Fell'`))
      expect(await levels(workshop)).toEqual({ there: '9', reserved: '0', ordered: '0' })
      expect(
        await workshop.rows(`select reason, trim_scale(qty)::text as qty, trim_scale(balance)::text as balance
          from public.stock_movements where item_id = '${sheet}' order by created_at`),
      ).toEqual([
        { reason: 'count', qty: '10', balance: '10' },
        { reason: 'purchase', qty: '2', balance: '12' },
        { reason: 'deduct', qty: '-3', balance: '9' },
        { reason: 'return', qty: '1', balance: '10' },
        { reason: 'waste', qty: '-1', balance: '9' },
      ])
      expect(
        await refusal(tx, workshop, `update public.inventory_items set on_hand = 99 where id = '${sheet}'`),
      ).toMatch(/on_hand/)
    })
  })

  test('is never taken twice, negative, in parts of a sheet, or more than a job took', async () => {
    await inStock(async ({ workshop, sales }, tx) => {
      await workshop.run(move('count', 1))
      const once = move('deduct', 1)
      await workshop.run(once)
      await workshop.run(once)
      expect(await levels(workshop)).toMatchObject({ there: '0' })
      expect(await refusal(tx, workshop, move('deduct', 1))).toBe('Nothing is left of ACM')
      expect(await refusal(tx, workshop, move('purchase', 0.5))).toBe('ACM is counted in whole sheets')
      expect(await refusal(tx, workshop, move('count', -1))).toBe('Please enter a quantity between 0 and 1,000,000')
      expect(await refusal(tx, workshop, move('deduct', 0))).toBe('The quantity must be more than zero')
      expect(await refusal(tx, workshop, move('return', 1, `, p_job_id => '${job}'`))).toBe(
        'This job took only 0 sheets of it',
      )
      expect(await refusal(tx, workshop, move('waste', 1))).toBe('Please say what happened to it')
      expect(await refusal(tx, sales, move('count', 5))).toBe('You may not change stock')
    })
  })

  test('a roll is received as rolls and taken by the square metre', async () => {
    await inStock(async ({ workshop, accounts }) => {
      await workshop.run(move('purchase', 2, `, 'roll'`, roll))
      await workshop.run(move('deduct', 12.5, `, 'm2', '${job}'`, roll))
      expect(await levels(workshop, roll)).toMatchObject({ there: '187.5' })
      expect(
        await accounts.value(`select sum(-m.qty * c.unit_cost)::numeric(14, 2)::text from public.stock_movements m
          join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = '${job}'`),
      ).toBe('25.00')
      expect(await workshop.rows(`select * from public.stock_movement_costs`)).toEqual([])
    })
  })

  test('a count over a stock that changed meanwhile is refused, and says so', async () => {
    await inStock(async ({ workshop }, tx) => {
      await workshop.run(move('count', 10))
      await workshop.run(move('deduct', 2))
      expect(await refusal(tx, workshop, move('count', 10, ', p_seen => 10'))).toBe(
        'The stock changed while you counted: 10 sheets were there, now 8 sheets. Please count again.',
      )
      await workshop.run(move('count', 7, ', p_seen => 8'))
      expect(await levels(workshop)).toMatchObject({ there: '7' })
    })
  })

  test('an undo is a counter-movement, once', async () => {
    await inStock(async ({ workshop }, tx) => {
      await workshop.run(move('count', 5))
      await workshop.run(move('deduct', 2, `, p_job_id => '${job}'`))
      const taken = key(moved)
      await workshop.run(`select public.undo_movement('${taken}', '${key(900)}')`)
      await workshop.run(`select public.undo_movement('${taken}', '${key(900)}')`)
      expect(await levels(workshop)).toMatchObject({ there: '5' })
      expect(await kept(workshop)).toEqual([{ kept: '0', used: '0' }])
      expect(await refusal(tx, workshop, `select public.undo_movement('${taken}', '${key(901)}')`)).toBe(
        'This movement is undone already',
      )
      expect(await refusal(tx, workshop, `select public.undo_movement('${key(900)}', '${key(902)}')`)).toBe(
        'This is an undo already. Enter the movement again.',
      )
    })
  })
})

describe('what jobs need', () => {
  test('is kept for them; others take only the rest', async () => {
    await inStock(async ({ workshop, sales }, tx) => {
      await workshop.run(move('count', 10))
      await sales.run(plan(job, 8))
      expect(await levels(workshop)).toMatchObject({ there: '10', reserved: '8' })
      expect(await refusal(tx, workshop, move('deduct', 3))).toBe(
        'Only 2 sheets can be taken: the rest is reserved for other jobs',
      )
      await workshop.run(move('deduct', 6, `, p_job_id => '${job}'`))
      expect(await levels(workshop)).toMatchObject({ there: '4', reserved: '2' })
      expect(await kept(workshop)).toEqual([{ kept: '2', used: '6' }])
    })
  })

  test('what arrives goes to the job that is due first; what gets lost is missing where it is due last', async () => {
    await inStock(async ({ workshop, sales }) => {
      await sales.run(plan(laterJob, 3))
      await sales.run(plan(job, 3))
      await workshop.run(move('purchase', 4))
      expect(await kept(workshop)).toEqual([
        { kept: '3', used: '0' },
        { kept: '1', used: '0' },
      ])
      await workshop.run(move('count', 2))
      expect(await kept(workshop)).toEqual([
        { kept: '2', used: '0' },
        { kept: '0', used: '0' },
      ])
      await sales.run(`select public.plan_material('${job}', '${sheet}', 0)`)
      expect(await kept(workshop)).toEqual([{ kept: '2', used: '0' }])
    })
  })

  test('a job that is cancelled gives back what was kept for it', async () => {
    await inStock(async ({ workshop, sales, server }) => {
      await workshop.run(move('count', 5))
      await sales.run(plan(job, 5))
      await server.run(`update public.jobs set status = 'cancelled' where id = '${job}'`)
      expect(await levels(workshop)).toMatchObject({ reserved: '0' })
    })
  })
})

describe('purchase orders', () => {
  const order = async ({ workshop, as }: Trade, qty = 10) => {
    const id = await workshop.value<string>(
      `select public.add_to_purchase('${row.business}', '[{"item_id": "${sheet}", "qty": ${qty}}]')`,
    )
    await as('account_manager').run(`select public.send_purchase_order('${id}')`)
    const line = await workshop.value<string>(
      `select id from public.purchase_order_lines where purchase_order_id = '${id}'`,
    )
    return { id, line }
  }
  const receive = (id: string, line: string, qty: number, receipt = key(800)) =>
    `select public.receive_purchase('${receipt}', '${id}', '[{"line_id": "${line}", "qty": ${qty}}]')`

  test('are compared with what suppliers invoice, in words; what nobody ordered comes into stock by its invoice, once', async () => {
    await inStock(async (trade, tx) => {
      const { workshop, accounts, server, as } = trade
      const { id, line } = await order(trade)
      await workshop.run(receive(id, line, 4))
      const [invoice, sheets, rolls] = [key(900), key(901), key(902)]
      await server.run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, vat)
        values ('${invoice}', '${row.business}', 'RE-5', private.company_today(), 100, 18)`)
      await accounts.run(`insert into public.supplier_invoice_items (id, supplier_invoice_id, position, description, qty, unit_price, inventory_item_id)
        values ('${sheets}', '${invoice}', 'a0', 'ACM', 6, 60, '${sheet}'), ('${rolls}', '${invoice}', 'a1', 'Vinyl', 1, 200, '${roll}')`)
      const words = async () =>
        (
          await accounts.rows<{ words: string; fits: boolean; may_take_in: boolean }>(
            `select words, fits, may_take_in from public.receipt_matches('${invoice}')`,
          )
        ).map((match) => ({ ...match, words: match.words.replace(/ PO-.*/, '') }))
      expect(await words()).toEqual([
        {
          words: '2 sheets more invoiced than received: 6 invoiced, 4 received, 10 ordered.',
          fits: false,
          may_take_in: false,
        },
        { words: 'No purchase order to this supplier has it.', fits: true, may_take_in: true },
      ])
      const takeIn = (lineId: string) => as('admin').run(`select public.take_in_line('${lineId}')`)
      expect(await refusal(tx, as('admin'), `select public.take_in_line('${sheets}')`)).toMatch(
        /^It was ordered on PO-.*\. Receive it there, so that it is counted once\.$/,
      )
      await takeIn(rolls)
      await takeIn(rolls)
      await workshop.run(receive(id, line, 2, key(801)))
      expect(await words()).toEqual([
        { words: 'Received as invoiced: 6 sheets.', fits: true, may_take_in: false },
        { words: 'Taken into stock from this invoice.', fits: true, may_take_in: false },
      ])
      await workshop.run(receive(id, line, 3, key(802)))
      expect((await words())[0]?.words).toBe('3 sheets received and not invoiced yet: 6 invoiced, 9 received.')
      expect(await server.value(`select on_hand::int from public.inventory_items where id = '${roll}'`)).toBe(100)
      expect(
        await accounts.one(
          `select ordered, received, invoiced from public.receipt_matches('${invoice}') where line_id = '${sheets}'`,
        ),
      ).toEqual({ ordered: '10', received: '9', invoiced: '6' })
      const change = `update public.supplier_invoice_items set inventory_item_id = '${sheet}' where id = '${rolls}'`
      expect(await refusal(tx, accounts, change)).toBe(
        'This line brought its goods into stock. Undo that movement first.',
      )
      await as('admin').run(`select public.undo_movement('${rolls}', '${key(903)}')`)
      expect(await refusal(tx, accounts, change)).toBe('nothing was refused')
    })
  })

  test('are compared with invoices once they were sent: a draft and a cancelled one are no order', async () => {
    await inStock(async (trade) => {
      const { accounts, server } = trade
      const [invoice, sheets] = [key(910), key(911)]
      await server.run(`insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, vat)
        values ('${invoice}', '${row.business}', 'RE-6', private.company_today(), 100, 18)`)
      await accounts.run(`insert into public.supplier_invoice_items (id, supplier_invoice_id, position, description, qty, unit_price, inventory_item_id)
        values ('${sheets}', '${invoice}', 'a0', 'ACM', 6, 60, '${sheet}')`)
      const { id } = await order(trade)
      const ordered: unknown[] = []
      for (const status of ['draft', 'cancelled', 'sent', 'part_received', 'received']) {
        await server.run(`set local session_replication_role = replica`)
        await server.run(`update public.purchase_orders set status = '${status}' where id = '${id}'`)
        await server.run(`set local session_replication_role = origin`)
        ordered.push([
          status,
          await accounts.value(`select ordered from public.receipt_matches('${invoice}') where line_id = '${sheets}'`),
        ])
      }
      expect(ordered).toEqual([
        ['draft', '0'],
        ['cancelled', '0'],
        ['sent', '10'],
        ['part_received', '10'],
        ['received', '10'],
      ])
    })
  })

  test('count as on order when they are sent, and become stock in parts', async () => {
    await inStock(async (trade, tx) => {
      const { workshop, accounts } = trade
      const { id, line } = await order(trade)
      expect(await levels(workshop)).toMatchObject({ there: '0', ordered: '10' })
      expect(await workshop.value(receive(id, line, 4))).toBe('part_received')
      expect(await workshop.value(receive(id, line, 4))).toBe('part_received')
      expect(await levels(workshop)).toMatchObject({ there: '4', ordered: '6' })
      expect(await refusal(tx, workshop, receive(id, line, 7, key(801)))).toBe(
        'No more than this is still to come: 6 sheets of ACM',
      )
      expect(await workshop.value(receive(id, line, 6, key(801)))).toBe('received')
      expect(await refusal(tx, workshop, receive(id, line, 1, key(802)))).toBe(
        'Nothing is expected: this purchase order is received',
      )
      expect(await workshop.value(`select public.purchase_document('${id}') #>> '{lines,0,unit_cost}'`)).toBe(null)
      expect(await accounts.value(`select public.purchase_document('${id}') #>> '{lines,0,net}'`)).toBe('600.00')
    })
  })

  test('a wrong receipt is undone by a counter-movement: it is expected again', async () => {
    await inStock(async (trade) => {
      const { id, line } = await order(trade)
      await trade.workshop.run(receive(id, line, 10))
      const movement = await trade.workshop.value<string>(
        `select id from public.stock_movements where receipt_id = '${key(800)}'`,
      )
      await trade.workshop.run(`select public.undo_movement('${movement}', '${key(803)}')`)
      expect(await levels(trade.workshop)).toEqual({ there: '0', reserved: '0', ordered: '10' })
      expect(await trade.workshop.value(`select status from public.purchase_orders where id = '${id}'`)).toBe('sent')
    })
  })

  test('an item that is low asks for what is missing, and what is on order counts', async () => {
    await inStock(async (trade) => {
      const { workshop } = trade
      const low = () =>
        workshop.one(
          `select is_low, trim_scale(to_order)::text as missing from public.inventory_items where id = '${sheet}'`,
        )
      await workshop.run(move('count', 3))
      await workshop.run(`update public.inventory_items set min_qty = 5, reorder_qty = 8 where id = '${sheet}'`)
      expect(await low()).toEqual({ is_low: true, missing: '8' })
      await order(trade, 2)
      expect(await low()).toEqual({ is_low: true, missing: '0' })
    })
  })

  test('go to the supplier by mail once, with their PDF; then the items are on order', async () => {
    await inStock(async ({ workshop, server, as }, tx) => {
      const id = await workshop.value<string>(
        `select public.add_to_purchase('${row.business}', '[{"item_id": "${sheet}", "qty": "4"}]')`,
      )
      const send = (mail: number) =>
        `select public.send_document('purchase_order', '${id}', array['orders@supplier.example'], '${key(mail)}')`
      expect(await refusal(tx, workshop, send(810))).toBe('You may not send purchase orders')
      await tx.exec('savepoint with_rights')
      await server.run(`delete from public.role_permissions where role = 'account_manager'`)
      expect(await refusal(tx, as('account_manager'), send(810))).toBe(
        'You may not send purchase orders: they show what things cost',
      )
      await tx.exec('rollback to savepoint with_rights')
      await as('account_manager').run(send(810))
      await as('account_manager').run(send(810))
      expect(await refusal(tx, as('account_manager'), send(811))).toBe(
        'This mail to the same people is waiting already',
      )
      expect(
        await server.one(`select e.template_key, e.status, e.record_label = o.purchase_number as labelled, o.status as state, o.sent_to,
            private.mail_paper('purchase_order', o.id) ->> 'number' = o.purchase_number as has_paper
          from public.scheduled_emails e join public.purchase_orders o on o.id = e.record_id where e.record_id = '${id}'`),
      ).toEqual({
        template_key: 'purchase_order',
        status: 'queued',
        labelled: true,
        state: 'sent',
        sent_to: 'orders@supplier.example',
        has_paper: true,
      })
      expect(await workshop.value(`select on_order > 0 from public.inventory_items where id = '${sheet}'`)).toBe(true)
    })
  })

  test('are sent by whoever adds items, and an empty one is not sent', async () => {
    await inStock(async ({ workshop, as }, tx) => {
      const id = await workshop.value<string>(`select public.add_to_purchase('${row.business}')`)
      expect(await refusal(tx, workshop, `select public.send_purchase_order('${id}')`)).toBe(
        'You may not send purchase orders',
      )
      expect(await refusal(tx, as('account_manager'), `select public.send_purchase_order('${id}')`)).toBe(
        'There is nothing on this purchase order yet',
      )
    })
  })
})

describe('many items at once', () => {
  const change = (changes: unknown) => `select public.change_items('${JSON.stringify(changes)}')`
  test('are saved together or not at all', async () => {
    await inStock(async ({ workshop, as }, tx) => {
      const [first, second] = [
        { id: sheet, row_version: 2, values: { bin: 'A1', min_qty: '4' } },
        { id: roll, row_version: 9, values: { bin: 'B1' } },
      ]
      expect(await refusal(tx, workshop, change([first, second]))).toBe(
        'Vinyl was changed by somebody else meanwhile. Nothing was saved.',
      )
      expect(await workshop.value(`select bin from public.inventory_items where id = '${sheet}'`)).toBe(null)
      expect(await workshop.value(change([first, { ...second, row_version: 2 }]))).toBe(2)
      expect(await refusal(tx, workshop, change([{ ...first, row_version: 3, values: { cost_price: '1' } }]))).toBe(
        'You may not change what items cost',
      )
      expect(await refusal(tx, workshop, change([{ id: sheet, row_version: 3, values: { on_hand: '1' } }]))).toBe(
        'A column of this sheet cannot be changed here',
      )
      expect(
        await as('account_manager').value(
          change([{ id: null, values: { sku: 'N-1', name: 'New', cost_price: '2.5' } }]),
        ),
      ).toBe(1)
    })
  })

  test('a copy has the properties, another number and no stock', async () => {
    await inStock(async ({ workshop, as }) => {
      await workshop.run(move('count', 5))
      await as('account_manager').run(
        `select public.duplicate_item('${key(700)}', '${sheet}', 'S-2', 'ACM small', 1000, 2000)`,
      )
      expect(
        await workshop.one(`select name, sell_per_buy::text, on_hand::text, supplier_id = '${row.business}' as same
          from public.inventory_items where id = '${key(700)}'`),
      ).toEqual({ name: 'ACM small', sell_per_buy: '2.0000', on_hand: '0.0000', same: true })
    })
  })
})

test('an offcut is one piece: the second who takes it is told', async () => {
  await inStock(async ({ workshop }, tx) => {
    await workshop.run(`select public.keep_offcut('${key(600)}', '${sheet}', 800, 600, '${job}', 'Rack 2')`)
    await workshop.run(`select public.move_offcut('${key(600)}', 'used', '${job}')`)
    expect(await refusal(tx, workshop, `select public.move_offcut('${key(600)}', 'used', '${laterJob}')`)).toBe(
      'Somebody used this offcut meanwhile',
    )
    expect(await refusal(tx, workshop, `select public.keep_offcut('${key(601)}', '${sheet}', 1800, 1600)`)).toBe(
      'An offcut is not larger than the sheet it was cut from',
    )
  })
})

// On PostgreSQL these requests run at once, each on its own connection; PGlite takes them one after the other.
test('a hundred people take from ten pieces at once: ten succeed', async () => {
  const item = key(500)
  await engine.exec(`insert into public.inventory_items (id, sku, name, form) values ('${item}', 'RACE', 'Driver', 'piece');
    insert into public.stock_movements (item_id, reason, qty) values ('${item}', 'count', 10)`)
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      try {
        await engine.transaction(async (tx) => {
          await become(tx, 'team_member')
          await tx.query(`select public.move_stock('${key(5000 + index)}', '${item}', 'deduct', 1)`)
        })
        return 'taken'
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }),
  )
  expect(answers.filter((answer) => answer === 'taken').length).toBe(10)
  expect(new Set(answers)).toEqual(new Set(['taken', 'Nothing is left of Driver']))
  const { rows } = await engine.query(`select i.on_hand::text, (select sum(m.qty)::text from public.stock_movements m
    where m.item_id = i.id) as moved from public.inventory_items i where i.id = '${item}'`)
  expect(rows).toEqual([{ on_hand: '0.0000', moved: '0.0000' }])
})

test('T1: who may change neither jobs nor production plans no material, and hears nothing of items or jobs', async () => {
  await inStock(async ({ as, workshop, server }, tx) => {
    await server.run(
      `update public.page_permissions set can_edit = false where role = 'team_member' and page_name in ('jobs', 'production')`,
    )
    const unit = `select public.plan_material('${job}', '${sheet}', 1.5, 'piece')`
    for (const call of [plan(job, 1), plan(job, 0.5), plan(key(999), 1), plan(job, 1, key(998)), unit])
      for (const worker of [workshop, as('pending'), as('client')])
        expect(await refusal(tx, worker, call)).toBe('You may not plan materials')
    expect(await server.value(`select count(*)::int from public.job_materials`)).toBe(0)
  })
})
