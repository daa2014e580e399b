import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { journalFaults } from './journal-faults.ts'
import { issuedOn, refusalOf, tradeIn, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

// One entry of the bank that is several things.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const file = 'ba1b0000-0000-4000-a000-00000000a001'
const part = (n: number) => `ba1b0000-0000-4000-a000-0000000000a${n}`
const whole = `(select id from public.bank_entries where import_id = '${file}' and split_of is null)`
const code = (of: string) =>
  `(select id from (select id, code from public.ledger_accounts union all select id, code from public.cost_accounts) as a where a.code = '${of}')`
const imported = (accounts: Worker, entry: object) =>
  accounts.run(
    `select public.import_bank_file('${file}', '${JSON.stringify({
      file_name: 'a.xml',
      format: 'camt',
      account_iban: 'MT84MALT011000012345MTLCAST001S',
      opening: '0.00',
      closing: '985.00',
    })}', '${JSON.stringify([{ booked_on: '2026-01-05', direction: 'in', amount: '985.00', currency: 'EUR', remittance: 'Card terminal', ...entry }])}')`,
  )
const split = (parts: object[]) => `select public.split_bank_entry(${whole}, '${JSON.stringify(parts)}')`
const parts = [
  { id: part(1), direction: 'in', amount: '600.00', words: 'Hotel' },
  { id: part(2), direction: 'in', amount: '400.00' },
  { id: part(3), direction: 'out', amount: '15.00', words: 'Charge' },
]
const stands = `select status, direction, amount::text, split_words as words from public.bank_entries where import_id = '${file}' order by id = ${whole} desc, id`
const balance = `select reckoned, off, matched, waiting, booked, by_hand from public.bank_balance('2026-02-01')`

test('an entry is split over two clients and a charge of the bank; the bank agrees with the books, and it is whole again', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await imported(accounts, {})
    expect(await accounts.value(split(parts))).toBe(3)
    expect(await accounts.value(split(parts))).toBe(0)
    expect(await accounts.rows(stands)).toEqual([
      { status: 'split', direction: 'in', amount: '985.00', words: null },
      { status: 'open', direction: 'in', amount: '600.00', words: 'Hotel' },
      { status: 'open', direction: 'in', amount: '400.00', words: null },
      { status: 'open', direction: 'out', amount: '15.00', words: 'Charge' },
    ])
    expect(await accounts.one(balance)).toMatchObject({
      reckoned: '985.00',
      off: '0.00',
      waiting: '985.00',
      matched: '0.00',
    })
    await accounts.run(`select public.confirm_bank_entry('${part(1)}', '${row.clientContact}')`)
    await accounts.run(`select public.confirm_bank_entry('${part(2)}', '${row.otherClientContact}')`)
    await accounts.run(`select public.book_bank_entries(array['${part(3)}']::uuid[], ${code('6960')})`)
    expect(await accounts.one(balance)).toEqual({
      reckoned: '985.00',
      off: '0.00',
      matched: '985.00',
      waiting: '0.00',
      booked: '985.00',
      by_hand: '0.00',
    })
    expect(
      await server.rows(
        `select part, amount::text from private.journal_lines('2026-01-01', '2026-01-31') as j where part <> 'money' order by j.amount`,
      ),
    ).toEqual([
      { part: 'clients', amount: '-600.00' },
      { part: 'clients', amount: '-400.00' },
      { part: 'booked', amount: '15.00' },
    ])
    expect(await server.rows(journalFaults)).toEqual([])
    expect(await refusalOf(tx, () => accounts.run(`select public.undo_bank_entry(${whole})`))).toBe('Please say why')
    await accounts.run(`select public.undo_bank_entry(${whole}, 'Not these')`)
    expect(await accounts.rows(stands)).toEqual([{ status: 'open', direction: 'in', amount: '985.00', words: null }])
    expect(
      await server.value(
        `select private.amount_text(sum(amount)) from private.journal_lines('2026-01-01', '2026-12-31') where part = 'money'`,
      ),
    ).toBe('0.00')
    expect(await server.value(`select count(*)::int from private.ledger_differences('2100-01-01')`)).toBe(0)
  })
})

