import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { journalFaults } from './journal-faults.ts'
import { refusalOf, tradeIn, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

// Machines and vans: in the balance sheet by their bill, in the register, and written down month by month.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const idOf = (number: number) => `fa000000-0000-4000-a000-${String(number).padStart(12, '0')}`
const cost = (code: string) => `(select id from public.cost_accounts where code = '${code}')`
const bill = (
  number: number,
  day: string,
  net: string,
  code = '1300',
) => `select public.enter_supplier_invoice('${idOf(100 + number)}',
  jsonb_build_object('supplier_id', '${row.business}', 'supplier_number', 'MACHINE-${String(number)}', 'invoice_date', '${day}', 'net', '${net}', 'vat', '0', 'vat_confirmed_as', '0.00 of ${net}'),
  jsonb_build_array(jsonb_build_object('description', 'Cutter', 'qty', 1, 'unit_price', '${net}', 'vat_rate', 0, 'net', '${net}', 'vat', 0, 'cost_account_id', ${cost(code)})))`
const lineOf = (number: number) =>
  `(select id from public.supplier_invoice_items where supplier_invoice_id = '${idOf(100 + number)}')`
const enter = (number: number, day: string, life: number) =>
  `select public.enter_asset('${idOf(number)}', 'Cutter', '${day}', ${String(life)}, ${lineOf(number)})`
const opening = (number: number, day: string, life: number, value: string, off: string, on: string) =>
  `select public.enter_asset('${idOf(number)}', 'Van', '${day}', ${String(life)}, null, ${cost('1310')}, ${value}, '${on}', ${off})`
const months = (worker: Worker, number: number) =>
  worker.rows<{ on_date: string; amount: string; left_then: string }>(
    `select on_date::text, amount, left_then from public.asset_depreciation('${idOf(number)}')`,
  )
const closing = async (worker: Worker, to = '2026-11-30') =>
  Object.fromEntries(
    (
      await worker.rows<{ code: string; closing: string }>(
        `select code, closing from public.trial_balance('2026-01-01', '${to}')`,
      )
    ).map((one) => [one.code, one.closing]),
  )
const totals = (worker: Worker, day: string) =>
  worker.value(
    `select t ->> 'accounts' || ' ' || (t ->> 'register') || ' ' || jsonb_array_length(t -> 'missing') from public.asset_totals('${day}') as t`,
  )

test('a machine is no cost; it is written down to the cent from the month of its purchase', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(bill(1, '2026-01-20', '1000.00'))
    expect(await accounts.value(`select count(*) from public.profit_and_loss('2026-01-01', '2026-12-31')`)).toBe(0)
    expect(await totals(accounts, '2026-01-20')).toBe('1000.00 0.00 1')
    expect(
      await accounts.value(
        `select number || ' ' || amount from public.closing_checks('2026-01-31') where part = 'assets_without_register'`,
      ),
    ).toBe('1 1000.00')
    expect(
      await accounts.value(
        `select count(*) from public.closing_checks('2026-01-31') where part = 'costs_without_account'`,
      ),
    ).toBe(0)
    const number = await accounts.value(enter(1, '2026-01-20', 36))
    expect(number).toMatch(/^FA-\d{4}-0001$/)
    expect(await accounts.value(enter(1, '2026-01-20', 36))).toBe(number)
    const plan = await months(accounts, 1)
    expect(plan).toHaveLength(36)
    expect(plan[0]).toEqual({ on_date: '2026-01-31', amount: '27.77', left_then: '972.23' })
    expect(plan.at(-1)).toEqual({ on_date: '2028-12-31', amount: '28.05', left_then: '0.00' })
    expect(await closing(accounts, '2026-03-30')).toMatchObject({
      '1300': '1000.00',
      '1390': '-55.54',
      '6600': '55.54',
    })
    expect(await totals(accounts, '2026-03-31')).toBe('916.69 916.69 0')
    expect(await accounts.rows(`select code, amount from public.profit_and_loss('2026-02-01', '2026-02-28')`)).toEqual([
      { code: '6600', amount: '27.77' },
    ])
    expect(
      await refusalOf(tx, () =>
        accounts.run(
          `update public.supplier_invoice_items set cost_account_id = ${cost('6900')} where id = ${lineOf(1)}`,
        ),
      ),
    ).toContain('Please take it out of the register first')
    expect(
      await refusalOf(tx, () =>
        accounts.run(
          `update public.supplier_invoices set status = 'disputed', dispute_reason = 'x' where id = '${idOf(101)}'`,
        ),
      ),
    ).toContain('Please take it out of the register first')
    expect(await server.rows(journalFaults)).toEqual([])
    await accounts.run(`select public.remove_asset('${idOf(1)}')`)
    expect(await totals(accounts, '2026-03-31')).toBe('1000.00 0.00 1')
  })
})

