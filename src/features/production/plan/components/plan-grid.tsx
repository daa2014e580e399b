import { DragOverlay, type KeyboardCoordinateGetter, useDroppable } from '@dnd-kit/core'
import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type CSSProperties, Fragment, useState } from 'react'
import { DragPlace } from '@/kit/drag/drag-place'
import { planDay } from '@/kit/planning/plan-day'
import { isOverBooked, type Load } from '@/shared/domain/planning/plan'
import { weekdayOf } from '@/shared/domain/time/days'
import { minutesText } from '@/shared/domain/time/duration'
import { weekdayOfText } from '@/shared/domain/text/formats'
import { type Bar, type Cell, cellKey, jobName, readCell, type Row, whyNotThere } from '../plan-view'
import { EffectOfMove } from './effect-of-move'
import { CentreName } from './centre-name'
import { LiftedBar, PlanBar } from './plan-bar'
import { usePlanSetting } from './plan-context'
import classes from './plan.module.css'

/** Arrows put the lifted bar over the next day, or the next work centre. */
const byCell: KeyboardCoordinateGetter = (event, { context: { droppableRects, collisionRect } }) => {
  const across = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0
  const down = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0
  if ((across === 0 && down === 0) || !collisionRect) return undefined
  event.preventDefault()
  const x = collisionRect.left + collisionRect.width / 2
  const y = collisionRect.top + 4
  const cells = [...droppableRects.values()].filter(({ left, right, top, bottom }) =>
    across === 0 ? left <= x && x < right : top <= y && y < bottom,
  )
  const target = cells
    .filter(({ left, top }) => (across === 0 ? (top - y) * down > 0 : (left + 1 - x) * across > 0))
    .toSorted((a, b) => (across === 0 ? (a.top - b.top) * down : (a.left - b.left) * across))
    .find(({ left, right, top, bottom }) => (across < 0 ? right <= x : down < 0 ? bottom <= y : left >= 0 && top >= 0))
  return target && { x: target.left + (target.width - collisionRect.width) / 2, y: target.top + 2 }
}

const hours = (minutes: number): string => {
  const tenths = Math.round(minutes / 6) / 10
  return String(tenths)
}

/** The load of a day in words. */
export function loadWords(load: Load): string {
  const minutes = load.planned + load.suggested
  if (load.closed !== null)
    return minutes > 0 ? `${minutesText(minutes)}, closed: ${load.closed}` : `Closed: ${load.closed}`
  if (load.capacity === null) return minutes > 0 ? `${minutesText(minutes)}, without a limit` : 'Nothing'
  if (load.capacity === 0 && minutes === 0) return 'Nobody has a shift here'
  const over = isOverBooked(load) ? `, over-booked by ${minutesText(load.planned - load.capacity)}` : ''
  return `${minutesText(minutes)} of ${minutesText(load.capacity)}, ${minutesText(load.planned)} of it planned${over}`
}

function LoadFigures({ load }: { load: Load }) {
  const { capacity, planned, suggested, closed } = load
  const all = planned + suggested
  const isOver = isOverBooked(load)
  if (all === 0 && (closed !== null || capacity === 0))
    return <span className={classes.load}>{closed === null ? 'no shift' : 'closed'}</span>
  if (capacity === null) return <span className={classes.load}>{all > 0 ? `${hours(all)} h` : ''}</span>
  const share = (minutes: number) => `${capacity > 0 ? Math.min(100, (100 * minutes) / capacity) : 100}%`
  return (
    <span className={classes.load} data-over={isOver || undefined}>
      <span>
        {isOver ? <IconAlertTriangle size={11} aria-hidden /> : null}
        {hours(all)}/{hours(capacity)} h
      </span>
      <span className={classes.meter}>
        <span style={{ width: share(planned) }} data-planned />
        <span style={{ width: share(suggested) }} />
      </span>
    </span>
  )
}

type CellProps = { centre: string | null; name: string; cell: Cell; isNarrow: boolean; lifted: Bar | null }

/** What is marked on a cell: closed, over-booked, and whether the lifted bar may be put there. */
function cellMarks(load: Load | null, takes: boolean | null) {
  const isClosed = load !== null && (load.closed !== null || load.capacity === 0)
  return {
    'data-closed': isClosed || undefined,
    'data-over': (load !== null && isOverBooked(load)) || undefined,
    'data-drop': takes === null ? undefined : takes ? 'yes' : 'no',
  }
}

function PlanCell({ centre, name, cell: { day, load, bars }, isNarrow, lifted }: CellProps) {
  const { workload } = usePlanSetting()
  const { setNodeRef, isOver } = useDroppable({ id: cellKey(centre ?? '-', day), disabled: centre === null })
  const takes = lifted === null ? null : centre !== null && whyNotThere(lifted.step, centre, workload) === null
  const words = load ? loadWords(load) : null
  return (
    <div
      ref={setNodeRef}
      className={classes.cell}
      role="group"
      aria-label={[`${name}, ${planDay(day, workload.today)}`, words].filter(Boolean).join(': ')}
      data-today={day === workload.today || undefined}
      data-target={(isOver && takes) || undefined}
      {...cellMarks(load, takes)}
      title={words ?? undefined}
    >
      {load && !isNarrow ? <LoadFigures load={load} /> : null}
      {bars.map((bar) => (
        <PlanBar key={`${bar.step.id} ${bar.isGoingOn}`} bar={bar} />
      ))}
    </div>
  )
}

