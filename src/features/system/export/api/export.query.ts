import { queryOptions } from '@tanstack/react-query'
import { readBytes } from '@/shared/db/bucket-files'
import { db } from '@/shared/db/client'
import { publicFileAt } from '@/shared/db/public-files'
import { fields, flag, listOf, orNull, text } from '@/shared/domain/records/mini-schema'
import { catalogueSchema } from '../catalogue'
import type { ExportReader } from '../write-export'

const pageSchema = fields({ rows: listOf(listOf(orNull(text))), next: orNull(listOf(text)) })
const filesSchema = fields({
  files: listOf(fields({ bucket: text, name: text, is_public: flag })),
  next: orNull(listOf(text)),
})

const shownExports = 5

/** The latest exports, the newest first, as the audit trail has them. */
export const latestExportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('audit_logs')
      .select('id, at, actor_label')
      .eq('table_name', 'exports')
      .order('id', { ascending: false })
      .limit(shownExports)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** Reads an export of that id, which the database writes into the audit trail when it starts. */
export function exportReader(id: string, signal: AbortSignal): ExportReader {
  return {
    start: async () => {
      const { data } = await db.rpc('start_export', { p_export: id }).abortSignal(signal).throwOnError()
      return catalogueSchema.parse(data)
    },
    rows: async (table, after) => {
      const { data } = await db
        .rpc('export_rows', { p_export: id, p_table: table, ...(after && { p_after: after }) })
        .abortSignal(signal)
        .throwOnError()
      return pageSchema.parse(data)
    },
    files: async (after) => {
      const { data } = await db
        .rpc('export_files', { p_export: id, ...(after && { p_after: after }) })
        .abortSignal(signal)
        .throwOnError()
      return filesSchema.parse(data)
    },
    bytes: async ({ bucket, name, is_public }) => {
      const file = is_public ? await readPublic(bucket, name, signal) : await readBytes(bucket, name)
      return new Uint8Array(await file.arrayBuffer())
    },
  }
}

async function readPublic(bucket: string, name: string, signal: AbortSignal): Promise<Blob> {
  const path = name.split('/').map(encodeURIComponent).join('/')
  const response = await fetch(publicFileAt(bucket, path), { signal })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return response.blob()
}