test('what is of little worth is written off in its month', async () => {
  await undone(engine, async (tx) => {
    const { accounts } = await tradeIn(tx)
    await accounts.run(bill(2, '2026-03-02', '640.01'))
    await accounts.run(enter(2, '2026-03-02', 1))
    expect(await months(accounts, 2)).toEqual([{ on_date: '2026-03-31', amount: '640.01', left_then: '0.00' }])
  })
})

test('an asset of the former books comes with what was written off, against the opening balances', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(opening(3, '2023-07-01', 60, '6000', '3000', '2025-12-31'))
    expect((await months(accounts, 3)).slice(0, 2)).toEqual([
      { on_date: '2026-01-31', amount: '100.00', left_then: '2900.00' },
      { on_date: '2026-02-28', amount: '100.00', left_then: '2800.00' },
    ])
    expect(await months(accounts, 3)).toHaveLength(30)
    expect(await closing(accounts, '2026-01-31')).toMatchObject({
      '1310': '6000.00',
      '1390': '-3100.00',
      '3000': '-3000.00',
    })
    expect(await totals(accounts, '2026-01-31')).toBe('2900.00 2900.00 0')
    expect(await server.rows(journalFaults)).toEqual([])
    expect(
      await refusalOf(tx, () => accounts.run(opening(4, '2023-07-01', 60, '6000', '7000', '2025-12-31'))),
    ).toContain('from zero to the cost')
  })
})

test('a changed life counts from the first open month on, and closed months stay', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(bill(5, '2026-01-05', '1200.00'))
    await accounts.run(enter(5, '2026-01-05', 12))
    await accounts.run(`select public.close_books('2026-03-31')`)
    const before = (await months(accounts, 5)).slice(0, 3)
    await accounts.run(`select public.change_asset('${idOf(5)}', 'Cutter', 24)`)
    const plan = await months(accounts, 5)
    expect(plan.slice(0, 3)).toEqual(before)
    expect(plan[3]).toEqual({ on_date: '2026-04-30', amount: '42.85', left_then: '857.15' })
    expect(plan).toHaveLength(24)
    expect(plan.at(-1)?.left_then).toBe('0.00')
    // Shorter than it is old: the rest goes at once.
    await accounts.run(`select public.change_asset('${idOf(5)}', 'Cutter', 2)`)
    expect((await months(accounts, 5)).slice(3)).toEqual([
      { on_date: '2026-04-30', amount: '900.00', left_then: '0.00' },
    ])
    for (const act of [
      `select public.remove_asset('${idOf(5)}')`,
      `select public.dispose_asset('${idOf(5)}', '2026-03-10', 0)`,
      opening(6, '2023-07-01', 60, '6000', '3000', '2025-12-31'),
    ])
      expect(await refusalOf(tx, () => accounts.run(act))).toContain('closed up to')
    // Found late: closed months get nothing.
    await server.run(`select 1`)
    expect(await server.rows(journalFaults)).toEqual([])
  })
})

