type Keys = {
  /** The public key of the project. */
  key: string
  /** The token of the session; null without one. */
  token: () => Promise<string | null>
  /** The bearer token of a request without a session. */
  without?: string | null
}

/** Sends each request with the key of the project and the token of the person. */
export const asPerson =
  (send: typeof fetch, { key, token, without = key }: Keys): typeof fetch =>
  async (input, init) => {
    const bearer = (await token()) ?? without
    const headers = new Headers(init?.headers)
    if (!headers.has('apikey')) headers.set('apikey', key)
    if (!headers.has('Authorization') && bearer !== null) headers.set('Authorization', `Bearer ${bearer}`)
    return send(input, { ...init, headers })
  }

/**
 * True for a JWT. Keys of the new form (`sb_publishable_…`, `sb_secret_…`) are not tokens, so a function gets no bearer with
 * them.
 */
export const isToken = (key: string): boolean => !/^sb_(publishable|secret)_/.test(key)
