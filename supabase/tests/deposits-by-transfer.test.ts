import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { tries, undone } from './act.ts'
import { disagreements } from './books.ts'
import { issuedOn, refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())
const inTrade = (work: (trade: Trade, tx: Queryable) => Promise<void>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** An order of €1,545.80, half of it to be prepaid: €772.90. */
async function ordered({ sales }: Trade) {
  const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${quotation}', 'a1', 'Tray fascia', 1, 1310, 18)`)
  await sales.run(`select public.send_quotation('${quotation}')`)
  const order = await sales.value<string>(`select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`)
  const facts = await sales.one<{ uuid: string; number: string; orderNumber: string }>(
    `select q.public_uuid as uuid, q.quotation_number as number, o.order_number as "orderNumber"
       from public.quotations q join public.orders o on o.quotation_id = q.id where q.id = '${quotation}'`,
  )
  return { order, ...(facts ?? expect.fail('The quotation is gone')) }
}

async function bankSays({ accounts }: Trade, remittance: string, amount = '772.90') {
  const entry = {
    booked_on: '2026-01-05',
    direction: 'in',
    amount,
    currency: 'EUR',
    party_name: 'X',
    remittance,
  }
  await accounts.run(
    `select public.import_bank_file(null, '{"file_name": "a.xml", "format": "camt"}', '${JSON.stringify([entry])}')`,
  )
  const id = await accounts.value<string>(`select id from public.bank_entries where amount = ${amount}`)
  const matches = await accounts.value<{ order_id?: string; is_sure: boolean; reasons: string[]; seen: string }[]>(
    `select matches from public.bank_suggestions(array['${id}']::uuid[])`,
  )
  return { id, matches }
}

test.each([
  [
    'the number of its quotation',
    ({ number }: { number: string }) => number,
    true,
    /^The text names the quotation of SO-/,
  ],
  [
    'the number of its order',
    ({ orderNumber }: { orderNumber: string }) => orderNumber,
    true,
    /^The text names SO-.* whose deposit is open/,
  ],
  ['nothing but its exact amount', () => 'Thanks', false, /^The deposit of SO-.* is open\.$/],
])('a deposit on the account is found by %s, and its invoice is issued', async (_, text, isSure, reason) => {
  await inTrade(async (trade) => {
    const made = await ordered(trade)
    const { order } = made
    const { id, matches } = await bankSays(trade, text(made))
    expect(matches[0]).toMatchObject({ order_id: order, is_sure: isSure })
    expect(matches[0]?.reasons[0]).toMatch(reason)
    const shown = JSON.stringify({ [id]: matches[0]?.seen })
    expect(await trade.accounts.value(`select public.confirm_shown_entries('${shown}')`)).toMatchObject({
      confirmed: 1,
      left: 0,
    })
    expect(
      await trade.accounts.one(`select kind, status, gross::text from public.invoices where order_id = '${order}'`),
    ).toEqual({ kind: 'deposit', status: 'paid', gross: '772.90' })
    expect(await trade.sales.value(`select deposit_paid::text from public.orders where id = '${order}'`)).toBe('772.90')
  })
})

test('a part of a deposit is for the order that its text names, by either number', async () => {
  await inTrade(async (trade) => {
    const { order, number, orderNumber } = await ordered(trade)
    const named = await bankSays(trade, `Part of ${orderNumber}`, '400.01')
    const quoted = await bankSays(trade, `Part of ${number}`, '400.02')
    const unnamed = await bankSays(trade, 'Part', '400.03')
    expect([named, quoted, unnamed].map(({ matches }) => matches[0]?.order_id)).toEqual([order, order, undefined])
  })
})

test('an announced transfer is told to accounts with the payment that it asks for, and stands in the story of the order', async () => {
  await inTrade(async (trade) => {
    const { order, orderNumber, uuid } = await ordered(trade)
    await trade.client.run(`select public.tell_bank_transfer('${uuid}')`)
    const request = await trade.server.value<string>(
      `select id from public.payment_requests where order_id = '${order}'`,
    )
    expect(
      await trade.server.one(`select metadata from public.notifications where title ~ '^Transfer announced' limit 1`),
    ).toEqual({ metadata: { record_kind: 'payment', record_id: request } })
    expect(
      await trade.sales.value(
        `select meta ->> 'amount' from public.document_events where record_id = '${order}' and type = 'transfer_told'`,
      ),
    ).toBe('772.90')
    // Payment Activity says it too, and that page reads its events again when one is added.
    const activity = 'select kind, record_id, type, number, amount from public.payment_activity() limit 1'
    const transfer = { kind: 'payment_request', record_id: request, number: orderNumber, amount: '772.90' }
    expect(await trade.accounts.one(activity)).toEqual({ ...transfer, type: 'transfer_told' })
    expect(await trade.sales.rows(activity)).toEqual([])
    await trade.accounts.run(`select public.withdraw_transfer('${request}')`)
    expect(await trade.accounts.one(activity)).toEqual({ ...transfer, type: 'transfer_withdrawn' })
  })
})

/** The deposit invoice of an order that asks for its money: €772.90, due on a day. */
const asked = ({ accounts }: Trade, order: string) =>
  accounts.value<string>(
    `select public.issue_deposit_invoice('${order}', (now() at time zone 'Europe/Malta')::date + 10)`,
  )
const stateOf = ({ accounts }: Trade, invoice: string) =>
  accounts.value(`select concat_ws(' ', status, balance::text) from public.invoices where id = '${invoice}'`)
const depositOf = ({ accounts }: Trade, order: string) =>
  accounts.value(`select concat_ws(' ', status, deposit_paid::text) from public.orders where id = '${order}'`)
/** Turnover and VAT of the deposit invoices of an order that count in the return by now. */
const taxed = ({ server }: Trade, invoice: string) =>
  server.value(
    `select concat_ws(' ', sum(base)::text, sum(vat)::text) from private.taxes_of_invoices('2000-01-01', '2100-01-01') where invoice_id = '${invoice}'`,
  )
/** By account of the books, what a client's papers moved; the sides of the journal come to zero. */
const booked = ({ server }: Trade, order: string) =>
  server.value(`select jsonb_object_agg(x.part, x.amount order by x.part) from (
    select j.part, sum(j.amount)::text as amount from private.journal_lines('2000-01-01', '2100-01-01') as j
     where j.id in (select v.id from public.invoices v where v.order_id = '${order}'
       union all select n.id from public.credit_notes n join public.invoices v on v.id = n.invoice_id where v.order_id = '${order}')
     group by 1 having sum(j.amount) <> 0) as x`)

describe('a deposit invoice before its money', () => {
  test('is due at once where nobody names a day: work waits for it, whatever the terms of the client', () =>
    inTrade(async (trade) => {
      const { order } = await ordered(trade)
      const invoice = await trade.accounts.value<string>(`select public.issue_deposit_invoice('${order}')`)
      expect(
        await trade.accounts.value(`select due_date - issue_date from public.invoices where id = '${invoice}'`),
      ).toBe(0)
    }))

  test('is open, due on its day, issued once, and owes no tax before the money comes', () =>
    inTrade(async (trade) => {
      const { order, uuid } = await ordered(trade)
      const invoice = await asked(trade, order)
      expect(await asked(trade, order)).toBe(invoice)
      expect(
        await trade.accounts.one(`select kind, status, gross::text, balance::text, due_date - issue_date as days
          from public.invoices where order_id = '${order}'`),
      ).toEqual({ kind: 'deposit', status: 'issued', gross: '772.90', balance: '772.90', days: 10 })
      expect(await depositOf(trade, order)).toBe('awaiting_deposit 0.00')
      expect(await taxed(trade, invoice)).toBe('')
      expect(await booked(trade, order)).toEqual({ clients: '772.90', deposits: '-772.90' })
      // The client is asked for it once: by the invoice, which the link of the quotation pays too.
      expect(await trade.client.value(`select public.open_payment_request('${uuid}') ->> 'amount'`)).toBe('772.90')
      expect(await trade.server.rows(disagreements(`array['${row.clientContact}'::uuid]`))).toEqual([])
    }))

  test.each([
    ['recorded for the order', (order: string) => `, p_order_id => '${order}'`],
    ['recorded for the client', () => ''],
    [
      'recorded for the invoice',
      (_: string, invoice: string) => `, p_allocations => '[{"invoice_id": "${invoice}", "amount": AMOUNT}]'`,
    ],
  ])('is settled by money that is %s, part by part, and its tax arises with it', (_, target) =>
    inTrade(async (trade) => {
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      const pay = (amount: string) =>
        trade.accounts.run(
          `select public.record_payment('${row.clientContact}', ${amount}, 'bank'${target(order, invoice).replace('AMOUNT', amount)})`,
        )
      await pay('400')
      expect([await stateOf(trade, invoice), await depositOf(trade, order), await taxed(trade, invoice)]).toEqual([
        'partly_paid 372.90',
        'awaiting_deposit 400.00',
        '338.98 61.01',
      ])
      await pay('372.90')
      expect([await stateOf(trade, invoice), await depositOf(trade, order), await taxed(trade, invoice)]).toEqual([
        'paid 0.00',
        'confirmed 772.90',
        '655.00 117.90',
      ])
      expect(await booked(trade, order)).toEqual({ clients: '772.90', deposits: '-655.00', vat_sales: '-117.90' })
      expect(await trade.accounts.rows(`select id from public.invoices where order_id = '${order}'`)).toHaveLength(1)
      expect(await trade.server.rows(disagreements(`array['${row.clientContact}'::uuid]`))).toEqual([])
    }),
  )

  test('is what a payment of the whole order pays first, and the rest is a deposit of its own', () =>
    inTrade(async (trade) => {
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      await trade.accounts.run(
        `select public.record_payment('${row.clientContact}', 1545.80, 'cash', p_order_id => '${order}')`,
      )
      expect(await stateOf(trade, invoice)).toBe('paid 0.00')
      expect(
        await trade.accounts.rows(
          `select gross::text, status from public.invoices where order_id = '${order}' order by invoice_number`,
        ),
      ).toEqual([
        { gross: '772.90', status: 'paid' },
        { gross: '772.90', status: 'paid' },
      ])
      expect(await depositOf(trade, order)).toBe('confirmed 1545.80')
    }))

  test('is found by the bank import by its number, its amount and its order', () =>
    inTrade(async (trade) => {
      const { order, orderNumber } = await ordered(trade)
      const invoice = await asked(trade, order)
      const number = await trade.accounts.value<string>(
        `select invoice_number from public.invoices where id = '${invoice}'`,
      )
      const [named, ofOrder, bare] = [
        await bankSays(trade, number),
        await bankSays(trade, `Part of ${orderNumber}`, '400.01'),
        await bankSays(trade, 'Thanks', '772.91'),
      ]
      expect(named.matches[0]).toMatchObject({ is_sure: true, parts: [{ invoice_id: invoice, amount: '772.90' }] })
      expect(ofOrder.matches[0]?.order_id).toBe(order)
      expect(bare.matches[0]?.order_id).toBeUndefined()
      await trade.accounts.run(
        `select public.confirm_shown_entries('${JSON.stringify({ [named.id]: named.matches[0]?.seen })}')`,
      )
      expect([await stateOf(trade, invoice), await depositOf(trade, order)]).toEqual(['paid 0.00', 'confirmed 772.90'])
    }))

  test('holds up the last invoice until it is paid or credited, and is deducted only once it is paid', () =>
    inTrade(async (trade, tx) => {
      const { accounts, server } = trade
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      await accounts.run(`select public.record_payment('${row.clientContact}', 400, 'bank', p_order_id => '${order}')`)
      await server.run(`update public.order_items set qty_delivered = qty where order_id = '${order}'`)
      const last = await accounts.value<string>(`select public.make_invoice('{${order}}')`)
      expect(await accounts.value(`select gross::text from public.invoices where id = '${last}'`)).toBe('1545.80')
      expect(await refusalOf(tx, () => accounts.run(`select public.issue_invoice('${last}')`))).toMatch(
        /^€372\.90 of the deposit invoice INV-\S+ are not paid, and this is the last invoice of SO-\S+\. Please wait for the money, or credit what is open of INV-\S+ first$/,
      )
      expect(await refusalOf(tx, () => accounts.run(`select public.write_off_invoice('${invoice}', 'Lost')`))).not.toBe(
        'done',
      )
      const note = await accounts.value<string>(`select public.credit_open_deposit('${invoice}', 'Not paid')`)
      expect(
        await accounts.value(`select status || ' ' || gross::text from public.credit_notes where id = '${note}'`),
      ).toBe('allocated 372.90')
      expect(await stateOf(trade, invoice)).toBe('paid 0.00')
      await accounts.run(`select public.issue_invoice('${last}')`)
      expect(await accounts.value(`select gross::text from public.invoices where id = '${last}'`)).toBe('1145.80')
      expect(await booked(trade, order)).toEqual({ clients: '1545.80', sales: '-1310.00', vat_sales: '-235.80' })
      expect(await server.rows(disagreements(`array['${row.clientContact}'::uuid]`))).toEqual([])
    }))

  test('is on an open draft of the order as soon as it is paid, and off it with its payment', () =>
    inTrade(async (trade) => {
      const { accounts } = trade
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      const last = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
      const shown = () =>
        accounts.one(`select v.gross::text, d ->> 'open' as open, d #>> '{rates,0,deducted}' as deducted
          from public.invoices v, jsonb_array_elements(public.draft_deposits(v.id)) as d where v.id = '${last}'`)
      expect(await shown()).toEqual({ gross: '1545.80', open: '772.90', deducted: '0.00' })
      await accounts.run(`select public.record_payment('${row.clientContact}', 400, 'bank', p_order_id => '${order}')`)
      expect(await shown()).toEqual({ gross: '1545.80', open: '372.90', deducted: '0.00' })
      await accounts.run(
        `select public.record_payment('${row.clientContact}', 372.90, 'bank', p_order_id => '${order}')`,
      )
      expect(await shown()).toEqual({ gross: '772.90', open: null, deducted: '655.00' })
      await accounts.run(
        `select public.remove_allocation((select id from public.payment_allocations where invoice_id = '${invoice}' and amount = 400))`,
      )
      expect(await shown()).toEqual({ gross: '1545.80', open: '400.00', deducted: '0.00' })
    }))

  test('is taxed on the day on which its money came', () =>
    inTrade(async (trade) => {
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      await issuedOn(trade.server, invoice, '2026-01-10')
      await trade.accounts.run(
        `select public.record_payment('${row.clientContact}', 772.90, 'bank', '2026-02-03', p_order_id => '${order}')`,
      )
      expect(
        await trade.server.rows(
          `select on_date::text, vat::text from private.deposit_taxes where invoice_id = '${invoice}'`,
        ),
      ).toEqual([{ on_date: '2026-02-03', vat: '117.90' }])
      expect(
        await trade.accounts
          .value(`select sum(vat::numeric)::text from public.ledger('sales', '2026-01-01', '2026-01-31')
          where number = (select invoice_number from public.invoices where id = '${invoice}')`),
      ).toBeNull()
    }))

  test('a payment that settled it by mistake is taken off with its tax, and credit of the client pays it again', () =>
    inTrade(async (trade) => {
      const { accounts, client, server } = trade
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      await accounts.run(
        `select public.record_payment('${row.clientContact}', 772.90, 'bank', p_order_id => '${order}')`,
      )
      await accounts.run(
        `select public.remove_allocation((select id from public.payment_allocations where invoice_id = '${invoice}'))`,
      )
      expect([await stateOf(trade, invoice), await depositOf(trade, order), await taxed(trade, invoice)]).toEqual([
        'issued 772.90',
        'awaiting_deposit 0.00',
        '',
      ])
      // It is credit, which is no money for the order.
      const received = () =>
        server.value(`select private.order_money(o) ->> 'paid' from public.orders o where o.id = '${order}'`)
      expect(await received()).toBe('0.00')
      const link = await server.value<string>(`select public_uuid from public.invoices where id = '${invoice}'`)
      await client.run(`select public.use_credit('${link}')`)
      expect([await stateOf(trade, invoice), await depositOf(trade, order), await taxed(trade, invoice)]).toEqual([
        'paid 0.00',
        'confirmed 772.90',
        '655.00 117.90',
      ])
      expect(await received()).toBe('772.90')
    }))

  test('credit of the client pays the deposit by its link, in parts and with its invoices; what is free is no money for the order', () =>
    inTrade(async (trade, tx) => {
      const { accounts, client, server } = trade
      const { order, uuid } = await ordered(trade)
      const read = () =>
        client.value(
          `select jsonb_build_array(m -> 'credit', m -> 'paid') from (select public.get_public_quotation('${uuid}') -> 'order' as m) as q`,
        )
      const use = (amount = 'null') => client.value(`select public.pay_deposit_from_credit('${uuid}', ${amount})`)
      const money = await accounts.value<string>(
        `select public.record_payment('${row.clientContact}', 1000, 'bank', p_order_id => '${order}', p_allocations => '[]')`,
      )
      // The office takes its deposit invoice back: the money is credit, and the deposit is due again.
      await accounts.run(
        `select public.issue_credit_note(public.make_credit_note((select id from public.invoices where order_id = '${order}'), 'Another order'))`,
      )
      await accounts.run(`select public.refund_payment('${money}', 100, 'Too much')`)
      expect(await read()).toEqual(['900.00', '0.00'])
      expect(await use('100')).toEqual({ used: '100.00', left: '672.90', credit: '800.00' })
      expect(await refusalOf(tx, () => use('700'))).toMatch(/^Of SO-.* only €672.90 are open/)
      const invoice = await asked(trade, order)
      expect(await use()).toEqual({ used: '672.90', left: '0.00', credit: '127.10' })
      expect([await stateOf(trade, invoice), await depositOf(trade, order), await read()]).toEqual([
        'credited 0.00',
        'confirmed 772.90',
        [null, '772.90'],
      ])
      expect(await server.value(`select sum(vat)::text from private.deposit_taxes`)).toBe('117.90')
      expect(await refusalOf(tx, () => use())).toBe('There is nothing left to pay')
      expect(await server.rows(disagreements(`array['${row.clientContact}'::uuid]`))).toEqual([])
    }))

  /** The three ways by which money comes for an order whose deposit invoice is open. Each returns its payment. */
  const money = {
    hand: async ({ accounts }: Trade, order: string) =>
      accounts.value<string>(
        `select public.record_payment('${row.clientContact}', 772.90, 'cash', '2026-01-05', p_order_id => '${order}')`,
      ),
    card: async ({ client, server }: Trade, order: string) => {
      const link = await server.value<string>(`select public_uuid from public.orders where id = '${order}'`)
      const request = await client.value<string>(`select public.open_payment_request('${link}') ->> 'id'`)
      return server.value<string>(
        `select public.settle_payment_request('${request}', 'viva', 'transaction-1', 772.90) ->> 'payment_id'`,
      )
    },
    bank: async (trade: Trade, order: string) => {
      const number = await trade.server.value<string>(`select order_number from public.orders where id = '${order}'`)
      const { id, matches } = await bankSays(trade, number)
      await trade.accounts.run(`select public.confirm_shown_entries('${JSON.stringify({ [id]: matches[0]?.seen })}')`)
      return trade.server.value<string>(`select payment_id from public.bank_entries where id = '${id}'`)
    },
  }
  const moves = (payment: string, client: string, parts: string) =>
    `select public.move_payment('${payment}', '${client}', ${parts}, 'It was for something else')`
  type Way = (trade: Trade, payment: string) => Promise<unknown>
  const ways: [string, keyof typeof money, Way][] = [
    [
      'by hand',
      'hand',
      ({ accounts }, payment) => accounts.run(`select public.take_back_payment('${payment}', 'Slip')`),
    ],
    [
      'with the entry of the bank that recorded it',
      'bank',
      ({ accounts }) => accounts.run(`select public.undo_bank_entry(id, 'Slip') from public.bank_entries`),
    ],
    [
      'by a debit of the bank',
      'bank',
      async ({ accounts, server }, payment) => {
        const debit = { booked_on: '2026-01-20', direction: 'out', amount: '772.90', currency: 'EUR', party_name: 'X' }
        await accounts.run(
          `select public.import_bank_file(null, '{"file_name": "b.xml", "format": "camt"}', '${JSON.stringify([debit])}')`,
        )
        const entry = await server.value<string>(`select id from public.bank_entries where direction = 'out'`)
        const choice = JSON.stringify({ kind: 'client_return', payment_id: payment })
        await accounts.run(`select public.confirm_bank_payout('${entry}', '${choice}')`)
        // Taken back, the payment pays the deposit invoice again; and once more it does not.
        await accounts.run(`select public.undo_bank_entry('${entry}', 'Another one')`)
        expect(await server.value(`select status from public.invoices where kind = 'deposit'`)).toBe('paid')
        await accounts.run(`select public.confirm_bank_payout('${entry}', '${choice}')`)
      },
    ],
    [
      'to the card that paid it',
      'card',
      async ({ accounts, server }, payment) => {
        await accounts.run(
          `select public.remove_allocation(id) from public.payment_allocations where payment_id = '${payment}'`,
        )
        await accounts.run(`select public.ask_refund('${payment}', 772.90, 'Paid twice', '${payment}')`)
        await server.run(`select public.settle_refund('${payment}', 'done', 'refund-1')`)
        expect(await server.value(`select status from public.payments where id = '${payment}'`)).toBe('refunded')
      },
    ],
    [
      'to another client',
      'hand',
      ({ accounts }, payment) => accounts.run(moves(payment, row.otherClientContact, 'null')),
    ],
    [
      'to the credit of its client',
      'card',
      ({ accounts }, payment) => accounts.run(moves(payment, row.clientContact, `'[]'`)),
    ],
  ]
  test.each(ways)('is open again when its money goes %s, and its tax goes with it', (_, method, goes) =>
    inTrade(async (trade) => {
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      const payment = await money[method](trade, order)
      const paid = ['paid 0.00', 'confirmed 772.90', '655.00 117.90']
      expect([await stateOf(trade, invoice), await depositOf(trade, order), await taxed(trade, invoice)]).toEqual(paid)
      await goes(trade, payment)
      expect([await stateOf(trade, invoice), await depositOf(trade, order), await taxed(trade, invoice)]).toEqual([
        'issued 772.90',
        'awaiting_deposit 0.00',
        '',
      ])
      expect(await booked(trade, order)).toEqual({ clients: '772.90', deposits: '-772.90' })
      const clients = `'{${row.clientContact},${row.otherClientContact}}'::uuid[]`
      expect(await trade.server.rows(disagreements(clients))).toEqual([])
      // Its order waits for it: other money pays it.
      await money.hand(trade, order)
      expect([await stateOf(trade, invoice), await depositOf(trade, order), await taxed(trade, invoice)]).toEqual(paid)
    }),
  )

  test('stays paid while an invoice deducts it: taking its money back names that invoice', () =>
    inTrade(async (trade, tx) => {
      const { accounts, server } = trade
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      const payment = await money.hand(trade, order)
      await server.run(`update public.order_items set qty_delivered = qty where order_id = '${order}'`)
      const last = await accounts.value<string>(`select public.make_invoice('{${order}}')`)
      const number = await accounts.value<string>(`select public.issue_invoice('${last}')`)
      const [first] = await server.rows<{ number: string }>(
        `select invoice_number as number from public.invoices where id = '${invoice}'`,
      )
      for (const act of [
        `select public.take_back_payment('${payment}', 'Slip')`,
        moves(payment, row.otherClientContact, 'null'),
      ])
        expect(await refusalOf(tx, () => accounts.run(act))).toMatch(
          new RegExp(
            `paid the deposit invoice ${first?.number}, which is deducted by ${number}: please credit ${number} first$`,
          ),
        )
      await accounts.run(moves(payment, row.clientContact, `'[]'`))
      expect(await stateOf(trade, invoice)).toBe('paid 0.00')
    }))

  test('is what an announced transfer pays, and the announcement ends with it', () =>
    inTrade(async (trade) => {
      const { order, uuid } = await ordered(trade)
      const invoice = await asked(trade, order)
      const link = await trade.server.value<string>(`select public_uuid from public.invoices where id = '${invoice}'`)
      // From the page of the quotation and from that of the invoice: one transfer settles both announcements.
      await trade.client.run(`select public.tell_bank_transfer('${uuid}')`)
      await trade.client.run(`select public.tell_bank_transfer('${link}')`)
      const announced = () =>
        trade.server.value(
          `select count(*)::int from public.payment_requests where told_at is not null and status in ('open', 'processing')`,
        )
      expect(await announced()).toBe(2)
      await money.bank(trade, order)
      expect([await stateOf(trade, invoice), await depositOf(trade, order)]).toEqual(['paid 0.00', 'confirmed 772.90'])
      expect(await announced()).toBe(0)
      expect(await trade.accounts.rows(`select id from public.invoices where order_id = '${order}'`)).toHaveLength(1)
    }))

  test('asks for no more than its order has at a rate once extra work changes that: the rest is credited, and accounts are told', () =>
    inTrade(async (trade) => {
      const { accounts, client, sales, server } = trade
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      await accounts.run(`select public.record_payment('${row.clientContact}', 400, 'bank', p_order_id => '${order}')`)
      /** Extra work takes a line at 18 % off, and adds so much at 18 % and at 5 %. */
      const changed = async (line: string, at18: number, at5: number) => {
        const extra = await sales.value<string>(`select public.amend_order('${order}')`)
        await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
          values ('${extra}', 'b1', 'Fascia of ${at18}', 1, ${at18}, 18), ('${extra}', 'b2', 'Book', 1, ${at5}, 5)`)
        await sales.run(`select public.take_off_order_line('${extra}', (
          select id from public.order_items where order_id = '${order}' and description = '${line}'), 1)`)
        await sales.run(`select public.send_quotation('${extra}')`)
        const link = await sales.value<string>(`select public_uuid from public.quotations where id = '${extra}'`)
        await client.run(`select public.approve_quotation('${link}', 1, 'Carla Client', true)`)
        return [
          await sales.value(
            `select concat_ws(' ', gross::text, deposit_amount::text) from public.orders where id = '${order}'`,
          ),
          await stateOf(trade, invoice),
        ]
      }
      // €700.00 at 18 % are more than the €655.00 of the deposit: it stays as the client agreed to it.
      expect(await changed('Tray fascia', 700, 2400)).toEqual(['3346.00 772.90', 'partly_paid 372.90'])
      // Of €400.00 the deposit cannot be €655.00: €255.00 and their VAT are credited.
      expect(await changed('Fascia of 700', 400, 1200)).toEqual(['4252.00 772.90', 'partly_paid 72.00'])
      expect(await accounts.rows(`select status, net::text, gross::text from public.credit_notes`)).toEqual([
        { status: 'allocated', net: '255.00', gross: '300.90' },
      ])
      expect(
        await server.value(`select message from public.notifications where title ~ 'asks for less$' limit 1`),
      ).toMatch(
        /^SO-\S+ was changed, and has less at a VAT rate than .* CN-\S+ takes €300\.90 off\. Please send it to the client\.$/,
      )
      // With nothing at 18 %, all that nobody paid is credited. What was paid stays a deposit.
      expect(await changed('Fascia of 400', 0, 1500)).toEqual(['5355.00 772.90', 'paid 0.00'])
      expect(await depositOf(trade, order)).toBe('awaiting_deposit 400.00')
      expect(await server.rows(disagreements(`array['${row.clientContact}'::uuid]`))).toEqual([])
    }))

  test('is not offered where sales tax is charged, nor for an order that waits for no deposit', () =>
    inTrade(async (trade, tx) => {
      const { order } = await ordered(trade)
      await trade.server.run(`update public.company_settings set tax_kind = 'sales_tax'`)
      expect(await refusalOf(tx, () => asked(trade, order))).toBe(
        'Where sales tax is charged, a deposit has no invoice: its money is kept for the order',
      )
      await trade.server.run(`update public.company_settings set tax_kind = 'vat'`)
      await trade.accounts.run(
        `select public.record_payment('${row.clientContact}', 772.90, 'bank', p_order_id => '${order}')`,
      )
      expect(await refusalOf(tx, () => asked(trade, order))).toMatch(/^SO-\S+ asks for no deposit that is open$/)
    }))

  test('is credited when its order is cancelled, and leaves nothing in the books', () =>
    inTrade(async (trade) => {
      const { order } = await ordered(trade)
      const invoice = await asked(trade, order)
      await trade.sales.run(`select public.cancel_order('${order}', 'Moved away')`)
      expect(await stateOf(trade, invoice)).toBe('credited 0.00')
      expect(await booked(trade, order)).toBeNull()
    }))
})

describe('a deposit that was credited', () => {
  /** The state of an order with its deposit: asked, paid, credited, and what its client reads as received. */
  const moneyOf = ({ server }: Trade, order: string) =>
    server.value<string>(
      `select concat_ws(' ', o.status, o.deposit_amount, o.deposit_paid, o.deposit_back, private.order_money(o) ->> 'paid') from public.orders o where o.id = '${order}'`,
    )
  const asksFor = ({ server }: Trade, order: string) =>
    server.rows(
      `select amount::text from public.payment_requests where order_id = '${order}' and purpose = 'deposit' and status = 'open'`,
    )
  const askedFor = async (trade: Trade) => {
    const { order } = await ordered(trade)
    return { order, invoice: await trade.accounts.value<string>(`select public.issue_deposit_invoice('${order}')`) }
  }
  const prepaid = async (trade: Trade, amount = 772.9) => {
    const { order } = await ordered(trade)
    const paid = `select public.record_payment('${row.clientContact}', ${amount}, 'bank', p_order_id => '${order}')`
    const payment = await trade.accounts.value<string>(paid)
    const invoice = await trade.server.value<string>(
      `select id from public.invoices where order_id = '${order}' and kind = 'deposit'`,
    )
    return { order, payment, invoice }
  }

  test('is not paid: its order waits for it and asks for it, also after the refund, and the approval can be undone', () =>
    inTrade(async (trade) => {
      const { accounts, server } = trade
      const { order, payment, invoice } = await prepaid(trade)
      expect(await moneyOf(trade, order)).toBe('confirmed 772.90 772.90 0.00 772.90')
      // No other deposit goes back with the deposit invoice.
      expect(await accounts.value(`select public.credit_totals('${invoice}', p_deposits => true)`)).toMatchObject({
        gross: '772.90',
        papers: [{ is_along: false }],
      })
      const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'The bank took it back')`)
      await accounts.run(`select public.issue_credit_note('${note}')`)
      expect(await moneyOf(trade, order)).toBe('awaiting_deposit 772.90 0.00 772.90 0.00')
      expect(await asksFor(trade, order)).toEqual([{ amount: '772.90' }])
      await accounts.run(`select public.refund_payment('${payment}', 772.90, 'Back', null, '${note}')`)
      expect(await moneyOf(trade, order)).toBe('awaiting_deposit 772.90 0.00 772.90 0.00')
      expect(await server.rows(disagreements(`'{${row.clientContact}}'::uuid[]`))).toEqual([])
      const quotation = await server.value<string>(`select quotation_id from public.orders where id = '${order}'`)
      await trade.sales.run(`select public.undo_approval('${quotation}', 'It was another one')`)
      expect(await moneyOf(trade, order)).toMatch(/^cancelled/)
    }))

  test.each([
    ['paid', 'confirmed 0.00 0.00 772.90 0.00', 'awaiting_deposit 772.90 0.00 772.90 0.00'],
    ['open', 'confirmed 0.00 0.00 0.00 0.00', 'awaiting_deposit 772.90 0.00 0.00 0.00'],
  ])('on purpose while it was %s is not asked for again, until somebody chooses otherwise', (was, ended, asked) =>
    inTrade(async (trade) => {
      const { accounts } = trade
      const { order, invoice } = was === 'paid' ? await prepaid(trade) : await askedFor(trade)
      const note = await accounts.value<string>(
        `select public.make_credit_note('${invoice}', 'The client stops', p_again => false)`,
      )
      await accounts.run(`select public.issue_credit_note('${note}')`)
      expect(await moneyOf(trade, order)).toBe(ended)
      expect(await asksFor(trade, order)).toEqual([])
      await accounts.run(`select public.bill_again('${note}', true)`)
      expect(await moneyOf(trade, order)).toBe(asked)
      expect(await asksFor(trade, order)).toEqual([{ amount: '772.90' }])
      await accounts.run(`select public.bill_again('${note}', false)`)
      expect(await moneyOf(trade, order)).toBe(ended)
      expect(await asksFor(trade, order)).toEqual([])
    }),
  )

  test('in part is paid in part, and paid again it is whole', () =>
    inTrade(async (trade) => {
      const { order, invoice } = await prepaid(trade)
      const amounts = JSON.stringify([{ vat_rate: 18, vat_treatment: 'standard', amount: 272.9 }])
      const note = await trade.accounts.value<string>(
        `select public.credit_by_amount('${invoice}', 'Less', '${amounts}', true)`,
      )
      await trade.accounts.run(`select public.issue_credit_note('${note}')`)
      expect(await moneyOf(trade, order)).toBe('awaiting_deposit 772.90 500.00 272.90 500.00')
      await trade.accounts.run(
        `select public.record_payment('${row.clientContact}', 272.90, 'bank', p_order_id => '${order}')`,
      )
      expect(await moneyOf(trade, order)).toBe('confirmed 772.90 772.90 272.90 772.90')
    }))

  test('is not asked for again where everything of its order is invoiced or the order is cancelled', () =>
    inTrade(async (trade) => {
      const { order } = await prepaid(trade)
      await trade.server.run(`update public.order_items set qty_delivered = qty where order_id = '${order}'`)
      const last = await trade.accounts.value<string>(`select public.make_invoice('{${order}}')`)
      await trade.accounts.run(`select public.issue_invoice('${last}')`)
      await trade.accounts.run(`select public.credit_order('${order}', 'All of it was wrong')`)
      expect(await moneyOf(trade, order)).toMatch(/ 0\.00 0\.00 772\.90 0\.00$/)
      const cancelled = await prepaid(trade)
      await trade.sales.run(`select public.cancel_order('${cancelled.order}', 'Moved away')`)
      expect(await moneyOf(trade, cancelled.order)).toBe('cancelled 0.00 0.00 772.90 772.90')
      expect([...(await asksFor(trade, order)), ...(await asksFor(trade, cancelled.order))]).toEqual([])
    }))
})

test('the mark of the rate of new lines moves to the rate that is marked last', async () => {
  const marked = await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const admin = trade.as('admin')
    await admin.run(`insert into public.vat_rates (code, label, rate, is_default) values ('zz-1', 'One', 1, true)`)
    await admin.run(`insert into public.vat_rates (code, label, rate, is_default) values ('zz-2', 'Two', 2, true)`)
    const last = await admin.rows(`select code from public.vat_rates where is_default`)
    await admin.run(`update public.vat_rates set is_default = true where code = 'zz-1'`)
    return [last, await admin.rows(`select code from public.vat_rates where is_default`)]
  })
  expect(marked).toEqual([[{ code: 'zz-2' }], [{ code: 'zz-1' }]])
  expect(await tries(engine, 'visitor', `select public.confirm_shown_entries('{}')`)).toMatchObject({
    refused: '42501',
  })
})
