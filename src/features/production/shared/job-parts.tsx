import { Badge } from '@mantine/core'
import { ShareBar } from '@/kit/record/share-bar'
import { todayOf } from '@/shared/domain/time/today'
import { useNow } from '@/shared/hooks/use-now'
import { usePlannedLate } from '@/kit/planning/use-late-by-plan'
import { DueMark, useTiming } from '@/kit/record/due-mark'
import { stepsDone } from './card'
import type { JobCard } from './api/cards.query'

/** The number of finished steps of a job, as a bar. */
export function StepsBar({ of, width = 48 }: { of: Pick<JobCard, 'steps'>; width?: number | string }) {
  const done = stepsDone(of.steps)
  const total = of.steps.length
  return total === 0 ? null : (
    <ShareBar label="Steps done" share={(100 * done) / total} words={`${done} of ${total}`} width={width} />
  )
}

/** The due day of a job, marked when it is late, at risk or today. */
export const DueDay = ({ of }: { of: Pick<JobCard, 'id' | 'due_date'> }) => (
  <DueDayOn of={of} today={todayOf(useNow(60_000))} />
)

/** The same for many jobs: the caller gives the company's day, so that one clock serves all. */
export function DueDayOn({ of, today }: { of: Pick<JobCard, 'id' | 'due_date'>; today: string }) {
  const timing = useTiming('job', of.id)
  const planned = usePlannedLate('job', of.id)
  if (of.due_date === today && timing === null && planned === null)
    return (
      <Badge component="span" size="sm" color="yellow" variant="light">
        Today
      </Badge>
    )
  return <DueMark kind="job" id={of.id} day={of.due_date} />
}
