import { assertEvent, assign, emit, setup } from 'xstate'
import { promiseSlot } from '../slots'

export type ReadyMark = { ready: boolean; /** When it was set, in ms. */ at: number }

export type ReadyUndoInput = {
  /** The server's mark; null before there is one. */
  mark: ReadyMark | null
  /** The time in ms. */
  now: () => number
}

export type ReadyUndoEvent =
  | { type: 'ready.mark' }
  | { type: 'ready.undo' }
  /** The row from a later read: another tab of the person may have changed it. */
  | { type: 'mark.heard'; mark: ReadyMark | null }

export type ReadyUndoEmitted = { type: 'ready.failed'; message: string }

/** `waiting`: the server did not answer; the mark is kept and sent later. */
export type ReadySaved = 'saved' | 'waiting'

const undoWindow = 10_000

const undoEnd = (mark: ReadyMark, now: number): number => Math.min(mark.at, now) + undoWindow

/**
 * One person's ready mark on one task: set, and for 10 seconds taken back (spec 2 §4). A mark that was set moments ago,
 * before a reload or in another tab, can still be taken back for the rest of its 10 seconds.
 */
export const readyUndoMachine = setup({
  types: {
    input: {} as ReadyUndoInput,
    context: {} as ReadyUndoInput & { undoUntil: number },
    events: {} as ReadyUndoEvent,
    emitted: {} as ReadyUndoEmitted,
    tags: {} as 'canMark' | 'canUndo' | 'busy' | 'ready',
  },
  actors: {
    setReady: promiseSlot<ReadySaved, { ready: boolean }>('setReady'),
  },
  guards: {
    isReady: ({ context }) => context.mark?.ready === true,
    mayStillUndo: ({ context }) => context.undoUntil > context.now(),
    isWaiting: (_, params: { saved: ReadySaved }) => params.saved === 'waiting',
    heardReady: ({ event }) => event.type === 'mark.heard' && event.mark?.ready === true,
  },
  actions: {
    remember: assign(({ context, event }) => {
      assertEvent(event, 'mark.heard')
      return { mark: event.mark, undoUntil: event.mark?.ready ? undoEnd(event.mark, context.now()) : 0 }
    }),
    openUndoWindow: assign(({ context }) => {
      const at = context.now()
      return { mark: { ready: true, at }, undoUntil: at + undoWindow }
    }),
    forgetMark: assign({ mark: null, undoUntil: 0 }),
    sayMarkFailed: emit({ type: 'ready.failed', message: 'Failed to mark as ready. Please try again.' }),
    sayUndoFailed: emit({ type: 'ready.failed', message: 'Failed to unmark as ready. Please try again.' }),
  },
  delays: {
    restOfUndoWindow: ({ context }) => Math.max(0, context.undoUntil - context.now()),
    answerTimeout: 15_000,
  },
}).createMachine({
  id: 'readyUndo',
  context: ({ input }) => ({ ...input, undoUntil: input.mark?.ready ? undoEnd(input.mark, input.now()) : 0 }),
  initial: 'choosing',
  states: {
    choosing: {
      always: [{ guard: { type: 'isReady' }, target: 'ready' }, { target: 'notReady' }],
    },
    notReady: {
      tags: 'canMark',
      on: {
        'ready.mark': 'marking',
        'mark.heard': { target: 'choosing', actions: 'remember' },
      },
    },
    marking: {
      tags: 'busy',
      invoke: {
        src: 'setReady',
        input: { ready: true },
        onDone: [
          { guard: { type: 'isWaiting', params: ({ event }) => ({ saved: event.output }) }, target: 'choosing' },
          { target: 'ready', actions: 'openUndoWindow' },
        ],
        onError: { target: 'choosing', actions: 'sayMarkFailed' },
      },
      // A mark that arrives meanwhile is kept, unless this press is saved.
      on: { 'mark.heard': { actions: 'remember' } },
      after: { answerTimeout: { target: 'choosing', actions: 'sayMarkFailed' } },
    },
    ready: {
      tags: 'ready',
      initial: 'choosing',
      on: {
        'mark.heard': [{ guard: 'heardReady' }, { target: 'notReady', actions: 'remember' }],
      },
      states: {
        choosing: {
          always: [{ guard: 'mayStillUndo', target: 'undoable' }, { target: 'settled' }],
        },
        undoable: {
          tags: 'canUndo',
          after: { restOfUndoWindow: 'settled' },
          on: { 'ready.undo': '#readyUndo.unmarking' },
        },
        settled: {},
      },
    },
    unmarking: {
      tags: ['busy', 'ready'],
      invoke: {
        src: 'setReady',
        input: { ready: false },
        onDone: [
          { guard: { type: 'isWaiting', params: ({ event }) => ({ saved: event.output }) }, target: 'choosing' },
          { target: 'notReady', actions: 'forgetMark' },
        ],
        onError: { target: 'choosing', actions: 'sayUndoFailed' },
      },
      on: { 'mark.heard': { actions: 'remember' } },
      after: { answerTimeout: { target: 'choosing', actions: 'sayUndoFailed' } },
    },
  },
})
