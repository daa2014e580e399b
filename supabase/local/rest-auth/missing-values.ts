import type { AnyAST, IntrospectResult } from '@supabase/lite'
import { sql } from 'kysely'
import { isRecord } from './auth/auth-answers.ts'

/**
 * Gives each row that is inserted a value for every column that the request names, as PostgREST does: null, or the
 * column's default with `missing=default`. The library stores the default in either case and answers null. A row without
 * any value is one of defaults, which the library writes as a row without columns.
 */
export function fillMissingValues(ast: AnyAST, schema: IntrospectResult): void {
  if (ast.type !== 'insert' && ast.type !== 'upsert') return
  const rows: unknown[] = Array.isArray(ast.values) ? ast.values : [ast.values]
  const owner = ast.schema ?? 'public'
  const isHere = (entry: { table: string; schema?: string | null }) =>
    entry.table === ast.from && (entry.schema ?? 'public') === owner
  const named = ast.$meta?.columns ?? []
  const byDefault = ast.$meta?.missing === 'default'
  // The library looks for the rows that an upsert would replace by these: a default is not a value to look for.
  const keys = new Set(ast.type === 'upsert' ? (ast.onConflict ?? schema.primary_keys.find(isHere)?.columns) : [])
  const first = schema.columns.find((column) => isHere(column) && !column.is_generated)?.name

  for (const row of rows) {
    if (!isRecord(row)) continue
    for (const column of named)
      if (!(column in row) && !(byDefault && keys.has(column))) row[column] = byDefault ? sql`default` : null
    if (first !== undefined && Object.keys(row).length === 0) row[first] = sql`default`
  }
}
