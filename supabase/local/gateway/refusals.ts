import { isDatabaseAway } from '../engine/database-away.ts'
import type { AccessLog } from './access-log.ts'
import { BodyTooDeep, BodyTooLarge } from './http-bridge.ts'
import type { Identity } from './identify.ts'

export class UnknownMethod extends Error {}

/** The answer to an error while a request was read or answered. Only unexpected errors are logged, with their stack. */
export function failure(error: unknown, note: AccessLog['note']): Response {
  if (error instanceof UnknownMethod)
    return Response.json({ code: 'method_not_allowed', message: 'This method is not answered here.' }, { status: 405 })
  if (error instanceof BodyTooLarge)
    return Response.json({ code: 'body_too_large', message: 'The request is too large.' }, { status: 413 })
  if (error instanceof BodyTooDeep)
    return Response.json({ code: 'body_too_deep', message: 'The request is nested too deeply.' }, { status: 400 })
  note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  if (isDatabaseAway(error)) return databaseAway()
  return Response.json({ code: 'unexpected_failure', message: 'Something went wrong on the server.' }, { status: 500 })
}

/** With the fields of both rows and accounts: each client reads its own. */
export function databaseAway(): Response {
  const message = 'The database cannot be reached. Please try again in a moment.'
  const body = { code: '08006', error_code: 'database_away', message, msg: message, details: null, hint: null }
  return Response.json(body, { status: 503, headers: { 'retry-after': '5' } })
}

export const unknownCaller = ({ code, message, hint }: Extract<Identity, { known: false }>): Response =>
  Response.json(
    { code, message, details: null, hint: hint ?? null },
    { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  )

export const sessionEnded = (): Response =>
  unknownCaller({ known: false, code: 'PGRST301', message: 'The session of this token is over' })

export const banned = (): Response => Response.json({ code: 'user_banned', message: 'User is banned' }, { status: 403 })

export const tooManyRequests = (seconds: number): Response =>
  Response.json(
    { code: 'over_request_rate_limit', message: `Too many requests. Please wait ${seconds} seconds.` },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )

export const notFound = (): Response => Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 })
