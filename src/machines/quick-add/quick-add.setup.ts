import { hasArrived } from '../upload/upload.machine'
import { assertEvent, assign, emit, enqueueActions, setup } from 'xstate'
import { hasTitle } from '@/shared/domain/tasks/task'
import { canBeCreated } from '@/shared/domain/text/task-description'
import { promiseSlot } from '../slots'
import { blankDraft, type DraftContent, joinWork, type KeptWork, saysAnything } from './draft-content'
import { contentOf, draftMachine, type DraftRef } from './draft.machine'
import { contents, failedUpload, uploadsOf } from './drafts'
import type { CreateTasks, QuickAddEmitted, QuickAddEvent, QuickAddInput, TasksCreated } from './quick-add.events'

type QuickAddContext = QuickAddInput & {
  /** Newest first. */
  drafts: readonly DraftRef[]
  assignees: readonly string[]
  /** The drafts of an earlier visit, until they are restored or discarded. */
  kept: KeptWork | null
}

/** The dialog takes note of every change of a draft: whether Create may be pressed depends on it. */
const watched = (input: DraftContent) => ({ id: input.id, input, syncSnapshot: true })

/** The guards, actions and actors of the quick-add machine, by name. */
export const quickAddSetup = setup({
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
    isNewAlone: ({ context }, params: { userId: string }) =>
      context.drafts.length === 1 && params.userId !== context.createdBy && !context.assignees.includes(params.userId),
    hasKept: ({ context }) => context.kept !== null,
    keptWasPrivate: ({ context }) => context.kept?.isPrivate === true,
    hasAllUploads: ({ context }) => uploadsOf(context.drafts).every(hasArrived),
    hasFailedUpload: ({ context }) => failedUpload(context.drafts) !== undefined,
    createdAll: (_, params: TasksCreated) => params.failure === null,
  },
  actions: {
    stopDrafts: enqueueActions(({ context, enqueue }) => {
      for (const draft of context.drafts) enqueue.stopChild(draft)
    }),
    leaveUntitled: assign(({ context: { drafts, assignees, kept } }, params: TasksCreated) => {
      const untitled = contents(drafts).filter(({ id }) => !params.created.includes(id))
      const isPrivate = assignees.length === 0
      return { drafts: [], assignees: [], kept: joinWork({ drafts: untitled, assignees, isPrivate }, kept) }
    }),
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
    /** Another tab changed, created or discarded drafts that are offered here. */
    followOtherTab: assign(({ context: { kept }, event }) => {
      assertEvent(event, 'kept.elsewhere')
      if (kept === null) return {}
      const drafts = kept.drafts.flatMap(({ id }) => event.drafts.find((draft) => draft.id === id) ?? [])
      return { kept: drafts.length === 0 ? null : { ...kept, drafts } }
    }),
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
})
