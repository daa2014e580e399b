import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { filter, map, merge, share } from 'rxjs'
import { nudgeEvent, nudgeSchema, spreadOf } from '@/shared/domain/records/nudge'
import { useRights } from '@/shared/hooks/current-user'
import { readAgain } from '@/shared/hooks/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import type { Signal } from '@/streams/realtime/channels'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import type { RowReader } from './row-reader'
import { type LiveSource, listenedOf } from './use-live'

/** In ms, as for other live reads. */
const pace = { pollEvery: 10_000, settle: 250 }

/** The id of the row in a signal; null when it may concern several rows. */
export function rowOf(signal: Signal): string | null {
  if (signal.kind !== 'message' || signal.event !== nudgeEvent) return null
  const nudge = nudgeSchema.safeParse(signal.payload)
  return nudge.success && spreadOf(signal.payload) === 0 ? nudge.data.id : null
}

/**
 * Keeps the rows of one query fresh: one changed row is read alone and at once, several are read with all. For queries
 * with hundreds of rows whose nudges name their rows; use `useLive` for others.
 */
export function useLiveRows(queryKey: QueryKey, source: LiveSource, read: RowReader): void {
  const queryClient = useQueryClient()
  const rights = useRights()
  const heard = JSON.stringify([queryKey, listenedOf(source, rights)])

  useEffect(() => {
    const [key, listened]: [QueryKey, ReturnType<typeof listenedOf>] = JSON.parse(heard)
    const again$ = listened.map(({ topic, tables }) => {
      const signals$ = (tables ? channel(topic).pipe(aboutTables(...tables)) : channel(topic)).pipe(share())
      return merge(
        signals$.pipe(
          map(rowOf),
          filter((id) => id !== null),
          map((id) => () => read([id])),
        ),
        signals$.pipe(
          filter((signal) => rowOf(signal) === null),
          resync(pace),
          map((because) => () => readAgain(queryClient, key, because)),
        ),
      )
    })
    const subscription = merge(...again$).subscribe(
      (again) => void again().catch(() => queryClient.invalidateQueries({ queryKey: key })),
    )
    return () => subscription.unsubscribe()
  }, [heard, read, queryClient])
}
