import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import type { Person } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `b0c40000-0000-4000-a000-${String(n).padStart(12, '0')}`
const file = id(900_000)
const quoted = (rows: unknown) => `$rows$${JSON.stringify(rows)}$rows$::jsonb`
const importing = (kind: string, rows: unknown, of = file, day = '2026-06-30') =>
  `select line, outcome, because from public.import_book_rows('${kind}', ${quoted(rows)}, '${of}', 'old.csv', '${day}')`
const known = `insert into public.vat_rates (code, label, rate) values ('std', 'Standard', 18), ('low', 'Reduced', 7);
  insert into public.contacts (id, type, name, last_name, company, email) values
    ('${id(1)}', 'Business', 'Alpha', null, 'Alpha Signs Ltd', 'office@alpha.example'),
    ('${id(2)}', 'Person', 'Ann', 'Borg', null, null), ('${id(3)}', 'Business', 'Beta', null, 'Beta Foods', null),
    ('${id(4)}', 'Business', 'Twin', null, 'Twin Ltd', 'one@twin.example'), ('${id(5)}', 'Business', 'Twin', null, 'Twin Ltd', 'two@twin.example')`
const paper = (line: number, more: object = {}) => ({
  ...{
    line,
    id: id(100 + line),
    number: `OLD-${line}`,
    issued: '2026-05-04',
    due: '2026-06-03',
    party: 'ALPHA SIGNS LTD.',
  },
  ...more,
})

/** Runs steps by people. Returns each outcome, then what the look finds. */
const walk = (steps: readonly [Person | 'owner', string][]) =>
  undone(engine, async (tx: Queryable) => {
    await tx.exec(known)
    const outcomes: unknown[] = []
    for (const [who, sql] of steps) {
      if (who === 'owner') await becomeOwner(tx)
      else await become(tx, who)
      const outcome = await attempt(tx, sql)
      outcomes.push('refused' in outcome ? outcome.because : outcome.rows)
    }
    return outcomes
  })
const created = (...lines: number[]) => lines.map((line) => ({ line, outcome: 'created', because: null }))
const refused = (line: number, because: string) => ({ line, outcome: 'refused', because })

const open = [
  paper(2, { net: '100.00', vat: '18.00', gross: '118.00', title: 'Fascia' }),
  paper(3, { number: 'OLD-2', net: '50.00', tax: '7' }),
  paper(4, { gross: '236.00', tax: 'Standard', paid: '36.00', party: 'Ann Borg' }),
  paper(5, { gross: '80.00', vat: '0.00', open: '30.00', party: 'beta foods' }),
]

test('open invoices keep number, dates and tax by rate; they are owed, and the journal sets them against the opening balances', async () => {
  const outcomes = await walk([
    ['owner', `select coalesce(sum(last_number), 0)::int as drawn from public.document_sequences`],
    ['admin', importing('invoice', open)],
    [
      'admin',
      `select invoice_number, issue_date::text, due_date::text, opening_on::text, status, net::text, vat::text, gross::text, paid::text, balance::text
         from public.invoices where opening_on is not null order by invoice_number`,
    ],
    [
      'admin',
      `select v.invoice_number, t.vat_rate::text, t.base::text, t.vat::text from public.invoice_vat t join public.invoices v on v.id = t.invoice_id
        where v.opening_on is not null order by 1, 2`,
    ],
    ['admin', `select name, arrived from public.book_sums('${file}')`],
    [
      'admin',
      `select on_date::text, account, sum(debit::numeric)::text as debit, sum(credit::numeric)::text as credit
         from public.journal('2026-01-01', '2026-12-31') group by 1, 2 order by 2`,
    ],
    ['admin', `select number from public.ledger('sales', '2026-01-01', '2026-12-31') where number like 'OLD%'`],
    ['owner', `select sum(a.debit - a.credit)::text as owed from private.account_entries('${id(2)}') as a`],
    ['owner', `select coalesce(sum(last_number), 0)::int as drawn from public.document_sequences`],
    ['owner', `select * from private.ledger_differences('2027-01-01')`],
  ])
  expect(outcomes[1]).toEqual(created(2, 3, 4, 5))
  const dates = { issue_date: '2026-05-04', due_date: '2026-06-03', opening_on: '2026-06-30' }
  expect(outcomes[2]).toEqual([
    {
      invoice_number: 'OLD-2',
      ...dates,
      status: 'issued',
      net: '150.00',
      vat: '21.50',
      gross: '171.50',
      paid: '0.00',
      balance: '171.50',
    },
    {
      invoice_number: 'OLD-4',
      ...dates,
      status: 'partly_paid',
      net: '200.00',
      vat: '36.00',
      gross: '236.00',
      paid: '36.00',
      balance: '200.00',
    },
    {
      invoice_number: 'OLD-5',
      ...dates,
      status: 'partly_paid',
      net: '80.00',
      vat: '0.00',
      gross: '80.00',
      paid: '50.00',
      balance: '30.00',
    },
  ])
  expect(outcomes[3]).toEqual([
    { invoice_number: 'OLD-2', vat_rate: '18.0000', base: '100.00', vat: '18.00' },
    { invoice_number: 'OLD-2', vat_rate: '7.0000', base: '50.00', vat: '3.50' },
    { invoice_number: 'OLD-4', vat_rate: '18.0000', base: '200.00', vat: '36.00' },
    { invoice_number: 'OLD-5', vat_rate: '0.0000', base: '80.00', vat: '0.00' },
  ])
  expect(outcomes[4]).toEqual([
    { name: 'count', arrived: '3' },
    { name: 'total', arrived: '487.50' },
    { name: 'total_open', arrived: '401.50' },
  ])
  expect(outcomes[5]).toEqual([
    { on_date: '2026-06-30', account: 'Clients', debit: '487.50', credit: '86.00' },
    { on_date: '2026-06-30', account: 'Opening balances', debit: '86.00', credit: '487.50' },
  ])
  expect([outcomes[6], outcomes[7]]).toEqual([[], [{ owed: '200.00' }]])
  expect(outcomes[8]).toEqual(outcomes[0])
  expect(outcomes[9]).toEqual([])
})

