import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A real nginx in front of a server, one port a setup. */
async function startNginx(upstream: string) {
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'))
  // Its workers are another user where root starts it, and keep large bodies here.
  chmodSync(directory, 0o755)
  const ports = new Map<Setup, number>()
  for (const name of Object.keys(setups) as Setup[]) ports.set(name, await freePort())
  const servers = [...ports].map(
    ([name, port]) => `server { listen 127.0.0.1:${port}; client_max_body_size 10m;
      location / { proxy_pass ${upstream}; proxy_http_version 1.1; ${setups[name]} } }`,
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  )
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${directory}/pid; error_log ${directory}/error.log;
     events { worker_connections 256; } http { access_log off; ${temporary.join(' ')} ${servers.join('\n')} }`,
  )
  const child: ChildProcess = spawn('nginx', ['-c', join(directory, 'nginx.conf'), '-e', join(directory, 'error.log')])
  const url = (setup: Setup) => `http://127.0.0.1:${ports.get(setup)}`
  const isUp = () =>
    fetch(`${url('as it is by itself')}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
  }
  return {
    url,
    close: async () => {
      const ended = new Promise((end) => child.once('exit', end))
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

describe.runIf(spawnSync('nginx', ['-v']).status === 0)('behind a real nginx', () => {
  let server: TestServer
  let nginx: Awaited<ReturnType<typeof startNginx>>
  beforeAll(async () => {
    server = await startTestServer({ trustedProxies: 1 })
    nginx = await startNginx(server.url)
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
