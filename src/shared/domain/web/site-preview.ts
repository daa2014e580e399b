/**
 * `?preview=public` asks a host of the back office for the page that the public site shows at that address (spec 1 §2.5):
 * there `/invoices/:id` is the office's own page. On a host of the site it changes nothing.
 */
export const previewed = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}preview=public`

/** True when the address's query asks for the public site. */
export const isPreview = (search: string | URLSearchParams): boolean =>
  new URLSearchParams(search).get('preview') === 'public'
