import { auditTime, buffer, catchError, connect, EMPTY, filter, finalize, from, mergeMap, type Observable } from 'rxjs'
import type { Notice, NotificationSource } from '@/shared/domain/records/notification'
import type { Arrival } from '@/streams/notifications/notification-signals'

/** Notices that arrive within this time, in ms, are read together. */
const together = 250
/** More notices than this in that time are a burst, announced as a number and not one by one. */
const few = 5

type Read = (source: NotificationSource, limit: number, signal: AbortSignal) => Promise<Notice[]>

/** The notices that arrived, in the words of the panel. What cannot be read is not told. It never errors. */
export const toldNotices = (arrivals$: Observable<Arrival>, read: Read): Observable<Notice> =>
  arrivals$.pipe(
    connect((shared$) => shared$.pipe(buffer(shared$.pipe(auditTime(together))))),
    filter((batch) => batch.length <= few),
    mergeMap((batch) => from(Map.groupBy(batch, ({ source }) => source))),
    mergeMap(([source, arrived]) => {
      const ids = new Set(arrived.map(({ id }) => id))
      const leaving = new AbortController()
      return from(read(source, few, leaving.signal)).pipe(
        mergeMap((notices) => notices.filter(({ id }) => ids.has(id)).toReversed()),
        catchError(() => EMPTY),
        finalize(() => leaving.abort()),
      )
    }),
  )