test("wrong rows of open invoices are said in words, and nobody else's number is taken", async () => {
  const year = new Date().getUTCFullYear()
  const outcomes = await walk([
    [
      'admin',
      importing('invoice', [
        paper(2, { gross: '10.00' }),
        paper(3, { net: '100.00', vat: '11.00' }),
        paper(4, { net: '100.00', vat: '18.00', gross: '120.00' }),
        paper(5, { gross: '118.00', tax: '18', paid: '118.00' }),
        paper(6, { gross: '118.00', tax: '18', party: 'Nobody' }),
        paper(7, { gross: '118.00', tax: '18', party: 'Twin Ltd' }),
        paper(8, { gross: '118.00', tax: '18', party: 'Twin Ltd', email: 'two@twin.example' }),
        paper(9, { gross: '118.00', tax: '18', issued: '2026-07-01', due: '2026-07-02' }),
        paper(10, { gross: '118.00', tax: '18', number: `INV-${year}-9999` }),
        paper(11, { gross: '118.00', tax: '18', number: 'OLD-8' }),
        paper(12, { gross: '118.00', tax: '18', number: 'OLD-8', party: 'Beta Foods' }),
        paper(13, { gross: '118.00', tax: '18', currency: 'USD' }),
      ]),
    ],
    ['admin', importing('invoice', [paper(20, { gross: '5.00', tax: '0' }), paper(21, { gross: '6.00', tax: '0' })])],
    ['admin', importing('invoice', [paper(22, { gross: '5.00', tax: '0', number: 'OLD-20' })])],
    // A list that knows nothing but what is outstanding.
    ['admin', importing('invoice', [paper(23, { open: '118.00', tax: '18' })])],
    ['admin', `select net::text, balance::text from public.invoices where invoice_number = 'OLD-23'`],
  ])
  expect(outcomes[0]).toEqual([
    refused(2, 'Please say two of these: net, VAT, total, VAT rate'),
    refused(3, 'VAT: No rate of this company makes €11.00 of €100.00'),
    refused(4, 'Net and VAT make €118.00, not the total'),
    refused(5, 'Nothing of it is open: it stays in the former books'),
    refused(6, 'No client is called “Nobody”. Import the contacts first'),
    refused(7, '2 contacts are called “Twin Ltd”: name the e-mail in a column of the file'),
    refused(8, 'Row 8 has the same number with another client or day'),
    refused(9, 'Date: The paper is later than 30 Jun 2026, the day at which the former books end'),
    refused(10, `This company will give the number INV-${year}-9999 itself one day. Please add a sign to it`),
    refused(11, 'Row 8 has the same number with another client or day'),
    refused(12, 'Row 8 has the same number with another client or day'),
    refused(13, 'Currency: These books are in EUR'),
  ])
  expect(outcomes[1]).toEqual(created(20, 21))
  expect(outcomes[2]).toEqual([refused(22, 'There is an invoice with this number already')])
  expect(outcomes[4]).toEqual([{ net: '100.00', balance: '118.00' }])
})

