import { daysBetween, isDay } from '@/shared/domain/time/days'
import { type Grouping, groupings, spanAround } from './hours'

export type SummarySearch = {
  /** First and last day, both included, as YYYY-MM-DD, or the raw text of the address or field. */
  from: string
  to: string
  by: Grouping
  /** Null for everybody. */
  userId: string | null
}

/** Longer spans are refused by `time_summary`. */
const mostDays = 400

/** The summary's state in the address; by default this week by day. */
export function readSummarySearch(search: URLSearchParams, today: string): SummarySearch {
  const week = spanAround('this-week', today)
  return {
    from: search.get('from') ?? week.from,
    to: search.get('to') ?? week.to,
    by: groupings.find((grouping) => grouping === search.get('by')) ?? 'day',
    userId: search.get('person'),
  }
}

/** The address with these changes. */
export function withSummarySearch(search: URLSearchParams, change: Partial<SummarySearch>): URLSearchParams {
  const next = new URLSearchParams(search)
  if (change.from !== undefined) next.set('from', change.from)
  if (change.to !== undefined) next.set('to', change.to)
  if (change.by !== undefined) next.set('by', change.by)
  if (change.userId === null) next.delete('person')
  else if (change.userId !== undefined) next.set('person', change.userId)
  return next
}

/** Why these days cannot be summed up, in words; null when they can. */
export function spanProblem({ from, to }: Pick<SummarySearch, 'from' | 'to'>): string | null {
  if (!isDay(from) || !isDay(to)) return 'Give both days.'
  if (to < from) return 'Choose a day after the first.'
  return daysBetween(from, to) > mostDays ? `Choose at most ${mostDays} days.` : null
}
