import { Alert, Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Present } from '@/streams/presence/roster'
import { commentsQuery, inOrder } from '../api/comments.query'
import type { Colleague } from '../api/staff.query'
import type { TaskDetail } from '../api/task-detail.query'
import { CommentItem } from './comment-item'
import classes from './comments.module.css'
import { nameOf } from './people'

const CommentComposer = lazy(async () => ({ default: (await import('./comment-composer')).CommentComposer }))

type CommentsProps = {
  task: TaskDetail
  staff: readonly Colleague[] | undefined
  others: readonly Present[]
  onTyped: () => void
}

/** What was said about a task, and the place to say more. */
export function Comments({ task, staff, others, onTyped }: CommentsProps) {
  const comments = useInfiniteQuery(commentsQuery(task.id))
  const now = useMinute()
  const shown = comments.data ? inOrder(comments.data.pages) : null

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
          <Alert color="red" title="The comments could not be read">
            <Button size="compact-sm" variant="default" onClick={() => void comments.refetch()}>
              Try again
            </Button>
          </Alert>
        ) : (
          <CommentsSkeleton />
        )
      ) : shown.length === 0 ? (
        <Text c="dimmed" size="sm">
          No comments yet. Be the first to comment!
        </Text>
      ) : (
        <ol className={classes.list}>
          {shown.map((comment) => (
            <CommentItem key={comment.id} comment={comment} staff={staff} now={now} />
          ))}
        </ol>
      )}
      <Text size="sm" c="dimmed" className={classes.typing} role="status">
        {typingText(others, staff)}
      </Text>
      <Suspense fallback={<Skeleton h={160} />}>
        <CommentComposer task={task} staff={staff} onTyped={onTyped} />
      </Suspense>
    </Stack>
  )
}

export function typingText(others: readonly Present[], staff: readonly Colleague[] | undefined): string {
  const names = others.filter(({ typing }) => typing).map(({ userId }) => nameOf(staff, userId, 'Someone') || 'Someone')
  if (names.length === 0) return ''
  return names.length === 1 ? `${names[0]} is typing…` : `${names.join(' and ')} are typing…`
}

function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(clock)
  }, [])
  return now
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
