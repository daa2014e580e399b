import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ seed: 'demo' })
})
afterAll(() => server.close())

const headers = () => ({ apikey: server.keys.publishableKey, 'content-type': 'application/json' })

/** A request of node's own: `fetch` would clean up the path before it sends it. */
function send(method: string, path: string, body = ''): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers: headers() }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

test.each(['/rest/v1/../..', '/rest/v1/%2e%2e/%2E%2e', '/auth/v1/..\\..', '/rest/v1/x/../../..'])(
  'T22: %s leads to no part of the library that stands behind no limit',
  async (detour) => {
    for (const part of ['introspect', 'config', 'info', 'ping'])
      expect((await send('GET', `${detour}/_system/${part}`)).status).toBe(404)
    const email = `${Buffer.from(detour).toString('hex')}@example.com`
    const mailed = await Promise.all(
      Array.from({ length: 7 }, (_, each) =>
        send(
          'POST',
          `${detour}/auth/v1/${each % 2 ? 'otp' : 'magiclink'}`,
          JSON.stringify({ email, create_user: false }),
        ),
      ),
    )
    expect(mailed.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(server.mails()).toEqual([])
  },
)

test('T22: the 31st wrong password is refused by whatever path it comes', async () => {
  const guess = (path: string, at: number) =>
    send('POST', path, JSON.stringify({ email: 'maria@example.com', password: `guess ${at}` }))
  const statuses: number[] = []
  for (let at = 0; at < 31; at += 1)
    statuses.push((await guess('/rest/v1/../../auth/v1/token?grant_type=password', at)).status)
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429])
})

test('T22: wrong passwords and wrong links that come all at once are counted as well', async () => {
  const guess = () =>
    send('POST', '/auth/v1/token?grant_type=password', '{"email":"elena@example.com","password":"wrong"}')
  const open = () => send('POST', '/auth/v1/verify', '{"type":"recovery","token_hash":"wrong"}')
  for (const ask of [guess, open]) {
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await ask()).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  }
})

test('T6: public documents are counted however their name is spelt', async () => {
  const spellings = [
    'get_public_quotation',
    '%67et_public_quotation',
    'get%5Fpublic_quotation',
    'ge%74_public_quotation',
  ]
  const ask = (at: number) =>
    send('POST', `/rest/v1/rpc/${spellings[at % 4]}`, JSON.stringify({ p_uuid: crypto.randomUUID() }))
  const statuses = await Promise.all(Array.from({ length: 32 }, async (_, at) => (await ask(at)).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  // Briefs, appointments and payments have secret links as well: who guesses goes on nowhere.
  for (const name of ['get_brief', 'get%5Fbooking', 'get_payment_request'])
    expect((await send('POST', `/rest/v1/rpc/${name}`, '{}')).status).toBe(429)
})

const bomb = encodeURIComponent(String.raw`(.+)(.+)(.+)(.+)(.+)(.+)\6\5\4\3\2\1$`)
test.each([
  `setting_value=match.${bomb}`,
  `setting_value=not.imatch.${bomb}`,
  `setting_value=match(any).{${bomb}}`,
  `or=(setting_value.match.${bomb},setting_key.eq.x)`,
  `and=(setting_key.eq."a",setting_value.not.imatch."${bomb}")`,
])('T32: no visitor gives the database a regular expression to think about: %s', async (filter) => {
  const answer = await send('GET', `/rest/v1/website_metadata_settings?select=setting_key&${filter}`)
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    400,
    { message: 'Regular expressions are not part of this server' },
  ])
})

test('a text that looks like one is only a text', async () => {
  const rows = 'website_metadata_settings?select=setting_key'
  for (const filter of [
    'setting_value=eq.a.match.b',
    'or=(setting_value.ilike."%25.match.%25",setting_key.eq."x.imatch.y")',
  ])
    expect(await send('GET', `/rest/v1/${rows}&${filter}`)).toEqual({ status: 200, body: '[]' })
})

