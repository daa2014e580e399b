import { createMachine } from 'xstate'

/** What a person sees of one draft: what it relates to, beside what was done with its words. */
export const quickAddDraftModel = createMachine({
  types: {} as {
    events:
      | { type: 'search' }
      | { type: 'searchMore' }
      | { type: 'clearSearch' }
      | { type: 'pickClient' }
      | { type: 'pickQuotation' }
      /** The dialog is opened from a record. */
      | { type: 'beginWithClient' }
      | { type: 'beginWithQuotation' }
      | { type: 'switchOn' }
      | { type: 'switchOff' }
      | { type: 'chooseLocation' }
      | { type: 'clear' }
      | { type: 'write' }
      | { type: 'improve' }
      | { type: 'improveWhileWriting' }
      /** There is no text to improve. */
      | { type: 'improveNothing' }
      | { type: 'improveInVain' }
      | { type: 'revert' }
      /** The tab is closed and the draft is restored. */
      | { type: 'restore' }
  },
  id: 'quickAddDraft',
  type: 'parallel',
  states: {
    related: {
      initial: 'none',
      states: {
        none: {
          on: { search: 'searching', restore: 'none', beginWithClient: 'client', beginWithQuotation: 'quotation' },
        },
        searching: {
          on: {
            searchMore: 'searching',
            restore: 'none',
            clearSearch: 'none',
            pickClient: 'client',
            pickQuotation: 'quotation',
          },
        },
        client: {
          on: { restore: 'client', chooseLocation: 'clientAtPlace', switchOn: 'clientQuotation', clear: 'none' },
        },
        clientAtPlace: { on: { restore: 'clientAtPlace', clear: 'none' } },
        clientQuotation: {
          on: {
            searchMore: 'clientQuotationSearched',
            restore: 'client',
            switchOff: 'client',
            pickQuotation: 'quotation',
            clear: 'none',
          },
        },
        clientQuotationSearched: { on: { switchOff: 'client' } },
        quotation: { on: { clear: 'none', restore: 'quotation', chooseLocation: 'quotationAtPlace' } },
        quotationAtPlace: { on: { clear: 'none' } },
      },
    },
    ai: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            write: 'idle',
            improveWhileWriting: 'improved',
            improveNothing: 'idle',
            restore: 'idle',
            improve: 'improved',
            improveInVain: 'unimproved',
          },
        },
        unimproved: { on: { restore: 'idle', improve: 'improved' } },
        improved: {
          on: {
            write: 'improved',
            improve: 'improved',
            improveNothing: 'improved',
            restore: 'improved',
            improveInVain: 'improved',
            revert: 'idle',
          },
        },
      },
    },
  },
})
