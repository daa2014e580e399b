import { calendarDayText, clockText } from '@/shared/domain/text/formats'
import { daysBetween } from '@/shared/domain/time/days'
import { todayOf } from '@/shared/domain/time/today'
import type { DayLine } from '../api/my-day/my-day.query'

type Timed = Pick<DayLine, 'kind' | 'because' | 'day' | 'at'>

const kindWords: Record<DayLine['kind'], string> = {
  task: 'Task',
  step: 'Step',
  job: 'Job',
  delivery: 'Delivery',
  installation: 'Installation',
  order: 'Order',
  quotation: 'Quotation',
  booking: 'Appointment',
}
const becauseWords: Record<DayLine['because'], string> = {
  due: 'due',
  planned: 'planned',
  promised: 'promised',
  follow_up: 'follow up',
}

/** What a line is and why it is here: `Delivery, promised`. */
export const whatText = ({ kind, because }: Timed): string => `${kindWords[kind]}, ${becauseWords[because]}`

/** How many lines there are of each kind: `2 tasks, 1 delivery`. */
export function kindsText(lines: readonly Pick<DayLine, 'kind'>[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of lines) {
    const word = kindWords[kind].toLowerCase()
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .map(([word, count]) => `${count} ${count === 1 ? word : `${word.replace(/y$/, 'ie')}s`}`)
    .join(', ')
}

/** True once its day, or the time by which it is due, is over. Planned work that has begun is not late. */
export const isLate = ({ day, at, because }: Timed, now: number): boolean =>
  day < todayOf(now) || (at !== null && because !== 'planned' && Date.parse(at) < now)

/** When a line is due: `14:00`, `Today`, `Yesterday`, `3 days ago`, else the date. */
export function whenText({ day, at }: Timed, now: number): string {
  const days = daysBetween(day, todayOf(now))
  if (days === 0) return at === null ? 'Today' : clockText(at)
  if (days === 1) return 'Yesterday'
  return days > 1 && days < 15 ? `${days} days ago` : calendarDayText(day)
}
