import { createMachine } from 'xstate'

/** What a visitor sees who chose the options of a product and asks for its price. */
export const productRequestModel = createMachine({
  types: {} as {
    events:
      | { type: 'openForm' }
      | { type: 'closeForm' }
      | { type: 'send' }
      | { type: 'sendInVain' }
      | { type: 'sendAgain' }
  },
  id: 'productRequestModel',
  initial: 'choosing',
  states: {
    choosing: { on: { openForm: 'form' } },
    form: { on: { closeForm: 'choosing', send: 'asked', sendInVain: 'refused' } },
    refused: { on: { sendAgain: 'asked', sendInVain: 'refused', closeForm: 'choosing' } },
    asked: {},
  },
})
