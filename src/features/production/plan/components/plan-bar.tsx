import { useDraggable } from '@dnd-kit/core'
import { IconAlertTriangle, IconArrowRight, IconPlayerPlay } from '@tabler/icons-react'
import { type CSSProperties, memo } from 'react'
import { planDay } from '@/kit/planning/plan-day'
import { minutesText } from '@/shared/domain/time/duration'
import { type Bar, jobName, whyFixed } from '../plan-view'
import { usePlanSetting } from './plan-context'
import classes from './plan.module.css'

const states = {
  running: 'runs now',
  planned: 'planned',
  missed: 'its planned day is over',
  suggested: 'no day chosen yet',
} as const

/** The whole of a bar in words: for the pointer that rests on it, and for those who do not see it. */
function barWords(bar: Bar, today: string): string {
  const { step, job, minutes } = bar
  const time = step.minutes > 0 ? minutesText(minutes) : 'no minutes'
  return [`${shortNumber(job.number)} ${step.name}`.trim(), jobName(job), time, stateWords(bar, today)].join(', ')
}

/** Whether somebody chose its day, and what is wrong with it. */
export function stateWords({ placed, planned }: Bar, today: string): string {
  return [
    states[placed.state],
    planned.late > 0 ? `the job is ${planned.late} ${planned.late === 1 ? 'day' : 'days'} late` : null,
    placed.isTooEarly ? 'before what it waits for' : null,
    planned.due === null ? null : `due ${planDay(planned.due, today)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The hue of a job, the same wherever it stands. */
const hueStyle = (id: string) =>
  ({ '--hue': [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7) }) as CSSProperties

/** A step on a day: lifted by pointer, touch or keyboard, opened by a click. */
export const PlanBar = memo(function PlanBar({ bar }: { bar: Bar }) {
  const { workload, mayPlan, open } = usePlanSetting()
  const isStill = bar.isGoingOn || whyFixed(bar.step, mayPlan) !== null
  const { setNodeRef, attributes, listeners, isDragging } = useDraggable({ id: bar.step.id, disabled: isStill })
  const words = barWords(bar, workload.today)
  return (
    <button
      ref={bar.isGoingOn ? null : setNodeRef}
      type="button"
      {...(isStill ? {} : { ...attributes, ...listeners })}
      className={classes.bar}
      style={hueStyle(bar.job.id)}
      data-state={bar.placed.state}
      data-late={bar.planned.late > 0 || bar.placed.isTooEarly || undefined}
      data-lifted={isDragging || undefined}
      aria-label={words}
      title={words}
      onClick={() => open(bar.step.id)}
    >
      <BarInside bar={bar} />
    </button>
  )
})

function BarInside({ bar: { step, job, placed, planned, isGoingOn } }: { bar: Bar }) {
  return (
    <>
      {placed.state === 'running' ? <IconPlayerPlay size={12} aria-hidden /> : null}
      {isGoingOn ? <IconArrowRight size={12} aria-hidden /> : null}
      {planned.late > 0 || placed.isTooEarly ? <IconAlertTriangle size={12} aria-hidden /> : null}
      <span className={classes.barWords}>
        <b>{shortNumber(job.number)}</b> {step.name}
      </span>
    </>
  )
}

/** `JOB-2026-0045-2` is `45-2` where there is no room for more. */
const shortNumber = (number: string | null): string => (number ?? '').replace(/^\D*(?:\d{4}\D)?0*/, '')

/** The lifted bar under the pointer. */
export const LiftedBar = ({ bar }: { bar: Bar }) => (
  <span className={classes.bar} style={hueStyle(bar.job.id)} data-state={bar.placed.state} data-held>
    <BarInside bar={bar} />
  </span>
)
