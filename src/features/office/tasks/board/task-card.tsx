import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { isPrivate } from '@/shared/domain/tasks/task'
import { mayChange } from '@/shared/domain/tasks/task-rights'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { useFormats } from '@/shared/hooks/use-formats'
import { UnsentMark } from '../components/task-status'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import { clientName } from '../list/client-name'
import { DueMark } from '../list/due-mark'
import { TaskMenu } from '../list/task-menu'
import classes from './board.module.css'
import { CardPeople } from './card-people'

type TaskCardProps = {
  task: TaskRow
  staff: readonly Colleague[] | undefined
  now: number
  isDragged: boolean
  isUnsent: boolean
  href: string
  onDrag: (task: TaskRow | null) => void
  onMove: (task: TaskRow, status: string) => void
}

/** One task on the board. Plain elements: a board has hundreds. */
export const TaskCard = memo(function TaskCard(card: TaskCardProps) {
  const { task, staff, now, isDragged, isUnsent, href, onDrag, onMove } = card
  useFormats()
  const mayMove = mayChange(task, useCurrentUser())
  const client = clientName(task.contact)
  return (
    <li
      className={classes.card}
      draggable={mayMove}
      data-dragged={isDragged || undefined}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', task.title)
        onDrag(task)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className={classes.words}>
        <a href={href} draggable={false} className={classes.title}>
          {task.title}
        </a>
        {client === '' ? null : <div className={classes.client}>{client}</div>}
        <div className={classes.below}>
          {isUnsent ? <UnsentMark /> : null}
          <DueMark task={task} now={now} />
          {isPrivate(task) ? (
            <span className={classes.private}>
              <IconLock size={12} aria-hidden /> Private
            </span>
          ) : (
            <CardPeople userIds={task.assignees} staff={staff} />
          )}
        </div>
      </div>
      <div className={classes.menu}>
        <TaskMenu task={task} onMove={onMove} />
      </div>
    </li>
  )
})
