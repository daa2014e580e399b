import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { creditNoteSchema, invoiceSchema } from '../../src/documents/paper/read-accounts.ts'
import { undone } from './act.ts'
import { journalFaults } from './journal-faults.ts'
import { ledgerPlay } from './ledger-play.ts'
import { issuedOn, refusalOf, type Trade, tradeIn } from './trade.ts'
import { openOwnWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
  await engine.exec(ledgerPlay)
})
afterAll(() => engine.close())

const today = `private.company_today()`
/** The same day, for people: they may not call functions of the house. */
const day = `(now() at time zone 'Europe/Malta')::date`

async function payInDollars({ server }: Trade) {
  await server.run(
    `insert into public.exchange_rates (currency, on_date, rate) values ('USD', ${today} - 30, 0.9), ('USD', ${today}, 0.92)`,
  )
  await server.run(`update public.contacts set currency = 'USD' where id = '${row.business}'`)
}

async function invoiceOf({ accounts }: Trade, lines: readonly [qty: number, price: number, rate: number][]) {
  const invoice = await accounts.value<string>(`select public.create_invoice('${row.business}', 'Lettering')`)
  for (const [place, [qty, price, rate]] of lines.entries()) {
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${invoice}', 'a${place}', 'item', 'Lettering', ${qty}, ${price}, ${rate})`)
  }
  await accounts.run(`select public.issue_invoice('${invoice}')`)
  return invoice
}

const journalOf = (of: Trade, part: string) =>
  of.server.rows<{ day: string; amount: string }>(
    `select l.kind, l.amount::numeric(14, 2)::text as amount from private.journal_lines('2000-01-01', '2100-01-01') as l
      where l.part = '${part}' and l.contact_id = '${row.business}' order by l.on_date, l.sort, l.amount`,
  )
const faults = (of: Trade) => of.server.rows(journalFaults)
test('what came in of a payment is corrected while its day is open, and no bank says it', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    await invoiceOf(of, [[1, 100, 18]])
    const paid = await of.accounts.value<string>(`select public.record_payment('${row.business}', 118, 'bank')`)
    const state = (id: string, worth: string) =>
      refusalOf(tx, () => of.accounts.run(`select public.state_payment_worth('${id}', ${worth})`))
    expect(await of.accounts.value(`select public.exchange_of_payment('${paid}')`)).toMatchObject({
      currency: 'EUR',
      worth: '108.56',
      is_of_bank: false,
      invoices: [{ amount: '118.00', exchange: '0.00' }],
    })
    expect(await state(paid, '107.005')).toContain('above zero with two decimals')
    expect(await state(paid, '0')).toContain('above zero with two decimals')
    expect(await state(paid, '107.01')).toBe('done')
    expect(await of.accounts.value(`select public.exchange_of_payment('${paid}')`)).toMatchObject({
      worth: '107.01',
      invoices: [{ exchange: '-1.55' }],
    })
    expect(await journalOf(of, 'exchange_losses')).toEqual([{ kind: 'payment', amount: '1.55' }])
    expect(
      await of.server.one(
        `select type, meta ->> 'words' as words from public.document_events where record_id = '${paid}' order by id desc`,
      ),
    ).toEqual({
      type: 'worth_stated',
      words: '€107.01 instead of €108.56',
    })
    expect(await faults(of)).toEqual([])
    const own = await of.accounts.value<string>(`select public.record_payment('${row.clientContact}', 20, 'cash')`)
    expect(await state(own, '19')).toContain('is in the currency of the books')
    expect(await of.accounts.value(`select public.exchange_of_payment('${own}')`)).toBeNull()
    await of.accounts.run(`select public.record_payment('${row.business}', 10, 'bank', ${day} - 2, p_worth => 9)`)
    const earlier = await of.accounts.value<string>(`select id from public.payments where worth = 9`)
    await of.server.run(`select private.close_books(${today} - 1)`)
    expect(await state(earlier, '8')).toContain('The books are closed up to')
  })
})

test('a payment goes to no client who pays in another currency', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    const paid = await of.accounts.value<string>(
      `select public.record_payment('${row.business}', 118, 'bank', p_allocations => '[]')`,
    )
    expect(
      await refusalOf(tx, () =>
        of.accounts.run(`select public.move_payment('${paid}', '${row.clientContact}', '[]', 'Of another client')`),
      ),
    ).toContain(' is in USD, and this client pays in EUR')
  })
})

