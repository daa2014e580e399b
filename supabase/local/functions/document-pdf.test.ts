import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../../src/documents/pdf/testing.ts'
import { browserOf, newPerson } from '../../../tests/faults/people.ts'
import type { Service } from '../contracts.ts'
import { verifyToken } from '../gateway/identify.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { sentQuotation } from '../testing/sent-quotation.ts'
import { createFunctionsHost } from './host.ts'

let backend: TestServer
let functions: Service
const quotation = { id: '', uuid: '', number: '' }

beforeAll(async () => {
  backend = await startTestServer()
  functions = createFunctionsHost({
    keys: backend.keys,
    url: () => backend.url,
    mailer: { send: async () => {} },
    functionsDirectory: fileURLToPath(new URL('../../functions/', import.meta.url)),
    environment: () => ({}),
    timeLimit: 60_000,
  })
  Object.assign(quotation, await sentQuotation(backend.engine))
})
afterAll(async () => {
  await functions.close?.()
  await backend.close()
})

async function asked(body: unknown, token: string | null = null) {
  const request = new Request(`${backend.url}/functions/v1/document-pdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const caller = token ? await verifyToken(token, backend.keys) : null
  const answer = await functions.handle(request, {
    caller: caller ?? { role: 'anon', userId: null, claims: null },
    ip: '127.0.0.1',
  })
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

const tokenOf = async (role: 'sales' | 'pending' | 'client') => {
  const { data } = await (await browserOf(backend, await newPerson(backend, role))).auth.getSession()
  return data.session?.access_token ?? ''
}

const words = () => [
  quotation.number,
  'Għadira Hotels',
  '854.25',
  '219.99',
  '157.50',
  '€1,231.74',
  '€221.71',
  '€1,453.45',
  '€726.72',
  '€726.73',
]

test('staff who may view quotations get one as PDF by its id', async () => {
  const { status, headers, bytes } = await asked({ kind: 'quotation', id: quotation.id }, await tokenOf('sales'))
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${quotation.number}.pdf"`)
  expect(readPdf(bytes).pages.flat()).toEqual(expect.arrayContaining(words()))
})

test('the holder of its link gets the same words without signing in', async () => {
  const { status, bytes } = await asked({ kind: 'quotation', uuid: quotation.uuid, visit: 'visit', size: 'LETTER' })
  expect(status).toBe(200)
  expect(readPdf(bytes).pages.flat()).toEqual(expect.arrayContaining(words()))
})

test('to everybody else it does not exist', async () => {
  const id = { kind: 'quotation', id: quotation.id }
  expect((await asked(id)).status).toBe(401)
  for (const role of ['pending', 'client'] as const) expect((await asked(id, await tokenOf(role))).status).toBe(404)
  expect((await asked({ kind: 'quotation', uuid: quotation.id })).status).toBe(404)
  expect((await asked({ kind: 'quotation', id: quotation.uuid }, await tokenOf('sales'))).status).toBe(404)
})

test.each([
  {},
  null,
  { kind: 'quotation' },
  { kind: 'quotation', id: 'x' },
  { kind: 'secret', id: '00000000-0000-4000-8000-000000000001' },
])('a body of %j is refused in words', async (body) => {
  const { status, bytes } = await asked(body)
  expect([status, JSON.parse(new TextDecoder().decode(bytes))]).toEqual([
    400,
    { code: 'invalid_body', error: 'Please name the kind of document and its id or link.' },
  ])
})

test('one link is drawn thirty times a minute, whoever asks', async () => {
  const { uuid } = await sentQuotation(backend.engine)
  const statuses: number[] = []
  for (let calls = 0; calls < 31; calls += 1) statuses.push((await asked({ kind: 'quotation', uuid })).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429])
})
