import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { journalFaults } from './journal-faults.ts'
import { refusalOf, tradeIn, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

// What the accountant enters by hand: corrections, opening balances, the settlement of a filed return.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Line = { code: string; debit?: string; credit?: string; words?: string }
const account = (code: string) =>
  `(select id from (select id, code from public.ledger_accounts union all select id, code from public.cost_accounts) as a where a.code = '${code}')`
const idOf = (number: number) => `b00c0000-0000-4000-a000-${String(number).padStart(12, '0')}`
const linesOf = (lines: readonly Line[]) =>
  `jsonb_build_array(${lines
    .map(
      ({ code, debit = '', credit = '', words = '' }) =>
        `jsonb_build_object('account', ${account(code)}, 'debit', '${debit}', 'credit', '${credit}', 'words', '${words}')`,
    )
    .join(', ')})`
const post = (
  id: number,
  day: string,
  lines: readonly Line[],
  purpose = 'entry',
  words = 'Depreciation of the plotter',
) => `select public.post_entry('${idOf(id)}', '${day}', '${words}', ${linesOf(lines)}, '${purpose}')`
const balances = (worker: Worker, to = '2026-12-31') =>
  worker.rows<{ code: string; closing: string }>(
    `select code, closing from public.trial_balance('2026-01-01', '${to}') order by code`,
  )
const plotter: Line[] = [
  { code: '6900', debit: '120.00', words: 'December' },
  { code: '1000', credit: '120.00' },
]

test('an entry by hand is in the journal, the trial balance and the sheet of its accounts, and is booked once', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const number = await accounts.value(post(1, '2026-01-31', plotter))
    expect(number).toMatch(/^JE-\d{4}-0001$/)
    expect(await accounts.value(post(1, '2026-01-31', plotter))).toBe(number)
    expect(
      await refusalOf(tx, () =>
        accounts.run(
          post(1, '2026-01-31', [
            { ...plotter[0]!, debit: '1' },
            { ...plotter[1]!, credit: '1' },
          ]),
        ),
      ),
    ).toContain('This entry was for something else')
    expect(
      await accounts.rows(
        `select number, kind, words, code, debit, credit from public.journal('2026-01-01', '2026-01-31') where kind = 'book_entry'`,
      ),
    ).toEqual([
      { number, kind: 'book_entry', words: 'December', code: '6900', debit: '120.00', credit: null },
      { number, kind: 'book_entry', words: 'Depreciation of the plotter', code: '1000', debit: null, credit: '120.00' },
    ])
    expect(await balances(accounts)).toEqual([
      { code: '1000', closing: '-120.00' },
      { code: '6900', closing: '120.00' },
    ])
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('an entry that does not balance, names no account, or moves what papers move, is refused in words', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const refused = (lines: readonly Line[], day = '2026-01-31') =>
      refusalOf(tx, () => accounts.run(post(2, day, lines)))
    expect(await refused([plotter[0]!, { code: '1000', credit: '100' }])).toBe(
      'Debits and credits differ: €20.00 of credits are missing',
    )
    expect(await refused([{ ...plotter[0]!, debit: '12.345' }, plotter[1]!])).toBe('Line 1: Debit: At most 2 decimals')
    expect(await refused([plotter[0]!, { code: '1000', debit: '1', credit: '1' }])).toBe(
      'Line 2: A line has a debit or a credit, not both',
    )
    expect(await refused([plotter[0]!, { code: '9999', credit: '120' }])).toBe('Line 2: Please choose the account')
    expect(await refused([plotter[0]!, { code: '1100', credit: '120' }])).toContain(
      'is moved by papers and their payments only',
    )
    expect(await refused(plotter, '2190-01-01')).toContain('at most a year ahead')
    // Whatever a function forgets, the rows themselves come to zero.
    const broken = () =>
      server.run(`insert into public.book_entries (id, entry_number, on_date, words) values ('${idOf(3)}', 'X', '2026-01-31', 'x');
        insert into public.book_entry_lines (book_entry_id, place, account_id, amount) values ('${idOf(3)}', 1, ${account('1000')}, 5);
        set constraints all immediate`)
    expect(await refusalOf(tx, broken)).toContain('The debits of an entry are its credits')
  })
})

