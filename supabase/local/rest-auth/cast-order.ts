import type { AnyAST, IntrospectResult } from '@supabase/lite'

/**
 * `select=net::text&order=net` sorts by the number, as PostgREST does. The library writes `select net::text as net order
 * by net`; there SQL takes `net` for the text, which comes first by its letters. A name with its table means the column.
 */
export function sortByColumnsNotCasts(ast: AnyAST, schema: IntrospectResult): void {
  const table = ast.function === undefined ? ast.from : nameOfRows(ast, schema)
  if (!table || !ast.order) return
  const casts = new Set(
    (ast.select ?? [])
      .filter((entry) => typeof entry !== 'string')
      .flatMap((entry) => Object.entries(entry))
      .filter(([, definition]) => 'cast' in definition && definition.cast)
      .map(([name]) => name),
  )
  for (const entry of ast.order) if (!entry.embed && casts.has(entry.column)) entry.column = `${table}.${entry.column}`
}

/** What the library calls the rows of a function: by the function, and with related rows by the table whose rows they are. */
function nameOfRows({ function: name, schema: owner, join }: AnyAST, schema: IntrospectResult): string | undefined {
  if (!join || Object.keys(join).length === 0) return name
  const called = schema.functions?.find((one) => one.name === name && one.schema === (owner ?? schema.default_schema))
  return called?.return_type.replace(/^.*\./, '').replaceAll('"', '') ?? name
}
