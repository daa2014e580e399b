/**
 * An address allowed in the `src` or `href` of a picture: http(s) unchanged, or a path of our own site. Any other, such
 * as `javascript:` and `data:`, is null.
 */
export function safeImageUrl(value: string | null | undefined): string | null {
  const written = value?.trim()
  if (!written || /[\u0000-\u001f\u007f\\]/.test(written)) return null
  if (/^https?:\/\/[^/]/i.test(written)) return URL.canParse(written) ? written : null
  return /^\/(?!\/)/.test(written) || /^[\w-]+(?:[./][\w.-]+)*$/.test(written) ? written : null
}
