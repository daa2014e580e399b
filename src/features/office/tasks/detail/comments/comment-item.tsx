import { Group, Text } from '@mantine/core'
import { memo, useState } from 'react'
import { showsNothing } from '@/shared/domain/text/comment'
import { momentText } from '@/shared/domain/text/formats'
import type { TaskComment } from '@/features/office/tasks/api/detail/comments.query'
import type { Colleague } from '@/features/office/tasks/api/staff.query'
import { Attachment } from '../files/attachment'
import classes from './comments.module.css'
import { CommentMenu } from './comment-menu'
import { EditComment } from './edit-comment'
import { nameOf } from '../people'
import { PersonMark } from '../person-mark'
import { RichText } from '../text/rich-text'

type CommentItemProps = {
  comment: TaskComment
  staff: readonly Colleague[] | undefined
  /** The age of the comment as words. */
  age: string
  taskId: string
  isMine: boolean
  onTyped: () => void
}

export const CommentItem = memo(function CommentItem({
  comment,
  staff,
  age,
  taskId,
  isMine,
  onTyped,
}: CommentItemProps) {
  const { user_id, content, attachments, file_names, created_at, edited_at } = comment
  const [isEdited, setEdited] = useState(false)
  return (
    <li className={classes.comment}>
      <PersonMark userId={user_id} staff={staff} size={32} />
      <div className={classes.said}>
        <Group gap="xs" mb={2}>
          <Text span size="sm" fw={600}>
            {nameOf(staff, user_id)}
          </Text>
          <Text component="time" size="xs" c="dimmed" dateTime={created_at} title={momentText(created_at)}>
            {age}
          </Text>
          {edited_at === null ? null : (
            <Text component="time" size="xs" c="dimmed" dateTime={edited_at} title={momentText(edited_at)}>
              edited
            </Text>
          )}
          {isMine && !isEdited ? (
            <span className={classes.menu}>
              <CommentMenu taskId={taskId} comment={comment} onEdit={() => setEdited(true)} />
            </span>
          ) : null}
        </Group>
        {isEdited ? (
          <EditComment taskId={taskId} comment={comment} onTyped={onTyped} onDone={() => setEdited(false)} />
        ) : showsNothing(content) ? null : (
          <RichText html={content} staff={staff} />
        )}
        {attachments.length > 0 ? (
          <Group gap="sm" mt="xs" aria-label="Attachments">
            {attachments.map((stored) => (
              <Attachment key={stored} stored={stored} names={file_names} />
            ))}
          </Group>
        ) : null}
      </div>
    </li>
  )
})
