import { type ConfirmationDocument, readConfirmation } from '@/documents/paper/confirmation-paper'
import { db } from '@/shared/db/client'

/** What these clients or suppliers (`side`, 100 at most) are asked to confirm as at a day, with the name of each. */
export async function confirmationsOf(
  day: string,
  side: string,
  ids: readonly string[],
): Promise<{ party: string; confirmation: ConfirmationDocument }[]> {
  const { data } = await db
    .rpc('balance_confirmations', { p_on: day, p_side: side, p_contact_ids: [...ids] })
    .throwOnError()
  return data.map(({ party, paper }) => ({ party, confirmation: readConfirmation(paper) }))
}
