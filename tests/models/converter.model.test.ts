import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type CachedRates, converterMachine } from '@/machines/converter/converter.machine'
import { arrows, everyArrow } from './arrows'
import { converterModel } from './converter.model'
import { testEveryTransition, watch } from './transitions'

const walked = watch(converterMachine)

const paths = everyArrow(createTestModel(converterModel))
const hour = 3_600_000

function useConverter() {
  const clock = new SimulatedClock()
  let answers: 'yes' | 'no' | 'never' = 'no'
  let isStorageBroken = false
  let stored: CachedRates | null = null
  let reads = 0
  let failures = 0
  const converter = createActor(
    converterMachine.provide({
      actors: {
        recallRates: fromPromise(async () => {
          if (isStorageBroken) throw new Error('no storage')
          return stored
        }),
        readRates: fromPromise(async () => {
          reads += 1
          if (answers === 'never') await new Promise(() => {})
          if (answers === 'no') throw new Error('HTTP error status')
          stored = { rates: { base: 'EUR', date: '2026-11-20', rates: { EUR: 1, USD: 1.25 } }, readAt: clock.now() }
          return stored
        }),
      },
    }),
    { clock, inspect: walked.inspect, input: { now: () => clock.now() } },
  )
  converter.on('rates.failed', () => void (failures += 1))
  converter.start()
  const settled = () => waitFor(converter, (state) => !state.hasTag('reading'))
  /** A step that asks for new rates once. It fails with a word, or without one. */
  const asking = async (next: typeof answers, step: () => void, meanwhile = () => {}) => {
    const before = { reads, failures }
    answers = next
    step()
    meanwhile()
    await settled()
    expect({ reads, failures }).toEqual({
      reads: before.reads + 1,
      failures: before.failures + (next === 'yes' ? 0 : 1),
    })
  }
  return {
    converter,
    settled,
    asking,
    pass: (time: number) => clock.increment(time),
    toggle: async () => {
      converter.send({ type: 'panel.toggle' })
      await settled()
    },
    toggleWithBrokenStorage: () => {
      isStorageBroken = true
      return asking('no', () => converter.send({ type: 'panel.toggle' }))
    },
  }
}

describe('the converter behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { converter, asking, pass, toggle, toggleWithBrokenStorage } = useConverter()
      const shows = (seen: object) => () => {
        const state = converter.getSnapshot()
        expect({
          open: state.hasTag('open'),
          failed: state.hasTag('failed'),
          date: state.context.cached?.rates.date ?? null,
          from: state.context.from,
          to: state.context.to,
          amount: state.context.amount,
        }).toEqual({ open: true, failed: false, date: '2026-11-20', from: 'USD', to: 'EUR', amount: '1', ...seen })
      }
      const retry = () => converter.send({ type: 'rates.retry' })
      await path.test({
        events: {
          toggle,
          toggleWithBrokenStorage,
          close: () => converter.send({ type: 'panel.close' }),
          swap: () => converter.send({ type: 'pair.swap' }),
          typeAmount: () => converter.send({ type: 'amount.change', text: '25' }),
          chooseCurrencies: () => {
            converter.send({ type: 'from.choose', currency: 'GBP' })
            converter.send({ type: 'to.choose', currency: 'USD' })
          },
          retryInVain: () => asking('no', retry),
          retryUnanswered: () =>
            asking('never', retry, () => {
              pass(9_999)
              expect(converter.getSnapshot().hasTag('reading')).toBe(true)
              pass(1)
            }),
          retry: () => asking('yes', retry),
          hourPasses: () => {
            pass(hour - 1)
            expect(converter.getSnapshot().hasTag('reading')).toBe(false)
            return asking('yes', () => pass(1))
          },
          hourPassesInVain: () => asking('no', () => pass(hour)),
        },
        states: {
          closed: shows({ open: false, date: null }),
          withoutRates: shows({ failed: true, date: null }),
          typedWithoutRates: shows({ failed: true, date: null, amount: '25' }),
          converting: shows({}),
          typed: shows({ amount: '25' }),
          chosen: shows({ from: 'GBP', to: 'USD' }),
          chosenSwapped: shows({ from: 'USD', to: 'GBP' }),
          oldRates: shows({ failed: true }),
          swapped: shows({ from: 'EUR', to: 'USD' }),
          closedWithRates: shows({ open: false }),
          closedSwapped: shows({ open: false, from: 'EUR', to: 'USD' }),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(20))
})

testEveryTransition(walked)
