import { cutToCents, type Rounding, roundingsOf, type TaxKind, taxKinds } from '../shared/domain/money/tax-on.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carriedNets, depositOf, splitEvenly, totalsOf } from './totals'
import { counts, type DocumentLine, lineNet, withOption } from './lines'
import { anyLine, item } from './testing'

/** The same rules with independent rational arithmetic: cents of a product of three decimals. */
const tenths = (text: string, places: number): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(places, '0'))
  return text.startsWith('-') ? -units : units
}
const centsOf = (line: DocumentLine) =>
  line.kind === 'heading' || line.kind === 'text'
    ? 0n
    : (tenths(line.qty ?? '', 4) * tenths(line.unit_price ?? '', 4) * (10_000n - tenths(line.discount_pct ?? '', 2))) /
      10n ** 10n
const total = (values: Iterable<bigint>) => [...values].reduce((sum, value) => sum + value, 0n)

describe('the checked example', () => {
  const lines = [
    item({ qty: '6', unit_price: '142.375' }),
    item({ qty: '12', unit_price: '18.333' }),
    item({ qty: '3.5', unit_price: '45' }),
  ]

  test('nets of the lines', () =>
    expect(lines.map((line) => lineNet(line, 'cut'))).toEqual(['854.25', '219.99', '157.50']))
  test('totals', () =>
    expect(totalsOf(lines, cutToCents)).toEqual({
      net: '1231.74',
      vat: '221.71',
      gross: '1453.45',
      vat_table: [{ vat_rate: '18.0000', vat_treatment: 'standard', base: '1231.74', vat: '221.71' }],
    }))
  test('a company that rounds to the nearest cent rounds lines, tax and deposit', () => {
    const of = (rounding: Rounding) => {
      const totals = totalsOf(
        [item({ qty: '3.75', unit_price: '33.33', vat_rate: '19' })],
        roundingsOf('vat', rounding),
      )
      return [totals.net, totals.vat, depositOf('216.23', 'percent', '50', rounding).deposit]
    }
    expect(of('cut')).toEqual(['124.98', '23.74', '108.11'])
    expect(of('nearest')).toEqual(['124.99', '23.75', '108.12'])
  })
  test('half of it as deposit', () =>
    expect(depositOf('1453.45', 'percent', '50', 'cut')).toEqual({ deposit: '726.72', balance: '726.73' }))
  test('VAT of a rate with four decimals is cut, not rounded, and rates that differ by them are two', () =>
    expect(
      totalsOf(
        ['8.875', '8.8750', '8.87', '6.3333'].map((vat_rate) => item({ unit_price: '100.05', vat_rate })),
        cutToCents,
      ),
    ).toMatchObject({
      vat: '32.95',
      vat_table: [
        { vat_rate: '6.3333', base: '100.05', vat: '6.33' },
        { vat_rate: '8.8700', base: '100.05', vat: '8.87' },
        { vat_rate: '8.8750', base: '200.10', vat: '17.75' },
      ],
    }))
  test('sales tax and GST go to the nearest cent, half a cent away from zero; VAT is cut', () => {
    const line = (unit_price: string) => [item({ qty: '1', unit_price, vat_rate: '8.25' })]
    const taxed = (unit_price: string, kind: TaxKind) => totalsOf(line(unit_price), roundingsOf(kind, 'cut')).vat
    expect(taxKinds.map((kind) => [kind, taxed('100.10', kind), taxed('38.20', kind)])).toEqual([
      ['vat', '8.25', '3.15'],
      ['gst', '8.26', '3.15'],
      ['sales_tax', '8.26', '3.15'],
      ['none', '8.25', '3.15'],
    ])
    // 2.00 × 8.25 % is 0.165: half a cent.
    expect([taxed('2.00', 'sales_tax'), taxed('-2.00', 'sales_tax'), taxed('2.00', 'vat')]).toEqual([
      '0.17',
      '-0.17',
      '0.16',
    ])
  })
  test('carried from line to line', () => expect(carriedNets(lines)).toEqual(['854.25', '1074.24', '1231.74']))
})

