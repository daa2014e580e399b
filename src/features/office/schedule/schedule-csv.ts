import { type CsvText, toCsv } from '@/shared/domain/text/csv'
import { wallClock } from '@/shared/domain/time/zoned'
import { balanceOf, sumOfMinutes } from './week'
import type { Week } from './api/schedule.query'

const decimal = (minutes: number): number => Number((minutes / 60).toFixed(2))

/** The hours of a week as a CSV file: a line a person, in decimal hours of shifts without breaks. */
export function weekCsv(
  people: readonly { value: string; label: string }[],
  days: readonly string[],
  week: Week,
  zone: string,
): CsvText {
  return toCsv(
    ['Person', ...days, 'Planned hours', 'Absence hours', 'Contract hours', 'Difference'],
    people.map(({ value, label }) => {
      const { planned, credited, contract } = balanceOf(value, days, week)
      const mine = week.shifts.filter(({ user_id }) => user_id === value)
      return [
        label,
        ...days.map((day) => decimal(sumOfMinutes(mine.filter((one) => wallClock(zone, one.starts_at).day === day)))),
        decimal(planned),
        decimal(credited),
        contract === null ? null : decimal(contract),
        contract === null ? null : decimal(planned + credited - contract),
      ]
    }),
  )
}
