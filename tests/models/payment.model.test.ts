import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { paymentMachine } from '@/machines/payment/payment.machine'
import { type PaidRequest, paymentReturnMachine, type Verdict } from '@/machines/payment/payment-return.machine'
import { arrows, everyArrow } from './arrows'
import { payingModel, returnModel } from './payment.model'
import { testEveryTransition, watch } from './transitions'

const paying = watch(paymentMachine)
const returning = watch(paymentReturnMachine)
const words = new Error('The bank cannot be reached.')

function usePayer() {
  let refuses = false
  const begun: object[] = []
  const told: object[] = []
  const left: string[] = []
  let led = 0
  const step = async () => {
    if (refuses) throw words
  }
  const payer = createActor(
    paymentMachine.provide({
      actors: {
        begin: fromPromise(async ({ input }) => {
          await step()
          begun.push(input)
          return { request: 'r', checkout: 'https://bank.test' }
        }),
        tell: fromPromise(async ({ input }) => {
          await step()
          told.push(input)
        }),
        leave: fromPromise(async ({ input }) => {
          left.push(input.request)
          await step()
        }),
      },
      actions: { goToBank: () => void (led += 1) },
    }),
    { inspect: paying.inspect, input: { uuid: 'q', whole: false } },
  ).start()
  const send = async (type: 'card.pay' | 'transfer.tell', answer: 'yes' | 'no') => {
    refuses = answer === 'no'
    payer.send({ type })
    expect([payer.getSnapshot().context.problem, payer.getSnapshot().hasTag('busy')]).toEqual([null, true])
    payer.send({ type })
    await waitFor(payer, (state) => !state.matches('beginning') && !state.matches('telling'))
  }
  const back = async (answer: 'yes' | 'no') => {
    refuses = answer === 'no'
    payer.send({ type: 'page.shown' })
    await waitFor(payer, (state) => state.matches('choosing'))
    expect(left.at(-1)).toBe('r')
  }
  return { payer, begun, told, led: () => led, send, back }
}

describe('paying behaves as the model says', () => {
  const paths = everyArrow(createTestModel(payingModel))
  for (const path of paths) {
    test(path.description, async () => {
      const { payer, begun, told, led, send, back } = usePayer()
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
          choosePart: () => payer.send({ type: 'amount.choose', amount: '10.00' }),
          back: () => back('yes'),
          backInVain: () => back('no'),
        },
        states: {
          choosing: shows('choosing'),
          all: () => {
            shows('choosing')()
            expect(payer.getSnapshot().context.whole).toBe(true)
          },
          refused: shows('choosing', words),
          part: () => {
            shows('choosing')()
            expect(payer.getSnapshot().context.amount).toBe('10.00')
          },
          atBank: () => {
            shows('atBank')()
            const { uuid, whole, amount } = payer.getSnapshot().context
            expect(begun.at(-1)).toEqual({ uuid, whole, amount })
          },
          told: () => {
            shows('told')()
            const { uuid, whole, amount } = payer.getSnapshot().context
            expect(told.at(-1)).toEqual({ uuid, whole, amount })
          },
        },
      })
    })
  }
  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(21))
})

describe('coming back behaves as the model says', () => {
  const paths = everyArrow(createTestModel(returnModel))
  for (const path of paths) {
    test(path.description, async () => {
      const clock = new SimulatedClock()
      let answer = Promise.withResolvers<Verdict>()
      const asked: string[] = []
      const visit = createActor(
        paymentReturnMachine.provide({
          actors: {
            verify: fromPromise(({ input }) => {
              asked.push(input.transaction)
              return answer.promise
            }),
          },
        }),
        { inspect: returning.inspect, input: { transaction: 't' }, clock },
      ).start()
      const says = async (give: (answer: PromiseWithResolvers<Verdict>) => void) => {
        if (!visit.getSnapshot().matches('asking')) {
          answer = Promise.withResolvers<Verdict>()
          const times = asked.length
          clock.increment(3_999)
          expect(asked).toHaveLength(times)
          clock.increment(1)
        }
        expect(visit.getSnapshot().value).toBe('asking')
        expect(asked.at(-1)).toBe('t')
        give(answer)
        await waitFor(visit, (state) => !state.matches('asking'))
      }
      const request = { id: 'r', purpose: 'invoice' } as PaidRequest
      const verdict = (state: Verdict['state']) => () => says(({ resolve }) => resolve({ state, request }))
      const asksAgain = (type: 'request.changed' | 'ask.again') => () => {
        answer = Promise.withResolvers<Verdict>()
        visit.send({ type })
      }
      const known = (state: string) => () => {
        const { value, context } = visit.getSnapshot()
        expect([value, context.request, context.problem]).toEqual([state, request, null])
      }
      const shows = (state: string) => () => expect(visit.getSnapshot().value).toBe(state)
      await path.test({
        events: {
          bankPaid: verdict('paid'),
          bankRefused: verdict('refused'),
          bankSlow: verdict('undecided'),
          bankUnknown: verdict('unknown'),
          booksChange: asksAgain('request.changed'),
          askAgain: asksAgain('ask.again'),
          networkGone: () => says(({ reject }) => reject(words)),
        },
        states: {
          asking: shows('asking'),
          undecided: known('undecided'),
          unreachable: () => {
            shows('unreachable')()
            expect(visit.getSnapshot().context.problem).toBe(words)
          },
          paid: known('paid'),
          refused: known('refused'),
          unknown: shows('unknown'),
        },
      })
    })
  }
  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(15))
})

test('without a transaction in the address nothing is asked and nothing is claimed', () => {
  const visit = createActor(paymentReturnMachine, { inspect: returning.inspect, input: { transaction: null } }).start()
  expect(visit.getSnapshot().value).toBe('unknown')
  visit.send({ type: 'ask.again' })
  expect(visit.getSnapshot().value).toBe('unknown')
})

testEveryTransition(paying)
testEveryTransition(returning)
