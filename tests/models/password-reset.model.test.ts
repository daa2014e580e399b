import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { passwordResetMachine } from '@/machines/password-reset/password-reset.machine'
import { arrows } from './arrows'
import { passwordResetModel } from './password-reset.model'

const paths = createTestModel(passwordResetModel).getShortestPaths({ limit: 1_000 })

function openPage() {
  let accepts = true
  const calls: string[] = []
  const answer = async () => {
    if (!accepts) throw new Error('refused')
  }
  const page = createActor(
    passwordResetMachine.provide({
      actors: {
        requestReset: fromPromise(answer),
        updatePassword: fromPromise(answer),
        signOut: fromPromise(async () => {
          calls.push('sign out')
        }),
      },
    }),
    { input: { hasSession: false } },
  ).start()
  const settle = () => waitFor(page, (state) => !state.hasTag('busy'))
  return {
    page,
    calls,
    ask: async (accepted: boolean) => {
      accepts = accepted
      page.send({ type: 'link.request', email: 'maria@signwright.test' })
      await settle()
    },
    set: async (accepted: boolean) => {
      accepts = accepted
      page.send({ type: 'password.submit', password: 'signwright' })
      await settle()
    },
  }
}

describe('the reset page behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { page, calls, ask, set } = openPage()
      const shows = (mode: 'requesting' | 'settingNew', problem: string | null, notice: string | null) => () => {
        const state = page.getSnapshot()
        expect(state.hasTag(mode)).toBe(true)
        expect([state.context.problem?.text ?? null, state.context.notice]).toEqual([problem, notice])
      }
      await path.test({
        events: {
          askForLink: () => ask(true),
          askInVain: () => ask(false),
          followLink: () => page.send({ type: 'session.arrived' }),
          setPassword: () => set(true),
          setRefusedPassword: () => set(false),
          wantNewLink: () => page.send({ type: 'link.wanted' }),
        },
        states: {
          requesting: shows('requesting', null, null),
          requestFailed: shows('requesting', 'Failed to send reset email', null),
          linkSent: shows('requesting', null, 'Check your email for the password reset link'),
          settingNew: shows('settingNew', null, null),
          passwordRefused: shows('settingNew', 'Failed to reset password', null),
          updated: () => {
            expect(page.getSnapshot().value).toBe('done')
            expect(calls).toEqual(['sign out'])
          },
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(9))
})
