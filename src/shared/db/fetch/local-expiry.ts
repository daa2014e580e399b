const givesSessions = /\/auth\/v1\/(token|signup|verify)\b/

/**
 * `fetch`, but a new session loses its `expires_at` by the server's clock. The auth client would compare it with the
 * device's clock: a clock that is a day fast would renew the token at every request, a slow one never in time. Without
 * it the client counts `expires_in` from now, by the clock it uses later.
 */
export const withLocalExpiry =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init)
    const url = input instanceof Request ? input.url : String(input)
    if (!givesSessions.test(url) || !answer.ok) return answer
    const told: unknown = await answer
      .clone()
      .json()
      .catch(() => null)
    if (typeof told !== 'object' || told === null || !('expires_at' in told) || !('expires_in' in told)) return answer
    const { expires_at: _byTheServersClock, ...session } = told
    return new Response(JSON.stringify(session), { status: answer.status, headers: answer.headers })
  }
