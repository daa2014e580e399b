import { assertEvent, assign, emit, setup } from 'xstate'
import { tickItem } from '@/shared/domain/task-checklist'
import { promiseSlot } from '../slots'

export type SaveTick = {
  /** The description that the person saw. */
  description: string
  key: string
  completed: boolean
}

export type ChecklistInput = { description: string }

export type ChecklistEvent =
  | { type: 'item.tick'; key: string; completed: boolean }
  /** The description as it was read again: somebody else may have ticked too. */
  | { type: 'description.heard'; description: string }

export type ChecklistEmitted = { type: 'checklist.saved' } | { type: 'checklist.failed' }

type Pending = { key: string; completed: boolean }

/**
 * A checklist being ticked, one line at a time: shown at once, saved back whole, and as it was before when that fails
 * (spec 2 §4). What others saved meanwhile is kept: `saveTick` answers with the description as it stands afterwards.
 */
export const checklistMachine = setup({
  types: {
    input: {} as ChecklistInput,
    context: {} as {
      /** What the server is known to hold. */
      saved: string
      /** What is shown. */
      description: string
      pending: Pending | null
    },
    events: {} as ChecklistEvent,
    emitted: {} as ChecklistEmitted,
    tags: {} as 'saving',
  },
  actors: {
    saveTick: promiseSlot<string, SaveTick>('saveTick'),
  },
  guards: {
    isThere: ({ context, event }) => {
      assertEvent(event, 'item.tick')
      return tickItem(context.description, event.key, event.completed) !== null
    },
  },
  actions: {
    show: assign(({ event }) => {
      assertEvent(event, 'description.heard')
      return { saved: event.description, description: event.description }
    }),
    keepForLater: assign(({ event }) => {
      assertEvent(event, 'description.heard')
      return { saved: event.description }
    }),
    tick: assign(({ context, event }) => {
      assertEvent(event, 'item.tick')
      const { key, completed } = event
      return {
        pending: { key, completed },
        description: tickItem(context.description, key, completed) ?? context.description,
      }
    }),
    takeAnswer: assign((_, params: { description: string }) => ({
      saved: params.description,
      description: params.description,
      pending: null,
    })),
    restore: assign(({ context }) => ({ description: context.saved, pending: null })),
    saySaved: emit({ type: 'checklist.saved' }),
    sayFailed: emit({ type: 'checklist.failed' }),
  },
  delays: {
    saveTimeout: 15_000,
  },
}).createMachine({
  id: 'checklist',
  context: ({ input }) => ({ saved: input.description, description: input.description, pending: null }),
  initial: 'resting',
  states: {
    resting: {
      on: {
        'item.tick': { guard: 'isThere', target: 'saving', actions: 'tick' },
        'description.heard': { actions: 'show' },
      },
    },
    saving: {
      tags: 'saving',
      on: {
        'description.heard': { actions: 'keepForLater' },
      },
      invoke: {
        src: 'saveTick',
        input: ({ context }) => ({
          description: context.saved,
          key: context.pending?.key ?? '',
          completed: context.pending?.completed ?? false,
        }),
        onDone: {
          target: 'resting',
          actions: [{ type: 'takeAnswer', params: ({ event }) => ({ description: event.output }) }, 'saySaved'],
        },
        onError: { target: 'resting', actions: ['restore', 'sayFailed'] },
      },
      after: { saveTimeout: { target: 'resting', actions: ['restore', 'sayFailed'] } },
    },
  },
})
