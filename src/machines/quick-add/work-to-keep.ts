import type { SnapshotFrom } from 'xstate'
import { joinWork, type KeptWork } from './draft-content'
import { contents } from './drafts'
import type { quickAddMachine } from './quick-add.machine'

/**
 * All uncreated drafts, also those waiting to be restored; null without any. Private drafts on either side stay
 * private.
 */
export function workToKeep({ context, tags }: SnapshotFrom<typeof quickAddMachine>): KeptWork | null {
  const { drafts, kept, assignees } = context
  const isPrivate = tags.has('private') || (tags.has('saving') && assignees.length === 0)
  return joinWork({ drafts: contents(drafts), assignees, isPrivate }, kept)
}
