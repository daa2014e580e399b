import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { journalFaults } from './journal-faults.ts'
import { ledgerPlay } from './ledger-play.ts'
import { refusalOf, type Trade, tradeIn } from './trade.ts'
import { openOwnWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openOwnWorld()
  await engine.exec(ledgerPlay)
})
afterAll(() => engine.close())

const today = `private.company_today()`
const client = row.business

type Tx = Parameters<Parameters<typeof undone>[1]>[0]

/** A client who pays in dollars at 0.88, and requests as people send them: the database asks. */
async function inDollars(tx: Tx): Promise<Trade> {
  const of = await tradeIn(tx)
  await of.server.run(
    `insert into public.exchange_rates (currency, on_date, rate) values ('USD', ${today} - 3, 0.88), ('GBP', ${today} - 3, 1.1421)`,
  )
  await of.server.run(`update public.contacts set currency = 'USD' where id = '${client}'`)
  return of
}
const asks = (tx: Tx, yes = '') =>
  tx.query(`select set_config('request.headers', '{"x-request-id": "1", "x-yes": "${yes}"}', true)`)

async function invoiceOf({ accounts }: Trade, price: string) {
  const invoice = await accounts.value<string>(`select public.create_invoice('${client}', 'Lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${invoice}', 'a0', 'item', 'Lettering', 1, ${price}, 0)`)
  await accounts.run(`select public.issue_invoice('${invoice}')`)
  const number = await accounts.value<string>(`select invoice_number from public.invoices where id = '${invoice}'`)
  return { id: invoice, number }
}

test('a worth that is far from the rate of the day is asked about, wherever a person states one', async () => {
  await undone(engine, async (tx) => {
    const of = await inDollars(tx)
    const paid = (worth: string, more = '') =>
      refusalOf(tx, () =>
        of.accounts.run(
          `select public.record_payment('${client}', 100, 'bank', p_allocations => '[]', p_worth => ${worth}${more})`,
        ),
      )
    await asks(tx)
    expect(await paid('8800')).toMatch(
      /^USD 100\.00 are €88\.00 by the rate of .+, and €8,800\.00 is far from that\. Save it anyway\?$/,
    )
    expect([await paid('96.80'), await paid('79.20')]).toEqual(['done', 'done'])
    expect([await paid('97.90'), await paid('78.10')]).toEqual([
      expect.stringContaining('far'),
      expect.stringContaining('far'),
    ])
    await asks(tx, 'unusual_worth')
    expect(await paid('8800')).toBe('done')
    await asks(tx)
    const payment = await of.accounts.value<string>(
      `select public.record_payment('${client}', 50, 'bank', p_allocations => '[]', p_worth => 45)`,
    )
    expect(
      await refusalOf(tx, () => of.accounts.run(`select public.state_payment_worth('${payment}', 450)`)),
    ).toContain('€450.00 is far from that')
    const refund = (worth: string) =>
      refusalOf(tx, () =>
        of.accounts.run(`select public.refund_payment('${payment}', 10, 'Back', p_way => 'bank', p_worth => ${worth})`),
      )
    expect(await refund('45')).toContain('USD 10.00 are €8.80')
    expect(await refund('9')).toBe('done')
    // Without a rate of the last month only twice as much, or half, is far.
    await of.server.run(`update public.exchange_rates set on_date = ${today} - 60 where currency = 'USD'`)
    expect([await paid('150'), await paid('180')]).toEqual(['done', expect.stringContaining('far')])
    // Where nobody can say what it is worth nothing is asked, and an entry in one currency has no doubt.
    expect(await of.server.value(`select private.doubt_of_worth('SEK', 100, ${today}, 900)`)).toBeNull()
    expect(await of.server.value(`select private.doubt_of_worth(null, null, ${today}, 900)`)).toBeNull()
  })
})

