/** Longer than any address of the product, shorter than any attack worth trying. */
const maxLength = 2_000

/** Every route of the product is made of plain segments: no dots in front, no encoding, no other alphabets. */
const plainPath = /^(?:\/[A-Za-z0-9][A-Za-z0-9._~-]*)+\/?$/
const printable = /^[\x21-\x5b\x5d-\x7e]+$/
const anyOrigin = 'https://app.invalid'

/** The targets of mailed links (spec 1 §7). They are allowed although they lie under /auth. */
export const mailTargets = {
  emailConfirmed: '/auth/email-confirmed',
  resetPassword: '/auth/reset-password',
} as const

/**
 * The path (with query and fragment) to open after sign-in. Null when the value could lead to another site or back to sign-in.
 * Accepts only a path and repairs nothing (security T20).
 */
export function safeReturnUrl(value: unknown): string | null {
  const target = parsePath(value)
  if (!target || isSignIn(target.pathname) || target.searchParams.has('returnUrl')) return null
  return target.pathname + target.search + target.hash
}

/** As `safeReturnUrl`, for `redirect_to` of a mailed link: an absolute address of our own origin is allowed too. */
export function safeRedirectTo(value: unknown, origin: string): string | null {
  const path = typeof value === 'string' && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value
  const target = parsePath(path)
  if (target && isMailTarget(target.pathname)) return target.pathname
  return safeReturnUrl(path)
}

function parsePath(value: unknown): URL | null {
  if (typeof value !== 'string' || value.length > maxLength || !printable.test(value)) return null
  const written = value.split(/[?#]/, 1)[0] ?? ''
  if (!plainPath.test(written)) return null
  const target = new URL(value, anyOrigin)
  return target.origin === anyOrigin ? target : null
}

const isMailTarget = (pathname: string): boolean => Object.values<string>(mailTargets).includes(pathname)

const isSignIn = (pathname: string): boolean => pathname === '/auth' || pathname.startsWith('/auth/')
