import { Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { statusLabels, taskStatuses } from '@/shared/domain/task'
import { changeTask } from '../api/change-task.mutation'
import type { TaskDetail } from '../api/task-detail.query'
import { taskKey, taskListsKey } from '../api/tasks.query'
import { StatusIcon, TaskStatus } from '../components/task-status'
import { sayError } from './toasts'

/** The state of a task, shown at once as it was chosen and as it was before when saving fails. */
export function StatusChoice({ task, mayChange }: { task: TaskDetail; mayChange: boolean }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (status: string) => changeTask(task.id, { status }),
    onError: () => sayError('Failed to update task', 'Error'),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: taskKey(task.id) }),
        queryClient.invalidateQueries({ queryKey: taskListsKey }),
      ]),
  })
  const shown = save.isPending ? save.variables : task.status
  if (!mayChange) return <TaskStatus status={shown} />

  const known: readonly string[] = taskStatuses
  const choices = known.includes(shown) ? known : [...known, shown]
  return (
    <Select
      aria-label="Status"
      leftSection={<StatusIcon status={shown} />}
      allowDeselect={false}
      value={shown}
      disabled={save.isPending}
      onChange={(status) => {
        if (status !== null && status !== shown) save.mutate(status)
      }}
      data={choices.map((value) => ({ value, label: statusLabels[value] ?? value }))}
      renderOption={({ option }) => <TaskStatus status={option.value} />}
    />
  )
}
