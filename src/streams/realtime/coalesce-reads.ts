import { auditTime, buffer, connect, map, type Observable } from 'rxjs'
import type { Resync } from './resync'

/** What is said within `span` ms of the first is said once, at its end, for the reason that asks for most. */
export const coalesceReads =
  (span: number) =>
  (reads$: Observable<Resync>): Observable<Resync> =>
    reads$.pipe(
      connect((shared$) => shared$.pipe(buffer(shared$.pipe(auditTime(span))))),
      map(strongest),
    )

const strongest = (reasons: readonly Resync[]): Resync =>
  reasons.includes('changed') ? 'changed' : reasons.includes('connected') ? 'connected' : 'polled'
