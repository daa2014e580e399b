import type { DateStyle } from '../text/formats.ts'
import { type Language, languages } from '../texts/languages.ts'
import { dayAndMonthIn } from '../texts/long-days.ts'
import { dayAfter, isDay, weekdayOf } from '../time/days.ts'
import { weekdayIn, weekdaysWritten } from './weekday-words.ts'

/** How the days of a text are read: the day of reading, the language of the paper, and how its company writes days. */
export type DateReading = { today: string; language: Language; style?: DateStyle | undefined }

/** A day as a text says it: so many days from now, a date, or a word such as “today” or “Monday”. */
export type Found = {
  at: number
  words: string
  day: string
  how: 'counted' | 'date' | 'said'
  /** Another day of the week stands beside the date. */
  isOnWrongWeekday?: boolean
  /** The words for another day; null where they have no form for it. */
  rewritten: (to: string) => { words: string; day: string } | null
}
type Bare = { at: number; words: string; day: string | null; write: (to: string) => string }

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

/** This day and month. Without a year it is the next one, unless it passed within half a year. */
function dayIn(month: number, date: string, year: string | undefined, today: string): string | null {
  const inYear = (of: string | number) => `${of}-${two(month)}-${two(date)}`
  const day = inYear(year === undefined ? today.slice(0, 4) : year.padStart(4, '20'))
  if (!isDay(day)) return null
  return year === undefined && day < dayAfter(today, -183) ? inYear(Number(today.slice(0, 4)) + 1) : day
}

/** The year behind a day, joined as it was: always where one stood, else where it is not this one. */
const yearOf = (to: string, today: string, joined: string | undefined, usual = ' ') =>
  joined || to.slice(0, 4) !== today.slice(0, 4) ? `${joined ?? usual}${to.slice(0, 4)}` : ''