test('an opening invoice is paid as every other, and then its import cannot be undone; without that it leaves nothing', async () => {
  const left = `select (select count(*) from public.invoices where opening_on is not null)::int as invoices,
    (select count(*) from public.payments where opening_on is not null)::int as payments`
  const paid = await walk([
    ['admin', importing('invoice', open)],
    ['admin', `select public.record_payment('${id(2)}', 200, 'bank') is not null as paid`],
    ['admin', `select status, balance::text from public.invoices where invoice_number = 'OLD-4'`],
    ['admin', `select public.undo_book_import('${file}')`],
    ['admin', left],
  ])
  expect(paid.slice(2)).toEqual([
    [{ status: 'paid', balance: '0.00' }],
    'This import cannot be undone, and nothing was removed. Row 4: OLD-4 is used in payment allocations',
    [{ invoices: 3, payments: 2 }],
  ])
  const undoneAgain = await walk([
    ['admin', importing('invoice', open)],
    ['admin', `select public.undo_book_import('${file}') as removed`],
    ['owner', left],
    ['admin', `delete from public.invoices where invoice_number = 'OLD-4'`],
  ])
  expect(undoneAgain.slice(1, 3)).toEqual([[{ removed: 3 }], [{ invoices: 0, payments: 0 }]])
})

test('open bills and credits of clients stand against the opening balances as well, and are paid and used', async () => {
  const outcomes = await walk([
    [
      'admin',
      importing('bill', [
        paper(2, { net: '100.00', vat: '18.00', paid: '18.00', party: 'Beta Foods' }),
        paper(3, { gross: '50.00', tax: '0', party: 'Ann Borg' }),
      ]),
    ],
    [
      'admin',
      importing(
        'credit',
        [{ line: 2, id: id(302), party: 'Ann Borg', amount: '40.00', title: 'Deposit for a sign' }],
        id(900_001),
      ),
    ],
    ['admin', `select status, open::text, booked_on::text from public.supplier_invoices where opening_on is not null`],
    [
      'admin',
      `select account, debit, credit from public.journal('2026-06-30', '2026-06-30') order by account, debit, credit`,
    ],
    ['admin', `select number from public.ledger('purchases', '2026-01-01', '2026-12-31') where number like 'OLD%'`],
    [
      'admin',
      `select public.pay_supplier_invoice((select id from public.supplier_invoices where opening_on is not null), 100, 'bank') is not null as paid`,
    ],
    ['owner', `select private.client_credit('${id(2)}')::text as credit`],
    ['admin', `select name, arrived from public.book_sums('${id(900_001)}')`],
    ['admin', `select public.undo_book_import('${id(900_001)}') as removed`],
  ])
  expect(outcomes[0]).toEqual([
    ...created(2),
    refused(3, 'No business is called “Ann Borg”. Import the contacts first'),
  ])
  expect(outcomes[1]).toEqual(created(2))
  expect(outcomes[2]).toEqual([{ status: 'part_paid', open: '100.00', booked_on: '2026-06-30' }])
  expect(outcomes[3]).toEqual([
    { account: 'Clients', debit: null, credit: '40.00' },
    { account: 'Opening balances', debit: '118.00', credit: null },
    { account: 'Opening balances', debit: '40.00', credit: null },
    { account: 'Opening balances', debit: null, credit: '18.00' },
    { account: 'Suppliers', debit: '18.00', credit: null },
    { account: 'Suppliers', debit: null, credit: '118.00' },
  ])
  expect(outcomes.slice(4)).toEqual([
    [],
    [{ paid: true }],
    [{ credit: '40.00' }],
    [
      { name: 'count', arrived: '1' },
      { name: 'total', arrived: '40.00' },
    ],
    [{ removed: 1 }],
  ])
})

test('nothing comes in on a closed day, and each kind needs the rights of its papers', async () => {
  const outcomes = await walk([
    ['admin', `select public.close_books('2026-06-30')`],
    ['admin', importing('invoice', open)],
    ['admin', importing('credit', [{ line: 2, id: id(302), party: 'Ann Borg', amount: '40.00' }], id(900_001))],
    ['sales', importing('bill', [], id(900_002))],
    ['team_member', importing('invoice', [], id(900_003))],
    ['team_member', importing('credit', [], id(900_004))],
  ])
  const closed =
    'The books are closed up to 30 Jun 2026. Please choose a later day, or correct it by a record of today.'
  expect(outcomes.slice(1)).toEqual([
    closed,
    closed,
    'You may not import open bills',
    'You may not import open invoices',
    'You may not import credits of clients',
  ])
})

