import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { type ActorRefFrom, createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { authCallbackMachine, type AuthCallbackInput } from '@/machines/auth-callback/auth-callback.machine'
import { arrows, everyArrow } from './arrows'
import { authCallbackModel } from './auth-callback.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(authCallbackMachine)

const link = { tokenHash: 'abc', type: 'signup' } as const

const paths = everyArrow(createTestModel(authCallbackModel))

describe('a mailed link behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      let page: ActorRefFrom<typeof authCallbackMachine> | null = null
      let verified = 0
      const clock = new SimulatedClock()
      const open = (input: AuthCallbackInput, answer: () => Promise<{ accepted: boolean }>) => {
        const machine = authCallbackMachine.provide({
          actors: {
            verifyLink: fromPromise(() => {
              verified += 1
              return answer()
            }),
          },
        })
        page = createActor(machine, { clock, inspect: walked.inspect, input }).start()
      }
      const ends = (value: string, failure: string | null, times: number) => async () => {
        if (!page) throw new Error('no page was opened')
        const state = await waitFor(page, (current) => current.status === 'done')
        expect([state.value, state.context.failure, verified]).toEqual([value, failure, times])
      }
      const accepted = async () => ({ accepted: true })

      await path.test({
        events: {
          openGoodLink: () => open({ link, signedInAs: null }, accepted),
          openUsedLink: () => open({ link, signedInAs: null }, async () => ({ accepted: false })),
          openBrokenAddress: () => open({ link: null, signedInAs: null }, accepted),
          openWhileServerIsDown: () => open({ link, signedInAs: null }, () => Promise.reject(new Error('down'))),
          openWhileServerIsSilent: () => {
            open({ link, signedInAs: null }, () => new Promise(() => {}))
            clock.increment(19_999)
            expect(page?.getSnapshot().value).toBe('verifying')
            clock.increment(1)
          },
          openGoodLinkSignedIn: () => open({ link, signedInAs: 'maria@signwright.test' }, accepted),
          follow: () => page?.send({ type: 'link.follow' }),
          decline: () => page?.send({ type: 'link.decline' }),
        },
        states: {
          mail: () => expect(page).toBeNull(),
          asked: () => {
            expect(page?.getSnapshot().value).toBe('asking')
            expect(verified).toBe(0)
          },
          confirmed: ends('confirmed', null, 1),
          verificationFailed: ends('failed', 'verification_failed', 1),
          invalidCallback: ends('failed', 'invalid_callback', 0),
          callbackError: ends('failed', 'callback_error', 1),
          sessionKept: ends('declined', null, 0),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(8))
})

testEveryTransition(walked)
