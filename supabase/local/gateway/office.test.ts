import { request as httpRequest } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { recommended, startTestProxy, upstreamHost } from '../testing/test-proxy.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { welcome } from '../welcome.ts'
import { officeNames } from './own-names.ts'

let server: TestServer
const warned: string[] = []
beforeAll(async () => {
  const staffHosts = ['office.bright.example']
  server = await startTestServer({ host: '0.0.0.0', staffHosts, warn: (line) => warned.push(line) })
})
afterAll(() => server.close())

const port = () => new URL(server.url).port
const address = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

/** The configuration for a page opened under this host name. */
function configFor(host: string): Promise<{ staffHosts: string[] }> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port: port(), path: '/config.json', headers: { host } }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      resolve(JSON.parse(Buffer.concat(chunks).toString()))
    })
      .on('error', reject)
      .end()
  })
}

/** The answer to a page's realtime connection, with a browser's headers. */
function socket(to: string, origin: string, host?: string): Promise<'open' | number> {
  const url = `${to.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${server.keys.publishableKey}`
  return new Promise((resolve) => {
    const live = new WebSocket(url, { origin, headers: host ? { host } : {} })
    live.on('open', () => {
      resolve('open')
      live.terminate()
    })
    live.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0))
    live.on('error', () => {})
  })
}

describe('a server that listens to the office', () => {
  test('is a staff host by each of its own names, and tells nobody else which it has', async () => {
    const names = officeNames('0.0.0.0')
    expect(names.length).toBeGreaterThan(0)
    for (const name of names)
      expect((await configFor(`${name}:${port()}`)).staffHosts).toEqual(['office.bright.example', name])
    expect((await configFor('www.bright.example')).staffHosts).toEqual(['office.bright.example'])
  })

  test.runIf(address)('has its address in the network among them', () =>
    expect(officeNames('0.0.0.0')).toContain(address),
  )

  test('has none where only this machine reaches it', () =>
    expect([officeNames('127.0.0.1'), officeNames('::1'), officeNames('localhost')]).toEqual([[], [], []]))

  test('says what colleagues type', () => {
    const about = { url: 'http://localhost:3000', people: [], demoAge: 0, firstAdmin: { kind: 'nobody' } as const }
    const office = ['http://192.168.1.10:3000', 'http://printer:3000']
    expect(welcome({ ...about, office })).toContain(
      `  Colleagues open:\n    http://192.168.1.10:3000\n    http://printer:3000\n`,
    )
    expect(welcome({ ...about, office, siteUrl: 'https://office.example' })).toContain(
      `  Colleagues open:\n    https://office.example\n`,
    )
    expect(welcome(about)).not.toContain('Colleagues')
  })

  test('gives the live connection to every page that it served, and to no other', async () => {
    for (const host of [`printer.lan:${port()}`, `192.168.7.7:${port()}`, `[fd00::7]:${port()}`])
      expect([host, await socket(server.url, `http://${host}`, host)]).toEqual([host, 'open'])
    expect(await socket(server.url, 'https://evil.example')).toBe(403)
    expect(await socket(server.url, `http://printer.lan:1`, `printer.lan:${port()}`)).toBe(403)
  })

  test('a page whose proxy hides its host is refused, and the operator is told once what to set', async () => {
    const proxy = await startTestProxy(server.url, upstreamHost)
    expect(await socket(proxy.url, 'https://hidden.example')).toBe(403)
    expect(await socket(proxy.url, 'https://hidden.example')).toBe(403)
    expect(warned.filter((line) => line.includes('https://hidden.example'))).toEqual([
      expect.stringContaining('SIGNWRIGHT_SITE_URL'),
    ])
    await proxy.close()
    const passing = await startTestProxy(server.url, recommended)
    expect(await socket(passing.url, 'https://passed.example', 'passed.example')).toBe('open')
    await passing.close()
  })

  test('a mail that nobody asked for by a name leads to an address of the office, not to the reader’s own machine', async () => {
    await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'bruno@example.com', password: 'a-good-password' }),
    })
    expect(server.mails()[0]?.text).toContain(`http://${officeNames('0.0.0.0')[0]}:${port()}/auth/callback`)
  })

  test('the first admin confirms: the mail leads back to the name that they typed', async () => {
    const origin = officeNames('0.0.0.0').map((name) => `http://${name}:${port()}`)[0]
    const redirect = encodeURIComponent(`${origin}/auth/email-confirmed`)
    await fetch(`${server.url}/auth/v1/signup?redirect_to=${redirect}`, {
      method: 'POST',
      headers: { apikey: server.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'anna@example.com', password: 'a-good-password' }),
    })
    expect(server.mails()[0]?.text).toContain(`${origin}/auth/callback?token_hash=`)
    const mail = await fetch(`${server.url}/mail/api/messages?key=${server.mailKey}`)
    expect([mail.status, await mail.json()]).toMatchObject([200, [{ to: 'anna@example.com' }, {}]])
  })
})
