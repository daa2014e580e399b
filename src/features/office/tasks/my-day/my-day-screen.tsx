import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconClockHour4, IconSun } from '@tabler/icons-react'
import { useState } from 'react'
import { notifyWithUndo } from '@/kit/confirm'
import { AsOf } from '@/kit/kept-reads/use-kept-reads'
import { DragPlace } from '@/kit/drag/drag-place'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { weekdayText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { useMinute } from '@/shared/hooks/use-minute'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import type { DayLine } from '../api/my-day/my-day.query'
import { useTaskMoves } from '../list/use-task-moves'
import { withMoved } from './day'
import { DayLineRow } from './day-line'
import { isLate, kindsText } from './day-words'
import { useDayKeys } from './use-day-keys'
import { useMyDay } from './use-my-day'
import classes from './my-day.module.css'

/** /my-day: what is due, planned and promised for this person, in the order that they drag it into. */
export function MyDayScreen() {
  const now = useMinute()
  const { read, lines, order } = useMyDay()
  const ids = lines?.map(({ id }) => id) ?? []
  const isOrdered = lines?.some(({ place }) => place !== null) ?? false
  const byTime = () => {
    order([])
    notifyWithUndo('Your day is in the order of time', () => order(ids))
  }
  return (
    <PageFrame
      title="My day"
      isLeadKept
      lead={lines ? leadOf(lines, now) : weekdayText(todayOf(now))}
      actions={
        isOrdered ? (
          <Button
            variant="default"
            leftSection={<IconClockHour4 size={18} stroke={1.5} aria-hidden />}
            onClick={byTime}
          >
            Order by time
          </Button>
        ) : null
      }
    >
      <AsOf read={read} what="your day" meanwhile="What you complete is kept and sent later." />
      {read.isError && !(lines && isUnreachable(read.error)) ? (
        <Problem onRetry={() => void read.refetch()}>Your day could not be read</Problem>
      ) : null}
      {lines ? (
        <Lines lines={lines} now={now} order={order} />
      ) : read.isPending ? (
        <LineSkeletons count={6} height={44} />
      ) : null}
    </PageFrame>
  )
}

/** `Sunday: 7 to do, late: 1 task, 1 delivery`. */
function leadOf(lines: readonly DayLine[], now: number): string {
  const late = lines.filter((line) => isLate(line, now))
  return `${weekdayText(todayOf(now))}: ${lines.length} to do${late.length === 0 ? '' : `, late: ${kindsText(late)}`}`
}

type LinesProps = { lines: readonly DayLine[]; now: number; order: (ids: string[]) => void }

function Lines({ lines, now, order }: LinesProps) {
  const { moved, move: moveTask } = useTaskMoves()
  const [held, setHeld] = useState<{ id: unknown; over: unknown } | null>(null)
  const [said, setSaid] = useState('')
  const ids = lines.map(({ id }) => id)
  const put = (id: string, to: number) => {
    if (to < 0 || to >= ids.length || ids.indexOf(id) === to) return
    setSaid(`${titleOf(lines, id)}: place ${to + 1} of ${ids.length}`)
    order(withMoved(ids, id, to))
  }
  useDayKeys((id, step) => put(id, ids.indexOf(id) + step))
  if (lines.length === 0)
    return (
      <EmptyScreen icon={<IconSun stroke={1.5} />} title="Nothing is left for today">
        Tasks due, work planned and what is promised for today stand here.
      </EmptyScreen>
    )
  const targetOf = (id: string) => {
    if (held === null || held.over !== id || held.id === id) return null
    return ids.indexOf(String(held.id)) < ids.indexOf(id) ? 'after' : 'before'
  }
  return (
    <DragPlace
      one="line"
      arrows="Up and down choose its place."
      byArrow={byLine}
      nameOf={(id) => titleOf(lines, id)}
      placeOf={(id) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`}
      onLift={(id) => setHeld(id === null ? null : { id, over: null })}
      onOver={(id, over) => setHeld({ id, over })}
      onDrop={(id, place) => put(String(id), ids.indexOf(String(place)))}
    >
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ol className={classes.lines} aria-label="My day">
        {lines.map((line) => (
          <DayLineRow
            key={line.id}
            line={line}
            now={now}
            isDone={moved.get(line.id) === 'completed'}
            target={targetOf(line.id)}
            onDone={(task) => moveTask(task, 'completed')}
          />
        ))}
      </ol>
    </DragPlace>
  )
}

const titleOf = (lines: readonly DayLine[], id: unknown): string => lines.find((line) => line.id === id)?.title ?? ''

/** The arrows put the lifted line over the next one. */
const byLine: KeyboardCoordinateGetter = (event, { context: { droppableRects, collisionRect } }) => {
  const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0
  if (step === 0 || !collisionRect) return undefined
  event.preventDefault()
  const middle = collisionRect.top + collisionRect.height / 2
  const rows = [...droppableRects.values()].toSorted((a, b) => a.top - b.top)
  const target = step > 0 ? rows.find(({ top }) => top > middle) : rows.findLast(({ bottom }) => bottom < middle)
  return target && { x: collisionRect.left, y: target.top + (target.height - collisionRect.height) / 2 }
}
