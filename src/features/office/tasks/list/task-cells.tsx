import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { momentText } from '@/shared/domain/text/formats'
import { mayChange } from '@/shared/domain/tasks/task-rights'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { TaskStatus } from '@/kit/tasks/task-status'
import { isPrivate } from '@/shared/domain/tasks/task'
import { useFormats } from '@/shared/hooks/use-formats'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import { namesOf } from '../assignee-choice'
import { clientName } from './client-name'
import { DueMark } from '@/kit/tasks/due-mark'
import { TaskMenu } from './task-menu'
import type { ChangeTasks } from '../changes/use-change-tasks'
import type { TaskMoves } from './use-task-moves'
import { DueMenu, PeopleMenu, StatusMenu } from '../changes/value-menus'
import classes from './task-list.module.css'

type TaskCellsProps = {
  task: TaskRow
  /** The shown status: a pending move counts. */
  status: string
  isUnsent: boolean
  isGone: boolean
  staff: readonly Colleague[] | undefined
  now: number
  href: string
  onMove: TaskMoves['move']
  onChange: ChangeTasks
  isChosen: boolean
  /** Chooses the task, or no longer; with Shift every task from the last one to this one. */
  onChoose: (taskId: string, isRange: boolean) => void
}

/** The cells of one task. They are plain elements, because a list has hundreds and draws them while scrolling. */
export const TaskCells = memo(function TaskCells(cells: TaskCellsProps) {
  const { task, status, isUnsent, isGone, staff, now, href, onMove, onChange, isChosen, onChoose } = cells
  useFormats()
  const client = clientName(task.contact)
  const shown = { ...task, status }
  const user = useCurrentUser()
  const changes = !isGone && mayChange(shown, user)
  return (
    <>
      <td role="cell" className={classes.choice}>
        {isGone ? null : <ChooseBox task={task} isChosen={isChosen} onChoose={onChoose} />}
      </td>
      <td role="cell">
        <div className={classes.heading}>
          <a href={href} className={classes.title}>
            {task.title}
          </a>
          {isPrivate(task) ? (
            <span className={classes.private}>
              <IconLock size={12} aria-hidden />
              Private
            </span>
          ) : null}
        </div>
        <div className={classes.below}>
          {client === '' ? null : <span className={classes.client}>{client}</span>}
          <span className={classes.dueBelow}>
            <DueMark task={shown} now={now} />
          </span>
        </div>
      </td>
      <td role="cell">
        {changes ? (
          <StatusMenu task={shown} isUnsent={isUnsent} onMove={onMove} />
        ) : (
          <TaskStatus status={status} isUnsent={isUnsent} />
        )}
      </td>
      <td role="cell" className="mantine-visible-from-sm">
        {changes ? <DueMenu task={shown} now={now} onChange={onChange} /> : <DueMark task={shown} now={now} />}
      </td>
      <td role="cell" className="mantine-visible-from-sm">
        {changes ? <PeopleMenu task={shown} staff={staff} onChange={onChange} /> : namesOf(staff, task.assignees)}
      </td>
      <td role="cell" className="mantine-visible-from-lg">
        {namesOf(staff, [task.created_by])}
      </td>
      <td role="cell" className="mantine-visible-from-md">
        <time dateTime={task.created_at} className={classes.time}>
          {momentText(task.created_at)}
        </time>
      </td>
      <td role="cell" className={classes.menu}>
        {isGone ? null : <TaskMenu task={shown} onMove={onMove} onChoose={onChoose} />}
      </td>
    </>
  )
})

/** Chooses a task; with Shift also those before it. */
const ChooseBox = ({ task, isChosen, onChoose }: Pick<TaskCellsProps, 'task' | 'isChosen' | 'onChoose'>) => (
  <label className={classes.box} onClick={(event) => event.stopPropagation()}>
    <input
      type="checkbox"
      aria-label={`Choose ${task.title}`}
      checked={isChosen}
      onClick={({ shiftKey }) => onChoose(task.id, shiftKey)}
      onChange={() => {}}
    />
  </label>
)
