import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { paymentMachine } from '@/machines/payment/payment.machine'
import { askAgainAfter, paymentReturnMachine, type Verdict } from '@/machines/payment/payment-return.machine'
import { arrows, everyArrow } from './arrows'
import { payingModel, returnModel } from './payment.model'

const words = new Error('The bank cannot be reached.')

function usePayer() {
  let refuses = false
  const begun: boolean[] = []
  let led = 0
  const step = async () => {
    if (refuses) throw words
  }
  const payer = createActor(
    paymentMachine.provide({
      actors: {
        begin: fromPromise(async ({ input }) => {
          await step()
          begun.push(input.whole)
          return { request: 'r', checkout: 'https://bank.test' }
        }),
        tell: fromPromise(step),
        leave: fromPromise(async () => {}),
      },
      actions: { goToBank: () => void (led += 1) },
    }),
    { input: { uuid: 'q', whole: false } },
  ).start()
  const send = async (type: 'card.pay' | 'transfer.tell', answer: 'yes' | 'no') => {
    refuses = answer === 'no'
    payer.send({ type })
    payer.send({ type })
    await waitFor(payer, (state) => !state.matches('beginning') && !state.matches('telling'))
  }
  return { payer, begun, led: () => led, send }
}

describe('paying behaves as the model says', () => {
  const paths = everyArrow(createTestModel(payingModel))
  for (const path of paths) {
    test(path.description, async () => {
      const { payer, begun, led, send } = usePayer()
      const shows =
        (state: string, problem: unknown = null) =>
        () => {
          const snapshot = payer.getSnapshot()
          expect([snapshot.value, snapshot.context.problem]).toEqual([state, problem])
          expect(led()).toBe(begun.length)
        }
      await path.test({
        events: {
          pay: () => send('card.pay', 'yes'),
          payInVain: () => send('card.pay', 'no'),
          tell: () => send('transfer.tell', 'yes'),
          tellInVain: () => send('transfer.tell', 'no'),
          chooseAll: () => payer.send({ type: 'whole.choose', whole: true }),
          back: async () => {
            payer.send({ type: 'page.shown' })
            await waitFor(payer, (state) => state.matches('choosing'))
          },
        },
        states: {
          choosing: shows('choosing'),
          all: () => {
            shows('choosing')()
            expect(payer.getSnapshot().context.whole).toBe(true)
          },
          refused: shows('choosing', words),
          atBank: shows('atBank'),
          told: shows('told'),
        },
      })
    })
  }
  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(10))
})

describe('coming back behaves as the model says', () => {
  const paths = everyArrow(createTestModel(returnModel))
  for (const path of paths) {
    test(path.description, async () => {
      const clock = new SimulatedClock()
      let answer = Promise.withResolvers<Verdict>()
      const visit = createActor(
        paymentReturnMachine.provide({ actors: { verify: fromPromise(() => answer.promise) } }),
        { input: { transaction: 't' }, clock },
      ).start()
      const says = async (give: (answer: PromiseWithResolvers<Verdict>) => void) => {
        if (!visit.getSnapshot().matches('asking')) {
          answer = Promise.withResolvers<Verdict>()
          clock.increment(askAgainAfter)
        }
        expect(visit.getSnapshot().value).toBe('asking')
        give(answer)
        await waitFor(visit, (state) => !state.matches('asking'))
      }
      const verdict = (state: Verdict['state']) => () => says(({ resolve }) => resolve({ state, request: null }))
      const shows = (state: string) => () => expect(visit.getSnapshot().value).toBe(state)
      await path.test({
        events: {
          bankPaid: verdict('paid'),
          bankRefused: verdict('refused'),
          bankSlow: verdict('undecided'),
          bankUnknown: verdict('unknown'),
          networkGone: () => says(({ reject }) => reject(words)),
        },
        states: {
          asking: shows('asking'),
          undecided: shows('undecided'),
          unreachable: shows('unreachable'),
          paid: shows('paid'),
          refused: shows('refused'),
          unknown: shows('unknown'),
        },
      })
    })
  }
  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(12))
})

test('without a transaction in the address nothing is asked and nothing is claimed', () =>
  expect(
    createActor(paymentReturnMachine, { input: { transaction: null } })
      .start()
      .getSnapshot().value,
  ).toBe('unknown'))
