import { filter, type Observable } from 'rxjs'
import { nudgeSchema } from '@/shared/domain/nudge'
import type { Signal } from '@/streams/realtime/channels'

/**
 * Lets connection changes through, and of the nudges those of these tables: a topic carries many. A message that is
 * no nudge passes too, because reading once too often harms nobody.
 */
export const onlyOf =
  (tables: readonly string[]) =>
  (signals$: Observable<Signal>): Observable<Signal> =>
    signals$.pipe(
      filter((signal) => {
        if (signal.kind !== 'message') return true
        const nudge = nudgeSchema.safeParse(signal.payload)
        return !nudge.success || tables.includes(nudge.data.table)
      }),
    )
