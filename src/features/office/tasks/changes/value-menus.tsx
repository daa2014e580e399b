import { Menu } from '@mantine/core'
import { IconCalendarPlus, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazyPart } from '@/kit/dialog/lazy-part'
import { useDialog } from '@/kit/dialog/use-dialog'
import { LateMenu, type LateMenuParts } from '@/kit/menu/late-menu'
import { statusLabels } from '@/shared/domain/tasks/task'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import { namesOf } from '../assignee-choice'
import { TaskStatus } from '@/kit/tasks/task-status'
import { DueItems, PeopleItems, StatusItems } from './choices'
import classes from './choices.module.css'
import { dueText } from '@/shared/domain/tasks/due'
import { DueMark } from '@/kit/tasks/due-mark'
import type { ChangeTasks } from './use-change-tasks'

const PickDay = lazyPart(async () => (await import('./pick-day')).PickDay)

type StatusMenuProps = { task: TaskRow; isUnsent: boolean; onMove: (task: TaskRow, status: string) => void }

/** The status of a task, which opens the menu of statuses. */
export const StatusMenu = ({ task, isUnsent, onMove }: StatusMenuProps) => (
  <LateMenu
    id={`task-status-${task.id}`}
    label={`Status of ${task.title}: ${statusLabels[task.status] ?? task.status}`}
    icon={<TaskStatus status={task.status} isUnsent={isUnsent} />}
    className={classes.value}
    pressedBy="s"
  >
    {(menu) => (
      <ValueMenu menu={menu}>
        <StatusItems current={task.status} onPick={(status) => onMove(task, status)} />
      </ValueMenu>
    )}
  </LateMenu>
)

type DueMenuProps = { task: TaskRow; now: number; onChange: ChangeTasks }

/** The due date of a task, which opens the menu of days. */
export function DueMenu({ task, now, onChange }: DueMenuProps) {
  const label =
    task.due_at === null ? `Due date of ${task.title}: none` : `Due date of ${task.title}: ${dueText(task, now)}`
  return (
    <LateMenu
      id={`task-due-${task.id}`}
      label={label}
      icon={
        task.due_at === null ? (
          <IconCalendarPlus className={classes.unset} size={16} stroke={1.5} aria-hidden />
        ) : (
          <DueMark task={task} now={now} />
        )
      }
      className={classes.value}
      pressedBy="d"
    >
      {(menu) => <DueChoice menu={menu} task={task} onChange={onChange} />}
    </LateMenu>
  )
}

function DueChoice({ menu, task, onChange }: { menu: LateMenuParts; task: TaskRow; onChange: ChangeTasks }) {
  const other = useDialog('due-day')
  const pick = (due_at: string | null) => onChange([task], { due_at })
  return (
    <>
      <ValueMenu menu={menu}>
        <DueItems onPick={pick} onOther={() => other.open(task.id)} />
      </ValueMenu>
      {other.subject === task.id ? (
        <PickDay label={`“${task.title}” is due by the end of`} onPick={pick} onClose={other.close} />
      ) : null}
    </>
  )
}

type PeopleMenuProps = {
  task: TaskRow
  staff: readonly Colleague[] | undefined
  onChange: ChangeTasks
  /** What stands for the people; their names without it. */
  children?: ReactNode
}

/** The assignees of a task, which open the menu of colleagues. */
export const PeopleMenu = ({ task, staff, onChange, children }: PeopleMenuProps) => (
  <LateMenu
    id={`task-people-${task.id}`}
    label={`Assignees of ${task.title}: ${namesOf(staff, task.assignees) || 'none'}`}
    icon={
      task.assignees.length === 0 ? (
        <IconUserPlus className={classes.unset} size={16} stroke={1.5} aria-hidden />
      ) : (
        (children ?? <span>{namesOf(staff, task.assignees)}</span>)
      )
    }
    className={classes.value}
    pressedBy="a"
  >
    {(menu) => (
      <ValueMenu menu={menu}>
        <PeopleItems
          staff={staff}
          joined={task.assignees}
          onPick={({ userId, name }, joins) => onChange([task], { person: userId, name, joins })}
        />
      </ValueMenu>
    )}
  </LateMenu>
)

const ValueMenu = ({ menu, children }: { menu: LateMenuParts; children: ReactNode }) => (
  <Menu {...menu.props} position="bottom-start" width={220}>
    <Menu.Target>{menu.target}</Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
