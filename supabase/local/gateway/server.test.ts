import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

let server: TestServer
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'signwright-web-'))
  await mkdir(join(webRoot, 'assets'))
  await writeFile(join(webRoot, 'index.html'), `<!doctype html><title>App</title>${' '.repeat(2000)}`)
  await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), `console.log(${JSON.stringify('x'.repeat(5000))})`)
  await writeFile(join(webRoot, 'assets', 'worker-1a2b.mjs'), 'onmessage = () => {}')
  await writeFile(join(webRoot, '..', 'signwright-secret.txt'), 'outside')
  server = await startTestServer({ seed: 'demo', webRoot, allowedOrigins: ['https://app.example'] })
})
afterAll(async () => {
  await server.close()
  await rm(webRoot, { recursive: true })
})

const page = { accept: 'text/html,*/*', 'sec-fetch-mode': 'navigate' }
const key = () => ({ apikey: server.keys.publishableKey })
const at = (path: string, init: RequestInit = {}) => fetch(server.url + path, init)

describe('who is not known', () => {
  test.each(['/rest/v1/tasks', '/auth/v1/user', '/realtime/v1/api/broadcast'])('gets 401 at %s', async (path) => {
    expect((await at(path)).status).toBe(401)
    expect((await at(path, { headers: { apikey: 'sb_publishable_guess' } })).status).toBe(401)
    const bad = await at(path, { headers: { ...key(), authorization: 'Bearer a.b.c' } })
    expect([bad.status, await bad.json()]).toMatchObject([401, { code: 'PGRST301' }])
  })

  test('gets no row of any table, whatever the table', async () => {
    const { rows } = await server.engine.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const { name } of rows) expect([name, (await at(`/rest/v1/${name}`)).status]).toEqual([name, 401])
  })
})

describe('every answer', () => {
  test.each([
    ['/', page],
    ['/tasks', page],
    ['/assets/app-1a2b.js', {}],
    ['/assets/missing.js', {}],
    ['/health', {}],
    ['/config.json', {}],
    ['/mail', page],
    ['/rest/v1/nothing', {}],
    ['/nothing.json', {}],
  ])('at %s carries the security headers', async (path, headers) => {
    const answer = await open(path, { ...headers })
    expect({
      nosniff: answer.headers['x-content-type-options'],
      frames: answer.headers['x-frame-options'],
      referrer: answer.headers['referrer-policy'],
      opener: answer.headers['cross-origin-opener-policy'],
      cookies: answer.headers['set-cookie'],
    }).toEqual({
      nosniff: 'nosniff',
      frames: 'DENY',
      referrer: 'no-referrer',
      opener: 'same-origin',
      cookies: undefined,
    })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).toMatch(/frame-ancestors 'none'/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })
})

describe('the web app', () => {
  test('is one page for every path of the app, compressed and never stale', async () => {
    const answer = await open('/quotations/7', { ...page, 'accept-encoding': 'br' })
    expect([answer.status, answer.headers['content-encoding'], answer.headers['cache-control']]).toEqual([
      200,
      'br',
      'no-cache',
    ])
    expect(brotliDecompressSync(answer.body).toString()).toContain('<title>App</title>')
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
    expect((await open('/', { ...page, 'if-none-match': String(answer.headers.etag) })).status).toBe(304)
  })

  test('answers whoever asks without saying what for, as curl does', async () => {
    expect((await open('/', { accept: '*/*' })).headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test('keeps its assets for ever', async () => {
    const answer = await at('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip' } })
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
  })

  test('serves the worker that reads PDFs as a script: no browser starts another type', async () => {
    const answer = await at('/assets/worker-1a2b.mjs')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('does not answer for a missing file or an unknown part of the API', async () => {
    for (const path of ['/assets/gone.js', '/logo.png', '/rest/v2/x', '/storage/x', '/local/x', '/functions/x'])
      expect([path, (await at(path, { headers: { accept: '*/*' } })).status]).toEqual([path, 404])
    expect((await open('/rest/v2/x')).headers['content-type']).toBe('application/json')
  })

  test.each([
    '/../signwright-secret.txt',
    '/%2e%2e/signwright-secret.txt',
    '/..%2fsignwright-secret.txt',
    '/%00',
    '/%zz',
  ])('serves nothing outside its folder: %s', async (path) => {
    expect((await open(path)).body.toString()).not.toContain('outside')
  })
})

describe('another site', () => {
  test('on the list may call, without credentials; any other may not', async () => {
    const ask = (origin: string) =>
      at('/rest/v1/tasks', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'apikey' },
      })
    const listed = await ask('https://app.example')
    expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example'])
    // A browser sends nothing with a header that the answer does not name.
    expect(listed.headers.get('access-control-allow-headers')).toBe('apikey')
    expect(listed.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(listed.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    const got = await at('/rest/v1/tasks', { headers: { ...key(), origin: 'https://evil.example' } })
    expect(got.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('limits', () => {
  test('a body above 3 MiB is refused', async () => {
    const answer = await at('/rest/v1/tasks', {
      method: 'POST',
      headers: { ...key(), 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'x'.repeat(3 * 1024 * 1024) }),
    })
    expect(answer.status).toBe(413)
  })

  test('T6: public documents may be asked for 30 times a minute', async () => {
    const ask = () => at('/rest/v1/rpc/get_public_guess', { method: 'POST', headers: key(), body: '{}' })
    const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await ask()).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('the local pages', () => {
  test('say how the server is and what the app must know, and no secret', async () => {
    expect(await (await at('/health')).json()).toEqual({
      status: 'ok',
      engine: server.engine.kind,
      version: server.engine.version,
    })
    expect(await (await at('/config.json')).json()).toEqual({
      supabaseUrl: '',
      publishableKey: server.keys.publishableKey,
      companyDomain: '',
      staffHosts: [],
      demo: true,
      ratesUrl: '/rates/latest/{base}',
      mapTiles: null,
    })
  })

  test('list the demo people, who sign in with their password', async () => {
    const people: unknown = await (await at('/local/demo-accounts')).json()
    expect(people).toContainEqual({ email: 'victor@example.com', name: 'Victor Camilleri', role: 'admin' })
  })

  test('list nobody without the demo company', async () => {
    const empty = await startTestServer()
    expect((await fetch(`${empty.url}/local/demo-accounts`)).status).toBe(404)
    expect(await (await fetch(`${empty.url}/config.json`)).json()).toMatchObject({ demo: false })
    await empty.close()
  })

  test('write a backup only for the secret key', async () => {
    expect((await at('/local/backup', { method: 'POST', headers: key() })).status).toBe(404)
  })
})

/** A request by node's own client: `fetch` would normalise the path and add its own headers. */
function open(path: string, headers: Record<string, string> = page): Promise<Answer> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}