test('a whole company comes in: 600 clients, 400 prices and 120 open invoices, and every sum agrees', async () => {
  const all = <Row>(count: number, make: (n: number) => Row) => Array.from({ length: count }, (_, n) => make(n))
  const clients = all(600, (n) => ({
    line: n + 2,
    id: id(2000 + n),
    choice: 'create',
    type: 'Business',
    company: `Client ${n} Works`,
  }))
  const prices = all(400, (n) => ({
    line: n + 2,
    id: id(3000 + n),
    name: `Price ${n}`,
    base_price: `${n}.25`,
    tax: 'Standard',
  }))
  // Every third invoice was paid in part; two are of one client.
  const invoices = all(120, (n) => ({
    ...{
      line: n + 2,
      id: id(4000 + n),
      number: `F-${n}`,
      issued: '2026-05-04',
      due: n % 2 ? '2026-06-03' : '2027-06-03',
    },
    ...{
      party: `client ${Math.floor(n / 2)} works`,
      net: `${n + 1}.50`,
      tax: 'Reduced',
      ...(n % 3 ? {} : { paid: '1.00' }),
    },
  }))
  const vat = (n: number) => Math.floor((n + 1.5) * 7) / 100
  const total = all(120, (n) => n + 1.5 + vat(n)).reduce((sum, each) => sum + each, 0)
  const [, , , , , sums, ageing, balance, [account] = []] = (await walk([
    ['admin', `select count(*)::int as n from public.import_contacts(${quoted(clients)}) where outcome = 'created'`],
    ['admin', importing('service', prices, id(900_010))],
    ['admin', importing('invoice', invoices)],
    [
      'admin',
      `select public.expect_book_sums('${file}', '{"count": "120", "total": "${total.toFixed(2)}", "total_open": "${(total - 40).toFixed(2)}"}')`,
    ],
    ['admin', `select arrived from public.book_sums('${id(900_010)}')`],
    ['admin', `select name, arrived, expected from public.book_sums('${file}')`],
    [
      'owner',
      `select sum(balance)::text as owed, sum(open_invoices)::int as papers from private.client_ageing() where client_name like 'Client %'`,
    ],
    ['admin', `select name, closing from public.trial_balance('2026-06-30', '2026-06-30') order by name`],
    ['owner', `select sum(debit - credit)::text as owed from private.account_entries('${id(2059)}')`],
  ])) as Record<string, unknown>[][]
  expect(sums).toEqual(
    [
      ['count', '120'],
      ['total', total.toFixed(2)],
      ['total_open', (total - 40).toFixed(2)],
    ].map(([name, value]) => ({ name, arrived: value, expected: value })),
  )
  expect(ageing).toEqual([{ owed: (total - 40).toFixed(2), papers: 120 }])
  expect(balance).toEqual([
    { name: 'Clients', closing: (total - 40).toFixed(2) },
    { name: 'Opening balances', closing: (40 - total).toFixed(2) },
  ])
  // F-118 and F-119: 119.50 and 120.50 with 7 %, nothing paid.
  expect(account).toEqual({ owed: '256.79' })
}, 60_000)

test('open papers of the former books count from the day at which those end, on both sides, and are as old as they say', async () => {
  const on = (day: string) =>
    `select coalesce(o.side, j.part) as side, o.papers, coalesce(o.open, 0)::text as open, coalesce(j.amount, 0)::text as booked
       from (select side, string_agg(number || ' of ' || on_date, ', ' order by number) as papers, sum(open) as open
               from private.open_items('${day}') where number like 'OLD%' or number like 'OB%' group by 1) as o
       full join (select l.part, sum(l.amount) as amount from private.journal_lines('2026-05-01', '${day}') as l
                   where l.part in ('clients', 'suppliers') group by 1) as j on j.part = o.side order by 1`
  const outcomes = await walk([
    ['admin', importing('invoice', [paper(6, { gross: '118.00', vat: '18.00', open: '58.00' })])],
    ['admin', importing('bill', [paper(7, { gross: '59.00', vat: '9.00' })], id(900_001))],
    ['owner', on('2026-06-29')],
    ['owner', on('2026-06-30')],
  ])
  expect(outcomes[2]).toEqual([])
  expect(outcomes[3]).toEqual([
    { side: 'clients', papers: 'OLD-6 of 2026-05-04', open: '58.00', booked: '58.00' },
    { side: 'suppliers', papers: 'OLD-7 of 2026-05-04', open: '-59.00', booked: '-59.00' },
  ])
})
