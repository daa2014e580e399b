import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { filter, map, merge, share } from 'rxjs'
import { nudgeEvent, nudgeSchema, spreadOf, topics } from '@/shared/domain/nudge'
import { readAgain } from '@/shared/ui/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import type { Signal } from '@/streams/realtime/channels'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { linesQuery } from '../api/quotation.query'
import type { LineReader } from './line-reader'

/** In ms, as other live reads. */
const pace = { pollEvery: 10_000, settle: 250 }

/** The line that a signal is about; null where it may be about several. */
export function lineOf(signal: Signal): string | null {
  if (signal.kind !== 'message' || signal.event !== nudgeEvent) return null
  const nudge = nudgeSchema.safeParse(signal.payload)
  return nudge.success && spreadOf(signal.payload) === 0 ? nudge.data.id : null
}

/** Keeps the lines of a quotation right: one that changed is read at once and alone, several are read with all. */
export function useLiveLines(quotationId: string, publicUuid: string, read: LineReader): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const signals$ = channel(topics.document(publicUuid)).pipe(aboutTables('quotation_items'), share())
    const { queryKey } = linesQuery(quotationId)
    const subscription = merge(
      signals$.pipe(
        map(lineOf),
        filter((id) => id !== null),
        map((id) => () => read([id])),
      ),
      signals$.pipe(
        filter((signal) => lineOf(signal) === null),
        resync(pace),
        map((because) => () => readAgain(queryClient, queryKey, because)),
      ),
    ).subscribe((again) => void again().catch(() => queryClient.invalidateQueries({ queryKey })))
    return () => subscription.unsubscribe()
  }, [quotationId, publicUuid, read, queryClient])
}
