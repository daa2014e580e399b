import { describe, expect, test } from 'vitest'
import {
  arrangeNotices,
  assignmentNoticeId,
  generalNoticeTarget,
  lastSeen,
  logisticsDetail,
  type Notice,
  oldestReadNotice,
  sourceOf,
} from './notification'

const notice = (id: string, createdAt: string): Notice => ({
  source: 'notifications',
  id,
  title: '',
  message: '',
  createdAt,
  isRead: false,
  target: null,
})

describe('arranging the panel', () => {
  const early = notice('b', '2026-11-20T08:00:00+00:00')
  const late = notice('a', '2026-11-20T09:30:00+00:00')
  const lateToo = notice('c', '2026-11-20T10:30:00+01:00')

  test('puts the oldest first, across sources', () => {
    expect(arrangeNotices([late, early], 'oldest')).toEqual([early, late])
  })

  test('or the newest first', () => {
    expect(arrangeNotices([early, late], 'newest')).toEqual([late, early])
  })

  test('keeps one order for notices of one instant', () => {
    expect(arrangeNotices([lateToo, late], 'oldest')).toEqual([late, lateToo])
    expect(arrangeNotices([late, lateToo], 'oldest')).toEqual([late, lateToo])
  })
})

test('everything was seen up to the newest notice, whatever its time zone and its microseconds', () => {
  const times = ['2026-11-20T09:30:00.123456+00:00', '2026-11-20T10:40:00.9999+01:00', '2026-11-20T08:00:00Z']
  expect(lastSeen(times.map((time, place) => notice(String(place), time)))).toBe('2026-11-20T09:40:01.000Z')
  expect(lastSeen([])).toBe(null)
})

test('a source is known by its table', () => {
  expect([sourceOf('notifications'), sourceOf('all'), sourceOf('')]).toEqual(['notifications', null, null])
})

describe('a general notice', () => {
  test('about a task opens the task', () => {
    expect(generalNoticeTarget({ metadata: { task_id: 't' }, quotation_id: null })).toEqual({
      kind: 'task',
      id: 't',
    })
  })

  test('about logistics opens the quotation', () => {
    expect(generalNoticeTarget({ metadata: null, quotation_id: 'q' })).toEqual({
      kind: 'quotation',
      id: 'q',
    })
  })

  test.each([
    [
      { kind: 'brief', brief_id: 'b' },
      { kind: 'brief', id: 'b' },
    ],
    [
      { kind: 'booking', booking_id: 'k' },
      { kind: 'booking', id: 'k' },
    ],
  ])('of a visitor with %j opens what they sent', (data, target) => {
    expect(generalNoticeTarget({ metadata: {}, quotation_id: null, data })).toEqual(target)
  })

  test('of a visitor who registered opens their request on the card of the contact', () => {
    const metadata = { record_kind: 'business', record_id: 'c', part: 'request-6c1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11' }
    expect(generalNoticeTarget({ metadata, quotation_id: null })).toEqual({
      kind: 'business',
      id: 'c',
      part: 'request-6c1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11',
    })
  })

  test.each([null, [], 'text', { task_id: 7 }, {}])('with the metadata %j opens nothing', (metadata) => {
    expect(generalNoticeTarget({ metadata, quotation_id: null })).toEqual(null)
  })

  test('tells the number and the client of its quotation', () => {
    expect(logisticsDetail({ quotation_number: 'Q-17', contact_name: 'Fern & Co' })).toBe('Q-17 · Fern & Co')
    expect(logisticsDetail({ quotation_number: 'Q-17' })).toBe('Q-17')
    expect(logisticsDetail(null)).toBe('')
    expect(logisticsDetail({ quotation_number: 17 })).toBe('')
  })
})

test('read notices are shown for 30 days', () => {
  expect(oldestReadNotice(Date.parse('2026-11-20T12:00:00Z'))).toBe('2026-10-21T12:00:00.000Z')
})

test('the notice of an assignment has one id for one task and one person', () => {
  const [task, other] = ['6c1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11', '7c1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11']
  const [petra, olaf] = ['0a000000-0000-4000-8000-0000000000f1', '0a000000-0000-4000-8000-0000000000f2']
  expect(assignmentNoticeId(task, petra)).toBe('661f0a9e-8a56-0a39-1d1c-2f9a0c6f3be0')
  expect(assignmentNoticeId(task, petra)).toBe(assignmentNoticeId(task, petra))
  expect(new Set([task, other].flatMap((id) => [petra, olaf].map((who) => assignmentNoticeId(id, who)))).size).toBe(4)
})
