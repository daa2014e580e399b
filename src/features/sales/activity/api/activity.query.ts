import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'

const text = z.string().nullable()
const event = z.object({
  id: z.number(),
  at: z.string(),
  record_id: z.string(),
  type: z.string(),
  actor_name: text,
  number: z.string(),
  project_title: text,
  client_name: text,
  words: text,
  seconds: z.number().nullable(),
  is_open: z.boolean(),
})
/** Something that happened to a quotation. `seconds`: how long an opened page was in front of its reader. */
export type QuotationEvent = z.infer<typeof event>

export const activityKey = ['quotation-activity'] as const
const size = 50

/** The events of all quotations, newest first, by page. `clientsOnly`: only the clients' events. */
export const activityQuery = (clientsOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [...activityKey, clientsOnly],
    // A visit that goes on grows longer without a word.
    refetchInterval: 30_000,
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }): Promise<QuotationEvent[]> => {
      const { data } = await db
        .rpc('quotation_activity', {
          p_limit: size,
          p_clients_only: clientsOnly,
          ...(pageParam === null ? {} : { p_before: pageParam }),
        })
        .abortSignal(signal)
        .throwOnError()
      return z.array(event).parse(data)
    },
    getNextPageParam: (page) => (page.length < size ? null : (page.at(-1)?.id ?? null)),
  })
