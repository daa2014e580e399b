import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { addedProblems, beginOf, endOf } from './added-time'

beforeEach(() => setFormats({ ...firstFormats, time_zone: 'Europe/Malta' }))
afterEach(() => setFormats(firstFormats))
const typed = { day: '2026-11-20', from: '9:30', to: '', minutes: '' }

test('work by hand is from one time to another, or so many minutes, by the clock of the company', () => {
  expect(beginOf(typed)).toBe('2026-11-20T08:30:00.000Z')
  expect(endOf({ ...typed, to: '11' })).toBe('2026-11-20T10:00:00.000Z')
  expect(endOf({ ...typed, minutes: '45' })).toBe('2026-11-20T09:15:00.000Z')
  // Past midnight.
  expect(endOf({ ...typed, from: '23:30', minutes: '60' })).toBe('2026-11-20T23:30:00.000Z')
  expect(addedProblems({ ...typed, to: '11:00' })).toEqual({})
})

test('no end, two ends, an end before the start and work to come are problems in words', () => {
  expect(addedProblems(typed)).toEqual({ to: 'Please enter when it ended, or the minutes' })
  expect(addedProblems({ ...typed, to: '10', minutes: '20' })).toHaveProperty('minutes')
  expect(addedProblems({ ...typed, to: '9' }).to).toContain('before the start')
  expect(addedProblems({ ...typed, day: '2999-01-01', minutes: '20' })).toEqual({ minutes: 'It is in the future' })
})
