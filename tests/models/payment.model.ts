import { createMachine } from 'xstate'

/** What a payer sees, from the choice how to pay to what the bank decided. */
export const payingModel = createMachine({
  types: {} as {
    events:
      | { type: 'pay' }
      | { type: 'payInVain' }
      | { type: 'back' }
      | { type: 'chooseAll' }
      | { type: 'tell' }
      | { type: 'tellInVain' }
  },
  id: 'payingModel',
  initial: 'choosing',
  states: {
    choosing: {
      on: { pay: 'atBank', payInVain: 'refused', chooseAll: 'all', tell: 'told', tellInVain: 'refused' },
    },
    all: { on: { pay: 'atBank' } },
    refused: { on: { pay: 'atBank', tell: 'told' } },
    atBank: { on: { back: 'choosing' } },
    told: { on: { pay: 'atBank' } },
  },
})

/** A payer who is back from the bank; the bank and the network take their time. */
export const returnModel = createMachine({
  types: {} as {
    events:
      | { type: 'bankPaid' }
      | { type: 'bankRefused' }
      | { type: 'bankSlow' }
      | { type: 'bankUnknown' }
      | { type: 'networkGone' }
  },
  id: 'returnModel',
  initial: 'asking',
  states: {
    asking: {
      on: {
        bankPaid: 'paid',
        bankRefused: 'refused',
        bankSlow: 'undecided',
        bankUnknown: 'unknown',
        networkGone: 'unreachable',
      },
    },
    undecided: { on: { bankPaid: 'paid', bankRefused: 'refused', bankSlow: 'undecided', networkGone: 'unreachable' } },
    unreachable: { on: { bankPaid: 'paid', bankSlow: 'undecided', networkGone: 'unreachable' } },
    paid: {},
    refused: {},
    unknown: {},
  },
})
