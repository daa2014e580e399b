const methods = 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS'
const exposed =
  'Content-Range, Content-Location, Content-Profile, Content-Length, Preference-Applied, Range-Unit, ETag, X-Total-Count, Link, X-Sb-Error-Code, Retry-After, ' +
  'Location, Tus-Resumable, Tus-Version, Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires'

/** The answer to a preflight: open to the origins on the list, silent to all others. */
export function preflight(request: Request, origins: readonly string[]): Response {
  const response = new Response(null, { status: 204 })
  if (!allow(request, response.headers, origins)) return response
  response.headers.set('access-control-allow-methods', methods)
  response.headers.set(
    'access-control-allow-headers',
    request.headers.get('access-control-request-headers') ?? 'authorization, apikey, content-type, x-client-info',
  )
  response.headers.set('access-control-max-age', '600')
  return response
}

/** Replaces a part's own CORS headers. Credentials are never allowed: tokens are sent in a header. */
export function allow(request: Request, headers: Headers, origins: readonly string[]): boolean {
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name)
  headers.append('vary', 'Origin')
  const origin = request.headers.get('origin')
  if (!origin || !origins.includes(origin)) return false
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', exposed)
  return true
}
