import { expect, test } from 'vitest'
import { amountsOf, linesProblem, linesTotal, ownSums, taxWords } from './lines-of-bill'

const bill = (net: string, vat: string, ...lines: [string, string][]) => ({
  net,
  vat,
  currency: 'EUR',
  lines: lines.map(([ofNet, ofVat]) => ({ net: ofNet, vat: ofVat })),
})

test('lines that come to the bill keep nobody from the approval; nor does a bill without lines', () => {
  expect(linesProblem(bill('100.00', '18.00', ['60.00', '10.80'], ['40.00', '7.20']))).toBeNull()
  expect(linesProblem(bill('100.00', '18.00'))).toBeNull()
  expect(linesTotal(bill('0.00', '0.00'))).toEqual({ net: '0.00', vat: '0.00', gross: '0.00' })
})

test('a cent of VAT a line is rounding, two are not', () => {
  expect(linesProblem(bill('20.10', '3.62', ['10.05', '1.80'], ['10.05', '1.80']))).toBeNull()
  expect(linesProblem(bill('20.10', '3.63', ['10.05', '1.80'], ['10.05', '1.80']))).toBe(
    'The VAT of the lines comes to €3.60, that of the invoice to €3.63.',
  )
})

test('another net is said with both', () => {
  expect(linesProblem(bill('100.00', '18.00', ['110.00', '19.80'], ['-20.00', '-3.60']))).toBe(
    'The lines come to €90.00 net, the invoice to €100.00.',
  )
})

test('net and VAT of a line are cut to cents', () => {
  expect(amountsOf({ qty: '3', unit_price: '3.3350', vat_rate: '18.00', vat_treatment: 'standard' })).toEqual({
    net: '10.00',
    vat: '1.80',
  })
  expect(amountsOf({ qty: '-1', unit_price: '10.05', vat_rate: '18', vat_treatment: 'standard' })).toEqual({
    net: '-10.05',
    vat: '-1.80',
  })
})

test('a line says who owes its VAT, and what of it is deducted', () => {
  const line = { vat_treatment: 'reverse_charge', vat_rate: '18.0000', vat: '0.00', own_vat: '18.00' }
  const whole = { ...line, deductible_pct: '100.00', deducted: '18.00' }
  const half = { ...line, deductible_pct: '50.00', deducted: '9.00' }
  const customs = { ...whole, vat_treatment: 'import', vat: '5.00', own_vat: '0.00', deducted: '5.00' }
  expect([whole, half, customs].map((one) => taxWords(one, 'EUR'))).toEqual([
    'Reverse charge, 18 %: you owe €18.00',
    'Reverse charge, 18 %: you owe €18.00, 50 % deducted: €9.00',
    'Bill of customs or a forwarder: import VAT, €5.00',
  ])
  expect(amountsOf({ qty: '1', unit_price: '100', vat_rate: '18', vat_treatment: 'reverse_charge' }).vat).toBe('0.00')
  expect(ownSums([whole, half])).toEqual({ own: '36.00', kept: '9.00' })
  expect(ownSums([customs])).toEqual({ own: null, kept: null })
})
