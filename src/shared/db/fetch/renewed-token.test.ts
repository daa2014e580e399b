import { expect, test } from 'vitest'
import { withRenewal } from './renewed-token'

/** A server that takes only the token `new`, and a browser whose session holds `stored`. */
function start({ stored = 'old', renewed = 'new' }: { stored?: string | null; renewed?: string | null } = {}) {
  const asked: string[] = []
  let session = stored
  let renewals = 0
  const send = withRenewal(
    async (input, init) => {
      const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? null
      asked.push(`${String(input)} ${token}`)
      return new Response(null, { status: token === 'new' ? 200 : 401 })
    },
    {
      current: async () => session,
      renew: async () => {
        renewals += 1
        await new Promise((resolve) => setTimeout(resolve))
        session = renewed
        return renewed
      },
    },
  )
  const get = (path: string, token = 'old') => send(path, { headers: { authorization: `Bearer ${token}` } })
  return { get, asked, renewals: () => renewals }
}

test('ten requests with an expired token renew it once and are all answered', async () => {
  const { get, renewals } = start()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, place) => get(`/rest/v1/${place}`)))
  expect({ statuses: new Set(answers.map(({ status }) => status)), renewals: renewals() }).toEqual({
    statuses: new Set([200]),
    renewals: 1,
  })
})

test('a token that another tab has renewed already is used', async () => {
  const { get, asked, renewals } = start({ stored: 'new' })
  expect((await get('/rest/v1/tasks')).status).toBe(200)
  expect({ asked, renewals: renewals() }).toEqual({ asked: ['/rest/v1/tasks old', '/rest/v1/tasks new'], renewals: 0 })
})

test('a session that cannot be renewed gets its refusal', async () => {
  const { get, asked } = start({ renewed: null })
  expect((await get('/rest/v1/tasks')).status).toBe(401)
  expect(asked).toEqual(['/rest/v1/tasks old'])
})

test('a new token that is refused too is not renewed again and again', async () => {
  const { get, asked, renewals } = start({ renewed: 'still wrong' })
  expect((await get('/rest/v1/tasks')).status).toBe(401)
  expect([asked.length, renewals()]).toEqual([2, 1])
})

test('a visitor, and the auth service, are answered as they are', async () => {
  const visitor = start({ stored: null })
  expect((await visitor.get('/rest/v1/tasks', 'publishable key')).status).toBe(401)
  const { get, renewals } = start()
  expect((await get('/auth/v1/user')).status).toBe(401)
  expect([visitor.asked.length, visitor.renewals(), renewals()]).toEqual([1, 0, 0])
})
