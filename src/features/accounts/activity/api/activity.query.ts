import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { activityKey } from '../../shared/keys'

const eventSchema = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(['payment', 'payment_request', 'invoice', 'credit_note', 'statement']),
  record_id: z.string(),
  type: z.string(),
  actor_name: z.string().nullable(),
  number: z.string().nullable(),
  amount: z.string().nullable(),
  client_name: z.string().nullable(),
  /** That of the amount. */
  currency: z.string().optional(),
})
/** Something that happened in accounts; the amount is decimal text. */
export type Activity = z.infer<typeof eventSchema>

const size = 50

/** Payments, and papers that were issued, sent and opened, newest first, a page at a time. */
export const activityQuery = infiniteQueryOptions({
  queryKey: [...activityKey, 'feed'],
  initialPageParam: null as number | null,
  queryFn: async ({ pageParam, signal }): Promise<Activity[]> => {
    const { data } = await db
      .rpc('payment_activity', { p_limit: size, ...(pageParam === null ? {} : { p_before: pageParam }) })
      .abortSignal(signal)
      .throwOnError()
    return z.array(eventSchema).parse(data)
  },
  getNextPageParam: (page) => (page.length < size ? null : (page.at(-1)?.id ?? null)),
})
