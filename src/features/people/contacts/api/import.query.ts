import { queryOptions } from '@tanstack/react-query'
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

/** Imports all these rows in one step. Returns each outcome. */
export async function importContacts(rows: PlannedRow[], of: ImportName, signal: AbortSignal): Promise<RowOutcome[]> {
  const { data } = await db
    .rpc('import_contacts', { p_rows: rows, p_import_id: of.id, p_file_name: of.fileName.slice(0, 300) })
    .abortSignal(signal)
    .throwOnError()
  return data
}

/** Requests with the same id are one import, which can be undone. */
export type ImportName = { id: string; fileName: string }

export const contactImportsKey = ['contact-imports'] as const

const shownImports = 20

/** The latest imports, the newest first. */
export const contactImportsQuery = queryOptions({
  queryKey: contactImportsKey,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('contact_imports')
      .select('id, file_name, created_by, created_at, added, filled, refused, undone_at, taken_back, kept')
      .order('created_at', { ascending: false })
      .limit(shownImports)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
export type ContactImport = Awaited<ReturnType<NonNullable<typeof contactImportsQuery.queryFn>>>[number]

const shownKept = 50

/** Rows that the undo of an import left, with the reason; the first fifty. */
export const keptRowsQuery = (importId: string) =>
  queryOptions({
    queryKey: [...contactImportsKey, importId, 'kept'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('contact_import_rows')
        .select('line, label, kept')
        .eq('import_id', importId)
        .not('kept', 'is', null)
        .order('line')
        .limit(shownKept)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Takes an import back; the number of rows that stay. */
export async function undoImport(importId: string): Promise<number> {
  const { data } = await db.rpc('undo_contact_import', { p_import_id: importId }).throwOnError()
  return data.length
}
