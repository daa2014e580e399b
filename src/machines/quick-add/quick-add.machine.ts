import { assertEvent, assign, emit, enqueueActions, setup, type SnapshotFrom } from 'xstate'
import { hasTitle } from '@/shared/domain/task'
import { canBeCreated } from '@/shared/domain/task-description'
import { promiseSlot } from '../slots'
import { blankDraft, type DraftContent, type KeptWork, saysAnything } from './draft-content'
import { contentOf, draftMachine, type DraftRef } from './draft.machine'

export type CreateTasks = { drafts: readonly DraftContent[]; assignees: readonly string[]; createdBy: string }

export type TasksCreated = {
  /** Ids of the drafts that are tasks now, in order. */
  created: readonly string[]
  /** Somebody was added because a text mentions them. */
  mentioned: boolean
  /** A private task was shared because it mentions somebody. */
  converted: boolean
  /** Why the next one could not be saved: the rest was not tried. */
  failure: string | null
}

export type QuickAddInput = {
  createdBy: string
  /** Gives a new uuid each time. */
  newId: () => string
}

export type QuickAddEvent =
  | { type: 'dialog.open'; kept?: KeptWork | null }
  | { type: 'dialog.close' }
  | { type: 'draft.add' }
  | { type: 'draft.remove'; id: string }
  | { type: `xstate.snapshot.${string}` }
  | { type: 'kept.restore' }
  | { type: 'kept.discard' }
  | { type: 'assignees.choose'; userIds: readonly string[] }
  | { type: 'mention.pick'; userId: string }
  | { type: 'audience.makePrivate' }
  | { type: 'audience.share' }
  | { type: 'tasks.create' }

export type QuickAddEmitted =
  | { type: 'tasks.created'; count: number }
  | { type: 'tasks.failed'; reason: string }
  | { type: 'tasks.failedUnexpectedly' }
  | { type: 'upload.failed'; reason: string }
  | { type: 'people.mentioned' }
  | { type: 'audience.converted' }

type QuickAddContext = QuickAddInput & {
  /** Newest first. */
  drafts: readonly DraftRef[]
  assignees: readonly string[]
  /** What an earlier visit left behind, until it is taken up or thrown away. */
  kept: KeptWork | null
}

const contents = (drafts: readonly DraftRef[]): DraftContent[] => drafts.map((draft) => contentOf(draft.getSnapshot()))
const uploadsOf = (drafts: readonly DraftRef[]) =>
  drafts
    .map((draft) => draft.getSnapshot().context)
    .filter(hasTitle)
    .flatMap(({ uploads }) => uploads.getSnapshot().context.uploads)
/** The dialog takes note of every change of a draft: whether Create may be pressed depends on it. */
const watched = (input: DraftContent) => ({ id: input.id, input, syncSnapshot: true })
const failedUpload = (drafts: readonly DraftRef[]) => uploadsOf(drafts).find(({ status }) => status === 'failed')

