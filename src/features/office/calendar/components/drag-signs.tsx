import { Kbd } from '@mantine/core'
import { weekdayText } from '@/shared/domain/text/formats'
import { useCalendar } from './calendar-context'
import { clockWords } from './entry-chip'
import type { Moving } from './use-moves'
import classes from './calendar.module.css'

function targetWords({ target, problem }: Moving): string {
  if (problem) return problem
  if (target === null) return 'Not here'
  if (target === 'waiting') return 'Without a time'
  return [weekdayText(target.day), target.minutes === null ? null : clockWords(target.minutes)]
    .filter(Boolean)
    .join(', ')
}

/** The dragged entry beside the pointer. */
export function DragGhost() {
  const { moving } = useCalendar().moves
  if (!moving || moving.by === 'keys') return null
  return (
    <div
      className={classes.held}
      data-kind={moving.entry.kind}
      data-bad={moving.problem !== null || moving.target === null || undefined}
      style={{ transform: `translate(${moving.at.x + 14}px, ${moving.at.y + 14}px)` }}
      aria-hidden
    >
      <strong>{moving.entry.title}</strong>
      <span>{targetWords(moving)}</span>
    </div>
  )
}

/** The entry moved by keyboard, its place, and the keys; also for screen readers. */
export function KeyMoveBar() {
  const { moving } = useCalendar().moves
  const isOn = moving?.by === 'keys'
  return (
    <div
      className={classes.keyBar}
      role="status"
      data-on={isOn || undefined}
      data-bad={(isOn && moving.problem) || undefined}
    >
      {isOn ? (
        <>
          <strong>{moving.entry.title}</strong>
          <span>{targetWords(moving)}</span>
          <span className={classes.keyHelp}>
            <Kbd>Arrows</Kbd> move, <Kbd>Enter</Kbd> drops, <Kbd>Esc</Kbd> puts back
          </span>
        </>
      ) : null}
    </div>
  )
}
