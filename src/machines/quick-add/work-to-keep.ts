import type { SnapshotFrom } from 'xstate'
import { type KeptWork, saysAnything } from './draft-content'
import { contents } from './drafts'
import type { quickAddMachine } from './quick-add.machine'

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
