import { assertEvent, assign, setup } from 'xstate'
import { promiseSlot } from '../slots'

/** A payment that was begun: the id of the request, and the page of the bank. */
export type Begun = { request: string; checkout: string }

export type PaymentEvent =
  | { type: 'whole.choose'; whole: boolean }
  | { type: 'amount.choose'; amount: string | null }
  | { type: 'card.pay' }
  | { type: 'transfer.tell' }
  | { type: 'page.shown' }

type Input = { uuid: string; whole: boolean }
/** `amount`: a part of an invoice, as decimal text; null: as `whole` says. */
type Asked = Input & { amount: string | null }
type Context = Asked & { begun: Begun | null; problem: unknown }

/**
 * Payment of a document by its link: by card on the bank's page, or by an announced transfer. Nothing counts as paid
 * here. `page.shown`: the payer returned from the bank by the Back key.
 */
export const paymentMachine = setup({
  types: { input: {} as Input, context: {} as Context, events: {} as PaymentEvent, tags: {} as 'busy' },
  actors: {
    begin: promiseSlot<Begun, Asked>('begin'),
    tell: promiseSlot<void, Asked>('tell'),
    leave: promiseSlot<void, { request: string }>('leave'),
  },
  actions: {
    goToBank: () => {
      throw new Error('No action provided for "goToBank"')
    },
    chooseWhole: assign({ whole: ({ event }) => (assertEvent(event, 'whole.choose'), event.whole), problem: null }),
    chooseAmount: assign({ amount: ({ event }) => (assertEvent(event, 'amount.choose'), event.amount), problem: null }),
    keepProblem: assign((_, params: { problem: unknown }) => params),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({ ...input, amount: null, begun: null, problem: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'whole.choose': { actions: 'chooseWhole' },
        'amount.choose': { actions: 'chooseAmount' },
        'card.pay': { target: 'beginning', actions: 'forgetProblem' },
        'transfer.tell': { target: 'telling', actions: 'forgetProblem' },
      },
    },
    beginning: {
      tags: 'busy',
      invoke: {
        src: 'begin',
        input: ({ context: { uuid, whole, amount } }) => ({ uuid, whole, amount }),
        onDone: { target: 'atBank', actions: assign({ begun: ({ event }) => event.output }) },
        onError: {
          target: 'choosing',
          actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
        },
      },
    },
    atBank: { tags: 'busy', entry: 'goToBank', on: { 'page.shown': 'turnedBack' } },
    turnedBack: {
      invoke: {
        src: 'leave',
        input: ({ context }) => ({ request: context.begun?.request ?? '' }),
        onDone: 'choosing',
        onError: 'choosing',
      },
    },
    telling: {
      tags: 'busy',
      invoke: {
        src: 'tell',
        input: ({ context: { uuid, whole, amount } }) => ({ uuid, whole, amount }),
        onDone: 'told',
        onError: {
          target: 'choosing',
          actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
        },
      },
    },
    told: {
      on: {
        'whole.choose': { target: 'choosing', actions: 'chooseWhole' },
        'amount.choose': { target: 'choosing', actions: 'chooseAmount' },
        'card.pay': 'beginning',
        'transfer.tell': { target: 'telling', actions: 'forgetProblem' },
      },
    },
  },
})
