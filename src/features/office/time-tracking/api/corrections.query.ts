import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { timeTrackingKey } from './time-tracking-key'

const schema = z.array(
  z.object({
    id: z.string(),
    entry_id: z.string(),
    status: z.enum(['requested', 'approved', 'refused', 'withdrawn', 'own']),
    reason: z.string().nullable(),
    answer: z.string().nullable(),
    total_before: z.string(),
    total_after: z.string(),
    person: z.string().nullable(),
    is_mine: z.boolean(),
    may_decide: z.boolean(),
    created_at: z.string(),
    decided_by: z.string().nullable(),
    decided_at: z.string().nullable(),
    client: z.string().nullable(),
    job: z.string().nullable(),
    after: z.array(z.object({ startTime: z.string(), endTime: z.string().nullable() })),
  }),
)

/** A correction of time, with the caller's allowed actions. */
export type TimeCorrection = z.infer<typeof schema>[number]

/** The corrections of an entry, the oldest first; null: all that wait for an answer and that the caller may read. */
export const correctionsQuery = (entryId: string | null) =>
  queryOptions({
    queryKey: [...timeTrackingKey, 'corrections', entryId],
    queryFn: async ({ signal }): Promise<TimeCorrection[]> => {
      const { data } = await db
        .rpc('time_corrections', entryId === null ? {} : { p_entry_id: entryId })
        .abortSignal(signal)
        .throwOnError()
      return schema.parse(data)
    },
  })

const closedSchema = z
  .object({ until: z.string().nullable(), closed_by: z.string().nullable(), closed_at: z.string() })
  .nullable()

/** The day up to which hours are closed, when and by whom; null when they never were. */
export const closedHoursQuery = queryOptions({
  queryKey: [...timeTrackingKey, 'closed hours'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('closed_hours').abortSignal(signal).throwOnError()
    return closedSchema.parse(data)
  },
})
