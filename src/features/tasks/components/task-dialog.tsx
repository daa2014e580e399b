import { Alert, Badge, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fullTime } from '@/shared/domain/relative-time'
import { isPrivate, isTaskId } from '@/shared/domain/task'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { markRepliesRead } from '../api/mark-replies-read.mutation'
import { staffQuery } from '../api/staff.query'
import { taskQuery } from '../api/tasks.query'
import { namesOf } from '../assignee-choice'
import { useLiveTask } from '../use-live-tasks'
import { SafeHtml } from './safe-html'
import { TaskStatus } from './task-status'

/** Opening a task marks its reply notices read after this, in ms (spec 2 §4). */
const seenAfter = 100

type TaskDialogProps = {
  /** Null when no task is open. It comes from the address, so it may be anything. */
  taskId: string | null
  userId: string
  onClose: () => void
}

/** One task, opened by the address (`?task=<id>`). */
export function TaskDialog({ taskId, userId, onClose }: TaskDialogProps) {
  return (
    <Modal
      opened={taskId !== null}
      onClose={onClose}
      title="Task"
      styles={{ title: { fontSize: '1.125rem', fontWeight: 650 } }}
      size={800}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {taskId === null ? null : isTaskId(taskId) ? (
        <OpenTask key={taskId} taskId={taskId} userId={userId} />
      ) : (
        <TaskNotFound />
      )}
    </Modal>
  )
}

function OpenTask({ taskId, userId }: { taskId: string; userId: string }) {
  const task = useQuery(taskQuery(taskId))
  const staff = useQuery(staffQuery)
  useLiveTask(taskId)

  useEffect(() => {
    const seen = setTimeout(() => void markRepliesRead({ userId, taskId }).catch(() => {}), seenAfter)
    return () => clearTimeout(seen)
  }, [userId, taskId])

  if (task.isPending) return <TaskSkeleton />
  if (task.data === undefined) return <TaskUnread retry={() => void task.refetch()} />
  if (task.data === null) return <TaskNotFound />

  const { title, description, status, assignees, created_by, created_at } = task.data
  return (
    <Stack gap="md">
      <Text component="h2" fz="h2" fw={650} m={0} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Group gap="lg">
        <TaskStatus status={status} />
        {isPrivate(task.data) ? (
          <Badge variant="default" leftSection={<IconLock size={12} aria-hidden />}>
            Private
          </Badge>
        ) : (
          <Text size="sm">
            <Text span c="dimmed">
              Assigned to{' '}
            </Text>
            {namesOf(staff.data, assignees)}
          </Text>
        )}
      </Group>
      {description ? <SafeHtml html={description} /> : <Text c="dimmed">No description.</Text>}
      <Text size="sm" c="dimmed">
        Created by {namesOf(staff.data, [created_by])} on {fullTime(created_at)}
      </Text>
    </Stack>
  )
}

const TaskNotFound = () => (
  <EmptyScreen icon={<IconLock stroke={1.5} />} title="Task not found">
    It may have been removed, or it is private to somebody else.
  </EmptyScreen>
)

const TaskUnread = ({ retry }: { retry: () => void }) => (
  <Alert color="red" title="The task could not be read">
    <Button size="compact-sm" variant="default" onClick={retry}>
      Try again
    </Button>
  </Alert>
)

const TaskSkeleton = () => (
  <Stack aria-hidden>
    <Skeleton height={24} width="60%" />
    <Skeleton height={16} width="40%" />
    <Skeleton height={96} />
  </Stack>
)
