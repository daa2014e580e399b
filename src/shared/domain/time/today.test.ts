import { afterEach, expect, test } from 'vitest'
import {
  calendarDayText,
  clockText,
  dayText,
  firstFormats,
  setFormats,
  wallClockText,
  weekdayOfText,
} from '../text/formats'
import { companyDayText, dayAroundMs, startOfDay, todayOf } from './today'

afterEach(() => setFormats(firstFormats))

test('the day of a moment is that of the company, wherever it is read', () => {
  const late = '2026-09-24T22:30:00Z'
  setFormats({ ...firstFormats, time_zone: 'Europe/Malta' })
  expect(companyDayText(late)).toBe('25 Sept 2026')
  setFormats({ ...firstFormats, time_zone: 'America/Los_Angeles' })
  expect(companyDayText(late)).toBe('24 Sept 2026')
})

test.each([
  ['Europe/Malta', '25 Sept 2026', '00:30', 'Friday', '2026-09-24T22:00:00.000Z'],
  ['America/Los_Angeles', '24 Sept 2026', '15:30', 'Thursday', '2026-09-24T07:00:00.000Z'],
  ['Pacific/Kiritimati', '25 Sept 2026', '12:30', 'Friday', '2026-09-24T10:00:00.000Z'],
])('day, time, day of the week and midnight of a moment are those of %s', (zone, day, clock, weekday, midnight) => {
  const late = '2026-09-24T22:30:00Z'
  setFormats({ ...firstFormats, time_zone: zone })
  expect([dayText(late), clockText(late), weekdayOfText(late)]).toEqual([day, clock, weekday])
  expect(new Date(dayAroundMs(Date.parse(late)).start).toISOString()).toBe(midnight)
  // A day of the calendar and a time of day without a moment are the same everywhere.
  expect([calendarDayText('2026-11-20'), wallClockText('09:30')]).toEqual(['20 Nov 2026', '09:30'])
})

test('a day of the company has 23 or 25 hours when its clocks change', () => {
  setFormats({ ...firstFormats, time_zone: 'Europe/Malta' })
  const hours = (day: string) => (startOfDay(day, 1) - startOfDay(day)) / 3_600_000
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-20')]).toEqual([23, 25, 24])
})

test('where the browser does not know the zone of the company, it is the clock of the device', () => {
  setFormats({ ...firstFormats, time_zone: 'Mars/Olympus' })
  const here = new Date('2026-09-24T12:00:00')
  expect([todayOf(here.getTime()), clockText(here.getTime())]).toEqual(['2026-09-24', '12:00'])
})
