import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const iban = 'MT84MALT011000012345MTLCAST001S'
type Entry = { booked_on: string; direction: 'in' | 'out'; amount: string; bank_reference: string }
const entry = (booked_on: string, direction: 'in' | 'out', amount: string): Entry => ({
  booked_on,
  direction,
  amount,
  bank_reference: `${booked_on} ${direction} ${amount}`,
})
let files = 0
/** Imports a statement of the account with its balances. Returns its id. */
async function imported(
  { accounts }: Trade,
  opening: string | null,
  closing: string | null,
  entries: readonly Entry[],
  account = iban,
) {
  const id = `ba1a0000-0000-4000-a000-${String((files += 1)).padStart(12, '0')}`
  const file = { file_name: 'a.xml', format: 'camt', account_iban: account, opening, closing }
  await accounts.run(
    `select public.import_bank_file('${id}', '${JSON.stringify(file)}', '${JSON.stringify(entries.map((one) => ({ ...one, currency: 'EUR' })))}')`,
  )
  return id
}
const asAt = ({ accounts }: Trade, day: string) =>
  accounts.rows(`select said_on::text, said, reckoned, off, matched, waiting, waiting_count::int, ignored, ignored_count::int, booked, by_hand
    from public.bank_balance('${day}')`)
const january = [entry('2026-01-02', 'in', '100.00'), entry('2026-01-20', 'out', '30.00')]
const february = [entry('2026-02-03', 'in', '5.00'), entry('2026-02-10', 'out', '1.00')]

test('as at a day the balance of the bank is that of its last statement, and the entries lead to it', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await imported(trade, '50.00', '120.00', january)
    await imported(trade, '120.00', '124.00', february)
    const entries = { matched: '0.00', ignored: '0.00', ignored_count: 0, booked: '0.00', by_hand: '0.00' }
    expect(await asAt(trade, '2025-12-31')).toEqual([])
    expect(await asAt(trade, '2026-01-31')).toEqual([
      {
        said_on: '2026-01-20',
        said: '120.00',
        reckoned: '120.00',
        off: '0.00',
        waiting: '70.00',
        waiting_count: 2,
        ...entries,
      },
    ])
    expect(await asAt(trade, '2026-02-28')).toEqual([
      {
        said_on: '2026-02-10',
        said: '124.00',
        reckoned: '124.00',
        off: '0.00',
        waiting: '74.00',
        waiting_count: 4,
        ...entries,
      },
    ])
  })
})

test('a statement that is missing is a difference, and what is ignored, matched or recorded by hand is told apart', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { accounts } = trade
    const middle = await imported(trade, '50.00', '120.00', january)
    await imported(trade, '120.00', '124.00', february)
    await imported(trade, '124.00', '130.00', [entry('2026-03-05', 'in', '6.00')])
    await accounts.run(
      `select public.ignore_bank_entry((select id from public.bank_entries where amount = 6), 'Interest')`,
    )
    await accounts.run(
      `select public.confirm_bank_entry((select id from public.bank_entries where amount = 5), '${row.business}')`,
    )
    await accounts.run(`select public.record_payment('${row.business}', 7, 'bank', p_received_on => '2026-02-01')`)
    await accounts.run(`select public.record_payment('${row.business}', 9, 'cash', p_received_on => '2026-02-01')`)
    expect(await asAt(trade, '2026-03-31')).toEqual([
      {
        said_on: '2026-03-05',
        said: '130.00',
        reckoned: '130.00',
        off: '0.00',
        matched: '5.00',
        waiting: '69.00',
        waiting_count: 3,
        ignored: '6.00',
        ignored_count: 1,
        booked: '12.00',
        by_hand: '7.00',
      },
    ])
    await accounts.run(`select public.undo_bank_entry((select id from public.bank_entries where amount = 5), 'Wrong')`)
    await accounts.run(
      `select public.undo_bank_import((select import_id from public.bank_entries where amount = 5), 'Wrong')`,
    )
    expect((await asAt(trade, '2026-03-31'))[0]).toMatchObject({ said: '130.00', reckoned: '126.00', off: '4.00' })
    expect(middle).toBeTruthy()
  })
})

test('without balances, or with two accounts, what cannot be compared is null; nobody without the right sees it', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await imported(trade, null, null, january)
    expect(await asAt(trade, '2026-01-31')).toMatchObject([{ said: null, off: null, waiting: '70.00', booked: '0.00' }])
    await imported(trade, '1.00', '7.00', [entry('2026-01-05', 'in', '6.00')], 'DE89370400440532013000')
    expect(await asAt(trade, '2026-01-31')).toMatchObject([
      { said: '7.00', off: '0.00', waiting: '6.00', booked: null, by_hand: null },
      { said: null, off: null, waiting: '70.00', booked: null },
    ])
    expect(await refusalOf(tx, () => trade.workshop.run(`select public.bank_balance('2026-01-31')`))).toContain(
      'You may not see',
    )
    expect(await refusalOf(tx, () => trade.accounts.run(`select public.bank_balance(null)`))).toBe(
      'Please choose a day',
    )
  })
})

test('the books stand beside the statements of all accounts: what waits, is ignored, is booked later or is on no statement explains the difference', async () => {
  await undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    const { accounts } = trade
    const inBooks = (day: string) =>
      accounts.rows(
        `select account, books, bank, off, waiting, ignored, later, later_count::int, rest from public.bank_in_books('${day}')`,
      )
    expect(await inBooks('2026-01-31')).toEqual([])
    await imported(trade, '50.00', '120.00', january)
    await imported(trade, '10.00', '25.00', [entry('2026-01-15', 'in', '15.00')], 'DE89370400440532013000')
    await imported(trade, '120.00', '124.00', february)
    await accounts.run(
      `select public.ignore_bank_entry((select id from public.bank_entries where amount = 30), 'Mine')`,
    )
    await accounts.run(`select public.close_books('2026-01-20')`)
    await accounts.run(
      `select public.confirm_bank_entry((select id from public.bank_entries where amount = 15), '${row.business}')`,
    )
    await accounts.run(`select public.record_payment('${row.business}', 7, 'bank', p_received_on => '2026-01-25')`)
    // The entry of the 15th is booked on the first open day, the 21st.
    expect(await inBooks('2026-01-20')).toEqual([
      {
        account: '1000 Bank',
        books: '0.00',
        bank: '145.00',
        off: '-145.00',
        waiting: '100.00',
        ignored: '-30.00',
        later: '15.00',
        later_count: 1,
        rest: '-60.00',
      },
    ])
    expect(await inBooks('2026-02-28')).toMatchObject([
      { books: '22.00', bank: '149.00', waiting: '104.00', later: '0.00', later_count: 0, rest: '-53.00' },
    ])
  })
})
