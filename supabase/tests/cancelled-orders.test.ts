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

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** An order of €1,416, half of it to be prepaid. */
async function ordered({ sales }: Trade): Promise<string> {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a1', 'Tray fascia', 1, 1200, 18)`)
  await sales.run(`select public.send_quotation('${id}')`)
  return sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
}
const pay = ({ accounts }: Trade, order: string, amount: number) =>
  accounts.value<string>(
    `select public.record_payment('${row.clientContact}', ${amount}, 'bank', p_order_id => '${order}')`,
  )
const cancel = (order: string) => `select public.cancel_order('${order}', 'The shop closes')`
const toFree = (order: string) => `select public.deposit_to_free('${order}')`
const deposits = ({ accounts }: Trade, order: string) =>
  accounts.rows(`select kind, status, paid::text, credited::text, balance::text from public.invoices
    where order_id = '${order}' order by invoice_number`)
const open = ({ accounts }: Trade, payment: string) =>
  accounts.value(`select open::text from public.payments where id = '${payment}'`)
const credit = ({ server }: Trade) => server.value(`select private.client_credit('${row.clientContact}')::text`)
const account = ({ server }: Trade) =>
  server.value(`select sum(debit - credit)::text from private.account_entries('${row.clientContact}')`)

describe('a cancelled order', () => {
  test('gives its paid deposit back as credit of the client, by a credit note that accounts hear of', async () => {
    await inTrade(async (trade) => {
      const { sales, accounts, server } = trade
      const order = await ordered(trade)
      expect(await sales.value(toFree(order))).toBe('0.00')
      const [one, two] = [await pay(trade, order, 300), await pay(trade, order, 408)]
      expect(await sales.value(toFree(order))).toBe('708.00')
      expect([await credit(trade), await account(trade)]).toEqual(['0', '0.00'])

      await sales.run(cancel(order))
      await sales.run(cancel(order))
      const credited = { kind: 'deposit', status: 'credited', paid: '0.00', balance: '0.00' }
      expect(await deposits(trade, order)).toEqual([
        { ...credited, credited: '300.00' },
        { ...credited, credited: '408.00' },
      ])
      expect(
        await accounts.rows(
          `select status, gross::text, open::text, reason ~ '^SO-.* was cancelled$' as why from public.credit_notes order by gross`,
        ),
      ).toEqual([
        { status: 'allocated', gross: '300.00', open: '0.00', why: true },
        { status: 'allocated', gross: '408.00', open: '0.00', why: true },
      ])
      expect([await open(trade, one), await open(trade, two)]).toEqual(['300.00', '408.00'])
      expect([await credit(trade), await account(trade), await sales.value(toFree(order))]).toEqual([
        '708.00',
        '-708.00',
        '0.00',
      ])
      expect(
        await server.value(`select count(*)::int from public.notifications
          where title ~ '^SO-.* was cancelled$' and message ~ '€708.00 of its deposit'`),
      ).toBeGreaterThan(0)
      // It is money as any other: it goes back, or settles another invoice.
      await accounts.run(`select public.refund_payment('${one}', 300, 'The order was cancelled')`)
      const next = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${next}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
      await accounts.run(`select public.issue_invoice('${next}')`)
      await accounts.run(`select public.allocate_payment('${two}')`)
      expect([await credit(trade), await account(trade)]).toEqual(['290.00', '-290.00'])
      // What its client reads says what became of all that came.
      const [number, today] = [
        await accounts.value(`select invoice_number from public.invoices where id = '${next}'`),
        await server.value(`select private.company_today()::text`),
      ]
      const money = await server.value<{ paid: string; money: object }>(
        `select private.order_money(o) from public.orders o where o.id = '${order}'`,
      )
      expect([money.paid, money.money]).toEqual([
        '708.00',
        { credit: '290.00', used: [{ number, amount: '118.00' }], paid_back: '300.00', paid_back_on: today },
      ])
    })
  })

  test('credits only what was not credited before; a draft of accounts is not passed over', async () => {
    await inTrade(async (trade, tx) => {
      const { sales, accounts } = trade
      const order = await ordered(trade)
      await pay(trade, order, 708)
      const invoice = await accounts.value<string>(`select id from public.invoices where order_id = '${order}'`)
      const draft = await accounts.value<string>(
        `select public.make_credit_note('${invoice}', 'A smaller fascia', (select jsonb_agg(jsonb_build_object(
          'invoice_item_id', id, 'qty', 0.5)) from public.invoice_items where invoice_id = '${invoice}'))`,
      )
      expect(await refusalOf(tx, () => sales.run(cancel(order)))).toMatch(
        /^A credit note over the deposit INV-.* is a draft. Accounts issues it or voids it first.$/,
      )
      await accounts.run(`select public.issue_credit_note('${draft}')`)
      expect(await sales.value(toFree(order))).toBe('354.00')
      await sales.run(cancel(order))
      expect([await credit(trade), await account(trade)]).toEqual(['708.00', '-708.00'])
    })
  })

  test('gives back all of a deposit whose credit note was voided', async () => {
    await inTrade(async (trade) => {
      const { sales, accounts } = trade
      const order = await ordered(trade)
      await pay(trade, order, 708)
      const invoice = await accounts.value<string>(`select id from public.invoices where order_id = '${order}'`)
      const draft = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'By mistake')`)
      await accounts.run(`select public.void_credit_note('${draft}')`)
      await sales.run(cancel(order))
      expect([await credit(trade), await account(trade)]).toEqual(['708.00', '-708.00'])
    })
  })

  test('takes no deposit any more: money that comes later is credit of the client', async () => {
    await inTrade(async (trade) => {
      const order = await ordered(trade)
      await trade.sales.run(cancel(order))
      const late = await pay(trade, order, 708)
      expect(await deposits(trade, order)).toEqual([])
      expect([await open(trade, late), await credit(trade)]).toEqual(['708.00', '708.00'])
    })
  })

  test('says what became of money that was recorded only against its deposit invoice', async () => {
    await inTrade(async (trade) => {
      const { sales, accounts, server } = trade
      const order = await ordered(trade)
      const deposit = await accounts.value<string>(`select public.issue_deposit_invoice('${order}')`)
      const paid = await accounts.value<string>(`select public.record_payment('${row.clientContact}', 708, 'bank',
        p_allocations => '[{"invoice_id": "${deposit}", "amount": 708}]')`)
      await sales.run(cancel(order))
      const said = () =>
        server.value(
          `select private.order_money(o) -> 'money' || jsonb_build_object('paid', private.order_money(o) -> 'paid') from public.orders o where o.id = '${order}'`,
        )
      const nothing = { paid: '708.00', used: [], paid_back: '0.00', paid_back_on: null }
      expect(await said()).toEqual({ ...nothing, credit: '708.00' })
      await accounts.run(`select public.refund_payment('${paid}', 708, 'Cancelled')`)
      const today = await server.value(`select private.company_today()::text`)
      expect(await said()).toEqual({ ...nothing, credit: '0.00', paid_back: '708.00', paid_back_on: today })
    })
  })

  test('shows what is paid to who may see orders', async () => {
    await inTrade(async (trade, tx) => {
      const order = await ordered(trade)
      await pay(trade, order, 708)
      expect(await refusalOf(tx, () => trade.as('client').run(toFree(order)))).toMatch(/You may not/)
    })
  })
})

describe('extra work of a cancelled order', () => {
  test('is neither begun, written nor sent, and what was not approved ends with the order', () =>
    inTrade(async (trade, tx) => {
      const { sales } = trade
      const order = await ordered(trade)
      const extra = await sales.value<string>(`select public.amend_order('${order}')`)
      const line = `insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
        values ('${extra}', 'a1', 'A second sign', 1, 100, 18)`
      await sales.run(line)
      await sales.run(cancel(order))
      expect(await sales.value(`select status from public.quotations where id = '${extra}'`)).toBe('cancelled')
      expect(await refusalOf(tx, () => sales.run(line.replace("'a1'", "'a2'")))).not.toBe('done')
      expect(await refusalOf(tx, () => sales.run(`select public.send_quotation('${extra}')`))).not.toBe('done')
      expect(await refusalOf(tx, () => sales.run(`select public.amend_order('${order}')`))).toContain('is cancelled')
    }))

  test('that was left a draft by an older cancellation cannot be written', () =>
    inTrade(async (trade, tx) => {
      const { sales, server } = trade
      const order = await ordered(trade)
      const extra = await sales.value<string>(`select public.amend_order('${order}')`)
      await server.run('alter table public.orders disable trigger end_extra_work')
      await sales.run(cancel(order))
      await server.run('alter table public.orders enable trigger end_extra_work')
      const line = `insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
        values ('${extra}', 'a1', 'A second sign', 1, 100, 18)`
      expect(await refusalOf(tx, () => sales.run(line))).toContain('was cancelled: extra work cannot be written')
    }))
})

describe('the link of a quotation whose order was cancelled', () => {
  test('says so, and what was paid for it; the payment is refused in words', () =>
    inTrade(async (trade, tx) => {
      const { sales, client } = trade
      const order = await ordered(trade)
      const link = await sales.value<string>(
        `select q.public_uuid from public.quotations q join public.orders o on o.quotation_id = q.id where o.id = '${order}'`,
      )
      const seen = () => client.value<{ order: object }>(`select public.get_public_quotation('${link}')`)
      await pay(trade, order, 708)
      expect((await seen()).order).toMatchObject({ paid: '708.00', deposit_paid: '708.00' })
      await sales.run(cancel(order))
      expect((await seen()).order).toMatchObject({ status: 'cancelled', paid: '708.00' })
      expect(await refusalOf(tx, () => client.run(`select public.open_payment_request('${link}')`))).toContain(
        'This order was cancelled',
      )
    }))
})
