import { expect, test } from 'vitest'
import { momentText } from '../text/formats'
import { noticeTime } from './relative-time'

const now = Date.parse('2026-11-20T12:00:00Z')
const before = (ms: number) => noticeTime(new Date(now - ms).toISOString(), now)
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

test('spec 2 §9: a notice tells minutes, then hours, then days under 7 days, otherwise a date', () => {
  expect([
    before(59 * second),
    before(minute),
    before(59 * minute),
    before(hour),
    before(23 * hour),
    before(day),
    before(7 * day - 1),
    before(7 * day),
  ]).toEqual([
    'Just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    '1 day ago',
    '6 days ago',
    '13 Nov 2026',
  ])
})

test('a clock that runs behind never shows a negative time', () => {
  expect(before(-10 * minute)).toBe('Just now')
})

test('the whole time has a date and a 24-hour clock', () => {
  expect(momentText(new Date(2026, 10, 20, 17, 5).getTime())).toBe('20 Nov 2026, 17:05')
})
