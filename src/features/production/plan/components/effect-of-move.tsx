import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { planDay } from '@/kit/planning/plan-day'
import { waitsForWords } from '@/kit/planning/plan-words'
import { useTriedPlan } from '@/kit/planning/use-plan'
import { isOverBooked, type Plan, type PlanOptions } from '@/shared/domain/planning/plan'
import { changesOf } from '@/shared/domain/planning/proposals'
import type { Workload } from '@/shared/domain/planning/workload'
import { minutesText } from '@/shared/domain/time/duration'
import { usePlanSetting } from './plan-context'
import classes from './plan.module.css'

/** So many effects of a move are shown. */
const few = 4

/** What a job's promise says about its new day. */
function lateWords(late: number, wasLate: number): string {
  if (late > 0) return `${late} ${late === 1 ? 'day' : 'days'} late`
  return wasLate > 0 ? 'in time again' : 'still in time'
}

type Line = { key: string; words: string; isBad: boolean }

/** What moves do: promised days that change, and the days that they over-book. */
function effects(workload: Workload, before: Plan, after: Plan): Line[] {
  const changes = changesOf(before, after).flatMap(({ job: id, to, late, wasLate }): Line[] => {
    const job = workload.jobs.find((one) => one.id === id)
    const from = before.jobs[id]?.ready
    if (!job || to === null || !from) return []
    const name = [job.order, job.number].filter(Boolean).join(' · ') || 'A job'
    const due = after.jobs[id]?.due
    return [
      {
        key: id,
        words: `${name}: ${planDay(to, workload.today)} instead of ${planDay(from, workload.today)}${due ? `, ${lateWords(late, wasLate)}` : ''}`,
        isBad: late > wasLate,
      },
    ]
  })
  const crowded = workload.centres.flatMap((centre) =>
    (after.loads[centre.id] ?? []).flatMap((load, at): Line[] => {
      const was = before.loads[centre.id]?.[at]
      const day = after.days[at]
      if (!day || !was || !isOverBooked(load) || load.planned <= was.planned) return []
      return [
        {
          key: `${centre.id} ${day}`,
          words: load.closed
            ? `${centre.name} is closed on ${planDay(day, workload.today)}`
            : `${centre.name} is over-booked by ${minutesText(load.planned - (load.capacity ?? 0))} on ${planDay(day, workload.today)}`,
          isBad: true,
        },
      ]
    }),
  )
  const all = [...tooEarly(workload, before, after), ...crowded, ...changes]
  return [...all.filter(({ isBad }) => isBad), ...all.filter(({ isBad }) => !isBad)]
}

/** Steps that a move puts before the end of what they wait for. */
function tooEarly(workload: Workload, before: Plan, after: Plan): Line[] {
  return workload.jobs.flatMap((job) =>
    job.steps.flatMap(({ id, name }): Line[] => {
      const [was, is] = [before.steps[id]?.waitsFor, after.steps[id]?.waitsFor]
      if (!is || (was?.step === is.step && was.until >= is.until)) return []
      return [{ key: `early ${id}`, words: waitsForWords(name, is, workload.today), isBad: true }]
    }),
  )
}

type EffectOfMoveProps = Pick<PlanOptions, 'moves' | 'places' | 'closed'> & { most?: number }

/** What a move or closed days would do to promised days and to the hours of each day, before it is made. */
export function EffectOfMove({ moves, places, closed, most = few }: EffectOfMoveProps) {
  const { workload, plan } = usePlanSetting()
  const tried = useTriedPlan({
    ...(moves ? { moves } : {}),
    ...(places ? { places } : {}),
    ...(closed ? { closed } : {}),
  })
  if (!tried) return null
  const lines = effects(workload, plan, tried)
  return (
    <div className={classes.effect} role="status">
      {lines.length === 0 ? (
        <Text size="sm">
          <IconCheck size={16} aria-hidden /> No promised day changes.
        </Text>
      ) : null}
      {lines.slice(0, most).map(({ key, words, isBad }) => (
        <Text key={key} size="sm" {...(isBad ? { c: 'var(--mantine-color-error)' } : {})}>
          {isBad ? <IconAlertTriangle size={16} aria-label="Attention" /> : <IconCheck size={16} aria-hidden />} {words}
          .
        </Text>
      ))}
      {lines.length > most ? (
        <Text size="sm" c="dimmed">
          And {lines.length - most} more.
        </Text>
      ) : null}
    </div>
  )
}
