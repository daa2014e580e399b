import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { askedLanguages } from '../site/asked-languages.ts'
import { isPrivate, type WrittenPage } from '../site/public-site.ts'
import type { MapTiles } from './local-pages.ts'
import { appPolicy, workerPolicy } from './security-headers.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type File = { type: string; etag: string; modified: number; bodies: Partial<Record<Encoding, Buffer>> }

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  // The PDF reader runs in a worker, which browsers start only from a script type.
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
}

/** Serves a built web app: compressed, hashed assets for ever, and `index.html` for every page of the app. */
export function createStaticApp(options: {
  root: string
  siteUrl: () => string
  mapTiles?: MapTiles
  /** Writes the words of a public address into the page of the app; null for an address that is not of the site. */
  write?: (url: URL, html: string, host?: string, asked?: readonly string[]) => Promise<WrittenPage | null>
}) {
  const written = new Map<string, File>()
  const load = createFiles()
  const tileHost = options.mapTiles && new URL(options.mapTiles.url).origin
  const policy = () => appPolicy(options.siteUrl(), tileHost)

  return async (request: Request): Promise<Response | null> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const path = decoded(new URL(request.url).pathname)
    if (path === null) return null
    const asked = normalize(path)
    const file = asked === '/' ? null : await load(join(options.root, asked))
    if (file) {
      const own = await answer(request, file, asked.startsWith('/assets/'), policy)
      if (asked === '/day-worker.js' || asked === '/push-worker.js')
        own.headers.set('content-security-policy', workerPolicy)
      return own
    }
    if (!isNavigation(request, asked)) return null
    const page = await load(join(options.root, 'index.html'))
    if (!page) return null
    const html = page.bodies.identity?.toString('utf8') ?? ''
    // The URL has the server's own origin; the Host header names the site.
    const own = await options.write?.(
      new URL(request.url),
      html,
      request.headers.get('host') ?? undefined,
      askedLanguages(request.headers.get('accept-language')),
    )
    if (!own) {
      const plain = await answer(request, page, false, policy)
      if (isPrivate(asked)) plain.headers.set('x-robots-tag', 'noindex')
      return plain
    }
    if ('movedTo' in own) return new Response(null, { status: 301, headers: { location: own.movedTo } })
    const words = written.get(own.etag) ?? { ...page, etag: own.etag, bodies: { identity: Buffer.from(own.html) } }
    if (written.size >= 500) written.clear()
    written.set(own.etag, words)
    const shown = await answer(request, words, false, policy)
    shown.headers.set('vary', 'Accept-Encoding, Accept-Language')
    return shown.status === 200 && own.status === 404
      ? new Response(shown.body, { status: 404, headers: shown.headers })
      : shown
  }
}

/** Reads files of the built app; a file that did not change is kept. */
function createFiles() {
  const files = new Map<string, File>()
  return async (path: string): Promise<File | null> => {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    const known = files.get(path)
    if (known?.modified === found.mtimeMs) return known
    const bytes = await readFile(path)
    const file = {
      type: types[extname(path)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      modified: found.mtimeMs,
      bodies: { identity: bytes },
    }
    files.set(path, file)
    return file
  }
}

/** An address that is opened, by a person or by curl, not a script or an image that is missing. */
function isNavigation(request: Request, path: string): boolean {
  const mode = request.headers.get('sec-fetch-mode')
  if (mode) return mode === 'navigate' && !path.startsWith('/assets/')
  const accept = request.headers.get('accept') ?? '*/*'
  return accept.includes('text/html') || (accept.includes('*/*') && extname(path) === '')
}

async function answer(request: Request, file: File, immutable: boolean, policy: () => string): Promise<Response> {
  const headers = new Headers({
    'content-type': file.type,
    etag: file.etag,
    vary: 'Accept-Encoding',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (file.type.startsWith('text/html')) headers.set('content-security-policy', policy())
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  const encoding = compressible.test(file.type) ? encodingFor(request.headers.get('accept-encoding') ?? '') : 'identity'
  const body = (file.bodies[encoding] ??= await compressors[encoding](file.bodies.identity ?? Buffer.alloc(0)))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(new Uint8Array(body), { headers })
}

function encodingFor(accepted: string): Encoding {
  const accepts = (name: string) => new RegExp(`(^|[ ,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : 'identity'
}

function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
