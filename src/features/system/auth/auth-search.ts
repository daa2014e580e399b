import { type CallbackFailure, linkTypes, type MailedLink } from '@/machines/auth-callback/auth-callback.machine'
import { callbackMessage } from '@/machines/auth-mode/auth-messages'
import { mailTargets, safeRedirectTo, safeReturnUrl } from '@/shared/domain/web/return-url'

/** The state in the address of the sign-in page. */
export type AuthSearch = {
  returnUrl: string | null
  /** The error code of a mailed link. It is shown in our own words, because anybody can write an address. */
  callbackError: string | null
  passwordWasUpdated: boolean
}

export function readAuthSearch(search: string): AuthSearch {
  const query = new URLSearchParams(search)
  return {
    returnUrl: safeReturnUrl(query.get('returnUrl')),
    callbackError: query.get('error'),
    passwordWasUpdated: query.get('updated') === 'password',
  }
}

/** The mailed link in the address, or null without a valid one (spec 1 §2.1). */
export function readMailedLink({ search, hash }: Arrival): MailedLink | null {
  const query = new URLSearchParams(search)
  return readTokens(new URLSearchParams(hash.slice(1))) ?? readTokenHash(query)
}

/** The query and fragment that a page was opened with, each with its sign. */
export type Arrival = { search: string; hash: string }

/** The default mails of Supabase lead to its own server first, which verifies and hands the session on in the fragment. */
function readTokens(fragment: URLSearchParams): MailedLink | null {
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')]
  const type = knownType(fragment.get('type'))
  if (!accessToken || !refreshToken || !type || accessToken.length > 8192 || refreshToken.length > 512) return null
  return { accessToken, refreshToken, type }
}

/** True when Supabase's own server refused the mailed link: expired or used. */
export const isRefusedLink = ({ search, hash }: Arrival): boolean =>
  [search, hash.slice(1)].some((said) => {
    const fields = new URLSearchParams(said)
    return fields.has('error_code') || fields.has('error_description')
  })

const knownType = (type: string | null | undefined) => linkTypes.find((candidate) => candidate === type)

function readTokenHash(query: URLSearchParams): MailedLink | null {
  const [tokenHash, ...otherTokens] = query.getAll('token_hash')
  const [type, ...otherTypes] = query.getAll('type')
  const known = knownType(type)
  if (!tokenHash || !known || otherTokens.length > 0 || otherTypes.length > 0) return null
  return tokenHash.length > 512 ? null : { tokenHash, type: known }
}

/** The page to open after the link was accepted. */
export function afterLink(link: MailedLink, search: string, dashboard: string): string {
  const wanted = safeRedirectTo(new URLSearchParams(search).get('redirect_to'), window.location.origin)
  if (wanted) return wanted
  if (link.type === 'recovery' || link.type === 'invite') return mailTargets.resetPassword
  return link.type === 'magiclink' ? dashboard : mailTargets.emailConfirmed
}

/** The address of the sign-in page with the failure (spec 1 §8). */
export const signInWithFailure = (signIn: string, code: CallbackFailure): string =>
  `${signIn}?${new URLSearchParams({ error: code, message: callbackMessage(code) }).toString()}`

export const signInAfterUpdate = (signIn: string): string => `${signIn}?updated=password`
