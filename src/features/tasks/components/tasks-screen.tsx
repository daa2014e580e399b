import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearchParams } from 'react-router-dom'
import { can } from '@/shared/domain/permission'
import { statusLabels, taskScopes, taskStatuses, type TaskScope } from '@/shared/domain/task'
import { useCurrentUser } from '@/shared/ui/current-user'
import { PageFrame } from '@/shared/ui/page-frame'
import { readTasksSearch, type TasksSearch, withTasksSearch } from '../tasks-search'
import { useLiveTasks } from '../use-live-tasks'
import { TaskList } from './task-list'

const scopeLabels: Record<TaskScope, string> = { mine: 'Mine', created: 'Created by me', all: 'All' }

/** /tasks: the list, and the task that the address names. */
export function TasksScreen({ onAddTask }: { onAddTask: () => void }) {
  const user = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const { scope, status } = readTasksSearch(search)
  useLiveTasks(user.id)

  const change = (next: Partial<TasksSearch>) =>
    setSearch((current) => withTasksSearch(current, next), { replace: true })

  return (
    <PageFrame
      title="Tasks"
      actions={
        can(user.rights, 'tasks', 'create') ? (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAddTask}>
            Add task
          </Button>
        ) : null
      }
    >
      <Group gap="sm" mb="md">
        <SegmentedControl
          aria-label="Which tasks"
          value={scope}
          onChange={(value) => change({ scope: value })}
          data={taskScopes.map((value) => ({ value, label: scopeLabels[value] }))}
        />
        <Select
          aria-label="Status"
          placeholder="Every status"
          clearable
          w={180}
          value={status}
          onChange={(value) => change({ status: value })}
          data={taskStatuses.map((value) => ({ value, label: statusLabels[value] ?? value }))}
        />
      </Group>
      <TaskList
        filter={{ scope, status, userId: user.id }}
        hrefOf={(id) => `?${withTasksSearch(search, { taskId: id })}`}
        onShowAll={() => change({ scope: 'all', status: null })}
      />
    </PageFrame>
  )
}
