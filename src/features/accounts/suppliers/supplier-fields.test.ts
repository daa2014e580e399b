import { expect, test } from 'vitest'
import { newBillFields } from './supplier-fields'

const asks = { same_number: null, same_total: null, vat: null, vat_as: '' }
const dueOf = (days: number | null, invoice_date: string) =>
  newBillFields(asks, { days, tax: null, isMixed: false }).due_date.proposed?.({ invoice_date })

test('where the supplier bills no VAT it is 0 by itself', () => {
  const vatOf = (treatment: string | null, chosen = '') =>
    newBillFields(asks, {
      days: null,
      tax: treatment === null ? null : { treatment, rate: '18', deductible_pct: '100', reason: 'union_services' },
      isMixed: false,
    }).vat.proposed?.({ vat_treatment: chosen })
  expect([vatOf('reverse_charge'), vatOf('standard', 'exempt'), vatOf(null, 'intra_community')]).toEqual([
    '0.00',
    '0.00',
    '0.00',
  ])
  expect([vatOf(null), vatOf('standard'), vatOf('reverse_charge', 'standard'), vatOf('import')]).toEqual([
    '',
    '',
    '',
    '',
  ])
})

test('the due day of a bill is proposed from what the supplier gave before, once the date is known', () => {
  expect(dueOf(45, '2026-11-24')).toBe('2027-01-08')
  expect(dueOf(null, '2026-11-24')).toBe('')
  expect(dueOf(45, '')).toBe('')
})
