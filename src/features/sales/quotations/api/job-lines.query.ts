import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { quotationsKey } from './quotations.query'

/**
 * The lines of a quotation that become a job when it is approved, options among them as if they were chosen, by their ids.
 * `stamp` moves with each saved line.
 */
export const jobLinesQuery = (quotationId: string, stamp: number) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', quotationId, 'job-lines', stamp],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const { data } = await db.rpc('job_lines_of', { p_quotation: quotationId }).abortSignal(signal).throwOnError()
      return new Set(data)
    },
  })
