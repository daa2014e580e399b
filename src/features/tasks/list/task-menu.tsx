import { ActionIcon, Menu } from '@mantine/core'
import { IconCalendarDue, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { statusLabels, taskStatuses } from '@/shared/domain/task'
import { mayChange, mayDelete } from '@/shared/domain/task-rights'
import { useCurrentUser } from '@/shared/ui/current-user'
import type { TaskRow } from '../api/tasks.query'
import { TaskStatus } from '../components/task-status'
import { DeleteDialog } from './delete-dialog'
import { DueDialog } from './due-dialog'

type TaskMenuProps = {
  task: TaskRow
  onMove: (task: TaskRow, status: string) => void
}

export const menuIdOf = (taskId: string): string => `task-menu-${taskId}`

/** What can be done with a task where it stands in a list: the way to move it without a mouse. */
export function TaskMenu({ task, onMove }: TaskMenuProps) {
  const user = useCurrentUser()
  const [asking, setAsking] = useState<'due' | 'delete' | null>(null)
  const changes = mayChange(task, user)
  const deletes = mayDelete(task, user)
  if (!changes && !deletes) return null

  return (
    <>
      <Menu id={menuIdOf(task.id)} position="bottom-end" width={200} keepMounted={false}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${task.title}`} size="lg">
            <IconDotsVertical size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {changes ? (
            <>
              <Menu.Label>Move to</Menu.Label>
              {taskStatuses.map((status) => (
                <Menu.Item
                  key={status}
                  disabled={status === task.status}
                  aria-label={`Move to ${statusLabels[status] ?? status}`}
                  onClick={() => onMove(task, status)}
                >
                  <TaskStatus status={status} />
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconCalendarDue size={18} stroke={1.5} aria-hidden />}
                onClick={() => setAsking('due')}
              >
                Due date…
              </Menu.Item>
            </>
          ) : null}
          {deletes ? (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />}
              onClick={() => setAsking('delete')}
            >
              Delete…
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {asking === 'due' ? <DueDialog task={task} onClose={() => setAsking(null)} /> : null}
      {asking === 'delete' ? <DeleteDialog task={task} onClose={() => setAsking(null)} /> : null}
    </>
  )
}
