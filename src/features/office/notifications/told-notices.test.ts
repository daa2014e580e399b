import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Notice, NotificationSource } from '@/shared/domain/records/notification'
import type { Arrival } from '@/streams/notifications/notification-signals'
import { toldNotices } from './told-notices'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const notice = (source: NotificationSource, id: string): Notice => ({
  source,
  id,
  title: id,
  message: '',
  createdAt: '2026-11-20T10:00:00Z',
  isRead: false,
  target: { kind: 'task', id: id },
})

/** A panel with arrivals, over a database with these newest notices. */
function listen(newest: Partial<Record<NotificationSource, string[]>>) {
  const arrivals$ = new Subject<Arrival>()
  const reads: string[] = []
  const told: string[] = []
  const subscription = toldNotices(arrivals$, async (source) => {
    reads.push(source)
    const ids = newest[source]
    if (!ids) throw new Error('no line')
    return ids.map((id) => notice(source, id))
  }).subscribe(({ id }) => told.push(id))
  const arrive = (source: NotificationSource, ...ids: string[]) => {
    for (const id of ids) arrivals$.next({ source, id })
  }
  return { arrive, reads, told, stop: () => subscription.unsubscribe() }
}

test('notices that arrive together are read once a source, and told oldest first; others are not', async () => {
  const { arrive, reads, told } = listen({ notifications: ['c', 'b', 'a'], mockup_notifications: ['m'] })
  arrive('notifications', 'b', 'c')
  arrive('mockup_notifications', 'm')
  await vi.advanceTimersByTimeAsync(300)
  expect(reads).toEqual(['notifications', 'mockup_notifications'])
  expect(told.toSorted()).toEqual(['b', 'c', 'm'])
  expect(told.indexOf('b')).toBeLessThan(told.indexOf('c'))
})

test('R16: a thousand notices a second are not read one by one', async () => {
  const { arrive, reads, told } = listen({ notifications: ['1'] })
  for (let ms = 0; ms < 2000; ms += 1) {
    arrive('notifications', String(ms))
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect([reads, told]).toEqual([[], []])
})

test('what cannot be read is not told, and the next one is', async () => {
  const { arrive, told } = listen({ notifications: ['a'] })
  arrive('delivery_notifications', 'd')
  await vi.advanceTimersByTimeAsync(300)
  arrive('notifications', 'a')
  await vi.advanceTimersByTimeAsync(300)
  expect(told).toEqual(['a'])
})

test('nobody who left is told', async () => {
  const { arrive, reads, stop } = listen({ notifications: ['a'] })
  arrive('notifications', 'a')
  stop()
  await vi.advanceTimersByTimeAsync(300)
  expect(reads).toEqual([])
})
