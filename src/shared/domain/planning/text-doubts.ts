import { calendarDayText } from '../text/formats.ts'
import { weekdaysIn } from '../texts/long-days.ts'
import { weekdayOf } from '../time/days.ts'
import { type Reading, promisesIn, wrongWeekdaysIn } from './promised-words.ts'

/** The texts of a quotation that may promise a day. */
export type PromisingTexts = { terms: string; client_note: string }
export type PromisingText = keyof PromisingTexts

export const nameOfText: Readonly<Record<PromisingText, string>> = {
  terms: 'the terms',
  client_note: 'the note to the client',
}

/** “Friday 12 December 2026”: 12 Dec 2026 is a Saturday. */
export const wrongWeekdayWords = (text: string, reading: Reading): string[] =>
  wrongWeekdaysIn(text, reading).map(
    ({ words, day }) => `“${words}”: ${calendarDayText(day)} is a ${weekdaysIn('en')[weekdayOf(day) - 1]}.`,
  )

/** The dates of delivery of a text. Days that are counted from an approval are none: terms say the usual weeks (1058). */
const datesOf = (text: string, reading: Reading) => promisesIn(text, reading).filter(({ isCounted }) => !isCounted)

/**
 * What is doubtful about the days of delivery in one text of a quotation, beside its other one, as sentences: a date with the wrong day of
 * the week, a day that has passed, and terms that say another date than the note.
 */
export function doubtsOfText(of: PromisingText, texts: PromisingTexts, reading: Reading): string[] {
  const dates = datesOf(texts[of], reading)
  const passed = dates.filter(({ day }) => day < reading.today).map(({ words }) => `“${words}”: this day has passed.`)
  const noted = of === 'terms' ? datesOf(texts.client_note, reading).filter(({ isOfOrder }) => isOfOrder) : []
  const others = dates.filter(({ day }) => noted.length > 0 && noted.every((note) => note.day !== day))
  return [
    ...wrongWeekdayWords(texts[of], reading),
    ...passed,
    ...others.map(
      ({ day, words }) =>
        `The terms say another day: ${calendarDayText(day)} (“${words}”). The order takes that of the note.`,
    ),
  ]
}

/** The day for which an order is promised, and its number. */
export type OrderPromise = { number: string; day: string }

/**
 * What is doubtful about the office's own words of a mail, as sentences: a date with the wrong day of the week, and a day of delivery
 * that is not the promised one of its order. `closures` null: they are not known, so that days that are counted are not read.
 */
export function doubtsOfWords(
  words: string,
  promise: OrderPromise | null,
  { closures, ...reading }: Omit<Reading, 'closures'> & { closures: Reading['closures'] | null },
): string[] {
  const known = { ...reading, closures: closures ?? [] }
  const others = promise
    ? promisesIn(words, known).filter(
        ({ day, isCounted }) => day >= known.today && day !== promise.day && (closures !== null || !isCounted),
      )
    : []
  return [
    ...wrongWeekdayWords(words, known),
    ...others.map(
      (said) =>
        `These words promise ${calendarDayText(said.day)} (“${said.words}”). ${promise?.number} is promised for ${calendarDayText(promise?.day ?? '')}.`,
    ),
  ]
}