test('balances are in the currency of the client, and added up in that of the books', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    await invoiceOf(of, [[1, 99.99, 18]])
    await of.accounts.run(`select public.record_payment('${row.business}', 33.33, 'bank', p_worth => 30)`)
    const books = await of.server.value(
      `select sum(o.open)::text from private.open_items(${today}) as o where o.contact_id = '${row.business}'`,
    )
    // 84.65 of 117.98 dollars, which are worth 108.54.
    expect(books).toBe('77.88')
    expect(
      await of.accounts.one(
        `select balance::text, currency, books_balance::text from public.client_balances('${row.business}')`,
      ),
    ).toEqual({
      balance: '84.65',
      currency: 'USD',
      books_balance: books,
    })
    expect(
      await of.accounts.one(
        `select not_due::text, currency, books_balance::text from public.client_ageing('${row.business}')`,
      ),
    ).toEqual({
      not_due: '84.65',
      currency: 'USD',
      books_balance: books,
    })
    expect(
      await of.accounts.value(`select public.invoice_totals(${day}, p_contact_id => '${row.business}')`),
    ).toMatchObject({ balance: books })
    expect(
      await of.accounts.one(`select amount, currency from public.payment_activity() where type = 'received'`),
    ).toEqual({
      amount: '33.33',
      currency: 'USD',
    })
    expect(
      await refusalOf(tx, () =>
        of.accounts.run(`select public.allocate_payment((select id from public.payments where worth = 30),
      (select jsonb_build_array(jsonb_build_object('invoice_id', v.id, 'amount', 100)) from public.invoices v where v.worth is not null))`),
      ),
    ).toContain('USD 84.65')
  })
})

test('a credit note says the rate of its invoice and the tax in the currency of the books', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    const invoice = await invoiceOf(of, [[1, 100, 18]])
    await issuedOn(of.server, invoice, '2026-01-10')
    // The day of the rate, whatever the day of the paper.
    const on = await of.server.value<string>(`select rate_of::text from public.invoices where id = '${invoice}'`)
    const note = await of.accounts.value<string>(
      `select public.credit_by_amount('${invoice}', 'Scratched', '[{"amount": "10", "vat_rate": "18", "vat_treatment": "standard"}]')`,
    )
    const paper = (kind: string, id: string) =>
      of.accounts.value<Record<string, unknown>>(`select public.preview_${kind}('${id}')`)
    expect(await paper('credit_note', note)).toMatchObject({ books: null })
    await of.accounts.run(`select public.issue_credit_note('${note}')`)
    expect(creditNoteSchema.parse(await paper('credit_note', note))).toMatchObject({
      books: { currency: 'EUR', rate: '0.92', on },
      vat_table: [{ vat: '1.80', books_vat: '1.66' }],
    })
    expect(invoiceSchema.parse(await paper('invoice', invoice))).toMatchObject({
      books: { on },
      vat_table: [{ vat: '18.00', books_vat: '16.56' }],
    })
  })
})

test('the entry of a payment in dollars is found by its worth, though a part went back', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    await invoiceOf(of, [[1, 500, 0]])
    const paid = await of.accounts.value<string>(
      `select public.record_payment('${row.business}', 500, 'bank', p_allocations => '[]', p_worth => 455)`,
    )
    await of.server.run(`select private.refund_payment('${paid}', 87.24, 'Too much')`)
    await of.accounts
      .run(`select public.import_bank_file(null, '{"file_name": "a.xml", "format": "camt"}', jsonb_build_array(
      jsonb_build_object('booked_on', ${day}, 'direction', 'in', 'amount', '455.00', 'currency', 'EUR', 'party_name', 'The Bakery Limited')))`)
    const entry = await of.accounts.value<string>(`select id from public.bank_entries`)
    expect(
      await of.accounts.one(
        `select matches -> 0 ->> 'payment_id' as payment, doubts from public.bank_suggestions(array['${entry}']::uuid[])`,
      ),
    ).toEqual({ payment: paid, doubts: [] })
    expect(await of.accounts.value(`select public.confirm_bank_entry('${entry}', p_payment_id => '${paid}')`)).toBe(
      paid,
    )
    expect(await faults(of)).toEqual([])
  })
})
