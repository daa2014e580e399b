import type { ByteStore } from './byte-store.ts'
import { streamFile } from './byte-store.ts'
import type { StoredObject } from './objects.ts'
import { rangeNotSatisfiable } from './storage-error.ts'

/** Types that a browser shows without running anything. All others are downloads. */
const shownInline =
  /^(image\/(png|jpeg|jpg|gif|webp|bmp|x-ms-bmp|avif)|video\/[\w.+-]+|audio\/[\w.+-]+|application\/pdf)$/i

/** Control characters, and those that change the reading direction and so can hide a file name's ending. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The caches that may keep a copy: any, this visitor's, or one bearer's. */
export type Audience = 'public' | 'link' | 'bearer'

/**
 * Answers GET and HEAD for one object: ranges, conditional requests, and headers under which nothing that was
 * uploaded can run as a page of this site. `?download` and `?download=name` make it a download.
 */
export async function serveObject(
  request: Request,
  object: StoredObject,
  store: ByteStore,
  audience: Audience,
): Promise<Response> {
  const { size, eTag } = object.metadata
  const headers = objectHeaders(request, object, audience)
  if (matches(request.headers.get('if-none-match'), eTag)) return new Response(null, { status: 304, headers })

  const range = requestedRange(request, size, eTag)
  if (range) headers.set('content-range', `bytes ${range.first}-${range.last}/${size}`)
  const { first, last } = range ?? { first: 0, last: size - 1 }
  headers.set('content-length', String(last - first + 1))
  const status = range ? 206 : 200

  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Response(streamFile(await store.open(object.version), first, last), { status, headers })
}

function objectHeaders(request: Request, object: StoredObject, audience: Audience): Headers {
  const { mimetype, cacheControl, eTag, lastModified } = object.metadata
  const headers = new Headers({
    'content-type': mimetype,
    'cache-control': audience === 'public' ? cacheControl : `private, ${cacheControl}`,
    etag: eTag,
    'last-modified': new Date(lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'content-disposition': disposition(request, object),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
  })
  if (audience === 'bearer') headers.set('vary', 'Authorization')
  return headers
}

/** RFC 6266: a plain-ASCII name for old readers and the exact one in UTF-8. */
function disposition(request: Request, object: StoredObject): string {
  const download = new URL(request.url).searchParams.get('download')
  const name = (download || (object.name.split('/').at(-1) ?? 'file')).replace(invisible, '')
  const essence = object.metadata.mimetype.split(';')[0]?.trim() ?? ''
  const kind = download === null && shownInline.test(essence) ? 'inline' : 'attachment'
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${exact}`
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/** One satisfiable byte range, or null for the whole object. Several ranges and invalid ones are ignored (RFC 9110). */
function requestedRange(request: Request, size: number, etag: string): { first: number; last: number } | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range')?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const ifRange = request.headers.get('if-range')
  if (ifRange !== null && ifRange !== etag) return null

  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first > last || (from === '' && Number(to) === 0)) throw rangeNotSatisfiable(size)
  return { first, last }
}
