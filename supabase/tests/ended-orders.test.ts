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

/** An approved quotation with 1 fascia of €1,000, 10 boards of €20 and €120 off, half of it paid ahead by transfer. */
async function ordered({ sales, accounts }: Trade) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'item', 'Tray fascia', 1, 1000, 18), ('${id}', 'a2', 'item', 'Site boards', 10, 20, 18),
      ('${id}', 'a3', 'discount', 'For the year', 1, 120, 18)`)
  await sales.run(`select public.send_quotation('${id}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  await accounts.run(`select public.record_payment('${row.clientContact}', 637.20, 'bank', p_order_id => '${order}')`)
  const boards = await sales.value<string>(
    `select id from public.order_items where order_id = '${order}' and description = 'Site boards'`,
  )
  return { order, boards }
}

const brings = async ({ workshop }: Trade, order: string, line: string, qty: number) => {
  const delivery = await workshop.value<string>(
    `select public.plan_delivery('${order}', '[{"order_item_id": "${line}", "qty": 10}]')`,
  )
  const item = await workshop.value<string>(`select id from public.delivery_items where delivery_id = '${delivery}'`)
  await workshop.run(
    `select public.deliver_drop('${delivery}', '[{"delivery_item_id": "${item}", "qty": ${qty}}]', 'Carla')`,
  )
  return delivery
}
const lines = ({ sales }: Trade, order: string) =>
  sales.rows(
    `select description, trim_scale(abs(qty))::text as qty, net::text from public.order_items where order_id = '${order}' order by position`,
  )
const head = ({ sales }: Trade, order: string) =>
  sales.one(`select gross::text, deposit_amount::text as deposit, status from public.orders where id = '${order}'`)
const end = ({ sales }: Trade, order: string, shown = 'null') =>
  sales.value<Record<string, unknown>>(`select public.end_order('${order}', 'The shop closed', ${shown})`)

test('what was brought stays ordered: lines, the discount by its share, jobs, the delivery and the total follow', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    expect(await head(trade, order)).toEqual({ gross: '1274.40', deposit: '637.20', status: 'confirmed' })
    const delivery = await brings(trade, order, boards, 6)
    const shown = await trade.sales.value<Record<string, unknown>>(`select public.order_end('${order}')`)
    expect(shown).toMatchObject({ gross_before: '1274.40', gross: '127.44', deliveries: [{ is_cancelled: false }] })
    expect(await head(trade, order)).toMatchObject({ gross: '1274.40', status: 'part_delivered' })

    expect(await end(trade, order, "'127.44'")).toEqual(shown)
    // 120.00 of 1,200.00 are a tenth: of 120.00 too.
    expect(await lines(trade, order)).toEqual([
      { description: 'Tray fascia', qty: '0', net: '0.00' },
      { description: 'Site boards', qty: '6', net: '120.00' },
      { description: 'For the year', qty: '0.1', net: '-12.00' },
    ])
    expect(await head(trade, order)).toMatchObject({ gross: '127.44', status: 'delivered' })
    expect(
      await trade.sales.rows(`select title, status from public.jobs where order_id = '${order}' order by job_number`),
    ).toEqual([
      { title: 'Tray fascia', status: 'cancelled' },
      { title: 'Site boards', status: 'delivered' },
    ])
    expect(
      await trade.sales
        .one(`select status, (select sum(qty)::int from public.delivery_items where delivery_id = d.id) as qty
      from public.deliveries d where id = '${delivery}'`),
    ).toEqual({ status: 'delivered', qty: 6 })
  })
})

test('the last invoice deducts the deposit, and what the order does not come to is free', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    await brings(trade, order, boards, 6)
    await end(trade, order)
    expect(await trade.accounts.value(`select public.order_to_invoice('${order}')`)).toEqual({
      amount: '0.00',
      drafted: '0.00',
    })
    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    expect(
      await trade.accounts.one(`select kind, gross::text, balance::text from public.invoices where id = '${invoice}'`),
    ).toEqual({
      kind: 'final',
      gross: '0.00',
      balance: '0.00',
    })
    expect(await head(trade, order)).toMatchObject({ status: 'completed' })
    expect(await trade.accounts.value(`select public.free_deposits('${order}')`)).toMatchObject([{ gross: '509.76' }])
  })
})

