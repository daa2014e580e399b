import { expect, test } from 'vitest'
import { counted, creditState, withoutSign } from './supplier-credit'

test('amounts of a credit note are typed above zero and count below it', () => {
  expect(counted(true, { net: '30.00', vat: '0.00' })).toEqual({ net: '-30.00', vat: '0.00' })
  expect(counted(false, { net: '30.00', vat: '5.40' })).toEqual({ net: '30.00', vat: '5.40' })
  expect([withoutSign('-30.00'), withoutSign('30.00')]).toEqual(['30.00', '30.00'])
})

test('a credit note is used, an invoice paid', () => {
  expect(creditState({ is_credit: true, status: 'paid' })?.label).toBe('Used')
  expect(creditState({ is_credit: true, status: 'part_paid' })?.label).toBe('Partly used')
  expect(creditState({ is_credit: true, status: 'received' })).toBeNull()
  expect(creditState({ is_credit: false, status: 'paid' })).toBeNull()
})
