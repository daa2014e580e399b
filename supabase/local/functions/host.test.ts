import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Mail } from '../contracts.ts'
import { serveForTest } from '../storage/testing.ts'
import { createFunctionsHost } from './host.ts'

const keys = { publishableKey: 'publishable', secretKey: 'secret', jwtSecret: 'not for functions' }
const userId = '5d0a3b1c-8f5e-4a53-9a3c-2f6f6b9a8d11'
const callers = new Map<string, Caller>([
  ['anna', { role: 'authenticated', userId, claims: { sub: userId, role: 'authenticated' } }],
  ['secret', { role: 'service_role', userId: null, claims: null }],
])

const sources = {
  echo: `Deno.serve(async (request) => Response.json(
    { method: request.method, authorization: request.headers.get('authorization'), body: await request.text() },
    { status: 201, headers: { 'x-echo': 'yes' } }))`,
  environment: `Deno.serve(() => Response.json({ all: Deno.env.toObject(), one: Deno.env.get('MAPS_KEY') }))`,
  counter: `let calls: number = 0; Deno.serve(() => Response.json({ calls: ++calls }))`,
  throws: `Deno.serve(() => { throw new Error('as expected by a test') })`,
  exits: `Deno.serve(() => process.exit(1))`,
  detached: `Deno.serve(() => { setTimeout(() => { throw new Error('as expected by a test') }); return new Promise(() => {}) })`,
  loops: `Deno.serve(async (request) => { if (await request.text()) for (;;); return new Response('awake') })`,
  broken: `this is not a function`,
  open: `Deno.serve((request) => new Response(request.method))`,
  off: `Deno.serve(() => new Response('never'))`,
  mails: `Deno.serve(async (request) => {
    const headers = { authorization: 'Bearer ' + Deno.env.get('MAIL_API_KEY'), 'content-type': 'application/json' }
    const sent = await fetch(Deno.env.get('MAIL_API_URL')!, { method: 'POST', headers, body: await request.text() })
    const stranger = await fetch(Deno.env.get('MAIL_API_URL')!, { method: 'POST', headers: {}, body: '{}' })
    return Response.json({ url: Deno.env.get('MAIL_API_URL'), sent: sent.status, stranger: stranger.status })
  })`,
}

let directory: string
let url: string
let stop: () => Promise<void>
const mails: Mail[] = []

const call = (name: string, init: RequestInit = {}, token = 'anna') =>
  fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
  })
const outcome = async (answer: Promise<Response>) => {
  const { status, body } = await answer.then(async (response) => ({
    status: response.status,
    body: await response.json(),
  }))
  return [status, body.code]
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'functions-'))
  const functionsDirectory = join(directory, 'functions')
  for (const [name, source] of Object.entries({ ...sources, _shared: sources.echo })) {
    await mkdir(join(functionsDirectory, name), { recursive: true })
    await writeFile(join(functionsDirectory, name, 'index.ts'), source)
  }
  await writeFile(
    join(directory, 'config.toml'),
    '[functions.open]\nverify_jwt = false # everybody\n[functions.off]\nenabled = false\n',
  )
  const host = createFunctionsHost({
    keys,
    url: () => 'http://backend.test',
    mailer: { send: async (mail) => void mails.push(mail) },
    functionsDirectory,
    environment: () => ({ MAPS_KEY: 'a map', UNSET: undefined }),
    timeLimit: 1500,
  })
  const server = await serveForTest(host, callers)
  url = server.url
  stop = async () => {
    await server.close()
    await host.close?.()
  }
})

afterAll(async () => {
  await stop()
  await rm(directory, { recursive: true, force: true })
})

describe('a function', () => {
  test('answers the unmodified client with its own status, headers and body', async () => {
    const client = createClient(url, keys.publishableKey, { accessToken: async () => 'anna' })
    const { data, error, response } = await client.functions.invoke('echo', { body: { text: 'Größe' } })
    expect(error).toBeNull()
    expect(data).toEqual({ method: 'POST', authorization: 'Bearer anna', body: '{"text":"Größe"}' })
    expect([response?.status, response?.headers.get('x-echo')]).toEqual([201, 'yes'])
  })

  test('stays warm between calls', async () => {
    const answers = [await (await call('counter')).json(), await (await call('counter')).json()]
    expect(answers).toEqual([{ calls: 1 }, { calls: 2 }])
  })

  test('sees its secrets and what Supabase sets, and nothing of the process around it', async () => {
    const { all, one } = await (await call('environment')).json()
    expect(one).toBe('a map')
    expect(all).toEqual({
      MAPS_KEY: 'a map',
      SUPABASE_URL: 'http://backend.test',
      SUPABASE_ANON_KEY: 'publishable',
      SUPABASE_SERVICE_ROLE_KEY: 'secret',
      MAIL_API_URL: expect.any(String),
      MAIL_API_KEY: expect.any(String),
      MAIL_FROM: expect.any(String),
    })
  })

  test('sends mail over a loopback address that takes nothing without its key', async () => {
    const mail = { to: 'a@b.test', subject: 'Hello', text: 'text', html: '<p>text</p>' }
    const answer = await (await call('mails', { body: JSON.stringify({ from: 'x@y.test', ...mail }) })).json()
    expect(answer).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//), sent: 200, stranger: 401 })
    expect(mails).toEqual([mail])
  })

  test('that throws, exits, fails beside its request or does not load hurts nobody else', async () => {
    expect((await call('throws')).status).toBe(500)
    expect(await outcome(call('exits'))).toEqual([500, 'WORKER_ERROR'])
    expect(await outcome(call('detached'))).toEqual([500, 'WORKER_ERROR'])
    expect(await outcome(call('broken'))).toEqual([503, 'BOOT_ERROR'])
    expect((await call('echo')).status).toBe(201)
    expect((await call('throws')).status).toBe(500)
  })

  test('that never ends is ended, and can be called again', async () => {
    expect(await outcome(call('loops', { body: '"for ever"' }))).toEqual([504, 'IDLE_TIMEOUT'])
    expect(await (await call('loops')).text()).toBe('awake')
  })
})

describe('the host', () => {
  test.each(['nothing', '_shared', 'off', '..%2fecho', '../echo', '%2e%2e/echo', 'Echo', 'echo.ts', '__proto__', ''])(
    'knows no function %j',
    async (name) => {
      expect((await call(name)).status).toBe(404)
    },
  )

  test('lets nobody without a token in, unless the configuration says so', async () => {
    expect(await outcome(call('echo', {}, 'nobody'))).toEqual([401, 'UNAUTHORIZED_NO_AUTH_HEADER'])
    expect((await call('echo', {}, 'secret')).status).toBe(201)
    expect((await call('open', {}, 'nobody')).status).toBe(200)
  })

  test('asks the function itself about a preflight', async () => {
    const answer = await call('open', { method: 'OPTIONS' }, 'nobody')
    expect(await answer.text()).toBe('OPTIONS')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('refuses a body of type %s', async (type) => {
    const answer = call('echo', { body: '{}', headers: { 'content-type': type } })
    expect(await outcome(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test('takes a body of 1 MiB and not one byte more', async () => {
    const mebibyte = 1024 * 1024
    expect((await call('echo', { body: 'x'.repeat(mebibyte) })).status).toBe(201)
    expect(await outcome(call('echo', { body: 'x'.repeat(mebibyte + 1) }))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const chunked = new Blob(['x'.repeat(mebibyte + 1)]).stream()
    const init: RequestInit & { duplex: 'half' } = { body: chunked, duplex: 'half' }
    expect(await outcome(call('echo', init))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
