import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { jobsKey } from '../../shared/api/cards.query'

/** A quotation with its lines and the jobs that they have. Null when it is not there or may not be seen. */
export const quotationLinesQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'of quotation', id],
    queryFn: async ({ signal }) => {
      const [{ data: quotation }, { data: jobs }] = await Promise.all([
        db
          .from('quotations')
          .select(
            `id, number_with_version, status, project_title, items:quotation_items(id, kind, description, qty::text, unit,
            width_mm::text, height_mm::text, is_optional, is_selected, service:services!quotation_items_service_id_fkey(name))`,
          )
          .eq('id', id)
          .order('position', { referencedTable: 'quotation_items' })
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError(),
        db
          .from('jobs')
          .select('id, job_number, quotation_item_id')
          .eq('quotation_id', id)
          .neq('status', 'cancelled')
          .abortSignal(signal)
          .throwOnError(),
      ])
      return quotation && { ...quotation, jobs }
    },
  })
