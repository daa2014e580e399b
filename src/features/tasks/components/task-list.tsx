import { Alert, Anchor, Badge, Button, Center, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconChecklist, IconLock } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { fullTime } from '@/shared/domain/relative-time'
import { isPrivate } from '@/shared/domain/task'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { type Colleague, staffQuery } from '../api/staff.query'
import { type TaskFilter, taskListQuery, type TaskRow } from '../api/tasks.query'
import { namesOf } from '../assignee-choice'
import { TaskStatus } from './task-status'
import classes from './task-list.module.css'

type TaskListProps = {
  filter: TaskFilter
  hrefOf: (taskId: string) => string
  onShowAll: () => void
}

/** The tasks of one filter, newest first, a page at a time. */
export function TaskList({ filter, hrefOf, onShowAll }: TaskListProps) {
  const tasks = useInfiniteQuery(taskListQuery(filter))
  const staff = useQuery(staffQuery)
  const rows = tasks.data?.pages.flat() ?? []

  if (tasks.isPending) return <ListSkeleton />
  if (tasks.isError && rows.length === 0) {
    return (
      <Alert color="red" title="The tasks could not be read">
        <Button size="compact-sm" variant="default" onClick={() => void tasks.refetch()}>
          Try again
        </Button>
      </Alert>
    )
  }
  if (rows.length === 0) return <NoTasks filter={filter} onShowAll={onShowAll} />

  return (
    <>
      <Table aria-label="Tasks" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Task</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th visibleFrom="sm">Assignees</Table.Th>
            <Table.Th visibleFrom="md">Created by</Table.Th>
            <Table.Th visibleFrom="sm">Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((task) => (
            <TaskLine key={task.id} task={task} staff={staff.data} href={hrefOf(task.id)} />
          ))}
        </Table.Tbody>
      </Table>
      {tasks.hasNextPage ? (
        <Center mt="md">
          <Button variant="default" loading={tasks.isFetchingNextPage} onClick={() => void tasks.fetchNextPage()}>
            Show more
          </Button>
        </Center>
      ) : null}
    </>
  )
}

function TaskLine({ task, staff, href }: { task: TaskRow; staff: readonly Colleague[] | undefined; href: string }) {
  return (
    <Table.Tr className={classes.line}>
      <Table.Td>
        <Anchor component={Link} to={href} className={classes.title}>
          {task.title}
        </Anchor>
        {isPrivate(task) ? (
          <Badge ml="xs" size="sm" variant="default" leftSection={<IconLock size={12} aria-hidden />}>
            Private
          </Badge>
        ) : null}
      </Table.Td>
      <Table.Td>
        <TaskStatus status={task.status} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{namesOf(staff, task.assignees)}</Table.Td>
      <Table.Td visibleFrom="md">{namesOf(staff, [task.created_by])}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Text component="time" size="sm" dateTime={task.created_at} className={classes.time}>
          {fullTime(task.created_at)}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

function NoTasks({ filter, onShowAll }: { filter: TaskFilter; onShowAll: () => void }) {
  const filtered = filter.scope !== 'all' || filter.status !== null
  return (
    <EmptyScreen
      icon={<IconChecklist stroke={1.5} />}
      title={filter.scope === 'mine' && filter.status === null ? 'Nothing is assigned to you' : 'No tasks here'}
      actions={
        filtered ? (
          <Button variant="default" onClick={onShowAll}>
            Show all tasks
          </Button>
        ) : null
      }
    >
      {filtered ? 'Other tasks may be waiting under another filter.' : 'Add the first one with Add task.'}
    </EmptyScreen>
  )
}

const ListSkeleton = () => (
  <Stack gap="sm" aria-hidden>
    {[1, 2, 3, 4, 5, 6].map((line) => (
      <Skeleton key={line} height={36} />
    ))}
  </Stack>
)
