import { weekdayOf, weekdays } from '@/shared/domain/time/days'
import { plus, exact, written } from '@/shared/domain/money/decimal'
import { taxOn } from '@/shared/domain/money/tax-on'
import { calendarDayText, roundingsNow } from '@/shared/domain/text/formats'

export type Schedule = { every: string; starts_on: string; day_of_month: number | null }

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] // oxfmt-ignore

/** `Every month on day 31`, `Every week on Tuesday`, `Every year on 1 March`. */
export function scheduleText({ every, starts_on, day_of_month }: Schedule): string {
  if (every === 'week') return `Every week on ${weekdays[weekdayOf(starts_on) - 1] ?? ''}`
  const day = day_of_month ?? Number(starts_on.slice(8, 10))
  const month = months[Number(starts_on.slice(5, 7)) - 1] ?? ''
  if (every === 'year') return `Every year on ${day} ${month}`
  return `Every ${every} on day ${day}`
}

/** Net with its tax, in cents as the papers are. Decimal text. */
export const grossOf = (net: string, rate: string): string => {
  const base = exact(net)
  return written(plus(base, taxOn(base, exact(rate), roundingsNow().tax)))
}

export type State = 'failing' | 'paused' | 'ended' | 'active'

/** The state of a rule. `ended`: no period is left. */
export const stateOf = (rule: { is_paused: boolean; next_on: string | null; last_error: string | null }): State => {
  if (rule.last_error !== null) return 'failing'
  if (rule.is_paused) return 'paused'
  return rule.next_on === null ? 'ended' : 'active'
}

export const stateWords: Readonly<Record<State, string>> = {
  failing: 'Needs help',
  paused: 'Paused',
  ended: 'Ended',
  active: 'Active',
}

/** The next day, or the reason why there is none. */
export const nextText = (rule: { is_paused: boolean; next_on: string | null }): string => {
  if (rule.is_paused) return 'Paused'
  return rule.next_on === null ? 'No more' : calendarDayText(rule.next_on)
}
