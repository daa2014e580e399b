import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Colleague } from '../api/staff.query'
import type { TaskRow } from '../api/tasks.query'
import type { More } from './more'
import { columnOf } from './columns'
import { dueMoment } from '../list/due-moment'
import type { ChangeTasks } from '../changes/use-change-tasks'
import type { TaskMoves } from '../list/use-task-moves'
import { TaskCard } from './task-card'
import { useOpenByLink } from '../list/use-open-by-link'
import classes from './board.module.css'

type BoardColumnProps = {
  status: string
  title: string
  tasks: readonly TaskRow[]
  staff: readonly Colleague[] | undefined
  now: number
  unsent: TaskMoves['unsent']
  hrefOf: (taskId: string) => string
  more: More
  /** The card that is being dragged over the board, from whichever column. */
  dragged: TaskRow | null
  onDrag: (task: TaskRow | null) => void
  onDrop: (task: TaskRow) => void
  onMove: (task: TaskRow, status: string) => void
  onChange: ChangeTasks
  chosen: ReadonlySet<string>
  onChoose: (taskId: string, isRange: boolean) => void
}

/** One status: its cards, and a place to drop others. */
export function BoardColumn(column: BoardColumnProps) {
  const { status, title, tasks, more, now, unsent, hrefOf, dragged, onDrop, chosen, ...card } = column
  const [isOver, setOver] = useState(false)
  const takes = dragged !== null && columnOf(dragged.status) !== status
  const headingId = `board-${status}`
  const open = useOpenByLink()

  return (
    <section
      aria-labelledby={headingId}
      className={classes.column}
      data-over={(takes && isOver) || undefined}
      onDragOver={(event) => {
        if (!takes) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (takes) onDrop(dragged)
      }}
    >
      <ColumnHeading id={headingId} title={title} count={tasks.length} hasMore={more !== null} />
      <ul className={classes.cards} onClick={open}>
        {tasks.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            now={dueMoment(task, now)}
            href={hrefOf(task.id)}
            isUnsent={unsent.has(task.id)}
            isChosen={chosen.has(task.id)}
            isDragged={dragged?.id === task.id}
            {...card}
          />
        ))}
      </ul>
      {tasks.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.nothing}>
          Nothing here
        </Text>
      ) : null}
      {more ? (
        <Button variant="subtle" size="compact-sm" loading={more.isLoading} onClick={more.load}>
          Show more
        </Button>
      ) : null}
    </section>
  )
}

type ColumnHeadingProps = { id: string; title: string; count: number; hasMore: boolean }

const ColumnHeading = ({ id, title, count, hasMore }: ColumnHeadingProps) => (
  <Group justify="space-between" className={classes.heading}>
    <Title order={2} id={id} size="h3">
      {title}
    </Title>
    <Badge variant="default" aria-label={`${count}${hasMore ? ' and more' : ''} tasks`}>
      {count}
      {hasMore ? '+' : ''}
    </Badge>
  </Group>
)
