/** The part of a session that a refused request needs. */
export type Tokens = {
  /** The access token of the session that is stored now; null without a session. */
  current: () => Promise<string | null>
  /** A new one from the server; null when the session cannot be renewed now. One that never can is ended. */
  renew: () => Promise<string | null>
}

/**
 * `fetch`, but a request with a refused access token (401) is sent once more with a new token. The token is renewed
 * once for all requests refused at the same time. Requests to the auth service are never repeated.
 */
export function withRenewal(send: typeof fetch, tokens: Tokens): typeof fetch {
  let renewal: Promise<string | null> | null = null

  const tokenInsteadOf = async (refused: string) => {
    const current = await tokens.current()
    if (current !== refused) return current
    renewal ??= tokens.renew().finally(() => {
      renewal = null
    })
    return renewal
  }

  return async (input, init = {}) => {
    const answer = await send(input, init)
    const url = input instanceof Request ? input.url : String(input)
    if (answer.status !== 401 || url.includes('/auth/v1/')) return answer

    const headers = new Headers(init.headers)
    const refused = headers.get('authorization')?.replace(/^Bearer /, '') ?? null
    const token = refused === null ? null : await tokenInsteadOf(refused).catch(() => null)
    if (token === null || token === refused || init.signal?.aborted) return answer
    headers.set('authorization', `Bearer ${token}`)
    return send(input, { ...init, headers })
  }
}
