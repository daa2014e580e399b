import type { AnyAST, IntrospectResult } from '@supabase/lite'

/**
 * `select=label:name_of_row` and `select=name_of_row::text` ask for a computed column, a function of the row, under another name
 * or as another type. The library writes its bare name, which SQL takes for a stored column; with its table it means both.
 */
export function nameTableOfComputed(ast: AnyAST, schema: IntrospectResult): void {
  const { from, select } = ast
  if (!from || !select) return
  const owner = ast.schema ?? schema.default_schema
  const isStored = (name: string) =>
    schema.columns.some((column) => column.table === from && column.schema === owner && column.name === name)
  const isFunction = (name: string) =>
    schema.functions?.some((one) => one.name === name && one.schema === owner && one.arg_types.length === 1)
  for (const entry of select) {
    if (typeof entry === 'string') continue
    for (const [alias, definition] of Object.entries(entry)) {
      if ('select' in definition || 'join' in definition) continue
      const name = 'column' in definition && definition.column ? definition.column : alias
      if (typeof name === 'string' && !isStored(name) && isFunction(name))
        Object.assign(definition, { column: `${from}.${name}` })
    }
  }
}
