import { clockText, currentFormats } from '../../text/formats.ts'
import { dayIn, dayOfMomentIn } from '../days.ts'
import type { Language } from '../languages.ts'
import { taxPlaces } from '../tax-names.ts'
import { type Texts, textsWith } from '../texts.ts'
import type { english } from './en.ts'
import { englishPageTexts, type PageTexts } from './load.ts'

/** What a page says in the reader's language, in the company's formats. */
export type PageWords = {
  language: Language
  /** A text; places for the name of the company's tax are filled. */
  say: Texts<typeof english, 'tax' | 'Tax'>
  /** A day such as `2026-11-20`: `20. Nov. 2026`. */
  day: (day: string) => string
  /** The day of a moment. */
  dayOf: (moment: string) => string
  /** A moment with its time of day: `20. Nov. 2026, 17:45`. */
  moment: (moment: string) => string
}

/** The words of a page from its texts. The formats are read at each use, because the page learns them late. */
export function pageWords(texts: PageTexts): PageWords {
  const { language } = texts
  const say = textsWith<typeof english, 'tax' | 'Tax'>(texts, () => taxPlaces(language, currentFormats().tax_name))
  const dayOf = (moment: string) => dayOfMomentIn(language, moment, currentFormats())
  return {
    language,
    say,
    day: (day) => dayIn(language, day, currentFormats()),
    dayOf,
    moment: (moment) => `${dayOf(moment)}, ${clockText(moment)}`,
  }
}

/** What a page says in English. */
export const englishPageWords: PageWords = pageWords(englishPageTexts)
