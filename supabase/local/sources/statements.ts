/** A SQL statement, with the comment lines directly above it. */
export type Statement = { comment: string; text: string }

/**
 * Splits SQL at its semicolons. It knows quoted texts and names, dollar quotes and comments; function bodies in `begin
 * atomic` are not supported, because there are none.
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let at = 0
  while (at < sql.length) {
    const next = skip(sql, at)
    if (next > at) at = next
    else if (sql[at++] === ';') {
      statements.push(statementOf(sql.slice(start, at)))
      start = at
    }
  }
  const rest = statementOf(sql.slice(start))
  if (rest.text !== '') throw new Error(`A statement has no semicolon: ${rest.text.slice(0, 80)}`)
  return statements
}

/** The text without dollar quotes, quoted texts and comments: the names that a statement itself uses. */
export function withoutQuotes(sql: string): string {
  let left = ''
  let at = 0
  while (at < sql.length) {
    const next = sql[at] === '"' ? at : skip(sql, at)
    if (next > at) {
      left += ' '
      at = next
    } else left += sql[at++]
  }
  return left
}

/** The end of the comment, quoted text or quoted name at `at`; `at` itself without one. */
function skip(sql: string, at: number): number {
  const rest = sql.slice(at, at + 64)
  if (rest.startsWith('--')) return endOf(sql, '\n', at)
  if (rest.startsWith('/*')) return endOf(sql, '*/', at)
  if (rest.startsWith('"')) return endOf(sql, '"', at + 1)
  if (rest.startsWith("'")) return endOf(sql, "'", at + 1)
  const tag = /^\$([a-z_]\w*)?\$/i.exec(rest)?.[0]
  if (tag && !/\w/.test(sql[at - 1] ?? '')) return endOf(sql, tag, at + tag.length)
  return at
}

function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found < 0 ? sql.length : found + mark.length
}

function statementOf(written: string): Statement {
  const above = /^(\s|--[^\n]*(\n|$))*/.exec(written)?.[0] ?? ''
  const comment = above.split(/\n[ \t]*(?=\n)/).at(-1) ?? ''
  return { comment: comment.trim(), text: written.slice(above.length).trim() }
}
