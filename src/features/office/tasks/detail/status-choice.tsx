import { Select, Stack } from '@mantine/core'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import { statusLabels, taskStatuses } from '@/shared/domain/tasks/task'
import type { TaskDetail } from '../api/detail/task-detail.query'
import { StatusIcon, TaskStatus } from '@/kit/tasks/task-status'
import { readStatusMove, statusKind, statusMove } from '../status-kind'
import { reasonOf, sayError, withReason } from './toasts'

/**
 * The status of a task. A choice shows at once and is reverted when the server refuses it. Without a network it waits,
 * and says so.
 */
export function StatusChoice({ task, mayChange }: { task: TaskDetail; mayChange: boolean }) {
  const outbox = useOutbox()
  const entry = useWaiting(statusKind, task.id).at(-1)
  const wanted = entry && entry.state !== 'refused' ? readStatusMove(entry.payload)?.to : undefined
  const shown = wanted ?? task.status
  const note = entry ? <WaitingNote entry={entry} /> : null
  if (!mayChange)
    return (
      <>
        <TaskStatus status={shown} />
        {note}
      </>
    )

  const choose = (status: string) =>
    outbox
      .perform(statusKind, statusMove(task, status))
      .catch((error: unknown) => sayError(withReason('Failed to update task', reasonOf(error)), 'Error'))
  const known: readonly string[] = taskStatuses
  const choices = known.includes(shown) ? known : [...known, shown]
  return (
    <Stack gap={4}>
      <Select
        aria-label="Status"
        leftSection={<StatusIcon status={shown} />}
        allowDeselect={false}
        value={shown}
        disabled={entry?.state === 'sending'}
        onChange={(status) => {
          if (status !== null && status !== shown) void choose(status)
        }}
        data={choices.map((value) => ({ value, label: statusLabels[value] ?? value }))}
        renderOption={({ option }) => <TaskStatus status={option.value} />}
      />
      {note}
    </Stack>
  )
}
