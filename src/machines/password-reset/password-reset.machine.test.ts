import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { passwordResetMachine } from './password-reset.machine'

type Effects = {
  hasSession?: boolean
  requestReset?: () => Promise<void>
  updatePassword?: () => Promise<void>
  signOut?: () => Promise<void>
}

function startReset(effects: Effects = {}) {
  const calls: unknown[] = []
  const reset = createActor(
    passwordResetMachine.provide({
      actors: {
        requestReset: fromPromise(async ({ input }) => {
          calls.push(['request', input])
          await effects.requestReset?.()
        }),
        updatePassword: fromPromise(async ({ input }) => {
          calls.push(['update', input])
          await effects.updatePassword?.()
        }),
        signOut: fromPromise(async () => {
          calls.push('sign out')
          await effects.signOut?.()
        }),
      },
    }),
    { input: { hasSession: effects.hasSession ?? false } },
  ).start()
  return { reset, calls }
}

const settled = (reset: ReturnType<typeof startReset>['reset']) => waitFor(reset, (state) => !state.hasTag('busy'))

describe('asking for a link', () => {
  test('sends the address trimmed and lower-cased', async () => {
    const { reset, calls } = startReset()
    reset.send({ type: 'link.request', email: ' Maria@Signwright.test ' })
    await settled(reset)
    expect(calls).toEqual([['request', { email: 'maria@signwright.test' }]])
    expect(reset.getSnapshot().value).toEqual({ requesting: 'sent' })
    expect(reset.getSnapshot().context.notice).toBe('Check your email for the password reset link')
  })

  test('twenty clicks are one request', async () => {
    const { reset, calls } = startReset()
    for (let i = 0; i < 20; i += 1) reset.send({ type: 'link.request', email: 'maria@signwright.test' })
    await settled(reset)
    expect(calls).toHaveLength(1)
  })

  test('a failure can be tried again', async () => {
    const { reset } = startReset({ requestReset: () => Promise.reject(new Error('mail is down')) })
    reset.send({ type: 'link.request', email: 'maria@signwright.test' })
    await settled(reset)
    expect(reset.getSnapshot().context.problem).toEqual({ text: 'Failed to send reset email', detail: 'mail is down' })
    expect(reset.getSnapshot().can({ type: 'link.request', email: 'maria@signwright.test' })).toBe(true)
  })

  test('without a session no password can be set', () => {
    const { reset } = startReset()
    expect(reset.getSnapshot().can({ type: 'password.submit', password: 'signwright' })).toBe(false)
  })

  test('a session that arrives asks for the new password', () => {
    const { reset } = startReset()
    reset.send({ type: 'session.arrived' })
    expect(reset.getSnapshot().hasTag('settingNew')).toBe(true)
  })
})

describe('setting the new password', () => {
  test('updates it trimmed, signs out, and keeps no password', async () => {
    const { reset, calls } = startReset({ hasSession: true })
    reset.send({ type: 'password.submit', password: ' new signwright ' })
    await waitFor(reset, (state) => state.matches('done'))
    expect(calls).toEqual([['update', { password: 'new signwright' }], 'sign out'])
    expect(reset.getSnapshot().context.password).toBe('')
  })

  test('a sign-out that fails does not undo it', async () => {
    const { reset } = startReset({ hasSession: true, signOut: () => Promise.reject(new Error('502')) })
    reset.send({ type: 'password.submit', password: 'signwright' })
    await waitFor(reset, (state) => state.matches('done'))
  })

  test('a refusal keeps the session, says why, and can be tried again', async () => {
    const { reset, calls } = startReset({
      hasSession: true,
      updatePassword: () => Promise.reject(new Error('New password should be different from the old password.')),
    })
    reset.send({ type: 'password.submit', password: 'signwright' })
    await settled(reset)
    expect(reset.getSnapshot().context.problem).toEqual({
      text: 'Failed to reset password',
      detail: 'New password should be different from the old password.',
    })
    expect(calls).not.toContain('sign out')
    expect(reset.getSnapshot().can({ type: 'password.submit', password: 'another' })).toBe(true)
  })

  test('a used link can be replaced by a new one', async () => {
    const { reset } = startReset({ hasSession: true, updatePassword: () => Promise.reject(new Error('missing')) })
    reset.send({ type: 'password.submit', password: 'signwright' })
    await settled(reset)
    reset.send({ type: 'link.wanted' })
    expect(reset.getSnapshot().value).toEqual({ requesting: 'idle' })
    expect(reset.getSnapshot().context.problem).toBeNull()
  })
})
