import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

/**
 * A paper that contradicts itself gets no number, whichever function issues it. Data missing only for the receiver do
 * not stop it.
 */
let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** A draft of 2 × 50.00 at 18 % for a client. */
async function draft({ accounts }: Trade, columns = 'vat_rate', values = '18'): Promise<string> {
  const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Shop front')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, description, qty, unit_price, ${columns})
    values ('${id}', 'a1', 'Panel', 2, 50, ${values})`)
  return id
}

async function issued(trade: Trade): Promise<string> {
  const id = await draft(trade)
  await trade.accounts.run(`select public.issue_invoice('${id}')`)
  return id
}

const noteOf = ({ accounts }: Trade, invoice: string) =>
  accounts.value<string>(`select public.make_credit_note('${invoice}', 'Torn')`)

const recordedDeposit = (order: string) =>
  `select public.record_payment('${row.clientContact}', 40, 'cash', null, null, null, '[]', '${order}')`

/** An approved order of 1 × 100.00, as a client who orders with these lines. */
async function ordered({ sales }: Trade, columns = 'vat_rate', values = '18'): Promise<string> {
  const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, ${columns})
    values ('${id}', 'a1', 'Panel', 1, 100, ${values})`)
  await sales.run(`select public.send_quotation('${id}')`)
  return sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
}

/** Contradictions that a person, or a bug in a function, could leave in a draft. Each is written as the owner. */
const contradictions: [what: string, sql: (table: string, key: string) => string, says: RegExp][] = [
  [
    'a VAT table that lacks a rate',
    (t, k) => `delete from public.${t}_vat where ${k}`,
    /^The VAT table says €0\.00 at 18 %/,
  ],
  [
    'a base that its lines do not have',
    (t, k) => `update public.${t}_vat set base = 99 where ${k}`,
    /^The VAT table says €99\.00 at 18 %/,
  ],
  [
    'VAT of another rate',
    (t, k) => `update public.${t}_vat set vat = 17.97 where ${k}`,
    /^The VAT of €100\.00 at 18 % is €18\.00, and not €17\.97/,
  ],
  [
    'totals that are not its table',
    (t, k) => `update public.${t}s set vat = 18.01 where ${k.replace(/\w+_id/, 'id')}`,
    /^Net €100\.00 and VAT €18\.01 are not the sums/,
  ],
  [
    'a line without words',
    (t, k) => `update public.${t}_items set description = ' ' where ${k}`,
    /^Line 1 has no description/,
  ],
]

describe.each([
  [
    'invoice',
    'INV',
    (trade: Trade) => draft(trade),
    (id: string) =>
      `update public.invoices set status = 'issued', invoice_number = private.draw_number('INV'), issue_date = current_date, supply_date = current_date, due_date = current_date where id = '${id}'`,
  ],
  [
    'credit_note',
    'CN',
    async (trade: Trade) => noteOf(trade, await issued(trade)),
    (id: string) =>
      `update public.credit_notes set status = 'issued', credit_number = private.draw_number('CN'), issue_date = current_date where id = '${id}'`,
  ],
] as const)('%s', (table, prefix, made, issue) => {
  test.each(contradictions)('with %s is not issued, whatever issues it, and draws no number', async (_, sql, says) => {
    await inTrade(async (trade, tx) => {
      const last = () =>
        trade.server.value(
          `select coalesce((select max(last_number) from private.document_sequences where prefix = '${prefix}'), 0)`,
        )
      const id = await made(trade)
      const before = await last()
      await trade.server.run(sql(table, `${table}_id = '${id}'`))
      expect(await refusalOf(tx, () => trade.server.run(issue(id)))).toMatch(says)
      expect(await last()).toBe(before)
    })
  })

  test('that says what its lines say is issued', async () => {
    await inTrade(async (trade) => {
      const id = await made(trade)
      await trade.server.run(issue(id))
      expect(await trade.server.value(`select status from public.${table}s where id = '${id}'`)).toBe('issued')
    })
  })
})

