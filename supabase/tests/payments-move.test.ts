import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { disagreements } from './books.ts'
import { issuedOn, refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Part = { invoice_id: string; amount: string }
type Money = Trade & {
  issued: (contact: string, price: number) => Promise<{ id: string; number: string; link: string }>
  paid: (contact: string, amount: number, parts?: Part[] | null) => Promise<string>
  move: (id: string, to: string, parts: Part[] | null, reason?: string) => Promise<void>
  refused: (work: () => Promise<unknown>) => Promise<string>
  owed: (id: string) => Promise<unknown>
  /** The disagreements in the books. */
  wrong: () => Promise<string[]>
}

const inMoney = (work: (money: Money) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { accounts, server } = trade
    await work({
      ...trade,
      issued: async (contact, price) => {
        const id = await accounts.value<string>(`select public.create_invoice('${contact}', 'Lettering')`)
        await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
          values ('${id}', 'a0', 'item', 'Lettering', 1, ${price}, 18)`)
        const number = await accounts.value<string>(`select public.issue_invoice('${id}')`)
        const link = await server.value<string>(`select public_uuid from public.invoices where id = '${id}'`)
        return { id, number, link }
      },
      paid: (contact, amount, parts = null) =>
        accounts.value<string>(
          `select public.record_payment('${contact}', ${amount}, 'bank', p_allocations => ${parts ? `'${JSON.stringify(parts)}'` : 'null'})`,
        ),
      move: (id, to, parts, reason = 'It was of another client') =>
        accounts.run(
          `select public.move_payment('${id}', '${to}', ${parts ? `'${JSON.stringify(parts)}'` : 'null'}, '${reason}')`,
        ),
      refused: (trying) => refusalOf(tx, trying),
      owed: (id) => server.one(`select status, balance::text from public.invoices where id = '${id}'`),
      wrong: async () => {
        const found = await server.rows<{ problem: string }>(
          disagreements(`'{${row.clientContact},${row.otherClientContact},${row.business}}'::uuid[]`),
        )
        return found.map(({ problem }) => problem).filter(Boolean)
      },
    })
  })

describe('a payment is moved', () => {
  test('to another client by one act: its number keeps, both accounts agree, and the reason stands in its story', async () => {
    await inMoney(async ({ issued, paid, move, owed, wrong, server, accounts }) => {
      const mine = await issued(row.clientContact, 100)
      const yours = await issued(row.otherClientContact, 200)
      const payment = await paid(row.clientContact, 118)
      expect(await owed(mine.id)).toEqual({ status: 'paid', balance: '0.00' })
      const number = await server.value(`select payment_number from public.payments where id = '${payment}'`)
      await move(payment, row.otherClientContact, null)
      expect(await owed(mine.id)).toEqual({ status: 'issued', balance: '118.00' })
      expect(await owed(yours.id)).toEqual({ status: 'partly_paid', balance: '118.00' })
      expect(
        await server.one(
          `select payment_number, contact_id, amount::text, open::text from public.payments where id = '${payment}'`,
        ),
      ).toEqual({ payment_number: number, contact_id: row.otherClientContact, amount: '118.00', open: '0.00' })
      expect(
        await accounts.value(
          `select meta from public.document_events where record_id = '${payment}' and type = 'moved'`,
        ),
      ).toEqual({
        number,
        amount: '118.00',
        from: row.clientContact,
        to: row.otherClientContact,
        reason: 'It was of another client',
      })
      expect(
        await server.value(
          `select changed -> 'contact_id' from public.audit_logs where table_name = 'payments' and record_id = '${payment}' and changed ? 'contact_id' and action = 'UPDATE'`,
        ),
      ).toEqual([row.clientContact, row.otherClientContact])
      expect(await wrong()).toEqual([])
    })
  })

  test('to chosen invoices of the same client; said again, nothing changes; what is left becomes credit', async () => {
    await inMoney(async ({ issued, paid, move, owed, wrong, server }) => {
      const old = await issued(row.clientContact, 100)
      const other = await issued(row.clientContact, 50)
      const payment = await paid(row.clientContact, 118)
      const parts = [{ invoice_id: other.id, amount: '40.00' }]
      await move(payment, row.clientContact, parts, 'They meant the other one')
      await move(payment, row.clientContact, parts, 'They meant the other one')
      expect(await owed(old.id)).toEqual({ status: 'issued', balance: '118.00' })
      expect(await owed(other.id)).toEqual({ status: 'partly_paid', balance: '19.00' })
      expect(await server.value(`select open::text from public.payments where id = '${payment}'`)).toBe('78.00')
      expect(
        await server.value(
          `select count(*)::int from public.document_events where record_id = '${payment}' and type = 'moved'`,
        ),
      ).toBe(1)
      expect(await wrong()).toEqual([])
    })
  })

  test('not without a reason or the right, not over what is open, not to an invoice of somebody else, not after a refund', async () => {
    await inMoney(async ({ issued, paid, move, owed, refused, accounts, workshop, sales }) => {
      const mine = await issued(row.clientContact, 100)
      const yours = await issued(row.otherClientContact, 10)
      const payment = await paid(row.clientContact, 118)
      const call = `select public.move_payment('${payment}', '${row.otherClientContact}', null, 'Mine')`
      expect(await refused(() => workshop.run(call))).toBe('You may not move payments')
      expect(await refused(() => sales.run(call))).toBe('You may not move payments')
      expect(await refused(() => move(payment, row.otherClientContact, null, ' '))).toMatch(/Please say why/)
      expect(await refused(() => move(payment, row.clientContact, [{ invoice_id: mine.id, amount: '-1' }]))).toMatch(
        /amount above zero/,
      )
      expect(
        await refused(() => move(payment, row.otherClientContact, [{ invoice_id: yours.id, amount: '50.00' }])),
      ).toBe(`Of ${yours.number} only €11.80 are open`)
      expect(
        await refused(() => move(payment, row.otherClientContact, [{ invoice_id: mine.id, amount: '50.00' }])),
      ).toBe('The payment and the invoice are of different clients')
      expect(await owed(mine.id)).toEqual({ status: 'paid', balance: '0.00' })
      await move(payment, row.clientContact, [])
      await accounts.run(`select public.refund_payment('${payment}', 18, 'Paid too much')`)
      expect(await refused(() => move(payment, row.otherClientContact, []))).toMatch(/^A part of RCPT-.* went back/)
      await move(payment, row.clientContact, [{ invoice_id: mine.id, amount: '100.00' }])
      expect(await owed(mine.id)).toEqual({ status: 'partly_paid', balance: '18.00' })
    })
  })

  test('and its deposit invoice stays paid: to another client it does not go', async () => {
    await inMoney(async ({ refused, move, wrong, sales, accounts, server }) => {
      const quotation = await sales.value<string>(
        `select public.create_quotation('${row.clientContact}', 'Shop front')`,
      )
      await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
        values ('${quotation}', 'a1', 'Tray fascia', 1, 1310, 18)`)
      await sales.run(`select public.send_quotation('${quotation}')`)
      const order = await sales.value<string>(
        `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
      )
      const payment = await accounts.value<string>(
        `select public.record_payment('${row.clientContact}', 800, 'bank', p_order_id => '${order}')`,
      )
      expect(await refused(() => move(payment, row.otherClientContact, null))).toMatch(
        /paid a deposit invoice: please credit that first$/,
      )
      await move(payment, row.clientContact, [])
      expect(
        await server.one(`select v.kind, v.status, v.paid::text from public.invoices v where v.order_id = '${order}'`),
      ).toMatchObject({ kind: 'deposit', status: 'paid' })
      expect(await wrong()).toEqual([])
    })
  })
})

describe('a statement', () => {
  test('asks for what the client’s credit leaves, and a payment of it settles everything', async () => {
    await inMoney(async ({ issued, paid, accounts, client, server, refused, wrong }) => {
      const one = await issued(row.clientContact, 100)
      const two = await issued(row.clientContact, 50)
      await paid(row.clientContact, 77.5, [])
      const statement = await accounts.value<string>(
        `select public.create_statement('${row.clientContact}', '2026-01-01', '2027-12-31')`,
      )
      const link = await server.value<string>(`select public_uuid from public.statements where id = '${statement}'`)
      const asked = await client.value<{ id: string; amount: string }>(
        `select public.open_statement_request('${link}', '{${one.id},${two.id}}')`,
      )
      // 118.00 + 59.00 − 77.50.
      expect(asked.amount).toBe('99.50')
      await server.run(`select public.settle_payment_request('${asked.id}', 'viva', 'T-1', 99.5)`)
      expect(
        await server.rows(`select status, balance::text from public.invoices where id in ('${one.id}', '${two.id}')`),
      ).toEqual([
        { status: 'paid', balance: '0.00' },
        { status: 'paid', balance: '0.00' },
      ])
      expect(await server.value(`select sum(open)::text from public.payments`)).toBe('0.00')
      const three = await issued(row.clientContact, 10)
      await paid(row.clientContact, 50, [])
      expect(await refused(() => client.run(`select public.open_statement_request('${link}', '{${three.id}}')`))).toBe(
        'Your credit covers this: nothing is to be paid',
      )
      expect(await wrong()).toEqual([])
    })
  })
  test('is paid by a transfer of exactly what the credit leaves: that is sure, and one act uses the credit and the transfer', async () => {
    await inMoney(async ({ issued, paid, accounts, server, wrong }) => {
      const one = await issued(row.clientContact, 100)
      const two = await issued(row.clientContact, 50)
      await issuedOn(server, one.id, '2026-01-01')
      await issuedOn(server, two.id, '2026-01-01')
      await paid(row.clientContact, 77.5, [])
      const statement = await accounts.value<string>(
        `select public.create_statement('${row.clientContact}', '2026-01-01', '2027-12-31')`,
      )
      const number = await server.value(`select statement_number from public.statements where id = '${statement}'`)
      const entry = { booked_on: '2026-01-05', direction: 'in', currency: 'EUR', remittance: number }
      // 118.00 + 59.00 − 77.50, and a cent more.
      const entries = [
        { ...entry, amount: '99.50' },
        { ...entry, amount: '99.51' },
      ]
      await accounts.run(
        `select public.import_bank_file(null, '{"file_name": "a.xml", "format": "camt"}', '${JSON.stringify(entries)}')`,
      )
      type Shown = { is_sure: boolean; seen: string; uses_credit?: string; reasons: string[] }
      const shown = async (amount: string) => {
        const id = await server.value<string>(`select id from public.bank_entries where amount = ${amount}`)
        return {
          id,
          best: await accounts.value<Shown>(`select matches -> 0 from public.bank_suggestions(array['${id}']::uuid[])`),
        }
      }
      expect((await shown('99.51')).best).toMatchObject({ is_sure: false })
      const { id, best } = await shown('99.50')
      expect(best).toMatchObject({
        is_sure: true,
        uses_credit: '77.50',
        parts: [{ amount: '118.00' }, { amount: '59.00' }],
        credit: '0.00',
        reasons: expect.arrayContaining(['The amount is what is open less €77.50 of credit, which settles the rest.']),
      })
      // Credit used elsewhere meanwhile is gone, so nothing is booked.
      await server.run('savepoint before_use')
      await accounts.run(
        `select public.allocate_payment((select id from public.payments), '[{"invoice_id": "${two.id}", "amount": "9.00"}]')`,
      )
      const confirm = `select public.confirm_shown_entries('${JSON.stringify({ [id]: best.seen })}')`
      expect(await accounts.value(confirm)).toMatchObject({ confirmed: 0, left: 1 })
      await server.run('rollback to savepoint before_use')
      expect(await accounts.value(confirm)).toMatchObject({ confirmed: 1, left: 0 })
      expect(
        await server.rows(`select status, balance::text from public.invoices where id in ('${one.id}', '${two.id}')`),
      ).toEqual([
        { status: 'paid', balance: '0.00' },
        { status: 'paid', balance: '0.00' },
      ])
      expect(await server.rows(`select amount::text, open::text from public.payments order by amount`)).toEqual([
        { amount: '77.50', open: '0.00' },
        { amount: '99.50', open: '0.00' },
      ])
      // Undoing reverses the transfer; the credit stays.
      await accounts.run(`select public.undo_bank_entry('${id}', 'Another client')`)
      expect(
        await server.value(`select sum(balance)::text from public.invoices where id in ('${one.id}', '${two.id}')`),
      ).toBe('99.50')
      expect(await wrong()).toEqual([])
    })
  })
})

describe('a payment that was recorded by mistake is taken back', () => {
  const back = (id: string, reason = 'It was the cheque of another client') =>
    `select public.take_back_payment('${id}', '${reason}')`

  test('by who may record payments: its invoices are open again, a reversing record stands, and it happens once', async () => {
    await inMoney(async ({ issued, paid, owed, wrong, server, accounts }) => {
      const one = await issued(row.clientContact, 100)
      const two = await issued(row.clientContact, 50)
      const payment = await paid(row.clientContact, 130)
      expect([await owed(one.id), await owed(two.id)]).toEqual([
        { status: 'paid', balance: '0.00' },
        { status: 'partly_paid', balance: '47.00' },
      ])
      await accounts.run(back(payment))
      await accounts.run(back(payment))
      expect([await owed(one.id), await owed(two.id)]).toEqual([
        { status: 'issued', balance: '118.00' },
        { status: 'issued', balance: '59.00' },
      ])
      expect(
        await server.rows(
          `select kind, amount::text, reason from public.payment_refunds where payment_id = '${payment}'`,
        ),
      ).toEqual([{ kind: 'reversal', amount: '130.00', reason: 'It was the cheque of another client' }])
      expect(await server.one(`select status, open::text from public.payments where id = '${payment}'`)).toEqual({
        status: 'refunded',
        open: '0.00',
      })
      expect(
        await server.rows(
          `select meta ->> 'reason' as reason from public.document_events where record_id = '${payment}' and type = 'taken_back'`,
        ),
      ).toEqual([{ reason: 'It was the cheque of another client' }])
      // A credit note of an invoice is an event of its story, too.
      const note = await accounts.value<string>(`select public.make_credit_note('${two.id}', 'Torn')`)
      const credited = await accounts.value<string>(`select public.issue_credit_note('${note}')`)
      expect(
        await server.rows(
          `select meta from public.document_events where kind = 'invoice' and record_id = '${two.id}' and type = 'credited'`,
        ),
      ).toEqual([{ meta: { number: credited, amount: '59.00', reason: 'Torn' } }])
      // The story of each invoice says it, and the client's timeline.
      const story = (id: string) =>
        server.rows(`select type, meta from public.document_events where kind = 'invoice' and record_id = '${id}'
          and type = 'payment_taken_back'`)
      const number = await server.value<string>(`select payment_number from public.payments where id = '${payment}'`)
      const told = (amount: string) => [
        { type: 'payment_taken_back', meta: { number, amount, reason: 'It was the cheque of another client' } },
      ]
      expect([await story(one.id), await story(two.id)]).toEqual([told('118.00'), told('12.00')])
      expect(
        await accounts.value(
          `select detail from public.contact_timeline('${row.clientContact}', '{payment}') where id = '${payment}'`,
        ),
      ).toBe('Taken back: It was the cheque of another client')
      // What was taken back the same day is not on the account (0762).
      expect(await wrong()).toEqual([])
    })
  })

  test('and refused in words where it is no mistake of a person, without a reason, or of a closed day', async () => {
    await inMoney(async (money) => {
      const { issued, paid, refused, accounts, server, client } = money
      const invoice = await issued(row.clientContact, 100)
      const request = await client.value<{ id: string }>(`select public.open_payment_request('${invoice.link}')`)
      await server.run(`select public.settle_payment_request('${request.id}', 'viva', 'one', 118)`)
      const number = (id: string) => server.value(`select payment_number from public.payments where id = '${id}'`)
      const tried = (id: string, reason?: string) => refused(() => accounts.run(back(id, reason)))
      const byCard = await server.value<string>(`select id from public.payments where provider_ref = 'one'`)
      expect(await tried(byCard)).toBe(`${await number(byCard)} was paid by the client on the page: please refund it`)

      const byHand = await paid(row.clientContact, 40)
      expect(await tried(byHand, ' ')).toBe('Please say why, in 2000 characters at most')
      await accounts.run(`select public.refund_payment('${byHand}', 10, 'Too much')`)
      expect(await tried(byHand)).toBe(`A part of ${await number(byHand)} went back to the client already`)
      await accounts.run(`select public.refund_payment('${byHand}', 30, 'All of it')`)
      expect(await tried(byHand)).toBe(`${await number(byHand)} cannot be taken back: it is refunded`)

      const closed = await paid(row.clientContact, 5)
      await server.run(`update public.payments set received_on = received_on - 40 where id = '${closed}'`)
      await money.as('admin').run(`select public.close_books(current_date - 30)`)
      expect(await tried(closed)).toMatch(/^The books are closed up to/)
    })
  })

  test('and refused where it stands on a bank statement, until its entry is taken back there', async () => {
    await inMoney(async ({ issued, paid, owed, refused, wrong, accounts, server }) => {
      const invoice = await issued(row.clientContact, 100)
      const payment = await paid(row.clientContact, 118)
      const number = await server.value<string>(`select payment_number from public.payments where id = '${payment}'`)
      await server.run(`select private.import_bank_file('5c000000-0000-4000-8000-000000000001', '{"file_name": "one.xml", "format": "camt"}',
        jsonb_build_array(jsonb_build_object('booked_on', private.company_today(), 'direction', 'in', 'currency', 'EUR', 'amount', '118.00',
          'remittance', '${invoice.number}', 'party_name', 'Zoë Vella')))`)
      const entry = await server.value<string>(`select id from public.bank_entries
        where import_id = '5c000000-0000-4000-8000-000000000001'`)
      await accounts.run(`select public.confirm_bank_entry('${entry}', p_payment_id => '${payment}')`)
      const paidByBank = { status: 'paid', balance: '0.00' }
      expect(await refused(() => accounts.run(back(payment)))).toBe(
        `${number} stands on a bank statement: please take its entry back there`,
      )
      expect(await owed(invoice.id)).toEqual(paidByBank)

      // It was recorded by hand: its entry only lets it go, and then it can be taken back, and not be matched again.
      await accounts.run(`select public.undo_bank_entry('${entry}', 'Another client')`)
      expect(await owed(invoice.id)).toEqual(paidByBank)
      await accounts.run(back(payment))
      expect(await owed(invoice.id)).toEqual({ status: 'issued', balance: '118.00' })
      expect(
        await refused(() => accounts.run(`select public.confirm_bank_entry('${entry}', p_payment_id => '${payment}')`)),
      ).toBe(`${number} has another amount, or was taken back`)
      expect(await wrong()).toEqual([])
    })
  })
})
