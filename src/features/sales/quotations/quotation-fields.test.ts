import { expect, test } from 'vitest'
import { headProblems } from './quotation-fields'

const stored = {
  valid_until: '2026-11-20',
  deposit_kind: 'amount',
  deposit_value: '800.00',
  currency: 'EUR',
  gross: '500.00',
}
const today = '2026-11-28'
const drafts = (changes: Partial<Record<'valid_until' | 'deposit_kind' | 'deposit_value', string>> = {}) => ({
  valid_until: stored.valid_until,
  deposit_kind: stored.deposit_kind,
  deposit_value: '800',
  ...changes,
})

test('what is stored already keeps nobody from saving the rest of the head', () =>
  expect(headProblems(drafts(), stored, today)).toEqual({}))

test('a deposit above its limit is said at its field', () => {
  expect(headProblems(drafts({ deposit_value: '500.01' }), stored, today)).toEqual({
    deposit_value: 'The deposit is more than the total of €500.00',
  })
  expect(headProblems(drafts({ deposit_value: '500' }), stored, today)).toEqual({})
  expect(headProblems(drafts({ deposit_kind: 'percent', deposit_value: '150' }), stored, today)).toEqual({
    deposit_value: 'A deposit is at most 100 percent',
  })
  expect(headProblems(drafts({ deposit_kind: 'percent', deposit_value: '100' }), stored, today)).toEqual({})
  expect(headProblems(drafts({ deposit_kind: 'none', deposit_value: '900' }), stored, today)).toEqual({})
})

test('before the first line any amount can be asked for', () =>
  expect(headProblems(drafts({ deposit_value: '900' }), { ...stored, gross: '0.00' }, today)).toEqual({}))

test('a day that has passed is said at its field, and today is none', () => {
  expect(headProblems(drafts({ valid_until: '2026-11-27' }), stored, today)).toEqual({
    valid_until: 'Please choose a day that has not passed',
  })
  expect(headProblems(drafts({ valid_until: today }), stored, today)).toEqual({})
  expect(headProblems(drafts({ valid_until: '' }), stored, today)).toEqual({})
})
