import { Anchor, Text } from '@mantine/core'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import { showsNothing } from '@/shared/domain/text/comment'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/hooks/current-user'
import type { TaskComment } from '@/features/office/tasks/api/detail/comments.query'
import type { Colleague } from '@/features/office/tasks/api/staff.query'
import { commentKind, readSentComment, type SentComment } from '@/features/office/tasks/outbox-kinds'
import { keptComment } from './comment-draft'
import classes from './comments.module.css'
import { RichText } from '../text/rich-text'

type UnsentCommentsProps = {
  taskId: string
  /** The stored comments, so that an arrived one is not shown twice. */
  stored: readonly TaskComment[] | null
  staff: readonly Colleague[] | undefined
  /** The words are in the draft again. */
  onTakenBack: () => void
}

/** This person's comments that the server does not have yet: on their way, waiting for the network, or refused. */
export function UnsentComments({ taskId, stored, staff, onTakenBack }: UnsentCommentsProps) {
  const user = useCurrentUser()
  const outbox = useOutbox()
  const entries = useWaiting(commentKind, taskId).filter(({ id }) => !stored?.some((comment) => comment.id === id))
  if (entries.length === 0) return null

  const takeBack = (id: string, { html, files }: SentComment) => {
    const kept = keptComment(user.id, taskId)
    const draft = kept.read()
    kept.keep({
      id: newId(),
      html: draft ? html + draft.html : html,
      files: [...files, ...(draft?.files ?? [])],
      missing: draft?.missing ?? [],
    })
    outbox.withdraw(id)
    onTakenBack()
  }
  return (
    <ol className={classes.list} aria-label="Comments that were not sent yet">
      {entries.map((entry) => {
        const comment = readSentComment(entry.payload)
        return (
          <li key={entry.id} className={classes.unsent}>
            {comment === null || showsNothing(comment.html) ? null : <RichText html={comment.html} staff={staff} />}
            {comment?.files.map(({ path, name }) => (
              <Text key={path} size="xs" c="dimmed">
                {name}
              </Text>
            ))}
            <WaitingNote
              entry={entry}
              actions={
                entry.state === 'refused' && comment !== null ? (
                  <Anchor component="button" type="button" size="xs" onClick={() => takeBack(entry.id, comment)}>
                    Change it
                  </Anchor>
                ) : null
              }
            />
          </li>
        )
      })}
    </ol>
  )
}
