import { filter, type Observable } from 'rxjs'
import { nudgeEvent, nudgeSchema } from '@/shared/domain/records/nudge'
import type { Signal } from './channels'

/**
 * Of a topic that speaks of many tables only these, and the connection. A nudge that cannot be understood may be about
 * any table, so it passes: reading once too often harms nobody.
 */
export const aboutTables =
  (...tables: readonly string[]) =>
  (signals$: Observable<Signal>): Observable<Signal> =>
    signals$.pipe(filter((signal) => signal.kind !== 'message' || speaksOf(tables, signal)))

function speaksOf(tables: readonly string[], { event, payload }: { event: string; payload: unknown }): boolean {
  if (event !== nudgeEvent) return false
  const nudge = nudgeSchema.safeParse(payload)
  return !nudge.success || tables.includes(nudge.data.table)
}
