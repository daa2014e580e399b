import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { denoSettings, findDeno } from '../../../scripts/deno.ts'
import { browserOf, newPerson } from '../../../tests/faults/people.ts'
import { readPdf } from '../../../src/documents/pdf/testing.ts'
import { sentQuotation } from '../testing/sent-quotation.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

// The functions run on Supabase under Deno, and here too, unchanged. Without a Deno these tests give the reason and are
// skipped: then only the embedded host runs the functions.

const functions = fileURLToPath(new URL('../../functions/', import.meta.url))
const names = readdirSync(functions, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(functions, entry.name, 'index.ts')))
  .map(({ name }) => name)

const importMap = z
  .object({ imports: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(functions, 'deno.json'), 'utf8')))

function foundDeno(): string | null {
  try {
    return findDeno(Object.values(importMap.imports))
  } catch (reason) {
    process.stdout.write(`SKIPPED under Deno: ${reason instanceof Error ? reason.message : String(reason)}\n`)
    return null
  }
}

const deno = foundDeno()
const config = ['--no-lock', '--config', join(functions, 'deno.json')]
const entry = (name: string) => join(functions, name, 'index.ts')

let backend: TestServer
let mailService: Server
let quotation: Awaited<ReturnType<typeof sentQuotation>>
const mails: unknown[] = []
const mailSchema = z.object({
  mail: z.object({ subject: z.string(), attachments: z.array(z.object({ content: z.string() })) }),
})
const running = new Map<string, { url: string; process: ChildProcess }>()

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port')
  return address.port
}

async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await portOf(probe)
  await new Promise((closed) => probe.close(closed))
  return port
}

