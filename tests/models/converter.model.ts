import { createMachine } from 'xstate'

/** What a person sees of the converter whose rates cannot be read at first: whether it is open, and shows an amount. */
export const converterModel = createMachine({
  types: {} as {
    events:
      | { type: 'toggle' }
      | { type: 'toggleWithBrokenStorage' }
      | { type: 'close' }
      | { type: 'swap' }
      | { type: 'typeAmount' }
      | { type: 'chooseCurrencies' }
      | { type: 'retryInVain' }
      | { type: 'retryUnanswered' }
      | { type: 'retry' }
      /** The rates are an hour old and are read again. */
      | { type: 'hourPasses' }
      | { type: 'hourPassesInVain' }
  },
  id: 'converter',
  initial: 'closed',
  states: {
    closed: { on: { toggle: 'withoutRates', toggleWithBrokenStorage: 'withoutRates' } },
    withoutRates: {
      on: {
        toggle: 'closed',
        close: 'closed',
        typeAmount: 'typedWithoutRates',
        retryInVain: 'withoutRates',
        retryUnanswered: 'withoutRates',
        retry: 'converting',
      },
    },
    typedWithoutRates: {},
    converting: {
      on: {
        close: 'closedWithRates',
        swap: 'swapped',
        typeAmount: 'typed',
        chooseCurrencies: 'chosen',
        hourPasses: 'converting',
        hourPassesInVain: 'oldRates',
      },
    },
    typed: {},
    chosen: { on: { swap: 'chosenSwapped' } },
    chosenSwapped: {},
    /** The old rates are used while new ones cannot be read. */
    oldRates: { on: { retry: 'converting' } },
    swapped: { on: { swap: 'converting', toggle: 'closedSwapped' } },
    closedWithRates: { on: { toggle: 'converting' } },
    closedSwapped: { on: { toggle: 'swapped' } },
  },
})
