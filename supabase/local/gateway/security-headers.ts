/** Policy of everything that is not a page: an answer of the API shows and runs nothing, wherever it is opened. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * The app's policy. No inline script, no foreign code. Styles may be inline: Mantine and the rich-text editor write
 * style attributes. Pictures come from here, from Street View and from the tile service of the settings (`tileHost`). Sockets need naming beside 'self', which older browsers read as http only.
 */
export const appPolicy = (siteUrl: string, tileHost = ''): string => {
  const sockets = siteUrl.replace(/^http/, 'ws')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https://maps.googleapis.com${tileHost && ` ${tileHost}`}`,
    "media-src 'self' blob:",
    "frame-src 'self' blob:",
    `connect-src 'self' ${sockets}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of the worker that keeps the app without a network: it reads the app, and code of ours. */
export const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** Sets the headers of every answer; a stricter policy that a part has set stays. */
export function secure(headers: Headers, siteUrl: string): void {
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value)
  }
  set('content-security-policy', apiPolicy)
  set(
    'x-frame-options',
    headers.get('content-security-policy')?.includes("frame-ancestors 'self'") ? 'SAMEORIGIN' : 'DENY',
  )
  set('x-content-type-options', 'nosniff')
  set('referrer-policy', 'no-referrer')
  set('cross-origin-opener-policy', 'same-origin')
  // The camera reads codes of tickets and labels (src/kit/scan); a hand-over sends its position (src/features/delivery).
  set('permissions-policy', 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=(), interest-cohort=()')
  if (siteUrl.startsWith('https:')) set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
