import { expect, test } from 'vitest'
import { dueWords } from './due-words'

const at = (time: string, day = '2026-11-20') => new Date(`${day}T${time}`)

test.each([
  [at('23:59:00'), { words: 'Today', isLate: false }],
  [at('14:00:00'), { words: 'Today, 14:00', isLate: false }],
  [at('09:00:00'), { words: 'Late since 09:00', isLate: true }],
  [at('23:59:00', '2026-11-19'), { words: '1 day late', isLate: true }],
  [at('08:00:00', '2026-11-17'), { words: '3 days late', isLate: true }],
  [at('23:59:00', '2026-11-24'), { words: '24 Nov 2026', isLate: false }],
])('at noon of the 20th, what is due at %s stands as %j', (due, stands) =>
  expect(dueWords(due.toISOString(), at('12:00:00').getTime())).toEqual(stands),
)
