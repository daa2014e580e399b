import { assertEvent, assign, emit, setup } from 'xstate'
import type { Currency, ExchangeRates, Pair } from '@/shared/domain/money/currency'
import { promiseSlot } from '../slots'

/** Rates with the moment they were read, in ms. */
export type CachedRates = { rates: ExchangeRates; readAt: number }

/** The lifetime of rates in ms (spec 2 §9). */
const ratesLifetime = 3_600_000
/** The longest wait for the service, in ms. */
const patience = 10_000

export type ConverterInput = { now: () => number }

export type ConverterEvent =
  | { type: 'panel.toggle' }
  | { type: 'panel.close' }
  | { type: 'amount.change'; text: string }
  | { type: 'from.choose'; currency: Currency }
  | { type: 'to.choose'; currency: Currency }
  | { type: 'pair.swap' }
  | { type: 'rates.retry' }

export type ConverterEmitted = { type: 'rates.failed' }

type ConverterContext = ConverterInput & Pair & { amount: string; cached: CachedRates | null }

/**
 * The currency converter: the typed amount and the age of the rates (spec 2 §4, §9). Typing never waits for rates. When
 * reading rates fails, the cached ones are used.
 */
export const converterMachine = setup({
  types: {
    input: {} as ConverterInput,
    context: {} as ConverterContext,
    events: {} as ConverterEvent,
    emitted: {} as ConverterEmitted,
    tags: {} as 'open' | 'reading' | 'failed',
  },
  actors: {
    recallRates: promiseSlot<CachedRates | null, void>('recallRates'),
    readRates: promiseSlot<CachedRates, void>('readRates'),
  },
  guards: {
    areFresh: ({ context }) => remaining(context) > 0,
  },
  actions: {
    changeAmount: assign(({ event }) => {
      assertEvent(event, 'amount.change')
      return { amount: event.text }
    }),
    chooseFrom: assign(({ event }) => {
      assertEvent(event, 'from.choose')
      return { from: event.currency }
    }),
    chooseTo: assign(({ event }) => {
      assertEvent(event, 'to.choose')
      return { to: event.currency }
    }),
    swap: assign(({ context }) => ({ from: context.to, to: context.from })),
    keepRates: assign((_, params: { cached: CachedRates | null }) => params),
    announceFailure: emit({ type: 'rates.failed' }),
  },
  delays: {
    ratesTimeout: patience,
    untilStale: ({ context }) => Math.max(0, remaining(context)),
  },
}).createMachine({
  id: 'converter',
  context: ({ input }) => ({ ...input, amount: '1', from: 'USD', to: 'EUR', cached: null }),
  initial: 'closed',
  on: {
    'amount.change': { actions: 'changeAmount' },
    'from.choose': { actions: 'chooseFrom' },
    'to.choose': { actions: 'chooseTo' },
    'pair.swap': { actions: 'swap' },
  },
  states: {
    closed: {
      on: { 'panel.toggle': 'open' },
    },
    open: {
      tags: 'open',
      initial: 'recalling',
      on: { 'panel.toggle': 'closed', 'panel.close': 'closed' },
      states: {
        recalling: {
          tags: 'reading',
          invoke: {
            src: 'recallRates',
            onDone: {
              target: 'choosing',
              actions: { type: 'keepRates', params: ({ event }) => ({ cached: event.output }) },
            },
            onError: 'reading',
          },
        },
        choosing: {
          tags: 'reading',
          always: [{ guard: 'areFresh', target: 'ready' }, { target: 'reading' }],
        },
        reading: {
          tags: 'reading',
          invoke: {
            src: 'readRates',
            onDone: {
              target: 'ready',
              actions: { type: 'keepRates', params: ({ event }) => ({ cached: event.output }) },
            },
            onError: { target: 'failed', actions: 'announceFailure' },
          },
          after: { ratesTimeout: { target: 'failed', actions: 'announceFailure' } },
        },
        ready: {
          after: { untilStale: 'reading' },
        },
        failed: {
          tags: 'failed',
          on: { 'rates.retry': 'reading' },
        },
      },
    },
  },
})

/** For how many ms the rates stay fresh; rates from the future are not, their clock was wrong. */
function remaining({ cached, now }: ConverterContext): number {
  const age = cached ? now() - cached.readAt : Number.POSITIVE_INFINITY
  return age < 0 ? 0 : ratesLifetime - age
}
