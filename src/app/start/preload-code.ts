/**
 * Preloads the code and styles for a visit, the sign-in page or a session, which the page names (vite.config.ts), so
 * that they load in parallel with the configuration. In development the page names none.
 */
export function preloadCode(kind: 'visit' | 'sign-in' | 'session'): void {
  const names = document.querySelector(`meta[name="code-of-${kind}"]`)?.getAttribute('content') ?? ''
  for (const href of names.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    const isStyle = href.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}
