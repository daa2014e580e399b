import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { type BookKindName, isBookKind } from '../import/fields'
import type { SentRow } from '../import/book-rows'

export const booksKey = ['books'] as const

/** The kinds of books that this person may import. */
export const bookKindsQuery = queryOptions({
  queryKey: [...booksKey, 'kinds'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('book_kinds').abortSignal(signal).throwOnError()
    return data.filter(isBookKind)
  },
})

const shownImports = 30

/** The latest imports, the newest first. */
export const bookImportsQuery = queryOptions({
  queryKey: [...booksKey, 'imports'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('book_imports')
      .select('id, kind, file_name, day, created_by, created_at, added, undone_at')
      .order('created_at', { ascending: false })
      .limit(shownImports)
      .abortSignal(signal)
      .throwOnError()
    return data.flatMap((each) => (isBookKind(each.kind) ? [{ ...each, kind: each.kind }] : []))
  },
})
export type BookImport = Awaited<ReturnType<NonNullable<typeof bookImportsQuery.queryFn>>>[number]

/** What is said of a row: why it cannot be imported, or what becomes of it. */
export type SaidOfRow = { problem: string | null; note: string | null }

/** What is said of rows, by line, of books that end on a day. Writes nothing. */
export async function checkRows(
  kind: BookKindName,
  rows: SentRow[],
  day: string | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, SaidOfRow>> {
  const { data } = await db
    .rpc('check_book_rows', { p_kind: kind, p_rows: rows, ...(day ? { p_day: day } : {}) })
    .abortSignal(signal)
    .throwOnError()
  return new Map(data.map(({ line, problem, note }) => [line, { problem, note }]))
}

/** Requests with the same id are one import, which can be undone. */
export type BookImportName = { id: string; kind: BookKindName; fileName: string; day: string | null }

/** Imports these rows in one step; what was refused, by line. */
export async function importRows(rows: SentRow[], of: BookImportName): Promise<ReadonlyMap<number, string>> {
  const { data } = await db
    .rpc('import_book_rows', {
      p_kind: of.kind,
      p_rows: rows,
      p_import_id: of.id,
      p_file_name: of.fileName.slice(0, 300),
      ...(of.day ? { p_day: of.day } : {}),
    })
    .throwOnError()
  return new Map(
    data.flatMap(({ line, outcome, because }): [number, string][] => (outcome === 'refused' ? [[line, because]] : [])),
  )
}

/** The control sums of an import: what arrived, and what the person expects. */
export const bookSumsQuery = (importId: string) =>
  queryOptions({
    queryKey: [...booksKey, 'sums', importId],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('book_sums', { p_import_id: importId }).abortSignal(signal).throwOnError()
      return data
    },
  })

/** Keeps the control sums that a person typed. */
export async function expectSums(importId: string, expected: Readonly<Record<string, string>>): Promise<void> {
  await db.rpc('expect_book_sums', { p_import_id: importId, p_expected: expected }).throwOnError()
}

/** Takes an import back; how many records it removed. */
export async function undoBooks(importId: string): Promise<number> {
  const { data } = await db.rpc('undo_book_import', { p_import_id: importId }).throwOnError()
  return data
}
