import { useDraggable, useDroppable } from '@dnd-kit/core'
import { ActionIcon, Badge } from '@mantine/core'
import { IconCheck, IconGripVertical } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { useRecordHref } from '@/shared/ui/page/record-links'
import type { DayLine } from '../api/my-day/my-day.query'
import { isLate, whatText, whenText } from './day-words'
import classes from './my-day.module.css'

type DayLineRowProps = {
  line: DayLine
  now: number
  isDone: boolean
  /** Where a lifted line would be put; null where it is not over this one. */
  target: 'before' | 'after' | null
  onDone: (line: DayLine) => void
}

/** A line of the day: lifted at its grip, opened by its title, a task ticked where it stands. */
export function DayLineRow({ line, now, isDone, target, onDone }: DayLineRowProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({ id: line.id })
  const { setNodeRef: setPlaceRef } = useDroppable({ id: line.id })
  return (
    <li
      ref={(node) => {
        setNodeRef(node)
        setPlaceRef(node)
      }}
      className={classes.line}
      data-day-line={line.id}
      data-lifted={isDragging || undefined}
      data-done={isDone || undefined}
      data-target={target ?? undefined}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.grip}
        {...attributes}
        {...listeners}
        aria-label={`Lift ${line.title}`}
      >
        <IconGripVertical size={16} stroke={1.5} aria-hidden />
      </button>
      <Heading line={line} />
      <span className={classes.when} data-late={isLate(line, now) || undefined}>
        {whenText(line, now)}
      </span>
      {line.kind === 'task' ? (
        <ActionIcon
          className={classes.act ?? ''}
          variant="default"
          size="lg"
          aria-label={`Complete ${line.title}`}
          data-key="c"
          disabled={isDone}
          onClick={() => onDone(line)}
        >
          <IconCheck size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  )
}

/** The title as a link that covers the line, and below it what it is about and why it is here. */
function Heading({ line }: { line: DayLine }) {
  const href = useDayHref(line)
  return (
    <div>
      {href === null ? (
        <span className={classes.title}>{line.title}</span>
      ) : (
        <Link className={classes.title} to={href}>
          {line.title}
        </Link>
      )}
      <div className={classes.below}>
        {[line.number, line.detail, whatText(line)].filter(Boolean).map((words) => (
          <span key={words}>{words}</span>
        ))}
        {line.status === 'in_progress' ? (
          <Badge size="sm" variant="light">
            In progress
          </Badge>
        ) : null}
      </div>
    </div>
  )
}

function useDayHref({ kind, id, part_of }: DayLine): string | null {
  const href = useRecordHref()
  if (kind === 'step') return part_of === null ? null : href('job', part_of)
  if (kind === 'booking') return `${linkTo('/booking-list')}?booking=${id}`
  return href(kind === 'installation' ? 'delivery' : kind, id)
}
