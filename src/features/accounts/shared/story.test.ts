import { expect, test } from 'vitest'
import { storyDetail } from './story'

test.each([
  ['payment_taken_back', { number: 'RCPT-1', amount: '118.00', reason: 'Twice' }, ' RCPT-1, €118.00: Twice'],
  [
    'credited',
    { number: 'CN-1', amount: '59.00', reason: 'One letter is wrong' },
    ' CN-1, €59.00: One letter is wrong',
  ],
  ['credited', { number: 'CN-1', amount: '59.00' }, ' CN-1, €59.00'],
  ['written_off', { amount: '2.00' }, ': €2.00'],
  ['issued', {}, ''],
])('an event %s of an invoice with %o reads “%s”', (type, meta, words) => {
  expect(storyDetail(meta, type)).toBe(words)
})
