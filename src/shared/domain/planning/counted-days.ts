import type { Closure } from '../records/work-centre.ts'
import { dayAfter, daysBetween, weekdayOf } from '../time/days.ts'
import type { Found } from './worded-dates.ts'

type Unit = 'working' | 'day' | 'week'

/** The day of an approval, and the days on which the company is closed. */
export type Calendar = { today: string; closures: readonly Closure[] }

/** Days on which the company works: Monday to Friday, without those on which all of it is closed. */
const worksOn = (day: string, closures: readonly Closure[]): boolean =>
  weekdayOf(day) < 6 &&
  !closures.some((each) => each.work_centre_id === null && each.starts_on <= day && day <= each.ends_on)

/** How many working days after today a day is reached. A day on which nobody works is held by the next one on which they do. */
export const workingDaysTo = (to: string, { today, closures }: Calendar): number =>
  Array.from({ length: Math.max(0, daysBetween(today, to)) }, (_, at) => dayAfter(today, at + 1)).filter((day) =>
    worksOn(day, closures),
  ).length + (worksOn(to, closures) ? 0 : 1)

/** The day so many working days after today. */
export function afterWorkingDays(count: number, { today, closures }: Calendar): string {
  let day = today
  for (let left = count, tries = 0; left > 0 && tries < 2000; tries++) {
    day = dayAfter(day, 1)
    if (worksOn(day, closures)) left--
  }
  return day
}

const units: readonly (readonly [Unit, string])[] = [
  [
    'working',
    'working days?|business days?|arbeitstag\\p{L}*|werktag\\p{L}*|jours? ouvr\\p{L}+|giorn[oi] lavorativ[oi]|días? (?:hábiles|laborables)|dias? út(?:eis|il)|werkdag\\p{L}*|dni robocz\\p{L}+|jiem tax-xogħol',
  ],
  ['week', 'weeks?|wochen?|semaines?|settiman[ae]|semanas?|weken|week|tygodni\\p{L}*|tydzień|ġimgħat'],
  ['day', 'days?|tage?n?|jours?|giorn[oi]|días?|dias?|dagen|dag|dni|dzień|jiem'],
]
const between = '(?:\\s*(?:-|–|to|bis|à|a|al|tot|do|sa)\\s*)'
const spans = units.map(([unit, words]) => ({
  unit,
  found: new RegExp(`(?<![\\d.,/])(\\d{1,3}${between})?(\\d{1,3})(\\s*(?:${words}))(?!\\p{L})`, 'giu'),
}))

/** `10 to 15 working days`, `2 weeks`: the day so much after today. */
export function spansIn(text: string, calendar: Calendar): Found[] {
  const { today } = calendar
  const daysOf = (unit: Unit) => (unit === 'week' ? 7 : 1)
  const after = (count: number, unit: Unit) =>
    unit === 'working' ? afterWorkingDays(count, calendar) : dayAfter(today, count * daysOf(unit))
  const countTo = (to: string, unit: Unit) =>
    unit === 'working' ? workingDaysTo(to, calendar) : Math.ceil(daysBetween(today, to) / daysOf(unit))
  return spans.flatMap(({ unit, found }) =>
    [...text.matchAll(found)].map((each) => ({
      at: each.index,
      words: each[0],
      day: after(Number(each[2]), unit),
      how: 'counted' as const,
      rewritten: (to: string) => {
        const count = countTo(to, unit)
        return { words: `${each[1] ?? ''}${count}${each[3] ?? ''}`, day: after(count, unit) }
      },
    })),
  )
}
