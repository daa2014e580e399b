import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epcText, type Transfer } from './epc'
import { codeOf } from './code-testing'

const transfer: Transfer = {
  name: 'Ħanut tas-Sinjali',
  iban: 'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  bic: 'MALTMTMTXXX',
  amount: '1453.45',
  currency: 'EUR',
  text: 'INV-2026-0120',
}

test('the text of a transfer', () =>
  expect(epcText(transfer)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'MALTMTMTXXX',
    'Ħanut tas-Sinjali',
    'MT84MALT011000012345MTLCAST001S',
    'EUR1453.45',
    '',
    '',
    'INV-2026-0120',
  ]))

describe('there is no code', () => {
  test.each([
    ['for another currency', { currency: 'USD' }],
    ['for nothing', { amount: '0.00' }],
    ['for less than nothing', { amount: '-1.00' }],
    ['for more than a transfer may be', { amount: '1000000000.00' }],
    ['for a wrong IBAN', { iban: 'MT84MALT011000012345MTLCAST001X' }],
    ['without a name', { name: ' ' }],
    ['beyond 331 bytes', { name: 'Ħ'.repeat(70), text: 'ż'.repeat(140) }],
  ])('%s', (_, change) => expect(epcText({ ...transfer, ...change })).toBeNull())
})

test('long names and texts are cut, and a line break cannot add a line', () => {
  const lines = epcText({ ...transfer, name: 'a'.repeat(90), text: `b\nSCT ${'c'.repeat(200)}` })?.split('\n') ?? []
  expect(lines).toHaveLength(11)
  expect([lines[5]?.length, lines[10]?.length, lines[10]?.slice(0, 5)]).toEqual([70, 140, 'b SCT'])
})

const mostModules = 17 + 4 * 13 + 2 * 4

test('every code that is made fits version 13 and is read back as it was', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
      fc.string({ maxLength: 140 }),
      (name, text) => {
        const code = epcText({ ...transfer, name, text })
        if (code === null) return
        const { side, words } = codeOf(code)
        expect(side).toBeLessThanOrEqual(mostModules)
        expect(words).toBe(code)
      },
    ),
    { numRuns: 25 },
  ))
