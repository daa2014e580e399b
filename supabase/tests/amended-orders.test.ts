import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** An approved quotation with a fascia of €1,000 and 10 boards of €20, half prepaid. */
async function ordered(trade: Trade): Promise<{ order: string; boards: string; fascia: string }> {
  const id = await trade.sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await trade.sales
    .run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'Tray fascia', 1, 1000, 18), ('${id}', 'a2', 'Site boards', 10, 20, 18)`)
  await trade.sales.run(`select public.send_quotation('${id}')`)
  const order = await trade.sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  const line = (words: string) =>
    trade.sales.value<string>(
      `select id from public.order_items where order_id = '${order}' and description = '${words}'`,
    )
  return { order, boards: await line('Site boards'), fascia: await line('Tray fascia') }
}
const add = (trade: Trade, id: string, words: string, qty: number, price: number) =>
  trade.sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'b1', '${words}', ${qty}, ${price}, 18)`)
const head = (trade: Trade, order: string) =>
  trade.sales.one(
    `select net::text, vat::text, gross::text, deposit_amount::text as deposit, status from public.orders where id = '${order}'`,
  )
const approve = async (trade: Trade, id: string): Promise<void> => {
  await trade.sales.run(`select public.send_quotation('${id}')`)
  const uuid = await trade.sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
  await trade.client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
}

test('extra work that the client approves joins the order: lines, jobs, totals and a deposit of its own', async () => {
  await inTrade(async (trade) => {
    const { order } = await ordered(trade)
    expect(await head(trade, order)).toMatchObject({ gross: '1416.00', deposit: '708.00' })
    const id = await trade.sales.value<string>(`select public.amend_order('${order}')`)
    expect(
      await trade.sales.one(`select deposit_kind, project_title from public.quotations where id = '${id}'`),
    ).toEqual({
      deposit_kind: 'none',
      project_title: 'Extra work: Shop front',
    })
    await trade.sales.run(
      `update public.quotations set deposit_kind = 'percent', deposit_value = 50 where id = '${id}'`,
    )
    await add(trade, id, 'Second window', 2, 150)
    await approve(trade, id)

    expect(await head(trade, order)).toEqual({
      net: '1500.00',
      vat: '270.00',
      gross: '1770.00',
      deposit: '885.00',
      status: 'awaiting_deposit',
    })
    expect(
      await trade.sales.rows(
        `select count(*)::int as orders from public.orders where contact_id = '${row.clientContact}' and project_title = 'Shop front'`,
      ),
    ).toEqual([{ orders: 1 }])
    expect(
      await trade.sales.rows(
        `select description from public.order_items where order_id = '${order}' order by position`,
      ),
    ).toEqual([
      { description: 'Tray fascia' },
      { description: 'Site boards' },
      { description: expect.stringMatching(/^Extra work, Q-\d{4}-\d+$/) },
      { description: 'Second window' },
    ])
    const jobs = await trade.sales.rows<{ job_number: string; title: string }>(
      `select job_number, title from public.jobs where order_id = '${order}' order by job_number`,
    )
    expect(jobs.map(({ job_number, title }) => [job_number.slice(-2), title])).toEqual([
      ['-A', 'Tray fascia'],
      ['-B', 'Site boards'],
      ['-C', 'Second window'],
    ])
    expect(
      await trade.accounts.rows(
        `select status, amount::text from public.payment_requests where order_id = '${order}' order by amount`,
      ),
    ).toEqual([
      { status: 'cancelled', amount: '708.00' },
      { status: 'open', amount: '885.00' },
    ])
    const uuid = await trade.sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    expect(await trade.client.value(`select public.get_public_quotation('${uuid}')`)).toMatchObject({
      status: 'converted',
      order: { is_amended: true, gross: '1770.00' },
    })
  })
})

