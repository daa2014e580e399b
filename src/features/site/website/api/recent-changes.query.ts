import { queryOptions } from '@tanstack/react-query'
import { anything, byName, listOf, orElse } from '@/shared/domain/records/mini-schema'
import { db } from '@/shared/db/client'

export type SettingsTable = 'company_settings' | 'website_metadata_settings'
export type SettingsChange = {
  id: number
  at: string
  actor: string
  recordId: string
  fields: { field: string; before: string; after: string }[]
}

export const recentChangesKey = ['settings-changes'] as const

const changesSchema = orElse(byName(listOf(anything)), {})
const words = (value: unknown): string =>
  value === null || value === undefined || value === '' ? 'nothing' : String(value)

/** The latest changes of a settings table, newest first: who, when, the old and the new value. */
export const recentChangesQuery = (table: SettingsTable) =>
  queryOptions({
    queryKey: [...recentChangesKey, table],
    queryFn: async ({ signal }): Promise<SettingsChange[]> => {
      const { data } = await db
        .from('audit_logs')
        .select('id, at, actor_label, record_id, changed')
        .eq('table_name', table)
        .order('id', { ascending: false })
        .limit(6)
        .abortSignal(signal)
        .throwOnError()
      return data.map((line) => ({
        id: line.id,
        at: line.at,
        actor: line.actor_label ?? 'The system',
        recordId: line.record_id,
        fields: Object.entries(changesSchema.parse(line.changed)).map(([field, [before, after]]) => ({
          field,
          before: words(before),
          after: words(after),
        })),
      }))
    },
  })