async function startUnderDeno(name: string, mailUrl: string): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(deno ?? '', ['run', ...config, '--allow-net', '--allow-env', '--allow-read', entry(name)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...denoSettings,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      SUPABASE_URL: backend.url,
      SUPABASE_ANON_KEY: backend.keys.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: backend.keys.secretKey,
      MAIL_API_URL: mailUrl,
      MAIL_API_KEY: 'mail-key',
      MAIL_FROM: 'Signwright <noreply@company.test>',
      MAPS_STREET_VIEW_KEY: 'maps-key',
      SITE_URL: 'https://office.company.test',
    },
  })
  running.set(name, { url, process: child })
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${name} did not start`)
    if (await fetch(url, { method: 'OPTIONS' }).catch(() => null)) return
    await pause(100)
  }
  throw new Error(`${name} does not answer`)
}

async function call(name: string, token: string | null, body: unknown): Promise<[number, unknown]> {
  const answer = await fetch(running.get(name)?.url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return [answer.status, await answer.json()]
}

async function signedIn(role: 'sales' | 'pending'): Promise<{ id: string; email: string; token: string }> {
  const person = await newPerson(backend, role)
  const { data } = await (await browserOf(backend, person)).auth.getSession()
  return { ...person, token: data.session?.access_token ?? '' }
}

describe.skipIf(!deno)('under Deno', () => {
  beforeAll(async () => {
    backend = await startTestServer()
    quotation = await sentQuotation(backend.engine)
    mailService = createServer(async (request, response) => {
      mails.push({ key: request.headers.authorization, mail: await json(request) })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    const mailUrl = `http://127.0.0.1:${await portOf(mailService)}/emails`
    for (const name of names) await startUnderDeno(name, mailUrl)
  }, 180_000)
  afterAll(async () => {
    for (const { process: child } of running.values()) child.kill()
    await new Promise((closed) => mailService.close(closed))
    await backend.close()
  })

  test('every function passes the type check with the import map that Supabase is given', () => {
    execFileSync(deno ?? '', ['check', ...config, ...names.map(entry)], {
      stdio: 'pipe',
      timeout: 120_000,
      env: { ...process.env, ...denoSettings },
    })
  }, 120_000)

  test('T17: get-secret gives staff the maps key, and nobody anything else', async () => {
    const [sales, pending] = [await signedIn('sales'), await signedIn('pending')]
    const refused = [403, { error: 'You may not do this.', code: 'forbidden' }]
    expect(await call('get-secret', sales.token, { secretName: 'maps_street_view' })).toEqual([
      200,
      { secret: 'maps-key' },
    ])
    for (const secretName of ['SUPABASE_SERVICE_ROLE_KEY', '__proto__', 'constructor', '', null, ['maps_street_view']])
      expect(await call('get-secret', sales.token, { secretName })).toEqual(refused)
    expect(await call('get-secret', pending.token, { secretName: 'maps_street_view' })).toEqual(refused)
    expect((await call('get-secret', null, { secretName: 'maps_street_view' }))[0]).toBe(401)
  })

  test('T18: send-verification-email writes to the address of the account alone, once a minute', async () => {
    const person = await signedIn('pending')
    const body = { userEmail: 'victim@elsewhere.test', userName: '<b>Ann</b>', userId: person.id }
    expect(await call('send-verification-email', person.token, body)).toEqual([200, { sent: true }])
    expect((await call('send-verification-email', person.token, body))[0]).toBe(429)
    expect((await call('send-verification-email', (await signedIn('sales')).token, body))[0]).toBe(403)
    expect(mails).toEqual([
      {
        key: 'Bearer mail-key',
        mail: expect.objectContaining({
          to: person.email,
          html: expect.stringContaining('Hello &lt;b&gt;Ann&lt;/b&gt;,'),
        }),
      },
    ])
  })

  test('spec 2 §7: T19: improve-grammar corrects offline, keeps tags, and answers twenty calls a minute', async () => {
    const { token } = await signedIn('sales')
    expect(await call('improve-grammar', token, { text: '<p>Teh <b>sign</b>, please sned it.</p>' })).toEqual([
      200,
      { improvedText: '<p>The <b>sign</b>, please send it.</p>', note: 'offline grammar checker' },
    ])
    expect((await call('improve-grammar', token, { text: 'x'.repeat(20 * 1024 + 1) }))[0]).toBe(413)
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await call('improve-grammar', token, { text: 'teh' }))[0]),
    )
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 19 }, () => 200), 429])
  })

  test('document-pdf draws a quotation for the holder of its link', async () => {
    const { uuid, number } = quotation
    const answer = await fetch(running.get('document-pdf')?.url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'quotation', uuid }),
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const words = readPdf(new Uint8Array(await answer.arrayBuffer())).pages.flat()
    expect(words).toEqual(expect.arrayContaining([number, 'Għadira Hotels', '€1,453.45', '€726.73']))
  })

  test('send-mail hands a quotation that is due to the mail service with its PDF, once', async () => {
    await backend.engine.exec(
      `select private.queue_mail('quotation', '{ann@client.example}', 'quotation', '${quotation.id}', 'under deno')`,
    )
    expect((await call('send-mail', backend.keys.publishableKey, {}))[0]).toBe(403)
    expect(await call('send-mail', backend.keys.secretKey, {})).toEqual([200, { sent: 1, failed: 0 }])
    expect(await call('send-mail', backend.keys.secretKey, {})).toEqual([200, { sent: 0, failed: 0 }])
    const sent = mailSchema.parse(mails.at(-1)).mail
    expect(sent.subject).toContain(quotation.number)
    const pdf = readPdf(Buffer.from(sent.attachments[0]?.content ?? '', 'base64'))
    expect(pdf.pages.flat()).toEqual(expect.arrayContaining([quotation.number, '€1,453.45']))
  })

  test('quotation-pictures signs nothing for a quotation without pictures, and nothing for a wrong link', async () => {
    const ask = (uuid: string) => call('quotation-pictures', null, { uuid, visit: 'visit' })
    expect(await ask(quotation.uuid)).toEqual([200, { files: {} }])
    expect((await ask('00000000-0000-4000-8000-00000000dead'))[0]).toBe(404)
  })

  test('sweep-files obeys the service key alone', async () => {
    expect((await call('sweep-files', (await signedIn('sales')).token, {}))[0]).toBe(403)
    expect(await call('sweep-files', backend.keys.secretKey, {})).toEqual([200, { removed: 0 }])
  })
})
