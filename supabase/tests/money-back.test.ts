import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Refused = (trying: () => Promise<unknown>, words: string) => Promise<void>
const inTrade = (work: (trade: Trade, refused: Refused) => Promise<void>) =>
  undone(engine, async (tx) =>
    work(await tradeIn(tx), async (trying, words) => {
      await tx.exec('savepoint before')
      await expect(trying()).rejects.toThrow(words)
      await tx.exec('rollback to savepoint before')
    }),
  )

async function issued({ accounts }: Trade, price = 100) {
  const id = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Window lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 1, 'm', ${price}, 18)`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  return {
    id,
    uuid: await accounts.value<string>(`select public_uuid from public.invoices where id = '${id}'`),
    balance: () => accounts.value<string>(`select balance::text from public.invoices where id = '${id}'`),
  }
}

/** A card payment of that amount, without a settled invoice. */
async function paidByCard({ server, accounts }: Trade, amount: number) {
  const id = 'c0000000-0000-4000-a000-000000000001'
  await server.run(`insert into public.payments (id, payment_number, contact_id, method, provider, provider_ref, amount, received_on)
    values ('${id}', 'RCPT-1', '${row.business}', 'card', 'viva', 'transaction-1', ${amount}, private.company_today())`)
  return {
    id,
    state: () => accounts.one(`select status, open::text, refunded::text from public.payments where id = '${id}'`),
  }
}
const ask = (payment: string, amount: number, key = 1) =>
  `select public.ask_refund('${payment}', ${amount}, 'Paid twice', 'c1000000-0000-4000-a000-00000000000${key}')`
const settle = (status: string, key = 1) =>
  `select public.settle_refund('c1000000-0000-4000-a000-00000000000${key}', '${status}', 'refund-${key}')`

describe('money that goes back to a card', () => {
  test('is asked for once, is kept aside while the bank is asked, and is recorded when the bank gave it', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, server, sales } = trade
      const payment = await paidByCard(trade, 118)
      await refused(() => sales.run(ask(payment.id, 100)), 'You may not refund payments')
      expect(await accounts.value(ask(payment.id, 100))).toMatchObject({
        is_new: true,
        transaction: 'transaction-1',
        cents: '10000',
      })
      expect(await accounts.value(ask(payment.id, 100))).toMatchObject({ is_new: false, status: 'asked' })
      await refused(() => accounts.run(ask(payment.id, 20, 2)), 'Only €18.00 is unused credit')
      await refused(() => accounts.run(`select public.refund_payment('${payment.id}', 20, 'By hand')`), 'Only €18.00')
      await refused(() => accounts.run(settle('done')), 'permission denied')
      await server.run(settle('done'))
      await server.run(settle('done'))
      expect(await payment.state()).toEqual({ status: 'part_refunded', open: '18.00', refunded: '100.00' })
      // The bank's message about its own refund changes nothing.
      await server.run(`select public.report_reversal('viva', 'transaction-1')`)
      expect(await server.value(`select count(*)::int from public.document_events where type = 'reversed'`)).toBe(0)
    })
  })

  test('under an id that another payment or another amount has is refused, by card and by hand', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, server } = trade
      const payment = await paidByCard(trade, 118)
      const other = await accounts.value<string>(
        `select public.record_payment('${row.business}', 50, 'bank', null, null, null, '[]')`,
      )
      const words = 'This refund was asked for another payment or another amount already'
      await accounts.run(ask(payment.id, 100))
      await refused(() => accounts.run(ask(other, 100)), words)
      await refused(() => accounts.run(ask(payment.id, 10)), words)
      const byHand = (of: string, amount: number) =>
        `select public.refund_payment('${of}', ${amount}, 'By hand', p_refund_id => 'c2000000-0000-4000-a000-000000000001')`
      await accounts.run(byHand(other, 20))
      await accounts.run(byHand(other, 20))
      await refused(() => accounts.run(byHand(payment.id, 18)), 'This refund was for something else')
      await refused(() => accounts.run(byHand(other, 5)), 'This refund was for something else')
      expect(await server.value(`select count(*)::int from public.payment_refunds`)).toBe(1)
    })
  })

  test('that the bank refused is free again; of a silent bank a person says what happened', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, server } = trade
      const invoice = await issued(trade)
      const payment = await paidByCard(trade, 118)
      await accounts.run(ask(payment.id, 118))
      await server.run(settle('refused'))
      expect(await payment.state()).toEqual({ status: 'succeeded', open: '118.00', refunded: '0.00' })
      await accounts.run(ask(payment.id, 100, 2))
      await refused(
        () => accounts.run(`select public.decide_refund('c1000000-0000-4000-a000-000000000002', true)`),
        'being asked just now',
      )
      await server.run(settle('unknown', 2))
      // Meanwhile it pays no invoice.
      await accounts.run(`select public.allocate_payment('${payment.id}')`)
      expect(await invoice.balance()).toBe('100.00')
      await accounts.run(`select public.decide_refund('c1000000-0000-4000-a000-000000000002', true)`)
      expect(await payment.state()).toEqual({ status: 'part_refunded', open: '0.00', refunded: '100.00' })
    })
  })

  test('by cash or bank is recorded by hand only', async () => {
    await inTrade(async ({ accounts }, refused) => {
      const id = await accounts.value<string>(`select public.record_payment('${row.business}', 50, 'cash')`)
      await refused(() => accounts.run(ask(id, 50)), 'was not paid by card here')
      await accounts.run(`select public.refund_payment('${id}', 50, 'Paid twice')`)
      expect(await accounts.value(`select status from public.payments where id = '${id}'`)).toBe('refunded')
    })
  })
})

describe('money of an invoice that was credited', () => {
  /** An invoice of 118 settled by a payment, and an issued credit note over a part of it. */
  async function credited(
    trade: Trade,
    { provider = null, lines = 1 }: { provider?: string | null; lines?: number } = {},
  ) {
    const { accounts, server } = trade
    const invoice = await issued(trade)
    const payment = await accounts.value<string>(
      `select public.record_payment('${row.business}', 118, 'bank', p_allocations => '[{"invoice_id": "${invoice.id}", "amount": 118}]')`,
    )
    if (provider)
      await server.run(
        `update public.payments set method = 'card', provider = '${provider}', provider_ref = 'transaction-9' where id = '${payment}'`,
      )
    const notes: string[] = []
    for (const _ of Array.from({ length: lines })) {
      const note = await accounts.value<string>(
        `select public.make_credit_note('${invoice.id}', 'One letter is wrong', (select jsonb_build_array(jsonb_build_object(
           'invoice_item_id', i.id, 'qty', 0.165)) from public.invoice_items i where i.invoice_id = '${invoice.id}'))`,
      )
      await accounts.run(`select public.issue_credit_note('${note}')`)
      notes.push(note)
    }
    return {
      invoice,
      payment,
      notes,
      state: () =>
        server.one(`select v.status, v.balance::text, v.paid::text, v.credited::text,
          (select sum(n.open)::text from public.credit_notes n where n.invoice_id = v.id) as credit,
          (select p.refunded::text from public.payments p where p.id = '${payment}') as refunded,
          (select count(*)::int from public.document_events e where e.record_id = v.id and e.type = 'paid') as paid_events,
          private.amount_text(private.client_credit(v.contact_id)) as client_credit
          from public.invoices v where v.id = '${invoice.id}'`),
    }
  }
  const refund = (payment: string, amount: number, note: string | null, key = 1) =>
    `select public.refund_payment('${payment}', ${amount}, 'One letter is wrong', 'c2000000-0000-4000-a000-00000000000${key}'${
      note ? `, '${note}'` : ''
    })`
  const before = {
    status: 'paid',
    balance: '0.00',
    paid: '118.00',
    credited: '0.00',
    credit: '19.47',
    refunded: '0.00',
    paid_events: 1,
    client_credit: '19.47',
  }
  const after = {
    ...before,
    paid: '98.53',
    credited: '19.47',
    credit: '0.00',
    refunded: '19.47',
    client_credit: '0.00',
  }

  test('is paid back by the credit note once: the invoice stays settled, and the account of the client is even', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, sales } = trade
      const of = await credited(trade)
      const [note = ''] = of.notes
      expect(await of.state()).toEqual(before)
      expect(await accounts.rows(`select payment_id, amount from public.refund_options('${note}')`)).toEqual([
        { payment_id: of.payment, amount: '19.47' },
      ])
      await refused(() => sales.run(refund(of.payment, 19.47, note)), 'You may not refund payments')
      await refused(() => accounts.run(refund(of.payment, 19.48, note)), 'Only €19.47 of this credit note can go back')
      await refused(() => accounts.run(refund(of.payment, 0, note)), 'above zero')
      const id = await accounts.value(refund(of.payment, 19.47, note))
      expect(await accounts.value(refund(of.payment, 19.47, note))).toBe(id)
      expect(await of.state()).toEqual(after)
      await refused(
        () => accounts.run(refund(of.payment, 19.47, note, 2)),
        'Only €0.00 of this credit note can go back',
      )
      expect(await accounts.rows(`select * from public.refund_options('${note}')`)).toEqual([])
      const account = await accounts.value<{ closing: string }>(
        `select public.client_statement('${row.business}', current_date - 10, current_date + 10)`,
      )
      expect(account.closing).toBe('0.00')
    })
  })

  test('is offered by its payment too, and goes back to the card when the bank was asked', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, server } = trade
      const of = await credited(trade, { provider: 'viva', lines: 2 })
      expect(await accounts.value(`select public.refundable('${of.payment}')`)).toBe('38.94')
      await refused(() => accounts.run(ask(of.payment, 38.95, 3)), 'Only €38.94 is unused credit and can be refunded')
      expect(await accounts.value(ask(of.payment, 38.94, 3))).toMatchObject({ is_new: true, cents: '3894' })
      expect(await accounts.value(ask(of.payment, 38.94, 3))).toMatchObject({ is_new: false })
      expect(await accounts.value(`select public.refundable('${of.payment}')`)).toBe('0.00')
      await server.run(settle('done', 3))
      expect(await of.state()).toEqual({ ...after, paid: '79.06', credited: '38.94', refunded: '38.94' })
    })
  })

  test('is no more than the payment settled of the invoice, nor than what is left of the credit note', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts } = trade
      const of = await credited(trade)
      const other = await issued(trade, 10)
      await accounts.run(`select public.allocate_credit('${of.notes[0]}', '${other.id}', 10)`)
      await refused(() => accounts.run(refund(of.payment, 19.47, null)), 'Only €9.47 is unused credit')
      await accounts.run(refund(of.payment, 9.47, null))
      expect(await of.state()).toMatchObject({ status: 'paid', balance: '0.00', credit: '0.00', refunded: '9.47' })
    })
  })
})

describe('what is written off', () => {
  test('lowers the invoice and the account with its reason, for who may delete invoices; taken back, it is owed again', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, as } = trade
      const invoice = await issued(trade)
      const give = (more = '') => `select public.write_off_invoice('${invoice.id}', 'Insolvent'${more})`
      await refused(() => as('team_member').run(give()), 'You may not write invoices off')
      await refused(() => as('admin').run(`select public.write_off_invoice('${invoice.id}', ' ')`), 'Please say why')
      for (const amount of ['0', '-18', '0.001', '17.995'])
        await refused(() => as('admin').run(give(`, ${amount}`)), 'Please enter an amount above zero with two decimals')
      await refused(() => as('admin').run(give(', 118.01')), 'only €118.00 are open')
      const id = await as('admin').value<string>(give(', 18'))
      await as('admin').run(give())
      expect(
        await accounts.one(
          `select status, balance::text, credited::text from public.invoices where id = '${invoice.id}'`,
        ),
      ).toEqual({
        status: 'credited',
        balance: '0.00',
        credited: '118.00',
      })
      await refused(() => as('admin').run(give()), 'Nothing of this invoice is open')
      await as('admin').run(`select public.undo_write_off('${id}', 'They paid after all')`)
      await as('admin').run(`select public.undo_write_off('${id}', 'They paid after all')`)
      expect(await invoice.balance()).toBe('18.00')
      const account = await accounts.value<{
        closing: string
        lines: { kind: string; debit: string; credit: string }[]
      }>(`select public.client_statement('${row.business}', current_date - 10, current_date + 10)`)
      expect(account.closing).toBe('18.00')
      expect(
        account.lines
          .filter(({ kind }) => kind === 'write_off')
          .map(({ debit, credit }) => [debit, credit])
          .sort(),
      ).toEqual([['0.00', '100.00']])
      expect(
        await as('admin').value(`select count(*)::int from public.audit_logs where table_name = 'write_offs'`),
      ).toBe(3)
    })
  })

  test('is not called paid: the state, the paper, the client’s list, the filter and the story say that a part never came', async () => {
    await inTrade(async (trade) => {
      const { accounts, as, server } = trade
      const invoice = await issued(trade)
      const pay = (amount: number) =>
        accounts.run(`select public.record_payment('${row.business}', ${amount}, 'bank', null, null, null,
          '[{"invoice_id": "${invoice.id}", "amount": ${amount}}]')`)
      const state = () => accounts.value(`select state from public.invoices where id = '${invoice.id}'`)
      await pay(50)
      expect(await state()).toBe('partly_paid')
      const first = await as('admin').value<string>(`select public.write_off_invoice('${invoice.id}', 'Insolvent', 18)`)
      expect(await state()).toBe('partly_paid')
      await as('admin').run(`select public.write_off_invoice('${invoice.id}', 'Insolvent')`)
      expect(
        await accounts.one(
          `select status, state, paid::text, written_off::text from public.invoices where id = '${invoice.id}'`,
        ),
      ).toEqual({ status: 'paid', state: 'part_written_off', paid: '50.00', written_off: '68.00' })
      expect(await accounts.value(`select public.preview_invoice('${invoice.id}')`)).toMatchObject({
        state: 'part_written_off',
        paid: '50.00',
        written_off: '68.00',
      })
      expect(await server.value(`select private.own_invoices('${row.business}')`)).toMatchObject([
        { id: invoice.id, state: 'part_written_off', written_off: '68.00' },
      ])
      const sums = (kind: string) =>
        accounts.value(`select public.invoice_totals(current_date, '${kind}', '${row.business}') ->> 'gross'`)
      expect([await sums('paid'), await sums('part_written_off')]).toEqual(['0.00', '118.00'])
      expect(
        await accounts.value(`select detail from public.contact_timeline('${row.business}', '{invoice}') limit 1`),
      ).toBe('part_written_off')
      const story = `select count(*)::int from public.document_events where record_id = '${invoice.id}' and type = `
      expect([await accounts.value(`${story} 'paid'`), await accounts.value(`${story} 'settled'`)]).toEqual([0, 1])
      await as('admin').run(`select public.undo_write_off('${first}', 'They paid after all')`)
      await pay(18)
      expect(await state()).toBe('part_written_off')
    })
  })

  test('a credit note on an invoice that nobody paid is not called a payment', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      const invoice = await issued(trade)
      await accounts.run(`select public.issue_credit_note(public.credit_by_amount('${invoice.id}', 'Scratched',
        '[{"vat_rate": 18, "vat_treatment": "standard", "amount": 18}]', true))`)
      expect(await accounts.one(`select status, state from public.invoices where id = '${invoice.id}'`)).toEqual({
        status: 'partly_paid',
        state: 'partly_credited',
      })
    })
  })

  test('is not credited as well, nor is what a credit note left open written off: the client would have money that nobody paid', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, as } = trade
      const credit = (id: string) => `select public.make_credit_note('${id}', 'Complaint')`
      const writeOff = (id: string, amount = 'null') =>
        `select public.write_off_invoice('${id}', 'Insolvent', ${amount})`
      const whole = await issued(trade)
      const draft = await accounts.value<string>(credit(whole.id))
      await as('admin').run(writeOff(whole.id))
      const together = '118.00 of INV-'
      await refused(() => accounts.run(`select public.issue_credit_note('${draft}')`), together)
      await accounts.run(`select public.void_credit_note('${draft}')`)
      await refused(() => accounts.run(credit(whole.id)), 'take that back first, or credit no more than €0.00')

      const part = await issued(trade)
      await as('admin').run(writeOff(part.id, '18'))
      await refused(() => accounts.run(credit(part.id)), 'or credit no more than €100.00')

      const paid = await issued(trade)
      await accounts.run(
        `select public.record_payment('${row.business}', 118, 'bank', null, null, null, '[{"invoice_id": "${paid.id}", "amount": 118}]')`,
      )
      await accounts.run(`select public.issue_credit_note(public.make_credit_note('${paid.id}', 'Misprinted'))`)
      await accounts.run(
        `select public.remove_allocation(id) from public.payment_allocations where invoice_id = '${paid.id}'`,
      )
      await refused(() => as('admin').run(writeOff(paid.id)), 'has €118.00 left: settle the invoice with it first')
      expect(await trade.server.value(`select private.client_credit('${row.business}')::text`)).toBe('236.00')
    })
  })
})

describe('credit of a client', () => {
  test('lowers an invoice by its link, credit notes first, and never more than there is', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, client } = trade
      const first = await issued(trade, 50)
      await accounts.run(`select public.record_payment('${row.business}', 59, 'bank')`)
      await accounts.run(`select public.issue_credit_note(public.make_credit_note('${first.id}', 'Misprinted'))`)
      await accounts.run(`select public.record_payment('${row.business}', 10, 'cash')`)
      const invoice = await issued(trade)
      expect(await client.value(`select public.get_public_invoice('${invoice.uuid}')`)).toMatchObject({
        balance: '118.00',
        credit: '69.00',
      })
      expect(await client.value(`select public.use_credit('${invoice.uuid}')`)).toEqual({
        used: '69.00',
        discount: '0.00',
        balance: '49.00',
        credit: '0.00',
      })
      expect(await client.value(`select public.use_credit('${invoice.uuid}')`)).toMatchObject({
        used: '0.00',
        balance: '49.00',
      })
      await refused(() => client.run(`select public.use_credit(gen_random_uuid())`), 'does not open anything')
    })
  })
})

describe('what was recorded and taken back on one day', () => {
  type Account = {
    closing: string
    lines: { kind: string; number: string; debit: string; credit: string; balance: string }[]
  }
  const account = async ({ accounts }: Trade) => {
    const { closing, lines } = await accounts.value<Account>(
      `select public.client_statement('${row.business}', current_date - 30, current_date + 10)`,
    )
    return { closing, lines: lines.map(({ kind, debit, credit, balance }) => [kind, debit, credit, balance]) }
  }
  /** Sets when a record was made: so many microseconds after the beginning of a day. */
  const made = async ({ server }: Trade, table: string, id: string, day: string, micros = 0) => {
    await server.run(`set local session_replication_role = replica`)
    await server.run(
      `update public.${table} set created_at = (${day})::timestamp at time zone private.company_zone() + interval '${micros} microseconds' where id = '${id}'`,
    )
    await server.run(`set local session_replication_role = origin`)
  }

  test('does not stand on the statement of the client; what is taken back on a later day does, after what it takes back', async () => {
    await inTrade(async (trade) => {
      const { accounts, as, server } = trade
      const invoice = await issued(trade)
      const owed = { closing: '118.00', lines: [['invoice', '118.00', '0.00', '118.00']] }
      const pay = () =>
        accounts.value<string>(`select public.record_payment('${row.business}', 118, 'bank', current_date - 3)`)
      const slip = await pay()
      await server.run(`select private.reverse_payment('${slip}', 'Another client')`)
      const off = await as('admin').value<string>(`select public.write_off_invoice('${invoice.id}', 'Insolvent')`)
      await as('admin').run(`select public.undo_write_off('${off}', 'They pay')`)
      expect(await account(trade)).toEqual(owed)

      const real = await pay()
      await accounts.run(
        `select public.remove_allocation(id) from public.payment_allocations where payment_id = '${real}'`,
      )
      const refund = await accounts.value<string>(`select public.refund_payment('${real}', 118, 'Paid twice')`)
      await server.run(`select private.reverse_refund('${refund}', 'Recorded by mistake')`)
      const paid = [
        ['payment', '0.00', '118.00', '-118.00'],
        ['invoice', '118.00', '0.00', '0.00'],
      ]
      expect(await account(trade)).toEqual({ closing: '0.00', lines: paid })
    })
  })

  test('stands there, in order, where it was taken back on another day, or where the client was told of it in between', async () => {
    await inTrade(async (trade) => {
      const { accounts, server } = trade
      const slip = async (day: string) => {
        const id = await accounts.value<string>(
          `select public.record_payment('${row.business}', 50, 'bank', p_allocations => '[]')`,
        )
        await made(trade, 'payments', id, day)
        return id
      }
      const takenBack = (id: string) => server.run(`select private.reverse_payment('${id}', 'Another client')`)
      await takenBack(await slip('private.company_today() - 1'))
      const shown = {
        closing: '0.00',
        lines: [
          ['payment', '0.00', '50.00', '-50.00'],
          ['refund', '50.00', '0.00', '0.00'],
        ],
      }
      expect(await account(trade)).toEqual(shown)
      const hidden = await slip('private.company_today()')
      await takenBack(hidden)
      expect(await account(trade)).toEqual(shown)
      const statement = await accounts.value<string>(
        `select public.create_statement('${row.business}', current_date - 30, current_date)`,
      )
      await made(trade, 'statements', statement, 'private.company_today()', 1)
      expect((await account(trade)).lines.map((line) => line[0])).toEqual(['payment', 'payment', 'refund', 'refund'])
    })
  })
})
