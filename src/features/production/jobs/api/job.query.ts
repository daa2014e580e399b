import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { jobsKey, pageColumns } from '../../shared/api/cards.query'

export const jobKey = (id: string) => [...jobsKey, 'one', id] as const

/** A job with its steps. Quantities and sizes are decimal text. Null when it is not there or may not be seen. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: jobKey(id),
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('jobs')
        .select(
          `${pageColumns}, details, unit, row_version, quotation_id, contact_id, qty::text, width_mm::text, height_mm::text,
          quotation:quotations!jobs_quotation_id_fkey(id, quotation_number, version), approved:orders!jobs_order_id_fkey(quotation_version),
          service:services(id, name)`,
        )
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Job = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof jobQuery>['queryFn']>>>>
