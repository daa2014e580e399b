import { expect, test } from 'vitest'
import { rightness } from './connection'

test('the sign tells when everything was last known to be right', () => {
  expect(rightness(new Date(2026, 10, 20, 9, 5, 7).getTime())).toBe('Known to be right at 20 Nov 2026, 09:05:07.')
  expect(rightness(null)).toBe('Not yet known to be right.')
})
