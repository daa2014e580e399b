import { createMachine } from 'xstate'

/** What a person sees of the converter whose rates cannot be read at first: whether it is open, and shows an amount. */
export const converterModel = createMachine({
  types: {} as {
    events: { type: 'toggle' } | { type: 'close' } | { type: 'swap' } | { type: 'retryInVain' } | { type: 'retry' }
  },
  id: 'converter',
  initial: 'closed',
  states: {
    closed: { on: { toggle: 'withoutRates' } },
    withoutRates: { on: { toggle: 'closed', close: 'closed', retryInVain: 'withoutRates', retry: 'converting' } },
    converting: { on: { close: 'closedWithRates', swap: 'swapped' } },
    swapped: { on: { swap: 'converting', toggle: 'closedSwapped' } },
    closedWithRates: { on: { toggle: 'converting' } },
    closedSwapped: { on: { toggle: 'swapped' } },
  },
})
