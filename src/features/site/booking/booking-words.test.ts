import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file'
import { clockIn, dayIn, longDayIn } from '@/shared/domain/time/zoned'

test('an instant is shown by the clock of the company, in winter and in summer', () => {
  expect([clockIn('Europe/Malta', '2026-11-20T08:30:00Z'), clockIn('Europe/Malta', '2026-07-20T07:30:00Z')]).toEqual([
    '09:30',
    '09:30',
  ])
  expect(dayIn('Europe/Malta', '2026-11-20T23:30:00Z')).toBe('2026-11-21')
  expect(longDayIn('Europe/Malta', '2026-11-20T08:30:00Z')).toBe('Friday 20 November 2026')
})

test('a calendar file has CRLF, escaped words, and no line above 75 bytes', () => {
  const file = calendarFile(
    {
      uid: 'BK-1@example.com',
      sequence: 2,
      startsAt: '2026-11-20T08:30:00Z',
      endsAt: '2026-11-20T09:15:00Z',
      summary: 'See samples; bring a photo, please',
      description: `Għand ${'Ż'.repeat(60)}\nsecond line`,
      location: '14 Triq il-Pinzell',
      isCancelled: false,
    },
    Date.parse('2026-11-19T10:00:00Z'),
  )
  expect(file).toContain('\r\nDTSTART:20261120T083000Z\r\nDTEND:20261120T091500Z\r\n')
  expect(file).toContain('SUMMARY:See samples\\; bring a photo\\, please\r\n')
  expect(file.split('\r\n').filter((line) => new TextEncoder().encode(line).length > 75)).toEqual([])
  expect(file.replaceAll('\r\n ', '')).toContain('\\nsecond line')
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
})
