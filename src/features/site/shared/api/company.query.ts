import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { companyOf } from '../company'

export const companyKey = ['company'] as const

/** The company of this installation: its data for the site and papers. */
export const companyQuery = () =>
  queryOptions({
    queryKey: companyKey,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('get_company', undefined, { get: true })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return companyOf(data ?? {})
    },
  })
