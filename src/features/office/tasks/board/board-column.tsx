import { Badge, Group, Text, Title } from '@mantine/core'
import { memo, useState } from 'react'
import { LoadMore } from '@/kit/list/long/load-more'
import { useNearWindow, wholeUpTo } from '@/kit/list/long/near-window'
import { useParts } from '@/kit/list/long/use-parts'
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
      <Cards tasks={tasks} now={now} unsent={unsent} hrefOf={hrefOf} dragged={dragged} chosen={chosen} {...card} />
      {tasks.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.nothing}>
          Nothing here
        </Text>
      ) : null}
      {more ? (
        <LoadMore
          isColumn
          variant="subtle"
          size="compact-sm"
          isLoading={more.isLoading}
          hasFailed={more.hasFailed}
          onLoad={more.load}
        />
      ) : null}
    </section>
  )
}

/** Cards of a part of a column, and the usual height of one in px with its gap. */
const partSize = 25
const cardHeight = 94

type CardsProps = Pick<
  BoardColumnProps,
  'tasks' | 'staff' | 'now' | 'unsent' | 'hrefOf' | 'dragged' | 'onDrag' | 'onMove' | 'onChange' | 'chosen' | 'onChoose'
>

/** The cards of a column, in parts. */
const Cards = memo(function Cards({ tasks, ...card }: CardsProps) {
  const open = useOpenByLink()
  return (
    <div className={classes.parts} data-rows onClick={open}>
      {useParts(tasks, partSize).map((part, nth) => (
        <CardPart
          key={nth}
          tasks={part}
          isLong={tasks.length > wholeUpTo}
          rough={nth < 4 ? null : part.length * cardHeight}
          {...card}
        />
      ))}
    </div>
  )
})

type CardPartProps = CardsProps & { isLong: boolean; rough: number | null }

/** Cards are made where they are drawn only: a column has thousands. */
const CardPart = memo(function CardPart({ tasks, isLong, rough, ...cards }: CardPartProps) {
  const { place, far } = useNearWindow<HTMLUListElement>(isLong, rough)
  const { now, unsent, hrefOf, dragged, chosen, ...card } = cards
  return (
    <ul ref={place} className={classes.cards} style={far === null ? undefined : { height: far }}>
      {far === null
        ? tasks.map((task) => (
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
          ))
        : null}
    </ul>
  )
})

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
