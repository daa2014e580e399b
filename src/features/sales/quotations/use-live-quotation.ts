import { useLive } from '@/kit/live/use-live'
import { useLiveRows } from '@/kit/live/use-live-rows'
import { topics } from '@/shared/domain/records/nudge'
import { linesQuery, type Quotation } from './api/quotation.query'
import { quotationsKey } from './api/quotations.query'

/**
 * What others change about an open quotation appears by itself. Lines are read first, because a colleague's cell should
 * appear quickly; the dependent queries follow.
 */
export function useLiveQuotation({ id, public_uuid }: Quotation, readLines: Parameters<typeof useLiveRows>[2]): void {
  const topic = topics.document(public_uuid)
  useLiveRows(linesQuery(id).queryKey, { topic, tables: ['quotation_items'] }, readLines)
  useLive(
    [...quotationsKey, 'one', id],
    [
      { topic },
      {
        page: 'quotations',
        tables: ['quotation_item_costs', 'quotation_losses', 'margin_approvals', 'margin_floors'],
      },
    ],
    { settle: 2000, inTurn: true },
  )
}
