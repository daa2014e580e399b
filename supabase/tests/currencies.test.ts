import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
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
const openOf = (of: Trade) =>
  of.server.rows(`select o.kind, o.amount::text, o.open::text, o.paper_open::text from private.open_items(${today}) as o
    where o.contact_id = '${row.business}' order by o.kind, o.number`)

test('an invoice is in the currency of its client, and the books have it at the rate of its day', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    const invoice = await invoiceOf(of, [
      [1, 100, 18],
      [3, 33.33, 5],
    ])
    expect(
      await of.accounts.one(
        `select currency, net::text, vat::text, rate::float8, worth::text from public.invoices where id = '${invoice}'`,
      ),
    ).toEqual({ currency: 'USD', net: '199.99', vat: '22.99', rate: 0.92, worth: '205.14' })
    // 100.00 and 18.00, 99.99 and 4.99 dollars.
    expect(await journalOf(of, 'clients')).toEqual([{ kind: 'invoice', amount: '205.14' }])
    expect(await journalOf(of, 'vat_sales')).toEqual([
      { kind: 'invoice', amount: '-16.56' },
      { kind: 'invoice', amount: '-4.59' },
    ])
    expect(await openOf(of)).toEqual([{ kind: 'invoice', amount: '205.14', open: '205.14', paper_open: '222.98' }])
    expect(
      await of.accounts.one(
        `select net, vat, gross, currency from public.ledger('sales', ${day}, ${day}) where vat_rate = '18'`,
      ),
    ).toEqual({
      net: '92.00',
      vat: '16.56',
      gross: '108.56',
      currency: 'EUR',
    })
    expect(await faults(of)).toEqual([])
  })
})

test('what a payment brings in more or less than its invoice is worth is a gain or a loss by the exchange', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    const invoice = await invoiceOf(of, [[1, 100, 18]])
    await of.accounts.run(`select public.record_payment('${row.business}', 40, 'bank', p_worth => 38)`)
    await of.accounts.run(`select public.record_payment('${row.business}', 78, 'bank', p_worth => 70.20)`)
    expect(await of.accounts.value(`select status from public.invoices where id = '${invoice}'`)).toBe('paid')
    // 118 dollars are 108.56; 40 of them 36.80, the rest 71.76.
    expect(await journalOf(of, 'exchange_gains')).toEqual([{ kind: 'payment', amount: '-1.20' }])
    expect(await journalOf(of, 'exchange_losses')).toEqual([{ kind: 'payment', amount: '1.56' }])
    expect(await journalOf(of, 'money')).toEqual([
      { kind: 'payment', amount: '38.00' },
      { kind: 'payment', amount: '70.20' },
    ])
    expect(await openOf(of)).toEqual([])
    expect(await faults(of)).toEqual([])
  })
})

test('the last settlement takes the cents that rounding leaves, whatever settles', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    const invoice = await invoiceOf(of, [
      [1, 33.33, 18],
      [1, 10.01, 5],
    ])
    await of.server.run(`update public.exchange_rates set rate = 0.913357 where on_date = ${today}`)
    await of.accounts.run(`select public.record_payment('${row.business}', 10.01, 'bank')`)
    const note = await of.accounts.value<string>(
      `select public.credit_by_amount('${invoice}', 'Scratched', '[{"amount": "7.77", "vat_rate": "18", "vat_treatment": "standard"}]')`,
    )
    await of.accounts.run(`select public.issue_credit_note('${note}')`)
    await of.accounts.run(`select public.record_payment('${row.business}', 60, 'bank')`)
    expect(await of.accounts.value(`select balance::text from public.invoices where id = '${invoice}'`)).toBe('0.00')
    const [rest] = await of.server.rows<{ clients: string; open: string }>(
      `select (select sum(l.amount) from private.journal_lines('2000-01-01', '2100-01-01') as l where l.part = 'clients' and l.contact_id = '${row.business}')::text as clients,
        (select sum(o.open) from private.open_items(${today}) as o where o.contact_id = '${row.business}')::text as open`,
    )
    expect(rest?.clients).toBe(rest?.open)
    expect(await faults(of)).toEqual([])
  })
})

test('the currency of a client stays while there are papers in it, and has cents', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    await invoiceOf(of, [[1, 100, 18]])
    const change = (currency: string) =>
      refusalOf(tx, () =>
        of.sales.run(`update public.contacts set currency = '${currency}' where id = '${row.business}'`),
      )
    expect(await change('GBP')).toBe(
      'The currency stays USD: there are papers with amounts in it. Another currency begins with a new contact.',
    )
    expect(
      await refusalOf(tx, () =>
        of.server.run(`insert into public.contacts (name, type, currency) values ('Aiko', 'Person', 'JPY')`),
      ),
    ).toContain('contacts_currency_has_cents')
  })
})

test('a client whose currency has no rate gets no paper, and a rate of more than a week ago is asked', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await of.server.run(`update public.contacts set currency = 'GBP' where id = '${row.business}'`)
    const begin = () =>
      refusalOf(tx, () => of.accounts.run(`select public.create_invoice('${row.business}', 'Lettering')`))
    expect(await begin()).toBe('There is no exchange rate of GBP. Enter one under Exchange rates first.')
    await of.accounts.run(
      `insert into public.exchange_rates (currency, on_date, rate) values ('GBP', ${day} - 20, 1.15)`,
    )
    expect(await begin()).toBe('done')
    await tx.query(`select set_config('request.headers', '{"x-request-id": "1"}', true)`)
    expect(await refusalOf(tx, () => invoiceOf(of, [[1, 100, 18]]))).toContain('The exchange rate of GBP is of ')
  })
})

