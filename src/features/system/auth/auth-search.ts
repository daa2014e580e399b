import { type CallbackFailure, linkTypes, type MailedLink } from '@/machines/auth-callback/auth-callback.machine'
import { callbackMessage } from '@/machines/auth-mode/auth-messages'
import { mailTargets, safeRedirectTo, safeReturnUrl } from '@/shared/domain/return-url'

/** What the address of the sign-in page says. */
export type AuthSearch = {
  returnUrl: string | null
  callbackError: { code: string; message: string | null } | null
  passwordWasUpdated: boolean
}

/** An address can be written by anybody: what it says is cut to this many characters and shown as text. */
const longestMessage = 200

export function readAuthSearch(search: string): AuthSearch {
  const query = new URLSearchParams(search)
  const code = query.get('error')
  return {
    returnUrl: safeReturnUrl(query.get('returnUrl')),
    callbackError: code === null ? null : { code, message: readMessage(code, query.get('message')) },
    passwordWasUpdated: query.get('updated') === 'password',
  }
}

/** What the address adds to our own words for the code; null when it adds nothing. */
function readMessage(code: string, message: string | null): string | null {
  const said = message?.replace(/\p{C}/gu, ' ').trim().slice(0, longestMessage) ?? ''
  return said === '' || said === callbackMessage(code) ? null : said
}

/** The link that a mail brought, or null when the address holds none that can be followed (spec 1 §2.1). */
export function readMailedLink(search: string): MailedLink | null {
  const query = new URLSearchParams(search)
  const [tokenHash, ...otherTokens] = query.getAll('token_hash')
  const [type, ...otherTypes] = query.getAll('type')
  const known = linkTypes.find((candidate) => candidate === type)
  if (!tokenHash || !known || otherTokens.length > 0 || otherTypes.length > 0) return null
  return tokenHash.length > 512 ? null : { tokenHash, type: known }
}

/** Where to go once the link was accepted. */
export function afterLink(link: MailedLink, search: string, dashboard: string): string {
  const wanted = safeRedirectTo(new URLSearchParams(search).get('redirect_to'), window.location.origin)
  if (wanted) return wanted
  if (link.type === 'recovery' || link.type === 'invite') return mailTargets.resetPassword
  return link.type === 'magiclink' ? dashboard : mailTargets.emailConfirmed
}

/** The sign-in page with what went wrong (spec 1 §8). */
export const signInWithFailure = (signIn: string, code: CallbackFailure): string =>
  `${signIn}?${new URLSearchParams({ error: code, message: callbackMessage(code) }).toString()}`

export const signInAfterUpdate = (signIn: string): string => `${signIn}?updated=password`
