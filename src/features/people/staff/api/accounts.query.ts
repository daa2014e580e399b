import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { type Account, accountSchema } from '@/shared/domain/people/account'
import { topics } from '@/shared/domain/records/nudge'

/** The root of every key of accounts. */
export const accountsKey = ['staff-accounts'] as const

/** The list of accounts stays right while it is looked at. */
export const accountsLive = [{ topic: topics.page('contacts'), tables: ['user_roles', 'contacts'] }]

/** The accounts that the reader may see, by name. */
export async function readAccounts(signal: AbortSignal): Promise<Account[]> {
  const { data } = await db.rpc('list_accounts').abortSignal(signal).throwOnError()
  return z.array(accountSchema).parse(data)
}

export const accountsQuery = queryOptions({
  queryKey: [...accountsKey, 'all'],
  queryFn: ({ signal }) => readAccounts(signal),
})