test('closed days take no entry; one of them is taken back on the first open day', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(post(4, '2026-01-31', plotter))
    await accounts.run(`select public.close_books('2026-01-31')`)
    expect(await refusalOf(tx, () => accounts.run(post(5, '2026-01-31', plotter)))).toContain(
      'The books are closed up to',
    )
    expect(
      await refusalOf(tx, () => accounts.run(`select public.reverse_entry('${idOf(4)}', 'Twice', '2026-01-31')`)),
    ).toContain('The books are closed up to')
    const back = await accounts.value(`select public.reverse_entry('${idOf(4)}', 'Twice')`)
    expect(await accounts.value(`select public.reverse_entry('${idOf(4)}', 'Twice')`)).toBe(back)
    expect(await server.value(`select on_date::text from public.book_entries where reverses_id = '${idOf(4)}'`)).toBe(
      '2026-02-01',
    )
    expect(
      await refusalOf(tx, () =>
        accounts.run(
          `select public.reverse_entry((select id from public.book_entries where reverses_id = '${idOf(4)}'), 'Again')`,
        ),
      ),
    ).toContain('takes another back')
    expect(await balances(accounts)).toEqual([
      { code: '1000', closing: '0.00' },
      { code: '6900', closing: '0.00' },
    ])
    expect(await balances(accounts, '2026-01-31')).toEqual([
      { code: '1000', closing: '-120.00' },
      { code: '6900', closing: '120.00' },
    ])
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('opening balances put the rest on their account, where open papers of the former books stand', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const opening = await server.value<string>(
      `select a.code from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'opening'`,
    )
    await accounts.run(
      post(
        6,
        '2025-12-31',
        [
          { code: '1000', debit: '5000.00' },
          { code: '2500', credit: '1200.00' },
        ],
        'opening',
        'Former books',
      ),
    )
    expect(await balances(accounts)).toEqual([
      { code: '1000', closing: '5000.00' },
      { code: '2500', closing: '-1200.00' },
      { code: opening, closing: '-3800.00' },
    ])
    expect(
      await accounts.value(
        post(
          6,
          '2025-12-31',
          [
            { code: '1000', debit: '5000.00' },
            { code: '2500', credit: '1200.00' },
          ],
          'opening',
          'Former books',
        ),
      ),
    ).toMatch(/^JE-/)
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('a filed return is settled to the account of the tax office, whose payment brings that to zero; a later change is settled alone', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const invoice = async (id: number, net: string, day: string) =>
      server.run(`insert into public.invoices (id, contact_id, issue_date, supply_date) values ('${idOf(id)}', '${row.business}', '${day}', '${day}');
        insert into public.invoice_items (invoice_id, position, description, qty, unit_price, vat_rate) values ('${idOf(id)}', 'a', 'Sign', 1, ${net}, 18);
        update public.invoices set status = 'issued', invoice_number = 'INV-T-${id}', issued_at = now() where id = '${idOf(id)}'`)
    await invoice(20, '100', '2026-01-10')
    const filed = (id: number) =>
      accounts.run(`select public.file_vat_return('${idOf(id)}', '2026-01-01', '2026-03-31')`)
    await filed(30)
    expect(await accounts.value(`select public.tax_settlement('${idOf(30)}') ->> 'owed'`)).toBe('18.00')
    const settle = (id: number, of: number, code = '2250', day = '2026-03-31') =>
      `select public.settle_tax('${idOf(id)}', '${idOf(of)}', ${account(code)}, '${day}')`
    expect(await refusalOf(tx, () => accounts.run(settle(31, 30, '1100')))).toContain('that no paper moves')
    expect(await refusalOf(tx, () => accounts.run(settle(31, 30, '2250', '2026-03-30')))).toContain('from 31 Mar 2026')
    const number = await accounts.value(settle(31, 30))
    expect(await accounts.value(settle(31, 30))).toBe(number)
    expect(await refusalOf(tx, () => accounts.run(settle(32, 30)))).toBe('Nothing is left to settle of these days')
    const codes = ['2200', '2250']
    const two = async () => (await balances(accounts)).filter(({ code }) => codes.includes(code))
    expect(await two()).toEqual([
      { code: '2200', closing: '0.00' },
      { code: '2250', closing: '-18.00' },
    ])
    await invoice(21, '50', '2026-02-10')
    expect(await refusalOf(tx, () => accounts.run(settle(33, 30)))).toContain('changed since they were filed')
    await filed(34)
    await accounts.run(settle(35, 34))
    expect(await two()).toEqual([
      { code: '2200', closing: '0.00' },
      { code: '2250', closing: '-27.00' },
    ])
    await accounts.run(`select public.reverse_entry('${idOf(35)}', 'Wrong account')`)
    expect(await accounts.value(`select public.tax_settlement('${idOf(34)}') ->> 'owed'`)).toBe('9.00')
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('who does not change payments makes no entries', async () => {
  await undone(engine, async (tx) => {
    const { sales, accounts } = await tradeIn(tx)
    expect(await refusalOf(tx, () => sales.run(post(40, '2026-01-31', plotter)))).toMatch(/may not/)
    await accounts.run(post(41, '2026-01-31', plotter))
    expect(await sales.rows(`select id from public.book_entries`)).toEqual([])
  })
})
