import { createMachine } from 'xstate'

/** What a person sees of one draft: what it relates to, beside what was done with its words. */
export const quickAddDraftModel = createMachine({
  types: {} as {
    events:
      | { type: 'search' }
      | { type: 'clearSearch' }
      | { type: 'pickClient' }
      | { type: 'pickQuotation' }
      | { type: 'switchOn' }
      | { type: 'switchOff' }
      | { type: 'chooseLocation' }
      | { type: 'clear' }
      | { type: 'improve' }
      | { type: 'improveInVain' }
      | { type: 'revert' }
  },
  id: 'quickAddDraft',
  type: 'parallel',
  states: {
    related: {
      initial: 'none',
      states: {
        none: { on: { search: 'searching' } },
        searching: { on: { clearSearch: 'none', pickClient: 'client', pickQuotation: 'quotation' } },
        client: { on: { chooseLocation: 'clientAtPlace', switchOn: 'clientQuotation', clear: 'none' } },
        clientAtPlace: { on: { clear: 'none' } },
        clientQuotation: { on: { switchOff: 'client', pickQuotation: 'quotation', clear: 'none' } },
        quotation: { on: { clear: 'none' } },
      },
    },
    ai: {
      initial: 'idle',
      states: {
        idle: { on: { improve: 'improved', improveInVain: 'unimproved' } },
        unimproved: { on: { improve: 'improved' } },
        improved: { on: { improveInVain: 'improved', revert: 'idle' } },
      },
    },
  },
})
