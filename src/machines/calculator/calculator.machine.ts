import { assign, setup } from 'xstate'
import { promiseSlot } from '../slots'

/** The target of a save: the version that the person started from, or a new calculation (`version` is null). */
export type Saving = { id: string; version: number | null }

export type CalculatorEvent =
  | { type: 'save'; saving: Saving }
  | { type: 'copy.save'; id: string }
  | { type: 'typed' }
  | { type: 'theirs.take' }

type Context = { saving: Saving; problem: unknown }

/**
 * Saving a calculation. When another person saved meanwhile, nothing is written: the person takes the other's
 * calculation or saves their own as a copy. The draft stays until it is saved or discarded.
 */
export const calculatorMachine = setup({
  types: { context: {} as Context, events: {} as CalculatorEvent, tags: {} as 'busy' },
  actors: { save: promiseSlot<number, Saving>('save') },
  guards: {
    isConflict: (_, { problem }: { problem: unknown }) =>
      problem instanceof Error && Reflect.get(problem, 'code') === 'PT409',
  },
  actions: {
    keepProblem: assign((_, params: { problem: unknown }) => params),
    forgetProblem: assign({ problem: null }),
    open: () => {
      throw new Error('No action provided for "open"')
    },
    forgetTyped: () => {
      throw new Error('No action provided for "forgetTyped"')
    },
  },
}).createMachine({
  id: 'calculator',
  context: { saving: { id: '', version: null }, problem: null },
  initial: 'editing',
  states: {
    editing: {
      on: {
        typed: { actions: 'forgetProblem' },
        save: { target: 'saving', actions: assign({ saving: ({ event }) => event.saving, problem: null }) },
        'copy.save': {
          target: 'saving',
          actions: assign({ saving: ({ event }) => ({ id: event.id, version: null }), problem: null }),
        },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'save',
        input: ({ context }) => context.saving,
        onDone: { target: 'editing', actions: ['forgetTyped', 'open'] },
        onError: [
          {
            guard: { type: 'isConflict', params: ({ event }) => ({ problem: event.error }) },
            target: 'conflict',
            actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) },
          },
          { target: 'editing', actions: { type: 'keepProblem', params: ({ event }) => ({ problem: event.error }) } },
        ],
      },
    },
    conflict: {
      on: {
        'theirs.take': { target: 'editing', actions: ['forgetTyped', 'forgetProblem'] },
        'copy.save': {
          target: 'saving',
          actions: assign({ saving: ({ event }) => ({ id: event.id, version: null }), problem: null }),
        },
      },
    },
  },
})