test('a refund is corrected while its days are open, and taken back', async () => {
  await undone(engine, async (tx) => {
    const of = await inDollars(tx)
    const payment = await of.accounts.value<string>(
      `select public.record_payment('${client}', 50, 'bank', p_allocations => '[]', p_worth => 44)`,
    )
    const refund = await of.accounts.value<string>(
      `select public.refund_payment('${payment}', 10, 'Back', p_way => 'bank', p_worth => 45)`,
    )
    const correct = (worth: string, on: string, way: string) =>
      refusalOf(tx, () =>
        of.accounts.run(
          `select public.correct_refund('${refund}', ${worth}, (now() at time zone 'Europe/Malta')::date${on}, '${way}')`,
        ),
      )
    expect(await correct('8.95', '', 'cash')).toBe('done')
    expect(await of.accounts.one(`select worth::text, way, amount::text from public.payment_refunds`)).toEqual({
      worth: '8.95',
      way: 'cash',
      amount: '10.00',
    })
    expect(
      await of.server.value(`select meta ->> 'words' from public.document_events where type = 'refund_corrected'`),
    ).toBe('€8.95 instead of €45.00, in cash')
    expect(await correct('8.95', ' + 1', 'cash')).toMatch(/^Please choose a day from .* to today$/)
    expect(await correct('null', '', 'cash')).toBe(
      'Please enter what went out as an amount above zero with two decimals',
    )
    await asks(tx)
    expect(await correct('45', '', 'cash')).toContain('far')
    expect(await of.server.rows(journalFaults)).toEqual([])
    await of.accounts.run(`select public.take_back_refund('${refund}', 'A slip')`)
    await of.accounts.run(`select public.take_back_refund('${refund}', 'A slip')`)
    expect(
      await of.accounts.one(`select open::text, refunded::text, status from public.payments where id = '${payment}'`),
    ).toEqual({ open: '50.00', refunded: '0.00', status: 'succeeded' })
    expect(await correct('8.80', '', 'bank')).toBe('This refund was taken back')
    expect(await of.server.rows(journalFaults)).toEqual([])
    expect(
      await refusalOf(tx, () => of.server.run(`update public.payment_refunds set amount = 11 where id = '${refund}'`)),
    ).toContain('only grows')
  })
})

test('a debit that shows only euro is proposed as the refund in dollars, and says what it cost', async () => {
  await undone(engine, async (tx) => {
    const of = await inDollars(tx)
    const payment = await of.accounts.value<string>(
      `select public.record_payment('${client}', 50, 'bank', p_allocations => '[]', p_worth => 44)`,
    )
    const number = await of.accounts.value<string>(`select payment_number from public.payments where id = '${payment}'`)
    const refund = await of.accounts.value<string>(
      `select public.refund_payment('${payment}', 10, 'Back', p_way => 'bank', p_worth => 45)`,
    )
    const entry = await entryOf(of, { direction: 'out', amount: '8.95', remittance: `Refund ${number}` })
    const [match] = (await matchesOf(of, entry)) as Record<string, unknown>[]
    expect(match).toMatchObject({ kind: 'refund', refund_id: refund, is_sure: false })
    await of.accounts.run(
      `select public.confirm_bank_payout('${entry}', '{"kind": "refund", "payment_id": "${payment}", "refund_id": "${refund}"}')`,
    )
    expect(await of.accounts.value(`select worth::text from public.payment_refunds`)).toBe('8.95')
    expect(await refusalOf(tx, () => of.accounts.run(`select public.take_back_refund('${refund}', 'A slip')`))).toBe(
      'This refund stands on a bank statement: please take its entry back there',
    )
    expect(await of.server.rows(journalFaults)).toEqual([])
  })
})

test('money in euro that names an invoice in dollars is proposed to it, and confirmed in one act', async () => {
  await undone(engine, async (tx) => {
    const of = await inDollars(tx)
    const invoice = await invoiceOf(of, '293.32')
    const entry = await entryOf(of, { direction: 'in', amount: '258.50', remittance: `${invoice.number} window signs` })
    const [match] = (await matchesOf(of, entry)) as { seen: string }[]
    expect(match).toMatchObject({
      contact_id: client,
      currency: 'USD',
      own_amount: '293.32',
      is_sure: false,
      parts: [{ invoice_id: invoice.id, amount: '293.32' }],
    })
    await of.accounts.run(`select public.confirm_shown_entries('{"${entry}": "${match?.seen}"}')`)
    expect(
      await of.accounts.one(
        `select p.amount::text, p.currency, p.worth::text, v.status from public.payments p, public.invoices v where v.id = '${invoice.id}'`,
      ),
    ).toEqual({ amount: '293.32', currency: 'USD', worth: '258.50', status: 'paid' })
    expect(await of.server.rows(journalFaults)).toEqual([])
  })
})

