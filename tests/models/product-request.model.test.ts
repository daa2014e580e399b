import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { type Asker, productRequestMachine } from '@/machines/product-request/product-request.machine'
import { arrows, everyArrow } from './arrows'
import { productRequestModel } from './product-request.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(productRequestMachine)
const paths = everyArrow(createTestModel(productRequestModel))
const asker: Asker = { name: 'Anna', email: 'a@example.com', phone: '', message: 'Ten of them', trap: '' }
const words = new Error('The server did not answer')

function openProduct() {
  let refuses = false
  const received: Asker[] = []
  const visit = createActor(
    productRequestMachine.provide({
      actors: {
        ask: fromPromise(async ({ input }) => {
          if (refuses) throw words
          received.push(input)
          return 'R-0001'
        }),
      },
    }),
    { inspect: walked.inspect },
  ).start()
  const send = async (answer: 'yes' | 'no') => {
    refuses = answer === 'no'
    visit.send({ type: 'ask.send', asker })
    // The second press of a double click, and Escape.
    visit.send({ type: 'ask.send', asker })
    visit.send({ type: 'ask.close' })
    expect(visit.getSnapshot().context.problem).toBeNull()
    await waitFor(visit, (state) => !state.matches('sending'))
  }
  return { visit, received, send }
}

describe('a visitor asks for a price as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { visit, received, send } = openProduct()
      const shows =
        (value: string, more: { form?: boolean; problem?: unknown; number?: string; received?: Asker[] } = {}) =>
        () => {
          const state = visit.getSnapshot()
          const { problem, number } = state.context
          expect({ value: state.value, form: state.hasTag('form'), problem, number, received }).toEqual({
            form: false,
            problem: null,
            number: null,
            received: [],
            ...more,
            value,
          })
        }
      await path.test({
        events: {
          openForm: () => visit.send({ type: 'ask.open' }),
          closeForm: () => visit.send({ type: 'ask.close' }),
          send: () => send('yes'),
          sendInVain: () => send('no'),
          sendAgain: () => send('yes'),
        },
        states: {
          choosing: () => expect([visit.getSnapshot().value, received]).toEqual(['choosing', []]),
          form: shows('asking', { form: true }),
          refused: shows('asking', { form: true, problem: words }),
          asked: shows('asked', { number: 'R-0001', received: [asker] }),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(7))
})

testEveryTransition(walked)