test('a closed month keeps its exchange differences when a later payment settles', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    const invoice = await invoiceOf(of, [[1, 99.99, 18]])
    await issuedOn(of.server, invoice, '2026-01-10')
    await of.accounts.run(`select public.record_payment('${row.business}', 33.33, 'bank', '2026-01-12')`)
    const before = await journalOf(of, 'exchange_losses')
    await of.accounts.run(`select public.record_payment('${row.business}', 84.65, 'bank')`)
    expect((await journalOf(of, 'exchange_losses')).slice(0, before.length)).toEqual(before)
    expect(await faults(of)).toEqual([])
  })
})

test('money on the bank statement settles an invoice in the currency of its client, where the bank says the amount in it', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    const invoice = await invoiceOf(of, [[1, 100, 18]])
    const number = await of.accounts.value<string>(`select invoice_number from public.invoices where id = '${invoice}'`)
    const entry = {
      booked_on: await of.server.value(`select ${today}::text`),
      direction: 'in',
      currency: 'EUR',
      remittance: number,
    }
    const file = await of.accounts.value<{ id: string }>(
      `select public.import_bank_file(null, '{"file_name": "in.xml", "format": "camt"}', '${JSON.stringify([
        { ...entry, amount: '110.00', other_amount: '118.00', other_currency: 'USD' },
        { ...entry, amount: '109.00', bank_reference: 'silent' },
      ])}')`,
    )
    const [said, silent] = await of.accounts.rows<{ id: string }>(
      `select id from public.bank_entries where import_id = '${file.id}' order by position`,
    )
    expect(
      await of.accounts.value(`select matches #>> '{0,parts,0,amount}' from public.bank_suggestions('{${said?.id}}')`),
    ).toBe('118.00')
    expect(
      await of.accounts.one(
        `select matches #>> '{0,own_amount}' as amount, matches #>> '{0,is_sure}' as is_sure from public.bank_suggestions('{${silent?.id}}')`,
      ),
    ).toEqual({ amount: '118.00', is_sure: 'false' })
    expect(
      await refusalOf(tx, () =>
        of.accounts.run(`select public.confirm_bank_entry('${silent?.id}', '${row.business}')`),
      ),
    ).toContain('This client pays in USD, and the bank says EUR only.')
    await of.accounts.run(`select public.confirm_bank_entry('${said?.id}', '${row.business}')`)
    expect(
      await of.accounts.one(
        `select p.currency, p.amount::text, p.worth::text, v.status from public.payments p, public.invoices v where v.id = '${invoice}'`,
      ),
    ).toEqual({ currency: 'USD', amount: '118.00', worth: '110.00', status: 'paid' })
    expect(await journalOf(of, 'exchange_gains')).toEqual([{ kind: 'payment', amount: '-1.44' }])
    expect(await faults(of)).toEqual([])
  })
})

test('a business is registered with its currency, and its paper names the day of the rate', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await of.server.run(
      `insert into public.exchange_rates (currency, on_date, rate) values ('GBP', ${today} - 3, 1.15)`,
    )
    const client = await of.sales.value<string>(
      `select public.register_client('{"company": "Soho Bakery", "currency": "GBP"}', null, null)`,
    )
    expect(await of.server.value(`select currency from public.contacts where id = '${client}'`)).toBe('GBP')
    const invoice = await of.accounts.value<string>(`select public.create_invoice('${client}', 'Sign')`)
    await of.accounts
      .run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${invoice}', 'a0', 'item', 'Sign', 1, 100, 18)`)
    await of.accounts.run(`select public.issue_invoice('${invoice}')`)
    expect(
      await of.server
        .one(`select (d -> 'books' ->> 'on')::date = ${today} - 3 as is_its_day, d -> 'books' ->> 'rate' as rate
        from private.invoice_document('${invoice}') as d`),
    ).toEqual({ is_its_day: true, rate: '1.15' })
  })
})

test('a refund that costs more or less than its share of what came in is a difference by the exchange', async () => {
  await undone(engine, async (tx) => {
    const of = await tradeIn(tx)
    await payInDollars(of)
    const payment = await of.accounts.value<string>(
      `select public.record_payment('${row.business}', 100, 'bank', p_allocations => '[]', p_worth => 93)`,
    )
    await of.accounts.run(
      `select public.refund_payment('${payment}', 40, 'Paid twice', p_way => 'bank', p_worth => 36.50)`,
    )
    const refund = await of.accounts.value<string>(`select id from public.payment_refunds`)
    expect(await journalOf(of, 'money')).toEqual([
      { kind: 'payment', amount: '93.00' },
      { kind: 'payment', amount: '-36.50' },
    ])
    // 40 of 100 dollars came in as 37.20.
    expect(await journalOf(of, 'exchange_gains')).toEqual([{ kind: 'payment', amount: '-0.70' }])
    expect(await faults(of)).toEqual([])
    await of.server.run(`select private.reverse_refund('${refund}', 'A slip')`)
    await of.accounts.run(`select public.refund_payment('${payment}', 100, 'Ended', p_way => 'bank')`)
    expect(
      await of.accounts.rows(`select worth::text from public.payment_refunds order by created_at, amount desc`),
    ).toEqual(expect.arrayContaining([{ worth: '36.50' }, { worth: '-36.50' }, { worth: '93.00' }]))
    expect(await openOf(of)).toEqual([])
    expect(await faults(of)).toEqual([])
  })
})
