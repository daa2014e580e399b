import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** Names of people by user id, as far as they have a contact that may be read. */
export const peopleQuery = (userIds: readonly string[]) => {
  const ids = [...new Set(userIds)].toSorted()
  return queryOptions({
    queryKey: ['time-tracking-people', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const { data } = await db
        .from('contacts')
        .select('user_id, name, last_name')
        .in('user_id', ids)
        .abortSignal(signal)
        .throwOnError()
      return new Map(
        data.flatMap(({ user_id, name, last_name }) => {
          const whole = [name, last_name].filter(Boolean).join(' ')
          return user_id && whole ? [[user_id, whole] as const] : []
        }),
      )
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
