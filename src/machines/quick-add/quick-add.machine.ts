import { assertEvent, assign, emit, setup } from 'xstate'
import { hasTitle, titleProblem } from '@/shared/domain/task'
import { promiseSlot } from '../slots'

/** A task as it is being written. Its id becomes the task's: saving it twice creates it once. */
export type Draft = { id: string; title: string; description: string }

export type CreateTasks = { drafts: readonly Draft[]; assignees: readonly string[]; createdBy: string }

export type QuickAddInput = {
  createdBy: string
  /** Gives a new uuid each time. */
  newId: () => string
}

export type QuickAddEvent =
  | { type: 'dialog.open' }
  | { type: 'dialog.close' }
  | { type: 'draft.change'; id: string; change: Partial<Pick<Draft, 'title' | 'description'>> }
  | { type: 'assignees.choose'; userIds: readonly string[] }
  | { type: 'audience.makePrivate' }
  | { type: 'audience.share' }
  | { type: 'tasks.create' }

export type QuickAddEmitted = { type: 'tasks.created'; count: number } | { type: 'tasks.failed'; reason: string }

type QuickAddContext = QuickAddInput & { drafts: readonly Draft[]; assignees: readonly string[] }

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** One visit to the quick-add dialog: what is written, for whom, and whether it may be saved (spec 2 §4, §5). */
export const quickAddMachine = setup({
  types: {
    input: {} as QuickAddInput,
    context: {} as QuickAddContext,
    events: {} as QuickAddEvent,
    emitted: {} as QuickAddEmitted,
    tags: {} as 'open' | 'private' | 'saving',
  },
  actors: {
    createTasks: promiseSlot<{ count: number }, CreateTasks>('createTasks'),
  },
  guards: {
    canCreatePrivate: ({ context }) => isSavable(context.drafts),
    canCreateShared: ({ context }) => isSavable(context.drafts) && context.assignees.length > 0,
  },
  actions: {
    startWithOneBlankDraft: assign(({ context }) => ({
      drafts: [{ id: context.newId(), title: '', description: '' }],
      assignees: [],
    })),
    changeDraft: assign(({ context, event }) => {
      assertEvent(event, 'draft.change')
      return { drafts: context.drafts.map((draft) => (draft.id === event.id ? { ...draft, ...event.change } : draft)) }
    }),
    chooseAssignees: assign(({ event }) => {
      assertEvent(event, 'assignees.choose')
      return { assignees: event.userIds }
    }),
    clearAssignees: assign({ assignees: [] }),
    announceCreated: emit((_, params: { count: number }): QuickAddEmitted => ({ type: 'tasks.created', ...params })),
    announceFailure: emit((_, params: { reason: string }): QuickAddEmitted => ({ type: 'tasks.failed', ...params })),
  },
  delays: {
    saveTimeout: 15_000,
  },
}).createMachine({
  id: 'quickAdd',
  context: ({ input }) => ({ ...input, drafts: [], assignees: [] }),
  initial: 'closed',
  states: {
    closed: {
      on: { 'dialog.open': { target: 'editing', actions: 'startWithOneBlankDraft' } },
    },
    editing: {
      tags: 'open',
      type: 'parallel',
      on: {
        'dialog.close': 'closed',
        'draft.change': { actions: 'changeDraft' },
      },
      states: {
        audience: {
          initial: 'shared',
          states: {
            shared: {
              on: {
                'assignees.choose': { actions: 'chooseAssignees' },
                'audience.makePrivate': { target: 'private', actions: 'clearAssignees' },
                'tasks.create': { guard: 'canCreateShared', target: '#quickAdd.saving' },
              },
            },
            private: {
              tags: 'private',
              on: {
                'audience.share': 'shared',
                'tasks.create': { guard: 'canCreatePrivate', target: '#quickAdd.saving' },
              },
            },
          },
        },
        asLeft: { type: 'history', history: 'deep' },
      },
    },
    saving: {
      tags: ['open', 'saving'],
      invoke: {
        src: 'createTasks',
        input: ({ context: { drafts, assignees, createdBy } }) => ({
          drafts: drafts.filter(hasTitle),
          assignees,
          createdBy,
        }),
        onDone: {
          target: 'closed',
          actions: { type: 'announceCreated', params: ({ event }) => ({ count: event.output.count }) },
        },
        onError: {
          target: 'editing.asLeft',
          actions: { type: 'announceFailure', params: ({ event }) => ({ reason: reasonOf(event.error) }) },
        },
      },
      after: {
        saveTimeout: {
          target: 'editing.asLeft',
          actions: { type: 'announceFailure', params: { reason: 'The server did not answer in time' } },
        },
      },
    },
  },
})

const isSavable = (drafts: readonly Draft[]): boolean =>
  drafts.some(hasTitle) && drafts.every((draft) => titleProblem(draft.title) === null)
