import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a mail link may lead after it was verified, by kind of mail; the first is the default. */
const pathsByKind = {
  signup: ['/auth/email-confirmed'],
  invite: ['/auth/reset-password'],
  recovery: ['/auth/reset-password'],
  email_change: ['/my-profile'],
  magiclink: ['/dashboard'],
} as const

export type LinkKind = keyof typeof pathsByKind

const requested = new AsyncLocalStorage<string | null>()

/** Runs work with the `redirect_to` that its request asked for. */
export const withRequestedRedirect = <T>(request: Request, work: () => Promise<T>): Promise<T> =>
  requested.run(new URL(request.url).searchParams.get('redirect_to'), work)

/**
 * The link of an auth mail: the app's own callback page. What the request asked for counts only when its origin is
 * one of ours and its path is on the list of that kind, exactly; otherwise the default is taken.
 */
export function mailLink(options: { kind: LinkKind; tokenHash: string; siteUrl: string; origins: string[] }): string {
  const { kind, tokenHash, siteUrl, origins } = options
  const paths: readonly string[] = pathsByKind[kind]
  const wish = parse(requested.getStore() ?? '', siteUrl)
  const allowed =
    wish && origins.includes(wish.origin) && paths.includes(wish.pathname) && wish.search === '' && wish.hash === ''
  const link = new URL('/auth/callback', allowed ? wish.origin : siteUrl)
  link.searchParams.set('token_hash', tokenHash)
  link.searchParams.set('type', kind)
  link.searchParams.set('redirect_to', allowed ? wish.pathname : (paths[0] ?? '/'))
  return link.href.replaceAll('%2F', '/')
}

/**
 * Where the link of a mail leads after the server itself has verified it (PKCE): the page that was asked for when it is
 * on our lists, else the site.
 */
export function pageAfterLink(wanted: string, options: { siteUrl: string; origins: string[] }): URL {
  const wish = parse(wanted, options.siteUrl)
  const known: readonly string[] = ['/auth/callback', ...Object.values(pathsByKind).flat()]
  const allowed =
    wish &&
    options.origins.includes(wish.origin) &&
    known.includes(wish.pathname) &&
    wish.search === '' &&
    wish.hash === ''
  return allowed ? wish : new URL('/', options.siteUrl)
}

/** The page that the request of this work asked for, or nothing. */
export const requestedRedirect = (): string => requested.getStore() ?? ''

function parse(value: string, base: string): URL | null {
  return value !== '' && URL.canParse(value, base) ? new URL(value, base) : null
}
