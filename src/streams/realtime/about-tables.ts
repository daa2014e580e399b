import { filter, type Observable } from 'rxjs'
import { nudgeEvent, nudgeSchema } from '@/shared/domain/records/nudge'
import type { Signal } from './channels'

/**
 * Keeps only the messages about these tables, and the connection's. An unreadable message may be about any table, so it
 * passes: one read too many is harmless.
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
