import { Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AsOf, useKeptReads } from '@/kit/kept-reads/use-kept-reads'
import { showsNothing } from '@/shared/domain/text/comment'
import { isTaskId } from '@/shared/domain/tasks/task'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { Problem } from '@/shared/ui/page/problem'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { staffQuery } from '../api/staff.query'
import { filesStayHere } from '../files-stay-here'
import { commentsKey } from '../api/detail/comments.query'
import { readyKey } from '../api/detail/ready-marks.query'
import { taskDetailQuery } from '../api/detail/task-detail.query'
import { taskKey } from '../api/tasks.query'
import { keptComment } from './comments/comment-draft'
import { OpenTask } from './open-task'
import { PresenceRow } from './presence-row'
import { RichText } from './text/rich-text'
import { useLiveTaskDetail } from './use-live-task-detail'
import { useRepliesRead } from './comments/use-replies-read'
import { usePeopleHere } from './use-people-here'

/** Escape closes the dialog on top, not the task beneath it. */
const isOnTop = () => document.querySelectorAll('.mantine-Modal-content').length < 2

/** The task in the address (`?task=<id>`), above the current screen. */
export function TaskDialog() {
  const [search, setSearch] = useSearchParams()
  const taskId = search.get('task')?.toLowerCase() ?? null
  if (taskId === null) return null

  const close = () =>
    setSearch((current) => {
      const next = new URLSearchParams(current)
      // The question about the task closes with it.
      for (const name of ['task', 'asked']) next.delete(name)
      return next
    })
  return isTaskId(taskId) ? <KnownTask key={taskId} taskId={taskId} onClose={close} /> : <StrangeTask onClose={close} />
}

function KnownTask({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const user = useCurrentUser()
  const isNarrow = useMediaQuery('(width < 48em)')
  const task = useQuery(taskDetailQuery(taskId))
  useRecordTitle(task.data?.title ?? null)
  const staff = useQuery(staffQuery)
  const { others, typed } = usePeopleHere(taskId, user.id)
  useLiveTaskDetail(taskId)

  useRepliesRead(user.id, taskId)
  useKeptReads([taskKey(taskId), commentsKey(taskId), readyKey(taskId), staffQuery.queryKey], task.isSuccess)

  return (
    <Modal
      opened
      onClose={() => {
        if (isOnTop()) onClose()
      }}
      title={
        <Group gap="sm" h={28}>
          Task
          <PresenceRow others={others} staff={staff.data} />
        </Group>
      }
      size={960}
      fullScreen={isNarrow}
      {...filesStayHere}
    >
      {task.isPending ? (
        <TaskSkeleton />
      ) : task.data === undefined ? (
        <TaskUnread retry={() => void task.refetch()} />
      ) : task.data === null ? (
        <>
          <TaskNotFound />
          <UnsentComment userId={user.id} taskId={taskId} />
        </>
      ) : (
        <>
          <AsOf
            read={task}
            what="the task"
            meanwhile="Comments, ticks, its status and your Ready are kept and sent later."
          />
          <OpenTask task={task.data} staff={staff.data} others={others} onTyped={typed} onDeleted={onClose} />
        </>
      )}
    </Modal>
  )
}

const StrangeTask = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Task" size={640}>
    <TaskNotFound />
  </Modal>
)

const TaskNotFound = () => (
  <EmptyScreen icon={<IconLock stroke={1.5} />} title="Task not found">
    It may have been removed, or it is private to somebody else.
  </EmptyScreen>
)

/** The unsent comment of a task that was removed meanwhile, so that its text can be copied. */
function UnsentComment({ userId, taskId }: { userId: string; taskId: string }) {
  const [html] = useState(() => keptComment(userId, taskId).read()?.html ?? '')
  if (showsNothing(html)) return null
  return (
    <Stack component="section" gap="xs" aria-label="Your comment that was not added">
      <Text size="sm" fw={650}>
        Your comment that was not added
      </Text>
      <RichText html={html} />
    </Stack>
  )
}

const TaskUnread = ({ retry }: { retry: () => void }) => <Problem onRetry={retry}>The task could not be read</Problem>

const TaskSkeleton = () => (
  <Stack aria-hidden>
    <Skeleton height={24} width="60%" />
    <Skeleton height={16} width="40%" />
    <Skeleton height={96} />
  </Stack>
)
