import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type EnsuredContact, sessionMachine } from '@/machines/session/session.machine'
import { arrows } from './arrows'
import { sessionModel } from './session.model'

const user = { id: 'maria', email: 'maria@signwright.test' }

const paths = createTestModel(sessionModel).getShortestPaths({ limit: 1_000 })

function openTab() {
  const cleared: string[] = []
  const tab = createActor(
    sessionMachine.provide({
      actors: {
        authEvents: fromCallback(() => {}),
        ensureContact: fromPromise(async (): Promise<EnsuredContact> => ({
          created: false,
          hasTemporaryPassword: false,
        })),
        ensureRole: fromPromise(async (): Promise<{ created: boolean }> => ({ created: false })),
        signOut: fromPromise(async () => {}),
      },
      actions: { clearCaches: () => cleared.push('caches'), clearStoredToken: () => cleared.push('token') },
    }),
    { clock: new SimulatedClock(), input: { isStored: false } },
  ).start()
  return { tab, cleared }
}

describe('the session behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { tab, cleared } = openTab()
      const signedIn = async () => {
        const { context } = await waitFor(tab, (state) => state.matches({ signedIn: 'guarded' }))
        expect(context.user).toEqual(user)
      }
      const signedOut = async () => {
        const { context } = await waitFor(tab, (state) => state.matches('signedOut'))
        expect(context.user).toBeNull()
      }
      await path.test({
        events: {
          signIn: () => tab.send({ type: 'session.signedIn', user }),
          signInElsewhere: () => tab.send({ type: 'session.signedIn', user }),
          signOut: () => tab.send({ type: 'person.signOut' }),
          signOutElsewhere: () => {
            tab.send({ type: 'session.left' })
            tab.send({ type: 'session.signedOut' })
          },
          endOnServer: () => tab.send({ type: 'session.signedOut' }),
          closeAccount: () => tab.send({ type: 'session.close' }),
          askToSignIn: () => tab.send({ type: 'person.askedToSignIn' }),
        },
        states: {
          signedOut,
          signedIn,
          ended: async () => {
            await waitFor(tab, (state) => state.matches('ended'))
            expect(cleared).toContain('caches')
          },
          signedOutAgain: async () => {
            await signedOut()
            expect(cleared).toContain('caches')
          },
          signedInAgain: signedIn,
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(11))
})
