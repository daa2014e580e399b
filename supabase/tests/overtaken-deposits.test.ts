import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

/** A deposit that nobody paid, of an order that invoices bill meanwhile. */
let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** An order of four panels over €106.20, half of it asked for ahead, and its delivery of so many. */
async function ordered({ sales, workshop }: Trade, brought: number) {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Panels')`)
  await sales.run(`update public.quotations set deposit_kind = 'percent', deposit_value = 50 where id = '${id}'`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'item', 'Panels', 4, 22.50, 18)`)
  await sales.run(`select public.send_quotation('${id}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
  const line = await sales.value<string>(`select id from public.order_items where order_id = '${order}'`)
  if (brought > 0) {
    const delivery = await workshop.value<string>(
      `select public.plan_delivery('${order}', '[{"order_item_id": "${line}", "qty": 4}]')`,
    )
    const item = await workshop.value<string>(`select id from public.delivery_items where delivery_id = '${delivery}'`)
    await workshop.run(
      `select public.deliver_drop('${delivery}', '[{"delivery_item_id": "${item}", "qty": ${brought}}]', 'Carla')`,
    )
  }
  return order
}
const invoiced = async ({ accounts }: Trade, order: string) => {
  const id = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  return id
}
const head = ({ sales }: Trade, order: string) =>
  sales.one(`select gross::text, deposit_amount::text as asked, deposit_paid::text as paid, status,
    (select count(*)::int from public.payment_requests r where r.order_id = o.id and r.status = 'open') as requests
    from public.orders o where id = '${order}'`)
const balance = ({ accounts }: Trade, invoice: string) =>
  accounts.value(`select balance::text from public.invoices where id = '${invoice}'`)
const pays = ({ accounts }: Trade, order: string, amount: string) =>
  accounts.value<string>(
    `select public.record_payment('${row.clientContact}', ${amount}, 'bank', p_order_id => '${order}')`,
  )

test('after the rest is ended, the last invoice takes the deposit away, and money for the order settles it', async () => {
  await inTrade(async (trade, tx) => {
    const order = await ordered(trade, 3)
    expect(await head(trade, order)).toMatchObject({ gross: '106.20', asked: '53.10', requests: 1 })
    await trade.sales.run(`select public.end_order('${order}', 'They have enough')`)
    expect(await head(trade, order)).toMatchObject({ gross: '79.65', asked: '53.10', requests: 1 })
    const invoice = await invoiced(trade, order)
    expect(await head(trade, order)).toEqual({
      gross: '79.65',
      asked: '0.00',
      paid: '0.00',
      status: 'completed',
      requests: 0,
    })
    expect(await refusalOf(tx, () => trade.accounts.run(`select public.issue_deposit_invoice('${order}')`))).toMatch(
      /asks for no deposit that is open$/,
    )
    const payment = await pays(trade, order, '100.00')
    expect(await balance(trade, invoice)).toBe('0.00')
    expect(await trade.accounts.value(`select open::text from public.payments where id = '${payment}'`)).toBe('20.35')
  })
})

test('without ending anything, an invoice over all of it takes the deposit away, and a credit note brings it back', async () => {
  await inTrade(async (trade) => {
    const order = await ordered(trade, 0)
    expect(await head(trade, order)).toMatchObject({ status: 'awaiting_deposit' })
    const invoice = await invoiced(trade, order)
    expect(await head(trade, order)).toMatchObject({ asked: '0.00', status: 'confirmed', requests: 0 })
    await trade.accounts.run(`select public.credit_order('${order}', 'Too early', p_again => true)`)
    expect(await head(trade, order)).toMatchObject({ asked: '53.10', status: 'awaiting_deposit', requests: 1 })
    expect(await balance(trade, invoice)).toBe('0.00')
  })
})

test('a part of the deposit that came stays the deposit, and what an invoice leaves is asked for', async () => {
  await inTrade(async (trade) => {
    const order = await ordered(trade, 3)
    await pays(trade, order, '10.00')
    const invoice = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
    await trade.accounts.run(`select public.issue_invoice('${invoice}')`)
    // One panel is left, over €26.55: no more can be paid ahead.
    expect(await head(trade, order)).toMatchObject({ asked: '36.55', paid: '10.00' })
    await invoiced({ ...trade }, order)
    expect(await head(trade, order)).toMatchObject({ asked: '10.00', paid: '10.00', requests: 0 })
  })
})

test('a card payment that was asked for before the invoice settles the invoice', async () => {
  await inTrade(async (trade) => {
    const order = await ordered(trade, 3)
    const request = await trade.server.value<string>(
      `select id from public.payment_requests where order_id = '${order}' and status = 'open'`,
    )
    await trade.server.run(`update public.payment_requests set status = 'processing' where id = '${request}'`)
    await trade.sales.run(`select public.end_order('${order}', 'They have enough')`)
    const invoice = await invoiced(trade, order)
    await trade.server.run(`select private.settle_payment_request('${request}', 'stripe', 'pi_1', 53.10)`)
    expect(await balance(trade, invoice)).toBe('26.55')
  })
})
