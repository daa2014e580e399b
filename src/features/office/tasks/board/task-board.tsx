import { VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { statusLabels } from '@/shared/domain/tasks/task'
import { staffQuery } from '../api/staff.query'
import { type TaskFilter, taskListQuery, taskRows, type TaskRow } from '../api/tasks.query'
import { ListProblem, ListSkeleton, NoTasks } from '../list/list-states'
import type { TaskMoves } from '../list/use-task-moves'
import { BoardColumn } from './board-column'
import { ChosenBar } from '../changes/chosen-bar'
import { useChangeTasks } from '../changes/use-change-tasks'
import { useChoice } from '../changes/use-choice'
import { useTaskKeys } from '../changes/use-task-keys'
import { chooseByClick } from '../list/task-table'
import { arrange, columns } from './columns'
import classes from './board.module.css'
import type { More } from './more'
import { useFocusOnMoved } from './use-focus-on-moved'

type TaskBoardProps = TaskMoves & {
  filter: TaskFilter
  now: number
  hrefOf: (taskId: string) => string
  onShowAll: () => void
}

/** The tasks of one filter by status. A card is dragged, or moved by its menu; while one is dragged nothing moves. */
export function TaskBoard({ filter, now, hrefOf, onShowAll, moved, unsent, move }: TaskBoardProps) {
  const staff = useQuery(staffQuery)
  const pages = {
    pending: useColumn(filter, 0),
    in_progress: useColumn(filter, 1),
    completed: useColumn(filter, 2),
    other: useColumn(filter, 3),
  }
  const all = Object.values(pages)
  const [dragged, setDragged] = useState<TaskRow | null>(null)
  const [said, setSaid] = useState('')
  const { data: pending = none } = pages.pending
  const { data: inProgress = none } = pages.in_progress
  const { data: completed = none } = pages.completed
  const { data: other = none } = pages.other
  const fresh = useArranged(pending, inProgress, completed, other, moved)
  const [shown, setShown] = useState(fresh)
  if (dragged === null && shown !== fresh) setShown(fresh)
  const follow = useFocusOnMoved(moved)
  const change = useChangeTasks()
  const order = useMemo(() => columns.flatMap(({ status }) => shown[status] ?? []), [shown])
  const choice = useChoice(useMemo(() => order.map(({ id }) => id), [order]))
  const { reach, toggle } = choice
  const choose = useCallback((id: string, isRange: boolean) => (isRange ? reach(id) : toggle(id)), [reach, toggle])
  useTaskKeys(choice)

  const tell = useCallback(
    (task: TaskRow, status: string) => {
      setSaid(`${task.title} moved to ${statusLabels[status] ?? status}`)
      move(task, status)
    },
    [move],
  )
  const moveByMenu = useCallback(
    (task: TaskRow, status: string) => {
      follow(task.id)
      tell(task, status)
    },
    [tell, follow],
  )

  if (all.every((page) => page.isPending)) return <ListSkeleton />
  const retry = () => void Promise.all(all.map((page) => page.refetch()))
  if (all.every((page) => page.data === undefined)) return <ListProblem retry={retry} />
  if (Object.values(shown).every((rows) => rows.length === 0)) return <NoTasks filter={filter} onShowAll={onShowAll} />

  return (
    <>
      {all.some((page) => page.isError) ? <ListProblem retry={retry} /> : null}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <div className={classes.board} onClick={(event) => chooseByClick(event, choose)}>
        {columns.map(({ status, title }) => (
          <BoardColumn
            key={status}
            status={status}
            title={title}
            tasks={shown[status] ?? []}
            staff={staff.data}
            now={now}
            unsent={unsent}
            hrefOf={hrefOf}
            more={moreOf(pages, status)}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={(task) => {
              setDragged(null)
              tell(task, status)
            }}
            onMove={moveByMenu}
            onChange={change}
            chosen={choice.ids}
            onChoose={choose}
          />
        ))}
      </div>
      {choice.ids.size > 0 ? (
        <ChosenBar
          tasks={order.filter(({ id }) => choice.ids.has(id))}
          staff={staff.data}

          onChange={change}
          onClear={choice.clear}
        />
      ) : null}
    </>
  )
}

const none: TaskRow[] = []

/** The same columns until a row or a move changes, so that cards that stay are not drawn again. */
const useArranged = (
  pending: readonly TaskRow[],
  inProgress: readonly TaskRow[],
  completed: readonly TaskRow[],
  other: readonly TaskRow[],
  moved: TaskMoves['moved'],
) =>
  useMemo(
    () => arrange({ pending, in_progress: inProgress, completed, other }, moved),
    [pending, inProgress, completed, other, moved],
  )

const useColumn = (filter: TaskFilter, place: number) =>
  useInfiniteQuery({
    ...taskListQuery({ ...filter, status: columns[place]?.wanted ?? null }),
    select: taskRows,
  })

function moreOf(pages: Record<string, ReturnType<typeof useColumn>>, status: string): More {
  const page = pages[status]
  if (!page?.hasNextPage) return null
  const { isFetchingNextPage: isLoading, isFetchNextPageError: hasFailed } = page
  return { isLoading, hasFailed, load: () => void page.fetchNextPage() }
}
