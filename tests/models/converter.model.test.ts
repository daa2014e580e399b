import { createTestModel } from '@xstate/test'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { type CachedRates, converterMachine } from '@/machines/converter/converter.machine'
import { arrows } from './arrows'
import { converterModel } from './converter.model'

/** Every arrow once: the shortest way to its start, then the arrow. */
const paths = createTestModel(converterModel).getShortestPaths({ limit: 1_000 })

function useConverter() {
  let works = false
  let stored: CachedRates | null = null
  const converter = createActor(
    converterMachine.provide({
      actors: {
        recallRates: fromPromise(async () => stored),
        readRates: fromPromise(async () => {
          if (!works) throw new Error('HTTP error status')
          stored = { rates: { base: 'EUR', date: '2026-11-20', rates: { EUR: 1, USD: 1.25 } }, readAt: 0 }
          return stored
        }),
      },
    }),
    { input: { now: () => 0 } },
  ).start()
  const settled = () => waitFor(converter, (state) => !state.hasTag('reading'))
  return {
    converter,
    settled,
    retry: async (accepted: boolean) => {
      works = accepted
      converter.send({ type: 'rates.retry' })
      await settled()
    },
  }
}

describe('the converter behaves as the model says', () => {
  for (const path of paths) {
    test(path.description, async () => {
      const { converter, settled, retry } = useConverter()
      const shows = (seen: { open: boolean; failed?: boolean; date?: string | null; from?: string }) => () => {
        const state = converter.getSnapshot()
        expect({
          open: state.hasTag('open'),
          failed: state.hasTag('failed'),
          date: state.context.cached?.rates.date ?? null,
          from: state.context.from,
        }).toEqual({ failed: false, date: '2026-11-20', from: 'USD', ...seen })
      }
      await path.test({
        events: {
          toggle: async () => {
            converter.send({ type: 'panel.toggle' })
            await settled()
          },
          close: () => converter.send({ type: 'panel.close' }),
          swap: () => converter.send({ type: 'pair.swap' }),
          retryInVain: () => retry(false),
          retry: () => retry(true),
        },
        states: {
          closed: shows({ open: false, date: null }),
          withoutRates: shows({ open: true, failed: true, date: null }),
          converting: shows({ open: true }),
          swapped: shows({ open: true, from: 'EUR' }),
          closedWithRates: shows({ open: false }),
          closedSwapped: shows({ open: false, from: 'EUR' }),
        },
      })
    })
  }

  test('every arrow of the model is walked', () => expect(arrows(paths)).toHaveLength(11))
})