test('parts that do not come to the entry, a part of a part and a decided entry are refused; a file goes with its parts', async () => {
  await undone(engine, async (tx) => {
    const { accounts, sales, server } = await tradeIn(tx)
    await imported(accounts, {})
    const said = (of: object[]) => refusalOf(tx, () => accounts.run(split(of)))
    expect(await said(parts.slice(0, 2))).toBe('The parts come to €1,000.00, the entry to €985.00')
    expect(await said([{ ...parts[0], amount: '985.00' }])).toBe('An entry is split into 2 to 50 parts')
    expect(await said([...parts.slice(0, 2), { ...parts[2], amount: '-15.00' }])).toMatch(
      /^Each part is money in or out/,
    )
    expect(await refusalOf(tx, () => sales.run(split(parts)))).toMatch(/^You may not/)
    await accounts.run(split(parts))
    const again = (id: string) =>
      `select public.split_bank_entry('${id}', '${JSON.stringify(
        [5, 6].map((n) => ({ id: part(n), direction: 'in', amount: '300.00' })),
      )}')`
    expect(await refusalOf(tx, () => accounts.run(again(part(1))))).toMatch(/^This is a part of an entry/)
    await accounts.run(`select public.confirm_bank_entry('${part(1)}', '${row.clientContact}')`)
    await accounts.run(`select public.undo_bank_import('${file}', 'Wrong bank')`)
    expect(await server.value(`select count(*)::int from public.bank_entries where import_id = '${file}'`)).toBe(0)
  })
})

test('parts that no longer come to their entry are a difference of the ledgers', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await imported(accounts, {})
    await accounts.run(split(parts))
    await server.run(`update public.bank_entries set amount = 599 where id = '${part(1)}'`)
    expect(await server.rows(`select kind from private.ledger_differences('2100-01-01')`)).toEqual([
      { kind: 'bank_entry' },
    ])
  })
})

type Suggested = {
  matches: { is_sure: boolean; parts?: { number: string; amount: string }[]; reasons: string[] }[]
  doubts: string[]
}

test('the words of a part come before those of the whole entry, and parts of one split are no double payment of each other', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const numbers: string[] = []
    for (const price of [370, 30]) {
      const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
      await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
        values ('${id}', 'a0', 'item', 'Lettering', 1, ${price}, 18)`)
      numbers.push(await accounts.value<string>(`select public.issue_invoice('${id}')`))
      await issuedOn(server, id, '2026-01-01')
    }
    const [a = '', b = ''] = numbers
    const text = `${a} and ${b} and skip hire`
    await server.run(
      `insert into public.contact_bank_accounts (contact_id, holder, iban, is_default) values ('${row.clientContact}', 'Grill', 'DE89370400440532013000', true)`,
    )
    await imported(accounts, { remittance: text, party_iban: 'DE89370400440532013000' })
    const named = [
      { id: part(1), direction: 'in', amount: '436.60', words: a },
      { id: part(2), direction: 'in', amount: '35.40', words: b },
      { id: part(3), direction: 'in', amount: '256.50', words: 'skip hire' },
      { id: part(4), direction: 'in', amount: '256.50', words: 'skip hire' },
    ]
    await accounts.run(split(named))
    const suggested = async (n: number) => {
      const found = await accounts.one<Suggested>(
        `select matches, doubts from public.bank_suggestions(array['${part(n)}']::uuid[])`,
      )
      const [best] = found?.matches ?? []
      const settles = (best?.parts ?? []).map(({ number, amount }) => `${number} ${amount}`)
      return { settles, isSure: best?.is_sure, doubts: found?.doubts, why: best?.reasons.at(-1) }
    }
    expect([await suggested(1), await suggested(2), await suggested(3), await suggested(4)]).toEqual([
      { settles: [`${a} 436.60`], isSure: true, doubts: [], why: `The amount is what is open of ${a}.` },
      { settles: [`${b} 35.40`], isSure: true, doubts: [], why: `The amount is what is open of ${b}.` },
      { settles: [], isSure: false, doubts: [], why: 'The words of this part name none of our papers.' },
      { settles: [], isSure: false, doubts: [], why: 'The words of this part name none of our papers.' },
    ])
    expect(await accounts.value(`select distinct remittance from public.bank_entries where split_of = ${whole}`)).toBe(
      text,
    )
  })
})
