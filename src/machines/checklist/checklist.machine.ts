import { assertEvent, assign, emit, setup } from 'xstate'
import { changeChecklist, type ChecklistChange } from '@/shared/domain/tasks/task-checklist'
import { promiseSlot } from '../slots'

export type SaveChange = {
  /** The description that the person saw. */
  description: string
  change: ChecklistChange
}

/**
 * The description after the change. `isMade`: the change is in it; another person may have made another one first.
 * `isWaiting`: the server did not answer; the change is kept and sent later.
 */
export type ChangeSaved = { description: string; isMade: boolean; isWaiting?: boolean }

export type ChecklistInput = { description: string }

export type ChecklistEvent =
  | { type: 'checklist.change'; change: ChecklistChange }
  /** The description from a later read: another person may have changed it too. */
  | { type: 'description.heard'; description: string }

/**
 * `waiting`: shown and kept, but not saved yet. `outdated`: another person changed that line, so nothing was
 * overwritten.
 */
export type ChecklistEmitted = {
  type: 'checklist.saved' | 'checklist.waiting' | 'checklist.failed' | 'checklist.outdated'
  change: ChecklistChange | null
}

/**
 * A checklist, changed one line at a time: shown at once, saved whole, and restored when saving fails (spec 2 §4).
 * Other people's saved changes stay.
 */
export const checklistMachine = setup({
  types: {
    input: {} as ChecklistInput,
    context: {} as {
      /** The description that the server holds. */
      saved: string
      /** The shown description. */
      description: string
      pending: ChecklistChange | null
    },
    events: {} as ChecklistEvent,
    emitted: {} as ChecklistEmitted,
    tags: {} as 'saving',
  },
  actors: {
    saveChange: promiseSlot<ChangeSaved, SaveChange>('saveChange'),
  },
  guards: {
    isPossible: ({ context, event }) => {
      assertEvent(event, 'checklist.change')
      return changeChecklist(context.description, event.change) !== null
    },
    isMade: (_, params: ChangeSaved) => params.isMade,
    isWaiting: (_, params: ChangeSaved) => params.isWaiting === true,
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
    change: assign(({ context, event }) => {
      assertEvent(event, 'checklist.change')
      return {
        pending: event.change,
        description: changeChecklist(context.description, event.change) ?? context.description,
      }
    }),
    takeAnswer: assign((_, params: ChangeSaved) => ({
      saved: params.description,
      description: params.description,
      pending: null,
    })),
    restore: assign(({ context }) => ({ description: context.saved, pending: null })),
    saySaved: emit(({ context }) => ({ type: 'checklist.saved', change: context.pending })),
    sayWaiting: emit(({ context }) => ({ type: 'checklist.waiting', change: context.pending })),
    sayOutdated: emit(({ context, event }) => ({
      type: 'checklist.outdated',
      change: event.type === 'checklist.change' ? event.change : context.pending,
    })),
    sayFailed: emit(({ context }) => ({ type: 'checklist.failed', change: context.pending })),
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
        'checklist.change': [{ guard: 'isPossible', target: 'saving', actions: 'change' }, { actions: 'sayOutdated' }],
        'description.heard': { actions: 'show' },
      },
    },
    saving: {
      tags: 'saving',
      on: {
        'description.heard': { actions: 'keepForLater' },
      },
      invoke: {
        src: 'saveChange',
        input: ({ context }) => {
          if (!context.pending) throw new Error('Nothing is being saved')
          return { description: context.saved, change: context.pending }
        },
        onDone: [
          {
            guard: { type: 'isWaiting', params: ({ event }) => event.output },
            target: 'resting',
            actions: ['sayWaiting', { type: 'takeAnswer', params: ({ event }) => event.output }],
          },
          {
            guard: { type: 'isMade', params: ({ event }) => event.output },
            target: 'resting',
            actions: ['saySaved', { type: 'takeAnswer', params: ({ event }) => event.output }],
          },
          {
            target: 'resting',
            actions: ['sayOutdated', { type: 'takeAnswer', params: ({ event }) => event.output }],
          },
        ],
        onError: { target: 'resting', actions: ['sayFailed', 'restore'] },
      },
      after: { saveTimeout: { target: 'resting', actions: ['sayFailed', 'restore'] } },
    },
  },
})
