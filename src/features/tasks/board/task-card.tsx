import { Anchor, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { isPrivate } from '@/shared/domain/task'
import { mayChange } from '@/shared/domain/task-rights'
import { useCurrentUser } from '@/shared/ui/current-user'
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
  hrefOf: (taskId: string) => string
  onDrag: (task: TaskRow | null) => void
  onMove: (task: TaskRow, status: string) => void
}

/** One task on the board. */
export const TaskCard = memo(function TaskCard({ task, staff, now, isDragged, hrefOf, onDrag, onMove }: TaskCardProps) {
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
        <Anchor component={Link} to={hrefOf(task.id)} draggable={false} className={classes.title}>
          {task.title}
        </Anchor>
        {client === '' ? null : (
          <Text size="xs" c="dimmed">
            {client}
          </Text>
        )}
        <div className={classes.below}>
          <DueMark task={task} now={now} />
          {isPrivate(task) ? (
            <Text size="xs" c="dimmed" component="span" className={classes.people}>
              <IconLock size={12} aria-hidden /> Private
            </Text>
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