test('a line without words and a discount at another rate are said by the function, too', async () => {
  await inTrade(async (trade, tx) => {
    const { accounts } = trade
    const id = await draft(trade)
    await accounts.run(`update public.invoice_items set description = '' where invoice_id = '${id}'`)
    const issue = () => refusalOf(tx, () => accounts.run(`select public.issue_invoice('${id}')`))
    expect(await issue()).toBe('Line 1 has no description. Say what it is.')
    await accounts.run(`update public.invoice_items set description = 'Panel' where invoice_id = '${id}'`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a2', 'discount', 'Goodwill', -1, 10, 5)`)
    expect(await issue()).toBe(
      'At 5 % VAT the discounts are larger than the lines. Give each discount the VAT rate of its lines.',
    )
    await accounts.run(`update public.invoice_items set vat_rate = 18 where invoice_id = '${id}' and kind = 'discount'`)
    expect(await issue()).toBe('done')
  })
})

test('a quotation with a discount at a rate that has no lines is not sent', async () => {
  await inTrade(async ({ sales }, tx) => {
    const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${id}', 'a1', 'item', 'Panel', 1, 100, 18), ('${id}', 'a2', 'discount', 'Goodwill', -1, 10, 5)`)
    expect(await refusalOf(tx, () => sales.run(`select public.send_quotation('${id}')`))).toBe(
      'At 5 % VAT the discounts are larger than the lines. Give each discount the VAT rate of its lines.',
    )
  })
})

test('an invoice that charges VAT names the VAT number of the company, but money that came in always gets its invoice', async () => {
  await inTrade(async (trade, tx) => {
    const { accounts, server, client } = trade
    await server.run('update public.company_settings set vat_number = null')
    const order = await ordered(trade)
    const uuid = await server.value<string>(`select public_uuid from public.orders where id = '${order}'`)
    const request = await client.value<{ id: string }>(`select public.open_payment_request('${uuid}', true)`)
    await server.run(`select public.settle_payment_request('${request.id}', 'viva', 'one', 40)`)
    expect(await server.rows(`select kind, status from public.invoices where order_id = '${order}'`)).toEqual([
      { kind: 'deposit', status: 'paid' },
    ])
    const rest = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    const issue = (id: string) => refusalOf(tx, () => accounts.run(`select public.issue_invoice('${id}')`))
    expect(await issue(rest)).toBe('An invoice that charges VAT names your VAT number. Enter it in Settings, Company.')
    expect(await server.value(`select invoice_number from public.invoices where id = '${rest}'`)).toBeNull()

    // Without VAT nothing is missing: a small business that is not registered has no number.
    const small = await ordered(trade, 'vat_rate, vat_treatment', `0, 'exempt'`)
    const untaxed = await accounts.value<string>(`select public.make_invoice('{${small}}', null, true)`)
    expect(await issue(untaxed)).toBe('done')

    // Sales tax needs no number on the paper.
    await server.run(`update public.company_settings set tax_kind = 'sales_tax'`)
    const taxed = await accounts.value<string>(`select public.make_invoice('{${await ordered(trade)}}', null, true)`)
    expect(await issue(taxed)).toBe('done')
    await server.run(`update public.company_settings set tax_kind = 'vat'`)

    await server.run(`update public.company_settings set vat_number = 'MT12345634'`)
    expect(await issue(rest)).toBe('done')
    // What is issued can be corrected, whatever the settings say now.
    await server.run('update public.company_settings set vat_number = null')
    expect(
      await refusalOf(tx, async () => accounts.run(`select public.issue_credit_note('${await noteOf(trade, rest)}')`)),
    ).toBe('done')
  })
})

test.each([
  ['name', `'Our company'`, 'its name'],
  ['address', `' '`, 'its address'],
  ['country', 'null', 'its country'],
])('nothing is issued while the company has no %s', async (column, nothing, word) => {
  await inTrade(async (trade, tx) => {
    const { accounts, server, client } = trade
    const says = `Your company lacks ${word}, which every invoice names. Enter it in Settings, Company.`
    const drawn = () => server.value(`select sum(last_number)::text from private.document_sequences`)
    const free = await draft(trade)
    const note = await noteOf(trade, await issued(trade))
    const order = await ordered(trade)
    const tried = (sql: string) => refusalOf(tx, () => accounts.run(sql))
    await server.run(`update public.company_settings set ${column} = ${nothing}`)
    const before = await drawn()
    expect(await tried(`select public.issue_invoice('${free}')`)).toBe(says)
    expect(await tried(`select public.issue_credit_note('${note}')`)).toBe(says)
    expect(await tried(recordedDeposit(order))).toBe(says)
    expect(await drawn()).toBe(before)
    expect(
      await server.value(`select count(*)::int from public.payments where contact_id = '${row.clientContact}'`),
    ).toBe(0)

    // What a client paid by card came in: it has its paper.
    const uuid = await server.value<string>(`select public_uuid from public.orders where id = '${order}'`)
    const request = await client.value<{ id: string }>(`select public.open_payment_request('${uuid}', true)`)
    await server.run(`select public.settle_payment_request('${request.id}', 'viva', 'one', 40)`)
    expect(await server.value(`select status from public.invoices where order_id = '${order}'`)).toBe('paid')
  })
})

test('a line of 0 % that nobody chose is not issued: the company has no rate of 0 % and no usual one', async () => {
  await inTrade(async (trade, tx) => {
    const { accounts, server } = trade
    await server.run('delete from public.vat_rates')
    const order = await ordered(trade, 'vat_rate', 'null')
    const rest = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    const issue = () => refusalOf(tx, () => accounts.run(`select public.issue_invoice('${rest}')`))
    const says = (line: string) =>
      `Nobody chose the VAT of the line "${line}". Mark your usual VAT rate in Settings, Company; if you are not registered for VAT, add a rate of 0 %.`
    expect(await issue()).toBe(says('Panel'))
    const ahead = await ordered(trade, 'vat_rate', 'null')
    expect(await refusalOf(tx, () => accounts.run(recordedDeposit(ahead)))).toMatch(
      /^Nobody chose the VAT of the line "Deposit/,
    )
    expect(await server.value(`select invoice_number from public.invoices where id = '${rest}'`)).toBeNull()

    // An exemption is chosen.
    const exempt = await ordered(trade, 'vat_rate, vat_treatment', `0, 'exempt'`)
    const untaxed = await accounts.value<string>(`select public.make_invoice('{${exempt}}', null, true)`)
    expect(await refusalOf(tx, () => accounts.run(`select public.issue_invoice('${untaxed}')`))).toBe('done')

    await trade.as('admin').run(`insert into public.vat_rates (code, label, rate) values ('none', 'Not registered', 0)`)
    expect(await issue()).toBe('done')
  })
})

test('reverse charge names both VAT numbers, but money that came in always gets its invoice', async () => {
  await inTrade(async (trade, tx) => {
    const { accounts, server, client } = trade
    await server.run(`update public.company_settings set vat_number = 'MT12345634'`)
    const order = await ordered(trade, 'vat_rate, vat_treatment', `0, 'reverse_charge'`)
    const uuid = await server.value<string>(`select public_uuid from public.orders where id = '${order}'`)
    const request = await client.value<{ id: string }>(`select public.open_payment_request('${uuid}', true)`)
    await server.run(`select public.settle_payment_request('${request.id}', 'viva', 'one', 40)`)
    expect(
      await server.rows(`select kind, status, gross::text from public.invoices where order_id = '${order}'`),
    ).toEqual([{ kind: 'deposit', status: 'paid', gross: '40.00' }])
    const rest = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    const issue = () => refusalOf(tx, () => accounts.run(`select public.issue_invoice('${rest}')`))
    expect(await issue()).toMatch(
      /^Under reverse charge, and for goods to another EU country, an invoice names the VAT numbers of both\./,
    )
    await server.run(`update public.contacts set vat_number = 'IT12345678901' where id = '${row.clientContact}'`)
    expect(await issue()).toBe('done')
    expect(
      await refusalOf(tx, async () => accounts.run(`select public.issue_credit_note('${await noteOf(trade, rest)}')`)),
    ).toBe('done')
  })
})

test('a client without country, VAT number or electronic address is billed, pays ahead and is credited', async () => {
  await inTrade(async (trade) => {
    const { accounts, server } = trade
    await server.run(`update public.contacts set country = null, vat_number = null where id = '${row.clientContact}'`)
    const order = await ordered(trade)
    await accounts.run(`select public.record_payment('${row.clientContact}', 30, 'cash', p_order_id => '${order}')`)
    const rest = await accounts.value<string>(`select public.make_invoice('{${order}}', null, true)`)
    await accounts.run(`select public.issue_invoice('${rest}')`)
    await accounts.run(`select public.issue_credit_note('${await noteOf(trade, rest)}')`)
    expect(
      await server.rows(`select kind, net::text from public.invoices where order_id = '${order}' order by kind`),
    ).toEqual([
      { kind: 'deposit', net: '25.43' },
      { kind: 'final', net: '74.57' },
    ])
  })
})
