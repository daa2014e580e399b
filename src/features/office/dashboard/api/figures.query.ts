import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { amount, fields, orMissing, text } from '@/shared/domain/records/mini-schema'
import { dashboardKey } from './dashboard-key'

const counted = fields({ count: amount })
const summed = fields({ count: amount, amount: text })
const figures = fields({
  my_drops: orMissing(fields({ count: amount, left: amount })),
  requests: orMissing(counted),
  follow_ups: orMissing(counted),
  late_jobs: orMissing(counted),
  risk_jobs: orMissing(counted),
  to_invoice: orMissing(summed),
  overdue: orMissing(summed),
})

/** The figures that this person acts on today; those that they may not see are null. Amounts are decimal text. */
export const figuresOfTheDayQuery = queryOptions({
  queryKey: [...dashboardKey, 'figures'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('figures_of_the_day').abortSignal(signal).throwOnError()
    return figures.parse(data)
  },
})
