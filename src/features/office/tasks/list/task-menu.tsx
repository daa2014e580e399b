import { Menu } from '@mantine/core'
import { IconCalendarDue, IconDotsVertical, IconPlayerPlay, IconSquareCheck, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazyPart } from '@/kit/dialog/lazy-part'
import { useDialog } from '@/kit/dialog/use-dialog'
import { LateMenu, type LateMenuParts } from '@/kit/menu/late-menu'
import { statusLabels, taskStatuses } from '@/shared/domain/tasks/task'
import { mayChange, mayDelete } from '@/shared/domain/tasks/task-rights'
import { useCurrentUser } from '@/shared/hooks/current-user'
import type { TaskRow } from '../api/tasks.query'
import { TaskStatus } from '@/kit/tasks/task-status'

const DeleteDialog = lazyPart(async () => (await import('./delete-dialog')).DeleteDialog)
const DueDialog = lazyPart(async () => (await import('./due-dialog')).DueDialog)

type TaskMenuProps = {
  task: TaskRow
  onMove: (task: TaskRow, status: string) => void
  /** Chooses the task, for a change of several. */
  onChoose: (taskId: string, isRange: boolean) => void
}

export const menuIdOf = (taskId: string): string => `task-menu-${taskId}`

/** The actions on a task in a list. They also move it without a mouse. */
export function TaskMenu({ task, onMove, onChoose }: TaskMenuProps) {
  const user = useCurrentUser()
  const changes = mayChange(task, user)
  const deletes = mayDelete(task, user)
  if (!changes && !deletes) return null
  return (
    <LateMenu
      id={menuIdOf(task.id)}
      label={`Actions for ${task.title}`}
      icon={<IconDotsVertical size={18} stroke={1.5} aria-hidden />}
    >
      {(menu) => (
        <Actions task={task} onMove={onMove} onChoose={onChoose} menu={menu} changes={changes} deletes={deletes} />
      )}
    </LateMenu>
  )
}

type ActionsProps = TaskMenuProps & { menu: LateMenuParts; changes: boolean; deletes: boolean }

function Actions({ task, onMove, onChoose, menu, changes, deletes }: ActionsProps) {
  const due = useDialog('due-date')
  const deleting = useDialog('delete-task')
  const queryClient = useQueryClient()
  const startTimer = async () => (await import('../timer/start-task-timer')).startTaskTimer(task, queryClient)
  return (
    <>
      <Menu {...menu.props} width={200}>
        <Menu.Target>{menu.target}</Menu.Target>
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
                leftSection={<IconSquareCheck size={18} stroke={1.5} aria-hidden />}
                onClick={() => onChoose(task.id, false)}
              >
                Choose
              </Menu.Item>
              <Menu.Item
                leftSection={<IconCalendarDue size={18} stroke={1.5} aria-hidden />}
                onClick={() => due.open(task.id)}
              >
                Due date…
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPlayerPlay size={18} stroke={1.5} aria-hidden />}
                onClick={() => void startTimer()}
              >
                Start timer
              </Menu.Item>
            </>
          ) : null}
          {deletes ? (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />}
              onClick={() => deleting.open(task.id)}
            >
              Delete…
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {due.subject === task.id ? <DueDialog task={task} onClose={due.close} /> : null}
      {deleting.subject === task.id ? <DeleteDialog task={task} onClose={deleting.close} /> : null}
    </>
  )
}
