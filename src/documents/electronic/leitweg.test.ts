import { describe, expect, test } from 'vitest'
import { leitwegProblem, leitwegProblems } from './leitweg.ts'

const right = '04011000-1234512345-06'
const other = '991-12345-73'

describe('a Leitweg-ID', () => {
  test.each([right, other, '991-12345-73 '])('%s is right', (id) => expect(leitwegProblem(id)).toBeNull())

  test.each([
    ['04011000-1234512345-07', 'The check digits of the Leitweg-ID do not match: please look again'],
    ['04011000-1234521345-06', 'The check digits of the Leitweg-ID do not match: please look again'],
    ['INV-2026-0001', expect.stringContaining('such as 04011000-1234512345-06')],
    ['', expect.stringContaining('such as 04011000-1234512345-06')],
  ])('%s is refused in words', (id, says) => expect(leitwegProblem(id)).toEqual(says))

  test('is looked at on the card: as an address, as the reference for XRechnung, and both together', () => {
    const card = { address: `0204:${right}`, profile: 'xrechnung', buyer_reference: right }
    expect(leitwegProblems(card)).toEqual({})
    expect(leitwegProblems({ ...card, buyer_reference: other })).toEqual({
      buyer_reference: `The address has another Leitweg-ID: ${right}. Please enter the same`,
    })
    expect(leitwegProblems({ ...card, address: '0204:991-12345-67', buyer_reference: null })).toHaveProperty('address')
    expect(leitwegProblems({ ...card, address: null, buyer_reference: 'PO 7' })).toHaveProperty('buyer_reference')
    expect(leitwegProblems({ address: '9943:MT1', profile: 'peppol', buyer_reference: 'PO 7' })).toEqual({})
  })
})
