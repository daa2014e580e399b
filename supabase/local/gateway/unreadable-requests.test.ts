import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerUnreadable } from './unreadable-requests.ts'

const http = createServer((_request, response) => void response.end('read'))

beforeAll(async () => {
  answerUnreadable(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
})
afterAll(() => void http.close())

/** All bytes that the server answers until it closes the connection. */
async function said(bytes: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1')
  socket.write(bytes)
  const heard: string[] = []
  socket.setEncoding('utf8').on('data', (part: string) => void heard.push(part))
  await once(socket, 'close')
  return heard.join('')
}

const port = () => addressOf(http.address()).port

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address
}

test('an address that is longer than a server reads is refused in words', async () => {
  const answer = await fetch(`http://127.0.0.1:${port()}/storage/v1/object/${'x'.repeat(20_000)}`)
  expect([answer.status, await answer.json()]).toEqual([
    431,
    {
      code: 'unreadable_request',
      message: 'The address of this request and its headers are longer than 16 kB.',
      details: null,
      hint: null,
    },
  ])
})

test('bytes that are no request are refused in words, and the next caller is served', async () => {
  const answer = await said('this is no request\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(answer).toContain('"message":"This is not a request that can be read."')
  expect(await (await fetch(`http://127.0.0.1:${port()}/`)).text()).toBe('read')
})