test('money in euro of a client who is only called alike is proposed by about its worth; another amount is said by the person', async () => {
  await undone(engine, async (tx) => {
    const of = await inDollars(tx)
    await of.server.run(`update public.contacts set company = 'Thames Frames Ltd' where id = '${client}'`)
    await invoiceOf(of, '1000')
    const near = await invoiceOf(of, '293.32')
    const named = { direction: 'in', party_name: 'THAMES FRAMES LTD' }
    const entry = await entryOf(of, { ...named, amount: '256.00' })
    expect(await matchesOf(of, entry)).toMatchObject([{ parts: [{ invoice_id: near.id }], is_sure: false }])
    const far = await entryOf(of, { ...named, amount: '175.00', bank_reference: 'far' })
    expect(await matchesOf(of, far)).toEqual([])
    const confirm = (more: string) =>
      refusalOf(tx, () => of.accounts.run(`select public.confirm_bank_entry('${far}', '${client}'${more})`))
    expect(await confirm('')).toBe(
      'This client pays in USD, and the bank says EUR only. Please say how much it was in USD.',
    )
    await asks(tx)
    expect(await confirm(', p_amount => 20')).toContain('far')
    expect(await confirm(', p_amount => 200')).toBe('done')
    expect(
      await of.accounts.one(`select amount::text, worth::text from public.payments where contact_id = '${client}'`),
    ).toEqual({ amount: '200.00', worth: '175.00' })
  })
})

test('a receipt that waits is in the language of the client to whom its payment moves', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await of.server.run(
      `update public.email_templates set is_active = true where sent_on like 'payment.%' and language = 'en'`,
    )
    await of.server.run(
      `update public.contacts set language = 'de', email = 'kunde@example.com' where id = '${client}'`,
    )
    const other = await of.server.value<string>(
      `insert into public.contacts (name, type, email) values ('Ann', 'Person', 'ann@example.com') returning id`,
    )
    const payment = await of.accounts.value<string>(
      `select public.record_payment('${client}', 50, 'bank', p_allocations => '[]')`,
    )
    const mail = () =>
      of.server.one(
        `select language, recipients, template_name from public.scheduled_emails where record_id = '${payment}'`,
      )
    expect(await mail()).toMatchObject({ language: 'de', recipients: ['kunde@example.com'] })
    await of.accounts.run(`select public.move_payment('${payment}', '${other}', '[]', 'A slip')`)
    const name = await of.server.value(
      `select name from public.email_templates where key = 'payment_receipt' and language = 'en'`,
    )
    expect(await mail()).toEqual({ language: 'en', recipients: ['ann@example.com'], template_name: name })
  })
})

test('the mail about a refund goes to whom the receipt went', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await of.server.run(
      `update public.email_templates set is_active = true where sent_on like 'payment.%' and language = 'en'`,
    )
    await of.server.run(`update public.contacts set email = 'shop@example.com' where id = '${client}'`)
    const person = await of.server.value<string>(
      `insert into public.contacts (name, type, email) values ('Pat', 'Person', 'pat@example.com') returning id`,
    )
    await of.server.run(
      `insert into public.contact_relations (contact_id, related_contact_id, relation) values ('${client}', '${person}', 'works_for')`,
    )
    const invoice = await invoiceOf(of, '50')
    await of.server.run(`update public.invoices set person_id = '${person}' where id = '${invoice.id}'`)
    const payment = await of.accounts.value<string>(`select public.record_payment('${client}', 50, 'bank')`)
    await of.accounts.run(`select public.remove_allocation(id) from public.payment_allocations`)
    await of.accounts.run(`select public.refund_payment('${payment}', 10, 'Back')`)
    expect(
      await of.server.rows(
        `select template_key as key, recipients from public.scheduled_emails where record_id = '${payment}' order by 1`,
      ),
    ).toEqual([
      { key: 'payment_receipt', recipients: ['pat@example.com'] },
      { key: 'payment_refund', recipients: ['pat@example.com'] },
    ])
  })
})

async function entryOf(of: Trade, entry: Record<string, string>): Promise<string> {
  const booked_on = await of.server.value<string>(`select ${today}::text`)
  const file = await of.accounts.value<{ id: string }>(
    `select public.import_bank_file(null, '{"file_name": "in.csv", "format": "csv"}', '${JSON.stringify([{ booked_on, currency: 'EUR', ...entry }])}')`,
  )
  return await of.accounts.value<string>(`select id from public.bank_entries where import_id = '${file.id}'`)
}
const matchesOf = (of: Trade, entry: string) =>
  of.accounts.value<unknown>(`select matches from public.bank_suggestions('{${entry}}')`)
