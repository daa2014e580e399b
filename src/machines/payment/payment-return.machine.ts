import { assign, setup } from 'xstate'
import { promiseSlot } from '../slots'

/** The bank's state of a transaction, asked by the server, and the document it paid, if it is ours. */
export type Verdict = { state: 'paid' | 'undecided' | 'refused' | 'unknown'; request: PaidRequest | null }
export type PaidRequest = {
  id: string
  /** `invoice`, or the kind of payment for an order: `deposit`. */
  purpose: string
  status: string
  amount: string
  currency: string
  documentNumber: string | null
  documentUuid: string | null
  companyName: string
  /** The open amount of the invoice, or of all invoices of a statement's payer; null for an order. */
  left?: string | null
  /** The part of the payment that settles no invoice. */
  credit?: string | null
}

/** The wait in ms before the bank is asked again while the result is open or it cannot be reached. */
export const askAgainAfter = 4000

/**
 * The payer's return from the bank. The page's address is not trusted: the server asks the bank, again and again until
 * it has decided. `request.changed`: our books changed meanwhile.
 */
export const paymentReturnMachine = setup({
  types: {
    input: {} as { transaction: string | null },
    context: {} as { transaction: string | null; request: PaidRequest | null; problem: unknown },
    events: {} as { type: 'request.changed' } | { type: 'ask.again' },
  },
  actors: { verify: promiseSlot<Verdict, { transaction: string }>('verify') },
  delays: { askAgain: askAgainAfter },
}).createMachine({
  id: 'paymentReturn',
  context: ({ input }) => ({ ...input, request: null, problem: null }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [{ guard: ({ context }) => context.transaction === null, target: 'unknown' }, { target: 'asking' }],
    },
    asking: {
      invoke: {
        src: 'verify',
        input: ({ context }) => ({ transaction: context.transaction ?? '' }),
        onDone: [
          {
            guard: ({ event }) => event.output.state === 'paid',
            target: 'paid',
            actions: assign({ request: ({ event }) => event.output.request, problem: null }),
          },
          {
            guard: ({ event }) => event.output.state === 'undecided',
            target: 'undecided',
            actions: assign({ request: ({ event }) => event.output.request, problem: null }),
          },
          {
            guard: ({ event }) => event.output.state === 'refused',
            target: 'refused',
            actions: assign({ request: ({ event }) => event.output.request, problem: null }),
          },
          { target: 'unknown' },
        ],
        onError: { target: 'unreachable', actions: assign({ problem: ({ event }) => event.error }) },
      },
    },
    undecided: { after: { askAgain: 'asking' }, on: { 'request.changed': 'asking' } },
    unreachable: { after: { askAgain: 'asking' }, on: { 'ask.again': 'asking' } },
    paid: {},
    refused: {},
    unknown: { on: { 'ask.again': { guard: ({ context }) => context.transaction !== null, target: 'asking' } } },
  },
})
