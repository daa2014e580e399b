import { queryOptions } from '@tanstack/react-query'
import { db } from '../client'

export const timingsKey = ['timings'] as const
/** `late`: the day has passed. `at_risk`: the day will be missed unless something changes. `why` is a sentence. */
export type Timing = { timing: 'late' | 'at_risk'; why: string }
export type Timings = Readonly<Record<string, Timing>>
export type TimedKind = 'job' | 'order'

export const timedKey = (kind: TimedKind, id: string): string => `${kind} ${id}`

/** Every job and order that the database counts as late or at risk now. Those in time are missing. */
export const timingsQuery = queryOptions({
  queryKey: timingsKey,
  // A day ends without any message, so the query is also read at intervals.
  refetchInterval: 300_000,
  queryFn: async ({ signal }): Promise<Timings> => {
    const { data } = await db.rpc('timings').abortSignal(signal).throwOnError()
    return Object.fromEntries(
      data.flatMap(({ kind, id, timing, why }) =>
        (kind === 'job' || kind === 'order') && (timing === 'late' || timing === 'at_risk')
          ? [[timedKey(kind, id), { timing, why }]]
          : [],
      ),
    )
  },
})
