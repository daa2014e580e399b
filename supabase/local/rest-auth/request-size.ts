import type { AnyAST } from '@supabase/lite'

/** Rows of one request, and of one answer: `max_rows` of `config.toml`. */
export const mostRows = 1000
/** Rows of one request that replaces what is there: the library looks for each of them first. */
const mostReplaced = 200
/** Values of one statement. PGlite counts them in 15 bits: the 32,768th breaks its one session for everybody. */
const mostValues = 20_000
/** Conditions of one statement that are joined by `or`: the planner's work grows with their square. */
const mostAlternatives = 1000

/** A refusal with an HTTP status of its own, in the form of `raise sqlstate 'PGRST'`. */
export class Refusal extends Error {
  readonly code = 'PGRST'
  readonly detail: string
  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(JSON.stringify({ code, message, details, hint: null }))
    this.detail = JSON.stringify({ status, headers: {} })
  }
}

/** Throws a refusal (413) for a request that writes more than the one session should be held for. */
export function refuseTooManyRows(ast: AnyAST): void {
  const rows: unknown[] = Array.isArray(ast.values) ? ast.values : [ast.values]
  const most = ast.type === 'upsert' && !ast.ignoreDuplicates ? mostReplaced : mostRows
  if (rows.length > most)
    throw new Refusal(
      413,
      '54000',
      `A request can bring ${most} rows, and this one brings ${rows.length}. Send them in several requests.`,
    )
  const count = rows.reduce((sum: number, row) => sum + Object.keys(Object(row)).length, 0)
  if (count > mostValues)
    throw new Refusal(
      413,
      '54000',
      `A request can bring ${mostValues} values, and this one brings ${count}. Send its rows in several requests.`,
    )
}

/** Throws what PostgreSQL says of a statement that is too large (54000), before it is sent. */
export function refuseLargeStatement(sql: string, parameters: readonly unknown[]): void {
  if (parameters.length > mostValues)
    throw tooLarge(`This statement has ${parameters.length} values; a statement can have ${mostValues}.`)
  if (parameters.length > mostAlternatives && sql.split(' or ').length > mostAlternatives)
    throw tooLarge(`This request touches more rows than it can answer with. Ask for fewer of them.`)
}

const tooLarge = (message: string): Error => Object.assign(new Error(message), { code: '54000' })
