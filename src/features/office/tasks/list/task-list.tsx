import { Button, Center } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type HeldRow, useHeldRows } from '@/kit/list/held-rows'
import { LoadMore } from '@/kit/list/long/load-more'
import { type Colleague, staffQuery } from '../api/staff.query'
import { type TaskFilter, taskListQuery, taskRows, type TaskRow } from '../api/tasks.query'
import { ListProblem, ListSkeleton, NoTasks } from './list-states'
import { grouped, type TaskGroup } from './task-groups'
import { TaskTable } from './task-table'
import { ChosenBar } from '../changes/chosen-bar'
import { useChangeTasks } from '../changes/use-change-tasks'
import { useChoice } from '../changes/use-choice'
import { useTaskKeys } from '../changes/use-task-keys'
import type { TaskMoves } from './use-task-moves'
import classes from './task-list.module.css'

type TaskListProps = TaskMoves & {
  filter: TaskFilter
  now: number
  hrefOf: (taskId: string) => string
  onShowAll: () => void
  group: TaskGroup | null
}

const none: TaskRow[] = []

/** The tasks of one filter, by page. While it is read or used, rows do not move under the pointer. */
export function TaskList({ filter, now, hrefOf, onShowAll, moved, unsent, move, group }: TaskListProps) {
  const tasks = useInfiniteQuery({ ...taskListQuery(filter), select: taskRows })
  const staff = useQuery(staffQuery)
  const list = useRef<HTMLDivElement>(null)
  const isPointed = useIsPointed(list)
  const [isFocused, setFocused] = useState(false)
  const { rows, waiting, showAll } = useHeldRows(tasks.data ?? none, isPointed || isFocused, JSON.stringify(filter))
  const { rows: shown, headings } = useGroups(rows, isPointed, group, staff.data, now)

  const change = useChangeTasks()
  const choice = useChoice(useMemo(() => shown.flatMap(({ row, isGone }) => (isGone ? [] : row.id)), [shown]))
  const chosen = useMemo(() => shown.flatMap(({ row }) => (choice.ids.has(row.id) ? row : [])), [shown, choice.ids])
  const { toggle, reach } = choice
  const choose = useCallback((id: string, isRange: boolean) => (isRange ? reach(id) : toggle(id)), [reach, toggle])
  useTaskKeys(choice)

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
        <NewTasks count={waiting} onShow={showAll} />
        <TaskTable
          rows={shown}
          headings={headings}
          moved={moved}
          unsent={unsent}
          staff={staff.data}
          now={now}
          hrefOf={hrefOf}
          onMove={move}
          onChange={change}
          chosen={choice.ids}
          onChoose={choose}
        />
      </div>
      {tasks.hasNextPage ? (
        <Center mt="md">
          <LoadMore
            isLoading={tasks.isFetchingNextPage}
            hasFailed={tasks.isFetchNextPageError}
            onLoad={() => void tasks.fetchNextPage()}
          />
        </Center>
      ) : null}
      {chosen.length > 0 ? (
        <ChosenBar tasks={chosen} staff={staff.data} onChange={change} onClear={choice.clear} />
      ) : null}
    </>
  )
}

const noHeadings: ReadonlyMap<string, string> = new Map()

/** The rows that are shown, by group where one is chosen. Rows that are gone stay while the list is pointed at. */
const useGroups = (
  rows: readonly HeldRow<TaskRow>[],
  isPointed: boolean,
  group: TaskGroup | null,
  staff: readonly Colleague[] | undefined,
  now: number,
) =>
  useMemo(() => {
    const left = rows.filter(({ isGone }) => !isGone || isPointed)
    return group === null ? { rows: left, headings: noHeadings } : grouped(left, group, { staff, now })
  }, [rows, isPointed, group, staff, now])

/** The tasks that arrived while the rows stood still. */
const NewTasks = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div role="status" className={classes.waiting}>
    {count > 0 ? (
      <Button size="compact-sm" onClick={onShow}>
        Show {count} new {count === 1 ? 'task' : 'tasks'}
      </Button>
    ) : null}
  </div>
)

/**
 * True while the mouse is over the list. Asked of the document, because menus and dialogs of its rows are outside the
 * list.
 */
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
