import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type TimedKind,
  type Timing,
  type Timings,
  timedKey,
  timingsKey,
  timingsQuery,
} from '@/shared/db/reads/timings.query'
import { calendarDayText } from '@/shared/domain/text/formats'
import { planDay } from '../planning/plan-day'
import { usePlannedLate } from '../planning/use-late-by-plan'
import { useLive } from '../live/use-live'

const sources = [
  { page: 'jobs', tables: ['jobs', 'job_steps', 'job_materials'] },
  { page: 'orders', tables: ['orders', 'jobs'] },
  { page: 'production', tables: ['jobs', 'job_steps', 'job_materials'] },
]

/** The late and at-risk records, live, for a screen with many of them. Empty until the first read. */
export function useTimings(): Timings {
  useLive(timingsKey, sources, { pollEvery: 60_000, settle: 1000, inTurn: true })
  return useQuery(timingsQuery).data ?? {}
}

/** The state of one record, late or at risk; null while it is in time. */
export function useTiming(kind: TimedKind, id: string): Timing | null {
  const { data } = useQuery(timingsQuery)
  return data?.[timedKey(kind, id)] ?? null
}

/** The words of a day that is late or at risk: `3 Dec 2026 · late`. */
export const timedText = (day: string, timing: Timing | null): string =>
  timing === null ? calendarDayText(day) : `${calendarDayText(day)} · ${timing.timing === 'late' ? 'late' : 'at risk'}`

type DueMarkProps = { kind: TimedKind; id: string; day: string | null }

/** The due day of a job or an order, drawn alike on every screen: late and at risk are marked, with the reason. */
export function DueMark({ kind, id, day }: DueMarkProps) {
  const timing = useTiming(kind, id)
  const planned = usePlannedLate(kind, id)
  if (day === null) return null
  if (planned !== null && timing?.timing !== 'late')
    return (
      <Badge
        component="span"
        size="sm"
        color="magenta"
        variant="outline"
        title={
          planned.ready === null ? 'Not ready within half a year' : `Ready ${planDay(planned.ready, day)} by the plan`
        }
      >
        {calendarDayText(day)} · late by the plan
      </Badge>
    )
  if (timing === null) return <>{calendarDayText(day)}</>
  return (
    <Badge
      component="span"
      size="sm"
      color={timing.timing === 'late' ? 'magenta' : 'yellow'}
      variant="light"
      title={timing.why}
    >
      {timedText(day, timing)}
    </Badge>
  )
}
