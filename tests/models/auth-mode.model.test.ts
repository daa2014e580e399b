import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { authModeMachine, type SignedIn } from '@/machines/auth-mode/auth-mode.machine'
import { arrows } from './arrows'
import { authModeModel } from './auth-mode.model'

const refusal = Object.assign(new Error('refused'), { code: 'invalid_credentials' })

const paths = createTestModel(authModeModel).getShortestPaths({ limit: 1_000 })

function openPage() {
  let accepts = true
  const answer = async () => {
    if (!accepts) throw refusal
  }
  const page = createActor(
    authModeMachine.provide({
      actors: {
        signIn: fromPromise(async (): Promise<SignedIn> => {
          await answer()
          return { hasTemporaryPassword: false }
        }),
        signUp: fromPromise(answer),
        requestReset: fromPromise(answer),
      },
    }),
    { input: { callbackError: null, passwordWasUpdated: false } },
  ).start()
  const submit = async (accepted: boolean) => {
    accepts = accepted
    page.send({ type: 'form.submit', email: 'maria@signwright.test', password: 'signwright' })
    await waitFor(page, (state) => !state.hasTag('busy'))
  }
  return { page, submit }
}

describe('the sign-in page behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { page, submit } = openPage()
      const shows =
        (mode: 'signIn' | 'signUp' | 'reset', { problem = null, notice = null }: Shown = {}) =>
        () => {
          const state = page.getSnapshot()
          expect(state.hasTag(mode)).toBe(true)
          expect([state.context.problem?.text ?? null, state.context.notice]).toEqual([problem, notice])
        }
      await path.test({
        events: {
          toSignIn: () => page.send({ type: 'mode.signIn' }),
          toSignUp: () => page.send({ type: 'mode.signUp' }),
          toReset: () => page.send({ type: 'mode.reset' }),
          submitAccepted: () => submit(true),
          submitRefused: () => submit(false),
        },
        states: {
          signIn: shows('signIn'),
          signInRefused: shows('signIn', { problem: 'Invalid email or password' }),
          signUp: shows('signUp'),
          signUpRefused: shows('signUp', { problem: 'Unable to create account' }),
          askedToConfirm: shows('signUp', { notice: 'Please check your email to confirm your account' }),
          reset: shows('reset'),
          resetRefused: shows('reset', { problem: 'Failed to send reset email' }),
          linkSent: shows('reset', { notice: 'Check your email for the password reset link' }),
          inside: () => expect(page.getSnapshot().context.signedIn).toEqual({ hasTemporaryPassword: false }),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(28))
})

type Shown = { problem?: string | null; notice?: string | null }
