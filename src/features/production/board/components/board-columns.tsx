import { DragOverlay, type KeyboardCoordinateGetter, useDraggable, useDroppable } from '@dnd-kit/core'
import { Progress, Text, Title } from '@mantine/core'
import { memo, useDeferredValue, useState } from 'react'
import { DragPlace } from '@/kit/drag/drag-place'
import { minutesText } from '@/shared/domain/time/duration'
import type { JobCard } from '../../shared/api/cards.query'
import { isStage, stageLabel, whyNotMove } from '../../shared/stages'
import type { BoardColumn } from '../columns'
import classes from './board.module.css'
import { Card, type CardsSetting, GripIcon } from './job-card'

/** Left and right arrows put the lifted card over the next column. */
const byColumn: KeyboardCoordinateGetter = (event, { context: { droppableRects, collisionRect } }) => {
  const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0
  if (step === 0 || !collisionRect) return undefined
  event.preventDefault()
  const centre = collisionRect.left + collisionRect.width / 2
  const columns = [...droppableRects.values()].toSorted((a, b) => a.left - b.left)
  const target = step > 0 ? columns.find(({ left }) => left > centre) : columns.findLast(({ right }) => right < centre)
  return target && { x: target.left + (target.width - collisionRect.width) / 2, y: target.top + 8 }
}

/** How many cards of a column fill a window; the others are drawn right after, between frames. */
const atOnce = 8

type BoardColumnsProps = { columns: readonly BoardColumn[]; setting: CardsSetting }

/** The columns with their cards. A card is moved by mouse, touch, keyboard, or its menu. */
export function BoardColumns({ columns, setting }: BoardColumnsProps) {
  const { actions } = setting
  const [lifted, setLifted] = useState<JobCard | null>(null)
  const cardOf = (id: unknown) => columns.flatMap(({ cards }) => cards).find((card) => card.id === id) ?? null
  const drop = (id: unknown, place: unknown) => {
    const card = cardOf(id)
    if (!card || !actions) return
    const to = String(place)
    if (isStage(to)) actions.onMove(card, to)
    else if (to === 'on_hold' && card.status !== 'on_hold') actions.onHold(card)
  }
  return (
    <DragPlace
      one="card"
      arrows="The left and right arrows choose a column."
      byArrow={byColumn}
      nameOf={(id) => cardOf(id)?.job_number ?? 'The job'}
      placeOf={(id) => stageLabel(String(id))}
      onLift={(id) => setLifted(cardOf(id))}
      onDrop={drop}
    >
      <div className={classes.board} role="group" aria-label="Board" tabIndex={0}>
        {columns.map((column) => (
          <Column key={column.name} column={column} lifted={lifted} setting={setting} />
        ))}
      </div>
      <DragOverlay>{lifted ? <Card card={lifted} setting={{ ...setting, actions: null }} /> : null}</DragOverlay>
    </DragPlace>
  )
}

type ColumnProps = { column: BoardColumn; lifted: JobCard | null; setting: CardsSetting }

const Column = memo(function Column({
  column: { name, label, stage, cards, minutes, capacity, isClosed },
  lifted,
  setting,
}: ColumnProps) {
  const isWhole = useDeferredValue(true, false)
  const { setNodeRef, isOver } = useDroppable({ id: name, disabled: stage === null })
  const takes =
    lifted !== null && stage !== null && (stage === 'on_hold' ? true : whyNotMove(lifted.status, stage) === null)
  const share = capacity ? (100 * minutes) / capacity : 0
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      aria-label={label}
      data-drop={lifted === null || stage === null ? null : takes ? 'yes' : 'no'}
      data-over={isOver && takes ? 'yes' : null}
    >
      <div className={classes.columnHead}>
        <header className={classes.title}>
          <Title order={2} size="h5">
            {label} {cards.length}
          </Title>
          <Text span size="xs" c={share > 100 ? 'magenta' : 'dimmed'}>
            {capacity === null
              ? minutes > 0
                ? minutesText(minutes)
                : ''
              : `${minutesText(minutes)} of ${minutesText(capacity)} a day${isClosed ? ', closed today' : ''}`}
          </Text>
        </header>
        {capacity === null ? null : (
          <Progress
            size="sm"
            value={Math.min(share, 100)}
            color={share > 100 ? 'magenta' : 'process'}
            aria-label={`Load of ${label}`}
          />
        )}
      </div>
      {(isWhole ? cards : cards.slice(0, atOnce)).map((card) =>
        stage === null || setting.actions === null ? (
          <Card key={card.id} card={card} setting={setting} />
        ) : (
          <Draggable key={card.id} card={card} setting={setting} />
        ),
      )}
    </section>
  )
}, isSame)

/** A change of one card is drawn in its columns alone. */
function isSame({ column: before, ...was }: ColumnProps, { column, ...is }: ColumnProps): boolean {
  const { cards } = column
  return (
    was.lifted === is.lifted &&
    was.setting === is.setting &&
    before.label === column.label &&
    before.minutes === column.minutes &&
    before.capacity === column.capacity &&
    before.isClosed === column.isClosed &&
    before.cards.length === cards.length &&
    before.cards.every((card, at) => card === cards[at])
  )
}

const Draggable = memo(function Draggable({ card, setting }: { card: JobCard; setting: CardsSetting }) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({ id: card.id })
  return (
    <div ref={setNodeRef} className={isDragging ? classes.lifted : undefined} {...listeners}>
      <Card
        card={card}
        setting={setting}
        grip={
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={classes.grip}
            {...attributes}
            aria-label={`Lift ${card.job_number}`}
          >
            <GripIcon />
          </button>
        }
      />
    </div>
  )
})
