import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { callbackMessage, linkNotice, passwordUpdatedNotice } from '@/machines/auth-mode/auth-messages'
import { authModeMachine, type SignedIn } from '@/machines/auth-mode/auth-mode.machine'
import { arrows, everyArrow } from './arrows'
import { authModeModel } from './auth-mode.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(authModeMachine)

const refusal = Object.assign(new Error('refused'), { code: 'invalid_credentials' })

const paths = everyArrow(createTestModel(authModeModel))

/** The page, which is opened anew by a mailed link and after a reset of the password. */
function openPage() {
  let answers: 'yes' | 'no' | 'temporary' = 'yes'
  const clock = new SimulatedClock()
  const asked: object[] = []
  let welcomed = 0
  const answer = async (input: object) => {
    asked.push(input)
    if (answers === 'no') throw refusal
  }
  const machine = authModeMachine.provide({
    actors: {
      signIn: fromPromise(async ({ input }): Promise<SignedIn> => {
        await answer(input)
        return { hasTemporaryPassword: answers === 'temporary' }
      }),
      signUp: fromPromise(({ input }) => answer(input)),
      mailLink: fromPromise(({ input }) => answer(input)),
      requestReset: fromPromise(({ input }) => answer(input)),
    },
    actions: { welcomeTemporaryPassword: () => void (welcomed += 1) },
  })
  const begin = (input: { callbackError: string | null; passwordWasUpdated: boolean }) =>
    createActor(machine, { clock, inspect: walked.inspect, input }).start()
  const tab = { page: begin({ callbackError: null, passwordWasUpdated: false }) }
  const submit = async (next: typeof answers) => {
    answers = next
    tab.page.send({ type: 'form.submit', email: ' Maria@signwright.test', password: 'signwright' })
    expect(tab.page.getSnapshot().context.problem).toBeNull()
    // The second press of a double click.
    const times = asked.length
    tab.page.send({ type: 'form.submit', email: 'maria@signwright.test', password: 'signwright' })
    await waitFor(tab.page, (state) => !state.hasTag('busy'))
    expect(asked).toHaveLength(times)
    const isReset = tab.page.getSnapshot().hasTag('reset')
    expect(asked.at(-1)).toEqual({
      email: 'maria@signwright.test',
      ...(isReset ? {} : { password: 'signwright' }),
    })
    if (!isReset) expect(tab.page.getSnapshot().context.credentials.password).toBe('')
  }
  const askForLink = async (next: typeof answers) => {
    answers = next
    tab.page.send({ type: 'link.wanted', email: ' Maria@signwright.test' })
    const times = asked.length
    tab.page.send({ type: 'link.wanted', email: 'maria@signwright.test' })
    await waitFor(tab.page, (state) => !state.hasTag('busy'))
    expect(asked).toHaveLength(times)
    expect(asked.at(-1)).toEqual({ email: 'maria@signwright.test' })
  }
  const reopen = (input: Parameters<typeof begin>[0]) => {
    tab.page.stop()
    tab.page = begin(input)
  }
  return { tab, clock, submit, askForLink, reopen, welcomed: () => welcomed }
}

describe('the sign-in page behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { tab, clock, submit, askForLink, reopen, welcomed } = openPage()
      const shows =
        (mode: 'signIn' | 'signUp' | 'reset', { problem = null, notice = null, link = null }: Shown = {}) =>
        () => {
          const state = tab.page.getSnapshot()
          expect(state.hasTag(mode)).toBe(true)
          expect(state.hasTag('callbackProblem')).toBe(link !== null)
          expect([state.context.problem?.text ?? null, state.context.notice]).toEqual([problem, notice])
          expect(state.context.callbackProblem).toBe(link)
        }
      const enters = (hasTemporaryPassword: boolean) => () => {
        expect(tab.page.getSnapshot().context.signedIn).toEqual({ hasTemporaryPassword })
        expect(welcomed()).toBe(hasTemporaryPassword ? 1 : 0)
        tab.page.send({ type: 'mode.signUp' })
        expect(tab.page.getSnapshot().hasTag('signIn')).toBe(true)
      }
      const link = callbackMessage('verification_failed')
      await path.test({
        events: {
          toSignIn: () => tab.page.send({ type: 'mode.signIn' }),
          toSignUp: () => tab.page.send({ type: 'mode.signUp' }),
          toReset: () => tab.page.send({ type: 'mode.reset' }),
          submitAccepted: () => submit('yes'),
          submitRefused: () => submit('no'),
          submitTemporary: () => submit('temporary'),
          askForLink: () => askForLink('yes'),
          askForLinkRefused: () => askForLink('no'),
          openByRefusedLink: () => reopen({ callbackError: 'verification_failed', passwordWasUpdated: false }),
          openAfterReset: () => reopen({ callbackError: null, passwordWasUpdated: true }),
          waitEightSeconds: () => {
            clock.increment(7_999)
            expect(tab.page.getSnapshot().hasTag('callbackProblem')).toBe(true)
            clock.increment(1)
          },
        },
        states: {
          signIn: shows('signIn'),
          signInRefused: shows('signIn', { problem: 'Invalid email or password' }),
          linkMailed: shows('signIn', { notice: linkNotice }),
          linkNotMailed: shows('signIn', { problem: 'The link could not be sent' }),
          signUp: shows('signUp'),
          signUpRefused: shows('signUp', { problem: 'Unable to create account' }),
          askedToConfirm: shows('signUp', { notice: 'Please check your email to confirm your account' }),
          reset: shows('reset'),
          resetRefused: shows('reset', { problem: 'Failed to send reset email' }),
          linkSent: shows('reset', { notice: 'Check your email for the password reset link' }),
          linkRefused: shows('signIn', { link }),
          resetBesideLinkRefused: shows('reset', { link }),
          passwordUpdated: shows('signIn', { notice: passwordUpdatedNotice }),
          inside: enters(false),
          insideWithTemporary: enters(true),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(60))
})

type Shown = { problem?: string | null; notice?: string | null; link?: string | null }

testEveryTransition(walked)