test('extra work without a deposit leaves the link for the rest of the deposit as the client has it', async () => {
  await inTrade(async (trade) => {
    const { order } = await ordered(trade)
    await trade.accounts.run(
      `select public.record_payment('${row.clientContact}', 300, 'bank', p_order_id => '${order}')`,
    )
    const requests = () =>
      trade.accounts.rows(
        `select id, status, amount::text from public.payment_requests where order_id = '${order}' and status = 'open'`,
      )
    const extra = async () => {
      const id = await trade.sales.value<string>(`select public.amend_order('${order}')`)
      await add(trade, id, 'Second window', 2, 150)
      await approve(trade, id)
    }
    await extra()
    const before = await requests()
    expect(before).toMatchObject([{ amount: '408.00' }])
    await extra()
    expect(await head(trade, order)).toMatchObject({ deposit: '708.00', gross: '2124.00' })
    expect(await requests()).toEqual(before)
  })
})

test('what is not delivered, planned or invoiced can be taken off; the rest is refused in words', async () => {
  await inTrade(async (trade, tx) => {
    const { order, boards, fascia } = await ordered(trade)
    await trade.workshop.run(`select public.plan_delivery('${order}', '[{"order_item_id": "${boards}", "qty": 6}]')`)
    const id = await trade.sales.value<string>(`select public.amend_order('${order}')`)
    await add(trade, id, 'Larger board', 1, 90)
    const takeOff = (line: string, qty: number) =>
      refusalOf(tx, () => trade.sales.run(`select public.take_off_order_line('${id}', '${line}', ${qty})`))
    expect(await takeOff(boards, 5)).toBe(
      'Only 4 of 10 of "Site boards" can be taken off: the rest is delivered, planned for a delivery or invoiced',
    )
    expect(await takeOff(boards, 3)).toBe('done')
    expect(
      await trade.sales.rows(`select description, qty, free from public.order_lines_to_take_off('${id}')`),
    ).toEqual([
      { description: 'Tray fascia', qty: '1', free: '1' },
      { description: 'Site boards', qty: '10', free: '4' },
    ])
    expect(await trade.sales.value(`select net::text from public.quotations where id = '${id}'`)).toBe('30.00')
    // A reduced line keeps the price of the order; a typed price is ignored.
    await trade.sales.run(
      `update public.quotation_items set unit_price = 500 where quotation_id = '${id}' and kind = 'discount'`,
    )
    expect(await trade.sales.value(`select net::text from public.quotations where id = '${id}'`)).toBe('30.00')

    await approve(trade, id)
    expect(
      await trade.sales.rows(
        `select description, qty::text, net::text from public.order_items where order_id = '${order}' and kind = 'item' order by position`,
      ),
    ).toEqual([
      { description: 'Tray fascia', qty: '1.0000', net: '1000.00' },
      { description: 'Site boards', qty: '7.0000', net: '140.00' },
      { description: 'Larger board', qty: '1.0000', net: '90.00' },
    ])
    expect(await head(trade, order)).toMatchObject({ net: '1230.00', gross: '1451.40' })
    expect(await trade.sales.value(`select qty::text from public.jobs where order_item_id = '${boards}'`)).toBe(
      '7.0000',
    )

    const next = await trade.sales.value<string>(`select public.amend_order('${order}')`)
    await add(trade, next, 'LED letters', 1, 1200)
    await trade.sales.run(`select public.take_off_order_line('${next}', '${fascia}', 1)`)
    await trade.sales.run(`select public.send_quotation('${next}')`)
    await trade.server.run(`update public.jobs set status = 'in_production' where order_item_id = '${fascia}'`)
    expect(
      await refusalOf(tx, () =>
        trade.sales.run(`select public.record_quotation_answer('${next}', 'approved', 'Carla')`),
      ),
    ).toBe('The job of "Tray fascia" has begun: it cannot be taken off whole')
    expect(await head(trade, order)).toMatchObject({ net: '1230.00' })
  })
})

