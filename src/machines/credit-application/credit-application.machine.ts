import { assertEvent, assign, setup } from 'xstate'
import { promiseSlot } from '../slots'

/** The status of an application, as in the database. */
export type CreditStatus = 'draft' | 'submitted' | 'approved' | 'declined' | 'withdrawn'

/** Steps of an application. `amount` is money as text, exact: `5000` or `1250.50`. */
export type CreditStep =
  | { type: 'submit' }
  | { type: 'withdraw'; note: string }
  | { type: 'return'; note: string }
  | { type: 'decline'; note: string }
  | { type: 'approve'; amount: string; days: number; note: string }

export type CreditApplicationInput = {
  id: string
  status: CreditStatus
  /** May fill in, submit and withdraw. */
  keeps: boolean
  /** May approve, refuse and send back. */
  decides: boolean
}
export type CreditApplicationEvent =
  | CreditStep
  | { type: 'row.read'; status: CreditStatus; keeps: boolean; decides: boolean }

type Context = CreditApplicationInput & { step: CreditStep | null; problem: unknown }

/**
 * One credit application on the screen. The database holds its status: a colleague's change arrives as `row.read`. A
 * failed step changes nothing and gives the problem.
 */
export const creditApplicationMachine = setup({
  types: {
    input: {} as CreditApplicationInput,
    context: {} as Context,
    events: {} as CreditApplicationEvent,
    tags: {} as 'busy' | 'open',
  },
  actors: {
    takeStep: promiseSlot<void, { id: string; step: CreditStep }>('takeStep'),
    readStatus: promiseSlot<CreditStatus, { id: string }>('readStatus'),
  },
  guards: {
    mayKeep: ({ context }) => context.keeps,
    mayDecide: ({ context }) => context.decides,
    mayWithdraw: ({ context }) => context.keeps || context.decides,
    is: ({ context }, status: CreditStatus) => context.status === status,
  },
  actions: {
    takeRow: assign(({ event }) => {
      assertEvent(event, 'row.read')
      return { status: event.status, keeps: event.keeps, decides: event.decides }
    }),
    keepStep: assign(({ event }) => {
      assertEvent(event, ['submit', 'withdraw', 'return', 'decline', 'approve'])
      return { step: event, problem: null }
    }),
    keepProblem: assign((_, params: { problem: unknown }) => params),
    keepStatus: assign((_, params: { status: CreditStatus }) => params),
    forgetStep: assign({ step: null }),
  },
}).createMachine({
  id: 'creditApplication',
  context: ({ input }) => ({ ...input, step: null, problem: null }),
  initial: 'standing',
  states: {
    standing: {
      always: [
        { guard: { type: 'is', params: 'draft' }, target: 'draft' },
        { guard: { type: 'is', params: 'submitted' }, target: 'submitted' },
        { guard: { type: 'is', params: 'approved' }, target: 'approved' },
        { guard: { type: 'is', params: 'declined' }, target: 'declined' },
        { target: 'withdrawn' },
      ],
    },
    draft: {
      tags: 'open',
      on: {
        submit: { guard: 'mayKeep', target: 'moving', actions: 'keepStep' },
        withdraw: { guard: 'mayWithdraw', target: 'moving', actions: 'keepStep' },
        'row.read': { target: 'standing', actions: 'takeRow' },
      },
    },
    submitted: {
      tags: 'open',
      on: {
        approve: { guard: 'mayDecide', target: 'moving', actions: 'keepStep' },
        decline: { guard: 'mayDecide', target: 'moving', actions: 'keepStep' },
        return: { guard: 'mayDecide', target: 'moving', actions: 'keepStep' },
        withdraw: { guard: 'mayWithdraw', target: 'moving', actions: 'keepStep' },
        'row.read': { target: 'standing', actions: 'takeRow' },
      },
    },
    moving: {
      tags: 'busy',
      on: { 'row.read': { actions: 'takeRow' } },
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'takeStep',
            input: ({ context }) => ({ id: context.id, step: context.step ?? { type: 'submit' } }),
            onDone: 'looking',
            onError: {
              target: 'looking',
              actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
            },
          },
        },
        looking: {
          invoke: {
            src: 'readStatus',
            input: ({ context }) => ({ id: context.id }),
            onDone: {
              target: '#creditApplication.standing',
              actions: [{ type: 'keepStatus', params: ({ event }) => ({ status: event.output }) }, 'forgetStep'],
            },
            onError: {
              target: '#creditApplication.standing',
              actions: [{ type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) }, 'forgetStep'],
            },
          },
        },
      },
    },
    approved: { on: { 'row.read': { target: 'standing', actions: 'takeRow' } } },
    declined: { on: { 'row.read': { target: 'standing', actions: 'takeRow' } } },
    withdrawn: { on: { 'row.read': { target: 'standing', actions: 'takeRow' } } },
  },
})