test.each([
  ['/rest/v1/rpc/match_contacts', 'p_rows'],
  ['/rest/v1/rpc/import_contacts', 'p_rows'],
  ['/auth/v1/signup', 'data'],
])('lists in lists without end are refused in words at %s', async (path, name) => {
  const nested = `{"${name}":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
  expect(await send('POST', path, nested)).toEqual({
    status: 400,
    body: JSON.stringify({ code: 'body_too_deep', message: 'The request is nested too deeply.' }),
  })
  expect((await send('POST', path, `{"${name}":"${'['.repeat(1000)}\\""}`)).body).not.toContain('body_too_deep')
})

test.each(['token?grant_type=password', 'token?grant_type=refresh_token', 'signup', 'recover', 'resend', 'verify'])(
  'whatever is sent to /auth/v1/%s, it is no fault of the server',
  async (path) => {
    const bodies = [
      ...[
        'null',
        '[]',
        '"x"',
        '{',
        '{}',
        '{"email":null,"password":null}',
        '{"refresh_token":{}}',
        '{"token_hash":["x"]}',
      ],
      ...['{"email":{"$ne":1},"password":["x"]}', String.raw`{"email":"a@b.cc\u0000","password":"x\u0000yyyyyy"}`],
      ...[String.raw`{"email":"\ud800@b.cc","password":"abcdefgh"}`, '{"type":"signup","email":7,"token":true}'],
    ]
    for (const body of bodies) {
      const { status } = await send('POST', `/auth/v1/${path}`, body)
      expect([body, status >= 400 && status < 500]).toEqual([body, true])
    }
  },
)

test('T5: a guess of the planner tells nobody how many rows others have', async () => {
  const session = await send(
    'POST',
    '/auth/v1/token?grant_type=password',
    '{"email":"nadia@example.com","password":"signwright"}',
  )
  const { access_token } = z.object({ access_token: z.string() }).parse(JSON.parse(session.body))
  const ranges = ['planned', 'estimated', 'exact'].map(async (count) => {
    const answer = await fetch(`${server.url}/rest/v1/tasks?select=id`, {
      headers: { ...headers(), authorization: `Bearer ${access_token}`, prefer: `count=${count}` },
    })
    return answer.headers.get('content-range')
  })
  expect(await Promise.all(ranges)).toEqual(['*/0', '*/0', '*/0'])
})

test('T32: related rows are read three levels deep and no further', async () => {
  const nested = (levels: number): string => (levels === 0 ? 'id' : `id,task_comments(id,tasks(${nested(levels - 1)}))`)
  const ask = (select: string) => send('GET', `/rest/v1/tasks?select=${encodeURIComponent(select)}`)
  expect(await ask(nested(2))).toMatchObject({
    status: 400,
    body: expect.stringContaining('Related rows can be asked for 3 levels deep'),
  })
  expect((await ask('id,task_comments(id,tasks(id,task_comments(id)))')).body).not.toContain('levels deep')
  expect((await ask('"id')).status).toBe(400)
})

test('T32: conditions within conditions, and paths into JSON, are read twenty levels deep and no further', async () => {
  const ask = (question: string) => send('GET', `/rest/v1/time_entries?${question}`)
  const within = (levels: number) => `and=(${'not.or('.repeat(levels - 1)}id.is.null${')'.repeat(levels)}`
  const path = (steps: number) => `sessions${'->a'.repeat(steps)}`
  for (const question of [within(20), `select=${path(20)}`, `${path(20)}=is.null`, `order=${path(20)}`])
    expect([question, (await ask(question)).body]).not.toEqual([question, expect.stringMatching(/levels|steps/)])
  expect((await ask(within(21))).body).toContain('Conditions can be 20 levels deep')
  for (const question of [
    `select=${path(21)}`,
    `${path(2000)}=is.null`,
    `order=id,${path(21)}.desc`,
    `or=(${path(21)}.is.null)`,
  ])
    expect(await ask(question)).toMatchObject({
      status: 400,
      body: expect.stringContaining('A path into JSON can have 20 steps'),
    })
})

test.each(['PATCH', 'DELETE'])('a %s without a filter changes nothing', async (method) => {
  const path = '/rest/v1/tasks'
  expect([await send(method, path, '{"title":"x"}')]).toMatchObject([{ status: 400 }])
})

test.each(['TRACE', 'PURGE', 'LINK'])('%s is answered in words', async (method) => {
  expect((await send(method, '/rest/v1/tasks')).status).toBe(405)
})

test('T22: free times are told to one address twenty times in ten seconds, however the name is spelt', async () => {
  const body = JSON.stringify({ p_type: 'site-survey', p_from: new Date().toISOString().slice(0, 10), p_days: 42 })
  const ask = (at: number) => send('POST', `/rest/v1/rpc/${at % 2 === 0 ? 'free_slots' : '%66ree_slots'}`, body)
  const statuses = await Promise.all(Array.from({ length: 60 }, async (_, at) => (await ask(at)).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
})
