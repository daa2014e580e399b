import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { isPrivate } from '@/shared/domain/tasks/task'
import { mayChange } from '@/shared/domain/tasks/task-rights'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { useFormats } from '@/shared/hooks/use-formats'
import { UnsentMark } from '@/kit/tasks/task-status'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import { clientName } from '../list/client-name'
import { DueMark } from '@/kit/tasks/due-mark'
import { TaskMenu } from '../list/task-menu'
import type { ChangeTasks } from '../changes/use-change-tasks'
import { DueMenu, PeopleMenu } from '../changes/value-menus'
import classes from './board.module.css'
import { CardPeople } from './card-people'

type TaskCardProps = {
  task: TaskRow
  staff: readonly Colleague[] | undefined
  now: number
  isDragged: boolean
  isUnsent: boolean
  isChosen: boolean
  onChange: ChangeTasks
  href: string
  onDrag: (task: TaskRow | null) => void
  onMove: (task: TaskRow, status: string) => void
  onChoose: (taskId: string, isRange: boolean) => void
}

/** One task on the board. Plain elements: a board has hundreds. */
export const TaskCard = memo(function TaskCard(card: TaskCardProps) {
  const { task, staff, now, isDragged, isUnsent, isChosen, href, onDrag, onMove, onChange, onChoose } = card
  useFormats()
  const mayMove = mayChange(task, useCurrentUser())
  const client = clientName(task.contact)
  return (
    <li
      className={classes.card}
      draggable={mayMove}
      data-task={task.id}
      data-chosen={isChosen || undefined}
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
          {mayMove ? <DueMenu task={task} now={now} onChange={onChange} /> : <DueMark task={task} now={now} />}
          {isPrivate(task) ? (
            <span className={classes.private}>
              <IconLock size={12} aria-hidden /> Private
            </span>
          ) : mayMove ? (
            <span className={classes.people}>
              <PeopleMenu task={task} staff={staff} onChange={onChange}>
                <CardPeople userIds={task.assignees} staff={staff} />
              </PeopleMenu>
            </span>
          ) : (
            <CardPeople userIds={task.assignees} staff={staff} />
          )}
        </div>
      </div>
      <div className={classes.menu}>
        <TaskMenu task={task} onMove={onMove} onChoose={onChoose} />
      </div>
    </li>
  )
})
