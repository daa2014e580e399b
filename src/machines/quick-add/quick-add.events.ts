import type { DraftContent, KeptWork } from './draft-content'

export type CreateTasks = { drafts: readonly DraftContent[]; assignees: readonly string[]; createdBy: string }

export type TasksCreated = {
  /** Ids of the drafts that are tasks now, in order. */
  created: readonly string[]
  /** Somebody was added because a text mentions them. */
  mentioned: boolean
  /** True when a private task became shared because of a mention. */
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
  | { type: 'kept.elsewhere'; drafts: readonly DraftContent[] }
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
