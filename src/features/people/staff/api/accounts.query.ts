import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { accountSchema } from '@/shared/domain/account'
import { topics } from '@/shared/domain/nudge'

/** The root of every key of accounts. */
export const accountsKey = ['accounts'] as const

/** The list of accounts stays right while it is looked at. */
export const accountsLive = [{ topic: topics.page('contacts'), tables: ['user_roles', 'contacts'] }]

/** The accounts that the reader may know of, by name. */
export const accountsQuery = queryOptions({
  queryKey: accountsKey,
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('list_accounts').abortSignal(signal).throwOnError()
    return z.array(accountSchema).parse(data)
  },
})
