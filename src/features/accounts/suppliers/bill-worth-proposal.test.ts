import { expect, test, vi } from 'vitest'
import { currentDrafts, type DraftOf } from '@/kit/fields/field'
import { newBillFields, newWorthFields } from './supplier-fields'
import { rateOf } from './bill-worth'

const rates = (date: string) => ({ base: 'EUR' as const, date, rates: { EUR: 1, GBP: 0.8 } })

test('a rate of the week is proposed, and none of last year', () => {
  vi.setSystemTime('2026-11-30T10:00:00Z')
  expect([rateOf('GBP', rates('2026-11-27')), rateOf('GBP', rates('2025-02-28')), rateOf('GBP', null)]).toEqual([
    '1.2500',
    '',
    '',
  ])
  vi.useRealTimers()
})

test('the worth of a bill without tax follows the typed rate', () => {
  const fields = newBillFields(
    { same_number: null, same_total: null, vat: null, vat_as: '' },
    { days: null, tax: null, isMixed: false },
    'GBP',
    newWorthFields('GBP', null),
  )
  const typed = {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, ''])),
    currency: 'GBP',
    net: '240',
    rate: '1.25',
    vat_treatment: 'reverse_charge',
  }
  const { vat, worth } = currentDrafts(
    fields,
    { values: typed as DraftOf<typeof fields>, edits: {} },
    typed as DraftOf<typeof fields>,
    new Set(),
  ).drafts
  expect([vat, worth]).toEqual(['0.00', '300.00'])
})