test('a line that is found after its month was closed is written down over the months that are left', async () => {
  await undone(engine, async (tx) => {
    const { accounts } = await tradeIn(tx)
    await accounts.run(bill(7, '2026-01-05', '1200.00'))
    await accounts.run(`select public.close_books('2026-02-15')`)
    await accounts.run(enter(7, '2026-01-05', 12))
    const plan = await months(accounts, 7)
    expect(plan).toHaveLength(11)
    expect(plan[0]).toEqual({ on_date: '2026-02-28', amount: '109.09', left_then: '1090.91' })
    expect(plan.at(-1)?.left_then).toBe('0.00')
  })
})

test('depreciation ends with the disposal, and what is left is a loss or a gain', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(bill(8, '2026-01-05', '1200.00'))
    await accounts.run(enter(8, '2026-01-05', 12))
    await accounts.run(`select public.dispose_asset('${idOf(8)}', '2026-04-10', 1000)`)
    expect(await months(accounts, 8)).toHaveLength(3)
    // Gone with its depreciation: 900 were left, and the buyer owes 1,000.
    const gone = await closing(accounts)
    expect([gone['1300'], gone['1390'], gone['1350'], gone['4740'], gone['6600']]).toEqual([
      '0.00',
      '0.00',
      '1000.00',
      '-100.00',
      '300.00',
    ])
    expect(await totals(accounts, '2026-11-30')).toBe('0.00 0.00 0')
    expect(await totals(accounts, '2026-04-09')).toBe('900.00 900.00 0')
    await accounts.run(`select public.dispose_asset('${idOf(8)}', '2026-04-10', 0)`)
    expect((await closing(accounts))['6610']).toBe('900.00')
    expect(await server.rows(journalFaults)).toEqual([])
    expect(await refusalOf(tx, () => accounts.run(`select public.change_asset('${idOf(8)}', 'Cutter', 24)`))).toContain(
      'its useful life stays',
    )
    await accounts.run(`select public.dispose_asset('${idOf(8)}', null)`)
    expect(await months(accounts, 8)).toHaveLength(12)
  })
})

test('entries by hand leave the accounts of the register alone, and an account with lines stays what it is', async () => {
  await undone(engine, async (tx) => {
    const { accounts } = await tradeIn(tx)
    for (const account of [cost('1300'), `(select id from public.ledger_accounts where code = '1390')`])
      expect(
        await refusalOf(tx, () =>
          accounts.run(`select public.post_entry('${idOf(50)}', '2026-01-31', 'x', jsonb_build_array(
            jsonb_build_object('account', ${account}, 'debit', '1'), jsonb_build_object('account', ${cost('6900')}, 'credit', '1')))`),
        ),
      ).toContain('is moved by bills and the register of fixed assets only')
    await accounts.run(bill(9, '2026-01-05', '1200.00'))
    expect(
      await refusalOf(tx, () =>
        accounts.run(`update public.cost_accounts set kind = 'cost', written_down_on = null where code = '1300'`),
      ),
    ).toContain('it stays what it is')
  })
})

test('SKR03 writes off on the account of the asset itself, and another chart takes the assets along', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    await accounts.run(bill(10, '2026-01-05', '1200.00'))
    await accounts.run(enter(10, '2026-01-05', 12))
    await accounts.run(opening(11, '2023-07-01', 60, '6000', '3000', '2025-12-31'))
    await accounts.run(`select public.use_chart('skr03')`)
    const of = await closing(accounts, '2026-01-31')
    expect([of['0210'], of['0350'], of['4830'], of['1390'] ?? null]).toEqual(['1100.00', '2900.00', '200.00', null])
    expect(await totals(accounts, '2026-01-31')).toBe('4000.00 4000.00 0')
    await accounts.run(`select public.use_chart('snc')`)
    const after = await closing(accounts, '2026-01-31')
    expect([after['433'], after['434'], after['438'], after['642']]).toEqual([
      '1200.00',
      '6000.00',
      '-3200.00',
      '200.00',
    ])
    await accounts.run(`select public.use_chart('general')`)
    expect(await closing(accounts, '2026-01-31')).toMatchObject({
      '1300': '1200.00',
      '1310': '6000.00',
      '1390': '-3200.00',
    })
    expect(await server.rows(journalFaults)).toEqual([])
  })
})
