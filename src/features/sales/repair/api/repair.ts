import { db } from '@/shared/db/client'
import { storable } from '@/shared/domain/text/storable'

/** A quotation by its number, with or without the version number. Null without one. */
export async function findQuotation(words: string) {
  const text = storable(words).trim()
  const { data } = await db
    .from('quotations')
    .select('id, number_with_version, quotation_number, status, project_title')
    .ilike(
      'quotation_number',
      text.replace(/-R\d+$/i, '').replaceAll(/[%_\\]/g, (sign) => `\\${sign}`),
    )
    .limit(1)
    .maybeSingle()
    .throwOnError()
  return data
}
export type FoundQuotation = NonNullable<Awaited<ReturnType<typeof findQuotation>>>

/** For admins: sets a status that no transition reaches. The reason is written into the story and the audit trail. */
export async function fixStatus(id: string, status: string, reason: string): Promise<void> {
  await db.rpc('fix_quotation_status', { p_id: id, p_status: status, p_reason: reason }).throwOnError()
}
