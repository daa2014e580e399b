import { Badge } from '@mantine/core'
import { ShareBar } from '@/kit/record/share-bar'
import { calendarDayText } from '@/shared/domain/formats'
import { todayOf } from '@/shared/domain/today'
import { useNow } from '@/shared/ui/use-now'
import { isLate, stepsDone } from './card'
import type { JobCard } from './api/cards.query'

/** How many steps of a job are done. */
export function StepsBar({ of, width = 48 }: { of: Pick<JobCard, 'steps'>; width?: number | string }) {
  const done = stepsDone(of.steps)
  const total = of.steps.length
  return total === 0 ? null : (
    <ShareBar label="Steps done" share={(100 * done) / total} words={`${done} of ${total}`} width={width} />
  )
}

/** The day that a job is due; a late one and one of today stand out. */
export const DueDay = ({ of }: { of: Pick<JobCard, 'due_date' | 'status'> }) => (
  <DueDayOn of={of} today={todayOf(useNow(60_000))} />
)

/** For many at once: whoever shows them looks at the clock for all. `today` is that of the company. */
export function DueDayOn({ of, today }: { of: Pick<JobCard, 'due_date' | 'status'>; today: string }) {
  if (of.due_date === null) return null
  const day = calendarDayText(of.due_date)
  if (isLate(of, today))
    return (
      <Badge component="span" size="sm" color="magenta" variant="light">
        {day} · late
      </Badge>
    )
  if (of.due_date === today)
    return (
      <Badge component="span" size="sm" color="yellow" variant="light">
        Today
      </Badge>
    )
  return <>{day}</>
}
