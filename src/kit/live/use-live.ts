import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { merge } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import { can, pageNames, type Rights } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { readAgain, readInTurn } from '@/shared/hooks/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { coalesceReads } from '@/streams/realtime/coalesce-reads'

/**
 * A topic of changes, and its relevant tables; without tables every change counts. `page` is left out when the person
 * may not view that page; `topic` is always subscribed, and polled while it is refused or down.
 */
export type LiveSource = ({ page: string } | { topic: string }) & { tables?: readonly string[] }

export type Pace = {
  /** The interval of reads in ms while the channel is down. */
  pollEvery?: number
  /** The least time between two reads in ms while changes keep coming. */
  settle?: number
  /** Reads the queries one by one, when faster reads should not wait behind them. */
  inTurn?: boolean
}

/** Keeps every query under `key` right while it is on the screen: read again on each change that the sources tell. */
export function useLive(
  key: QueryKey,
  sources: readonly LiveSource[],
  { pollEvery = 10_000, settle = 250, inTurn = false }: Pace = {},
): void {
  const queryClient = useQueryClient()
  const rights = useRights()
  const heard = JSON.stringify([key, sources.flatMap((source) => listenedOf(source, rights))])

  useEffect(() => {
    const [queryKey, listened]: [QueryKey, Listened[]] = JSON.parse(heard)
    const stale$ = listened.map(({ topic, tables }) => {
      const signals$ = channel(topic)
      return (tables ? signals$.pipe(aboutTables(...tables)) : signals$).pipe(resync({ pollEvery, settle }))
    })
    const subscription = merge(...stale$)
      .pipe(coalesceReads(0))
      .subscribe((because) => void (inTurn ? readInTurn : readAgain)(queryClient, queryKey, because))
    return () => subscription.unsubscribe()
  }, [heard, pollEvery, settle, inTurn, queryClient])
}

type Listened = { topic: string; tables?: readonly string[] }

/** The topics of a source; none when the person may not view its page. */
export function listenedOf(source: LiveSource, rights: Rights): Listened[] {
  const tables = source.tables ? { tables: source.tables } : {}
  if ('topic' in source) return [{ topic: source.topic, ...tables }]
  const page = pageNames.find((name) => name === source.page)
  if (page && !can(rights, page, 'view')) return []
  return [{ topic: topics.page(source.page), ...tables }]
}
