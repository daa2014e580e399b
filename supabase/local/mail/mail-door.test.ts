import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recommended, sameHost, startTestProxy, upstreamHost, type Rewrite } from '../testing/test-proxy.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let company: TestServer
let demo: TestServer
beforeAll(async () => {
  company = await startTestServer()
  demo = await startTestServer({ seed: 'demo' })
  for (const { url, keys } of [company, demo])
    await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'anna@example.com', password: 'a-good-password' }),
    })
})
afterAll(async () => {
  await company.close()
  await demo.close()
})

const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})
async function through(server: { url: string }, rewrite: Rewrite): Promise<string> {
  const proxy = await startTestProxy(server.url, rewrite)
  opened.push(proxy)
  return proxy.url
}

/** The statuses of the pages that tell links, and whether any told one. */
async function look(url: string, headers: Record<string, string> = {}) {
  const answers = await Promise.all(
    ['/mail', '/mail/', '/mail/api/messages', '/mail/api/messages?to=anna@example.com&key='].map((path) =>
      fetch(url + path, { headers }),
    ),
  )
  const told = (await Promise.all(answers.map((answer) => answer.text()))).join('')
  return { statuses: [...new Set(answers.map(({ status }) => status))], told: /token_hash|anna@/.test(told) }
}
const shut = { statuses: [403], told: false }

const proxies: [string, Rewrite][] = [
  ['passes Host', sameHost],
  ['sets Host to its upstream', upstreamHost],
  ['passes Host: localhost', (headers) => ({ ...headers, host: 'localhost' })],
  ['says whom it forwards', recommended],
]

describe('a company’s mail holds links that give an account', () => {
  test.each(proxies)('through a proxy that %s nobody reads it', async (_, rewrite) => {
    expect(await look(await through(company, rewrite))).toEqual(shut)
    expect(await look(await through(company, rewrite), { host: 'localhost', cookie: 'signwright-mail=' })).toEqual(shut)
  })

  test('on the machine itself it asks for the key too: a proxy need not say that it is one', async () =>
    expect(await look(company.url)).toEqual(shut))

  test('the key that was printed opens it, is taken out of the address, and is kept for the pages', async () => {
    const proxy = await through(company, recommended)
    const answer = await fetch(`${proxy}/mail?key=${company.mailKey}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mail'])
    const kept = answer.headers.get('set-cookie') ?? ''
    expect(kept).toMatch(/; Path=\/mail; HttpOnly; SameSite=Strict$/)
    const [cookie = ''] = kept.split(';')
    expect(await look(proxy, { cookie })).toEqual({ statuses: [200], told: true })
    expect(await look(proxy, { cookie: `${cookie}x` })).toEqual(shut)
    expect((await fetch(`${proxy}/mail?key=guess`)).status).toBe(403)
  })
})

describe('the demo company’s mailbox', () => {
  // A plain proxy (`proxy_pass` and no more) connects from this machine, names its upstream and adds no header at all.
  test.each(proxies)('is shut as well, through a proxy that %s', async (_, rewrite) =>
    expect(await look(await through(demo, rewrite))).toEqual(shut),
  )

  test('is shut on the machine itself, and opens with the key', async () => {
    expect(await look(demo.url)).toEqual(shut)
    const answer = await fetch(`${demo.url}/mail/api/messages?key=${demo.mailKey}`)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('anna@example.com')])
  })
})

test('where a service takes the mails there is no mailbox', async () => {
  const server = await startTestServer({ engine: company.engine, keepsMail: false })
  opened.push({ close: server.stop })
  expect(await look(server.url)).toEqual({ statuses: [404], told: false })
  expect((await fetch(`${server.url}/mail?key=${server.mailKey}`)).status).toBe(404)
})
