import { Anchor, Badge, Button, Center, Table, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { fullTime } from '@/shared/domain/relative-time'
import { isPrivate } from '@/shared/domain/task'
import { type Colleague, staffQuery } from '../api/staff.query'
import { type TaskFilter, taskListQuery, type TaskRow } from '../api/tasks.query'
import { namesOf } from '../assignee-choice'
import { TaskStatus } from '../components/task-status'
import { useCalmRows } from './calm-rows'
import { clientName } from './client-name'
import { DueMark } from './due-mark'
import { ListProblem, ListSkeleton, NoTasks } from './list-states'
import { RowGroup } from './row-group'
import { TaskMenu } from './task-menu'
import type { TaskMoves } from './use-task-moves'
import classes from './task-list.module.css'

type TaskListProps = TaskMoves & {
  filter: TaskFilter
  now: number
  hrefOf: (taskId: string) => string
  onShowAll: () => void
}

const none: TaskRow[] = []

/** The tasks of one filter, a page at a time. While it is read or used, nothing moves under the pointer. */
export function TaskList({ filter, now, hrefOf, onShowAll, moved, move }: TaskListProps) {
  const tasks = useInfiniteQuery({ ...taskListQuery(filter), select: (all) => all.pages.flat() })
  const staff = useQuery(staffQuery)
  const list = useRef<HTMLDivElement>(null)
  const isPointed = useIsPointed(list)
  const [isFocused, setFocused] = useState(false)
  const { rows, waiting, showAll } = useCalmRows(tasks.data ?? none, isPointed || isFocused, JSON.stringify(filter))

  if (tasks.isPending) return <ListSkeleton />
  if (tasks.data === undefined) return <ListProblem retry={() => void tasks.refetch()} />
  if (rows.length === 0) return <NoTasks filter={filter} onShowAll={onShowAll} />

  return (
    <>
      {tasks.isError ? <ListProblem retry={() => void tasks.refetch()} /> : null}
      <div
        ref={list}
        onFocus={({ currentTarget, target }) => setFocused(currentTarget.contains(target))}
        onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      >
        <div role="status" className={classes.waiting}>
          {waiting > 0 ? (
            <Button size="compact-sm" onClick={showAll}>
              Show {waiting} new {waiting === 1 ? 'task' : 'tasks'}
            </Button>
          ) : null}
        </div>
        <Table aria-label="Tasks" className={classes.table} layout="fixed" stickyHeader aria-rowcount={rows.length + 1}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Task</Table.Th>
              <Table.Th className={classes.status}>Status</Table.Th>
              <Table.Th w={144} visibleFrom="sm">
                Due
              </Table.Th>
              <Table.Th w="20%" visibleFrom="sm">
                Assignees
              </Table.Th>
              <Table.Th w={152} visibleFrom="lg">
                Created by
              </Table.Th>
              <Table.Th w={168} visibleFrom="md">
                Created
              </Table.Th>
              <Table.Th w={48} aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          {groups(rows.filter(({ isGone }) => !isGone || isPointed)).map((group, place) => (
            <RowGroup key={place}>
              {group.map(({ row, isGone }) => (
                <TaskLine
                  key={row.id}
                  task={row}
                  status={moved.get(row.id) ?? row.status}
                  isGone={isGone}
                  staff={staff.data}
                  now={now}
                  href={hrefOf(row.id)}
                  onMove={move}
                />
              ))}
            </RowGroup>
          ))}
        </Table>
      </div>
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

const groupSize = 50

const groups = <Row,>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, place) =>
    rows.slice(place * groupSize, (place + 1) * groupSize),
  )

/** Whether the mouse is over it. Asked of the document: menus and dialogs of its rows lie elsewhere, and go unnoticed. */
function useIsPointed(area: RefObject<HTMLElement | null>): boolean {
  const [isPointed, setPointed] = useState(false)
  useEffect(() => {
    const look = ({ pointerType, target }: PointerEvent) =>
      setPointed(pointerType === 'mouse' && target instanceof Node && area.current?.contains(target) === true)
    document.addEventListener('pointerover', look, { passive: true })
    return () => document.removeEventListener('pointerover', look)
  }, [area])
  return isPointed
}

type TaskLineProps = {
  task: TaskRow
  /** As it is shown: a move on its way counts. */
  status: string
  isGone: boolean
  staff: readonly Colleague[] | undefined
  now: number
  href: string
  onMove: TaskMoves['move']
}

const TaskLine = memo(function TaskLine({ task, status, isGone, staff, now, href, onMove }: TaskLineProps) {
  const client = clientName(task.contact)
  return (
    <Table.Tr className={classes.line} data-gone={isGone || undefined}>
      <Table.Td className={classes.name}>
        <div className={classes.heading}>
          <Anchor component={Link} to={href} className={classes.title}>
            {task.title}
          </Anchor>
          {isPrivate(task) ? (
            <Badge size="sm" variant="default" leftSection={<IconLock size={12} aria-hidden />}>
              Private
            </Badge>
          ) : null}
        </div>
        <div className={classes.below}>
          {client === '' ? null : (
            <Text span size="xs" c="dimmed">
              {client}
            </Text>
          )}
          <span className={classes.dueBelow}>
            <DueMark task={{ ...task, status }} now={now} />
          </span>
        </div>
      </Table.Td>
      <Table.Td>
        <TaskStatus status={status} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <DueMark task={{ ...task, status }} now={now} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{namesOf(staff, task.assignees)}</Table.Td>
      <Table.Td visibleFrom="lg">{namesOf(staff, [task.created_by])}</Table.Td>
      <Table.Td visibleFrom="md">
        <Text component="time" size="sm" dateTime={task.created_at} className={classes.time}>
          {fullTime(task.created_at)}
        </Text>
      </Table.Td>
      <Table.Td className={classes.menu}>
        {isGone ? null : <TaskMenu task={{ ...task, status }} onMove={onMove} />}
      </Table.Td>
    </Table.Tr>
  )
})