describe('a line', () => {
  test.each([
    [{ qty: '1', unit_price: '0.29' }, '0.29'],
    [{ qty: '1', unit_price: '4.35' }, '4.35'],
    [{ qty: '3', unit_price: '0.3333' }, '0.99'],
    [{ qty: '-1', unit_price: '0.9999' }, '-0.99'],
    [{ qty: '1', unit_price: '100', discount_pct: '100' }, '0.00'],
    [{ qty: '1', unit_price: '100', discount_pct: '0' }, '100.00'],
    [{ qty: '1', unit_price: '99.99', discount_pct: '33.33' }, '66.66'],
    [{ qty: '0', unit_price: '99.99' }, '0.00'],
    [{ qty: '999999999.9999', unit_price: '9999999999.9999' }, '9999999999998900000.00'],
    [{ kind: 'heading', qty: '1', unit_price: '5' }, '0.00'],
    [{ kind: 'discount', qty: '-1', unit_price: '50' }, '-50.00'],
  ] as const)('%o is %s', (line, net) => expect(lineNet(item(line), 'cut')).toBe(net))

  test('an option counts only when it is chosen', () => {
    expect(counts(item({ is_optional: true, is_selected: false }))).toBe(false)
    expect(counts(item({ is_optional: true, is_selected: true }))).toBe(true)
    expect(counts(item({ is_optional: false, is_selected: false }))).toBe(true)
    expect(counts(item({ kind: 'text' }))).toBe(false)
  })
})

test('one option of a group leaves out the others; options without a group stand alone', () => {
  const option = (id: string, group: string | null, chosen: boolean) =>
    item({ id, is_optional: true, option_group: group, is_selected: chosen })
  const lines = [item({ id: 'a' }), option('b', 'lit', true), option('c', 'lit', false), option('d', null, true)]
  const chosen = (id: string, on: boolean) =>
    withOption(lines, id, on)
      .filter((line) => line.is_optional && line.is_selected)
      .map((line) => line.id)
  expect(chosen('c', true)).toEqual(['c', 'd'])
  expect(chosen('b', false)).toEqual(['d'])
  expect(chosen('d', false)).toEqual(['b'])
  expect(chosen('a', true)).toEqual(['b', 'd'])
})

describe('of any lines', () => {
  const documents = fc.array(anyLine, { maxLength: 60 })

  test('the totals are the sums of what counts, VAT once for each rate and treatment', () =>
    fc.assert(
      fc.property(documents, (lines) => {
        const counted = lines.filter(counts)
        const totals = totalsOf(lines, cutToCents)
        const keyOf = (line: DocumentLine) => `${tenths(line.vat_rate ?? '', 4)} ${line.vat_treatment}`
        const keys = [...new Set(counted.map(keyOf))]
        const vats = keys.map((key) => {
          const nets = counted.filter((line) => keyOf(line) === key).map(centsOf)
          return (total(nets) * BigInt(key.split(' ')[0] ?? '')) / 1_000_000n
        })
        expect(tenths(totals.net, 2)).toBe(total(counted.map(centsOf)))
        expect(tenths(totals.vat, 2)).toBe(total(vats))
        expect(tenths(totals.gross, 2)).toBe(tenths(totals.net, 2) + tenths(totals.vat, 2))
        expect(totals.vat_table).toHaveLength(keys.length)
        expect(total(totals.vat_table.map((row) => tenths(row.base, 2)))).toBe(tenths(totals.net, 2))
        expect(total(totals.vat_table.map((row) => tenths(row.vat, 2)))).toBe(tenths(totals.vat, 2))
      }),
    ))

  test('the carried total ends as the net', () =>
    fc.assert(
      fc.property(documents, (lines) => {
        const carried = carriedNets(lines)
        expect(carried).toHaveLength(lines.length)
        expect(carried.at(-1) ?? '0.00').toBe(totalsOf(lines, cutToCents).net)
      }),
    ))

  test('an option that is left out changes nothing', () =>
    fc.assert(
      fc.property(documents, anyLine, (lines, line) => {
        const leftOut = { ...line, is_optional: true, is_selected: false }
        expect(totalsOf([...lines, leftOut], cutToCents)).toEqual(totalsOf(lines, cutToCents))
      }),
    ))
})

const amounts = fc.bigInt({ min: 0n, max: 10n ** 14n - 1n }).map((cents) => {
  const text = cents.toString().padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
})

test('deposit and balance make the whole, and neither is below zero', () =>
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom('none', 'percent', 'amount'),
      fc.integer({ min: 0, max: 10_000 }),
      (gross, kind, hundredths) => {
        const { deposit, balance } = depositOf(gross, kind, `${hundredths / 100}`, 'cut')
        expect(tenths(deposit, 2) + tenths(balance, 2)).toBe(tenths(gross, 2))
        expect(deposit.startsWith('-') || balance.startsWith('-')).toBe(false)
      },
    ),
  ))

test('an amount that is split comes together again, its parts less than a part of cents apart', () =>
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 60 }), (amount, parts) => {
      const split = splitEvenly(amount, parts)
      expect(split).toHaveLength(parts)
      expect(total(split.map((part) => tenths(part, 2)))).toBe(tenths(amount, 2))
      expect(tenths(split.at(-1) ?? '', 2) - tenths(split[0] ?? '', 2)).toBeLessThan(BigInt(parts))
    }),
  ))