/** A day on which no work centre works is drawn narrow. */
const isIdle = (rows: readonly Row[], at: number): boolean =>
  rows.every(({ cells }) => {
    const cell = cells[at]
    return !cell || (cell.bars.length === 0 && (cell.load === null || cell.load.closed !== null))
  })

/** In rem: a day on which nothing happens, and the least of any other. */
const [narrow, wide] = [2.25, 5]

/** The widths of the columns, and that of all together where they are wider than the window. */
const columnsOf = (idle: readonly boolean[]) =>
  ({
    '--plan-columns': idle.map((one) => (one ? `${narrow}rem` : `minmax(${wide}rem, 1fr)`)).join(' '),
    '--plan-width': `${idle.reduce((sum, one) => sum + (one ? narrow : wide), 0)}rem`,
  }) as CSSProperties

type PlanGridProps = { rows: readonly Row[]; days: readonly string[] }

/** Work centres as rows over days, with the steps of each day and its hours. */
export function PlanGrid({ rows, days }: PlanGridProps) {
  const { workload, move, find } = usePlanSetting()
  const [lifted, setLifted] = useState<Bar | null>(null)
  const [over, setOver] = useState<Place | null>(null)
  const drop = (id: unknown, place: unknown) => {
    const [bar, cell] = [find(id), readCell(place)]
    if (!bar || !cell || whyNotThere(bar.step, cell.centre, workload) !== null) return
    if (cell.centre === bar.step.centre && cell.day === bar.step.day) return
    move(
      [{ step: bar.step, day: cell.day, centre: cell.centre }],
      `${bar.step.name} of ${jobName(bar.job)} is planned on ${planDay(cell.day, workload.today)}.`,
    )
  }
  const idle = days.map((_, at) => isIdle(rows, at))
  return (
    <DragPlace
      one="step"
      isOpenedByEnter
      arrows="Left and right choose a day, up and down a work centre."
      byArrow={byCell}
      nameOf={(id) => find(id)?.step.name ?? 'The step'}
      placeOf={(id) => placeWords(id, workload)}
      onLift={(id) => {
        setLifted(id === null ? null : find(id))
        setOver(null)
      }}
      onOver={(_, place) => setOver(readCell(place))}
      onDrop={drop}
    >
      <div className={classes.scroller} role="group" aria-label="Plan" tabIndex={0}>
        <div className={classes.grid} style={columnsOf(idle)} data-lifting={lifted ? '' : undefined}>
          <div className={classes.corner} />
          {days.map((day) => (
            <DayHead key={day} day={day} today={workload.today} />
          ))}
          {rows.map(({ centre, cells }) => (
            <Fragment key={centre?.id ?? '-'}>
              <div className={classes.rowHead}>
                <CentreName centre={centre} />
              </div>
              {cells.map((cell, at) => (
                <PlanCell
                  key={cell.day}
                  centre={centre?.id ?? null}
                  name={centre?.name ?? 'No work centre'}
                  cell={cell}
                  isNarrow={idle[at] === true}
                  lifted={lifted}
                />
              ))}
            </Fragment>
          ))}
        </div>
      </div>
      <DragOverlay dropAnimation={null}>{lifted ? <LiftedBar bar={lifted} /> : null}</DragOverlay>
      {lifted ? <HeldNote bar={lifted} over={over} /> : null}
    </DragPlace>
  )
}

type Place = { centre: string; day: string }

/** What the lifted bar would do on the day that it is held over, beside the plan. */
function HeldNote({ bar, over }: { bar: Bar; over: Place | null }) {
  const { workload } = usePlanSetting()
  const why = over && whyNotThere(bar.step, over.centre, workload)
  return (
    <div className={classes.heldNote}>
      <Text size="sm" c="dimmed">
        {bar.step.name} of {jobName(bar.job)}
      </Text>
      <Text fw={650}>{over === null ? 'Hold it over a day' : planDay(over.day, workload.today)}</Text>
      {why ? (
        <Text size="sm" c="magenta">
          {why}.
        </Text>
      ) : over ? (
        <EffectOfMove moves={{ [bar.step.id]: over.day }} places={{ [bar.step.id]: over.centre }} />
      ) : null}
    </div>
  )
}

const DayHead = ({ day, today }: { day: string; today: string }) => (
  <div
    className={classes.dayHead}
    data-today={day === today || undefined}
    data-monday={weekdayOf(day) === 1 || undefined}
  >
    <span>{weekdayOfText(`${day}T12:00:00Z`, 'short')}</span> <strong>{Number(day.slice(8))}</strong>
  </div>
)

function placeWords(
  id: unknown,
  { centres, today }: { centres: readonly { id: string; name: string }[]; today: string },
): string {
  const cell = readCell(id)
  return cell
    ? `${centres.find(({ id: own }) => own === cell.centre)?.name ?? ''}, ${planDay(cell.day, today)}`
    : 'no place'
}
