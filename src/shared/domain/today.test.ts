import { afterEach, expect, test } from 'vitest'
import { firstFormats, setFormats } from './formats'
import { companyDayText } from './today'

afterEach(() => setFormats(firstFormats))

test('the day of a moment is that of the company, wherever it is read', () => {
  const late = '2026-09-24T22:30:00Z'
  setFormats({ ...firstFormats, time_zone: 'Europe/Malta' })
  expect(companyDayText(late)).toBe('25 Sept 2026')
  setFormats({ ...firstFormats, time_zone: 'America/Los_Angeles' })
  expect(companyDayText(late)).toBe('24 Sept 2026')
})
