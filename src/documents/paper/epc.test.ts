import { decodeQR } from 'qr/decode.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epcText, type Transfer } from './epc'
import { qrPath } from './qr-path'

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
        const { side, path } = qrPath(code)
        expect(side).toBeLessThanOrEqual(mostModules)
        expect(decodeQR(picture(side, path))).toBe(code)
      },
    ),
    { numRuns: 25 },
  ))

/** Black and white pixels, four to a module. */
function picture(side: number, path: string) {
  const scale = 4
  const width = side * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, left, top] of path.matchAll(/M(\d+) (\d+)h1/g))
    for (let row = Number(top) * scale; row < (Number(top) + 1) * scale; row += 1)
      for (let column = Number(left) * scale; column < (Number(left) + 1) * scale; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return { width, height: width, data }
}
