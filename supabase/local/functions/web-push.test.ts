import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, newPerson } from '../../../tests/faults/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** A push service of the browser, and what it received. `answers` is its next status. */
const received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
let answers = 201
const service = createServer(async (request, response) => {
  received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
  response.writeHead(answers).end()
})

let backend: TestServer
let host = ''
beforeAll(async () => {
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  const address = service.address()
  host = typeof address === 'object' && address ? `127.0.0.1:${address.port}` : ''
  backend = await startTestServer({ functionSecrets: { PUSH_SERVICES: host } })
})
afterAll(async () => {
  await backend.close()
  service.close()
})

const call = async (key: string, body: object = {}) => {
  const answer = await fetch(`${backend.url}/functions/v1/web-push`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      apikey: backend.keys.publishableKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return [answer.status, await answer.json()]
}

/** A browser's side of a subscription: it alone can read what is sent to it (RFC 8291). */
function newBrowser() {
  const keys = createECDH('prime256v1')
  const own = keys.generateKeys()
  const auth = randomBytes(16)
  const expand = (salt: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', from, salt, info, length))
  return {
    p256dh: own.toString('base64url'),
    auth: auth.toString('base64url'),
    read: (body: Buffer): unknown => {
      const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
      const theirs = body.subarray(21, 21 + length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
      const secret = expand(auth, keys.computeSecret(theirs), info, 32)
      const key = expand(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = expand(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
      const sealed = body.subarray(21 + length)
      const open = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]).toString()
      return JSON.parse(text.slice(0, text.lastIndexOf('}') + 1))
    },
  }
}

test('a notice is sent sealed to the device of its reader, once; a device that is gone is forgotten', async () => {
  const person = await newPerson(backend, 'sales')
  const signedIn = await browserOf(backend, person)
  const { data: session } = await signedIn.auth.getSession()
  const token = session.session?.access_token ?? ''
  const [status, { key }] = await call(token)
  expect([status, Buffer.from(key, 'base64url').length]).toEqual([200, 65])
  expect(await call(token)).toEqual([200, { key }])
  expect((await call('no key'))[0]).toBe(401)

  const browser = newBrowser()
  const keep = (endpoint: string) =>
    signedIn.rpc('keep_push_device', {
      p_endpoint: endpoint,
      p_p256dh: browser.p256dh,
      p_auth: browser.auth,
      p_name: 'Phone',
    })
  await keep(`http://${host}/ann`).throwOnError()
  const tell = async (title: string) => {
    await backend.engine.query(
      `insert into public.notifications (user_id, type, title) values ('${person.id}', 'task_assigned', '${title}')`,
    )
    await backend.engine.query('update private.push_queue set due_at = now()')
  }
  await tell('Letters')
  expect(await call(backend.keys.secretKey)).toEqual([200, { told: 1, failed: 0 }])
  expect(await call(backend.keys.secretKey)).toEqual([200, { told: 0, failed: 0 }])
  const [message, ...others] = received.splice(0)
  expect([others, message?.path]).toEqual([[], '/ann'])
  expect(message?.headers.authorization).toMatch(new RegExp(`^vapid t=[^,]+, k=${key}$`))
  expect(message?.body.includes('Letters')).toBe(false)
  expect(browser.read(message?.body ?? Buffer.alloc(0))).toMatchObject({ title: 'Letters' })

  answers = 410
  await tell('Nobody is there')
  await call(backend.keys.secretKey)
  const left = async () => (await backend.engine.query('select name from public.push_devices')).rows
  expect(await left()).toEqual([])

  // An address that is no push service is asked nothing.
  received.splice(0)
  await keep('http://127.0.0.1:1/inside').throwOnError()
  await tell('Inside')
  await call(backend.keys.secretKey)
  expect([await left(), received]).toEqual([[], []])
}, 60_000)
