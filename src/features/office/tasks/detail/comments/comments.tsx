import { Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { commentTime } from '@/shared/domain/text/comment'
import { Problem } from '@/shared/ui/page/problem'
import { useNow } from '@/shared/hooks/use-now'
import { useCurrentUser } from '@/shared/hooks/current-user'
import type { Present } from '@/streams/presence/roster'
import { commentsQuery, inOrder, type TaskComment } from '@/features/office/tasks/api/detail/comments.query'
import type { Colleague } from '@/features/office/tasks/api/staff.query'
import type { TaskDetail } from '@/features/office/tasks/api/detail/task-detail.query'
import { CommentComposer } from './comment-composer'
import { keptComment } from './comment-draft'
import { CommentItem } from './comment-item'
import classes from './comments.module.css'
import { nameOf } from '../people'
import { UnsentComments } from './unsent-comments'

type CommentsProps = {
  task: TaskDetail
  staff: readonly Colleague[] | undefined
  others: readonly Present[]
  onTyped: () => void
}

/** The interval of the comments' ages, in ms: short enough for "Just now" to end in time. */
const agesEvery = 5_000

/** The comments of a task, and the field for a new one. */
export function Comments({ task, staff, others, onTyped }: CommentsProps) {
  const comments = useInfiniteQuery(commentsQuery(task.id))
  const shown = comments.data ? inOrder(comments.data.pages) : null
  const userId = useCurrentUser().id
  /** Another tab changed the kept draft, so the composer restarts with it. */
  const [beginning, setBeginning] = useState(0)
  const beginAgain = useCallback(() => setBeginning((before) => before + 1), [])
  useEffect(() => keptComment(userId, task.id).onForgottenElsewhere(beginAgain), [userId, task.id, beginAgain])

  return (
    <Stack component="section" gap="md" aria-label="Comments">
      <Text component="h3" fw={650} size="sm" m={0}>
        Comments
      </Text>
      {comments.hasNextPage ? (
        <Center>
          <Button
            variant="default"
            size="compact-sm"
            loading={comments.isFetchingNextPage}
            onClick={() => void comments.fetchNextPage()}
          >
            Show earlier comments
          </Button>
        </Center>
      ) : null}
      {shown === null ? (
        comments.isError ? (
          <Problem onRetry={() => void comments.refetch()}>The comments could not be read</Problem>
        ) : (
          <CommentsSkeleton />
        )
      ) : shown.length === 0 ? (
        <Text c="dimmed" size="sm">
          No comments yet. Be the first to comment!
        </Text>
      ) : (
        <CommentList comments={shown} staff={staff} taskId={task.id} onTyped={onTyped} />
      )}
      <Text size="sm" c="dimmed" className={classes.typing} role="status">
        {typingText(others, staff)}
      </Text>
      <UnsentComments taskId={task.id} stored={shown} staff={staff} onTakenBack={beginAgain} />
      <CommentComposer key={beginning} task={task} onTyped={onTyped} />
    </Stack>
  )
}

type CommentListProps = { comments: readonly TaskComment[]; taskId: string } & Pick<CommentsProps, 'staff' | 'onTyped'>

function CommentList({ comments, staff, taskId, onTyped }: CommentListProps) {
  const { id: me } = useCurrentUser()
  const now = useNow(agesEvery)
  return (
    <ol className={classes.list}>
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          staff={staff}
          age={commentTime(comment.created_at, now)}
          taskId={taskId}
          isMine={comment.user_id === me}
          onTyped={onTyped}
        />
      ))}
    </ol>
  )
}

export function typingText(others: readonly Present[], staff: readonly Colleague[] | undefined): string {
  const names = others.filter(({ typing }) => typing).map(({ userId }) => nameOf(staff, userId, 'Someone') || 'Someone')
  if (names.length === 0) return ''
  return names.length === 1 ? `${names[0]} is typing…` : `${names.join(' and ')} are typing…`
}

const CommentsSkeleton = () => (
  <Stack aria-hidden>
    {[1, 2].map((line) => (
      <Group key={line} wrap="nowrap">
        <Skeleton circle h={32} w={32} />
        <Skeleton h={40} />
      </Group>
    ))}
  </Stack>
)
