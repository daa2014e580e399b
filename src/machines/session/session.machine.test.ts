import { describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type EnsuredContact, sessionMachine, type SessionUser } from './session.machine'

const maria: SessionUser = { id: 'maria', email: 'maria@signwright.test' }
const piotr: SessionUser = { id: 'piotr', email: 'piotr@signwright.test' }

type Effects = {
  isStored?: boolean
  readSession?: () => Promise<SessionUser | null>
  ensureContact?: (user: SessionUser | null) => Promise<EnsuredContact>
  ensureRole?: () => Promise<{ created: boolean }>
  sendVerificationEmail?: (user: SessionUser | null) => Promise<void>
  signOut?: () => Promise<void>
}

const never = () => new Promise<never>(() => {})
const known: EnsuredContact = { created: false, hasTemporaryPassword: false }

function startSession(effects: Effects = {}) {
  const clock = new SimulatedClock()
  const calls: string[] = []
  const session = createActor(
    sessionMachine.provide({
      actors: {
        authEvents: fromCallback(() => {}),
        readSession: fromPromise(effects.readSession ?? (async () => maria)),
        ensureContact: fromPromise(async ({ input }) => {
          calls.push(`contact of ${input?.id}`)
          return effects.ensureContact ? effects.ensureContact(input) : known
        }),
        ensureRole: fromPromise(async ({ input }) => {
          calls.push(`role of ${input?.id}`)
          return effects.ensureRole ? effects.ensureRole() : { created: false }
        }),
        sendVerificationEmail: fromPromise(async ({ input }) => {
          calls.push(`mail to ${input?.email}`)
          await effects.sendVerificationEmail?.(input)
        }),
        signOut: fromPromise(async () => {
          calls.push('sign out')
          await effects.signOut?.()
        }),
      },
      actions: {
        tellOtherTabs: () => calls.push('tell tabs'),
        clearStoredToken: () => calls.push('clear token'),
        clearCaches: () => calls.push('clear caches'),
        rereadPerson: () => calls.push('reread'),
      },
    }),
    { clock, input: { isStored: effects.isStored ?? true } },
  ).start()
  return { session, clock, calls }
}

async function startSignedIn(effects: Effects = {}) {
  const started = startSession(effects)
  await waitFor(started.session, (state) => state.matches({ signedIn: 'guarded' }))
  return started
}

describe('loading', () => {
  test('a visitor without a stored token is signed out at once and nothing is cleared', () => {
    const { session, calls } = startSession({ isStored: false })
    expect(session.getSnapshot().value).toBe('signedOut')
    expect(calls).toEqual([])
  })

  test('a stored session signs in and is bootstrapped', async () => {
    const { session, calls } = await startSignedIn()
    expect(session.getSnapshot().context).toEqual({
      isStored: true,
      user: maria,
      hasTemporaryPassword: false,
      contactWasCreated: false,
      roleWasCreated: false,
    })
    expect(calls).toEqual(['contact of maria', 'role of maria'])
  })

  test('a stored token without a session is signed out', async () => {
    const { session } = startSession({ readSession: async () => null })
    await waitFor(session, (state) => state.matches('signedOut'))
  })

  test('a failed read clears the stored token and is signed out', async () => {
    const { session, calls } = startSession({ readSession: () => Promise.reject(new Error('refused')) })
    await waitFor(session, (state) => state.matches('signedOut'))
    expect(calls).toEqual(['clear token'])
  })

  test('is over after 5,000 ms at most, and keeps the token', () => {
    const { session, clock, calls } = startSession({ readSession: never })
    clock.increment(4_999)
    expect(session.getSnapshot().hasTag('loading')).toBe(true)
    clock.increment(1)
    expect(session.getSnapshot().value).toBe('signedOut')
    expect(calls).toEqual([])
  })

  test('a session that arrives after the limit still signs in', () => {
    const { session, clock } = startSession({ readSession: never })
    clock.increment(5_000)
    session.send({ type: 'session.renewed', user: maria })
    expect(session.getSnapshot().hasTag('signedIn')).toBe(true)
  })
})

