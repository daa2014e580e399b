import type { Caller } from '../contracts.ts'

/** Who a socket or channel speaks for: the bare API key, or the person whose token it showed. */
export type Identity = { token: string; caller: Caller; isApiKey: boolean }

/** When the identity's token ends, in milliseconds; a bare API key does not end. */
export function expiryOf({ caller }: Identity): number {
  const exp = caller.claims?.['exp']
  return typeof exp === 'number' ? exp * 1_000 : Number.POSITIVE_INFINITY
}
