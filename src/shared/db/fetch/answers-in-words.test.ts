import { describe, expect, test, vi } from 'vitest'
import { withWords } from './answers-in-words'

type Given = { status: number; type?: string; body?: string; headers?: Record<string, string> }

/** Sends one request through `withWords` against this answer and returns the status, body and wait that the app sees. */
async function heard({ status, type, body, headers }: Given, method = 'POST', path = 'rest/v1/tasks') {
  const answer = new Response(body ?? null, {
    status,
    headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
  })
  const send = withWords(async () => answer)
  const got = await send(`http://here/${path}`, { method })
  return { status: got.status, body: await got.text(), wait: got.headers.get('retry-after') }
}
const sentence = (message: string) => JSON.stringify({ message, code: '', details: null, hint: null })
const page = '<html><body><h1>Bad gateway</h1></body></html>'
const down = sentence('The server cannot be reached just now. Please try again in a moment.')

describe('what people are told', () => {
  test.each<[string, Given, string]>([
    ['the page of a proxy', { status: 502, type: 'text/html', body: page }, down],
    ['nothing at all', { status: 503 }, down],
    ['half an error', { status: 504, type: 'application/json', body: '{"mess' }, down],
    [
      'a wish to wait',
      { status: 429, headers: { 'retry-after': '7' } },
      sentence('The server is busy. Please try again in a moment.'),
    ],
    ['a bare refusal', { status: 403 }, sentence('The server refused this without saying why.')],
  ])('of %s is a sentence', async (_name, given, body) => {
    const wait = given.headers?.['retry-after'] ?? null
    for (const method of ['GET', 'POST'])
      expect(await heard(given, method)).toEqual({ status: given.status, body, wait })
  })

  test('of a hotel that answers everything is that it wants them to sign in', async () => {
    const body = sentence('This network answered instead of the server. It may want you to sign in first.')
    const given = { status: 200, type: 'text/html; charset=utf-8', body: page }
    expect(await heard(given, 'GET')).toEqual({ status: 502, body, wait: null })
    expect(await heard(given)).toEqual({ status: 502, body, wait: null })
  })

  test('of half an answer to what they saved is that it broke off', async () => {
    const body = sentence('The answer of the server broke off. Please try again.')
    expect(await heard({ status: 201, type: 'application/json', body: '[{"id":' })).toEqual({
      status: 502,
      body,
      wait: null,
    })
  })
})

test('what the database says comes as it is', async () => {
  const refusal = { status: 409, type: 'application/json', body: '{"code":"23505","message":"This is there already."}' }
  expect(await heard(refusal)).toEqual({ status: 409, body: refusal.body, wait: null })
  const rows = { status: 200, type: 'application/json', body: '[{"id":1}]' }
  expect(await heard(rows)).toEqual({ status: 200, body: rows.body, wait: null })
  expect(await heard({ status: 201 })).toEqual({ status: 201, body: '', wait: null })
  expect(await heard({ status: 204 })).toEqual({ status: 204, body: '', wait: null })
  expect(await heard({ status: 500 }, 'HEAD')).toEqual({ status: 500, body: '', wait: null })
})

test('a write that is answered without a body succeeds, although the browser gives it an empty one', async () => {
  const done = new Response(null, { status: 204, headers: { 'content-type': 'application/json; charset=utf-8' } })
  Object.defineProperty(done, 'body', { value: new Blob([]).stream() })
  const send = withWords(async () => done)
  expect((await send('http://here/rest/v1/notifications?id=eq.1', { method: 'PATCH' })).status).toBe(204)
})

test('files and sessions are none of its business', async () => {
  const given = { status: 502, type: 'text/html', body: page }
  expect((await heard(given, 'GET', 'storage/v1/object/a.pdf')).body).toBe(page)
  expect((await heard(given, 'POST', 'auth/v1/token')).body).toBe(page)
})

test('the sentence for a refusal by PostgreSQL itself is there when the refusal arrives', async () => {
  vi.resetModules()
  const fresh = await import('./answers-in-words')
  const { refusalWords } = await import('../../domain/records/refusal-words')
  const message = 'new row for relation "tasks" violates check constraint "tasks_title_length"'
  expect(refusalWords('23514', message)).toBe('This could not be done (23514).')
  const refused = () => Response.json({ code: '23514', message }, { status: 400 })
  await fresh.withWords(async () => refused())('http://here/rest/v1/tasks', { method: 'POST' })
  expect(refusalWords('23514', message)).toBe('Title is empty or too long.')
})
