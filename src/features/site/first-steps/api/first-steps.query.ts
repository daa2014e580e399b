import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

export const firstStepsKey = ['first-steps'] as const

/** Which first steps of a new company are done; null for people who do not manage its settings. */
export const firstStepsQuery = queryOptions({
  queryKey: firstStepsKey,
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('first_steps').abortSignal(signal).maybeSingle().throwOnError()
    return data
  },
})
