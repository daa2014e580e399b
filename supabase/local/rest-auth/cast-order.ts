import type { AnyAST } from '@supabase/lite'

/**
 * `select=net::text&order=net` sorts by the number, as PostgREST does. The library writes `select net::text as net order
 * by net`; there SQL takes `net` for the text, which comes first by its letters. A name with its table means the column.
 */
export function sortByColumnsNotCasts(ast: AnyAST): void {
  const table = ast.function ?? ast.from
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
