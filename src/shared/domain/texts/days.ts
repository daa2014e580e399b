import { calendarDayText, zoneOfTimes } from '../text/formats.ts'
import { dayIn as dayOfZone } from '../time/zoned.ts'
import { dateStyleIn, type DaysOfCompany } from './date-style.ts'
import type { Language } from './languages.ts'

/** The months of `mt`, which browsers do not know. */
const monthsOfMt = ['Jan', 'Fra', 'Mar', 'Apr', 'Mej', 'Ġun', 'Lul', 'Aww', 'Set', 'Ott', 'Nov', 'Diċ']

const writers = new Map<Language, Intl.DateTimeFormat>()
function inWords(language: Language, day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at)) return day
  const date = new Date(at)
  if (language === 'mt')
    return `${date.getUTCDate()} ta’ ${monthsOfMt[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
  const known =
    writers.get(language) ??
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  writers.set(language, known)
  return known.format(date)
}

/** A calendar day such as `2026-11-20` as the company writes days for that reader; where it writes words, in the reader's: `20. Nov. 2026`. */
export function dayIn(language: Language, day: string, company: DaysOfCompany): string {
  const style = dateStyleIn(language, company)
  if (style === 'day_dashes') return calendarDayText(day, 'day_first').replaceAll('/', '-')
  return style === 'words' && language !== 'en' ? inWords(language, day) : calendarDayText(day, style)
}

/** The day of a moment where the company is, in the same way. */
export const dayOfMomentIn = (
  language: Language,
  moment: string,
  company: DaysOfCompany,
  zone = zoneOfTimes(),
): string => dayIn(language, dayOfZone(zone, moment), company)
