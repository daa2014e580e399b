import type { AnyAST, IntrospectResult } from '@supabase/lite'
import { isRecord } from './auth/auth-answers.ts'

/**
 * `or=(title.eq.x,contact.not.is.null)` asks for rows that are so or have related rows. The library takes the name of the
 * relation for a column, where one condition of the group is about the row itself. It gets `exists` instead, in place,
 * for a relation by one foreign key of one column; it reads the others as before.
 */
export function askWhetherRelated(ast: AnyAST, schema: IntrospectResult): void {
  const { from, where } = ast
  if (!from || !where) return
  const related = (name: string) => {
    const definition = (ast.select ?? []).flatMap((entry) => (typeof entry === 'string' ? [] : [entry[name]]))[0]
    if (!definition || !('select' in definition)) return null
    const target = ast.join?.[name]?.from ?? name
    const known = schema.foreign_keys.filter(({ table, ref_table }) =>
      [`${from} ${target}`, `${target} ${from}`].includes(`${table} ${ref_table}`),
    )
    const [key] = known
    if (known.length !== 1 || !key || from === target || ast.join?.[name]?.hint) return null
    const [theirs, ours] = key.table === from ? [key.ref_column, key.column] : [key.column, key.ref_column]
    const own = 'where' in definition && isRecord(definition.where) ? definition.where : {}
    const joined = { [theirs]: { $eq: { $ref: `${from}.${ours}` } } }
    return { $exists: { type: 'query', from: target, schema: ast.schema, where: { $and: [own, joined] } } }
  }
  for (const group of ['$or', '$and']) rewriteAll(where[group])

  function rewriteAll(conditions: unknown): void {
    if (!Array.isArray(conditions)) return
    for (const [at, condition] of conditions.entries()) {
      if (!isRecord(condition)) continue
      for (const group of ['$or', '$and']) rewriteAll(condition[group])
      const [name, test] = Object.entries(condition)[0] ?? []
      if (name === undefined || !isRecord(test)) continue
      const isThere = test['$isNot'] === null
      const exists = isThere || test['$is'] === null ? related(name) : null
      if (exists) conditions[at] = isThere ? exists : { $not: exists }
    }
  }
}
