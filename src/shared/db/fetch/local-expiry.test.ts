import { expect, test } from 'vitest'
import { withLocalExpiry } from './local-expiry'

const session = { access_token: 'a', refresh_token: 'r', expires_in: 3600, user: { id: 'petra' } }
const answering = (body: unknown, status = 200) => withLocalExpiry(async () => Response.json(body, { status }))

test('a new session does not say when it ends by the clock of the server', async () => {
  const send = answering({ ...session, expires_at: 1_800_000_000 })
  for (const path of ['token?grant_type=password', 'signup', 'verify']) {
    const answer = await send(`http://here/auth/v1/${path}`)
    expect([answer.status, await answer.json()]).toEqual([200, session])
  }
})

test('everything else is passed on as it is', async () => {
  const told = { expires_at: 1_800_000_000, expires_in: 3600 }
  expect(await (await answering(told)('http://here/rest/v1/rpc/token')).json()).toEqual(told)
  expect(await (await answering(told, 400)('http://here/auth/v1/token')).json()).toEqual(told)
  expect(await (await answering({ id: 'petra' })('http://here/auth/v1/signup')).json()).toEqual({ id: 'petra' })
  const page = withLocalExpiry(async () => new Response('<html>'))
  expect(await (await page('http://here/auth/v1/token')).text()).toBe('<html>')
})
