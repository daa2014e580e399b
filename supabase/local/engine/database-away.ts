/** The codes of the driver and the system for an unreachable PostgreSQL, and PostgreSQL's own for stopping or full. */
const away = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOENT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['57P01', '57P02', '57P03', '53300'],
])

/** PostgreSQL is not there. Its words name no address: a visitor reads them. `08006` is answered as 503. */
export class DatabaseAway extends Error {
  readonly code = '08006'
  constructor(cause: unknown) {
    super('The database cannot be reached. Please try again in a moment.', { cause })
  }
}

/** The same error, or `DatabaseAway` for a connection error of the driver. */
export function inWords(error: unknown): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && away.has(code) ? new DatabaseAway(error) : error
}

/** True for a database that is away or was lost; it is answered as 503. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && (Reflect.get(error, 'code') === '08006' || isDatabaseAway(error.cause))
