import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:https'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { documentedNginx, findNginx, freePort, selfSigned, startNginx } from '../testing/nginx.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** The ways in which people set up nginx. */
const setups = {
  'as it is by itself': '',
  'with the Host of the visitor': 'proxy_set_header Host $host;',
  'with Host: localhost': 'proxy_set_header Host localhost;',
  'as docs/hosting.md says': `proxy_set_header Host $host; proxy_set_header X-Forwarded-Proto https;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`,
}
type Setup = keyof typeof setups

/** A real nginx in front of a server, one port a setup. */
async function startSetups(program: string, upstream: string) {
  const ports = new Map<Setup, number>()
  for (const name of Object.keys(setups) as Setup[]) ports.set(name, await freePort())
  const servers = [...ports].map(
    ([name, port]) => `server { listen 127.0.0.1:${port}; client_max_body_size 10m;
      location / { proxy_pass ${upstream}; proxy_http_version 1.1; ${setups[name]} } }`,
  )
  const { close } = await startNginx(program, ports.get('as it is by itself') ?? 0, () => servers.join('\n'))
  return { url: (setup: Setup) => `http://127.0.0.1:${ports.get(setup)}`, close }
}

const program = findNginx()

describe.runIf(program)('behind a real nginx', () => {
  let server: TestServer
  let nginx: Awaited<ReturnType<typeof startSetups>>
  beforeAll(async () => {
    server = await startTestServer({ trustedProxies: 1 })
    nginx = await startSetups(program ?? '', server.url)
    await post(server.url, '/auth/v1/signup', { email: 'anna@example.com', password: 'a-good-password' })
  })
  afterAll(async () => {
    await nginx.close()
    await server.close()
  })

  const post = (base: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method: 'POST',
      headers: { apikey: server.keys.publishableKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test.each(Object.keys(setups) as Setup[])('D1: %s, nobody reads the links of the mailbox', async (setup) => {
    for (const path of ['/mail', '/mail/api/messages', '/mail/api/messages?to=anna@example.com&key=']) {
      for (const headers of [
        {},
        { host: 'localhost' },
        { 'x-forwarded-host': 'localhost', 'x-real-ip': '127.0.0.1' },
      ]) {
        const answer = await fetch(nginx.url(setup) + path, { headers: headers as Record<string, string> })
        expect([answer.status, /token_hash|anna@/.test(await answer.text())], path).toEqual([403, false])
      }
    }
  })

  test('D2: 50,000 rows in one request are refused in words, and others are answered', async () => {
    const base = nginx.url('as docs/hosting.md says')
    const rows = Array.from({ length: 50_000 }, () => ({ name: 'x' }))
    const flood = Array.from({ length: 4 }, () => post(base, '/rest/v1/company_settings', rows))
    const others = Array.from({ length: 8 }, () =>
      fetch(`${base}/rest/v1/website_metadata_settings?limit=1`, { headers: { apikey: server.keys.publishableKey } }),
    )
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual([413, 413, 413, 413])
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('C2, D3: who tries passwords behind a made-up address locks out nobody else', async () => {
    const base = nginx.url('as docs/hosting.md says')
    const tries = (forwarded: string) =>
      post(base, '/auth/v1/verify', { type: 'recovery', token_hash: 'wrong' }, { 'x-forwarded-for': forwarded })
    const statuses = await Promise.all(
      Array.from({ length: 31 }, async (_, at) => (await tries(`203.0.113.${at}`)).status),
    )
    // nginx adds the true address behind the made-up ones: they all count for one.
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const elsewhere = await post(
      server.url,
      '/auth/v1/verify',
      { type: 'recovery', token_hash: 'wrong' },
      { 'x-forwarded-for': '198.51.100.7' },
    )
    expect(elsewhere.status).toBe(403)
  })

  test('D7: whether an address has an account is not told, and an ended session is not let in again', async () => {
    const base = nginx.url('as docs/hosting.md says')
    const again = await post(base, '/auth/v1/signup', { email: 'anna@example.com', password: 'another-password' })
    const fresh = await post(base, '/auth/v1/signup', { email: 'berta@example.com', password: 'another-password' })
    expect(again.status).toBe(fresh.status)
    expect(await again.text()).not.toMatch(/exists|registered/)
    const refused = await fetch(`${base}/rest/v1/contacts`, {
      headers: { apikey: server.keys.publishableKey, authorization: 'Bearer forged.token.here' },
    })
    expect(refused.status).toBe(401)
  })
})

const name = 'system.example.com'
const certificates = mkdtempSync(join(tmpdir(), 'nginx-tls-'))
const certificate = program === null ? null : selfSigned(certificates, name)

/** The configuration of the documents, with this machine's ports and certificate. */
function asDocumented(port: number, upstream: string): string {
  const { cert, key } = certificate ?? { cert: '', key: '' }
  return documentedNginx()
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replace('http://127.0.0.1:3000', upstream)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace(/server \{\s*listen 80;[\s\S]*?\n\}/, '')
}

describe.runIf(certificate)('behind nginx with TLS, as docs/hosting.md shows it', () => {
  let server: TestServer
  let port: number
  let nginx: Awaited<ReturnType<typeof startNginx>>
  beforeAll(async () => {
    server = await startTestServer({ trustedProxies: 1, siteUrl: `https://${name}` })
    port = await freePort()
    nginx = await startNginx(program ?? '', port, () => asDocumented(port, server.url))
  })
  afterAll(async () => {
    await nginx.close()
    await server.close()
    rmSync(certificates, { recursive: true, force: true })
  })

  type Asked = { method?: string; headers?: Record<string, string>; body?: unknown; from?: string }
  const ask = (path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Asked = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((told, failed) => {
      const isBytes = Buffer.isBuffer(body)
      const sent = request(
        {
          ...{ host: '127.0.0.1', port, path, method, servername: name, ca: certificate?.ca, localAddress: from },
          headers: {
            host: name,
            apikey: server.keys.publishableKey,
            ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () =>
            told({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
          )
        },
      )
      sent.on('error', failed)
      sent.end(isBytes ? body : body === undefined ? undefined : JSON.stringify(body))
    })

  test('a live connection goes through it, from the page that people have open', async () => {
    const address = `wss://127.0.0.1:${port}/realtime/v1/websocket?apikey=${server.keys.publishableKey}&vsn=2.0.0`
    const trusted = { ca: certificate?.ca ?? '', servername: name }
    const socket = new WebSocket(address, [], {
      ...trusted,
      headers: { host: name },
      origin: `https://${name}`,
    })
    const answer = await new Promise((told, failed) => {
      socket.on('open', () => socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}])))
      socket.on('message', (message: Buffer) => told(JSON.parse(message.toString())))
      socket.on('error', failed)
    })
    socket.close()
    expect(answer).toMatchObject([null, '1', 'phoenix', 'phx_reply', { status: 'ok' }])
  })

  test('links in mails lead to the address that people type, and the mailbox is closed', async () => {
    const account = { email: 'anna@example.com', password: 'a-good-password' }
    expect((await ask('/auth/v1/signup', { method: 'POST', body: account })).status).toBe(200)
    expect(server.mails()[0]?.text).toContain(`https://${name}/auth/callback?`)
    for (const path of ['/mail', '/mail/api/messages', '/mail/api/messages?to=anna@example.com&key=']) {
      const answer = await ask(path)
      expect([answer.status, /token_hash|anna@/.test(answer.bytes.toString())], path).toEqual([403, false])
    }
  })

  test('each visitor has limits of their own, whatever address they make up', async () => {
    const body = { type: 'recovery', token_hash: 'wrong' }
    const tries = (from: string, at: number) =>
      ask('/auth/v1/verify', { method: 'POST', body, from, headers: { 'x-forwarded-for': `203.0.113.${at}` } })
    const statuses = await Promise.all(
      Array.from({ length: 31 }, async (_, at) => (await tries('127.0.0.1', at)).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await tries('127.0.0.2', 1)).status).toBe(403)
  })

  test('a picture of nine megabytes goes up and comes down as it is', async () => {
    const picture = Buffer.concat([
      Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
      randomBytes(9_000_000),
    ])
    const authorization = `Bearer ${server.keys.secretKey}`
    const headers = { apikey: server.keys.secretKey, authorization, 'content-type': 'image/jpeg' }
    const path = '/storage/v1/object/task-images/proxy/large.jpg'
    const stored = await ask(path, { method: 'POST', body: picture, headers })
    expect([stored.status, stored.bytes.toString()]).toMatchObject([200, expect.any(String)])
    const read = await ask(path.replace('/object/', '/object/authenticated/'), { headers })
    const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect([read.status, sha(read.bytes)]).toEqual([200, sha(picture)])
  })

  test('every answer has its headers once, asks for TLS from then on, and sets no cookie', async () => {
    const { headers } = await ask('/rest/v1/website_metadata_settings?limit=1')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^[^,]+$/)
    expect(headers['set-cookie']).toBeUndefined()
    // The page of another site is not let in.
    const other = await ask('/rest/v1/contacts?limit=1', { headers: { origin: 'https://evil.example' } })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })
})
