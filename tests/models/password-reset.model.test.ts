import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { passwordResetMachine } from '@/machines/password-reset/password-reset.machine'
import { arrows, everyArrow } from './arrows'
import { passwordResetModel } from './password-reset.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(passwordResetMachine)

const paths = everyArrow(createTestModel(passwordResetModel))

function openPage() {
  let accepts = true
  let isOnline = true
  const given: object[] = []
  const calls: string[] = []
  const answer = async (input: object) => {
    given.push(input)
    if (!accepts) throw new Error('refused')
  }
  const machine = passwordResetMachine.provide({
    actors: {
      requestReset: fromPromise(({ input }) => answer(input)),
      updatePassword: fromPromise(({ input }) => answer(input)),
      signOut: fromPromise(async () => {
        calls.push('sign out')
        if (!isOnline) throw new Error('offline')
      }),
    },
  })
  const begin = (hasSession: boolean) =>
    createActor(machine, { inspect: walked.inspect, input: { hasSession } }).start()
  const tab = { page: begin(false) }
  const settle = () => waitFor(tab.page, (state) => !state.hasTag('busy'))
  return {
    tab,
    calls,
    openWithSession: () => {
      tab.page.stop()
      tab.page = begin(true)
    },
    ask: async (accepted: boolean) => {
      accepts = accepted
      tab.page.send({ type: 'link.request', email: ' Maria@signwright.test' })
      expect(tab.page.getSnapshot().context).toMatchObject({ problem: null, notice: null })
      await settle()
      expect(given.at(-1)).toEqual({ email: 'maria@signwright.test' })
    },
    set: async (accepted: boolean, withNetwork = true) => {
      accepts = accepted
      isOnline = withNetwork
      tab.page.send({ type: 'password.submit', password: ' signwright' })
      expect(tab.page.getSnapshot().context.problem).toBeNull()
      await settle()
      expect(given.at(-1)).toEqual({ password: 'signwright' })
      expect(tab.page.getSnapshot().context.password).toBe('')
    },
  }
}

describe('the reset page behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { tab, calls, openWithSession, ask, set } = openPage()
      const shows = (mode: 'requesting' | 'settingNew', problem: string | null, notice: string | null) => () => {
        const state = tab.page.getSnapshot()
        expect(state.hasTag(mode)).toBe(true)
        expect([state.context.problem?.text ?? null, state.context.notice]).toEqual([problem, notice])
      }
      await path.test({
        events: {
          askForLink: () => ask(true),
          askInVain: () => ask(false),
          followLink: () => tab.page.send({ type: 'session.arrived' }),
          setPassword: () => set(true),
          setRefusedPassword: () => set(false),
          openWithSession,
          setPasswordWithoutNetwork: () => set(true, false),
          wantNewLink: () => tab.page.send({ type: 'link.wanted' }),
        },
        states: {
          requesting: shows('requesting', null, null),
          requestFailed: shows('requesting', 'Failed to send reset email', null),
          linkSent: shows('requesting', null, 'Check your email for the password reset link'),
          settingNew: shows('settingNew', null, null),
          passwordRefused: shows('settingNew', 'Failed to reset password', null),
          updated: () => {
            expect(tab.page.getSnapshot().value).toBe('done')
            expect(calls).toEqual(['sign out'])
          },
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(15))
})

testEveryTransition(walked)
