import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'

/** A visit to the link of a quotation that is going on. */
const visits = z.array(
  z.object({ place: z.enum(['quotation', 'payment']), opened_at: z.string(), seconds: z.number() }),
)

export const visitsKey = ['quotation-visits'] as const

/** The clients' open pages of a quotation. Polled while it is shown, because a visit ends without a message. */
export const openVisitsQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...visitsKey, quotationId],
    refetchInterval: 20_000,
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('open_visits', { p_quotation_id: quotationId }).abortSignal(signal).throwOnError()
      return visits.parse(data)
    },
  })