/** One visit to the quick-add dialog: what is written, for whom, and whether it may be saved (spec 2 §4, §5). */
export const quickAddMachine = setup({
  types: {
    input: {} as QuickAddInput,
    context: {} as QuickAddContext,
    events: {} as QuickAddEvent,
    emitted: {} as QuickAddEmitted,
    tags: {} as 'open' | 'private' | 'saving' | 'uploading',
  },
  actors: {
    draft: draftMachine,
    createTasks: promiseSlot<TasksCreated, CreateTasks>('createTasks'),
  },
  guards: {
    canCreatePrivate: ({ context }) => canBeCreated(contents(context.drafts)),
    canCreateShared: ({ context }) => context.assignees.length > 0 && canBeCreated(contents(context.drafts)),
    hasSeveralDrafts: ({ context }) => context.drafts.length > 1,
    isAlone: ({ context }) => context.drafts.length === 1,
    isNewAlone: ({ context }, params: { userId: string }) =>
      context.drafts.length === 1 && params.userId !== context.createdBy && !context.assignees.includes(params.userId),
    hasKept: ({ context }) => context.kept !== null,
    keptWasPrivate: ({ context }) => context.kept?.isPrivate === true,
    hasAllUploads: ({ context }) => uploadsOf(context.drafts).every(({ status }) => status === 'uploaded'),
    hasFailedUpload: ({ context }) => failedUpload(context.drafts) !== undefined,
    createdAll: (_, params: TasksCreated) => params.failure === null,
  },
  actions: {
    stopDrafts: enqueueActions(({ context, enqueue }) => {
      for (const draft of context.drafts) enqueue.stopChild(draft)
    }),
    forgetDrafts: assign({ drafts: [], assignees: [] }),
    startWithOneBlankDraft: assign(({ context, event, spawn }) => {
      assertEvent(event, 'dialog.open')
      const draft = spawn('draft', watched(blankDraft(context.newId())))
      const kept = event.kept?.drafts.some(saysAnything) ? event.kept : null
      return { drafts: [draft], assignees: [], kept }
    }),
    addDraft: assign(({ context, spawn }) => ({
      drafts: [spawn('draft', watched(blankDraft(context.newId()))), ...context.drafts],
    })),
    removeDraft: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'draft.remove')
      const removed = context.drafts.find((draft) => draft.getSnapshot().context.id === event.id)
      if (!removed) return
      enqueue.stopChild(removed)
      enqueue.assign({ drafts: context.drafts.filter((draft) => draft !== removed) })
    }),
    removeCreated: enqueueActions(({ context, enqueue }, params: TasksCreated) => {
      const isCreated = (draft: DraftRef) => params.created.includes(draft.getSnapshot().context.id)
      for (const draft of context.drafts.filter(isCreated)) enqueue.stopChild(draft)
      enqueue.assign({ drafts: context.drafts.filter((draft) => !isCreated(draft)) })
    }),
    takeKept: enqueueActions(({ context: { drafts, kept, assignees }, enqueue }) => {
      const isWritten = (draft: DraftRef) => saysAnything(contentOf(draft.getSnapshot()))
      for (const draft of drafts) if (!isWritten(draft)) enqueue.stopChild(draft)
      enqueue.assign(({ spawn }) => ({
        drafts: [
          ...drafts.filter(isWritten),
          ...(kept?.drafts ?? []).map((content) => spawn('draft', watched(content))),
        ],
        assignees: [...new Set([...assignees, ...(kept?.assignees ?? [])])],
        kept: null,
      }))
    }),
    discardKept: assign({ kept: null }),
    chooseAssignees: assign(({ event }) => {
      assertEvent(event, 'assignees.choose')
      return { assignees: event.userIds }
    }),
    addMentioned: assign(({ context, event }) => {
      assertEvent(event, 'mention.pick')
      return { assignees: [...context.assignees, event.userId] }
    }),
    clearAssignees: assign({ assignees: [] }),
    note: assign({}),
    announce: emit((_, params: QuickAddEmitted) => params),
    announceFailedUpload: emit(({ context }): QuickAddEmitted => ({
      type: 'upload.failed',
      reason: failedUpload(context.drafts)?.reason ?? '',
    })),
    announceResult: enqueueActions(({ enqueue }, { created, mentioned, converted, failure }: TasksCreated) => {
      if (created.length > 0) enqueue.emit({ type: 'tasks.created', count: created.length })
      if (mentioned) enqueue.emit({ type: 'people.mentioned' })
      if (converted) enqueue.emit({ type: 'audience.converted' })
      if (failure !== null) enqueue.emit({ type: 'tasks.failed', reason: failure })
    }),
  },
  delays: {
    saveTimeout: ({ context }) => 15_000 * Math.max(1, contents(context.drafts).filter(hasTitle).length),
  },
}).createMachine({
  id: 'quickAdd',
  context: ({ input }) => ({ ...input, drafts: [], assignees: [], kept: null }),
  initial: 'closed',
  on: {
    'xstate.snapshot.*': { actions: 'note' },
  },
  states: {
    closed: {
      on: { 'dialog.open': { target: 'editing', actions: ['stopDrafts', 'startWithOneBlankDraft'] } },
    },
    editing: {
      tags: 'open',
      type: 'parallel',
      on: {
        'dialog.close': 'closed',
        'draft.add': { actions: 'addDraft' },
        'draft.remove': { guard: 'hasSeveralDrafts', actions: 'removeDraft' },
        'kept.discard': { actions: 'discardKept' },
      },
      states: {
        audience: {
          initial: 'shared',
          states: {
            shared: {
              on: {
                'assignees.choose': { actions: 'chooseAssignees' },
                'mention.pick': {
                  guard: { type: 'isNewAlone', params: ({ event }) => event },
                  actions: ['addMentioned', { type: 'announce', params: { type: 'people.mentioned' } }],
                },
                'audience.makePrivate': { target: 'private', actions: 'clearAssignees' },
                'kept.restore': [
                  { guard: 'keptWasPrivate', target: 'private', actions: ['takeKept', 'clearAssignees'] },
                  { guard: 'hasKept', actions: 'takeKept' },
                ],
                'tasks.create': { guard: 'canCreateShared', target: '#quickAdd.saving' },
              },
            },
            private: {
              tags: 'private',
              on: {
                'audience.share': 'shared',
                'mention.pick': {
                  guard: { type: 'isNewAlone', params: ({ event }) => event },
                  target: 'shared',
                  actions: ['addMentioned', { type: 'announce', params: { type: 'audience.converted' } }],
                },
                'kept.restore': { guard: 'hasKept', actions: ['takeKept', 'clearAssignees'] },
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
      initial: 'uploading',
      states: {
        uploading: {
          tags: 'uploading',
          always: [
            { guard: 'hasFailedUpload', target: '#quickAdd.editing.asLeft', actions: 'announceFailedUpload' },
            { guard: 'hasAllUploads', target: 'inserting' },
          ],
          on: {
            'dialog.close': '#quickAdd.editing.asLeft',
          },
        },
        inserting: {
          invoke: {
            src: 'createTasks',
            input: ({ context: { drafts, assignees, createdBy } }) => ({
              drafts: contents(drafts).filter(hasTitle),
              assignees,
              createdBy,
            }),
            onDone: [
              {
                guard: { type: 'createdAll', params: ({ event }) => event.output },
                target: '#quickAdd.closed',
                actions: [
                  'stopDrafts',
                  'forgetDrafts',
                  { type: 'announceResult', params: ({ event }) => event.output },
                ],
              },
              {
                target: '#quickAdd.editing.asLeft',
                actions: [
                  { type: 'removeCreated', params: ({ event }) => event.output },
                  { type: 'announceResult', params: ({ event }) => event.output },
                ],
              },
            ],
            onError: {
              target: '#quickAdd.editing.asLeft',
              actions: { type: 'announce', params: { type: 'tasks.failedUnexpectedly' } },
            },
          },
          after: {
            saveTimeout: {
              target: '#quickAdd.editing.asLeft',
              actions: {
                type: 'announce',
                params: { type: 'tasks.failed', reason: 'The server did not answer in time' },
              },
            },
          },
        },
      },
    },
  },
})

/**
 * Everything written and not yet created, also what waits to be taken up again; null when there is nothing. What was
 * private on either side stays private.
 */
export function workToKeep({ context, tags }: SnapshotFrom<typeof quickAddMachine>): KeptWork | null {
  const { kept, assignees } = context
  const written = contents(context.drafts).filter(saysAnything)
  const drafts = [...written, ...(kept?.drafts ?? [])]
  if (drafts.length === 0) return null
  const isWrittenPrivate = tags.has('private') || (tags.has('saving') && assignees.length === 0)
  return {
    drafts,
    assignees: [...new Set([...assignees, ...(kept?.assignees ?? [])])],
    isPrivate: (written.length > 0 && isWrittenPrivate) || kept?.isPrivate === true,
  }
}
