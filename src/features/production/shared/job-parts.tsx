import { Badge } from '@mantine/core'
import { ShareBar } from '@/kit/record/share-bar'
import { todayOf } from '@/shared/domain/time/today'
import { useNow } from '@/shared/hooks/use-now'
import { DueMark, useTiming } from '@/kit/record/due-mark'
import { stepsDone } from './card'
import type { JobCard } from './api/cards.query'

/** How many steps of a job are done. */
export function StepsBar({ of, width = 48 }: { of: Pick<JobCard, 'steps'>; width?: number | string }) {
  const done = stepsDone(of.steps)
  const total = of.steps.length
  return total === 0 ? null : (
    <ShareBar label="Steps done" share={(100 * done) / total} words={`${done} of ${total}`} width={width} />
  )
}

/** The day that a job is due; one that is late or at risk and one of today stand out. */
export const DueDay = ({ of }: { of: Pick<JobCard, 'id' | 'due_date'> }) => (
  <DueDayOn of={of} today={todayOf(useNow(60_000))} />
)

/** For many at once: whoever shows them looks at the clock for all. `today` is that of the company. */
export function DueDayOn({ of, today }: { of: Pick<JobCard, 'id' | 'due_date'>; today: string }) {
  const timing = useTiming('job', of.id)
  if (of.due_date === today && timing === null)
    return (
      <Badge component="span" size="sm" color="yellow" variant="light">
        Today
      </Badge>
    )
  return <DueMark kind="job" id={of.id} day={of.due_date} />
}
