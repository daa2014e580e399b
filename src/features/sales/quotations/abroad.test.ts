import { expect, test } from 'vitest'
import { chargesVatAbroad } from './abroad'

const portugal = { country: 'Portugal' }
const german = { country: 'Germany', vat_number: 'DE136695976' }
const iva = [{ vat: '68.71', vat_treatment: 'standard' as const }]

test('a business of another state of the Union that is charged VAT is told', () => {
  expect(chargesVatAbroad(portugal, german, iva)).toBe('union')
})

test('a client outside the Union who is charged VAT is told', () => {
  expect(chargesVatAbroad(portugal, { country: 'Switzerland', vat_number: null }, iva)).toBe('beyond')
})

test.each([
  ['of the own country', portugal, { country: 'Portugal', vat_number: 'PT501964843' }, iva],
  ['without a number', portugal, { ...german, vat_number: null }, iva],
  ['of a company outside the Union', { country: 'United States' }, german, iva],
  ['without a country', portugal, { ...german, country: null }, iva],
  ['under reverse charge', portugal, german, [{ vat: '0.00', vat_treatment: 'reverse_charge' as const }]],
])('nothing is said of a client %s', (_, company, client, taxes) => {
  expect(chargesVatAbroad(company, client, taxes)).toBeNull()
})
