type DatabaseError = { code: string; message: string; detail?: string; hint?: string }

/** SQLSTATEs that the REST library answers as PostgREST does; the others would become a bare 500. */
const wellAnswered = /^(42501|42P01|42883|25006|PGRST|PT...)$/

/**
 * PostgREST's HTTP status for an SQLSTATE: https://docs.postgrest.org/en/stable/references/errors.html. But for what a
 * person's request brought about (nothing there, not in this state, changed meanwhile, too large), which is no fault of
 * the server's: PostgREST says 500.
 */
function statusOf(sqlState: string): number {
  const raised = /^PT([2-5]\d\d)$/.exec(sqlState)?.[1]
  if (raised) return Number(raised)
  const known: Record<string, number> = {
    ...{ 23503: 409, 23505: 409, 25006: 405, 53400: 500, '42P17': 500, P0001: 400 },
    ...{ P0002: 404, 55000: 409, 40001: 409, 54000: 400 },
  }
  const byCode = known[sqlState]
  if (byCode) return byCode
  const byClass: Record<string, number> = { '08': 503, '53': 503, '0L': 403, '0P': 403, '28': 403 }
  const classStatus = byClass[sqlState.slice(0, 2)]
  if (classStatus) return classStatus
  return /^(09|25|2D|38|39|3B|40|54|55|57|58|F0|HV|P0|XX)/.test(sqlState) ? 500 : 400
}

/**
 * What the database adds to a broken constraint tells whole rows ("Failing row contains (…)") and keys of rows that the
 * caller may not see. What the product's own functions add is meant for callers (docs/decisions/0431).
 */
const isConstraint = ({ code }: DatabaseError): boolean => code.startsWith('23')

/** The columns of the key that was there already, so that a form finds its field, without their values. */
function keyNames({ detail }: DatabaseError): string | null {
  const names = /^Key \([^=]+\)=/.exec(detail ?? '')?.[0]
  return names === undefined ? null : `${names}(…)`
}

/**
 * Rewrites a database error so that the REST library answers it as PostgREST would: status by SQLSTATE, and the
 * original code, message, and details and hint but for constraints. It uses the form of `raise sqlstate 'PGRST'`, which may carry any status.
 */
export function asPostgrestError(error: unknown): unknown {
  const cause =
    databaseError(error) ?? unfitValue(error) ?? (error instanceof Error ? databaseError(error.cause) : null)
  if (!cause || wellAnswered.test(cause.code)) return cause ?? error
  return {
    code: 'PGRST',
    message: JSON.stringify({
      code: cause.code,
      message: cause.message,
      details: isConstraint(cause) ? keyNames(cause) : (cause.detail ?? null),
      hint: isConstraint(cause) ? null : (cause.hint ?? null),
    }),
    detail: JSON.stringify({ status: statusOf(cause.code), headers: {} }),
  }
}

/** How PGlite and the driver of PostgreSQL themselves refuse a value of another type, before the database would. */
const unfit = /^(Invalid input for \w+ type$|The "string" argument must be of type string)/

function unfitValue(error: unknown): DatabaseError | null {
  const known = error instanceof Error && unfit.test(error.message)
  return known ? { code: '22P02', message: 'A value is of another type than its column' } : null
}

function databaseError(error: unknown): DatabaseError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (!/^[0-9A-Z]{5}$/.test(error.code)) return null
  const text = (key: string) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const detail = text('detail')
  const hint = text('hint')
  return {
    code: error.code,
    message: error.message,
    ...(detail === undefined ? {} : { detail }),
    ...(hint === undefined ? {} : { hint }),
  }
}
