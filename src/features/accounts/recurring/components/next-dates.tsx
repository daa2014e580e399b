import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isDay } from '@/shared/domain/time/days'
import { calendarDayText } from '@/shared/domain/text/formats'
import { datesQuery } from '../api/recurring.query'

/** The form's typed values. `from`: earlier days are past. */
type Drafts = { every: string; starts_on: string; day_of_month: string; ends_on: string }

/** The next six days of a schedule while it is written. */
export function NextDates({ drafts, from }: { drafts: Drafts; from: string | null }) {
  const day = /^([1-9]|[12]\d|3[01])$/.test(drafts.day_of_month.trim()) ? Number(drafts.day_of_month) : null
  const isReady = isDay(drafts.starts_on) && (drafts.ends_on === '' || isDay(drafts.ends_on))
  const dates = useQuery({
    ...datesQuery(
      { every: drafts.every, starts_on: drafts.starts_on, day_of_month: drafts.every === 'week' ? null : day },
      drafts.ends_on === '' ? null : drafts.ends_on,
      from,
    ),
    enabled: isReady,
  })
  if (!isReady) return null
  return (
    <div role="status">
      <Text size="sm" fw={500}>
        Next days
      </Text>
      <Text size="sm" c="dimmed">
        {dates.data === undefined
          ? '…'
          : dates.data.length === 0
            ? 'No day is left.'
            : dates.data.map((one) => calendarDayText(one)).join(' · ')}
      </Text>
    </div>
  )
}
