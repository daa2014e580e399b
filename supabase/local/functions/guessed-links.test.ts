import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserOf, newPerson } from '../../../tests/faults/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let backend: TestServer
beforeAll(async () => {
  backend = await startTestServer()
})
afterAll(() => backend.close())
beforeEach(() => backend.engine.query('delete from private.function_calls'))

async function call(name: string, body: unknown, token?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${backend.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: backend.keys.publishableKey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Every function that opens something by a link, with its request. */
const byLink: Record<string, (uuid: string) => unknown> = {
  'document-pdf': (uuid) => ({ kind: 'quotation', uuid }),
  'mockup-files': (uuid) => ({ uuid }),
  'quotation-pictures': (uuid) => ({ uuid, visit: 'guess' }),
}

describe.each(Object.entries(byLink))('T6: links that are made up, asked of %s,', (name, body) => {
  test('are looked up 240 times a minute for one network, whatever address it says it has', async () => {
    const guess = (nth: number) =>
      call(name, body(randomUUID()), undefined, {
        'cf-connecting-ip': `203.0.113.${nth}`,
        'x-forwarded-for': `198.51.100.${nth}`,
      })
    expect(await guess(1)).toBe(404)
    // Those in between are written down as the first was.
    await backend.engine.query(`insert into private.function_calls (caller, name, called_at)
      select caller, name, clock_timestamp() from private.function_calls, generate_series(1, 238)`)
    expect([await guess(2), await guess(3), await guess(4)]).toEqual([404, 429, 429])
  })
})

test('whether the bank can be reached is told to staff alone', async () => {
  const tokenOf = async (role: 'client' | 'pending' | 'sales') => {
    const { data } = await (await browserOf(backend, await newPerson(backend, role))).auth.getSession()
    return data.session?.access_token ?? ''
  }
  const asks = async (token?: string) => call('card-payment', { check: true }, token)
  expect([await asks(), await asks(await tokenOf('pending')), await asks(await tokenOf('client'))]).toEqual([
    401, 403, 403,
  ])
  expect(await asks(await tokenOf('sales'))).toBe(200)
})
