import { Button } from '@mantine/core'
import { IconDownload, IconPlus, IconRepeat, IconSun } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { readRecordKey } from '@/shared/domain/tasks/about-record'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import type { TaskFilter } from '../api/tasks.query'
import { dueRange } from './due'
import { ListSkeleton } from './list-states'
import { TaskFilters } from './task-filters'
import { TaskList } from './task-list'
import { noFilter, readTasksSearch, type TasksSearch, withOpenTask, withTasksSearch } from './tasks-search'
import { useExport } from './use-export'
import { useLiveTasks } from './use-live-tasks'
import { useMinute } from '@/shared/hooks/use-minute'
import { useTaskMoves } from './use-task-moves'

const TaskBoard = lazy(async () => ({ default: (await import('../board/task-board')).TaskBoard }))

/** /tasks: the tasks of the filters in the address, as a list or a board. */
export function TasksScreen({ onAddTask }: { onAddTask: () => void }) {
  const user = useCurrentUser()
  const [params, setParams] = useSearchParams()
  const search = useMemo(() => readTasksSearch(params), [params])
  const now = useMinute()
  const moves = useTaskMoves()
  useLiveTasks(user.id)

  const change = (next: Partial<TasksSearch>) =>
    setParams((current) => withTasksSearch(current, next), { replace: true, preventScrollReset: true })
  const beforeId = withOpenTask(params, '')
  const hrefOf = useCallback((taskId: string) => beforeId + taskId, [beforeId])
  const { scope, status, due, clientId, personId, about, text, sort, view } = search
  const filter: TaskFilter = {
    userId: user.id,
    scope,
    status: view === 'board' ? null : status,
    due: due === null ? null : dueRange(due, now),
    clientId,
    personId,
    about: readRecordKey(about),
    text: text.length < 2 ? '' : text,
    sort,
    withOrder: view === 'list' && search.group === 'order',
  }
  const shown = { filter, now, hrefOf, onShowAll: () => change(noFilter), ...moves }
  const file = useExport(filter)

  return (
    <PageFrame
      title="Tasks"
      width="full"
      actions={<Actions isExporting={file.isPending} onExport={() => file.mutate()} onAddTask={onAddTask} />}
    >
      <TaskFilters search={search} onChange={change} />
      {view === 'board' ? (
        <Suspense fallback={<ListSkeleton />}>
          <TaskBoard {...shown} />
        </Suspense>
      ) : (
        <TaskList {...shown} group={search.group} />
      )}
    </PageFrame>
  )
}

type ActionsProps = { isExporting: boolean; onExport: () => void; onAddTask: () => void }

function Actions({ isExporting, onExport, onAddTask }: ActionsProps) {
  const { rights } = useCurrentUser()
  return (
    <>
      <Button
        variant="default"
        component={Link}
        to={linkTo('/my-day')}
        leftSection={<IconSun size={18} stroke={1.5} aria-hidden />}
      >
        My day
      </Button>
      <Button
        variant="default"
        component={Link}
        to={linkTo('/tasks/presets')}
        leftSection={<IconRepeat size={18} stroke={1.5} aria-hidden />}
      >
        Presets
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        loading={isExporting}
        onClick={onExport}
      >
        Export CSV
      </Button>
      {can(rights, 'tasks', 'create') ? (
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAddTask}>
          Add task
        </Button>
      ) : null}
    </>
  )
}
