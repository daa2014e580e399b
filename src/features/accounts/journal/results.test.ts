import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceSheet, type ClosingLine, profitAndLoss, type ResultLine, shareOf } from './results'

// The sums of these tests are of whole cents and written here, not by the functions of the product.
const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const text = (of: bigint): string => {
  const digits = String(of < 0n ? -of : of).padStart(3, '0')
  return `${of < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((all, one) => all + cents(one), 0n)

const amounts = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n }).map(text)
const months = ['2025-11', '2025-12', '2026-01', '2026-02']
const resultLines = fc.uniqueArray(
  fc.record({
    place: fc.integer({ min: 0, max: 9 }),
    month: fc.constantFrom(...months),
    amount: amounts,
  }),
  { selector: ({ place, month }) => `${place} ${month}`, maxLength: 24 },
)
const resultLine = ({ place, month, amount }: { place: number; month: string; amount: string }): ResultLine => ({
  account_id: `account-${place}`,
  code: String(4000 + place),
  name: `Account ${place}`,
  kind: place < 5 ? 'income' : 'cost',
  month,
  amount,
})

describe('profit and loss', () => {
  test('of any lines: months come to the total, accounts to their sum, and income less costs is the result', () => {
    fc.assert(
      fc.property(resultLines, resultLines, (now, before) => {
        const of = profitAndLoss(now.map(resultLine), before.map(resultLine), months)
        const figures = [...of.income.rows, of.income.sum, ...of.costs.rows, of.costs.sum, of.result]
        for (const row of figures) {
          expect(sumOf(row.months)).toBe(cents(row.total))
          expect(cents(row.total) - cents(row.before)).toBe(cents(row.difference))
        }
        for (const section of [of.income, of.costs]) {
          expect(sumOf(section.rows.map(({ total }) => total))).toBe(cents(section.sum.total))
          expect(sumOf(section.rows.map(({ before: then }) => then))).toBe(cents(section.sum.before))
          for (const place of months.keys())
            expect(sumOf(section.rows.map((row) => row.months[place] ?? ''))).toBe(
              cents(section.sum.months[place] ?? ''),
            )
        }
        for (const name of ['total', 'before'] as const)
          expect(cents(of.income.sum[name]) - cents(of.costs.sum[name])).toBe(cents(of.result[name]))
        const given = (lines: typeof now, isIncome: boolean) =>
          sumOf(lines.filter(({ place }) => place < 5 === isIncome).map(({ amount }) => amount))
        expect(cents(of.result.total)).toBe(given(now, true) - given(now, false))
        expect(cents(of.result.before)).toBe(given(before, true) - given(before, false))
      }),
    )
  })

  test('an account that only the year before had stands at nothing, in the order of the numbers', () => {
    const line = (place: number, amount: string) => resultLine({ place, month: '2026-01', amount })
    const { costs } = profitAndLoss([line(9, '5.00'), line(6, '7.00')], [line(7, '2.50')], [])
    expect(costs.rows.map(({ code, total, before, difference }) => [code, total, before, difference])).toEqual([
      ['4006', '7.00', '0.00', '7.00'],
      ['4007', '0.00', '2.50', '-2.50'],
      ['4009', '5.00', '0.00', '5.00'],
    ])
  })

  test.each([
    ['50.00', '300.00', '16.7'],
    ['-50.00', '300.00', '-16.7'],
    ['300.00', '300.00', '100.0'],
    ['0.05', '100.00', '0.1'],
    ['5.00', '0.00', null],
    ['5.00', '-1.00', null],
  ])('%s of an income of %s is %s per cent', (part, income, percent) => {
    expect(shareOf(part, income)).toBe(percent)
  })
})

const kinds = ['asset', 'liability', 'equity', 'income', 'cost']
/** Closings that come to zero, as those of the trial balance do: the last account takes the rest. */
const closings = fc
  .uniqueArray(fc.record({ place: fc.integer({ min: 0, max: 12 }), amount: amounts }), {
    selector: ({ place }) => place,
    maxLength: 12,
  })
  .map((given): ClosingLine[] => {
    const lines = given.map(({ place, amount }): ClosingLine => ({
      account_id: place === 12 ? null : `account-${place}`,
      code: place === 12 ? null : String(1000 + place),
      name: place === 12 ? 'Result of earlier years' : `Account ${place}`,
      kind: place === 12 ? 'equity' : (kinds[place % 5] ?? ''),
      closing: amount,
    }))
    const rest = { account_id: 'rest', code: '9999', name: 'Rest', kind: 'asset' }
    return [...lines, { ...rest, closing: text(-sumOf(lines.map(({ closing }) => closing))) }]
  })

describe('balance sheet', () => {
  test('of any closings that come to zero: both sides are equal, and each is the sum of its accounts', () => {
    fc.assert(
      fc.property(closings, closings, (now, before) => {
        const of = balanceSheet(now, before)
        for (const name of ['now', 'before', 'difference'] as const) {
          expect(of.gap[name]).toBe('0.00')
          expect(of.assets.sum[name]).toBe(of.claims[name])
          for (const { rows, sum } of [of.assets, of.liabilities, of.equity])
            expect(sumOf(rows.map((row) => row[name]))).toBe(cents(sum[name]))
        }
        const given = sumOf(now.filter(({ kind }) => kind === 'asset').map(({ closing }) => closing))
        expect(cents(of.assets.sum.now)).toBe(given)
      }),
    )
  })

  test('what is owed and earned is above zero; the results stand under equity; what has nothing is left out', () => {
    const line = (code: string | null, kind: string, closing: string): ClosingLine => ({
      account_id: code,
      code,
      name: code ?? 'Result of earlier years',
      kind,
      closing,
    })
    const of = balanceSheet(
      [
        line('1000', 'asset', '150.00'),
        line('1100', 'asset', '0.00'),
        line('2100', 'liability', '-30.00'),
        line('4000', 'income', '-100.00'),
        line('5000', 'cost', '40.00'),
        line(null, 'equity', '-60.00'),
      ],
      [line('1000', 'asset', '60.00'), line('4000', 'income', '-60.00')],
    )
    expect(of.assets.rows.map(({ code, now }) => [code, now])).toEqual([['1000', '150.00']])
    expect(of.liabilities.sum).toEqual({ now: '30.00', before: '0.00', difference: '30.00' })
    expect(of.equity.rows.map(({ name, now, before }) => [name, now, before])).toEqual([
      ['Result of earlier years', '60.00', '0.00'],
      ['Result of the financial year', '60.00', '60.00'],
    ])
    expect(of.claims).toEqual({ now: '150.00', before: '60.00', difference: '90.00' })
  })

  test('books that do not balance say by how much', () => {
    const cash = { account_id: 'a', code: '1000', name: 'Bank', kind: 'asset', closing: '10.05' }
    expect(balanceSheet([cash], []).gap).toEqual({ now: '10.05', before: '0.00', difference: '10.05' })
  })
})
