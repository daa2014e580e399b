import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '@/shared/domain/time/duration'
import { zoneOfTimes } from '@/shared/domain/text/formats'
import { hoursQuery } from '../api/hours.query'
import { spanAround, sumOf } from '../hours'
import { useGrowth } from '../use-growth'
import { useToday } from '../use-today'
import classes from './time-tracking.module.css'
import { LoadError } from './load-error'
import { WeekBars } from './week-bars'

/** Today and this week of one person, growing while a timer runs. */
export function OwnHours({ userId }: { userId: string }) {
  const today = useToday()
  const week = spanAround('this-week', today)
  const zone = zoneOfTimes()
  const hours = useQuery(hoursQuery({ ...week, zone, userId, today }))
  const rows = useGrowth(hours.data)

  return (
    <section className={classes.card} aria-label="My hours">
      <Title order={2}>My hours</Title>
      {rows ? (
        <>
          <div className={classes.sums}>
            {[
              { label: 'Today', seconds: sumOf(rows.filter(({ day }) => day === today)) },
              { label: 'This week', seconds: sumOf(rows) },
            ].map(({ label, seconds }) => (
              <div key={label}>
                <span className={classes.dimmed}>{label}</span>
                <span className={classes.sum}>{formatDuration(seconds)}</span>
              </div>
            ))}
          </div>
          <WeekBars rows={rows} week={week} today={today} />
        </>
      ) : hours.isError ? (
        <LoadError what="Your hours" onRetry={() => void hours.refetch()} />
      ) : (
        <Skeleton height={140} />
      )}
    </section>
  )
}
