import { Button, Text } from '@mantine/core'
import { useDialog } from '@/kit/dialog/use-dialog'
import type { TaskDetail } from '../api/detail/task-detail.query'
import { dueDay, dueText } from '@/shared/domain/tasks/due'
import { DueDialog } from '../list/due-dialog'
import { DueMark } from '@/kit/tasks/due-mark'
import { reminderText } from '../list/reminder'
import { useMinute } from '@/shared/hooks/use-minute'

/** The due day of a task, and its reminder. */
export function TaskDue({ task, mayChange }: { task: TaskDetail; mayChange: boolean }) {
  const now = useMinute()
  const choose = useDialog('due')
  return (
    <>
      {task.due_at === null ? (
        mayChange ? null : (
          <Text size="sm" c="dimmed">
            No due date
          </Text>
        )
      ) : (
        <div>
          <DueMark task={task} now={now} />
          <Text size="xs" c="dimmed">
            {dueText(task, now) === dueDay(task.due_at) ? null : (
              <>
                {dueDay(task.due_at)}
                <br />
              </>
            )}
            {reminderText(task.reminder_hours)}
          </Text>
        </div>
      )}
      {mayChange ? (
        <Button variant="subtle" size="compact-sm" w="fit-content" ml={-8} onClick={() => choose.open()}>
          {task.due_at === null ? 'Set due date' : 'Change due date'}
        </Button>
      ) : null}
      {choose.isOpen && mayChange ? <DueDialog task={task} onClose={choose.close} /> : null}
    </>
  )
}
