import type { SnapshotFrom } from 'xstate'
import { joinWork, type KeptWork } from './draft-content'
import { contents } from './drafts'
import type { quickAddMachine } from './quick-add.machine'

/**
 * Everything written and not yet created, also what waits to be taken up again; null when there is nothing. What was
 * private on either side stays private.
 */
export function workToKeep({ context, tags }: SnapshotFrom<typeof quickAddMachine>): KeptWork | null {
  const { drafts, kept, assignees } = context
  const isPrivate = tags.has('private') || (tags.has('saving') && assignees.length === 0)
  return joinWork({ drafts: contents(drafts), assignees, isPrivate }, kept)
}
