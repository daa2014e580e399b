import { createMachine } from 'xstate'

/** What a payer sees, from the choice how to pay to what the bank decided. */
export const payingModel = createMachine({
  types: {} as {
    events:
      | { type: 'pay' }
      | { type: 'payInVain' }
      | { type: 'back' }
      /** The bank cannot be told that the payer came back. */
      | { type: 'backInVain' }
      | { type: 'chooseAll' }
      | { type: 'choosePart' }
      | { type: 'tell' }
      | { type: 'tellInVain' }
  },
  id: 'payingModel',
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        pay: 'atBank',
        payInVain: 'refused',
        chooseAll: 'all',
        choosePart: 'part',
        tell: 'told',
        tellInVain: 'refused',
      },
    },
    part: { on: { pay: 'atBank', tell: 'told' } },
    all: { on: { pay: 'atBank' } },
    refused: { on: { pay: 'atBank', tell: 'told', chooseAll: 'all', choosePart: 'part' } },
    atBank: { on: { back: 'choosing', backInVain: 'choosing' } },
    told: {
      on: {
        pay: 'atBank',
        payInVain: 'refused',
        chooseAll: 'all',
        choosePart: 'part',
        tell: 'told',
        tellInVain: 'refused',
      },
    },
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
      /** Our books changed meanwhile. */
      | { type: 'booksChange' }
      | { type: 'askAgain' }
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
    undecided: {
      on: {
        booksChange: 'asking',
        bankPaid: 'paid',
        bankRefused: 'refused',
        bankSlow: 'undecided',
        networkGone: 'unreachable',
      },
    },
    unreachable: { on: { askAgain: 'asking', bankPaid: 'paid', bankSlow: 'undecided', networkGone: 'unreachable' } },
    paid: {},
    refused: {},
    unknown: { on: { askAgain: 'asking' } },
  },
})