test('a cancelled order takes no extra work, and an approval of extra work is not undone', async () => {
  await inTrade(async (trade, tx) => {
    const { order } = await ordered(trade)
    const id = await trade.sales.value<string>(`select public.amend_order('${order}')`)
    await add(trade, id, 'Second window', 1, 150)
    await approve(trade, id)
    const undo = (of: string) => refusalOf(tx, () => trade.sales.run(`select public.undo_approval(${of}, 'Mistake')`))
    expect(await undo(`'${id}'`)).toBe('Extra work is part of its order now. Amend the order again to take it off.')
    expect(await undo(`(select quotation_id from public.orders where id = '${order}')`)).toBe(
      'Extra work was added to this order: the approval cannot be undone',
    )
    const late = await trade.sales.value<string>(`select public.amend_order('${order}')`)
    await add(trade, late, 'Third window', 1, 150)
    await trade.sales.run(`select public.send_quotation('${late}')`)
    await trade.sales.run(`select public.cancel_order('${order}', 'The shop closed')`)
    const number = await trade.sales.value<string>(`select order_number from public.orders where id = '${order}'`)
    const words = `Order ${number} is cancelled. Please write a new quotation.`
    // Unapproved extra work is cancelled with the order.
    expect(await refusalOf(tx, () => approve(trade, late))).toBe('This quotation is cancelled')
    expect(await refusalOf(tx, () => trade.sales.run(`select public.amend_order('${order}')`))).toBe(words)
    expect(await refusalOf(tx, () => trade.workshop.run(`select public.amend_order('${order}')`))).toBe(
      'You may not write quotations',
    )
  })
})

test('the link of extra work pays the deposit of the order that it joined, once; before its approval it pays nothing', async () => {
  await inTrade(async (trade, tx) => {
    const { order } = await ordered(trade)
    const first = await trade.sales.value<string>(
      `select q.public_uuid from public.quotations q join public.orders o on o.quotation_id = q.id where o.id = '${order}'`,
    )
    const id = await trade.sales.value<string>(`select public.amend_order('${order}')`)
    await add(trade, id, 'Second window', 2, 150)
    await trade.sales.run(`select public.send_quotation('${id}')`)
    const uuid = await trade.sales.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
    const pay = (link: string) => () =>
      trade.client.value<Record<string, unknown>>(`select public.open_payment_request('${link}')`)
    expect(await refusalOf(tx, pay(uuid))).toBe('Please approve the quotation first')
    await trade.client.run(`select public.approve_quotation('${uuid}', 1, 'Carla Client', true)`)
    const request = await pay(uuid)()
    expect(request).toMatchObject({ purpose: 'deposit', amount: '708.00', document_uuid: first })
    expect(await pay(first)()).toMatchObject({ id: request['id'] })
    for (const _ of [1, 2])
      await trade.server.run(`select private.settle_payment_request('${String(request['id'])}', 'viva', 'once', 708)`)
    expect(await trade.sales.value(`select deposit_paid::text from public.orders where id = '${order}'`)).toBe('708.00')
    expect(await refusalOf(tx, pay(uuid))).toBe('There is nothing left to pay')
  })
})

test('extra work joins its order once, however many orders the company has', async () => {
  await inTrade(async (trade) => {
    await ordered(trade)
    await ordered(trade)
    const { order } = await ordered(trade)
    const id = await trade.sales.value<string>(`select public.amend_order('${order}')`)
    await add(trade, id, 'Second window', 2, 150)
    await approve(trade, id)
    expect(await head(trade, order)).toMatchObject({ net: '1500.00', gross: '1770.00' })
    expect(
      await trade.sales.value(
        `select count(*)::int from public.order_items where order_id = '${order}' and description = 'Second window'`,
      ),
    ).toBe(1)
  })
})

test('T5: extra work stays with the client of its order, and is begun by its function alone', async () => {
  await inTrade(async (trade, tx) => {
    const { order } = await ordered(trade)
    const id = await trade.sales.value<string>(`select public.amend_order('${order}')`)
    const move = (quotation: string) => () =>
      trade.sales.run(`update public.quotations set contact_id = '${row.otherClientContact}' where id = '${quotation}'`)
    expect(await refusalOf(tx, move(id))).toMatch(/^Extra work is for the client of its order/)
    const written = await trade.sales.one<{ id: string; amends_order_id: string | null }>(
      `insert into public.quotations (contact_id, amends_order_id) values ('${row.otherClientContact}', '${order}')
        returning id, amends_order_id`,
    )
    expect(written?.amends_order_id).toBeNull()
  })
})
