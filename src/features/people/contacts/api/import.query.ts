import { db } from '@/shared/db/client'
import type { AlikeBy } from '../import/duplicates-in-file'
import type { RowOutcome } from '../import/import-batches'
import type { ContactMatch, PlannedRow } from '../import/import-plan'
import type { ImportRow } from '../import/import-rows'

export type MatchedRow = { line: number; nameKey: string; match: ContactMatch | null }

const isAlikeBy = (reason: string | null): reason is AlikeBy =>
  reason === 'vat' || reason === 'email' || reason === 'name' || reason === 'alike'

/** Which of these rows are contacts already; `similar` also looks for misspelt names, some milliseconds a row. */
export async function matchContacts(
  rows: readonly ImportRow[],
  similar: boolean,
  signal: AbortSignal,
): Promise<MatchedRow[]> {
  const asked = rows.map(({ line, kind, draft: { name, last_name, company, email, vat_number } }) => ({
    line,
    type: kind,
    name,
    last_name,
    company,
    email,
    vat_number,
  }))
  const { data } = await db
    .rpc('match_contacts', { p_rows: asked, p_similar: similar })
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ line, name_key, reason, contact_id, ...contact }) => ({
    line,
    nameKey: name_key,
    match: contact_id !== null && isAlikeBy(reason) ? { contact_id, by: reason, ...contact } : null,
  }))
}

/** Imports rows in one step, all of them; what became of each. */
export async function importContacts(rows: PlannedRow[], signal: AbortSignal): Promise<RowOutcome[]> {
  const { data } = await db.rpc('import_contacts', { p_rows: rows }).abortSignal(signal).throwOnError()
  return data
}
