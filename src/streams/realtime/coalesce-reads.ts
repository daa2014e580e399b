import { auditTime, buffer, connect, map, type Observable } from 'rxjs'
import type { Resync } from './resync'

/** Merges the signals within `span` ms of the first into one at the end of the span, with the strongest reason. */
export const coalesceReads =
  (span: number) =>
  (reads$: Observable<Resync>): Observable<Resync> =>
    reads$.pipe(
      connect((shared$) => shared$.pipe(buffer(shared$.pipe(auditTime(span))))),
      map(strongest),
    )

const strongest = (reasons: readonly Resync[]): Resync =>
  reasons.includes('changed') ? 'changed' : reasons.includes('connected') ? 'connected' : 'polled'
