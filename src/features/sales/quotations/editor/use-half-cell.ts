import { useState } from 'react'
import { z } from 'zod'
import type { Half } from '@/kit/sheet/sheet-props'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { draftOf } from '@/shared/hooks/draft'
import { lineSchema } from '../api/quotation.query'
import type { QuotationItem } from './line'

const halfSchema = z.object({
  cell: z.object({ row: z.string(), column: z.string() }),
  text: z.string(),
  original: z.string(),
  seen: lineSchema,
})

/** The cell in which this person was typing when the sheet went away: over a reload, and a sign-out in another tab. */
export function useHalfCell(quotationId: string) {
  const { id } = useCurrentUser()
  const [draft] = useState(() => draftOf(id, `quotation-cell-${quotationId}`, halfSchema))
  const [held] = useState(draft.read)
  return {
    held,
    keep: (half: Half<QuotationItem> | null) => (half ? draft.keep(half) : draft.forget()),
  }
}