describe('bootstrap', () => {
  test('a newcomer gets the verification mail, and the person is read again', async () => {
    const { session, calls } = await startSignedIn({
      ensureContact: async () => ({ created: true, hasTemporaryPassword: false }),
      ensureRole: async () => ({ created: true }),
    })
    expect(calls).toEqual(['contact of maria', 'role of maria', 'mail to maria@signwright.test', 'reread'])
    expect(session.getSnapshot().context.contactWasCreated).toBe(true)
  })

  test('a new role without a new contact sends no mail', async () => {
    const { calls } = await startSignedIn({ ensureRole: async () => ({ created: true }) })
    expect(calls).toEqual(['contact of maria', 'role of maria', 'reread'])
  })

  test('every error is swallowed', async () => {
    const refuse = () => Promise.reject(new Error('refused'))
    const { session, calls } = await startSignedIn({ ensureContact: refuse, ensureRole: refuse })
    expect(session.getSnapshot().context.user).toEqual(maria)
    expect(calls).toEqual(['contact of maria', 'role of maria'])
  })

  test('a mail that fails is ignored', async () => {
    const { session } = await startSignedIn({
      ensureContact: async () => ({ created: true, hasTemporaryPassword: false }),
      sendVerificationEmail: () => Promise.reject(new Error('mail is down')),
    })
    expect(session.getSnapshot().hasTag('signedIn')).toBe(true)
  })

  test('the person is signed in while it runs', () => {
    const { session } = startSession({ isStored: false, ensureContact: never })
    session.send({ type: 'session.signedIn', user: maria })
    expect(session.getSnapshot().hasTag('signedIn')).toBe(true)
    expect(session.getSnapshot().context.user).toEqual(maria)
  })

  test('repeated sign-in events within 2,000 ms do not repeat it, later ones do', async () => {
    const { session, clock, calls } = await startSignedIn()
    session.send({ type: 'session.signedIn', user: maria })
    clock.increment(1_999)
    session.send({ type: 'session.signedIn', user: maria })
    expect(calls).toEqual(['contact of maria', 'role of maria'])
    clock.increment(1)
    session.send({ type: 'session.signedIn', user: maria })
    await waitFor(session, (state) => state.matches({ signedIn: 'guarded' }))
    expect(calls).toEqual(['contact of maria', 'role of maria', 'contact of maria', 'role of maria'])
  })

  test('sign-in events during it do not start a second one', () => {
    const { session, calls } = startSession({ isStored: false, ensureContact: never })
    for (let i = 0; i < 20; i += 1) session.send({ type: 'session.signedIn', user: maria })
    expect(calls).toEqual(['contact of maria'])
  })

  test('somebody else in another tab replaces the person and what was cached of them', async () => {
    const { session, calls } = await startSignedIn()
    session.send({ type: 'session.signedIn', user: piotr })
    await waitFor(session, (state) => state.matches({ signedIn: 'guarded' }))
    expect(session.getSnapshot().context.user).toEqual(piotr)
    expect(calls).toEqual(['contact of maria', 'role of maria', 'clear caches', 'contact of piotr', 'role of piotr'])
  })

  test('a temporary password that another tab changed is read anew', async () => {
    const flags = [true, false]
    const { session } = await startSignedIn({
      ensureContact: async () => ({ created: false, hasTemporaryPassword: flags.shift() ?? false }),
    })
    expect(session.getSnapshot().context.hasTemporaryPassword).toBe(true)
    session.send({ type: 'session.renewed', user: maria })
    await waitFor(session, ({ context }) => !context.hasTemporaryPassword)
  })

  test('a temporary password is remembered until it is changed', async () => {
    const { session } = await startSignedIn({
      ensureContact: async () => ({ created: false, hasTemporaryPassword: true }),
    })
    expect(session.getSnapshot().context.hasTemporaryPassword).toBe(true)
    session.send({ type: 'person.changedPassword' })
    expect(session.getSnapshot().context.hasTemporaryPassword).toBe(false)
  })
})

