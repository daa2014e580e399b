import { afterEach, expect, test } from 'vitest'
import { clockTextIn, firstFormats, setFormats } from '../text/formats'
import { monthFirstIn } from './zoned'

afterEach(() => setFormats(firstFormats))

test('a moment in a zone is written as the company writes times and days', () => {
  const at = '2026-11-29T16:45:00Z'
  expect(clockTextIn('Europe/Malta', at)).toBe('17:45')
  setFormats({ ...firstFormats, hour_style: '12h' })
  expect(clockTextIn('America/Chicago', at)).toBe('10:45 am')
  expect(monthFirstIn('America/Chicago', at)).toEqual(['Sunday', 'November 29', '2026'])
})
