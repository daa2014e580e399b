import type { DateStyle } from '../text/formats.ts'
import type { Language } from '../texts/languages.ts'
import { type Calendar, spansIn } from './counted-days.ts'
import { weekdayIn } from './weekday-words.ts'
import { datesIn, type Found, saidIn } from './worded-dates.ts'

/** A day of delivery that a text promises to a client. */
export type WordedPromise = {
  /** What the text says: `10 to 15 working days`. */
  words: string
  /** The last day that is promised by it, for an approval today. */
  day: string
  /** It is so many days from the approval on, not a date. */
  isCounted: boolean
  /** The database takes it for the day of an order: a date or so many days, after a word such as “delivery”. */
  isOfOrder: boolean
  /**
   * The text with this day, at the earliest, in the place of the words, which are as they were for the rest, and the day that it says then. A
   * day of the week beside a date moves with it. Null where the text would not be true, or no sentence, with the day.
   */
  moved: (to: string) => { text: string; words: string; day: string } | null
}

export type Reading = Calendar & {
  /** The language of the paper, in which another day is written. */
  language: Language
  /** How the company writes days; default: the day before the month. */
  style?: DateStyle | undefined
}

/** What is said before a number of days decides what they are for: the last of these words. Beginnings of words, nine languages. */
const deliveryWords =
  'deliver|ready|instal|fitt|mount|have (?:it|them|everything)|finish|complet|lead time|hand(?:ed)? over|turnaround|liefer|fertig|montage|montier|bereit|livr|prêt|pose|délai|consegn|pront|montagg|entreg|list[oa]|montaje|plazo|prazo|lever|klaar|geplaatst|dostaw|dostarcz|gotow|montaż|termin|realizac|kunsin|lest|nwassl|twassl|immunta|gemonteerd|zamont|haben sie|bei ihnen|erhalten|aurez|recevrez|avrà|avrete|ricever|tendrá|recibir|terá|receber|ontvang|hebt u|heeft u|otrzym|tirċiev|ikollok'
const otherWords =
  'pay|invoice|valid|claim|complain|defect|warrant|guarant|refund|cancel|return|inspect|notice|zahl|rechnung|gültig|mängel|reklam|garant|rückgab|storn|pai|paie|factur|valab|réclam|annul|pag|fattur|valid|reclam|difett|dev|betal|geldig|klacht|płat|faktur|ważn|gwaranc|zwrot|ħlas|fattura|garanz'
const words = new RegExp(`(?<![\\p{L}])(?:(${deliveryWords})|(?:${otherWords}))`, 'giu')
/** What a client is asked to do until a day is no delivery, also where it is for one: “approve by Friday, so that we deliver in time”. */
const asked =
  /(?<!\p{L})(?:approv|accept|confirm|order|repl|answer|decid|sign\b|send|freig|genehmig|bestell|bestät|antwort|zusag|command|répon|accett|conferm|ordin|rispo|aprob|acept|pedid|respon|encomend|aprov|aceit|goedkeur|akkoord|bestel|bevestig|akcept|zatwierdz|zamów|potwierd|aċċett|ordna)/iu

/** The point of “Mon. 30 Nov” ends no sentence. Places stay as they are. */
const withoutPoints = (text: string, { language }: Reading) =>
  text.replaceAll(/(?<!\p{L})(\p{L}{2,5})\.(?=\s+\d)/gu, (short, word: string) =>
    weekdayIn(word, language) ? `${word} ` : short,
  )

/** The part of a sentence before a place, and the part behind another one. */
const partsOf = (text: string, { at, words: said }: Found, reading: Reading) => ({
  before:
    withoutPoints(text, reading)
      .slice(0, at)
      .split(/\n|[.;!?]\s/)
      .at(-1) ?? '',
  behind:
    text
      .slice(at + said.length)
      .split(/\n|[.;!?](?:\s|$)/)
      .at(0) ?? '',
})

const isDelivery = (found: RegExpExecArray | undefined) => found?.[1] !== undefined

/** Which word makes a day one of delivery: the last one before it. Where none stands there, a date takes the first one behind it. */
function deliveryBy(text: string, found: Found, reading: Reading): 'before' | 'behind' | null {
  const { before, behind } = partsOf(text, found, reading)
  const last = [...before.matchAll(words)].at(-1)
  if (last) return isDelivery(last) ? 'before' : null
  if (found.how === 'counted' || asked.test(before)) return null
  return isDelivery(behind.matchAll(words).next().value) ? 'behind' : null
}

const overlaps = (one: Found, other: Found) =>
  other !== one &&
  other.at < one.at + one.words.length &&
  one.at < other.at + other.words.length &&
  (other.at < one.at || (other.at === one.at && other.words.length > one.words.length))

const from =
  /\d(?:\.|st|nd|rd|th)?\s*(?:[-–/]|to|and|or|bis|und|oder|au?|et|ou|al?|e|o|y|tot|en|of|do|i|lub|sa|u|jew)\s*$/iu
const until = /^\s*(?:[-–]|(?:to|and|bis|und|au?|et|al?|e|y|tot|en|do|i|sa|u)(?!\p{L}))\s*\p{L}*\s*\d/iu

/** Beside the words their sentence says no other day, which would stay: a second day, a day of the week, “tomorrow”. */
function isAlone(text: string, found: Found, reading: Reading): boolean {
  const { before, behind } = partsOf(text, found, reading)
  if (found.how === 'date' && (from.test(before) || until.test(behind))) return false
  const others = found.how === 'said' ? foundIn : saidIn
  return others(`${before}|${behind}`, reading).length === 0
}

function movedIn(text: string, found: Found, reading: Reading): WordedPromise['moved'] {
  return (to) => {
    const now = isAlone(text, found, reading) ? found.rewritten(to) : null
    if (now === null) return null
    const next = `${text.slice(0, found.at)}${now.words}${text.slice(found.at + found.words.length)}`
    // What was written is read again: it says this day, or it is not offered.
    const isTrue = foundIn(next, reading).some(({ at, day }) => at === found.at && day === now.day)
    return isTrue ? { ...now, text: next } : null
  }
}

function foundIn(text: string, reading: Reading): Found[] {
  const all = [...datesIn(text, reading), ...spansIn(text, reading), ...saidIn(text, reading)]
  // “20 giorni” begins “20 giorni lavorativi”.
  return all.filter((one) => !all.some((other) => overlaps(one, other)))
}

/** The dates of a text beside which another day of the week stands, first one first. */
export const wrongWeekdaysIn = (text: string, reading: Reading): { words: string; day: string }[] =>
  foundIn(text, reading)
    .filter(({ isOnWrongWeekday }) => isOnWrongWeekday === true)
    .toSorted((one, other) => one.at - other.at)
    .map(({ words, day }) => ({ words, day }))

/**
 * The days of delivery that a text promises, first one first: a day, or so many working days, days or weeks from today, beside a word such
 * as “delivery” or “ready”. It is a guess, to tell a person what they may have overlooked. The database reads those with `isOfOrder`.
 */
export const promisesIn = (text: string, reading: Reading): WordedPromise[] =>
  foundIn(text, reading)
    .map((found) => ({ found, by: deliveryBy(text, found, reading) }))
    .filter(({ by }) => by !== null)
    .toSorted((one, other) => one.found.at - other.found.at)
    .map(({ found, by }) => ({
      words: found.words,
      day: found.day,
      isCounted: found.how === 'counted',
      isOfOrder: found.how !== 'said' && by === 'before',
      moved: movedIn(text, found, reading),
    }))
