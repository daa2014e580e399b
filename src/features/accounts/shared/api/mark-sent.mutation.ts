import { db } from '@/shared/db/client'

/** The link was given to the client. Said once; a second call changes nothing. */
export async function markSent(kind: 'invoice' | 'credit_note' | 'statement', id: string): Promise<void> {
  await db.rpc('mark_sent', { p_kind: kind, p_id: id }).throwOnError()
}
