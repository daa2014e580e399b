import type { z } from 'zod'

/** An error as the auth client reads it: its `code` is `error_code`, its message `msg`. */
export function authError(
  status: number,
  errorCode: string,
  msg: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code: status, error_code: errorCode, msg }, { status, headers })
}

export const invalidCredentials = () => authError(400, 'invalid_credentials', 'Invalid login credentials')
export const userBanned = () => authError(403, 'user_banned', 'User is banned')

/** A body that is not as it should be, by the first thing that is wrong with it. */
export function invalidBody({ issues: [issue] }: z.ZodError): Response {
  return authError(400, 'validation_failed', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is not valid'}`)
}

export const tooMany = (seconds: number, errorCode = 'over_request_rate_limit') =>
  authError(429, errorCode, `Too many attempts. Please wait ${seconds} seconds and try again.`, {
    'retry-after': String(seconds),
  })

/** A body as an object; null when it is not one. */
export async function readBody(request: Request): Promise<Record<string, unknown> | null> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  return isRecord(body) ? body : null
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sends the same request on with another body. */
export const withBody = (request: Request, body: unknown): Request =>
  new Request(request.url, {
    method: request.method,
    headers: withoutLength(request.headers),
    body: JSON.stringify(body),
  })

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers)
  copy.delete('content-length')
  return copy
}
