import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { authCallbackMachine, type AuthCallbackInput } from './auth-callback.machine'

const link = { tokenHash: 'abc', type: 'signup' } as const

function openLink(input: Partial<AuthCallbackInput> = {}, verify = async () => ({ accepted: true })) {
  const clock = new SimulatedClock()
  const calls: unknown[] = []
  const callback = createActor(
    authCallbackMachine.provide({
      actors: {
        verifyLink: fromPromise(async ({ input }) => {
          calls.push(input)
          return verify()
        }),
      },
      actions: { stripAddress: () => calls.push('strip') },
    }),
    { clock, input: { link, signedInAs: null, ...input } },
  ).start()
  return { callback, clock, calls }
}

const byKind = (one: unknown, other: unknown) => (typeof one === 'string' ? -1 : typeof other === 'string' ? 1 : 0)

const finished = (callback: ReturnType<typeof openLink>['callback']) =>
  waitFor(callback, (state) => state.status === 'done')

test('a good link is verified once, and the token leaves the address', async () => {
  const { callback, calls } = openLink()
  expect(callback.getSnapshot().value).toBe('verifying')
  const { value } = await finished(callback)
  expect(value).toBe('confirmed')
  expect(calls.toSorted(byKind)).toEqual(['strip', link])
})

test('a refused link is a failed verification', async () => {
  const { callback } = openLink({}, async () => ({ accepted: false }))
  expect((await finished(callback)).context.failure).toBe('verification_failed')
})

test('an address without a link is invalid and asks nobody', async () => {
  const { callback, calls } = openLink({ link: null, signedInAs: 'maria@signwright.test' })
  expect((await finished(callback)).context.failure).toBe('invalid_callback')
  expect(calls).toEqual(['strip'])
})

test('a server that cannot be asked is an error of processing', async () => {
  const { callback } = openLink({}, () => Promise.reject(new Error('Failed to fetch')))
  expect((await finished(callback)).context.failure).toBe('callback_error')
})

test('a server that never answers is given up after 20 seconds', () => {
  const { callback, clock } = openLink({}, () => new Promise(() => {}))
  clock.increment(19_999)
  expect(callback.getSnapshot().value).toBe('verifying')
  clock.increment(1)
  expect(callback.getSnapshot().context.failure).toBe('callback_error')
})

test('T24: a live session is never replaced without asking', async () => {
  const { callback, calls } = openLink({ signedInAs: 'maria@signwright.test' })
  expect(callback.getSnapshot().value).toBe('asking')
  expect(calls).toEqual(['strip'])
  callback.send({ type: 'link.decline' })
  expect(callback.getSnapshot().value).toBe('declined')
  expect(calls).toEqual(['strip'])
})

test('T24: with consent the link is followed', async () => {
  const { callback, calls } = openLink({ signedInAs: 'maria@signwright.test' })
  callback.send({ type: 'link.follow' })
  callback.send({ type: 'link.follow' })
  expect((await finished(callback)).value).toBe('confirmed')
  expect(calls.toSorted(byKind)).toEqual(['strip', link])
})
