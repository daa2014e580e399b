import { Menu } from '@mantine/core'
import { IconCalendarDue, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { statusLabels, taskStatuses } from '@/shared/domain/task'
import { mayChange, mayDelete } from '@/shared/domain/task-rights'
import { useCurrentUser } from '@/shared/ui/current-user'
import type { TaskRow } from '../api/tasks.query'
import { TaskStatus } from '../components/task-status'
import { DeleteDialog } from './delete-dialog'
import { DueDialog } from './due-dialog'
import classes from './task-menu.module.css'

type TaskMenuProps = {
  task: TaskRow
  onMove: (task: TaskRow, status: string) => void
}

export const menuIdOf = (taskId: string): string => `task-menu-${taskId}`

/**
 * What can be done with a task where it stands in a list: the way to move it without a mouse. A list has hundreds, so
 * each is a plain button until somebody comes to it.
 */
export function TaskMenu({ task, onMove }: TaskMenuProps) {
  const user = useCurrentUser()
  const button = useRef<HTMLButtonElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const changes = mayChange(task, user)
  const deletes = mayDelete(task, user)
  if (!changes && !deletes) return null

  const want = () => setWanted(true)
  const id = menuIdOf(task.id)
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={`${classes.button} mantine-active`}
        aria-label={`Actions for ${task.title}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onFocus={want}
        onPointerDown={want}
        onClick={() => {
          want()
          setOpen(!isOpen)
        }}
      >
        <IconDotsVertical size={18} stroke={1.5} aria-hidden />
      </button>
      {isWanted ? (
        <Actions
          task={task}
          onMove={onMove}
          button={button}
          isOpen={isOpen}
          onToggle={setOpen}
          changes={changes}
          deletes={deletes}
        />
      ) : null}
    </>
  )
}

type ActionsProps = TaskMenuProps & {
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  changes: boolean
  deletes: boolean
}

function Actions({ task, onMove, button, isOpen, onToggle, changes, deletes }: ActionsProps) {
  const due = useDialog('due-date')
  const deleting = useDialog('delete-task')
  return (
    <>
      <Menu
        id={menuIdOf(task.id)}
        position="bottom-end"
        width={200}
        keepMounted={false}
        opened={isOpen}
        onChange={onToggle}
      >
        <Menu.Target>
          <There element={button} />
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
                onClick={() => due.open(task.id)}
              >
                Due date…
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

type ThereProps = { element: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLButtonElement | null> }

/** Lends a menu a target that stood there before it, so that coming to the menu does not draw the button anew. */
function There({ element, ref }: ThereProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => element.current, [element])
  return null
}
