import type { Closure } from '../records/work-centre.ts'
import { type Language, languages } from '../texts/languages.ts'
import { dayAndMonthIn } from '../texts/long-days.ts'
import { dayAfter, daysBetween, isDay, weekdayOf } from '../time/days.ts'

type Unit = 'working' | 'day' | 'week'

/** A day of delivery that a text promises to a client. */
export type WordedPromise = {
  /** What the text says: `10 to 15 working days`. */
  words: string
  /** The last day that is promised by it, for an approval today. */
  day: string
  /** It is so many days from the approval on, not a date. */
  isCounted: boolean
  /** The text with this day, at the earliest, in the place of the words, which are as they were for the rest, and the day that it says then. */
  moved: (to: string) => { text: string; words: string; day: string }
}

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

/** What is said before a number of days decides what they are for: the last of these words. Beginnings of words, nine languages. */
const deliveryWords =
  'deliver|ready|install|finish|complet|lead time|hand(?:ed)? over|turnaround|liefer|fertig|montage|montier|bereit|livr|prêt|pose|délai|consegn|pront|montagg|entreg|list[oa]|montaje|plazo|prazo|lever|klaar|geplaatst|dostaw|dostarcz|gotow|montaż|termin|realizac|kunsin|lest|nwassl|twassl'
const otherWords =
  'pay|invoice|valid|claim|complain|defect|warrant|guarant|refund|cancel|return|inspect|notice|zahl|rechnung|gültig|mängel|reklam|garant|rückgab|storn|pai|paie|factur|valab|réclam|annul|pag|fattur|valid|reclam|difett|dev|betal|geldig|klacht|płat|faktur|ważn|gwaranc|zwrot|ħlas|fattura|garanz'
const lastWord = new RegExp(`(?<![\\p{L}])(?:(${deliveryWords})|(?:${otherWords}))`, 'giu')

const isOfDelivery = (before: string): boolean => [...before.matchAll(lastWord)].at(-1)?.[1] !== undefined

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

const zone = 'UTC'
const noon = (day: string) => `${day}T12:00:00Z`
const folded = (text: string) => text.normalize('NFC').toLowerCase()

/** The name of a month in a language, short or long, by its number; 0 for a word that is none. */
function monthOf(word: string): number {
  const typed = folded(word).replace(/\.$/, '')
  for (let month = 1; typed.length > 2 && month <= 12; month++) {
    const day = noon(`2026-${String(month).padStart(2, '0')}-01`)
    const names = languages.map(({ value }) =>
      folded(dayAndMonthIn(value, zone, day)).replace(/^\W*1(?:\.|er|º)?\s*(?:de |ta’ )?/u, ''),
    )
    if (names.some((name) => name.startsWith(typed))) return month
  }
  return 0
}

const two = (part: number | string) => String(part).padStart(2, '0')

/** This day and month in their next year, where none is written. */
function nextDay(month: number, date: string, year: string | undefined, today: string): string | null {
  const inYear = (of: string | number) => `${of}-${two(month)}-${two(date)}`
  const day = inYear(year ?? today.slice(0, 4))
  if (!isDay(day)) return null
  return year === undefined && day < today ? inYear(Number(today.slice(0, 4)) + 1) : day
}

type Rewritten = (to: string) => { words: string; day: string }
type Found = { at: number; words: string; day: string; isCounted: boolean; rewritten: Rewritten }
const asDate =
  (write: (to: string) => string): Rewritten =>
  (to) => ({ words: write(to), day: to })

/** `12 December 2026`, `12. Dezember`, `2026-12-12` and `12.12.2026`; a day in numbers has its day first, as months have names. */
function daysIn(text: string, today: string, language: Language): Found[] {
  const inNumbers = [...text.matchAll(/(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/g)].map((found) => {
    const [words, date = '', mark = '', month = '', year = ''] = found
    const rewritten = asDate((to) => [to.slice(8), to.slice(5, 7), to.slice(0, 4)].join(mark))
    return { at: found.index, words, day: nextDay(Number(month), date, year, today), rewritten }
  })
  const byYear = [...text.matchAll(/(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g)].map((found) => ({
    at: found.index,
    words: found[0],
    day: isDay(found[0]) ? found[0] : null,
    rewritten: asDate((to) => to),
  }))
  const inWords = [
    ...text.matchAll(
      /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:de |ta’ )?(\p{L}{3,}(?:\.(?=\s+\d{4}))?)(?:(?: de|,)?\s+(\d{4}))?/giu,
    ),
  ].map((found) => {
    const [words, date = '', month = '', year] = found
    const rewritten = asDate(
      (to) =>
        `${dayAndMonthIn(language, zone, noon(to))}${year || to.slice(0, 4) !== today.slice(0, 4) ? ` ${to.slice(0, 4)}` : ''}`,
    )
    return { at: found.index, words, day: nextDay(monthOf(month), date, year, today), rewritten }
  })
  return [...inNumbers, ...byYear, ...inWords].flatMap(({ day, ...found }) =>
    day === null ? [] : [{ ...found, day, isCounted: false }],
  )
}

/** `10 to 15 working days`, `2 weeks`: the day so much after today. */
function spansIn(text: string, calendar: Calendar): Found[] {
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
      isCounted: true,
      rewritten: (to: string) => {
        const count = countTo(to, unit)
        return { words: `${each[1] ?? ''}${count}${each[3] ?? ''}`, day: after(count, unit) }
      },
    })),
  )
}

/**
 * The days of delivery that a text promises, first one first: a day, or so many working days, days or weeks from today, after a word such
 * as “delivery” or “ready”. It is a guess, to tell a person what they may have overlooked; nothing is decided by it.
 * `language`: that of the paper, in which another day is written.
 */
export function promisesIn(
  text: string,
  { language, ...calendar }: Calendar & { language: Language },
): WordedPromise[] {
  const found = [...daysIn(text, calendar.today, language), ...spansIn(text, calendar)]
  return found
    .filter(({ at, words }) => {
      // “20 giorni” begins “20 giorni lavorativi”.
      if (found.some((other) => other.at === at && other.words.length > words.length)) return false
      const before = text.slice(0, at)
      return isOfDelivery(before.split(/\n|[.;!?]\s/).at(-1) ?? '')
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, words, day, isCounted, rewritten }) => ({
      words,
      day,
      isCounted,
      moved: (to) => {
        const now = rewritten(to)
        return { ...now, text: `${text.slice(0, at)}${now.words}${text.slice(at + words.length)}` }
      },
    }))
}
