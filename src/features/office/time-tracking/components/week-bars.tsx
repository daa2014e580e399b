import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { formatDuration } from '@/shared/domain/time/duration'
import { calendarDayText } from '@/shared/domain/text/formats'
import { daysFrom, type HoursRow, sumOf } from '../hours'
import classes from './week-bars.module.css'

type WeekBarsProps = { rows: readonly HoursRow[]; week: { from: string; to: string }; today: string }

const shareOf = (share: number): CSSProperties & Record<'--share', string> => ({ '--share': `${share * 100}%` })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

/** The days of a week beside each other, or below where there is little room, the longest one full. Their times come to the total to the second. */
export function WeekBars({ rows, week, today }: WeekBarsProps) {
  const days = daysFrom(week.from, week.to).map((day) => ({
    day,
    seconds: sumOf(rows.filter((row) => row.day === day)),
  }))
  const most = Math.max(1, ...days.map(({ seconds }) => seconds))
  return (
    <div className={classes.place}>
      <ol className={classes.week} aria-label="Hours of this week by day">
        {days.map(({ day, seconds }) => (
          <li key={day} className={classes.day} data-today={day === today || undefined}>
            <span className={classes.column} aria-hidden>
              <span className={classes.bar} style={shareOf(seconds / most)} />
            </span>
            <span className={classes.name} aria-hidden>
              {weekday.format(Date.parse(`${day}T00:00:00Z`))}
            </span>
            <VisuallyHidden>{`${calendarDayText(day)}: ${formatDuration(seconds)}`}</VisuallyHidden>
            <span className={classes.hours} aria-hidden>
              {seconds === 0 ? '–' : formatDuration(seconds)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
