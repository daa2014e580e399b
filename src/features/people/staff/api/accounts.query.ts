import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { accountSchema } from '@/shared/domain/account'

/** The root of every key of accounts. */
export const accountsKey = ['accounts'] as const

/** The accounts that the reader may know of, by name. */
export const accountsQuery = queryOptions({
  queryKey: accountsKey,
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('list_accounts').abortSignal(signal).throwOnError()
    return z.array(accountSchema).parse(data)
  },
})
