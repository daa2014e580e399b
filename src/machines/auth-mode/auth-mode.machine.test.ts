import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { authModeMachine, type AuthModeInput, type SignedIn } from './auth-mode.machine'

type Effects = {
  signIn?: () => Promise<SignedIn>
  signUp?: () => Promise<void>
  requestReset?: () => Promise<void>
  mailLink?: () => Promise<void>
}

const submit = { type: 'form.submit', email: ' Maria@Signwright.test ', password: ' signwright ' } as const
const refusal = (code: string, message = 'refused') => Promise.reject(Object.assign(new Error(message), { code }))

function startAuth(effects: Effects = {}, input: Partial<AuthModeInput> = {}) {
  const clock = new SimulatedClock()
  const calls: unknown[] = []
  const auth = createActor(
    authModeMachine.provide({
      actors: {
        signIn: fromPromise(async ({ input }) => {
          calls.push(['sign in', input])
          return effects.signIn ? effects.signIn() : { hasTemporaryPassword: false }
        }),
        signUp: fromPromise(async ({ input }) => {
          calls.push(['sign up', input])
          await effects.signUp?.()
        }),
        mailLink: fromPromise(async ({ input }) => {
          calls.push(['link', input])
          await effects.mailLink?.()
        }),
        requestReset: fromPromise(async ({ input }) => {
          calls.push(['reset', input])
          await effects.requestReset?.()
        }),
      },
      actions: { welcomeTemporaryPassword: () => calls.push('welcome') },
    }),
    { clock, input: { callbackError: null, passwordWasUpdated: false, ...input } },
  ).start()
  return { auth, clock, calls }
}

const settled = (auth: ReturnType<typeof startAuth>['auth']) => waitFor(auth, (state) => !state.hasTag('busy'))

describe('signing in', () => {
  test('sends e-mail trimmed and lower-cased and password trimmed, and keeps no password', async () => {
    const { auth, calls } = startAuth()
    auth.send(submit)
    await settled(auth)
    expect(calls).toEqual([['sign in', { email: 'maria@signwright.test', password: 'signwright' }]])
    expect(auth.getSnapshot().value).toEqual({ form: { signIn: 'done' }, arrival: 'quiet' })
    expect(auth.getSnapshot().context).toEqual({
      credentials: { email: 'maria@signwright.test', password: '' },
      problem: null,
      notice: null,
      callbackProblem: null,
      signedIn: { hasTemporaryPassword: false },
    })
  })

  test('twenty clicks are one request', async () => {
    const { auth, calls } = startAuth()
    for (let i = 0; i < 20; i += 1) auth.send(submit)
    await settled(auth)
    expect(calls).toHaveLength(1)
  })

  test('a temporary password is greeted once', async () => {
    const { auth, calls } = startAuth({ signIn: async () => ({ hasTemporaryPassword: true }) })
    auth.send(submit)
    await settled(auth)
    expect(calls.filter((call) => call === 'welcome')).toHaveLength(1)
    expect(auth.getSnapshot().context.signedIn).toEqual({ hasTemporaryPassword: true })
  })

  test('a refusal says why, and can be tried again', async () => {
    const { auth, calls } = startAuth({ signIn: () => refusal('invalid_credentials') })
    auth.send(submit)
    await settled(auth)
    expect(auth.getSnapshot().context.problem).toEqual({ text: 'Invalid email or password', detail: null })
    auth.send(submit)
    expect(auth.getSnapshot().context.problem).toBeNull()
    await settled(auth)
    expect(calls).toHaveLength(2)
  })

  test('the mode cannot be switched while a request is under way', () => {
    const { auth } = startAuth({ signIn: () => new Promise(() => {}) })
    auth.send(submit)
    auth.send({ type: 'mode.signUp' })
    expect(auth.getSnapshot().hasTag('signIn')).toBe(true)
  })
})

