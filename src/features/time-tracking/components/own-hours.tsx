import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '@/shared/domain/duration'
import { hoursQuery } from '../api/hours.query'
import { dayOf, spanAround, sumOf } from '../hours'
import { useGrowth } from '../use-growth'
import classes from './time-tracking.module.css'

/** Today and this week of one person, growing while a timer runs. */
export function OwnHours({ userId }: { userId: string }) {
  const today = new Date()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const hours = useQuery(hoursQuery({ ...spanAround('this-week', today), zone, userId }))
  const rows = useGrowth(hours.data)

  return (
    <section className={classes.card} aria-label="My hours">
      <Title order={2}>My hours</Title>
      {rows ? (
        <div className={classes.sums}>
          {[
            { label: 'Today', seconds: sumOf(rows.filter(({ day }) => day === dayOf(today))) },
            { label: 'This week', seconds: sumOf(rows) },
          ].map(({ label, seconds }) => (
            <div key={label}>
              <span className={classes.dimmed}>{label}</span>
              <span className={classes.sum}>{formatDuration(seconds)}</span>
            </div>
          ))}
        </div>
      ) : hours.isError ? (
        <Text c="dimmed">Your hours could not be read. They are tried again with the next change.</Text>
      ) : (
        <Skeleton height={60} />
      )}
    </section>
  )
}
