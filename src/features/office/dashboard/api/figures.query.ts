import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { dashboardKey } from './dashboard-key'

const counted = z.object({ count: z.number() })
const summed = z.object({ count: z.number(), amount: z.string() })
const figures = z.object({
  my_drops: z.object({ count: z.number(), left: z.number() }).optional(),
  follow_ups: counted.optional(),
  late_jobs: counted.optional(),
  to_invoice: summed.optional(),
  overdue: summed.optional(),
})

/** The figures that this person acts on today; those that they may not see are missing. Amounts are decimal text. */
export const figuresOfTheDayQuery = queryOptions({
  queryKey: [...dashboardKey, 'figures'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('figures_of_the_day').abortSignal(signal).throwOnError()
    return figures.parse(data)
  },
})