describe('signing in by a mailed link', () => {
  const link = { type: 'link.wanted', email: ' Maria@Signwright.test ' } as const

  test('sends only the address, and tells nobody whether it has an account', async () => {
    const { auth, calls } = startAuth()
    auth.send(link)
    await settled(auth)
    expect(calls).toEqual([['link', { email: 'maria@signwright.test' }]])
    expect(auth.getSnapshot().context).toMatchObject({
      problem: null,
      notice: 'If this address has an account, a link to sign in is on its way. It works for one hour.',
    })
    expect([auth.getSnapshot().can(link), auth.getSnapshot().can(submit)]).toEqual([true, true])
  })

  test('a refusal says why, and the password still works', async () => {
    const { auth } = startAuth({ mailLink: () => refusal('over_email_send_rate_limit', 'Please wait 40 seconds.') })
    auth.send(link)
    await settled(auth)
    expect(auth.getSnapshot().context.problem).toEqual({
      text: 'The link could not be sent',
      detail: 'Please wait 40 seconds.',
    })
    auth.send(submit)
    await settled(auth)
    expect(auth.getSnapshot().matches({ form: { signIn: 'done' } })).toBe(true)
  })

  test('is offered only where people sign in', () => {
    const { auth } = startAuth()
    auth.send({ type: 'mode.reset' })
    expect(auth.getSnapshot().can(link)).toBe(false)
  })
})

describe('signing up', () => {
  test('asks to confirm the address', async () => {
    const { auth, calls } = startAuth()
    auth.send({ type: 'mode.signUp' })
    auth.send(submit)
    await settled(auth)
    expect(calls).toEqual([['sign up', { email: 'maria@signwright.test', password: 'signwright' }]])
    expect(auth.getSnapshot().context.notice).toBe('Please check your email to confirm your account')
  })

  test('refused credentials say that no account could be made', async () => {
    const { auth } = startAuth({ signUp: () => refusal('invalid_credentials') })
    auth.send({ type: 'mode.signUp' })
    auth.send(submit)
    await settled(auth)
    expect(auth.getSnapshot().context.problem?.text).toBe('Unable to create account')
  })
})

describe('asking for a reset link', () => {
  test('sends only the address', async () => {
    const { auth, calls } = startAuth()
    auth.send({ type: 'mode.reset' })
    auth.send(submit)
    await settled(auth)
    expect(calls).toEqual([['reset', { email: 'maria@signwright.test' }]])
    expect(auth.getSnapshot().context.notice).toBe('Check your email for the password reset link')
  })

  test('a failure keeps the form usable', async () => {
    const { auth } = startAuth({ requestReset: () => refusal('unexpected', 'mail is down') })
    auth.send({ type: 'mode.reset' })
    auth.send(submit)
    await settled(auth)
    expect(auth.getSnapshot().context.problem).toEqual({ text: 'Failed to send reset email', detail: 'mail is down' })
    expect(auth.getSnapshot().can(submit)).toBe(true)
  })
})

test('switching modes takes messages away', async () => {
  const { auth } = startAuth({ signIn: () => refusal('invalid_credentials') })
  auth.send(submit)
  await settled(auth)
  auth.send({ type: 'mode.reset' })
  expect(auth.getSnapshot().hasTag('reset')).toBe(true)
  expect(auth.getSnapshot().context.problem).toBeNull()
})

test('after a password was updated the page says so', () => {
  const { auth } = startAuth({}, { passwordWasUpdated: true })
  expect(auth.getSnapshot().context.notice).toBe(
    'Password updated successfully. Please sign in with your new password.',
  )
})

describe('the error of a mailed link', () => {
  test('is shown for 8 seconds', () => {
    const { auth, clock } = startAuth({}, { callbackError: 'verification_failed' })
    clock.increment(7_999)
    expect(auth.getSnapshot().context.callbackProblem).toBe('Email verification failed. The link may have expired.')
    clock.increment(1)
    expect(auth.getSnapshot().context.callbackProblem).toBeNull()
    expect(auth.getSnapshot().hasTag('callbackProblem')).toBe(false)
  })

  test('stays while the person signs in', async () => {
    const { auth } = startAuth({}, { callbackError: 'callback_error' })
    auth.send({ type: 'mode.signUp' })
    expect(auth.getSnapshot().hasTag('callbackProblem')).toBe(true)
  })
})

test('a machine nobody provided for fails instead of pretending', async () => {
  const auth = createActor(authModeMachine, { input: { callbackError: null, passwordWasUpdated: false } }).start()
  auth.send(submit)
  await waitFor(auth, (state) => state.matches({ form: { signIn: 'failed' } }))
  expect(auth.getSnapshot().context.problem?.text).toBe('No actor provided for "signIn"')
})
