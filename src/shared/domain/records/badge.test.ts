import { expect, test } from 'vitest'
import { badgeText, bellLabel, titleMark } from './badge'

test('spec 2 §9: a badge counts to 99, and then says 99+', () => {
  expect([0, 1, 99, 100, 1_000_000].map(badgeText)).toEqual(['', '1', '99', '99+', '99+'])
})

test('the title of the window starts with the count', () => {
  expect([0, 7, 250].map((count) => `${titleMark(count)}Tasks`)).toEqual(['Tasks', '(7) Tasks', '(99+) Tasks'])
})

test('the bell says its count aloud', () => {
  expect([0, 1, 100].map(bellLabel)).toEqual([
    'Notifications, none unread',
    'Notifications, 1 unread',
    'Notifications, 99+ unread',
  ])
})