const numbers =
  /(?<![\d.,/€$£-]|[€$£] |eur )(?:(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\k<mark>(?<year>\d{4}|\d\d)(?!\d)|(?=\d\d|\d[./]\d\d)(?<first>\d{1,2})(?:(?<mark>\.)(?<second>\d{1,2})\.(?!\d)|(?<mark>\/)(?<second>\d{1,2})(?![\d/]))(?!\s*(?:€|eur|%)))/gi

/** `30/11/2026`, `30.11.26`, `30.11.` and `30/11`, in the order of the company. Where that is no day, it is in the other one. */
const inNumbers = (text: string, { today, style }: DateReading): Bare[] =>
  [...text.matchAll(numbers)].map(({ index, 0: words, groups }) => {
    const { first = '', mark = '', second = '', year } = groups ?? {}
    const isUsual = style === 'month_first' && mark !== '.'
    const read = (isMonthFirst: boolean) =>
      isMonthFirst ? dayIn(Number(first), second, year, today) : dayIn(Number(second), first, year, today)
    const isMonthFirst = read(isUsual) === null ? !isUsual : isUsual
    const write = (to: string) => {
      const [inYear, month, day] = to.split('-')
      const isBare = year === undefined && inYear === today.slice(0, 4)
      const parts = isMonthFirst ? [month, day] : [day, month]
      if (isBare) return `${parts.join(mark)}${mark === '.' ? '.' : ''}`
      return [...parts, year?.length === 2 ? inYear?.slice(2) : inYear].join(mark)
    }
    return { at: index, words, day: read(isMonthFirst), write }
  })

const byYear = (text: string): Bare[] =>
  [...text.matchAll(/(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g)].map(({ index, 0: words }) => ({
    at: index,
    words,
    day: isDay(words) ? words : null,
    write: (to) => to,
  }))

const inWords = (text: string, { today, language }: DateReading): Bare[] =>
  [
    ...text.matchAll(
      /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:of |de |ta[’'] )?(\p{L}{3,}(?:\.(?=\s+\d{4}))?)(?:((?: de|,)?\s+)(\d{4}))?/giu,
    ),
  ].map(({ index, 0: words, 1: date = '', 2: month = '', 3: joined, 4: year }) => ({
    at: index,
    words,
    day: dayIn(monthOf(month), date, year, today),
    write: (to) =>
      `${dayAndMonthIn(language, zone, noon(to))}${yearOf(to, today, joined, ['es', 'pt'].includes(language) ? ' de ' : ' ')}`,
  }))

const englishMonths =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec'
const monthFirst = new RegExp(
  `(?<!\\p{L})(${englishMonths})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d.:/]\\d|\\d|\\p{L})(?:(,?\\s+)(\\d{4})(?!\\d))?`,
  'giu',
)

/** `November 30` and `Nov 30th, 2026`, of English alone. */
const inWordsMonthFirst = (text: string, { today }: DateReading): Bare[] =>
  [...text.matchAll(monthFirst)].map(({ index, 0: words, 1: month = '', 2: date = '', 3: joined, 4: year }) => ({
    at: index,
    words,
    day: dayIn(monthOf(month.slice(0, 3)), date, year, today),
    write: (to) => {
      const [day, name] = dayAndMonthIn('en', zone, noon(to)).split(' ')
      return `${name} ${day}${yearOf(to, today, joined, ', ')}`
    },
  }))

const weekdayBefore =
  /(?<![\p{L}\p{N}])((?:\p{L}{1,3}[-’'])?\p{L}{2,}(?:-feira)?)(\.?,?\s+(?:(?:the|den|dem|le|il|el|dia|día|dnia)\s+)?)$/iu
const weekdayBehind =
  /^(\s*[,(]\s*(?:an?\s+|ein\s+|un\s+|een\s+)?)((?:\p{L}{1,3}[-’'])?\p{L}{2,}(?:-feira)?)(?!\p{L}|\s*[-–]|\s+(?:to|bis)\s)/iu

/** A date with the day of the week that stands beside it, which moves with it. */
function withWeekday(text: string, { at, words, write, day }: Bare & { day: string }, language: Language): Found {
  const [front, end] = [text.slice(0, at), at + words.length]
  const before = weekdayBefore.exec(front)
  const weekday = before?.[1] === undefined ? null : weekdayIn(before[1], language)
  const start = before && weekday ? before.index : at
  const behind = weekdayBehind.exec(text.slice(end))
  const after = behind?.[2] === undefined ? null : weekdayIn(behind[2], language)
  const isAfter = after?.number === weekdayOf(day)
  const isBracketed = behind?.[1]?.includes('(') === true
  const isAfterWord = /\p{L}\s*$/u.test(text.slice(0, start))
  return {
    at: start,
    words: text.slice(start, isAfter ? end + (behind?.[0].length ?? 0) : end),
    day,
    how: 'date',
    isOnWrongWeekday: (weekday ?? (isBracketed ? after : null) ?? { number: weekdayOf(day) }).number !== weekdayOf(day),
    rewritten: (to) => {
      const first = weekday ? weekday.of(to, isAfterWord) : ''
      const last = isAfter ? after.of(to, false) : ''
      if (first === null || last === null) return null
      const joined = weekday ? (before?.[2] ?? '') : ''
      return { words: `${first}${joined}${write(to)}${isAfter ? (behind?.[1] ?? '') : ''}${last}`, day: to }
    },
  }
}

/** The dates of a text, each with its day of the week: `Monday, 30 November`, `30.11.`, `30/11/2026`, `2026-11-30`, `November 30`. */
export const datesIn = (text: string, reading: DateReading): Found[] =>
  [
    ...inNumbers(text, reading),
    ...byYear(text),
    ...inWords(text, reading),
    ...inWordsMonthFirst(text, reading),
  ].flatMap(({ day, ...bare }) => (day === null ? [] : [withWeekday(text, { day, ...bare }, reading.language)]))

const saidDays: readonly (readonly [days: number, words: RegExp])[] = [
  [
    0,
    /(?<!\p{L})(?:today|tonight|this (?:morning|afternoon|evening)|heute|aujourd[’']hui|oggi|hoy|hoje|vandaag|dzisiaj|dziś|illum)(?!\p{L})/giu,
  ],
  [1, /(?<!\p{L}|(?:am|guten|jeden|la) )(?:tomorrow|morgen|demain|domani|mañana|amanhã|jutro|għada)(?!\p{L})/giu],
]
const each =
  /(?:every|each|jeden|jeder|chaque|tous les|ogni|cada|todos los|todas as|elke|iedere|każd\p{L}+|kull|between|zwischen|entre|tra)\s+(?:\p{L}{2,3}\s+)?$/iu
const span = '\\s*(?:[-–/&,]|to|till|until|through|and|bis|und|au?|et|al?|e|y|tot|en|do|i|sa|u)\\s*'
const nextWord = /(?:next|nächst\p{L}*|kommend\p{L}*|prochaine?|prossim[oa]|próxim[oa]|volgende|przyszł\p{L}+)/iu

/** A day of the week alone is the next one, today included. `Monday to Friday` and `every Monday` name no day. */
function weekdaysSaid(text: string, { today, language }: DateReading): Found[] {
  const all = weekdaysWritten(text, language)
  const isSpan = (at: number) =>
    all.some(({ at: one, word }) => new RegExp(`^${span}$`, 'iu').test(text.slice(one + word.length, at)))
  return all.flatMap(({ at, word, number }) => {
    const [before, behind] = [text.slice(0, at), text.slice(at + word.length)]
    const isFirst = all.some(
      (other) => other.at > at && new RegExp(`^${span}$`, 'iu').test(text.slice(at + word.length, other.at)),
    )
    if (each.test(before) || isFirst || isSpan(at)) return []
    const isNext = nextWord.test(before.slice(-14)) || nextWord.test(behind.slice(0, 14))
    const write = (to: string) => weekdayIn(word, language)?.of(to, /\p{L}\s*$/u.test(before)) ?? null
    return [
      {
        at,
        words: word,
        day: dayAfter(today, (number - weekdayOf(today) + 7) % 7),
        how: 'said' as const,
        rewritten: (to: string) => {
          const name = isNext ? null : write(to)
          return name === null ? null : { words: `${name}, ${dayAndMonthIn(language, zone, noon(to))}`, day: to }
        },
      },
    ]
  })
}

/** The days that a text says without a date: “today”, “tomorrow”, “Monday”. They count from the day on which it is read. */
export const saidIn = (text: string, reading: DateReading): Found[] => [
  ...saidDays.flatMap(([days, words]) =>
    [...text.matchAll(words)].map((found) => ({
      at: found.index,
      words: found[0],
      day: dayAfter(reading.today, days),
      how: 'said' as const,
      rewritten: () => null,
    })),
  ),
  ...weekdaysSaid(text, reading),
]
