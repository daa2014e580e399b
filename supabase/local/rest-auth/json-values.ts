import type { AnyAST, IntrospectResult } from '@supabase/lite'

/**
 * PostgREST stores a string sent for a json column as a JSON string. The library parses each such string once, so that
 * `plain` is refused and `{"a":1}` becomes an object; and PostgreSQL takes a bare `true` for a boolean. Of a list it
 * makes a list of strings. So plain values and lists are quoted twice: once for the library, once for the column.
 */
export function quotePlainJson(ast: AnyAST, schema: IntrospectResult): void {
  if (!ast.values || !ast.from) return
  const jsonColumns = schema.columns
    .filter(({ table, schema: owner, type, pg_type: exact }) => {
      const isThere = table === ast.from && owner === (ast.schema ?? 'public')
      return isThere && /^jsonb?$/.test(exact ?? type)
    })
    .map(({ name }) => name)
  const rows: object[] = Array.isArray(ast.values) ? ast.values : [ast.values]
  for (const row of rows)
    for (const column of jsonColumns) {
      const value: unknown = Reflect.get(row, column)
      if (['string', 'boolean', 'number'].includes(typeof value) || Array.isArray(value))
        Reflect.set(row, column, JSON.stringify(JSON.stringify(value)))
    }
}