describe('sign-out', () => {
  test('clears the token, the caches and the person', async () => {
    const { session, calls } = await startSignedIn()
    calls.length = 0
    session.send({ type: 'person.signOut' })
    await waitFor(session, (state) => state.matches('signedOut'))
    expect(calls).toEqual(['tell tabs', 'sign out', 'clear token', 'clear caches'])
    expect(session.getSnapshot().context.user).toBeNull()
  })

  test('a server that refuses does not keep anybody signed in', async () => {
    const { session, calls } = await startSignedIn({ signOut: () => Promise.reject(new Error('502')) })
    calls.length = 0
    session.send({ type: 'person.signOut' })
    await waitFor(session, (state) => state.matches('signedOut'))
    expect(calls).toEqual(['tell tabs', 'sign out', 'clear token', 'clear caches'])
  })

  test('a server that hangs is waited for 1,500 ms', async () => {
    const { session, clock, calls } = await startSignedIn({ signOut: never })
    session.send({ type: 'person.signOut' })
    clock.increment(1_499)
    expect(session.getSnapshot().value).toBe('signingOut')
    clock.increment(1)
    expect(session.getSnapshot().value).toBe('signedOut')
    expect(calls).toContain('clear token')
  })

  test('in another tab signs this one out, and leaves the stored token to that tab', async () => {
    const { session, calls } = await startSignedIn()
    calls.length = 0
    session.send({ type: 'session.left' })
    session.send({ type: 'session.signedOut' })
    expect(session.getSnapshot().value).toBe('signedOut')
    expect(calls).toEqual(['clear caches'])
  })

  test('asked for twenty times is sent once', async () => {
    const { session, calls } = await startSignedIn({ signOut: never })
    for (let i = 0; i < 20; i += 1) session.send({ type: 'person.signOut' })
    expect(calls.filter((call) => call === 'sign out')).toEqual(['sign out'])
  })
})

describe('R12: a session that ends under the person', () => {
  test('is told apart from one that they left, until they were led to sign-in', async () => {
    const { session, calls } = await startSignedIn()
    calls.length = 0
    session.send({ type: 'session.signedOut' })
    expect(session.getSnapshot().value).toBe('ended')
    expect(session.getSnapshot().context.user).toBeNull()
    expect(calls).toEqual(['clear caches'])
    session.send({ type: 'person.askedToSignIn' })
    expect(session.getSnapshot().value).toBe('signedOut')
  })

  test.each(['session.signedIn', 'session.renewed'] as const)('is forgotten by a %s', async (type) => {
    const { session } = await startSignedIn()
    session.send({ type: 'session.signedOut' })
    session.send({ type, user: piotr })
    expect(session.getSnapshot().hasTag('signedIn')).toBe(true)
    expect(session.getSnapshot().context.user).toEqual(piotr)
  })

  test('because the account was closed is ended here too, and the other tabs do not hear of a wish', async () => {
    const { session, calls } = await startSignedIn()
    calls.length = 0
    session.send({ type: 'session.close' })
    await waitFor(session, (state) => state.matches('ended'))
    expect(calls).toEqual(['sign out', 'clear token', 'clear caches'])
  })

  test('because the account was closed does not wait for a server that hangs', async () => {
    const { session, clock } = await startSignedIn({ signOut: never })
    session.send({ type: 'session.close' })
    clock.increment(1_500)
    expect(session.getSnapshot().value).toBe('ended')
  })

  test('and that the person leaves meanwhile was left', async () => {
    const { session, calls } = await startSignedIn({ signOut: never })
    session.send({ type: 'session.close' })
    session.send({ type: 'person.signOut' })
    session.send({ type: 'session.signedOut' })
    expect(session.getSnapshot().value).toBe('signedOut')
    expect(calls).toContain('tell tabs')
  })

  test('before it was read is that of a visitor', () => {
    const { session } = startSession({ readSession: never })
    session.send({ type: 'session.signedOut' })
    expect(session.getSnapshot().value).toBe('signedOut')
  })
})

test('a machine nobody provided for fails instead of pretending', () => {
  const problems = vi.fn<(error: unknown) => void>()
  const session = createActor(sessionMachine, { input: { isStored: true } })
  session.subscribe({ error: problems })
  session.start()
  expect(problems).toHaveBeenCalledWith(new Error('No actor provided for "authEvents"'))
})