test('an open deposit invoice asks for no more than the order comes to', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    const kept = await trade.server.one(
      `select deposit_amount::text as asked, deposit_paid::text as paid from public.orders where id = '${order}'`,
    )
    expect(kept).toEqual({ asked: '637.20', paid: '637.20' })
    await trade.server.run(`update public.orders set deposit_amount = 1274.40 where id = '${order}'`)
    await trade.accounts.run(`select public.issue_deposit_invoice('${order}')`)
    await brings(trade, order, boards, 6)
    await end(trade, order)
    expect(
      await trade.accounts.rows(
        `select status, gross::text, credited::text, balance::text from public.invoices where order_id = '${order}' order by invoice_number`,
      ),
    ).toEqual([
      { status: 'paid', gross: '637.20', credited: '0.00', balance: '0.00' },
      { status: 'credited', gross: '637.20', credited: '637.20', balance: '0.00' },
    ])
    expect(
      await trade.sales.value(
        `select count(*)::int from public.payment_requests where order_id = '${order}' and status = 'open'`,
      ),
    ).toBe(0)
  })
})

test('money that is kept beyond the order, where sales tax is charged, is credit of the client again', async () => {
  await inTrade(async (trade, tx) => {
    await tx.exec(`update public.company_settings set tax_kind = 'sales_tax'`)
    const { order, boards } = await ordered(trade)
    await brings(trade, order, boards, 6)
    expect(await end(trade, order)).toMatchObject({ gross: '127.44', freed: '509.76' })
    expect(
      await trade.server.one(
        `select deposit_paid::text as paid, deposit_amount::text as asked from public.orders where id = '${order}'`,
      ),
    ).toEqual({ paid: '127.44', asked: '127.44' })
  })
})

test('what invoices bill beyond it is credited first; nothing brought, all brought, on the road and a changed total are refused in words', async () => {
  await inTrade(async (trade, tx) => {
    const { order, boards } = await ordered(trade)
    const tried = (shown?: string) => refusalOf(tx, () => end(trade, order, shown))
    expect(await tried()).toBe('Nothing of this order is delivered. Cancel it instead.')
    await brings(trade, order, boards, 6)
    expect(await refusalOf(tx, () => trade.workshop.run(`select public.end_order('${order}', 'No')`))).toBe(
      'You may not end orders',
    )
    expect(await tried("'127.45'")).toBe(
      'The order would come to 127.44 now, not to 127.45: something of it changed meanwhile. Please look again.',
    )
    const next = await trade.workshop.value<string>(`select public.plan_delivery('${order}')`)
    await trade.server.run(`update public.deliveries set status = 'out' where id = '${next}'`)
    expect(await tried()).toBe('A delivery of this order is on the road. Set it back to ready first.')
    await trade.server.run(`update public.deliveries set status = 'ready' where id = '${next}'`)

    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    expect(await tried()).toBe(
      'Of "Tray fascia" 1 are on a draft of an invoice and 0 delivered. Please lower the draft first.',
    )
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    expect(await tried()).toBe(
      'Of "Tray fascia" 1 are on invoices and 0 delivered. Please credit the rest first, as what is invoiced again.',
    )
    await trade.accounts.run(`select public.credit_order('${order}', 'The shop closed', p_again => true)`)
    expect(await tried()).toBe('done')
    expect(await head(trade, order)).toMatchObject({ gross: '127.44', status: 'delivered' })
    expect(await trade.sales.value(`select status from public.deliveries where id = '${next}'`)).toBe('cancelled')
    expect(await tried()).toBe('Everything of this order is delivered')
  })
})

test('a running timer ends, planned material of the rest is free, and an order on hold ends where it was', async () => {
  await inTrade(async (trade) => {
    const { order, boards } = await ordered(trade)
    const job = await trade.server.value<string>(`select id from public.jobs where order_item_id = '${boards}'`)
    const step = await trade.server.value<string>(
      `insert into public.job_steps (job_id, position, name) values ('${job}', 'a0', 'Print') returning id`,
    )
    const item = await trade.server.value<string>(
      `insert into public.inventory_items (sku, name, form, buy_unit, sell_unit) values ('END-1', 'Board', 'length', 'm', 'm') returning id`,
    )
    await trade.server.run(`insert into public.stock_movements (item_id, reason, qty) values ('${item}', 'count', 100)`)
    await trade.workshop.run(`select public.plan_material('${job}', '${item}', 10)`)
    await trade.workshop.run(`select public.start_step('${step}')`)
    await brings(trade, order, boards, 6)
    await trade.sales.run(`select public.hold_order('${order}', 'Money')`)
    await end(trade, order)
    expect(await trade.server.rows(`select status from public.time_entries where job_id = '${job}'`)).toEqual([
      { status: 'completed' },
    ])
    expect(await head(trade, order)).toMatchObject({ status: 'delivered' })
    expect(
      await trade.server
        .one(`select status, qty::text, (select trim_scale(m.qty_planned) || ' ' || trim_scale(m.qty_used) || ' ' || trim_scale(i.reserved) || ' ' || trim_scale(i.on_hand)
        from public.job_materials m join public.inventory_items i on i.id = m.item_id where m.job_id = j.id) as material from public.jobs j where id = '${job}'`),
    ).toEqual({ status: 'delivered', qty: '6.0000', material: '6 6 0 94' })
  })
})
